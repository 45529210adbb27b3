# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The README's projects, one for each build system: builds them with warnings as errors, runs them and compares the
digest. Also tests the choices that a user has in them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.library import load
from generator.model import AsmloomError
from generator.vendoring.options import OF_PROVIDER, Options, resolve
from targets.toolchain.find import require
from tests.vendoring.project import SHA1_OF_ABC, SHA256_OF_ABC, STRICT, app, call, quiet, snippet, vendor

FLAGS = " ".join(("-O2", *STRICT))


def cmake(folder: Path, choices: dict[str, str]) -> Path:
    words = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={require('ninja')}", f"-DCMAKE_C_FLAGS={FLAGS}"]
    words += [f"-DMYLIB_ASMLOOM_{name}={value}" for name, value in choices.items()]
    quiet(call(require("cmake"), "-S", folder, "-B", folder / "out dir", *words, cwd=folder))
    quiet(call(require("cmake"), "--build", folder / "out dir", cwd=folder))
    return folder / "out dir" / "app"


def meson(folder: Path, choices: dict[str, str]) -> Path:
    first, rest = (folder / "meson.build").read_text().split("\n", 1)
    values = {"SYNTAX": "mylib_asmloom_syntax = '{}'", "ASM": "mylib_asmloom_asm = {}"}
    said = [values[name].format({"OFF": "false"}.get(value, value)) for name, value in choices.items()]
    (folder / "meson.build").write_text("\n".join([first, *said, rest]))
    words = ["-Dc_args=" + FLAGS, "-Dwarning_level=3", "-Dwerror=true"]
    quiet(call(require("meson"), "setup", *words, folder / "out dir", cwd=folder, env={"NINJA": str(require("ninja"))}))
    quiet(call(require("ninja"), "-C", folder / "out dir", cwd=folder))
    return folder / "out dir" / "app"


def make(folder: Path, choices: dict[str, str]) -> Path:
    said = [f"MYLIB_ASMLOOM_{name}={'no' if value == 'OFF' else value}" for name, value in choices.items()]
    quiet(call(require("make"), f"CC={require('gcc')}", f"CFLAGS={FLAGS}", *said, cwd=folder))
    return folder / "app"


def cargo(folder: Path, choices: dict[str, str]) -> Path:
    env = {"CC": str(require("gcc")), "CFLAGS": FLAGS, "CARGO_TARGET_DIR": str(folder / "out dir")}
    env.update({f"MYLIB_ASMLOOM_{name}": "no" if value == "OFF" else value for name, value in choices.items()})
    quiet(call(require("cargo"), "build", "--offline", cwd=folder, env=env))
    return folder / "out dir" / "debug" / "app"


SYSTEMS = {
    "cmake": (cmake, (("CMakeLists.txt", "cmake"),)),
    "meson": (meson, (("meson.build", "meson"),)),
    "make": (make, (("Makefile", "make"),)),
    "cargo": (cargo, (("Cargo.toml", "toml"), ("src/main.rs", "rust"))),
}


def _symbols(exe: Path) -> list[str]:
    return re.findall(r" [tT] (\w+)$", call(require("nm"), exe, cwd=exe.parent).stdout, re.M)


@pytest.mark.kernels("sha256_blocks", "sha512_blocks")
@pytest.mark.parametrize("system", SYSTEMS)
def test_readme(system: str, tmp_path: Path) -> None:
    build, files = SYSTEMS[system]
    folder = app(tmp_path, *files)
    exe = build(folder, {})
    assert call(exe, cwd=folder).stdout == SHA256_OF_ABC + "\n"
    assert "mylib_sha256_blocks_scalar" in _symbols(exe), "the assembly is not in it"


BARE_C = """
#include <mylib_asmloom.h>
#include <stdio.h>

int main(void)
{
#if defined(MYLIB_HAVE_sha1_blocks_scalar)
    uint32_t state[5] = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
    uint8_t block[64] = {'a', 'b', 'c', 0x80};
    block[63] = 24;
    mylib_sha1_blocks_scalar(state, block, 1);
    for (int i = 0; i < 5; i++) {
        printf("%08x", (unsigned)state[i]);
    }
    printf("\\n");
#else
    puts("none");
#endif
    return 0;
}
"""
BARE_RUST = """
fn main() {
    let mut state = [0x67452301u32, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
    let mut block = [0u8; 64];
    block[..4].copy_from_slice(b"abc\\x80");
    block[63] = 24;
    unsafe { mylib_asmloom::mylib_sha1_blocks_scalar(state.as_mut_ptr(), block.as_ptr(), 1) };
    for word in state {
        print!("{:08x}", word);
    }
    println!();
}
"""
HERE = "x86_64-linux-gnu"
# What was vendored, what is chosen, and whether the assembly is to be in it.
CHOICES = {
    "nasm alone": ((HERE, "--syntax", "nasm"), {}, True),
    "nasm of two": ((HERE, "--syntax", "gas", "nasm"), {"SYNTAX": "nasm"}, True),
    "without assembly": ((HERE,), {"ASM": "OFF"}, False),
    "for others": (("aarch64-linux-gnu",), {}, False),
    "without runtime": ((HERE, "--no-runtime"), {}, True),
}


@pytest.mark.code
@pytest.mark.kernels("sha1_blocks")
@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_choices(system: str, choice: str, tmp_path: Path) -> None:
    build, files = SYSTEMS[system]
    words, chosen, assembly = CHOICES[choice]
    bare = "--no-runtime" in words
    folder = tmp_path / "my app"
    (folder / "src").mkdir(parents=True)
    for name, language in (("main.c", "c"), *files):
        text = snippet(language).replace("sha256", "sha1").replace("32", "20")
        if bare and language in ("c", "rust"):
            text = BARE_C if language == "c" else BARE_RUST
        (folder / name).write_text(text)
    vendor(folder / "third_party" / "asmloom", "--kernels", "sha1", "--build", system, "--targets", *words)
    exe = build(folder, chosen)
    assert call(exe, cwd=folder).stdout == SHA1_OF_ABC + "\n"
    assert ("mylib_sha1_blocks_scalar" in _symbols(exe)) == assembly
    if "nasm" in (*words, *chosen.values()):
        made = [path.name for path in folder.rglob("*sha1_blocks_scalar*") if path.suffix in (".o", ".obj")]
        assert made and not any(".S" in name for name in made)


@pytest.mark.code
@pytest.mark.parametrize("system", ["cmake", "meson"])
def test_provider(system: str, tmp_path: Path) -> None:
    """A set's target builds the module, and nothing else does. OpenSSL loads the module, which has a right digest."""
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(app C)\nadd_subdirectory(a)\n"
    )
    (tmp_path / "meson.build").write_text("project('app', 'c')\nsubdir('a')\n")
    kernels = ("--kernels", *OF_PROVIDER)
    vendor(tmp_path / "a", *kernels, "--build", system, "--targets", HERE, "--provider")
    out = tmp_path / "out"
    if system == "cmake":
        words = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={require('ninja')}", f"-DCMAKE_C_FLAGS={FLAGS}"]
        quiet(call(require("cmake"), "-S", tmp_path, "-B", out, *words, cwd=tmp_path))
    else:
        flags = ["-Dc_args=" + FLAGS, "-Dwarning_level=3", "-Dwerror=true"]
        env = {"NINJA": str(require("ninja"))}
        quiet(call(require("meson"), "setup", *flags, out, cwd=tmp_path, env=env))
    plan = call(require("ninja"), "-C", out, "-n", cwd=tmp_path).stdout
    assert (
        "sha256" in call(require("ninja"), "-C", out, "-n", "-v", cwd=tmp_path).stdout
        and "mylib_asmloom.so" not in plan
    )
    quiet(call(require("ninja"), "-C", out, "mylib_asmloom_provider", cwd=tmp_path))
    [made] = out.rglob("mylib_asmloom.so")
    words = ["-provider-path", str(made.parent), "-provider", made.stem, "-propquery", "provider=asmloom"]
    (tmp_path / "abc").write_bytes(b"abc")
    done = call(require("openssl"), "dgst", "-sha256", "-r", *words, "abc", cwd=tmp_path)
    assert done.stdout.split()[0] == SHA256_OF_ABC


@pytest.mark.kernels()
def test_provider_refused() -> None:
    """The record of a set without the module says nothing of it: sets of earlier versions stay readable."""
    good = Options("x_", (HERE,), OF_PROVIDER, build=("meson",), provider=True)
    assert Options.from_json(good.as_json()) == good and "provider" not in replace(good, provider=False).as_json()
    resolve(good, load())
    changes: tuple[tuple[dict[str, Any], str], ...] = (
        ({"kernels": ("hash", "md5", "rc4")}, "add cipher,stitched to --kernels"),
        ({"build": ("make",)}, "expected --build with one of them"),
        ({"runtime": False}, "leave out --no-runtime"),
    )
    for change, words in changes:
        with pytest.raises(AsmloomError, match=words):
            resolve(replace(good, **change), load())


@pytest.mark.kernels("sha256_blocks", "sha512_blocks")
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_syntax_that_was_not_vendored(system: str, tmp_path: Path) -> None:
    build, files = SYSTEMS[system]
    folder = tmp_path / "app"
    (folder / "src").mkdir(parents=True)
    for name, language in (("main.c", "c"), *files):
        (folder / name).write_text(snippet(language))
    vendor(folder / "third_party" / "asmloom", "--kernels", "sha2", "--build", system, "--targets", HERE)
    with pytest.raises(AssertionError, match=r"masm\b(.|\n)*vendored for x86_64-linux-gnu is gas"):
        build(folder, {"SYNTAX": "masm"})
