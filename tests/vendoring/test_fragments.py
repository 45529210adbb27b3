# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The build files whose heads say how to use them: Zig, Bazel, GN and Automake build a program with each, without a
network, and with warnings as errors. The list for any other build names all of the set.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.vendoring.contents import fingerprint
from targets.toolchain import packages
from targets.toolchain.find import find, require
from tests.vendoring.project import MD5_OF_ABC, WARNINGS, call, quiet, snippet, vendor

ZIG = """const std = @import("std");
pub fn build(b: *std.Build) void {
    const target = b.standardTargetOptions(.{});
    const set = b.dependency("mylib_asmloom", .{ .target = target, .optimize = .ReleaseFast });
    const module = b.createModule(.{ .target = target, .optimize = .ReleaseFast, .link_libc = true });
    module.addCSourceFile(.{ .file = b.path("main.c") });
    module.linkLibrary(set.artifact("mylib_asmloom"));
    b.installArtifact(b.addExecutable(.{ .name = "app", .root_module = module }));
}
"""
ZON = """.{{ .name = .app, .version = "0.1.0", .fingerprint = {}, .paths = .{{""}},
    .dependencies = .{{ .mylib_asmloom = .{{ .path = "set" }} }} }}
"""


BAZEL = """load("@rules_cc//cc:defs.bzl", "cc_binary")
cc_binary(name = "app", srcs = ["main.c"], deps = ["//set:mylib_asmloom"])
"""
# Debian's rules_cc asks for a later Bazel than Debian's. These are the rules that Bazel 4 has itself.
RULES = """[fdo_prefetch_hints, fdo_profile] = [native.fdo_prefetch_hints, native.fdo_profile]
objc_library = native.objc_library
[cc_library, cc_binary, cc_test, cc_import] = [native.cc_library, native.cc_binary, native.cc_test, native.cc_import]
[cc_toolchain, cc_toolchain_suite] = [native.cc_toolchain, native.cc_toolchain_suite]
[cc_toolchain_alias, cc_proto_library] = [native.cc_toolchain_alias, native.cc_proto_library]
"""
GN = {
    ".gn": 'buildconfig = "//build/BUILDCONFIG.gn"\n',
    "build/BUILDCONFIG.gn": 'is_win = false\nset_default_toolchain("//build:gcc")\n',
    "build/BUILD.gn": """toolchain("gcc") {
  object = "{{source_out_dir}}/{{target_output_name}}.{{source_name_part}}.o"
  tool("cc") {
    command = "%(gcc)s %(warnings)s {{include_dirs}} {{cflags}} {{cflags_c}} -c {{source}} -o {{output}}"
    outputs = [ object ]
  }
  tool("asm") {
    command = "%(gcc)s {{include_dirs}} {{asmflags}} -c {{source}} -o {{output}}"
    outputs = [ object ]
  }
  tool("alink") {
    command = "ar rcs {{output}} {{inputs}}"
    outputs = [ "{{root_out_dir}}/{{target_output_name}}.a" ]
  }
  tool("link") {
    command = "%(gcc)s -o {{output}} {{inputs}}"
    outputs = [ "{{root_out_dir}}/{{target_output_name}}" ]
  }
  tool("stamp") {
    command = "touch {{output}}"
  }
}
""",
    "BUILD.gn": 'executable("app") {\n  sources = [ "main.c" ]\n  deps = [ "//set:mylib_asmloom" ]\n}\n',
}
CONFIGURE = """AC_INIT([app], [1])
AM_INIT_AUTOMAKE([foreign subdir-objects])
AC_PROG_CC
AM_PROG_AS
AM_PROG_AR
AC_PROG_RANLIB
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
"""
AUTOMAKE = """MYLIB_ASMLOOM_DIR = set
include set/asmloom.am
bin_PROGRAMS = app
app_SOURCES = main.c
app_LDADD = libmylib_asmloom.a
AM_CPPFLAGS = -I$(top_srcdir)/set/include
"""


def _written(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)


TUNE = "mylib_asmloom-tune"
Programs = tuple[Path, Path]
"""The program of the project, and the one that measures the CPU."""


def _zig(folder: Path) -> Programs:
    """A package that another one depends on, by its path."""
    _written(folder, {"build.zig": ZIG, "build.zig.zon": ZON.format(fingerprint("app"))})
    target = "-Dtarget=x86_64-linux-musl"
    call(require("zig"), "build", target, cwd=folder)
    call(require("zig"), "build", target, TUNE, cwd=folder / "set")
    return folder / "zig-out" / "bin" / "app", folder / "set" / "zig-out" / "bin" / TUNE


def _bazel(folder: Path) -> Programs:
    if find("bazel") is None and packages.codename() != "bookworm":
        pytest.skip("bazel: this release has no such package")
    rules = {"rules_cc/WORKSPACE": "", "rules_cc/cc/BUILD": "", "rules_cc/cc/defs.bzl": RULES}
    (folder / "rules_cc").mkdir()
    _written(folder, {"WORKSPACE": "", "BUILD": BAZEL, **rules})
    places = {"cc": folder / "rules_cc", "java": "/usr/share/bazel/rules/java", "proto": "/usr/share/bazel/rules/proto"}
    words = [f"--override_repository=rules_{name}={place}" for name, place in places.items()]
    words += [f"--copt={word}" for word in WARNINGS] + ["--spawn_strategy=local"]
    words += ["//:app", f"//set:{TUNE}"]
    call(require("bazel"), f"--output_user_root={folder / 'root'}", "--batch", "build", *words, cwd=folder)
    return folder / "bazel-bin" / "app", folder / "bazel-bin" / "set" / TUNE


def _gn(folder: Path) -> Programs:
    facts = {"gcc": str(require("gcc")), "warnings": " ".join(WARNINGS)}
    _written(folder, {**GN, "build/BUILD.gn": GN["build/BUILD.gn"] % facts})
    call(require("gn"), "gen", "out", cwd=folder)
    quiet(call(require("ninja"), "-C", "out", cwd=folder))
    return folder / "out" / "app", folder / "out" / TUNE


def _automake(folder: Path) -> Programs:
    """``distcheck`` builds from the archive that Automake makes, in a folder beside read-only sources."""
    _written(folder, {"configure.ac": CONFIGURE, "Makefile.am": AUTOMAKE})
    call(require("autoreconf"), "-fi", cwd=folder)
    flags = f"CFLAGS={' '.join(WARNINGS)}"
    call(folder / "configure", "-q", flags, cwd=folder)
    call(
        require("make"),
        "-s",
        "distcheck",
        f"DISTCHECK_CONFIGURE_FLAGS={flags}".replace("=CF", "='CF") + "'",
        cwd=folder,
    )
    quiet(call(require("make"), "-s", "ARFLAGS=cr", "app", TUNE, cwd=folder))
    return folder / "app", folder / TUNE


SYSTEMS: dict[str, Callable[[Path], Programs]] = {"zig": _zig, "bazel": _bazel, "gn": _gn, "autotools": _automake}


@pytest.mark.kernels()  # tests/kernels judges the code
@pytest.mark.parametrize(
    "system",  # Zig's first build on a machine takes minutes
    [pytest.param(one, marks=[pytest.mark.whole] if one == "zig" else []) for one in SYSTEMS],
)
def test_a_program(system: str, tmp_path: Path) -> None:
    vendor(tmp_path / "set", "--kernels", "md5", "--build", system, "--targets", "all")
    (tmp_path / "main.c").write_text(snippet("c").replace("sha256", "md5").replace("32", "16"))
    exe, tune = SYSTEMS[system](tmp_path)
    assert call(exe, cwd=tmp_path).stdout == MD5_OF_ABC + "\n"
    symbols = call(require("nm"), exe, cwd=tmp_path).stdout
    assert re.search(r" [tT] mylib_md5_blocks_scalar$", symbols, re.M), "the assembly is not in it"
    call(tune, "--seconds", "1", "--only", "md5_blocks", "--into", "choices", cwd=tmp_path)
    assert (tmp_path / "choices").is_file()


@pytest.mark.kernels()
def test_the_list(tmp_path: Path) -> None:
    vendor(tmp_path, "--kernels", "md5", "--build", "list", "--targets", "all")
    listed = json.loads((tmp_path / "sources.json").read_text())
    assert {*listed["c"], *listed["guarded"], *listed["headers"]} == {
        str(path.relative_to(tmp_path))
        for path in tmp_path.rglob("*.[chS]")
        if not path.name.startswith("question") and path.parent.name != "tune"
    }
    syntaxes = [row["syntaxes"] for row in listed["targets"].values()]
    files = [file for row in syntaxes for sets in row.values() for some in sets.values() for file in some]
    assert files and all((tmp_path / file).is_file() for file in files)
