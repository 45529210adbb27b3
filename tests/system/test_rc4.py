# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The suites with RC4, by a libssl that still has them: built with ``enable-weak-ssl-ciphers``."""

from __future__ import annotations

from pathlib import Path

import pytest

from targets.toolchain import provider, provision
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from tests.provider.test_provider import HERE, PLAIN, PREFERRED, SANITIZERS, workshop

SUITES = ("RC4-MD5", "RC4-SHA", "ECDHE-RSA-RC4-SHA")


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return provider.module(workshop(tmp_path_factory.mktemp("module")), provider.headers(), SANITIZERS)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    weak = provision.ensure("weak-openssl")
    out = tmp_path_factory.mktemp("program") / "tls"
    words = [
        str(require("gcc")),
        "-O1",
        "-w",
        *SANITIZERS,
        f"-I{weak / 'include'}",
        str(HERE / "tls.c"),
        "-o",
        str(out),
    ]
    libraries = [str(weak / "libssl.a"), str(weak / "libcrypto.a"), "-ldl", "-lpthread"]
    done = run([*words, *libraries], timeout=HANG_SECONDS)
    assert done.returncode == 0, done.stderr.decode()
    return str(out)


@pytest.mark.parametrize("query", [PREFERRED, PLAIN], ids=["composite", "cipher-and-mac"])
def test_file(query: str, module: Path, program: str) -> None:
    """Five megabytes arrive as they are, from asmloom to OpenSSL's legacy RC4 and back; forged records are refused as
    libssl alone refuses them."""
    done = run([program, str(module.parent), query, *SUITES], timeout=HANG_SECONDS)
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
    assert b"expectations met" in done.stdout
