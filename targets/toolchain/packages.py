# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Debian packages: find the missing ones, install them, name the archive that apt uses."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from targets.toolchain.find import MissingTool
from targets.toolchain.process import ToolFailed, run

# {gcc} is the default compiler's major version, {python} the version of python3. The package gcc-multilib conflicts
# with the cross compiler.
PACKAGES = (
    "gcc libc6-dev gcc-{gcc}-multilib libc6-dev-i386 gcc-aarch64-linux-gnu libc6-dev-arm64-cross "
    "gcc-mingw-w64-x86-64 gcc-mingw-w64-i686 nasm clang-19 lld-19 llvm-19 qemu-user qemu-user-static wine64 "
    "mmdebstrap debian-archive-keyring libunwind-dev libssl-dev openssl util-linux mount python3-venv valgrind "
    "chromium fonts-dejavu-core poppler-utils g++ cmake ninja-build meson make cargo librust-cc-dev ccache perl "
    "libpython{python}-testsuite autoconf automake generate-ninja dpkg-dev debhelper python3-jinja2 lintian devscripts "
    "abigail-tools ruby nix-bin golang-go qemu-system-x86 ovmf libgcrypt20 "
    # Portable C: C libraries of other machines, which clang finds, one more gcc, and WebAssembly.
    "libc6-dev-armhf-cross libgcc-{gcc}-dev-armhf-cross libc6-dev-riscv64-cross libgcc-{gcc}-dev-riscv64-cross "
    "libc6-dev-ppc64el-cross libgcc-{gcc}-dev-ppc64el-cross libc6-dev-mips-cross libgcc-{gcc}-dev-mips-cross "
    "gcc-s390x-linux-gnu libc6-dev-s390x-cross tcc nodejs wasi-libc libclang-rt-19-dev-wasm32"
)
OLDEST = {"12": "gcc-11 clang-13 clang-16 bazel-bootstrap bazel-rules-java bazel-rules-proto linux-kbuild-6.1"}
"""Of the release with this gcc alone: the oldest compilers, as in docs/vendoring.md, Bazel and objtool."""
_SUDO_SECONDS = 60.0  # a sudo that takes longer counts as none
_OF_DEBIAN = {"12": {"gcc": "12", "python3": "3.11"}, "13": {"gcc": "14", "python3": "3.13"}}


def missing() -> list[str]:
    """Names of the wanted packages that are not installed. Raises MissingTool on a machine without dpkg."""
    gcc = _default("gcc")
    wanted = [*PACKAGES.format(gcc=gcc, python=_default("python3")).split(), *OLDEST.get(gcc, "").split()]
    done = _query(["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n", *wanted])
    installed = {line.split()[0] for line in done.splitlines() if line.endswith(" installed")}
    return [name for name in wanted if name not in installed]


def install_command(names: list[str]) -> list[str]:
    """The command that installs packages, without sudo."""
    return ["apt-get", "install", "-y", "--no-install-recommends", *names]


def install(names: list[str]) -> None:
    """Refresh apt's lists and install packages, as root or through a sudo without a password.

    Raises :class:`MissingTool`, with the one command to run, if this user may not install packages.
    """
    privilege = _privilege()
    if privilege is None:
        command = " ".join(install_command(names))
        raise MissingTool(f"may not install packages; as root run: apt-get update && {command}")
    _apt(privilege, ["apt-get", "update"])
    _apt(privilege, install_command(names))


def refresh() -> None:
    """Fetch apt's lists if they are missing and this user may. A fresh image of Debian has no lists."""
    privilege = _privilege()
    if privilege is not None and not _query(["apt-cache", "search", "--names-only", "^gcc$"]).strip():
        _apt(privilege, ["apt-get", "update"])


def _apt(privilege: list[str], words: list[str]) -> None:
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = run([*privilege, *words], env=env)
    if done.returncode:
        raise ToolFailed(f"{' '.join(words[:2])}: {_last_line(done)}", done.stderr.decode("utf-8", "replace"))


def mirror() -> str:
    """The address of the Debian archive that apt on this machine uses, or ``ASMLOOM_DEBIAN_MIRROR``."""
    chosen = os.environ.get("ASMLOOM_DEBIAN_MIRROR")
    if chosen:
        return chosen
    release = _release()
    lines = _query(["apt-get", "indextargets", "--format", "$(CREATED_BY) $(RELEASE) $(SITE)"]).splitlines()
    for line in lines:
        kind, suite, site = line.split(maxsplit=2)
        if kind == "Packages" and release.get("ID") == "debian" and suite in (release["VERSION_CODENAME"], "stable"):
            return site
    raise MissingTool("apt names no Debian archive here; set ASMLOOM_DEBIAN_MIRROR to the address of one")


def codename() -> str:
    """The name of this machine's release of Debian, as its archive has it. MissingTool elsewhere."""
    release = _release()
    if release.get("ID") != "debian" or "VERSION_CODENAME" not in release:
        raise MissingTool("/etc/os-release names no release of Debian: sources of packages are fetched on Debian only")
    return release["VERSION_CODENAME"]


def _release() -> dict[str, str]:
    return dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', Path("/etc/os-release").read_text("utf-8"), re.M))


def _privilege() -> list[str] | None:
    if os.geteuid() == 0:
        return []
    try:
        return ["sudo", "-n"] if run(["sudo", "-n", "true"], timeout=_SUDO_SECONDS).returncode == 0 else None
    except (OSError, subprocess.TimeoutExpired):
        return None


def _default(name: str) -> str:
    """The version of a package that depends on one with the version in its name."""
    pattern = rf"Depends: {name.rstrip('3')}-?([\d.]+)$"
    found = re.search(pattern, _query(["apt-cache", "depends", name]), re.M)
    if found is not None:
        return found.group(1)
    # A fresh image has no lists, and this user may not fetch them. The release's known version serves.
    release = re.search(r'^VERSION_ID="?(\d+)', Path("/etc/os-release").read_text("utf-8"), re.M)
    if release is None or release[1] not in _OF_DEBIAN:
        raise MissingTool(f"apt knows no package {name}: run apt-get update first")
    return _OF_DEBIAN[release[1]][name]


def _query(words: list[str]) -> str:
    try:
        done = run(words, env={**os.environ, "LC_ALL": "C"})
    except FileNotFoundError:
        raise MissingTool(f"{words[0]} not found: setting up is for Debian and its descendants") from None
    return done.stdout.decode("utf-8", "replace")


def _last_line(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = (done.stdout + done.stderr).decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else f"exit status {done.returncode}"
