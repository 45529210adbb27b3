# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Builds the examples as their page says, over a library of this machine, and tries them with published vectors."""

from __future__ import annotations

import hashlib
import os
import platform
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import targets
from generator import library
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from targets.toolchain.product import Workshop, default_syntax
from targets.toolchain.testing import ROOT

pytestmark = pytest.mark.code
HASHES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
PORTABLE = ",".join(f"{name}=portable" for name in library.load().kernels)
STRICT = ("-std=c99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")

Example = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Example:
    """Runs an example in a folder, with this CPU's kernels and with portable C; returns its status and output."""
    target = targets.for_host(platform.system(), platform.machine())
    workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
    workshop.place = tmp_path_factory.mktemp("examples")
    static, include = workshop.static(), workshop.place / "include"
    for source in (ROOT / "examples").glob("*.c"):
        words = [str(require("gcc")), *STRICT, "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
        done = run([*words, f"-I{include}", str(source), str(static), "-o", str(workshop.place / source.stem)])
        assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()

    def called(name: str, *words: str, cwd: Path | None = None) -> tuple[int, str]:
        command = [str(workshop.place / name), *words]
        both = [
            run(command, cwd=cwd, timeout=HANG_SECONDS, env={**os.environ, "ASMLOOM_PREFER": prefer})
            for prefer in ("", PORTABLE)
        ]
        assert both[0].stdout == both[1].stdout and b"ERROR" not in both[0].stderr + both[1].stderr, both
        return both[0].returncode, both[0].stdout.decode()

    return called


def test_pbkdf2(example: Example) -> None:
    """The first vector of RFC 7914, 11, and keys of several parts from many passwords at once, as hashlib has them."""
    key = (
        "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
        "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
    )
    assert example("pbkdf2", "1", "64", "salt", "passwd") == (0, f"{key}\n")
    passwords = ["x" * n for n in range(1, 100, 7)]
    wanted = "".join(hashlib.pbkdf2_hmac("sha256", one.encode(), b"NaCl", 30, 75).hex() + "\n" for one in passwords)
    assert example("pbkdf2", "30", "75", "NaCl", *passwords) == (0, wanted)
    for words in ((), ("0", "64", "salt", "password"), ("1", "0", "salt", "password"), ("1", "64", "salt")):
        assert example("pbkdf2", *words) == (2, "")


def test_merkle(example: Example, tmp_path: Path) -> None:
    """The roots over the first leaves with which logs of Certificate Transparency are tested, and over many leaves by
    the definition."""
    leaves = ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
    roots = (
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    )
    for number, leaf in enumerate(leaves):
        (tmp_path / str(number)).write_bytes(bytes.fromhex(leaf))
    for count, root in enumerate(roots):
        assert example("merkle", *map(str, range(count)), cwd=tmp_path) == (0, f"{root}\n")

    def definition(of: list[bytes]) -> bytes:
        if len(of) == 1:
            return hashlib.sha256(b"\0" + of[0]).digest()
        left = 1 << (len(of) - 1).bit_length() - 1
        parts = b"\1" + definition(of[:left]) + definition(of[left:])
        return hashlib.sha256(parts).digest()

    rng, many = random.Random(1), []
    for number in range(107):
        many.append(rng.randbytes(rng.choice((0, 55, 4095, 4096, 9000))))
        (tmp_path / str(number)).write_bytes(many[-1])
    assert example("merkle", *map(str, range(107)), cwd=tmp_path) == (0, f"{definition(many).hex()}\n")
    assert example("merkle", "0", "missing", cwd=tmp_path) == (1, "")


@pytest.mark.parametrize("kind", HASHES)
def test_loom_sum(kind: str, example: Example, tmp_path: Path) -> None:
    """Files of all sizes around a group's and a room's end, printed and checked; one that changes; one that is not
    there."""
    rng, lines = random.Random(2), ""
    sizes = [*range(70), (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 2_500_000]
    for size in sizes:
        data = rng.randbytes(size)
        (tmp_path / f"{size} bytes").write_bytes(data)
        lines += f"{hashlib.new(kind, data).hexdigest()}  {size} bytes\n"
    words = ("-a", kind) if kind != "sha256" else ()
    assert example("loom_sum", *words, *(f"{size} bytes" for size in sizes), cwd=tmp_path) == (0, lines)
    (tmp_path / "list").write_text(lines)
    good = "".join(f"{size} bytes: OK\n" for size in sizes)
    assert example("loom_sum", *words, "-c", "list", cwd=tmp_path) == (0, good)
    (tmp_path / "17 bytes").write_bytes(bytes(17))
    (tmp_path / "18 bytes").unlink()
    bad = good.replace("\n17 bytes: OK\n18 bytes: OK\n", "\n17 bytes: FAILED\n")
    assert example("loom_sum", *words, "-c", "list", cwd=tmp_path) == (1, bad)
    assert example("loom_sum", *words, "missing", "0 bytes", cwd=tmp_path) == (1, lines[: lines.index("\n") + 1])


@pytest.mark.parametrize("spoilt", ["", "x", "12  name", "g" * 64 + "  name", "0" * 64 + " name", "0" * 66 + "  name"])
def test_loom_sum_of_another_list(spoilt: str, example: Example, tmp_path: Path) -> None:
    (tmp_path / "list").write_text(f"{spoilt}\n")
    assert example("loom_sum", "-c", "list", cwd=tmp_path) == (1, "")
    assert example("loom_sum", "-a", "sha3", "list", cwd=tmp_path) == (2, "")
