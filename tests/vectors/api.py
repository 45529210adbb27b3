# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The library's public functions through ctypes, with the variant of every kernel pinned."""

from __future__ import annotations

import ctypes
import os
import shutil
from ctypes import c_size_t, create_string_buffer
from pathlib import Path
from unittest import mock

from generator.lang.contract import Kernel
from generator.output import available

CONTEXT_BYTES = 1024
SIZES = {"ripemd160": 20, "sha1": 20, "sha224": 28, "sha256": 32, "sha384": 48, "sha512": 64, "whirlpool": 64}


class Place:
    """Room for as many bytes as ``data``, holding them, at an address of remainder ``align`` modulo 64."""

    def __init__(self, data: bytes, align: int) -> None:
        self._size = len(data)
        self._room = create_string_buffer(len(data) + 128)
        self._at = (align - ctypes.addressof(self._room)) % 64
        ctypes.memmove(self.pointer, data, len(data))

    @property
    def pointer(self) -> ctypes.c_void_p:
        return ctypes.c_void_p(ctypes.addressof(self._room) + self._at)

    def data(self) -> bytes:
        return self._room.raw[self._at : self._at + self._size]


class Loom:
    """One load of the shared library. ``pins``: kernel → variant; none leaves dispatch to itself.

    A library reads its environment once, so each pinning loads a copy of the file.
    """

    def __init__(self, shared: Path, folder: Path, pins: dict[str, str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        copy = Path(shutil.copy(shared, folder))
        prefer = ",".join(f"{kernel}={variant}" for kernel, variant in pins.items())
        with mock.patch.dict(os.environ, {"ASMLOOM_PREFER": prefer}):
            self.c = ctypes.CDLL(str(copy))
            text = create_string_buffer(1 << 16)
            assert 0 < self.c.loom_explain(text, c_size_t(len(text))) < len(text)
            self.hash("sha256", b"")  # the first use settles which functions serve
        self.explained = text.value.decode()
        ignored = [line for line in self.explained.splitlines() if "ASMLOOM_PREFER: ignored" in line]
        assert not ignored, ignored
        pinned = self.explained.count("at every size: pinned by ASMLOOM_PREFER")
        assert pinned == len(pins), f"{pinned} kernels are pinned of {pins}"

    def hash(self, name: str, data: bytes) -> bytes:
        """One call for everything."""
        out = create_string_buffer(SIZES[name])
        getattr(self.c, f"loom_{name}")(data, c_size_t(len(data)), out)
        return out.raw

    def hmac(self, name: str, key: bytes, data: bytes) -> bytes:
        out = create_string_buffer(SIZES[name])
        function = getattr(self.c, f"loom_hmac_{name}")
        function(key, c_size_t(len(key)), data, c_size_t(len(data)), out)
        return out.raw

    def streamed(self, name: str, parts: list[bytes], key: bytes | None = None) -> bytes:
        """The hash of the parts (with a key: HMAC), fed one after the other."""
        stem = f"loom_{name}" if key is None else f"loom_hmac_{name}"
        context, out = create_string_buffer(CONTEXT_BYTES), create_string_buffer(SIZES[name])
        words = () if key is None else (key, c_size_t(len(key)))
        getattr(self.c, f"{stem}_init")(context, *words)
        for part in parts:
            getattr(self.c, f"{stem}_update")(context, part, c_size_t(len(part)))
        getattr(self.c, f"{stem}_final")(context, out)
        return out.raw


def pins(kernels: dict[str, Kernel], variant: str, arch: str) -> dict[str, str]:
    """Every kernel that has this variant on an architecture, pinned to it."""
    return {
        name: variant
        for name, kernel in kernels.items()
        if any(v.name == variant and available(v, arch) for v in kernel.variants)
        or (variant == "portable" and kernel.portable)
    }
