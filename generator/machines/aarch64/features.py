# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""CPU features: the features that each implies, and the features of every CPU."""

from __future__ import annotations

from generator.isa.words import words

IMPLIES: dict[str, tuple[str, ...]] = {
    "aes": ("neon",),
    "pmull": ("aes",),
    "sha1": ("neon",),
    "sha256": ("sha1",),
    "sha512": ("sha256",),
    "sha3": ("sha256",),
    "sm3": ("neon",),
    "sm4": ("neon",),
    "asimddp": ("neon",),
    "asimdrdm": ("neon",),
    "asimdhp": ("neon",),
    "asimdfhm": ("asimdhp",),
    "fcma": ("neon",),
    "i8mm": ("neon",),
    "bf16": ("neon",),
    "frint": ("neon",),
    "jscvt": ("neon",),
    "ilrcpc": ("lrcpc",),
    "flagm2": ("flagm",),
    "sve": ("neon",),
    "sve2": ("sve",),
    "sveaes": ("sve2",),
    "svepmull": ("sveaes",),
    "svebitperm": ("sve2",),
    "svesha3": ("sve2",),
    "svesm4": ("sve2",),
}
"""Feature → the features that always come with it."""

BASELINE = frozenset({"neon"})
"""The features of even the oldest supported CPU."""

STANDALONE = words("neon crc32 cssc flagm lrcpc atomics paca sme")
"""Features that imply nothing."""

GAS = {
    "aes": "aes",
    "pmull": "aes",
    "sha1": "sha2",
    "sha256": "sha2",
    "sha512": "sha3",
    "sha3": "sha3",
    "sm3": "sm4",
    "sm4": "sm4",
    "crc32": "crc",
    "atomics": "lse",
    "asimddp": "dotprod",
    "asimdrdm": "rdma",
    "asimdhp": "fp16",
    "asimdfhm": "fp16fml",
    "fcma": "compnum",
    "i8mm": "i8mm",
    "bf16": "bf16",
    "frint": "frintts",
    "jscvt": "jscvt",
    "lrcpc": "rcpc",
    "ilrcpc": "rcpc-immo",
    "flagm": "flagm",
    "flagm2": "altnzcv",
    "paca": "pauth",
    "cssc": "cssc",
}
"""Feature → the word of GNU as and clang for the feature after ``.arch_extension`` (or ``.arch armv8-a+``)."""
