# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The declarations of a generated C header in Rust, with their comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.model import AsmloomError

_TYPES = {
    "void": "c_void", "char": "c_char", "int": "i32", "unsigned": "u32", "size_t": "usize",
    "uint8_t": "u8", "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64",
}  # fmt: skip
_STRUCT = re.compile(r"typedef (struct|union) \w+ \{(.*)\} (\w+)$", re.S)
_INNER = re.compile(r"(struct|union) (?:\w+ )?\{([^{}]*)\} (\w+)((?:\[\d+\])*);")
_CONSTANT = re.compile(r"^#define ([A-Z0-9_]+) (\d+|\(-\d+\))$", re.M)
_FUNCTION_TYPE = re.compile(r"typedef (\w+) LOOM_CDECL (\w+)\((.*)\)$", re.S)
_ALIAS = re.compile(r"typedef (\w+) (\w+)$")
_FUNCTION = re.compile(r"(?:LOOM_API )?(LOOM_MUST_USE )?((?:const )?\w+ ?\*?) ?LOOM_CDECL (\w+)\((.*)\)$", re.S)
_PARAM = re.compile(r"(const )?(\w+) ?(\*?) ?(\w+)((?:\[\w*\])*)$")
_POINTERS = re.compile(r"(const )?(\w+) ?\*const (\w+)\[\d+\]$")
_FIELD = re.compile(r"(const )?(?:struct )?(\w+) (\*?\w+(?:\[\d+\])*(?:, \*?\w+(?:\[\d+\])*)*)$")


def bindings(header: str) -> str:
    """Types and functions of ``header`` as the text of a Rust module.

    Raises AsmloomError for a declaration of an unknown form.
    """
    out = [_constant(name, value) for name, value in _CONSTANT.findall(header)]
    out[:0] = [""] * bool(out)
    functions: list[str] = []
    types = dict(_TYPES)
    calls: set[str] = set()
    for comment, text in _declarations(header):
        docs = [f"/// {line}".rstrip() for line in comment]
        struct, alias = _STRUCT.match(text), _ALIAS.match(text)
        call, function = _FUNCTION_TYPE.match(text), _FUNCTION.match(text)
        if struct:
            kept, text, whole = struct.groups()
            types[whole] = whole
            for match in _INNER.finditer(text):
                kind, fields, name, sizes = match.groups()
                inner = types[f"{whole}_{name}"] = f"{whole}_{name}"
                out += _aggregate(kind, inner, fields, types, [])
                text = text.replace(match[0], f"{inner} {name}{sizes};")
            out += _aggregate(kept, whole, text, types, docs)
        elif call:
            types[call[2]] = call[2]
            calls.add(call[2])
            params = _params(call[3], types, calls)
            out += ["", *docs, f'pub type {call[2]} = unsafe extern "C" fn({params});']
        elif alias:
            types[alias[2]] = alias[2]
            out += ["", *docs, f"pub type {alias[2]} = {_type(alias[1], types)};"]
        elif function:
            used, result = function[1], _result(function[2].strip(), types)
            line = f"pub fn {function[3]}({_params(function[4], types, calls)}){result};"
            functions += ["", *(f"    {row}" for row in (*docs, *(["#[must_use]"] if used else []), line))]
        else:
            raise AsmloomError(f"--build cargo: no Rust for this declaration of the header: {' '.join(text.split())}")
    return "\n".join([*out, "", 'extern "C" {', *functions[1:], "}", ""])


def _constant(name: str, value: str) -> str:
    """A constant. Negative constants are results of functions and have the type of results."""
    return f"pub const {name}: {'i32' if value.startswith('(') else 'u32'} = {value.strip('()')};"


def _aggregate(kind: str, name: str, text: str, types: dict[str, str], docs: list[str]) -> list[str]:
    """A struct or a union."""
    head = ["", *docs, "#[repr(C)]", "#[derive(Clone, Copy)]", f"pub {kind} {name} {{"]
    return [*head, *(f"    pub {field}: {what}," for field, what in _fields(text, types)), "}"]


def _declarations(header: str) -> Iterator[tuple[list[str], str]]:
    """Each declaration in one line, with the lines of the comment directly before it."""
    comment: list[str] = []
    text = re.sub(r'^#.*(?:\\\n.*)*$|^extern "C" \{$|^\}$', "", header, flags=re.M)
    for match in re.finditer(r"/\*(.*?)\*/|((?:[^;{/]|\{(?:[^{}]|\{[^{}]*\})*\})+);", text, re.S):
        if match[1] is not None:
            comment = [line.strip().removeprefix("*").strip() for line in match[1].strip().splitlines()]
        elif match[2] is not None:
            inner = re.sub(r"/\*.*?\*/", "", match[2], flags=re.S)
            # A comment followed by a blank line does not belong to the next declaration.
            yield comment if re.match(r"\n?[^\n]", match[2]) else [], " ".join(inner.split())
            comment = []


def _type(name: str, types: dict[str, str]) -> str:
    if name not in types:
        raise AsmloomError(f"--build cargo: no Rust for the C type {name} of the header")
    return types[name]


def _result(text: str, types: dict[str, str]) -> str:
    if text == "void":
        return ""
    pointer = re.fullmatch(r"(const )?(\w+) ?\*", text)
    if pointer:
        return f" -> *{'const' if pointer[1] else 'mut'} {_type(pointer[2], types)}"
    return f" -> {_type(text, types)}"


def _params(text: str, types: dict[str, str], calls: set[str]) -> str:
    out = []
    for part in (p.strip() for p in text.split(",")) if text.strip() not in ("", "void") else ():
        match = _POINTERS.match(part)
        if match:
            const, kind, name = match.groups()
            out.append(f"{_name(name)}: *const *{'const' if const else 'mut'} {_type(kind, types)}")
            continue
        match = _PARAM.match(part)
        if not match:
            raise AsmloomError(f"--build cargo: no Rust for the parameter '{part}' of the header")
        const, kind, star, name, array = match.groups()
        if kind in calls and star:
            what = f"Option<{kind}>"
        elif star or array:
            what = f"*{'const' if const else 'mut'} {_type(kind, types)}"
        else:
            what = _type(kind, types)
        out.append(f"{_name(name)}: {what}")
    return ", ".join(out)


def _fields(text: str, types: dict[str, str]) -> Iterator[tuple[str, str]]:
    for line in (part.strip() for part in text.split(";")):
        if not line:
            continue
        match = _FIELD.match(line)
        if not match:
            raise AsmloomError(f"--build cargo: no Rust for the field '{line}' of the header")
        for item in match[3].split(", "):
            name, *sizes = re.findall(r"\w+", item)
            kind = _type(match[2], types)
            if item.startswith("*"):
                kind = f"*{'const' if match[1] else 'mut'} {kind}"
            for size in reversed(sizes):
                kind = f"[{kind}; {size}]"
            yield _name(name), kind


def _name(name: str) -> str:
    """A name in Rust. Keywords become raw identifiers."""
    return f"r#{name}" if name in ("in", "box", "fn", "type", "use", "mod", "match", "ref", "move", "loop") else name
