# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Camellia (RFC 3713) with keys of 16, 24 and 32 bytes.

A schedule is the subkeys in the order of their use, eight bytes each: kw1, kw2, six round keys, two of FL and its
inverse, six round keys, and so on; at the end kw4 and kw3. In the reverse order they decrypt.

Measured on AMD Zen 3, 2026-11-29, in one process, keys of 16 bytes, cycles a byte of the time-stamp counter (OpenSSL
3.0 and libgcrypt 1.10, whole calls; both look up tables at secret addresses but for libgcrypt's 16 blocks and more):

  bytes of a call         16    64    256   1024  16384
  CBC encryption, avx2    21.6  20.5  20.5  20.2  20.1
                  scalar  81
              libgcrypt   18.2  16.9  16.6  16.4  16.2
              OpenSSL     41.6  20.0  15.3  14.3  14.0
  CBC decryption, avx2    20.1  13.0  3.2   3.2   3.1
                 vaes256  23.6  13.4  3.3   1.75  1.69
              libgcrypt   18.0  15.4  3.5   1.85  1.79
              OpenSSL     37.9  19.4  14.4  13.3  13.1

A key: 131 cycles, by words 337; libgcrypt 212.
"""

from typing import Any

from generator.kernels.cipher import block_modes
from generator.kernels.cipher.block_modes import Engine
from generator.kernels.cipher.camellia_field import SIGMA
from generator.kernels.cipher.camellia_indexed import EXEMPT, IndexedCamellia
from generator.kernels.cipher.camellia_vectors import SingleCamellia, SlicedCamellia
from generator.kernels.cipher.camellia_words import BLOCK, WordsCamellia
from generator.kernels.cipher.halves import exchange
from generator.lang import Arg, Builder, Val, Variant, kernel
from generator.lang.interface import BlockCipher

SCHEDULE = "8*(rounds+rounds//3+2)"
FEW = (("x86", "eight vector registers do not suffice"),)


def vectors(name: str, bits: int, *features: str, gfni: int = 0, least: int = 3) -> Variant:
    """``least``: blocks from which on the engine of many blocks is faster than that of one."""
    params = (("bits", bits), ("gfni", gfni), ("least", least))
    return Variant(name, features=features, params=params, engine=SingleCamellia, without=FEW)


# The last variant that a CPU can run is preferred.
CHAINED = [
    Variant("scalar", engine=WordsCamellia),
    vectors("aesni", 128, "ssse3", "aes", least=4),
    vectors("avx2", 128, "avx2", "aes"),
    vectors("ce", 128, "neon", "aes", least=4),
    vectors("gfni", 128, "avx2", "gfni", gfni=1),
]
TABLE = Variant("table", engine=IndexedCamellia, without=(("x86", "halves of 64 bits"),))
BATCHED = [
    *CHAINED[:4],
    vectors("vaes256", 256, "avx2", "aes", "vaes"),
    vectors("gfni256", 256, "avx2", "gfni", gfni=1),
    vectors("gfni512", 512, "avx512f", "avx512bw", "avx512vl", "gfni", gfni=1),
]


def contract(name: str, source: str, variants: list[Variant], chain: bool) -> dict[str, Any]:
    """The contract of a mode."""
    return {
        "c": f"void camellia_{name}(const uint8_t *schedule, size_t rounds, {'uint8_t iv[16], ' if chain else ''}"
        "const uint8_t *in, uint8_t *out, size_t blocks)",
        "args": [
            Arg("schedule", r=SCHEDULE),
            Arg("rounds", public=True),
            *([Arg("iv")] if chain else []),
            Arg("in", r="16*blocks"),
            Arg("out", w="16*blocks", alias="in"),
            Arg("blocks", public=True),
        ],
        "variants": variants,
        "source": f"RFC 3713; SP 800-38A, {source}",
        "size": "blocks",
        "size_unit": BLOCK,
        "portable": True,
        "wipe": True,
        "cases": {"rounds": (18, 24)},
    }


@kernel(
    c="void camellia_set_key(const uint8_t *key, size_t key_bytes, uint8_t *schedule)",
    args=[
        Arg("key", r="key_bytes"),
        Arg("key_bytes", public=True),
        Arg("schedule", w="208+64*(key_bytes//24)"),
    ],
    cases={"key_bytes": (16, 24, 32)},
    variants=CHAINED,
    source="RFC 3713, 2.2",
    portable=True,
    wipe=True,
    interface=[
        BlockCipher(
            "camellia",
            title="Camellia",
            block=BLOCK,
            rounds={16: 18, 24: 24, 32: 24},
            unit=8,
            key="0123456789abcdeffedcba9876543210",
            plaintext="0123456789abcdeffedcba9876543210",
            ciphertext="67673138549669730857065648eabe43",
        )
    ],
)
def camellia_set_key(k: Builder, key: Val, key_bytes: Val, schedule: Val) -> None:
    """The subkeys of a key of 16, 24 or 32 bytes, in the order of encryption."""
    # Rows of a block. `mixed`: what is added before two rounds with two constants: KL + KR, KL, KR. `made`: what
    # follows from these rounds: nothing of use, KA, KB.
    camellia: WordsCamellia | SingleCamellia = k.variant.engine(k)
    k.cold(key, key_bytes, schedule)
    mixed, made = k.frame(3 * BLOCK, "mixed"), k.frame(3 * BLOCK, "made")
    words = WordsCamellia(k)
    left = words.read(key)
    words.write(mixed, left, BLOCK)
    with k.if_(key_bytes.lt(24)):
        words.write(mixed, left)
    with k.else_():
        right = [k.load32(key, offset=BLOCK + 4 * n, be=True) for n in range(2)]
        k.cold(right)
        lower = [~word for word in right]
        k.cold(lower)
        with k.if_(key_bytes.ge(32)):
            for n, word in enumerate(lower):
                k.load32(key, offset=BLOCK + 8 + 4 * n, be=True, to=word)
        words.write(mixed, [*right, *lower], 2 * BLOCK)
        words.write(mixed, [one ^ other for one, other in zip(left, [*right, *lower])])
    sigma = k.table("sigma", k.u8, list(b"".join(one.to_bytes(8, "big") for one in SIGMA)))
    state = camellia.zeros()
    before, after = k.copy(mixed), k.copy(made)
    turns = k.select(key_bytes.lt(24), k.const(k.usize, 2), 3)
    k.cold(before, after, turns, sigma)
    with k.loop(turns, step={before: BLOCK, after: BLOCK, sigma: BLOCK}, at_least_once=True):
        camellia.add(state, before)
        camellia.two_rounds(state, sigma)
        camellia.store(after, state)
    rows = {"KL": (mixed, BLOCK), "KR": (mixed, 2 * BLOCK), "KA": (made, BLOCK), "KB": (made, 2 * BLOCK)}
    with k.if_(key_bytes.lt(24)):
        subkeys(k, schedule, rows, SHORT)
    with k.else_():
        subkeys(k, schedule, rows, LONG)


SHORT = (
    "KL 0, KA 0, KL 15, KA 15, KA 30, KL 45, KA 45 left, KL 60 right, KA 60, KL 77, KL 94, KA 94, KL 111, KA 111 turned"
)
LONG = (
    "KL 0, KB 0, KR 15, KA 15, KR 30, KB 30, KL 45, KA 45, KL 60, KR 60, KB 60, KL 77, KA 77, KR 94, KA 94, KL 111, "
    "KB 111 turned"
)
"""What the subkeys are: a row, turned to the left by a number of bits."""


def subkeys(k: Builder, schedule: Val, rows: dict[str, tuple[Val, int]], order: str) -> None:
    """Store the subkeys."""
    wide = k.usize.bits == 64
    type, load, store = (k.u64, k.load64, k.store64) if wide else (k.u32, k.load32, k.store32)
    size, at = type.bits // 8, 0
    for text in order.split(", "):
        name, by, *halves = text.split()
        base, offset = rows[name]
        k.note(text)
        words = [load(base, offset=offset + n, be=True) for n in range(0, BLOCK, size)]
        k.cold(words)
        skip, shift = divmod(int(by), type.bits)
        words = words[skip:] + words[:skip]
        if shift:
            words = [
                k.shl(one, shift) | k.shr(other, type.bits - shift) for one, other in zip(words, words[1:] + words[:1])
            ]
            k.cold(words)
        half = len(words) // 2
        left, right = words[:half], words[half:]
        parts = {"": left + right, "left": left, "right": right, "turned": right + left}[halves[0] if halves else ""]
        for word in parts:
            store(schedule, word, offset=at, be=True)
            at += size


def engine(k: Builder, schedule: Val, rounds: Val) -> Engine:
    k.cold(schedule, rounds)
    return Engine(
        16,
        16,
        k.param("least"),
        lambda type, blocks: SlicedCamellia(k, type, schedule, rounds).crypt(blocks),
        lambda block, add: SingleCamellia(k, schedule, rounds).cipher(block, add),
    )


@kernel(**contract("cbc_encrypt", "6.2", [*CHAINED, TABLE], chain=True), exempt=EXEMPT)
def camellia_cbc_encrypt(k: Builder, schedule: Val, rounds: Val, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """Camellia-CBC encryption of `blocks` 16-byte blocks. On return `iv` holds the last block of ciphertext."""
    camellia: WordsCamellia | SingleCamellia | IndexedCamellia = k.variant.engine(k, schedule, rounds)
    k.cold(iv, in_, out, blocks)
    if isinstance(camellia, IndexedCamellia):
        left, right = camellia.load(iv), camellia.load(iv, 8)
        with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
            left ^= camellia.load(in_)
            right ^= camellia.load(in_, 8)
            camellia.cipher(left, right)
            exchange(k, left, right)
            k.store64(out, [left, right], be=True)
        k.store64(iv, [left, right], be=True)
        return
    if isinstance(camellia, SingleCamellia):
        # The halves stay in their form from block to block. `mask`: the last two subkeys of a block and the first two
        # of the next.
        made, last = k.vload(k.v128, iv, name="made"), camellia.last()
        mask = last ^ k.vload(k.v128, schedule)
        left, right = camellia.halves(camellia.enter(made ^ last))
        k.cold(iv, made, last, mask)
        with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
            for half, other in zip((left, right), camellia.halves(camellia.enter(k.vload(k.v128, in_) ^ mask))):
                half ^= other
            camellia.run(left, right)
            exchange(k, left, right)
            k.xor(camellia.leave(camellia.block([left, right])), last, to=made)
            k.vstore(out, made)
        k.vstore(iv, made)
        return
    state = camellia.read(iv)
    with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
        for word, plain in zip(state, camellia.read(in_)):
            word ^= plain
        camellia.cipher(state)
        camellia.write(out, state)
    camellia.write(iv, state)


@kernel(**contract("cbc_decrypt", "6.2", BATCHED, chain=True))
def camellia_cbc_decrypt(k: Builder, schedule: Val, rounds: Val, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """Camellia-CBC decryption of `blocks` 16-byte blocks under subkeys in reverse order. On return `iv` holds the last
    block of ciphertext."""
    if k.variant.engine is SingleCamellia:
        block_modes.cbc_decrypt(k, engine(k, schedule, rounds), iv, in_, out, blocks)
        return
    camellia: WordsCamellia = k.variant.engine(k, schedule, rounds)
    k.cold(iv, in_, out, blocks)
    chain = camellia.read(iv)
    with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
        state = camellia.read(in_)
        following = [k.copy(word) for word in state]
        k.cold(following)
        camellia.cipher(state)
        for word, add, cipher in zip(state, chain, following):
            word ^= add
            k.set(add, cipher)
        camellia.write(out, state)
    camellia.write(iv, chain)


@kernel(**contract("ecb", "6.1", BATCHED, chain=False))
def camellia_ecb(k: Builder, schedule: Val, rounds: Val, in_: Val, out: Val, blocks: Val) -> None:
    """Camellia of `blocks` 16-byte blocks, each by itself: encryption, or with subkeys in reverse order decryption."""
    if k.variant.engine is SingleCamellia:
        block_modes.ecb(k, engine(k, schedule, rounds), in_, out, blocks)
        return
    camellia: WordsCamellia = k.variant.engine(k, schedule, rounds)
    k.cold(in_, out, blocks)
    with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
        state = camellia.read(in_)
        camellia.cipher(state)
        camellia.write(out, state)
