# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What the tests of all instruction sets share: terms with chosen values, and a program that executes forms."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from proof.memory import contents
from proof.terms import Term, sym
from proof.values import Image
from targets.toolchain.find import require

TURNS = 8
"""Inputs of each instance."""
BYTES, MEMORY, MIDDLE = 3072, 2560, 192
"""Bytes of a request, where the form's memory begins in it, and where accesses begin in the memory."""
Values = list[int]


def leaf(w: int, name: str, values: Sequence[int]) -> Term:
    """An input with a value for each turn."""
    made = sym(w, f"form {name}")
    made.sig = [one & ((1 << w) - 1) for one in values]
    return made


def words(draw: Random, w: int) -> Values:
    """Values of a word, for all turns: random ones and edges."""
    edges = (0, 1, -1, 1 << (w - 1), (1 << (w - 1)) - 1, 1 << (w // 2), (1 << (w // 2)) - 1, 1 << (w // 2 - 1), 3)
    return [draw.getrandbits(w) if draw.random() < 0.6 else draw.choice(edges) & ((1 << w) - 1) for _ in range(TURNS)]


def small(draw: Random, count: int) -> bytes:
    """Numbers of 32 or 64 bits that shifts of lanes take as counts."""
    sizes = (draw.choice((4, 8)) for _ in range(count))
    parts = (b"".join(draw.randrange(70).to_bytes(size, "little") for _ in range(16 // size)) for size in sizes)
    return b"".join(parts)


def blocks(draw: Random, count: int) -> list[bytes]:
    """Bytes of vector registers, in blocks of 16, for each turn: random ones; lanes that are often equal, and often at
    an edge; and blocks of small numbers between random ones."""
    out = []
    for turn in range(TURNS):
        if turn % 4 == 3:
            pool = [small(draw, 1) if n % 2 else draw.randbytes(16) for n in range(12)]
        elif turn % 2 == 0:
            edges = (0, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 5, draw.getrandbits(32), draw.getrandbits(32))
            lanes = [lane.to_bytes(4, "little") for lane in edges]
            pool = [b"".join(draw.choices(lanes, k=4)) for _ in range(12)]
        else:
            out.append(draw.randbytes(16 * count))
            continue
        out.append(b"".join(draw.choices(pool, k=count)))
    return out


def steps(draw: Random, step: int) -> list[int]:
    """Where an access begins, for each turn: at a multiple of ``step``, and in some turns of a block."""
    return [draw.randrange(64) // size * size for size in (max(step, 16 if n % 4 > 1 else 1) for n in range(TURNS))]


def leaves(w: int, name: str, raw: Sequence[bytes], at: int) -> Term:
    """An input whose values are bytes of registers."""
    return leaf(w, name, [int.from_bytes(one[at : at + w // 8], "little") for one in raw])


def memory(name: Any, start: int, images: Sequence[bytes]) -> Term:
    """The contents of a region, with the bytes of each turn."""
    made = contents(name)
    made.sig = [_image(name, start, one) for one in images]
    return made


@lru_cache(TURNS)
def _image(name: Any, start: int, data: bytes) -> Image:
    return Image(name, tuple(enumerate(data, start)))


def shown(image: Image, start: int, size: int) -> bytes:
    """The bytes of a region, or none if a byte was written elsewhere."""
    held = dict(image.bytes)
    if len(held) != size:
        return b""
    return bytes(held[at] for at in range(start, start + size))


TABLE = b"".join((Random(11).randbytes(256), small(Random(12), 16)))
"""Read-only data."""


class Program:
    """A program that executes forms: see forms.c."""

    def __init__(self, folder: Path, text: str, compiler: str, flags: Sequence[str], before: Sequence[str]) -> None:
        from elftools.elf.elffile import ELFFile

        source, made = folder / "forms.s", folder / "forms"
        source.write_text(text, "utf-8")
        command = [str(require(compiler)), *flags, "-static", "-no-pie", "-std=c99", "-Wall", "-Wextra", "-Werror"]
        command += [f"-DFORM_BYTES={BYTES}", "-o", str(made), str(Path(__file__).with_name("forms.c")), str(source)]
        subprocess.run(command, check=True)
        with made.open("rb") as stream:
            file: Any = ELFFile(stream)
            self.at = {one.name: one["st_value"] for one in file.get_section_by_name(".symtab").iter_symbols()}
            code = file.get_section_by_name(".text")
            self.start, self.bytes = code["sh_addr"], code.data()
        self.process = subprocess.Popen([*before, str(made)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def code(self, first: str, last: str) -> bytes:
        return bytes(self.bytes[self.at[first] - self.start : self.at[last] - self.start])

    def run(self, number: int, given: Sequence[bytes]) -> list[bytes]:
        """What a form makes of the registers and the memory, for each turn."""
        return self.ask([(number, one) for one in given])

    def ask(self, requests: Sequence[tuple[int, bytes]]) -> list[bytes]:
        """What forms make of registers and memory. The pipes hold as much at once."""
        assert self.process.stdin is not None and self.process.stdout is not None
        out: list[bytes] = []
        for first in range(0, len(requests), TURNS):
            some = requests[first : first + TURNS]
            self.process.stdin.write(b"".join(number.to_bytes(4, "little") + one for number, one in some))
            self.process.stdin.flush()
            made = self.process.stdout.read(BYTES * len(some))
            assert len(made) == BYTES * len(some), f"the program ended with status {self.process.wait()}"
            out += [made[at : at + BYTES] for at in range(0, len(made), BYTES)]
        return out


def differing(run: Callable[[int], str], count: int, name: Callable[[int], str]) -> dict[str, str]:
    """The instances that the processor executes otherwise, or that have no meaning, and what differs."""
    wrong = {}
    for number in range(count):
        found = run(number)
        if found:
            wrong[name(number)] = found
    return wrong
