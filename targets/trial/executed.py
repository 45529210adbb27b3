# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The instructions that a call of a kernel executes, for :mod:`targets.trial.timing`.

An emulator executes the code of the generated files. Vector instructions that it does not know are passed over: no
branch of a kernel depends on data but for RC4's, whose speed no model tells.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import capstone
import unicorn
from capstone import CS_AC_READ, CS_AC_WRITE
from unicorn import arm64_const, x86_const

import targets
from generator.lang.contract import Kernel
from proof import x86_decode
from targets.toolchain.assemble import assemble
from targets.toolchain.link import image_library
from targets.trial.timing import Step
from targets.trial.trace import elf_image

ROOT = Path(__file__).resolve().parents[2]
TRIPLES = {"x86_64": "x86_64-linux-gnu", "x86": "i686-linux-gnu", "aarch64": "aarch64-linux-gnu"}
_CODE, _DATA, _STACK, _END = 0x10_0000, 0x1000_0000, 0x2000_0000, 0x3000_0000
_ROOM, _DEEP, _MOST = 0x4_0000, 0x4_0000, 2_000_000
_WORD = {"x86_64": 8, "x86": 4, "aarch64": 8}
_ENGINES = {
    "x86_64": (unicorn.UC_ARCH_X86, unicorn.UC_MODE_64, capstone.CS_ARCH_X86, capstone.CS_MODE_64),
    "x86": (unicorn.UC_ARCH_X86, unicorn.UC_MODE_32, capstone.CS_ARCH_X86, capstone.CS_MODE_32),
    "aarch64": (unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM, capstone.CS_ARCH_ARM64, capstone.CS_MODE_ARM),
}
_ARGUMENTS = {
    "x86_64": [getattr(x86_const, f"UC_X86_REG_{name}") for name in "RDI RSI RDX RCX R8 R9".split()],
    "x86": [],
    "aarch64": [getattr(arm64_const, f"UC_ARM64_REG_X{n}") for n in range(8)],
}


class Machine:
    """The generated functions of an architecture in an emulator."""

    def __init__(self, arch: str) -> None:
        self.arch, self._word = arch, _WORD[arch]
        target = targets.load(TRIPLES[arch])
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            sources = sorted((ROOT / "generated" / arch / "gas").glob("*.S"))
            made = [assemble(target, "gas", path, folder / f"{path.stem}.o") for path in sources]
            image = elf_image(image_library(target, made, folder))
        self._symbols = image.symbols
        engine: Any = unicorn
        arch_, mode, reader, reading = _ENGINES[arch]
        self._core: Any = engine.Uc(arch_, mode)
        maker: Any = capstone.Cs
        self._reader: Any = maker(reader, reading)
        self._reader.detail = True
        self._content = image.content
        if arch == "aarch64":
            self._core.ctl_set_cpu_model(arm64_const.UC_CPU_ARM64_MAX)
        self._core.mem_map(_CODE, (len(image.content) + 0xFFFF) & ~0xFFFF)
        self._core.mem_write(_CODE, image.content)
        for place, size in ((_DATA, 16 * _ROOM), (_STACK, _DEEP), (_END, 0x1000)):
            self._core.mem_map(place, size)
        if arch == "aarch64":
            self._core.reg_write(arm64_const.UC_ARM64_REG_CPACR_EL1, 0x300000)
        else:
            self._core.hook_add(unicorn.UC_HOOK_INSN_INVALID, self._pass_over)
        self._core.hook_add(unicorn.UC_HOOK_CODE, lambda _, at, *rest: self._path.append(at - _CODE))
        self._path: list[int] = []
        self.step = cache(self._step)

    def _pass_over(self, core: Any, _: Any) -> bool:
        at = core.reg_read(self._counter)
        core.reg_write(self._counter, at + self._decoded(at - _CODE).size)
        return True

    @property
    def _counter(self) -> int:
        return {
            "x86_64": x86_const.UC_X86_REG_RIP, "x86": x86_const.UC_X86_REG_EIP,
            "aarch64": arm64_const.UC_ARM64_REG_PC,
        }[self.arch]  # fmt: skip

    @property
    def _stack(self) -> int:
        return {
            "x86_64": x86_const.UC_X86_REG_RSP, "x86": x86_const.UC_X86_REG_ESP, "aarch64": arm64_const.UC_ARM64_REG_SP,
        }[self.arch]  # fmt: skip

    def _decoded(self, at: int) -> Any:
        one = next(self._reader.disasm(self._content[at : at + 16], at, 1), None)
        return one or x86_decode.known(self._content, at, 8 * self._word)

    def call(self, kernel: Kernel, variant: str, numbers: Mapping[str, int]) -> list[Step]:
        """The instructions of a call with these numbers, over buffers of zeros."""
        core, values = self._core, list[int]()
        for n, (param, arg) in enumerate(zip(kernel.params, kernel.args)):
            place = _DATA + n * _ROOM
            values.append(place if arg.access or param.type == "ptr" else numbers[arg.name])
            if param.messages:
                size = (_ROOM - 0x1000) // param.messages & ~63
                pointers = [place + 0x1000 + size * message for message in range(param.messages)]
                core.mem_write(place, b"".join(one.to_bytes(self._word, "little") for one in pointers))
        known = _ARGUMENTS[self.arch]
        stack = _STACK + _DEEP - 0x2000
        rest = values[len(known) :]
        if self.arch == "aarch64":
            core.reg_write(arm64_const.UC_ARM64_REG_X30, _END)
        else:
            rest = [_END, *rest]
        core.mem_write(stack, b"".join(one.to_bytes(self._word, "little") for one in rest))
        core.reg_write(self._stack, stack)
        for register, value in zip(known, values):
            core.reg_write(register, value)
        self._path = []
        core.emu_start(_CODE + self._symbols[f"loom_{kernel.name}_{variant}"], _END, count=_MOST)
        assert core.reg_read(self._counter) == _END, f"{kernel.name}_{variant}: no end"
        return [self.step(at) for at in self._path]

    def _step(self, at: int) -> Step:
        one = self._decoded(at)
        reads, writes = ([one.reg_name(name) for name in names] for names in one.regs_access())
        make = _x86 if self.arch != "aarch64" else _arm
        return make(one, reads, writes)


_WHOLE = {"al": "ax", "ah": "ax", "bl": "bx", "bh": "bx", "cl": "cx", "ch": "cx", "dl": "dx", "dh": "dx"}


def _register(name: str) -> str:
    """The whole register."""
    if name[1:2] == "mm" or re.fullmatch(r"[xyz]mm\d+", name):
        return "v" + name[3:]
    if re.fullmatch(r"r\d+[dwb]?", name):
        return name.rstrip("dwb")
    if re.fullmatch(r"[re]?(ax|bx|cx|dx|si|di|bp|sp)", name):
        return name[-2:]
    return _WHOLE.get(name, name)


_KINDS_X86 = (
    ("aes", r"v?aes(enc|dec|enclast|declast)"), ("aesimc", r"v?aesimc"), ("aeskey", r"v?aeskeygenassist"),
    ("sha1rnds4", "sha1rnds4"), ("sha1nexte", "sha1nexte"), ("sha1msg1", "sha1msg1"), ("sha1msg2", "sha1msg2"),
    ("sha256rnds2", "sha256rnds2"), ("sha256msg1", "sha256msg1"), ("sha256msg2", "sha256msg2"),
    ("sha512", r"vsha512\w+"), ("clmul", r"v?pclmul\w+"),
    ("vtern", r"vpternlog[dq]"), ("vrot", r"vpro[lr]v?[dq]"), ("vmul", r"v?pmuludq|vpmadd52[lh]uq"),
    ("vmul", r"vgf2p8affineqb"),  # on the multiplier's ports, with a shorter latency
    ("vlogic", r"v?p(xor|or|and|andn)[dq]?|v?(xor|and|or|andn)p[sd]|v?pblend(d|vb)|vpblendm[dq]"),
    ("vshift", r"v?ps(ll|rl|ra)v?[dqw]"), ("vadd", r"v?p(add|sub|cmpeq|cmpgt|cmpu?)\w+|vptest\w+"),
    ("vlane", r"vperm\w*|v(insert|extract)[if]\d\w*|vshuf[if]\d+x\d|vbroadcast[if]\d+x\d|vpmov\w+|valign[dq]"),
    ("vmove", r"v?movdq[au]\d*|v?mov[au]p[sd]|v?lddqu"),
    ("vfrom", r"v?mov[dq]|v?pinsr[bwdq]|v?pextr[bwdq]|v?pmovmskb|kmov\w"),
    ("vshuffle", r"v?pshuf(b|d|lw|hw)|v?palignr|v?punpck\w+|v?pblendw|v?unpck\w+|v?shufp[sd]|v?ps(ll|rl)dq"),
    ("vshuffle", r"v?mov(hlp|lhp|h|l|ddu)\w*|v?p?broadcast\w+|k\w+"),
    ("none", r"vzeroupper|vzeroall|nop\w*|endbr\d\d|.fence"), ("mul", r"i?mulx?"), ("adc", "ad[co]x?|sbb"),
    ("rotate", r"ro[lr]x?|s[ah][lr]x?|sh[lr]d|rc[lr]"), ("move", "mov|movabs"), ("branch", r"j\w+|call|ret"),
    ("alu", r"add|sub|xor|and|or|not|neg|inc|dec|lea|cmp|test|bswap|mov(zx|sx|sxd|be)|andn|cmov\w+|set\w+|bt|xchg"),
    ("alu", r"push|pop"),
)  # fmt: skip


def _kind(mnemonic: str, kinds: Sequence[tuple[str, str]]) -> str:
    kind = next((kind for kind, pattern in kinds if re.fullmatch(pattern, mnemonic)), None)
    assert kind is not None, f"no kind of instruction for {mnemonic}"
    return kind


def _x86(one: Any, reads: list[str], writes: list[str]) -> Step:
    kind = _kind(one.mnemonic.removeprefix("notrack ").split()[-1], _KINDS_X86)
    memory = [item for item in one.operands if item.type == capstone.x86.X86_OP_MEM and kind != "none"]
    vectors = [n for n in re.findall(r"\b([xyz])mm", one.op_str)]
    bits = max(({"x": 128, "y": 256, "z": 512}[n] for n in vectors), default=0)
    address, place = [], ""
    loads = stores = False
    for item in memory if one.mnemonic != "lea" else ():
        names = [one.reg_name(n) for n in (item.mem.base, item.mem.index) if n]
        address = [_register(name) for name in names]
        if address == ["sp"]:
            place = f"{item.mem.disp}"
        access = item.access or (CS_AC_WRITE if one.op_str.find("[") < one.op_str.find(",") else CS_AC_READ)
        loads |= bool(access & CS_AC_READ)
        stores |= bool(access & CS_AC_WRITE)
    if one.mnemonic in ("push", "pop", "ret", "call"):
        loads, stores = one.mnemonic in ("pop", "ret"), one.mnemonic in ("push", "call")
        reads, writes = [n for n in reads if "sp" not in n], [n for n in writes if "sp" not in n]
    own = [_register(n) for n in reads if not n.endswith(("ip", "flags"))]
    result = [_register(n) for n in writes if not n.endswith(("ip", "flags"))]
    data = [n for n in own if n not in address or sum(n == _register(r) for r in reads) > 1] if address else own
    flags_in = {"adcx": ["cf"], "adox": ["of"], "adc": ["cf"], "sbb": ["cf"]}
    flags_out = {"adcx": ["cf"], "adox": ["of"], "inc": ["of"], "dec": ["of"], "mulx": [], "rorx": []}
    if any("flags" in n for n in reads):
        data += flags_in.get(one.mnemonic, ["cf", "of"])
    if any("flags" in n for n in writes):
        result += flags_out.get(one.mnemonic, ["cf", "of"])
    if one.mnemonic in ("adcx", "adox"):
        data += [n for n in result if n not in ("cf", "of")]
    parts = [part.strip() for part in one.op_str.split(",")]
    if not memory and kind in ("move", "vmove"):
        kind = "eliminated" if kind == "move" else "veliminated"
        if "{" in one.op_str:
            kind = "vlogic"  # by a mask
        elif kind == "eliminated" and not re.fullmatch(r"[a-z]\w*", parts[-1]):
            kind = "alu"  # of a number
    elif memory and kind in ("move", "vmove", "vfrom") and not re.match("v?p(ins|ext)r", one.mnemonic):
        kind = "none"
    if kind in ("vlogic", "alu", "vadd") and one.mnemonic.lstrip("vp").startswith(("xor", "sub")) and not memory:
        if parts[-1] == parts[-2] and (len(parts) > 2 or parts[0] == parts[1]):
            kind, data = "none", []
    if kind == "branch" and not memory and one.mnemonic not in ("call", "ret"):
        result = []
    return Step(kind, bits, tuple(dict.fromkeys(data)), tuple(result), tuple(address), loads, stores, place)


_KINDS_ARM = (
    ("aes", r"aes(e|d)"), ("aesmc", r"aesi?mc"), ("sha1h", "sha1h"), ("sha1c", "sha1[cpm]"), ("sha1su", r"sha1su\d"),
    ("sha256h", r"sha256h2?"), ("sha256su0", "sha256su0"), ("sha256su1", "sha256su1"),
    ("sha512h", r"sha512h2?"), ("sha512su", r"sha512su\d"), ("eor3", r"eor3|bcax|rax1|xar"),
    ("branch", r"b|b\..*|bl|ret|cbn?z|tbn?z|br|blr"), ("none", r"nop|hint|bti|paci\w+|auti\w+"),
    ("mul", r"mul|umulh|madd|msub|umull|umaddl|mneg|smull|smulh|umaddl"),
    ("rotate", r"ror|ror?v|extr|lsl|lsr|asr|[us]bf\w+|bfi|bfxil|bfm|[us]xt\w"),
    ("loads", r"ld\w+"), ("stores", r"st\w+"),
    ("adc", r"adcs?|sbcs?|ngcs?"), ("move", r"mov|movz|movk|movn|adr|adrp"),
    ("alu", r"adds?|subs?|cmp|cmn|eor|eon|orr|orn|ands?|bics?|tst|mvn|negs?|cs\w+|cset\w*|cinc|ccmp|rev\w*|clz|cneg"),
)  # fmt: skip
_KINDS_NEON = (
    ("vrot", r"shl|[us]shr|sli|sri|[us]sra|[us]shl|shrn\d?|[us]shll2?|xtn2?"),
    ("vadd", r"add|sub|cm\w+|[us]min|[us]max|addp|abs|neg|addv"),
    ("vmul", r"mul|umull2?|umlal2?|mla|pmull2?|sqdmul\w*"),
    ("vshuffle", r"tb[lx]|ext|zip\d|uzp\d|trn\d|rev\d\d|dup|ins|mov|umov|smov|fmov"),
    ("vlogic", r"eor|and|orr|bic|orn|mvn|not|bsl|bit|bif|movi|mvni"),
)  # fmt: skip


def _arm(one: Any, reads: list[str], writes: list[str]) -> Step:
    name = one.mnemonic
    vector = bool(re.search(r"\bv\d+|\b[qds]\d+\b", one.op_str))
    crypto = next((kind for kind, pattern in _KINDS_ARM[:12] if re.fullmatch(pattern, name)), None)
    loads, stores = name.startswith("ld"), name.startswith("st")
    if crypto is not None:
        kind = crypto
    elif loads or stores:
        kind = "none"
    else:
        kind = _kind(name, _KINDS_NEON if vector else _KINDS_ARM)
    bits = 128 if vector else 0
    memory = [item for item in one.operands if item.type == capstone.arm64.ARM64_OP_MEM]
    address, place = [], ""
    for item in memory:
        address = [_whole(one.reg_name(n)) for n in (item.mem.base, item.mem.index) if n]
        if address == ["sp"] and not one.writeback:
            place = str(item.mem.disp)
    own = [_whole(n) for n in reads]
    result = [_whole(n) for n in writes]
    data = [n for n in own if n not in address or (stores and own.count(n) > 1)]
    if kind == "move" and re.fullmatch(r"[xw]\d+, [xw]\d+", one.op_str):
        kind = "eliminated"
    if kind == "vlogic" and name in ("movi", "eor") and len(set(own)) <= 1 and name == "eor" and own.count(own[0]) == 2:
        data = []
    return Step(kind, bits, tuple(dict.fromkeys(data)), tuple(result), tuple(address), loads, stores, place)


def _whole(name: str) -> str:
    if re.fullmatch(r"[bhsdqv]\d+", name):
        return "v" + name[1:]
    return "x" + name[1:] if re.fullmatch(r"[wx]\d+", name) else name
