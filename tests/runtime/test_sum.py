# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""loom-sum, beside Python's hashlib and coreutils' sha256sum: the same lines, verdicts, messages and exit statuses.

The program of this machine has every kernel that runs here. ``sanitized`` is portable C under the sanitizers, with
variants for several messages pinned. ``test_sum_windows.py`` runs the program of Windows.
"""

from __future__ import annotations

import hashlib
import os
import platform
import pty
import random
import re
import select
import subprocess
import threading
import time
from pathlib import Path

import pytest

import targets
from generator import library, rooms
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from targets.toolchain.product import Workshop, default_syntax
from tests.runtime.headers import headers
from tests.runtime.test_batches import PORTABLE

pytestmark = pytest.mark.code
HASHES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
MIB = 1 << 20
BUFFERS = [64 * MIB // lanes for lanes in (4, 8, 16, 32, 64)]  # as in sum_queue.c, for some number of lanes
LONG = BUFFERS[0] + 12345  # a file that is hashed in pieces
LINE = 65536  # as in sum.h
ODD_NAMES = (
    "plain", "with blank", "*star", " blank", "-dash", "tab\there", "back\\slash", "line\nfeed", "return\rhere", "\\",
    "\\n", "quote'", "(brackets) = x", ")", "ends\n", "x" * 255, "ünïcode", "\udcff\udcfe", "SHA256 (x) = y",
    "#comment",
)  # fmt: skip


class Sum:
    """The program, and what it is compared with."""

    def __init__(self, exe: Path, env: dict[str, str] | None = None) -> None:
        self.exe = exe
        self.env = {**os.environ, "LC_ALL": "C", **(env or {})}

    def __call__(
        self, cwd: Path, *words: str, stdin: Path | None = None, stdout: Path | None = None
    ) -> tuple[int, bytes, bytes]:
        done = run([str(self.exe), *words], cwd=cwd, env=self.env, stdin=stdin, stdout=stdout, timeout=HANG_SECONDS)
        assert done.returncode in (0, 1, 2), (words[:9], done.returncode, done.stderr[-3000:])
        # sha256sum quotes some names in its messages.
        err = re.sub(rb"(?m)^(SUM: )'(.*)': No such", rb"\1\2: No such", self._named(done.stderr))
        return done.returncode, done.stdout, err

    @staticmethod
    def _named(err: bytes) -> bytes:
        return re.sub(rb"(?m)^(loom-sum|\S*sha256sum): ", b"SUM: ", err)


@pytest.fixture(scope="module")
def native(tmp_path_factory: pytest.TempPathFactory) -> Sum:
    target = targets.for_host(platform.system(), platform.machine())
    workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
    workshop.place = tmp_path_factory.mktemp("native")
    static = workshop.static()
    return Sum(workshop.program("loom-sum", rooms.sources("sum"), static))


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Sum:
    folder = tmp_path_factory.mktemp("sanitized")
    exe = folder / "loom-sum"
    words = [str(require("gcc")), "-std=c99", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    words += ["-DLOOM_NO_ASM", f"-I{headers(folder / 'include')}", *rooms.includes(), "-o", str(exe)]
    done = run([*words, *map(str, rooms.sources("library", "sum"))], timeout=HANG_SECONDS)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
    # The program keeps its memory until it ends.
    return Sum(exe, {"ASMLOOM_PREFER": PORTABLE, "ASAN_OPTIONS": "detect_leaks=0"})


@pytest.fixture(params=["native", "sanitized"])
def loom(request: pytest.FixtureRequest) -> Sum:
    made = request.getfixturevalue(request.param)
    assert isinstance(made, Sum)
    return made


@pytest.fixture(scope="module")
def core() -> Sum:
    return Sum(require("sha256sum"))


def _escaped(name: str) -> tuple[str, str]:
    """The mark of an escaped name, and the name."""
    escaped = name.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
    return ("" if escaped == name else "\\"), escaped


def lines(folder: Path, names: list[str], kind: str = "sha256", mark: str = " ") -> bytes:
    """What the program prints of files, by hashlib."""
    out = []
    for name in names:
        digest = hashlib.new(kind, (folder / name).read_bytes()).hexdigest()
        lead, shown = _escaped(name)
        out.append(f"{lead}{digest} {mark}{shown}\n")
    return "".join(out).encode("utf-8", "surrogateescape")


def written(folder: Path, sizes: list[int], seed: int = 1) -> list[str]:
    rng = random.Random(seed)
    names = []
    for number, size in enumerate(sizes):
        name = f"{number:05}"
        (folder / name).write_bytes(rng.randbytes(size))
        names.append(name)
    return names


@pytest.mark.parametrize("kind", HASHES)
def test_many_files(kind: str, loom: Sum, tmp_path: Path) -> None:
    """Thousands of small files, with every length around the ends of blocks."""
    rng = random.Random(2)
    sizes = [*range(300), *(rng.randrange(5000) for _ in range(700)), *(0 for _ in range(600))]
    names = written(tmp_path, sizes * (2 if kind == "sha256" else 1))
    wanted = lines(tmp_path, names, kind)
    assert loom(tmp_path, "-a", kind, *names) == (0, wanted, b"")
    (tmp_path / "list").write_bytes(wanted)
    verdicts = "".join(f"{name}: OK\n" for name in names).encode()
    assert loom(tmp_path, f"--algorithm={kind}", "-c", "list") == (0, verdicts, b"")


@pytest.mark.parametrize("kind", ["md5", "sha256"])
def test_long_files(kind: str, loom: Sum, tmp_path: Path) -> None:
    """Files around the size of a buffer among short ones, some of which end long before an earlier one."""
    sizes = [MIB - 1, *(0 for _ in range(700)), LONG, 3]
    sizes += [buffer + more for buffer in BUFFERS for more in (-1, 0, 1)]
    sizes += [MIB - 70 * n for n in range(40)]
    names = written(tmp_path, sizes)
    assert loom(tmp_path, "-a", kind, *names) == (0, lines(tmp_path, names, kind), b"")


@pytest.mark.parametrize("words", [(), ("-b",), ("-t",), ("-bt",), ("-tb",), ("--tag",), ("-z",), ("--tag", "-zb")])
def test_odd_names(words: tuple[str, ...], loom: Sum, core: Sum, tmp_path: Path) -> None:
    for name in ODD_NAMES:
        (tmp_path / name).write_bytes(name.encode("utf-8", "surrogateescape"))
    (tmp_path / "empty").touch()
    names = [*ODD_NAMES, "empty", "./empty"]
    got = loom(tmp_path, *words, "--", *names)
    assert got == core(tmp_path, *words, "--", *names)
    if not words:
        assert got == (0, lines(tmp_path, names), b"")
    if "-z" not in words and "-zb" not in words:
        (tmp_path / "list").write_bytes(got[1])
        checked = loom(tmp_path, "-c", "list")
        assert checked == core(tmp_path, "-c", "list")
        assert (checked[0], checked[1].count(b": OK\n"), checked[2]) == (0, len(names), b"")


def test_tags_of_every_hash(loom: Sum, tmp_path: Path) -> None:
    names = written(tmp_path, [3, 0])
    for kind in HASHES:
        tool = require("sha256sum")
        wanted = run([str(tool.with_name(tool.name.replace("sha256", kind))), "--tag", *names], cwd=tmp_path)
        assert loom(tmp_path, "-a", kind, "--tag", *names) == (0, wanted.stdout, b"")
        (tmp_path / "list").write_bytes(wanted.stdout)
        assert loom(tmp_path, f"-ca{kind}", "list") == (0, b"00000: OK\n00001: OK\n", b"")


def test_what_cannot_be_read(loom: Sum, core: Sum, tmp_path: Path) -> None:
    """Missing files, folders, and a file that opens and cannot be read: the rest goes on, in its order."""
    names = written(tmp_path, [10] * 50)
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    words = ["missing", *names[:20], "folder", "00000/x", *names[20:], "loop", "/proc/self/mem", names[0]]
    got = loom(tmp_path, *words)
    assert got == core(tmp_path, *words)
    assert (got[0], got[1], got[2].count(b"\n")) == (1, lines(tmp_path, [*names, names[0]]), 5)
    assert loom(tmp_path, "a\x1b[2Jb") == (1, b"", b"SUM: a\\x1b[2Jb: No such file or directory\n")


def test_standard_input(loom: Sum, core: Sum, tmp_path: Path) -> None:
    names = written(tmp_path, [100, MIB, LONG])
    for name in names:
        for words in ([], ["-"], ["--", "-"], ["--tag"], ["-b", "-"], [names[0], "-", names[0]], ["-", "-"]):
            got = loom(tmp_path, *words, stdin=tmp_path / name)
            assert got == core(tmp_path, *words, stdin=tmp_path / name)
    listing = tmp_path / "list"
    listing.write_bytes(lines(tmp_path, names))
    for words in (["-c"], ["-c", "-"], ["-c", "list", "list"]):
        assert loom(tmp_path, *words, stdin=listing) == core(tmp_path, *words, stdin=listing)
    listing.write_bytes(lines(tmp_path, names[:1]).replace(names[0].encode(), b"-"))
    assert loom(tmp_path, "-c", "list", stdin=tmp_path / names[0]) == (0, b"-: OK\n", b"")
    got = loom(tmp_path, "-c", stdin=listing)
    assert got[:2] == (1, b"-: FAILED open or read\n")
    assert got[2].startswith(b"SUM: -: standard input is the list itself\n")


def test_earlier_files_are_told_before_a_wait(native: Sum, tmp_path: Path) -> None:
    """Standard input may be a person who types."""
    names = written(tmp_path, [10, 2000])
    words = [str(native.exe), *names, "-"]
    with subprocess.Popen(words, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None and child.stdout is not None
        ready = select.select([child.stdout], [], [], HANG_SECONDS / 30)[0]
        child.stdin.close()
        got = child.stdout.read()
    assert ready and got == lines(tmp_path, names) + f"{hashlib.sha256().hexdigest()}  -\n".encode()


CHECKS = [
    [], ["-w"], ["--quiet"], ["--status"], ["--strict"], ["--ignore-missing"], ["--quiet", "--warn"],
    ["--warn", "--quiet"], ["--status", "--quiet"], ["--quiet", "--status"], ["--warn", "--status", "--strict"],
    ["--ignore-missing", "--quiet", "--strict"],
]  # fmt: skip


@pytest.mark.parametrize("words", CHECKS, ids=" ".join)
def test_check(words: list[str], loom: Sum, core: Sum, tmp_path: Path) -> None:
    names = written(tmp_path, [10, 0, 2000, 77])
    good = lines(tmp_path, names)
    wrong = b"0" * 64 + b"  00001\n"
    missing = b"1" * 64 + b" *missing\n"
    two = b"1" * 64 + b"  missing.too\n"
    for number, text in enumerate(
        (
            b"", b"\n", good, good.upper(), wrong, missing, missing + two, wrong * 2, b"x\n", b"# x\n", b"#x\n" + good,
            good + b"x\n", good + b"\n\n" + good, good + wrong + missing + b"x\n", good.rstrip(b"\n"), wrong + missing,
            good.replace(b"\n", b"\r\n"), b" \t" + good, good.replace(b"  ", b" "), good.replace(b"  ", b"\t "),
            b"x\ny\n" + wrong, good.replace(b"  ", b" ") + good, good + good.replace(b"  ", b" "), b"x",
        )
    ):  # fmt: skip
        (tmp_path / "list").write_bytes(text)
        got = loom(tmp_path, "-c", *words, "list")
        assert got == core(tmp_path, "-c", *words, "list"), (number, text)
    for lists in (["list", "none", "list"], ["."], ["none"], ["/dev/null", "list"]):
        assert loom(tmp_path, "-c", *words, *lists) == core(tmp_path, "-c", *words, *lists)


def test_spoilt_lists(loom: Sum, core: Sum, tmp_path: Path) -> None:
    """Lists with changed, added and lost characters: the same lines count, with the same names."""
    rng = random.Random(3)
    for name in ("a", "b c", "d\\e", "f\ng", "h(i) = j"):
        (tmp_path / name).write_text(name)
    made = [core(tmp_path, *words, "a", "b c", "d\\e", "f\ng", "h(i) = j")[1] for words in ((), ("-b",), ("--tag",))]
    good = b"".join(made).splitlines(keepends=True)
    spoilt = 0
    for turn in range(60):
        text = b""
        for _ in range(30):
            line = bytearray(rng.choice(good))
            for _ in range(rng.choice((0, 1, 1, 2, 4))):
                at = rng.randrange(len(line))
                new = rng.choice(b" *\\()=\tnrSHA256abc019g\r\n#)")
                how = rng.randrange(3)
                line[at : at + (how != 0)] = bytes([new]) if how < 2 else b""
                line = line or bytearray(b"\n")
            text += line
        (tmp_path / "list").write_bytes(text)
        got, wanted = loom(tmp_path, "-cw", "list"), core(tmp_path, "-cw", "list")
        ours, theirs = ([row for row in err.splitlines() if b": No such" not in row] for err in (got[2], wanted[2]))
        assert (*got[:2], ours) == (*wanted[:2], theirs), (turn, text)
        spoilt += sum(b"improperly" in row for row in ours)
    assert spoilt > 300


def test_lines_of_any_length(loom: Sum, tmp_path: Path) -> None:
    names = written(tmp_path, [10])
    good = lines(tmp_path, names)
    fits = b"0" * 64 + b"  " + b"x" * (LINE - 68) + b"\n"
    for long in (b"x" * (LINE - 1), b"x" * LINE, b"x" * (LINE + 1), good[:-1].ljust(3 * LINE, b"y"), b"\0" * 70, b"\0"):
        (tmp_path / "list").write_bytes(good + long + b"\n" + good + long)
        status, out, err = loom(tmp_path, "-c", "list")
        assert (status, out) == (0, b"00000: OK\n00000: OK\n")
        assert err == b"SUM: WARNING: 2 lines are improperly formatted\n"
        (tmp_path / "list").write_bytes(long + b"\n" + good)
        assert loom(tmp_path, "-c", "--strict", "list")[:2] == (1, b"00000: OK\n")
    (tmp_path / "list").write_bytes(fits * 300 + good)
    status, out, err = loom(tmp_path, "-c", "list")
    assert (status, out.count(b"FAILED open or read\n"), out.count(b"OK\n")) == (1, 300, 1)


def test_arguments(loom: Sum, core: Sum, tmp_path: Path) -> None:
    """What coreutils refuses is refused with the same words. The status is 2."""
    written(tmp_path, [1])
    for words in (
        ["--tag", "-t"], ["-cz", "x"], ["--check", "--tag", "x"], ["-cb", "x"], ["-c", "--text"], ["--quiet"],
        ["--status", "00000"], ["--strict"], ["--warn"], ["--ignore-missing"], ["--bad"], ["00000", "--bad"],
        ["-x"], ["-bx", "00000"],
    ):  # fmt: skip
        ours, theirs = loom(tmp_path, *words), core(tmp_path, *words)
        assert (ours[0], ours[1]) == (2, b"")
        assert ours[2].splitlines()[0] == theirs[2].splitlines()[0]
        assert ours[2].splitlines()[1:] == [b"Try 'loom-sum --help' for more information."]
    for words in (["-a"], ["--algorithm"], ["-b=3"], ["--check=3"], ["--progress=x"], ["-"], ["-amd4"], ["-a", "sha3"]):
        status, out, err = loom(tmp_path, *words, "--zero", "--check")
        assert (status, out) == (2, b"") and err
    assert (
        loom(tmp_path, "-a", "md4")[2]
        == b"SUM: unknown hash 'md4'; known are md5, sha1, sha256, sha224, sha512, sha384\n"
    )
    status, out, err = loom(tmp_path, "--help", "--bad-is-not-reached=no")
    assert status == 2
    status, out, err = loom(tmp_path, "00000", "-h")
    assert (status, err) == (0, b"") and all(
        f"--{word}".encode() in out for word in ("tag", "zero", "strict", "progress")
    )
    assert loom(tmp_path, "--version")[1].startswith(b"loom-sum (asmloom ")


def test_output_that_fails(loom: Sum, tmp_path: Path) -> None:
    names = written(tmp_path, [1] * 200)
    full = Path("/dev/full")
    assert loom(tmp_path, *names, stdout=full)[::2] == (2, b"SUM: write error\n")
    assert loom(tmp_path, "--help", stdout=full)[0] == 2


def test_whole_lines_reach_a_pipe(native: Sum, tmp_path: Path) -> None:
    """Several programs may write to one pipe: a pipe takes 4096 bytes at once."""
    names = written(tmp_path, [1] * 500)
    read, write = os.pipe2(os.O_DIRECT)  # keeps the pieces apart
    with os.fdopen(read, "rb", 0) as pieces:
        child = subprocess.Popen([str(native.exe), *names], cwd=tmp_path, stdout=write)
        os.close(write)
        got = []
        while piece := pieces.read(8192):
            got.append(piece)
        assert child.wait(HANG_SECONDS) == 0
    assert all(len(piece) <= 4096 and piece.endswith(b"\n") for piece in got)
    assert b"".join(got) == lines(tmp_path, names) and 5 < len(got) < 50


def test_a_file_that_changes(loom: Sum, tmp_path: Path) -> None:
    """A long file whose times change while it is read. The line is printed, and the status tells."""
    written(tmp_path, [5])
    path = tmp_path / "long"
    with path.open("wb") as file:
        file.truncate(64 * MIB)
    (tmp_path / "list").write_bytes(lines(tmp_path, ["long"]))
    assert loom(tmp_path, "long", "00000") == (0, lines(tmp_path, ["long", "00000"]), b"")
    ended = threading.Event()

    def touch() -> None:
        number = 0
        while not ended.is_set():
            number += 1
            os.utime(path, ns=(number, number))

    toucher = threading.Thread(target=touch)
    toucher.start()
    try:
        got, checked = loom(tmp_path, "long", "00000"), loom(tmp_path, "-c", "list")
    finally:
        ended.set()
        toucher.join()
    said = b"SUM: long: changed while it was read\n"
    assert got == (1, lines(tmp_path, ["long", "00000"]), said)
    assert checked == (1, b"long: OK\n", said)


def test_progress(loom: Sum, tmp_path: Path) -> None:
    names = written(tmp_path, [5] * 9)
    wanted = lines(tmp_path, names)
    assert loom(tmp_path, "--progress", *names) == (0, wanted, b"")  # no terminal
    status, out, err = loom(tmp_path, "--progress=always", *names)
    assert (status, out) == (0, wanted)
    assert re.fullmatch(rb"\rloom-sum: \d of 9 files, 0 MiB(\r *\r\rloom-sum: \d of 9 files, 0 MiB)*\r *\r", err)


def test_progress_on_a_terminal(native: Sum) -> None:
    """Standard error is a terminal, and the input ends once progress is shown."""
    master, slave = pty.openpty()
    shown, seen = b"", threading.Event()

    def watch() -> None:
        nonlocal shown
        while not seen.is_set():
            shown += os.read(master, 1000)
            if b" MiB" in shown:
                seen.set()

    words = [str(native.exe), "--progress"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=slave) as child:
        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        assert child.stdin is not None and child.stdout is not None
        sha = hashlib.sha256()
        piece = bytes(MIB)
        while not seen.is_set():
            child.stdin.write(piece)
            sha.update(piece)
            time.sleep(0.01)
        child.stdin.close()
        assert child.stdout.read() == f"{sha.hexdigest()}  -\n".encode()
        assert child.wait(HANG_SECONDS) == 0
    watcher.join()
    os.close(slave)
    os.close(master)
    assert shown.startswith(b"\rloom-sum: 0 of 1 files, ")
