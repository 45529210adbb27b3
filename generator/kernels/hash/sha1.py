# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-1 compression (FIPS 180-4, section 6.1.2).

Critical path: the rotation of the newest `a` and one addition, or four rounds in one instruction
(sha_instructions.py). The message word, the constant and the boolean function are added to `e` beforehand. Maj is the
sum of two disjoint halves, of which one is ready early. The schedule is off that path.

Measured at 16 KiB (in brackets: at 256 bytes) in one process, ratios to libcrypto 3.0.19 (Zen 4) and 3.0.22. SHA-NI is
masked off except for the last two columns, and libcrypto then runs AVX2 code:

  core, date                    portable C  ssse3        avx2         shani        shani_avx512vl
  AMD Zen 4, 2026-11-21         0.63        0.98 (0.99)  1.02 (1.01)  1.00 (1.00)
    32-bit mode                 0.68                                  1.00 (1.00)
  Sapphire Rapids, 2026-11-21   0.78        1.02 (1.03)  1.06 (1.05)  0.99 (0.98)  1.36 (1.36)
    32-bit mode                 0.74        1.04 (1.06)               0.98 (0.98)  1.36 (1.35)

Words against libcrypto's words on AMD Zen 3, 2026-11-22: `scalar` has 1.00 to 1.01 times the speed in 64-bit mode, and
1.17 to 1.18 times in 32-bit mode.

Several messages at once on AMD Zen 3, 2026-11-23, 16 KiB each: `avx2` takes 456 cycles for a block of each of eight
messages, `shani` 966 cycles for the same blocks one after the other.
"""

from dataclasses import replace
from functools import partial

from generator.kernels.hash.compression import Compression, in_turns, woven
from generator.kernels.hash.fips180 import SHA1, SHA1_CONSTANTS, Shape
from generator.kernels.hash.sha_blocks import Part, Rounds, Schedule, Vectors, engine
from generator.kernels.hash.sha_instructions import SHA1_ARMV8, SHA1_NI, SHA1_NI_VL
from generator.lang import Arg, Builder, Stream, Val, Variant, kernel
from generator.lang.interface import Hash

# Ch, Parity, Maj, Parity of SHA-1, as disjoint parts, early ones first. Arguments newest first.
CH = [lambda x, y, z: ((y ^ z) & x) ^ z]
PARITY = [lambda x, y, z: (y ^ z) ^ x]
FUNCTIONS = [
    CH,
    PARITY,
    [lambda x, y, z: y & z, lambda x, y, z: (y ^ z) & x],
    PARITY,
]


class Sha1Words(Schedule[Shape]):
    """The schedule of SHA-1 in words. With more than 16 registers words are made two rounds ahead, and the constant of
    twenty rounds stays in a register."""

    tables = 0

    def __init__(self, k: Builder, shape: Shape, constants: list[Val], home: bool) -> None:
        super().__init__(k, shape, constants, home)
        self.ahead = 2 if k.registers > 16 else 0
        self.constant: Val | int = 0

    def begin(self, data: Val, *, loops: bool) -> None:
        """Load the words that no round makes."""
        self.data = data
        for t in range(self.ahead):
            self.renew(t)

    def make(self, t: int, turns: bool = False) -> Stream:
        out = super().make(t, turns)
        if (t - self.ahead) % 20 == 0:
            value = SHA1_CONSTANTS[(t - self.ahead) // 20]
            self.constant = self.k.const(self.k.u32, value, "constant") if self.ahead else value
        return out

    def renew(self, t: int) -> None:
        k, w = self.k, self.w
        if t < 16:
            w += k.load32(self.data, offset=4 * t, names=[f"w{t}"], count=1, be=True)
            k.cold(w[t])
        else:
            if k.messages:  # two operations where logic has three inputs
                w[t % 16] ^= w[(t - 14) % 16]
                k.ternary(lambda x, y, z: x ^ y ^ z, *(w[(t - back) % 16] for back in (3, 8, 16)), to=w[t % 16])
            else:
                for back in (14, 8, 3):
                    w[t % 16] ^= w[(t - back) % 16]
            k.rotl(w[t % 16], 1, to=w[t % 16])

    def add(self, to: Val, t: int, block: int) -> None:
        self.k.add(to, self.w[t % 16], self.constant, to=to)


class Sha1Vectors(Vectors[Shape]):
    """The schedule of SHA-1 in vectors. The words from the 32nd on come from FIPS 180-4's rule applied twice: no word
    depends on another word of its vector."""

    def renew(self, t: int) -> None:
        k, w, n = self.k, self.w, t // 4
        if n < 8:
            word = k.vext(w[n - 3], w[n - 4], 8, to=k.value(self.type, f"w{n}"))
            for other in (w[n - 4], w[n - 2], k.vshr_bytes(w[n - 1], 4)):
                k.xor(word, other, to=word)
            first = k.vshl_bytes(word, 12)  # the first word, which the last one needs
            k.vrotl(word, 1, bits=32, to=word)
            k.xor(word, k.vrotl(first, 2, bits=32), to=word)
            w.append(k.home(word))
        else:
            word = w[n % 8] ^ w[(n + 4) % 8]
            for other in (w[(n + 1) % 8], k.vext(w[(n - 1) % 8], w[(n - 2) % 8], 8)):
                k.xor(word, other, to=word)
            k.vrotl(word, 2, bits=32, to=word)
            k.set(w[n % 8], word)
        self.add_constants(word, t)


class Sha1Rounds(Rounds[Shape]):
    """SHA-1. With eight registers or more the next round adds the last term to `a`. Measurements chose the order: on
    Zen 4 orders differ by up to 30 %."""

    home = True
    size = 5
    part = 20
    limited = False

    def __init__(self, k: Builder, shape: Shape) -> None:
        super().__init__(k, shape)
        # Measured on AMD Zen 3, 2026-11-23: `avx2` takes up to 3 % more cycles if the schedule begins behind 0 or 2 to
        # 8 operations.
        if 8 <= k.registers <= 16:
            self.mixed = partial(woven, lead=1, whole=True)
        # Operations limit these machines, and not their path.
        self.limited = self.limited or k.registers < 8 or k.messages > 0 and k.vectors > 16

    def quarter(self, schedule: Schedule[Shape], t: int) -> int:
        """The quarter of the 80 rounds that round t is in."""
        return t // 20

    def begin(self, state: list[Val]) -> list[Val]:
        return list(state)

    def round(self, v: list[Val], schedule: Schedule[Shape], t: int, block: int) -> None:
        k = self.k
        a, b, c, d, e, *late = v
        schedule.add(e, t, block)
        function = FUNCTIONS[self.quarter(schedule, t)]
        if self.limited:
            k.add_ternary(e, function, b, c, d)
            e += k.rotl(a, 5)
            k.rotl(b, 30, to=b)
            v[:] = [e, a, b, c, d]
            return
        parts = [k.ternary(part, b, c, d) for part in function]
        for term in late:
            a += term
        for term in parts:
            e += term
        k.rotl(b, 30, to=b)
        turned = k.rotl(a, 5)
        k.cold(parts, turned)
        v[:] = [e, a, b, c, d, turned]
        if not schedule.ahead:
            self.end(v, v)

    def end(self, v: list[Val], state: list[Val]) -> None:
        for term in v[5:]:
            self.k.add(v[0], term, to=v[0])
        del v[5:]


class Sha1Inline(Schedule[Shape]):
    """The words of all rounds: sixteen of the message, the others made by their rounds."""

    ahead = 0
    tables = 0
    quarter = 0  # of the rounds that are being recorded

    def begin(self, data: Val, *, loops: bool) -> None:
        k, shape = self.k, self.shape
        area = k.frame(shape.rounds * shape.bytes, "words")
        for n in range(16):
            word = shape.load(k, data, names=[f"w{n}"], offset=n * shape.bytes, be=True)[0]
            k.store32(area, word, offset=n * shape.bytes)
        self.next = k.copy(area, "next")

    def parts(self) -> list[Part]:
        step = {self.next: self.shape.period * self.shape.bytes}
        rounds = ((15, 0, 16), (5, 0, 1), (20, 1, 0), (20, 2, 0), (20, 3, 0))  # and the first with a new word
        return [
            Part(count, partial(self.made, quarter=quarter, first=first * self.shape.bytes), step)
            for count, quarter, first in rounds
        ]

    def made(self, at: int, *, quarter: int, first: int) -> Val:
        """The word at `next` + `at`. From `first` on, words are new."""
        self.quarter = quarter
        if at < first:
            return self.back(0, at)
        k = self.k
        word = self.back(16, at)
        for words in (14, 8, 3):
            word ^= self.back(words, at)
        k.rotl(word, 1, to=word)
        k.store32(self.next, word, offset=at)
        return word

    def back(self, words: int, at: int) -> Val:
        """The word that stands `words` words before `next` + `at`."""
        return self.shape.load(self.k, self.next, names=["w"], offset=at - words * self.shape.bytes)[0]

    def add(self, to: Val, t: int, block: int) -> None:
        word = self.rule(t * self.shape.bytes)
        self.k.add(to, word, SHA1_CONSTANTS[self.quarter], to=to)


class InLoops(Sha1Rounds):
    """Rounds of loops, whose boolean function is that of the schedule's quarter."""

    limited = True

    def quarter(self, schedule: Schedule[Shape], t: int) -> int:
        assert isinstance(schedule, Sha1Inline)
        return schedule.quarter


WORDS = engine(SHA1, Sha1Words, Sha1Rounds)
VECTORS = engine(SHA1, Sha1Vectors, Sha1Rounds)
FEW = (("x86", "eight vector registers do not suffice"),)
PAIRS = engine(SHA1, Sha1Vectors, Sha1Rounds, pairs=True)
LANES = engine(replace(SHA1, period=5), Sha1Inline, InLoops)


@kernel(
    c="void sha1_blocks(uint32_t state[5], const uint8_t *data, size_t blocks)",
    args=[Arg("state", align=4), Arg("data", r="64*blocks"), Arg("blocks", public=True)],
    variants=[
        Variant("scalar", engine=WORDS),
        Variant("ssse3", features=("ssse3",), engine=VECTORS),
        Variant(
            "avx2",
            features=("avx2", "bmi1", "bmi2"),
            engine=PAIRS,
            without=(("x86", "no faster than ssse3"),),
        ),
        Variant("shani_avx512vl", features=("avx512bw", "avx512vl", "sha"), engine=SHA1_NI_VL),
        Variant("shani", features=("ssse3", "sha"), engine=SHA1_NI),
        Variant("ce", features=("sha1",), engine=SHA1_ARMV8),
        Variant(
            "shani_avx512vl",
            features=("avx512bw", "avx512vl", "sha"),
            engine=SHA1_NI_VL,
            messages=2,
            streams=True,
            without=FEW,
        ),
        Variant("shani", features=("ssse3", "sha"), engine=SHA1_NI, messages=2, streams=True, without=FEW),
        Variant("ce", features=("sha1",), engine=SHA1_ARMV8, messages=2, streams=True),
        Variant("neon", features=("neon",), engine=LANES, messages=4),
        Variant("ssse3", features=("ssse3",), engine=LANES, messages=4),
        Variant("shani", features=("ssse3", "sha"), engine=SHA1_NI, messages=4, streams=True, without=FEW),
        Variant("avx2", features=("avx2",), engine=LANES, messages=8, without=FEW),
        Variant("avx512vl", features=("avx512bw", "avx512vl"), engine=WORDS, messages=8, without=FEW),
        Variant("avx512", features=("avx512f", "avx512bw"), engine=WORDS, messages=16, without=FEW),
    ],
    source="FIPS 180-4",
    size="blocks",
    size_unit=64,
    portable=True,
    for_messages=in_turns,
    interface=[
        Hash(
            "sha1",
            title="SHA-1",
            digest=20,
            start=(0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0),
            abc="a9993e364706816aba3e25717850c26c9cd0d89d",
            hmac=True,
        )
    ],
)
def sha1_blocks(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """SHA-1 compression of `blocks` 64-byte blocks."""
    engine: Compression = k.variant.engine
    engine.compress(k, state, data, blocks)
