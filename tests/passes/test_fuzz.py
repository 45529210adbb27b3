# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Random kernels compiled, run, and held against Python carrying out what was recorded.

Allocation under pressure is the point: register files made artificially small, most values cold, branches and loops.
"""

from __future__ import annotations

import random
import struct
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import targets
from generator.abi import Abi, abi
from generator.emit import render
from generator.lang.contract import Kernel, Variant
from generator.lang.values import Op, Val
from generator.model import Function, KernelError
from generator.pipeline import build, record
from targets.toolchain.find import require
from tests.passes.interpret import run
from tests.passes.programs import MEMORY, program
from tests.passes.programs_wide import wide_program
from tests.passes.small import small_file

BASE = 1 << 16
CALLS = 3
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Machine:
    """Where programs run: a convention with so many registers, a compiler, and what the result is run by."""

    name: str
    convention: str
    triple: str
    compile: tuple[str, ...]
    run: tuple[str, ...] = ()
    registers: int = 0
    attribute: str = ""
    variant: Variant = field(default=Variant("scalar"))
    programs: int = 50
    values: int = 12
    widths: tuple[int, ...] = ()

    @property
    def abi(self) -> Abi:
        whole = abi(self.convention)
        return small_file(whole, self.registers) if self.registers else whole


LINUX, I686, ARM = "x86_64-linux-gnu", "i686-linux-gnu", "aarch64-linux-gnu"
CROSS = ("aarch64-gcc", "-static")
LANE = Variant("avx512vl", ("avx512f", "avx512vl"), "vec")
SSSE3, SSE41, AVX2 = Variant("ssse3", ("ssse3",)), Variant("sse4", ("sse4.1",)), Variant("avx2", ("avx2",))
AVX512F = Variant("avx512f", ("avx512f",))
AVX512 = Variant("avx512", ("avx512f", "avx512bw", "avx512vl"))
MACHINES = (
    Machine("sysv64", "sysv64", LINUX, ("gcc",), values=20),
    Machine("sysv64-of-7", "sysv64", LINUX, ("gcc",), registers=7, programs=70),
    Machine("sysv64-of-9", "sysv64", LINUX, ("gcc",), registers=9, values=16),
    Machine(
        "sysv64-bmi", "sysv64", LINUX, ("gcc",), registers=8, variant=Variant("bmi", ("bmi1", "bmi2")), programs=30
    ),
    Machine("sysv64-lane", "sysv64", LINUX, ("gcc",), registers=7, variant=LANE, programs=30, values=24),
    Machine("win64", "win64", LINUX, ("gcc",), attribute="__attribute__((ms_abi))", values=16),
    Machine("cdecl32", "cdecl32", I686, ("gcc", "-m32"), programs=70),
    Machine("aapcs64-of-8", "aapcs64", ARM, CROSS, ("qemu-aarch64",), registers=8, programs=40),
    Machine("aapcs64", "aapcs64", ARM, CROSS, ("qemu-aarch64",), programs=20, values=40),
    Machine("sse-x86", "cdecl32", I686, ("gcc", "-m32"), variant=SSSE3, widths=(128,), programs=40, values=10),
    Machine("avx-x86", "cdecl32", I686, ("gcc", "-m32"), variant=AVX2, widths=(128, 256), programs=30, values=6),
    Machine("sse", "sysv64", LINUX, ("gcc",), variant=SSSE3, widths=(128,), registers=7, values=10),
    Machine("sse4", "sysv64", LINUX, ("gcc",), variant=SSE41, widths=(128,), programs=20, values=20),
    Machine(
        "sse-win64",
        "win64",
        LINUX,
        ("gcc",),
        attribute="__attribute__((ms_abi))",
        variant=SSSE3,
        widths=(128,),
        programs=30,
        values=20,
    ),
    Machine("avx2", "sysv64", LINUX, ("gcc",), variant=AVX2, widths=(128, 256), registers=7, values=7),
    Machine(
        "avx2-win64",
        "win64",
        LINUX,
        ("gcc",),
        attribute="__attribute__((ms_abi))",
        variant=AVX2,
        widths=(128, 256),
        programs=30,
        values=12,
    ),
    Machine(
        "avx512f", "sysv64", LINUX, ("gcc",), variant=AVX512F, widths=(128, 256), registers=7, values=7, programs=20
    ),
    Machine("avx512", "sysv64", LINUX, ("gcc",), variant=AVX512, widths=(128, 256, 512), registers=7, values=5),
    Machine("avx512-wide", "sysv64", LINUX, ("gcc",), variant=AVX512, widths=(256, 512, 128), programs=20, values=5),
    Machine("neon", "aapcs64", ARM, CROSS, ("qemu-aarch64",), registers=8, widths=(128,), programs=40, values=24),
)


def compiled(machine: Machine) -> list[tuple[Kernel, Function, list[Op], list[Val]]]:
    """The programs that find registers; few may not (an instruction's temporaries cannot be spilled)."""
    out = []
    for seed in range(machine.programs):
        if machine.widths:
            made = wide_program(f"fuzz_{seed}", seed, machine.widths, machine.values, machine.registers // 5)
        else:
            made = program(f"fuzz_{seed}", seed, machine.variant.lane, machine.values, machine.registers // 4)
        try:
            function = build(made, machine.variant, machine.abi)
        except KernelError as error:
            assert " register" in str(error) and "is left for" in str(error), (seed, error)
            continue
        stream, params = record(made, machine.variant, machine.abi)
        out.append((made, function, stream.ops, params))
    assert len(out) >= machine.programs * 9 // 10
    return out


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_runs_as_recorded(
    machine: Machine, tmp_path: Path, not_executed: list[str], request: pytest.FixtureRequest
) -> None:
    rows = compiled(machine)
    request.node.user_properties.append(("programs", len(rows)))
    if machine.registers:
        assert (
            sum(any(not slot.area for slot in function.frame.slots) for _, function, _, _ in rows) > len(rows) // 2
        )  # there was pressure
    executable = built(machine, [function for _, function, _, _ in rows], tmp_path)
    lacking = _lacking(machine)
    if lacking:
        not_executed.append(f"random kernels for {machine.name}: the processor lacks {', '.join(lacking)}")
        return

    chosen = random.Random(machine.name)
    calls, expected = [], []
    for number, (_, _, ops, (memory, a, n)) in enumerate(rows):
        for _ in range(CALLS):
            before = chosen.randbytes(MEMORY)
            numbers = chosen.getrandbits(32), chosen.choice([0, 1, 2, 3, chosen.getrandbits(machine.abi.bits)])
            calls.append((number, numbers, before))
            after = bytearray(before)
            run(ops, {memory: BASE, a: numbers[0], n: numbers[1]}, after, BASE)
            expected.append(bytes(after))

    data = b"".join(struct.pack("<IIQ", number, a, n) + before for number, (a, n), before in calls)
    command = [str(require(machine.run[0])), str(executable)] if machine.run else [str(executable)]
    done = subprocess.run(command, input=data, capture_output=True, timeout=60)
    for i, (number, numbers, _) in enumerate(calls):
        name = rows[number][0].name
        got = done.stdout[MEMORY * i : MEMORY * (i + 1)]
        assert len(got) == MEMORY, f"{name}{numbers}: ended with status {done.returncode}"
        wrong = [at for at in range(MEMORY) if got[at] != expected[i][at]]
        assert not wrong, f"{name}{numbers}: bytes {wrong[:8]} differ; source in {tmp_path}"
    assert done.returncode == 0


def built(machine: Machine, functions: list[Function], folder: Path) -> Path:
    """An executable that calls each function on request."""
    target = targets.load(machine.triple)
    sources = []
    for function in functions:
        source = folder / f"{function.symbol}.S"
        text = render(function, target, "gas", version="0", source_hash="none")
        source.write_text(text, "ascii", newline="\n")
        sources.append(str(source))
    table = folder / "table.h"
    table.write_text("".join(f"ROW(loom_{function.symbol})\n" for function in functions), "ascii")
    command = [
        str(require(machine.compile[0])), *machine.compile[1:], "-O1", f"-DMEMORY={MEMORY}", f'-DTABLE="{table}"',
        f"-DCONVENTION={machine.attribute}", "-o", str(folder / "driver"), str(HERE / "driver.c"), *sources,
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[:2000]
    return folder / "driver"


def _lacking(machine: Machine) -> list[str]:
    """Features of the variant that this machine has not; an emulator has all that are used here."""
    if machine.run:
        return []
    try:
        has = Path("/proc/cpuinfo").read_text("ascii").replace("sse4_1", "sse4.1").split()
    except OSError:
        has = []
    return [feature for feature in machine.variant.features if feature not in has]
