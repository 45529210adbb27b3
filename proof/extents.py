# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call"
"""Each access of the recording is inside the extent that the contract gives, for all arguments that it allows.

The judgement goes by terms, and shares nothing with the extents check of the language. In a loop it needs facts about
the symbols of the cut: a pointer in step with a counter, a counter that stays between bounds. Such facts are guessed
from what the ways to a cut do, and kept if every way to the cut proves them. z3 answers, over whole numbers: a word is
a number below 2^w, and a sum of words is the sum of their numbers minus a multiple of 2^w.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Union

from generator.lang.contract import Kernel
from proof.accesses import LOAD, STORE, Access, Account, Way
from proof.conditions import eq, ult
from proof.memory import DATA, Map, Pointer, Region
from proof.step import without
from proof.terms import Term, add, bnot, const, extract, form, linear, scaled, sub, sym, zext

Z3_EFFORT = 200_000
"""z3's limit of resources for one question, which does not depend on the machine."""
QUESTIONS = 250
"""The most questions for z3 in one function."""
TIES = 40
"""The most steps in the search for values that are in step."""
FACTS = 250
"""The most facts that are guessed of one cut."""


Key = tuple[str, Union[Term, str]]
"""What a number, a condition or an extent is made of."""


@dataclass(frozen=True, slots=True)
class Inside:
    """``proved``: the number of different accesses that are inside. ``open``: the lines of the others."""

    proved: int
    open: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Buffer:
    """``size``: an extent as the contract has it, or a number."""

    size: str
    writes: bool = True


def check(
    kernel: Kernel, memory: Map, account: Account, areas: Mapping[Region, int], tables: Sequence[bytes]
) -> Inside:
    """``areas``: the sizes of the script's own areas. ``tables``: those of the recording."""
    buffers = buffers_of(kernel, memory, areas)
    places = [(memory.data.find(one), len(one)) for one in tables]
    facts = Facts(kernel, memory, account, buffers)
    proved, left = 0, dict[str, None]()
    for cut, (mine, _) in zip(account.begins, account.runs):
        stretch = Stretch(facts, cut, places)
        for group in _groups(one for one in mine.accesses if one.kind in (LOAD, STORE)):
            bad = stretch.outside(group)
            proved += len(group) - len(bad)
            left.update(dict.fromkeys(f"{one.where}: {one.kind} of {one.region}" for one in bad))
    return Inside(proved, tuple(left))


def buffers_of(kernel: Kernel, memory: Map, areas: Mapping[Region, int]) -> dict[Term, Buffer]:
    """Base → what begins there."""
    out = {sym(memory.word, region): Buffer(str(size)) for region, size in areas.items()}
    for param in kernel.params:
        arg = kernel.arg(param.name)
        if param.type != "ptr":
            continue
        own = Buffer(arg.size, arg.access != "r")
        out.update({sym(memory.word, Pointer(f"{arg.name}[{n}]")): own for n in range(arg.lanes)})
        array = Buffer(str(memory.word // 8 * arg.lanes), False)
        out[sym(memory.word, Pointer(arg.name))] = array if arg.lanes else own
    return out


def _groups(given: Iterable[Access]) -> Iterable[list[Access]]:
    """Different accesses, in groups whose addresses differ by a constant."""
    groups: dict[tuple[Any, ...], list[Access]] = {}
    for one in {(one.kind, one.address, one.size, one.under): one for one in given}.values():
        groups.setdefault((one.kind, frozenset(linear(one.address).parts.items())), []).append(one)
    return groups.values()


def _signed(value: int, w: int) -> int:
    return value - (value >> (w - 1) << w)


def parts_of(term: Term) -> set[Term]:
    """A term and all terms of which it is made."""
    seen, todo = {term}, [term]
    while todo:
        for arg in todo.pop().args:
            if arg not in seen:
                seen.add(arg)
                todo.append(arg)
    return seen


@dataclass(frozen=True, slots=True)
class Fact:
    """A condition on symbols of a cut. ``make``: the condition, for values of these symbols."""

    symbols: tuple[Term, ...]
    made: Term
    make: Callable[[Sequence[Term]], Term]

    def term(self, values: Mapping[Term, Term]) -> Term:
        return self.make([values[one] for one in self.symbols])


def fact(symbols: Sequence[Term], make: Callable[[Sequence[Term]], Term]) -> Fact:
    return Fact(tuple(symbols), make(symbols), make)


def tie(x: Term, y: Term, times: int, begin: Term) -> Fact:
    """x is always so many times y, plus a value of the entry."""
    return fact((x, y), lambda v: eq(sub(v[0], scaled(zext(x.w, v[1]), times)), begin))


def least(x: Term, bound: Term) -> Fact:
    return fact((x,), lambda v: bnot(ult(v[0], bound)))


def most(x: Term, bound: Term) -> Fact:
    return fact((x,), lambda v: bnot(ult(bound, v[0])))


def multiple(x: Term, bits: int) -> Fact:
    return fact((x,), lambda v: eq(extract(bits - 1, 0, v[0]), const(bits, 0)))


def given(condition: Term) -> Fact:
    return fact((), lambda _: condition)


class Facts:
    """What holds at the cuts of one account."""

    def __init__(self, kernel: Kernel, memory: Map, account: Account, buffers: Mapping[Term, Buffer]) -> None:
        self.kernel, self.memory, self.account, self.buffers = kernel, memory, account, buffers
        self.numbers = Numbers(kernel, memory.word, buffers)
        self.asked = 0
        self._local: dict[Term, bool] = {}
        self._known: dict[Any, list[Fact]] | None = None
        self.symbols = {one for values in account.arrivals for one in values}

    def at(self, cut: tuple[int, int]) -> list[Fact]:
        """The facts at a cut. They are found when they are first needed."""
        if self._known is None:
            self._known = Guesses(self).settled()
        return self._known.get(cut, [])

    def asking(self, conditions: Sequence[Term]) -> Question | None:
        self.asked += 1
        return None if self.asked > QUESTIONS else Question(self.numbers, conditions)

    def local(self, term: Term) -> bool:
        """Whether a term hangs on a symbol of a cut."""
        if term not in self._local:
            self._local[term] = term in self.symbols or any(self.local(arg) for arg in term.args)
        return self._local[term]


class Stretch:
    """The accesses of one run from a cut."""

    def __init__(self, facts: Facts, cut: tuple[int, int], tables: Sequence[tuple[int, int]]) -> None:
        self.facts, self.cut, self.tables = facts, cut, tables
        self._questions: dict[Term, Question | None] = {}

    def outside(self, group: list[Access]) -> list[Access]:
        """The accesses of a group that are not proved inside."""
        buffers, data = self.facts.buffers, sym(self.facts.memory.word, DATA)
        bases = [t for t, times in linear(group[0].address).parts.items() if times == 1 and (t in buffers or t is data)]
        if len(bases) != 1:
            return group
        (base,) = bases
        places = [(0, buffers[base])] if base in buffers else [(at, Buffer(str(n), False)) for at, n in self.tables]
        places = [(at, one) for at, one in places if one.writes or group[0].kind == LOAD]

        def all_inside(some: list[Access], under: Term) -> bool:
            return any(self._inside(some, base, at, to, under) for at, to in places)

        if all_inside(group, const(1, 1)):
            return []
        unders: dict[Term, list[Access]] = {}
        for one in group:
            unders.setdefault(one.under, []).append(one)
        return [
            one
            for under, some in unders.items()
            if (under.op == "const" and len(some) == len(group)) or not all_inside(some, under)
            for one in some
            if len(group) == 1 or not all_inside([one], under)
        ]

    def _inside(self, group: list[Access], base: Term, begin: int, to: Buffer, under: Term) -> bool:
        """Whether the bytes from the first of a group to the last are inside."""
        w, first = base.w, sub(group[0].address, base)
        spots = [_signed(sub(sub(one.address, base), first).val, w) for one in group]
        low = sub(add(first, const(w, min(spots))), const(w, begin))
        size = max(at + one.size for at, one in zip(spots, group)) - min(spots)
        if to.size.isdigit() and low.op == "const" and (low.val + size <= int(to.size) or under.op == "const"):
            return bool(low.val + size <= int(to.size))
        asking = self._question(under)
        return asking is not None and asking.inside(low, size, to.size)

    def _question(self, under: Term) -> Question | None:
        if under not in self._questions:
            self._questions[under] = self.facts.asking([*(one.made for one in self.facts.at(self.cut)), under])
        return self._questions[under]


class Guesses:
    """Facts that may hold at the cuts, and those that do."""

    def __init__(self, facts: Facts) -> None:
        self.facts, account = facts, facts.account
        self.ways = list(zip(account.ways, account.arrivals))
        self.cuts: dict[Any, list[Term]] = {}
        wanted = self._wanted()
        for way, values in self.ways:
            self.cuts.setdefault(way.goal, sorted((one for one in values if one in wanted), key=lambda t: t.id))
        self.leads: dict[Term, Term] = {}
        self.steps: dict[Term, set[int]] = {}
        self.ratios: dict[tuple[Term, Term], set[int]] = {}
        self._moves()
        self.ties: dict[Any, dict[tuple[Term, Term, int, Term], None]] = {cut: {} for cut in self.cuts}

    def _wanted(self) -> set[Term]:
        """The words on which addresses and conditions depend."""
        account, word = self.facts.account, self.facts.memory.word
        todo = [way.under for way in account.ways]
        todo += [one for mine, _ in account.runs for access in mine.accesses for one in (access.address, access.under)]
        seen, out = set[Term](), set[Term]()
        while todo:
            one = todo.pop()
            if one in seen or one.op == "load":
                continue
            seen.add(one)
            todo += one.args
            if one in self.facts.symbols and 1 < one.w <= word:
                out.add(one)
                todo += [values[one] for values in account.arrivals if one in values]
        return out

    # -- guesses ---------------------------------------------------------------------------------------------------

    def _moves(self) -> None:
        """What rounds add to symbols, and to two of them at once. A symbol of an inner loop moves as that of the outer
        loop that it takes its value from."""
        moves: list[dict[Term, int]] = []
        for _, values in self.ways:
            moved: dict[Term, int] = {}
            for symbol, value in values.items():
                found = linear(value)
                if symbol.w and list(found.parts.values()) == [1]:
                    (of,) = found.parts
                    if of in self.facts.symbols:
                        self.leads[self._lead(symbol)] = self._lead(of)
                        moved[symbol] = _signed(found.const, symbol.w)
            moves.append(moved)
        for moved in moves:
            steps = {self._lead(symbol): step for symbol, step in moved.items() if step}
            for x, step in steps.items():
                self.steps.setdefault(x, set()).add(step)
                for y, other in steps.items():
                    if step % other == 0:
                        self.ratios.setdefault((x, y), set()).add(step // other)

    def _lead(self, symbol: Term) -> Term:
        """One for all symbols that take their values from each other."""
        while symbol in self.leads and self.leads[symbol] is not symbol:
            symbol = self.leads[symbol]
        return symbol

    def _find_ties(self) -> None:
        todo = [way.goal for way, _ in self.ways if way.begin not in self.cuts] + list(self.cuts)
        for _ in range(TIES):
            if not todo:
                return
            begin = todo.pop(0)
            for way, values in self.ways:
                found = self.ties[way.goal]
                before = len(found)
                for x in self.cuts[way.goal] if begin in (way.begin, way.goal) else ():
                    for y in self.cuts[way.goal]:
                        for times in self._times(x, y):
                            away = sub(values[x], scaled(zext(x.w, values[y]), times))
                            if times or self.facts.local(away):
                                found.update(((x, y, times, one), None) for one in self._begins(way, away))
                if len(found) > before and way.goal not in todo:
                    todo.append(way.goal)

    def _times(self, x: Term, y: Term) -> set[int]:
        if x is y:
            return {0}  # a value that stays
        if y.w > x.w:
            return set()
        return self.ratios.get((self._lead(x), self._lead(y)), set())

    def _begins(self, way: Way, away: Term) -> list[Term]:
        """Values of the entry that a term of a way may be, by the ties where the way began."""
        found = without(away, way.under, self.facts.local)
        if not self.facts.local(found):
            return [found]
        out = dict[Term, None]()
        for x, y, times, first in self.ties.get(way.begin, ()):
            by = linear(found).parts.get(x, 0)
            if by and x.w == found.w and times:
                moved = sub(found, scaled(sub(sub(x, scaled(zext(x.w, y), times)), first), by))
                moved = without(moved, way.under, self.facts.local)
                if not self.facts.local(moved):
                    out[moved] = None
        return list(out)

    def _bounds(self) -> dict[Term, dict[Term, None]]:
        """Values of the entry that a symbol may be at most."""
        out: dict[Term, dict[Term, None]] = {}
        for way, _ in self.ways:
            for atom in _atoms(way.under):
                for x in parts_of(atom):
                    if x in self.facts.symbols:
                        out.setdefault(x, {}).update(dict.fromkeys(self._ends(atom, x)))
        for _ in range(len(self.cuts) + 1):
            for _, values in self.ways:
                for x, value in values.items():
                    found = linear(value)
                    if not self.facts.local(value):
                        out.setdefault(x, {})[value] = None
                    elif list(found.parts.values()) == [1]:
                        out.setdefault(x, {}).update(dict(out.get(next(iter(found.parts)), {})))
        return out

    def _ends(self, atom: Term, x: Term) -> Iterator[Term]:
        """Values at which a condition on a symbol changes, and one step before or after."""
        if atom.op == "ult":
            away = sub(*atom.args)
        else:
            away = zext(x.w, atom.args[0]) if atom.args[0].w < x.w else atom.args[0]
        by = linear(away).parts.get(x, 0) if away.w == x.w else 0
        if by & 1 and atom.op in ("ult", "zero"):
            end = sub(x, scaled(away, pow(by, -1, 1 << x.w)))
            if not self.facts.local(end):
                for step in (0, *self.steps.get(self._lead(x), ())):
                    for less in (0, 1) if atom.op == "ult" else (0,):
                        yield add(end, const(x.w, -less - step))
                        yield add(end, const(x.w, -less + step))

    def settled(self) -> dict[Any, list[Fact]]:
        """The facts that every way to their cut proves."""
        self._find_ties()
        bounds = self._bounds()
        numbers = {1, *(abs(step) for steps in self.steps.values() for step in steps)}
        for way, _ in self.ways:
            numbers |= {
                arg.val for atom in _atoms(way.under) if atom.op == "ult" for arg in atom.args if arg.op == "const"
            }
        atoms = dict.fromkeys(atom for way, _ in self.ways for atom in _atoms(way.under) if not self.facts.local(atom))
        always = [given(one) for atom in atoms for one in (atom, bnot(atom))]
        found: dict[Any, dict[Term, Fact]] = {}
        for cut, symbols in self.cuts.items():
            made = [tie(*one) for one in self.ties[cut]] + always
            for x in symbols:
                made += [least(x, const(x.w, one)) for one in sorted(numbers) if one < 1 << x.w]
                low = min(((step & -step).bit_length() - 1 for step in self.steps.get(self._lead(x), ())), default=0)
                made += [multiple(x, low)] if 0 < low < x.w else []
            made += [most(x, one) for x in symbols for one in bounds.get(x, ()) if one.w == x.w]
            found[cut] = {one.made: one for one in made[:FACTS] if one.made.op != "const"}
        return self._kept({cut: list(some.values()) for cut, some in found.items()})

    def _kept(self, found: dict[Any, list[Fact]]) -> dict[Any, list[Fact]]:
        """The facts that follow on each way from those where it began. A way is tried anew when these become fewer."""
        todo = list(range(len(self.ways)))
        while todo:
            way, values = self.ways[todo.pop(0)]
            wanted = [(one, one.term(values)) for one in found[way.goal]]
            asking = self.facts.asking([*(one.made for one in found.get(way.begin, ())), way.under]) if wanted else None
            held = set(asking.held([term for _, term in wanted])) if asking is not None else set()
            kept = [one for one, term in wanted if term in held]
            if len(kept) < len(wanted):
                found[way.goal] = kept
                todo += [n for n, (one, _) in enumerate(self.ways) if one.begin == way.goal and n not in todo]
        return found


def _atoms(under: Term) -> Iterator[Term]:
    """The comparisons in a condition."""
    for one in parts_of(under):
        if one.op in ("zero", "ult", "slt") and one.w == 1:
            yield one


class Question:
    """What follows from conditions, and from the contract: buffers exist."""

    def __init__(self, numbers: Numbers, conditions: Sequence[Term]) -> None:
        import z3

        self.z3, self.numbers = z3, numbers
        self.solver = z3.Solver()
        self.solver.set("rlimit", Z3_EFFORT)
        self._told: set[Key] = set()
        self.solver.add(self._with(("contract", ""), numbers.contract()))
        self.solver.add([self._truth(one) for one in conditions])

    def _with(self, key: Key, made: Any) -> Any:
        """What Numbers made, after telling the solver what that hangs on."""
        todo, told = [key], list[Any]()
        while todo:
            one = todo.pop()
            if one not in self._told:
                self._told.add(one)
                todo += self.numbers.parts[one]
                told += self.numbers.own[one]
        if told:
            self.solver.add(told)
        return made

    def _truth(self, condition: Term) -> Any:
        made = self.numbers.truth(condition)
        return self._with(("truth", condition), made)

    def inside(self, low: Term, size: int, extent: str) -> bool:
        """Whether so many bytes at a distance are inside an extent."""
        first = self._with(("number", low), self.numbers.number(low))
        return self._holds(first + size <= self._with(("extent", extent), self.numbers.extent(extent)))

    def _holds(self, goal: Any) -> bool:
        self.solver.push()
        self.solver.add(self.z3.Not(goal))
        found = self.solver.check() == self.z3.unsat
        self.solver.pop()
        return bool(found)

    def held(self, conditions: Sequence[Term]) -> list[Term]:
        """Those of the conditions that hold. All that a counterexample refutes are dropped at once."""
        left = [(one, self._truth(one)) for one in dict.fromkeys(conditions)]
        while left:
            self.solver.push()
            self.solver.add(self.z3.Not(self.z3.And([truth for _, truth in left])))
            answer = self.solver.check()
            model = self.solver.model() if answer == self.z3.sat else None
            self.solver.pop()
            if answer == self.z3.unsat:
                break
            if model is None:
                return [one for one, truth in left if self._holds(truth)]
            left = [(one, truth) for one, truth in left if self.z3.is_true(model.eval(truth, model_completion=True))]
        return [one for one, _ in left]


class Numbers:
    """Terms as whole numbers of z3. ``own``: what holds of the unknowns of one. ``parts``: what one is made of."""

    def __init__(self, kernel: Kernel, word: int, buffers: Mapping[Term, Buffer]) -> None:
        import z3

        self.z3, self.kernel, self.word, self.buffers = z3, kernel, word, buffers
        self.own: dict[Key, list[Any]] = {}
        self.parts: dict[Key, list[Key]] = {}
        self._made: dict[Key, Any] = {}
        self._open: list[Key] = []
        self._names = 0

    def _define(self, key: Key, make: Callable[[], Any]) -> Any:
        if self._open:
            self.parts[self._open[-1]].append(key)
        if key not in self._made:
            self.own[key], self.parts[key] = [], []
            self._open.append(key)
            self._made[key] = make()
            self._open.pop()
        return self._made[key]

    def _unknown(self, low: int, high: int | None = None) -> Any:
        self._names += 1
        made = self.z3.Int(f"x{self._names}")
        self._add(made >= low)
        if high is not None:
            self._add(made <= high)
        return made

    def _add(self, condition: Any) -> None:
        self.own[self._open[-1]].append(condition)

    # -- the contract ----------------------------------------------------------------------------------------------

    def contract(self) -> Any:
        """Extents are of buffers that exist, and an argument with cases has one of these values."""
        return self._define(("contract", ""), self._contract)

    def _contract(self) -> Any:
        out = [
            self.extent(arg.size) < 1 << self.word for arg in self.kernel.args if arg.size and not arg.size.isdigit()
        ]
        for param in self.kernel.params:
            cases = self.kernel.cases.get(param.name)
            if param.type != "ptr" and cases is not None and not callable(cases):
                out.append(self.z3.Or([self._argument(param.name) == one for one in cases]))
        return self.z3.And(out)

    def _argument(self, name: str) -> Any:
        """An argument's number, negative if its type is signed."""
        param = next(one for one in self.kernel.params if one.name == name)
        bits = self.word if param.type == "usize" else int(param.type[1:])
        found = self.number(sym(bits, f"argument {name}"))
        return self._with_sign(found, bits) if param.ctype.startswith("int") else found

    def _with_sign(self, x: Any, w: int) -> Any:
        return self.z3.If(x >= 1 << (w - 1), x - (1 << w), x)

    def extent(self, size: str) -> Any:
        """Bytes: none for a negative extent."""
        return self._define(("extent", size), lambda: self._extent(size))

    def _extent(self, size: str) -> Any:
        found = self._expression(ast.parse(size, mode="eval").body)
        return found if isinstance(found, int) else self.z3.If(found < 0, 0, found)

    def _expression(self, one: ast.expr) -> Any:
        if isinstance(one, ast.BinOp):
            x, y = self._expression(one.left), self._expression(one.right)
            if isinstance(one.op, ast.Add):
                return x + y
            if isinstance(one.op, ast.Sub):
                return x - y
            if isinstance(one.op, ast.Mult):
                return x * y
            if isinstance(x, int) and isinstance(y, int):
                return x // y
            return self._expression_floor(x, y)
        return self._argument(one.id) if isinstance(one, ast.Name) else int(ast.literal_eval(one))

    def _expression_floor(self, x: Any, y: Any) -> Any:
        """The quotient that is rounded down: z3 rounds up for a negative divisor, of which nothing is said here."""
        return x / y if isinstance(y, int) and y > 0 else self._unknown(0)

    # -- terms -----------------------------------------------------------------------------------------------------

    def number(self, t: Term) -> Any:
        """The number of a word."""
        return self._define(("number", t), lambda: self._number(t))

    def _number(self, t: Term) -> Any:
        if t.op == "const":
            return self.z3.IntVal(t.val)
        if t.w == 1:
            return self.z3.If(self.truth(t), 1, 0)
        if t.op == "sum":
            found = linear(t)
            total = self.z3.IntVal(_signed(found.const, t.w))
            for one, times in found.parts.items():
                total = total + _signed(times, t.w) * self.number(one)
            made, turns = self._unknown(0, (1 << t.w) - 1), self._unknown(-(1 << t.w))
            self._add(made == total - (1 << t.w) * turns)
            return made
        if t.op == "concat":
            total, at = self.z3.IntVal(0), t.w
            for one in t.args:
                at -= one.w
                total = total + (1 << at) * self.number(one)
            return total
        if t.op == "ext" and t.args[0].w <= 2 * self.word:
            whole, high = t.args[0], t.val + t.w
            made = self._unknown(0, (1 << t.w) - 1)
            below = self._unknown(0, (1 << t.val) - 1) if t.val else 0
            above = (1 << high) * self._unknown(0, (1 << whole.w - high) - 1) if high < whole.w else 0
            self._add(self.number(whole) == above + (1 << t.val) * made + below)
            return made
        if t.op == "ite":
            return self.z3.If(self.truth(t.args[0]), self.number(t.args[1]), self.number(t.args[2]))
        if t.op == "anf":
            masks = 0
            for mask in form(t).values():
                masks |= mask
            low = (masks & -masks).bit_length() - 1
            parts = list(form(t))
            if masks == (1 << t.w) - (1 << low) and len(parts) == 1 and len(parts[0]) == 1:
                (one,) = parts[0]
                return (1 << low) * self.number(extract(t.w - 1, low, one))
            return (1 << low) * self._unknown(0, masks >> low)
        made = self._unknown(0, (1 << t.w) - 1)
        if t in self.buffers:
            self._add(made + self.extent(self.buffers[t].size) < 1 << t.w)
        return made

    def truth(self, t: Term) -> Any:
        """A condition."""
        return self._define(("truth", t), lambda: self._truth(t))

    def _truth(self, t: Term) -> Any:
        z3 = self.z3
        if t.op == "const":
            return z3.BoolVal(bool(t.val))
        if t.op == "anf":
            out = None
            for key in form(t):
                product = z3.And([self.truth(one) for one in key]) if key else z3.BoolVal(True)
                out = product if out is None else z3.Xor(out, product)
            return out
        if t.op == "and":
            return z3.And([self.truth(one) for one in t.args])
        if t.op == "zero" and t.args[0].w <= 2 * self.word:
            return self.number(t.args[0]) == 0
        if t.op in ("ult", "slt") and t.args[0].w <= 2 * self.word:
            x, y = (self.number(one) for one in t.args)
            if t.op == "slt":
                x, y = (self._with_sign(one, t.args[0].w) for one in (x, y))
            return x < y
        self._names += 1
        return z3.Bool(f"b{self._names}")
