# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py test --changed``: tests that passed with all that they depend on as it is now are not run again."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Wanted = Callable[[Iterable[str]], set[str]]
"""What the fixture ``wanted`` gives: of the kernels that a test does the same for, those to do it for."""
