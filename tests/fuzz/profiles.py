# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The subjects of programs, and the sizes of the memory that programs use."""

from __future__ import annotations

from dataclasses import dataclass

BUFFER, TABLE, UNIT, AREA = 512, 128, 16, 96
MOST_UNITS = 6
WINDOW = "window"
"""The place of a pointer that a stream may use only with offsets in its own bytes."""
EDGES = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)


@dataclass(frozen=True)
class Profile:
    """The subject of programs. ``wide``: vector types; ``bits64``: 64-bit machines only; ``in_vectors``: u32 values are
    in vector registers; ``aes``: AES and carry-less products; ``ifma``: products of 52 bits; ``x86``: asm of x86;
    ``message``: bits of a word of each of several messages; ``values``: variables of each type, ``hot`` of
    which may not be spilled. ``sponge``: the most words of a row that a loop mixes.
    """

    name: str
    wide: tuple[str, ...] = ()
    bits64: bool = False
    in_vectors: bool = False
    wipe: bool = False
    aes: bool = False
    ifma: bool = False
    x86: bool = False
    message: int = 0
    values: int = 3
    hot: int = 1
    sponge: int = 0
    weight: int = 2


PROFILES = (
    Profile("words", weight=5),
    Profile("words-many", values=6, hot=0),
    Profile("words-64", bits64=True, values=4, hot=2, weight=4),
    Profile("words-wiped", wipe=True),
    Profile("sponge", bits64=True, values=1, hot=0, sponge=14, weight=4),
    Profile("words-64-wiped", bits64=True, wipe=True, values=4),
    Profile("carry", x86=True, hot=0),  # their asm has fixed registers, which no value may have meanwhile
    Profile("carry-64", x86=True, bits64=True, hot=0),
    Profile("lane", in_vectors=True, bits64=True, values=6, hot=2),
    Profile("v128", ("v128",), values=4, weight=5),
    Profile("v128-64", ("v128",), bits64=True, values=8, hot=3),
    Profile("v128-wiped", ("v128",), wipe=True),
    Profile("aes", ("v128",), aes=True, values=4, weight=3),
    Profile("v256", ("v256", "v128"), values=4, weight=4),
    Profile("v512", ("v512", "v256", "v128"), bits64=True, values=3, hot=2, weight=4),
    Profile("v512-wiped", ("v512", "v128"), bits64=True, wipe=True, values=3),
    Profile("messages", message=32, values=5, weight=4),
    Profile("messages-wiped", message=32, wipe=True),
    Profile("messages-64", message=64, bits64=True, values=4),
    Profile("ifma", ("v512", "v128"), bits64=True, ifma=True, values=3, weight=2),
)
BY_NAME = {profile.name: profile for profile in PROFILES}


@dataclass(frozen=True)
class Place:
    """A place that a pointer may point to: the buffer, table or area, the distance from its start, and its size."""

    of: str
    low: int
    high: int
    size: int
    writable: bool
