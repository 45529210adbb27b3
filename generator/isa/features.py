# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""CPU feature names, what one implies, what each architecture always has, and how assemblers are told.

Names are lower case, as Linux prints them where it does: ``avx512f``, ``sse4.1``, ``aes``, ``sha256``, ``pmull``.
"""

from __future__ import annotations

from functools import cache

from generator.isa.words import words

IMPLIES: dict[str, dict[str, tuple[str, ...]]] = {
    "x86": {
        "sse2": ("sse",),
        "sse3": ("sse2",),
        "ssse3": ("sse3",),
        "sse4a": ("sse3",),
        "sse4.1": ("ssse3",),
        "sse4.2": ("sse4.1", "popcnt"),
        "aes": ("sse2",),
        "pclmul": ("sse2",),
        "sha": ("sse2",),
        "gfni": ("sse2",),
        "avx": ("sse4.2", "xsave"),
        "avx2": ("avx",),
        "f16c": ("avx",),
        "fma": ("avx",),
        "vaes": ("avx", "aes"),
        "vpclmulqdq": ("avx", "pclmul"),
        "avxvnni": ("avx2",),
        "avxifma": ("avx2",),
        "avxvnniint8": ("avx2",),
        "avxvnniint16": ("avx2",),
        "avxneconvert": ("avx2",),
        "sha512": ("avx2",),
        "sm3": ("avx",),
        "sm4": ("avx2",),
        "avx512f": ("avx2", "f16c", "fma"),
        "avx512vl": ("avx512f",),
        "avx512dq": ("avx512f",),
        "avx512bw": ("avx512f",),
        "avx512cd": ("avx512f",),
        "avx512ifma": ("avx512f",),
        "avx512vbmi": ("avx512bw",),
        "avx512vbmi2": ("avx512bw",),
        "avx512vnni": ("avx512f",),
        "avx512bitalg": ("avx512bw",),
        "avx512vpopcntdq": ("avx512f",),
        "avx512vp2intersect": ("avx512f",),
        "avx512bf16": ("avx512bw",),
        "avx512fp16": ("avx512bw", "avx512dq", "avx512vl"),
    },
    "aarch64": {
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
    },
}
"""Architecture family → feature → the features that it is never without."""

BASELINE: dict[str, frozenset[str]] = {
    "x86_64": frozenset({"cmov", "sse", "sse2"}),
    "x86": frozenset({"cmov"}),
    "aarch64": frozenset({"neon"}),
}
"""Architecture → what even its oldest supported CPU has (x86: a Pentium Pro)."""

STANDALONE: dict[str, frozenset[str]] = {
    "x86": words(
        "adx bmi1 bmi2 clflushopt clwb cmov cmpccxadd cx16 lahf_lm lzcnt movbe movdir64b movdiri popcnt prefetchw "
        "rdpid rdrand rdseed rdtscp serialize sse xsave"
    ),
    "aarch64": words("neon crc32 cssc flagm lrcpc atomics paca"),
}
"""Features that imply nothing."""

GAS_AARCH64 = {
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
"""Feature → the word that GNU as and clang want after ``.arch_extension`` (or ``.arch armv8-a+``)."""


def family(arch: str) -> str:
    """The table family of an architecture: ``x86`` for ``x86_64`` and ``x86``, else ``aarch64``."""
    return "x86" if arch in ("x86_64", "x86") else "aarch64"


@cache
def known(arch: str) -> frozenset[str]:
    """Every feature name of an architecture."""
    table = IMPLIES[family(arch)]
    return STANDALONE[family(arch)] | frozenset(table) | BASELINE[arch]


@cache
def closure(arch: str, features: tuple[str, ...]) -> frozenset[str]:
    """The features, all that they imply, and the architecture's baseline. Raises KeyError for an unknown name."""
    table = IMPLIES[family(arch)]
    todo, out = list(features), set(BASELINE[arch])
    while todo:
        feature = todo.pop()
        if feature not in known(arch):
            raise KeyError(f"{feature}: no such feature of {arch}; known are {', '.join(sorted(known(arch)))}")
        if feature not in out or feature in BASELINE[arch]:
            out.add(feature)
            todo.extend(f for f in table.get(feature, ()) if f not in out)
    return frozenset(out)


def arch_extensions(features: tuple[str, ...]) -> tuple[str, ...]:
    """AArch64: the words for ``.arch_extension``, sorted, for features that an assembler must be told about."""
    return tuple(sorted({GAS_AARCH64[f] for f in features if f in GAS_AARCH64}))
