# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The page of curves, of invented measurements: whole, alone, and labelled."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest

from targets.toolchain import speed_page
from tests.speed import samples

pytestmark = pytest.mark.kernels()
_VOID = ("meta", "link")


class Balance(HTMLParser):
    """The elements that are open, and the identifiers and targets of links."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.goals: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        for value in found.values():
            self.goals.update(re.findall(r"(?:^|url\()#([^)]+)", value or ""))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def html() -> str:
    rows = [
        *samples.of_benchmark("aes128_cbc_encrypt"),
        *samples.of_benchmark("call_aes128_cbc_encrypt", 0.5),
        samples.row("call_tls_aes128_sha384_open", "dispatched", 64, None, 1, instructions_per_byte=12.34),
    ]
    return speed_page.page(rows)


def test_well_formed(html: str) -> None:
    found = Balance()
    found.feed(html)
    found.close()
    assert found.open == []
    assert len(found.ids) == len(set(found.ids))
    assert found.goals and found.goals <= set(found.ids)
    assert html.count("<svg") == 3
    for svg in re.findall(r"<svg.*?</svg>", html, re.S):
        ElementTree.fromstring(svg)


def test_self_contained(html: str) -> None:
    assert not re.search(r"https?:|@import|@font-face|<link(?! rel=\"icon\" href=\"data:,\")|<img|<script|\bsrc=", html)
    assert not re.search(r"url\((?!#)", html)


def test_words(html: str) -> None:
    """Every curve has its name at its end, axes have units, and data are escaped."""
    first, second, third = re.findall(r"<svg.*?</svg>", html, re.S)
    for name in ("scalar", "vector ◯", "dispatched", "libcrypto", "limit", "MB/s", "bytes a call", "16384"):
        assert f">{name}</text>" in first, name
    assert ">limit</text>" not in second and ">libcrypto</text>" in second and ">libcrypto</text>" not in third
    assert "Some &lt;brand&gt; &amp; Co" in html and "OpenSSL 9.8.7" in html and "75% of the" in html
    assert "peer: EVP_Cipher" in html and "41 cycles for 16 bytes" in html
    assert "instructions a byte" in html and ">12.34<" in html


def test_colours_of_the_reader(html: str) -> None:
    """Text and axes take the page's colour: nothing is black on a dark page."""
    assert "prefers-color-scheme: dark" in html and "currentColor" in html
    for svg in re.findall(r"<svg.*?</svg>", html, re.S):
        assert not re.search(r"#000000|#0a0b0c|#ffffff|fill: black", svg)
        assert all("fill: currentColor" in text or "fill: #" in text for text in re.findall(r"<text[^>]*>", svg))


def test_same_bytes_again(html: str) -> None:
    rows: list[Any] = samples.of_benchmark("aes128_cbc_encrypt")
    assert speed_page.page(rows) == speed_page.page(rows)
