# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Words of messages."""

from __future__ import annotations

import shlex
from pathlib import Path


def counted(number: int, noun: str) -> str:
    """``1 call``, ``2 calls``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def typed(path: Path) -> str:
    """A path as one types it into a shell."""
    return shlex.quote(str(path))
