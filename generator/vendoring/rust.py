# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The declarations of a generated C header in Rust, with their documentation."""

from __future__ import annotations

from collections.abc import Sequence

from generator.declarations import Alias, Callback, Constant, Declared, Function, Section, Struct, renamed
from generator.model import AsmloomError
from generator.portable.rust import identifier

_TYPES = {
    "void": "c_void", "char": "c_char", "int": "i32", "unsigned": "u32", "size_t": "usize",
    "uint8_t": "u8", "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64",
}  # fmt: skip


def bindings(sections: Sequence[Section], prefix: str) -> str:
    """The types and functions of a header as the text of a Rust module. AsmloomError for a C type of another kind."""
    rows = [row for section in sections for row in section.rows if not isinstance(row, str)]
    types = dict(_TYPES)
    types.update({row.name: row.name for row in rows if isinstance(row, (Struct, Alias, Callback))})
    calls = {row.name for row in rows if isinstance(row, Callback)}
    constants, out, functions = [""], [], []
    for row in rows:
        docs = [f"/// {line}".rstrip() for line in row.doc.split("\n")] if row.doc else []
        if isinstance(row, Constant):
            # Negative constants are results of functions and have the type of results.
            constants.append(f"pub const {row.name}: {'i32' if row.value < 0 else 'u32'} = {row.value};")
        elif isinstance(row, Struct):
            out += _aggregate(row, row.name, types, docs)
        elif isinstance(row, Alias):
            out += ["", *docs, f"pub type {row.name} = {row.of};"]
        elif isinstance(row, Callback):
            out += ["", *docs, f'pub type {row.name} = unsafe extern "C" fn({_params(row, types, calls)});']
        else:
            line = f"pub fn {row.name}({_params(row, types, calls)}){_result(row.prototype[0], types)};"
            must = ["#[must_use]"] if row.must_use else []
            functions += ["", *(f"    {line}" for line in (*docs, *must, line))]
    constants = constants if len(constants) > 1 else []
    return renamed("\n".join([*constants, *out, "", 'extern "C" {', *functions[1:], "}", ""]), prefix)


def _aggregate(row: Struct, name: str, types: dict[str, str], docs: Sequence[str]) -> list[str]:
    """A struct or a union, after those inside it."""
    before: list[str] = []
    lines: list[str] = []
    for one in row.fields:
        if isinstance(one, Struct):
            before += _aggregate(one, f"{name}_{one.name}", types, [])
            lines.append(f"    pub {identifier(one.name)}: {name}_{one.name},")
        else:
            lines += [f"    pub {identifier(field.name)}: {_field(field, types)}," for field in row.read(one[0])]
    head = ["", *docs, "#[repr(C)]", "#[derive(Clone, Copy)]", f"pub {row.kind} {name} {{"]
    return [*before, *head, *lines, "}"]


def _type(name: str, types: dict[str, str]) -> str:
    if name not in types:
        raise AsmloomError(f"--build cargo: no Rust for the C type {name} of the header")
    return types[name]


def _pointer(one: Declared, types: dict[str, str]) -> str:
    return f"*{'const' if one.const else 'mut'} {_type(one.base, types)}"


def _result(one: Declared, types: dict[str, str]) -> str:
    if one.pointer:
        return f" -> {_pointer(one, types)}"
    return "" if one.base == "void" else f" -> {_type(one.base, types)}"


def _params(row: Function | Callback, types: dict[str, str], calls: set[str]) -> str:
    out = []
    for one in row.prototype[1]:
        if one.pointers:
            what = f"*const {_pointer(one, types)}"
        elif one.base in calls and one.pointer:
            what = f"Option<{one.base}>"
        else:
            what = _pointer(one, types) if one.pointer or one.sizes else _type(one.base, types)
        out.append(f"{identifier(one.name)}: {what}")
    return ", ".join(out)


def _field(one: Declared, types: dict[str, str]) -> str:
    kind = _pointer(one, types) if one.pointer else _type(one.base, types)
    for size in reversed(one.sizes):
        kind = f"[{kind}; {size}]"
    return kind
