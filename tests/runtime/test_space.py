# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Compares every public function, over its whole documented space, with other implementations. Portable C runs under
sanitizers. Portable C and assembly run with every argument between guard pages.
"""

from __future__ import annotations

import os
import platform
from pathlib import Path

import pytest

import targets
from generator import library, rooms
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from targets.toolchain.product import Workshop, default_syntax, exports
from tests.runtime import answers
from tests.runtime.public import functions, header
from tests.runtime.test_compile import WARNINGS

HERE = Path(__file__).parent / "space"
GROUPS = (
    "hashes", "rc4", "aes", "rc4_md5", "aes_cbc_hashes", "tls", "tls_many", "rsa", "batches", "streams",
    "library",
)  # fmt: skip
WOVEN = ("rc4_md5_blocks", "aes_cbc_sha1_blocks", "aes_cbc_sha256_blocks", "aes_cbc_sha512_blocks")


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("answers") / "answers"
    answers.write(path)
    return path


def build(folder: Path, include: Path, words: list[str], inputs: list[Path]) -> Path:
    """The program, with a library from ``inputs``."""
    folder.mkdir(exist_ok=True)
    names = "".join(f" X({name})" for name in functions(header()))
    (folder / "public.h").write_text(f"#define PUBLIC(X){names}\n")
    includes = [f"-I{folder}", f"-I{HERE}", f"-I{include}", *rooms.includes()]
    files = [str(path) for path in (*sorted(HERE.glob("*.c")), *inputs)]
    out = folder / "space"
    strict = [*WARNINGS, "-std=gnu99", "-Wno-unused-value"]  # CALL() counts by a comma
    done = run([str(require("gcc")), *strict, *words, *includes, *files, "-o", str(out)], timeout=HANG_SECONDS)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
    return out


def called(program: Path, truth: Path, one_in: int, *groups: str, **environment: str) -> dict[str, int]:
    """The number of right calls of each function. The program tries one case in ``one_in``."""
    words = [str(program), str(truth), str(one_in), *groups]
    done = run(words, timeout=HANG_SECONDS, env={**os.environ, **environment})
    assert done.returncode == 0, done.stderr.decode()[-6000:]
    return {name: int(count) for name, count in (line.split() for line in done.stdout.decode().splitlines())}


def require_all(counts: dict[str, int]) -> None:
    """Every function of the header is called, and more than twice unless there is a reason."""
    few = {"loom_version", "loom_selftest"}
    assert set(counts) == set(functions(header())) == set(exports(library.load(), "loom_"))
    # A list of leaves is one case in some; a sample of the cases has few of them.
    least = {name: 1 if name in few else 3 if name.endswith("_leaves") else 50 for name in counts}
    assert not [name for name, count in counts.items() if count < least[name]]


@pytest.fixture(scope="module")
def assembly(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = targets.for_host(platform.system(), platform.machine())
    workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
    workshop.place = tmp_path_factory.mktemp("assembly")
    return build(workshop.place / "space", workshop.place / "include", ["-O2"], [workshop.static()])


def test_assembly_as_dispatched(assembly: Path, truth: Path) -> None:
    require_all(called(assembly, truth, 1, *GROUPS))


@pytest.mark.parametrize("kernel", WOVEN)
def test_woven_variants(kernel: str, assembly: Path, truth: Path) -> None:
    """Pins one variant after the other. Dispatch chooses in place of a variant that this machine cannot run."""
    group = "rc4_md5" if kernel.startswith("rc4") else "aes_cbc_hashes"
    for variant in ("portable", *(v.name for v in library.load().kernels[kernel].variants)):
        counts = called(assembly, truth, 60, group, ASMLOOM_PREFER=f"{kernel}={variant}")
        assert counts[f"loom_k_{kernel}"] > 0
