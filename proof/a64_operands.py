# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call"
"""AArch64: the operands of decoded instructions. Text that is not understood to its last character is refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Union

from proof.memory import NoProof

SP, ZERO = 31, 32
"""The numbers of sp and of the zero register among general registers."""


@dataclass(frozen=True, slots=True)
class Gp:
    """A general register of 32 or 64 bits. ``shift``: what is done to the value that is read, and by how many bits."""

    number: int
    w: int
    shift: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Vec:
    """A vector register: ``lane`` bits times ``count`` of it, or the lane number ``index`` alone."""

    number: int
    lane: int
    count: int
    index: int | None = None


@dataclass(frozen=True, slots=True)
class Imm:
    value: int
    shift: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Cond:
    code: str


@dataclass(frozen=True, slots=True)
class Mem:
    """``mode``: "", or "pre" or "post" for an access that moves the base."""

    base: Gp
    disp: int = 0
    index: Gp | None = None
    mode: str = ""


Operand = Union[Gp, Vec, Imm, Cond, Mem]
SHIFTS = ("lsl", "lsr", "asr", "ror", "uxtw", "sxtw", "uxtb", "uxth", "uxtx", "sxtx", "sxtb", "sxth")
LANES = {"b": 8, "h": 16, "s": 32, "d": 64, "q": 128}
CONDITIONS = frozenset("eq ne hs lo mi pl vs vc hi ls ge lt gt le".split())


@dataclass(frozen=True, slots=True)
class Instruction:
    address: int
    mnemonic: str
    op_str: str
    operands: tuple[Operand, ...]
    size: int = 4


def decode(code: bytes) -> list[Instruction]:
    """The instructions of a function, as far as capstone knows them."""
    import capstone

    engine = capstone.Cs(capstone.CS_ARCH_ARM64, capstone.CS_MODE_ARM)
    return [instruction(one) for one in engine.disasm(code, 0)]


def instruction(one: Any) -> Instruction:
    try:
        found = operands(one.op_str) if one.mnemonic != "bti" else ()
    except NoProof as error:
        where = f"code+{one.address:#x}: {one.mnemonic} {one.op_str}: the bytes {one.bytes.hex(' ')}"
        raise NoProof(f"{where} are no encoding that has a meaning: {error}") from None
    return Instruction(one.address, one.mnemonic, one.op_str, found)


def operands(text: str) -> tuple[Operand, ...]:
    out: list[Operand] = []
    for part in re.findall(r"\[[^\]]*\]!?|[^,\s\[{][^,\s]*(?: #[\w-]+)?|\{[^}]*\}(?:\[\w+\])?|\S", text):
        if part == ",":
            continue
        shift = re.fullmatch(r"(\w+)(?: #(\w+))?", part)
        last = out[-1] if out else None
        if shift is not None and shift[1] in SHIFTS and isinstance(last, (Gp, Imm)):
            amount = int(shift[2] or "0", 0)
            out[-1] = Gp(last.number, last.w, (shift[1], amount)) if isinstance(last, Gp) else Imm(
                last.value, (shift[1], amount)
            )  # fmt: skip
        elif isinstance(last, Mem) and part.startswith("#") and not last.mode and not last.disp and last.index is None:
            out[-1] = Mem(last.base, number(part), None, "post")
        else:
            out.append(operand(part))
    return tuple(out)


def number(text: str) -> int:
    return int(text.removeprefix("#"), 0)


def operand(text: str) -> Operand:
    if text[0] == "#":
        if re.fullmatch(r"#-?(0x[0-9a-f]+|\d+)", text):
            return Imm(number(text))
        raise NoProof(f"the number {text}")
    if text[0] == "[":
        return _memory(text)
    if text in CONDITIONS:
        return Cond(text)
    return _register(text)


def _register(text: str) -> Gp | Vec:
    if text in ("sp", "wsp", "xzr", "wzr"):
        return Gp(SP if "sp" in text else ZERO, 32 if text[0] == "w" else 64)
    general = re.fullmatch(r"([wx])(\d+)", text)
    if general:
        return Gp(int(general[2]), 64 if general[1] == "x" else 32)
    scalar = re.fullmatch(r"([bhsdq])(\d+)", text)
    if scalar:
        return Vec(int(scalar[2]), LANES[scalar[1]], 1)
    lanes = re.fullmatch(r"\{?v(\d+)\.(\d+)([bhsdq])\}?", text)
    if lanes:
        return Vec(int(lanes[1]), LANES[lanes[3]], int(lanes[2]))
    lane = re.fullmatch(r"\{?v(\d+)\.([bhsd])\}?\[(0x[0-9a-f]+|\d+)\]", text)
    if lane:
        return Vec(int(lane[1]), LANES[lane[2]], 1, number(lane[3]))
    raise NoProof(f"the operand {text}")


def _memory(text: str) -> Mem:
    inner = operands(text.removesuffix("!")[1:-1])
    base, *rest = inner
    if not isinstance(base, Gp) or base.w != 64 or base.shift or base.number == ZERO or len(rest) > 1:
        raise NoProof(f"the address {text}")
    if not rest:
        return Mem(base)
    if isinstance(rest[0], Imm) and not rest[0].shift:
        return Mem(base, rest[0].value, None, "pre" if text.endswith("!") else "")
    if isinstance(rest[0], Gp) and not text.endswith("!"):
        return Mem(base, 0, rest[0])
    raise NoProof(f"the address {text}")
