# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-256 where registers are few: the state lives in the frame, and only what a round has just made, the newest `a`
and `e`, is in registers as well, for the round that follows. A round so touches memory where that costs nothing: as an
operand of what is off the critical path, and by two stores.

The critical path is that of :mod:`sha2_scalar`; the schedule is in vectors, which have nothing else to do.
"""

from functools import partial

from generator.kernels.hash import sha2_scalar
from generator.kernels.hash.compression import Engine, woven
from generator.kernels.hash.fips180 import SHA256
from generator.kernels.hash.sha2_vector import Schedule
from generator.lang import Builder, Val, stream


def load(k: Builder, state: Val) -> list[Val]:
    """Eight words, which stay in the frame, and the table of constants."""
    return sha2_scalar.load(k, state, SHA256)


def one_round(k: Builder, homes: list[Val], fresh: list[Val], sums: Val, offset: int) -> None:
    """One round, whose word and constant are at ``offset`` of ``sums``. ``homes`` are a to h, ``fresh`` what is in
    registers: a, e and b ^ c; both are turned so that they are so again."""
    _, b, _, d, _, f, g, h = homes
    a, e, b_xor_c = fresh
    total = k.load32(sums, offset=offset)
    total += h
    new_e = d + total
    chosen = ((f ^ g) & e) ^ g
    total += chosen
    new_e += chosen
    big1 = k.rotations(e, *SHA256.big1)
    total += big1
    new_e += big1
    k.set(d, new_e)
    a_xor_b = a ^ b
    b_xor_c = (b_xor_c & a_xor_b) ^ b
    new_a = b_xor_c + total
    new_a += k.rotations(a, *SHA256.big0)
    k.set(h, new_a)
    homes[:] = [h, *homes[:7]]
    fresh[:] = [new_a, new_e, a_xor_b]


def sixteen(k: Builder, homes: list[Val], schedule: Schedule, renew: bool) -> None:
    """Sixteen rounds, after which `homes` are a to h again; with ``renew`` the schedule of the next sixteen beside."""
    v = list(homes)
    fresh = [k.copy(v[0], "a"), k.copy(v[4], "e"), v[1] ^ v[2]]
    for n in range(4):
        with k.recording("rounds") as rounds:
            for t in range(4 * n, 4 * n + 4):
                one_round(k, v, fresh, schedule.sums, schedule.where(t, 0))
        k.emit(woven(rounds, schedule.renew(n, 1)) if renew else rounds)


@stream
def block(k: Builder, words: list[Val], data: Val) -> None:
    """All rounds, sixteen at a time."""
    *homes, table = words
    saved = k.home(homes)
    constants = k.copy(table, "constants")
    k.cold(constants)
    schedule = Schedule(k, SHA256, 128, k.frame(64, "sums"), constants, keep=False)
    schedule.begin(data)
    with k.loop(k.const(k.usize, 3, "turns"), at_least_once=True):
        sixteen(k, homes, schedule, renew=True)
        constants += 64
    sixteen(k, homes, schedule, renew=False)
    k.add_each(homes, saved)


HOMES = Engine(load, block, partial(sha2_scalar.store, shape=SHA256))
