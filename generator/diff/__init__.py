# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Comparing generated sources: functions aligned by meaning, each difference put into a class.

``parse`` reads a source file of any syntax; ``instruction`` gives each instruction one meaning whatever its spelling;
``align`` finds which lines correspond; ``values`` follows values through registers and frame slots, so that a renamed
register is told apart from another operand; ``classify`` names the differences; ``compare`` does it for whole trees;
``plain``, ``data`` and ``page`` show the result in a terminal, as JSON and as HTML.
"""
