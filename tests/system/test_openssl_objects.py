# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""OpenSSL built with the drop-in objects by the recipe of docs/openssl-objects.md passes its own tests."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import pytest

from targets.toolchain.find import require
from tests.cli.runner import ROOT
from tests.system.openssl_tree import Tree, recipe
from tests.vendoring.project import call
from tests.vendoring.test_alias import NAMES

pytestmark = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="the recipe is for x86_64")

TESTS = (
    "test_sanity test_cmac test_hmac test_rc4 test_sha test_dgst test_enc test_mac test_aesgcm test_evp test_evp_extra "
    "test_evp_fetch_prov test_evp_libctx test_internal_modes test_ciphername test_ige test_ssl_new test_ssl_old "
    "test_sslapi"
)
# OpenSSL without instructions for AES and for products without carry, and with all.
CAPABILITIES = {"aesni": "", "vpaes": "~0x200000200000000"}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    made = Tree(tmp_path_factory.mktemp("openssl") / "tree")
    vendor, steps = recipe()
    call("sh", "-ec", vendor.replace("../openssl", str(made.folder)), cwd=ROOT)
    made.shell(steps)
    return made


def environment(capability: str) -> dict[str, str]:
    value = CAPABILITIES[capability]
    return {"OPENSSL_ia32cap": value} if value else {}


def test_ours(tree: Tree) -> None:
    """Of libcrypto's objects, those of the set alone define the functions. The shared library has them."""
    listed = tree.shell("nm -A --defined-only libcrypto.a")
    places: dict[str, set[str]] = {}
    for place, kind, name in re.findall(r"^libcrypto\.a:([^:]+):\S* (\w) (\w+)$", listed, re.M):
        if kind == "T":
            places.setdefault(name, set()).add(place)
    shared = set(re.findall(r" [tT] (\w+)$", tree.shell("nm --defined-only libcrypto.so.3"), re.M))
    for name in NAMES["openssl"].split():
        assert len(places[name]) == 1 and "asmloom_alias_openssl" in min(places[name]), (name, places.get(name))
        assert name in shared


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_own_tests(capability: str, tree: Tree) -> None:
    done = tree.test(TESTS, environment(capability))
    assert done.failures == {}, done.text[-20_000:]
    assert set(done.words) >= set(TESTS.split()) and all(done.words[name] == "ok" for name in TESTS.split())


def called(tree: Tree, capability: str, folder: Path) -> set[str]:
    """The functions that the program openssl runs when it encrypts."""
    key = f"-K {'00' * 16} -iv {'00' * 16}"
    script = (
        f"LD_LIBRARY_PATH=. {require('valgrind')} -q --tool=callgrind --callgrind-out-file={folder}/calls "
        f"apps/openssl enc -aes-128-cbc {key} -in README.md -out {folder}/out"
    )
    tree.shell(script, environment(capability))
    return set(re.findall(r"fn=\(\d+\) (\w+)", (folder / "calls").read_text()))


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_called(capability: str, tree: Tree, tmp_path: Path) -> None:
    """The program runs the functions of this CPU's kind, and under them asmloom's kernels."""
    names = called(tree, capability, tmp_path)
    [other] = {*CAPABILITIES} - {capability}
    assert f"{capability}_cbc_encrypt" in names and f"{capability}_set_encrypt_key" in names
    assert f"{other}_cbc_encrypt" not in names
    assert any(name.startswith("loom_aes_cbc_encrypt") for name in names), names


def test_cpu_from(tree: Tree, tmp_path: Path) -> None:
    """With --cpu-from openssl the variable takes instructions from asmloom as well."""
    vendor, _ = recipe()
    words = f"{vendor.rstrip()} --cpu-from openssl"
    call("sh", "-ec", words.replace("../openssl", str(tree.folder)), cwd=ROOT)
    tree.shell("make libcrypto.so.3")
    assert "loom_aes_cbc_encrypt_vperm" in called(tree, "vpaes", tmp_path)
    assert "loom_aes_cbc_encrypt_vperm" not in called(tree, "aesni", tmp_path)
