# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Every field of a contract with every wrong kind of value: accepted, or refused with the script's line."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from typing import Any

import pytest

from generator.abi import abi
from generator.lang import Arg, Kernel, Variant, kernel
from generator.lang.interface import CbcAndHash, Hash
from generator.model import KernelError
from generator.pipeline import build

WRONG = (
    "None", "True", "5", "-1", "0", "2.5", "'x'", "''", "b'x'", "[]", "[5]", "['x']", "[None]", "()", "('a', 'b')",
    "('p', 5)", "(('a', 5),)", "{}", "{'a': 5}", "{5: 'a'}", "{'a': 'b'}", "object()", "print", "int", "range(3)",
    "Arg('p', r=1)", "Variant('v')", "10**30", "'é'", "'a b'", "float('nan')", "...",
)  # fmt: skip
RIGHT = {"bool": bool, "int": int, "str": str}
"""The types of plain fields. A value of another type must be refused."""
SCRIPT = """@kernel(c='void f(uint8_t *p)', args=[{arg}], source='none', variants=[{variant}], {rest})
def f(k, p): k.store8(p, k.load8(p))
"""


def fields() -> Iterator[tuple[str, str, str]]:
    """(declaration, field, type)."""
    for made in (Arg, Variant, Hash, CbcAndHash):
        for field in (one for one in dataclasses.fields(made) if one.init):
            yield made.__name__, field.name, str(field.type)
    for name, parameter in inspect.signature(kernel).parameters.items():
        yield "kernel", name, str(parameter.annotation)


def declared(of: str, field: str, text: str) -> str:
    """The script with one field of one declaration changed."""
    given = f"{field}={text}"
    parts = {"arg": "Arg('p', rw=1)", "variant": "Variant('scalar')", "rest": ""}
    if of == "Arg":
        parts["arg"] = f"Arg('p', {given})" if field in ("r", "w", "rw") else f"Arg('p', rw=1, {given})"
        parts["arg"] = f"Arg({given}, rw=1)" if field == "name" else parts["arg"]
    elif of == "Variant":
        parts["variant"] = f"Variant({given})" if field == "name" else f"Variant('scalar', {given})"
    elif of == "kernel" and field in ("c", "args", "source", "variants"):
        old = {"c": "c='void f(uint8_t *p)'", "args": "args=[{arg}]", "source": "source='none'"}
        return filled(SCRIPT.replace(old.get(field, "variants=[{variant}]"), given), parts)
    elif of == "kernel":
        parts["rest"] = given
    else:
        first = inspect.signature(Hash if of == "Hash" else CbcAndHash).parameters
        plain = {name: "'f'" for name, one in first.items() if one.default is one.empty}
        parts["rest"] = f"interface=[{of}({', '.join(f'{n}={v}' for n, v in {**plain, field: text}.items())})]"
    return filled(SCRIPT, parts)


def filled(text: str, parts: dict[str, str]) -> str:
    for name, part in parts.items():
        text = text.replace(f"{{{name}}}", part)
    return text


def tried(text: str) -> Kernel | KernelError:
    names: dict[str, Any] = {"Arg": Arg, "Variant": Variant, "kernel": kernel, "Hash": Hash, "CbcAndHash": CbcAndHash}
    try:
        exec(compile(text, "wrong.py", "exec"), names)
        made: Kernel = names["f"]
        for variant in made.variants:
            build(made, variant, abi("sysv64"))
    except KernelError as error:
        assert error.src is not None and error.src.file == "wrong.py", f"{text}{error}"
        return error
    return made


@pytest.mark.parametrize(("of", "field", "type"), list(fields()), ids=lambda one: one.split()[0])
def test_a_field_of_a_wrong_kind(of: str, field: str, type: str) -> None:
    for text in WRONG:
        answer = tried(declared(of, field, text))
        value = eval(text, {"Arg": Arg, "Variant": Variant})
        fits = isinstance(value, RIGHT.get(type, object)) and (type != "int" or not isinstance(value, bool))
        assert fits or isinstance(answer, KernelError), f"{of}({field}={text}) is accepted"
        if isinstance(answer, KernelError):
            assert "expected" in str(answer) or "there are" in str(answer), str(answer)
