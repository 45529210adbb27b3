# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``generate`` after an edit: the kernels that depend on the edit are made again, and no others. An unchanged tree is
not made at all. The tree always holds the bytes that a run from nothing makes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import targets
from generator import ready, store, up_to_date
from generator.emit import PREAMBLE
from generator.library import Library, load
from tests.cli.runner import ROOT, build, environment, few, one_line, stamps, tree

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
USED = "from generator.kernels.hash.shared import mixed\n"
FILES = {
    "shared": SHARED,
    "one": KERNEL.format(name="one", imports=USED, value="mixed(k, x)"),
    "two": KERNEL.format(name="two", imports=USED, value="mixed(k, x) + 1"),
    "three": KERNEL.format(name="three", imports="", value="x + 1"),
}
ALL = {"one", "three", "two"}
SCRIPT = """
import runpy, sys
sys.path.insert(0, ".")
def told(event, args):
    if event == "import" and args[0] == "generator.cli":
        print("imported", file=sys.stderr)
sys.addaudithook(told)
if "--quick" not in sys.argv:
    from generator import cli
    spread = cli.spread
    def made(generator, tasks):
        print("made:", *sorted({task[0] for task in tasks}), file=sys.stderr)
        return spread(generator, tasks)
    cli.spread = made
sys.argv = ["build.py", "generate", *(word for word in sys.argv[1:] if word != "--quick")]
runpy.run_path("build.py", run_name="__main__")
"""


def place(root: Path) -> Path:
    return root / "generator" / "kernels" / "hash"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with three kernels, of which two import a file, and a store of its own beside it."""
    folder = tmp_path_factory.mktemp("three")
    for name, text in FILES.items():
        (folder / f"{name}.py").write_text(text, "utf-8")
    root = few(folder / "asmloom", [], sorted(folder.glob("*.py")))
    assert run(root) == ALL
    return root


@pytest.fixture
def root(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made.parent / "cache", tmp_path / "cache")
    return Path(shutil.copytree(made, tmp_path / "asmloom", symlinks=True))


def own(root: Path) -> dict[str, str]:
    return {store.VARIABLE: str(root.parent / "cache")}


def run(root: Path, *words: str) -> set[str]:
    """Run ``generate``. The result names the kernels whose functions were made."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *words], cwd=root, env=environment(own(root)), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return {name for line in done.stderr.splitlines() if line != "imported" for name in line[len("made:") :].split()}


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
    edit(place(root) / "shared.py", "7)", "9)")
    before = tree(root / "generated")
    assert run(root) == {"one", "two"} and as_from_nothing(root)
    assert tree(root / "generated") != before
    edit(place(root) / "shared.py", "9)", "7)")
    assert run(root) == set() and tree(root / "generated") == before, "an edit taken back"
    (place(root) / "three.py").unlink()
    assert run(root) == set()
    (place(root) / "two.py").rename(place(root) / "other.py")
    assert run(root) == {"two"} and as_from_nothing(root)


@pytest.mark.parametrize("path", ["generator/kernels/__init__.py", "templates/gas.S.j2"])
def test_an_edit_of_what_all_depend_on(root: Path, path: str) -> None:
    with (root / path).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert run(root) == ALL


def test_damage_is_mended(root: Path) -> None:
    """Of damaged files nothing is taken, in the tree and in the store."""
    path = min((root / "generated").rglob("two_scalar.*"))
    before = tree(root / "generated")
    path.write_bytes(path.read_bytes()[:-1] + b" ")
    (root / "generated" / "manifest.json").unlink()
    assert run(root) == set() and tree(root / "generated") == before
    for entry in (root.parent / "cache" / "store").glob("*/*"):
        entry.write_bytes(entry.read_bytes()[:-1])
    assert run(root) == ALL and tree(root / "generated") == before


def test_who_trusts_earlier_runs(root: Path) -> None:
    """``--check`` and ``--fresh`` make every function anew. A later ``--check`` believes such a run."""
    edit(place(root) / "one.py", "Store a word", "Store one word")
    assert run(root) == {"one"}
    assert run(root, "--check") == ALL
    assert run(root, "--check") == set()
    edit(place(root) / "one.py", "Store one word", "Store the word")
    assert run(root, "--fresh") == ALL
    assert run(root, "--check") == set()


def test_a_lie_of_an_earlier_run(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry and a tree that agree, but are wrong: ``generate`` cannot know, and ``--check`` finds it."""
    monkeypatch.setenv(store.VARIABLE, own(root)[store.VARIABLE])
    edit(place(root) / "one.py")
    assert run(root) == {"one"}
    path = min((root / "generated").rglob("two_scalar.*"))
    path.write_bytes(path.read_bytes().replace(b"Store a word", b"Store a lord"))
    held = {name: data for name, data in tree(root / "generated").items() if not name.endswith("/")}
    up_to_date.keep(up_to_date.inputs(root), held, anew=False)
    assert run(root) == set()
    done = build(root, "generate", "--check", env=own(root))
    assert done.returncode == 1 and path.name in done.stdout


def test_what_fails_leaves_nothing_behind(root: Path) -> None:
    for name, old, new, *wanted in (
        ("one.py", "k.store32", "k.no_such_word", "one.py", "no_such_word"),
        ("two.py", "mixed(k, x)", "mixed(k, x, x)", "two.py"),
    ):
        path = place(root) / name
        text = path.read_text("utf-8")
        edit(path, old, new)
        before = stamps(root), stamps(root.parent / "cache").keys()
        one_line(build(root, "generate", env=own(root)), *wanted)
        assert (stamps(root), stamps(root.parent / "cache").keys()) == before
        path.write_text(text, "utf-8")


def test_two_at_once(root: Path) -> None:
    """Runs at the same time write the same bytes."""
    edit(place(root) / "shared.py", "7)", "11)")
    command = [sys.executable, "build.py", "generate"]
    env = environment(own(root))
    started = [subprocess.Popen(command, cwd=root, env=env, stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [one.wait() for one in started] == [0, 0]
    assert run(root) == set() and as_from_nothing(root)


def test_an_unchanged_tree_imports_nothing(root: Path) -> None:
    """The answer is that of the run that made the tree."""
    command = [sys.executable, "-c", SCRIPT, "--quick"]
    done = subprocess.run(
        command, cwd=root, env=environment(own(root)), capture_output=True, text=True, check=False
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("in generated; 0 written, 0 removed\n")


@pytest.fixture
def known(made: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The shared copy, in this process. A test leaves it as it was."""
    monkeypatch.setenv(store.VARIABLE, own(made)[store.VARIABLE])
    assert found(made) is not None
    yield made
    monkeypatch.undo()
    monkeypatch.setenv(store.VARIABLE, own(made)[store.VARIABLE])
    assert found(made) is not None


def found(root: Path) -> tuple[int, int] | None:
    return up_to_date.up_to_date(up_to_date.inputs(root), root / "generated")


KINDS = [
    "generator/kernels/hash/one.py", "generator/passes/annotate.py", "generator/__init__.py",
    "generator/machines/x86/lower.py", "generator/machines/*/forms.*", "templates/*.h.j2", "targets/*gnu.json",
    "targets/preferences.dat", "targets/__init__.py", "generated/x86_64/gas/*.S", "generated/manifest.json",
]  # fmt: skip


@pytest.mark.parametrize("pattern", KINDS)
def test_a_change_is_seen(known: Path, pattern: str) -> None:
    """For each kind of input and output: a changed, a missing and a renamed file. The time of a file tells nothing."""
    path = sorted(known.glob(pattern))[0]
    data, times = path.read_bytes(), path.stat()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert found(known) is None
    path.rename(path.with_name("other" + path.suffix))
    assert found(known) is None
    path.with_name("other" + path.suffix).unlink()
    assert found(known) is None
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("generator/kernels/hash/more.py", True),
        ("templates/more.j2", True),
        ("targets/more.json", True),
        ("generated/more", True),
        ("generator/__pycache__/model.pyc", False),
        ("targets/toolchain/more.py", False),
        ("runtime/notes.txt", False),
    ],
)
def test_another_file(known: Path, name: str, counts: bool) -> None:
    path = known / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"1")
    assert (found(known) is None) == counts
    path.unlink()


def test_python_and_libraries_are_inputs(known: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(sys, "version", sys.version + "+")
        assert found(known) is None
    (tmp_path / "jinja2").mkdir()
    (tmp_path / "jinja2" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "jinja2", raising=False)
    assert found(known) is None


def test_a_build_takes_what_is_ready(tmp_path: Path) -> None:
    """A clone builds from ``generated/`` without making a function, but not from what was changed."""
    library, target, folder = load(), targets.load("aarch64-linux-gnu"), tmp_path / "generated"
    for part in ("aarch64/gas", "include"):
        shutil.copytree(ready.GENERATED / part, folder / part)
    manifest = folder / "manifest.json"
    manifest.write_bytes((ready.GENERATED / manifest.name).read_bytes())

    def made(library: Library = library, prefix: str = "loom_") -> ready.Made | None:
        return ready.made(library, prefix, target, "gas", folder)

    found = made()
    assert found is not None, "generated/ is not of this tree: python build.py generate"
    sources = {path.name: path.read_bytes() for path in (folder / "aarch64" / "gas").iterdir()}
    assert found.sources == sources and len(found.rows) == len(sources) - 1  # and a header
    portable = {path.name: path.read_bytes() for path in (folder / "include").glob("portable_*")}
    assert found.portable == portable != {}
    assert made(prefix="my_") is None and made(Library(library.kernels, (tmp_path,))) is None
    for path in (min(folder.rglob("md5_*.S")), folder / "include" / min(portable), folder / "aarch64/gas" / PREAMBLE):
        data = path.read_bytes()
        path.write_bytes(data.replace(b"asmloom", b"asmlooM", 1))
        assert made() is None
        path.unlink()
        assert made() is None
        path.write_bytes(data)
    text = manifest.read_text()
    manifest.write_text(text.replace('"made_from": "', '"made_from": "0'))
    assert made() is None
    manifest.write_text(text)
    assert made() is not None


def test_every_input_is_known() -> None:
    """The digest covers every file of the tree that a whole run opens."""
    script = f"""
import sys
root = {str(ROOT)!r}
opened = set()
sys.addaudithook(lambda event, args: opened.add(str(args[0])) if event == "open" else None)
sys.path.insert(0, root)
from generator.library import load
from generator.output import Generator
made = Generator(load())
made.headers({{}}), made.picture(), made.make(made.tasks()[0])
print("\\n".join(sorted(p for p in opened if p.startswith(root) and not p.endswith(".pyc"))))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd="/", env=environment(), capture_output=True, text=True, check=False
    )
    names = {Path(line).relative_to(ROOT).as_posix() for line in done.stdout.split("\n") if line}
    names = {name for name in names if not name.startswith(".venv/")}
    assert {"generator/kernels/hash/md5.py", "targets/preferences.dat"} <= names, done.stderr
    known = {f"{top}/{path}" for top in up_to_date.INPUTS for path in up_to_date.files(ROOT / top, up_to_date.WITHOUT)}
    assert names - known == set()
