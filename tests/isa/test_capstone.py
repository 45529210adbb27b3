# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The kernels' instructions: the tables against capstone's registers and flags.

If ``test_executed.py`` has shown capstone wrong, the mnemonic stands in ``CAPSTONE`` with capstone's answer. Any other
difference fails, and so does an exception without a difference.
"""

from __future__ import annotations

import contextlib
import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from tests.isa.samples import Sample, samples
from tests.isa.tools import assemble, assembles, missing, text_of
from tests.isa.touched import declared
from tests.isa.used import USED

capstone: Any = None
with contextlib.suppress(ImportError):  # the test that needs it fails
    capstone = importlib.import_module("capstone")

LEGACY = ("ax", "cx", "dx", "bx", "sp", "bp", "si", "di")
FLAGS = ("CF", "PF", "AF", "ZF", "SF", "OF")
SLOT = 16

SELF, KEPT, LAST = "reads the destination", "does not read the destination", "misses the last operand"
NONE, ALIAS = "has no operands", "writes the first operand, as the instruction that this is an alias of would"
CAPSTONE = {
    "x86_64": {
        "adox": "does not read OF nor the destination",
        "bsf": "does not read the destination, which a source of zero leaves", "bsr": "",
        "cmova": "does not read the destination (every cmov)",
        "cmovae": "", "cmovb": "", "cmovbe": "", "cmove": "", "cmovge": "", "cmovl": "", "cmovne": "", "cmovns": "",
        "cmovs": "",
        "imul": "defines SF, which only some cores do",
        "lzcnt": "leaves CF",
        "ptest": "leaves OF",
        "rol": "counts by cl: defined flags (a count of zero leaves them)", "ror": "", "sar": "", "shl": "", "shr": "",
        "shld": "", "shrd": "",
        "test": "reads nothing of the register in test m,r",
        "vpermd": "no operands of the EVEX form",
        "vpshufd": "no operands of the EVEX form", "vpslld": "", "vpsllvd": "", "vpsrad": "", "vpsrld": "",
        "vpsrlvd": "",
        "vpbroadcastd": "", "vpbroadcastq": "",
        "vbroadcasti128": "does not write the destination", "vbroadcasti32x4": "",
    },
    "aarch64": {
        # a read of the destination that does not happen
        "adds": SELF, "asr": SELF, "lsl": SELF, "lsr": SELF, "aesimc": SELF, "aesmc": SELF, "ld1": SELF,
        "ld1r": SELF, "mvni": SELF, "sbfx": SELF, "sshr": SELF, "tbl": SELF, "ubfiz": SELF, "ubfx": SELF, "ushr": SELF,
        "sxtb": SELF, "sxth": SELF, "sxtw": SELF, "uaddlp": SELF, "uxtb": SELF,
        # a missed read of the destination (the upper half, or the lanes not written, stay)
        "fmov": KEPT, "orr": KEPT, "shrn2": KEPT, "sqxtn2": KEPT, "sqxtun2": KEPT, "xtn2": KEPT,
        # the last operand of three or more is missing
        "bic": LAST, "ld4": LAST, "st4": LAST, "tbx": LAST,
        # all operands are missing
        "bcax": NONE, "dup": NONE, "eor3": NONE, "mov": NONE, "rax1": NONE, "sdot": NONE, "sha512h": NONE,
        "sha512h2": NONE, "sha512su0": NONE, "sha512su1": NONE, "sm3partw1": NONE, "sm4e": NONE, "udot": NONE,
        "usdot": NONE, "xar": NONE,
        "cmp": ALIAS, "cmn": ALIAS, "tst": ALIAS,
        "st1": "writes the index register of a post-indexed form",
    },
}  # fmt: skip


def _name(arch: str, name: str) -> str | None:
    """capstone's register name → ``gp3``, ``vec1``, ``mask2``, ``nzcv``. None for untracked registers."""
    if arch == "aarch64":
        named = {
            "sp": "gp31",
            "wsp": "gp31",
            "lr": "gp30",
            "fp": "gp29",
            "nzcv": "nzcv",
            "wzr": None,
            "xzr": None,
        }
        if name in named:
            return named[name]
        match = re.match(r"([wxbhsdqv])(\d+)$", name)
        return (("gp" if match[1] in "wx" else "vec") + match[2]) if match else name
    if name in ("rflags", "eflags", "rip", "mxcsr"):
        return None
    match = re.match(r"(r|[xyz]mm|k)(\d+)[dwb]?$", name)
    if match:
        return {"r": "gp", "k": "mask"}.get(match[1], "vec") + match[2]
    for number, legacy in enumerate(LEGACY):
        if name in ("r" + legacy, "e" + legacy, legacy, legacy[0] + "l", legacy + "l"):
            return f"gp{number}"
    return name


def _flags(bits: int) -> dict[str, set[str]]:
    out: dict[str, set[str]] = {"read": set(), "written": set(), "undefined": set()}
    for flag in FLAGS:
        for word, where in (
            ("TEST", "read"), ("MODIFY", "written"), ("SET", "written"), ("RESET", "written"),
            ("UNDEFINED", "undefined"),
        ):  # fmt: skip
            if bits & getattr(capstone.x86, f"X86_EFLAGS_{word}_{flag}", 0):
                out[where].add(flag)
    return out


def _differs(sample: Sample, instruction: Any) -> list[str]:
    form, said = declared(sample)
    read, written = (
        {_name(sample.arch, instruction.reg_name(r)) for r in g} - {None} for g in instruction.regs_access()
    )
    ours_read = {f"{k}{n}" for k, n in said.read if k != "flag"}
    ours_written = {f"{k}{n}" for k, n in said.written if k != "flag"}
    out = []
    if sample.arch == "aarch64":
        if bool(form.flags_written) != bool(instruction.update_flags or "nzcv" in written):
            out.append("flags written")
        if bool(form.flags_read) != ("nzcv" in read):
            out.append("flags read")
        read.discard("nzcv")
        written.discard("nzcv")
    else:
        theirs = _flags(instruction.eflags)
        if theirs["read"] != form.flags_read:
            out.append(f"flags read: capstone {sorted(theirs['read'])}")
        if theirs["written"] != form.flags_written or theirs["undefined"] != form.flags_undefined:
            out.append(f"flags: capstone {sorted(theirs['written'])}, undefined {sorted(theirs['undefined'])}")
    if read != ours_read:
        out.append(f"read: capstone {sorted(map(str, read))}, here {sorted(ours_read)}")
    if written != ours_written:
        out.append(f"written: capstone {sorted(map(str, written))}, here {sorted(ours_written)}")
    return out


@pytest.mark.parametrize("arch", ["x86_64", "aarch64"])
def test_accesses_agree_with_capstone(arch: str, tmp_path: Path) -> None:
    if capstone is None:
        missing("capstone (Python package)")
    chosen = [s for s in samples(arch) if s.mnem in USED[arch] and assembles(s)]
    slot = 4 if arch == "aarch64" else SLOT
    lines = [line for s in chosen for line in (([".balign 16"] if slot == SLOT else []) + [s.text])]
    target, said = assemble(arch, tmp_path, ["place:", *lines])
    assert said == ""
    code = text_of(arch, target)
    mode = (capstone.CS_ARCH_X86, capstone.CS_MODE_64) if arch == "x86_64" else (capstone.CS_ARCH_ARM64, 0)
    reader = capstone.Cs(*mode)
    reader.detail = True
    wrong: dict[str, str] = {}
    for i, sample in enumerate(chosen):
        instruction = next(reader.disasm(code[i * slot : i * slot + slot], i * slot), None)
        if instruction is None:  # newer than capstone
            continue
        found = _differs(sample, instruction)
        if found:
            wrong.setdefault(sample.mnem, f"{sample.text}: {'; '.join(found)}")
    unexplained = [f"{m}: {w}" for m, w in wrong.items() if m not in CAPSTONE[arch]]
    assert not unexplained, "\n" + "\n".join(unexplained)
    assert set(CAPSTONE[arch]) - set(wrong) == set(), "these exceptions are no longer needed"
