# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A third instruction set, which the generator has never heard of: a record, its rules, a renderer and an interpreter.

Importing this package registers the machine ``toy``: 32 bits, eight general registers of which the last is the stack
pointer, eight vector registers of four words, and two flags.
"""

from __future__ import annotations

from generator.isa.machine import register
from tests.toy.machine import TOY

register(TOY)
