# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The x86 half of :mod:`generator.machines.distil`.

A row is ``modes|operands|flags|features|attributes``:

* modes: ``a`` both, ``x`` 32-bit code only, ``q`` 64-bit code only;
* operands, comma-separated: access ``r w m`` (m: read and written; ``n``: an address, not accessed), then the kinds
  with ``/`` between them, in ``<>`` where the assembler does not spell the operand. ``rv`` is r16 r32 r64, ``ry``
  r32 r64, ``xyz`` xmm ymm zmm and so on, all of one row stepping together;
* flags: words ``r…`` (read) ``w…`` (written) ``u…`` (left undefined) over the letters C P A Z S O D;
* features: ``+``-joined names; empty where every CPU of the architecture has it;
* attributes: ``e`` EVEX, ``l`` needs AVX512VL below 512 bits, ``k`` merging mask, ``z`` merging and zeroing mask,
  ``d`` mask that never reads the destination, ``g`` mandatory mask that is cleared, ``b`` branch, ``j`` jump,
  ``c`` call, ``t`` return.
"""

from __future__ import annotations

import re
from typing import Any

from generator.machines.x86.overrides import (
    ABSENT,
    ADD,
    DEST_READ,
    DROP,
    FLAGS,
    LATE_VEX,
    MNEM_FEATURES,
    ONLY_64,
    OPERANDS,
)

FEATURES = {
    "I486": "", "ADX": "adx", "BMI": "bmi1", "BMI2": "bmi2", "CLFLUSH": "", "CMOV": "cmov", "CMPXCHG8B": "",
    "CMPXCHG16B": "cx16", "LAHFSAHF": "lahf_lm", "LZCNT": "lzcnt", "MOVBE": "movbe", "POPCNT": "popcnt",
    "RDRAND": "rdrand", "RDSEED": "rdseed", "RDTSC": "", "RDTSCP": "rdtscp", "RDPID": "rdpid",
    "CLFLUSHOPT": "clflushopt", "CLWB": "clwb", "MOVDIRI": "movdiri", "MOVDIR64B": "movdir64b",
    "PREFETCHW": "prefetchw", "SERIALIZE": "serialize", "XSAVE": "xsave", "CMPCCXADD": "cmpccxadd",
    "SSE": "sse", "SSE2": "sse2", "SSE3": "sse3", "SSSE3": "ssse3", "SSE4_1": "sse4.1", "SSE4_2": "sse4.2",
    "SSE4A": "sse4a", "AESNI": "aes", "GFNI": "gfni", "PCLMULQDQ": "pclmul", "SHA": "sha", "AVX": "avx",
    "AVX2": "avx2", "VAES": "vaes", "F16C": "f16c", "FMA": "fma", "VPCLMULQDQ": "vpclmulqdq",
    "AVX_IFMA": "avxifma", "AVX_NE_CONVERT": "avxneconvert", "SHA512": "sha512", "SM3": "sm3", "SM4": "sm4",
    "AVX_VNNI": "avxvnni", "AVX_VNNI_INT8": "avxvnniint8", "AVX_VNNI_INT16": "avxvnniint16",
    "AVX512_F": "avx512f", "AVX512_DQ": "avx512dq", "AVX512_BW": "avx512bw", "AVX512_CD": "avx512cd",
    "AVX512_IFMA": "avx512ifma", "AVX512_VPOPCNTDQ": "avx512vpopcntdq", "AVX512_VBMI": "avx512vbmi",
    "AVX512_VBMI2": "avx512vbmi2", "AVX512_VNNI": "avx512vnni", "AVX512_BITALG": "avx512bitalg",
    "AVX512_VP2INTERSECT": "avx512vp2intersect", "AVX512_BF16": "avx512bf16", "AVX512_FP16": "avx512fp16",
}  # fmt: skip
"""asmjit's extension → this project's feature name, empty if even the oldest supported CPU has the feature.

Groups of other extensions are dropped: x87, MMX, AMX, APX, AVX10.2, virtualisation, and dead ones (XOP …).
"""

CONTROL = {"call": "c", "jmp": "j", "ret": "t", "jecxz": "b", "loop": "b", "loope": "b", "loopne": "b"}
BAD_KIND = re.compile(r"sreg|creg|dreg|moff|^[cdefgs]s$|m16_|bnd|mib|tmm|k\+1|^mm|rel8|rel16|^1$|immu32|^[^<].*\(")
ROW = re.compile(r"^(?:\[[^\]]*\]\s*)?([a-z0-9]+)\s*(.*)$")


def _operand(text: str) -> tuple[str, str] | None:
    """asmjit's operand → (this table's operand, mask attribute). None for an operand of a kind that is not kept."""
    mask = ""
    found = re.search(r"\{(kz|k)\}", text)
    if found:
        mask = "z" if found[1] == "kz" else "k"
    text = re.sub(r"\{[a-z]+\}", "", text).strip()
    access = "r"
    prefix = re.match(r"^([RrWwXx]):", text)
    partial = False
    if prefix:
        access = {"r": "r", "w": "w", "x": "m"}[prefix[1].lower()]
        partial = prefix[1] == "w"
        text = text[2:]
    text = text.replace("~", "").strip()
    # A lower-case "w:" of part of a vector register keeps the rest. The old value is then an input.
    if partial and "[" in text and "mm" in text.split("/")[0]:
        access = "m"
    text = re.sub(r"\[\d+:\d+\]", "", text)
    if BAD_KIND.search(text):
        return None
    return access + text, mask


def _flags(io: str, mnem: str, operands: str) -> str:
    override = FLAGS.get(mnem)
    if override is not None:
        return override
    read, written, undefined = "", "", ""
    for item in io.split():
        name, _, how = item.partition("=")
        if name not in {"CF", "PF", "AF", "ZF", "SF", "OF", "DF"}:
            continue
        letter = name[0]
        if how in ("R", "X"):
            read += letter
        if how in ("W", "X", "0", "1"):
            written += letter
        if how == "U":
            undefined += letter
    words = [p + "".join(sorted(s)) for p, s in (("r", read), ("w", written), ("u", undefined)) if s]
    return " ".join(words)


def _row(mode: str, text: str, ext: str, entry: dict[str, Any]) -> tuple[str, str] | None:
    """(mnemonic, row) of one database entry. None for an entry that is not kept."""
    match = ROW.match(text)
    if match is None:
        return None
    mnem, rest = match[1], match[2]
    if mnem in DROP:
        return None
    features = []
    for part in ext.split():
        if part not in FEATURES:
            return None
        if FEATURES[part]:
            features.append(FEATURES[part])
    features = MNEM_FEATURES.get(mnem, features)
    attributes = ""
    op = entry["op"]
    if "EVEX" in op and not mnem.startswith("k"):
        attributes += "e"
        if entry.get("vl") == "xy":
            attributes += "l"
    operands = []
    for item in filter(None, (o.strip() for o in rest.split(","))):
        if item.startswith("rel32"):
            operands.append("rlabel")
            continue
        made = _operand(item)
        if made is None:
            return None
        operands.append(made[0])
        if made[1]:
            attributes += made[1]
    if "vm" in rest and "{k}" in rest:
        attributes = attributes.replace("k", "g")
    if entry.get("k") in ("zeroing", "blend"):
        attributes = re.sub("[kz]", "d", attributes)
    if mnem in CONTROL:
        attributes += CONTROL[mnem]
    elif mnem[0] == "j":
        attributes += "b"
    if mnem in DEST_READ:
        operands[0] = "m" + operands[0][1:]
    ops = ",".join(operands)
    if (mnem, ops) in ABSENT:
        return None
    ops = OPERANDS.get(mnem, {}).get(ops, ops)
    code = {"any": "a", "x86": "x", "x64": "q"}[mode]
    if mnem in ONLY_64 or re.match(r"^cmp\w+xadd$", mnem):
        code = "q"
    return mnem, "|".join((code, ops, _flags(entry.get("io", ""), mnem, ops), "+".join(features), attributes))


def distil_x86(source: dict[str, Any]) -> dict[str, list[str]]:
    """mnemonic → rows, aliases included (an alias holds ``=name``)."""
    rows: dict[str, list[str]] = {}
    for group in source["instructions"]:
        if group.get("privilege") or "FPU" in group["category"] or "VIRTUAL" in group["category"]:
            continue
        if "MMX" in group["category"]:
            continue
        for entry in group["instructions"]:
            if entry.get("privilege") or entry.get("alt") or "apx" in entry or "___" in entry:
                continue
            mode = next(m for m in ("any", "x86", "x64") if m in entry)
            made = _row(mode, entry[mode], entry.get("ext", group.get("ext", "")), entry)
            if made is not None and made[1] not in rows.setdefault(made[0], []):
                rows[made[0]].append(made[1])
    for some in rows.values():
        if any("e" in row.split("|")[4] for row in some):
            some[:] = [row for row in some if row.split("|")[3] not in LATE_VEX]
    for mnem, extra in ADD.items():
        rows.setdefault(mnem, []).extend(extra)
    for name, alias in source["aliases"].items():
        if rows.get(name):
            for other in alias["aliases"]:
                rows[other] = [f"={name}"]
    return {mnem: lines for mnem, lines in rows.items() if lines}
