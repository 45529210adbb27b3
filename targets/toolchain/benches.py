# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Check the benchmark's arguments before the benchmark is built.

The rows are in ``tests/benchmarks/speed/speed_*.c``. A test compares :func:`every` and :data:`MOST_ROUNDS` with
the program.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from pathlib import Path

from generator import library
from generator.api import functions
from generator.declarations import Function
from targets.toolchain.process import ToolFailed

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "benchmarks" / "speed"
"""The C of the speed tool."""

_HASHES = ("sha1", "sha256", "sha512")
_WAYS = ("encrypt", "decrypt")
_LANES = {
    "md5": (4, 8, 16, 32),
    "ripemd160": (4, 8, 16),
    "sha1": (2, 4, 8, 16),
    "sha256": (2, 4, 8, 16),
    "sha512": (4, 8),
}
_AES = {
    "cbc_encrypt": "aes_cbc_encrypt",
    "cbc_decrypt": "aes_cbc_decrypt",
    "ctr": "aes_ctr32",
    "xts_encrypt": "aes_xts_encrypt",
    "xts_decrypt": "aes_xts_decrypt",
    "ecb_encrypt": "aes_ecb_encrypt",
    "ecb_decrypt": "aes_ecb_decrypt",
    "set_encrypt_key": "aes_set_encrypt_key",
    "set_decrypt_key": "aes_set_decrypt_key",
}

WOVEN = {
    "rc4_md5": "rc4_md5_blocks",
    **{f"aes{bits}_cbc_{name}": f"aes_cbc_{name}_blocks" for name in _HASHES for bits in (128, 256)},
    **{f"aes{bits}_gcm_{way}": f"aes_gcm_{way}" for way in _WAYS for bits in (128, 256)},
    **{f"chacha20_poly1305_{way}": f"chacha20_poly1305_{way}" for way in _WAYS},
}
"""The rows of ``speed --stitched``."""

_CIPHERS = (
    ("camellia", ("camellia128", "camellia192", "camellia256"), ("ecb",)),
    ("des", ("des", "des_ede3"), ("ecb",)),
    ("seed", ("seed",), ("ecb",)),
    ("blowfish", ("blowfish",), ()),
    ("cast128", ("cast128",), ()),
)
KERNELS: dict[str, str] = {
    "md5_blocks": "md5_blocks",
    "ripemd160": "ripemd160_blocks",
    "whirlpool": "whirlpool_blocks",
    **{name: f"{name}_blocks" for name in _HASHES},
    **{f"{name}_x{lanes}": f"{name}_blocks_x{lanes}" for name in _LANES for lanes in _LANES[name]},
    "rc4_set_key": "rc4_set_key",
    "rc4_stream": "rc4_stream",
    **{f"aes{bits}_{row}": kernel for row, kernel in _AES.items() for bits in (128, 192, 256)},
    **{
        f"{row}_{name}": f"{cipher}_{name}"
        for cipher, rows, modes in _CIPHERS
        for name in ("set_key", "cbc_encrypt", "cbc_decrypt", *modes)
        for row in rows
    },
    **{name: name for name in ("chacha20_ctr32", "poly1305_blocks", "ghash_blocks")},
    **WOVEN,
}
"""A row's name → the kernel whose variants the row measures."""


@cache
def public() -> tuple[Function, ...]:
    """The rows of the public functions."""
    return tuple(functions(library.load().kernels.values()))


@cache
def calls() -> dict[str, str]:
    """The row of a public function → the function. ``ctr_fresh`` sets a new counter for each message."""
    return {row: one.name for one in public() for row in one.measured}


MESSAGES = [
    f"call_batch{messages}_{work}"
    for work in (
        *(
            of + name
            for name in ("md5", "ripemd160", "whirlpool", "sha1", "sha224", "sha256", "sha384", "sha512")
            for of in ("", "hmac_")
        ),
        "aes128_cbc",
        "des_cbc",
        "des_ede3_cbc",
    )
    for messages in (2, 3, 4, 6, 8, 16)
]
"""The rows of batches that ``speed --losers`` alone measures."""


@cache
def every() -> dict[str, str | None]:
    """All rows: those of :data:`KERNELS`, and, with None, those of :func:`calls`."""
    return {**KERNELS, **dict.fromkeys(calls())}


OPTIONAL = (
    "EVP_aead_aes_256_cbc_sha384_tls", "EVP_aead_chacha20_poly1305", "EVP_AEAD_CTX_seal", "EVP_AEAD_CTX_open",
    "EVP_MAC_init", "EVP_whirlpool", "WHIRLPOOL_Init",
)  # fmt: skip
"""Public functions of some libcrypto that no other function of the tool needs: one of each file that has them."""
_AR_MAGIC, _AR_HEADER, _AR_SIZE = b"!<arch>\n", 60, slice(48, 58)

MOST_ROUNDS = 1001


def sources() -> list[Path]:
    """The C files of the speed tool."""
    return sorted(FOLDER.glob("*.c"))


def selects(word: str, row: str) -> bool:
    """True if a word of the command line names a row: the row's name, its beginning up to ``_`` or a number, or its
    kernel."""
    if word and word in (every().get(row), calls().get(row)):
        return True
    rest = row[len(word) :]
    begins = bool(word) and row.startswith(word)
    return begins and (not rest or rest[0] == "_" or (rest[0] in "123456789" and not word[-1].isdigit()))


def chosen(words: Sequence[str], rows: Iterable[str]) -> list[str]:
    """The rows that words of the command line name; without words all of them."""
    return [row for row in rows if not words or any(selects(word, row) for word in words)]


def check(
    words: Sequence[str], rounds: int | None, kernels: Collection[str], *, command: str = "speed",
    rows: Collection[str] = (),
) -> None:  # fmt: skip
    """Raises ToolFailed for a word that names no row, and for a number of rounds outside the accepted range.

    ``kernels``: all kernels, with and without a row. ``rows``: those that the command measures, if not all.
    """
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise ToolFailed(f"{command}: --rounds {rounds}: expected 1 to {MOST_ROUNDS}")
    rows = rows or every()
    for word in words:
        if not any(selects(word, row) for row in rows):
            if any(selects(word, row) for row in every()):
                raise ToolFailed(f"{command} does not measure {word}; expected some of: {' '.join(rows)}")
            if word in kernels:
                raise ToolFailed(
                    f"{command}: the kernel {word} has no benchmark; expected a row in KERNELS of "
                    "targets/toolchain/benches.py, and one in a file tests/benchmarks/speed/speed_*.c"
                )
            known = list(dict.fromkeys([*rows, *sorted(kernel for row in rows if (kernel := every().get(row)))]))
            near = [one for one in known if word and word in one][:6] or difflib.get_close_matches(word, known, 3)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {' '.join(rows)}"
            raise ToolFailed(f"{command}: no benchmark named {re.sub(r'[^ -~]', '?', word)!r}; {hint}")


def offered(archive: Path) -> list[str]:
    """The names of :data:`OPTIONAL` that a static library has, by the index at its beginning."""
    with open(archive, "rb") as file:
        magic, header = file.read(len(_AR_MAGIC)), file.read(_AR_HEADER)
        if magic != _AR_MAGIC or not header.startswith(b"/ "):
            raise ToolFailed(f"{archive}: expected a static library with an index; ranlib makes one")
        index = file.read(int(header[_AR_SIZE]))
    return [name for name in OPTIONAL if b"\0" + name.encode() + b"\0" in index]
