# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Straight code in another form: loads as operands, and the order for cores that execute in order."""
