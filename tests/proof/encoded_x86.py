# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Instances of every encoding in the prover's table of x86: of each size, each length, and each kind of operand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import capstone.x86 as x86

from proof.memory import Map, NoProof
from proof.objects import Object
from proof.x86 import Machine
from proof.x86_decode import MANDATORY, MAPS, PREFIXES
from proof.x86_table import EVEX, LEGACY, ROWS, Key, Row
from tests.proof.harvest import Instance, engine

NEW = frozenset(("vsha512rnds2", "vsha512msg1", "vsha512msg2"))
"""Instructions of Arrow Lake, which capstone 5 does not name. The kernels that have them are executed by Bochs."""
ELSEWHERE = NEW | {"push", "pop", "ret", "call"}
"""Instructions whose instances need more: those of the objects have it. So have branches."""
REGISTER, OTHER, THIRD, FOURTH, BASE = 1, 2, 3, 4, 6
"""The registers of ModRM's bits 3 to 5 and lowest bits, of vvvv, and of an immediate; and the base of an address."""
FEW = (1, 6, 64, 255)
"""Numbers for an encoding that shares its rule with one that is executed with all, and for sums and logic, where they
are operands as registers are."""
PLAIN = frozenset("add or adc sbb and sub xor cmp test mov imul".split())


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to encode a row. ``bits``: of the operands' size v, y or z. ``kind``: R for registers, M for memory, B
    for an element in memory that stands for all, K for a mask."""

    key: Key
    row: Row
    bits: int
    length: int
    kind: str

    def code(self, number: int) -> bytes:
        """The bytes, with a number as the last operand, if it is one."""
        (space, where, opcode), row = self.key, self.row
        w = row.w if row.w is not None else int(self.bits == 64 or (space == LEGACY and self._has("q")))
        used = {one[0] for one in row.operands}
        vvvv = ~THIRD & 15 if used & set("BH") else 15
        if space == LEGACY:
            maps = {"": b"", "0F": b"\x0f", "0F38": b"\x0f\x38", "0F3A": b"\x0f\x3a"}[where]
            prefixes = [0x66] * (self.bits == 16) + [row.prefix] * bool(row.prefix) + [0x48] * w
            out = bytes(prefixes) + maps
        else:
            last = next(n for n, name in MAPS.items() if name == where)
            second = w << 7 | vvvv << 3 | MANDATORY.index(row.prefix)
            if space == EVEX:
                third = self.length << 5 | (self.kind == "B") << 4 | 8 | (0x81 if self.kind == "K" else 0)
                out = bytes((0x62, 0xF0 | last, second | 4, third))
            else:
                out = bytes((0xC4, 0xE0 | last, second | self.length << 2))
        out += bytes([opcode]) + (b"" if row.last is None else bytes([row.last]))
        if row.digit is not None or used & set("EGMRWVUKN"):
            middle = row.digit if row.digit is not None else REGISTER
            out += bytes([middle << 3 | (BASE if self.kind in "MB" else 0xC0 | OTHER)])
        return out + self._number(number)

    def _has(self, size: str) -> bool:
        return any(one[1:] == size for one in self.row.operands)

    def _number(self, number: int) -> bytes:
        last = self.row.operands[-1] if self.row.operands else ""
        if last[:1] in ("=", "L"):
            return bytes([int(last[1:]) if last[0] == "=" else 16 * FOURTH])
        if last[:1] != "I":
            return b""
        size = {"b": 1, "s": 1, "q": 8}.get(last[1], min(self.bits, 32) // 8)
        return (number * 0x01030307050B0D11 & (1 << 8 * size) - 1 if size > 1 else number).to_bytes(size, "little")


def variants(word: int) -> Iterator[Variant]:
    """All variants that code of ``word`` bits may have."""
    for key, rows in sorted(ROWS.items()):
        for row in rows:
            if row.name in ELSEWHERE or row.name[0] == "j" or row.only not in (0, word) or row.name == "endbr32":
                continue
            letters = {one[0] for one in row.operands}
            if word == 32 and letters & set("VWUHKN"):  # these have the same rules in 64 bits
                continue
            if ("Z" in letters and key[2] & 7 != REGISTER) or (word == 32 and _long(row)):
                continue
            sizes = {one[1:2] for one in row.operands if one[0] not in "IJ1="}
            small = {16} if sizes & set("vz") else set()
            wide = {64} if word == 64 and sizes & set("vy") else set()
            kinds = "" if "M" in letters else "K" * row.mask
            kinds += ("M" if letters & set("EWM") else "") + ("B" if row.lane and "W" in letters else "")
            for bits in sorted({32} | small | wide):
                if "M" not in letters:
                    yield from (Variant(key, row, bits, int(length), "R") for length in row.lengths)
                yield from (Variant(key, row, bits, int(row.lengths[-1]), kind) for kind in kinds)


def _long(row: Row) -> bool:
    return row.name == "cdqe" or any(one[1:2] == "q" and one[0] in "EGRBZ" for one in row.operands)


def instances(word: int) -> list[tuple[Instance, list[Instance]]]:
    """An instance of each variant, and those with other numbers: with all of them, for one variant of each name and
    size."""
    decoder, whole = engine("x86_64" if word == 64 else "x86"), set()
    out: list[tuple[Instance, list[Instance]]] = []

    def made(one: Variant, number: int) -> Instance:
        code = one.code(number)
        (found,) = decoder.disasm_lite(code, 0)
        assert found[1] == len(code), (one, code.hex())
        return Instance(found[2], found[3], code, None)

    # Registers and the longest vectors first: their variants have all numbers.
    for one in sorted(variants(word), key=lambda v: (v.kind != "R", -v.length)):
        numbers: tuple[int, ...] | range = ()
        if one.row.operands and one.row.operands[-1] in ("Ib", "Is"):
            name = one.row.name.removeprefix("v"), one.bits, one.row.operands[0][1:2] == "b"
            numbers = FEW if name in whole or one.row.name in PLAIN else range(256)
            whole.add(name)
        out.append((made(one, 5 + len(out) % 90), [made(one, number) for number in numbers]))
    return out


def changed(every: Sequence[Instance], word: int, count: int) -> list[Instance]:
    """Instructions with one bit or one prefix changed that the prover reads: a sample. A processor must do what the
    rules say, and refuse none."""
    decoder, draw = engine("x86_64" if word == 64 else "x86"), Random(word)
    out: list[Instance] = []
    alone = [one for one in every if one.field is None and one.mnemonic not in ELSEWHERE and one.mnemonic[0] != "j"]
    for _ in range(100 * count):
        code = bytearray(draw.choice(alone).code)
        if draw.random() < 0.3:
            code.insert(0, draw.choice((*PREFIXES, *range(0x40, 0x50))))
        else:
            code[draw.randrange(len(code))] ^= 1 << draw.randrange(8)
        found = list(decoder.disasm_lite(bytes(code), 0))
        if len(found) != 1 or found[0][1] != len(code) or found[0][2] in ELSEWHERE or found[0][2][0] == "j":
            continue
        try:
            (one,) = Machine(Object(bytes(code), b""), Map(word=word), {}, range(0)).code
        except NoProof:
            continue
        memory = [operand.mem for operand in one.operands if operand.type == x86.X86_OP_MEM]
        base = one.reg_name(memory[0].base) if memory else "none"
        if base and base != "rip" and not (memory and memory[0].base == memory[0].index):
            out.append(Instance(found[0][2], found[0][3], bytes(code), None))
        if len(out) == count:
            break
    assert len(out) == count
    return out
