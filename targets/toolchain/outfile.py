# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Files that a command writes at its end, after work that takes seconds or minutes."""

from __future__ import annotations

import tempfile
from pathlib import Path

from targets.toolchain.process import ToolFailed


def check(option: str, path: Path, *, makes_folders: bool = False) -> None:
    """ToolFailed for a file that could not be written: told before the work. Nothing is left on the disk.

    ``makes_folders``: the command makes missing folders above the file.
    """
    folder = path.absolute().parent
    while makes_folders and not folder.exists():
        folder = folder.parent
    wanted = "expected a file in a folder that exists" + (" or can be made" if makes_folders else "")
    if path.is_dir() or not folder.is_dir():
        found = "it is a folder" if path.is_dir() else f"there is no folder {folder}"
        raise ToolFailed(f"{option} {path}: {found}: {wanted}")
    try:
        # Only a trial tells: /proc has the mode of a folder that root may write.
        if path.is_file():
            path.open("ab").close()
        elif not path.exists():
            tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise ToolFailed(f"{option} {path}: cannot write there: {error.strerror}; {wanted}") from None
