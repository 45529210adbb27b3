# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A vendored folder over time: updates in place, edits by hand, foreign files, two runs at a time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.model import AsmloomError
from generator.vendoring import record
from generator.vendoring.options import Options
from generator.vendoring.update import Outcome, update
from generator.vendoring.verify import verify
from targets.toolchain.find import MissingTool
from targets.toolchain.process import HANG_SECONDS
from tests.cli.runner import ROOT, environment, tree
from tests.vendoring.project import vendor

pytestmark = pytest.mark.kernels()  # updates copy bytes, whichever they are
SET = ("--targets", "x86_64-linux-gnu", "aarch64-linux-gnu", "--kernels", "md5", "--build", "make")


def _make(files: dict[str, bytes], version: str = "0.0.1") -> Callable[[Options], dict[str, bytes]]:
    """A generator with prepared output."""
    return lambda options: {**files, record.MANIFEST: record.write(version, options, files, {})}


def _update(folder: Path, files: dict[str, bytes], *, force: bool = False, version: str = "0.0.1") -> Outcome:
    return update(folder, {"targets": ("t",)}, _make(files, version), force=force)[1]


def _times(folder: Path) -> dict[str, int]:
    return {
        path.relative_to(folder).as_posix(): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()
    }


def test_updates_touch_only_what_changes(tmp_path: Path) -> None:
    folder = tmp_path / "third party"
    assert "written, 0 removed" in vendor(folder, *SET)
    before, times = tree(folder), _times(folder)
    assert "; 0 written, 0 removed" in vendor(folder)
    assert _times(folder) == times and tree(folder) == before
    # One kernel more: its files are new, the header and what lists files change, and nothing else does.
    vendor(folder, "--kernels", "md5", "rc4")
    after = tree(folder)
    changed = {name for name in before if after[name] != before[name]}
    assert {name for name in changed if "/question." not in name} == {
        "manifest.json", "asmloom.mk", "include/mylib_asmloom.h", "runtime/asmloom_kernels.h",
    }  # fmt: skip
    new = {name for name in after.keys() - before.keys() if not name.endswith("/")}
    assert "runtime/rc4.c" in new and any("/gas/rc4_" in name for name in new)
    assert all(name.startswith(("runtime/", "asm/")) for name in new)
    assert all(time == times[name] for name, time in _times(folder).items() if name not in changed | new)
    # And back: what is not wanted any more goes, with the folders that become empty.
    vendor(folder, "--kernels", "md5")
    assert tree(folder) == before
    vendor(folder, "--targets", "x86_64-linux-gnu", "--build", "none")
    assert not [name for name in tree(folder) if "aarch64" in name or name == "asmloom.mk"]


def test_edited_files_are_named_and_kept(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    assert _update(folder, {"a": b"a1", "b": b"b1", "d/c": b"c1", "gone": b"g1", "old": b"o1"}).kept == {}
    (folder / "a").write_bytes(b"mine")
    (folder / "gone").write_bytes(b"mine too")
    (folder / "b").unlink()
    (folder / "new").write_bytes(b"a file of mine")
    (folder / "other").write_bytes(b"that nobody else wants")
    wanted = {"a": b"a2", "b": b"b2", "d/c": b"c2", "new": b"n2"}
    outcome = _update(folder, wanted)
    assert outcome.kept == {"a": "edited by hand", "new": "not asmloom's", "gone": "edited by hand"}
    assert (outcome.written, outcome.removed) == (3, 1), "b, d/c and the manifest; old"
    found = {name: data for name, data in tree(folder).items() if name not in ("manifest.json", "d/")}
    assert found == {"a": b"mine", "b": b"b2", "d/c": b"c2", "gone": b"mine too", "new": b"a file of mine",
                     "other": b"that nobody else wants"}  # fmt: skip
    outcome = _update(folder, wanted, force=True)
    assert outcome.kept == {} and outcome.written == 2
    assert (folder / "a").read_bytes() == b"a2" and (folder / "new").read_bytes() == b"n2"
    assert (folder / "gone").read_bytes() == b"mine too", "not in the record since the last run"


def test_edits_on_the_command_line(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    vendor(folder, *SET)
    before = tree(folder)
    with open(folder / "runtime" / "portable_md5_blocks.c", "a") as file:
        file.write("/* mine */\n")
    text = vendor(folder, status=1)
    assert f"{folder / 'runtime' / 'portable_md5_blocks.c'}: edited by hand" in text and "--force" in text
    assert (folder / "runtime" / "portable_md5_blocks.c").read_bytes() == before[
        "runtime/portable_md5_blocks.c"
    ] + b"/* mine */\n"
    data = json.loads(vendor(folder, "--json", status=1))
    assert list(data["kept"]) == ["runtime/portable_md5_blocks.c"] and data["options"]["kernels"] == ["md5"]
    assert "1 written" in vendor(folder, "--force")
    assert tree(folder) == before


def test_a_manifest_edited_by_hand(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    _update(folder, {"a": b"a"})
    text = (folder / "manifest.json").read_text()
    (folder / "manifest.json").write_text(text.replace('"t"', '"u"'))
    with pytest.raises(AsmloomError, match=r"manifest\.json: edited by hand; .*--force"):
        _update(folder, {"a": b"b"})
    assert (folder / "a").read_bytes() == b"a"
    assert _update(folder, {"a": b"b"}, force=True).written == 2


def test_paths_in_a_manifest_stay_inside(tmp_path: Path) -> None:
    folder, outside = tmp_path / "set", tmp_path / "outside"
    outside.write_bytes(b"a")
    evil = record.write("0.0.1", Options(), {"../outside": b"a", str(outside): b"a", "in": b"a", "c:\\x": b"a"}, {})
    folder.mkdir()
    (folder / "manifest.json").write_bytes(evil)
    (folder / "in").write_bytes(b"a")
    assert _update(folder, {"new": b"n"}).removed == 1
    assert outside.exists() and not (folder / "in").exists()


def test_an_older_generator_goes_back_only_if_told(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    _update(folder, {"a": b"a"}, version="99.1")
    with pytest.raises(AsmloomError, match=r"vendored by asmloom 99\.1, this is .*--force"):
        _update(folder, {"a": b"b"})
    assert _update(folder, {"a": b"b"}, force=True).written == 2


@pytest.mark.parametrize(
    "manifest", ["{", "[]", '{"generator": "0.1.0", "targets": {}}', '{"asmloom": "1", "format": 1}'], ids=str
)
def test_folders_of_others_are_refused(manifest: str, tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine")
    for force in (False, True):
        with pytest.raises(AsmloomError, match="not empty"):
            _update(tmp_path, {"a": b"a"}, force=force)
    (tmp_path / "manifest.json").write_text(manifest)
    before = tree(tmp_path)
    for force in (False, True):
        with pytest.raises(AsmloomError, match="not one of a vendored set, or damaged"):
            _update(tmp_path, {"a": b"a"}, force=force)
    assert tree(tmp_path) == before
    newer = record.write("9.0", Options(), {}, {}).replace(b'"format": 1', b'"format": 2')
    (tmp_path / "manifest.json").write_bytes(newer)
    with pytest.raises(AsmloomError, match=r"vendored by asmloom 9\.0, whose manifest this one cannot read"):
        _update(tmp_path, {"a": b"a"}, force=True)


@pytest.mark.parametrize("old", [{}, {"a": b"a1", "b": b"b1", "old": b"o1", "d/old": b"o2"}], ids=["first", "next"])
@pytest.mark.parametrize("then", [{"a": b"a2", "d/b": b"b2"}, {"a": b"a3", "c": b"c"}], ids=["same", "other"])
def test_killed_at_each_rename(old: dict[str, bytes], then: dict[str, bytes], tmp_path: Path) -> None:
    """A process killed before any change of a file leaves a set that the next run, whatever it makes, completes.
    Nothing of the killed process stays."""
    changes = 0
    while True:
        folder = tmp_path / str(changes) / "set"
        if old:
            _update(folder, old)
        if not _killed(folder, {"a": b"a2", "d/b": b"b2"}, changes):
            break
        if (folder / record.UNFINISHED).exists() and (folder / record.MANIFEST).exists():
            with pytest.raises(AsmloomError, match="killed before its end"):
                verify(folder, _make(then))
        assert _update(folder, then).kept == {}
        assert {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} == {
            *then, "manifest.json",
        }  # fmt: skip
        assert [path.name for path in folder.parent.iterdir()] == ["set"]
        assert verify(folder, _make(then)).edited == {}
        changes += 1
    assert changes == 4 + len(old.keys() - {"a"}) + 1  # journal, two files and manifest; old files; journal


def _killed(folder: Path, files: dict[str, bytes], after: int) -> bool:
    """Update in a child that ends at once after so many changes. False if it came to its end."""
    child = os.fork()
    if child == 0:
        left = [after]

        def counted(change: Callable[..., None]) -> Callable[..., None]:
            def one(*args: object, **more: object) -> None:
                if not left[0]:
                    os._exit(9)
                left[0] -= 1
                change(*args, **more)

            return one

        os.replace = counted(os.replace)
        Path.unlink = counted(Path.unlink)  # type: ignore[method-assign]
        _update(folder, files)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def test_runs_at_the_same_time(tmp_path: Path) -> None:
    """Six runs with six prefixes into one missing folder. In the end the folder is the whole set of one run."""
    folder = tmp_path / "new" / "set"
    script = [str(ROOT / "build.py"), "vendor", "--into", str(folder), "--targets", "x86_64-linux-gnu"]
    runs = [
        subprocess.Popen(
            [sys.executable, *script, "--kernels", "md5" if number % 2 else "rc4", "--prefix", f"p{number}_"],
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )  # fmt: skip
        for number in range(6)
    ]
    outputs = [run.communicate(timeout=HANG_SECONDS)[0] for run in runs]
    assert [run.returncode for run in runs] == [0] * 6, outputs
    check = subprocess.run(
        [sys.executable, str(ROOT / "build.py"), "vendor", "--check", str(folder)],
        env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert check.returncode == 0, check.stdout + check.stderr
    prefixes = {name.split("/")[1] for name in tree(folder) if name.startswith("include/") and name != "include/"}
    assert len(prefixes) == 1 and not list(tmp_path.rglob("*.staging*"))
    listed = json.loads((folder / "manifest.json").read_text())["files"].keys() | {"manifest.json"}
    assert {name for name in tree(folder) if not name.endswith("/")} == listed


def test_on_another_file_system(tmp_path: Path) -> None:
    """No file can be renamed into a mounted folder from beside it."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as place:
        if Path(place).stat().st_dev == tmp_path.stat().st_dev:
            raise MissingTool("/dev/shm is no file system of its own here")
        (tmp_path / "set").symlink_to(place)
        assert _update(tmp_path / "set", {"a": b"a", "d/b": b"b"}).written == 3
        assert tree(Path(place)).keys() == {"a", "d/", "d/b", "manifest.json"}


def test_stopped_at_once(tmp_path: Path) -> None:
    """A folder made for the lock is removed if nothing is written."""
    with pytest.raises(AsmloomError, match="not today"):
        update(tmp_path / "x" / "y" / "set", {}, _fail, force=False)
    assert list(tmp_path.iterdir()) == []


def _fail(options: Options) -> dict[str, bytes]:
    raise AsmloomError("not today")
