# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The first command of a new user: with nothing installed, the checkout makes its own .venv. The test needs the
network."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import pytest

from generator import store
from targets.toolchain import venv
from targets.toolchain.process import HANG_SECONDS
from tests.cli.runner import ROOT, build, checkout, environment, tree

HIT = "open({path!r}, 'a').write(__file__ + '\\n')\nraise SystemExit(f'{{__file__}} of the working folder ran')\n"
TARGET = "x86_64-linux-gnu"
COMMANDS = (
    "list", "tools", "explain md5_blocks", "show md5_blocks", "new mine", f"prove md5_blocks --target {TARGET}",
    f"generate --kernel md5_blocks --target {TARGET} --into made",
    f"vendor --kernels md5 --targets {TARGET} --into set",
    "vendor --check set", f"diff {TARGET} {TARGET}:nasm --kernel md5_blocks",
    "speed md5_blocks --rounds 1 --html page.html", f"test --kernel-path kernels --target {TARGET}",
    "test tests/test_wording.py", "fuzz --seconds 1",
)  # fmt: skip


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder with a module for each name that Python, its packages or this project may import, and with files that
    tools obey. A module that runs tells it in the file ``hit`` beside the folder."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    names = {*sys.stdlib_module_names, *importlib.metadata.packages_distributions(), "sitecustomize", "usercustomize"}
    for name in names | {path.stem for path in ROOT.iterdir()} | {"conftest", "ziglang", "mesonbuild"}:
        (folder / f"{name}.py").write_text(HIT.format(path=str(tmp_path / "hit")))
    (folder / "matplotlibrc").write_text("no such line\n")
    (folder / ".valgrindrc").write_text("--no-such-option\n")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    (folder / "kernels").mkdir()
    return folder


def _run(root: Path, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in environment().items() if not name.startswith(("ASMLOOM_", "VIRTUAL_ENV"))}
    env[store.VARIABLE] = str(store.cache_dir())
    base = getattr(sys, "_base_executable", sys.executable)
    command = [base, str(root / "build.py"), *words]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=HANG_SECONDS, check=False)


@pytest.mark.kernels()
def test_first_and_second_run(tmp_path: Path, hostile: Path) -> None:
    """Whatever the working folder holds."""
    root = checkout(tmp_path / "asmloom")
    first = _run(root, cwd=hostile)
    assert first.returncode == 0, first.stderr
    assert "self-test: all right" in first.stdout and "md5_blocks" in first.stdout
    lines = first.stderr.splitlines()
    assert len(lines) == 2 and all(line.startswith("asmloom: ") for line in lines), first.stderr
    second = _run(root, "list", cwd=hostile)
    assert not (tmp_path / "hit").exists()
    assert (second.returncode, second.stderr) == (0, "")
    new = {name.split("/")[0] for name in tree(root)} - {path.name for path in checkout(tmp_path / "other").iterdir()}
    assert new == {".venv", "build"}


@pytest.mark.kernels()
def test_an_environment_of_the_users_own_is_left_alone(tmp_path: Path) -> None:
    root = checkout(tmp_path / "asmloom")
    own = root / ".venv/lib/own.py"
    own.parent.mkdir(parents=True)
    own.write_text("")
    done = _run(root, "list", cwd=root)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        f"asmloom: {own.parents[1]}: asmloom has not made it, and leaves it alone; expected none"
    )
    assert done.stderr.count("\n") == 1 and own.exists()


@pytest.mark.parametrize("own", [False, True])
def test_an_interrupted_installation(own: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A .venv that was half made is cleared by the next run. One that its user had activated never is."""
    place = tmp_path / ".venv"
    for name, value in (("ROOT", tmp_path), ("VENV", place), ("STAMP", place / venv.STAMP.name)):
        monkeypatch.setattr(venv, name, value)
    monkeypatch.setattr(venv, "_run", lambda *_: None)
    monkeypatch.setattr(venv, "_install", lambda _: 1 / 0)
    (tmp_path / "lock").write_text("")
    kept = venv.python()
    kept.parent.mkdir(parents=True)
    kept.write_text("")
    if own:
        with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
            patch.setattr(sys, "prefix", str(place))
            venv._bring_up(["lock"])
    else:
        venv.STAMP.write_text("{}")
    with pytest.raises(ZeroDivisionError):
        venv._bring_up(["lock"])
    assert kept.exists() == own and venv.STAMP.exists()


@pytest.mark.kernels("md5_blocks")
@pytest.mark.whole
def test_no_command_executes_or_obeys_the_working_folder(tmp_path: Path, hostile: Path) -> None:
    assert build(ROOT, "new", "own", "--kernel-path", hostile / "kernels").returncode == 0
    for words in COMMANDS:
        done = build(ROOT, *words.split(), cwd=hostile)
        assert not (tmp_path / "hit").exists(), (words, done.stderr)
        assert done.returncode < 2, (words, done.stdout, done.stderr)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows takes no lock")
def test_a_command_that_waits_for_another_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import fcntl

    asked: list[int] = []

    def flock(_: object, how: int) -> None:
        asked.append(how)
        if how & fcntl.LOCK_NB:
            raise BlockingIOError

    monkeypatch.setattr(venv, "ROOT", tmp_path)
    monkeypatch.setattr(fcntl, "flock", flock)
    with venv._lock():
        assert asked == [fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_EX]
    assert capsys.readouterr().err == "asmloom: another command is making .venv ready; waiting for its end …\n"
