# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The provider in the installed OpenSSL, beside OpenSSL's own algorithms: programs over EVP and libssl under
sanitizers, and the program ``openssl`` with a configuration file."""

from __future__ import annotations

import json
import os
import platform
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

import targets
from generator import library
from targets.toolchain import provider
from targets.toolchain.find import MissingTool, require
from targets.toolchain.process import HANG_SECONDS, run
from targets.toolchain.product import Workshop, default_syntax
from tests.runtime.test_compile import STRICT

HERE = Path(__file__).parent
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g")
# AES and carry-less products out of sight: libssl then has no composite of its own for records with the MAC first.
WITHOUT_AES = {"OPENSSL_ia32cap": "~0x200000200000000"}
CONFIGURED = "the configuration file"  # that build.py provider writes, in place of the module's folder
PREFERRED = "?provider=asmloom"
PLAIN = f"{PREFERRED},asmloom.composite!=yes"
CONF = """openssl_conf = start
[start]
providers = list
alg_section = properties
[list]
default = on
legacy = on
asmloom = mine
[on]
activate = 1
[mine]
module = {module}
activate = 1
rsa = yes
[properties]
default_properties = ?provider=asmloom,?asmloom.keys!=yes
"""
# Runs modules of Python's own tests, and tells how each test ended, and which files the process has in memory.
PYTHONS_TESTS = """
import json, sys, unittest
from test import support
support.use_resources = []  # no network
ends = {}
class Result(unittest.TestResult):
    def addSuccess(self, test): ends.setdefault(test.id(), "ok")
    def addError(self, test, error): ends[test.id()] = "failed: " + error[0].__name__
    addFailure = addError
    def addSkip(self, test, why): ends[test.id()] = "skipped: " + why
    def addExpectedFailure(self, test, error): ends[test.id()] = "expected failure"
    def addUnexpectedSuccess(self, test): ends[test.id()] = "unexpected success"
    def addSubTest(self, test, part, error):
        if error: ends[test.id()] = "failed: " + error[0].__name__
unittest.defaultTestLoader.loadTestsFromNames(sys.argv[2:]).run(Result())
with open(sys.argv[1], "w") as out: json.dump([ends, open("/proc/self/maps").read()], out)
"""


def workshop(folder: Path) -> Workshop:
    target = targets.for_host(platform.system(), platform.machine())
    made = Workshop(library.load(), target, default_syntax(target), "loom_")
    made.place = folder
    return made


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return provider.module(workshop(tmp_path_factory.mktemp("plain")), provider.headers(), STRICT)


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return provider.module(workshop(tmp_path_factory.mktemp("sanitized")), provider.headers(), SANITIZERS)


def program(folder: Path, name: str, *flags: str) -> str:
    out = folder / name
    words = [str(require("gcc")), "-O1", "-Wall", "-Wextra", "-Werror", *flags, str(HERE / f"{name}.c"), "-o", str(out)]
    done = run([*words, "-lssl", "-lcrypto", "-ldl", "-lpthread"], timeout=HANG_SECONDS)
    assert done.returncode == 0 and not done.stderr, done.stderr.decode()
    return str(out)


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["evp"], {}),
        (["rsa", CONFIGURED], {}),
        (["aead"], {}),
        (["composites"], WITHOUT_AES),
        (["composites"], {}),
        (["tls", PLAIN], WITHOUT_AES),
        (["tls", CONFIGURED, PREFERRED], {}),
    ],
    ids=["evp", "rsa", "aead", "composites-alone", "composites", "tls-without-composites", "tls"],
)
@pytest.mark.whole(every=2)
def test_beside_openssl(words: list[str], extra: dict[str, str], sanitized: Path, tmp_path: Path) -> None:
    conf = tmp_path / provider.CONFIGURATION
    conf.write_text(provider.configuration(sanitized))
    name, *arguments = words
    place = [str(conf) if word == CONFIGURED else word for word in arguments]
    tool = program(tmp_path, name, *SANITIZERS)
    done = run(
        [tool, *([] if CONFIGURED in arguments else [str(sanitized.parent)]), *place],
        timeout=HANG_SECONDS,
        env={**os.environ, **extra},
    )
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
    assert b"expectations met" in done.stdout


def test_versions(sanitized: Path, tmp_path: Path) -> None:
    """OpenSSL 3 and 4 load the module. Others do not, learn why, and keep no memory of the module's."""
    done = run([program(tmp_path, "init", *SANITIZERS), str(sanitized)], timeout=HANG_SECONDS)
    assert done.returncode == 0 and b"9 versions" in done.stdout, done.stdout.decode() + done.stderr.decode()


def test_life(plain: Path, tmp_path: Path) -> None:
    """Contexts that come and go, threads, a fork, and a declined version leave no memory and no module behind. Which
    values are defined is no question here: valgrind does not follow all of libcrypto's own code."""
    conf = tmp_path / provider.CONFIGURATION
    conf.write_text(provider.configuration(plain))
    leaks = "definite,indirect,possible"
    options = ["-q", "--undef-value-errors=no", "--leak-check=full", "--error-exitcode=9"]
    kinds = [f"--show-leak-kinds={leaks}", f"--errors-for-leak-kinds={leaks}"]
    tool = program(tmp_path, "life", "-g")
    words = [str(require("valgrind")), *options, *kinds, tool, str(plain), str(conf)]
    done = run(words, timeout=HANG_SECONDS)
    assert done.returncode == 0 and not done.stderr, done.stdout.decode() + done.stderr.decode()
    assert b"expectations met" in done.stdout


def test_symbols(plain: Path) -> None:
    """OpenSSL's function is the only export, and the module needs nothing of libcrypto."""
    words = [str(require("nm")), "-D", str(plain)]
    rows = [line.split() for line in run(words, timeout=HANG_SECONDS).stdout.decode().splitlines()]
    assert [row[-1] for row in rows if row[-2] in "TDBR"] == ["OSSL_provider_init"]
    wanted = {row[-1] for row in rows if row[-2] in "Uw"}
    assert not [name for name in wanted if name.startswith(("OSSL", "EVP", "CRYPTO", "ERR", "OPENSSL"))], wanted


def python_tests(names: Sequence[str], conf: Path | None, folder: Path) -> tuple[dict[str, str], str]:
    """How each test of these modules of Debian's Python ends, and the files in memory."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("OPENSSL", "PYTHON"))}
    env |= {"OPENSSL_CONF": str(conf)} if conf else {}
    words = ["/usr/bin/python3", "-c", PYTHONS_TESTS, str(folder / "ends"), *names]
    done = run(words, timeout=HANG_SECONDS, cwd=folder, env=env)
    text = done.stderr.decode("utf-8", "replace")
    if "No module named 'test." in text:
        raise MissingTool("Python's own tests are not installed; Debian: apt-get install libpython3-testsuite")
    assert done.returncode == 0, text
    ends, files = json.loads((folder / "ends").read_text("utf-8"))
    return ends, files


def test_pythons_own(plain: Path, tmp_path: Path) -> None:
    """Python's own tests of digests and HMAC. tests/system/test_suites.py has more of other programs' tests."""
    conf = tmp_path / provider.CONFIGURATION
    conf.write_text(provider.configuration(plain))
    names = ["test.test_hashlib", "test.test_hmac"]
    ours, files = python_tests(names, conf, tmp_path)
    theirs, others = python_tests(names, None, tmp_path)
    assert ours == theirs and "ok" in ours.values()
    assert f"{plain}" in files and f"{plain}" not in others


def test_missing_headers(tmp_path: Path) -> None:
    with pytest.raises(MissingTool, match=r"core_dispatch.h: no such file; expected the include folder of OpenSSL"):
        provider.headers(tmp_path)


def test_listed(plain: Path, tmp_path: Path) -> None:
    """The configuration file activates the provider, whose algorithms the program lists."""
    conf = tmp_path / provider.CONFIGURATION
    conf.write_text(CONF.format(module=plain))

    def listed(*words: str) -> str:
        done = run(
            [str(require("openssl")), "list", *words],
            timeout=HANG_SECONDS,
            env={**os.environ, "OPENSSL_CONF": str(conf)},
        )
        assert done.returncode == 0, done
        return done.stdout.decode()

    text = listed("-providers", "-verbose")
    assert "asmloom" in text and "status: active" in text
    assert "md5_blocks" in text, "the text of loom_explain"
    assert "-> table" not in text
    conf.write_text(CONF.format(module=plain).replace("rsa = yes", "rsa = yes\ntables = yes"))
    assert re.search(
        r"\nblowfish_cbc_encrypt\n( {2}\w+ .*\n)+ {2}-> table at every size", listed("-providers", "-verbose")
    )
    for what, names in (
        (
            "-digest-algorithms",
            ("MD5", "RIPEMD-160", "WHIRLPOOL", "SHA1", "SHA2-224", "SHA2-256", "SHA2-384", "SHA2-512"),
        ),
        ("-mac-algorithms", ("HMAC",)),
        (
            "-cipher-algorithms",
            ("ChaCha20-Poly1305", *(f"AES-{n}-{m}" for n in (128, 192, 256) for m in ("ECB", "CBC", "CTR", "GCM"))),
        ),
    ):
        rows = [row.upper() for row in listed(what).splitlines() if "@ asmloom" in row]
        assert all(any(name.upper() in row for row in rows) for name in names), rows
