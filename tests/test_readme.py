# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What the README says of targets and kernels is what the tree says."""

from __future__ import annotations

import re
from pathlib import Path

import targets

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


def test_links_and_pictures_are_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    for link in links:
        assert (ROOT / link).exists(), link


def test_licence_line_in_every_source() -> None:
    """SPDX in the first lines of every source file, generated ones included."""
    for folder in ("generator", "runtime", "targets", "templates", "tests", "generated"):
        for path in sorted((ROOT / folder).rglob("*")):
            if (
                path.suffix in (".py", ".c", ".h", ".S", ".asm", ".j2", ".svg", ".dat")
                and "__pycache__" not in path.parts
            ):
                head = path.read_text("utf-8", "replace")[:400]
                assert "SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0" in head, path
