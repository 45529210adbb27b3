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
    assert "rc4_table" in _page(site, "rc4_stream") and "#x86_64-gas" in _page(site, "rc4_stream")
    assert "loom_rc4" in (site / "api.html").read_text("utf-8")


def test_measured(site: Path) -> None:
    """The plot of a call has the ratios of docs/speed.md, with bars of such heights. The ways in are on one page."""
    text = (ROOT / "docs" / "speed.md").read_text("utf-8")
    above, row = re.split(r"^\| rc4_stream \| `(?=\w+` \|)", text, flags=re.M)[:2]
    function, cells = row.split("\n")[0].split("` | ")
    sizes = above.split("| benchmark | function | ")[-1].split(" | ")
    page = _page(site, "rc4_stream")
    figure = page.split(f"<figcaption>rc4_stream, {function}</figcaption>")[1].split("</figure>")[0]
    shown = re.findall(r'<span>(\S+?)<i(?: style="--of:([\d.]+)%;--one:([\d.]+)%")?></i>(\d+)</span>', figure)
    assert len(shown) == 7
    assert [(size, cell) for cell, _, _, size in shown] == list(zip(sizes, cells.replace("*", "").split(" | ")))[:7]
    for cell, height, one, _ in shown:
        assert cell == "–" or abs(float(height) / float(one) - float(cell.strip("▼~"))) < 0.01
    rows = re.findall(r"^rc4_stream (?!.* model$)", (ROOT / "targets" / "preferences.dat").read_text("utf-8"), re.M)
    assert len(re.findall(r"<td><p>(?:intel|amd|generic)", page)) == len(rows)
    start, index = ((site / f"{name}.html").read_text("utf-8") for name in ("start", "index"))
    assert "add_subdirectory" in start and "#installed-as-a-package" in start and "#installed" not in index


def _page(site: Path, name: str) -> str:
    return (site / "kernels" / f"{name}.html").read_text("utf-8")


@pytest.mark.parametrize("width", [390, 1280])
def test_legible(site: Path, width: int, tmp_path: Path) -> None:
    """A browser lays both kinds of page out within the window, with a line of the script and its lines marked."""
    words = ["--headless", "--no-sandbox", "--disable-gpu", f"--window-size={width},900", "--virtual-time-budget=2000"]
    fits, marked = "document.documentElement.scrollWidth <= innerWidth", "document.querySelectorAll('.hit').length > 1"
    script = f"<script>addEventListener('load', () => {{ document.title = [{fits}, {marked}] }})</script>"
    for page in ("listing/md5_blocks_scalar.html", "kernels/md5_blocks.html"):
        copy = site / page.replace("md5", "copy")
        copy.write_text((site / page).read_text("utf-8").replace("</body>", script + "</body>"), "utf-8")
        shown = call(require("chromium"), *words, "--dump-dom", copy.as_uri(), cwd=tmp_path).stdout
        copy.unlink()
        assert f"<title>true,{str('listing' in page).lower()}</title>" in shown


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast(site: Path, theme: str, tmp_path: Path) -> None:
    """In the theme that the reader chose on another page, the words of a listing have WCAG's contrast, 4.5 to 1."""
    page = site / "listing" / "md5_blocks_scalar.html"
    copy = page.with_name("contrast.html")
    before, after = (
        f"localStorage.setItem('theme', '{theme}')",
        """
      const light = text => text.match(/\\d+/g).slice(0, 3).map(one => one / 255)
        .map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
        .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0.05);
      const shown = (of, what) => getComputedStyle(document.querySelector(of))[what];
      const ratios = [["li.hit", "li.hit"], ["p", "body"], ["nav a.on", "nav a.on"], ["nav a:not(.on)", "nav"]]
        .map(([of, on]) => [light(shown(of, "color")), light(shown(on, "backgroundColor"))])
        .map(([one, other]) => Math.max(one, other) / Math.min(one, other));
      document.title = [light(shown("body", "backgroundColor")) < 0.5, Math.min(...ratios) >= 4.5]""",
    )
    text = page.read_text("utf-8").replace("<body>", f"<body><script>{before}</script>")
    copy.write_text(
        text.replace("</body>", f"<script>addEventListener('load', () => {{ {after} }})</script></body>"), "utf-8"
    )
    words = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}", "--dump-dom"]
    shown = call(require("chromium"), *words, copy.as_uri(), cwd=tmp_path).stdout
    copy.unlink()
    assert f"<title>{str(theme == 'dark').lower()},true</title>" in shown


def test_kernels_of_the_user(tmp_path: Path) -> None:
    """A script outside of the tree has its page and its listing."""
    assert build(ROOT, "new", "my_xor", "--kernel-path", tmp_path).returncode == 0
    done = build(ROOT, "site", tmp_path / "pages", "my_xor", "--kernel-path", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "data-at" in (tmp_path / "pages" / "listing" / "my_xor_scalar.html").read_text("utf-8")


def test_refusals(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("")
    refused: tuple[tuple[tuple[str | Path, ...], str], ...] = (
        ((tmp_path,), "expected a new or an empty folder"),
        ((tmp_path / "new", "md6"), "md6"),
    )
    for words, said in refused:
        done = build(ROOT, "site", *words)
        assert done.returncode == 2 and said in done.stderr
