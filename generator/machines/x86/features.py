# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""CPU features: the features that each implies, and the features of every CPU."""

from __future__ import annotations

from generator.isa.words import words

IMPLIES: dict[str, tuple[str, ...]] = {
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
    "xop": ("avx",),
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
    "avx10.1": (
        *("vaes", "vpclmulqdq", "gfni", "avx512cd", "avx512ifma", "avx512vbmi", "avx512vbmi2", "avx512vnni"),
        *("avx512bitalg", "avx512vpopcntdq", "avx512bf16", "avx512fp16"),
    ),
    "avx10.2": ("avx10.1",),
}
"""Feature → the features that always come with it."""

BASELINE = {
    "x86_64": frozenset({"cmov", "sse", "sse2"}),
    "x86": frozenset({"cmov"}),
}
"""Width → the features of even the oldest supported CPU (32-bit: a Pentium Pro)."""

STANDALONE = words(
    "adx bmi1 bmi2 clflushopt clwb cmov cmpccxadd cx16 lahf_lm lzcnt movbe movdir64b movdiri popcnt prefetchw "
    "rdpid rdrand rdseed rdtscp serialize sse xsave"
)
"""Features that imply nothing."""
