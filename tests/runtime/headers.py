# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The generated headers, for tests that compile a part of the runtime."""

from __future__ import annotations

from pathlib import Path

from generator import library
from generator.output import Generator


def headers(folder: Path) -> Path:
    """Write the headers into ``folder``, make the folder if needed, and return it."""
    folder.mkdir(exist_ok=True)
    for name, data in Generator(library.load()).headers().items():
        (folder / name).write_bytes(data)
    return folder
