# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Kernels in portable languages, from the recording that assembly comes from.

:mod:`generator.portable.recorded` records a kernel for a machine without an instruction set,
:mod:`generator.portable.structure` finds the loops and branches of the recording,
:mod:`generator.portable.pointers` what memory its pointers point to, and :mod:`generator.portable.c` and
:mod:`generator.portable.rust` spell it in C99 and in Rust.
"""
