# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The common part of the builder: types, values, and the recording of word operations with the script's lines."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import generator.lang.misused  # noqa: F401  # refuses Python's other operators of values
from generator.lang.arguments import FACTS, OWN, checked
from generator.lang.asked import TargetFacts
from generator.lang.contract import Kernel, Variant
from generator.lang.operands import Operands, conversion
from generator.lang.scopes import Scope
from generator.lang.values import Op, Source, Stream, Type, Val
from generator.lang.variants import NoEngine
from generator.model import KernelError, Phase, Src

_HERE = __file__.rsplit("/", 1)[0]
_ROOT = _HERE.removesuffix("generator/lang")
_GENERATOR = _HERE.removesuffix("lang")
LOGIC = ("xor", "and", "or", "andn", "orn", "not")  # the scalar operations that whole vectors have too


class _Package(dict[str, bool]):
    """File name → whether the file belongs to this package and is no script. Each file is looked at once."""

    def __missing__(self, file: str) -> bool:
        self[file] = found = file.startswith(_HERE) or file.endswith("contextlib.py")
        return found


_of_package = _Package()


@checked
class Recording(Operands, TargetFacts):
    """Records operations. The vocabulary's classes, one for each subject, derive from this class."""

    def __init__(
        self, kernel: Kernel, variant: Variant, *, pointer_bits: int, registers: int, vectors: int = 0,
        keys_first: bool = False, arch: str = "", abi: str = "",
    ) -> None:  # fmt: skip
        self.kernel, self.variant = kernel, variant
        if variant.engine is None:
            self.variant = replace(variant, engine=NoEngine(variant.name, self.fail))
        self.registers, self.vectors, self.keys_first = registers, vectors, keys_first
        self.messages = variant.messages
        self.u8, self.u16 = Type("u8", 8), Type("u16", 16)
        self.u32 = Type("u32", 32, "vec" if variant.unit == "vec" else "gp")
        self.u64 = Type("u64", 64)
        self.usize = Type("usize", pointer_bits)
        self.ptr = Type("ptr", pointer_bits)
        self.v128, self.v256, self.v512 = (Type(f"v{bits}", bits, "vec") for bits in (128, 256, 512))
        self.carry, self.borrow = Type("carry", 32), Type("borrow", 32)
        self.mask = Type("mask", 64, "mask")  # a mask register of AVX-512: a bit for each lane
        self.known: dict[int, bytes] = {}  # id of a vector that still holds a constant → the bytes
        self._ids = 0
        self._labels = 0
        self._unplaced: list[str] = []  # labels that place() may put somewhere
        self._streams = [Stream([], kernel.name)]
        self._phases: list[Phase | None] = [None]  # of each stream that is being recorded
        self._places: dict[tuple[str, int, Phase | None], Src] = {}
        self._rare: list[Stream] = []
        self._skips: set[str] = set()  # labels behind the bodies of k.if_
        self._exits: list[list[str]] = [[]]  # of each stream: the labels behind the open loops, the innermost last
        self._machine, self.asked = (arch, abi), set()
        self.recorded: list[Op] = []
        self.scopes: list[Scope[Any]] = []
        self.streams: list[tuple[Stream, Src]] = []

    def here(self) -> Src:
        """The innermost line of the running script. Lines of this package do not count."""
        frame = sys._getframe(1)
        while _of_package[frame.f_code.co_filename] and frame.f_back is not None:
            frame = frame.f_back
        place = frame.f_code.co_filename, frame.f_lineno, self._phases[-1]
        found = self._places.get(place)
        if found is None:
            # A kernel file that another one imports was loaded by its absolute path; messages show the path from the
            # root.
            found = self._places[place] = Src(place[0].removeprefix(_ROOT), *place[1:])
        return found

    def asked_by_script(self) -> bool:
        """True if the caller's caller is a line of a script or a test, and not of the generator."""
        file = sys._getframe(2).f_code.co_filename
        return not file.startswith(_GENERATOR) or file.startswith(f"{_GENERATOR}kernels/")

    def fail(self, message: str) -> KernelError:
        return KernelError(self.here(), message)

    if not TYPE_CHECKING:  # type checkers report unknown names themselves

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            words = [word for word in dir(self) if word[0] != "_" and word not in OWN]
            words = [word for word in words if word in FACTS or callable(getattr(self, word))]
            near = get_close_matches(name, words, 3)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(words)}"
            raise self.fail(f"k.{name}: there is no such operation; {hint}")

        def __setattr__(self, name: str, value: object) -> None:
            if name[0] != "_" and self.asked_by_script():  # a word that a script replaced would check nothing
                raise self.fail(
                    f"k.{name} = …: k keeps nothing of a script's; expected a Python variable, or k.set(x, y)"
                )
            object.__setattr__(self, name, value)

        def __delattr__(self, name: str) -> None:
            raise self.fail(f"del k.{name}: the words of k stay; expected a Python variable")

    def param(self, name: str) -> int:
        """A parameter of the variant that is being recorded."""
        for key, value in self.variant.params:
            if key == name:
                return value
        names = ", ".join(key for key, _ in self.variant.params)
        shown = name if isinstance(name, str) and name.isidentifier() else repr(name)  # a message has one line
        raise self.fail(f"variant {self.variant.name} has no parameter {shown}; it has {names or 'none'}")

    def value(self, type: Type, name: str = "", cold: bool = False, src: Src | None = None) -> Val:
        """A new variable without a value."""
        if name and not (name.isascii() and name.isidentifier()):  # comments and banners show it
            raise self.fail(f"a value called {name!r}; expected a name of letters, digits and _")
        self._ids += 1
        k: Any = self  # the subclasses add the operators that values need
        return Val(k, self._ids, name or f"t{self._ids}", type, src or self.here(), cold)

    def record(self, name: str, dst: tuple[Val, ...], args: tuple[Any, ...], **attrs: Any) -> None:
        """Append one operation, after a check of everything that the operation reads and writes."""
        self.look(name, dst, args)
        if self.known:
            copied = self.known.get(args[0].id) if name == "copy" else None
            for val in dst:
                self.known.pop(val.id, None)
                if copied is not None:
                    self.known[val.id] = copied
        op = Op(name, dst, args, self.here(), attrs)
        phase = op.src.phase
        if phase is not None and phase.first is None:
            phase.first = op.src.file, op.src.line
        self._streams[-1].ops.append(op)
        self.recorded.append(op)

    def _target(self, to: Val | None, type: Type, name: str = "") -> Val:
        if to is None:
            return self.value(type, name)
        if to.type is not type and to.type != type:
            raise self.fail(f"the result is a {type}, but to={to.name} is a {to.type}")
        return to

    def _one_type(self, op: str, args: Iterable[Source]) -> Type:
        types: list[Type] = []
        for arg in args:
            if isinstance(arg, Val) and arg.type not in types:
                types.append(arg.type)
        if len(types) == 2 and op in ("add", "sub") and self.ptr in types and self.usize in types:
            return self.ptr
        if not types:
            first = next(iter(args), 0)
            raise self.fail(f"{op} of constants only; expected at least one value, see k.const(k.u32, {first})")
        if len(types) > 1:
            shown = ", ".join(f"{a.name} {a.type}" if isinstance(a, Val) else hex(a) for a in args)
            raise self.fail(f"{op}({shown}): the types differ; expected one type, {conversion(*types)}")
        return types.pop()

    def _plain(self, op: str, args: tuple[Source, ...], to: Val | None, name: str = "") -> Val:
        kind = self._one_type(op, args)
        if kind.whole and op not in LOGIC:
            raise self.fail(f"{op} of a {kind}; expected one of {', '.join(LOGIC)}, or k.v{op}(…) where lanes count")
        dst = self._target(to, kind, name)
        self.record(op, (dst,), args)
        return dst
