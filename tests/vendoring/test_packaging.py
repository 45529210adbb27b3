# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The recipes of registries: Debian's tools build a package, which their checkers pass; Meson takes the wrap. CMake
runs the steps of vcpkg's port, and the parser of each language reads the others. Conan's and conda's were run by hand.
"""

from __future__ import annotations

import ast
import hashlib
from pathlib import Path

import pytest

from targets.toolchain import package, packaging
from targets.toolchain.find import require
from tests.vendoring.project import SHA256_OF_ABC, call, quiet, snippet, vendor

# Functions that vcpkg has: they fetch, check and build as it does, for one configuration.
PORT = """set(CURRENT_PACKAGES_DIR ${here}/installed)
function(vcpkg_download_distfile out)
  cmake_parse_arguments(PARSE_ARGV 1 it "" "URLS;FILENAME;SHA512" "")
  file(DOWNLOAD ${it_URLS} ${here}/${it_FILENAME} EXPECTED_HASH SHA512=${it_SHA512})
  set(${out} ${here}/${it_FILENAME} PARENT_SCOPE)
endfunction()
function(vcpkg_extract_source_archive out)
  cmake_parse_arguments(PARSE_ARGV 1 it "" "ARCHIVE" "")
  file(ARCHIVE_EXTRACT INPUT ${it_ARCHIVE} DESTINATION ${here}/src)
  file(GLOB inside ${here}/src/*)
  set(${out} ${inside} PARENT_SCOPE)
endfunction()
function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 it "" "SOURCE_PATH" "")
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${it_SOURCE_PATH} -B ${here}/out COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_install)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${here}/out COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${here}/out --prefix ${CURRENT_PACKAGES_DIR}
    COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 it "" "CONFIG_PATH" "")
  file(SIZE ${CURRENT_PACKAGES_DIR}/${it_CONFIG_PATH}/asmloom-config.cmake is_there)
endfunction()
function(vcpkg_fixup_pkgconfig)
endfunction()
function(vcpkg_install_copyright)
  file(SIZE ${ARGV1} is_there)
endfunction()
include(${here}/vcpkg/portfile.cmake)
"""


@pytest.fixture(scope="module")
def recipes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the recipes of a small set, and the set's archive, which they fetch from there."""
    folder = tmp_path_factory.mktemp("recipes")
    vendor(folder / "set", "--kernels", "sha2", "--build", "cmake", "meson", "--targets", "x86_64-linux-gnu",
           prefix="loom_")  # fmt: skip
    name = f"{package.NAME}-vendored-asmloom"
    files = [path for path in (folder / "set").rglob("*") if path.is_file()]
    data = package.tar({f"{name}/{path.relative_to(folder / 'set')}": (path.read_bytes(), False) for path in files})
    (folder / f"{name}.tar.gz").write_bytes(data)
    for recipe, content in packaging.recipes(packaging.archive(f"{name}.tar.gz", data), folder.as_uri()).items():
        (folder / recipe).parent.mkdir(parents=True, exist_ok=True)
        (folder / recipe).write_bytes(content)
        (folder / recipe).chmod(0o755 if content.startswith(b"#!") else 0o644)
    return folder


@pytest.mark.kernels()  # tests/kernels judges the code
def test_debian(recipes: Path, tmp_path: Path) -> None:
    """The source package, from the source distribution: built without a network, and what it installs is used."""
    original = f"{package.NAME.replace('-', '_')}.orig.tar.gz"
    (tmp_path / package.build_sdist(str(tmp_path))).rename(tmp_path / original)
    call("tar", "xzf", original, cwd=tmp_path)
    source = tmp_path / package.NAME
    call("cp", "-r", recipes / "debian", source, cwd=tmp_path)
    offline = {"HOME": "/nonexistent", "PIP_NO_INDEX": "1", "PATH": "/usr/bin:/bin"}
    call(require("dpkg-buildpackage"), "-us", "-uc", cwd=source, env=offline)
    # A first upload closes a request; the time of files is that of no commit here.
    tags = "initial-upload-closes-no-bugs,timewarp-standards-version,newer-standards-version"
    said = call(require("lintian"), "--allow-root", "--fail-on", "error,warning", "--suppress-tags", tags,
                *tmp_path.glob("*.changes"), cwd=tmp_path)  # fmt: skip
    assert not said.stdout, said.stdout
    for deb in tmp_path.glob("lib*_*.deb"):
        call("dpkg-deb", "-x", deb, tmp_path / "root", cwd=tmp_path)
    [lib] = (tmp_path / "root" / "usr" / "lib").glob("*-linux-gnu")
    call(require("hardening-check"), lib / "libasmloom.so", cwd=tmp_path)
    env = {"PKG_CONFIG_PATH": str(lib / "pkgconfig"), "LD_LIBRARY_PATH": str(lib), "CC": str(require("gcc"))}
    call(source / "debian" / "tests" / "digest", cwd=tmp_path, env=env)


@pytest.mark.kernels()
def test_wrap(recipes: Path, tmp_path: Path) -> None:
    (tmp_path / "subprojects").mkdir()
    (tmp_path / "subprojects" / "asmloom.wrap").write_bytes((recipes / "asmloom.wrap").read_bytes())
    (tmp_path / "main.c").write_text(snippet("c").replace("mylib_", "loom_").replace("loom_asmloom", "asmloom"))
    (tmp_path / "meson.build").write_text(
        "project('app', 'c')\nexecutable('app', 'main.c', dependencies: dependency('asmloom'))\n"
    )
    quiet(call(require("meson"), "setup", "out", cwd=tmp_path, env={"NINJA": str(require("ninja"))}))
    quiet(call(require("ninja"), "-C", "out", cwd=tmp_path))
    assert call(tmp_path / "out" / "app", cwd=tmp_path).stdout == SHA256_OF_ABC + "\n"


@pytest.mark.kernels()
def test_vcpkg(recipes: Path) -> None:
    (recipes / "port.cmake").write_text(PORT)
    call(require("cmake"), f"-Dhere={recipes}", "-P", "port.cmake", cwd=recipes)
    assert (recipes / "installed" / "lib" / "libasmloom.a").is_file()


@pytest.mark.kernels()
def test_read(recipes: Path) -> None:
    """Recipes whose tools are not here, by the parsers of their languages."""
    call(require("nix-instantiate"), "--parse", "default.nix", cwd=recipes)
    call(require("ruby"), "-wc", "asmloom.rb", cwd=recipes)
    call(require("ruby"), "-ryaml", "-e", "YAML.load_file('conda/recipe.yaml').fetch('build')", cwd=recipes)
    call(require("ruby"), "-rjson", "-e", "JSON.load_file('vcpkg/vcpkg.json').fetch('version')", cwd=recipes)
    ast.parse((recipes / "conan" / "conanfile.py").read_text())
    [archive] = recipes.glob("*.tar.gz")
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    for name in ("asmloom.rb", "conda/recipe.yaml", "default.nix", "conan/conanfile.py"):
        text = (recipes / name).read_text()
        assert digest in text and f"{recipes.as_uri()}/{archive.name}" in text, name
