# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The public functions, read from the rendered header, for tests that need all of them."""

from __future__ import annotations

import re

from generator import library
from generator.output import Generator

KERNEL = "loom_k_"
"""The beginning of the names of block-level functions. tests/harness has plans for these functions."""

_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_FUNCTION = re.compile(r"^LOOM_API\b[^;(]*\bLOOM_CDECL\s+(\w+)\s*\(", re.M)


def header() -> str:
    """asmloom.h with every kernel of the tree."""
    return Generator(library.load()).headers()["asmloom.h"].decode()


def functions(header_text: str) -> tuple[str, ...]:
    """Names of all functions of the header, with the kernels, in the order of the header."""
    return tuple(_FUNCTION.findall(_COMMENT.sub("", header_text)))
