# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The pages for authors are true: their scripts build, and the generated pages are up to date."""

from __future__ import annotations

import hashlib
import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from generator import library
from generator.abi import abi
from generator.lang import Variant
from generator.pipeline import build
from tests.cli.runner import ROOT
from tests.pages import refusals

pytestmark = pytest.mark.kernels()  # the pages bring their own kernels
CONVENTIONS = ("sysv64", "win64", "cdecl32", "aapcs64")
HEAD = '''\
from generator.lang import Arg, Builder, Val, Variant, kernel, stitch

@kernel(
    c="void example(uint8_t *out, const uint8_t *data)",
    args=[Arg("out", rw=16), Arg("data", r=64)],
    source="none: an example",
    variants=[Variant("scalar")],
)
def example(k: Builder, out: Val, data: Val) -> None:
    """An example."""
'''


def blocks(page: str) -> list[str]:
    """The Python blocks of a page."""
    return re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / page).read_text("utf-8"), re.M | re.S)


@pytest.mark.parametrize("block", blocks("perlasm.md"), ids=lambda text: text.split("\n")[0])
def test_idioms(block: str, tmp_path: Path) -> None:
    """Each block of the page is the body of a kernel."""
    (tmp_path / "example.py").write_text(HEAD + "".join(f"    {line}\n" for line in block.split("\n")), "utf-8")
    kernel = library.load([tmp_path], ["example"]).kernels["example"]
    for convention in CONVENTIONS:
        for variant in (Variant("scalar"), *([Variant("bmi2", ("bmi2",))] if convention == "sysv64" else [])):
            assert build(kernel, variant, abi(convention)).body


def tutorial(folder: Path) -> Path:
    """The tutorial's file."""
    path = folder / "my_md5.py"
    path.write_text("\n\n".join(blocks("tutorial.md")).replace(")\n\n\ndef my_md5", ")\ndef my_md5"), "utf-8")
    return path


def test_the_tutorial_builds(tmp_path: Path) -> None:
    """On every machine and in every variant, from the blocks alone."""
    tutorial(tmp_path)
    kernel = library.load([tmp_path], ["my_md5"]).kernels["my_md5"]
    for convention in CONVENTIONS:
        for variant in kernel.variants:
            if variant.name == "scalar" or convention in ("sysv64", "win64"):
                assert build(kernel, variant, abi(convention)).body


def test_the_tutorial_s_reference_is_md5(tmp_path: Path) -> None:
    module = _imported(tutorial(tmp_path))
    for text in (b"", b"abc", b"a" * 55, b"a" * 56, bytes(range(200))):
        padded = text + b"\x80" + bytes(-(len(text) + 9) % 64) + (8 * len(text)).to_bytes(8, "little")
        state = bytearray(bytes.fromhex("0123456789abcdeffedcba9876543210"))
        module.md5_reference(state, padded, len(padded) // 64)
        assert state == hashlib.md5(text, usedforsecurity=False).digest()


def _imported(path: Path) -> ModuleType:
    spec = spec_from_file_location("my_md5", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules.pop("my_md5", None)
    spec.loader.exec_module(module)
    return module


MISTAKES = [one for part in refusals.PARTS.values() for one in part]


@pytest.mark.parametrize("mistake", MISTAKES, ids=[one.title for one in MISTAKES])
def test_the_mends_are_accepted(mistake: refusals.Mistake) -> None:
    """The lines that the page offers instead are generated for the target that refused."""
    assert (mistake.good, mistake.good_swap) != (mistake.body, mistake.swap)
    refusals.mended(mistake)


PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links(page: Path) -> None:
    """Every link of a page has its target: a file, and a heading if the link names one."""
    text = re.sub(r"^```.*?^```|`[^`]*`", "", page.read_text("utf-8"), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if "://" in target:
            continue
        name, _, heading = target.partition("#")
        path = page.parent / name if name else page
        assert path.exists(), target
        if heading:
            found = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.M)
            assert heading in {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in found}, target
