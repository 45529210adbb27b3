# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A page in headless Chromium: its DOM once its script has run, its picture, its print."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run

_QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --hide-scrollbars --no-pdf-header-footer --disable-dev-shm-usage"
).split()


def _open(page: Path, words: Sequence[str]) -> str:
    with tempfile.TemporaryDirectory() as profile:
        # No proxy and no name resolves: a page that asked for anything would stay without it.
        alone = ["--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={profile}"]
        done = run([str(require("chromium")), *_QUIET, *alone, *words, page.as_uri()], timeout=HANG_SECONDS)
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    return done.stdout.decode("utf-8", "replace")


def dom(page: Path) -> str:
    """The document as the page's script left it."""
    return _open(page, ["--virtual-time-budget=5000", "--dump-dom"])


def printed(page: Path, out: Path) -> str:
    """The words of the printed page."""
    _open(page, [f"--print-to-pdf={out}"])
    done = run([str(require("pdftotext")), "-layout", str(out), "-"], timeout=HANG_SECONDS)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode("utf-8", "replace")


def text(html: str) -> str:
    """The text of HTML without tags, scripts and styles."""
    bare = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", bare).replace("&nbsp;", " ").split())
