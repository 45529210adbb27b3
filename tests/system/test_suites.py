# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The tests that Python, Node.js and curl have of their own for hashing, TLS and keys: with the provider in
OPENSSL_CONF each ends as it does without."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from generator import processes
from targets.toolchain import provider, provision
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from tests.provider.test_provider import python_tests, workshop

PYTHON = (
    "hashlib hmac ssl asyncio.test_ssl asyncio.test_sslproto ftplib httplib httpservers imaplib poplib secrets smtplib "
    "urllib2_localnet uuid"
)
NODE = [f"parallel/test-{name}-*" for name in ("crypto", "tls", "https", "webcrypto", "x509")]
NODE += [f"sequential/test-{name}-*" for name in ("tls", "https")]
CURL = [*"HTTPS FTPS IMAPS POP3S SMTPS SSL TLS NTLM AWS-SIGV4 unittest".split(), "HTTP Digest auth"]
# Keys of Node's tests are shorter than Debian lets servers have.
WEAK = "\n[weak]\nsystem_default = level\n[level]\nCipherString = DEFAULT@SECLEVEL=0\n"
# Programs see a tree that they may change, and under /usr/share what its packages have there. Nothing of it is left.
INSIDE = """set -e
tree=$1 scratch=$2
shift 2
if [ -d "$tree/usr/share" ]; then mount -t overlay -o "lowerdir=$tree/usr/share:/usr/share" overlay /usr/share; fi
mount -t tmpfs tmpfs "$scratch"
mkdir "$scratch/upper" "$scratch/work"
mount -t overlay -o "lowerdir=$tree,upperdir=$scratch/upper,workdir=$scratch/work,userxattr" overlay "$tree"
cd "$tree/$PLACE"
exec "$@"
"""
Results = dict[str, str]


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return provider.module(workshop(tmp_path_factory.mktemp("module")), provider.headers())


class Tree:
    """A program with its tests, in an environment of its own."""

    def __init__(self, name: str, place: str, paths: Sequence[str], scratch: Path) -> None:
        self.folder, self.scratch = provision.ensure(name), scratch / "scratch"
        self.scratch.mkdir()
        libraries = [*self.folder.glob("usr/lib/*-linux-gnu"), *self.folder.glob("stunnel/usr/lib/*-linux-gnu")]
        path = [*(str(self.folder / part) for part in paths), os.environ["PATH"], "/usr/sbin"]
        self.env = {key: value for key, value in os.environ.items() if not key.startswith(("OPENSSL", "NODE"))}
        self.env |= {"PATH": ":".join(path), "LD_LIBRARY_PATH": ":".join(map(str, libraries)), "PLACE": place}
        self.env |= {"LC_ALL": "C", "USER": "root"}

    def __call__(self, conf: Path | None, *words: str, **extra: str) -> str:
        flags = "--user --map-root-user --mount --pid --fork --kill-child --mount-proc".split()
        inside = [str(require("unshare")), *flags, "sh", "-c", INSIDE, "sh", str(self.folder), str(self.scratch)]
        env = self.env | ({"OPENSSL_CONF": str(conf)} if conf else {}) | extra
        done = run([*inside, *words], timeout=2 * HANG_SECONDS, env=env)
        return (done.stdout + done.stderr).decode("utf-8", "replace")


def alike(suite: str, sides: Sequence[Path | None], tests: Callable[[Path | None, Sequence[str]], Results]) -> None:
    """Each test ends the same on both sides. Where it does not, it runs again: a busy machine fails some."""
    theirs, ours = (tests(conf, ()) for conf in sides)
    differing = sorted(name for name in theirs.keys() | ours.keys() if theirs.get(name) != ours.get(name))
    print(f"{suite}: {len(theirs)} tests, {dict(Counter(theirs.values()))}; again: {differing}")
    if differing:
        theirs, ours = (tests(conf, differing) for conf in sides)
    assert theirs == ours
    assert "ok" in theirs.values()


def test_python(module: Path, tmp_path: Path) -> None:
    conf = tmp_path / provider.CONFIGURATION
    conf.write_text(provider.configuration(module))

    def tests(conf: Path | None, only: Sequence[str]) -> Results:
        return python_tests(only or [f"test.test_{name}" for name in PYTHON.split()], conf, tmp_path)[0]

    alike("Python", (None, conf), tests)


def test_node(module: Path, tmp_path: Path) -> None:
    text = provider.configuration(module).replace("[start]", "[start]\nssl_conf = weak") + WEAK
    ours, theirs = tmp_path / "asmloom.cnf", tmp_path / "plain.cnf"
    ours.write_text(text)
    theirs.write_text(re.sub(r"(?m)^(asmloom = |alg_section = ).*\n", "", text))
    node = Tree("node", "", ["usr/bin"], tmp_path)
    probe = 'require("crypto").createHash("sha256"); require("fs").readFileSync("/proc/self/maps", "utf8")'
    assert str(module) in node(ours, "node", "-p", probe)
    assert str(module) not in node(theirs, "node", "-p", probe)
    runner = ["python3", "tools/test.py", "-p", "tap", "-j", str(processes.count()), "-t", f"{HANG_SECONDS:.0f}"]

    def tests(conf: Path | None, only: Sequence[str]) -> Results:
        text = node(conf, *runner, f"--shell={node.folder}/usr/bin/node", *(only or NODE))
        found = re.findall(r"^(ok|not ok) \d+ (\S+)(?: # skip (.*))?$", text, re.M)
        assert found, text[-20_000:]
        return {name: f"skipped: {reason}" if reason else word for word, name, reason in found}

    alike("Node.js", (theirs, ours), tests)


def test_curl(module: Path, tmp_path: Path) -> None:
    conf = tmp_path / provider.CONFIGURATION
    conf.write_text(provider.configuration(module))
    curl = Tree("curl", "tests", ["stunnel/usr/bin"], tmp_path)
    probe = curl(conf, "../src/curl", "--silent", "https://127.0.0.1:9/", LD_DEBUG="files")
    assert str(module) in probe, probe[-2_000:]

    def tests(conf: Path | None, only: Sequence[str]) -> Results:
        text = curl(conf, "perl", "runtests.pl", "-n", "-a", "-am", *(only or CURL))
        found = re.findall(r"^(PASS|FAIL|SKIP|IGNORED): (\d+) - ", text, re.M)
        assert found, text[-20_000:]
        return {number: {"PASS": "ok"}.get(word, word) for word, number in found}

    alike("curl", (None, conf), tests)
