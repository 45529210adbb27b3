# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Where the parts of a line stand. Tabs, 8 wide, as assembly is written: a generated tree is text by the megabyte."""

from __future__ import annotations

from functools import cache

TAB = 8
COMMENT = 48
"""Column, from 0, at which comments begin where the instruction leaves room."""


def directive(text: str) -> str:
    """A directive's line: its word, and its arguments at the next tab or, behind a long word, after a blank."""
    word, _, rest = text.partition(" ")
    return f"\t{word}{'' if not rest else chr(9) if len(word) < TAB else ' '}{rest}"


@cache
def mnemonic(word: str, column: int) -> str:
    """An instruction's line up to its operands, which begin at ``column`` (a multiple of 8)."""
    return f"\t{word}" + ("\t" * ((column - len(word) - 1) // TAB) or " ")


@cache
def comment_tabs(width: int) -> str:
    """What goes between an instruction that ends before column ``width`` and its comment."""
    return "\t" * max(1, (COMMENT + TAB - 1 - width) // TAB)


def commented(line: str, comment: str) -> str:
    """A finished line with a comment, whose mark it brings along."""
    return f"{line}{comment_tabs(len(line.expandtabs(TAB)))}{comment}"


def operand_column(longest: int) -> int:
    """The column for operands beside mnemonics of up to ``longest`` characters."""
    return 2 * TAB if longest < TAB else 3 * TAB
