# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py diff`` as it is called: its sides, its options, its exit status."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from targets.toolchain.process import HANG_SECONDS
from tests.cli.runner import build, environment, one_line
from tests.diff.samples import COMMANDED

pytestmark = [pytest.mark.kernels(*COMMANDED), pytest.mark.code]
TWO = ("--kernel", "siphash24", "--kernel", "rc4_set_key")


def names(out: str) -> list[str]:
    """Functions in the order in which ``--stat`` lists them."""
    table = out.partition("\n\n")[2].splitlines()[1:]
    return [line.split()[0] for line in table]


def test_two_revisions(root: Path) -> None:
    """A difference common to several targets and syntaxes is shown once."""
    done = build(root, "diff", "first", "second", "--stat")
    assert (done.returncode, done.stderr) == (1, "")
    wanted = ["rc4_set_key_scalar", "rc4_stream_lookahead", "siphash24_scalar", "siphash24_scalar"]
    assert names(done.stdout) == wanted
    key, gone, x86, arm = done.stdout.splitlines()[-4:]
    assert {"x86_64-apple-darwin:gas and 7 more", "aarch64-apple-darwin:gas and 3 more"} == {
        re.split(r"differ\s+", row)[1] for row in (x86, arm)
    }
    assert "only in first" in gone and "aarch64-apple-darwin:gas and 3 more" in gone
    assert key.split()[2] == "1"
    head = build(root, "diff", "first", "second", "--json")
    found = json.loads(head.stdout)
    rotated = found["functions"][2]
    assert rotated["counts"] == {"constants": 1}
    assert rotated["lines"][0]["b"]["text"].endswith("9")
    assert found["same"] > 0


def test_a_revision_and_a_folder(root: Path) -> None:
    done = build(root, "diff", "second", "generated")
    assert done.returncode == 0 and " 0 different" in done.stdout
    done = build(root, "diff", "first", "generated", "--only", "constants")
    assert done.returncode == 1 and "rc4" not in done.stdout
    assert re.search(r"^ +c +\d+ +ro[lr] .*[|] +\d+ +ro[lr] .*9$", done.stdout, re.M), done.stdout


def test_a_revision_and_a_triple(root: Path) -> None:
    """The part of the revision that is this triple; what was changed by hand is not what the kernels make."""
    done = build(root, "diff", "second", "x86_64-linux-gnu:nasm", *TWO, "--only", "constants")
    assert done.returncode == 1
    assert "constants         1 in   1" in done.stdout and "made anew: siphash24" in done.stdout


def test_two_folders_of_any_layout(root: Path, tmp_path: Path) -> None:
    """Files are known by their banners: another layout and another prefix are no obstacle."""
    one, two = tmp_path / "one", tmp_path / "two"
    words = ("generate", "--kernel", "siphash24", "--target", "x86_64-linux-gnu", "--target", "x86_64-apple-darwin")
    assert build(root, *words, "--into", one).returncode == 0
    assert build(root, *words, "--into", tmp_path / "flat", "--prefix", "mylib_").returncode == 0
    shutil.rmtree(one / "include")
    (two / "src" / "deep").mkdir(parents=True)
    for path in (tmp_path / "flat" / "x86_64").rglob("*.*"):
        name = path.name if path.suffix == ".h" else f"{path.parent.name}_{path.name}"
        shutil.copy(path, two / "src" / "deep" / name)
    (two / "README").write_text("mine\n")
    done = build(root, "diff", one, two, "--stat")
    assert done.returncode == 1
    assert "other file README: only in the second" in done.stdout
    classes = re.findall(r"^  (\w) \w+ +\d+ in", done.stdout, re.M)
    assert classes == ["l"], done.stdout
    assert build(root, "diff", one, one).returncode == 0


def test_two_triples_and_two_syntaxes(root: Path) -> None:
    done = build(root, "diff", "x86_64-linux-gnu", "x86_64-pc-windows-msvc", "--kernel", "rc4_stream")
    assert done.returncode == 1
    assert "x86_64-linux-gnu:gas  and  x86_64-pc-windows-msvc:clang-cl" in done.stdout
    assert "loop bodies: the same (" in done.stdout and "argument state" in done.stdout
    for a, b in (("x86_64-linux-gnu:gas", "x86_64-linux-gnu:nasm"), ("x86_64-linux-gnu", "x86_64-linux-gnu/nasm")):
        done = build(root, "diff", a, b, "--kernel", "rc4_set_key_scalar", "--json")
        assert done.returncode == 1
        found = json.loads(done.stdout)
        assert (found["a"], found["b"]) == ("x86_64-linux-gnu:gas", "x86_64-linux-gnu:nasm")
        assert [set(f["counts"]) for f in found["functions"]] == [{"spelling"}]
    done = build(root, "diff", "x86_64-linux-gnu:gas", "x86_64-linux-gnu:nasm", "--only", "selection,registers")
    assert done.returncode == 0


def test_only_and_hidden_lines(root: Path) -> None:
    """Renamed registers are counted, and shown when asked for."""
    words = ("diff", "aarch64-linux-gnu", "arm64ec-pc-windows-msvc", "--kernel", "rc4_stream")
    short = build(root, *words).stdout
    long = build(root, *words, "--only", "registers,frame,selection").stdout
    assert "--only spelling,registers shows them" in short and "shows them" not in long
    assert len(long.splitlines()) > len(short.splitlines())


REFUSED = [
    (("first", "secnod"), ("secnod", "did you mean second")),
    (("x86_64-linux-gn", "second"), ("x86_64-linux-gn", "did you mean x86_64-linux-gnu")),
    (("x86_64-linux-gnu:masm", "second"), ("no syntax 'masm'", "it has gas, nasm")),
    (("x86_64-linux-gnu:", "second"), ("no syntax ''",)),
    (("x86_64-linux-musl", "second"), ("x86_64-linux-musl", "x86_64-linux-gnu")),
    (("aarch64-linux-gnu", "aarch64-linux-gnu"), ("nothing to compare",)),
    (("first", "first^0"), ("the same revision", "nothing to compare")),
    (("first", "second", "--kernel", "siphash2"), ("--kernel siphash2", "did you mean siphash24")),
    (("first", "second", "--only", "featurs"), ("--only featurs", "did you mean features")),
    (("runtime", "second"), ("runtime holds no generated sources",)),
    (("build.py", "second"), ("build.py is a file",)),
    (("nowhere/at/all", "second"), ("nowhere/at/all",)),
    (("--fast", "first", "second"), ("--fast",)),
    (("", "second"), ("it is no triple",)),
    (("first",), ("B",)),
    (("first", "second", "third"), ("third",)),
    (("first", "second", "--html", "runtime"), ("--html runtime", "folder")),
    (("first", "second", "--html", "no/such/page.html"), ("--html no/such/page.html", "no folder")),
    (("first", "i686-linux-gnu"), ("first has no sources of i686-linux-gnu:gas", "it has")),
]  # fmt: skip


@pytest.mark.parametrize(("words", "wanted"), REFUSED, ids=lambda value: " ".join(value)[:60])
def test_refused(words: tuple[str, ...], wanted: tuple[str, ...], root: Path) -> None:
    one_line(build(root, "diff", *words), *wanted)


def test_damaged_files(root: Path, tmp_path: Path) -> None:
    """Cut off, of an unknown target, twice there: the file is named."""
    words = ("generate", "--kernel", "rc4_set_key", "--target", "x86_64-linux-gnu", "--into", tmp_path)
    assert build(root, *words).returncode == 0
    good = (tmp_path / "x86_64" / "gas" / "rc4_set_key_scalar.S").read_text("ascii")
    last = re.search(r"\n\s+ret\n", good)
    assert last is not None
    whole = tmp_path / "whole"
    whole.mkdir()
    (whole / "f.S").write_text(good)
    cases = {
        "cut": (good[: last.start()], "the file is cut off"),
        "target": (good.replace("Target x86_64-linux-gnu", "Target x86_64-beos"), "unknown triple"),
        "entry": (good.replace("loom_begin loom_rc4_set_key_scalar", "loom_begin loom_other"), "not defined in it"),
    }
    for name, (text, wanted) in cases.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "f.S").write_text(text)
        one_line(build(root, "diff", whole, folder), "f.S", wanted)
    (whole / "g.S").write_text(good)
    one_line(build(root, "diff", whole, root / "generated"), "f.S", "g.S", "the same function")


def test_a_folder_that_is_a_revision_too(root: Path) -> None:
    (root / "first").mkdir()
    try:
        one_line(build(root, "diff", "first", "second"), "a folder and a revision", "./first")
    finally:
        (root / "first").rmdir()


def test_without_git(root: Path, tmp_path: Path) -> None:
    place = tmp_path / "bin"
    place.mkdir()
    one_line(build(root, "diff", "first", "second", env={"PATH": str(place)}), "first", "a revision needs git")
    done = build(root, "diff", "generated", "generated", env={"PATH": str(place)})
    assert done.returncode == 0


def on_a_terminal(root: Path, *words: str, env: dict[str, str]) -> tuple[int, str]:
    """Run with a terminal for output; what was written to it."""
    ours, theirs = pty.openpty()
    own = environment({"TERM": "xterm", "COLUMNS": "100", "LINES": "40", **env})
    child = subprocess.Popen(
        [sys.executable, str(root / "build.py"), *words], cwd=root, env=own, stdin=theirs, stdout=theirs,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(theirs)
    parts = []
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        parts.append(part)
    os.close(ours)
    return child.wait(HANG_SECONDS), b"".join(parts).decode("utf-8", "replace")


def test_colour_and_pager(root: Path) -> None:
    """On a terminal only, NO_COLOR obeyed, and through the reader's own pager."""
    words = ("diff", "first", "second", "--kernel", "siphash24")
    status, coloured = on_a_terminal(root, *words, env={"PAGER": "cat"})
    assert status == 1 and "\x1b[31m" in coloured and "\x1b[32m" in coloured
    longest = max(len(re.sub(r"\x1b\[\d*(;\d+)?m", "", line)) for line in coloured.splitlines() if "\u2502" in line)
    assert longest <= 101
    status, plain = on_a_terminal(root, *words, env={"PAGER": "cat", "NO_COLOR": "1"})
    assert status == 1 and "\x1b" not in plain
    status, paged = on_a_terminal(root, *words, env={"PAGER": "sed s/^/paged:/"})
    assert status == 1 and all(line.startswith("paged:") for line in paged.splitlines())
    status, unpaged = on_a_terminal(root, *words, env={"PAGER": "no-such-pager"})
    assert status == 1 and "siphash24_scalar" in unpaged
    assert "\x1b" not in build(root, *words, env={"PAGER": "false"}).stdout


def test_a_reader_that_has_seen_enough(root: Path) -> None:
    words = [sys.executable, str(root / "build.py"), "diff", "x86_64-linux-gnu", "aarch64-linux-gnu"]
    child = subprocess.Popen(words, cwd=root, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout is not None and child.stderr is not None
    child.stdout.read(1)
    child.stdout.close()
    assert child.stderr.read() == b""
    child.stderr.close()
    child.wait(HANG_SECONDS)
