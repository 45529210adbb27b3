# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Processors with AVX-512 or SHA512 for static programs of x86_64 Linux, on machines that have none: the CPU of Bochs
behind a few system calls.

qemu executes no EVEX instruction, and none for SHA-512. Bochs executes them all, and its CPU comes as a Python package
without the machine around it.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from targets.toolchain import pipwheel
from targets.toolchain.find import require
from targets.toolchain.process import ToolFailed, run, run_silent

NAME = f"bochs-py{sys.version_info[1]}"
"""The environment: the package is for one version of Python."""
HERE = Path(__file__).resolve().parent
_COMMON = "avx2 aes pclmul vaes vpclmulqdq sha bmi1 bmi2 lzcnt movbe adx popcnt f16c fma gfni avxvnni"
_AVX512 = "avx512f avx512bw avx512dq avx512vl avx512cd avx512ifma avx512vbmi avx512vbmi2 avx512vnni avx512bitalg"
FEATURES = tuple(f"{_COMMON} {_AVX512} avx512vpopcntdq".split())
MODELS = {
    "bochs": ("sapphire_rapids", FEATURES),
    "bochs-arrowlake": ("arrow_lake", (*_COMMON.split(), "avxifma", "sha512")),
}
"""An emulated processor → Bochs's name of it, and those of its features that the library has a name for."""


def _pip(folder: Path) -> list[str]:
    """The words of this interpreter's pip, or of a fetched one."""
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    try:
        return [sys.executable, str(pipwheel.fetch(folder) / "pip")]
    except pipwheel.NoPip as error:
        raise ToolFailed(str(error)) from None


def build(folder: Path) -> None:
    """Set the package up in a folder, with the part of the C library that it wants."""
    words = [*_pip(folder), "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore",
             "--no-input", "--require-hashes", "--no-deps", "--only-binary=:all:", "--target", str(folder),
             "-r", str(HERE / "requirements.txt")]  # fmt: skip
    done = run(words)
    if done.returncode:
        text = (done.stdout + done.stderr).decode("utf-8", "replace").strip()
        raise ToolFailed(f"installing bochscpu-python: {(text.splitlines() or ['no output'])[-1]}", text)
    for binary in (folder / "bochscpu").glob("_bochscpu.cpython-312-*.so"):
        binary.rename(binary.with_name("_bochscpu.abi3.so"))  # for 3.12 and later, as the wheel's own name says
    shim = [str(require("gcc")), "-std=c99", "-O2", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror"]
    run_silent([*shim, str(HERE / "shim.c"), "-o", str(folder / "shim.so")], what=f"compiling {HERE / 'shim.c'}")
