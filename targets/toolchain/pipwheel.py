# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Fetch pip for a Python without pip, such as Debian's: one wheel with a known hash, run in place.

Only the standard library is used. The index is ``PIP_INDEX_URL``, or PyPI.
"""

from __future__ import annotations

import hashlib
import os
import re
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

NAME = "pip-25.3-py3-none-any.whl"
SHA256 = "9655943313a94722b7774661c21049070f6bbb0a1516bf02f7c8d5d9201514cd"
INDEX = "https://pypi.org/simple"
_SECONDS = 60


class NoPip(Exception):
    """The wheel cannot be fetched. One line of text."""


def fetch(folder: Path) -> Path:
    """The wheel in ``folder``, downloaded if it is missing. The hash is always checked.

    Returns the path; ``python WHEEL/pip …`` runs it. Raises NoPip.
    """
    wheel = folder / NAME
    if wheel.is_file() and _digest(wheel.read_bytes()) == SHA256:
        return wheel
    index = os.environ.get("PIP_INDEX_URL", INDEX).rstrip("/")
    page = f"{index}/pip/"
    try:
        links = re.findall(r'href="([^"]+)"', _get(page).decode("utf-8", "replace"))
        link = next((one for one in links if one.split("#")[0].rsplit("/", 1)[-1] == NAME), None)
        if link is None:
            raise NoPip(f"{page} does not list {NAME}")
        data = _get(urllib.parse.urljoin(page, link))
    except (OSError, ValueError) as error:
        raise NoPip(f"cannot fetch {NAME} from {page}: {getattr(error, 'reason', error)}") from None
    if _digest(data) != SHA256:
        raise NoPip(f"{NAME} from {page} is not what was expected: sha256 {_digest(data)}")
    folder.mkdir(parents=True, exist_ok=True)
    partial = wheel.with_suffix(".part")
    partial.write_bytes(data)
    os.replace(partial, wheel)
    return wheel


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _get(address: str) -> bytes:
    if not address.startswith("https://"):
        raise ValueError(f"{address} is not https")
    with urllib.request.urlopen(address, timeout=_SECONDS) as answer:
        data: bytes = answer.read()
        return data
