# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The README and its neighbours say of targets, kernels and files what the tree says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import targets
from generator.pipeline import STAGES

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_target_table() -> None:
    rows = re.findall(r"^\| (\S+) \| ([\w, -]+) \| (.+) \|$", README, re.M)
    assert rows[1:] == [
        (triple, ", ".join(targets.load(triple).syntaxes), targets.load(triple).executed_by)
        for triple in targets.all_triples()
    ]


def test_kernel_example() -> None:
    example = README.split("```python\n")[1].split("```")[0]
    assert example in (ROOT / "generator" / "kernels" / "hash" / "md5.py").read_text("utf-8")


def test_stages_of_show() -> None:
    """The stages of show --stage, but for the file, are those that the list of the pipeline sets as code."""
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
    assert re.findall(r"^\d+\. \*\*`(\w+)`\*\*: ", text, re.M) == list(STAGES)


DOCUMENTS = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "docs/ARCHITECTURE.md",
    "docs/authoring.md",
    "docs/openssl-objects.md",
    "docs/openssl.md",
    "docs/provider-speed.md",
    "docs/provider.md",
    "docs/rsa.md",
]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_and_pictures_are_there(document: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / document).read_text("utf-8"))
    assert links or document in ("SECURITY.md", "CHANGELOG.md")
    for link in links:
        assert ((ROOT / document).parent / link).exists(), link


@pytest.mark.parametrize("document", DOCUMENTS)
def test_paths_are_there(document: str) -> None:
    """A path between backticks is a file or a folder of the tree, unless part of it is open: <name>, {a,b}, *."""
    text = (ROOT / document).read_text("utf-8")
    named = re.findall(r"`((?:generator|runtime|targets|templates|tests|docs)/[\w./-]*)`", text)
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_licence_line_in_every_source() -> None:
    """SPDX in the first lines of every source file, generated ones included."""
    for folder in ("generator", "runtime", "provider", "targets", "templates", "tests", "generated"):
        for path in sorted((ROOT / folder).rglob("*")):
            if (
                path.suffix in (".py", ".c", ".h", ".S", ".asm", ".j2", ".svg", ".dat")
                and "__pycache__" not in path.parts
            ):
                head = path.read_text("utf-8", "replace")[:400]
                assert "SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0" in head, path
