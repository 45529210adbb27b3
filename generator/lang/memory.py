# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Loads and stores of words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from generator.lang.arguments import checked
from generator.lang.operands import conversion
from generator.lang.recording import Recording
from generator.lang.values import Type, Val
from generator.lang.words import Vals

MOST = 1 << 16
"""The most values of one load, which are one line each."""


@checked
class MemoryOps(Recording):
    """Loads and stores of words, little-endian or big-endian."""

    def _load(
        self, type: Type, ptr: Val, count: int | None, offset: int, index: Val | None, scale: int,
        names: Iterable[str] | None, be: bool, exempt: str | None, public: str | None, to: Val | None,
    ) -> Any:  # fmt: skip
        scaled = self._address("load", ptr, index, offset, scale)
        size = type.bits // 8
        if count is not None and not 1 <= count <= MOST:
            raise self.fail(f"load: count {count}; expected 1 to {MOST}")
        labels = list(names) if names is not None else [""] * (count or 1)
        if to is not None and count is not None:
            raise self.fail("load: to= takes one value; leave out the count")
        if len(labels) != (count or 1):
            raise self.fail(f"load: {len(labels)} names for {count or 1} values")
        out = []
        for i, name in enumerate(labels):
            dst = self._target(to, type, name)
            attrs = {"be": be, "exempt": exempt, "public": public, **scaled}
            self.record("load", (dst,), (ptr, index), offset=offset + i * size, **attrs)
            out.append(dst)
        return out[0] if count is None else out

    def load8(
        self, ptr: Val, count: int | None = None, *, offset: int = 0, index: Val | None = None, scale: int = 1,
        names: Iterable[str] | None = None, exempt: str | None = None, public: str | None = None, to: Val | None = None,
    ) -> Any:  # fmt: skip
        """A u8 (or a list of ``count``, one after the other) from ptr + index * scale + offset, in bytes.

        ``scale``: 1, 2, 4 or 8 bytes for each step of the index.
        ``exempt`` names the exemption for a secret index. ``public`` names the exemption for a loaded value that is no
        secret.
        """
        return self._load(self.u8, ptr, count, offset, index, scale, names, False, exempt, public, to)

    def load16(
        self, ptr: Val, count: int | None = None, *, offset: int = 0, index: Val | None = None, scale: int = 1,
        names: Iterable[str] | None = None, be: bool = False, exempt: str | None = None,
        public: str | None = None, to: Val | None = None,
    ) -> Any:  # fmt: skip
        """A u16 (or a list of ``count``), little-endian unless ``be``; offsets in bytes, any alignment."""
        return self._load(self.u16, ptr, count, offset, index, scale, names, be, exempt, public, to)

    def load32(
        self, ptr: Val, count: int | None = None, *, offset: int = 0, index: Val | None = None, scale: int = 1,
        names: Iterable[str] | None = None, be: bool = False, exempt: str | None = None,
        public: str | None = None, to: Val | None = None,
    ) -> Any:  # fmt: skip
        """A u32 (or a list of ``count``), little-endian unless ``be``; offsets in bytes, any alignment."""
        return self._load(self.u32, ptr, count, offset, index, scale, names, be, exempt, public, to)

    def load64(
        self, ptr: Val, count: int | None = None, *, offset: int = 0, index: Val | None = None, scale: int = 1,
        names: Iterable[str] | None = None, be: bool = False, exempt: str | None = None,
        public: str | None = None, to: Val | None = None,
    ) -> Any:  # fmt: skip
        """A u64 (or a list of ``count``), little-endian unless ``be``; offsets in bytes, any alignment."""
        return self._load(self.u64, ptr, count, offset, index, scale, names, be, exempt, public, to)

    def pointer(self, array: Val, message: int, *, name: str = "") -> Val:
        """The pointer to the memory of one message, from an argument that is an array of pointers: in a function that
        ``for_messages=`` of the contract names."""
        lanes = {one.name: one.messages for one in self.kernel.params}.get(array.name, 0)
        if message not in range(lanes):
            raise self.fail(
                f"pointer: number {message} of {array.name}; expected an argument that is an array of pointers, and "
                f"the number of a message{f', 0 to {lanes - 1}' if lanes else ''}"
            )
        dst = self.value(self.ptr, name or f"{array.name}_{message}")
        attrs = {"be": False, "exempt": None, "public": None, "pointer": message}
        self.record("load", (dst,), (array, None), offset=message * self.ptr.bits // 8, **attrs)
        return dst

    def _load_signed(
        self, bits: int, type: Type, ptr: Val, offset: int, index: Val | None, scale: int, be: bool,
        exempt: str | None, public: str | None, to: Val | None,
    ) -> Val:  # fmt: skip
        scaled = self._address("load", ptr, index, offset, scale)
        if type.name not in ("u32", "u64", "usize") or type.cls != "gp":
            raise self.fail(f"load{bits}_signed: a {type}; expected u32, u64 or usize in a general register")
        dst = self._target(to, type)
        attrs = {"offset": offset, "be": be, "exempt": exempt, "public": public, **scaled}
        self.record("load_signed", (dst,), (ptr, index), bits=bits, **attrs)
        return dst

    def load8_signed(
        self, type: Type, ptr: Val, *, offset: int = 0, index: Val | None = None, scale: int = 1,
        exempt: str | None = None, public: str | None = None, to: Val | None = None,
    ) -> Val:  # fmt: skip
        """A signed byte, in a word of ``type``: the upper bits are copies of the byte's highest bit. ``exempt`` and
        ``public`` as for :meth:`load8`."""
        return self._load_signed(8, type, ptr, offset, index, scale, False, exempt, public, to)

    def load16_signed(
        self, type: Type, ptr: Val, *, offset: int = 0, index: Val | None = None, scale: int = 1, be: bool = False,
        exempt: str | None = None, public: str | None = None, to: Val | None = None,
    ) -> Val:  # fmt: skip
        """A signed word of 16 bits in a word of ``type``, little-endian unless ``be``."""
        return self._load_signed(16, type, ptr, offset, index, scale, be, exempt, public, to)

    def load32_signed(
        self, type: Type, ptr: Val, *, offset: int = 0, index: Val | None = None, scale: int = 1, be: bool = False,
        exempt: str | None = None, public: str | None = None, to: Val | None = None,
    ) -> Val:  # fmt: skip
        """A signed word of 32 bits in a word of ``type``, little-endian unless ``be``."""
        return self._load_signed(32, type, ptr, offset, index, scale, be, exempt, public, to)

    def _store(
        self, type: Type, ptr: Val, vals: Vals, offset: int, index: Val | None, scale: int, be: bool,
        exempt: str | None,
    ) -> None:  # fmt: skip
        attrs = {"be": be, "exempt": exempt, **self._address("store", ptr, index, offset, scale)}
        if not isinstance(vals, Val) and not vals:
            raise self.fail(f"store of {type}: no values; expected one at least")
        for i, val in enumerate([vals] if isinstance(vals, Val) else vals):
            if val.type != type:
                how = conversion(type, val.type) + (", or store it with k.vstore" if val.type.whole else "")
                raise self.fail(f"store of {type}: {val.name} is a {val.type}; {how}")
            self.record("store", (), (ptr, index, val), offset=offset + i * type.bits // 8, **attrs)

    def store8(
        self, ptr: Val, vals: Vals, *, offset: int = 0, index: Val | None = None, scale: int = 1,
        exempt: str | None = None,
    ) -> None:  # fmt: skip
        """A u8, or several one after the other, to ptr + index * scale + offset, in bytes."""
        self._store(self.u8, ptr, vals, offset, index, scale, False, exempt)

    def store16(
        self, ptr: Val, vals: Vals, *, offset: int = 0, index: Val | None = None, scale: int = 1, be: bool = False,
        exempt: str | None = None,
    ) -> None:  # fmt: skip
        """A u16, or several one after the other, little-endian unless ``be``."""
        self._store(self.u16, ptr, vals, offset, index, scale, be, exempt)

    def store32(
        self, ptr: Val, vals: Vals, *, offset: int = 0, index: Val | None = None, scale: int = 1, be: bool = False,
        exempt: str | None = None,
    ) -> None:  # fmt: skip
        """A u32, or several one after the other, little-endian unless ``be``."""
        self._store(self.u32, ptr, vals, offset, index, scale, be, exempt)

    def store64(
        self, ptr: Val, vals: Vals, *, offset: int = 0, index: Val | None = None, scale: int = 1, be: bool = False,
        exempt: str | None = None,
    ) -> None:  # fmt: skip
        """A u64, or several one after the other, little-endian unless ``be``."""
        self._store(self.u64, ptr, vals, offset, index, scale, be, exempt)
