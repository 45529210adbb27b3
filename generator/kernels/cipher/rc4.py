# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""RC4: key schedule and key stream (RFC 6229 gives vectors; the algorithm as published in 1994).

state[0..255] is the table S, state[256] is x (i), state[257] is y (j), both of the last byte handled. An entry is a
word of 32 bits, because stores of single bytes take AMD Zen 3 half of its speed (plain steps, ratio to a table of
bytes: words 1.75; bytes in words of their own 1.05).

Memory bounds the speed, not arithmetic: the load of S[i+1] may not pass the store to S[j] before the store's address is
known. Some cores predict that well, and others wait, which costs more than the arithmetic. A wrong prediction costs as
much. Three variants load S[i+n] `ahead` steps early, before the store to S[j] of the present step, and repair the value
if a j of the steps between is i+n:

  gathered    plain steps, the fewest instructions. The key stream's bytes gather in vectors.
  preloaded   the same, but one ahead: a branch repairs it in the rare case (1 in 256).
  lookahead   three ahead; the three preloads are fetched anew in the rare case (3 in 256) that j is one of i+1 .. i+3.
              Chain: one 8-bit add. The branch depends on the key stream's state: a named exemption.
  branchfree  two ahead; each preload is repaired by compare and select. Chain: add, compare, select. The early load's
              address waits for the j before (by a zero that depends on j); otherwise the core runs ahead and collides
              with stores whose addresses are not known yet.

The last two look less far ahead where registers are few.

Measured, ratio to OpenSSL's kernel in one process (Zen 5: 3.0, with a table of bytes; Zen 3: 4.0.3; `busy`: while the
core's other thread had work, of which nothing else is known):

  core, date                bytes   gathered  preloaded  lookahead  branchfree  portable C
  AMD Zen 5, 2026-11-21     16384                        1.93       1.56        1.09
  AMD Zen 3, 2026-11-23     16384   0.91      1.25       0.79       0.79        0.67
                            256     0.95      1.22       0.79       0.80        0.66
                            16      1.08      1.30       0.89       0.90        0.83
  busy                      16384   1.17      1.13       0.79       0.75        0.48
"""

from generator.lang import Arg, Builder, Val, Variant, kernel, stream

TABLE, NEAR, POSITION = "rc4_table", "rc4_near", "rc4_position"
UNROLL = 8  # steps a round; a divisor of 256: a window of S never wraps
ENTRY = 4  # bytes of an entry of S
POSITIONS = 256 * ENTRY
FEW_LANES = (
    ("x86", "seven registers hold the steps' values or the buffers' places, not both"),
    ("aarch64", "a lane takes two instructions, and the byte by itself two as well"),
)
FILL = 4  # entries that set_key writes at once


@kernel(
    c="void rc4_set_key(uint32_t state[258], const uint8_t *key, size_t length)",
    args=[Arg("state", w=258 * ENTRY, align=4), Arg("key", r="length"), Arg("length", public=True)],
    source="RC4 key schedule; vectors RFC 6229",
    size="length",
    cases={"length": range(1, 257)},
    portable=True,
    exempt={TABLE: "the table is indexed by key-dependent bytes, which is the algorithm itself"},
)
def rc4_set_key(k: Builder, state: Val, key: Val, length: Val) -> None:
    """Key schedule for a key of `length` bytes, 1 to 256."""
    k.cold(key, length)
    at = k.copy(state, "at")
    k.note("S[n] = n")
    fill = [k.const(k.u64, n | (n + 1) << 32) for n in range(0, FILL, 2)]  # two entries in each
    with k.loop(k.const(k.usize, 256 // FILL), step={at: ENTRY * FILL}, at_least_once=True):
        k.store64(at, fill)
        for two in fill:
            two += FILL | FILL << 32
    k.note("i = j = 0")
    zero = k.const(k.u32, 0)
    k.store32(state, [zero, zero], offset=POSITIONS)
    k.note("mix in the key; the next entry is loaded before this step's stores, and repaired")
    i = k.const(k.usize, 0, "i")
    j = k.const(k.u8, 0, "j")
    byte = k.copy(key, "byte")
    end = k.add(key, length)
    k.cold(end)
    a = k.load8(state, names=["entry"])
    with k.while_(i.ne(256), align=32):
        j += k.add(a, k.load8(byte))  # one addition on the critical path
        b = k.load8(state, index=j, scale=ENTRY, exempt=TABLE)
        ahead = k.load8(state, index=i, scale=ENTRY, offset=ENTRY)  # of the last step: a zero
        k.store32(state, k.zext(k.u32, b), index=i, scale=ENTRY)
        k.store32(state, k.zext(k.u32, a), index=j, scale=ENTRY, exempt=TABLE)
        i += 1
        k.select(j.eq(k.trunc(k.u8, i)), a, ahead, exempt=TABLE, to=a)
        byte += 1
        k.select(byte.eq(end), key, byte, to=byte)


class KeyStream:
    """The values that every step of the key stream works on. A window is eight bytes whose first entry of S has a
    number that is a multiple of eight. Subclasses have their ways to run whole windows."""

    def __init__(self, k: Builder, state: Val, in_: Val, out: Val) -> None:
        self.k, self.s, self.in_, self.out = k, state, in_, out
        k.note("load i and j")
        self.i = k.load8(state, offset=POSITIONS, names=["i"], public=POSITION)
        self.j = k.load8(state, offset=POSITIONS + ENTRY, names=["j"])

    def store(self) -> None:
        """Store i and j."""
        for n, position in enumerate((self.i, self.j)):
            self.put(self.s, position, offset=POSITIONS + ENTRY * n)

    def put(self, s: Val, x: Val, index: Val | None = None, offset: int = 0, exempt: str | None = None) -> None:
        """Store an entry. Where words live in vectors, a byte is enough: the entry's others are zero."""
        k, scale = self.k, 1 if index is None else ENTRY
        if k.u32.cls == "vec":
            k.store8(s, x, index=index, scale=scale, offset=offset, exempt=exempt)
        else:
            k.store32(s, k.zext(k.u32, x), index=index, scale=scale, offset=offset, exempt=exempt)

    def singles(self, count: Val) -> None:
        """Run `count` plain steps."""
        k, s = self.k, self.s
        # The rounds may keep cold values in the frame. This loop has registers for copies of them.
        i, in_, out = k.copy(self.i), k.copy(self.in_), k.copy(self.out)
        with k.loop(count, step={in_: 1, out: 1}, align=0):
            i += 1
            a = k.load8(s, index=i, scale=ENTRY)
            self.j += a
            b = k.load8(s, index=self.j, scale=ENTRY, exempt=TABLE)
            self.put(s, a, self.j, exempt=TABLE)
            self.put(s, b, i)
            self.output(a, b, in_, out, 0)
        for cold, warm in ((self.i, i), (self.in_, in_), (self.out, out)):
            k.set(cold, warm)

    def output(self, a: Val, b: Val, in_: Val, out: Val, at: int) -> None:
        """out[at] = in[at] ^ S[a + b]; overwrites `b`."""
        k = self.k
        b += a
        t = k.load8(self.s, index=b, scale=ENTRY, exempt=TABLE)
        t ^= k.load8(in_, offset=at)
        k.store8(out, t, offset=at)

    windowed = True
    """Whether `begin` wants `i` + 1 to be a multiple of eight."""

    def begin(self) -> None:
        """From here until `end`, `i` runs one ahead."""
        self.i += 1

    def end(self) -> None:
        self.i -= 1

    def windows(self, at: int, count: int) -> None:
        """Run `count` steps, whole windows, on the bytes from `at` on. The pointers to the buffers stay."""
        raise NotImplementedError

    def rounds(self, length: Val) -> None:
        """Run whole windows, and leave in `length` the bytes that fill none."""
        raise NotImplementedError

    def round(self, count: Val, steps: int) -> None:
        with self.k.loop(count, step={self.in_: steps, self.out: steps}, at_least_once=True):
            self.windows(0, steps)


class Ahead(KeyStream):
    """Loads entries some steps early. See the top of the file."""

    def __init__(self, k: Builder, state: Val, in_: Val, out: Val, ahead: int, branch: int) -> None:
        super().__init__(k, state, in_, out)
        self.ahead, self.branch, self.at_once = ahead, branch == 1, branch == 2

    def begin(self) -> None:
        k = self.k
        super().begin()
        self.window = k.add(self.s, self.way(self.i))
        self.following = k.value(k.ptr, "following")
        k.cold(self.following)
        self.preload = [k.load8(self.window, offset=ENTRY * n) for n in range(self.ahead)] + [k.value(k.u8, "ahead")]

    def way(self, index: Val) -> Val:
        """The bytes from S to an entry."""
        return self.k.zext(self.k.usize, index) << (ENTRY.bit_length() - 1)

    def rounds(self, length: Val) -> None:
        k = self.k
        count = length >> 3
        with k.if_(count.ne(0)):
            self.begin()
            self.round(count, UNROLL)
            self.end()
        length &= UNROLL - 1

    def windows(self, at: int, count: int) -> None:
        for first in range(at, at + count, UNROLL):
            self.window_of(first)

    def window_of(self, at: int) -> None:
        k, s, j, ahead, branch = self.k, self.s, self.j, self.ahead, self.branch
        window, following, preload = self.window, self.following, self.preload
        self.i += UNROLL  # start of the next window; the eight-bit addition wraps at 256
        k.add(s, self.way(self.i), to=following)
        near = minus = self.i
        if ahead and branch:
            minus = k.sub(UNROLL, self.i)  # minus this window's first index
            k.cold(minus)
        elif ahead:
            near = k.sub(self.i, UNROLL - 1)
        waits: Val | None = None

        def place(step: int) -> tuple[Val, int]:
            return (window, ENTRY * step) if step < UNROLL else (following, ENTRY * (step - UNROLL))

        for step in range(UNROLL):
            k.note(f"RC4, byte {at + step}", inline=True)
            a, fresh = preload[0], preload[-1]
            if not ahead:
                k.load8(window, offset=ENTRY * step, to=a)
            j += a
            base, offset = place(step + ahead)
            if ahead:
                k.load8(base, index=waits, offset=offset, to=fresh, exempt=TABLE if waits is not None else None)
            b = k.load8(s, index=j, scale=ENTRY, exempt=TABLE)
            self.put(s, a, j, exempt=TABLE)
            self.put(window, b, offset=ENTRY * step)
            if ahead and not branch:
                # Zero, but not before j is known. A compiler would know the zero.
                waits = None if self.at_once else k.zext(k.usize, j) >> 8
                # Two ahead: at the end, near is i + 1 of the next step.
                for n in range(1, ahead + 1):
                    k.select(j.eq(near), a, preload[n], exempt=NEAR, to=preload[n])
                    if n < ahead:
                        near += 1
            elif ahead:
                distance = k.add(j, minus, -(step + 1))
                with k.rarely(distance.lt(ahead), exempt=NEAR):
                    k.note("load the bytes ahead again: one has changed", inline=True)
                    for n in range(1, ahead + 1):
                        base, offset = place(step + n)
                        k.load8(base, offset=offset, to=preload[n])
            self.output(a, b, self.in_, self.out, at + step)
            preload = [*preload[1:], a]
        for n in reversed(range(ahead)):
            k.set(self.preload[n], preload[n])
        k.set(window, following)


class Gathered(KeyStream):
    """Plain steps, but the key stream's bytes gather in vectors: one exclusive-or and one store for up to 16 bytes."""

    def begin(self) -> None:
        super().begin()
        self.lanes: list[Val] = [self.k.vzero(self.k.v128, name=name) for name in ("even", "odd")]

    def rounds(self, length: Val) -> None:
        k = self.k
        with k.if_(length.ge(UNROLL)):
            self.begin()
            count = length >> 4
            with k.if_(count.ne(0)):
                self.round(count, 2 * UNROLL)
            length &= 2 * UNROLL - 1
            with k.if_(length.ge(UNROLL)):
                self.windows(0, UNROLL)
                for pointer in (self.in_, self.out):
                    pointer += UNROLL
                length -= UNROLL
            self.end()

    def windows(self, at: int, count: int) -> None:
        for first in range(at, at + count, 2 * UNROLL):
            self.gather(first, min(2 * UNROLL, at + count - first))

    def step(self, number: int) -> Val:
        """The step of this number in a window. Returns the number of the entry that is the key stream's byte."""
        k, s, i, j = self.k, self.s, self.i, self.j
        place = ENTRY * (number % UNROLL)
        a = k.load8(s, index=i, scale=ENTRY, offset=place)
        j += a
        b: Val = k.load8(s, index=j, scale=ENTRY, exempt=TABLE)
        self.put(s, a, j, exempt=TABLE)
        self.put(s, b, i, place)
        b += a
        if number % UNROLL == UNROLL - 1:
            i += UNROLL  # the eight-bit addition wraps at 256
        return b

    def gather(self, at: int, count: int) -> None:
        """One window or two. An entry's upper bytes are zero: a load of 16 bits takes its byte and a zero."""
        k = self.k
        for step in range(count):
            k.note(f"RC4, byte {at + step}", inline=True)
            t = self.step(step)
            made = self.lanes[step % 2]  # loads replace what the last group left there
            k.vload_lane(made, step // 2, self.s, bits=16, index=t, scale=ENTRY, exempt=TABLE, to=made)
        even, odd = self.lanes
        k.vshl(odd, 8, bits=16, to=odd)
        even |= odd
        if count > UNROLL:
            even ^= k.vload(k.v128, self.in_, offset=at)
            k.vstore(self.out, even, offset=at)
        else:
            text = k.load64(self.in_, offset=at)
            text ^= k.vword(k.u64, even)
            k.store64(self.out, text, offset=at)


class Preloaded(Gathered):
    """Loads the next entry one step early, at any position."""

    windowed = False

    def begin(self) -> None:
        super().begin()
        k = self.k
        self.preload = [k.load8(self.s, index=self.i, scale=ENTRY), k.value(k.u8, "ahead")]

    def step(self, number: int) -> Val:
        k, s, i, j = self.k, self.s, self.i, self.j
        a, ahead = self.preload
        j += a
        b: Val = k.load8(s, index=j, scale=ENTRY, exempt=TABLE)
        self.put(s, b, i)
        i += 1
        k.load8(s, index=i, scale=ENTRY, to=ahead)
        self.put(s, a, j, exempt=TABLE)
        with k.rarely(j.eq(i), exempt=NEAR):
            k.note("the entry ahead has changed", inline=True)
            k.set(ahead, a)
        self.preload = [ahead, a]
        b += a
        return b


def key_stream(k: Builder, state: Val, in_: Val, out: Val) -> KeyStream:
    """As the variant's parameters say."""
    if k.param("gathers"):
        return (Preloaded if k.param("ahead") else Gathered)(k, state, in_, out)
    ahead = k.param("ahead" if k.registers >= 15 else "ahead_few")
    return Ahead(k, state, in_, out, ahead, k.param("branch"))


@stream
def rc4_bytes(k: Builder, keys: KeyStream, count: int) -> None:
    """Process `count` bytes, a multiple of eight, between `begin` and `end`. The pointers to the buffers stay."""
    keys.windows(0, count)


@kernel(
    c="void rc4_stream(uint32_t state[258], const uint8_t *in, uint8_t *out, size_t length)",
    args=[
        Arg("state", align=4),
        Arg("in", r="length"),
        Arg("out", w="length", alias="in"),
        Arg("length", public=True),
    ],
    variants=[
        Variant("portable", params=(("branch", 2), ("ahead", 2), ("ahead_few", 0), ("gathers", 0))),
        Variant("branchfree", params=(("branch", 0), ("ahead", 2), ("ahead_few", 0), ("gathers", 0))),
        Variant("lookahead", params=(("branch", 1), ("ahead", 3), ("ahead_few", 1), ("gathers", 0))),
        Variant("gathered", params=(("branch", 0), ("ahead", 0), ("ahead_few", 0), ("gathers", 1)), without=FEW_LANES),
        Variant("preloaded", params=(("branch", 1), ("ahead", 1), ("ahead_few", 1), ("gathers", 1)), without=FEW_LANES),
    ],
    source="RC4; vectors RFC 6229",
    size="length",
    portable=True,
    exempt={
        TABLE: "the table is indexed by key-dependent bytes, which is the algorithm itself",
        NEAR: "a branch taken when j is close to i, which the table's addresses show as well",
        POSITION: "x counts the bytes handled so far, which anybody can see",
    },
)
def rc4_stream(k: Builder, state: Val, in_: Val, out: Val, length: Val) -> None:
    """Exclusive-or `length` bytes of key stream over `in` into `out`, which may be the same buffer."""
    k.cold(in_, out, length)
    keys = key_stream(k, state, in_, out)
    k.cold(keys.i)
    if keys.windowed:
        k.note("single steps until a window of eight bytes begins")
        head = k.min(k.zext(k.usize, (keys.i ^ 7) & 7), length)
        length -= head
        keys.singles(head)
    k.note("eight bytes and more")
    keys.rounds(length)
    k.note("single steps to the end")
    keys.singles(length)
    k.note("store i and j")
    keys.store()
