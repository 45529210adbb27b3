# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each access of the machine is to bytes that the recording accesses in the same stretch, under a condition of its own
that holds then. So accesses stay inside the extents in which the recording's accesses stay. The script's own areas of
the frame have known sizes: the machine may clear them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from proof.accesses import LOAD, STORE, Access, Account, Log
from proof.equal import Judge
from proof.memory import NoProof, Region
from proof.terms import Term, band, bor, const, linear, sub, sym

Key = frozenset[tuple[Term, int]]


def check(account: Account, judge: Judge, areas: Mapping[Region, int]) -> None:
    """NoProof for an access that the recording does not make. ``areas``: the sizes of regions that are areas."""
    for mine, theirs in account.runs:
        script = Accesses(mine.accesses, judge)
        for one in distinct(theirs):
            if (
                one.kind not in (LOAD, STORE)
                or _in_area(one, areas)
                or script.cover(one, (STORE,) if one.kind == STORE else (LOAD, STORE))
            ):
                continue
            raise NoProof(
                f"{one.where}: a {one.kind} of {one.size} bytes of {one.region} that the recording does not make, "
                f"at {one.address}"
            )


def _in_area(one: Access, areas: Mapping[Region, int]) -> bool:
    away = sub(one.address, sym(one.address.w, one.region))
    return away.op == "const" and away.val + one.size <= areas.get(one.region, 0)


def distinct(log: Log) -> Iterable[Access]:
    """One access of each kind of the same bytes under the same condition."""
    return {(one.kind, one.region, one.address, one.size, one.under): one for one in reversed(log.accesses)}.values()


class Accesses:
    """The accesses of a recording in one stretch, by their address without its constant."""

    def __init__(self, given: Iterable[Access], judge: Judge) -> None:
        self.judge = judge
        self.by_key: dict[tuple[Region, Key], list[tuple[int, Access]]] = {}
        for one in given:
            key, at = self._key(one)
            self.by_key.setdefault((one.region, key), []).append((at, one))

    @staticmethod
    def _key(one: Access) -> tuple[Key, int]:
        found = linear(one.address)
        return frozenset(found.parts.items()), found.const - (found.const >> (one.address.w - 1) << one.address.w)

    def cover(self, wanted: Access, kinds: Sequence[str], exempt: bool = False) -> bool:
        """Whether accesses of these kinds are made to each byte of ``wanted`` when ``wanted`` is made. ``exempt``: only
        those whose address the contract lets be secret."""
        key, at = self._key(wanted)
        near = [
            (start, one)
            for start, one in self.by_key.get((wanted.region, key), ())
            if one.kind in kinds and (one.exempt or not exempt) and start < at + wanted.size and at < start + one.size
        ]
        if not near:
            near = [(at, one) for one in self._equal(wanted, kinds) if one.exempt or not exempt]
        if any(
            start <= at and at + wanted.size <= start + one.size and one.under is wanted.under for start, one in near
        ):
            return True
        return all(
            self._always(wanted.under, [one.under for start, one in near if start <= byte < start + one.size])
            for byte in range(at, at + wanted.size)
        )

    def _equal(self, wanted: Access, kinds: Sequence[str]) -> list[Access]:
        """Accesses at an equal address of another normal form."""
        return [
            one
            for (region, _), found in self.by_key.items()
            if region == wanted.region
            for _, one in found
            if one.kind in kinds and self.judge.equal(one.address, wanted.address)
        ]

    def _always(self, when: Term, conditions: list[Term]) -> bool:
        """Whether one of the conditions holds when ``when`` does."""
        some = const(1, 0)
        for one in conditions:
            if band(when, one) is when:
                return True
            some = bor(some, one)
        return bool(conditions) and self.judge.equal(band(when, some), when)
