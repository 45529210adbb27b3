# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The runtime's C: no compiler warns of the C, and no sanitizer reports the self-test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import targets
from generator import library, rooms
from generator.function_cache import FunctionCache
from generator.output import Generator
from generator.rooms import INCLUDE
from targets.toolchain import benches, windows
from targets.toolchain.assemble import assemble
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from tests.runtime.public import rows

# A frame of a page (4096 bytes) or more calls __chkstk on Windows, a function of the C library, which the DLL lacks.
FRAMES = "-Wframe-larger-than=3800"
WARNINGS = f"-std=c99 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-qual -Werror {FRAMES}".split()
# Projects such as AWS-LC refuse a second declaration, and functions without a prototype. No words of C++.
DECLARATIONS = "-Wredundant-decls -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition".split()
STRICT = [*WARNINGS, *DECLARATIONS]
SHARED = ["-DLOOM_SHARED"]
WINDOWS_HEADERS = Path(windows.__file__).parent / "include"
# <errno.h> for 32 bits: gcc-multilib, whose link leads there, cannot be installed beside the cross compilers.
OF_KERNEL = ["-idirafter", "/usr/include/x86_64-linux-gnu"]
CL = ["clang", "--driver-mode=cl", "-W4", "-WX", FRAMES]
# Code is made where that finds more: the flow of values, and frames of 64 and 32 bits.
COMPILERS = {
    "gcc": ["gcc", *STRICT, "-O2"],
    "gcc -m32": ["gcc", "-m32", *STRICT, "-O2", *OF_KERNEL],
    "gcc C11": ["gcc", *STRICT, "-std=c11", "-fsyntax-only"],
    "clang": ["clang", *STRICT, "-O2"],
    "clang -m32": ["clang", "-m32", *STRICT, "-fsyntax-only", *OF_KERNEL],
    "aarch64 gcc": ["aarch64-gcc", *STRICT, "-fsyntax-only"],
    "mingw64": ["mingw64-gcc", *STRICT, "-O2"],
    "mingw32": ["mingw32-gcc", *STRICT, "-fsyntax-only"],
    "clang-cl x86_64": [*CL, "--target=x86_64-pc-windows-msvc", "-O2"],
    "clang-cl i686": [*CL, "--target=i686-pc-windows-msvc", "-Zs"],
    "clang-cl aarch64": [*CL, "--target=aarch64-pc-windows-msvc", "-Zs"],
}
# A shared library differs in the attributes of declarations only. tests/cli builds a shared library for every triple.
EXPORTING = ("gcc", "clang", "mingw64", "clang-cl x86_64")


@pytest.mark.kernels()  # only the generated headers are read
@pytest.mark.parametrize(
    ("compiler", "shared"),
    [(name, False) for name in COMPILERS] + [(name, True) for name in EXPORTING],
    ids=lambda value: value if isinstance(value, str) else "shared" if value else "static",
)
@pytest.mark.whole(every=5)
def test_no_warning(compiler: str, shared: bool, tmp_path: Path) -> None:
    """clang-cl compiles the library alone: the tree has only the C headers that the library needs. No code is made for
    a shared library: that of a static one has the same warnings."""
    cl = compiler.startswith("clang-cl")
    tool, *flags = [*COMPILERS[compiler], *(["-Zs" if cl else "-fsyntax-only"] if shared else [])]
    words = [
        str(require(tool)),
        *flags,
        *([] if "-Zs" in flags else ["-c"]),
        f"-I{INCLUDE}",
        *rooms.includes(),
    ]
    words += [f"-I{WINDOWS_HEADERS}"] if cl else []
    parts = rooms.PARTS[:1] if shared or cl else rooms.PARTS
    # clang-cl takes an absolute path for an option.
    end = ["--"] if cl else []
    for path in rooms.sources(*parts):
        out = [] if "-Zs" in flags else ["-o", str(tmp_path / f"{path.name}.o")]
        done = run([*words, *(SHARED if shared else []), *out, *end, str(path)], timeout=HANG_SECONDS)
        assert (done.returncode, done.stderr + done.stdout) == (0, b""), (path.name, done.stderr.decode())


@pytest.mark.kernels()  # only the generated headers are read
@pytest.mark.parametrize("peers", [[], ["-DLOOM_SPEED_LIBCRYPTO"]], ids=["alone", "libcrypto"])
@pytest.mark.parametrize("compiler", ["gcc", "gcc -m32", "clang", "aarch64 gcc", "mingw64"])
def test_no_warning_about_the_speed_tool(compiler: str, peers: list[str], tmp_path: Path) -> None:
    tool, *flags = COMPILERS[compiler]
    words = [str(require(tool)), *flags, *peers, "-fsyntax-only", f"-I{INCLUDE}"]
    done = run([*words, *rooms.includes(), *map(str, benches.sources())], timeout=HANG_SECONDS, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()


@pytest.mark.parametrize("kernel", library.load().kernels)
@pytest.mark.whole(every=8)
def test_one_kernel_alone(kernel: str, tmp_path: Path) -> None:
    """A library with a single kernel compiles without a warning: no declaration is missing, and none is unused."""
    words = [str(require("clang")), *STRICT, "-fsyntax-only", f"-I{tmp_path}", *rooms.includes()]
    for name, data in Generator(library.load()).headers({}, [kernel]).items():
        (tmp_path / name).write_bytes(data)
    files = map(str, [*rooms.library(tmp_path, *rooms.PARTS[1:]), *benches.sources()])
    done = run([*words, *files], timeout=HANG_SECONDS, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()


@pytest.mark.kernels()  # only the generated headers are read
@pytest.mark.parametrize("header", ["c99", "c11", "c++98", "c++17"])
def test_public_header_alone(header: str, tmp_path: Path) -> None:
    """asmloom.h compiles alone, in C and in C++."""
    language = "c++" if "+" in header else "c"
    folder = INCLUDE
    source = tmp_path / "user.x"
    source.write_text('#include "asmloom.h"\nint main(void) { return loom_version() == 0; }\n')
    words = [str(require("clang")), "-x", language, f"-std={header}", "-fsyntax-only", f"-I{folder}"]
    words += ["-Wall", "-Wextra", "-Werror", "-Wno-c++11-long-long"]
    done = run([*words, str(source)], timeout=HANG_SECONDS)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()


@pytest.fixture(scope="module")
def assembled(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The objects of every variant, in the syntax of this machine's C compiler."""
    target, folder = targets.load("x86_64-linux-gnu"), tmp_path_factory.mktemp("assembled")
    objects = []
    for name, data in Generator(library.load(), cache=FunctionCache()).sources(target, ["gas"]).items():
        source = folder / Path(name).name
        source.write_bytes(data)
        if source.suffix == ".S":
            objects.append(str(assemble(target, "gas", source, source.with_suffix(".o"))))
    return objects


@pytest.mark.kernels()  # sanitizers watch the C; tests/kernels judges assembly
@pytest.mark.parametrize("sanitizers", ["address,undefined", "thread"])
@pytest.mark.whole(every=2)
def test_sanitized(sanitizers: str, assembled: list[str], tmp_path: Path) -> None:
    """The self-test under the sanitizers, with every variant that runs here."""
    exe = tmp_path / "selftest"
    words = [str(require("gcc")), *WARNINGS, "-O1", "-g", f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all"]
    words += [f"-I{INCLUDE}", *rooms.includes()]
    words += map(str, rooms.library(INCLUDE, "selftest"))
    done = run([*words, *assembled, "-o", str(exe)], timeout=HANG_SECONDS)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
    # The thread sanitizer supports certain addresses only.
    done = run(["setarch", "-R", str(exe)] if sanitizers == "thread" else [str(exe)], timeout=HANG_SECONDS)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()[-2000:]
    assert done.stdout.endswith(b"self-test: all right\n")


@pytest.mark.kernels()  # a kernel's tests judge its answers
def test_wrong_answers_are_seen(assembled: list[str], tmp_path: Path) -> None:
    """Under an emulator: each variant that can run here is asked, and a wrong one does not run."""
    exe = tmp_path / "planted"
    words = [str(require("gcc")), *WARNINGS, "-O1", "-g", f"-I{INCLUDE}", *rooms.includes()]
    words += [str(Path(__file__).with_name("planted.c")), *map(str, rooms.library(INCLUDE))]
    done = run([*words, *assembled, "-o", str(exe)], timeout=HANG_SECONDS)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
    done = run([str(exe)], timeout=HANG_SECONDS)
    found = re.fullmatch(r"(\d+) asked, 0 failures\n", done.stdout.decode())
    assert done.returncode == 0 and found and int(found[1]) > 10, done.stdout.decode()


@pytest.mark.kernels()  # the compiler sees the C
def test_memory_sanitizer(tmp_path: Path) -> None:
    """MemorySanitizer does not see what assembly writes: with it dispatch knows C alone."""
    words = [str(require("clang")), "-std=c99", f"-I{INCLUDE}", *rooms.includes(), "-c"]
    for flag, wanted in (("-fsanitize=memory", False), ("-fsanitize=address", True)):
        out = tmp_path / "kernels.o"
        done = run([*words, flag, str(INCLUDE / "kernel_sha256_blocks.c"), "-o", str(out)], timeout=HANG_SECONDS)
        assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
        names = run([str(require("nm")), "-u", str(out)], timeout=HANG_SECONDS).stdout.decode()
        assert "_portable" in names and ("_avx2" in names) == wanted, names


@pytest.mark.kernels()  # the compiler sees the C
def test_link_time_optimisation(assembled: list[str], tmp_path: Path) -> None:
    """Link-time optimization shows the compiler every type of access to a piece of memory, across files and calls."""
    exe = tmp_path / "selftest"
    words = [str(require("gcc")), "-O2", "-flto=auto", "-Wall", "-Wextra", "-Werror"]
    words += ["-fstrict-aliasing", "-Wstrict-aliasing=1", f"-I{INCLUDE}", *rooms.includes()]
    words += map(str, rooms.library(INCLUDE, "selftest"))
    done = run([*words, *assembled, "-o", str(exe)], timeout=HANG_SECONDS)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
    done = run([str(exe)], timeout=HANG_SECONDS)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, b"self-test: all right"), done.stdout.decode()[-2000:]


@pytest.mark.kernels()  # only the generated headers are read
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("language", ["c", "c++"])
def test_results_that_must_be_used(language: str, compiler: str, tmp_path: Path) -> None:
    """Functions that open or compare: the compilation fails if a caller ignores the result."""
    calls = [f"{row.name}({', '.join('0' for _ in row.prototype[1])})" for row in rows() if row.must_use]
    assert len(calls) > 10
    words = [str(require(compiler)), "-x", language, "-c", "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}"]
    words += ["-o", str(tmp_path / "user.o")]  # gcc sees a dropped result only if gcc makes code
    for call in ("", *calls):
        for used in (True, False) if call else (True,):
            source = tmp_path / "user.x"
            body = f"return {call or 0}" if used else f"{call}; return 0"
            source.write_text(f'#include "asmloom.h"\nint f(void);\nint f(void)\n{{\n{body};\n}}\n')
            done = run([*words, str(source)], timeout=HANG_SECONDS)
            assert (done.returncode == 0) == used, (call, done.stderr.decode())
            assert used or b"unused-result" in done.stderr
