# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Narrow arguments on the stack: executed on every kind of AArch64 system, and at the places where clang has them."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang import Arg, Builder, Kernel, Val
from generator.lang import kernel as declare
from generator.lang.contract import SCALARS, Variant
from generator.model import Instr, Mem, Phys
from generator.pipeline import build
from targets.toolchain.find import require
from targets.toolchain.process import run
from targets.trial import command

pytestmark = pytest.mark.kernels()  # kernels of its own
IN_REGISTERS = 8
PROTOTYPES = 12
SYSTEMS = {
    "aapcs64": "aarch64-linux-gnu", "aapcs64-darwin": "arm64-apple-macos11", "aapcs64-win": "aarch64-pc-windows-msvc",
}  # fmt: skip
SCRIPT = '''# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
from generator.lang import Arg, kernel

TYPES = ["uint8_t", "int64_t", *["uint32_t"] * 6, "uint8_t", "uint16_t", "int8_t", "uint32_t"]
NAMES = "abcdefghijlm"


def mixed_reference(a, b, c, d, e, f, g, h, i, j, l, m):
    total = 0
    for value in (a, b, c, d, e, f, g, h, i, j, l, m):
        total = (total * 31 + value) % 2**64
    return total


@kernel(
    c=f"uint64_t mixed({', '.join(f'{type} {name}' for type, name in zip(TYPES, NAMES))})",
    args=[Arg(name) for name in NAMES],
    source="none: made for a test",
    reference=mixed_reference,
)
def mixed(k, a, b, c, d, e, f, g, h, i, j, l, m):
    """A number that depends on each bit of each argument, and on its sign."""
    total, values = k.const(k.u64, 0), [a, b, c, d, e, f, g, h, i, j, l, m]
    k.cold(values)
    for type, value in zip(TYPES, values):
        total = total * 31 + (value if value.type == k.u64 else (k.sext if type[0] == "i" else k.zext)(k.u64, value))
    k.ret(total)
'''


def test_executed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The caller fills the bits above each argument. Apple's systems pack the arguments behind the eighth."""
    (tmp_path / "mixed.py").write_text(SCRIPT)
    triples = ["aarch64-linux-gnu", "aarch64-apple-darwin", "arm64ec-pc-windows-msvc", "i686-linux-gnu"]
    status = command.run([tmp_path], ["mixed"], triples, None, None)
    assert status == 0, capsys.readouterr().out


def _last(types: tuple[str, ...]) -> Kernel:
    """A kernel that returns its last argument."""
    names = [f"a{n}" for n in range(len(types))]

    def last(k: Builder, *values: Val) -> None:
        k.ret(values[-1])

    made = declare(
        c=f"{types[-1]} last({', '.join(f'{type} {name}' for type, name in zip(types, names))})",
        args=[Arg(name, public=True) for name in names],
        source="none: made for a test",
    )(eval(f"lambda k, {', '.join(names)}: last(k, {', '.join(names)})", {"last": last}))
    return made


def _ours(kernel: Kernel, convention: str) -> tuple[int, int]:
    """The distance from sp, and the bits, of the load of the last argument."""
    body = build(kernel, Variant("scalar"), abi(convention)).body
    comment = f"argument {kernel.params[-1].name}"
    found = [
        op
        for item in body
        if isinstance(item, Instr) and item.comment == comment
        for op in item.ops
        if isinstance(op, Mem)
    ]
    assert [op.base for op in found] == [Phys("gp", abi(convention).sp)], body
    return found[0].disp, found[0].width


@pytest.mark.parametrize("convention", SYSTEMS)
def test_where_clang_has_them(convention: str, tmp_path: Path) -> None:
    rng = random.Random(12)
    all_types = [(*["size_t"] * IN_REGISTERS, *rng.choices([*SCALARS], k=rng.randint(1, 6))) for _ in range(PROTOTYPES)]
    text = "#include <stdint.h>\n#include <stddef.h>\n" + "".join(
        f"{types[-1]} f{n}({', '.join(f'{type} a{at}' for at, type in enumerate(types))})\n"
        f"{{ return a{len(types) - 1}; }}\n"
        for n, types in enumerate(all_types)
    )
    (tmp_path / "last.c").write_text(text)
    words = ["-O2", "-ffreestanding", "-S", "-o", str(tmp_path / "last.s"), str(tmp_path / "last.c")]
    run([str(require("clang")), "-target", SYSTEMS[convention], *words])
    loads = re.findall(r"^\s+ldr(s?[bhw]?)\s+([wx])\d+, \[sp(?:, #(\d+))?\]", (tmp_path / "last.s").read_text(), re.M)
    assert len(loads) == PROTOTYPES
    for types, (kind, register, distance) in zip(all_types, loads):
        bits = {"b": 8, "h": 16}.get(kind.removeprefix("s"), 64 if register == "x" else 32)
        assert _ours(_last(types), convention) == (int(distance or 0), bits), f"{convention}: {types}"
