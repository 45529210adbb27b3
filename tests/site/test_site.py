# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py site``: the pages of two kernels, without a warning of Sphinx. Links lead somewhere, each variant has its
listing, a script's line is where its instructions are, and the pages are legible.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from generator.library import load
from targets.toolchain.find import require
from tests.cli.runner import ROOT, build
from tests.vendoring.project import call

KERNELS = ("md5_blocks", "rc4_stream")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    into = tmp_path_factory.mktemp("site") / "pages"
    done = build(ROOT, "site", into.name, *KERNELS, cwd=into.parent)  # of the caller's folder
    assert done.returncode == 0, done.stderr
    return into


def test_links(site: Path) -> None:
    """Every link inside of the site has a file, and every anchor an element: those of a page of ``diff``, too."""
    sides = ("x86_64-linux-gnu", "aarch64-linux-gnu")
    assert build(ROOT, "diff", *sides, "--kernel", KERNELS[0], "--html", site / "diff.html").returncode == 1
    assert 'href="listing/md5_blocks_scalar.html"' in (site / "diff.html").read_text("utf-8")
    names = {page: set(re.findall(r'\bid="([^"]+)"', page.read_text("utf-8"))) for page in site.rglob("*.html")}
    broken = []
    for page in names:
        for to in re.findall(r'(?:href|src)="([^"#:]*(?:#[^"]*)?)"', page.read_text("utf-8")):
            file, _, anchor = unquote(to).partition("#")
            target = (page.parent / file.partition("?")[0]).resolve() if file else page
            there = target.is_file() and (not anchor or target.suffix != ".html" or anchor in names[target])
            broken += [] if there else [f"{page.relative_to(site)}: {to}"]
    assert not broken, broken[:10]


def test_listings(site: Path) -> None:
    """Each variant has a listing. The line of md5.py that rotates is beside rotations in every file, and no other
    line is."""
    every = {f"{name}_{one.name}" for name in KERNELS for one in load().find(name).variants}
    assert {page.stem for page in (site / "listing").iterdir()} == every
    text = (site / "listing" / "md5_blocks_scalar.html").read_text("utf-8")
    [at] = re.findall(r'<li data-at="(1:\d+)">[^<]*\bk\.rotl\(', text)
    files = re.findall(r"<article.*?</article>", text, re.S)
    assert len(files) == 7
    for file in files:
        rotations = re.findall(r'<li data-at="([^"]+)">\t(?:rol|ror|extr)\t', file)
        assert len(rotations) == 64 and set(rotations) == {at}
    assert (site / "searchindex.js").is_file() and "No branch and no address" in _page(site, "md5_blocks")
    assert "rc4_table" in _page(site, "rc4_stream")


def _page(site: Path, name: str) -> str:
    return (site / "kernels" / f"{name}.html").read_text("utf-8")


@pytest.mark.parametrize("width", [390, 1280])
def test_legible(site: Path, width: int, tmp_path: Path) -> None:
    """A browser lays both kinds of page out within the window, with a line of the script and its lines marked."""
    words = ["--headless", "--no-sandbox", "--disable-gpu", f"--window-size={width},900", "--virtual-time-budget=2000"]
    fits, marked = "document.documentElement.scrollWidth <= innerWidth", "document.querySelectorAll('.hit').length > 1"
    script = f"<script>document.title = [{fits}, {marked}]</script>"
    for page in ("listing/md5_blocks_scalar.html", "kernels/md5_blocks.html"):
        copy = site / page.replace("md5", "copy")
        copy.write_text((site / page).read_text("utf-8").replace("</body>", script + "</body>"), "utf-8")
        shown = call(require("chromium"), *words, "--dump-dom", copy.as_uri(), cwd=tmp_path).stdout
        copy.unlink()
        assert f"<title>true,{str('listing' in page).lower()}</title>" in shown


def _luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2) of #rgb or #rrggbb."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * one for one in colour[1:])
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_contrast(site: Path) -> None:
    """Text of a listing has the contrast of level AA, 4.5, on the page and where it is marked, light and dark."""
    text = (site / "listing" / "md5_blocks_scalar.html").read_text("utf-8")
    schemes = [dict(re.findall(r"--(\w+): (#\w+)", row)) for row in re.findall(r":root \{(.*?)\}", text)]
    assert len(schemes) == 2
    for colours in schemes:
        for front, back in (("ink", "back"), ("dim", "back"), ("link", "back"), ("ink", "hit")):
            low, high = sorted(_luminance(colours[name]) for name in (front, back))
            assert (high + 0.05) / (low + 0.05) >= 4.5, (front, back, colours)


def test_refusals(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("")
    refused: tuple[tuple[tuple[str | Path, ...], str], ...] = (
        ((tmp_path,), "expected a new or an empty folder"),
        ((tmp_path / "new", "md6"), "md6"),
    )
    for words, said in refused:
        done = build(ROOT, "site", *words)
        assert done.returncode == 2 and said in done.stderr
