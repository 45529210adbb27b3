# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Short names for the operands, instructions, tables and functions of the samples."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from generator.model import FrameKind, FrameOp, Function, Instr, Item, Mem, Operand, Phys, R, Src, Table

if TYPE_CHECKING:
    from generator.model import Form

SRC = Src("samples.py", 1)
FORM = cast("Form", None)  # renderers do not read it
TABLE = Table("sample_consts", 4, tuple((i * 0x9E3779B9) & 0xFFFFFFFF for i in range(20)))
BYTES = Table("sample_bytes", 1, tuple(range(250, 256)) + (-1, 7), 16)
WIDE = Table("sample_wide", 8, (1 << 63, -1, 0x0123456789ABCDEF), 8)


def i(mnem: str, *ops: Operand, comment: str | None = None, mask: R | None = None, zero: bool = False) -> Instr:
    return Instr(mnem, ops, FORM, SRC, comment, mask=mask, zero=zero)


def gp(num: int, width: int = 64) -> R:
    return R(Phys("gp", num), width)


def vec(num: int, width: int = 128, arrangement: str | None = None) -> R:
    return R(Phys("vec", num), width, arrangement)


def xmm(num: int) -> R:
    return vec(num, 128)


def ymm(num: int) -> R:
    return vec(num, 256)


def zmm(num: int) -> R:
    return vec(num, 512)


def w(num: int) -> R:
    return gp(num, 32)


def x(num: int) -> R:
    return gp(num, 64)


def v(num: int, shape: str) -> R:
    return vec(num, 128, shape)


def k(num: int) -> R:
    return R(Phys("mask", num), 64)


def at(
    base: int | None, disp: int = 0, width: int = 64, index: int | None = None, scale: int = 1, **more: object
) -> Mem:
    regs = [None if n is None else Phys("gp", n) for n in (base, index)]
    return Mem(regs[0], disp, regs[1], scale, width, **more)  # type: ignore[arg-type]


def op(kind: FrameKind, reg: Phys | None = None, reg2: Phys | None = None, amount: int = 0, offset: int = 0) -> FrameOp:
    return FrameOp(kind, reg, reg2, amount, offset)


def function(arch: str, abi: str, body: list[Item], name: str, tables: tuple[Table, ...] = ()) -> Function:
    header = (
        "void sample(void *state, const uint8_t *data, size_t blocks)",
        "",
        "Registers: as they come; a/*b*/ c\u00b2",
    )
    features = ("aes", "asimddp", "i8mm", "pmull", "sha256", "sha3") if arch == "aarch64" else ()
    return Function(name, "sample", "scalar", arch, abi, features, header, body, tables)
