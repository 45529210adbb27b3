# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Compares generated sources: aligns functions by meaning and puts each difference into a class.

``parse`` reads a source file of any syntax. ``instruction`` gives an instruction's text the same meaning in every
spelling. ``align`` finds the lines that correspond. ``values`` follows values through registers and frame slots, to
tell a renamed register from another operand. ``classify`` names the differences of two files, ``compare`` those of two
trees. ``plain``, ``data`` and ``page`` show the result in a terminal, as JSON and as HTML.
"""
