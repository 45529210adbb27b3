# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Preference files as ``runtime/core/tuning.h`` tells, for tests."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from targets.toolchain.process import ToolFailed

BANDS = 6
"""Most rows of a kernel for one policy: LOOM_BANDS."""

_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Cpu:
    """A CPU, as ``loom_explain()`` tells it. ``vendor``: without blanks; ``-`` if unknown."""

    vendor: str
    family: int
    model: int
    core: str


@dataclass(frozen=True, slots=True)
class Choice:
    """From this size on, this variant. ``policy``: ``throughput``, ``latency``, or empty."""

    kernel: str
    min_bytes: int
    variant: str
    policy: str = ""


def cpu(explained: str) -> Cpu:
    """The CPU of a text by ``loom_explain()``."""
    found = re.search(r"^cpu: (.*?)\s*family 0x([0-9a-f]+) model 0x([0-9a-f]+) ", explained, re.M)
    core = re.search(r"^preferences: ([^,\s]+)", explained, re.M)
    if not found or not core:
        raise ToolFailed("tune: expected lines `cpu:` and `preferences:` of loom_explain()")
    return Cpu(found[1].replace(" ", "") or "-", int(found[2], 16), int(found[3], 16), core[1])


def _hash(data: bytes) -> int:
    """FNV-1a, 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return value


def sealed(text: str) -> str:
    """The text with its last line."""
    return f"{text}end {_hash(text.encode('ascii')):016x}\n"


def render(build: str, on: Cpu, choices: Sequence[Choice], comments: Iterable[str] = ()) -> str:
    """A file. ``build``: LOOM_TUNING_BUILD. ``choices``: of a kernel for one policy together, by size; those for no
    policy first."""
    lines = ["asmloom-tuning 1", f"build {build}", f"cpu {on.vendor} {on.family:x} {on.model:x} {on.core}"]
    lines += [("# " + re.sub(r"[^ -~]", "?", comment))[:_LONGEST] for comment in comments]
    lines += [f"prefer {c.kernel} {c.min_bytes} {c.variant} {c.policy}".rstrip() for c in choices]
    return sealed("\n".join(lines) + "\n")
