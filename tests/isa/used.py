# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The mnemonics of kernels. Every run checks them, whatever else the run samples."""

from __future__ import annotations

from generator.isa.words import words

USED = {
    "x86_64": words(
        "adc adcx add adox and andn bextr bsf bsr crc32 blsi blsmsk blsr bswap bt bzhi cmova cmovae cmovb cmovbe "
        "cmove cmovge cmovl cmovne cmovs cmovns cmp dec imul inc lea lzcnt mov movbe movsx movsxd movzx mul mulx neg "
        "not or pdep pext popcnt rol ror rorx sar sarx sbb setae setb sete setne shl shld shlx shr shrd shrx sub "
        "test tzcnt xchg xor aesdec aesdeclast aesenc aesenclast aesimc aeskeygenassist movaps movd movdqa movdqu "
        "movq movups paddb paddd paddq palignr pand pandn pblendw pclmulqdq pextrd pextrq pinsrd pinsrq por pshufb "
        "pshufd pslld psllq psrld psrldq pslldq psrlq punpckhdq punpckldq punpcklqdq punpckhqdq pxor sha1msg1 "
        "sha1msg2 sha1nexte sha1rnds4 sha256msg1 sha256msg2 sha256rnds2 vaesdec vaesenc vaesenclast vextracti128 "
        "vinserti128 vmovd vmovdqa vmovdqu vmovdqa32 vmovdqu32 vmovdqu64 vpaddd vpaddq vpalignr vpand vpandn "
        "vpblendd vpbroadcastd vpbroadcastq vpclmulqdq vperm2i128 vpermd vpermi2pd vpermq vpinsrd vpmadd52huq "
        "vpmadd52luq vpmuludq vpor vprold vprolq vprord vprorvd vpshufb vpshufd vpslld vpsllq vpsllvd vpsrld vpsrlq "
        "vpsrlvd vpternlogd vpternlogq vpxor vpxord vpxorq vpdpbusd vdpbf16ps vpermt2d kmovw kmovq ptest paddw "
        "pcmpeqd psllw psrlw psubb psubd psubq psubw punpckhbw punpckhwd punpcklbw punpcklwd vaesdeclast vaesimc "
        "valignq vbroadcasti128 vbroadcasti32x4 vextracti32x4 vinserti32x4 vmovdqa64 vmovq vpaddb vpaddw vpandnq "
        "vpandq vpcmpeqd vpextrd vpextrq vporq vpslldq vpsllw vpsrldq vpsrlw vpsubb vpsubd vpsubq vpsubw vpunpckhbw "
        "vpunpckhdq vpunpckhqdq vpunpckhwd vpunpcklbw vpunpckldq vpunpcklqdq vpunpcklwd vprorvq vpsllvq vpsrlvq "
        "pextrw pinsrb pinsrw vpinsrb vpinsrq vpinsrw pcmpeqb pcmpeqq pcmpeqw pcmpgtb pcmpgtd pcmpgtw pmaddwd "
        "pmaxsb pmaxsd pmaxsw pmaxub pmaxud pmaxuw pminsb "
        "pminsd pminsw pminub pminud pminuw pmuldq pmulhuw pmulhw pmulld pmullw pmuludq pshufhw pshuflw psrad psraw "
        "psubusw vpblendvb vpcmpeqb vpcmpeqq vpcmpeqw vpcmpgtb vpcmpgtd vpcmpgtq vpcmpgtw vpcmpub vpcmpud vpcmpuq "
        "vpcmpuw vpmaddwd vpmaxsb vpmaxsd vpmaxsw vpmaxub vpmaxud vpmaxuw vpminsb vpminsd vpminsw vpminub vpminud "
        "vpminuw vpmovm2b vpmovm2d vpmovm2q vpmovm2w vpmuldq vpmulhuw vpmulhw vpmulld vpmullq vpmullw vpord "
        "vpshufhw vpshuflw vpsrad vpsraq vpsraw packssdw packsswb packusdw packuswb pmovsxbw pmovsxdq pmovsxwd "
        "pmovzxbw pmovzxdq pmovzxwd vpackssdw vpacksswb vpackusdw vpackuswb vpbroadcastb vpbroadcastw vpmovsxbw "
        "vpmovsxdq vpmovsxwd vpmovzxbw vpmovzxdq vpmovzxwd vshufi32x4 vgf2p8affineqb vpermb"
    ),
    "aarch64": words(
        "adc adcs add adds addv and ands asr cnt crc32cb crc32ch crc32cw crc32cx bfi bfm bfxil bic bics ccmp cinc "
        "clz cmn cmp csel cset csetm csinc csinv eon eor extr ldp ldr ldrb ldrh ldrsb ldrsh ldrsw ldur lsl lsr madd "
        "mov movk movn movz msub mul mvn neg negs ngc orn orr rbit rev rev16 rev32 ror sbc sbcs sbfx smulh stp str "
        "strb strh stur sub subs sxtb sxth sxtw tst ubfiz ubfx udiv umaddl umulh umull uxtb aesd aese aesimc aesmc "
        "bcax bif bit bsl cmtst dup eor3 ext ins ld1 ld1r ld4 mla movi mvni pmull pmull2 rax1 rev64 sha1c sha1h "
        "sha1m sha1p sha1su0 sha1su1 sha256h sha256h2 sha256su0 sha256su1 sha512h sha512h2 sha512su0 sha512su1 shl "
        "shrn shrn2 sli sm3partw1 sm4e sri sshr st1 st4 tbl tbx trn1 trn2 umlal umlal2 umov umull2 ushll ushr usra "
        "uzp1 uzp2 xar xtn xtn2 zip1 zip2 fmov addp cmeq cmgt cmhi smax smin smull smull2 uaddlp umax umin sdot "
        "sqxtn sqxtn2 sqxtun sqxtun2 sxtl sxtl2 udot usdot uxtl uxtl2"
    ),
}
