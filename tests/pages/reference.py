# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``docs/reference.md``: every word with its arguments and its instructions, the features, and the refusals."""

from __future__ import annotations

from generator.lang import Builder
from generator.lang.arguments import OWN
from tests.cli.runner import ROOT
from tests.lang.test_arguments import words
from tests.pages import refusals, vocabulary
from tests.pages.words import entry

PAGE = ROOT / "docs" / "reference.md"
TEXT = """<!-- SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
     Written by python3 build.py generate --accept. A test compares this page with the generator. -->
# Reference of the language

[authoring.md](authoring.md) explains the words by subject. This page has each word, the [features](#features), the
[conditions](#conditions), and [refusals with their mends](#refusals-and-their-mends).

`k.` is before each word. A star separates arguments that are given by name. A `Source` is a value or a whole number, a
`Turn` a condition or a function that makes one, a `Boolean` a function of three bits. The docstrings in
`generator/lang/` say more than the first sentence below.

Numbers are the instructions of one use, on x86 · x86_64 · AArch64. Copies between registers are left out, because the
allocation removes most of them. Names before a number are the CPU features that these instructions need, beyond those
that every CPU of the machine has. A second number is there where more features need fewer instructions. A dash means
that the word is refused there; the refusal names what to do. Shifts by constants are by 5. Rows have one word. On x86 a
u64 takes two registers. `v128 8 16` means lanes of 8 and of 16 bits in a vector of 128 bits.

## Words

{rows}
## Conditions

`x.eq(y)` and `x.ne(y)` compare any words, `x.lt(y)` and `x.ge(y)` unsigned numbers, `x.slt(y)` and `x.sge(y)` signed
ones. `y` is a value of the type of `x`, or a whole number.

## Features

What `features=` of a variant may name, with what each implies. {baseline}

{features}

{refusals}"""


def page() -> str:
    """The page's text."""
    numbers = vocabulary.numbers()
    rows = []
    for name, signature in words().items():
        if name not in OWN:
            counts = numbers.get(name, [])
            shown = "".join(f"\n{line}  " for line in counts).rstrip()
            said = entry(name, getattr(Builder, name), signature).rstrip()
            rows.append(f"{said}{'  ' if shown else ''}{shown}\n")
    return TEXT.format(
        rows="\n".join(rows), baseline=vocabulary.baseline(), features=vocabulary.features(), refusals=refusals.text()
    )
