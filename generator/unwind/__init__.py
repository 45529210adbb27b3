# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Unwind data, made from the one list of frame operations of a function.

:mod:`.order` checks the list; :mod:`.dwarf` encodes it. What Windows wants differs by machine: each folder under
:mod:`generator.machines` encodes it.
"""
