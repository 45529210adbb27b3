# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Headers and import libraries for MSVC targets on machines without the Windows SDK, as far as runtime/ needs them.

The objects refer to the universal C runtime by the names of the SDK's own headers, and link with it.
"""

from __future__ import annotations

import os
from pathlib import Path

from targets import Target
from targets.toolchain.assemble import assemble
from targets.toolchain.find import require
from targets.toolchain.process import run_silent

_HERE = Path(__file__).resolve().parent
_MACHINES = {
    "x86_64-pc-windows-msvc": "i386:x86-64",
    "i686-pc-windows-msvc": "i386",
    "aarch64-pc-windows-msvc": "arm64",
    "arm64ec-pc-windows-msvc": "arm64ec",
}


def needed(target: Target) -> bool:
    """True if a target needs the headers and libraries of this folder. A developer prompt sets ``INCLUDE``."""
    return target.triple in _MACHINES and not os.environ.get("INCLUDE")


def include_flags(target: Target) -> list[str]:
    """The compiler's flags for the headers of this folder."""
    return ["-isystem", str(_HERE / "include")] if needed(target) else []


def start_files(target: Target, folder: Path) -> list[Path]:
    """Make import libraries of the system's DLLs in ``folder``, and the object that every arm64ec DLL needs.

    Raises MissingTool and ToolFailed.
    """
    if not needed(target):
        return []
    made = []
    for definition in sorted(_HERE.glob("*.def")):
        out = folder / f"{definition.stem}.lib"
        words = [str(require("llvm-dlltool")), "-m", _MACHINES[target.triple], "-d", str(definition), "-l", str(out)]
        run_silent(words, what=f"{target.triple}: {out.name}")
        made.append(out)
    if target.abi == "arm64ec":
        made.append(assemble(target, "clang-cl", _HERE / "arm64ec.S", folder / "arm64ec.obj"))
    return made
