# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Arguments: the C prototype read, the promises for each argument, and the same for several messages at once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from generator.lang.cnames import refuse_kernel_name, refuse_parameter_name
from generator.lang.declared import listed, number, pair, refuse_types
from generator.lang.former import takes_former
from generator.lang.sizes import bound, evaluate, refuse_bound, refuse_extent
from generator.model import KernelError, Src

_PARAM = re.compile(r"^(const\s+)?([A-Za-z_]\w*)\s*(\*?)\s*([A-Za-z_]\w*)\s*(\[(\d*)\])?$")
_PROTO = re.compile(r"^\s*([A-Za-z_]\w*)\s+([A-Za-z_]\w*)\s*\((.*)\)\s*;?\s*$", re.S)
SCALARS = {
    "size_t": "usize", "uint8_t": "u8", "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64", "int8_t": "u8",
    "int16_t": "u16", "int32_t": "u32", "int64_t": "u64",
}  # fmt: skip
"""C type → the type of the words that hold its values. Words have no sign: operations have."""


@takes_former
@dataclass(frozen=True, slots=True)
class Arg:
    """One argument of a kernel.

    ``r``, ``w``, ``rw``: the extent in bytes that is read, written, or both, as a number or as an expression over the
    other arguments (``"64*blocks"``). Without them, the prototype's array has the extent: ``uint32_t state[4]`` is
    ``rw=16``, and with ``const`` ``r=16``. ``public``: a scalar's value, or a pointer's memory, is no secret. Without
    ``public`` both are secret, and so is memory that may share a buffer with a secret. ``alias`` names an argument that
    may be the same buffer, or several. ``apart`` names an argument and a distance in bytes: both may lie in one buffer
    if they begin at least that far from each other. ``alias`` and ``apart`` are promises to callers. The script is
    responsible for an order of loads and stores that keeps them. No pass changes that order against them. Other
    pointers never overlap. ``align`` in bytes, a power of two. ``messages``: the argument is an array of so many
    pointers, one for each message, and the other fields tell of the memory at each; :func:`each_lane` makes such
    arguments.
    ``interleaved``: the form for several messages has one buffer for all, of pieces of so many bytes: the first piece
    of each message, then the second of each.
    """

    name: str
    r: str | int | None = None
    w: str | int | None = None
    rw: str | int | None = None
    public: bool = False
    alias: str | tuple[str, ...] | None = None
    align: int = 1
    apart: tuple[str, int] | None = None
    messages: int = 0
    interleaved: int = 0

    @property
    def access(self) -> str:
        """``r``, ``w`` or ``rw``. Empty for a value."""
        return next((how for how in ("r", "w", "rw") if getattr(self, how) is not None), "")

    @property
    def aliases(self) -> tuple[str, ...]:
        """The names in ``alias``."""
        return (self.alias,) if isinstance(self.alias, str) else tuple(self.alias or ())

    @property
    def size(self) -> str:
        """The extent as an expression. Empty for a value."""
        return str(getattr(self, self.access)) if self.access else ""

    @property
    def extent(self) -> str:
        """In words: ``reads 64*blocks bytes``; empty for a value."""
        how = {"r": "reads", "w": "writes", "rw": "reads and writes"}
        each = f" at each of {self.messages} pointers" if self.messages else ""
        return f"{how[self.access]} {self.size} bytes{each}" if self.access else ""

    def bytes(self, values: Mapping[str, int]) -> int:
        """The extent in bytes for these values of the other arguments: none for a negative size."""
        return max(evaluate(self.size, values), 0)


@dataclass(frozen=True, slots=True)
class Param:
    """A C parameter: ``text`` as written, ``type`` the word-level type name (``ptr`` for pointers). ``messages``: the
    number of pointers in an array of pointers."""

    name: str
    text: str
    type: str
    messages: int = 0

    @property
    def ctype(self) -> str:
        """The C type alone. An array counts as a pointer."""
        if self.messages:
            return f"{self.text[: self.text.rindex('const')]}const *"
        found = _PARAM.match(self.text)
        assert found is not None, self.text
        const, ctype, star, _, array, _ = found.groups()
        return f"{'const ' if const else ''}{ctype}{' *' if star or array else ''}"


def parsed(src: Src, c: str) -> tuple[str, str, tuple[Param, ...]]:
    match = _PROTO.match(c)
    if match is None:
        raise KernelError(src, f"cannot read the C prototype {c!r}; expected 'void name(type arg, …)'")
    returns, name, inner = match.groups()
    refuse_kernel_name(src, name)
    params = []
    for text in (p.strip() for p in inner.split(",")) if inner.strip() not in ("", "void") else ():
        found = _PARAM.match(text)
        if found is None:
            raise KernelError(
                src, f"cannot read the C parameter {text!r}; expected 'const uint8_t *data' or 'size_t n'"
            )
        _, ctype, star, arg, array, _ = found.groups()
        refuse_parameter_name(src, arg)
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


def refuse_args(src: Src, name: str, params: Sequence[Param], args: Sequence[object], *, pieces: bool) -> None:
    """KernelError unless there is an Arg for each parameter, of the forms that :class:`Arg` describes. ``pieces``: the
    kernel may have forms for several messages with one buffer for all."""
    for stranger in args:
        if not isinstance(stranger, Arg):
            raise KernelError(src, f"{name}: args has {stranger!r}; expected Arg(name, …) for each parameter")
    declared = [arg for arg in args if isinstance(arg, Arg)]
    if [param.name for param in params] != [arg.name for arg in declared]:
        raise KernelError(
            src,
            f"{name}: args name {[arg.name for arg in declared]}, the prototype {[param.name for param in params]}; "
            "expected an Arg for each parameter, in their order",
        )
    scalars = {param.name: param.ctype for param in params if param.type != "ptr"}
    for param, arg in zip(params, declared):
        said = f"{name}: {arg.name}"
        refuse_extent(src, name, arg.name, (("r", arg.r), ("w", arg.w), ("rw", arg.rw)), scalars)
        sized = with_extent(param, arg)
        refuse_bound(src, said, param.text, sized.size)
        if param.type == "ptr" and not sized.access:
            raise KernelError(
                src,
                f"{name}: pointer {arg.name} needs an extent; expected r=, w= or rw= in bytes, or an array such as "
                f"uint32_t {arg.name}[4] in the prototype",
            )
        align, pieces_of, near = arg.align, arg.interleaved, arg.apart
        forms = [
            ("align", align, number(align) and align > 0 and not align & (align - 1), "a power of two, in bytes"),
            ("public", arg.public, isinstance(arg.public, bool), "True or False"),
            ("messages", arg.messages, number(arg.messages) and arg.messages == 0, "none: see messages= of Variant"),
            (
                "interleaved",
                pieces_of,
                number(pieces_of) and (pieces_of == 0 or pieces_of > 0 and bool(sized.access) and pieces),
                "the bytes of a piece, for a pointer, with for_messages= of the kernel",
            ),
            (
                "alias",
                arg.alias,
                arg.alias is None or isinstance(arg.alias, str) or listed(arg.alias, str),
                "the name of a pointer, or several in a tuple",
            ),
            (
                "apart",
                near,
                near is None or pair(near, int),
                'a pair of a pointer\'s name and a distance in bytes: apart=("out", 72)',
            ),
        ]
        refuse_types(src, said, forms)
        others = {p.name for p in params if p.type == "ptr" and p.name != arg.name}
        for other in (*arg.aliases, *([] if near is None else [near[0]])):
            if other not in others:
                raise KernelError(
                    src, f"{said} names {other}, which is no other pointer of the prototype; expected one"
                )


def with_extent(param: Param, arg: Arg) -> Arg:
    """The argument with the extent of the prototype's array, unless it has its own."""
    size = 0 if arg.access else bound(param.text)
    return arg if not size else replace(arg, r=size) if param.text.startswith("const") else replace(arg, rw=size)


def each_lane(
    params: Sequence[Param], args: Sequence[Arg], messages: int
) -> tuple[tuple[Param, ...], tuple[Arg, ...]]:  # fmt: skip
    """The parameters of a function for ``messages`` messages: an array of pointers for each pointer, or one buffer of
    pieces. Numbers hold for all messages."""
    pairs = [
        (_param_of_all if arg.interleaved else _param_of_each)(param, arg, messages) for param, arg in zip(params, args)
    ]
    return tuple(param for param, _ in pairs), tuple(arg for _, arg in pairs)


def _param_of_each(param: Param, arg: Arg, messages: int) -> tuple[Param, Arg]:
    if param.type != "ptr":
        return param, arg
    text = f"{param.ctype}const {param.name}[{messages}]"
    return replace(param, text=text, messages=messages), replace(arg, messages=messages)


def _param_of_all(param: Param, arg: Arg, messages: int) -> tuple[Param, Arg]:
    size = f"{messages}*({arg.size})"
    r, w, rw = (size if arg.access == how else None for how in ("r", "w", "rw"))
    return replace(param, text=f"{param.ctype}{param.name}"), replace(arg, r=r, w=w, rw=rw)
