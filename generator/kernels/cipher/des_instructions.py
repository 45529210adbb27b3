# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""An instruction for DES in lanes that the language has no word for."""

from generator.lang import Builder, Val


def by_upper_bits(k: Builder, mask: Val, one: Val, zero: Val) -> Val:
    """Each byte of `one` where the mask's byte has its upper bit, elsewhere that of `zero`."""
    out = k.value(mask.type)
    k.asm("vpblendvb", out, zero, one, mask)
    return out
