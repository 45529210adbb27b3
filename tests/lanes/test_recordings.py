# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The rewritten recordings of kernels for several messages, executed on Python's integers: forms that no machine
here runs are right as recordings. Rules of the lowering are proved, and each allocation is replayed."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from generator.abi import abi
from generator.lang.contract import Kernel, Variant
from generator.lang.values import Op
from generator.library import load
from generator.output import available
from generator.pipeline import record
from tests.changed import Wanted
from tests.harness.plans import plan
from tests.passes.interpret import AREAS, PAGE, Interpreter, tree
from tests.passes.interpret_wide import joined, lanes

BASE, BLOCKS = 0x10000, 2
HOLE = 64  # bytes between buffers


class Lanes(Interpreter):
    """With tables, broadcasts, and unions that are added to lanes."""

    def result(self, op: Op) -> int:
        bits = op.dst[0].type.bits
        if op.name == "table":
            size = op.attrs["element"]
            self.areas.append(bytearray(b"".join(value.to_bytes(size, "little") for value in op.attrs["values"])))
            return AREAS + PAGE * (len(self.areas) - 1)
        if op.name == "vbroadcast":
            return joined(op.attrs["lane"], [self.number(op.args[0])] * (bits // op.attrs["lane"]))
        if op.name == "add_ternary":
            lane, (acc, *inputs) = op.attrs["lane"], [self.number(arg) for arg in op.args]
            union = 0
            for part in op.attrs["parts"]:
                union |= tree(part, inputs) & (1 << bits) - 1
            sums = zip(lanes(lane, bits, acc), lanes(lane, bits, union))
            return joined(lane, [(x + y) % (1 << lane) for x, y in sums])
        return super().result(op)


def forms() -> Iterator[tuple[Kernel, Variant, str]]:
    for kernel in load().kernels.values():
        for variant in kernel.variants if kernel.lanes and kernel.in_lanes is None else ():
            for convention in ("sysv64", "aapcs64"):
                if available(variant, abi(convention).arch):
                    yield kernel, variant, convention


@pytest.mark.code
def test_recordings(wanted: Wanted) -> None:
    """Two blocks of each message, at distances that no rule divides."""
    chosen, rng, seen = wanted({kernel.name for kernel, *_ in forms()}), random.Random(7), set[str]()
    for kernel, variant, convention in forms():
        if kernel.name not in chosen:
            continue
        recorded, params = record(kernel, variant, abi(convention))
        memory, values = bytearray(), dict[int, int]()
        places: dict[str, list[int]] = {}
        held: list[dict[str, bytes]] = [{} for _ in range(kernel.lanes)]
        numbers = {kernel.size_arg: BLOCKS}
        for arg in kernel.args:
            places[arg.name] = []
            for message in range(arg.lanes):
                held[message][arg.name] = rng.randbytes(arg.bytes(numbers))
                places[arg.name].append(len(memory))
                memory += held[message][arg.name] + rng.randbytes(HOLE + rng.randrange(16))
        for val, arg in zip(params, kernel.args):
            if arg.lanes:
                values[val.id] = BASE + len(memory)
                memory += b"".join((BASE + at).to_bytes(8, "little") for at in places[arg.name])
            else:
                values[val.id] = numbers[arg.name]
        Lanes(recorded.ops, memory, BASE).run(values)
        for message in range(kernel.lanes):
            results, _ = plan(kernel).answer(held[message], numbers)
            for name, result in results.items():
                at = places[name][message]
                assert memory[at : at + len(result)] == result, f"{kernel.name}_{variant.name}: message {message}"
        seen.add(variant.name)
    assert not chosen or seen
