# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Calls of every public function in C, made from its row.

A parameter's memory follows from its declaration: ``const`` bytes are an input, and secret unless the name says
otherwise; other bytes are an output; a context is begun by the first function that begins its type, and has taken a
part of a message. ``tried=`` of a row gives C for a parameter in place of that, in the words of tried/tried.h and
tried/parts.h.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from generator import library
from generator.api import sections
from generator.declarations import Declared, Function, Struct
from tests.runtime.public import KERNEL, rows

_PUBLIC = ("iv", "header", "counter", "nonce", "aad")
_SIZES = {
    "rounds": "10 + 2 * (shape % 3)",
    "key_bytes": "16 + 8 * (shape % 3)",
    "seals": "shape & 1",
    "tag_length": "12 + shape % 5",
}
"""Numbers of a name → C. All others are any number of bytes."""
_BEGINS = re.compile(r"_(?:init|set_(?:\w+_)?key)$")
_HEAD = """/* Made by tests/runtime/cases.py. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wcast-qual"
#pragma GCC diagnostic ignored "-Wcast-function-type"
#endif
#include <string.h>
#include "tried.h"
"""


def text(*, secrets: bool = False) -> str:
    """The C of all calls, or of those of functions that are given ``secrets``."""
    tried = [row for row in map(_of_kernel, rows()) if row is not None and not (secrets and row.no_secret)]
    begins = {row.name: row for row in rows() if _begins(row)}
    cases, used = "".join(map(_case, tried)), {name: _used(row) for name, row in begins.items()}
    first = "".join(f"static {_type(row)} *used_{name}(unsigned shape);\n" for name, row in begins.items())
    return f'{_HEAD}{first}#include "parts.h"\n{"".join(used.values())}{cases}{_table(tried)}'


def _begins(row: Function) -> bool:
    """Whether a function begins a context, which is its first parameter."""
    first = next(iter(row.prototype[1]), None)
    return first is not None and first.pointer and not first.const and bool(_BEGINS.search(row.name))


def _type(row: Function) -> str:
    return row.prototype[1][0].base


def _size(one: Declared, params: list[Declared]) -> str:
    """The bytes of a pointer's memory: the array's, or the number that the prototype has for it."""
    if one.sizes:
        return one.sizes[0]
    numbers = [param.name for param in params if param.base == "size_t" and not param.pointer]
    names = [f"{one.name}_length", f"{one.name}_bytes", "length", *numbers]
    return next((name for name in names if name in numbers), f"sizeof({one.base})")


def _memory(row: Function, one: Declared, params: list[Declared]) -> str:
    """C for the memory of a pointer."""
    reads = one.const or one.name in _PUBLIC
    if one.base in ("uint8_t", "char"):
        if not reads:
            return f"{'zeros' if one.base == 'char' else 'fresh'}({_size(one, params)})"
        known = one.name in _PUBLIC or one.name in ("in", "tag") and re.search("decrypt|open|verify", row.name)
        return f"{'published' if known else 'secret'}({_size(one, params)})"
    makers = [maker for maker in rows() if _begins(maker) and _type(maker) == one.base]
    if not makers or _begins(row) and one is params[0]:
        return f"{'zeros' if one.base in _with_pointers() else 'object'}(sizeof({one.base}))"
    same = [maker for maker in makers if "decrypt" in maker.name and "decrypt" in row.name]
    return f"used_{(same or makers)[0].name}(shape)"


def _arguments(row: Function) -> Iterator[str]:
    """C that declares each argument under its parameter's name."""
    _, params = row.prototype
    own = dict(row.tried)
    yield own.get("first", "")
    plain = {param.name: param for param in params if not (param.pointer or param.sizes)}
    for name in [*(name for name in own if name in plain), *(name for name in plain if name not in own)]:
        yield f"{plain[name].base} {name} = ({plain[name].base})({own.get(name) or _SIZES.get(name, 'some(shape)')});"
    for param in params:
        if param.name not in plain:
            made = own.get(param.name) or _memory(row, param, params)
            same = param.name == "out" and "out" not in own and any(one.name == "in" for one in params)
            made = f"shape % 2 ? changed((void *)in) : {made}" if same else made
            made = f"changed({made})" if not param.const else f"kept({made})" if param.base.endswith("_ctx") else made
            if param.base.endswith("_ctx") and not (_begins(row) and param is params[0]):
                made = f"context({made}, {int(param.base not in _with_pointers())})"
            yield f"{param.base} *{param.name} = ({param.base} *)(uintptr_t){made};"


@cache
def _with_pointers() -> set[str]:
    """The structures that hold addresses."""
    found = [one for part in sections(library.load().kernels.values()) for one in part.rows if isinstance(one, Struct)]
    names: set[str] = set()
    for one in found:  # a structure follows those that it contains
        fields = [
            field for text, _ in (own for own in one.fields if isinstance(own, tuple)) for field in one.read(text)
        ]
        names |= {one.name} if any(field.pointer for field in fields) or one.uses & names else set()
    return names


def _used(row: Function) -> str:
    """The function that makes a context which holds a key and a part of a message."""
    _, params = row.prototype
    ctx, stem = params[0].name, _BEGINS.sub("", row.name)
    more = {one.name: one for one in rows()}.get(f"{stem}_update")
    lines = [*_arguments(row), f"{row.name}({', '.join(param.name for param in params)});"]
    if more is not None or "used" in row.tried:
        lines += ["size_t taken = any(150);", "uint8_t *part = secret(taken);", "uint8_t *rest = fresh(taken);"]
    if "used" in row.tried:
        lines.append(row.tried["used"])
    elif more is not None:
        given = (f", {({'length': 'taken', 'out': 'rest'}).get(p.name, 'part')}" for p in more.prototype[1][1:])
        lines.append(f"(void)!{more.name}({ctx}{''.join(given)});")
    lines.append(f"return {ctx};")
    return f"static {_type(row)} *used_{row.name}(unsigned shape)\n{_body(lines)}"


def _case(row: Function) -> str:
    names = [param.name for param in row.prototype[1]]
    numbers = [p for p in row.prototype[1] if p.base == "size_t" and not p.pointer and p.name not in row.tried]
    note, size = (f'"{numbers[0].name}"', numbers[0].name) if numbers else ('"shape"', "shape")
    lines = [f"if (shape >= {row.tried['shapes']}) return 0;" if "shapes" in row.tried else "", *_arguments(row)]
    given = "".join(f", P({p.name})" if p.pointer or p.sizes else f", (uint64_t){p.name}" for p in row.prototype[1])
    call = (
        f"CALL({row.name}, {note}, (size_t){size}{given})"
        if names
        else f"called((loom_fn){row.name}, {note}, 0, NULL, 0)"
    )
    after = ""
    if "after" in row.tried:
        lines.append(f"after_{row.name}_of = {names[0]};")
        after = f"static {_type(row)} *after_{row.name}_of;\nstatic void after_{row.name}(void)\n{{\n"
        after += f"    {_type(row)} *{names[0]} = after_{row.name}_of;\n    {row.tried['after']}\n}}\n"
    return f"{after}static int try_{row.name}(unsigned shape)\n{_body([*lines, f'return {call};'])}"


def _body(lines: list[str]) -> str:
    return "{\n    (void)shape;\n" + "".join(f"    {line}\n" for line in lines if line) + "}\n"


def _table(tried: list[Function]) -> str:
    """One row for each function."""
    found = ""
    for row in tried:
        result, params = row.prototype
        number = (
            result.base in ("int", "size_t")
            and not result.pointer
            and not any(one.base == "char" and not one.const for one in params)
        )
        after = f"after_{row.name}" if "after" in row.tried else "NULL"
        numbers = row.name.endswith(("_wipe", "_final")), number * (1 + (result.base == "size_t"))
        found += f'    {{"{row.name}", try_{row.name}, {after}, {", ".join(str(int(one)) for one in numbers)}}},\n'
    return f"const struct tried tried[] = {{\n{found}    {{NULL, NULL, NULL, 0, 0}}}};\n"


def _of_kernel(row: Function) -> Function | None:
    """The row; of a block function with the extents of its contract. tests/kernels tries those without secrets."""
    if not row.name.startswith(KERNEL):
        return row
    if row.no_secret:
        return None
    kernel = library.load().kernels[row.name[len(KERNEL) :]]
    tried = {kernel.size_arg: f"some(shape) / {kernel.size_unit}"} if kernel.size_arg else {}
    for name, values in (kernel.cases or {}).items():
        if isinstance(values, range) and name != kernel.size_arg:
            tried[name] = f"{values.start} + shape % {len(values)}"
        elif isinstance(values, tuple) and name != kernel.size_arg:
            tried[name] = f"((const size_t[]){{{', '.join(map(str, values))}}})[shape % {len(values)}]"
    for arg in kernel.args:
        known = arg.name in _PUBLIC or arg.name == "in" and "decrypt" in kernel.name
        made = "fresh" if arg.access == "w" else "published" if known else "secret"
        if arg.messages:
            tried[arg.name] = f"pointers({arg.messages}, {arg.size}, {int('w' in arg.access)})"
        elif arg.name == "powers" and made != "fresh":
            tried[arg.name] = f"powers_of(secret(16)) + 352 - {arg.size}"
        elif arg.name == "schedule" and made != "fresh" and kernel.name.startswith("des_"):
            tried[arg.name] = f"zeros({arg.size})"  # its bytes are 0 or 255
        elif arg.access:
            size = str(arg.size).replace("//", "/")
            if arg.align > 1:
                tried[arg.name] = f"object({size})" if made == "fresh" else f"aligned({made}({size}), {size})"
            else:
                tried[arg.name] = f"({made}({size}))"
    return row.changed(tried=tried)
