# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Judge from the recording whether a kernel's accesses stay inside the extents of its contract.

An access is inside (proved for all calls that the contract allows), outside (refused), or undecided. An access is
outside if it leaves its extent whenever control reaches it, or in a call that the contract allows. The values of a
number are those of ``cases=``, otherwise all of its type. An access that leaves an extent for small values of a count
that the extent names (a key without bytes) is undecided, because a contract names no least count. ``build.py explain``
lists undecided accesses. Tests run these between guard pages.

A loop that promises at least one round is judged by the same rule, and a loop must not take a negative count for a
great one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import TypeVar, Union

from generator.abi import Abi
from generator.isa import forms
from generator.lang.contract import Kernel, Variant
from generator.lang.linear import Facts, Lin, Symbols, constant, number, plus, replaced, shifted, split, symbol, times
from generator.lang.reach import Place, State, Walk
from generator.lang.values import Op, Stream, Val
from generator.model import Imm, KernelError, LabelRef, Mem, Operand, R, Src, VReg

TRIED = (64, 65, 95)  # counts tried in the search for a call that leaves an extent with these counts
ANY = (*range(18), 31, 32, 33, 63, *TRIED, 127, 128, 255, 256, 4096, 65535)  # other numbers, and their greatest
MASKED = "vlookup: an index may be from 16 to 127; bits 4 to 6 do not count, and one instruction clears them"
GREAT = 16  # the share of a type's numbers above which a count of rounds is a negative one
NEEDS = (*range(1, 17), 32, 64)


@dataclass(frozen=True, slots=True)
class Access:
    """One access of the recording. ``place``: the memory's name, None if unknown. ``verdict``: inside, undecided, or a
    refusal's text. ``needs``: a condition on the arguments under which an undecided access is inside. ``mute``: the
    lines of signed conditions, which say nothing about an undecided access."""

    op: Op
    write: bool
    place: str | None
    offset: str
    size: int
    verdict: str
    needs: str = ""
    mute: str = ""

    @property
    def src(self) -> Src:
        return self.op.src

    def __str__(self) -> str:
        place = f"{self.place or 'a pointer'} + {self.offset}"
        what = f"{'store' if self.write else 'load'} of {self.size} byte{'s' * (self.size > 1)} at {place}"
        mute = f"; the signed condition of line {self.mute} bounds no unsigned number; see lt, ge, slt(0), sge(0)"
        return f"{what}{f' (inside if {self.needs})' if self.needs else ''}{mute if self.mute else ''}"


@dataclass(frozen=True, slots=True)
class Promise:
    """What a script says of the count of a loop, or of an index. ``verdict``: undecided, or a refusal's text."""

    op: Op
    text: str
    verdict: str

    @property
    def src(self) -> Src:
        return self.op.src

    def __str__(self) -> str:
        return self.text


def check_extents(recorded: Stream, params: list[Val], kernel: Kernel, variant: Variant, abi: Abi) -> None:
    """KernelError for the first access that is outside, or that the contract forbids.

    This check does not prove any access to be inside. :func:`accesses` does, and takes longer. Tests call it for the
    tree's kernels. The command line calls it for a user's own.
    """
    key: tuple[object, ...] = (variant.name, abi.arch, abi.bits, len(abi.order("gp")), len(abi.order("vec")))
    if recorded.asked:
        key = (*key, abi.name)
    if key not in kernel.judged:
        _refuse(_Judge(recorded, params, kernel, abi, thorough=False).judge())
        kernel.judged.add(key)


def accesses(recorded: Stream, params: list[Val], kernel: Kernel, abi: Abi) -> list[Access]:
    """All accesses with their verdicts. KernelError for the first access that is outside."""
    return [one for one in judged(recorded, params, kernel, abi) if isinstance(one, Access)]


def judged(recorded: Stream, params: list[Val], kernel: Kernel, abi: Abi) -> list[Access | Promise]:
    """All accesses, and the promises of loops, with their verdicts. KernelError for the first that is outside."""
    found = _Judge(recorded, params, kernel, abi, thorough=True).judge()
    _refuse(found)
    return found


def _refuse(found: Sequence[Access | Promise]) -> None:
    for access in found:
        if access.verdict not in ("inside", "undecided"):
            raise KernelError(access.src, access.verdict)


def undecided(found: Sequence[Judged]) -> list[Judged]:
    """The undecided ones. Equal ones of one line appear once."""
    out: dict[tuple[Src, str], Judged] = {}
    for access in found:
        if access.verdict == "undecided":
            out.setdefault((access.src, str(access)), access)
    return list(out.values())


Judged = TypeVar("Judged", Access, Union[Access, Promise])


class _Judge:
    """Walks one recording and judges its accesses."""

    def __init__(self, recorded: Stream, params: list[Val], kernel: Kernel, abi: Abi, thorough: bool) -> None:
        self.kernel, self.abi, self.thorough, self.ops = kernel, abi, thorough, recorded.ops
        self.walk = Walk(recorded.ops, abi.bits, self.access, self.turns, self.operands, self.changed, thorough)
        self.symbols: Symbols = self.walk.symbols
        self.state = State({}, Facts(), {})
        self.names: dict[str, int] = {}
        labels = {op.args[0] for op in self.ops if op.name == "label"}
        # An instruction of the script may go to a label: rounds and ways that the walk does not see.
        self.leaps = any(arg in labels for op in self.ops if op.name == "asm" for arg in op.args if type(arg) is str)
        # Address without its constant → the constants known to be inside. The facts are kept alive, so that no other
        # object gets their identity.
        self.proved: dict[tuple[int, Lin, bool], tuple[int, int, str | None, Facts]] = {}
        self.calls: dict[tuple[Lin, tuple[Lin, ...], frozenset[int]], str | None] = {}
        self.signed: set[int] = set()  # symbols of arguments that may be negative
        self._forms: dict[int, tuple[list[tuple[Op, int, bool]], list[Val]]] = {}
        self.arguments(params)

    def judge(self) -> list[Access | Promise]:
        self.walk.run(0, len(self.walk.steps), self.state)
        self.walk.found += [Promise(op, MASKED, "undecided") for op in self.ops if "masked" in op.attrs]
        lines = " and ".join(dict.fromkeys(str(src.line) for src in self.walk.mute))
        return [
            replace(one, mute=lines) if lines and isinstance(one, Access) and one.verdict == "undecided" else one
            for one in self.walk.found
        ]

    # -- the contract ----------------------------------------------------------------------------------------------

    def arguments(self, params: list[Val]) -> None:
        for val, arg, param in zip(params, self.kernel.args, self.kernel.params):
            if param.type != "ptr":
                sym = self.names[arg.name] = self.symbols.new(0, (1 << val.type.bits) - 1)
                self.symbols.free[sym] = arg.name
                self.symbols.exact.add(sym)
                if param.ctype[0] == "i":
                    self.signed.add(sym)
                if val.type.cls == "gp":
                    self.state.vals[val.id] = symbol(sym)
        for val, arg, param in zip(params, self.kernel.args, self.kernel.params):
            if param.type == "ptr":
                extent = next(str(size) for size in (arg.rw, arg.w, arg.r) if size is not None)
                size = self.extent(ast.parse(extent, mode="eval").body)
                for sym, _ in size:  # a buffer has a size of 0 or more
                    if sym in self.symbols.free:
                        self.symbols.hold(sym, size, shifted(times(size, -1), (1 << self.abi.bits) - 1))
                writes = arg.r is None and not param.text.startswith("const ")
                made = [
                    self.walk.place(Place(name, "argument", size, writes=writes, fresh=arg.w is not None))
                    for name in ([f"{arg.name}[{n}]" for n in range(arg.messages)] or [arg.name])
                ]
                if arg.messages:
                    self.walk.each[val.id] = made
                    array = Place(arg.name, "array", number(arg.messages * self.abi.bits // 8), writes=False)
                    made = [self.walk.place(array)]
                self.state.vals[val.id] = made[0]

    def extent(self, node: ast.expr) -> Lin:
        """An extent as a sum. A product or quotient of arguments becomes an unknown number."""
        if isinstance(node, ast.Constant):
            return number(int(str(node.value)))
        if isinstance(node, ast.Name):
            return symbol(self.names[node.id])
        assert isinstance(node, ast.BinOp)
        x, y = self.extent(node.left), self.extent(node.right)
        if isinstance(node.op, (ast.Add, ast.Sub)):
            return plus(x, y, 1 if isinstance(node.op, ast.Add) else -1)
        a, b = constant(x), constant(y)
        if isinstance(node.op, ast.Mult) and (a is not None or b is not None):
            return times(y, a) if a is not None else times(x, b or 0)
        made = self.symbols.new()
        if isinstance(node.op, ast.FloorDiv) and b is not None and b > 0:
            rest = plus(x, symbol(made), -b)
            self.symbols.hold(made, rest, shifted(times(rest, -1), b - 1))
            self.symbols.exact.add(made)
        return symbol(made)

    # -- machine instructions --------------------------------------------------------------------------------------

    def operands(self, op: Op) -> list[tuple[Op, int, bool]]:
        """The memory that a machine instruction touches: operand, bytes, whether it writes."""
        return self.form(op)[0]

    def changed(self, op: Op) -> list[Val]:
        """The integers and pointers that a machine instruction changes. All its operands, if the form is unknown."""
        return self.form(op)[1]

    def form(self, op: Op) -> tuple[list[tuple[Op, int, bool]], list[Val]]:
        found = self._forms.get(id(op))
        if found is None:
            found = self._forms[id(op)] = self._form(op)
        return found

    def _form(self, op: Op) -> tuple[list[tuple[Op, int, bool]], list[Val]]:
        words = [arg for arg in op.args if isinstance(arg, Val) and arg.type.cls == "gp"]
        bound = [arg.args[0] for arg in op.args if isinstance(arg, Op) and arg.name == "bind"]
        memory = [arg for arg in op.args if isinstance(arg, Op) and arg.name == "mem"]
        if not words and not memory:
            return [], bound
        given = [arg for arg in op.args if not (isinstance(arg, Op) and arg.name == "bind")]
        args = [arg.args[0] if isinstance(arg, Op) and arg.name == "only" else arg for arg in given]
        operands = tuple(map(_operand, args))
        masked = any(a is not b for a, b in zip(args, given))
        form = forms.exists(self.abi.arch, op.attrs["mnem"], operands, masked)
        if form is None:  # the lowering refuses this instruction
            return [(mem, mem.attrs["width"] // 8, False) for mem in memory], [*words, *bound]
        touched, changed = [], [*bound]
        for spec, arg in zip(form.ops, args):
            if isinstance(arg, Op) and arg.name == "mem":
                size = form.facts.touched(arg.attrs["width"], operands)
                touched += [(arg, size, how == "w") for how in spec.access]
            elif isinstance(arg, Val) and arg.type.cls == "gp" and "w" in spec.access:
                changed.append(arg)
        return touched, changed

    # -- judging ---------------------------------------------------------------------------------------------------

    def access(self, op: Op, state: State, address: Lin, ptr: Val, size: int, write: bool) -> None:
        at, rest = split(address)
        key = (id(state.facts), rest, write)
        proved = self.proved.get(key)
        if proved is not None and proved[0] <= at and at + size <= proved[1]:
            self.walk.found.append(Access(op, write, proved[2], "", size, "inside"))
            return
        verdicts = [
            self.verdict(op, state, place, offset, facts, ptr, size, write)
            for place, offset, facts in self.walk.resolve(address, state.facts)
        ]
        worst = {"inside": 0, "undecided": 1}
        made = max(verdicts, key=lambda made: worst.get(made.verdict, 2))
        self.walk.found.append(made)
        if made.verdict == "inside" and len(verdicts) == 1 and (write or not self.walk.named(made.place).fresh):
            first, end, *_ = proved or (at, at + size, state.facts)
            self.proved[key] = (min(first, at), max(end, at + size), made.place, state.facts)

    def verdict(
        self, op: Op, state: State, place: Place | None, offset: Lin, facts: Facts, ptr: Val, size: int, write: bool
    ) -> Access:  # fmt: skip
        if place is None:
            return Access(op, write, None, "?", size, "undecided")

        def made(verdict: str, needs: str = "") -> Access:
            assert place is not None
            return Access(op, write, place.name, "" if verdict == "inside" else self.text(offset), size, verdict, needs)

        if write and not place.writes:
            return made(self.direction(place, size, offset))
        if self.leaps:
            return made("undecided")
        at_least = self.symbols.at_least
        below, room = offset, shifted(plus(place.size, offset, -1), -size)
        inside = at_least(below, 0, facts) and at_least(room, 0, facts)
        if not inside:
            if at_least(times(below, -1), 1, facts) or at_least(times(room, -1), 1, facts):
                return made(self.outside(place, size, offset, write, ""))
            call = self.call(place, below, room, facts) if state.sure else None
            if call is not None:
                return made(self.outside(place, size, offset, write, call))
        if not write and place.fresh and self.unwritten(state, place, offset, size, facts):
            if not inside or not (at_least(times(below, -1), 1, facts) or at_least(times(room, -1), 1, facts)):
                return made(self.early(place, size, offset))  # inside and outside at once: no run comes here
        return made("inside") if inside else made("undecided", self.needs(below, room, facts) if self.thorough else "")

    def unwritten(self, state: State, place: Place, offset: Lin, size: int, facts: Facts) -> bool:
        """True if at least one of the bytes cannot have been written yet."""
        regions = state.written.get(place.name, ())
        if regions is None:
            return False
        at_least = self.symbols.at_least
        return any(
            all(
                at_least(plus(at, end, -1), 0, facts, False) or at_least(plus(low, at, -1), 1, facts, False)
                for low, end in regions
            )
            for at in ((shifted(offset, n) for n in range(size)) if constant(offset) is not None else (offset,))
        )  # fmt: skip

    def needs(self, below: Lin, room: Lin, facts: Facts) -> str:
        """The least count that makes an access inside."""
        for name, sym in self.names.items():
            for count in NEEDS:
                more = facts.with_((shifted(symbol(sym), -count),))
                if self.symbols.at_least(below, 0, more) and self.symbols.at_least(room, 0, more):
                    return f"{name} >= {count}"
        return ""

    def call(self, place: Place, below: Lin, room: Lin, facts: Facts) -> str | None:
        """A call, in words, that the contract allows and that leaves the extent."""
        named = {sym for sym, _ in place.size}
        return self.refuted(room, facts, named) or self.refuted(below, facts, named)

    def refuted(self, goal: Lin, facts: Facts, named: Set[int] = frozenset()) -> str | None:
        """A call, in words, in which the goal is below 0. ``named``: symbols that are tried with great values only."""
        choice = next((sym for sym, _ in goal if sym in self.symbols.chosen), 0)
        if choice:
            ways = ((replaced(goal, choice, one.value), facts.with_(one.facts)) for one in self.symbols.cases[choice])
            return next(filter(None, (self.refuted(one, known, named) for one, known in ways)), None)
        if not all(sym in self.symbols.exact for sym, _ in goal if sym):
            return None
        rows, syms = self.symbols.cone(goal, facts.items)
        if not all(sym in self.symbols.exact for sym in syms if sym):
            return None
        key = (goal, tuple(rows), frozenset(named & syms))
        if key not in self.calls:
            self.calls[key] = self.found_call(goal, rows, syms, named)
        return self.calls[key]

    def found_call(self, goal: Lin, rows: list[Lin], syms: set[int], named: Set[int]) -> str | None:
        """A call in which all rows hold, and the goal is below 0."""
        symbols = self.symbols
        free = sorted(sym for sym in syms if sym in symbols.free)
        for numbers in self.tried(free, named):
            known = {sym: number(count) for sym, count in zip(free, numbers)}
            if self.fails(goal, rows, known, [sym for sym in sorted(syms) if sym and sym not in known]):
                shown = (f"{symbols.free[sym]} = {self.shown(sym, count)}" for sym, count in zip(free, numbers))
                return ", ".join(shown) or "some data"
        return None

    def tried(self, free: Sequence[int], named: Set[int]) -> Iterator[tuple[int, ...]]:
        """The values of numbers that are tried together: each value for all of them, then one great and the others 0
        or 1."""
        every = [self.allowed(sym, sym in named) for sym in free]
        longest = max(map(len, every), default=1)
        for n in range(longest):
            yield tuple(some[min(n, len(some) - 1)] for some in every)
        for at in range(len(free)) if len(free) > 1 else ():
            for few in (0, 1):
                yield tuple(some[-1] if n == at else some[min(few, len(some) - 1)] for n, some in enumerate(every))

    def allowed(self, sym: int, named: bool) -> Sequence[int]:
        """The values of a number that are tried."""
        name, high = self.symbols.free[sym], self.symbols.high[sym]
        if name in self.kernel.cases:
            return sorted({one for one in self.kernel.cases[name] if isinstance(one, int)})  # type: ignore[union-attr]
        assert high is not None
        return TRIED if named else [*(n for n in ANY if n < high), high]

    def shown(self, sym: int, value: int) -> str:
        """A number as its C type has it."""
        high = self.symbols.high[sym]
        assert high is not None
        return str(value - high - 1 if sym in self.signed and value > high // 2 else value)

    # -- loops -----------------------------------------------------------------------------------------------------

    def turns(self, op: Op, state: State, count: Lin) -> None:
        """Judge the count of a loop, before its first round."""
        symbols, facts = self.symbols, state.facts
        if op.attrs.get("once") and not symbols.at_least(count, 1, facts):
            call = self.refuted(shifted(count, -1), facts) if state.sure else None
            verdict = "undecided" if call is None else (
                f"at_least_once: with {call}, the loop runs no round; expected k.loop without at_least_once, "
                "k.if_(….ne(0)) around the loop, or the values that callers pass in cases={…} of the contract"
            )  # fmt: skip
            self.walk.found.append(
                Promise(op, "at_least_once: only a run can tell whether the count is ever 0", verdict)
            )
        for sym in sorted(self.signed & symbols.cone(count, facts.items)[1]) if state.sure else ():
            if self.negative(sym, count, facts):
                name = symbols.free[sym]
                said = f"loop: a negative {name} counts as a great one, because counts are unsigned; expected "
                said += f"k.if_({name}.sge(0)) around the loop, or an unsigned type in the prototype"
                self.walk.found.append(Promise(op, "", said))

    def negative(self, sym: int, count: Lin, facts: Facts) -> bool:
        """True if a number that is negative gives more rounds than a caller means."""
        high = self.symbols.high[sym]
        assert high is not None
        goal = shifted(times(count, -1), max(GREAT, high // GREAT))
        rows, syms = self.symbols.cone(goal, facts.items)
        if not all(one in self.symbols.exact for one in syms if one):
            return False
        few = {one: number(1) for one in syms if one in self.symbols.free}
        left = [one for one in sorted(syms) if one and one not in few]
        return any(self.fails(goal, rows, {**few, sym: number(one)}, left) for one in (high, high // 2 + 1))

    def fails(self, goal: Lin, rows: Sequence[Lin], known: dict[int, Lin], left: list[int]) -> bool:
        """True if some values of the symbols ``left`` make all rows hold and the goal negative. The search tries the
        ends of each symbol's range."""
        for sym, by in known.items():
            goal = replaced(goal, sym, by)
            rows = [replaced(row, sym, by) for row in rows]
        if not left:
            value = constant(goal)
            return value is not None and value < 0 and all((constant(row) or 0) >= 0 for row in rows)
        facts = tuple(row for row in rows if constant(row) is None)
        if any((constant(row) or 0) < 0 for row in rows):
            return False
        sym, *rest = left
        low = self.symbols.least(symbol(sym), facts, 0)
        high = self.symbols.least(symbol(sym, -1), facts, 0)
        ends = {end for end in (low, None if high is None else -high) if end is not None}
        return any(self.fails(goal, rows, {sym: number(end)}, rest) for end in ends if abs(end) < 1 << 64)

    # -- words -----------------------------------------------------------------------------------------------------

    def text(self, x: Lin) -> str:
        """A sum in words: arguments by name, rounds of loops as i, j …, other symbols as ?."""
        offset, rest = split(x)
        words = []
        letters = iter("ijklmnopq")
        for sym, by in rest:
            name = self.symbols.free.get(sym) or (next(letters, "?") if sym in self.symbols.exact else "?")
            words.append(f"{'-' if by < 0 else '+'} {'' if abs(by) == 1 else f'{abs(by)}*'}{name}")
        if offset or not words:
            words.append(f"{'-' if offset < 0 else '+'} {abs(offset)}")
        return " ".join(words).removeprefix("+ ").replace("- ", "-", 1 if words[0][0] == "-" else 0)

    def given(self, place: Place) -> str:
        if place.kind != "argument":
            return f"{constant(place.size)} bytes"
        arg = self.kernel.arg(place.name)
        how, size = next((how, size) for how, size in (("rw", arg.rw), ("w", arg.w), ("r", arg.r)) if size is not None)
        return f"{how}={size!r} bytes"

    def what(self, place: Place, size: int, offset: Lin, write: bool) -> str:
        return f"{'store' if write else 'load'} of {size} byte{'s' * (size > 1)} at {place.name} + {self.text(offset)}"

    def outside(self, place: Place, size: int, offset: Lin, write: bool, call: str) -> str:
        whole = constant(place.size)
        if place.kind == "argument":
            mend = "expected an offset inside, fewer or shorter steps, or a larger extent in the contract"
        else:
            mend = f"expected an offset from 0 to {whole - size if whole is not None and whole >= size else 0}"
        return (
            f"{self.what(place, size, offset, write)}{f', with {call},' if call else ''} is outside of "
            f"{place.name}, which is {self.given(place)}; {mend}"
        )

    def direction(self, place: Place, size: int, offset: Lin) -> str:
        what = self.what(place, size, offset, True)
        if place.kind == "array":
            return f"{what}: the caller's pointers are read only"
        if place.kind == "table":
            return f"{what}: tables are read-only; expected an area of k.frame"
        arg = self.kernel.arg(place.name)
        if arg.r is not None:
            return f"{what}: the contract says r={arg.r!r}, which is read only; expected w= or rw= in Arg({arg.name!r})"
        param = next(param for param in self.kernel.params if param.name == arg.name)
        return f"{what}: in C it is {param.text!r}; expected a prototype without const"

    def early(self, place: Place, size: int, offset: Lin) -> str:
        what = self.what(place, size, offset, False)
        if place.kind == "frame":
            return f"{what}: nothing has been stored there yet; expected a store before the load"
        return (
            f"{what}: the contract says {self.given(place)}, and nothing has been stored there yet; expected rw= in "
            f"Arg({place.name!r}), or a store before the load"
        )


def _operand(arg: object) -> Operand:
    """An operand in the form that the instruction table expects, with nameless registers."""
    if isinstance(arg, Val):
        bits = max(arg.type.bits, 128) if arg.type.cls == "vec" else arg.type.bits
        return R(VReg(0, "", arg.type.cls, arg.src), bits)
    if isinstance(arg, Op) and arg.name == "view":
        return R(VReg(0, "", "vec", arg.src), 128, arg.attrs["arrangement"])
    if isinstance(arg, Op) and arg.name == "mem":
        base = VReg(0, "", "gp", arg.src)
        return Mem(base, arg.attrs["offset"], base if arg.args[1] is not None else None, arg.attrs["scale"],
                   arg.attrs["width"])  # fmt: skip
    if isinstance(arg, int):
        return Imm(arg)
    if isinstance(arg, str):
        return LabelRef(arg)
    assert isinstance(arg, (R, Imm, Mem, LabelRef))
    return arg
