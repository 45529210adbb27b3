# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What stands above a table of figures: the core, the peer and the date."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run


def conditions() -> str:
    """One line for a table that compares with the installed OpenSSL on Linux."""
    [core] = re.findall(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)[:1] or ["unknown core"]
    version = run([str(require("openssl")), "version"], timeout=HANG_SECONDS).stdout.decode().split(" (")[0].strip()
    return f"{core}, {datetime.datetime.now(tz=datetime.timezone.utc):%Y-%m-%d}, {version}"
