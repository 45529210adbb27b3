# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Calls generated functions on every target: a C driver with checked calls, and its Python side."""
