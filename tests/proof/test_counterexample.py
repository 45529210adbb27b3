# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A refusal shows inputs, the script's line and the instruction that differ there with their values, and what a
processor really stores."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import targets
from proof.fault.find import Buffer, choices
from proof.prove import PROVED
from targets.toolchain import prove
from targets.toolchain.assemble import assemblers
from targets.toolchain.counterexample import compared
from targets.toolchain.execute import executor
from tests.proof.test_mutants import (
    ARM,
    ARM_MUTANTS,
    I686,
    I686_MUTANTS,
    LINUX,
    MUTANTS,
    TARGETS,
    WINDOWS,
    WINDOWS_MUTANTS,
    Change,
    generator,
    source,
    verdict,
)

pytestmark = pytest.mark.skipif(
    not all(assemblers(target, prove.syntax(target)) for target in TARGETS), reason="an assembler is missing"
)
ROTL = r"generator/kernels/hash/md5\.py:\d+: rotl makes (0x\w+) of (0x\w+), which the code has nowhere"
CASES: dict[str, tuple[targets.Target, tuple[str, Change], str, str]] = {
    "a wrong rotation": (
        LINUX, MUTANTS["a wrong rotation"], ROTL,
        r"code\+0x[0-9a-f]+: rol eax, 8 makes (0x\w+) of (0x\w+), which the script has nowhere",
    ),
    "a slot that was not written": (
        LINUX, MUTANTS["another slot"], r"generator/kernels/hash/\w+\.py:\d+: \w+ makes", r"code\+0x[0-9a-f]+: mov ",
    ),
    "a load at another address": (
        LINUX, MUTANTS["a load by an address that has moved"], r"generator/kernels/hash/md5\.py:\d+: load makes",
        r"code\+0x[0-9a-f]+: add eax, dword ptr \[rsi\] makes",
    ),
    "exchanged operands": (
        LINUX, MUTANTS["operands of sha256rnds2 exchanged"], r"sha_instructions\.py:\d+: asm makes",
        r"code\+0x[0-9a-f]+: sha256rnds2 xmm2, xmm1, xmm0 makes",
    ),
    "a table": (
        LINUX, MUTANTS["a bit of a table"], r"sha_instructions\.py:\d+: vconst makes",
        r"code\+0x[0-9a-f]+: paddd xmm0, ",
    ),
    "a saved register": (
        LINUX, MUTANTS["a callee-saved register is lost"], "", r"r12: 0x\w+ is wanted, 0x\w+ is found",
    ),
    "a store out of place": (
        LINUX, MUTANTS["a store above the frame"], "", r"the code: code\+0x[0-9a-f]+: .* outside the frame",
    ),
    "Windows": (
        WINDOWS, WINDOWS_MUTANTS["the wrong argument"], "", r"the code: no return within \d+ operations",
    ),
    "32 bits": (
        I686, I686_MUTANTS["a wrong rotation"], ROTL,
        r"code\+0x[0-9a-f]+: rol esi, 8 makes (0x\w+) of (0x\w+), which the script has nowhere",
    ),
    "AArch64": (
        ARM, ARM_MUTANTS["a wrong rotation"], ROTL,
        r"code\+0x[0-9a-f]+: ror w\d+, w\d+, #0x18 makes (0x\w+) of (0x\w+), which the script has nowhere",
    ),
}  # fmt: skip
EXECUTED = r"executed: state from byte 0 on: [0-9a-f ]+, as the terms say"


TURNED = ("a wrong rotation", "32 bits", "AArch64")
"""Cases in which the same operand makes another value: it is rotated by one bit more."""


@pytest.mark.parametrize("name", CASES)
def test_a_refusal_names_line_instruction_and_values(name: str, tmp_path: Path) -> None:
    """Where a processor is at hand, it stores what the terms say."""
    target, (symbol, change), script, machine = CASES[name]
    reason = verdict(symbol, change(source(symbol, target)[1]), tmp_path, target, explain=True).reason
    assert re.search(r"\n  for (\w+ = \w+, )*blocks = [02]", reason), reason
    said, told = re.search(script, reason), re.search(machine, reason)
    assert said and told, reason
    if name in TURNED:
        (wanted, given), (made, same) = ([int(word, 16) for word in one.groups()] for one in (said, told))
        assert given == same & 0xFFFFFFFF and wanted == (given << 7 | given >> 25) & 0xFFFFFFFF
        assert made == (given << 8 | given >> 24) & 0xFFFFFFFF
        executor(target)
        if "not executed: " in reason:
            pytest.skip(reason.partition("not executed: ")[2])
        assert re.search(EXECUTED, reason), reason


def test_what_is_proved_has_no_counterexample(tmp_path: Path) -> None:
    found = verdict("md5_blocks_scalar", source("md5_blocks_scalar")[1], tmp_path, explain=True)
    assert found.state == PROVED and not found.reason


def test_inputs_fit_the_contract() -> None:
    """AES has 10 to 14 rounds: with fewer, a key would have no byte."""
    every = generator(LINUX).library
    assert all(one["rounds"] >= 8 for one in choices(every.find("aes_set_encrypt_key")))
    assert next(choices(every.find("md5_blocks"))) == {"blocks": 2}


def test_what_a_program_prints() -> None:
    buffer = Buffer("state", bytes(8), bytes(8), b"\1" + bytes(7))
    row = "state " + "00" * 4 + "02" + "00" * 3
    assert compared([row + "00" * 4], [buffer]) == ["executed: state from byte 4 on: 02000000"]
    assert compared([row + "00000001"], [buffer])[1:] == ["executed: the bytes behind state change"]
    assert compared(["state " + "00" * 12], [buffer]) == ["executed: state is what the script stores"]
    assert compared(["state 01" + "00" * 11], [buffer]) == [
        "executed: state from byte 0 on: 01000000 00000000, as the terms say"
    ]
