# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""loom-sum on Windows: bytes as they are, names in UTF-8, patterns of names."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import targets
from generator import library, rooms
from targets.toolchain.execute import executor
from targets.toolchain.product import Workshop, default_syntax
from tests.runtime.test_sum import LONG, lines

pytestmark = pytest.mark.code


@pytest.fixture(scope="module", params=["x86_64-w64-mingw32", "i686-w64-mingw32"])
def exe(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    target = targets.load(request.param)
    workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
    workshop.place = tmp_path_factory.mktemp("windows")
    static = workshop.static()
    return request.param, workshop.program("loom-sum", rooms.sources("sum"), static)


def test_windows(exe: tuple[str, Path], tmp_path: Path) -> None:
    triple, program = exe
    system = executor(targets.load(triple))

    def loom(*words: str, stdin: Path | None = None) -> tuple[int, bytes, bytes]:
        done = system.run(program, words, cwd=tmp_path, stdin=stdin, env={"LC_ALL": "C.UTF-8"})
        return done.returncode, done.stdout, done.stderr.replace(b"\r\n", b"\n")

    rng = random.Random(4)
    texts = {
        "ends.txt": b"a\r\nb\nc\x1a\0d\r",  # as text, bytes behind \x1a would be lost
        # The C library of wine for i686 knows no UTF-8.
        ("ünïcode 日本" if triple.startswith("x86_64") else "two words"): b"x",
        "empty.txt": b"",
        "large": rng.randbytes(LONG),
        **{f"small{n:03}.bin": rng.randbytes(n) for n in range(200)},
    }
    for name, data in texts.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "folder").mkdir()
    names = sorted(texts)
    for kind in ("md5", "sha1", "sha256", "sha512"):
        assert loom("-a", kind, *names) == (0, lines(tmp_path, names, kind), b"")
    wanted = lines(tmp_path, names)
    (tmp_path / "list").write_bytes(wanted)
    verdicts = "".join(f"{name}: OK\n" for name in names).encode()
    assert loom("-c", "list") == (0, verdicts, b"")
    assert loom("-c", stdin=tmp_path / "list") == (0, verdicts, b"")
    (tmp_path / "list").write_bytes(wanted.replace(b"\n", b"\r\n"))
    assert loom("-c", "--strict", "list") == (0, verdicts, b"")
    for name in ("ends.txt", "large"):
        assert loom(stdin=tmp_path / name) == (0, lines(tmp_path, [name]).replace(name.encode(), b"-"), b"")
    assert loom("small*.bin") == (0, lines(tmp_path, [name for name in names if "small" in name]), b"")
    status, out, err = loom("empty.t?t", ".\\emp*.txt", "*.none", "missing", "folder", "ends.txt")
    empty = lines(tmp_path, ["empty.txt"])
    assert out == empty + b"\\" + empty.replace(b"empty", b".\\\\empty") + lines(tmp_path, ["ends.txt"])
    assert (status, err.count(b"\n")) == (1, 3)
    assert b"loom-sum: missing: No such file or directory\nloom-sum: folder: Permission denied\n" in err
