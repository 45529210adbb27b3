# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""libssl's own tests, and those of the programs above it, with the provider preferred: they pass as they do without."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from targets.toolchain import provider
from targets.toolchain.process import HANG_SECONDS, run
from tests.provider.test_provider import workshop
from tests.system.openssl_tree import DEFAULT, FILES, Outcome, Tree
from tests.system.server import tool

TESTS = (
    "test_ssl* test_tls* test_dtls* test_bad_dtls test_asyncio test_clienthello test_cipher* test_comp test_key_share "
    "test_npn test_recordlen test_renegotiation test_servername test_verify_extra test_fatalerr test_srp "
    "test_sysdefault test_rsa test_cms test_ca test_ocsp test_tsa test_req test_x509 test_dgst test_enc"
)
# These want no provider in the default context, and have a file for their own.
APART = "test_sslapi test_pkcs12"
# A proxy changes the handshake, and an engine with digests of no strength lets it. asmloom's HMAC asks no engine.
ENGINES_DIGESTS = "test_npn test_sslextension test_sslrecords test_sslversions test_sslvertol test_tlsextms"
RECIPE = "test/recipes/80-test_ssl_new.t"
# In a context of its own this test reads no file unless it is given one.
PLAIN = '"ssl_test", $output_file, $provider]'
CONFIGURED = '"ssl_test", $output_file, $provider, $provider eq "none" ? () : srctop_file("test", "default.cnf")]'


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    made = Tree(tmp_path_factory.mktemp("openssl") / "tree")
    made.build()
    return made


@pytest.fixture(scope="module")
def plain(tree: Tree) -> Outcome:
    """The tests without asmloom."""
    tree.restore(DEFAULT, *FILES, RECIPE)
    done = tree.test(f"{TESTS} {APART}")
    assert done.failures == {}, done.text[-20_000:]
    return done


def preferred(tree: Tree, module: Path, names: str, apart: str = "") -> Outcome:
    """The tests with the module; those of ``apart`` with the module in contexts of their own."""
    tree.restore(DEFAULT, *FILES, RECIPE)
    tree.prefer(module, *FILES)
    text = (tree.folder / RECIPE).read_text("utf-8")
    assert text.count(PLAIN) == 1
    (tree.folder / RECIPE).write_text(text.replace(PLAIN, CONFIGURED), "utf-8")
    alone = tree.test(apart) if apart else Outcome({}, {}, "")
    tree.prefer(module, DEFAULT)
    most = tree.test(" ".join([names, *(f"-{name}" for name in apart.split())]))
    return Outcome(most.words | alone.words, most.failures | alone.failures, most.text + alone.text)


def test_as_without(plain: Outcome, tree: Tree, tmp_path: Path) -> None:
    """Every test passes that passes without asmloom, and the provider's functions have run in them."""
    module = provider.module(workshop(tmp_path), provider.headers(), ["--coverage"])
    done = preferred(tree, module, TESTS, APART)
    declined = ENGINES_DIGESTS.split()
    assert sorted(done.failures) == declined, done.text[-20_000:]
    assert plain.words == done.words | dict.fromkeys(declined, "ok")
    ran = executed(tmp_path)
    for part, least in (("digest", 50), ("hmac", 50), ("cipher", 50), ("composite", 50), ("rsa_sign", 50)):
        assert ran[f"provider_{part}.c"] >= least, ran


def test_engines_digests(plain: Outcome, tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without HMAC in the module the other tests pass too."""
    sources = tmp_path / "provider"
    shutil.copytree(provider.SOURCES, sources)
    text = (sources / "provider.c").read_text("utf-8")
    assert text.count("return provider_macs;") == 1
    (sources / "provider.c").write_text(text.replace("return provider_macs;", "(void)provider_macs; return NULL;"))
    monkeypatch.setattr(provider, "SOURCES", sources)
    folder = tmp_path / "module"
    folder.mkdir()
    module = provider.module(workshop(folder), provider.headers())
    done = preferred(tree, module, ENGINES_DIGESTS)
    assert done.failures == {}, done.text[-20_000:]
    assert done.words == dict.fromkeys(ENGINES_DIGESTS.split(), "ok")


def executed(folder: Path) -> dict[str, float]:
    """How much of each of the provider's files has run, in percent of the lines."""
    found = sorted(folder.rglob("provider*.gcda"))
    for path in found:
        shutil.copyfile(path, folder / "obj" / path.name)
    done = run([tool("gcov", "gcc"), "-n", *(path.name for path in found)], timeout=HANG_SECONDS, cwd=folder / "obj")
    rows = re.findall(r"^File '(?:.*/)?(\w+\.c)'\nLines executed:([\d.]+)%", done.stdout.decode(), re.M)
    return {name: float(percent) for name, percent in rows}
