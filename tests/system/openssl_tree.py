# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""OpenSSL's sources in a folder, built there, and its own tests."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from generator import processes
from targets.toolchain import provision
from targets.toolchain.process import HANG_SECONDS, run
from tests.cli.runner import ROOT

CONFIGURE = "./Configure linux-x86_64"
OPTIONS = "enable-weak-ssl-ciphers"  # RC4 in libssl
# Files of OpenSSL's tests that name providers. The programs of most tests read the first one.
DEFAULT = "apps/openssl.cnf"
FILES = ("test/default.cnf", "test/default-and-legacy.cnf")
_LINES = (
    (r"^providers = provider_sect$", r"\g<0>\nalg_section = asmloom_properties"),
    (r"^default = default_sect$", r"\g<0>\nasmloom = asmloom_sect"),
    (r"^(\[default_sect\]\n)(?:# )?activate = 1$", r"\1activate = 1"),
)
_SECTIONS = """
[asmloom_sect]
module = {module}
activate = 1
rsa = yes

[asmloom_properties]
default_properties = ?provider=asmloom,?asmloom.keys!=yes
"""


@dataclass(frozen=True)
class Outcome:
    """What OpenSSL's tests say: the word on each recipe's line ("ok", or "skipped: …"), and the numbers of those tests
    of a recipe that failed, as the summary has them."""

    words: dict[str, str]
    failures: dict[str, str]
    text: str


class Tree:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(provision.ensure("openssl"), folder, symlinks=True)

    def shell(self, script: str, extra: Mapping[str, str] | None = None, status: int | None = 0) -> str:
        """The output of a script in the tree. No setting of the caller's OpenSSL counts."""
        env = {key: value for key, value in os.environ.items() if not key.startswith(("OPENSSL", "HARNESS", "MAKE"))}
        env |= {"LC_ALL": "C", "MAKEFLAGS": f"-j{processes.count()}", **(extra or {})}
        done = run(["sh", "-ec", script], timeout=HANG_SECONDS, cwd=self.folder, env=env)
        text = (done.stdout + done.stderr).decode("utf-8", "replace")
        assert status is None or done.returncode == status, text[-20_000:]
        return text

    def build(self) -> None:
        self.shell(f"{CONFIGURE} {OPTIONS} && make")

    def test(self, names: str, extra: Mapping[str, str] | None = None) -> Outcome:
        """Run OpenSSL's recipes: names of files without their number, as OpenSSL's TESTS takes them."""
        text = self.shell(f'make test TESTS="{names}"', {"MAKEFLAGS": "", **(extra or {})}, status=None)
        words = dict(re.findall(r"^\d\d-(test_\w+)\.t \.+ (ok|skipped: .*)$", text, re.M))
        summary = re.findall(r"^\d\d-(test_\w+)\.t +\(Wstat: .*\)\n((?:  .*\n)+)", text, re.M)
        failures = {name: " ".join(lines.split()) for name, lines in summary}
        assert words and (("\nResult: PASS\n" in text) == (not failures)), text[-20_000:]
        assert "found no match" not in text, text
        return Outcome(words, failures, text)

    def prefer(self, module: Path, *names: str) -> None:
        """Let configuration files prefer asmloom's module, and keep the rest of each file."""
        for path in (self.folder / name for name in names):
            text = path.read_text("utf-8")
            for pattern, new in _LINES:
                text, count = re.subn(pattern, new, text, flags=re.M)
                assert count == 1, (path.name, pattern)
            path.write_text(text + _SECTIONS.format(module=module), "utf-8")

    def restore(self, *names: str) -> None:
        for name in names:
            shutil.copyfile(provision.ensure("openssl") / name, self.folder / name)


def recipe() -> tuple[str, str]:
    """The two scripts of docs/openssl-objects.md for OpenSSL: in asmloom's folder, and in OpenSSL's."""
    text = (ROOT / "docs" / "openssl-objects.md").read_text("utf-8")
    section = text.split("\n## The recipe for build.info\n")[1].split("\n## ")[0]
    vendor, steps = re.findall(r"^```sh\n(.*?)^```$", section, re.M | re.S)
    assert vendor.count("../openssl/") == 1 and steps.endswith(f"\n{CONFIGURE} && make\n")
    return vendor, steps.replace(CONFIGURE, f"{CONFIGURE} {OPTIONS}")
