# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The generated headers, for tests that compile a part of the runtime."""

from __future__ import annotations

from pathlib import Path

from generator import library
from generator.output import Generator


def headers(folder: Path) -> Path:
    """Write the headers into ``folder``, and return ``folder``. A missing folder is made."""
    folder.mkdir(exist_ok=True)
    for name, data in Generator(library.load()).headers().items():
        (folder / name).write_bytes(data)
    return folder
