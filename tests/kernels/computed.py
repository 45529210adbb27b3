# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Recorded scripts executed on numbers, for every instruction set: no assembler, emulator or CPU takes part.

Operations mean what they mean to the prover (``proof/script.py``). Instructions for AES and SHA, which the prover does
not look into, mean what the manuals say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import proof.x86_words  # noqa: F401  (the meaning of x86's instructions on words)
from generator.abi import abi
from generator.lang.contract import Kernel, Variant
from generator.lang.values import Op, Val
from generator.pipeline import record
from proof.graph import EXIT, State
from proof.memory import Map
from proof.script import Script
from proof.script_asm import Adapter
from proof.terms import Term, const, fresh, node
from proof.values import value
from targets.trial.plan import Contents
from tests.fuzz.words import aes_inv_mix, aes_round
from tests.proof.sha_armv8 import INSTRUCTIONS as ARMV8
from tests.proof.sha_x86 import INSTRUCTIONS as X86

SEGMENT = 1 << 20
"""Buffers, tables and areas of the frame start behind multiples of this number, above zero."""
STEPS = 400_000
SLANT = 16
"""Buffers begin so far behind their multiples: their addresses differ in more than high bits."""


class Outside(Exception):
    """An access outside of all memory, or one that the memory does not allow."""


class Computed(Script):
    """One run of a recording."""

    def __init__(self, ops: list[Op], word: int, keys_first: bool) -> None:
        super().__init__(ops, Map(word=word), word, keys_first)
        self.held: list[tuple[bytearray, str]] = []

    def reserve(self, data: bytes, may: str = "rw") -> int:
        """The address of new memory."""
        self.held.append((bytearray(data), may))
        return SEGMENT * len(self.held) + SLANT

    def _place(self, address: Term, size: int, way: str) -> tuple[bytearray, int]:
        which, at = divmod(_number(address) - SLANT, SEGMENT)
        if not 1 <= which <= len(self.held):
            raise Outside(f"{self.now.src}: {self.now.name} at {_number(address):#x}")
        data, may = self.held[which - 1]
        if at + size > len(data) or way not in may:
            raise Outside(f"{self.now.src}: {self.now.name} of {size} bytes at {at} of {len(data)}, {may}")
        return data, at

    def load(self, state: State, address: Term, bits: int) -> Term:
        data, at = self._place(address, bits // 8, "r")
        return const(bits, int.from_bytes(data[at : at + bits // 8], "little"))

    def store(self, state: State, address: Term, data: Term) -> None:
        size = data.w // 8
        held, at = self._place(address, size, "w")
        held[at : at + size] = _number(data).to_bytes(size, "little")

    def w_table(self, state: State, op: Op) -> None:
        size = op.attrs["element"]
        data = b"".join((v & (1 << 8 * size) - 1).to_bytes(size, "little") for v in op.attrs["values"])
        self.put(state, op.dst[0], const(self.word, self.reserve(data, "r")))

    def w_frame(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], const(self.word, self.reserve(bytes(op.attrs["size"]))))

    def _aes(self, state: State, op: Op) -> None:
        bits, args = op.dst[0].type.bits, [_number(one) for one in self.args(state, op)]
        made = aes_inv_mix(bits, *args) if len(args) == 1 else aes_round(op.name, bits, self.keys_first, *args)
        self.put(state, op.dst[0], const(bits, made))

    w_aes_enc = w_aes_enc_last = w_aes_dec = w_aes_dec_last = w_aes_inv_mix = _aes

    def _mul52(self, state: State, op: Op) -> None:
        """Products of 52 by 52 bits, their lower or upper halves added to lanes of 64 bits."""
        bits, high, low52 = op.dst[0].type.bits, op.name.endswith("_high"), (1 << 52) - 1
        rows = [[_number(one) >> at & (1 << 64) - 1 for at in range(0, bits, 64)] for one in self.args(state, op)]
        made = 0
        for n, (total, x, y) in enumerate(zip(*rows)):
            product = (x & low52) * (y & low52)
            made |= (total + (product >> 52 if high else product & low52) & (1 << 64) - 1) << 64 * n
        self.put(state, op.dst[0], const(bits, made))

    w_vmul52_low = w_vmul52_high = _mul52

    def put(self, state: State, dst: Val, made: Term) -> None:
        super().put(state, dst, const(made.w, _number(made)))

    def w_asm(self, state: State, op: Op) -> None:
        rule = ARMV8.get(op.attrs["mnem"]) if self.keys_first else None
        views = [arg.args[0] for arg in op.args if isinstance(arg, Op) and arg.name == "view"]
        if rule is None or len(views) != len(op.args):
            borrow = Adapter(self, op).carry(state) if op.attrs["mnem"] == "sbb" else None
            super().w_asm(state, op)
            if borrow is not None and state["flag", "c"].val == "lost":  # equal numbers: the borrow stays
                state["flag", "c"] = node("flags", 2, (borrow,), "bit")
            return
        lane = 64 if op.attrs["mnem"].startswith("sha512") else 32
        words = [_words(state.get(("s", one.id), const(128, 0)).val, lane) for one in views]
        self.put(state, views[0], const(128, _joined(rule(*words), lane)))

    def run(self, state: State) -> None:
        place = 0
        for _ in range(STEPS):
            if place == EXIT:
                return
            goals = self.step(place, state)
            (place,) = [goal for cond, goal in goals if _number(cond)]
        raise AssertionError("the script does not end")


def _number(term: Term) -> int:
    if term.op == "uf":
        name, _, number = term.val.partition(" ")
        made = X86[name](*(_words(_number(one), 32) for one in term.args), *([int(number)] if number else []))
        return _joined(made, 32)
    return int(term.val if term.op == "const" else value(term, 0))


def _words(whole: int, lane: int) -> list[int]:
    return [whole >> at & (1 << lane) - 1 for at in range(0, 128, lane)]


def _joined(words: list[int], lane: int) -> int:
    return sum(word << lane * n for n, word in enumerate(words))


def computed(
    kernel: Kernel, variant: Variant, convention: str, held: Sequence[Contents], numbers: Mapping[str, int]
) -> list[dict[str, bytes]]:
    """What a variant's script leaves in each argument. ``held``: for each message, what the arguments hold before."""
    fresh()
    recorded, params = record(kernel, variant, abi(convention))
    word = next((val.type.bits for val, one in zip(params, kernel.params) if one.type == "ptr"), 64)
    run, state, places = Computed(list(recorded.ops), word, convention == "aapcs64"), State(), dict[str, list[int]]()
    for val, param in zip(params, kernel.params):
        if param.type != "ptr":
            state["s", val.id] = const(val.type.bits, numbers[param.name])
            continue
        arg = kernel.arg(param.name)
        contents = [given[param.name] for given in held]
        if arg.interleaved:
            contents = [woven(contents, arg.interleaved)]
        bases = [run.reserve(data, "r" if arg.access == "r" else "rw") for data in contents]
        places[param.name] = [base // SEGMENT - 1 for base in bases]
        if arg.messages:
            pointers = b"".join(base.to_bytes(word // 8, "little") for base in bases)
            bases = [run.reserve(pointers, "r")]
        state["s", val.id] = const(val.type.bits, bases[0])
    run.run(state)
    left = {name: [bytes(run.held[place][0]) for place in where] for name, where in places.items()}
    for name, (whole, *_) in left.items():
        beside = kernel.arg(name).interleaved
        if beside:
            pieces = [whole[at : at + beside] for at in range(0, len(whole), beside)]
            left[name] = [b"".join(pieces[message :: len(held)]) for message in range(len(held))]
    return [{name: data[message] for name, data in left.items()} for message in range(len(held))]


def woven(contents: list[bytes], piece: int) -> bytes:
    """The first piece of each message, then the second of each."""
    return b"".join(one[at : at + piece] for at in range(0, len(contents[0]), piece) for one in contents)
