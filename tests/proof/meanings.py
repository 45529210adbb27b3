# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The functions that the prover's terms do not look into, computed: AES, SHA, products of 52 bits, and shifts of lanes.

AES is what aes_forms.py takes from FIPS 197, and SHA what sha_x86.py and sha_armv8.py take from the manuals: the proofs
of the standards have the same definitions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proof.terms import Term, const
from tests.proof import aes_forms, sha_armv8, sha_x86
from tests.reference import aes

BLOCK = 128
HALVES = {"aes_sub": False, "aes_inv_sub": True, "aes_mix": False, "aes_inv_mix": True}
"""Halves of a round on AArch64 → whether it is the inverse cipher's. x86 has the last, too."""


def computed(term: Term, turn: int, args: Sequence[int]) -> int:
    """A rule for ``proof.values``: the value of a function of the name ``term.val``."""
    name, _, rest = str(term.val).partition(" ")
    if name == "aeskeygenassist":
        return _key_assist(args[0], int(rest))
    if name.startswith("aes"):
        return _aes(name, *args)
    if name.startswith("mul52"):
        product = args[0] * args[1]
        return product & ((1 << 52) - 1) if name == "mul52_low" else product >> 52
    if name == "carry-less":
        return sum_of_shifted(*args)
    if name.startswith("sha"):
        return _sha(name, [int(n) for n in rest.split()], args, [one.w for one in term.args])
    if name == "gf2p8affineqb":
        return _affine(args[0], args[1], int(rest))
    if name == "gf2p8affineinvqb":
        inverse = bytes(aes.inverse(one) for one in args[0].to_bytes(term.w // 8, "little"))
        return _affine(int.from_bytes(inverse, "little"), args[1], int(rest))
    if name == "permb":
        index, data = (one.to_bytes(term.w // 8, "little") for one in args)
        return int.from_bytes(bytes(data[n % len(data)] for n in index), "little")
    if rest.endswith(" each"):
        return _each(name, int(rest.split()[0]), args[0], args[1], term.w)
    raise AssertionError(f"no meaning of {term.val}")


def sum_of_shifted(x: int, y: int) -> int:
    """A product of polynomials over GF(2)."""
    out = 0
    for n in range(y.bit_length()):
        out ^= x << n if y >> n & 1 else 0
    return out


def _aes(name: str, *args: int) -> int:
    block, *keys = (aes_forms.bytes_of(const(BLOCK, one)) for one in args)
    if name in ("aes_sub", "aes_inv_sub"):
        made = aes_forms.shifted(aes_forms.substituted(block, HALVES[name]), HALVES[name])
    elif name in HALVES:
        made = aes_forms.mixed(block, HALVES[name])
    else:
        made = aes_forms.instruction(name, block, *keys)
    return int.from_bytes(bytes(one.val for one in made), "little")


def _affine(x: int, matrices: int, constant: int) -> int:
    """GF2P8AFFINEQB of Intel's manual: bit n of a byte is the parity of it and byte 7 - n of its lane's matrix."""
    out = []
    for at, byte in enumerate(x.to_bytes(BLOCK // 8, "little")):
        rows = (matrices >> 64 * (at // 8)).to_bytes(BLOCK // 8, "little")
        out.append(constant ^ sum(((byte & rows[7 - n]).bit_count() & 1) << n for n in range(8)))
    return int.from_bytes(bytes(out), "little")


def _key_assist(x: int, constant: int) -> int:
    """AESKEYGENASSIST of Intel's manual: SubWord of the odd words, and the same rotated, with the constant added."""
    out = []
    for word in (x >> 32 & 0xFFFFFFFF, x >> 96):
        made = int.from_bytes(bytes(aes._box()[one] for one in word.to_bytes(4, "little")), "little")
        out += [made, (made >> 8 | made << 24) & 0xFFFFFFFF ^ constant]
    return sum(one << 32 * n for n, one in enumerate(out))


def _words(bits: int, value: int, size: int) -> list[int]:
    return [value >> at & ((1 << bits) - 1) for at in range(0, size, bits)]


def _sha(name: str, numbers: Sequence[int], args: Sequence[int], sizes: Sequence[int]) -> int:
    bits = 64 if name.startswith("sha512") else 32
    rules: Any = sha_x86.INSTRUCTIONS if name in sha_x86.INSTRUCTIONS else sha_armv8.INSTRUCTIONS
    words = [_words(bits, value, size) for value, size in zip(args, sizes)]
    if name == "sha1h":  # its rule has a destination, which the instruction does not read
        words = [[0], *words]
    made = rules[name](*words, *numbers)
    return sum(one << bits * n for n, one in enumerate(made))


def _each(op: str, lane: int, counts: int, x: int, w: int) -> int:
    """Lanes shifted or rotated, each by the lane of ``counts``."""
    out = 0
    for n, (one, count) in enumerate(zip(_words(lane, x, w), _words(lane, counts, w))):
        if op == "vrotl":
            one = one << count % lane | one >> (lane - count % lane)
        elif count >= lane:
            one = 0
        else:
            one = one << count if op == "vshl" else one >> count
        out |= (one & ((1 << lane) - 1)) << lane * n
    return out
