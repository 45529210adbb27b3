# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each kernel's script gives the reference's answers for each variant and instruction set, when its recording is
executed on numbers: variants that no CPU here can run are executed, too."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from generator import library
from generator.abi import abi
from generator.lang.contract import Kernel, Variant
from generator.output import available
from targets.trial.plan import Given, Plan
from tests.harness.plans import plan
from tests.harness.plans_stitched import PLANS as STITCHED
from tests.kernels.computed import Outside, computed

pytestmark = pytest.mark.code
KERNELS = library.load().kernels
CONVENTIONS = ("sysv64", "cdecl32", "aapcs64")
# The amounts of work of a kernel's calls, by the longest beginning of its name: each stage of each variant is executed,
# and each way out of it.
AMOUNTS = {
    "": (3, 0), "aes": (27, 9, 14, 0), "aes_cbc_encrypt": (3, 1, 5, 0), "aes_cbc_sha": (3, 1, 2, 0),
    "aes_set": (1, 2, 3), "mont": (4, 8, 10, 16, 32), "mont_mul": (8, 10, 32, 64), "mont_pair": (3, 2, 8),
    "rc4_set_key": (16,), "rc4_stream": (90, 600, 0),
}  # fmt: skip
TELLING = 12
"""So many of the plan's telling calls are executed."""


def _amounts(name: str) -> tuple[int, ...]:
    return AMOUNTS[max((start for start in AMOUNTS if name.startswith(start)), key=len)]


def forms(kernel: Kernel) -> Iterator[tuple[Variant, str]]:
    for convention in CONVENTIONS:
        for variant in kernel.variants:
            if available(variant, abi(convention).arch):
                yield variant, convention


def calls(kernel: Kernel, made: Plan, rng: random.Random) -> Iterator[tuple[list[dict[str, bytes]], dict[str, int]]]:
    """Contents for each message, and numbers. Calls take turns with the numbers that are no amount of work."""
    others = {name: values for name, values in made.counts.items() if name != kernel.size_arg}
    shapes = [dict(zip(others, values)) for values in product(*others.values())] or [{}]
    telling = [] if kernel.messages else [*made.special(rng)]
    wanted: list[Given] = [{kernel.size_arg: amount} if kernel.size_arg else {} for amount in _amounts(kernel.name)]
    for turn, some in enumerate([*wanted, *rng.sample(telling, min(TELLING, len(telling)))]):
        numbers = {**shapes[turn % len(shapes)], **{name: one for name, one in some.items() if isinstance(one, int)}}
        held = []
        for _ in range(kernel.messages or 1):
            given = {}
            for arg in kernel.args:
                if arg.access:
                    size = (kernel.single or kernel).arg(arg.name).bytes(numbers)
                    maker = made.contents.get(arg.name, random.Random.randbytes)
                    given[arg.name] = maker(rng, size) if "r" in arg.access else rng.randbytes(size)
            held.append({**given, **{name: one for name, one in some.items() if isinstance(one, bytes)}})
        yield held, numbers


def wrong(kernel: Kernel, variant: Variant, convention: str, made: Plan, rng: random.Random) -> Iterator[str]:
    """What a variant's script gets wrong."""
    for held, numbers in calls(kernel, made, rng):
        where = f"{kernel.name} {variant.name} {convention} {numbers}"
        try:
            found = computed(kernel, variant, convention, held, numbers)
        except Outside as access:
            yield f"{where}: {access}"
            continue
        for message, (given, left) in enumerate(zip(held, found)):
            expected = {**given, **made.answer(given, numbers)[0]}
            for name, data in left.items():
                if data != expected[name]:
                    yield f"{where}: {name} of message {message}"


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.whole(every=20)
def test_a_script_gives_the_right_answers(name: str) -> None:
    kernel = KERNELS[name]
    made, rng = STITCHED.get(name) or plan(kernel), random.Random(name)
    found = [one for form in forms(kernel) for one in wrong(kernel, *form, made, rng)]
    assert not found
