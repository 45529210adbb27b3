# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``targets/batches.dat`` and ``targets/batches_model.dat``: from how many messages on a kernel for several messages
beats one message after another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.model import AsmloomError

FILE = Path(__file__).resolve().parents[1] / "targets" / "batches.dat"
MODEL = FILE.with_name("batches_model.dat")
"""The rows that ``build.py model`` makes, where the other file has none."""
_COLUMNS = ("kernel", "many", "one", "uarch", "least", "blocks")


def rows(*paths: Path) -> list[dict[str, Any]]:
    """The rows of files, of both without a name."""
    return [row for path in paths or (FILE, MODEL) for row in parsed(path.read_text("ascii"), path.name)]


def parsed(text: str, name: str) -> list[dict[str, Any]]:
    """Rows: kernel for several messages, its variant, the variant for one, microarchitecture, least number of messages,
    least number of blocks of a message.

    Refuses a row of another form, and a second row for the same variants and core.
    """
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        if len(words) != len(_COLUMNS) or not "".join(words[-2:]).isdigit() or int(words[-2]) < 2:
            raise AsmloomError(
                f"targets/{name}:{number}: expected a kernel, its variant, the variant for one message, a core, the "
                "least number of messages, 2 or more, and the least number of blocks of a message; found "
                f"{' '.join(words)}"
            )
        if tuple(words[:-2]) in found:
            raise AsmloomError(f"targets/{name}:{number}: {' '.join(words[:-2])} has a row above")
        row = dict(zip(_COLUMNS, words))
        found[tuple(words[:-2])] = {**row, "least": int(row["least"]), "blocks": int(row["blocks"])}
    return list(found.values())
