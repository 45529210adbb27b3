# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Declarations of C as data: what ``asmloom.h`` declares, in rows.

A row is written with the prefix ``loom_``, as the C of the runtime is. The header, the exported names, the renames of a
build with another prefix, the declarations in Rust and the lists of the tests come from the rows. A row that cannot be
read is refused at its own line.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, TypeVar
from typing import Union as Either

from generator.model import KernelError, Src

PREFIX = "loom_"
_ROOT = __file__.removesuffix("generator/declarations.py")
_ONE = re.compile(r"(const )?(?:struct )?([A-Za-z_]\w*)(?: ?(\*) ?(const )?| )([A-Za-z_]\w*)((?:\[\w*\])*)$")
_MORE = re.compile(r"(\*?)([A-Za-z_]\w*)((?:\[\w*\])*)$")
_CALL = re.compile(r"(const )?([A-Za-z_]\w*)(?: ?(\*) ?| )([A-Za-z_]\w*)\((.*)\)$")
_WIDTH = 120


def caller() -> Src:
    """The line that calls the ``__init__`` of a row, which calls this function."""
    frame = sys._getframe(2)
    while frame.f_code.co_filename == dataclasses.__file__ and frame.f_back is not None:  # dataclasses.replace
        frame = frame.f_back
    return Src(frame.f_code.co_filename.removeprefix(_ROOT), frame.f_lineno)


@dataclass(frozen=True, slots=True)
class Declared:
    """A parameter, a field or a function's result. ``sizes``: those of an array's dimensions. ``pointers``: an array of
    constant pointers."""

    base: str
    name: str
    const: bool = False
    pointer: bool = False
    pointers: bool = False
    sizes: tuple[str, ...] = ()


def _declared(src: Src, text: str) -> list[Declared]:
    """The names of one declaration, such as ``uint64_t square[32], *next``."""
    first, *others = text.split(", ")
    found = _ONE.match(first)
    rest = [_MORE.match(other) for other in others]
    if found is None or None in rest:
        raise KernelError(
            src, f"cannot read the C declaration {text!r}; expected a type and a name, such as 'const uint8_t *data'"
        )
    const, base, star, pointers, name, sizes = found.groups()
    out = [Declared(base, name, bool(const), bool(star), bool(pointers), _sizes(sizes))]
    out += [Declared(base, m[2], bool(const), bool(m[1]), False, _sizes(m[3])) for m in rest if m is not None]
    return out


def _sizes(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\[(\w*)\]", text))


def refuse_name(src: Src, name: str) -> None:
    """KernelError for a name of another form than those of the library."""
    if not re.fullmatch("loom_[a-z][a-z0-9_]*", name):
        raise KernelError(src, f"{name}: expected a name of small letters, digits and _ that begins with {PREFIX}")


@dataclass(frozen=True, slots=True)
class Constant:
    """A number that callers compare with. Its name keeps ``LOOM_`` with every prefix."""

    name: str
    value: int
    doc: str = ""

    @property
    def text(self) -> str:
        number = f"({self.value})" if self.value < 0 else f"{self.value}"
        return f"#define {self.name} {number}" + (f" /* {self.doc} */" if self.doc else "")


Field = Either[tuple[str, str], "Struct"]
"""A declaration without ``;``, and a comment; or a structure inside a structure."""


@dataclass(frozen=True, slots=True)
class Struct:
    """A structure, or a union. ``fields``: see :data:`Field`. ``name``: with ``loom_``; of one inside another, the
    field's name."""

    name: str
    fields: Sequence[Field]
    doc: str = ""
    kind: str = "struct"
    src: Src = field(default_factory=caller, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for one in self.fields:
            if not isinstance(one, Struct):
                self.read(one[0])  # refuses what it cannot read

    def read(self, declaration: str) -> list[Declared]:
        """The names that one of the fields declares."""
        return _declared(self.src, declaration)

    @property
    def uses(self) -> set[str]:
        """The types of the fields."""
        out: set[str] = set()
        for one in self.fields:
            out |= one.uses if isinstance(one, Struct) else {found.base for found in self.read(one[0])}
        return out

    def lines(self, indent: str = "    ") -> Iterator[str]:
        width = max((len(one[0]) for one in self.fields if not isinstance(one, Struct) and one[1]), default=0)
        for one in self.fields:
            if isinstance(one, Struct):
                yield f"{indent}{one.kind} {{"
                yield from one.lines(indent + "    ")
                yield f"{indent}}} {one.name};"
            else:
                yield f"{indent}{one[0]};" + (f"{'':{width - len(one[0])}} /* {one[1]} */" if one[1] else "")

    @property
    def text(self) -> str:
        return "\n".join([f"typedef {self.kind} {self.name} {{", *self.lines(), f"}} {self.name};"])


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of a type."""

    name: str
    of: str
    doc: str = ""

    @property
    def uses(self) -> set[str]:
        return {self.of}

    @property
    def text(self) -> str:
        return f"typedef {self.of} {self.name};"


@dataclass(frozen=True, slots=True)
class Callback:
    """A type of functions that callers pass: ``c`` is the prototype."""

    c: str
    doc: str = ""
    src: Src = field(default_factory=caller, init=False, repr=False, compare=False)

    @property
    def prototype(self) -> tuple[Declared, list[Declared]]:
        return _prototype(self.src, self.c)

    @property
    def name(self) -> str:
        return self.prototype[0].name

    @property
    def uses(self) -> set[str]:
        result, params = self.prototype
        return {one.base for one in (result, *params)}

    @property
    def text(self) -> str:
        return "typedef " + _with_convention(self.c, self.name) + ";"


Needs = Either[str, Sequence[str]]
"""Kernels that a function needs, between blanks; or several such texts, of which one is enough."""


@dataclass(frozen=True, slots=True)
class Function:
    """A public function. ``c`` is the prototype; ``doc`` says what the function does, and what its result means. A row
    without ``doc`` shares that of the row before.

    ``needs``: see :data:`Needs`. ``must_use``: compilers warn of a call that drops the result. ``no_secret``: the
    reason why the search for what is left of secrets has no case for the function. ``measured``: the benchmark's rows.
    ``unmeasured``: the reason for none. ``tried``: C by the parameter, for the calls that tests/runtime/cases.py makes
    of the row, where a declaration does not tell enough. ``also``: patterns of kernels that the function uses where
    there are some.
    ``when``: a condition of the preprocessor under which the function is there.
    """

    c: str
    doc: str = ""
    needs: Needs = ""
    must_use: bool = False
    no_secret: str = ""
    measured: tuple[str, ...] = ()
    unmeasured: str = ""
    also: str = ""
    tried: Mapping[str, str] = field(default_factory=dict)
    when: str = ""
    src: Src = field(default_factory=caller, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        refuse_name(self.src, self.prototype[0].name)
        if self.measured and self.unmeasured:
            raise KernelError(self.src, f"{self.name}: expected measured= or unmeasured=, and not both")

    @property
    def prototype(self) -> tuple[Declared, list[Declared]]:
        """The result with the function's name, and the parameters."""
        return _prototype(self.src, self.c)

    @property
    def name(self) -> str:
        return self.prototype[0].name

    @property
    def uses(self) -> set[str]:
        result, params = self.prototype
        return {one.base for one in (result, *params)}

    def changed(self, **fields: Any) -> Function:
        """The row with other fields, and the same place."""
        return _copy(self, **fields)

    @property
    def alternatives(self) -> list[set[str]]:
        """Sets of kernels: with all of one set, the function is there."""
        return [set(one.split()) for one in ([self.needs] if isinstance(self.needs, str) else self.needs)]

    def may_call(self, kernels: Iterable[str]) -> bool:
        """Whether the function may call one of some kernels."""
        patterns = [*set().union(*self.alternatives), *self.also.split()]
        return any(fnmatchcase(kernel, pattern) for kernel in kernels for pattern in patterns)

    @property
    def plain(self) -> str:
        """The declaration alone."""
        return _with_convention(self.c, self.name) + ";"

    @property
    def text(self) -> str:
        line = f"LOOM_API LOOM_MUST_USE {self.plain}" if self.must_use else f"LOOM_API {self.plain}"
        return f"#if {self.when}\n{line}\n#endif" if self.when else line


@cache
def _prototype(src: Src, c: str) -> tuple[Declared, list[Declared]]:
    found = _CALL.match(" ".join(c.split()))
    if found is None:
        raise KernelError(src, f"cannot read the C prototype {c!r}; expected 'int loom_name(type argument, …)'")
    const, base, star, name, inner = found.groups()
    parts = [part.strip() for part in inner.split(",")] if inner.strip() not in ("", "void") else []
    return Declared(base, name, bool(const), bool(star)), [one for part in parts for one in _declared(src, part)]


def _with_convention(c: str, name: str) -> str:
    """A prototype with the calling convention before the name."""
    head, rest = " ".join(c.split()).split(f"{name}(", 1)
    return f"{head}LOOM_CDECL {name}({rest}"


Row = Either[Constant, Struct, Alias, Callback, Function, str]
"""A declaration, or text of a comment of its own."""


@dataclass(frozen=True, slots=True)
class Section:
    """Rows under one title."""

    title: str
    rows: Sequence[Row]

    def of(self, kernels: Iterable[str]) -> Section:
        """The section of a library of some kernels: the functions whose kernels are there, and the types that they
        use. Texts and constants go with the functions. Documentation that several functions share goes to the first
        of them that is there."""
        have = set(kernels)
        used: set[str] = set()
        kept: list[Row] = []
        shared = ""
        for row in self.rows:
            if isinstance(row, Function):
                shared = row.doc or shared
                if any(one <= have for one in row.alternatives):
                    kept.append(row if row.doc else row.changed(doc=shared))
                    shared = ""
            else:
                kept.append(row)
        functions = [row for row in kept if isinstance(row, Function)]
        for row in reversed(kept):
            if isinstance(row, Function) or isinstance(row, (Struct, Alias, Callback)) and row.name in used:
                used |= row.uses
        types = (Struct, Alias, Callback)
        rows = [row for row in kept if not isinstance(row, types) or row.name in used]
        return Section(self.title, rows if functions else [])

    @property
    def functions(self) -> list[Function]:
        return [row for row in self.rows if isinstance(row, Function)]

    @property
    def names(self) -> list[str]:
        """The names that the section gives to functions and types, functions first."""
        types = [row.name for row in self.rows if not isinstance(row, (Function, Constant, str))]
        return [*(row.name for row in self.functions), *types]


def api(title: str, *rows: Row) -> Section:
    """A section whose texts are filled: rows are written between other code."""
    out: list[Row] = [filled(row) if isinstance(row, str) else _copy(row, doc=filled(row.doc)) for row in rows]
    return Section(title, out)


_Copied = TypeVar("_Copied", bound=Either[Constant, Struct, Alias, Callback, Function])


def _copy(row: _Copied, **changed: Any) -> _Copied:
    """A row with other fields, and the same place."""
    made = dataclasses.replace(row, **changed)
    if not isinstance(row, (Constant, Alias)):
        object.__setattr__(made, "src", row.src)
    return made


@cache
def filled(text: str) -> str:
    """Paragraphs filled to the width of a comment. Indented lines stay as they are."""
    out = []
    for part in inspect.cleandoc(text).split("\n\n"):
        plain = not any(line.startswith(" ") for line in part.split("\n"))
        out.append(textwrap.fill(part, _WIDTH - 4, break_long_words=False, break_on_hyphens=False) if plain else part)
    return "\n\n".join(out)


def comment(text: str) -> str:
    """Text as a comment of C."""
    return "/* " + "\n".join(f" * {line}".rstrip() for line in text.split("\n"))[3:] + " */"


def folded(text: str) -> str:
    """Declarations with lines of at most 120 characters, broken between parameters."""
    return "\n".join(_fold(line) for line in text.split("\n"))


def _fold(line: str) -> str:
    if len(line) <= _WIDTH or "(" not in line or line.startswith("#"):
        return line
    out, row = [], ""
    for part in line.split(", "):
        more = f"{row}, {part}" if row else part
        if len(more) >= _WIDTH and row:
            out.append(f"{row},")
            row = f"    {part}"
        else:
            row = more
    return "\n".join([*out, row])


def renamed(text: str, prefix: str) -> str:
    """Text with another prefix in place of ``loom_``."""
    return re.sub(rf"\b{PREFIX}", prefix, text)
