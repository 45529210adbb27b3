# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The cases of the proofs of arithmetic on lanes: every operation on every width, with all lanes and aliases."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from tests.lower.cases import Cases, calls, method
from tests.lower.cases_wide import have, lanes, patterns, shuffles_bytes, singles, widths
from tests.lower.prove import AVX512, WIDE, Config

LANE_CONFIGS = (
    Config("x86_64-sse2", "sysv64"), *(config for config in WIDE if config.name not in ("x86-avx2", "x86_64-avx512vl")),
    Config("x86_64-avx512dq", "sysv64", ("avx512f", "avx512dq")),
    Config("x86_64-avx512-dq-vl", "sysv64", (*AVX512, "avx512dq")),
)  # fmt: skip
SIGNS = (False, True)


def products(config: Config) -> Cases:
    for name in widths(config):
        for to, x, y in patterns(name):
            for lane in lanes(config, name, 16):
                yield calls(method("vmul_low"), x, y, bits=lane, to=to)
            for signed in SIGNS:
                yield calls(method("vmul_even"), x, y, signed=signed, to=to)
                if shuffles_bytes(config, name):
                    yield calls(method("vmul_high"), x, y, bits=16, signed=signed, to=to)
            if shuffles_bytes(config, name):
                yield calls(method("vmul_pairs"), x, y, to=to)


def shifts(config: Config) -> Cases:
    """Arithmetic shifts of all lanes, and rotations of 16 bits."""
    for name in widths(config):
        for to, x in singles(name):
            for lane in lanes(config, name):
                for bits in sorted({1, 3, lane // 2, lane - 1}):
                    yield calls(method("vsar"), x, bits, bits=lane, to=to)
            for bits in (1, 8, 13) if shuffles_bytes(config, name) else ():
                yield calls(method("vrotl"), x, bits, bits=16, to=to)


def comparisons(config: Config) -> Cases:
    for name in widths(config):
        for (to, x, y), lane in product(patterns(name), lanes(config, name)):
            yield calls(method("vequal"), x, y, bits=lane, to=to)
            for signed in SIGNS:
                yield calls(method("vgreater"), x, y, bits=lane, signed=signed, to=to)
                for op in ("vmin", "vmax") if lane < 64 else ():
                    yield calls(method(op), x, y, bits=lane, signed=signed, to=to)


def choices(config: Config) -> Cases:
    """Every coincidence of the result with an operand, and of two operands."""
    for name in widths(config):
        m, x, y = ("m", name), ("x", name), ("y", name)
        for to in (("d", name), m, x, y):
            yield calls(method("vblend"), m, x, y, to=to)
        for to in (m, x):
            yield calls(method("vblend"), m, m, x, to=to)
            yield calls(method("vblend"), m, x, m, to=to)
        yield calls(method("vblend"), m, x, x, to=x)


ORDERS = (
    (0, 1, 2, 3, 4, 5, 6, 7), (3, 2, 1, 0, 4, 5, 6, 7), (0, 1, 2, 3, 7, 7, 4, 5), (1, 0, 3, 2, 5, 4, 7, 6),
    (3, 4, 5, 6, 7, 0, 1, 2), (5,) * 8, (7, 6, 5, 4, 3, 2, 1, 0), (4, 5, 6, 7, 0, 0, 3, 1),
    (3, 1, 7, 0, 4, 5, 6, 7), (0, 1, 2, 3, 6, 5, 3, 4),
)  # fmt: skip


def orders(config: Config) -> Cases:
    """Lanes of 16 bits in another order."""
    for name in widths(config):
        for order, (to, x) in product(ORDERS if shuffles_bytes(config, name) else (), singles(name)):
            low, high = order[:4], order[4:]
            inside = low == (0, 1, 2, 3) and min(high) > 3 or high == (4, 5, 6, 7) and max(low) < 4
            if inside or config.abi.arch == "aarch64" or "ssse3" in have(config):
                yield calls(method("vshuffle"), x, order, to=to)


LANE_GROUPS: dict[str, Callable[[Config], Cases]] = {
    "products": products, "shifts": shifts, "comparisons": comparisons, "choices": choices, "orders": orders,
}  # fmt: skip
