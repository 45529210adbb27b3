# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""x86: the flags. They hold the operation that set them, and are computed when an instruction reads them."""

from __future__ import annotations

from proof.conditions import eq, is_zero, slt, ult
from proof.flags import each
from proof.graph import State
from proof.memory import NoProof
from proof.terms import Term, add, bnot, bor, concat, const, extract, node, sext, zext
from proof.terms import sub as minus


class Flags:
    """The flags of a state."""

    def flags(self, state: State, kind: str, *args: Term, carry: bool = True) -> None:
        """Set the flags by an operation. They are computed when an instruction reads them."""
        made = node("flags", 2, args, kind)
        for flag in ("c", "z", "o") if carry else ("z", "o"):
            state["flag", flag] = made

    def carry(self, state: State) -> Term:
        return _carry(self._flags(state, "c"))

    def overflow(self, state: State) -> Term:
        """The overflow flag, where a chain of adox or a logical instruction has set it."""

        def one(f: Term) -> Term:
            if f.val not in ("bit", "logic"):
                raise NoProof(f"the overflow after {f.val}")
            return f.args[0] if f.val == "bit" else const(1, 0)

        return each(self._flags(state, "o"), one)

    def _flags(self, state: State, flag: str) -> Term:
        found = state.get(("flag", flag))
        if found is None:
            raise NoProof("flags that no instruction of this stretch has set")
        return found

    def holds(self, state: State, code: str) -> Term:
        """A condition by its suffix: e, ne, b, ae …"""
        inverse = {"ne": "e", "nz": "z", "ae": "b", "nb": "b", "nc": "c", "a": "be", "ge": "l", "g": "le", "ns": "s"}
        if code in inverse:
            return bnot(self.holds(state, inverse[code]))
        if code in ("e", "z"):
            return _zero(self._flags(state, "z"))
        if code in ("b", "c"):
            return self.carry(state)
        if code == "s":
            return _sign(self._flags(state, "z"))
        zero, carry = self._flags(state, "z"), self._flags(state, "c")
        if code == "be":
            if zero is carry and zero.val == "sub":
                return bnot(ult(zero.args[1], zero.args[0]))
            return bor(_carry(carry), _zero(zero))
        over = self._flags(state, "o")
        if code in ("l", "le") and zero is over:
            less = each(zero, _less)
            return less if code == "l" else bor(less, _zero(zero))
        raise NoProof(f"condition {code}")


def _result(flags: Term) -> Term:
    args = flags.args
    if flags.val == "add":
        return add(*args)
    if flags.val == "adc":
        return add(args[0], args[1], concat(const(args[0].w - 1, 0), args[2]))
    if flags.val == "sub":
        return minus(*args)
    if flags.val == "sbb":
        return minus(minus(args[0], args[1]), concat(const(args[0].w - 1, 0), args[2]))
    if flags.val in ("logic", "result"):
        return args[0]
    raise NoProof(f"flags after {flags.val}")


def _zero(flags: Term) -> Term:
    def one(f: Term) -> Term:
        if f.val == "zero alone":
            return _zero(f.args[0])
        if f.val == "place of a bit":
            return is_zero(f.args[0])
        return eq(*f.args) if f.val == "sub" else is_zero(_result(f))

    return each(flags, one)


def _sign(flags: Term) -> Term:
    def one(f: Term) -> Term:
        made = _result(f)
        return extract(made.w - 1, made.w - 1, made)

    return each(flags, one)


def _less(f: Term) -> Term:
    if f.val == "sub":
        return slt(*f.args)
    if f.val == "logic":
        return extract(f.args[0].w - 1, f.args[0].w - 1, f.args[0])
    if f.val == "sbb":  # the sign of the whole difference
        x, y, borrow = f.args
        w = x.w + 1
        return extract(x.w, x.w, minus(minus(sext(w, x), sext(w, y)), zext(w, borrow)))
    raise NoProof(f"a signed comparison after {f.val}")


def _carry(flags: Term) -> Term:
    def one(f: Term) -> Term:
        if f.val == "bit":
            return f.args[0]
        if f.val == "logic":
            return const(1, 0)
        if f.val == "sub":
            return ult(*f.args)
        if f.val in ("add", "adc", "sbb"):
            w = f.args[0].w
            wide = [concat(const(w + 1 - t.w, 0), t) for t in f.args]
            whole = minus(minus(wide[0], wide[1]), wide[2]) if f.val == "sbb" else add(*wide)
            return extract(w, w, whole)
        raise NoProof(f"the carry after {f.val}")

    return each(flags, one)
