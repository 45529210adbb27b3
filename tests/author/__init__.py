# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py test --kernel-path``: the harness on kernels from outside the tree, which declare their references."""
