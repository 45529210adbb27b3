# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The calls derived from a contract follow the contract. A plan cannot contradict them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

import pytest

from generator.lang import Arg, Builder, Val, kernel
from generator.lang.contract import Kernel
from targets.trial.batch import Alias, Buffer, Call, Placement, Word
from targets.trial.cases import derive
from targets.trial.plan import Contents, Plan
from tests.harness.plans import PLANS, contracts, plan

pytestmark = pytest.mark.kernels()  # plans come from contracts

NEAREST = 24


def _toy(*, align: int = 8, distance: int = NEAREST, unit: int = 12) -> Kernel:
    """A kernel that adds one to bytes, and sums bytes that may lie in the same buffer."""

    @kernel(
        c="void toy(uint64_t *sum, const uint8_t *in, uint8_t *out, const uint8_t *summed, size_t count)",
        args=[
            Arg("sum", rw=8, align=align),
            Arg("in", r=f"{unit}*count"),
            Arg("out", w=f"{unit}*count", alias="in"),
            Arg("summed", r=f"{unit}*count-count+count", apart=("out", distance)),
            Arg("count", public=True),
        ],
        source="this test",
        size="count",
    )
    def toy(k: Builder, sum: Val, in_: Val, out: Val, summed: Val, count: Val) -> None:
        """A toy."""

    return toy


def _reference(held: Contents) -> Contents:
    total = int.from_bytes(held["sum"], "little") + sum(held["summed"])
    return {"sum": (total % 2**64).to_bytes(8, "little"), "out": bytes(byte + 1 & 255 for byte in held["in"])}


PLAN = Plan(_reference, aligned=(3,))


def _places(call: Call) -> list[tuple[int, int] | None]:
    """For each pointer: the argument with the buffer, and the offset in the buffer."""
    return [
        (n, 0) if isinstance(one, Buffer) else (one.argument, one.offset) if isinstance(one, Alias) else None
        for n, one in enumerate(call.arguments)
    ]


def _distances(calls: Sequence[Call]) -> set[int]:
    """The distances from `out` to `summed`, where both are in one buffer."""
    found = set()
    for call in calls:
        out, summed = _places(call)[2:4]
        assert out is not None and summed is not None
        if out[0] == summed[0]:
            found.add(summed[1] - out[1])
    return found


def test_every_amount_meets_both_guard_pages() -> None:
    calls = derive(_toy(), PLAN, "toy")
    for where in (Placement.END, Placement.START):
        met = {
            call.arguments[4]
            for call in calls
            if all(one.placement == where and one.align is None for one in call.arguments if isinstance(one, Buffer))
        }
        assert met >= {Word(count) for count in range(10)}, where


def test_sizes_are_those_of_the_contract() -> None:
    for unit in (12, 20):
        for call in derive(_toy(unit=unit), PLAN, "toy"):
            count, data = call.arguments[4], call.arguments[1]
            assert isinstance(count, Word)
            if isinstance(data, Buffer) and not any(isinstance(one, Alias) for one in call.arguments):
                assert len(data.data) == unit * count.value


@pytest.mark.parametrize("align", [1, 4, 8, 16])
def test_alignment_goes_down_to_that_of_the_contract_and_no_further(align: int) -> None:
    first = [call.arguments[0] for call in derive(_toy(align=align), PLAN, "toy")]
    met = {one.align for one in first if isinstance(one, Buffer) and one.align is not None}
    assert met == set(range(0, 64, align))
    if align == 16:  # eight bytes that end at a page would begin at a multiple of 8
        assert all(isinstance(one, Buffer) and one.align is not None for one in first)


@pytest.mark.parametrize("distance", [NEAREST, 40])
def test_distances_begin_with_the_least_of_the_contract(distance: int) -> None:
    found = _distances(derive(_toy(distance=distance), PLAN, "toy"))
    assert min(map(abs, found)) == distance
    assert {distance, -distance, distance + 1, -distance - 1} <= found


def test_in_place_and_touching_only_where_the_contract_has_alias() -> None:
    toy = _toy()
    shared = {_places(call)[2] for call in derive(toy, PLAN, "toy")}
    assert {(2, 0), (1, 0)} <= shared, "apart, and in place"
    assert any(place is not None and place[0] == 1 and place[1] for place in shared), "one behind the other"
    toy = replace(toy, args=tuple(replace(arg, alias=None, apart=None) for arg in toy.args))
    assert not any(isinstance(one, Alias) for call in derive(toy, PLAN, "toy") for one in call.arguments)


def test_below_what_is_written_the_new_bytes_are_read() -> None:
    """The sum is of the bytes that the kernel has written by then if the sum's place is behind, of the old bytes if
    ahead."""
    for call in derive(_toy(), PLAN, "toy"):
        in_, out, summed = _places(call)[1:4]
        host, count, state = call.arguments[0], call.arguments[4], call.expected[0]
        assert in_ and out and summed and isinstance(host, Buffer) and isinstance(count, Word)
        area, source, size = call.arguments[summed[0]], call.arguments[in_[0]], 12 * count.value
        assert isinstance(area, Buffer) and isinstance(source, Buffer)
        wanted = bytes(byte + 1 & 255 for byte in source.data[in_[1] : in_[1] + size])
        assert call.expected[out[0]][out[1] : out[1] + size] == wanted, call.note
        held = call.expected[summed[0]] if out[0] == summed[0] and summed[1] < out[1] else area.data
        total = int.from_bytes(host.data, "little") + sum(held[summed[1] : summed[1] + size])
        assert state == (total % 2**64).to_bytes(8, "little"), call.note


def test_a_plan_has_no_place_for_what_the_contract_knows() -> None:
    assert {one.name for one in fields(Plan)} == {
        "reference",
        "contents",
        "counts",
        "aligned",
        "long",
        "special",
        "seed",
        "pieces",
    }
    with pytest.raises(ValueError, match=r"toy: the plan gives in 7 bytes; the contract says 12\*count, which are 0"):
        derive(_toy(), replace(PLAN, contents={"in": lambda rng, size: bytes(7)}), "toy")
    with pytest.raises(ValueError, match=r"the plan's reference gives {'sum': 8} bytes; expected {'sum': 8, 'out': 0}"):
        derive(_toy(), replace(PLAN, reference=lambda held: {"sum": held["sum"]}), "toy")
    with pytest.raises(ValueError, match=r"the plan's counts name \['length'\]; expected count of the contract"):
        derive(_toy(), replace(PLAN, counts={"length": (1,)}), "toy")


def test_plans_of_the_tree_follow_their_contracts() -> None:
    """A kernel's contract with another distance gives calls with that distance."""
    of_tree = contracts()["rc4_md5_blocks"]
    args = tuple(replace(arg, apart=(arg.apart[0], 100)) if arg.apart else arg for arg in of_tree.args)
    near = set()
    for call in derive(replace(of_tree, args=args), PLANS[of_tree.name], ""):
        out, hashed = _places(call)[3:5]
        assert out is not None and hashed is not None
        near |= {abs(hashed[1] - out[1])} if out[0] == hashed[0] else set()
    assert min(near) == 100


def test_every_plan_has_amounts_of_work_for_all_alignments() -> None:
    assert [name for name, one in PLANS.items() if contracts()[name].size_arg and not one.aligned] == []


def test_every_kernel_has_a_plan() -> None:
    """A kernel outside the tree may bring its own reference instead."""
    for name, one in contracts().items():
        if name in PLANS or one.reference is None or "generator/kernels/" in one.path:
            assert plan(one) is PLANS[name if one.single is None else one.single.name]


@pytest.mark.parametrize(
    ("folder", "files"),
    [
        ("hash", "tests/harness/plans_hash.py"),
        ("cipher", "tests/harness/plans_aes.py or .* or tests/harness/plans_rc4.py"),
        ("new", "plans_aes.py or .* or tests/harness/plans_stitched.py"),
    ],
)
def test_a_missing_plan_is_named(folder: str, files: str) -> None:
    stranger = replace(_toy(), path=f"generator/kernels/{folder}/toy.py")
    with pytest.raises(LookupError, match=rf":\d+: toy has no plan .* a row 'toy': .* in PLANS of .*{files}$"):
        plan(stranger)
