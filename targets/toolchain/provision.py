# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Set this machine up: packages, qemu 10, Bochs, and wine for x86_64, i686 and arm64.

``python3 -m targets.toolchain.provision [--list] [NAME …]`` makes missing environments and keeps existing ones.
Environments are under :func:`~generator.store.cache_dir`. Each is built in its own folder under a lock, and
renamed when complete: an interrupted or a second run does no harm.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from generator import processes
from generator.store import cache_dir
from targets.toolchain import bochs, debsource, packages, privateroot
from targets.toolchain.find import TOOLS, MissingTool, find, require
from targets.toolchain.process import HANG_SECONDS, ToolFailed, run, run_silent

# wine draws nothing, downloads nothing, and keeps complaints about missing devices out of the program's stderr.
WINE_ENV = {"WINEDEBUG": "-all", "DISPLAY": "", "WINEDLLOVERRIDES": "mscoree,mshtml=;winemenubuilder.exe="}
# A model without BTI, because wine 10's own code fails under BTI. The model `max` hangs.
ARM64_WINE_CPU = "neoverse-v1"


@dataclass(frozen=True, slots=True)
class Environment:
    """An environment for tests. ``version`` rises when the recipe changes. ``on_demand``: only tests that are no part
    of a whole run need it."""

    name: str
    version: int
    purpose: str
    build: Callable[[Path], None]
    on_demand: bool = False

    @property
    def path(self) -> Path:
        return cache_dir() / f"{self.name}-{self.version}"


def ensure(name: str) -> Path:
    """The folder of an environment. A missing environment is built first, with progress on stderr.

    Raises :class:`MissingTool` if a tool for building is missing, :class:`ToolFailed` if building fails.
    """
    environment = ENVIRONMENTS[name]
    if environment.path.is_dir():
        return environment.path
    with _locked(environment):
        if not environment.path.is_dir():
            _build(environment)
    return environment.path


def qemu(arch: str) -> Path:
    """``qemu-<arch>`` (user mode): from ``ASMLOOM_QEMU_<ARCH>``, else qemu 10 if set up, else the system's."""
    name = f"qemu-{arch}"
    if not os.environ.get(TOOLS[name].variable):
        ours = ENVIRONMENTS["qemu"].path / name
        if ours.exists():
            return ours
    return require(name)


def bochs_command(model: str = "bochs") -> list[str]:
    """The words before a static program of x86_64 Linux, for a CPU of Bochs. Sets the emulator up first."""
    return [sys.executable, str(bochs.HERE / "run.py"), str(ensure(bochs.NAME)), bochs.MODELS[model][0]]


@contextmanager
def _locked(environment: Environment) -> Iterator[None]:
    cache_dir().mkdir(parents=True, exist_ok=True)
    with open(cache_dir() / f".{environment.name}.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _build(environment: Environment) -> None:
    # The lock is held: files in this place are from a killed run.
    partial = cache_dir() / f".making-{environment.name}"
    shutil.rmtree(partial, ignore_errors=True)
    started = time.monotonic()
    _say(f"setting up {environment.name}: {environment.purpose} …")
    partial.mkdir()
    try:
        environment.build(partial)
        os.rename(partial, environment.path)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    _say(f"{environment.name} is ready after {time.monotonic() - started:.0f} s")


def _say(text: str) -> None:
    print(f"asmloom: {text}", file=sys.stderr, flush=True)


def _extract(root: Path, suite: str, arch: str | None, include: str, only: tuple[str, ...] = ()) -> None:
    """Unpack packages of a Debian suite and their dependencies, owned by this user, without documentation."""
    words = [str(require("mmdebstrap")), "--variant=extract", "--quiet", f"--include={include}"]
    words += [] if arch is None else [f"--architectures={arch}"]
    tarball = root.parent / f"{root.name}.tar"
    try:
        done = run([*words, suite, str(tarball), packages.mirror()])
        if done.returncode:
            text = done.stderr.decode("utf-8", "replace")
            errors = [line for line in text.splitlines() if line.startswith("E:")] or text.splitlines()[-1:]
            raise ToolFailed(f"mmdebstrap {suite} {include}: {' '.join(errors)}", text)
        skip = [f"--exclude=./{name}" for name in ("dev", "var", "usr/share/doc", "usr/share/man", "usr/share/locale")]
        unpack = ["tar", "-xf", str(tarball), "-C", str(root), "--no-same-owner", *skip, *only]
        run_silent(unpack, what=f"unpacking {include}")
    finally:
        tarball.unlink(missing_ok=True)


def _qemu(folder: Path) -> None:
    names = ("qemu-aarch64", "qemu-x86_64", "qemu-i386")
    _extract(folder, "trixie", None, "qemu-user", tuple(f"./usr/bin/{name}" for name in names))
    for name in names:
        os.rename(folder / "usr/bin" / name, folder / name)
    shutil.rmtree(folder / "usr")


def _wine64(folder: Path) -> None:
    env = {**os.environ, **WINE_ENV, "WINEPREFIX": str(folder), "WINESERVER": str(require("wineserver"))}
    _finish([str(require("wine64")), "wineboot", "-i"], env, folder)
    for flag in ("-k", "-w"):
        run([str(require("wineserver")), flag], env=env)


def _wine32(folder: Path) -> None:
    _extract(folder, "bookworm", "i386", "wine32,libc6")
    # The package's postinst does the same: wine accepts the DLL as its own only with the mark.
    dll = (folder / "usr/i686-w64-mingw32/lib/zlib1.dll").read_bytes()
    marked = dll[:64] + b"Wine builtin DLL".ljust(32, b"\0") + dll[96:]
    (folder / "usr/lib/i386-linux-gnu/wine/i386-windows/zlib1.dll").write_bytes(marked)
    _private_prefix(folder, "wine", "wineserver32", {"WINEARCH": "win32"})


def _wine_arm64(folder: Path) -> None:
    _extract(folder, "trixie", "arm64", "wine64,libc6")
    inside = folder / privateroot.QEMU[1:]
    inside.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(ensure("qemu") / "qemu-aarch64", inside)
    _private_prefix(folder, "wine64", "wineserver64", {"QEMU_CPU": ARM64_WINE_CPU})


def _private_prefix(root: Path, wine: str, server: str, env: dict[str, str]) -> None:
    _check_namespaces()
    privateroot.prepare(root)
    # The packaged program is a shell script, and the root has no shell.
    script = root / "usr/lib/wine/wineserver"
    script.unlink(missing_ok=True)
    script.symlink_to(server)
    words = [*privateroot.command(root, Path("/"), keep=True), f"/usr/lib/wine/{wine}", "wineboot", "-i"]
    full = {**os.environ, **WINE_ENV, "WINEPREFIX": privateroot.PREFIX, **env}
    _finish(words, full, root / privateroot.PREFIX[1:])


def _finish(words: list[str], env: dict[str, str], prefix: Path) -> None:
    """Run wineboot, and wait until the registry is on disk."""
    try:
        done = run(words, env=env)
    except subprocess.TimeoutExpired:
        raise ToolFailed(f"wineboot: no end after {HANG_SECONDS:.0f} s") from None
    server = env.get("WINESERVER")
    if server:
        run([server, "-w"], env=env)
    if done.returncode or not (prefix / "system.reg").exists():
        text = (done.stderr + done.stdout).decode("utf-8", "replace").strip()
        raise ToolFailed(f"wineboot: exit status {done.returncode}: {(text.splitlines() or ['no output'])[-1]}", text)


def _check_namespaces() -> None:
    flags = ["--user", "--map-root-user", "--mount", "--pid", "--fork", "--kill-child"]
    done = run([str(require("unshare")), *flags, "mount", "-t", "proc", "proc", "/proc"])
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip()
        raise MissingTool(f"user namespaces are forbidden here ({reason}); wine for i686 and arm64 needs them")


def _openssl(folder: Path) -> None:
    debsource.unpack("openssl", folder, ("*",))


def _weak_openssl(folder: Path) -> None:
    if shutil.which("perl") is None:
        raise MissingTool("perl is not installed; Debian: apt-get install perl")
    _openssl(folder)
    words = ("no-shared", "no-module", "no-tests", "enable-weak-ssl-ciphers")
    run_silent(["perl", "Configure", *words], what="configuring OpenSSL", cwd=folder)
    jobs = f"-j{processes.count()}"
    run_silent([str(require("make")), jobs, "build_generated"], what="building OpenSSL", cwd=folder)
    run_silent([str(require("make")), jobs, "libssl.a", "libcrypto.a"], what="building OpenSSL", cwd=folder)
    for path in folder.iterdir():  # the rest is ten times as large
        if path.is_dir() and path.name != "include":
            shutil.rmtree(path)


def _node(folder: Path) -> None:
    debsource.unpack("nodejs", folder, ("test", "tools"))
    debsource.unpack_programs("nodejs", folder)


def _curl(folder: Path) -> None:
    """curl and all programs of its tests. stunnel serves TLS in the tests."""
    for name in ("perl", "gcc", "make"):
        if shutil.which(name) is None:
            raise MissingTool(f"{name} is not installed; Debian: apt-get install {name}")
    debsource.unpack("curl", folder, ("*",))
    debsource.unpack_programs("stunnel4", folder / "stunnel")
    with_openssl = ["--with-openssl", "--enable-debug", "--disable-shared", "--disable-manual", "--disable-ldap"]
    others = [f"--without-{name}" for name in ("libpsl brotli zstd nghttp2 libidn2 librtmp libssh2").split()]
    jobs = f"-j{processes.count()}"
    configure = ["./configure", "LDFLAGS=-s", *with_openssl, *others]
    for words in (configure, ["make", jobs], ["make", jobs, "-C", "tests"]):
        done = run(words, cwd=folder)  # each warns
        if done.returncode:
            text = (done.stdout + done.stderr).decode("utf-8", "replace")
            raise ToolFailed(f"building curl: {words[0]}: {(text.strip().splitlines() or ['no output'])[-1]}", text)
    for path in [*folder.rglob("*.o"), *folder.rglob("*.a")]:  # the rest is small
        path.unlink()


def _rust(folder: Path) -> None:
    """Libraries of this release's compiler, as a folder for --sysroot, and crates of a release with all of them."""
    names = ("aead", "aes", "cbc", "cc", "cipher", "ctr", "digest", "hmac", "sha2")
    crates = ",".join(f"librust-{name}-dev" for name in names)
    _extract(folder, "trixie", None, crates, ("./usr/share/cargo/registry",))
    for arch in ("arm64", "i386"):
        _extract(folder, packages.codename(), arch, "libstd-rust-dev", ("./usr/lib/rustlib",))


_ENVIRONMENTS = (
    Environment("qemu", 1, "qemu 10, user mode, from Debian 13", _qemu),
    Environment(bochs.NAME, 1, "the CPU of Bochs, for AVX-512 and SHA512", bochs.build),
    Environment("openssl", 1, "OpenSSL's sources with its tests, from Debian's source package", _openssl),
    Environment("weak-openssl", 1, "OpenSSL with RC4 in libssl, from Debian's source package", _weak_openssl, True),
    Environment("node", 1, "Node.js over the system's OpenSSL, with its tests, from Debian's packages", _node, True),
    Environment("curl", 1, "curl over the system's OpenSSL, with its tests, from Debian's source package", _curl, True),
    Environment("rust", 2, "Rust's library for i686 and arm64, crates of RustCrypto: from Debian's packages", _rust),
    Environment("wine64", 1, "wine prefix for x86_64", _wine64),
    Environment("wine32", 1, "wine for i686 in an extracted Debian", _wine32),
    Environment("wine-arm64", 1, "wine for arm64 in an extracted Debian", _wine_arm64),
)
ENVIRONMENTS = {environment.name: environment for environment in _ENVIRONMENTS}
OF_A_WHOLE_RUN = tuple(environment.name for environment in _ENVIRONMENTS if not environment.on_demand)


def main(argv: list[str] | None = None) -> int:
    """Set up the named environments (default: those of a whole run). Returns 0, or 2 if one cannot be set up."""
    names, default = ["packages", *ENVIRONMENTS], ["packages", *OF_A_WHOLE_RUN]
    parser = argparse.ArgumentParser(prog="python3 -m targets.toolchain.provision", description="Set this machine up.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"default: {', '.join(default)}")
    parser.add_argument("--list", action="store_true", help="say what is there and what is missing, change nothing")
    options = parser.parse_args(argv)
    for name in options.names:
        if name not in names:
            parser.error(f"unknown environment {name!r}; there are {', '.join(names)}")
    status = 0
    for name in options.names or (names if options.list else default):
        try:
            if options.list:
                _tell(name)
            elif name == "packages":
                install_packages()
            else:
                ensure(name)
        except (MissingTool, ToolFailed) as error:
            # The other environments do not depend on the packages.
            _say(f"{name}: {error}")
            status = 2
    return status


def install_packages() -> None:
    """Install the missing Debian packages. Raises MissingTool, with the command, if this user may not."""
    packages.refresh()
    absent = packages.missing()
    if not absent:
        return
    started = time.monotonic()
    _say(f"installing {len(absent)} packages: {' '.join(absent)} …")
    packages.install(absent)
    find.cache_clear()
    _say(f"packages are ready after {time.monotonic() - started:.0f} s")


def _tell(name: str) -> None:
    if name == "packages":
        absent = packages.missing()
        print(f"{name:12} {'missing: ' + ' '.join(absent) if absent else 'all installed'}")
        return
    environment = ENVIRONMENTS[name]
    state = environment.path if environment.path.is_dir() else "not set up"
    print(f"{name:12} {state}  ({environment.purpose})")


if __name__ == "__main__":
    sys.exit(main())
