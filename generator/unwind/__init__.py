# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Unwind data, made from the one list of frame operations of a function.

:mod:`.order` checks the list. :mod:`.dwarf` encodes it. Windows has a format for each machine: the folders under
:mod:`generator.machines` encode these.
"""
