# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The arguments and variants that the contracts of all AES kernels share.

A schedule is the bytes of FIPS 197's key schedule: rounds + 1 round keys, key n at byte 16*n. A decryption schedule is
the one of the equivalent inverse cipher (FIPS 197, 5.3.5): the round keys stand in the order of their use, and
InvMixColumns is applied to all but the first and the last.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from generator.kernels.cipher.aes_engine import BLOCK, Engine
from generator.kernels.cipher.aes_vperm import VectorPermutation
from generator.kernels.cipher.aes_words import SlicedAes
from generator.lang import Arg, Variant

ARGS = {
    "schedule": [Arg("schedule", r="16*rounds+16"), Arg("rounds", public=True)],
    "iv": [Arg("iv")],
    "counter": [Arg("counter")],
    "tweak": [Arg("tweak")],
    "data": [Arg("in", r="16*blocks"), Arg("out", w="16*blocks", alias="in"), Arg("blocks", public=True)],
    "key": [Arg("key", r="4*rounds-24"), Arg("rounds", public=True), Arg("schedule", w="16*rounds+16")],
}

ROUNDS = {"rounds": (10, 12, 14)}
"""The numbers of rounds that FIPS 197 knows: the cases of contracts."""


def hardware(name: str, bits: int, *features: str) -> Variant:
    return Variant(name, features=features, params=(("bits", bits),), engine=Engine)


# The last variant that a CPU can run is preferred. Wider vectors do not help a chain: each block waits for the block
# before.
CHAINED = [
    Variant("scalar", engine=SlicedAes),
    Variant("vperm", features=("ssse3",), engine=VectorPermutation),
    Variant("neon", features=("neon",), engine=VectorPermutation),
    hardware("aesni", 128, "ssse3", "aes"),
    hardware("avx", 128, "avx", "aes"),
    hardware("ce", 128, "neon", "aes"),
]
# Several chains at once. The last variant that a CPU can run is preferred here too.
NARROW = (("x86", "eight vector registers do not suffice"),)
WIDE = (("x86_64", "eight chains take the time of four"),)


def streams(
    messages: int, name: str, bits: int, *features: str, without: tuple[tuple[str, str], ...] = NARROW
) -> Variant:
    """A form for several messages."""
    return Variant(
        name,
        features=features,
        params=(("bits", bits),),
        engine=Engine,
        messages=messages,
        streams=True,
        without=without,
    )


STREAMS = [
    streams(4, "aesni", 128, "ssse3", "aes", without=WIDE),
    streams(8, "aesni", 128, "ssse3", "aes"),
    streams(8, "avx", 128, "avx", "aes"),
    streams(8, "ce", 128, "neon", "aes", without=()),
    streams(16, "vaes256", 256, "avx2", "aes", "vaes"),
    streams(16, "vaes512", 512, "avx512f", "avx512bw", "aes", "vaes"),
]
BATCHED = [
    *CHAINED,
    hardware("vaes256", 256, "avx2", "aes", "vaes"),
    hardware("vaes512", 512, "avx512f", "avx512bw", "aes", "vaes"),
]


def contract(
    name: str, section: str, chain: str = "", variants: list[Variant] = BATCHED,
    for_messages: Callable[..., None] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """The contract of a mode of SP 800-38A. ``name`` is the kernel's, ``section`` the document's; ``chain`` names the
    argument whose 16 bytes one call leaves for the next call. ``for_messages`` records the forms for several messages,
    whose round keys and chains are interleaved."""
    interleaved = BLOCK if for_messages is not None else 0
    first = [*ARGS["schedule"], *(ARGS[chain] if chain else [])]
    both = [arg if arg.public else replace(arg, interleaved=interleaved) for arg in first]
    return {
        "c": f"void {name}(const uint8_t *schedule, size_t rounds, {f'uint8_t {chain}[16], ' if chain else ''}"
        "const uint8_t *in, uint8_t *out, size_t blocks)",
        "args": [*both, *ARGS["data"]],
        "variants": variants,
        "source": f"FIPS 197; SP 800-38A, {section}",
        "size": "blocks",
        "size_unit": 16,
        "portable": True,
        "wipe": True,
        "cases": ROUNDS,
        "for_messages": for_messages,
    }
