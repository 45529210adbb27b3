# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The library as a package: installed by ``build.py``, CMake and Meson, and used from the folder of DESTDIR."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from pathlib import Path

import lief
import pytest

import targets
from generator import __version__, library
from generator.released import MAJOR, MINOR, Row, rows, version_script
from targets.toolchain import environment, released
from targets.toolchain.find import MissingTool, require
from targets.toolchain.install import Folders, install
from targets.toolchain.product import Workshop
from tests.cli.runner import ROOT, build
from tests.vendoring.project import MD5_OF_ABC, call, quiet, snippet, vendor

HERE = "x86_64-linux-gnu"
PREFIX, LIB = "/opt/p", "lib/x y"
NINJA = {"NINJA": str(require("ninja"))}


def _vendored(folder: Path, system: str) -> Path:
    vendor(folder / "set", "--kernels", "md5", "--build", system, "--targets", HERE)
    return folder / "set"


def _by_build(folder: Path) -> None:
    before = os.umask(0o077)
    try:
        done = build(ROOT, "install", "--prefix", PREFIX, "--libdir", LIB, env={"DESTDIR": str(folder / "dest")})
    finally:
        os.umask(before)
    assert done.returncode == 0 and not done.stderr, done.stderr
    closed = [path for path in folder.glob("dest/**/*") if ~path.stat().st_mode & (0o055 if path.is_dir() else 0o044)]
    assert not closed


def _by_cmake(folder: Path) -> None:
    words = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={require('ninja')}", f"-DCMAKE_INSTALL_LIBDIR={LIB}"]
    source = _vendored(folder, "cmake")
    for shared in ("OFF", "ON"):
        more = [*words, f"-DBUILD_SHARED_LIBS={shared}", f"-DCMAKE_INSTALL_PREFIX={PREFIX}"]
        quiet(call(require("cmake"), "-S", source, "-B", folder / shared, *more, cwd=folder))
        quiet(call(require("cmake"), "--build", folder / shared, cwd=folder))
        call(require("cmake"), "--install", folder / shared, cwd=folder, env={"DESTDIR": str(folder / "dest")})


def _by_meson(folder: Path) -> None:
    words = [f"--prefix={PREFIX}", f"--libdir={LIB}", "-Ddefault_library=both", "-Dpkgconfig.relocatable=true"]
    quiet(call(require("meson"), "setup", *words, "out", cwd=_vendored(folder, "meson"), env=NINJA))
    call(require("meson"), "install", "-C", "out", "--destdir", folder / "dest", cwd=folder / "set", env=NINJA)


SET = "mylib_asmloom"
WAYS = {
    "build.py": ("asmloom", _by_build),
    "cmake": (SET, _by_cmake),
    "meson": (SET, _by_meson),
}
CMAKE = """cmake_minimum_required(VERSION 3.16)
project(app C)
find_package({name} 0.1 CONFIG REQUIRED)
add_executable(app main.c)
target_link_libraries(app PRIVATE {name}::{name})
"""
MESON = "project('app', 'c')\nexecutable('app', 'main.c', dependencies: dependency('{name}', version: '>=0.1'))\n"


def _program(name: str) -> str:
    text = snippet("c").replace("sha256", "md5").replace("32", "16").replace(SET, name)
    return text if name == SET else text.replace("mylib_", "loom_")


@pytest.mark.kernels()  # tests/kernels judges the code
@pytest.mark.parametrize("way", WAYS)
def test_installed(way: str, tmp_path: Path) -> None:
    """From a folder where no build would look: programs by pkg-config, shared and static, by find_package and by
    Meson. The shared library has its versions."""
    name, make = WAYS[way]
    make(tmp_path)
    prefix = tmp_path / "dest" / PREFIX[1:]
    lib = prefix / LIB
    assert os.readlink(lib / f"lib{name}.so") == f"lib{name}.so.{MAJOR}"
    assert os.readlink(lib / f"lib{name}.so.{MAJOR}") == f"lib{name}.so.{__version__}"
    listed = call("readelf", "-dW", "--dyn-syms", lib / f"lib{name}.so", cwd=tmp_path).stdout
    start = "loom" if name == "asmloom" else "mylib"
    assert f"[lib{name}.so.{MAJOR}]" in listed and f" {start}_md5@@{name.upper()}_0.1" in listed

    if way != "cmake":  # which installs it if it was built
        call(prefix / "bin" / f"{name}-tune", "--only", "md5_blocks", "--into", "choices", cwd=tmp_path)
    (tmp_path / "main.c").write_text(_program(name))
    env = {"PKG_CONFIG_PATH": str(lib / "pkgconfig"), "LD_LIBRARY_PATH": str(lib), **NINJA}
    for static in ([], ["--static"]):
        words = shlex.split(call("pkg-config", *static, "--cflags", "--libs", name, cwd=tmp_path, env=env).stdout)
        quiet(call(require("gcc"), *(["-static"] if static else []), "main.c", *words, "-o", "app", cwd=tmp_path))
        assert call(tmp_path / "app", cwd=tmp_path, env=env).stdout == MD5_OF_ABC + "\n"
        needed = call("readelf", "-dW", "app", cwd=tmp_path).stdout
        assert (f"[lib{name}.so.{MAJOR}]" in needed) == (not static)
    (tmp_path / "CMakeLists.txt").write_text(CMAKE.format(name=name))
    for only in ["OFF", "ON"] if way != "meson" else []:
        words = [f"-DCMAKE_PREFIX_PATH={prefix}", f"-D{name}_STATIC={only}", f"-D{name}_DIR={lib}/cmake/{name}"]
        quiet(call(require("cmake"), "-S", ".", "-B", f"use-{only}", *words, cwd=tmp_path))
        quiet(call(require("cmake"), "--build", f"use-{only}", cwd=tmp_path))
        app = tmp_path / f"use-{only}" / "app"
        assert call(app, cwd=tmp_path).stdout == MD5_OF_ABC + "\n"
        assert (f"[lib{name}.so.{MAJOR}]" in call("readelf", "-dW", app, cwd=tmp_path).stdout) == (only == "OFF")
    (tmp_path / "meson.build").write_text(MESON.format(name=name))
    quiet(call(require("meson"), "setup", "by-meson", cwd=tmp_path, env=env))
    quiet(call(require("ninja"), "-C", "by-meson", cwd=tmp_path, env=env))
    assert call(tmp_path / "by-meson" / "app", cwd=tmp_path, env=env).stdout == MD5_OF_ABC + "\n"


@pytest.mark.kernels()
def test_exported_by_a_parent(tmp_path: Path) -> None:
    """A project that adds the set and exports the library with its own."""
    _vendored(tmp_path, "cmake")
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(parent C)\nadd_subdirectory(set)\n"
        "install(TARGETS mylib_asmloom EXPORT parent DESTINATION lib)\n"
        "install(DIRECTORY set/include DESTINATION .)\n"
        "install(EXPORT parent FILE parent-config.cmake NAMESPACE parent:: DESTINATION lib/cmake/parent)\n"
    )
    call(require("cmake"), "-S", ".", "-B", "out", f"-DCMAKE_INSTALL_PREFIX={tmp_path / 'there'}", cwd=tmp_path)
    call(require("cmake"), "--build", "out", cwd=tmp_path)
    call(require("cmake"), "--install", "out", cwd=tmp_path)
    assert not (tmp_path / "there" / "lib" / "pkgconfig").exists(), "the set installed itself, too"
    user = tmp_path / "user"
    user.mkdir()
    (user / "main.c").write_text(_program(SET))
    text = CMAKE.replace("{name} 0.1", "parent").replace("{name}::", "parent::").format(name=SET)
    (user / "CMakeLists.txt").write_text(text)
    quiet(call(require("cmake"), "-S", ".", "-B", "out", f"-DCMAKE_PREFIX_PATH={tmp_path / 'there'}", cwd=user))
    quiet(call(require("cmake"), "--build", "out", cwd=user))
    assert call(user / "out" / "app", cwd=user).stdout == MD5_OF_ABC + "\n"


def _small(tmp_path: Path, triple: str, variables: Mapping[str, str]) -> tuple[Path, Path]:
    """A static and a shared library of one kernel, built as a package's are."""
    target = targets.load(triple)
    tools = environment.of_library(target, variables)
    workshop = Workshop(library.load(None, ["md5_blocks"]), target, "gas", "loom_", tools=tools)
    workshop.place = tmp_path / "built"
    static, shared = workshop.libraries()
    environment.index(static, variables)
    return static, shared


@pytest.mark.kernels()
@pytest.mark.parametrize(("triple", "notes"), [(HERE, "IBT, SHSTK"), ("aarch64-linux-gnu", "BTI, PAC")])
def test_hardened(triple: str, notes: str, tmp_path: Path) -> None:
    """What distributions look for in a shared library."""
    shared = _small(tmp_path, triple, {})[1]
    listed = call("readelf", "-nldW", "--dyn-syms", shared, cwd=tmp_path).stdout
    assert f"feature: {notes}" in listed and "GNU_RELRO" in listed and "Flags: NOW" in listed
    assert re.search(r"GNU_STACK .* RW ", listed) and "__stack_chk_fail" in listed and "TEXTREL" not in listed


@pytest.mark.kernels()
def test_a_packager_names_tools_and_flags(tmp_path: Path) -> None:
    """Each variable reaches its steps: the tools are wrappers that note their words."""
    log = tmp_path / "log"
    for name in ("gcc", "ar", "ranlib"):
        (tmp_path / name).write_text(f'#!/bin/sh\necho {name} "$@" >>{log}\nexec /usr/bin/{name} "$@"\n')
        (tmp_path / name).chmod(0o755)
    flags = {"CPPFLAGS": "-DBRACES={}", "CFLAGS": "-g -O1", "LDFLAGS": "-Wl,-z,nodelete"}
    tools = {"CC": f"{tmp_path / 'gcc'} -pipe", "AR": f"{tmp_path / 'ar'}", "RANLIB": f"{tmp_path / 'ranlib'}"}
    static, shared = _small(tmp_path, HERE, {**flags, **tools})
    lines = log.read_text().splitlines()
    compiled = [line for line in lines if line.startswith("gcc -pipe") and " -c " in line]
    assert {"md5_blocks_scalar.S", "dispatch.c"} <= {word for line in compiled for word in line.split()}
    assert all(line.endswith(" -DBRACES={} -g -O1") for line in compiled)
    [linked] = [line for line in lines if " -shared " in line]
    assert (
        linked.endswith(" -g -O1 -Wl,-z,nodelete") and "NODELETE" in call("readelf", "-d", shared, cwd=tmp_path).stdout
    )
    assert [line.split()[0] for line in lines if static.name in line] == ["ar", "ranlib"]
    with pytest.raises(MissingTool, match="^CC=no-such-compiler -m64: no such program$"):
        environment.of_library(targets.load(HERE), {"CC": "no-such-compiler -m64"})


@pytest.mark.kernels()
@pytest.mark.parametrize("triple", ["x86_64-w64-mingw32", "x86_64-pc-windows-msvc", "x86_64-apple-darwin"])
def test_other_systems(triple: str, tmp_path: Path) -> None:
    """A DLL has an import library beside the static one, and a dylib has versions."""
    folders = Folders(Path("/p"), Path("bin"), Path("lib"), Path("include"), str(tmp_path))
    assert install(library.load(None, ["md5_blocks"]), triple, None, folders) == 0
    files = {path.relative_to(tmp_path / "p").as_posix() for path in (tmp_path / "p").rglob("*") if path.is_file()}
    package = tmp_path / "p/lib/cmake/asmloom"
    for path in re.findall(r'path "(\S+)"', (package / "asmloom-shared.cmake").read_text()):
        assert (package / path).exists(), path
    if "apple" in triple:
        assert {"lib/libasmloom.dylib", "lib/libasmloom.0.dylib", f"lib/libasmloom.{__version__}.dylib"} <= files
        binary = lief.MachO.parse(str(tmp_path / "p/lib/libasmloom.dylib"))
        image = binary.at(0) if binary else None
        assert image is not None
        own = image.libraries[0]
        assert own.name == "@rpath/libasmloom.0.dylib" and own.compatibility_version == [int(MAJOR), int(MINOR), 0]
    else:
        wanted = {"libasmloom.dll.a", "libasmloom.a"} if "mingw" in triple else {"asmloom.dll.lib", "asmloom.lib"}
        assert {"bin/asmloom.dll", *(f"lib/{name}" for name in wanted)} <= files
        (tmp_path / "main.c").write_text(_program("asmloom"))
        if "mingw" in triple:
            call(require("mingw64-gcc"), "main.c", "-Ip/include", "-Lp/lib", "-lasmloom", "-o", "app.exe", cwd=tmp_path)
            assert b"asmloom.dll" in (tmp_path / "app.exe").read_bytes()


def test_what_was_released_is_kept() -> None:
    """Functions and sizes of contexts of the last release: python3 -m targets.toolchain.released says the same."""
    before, after = dict(rows()), released.now()
    assert released.broken(before, after) == []
    # What is new has a row, too: a release of any commit needs that.
    assert before.keys() == after.keys(), "expected python3 -m targets.toolchain.released --accept, and a commit"
    more = {**after, "loom_new": Row("0.2")}
    assert released.broken(before, more) == []
    del more["loom_md5"]
    more["loom_rc4_ctx"] = Row("0.2", (1040, 1036))
    gone, changed = released.broken(before, more)
    assert gone.startswith("loom_md5: in version 0.1, and here no more; put it back, or ")
    assert "1032 and 1032 bytes (pointers of 64 and 32 bits) in version 0.1, and here 1040 and 1036" in changed


def test_a_function_keeps_the_version_that_brought_it(tmp_path: Path) -> None:
    """A program that was linked with an older library finds its functions under the old version."""
    text = version_script("asmloom", "x_", ["loom_old", "loom_new"], {"loom_old": Row("0.0")})
    (tmp_path / "a.map").write_text(text)
    (tmp_path / "a.c").write_text(
        "int x_old(void) { return 1; }\nint x_new(void) { return 2; }\nint other(void) { return 3; }"
    )
    for more in ([require("gcc")], [require("clang"), "-fuse-ld=lld"]):
        call(*more, "-shared", "-Wl,--version-script=a.map", "a.c", "-o", "a.so", cwd=tmp_path)
        listed = call(require("llvm-nm"), "-D", "--defined-only", "a.so", cwd=tmp_path).stdout
        assert {"x_old@@ASMLOOM_0.0", f"x_new@@ASMLOOM_{MAJOR}.{MINOR}"} <= set(listed.split()) and " y" not in listed
