# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Files compiled for systems other than their own: no code, no complaint, and marks that keep a program's protection.

A linker marks a program as protected only if all its objects are. An object without marks makes the stack executable
and takes CET, BTI, PAC and GCS from all the code around it.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import targets
from generator.library import load
from targets.toolchain.find import require
from tests.changed import Wanted
from tests.cli.runner import ROOT
from tests.emit.objects import PAIRS, alike, llvm, output, write
from tests.emit.samples import all_for

GENERATED = ROOT / "generated"
ENTRY_KERNEL = "md5_blocks"
ENTRY = f"loom_{ENTRY_KERNEL}_scalar"
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
ARCHES = list(dict.fromkeys(targets.load(triple).arch for triple, _ in SOURCES))


def tools(words: list[str]) -> list[str]:
    return [str(require(words[0])), *words[1:]]


def silent(words: list[str], folder: Path) -> None:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, ""), (words[:4], done.stderr[:2000])


def shell(source: Path) -> str:
    """A file's text outside of its own system's part: what another system's assembler reads of it."""
    out: list[str] = []
    depth, inside = 0, False
    for line in source.read_text("ascii").splitlines():
        word = line.lstrip("#%").split(" ")[0] if line.startswith(("#", "%")) else ""
        if word.startswith("if"):
            depth += 1
            inside |= depth == 1 and (not out or line == "%ifdef LABEL")
        elif word.startswith("el") and depth == 1:
            inside = False
        elif word == "endif":
            depth -= 1
            inside &= depth > 0
        if not inside and (depth or word == "endif"):
            out.append(line)
    return "\n".join(out).replace(source.stem, "NAME")


def each_shell(sources: Iterable[Path]) -> list[Path]:
    """Of the files with equal shells in one folder, one: to other systems they are the same file."""
    return list({(source.parent, shell(source)): source for source in sorted(sources)}.values())


def files(pattern: str, kernels: set[str]) -> list[Path]:
    """The files of ``generated/`` that match, of some kernels."""
    beginnings = tuple(f"{kernel}_" for kernel in kernels)
    return sorted(path for path in GENERATED.glob(pattern) if path.name.startswith(beginnings))


def jobs(triple: str, kernels: set[str]) -> tuple[list[list[str]], list[str]]:
    """Commands that assemble every ``.S`` of a triple, and each different foreign ``.S`` and NASM file for it; the
    objects' names. Of all kernels, or of some."""
    compiler, nasm, _, _ = PROGRAMS[triple]
    words = tools(compiler)
    arch = targets.load(triple).arch
    own = files(f"{arch}/*/*.S", kernels)
    foreign = each_shell(path for path in files("*/*/*.S", kernels) if path not in own)
    # The machine's own NASM files repeat the functions of its .S files.
    others = each_shell(path for path in files("*/nasm/*.asm", kernels) if path.parts[-3] != arch) if nasm else []
    assert own and len(foreign) >= len(ARCHES) - 1 and (others or not nasm)
    commands = [[*words, "-c", str(source), "-o", f"{number}.o"] for number, source in enumerate([*own, *foreign])]
    for number, source in enumerate(others):
        commands.append([str(require("nasm")), "-f", nasm, "-Werror", str(source), "-o", f"nasm{number}.o"])
    return commands, [command[-1] for command in commands]


@pytest.mark.kernels()
def test_shells(tmp_path: Path) -> None:
    """A file with another word outside of its own part is a file of its own; a file with another body is not."""
    text = "/* one */\n#if A\n#if B\n#else\n#endif\n ret\n#elif C\n mark\n#if D\n#endif\n#endif\n"
    texts = {
        "first": text,
        "other": text.replace("ret", "nop").replace("one", "two"),
        "third": text.replace("mark", "note"),
    }
    for name, written in texts.items():
        (tmp_path / f"{name}.S").write_text(written, "ascii")
    assert shell(tmp_path / "first.S") == "#elif C\n mark\n#if D\n#endif\n#endif"
    assert [path.stem for path in each_shell(tmp_path.glob("*.S"))] == ["other", "third"]


@pytest.mark.code
@pytest.mark.parametrize("triple", PROGRAMS)
def test_all_files_in_one_program(triple: str, tmp_path: Path, wanted: Wanted) -> None:
    """All of ``generated/`` (tests/cli checks that the folder is fresh) links with linkers that refuse weakened
    protection. Foreign files that read alike are assembled once. A mark is one of each file: kernels that are not
    wanted may be left out. The program begins at a function of MD5."""
    kernels = set(load().kernels)
    chosen = {*wanted(kernels), ENTRY_KERNEL}
    commands, objects = jobs(triple, chosen)
    own = files(f"{targets.load(triple).arch}/*/*.S", chosen)
    assert (10 if chosen == kernels else 0) < len(own) < len(commands)
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


def served_by(compiled_for: str, triple: str) -> bool:
    """True if a file of a triple has code where clang compiles for ``compiled_for``."""
    preprocessed = compiled_for.replace("arm64-", "aarch64-")
    return triple == preprocessed or (triple.startswith("x86_64-linux") and compiled_for.endswith("freebsd"))


@pytest.mark.kernels()  # samples of this folder
@pytest.mark.parametrize("compiled_for", COMPILED_FOR)
@pytest.mark.whole(every=9)
def test_a_foreign_file_leaves_marks_only(compiled_for: str, tmp_path: Path) -> None:
    """One file of each triple, and one of the other machines' targets together, compiled for another: no diagnostic, no
    code, no symbol except SafeSEH's mark."""
    foreign = []
    for triple, syntax in SOURCES:
        target = targets.load(triple)
        if not served_by(compiled_for, triple):
            cell = (all_for(target.arch, target.abi)[0], triple, syntax)
            foreign.append(write(tmp_path / triple, [cell], triple))
    for arch in ARCHES:
        cells = [(triple, syntax) for triple, syntax in SOURCES if targets.load(triple).arch == arch]
        if not any(served_by(compiled_for, triple) for triple, _ in cells):
            foreign.append(write(tmp_path / arch, alike(cells, 0), arch))
    silent([str(require("clang")), f"--target={compiled_for}", "-Werror", "-c", *map(str, foreign)], tmp_path)
    marks = COMPILED_FOR[compiled_for]
    made = [tmp_path / f"{source.stem}.o" for source in foreign]
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


@pytest.mark.kernels()
def test_foreign_files_link_under_safeseh(tmp_path: Path) -> None:
    """i686 Windows refuses a program if one object lacks the SafeSEH mark."""
    target = targets.load("aarch64-linux-gnu")
    write(tmp_path, [(all_for(target.arch, target.abi)[0], target.triple, "gas")], "foreign")
    (tmp_path / "main.c").write_text("int main(void) { return 0; }\n")
    clang = [str(require("clang")), "--target=i686-pc-windows-msvc", "-Werror", "-c"]
    silent([*clang, "foreign.S", "main.c"], tmp_path)
    link = [str(require("lld-link")), "-machine:x86", "-safeseh", "-entry:main", "-nodefaultlib"]
    silent([*link, "-subsystem:console", "foreign.o", "main.o", "-out:main.exe"], tmp_path)
