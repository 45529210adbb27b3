# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The C file that tells the driver which functions are linked into it."""

from __future__ import annotations

import re
from collections.abc import Iterable


def function_table(symbols: Iterable[str]) -> str:
    """C source of the table for these C-level symbol names. An image driver takes an empty list."""
    names = sorted(set(symbols))
    for name in names:
        if not re.fullmatch(r"[A-Za-z_]\w*", name):
            raise ValueError(f"{name!r} is not a C identifier")
    lines = ['#include "driver.h"', ""]
    lines += [f"extern void {name}(void);" for name in names]
    lines += ["", "const struct loom_entry loom_table[] = {"]
    lines += [f'    {{"{name}", {name}}},' for name in names]
    lines += ["    {NULL, NULL}};", ""]
    return "\n".join(lines)
