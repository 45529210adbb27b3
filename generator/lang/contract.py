# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The contract: one object a kernel. Whoever needs a fact about a kernel takes the fact from here.

The header takes the prototype and the documentation, dispatch the variants with their features and the argument that
counts. The verifier takes extents, alignment, secrets, aliases, distances and exemptions. The manifest (manifest.py)
lists the same for other programs. The C API (interface.py) takes words, block size and names. Test plans
(tests/harness/plans_cases.py) take buffers, guard pages, alignments, in-place calls and distances, and add a reference.
"""

from __future__ import annotations

import ast
import inspect
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from generator.lang.declared import listed, number, pair, refuse_types
from generator.lang.variants import Variant as Variant  # the contract's readers take it from here
from generator.lang.variants import refuse_variants
from generator.model import KernelError, Src

_PARAM = re.compile(r"^(const\s+)?([A-Za-z_]\w*)\s*(\*?)\s*([A-Za-z_]\w*)\s*(\[(\d*)\])?$")
_PROTO = re.compile(r"^\s*([A-Za-z_]\w*)\s+([A-Za-z_]\w*)\s*\((.*)\)\s*;?\s*$", re.S)
SCALARS = {"size_t": "usize", "uint32_t": "u32", "uint64_t": "u64"}
# Words that a C or C++ compiler would not take for a parameter's name.
_RESERVED = frozenset(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl const const_cast
    constexpr continue decltype default delete do double dynamic_cast else enum explicit export extern false float
    for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private
    protected public register reinterpret_cast restrict return short signed sizeof static static_assert static_cast
    struct switch template this thread_local throw true try typedef typeid typename union unsigned using virtual
    void volatile wchar_t while xor xor_eq
    """.split()
)


_INTERFACES = "Hash(…) or CbcAndHash(…) of generator.lang.interface"
_OPERATIONS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}


def _evaluate(node: ast.expr, values: Mapping[str, int]) -> int:
    """The value of an extent that :func:`_refuse_extent` has accepted."""
    if isinstance(node, ast.BinOp):
        return _OPERATIONS[type(node.op)](_evaluate(node.left, values), _evaluate(node.right, values))
    return values[node.id] if isinstance(node, ast.Name) else int(ast.literal_eval(node))


@dataclass(frozen=True, slots=True)
class Arg:
    """One argument of a kernel.

    ``r``, ``w``, ``rw``: the extent in bytes that is read, written, or both, as a number or as an expression over the
    other arguments (``"64*blocks"``). ``public``: for a scalar its value, for a pointer what it points to, is no
    secret; everything else is. What may share a buffer with a secret is secret too. ``alias`` names an argument that
    may be the very same buffer. ``apart`` names one and a distance in bytes: both may lie in one buffer, so long as
    they begin at least that far from each other. Both are promises to callers: whether the script's own order of loads
    and stores suits them is the script's affair, and no pass changes that order against them. Other pointers never
    overlap. ``align`` in bytes, a power of two.
    """

    name: str
    r: str | int | None = None
    w: str | int | None = None
    rw: str | int | None = None
    public: bool = False
    alias: str | None = None
    align: int = 1
    apart: tuple[str, int] | None = None

    @property
    def access(self) -> str:
        """``r``, ``w`` or ``rw``; empty for a value."""
        return next((how for how in ("r", "w", "rw") if getattr(self, how) is not None), "")

    @property
    def size(self) -> str:
        """The extent as an expression; empty for a value."""
        return str(getattr(self, self.access)) if self.access else ""

    @property
    def extent(self) -> str:
        """In words: ``reads 64*blocks bytes``; empty for a value."""
        how = {"r": "reads", "w": "writes", "rw": "reads and writes"}
        return f"{how[self.access]} {self.size} bytes" if self.access else ""

    def bytes(self, values: Mapping[str, int]) -> int:
        """The extent in bytes for these values of the other arguments."""
        return _evaluate(ast.parse(self.size, mode="eval").body, values)


@dataclass(frozen=True, slots=True)
class Param:
    """A C parameter: ``text`` as written, ``type`` the word-level type name (``ptr`` for pointers)."""

    name: str
    text: str
    type: str

    @property
    def ctype(self) -> str:
        """The C type alone; an array is a pointer."""
        found = _PARAM.match(self.text)
        assert found is not None, self.text
        const, ctype, star, _, array, _ = found.groups()
        return f"{'const ' if const else ''}{ctype}{' *' if star or array else ''}"


@runtime_checkable
class Interface(Protocol):
    """A kernel's C API: see interface.py."""

    def names(self) -> list[str]:
        """The names that this API declares in C, the prefix left out."""

    def check(self, kernel: Kernel) -> None:
        """KernelError if the kernel's contract does not suit this API."""


@dataclass(slots=True)
class Kernel:
    """A kernel description: its contract and the function that records it."""

    name: str
    returns: str
    params: tuple[Param, ...]
    args: tuple[Arg, ...]
    variants: tuple[Variant, ...]
    source: str
    size_arg: str
    size_unit: int
    exempt: dict[str, str]
    portable: bool
    wipe: bool
    parts: tuple[str, ...]
    interface: tuple[Interface, ...]
    doc: str
    src: Src
    body: Callable[..., Any]
    path: str = ""
    sha256: str = ""
    scripts: dict[str, list[str]] = field(default_factory=dict)  # the lines of its file, and of those it imports
    # What class_of and distance have answered.
    classes: dict[str, str] = field(default_factory=dict, init=False, compare=False, repr=False)
    distances: dict[tuple[str, str], int | None] = field(default_factory=dict, init=False, compare=False, repr=False)
    # Recordings whose accesses lang.extents has judged: conventions with the same registers record the same.
    judged: set[tuple[object, ...]] = field(default_factory=set, init=False, compare=False, repr=False)

    @property
    def of_tree(self) -> bool:
        """Whether the kernel is one of this tree, which its tests execute, and not from a folder of somebody's own."""
        return self.path.startswith("generator/kernels/")

    @property
    def prototype(self) -> str:
        return f"{self.returns} {self.name}({', '.join(p.text for p in self.params)})"

    def arg(self, name: str) -> Arg:
        return next(a for a in self.args if a.name == name)

    def class_of(self, name: str) -> str:
        """The first of the arguments that may be one buffer with ``name``, in the order of the contract. ``alias`` says
        so of both its ends, and from one to the next."""
        if not self.classes:
            self.classes.update({arg.name: self._first_of_class(arg.name) for arg in self.args})
        return self.classes[name]

    def _first_of_class(self, name: str) -> str:
        same, before = {name}, 0
        while before != len(same):
            before = len(same)
            same |= {arg.alias for arg in self.args if arg.alias is not None and arg.name in same}
            same |= {arg.name for arg in self.args if arg.alias in same}
        return next(arg.name for arg in self.args if arg.name in same)

    def distance(self, p: str, q: str) -> int | None:
        """How far apart two arguments lie at least if they are in one buffer; None if they never are."""
        if (p, q) not in self.distances:
            asked = {self.class_of(p), self.class_of(q)}
            found = [
                arg.apart[1]
                for arg in self.args
                if arg.apart is not None and {self.class_of(arg.name), self.class_of(arg.apart[0])} == asked
            ]
            self.distances[p, q] = min(found, default=None)
        return self.distances[p, q]

    def variant(self, name: str) -> Variant:
        for variant in self.variants:
            if variant.name == name:
                return variant
        names = ", ".join(v.name for v in self.variants)
        raise KernelError(self.src, f"{self.name} has no variant {name}; it has: {names}")


def _parse(src: Src, c: str) -> tuple[str, str, tuple[Param, ...]]:
    match = _PROTO.match(c)
    if match is None:
        raise KernelError(src, f"cannot read the C prototype {c!r}; expected 'void name(type arg, …)'")
    returns, name, inner = match.groups()
    params = []
    for text in (p.strip() for p in inner.split(",")) if inner.strip() not in ("", "void") else ():
        found = _PARAM.match(text)
        if found is None:
            raise KernelError(
                src, f"cannot read the C parameter {text!r}; expected 'const uint8_t *data' or 'size_t n'"
            )
        _, ctype, star, arg, array, _ = found.groups()
        if arg in _RESERVED:
            raise KernelError(src, f"parameter {arg}: a word of C or C++ itself; expected another name")
        if star or array:
            kind = "ptr"
        elif ctype in SCALARS:
            kind = SCALARS[ctype]
        else:
            raise KernelError(
                src, f"parameter type {ctype} is not supported; expected a pointer or {', '.join(SCALARS)}"
            )
        params.append(Param(arg, re.sub(r"\s+", " ", text), kind))
    if returns not in ("void", *SCALARS):
        raise KernelError(src, f"return type {returns} is not supported; expected void or {', '.join(SCALARS)}")
    return returns, name, tuple(params)


def _refuse_extent(src: Src, name: str, arg: Arg, scalars: list[str]) -> None:
    """KernelError for an extent that is no number of bytes, and no sum or product of numbers and arguments."""
    for how, size in (("r", arg.r), ("w", arg.w), ("rw", arg.rw)):
        if size is None:
            continue
        try:
            nodes = list(ast.walk(ast.parse(str(size), mode="eval").body))
        except SyntaxError:
            nodes = [ast.Pass()]
        for node in nodes:
            fits = isinstance(node, (ast.BinOp, ast.Load, *_OPERATIONS)) or (
                isinstance(node, ast.Constant) and type(node.value) is int
            )
            if not fits and not (isinstance(node, ast.Name) and node.id in scalars):
                raise KernelError(
                    src,
                    f"{name}: the extent {how}={size!r} of {arg.name}; expected bytes, as a number or an expression "
                    f"over {', '.join(scalars) or 'arguments that are numbers, of which there is none'}",
                )


def kernel(
    *,
    c: str,
    args: Sequence[Arg],
    source: str,
    variants: Sequence[Variant] = (Variant("scalar"),),
    size: str = "",
    size_unit: int = 1,
    exempt: dict[str, str] | None = None,
    portable: bool = False,
    wipe: bool = False,
    parts: Sequence[str] = (),
    interface: Sequence[Interface] = (),
) -> Callable[[Callable[..., Any]], Kernel]:
    """Declare a kernel.

    ``c``: the C prototype, symbol prefix left out. ``args``: one :class:`Arg` a parameter, in order. ``source``: the
    document that defines the algorithm. ``size``: the argument that says how much work a call does, in units of
    ``size_unit`` bytes (dispatch looks at it). ``exempt``: name → reason of every place
    where a secret may enter an address or a branch. ``portable``: the runtime has a C version,
    ``loom_<name>_portable``. ``wipe``: registers and frame slots that held a secret are cleared before the return; the
    code for it is made, and checked. ``parts``: the kernels that this one does the work of, and that its C version
    calls; a library that has it has those. ``interface``: the functions of the C API that the runtime makes of it.
    Raises KernelError naming the script's line.
    """
    frame = inspect.currentframe()
    caller = frame.f_back if frame is not None else None
    src = Src(caller.f_code.co_filename, caller.f_lineno) if caller is not None else Src("?", 0)

    def declare(body: Callable[..., Any]) -> Kernel:
        refuse_types(src, "kernel", [("c", c, isinstance(c, str), "the C prototype: 'void name(type arg, …)'")])
        returns, name, params = _parse(src, c)
        if inspect.isgeneratorfunction(body) or inspect.iscoroutinefunction(body) or inspect.isasyncgenfunction(body):
            raise KernelError(
                src, f"{name}: the function would not run when it is called; expected no yield and no async"
            )
        lists = "[Arg(name, …), …]", "[Variant(name, …), …]", "a list of kernels' names", f"a list of {_INTERFACES}"
        refuse_types(
            src,
            name,
            [
                ("args", args, listed(args), lists[0]),
                ("variants", variants, listed(variants), lists[1]),
                ("source", source, isinstance(source, str), "text that names the algorithm's document"),
                ("size", size, isinstance(size, str), "the name of an argument"),
                ("size_unit", size_unit, number(size_unit) and size_unit > 0, "a number of bytes, 1 or more"),
                ("parts", parts, listed(parts, str), lists[2]),
                ("interface", interface, listed(interface), lists[3]),
            ],
        )
        for stranger in (one for one in args if not isinstance(one, Arg)):
            raise KernelError(src, f"{name}: args has {stranger!r}; expected Arg(name, …) for each parameter")
        for api in interface:
            if isinstance(api, type) or not isinstance(api, Interface):
                raise KernelError(src, f"{name}: interface has {api!r}; expected {_INTERFACES}")
        if exempt is not None and not isinstance(exempt, dict):
            raise KernelError(src, f"{name}: exempt={exempt!r}; expected a dictionary of names and reasons")
        own_name = body.__qualname__  # a function made by another one has that one's name in front, and is free
        if own_name.isidentifier() and own_name != name:
            raise KernelError(
                src,
                f"{name}: the function is called {own_name}; expected the prototype's name: def {name}(…), or "
                f'c="{returns} {own_name}(…)"',
            )
        if [p.name for p in params] != [a.name for a in args]:
            raise KernelError(
                src, f"{name}: args name {[a.name for a in args]}, the prototype {[p.name for p in params]}"
            )
        own = list(inspect.signature(body).parameters)[1:]
        names = [p.name for p in params]
        taken = [p if p in names else p.removesuffix("_") for p in own]  # `in` is a keyword of Python's: in_
        if taken != names:
            raise KernelError(src, f"{name}: the function takes {taken}, the prototype {[p.name for p in params]}")
        refuse_variants(src, name, variants)
        scalars = [param.name for param in params if param.type != "ptr"]
        for param, arg in zip(params, args):
            _refuse_extent(src, name, arg, scalars)
            if param.type == "ptr" and arg.r is None and arg.w is None and arg.rw is None:
                raise KernelError(src, f"{name}: pointer {arg.name} needs an extent: r=, w= or rw= in bytes")
            if not isinstance(arg.align, int) or arg.align < 1 or arg.align & (arg.align - 1):
                raise KernelError(src, f"{name}: {arg.name} has align={arg.align!r}; expected a power of two, in bytes")
            refuse_types(
                src,
                f"{name}: {arg.name}",
                [
                    ("alias", arg.alias, arg.alias is None or isinstance(arg.alias, str), "the name of a pointer"),
                    (
                        "apart",
                        arg.apart,
                        arg.apart is None or pair(arg.apart, int),
                        'a pair of a pointer\'s name and a distance in bytes: apart=("out", 72)',
                    ),
                ],
            )
            other = arg.apart[0] if arg.apart is not None else arg.alias
            if other is not None and other not in {p.name for p in params if p.type == "ptr" and p.name != arg.name}:
                raise KernelError(src, f"{name}: {arg.name} names {other}, which is no other pointer of the prototype")
        if size and size not in taken:
            raise KernelError(src, f"{name}: size={size!r} is no argument; expected one of {taken}")
        made = Kernel(
            name=name,
            returns=returns,
            params=params,
            args=tuple(args),
            variants=tuple(variants),
            source=source,
            size_arg=size,
            size_unit=size_unit,
            exempt=dict(exempt or {}),
            portable=portable,
            wipe=wipe,
            parts=tuple(parts),
            interface=tuple(interface),
            doc=inspect.getdoc(body) or "",
            src=src,
            body=body,
        )
        for one in made.interface:
            one.check(made)
        for collected in _collecting:
            collected.append(made)
        return made

    return declare


_collecting: list[list[Kernel]] = []


@contextmanager
def declarations() -> Iterator[list[Kernel]]:
    """Collects the kernels that are declared while the body runs, in order; of two with one name both."""
    collected: list[Kernel] = []
    _collecting.append(collected)
    try:
        yield collected
    finally:
        _collecting.pop()
