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
    done = build(ROOT, "site", into, *KERNELS)
    assert done.returncode == 0, done.stderr
    return into


def test_links(site: Path) -> None:
    """Every link inside of the site has a file, and every anchor an element."""
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


def test_refusals(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("")
    refused: tuple[tuple[tuple[str | Path, ...], str], ...] = (
        ((tmp_path,), "expected a new or an empty folder"),
        ((tmp_path / "new", "md6"), "md6"),
    )
    for words, said in refused:
        done = build(ROOT, "site", *words)
        assert done.returncode == 2 and said in done.stderr
