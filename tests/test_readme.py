# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The README and its neighbours say of targets, kernels and files what the tree says."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import targets
from generator.library import load
from generator.pipeline import STAGES
from generator.vendoring.contents import contents
from generator.vendoring.options import Options
from targets.toolchain.process import run

tomllib = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_target_table() -> None:
    rows = re.findall(r"^\| (\S+) \| ([\w, -]+) \| (.+) \|$", README, re.M)
    assert rows[1:] == [
        (triple, ", ".join(targets.load(triple).syntaxes), targets.load(triple).executed_by)
        for triple in targets.all_triples()
    ]


def test_kernel_example() -> None:
    parts = README.split("```python\n")[1].split("```")[0].split("        ...,\n")
    at = [(ROOT / "generator" / "kernels" / "hash" / "md5.py").read_text("utf-8").find(part) for part in parts]
    assert len(at) == 2 and -1 < at[0] < at[1]


def test_stages_of_show() -> None:
    """The stages of show --stage, but for the file, are those that the list of the pipeline sets as code."""
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
    assert re.findall(r"^\d+\. \*\*`(\w+)`\*\*: ", text, re.M) == list(STAGES)


DOCUMENTS = [str(path.relative_to(ROOT)) for folder in (ROOT, ROOT / "docs") for path in sorted(folder.glob("*.md"))]


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
                licence = "Zlib" if path.name == "forms.dat" else "Apache-2.0 OR ISC OR MIT-0"
                assert f"SPDX-License-Identifier: {licence}" in head, path


def _licences(files: Mapping[str, bytes]) -> dict[str, set[str]]:
    """Licence expression → files, by the rules of REUSE 3.3: the lines of a file, or its last row of REUSE.toml. A row
    may say that the lines of a file count for nothing."""
    rows = tomllib.loads(files["REUSE.toml"].decode())["annotations"]
    found: dict[str, set[str]] = {}
    for name, data in files.items():
        if re.match(r"LICENSES/|([^/]+/)*(LICENSE[^/]*|REUSE\.toml)$", name):
            continue
        holds = [row for row in rows for path in [row["path"]] if any(
            re.fullmatch(re.escape(p).replace(r"\*\*", ".*").replace(r"\*", "[^/]*"), name)
            for p in ([path] if isinstance(path, str) else path))]  # fmt: skip
        assert holds and all(row["SPDX-FileCopyrightText"] for row in holds), name
        own = re.findall(rb"SPDX-License-Identifier:[ \t]+(.*?)[ \t]*(?:\*/|-->)?[ \t]*$", data, re.M)
        row = holds[-1]
        for text in [row["SPDX-License-Identifier"]] if row.get("precedence") == "override" or not own else own:
            found.setdefault(text if isinstance(text, str) else text.decode(), set()).add(name)
    return found


def _files(place: str) -> dict[str, bytes]:
    """The files of the tree, or those of a vendored set."""
    if place == "tree":
        listed = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT).stdout.decode()
        return {name: (ROOT / name).read_bytes() for name in listed.split("\0") if (ROOT / name).is_file()}
    words = Options("x_", ("x86_64-linux-gnu",), ("md5",), ("gas", "nasm"), build=("cmake", "meson", "make", "cargo"))
    return contents(words, load())


@pytest.mark.kernels()
@pytest.mark.parametrize("place", ["tree", "set"])
def test_line_ends(place: str, tmp_path: Path) -> None:
    """git with core.autocrlf=true, the default of its installer on Windows, checks out the very bytes."""
    files = _files(place)
    for name, data in files.items():
        (tmp_path / "one" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "one" / name).write_bytes(data)
    for words in (("init", "-q"), ("add", "-A", "-f"), ("commit", "-q", "-m", "all"), ("clone", "-q", ".", "../two")):
        git = ["git", "-c", "core.autocrlf=true", "-c", "user.name=a", "-c", "user.email=a"]
        assert run([*git, *words], cwd=tmp_path / "one").returncode == 0
    assert {name for name in files if (tmp_path / "two" / name).read_bytes() != files[name]} == set()


@pytest.mark.kernels()
@pytest.mark.parametrize("place", ["tree", "set"])
def test_reuse(place: str) -> None:
    """`reuse lint` passes: each file has a licence, LICENSES/ has the text of each, and no other text."""
    files = _files(place)
    found = _licences(files)
    names = {name for expression in found for name in expression.split(" OR ")}
    texts = {name[9:-4] for name in files if name.startswith("LICENSES/")}
    assert names == texts, {text: sorted(found[text])[:3] for text in found}
