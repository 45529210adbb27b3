# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The runtime reads preference files: a good one counts, and a wrong one changes nothing and is told."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from generator import library
from generator.headers import build_name
from targets.toolchain.process import HANG_SECONDS, run
from tests.runtime import quick
from tests.runtime.tuning_file import BANDS, Choice, Cpu, cpu, render, sealed

pytestmark = pytest.mark.kernels()  # choices come from contracts and preferences

HERE = Path(__file__).parent
BUILD = build_name(library.load().chosen())
UNREADABLE, UNKNOWN, CORRUPT, STALE, FOREIGN, CANNOT_RUN, TAKEN = range(-1, -8, -1)
RC4 = [Choice("rc4_stream", 0, "portable"), Choice("rc4_stream", 48, "branchfree")]
MD5 = [Choice("md5_blocks", 0, "portable"), Choice("md5_blocks", 0, "scalar", "throughput"),
       Choice("md5_blocks", 0, "scalar", "latency"), Choice("md5_blocks", 640, "portable", "latency")]  # fmt: skip


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sanitizers watch the reader of files."""
    return quick.linked(tmp_path_factory.mktemp("tuning"), [HERE / "tuning.c"], quick.PLAIN, ("tuning.c",))


def tell(program: Path, *words: str, **env: str) -> str:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("ASMLOOM_")}
    done = run([str(program), *words], env={**plain, **env}, timeout=HANG_SECONDS)
    assert (done.returncode, done.stderr) == (0, b""), (done.returncode, done.stdout[-500:], done.stderr[-2000:])
    return done.stdout.decode("ascii")


@pytest.fixture(scope="module")
def here(program: Path) -> Cpu:
    return cpu(tell(program, "explain"))


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], str]:
    def to_file(text: str) -> str:
        path = tmp_path / "file.tuning"
        path.write_bytes(text.encode("latin-1"))
        return str(path)

    return to_file


def plan(text: str, kernel: str) -> list[str]:
    block = re.search(rf"^{kernel}\n((?:  .*\n)+)", text, re.M)
    assert block
    return [line.strip() for line in block[1].splitlines() if line.startswith("  ->")]


PORTABLE = [
    "-> portable from 0 to 47 bytes: by the preference file",
    "-> branchfree from 48 bytes: by the preference file",
]


def test_a_good_file(program: Path, here: Cpu, write: Callable[[str], str]) -> None:
    path = write(render(BUILD, here, [*RC4, *MD5], ["a comment", "by \x1b[31m nobody"]))
    before = tell(program, "explain")
    for words, env in ((("load", path), {}), (("text", path), {}), ((), {"ASMLOOM_TUNING": path})):
        for first in ((), ("use",)):
            text = tell(program, *first, *words, "use", "explain", **env)
            assert text.startswith("9072\n" * len(first) + "0\n" * (len(words) > 0) + "9072\n"), text[:100]
            assert plan(text, "rc4_stream") == PORTABLE
            assert plan(text, "md5_blocks") == ["-> portable at every size: by the preference file"]
            assert plan(text, "sha1_blocks") == plan(before, "sha1_blocks")
            assert ("ASMLOOM_TUNING: in use\n" if env else "loom_tuning_load: in use\n") in text


def test_policies(program: Path, here: Cpu, write: Callable[[str], str]) -> None:
    path = write(render(BUILD, here, [*RC4, *MD5]))
    for policy, wanted in (("throughput", ["scalar at every size"]),
                           ("latency", ["scalar from 0 to 639 bytes", "portable from 640 bytes"])):  # fmt: skip
        text = tell(program, "load", path, "explain", ASMLOOM_PREFER=policy)
        assert plan(text, "md5_blocks") == [f"-> {one}: by the preference file" for one in wanted]
        assert plan(text, "rc4_stream") == PORTABLE
        assert f", for {policy}\n" in text and "ignored" not in text


def test_pins_come_first(program: Path, here: Cpu, write: Callable[[str], str]) -> None:
    path = write(render(BUILD, here, [*RC4, *MD5]))
    for words, env in ((("load", path), {}), ((), {"ASMLOOM_TUNING": path})):
        text = tell(program, *words, "explain", ASMLOOM_PREFER="md5_blocks=scalar", **env)
        assert plan(text, "md5_blocks") == ["-> scalar at every size: pinned by ASMLOOM_PREFER"]
        assert plan(text, "rc4_stream") == PORTABLE


def test_one_file_counts(program: Path, here: Cpu, write: Callable[[str], str]) -> None:
    path = write(render(BUILD, here, RC4))
    assert tell(program, "load", path, "load", path, "text", path).split() == ["0", str(TAKEN), str(TAKEN)]
    assert tell(program, "load", path, ASMLOOM_TUNING=path).split() == [str(TAKEN)]
    assert tell(program, "load", "/nowhere", "missing", "load", path).split() == [
        str(UNREADABLE), str(UNREADABLE), str(UNKNOWN), "0"]  # fmt: skip


def test_a_load_under_way_keeps_out_nobody(
    program: Path, here: Cpu, write: Callable[[str], str], tmp_path: Path
) -> None:
    """Another thread waits for the text of a pipe. Each thread is told what is wrong with its own text; of two good
    texts the first one that is whole wins."""
    good, empty, pipe = write(render(BUILD, here, RC4)), str(tmp_path / "empty"), str(tmp_path / "pipe")
    Path(empty).touch()
    os.mkfifo(pipe)
    for words, results in (
        (("text", empty, "load", "/nowhere", "end", empty), (UNKNOWN, UNREADABLE, UNKNOWN)),
        (("text", empty, "end", good, "text", empty), (UNKNOWN, 0, TAKEN)),
        (("text", good, "text", good, "end", good), (0, TAKEN, TAKEN)),
        (("text", good, "end", empty), (0, UNKNOWN)),
    ):
        assert tell(program, "slow", pipe, *words).split() == [str(result) for result in results], words
    text = tell(program, "slow", pipe, "text", good, "end", good, "explain")
    assert plan(text, "rc4_stream") == PORTABLE


@pytest.mark.parametrize("kind", ["a FIFO", "a link to a FIFO", "a device", "a folder"])
def test_only_regular_files_before_main(kind: str, program: Path, tmp_path: Path) -> None:
    """Nobody writes to the FIFO, and the program goes on."""
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to(tmp_path / "fifo")
    path = {"a FIFO": tmp_path / "fifo", "a link to a FIFO": tmp_path / "link", "a device": "/dev/zero"}.get(
        kind, tmp_path
    )
    text = tell(program, "explain", ASMLOOM_TUNING=str(path))
    assert "ASMLOOM_TUNING: ignored: the file cannot be read" in text


def test_eight_threads(program: Path, here: Cpu, write: Callable[[str], str], tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    good = write(render(BUILD, here, RC4))
    assert tell(program, *["threads", str(empty)] * 100).split() == [str(UNKNOWN)] * 800
    assert sorted(map(int, tell(program, "threads", good).split())) == [TAKEN] * 7 + [0]


def _wrong(here: Cpu) -> dict[str, tuple[int, str]]:
    """What is wrong → the result, and the text."""
    good = render(BUILD, here, RC4)
    body = good[: good.rindex("end ")]
    head = render(BUILD, here, [])
    head = head[: head.rindex("end ")]

    def rows(*lines: str) -> str:
        return sealed(head + "".join(f"{line}\n" for line in lines))

    six = [f"prefer rc4_stream {size} portable" for size in range(BANDS + 1)]
    return {
        "empty": (UNKNOWN, ""),
        "another file": (UNKNOWN, "#!/bin/sh\n"),
        "another version": (UNKNOWN, sealed(body.replace("asmloom-tuning 1", "asmloom-tuning 2"))),
        "no end": (CORRUPT, body),
        "no newline": (CORRUPT, good[:-1]),
        "cut": (CORRUPT, good[: len(good) // 2]),
        "more": (CORRUPT, good + "\n"),
        "twice": (CORRUPT, good + good),
        "one letter": (CORRUPT, good.replace("branchfree", "branchfrea")),
        "the sum": (CORRUPT, body + "end 0000000000000000\n"),
        "lines of Windows": (UNKNOWN, good.replace("\n", "\r\n")),
        "no letter": (CORRUPT, sealed(body).replace("portable", "port\0ble")),
        "no lines": (CORRUPT, sealed("asmloom-tuning 1\n")),
        "a long file": (CORRUPT, sealed(f"{body}# {'x' * 16384}\n")),
        "no cpu": (CORRUPT, sealed(f"asmloom-tuning 1\nbuild {BUILD}\n")),
        "another build": (STALE, render("0" * 16, here, RC4)),
        "part of a build": (STALE, render(BUILD[:-1], here, RC4)),
        "another vendor": (FOREIGN, render(BUILD, Cpu("GenuineCyrix", here.family, here.model, here.core), RC4)),
        "another family": (FOREIGN, render(BUILD, Cpu(here.vendor, here.family + 1, here.model, here.core), RC4)),
        "another model": (FOREIGN, render(BUILD, Cpu(here.vendor, here.family, here.model + 1, here.core), RC4)),
        "an unknown kernel": (CORRUPT, rows("prefer rc5_stream 0 portable")),
        "an unknown variant": (CORRUPT, rows("prefer rc4_stream 0 portably")),
        "an unknown policy": (CORRUPT, rows("prefer rc4_stream 0 portable", "prefer rc4_stream 0 portable lazy")),
        "an unknown word": (CORRUPT, rows("refer rc4_stream 0 portable")),
        "an empty line": (CORRUPT, rows("")),
        "two blanks": (CORRUPT, rows("prefer rc4_stream  0 portable")),
        "six words": (CORRUPT, rows("prefer rc4_stream 0 portable any any")),
        "no number": (CORRUPT, rows("prefer rc4_stream x portable")),
        "no size": (CORRUPT, rows("prefer rc4_stream  portable")),
        "a large number": (CORRUPT, rows("prefer rc4_stream 0 portable", "prefer rc4_stream 4294967360 portable")),
        "a long zero": (CORRUPT, rows("prefer rc4_stream 00 portable")),
        "no first row": (CORRUPT, rows("prefer rc4_stream 1 portable")),
        "the wrong order": (CORRUPT, rows(*six[:2], *six[1:2])),
        "many rows": (CORRUPT, rows(*six)),
        "apart": (CORRUPT, rows(six[0], "prefer md5_blocks 0 scalar", six[0])),
        "a policy alone": (CORRUPT, rows(six[0] + " latency")),
    }  # fmt: skip


def test_wrong_files(program: Path, here: Cpu, write: Callable[[str], str]) -> None:
    """Whatever is wrong, the whole file counts for nothing, and a good file still can. With ASMLOOM_TUNING, rows are
    read at a kernel's first call: what is wrong with names costs that kernel its rows."""
    good = write(render(BUILD, here, RC4))
    kept = Path(good).with_name("good")
    Path(good).rename(kept)
    before = tell(program, "explain")
    for name, (result, text) in _wrong(here).items():
        path = write(text)
        assert tell(program, "load", path, "text", path, "explain") == f"{result}\n{result}\n{before}", name
        assert tell(program, "load", path, "load", str(kept)).split() == [str(result), "0"], name
        told = tell(program, "explain", ASMLOOM_TUNING=path)
        if name in ("an unknown kernel", "an unknown variant", "apart"):
            assert re.search(r"^ASMLOOM_TUNING: in use\nASMLOOM_TUNING: (rc4_stream: )?ignored: ", told, re.M), name
            assert plan(told, "rc4_stream") == plan(before, "rc4_stream"), name
        else:
            line = re.search(r"^ASMLOOM_TUNING: ignored: .*\n", told, re.M)
            assert line and told.replace(line[0], "") == before, name


def test_what_cannot_run(program: Path, here: Cpu, write: Callable[[str], str]) -> None:
    kernel, feature = (
        ("sha1_blocks", "ssse3") if "amd" in here.core or "intel" in here.core else ("sha1_blocks", "sha1")
    )
    variant = "ssse3" if feature == "ssse3" else "ce"
    path = write(render(BUILD, here, [*RC4, Choice(kernel, 0, variant)]))
    assert tell(program, "load", path) == "0\n"
    text = tell(program, "load", path, "explain", ASMLOOM_CPU=f"-{feature}")
    assert text.startswith(f"{CANNOT_RUN}\n") and "by the preference file" not in text
    text = tell(program, "explain", ASMLOOM_CPU=f"-{feature}", ASMLOOM_TUNING=path)
    assert f"ASMLOOM_TUNING: {kernel}: ignored: the file names a variant that cannot run here\n" in text
    assert plan(text, "rc4_stream") == PORTABLE and "by the preference file" not in plan(text, kernel)[0]


def test_the_words(program: Path, here: Cpu, write: Callable[[str], str]) -> None:
    wrong = _wrong(here)
    for name, words in (("empty", "no preference file of version 1"), ("cut", "the file is damaged"),
                        ("another build", "belongs to another build of the library"),
                        ("another model", "belongs to another CPU")):  # fmt: skip
        assert words in tell(program, "explain", ASMLOOM_TUNING=write(wrong[name][1]))
    for path in ("/nowhere", "/"):
        assert "ASMLOOM_TUNING: ignored: the file cannot be read\n" in tell(program, "explain", ASMLOOM_TUNING=path)
    assert "ASMLOOM_TUNING" not in tell(program, "explain", ASMLOOM_TUNING="")


def test_damaged_files(program: Path, here: Cpu, write: Callable[[str], str]) -> None:
    """Random damage, most of it below a right sum, under the address sanitizer."""
    path = write(render(BUILD, here, [*RC4, *MD5], ["a comment"]))
    found = [int(word) for word in tell(program, "fuzz", path, "60000").split()]
    good, unreadable, unknown, corrupt, stale, foreign, _ = found
    assert sum(found) == 60000 and unreadable == 0
    assert min(good, unknown, stale, foreign) > 50 and corrupt > 20000, found
