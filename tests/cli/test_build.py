# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py TRIPLE`` for every triple and syntax: the names that the libraries export, and the relocations of their
code."""

from __future__ import annotations

import shutil
from pathlib import Path

import lief
import pytest

import targets
from generator import library, rooms, store
from generator.emit import TAKES_ALL, dialect
from targets import Target
from targets.toolchain.assemble import assemble, assemblers
from targets.toolchain.find import MissingTool, find, require
from targets.toolchain.link import shared_name, static_name
from targets.toolchain.process import HANG_SECONDS, ToolFailed, run
from targets.toolchain.product import Workshop, default_syntax
from targets.trial.code import text_relocations
from tests.cli.runner import ROOT, build, checkout, tree
from tests.kernels.matrix import TWINS

CELLS = [(t, s) for t in targets.all_triples() for s in targets.load(t).syntaxes]


def _built(root: Path, triple: str, syntax: str, *words: str) -> Path:
    done = build(root, triple, "--syntax", syntax, *words)
    if done.returncode == 2 and " not found, needed for" in done.stderr:
        raise MissingTool(done.stderr.strip())
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return root / "build" / f"{triple}-{syntax}"


def exported(target: Target, library: Path) -> set[str]:
    """The C names that a shared library exports."""
    binary = lief.parse(library)
    assert binary is not None
    if isinstance(binary, lief.PE.Binary):
        table = binary.get_export()
        names = set() if table is None else {str(entry.name) for entry in table.entries}
    else:
        assert isinstance(binary, (lief.ELF.Binary, lief.MachO.Binary))
        names = {str(symbol.name) for symbol in binary.exported_symbols}
    # the symbols that zig's linker adds to an image
    names -= {"__mh_dylib_header", "___dso_handle"}
    # Mach-O puts an underscore before C names. DLLs export the undecorated name.
    return {name.removeprefix("_") if target.object_format == "macho" else name for name in names}


# One for each linker.
PREFIXED = {
    ("x86_64-linux-gnu", "nasm"), ("x86_64-pc-windows-msvc", "masm"), ("x86_64-w64-mingw32", "gas"),
    ("aarch64-apple-darwin", "gas"),
}  # fmt: skip
# One triple of each kind in its default syntax, and one of each other syntax: the libraries' C is that of the triple.
BUILT = sorted({(twins[0], default_syntax(targets.load(twins[0]))) for twins in TWINS.values()} | PREFIXED)


@pytest.mark.kernels()  # names come from contracts; tests/kernels looks for absolute addresses in kernels
@pytest.mark.parametrize(("triple", "syntax"), BUILT)
@pytest.mark.whole(every=12)
def test_build(triple: str, syntax: str, shared_root: Path) -> None:
    """``--prefix`` reaches every kernel's names, and every name inside. A second build gives the same bytes."""
    own = (triple, syntax) in PREFIXED
    prefix = "mylib_" if own else "loom_"
    target = targets.load(triple)
    folder = _built(shared_root, triple, syntax, "--prefix", prefix)
    static, shared = folder / static_name(target, "asmloom"), folder / shared_name(target, "asmloom")
    assert static.stat().st_size > 10_000
    assert {p.name for p in (folder / "include").iterdir()} == {"asmloom.h", "asmloom_kernels.h"}
    names = exported(target, shared)
    assert {f"{prefix}{name}" for name in ("md5", "rc4", "selftest", "explain")} <= names
    assert {f"{prefix}k_{kernel}" for kernel in library.load().kernels} <= names
    assert [name for name in names if not name.startswith(prefix)] == []
    assert not [name for name in names if name.endswith(("_scalar", "_portable", "_avx512vl"))], "internal names show"
    # 32-bit Windows code is full of absolute addresses, because its format has no other kind. The list omits them.
    assert text_relocations(sorted((folder / "obj").iterdir())) == []
    if own:
        readobj = [str(require("llvm-readobj")), "--symbols", str(static)]
        listed = run(readobj, timeout=HANG_SECONDS).stdout.decode("utf-8", "replace")
        mine = [line.split()[1] for line in listed.splitlines() if line.strip().startswith("Name: ")]
        assert any("mylib_" in name for name in mine)
        assert [name for name in mine if "loom_" in name and "asmloom" not in name and "??_C@" not in name] == []
        before = tree(folder)
        assert tree(_built(shared_root, triple, syntax, "--prefix", prefix)) == before


@pytest.mark.kernels()  # assemblers treat all code alike
def test_an_old_assembler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """GNU as refuses AVX-512 in assembly and in C: the build says so in one line, and its library works. An assembler
    that takes no file at all ends the build."""
    target = targets.load("x86_64-linux-gnu")
    tool = tmp_path / "gcc"
    gcc = require("gcc")
    monkeypatch.setenv("ASMLOOM_GCC", str(tool))
    try:
        for flags in ("-march=generic64+avx2+ibt", "--none"):
            monkeypatch.setenv(store.VARIABLE, str(tmp_path / f"cache{flags}"))
            tool.write_text(f'#!/bin/sh\nexec {gcc} -Wa,{flags} "$@"\n')
            tool.chmod(0o755)
            find.cache_clear()
            workshop = Workshop(library.load(None, ["md5_blocks"]), target, "gas", "loom_")
            workshop.place = tmp_path / flags
            if flags == "--none":
                with pytest.raises(ToolFailed, match="md5_blocks_scalar.*none"):
                    workshop.static()
                continue
            exe = workshop.program("selftest", rooms.sources("selftest"), workshop.static())
            said = capsys.readouterr().err
            sets = "avx512f_avx512vl avx512f_avx512bw avx512bw_avx512vl"
            refused = f"without the variants for {sets}, which the assembler refuses"
            assert said.count("\n") == 1 and said.startswith(refused) and TAKES_ALL in said, said
            assert b"self-test: all right" in run([str(exe)], timeout=HANG_SECONDS).stdout
    finally:
        find.cache_clear()


@pytest.mark.kernels()  # assemblers treat all code alike
@pytest.mark.parametrize(("triple", "syntax"), CELLS)
@pytest.mark.whole(every=4)
def test_the_same_object_twice(triple: str, syntax: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each assembler and the compiler give the same bytes in another folder.

    The objects come from no store. test_build, which builds libraries twice, takes those of the first build.
    """
    monkeypatch.setattr(store, "get", lambda name: None)
    target = targets.load(triple)
    folder = ROOT / "generated" / target.arch / dialect(target.arch, syntax)
    source = folder / f"md5_blocks_scalar{target.extension(syntax)}"
    made = []
    for place in (tmp_path / "one", tmp_path / "another place"):
        workshop = Workshop(library.load(None, ["md5_blocks"]), target, syntax, "loom_")
        workshop.place = place
        shutil.copytree(ROOT / "generated" / "include", place / "include")
        out = [
            assemble(target, syntax, source, place / by.replace(" ", "-") / "md5.o", by=by)
            for by in assemblers(target, syntax)
        ]
        out.append(workshop.compile(rooms.sources("library")[0], "", []))
        made.append([path.read_bytes() for path in out])
    assert made[0] == made[1]


@pytest.mark.kernels()  # of a kernel outside the tree; tests/kernels judges the answers of the others
@pytest.mark.whole
def test_here_and_external_kernel(tmp_path: Path) -> None:
    """A third kernel from a folder outside the tree, built for this machine with its self-test. generator/ does not
    change."""
    root = checkout(tmp_path / "asmloom")
    kernels = tmp_path / "elsewhere" / "kernels"
    kernels.mkdir(parents=True)
    source = ROOT / "tests" / "external" / "siphash.py"
    assert len(source.read_text().splitlines()) <= 75  # with the reference
    shutil.copy(source, kernels)
    before = tree(root)
    done = build(root, "--kernel-path", kernels, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert "self-test: all right" in done.stdout
    out = tmp_path / "out"
    assert build(root, "generate", "--kernel-path", kernels, "--kernel", "siphash24", "--into", out).returncode == 0
    for triple in targets.all_triples():
        target = targets.load(triple)
        for syntax in target.syntaxes:
            assert (
                out / target.arch / dialect(target.arch, syntax) / f"siphash24_scalar{target.extension(syntax)}"
            ).is_file()
    assert "loom_k_siphash24" in (out / "include" / "asmloom.h").read_text()
    after = tree(root)
    assert {name: after[name] for name in before} == before
    assert {name.split("/")[0] for name in after.keys() - before.keys()} == {"build"}
    # Later users of the checkout must not find the kernel.
    assert "siphash" not in build(root, "list").stdout
