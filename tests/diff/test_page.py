# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The page: self-contained, laid out by its script in a real browser, filtered, printed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from generator.diff import page
from generator.diff.compare import Side, compare
from generator.diff.model import CLASSES, Comparison
from tests.cli.runner import build
from tests.diff.browser import dom, printed, text
from tests.diff.samples import COMMANDED, cell, planted, source

pytestmark = [pytest.mark.kernels(*COMMANDED, "sha256_blocks"), pytest.mark.code]

HOSTILE = '</script><script>document.title = "taken"</script><img src=x onerror="document.title=1">'


@pytest.fixture(scope="module")
def result() -> Comparison:
    """Two systems whose code differs in frames. Two registers of a function are exchanged on one side."""
    a = cell("x86_64-linux-gnu", "gas", COMMANDED)
    path = next(path for path in a.files if "rc4_set_key" in path)
    head, at, rest = a.files[path].partition("\n\txor\teax, eax")
    assert "r10" in rest and "r11" in rest
    a.files[path] = head + at + rest.replace("r10", "r#").replace("r11", "r10").replace("r#", "r11")
    return compare(a, cell("x86_64-pc-windows-msvc", "clang-cl", COMMANDED))


@pytest.fixture(scope="module")
def opened(result: Comparison, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page with blanks") / "page.html"
    path.write_text(page.render(result), "utf-8")
    return path


def changed(path: Path, folder: Path, script: str) -> Path:
    """The page with something done to it after its own script ran."""
    out = folder / "changed.html"
    out.write_text(path.read_text("utf-8").replace("</body>", f"<script>{script}</script></body>"), "utf-8")
    return out


def test_self_contained(opened: Path) -> None:
    """Nothing is fetched: no address, no import, no font, no image but an empty icon."""
    html = opened.read_text("utf-8")
    assert not re.search(r"https?:|url\(|@import|@font-face|<link(?! rel=\"icon\" href=\"data:,\")|<img|\bsrc=", html)
    assert not re.search(r"\bfetch\(|XMLHttpRequest|import\(|WebSocket|eval\(", html)
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.S)
    assert data is not None
    found = json.loads(data[1])
    assert len(found["functions"]) == html.count('<details class="function"')
    for function in found["functions"]:
        rows = function["rows"]
        assert len(rows) % 6 == 0 and max(rows[1::6] + rows[3::6]) < len(found["texts"])


def test_laid_out(opened: Path, result: Comparison) -> None:
    html = dom(opened)
    assert 'data-ready="yes"' in html
    shown = text(html)
    assert "Loop bodies: the same" in shown
    for diff in result.functions:
        assert shown.count(diff.name) >= 2
    opened_functions = re.findall(r'<details class="function"[^>]* open', html)
    assert opened_functions
    for what in (
        "saved registers",
        "argument state",
        "push rsi",
        "loop_1: the same",
        "differ in unticked classes only",
    ):
        assert what in shown or what.replace(" ", "      ") in shown, what


def test_filters(opened: Path, tmp_path: Path) -> None:
    """A class unticked hides its marks; a name narrows the list; a gap opens; whole functions show every line."""
    script = """
      const out = {}, tick = (name, on) => { const box = document.querySelector(`input[value=${name}]`);
        box.checked = on; box.dispatchEvent(new Event("change")); };
      const marked = () => document.querySelectorAll("tr.d").length;
      const rows = () => document.querySelectorAll(".code tr:not(.gap):not(.s)").length;
      document.getElementById("open").click();
      setTimeout(() => {
        out.start = marked(); out.rows = rows();
        tick("registers", true); out.registers = marked();
        const shown = () => document.querySelectorAll("details:not([hidden])").length;
        tick("frame", false); tick("registers", false); out.none = shown();
        tick("frame", true); out.back = marked();
        const gap = document.querySelector("td[data-from]"); gap.click(); out.gap = rows() - out.rows;
        document.getElementById("whole").click(); out.whole = rows();
        const name = document.getElementById("name"); name.value = "SET_KEY"; name.dispatchEvent(new Event("input"));
        out.named = shown();
        document.getElementById("shut").click(); out.open = document.querySelectorAll("details[open]").length;
        document.body.dataset.out = JSON.stringify(out);
      }, 200);
    """
    html = dom(changed(opened, tmp_path, script))
    found = re.search(r'data-out="([^"]*)"', html)
    assert found is not None, text(html)[:400]
    out = json.loads(found[1].replace("&quot;", '"'))
    assert out["start"] > 0 and out["registers"] > out["start"] and out["none"] == 0 and out["back"] == out["start"]
    assert out["gap"] > 2 and out["whole"] > out["rows"] + out["gap"]
    assert out["named"] == 1 and out["open"] == 0


def test_print(opened: Path, result: Comparison, tmp_path: Path) -> None:
    """A print shows open functions with their code, and no filters."""
    words = printed(opened, tmp_path / "page.pdf")
    for diff in result.functions:
        assert diff.name in words
    assert re.search(r"push\s+rsi", words) and "open all" not in words and "What differs" in words


def test_every_class_at_once(tmp_path: Path) -> None:
    """One difference of each class is marked with its letter, also where the class is the only one of its kind."""
    text_a = source("x86_64-linux-gnu", "gas", "sha256_blocks")
    text_b = planted(text_a, "0x428a2f98", "0x428a2f99")
    text_b = planted(text_b, ".cfi_offset rbx, -16", ".cfi_offset rbx, -24")
    text_b = planted(text_b, "Target x86_64-linux-gnu", "Target x86_64-linux-gnu, features adx")
    text_b = text_b.replace("loom_", "mylib_")
    found = compare(Side("one", {"f.S": text_a}), Side("two", {"f.S": text_b}))
    path = tmp_path / "page.html"
    path.write_text(page.render(found), "utf-8")
    html = dom(path)
    for name in found.functions[0].classes():
        assert f'class="c-{name}" title="{name}"' in html
    assert set(found.functions[0].classes()) == set(CLASSES) - {"spelling", "registers", "selection"}


def test_hostile_text(tmp_path: Path) -> None:
    """A file's text is shown, and is not executed as HTML."""
    text_a = source("x86_64-linux-gnu", "gas", "rc4_set_key")
    text_b = planted(text_a, "/* S[n] = n", f"/* {HOSTILE}")
    text_b = planted(text_b, "xor\t", f"xor{HOSTILE.replace(' ', '')}\t")
    found = compare(Side(f"a{HOSTILE}", {"f.S": text_a}), Side("b", {"f.S": text_b, HOSTILE: "x"}))
    path = tmp_path / "page.html"
    path.write_text(page.render(found), "utf-8")
    html = dom(path)
    assert 'data-ready="yes"' in html and "<title>a&lt;/script" in html and "<img" not in html


def test_nothing_differs(tmp_path: Path) -> None:
    side = cell("x86_64-linux-gnu", "gas", ("rc4_set_key",))
    path = tmp_path / "page.html"
    path.write_text(page.render(compare(side, side)), "utf-8")
    html = dom(path)
    assert "Nothing differs." in text(html) and 'data-ready="yes"' in html


def test_written_by_the_command(root: Path, tmp_path: Path) -> None:
    """The same bytes each time; the status is that of the comparison; one file and nothing beside it."""
    out = tmp_path / "a page.html"
    first = build(root, "diff", "first", "second", "--html", out)
    assert first.returncode == 1 and first.stderr == ""
    data = out.read_bytes()
    assert build(root, "diff", "first", "second", "--html", out).returncode == 1
    assert out.read_bytes() == data and [path.name for path in tmp_path.iterdir()] == ["a page.html"]
    assert build(root, "diff", "generated", "generated", "--html", out).returncode == 0
