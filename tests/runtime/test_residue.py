# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""After a public function no register, and no byte of the dead stack, depends on a secret: in portable C and as
dispatched, with every variant in assembly, by gcc for x86_64 and i686: what has registers on one is on the stack of the
other. ``test --all`` does so on all targets, by two compilers at two levels.

Secrets are keys, MAC keys, encrypted or authenticated data, and the state of RC4. The search compares two calls that
differ in secrets alone. It therefore also finds values made of secrets: round keys, pads, states, key stream, and the
length of padding. Messages of a batch without HMAC are taken to be public: the functions for both are called with HMAC.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import targets
from generator import headers, library, rooms
from generator.output import Generator
from generator.rooms import INCLUDE
from targets.toolchain.assemble import assemble
from targets.toolchain.execute import executor
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS
from targets.trial.machines import HERE as HARNESS
from tests.changed import Wanted
from tests.rsa import builds
from tests.rsa.builds import Build
from tests.runtime import cases
from tests.runtime.public import names, rounds, rows
from tests.runtime.test_compile import FRAMES, WARNINGS

HERE = Path(__file__).resolve().parent
_HARNESS = ("check.c", "check_x86.c", "check_aarch64.c", "platform.c")
_TRAMPOLINES = ("trampoline_x86_64.S", "trampoline_i686.S", "trampoline_aarch64.S")

EXEMPT = {row.name: row.no_secret for row in rows() if row.no_secret}


_I686, _ARM = ("-m32", "-no-pie"), ("--target=aarch64-linux-gnu", "-static")
BUILDS = (
    Build("x86_64-linux-gnu", "gcc", ("-O2",)),
    Build("x86_64-linux-gnu", "gcc", ("-O3",)),
    Build("x86_64-linux-gnu", "clang", ("-O2",)),
    Build("x86_64-linux-gnu", "clang", ("-O3",)),
    Build("i686-linux-gnu", "gcc", ("-O2", *_I686)),
    Build("i686-linux-gnu", "clang", ("-O3", *_I686)),
    Build("aarch64-linux-gnu", "aarch64-gcc", ("-O3", "-static")),
    Build("aarch64-linux-gnu", "clang", ("-O2", *_ARM)),
    Build("x86_64-w64-mingw32", "mingw64-gcc", ("-O2", "-static")),
)


@pytest.fixture(scope="module")
def assembled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, list[Path]]]:
    """The objects of each triple's kernels, assembled at the first request."""

    class Objects(dict[str, list[Path]]):
        def __missing__(self, triple: str) -> list[Path]:
            target, folder = targets.load(triple), tmp_path_factory.mktemp(triple)
            sources = sorted((library.ROOT / "generated" / target.arch / "gas").glob("*.S"))
            self[triple] = [assemble(target, "gas", source, folder / f"{source.stem}.o") for source in sources]
            assert self[triple]
            return self[triple]

    yield Objects()


def sources(build: Build, folder: Path) -> list[Path]:
    """The library's C. Its tables have the stack that this triple's functions take: none is spare, as there would be
    with the frames of other conventions."""
    rows = json.loads((library.ROOT / "generated" / "manifest.json").read_text("utf-8"))["targets"][build.triple]
    made = Generator(library.load()).headers(headers.made_of({build.triple: rows}))
    for name in (name for name in made if name.endswith(".c")):
        (folder / name).write_bytes(made[name])
    return [path for path in rooms.library(folder) if path.name != "selftest.c"]


def program(build: Build, folder: Path, source: Path | None, inputs: list[Path]) -> Path:
    """The search with the cases of a file, or of cases.py. One of residue_leaks.c has a large frame on purpose.

    The objects of the C are kept: an edit of a kernel compiles none of it again.
    """
    command = [str(require(build.tool)), *build.flags, *(word for word in WARNINGS if word != FRAMES)]
    flags = [f"-I{INCLUDE}", *rooms.includes(), f"-I{HARNESS}", f"-I{HERE / 'tried'}"]
    if source is None:
        (source := folder / "calls.c").write_text(cases.text(secrets=True), "ascii")
    harness = [HARNESS / name for name in (*_HARNESS, *_TRAMPOLINES)]
    made = []
    for one in (*harness, HERE / "residue.c", source, *inputs):
        made.append(one if one.suffix == ".o" else builds.object_of(build, command, flags, one, folder))
    out = folder / ("residue.exe" if "mingw" in build.triple else "residue")
    builds.silent([*command, *map(str, made), "-o", str(out)])
    return out


def output(build: Build, exe: Path, arguments: list[str], pins: dict[str, str]) -> list[str]:
    prefer = ",".join(f"{kernel}={variant}" for kernel, variant in pins.items())
    where = executor(targets.load(build.triple))
    done = where.run(
        exe, arguments, cwd=exe.parent, env={"ASMLOOM_PREFER": prefer, "ASMLOOM_CPU": ""}, timeout=HANG_SECONDS
    )
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode(errors="replace")
    return done.stdout.decode().splitlines()


def may_call(function: str, kernels: Iterable[str]) -> bool:
    """Whether a public function calls one of some kernels."""
    return next(row for row in rows() if row.name == function).may_call(kernels)


@pytest.mark.code
@pytest.mark.parametrize(
    "build",
    [pytest.param(one, marks=() if one in (BUILDS[0], BUILDS[4]) else pytest.mark.whole) for one in BUILDS],
    ids=str,
)
def test_nothing_is_left(build: Build, assembled: dict[str, list[Path]], tmp_path: Path, wanted: Wanted) -> None:
    kernels = library.load().kernels
    exe = program(build, tmp_path, None, [*sources(build, tmp_path), *assembled[build.triple]])
    listed = output(build, exe, ["--list"], {})
    assert set(listed) | EXEMPT.keys() == set(names()) and not set(listed) & EXEMPT.keys()
    chosen = {name: kernels[name] for name in sorted(wanted(kernels))}
    some = 0 < len(chosen) < len(kernels)
    called = [name for name in listed if may_call(name, chosen)] if some else []
    first = build == next(one for one in BUILDS if one.triple == build.triple)
    turns = [*rounds(chosen, targets.load(build.triple).arch)]
    for pins in (*([] if some else [{}]), *(turns if first else turns[:1])):
        if some and not called:
            break  # no function that the search calls reaches these kernels
        left = output(build, exe, called, pins)
        assert not left, "\n".join([*left[:20], f"… {len(left)} lines with {pins or 'what dispatch chose'}"])


@pytest.mark.code
def test_stack_that_is_not_cleaned_is_found(assembled: dict[str, list[Path]], tmp_path: Path) -> None:
    """With too small a number of bytes to clean, the search finds the message's words in the kernel's frame."""
    build, name = BUILDS[0], "clean.c"
    whole = sources(build, tmp_path)
    (source,) = (path for path in whole if path.name == name)
    body = "void loom_clean_below(size_t bytes)\n{\n"
    assert (text := source.read_text("utf-8")).count(body) == 1
    (tmp_path / "faulty").mkdir()
    (faulty := tmp_path / "faulty" / name).write_text(text.replace(body, f"{body}    bytes = 64;\n"), "utf-8")
    files = [*(path for path in whole if path.name != name), faulty, *assembled[build.triple]]
    exe = program(build, tmp_path, None, files)
    for function, kernel in (("loom_hmac_sha256", "sha256_blocks"), ("loom_hmac_sha1_final", "sha1_blocks")):
        left = output(build, exe, [function], {kernel: "scalar"})
        assert left and all(" stack: " in line for line in left), (function, left)


NONE = {"leaves_nothing", "leaves_an_address", "leaves_a_length"}
ANYWHERE = {
    "leaves_key": "stack",
    "leaves_pad": "stack",
    "leaves_byte": "stack",
    "leaves_word": "gp",
    "leaves_vector": "vec5",
}
LEAKS = {
    "x86_64-linux-gnu": {"leaves_upper_half": "vec5", "leaves_high_vector": "vec20", "leaves_mask": "mask5"},
    "i686-linux-gnu": {"leaves_upper_half": "vec5"},
    "aarch64-linux-gnu": {"leaves_upper_half": "vec9", "leaves_high_vector": "vec20"},
}
NEEDS = {"leaves_upper_half": "avx", "leaves_high_vector": "avx512vl", "leaves_mask": "avx512bw"}


@pytest.mark.kernels()  # C and assembly of its own
@pytest.mark.parametrize("build", (BUILDS[0], BUILDS[4], BUILDS[6]), ids=str)
def test_what_is_left_is_found(build: Build, tmp_path: Path, not_executed: list[str]) -> None:
    """The search finds a key, a word and a byte made of one on the stack, and pieces in registers; no more."""
    exe = program(build, tmp_path, HERE / "residue_leaks.c", [])
    expected = {**ANYWHERE, **LEAKS[build.triple]}
    names = set(output(build, exe, ["--list"], {}))
    assert NONE | expected.keys() <= names
    if build.triple != "aarch64-linux-gnu":
        have = Path("/proc/cpuinfo").read_text("ascii").split()
        for name in [name for name in expected if NEEDS.get(name, "fpu") not in have]:
            not_executed.append(f"{name} for {build.triple}: the processor lacks {NEEDS[name]}")
            del expected[name]
    for name in sorted(NONE | expected.keys()):
        left = output(build, exe, [name], {})
        if name in NONE:
            assert left == []
        else:
            assert left and all(f" {expected[name]}" in line for line in left), (name, left)
