# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A word's signature and the first sentence of its docstring, for ``docs/reference.md``."""

from __future__ import annotations

import inspect
import re


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
