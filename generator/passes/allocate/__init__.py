# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Registers: the linear scan, values that leave to the frame, and entries of other conventions."""
