# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The rounds of SHA-2 with as few operations as there can be, for machines with logic of three inputs and several
messages at once. Operations limit such rounds, and not their path: Maj is one function, and each sum is added once.
"""

from generator.kernels.hash.fips180 import Sha2
from generator.kernels.hash.rounds import CH, FUNCTIONS, Sha2Rounds
from generator.kernels.hash.schedules import Schedule
from generator.lang import Val

MAJ = FUNCTIONS[2]


class Lean(Sha2Rounds):
    """FIPS 180-4, 6.2.2 and 6.4.2, as they stand there."""

    def begin(self, state: list[Val]) -> list[Val]:
        return list(state)

    def round(self, v: list[Val], schedule: Schedule[Sha2], t: int, block: int) -> None:
        k, shape = self.k, self.shape
        a, b, c, d, e, f, g, h = v
        schedule.add(h, t, block)
        k.add_ternary(h, CH, e, f, g)
        h += k.rotations(e, *shape.big1)
        d += h
        k.add_ternary(h, MAJ, a, b, c)
        h += k.rotations(a, *shape.big0)
        v[:] = [h, a, b, c, d, e, f, g]

    def end(self, v: list[Val], state: list[Val]) -> None:
        """Do nothing: the words of the state stand in their places."""
