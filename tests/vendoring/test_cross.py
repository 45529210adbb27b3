# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The projects of docs/vendoring.md for other systems: their build systems build them with a cross compiler. Tests run
the programs that can run here, and link the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import targets
from targets.toolchain import windows
from targets.toolchain.execute import executor
from targets.toolchain.find import require
from targets.toolchain.link import shared_library
from targets.toolchain.process import HANG_SECONDS
from tests.vendoring.project import SHA256_OF_ABC, STRICT, call, quiet, snippet, vendor

pytestmark = pytest.mark.kernels("sha256_blocks", "sha512_blocks")  # of the sets that are vendored here


def _project(tmp_path: Path, system: str, *words: str) -> Path:
    folder = tmp_path / "my app"
    folder.mkdir()
    name, language = {
        "cmake": ("CMakeLists.txt", "cmake"),
        "meson": ("meson.build", "meson"),
        "make": ("Makefile", "make"),
    }[system]
    (folder / name).write_text(snippet(language))
    (folder / "main.c").write_text(snippet("c"))
    vendor(folder / "third_party" / "asmloom", "--targets", "all", "--kernels", "sha2", "--build", system, *words)
    return folder


def _runs(triple: str, exe: Path) -> None:
    done = executor(targets.load(triple)).run(exe, cwd=exe.parent, timeout=HANG_SECONDS)
    assert (done.returncode, done.stdout.decode().split()) == (0, [SHA256_OF_ABC]), done


def _cmake(folder: Path, toolchain: dict[str, str], *words: str, target: str = "app") -> Path:
    file = folder / "toolchain.cmake"
    file.write_text("".join(f'set({name} "{value}")\n' for name, value in toolchain.items()))
    ninja = f"-DCMAKE_MAKE_PROGRAM={require('ninja')}"
    out = folder / "out dir"
    quiet(call(require("cmake"), "-S", folder, "-B", out, "-G", "Ninja", ninja,
               f"-DCMAKE_TOOLCHAIN_FILE={file}", *words, cwd=folder))  # fmt: skip
    quiet(call(require("cmake"), "--build", out, "--target", target, cwd=folder))
    return out


CMAKE = {
    "x86_64-w64-mingw32": ("Windows", "x86_64", "mingw64-gcc", "-static"),
    "i686-w64-mingw32": ("Windows", "i686", "mingw32-gcc", "-static"),
    "aarch64-linux-gnu": ("Linux", "aarch64", "aarch64-gcc", ""),
    "i686-linux-gnu": ("Linux", "i686", "gcc", "-m32"),
}


@pytest.mark.parametrize("triple", CMAKE)
@pytest.mark.whole(every=4)
def test_cmake(triple: str, tmp_path: Path) -> None:
    system, processor, compiler, flags = CMAKE[triple]
    folder = _project(tmp_path, "cmake")
    toolchain = {
        "CMAKE_SYSTEM_NAME": system,
        "CMAKE_SYSTEM_PROCESSOR": processor,
        "CMAKE_C_COMPILER": str(require(compiler)),
        "CMAKE_C_FLAGS": " ".join([flags, "-O2", *STRICT]),
    }
    out = _cmake(folder, toolchain)
    assert (out / "third_party" / "asmloom" / "libmylib_asmloom.a").is_file()
    _runs(triple, out / ("app.exe" if system == "Windows" else "app"))


def _clang_cl(folder: Path) -> Path:
    """clang under the name clang-cl, which changes its options."""
    (folder / "bin").mkdir()
    path = folder / "bin" / "clang-cl"
    path.symlink_to(require("clang").resolve())
    return path


W4 = "/W4 /WX /O2 /GS- /Zl -Wextra -Wpedantic -Wno-unused-command-line-argument"
MSVC = [
    ("x86_64-pc-windows-msvc", "masm"), ("x86_64-pc-windows-msvc", "nasm"), ("x86_64-pc-windows-msvc", "clang-cl"),
    ("i686-pc-windows-msvc", "masm"), ("aarch64-pc-windows-msvc", "clang-cl"), ("arm64ec-pc-windows-msvc", "clang-cl"),
]  # fmt: skip
MACHINE = {"x86_64": "AMD64", "i686": "X86", "aarch64": "ARM64", "arm64ec": "ARM64EC"}
LINKERS = {
    "x86_64-pc-windows-msvc": ["mingw64-gcc"],
    "i686-pc-windows-msvc": ["mingw32-gcc"],
    "aarch64-pc-windows-msvc": ["zig", "cc", "-target", "aarch64-windows-gnu"],
}


@pytest.mark.parametrize(("triple", "syntax"), MSVC)
@pytest.mark.whole(every=3)
def test_cmake_with_clang_cl(triple: str, syntax: str, tmp_path: Path) -> None:
    """At /W4, each assembler. There is no Windows SDK here, so the library is linked into a MinGW program: both follow
    one calling convention, and what only the universal C runtime has comes from there. arm64ec is made into a DLL.
    """
    target = targets.load(triple)
    folder = _project(tmp_path, "cmake", "--syntax", "masm,nasm,clang-cl,gas")
    machine = MACHINE[triple.split("-")[0]]
    clang_cl = _clang_cl(folder)
    headers = windows.include_flags(target)
    toolchain = {
        "CMAKE_SYSTEM_NAME": "Windows",
        "CMAKE_SYSTEM_PROCESSOR": machine,
        "CMAKE_C_COMPILER": str(clang_cl),
        "CMAKE_C_COMPILER_TARGET": triple,
        "CMAKE_C_FLAGS": " ".join([W4, *(f"/clang:{flag}" for flag in headers)]).replace('"', '\\"'),
        "CMAKE_AR": str(require("llvm-lib")),
        "CMAKE_LINKER": str(require("lld-link")),
        "CMAKE_MT": "CMAKE_MT-NOTFOUND",
        "CMAKE_TRY_COMPILE_TARGET_TYPE": "STATIC_LIBRARY",
        "MYLIB_ASMLOOM_SYNTAX": syntax,
        "MYLIB_ASMLOOM_NASM": str(require("nasm")),
        "MYLIB_ASMLOOM_ML": str(require("llvm-ml")),
        "MYLIB_ASMLOOM_ML64": str(require("llvm-ml")),
    }
    out = _cmake(folder, toolchain, target="mylib_asmloom")
    library = out / "third_party" / "asmloom" / "mylib_asmloom.lib"
    if triple in LINKERS:
        _link(LINKERS[triple], [folder / "main.c", library], folder)
        _runs(triple, folder / "app.exe")
        return
    shared_library(target, [library], folder / "app.dll", ["mylib_sha256", "mylib_selftest"])


def _link(words: Sequence[str], inputs: Sequence[Path], folder: Path) -> None:
    tool, *flags = words
    more = ["-lmingwex", "-lmsvcrt", "-lucrtbase"] if "mingw" in tool else []
    include = folder / "third_party" / "asmloom" / "include"
    call(require(tool), *flags, "-O2", *STRICT, "-I", include, *inputs, *more, "-o", "app.exe", cwd=folder)


ZIG = {
    "x86_64-apple-darwin": "x86_64-macos.11.0",
    "aarch64-apple-darwin": "aarch64-macos.11.0",
}


@pytest.mark.parametrize("triple", ZIG)
@pytest.mark.whole(every=2)
def test_cmake_for_macos(triple: str, tmp_path: Path) -> None:
    folder = _project(tmp_path, "cmake")
    toolchain = {
        "CMAKE_SYSTEM_NAME": "Darwin",
        "CMAKE_SYSTEM_PROCESSOR": {"aarch64": "arm64"}.get(triple.split("-")[0], "x86_64"),
        "CMAKE_C_COMPILER": f"{require('zig')};cc;-target;{ZIG[triple]}",
        "CMAKE_AR": str(require("llvm-ar")),
        "CMAKE_RANLIB": "/bin/true",
        "CMAKE_INSTALL_NAME_TOOL": "/bin/true",
        "CMAKE_C_FLAGS": " ".join(["-O2", *STRICT]),
    }
    out = _cmake(folder, toolchain)
    assert " _mylib_sha256_blocks_scalar\n" in call(require("llvm-nm"), out / "app", cwd=folder).stdout


MESON = {
    "x86_64-w64-mingw32": ("windows", "x86_64", "mingw64-gcc", ["-static"]),
    "aarch64-linux-gnu": ("linux", "aarch64", "aarch64-gcc", []),
}


@pytest.mark.parametrize("triple", MESON)
@pytest.mark.whole(every=2)
def test_meson(triple: str, tmp_path: Path) -> None:
    folder = _project(tmp_path, "meson")
    system, family, compiler, link = MESON[triple]
    (folder / "cross.ini").write_text(
        f"[binaries]\nc = {str(require(compiler))!r}\nar = {str(require('llvm-ar'))!r}\n"
        f"[host_machine]\nsystem = '{system}'\ncpu_family = '{family}'\ncpu = '{family}'\nendian = 'little'\n"
        f"[built-in options]\nc_link_args = {link!r}\n"
    )
    out = folder / "out dir"
    env = {"NINJA": str(require("ninja"))}
    call(require("meson"), "setup", "--cross-file", "cross.ini", "-Dwarning_level=3", "-Dwerror=true", out,
         cwd=folder, env=env)  # fmt: skip
    quiet(call(require("ninja"), "-C", out, cwd=folder))
    _runs(triple, out / ("app.exe" if system == "windows" else "app"))
