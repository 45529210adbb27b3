# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A small project of its own: after one edit, exactly the tests that depend on the edited file run again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator import store
from targets.toolchain.process import HANG_SECONDS
from tests.cli.runner import ROOT

pytestmark = pytest.mark.kernels()  # a project of its own

FILES = {
    "pytest.ini": "[pytest]\naddopts = --import-mode=importlib -p no:cacheprovider\npythonpath = .\n",
    "sample/__init__.py": "",
    "sample/words.py": "from sample.letters import A\nWORD = A * 2\n",
    "sample/letters.py": "A = 'a'\n",
    "sample/apart.py": "NUMBER = 1\n",
    "checks/__init__.py": "",
    "checks/data.txt": "aa",
    "checks/helper.py": "from pathlib import Path\nDATA = Path(__file__).with_name('data.txt').read_text()\n",
    "checks/conftest.py": """
import os
from pathlib import Path
from tests.changed.memory import Memory
from tests.changed.sources import Sources

ROOT = Path(__file__).parents[1]


def pytest_configure(config):
    sources = Sources(ROOT, ("sample", "checks"))

    def depends(item):
        assert not hasattr(item.config, "workerinput"), "workers are given digests"
        if item.name == "test_unknown":
            return None
        files = set(sources.closure(item.path))
        if any(path.name == "helper.py" for path in files):
            files.update(sources.data(item.path.parent))
        return os.environ["TOOL_VERSION"] + sources.digest(files)

    config.pluginmanager.register(Memory(sources, depends, selecting="FORGETFUL" not in os.environ))
""",
    "checks/test_words.py": "from sample.words import WORD\ndef test_word():\n    assert WORD == 'aa'\n",
    "checks/test_data.py": "from checks import helper\ndef test_data():\n    assert helper.DATA == 'aa'\n",
    "checks/test_apart.py": """
import subprocess, sys, pytest
SCRIPT = "from sample.apart import NUMBER"
def test_script():
    subprocess.run([sys.executable, "-c", "import sys; sys.path.insert(0, '.'); " + SCRIPT], check=True)
@pytest.mark.parametrize("n", [1, 2])
def test_parameter(n):
    assert n
def test_unknown():
    assert True
def test_skipped():
    pytest.skip("always")
""",
}
SCRIPT, PARAMETERS = (
    "test_apart.py::test_script",
    ["test_apart.py::test_parameter[1]", "test_apart.py::test_parameter[2]"],
)
ALWAYS = {"test_apart.py::test_unknown", "test_apart.py::test_skipped"}
WORD, DATA = "test_words.py::test_word", "test_data.py::test_data"
EVERY = {SCRIPT, *PARAMETERS, *ALWAYS, WORD, DATA}


class Project:
    """The sample, in a folder."""

    def __init__(self, root: Path, workers: int) -> None:
        self.root, self.workers = root, workers
        for name, text in FILES.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.root / name
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    def run(self, tool: str = "1", **more: str) -> tuple[set[str], set[str]]:
        """The tests that ran, and the failed ones among them."""
        command = [sys.executable, "-m", "pytest", "-v", "checks"]
        command += ["-p", "no:xdist"] if self.workers == 0 else ["-n", str(self.workers)]
        own = {"TOOL_VERSION": tool, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **more}
        own[store.VARIABLE] = str(self.root / "build")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        done = subprocess.run(
            command,
            cwd=self.root,
            env={**kept, **own},
            capture_output=True,
            text=True,
            timeout=HANG_SECONDS,
            check=False,
        )
        assert done.returncode in (0, 1, 5), done.stdout + done.stderr
        ran, failed = set(), set()
        for line in done.stdout.splitlines():
            words = [word for word in line.split() if word.startswith("checks/")]
            outcomes = {"PASSED", "FAILED", "SKIPPED"} & set(line.split())
            if words and outcomes and "%" in line:
                ran.add(words[0].removeprefix("checks/"))
                failed |= {words[0].removeprefix("checks/")} if outcomes == {"FAILED"} else set()
        assert more or f"{len(ran)} tests ran; {len(EVERY) - len(ran)} passed before" in done.stdout, done.stdout
        return ran, failed


@pytest.mark.parametrize("workers", [0, 2], ids=["alone", "workers"])
def test_exactly_what_depends(workers: int, tmp_path: Path) -> None:
    project = Project(tmp_path, workers)
    assert project.run() == (EVERY, set())
    assert project.run() == (ALWAYS, set())
    project.edit("sample/apart.py", "1", "2")  # imported by a script in a string
    assert project.run() == ({SCRIPT, *PARAMETERS} | ALWAYS, set())
    project.edit("sample/letters.py", "'a'", "'a'  # by way of another module")
    project.edit("checks/data.txt", "aa", "bb")
    assert project.run() == ({WORD, DATA} | ALWAYS, {DATA})
    assert project.run() == ({DATA} | ALWAYS, {DATA}), "a failure is not remembered"
    project.edit("checks/data.txt", "bb", "aa")
    assert project.run() == (ALWAYS, set()), "back to what has passed"
    assert project.run("2") == (EVERY, set()), "another tool"


def test_a_failure_takes_back_what_was_remembered(tmp_path: Path) -> None:
    """A test that passes by chance only: not all its dependences are known."""
    project = Project(tmp_path, 0)
    project.run()
    project.edit("checks/test_words.py", "== 'aa'", "== 'aa' and 'FORGETFUL' not in __import__('os').environ")
    assert project.run() == ({WORD} | ALWAYS, set())
    assert project.run(FORGETFUL="1") == (EVERY, {WORD})
    assert project.run() == ({WORD} | ALWAYS, set())


EDIT = """    from pathlib import Path
    Path("sample/more.py").exists() or Path("sample/more.py").touch()
    assert"""


def test_an_edit_during_the_run(tmp_path: Path) -> None:
    """Nothing is remembered, because the tests may have seen different versions of the tree."""
    project = Project(tmp_path, 0)
    project.edit("checks/test_data.py", "    assert", EDIT)
    assert project.run() == (EVERY, set())
    assert project.run() == (EVERY, set())
    assert project.run() == (ALWAYS, set())
