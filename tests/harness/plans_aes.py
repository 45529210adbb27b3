# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What the AES functions are called with.

Every count of blocks to MOST meets all three key sizes, both guards, and is worked in place and not, so that each
stage of a kernel that takes up to 32 blocks at a time ends at a guard with each number of rounds. Counters begin at
every distance from 2^32 that lets them wrap at any place in such a batch.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from tests.harness.batch import Alias, Argument, Buffer, Call, Placement, Word
from tests.harness.plans_common import GUARDS, SEED, Plan
from tests.reference import aes

MOST = 41
_LONG = (67, 130)
_SIZES = tuple(aes.ROUNDS)
Mode = Callable[[bytes, bytes, bytes], "tuple[bytes, bytes]"]
"""schedule, iv or counter, data → output, the iv or counter after it."""


def _special_keys() -> Iterator[bytes]:
    for size in _SIZES:
        yield from (bytes(size), b"\xff" * size, bytes(range(size)), b"\x80" + bytes(size - 1))


def _set_key(function: str, schedule: Callable[[bytes], bytes]) -> list[Call]:
    """Keys of every size against both guards and at all 64 alignments, schedules likewise."""
    rng = random.Random(SEED + 4)
    calls: list[Call] = []

    def add(key: bytes, placement: Placement, align: int | None, to: int | None) -> None:
        expected = schedule(key)
        arguments: tuple[Argument, ...] = (
            Buffer(key, False, placement, align),
            Word(aes.ROUNDS[len(key)]),
            Buffer(rng.randbytes(len(expected)), True, Placement.MIDDLE if to is not None else placement, to),
        )
        note = f"key={len(key)} {placement.name} align={align} schedule={to}"
        calls.append(Call(function, arguments, {2: expected}, note))

    for key in _special_keys():
        for placement in GUARDS:
            add(key, placement, None, None)
    for size in _SIZES:
        for align in range(64):
            add(rng.randbytes(size), (*GUARDS, Placement.MIDDLE)[align % 3], align, align * 29 % 64)
        for placement in GUARDS:
            for align in range(1, 17):
                add(rng.randbytes(size), placement, None if align % 2 else align, None)
    return calls


class _Calls:
    """The calls of a mode, as they are added. ``chained``: there is an iv or counter, the third argument."""

    def __init__(self, function: str, seed: int, mode: Mode, *, decrypt: bool = False, chained: bool = True) -> None:
        self.function, self.mode, self.chained = function, mode, chained
        self.calls: list[Call] = []
        self.rng = random.Random(SEED + seed)
        make = aes.decrypt_schedule if decrypt else aes.encrypt_schedule
        # Four keys of each size. Random ones: what a schedule makes of telling keys is the other plans' matter.
        self._schedules = {size: [make(self.rng.randbytes(size)) for _ in range(4)] for size in _SIZES}
        self._turn = 0

    def schedule(self) -> bytes:
        """One after the other, the sizes in turn."""
        self._turn += 1
        return self._schedules[_SIZES[self._turn % 3]][self._turn // 3 % 4]

    def add(
        self,
        blocks: int,
        placement: Placement,
        *,
        align: int | None = None,
        out: int | None = None,
        in_place: bool = False,
        beside: bool = False,
        schedule: bytes = b"",
        iv: bytes = b"",
        note: str = "",
    ) -> bytes:
        """Adds a call and returns the next iv. ``beside``: the output begins where the input ends."""
        rng = self.rng
        schedule, iv = schedule or self.schedule(), iv or rng.randbytes(16)
        data, before = rng.randbytes(16 * blocks), rng.randbytes(16 * blocks)
        result, after = self.mode(schedule, iv, data)
        # The small ones lie at a guard too, or at an alignment of their own when the data has one.
        small = placement if align is None else Placement.MIDDLE
        arguments: list[Argument] = [Buffer(schedule, False, small, align), Word(len(schedule) // 16 - 1)]
        expected = {}
        if self.chained:
            expected[2] = after
            arguments.append(Buffer(iv, True, small, None if align is None else (align * 5 + 3) % 64))
        at = len(arguments)
        if in_place:
            arguments += [Buffer(data, True, placement, align), Alias(at)]
            expected[at] = result
        elif beside:
            arguments += [Buffer(data + before, True, placement, align), Alias(at, len(data))]
            expected[at] = data + result
        else:
            arguments += [Buffer(data, False, placement, align), Buffer(before, True, placement, out)]
            expected[at + 1] = result
        arguments.append(Word(blocks))
        where = "in place" if in_place else "beside" if beside else out
        text = f"rounds={len(schedule) // 16 - 1} blocks={blocks} {placement.name} in={align} out={where}{note}"
        self.calls.append(Call(self.function, tuple(arguments), expected, text))
        return after

    def everywhere(self) -> None:
        """Every count of blocks, every alignment, in place and not, at both guards, in random splits."""
        for blocks in range(MOST):
            self.add(blocks, Placement.END)
            self.add(blocks, Placement.START)
            self.add(blocks, GUARDS[blocks % 2], in_place=True)
            self.add(blocks, GUARDS[blocks % 2], align=(7 * blocks + 1) % 64, out=(blocks * 29 + 5) % 64)
            if blocks % 3 == 2:
                self.add(blocks, GUARDS[1 - blocks % 2], in_place=True, align=11 * blocks % 64)
                self.add(blocks, GUARDS[blocks % 2], beside=True)
        for blocks in _LONG:
            for _ in _SIZES:
                self.add(blocks, Placement.END)
            self.add(blocks, Placement.START, in_place=True)
        for align in range(64):
            self.add((1, 5, 9, 18)[align % 4], GUARDS[align % 2], align=align, out=(align * 13 + 1) % 64)
        for align in range(16):
            self.add(3 + align, Placement.END, align=0, out=align)
            self.add(19 - align, Placement.START, align=align, out=0)
            self.add(2 * align + 1, Placement.MIDDLE, align=align, in_place=True)
        for split in range(6):
            self.split(split)

    def split(self, number: int) -> None:
        """One message in pieces of random sizes: what comes back in the iv goes into the next call."""
        schedule, iv, at = self.schedule(), self.rng.randbytes(16), 0
        while at < 64:
            blocks = min(self.rng.choice((0, 1, 2, 4, 8, self.rng.randint(1, 33))), 64 - at)
            note = f" split={number} at={at}"
            iv = self.add(
                blocks, GUARDS[number % 2], in_place=number % 3 == 0, schedule=schedule, iv=iv, note=note
            )  # fmt: skip
            at += blocks

    def wraps(self) -> None:
        """Counters that carry out of their bytes, and out of all four, at every place of a batch."""
        for left in range(1, MOST + 1):
            self.counter(2**32 - left, MOST + 1, b"\xff" * 12 if left % 2 else b"")
            self.counter(2**32 - left, left)
        for left in range(1, 17):
            self.counter(2**32 - left, 3 * left % 33 + 1)
            self.counter(2**31 - left, 17)
        for bits in (8, 16, 24):
            for left in (1, 2, 3, 4, 5, 7, 8, 15, 16, 31):
                self.counter(self.rng.getrandbits(32 - bits) << bits | 2**bits - left, left + self.rng.randint(0, 9))
        self.counter(0, MOST)

    def counter(self, value: int, blocks: int, fixed: bytes = b"") -> None:
        iv = (fixed or self.rng.randbytes(12)) + (value % 2**32).to_bytes(4, "big")
        where = GUARDS[len(self.calls) % 2]
        self.add(blocks, where, in_place=len(self.calls) % 3 == 0, iv=iv, note=f" counter={iv.hex()}")


def set_encrypt_key(function: str) -> list[Call]:
    return _set_key(function, aes.encrypt_schedule)


def set_decrypt_key(function: str) -> list[Call]:
    return _set_key(function, aes.decrypt_schedule)


def ecb_encrypt(function: str) -> list[Call]:
    plan = _Calls(function, 5, lambda schedule, iv, data: (aes.ecb_encrypt(schedule, data), b""), chained=False)
    plan.everywhere()
    return plan.calls


def ecb_decrypt(function: str) -> list[Call]:
    def mode(schedule: bytes, iv: bytes, data: bytes) -> tuple[bytes, bytes]:
        return aes.ecb_decrypt(schedule, data), b""

    plan = _Calls(function, 6, mode, decrypt=True, chained=False)
    plan.everywhere()
    return plan.calls


def cbc_encrypt(function: str) -> list[Call]:
    plan = _Calls(function, 7, aes.cbc_encrypt)
    plan.everywhere()
    return plan.calls


def cbc_decrypt(function: str) -> list[Call]:
    plan = _Calls(function, 8, aes.cbc_decrypt, decrypt=True)
    plan.everywhere()
    return plan.calls


def ctr32(function: str) -> list[Call]:
    plan = _Calls(function, 9, aes.ctr32)
    plan.everywhere()
    plan.wraps()
    return plan.calls


PLANS: dict[str, Plan] = {
    "aes_cbc_decrypt": cbc_decrypt,
    "aes_cbc_encrypt": cbc_encrypt,
    "aes_ctr32": ctr32,
    "aes_ecb_decrypt": ecb_decrypt,
    "aes_ecb_encrypt": ecb_encrypt,
    "aes_set_decrypt_key": set_decrypt_key,
    "aes_set_encrypt_key": set_encrypt_key,
}
