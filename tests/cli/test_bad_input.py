# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Wrong requests: one line on stderr, exit status 2, and nothing changed on disk."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import targets
from targets.toolchain.process import HANG_SECONDS
from tests.cli.runner import ROOT, build, environment, inside, little, one_line, stamps, tree

# Command line, and the words that the line must contain.
pytestmark = pytest.mark.kernels()  # refusals name kernels, and none of their instructions
REFUSED = [
    (("x86_64-linux-gn",), ("unknown triple", "did you mean x86_64-linux-gnu")),
    (("X86_64-LINUX-GNU",), ("unknown triple", "x86_64-linux-gnu")),
    (("x86_64-linux-musl",), ("unknown triple", "x86_64-linux-gnu")),
    (("sparc64",), ("unknown triple", *targets.all_triples())),
    *((words, ("unknown triple ''", *targets.all_triples()))
      for words in (("",), ("build", ""), ("--prefix", "my_", ""), ("explain", "md5_blocks", "--target", ""),
                    ("show", "md5_blocks", "--target", ""), ("provider", "--target", ""), ("prove", "--target", ""),
                    ("speed", "--target", ""), ("tune", "--target", ""))),
    (("generate", "--target", "aarch64-apple", "--into", "out"), ("unknown triple", "aarch64-apple-darwin")),
    (("explain", "md5_blocks", "--target", "aarch64"), ("unknown triple", "aarch64-linux-gnu")),
    (("explain", "md5"), ("unknown kernel md5", "did you mean md5_blocks")),
    (("explain", "zzz"), ("unknown kernel zzz", "rc4_stream", "(one of your own needs --kernel-path)")),
    (("explain", "md5_blocks", "--variant", "avx2"), ("no variant avx2", "scalar", "avx512vl")),
    (("explain", "md5_blocks", "--variant", "avx512vl", "--target", "i686-linux-gnu"), ("avx512vl", "x86")),
    (("show", "md5_blocks", "--stage", "linking"), ("linking", "record, lower, stitch, allocate, order, frame, asm")),
    (("show", "md5_blocks", "--syntax", "nasm"), ("--stage asm",)),
    (("new", "Bad-Name"), ("Bad-Name", "small letters")),
    (("new", "while"), ("while", "no word of Python or C")),
    (("explain",), ("KERNEL", "build.py explain --help")),
    (("explain", "md5_blocks", "--chekc"), ("--chekc", "build.py explain --help")),
    (("lint", "--kernel-path", "tests/external"), ("lint has no option --kernel-path", "build.py lint --help")),
    (("test", "--fast", "--changed"), ("--fast", "--changed", "expected one of the two")),
    (("generate", "--kernel", "rc4", "--into", "out"), ("unknown kernel rc4", "rc4_")),
    (("speed", "sha9"), ("sha9", "did you mean sha1")),
    (("speed", "zzz"), ("zzz", "md5_blocks", "aes128_ctr")),
    (("speed", "md5_blokcs"), ("no benchmark named 'md5_blokcs'; did you mean md5_blocks or ",)),
    (("speed", "tls13"), ("no benchmark named 'tls13'; did you mean call_tls13_aes128_gcm_seal or ",)),
    (("speed", ""), ("no benchmark named ''",)),
    *((("speed", *words, "--stitched"), (f"speed --stitched does not measure {words[-1]}", "rc4_md5 aes128_cbc_sha1 "))
      for words in (("md5_blocks",), ("rc4_md5", "call_md5"))),
    (("speed", "--stitched", "zzz"), ("speed --stitched: no benchmark named 'zzz'; there are: rc4_md5 ",)),
    (("speed", "--losers", ""), ("speed --losers: no benchmark named ''; there are: md5_blocks ripemd160 ",)),
    (("tune", "md5"), ("unknown kernel md5", "did you mean md5_blocks")),
    (("model", "md5"), ("unknown kernel md5", "did you mean md5_blocks")),
    (("model", "md5_blocks", "--rows"), ("--rows and --core are for all kernels", "leave out their names")),
    (("speed", "--rounds", "-1"), ("--rounds", "expected 1 to 1001")),
    (("speed", "--rounds", "1002"), ("--rounds", "expected 1 to 1001")),
    (("speed", "--against", "nettle"), ("nettle", "libcrypto")),
    (("speed", "--libcrypto", "absent.a"), ("absent.a", "no such file")),
    (("speed", "--target", "aarch64-apple-darwin"), ("aarch64-apple-darwin", "emulator")),
    (("prove", "--all", "--target", "x86_64-linux-gnu"), ("--all", "leave out --target")),
    (("prove", "--changed"), ("prove has no option --changed",)),
    (("prove", "mont_pair_mul", "--target", "i686-linux-gnu"), ("no variant of mont_pair_mul is for i686-linux-gnu",)),
    (("speed", "--rounds", "0"), ("--rounds", "expected 1 to")),
    (("speed", "--rounds", "many"), ("--rounds", "many")),
    (("--kernel-path", "tests/external", "lits"), ("unknown command lits", "did you mean list")),
    (("--kernel-path", "list", "list"), ("--kernel-path list: no such folder",)),
    (("x86_64-linux-gnu", "list"), ("list is a command", "python3 build.py list")),
    (("biuld",), ("unknown command biuld", "did you mean build")),
    (("generate", "--chekc"), ("--chekc",)),
    (("--fast",), ("--fast",)),
    (("x86_64-linux-gnu", "i686-linux-gnu"), ("i686-linux-gnu",)),
    (("x86_64-linux-gnu", "--syntax", "masm"), ("x86_64-linux-gnu has no syntax 'masm'", "it has gas, nasm")),
    (("i686-w64-mingw32", "--syntax", "nasm"), ("i686-w64-mingw32 has no syntax 'nasm'", "it has gas")),
    (("install", "--prefix", ""), ("--prefix", "expected the name of a folder")),
    (("install", "--destdir", "build.py"), ("build.py: expected a folder that can be written", "--destdir")),
    (("x86_64-linux-gnu", "--syntax", ""), ("no syntax ''",)),
    (("list", "--kernel-path", "nowhere"), ("--kernel-path nowhere: no such folder",)),
    (("list", "--kernel-path", "build.py"), ("--kernel-path build.py: not a folder",)),
    *(((command, "--kernel-path", ""), ("--kernel-path", "expected the name of a folder"))
      for command in ("list", "generate", "build")),
    (("generate", "--into", ""), ("--into", "expected the name of a folder")),
    (("generate", "--kernel-path", "tests/external"), ("--into",)),
    (("generate", "--target", "x86_64-linux-gnu"), ("--into",)),
    (("generate", "--prefix", "my_"), ("--into",)),
    (("generate", "--check", "--target", "x86_64-linux-gnu"), ("--check", "leave out --target")),
    (("generate", "--check", "--into", "nowhere"), ("--check: nowhere is no folder", "build.py generate wrote")),
    *(((*words, "--prefix", bad), ("--prefix", repr(bad), "mylib_"))
      for words in (("generate", "--into", "out"), ("build",)) for bad in ("", "1x_", "my-", "é_", "a b", 'a"', "a\n")),
]  # fmt: skip


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Path]:
    """The current folder of a refused command. Refusals come before any work: nothing is written to this folder or to
    generated/."""
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "build.py").touch()
    (folder / "tests").symlink_to(ROOT / "tests")
    before = stamps(folder), stamps(ROOT / "generated")
    yield folder
    assert (stamps(folder), stamps(ROOT / "generated")) == before


@pytest.mark.parametrize(("words", "wanted"), REFUSED, ids=lambda value: " ".join(value).replace("\n", "NL")[:60])
def test_refused(words: tuple[str, ...], wanted: tuple[str, ...], here: Path) -> None:
    one_line(inside(*words, cwd=here), *wanted)


@pytest.mark.parametrize("words", [REFUSED[0][0], ("explain",), ("generate", "--prefix", "my_")], ids=" ".join)
def test_refused_by_the_command(words: tuple[str, ...], shared_root: Path) -> None:
    """The program itself, once for each way to refuse: an exception, argparse, a check of build.py's."""
    before = stamps(shared_root)
    done = build(shared_root, *words)
    one_line(done)
    assert done.stderr == inside(*words, cwd=shared_root).stderr
    assert stamps(shared_root) == before


@pytest.mark.parametrize("place", ["build.py", "build.py/inner"])
def test_into_a_file(place: str, little_root: Path) -> None:
    before = stamps(little_root)
    one_line(build(little_root, "generate", "--into", place), "cannot write", "build.py is not a folder")
    assert stamps(little_root) == before


CONTRACT = '''from generator.lang import Arg, kernel

@kernel(c="void f(uint32_t state[4])", args=[{args}], source="none")
def {name}(k, state):
    """Nothing useful."""
    {body}
'''
GOOD_ARGS = 'Arg("state", r=16, w=16)'
STORE = "k.store32(state, k.const(k.u32, 1))"
GOOD = CONTRACT.format(name="good", args='Arg("state", rw=16)', body=STORE).replace(" f(", " good(")
BROKEN = {
    "syntax": ("x = 1\ndef (:\n", 2, "not Python"),
    "null byte": ("x = 1\0\n", None, "not Python"),
    "exception": ("x = 1\n\ny = 1 // 0\n", 3, "ZeroDivisionError"),
    "import": ("import nothing_of_that_name\n", 1, "nothing_of_that_name"),
    "exit": ("import sys\nsys.exit(0)\n", 2, "SystemExit"),
    "contract": (CONTRACT.format(name="f", args='Arg("other", r=16)', body="pass"), None, "state"),
    "recording": (CONTRACT.format(name="f", args=GOOD_ARGS, body="raise KeyError('lost')"), 6, "KeyError"),
    "unknown operation": (CONTRACT.format(name="f", args=GOOD_ARGS, body="k.frobnicate(state)"), 6, "frobnicate"),
    "twice": (CONTRACT.format(name="md5_blocks", args=GOOD_ARGS, body="pass").replace(" f(", " md5_blocks("),
              None, "generator/kernels/hash/md5.py"),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_broken_kernel_file(case: str, here: Path, tmp_path: Path) -> None:
    """The message names the file and the faulty line."""
    text, line, wanted = BROKEN[case]
    path = tmp_path / "kernels" / "broken.py"
    path.parent.mkdir()
    path.write_text(text)
    out = tmp_path / "out"
    for words in (("generate", "--into", out), *((("x86_64-linux-gnu",),) if case == "syntax" else ())):
        message = one_line(inside(*words, "--kernel-path", path.parent, cwd=here), wanted)
        assert f"{path}:{line if line is not None else ''}" in message
        assert not out.exists()


@pytest.mark.parametrize("text", [None, "x = 1\n", "# md5_blocks\n"])
def test_a_folder_without_kernels(text: str | None, tmp_path: Path) -> None:
    """With ``--kernel`` only files that mention a name are read. The faults of other files do not count."""
    folder, out = tmp_path / "kernels", tmp_path / "out"
    folder.mkdir()
    (folder / "__init__.py").write_text(GOOD)
    if text is not None:
        (folder / "inner").mkdir()
        (folder / "inner" / "more.py").write_text(text)
    there = "no Python file" if text is None else "none of its Python files"
    for words in (("list",), ("generate", "--kernel", "md5_blocks", "--into", out)):
        one_line(
            inside(*words, "--kernel-path", folder), f"--kernel-path {folder}: {there}", "a function under @kernel"
        )
    assert not out.exists()
    (folder / "good.py").write_text(GOOD)
    assert "good" in inside("list", "--kernel-path", folder).stdout
    some = ("--kernel", "md5_blocks", "--target", "x86_64-linux-gnu", "--into", out)
    assert inside("generate", *some, "--kernel-path", folder).returncode == 0, "good.py mentions no md5_blocks"


def test_portable_outside_the_tree(here: Path, tmp_path: Path) -> None:
    """C comes from words; a script of vectors is refused at its line."""
    path, out = tmp_path / "kernels" / "good.py", tmp_path / "out"
    path.parent.mkdir()
    words = (
        "generate",
        "--kernel",
        "good",
        "--into",
        out,
        "--target",
        "x86_64-linux-gnu",
        "--kernel-path",
        path.parent,
    )
    text = GOOD.replace('source="none"', 'source="none", portable=True')
    path.write_text(text.replace(STORE, "k.vstore(state, k.vload(k.v128, state))"))
    one_line(inside(*words, cwd=here), f"{path}:6: vload: portable code has no such operation", " or portable=False")
    path.write_text(text)
    done = inside(*words, cwd=here)
    assert (done.returncode, done.stderr) == (0, "")
    assert "loom_good_portable(" in (out / "include" / "portable_good.c").read_text()


def test_unreadable_kernel_files(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "x.py").mkdir(parents=True)
    one_line(inside("list", "--kernel-path", folder), str(folder / "x.py"), "directory")
    binary = tmp_path / "binary"
    binary.mkdir()
    (binary / "x.py").write_bytes(b"\xff\xfe\x00")
    one_line(inside("list", "--kernel-path", binary), str(binary / "x.py"), "UTF-8")
    dangling = tmp_path / "dangling"
    dangling.mkdir()
    (dangling / "x.py").symlink_to("nowhere")
    one_line(inside("list", "--kernel-path", dangling), str(dangling / "x.py"), "No such file")


def test_read_only_folder(tmp_path: Path) -> None:
    root = little(tmp_path / "asmloom")
    (root / "generated" / "manifest.json").write_text("{}")
    locked = [tmp_path / "out", root / "generated"]
    locked[0].mkdir()
    before = tree(tmp_path)
    try:
        for folder in locked:
            folder.chmod(0o555)
        one_line(build(root, "generate", "--into", locked[0]), str(locked[0]), "read-only")
        one_line(build(root, "generate", "--into", locked[0] / "inner" / "more"), str(locked[0]), "read-only")
        one_line(build(root, "generate"), "generated", "read-only")
    finally:
        for folder in locked:
            folder.chmod(0o755)
    assert tree(tmp_path) == before


def test_file_where_a_folder_belongs(little_root: Path, tmp_path: Path) -> None:
    """A file in the place of a folder is refused, and a folder in the place of a file. Both are found before any
    write."""
    for number, (name, folder) in enumerate((("include", False), ("manifest.json", True))):
        out = tmp_path / str(number)
        if folder:
            (out / name / "keep").mkdir(parents=True)
        else:
            out.mkdir()
            (out / name).write_text("keep")
        before = tree(out)
        one_line(build(little_root, "generate", "--into", out), "cannot write", name)
        assert tree(out) == before


def test_full_disk(shared_root: Path, tmp_path: Path) -> None:
    """No file may grow beyond 20 kB. A kernel's source is larger, and a library is too."""
    root = little(tmp_path / "asmloom")
    out = tmp_path / "new" / "out"
    before, built = tree(tmp_path), tree(shared_root)
    one_line(build(root, "generate", "--into", out, limit=20_000), "cannot write", "File too large")
    assert tree(tmp_path) == before
    max((root / "generated").rglob("*.S"), key=lambda path: path.stat().st_size).unlink()
    before = tree(tmp_path)
    one_line(build(root, "generate", limit=20_000), "cannot write", "File too large")
    assert tree(tmp_path) == before
    one_line(build(shared_root, "x86_64-linux-gnu", "--prefix", "full_", limit=20_000))
    assert tree(shared_root).keys() == built.keys()


def test_missing_tool(shared_root: Path, tmp_path: Path) -> None:
    before = tree(shared_root)
    # every tool except one
    place = tmp_path / "bin"
    place.mkdir()
    for name in ("gcc", "as", "ld", "ar", "cc"):
        found = shutil.which(name)
        if found:
            (place / name).symlink_to(found)
    without = build(shared_root, "x86_64-linux-gnu", "--syntax", "nasm", env={"PATH": str(place)})
    one_line(without, "nasm not found", "apt-get install nasm", "ASMLOOM_NASM")
    named = build(shared_root, "x86_64-linux-gnu", "--syntax", "nasm", env={"ASMLOOM_NASM": "/nonexistent"})
    one_line(named, "ASMLOOM_NASM=/nonexistent", "no such program")
    assert tree(shared_root).keys() == before.keys()


@pytest.mark.parametrize("words", ["list", "show md5_blocks", "--help", "--version"])
def test_a_pipe_that_closes(shared_root: Path, words: str) -> None:
    """``build.py list | head -1`` prints no error about the closed pipe, and ends as if by SIGPIPE."""
    closed, pipe = os.pipe()
    os.close(closed)
    command = [sys.executable, str(shared_root / "build.py"), *words.split()]
    done = subprocess.run(
        command, env=environment(), stdout=pipe, stderr=subprocess.PIPE, timeout=HANG_SECONDS, check=False
    )
    os.close(pipe)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(sys.platform != "linux", reason="a device of Linux")
def test_a_full_disk_behind_the_output(shared_root: Path) -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, str(shared_root / "build.py"), "--help"]
        done = subprocess.run(
            command, env=environment(), stdout=full, stderr=subprocess.PIPE, timeout=HANG_SECONDS, check=False
        )
    assert (done.returncode, done.stderr) == (2, b"build.py: the system: No space left on device\n")
