# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The program NAME-tune of a vendored set, as each build system builds it. It measures a kernel with a choice that
noise cannot turn: one variant is 10 times faster for short inputs, and the other for long ones. Sizes between may fall
to either: a loaded machine has rounds of any length."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

import targets
from targets import Target
from targets.toolchain.execute import executor
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from tests.runtime.tuning_file import sealed
from tests.vendoring.project import STRICT, call, quiet, vendor
from tests.vendoring.test_build_systems import offline

pytestmark = pytest.mark.kernels()  # a kernel of its own

SCRIPT = '''
from generator.lang import Arg, Builder, Val, Variant, kernel

@kernel(
    c="void toy_turn(uint64_t state[1], const uint8_t *in, size_t words)",
    args=[Arg("state", rw=8, align=8), Arg("in", r="8*words"), Arg("words", public=True)],
    source="tests/vendoring/test_tune.py",
    size="words",
    size_unit=8,
    portable=False,
    variants=[
        Variant("short", params=(("first", 0), ("each", 10))),
        Variant("long", params=(("first", 400), ("each", 1))),
    ],
)
def toy_turn(k: Builder, state: Val, in_: Val, words: Val) -> None:
    """Turn the state."""
    held = k.load64(state)
    for _ in range(k.param("first")):
        held = k.rotl(held, 7) ^ held
    k.store64(state, held)
    with k.while_(words.ne(0)):
        turned = k.load64(state) + k.load64(in_)
        for _ in range(k.param("each")):
            turned = k.rotl(turned, 7) ^ turned
        k.store64(state, turned)
        in_ += 8
        words -= 1
'''
MAIN = """#include <mylib_asmloom.h>
#include <stdio.h>
int main(void)
{
    static char text[32768];
    mylib_explain(text, sizeof text);
    fputs(text, stdout);
    return 0;
}
"""
HERE = targets.for_host(platform.system(), platform.machine())
WINDOWS = targets.load("x86_64-w64-mingw32")
NAME = "mylib_asmloom-tune"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a set."""
    folder = tmp_path_factory.mktemp("tune")
    (folder / "kernels").mkdir()
    (folder / "kernels" / "turn.py").write_text(SCRIPT)
    vendor(folder / "set", "--kernel-path", str(folder / "kernels"), "--kernels", "toy_turn", "--targets", HERE.triple,
           WINDOWS.triple, "--build", "cmake", "meson", "make", "cargo")  # fmt: skip
    (folder / "Makefile").write_text(
        "include set/asmloom.mk\nall: app $(MYLIB_ASMLOOM_TUNE)\napp: main.c $(MYLIB_ASMLOOM_LIB)\n"
        "\t$(CC) $(MYLIB_ASMLOOM_CFLAGS) -o $@ $^\n"
    )
    (folder / "meson.build").write_text("project('app', 'c')\nsubdir('set')\n")
    (folder / "main.c").write_text(MAIN)
    return folder


def _cmake(folder: Path, out: Path, *words: str) -> Path:
    ninja = f"-DCMAKE_MAKE_PROGRAM={require('ninja')}"
    quiet(call(require("cmake"), "-S", folder / "set", "-B", out, "-G", "Ninja", ninja, *words, cwd=folder))
    quiet(call(require("cmake"), "--build", out, "--target", NAME, cwd=folder))
    return out / NAME


def _made(folder: Path) -> Path:
    flags = " ".join(("-O2", *STRICT))
    quiet(call(require("make"), "-s", f"CC={require('gcc')}", f"CFLAGS={flags}", "all", cwd=folder))
    return folder / "build" / "mylib_asmloom" / NAME


def _program(system: str, folder: Path, tmp_path: Path) -> Path:
    out = tmp_path / "out"
    if system == "make":
        return _made(folder)
    if system == "meson":
        env = {"NINJA": str(require("ninja"))}
        quiet(call(require("meson"), "setup", "-Dwarning_level=3", "-Dwerror=true", out, cwd=folder, env=env))
        quiet(call(require("ninja"), "-C", out, f"set/{NAME}", cwd=folder))
        return out / "set" / NAME
    if system == "cargo":
        flags = " ".join(STRICT)
        shutil.copytree(folder / "set", out / "set")
        env = {"CC": str(require("gcc")), "CFLAGS": flags, **offline(out / "set", tmp_path)}
        call(require("cargo"), "build", "--offline", "--features", "tune", cwd=out / "set", env=env)
        return Path(env["CARGO_TARGET_DIR"], "debug", NAME)
    if system == "cmake, Windows":
        tools = ["-DCMAKE_SYSTEM_NAME=Windows", f"-DCMAKE_C_COMPILER={require('mingw64-gcc')}",
                 "-DCMAKE_EXE_LINKER_FLAGS=-static"]  # fmt: skip
        return _cmake(folder, out, *tools).with_suffix(".exe")
    if system == "cmake, shared":
        return _cmake(folder, out, "-DBUILD_SHARED_LIBS=ON")
    _cmake(folder, out)
    call(require("cmake"), "--install", out, "--prefix", out / "installed", cwd=folder)
    return out / "installed" / "bin" / NAME


def _run(target: Target, exe: Path, words: Sequence[str], folder: Path) -> subprocess.CompletedProcess[bytes]:
    return executor(target).run(exe, list(words), cwd=folder, timeout=HANG_SECONDS)


@pytest.mark.parametrize("system", ["cmake, installed", "cmake, shared", "cmake, Windows", "meson", "make", "cargo"])
def test_a_build_measures(system: str, folder: Path, tmp_path: Path) -> None:
    target = WINDOWS if "Windows" in system else HERE
    exe = _program(system, folder, tmp_path)
    (tmp_path / "file").write_text("of an earlier run")
    done = _run(target, exe, ["--seconds", "1", "--into", "file"], tmp_path)
    assert (done.returncode, done.stdout) == (0, b""), done
    assert {path.name for path in tmp_path.iterdir()} <= {"file", "out"}
    text = (tmp_path / "file").read_bytes().decode("ascii")
    assert sealed(text[: text.rindex("end ")]) == text
    rows = [line.split()[1:] for line in text.splitlines() if line.startswith("prefer")]
    assert {row[0] for row in rows} == {"toy_turn"} and rows[0][1:] == ["0", "short"] and rows[-1][2] == "long", text
    assert 64 <= int(rows[1][1]) <= int(rows[-1][1]) <= 4096, text
    assert re.search(r"^# toy_turn at 16: short \d+\.\d\d x long$", text, re.M), text


def test_the_library_takes_the_file(folder: Path, tmp_path: Path) -> None:
    """A file of another CPU, with a right sum, changes nothing."""
    exe = _made(folder)
    file = tmp_path / "file"

    def told(text: str) -> str:
        file.write_bytes(text.encode("ascii"))
        return call(folder / "app", cwd=folder, env={"ASMLOOM_TUNING": str(file)}).stdout

    text = _run(HERE, exe, ["--seconds", "1", "--only", "toy_turn"], tmp_path).stdout.decode("ascii")
    good = told(text)
    assert "ASMLOOM_TUNING: in use\n" in good and "-> short from 0 to " in good and "by the preference file" in good
    other = re.sub(r"^(cpu \S+ \w+ )(\w+)", r"\g<1>\g<2>1", text[: text.rindex("end ")], flags=re.M)
    wrong = told(sealed(other))
    assert "ASMLOOM_TUNING: ignored: " in wrong and "another CPU" in wrong and "by the preference file" not in wrong


def test_refusals(folder: Path, tmp_path: Path) -> None:
    """Status 2, one line that names the word, and nothing on the disk. The place is tried before the measurement."""
    exe = _made(folder)
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "fifo")
    before = sorted(tmp_path.iterdir())
    for words, says in (
        (("--into", "none/file"), "--into none/file: No such file or directory"),
        (("--into", "folder"), "--into folder: expected a regular file"),
        (("--into", "fifo"), "--into fifo: expected a regular file"),
        (("--into",), "--into: expected --into FILE, --seconds N"),
        (("--seconds", "0"), "--seconds 0: expected a number from 1 to 3600"),
        (("--seconds", "5s"), "--seconds 5s: expected a number"),
        (("--only", "md6"), "--only md6: no such kernel; there are:\n  toy_turn"),
        (("into",), "into: expected --into FILE"),
    ):
        done = run([str(exe), "--seconds", "3600", *words], timeout=HANG_SECONDS, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, b""), (words, done)
        assert done.stderr.decode().startswith(f"{NAME}: {says}"), (words, done.stderr)
    assert sorted(tmp_path.iterdir()) == before
    full = run(["sh", "-c", f"'{exe}' --seconds 1 >/dev/full"], timeout=HANG_SECONDS, cwd=tmp_path)
    assert full.returncode == 2 and full.stderr.decode() == f"{NAME}: standard output: No space left on device\n"
