# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""OpenSSL's own ``evp_test`` with the provider preferred, on all files of its data. What asmloom declines by its
documentation may fail, and no more."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from targets.toolchain import provider, provision
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from tests.provider.test_provider import CONF, workshop

DATA = "test/recipes/30-test_evp_data"
KINDS = ("evpciph", "evpencod", "evpkdf", "evpmac", "evpmd", "evppbe", "evppkey", "evprand")
# Digests that asmloom lacks, under HMAC and RSA (docs/provider.md). OpenSSL chooses those before it knows the digest.
DECLINED = re.compile(r"SHA3-|SHAKE|SM3\b|SHA-?512[-/](224|256)|MDC2|RIPEMD|whirlpool", re.I)
# Tests that end a file when they fail: left out on both sides. HMAC-DRBG over those digests; and a new RSA key after
# signatures, which OpenSSL's cache of methods then asks asmloom for (docs/provider.md).
ENDING = re.compile(r"^RAND = HMAC-DRBG\nDigest = SHA-512/\d+$|^KeyGen = rsaEncryption$", re.M)


@dataclass
class Report:
    """What ``evp_test`` says of a file: how many tests it has, how many were left out, and the lines of failures."""

    tests: int
    skipped: int
    status: int
    failures: list[int] = field(default_factory=list)


class EvpTest:
    def __init__(self, folder: Path, module: Path) -> None:
        self.data = folder / "data"
        self.source = provision.ensure("openssl")
        self.tool = folder / "evp_test"
        self.ours, self.theirs = folder / "asmloom.cnf", folder / "plain.cnf"
        text = CONF.format(module=module)
        self.ours.write_text(text)
        plain = re.sub("default_prop.*", "default_properties = provider!=asmloom", text.replace("asmloom = mine\n", ""))
        self.theirs.write_text(plain)
        words = ["gcc", "-O1", "-w", *(f"-I{self.source / name}" for name in ("include", "apps/include", "."))]
        helpers = [*sorted((self.source / "test" / "testutil").glob("*.c")), self.source / "apps" / "lib" / "opt.c"]
        self._call(*words, "-c", *helpers, folder=folder)
        self._call("ar", "rcs", "helpers.a", *(f"{path.stem}.o" for path in helpers), folder=folder)
        main = self.source / "test" / "evp_test.c"
        self._call(*words, "-o", self.tool, main, "helpers.a", "-lcrypto", folder=folder)

        self.data.mkdir()
        for path in (self.source / DATA).glob("*.txt"):
            (self.data / path.name).write_text(without_ending(path.read_text("utf-8")), "utf-8")

    @staticmethod
    def _call(tool: str, *words: str | Path, folder: Path) -> None:
        done = run([str(require(tool)), *map(str, words)], timeout=HANG_SECONDS, cwd=folder)
        assert done.returncode == 0, done.stderr.decode()

    def files(self, kind: str) -> list[Path]:
        return sorted(self.data.glob(f"{kind}*.txt"))

    def __call__(self, conf: Path, path: Path) -> Report:
        done = run([str(self.tool), "-config", str(conf), str(path)], timeout=HANG_SECONDS)
        text = (done.stdout + done.stderr).decode("utf-8", "replace")
        counts = re.search(r"Completed (\d+) tests with (\d+) errors and (\d+) skipped", text)
        assert counts is not None, text
        failures = re.findall(rf"{re.escape(path.name)}:(\d+): (?:Source of above error|Expected )", text)
        assert len(failures) == int(counts[2]) and "unknown " not in text, text
        return Report(int(counts[1]), int(counts[3]), done.returncode, [int(line) for line in failures])


@pytest.fixture(scope="module")
def evp_test(tmp_path_factory: pytest.TempPathFactory) -> EvpTest:
    module = provider.module(workshop(tmp_path_factory.mktemp("module")), provider.headers())
    return EvpTest(tmp_path_factory.mktemp("evp_test"), module)


def without_ending(text: str) -> str:
    """The text of a file, with empty lines in place of the tests that end a file."""
    parts = text.split("\n\n")
    return "\n\n".join("\n" * part.count("\n") if ENDING.search(part) else part for part in parts)


def stanza(path: Path, line: int) -> str:
    """The test of a file that begins at a line, the first of which is 1."""
    return "\n".join(path.read_text("utf-8").splitlines()[line - 1 :]).split("\n\n")[0]


@pytest.mark.parametrize("kind", KINDS)
def test_data(kind: str, evp_test: EvpTest) -> None:
    """As many tests are run as without asmloom. Without asmloom all are good."""
    for path in evp_test.files(kind):
        theirs, ours = evp_test(evp_test.theirs, path), evp_test(evp_test.ours, path)
        assert theirs.status == 0 and theirs.failures == [], path.name
        assert (ours.tests, ours.skipped) == (theirs.tests, theirs.skipped), path.name
        for line in ours.failures:
            assert DECLINED.search(stanza(path, line)), (path.name, line, stanza(path, line))


def test_all_files(evp_test: EvpTest) -> None:
    names = {path for kind in KINDS for path in evp_test.files(kind)}
    assert names == set(evp_test.files("")) and len(names) > 60


def test_through_asmloom(evp_test: EvpTest) -> None:
    """The tests reach asmloom: it declines HMAC and RSA over some digests."""
    for name in ("evpmac_common", "evppkey_rsa_common"):
        [path] = evp_test.files(name)
        assert evp_test(evp_test.ours, path).failures != [], name
