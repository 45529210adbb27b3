# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The crate of ``vendor --build crate``: the machine code of the C library's kernels, built and used as a new user
would."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import targets
from generator import library
from generator.function_cache import FunctionCache
from generator.output import Generator
from generator.vendoring.contents import contents
from generator.vendoring.options import Options
from targets.toolchain.find import require
from tests.emit.objects import llvm
from tests.vendoring.project import call

KERNELS = library.load()
GENERATOR = Generator(KERNELS, "loom_0_1_0_", FunctionCache())
RUST = {
    "aarch64-linux-gnu": "aarch64-unknown-linux-gnu", "i686-linux-gnu": "i686-unknown-linux-gnu",
    "i686-w64-mingw32": "i686-pc-windows-gnu", "x86_64-linux-gnu": "x86_64-unknown-linux-gnu",
    "x86_64-w64-mingw32": "x86_64-pc-windows-gnu",
}  # fmt: skip
"""Rust's name of a target whose name is another."""
NEWER = {"aarch64-pc-windows-msvc": "1.70", "arm64ec-pc-windows-msvc": "1.84"}
"""The least version of Rust for a target, after that of the crate."""
# Enough of the crate core for global_asm!, for targets whose standard library is not here.
CORE = """#![feature(no_core, rustc_attrs, decl_macro)]
#![no_core]
#![allow(unknown_lints, internal_features)]
pub mod arch { #[rustc_builtin_macro] pub macro global_asm() {} }
"""
ALONE = """#![feature(no_core, rustc_attrs)]
#![no_core]
#![allow(unknown_lints, internal_features, unused_macros, unused_macro_rules, bad_asm_style)]
#[rustc_builtin_macro] macro_rules! concat { () => {} }
extern crate core;
mod asm;
"""


@pytest.fixture(scope="module")
def crate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole crate."""
    folder = tmp_path_factory.mktemp("crate")
    write(folder, Options(targets=("all",), kernels=("all",), build=("crate",)))
    return folder


def write(folder: Path, options: Options) -> None:
    for name, data in contents(options, KERNELS).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def listing(*words: str | Path, head: str, cwd: Path) -> dict[str, list[str]]:
    """Function → the bytes of its instructions and its relocations, without filler and the sections of tables.
    ``head``: a pattern of the line before a function, with the name."""
    text = call(llvm("objdump"), "-d", "-r", "--no-leading-addr", *words, cwd=cwd).stdout
    out = {}
    _, *parts = re.split(f"^{head}", text, flags=re.M)
    for name, lines in zip(parts[::2], parts[1::2]):
        kept = re.findall(r"^ ([0-9a-f ]+\b)\s*\t(?!nop)|^\t\t(\S.*)$", lines, re.M)
        out[name] = [code or re.sub(r"(\.rodata)\.\w+", r"\1", relocation) for code, relocation in kept]
    return out


@pytest.mark.code
@pytest.mark.parametrize("triple", targets.all_triples())
def test_machine_code(triple: str, crate: Path, tmp_path: Path) -> None:
    """Each function has the bytes and the relocations that clang makes of the file in GNU syntax, and its tables and
    unwind data are there."""
    target, rust = targets.load(triple), RUST.get(triple, triple)
    words: list[str | Path] = [
        require("rustc"),
        "--edition=2021",
        "--target",
        rust,
        "--crate-type=rlib",
        "-Ccodegen-units=1",
    ]
    found = call(require("rustc"), "--version", cwd=tmp_path).stdout.split()[1]
    if [int(n) for n in found.split(".")[:2]] < [int(n) for n in NEWER.get(triple, "1.63").split(".")]:
        pytest.skip(f"rustc is {found}; {triple} needs Rust {NEWER[triple]}")
    (tmp_path / "core.rs").write_text(CORE)
    (crate / "src" / "alone.rs").write_text(ALONE)
    bootstrap = {"RUSTC_BOOTSTRAP": "1"}  # a test's right to no_core
    call(*words, "--crate-name=core", "-o", "libcore.rlib", "core.rs", cwd=tmp_path, env=bootstrap)
    alone = [
        *words,
        "-Ccodegen-units=1",
        "--emit=obj",
        "--extern=core=libcore.rlib",
        "-o",
        "alone.o",
        crate / "src" / "alone.rs",
    ]
    call(*alone, cwd=tmp_path, env=bootstrap)

    syntax = next(name for name in ("gas", "clang-cl") if name in target.syntaxes)
    files = []
    for path in sorted((crate / "src" / "asm" / target.arch).iterdir()):
        kernel = next(
            k for k in sorted(KERNELS.kernels.values(), key=lambda k: -len(k.name)) if path.stem.startswith(k.name)
        )
        variant = kernel.variant(path.stem[len(kernel.name) + 1 :])
        for name, data in GENERATOR.files(target, kernel, variant, [syntax]).items():
            (tmp_path / Path(name).name).write_bytes(data)
        files.append(f"{path.stem}.S")
    recipe = next(recipe for recipe in target.assemble[syntax] if recipe.by == "clang")
    clang = [
        str(require(recipe.argv[0])),
        *(word for word in recipe.argv[1:] if word not in ("-o", "{out}", "{source}")),
    ]
    call(*clang, *files, cwd=tmp_path)
    theirs = listing(*(Path(file).with_suffix(".o") for file in files), head=r"(\w+)\.o:\t.*\n", cwd=tmp_path)
    names = ",".join(target.decorate(f"loom_0_1_0_{name}") for name in theirs)
    ours = listing(f"--disassemble-symbols={names}", "alone.o", head=r"<[_#]*loom_0_1_0_(\w+)>:\n", cwd=tmp_path)
    assert len(theirs) == len(files) > 20 and ours.keys() == theirs.keys()
    for name, lines in theirs.items():
        assert len(lines) > 20 and ours[name] == lines, f"{triple}: {name}"
