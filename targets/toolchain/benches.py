# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Check the benchmark's arguments before the benchmark is built.

The rows are in ``runtime/tools/speed_*.c``. A test compares :data:`ROWS` and :data:`MOST_ROUNDS` with the program.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Sequence

from targets.toolchain.process import ToolFailed

_HASHES = ("sha1", "sha256", "sha512")
_AES = {
    "cbc_encrypt": "aes_cbc_encrypt",
    "cbc_decrypt": "aes_cbc_decrypt",
    "ctr": "aes_ctr32",
    "ecb_encrypt": "aes_ecb_encrypt",
    "ecb_decrypt": "aes_ecb_decrypt",
    "set_encrypt_key": "aes_set_encrypt_key",
    "set_decrypt_key": "aes_set_decrypt_key",
}

ROWS: dict[str, str | None] = {
    "md5_blocks": "md5_blocks",
    "md5": None,
    **{name: f"{name}_blocks" for name in _HASHES},
    **{f"{name}_message": None for name in _HASHES},
    "rc4_set_key": "rc4_set_key",
    "rc4_stream": "rc4_stream",
    "rc4": None,
    **{f"aes{bits}_{row}": kernel for row, kernel in _AES.items() for bits in (128, 192, 256)},
    "rc4_md5": "rc4_md5_blocks",
    **{f"aes{bits}_cbc_{name}": f"aes_cbc_{name}_blocks" for name in _HASHES for bits in (128, 256)},
}
"""A row's name → the kernel whose variants the row measures. None for a row that measures a public function."""

MOST_ROUNDS = 1001


def selects(word: str, row: str) -> bool:
    """True if a word of the command line names a row: the row's name, its beginning up to ``_`` or a number, or its
    kernel."""
    if word == ROWS[row]:
        return True
    rest = row[len(word) :]
    begins = bool(word) and row.startswith(word)
    return begins and (not rest or rest[0] == "_" or (rest[0] in "123456789" and not word[-1].isdigit()))


def check(words: Sequence[str], rounds: int | None, kernels: Collection[str]) -> None:
    """Raises ToolFailed for a word that names no row, and for a number of rounds outside the accepted range.

    ``kernels``: all kernels, with and without a row.
    """
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise ToolFailed(f"speed: --rounds {rounds}: expected 1 to {MOST_ROUNDS}")
    for word in words:
        if not any(selects(word, row) for row in ROWS):
            if word in kernels:
                raise ToolFailed(
                    f"speed: the kernel {word} has no benchmark; expected a row in ROWS of "
                    "targets/toolchain/benches.py, and one in a file runtime/tools/speed_*.c"
                )
            known = list(dict.fromkeys([*ROWS, *sorted(kernel for kernel in ROWS.values() if kernel)]))
            near = difflib.get_close_matches(word, known, 3)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {' '.join(ROWS)}"
            raise ToolFailed(f"speed: no benchmark named {re.sub(r'[^ -~]', '?', word)!r}; {hint}")
