# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""RC4: key schedule and key stream (RFC 6229 gives vectors; the algorithm as published in 1994).

state[0..255] is the table S, state[256] is x (i), state[257] is y (j), both as after the last byte handled.

The trap is memory, not arithmetic: the load of S[i+1] may not pass the store to S[j] until that address is known. So
S[i+2] is loaded two steps ahead, before the stores of the present step, and repaired against each j that is stored
meanwhile by a compare and a select; only the last repair is on the critical path (add, compare, select).
"""

from generator.lang import Arg, Builder, Val, kernel

EXEMPT = {"rc4_table": "RC4's table is indexed by key-dependent bytes, which is the algorithm itself"}
TABLE = "rc4_table"


def swap_step(k: Builder, s: Val, i: Val, j: Val) -> tuple[Val, Val]:
    """One plain step: j += S[i], swap S[i] and S[j]; returns both values, S[i] as it was first."""
    a = k.load8(s, index=i, exempt=TABLE)
    j += a
    b = k.load8(s, index=j, exempt=TABLE)
    k.store8(s, b, index=i, exempt=TABLE)
    k.store8(s, a, index=j, exempt=TABLE)
    return a, b


@kernel(
    c="void rc4_set_key(uint8_t state[258], const uint8_t *key, size_t length)",
    args=[Arg("state", w=258), Arg("key", r="length"), Arg("length", public=True)],
    source="RC4 key schedule; vectors RFC 6229",
    vectors="rfc6229",
    size="length",
    exempt=EXEMPT,
)
def rc4_set_key(k: Builder, state: Val, key: Val, length: Val) -> None:
    """Key schedule for a key of `length` bytes, 1 to 256."""
    k.cold(key, length)
    fill = k.const(k.u32, 0x03020100)
    at = k.copy(state, "at")
    with k.loop(k.const(k.usize, 64), step={at: 4}, at_least_once=True):
        k.store32(at, fill)
        fill += 0x04040404
    i = k.const(k.usize, 0, "i")
    j = k.const(k.u8, 0, "j")
    byte = k.copy(key, "byte")
    left = k.copy(length, "left")
    k.cold(left)
    with k.loop(k.const(k.usize, 256), step={i: 1}, at_least_once=True):
        a = k.load8(state, index=i)
        j += a
        j += k.load8(byte)
        b = k.load8(state, index=j, exempt=TABLE)
        k.store8(state, b, index=i)
        k.store8(state, a, index=j, exempt=TABLE)
        byte += 1
        left -= 1
        again = left.eq(0)
        k.select(again, key, byte, to=byte)
        k.select(again, length, left, to=left)
    zero = k.const(k.u8, 0)
    k.store8(state, [zero, zero], offset=256)


@kernel(
    c="void rc4_stream(uint8_t state[258], const uint8_t *in, uint8_t *out, size_t length)",
    args=[
        Arg("state", rw=258),
        Arg("in", r="length"),
        Arg("out", w="length", alias="in"),
        Arg("length", public=True),
    ],
    source="RC4; vectors RFC 6229",
    vectors="rfc6229",
    size="length",
    exempt=EXEMPT,
)
def rc4_stream(k: Builder, state: Val, in_: Val, out: Val, length: Val) -> None:
    """Exclusive-or `length` bytes of key stream over `in` into `out`, which may be the same buffer."""
    k.cold(in_, out)
    i = k.load8(state, offset=256)
    j = k.load8(state, offset=257)
    with k.loop(length, step={in_: 1, out: 1}):
        i += 1
        a, b = swap_step(k, state, i, j)
        a += b
        t = k.load8(state, index=a, exempt=TABLE)
        t ^= k.load8(in_)
        k.store8(out, t)
    k.store8(state, [i, j], offset=256)
