# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Files compiled for systems other than their own: no code, no complaint, and marks that keep a program's protection.

A linker marks a program as protected only if all its objects are. An object without marks makes the stack executable
and takes CET, BTI, PAC and GCS from all the code around it.
"""

from __future__ import annotations

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import targets
from targets.toolchain.find import require
from tests.cli.runner import ROOT
from tests.emit.objects import PAIRS, llvm, output, text_of
from tests.emit.samples import all_for

GENERATED = ROOT / "generated"
ENTRY = "loom_md5_blocks_scalar"
STRICT = ("-nostdlib", "-static", f"-Wl,-e,{ENTRY}", "-Wl,--fatal-warnings,--warn-execstack")
CET = ("-fcf-protection=full", "-Wl,-z,cet-report=error")
X86_MARKS = "x86 feature: IBT, SHSTK"
ARM_MARKS = "aarch64 feature: BTI, PAC, GCS"

# Triple → compiler and its flags, NASM's format, the program's marks, linkers with their strict options.
PROGRAMS: dict[str, tuple[list[str], str, str, list[tuple[list[str], list[str]]]]] = {
    "x86_64-linux-gnu": (
        ["gcc", "-fcf-protection=full"],
        "elf64",
        X86_MARKS,
        [(["gcc"], [*CET]), (["clang", "-fuse-ld=lld"], [*CET])],
    ),
    "i686-linux-gnu": (
        ["gcc", "-m32", "-fcf-protection=full"],
        "elf32",
        X86_MARKS,
        [(["gcc", "-m32"], [*CET]), (["clang", "-m32", "-fuse-ld=lld"], [*CET])],
    ),
    "aarch64-linux-gnu": (
        ["aarch64-gcc", "-mbranch-protection=standard"],
        "",
        ARM_MARKS,
        [
            (["aarch64-gcc"], ["-Wl,-z,force-bti"]),
            (
                ["clang", "--target=aarch64-linux-gnu", "-fuse-ld=lld"],
                ["-Wl,-z,force-bti,-z,bti-report=error,-z,pac-plt"],
            ),
        ],
    ),
}

# clang's targets, and the expected object of a foreign file.
COMPILED_FOR = {
    "x86_64-linux-gnu": X86_MARKS,
    "x86_64-linux-gnux32": X86_MARKS,
    "i686-linux-gnu": X86_MARKS,
    "x86_64-unknown-freebsd": X86_MARKS,
    "aarch64-linux-gnu": ARM_MARKS,
    "aarch64_be-linux-gnu": ARM_MARKS,
    "armv7-linux-gnueabihf": "",
    "riscv64-linux-gnu": "",
    "powerpc64le-linux-gnu": "",
    "s390x-linux-gnu": "",
    "x86_64-apple-darwin": "",
    "arm64-apple-darwin": "",
    "x86_64-pc-windows-msvc": "18432",
    "i686-pc-windows-msvc": "18433",
    "aarch64-pc-windows-msvc": "18432",
    "arm64ec-pc-windows-msvc": "18432",
    "x86_64-w64-mingw32": "",
    "i686-w64-mingw32": "",
}
SOURCES = [pair for pair in PAIRS if pair[1] in ("gas", "clang-cl")]


def tools(words: list[str]) -> list[str]:
    return [str(require(words[0])), *words[1:]]


def silent(words: list[str], folder: Path) -> None:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, ""), (words[:4], done.stderr[:2000])


def jobs(triple: str, folder: Path) -> tuple[list[list[str]], list[str]]:
    """Commands that assemble every ``.S`` and every foreign NASM file for a triple; the objects' names."""
    compiler, nasm, _, _ = PROGRAMS[triple]
    words = tools(compiler)
    commands = []
    for number, source in enumerate(sorted(GENERATED.glob("*/*/*.S"))):
        commands.append([*words, "-c", str(source), "-o", f"{number}.o"])
    for number, source in enumerate(sorted(GENERATED.glob("*/nasm/*.asm")) if nasm else []):
        if source.parts[-3] != triple:  # the triple's own file repeats the functions of its .S
            commands.append([str(require("nasm")), "-f", nasm, "-Werror", str(source), "-o", f"nasm{number}.o"])
    return commands, [command[-1] for command in commands]


@pytest.mark.parametrize("triple", PROGRAMS)
def test_all_files_in_one_program(triple: str, tmp_path: Path) -> None:
    """All of ``generated/`` (tests/cli checks that the folder is fresh) links with linkers that refuse weakened
    protection."""
    commands, objects = jobs(triple, tmp_path)
    own = [path for path in GENERATED.glob("*/*/*.S") if path.parts[-3] == triple]
    assert 10 < len(own) < len(commands) / 4
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda words: silent(words, tmp_path), commands))
    _, _, marks, linkers = PROGRAMS[triple]
    for linker, flags in linkers:
        out = tmp_path / f"program-{linker[0]}"
        silent([*tools(linker), *STRICT, *flags, *objects, "-o", str(out)], tmp_path)
        listing = output(llvm("readelf"), "-W", "--program-headers", "--notes", "--symbols", out)
        stack = re.search(r"GNU_STACK .* (R\w*) +\S+$", listing, re.M)
        assert stack and stack[1] == "RW", listing[:2000]
        assert re.findall(r"Properties: +(.*)$", listing, re.M) == [marks], (linker, listing[-2000:])
        assert len(set(re.findall(r"FUNC .* (loom_\w+)$", listing, re.M))) == len(own), linker


@pytest.mark.parametrize("compiled_for", COMPILED_FOR)
def test_a_foreign_file_leaves_marks_only(compiled_for: str, tmp_path: Path) -> None:
    """One file of each triple, compiled for another: no diagnostic, no code, no symbol except SafeSEH's mark."""
    foreign = []
    for triple, syntax in SOURCES:
        target = targets.load(triple)
        preprocessed = compiled_for.replace("arm64-", "aarch64-")
        if triple == preprocessed or (triple.startswith("x86_64-linux") and compiled_for.endswith("freebsd")):
            continue
        source = tmp_path / f"{triple}.S"
        source.write_text(text_of(all_for(target.arch, target.abi)[0], triple, syntax), "ascii")
        foreign.append(source)
    silent([str(require("clang")), f"--target={compiled_for}", "-Werror", "-c", *map(str, foreign)], tmp_path)
    marks = COMPILED_FOR[compiled_for]
    made = [source.with_suffix(".o") for source in foreign]
    listings = output(llvm("readobj"), "--sections", "--symbols", *made).split("\nFile: ")[1:]
    assert len(listings) == len(foreign)
    for source, listing in zip(foreign, listings):
        for section in listing.split("Section {")[1:]:
            if re.search(r"Name: _*\.?text ", section):
                size = re.search(r"(?:Size|RawDataSize): (\w+)", section)
                assert size and int(size[1], 0) == 0, f"{source.name} for {compiled_for} has code"
        assert "loom_" not in listing and "sample" not in listing.split("Sections [")[1], source.name
        if marks.isdigit():
            value = re.search(r"Name: @feat\.00\s+Value: (\d+)", listing)
            assert value and value[1] == marks, f"{source.name} for {compiled_for}"
        elif "windows" not in compiled_for and "apple" not in compiled_for and "mingw" not in compiled_for:
            assert re.search(r"Name: \.note\.GNU-stack [^}]*?Flags \[ \(0x0\)\s+\]", listing, re.S), source.name
    if " feature" in marks:
        shown = output(llvm("readelf"), "-W", "--notes", *made)
        assert re.findall(r"Properties: +(.*)$", shown, re.M) == [marks] * len(made) and "corrupt" not in shown, shown


def test_foreign_files_link_under_safeseh(tmp_path: Path) -> None:
    """i686 Windows refuses a program if one object lacks the SafeSEH mark."""
    target = targets.load("aarch64-linux-gnu")
    (tmp_path / "foreign.S").write_text(text_of(all_for(target.arch, target.abi)[0], target.triple, "gas"), "ascii")
    (tmp_path / "main.c").write_text("int main(void) { return 0; }\n")
    clang = [str(require("clang")), "--target=i686-pc-windows-msvc", "-Werror", "-c"]
    silent([*clang, "foreign.S", "main.c"], tmp_path)
    link = [str(require("lld-link")), "-machine:x86", "-safeseh", "-entry:main", "-nodefaultlib"]
    silent([*link, "-subsystem:console", "foreign.o", "main.o", "-out:main.exe"], tmp_path)
