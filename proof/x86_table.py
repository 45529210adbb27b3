# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""x86: the encodings of the instructions that have a meaning, by Intel's manual. Each says which kinds of operands an
instruction may have, of which sizes, and which prefixes.

A row is a name, an opcode, operands, and what else must hold. An opcode is a mandatory prefix, a map and a byte, and
``/n`` for bits 3 to 5 of ModRM, or ``+`` for a register in the byte. An operand is a letter and its size:

    E, W  general or vector register of ModRM, or memory    R, U  the register alone       M   memory alone
    G, V  register of ModRM's bits 3 to 5                   B, H  register of VEX's vvvv   Z   register in the opcode
    K, N  mask of ModRM's bits 3 to 5, of its lowest bits   A, C  al, ax, eax, rax; cl     1   the number one
    I     immediate                                         J     distance of a branch
    L     vector register of an immediate's upper bits      =6    a byte that is no operand of its own

    b w d q  8 to 64 bits        v  16, 32 or 64 bits       y  32 or 64 bits     p  an address's bits
    o h x    128, 256, VEX's L   s  8 bits, sign-extended   z  as v, at most 32 bits
    two letters: of a register, and of memory; n: of no size
"""

from __future__ import annotations

from dataclasses import dataclass, replace

CONDITIONS = {"b": 2, "ae": 3, "e": 4, "ne": 5, "be": 6, "a": 7, "s": 8, "ns": 9, "l": 12, "ge": 13, "le": 14, "g": 15}
WORDS = """
mov 88 Eb,Gb; 89 Ev,Gv; 8A Gb,Eb; 8B Gv,Ev; C6/0 Eb,Ib; C7/0 Ev,Iz; B0+ Zb,Ib; B8+ Zz,Iz
movabs B8+ Zq,Iq 64
movzx 0F.B6 Gv,Eb; 0F.B7 Gy,Ew
movsx 0F.BE Gv,Eb; 0F.BF Gy,Ew
movsxd 63 Gq,Ed 64
lea 8D Gv,Mn
test 84 Eb,Gb; 85 Ev,Gv; A8 Ab,Ib; A9 Av,Iz; F6/0 Eb,Ib; F7/0 Ev,Iz
not F6/2 Eb; F7/2 Ev
neg F6/3 Eb; F7/3 Ev
mul F7/4 Ey
imul 0F.AF Gv,Ev; 6B Gv,Ev,Is; 69 Gv,Ev,Iz
inc FE/0 Eb; FF/0 Ev; 40+ Zz 32
dec FE/1 Eb; FF/1 Ev; 48+ Zz 32
bt 0F.BA/4 Ev,Ib
bsf 0F.BC Gy,Ey
bsr 0F.BD Gy,Ey
lzcnt F3.0F.BD Gv,Ev
tzcnt F3.0F.BC Gv,Ev
popcnt F3.0F.B8 Gv,Ev
crc32 F2.0F38.F0 Gd,Eb; F2.0F38.F1 Gd,Ev W0; F2.0F38.F1 Gq,Eq
shld 0F.A4 Ev,Gv,Ib; 0F.A5 Ev,Gv,Cb
shrd 0F.AC Ev,Gv,Ib; 0F.AD Ev,Gv,Cb
adcx 66.0F38.F6 Gy,Ey
adox F3.0F38.F6 Gy,Ey
bswap 0F.C8+ Zy
movbe 0F38.F0 Gv,Mv; 0F38.F1 Mv,Gv
xchg 86 Eb,Gb; 87 Ev,Gv; 90+ Zv,Av
push 50+ Zp; 68 Iz; 6A Is; FF/6 Ep
pop 58+ Zp; 8F/0 Ep
ret C3
jmp EB Js; E9 Jd
call E8 Jd
prefetchnta 0F.18/0 Mn
prefetcht0 0F.18/1 Mn
prefetcht1 0F.18/2 Mn
nop 90 nop; 0F.1F/0 Mn nop
endbr64 F3.0F.1E=FA
endbr32 F3.0F.1E=FB
cdqe 98 W1
"""
BMI = """
andn 0F38.F2 Gy,By,Ey
shlx 66.0F38.F7 Gy,Ey,By
shrx F2.0F38.F7 Gy,Ey,By
sarx F3.0F38.F7 Gy,Ey,By
rorx F2.0F3A.F0 Gy,Ey,Ib
mulx F2.0F38.F6 Gy,By,Ey
"""
VECTORS = """
movdqa 66.0F.6F Vx,Wx s v | 66.0F.7F Wx,Vx s v
movdqu F3.0F.6F Vx,Wx s v | F3.0F.7F Wx,Vx s v
movups 0F.10 Vx,Wx s v e0 | 0F.11 Wx,Vx s v e0
movaps 0F.28 Vx,Wx s v e0 | 0F.29 Wx,Vx s v e0
lddqu F2.0F.F0 Vx,Mx s v
vmovdqa32 66.0F.6F Vx,Wx e | 66.0F.7F Wx,Vx e
vmovdqa64 66.0F.6F Vx,Wx e1 | 66.0F.7F Wx,Vx e1
vmovdqu32 F3.0F.6F Vx,Wx e | F3.0F.7F Wx,Vx e
vmovdqu64 F3.0F.6F Vx,Wx e1 | F3.0F.7F Wx,Vx e1
vmovdqu8 F2.0F.6F Vx,Wx e0 | F2.0F.7F Wx,Vx e0
movd 66.0F.6E Vo,Ed s0 v0L0 e0L0 | 66.0F.7E Ed,Vo s0 v0L0 e0L0
movq 66.0F.6E Vo,Eq s1 v1L0 e1L0 | 66.0F.7E Eq,Vo s1 v1L0 e1L0
movq F3.0F.7E Vo,Woq s vL0 e1L0 | 66.0F.D6 Woq,Vo s vL0 e1L0
pxor 66.0F.EF Vx,Hx,Wx s v
pand 66.0F.DB Vx,Hx,Wx s v
por 66.0F.EB Vx,Hx,Wx s v
pandn 66.0F.DF Vx,Hx,Wx s v
xorps 0F.57 Vx,Hx,Wx s v e0b
andps 0F.54 Vx,Hx,Wx s v e0b
orps 0F.56 Vx,Hx,Wx s v e0b
andnps 0F.55 Vx,Hx,Wx s v e0b
vpxord 66.0F.EF Vx,Hx,Wx e0b
vpandd 66.0F.DB Vx,Hx,Wx e0b
vpord 66.0F.EB Vx,Hx,Wx e0bk
vpandnd 66.0F.DF Vx,Hx,Wx e0b
vpxorq 66.0F.EF Vx,Hx,Wx e1b
vpandq 66.0F.DB Vx,Hx,Wx e1b
vporq 66.0F.EB Vx,Hx,Wx e1bk
vpandnq 66.0F.DF Vx,Hx,Wx e1b
paddb 66.0F.FC Vx,Hx,Wx s v e
paddw 66.0F.FD Vx,Hx,Wx s v e
paddd 66.0F.FE Vx,Hx,Wx s v e0b
paddq 66.0F.D4 Vx,Hx,Wx s v e1b
psubb 66.0F.F8 Vx,Hx,Wx s v e
psubw 66.0F.F9 Vx,Hx,Wx s v e
psubd 66.0F.FA Vx,Hx,Wx s v e0b
psubq 66.0F.FB Vx,Hx,Wx s v e1b
pcmpeqb 66.0F.74 Vx,Hx,Wx s v | 66.0F.74 Kn,Hx,Wx e
pcmpeqw 66.0F.75 Vx,Hx,Wx s v | 66.0F.75 Kn,Hx,Wx e
pcmpeqd 66.0F.76 Vx,Hx,Wx s v | 66.0F.76 Kn,Hx,Wx e0b
pcmpeqq 66.0F38.29 Vx,Hx,Wx s v | 66.0F38.29 Kn,Hx,Wx e1b
pcmpgtb 66.0F.64 Vx,Hx,Wx s v | 66.0F.64 Kn,Hx,Wx e
pcmpgtw 66.0F.65 Vx,Hx,Wx s v | 66.0F.65 Kn,Hx,Wx e
pcmpgtd 66.0F.66 Vx,Hx,Wx s v | 66.0F.66 Kn,Hx,Wx e0b
pcmpgtq 66.0F38.37 Vx,Hx,Wx s v | 66.0F38.37 Kn,Hx,Wx e1b
vpcmpnleub 66.0F3A.3E Kn,Hx,Wx,=6 e0
vpcmpnleuw 66.0F3A.3E Kn,Hx,Wx,=6 e1
vpcmpnleud 66.0F3A.1E Kn,Hx,Wx,=6 e0b
vpcmpnleuq 66.0F3A.1E Kn,Hx,Wx,=6 e1b
vpblendvb 66.0F3A.4C Vx,Hx,Wx,Lx v0
pminub 66.0F.DA Vx,Hx,Wx s v e
pmaxub 66.0F.DE Vx,Hx,Wx s v e
pminsw 66.0F.EA Vx,Hx,Wx s v e
pmaxsw 66.0F.EE Vx,Hx,Wx s v e
pminsb 66.0F38.38 Vx,Hx,Wx s v e
pminsd 66.0F38.39 Vx,Hx,Wx s v e0b
pminuw 66.0F38.3A Vx,Hx,Wx s v e
pminud 66.0F38.3B Vx,Hx,Wx s v e0b
pmaxsb 66.0F38.3C Vx,Hx,Wx s v e
pmaxsd 66.0F38.3D Vx,Hx,Wx s v e0b
pmaxuw 66.0F38.3E Vx,Hx,Wx s v e
pmaxud 66.0F38.3F Vx,Hx,Wx s v e0b
psubusb 66.0F.D8 Vx,Hx,Wx s v e
psubusw 66.0F.D9 Vx,Hx,Wx s v e
packsswb 66.0F.63 Vx,Hx,Wx s v e
packuswb 66.0F.67 Vx,Hx,Wx s v e
packssdw 66.0F.6B Vx,Hx,Wx s v e0b
packusdw 66.0F38.2B Vx,Hx,Wx s v e0b
pmovsxbw 66.0F38.20 Vo,Woq s vL0 eL0
pmovsxwd 66.0F38.23 Vo,Woq s vL0 eL0
pmovsxdq 66.0F38.25 Vo,Woq s vL0 e0L0
pmovzxbw 66.0F38.30 Vo,Woq s vL0 eL0
pmovzxwd 66.0F38.33 Vo,Woq s vL0 eL0
pmovzxdq 66.0F38.35 Vo,Woq s vL0 e0L0
pmullw 66.0F.D5 Vx,Hx,Wx s v e
pmulld 66.0F38.40 Vx,Hx,Wx s v e0b
vpmullq 66.0F38.40 Vx,Hx,Wx e1b
pmulhw 66.0F.E5 Vx,Hx,Wx s v e
pmulhuw 66.0F.E4 Vx,Hx,Wx s v e
pmaddwd 66.0F.F5 Vx,Hx,Wx s v e
pclmulqdq 66.0F3A.44 Vx,Hx,Wx,Ib s v e
vpdpbusd 66.0F38.50 Vx,Hx,Wx e0b
pmuludq 66.0F.F4 Vx,Hx,Wx s v e1b
pmuldq 66.0F38.28 Vx,Hx,Wx s v e1b
pshufb 66.0F38.00 Vx,Hx,Wx s v e
punpcklbw 66.0F.60 Vx,Hx,Wx s v e
punpcklwd 66.0F.61 Vx,Hx,Wx s v e
punpckldq 66.0F.62 Vx,Hx,Wx s v e0b
punpcklqdq 66.0F.6C Vx,Hx,Wx s v e1b
punpckhbw 66.0F.68 Vx,Hx,Wx s v e
punpckhwd 66.0F.69 Vx,Hx,Wx s v e
punpckhdq 66.0F.6A Vx,Hx,Wx s v e0b
punpckhqdq 66.0F.6D Vx,Hx,Wx s v e1b
movlhps 0F.16 Vo,Ho,Uo s vL0 e0L0
aesimc 66.0F38.DB Vo,Wo s vL0
aesenc 66.0F38.DC Vx,Hx,Wx s v e
aesenclast 66.0F38.DD Vx,Hx,Wx s v e
aesdec 66.0F38.DE Vx,Hx,Wx s v e
aesdeclast 66.0F38.DF Vx,Hx,Wx s v e
gf2p8affineqb 66.0F3A.CE Vx,Hx,Wx,Ib s v1 e1
gf2p8affineinvqb 66.0F3A.CF Vx,Hx,Wx,Ib s v1 e1
aeskeygenassist 66.0F3A.DF Vo,Wo,Ib s vL0
sha1nexte 0F38.C8 Vo,Wo s
sha1msg1 0F38.C9 Vo,Wo s
sha1msg2 0F38.CA Vo,Wo s
sha256rnds2 0F38.CB Vo,Wo s
sha256msg1 0F38.CC Vo,Wo s
sha256msg2 0F38.CD Vo,Wo s
sha1rnds4 0F3A.CC Vo,Wo,Ib s
vsha512rnds2 F2.0F38.CB Vh,Hh,Uo v0L1
vsha512msg1 F2.0F38.CC Vh,Uo v0L1
vsha512msg2 F2.0F38.CD Vh,Uh v0L1
palignr 66.0F3A.0F Vx,Hx,Wx,Ib s v e
pblendw 66.0F3A.0E Vx,Hx,Wx,Ib s v
shufps 0F.C6 Vx,Hx,Wx,Ib s v e0b
vpblendd 66.0F3A.02 Vx,Hx,Wx,Ib v0
pshufd 66.0F.70 Vx,Wx,Ib s v e0b
pshuflw F2.0F.70 Vx,Wx,Ib s v e
pshufhw F3.0F.70 Vx,Wx,Ib s v e
pslldq 66.0F.73/7 Hx,Ux,Ib s v | 66.0F.73/7 Hx,Wx,Ib e
psrldq 66.0F.73/3 Hx,Ux,Ib s v | 66.0F.73/3 Hx,Wx,Ib e
psllw 66.0F.71/6 Hx,Ux,Ib s v | 66.0F.71/6 Hx,Wx,Ib e
psrlw 66.0F.71/2 Hx,Ux,Ib s v | 66.0F.71/2 Hx,Wx,Ib e
psraw 66.0F.71/4 Hx,Ux,Ib s v | 66.0F.71/4 Hx,Wx,Ib e
pslld 66.0F.72/6 Hx,Ux,Ib s v | 66.0F.72/6 Hx,Wx,Ib e0b
psrld 66.0F.72/2 Hx,Ux,Ib s v | 66.0F.72/2 Hx,Wx,Ib e0b
psrad 66.0F.72/4 Hx,Ux,Ib s v | 66.0F.72/4 Hx,Wx,Ib e0b
psllq 66.0F.73/6 Hx,Ux,Ib s v | 66.0F.73/6 Hx,Wx,Ib e1b
psrlq 66.0F.73/2 Hx,Ux,Ib s v | 66.0F.73/2 Hx,Wx,Ib e1b
vpsraq 66.0F.72/4 Hx,Wx,Ib e1b
vprold 66.0F.72/1 Hx,Wx,Ib e0bk
vprolq 66.0F.72/1 Hx,Wx,Ib e1b
vprord 66.0F.72/0 Hx,Wx,Ib e0b
vprorq 66.0F.72/0 Hx,Wx,Ib e1b
vpsllvd 66.0F38.47 Vx,Hx,Wx v0 e0b
vpsllvq 66.0F38.47 Vx,Hx,Wx v1 e1b
vpsrlvd 66.0F38.45 Vx,Hx,Wx v0 e0b
vpsrlvq 66.0F38.45 Vx,Hx,Wx v1 e1b
vprolvd 66.0F38.15 Vx,Hx,Wx e0b
vprolvq 66.0F38.15 Vx,Hx,Wx e1b
vprorvd 66.0F38.14 Vx,Hx,Wx e0b
vprorvq 66.0F38.14 Vx,Hx,Wx e1b
vpternlogd 66.0F3A.25 Vx,Hx,Wx,Ib e0b
vpternlogq 66.0F3A.25 Vx,Hx,Wx,Ib e1b
vinserti128 66.0F3A.38 Vx,Hx,Wo,Ib v0L1
vinsertf128 66.0F3A.18 Vx,Hx,Wo,Ib v0L1
vinserti32x4 66.0F3A.38 Vx,Hx,Wo,Ib eL12
vinserti64x2 66.0F3A.38 Vx,Hx,Wo,Ib e1L12
vinserti64x4 66.0F3A.3A Vx,Hx,Wh,Ib e1L2
vextracti128 66.0F3A.39 Wo,Vx,Ib v0L1
vextractf128 66.0F3A.19 Wo,Vx,Ib v0L1
vextracti32x4 66.0F3A.39 Wo,Vx,Ib eL12
vextracti64x2 66.0F3A.39 Wo,Vx,Ib e1L12
vextracti64x4 66.0F3A.3B Wh,Vx,Ib e1L2
vbroadcasti128 66.0F38.5A Vx,Mo v0L1
vbroadcastf128 66.0F38.1A Vx,Mo v0L1
vbroadcasti32x4 66.0F38.5A Vx,Mo e0L12
vbroadcastss 66.0F38.18 Vx,Wod v0 e0L12
vpbroadcastb 66.0F38.78 Vx,Wob v0 e0 | 66.0F38.7A Vx,Rd e0
vpbroadcastw 66.0F38.79 Vx,Wow v0 e0 | 66.0F38.7B Vx,Rd e0
vpbroadcastd 66.0F38.58 Vx,Wod v0 e0 | 66.0F38.7C Vx,Rd e0
vpbroadcastq 66.0F38.59 Vx,Woq v0 e1 | 66.0F38.7C Vx,Rq e1
valignd 66.0F3A.03 Vx,Hx,Wx,Ib e0b
valignq 66.0F3A.03 Vx,Hx,Wx,Ib e1b
vshufi32x4 66.0F3A.43 Vx,Hx,Wx,Ib e0bL12 e1L12
vshufi64x2 66.0F3A.43 Vx,Hx,Wx,Ib e1bL12
vpermq 66.0F3A.00 Vx,Wx,Ib v1L1 e1bL12
vpermb 66.0F38.8D Vx,Hx,Wx e0
vperm2i128 66.0F3A.46 Vx,Hx,Wx,Ib v0L1
vperm2f128 66.0F3A.06 Vx,Hx,Wx,Ib v0L1
pinsrb 66.0F3A.20 Vo,Ho,Edb,Ib s0 v0L0 e0L0
pinsrw 66.0F.C4 Vo,Ho,Edw,Ib s0 v0L0 e0L0
pinsrd 66.0F3A.22 Vo,Ho,Ed,Ib s0 v0L0 e0L0
pinsrq 66.0F3A.22 Vo,Ho,Eq,Ib s1 v1L0 e1L0
pextrb 66.0F3A.14 Edb,Vo,Ib s0 v0L0 e0L0
pextrw 66.0F3A.15 Edw,Vo,Ib s0 v0L0 e0L0 | 66.0F.C5 Gd,Uo,Ib s0 v0L0 e0L0
pextrd 66.0F3A.16 Ed,Vo,Ib s0 v0L0 e0L0
pextrq 66.0F3A.16 Eq,Vo,Ib s1 v1L0 e1L0
vpmovm2b F3.0F38.28 Vx,Nn e0
vpmovm2w F3.0F38.28 Vx,Nn e1
vpmovm2d F3.0F38.38 Vx,Nn e0
vpmovm2q F3.0F38.38 Vx,Nn e1
vpmadd52luq 66.0F38.B4 Vx,Hx,Wx e1b
vpmadd52huq 66.0F38.B5 Vx,Hx,Wx e1b
kmovw 0F.92 Kn,Rd v0L0
vzeroupper 0F.77 - v0L0
"""
"""Spaces: s for the encoding of before AVX, whose name lacks the v and whose operands lack H; v for VEX; e for EVEX.
0 and 1: the bit W; b: an element in memory may stand for all, of 32 bits, or of 64 where W is 1; k: there may be a mask
whose zeros clear; L: the lengths, 0 to 2 for 128 to 512 bits, if not all.

In code of 32 bits capstone calls some moves of lanes of 64 bits, such as vmovdqu64, by the names of 32 bits. Without a
mask they
are the same."""
LEGACY, VEX, EVEX = "s", "v", "e"
Key = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class Row:
    """``prefix``: the mandatory prefix. ``digit``: bits 3 to 5 of ModRM. ``w``: the bit W, or None if both values are
    the same instruction or the operands tell its meaning. ``lengths``: values of L. ``lane``: the bits of an element in
    memory that may stand for all. ``mask``: there may be a mask. ``last``: the byte behind the opcode. ``only``: the
    bits of an address, or 0. ``nop``: assemblers make the instruction longer by prefixes."""

    name: str = ""
    prefix: int = 0
    digit: int | None = None
    operands: tuple[str, ...] = ()
    w: int | None = None
    lengths: str = "0"
    lane: int = 0
    mask: bool = False
    last: int | None = None
    only: int = 0
    nop: bool = False


ROWS: dict[Key, list[Row]] = {}
"""Kind of encoding, map and opcode → instructions."""


def _add(name: str, space: str, code: str, operands: str, more: Row) -> None:
    """Add an instruction. ``more``: what its opcode does not say."""
    code, _, last = code.partition("=")
    code, _, digit = code.partition("/")
    parts = code.rstrip("+").split(".")
    prefix = int(parts.pop(0), 16) if len(parts) == 3 else 0
    byte, where = int(parts[-1], 16), parts[0] if len(parts) > 1 else ""
    row = replace(
        more, name=name, prefix=prefix, digit=int(digit) if digit else None, last=int(last, 16) if last else None,
        operands=tuple(operands.split(",")) if operands else (),
    )  # fmt: skip
    for n in range(8 if "+" in code else 1):
        ROWS.setdefault((space, where, byte + n), []).append(row)


def _word(name: str, code: str, operands: str = "", *more: str) -> None:
    if operands[:1] not in "EGRMBZAIJ":  # no operands
        more, operands = (operands, *more), ""
    only = int(next((one for one in more if one.isdigit()), "0"))
    w = next((int(one[1]) for one in more if one[0] == "W"), None)
    _add(name, LEGACY, code, operands, Row(only=only, nop="nop" in more, w=w))


def _vector(name: str, code: str, operands: str, space: str) -> None:
    flags, _, lengths = space[1:].partition("L")
    w = int(flags[0]) if flags[:1].isdigit() else None
    lane = (64 if w else 32) if "b" in flags else 0
    if space[0] == LEGACY:
        operands = ",".join(one for one in operands.split(",") if one[0] != "H")
        w, lengths = w or 0, "0"
    elif name[0] not in "vk":
        name = f"v{name}"
    operands = "" if operands == "-" else operands
    lengths = lengths or ("01" if space[0] == VEX else "012")
    _add(name, space[0], code, operands, Row(w=w, lane=lane, mask="k" in flags, lengths=lengths))


def _fill() -> None:
    for line in WORDS.strip().splitlines():
        name, _, rest = line.partition(" ")
        for one in rest.split("; "):
            _word(name, *one.split())
    for n, name in enumerate(("add", "or", "adc", "sbb", "and", "sub", "xor", "cmp")):
        for k, operands in enumerate(("Eb,Gb", "Ev,Gv", "Gb,Eb", "Gv,Ev", "Ab,Ib", "Av,Iz")):
            _word(name, f"{8 * n + k:02X}", operands)
        for code, operands in (("80", "Eb,Ib"), ("81", "Ev,Iz"), ("83", "Ev,Is")):
            _word(name, f"{code}/{n}", operands)
    for n, name in ((0, "rol"), (1, "ror"), (4, "shl"), (5, "shr"), (7, "sar")):
        for code, operands in (("C0", "Eb,Ib"), ("C1", "Ev,Ib"), ("D0", "Eb,1"), ("D1", "Ev,1"), ("D2", "Eb,Cb"),
                               ("D3", "Ev,Cb")):  # fmt: skip
            _word(name, f"{code}/{n}", operands)
    for name, n in CONDITIONS.items():
        _word(f"j{name}", f"{0x70 + n:02X}", "Js")
        _word(f"j{name}", f"0F.{0x80 + n:02X}", "Jd")
        _word(f"cmov{name}", f"0F.{0x40 + n:02X}", "Gv,Ev")
        _word(f"set{name}", f"0F.{0x90 + n:02X}/0", "Eb")
    for line in BMI.strip().splitlines():
        name, code, operands = line.split()
        _add(name, VEX, code, operands, Row())
    for line in VECTORS.strip().splitlines():
        name, _, rest = line.partition(" ")
        for one in rest.split(" | "):
            code, operands, *spaces = one.split()
            for space in spaces:
                _vector(name, code, operands, space)


_fill()
