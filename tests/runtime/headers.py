# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The generated headers, for tests that compile a part of the runtime. `build.py generate --check` compares them."""

from __future__ import annotations

from targets.toolchain.testing import ROOT

INCLUDE = ROOT / "generated" / "include"
