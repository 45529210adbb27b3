# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The cases of the proofs of counts of bits, and of CRC-32C."""

from __future__ import annotations

from collections.abc import Iterator

from tests.lower.cases import calls, method
from tests.lower.cases_shifts import types
from tests.lower.prove import Config, Script


def bits(config: Config) -> Iterator[Script]:
    """Counts in place and not, and checks of words of each width."""
    for name in types(config):
        for op in ("clz", "ctz", "popcount"):
            yield calls(method(op), ("x", name), to=("d", name))
            yield calls(method(op), ("x", name), to=("x", name))
        if config.lane == "gp":
            for to in ("d", "c", "x") if name == "u32" else ("d", "c"):
                yield calls(method("crc32c"), ("c", "u32"), ("x", name), to=(to, "u32"))
    if config.lane == "gp":
        yield calls(method("crc32c"), ("c", "u32"), ("c", "u32"))


BIT_GROUPS = {"bits": bits}
