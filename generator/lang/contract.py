# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The contract: one object for each kernel, and the only source of facts about the kernel.

The header takes the prototype and the documentation. Dispatch takes the variants with their features, and the argument
that counts. The verifier takes extents, alignment, secrets, aliases, distances and exemptions. The manifest
(manifest.py) lists the same for other programs. The C API (interface.py) takes words, block size and names. Test plans
(targets/trial/cases.py) take buffers, guard pages, alignments, in-place calls and distances, and add a reference.
A kernel from outside the tree declares its reference here (references.py).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, runtime_checkable

from generator.declarations import Section
from generator.lang.declared import listed, number, refuse_types
from generator.lang.parameters import SCALARS as SCALARS  # the contract's readers import these from here
from generator.lang.parameters import Arg as Arg
from generator.lang.parameters import Param as Param
from generator.lang.parameters import each_lane, parsed, refuse_args, with_extent
from generator.lang.references import Cases, Reference, refuse_cases, refuse_peer, refuse_reference
from generator.lang.values import Op
from generator.lang.variants import PORTABLE, refuse_variants
from generator.lang.variants import Variant as Variant  # the contract's readers import it from here
from generator.model import KernelError, Src

_INTERFACES = "Hash(…), BlockCipher(…), CbcAndHash(…) or Functions(…) of generator.lang.interface"


@runtime_checkable
class Interface(Protocol):
    """A kernel's C API: see interface.py."""

    def section(self, kernel: Kernel) -> Section:
        """The rows of the functions that this API declares in C, and of their types."""

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
    reference: Reference | None = None
    c_reference: str = ""
    cases: Cases = field(default_factory=dict)
    path: str = ""
    sha256: str = ""
    scripts: dict[str, str] = field(default_factory=dict)  # the texts of its file, and of the imported files
    spelled: dict[str, str] = field(default_factory=dict, init=False, compare=False, repr=False)  # portable code
    asks_c: bool | None = None  # the contract's own words about portable C
    no_c: str = ""  # why a kernel that asks for nothing has none
    form: Variant | None = None  # the row that portable C comes from, if it is none of the variants
    for_messages: Callable[..., Any] | None = None  # records the forms for several messages
    single: Kernel | None = None  # the kernel that this one is for several messages
    messages: int = 0  # 0 for one
    # The answers of class_of and distance.
    classes: dict[str, str] = field(default_factory=dict, init=False, compare=False, repr=False)
    distances: dict[tuple[str, str], int | None] = field(default_factory=dict, init=False, compare=False, repr=False)
    # Recordings judged by lang.extents: conventions with the same registers have the same recording.
    judged: set[tuple[object, ...]] = field(default_factory=set, init=False, compare=False, repr=False)

    @property
    def of_tree(self) -> bool:
        """True if the kernel is one of this tree. The project's tests execute these. ``build.py test --kernel-path``
        executes the others."""
        return self.path.startswith("generator/kernels/")

    @property
    def result(self) -> str:
        """The word-level type of the result. Empty for void."""
        return SCALARS.get(self.returns, "")

    @property
    def prototype(self) -> str:
        return f"{self.returns} {self.name}({', '.join(p.text for p in self.params)})"

    def arg(self, name: str) -> Arg:
        """The argument called ``name``. The memory at a pointer of an array, ``data[3]``, belongs to the array's."""
        return next(a for a in self.args if a.name == name.partition("[")[0])

    @property
    def buffers(self) -> list[Arg]:
        """The arguments of the prototype and, behind them, one for each pointer of an array of pointers. The array
        itself is public memory that the kernel reads."""
        arrays = [Arg(one.name, r=8 * one.messages, public=True) if one.messages else one for one in self.args]
        return [*arrays, *(replace(a, name=f"{a.name}[{n}]", messages=0) for a in self.args for n in range(a.messages))]

    def many(self, messages: int, variants: Sequence[Variant]) -> Kernel:
        """The same for ``messages`` messages at once, by these variants."""
        if self.returns != "void":
            raise KernelError(
                self.src, f"{self.name}: messages={messages} with a result; expected a prototype with void"
            )
        params, args = each_lane(self.params, self.args, messages)
        pointers = "one pointer for each message"
        if any(arg.interleaved for arg in self.args):
            pieces = [f"{arg.interleaved} bytes of {arg.name}" for arg in self.args if arg.interleaved]
            pointers += f", or {' and '.join(pieces)} of each message in turn"
        doc = f"{self.doc}\nThe same for {messages} messages at once: {pointers}, the numbers for all."
        return replace(
            self, name=f"{self.name}_x{messages}", params=params, args=args, variants=tuple(variants),
            parts=(*self.parts, self.name), interface=(), doc=doc, c_reference="", single=self, messages=messages,
            exempt={} if self.for_messages is not None else self.exempt,
        )  # fmt: skip

    def refuse_exemptions(self, op: Op) -> None:
        """KernelError for an operation by an exemption that the contract does not name."""
        for name in (op.attrs.get("exempt"), op.attrs.get("public")):
            if name is not None and name not in self.exempt:
                names = ", ".join(self.exempt) or "none"
                raise KernelError(op.src, f"exemption {name!r} is not in the contract's exempt=; it names: {names}")

    def class_of(self, name: str) -> str:
        """The first of the arguments that may be one buffer with ``name``, in the order of the contract.

        ``alias`` works in both directions, and along chains.
        """
        if not self.classes:
            self.classes.update({arg.name: self._first_of_class(arg.name) for arg in self.args})
        return self.classes[name]

    def _first_of_class(self, name: str) -> str:
        same, before = {name}, 0
        while before != len(same):
            before = len(same)
            same |= {other for arg in self.args if arg.name in same for other in arg.aliases}
            same |= {arg.name for arg in self.args if same & {*arg.aliases}}
        return next(arg.name for arg in self.args if arg.name in same)

    def distance(self, p: str, q: str) -> int | None:
        """The least distance of two arguments that lie in one buffer. None if they never do."""
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


def kernel(
    *,
    c: str,
    args: Sequence[Arg],
    source: str,
    variants: Sequence[Variant] = (Variant("scalar"),),
    size: str = "",
    size_unit: int = 1,
    exempt: dict[str, str] | None = None,
    portable: bool | None = None,
    wipe: bool = False,
    parts: Sequence[str] = (),
    interface: Sequence[Interface] = (),
    reference: Reference | None = None,
    c_reference: str = "",
    cases: Cases | None = None,
    for_messages: Callable[..., Any] | None = None,
) -> Callable[[Callable[..., Any]], Kernel]:
    """Declare a kernel.

    ``c``: the C prototype, without the symbol prefix. ``args``: one :class:`Arg` for each parameter, in order.
    ``source``: the document that defines the algorithm. ``size``: the argument that tells the amount of work of a call,
    in units of ``size_unit`` bytes; dispatch reads it. ``exempt``: name → reason, for every place where a secret may
    enter an address or a branch. ``portable``: whether there is a C version, ``loom_<name>_portable``; by default where
    the script's words can be C. ``wipe``: the generator adds code that clears registers and frame slots which held a
    secret, and checks the code. ``parts``: the kernels whose work this kernel does, and which its C version calls; a
    library with this kernel has those too.
    ``interface``: the functions of the C API that the runtime makes of the kernel. ``reference``: computes what the
    kernel must compute; ``c_reference``: a C file in the script's folder with the same function, to be measured;
    ``cases``: the plausible values of arguments; all three are in references.py. ``for_messages``: a function of the
    same arguments that records the forms for several messages (``messages=`` of a variant), in place of the recording
    that the generator makes of the form for one, and uses no exemption. Raises KernelError naming the script's line.
    """
    frame = inspect.currentframe()
    caller = frame.f_back if frame is not None else None
    src = Src(caller.f_code.co_filename, caller.f_lineno) if caller is not None else Src("?", 0)

    def declare(body: Callable[..., Any]) -> Kernel:
        refuse_types(src, "kernel", [("c", c, isinstance(c, str), "the C prototype: 'void name(type arg, …)'")])
        returns, name, params = parsed(src, c)
        names = [param.name for param in params]
        scalars = {param.name: param.ctype for param in params if param.type != "ptr"}
        forms = [
            ("args", args, listed(args), "[Arg(name, …), …]"),
            ("variants", variants, listed(variants), "[Variant(name, …), …]"),
            ("source", source, isinstance(source, str), "text that names the algorithm's document"),
            (
                "size",
                size,
                isinstance(size, str) and (not size or size in scalars),
                f"the name of a number: {', '.join(scalars) or 'there is none'}",
            ),
            ("size_unit", size_unit, number(size_unit) and size_unit > 0, "a number of bytes, 1 or more"),
            ("exempt", exempt, exempt is None or _reasons(exempt), "a dictionary of names and reasons, both texts"),
            ("parts", parts, listed(parts, str), "a list of kernels' names"),
            ("portable", portable, portable is None or isinstance(portable, bool), "True or False"),
            ("wipe", wipe, isinstance(wipe, bool), "True or False"),
            ("interface", interface, listed(interface), f"a list of {_INTERFACES}"),
            (
                "for_messages",
                for_messages,
                for_messages is None or inspect.isfunction(for_messages),
                "a function of k and the kernel's arguments",
            ),
        ]
        refuse_types(src, name, forms)
        for api in interface:
            if isinstance(api, type) or not isinstance(api, Interface):
                raise KernelError(src, f"{name}: interface has {api!r}; expected {_INTERFACES}")
        refuse_args(src, name, params, args, pieces=for_messages is not None)
        _refuse_functions(src, name, returns, names, [body, *([] if for_messages is None else [for_messages])])
        refuse_variants(src, name, variants, for_messages is not None)
        refuse_reference(src, name, reference, names)
        refuse_peer(src, name, c_reference)
        refuse_cases(src, name, cases, [one for one in names if one not in scalars], scalars)
        made = Kernel(
            name=name,
            returns=returns,
            params=params,
            args=tuple(with_extent(param, arg) for param, arg in zip(params, args)),
            variants=tuple(one for one in variants if not one.messages and one.name != PORTABLE),
            form=next((one for one in variants if one.name == PORTABLE), None),
            source=source,
            size_arg=size,
            size_unit=size_unit,
            exempt=dict(exempt or {}),
            portable=bool(portable),
            asks_c=portable,
            wipe=wipe,
            parts=tuple(parts),
            interface=tuple(interface),
            doc=inspect.getdoc(body) or "",
            src=src,
            body=body,
            reference=reference,
            c_reference=c_reference,
            cases=dict(cases or {}),
            for_messages=for_messages,
        )
        for arg in made.args:
            if arg.apart is not None and made.class_of(arg.name) == made.class_of(arg.apart[0]):
                raise KernelError(
                    src,
                    f"{name}: {arg.name} has apart={arg.apart!r}, and by alias= may be the same buffer as "
                    f"{arg.apart[0]}; expected apart= or alias=",
                )
        for one in made.interface:
            one.check(made)
        every = [made]
        for messages in sorted({one.messages for one in variants} - {0}):
            every.append(made.many(messages, [one for one in variants if one.messages == messages]))
        for collected in _collecting:
            collected.extend(every)
        return made

    return declare


def _reasons(given: object) -> bool:
    """Whether something is a dictionary of names and reasons."""
    words = [*given.keys(), *given.values()] if isinstance(given, dict) else [""]
    return all(isinstance(word, str) and word.strip() for word in words)


def _refuse_functions(
    src: Src, name: str, returns: str, params: Sequence[str], functions: Sequence[Callable[..., Any]]
) -> None:
    """KernelError unless each function records the kernel's arguments. The first is the one that is declared."""
    body = functions[0]
    if inspect.isgeneratorfunction(body) or inspect.iscoroutinefunction(body) or inspect.isasyncgenfunction(body):
        raise KernelError(src, f"{name}: the function would not run when it is called; expected no yield and no async")
    own_name = body.__qualname__  # a nested function has a dotted name, and may have any
    if own_name.isidentifier() and own_name != name:
        raise KernelError(
            src,
            f"{name}: the function is called {own_name}; expected the prototype's name: def {name}(…), or "
            f'c="{returns} {own_name}(…)"',
        )
    for function in functions:
        own = list(inspect.signature(function).parameters)[1:]
        taken = [p if p in params else p.removesuffix("_") for p in own]  # `in` is Python's: in_
        if taken != params:
            raise KernelError(src, f"{name}: the function takes {taken}; expected the prototype's {params}")


_collecting: list[list[Kernel]] = []


@contextmanager
def declarations() -> Iterator[list[Kernel]]:
    """Collects the kernels that are declared while the body runs, in order. Two kernels of one name are both
    collected."""
    collected: list[Kernel] = []
    _collecting.append(collected)
    try:
        yield collected
    finally:
        _collecting.pop()
