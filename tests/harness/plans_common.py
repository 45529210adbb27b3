# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What the plans of all families share."""

from __future__ import annotations

from collections.abc import Callable

from tests.harness.batch import Call, Placement

SEED = 0x6C6F6F6D
LONGEST = 520
GUARDS = (Placement.END, Placement.START)
Plan = Callable[[str], "list[Call]"]
"""From a function's symbol to the calls of it. The same each time."""
