# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Calling conventions of AArch64. Sources: AAPCS64; Apple's ARM64 notes; Microsoft's ARM64 and ARM64EC notes; Go's
ABI0 (doc/asm, src/cmd/compile/abi-internal.md).

gp 0 to 30 are x0 to x30, 31 is sp, 32 is the zero register; vec 0 to 31. This file alone knows that a register file has
holes (x18, arm64ec).
"""

from __future__ import annotations

from generator.isa.convention import Abi
from generator.model import Phys

# Registers that arm64ec lacks come last. A function that needs none of them takes the same registers everywhere.
_EC_GP, _EC_SAVED = (*range(13), 15, 16, 17), (19, 20, 21, 22, 25, 26, 27)
_A64_GP, _A64_SAVED = (*_EC_GP, 13, 14), (*_EC_SAVED, 23, 24, 28)
_X18 = Phys("gp", 18)
_EC_LACKS = (*(Phys("gp", n) for n in (13, 14, 23, 24, 28)), *(Phys("vec", n) for n in range(16, 32)))


def _aapcs(name: str, key: str = "a", packed: bool = False) -> Abi:
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
        rare=frozenset(_EC_LACKS),
        packed=packed,
    )


CONVENTIONS = (
    _aapcs("aapcs64"),
    _aapcs("aapcs64-darwin", packed=True),  # LLVM's compact encoding leaves signed frames to DWARF
    _aapcs("aapcs64-win", key="b"),  # Windows has one unwind code for signing: the B key's
    Abi(
        name="arm64ec",
        arch="aarch64",
        bits=64,
        args=tuple(range(8)),
        # The emulator maps x64's registers to these. A context switch destroys the others.
        volatile={"gp": _EC_GP, "vec": tuple(range(0, 8))},
        saved={"gp": _EC_SAVED, "vec": tuple(range(8, 16))},
        stack_args=0,
        saved_bytes=8,
        result=0,
        sp=31,
        forbidden=(_X18, *_EC_LACKS),
        key="b",
    ),
    Abi(
        name="go-arm64",
        arch="aarch64",
        bits=64,
        args=(),
        # x27 is the assembler's own, x28 the goroutine.
        volatile={
            "gp": (*_A64_GP, *(n for n in _A64_SAVED if n < 27)),
            "vec": (*range(8), *range(16, 32), *range(8, 16)),
        },
        saved={},
        stack_args=8,  # the caller's x30 is below
        saved_bytes=0,
        result=0,
        sp=31,
        forbidden=(_X18, Phys("gp", 27), Phys("gp", 28)),
        key="a",
        rare=frozenset(_EC_LACKS),
        packed=True,
    ),
)
