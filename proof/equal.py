# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call"
"""Equality of terms: by the normal form, then by random values, then by parts, then by z3. Unknown fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proof import bits, numbers, products, rotations, shifts
from proof.lanes import narrow
from proof.memory import NoProof
from proof.terms import Term, add, const, extract, permuted
from proof.values import ROUNDS, value

LANES = ("vadd", "vsub", "vshl", "vshr", "vrotl", "vequal")
SHIFTS: dict[str, Callable[[Any, Any], Any]] = {
    "shl_by": lambda x, count: x << count,
    "shr_by": lambda x, count: _z3().LShR(x, count),
    "sar_by": lambda x, count: x >> count,
    "rotl_by": lambda x, count: _z3().RotateLeft(x, count),
}
RULES = {"shifts": shifts.alike, "numbers": numbers.alike, "products": products.alike, "bits": bits.alike}
Z3_EFFORT = 3_000_000
"""z3's limit of resources for one question, which does not depend on the machine."""

QUESTIONS = 100
"""The most questions for z3 in one function."""
UNANSWERED = 4
"""Questions without an answer, after which a proof ends: each takes seconds, and the terms that hold it ask again."""
LARGEST = 4000
"""The largest question for z3: its different terms, where a vector counts by its lanes."""


def _z3() -> Any:
    import z3

    return z3


def size(term: Term) -> int:
    todo, seen = [term], {term}
    total = 0
    while todo:
        one = todo.pop()
        lanes = one.w // (one.val if isinstance(one.val, int) else one.val[0]) if one.op in LANES else 1
        total += lanes * max(1, len(one.args))
        for arg in one.args if one.w else ():
            if arg not in seen:
                seen.add(arg)
                todo.append(arg)
    return total


class Judge:
    """Judges pairs of terms, and counts how."""

    def __init__(self, questions: int = QUESTIONS) -> None:
        self.questions = questions
        names = ("normal form", "parts", "rotations", "shifts", "numbers", "products", "bits", "z3")
        self.counts = dict.fromkeys(names, 0)
        self.asked = self.unanswered = 0
        self._known: dict[tuple[Term, Term], bool] = {}

    def differ(self, x: Term, y: Term) -> int | None:
        """A turn of random values at which two terms differ."""
        return next((turn for turn in range(ROUNDS) if value(x, turn) != value(y, turn)), None)

    def equal(self, x: Term, y: Term) -> bool:
        if x is y:
            self.counts["normal form"] += 1
            return True
        key = (x, y) if x.id < y.id else (y, x)
        if key not in self._known:
            self._known[key] = False  # a rule that comes back to the question while it is open learns nothing
            self._known[key] = self._judge(x, y)
        return self._known[key]

    def _judge(self, x: Term, y: Term) -> bool:
        if x.w != y.w or self.differ(x, y) is not None:
            return False
        if rotations.alike(x, y):
            self.counts["rotations"] += 1
            return True
        if narrow(x) is narrow(y) or self._by_parts(x, y):
            self.counts["parts"] += 1
            return True
        for name, rule in RULES.items():
            if rule(x, y, self.equal, lambda t: value(t, 0)):
                self.counts[name] += 1
                return True
        if self._by_pieces(x, y):
            self.counts["parts"] += 1
            return True
        if x.w == 0 or not self._by_z3(x, y):
            return False
        self.counts["z3"] += 1
        return True

    def _by_parts(self, x: Term, y: Term) -> bool:
        """Whether two terms of one kind have equal operands. Operands of sums are paired by their random values."""
        if x.op != y.op or len(x.args) != len(y.args) or not x.args:
            return False
        if x.op == "sum":
            (fixed, mine), (other, theirs) = x.val, y.val
            if fixed != other:
                return False
        elif x.val != y.val:
            return False
        else:
            mine = theirs = (1,) * len(x.args)
        pairs = list(zip(x.args, y.args))
        if x.op in ("vadd", "mul", "and", "sum"):
            left = [(times, value(b, 0), b) for times, b in zip(theirs, y.args)]
            pairs = []
            for times, a in zip(mine, x.args):
                found = next((one for one in left if one[:2] == (times, value(a, 0))), None)
                if found is None:
                    return False
                left.remove(found)
                pairs.append((a, found[2]))
        return all(self.equal(a, b) for a, b in pairs)

    def _by_pieces(self, x: Term, y: Term) -> bool:
        """Whether the parts of one term are equal to those bits of the other."""
        if "concat" not in (x.op, y.op):
            return False
        whole, other = (x, y) if _pieces(x) >= _pieces(y) else (y, x)
        at = whole.w
        for part in whole.args:
            at -= part.w
            if not self.equal(part, _piece(at + part.w - 1, at, other)):
                return False
        return True

    def _by_z3(self, x: Term, y: Term) -> bool:
        import z3

        self.asked += 1
        if self.asked > self.questions:
            raise NoProof(f"more than {self.questions} questions for z3")
        if self.unanswered >= UNANSWERED:
            raise NoProof(f"{UNANSWERED} questions that z3 does not answer")
        if size(x) + size(y) > LARGEST:
            return False
        for by_bytes in (False, True):
            made = Translation(by_bytes)
            solver = z3.Solver()
            solver.set("rlimit", Z3_EFFORT)
            solver.add(made.term(x) != made.term(y))
            answer = solver.check()
            self.unanswered += bool(answer == z3.unknown)
            if answer == z3.unsat:
                return True
            if len({one.w for one in made.made if one.op == "load"}) < 2:
                break
        return False


def _pieces(x: Term) -> int:
    return len(x.args) if x.op == "concat" else 1


def _piece(high: int, low: int, x: Term) -> Term:
    """Bits low to high of a term, where bytes of several sources come from these."""
    if x.op != "perm" or low % 8 or (high + 1) % 8:
        return extract(high, low, x)
    places = x.val[low // 8 : (high + 1) // 8]
    first = places[0]
    if first is not None and all(one == (first[0], first[1] + n) for n, one in enumerate(places)):
        return extract(8 * first[1] + high - low, 8 * first[1], x.args[first[0]])
    return permuted(x.args, places)


class Translation:
    """Terms as z3's bit vectors. A kind of term without a rule becomes an unknown of its own, which is weaker.
    ``by_bytes``: loads share the bytes that they have in common with loads of other sizes, which is more work."""

    def __init__(self, by_bytes: bool = False) -> None:
        self.by_bytes = by_bytes
        self.made: dict[Term, Any] = {}

    def term(self, top: Term) -> Any:
        todo, seen = [top], set()
        while todo:
            one = todo.pop()
            if one not in seen and one.w:
                seen.add(one)
                todo += one.args
        for one in sorted(seen, key=lambda t: t.id):
            if one not in self.made:
                self.made[one] = self._node(one)
        return self.made[top]

    def _node(self, t: Term) -> Any:
        import z3

        if t.op == "const":
            return z3.BitVecVal(t.val, t.w)
        if t.op == "load" and self.by_bytes:
            memory, at = t.args
            held = [z3.BitVec(f"byte {memory.id} {add(at, const(at.w, n)).id}", 8) for n in range(t.w // 8)]
            return z3.Concat(*reversed(held)) if len(held) > 1 else held[0]
        if any(not arg.w for arg in t.args):
            return z3.BitVec(f"n{t.id}", t.w)
        a = [self.made[arg] for arg in t.args]
        if t.op == "sum":
            out = z3.BitVecVal(t.val[0], t.w)
            for x, times in zip(a, t.val[1]):
                out = out + x * times
            return out
        if t.op == "anf":
            out = z3.BitVecVal(0, t.w)
            for places, mask in t.val:
                product = z3.BitVecVal(mask, t.w)
                for n in places:
                    product = product & a[n]
                out = out ^ product
            return out
        if t.op == "and":
            return a[0] & a[1]
        if t.op == "mul":
            return a[0] * a[1]
        if t.op == "ext":
            return z3.Extract(t.val + t.w - 1, t.val, a[0])
        if t.op == "concat":
            return z3.Concat(*a)
        if t.op == "sext":
            return z3.SignExt(t.w - t.args[0].w, a[0])
        if t.op == "rotl":
            return z3.RotateLeft(a[0], t.val)
        if t.op in ("zero", "ult", "slt"):
            holds = a[0] == 0 if t.op == "zero" else z3.ULT(a[0], a[1]) if t.op == "ult" else a[0] < a[1]
            return z3.If(holds, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))
        if t.op == "ite":
            return z3.If(a[0] == 1, a[1], a[2])
        if t.op == "perm" or (t.op == "bswap"):
            count = t.w // 8
            places = t.val if t.op == "perm" else [(0, count - 1 - n) for n in range(count)]
            parts = [
                z3.BitVecVal(0, 8) if one is None else z3.Extract(8 * one[1] + 7, 8 * one[1], a[one[0]])
                for one in reversed(places)
            ]
            return z3.Concat(*parts) if len(parts) > 1 else parts[0]
        if t.op in SHIFTS:
            return SHIFTS[t.op](a[0], z3.ZeroExt(t.w - t.args[1].w, a[1]))
        if t.op == "rbit":
            return z3.Concat(*(z3.Extract(n, n, a[0]) for n in range(t.w)))
        if t.op == "clz":
            out = z3.BitVecVal(t.w, t.w)
            for n in range(t.w):
                out = z3.If(z3.Extract(n, n, a[0]) == 1, z3.BitVecVal(t.w - 1 - n, t.w), out)
            return out
        if t.op in LANES:
            return self._lanes(t, a)
        if t.op == "sym":
            return z3.BitVec(f"n{t.id}", t.w)
        function = z3.Function(f"{t.op} {t.val} {t.w}", *(z3.BitVecSort(arg.w) for arg in t.args), z3.BitVecSort(t.w))
        return function(*a)

    def _lanes(self, t: Term, a: list[Any]) -> Any:
        import z3

        lane, count = t.val if isinstance(t.val, tuple) else (t.val, 0)
        out = []
        for n in range(0, t.w, lane):
            xs = [z3.Extract(n + lane - 1, n, x) for x in a]
            made = xs[0]
            if t.op == "vadd":
                for x in xs[1:]:
                    made = made + x
            elif t.op == "vsub":
                made = xs[0] - xs[1]
            elif t.op == "vequal":
                made = z3.If(xs[0] == xs[1], z3.BitVecVal(-1, lane), z3.BitVecVal(0, lane))
            elif t.op == "vshl":
                made = made << count
            elif t.op == "vshr":
                made = z3.LShR(made, count)
            else:
                made = z3.RotateLeft(made, count)
            out.append(made)
        return z3.Concat(*reversed(out)) if len(out) > 1 else out[0]
