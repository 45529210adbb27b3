# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A page in headless Chromium: its DOM once its script has run, its picture, its print."""

from __future__ import annotations

import re
import struct
import tempfile
import zlib
from collections import Counter
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


def picture(page: Path, out: Path, width: int, height: int, *words: str) -> None:
    """A PNG of the page's upper part."""
    _open(page, [f"--window-size={width},{height}", f"--screenshot={out}", *words])


def printed(page: Path, out: Path) -> str:
    """The words of the printed page."""
    _open(page, [f"--print-to-pdf={out}"])
    done = run([str(require("pdftotext")), "-layout", str(out), "-"], timeout=HANG_SECONDS)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode("utf-8", "replace")


def colours(path: Path) -> tuple[int, int, int, int]:
    """Of a PNG of 8-bit RGB or RGBA: width, height, number of colours, brightness of the commonest one (0 to 765)."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, size, channels = 8, b"", (0, 0), 0
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        chunk = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack_from(">IIBB", chunk)
            assert depth == 8 and colour in (2, 6)
            size, channels = (width, height), 3 if colour == 2 else 4
        elif kind == b"IDAT":
            packed += chunk
        at += length + 12
    raw = zlib.decompress(packed)
    stride = size[0] * channels
    before = bytearray(stride)
    found: Counter[bytes] = Counter()
    for row in range(size[1]):
        kind_of_filter, line = (
            raw[row * (stride + 1)],
            bytearray(raw[row * (stride + 1) + 1 : (row + 1) * (stride + 1)]),
        )
        _unfilter(kind_of_filter, line, before, channels)
        for x in range(0, stride, 8 * channels):
            found[bytes(line[x : x + 3])] += 1
        before = line
    return size[0], size[1], len(found), sum(found.most_common(1)[0][0])


def _unfilter(kind: int, line: bytearray, before: bytearray, channels: int) -> None:
    """PNG's filters (RFC 2083, 6)."""
    if kind == 0:
        return
    for x in range(len(line)):
        left = line[x - channels] if x >= channels else 0
        up, corner = before[x], before[x - channels] if x >= channels else 0
        if kind == 1:
            add = left
        elif kind == 2:
            add = up
        elif kind == 3:
            add = (left + up) // 2
        else:
            guess = left + up - corner
            add = min((left, up, corner), key=lambda value: abs(guess - value))
        line[x] = (line[x] + add) & 0xFF


def text(html: str) -> str:
    """The text of HTML without tags, scripts and styles."""
    bare = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", bare).replace("&nbsp;", " ").split())
