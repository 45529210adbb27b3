# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The projects of docs/vendoring.md: its command and its files, in a folder with a blank in its name."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path

from targets.toolchain.process import HANG_SECONDS, run
from tests.cli.runner import ROOT, build, environment
from tests.runtime.test_compile import DECLARATIONS

PAGE = (ROOT / "docs" / "vendoring.md").read_text("utf-8")
# Of the page's main.c: SHA-256 of "abc" (FIPS 180-4).
SHA256_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
SHA1_OF_ABC = "a9993e364706816aba3e25717850c26c9cd0d89d"  # FIPS 180-4
MD5_OF_ABC = "900150983cd24fb0d6963f7d28e17f72"  # RFC 1321
WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wcast-qual -Werror".split()
STRICT = [*WARNINGS, *DECLARATIONS]  # for C alone


def snippet(language: str) -> str:
    """The only block in a language of the page."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)
    assert len(found) == 1, (language, len(found))
    return str(found[0])


def vendor(folder: Path, *words: str, prefix: str = "mylib_", status: int = 0) -> str:
    """Run ``build.py vendor`` into a folder. Returns its output."""
    done = build(ROOT, "vendor", "--into", folder, "--prefix", prefix, *words)
    assert done.returncode == status and not done.stderr, (done.returncode, done.stdout, done.stderr)
    return done.stdout


def app(tmp_path: Path, *files: tuple[str, str]) -> Path:
    """The page's project, vendored by its command; ``files``: name and language of each snippet."""
    folder = tmp_path / "my app"
    folder.mkdir()
    words = shlex.split(snippet("sh").replace("\\\n", " "))
    assert words[:3] == ["python3", "build.py", "vendor"] and "../app/third_party/asmloom" in words
    place = folder / "third_party" / "asmloom"
    done = build(ROOT, *(str(place) if word == "../app/third_party/asmloom" else word for word in words[2:]))
    assert done.returncode == 0 and not done.stderr, done.stderr
    for name, language in (("main.c", "c"), *files):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(snippet(language))
    return folder


def call(
    *words: str | Path, cwd: Path, env: Mapping[str, str] | None = None, seconds: float = HANG_SECONDS
) -> subprocess.CompletedProcess[str]:
    """Run a tool, which must succeed. Returns its output as text."""
    done = run([str(word) for word in words], timeout=seconds, cwd=cwd, env=environment(env))
    text = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert done.returncode == 0, f"{words}: {done.returncode}\n{text.stdout}\n{text.stderr}"
    return text


def quiet(done: subprocess.CompletedProcess[str]) -> None:
    """No tool warned of anything."""
    text = done.stdout + done.stderr
    assert not re.search(r"\bwarning\b", text, re.I), text
