# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""CBC of ciphers whose blocks are two words of 32 bits, high bytes first, with the S-boxes of word_boxes.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.kernels.cipher.halves import exchange
from generator.kernels.cipher.word_boxes import EXEMPT, VARIANTS, Boxes
from generator.lang import Arg, Builder, Val

BLOCK = 8
Halves = list[Val]
Cipher = Callable[[list[Halves]], None]
"""Encrypts or decrypts blocks in place, and leaves the halves of each in the order of the other way."""


def contract(cipher: str, name: str, schedule: str, source: str, rounds: tuple[int, ...] = ()) -> dict[str, Any]:
    """The contract of a mode. ``schedule``: its bytes. ``rounds``: their numbers, where there are several."""
    count = "size_t rounds, " if rounds else ""
    return {
        "c": f"void {cipher}_{name}(const uint32_t *schedule, {count}uint8_t iv[8], const uint8_t *in, uint8_t *out, "
        "size_t blocks)",
        "args": [
            Arg("schedule", r=schedule, align=4),
            *([Arg("rounds", public=True)] if rounds else []),
            Arg("iv"),
            Arg("in", r="8*blocks"),
            Arg("out", w="8*blocks", alias="in"),
            Arg("blocks", public=True),
        ],
        **({"cases": {"rounds": rounds}} if rounds else {}),
        "variants": VARIANTS,
        "source": f"{source}; SP 800-38A, 6.2",
        "size": "blocks",
        "size_unit": BLOCK,
        "portable": True,
        "wipe": True,
        "exempt": EXEMPT,
    }


def load(k: Builder, at: Val, offset: int = 0) -> Halves:
    return [k.load32(at, offset=offset + n, be=True) for n in (0, 4)]


def cbc_encrypt(k: Builder, crypt: Cipher, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    k.cold(iv, in_, out, blocks)
    state = load(k, iv)
    k.cold(state)
    with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
        for half, given in zip(state, load(k, in_)):
            half ^= given
        crypt([state])
        exchange(k, *state)
        k.store32(out, state, be=True)
    k.store32(iv, state, be=True)


def cbc_decrypt(k: Builder, boxes: Boxes, crypt: Cipher, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    k.cold(iv, in_, out, blocks)
    before = load(k, iv)
    k.cold(before)

    def run(count: int) -> None:
        states = [load(k, in_, BLOCK * n) for n in range(count)]
        k.cold(*states)
        last = [k.copy(half) for half in states[-1]]
        k.cold(last)
        crypt(states)
        # The last block comes first: in place, output then replaces only ciphertext that no block still needs.
        for n in reversed(range(count)):
            left, right = states[n]
            first, second = load(k, in_, BLOCK * (n - 1)) if n else before
            k.store32(out, [right ^ first, left ^ second], offset=BLOCK * n, be=True)
        for one, following in zip(before, last):
            k.set(one, following)

    if boxes.streams > 1:
        size = BLOCK * boxes.streams
        k.note(f"{boxes.streams} blocks side by side")
        with k.while_(blocks.ge(boxes.streams)):
            run(boxes.streams)
            in_ += size
            out += size
            blocks -= boxes.streams
        k.note("single blocks")
    with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
        run(1)
    k.store32(iv, before, be=True)
