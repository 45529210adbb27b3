# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What the CPU under the tests can execute."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from targets import Target

# Names of the kernel's own that differ from ours.
_LINUX = {"sse4.1": "sse4_1", "sse4.2": "sse4_2", "pclmul": "pclmulqdq", "sha": "sha_ni"}


@cache
def _flags() -> frozenset[str]:
    match = re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.M)
    return frozenset(match.group(1).split() if match else ())


def lacking(target: Target, features: tuple[str, ...]) -> list[str]:
    """Features that code of a target needs and that nothing here executes. Arm's are all known to the emulator."""
    if target.arch == "aarch64":
        return []
    return [f for f in features if _LINUX.get(f, f) not in _flags()]
