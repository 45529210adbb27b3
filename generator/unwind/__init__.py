# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Unwind encodings, all made from the one list of frame operations of a function.

:mod:`.order` checks that list, :mod:`.dwarf`, :mod:`.win64` and :mod:`.arm64` encode it.
"""
