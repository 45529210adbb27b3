# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Dispatch chooses the measured variant, and chooses once. It reads the environment then. Programs with more
rights than their user do not read the environment."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

import targets
from generator import library, rooms
from generator.rooms import INCLUDE
from targets.toolchain.find import MissingTool, require
from targets.toolchain.process import HANG_SECONDS, run
from targets.toolchain.product import Workshop, default_syntax
from tests.runtime import quick

pytestmark = pytest.mark.kernels()  # choices come from contracts and preferences

HERE = Path(__file__).parent
KERNELS = library.load().kernels
# AVX-512 was measured here, or published: targets/ports.dat. No other core, new or unknown, gets it for one message.
KNOWN = re.compile("intel-(sapphire|granite)rapids|amd-.*|intel-icelake|intel-skylake-avx512")
PINNED = "-> portable at every size: pinned by ASMLOOM_PREFER"
PRIVILEGED = "ASMLOOM_CPU, ASMLOOM_PREFER, ASMLOOM_TUNING: ignored: this program runs with more rights than its user's"


@pytest.fixture(scope="module")
def x86(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return [
        quick.linked(tmp_path_factory.mktemp(name), [HERE / f"{name}.c"], quick.PLAIN) for name in ("choose", "once")
    ]


def _chosen(program: Path) -> dict[str, dict[tuple[str, int], str]]:
    """Core → kernel and least size → variant."""
    out: dict[str, dict[tuple[str, int], str]] = {}
    for line in run([str(program)]).stdout.decode().splitlines():
        core, kernel, least, variant = line.split()
        out.setdefault(core, {})[kernel, int(least)] = variant
    return out


def _avx512(chosen: dict[tuple[str, int], str]) -> dict[tuple[str, int], str]:
    return {
        place: variant
        for place, variant in chosen.items()
        if variant != "portable"
        and any("avx512" in f for f in KERNELS[place[0]].variant(variant).features)
        and not re.search(r"_x\d+$|_pair_", place[0])
    }


def _cautious(chosen: dict[str, dict[tuple[str, int], str]]) -> None:
    unknown = [core for core in chosen if not KNOWN.fullmatch(core)]
    assert {"generic", "intel-generic", "intel-knights", "hygon-generic", "zhaoxin-generic", "intel-novalake",
            "arm-generic"} <= set(unknown)  # fmt: skip
    for core in unknown:
        assert _avx512(chosen[core]) == {}, core
    for core in ("intel-sapphirerapids", "intel-graniterapids", "amd-zen4"):
        assert "aes_cbc_decrypt" in {kernel for kernel, _ in _avx512(chosen[core])}, core


def test_no_avx512_for_one_message_where_nobody_knows_it(x86: list[Path]) -> None:
    """The choices with every known feature, also with features that the core lacks."""
    chosen = _chosen(x86[0])
    _cautious(chosen)
    last = {core: {kernel: variant for (kernel, _), variant in rows.items()} for core, rows in chosen.items()}
    for core in ("generic", "intel-generic", "hygon-generic"):
        assert last[core]["aes_ctr32"] == "vaes256"
        assert (last[core]["sha1_blocks"], last[core]["sha1_blocks_x16"]) == ("shani", "avx512")
    assert last["intel-icelake"]["sha512_blocks"] == "avx512vl"
    assert last["intel-sapphirerapids"]["sha512_blocks"] == "avx512vl"
    assert last["amd-zen5"]["aes_ctr32"] == "vaes512"


def test_no_avx512_in_32_bit_mode_where_nobody_knows_it(tmp_path: Path) -> None:
    target = targets.load("i686-linux-gnu")
    workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
    workshop.place = tmp_path / "i686"
    _cautious(_chosen(workshop.program("choose", [HERE / "choose.c"], workshop.static())))


def _once(program: Path, *words: str, **env: str) -> str:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("ASMLOOM_")}
    done = run([str(program), *words], env={**plain, **env})
    assert (done.returncode, done.stderr) == (0, b""), done.stderr
    return done.stdout.decode("ascii")


PREFER = "ASMLOOM_PREFER=md5_blocks=portable"


def _portable(folder: Path, *flags: str) -> Path:
    """The program with portable C alone."""
    return quick.linked(folder, [HERE / "once.c"], ("-O1", "-g", "-DLOOM_NO_ASM", *flags))


def test_the_environment_counts_when_the_program_is_loaded(x86: list[Path]) -> None:
    assert PINNED in _once(x86[1], "-ASMLOOM_PREFER", "explain", ASMLOOM_PREFER="md5_blocks=portable")
    assert PINNED not in _once(x86[1], PREFER, "use", "explain")


def test_without_a_constructor_the_environment_counts_at_the_first_use(tmp_path: Path) -> None:
    once = _portable(tmp_path, "-DLOOM_NO_CONSTRUCTOR")
    assert PINNED in _once(once, PREFER, "use", "explain")
    assert PINNED in _once(once, PREFER, "explain")
    assert PINNED not in _once(once, "use", PREFER, "explain")
    assert PINNED not in _once(once, "explain", PREFER, "explain", "use", "explain")
    assert PINNED in _once(once, PREFER, "use", "-ASMLOOM_PREFER", "explain")
    removed = _once(once, "ASMLOOM_CPU=-sse2", "use", "-ASMLOOM_CPU", "use", "explain")
    assert re.search(r"^features:(?!.* sse2)", removed, re.M)


def test_without_an_environment(tmp_path: Path) -> None:
    """No variable is read, and the library asks the C library for nothing but memory and text of the explanation."""
    once = _portable(tmp_path, "-DLOOM_NO_ENVIRONMENT")
    assert "pinned" not in _once(once, PREFER, "use", "explain", ASMLOOM_CPU="-sse2", ASMLOOM_TUNING="/nowhere")
    objects = tmp_path / "alone.o"
    files = [str(path) for path in rooms.library(INCLUDE)]
    flags = ["-std=c99", "-O2", "-DLOOM_NO_ASM", "-DLOOM_NO_ENVIRONMENT", "-r", f"-I{INCLUDE}"]
    run([str(require("gcc")), *flags, *rooms.includes(), *files, "-nostdlib", "-o", str(objects)])
    needed = run([str(require("nm")), "-u", str(objects)]).stdout.decode().split()
    assert {"vsnprintf", "memcpy"} <= set(needed) and not {"getenv", "fopen", "malloc"} & set(needed), needed


def test_threads_that_meet_at_the_first_use(tmp_path: Path) -> None:
    """Under the thread sanitizer."""
    exe = _portable(tmp_path, "-fsanitize=thread", "-DLOOM_NO_CONSTRUCTOR")
    for _ in range(5):
        done = run(["setarch", "-R", str(exe), "threads", "explain"])
        assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()[-2000:]


def test_nothing_that_a_terminal_acts_on_is_shown(x86: list[Path]) -> None:
    text = _once(x86[1], "explain", ASMLOOM_CPU="-\x1b[31mred,-\\x\x7f", ASMLOOM_PREFER="md5_blocks=\u00e9\n\t,\r=")
    assert "ignored '-\\x1b[31mred'" in text
    assert "ignored '-\\x5cx\\x7f'" in text
    assert "ignored 'md5_blocks=\\xc3\\xa9\\x0a\\x09'" in text
    assert all(" " <= c <= "~" or c == "\n" for c in text)
    long = _once(x86[1], "explain", ASMLOOM_CPU="\x01" * 250 + "," + "\x02" * 250)
    assert "'" + "\\x01" * 40 + "'" in long and "\\x01" * 41 not in long


@pytest.mark.whole
def test_an_overwritten_choice(tmp_path: Path) -> None:
    exe = tmp_path / "out_of_range"
    rest = [str(path) for path in rooms.library(INCLUDE) if path.name != "entry.c"]
    words = [str(require("gcc")), "-std=c99", "-O2", "-DLOOM_NO_ASM", f"-I{INCLUDE}"]
    built = run([*words, *rooms.includes(), str(HERE / "out_of_range.c"), *rest, "-o", str(exe)])
    assert built.returncode == 0, built.stderr.decode()
    done = run([str(exe)])
    assert (done.returncode, done.stdout) == (0, b"each slot gave the digest\n"), done


def _suid_folder(tmp_path: Path) -> Path:
    """A folder that other users may enter, on a file system that honours set-user-ID."""
    for place in (tmp_path, Path("/usr/local/lib")):
        if not os.statvfs(place).f_flag & os.ST_NOSUID:
            return place
    raise MissingTool("no folder without nosuid; a program that runs with another user's rights cannot be made")


def test_a_program_with_more_rights_than_its_user(x86: list[Path], tmp_path: Path) -> None:
    """A set-user-ID program, started by another user. The kernel marks the program in the auxiliary vector."""
    if os.geteuid() != 0:
        raise MissingTool("a program that runs with another user's rights can be made by root alone")
    folder = _suid_folder(tmp_path) / f"asmloom-{os.getpid()}"
    folder.mkdir(mode=0o755)
    try:
        program = folder / "once"
        shutil.copy(x86[1], program)
        words = [PREFER, "explain"]
        env = {"ASMLOOM_PREFER": "md5_blocks=portable", "ASMLOOM_CPU": "-sse2"}
        for mode, user, heard in ((0o755, 65534, True), (0o4755, 65534, False), (0o4755, 0, True)):
            program.chmod(mode)
            # The other user runs the program from a folder that this user may enter.
            done = run(
                ["setpriv", f"--reuid={user}", "--clear-groups", str(program), *words[1:]], cwd=Path("/"), env=env
            )
            assert done.returncode == 0, (done, mode)
            text = done.stdout.decode()
            assert (PINNED in text, PRIVILEGED in text) == (heard, not heard), (oct(mode), user, text[:600])
        program.chmod(0o4755)
        for name in ("CPU", "PREFER", "TUNING", "OTHER"):  # each variable alone is refused; without any, nothing is
            done = run(
                ["setpriv", "--reuid=65534", "--clear-groups", str(program), "explain"],
                cwd=Path("/"), env={f"ASMLOOM_{name}": "-sse2"},
            )  # fmt: skip
            assert (done.returncode, PRIVILEGED in done.stdout.decode()) == (0, name != "OTHER"), (name, done)
    finally:
        shutil.rmtree(folder)


def test_the_mark_is_asked_for(tmp_path: Path) -> None:
    """A fake answer of the system marks the program, for users who cannot make a set-user-ID program."""
    fake = tmp_path / "fake.c"
    fake.write_text(
        "unsigned long asked(unsigned long type);\nunsigned long asked(unsigned long type) { return type == 23; }\n"
    )
    exe = tmp_path / "once"
    words = [str(require("gcc")), "-std=c99", "-O2", "-DLOOM_NO_ASM", "-pthread", f"-I{INCLUDE}"]
    words += [*rooms.includes(), str(HERE / "once.c"), str(fake)]
    objects = tmp_path / "overrides.o"
    first = run([*words[:-2], "-Dgetauxval=asked", "-c", str(rooms.path("overrides.c")), "-o", str(objects)])
    assert first.returncode == 0, first.stderr.decode()
    rest = [str(path) for path in rooms.library(INCLUDE) if path.name != "overrides.c"]
    built = run([*words, *rest, str(objects), "-o", str(exe)], timeout=HANG_SECONDS)
    assert built.returncode == 0, built.stderr.decode()
    text = _once(exe, "explain", ASMLOOM_PREFER="md5_blocks=portable")
    assert PRIVILEGED in text and PINNED not in text
    assert PRIVILEGED not in _once(exe, "explain")
