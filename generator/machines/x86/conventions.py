# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Calling conventions of x86. Sources: System V AMD64 psABI; Microsoft's x64 conventions; the i386 psABI; Go's
ABI0 (doc/asm, src/cmd/compile/abi-internal.md).

gp 0 to 15 are in encoding order (0 rax, 1 rcx, 2 rdx, 3 rbx, 4 rsp, 5 rbp, 6 rsi, 7 rdi, 8 r8 …), vec 0 to 31, mask
0 to 7.
"""

from __future__ import annotations

from generator.isa.convention import Abi

_EVEX_ONLY = tuple(range(16, 32))
_MASKS = tuple(range(1, 8))

_SYSV64 = Abi(
    name="sysv64",
    arch="x86_64",
    bits=64,
    args=(7, 6, 2, 1, 8, 9),
    # Last come the registers that x64 Windows saves: it takes the bodies of System V.
    volatile={
        "gp": (0, 1, 2, 8, 9, 10, 11, 6, 7),
        "vec": (*range(6), *_EVEX_ONLY, *range(6, 16)),
        "mask": _MASKS,
    },
    saved={"gp": (3, 5, 12, 13, 14, 15)},
    stack_args=8,
    saved_bytes=0,
    result=0,
    sp=4,
    shared=True,
)

CONVENTIONS = (
    _SYSV64,
    Abi(
        name="win64",
        arch="x86_64",
        bits=64,
        args=(1, 2, 8, 9),
        volatile={"gp": (0, 1, 2, 8, 9, 10, 11), "vec": tuple(range(6)) + _EVEX_ONLY, "mask": _MASKS},
        saved={"gp": (6, 7, 3, 5, 12, 13, 14, 15), "vec": tuple(range(6, 16))},
        stack_args=40,  # the return address and 32 bytes of shadow space
        saved_bytes=16,
        result=0,
        sp=4,
        body_of=_SYSV64,
    ),
    Abi(
        name="go-amd64",
        arch="x86_64",
        bits=64,
        args=(),
        volatile={
            "gp": (0, 1, 2, 8, 9, 10, 11, 6, 7, 3, 12, 13, 14, 15),
            "vec": _SYSV64.volatile["vec"],
            "mask": _MASKS,
        },
        saved={"gp": (5,)},  # Go's assembler saves rbp for functions with a frame
        stack_args=8,
        saved_bytes=0,
        result=0,
        sp=4,
        body_of=_SYSV64,
        packed=True,
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
        result_high=2,
    ),
)
