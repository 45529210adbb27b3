# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A third instruction set, which the generator has never heard of: a record, its rules, a renderer and an interpreter.

The machine ``toy`` has 32 bits, eight general registers of which the last is the stack pointer, eight vector registers
of four words, and two flags. It is known while this folder's tests run: other tests ask for all machines.
"""
