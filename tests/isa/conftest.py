# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The repository's root on the path, so that these tests run alone."""

import sys
from pathlib import Path

ROOT = str(Path(__file__).resolve().parents[2])
if ROOT not in sys.path:
    sys.path.insert(0, ROOT)
