# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES-GCM (SP 800-38D) over whole blocks: CTR beside GHASH of the ciphertext.

A turn of the loop has as many blocks as the registers hold, and one reduction. Its products stand between the rounds:
decryption hashes the blocks of the turn, encryption those of the turn before. Fewer blocks are batches of powers of
two, which run side by side. With eight vector registers cipher and hash take turns.

Measured on AMD Zen 3, 2026-11-27, on a busy machine, AES-128, without key set-up and tag, cycles a byte of the
time-stamp counter, 64 / 256 / 1344 / 16384 bytes: encryption by vaes256 1.03 / .39 / .35 / .32, by aesni .93 / .66 /
.59 / .56; decryption by vaes256 .59 / .37 / .34 / .32. AWS-LC's whole seal took 4.6 / 1.56 / .76 / .60 at that time,
and OpenSSL 3.0's 10 / 3.0 / 1.02 / .64.

Predicted by llvm-mca 19, cycles a byte of the loop that encrypts: vaes512 .19 on Sapphire Rapids and .27 on Zen 4,
vaes256 .26, .44 and, on Zen 3, .38.

AArch64 by the same model, AES-128, cycles of the loops to those of OpenSSL 4.0.3 (`aes-gcm-armv8_64`, and with EOR3
`aes-gcm-armv8-unroll8_64`), encryption, decryption:

  core            ce         sha3
  Neoverse N1     .99, 1.01  .97, .98
  Neoverse N2     .98, .98   1.01, 1.01
  Neoverse V1     .96, .97   1.03, 1.03
  Neoverse V2     .96, .92   1.01, 1.01
  Cortex-A53      1.06, 1.05 1.12, 1.12
  Cortex-A55      .95, .94   1.00, .99

  Four products a block for three, halves in order, and two loads of a power took 8 to 16 % more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from typing import Any

from generator.kernels.cipher.aes_contract import ARGS, ROUNDS
from generator.kernels.cipher.aes_ctr import Counters
from generator.kernels.cipher.aes_ctr import finish as finish_ctr
from generator.kernels.cipher.aes_engine import BLOCK, Engine, batch
from generator.kernels.cipher.ghash_vectors import CROSSED, GhashVectors, finish
from generator.lang import Arg, Builder, Val, Variant, kernel
from generator.lang.values import Type

STEPS, LAST_STEPS = 3, 2  # of GHASH, for each vector and for each batch


class Woven:
    """Turns of as many blocks as the registers hold, then less in powers of two."""

    def __init__(
        self, k: Builder, aes: Engine, counters: Counters, hash_: GhashVectors, in_: Val, out: Val, blocks: Val,
        *, decrypt: bool, least: int | None = None,
    ) -> None:  # fmt: skip
        self.k, self.aes, self.counters, self.hash, self.decrypt = k, aes, counters, hash_, decrypt
        self.in_, self.out, self.blocks = in_, out, blocks
        self.few = k.vectors < 16
        self.least = least or hash_.turn  # blocks that are left for a turn

    def ciphertext(self, kind: Type, pointer: Val, before: int = 0) -> Callable[[int], Val]:
        return lambda place: self.k.vload(kind, pointer, offset=place - before)

    def both(
        self, kind: Type, number: int, make: Callable[[], list[Val]], hashed: Iterator[None], *, apart: bool
    ) -> None:
        """Encrypt or decrypt the counters that ``make`` makes beside a hash, or before or after it."""
        if apart and self.decrypt:
            finish(hashed)
        state = make()
        self.aes.enter(state)
        steps = STEPS * number + LAST_STEPS
        self.aes.rounds_beside(state, iter(()) if apart else hashed, steps)
        finish_ctr(self.k, self.aes, state, [n * kind.bits // 8 for n in range(number)], self.in_, self.out)
        finish(hashed)

    def next(self) -> list[Val]:
        """The counters of a turn."""
        return self.counters.next(self.hash.wide, self.hash.count)

    def turns(self, around: Callable[[Type], AbstractContextManager[None]]) -> None:
        """Record the turns, of which there is one at least, in ``around`` the vectors' type."""
        with ExitStack() as held:
            if self.aes.roomy:
                held.enter_context(self.aes.holding(self.hash.wide))
            at = held.enter_context(self.hash.prepared())
            held.enter_context(around(self.hash.wide))
            self._turns(at)

    def _turns(self, at: Val) -> None:
        k, hash_ = self.k, self.hash
        type, count, turn = hash_.wide, hash_.count, hash_.turn
        ahead = not self.decrypt and not self.few  # the ciphertext's hash is a turn behind
        if ahead:
            k.note("the first blocks")
            self.both(type, count, self.next, iter(()), apart=True)
            for pointer in (self.in_, self.out):
                pointer += BLOCK * turn
            k.sub(self.blocks, turn, to=self.blocks)
        k.note(f"{turn} blocks at a time")
        behind = BLOCK * turn if ahead else 0
        text = self.ciphertext(type, self.in_ if self.decrypt else self.out, behind)
        with batch(k, self.blocks, turn, self.in_, self.out, least=self.least):
            self.both(type, count, self.next, hash_.batch(type, count, text, at, ahead=True), apart=self.few)
        if ahead:
            k.note("the hash of the last blocks")
            finish(hash_.batch(type, count, text, at, ahead=True))

    def run(self, make: Callable[[Type, list[int]], list[Val]], kind: Type, number: int, at: Val) -> None:
        """A batch of less than a turn, whose counters ``make`` makes for vectors at places of bytes."""
        size, state = kind.bits // 8, list[Val]()

        def next_() -> list[Val]:
            state.extend(make(kind, [n * size for n in range(number)]))
            return state

        text = self.ciphertext(kind, self.in_ if self.decrypt else self.out)
        if not self.decrypt and not self.few:
            text = lambda place: state[place // size]  # noqa: E731
        hashed = self.hash.batch(kind, number, text, at)
        self.both(kind, number, next_, hashed, apart=self.few or not self.decrypt)


def in_one_pass(
    k: Builder, schedule: Val, rounds: Val, counter: Val, powers: Val, xi: Val, in_: Val, out: Val, blocks: Val,
    *, decrypt: bool,
) -> None:  # fmt: skip
    """Whole blocks."""
    aes = Engine(k, schedule, rounds)
    k.cold(in_, out, blocks)
    aes.hold()
    hash_ = GhashVectors(k, powers, xi, turn=k.param("turn") // 2 if k.vectors < 16 else None)
    counters = Counters(k, aes, counter)
    weave = Woven(k, aes, counters, hash_, in_, out, blocks, decrypt=decrypt)
    with k.if_(blocks.ge(weave.least), clean=True):
        weave.turns(counters.around)
    with k.if_(blocks.ne(0)):
        hash_.rest(blocks, partial(weave.run, counters.few), in_, out)
    hash_.store()


def woven(name: str, bits: int, turn: int, karatsuba: int, *features: str) -> Variant:
    params = (("bits", bits), ("turn", turn), ("karatsuba", int(karatsuba)))
    return Variant(name, features=features, params=params)


VARIANTS = [
    woven("aesni", 128, 8, True, "ssse3", "aes", "pclmul"),
    woven("avx", 128, 8, True, "avx", "aes", "pclmul"),
    woven("ce", 128, 8, CROSSED, "neon", "aes", "pmull"),
    woven("sha3", 128, 8, CROSSED, "neon", "aes", "pmull", "sha3"),
    woven("vaes256", 256, 8, True, "avx2", "vaes", "vpclmulqdq"),
    woven("vaes512", 512, 4, False, "avx512f", "avx512bw", "vaes", "vpclmulqdq"),
]


def contract(name: str) -> dict[str, Any]:
    return {
        "c": f"void {name}(const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t powers[256], "
        "uint8_t xi[16], const uint8_t *in, uint8_t *out, size_t blocks)",
        "args": [*ARGS["schedule"], *ARGS["counter"], Arg("powers"), Arg("xi"), *ARGS["data"]],
        "variants": VARIANTS,
        "source": "FIPS 197; SP 800-38D, 6.4 and 6.5; RFC 8452, appendix A",
        "size": "blocks",
        "size_unit": 16,
        "portable": True,
        "wipe": True,
        "cases": ROUNDS,
        "parts": ("aes_ctr32", "ghash_blocks"),
    }


@kernel(**contract("aes_gcm_encrypt"))
def aes_gcm_encrypt(
    k: Builder, schedule: Val, rounds: Val, counter: Val, powers: Val, xi: Val, in_: Val, out: Val, blocks: Val
) -> None:
    """AES-CTR of `blocks` 16-byte blocks as aes_ctr32, and GHASH of the output into `xi` as ghash_blocks."""
    in_one_pass(k, schedule, rounds, counter, powers, xi, in_, out, blocks, decrypt=False)


@kernel(**contract("aes_gcm_decrypt"))
def aes_gcm_decrypt(
    k: Builder, schedule: Val, rounds: Val, counter: Val, powers: Val, xi: Val, in_: Val, out: Val, blocks: Val
) -> None:
    """AES-CTR of `blocks` 16-byte blocks as aes_ctr32, and GHASH of the input into `xi` as ghash_blocks."""
    in_one_pass(k, schedule, rounds, counter, powers, xi, in_, out, blocks, decrypt=True)
