# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The columns of a line's parts. Tabs, 8 wide, keep a tree of many megabytes small."""

from __future__ import annotations

from functools import cache

TAB = 8
COMMENT = 48
"""The column, from 0, of comments after instructions that end before it."""


def directive(text: str) -> str:
    """The line of a directive: the word, then arguments at the next tab, or after a blank that follows a long word."""
    word, _, rest = text.partition(" ")
    return f"\t{word}{'' if not rest else chr(9) if len(word) < TAB else ' '}{rest}"


@cache
def mnemonic(word: str, column: int) -> str:
    """The line of an instruction up to the operands, which begin at ``column`` (a multiple of 8)."""
    return f"\t{word}" + ("\t" * ((column - len(word) - 1) // TAB) or " ")


@cache
def comment_tabs(width: int) -> str:
    """The tabs between an instruction that ends before column ``width`` and the comment."""
    return "\t" * max(1, (COMMENT + TAB - 1 - width) // TAB)


def commented(line: str, comment: str) -> str:
    """A finished line and a comment, whose text has its mark."""
    return f"{line}{comment_tabs(len(line.expandtabs(TAB)))}{comment}"


def operand_column(longest: int) -> int:
    """The column of operands after mnemonics of up to ``longest`` characters."""
    return 2 * TAB if longest < TAB else 3 * TAB
