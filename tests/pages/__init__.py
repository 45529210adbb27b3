# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The pages of ``docs/`` that the generator's own output makes. ``python3 -m tests.pages`` writes them anew."""
