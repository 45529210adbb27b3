# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Calling conventions as data.

Sources: System V AMD64 psABI; Microsoft x64 and ARM64 conventions; ARM64EC ABI notes; AAPCS64; Apple's ARM64 notes.
Register numbers are those of :class:`generator.model.Phys`. A register file with holes (x18, arm64ec) is a row here,
nothing else in the generator knows about it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.model import Phys, RegClass


@dataclass(frozen=True, slots=True)
class Abi:
    """One convention. Orders matter: registers are handed out in the order of ``volatile`` and then ``saved``.

    ``stack_args``: distance in bytes from sp at entry to the first stack argument. ``saved_bytes``: how many bytes of a
    callee-saved vector register must survive (16 on Win64, 8 on AArch64). ``sp``/``fp``/``lr`` are gp numbers.
    ``key``: the key (``a`` or ``b``) that signs the return address before it is stored, empty on x86.
    """

    name: str
    arch: str
    bits: int
    args: tuple[int, ...]
    volatile: dict[RegClass, tuple[int, ...]]
    saved: dict[RegClass, tuple[int, ...]]
    stack_args: int
    saved_bytes: int
    result: int
    sp: int
    forbidden: tuple[Phys, ...] = ()
    key: str = ""

    @property
    def pointer_bytes(self) -> int:
        return self.bits // 8

    def order(self, cls: RegClass) -> tuple[int, ...]:
        """Allocatable registers of a class, volatile ones first."""
        return self.volatile.get(cls, ()) + self.saved.get(cls, ())

    def is_saved(self, reg: Phys) -> bool:
        return reg.num in self.saved.get(reg.cls, ())


_EVEX_ONLY = tuple(range(16, 32))
_MASKS = tuple(range(1, 8))
_A64_GP = tuple(range(0, 18))
_A64_SAVED = tuple(range(19, 29))
_X18 = Phys("gp", 18)


def _aapcs(name: str, key: str = "a") -> Abi:
    return Abi(
        name=name,
        arch="aarch64",
        bits=64,
        args=tuple(range(8)),
        volatile={"gp": _A64_GP, "vec": tuple(range(0, 8)) + tuple(range(16, 32))},
        saved={"gp": _A64_SAVED, "vec": tuple(range(8, 16))},
        stack_args=0,
        saved_bytes=8,
        result=0,
        sp=31,
        forbidden=(_X18,),
        key=key,
    )


_ABIS = (
    Abi(
        name="sysv64",
        arch="x86_64",
        bits=64,
        args=(7, 6, 2, 1, 8, 9),
        volatile={
            "gp": (0, 1, 2, 6, 7, 8, 9, 10, 11),
            "vec": tuple(range(16)) + _EVEX_ONLY,
            "mask": _MASKS,
        },
        saved={"gp": (3, 5, 12, 13, 14, 15)},
        stack_args=8,
        saved_bytes=0,
        result=0,
        sp=4,
    ),
    Abi(
        name="win64",
        arch="x86_64",
        bits=64,
        args=(1, 2, 8, 9),
        volatile={"gp": (0, 1, 2, 8, 9, 10, 11), "vec": tuple(range(6)) + _EVEX_ONLY, "mask": _MASKS},
        saved={"gp": (3, 5, 6, 7, 12, 13, 14, 15), "vec": tuple(range(6, 16))},
        stack_args=40,  # the return address and 32 bytes of shadow space
        saved_bytes=16,
        result=0,
        sp=4,
    ),
    Abi(
        name="cdecl32",
        arch="x86",
        bits=32,
        args=(),
        volatile={"gp": (0, 1, 2), "vec": tuple(range(8)), "mask": _MASKS},
        saved={"gp": (6, 7, 5, 3)},
        stack_args=4,
        saved_bytes=0,
        result=0,
        sp=4,
    ),
    _aapcs("aapcs64"),
    _aapcs("aapcs64-darwin"),  # signed frames have no compact encoding: LLVM leaves them to DWARF, which knows signing
    _aapcs("aapcs64-win", key="b"),  # Windows knows one unwind code for signing, which stands for the B key
    Abi(
        name="arm64ec",
        arch="aarch64",
        bits=64,
        args=tuple(range(8)),
        # The emulator maps x64's register file onto these; the others do not survive a context switch.
        volatile={"gp": tuple(n for n in _A64_GP if n not in (13, 14)), "vec": tuple(range(0, 8))},
        saved={"gp": tuple(n for n in _A64_SAVED if n not in (23, 24, 28)), "vec": tuple(range(8, 16))},
        stack_args=0,
        saved_bytes=8,
        result=0,
        sp=31,
        forbidden=(
            *(Phys("gp", n) for n in (13, 14, 18, 23, 24, 28)),
            *(Phys("vec", n) for n in range(16, 32)),
        ),
        key="b",
    ),
)


def twin(name: str) -> str:
    """The first convention that differs from this one in nothing but its name and the key that signs."""
    mine = abi(name)
    return next(row.name for row in _ABIS if replace(row, name=name, key=row.key and mine.key) == mine)


def abi(name: str) -> Abi:
    """The convention called ``name``; ValueError lists those there are."""
    for row in _ABIS:
        if row.name == name:
            return row
    raise ValueError(f"unknown ABI {name}; there are: {', '.join(a.name for a in _ABIS)}")
