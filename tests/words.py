# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``docs/words.md``: the signature and the first sentence of every word. ``python3 -m tests.words`` writes the page
anew."""

from __future__ import annotations

import inspect
import re

from generator.lang import Builder
from generator.lang.arguments import OWN
from tests.cli.runner import ROOT
from tests.lang.test_arguments import words

PAGE = ROOT / "docs" / "words.md"
TEXT = """<!-- SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
     Written by python3 -m tests.words. A test compares this page with the docstrings. -->
# The words of the language and their arguments

`k.` stands before each word. A star separates arguments that are given by name. A `Source` is a value or a whole
number, a `Turn` a condition or a function that makes one, a `Boolean` a function of three bits. The docstrings in
`generator/lang/` say more than the first sentence below. [authoring.md](authoring.md) explains the words by subject,
and [vocabulary.md](vocabulary.md) lists them by type, machine and feature.

{rows}
## Conditions

`x.eq(y)` and `x.ne(y)` compare any words, `x.lt(y)` and `x.ge(y)` unsigned numbers, `x.slt(y)` and `x.sge(y)` signed
ones. `y` is a value of the type of `x`, or a whole number.
"""


def entry(name: str, function: object, signature: inspect.Signature) -> str:
    """A word, and what its docstring says first."""
    parameters = [p.replace(annotation=_plain(p.annotation)) for p in list(signature.parameters.values())[1:]]
    shown = str(signature.replace(parameters=parameters, return_annotation=signature.empty))
    shown = shown.replace("''", '""').replace("'", "")  # annotations are texts; a default '' stays
    result = _plain(signature.return_annotation)
    result = "Val, or a list with a count" if result == "Any" else result
    ending = f" → {result}" if result not in ("None", inspect.Signature.empty) else ""
    return f"**`{name}{shown}{ending}`**  \n{first(name, function)}\n"


def _plain(annotation: object) -> object:
    """An annotation without the modules' names."""
    return re.sub(r"\bIterator\[None\]", "a block", annotation) if isinstance(annotation, str) else annotation


def first(name: str, function: object) -> str:
    """The first sentence of a docstring. AssertionError without one."""
    text = " ".join((inspect.getdoc(function) or "").split())
    assert text, f"{name}: no docstring"
    found = re.match(r".*?[.:](?=\s|$)", text)
    sentence = (found.group() if found else text).replace("``", "`").rstrip(":.") + "."
    return re.sub(r":\w+:`~?(\w+\.)*(\w+)`", r"`\2`", sentence)


def page() -> str:
    """The page's text."""
    rows = [entry(name, getattr(Builder, name), signature) for name, signature in words().items() if name not in OWN]
    return TEXT.format(rows="\n".join(rows))


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
