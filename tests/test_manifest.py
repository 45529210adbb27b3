# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The manifest says of a kernel what its contract promises."""

from __future__ import annotations

import json

import targets
from generator import library
from generator.manifest import kernel_rows
from generator.output import Generator
from tests.harness.plans import contracts

BLOCKS = {"access": "r", "bytes": "64*blocks", "align": 1}


def test_arguments_of_a_kernel() -> None:
    row = kernel_rows([contracts()["rc4_md5_blocks"]])["rc4_md5_blocks"]
    assert row["prototype"].startswith("void rc4_md5_blocks(uint32_t rc4_state[258], ")
    assert row["algorithm"] == "RC4; RFC 1321"
    near = {"hashed": 72}
    assert row["arguments"] == [
        {"name": "rc4_state", "type": "uint32_t *", "secret": True, "access": "rw", "bytes": "1032", "align": 4,
         "may_equal": [], "may_share": {}},
        {"name": "md5_state", "type": "uint32_t *", "secret": True, "access": "rw", "bytes": "16", "align": 4,
         "may_equal": [], "may_share": {}},
        {"name": "in", "type": "const uint8_t *", "secret": True, **BLOCKS, "may_equal": ["out"], "may_share": near},
        {"name": "out", "type": "uint8_t *", "secret": True, **BLOCKS, "access": "w", "may_equal": ["in"],
         "may_share": near},
        {"name": "hashed", "type": "const uint8_t *", "secret": True, **BLOCKS, "may_equal": [],
         "may_share": {"in": 72, "out": 72}},
        {"name": "blocks", "type": "size_t", "secret": False},
    ]  # fmt: skip


def test_every_kernel_has_a_row() -> None:
    every = library.load()
    alone = library.Library({"md5_blocks": every.find("md5_blocks")})
    generator = Generator(alone, targets=[targets.load("x86_64-linux-gnu")])
    manifest = json.loads(generator.tree(generator.results())["manifest.json"])
    assert manifest["kernels"] == kernel_rows(alone.kernels.values())
    assert manifest["kernels"]["md5_blocks"]["arguments"][0]["bytes"] == "16"
