# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``generate`` after an edit: the kernels that depend on the edit are made again, and no others. The tree always holds
the bytes that a run from nothing makes."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.unchanged import unchanged
from generator.up_to_date import NOTE, note
from tests.cli.runner import build, environment, few, one_line, stamps, tree

pytestmark = pytest.mark.kernels()  # the kernels are the test's own

SHARED = '''# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The step of two kernels."""

from generator.lang import Builder, Val


def mixed(k: Builder, x: Val) -> Val:
    return k.rotl(x, 7) ^ x
'''
KERNEL = '''# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A kernel of one word."""

from generator.lang import Arg, Builder, Val, Variant, kernel
{imports}

@kernel(
    c="void {name}(uint32_t *out, uint32_t x)",
    args=[Arg("out", w=4, public=True), Arg("x", public=True)],
    variants=[Variant("scalar")],
    source="{name}",
)
def {name}(k: Builder, out: Val, x: Val) -> None:
    """Store a word."""
    k.store32(out, [{value}])
'''
ALL = {"one", "three", "two"}
SCRIPT = """
import runpy, sys
sys.path.insert(0, ".")
from generator import cli
spread = cli.spread
def told(generator, tasks):
    print("made:", *sorted({task[0] for task in tasks}), file=sys.stderr)
    return spread(generator, tasks)
cli.spread = told
sys.argv = ["build.py", "generate", *sys.argv[1:]]
runpy.run_path("build.py", run_name="__main__")
"""


def place(root: Path) -> Path:
    return root / "generator" / "kernels" / "hash"


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with three kernels, of which two import a file. Its tree has the note of the run that made it."""
    scripts = tmp_path_factory.mktemp("scripts")
    used = "from generator.kernels.hash.shared import mixed\n"
    texts = {
        "shared": SHARED,
        "one": KERNEL.format(name="one", imports=used, value="mixed(k, x)"),
        "two": KERNEL.format(name="two", imports=used, value="mixed(k, mixed(k, x))"),
        "three": KERNEL.format(name="three", imports="", value="x + 1"),
    }
    for name, text in texts.items():
        (scripts / f"{name}.py").write_text(text, "utf-8")
    root = few(tmp_path_factory.mktemp("three") / "asmloom", [], sorted(scripts.glob("*.py")))
    assert run(root) == ALL
    return root


@pytest.fixture
def root(noted: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(noted, tmp_path / "asmloom", symlinks=True))


def run(root: Path, *words: str) -> set[str]:
    """Run ``generate``. The result names the kernels whose functions were made."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *words], cwd=root, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return {name for line in done.stderr.splitlines() for name in line.removeprefix("made:").split()}


def edit(path: Path, old: str = "A kernel of one word", new: str = "A kernel that stores a word") -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def as_from_nothing(root: Path) -> bool:
    """True if the tree is what a run makes that never saw an earlier one's results."""
    out = root / "out"
    done = build(root, "generate", "--into", out)
    assert done.returncode == 0, done.stderr
    same = tree(out) == tree(root / "generated")
    shutil.rmtree(out)
    return same


def test_edits_of_scripts(root: Path) -> None:
    edit(place(root) / "one.py")
    assert run(root) == {"one"}
    assert run(root) == set()
    edit(place(root) / "three.py", "Store a word", "Store the sum")
    assert run(root) == {"three"}
    edit(place(root) / "shared.py", "7)", "9)")
    before = tree(root / "generated")
    assert run(root) == {"one", "two"} and as_from_nothing(root)
    assert tree(root / "generated") != before
    (place(root) / "three.py").unlink()
    assert run(root) == set()
    assert json.loads((root / NOTE).read_bytes())["kernels"].keys() == {"one", "two"}, "the note grows"
    (place(root) / "two.py").rename(place(root) / "other.py")
    assert run(root) == {"two"} and as_from_nothing(root)


@pytest.mark.parametrize("path", ["generator/kernels/__init__.py", "templates/gas.S.j2"])
def test_an_edit_of_what_all_depend_on(root: Path, path: str) -> None:
    with (root / path).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert run(root) == ALL


def _note(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    def damage(root: Path) -> None:
        told = json.loads((root / NOTE).read_bytes())
        change(told)
        (root / NOTE).write_text(json.dumps(told), "utf-8")

    return damage


def _first(root: Path) -> Path:
    return min((root / "generated").rglob("two_scalar.*"))


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


DAMAGE: dict[str, tuple[Callable[[Path], object], set[str]]] = {
    "no note": (lambda root: (root / NOTE).unlink(), set()),
    "half a note": (lambda root: (root / NOTE).write_bytes((root / NOTE).read_bytes()[:99]), set()),
    "no object": (lambda root: (root / NOTE).write_text("[]"), set()),
    "an old note": (_note(lambda told: told.pop("kernels")), set()),
    "a list": (_note(lambda told: told.update(kernels=[])), set()),
    "a number": (_note(lambda told: told["kernels"].update(one=1)), {"two", "three"}),
    "another's": (_note(lambda told: told["kernels"].update(two="0" * 64)), {"one", "three"}),
    "no files": (_note(lambda told: told.pop("files")), set()),
    "a file": (lambda root: _flip(_first(root)), {"one", "three"}),
    "a missing file": (lambda root: _first(root).unlink(), {"one", "three"}),
    "a folder": (lambda root: _folder(_first(root)), {"one", "three"}),
    "the manifest": (lambda root: _flip(root / "generated" / "manifest.json"), set()),
    "no manifest": (lambda root: (root / "generated" / "manifest.json").unlink(), set()),
}


@pytest.mark.parametrize("name", sorted(DAMAGE))
def test_damage(noted: Path, tmp_path: Path, name: str) -> None:
    """Of a damaged note and of damaged files nothing is taken."""
    for folder in ("build", "generated"):
        shutil.copytree(noted / folder, tmp_path / folder)
    now = json.loads((noted / NOTE).read_bytes())["kernels"]
    assert unchanged(tmp_path / "generated", now, tmp_path).kernels == ALL
    damage, kept = DAMAGE[name]
    damage(tmp_path)
    found = unchanged(tmp_path / "generated", now, tmp_path)
    assert found.kernels == {kernel for _, kernel, _ in found.rows} == kept
    good = tree(noted / "generated")
    assert found.files.items() <= good.items()
    assert {path for path in good if any(f"/{kernel}_scalar." in path for kernel in kept)} == found.files.keys()


def test_damage_is_mended(root: Path) -> None:
    _flip(_first(root))
    edit(place(root) / "one.py", "Store a word", "Store one word")
    assert run(root) == {"one", "two"} and as_from_nothing(root)


def test_who_trusts_earlier_runs(root: Path) -> None:
    """``--check`` and ``--fresh`` make every function anew. A later ``--check`` believes the note of such a run."""
    edit(place(root) / "one.py", "Store a word", "Store one word")
    assert run(root) == {"one"}
    assert run(root, "--check") == ALL
    assert run(root, "--check") == set()
    edit(place(root) / "one.py", "Store one word", "Store a word")
    assert run(root, "--fresh") == ALL
    assert run(root, "--check") == set()


def test_a_lie_of_an_earlier_run(root: Path) -> None:
    """A note and a tree that agree, but are wrong: ``generate`` cannot know, and ``--check`` finds it."""
    edit(place(root) / "one.py")
    assert run(root) == {"one"}
    path = _first(root)
    right = path.read_bytes()
    digest = hashlib.sha256(right).hexdigest()
    wrong = right.replace(b"Store a word", b"Store a lord")
    manifest = root / "generated" / "manifest.json"
    for file, data in (
        (path, wrong),
        (manifest, manifest.read_bytes().replace(digest.encode(), hashlib.sha256(wrong).hexdigest().encode())),
    ):
        file.write_bytes(data)
    told = json.loads((root / NOTE).read_bytes())
    held = {name: data for name, data in tree(root / "generated").items() if not name.endswith("/")}
    (root / NOTE).write_bytes(note(told["inputs"], held, told["kernels"], anew=False))
    assert run(root) == set()
    done = build(root, "generate", "--check")
    assert done.returncode == 1 and path.name in done.stdout


def test_what_fails_leaves_nothing_behind(root: Path) -> None:
    def fails(path: Path, old: str, new: str, *wanted: str) -> None:
        text = path.read_text("utf-8")
        edit(path, old, new)
        before = stamps(root)
        one_line(build(root, "generate"), *wanted)
        assert stamps(root) == before
        path.write_text(text, "utf-8")

    fails(place(root) / "one.py", "k.store32", "k.no_such_word", "one.py", "no_such_word")
    fails(place(root) / "two.py", "mixed(k, x)", "mixed(k, x, x)", "two.py")
    shutil.rmtree(root / "build")
    fails(place(root) / "three.py", "x + 1", "x + y", "three.py")
    assert not (root / "build").exists()
    assert run(root) == ALL


def test_two_at_once(root: Path) -> None:
    """Runs beside each other write the same bytes, and the note of either describes them."""
    edit(place(root) / "shared.py", "7)", "11)")
    command = [sys.executable, "build.py", "generate"]
    started = [subprocess.Popen(command, cwd=root, env=environment(), stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [one.wait() for one in started] == [0, 0]
    assert run(root) == set() and as_from_nothing(root)
