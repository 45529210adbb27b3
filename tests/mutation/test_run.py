# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py mutate`` over a small tree: what its tests find, what they do not, and what later runs take from a run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from targets import TargetError
from targets.toolchain.mutation import areas, run, score, warm
from targets.toolchain.mutation.areas import Row
from targets.toolchain.mutation.mutant import Mutant, equivalents
from targets.toolchain.process import ToolFailed

pytestmark = pytest.mark.kernels()  # no kernel is read

SOURCE = """\
LIMIT = 3


def total(n):
    out = n
    for one in range(n):
        out += one
    while False:
        pass
    return out


def clamped(x):
    return LIMIT if x > LIMIT else x


def untested(x):
    return x
"""
TESTS = """\
from part.lib import LIMIT, clamped, total

def test_total():
    assert total(3) == 6

def test_clamped():
    assert clamped(9) == LIMIT and clamped(1) == 1

def test_limit():
    assert clamped(LIMIT + 1) == 3
"""
ROWS = [Row("small", ("part/*.py",), ("tests/test_small.py",), imported=False)]
EQUAL = {
    "part/lib.py\nclamped\nreturn LIMIT if x > LIMIT else x\nx > LIMIT ⟶ x >= LIMIT\n0": "Both are LIMIT.",
}
LEAST = 1  # second of the processor, for tests that take a thousandth of it
PAGE = f"before\n\n{score.HEAD}\n{score.RULE}\n| other | 1 | 1 | 1 | 0 | 0 | 100.0 % | then |\n\nafter\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in {"part/lib.py": SOURCE, "tests/test_small.py": TESTS, "SOUNDNESS.md": PAGE}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def results(tree: Path) -> list[str]:
    return (tree / "build" / "mutate" / "small" / "results.jsonl").read_text("utf-8").splitlines()


def outcomes(tree: Path) -> dict[str, tuple[str, str]]:
    rows = map(json.loads, results(tree))
    return {row["name"].split("\n")[3]: (row["outcome"], row["by"]) for row in rows}


def test_a_small_tree(tree: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "LEAST_SECONDS", LEAST)
    assert run.run(None, None, update=True, root=tree, rows=ROWS, known=EQUAL) == 1
    found = outcomes(tree)
    alive = {"return x ⟶ return None"}
    assert {change for change, (outcome, _) in found.items() if outcome == "alive"} == alive
    assert found["out += one ⟶ out -= one"] == ("killed", "tests/test_small.py::test_total")
    assert found["False ⟶ True"] == ("killed", "signal 24")  # a loop without end
    assert found["3 ⟶ 4"] == ("killed", "tests/test_small.py::test_limit")  # only an import shows it
    assert len(found) == 9 and "x > LIMIT ⟶ x >= LIMIT" not in found
    out = capfd.readouterr().out
    assert "alive: part/lib.py:18: untested: return x ⟶ return None\n" in out
    page = (tree / "SOUNDNESS.md").read_text("utf-8")
    assert "| other | 1 |" in page and page.endswith("\n\nafter\n")
    assert "| small | 10 | 10 | 8 | 1 | 1 | 88.9 % | " in page
    assert (tree / "part" / "lib.py").read_text("utf-8") == SOURCE

    monkeypatch.setattr(run.Trial, "judge", lambda self, one: pytest.fail("tried again"))
    assert run.run("small", None, root=tree, rows=ROWS, known=EQUAL) == 1
    tried: list[str] = []

    def found_now(self: run.Trial, one: Mutant) -> run.Result:
        tried.append(one.change)
        return run.Result("killed", "")

    monkeypatch.setattr(run.Trial, "judge", found_now)
    (tree / "tests" / "test_more.py").write_text("", "utf-8")
    assert run.run("small", None, root=tree, rows=ROWS, known=EQUAL) == 1 and not tried  # no test of the row
    (tree / "tests" / "small.txt").write_text("what a test reads", "utf-8")
    assert run.run("small", 0, root=tree, rows=ROWS, known=EQUAL) == 1 and not tried  # and it is alive until then
    assert run.run("small", None, root=tree, rows=ROWS, known=EQUAL) == 0
    assert set(tried) == alive  # with other tests, what lived is tried again, and nothing else


OLD = """\
A = 1
B = [i + 7 for i in (1,)]
L = lambda: 8
def f(x=3):
    return x + 4
class C:
    b = 5
    def g(self):
        return 6
"""


@pytest.mark.parametrize(
    ("new", "imported"),
    [
        (OLD.replace("A = 1", "A = 2"), True),
        (OLD.replace("x=3", "x=4"), True),
        (OLD.replace("x + 4", "x + 5"), False),
        (OLD.replace("b = 5", "b = 6"), True),
        (OLD.replace("return 6", "return 7"), False),
        (OLD.replace("(1,)", "(2,)"), True),
        (OLD.replace("i + 7", "i - 7"), True),
        (OLD.replace("lambda: 8", "lambda: 9"), False),
    ],
)
def test_what_an_import_shows(new: str, imported: bool) -> None:
    codes = [compile(text, "some.py", "exec", dont_inherit=True) for text in (OLD, new)]
    assert warm.at_import(*codes) == imported


def test_a_budget_of_nothing(tree: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(run.Trial, "judge", lambda self, one: pytest.fail("tried"))
    assert run.run("small", 0, root=tree, rows=ROWS, known={}) == 0
    assert "| 0 | 0 | 0 | 0 | – |" in capfd.readouterr().out


def test_one_file(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its row stands beside the area's, and its results count for the area."""
    (tree / "part" / "more.py").write_text("def one():\n    return 5\n", "utf-8")
    monkeypatch.setattr(run.Trial, "judge", lambda self, one: run.Result("killed", ""))
    assert run.run(None, None, update=True, root=tree, rows=ROWS, known={}, file="part/more.py") == 0
    assert "| part/more.py | 3 | 3 | 3 | 0 | 0 | 100.0 % | " in (tree / "SOUNDNESS.md").read_text("utf-8")
    assert {json.loads(row)["name"].split("\n")[0] for row in results(tree)} == {"part/more.py"}
    run.run("small", 0, update=True, root=tree, rows=ROWS, known={})
    assert "| small | 13 | 3 | 3 | 0 | 0 | 100.0 % | " in (tree / "SOUNDNESS.md").read_text("utf-8")
    for area, file in ((None, "part/none.py"), ("other", "part/more.py")):
        with pytest.raises(TargetError, match=f"mutate: {file}: no file of "):
            run.run(area, None, root=tree, rows=ROWS, known={}, file=file)


def test_tests_that_fail_without_a_fault(tree: Path) -> None:
    (tree / "tests" / "test_small.py").write_text("def test_it():\n    assert False\n", "utf-8")
    with pytest.raises(ToolFailed, match="fails without a fault: tests/test_small.py::test_it"):
        run.run("small", None, root=tree, rows=ROWS, known={})
    (tree / "tests" / "test_small.py").write_text("import no_such_module\n", "utf-8")
    with pytest.raises(ToolFailed, match="fails without a fault: collection"):
        run.run("small", None, root=tree, rows=ROWS, known={})


def test_an_unknown_area() -> None:
    with pytest.raises(TargetError, match="mutate: nowhere: no such area; expected one of checks, "):
        areas.chosen("nowhere")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a.py: f\nx\na ⟶ b\n", "expected four lines"),
        ("a.py\nx\na ⟶ b\nWhy.\n", "expected four lines"),
        ("a.py: f\nx\na to b\nWhy.\n", "expected four lines"),
        ("a.py: f\nx\na ⟶ b\nWhy.\n\na.py: f\nx\na ⟶ b\nWhy not.\n", "there twice"),
        ("a.py: f\nx\na ⟶ b #0 #2\nWhy.\n\na.py: f\nx\na ⟶ b\nWhy not.\n", "there twice"),
    ],
)
def test_lists_that_are_refused(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "list.dat").write_text(text, "utf-8")
    with pytest.raises(TargetError, match=words):
        equivalents(tmp_path / "list.dat")


def test_an_entry_is_about_one_of_several_equal_changes(tmp_path: Path) -> None:
    """The first without a number, else those whose numbers stand behind the change."""
    (tmp_path / "list.dat").write_text("a.py: f\nx\na ⟶ b\nWhy.\n\na.py: g\nx\na ⟶ b #1 #30\nNot.\n", "utf-8")
    assert equivalents(tmp_path / "list.dat") == {
        "a.py\nf\nx\na ⟶ b\n0": "Why.", "a.py\ng\nx\na ⟶ b\n1": "Not.", "a.py\ng\nx\na ⟶ b\n30": "Not.",
    }  # fmt: skip


def test_a_page_without_the_table(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("nothing\n", "utf-8")
    with pytest.raises(ValueError, match="no table of faults"):
        score.write(tmp_path / "page.md", [])


C_SOURCE = "int total(int x)\n{\n    return x + 1;\n}\n\nint untested(int x)\n{\n    return x + 1;\n}\n"
C_TESTS = """\
import subprocess

SHOWN = '#include <stdio.h>\\nint total(int x);\\nint main(void)\\n{\\n    printf("%d", total(2));\\n}\\n'

def test_total(tmp_path):
    (tmp_path / "main.c").write_text(SHOWN)
    subprocess.run(["cc", str(tmp_path / "main.c"), "runtime/part/lib.c", "-o", str(tmp_path / "main")], check=True)
    assert subprocess.run([str(tmp_path / "main")], check=True, capture_output=True).stdout == b"3"
"""


def test_faults_of_c(tree: Path) -> None:
    """The tests build the file with the fault: what no test calls lives, and the tests find the rest."""
    (tree / "runtime" / "part").mkdir(parents=True)
    (tree / "runtime" / "part" / "lib.c").write_text(C_SOURCE, "ascii")
    (tree / "tests" / "test_c.py").write_text(C_TESTS, "ascii")
    rows = [Row("small", ("runtime/part/*.c",), ("tests/test_c.py",))]
    assert run.run(None, None, root=tree, rows=rows, known={}) == 1
    made = map(json.loads, results(tree))
    found = {(row["name"].split("\n")[1], row["outcome"], row["by"]) for row in made}
    assert found == {("total", "killed", "tests/test_c.py::test_total"), ("untested", "alive", "")}
