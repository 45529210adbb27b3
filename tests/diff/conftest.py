# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A checkout of few kernels with two revisions, the second of which differs in known ways."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from targets.toolchain.process import HANG_SECONDS
from tests.cli.runner import ROOT, few
from tests.diff.samples import COMMANDED
from tests.external import siphash

CELLS = ("x86_64/gas", "x86_64/nasm", "aarch64/gas")


def git(root: Path, *words: str) -> None:
    names = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.invalid", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(root), *names, *words], check=True, capture_output=True, timeout=HANG_SECONDS)


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``first``: some of generated/. ``second``: a rotation of SipHash changed everywhere, a comment, a file gone.

    The command needs no kernel in particular: with RC4 and SipHash, which is the tests' own, it is quick.
    """
    made = few(tmp_path_factory.mktemp("diff") / "asmloom", COMMANDED, [Path(siphash.__file__)])
    generated = made / "generated"
    for folder in generated.glob("*/*"):
        if folder.is_dir() and folder.relative_to(generated).as_posix() not in (*CELLS, "include"):
            shutil.rmtree(folder)
    git(made, "init", "-q", "-b", "trunk")
    git(made, "add", "-A", "generated")
    git(made, "commit", "-q", "-m", "first")
    git(made, "tag", "first")
    for cell in CELLS:
        path = next((generated / cell).glob("siphash24_scalar.*"))
        text = path.read_text("ascii")
        rotation = re.search(r"^\s+(rol\s+\w+, 13|ror\s+\w+, \w+, #51)\b", text, re.M)
        assert rotation is not None
        path.write_text(text.replace(rotation[0], re.sub(r"(13|51)$", "9", rotation[0]), 1), "ascii")
    path = generated / "x86_64" / "gas" / "rc4_set_key_scalar.S"
    path.write_text(path.read_text("ascii").replace("/* at += 16 ", "/* place += 16 ", 1), "ascii")
    next((generated / "aarch64" / "gas").glob("rc4_stream_lookahead.S")).unlink()
    git(made, "add", "-A", "generated")
    git(made, "commit", "-q", "-m", "second")
    git(made, "tag", "second")
    assert made != ROOT
    return made
