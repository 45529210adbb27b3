# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Assembling samples, and the answer to a missing tool."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import NoReturn

from targets.toolchain.find import MissingTool
from tests.isa.samples import Sample

ASSEMBLERS = {
    "x86_64": ["as", "--64"],
    "x86": ["as", "--32"],
    "aarch64": [
        "aarch64-linux-gnu-as",
        "-march=armv8.8-a+crypto+sha3+sm4+fp16+fp16fml+i8mm+bf16+flagm+lse+pauth",
    ],
}
TOO_NEW = {
    "x86_64": frozenset({"sha512", "sm3", "sm4", "avxvnniint16"}),
    "x86": frozenset({"sha512", "sm3", "sm4", "avxvnniint16"}),
    "aarch64": frozenset({"cssc"}),
}
"""Features that binutils 2.40 does not assemble; newer ones do."""
SHORT = frozenset({"jecxz", "jrcxz", "loop"})
"""Branches that reach 127 bytes only, too short for a place at the head of the file."""


def missing(what: str) -> NoReturn:
    """A failure if the run demands every tool, else a skip (tests/conftest.py)."""
    raise MissingTool(f"{what} is missing")


def program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        missing(name)
    return found


def assemble(arch: str, folder: Path, lines: list[str]) -> tuple[Path, str]:
    """The object file and the assembler's messages. A refusal raises nothing."""
    command = ASSEMBLERS[arch]
    source, target = folder / f"{arch}.s", folder / f"{arch}.o"
    head = [] if arch == "aarch64" else [".intel_syntax noprefix"]
    source.write_text("\n".join([*head, *lines]) + "\n")
    done = subprocess.run(
        [program(command[0]), *command[1:], "-o", str(target), str(source)], capture_output=True, text=True
    )
    return target, done.stderr


def text_of(arch: str, target: Path) -> bytes:
    """The bytes of an object's code section."""
    tool = "aarch64-linux-gnu-objcopy" if arch == "aarch64" else "objcopy"
    out = target.with_suffix(".bin")
    subprocess.run([program(tool), "-O", "binary", "-j", ".text", str(target), str(out)], check=True)
    return out.read_bytes()


def assembles(sample: Sample) -> bool:
    """True if this assembler is new enough for a sample, and the sample can stand anywhere in a file."""
    return not sample.features & TOO_NEW[sample.arch] and sample.mnem not in SHORT
