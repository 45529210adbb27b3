# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""OpenSSL's own ``evp_test`` with the provider preferred, on all files of its data: as without asmloom."""

from __future__ import annotations

import os
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


@dataclass
class Report:
    """What ``evp_test`` says of a file: how many tests it has, how many were left out, and the lines of failures."""

    tests: int
    skipped: int
    status: int
    failures: list[int] = field(default_factory=list)


class EvpTest:
    def __init__(self, folder: Path, module: Path) -> None:
        self.module = module
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

    @staticmethod
    def _call(tool: str, *words: str | Path, folder: Path) -> None:
        done = run([str(require(tool)), *map(str, words)], timeout=HANG_SECONDS, cwd=folder)
        assert done.returncode == 0, done.stderr.decode()

    def files(self, kind: str) -> list[Path]:
        return sorted((self.source / DATA).glob(f"{kind}*.txt"))

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


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.whole(every=2)
def test_data(kind: str, evp_test: EvpTest) -> None:
    """As many tests are run as without asmloom. Without asmloom all are good."""
    for path in evp_test.files(kind):
        theirs, ours = evp_test(evp_test.theirs, path), evp_test(evp_test.ours, path)
        assert theirs.status == 0 and ours == theirs, (path.name, ours.failures)


def test_all_files(evp_test: EvpTest) -> None:
    names = {path for kind in KINDS for path in evp_test.files(kind)}
    assert names == set(evp_test.files("")) and len(names) > 60


def test_through_asmloom(evp_test: EvpTest) -> None:
    """The program loads the module that the configuration names."""
    [path] = evp_test.files("evpmac_common")
    words = [str(evp_test.tool), "-config", str(evp_test.ours), str(path)]
    done = run(words, timeout=HANG_SECONDS, env={**os.environ, "LD_DEBUG": "files"})
    assert f"{evp_test.module}" in done.stderr.decode("utf-8", "replace")
