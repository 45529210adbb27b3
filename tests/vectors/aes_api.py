# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES through the library's public functions, in place or not and at chosen addresses; and the same by another
library."""

from __future__ import annotations

from ctypes import c_size_t, create_string_buffer
from typing import Literal

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from tests.vectors.api import CONTEXT_BYTES, Loom, Place

Mode = Literal["ecb", "cbc", "ctr"]
Refused = -1


class Aes:
    """A key for one mode and direction. The iv (CBC) or counter (CTR) goes on from call to call."""

    def __init__(self, loom: Loom, mode: Mode, key: bytes, iv: bytes = b"", *, decrypt: bool = False) -> None:
        self._mode, self._direction = mode, "decrypt" if decrypt else "encrypt"
        self._c, self._context = loom.c, create_string_buffer(CONTEXT_BYTES)
        self._iv = create_string_buffer(iv, 16)
        size = c_size_t(len(key))
        if mode == "ctr":
            status = self._c.loom_aes_ctr_init(self._context, key, size, iv)
        else:
            status = getattr(self._c, f"loom_aes_set_{self._direction}_key")(self._context, key, size)
        assert status == 0, f"a key of {len(key)} bytes is refused"

    @property
    def iv(self) -> bytes:
        """CBC's, as it goes on."""
        return self._iv.raw

    def into(self, source: Place, target: Place, length: int) -> int:
        """From one place into another, or into the same; the function's status."""
        words = (source.pointer, target.pointer, c_size_t(length))
        if self._mode == "ctr":
            return int(self._c.loom_aes_ctr_update(self._context, *words))
        function = getattr(self._c, f"loom_aes_{self._mode}_{self._direction}")
        return int(function(self._context, *((self._iv,) if self._mode == "cbc" else ()), *words))

    def __call__(self, data: bytes, align: int = 0, out: int | None = None) -> bytes:
        """The output. ``align``, ``out``: addresses modulo 64. Without ``out`` the call works in place."""
        source = Place(data, align)
        target = source if out is None else Place(b"\xee" * len(data), out)
        assert self.into(source, target, len(data)) == 0
        assert source is target or source.data() == data, "the input was written to"
        return target.data()

    def wipe(self) -> None:
        getattr(self._c, "loom_aes_ctr_wipe" if self._mode == "ctr" else "loom_aes_wipe")(self._context)
        assert self._context.raw == bytes(CONTEXT_BYTES), "the context is wiped"


def other(mode: Mode, key: bytes, iv: bytes, data: bytes, *, decrypt: bool = False) -> bytes:
    """By the ``cryptography`` package."""
    made: modes.ECB | modes.CBC | modes.CTR = (
        modes.ECB() if mode == "ecb" else modes.CBC(iv) if mode == "cbc" else modes.CTR(iv)
    )
    cipher = Cipher(algorithms.AES(key), made)
    worker = cipher.decryptor() if decrypt else cipher.encryptor()
    return worker.update(data) + worker.finalize()
