# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES-CBC encryption of several messages at once: a chain of blocks for each message, all chains in flight.

A chain waits for its own rounds, and leaves the AES units idle three of four cycles or more. Chains of other messages
fill these gaps. A vector holds a block of one, two or four chains. Each round key of all chains is a row of memory, in
the order of the chains, so that a vector of round keys is one load.

Nothing but the rounds is on a chain's path, and one or two additions. The next plaintext block is summed beside the
rounds with the first round key, or with the last one where rounds add their key first.

Measured in one process, AES-128, 16 messages of 4096 bytes, ratio to one chain after the other by `avx`:

  core, date              vaes512 of 16  vaes256 of 16  avx of 8  aesni of 8
  AMD Zen 4, 2026-11-23   10.2           8.9            5.7       5.6

A form for one key of all chains, with every round key in a register, was measured with 512 bits: it took 60 cycles a
step, as this one did. The loads of round keys stand beside the AES units' work. Without bringing blocks together and
apart, a step takes 46 cycles, of 40 that the AES units need (Zen 4). With 512 bits, four blocks of each message come at
once, and change places in registers: 49 to 51 cycles a step, where single blocks take 57 (Sapphire Rapids, 2026-11-25;
two of the round keys in registers would give 1 %). The moves spread between the rounds, or the next plaintext added to
the last round key beforehand, gave 0.985 to 1.02 x: the step waits for four chains of ten rounds, without a cycle to
spare.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.kernels.cipher.aes_engine import BLOCK, COMMON
from generator.lang import Builder, Val

POINTERS = 8  # general registers beside the pointers to all messages
SQUARE = 4  # chains in a vector whose blocks come in squares


class Streams:
    """The chains of ``k.messages`` messages: `parts` vectors, each with a block of `each` chains."""

    def __init__(self, k: Builder, schedule: Val, rounds: Val, in_: Val, out: Val) -> None:
        self.k, self.schedule, self.count = k, schedule, rounds
        self.type = k.vector(k.param("bits"))
        self.size = self.type.bits // 8
        self.each = self.size // BLOCK
        self.parts = k.messages // self.each
        self.row = k.messages * BLOCK
        self.end = k.add(schedule, k.zext(k.usize, k.shl(rounds, self.row.bit_length() - 1)))  # the last round keys
        self.at = k.const(k.usize, 0, "at")  # bytes of each message that are done
        k.cold(rounds, schedule, in_, out)
        self.arrays = {"in": in_, "out": out}
        self.pointers: dict[tuple[str, int], Val] = {}

    def hold(self) -> None:
        """Where registers suffice, load the pointers to all messages."""
        k = self.k
        if k.registers > 2 * k.messages + POINTERS:
            k.note("the pointers to all messages")
            self.pointers = {(which, n): self.pointer(which, n) for which in self.arrays for n in range(k.messages)}

    def pointer(self, which: str, message: int) -> Val:
        found = self.pointers.get((which, message))
        return self.k.pointer(self.arrays[which], message) if found is None else found

    def key(self, n: int, part: int) -> Val:
        """Round key ``n`` of a vector's chains; below 0: counted from the last round key."""
        base = self.schedule if n >= 0 else self.end
        return self.k.vload(self.type, base, offset=n * self.row + part * self.size, name="key")

    def last(self, part: int) -> Val:
        return self.k.vload(self.type, self.end, offset=part * self.size, name="last_key")

    # -- the messages ----------------------------------------------------------------------------------------------

    def fetch(self, part: int, *, ahead: int = 0) -> Val:
        """A block of each of a vector's messages."""
        k, first = self.k, part * self.each
        row = k.vblock(self.type, self.pointer("in", first), offset=ahead, index=self.at, name="text")
        for n in range(1, self.each):
            k.vinsert(row, k.vload(k.v128, self.pointer("in", first + n), offset=ahead, index=self.at), n, to=row)
        return row

    def put(self, part: int, done: Val) -> None:
        """Store a block of each of a vector's messages."""
        for n in range(self.each):
            pointer = self.pointer("out", part * self.each + n)
            self.k.vstore(pointer, self.k.vextract(done, n), index=self.at)

    def squares(self, state: Sequence[Val], left: Val) -> None:
        """As many blocks of every message as a vector has chains, again and again while so many are left. A load takes
        these blocks of one message, and a store puts them back."""
        k, each = self.k, range(self.each)
        k.note("four blocks of each message at a time", inline=True)
        with k.while_(left.ge(self.each)):
            text = [
                k.vtranspose_blocks(
                    [k.vload(self.type, self.pointer("in", part * self.each + n), index=self.at) for n in each]
                )
                for part in range(self.parts)
            ]
            before = state
            for n in each:
                chains = [row[n] for row in text]
                for part, chain in enumerate(chains):
                    k.ternary(lambda x, y, z: x ^ y ^ z, before[part], self.key(0, part), chain, to=chain)
                self.rounds(chains)
                for part, chain in enumerate(chains):
                    k.aes_enc_last(chain, self.last(part), to=chain)
                before = chains
            for part, row in enumerate(text):
                k.set(state[part], row[-1])
                for n, done in enumerate(k.vtranspose_blocks(row)):
                    k.vstore(self.pointer("out", part * self.each + n), done, index=self.at)
            self.at += self.size
            left -= self.each

    # -- the rounds ------------------------------------------------------------------------------------------------

    def enter(self, state: Sequence[Val]) -> None:
        """Add the first plaintext blocks to the initialization vectors."""
        for part, chain in enumerate(state):
            chain ^= self.fetch(part)
            if not self.k.keys_first:
                chain ^= self.key(0, part)

    def several(self, state: Sequence[Val], *keys: int) -> None:
        """A round of every chain for each round key."""
        for n in keys:
            for part, chain in enumerate(state):
                self.k.aes_enc(chain, self.key(n, part), to=chain)

    def rounds(self, state: Sequence[Val]) -> None:
        """All rounds but the last one's addition."""
        k = self.k
        if k.keys_first:
            self.several(state, 0)
        with k.if_(self.count.ge(12)):
            with k.if_(self.count.ge(14)):
                k.note("two rounds of AES-256", inline=True)
                self.several(state, 1, 2)
            k.note("two rounds of AES-192 and AES-256", inline=True)
            self.several(state, -11, -10)
        k.note("rounds of all key sizes", inline=True)
        self.several(state, *range(-COMMON, -1 if k.keys_first else 0))

    def leave(self, chain: Val, part: int) -> Val:
        """The output of a chain. The chain keeps what :meth:`go_on` needs."""
        k = self.k
        if k.keys_first:
            k.aes_enc_last(chain, self.key(-1, part), to=chain)
            return chain ^ self.last(part)
        return k.aes_enc_last(chain, self.last(part), to=chain)

    def go_on(self, state: Sequence[Val]) -> None:
        """Store the output of all chains, and begin the next block of each."""
        k = self.k
        for part, chain in enumerate(state):
            text = self.fetch(part, ahead=BLOCK)
            text ^= self.last(part) if k.keys_first else self.key(0, part)
            self.put(part, self.leave(chain, part))
            chain ^= text


def cbc_streams(k: Builder, schedule: Val, rounds: Val, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """AES-CBC encryption of `blocks` blocks of each message. Every message's block is read before its output is stored,
    and messages that are the same in all arguments are computed alike."""
    streams = Streams(k, schedule, rounds, in_, out)

    def begun() -> list[Val]:
        return [
            k.vload(streams.type, iv, offset=part * streams.size, name=f"state_{part}") for part in range(streams.parts)
        ]

    if streams.each == SQUARE:
        with k.if_(blocks.ge(SQUARE)):
            k.cold(iv)
            state = begun()
            streams.squares(state, blocks)
            for part, chain in enumerate(state):
                k.vstore(iv, chain, offset=part * streams.size)
    with k.if_(blocks.ne(0)):
        k.cold(iv)
        streams.hold()
        k.note("the first block of each message")
        state = begun()
        streams.enter(state)
        k.note("each block but the last, with the begin of the next block")
        with k.loop(blocks - 1, step={streams.at: BLOCK}):
            streams.rounds(state)
            streams.go_on(state)
        k.note("the last block")
        streams.rounds(state)
        for part, chain in enumerate(state):
            done = streams.leave(chain, part)
            streams.put(part, done)
            k.vstore(iv, done, offset=part * streams.size)
