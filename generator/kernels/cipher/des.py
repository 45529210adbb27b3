# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""DES (FIPS 46-3) and triple DES (SP 800-67): ECB, and CBC (SP 800-38A, 6.1 and 6.2).

A schedule has 48 bytes a round, each 0 or 255: byte 8 * j + s is a bit of the round key of S-box s, the one that is
added to input INPUTS[j]. Triple DES is 48 rounds, of three schedules one after the other, because the permutations
between its passes cancel. Decryption is encryption under the round keys in reverse order.

Many blocks are bit slices (des_slices.py). One block, and few, are lanes of vectors (des_lanes.py) or a word
(des_words.py). Eight blocks are a vector of arguments of S-boxes, and so are sixteen chains (des_planes.py). A chain
goes by tables (des_indexed.py) for programs that ask for them.

AMD Zen 3, 2026-11-29, the three in one process in turn, cycles of the time-stamp counter a byte, triple DES and (DES);
libcrypto 3.0.19 and libgcrypt 1.10 have tables at secret addresses:

                      scalar     128 bits   256 bits   libcrypto  libgcrypt
  encryption, 16 KiB  290 (95)   91 (32)    89 (32)    102 (36)   75 (34)
  decryption, 16 KiB  22 (9)     12 (5)     5.3 (2.1)  98 (34)    38 (30)
               1 KiB  25 (8)     12 (5)     9.3 (4.0)  95 (33)    40 (29)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from generator.kernels.cipher.des_indexed import EXEMPT, Indexed
from generator.kernels.cipher.des_lanes import Lanes
from generator.kernels.cipher.des_planes import Planes, modes, streams
from generator.kernels.cipher.des_slices import Slices
from generator.kernels.cipher.des_standard import (
    BLOCK,
    BOXES,
    HALF_KEY,
    INPUTS,
    PC1,
    ROUND_KEY,
    ROUNDS,
    TURNS,
    key_bit,
)
from generator.kernels.cipher.des_words import Words
from generator.lang import Arg, Builder, Val, Variant, kernel
from generator.lang.interface import BlockCipher

CASES = {"rounds": (16, 48)}
DATA = [Arg("in", r="8*blocks"), Arg("out", w="8*blocks", alias="in"), Arg("blocks", public=True)]
SCHEDULE = [Arg("schedule", r="48*rounds"), Arg("rounds", public=True)]


def variant(name: str, *features: str, bits: int, engine: type, lanes: int = 0, few: int = 0, **more: Any) -> Variant:
    """`bits` of a row of slices. Fewer blocks than `few` go one by one, through the engine."""
    params = (("bits", bits), ("lanes", lanes), ("few", few))
    return Variant(name, features=features, params=params, engine=engine, **more)


PAIRS = (("x86", "registers of 32 bits gain nothing over C"),)
NARROW = (("x86", "the frame has no room for rows of 256 bits beside values that eight registers leave there"),)
CHAIN = [
    variant("scalar", bits=64, engine=Words, without=PAIRS),
    variant("ssse3", "ssse3", bits=128, lanes=128, engine=Lanes),
    variant("neon", "neon", bits=128, lanes=128, engine=Lanes),
    variant("avx", "avx", bits=128, lanes=128, engine=Lanes),
    variant("avx2", "avx2", bits=256, lanes=256, engine=Lanes),
]
WIDE = ("avx512f", "avx512bw", "avx512vbmi", "gfni")
EIGHT = (("x86", "eight vector registers do not suffice"),)
PLANES = Variant("gfni512", features=WIDE, engine=Planes, without=EIGHT)
SIXTEEN = Variant("gfni512", features=WIDE, engine=Planes, without=EIGHT, messages=16, streams=True)
TABLE = Variant("table", engine=Indexed, without=PAIRS)
BULK = [
    variant("scalar", bits=64, engine=Words, few=6, without=PAIRS),
    variant("ssse3", "ssse3", bits=128, lanes=128, engine=Lanes, few=16),
    variant("neon", "neon", bits=128, lanes=128, engine=Lanes, few=16),
    variant("avx", "avx", bits=128, lanes=128, engine=Lanes, few=18),
    variant("avx2", "avx2", bits=256, lanes=256, engine=Lanes, few=14, without=NARROW),
    PLANES,
]


def contract(
    name: str, chain: bool, variants: list[Variant], section: str, for_messages: Callable[..., None] | None = None
) -> dict[str, Any]:
    """The contract of a mode. ``for_messages`` records the form for several messages, whose round keys and chains are
    interleaved."""
    interleaved = BLOCK if for_messages is not None else 0
    first = [*SCHEDULE, *([Arg("iv")] if chain else [])]
    return {
        "c": f"void {name}(const uint8_t *schedule, size_t rounds, {'uint8_t iv[8], ' * chain}"
        "const uint8_t *in, uint8_t *out, size_t blocks)",
        "args": [*(arg if arg.public else replace(arg, interleaved=interleaved) for arg in first), *DATA],
        "variants": variants,
        "source": f"FIPS 46-3; SP 800-67; SP 800-38A, {section}",
        "size": "blocks",
        "size_unit": BLOCK,
        "portable": True,
        "wipe": True,
        "cases": CASES,
        "for_messages": for_messages,
    }


@kernel(**contract("des_cbc_encrypt", True, [*CHAIN, SIXTEEN, TABLE], "6.2", streams), exempt=EXEMPT)
def des_cbc_encrypt(k: Builder, schedule: Val, rounds: Val, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """CBC encryption of `blocks` 8-byte blocks by DES (16 rounds) or triple DES (48 rounds). On return `iv` holds the
    last block of ciphertext."""
    if k.variant.engine is Indexed:
        chain_by_tables(k, Indexed(k, schedule, rounds), iv, in_, out, blocks)
        return
    one = k.variant.engine(k, schedule, rounds)
    one.hold()
    k.cold(iv, in_, out)
    state = one.read(iv)
    k.cold(state)
    with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
        state ^= one.read(in_)
        k.set(state, one.cipher(state))
        one.write(out, state)
    one.write(iv, state)


def chain_by_tables(k: Builder, one: Indexed, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """The chain is of blocks after the initial permutation: no block waits for the final one of the block before."""
    k.cold(iv, in_, out, blocks)
    left, right = one.read(iv)
    with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
        for half, given in zip((left, right), one.read(in_)):
            half ^= given
        one.cipher(left, right)
        one.write(out, left, right)
    one.write(iv, left, right)


@kernel(**contract("des_cbc_decrypt", True, BULK, "6.2"))
def des_cbc_decrypt(k: Builder, schedule: Val, rounds: Val, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """CBC decryption of `blocks` 8-byte blocks by DES (16 rounds) or triple DES (48 rounds). On return `iv` holds the
    last block of ciphertext."""
    if k.variant.engine is Planes:
        modes(k, schedule, rounds, iv, in_, out, blocks)
        return
    k.cold(iv, in_, out, blocks)
    with k.if_(blocks.ge(k.param("few")), clean=True):
        batch = Slices(k, schedule, rounds)
        with k.while_(blocks.ge(k.param("few"))):
            batch.enter(in_, blocks)
            batch.cipher()
            batch.leave_chained(iv, in_, out, blocks)
            forward(k, in_, out, blocks, k.min(blocks, batch.blocks))
    with k.if_(blocks.ne(0)):
        one = k.variant.engine(k, schedule, rounds)
        one.hold()
        before = one.read(iv)
        k.cold(before)
        with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
            block = one.read(in_)
            k.cold(block)
            made = one.cipher(block)
            made ^= before
            k.set(before, block)
            one.write(out, made)
        one.write(iv, before)


@kernel(**contract("des_ecb", False, BULK, "6.1"))
def des_ecb(k: Builder, schedule: Val, rounds: Val, in_: Val, out: Val, blocks: Val) -> None:
    """DES (16 rounds) or triple DES (48 rounds) of `blocks` 8-byte blocks, each by itself."""
    if k.variant.engine is Planes:
        modes(k, schedule, rounds, None, in_, out, blocks)
        return
    k.cold(in_, out, blocks)
    with k.if_(blocks.ge(k.param("few")), clean=True):
        batch = Slices(k, schedule, rounds)
        with k.while_(blocks.ge(k.param("few"))):
            batch.enter(in_, blocks)
            batch.cipher()
            batch.leave(out, blocks)
            forward(k, in_, out, blocks, k.min(blocks, batch.blocks))
    with k.if_(blocks.ne(0)):
        one = k.variant.engine(k, schedule, rounds)
        one.hold()
        with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
            one.write(out, one.cipher(one.read(in_)))


def forward(k: Builder, in_: Val, out: Val, blocks: Val, count: Val) -> None:
    blocks -= count
    size = k.shl(count, 3)
    k.add(in_, size, to=in_)
    k.add(out, size, to=out)


@contextmanager
def each_round(k: Builder, part: Val, step: dict[Val, int]) -> Iterator[Val]:
    """A loop over the rounds of a pass, backwards in the second pass. The value is how far the halves of the key are
    turned."""
    turns, at = k.table("turns", k.u8, TURNS + TURNS[::-1]), k.shl(part & 1, 4)
    k.cold(turns, at)
    with k.loop(k.const(k.usize, ROUNDS), step={at: 1, **step}, at_least_once=True):
        yield k.zext(k.usize, k.load8(turns, index=at & 31)) & 31


def set_key_in_bytes(k: Builder, key: Val, part: Val, schedule: Val, bits: Val) -> None:
    """A byte at a time."""
    k.note("the bits of both halves of the key as bytes, each half twice")
    to, places, own = k.copy(bits, "to"), k.table("pc1", k.u8, PC1), k.frame(8, "own")
    k.cold(to, places)
    for n in range(8):
        k.store8(own, k.load8(key, offset=n), offset=n)
    for _ in range(2):
        with k.loop(k.const(k.usize, HALF_KEY), step={places: 1, to: 1}, at_least_once=True):
            place = k.zext(k.usize, k.load8(places))
            byte = k.zext(k.u32, k.load8(own, index=k.shr(place, 3) & 7))
            mask = k.trunc(k.u8, k.sub(0, k.shr(k.shl(byte, place & 7), 7) & 1))
            k.store8(to, mask)
            k.store8(to, mask, offset=HALF_KEY)
        to += HALF_KEY
    k.note("the round keys")
    chosen = [key_bit(box, bit) for bit in INPUTS for box in range(BOXES)]
    order = k.table("order", k.u8, [place + (place >= HALF_KEY) * HALF_KEY for place in chosen])
    k.cold(order, bits)
    with each_round(k, part, {}) as turn:
        at = k.copy(order, "at")
        with k.loop(k.const(k.usize, ROUND_KEY), step={at: 1, schedule: 1}, at_least_once=True):
            place = k.zext(k.usize, k.load8(at)) & 127
            place += turn & 31
            k.store8(schedule, k.load8(bits, index=place))


def set_key_in_vectors(k: Builder, key: Val, part: Val, schedule: Val, bits: Val) -> None:
    """Byte shuffles of four vectors, two of each half, make each vector of a round key."""
    k.note("the bits of both halves of the key as bytes, each half more than twice")
    both = k.vload_broadcast(k.v128, key, bits=64)
    for n in range(8):
        places = [PC1[n // 4 * HALF_KEY + lane % HALF_KEY] for lane in range(n % 4 * 16, n % 4 * 16 + 16)]
        mask = k.vconst(k.v128, [0x80 >> place % 8 for place in places], bits=8)
        bytes_ = k.vlookup(both, k.vconst(k.v128, [place // 8 for place in places], bits=8)) & mask
        k.vstore(bits, k.vequal(bytes_, mask, bits=8), offset=16 * n)
    k.note("the round keys")
    chosen = [key_bit(box, bit) for bit in INPUTS for box in range(BOXES)]
    orders = []
    for at in range(0, ROUND_KEY, 16):
        for first in (0, 16, HALF_KEY, HALF_KEY + 16):
            last = min(first + 16, HALF_KEY if first < HALF_KEY else 2 * HALF_KEY)
            lanes = [place - first if first <= place < last else 128 for place in chosen[at : at + 16]]
            orders.append(k.vconst(k.v128, lanes, bits=8))
    k.cold(orders)
    with each_round(k, part, {schedule: ROUND_KEY}) as turn:
        parts = [k.vload(k.v128, bits, index=turn, offset=offset) for offset in (0, 16, 64, 80)]
        k.cold(parts)
        for n in range(3):
            made = None
            for part, order in zip(parts, orders[4 * n :]):
                one = k.vlookup(part, order)
                made = one if made is None else k.or_(made, one, to=made)
            assert made is not None
            k.vstore(schedule, made, offset=16 * n)


@kernel(
    c="void des_set_key(const uint8_t *key, size_t key_bytes, uint8_t *schedule)",
    args=[Arg("key", r="key_bytes"), Arg("key_bytes", public=True), Arg("schedule", w="768+1536*(key_bytes//16)")],
    cases={"key_bytes": (8, 16, 24)},
    variants=[Variant("scalar"), Variant("ssse3", features=("ssse3",)), Variant("neon", features=("neon",))],
    source="FIPS 46-3; SP 800-67",
    portable=True,
    wipe=True,
    interface=[
        BlockCipher(
            "des",
            title="DES and triple DES",
            block=BLOCK,
            rounds={8: 16, 16: 48, 24: 48},
            unit=ROUND_KEY,
            key="0123456789abcdef23456789abcdef01456789abcdef0123",
            plaintext="5468652071756663",
            ciphertext="a826fd8ce53b855f",
            benches=("des", "", "des_ede3"),
        )
    ],
)
def des_set_key(k: Builder, key: Val, key_bytes: Val, schedule: Val) -> None:
    """The round keys of DES (a key of 8 bytes) or triple DES (two keys or three), in the order of encryption. Parity
    bits do not count."""
    made = set_key_in_vectors if k.variant.features else set_key_in_bytes
    bits = k.frame(160, "bits")  # more than is used: masks tell the extent of indices
    passes = k.select(key_bytes.lt(16), k.const(k.usize, 1), 3)
    part = k.const(k.usize, 0, "part")
    k.cold(key, key_bytes, schedule, bits, part, passes)
    with k.loop(passes, step={part: 1}, at_least_once=True):
        place = k.shl(part, 3)
        made(k, k.add(key, k.select(place.lt(key_bytes), place, 0)), part, schedule, bits)
