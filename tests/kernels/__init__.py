# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Every kernel, variant, triple and syntax: assembled, linked, executed, disassembled, unwound."""
