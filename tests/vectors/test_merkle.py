# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Merkle trees: the eight leaves with which logs of Certificate Transparency are tested, the root over each number of
them, and the hash of no leaves. RFC 6962 and RFC 9162 print no vectors. The reference has the same roots."""

from __future__ import annotations

import ctypes
import platform
from pathlib import Path

import pytest

import targets
from generator import library
from targets.toolchain.product import Workshop, default_syntax
from tests.reference import merkle

pytestmark = pytest.mark.code
LEAVES = [
    bytes.fromhex(leaf)
    for leaf in (
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
    )
]  # fmt: skip
ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)


class Leaf(ctypes.Structure):
    """loom_merkle_leaf."""

    _fields_ = (("data", ctypes.c_char_p), ("length", ctypes.c_size_t))


@pytest.fixture(scope="module")
def loom(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    target = targets.for_host(platform.system(), platform.machine())
    workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
    workshop.place = tmp_path_factory.mktemp("merkle")
    shared: Path = workshop.libraries()[1]
    return ctypes.CDLL(str(shared))


@pytest.mark.kernels()  # no kernel is called
def test_the_reference() -> None:
    assert [merkle.root("sha256", LEAVES[:n]).hex() for n in range(9)] == list(ROOTS)


def test_vectors(loom: ctypes.CDLL) -> None:
    work = (ctypes.c_uint64 * 8192)()  # more than loom_merkle_work has
    for count, expected in enumerate(ROOTS):
        leaves = (Leaf * 8)(*(Leaf(leaf, len(leaf)) for leaf in LEAVES))
        root = ctypes.create_string_buffer(32)
        loom.loom_merkle_sha256_leaves(work, leaves, ctypes.c_size_t(count), root)
        assert root.raw.hex() == expected
