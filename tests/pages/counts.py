# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``docs/counts.md``: the instructions that the kernels of ``tests/external`` execute for a unit of work.

This CPU steps through the code for x86, and an emulated core executes the code for AArch64. A unit is the difference of
two calls whose amounts of work differ by one, or a whole call of a kernel without an amount.
"""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import targets
from generator import library
from generator.output import Generator
from targets.toolchain.link import image_library
from targets.toolchain.process import HANG_SECONDS, run
from targets.toolchain.testing import ROOT
from targets.trial.assembled import assembled
from targets.trial.batch import Batch, Buffer, Call, Word
from targets.trial.cases import each
from targets.trial.contract_plan import DEFAULT_SEED, plan
from targets.trial.cpu import lacking
from targets.trial.machines import HOSTS
from targets.trial.secrecy import build
from targets.trial.trace import Core

PAGE = ROOT / "docs" / "counts.md"
FOLDER = ROOT / "tests" / "external"
TRIPLES = {"x86_64": "x86_64-linux-gnu", "x86": "i686-linux-gnu", "AArch64": "aarch64-linux-gnu"}
UNITS = {  # the amounts of two calls
    "blake2b_blocks": ("a block of 128 bytes", (2, 3)),
    "poly1305": ("a block of 16 bytes", (256, 272)),
    "montgomery256": ("a product of 256 bits", ()),
    "keccak_f1600": ("a permutation", ()),
    "ntt16": ("a transform of 256 coefficients", ()),
}
_OPENSSL, _ARM, _I686, _AWS = "OpenSSL 4.0.3", "OpenSSL 3.0.22", "OpenSSL 3.0.20", "AWS-LC 5.12.0"
PEERS: dict[tuple[str, str], tuple[tuple[int | float, str], ...]] = {
    ("blake2b_blocks", "x86_64"): (
        (1775, f"{_OPENSSL}, compiled C; 1670 of 3.0"), (2510, f"{_AWS}, compiled C"),
    ),
    ("blake2b_blocks", "x86"): ((5515, f"{_I686}, compiled C"),),
    ("blake2b_blocks", "AArch64"): ((1509, f"{_ARM}, compiled C"),),
    ("poly1305", "x86_64"): (
        (39, f"{_OPENSSL}, `poly1305_blocks`"), (25.5, f"{_OPENSSL}, AVX2, four blocks at once, from 128 bytes on"),
    ),
    ("poly1305", "x86"): (
        (107, f"{_I686}, `poly1305_blocks`"), (26, f"{_I686}, AVX2, four blocks at once"),
    ),
    ("poly1305", "AArch64"): (
        (30, f"{_ARM}, `poly1305_blocks`"), (25.5, f"{_ARM}, Advanced SIMD, four blocks at once"),
    ),
    ("montgomery256", "x86_64"): (
        (439, f"{_OPENSSL}, `bn_mul_mont`"), (441, f"{_AWS}, `bn_mul_mont`"),
        (144, f"{_OPENSSL}, `ecp_nistz256_mul_mont` by MULX: the prime of P-256 alone"),
        (190, "the same by MUL"),
    ),
    ("montgomery256", "x86"): (
        (1304, f"{_I686}, `bn_mul_mont`, SSE2"), (1690, "the same without SSE2"),
        (513, f"{_I686}, `ecp_nistz256_mul_mont`: the prime of P-256 alone"),
    ),
    ("montgomery256", "AArch64"): (
        (234, f"{_ARM}, `bn_mul_mont`"),
        (132, f"{_ARM}, `ecp_nistz256_mul_mont`: the prime of P-256 alone"),
    ),
    ("keccak_f1600", "x86_64"): (
        (4778, f"{_AWS}, `KeccakF1600`"), (4883, f"{_OPENSSL}, `SHA3_absorb`, with 17 words of data"),
    ),
    ("keccak_f1600", "x86"): ((19223, f"{_I686}, compiled C, with 17 words of data"),),
    ("keccak_f1600", "AArch64"): ((4288, f"{_ARM}, `SHA3_absorb`, with 17 words of data"),),
    ("ntt16", "x86_64"): ((588, f"{_AWS} (mlkem-native), AVX2; results not reduced, in an order of their own"),),
    ("ntt16", "x86"): (),
    ("ntt16", "AArch64"): ((911, f"{_AWS} (mlkem-native), Advanced SIMD; results not reduced"),),
}  # fmt: skip
"""Instructions of the peers' functions, counted on 2026-11-23: by single steps for x86, by a log of qemu-aarch64
for AArch64. The peers chose their functions for a CPU with AVX2, BMI2 and ADX."""

TEXT = """<!-- SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
     Written by python3 build.py generate --accept. A test compares our numbers with a count. -->
# The instructions of five kernels, compared with a peer's

[tests/external](../tests/external) holds five kernels that are written in words alone, in at most 60 lines each, with
their references. The table has the instructions that one unit of work executes, and those of code by hand for the
same work. Numbers of whole calls contain entry and return. Numbers of instructions are no times: an instruction on
vectors does more, and a chain of few instructions may wait longer than many that are independent.

{rows}

* `compiled C` stands where a peer has no code by hand: BLAKE2b everywhere, Keccak for x86. No peer has the
  transform for x86.
* A function for one prime knows the prime's words when the assembly is written, and needs no products for quotients.
  `montgomery256` takes any odd modulus, like `bn_mul_mont`.
* Keccak has 25 words of state. x86_64 moves some of them to the frame and back, and x86 most: a u64 takes two of its
  seven registers. Code by hand for x86_64 inverts six words, and so needs no `andn`; the kernel's `bmi2` has `andn`.
* The kernel Poly1305 has words of 64 bits on every machine. Code by hand for x86 has words of 32 bits, or vectors
  of limbs of 26 bits.
* `ntt16` reduces every result to 0 to 3328, in the order of FIPS 203, and takes five loops over memory. The peers keep
  eight vectors in registers through several layers, and leave the reduction to a later function. Advanced SIMD has no
  high half of a product of 16 bits: the word `vmul_high` takes three instructions where code by hand doubles products.
"""


@cache
def _calls(name: str) -> list[Call]:
    """One call of each amount, with the bytes at multiples of 64."""
    kernel, found = library.load([FOLDER]).find(name), dict[int, Call]()
    amounts = UNITS[name][1]
    at = next((n for n, param in enumerate(kernel.params) if param.name == kernel.size_arg), -1)
    for call in each(kernel, plan(kernel, DEFAULT_SEED), ""):
        number = call.arguments[at]
        amount = number.value if isinstance(number, Word) else 0
        if amount in (amounts or (0,)):
            arguments = tuple(replace(a, align=0) if isinstance(a, Buffer) else a for a in call.arguments)
            found.setdefault(amount, replace(call, arguments=arguments))
        if len(found) == len(amounts or (0,)):
            break
    return [found[amount] for amount in amounts or (0,)]


def _stepped(triple: str, batch: Batch, objects: Sequence[Path], folder: Path) -> Iterator[int]:
    program = build(triple, folder, {call.function for call in batch.calls}, objects, "stepper.c")
    batch.write(folder / "calls", HOSTS[triple].machine)
    done = run([str(program), str(folder / "calls"), str(folder / "steps")], timeout=HANG_SECONDS)
    assert done.returncode == 0, done.stderr
    with (folder / "steps").open("rb") as steps:
        for call in batch.calls:
            (count,) = struct.unpack("<I", steps.read(4))
            steps.seek(count * struct.calcsize("<Q16s16Q"), 1)
            for n, argument in enumerate(call.arguments):
                if isinstance(argument, Buffer) and argument.output:
                    assert steps.read(len(argument.data)) == call.expected[n], f"{call.function}: wrong answer"
            yield count


def _emulated(triple: str, batch: Batch, objects: Sequence[Path], folder: Path) -> Iterator[int]:
    target = targets.load(triple)
    core = Core(target, image_library(target, list(objects), folder))
    for call in batch.calls:
        trace, outputs = core.run(call)
        assert outputs == call.expected, f"{call.function}: wrong answer"
        yield sum(size // 4 for what, _, size in trace if what == "at")


def counted(triple: str) -> dict[tuple[str, str], int | None]:
    """Kernel and variant → the instructions of a unit. None for a variant that this CPU cannot execute."""
    target, found = targets.load(triple), library.load([FOLDER])
    generator, batch, sources = Generator(found), Batch(), dict[str, bytes]()
    out: dict[tuple[str, str], int | None] = {}
    asked: list[tuple[tuple[str, str], int]] = []
    for kernel, variant, function in generator.functions(target, list(UNITS)):
        out[kernel.name, variant.name] = None
        sources.update(generator.files(target, kernel, variant, ["gas"]))
        if target.arch != "aarch64" and lacking(target, variant.features):
            continue
        made = [replace(call, function=f"loom_{function.symbol}") for call in _calls(kernel.name)]
        asked.append(((kernel.name, variant.name), len(made)))
        for call in made:
            batch.add(call)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        objects = next(iter(assembled(target, "gas", folder, sources).values())).values()
        count = _emulated if target.arch == "aarch64" else _stepped
        numbers = count(triple, batch, list(objects), folder)
        for key, times in asked:
            some = [next(numbers) for _ in range(times)]
            out[key] = some[-1] - (some[0] if times > 1 else 0)
    return out


def written(counts: dict[str, dict[tuple[str, str], int | None]]) -> str:
    """The page, of the counts by machine."""
    rows = []
    for name, (unit, _) in UNITS.items():
        for machine, some in counts.items():
            ours = ", ".join(f"{count} `{variant}`" for (kernel, variant), count in some.items() if kernel == name)
            theirs = "; ".join(f"{number} ({said})" for number, said in PEERS[name, machine]) or "none"
            rows.append(f"| `{name}`, {unit} | {machine} | {ours} | {theirs} |")
    head = "| kernel and unit | machine | instructions, by variant | peers |\n|---|---|---|---|\n"
    return TEXT.format(rows=head + "\n".join(rows))


def page() -> str:
    """The page's text. AssertionError if this CPU cannot execute a variant."""
    every = {machine: counted(triple) for machine, triple in TRIPLES.items()}
    left = [name for some in every.values() for name, count in some.items() if count is None]
    assert not left, f"this CPU cannot execute {left}"
    return written(every)
