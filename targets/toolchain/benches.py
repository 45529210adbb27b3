# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Check the benchmark's arguments before the benchmark is built.

The rows are in ``tests/benchmarks/speed/speed_*.c``. A test compares :data:`ROWS` and :data:`MOST_ROUNDS` with
the program.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from targets.toolchain.process import ToolFailed

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "benchmarks" / "speed"
"""The C of the speed tool."""

_HASHES = ("sha1", "sha256", "sha512")
_LANES = {"md5": (4, 8, 16, 32), "sha1": (4, 8, 16), "sha256": (4, 8, 16), "sha512": (4, 8)}
_AES = {
    "cbc_encrypt": "aes_cbc_encrypt",
    "cbc_decrypt": "aes_cbc_decrypt",
    "ctr": "aes_ctr32",
    "ecb_encrypt": "aes_ecb_encrypt",
    "ecb_decrypt": "aes_ecb_decrypt",
    "set_encrypt_key": "aes_set_encrypt_key",
    "set_decrypt_key": "aes_set_decrypt_key",
}

_DIGESTS = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
_MODES = ("ecb_encrypt", "ecb_decrypt", "cbc_encrypt", "cbc_decrypt", "ctr_update")
_KEYS = ("set_encrypt_key", "set_decrypt_key", "ctr_init")
_MACS = {"md5": "rc4", "sha1": "aes128 aes256 rc4", "sha256": "aes128 aes256", "sha384": "aes128 aes256"}

CALLS: dict[str, str] = {
    **{f"call_{name}{end}": f"loom_{name}{end}" for name in _DIGESTS for end in ("", "_update")},
    **{
        f"call_hmac_{name}{end}": f"loom_hmac_{name}{end}"
        for name in _DIGESTS
        for end in ("", "_update", "_final_reset")
    },
    **{
        f"call_{name}": f"loom_{name}" for name in ("equal", "rc4", "rc4_set_key", "rc4_md5_encrypt", "rc4_md5_decrypt")
    },
    **{f"call_aes{bits}_cbc_{name}_encrypt": f"loom_aes_cbc_{name}_encrypt" for name in _HASHES for bits in (128, 256)},
    **{f"call_aes{bits}_{row}": f"loom_aes_{row}" for row in (*_MODES, *_KEYS) for bits in (128, 192, 256)},
    **{f"call_aes{bits}_ctr_fresh": "loom_aes_ctr_set_counter" for bits in (128, 192, 256)},
    **{
        f"call_tls_{cipher}_{mac}_{action}": f"loom_tls_{'rc4' if cipher == 'rc4' else 'cbc'}_{action}"
        for mac, ciphers in _MACS.items()
        for cipher in ciphers.split()
        for action in ("init", "seal", "open")
    },
    **{f"call_batch_{name}": "loom_batch_submit" for name in _DIGESTS},
    **{f"rsa{bits}_{way}": f"loom_rsa_{way}" for bits in (1024, 2048, 3072, 4096) for way in ("private", "public")},
}
"""The row of a public function → the function. ``ctr_fresh`` sets a new counter for each message."""

WOVEN = {
    "rc4_md5": "rc4_md5_blocks",
    **{f"aes{bits}_cbc_{name}": f"aes_cbc_{name}_blocks" for name in _HASHES for bits in (128, 256)},
}
"""The rows of ``speed --stitched``."""

KERNELS: dict[str, str] = {
    "md5_blocks": "md5_blocks",
    **{name: f"{name}_blocks" for name in _HASHES},
    **{f"{name}_x{lanes}": f"{name}_blocks_x{lanes}" for name in _LANES for lanes in _LANES[name]},
    "rc4_set_key": "rc4_set_key",
    "rc4_stream": "rc4_stream",
    **{f"aes{bits}_{row}": kernel for row, kernel in _AES.items() for bits in (128, 192, 256)},
    **WOVEN,
}
"""A row's name → the kernel whose variants the row measures."""

ROWS: dict[str, str | None] = {**KERNELS, **{name: None for name in CALLS}}
"""All rows: those of :data:`KERNELS`, and, with None, those of :data:`CALLS`."""

EXEMPT = {
    "loom_version": "returns a constant",
    "loom_explain": "writes a text",
    "loom_selftest": "tests the library",
    "loom_tuning_load": "reads a file",
    "loom_tuning_load_text": "reads a text",
    "loom_aes_wipe": "clears a context of fixed size",
    "loom_aes_ctr_wipe": "clears a context of fixed size",
    "loom_rc4_wipe": "clears a context of fixed size",
    **{f"loom_hmac_{name}_wipe": "clears a context of fixed size" for name in _DIGESTS},
    **{f"loom_hmac_{name}_reset": f"copies a state of fixed size, as loom_hmac_{name}_final_reset does"
       for name in _DIGESTS},
    "loom_batch_wipe": "clears a context of fixed size",
    "loom_batch_flush": "measured as a part of loom_batch_submit's rows",
    "loom_batch_poll": "measured as a part of loom_batch_submit's rows",
    **{f"loom_batch_{name}_init": "begins a batch once for all its messages" for name in _DIGESTS},
    **{f"loom_batch_hmac_{name}_submit": "measured in docs/batches.md: loom_batch_submit's work, and the outer hash"
       for name in _DIGESTS},
    **{f"loom_batch_aes_cbc_{name}": "measured beside ipsec-mb in docs/batches.md"
       for name in ("submit", "flush", "poll")},
    **{f"loom_k_aes_cbc_encrypt_x{lanes}": "measured as a part of loom_batch_aes_cbc_submit" for lanes in (4, 8, 16)},
    "loom_batch_aes_cbc_init": "begins a batch once for all its messages",
    "loom_batch_aes_cbc_wipe": "clears a context of fixed size",
    "loom_tls_wipe": "clears a context of fixed size",
    "loom_tls_cbc_length": "computes a number",
    "loom_tls_batch_init": "begins a batch once for all its records",
    "loom_tls_batch_wipe": "clears a context of fixed size",
    "loom_tls_cbc_seal_many": "measured beside loom_tls_cbc_seal in docs/batches.md",
    "loom_tls_set_mac_key": "measured as a part of loom_tls_cbc_init's row",
    "loom_tls_cbc_set_key": "measured as a part of loom_tls_cbc_init's row",
    "loom_tls_rc4_set_key": "measured as a part of loom_tls_rc4_init's row",
    "loom_tls_cbc_unpad": "measured as a part of loom_tls_cbc_open's row",
    **{f"loom_hmac_{name}_hidden": "measured as a part of loom_tls_cbc_open's row" for name in _DIGESTS},
    "loom_rsa_key_init_public": "sets a key once for all its uses",
    "loom_rsa_key_init_private": "sets a key once for all its uses",
    "loom_rsa_key_wipe": "clears a key of fixed size",
    **{
        f"loom_k_mont_{kind}{name}": "measured as a part of loom_rsa_private's rows"
        for kind in ("", "pair_")
        for name in ("mul", "sqr", "gather")
    },
    "loom_modexp": "the powers of loom_rsa_private's rows, with one modulus in place of two",
    **{f"loom_{name}{end}": f"measured as a part of loom_{name}_update's row"
       for name in _DIGESTS for end in ("_init", "_final")},
    **{f"loom_hmac_{name}{end}": f"measured as a part of loom_hmac_{name}_update's row"
       for name in _DIGESTS for end in ("_init", "_final")},
}  # fmt: skip
"""Public functions without a row of their own → the reason."""

OPTIONAL = ("EVP_aead_aes_256_cbc_sha384_tls", "EVP_AEAD_CTX_seal", "EVP_AEAD_CTX_open", "EVP_MAC_init")
"""Public functions of some libcrypto that no other function of the tool needs: one of each file that has them."""
_AR_MAGIC, _AR_HEADER, _AR_SIZE = b"!<arch>\n", 60, slice(48, 58)

MOST_ROUNDS = 1001


def sources() -> list[Path]:
    """The C files of the speed tool."""
    return sorted(FOLDER.glob("*.c"))


def selects(word: str, row: str) -> bool:
    """True if a word of the command line names a row: the row's name, its beginning up to ``_`` or a number, or its
    kernel."""
    if word and word in (ROWS[row], CALLS.get(row)):
        return True
    rest = row[len(word) :]
    begins = bool(word) and row.startswith(word)
    return begins and (not rest or rest[0] == "_" or (rest[0] in "123456789" and not word[-1].isdigit()))


def chosen(words: Sequence[str], rows: Iterable[str]) -> list[str]:
    """The rows that words of the command line name; without words all of them."""
    return [row for row in rows if not words or any(selects(word, row) for word in words)]


def check(
    words: Sequence[str], rounds: int | None, kernels: Collection[str], *, command: str = "speed",
    rows: Collection[str] = tuple(ROWS),
) -> None:  # fmt: skip
    """Raises ToolFailed for a word that names no row, and for a number of rounds outside the accepted range.

    ``kernels``: all kernels, with and without a row. ``rows``: those that the command measures.
    """
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise ToolFailed(f"{command}: --rounds {rounds}: expected 1 to {MOST_ROUNDS}")
    for word in words:
        if not any(selects(word, row) for row in rows):
            if any(selects(word, row) for row in ROWS):
                raise ToolFailed(f"{command} does not measure {word}; expected some of: {' '.join(rows)}")
            if word in kernels:
                raise ToolFailed(
                    f"{command}: the kernel {word} has no benchmark; expected a row in KERNELS of "
                    "targets/toolchain/benches.py, and one in a file tests/benchmarks/speed/speed_*.c"
                )
            known = list(dict.fromkeys([*rows, *sorted(kernel for row in rows if (kernel := ROWS[row]))]))
            near = difflib.get_close_matches(word, known, 3)
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
