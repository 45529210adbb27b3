# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py test --changed``: tests that passed with all that they depend on as it is now are not run again."""
