# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The projects of docs/vendoring.md, one for each build system: builds them with warnings as errors, runs them and
compares the digest. Also tests the choices that a user has in them.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from generator.emit import TAKES_ALL
from generator.library import load
from generator.model import AsmloomError
from generator.vendoring.options import OF_PROVIDER, Options, resolve
from targets.toolchain.find import TOOLS, find, require
from targets.toolchain.process import HANG_SECONDS, run
from tests.cli.runner import ROOT, environment
from tests.vendoring.project import (
    MD5_OF_ABC,
    PAGE,
    SHA1_OF_ABC,
    SHA256_OF_ABC,
    STRICT,
    app,
    call,
    quiet,
    snippet,
    vendor,
)

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


def offline(folder: Path, tmp_path: Path) -> dict[str, str]:
    """Cargo takes the crates that Debian has packaged: no network, and the oldest cc that the set asks for. Returns the
    environment. All tests have one folder for what Cargo makes, in which cc is compiled once."""
    (folder / ".cargo").mkdir()
    (folder / ".cargo" / "config.toml").write_text(
        '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "/usr/share/cargo/registry"\n'
    )
    return {"CARGO_TARGET_DIR": str(tmp_path.parent / "cargo's target")}


def cargo(folder: Path, choices: dict[str, str]) -> Path:
    env = {"CC": str(require("gcc")), "CFLAGS": FLAGS, **offline(folder, folder.parent)}
    env.update({f"MYLIB_ASMLOOM_{name}": "no" if value == "OFF" else value for name, value in choices.items()})
    done = call(require("cargo"), "build", "--offline", cwd=folder, env=env)
    # Cargo shows no other line of a build script.
    done.stderr = re.sub(rf"warning: (\S+ )?{NOTHING}", "", done.stderr)
    quiet(done)
    return Path(env["CARGO_TARGET_DIR"]) / "debug" / "app"


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
@pytest.mark.whole(every=6)
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
    if "nasm" in (*words, *chosen.values()) and system != "cargo":
        made = [path.name for path in folder.rglob("*sha1_blocks_scalar*") if path.suffix in (".o", ".obj")]
        assert made and not any(".S" in name for name in made)


@pytest.mark.code
@pytest.mark.parametrize("system", ["cmake", "meson"])
@pytest.mark.whole(every=2)
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


@dataclass(frozen=True, slots=True)
class Foreign:
    """A build that is not the page's. ``words``: of each configuration, or of ``make``; ``{gcc}`` is a tool's path,
    ``{here}`` the folder. ``before`` and ``after`` stand around the lines that add the set. ``says``: a pattern of the
    output. ``runs``: the program runs here; None: the build ends with an error."""

    system: str
    says: str
    words: Sequence[Sequence[str]] = ((),)
    before: str = ""
    after: str = ""
    env: Mapping[str, str] = field(default_factory=dict)
    runs: bool | None = True


X86_64, I686 = "mylib_asmloom: x86_64-linux-gnu, gas", "mylib_asmloom: i686-linux-gnu, gas"
NOTHING = "mylib_asmloom: portable C: no assembly was vendored"
CHANGED = "x86_64-linux-gnu was the answer to the build's question"
EXPECTED = r"the C compiler makes {}; expected {}.*, since TARGET is (.|\n)*Set CC_\w+ to a compiler for this target"
# A real refusal by the real assembler: GNU as without AVX-512, and NASM that knows a mnemonic by another name.
OLD_AS, OLD_NASM = "-Wa,-march=generic64+avx2+ibt", "-Dvprold=unknown"
REFUSED = (
    r"mylib_asmloom: without the variants for avx512f_avx512vl avx512f_avx512bw avx512bw_avx512vl: the assembler "
    f"refuses their instructions; {TAKES_ALL}"
)
UNANSWERED = "mylib_asmloom: the.* compiler does not say which target it is for"
FOREIGN = {
    "cmake, the compiler's target": Foreign("cmake", "mylib_asmloom: aarch64-linux-gnu, gas", ((
        "-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64", "-DCMAKE_C_COMPILER={clang}",
        "-DCMAKE_C_COMPILER_TARGET=aarch64-linux-gnu", "-DCMAKE_C_FLAGS=-Werror"),), runs=False),
    "cmake, three words": Foreign("cmake", I686, (("-DCMAKE_ASM_COMPILER=/bin/false",),),
        env={"CC": "{ccache} {gcc} -m32"}),
    "cmake, options of the folder": Foreign("cmake", I686, before="add_compile_options($<$<COMPILE_LANGUAGE:C>:-m32>)\n"
        "add_link_options(-m32)"),
    "cmake, other flags later": Foreign("cmake", I686, ((), ("-DCMAKE_C_FLAGS=-m32",))),
    "cmake, a header for C": Foreign("cmake", X86_64, (("-DCMAKE_C_FLAGS=-O1 -include {here}/forced.h",),),
        before="add_compile_options(-include ${CMAKE_SOURCE_DIR}/forced.h)"),
    "cmake, all in one": Foreign("cmake", X86_64, (("-DCMAKE_UNITY_BUILD=ON", "-DBUILD_SHARED_LIBS=ON",
        "-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON"),)),
    "cmake, exported": Foreign("cmake", X86_64, before="add_library(mine STATIC main.c)",
        after="target_link_libraries(mine PRIVATE mylib_asmloom::mylib_asmloom)\n"
        "install(TARGETS mine mylib_asmloom EXPORT all DESTINATION lib)\ninstall(EXPORT all DESTINATION lib)"),
    "cmake, checks that fail": Foreign("cmake", X86_64, before="set(CMAKE_REQUIRED_FLAGS -fno-such-flag)"),
    "cmake, no assembly": Foreign("cmake", NOTHING, (("-DCMAKE_C_FLAGS=-U__ELF__",),)),
    "cmake, without assembly": Foreign("cmake", "portable C: MYLIB_ASMLOOM_ASM is OFF",
        (("-DMYLIB_ASMLOOM_ASM=OFF",),)),
    "cmake, no answer": Foreign("cmake", UNANSWERED, env={"CC": "{here}/mute"}, runs=None),
    "cmake, flags too late": Foreign("cmake", CHANGED, after="target_compile_options(mylib_asmloom PRIVATE -m32)",
        runs=None),
    "cmake, an old assembler": Foreign("cmake", REFUSED, ((f"-DCMAKE_C_FLAGS={OLD_AS} -Werror",),)),
    "cmake, an old NASM": Foreign("cmake", REFUSED, (("-DMYLIB_ASMLOOM_NASM={here}/old-nasm",
        "-DMYLIB_ASMLOOM_SYNTAX=nasm"),)),
    "make, an old assembler": Foreign("make", REFUSED, ((), (f"CFLAGS={OLD_AS} -Werror",))),
    "make, an old NASM": Foreign("make", REFUSED, ((f"NASM=nasm {OLD_NASM}", "MYLIB_ASMLOOM_SYNTAX=nasm"),)),
    "make, no assembler": Foreign("make", "not even the plain instructions", (("CFLAGS=-Wa,--none",),), runs=None),
    "make, words that change": Foreign("make", X86_64 + r"(.|\n)*portable C", ((), ("MYLIB_ASMLOOM_ASM=no",))),
    "make, named later": Foreign("make", I686, after="CC = {gcc}\nCFLAGS = -m32"),
    "make, a header for C": Foreign("make", X86_64, (("CFLAGS=-include forced.h",),)),
    "make, files of dependencies": Foreign("make", X86_64, (("CFLAGS=-MMD -MT 'a b' -Wp,-MD,of_c.d",),)),
    "make, gcc 11": Foreign("make", X86_64, (("CC={gcc-11}", "CFLAGS=-Wall -Wextra -Werror"),)),
    "make, clang 13": Foreign("make", X86_64, (("CC={clang-13}", "CFLAGS=-Wall -Wextra -Werror"),)),
    "make, no assembly": Foreign("make", NOTHING, (("CFLAGS=-U__ELF__",),)),
    "make, without assembly": Foreign("make", "portable C: MYLIB_ASMLOOM_ASM is no", after="MYLIB_ASMLOOM_ASM = no"),
    "make, no answer": Foreign("make", UNANSWERED, (("CC={here}/mute",),), runs=None),
    "make, flags too late": Foreign("make", CHANGED, after="app: CFLAGS = -m32", runs=None),
    "cargo, two words": Foreign("cargo", X86_64, env={"CC": "{ccache} {gcc}"}),
    "cargo, an old assembler": Foreign("cargo", "warning: .*" + REFUSED, env={"CFLAGS": OLD_AS}),
    "cargo, an old NASM": Foreign("cargo", "warning: .*" + REFUSED, env={"MYLIB_ASMLOOM_SYNTAX": "nasm",
        "NASM": f"nasm {OLD_NASM}"}),
    "cargo, NASM": Foreign("cargo", "mylib_asmloom: x86_64-linux-gnu, nasm", env={"MYLIB_ASMLOOM_SYNTAX": "nasm"}),
    "cargo, no NASM": Foreign("cargo", "cannot run nasm: .* NASM= names another one", runs=None,
        env={"MYLIB_ASMLOOM_SYNTAX": "nasm", "NASM": "{here}/none"}),
    # A toolchain has the crate core for its own machine, and may have others.
    "cargo, another target": Foreign("cargo", r"mylib_asmloom: aarch64-linux-gnu, gas(.|\n)*(E0463|linking with)",
        (("--target=aarch64-unknown-linux-gnu",),), env={"CC": "{ccache} {clang}"}, runs=None),
    "cargo, compiler of the host": Foreign("cargo", EXPECTED.format("ELF for x86_64 of 64 bits", "ELF for aarch64"),
        (("--target=aarch64-unknown-linux-gnu",),), runs=None),
    "cargo, compiler of the host, portable C": Foreign("cargo", EXPECTED.format("ELF for x86_64.*", "ELF for aarch64"),
        (("--target=aarch64-unknown-linux-gnu",),), env={"MYLIB_ASMLOOM_ASM": "no"}, runs=None),
    "cargo, other width": Foreign("cargo", EXPECTED.format("ELF for x86 of 32 bits", "ELF for x86_64 of 64 bits"),
        env={"CFLAGS": "-m32"}, runs=None),
    "cargo, other system": Foreign("cargo", EXPECTED.format("ELF for x86_64.*", "COFF for x86_64"),
        (("--target=x86_64-pc-windows-gnu",),), runs=None),
    "cargo, WebAssembly": Foreign("cargo", EXPECTED.format("ELF for x86_64.*", "WebAssembly for wasm32"),
        (("--target=wasm32-unknown-unknown",),), runs=None),
    "cargo, COFF": Foreign("cargo", EXPECTED.format("COFF for x86", "ELF for x86_64"),
        env={"CC": "{clang}", "CFLAGS": "--target=i686-w64-mingw32 -U_FORTIFY_SOURCE"}, runs=None),
    "cargo, Apple's options": Foreign("cargo", UNANSWERED + r"(.|\n)*-arch", (("--target=aarch64-apple-darwin",),),
        runs=None),
    "cargo, no assembly": Foreign("cargo", "warning.*" + NOTHING, env={"CFLAGS": "-U__ELF__"}),
    "cargo, no answer": Foreign("cargo", UNANSWERED, env={"CC": "{here}/mute"}, runs=None),
    "meson, subproject": Foreign("meson", X86_64, (("--unity=on",),)),
    "meson, options of the wrap": Foreign("meson", "portable C: mylib_asmloom_asm is false", (("-Dset:asm=false",),)),
    "meson, other flags": Foreign("meson", I686, (("-Dc_args=-m32", "-Dc_link_args=-m32"),)),
    "meson, no assembly": Foreign("meson", NOTHING, (("-Dc_args=-U__ELF__",),)),
    "meson, an old assembler": Foreign("meson", REFUSED, ((f"-Dc_args={OLD_AS}", "-Dwerror=true"),)),
    "meson, an old NASM": Foreign("meson", REFUSED, (("-Dset:syntax=nasm", "--native-file={here}/old-nasm.ini"),)),
    "meson, flags too late": Foreign("meson", CHANGED, before="add_global_arguments('-m32', language: 'c')", runs=None),
}  # fmt: skip
PARENTS = {
    "cmake": ("CMakeLists.txt", "cmake_minimum_required(VERSION 3.16)\nproject(app C)\n{before}\n"
              "add_subdirectory(subprojects/set)\n{after}\nadd_executable(app main.c)\n"
              "target_link_libraries(app PRIVATE mylib_asmloom)\n"),
    "make": ("Makefile", "include subprojects/set/asmloom.mk\n{after}\napp: main.c $(MYLIB_ASMLOOM_LIB)\n"
             "\t$(CC) $(CFLAGS) $(MYLIB_ASMLOOM_CFLAGS) -o $@ $^\n"),
    "cargo": ("Cargo.toml", '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\n'
              'mylib_asmloom = { path = "subprojects/set" }\n'),
    "meson": ("meson.build", "project('app', 'c')\n{before}\ndep = dependency('mylib_asmloom')\n"
              "executable('app', 'main.c', dependencies: dep)\n"),
}  # fmt: skip
# Neither says what it is asked: CMake's question is a file, make's the preprocessed text.
MUTE = """#!/bin/sh
for word; do case $word in -E | *question*) exit 1 ;; esac; done
exec {gcc} "$@"
"""


@pytest.fixture(scope="module")
def small_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small") / "set"
    vendor(folder, "--kernels", "md5", "--build", *SYSTEMS, "--syntax", "gas", "nasm",
           "--targets", HERE, "i686-linux-gnu", "aarch64-linux-gnu")  # fmt: skip
    return folder


@pytest.mark.kernels()  # tests/kernels judges the code
@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.whole(every=8)
def test_a_foreign_build(name: str, small_set: Path, tmp_path: Path) -> None:
    """Builds whose flags, compiler or place are not those of the page end in the right place, or with a word."""
    row = FOREIGN[name]

    def words(text: str) -> str:
        text = text.replace("{here}", str(tmp_path))
        return re.sub(r"\{([\w-]+)\}", lambda match: str(require(match[1])) if match[1] in TOOLS else match[0], text)

    for compiler in re.findall(r"\{(gcc-11|clang-13)\}", str(row.words)):
        if find(compiler) is None:
            pytest.skip(f"{compiler}: this release has no such package")
    shutil.copytree(small_set, tmp_path / "subprojects" / "set")
    (tmp_path / "subprojects" / "set.wrap").write_text(
        "[wrap-file]\ndirectory = set\n[provide]\ndependency_names = mylib_asmloom\n"
    )
    (tmp_path / "src").mkdir()
    for place, language in (("main.c", "c"), ("src/main.rs", "rust")):
        (tmp_path / place).write_text(snippet(language).replace("sha256", "md5").replace("32", "16"))
    (tmp_path / "forced.h").write_text('typedef int forced; /* "aarch64-linux-gnu" */\n')
    (tmp_path / "mute").write_text(words(MUTE))
    (tmp_path / "old-nasm").write_text(f'#!/bin/sh\nexec nasm {OLD_NASM} "$@"\n')
    (tmp_path / "old-nasm.ini").write_text(f"[binaries]\nnasm = ['{tmp_path}/old-nasm']\n")
    for name in ("mute", "old-nasm"):
        (tmp_path / name).chmod(0o755)
    file, text = PARENTS[row.system]
    (tmp_path / file).write_text(text.replace("{before}", words(row.before)).replace("{after}", words(row.after)))
    env = {"CC": str(require("gcc")), "NINJA": str(require("ninja")), "CCACHE_DIR": str(tmp_path / "cache")}
    env.update(offline(tmp_path, tmp_path))
    env.update({key: words(value) for key, value in row.env.items()})
    tools: dict[str, list[str | Path]] = {
        "cmake": [require("cmake"), "-S", ".", "-B", "out", "-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={require('ninja')}"],
        "make": [require("make"), "-s", f"-j{os.cpu_count()}"],
        "cargo": [require("cargo"), "build", "--offline", "-vv"],
        "meson": [require("meson"), "setup", "out"],
    }
    steps = [[*map(str, tools[row.system]), *map(words, more)] for more in row.words]
    if row.system in ("cmake", "meson"):
        steps.append([str(require("ninja")), "-C", "out"])
    said = ""
    for step in steps:
        done = run(step, timeout=HANG_SECONDS, cwd=tmp_path, env=environment(env))
        said += (done.stdout + done.stderr).decode()
        if done.returncode:
            break
    assert re.search(row.says, said) and (done.returncode != 0) == (row.runs is None), said[-3000:]
    assert not (tmp_path / "target.d").exists()
    if row.runs:
        exe = {"make": tmp_path, "cargo": Path(env["CARGO_TARGET_DIR"], "debug")}.get(row.system, tmp_path / "out")
        assert call(exe / "app", cwd=tmp_path).stdout == MD5_OF_ABC + "\n"


@pytest.mark.kernels()
@pytest.mark.parametrize("system", ["cmake", "make"])
def test_no_object_has_the_path_of_the_build(system: str, small_set: Path, tmp_path: Path) -> None:
    """NASM's objects are the same in two folders, which the compiler's flag for this does not reach."""
    made = []
    for folder in (tmp_path / "one", tmp_path / "another"):
        shutil.copytree(small_set, folder / "set")
        if system == "cmake":
            words = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={require('ninja')}", "-DMYLIB_ASMLOOM_SYNTAX=nasm"]
            call(require("cmake"), "-S", folder / "set", "-B", folder / "out", *words, cwd=folder)
            call(require("ninja"), "-C", folder / "out", cwd=folder)
        else:
            (folder / "Makefile").write_text("include $(CURDIR)/set/asmloom.mk\nall: $(MYLIB_ASMLOOM_LIB)\n")
            call(require("make"), "-s", "MYLIB_ASMLOOM_SYNTAX=nasm", f"MYLIB_ASMLOOM_OUT={folder / 'out'}", cwd=folder)
        made.append({path.name: path.read_bytes() for path in (folder / "out").rglob("*.asm.o")})
    assert made[0] and made[0] == made[1]


OLDEST = {
    "x86_64-linux-gnu": ("x86_64", "clang-13"), "i686-linux-gnu": ("x86", "clang-13"),
    "aarch64-linux-gnu": ("aarch64", "clang-13"), "aarch64-pc-windows-msvc": ("aarch64", "clang-16"),
}  # fmt: skip


@pytest.mark.code
@pytest.mark.parametrize("triple", OLDEST)
@pytest.mark.whole
def test_the_oldest_clang_assembles_every_function(triple: str, tmp_path: Path) -> None:
    """The page's table of least versions, as far as Debian 12 has them."""
    folder, clang = OLDEST[triple]
    assert re.search(rf"^\| clang.*; {clang[6:]} \|$", PAGE, re.M)
    if find(clang) is None:
        pytest.skip(f"{clang}: this release has no such package")
    files = sorted((ROOT / "generated" / folder / "gas").rglob("*.S"))
    call(require(clang), f"--target={triple}", "-Werror", "-Wa,--fatal-warnings", "-c", *files, cwd=tmp_path)
    assert len(list(tmp_path.glob("*.o*"))) == len(files) > 0
