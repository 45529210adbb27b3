# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""An unchanged tree is not made again. Every change of the tree or of its inputs is found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from generator import up_to_date
from tests.cli.runner import ROOT, build, checkout, environment, little, one_line, tree

pytestmark = pytest.mark.kernels()  # the note digests bytes of any kind


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout whose tree has the note of a run that just made the tree."""
    root = checkout(tmp_path_factory.mktemp("noted") / "asmloom")
    keep(root)
    return root


def keep(root: Path) -> None:
    held = {path: (root / "generated" / path).read_bytes() for path in up_to_date.files(root / "generated")}
    (root / "build").mkdir(exist_ok=True)
    (root / up_to_date.NOTE).write_bytes(up_to_date.note(up_to_date.inputs(root), held, {}, anew=True))


def found(root: Path) -> tuple[int, int] | None:
    return up_to_date.up_to_date(up_to_date.inputs(root), root / "generated", root)


def flip(path: Path) -> None:
    """One bit in the middle, with the size and the time unchanged."""
    before = path.stat()
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def first(pattern: str) -> Callable[[Path], Path]:
    return lambda root: sorted(root.glob(pattern))[0]


KINDS = [
    "generator/kernels/hash/md5.py", "generator/kernels/cipher/*.py", "generator/passes/annotate.py",
    "generator/emit/gas.py", "generator/machines/x86/lower.py", "generator/__init__.py",
    "generator/machines/x86/forms.dat", "generator/machines/aarch64/forms.dat", "templates/gas.S.j2",
    "templates/asmloom.h.j2", "targets/aarch64-linux-gnu.json",
    "targets/preferences.dat", "targets/__init__.py", "generated/x86_64/gas/*.S", "generated/manifest.json",
    "generated/include/asmloom.h", "generated/pipeline.svg",
]  # fmt: skip


@pytest.mark.parametrize("pattern", KINDS)
def test_a_change_is_seen(noted: Path, pattern: str) -> None:
    """For each kind of input and output: a changed, a missing and a renamed file."""
    path = first(pattern)(noted)
    data, times = path.read_bytes(), path.stat()
    assert found(noted) is not None
    flip(path)
    assert found(noted) is None
    path.unlink()
    assert found(noted) is None
    other = path.with_name("other" + path.suffix)
    other.write_bytes(data)
    assert found(noted) is None
    other.rename(path)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert found(noted) is not None


@pytest.mark.parametrize(
    "name",
    [
        "generator/kernels/hash/more.py",
        "templates/more.j2",
        "targets/more.json",
        "generated/more",
        "generated/__pycache__/more",
    ],
)
def test_more_is_seen(noted: Path, name: str) -> None:
    path = noted / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"")
    assert found(noted) is None
    path.unlink()
    if path.parent.name == "__pycache__":
        path.parent.rmdir()
    assert found(noted) is not None


def test_python_and_libraries_are_inputs(noted: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "version", sys.version + "+")
    assert found(noted) is None
    monkeypatch.undo()
    (tmp_path / "jinja2").mkdir()
    (tmp_path / "jinja2" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "jinja2", raising=False)
    assert found(noted) is None
    monkeypatch.undo()
    assert found(noted) is not None


def test_what_is_no_input(noted: Path) -> None:
    """Caches and files outside the inputs."""
    for name in ("generator/__pycache__/model.pyc", "runtime/notes.txt", "notes"):
        path = noted / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"1")
        assert found(noted) is not None
        path.unlink()


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", "null", '{"inputs": 1}', '{"inputs": "%s", "lines": "x", "files": {}}', None]
)
def test_a_damaged_note_is_none(noted: Path, damage: str | None) -> None:
    note = noted / up_to_date.NOTE
    good = note.read_bytes()
    if damage is None:
        note.unlink()
    else:
        note.write_text(damage.replace("%s", up_to_date.inputs(noted)))
    assert found(noted) is None
    told = json.loads(good)
    path = next(iter(told["files"]))
    told["files"][path] = "0" * 64
    note.write_text(json.dumps(told))
    assert found(noted) is None
    del told["files"][path]
    note.write_text(json.dumps(told))
    assert found(noted) is None
    note.write_bytes(good)
    assert found(noted) is not None


def test_by_command(tmp_path: Path) -> None:
    """A whole run leaves the note. The next runs print the same message and import nothing of the generator. A change
    is found."""
    root = little(tmp_path / "asmloom")
    made = build(root, "generate")
    assert made.returncode == 0, made.stderr
    before = tree(root)
    again = build(root, "generate")
    assert again.stdout == made.stdout.split(";")[0] + "; 0 written, 0 removed\n"
    script = """
import runpy, sys
sys.argv = ["build.py", "generate", "--check"]
sys.path.insert(0, ".")
try:
    runpy.run_path("build.py", run_name="__main__")
except SystemExit as end:
    assert not end.code, end.code
assert "generator.pipeline" not in sys.modules and "jinja2" not in sys.modules
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=root, env=environment(), capture_output=True, text=True, check=False
    )
    count = made.stdout.split()[0]
    assert (done.returncode, done.stdout) == (0, f"{count} files are what the generator makes\n"), done.stderr
    assert tree(root) == before
    script_of_md5 = root / "generator" / "kernels" / "hash" / "md5.py"
    script_of_md5.write_text(script_of_md5.read_text("utf-8") + "\n)\n", "utf-8")
    one_line(build(root, "generate", "--check"), "md5.py", "not Python")


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
    names = [Path(line).relative_to(ROOT).as_posix() for line in done.stdout.split("\n") if line]
    names = [name for name in names if not name.startswith(".venv/")]
    assert "generator/kernels/hash/md5.py" in names and "targets/preferences.dat" in names, done.stderr
    assert [name for name in names if not name.startswith(tuple(f"{top}/" for top in up_to_date.INPUTS))] == []
