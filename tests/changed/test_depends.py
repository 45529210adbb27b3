# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What an edit of this tree runs again. Edits are pretended: a file's digest is replaced."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path

import pytest

from targets.toolchain.testing import ROOT
from tests.changed import output
from tests.changed.depends import Depends, executes

DEPENDS = Depends(ROOT)
TREE = DEPENDS.sources
OUTPUT = {
    "headers": "h", "contract md5_blocks": "c", "contract rc4_stream": "d",
    "md5_blocks x86_64-linux-gnu": "1", "md5_blocks aarch64-linux-gnu": "2", "rc4_stream x86_64-linux-gnu": "3",
}  # fmt: skip
TESTS = {
    "pass": "tests/passes/test_areas.py",  # loads scripts of its own
    "tree": "tests/passes/test_allocate.py",  # loads those of the tree too
    "forms": "tests/isa/test_forms.py",
    "api": "tests/runtime/test_api.py",
    "cell": "tests/kernels/test_execute.py",
    "command": "tests/cli/test_readers.py",
    "readme": "tests/test_readme.py",
}


def digest(
    path: str, edited: str = "", made: Mapping[str, str] | None = None, kernels: tuple[str, ...] = (),
    triple: str | None = None, contracts: str | None = None,
) -> str | None:  # fmt: skip
    """The digest of a test in ``path``, if the file ``edited`` had other bytes, and the output were ``made``."""
    depends = Depends(ROOT)
    depends.sources = copy.copy(TREE)
    depends.sources._digests = dict(TREE._digests)
    known = {"scripts": DEPENDS.scripts, "contracts": DEPENDS.contracts if contracts is None else contracts}
    depends.__dict__.update(known, digests=dict(OUTPUT if made is None else made))
    if edited:
        assert (ROOT / edited).is_file()
        depends.sources._digests[ROOT / edited] = "edited"
    return depends.of(ROOT / path, "test", list(kernels) or None, [] if triple is None else [(triple, "gas")])


@pytest.mark.parametrize(
    ("edited", "again"),
    [
        ("generator/passes/allocate.py", {"pass", "tree", "command", "readme"}),
        ("generator/kernels/hash/md5.py", {"tree", "command", "readme"}),
        ("generator/machines/x86/forms.json", {"pass", "tree", "forms", "command", "readme"}),
        ("generator/output.py", {"api", "cell", "command", "readme"}),
        ("templates/asmloom.h.j2", {"pass", "tree", "forms", "command", "readme"}),
        ("targets/toolchain/process.py", {"pass", "tree", "forms", "api", "cell", "command", "readme"}),
        ("targets/x86_64-linux-gnu.json", {"api", "cell", "command", "readme"}),
        ("targets/toolchain/windows/include/string.h", {"api", "cell", "command", "readme"}),
        ("tests/conftest.py", {"pass", "tree", "forms", "api", "cell", "command", "readme"}),
        ("tests/harness/driver.c", {"cell", "command", "readme"}),
        ("tests/kernels/conftest.py", {"cell", "command", "readme"}),
        ("README.md", {"command", "readme"}),
    ],
)
def test_an_edit(edited: str, again: set[str]) -> None:
    assert {name for name, path in TESTS.items() if digest(path) != digest(path, edited)} == again


def test_output_stands_for_the_generator() -> None:
    """A cell depends on what is made for its triple, other tests that execute it on all of it, further ones on none."""
    other = {**OUTPUT, "md5_blocks aarch64-linux-gnu": "other"}
    cell = TESTS["cell"]
    assert digest(cell, triple="x86_64-linux-gnu") == digest(cell, made=other, triple="x86_64-linux-gnu")
    assert digest(cell, triple="aarch64-linux-gnu") != digest(cell, made=other, triple="aarch64-linux-gnu")
    assert digest(TESTS["api"]) != digest(TESTS["api"], made=other)
    assert digest(TESTS["tree"]) == digest(TESTS["tree"], made=other)
    contract = {**OUTPUT, "contract rc4_stream": "other"}
    assert digest(cell, triple="x86_64-linux-gnu") != digest(cell, made=contract, triple="x86_64-linux-gnu")
    assert digest(TESTS["api"], made={}) is None, "the generator fails: nothing is known"


def test_marked_kernels() -> None:
    """A mark leaves the other kernels out, and what they share stays in."""
    rc4, md5 = "generator/kernels/cipher/rc4.py", "generator/kernels/hash/md5.py"
    for name in ("command", "tree", "readme"):
        path, marked = TESTS[name], ("md5_blocks",)
        assert digest(path, kernels=marked) == digest(path, rc4, kernels=marked)
        assert digest(path, kernels=marked) != digest(path, md5, kernels=marked)
        assert digest(path, kernels=("rc4_md5_blocks",)) != digest(path, md5, kernels=("rc4_md5_blocks",))
    api, other = TESTS["api"], {**OUTPUT, "rc4_stream x86_64-linux-gnu": "other"}
    assert digest(api, kernels=("md5_blocks",)) == digest(api, made=other, kernels=("md5_blocks",))
    made = "generated/x86_64-linux-gnu/gas/rc4_stream_branchfree.S"
    assert digest(TESTS["readme"]) != digest(TESTS["readme"], made)
    assert digest(TESTS["readme"], kernels=("md5_blocks",)) == digest(TESTS["readme"], made, kernels=("md5_blocks",))
    with pytest.raises(pytest.UsageError, match="no kernel md6"):
        digest(api, kernels=("md6",))


def test_comments_of_scripts_are_no_output() -> None:
    """The line with a script's digest is the only one that does not count."""
    texts = [f" * Source hash generator/kernels/hash/md5.py sha256:{16 * digit}\n * Target x\n" for digit in ("0", "1")]
    assert output.without_source(texts[0]) == output.without_source(texts[1]) == " * Target x\n"


def test_contracts_of_kernels_left_out_count() -> None:
    """Those of the kernels that a mark does not name, for tests that may print them."""
    for name in ("command", "tree"):
        path = TESTS[name]
        assert digest(path, kernels=("rc4_stream",)) != digest(path, kernels=("rc4_stream",), contracts="other")
    assert digest(TESTS["pass"]) == digest(TESTS["pass"], contracts="other")


@pytest.mark.parametrize(
    ("text", "loads"),
    [
        ("from generator.library import load_file\n", False),
        ("from generator.library import load, load_file\n", True),
        ("from generator.library import load_file, IN_TREE\n", True),
        ("from generator import library\n", True),
        ("import generator.library\n", True),
        ("from generator.library import load_file\nTEXT = 'from generator.library import load'\n", True),
        ("from generator.library import load_file\nTEXT = 'from generator.kernels.hash.md5 import md5_block'\n", True),
        ("from generator.library import load_file\nFOLDER = Path('generator/kernels')\n", True),
        ("from generator.library import load_file\nFOLDER = Path('generator') / 'kernels'\n", True),
        ("from generator.output import Generator\n", True),
    ],
)
def test_who_loads_the_kernels_of_the_tree(text: str, loads: bool, tmp_path: Path) -> None:
    for name in ("generator/__init__.py", "generator/library.py", "generator/output.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", "utf-8")
    (tmp_path / "tests").mkdir()
    test = tmp_path / "tests" / "test_it.py"
    test.write_text(text, "utf-8")
    assert Depends(tmp_path)._loads(frozenset({test})) == loads


@pytest.mark.parametrize(
    ("place", "arguments", "wanted"),
    [
        ("", ["tests"], True),
        ("", ["."], True),
        ("tests", [], False),
        ("tests", ["kernels"], True),
        ("", ["tests/runtime/test_api.py::test_name[a/b]"], True),
        ("", ["tests/lang", "tests/fast"], False),
        ("", ["tests/lang", "tests/vectors/test_vectors.py"], True),
        ("tests/lang", ["test_extents.py"], False),
    ],
)
def test_only_tests_of_the_output_need_it_made(place: str, arguments: list[str], wanted: bool) -> None:
    assert executes(ROOT, ROOT / place, arguments) == wanted
