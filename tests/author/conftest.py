# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A copy of the checkout for commands that write into build/."""

from tests.cli.conftest import shared_root

__all__ = ["shared_root"]
