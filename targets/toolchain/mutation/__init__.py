# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py mutate``: small faults are planted in the sources one by one, and the tests must find them."""
