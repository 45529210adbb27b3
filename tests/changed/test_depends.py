# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The tests that an edit of this tree runs again. Edits are pretended: a file's digest is replaced."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from generator import library, up_to_date
from targets.toolchain.testing import ROOT
from tests.changed import output
from tests.changed.depends import Depends, executes

pytestmark = pytest.mark.kernels()  # edits are pretended

DEPENDS = Depends(ROOT)
TREE = DEPENDS.sources
OUTPUT = {
    "headers": "h", "contract md5_blocks": "c", "contract rc4_stream": "d",
    "md5_blocks x86_64-linux-gnu": "1", "md5_blocks aarch64-linux-gnu": "2", "rc4_stream x86_64-linux-gnu": "3",
}  # fmt: skip
TESTS = {
    "pass": "tests/passes/test_areas.py",  # loads scripts of its own
    "tree": "tests/lanes/test_refusals.py",  # loads those of the tree too
    "forms": "tests/isa/test_forms.py",
    "api": "tests/runtime/test_api.py",
    "cell": "tests/kernels/test_execute.py",
    "command": "tests/cli/test_readers.py",
    "readme": "tests/test_readme.py",
}


def commented(text: str) -> str:
    """A script with a comment before each import and each ``def``."""
    return re.sub("^(from|def) ", r"# A comment.\n\1 ", text, flags=re.M)


def digest(
    path: str, edited: str = "", made: Mapping[str, str] | None = None, kernels: tuple[str, ...] = (),
    triple: str | None = None, contracts: str | None = None, code: bool = False,
) -> str | None:  # fmt: skip
    """The digest of a test in ``path``, if the file ``edited`` had other bytes, and the generator made ``made``."""
    depends = Depends(ROOT)
    depends.sources = copy.copy(TREE)
    depends.sources._digests = dict(TREE._digests)
    depends._contents, depends._read = DEPENDS._contents, dict(DEPENDS._read)
    known = {"scripts": DEPENDS.scripts, "contracts": DEPENDS.contracts if contracts is None else contracts}
    depends.__dict__.update(known, digests=dict(OUTPUT if made is None else made))
    if edited:
        assert (ROOT / edited).is_file()
        depends.sources._digests[ROOT / edited] = depends._read[ROOT / edited] = "edited"
    params = [] if triple is None else [(triple, "gas")]
    return depends.of(ROOT / path, "test", list(kernels) or None, params, code=code)


@pytest.mark.parametrize(
    ("edited", "again"),
    [
        ("generator/passes/allocate/allocate.py", {"pass", "tree", "command", "readme"}),
        ("generator/kernels/hash/md5.py", {"tree", "command", "readme"}),
        ("generator/machines/x86/forms.dat", {"pass", "tree", "forms", "command", "readme"}),
        ("generator/output.py", {"api", "cell", "command", "readme"}),
        ("templates/asmloom.h.j2", {"pass", "tree", "forms", "command", "readme"}),
        ("targets/toolchain/process.py", {"pass", "tree", "forms", "api", "cell", "command", "readme"}),
        ("targets/x86_64-linux-gnu.json", {"pass", "tree", "api", "cell", "command", "readme"}),
        ("targets/toolchain/windows/include/string.h", {"api", "cell", "command", "readme"}),
        ("tests/conftest.py", {"pass", "tree", "forms", "api", "cell", "command", "readme"}),
        ("targets/trial/driver.c", {"cell", "command", "readme"}),
        ("tests/kernels/conftest.py", {"cell", "command", "readme"}),
        ("README.md", {"command", "readme"}),
    ],
)
def test_an_edit(edited: str, again: set[str]) -> None:
    assert {name for name, path in TESTS.items() if digest(path) != digest(path, edited)} == again


def test_output_stands_for_the_generator() -> None:
    """A cell depends on the output for its triple. Other tests that execute the output depend on all of it, further
    ones on none."""
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
    """A mark leaves the other kernels out, and keeps the files that kernels share."""
    rc4, md5 = "generator/kernels/cipher/rc4.py", "generator/kernels/hash/md5.py"
    for name in ("command", "tree", "readme"):
        path, marked = TESTS[name], ("md5_blocks",)
        assert digest(path, kernels=marked) == digest(path, rc4, kernels=marked)
        assert digest(path, kernels=marked) != digest(path, md5, kernels=marked)
        assert digest(path, kernels=("rc4_md5_blocks",)) != digest(path, md5, kernels=("rc4_md5_blocks",))
    api, other = TESTS["api"], {**OUTPUT, "rc4_stream x86_64-linux-gnu": "other"}
    assert digest(api, kernels=("md5_blocks",)) == digest(api, made=other, kernels=("md5_blocks",))
    made = "generated/x86_64/gas/rc4_stream_branchfree.S"
    assert digest(TESTS["readme"]) != digest(TESTS["readme"], made)
    assert digest(TESTS["readme"], kernels=("md5_blocks",)) == digest(TESTS["readme"], made, kernels=("md5_blocks",))
    with pytest.raises(pytest.UsageError, match="no kernel md6"):
        digest(api, kernels=("md6",))


@pytest.mark.parametrize("name", ["command", "tree", "readme"])
def test_marked_code(name: str) -> None:
    """The code of kernels counts in place of their scripts. Other files of the generator count as before."""
    path, md5 = TESTS[name], ("md5_blocks",)
    plain, script = digest(path, code=True), "generator/kernels/hash/md5.py"
    assert plain == digest(path, script, code=True) and digest(path) != digest(path, script)
    assert digest(path, kernels=md5, code=True) == digest(path, script, kernels=md5, code=True)
    assert plain != digest(path, "generator/kernels/__init__.py", code=True)
    assert plain != digest(path, "generator/passes/allocate/allocate.py", code=True) or name == "tree"
    for made, counts in (("md5_blocks x86_64-linux-gnu", True), ("rc4_stream x86_64-linux-gnu", False)):
        other = {**OUTPUT, made: "other"}
        assert plain != digest(path, made=other, code=True)
        assert (digest(path, kernels=md5, code=True) != digest(path, made=other, kernels=md5, code=True)) == counts
    assert digest(path, made={}, code=True) is None, "the generator fails: nothing is known"
    assert digest(path, made={}) is not None


@pytest.mark.code
def test_the_mark_is_read(request: pytest.FixtureRequest) -> None:
    depends = Depends(ROOT)
    depends.__dict__.update(scripts=DEPENDS.scripts, contracts=DEPENDS.contracts, digests=dict(OUTPUT))
    of = {code: depends.of(request.path, request.node.nodeid, [], code=code) for code in (False, True)}
    assert depends(request.node) == of[True] != of[False]
    parts = {code: depends.of(request.path, request.node.nodeid, ["md5_blocks"], code=code) for code in (False, True)}
    assert depends.parts(request.node, ["md5_blocks"]) == {"md5_blocks": parts[True]}


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """The kernels of each run that made output. A run's digests say which run it was."""
    found: list[set[str]] = []

    def run(kernels: library.Library, names: Iterable[str], count: int) -> dict[str, str]:
        found.append(set(names))
        return {f"{name} somewhere": str(len(found)) for name in names}

    monkeypatch.setattr(output, "_made", run)
    return found


def test_an_edited_script_makes_its_kernels_again(
    runs: list[set[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no other kernel. Headers and contracts are read each time. Another file of the generator makes all again."""
    note, loaded, inputs = tmp_path / "note.json", library.load(), {"scripts": "1", "rest": "1"}
    every = set(loaded.kernels)

    def told(scripts: bool = True) -> str:
        return "".join(inputs.values()) if scripts else inputs["rest"]

    monkeypatch.setattr(up_to_date, "inputs", told)
    monkeypatch.setattr(library, "load", lambda: loaded)
    before = output.made(note)
    inputs["scripts"] = "2"
    edited = loaded.find("rc4_stream")
    edited.sha256, edited.scripts = "edited", {"rc4.py": "edited"}
    loaded.find("rc4_set_key").source = "edited"
    after = output.made(note)
    assert runs == [every, {"rc4_stream"}]
    assert {name for name in before if before[name] != after[name]} == {
        "rc4_stream somewhere",
        "contract rc4_set_key",
        "headers",
    }
    assert before.keys() == after.keys()
    del loaded.kernels["rc4_stream"]
    inputs["scripts"] = "3"
    assert not [name for name in output.made(note) if "rc4_stream" in name]
    inputs["rest"] = "2"
    output.made(note)
    assert runs[2:] == [set(), every - {"rc4_stream"}]


def test_contracts_of_kernels_left_out_count() -> None:
    """For tests that may print kernels: the kernels that a mark does not name count by their contracts."""
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
        ("", ["tests/lang", "tests/vendoring/test_set.py"], True),
        ("", ["tests/lang", "tests/vectors/test_vectors.py"], True),
        ("tests/lang", ["test_extents.py"], False),
    ],
)
def test_only_tests_of_the_output_need_it_made(place: str, arguments: list[str], wanted: bool) -> None:
    assert executes(ROOT, ROOT / place, arguments) == wanted


@pytest.mark.parametrize(
    ("edit", "again"),
    [(commented, {"command", "readme"}), (lambda text: text.replace("7, 12", "7, 13"), {"tree", "command", "readme"})],
)
def test_a_script_counts_as_python_reads_it(edit: Callable[[str], str], again: set[str], tmp_path: Path) -> None:
    """For tests that load kernels, and know neither their files nor the checkout's folder."""
    script = ROOT / "generator" / "kernels" / "hash" / "md5.py"
    text = script.read_text("utf-8")
    assert edit(text) != text

    def found(path: str, read: str) -> str | None:
        depends = Depends(ROOT)
        depends.sources = copy.copy(TREE)
        depends.sources._digests = {**TREE._digests, script: read}
        depends.__dict__.update(scripts=DEPENDS.scripts, contracts=DEPENDS.contracts, digests=dict(OUTPUT))
        place = tmp_path / "md5.py"
        place.write_text(read, "utf-8")
        depends._read = {script: Depends(tmp_path)._as_read(place)}
        return depends.of(ROOT / path, "test")

    assert {name for name, path in TESTS.items() if found(path, text) != found(path, edit(text))} == again
