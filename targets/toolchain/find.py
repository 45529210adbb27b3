# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Find the tools. A process looks for each tool once. The message about a missing tool tells the way to get the tool.

``python3 -m targets.toolchain.find`` prints the table. The variable ``ASMLOOM_<NAME>`` (``ASMLOOM_NASM``,
``ASMLOOM_LLVM_ML``) holds a path, and makes this path the only candidate.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from targets.toolchain.process import run


class MissingTool(Exception):
    """A tool is missing on this machine. One line: the tool, its purpose, the way to get the tool."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool. ``candidates``: file names or absolute paths in order of preference. ``get``: how to obtain the tool (a
    Debian package, unless the text has a space). ``version``: the argument that makes the tool print its version."""

    name: str
    candidates: tuple[str, ...]
    get: str
    purpose: str
    version: str = "--version"

    @property
    def variable(self) -> str:
        return "ASMLOOM_" + re.sub(r"[^A-Z0-9]", "_", self.name.upper())


# LLVM 19 is tested, and the oldest with arm64ec. Later versions follow. The unversioned name comes last.
_LLVM = ("-19", "-20", "-21", "-22", "")


def _llvm(name: str) -> tuple[str, ...]:
    return tuple(name + suffix for suffix in _LLVM)


def _zig_candidates() -> tuple[str, ...]:
    # The program is a data file of the wheel. This lookup starts no second Python.
    spec = importlib.util.find_spec("ziglang")
    bundled = () if spec is None or spec.origin is None else (str(Path(spec.origin).parent / "zig"),)
    return (*bundled, "zig")


_TOOLS = (
    Tool("gcc", ("gcc", "cc"), "gcc", "x86_64 and i686 ELF: C, GNU as, links (i686 needs gcc-12-multilib)"),
    Tool("aarch64-gcc", ("aarch64-linux-gnu-gcc",), "gcc-aarch64-linux-gnu", "AArch64 ELF: C, GNU as, links"),
    Tool("s390x-gcc", ("s390x-linux-gnu-gcc",), "gcc-s390x-linux-gnu", "portable C on a big-endian machine"),
    Tool("tcc", ("tcc",), "tcc", "portable C by a small compiler", "-v"),
    Tool("mingw64-gcc", ("x86_64-w64-mingw32-gcc",), "gcc-mingw-w64-x86-64", "64-bit Windows: C, GNU as, links"),
    Tool("mingw32-gcc", ("i686-w64-mingw32-gcc",), "gcc-mingw-w64-i686", "32-bit Windows: C, GNU as, links"),
    Tool("ar", ("ar",), "binutils", "static libraries"),
    Tool("mingw64-ar", ("x86_64-w64-mingw32-ar",), "binutils-mingw-w64-x86-64", "static libraries"),
    Tool("mingw32-ar", ("i686-w64-mingw32-ar",), "binutils-mingw-w64-i686", "static libraries"),
    Tool("clang", _llvm("clang"), "clang-19", "every target: C and the second assembler of GAS files"),
    Tool("llvm-ml", _llvm("llvm-ml"), "llvm-19", "MASM files"),
    Tool("llvm-ar", _llvm("llvm-ar"), "llvm-19", "static libraries"),
    Tool("llvm-lib", _llvm("llvm-lib"), "llvm-19", "static libraries for MSVC"),
    Tool("llvm-dlltool", _llvm("llvm-dlltool"), "llvm-19", "import libraries for MSVC"),
    Tool("llvm-objdump", _llvm("llvm-objdump"), "llvm-19", "disassembly in tests"),
    Tool("llvm-readobj", _llvm("llvm-readobj"), "llvm-19", "object files in tests"),
    Tool("llvm-nm", _llvm("llvm-nm"), "llvm-19", "symbols of object files in tests"),
    Tool("llvm-mca", _llvm("llvm-mca"), "llvm-19", "estimates of Arm cores"),
    Tool("lld-link", _llvm("lld-link"), "lld-19", "DLLs without the Windows SDK"),
    Tool("ld64.lld", _llvm("ld64.lld"), "lld-19", "Mach-O libraries"),
    Tool("nasm", ("nasm",), "nasm", "NASM files", "-v"),
    Tool("ml64", ("ml64",), "Microsoft Visual C++ build tools", "MASM files, x86_64 (Windows)", ""),
    Tool("ml", ("ml",), "Microsoft Visual C++ build tools", "MASM files, i686 (Windows)", ""),
    Tool(
        "zig",
        _zig_candidates(),
        "python3 -m pip install ziglang==0.17.0",
        "a compiler where there is none",
        "version",
    ),
    Tool("qemu-aarch64", ("qemu-aarch64", "qemu-aarch64-static"), "qemu-user", "executes AArch64 ELF"),
    Tool("qemu-x86_64", ("qemu-x86_64", "qemu-x86_64-static"), "qemu-user", "other x86_64 CPUs, for dispatch"),
    Tool("qemu-i386", ("qemu-i386", "qemu-i386-static"), "qemu-user", "other i686 CPUs, for dispatch"),
    *(
        Tool(f"qemu-{arch}", (f"qemu-{arch}", f"qemu-{arch}-static"), "qemu-user", "portable C on other machines")
        for arch in ("arm", "riscv64", "ppc64le", "s390x", "mips")
    ),
    Tool("node", ("node", "nodejs"), "nodejs", "portable C as WebAssembly"),
    # Debian's wrapper named `wine` asks for the 32-bit wine. The loader itself is in the library folder.
    Tool("wine64", ("/usr/lib/wine/wine64", "wine64", "wine"), "wine64", "executes 64-bit Windows programs"),
    Tool(
        "wineserver", ("/usr/lib/wine/wineserver64", "wineserver64", "wineserver"), "wine64", "keeps wine's processes"
    ),
    Tool("valgrind", ("valgrind",), "valgrind", "shows that no branch or address depends on a secret"),
    Tool("nm", ("nm",), "binutils", "symbols of built programs in tests"),
    Tool("objcopy", ("objcopy",), "binutils", "objects under other names, in tests"),
    Tool("g++", ("g++", "c++"), "g++", "C++ users in tests"),
    Tool("cmake", ("cmake",), "cmake", "CMake projects in tests"),
    Tool("ninja", ("ninja", "ninja-build"), "ninja-build", "CMake and Meson projects in tests"),
    Tool("meson", ("meson",), "meson", "Meson projects in tests"),
    Tool("make", ("make", "gmake"), "make", "Makefiles in tests"),
    Tool("qemu-system-x86_64", ("qemu-system-x86_64",), "qemu-system-x86 ovmf", "UEFI applications in tests"),
    Tool("bazel", ("bazel",), "bazel-bootstrap bazel-rules-java bazel-rules-proto", "Bazel projects in tests"),
    Tool("gn", ("gn",), "generate-ninja", "GN projects in tests"),
    Tool("autoreconf", ("autoreconf",), "autoconf automake", "Automake projects in tests"),
    Tool("dpkg-buildpackage", ("dpkg-buildpackage",), "dpkg-dev debhelper python3-jinja2", "Debian packages in tests"),
    Tool("lintian", ("lintian",), "lintian", "Debian packages in tests"),
    Tool("abidiff", ("abidiff",), "abigail-tools", "the interface of shared libraries in tests"),
    Tool("hardening-check", ("hardening-check",), "devscripts", "how a shared library is hardened, in tests", ""),
    Tool("ruby", ("ruby",), "ruby", "reads a recipe of Homebrew in tests"),
    Tool("nix-instantiate", ("nix-instantiate",), "nix-bin", "reads a recipe of Nix in tests"),
    Tool("ccache", ("ccache",), "ccache", "a compiler of two words in tests"),
    Tool("gcc-11", ("gcc-11",), "gcc-11", "the oldest gcc in tests"),
    Tool("clang-13", ("clang-13",), "clang-13", "the oldest clang in tests"),
    Tool("clang-16", ("clang-16",), "clang-16", "the oldest clang for Windows on Arm in tests"),
    Tool("rustc", ("rustc",), "rustc", "Rust declarations in tests"),
    Tool("cargo", ("cargo",), "cargo", "Cargo crates in tests"),
    Tool("go", ("go",), "golang-go", "Go modules in tests", "version"),
    Tool(
        "openssl", ("openssl",), "openssl", "the program of OpenSSL, with the provider and without, in tests", "version"
    ),
    Tool("mmdebstrap", ("mmdebstrap",), "mmdebstrap", "sets up qemu 10, wine for i686 and for arm64"),
    Tool("chromium", ("chromium", "chromium-browser", "google-chrome"), "chromium", "opens the pages of diff in tests"),
    Tool("pdftotext", ("pdftotext",), "poppler-utils", "reads the printed pages in tests", "-v"),
    Tool("unshare", ("unshare",), "util-linux", "runs wine for i686 and for arm64 in a private root"),
)
TOOLS = {tool.name: tool for tool in _TOOLS}


@cache
def find(name: str) -> Path | None:
    """The path of a tool by its name in :data:`TOOLS`, or None. Raises KeyError for a name not in the table. A path is
    its own name."""
    if os.path.isabs(name):
        return Path(name)
    tool = TOOLS[name]
    forced = os.environ.get(tool.variable)
    if forced:
        path = shutil.which(forced)
        if path is None:
            raise MissingTool(f"{tool.variable}={forced}: no such program")
        return Path(path).absolute()
    candidates = _zig_candidates() if name == "zig" else tool.candidates
    for candidate in candidates:
        path = shutil.which(candidate)
        if path is not None:
            return Path(path).absolute()
    return None


def require(name: str) -> Path:
    """As :func:`find`, but raises :class:`MissingTool`."""
    path = find(name)
    if path is None:
        tool = TOOLS[name]
        how = f"({tool.get})" if " " in tool.get else f"(Debian: apt-get install {tool.get})"
        raise MissingTool(f"{name} not found, needed for: {tool.purpose} {how}; or set {tool.variable}=/path")
    return path


_PATIENCE = 60.0  # seconds until a report shows "?" for a tool that does not print its version


def version(name: str) -> str:
    """The version number that the tool prints. Empty for a tool that prints none."""
    tool, path = TOOLS[name], require(name)
    if not tool.version:
        return ""
    try:
        done = run([str(path), tool.version], timeout=_PATIENCE)
    except (OSError, subprocess.TimeoutExpired):
        return "?"
    text = (done.stdout + done.stderr).decode("utf-8", "replace")
    found = re.search(r"\d+\.\d+(\.\d+)*", text)
    return found.group() if found else "?"


def report() -> str:
    """A table with one line for each tool: name, version, path (or how to get the tool), purpose."""
    rows = []
    for tool in _TOOLS:
        path = find(tool.name)
        if path is None:
            rows.append((tool.name, "missing", tool.get, tool.purpose))
        else:
            rows.append((tool.name, version(tool.name), str(path), tool.purpose))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return "\n".join("  ".join([*(cell.ljust(w) for cell, w in zip(row, widths)), row[3]]) for row in rows)


if __name__ == "__main__":
    print(report())
    sys.exit(0)
