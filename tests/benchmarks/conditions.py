# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What stands above a table of figures: the core, the peer and the date. And the page with such tables."""

from __future__ import annotations

import datetime
import platform
import re
from pathlib import Path

from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run


def conditions() -> str:
    """One line for a table that compares with the installed OpenSSL on Linux."""
    cpu = {key: value for key, value in re.findall(r"^(\S[^\t:]*)\t*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)}
    core = f"{cpu.get('model name', platform.machine())} (family {cpu.get('cpu family')}, model {cpu.get('model')})"
    version = run([str(require("openssl")), "version"], timeout=HANG_SECONDS).stdout.decode().split(" (")[0].strip()
    return f"{core}, {datetime.datetime.now(tz=datetime.timezone.utc):%Y-%m-%d}, {version}"


def put(page: Path, name: str, table: str) -> None:
    """Write a table into its place on a page: between the line ``<!-- NAME -->`` and the next such line."""
    text = page.read_text("utf-8")
    new, count = re.subn(
        rf"(<!-- {name} -->\n).*?(?=<!-- )", lambda match: f"{match[1]}\n{table}\n\n", text, flags=re.S
    )
    if count != 1:
        raise SystemExit(
            f"{page}: no place for the table; expected a line <!-- {name} -->, and another such line below"
        )
    page.write_text(new, "utf-8")
