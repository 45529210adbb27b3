# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""RSA: keys, published vectors, comparison with Python, faults, and secrets."""
