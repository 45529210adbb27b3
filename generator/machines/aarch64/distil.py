# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The AArch64 half of :mod:`generator.machines.distil`.

A row is ``operands|flags|features|attributes|arrangements``:

* operands, comma-separated; ``?`` before an optional one; then access ``r w m`` (m: read and written; ``n``:
  an address, not accessed); then the kinds with ``/`` between them:

  - ``w x`` (31 is the zero register) ``wsp xsp`` (31 is the stack pointer) ``b h s d q`` ``v.4s`` ``v.s[]`` (any lane;
    a trailing ``lo``: registers 0-15 only) ``v.d[1]`` ``v.t`` ``v.ta`` ``v.tb`` (the row's arrangements);
  - ``i:low:high:step``, ``ilog32 ilog64`` (logical immediate), ``iadd`` (12 bits, optionally shifted by 12),
    ``imov32 imov64`` (one mov instruction), ``iwidth32 iwidth64`` (1 … size minus the operand before), ``ibytes``
    (64 bits, each byte 0 or 255), ``iright`` ``ileft`` (vector shift counts of the narrower element);
  - ``S:kind:…:max`` a shift, ``S:lsl=0=12`` a shift by one of the listed amounts, ``E:kind:…`` an extension by 0-4;
  - ``mo: mp: mq:low:high:step`` memory at an offset, pre-indexed, post-indexed; ``mx:n`` an index register scaled by
    1 or 2**n; ``mqx`` post-indexed by a register; ``ml`` a label's contents;
  - ``cond`` (any) ``cond-`` (not al, nv), ``label``, ``name`` (a word such as ``ish``, or its number);
* flags: words ``r…`` ``w…`` over N Z C V; a ``cond`` operand adds the flags that its condition reads;
* features: ``+``-joined names, empty for the baseline;
* attributes, space-separated: ``b`` branch, ``j`` jump, ``c`` call, ``t`` return, ``g=first.count`` consecutive
  registers, ``size=bits[.bits]`` widths of the memory operand, ``ir=N`` ``iw=N`` implicit register read, written;
* arrangements: one choice a word, ``ta.tb`` where two step together.
"""

from __future__ import annotations

import re
from typing import Any

from generator.machines.aarch64.overrides import (
    ABSENT,
    ADD,
    CONDITIONS,
    DEST_READ,
    DROP,
    REPLACE,
    SHAPE_FEATURES,
)

FEATURES = {
    "": "", "CRC32": "crc32", "CSSC": "cssc", "FLAGM": "flagm", "FLAGM2": "flagm2", "LRCPC": "lrcpc",
    "LRCPC2": "ilrcpc", "LSE": "atomics", "PAUTH": "paca", "BTI": "", "ASIMD": "", "AES": "aes", "BF16": "bf16",
    "DOTPROD": "asimddp", "FCMA": "fcma", "FHM": "asimdfhm", "FP16": "asimdhp", "FRINTTS": "frint", "I8MM": "i8mm",
    "JSCVT": "jscvt", "RDM": "asimdrdm", "SHA1": "sha1", "SHA256": "sha256", "SHA3": "sha3", "SHA512": "sha512",
    "SM3": "sm3", "SM4": "sm4",
}  # fmt: skip
"""asmjit's extension → the name Linux gives the feature in /proc/cpuinfo. Groups not named here are dropped."""

SCALAR_BITS = {"b": 8, "h": 16, "s": 32, "d": 64, "q": 128, "w": 32, "x": 64, "wsp": 32, "xsp": 64}
SPLIT = re.compile(r",\s*(?![^\[{]*[\]}])")
EXTENDS_W = "uxtb:uxth:uxtw:sxtb:sxth:sxtw"
LIST = re.compile(r"^(\d)x\{(\w+?)(?:\.(\w+))?\}\+?(\[#idx\])?$")
HALF = {"16B": "8B", "8H": "4H", "4S": "2S"}


def _access(letter: str) -> str:
    return {"d": "w", "x": "m"}.get(letter, "r")


def _register(token: str) -> str | None:
    """asmjit's register operand → this table's. None for an operand that is no register."""
    sp = re.match(r"^([WX])([a-z])2?\|(?:W?SP)$", token)
    if sp:
        return _access(sp[2]) + sp[1].lower() + "sp"
    plain = re.match(r"^([WXBHSDQ])([a-z])2?$", token)
    if plain:
        return _access(plain[2]) + plain[1].lower()
    vector = re.match(r"^V([a-z])\.(\w+?)(?:\[#(\w+)\])?$", token)
    if vector is None:
        return None
    shape = vector[2] if vector[2] in ("t", "ta", "tb") else vector[2].lower()
    if vector[3]:
        shape = "s" if shape == "4" else shape
        # A lane is part of a register: a write to the lane keeps the rest.
        access = "m" if vector[1] == "d" else _access(vector[1])
        low = "lo" if shape == "h" and vector[1] == "m" else ""
        return f"{access}v.{shape}[{vector[3] if vector[3].isdigit() else ''}]{low}"
    return f"{_access(vector[1])}v.{shape}"


def _immediate(token: str, entry: dict[str, Any], size: int, mnem: str) -> str | None:
    name = token[1:]
    how = entry.get("imm", "")
    exact = re.match(r"^\d+$", name)
    if exact:
        return f"ri:{name}:{name}:1"
    if how.startswith(("LogicalImm", "ImmLogical")):
        return f"rilog{size}"
    if mnem == "mov":
        return f"rimov{size}"
    if how.startswith("ImmWide"):
        return "ri:0:65535:1"
    if how.startswith(("ASimdShiftNImm", "ASimdSHRN")):
        number = re.search(r", (\d)\)", how)
        return f"ri:1:{8 << int(number[1])}:1" if number else "riright"
    if how.startswith(("ASimdShiftPImm", "ASimdSHL")):
        number = re.search(r", (\d)\)", how)
        return f"ri:0:{(8 << int(number[1])) - 1}:1" if number else "rileft"
    if how.startswith("ASimdFBits"):
        bits = re.search(r", (\d+)\)", how)
        assert bits
        return f"ri:1:{bits[1]}:1"
    if how.startswith("ASimdRotateImm"):
        return "ri:90:270:180" if "90_270" in how and "0_90" not in how else "ri:0:270:90"
    if name == "immZ" and mnem in ("add", "adds", "sub", "subs") or mnem in ("cmp", "cmn"):
        return "riadd"
    if name.startswith("rel"):
        return "rlabel"
    if name == "cond":
        return "rcond-" if mnem in ("cinc", "cinv", "cneg", "cset", "csetm") else "rcond"
    if name in ("lsb", "immr", "imms", "n"):
        return f"ri:0:{size - 1}:1"
    if name == "width":
        return f"riwidth{size}"
    if name == "nzcv":
        return "ri:0:15:1"
    if name in ("barrier_op", "prf_op"):
        return "rname"
    if mnem in ("tbz", "tbnz", "extr"):
        return f"ri:0:{size - 1}:1"
    bits = re.search(rf"\b{name}:(\d+)", entry["op"])
    if bits is None:
        return None
    if name == "immS":
        half = 1 << (int(bits[1]) - 1)
        return f"ri:{-half}:{half - 1}:1"
    return f"ri:0:{(1 << int(bits[1])) - 1}:1"


def _optional(token: str, entry: dict[str, Any], size: int) -> str | None:
    body = token[1:-1]
    if body.startswith("lsl|lsr|asr"):
        return f"?rS:lsl:lsr:asr:{size - 1}"
    if body.startswith("sop"):
        return f"?rS:lsl:lsr:asr:ror:{size - 1}"
    if body.startswith("lsl #n=0|12"):
        return "?rS:lsl=0=12"
    if body == "lsl #n" and "ImmWide" in entry.get("imm", ""):
        return "?rS:lsl=0=16" if size == 32 else "?rS:lsl=0=16=32=48"
    if body.startswith(("#imm=", "#isb_op", "#targets")):
        return "?rname"
    return None


def _memory(token: str, entry: dict[str, Any], access: str, unit: int, total: int) -> list[str] | None:
    """The alternatives of a memory operand; ``unit`` and ``total`` are its widths in bytes (one register, all)."""
    body, mode = re.sub(r"[@!{}]+$", "", token), re.search(r"[@!{}]*$", token)
    tail = mode[0] if mode else ""
    inside = body[1:-1]
    if inside == "Xn|SP":
        return [f"{access}mo:0:0:1"]
    if inside.startswith("PC"):
        return [access + "ml"]
    if inside == "Xn|SP, Xm":
        return [access + "mqx"]
    if re.match(r"^Xn\|SP, #off==?", inside):
        # The database has errors among these amounts. The amount is always the number of transferred bytes.
        return [f"{access}mq:{total}:{total}:1"]
    if "Rm" in inside:
        return [f"{access}mx:{unit.bit_length() - 1}"]
    offset = re.match(r"^Xn\|SP, #off([SZ])(?:\*(\d+))?$", inside)
    if offset is None:
        return None
    step = int(offset[2] or 1)
    field = re.search(r"off[SZ]:(\d+)", entry["op"])
    bits = int(field[1]) if field else 9
    if offset[1] == "Z":
        step = 8 if "prf" in entry.get("imm", "").lower() else step
        return [f"{access}mo:0:{((1 << bits) - 1) * step}:{step}/mo:-256:255:1"]
    if bits == 9:
        step = 1  # the database scales pre- and post-indexed offsets; the architecture does not
    low, high = -(1 << (bits - 1)) * step, ((1 << (bits - 1)) - 1) * step
    span = f"{low}:{high}:{step}"
    if tail == "{@}{!}":
        return [f"{access}mo:{span}/mp:{span}/mq:{span}"]
    if tail == "{!}":
        return [f"{access}mo:{span}/mp:{span}"]
    return [f"{access}m{ {'': 'o', '!': 'p', '@': 'q'}[tail] }:{span}"]


def _memory_access(mnem: str) -> str:
    if mnem.startswith(("prf", "rprfm")):
        return "n"
    if mnem.startswith(("cas", "swp", "ldadd", "ldclr", "ldeor", "ldset", "ldsm", "ldum")):
        return "m"
    if re.match(r"^st(add|clr|eor|set|smax|smin|umax|umin)", mnem):
        return "m"
    return "r" if mnem.startswith("ld") else "w"


def _bits(operand: str) -> int:
    kind = operand.lstrip("?")[1:]
    if kind in SCALAR_BITS:
        return SCALAR_BITS[kind]
    lane = re.match(r"^v\.([bhsd])\[", kind)
    if lane:
        return SCALAR_BITS[lane[1]]
    shape = re.match(r"^v\.(\d+)([bhsdq])$", kind)
    return int(shape[1]) * SCALAR_BITS[shape[2]] if shape else 0


def _sizes(mnem: str, operands: list[str]) -> tuple[int, int]:
    """Bits of one element and of everything that a memory operand of this row transfers."""
    data = [o for o in operands if _bits(o)]
    if mnem.startswith(("stlx", "stx")) and len(data) > 1:
        data = data[1:]
    if re.match(r"^(cas|swp|ld(add|clr|eor|set|smax|smin|umax|umin))", mnem) and "casp" not in mnem:
        data = data[:1]
    if mnem.startswith("casp"):
        data = data[:2]
    one = _bits(data[0]) if data else 0
    if not re.match(r"^(ld|st)\d", mnem):
        if mnem.endswith("b") or mnem in ("ldrsb", "ldursb", "ldtrsb"):
            one = 8
        elif mnem.endswith("h") and not mnem.startswith("ldapur" + "x"):
            one = 16
        elif mnem.endswith("sw"):
            one = 32
    return one, one * len(data)


def _arrangements(entry: dict[str, Any]) -> list[str]:
    if "ta" in entry and "tb" in entry:
        words = [f"{a}.{b}" for a, b in zip(entry["ta"].split(), entry["tb"].split())]
    else:
        words = (entry.get("ta.tb") or entry.get("t") or "").split()
    words = [w for w in words if "~" not in w]
    # Rows of the 64-bit (Q = 0) encoding that list the 128-bit shapes.
    if entry["op"][1:2] == "0" and words and all("." not in w for w in words) and words[0] in HALF:
        words = [HALF[w] for w in words if w in HALF]
    return [w.lower() for w in words]


def _rows(mnem: str, text: str, entry: dict[str, Any], ext: str) -> list[str]:
    """The rows of one database entry. Raises ValueError for an operand of unknown spelling."""
    operands: list[str] = []
    attributes: list[str] = []
    size = 64 if text.strip()[:1] in ("X", "D") else 32
    words = _arrangements(entry)
    extended: int | None = None
    tokens = [t for t in SPLIT.split(re.sub(r", \{uxtw[^}]*\}\]", "]", text.strip())) if t]
    pending: str | None = None
    for token in tokens:
        grouped = LIST.match(token)
        if grouped:
            count, register, shape, lane = int(grouped[1]), grouped[2], grouped[3], grouped[4]
            attributes.append(f"g={len(operands)}.{count}")
            one = _register(register + (f".{shape}" if shape else "") + (lane or ""))
            if one is None:
                raise ValueError(token)
            operands.extend([one] * count)
        elif token == "Rm":
            extended = len(operands)
            operands.append("rx")
        elif token == "{extend #n}":
            operands.append("?rE:lsl:uxtx:sxtx" if size == 64 else f"?rE:lsl:{EXTENDS_W}")
        elif token.startswith("["):
            pending = token
            operands.append("M")
        else:
            made = _register(token)
            if made is None and token.startswith("#"):
                made = _immediate(token, entry, size, mnem)
            if made is None and token.startswith("{"):
                made = _optional(token, entry, size)
            if made is None:
                raise ValueError(token)
            operands.append(made)
    if not attributes and (mnem in ("ld1", "st1") or mnem in ("tbl", "tbx")):
        attributes.append("g=0.1" if mnem in ("ld1", "st1") else "g=1.1")
    if operands and mnem in DEST_READ and operands[0][0] == "w":
        operands[0] = "m" + operands[0][1:]
    if re.match(r"^st(n?p|u?r)$", mnem):
        operands = ["r" + o[1:] if o[0] == "w" else o for o in operands]  # the database says that they are written
    if mnem.startswith("cas"):
        half = 2 if mnem.startswith("casp") else 1
        operands[:half] = ["m" + o[1:] for o in operands[:half]]
        operands[half : 2 * half] = ["r" + o[1:] for o in operands[half : 2 * half]]
    # 31 is the zero register in the destination of a flag-setting form and everywhere in a shifted-register form.
    shifted = any(o.startswith("?rS:lsl:lsr") for o in operands)
    if operands and (shifted or mnem in ("adds", "subs", "ands")):
        operands[0] = operands[0].replace("sp", "")
        if shifted:
            operands = [o.replace("wsp", "w").replace("xsp", "x") for o in operands]
    control = entry.get("control", "branch" if mnem in ("tbz", "tbnz") else "")
    if control:
        attributes.append({"jump": "j", "branch": "b", "call": "c", "return": "t"}[control])
    flags = _flags(entry.get("io", ""), any("cond" in o for o in operands))
    feature = SHAPE_FEATURES.get((mnem, words[0] if words else text.split(",")[0].partition(".")[2].lower()))
    feature = FEATURES[ext] if feature is None else feature
    variants = [operands]
    if pending is not None:
        variants = []
        choices = words or [""]
        for word in choices:
            shown = [_with(o, word) for o in operands]
            unit, total = _sizes(mnem, shown)
            if mnem == "prfm":
                unit = total = 64
            if mnem.endswith("r") and re.match(r"^ld\d", mnem):
                unit = {"b": 8, "h": 16, "s": 32, "d": 64}[word[-1]]
                total = unit * int(mnem[2])
            made_all = _memory(pending, entry, _memory_access(mnem), unit // 8, total // 8)
            if made_all is None:
                raise ValueError(pending)
            sized = f"size={unit}.{total}" if total != unit else f"size={unit}"
            if mnem.startswith("prf"):
                sized = "size=0"
            variants += [[o if o != "M" else m for o in shown] + ["\0" + sized] for m in made_all]
        words = []
    rows = []
    for variant in variants:
        extra = list(attributes)
        if variant and variant[-1].startswith("\0"):
            sized = variant[-1][1:]
            variant = variant[:-1]
            if not sized.endswith("=0"):
                extra.append(sized)
        rows.append("|".join((",".join(variant), flags, feature, " ".join(extra), " ".join(words))))
        if extended is not None and size == 64:
            narrow = list(variant)
            narrow[extended] = "rw"
            narrow[-1] = f"rE:{EXTENDS_W}"
            rows.append("|".join((",".join(narrow), flags, feature, " ".join(extra), " ".join(words))))
    return rows


def _with(operand: str, word: str) -> str:
    first, _, second = word.partition(".")
    return re.sub(r"v\.ta?\b", "v." + first, operand.replace("v.tb", "v." + (second or first)))


def _flags(io: str, conditional: bool) -> str:
    read = written = ""
    for item in io.split():
        name, _, how = item.partition("=")
        if name not in ("N", "Z", "C", "V"):
            continue
        if how in ("R", "X") and not conditional:
            read += name
        if how in ("W", "X", "0", "1"):
            written += name
    return " ".join(p + s for p, s in (("r", read), ("w", written)) if s)


def distil_aarch64(source: dict[str, Any]) -> dict[str, list[str]]:
    """mnemonic → rows. Raises ValueError for an operand of unknown form in a kept group."""
    rows: dict[str, list[str]] = {}
    for group in source["instructions"]:
        ext = group.get("ext", "")
        if group["category"].split()[0] in ("SVE", "SME") or ext not in FEATURES:
            continue
        for entry in group["data"]:
            names, _, text = entry["inst"].partition(" ")
            for mnem in names.split("|"):
                if mnem in DROP or ABSENT.match(mnem) or "fimm" in text or "ASimdLogicalImm" in entry.get("imm", ""):
                    continue
                if mnem in REPLACE and REPLACE[mnem][0] in ("*", ext):
                    continue
                fixed = _fix(mnem, text)
                conditions = CONDITIONS if mnem == "b.<cond>" else {"": ""}
                for name, reads in conditions.items():
                    full = mnem.replace("<cond>", name)
                    made = dict(entry, io="".join(f"{f}=R " for f in reads)) if name else entry
                    try:
                        lines = _rows(full, fixed, made, ext)
                    except ValueError as error:
                        raise ValueError(f"{entry['inst']}: operand {error} is not understood") from error
                    for line in lines:
                        if line not in rows.setdefault(full, []):
                            rows[full].append(line)
    for mnem, (_, lines) in REPLACE.items():
        rows.setdefault(mnem, []).extend(lines)
    for mnem, lines in ADD.items():
        rows.setdefault(mnem, []).extend(lines)
    return {mnem: lines for mnem, lines in rows.items() if lines}


def _fix(mnem: str, text: str) -> str:
    """Operand spellings that the database has wrong."""
    if mnem.startswith("ldset"):
        return text.replace("Xs, Wd", "Xs, Xd")
    if mnem in ("ldaxrh", "stlxrh", "stxrh"):
        return text.replace("Xd", "Wd").replace("Xs", "Ws")
    if mnem == "ldxp":
        return re.sub(r", #offS\*\d+\]", "]", text)
    if mnem in ("bif", "bit", "bsl"):
        return text.replace("Dx.8B", "Vx.8B")
    if mnem in ("crc32x", "crc32cx"):
        return "Wd, Wn, Xm"
    if mnem == "frecpx":
        return text.rpartition(",")[0]
    if mnem == "xpaclri":
        return ""
    if mnem == "usdot":
        return text.replace("Vm.tb", "Vm.8B" if "8B" in text else "Vm.16B")
    return text.replace("Vn.H[#idx]", "Vm.H[#idx]") if mnem.startswith("sqrdml") else text
