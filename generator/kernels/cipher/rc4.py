# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""RC4: key schedule and key stream (RFC 6229 gives vectors; the algorithm as published in 1994).

state[0..255] is the table S, state[256] is x (i), state[257] is y (j), both of the last byte handled.

Memory bounds the speed, not arithmetic: the load of S[i+1] may not pass the store to S[j] before the store's address is
known, and the wait costs more than the arithmetic. Both variants load S[i+n] `ahead` steps early, before the stores of
the present step, and repair the value if a j of the steps between is i+n:

  lookahead   three ahead; the three preloads are fetched anew in the rare case (3 in 256) that j is one of i+1 .. i+3.
              Chain: one 8-bit add. The branch depends on the key stream's state: a named exemption.
  branchfree  two ahead; each preload is repaired by compare and select. Chain: add, compare, select. The early load's
              address waits for the j before (by a zero that depends on j); otherwise the core runs ahead and collides
              with stores whose addresses are not known yet.

Both look less far ahead where registers are few.

Measured, 16 KiB, ratio to OpenSSL 3.0.19's kernel in one process:

  core, date                lookahead  branchfree  portable C
  AMD Zen 5, 2026-11-21     1.93       1.56        1.09
"""

from generator.lang import Arg, Builder, Val, Variant, kernel, stream

TABLE, NEAR, POSITION = "rc4_table", "rc4_near", "rc4_position"
UNROLL = 8  # steps a round; a divisor of 256: a window of S never wraps


@kernel(
    c="void rc4_set_key(uint8_t state[258], const uint8_t *key, size_t length)",
    args=[Arg("state", w=258), Arg("key", r="length"), Arg("length", public=True)],
    source="RC4 key schedule; vectors RFC 6229",
    size="length",
    portable=True,
    exempt={TABLE: "the table is indexed by key-dependent bytes, which is the algorithm itself"},
)
def rc4_set_key(k: Builder, state: Val, key: Val, length: Val) -> None:
    """Key schedule for a key of `length` bytes, 1 to 256."""
    k.cold(key, length)
    fill = k.const(k.u32, 0x03020100)
    at = k.copy(state, "at")
    k.note("S[n] = n")
    with k.loop(k.const(k.usize, 64), step={at: 4}, at_least_once=True):
        k.store32(at, fill)
        fill += 0x04040404
    k.note("mix in the key")
    i = k.const(k.usize, 0, "i")
    j = k.const(k.u8, 0, "j")
    byte = k.copy(key, "byte")
    left = k.copy(length, "left")
    k.cold(left)
    with k.loop(k.const(k.usize, 256), step={i: 1}, at_least_once=True):
        a = k.load8(state, index=i)
        j += k.add(a, k.load8(byte))  # one addition on the critical path
        b = k.load8(state, index=j, exempt=TABLE)
        k.store8(state, b, index=i)
        k.store8(state, a, index=j, exempt=TABLE)
        byte += 1
        left -= 1
        k.select(left.eq(0), key, byte, to=byte)
        k.select(left.eq(0), length, left, to=left)
    k.note("i = j = 0")
    zero = k.const(k.u8, 0)
    k.store8(state, [zero, zero], offset=256)


class KeyStream:
    """The values that every step of the key stream works on."""

    def __init__(self, k: Builder, state: Val, in_: Val, out: Val) -> None:
        self.k, self.s, self.in_, self.out = k, state, in_, out
        k.note("load i and j")
        self.i = k.load8(state, offset=256, names=["i"], public=POSITION)
        self.j = k.load8(state, offset=257, names=["j"])

    def output(self, a: Val, b: Val, in_: Val, out: Val, at: int) -> None:
        """out[at] = in[at] ^ S[a + b]; overwrites `b`."""
        k = self.k
        b += a
        t = k.load8(self.s, index=b, exempt=TABLE)
        t ^= k.load8(in_, offset=at)
        k.store8(out, t, offset=at)

    def singles(self, count: Val) -> None:
        """Run `count` plain steps."""
        k = self.k
        # The rounds may keep cold values in the frame. This loop has registers for copies of them.
        i, in_, out = k.copy(self.i), k.copy(self.in_), k.copy(self.out)
        with k.loop(count, step={in_: 1, out: 1}, align=0):
            i += 1
            a = k.load8(self.s, index=i)
            self.j += a
            b = k.load8(self.s, index=self.j, exempt=TABLE)
            k.store8(self.s, a, index=self.j, exempt=TABLE)
            k.store8(self.s, b, index=i)
            self.output(a, b, in_, out, 0)
        for cold, warm in ((self.i, i), (self.in_, in_), (self.out, out)):
            k.set(cold, warm)

    def begin(self, ahead: int, branch: bool) -> None:
        """Look `ahead` steps ahead from now on. `i` + 1 must be a multiple of eight; `i` runs one ahead until `end`."""
        k = self.k
        self.ahead, self.branch = ahead, branch
        self.i += 1
        self.window = k.add(self.s, k.zext(k.usize, self.i))
        self.following = k.value(k.ptr, "following")
        k.cold(self.following)
        self.preload = [k.load8(self.window, offset=n) for n in range(ahead)] + [k.value(k.u8, "ahead")]

    def end(self) -> None:
        self.i -= 1

    def eight(self, at: int = 0) -> None:
        """Run eight steps (one window), on the bytes from `at` on."""
        k, s, j, ahead, branch = self.k, self.s, self.j, self.ahead, self.branch
        window, following, preload = self.window, self.following, self.preload
        self.i += UNROLL  # start of the next window; the eight-bit addition wraps at 256
        k.add(s, k.zext(k.usize, self.i), to=following)
        near = minus = self.i
        if ahead and branch:
            minus = k.sub(UNROLL, self.i)  # minus this window's first index
            k.cold(minus)
        elif ahead:
            near = k.sub(self.i, UNROLL - 1)
        waits: Val | None = None

        def place(step: int) -> tuple[Val, int]:
            return (window, step) if step < UNROLL else (following, step - UNROLL)

        for step in range(UNROLL):
            k.note(f"RC4, byte {at + step}", beside=True)
            a, fresh = preload[0], preload[-1]
            if not ahead:
                k.load8(window, offset=step, to=a)
            j += a
            base, offset = place(step + ahead)
            if ahead:
                k.load8(base, index=waits, offset=offset, to=fresh, exempt=TABLE if waits is not None else None)
            b = k.load8(s, index=j, exempt=TABLE)
            k.store8(s, a, index=j, exempt=TABLE)
            k.store8(window, b, offset=step)
            if ahead and not branch:
                waits = k.zext(k.usize, j) >> 8  # zero, but not before j is known
                for n in range(1, ahead + 1):
                    k.select(j.eq(near), a, preload[n], to=preload[n])
                    if n < ahead:
                        near += 1
                if ahead != 2:  # i + 1 of the next step
                    near += 2 - ahead
            elif ahead:
                distance = k.add(j, minus, -(step + 1))
                with k.rarely(distance.lt(ahead), exempt=NEAR):
                    k.note("load the bytes ahead again: one has changed", beside=True)
                    for n in range(1, ahead + 1):
                        base, offset = place(step + n)
                        k.load8(base, offset=offset, to=preload[n])
            self.output(a, b, self.in_, self.out, at + step)
            preload = [*preload[1:], a]
        for n in reversed(range(ahead)):
            k.set(self.preload[n], preload[n])
        k.set(window, following)

    def rounds(self, count: Val, ahead: int, branch: bool) -> None:
        """Run `count` rounds of eight steps."""
        self.begin(ahead, branch)
        with self.k.loop(count, step={self.in_: UNROLL, self.out: UNROLL}, at_least_once=True):
            self.eight()
        self.end()


@stream
def rc4_bytes(k: Builder, keys: KeyStream, count: int) -> None:
    """Process `count` bytes, a multiple of eight, between `begin` and `end`. The pointers to the buffers stay."""
    for at in range(0, count, UNROLL):
        keys.eight(at)


@kernel(
    c="void rc4_stream(uint8_t state[258], const uint8_t *in, uint8_t *out, size_t length)",
    args=[
        Arg("state", rw=258),
        Arg("in", r="length"),
        Arg("out", w="length", alias="in"),
        Arg("length", public=True),
    ],
    variants=[
        Variant("branchfree", params=(("branch", 0), ("ahead", 2), ("ahead_few", 0))),
        Variant("lookahead", params=(("branch", 1), ("ahead", 3), ("ahead_few", 1))),
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
    keys = KeyStream(k, state, in_, out)
    k.cold(keys.i)
    k.note("single steps until a window of eight bytes begins")
    head = k.min(k.zext(k.usize, (keys.i ^ 7) & 7), length)
    length -= head
    keys.singles(head)
    k.note("windows of eight bytes")
    rounds = length >> 3
    with k.if_(rounds.ne(0)):
        ahead = k.param("ahead" if k.registers >= 15 else "ahead_few")
        keys.rounds(rounds, ahead, bool(k.param("branch")))
    k.note("single steps to the end")
    length &= UNROLL - 1
    keys.singles(length)
    k.note("store i and j")
    k.store8(state, [keys.i, keys.j], offset=256)
