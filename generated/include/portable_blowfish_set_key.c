/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: blowfish_set_key in portable C, generated from generator/kernels/cipher/blowfish.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_blowfish_set_key)

#include "words.h"
#include "clean.h"

#if UINTPTR_MAX > 0xffffffffu

static const uint32_t blowfish_set_key_pi[1042] = {
    UINT32_C(0x243f6a88), UINT32_C(0x85a308d3), UINT32_C(0x13198a2e), UINT32_C(0x3707344), UINT32_C(0xa4093822),
    UINT32_C(0x299f31d0), UINT32_C(0x82efa98), UINT32_C(0xec4e6c89), UINT32_C(0x452821e6), UINT32_C(0x38d01377),
    UINT32_C(0xbe5466cf), UINT32_C(0x34e90c6c), UINT32_C(0xc0ac29b7), UINT32_C(0xc97c50dd), UINT32_C(0x3f84d5b5),
    UINT32_C(0xb5470917), UINT32_C(0x9216d5d9), UINT32_C(0x8979fb1b), UINT32_C(0xd1310ba6), UINT32_C(0x98dfb5ac),
    UINT32_C(0x2ffd72db), UINT32_C(0xd01adfb7), UINT32_C(0xb8e1afed), UINT32_C(0x6a267e96), UINT32_C(0xba7c9045),
    UINT32_C(0xf12c7f99), UINT32_C(0x24a19947), UINT32_C(0xb3916cf7), UINT32_C(0x801f2e2), UINT32_C(0x858efc16),
    UINT32_C(0x636920d8), UINT32_C(0x71574e69), UINT32_C(0xa458fea3), UINT32_C(0xf4933d7e), UINT32_C(0xd95748f),
    UINT32_C(0x728eb658), UINT32_C(0x718bcd58), UINT32_C(0x82154aee), UINT32_C(0x7b54a41d), UINT32_C(0xc25a59b5),
    UINT32_C(0x9c30d539), UINT32_C(0x2af26013), UINT32_C(0xc5d1b023), UINT32_C(0x286085f0), UINT32_C(0xca417918),
    UINT32_C(0xb8db38ef), UINT32_C(0x8e79dcb0), UINT32_C(0x603a180e), UINT32_C(0x6c9e0e8b), UINT32_C(0xb01e8a3e),
    UINT32_C(0xd71577c1), UINT32_C(0xbd314b27), UINT32_C(0x78af2fda), UINT32_C(0x55605c60), UINT32_C(0xe65525f3),
    UINT32_C(0xaa55ab94), UINT32_C(0x57489862), UINT32_C(0x63e81440), UINT32_C(0x55ca396a), UINT32_C(0x2aab10b6),
    UINT32_C(0xb4cc5c34), UINT32_C(0x1141e8ce), UINT32_C(0xa15486af), UINT32_C(0x7c72e993), UINT32_C(0xb3ee1411),
    UINT32_C(0x636fbc2a), UINT32_C(0x2ba9c55d), UINT32_C(0x741831f6), UINT32_C(0xce5c3e16), UINT32_C(0x9b87931e),
    UINT32_C(0xafd6ba33), UINT32_C(0x6c24cf5c), UINT32_C(0x7a325381), UINT32_C(0x28958677), UINT32_C(0x3b8f4898),
    UINT32_C(0x6b4bb9af), UINT32_C(0xc4bfe81b), UINT32_C(0x66282193), UINT32_C(0x61d809cc), UINT32_C(0xfb21a991),
    UINT32_C(0x487cac60), UINT32_C(0x5dec8032), UINT32_C(0xef845d5d), UINT32_C(0xe98575b1), UINT32_C(0xdc262302),
    UINT32_C(0xeb651b88), UINT32_C(0x23893e81), UINT32_C(0xd396acc5), UINT32_C(0xf6d6ff3), UINT32_C(0x83f44239),
    UINT32_C(0x2e0b4482), UINT32_C(0xa4842004), UINT32_C(0x69c8f04a), UINT32_C(0x9e1f9b5e), UINT32_C(0x21c66842),
    UINT32_C(0xf6e96c9a), UINT32_C(0x670c9c61), UINT32_C(0xabd388f0), UINT32_C(0x6a51a0d2), UINT32_C(0xd8542f68),
    UINT32_C(0x960fa728), UINT32_C(0xab5133a3), UINT32_C(0x6eef0b6c), UINT32_C(0x137a3be4), UINT32_C(0xba3bf050),
    UINT32_C(0x7efb2a98), UINT32_C(0xa1f1651d), UINT32_C(0x39af0176), UINT32_C(0x66ca593e), UINT32_C(0x82430e88),
    UINT32_C(0x8cee8619), UINT32_C(0x456f9fb4), UINT32_C(0x7d84a5c3), UINT32_C(0x3b8b5ebe), UINT32_C(0xe06f75d8),
    UINT32_C(0x85c12073), UINT32_C(0x401a449f), UINT32_C(0x56c16aa6), UINT32_C(0x4ed3aa62), UINT32_C(0x363f7706),
    UINT32_C(0x1bfedf72), UINT32_C(0x429b023d), UINT32_C(0x37d0d724), UINT32_C(0xd00a1248), UINT32_C(0xdb0fead3),
    UINT32_C(0x49f1c09b), UINT32_C(0x75372c9), UINT32_C(0x80991b7b), UINT32_C(0x25d479d8), UINT32_C(0xf6e8def7),
    UINT32_C(0xe3fe501a), UINT32_C(0xb6794c3b), UINT32_C(0x976ce0bd), UINT32_C(0x4c006ba), UINT32_C(0xc1a94fb6),
    UINT32_C(0x409f60c4), UINT32_C(0x5e5c9ec2), UINT32_C(0x196a2463), UINT32_C(0x68fb6faf), UINT32_C(0x3e6c53b5),
    UINT32_C(0x1339b2eb), UINT32_C(0x3b52ec6f), UINT32_C(0x6dfc511f), UINT32_C(0x9b30952c), UINT32_C(0xcc814544),
    UINT32_C(0xaf5ebd09), UINT32_C(0xbee3d004), UINT32_C(0xde334afd), UINT32_C(0x660f2807), UINT32_C(0x192e4bb3),
    UINT32_C(0xc0cba857), UINT32_C(0x45c8740f), UINT32_C(0xd20b5f39), UINT32_C(0xb9d3fbdb), UINT32_C(0x5579c0bd),
    UINT32_C(0x1a60320a), UINT32_C(0xd6a100c6), UINT32_C(0x402c7279), UINT32_C(0x679f25fe), UINT32_C(0xfb1fa3cc),
    UINT32_C(0x8ea5e9f8), UINT32_C(0xdb3222f8), UINT32_C(0x3c7516df), UINT32_C(0xfd616b15), UINT32_C(0x2f501ec8),
    UINT32_C(0xad0552ab), UINT32_C(0x323db5fa), UINT32_C(0xfd238760), UINT32_C(0x53317b48), UINT32_C(0x3e00df82),
    UINT32_C(0x9e5c57bb), UINT32_C(0xca6f8ca0), UINT32_C(0x1a87562e), UINT32_C(0xdf1769db), UINT32_C(0xd542a8f6),
    UINT32_C(0x287effc3), UINT32_C(0xac6732c6), UINT32_C(0x8c4f5573), UINT32_C(0x695b27b0), UINT32_C(0xbbca58c8),
    UINT32_C(0xe1ffa35d), UINT32_C(0xb8f011a0), UINT32_C(0x10fa3d98), UINT32_C(0xfd2183b8), UINT32_C(0x4afcb56c),
    UINT32_C(0x2dd1d35b), UINT32_C(0x9a53e479), UINT32_C(0xb6f84565), UINT32_C(0xd28e49bc), UINT32_C(0x4bfb9790),
    UINT32_C(0xe1ddf2da), UINT32_C(0xa4cb7e33), UINT32_C(0x62fb1341), UINT32_C(0xcee4c6e8), UINT32_C(0xef20cada),
    UINT32_C(0x36774c01), UINT32_C(0xd07e9efe), UINT32_C(0x2bf11fb4), UINT32_C(0x95dbda4d), UINT32_C(0xae909198),
    UINT32_C(0xeaad8e71), UINT32_C(0x6b93d5a0), UINT32_C(0xd08ed1d0), UINT32_C(0xafc725e0), UINT32_C(0x8e3c5b2f),
    UINT32_C(0x8e7594b7), UINT32_C(0x8ff6e2fb), UINT32_C(0xf2122b64), UINT32_C(0x8888b812), UINT32_C(0x900df01c),
    UINT32_C(0x4fad5ea0), UINT32_C(0x688fc31c), UINT32_C(0xd1cff191), UINT32_C(0xb3a8c1ad), UINT32_C(0x2f2f2218),
    UINT32_C(0xbe0e1777), UINT32_C(0xea752dfe), UINT32_C(0x8b021fa1), UINT32_C(0xe5a0cc0f), UINT32_C(0xb56f74e8),
    UINT32_C(0x18acf3d6), UINT32_C(0xce89e299), UINT32_C(0xb4a84fe0), UINT32_C(0xfd13e0b7), UINT32_C(0x7cc43b81),
    UINT32_C(0xd2ada8d9), UINT32_C(0x165fa266), UINT32_C(0x80957705), UINT32_C(0x93cc7314), UINT32_C(0x211a1477),
    UINT32_C(0xe6ad2065), UINT32_C(0x77b5fa86), UINT32_C(0xc75442f5), UINT32_C(0xfb9d35cf), UINT32_C(0xebcdaf0c),
    UINT32_C(0x7b3e89a0), UINT32_C(0xd6411bd3), UINT32_C(0xae1e7e49), UINT32_C(0x250e2d), UINT32_C(0x2071b35e),
    UINT32_C(0x226800bb), UINT32_C(0x57b8e0af), UINT32_C(0x2464369b), UINT32_C(0xf009b91e), UINT32_C(0x5563911d),
    UINT32_C(0x59dfa6aa), UINT32_C(0x78c14389), UINT32_C(0xd95a537f), UINT32_C(0x207d5ba2), UINT32_C(0x2e5b9c5),
    UINT32_C(0x83260376), UINT32_C(0x6295cfa9), UINT32_C(0x11c81968), UINT32_C(0x4e734a41), UINT32_C(0xb3472dca),
    UINT32_C(0x7b14a94a), UINT32_C(0x1b510052), UINT32_C(0x9a532915), UINT32_C(0xd60f573f), UINT32_C(0xbc9bc6e4),
    UINT32_C(0x2b60a476), UINT32_C(0x81e67400), UINT32_C(0x8ba6fb5), UINT32_C(0x571be91f), UINT32_C(0xf296ec6b),
    UINT32_C(0x2a0dd915), UINT32_C(0xb6636521), UINT32_C(0xe7b9f9b6), UINT32_C(0xff34052e), UINT32_C(0xc5855664),
    UINT32_C(0x53b02d5d), UINT32_C(0xa99f8fa1), UINT32_C(0x8ba4799), UINT32_C(0x6e85076a), UINT32_C(0x4b7a70e9),
    UINT32_C(0xb5b32944), UINT32_C(0xdb75092e), UINT32_C(0xc4192623), UINT32_C(0xad6ea6b0), UINT32_C(0x49a7df7d),
    UINT32_C(0x9cee60b8), UINT32_C(0x8fedb266), UINT32_C(0xecaa8c71), UINT32_C(0x699a17ff), UINT32_C(0x5664526c),
    UINT32_C(0xc2b19ee1), UINT32_C(0x193602a5), UINT32_C(0x75094c29), UINT32_C(0xa0591340), UINT32_C(0xe4183a3e),
    UINT32_C(0x3f54989a), UINT32_C(0x5b429d65), UINT32_C(0x6b8fe4d6), UINT32_C(0x99f73fd6), UINT32_C(0xa1d29c07),
    UINT32_C(0xefe830f5), UINT32_C(0x4d2d38e6), UINT32_C(0xf0255dc1), UINT32_C(0x4cdd2086), UINT32_C(0x8470eb26),
    UINT32_C(0x6382e9c6), UINT32_C(0x21ecc5e), UINT32_C(0x9686b3f), UINT32_C(0x3ebaefc9), UINT32_C(0x3c971814),
    UINT32_C(0x6b6a70a1), UINT32_C(0x687f3584), UINT32_C(0x52a0e286), UINT32_C(0xb79c5305), UINT32_C(0xaa500737),
    UINT32_C(0x3e07841c), UINT32_C(0x7fdeae5c), UINT32_C(0x8e7d44ec), UINT32_C(0x5716f2b8), UINT32_C(0xb03ada37),
    UINT32_C(0xf0500c0d), UINT32_C(0xf01c1f04), UINT32_C(0x200b3ff), UINT32_C(0xae0cf51a), UINT32_C(0x3cb574b2),
    UINT32_C(0x25837a58), UINT32_C(0xdc0921bd), UINT32_C(0xd19113f9), UINT32_C(0x7ca92ff6), UINT32_C(0x94324773),
    UINT32_C(0x22f54701), UINT32_C(0x3ae5e581), UINT32_C(0x37c2dadc), UINT32_C(0xc8b57634), UINT32_C(0x9af3dda7),
    UINT32_C(0xa9446146), UINT32_C(0xfd0030e), UINT32_C(0xecc8c73e), UINT32_C(0xa4751e41), UINT32_C(0xe238cd99),
    UINT32_C(0x3bea0e2f), UINT32_C(0x3280bba1), UINT32_C(0x183eb331), UINT32_C(0x4e548b38), UINT32_C(0x4f6db908),
    UINT32_C(0x6f420d03), UINT32_C(0xf60a04bf), UINT32_C(0x2cb81290), UINT32_C(0x24977c79), UINT32_C(0x5679b072),
    UINT32_C(0xbcaf89af), UINT32_C(0xde9a771f), UINT32_C(0xd9930810), UINT32_C(0xb38bae12), UINT32_C(0xdccf3f2e),
    UINT32_C(0x5512721f), UINT32_C(0x2e6b7124), UINT32_C(0x501adde6), UINT32_C(0x9f84cd87), UINT32_C(0x7a584718),
    UINT32_C(0x7408da17), UINT32_C(0xbc9f9abc), UINT32_C(0xe94b7d8c), UINT32_C(0xec7aec3a), UINT32_C(0xdb851dfa),
    UINT32_C(0x63094366), UINT32_C(0xc464c3d2), UINT32_C(0xef1c1847), UINT32_C(0x3215d908), UINT32_C(0xdd433b37),
    UINT32_C(0x24c2ba16), UINT32_C(0x12a14d43), UINT32_C(0x2a65c451), UINT32_C(0x50940002), UINT32_C(0x133ae4dd),
    UINT32_C(0x71dff89e), UINT32_C(0x10314e55), UINT32_C(0x81ac77d6), UINT32_C(0x5f11199b), UINT32_C(0x43556f1),
    UINT32_C(0xd7a3c76b), UINT32_C(0x3c11183b), UINT32_C(0x5924a509), UINT32_C(0xf28fe6ed), UINT32_C(0x97f1fbfa),
    UINT32_C(0x9ebabf2c), UINT32_C(0x1e153c6e), UINT32_C(0x86e34570), UINT32_C(0xeae96fb1), UINT32_C(0x860e5e0a),
    UINT32_C(0x5a3e2ab3), UINT32_C(0x771fe71c), UINT32_C(0x4e3d06fa), UINT32_C(0x2965dcb9), UINT32_C(0x99e71d0f),
    UINT32_C(0x803e89d6), UINT32_C(0x5266c825), UINT32_C(0x2e4cc978), UINT32_C(0x9c10b36a), UINT32_C(0xc6150eba),
    UINT32_C(0x94e2ea78), UINT32_C(0xa5fc3c53), UINT32_C(0x1e0a2df4), UINT32_C(0xf2f74ea7), UINT32_C(0x361d2b3d),
    UINT32_C(0x1939260f), UINT32_C(0x19c27960), UINT32_C(0x5223a708), UINT32_C(0xf71312b6), UINT32_C(0xebadfe6e),
    UINT32_C(0xeac31f66), UINT32_C(0xe3bc4595), UINT32_C(0xa67bc883), UINT32_C(0xb17f37d1), UINT32_C(0x18cff28),
    UINT32_C(0xc332ddef), UINT32_C(0xbe6c5aa5), UINT32_C(0x65582185), UINT32_C(0x68ab9802), UINT32_C(0xeecea50f),
    UINT32_C(0xdb2f953b), UINT32_C(0x2aef7dad), UINT32_C(0x5b6e2f84), UINT32_C(0x1521b628), UINT32_C(0x29076170),
    UINT32_C(0xecdd4775), UINT32_C(0x619f1510), UINT32_C(0x13cca830), UINT32_C(0xeb61bd96), UINT32_C(0x334fe1e),
    UINT32_C(0xaa0363cf), UINT32_C(0xb5735c90), UINT32_C(0x4c70a239), UINT32_C(0xd59e9e0b), UINT32_C(0xcbaade14),
    UINT32_C(0xeecc86bc), UINT32_C(0x60622ca7), UINT32_C(0x9cab5cab), UINT32_C(0xb2f3846e), UINT32_C(0x648b1eaf),
    UINT32_C(0x19bdf0ca), UINT32_C(0xa02369b9), UINT32_C(0x655abb50), UINT32_C(0x40685a32), UINT32_C(0x3c2ab4b3),
    UINT32_C(0x319ee9d5), UINT32_C(0xc021b8f7), UINT32_C(0x9b540b19), UINT32_C(0x875fa099), UINT32_C(0x95f7997e),
    UINT32_C(0x623d7da8), UINT32_C(0xf837889a), UINT32_C(0x97e32d77), UINT32_C(0x11ed935f), UINT32_C(0x16681281),
    UINT32_C(0xe358829), UINT32_C(0xc7e61fd6), UINT32_C(0x96dedfa1), UINT32_C(0x7858ba99), UINT32_C(0x57f584a5),
    UINT32_C(0x1b227263), UINT32_C(0x9b83c3ff), UINT32_C(0x1ac24696), UINT32_C(0xcdb30aeb), UINT32_C(0x532e3054),
    UINT32_C(0x8fd948e4), UINT32_C(0x6dbc3128), UINT32_C(0x58ebf2ef), UINT32_C(0x34c6ffea), UINT32_C(0xfe28ed61),
    UINT32_C(0xee7c3c73), UINT32_C(0x5d4a14d9), UINT32_C(0xe864b7e3), UINT32_C(0x42105d14), UINT32_C(0x203e13e0),
    UINT32_C(0x45eee2b6), UINT32_C(0xa3aaabea), UINT32_C(0xdb6c4f15), UINT32_C(0xfacb4fd0), UINT32_C(0xc742f442),
    UINT32_C(0xef6abbb5), UINT32_C(0x654f3b1d), UINT32_C(0x41cd2105), UINT32_C(0xd81e799e), UINT32_C(0x86854dc7),
    UINT32_C(0xe44b476a), UINT32_C(0x3d816250), UINT32_C(0xcf62a1f2), UINT32_C(0x5b8d2646), UINT32_C(0xfc8883a0),
    UINT32_C(0xc1c7b6a3), UINT32_C(0x7f1524c3), UINT32_C(0x69cb7492), UINT32_C(0x47848a0b), UINT32_C(0x5692b285),
    UINT32_C(0x95bbf00), UINT32_C(0xad19489d), UINT32_C(0x1462b174), UINT32_C(0x23820e00), UINT32_C(0x58428d2a),
    UINT32_C(0xc55f5ea), UINT32_C(0x1dadf43e), UINT32_C(0x233f7061), UINT32_C(0x3372f092), UINT32_C(0x8d937e41),
    UINT32_C(0xd65fecf1), UINT32_C(0x6c223bdb), UINT32_C(0x7cde3759), UINT32_C(0xcbee7460), UINT32_C(0x4085f2a7),
    UINT32_C(0xce77326e), UINT32_C(0xa6078084), UINT32_C(0x19f8509e), UINT32_C(0xe8efd855), UINT32_C(0x61d99735),
    UINT32_C(0xa969a7aa), UINT32_C(0xc50c06c2), UINT32_C(0x5a04abfc), UINT32_C(0x800bcadc), UINT32_C(0x9e447a2e),
    UINT32_C(0xc3453484), UINT32_C(0xfdd56705), UINT32_C(0xe1e9ec9), UINT32_C(0xdb73dbd3), UINT32_C(0x105588cd),
    UINT32_C(0x675fda79), UINT32_C(0xe3674340), UINT32_C(0xc5c43465), UINT32_C(0x713e38d8), UINT32_C(0x3d28f89e),
    UINT32_C(0xf16dff20), UINT32_C(0x153e21e7), UINT32_C(0x8fb03d4a), UINT32_C(0xe6e39f2b), UINT32_C(0xdb83adf7),
    UINT32_C(0xe93d5a68), UINT32_C(0x948140f7), UINT32_C(0xf64c261c), UINT32_C(0x94692934), UINT32_C(0x411520f7),
    UINT32_C(0x7602d4f7), UINT32_C(0xbcf46b2e), UINT32_C(0xd4a20068), UINT32_C(0xd4082471), UINT32_C(0x3320f46a),
    UINT32_C(0x43b7d4b7), UINT32_C(0x500061af), UINT32_C(0x1e39f62e), UINT32_C(0x97244546), UINT32_C(0x14214f74),
    UINT32_C(0xbf8b8840), UINT32_C(0x4d95fc1d), UINT32_C(0x96b591af), UINT32_C(0x70f4ddd3), UINT32_C(0x66a02f45),
    UINT32_C(0xbfbc09ec), UINT32_C(0x3bd9785), UINT32_C(0x7fac6dd0), UINT32_C(0x31cb8504), UINT32_C(0x96eb27b3),
    UINT32_C(0x55fd3941), UINT32_C(0xda2547e6), UINT32_C(0xabca0a9a), UINT32_C(0x28507825), UINT32_C(0x530429f4),
    UINT32_C(0xa2c86da), UINT32_C(0xe9b66dfb), UINT32_C(0x68dc1462), UINT32_C(0xd7486900), UINT32_C(0x680ec0a4),
    UINT32_C(0x27a18dee), UINT32_C(0x4f3ffea2), UINT32_C(0xe887ad8c), UINT32_C(0xb58ce006), UINT32_C(0x7af4d6b6),
    UINT32_C(0xaace1e7c), UINT32_C(0xd3375fec), UINT32_C(0xce78a399), UINT32_C(0x406b2a42), UINT32_C(0x20fe9e35),
    UINT32_C(0xd9f385b9), UINT32_C(0xee39d7ab), UINT32_C(0x3b124e8b), UINT32_C(0x1dc9faf7), UINT32_C(0x4b6d1856),
    UINT32_C(0x26a36631), UINT32_C(0xeae397b2), UINT32_C(0x3a6efa74), UINT32_C(0xdd5b4332), UINT32_C(0x6841e7f7),
    UINT32_C(0xca7820fb), UINT32_C(0xfb0af54e), UINT32_C(0xd8feb397), UINT32_C(0x454056ac), UINT32_C(0xba489527),
    UINT32_C(0x55533a3a), UINT32_C(0x20838d87), UINT32_C(0xfe6ba9b7), UINT32_C(0xd096954b), UINT32_C(0x55a867bc),
    UINT32_C(0xa1159a58), UINT32_C(0xcca92963), UINT32_C(0x99e1db33), UINT32_C(0xa62a4a56), UINT32_C(0x3f3125f9),
    UINT32_C(0x5ef47e1c), UINT32_C(0x9029317c), UINT32_C(0xfdf8e802), UINT32_C(0x4272f70), UINT32_C(0x80bb155c),
    UINT32_C(0x5282ce3), UINT32_C(0x95c11548), UINT32_C(0xe4c66d22), UINT32_C(0x48c1133f), UINT32_C(0xc70f86dc),
    UINT32_C(0x7f9c9ee), UINT32_C(0x41041f0f), UINT32_C(0x404779a4), UINT32_C(0x5d886e17), UINT32_C(0x325f51eb),
    UINT32_C(0xd59bc0d1), UINT32_C(0xf2bcc18f), UINT32_C(0x41113564), UINT32_C(0x257b7834), UINT32_C(0x602a9c60),
    UINT32_C(0xdff8e8a3), UINT32_C(0x1f636c1b), UINT32_C(0xe12b4c2), UINT32_C(0x2e1329e), UINT32_C(0xaf664fd1),
    UINT32_C(0xcad18115), UINT32_C(0x6b2395e0), UINT32_C(0x333e92e1), UINT32_C(0x3b240b62), UINT32_C(0xeebeb922),
    UINT32_C(0x85b2a20e), UINT32_C(0xe6ba0d99), UINT32_C(0xde720c8c), UINT32_C(0x2da2f728), UINT32_C(0xd0127845),
    UINT32_C(0x95b794fd), UINT32_C(0x647d0862), UINT32_C(0xe7ccf5f0), UINT32_C(0x5449a36f), UINT32_C(0x877d48fa),
    UINT32_C(0xc39dfd27), UINT32_C(0xf33e8d1e), UINT32_C(0xa476341), UINT32_C(0x992eff74), UINT32_C(0x3a6f6eab),
    UINT32_C(0xf4f8fd37), UINT32_C(0xa812dc60), UINT32_C(0xa1ebddf8), UINT32_C(0x991be14c), UINT32_C(0xdb6e6b0d),
    UINT32_C(0xc67b5510), UINT32_C(0x6d672c37), UINT32_C(0x2765d43b), UINT32_C(0xdcd0e804), UINT32_C(0xf1290dc7),
    UINT32_C(0xcc00ffa3), UINT32_C(0xb5390f92), UINT32_C(0x690fed0b), UINT32_C(0x667b9ffb), UINT32_C(0xcedb7d9c),
    UINT32_C(0xa091cf0b), UINT32_C(0xd9155ea3), UINT32_C(0xbb132f88), UINT32_C(0x515bad24), UINT32_C(0x7b9479bf),
    UINT32_C(0x763bd6eb), UINT32_C(0x37392eb3), UINT32_C(0xcc115979), UINT32_C(0x8026e297), UINT32_C(0xf42e312d),
    UINT32_C(0x6842ada7), UINT32_C(0xc66a2b3b), UINT32_C(0x12754ccc), UINT32_C(0x782ef11c), UINT32_C(0x6a124237),
    UINT32_C(0xb79251e7), UINT32_C(0x6a1bbe6), UINT32_C(0x4bfb6350), UINT32_C(0x1a6b1018), UINT32_C(0x11caedfa),
    UINT32_C(0x3d25bdd8), UINT32_C(0xe2e1c3c9), UINT32_C(0x44421659), UINT32_C(0xa121386), UINT32_C(0xd90cec6e),
    UINT32_C(0xd5abea2a), UINT32_C(0x64af674e), UINT32_C(0xda86a85f), UINT32_C(0xbebfe988), UINT32_C(0x64e4c3fe),
    UINT32_C(0x9dbc8057), UINT32_C(0xf0f7c086), UINT32_C(0x60787bf8), UINT32_C(0x6003604d), UINT32_C(0xd1fd8346),
    UINT32_C(0xf6381fb0), UINT32_C(0x7745ae04), UINT32_C(0xd736fccc), UINT32_C(0x83426b33), UINT32_C(0xf01eab71),
    UINT32_C(0xb0804187), UINT32_C(0x3c005e5f), UINT32_C(0x77a057be), UINT32_C(0xbde8ae24), UINT32_C(0x55464299),
    UINT32_C(0xbf582e61), UINT32_C(0x4e58f48f), UINT32_C(0xf2ddfda2), UINT32_C(0xf474ef38), UINT32_C(0x8789bdc2),
    UINT32_C(0x5366f9c3), UINT32_C(0xc8b38e74), UINT32_C(0xb475f255), UINT32_C(0x46fcd9b9), UINT32_C(0x7aeb2661),
    UINT32_C(0x8b1ddf84), UINT32_C(0x846a0e79), UINT32_C(0x915f95e2), UINT32_C(0x466e598e), UINT32_C(0x20b45770),
    UINT32_C(0x8cd55591), UINT32_C(0xc902de4c), UINT32_C(0xb90bace1), UINT32_C(0xbb8205d0), UINT32_C(0x11a86248),
    UINT32_C(0x7574a99e), UINT32_C(0xb77f19b6), UINT32_C(0xe0a9dc09), UINT32_C(0x662d09a1), UINT32_C(0xc4324633),
    UINT32_C(0xe85a1f02), UINT32_C(0x9f0be8c), UINT32_C(0x4a99a025), UINT32_C(0x1d6efe10), UINT32_C(0x1ab93d1d),
    UINT32_C(0xba5a4df), UINT32_C(0xa186f20f), UINT32_C(0x2868f169), UINT32_C(0xdcb7da83), UINT32_C(0x573906fe),
    UINT32_C(0xa1e2ce9b), UINT32_C(0x4fcd7f52), UINT32_C(0x50115e01), UINT32_C(0xa70683fa), UINT32_C(0xa002b5c4),
    UINT32_C(0xde6d027), UINT32_C(0x9af88c27), UINT32_C(0x773f8641), UINT32_C(0xc3604c06), UINT32_C(0x61a806b5),
    UINT32_C(0xf0177a28), UINT32_C(0xc0f586e0), UINT32_C(0x6058aa), UINT32_C(0x30dc7d62), UINT32_C(0x11e69ed7),
    UINT32_C(0x2338ea63), UINT32_C(0x53c2dd94), UINT32_C(0xc2c21634), UINT32_C(0xbbcbee56), UINT32_C(0x90bcb6de),
    UINT32_C(0xebfc7da1), UINT32_C(0xce591d76), UINT32_C(0x6f05e409), UINT32_C(0x4b7c0188), UINT32_C(0x39720a3d),
    UINT32_C(0x7c927c24), UINT32_C(0x86e3725f), UINT32_C(0x724d9db9), UINT32_C(0x1ac15bb4), UINT32_C(0xd39eb8fc),
    UINT32_C(0xed545578), UINT32_C(0x8fca5b5), UINT32_C(0xd83d7cd3), UINT32_C(0x4dad0fc4), UINT32_C(0x1e50ef5e),
    UINT32_C(0xb161e6f8), UINT32_C(0xa28514d9), UINT32_C(0x6c51133c), UINT32_C(0x6fd5c7e7), UINT32_C(0x56e14ec4),
    UINT32_C(0x362abfce), UINT32_C(0xddc6c837), UINT32_C(0xd79a3234), UINT32_C(0x92638212), UINT32_C(0x670efa8e),
    UINT32_C(0x406000e0), UINT32_C(0x3a39ce37), UINT32_C(0xd3faf5cf), UINT32_C(0xabc27737), UINT32_C(0x5ac52d1b),
    UINT32_C(0x5cb0679e), UINT32_C(0x4fa33742), UINT32_C(0xd3822740), UINT32_C(0x99bc9bbe), UINT32_C(0xd5118e9d),
    UINT32_C(0xbf0f7315), UINT32_C(0xd62d1c7e), UINT32_C(0xc700c47b), UINT32_C(0xb78c1b6b), UINT32_C(0x21a19045),
    UINT32_C(0xb26eb1be), UINT32_C(0x6a366eb4), UINT32_C(0x5748ab2f), UINT32_C(0xbc946e79), UINT32_C(0xc6a376d2),
    UINT32_C(0x6549c2c8), UINT32_C(0x530ff8ee), UINT32_C(0x468dde7d), UINT32_C(0xd5730a1d), UINT32_C(0x4cd04dc6),
    UINT32_C(0x2939bbdb), UINT32_C(0xa9ba4650), UINT32_C(0xac9526e8), UINT32_C(0xbe5ee304), UINT32_C(0xa1fad5f0),
    UINT32_C(0x6a2d519a), UINT32_C(0x63ef8ce2), UINT32_C(0x9a86ee22), UINT32_C(0xc089c2b8), UINT32_C(0x43242ef6),
    UINT32_C(0xa51e03aa), UINT32_C(0x9cf2d0a4), UINT32_C(0x83c061ba), UINT32_C(0x9be96a4d), UINT32_C(0x8fe51550),
    UINT32_C(0xba645bd6), UINT32_C(0x2826a2f9), UINT32_C(0xa73a3ae1), UINT32_C(0x4ba99586), UINT32_C(0xef5562e9),
    UINT32_C(0xc72fefd3), UINT32_C(0xf752f7da), UINT32_C(0x3f046f69), UINT32_C(0x77fa0a59), UINT32_C(0x80e4a915),
    UINT32_C(0x87b08601), UINT32_C(0x9b09e6ad), UINT32_C(0x3b3ee593), UINT32_C(0xe990fd5a), UINT32_C(0x9e34d797),
    UINT32_C(0x2cf0b7d9), UINT32_C(0x22b8b51), UINT32_C(0x96d5ac3a), UINT32_C(0x17da67d), UINT32_C(0xd1cf3ed6),
    UINT32_C(0x7c7d2d28), UINT32_C(0x1f9f25cf), UINT32_C(0xadf2b89b), UINT32_C(0x5ad6b472), UINT32_C(0x5a88f54c),
    UINT32_C(0xe029ac71), UINT32_C(0xe019a5e6), UINT32_C(0x47b0acfd), UINT32_C(0xed93fa9b), UINT32_C(0xe8d3c48d),
    UINT32_C(0x283b57cc), UINT32_C(0xf8d56629), UINT32_C(0x79132e28), UINT32_C(0x785f0191), UINT32_C(0xed756055),
    UINT32_C(0xf7960e44), UINT32_C(0xe3d35e8c), UINT32_C(0x15056dd4), UINT32_C(0x88f46dba), UINT32_C(0x3a16125),
    UINT32_C(0x564f0bd), UINT32_C(0xc3eb9e15), UINT32_C(0x3c9057a2), UINT32_C(0x97271aec), UINT32_C(0xa93a072a),
    UINT32_C(0x1b3f6d9b), UINT32_C(0x1e6321f5), UINT32_C(0xf59c66fb), UINT32_C(0x26dcf319), UINT32_C(0x7533d928),
    UINT32_C(0xb155fdf5), UINT32_C(0x3563482), UINT32_C(0x8aba3cbb), UINT32_C(0x28517711), UINT32_C(0xc20ad9f8),
    UINT32_C(0xabcc5167), UINT32_C(0xccad925f), UINT32_C(0x4de81751), UINT32_C(0x3830dc8e), UINT32_C(0x379d5862),
    UINT32_C(0x9320f991), UINT32_C(0xea7a90c2), UINT32_C(0xfb3e7bce), UINT32_C(0x5121ce64), UINT32_C(0x774fbe32),
    UINT32_C(0xa8b6e37e), UINT32_C(0xc3293d46), UINT32_C(0x48de5369), UINT32_C(0x6413e680), UINT32_C(0xa2ae0810),
    UINT32_C(0xdd6db224), UINT32_C(0x69852dfd), UINT32_C(0x9072166), UINT32_C(0xb39a460a), UINT32_C(0x6445c0dd),
    UINT32_C(0x586cdecf), UINT32_C(0x1c20c8ae), UINT32_C(0x5bbef7dd), UINT32_C(0x1b588d40), UINT32_C(0xccd2017f),
    UINT32_C(0x6bb4e3bb), UINT32_C(0xdda26a7e), UINT32_C(0x3a59ff45), UINT32_C(0x3e350a44), UINT32_C(0xbcb4cdd5),
    UINT32_C(0x72eacea8), UINT32_C(0xfa6484bb), UINT32_C(0x8d6612ae), UINT32_C(0xbf3c6f47), UINT32_C(0xd29be463),
    UINT32_C(0x542f5d9e), UINT32_C(0xaec2771b), UINT32_C(0xf64e6370), UINT32_C(0x740e0d8d), UINT32_C(0xe75b1357),
    UINT32_C(0xf8721671), UINT32_C(0xaf537d5d), UINT32_C(0x4040cb08), UINT32_C(0x4eb4e2cc), UINT32_C(0x34d2466a),
    UINT32_C(0x115af84), UINT32_C(0xe1b00428), UINT32_C(0x95983a1d), UINT32_C(0x6b89fb4), UINT32_C(0xce6ea048),
    UINT32_C(0x6f3f3b82), UINT32_C(0x3520ab82), UINT32_C(0x11a1d4b), UINT32_C(0x277227f8), UINT32_C(0x611560b1),
    UINT32_C(0xe7933fdc), UINT32_C(0xbb3a792b), UINT32_C(0x344525bd), UINT32_C(0xa08839e1), UINT32_C(0x51ce794b),
    UINT32_C(0x2f32c9b7), UINT32_C(0xa01fbac9), UINT32_C(0xe01cc87e), UINT32_C(0xbcc7d1f6), UINT32_C(0xcf0111c3),
    UINT32_C(0xa1e8aac7), UINT32_C(0x1a908749), UINT32_C(0xd44fbd9a), UINT32_C(0xd0dadecb), UINT32_C(0xd50ada38),
    UINT32_C(0x339c32a), UINT32_C(0xc6913667), UINT32_C(0x8df9317c), UINT32_C(0xe0b12b4f), UINT32_C(0xf79e59b7),
    UINT32_C(0x43f5bb3a), UINT32_C(0xf2d519ff), UINT32_C(0x27d9459c), UINT32_C(0xbf97222c), UINT32_C(0x15e6fc2a),
    UINT32_C(0xf91fc71), UINT32_C(0x9b941525), UINT32_C(0xfae59361), UINT32_C(0xceb69ceb), UINT32_C(0xc2a86459),
    UINT32_C(0x12baa8d1), UINT32_C(0xb6c1075e), UINT32_C(0xe3056a0c), UINT32_C(0x10d25065), UINT32_C(0xcb03a442),
    UINT32_C(0xe0ec6e0e), UINT32_C(0x1698db3b), UINT32_C(0x4c98a0be), UINT32_C(0x3278e964), UINT32_C(0x9f1f9532),
    UINT32_C(0xe0d392df), UINT32_C(0xd3a0342b), UINT32_C(0x8971f21e), UINT32_C(0x1b0a7441), UINT32_C(0x4ba3348c),
    UINT32_C(0xc5be7120), UINT32_C(0xc37632d8), UINT32_C(0xdf359f8d), UINT32_C(0x9b992f2e), UINT32_C(0xe60b6f47),
    UINT32_C(0xfe3f11d), UINT32_C(0xe54cda54), UINT32_C(0x1edad891), UINT32_C(0xce6279cf), UINT32_C(0xcd3e7e6f),
    UINT32_C(0x1618b166), UINT32_C(0xfd2c1d05), UINT32_C(0x848fd2c5), UINT32_C(0xf6fb2299), UINT32_C(0xf523f357),
    UINT32_C(0xa6327623), UINT32_C(0x93a83531), UINT32_C(0x56cccd02), UINT32_C(0xacf08162), UINT32_C(0x5a75ebb5),
    UINT32_C(0x6e163697), UINT32_C(0x88d273cc), UINT32_C(0xde966292), UINT32_C(0x81b949d0), UINT32_C(0x4c50901b),
    UINT32_C(0x71c65614), UINT32_C(0xe6c6c7bd), UINT32_C(0x327a140a), UINT32_C(0x45e1d006), UINT32_C(0xc3f27b9a),
    UINT32_C(0xc9aa53fd), UINT32_C(0x62a80f00), UINT32_C(0xbb25bfe2), UINT32_C(0x35bdd2f6), UINT32_C(0x71126905),
    UINT32_C(0xb2040222), UINT32_C(0xb6cbcf7c), UINT32_C(0xcd769c2b), UINT32_C(0x53113ec0), UINT32_C(0x1640e3d3),
    UINT32_C(0x38abbd60), UINT32_C(0x2547adf0), UINT32_C(0xba38209c), UINT32_C(0xf746ce76), UINT32_C(0x77afa1c5),
    UINT32_C(0x20756060), UINT32_C(0x85cbfe4e), UINT32_C(0x8ae88dd8), UINT32_C(0x7aaaf9b0), UINT32_C(0x4cf9aa7e),
    UINT32_C(0x1948c25c), UINT32_C(0x2fb8a8c), UINT32_C(0x1c36ae4), UINT32_C(0xd6ebe1f9), UINT32_C(0x90d4f869),
    UINT32_C(0xa65cdea0), UINT32_C(0x3f09252d), UINT32_C(0xc208e69f), UINT32_C(0xb74e6132), UINT32_C(0xce77e25b),
    UINT32_C(0x578fdfe3), UINT32_C(0x3ac372e6)
};

static LOOM_INNER void run_blowfish_set_key(const uint8_t *key, size_t key_bytes, uint32_t *schedule)
{
    /* the digits of pi */
    const uint32_t *pi = blowfish_set_key_pi;
    uint32_t *to = schedule;
    size_t left = 521;
    do {
        uint32_t t3 = pi[1];
        to[0] = pi[0];
        to[1] = t3;
        pi += 2;
        to += 2;
    } while (--left != 0);
    /* add the key, again and again */
    const uint8_t *at = key;
    uint32_t *to2 = schedule;
    const uint8_t *t4 = key + key_bytes;
    size_t left2 = 18;
    do {
        uint32_t t6 = to2[0];
        t6 ^= (uint32_t)at[0] << 24;
        at++;
        at = at == t4 ? key : at;
        t6 ^= (uint32_t)at[0] << 16;
        at++;
        at = at == t4 ? key : at;
        t6 ^= (uint32_t)at[0] << 8;
        at++;
        at = at == t4 ? key : at;
        t6 ^= (uint32_t)at[0];
        at++;
        at = at == t4 ? key : at;
        to2[0] = t6;
        to2++;
    } while (--left2 != 0);
    /* replace all words */
    const uint32_t *t18 = schedule + 18;
    const uint32_t *t19 = schedule + 274;
    const uint32_t *t20 = schedule + 530;
    const uint32_t *t21 = schedule + 786;
    uint32_t *to3 = schedule;
    uint32_t left3 = 0;
    uint32_t right = 0;
    size_t left4 = 521;
    do {
        const uint32_t *subkey = schedule;
        left3 ^= subkey[0];
        size_t left5 = 8;
        do {
            right ^= subkey[1];
            uint64_t t27 = (uint64_t)(left3 >> 24);
            uint64_t t30 = mask64((t27 >> 1) & 1);
            uint64_t t33 = mask64((t27 >> 2) & 1);
            uint64_t n = 0;
            const uint32_t *row = t18;
            uint64_t chosen = 0;
            size_t left6 = 16;
            uint64_t t36 = mask64((t27 >> 3) & 1);
            uint64_t t37 = t27 >> 4;
            do {
                uint64_t t39 = (uint64_t)row[0] | ((uint64_t)row[1] << 32);
                uint64_t t40 = (uint64_t)row[2] | ((uint64_t)row[3] << 32);
                t40 ^= t39;
                t40 &= t30;
                t39 ^= t40;
                uint64_t t41 = (uint64_t)row[4] | ((uint64_t)row[5] << 32);
                uint64_t t42 = (uint64_t)row[6] | ((uint64_t)row[7] << 32);
                t42 ^= t41;
                t42 &= t30;
                t41 ^= t42;
                t41 ^= t39;
                t41 &= t33;
                t39 ^= t41;
                uint64_t t43 = (uint64_t)row[8] | ((uint64_t)row[9] << 32);
                uint64_t t44 = (uint64_t)row[10] | ((uint64_t)row[11] << 32);
                t44 ^= t43;
                t44 &= t30;
                t43 ^= t44;
                uint64_t t45 = (uint64_t)row[12] | ((uint64_t)row[13] << 32);
                uint64_t t46 = (uint64_t)row[14] | ((uint64_t)row[15] << 32);
                t46 ^= t45;
                t46 &= t30;
                t45 ^= t46;
                t45 ^= t43;
                t45 &= t33;
                t43 ^= t45;
                t43 ^= t39;
                t43 &= t36;
                t39 ^= t43;
                uint64_t t47 = t37 ^ n;
                t39 &= sar64((t47 - 1) & ~t47, 63);
                chosen |= t39;
                n++;
                row += 16;
            } while (--left6 != 0);
            uint32_t t55 = (uint32_t)shr64(chosen, ((t27 & 1) << 5) & 63);
            uint64_t t58 = (uint64_t)((left3 >> 16) & 255);
            uint64_t t61 = mask64((t58 >> 1) & 1);
            uint64_t t64 = mask64((t58 >> 2) & 1);
            uint64_t n2 = 0;
            const uint32_t *row2 = t19;
            uint64_t chosen2 = 0;
            size_t left7 = 16;
            uint64_t t67 = mask64((t58 >> 3) & 1);
            uint64_t t68 = t58 >> 4;
            do {
                uint64_t t70 = (uint64_t)row2[0] | ((uint64_t)row2[1] << 32);
                uint64_t t71 = (uint64_t)row2[2] | ((uint64_t)row2[3] << 32);
                t71 ^= t70;
                t71 &= t61;
                t70 ^= t71;
                uint64_t t72 = (uint64_t)row2[4] | ((uint64_t)row2[5] << 32);
                uint64_t t73 = (uint64_t)row2[6] | ((uint64_t)row2[7] << 32);
                t73 ^= t72;
                t73 &= t61;
                t72 ^= t73;
                t72 ^= t70;
                t72 &= t64;
                t70 ^= t72;
                uint64_t t74 = (uint64_t)row2[8] | ((uint64_t)row2[9] << 32);
                uint64_t t75 = (uint64_t)row2[10] | ((uint64_t)row2[11] << 32);
                t75 ^= t74;
                t75 &= t61;
                t74 ^= t75;
                uint64_t t76 = (uint64_t)row2[12] | ((uint64_t)row2[13] << 32);
                uint64_t t77 = (uint64_t)row2[14] | ((uint64_t)row2[15] << 32);
                t77 ^= t76;
                t77 &= t61;
                t76 ^= t77;
                t76 ^= t74;
                t76 &= t64;
                t74 ^= t76;
                t74 ^= t70;
                t74 &= t67;
                t70 ^= t74;
                uint64_t t78 = t68 ^ n2;
                t70 &= sar64((t78 - 1) & ~t78, 63);
                chosen2 |= t70;
                n2++;
                row2 += 16;
            } while (--left7 != 0);
            t55 += (uint32_t)shr64(chosen2, ((t58 & 1) << 5) & 63);
            uint64_t t89 = (uint64_t)((left3 >> 8) & 255);
            uint64_t t92 = mask64((t89 >> 1) & 1);
            uint64_t t95 = mask64((t89 >> 2) & 1);
            uint64_t n3 = 0;
            const uint32_t *row3 = t20;
            uint64_t chosen3 = 0;
            size_t left8 = 16;
            uint64_t t98 = mask64((t89 >> 3) & 1);
            uint64_t t99 = t89 >> 4;
            do {
                uint64_t t101 = (uint64_t)row3[0] | ((uint64_t)row3[1] << 32);
                uint64_t t102 = (uint64_t)row3[2] | ((uint64_t)row3[3] << 32);
                t102 ^= t101;
                t102 &= t92;
                t101 ^= t102;
                uint64_t t103 = (uint64_t)row3[4] | ((uint64_t)row3[5] << 32);
                uint64_t t104 = (uint64_t)row3[6] | ((uint64_t)row3[7] << 32);
                t104 ^= t103;
                t104 &= t92;
                t103 ^= t104;
                t103 ^= t101;
                t103 &= t95;
                t101 ^= t103;
                uint64_t t105 = (uint64_t)row3[8] | ((uint64_t)row3[9] << 32);
                uint64_t t106 = (uint64_t)row3[10] | ((uint64_t)row3[11] << 32);
                t106 ^= t105;
                t106 &= t92;
                t105 ^= t106;
                uint64_t t107 = (uint64_t)row3[12] | ((uint64_t)row3[13] << 32);
                uint64_t t108 = (uint64_t)row3[14] | ((uint64_t)row3[15] << 32);
                t108 ^= t107;
                t108 &= t92;
                t107 ^= t108;
                t107 ^= t105;
                t107 &= t95;
                t105 ^= t107;
                t105 ^= t101;
                t105 &= t98;
                t101 ^= t105;
                uint64_t t109 = t99 ^ n3;
                t101 &= sar64((t109 - 1) & ~t109, 63);
                chosen3 |= t101;
                n3++;
                row3 += 16;
            } while (--left8 != 0);
            t55 ^= (uint32_t)shr64(chosen3, ((t89 & 1) << 5) & 63);
            uint64_t t119 = (uint64_t)(left3 & 255);
            uint64_t t122 = mask64((t119 >> 1) & 1);
            uint64_t t125 = mask64((t119 >> 2) & 1);
            uint64_t n4 = 0;
            const uint32_t *row4 = t21;
            uint64_t chosen4 = 0;
            size_t left9 = 16;
            uint64_t t128 = mask64((t119 >> 3) & 1);
            uint64_t t129 = t119 >> 4;
            do {
                uint64_t t131 = (uint64_t)row4[0] | ((uint64_t)row4[1] << 32);
                uint64_t t132 = (uint64_t)row4[2] | ((uint64_t)row4[3] << 32);
                t132 ^= t131;
                t132 &= t122;
                t131 ^= t132;
                uint64_t t133 = (uint64_t)row4[4] | ((uint64_t)row4[5] << 32);
                uint64_t t134 = (uint64_t)row4[6] | ((uint64_t)row4[7] << 32);
                t134 ^= t133;
                t134 &= t122;
                t133 ^= t134;
                t133 ^= t131;
                t133 &= t125;
                t131 ^= t133;
                uint64_t t135 = (uint64_t)row4[8] | ((uint64_t)row4[9] << 32);
                uint64_t t136 = (uint64_t)row4[10] | ((uint64_t)row4[11] << 32);
                t136 ^= t135;
                t136 &= t122;
                t135 ^= t136;
                uint64_t t137 = (uint64_t)row4[12] | ((uint64_t)row4[13] << 32);
                uint64_t t138 = (uint64_t)row4[14] | ((uint64_t)row4[15] << 32);
                t138 ^= t137;
                t138 &= t122;
                t137 ^= t138;
                t137 ^= t135;
                t137 &= t125;
                t135 ^= t137;
                t135 ^= t131;
                t135 &= t128;
                t131 ^= t135;
                uint64_t t139 = t129 ^ n4;
                t131 &= sar64((t139 - 1) & ~t139, 63);
                chosen4 |= t131;
                n4++;
                row4 += 16;
            } while (--left9 != 0);
            t55 += (uint32_t)shr64(chosen4, ((t119 & 1) << 5) & 63);
            right ^= t55;
            left3 ^= subkey[2];
            uint64_t t150 = (uint64_t)(right >> 24);
            uint64_t t153 = mask64((t150 >> 1) & 1);
            uint64_t t156 = mask64((t150 >> 2) & 1);
            uint64_t n5 = 0;
            const uint32_t *row5 = t18;
            uint64_t chosen5 = 0;
            size_t left10 = 16;
            uint64_t t159 = mask64((t150 >> 3) & 1);
            uint64_t t160 = t150 >> 4;
            do {
                uint64_t t162 = (uint64_t)row5[0] | ((uint64_t)row5[1] << 32);
                uint64_t t163 = (uint64_t)row5[2] | ((uint64_t)row5[3] << 32);
                t163 ^= t162;
                t163 &= t153;
                t162 ^= t163;
                uint64_t t164 = (uint64_t)row5[4] | ((uint64_t)row5[5] << 32);
                uint64_t t165 = (uint64_t)row5[6] | ((uint64_t)row5[7] << 32);
                t165 ^= t164;
                t165 &= t153;
                t164 ^= t165;
                t164 ^= t162;
                t164 &= t156;
                t162 ^= t164;
                uint64_t t166 = (uint64_t)row5[8] | ((uint64_t)row5[9] << 32);
                uint64_t t167 = (uint64_t)row5[10] | ((uint64_t)row5[11] << 32);
                t167 ^= t166;
                t167 &= t153;
                t166 ^= t167;
                uint64_t t168 = (uint64_t)row5[12] | ((uint64_t)row5[13] << 32);
                uint64_t t169 = (uint64_t)row5[14] | ((uint64_t)row5[15] << 32);
                t169 ^= t168;
                t169 &= t153;
                t168 ^= t169;
                t168 ^= t166;
                t168 &= t156;
                t166 ^= t168;
                t166 ^= t162;
                t166 &= t159;
                t162 ^= t166;
                uint64_t t170 = t160 ^ n5;
                t162 &= sar64((t170 - 1) & ~t170, 63);
                chosen5 |= t162;
                n5++;
                row5 += 16;
            } while (--left10 != 0);
            uint32_t t178 = (uint32_t)shr64(chosen5, ((t150 & 1) << 5) & 63);
            uint64_t t181 = (uint64_t)((right >> 16) & 255);
            uint64_t t184 = mask64((t181 >> 1) & 1);
            uint64_t t187 = mask64((t181 >> 2) & 1);
            uint64_t n6 = 0;
            const uint32_t *row6 = t19;
            uint64_t chosen6 = 0;
            size_t left11 = 16;
            uint64_t t190 = mask64((t181 >> 3) & 1);
            uint64_t t191 = t181 >> 4;
            do {
                uint64_t t193 = (uint64_t)row6[0] | ((uint64_t)row6[1] << 32);
                uint64_t t194 = (uint64_t)row6[2] | ((uint64_t)row6[3] << 32);
                t194 ^= t193;
                t194 &= t184;
                t193 ^= t194;
                uint64_t t195 = (uint64_t)row6[4] | ((uint64_t)row6[5] << 32);
                uint64_t t196 = (uint64_t)row6[6] | ((uint64_t)row6[7] << 32);
                t196 ^= t195;
                t196 &= t184;
                t195 ^= t196;
                t195 ^= t193;
                t195 &= t187;
                t193 ^= t195;
                uint64_t t197 = (uint64_t)row6[8] | ((uint64_t)row6[9] << 32);
                uint64_t t198 = (uint64_t)row6[10] | ((uint64_t)row6[11] << 32);
                t198 ^= t197;
                t198 &= t184;
                t197 ^= t198;
                uint64_t t199 = (uint64_t)row6[12] | ((uint64_t)row6[13] << 32);
                uint64_t t200 = (uint64_t)row6[14] | ((uint64_t)row6[15] << 32);
                t200 ^= t199;
                t200 &= t184;
                t199 ^= t200;
                t199 ^= t197;
                t199 &= t187;
                t197 ^= t199;
                t197 ^= t193;
                t197 &= t190;
                t193 ^= t197;
                uint64_t t201 = t191 ^ n6;
                t193 &= sar64((t201 - 1) & ~t201, 63);
                chosen6 |= t193;
                n6++;
                row6 += 16;
            } while (--left11 != 0);
            t178 += (uint32_t)shr64(chosen6, ((t181 & 1) << 5) & 63);
            uint64_t t212 = (uint64_t)((right >> 8) & 255);
            uint64_t t215 = mask64((t212 >> 1) & 1);
            uint64_t t218 = mask64((t212 >> 2) & 1);
            uint64_t n7 = 0;
            const uint32_t *row7 = t20;
            uint64_t chosen7 = 0;
            size_t left12 = 16;
            uint64_t t221 = mask64((t212 >> 3) & 1);
            uint64_t t222 = t212 >> 4;
            do {
                uint64_t t224 = (uint64_t)row7[0] | ((uint64_t)row7[1] << 32);
                uint64_t t225 = (uint64_t)row7[2] | ((uint64_t)row7[3] << 32);
                t225 ^= t224;
                t225 &= t215;
                t224 ^= t225;
                uint64_t t226 = (uint64_t)row7[4] | ((uint64_t)row7[5] << 32);
                uint64_t t227 = (uint64_t)row7[6] | ((uint64_t)row7[7] << 32);
                t227 ^= t226;
                t227 &= t215;
                t226 ^= t227;
                t226 ^= t224;
                t226 &= t218;
                t224 ^= t226;
                uint64_t t228 = (uint64_t)row7[8] | ((uint64_t)row7[9] << 32);
                uint64_t t229 = (uint64_t)row7[10] | ((uint64_t)row7[11] << 32);
                t229 ^= t228;
                t229 &= t215;
                t228 ^= t229;
                uint64_t t230 = (uint64_t)row7[12] | ((uint64_t)row7[13] << 32);
                uint64_t t231 = (uint64_t)row7[14] | ((uint64_t)row7[15] << 32);
                t231 ^= t230;
                t231 &= t215;
                t230 ^= t231;
                t230 ^= t228;
                t230 &= t218;
                t228 ^= t230;
                t228 ^= t224;
                t228 &= t221;
                t224 ^= t228;
                uint64_t t232 = t222 ^ n7;
                t224 &= sar64((t232 - 1) & ~t232, 63);
                chosen7 |= t224;
                n7++;
                row7 += 16;
            } while (--left12 != 0);
            t178 ^= (uint32_t)shr64(chosen7, ((t212 & 1) << 5) & 63);
            uint64_t t242 = (uint64_t)(right & 255);
            uint64_t t245 = mask64((t242 >> 1) & 1);
            uint64_t t248 = mask64((t242 >> 2) & 1);
            uint64_t n8 = 0;
            const uint32_t *row8 = t21;
            uint64_t chosen8 = 0;
            size_t left13 = 16;
            uint64_t t251 = mask64((t242 >> 3) & 1);
            uint64_t t252 = t242 >> 4;
            do {
                uint64_t t254 = (uint64_t)row8[0] | ((uint64_t)row8[1] << 32);
                uint64_t t255 = (uint64_t)row8[2] | ((uint64_t)row8[3] << 32);
                t255 ^= t254;
                t255 &= t245;
                t254 ^= t255;
                uint64_t t256 = (uint64_t)row8[4] | ((uint64_t)row8[5] << 32);
                uint64_t t257 = (uint64_t)row8[6] | ((uint64_t)row8[7] << 32);
                t257 ^= t256;
                t257 &= t245;
                t256 ^= t257;
                t256 ^= t254;
                t256 &= t248;
                t254 ^= t256;
                uint64_t t258 = (uint64_t)row8[8] | ((uint64_t)row8[9] << 32);
                uint64_t t259 = (uint64_t)row8[10] | ((uint64_t)row8[11] << 32);
                t259 ^= t258;
                t259 &= t245;
                t258 ^= t259;
                uint64_t t260 = (uint64_t)row8[12] | ((uint64_t)row8[13] << 32);
                uint64_t t261 = (uint64_t)row8[14] | ((uint64_t)row8[15] << 32);
                t261 ^= t260;
                t261 &= t245;
                t260 ^= t261;
                t260 ^= t258;
                t260 &= t248;
                t258 ^= t260;
                t258 ^= t254;
                t258 &= t251;
                t254 ^= t258;
                uint64_t t262 = t252 ^ n8;
                t254 &= sar64((t262 - 1) & ~t262, 63);
                chosen8 |= t254;
                n8++;
                row8 += 16;
            } while (--left13 != 0);
            t178 += (uint32_t)shr64(chosen8, ((t242 & 1) << 5) & 63);
            left3 ^= t178;
            subkey += 2;
        } while (--left5 != 0);
        right ^= subkey[1];
        uint32_t left14 = left3;
        left3 = right;
        right = left14;
        to3[0] = left3;
        to3[1] = right;
        to3 += 2;
    } while (--left4 != 0);
}

void LOOM_CDECL loom_blowfish_set_key_portable(const uint8_t *key, size_t key_bytes, uint32_t *schedule)
{
    run_blowfish_set_key(key, key_bytes, schedule);
    loom_clean();
}

#else

static const uint32_t blowfish_set_key_pi[1042] = {
    UINT32_C(0x243f6a88), UINT32_C(0x85a308d3), UINT32_C(0x13198a2e), UINT32_C(0x3707344), UINT32_C(0xa4093822),
    UINT32_C(0x299f31d0), UINT32_C(0x82efa98), UINT32_C(0xec4e6c89), UINT32_C(0x452821e6), UINT32_C(0x38d01377),
    UINT32_C(0xbe5466cf), UINT32_C(0x34e90c6c), UINT32_C(0xc0ac29b7), UINT32_C(0xc97c50dd), UINT32_C(0x3f84d5b5),
    UINT32_C(0xb5470917), UINT32_C(0x9216d5d9), UINT32_C(0x8979fb1b), UINT32_C(0xd1310ba6), UINT32_C(0x98dfb5ac),
    UINT32_C(0x2ffd72db), UINT32_C(0xd01adfb7), UINT32_C(0xb8e1afed), UINT32_C(0x6a267e96), UINT32_C(0xba7c9045),
    UINT32_C(0xf12c7f99), UINT32_C(0x24a19947), UINT32_C(0xb3916cf7), UINT32_C(0x801f2e2), UINT32_C(0x858efc16),
    UINT32_C(0x636920d8), UINT32_C(0x71574e69), UINT32_C(0xa458fea3), UINT32_C(0xf4933d7e), UINT32_C(0xd95748f),
    UINT32_C(0x728eb658), UINT32_C(0x718bcd58), UINT32_C(0x82154aee), UINT32_C(0x7b54a41d), UINT32_C(0xc25a59b5),
    UINT32_C(0x9c30d539), UINT32_C(0x2af26013), UINT32_C(0xc5d1b023), UINT32_C(0x286085f0), UINT32_C(0xca417918),
    UINT32_C(0xb8db38ef), UINT32_C(0x8e79dcb0), UINT32_C(0x603a180e), UINT32_C(0x6c9e0e8b), UINT32_C(0xb01e8a3e),
    UINT32_C(0xd71577c1), UINT32_C(0xbd314b27), UINT32_C(0x78af2fda), UINT32_C(0x55605c60), UINT32_C(0xe65525f3),
    UINT32_C(0xaa55ab94), UINT32_C(0x57489862), UINT32_C(0x63e81440), UINT32_C(0x55ca396a), UINT32_C(0x2aab10b6),
    UINT32_C(0xb4cc5c34), UINT32_C(0x1141e8ce), UINT32_C(0xa15486af), UINT32_C(0x7c72e993), UINT32_C(0xb3ee1411),
    UINT32_C(0x636fbc2a), UINT32_C(0x2ba9c55d), UINT32_C(0x741831f6), UINT32_C(0xce5c3e16), UINT32_C(0x9b87931e),
    UINT32_C(0xafd6ba33), UINT32_C(0x6c24cf5c), UINT32_C(0x7a325381), UINT32_C(0x28958677), UINT32_C(0x3b8f4898),
    UINT32_C(0x6b4bb9af), UINT32_C(0xc4bfe81b), UINT32_C(0x66282193), UINT32_C(0x61d809cc), UINT32_C(0xfb21a991),
    UINT32_C(0x487cac60), UINT32_C(0x5dec8032), UINT32_C(0xef845d5d), UINT32_C(0xe98575b1), UINT32_C(0xdc262302),
    UINT32_C(0xeb651b88), UINT32_C(0x23893e81), UINT32_C(0xd396acc5), UINT32_C(0xf6d6ff3), UINT32_C(0x83f44239),
    UINT32_C(0x2e0b4482), UINT32_C(0xa4842004), UINT32_C(0x69c8f04a), UINT32_C(0x9e1f9b5e), UINT32_C(0x21c66842),
    UINT32_C(0xf6e96c9a), UINT32_C(0x670c9c61), UINT32_C(0xabd388f0), UINT32_C(0x6a51a0d2), UINT32_C(0xd8542f68),
    UINT32_C(0x960fa728), UINT32_C(0xab5133a3), UINT32_C(0x6eef0b6c), UINT32_C(0x137a3be4), UINT32_C(0xba3bf050),
    UINT32_C(0x7efb2a98), UINT32_C(0xa1f1651d), UINT32_C(0x39af0176), UINT32_C(0x66ca593e), UINT32_C(0x82430e88),
    UINT32_C(0x8cee8619), UINT32_C(0x456f9fb4), UINT32_C(0x7d84a5c3), UINT32_C(0x3b8b5ebe), UINT32_C(0xe06f75d8),
    UINT32_C(0x85c12073), UINT32_C(0x401a449f), UINT32_C(0x56c16aa6), UINT32_C(0x4ed3aa62), UINT32_C(0x363f7706),
    UINT32_C(0x1bfedf72), UINT32_C(0x429b023d), UINT32_C(0x37d0d724), UINT32_C(0xd00a1248), UINT32_C(0xdb0fead3),
    UINT32_C(0x49f1c09b), UINT32_C(0x75372c9), UINT32_C(0x80991b7b), UINT32_C(0x25d479d8), UINT32_C(0xf6e8def7),
    UINT32_C(0xe3fe501a), UINT32_C(0xb6794c3b), UINT32_C(0x976ce0bd), UINT32_C(0x4c006ba), UINT32_C(0xc1a94fb6),
    UINT32_C(0x409f60c4), UINT32_C(0x5e5c9ec2), UINT32_C(0x196a2463), UINT32_C(0x68fb6faf), UINT32_C(0x3e6c53b5),
    UINT32_C(0x1339b2eb), UINT32_C(0x3b52ec6f), UINT32_C(0x6dfc511f), UINT32_C(0x9b30952c), UINT32_C(0xcc814544),
    UINT32_C(0xaf5ebd09), UINT32_C(0xbee3d004), UINT32_C(0xde334afd), UINT32_C(0x660f2807), UINT32_C(0x192e4bb3),
    UINT32_C(0xc0cba857), UINT32_C(0x45c8740f), UINT32_C(0xd20b5f39), UINT32_C(0xb9d3fbdb), UINT32_C(0x5579c0bd),
    UINT32_C(0x1a60320a), UINT32_C(0xd6a100c6), UINT32_C(0x402c7279), UINT32_C(0x679f25fe), UINT32_C(0xfb1fa3cc),
    UINT32_C(0x8ea5e9f8), UINT32_C(0xdb3222f8), UINT32_C(0x3c7516df), UINT32_C(0xfd616b15), UINT32_C(0x2f501ec8),
    UINT32_C(0xad0552ab), UINT32_C(0x323db5fa), UINT32_C(0xfd238760), UINT32_C(0x53317b48), UINT32_C(0x3e00df82),
    UINT32_C(0x9e5c57bb), UINT32_C(0xca6f8ca0), UINT32_C(0x1a87562e), UINT32_C(0xdf1769db), UINT32_C(0xd542a8f6),
    UINT32_C(0x287effc3), UINT32_C(0xac6732c6), UINT32_C(0x8c4f5573), UINT32_C(0x695b27b0), UINT32_C(0xbbca58c8),
    UINT32_C(0xe1ffa35d), UINT32_C(0xb8f011a0), UINT32_C(0x10fa3d98), UINT32_C(0xfd2183b8), UINT32_C(0x4afcb56c),
    UINT32_C(0x2dd1d35b), UINT32_C(0x9a53e479), UINT32_C(0xb6f84565), UINT32_C(0xd28e49bc), UINT32_C(0x4bfb9790),
    UINT32_C(0xe1ddf2da), UINT32_C(0xa4cb7e33), UINT32_C(0x62fb1341), UINT32_C(0xcee4c6e8), UINT32_C(0xef20cada),
    UINT32_C(0x36774c01), UINT32_C(0xd07e9efe), UINT32_C(0x2bf11fb4), UINT32_C(0x95dbda4d), UINT32_C(0xae909198),
    UINT32_C(0xeaad8e71), UINT32_C(0x6b93d5a0), UINT32_C(0xd08ed1d0), UINT32_C(0xafc725e0), UINT32_C(0x8e3c5b2f),
    UINT32_C(0x8e7594b7), UINT32_C(0x8ff6e2fb), UINT32_C(0xf2122b64), UINT32_C(0x8888b812), UINT32_C(0x900df01c),
    UINT32_C(0x4fad5ea0), UINT32_C(0x688fc31c), UINT32_C(0xd1cff191), UINT32_C(0xb3a8c1ad), UINT32_C(0x2f2f2218),
    UINT32_C(0xbe0e1777), UINT32_C(0xea752dfe), UINT32_C(0x8b021fa1), UINT32_C(0xe5a0cc0f), UINT32_C(0xb56f74e8),
    UINT32_C(0x18acf3d6), UINT32_C(0xce89e299), UINT32_C(0xb4a84fe0), UINT32_C(0xfd13e0b7), UINT32_C(0x7cc43b81),
    UINT32_C(0xd2ada8d9), UINT32_C(0x165fa266), UINT32_C(0x80957705), UINT32_C(0x93cc7314), UINT32_C(0x211a1477),
    UINT32_C(0xe6ad2065), UINT32_C(0x77b5fa86), UINT32_C(0xc75442f5), UINT32_C(0xfb9d35cf), UINT32_C(0xebcdaf0c),
    UINT32_C(0x7b3e89a0), UINT32_C(0xd6411bd3), UINT32_C(0xae1e7e49), UINT32_C(0x250e2d), UINT32_C(0x2071b35e),
    UINT32_C(0x226800bb), UINT32_C(0x57b8e0af), UINT32_C(0x2464369b), UINT32_C(0xf009b91e), UINT32_C(0x5563911d),
    UINT32_C(0x59dfa6aa), UINT32_C(0x78c14389), UINT32_C(0xd95a537f), UINT32_C(0x207d5ba2), UINT32_C(0x2e5b9c5),
    UINT32_C(0x83260376), UINT32_C(0x6295cfa9), UINT32_C(0x11c81968), UINT32_C(0x4e734a41), UINT32_C(0xb3472dca),
    UINT32_C(0x7b14a94a), UINT32_C(0x1b510052), UINT32_C(0x9a532915), UINT32_C(0xd60f573f), UINT32_C(0xbc9bc6e4),
    UINT32_C(0x2b60a476), UINT32_C(0x81e67400), UINT32_C(0x8ba6fb5), UINT32_C(0x571be91f), UINT32_C(0xf296ec6b),
    UINT32_C(0x2a0dd915), UINT32_C(0xb6636521), UINT32_C(0xe7b9f9b6), UINT32_C(0xff34052e), UINT32_C(0xc5855664),
    UINT32_C(0x53b02d5d), UINT32_C(0xa99f8fa1), UINT32_C(0x8ba4799), UINT32_C(0x6e85076a), UINT32_C(0x4b7a70e9),
    UINT32_C(0xb5b32944), UINT32_C(0xdb75092e), UINT32_C(0xc4192623), UINT32_C(0xad6ea6b0), UINT32_C(0x49a7df7d),
    UINT32_C(0x9cee60b8), UINT32_C(0x8fedb266), UINT32_C(0xecaa8c71), UINT32_C(0x699a17ff), UINT32_C(0x5664526c),
    UINT32_C(0xc2b19ee1), UINT32_C(0x193602a5), UINT32_C(0x75094c29), UINT32_C(0xa0591340), UINT32_C(0xe4183a3e),
    UINT32_C(0x3f54989a), UINT32_C(0x5b429d65), UINT32_C(0x6b8fe4d6), UINT32_C(0x99f73fd6), UINT32_C(0xa1d29c07),
    UINT32_C(0xefe830f5), UINT32_C(0x4d2d38e6), UINT32_C(0xf0255dc1), UINT32_C(0x4cdd2086), UINT32_C(0x8470eb26),
    UINT32_C(0x6382e9c6), UINT32_C(0x21ecc5e), UINT32_C(0x9686b3f), UINT32_C(0x3ebaefc9), UINT32_C(0x3c971814),
    UINT32_C(0x6b6a70a1), UINT32_C(0x687f3584), UINT32_C(0x52a0e286), UINT32_C(0xb79c5305), UINT32_C(0xaa500737),
    UINT32_C(0x3e07841c), UINT32_C(0x7fdeae5c), UINT32_C(0x8e7d44ec), UINT32_C(0x5716f2b8), UINT32_C(0xb03ada37),
    UINT32_C(0xf0500c0d), UINT32_C(0xf01c1f04), UINT32_C(0x200b3ff), UINT32_C(0xae0cf51a), UINT32_C(0x3cb574b2),
    UINT32_C(0x25837a58), UINT32_C(0xdc0921bd), UINT32_C(0xd19113f9), UINT32_C(0x7ca92ff6), UINT32_C(0x94324773),
    UINT32_C(0x22f54701), UINT32_C(0x3ae5e581), UINT32_C(0x37c2dadc), UINT32_C(0xc8b57634), UINT32_C(0x9af3dda7),
    UINT32_C(0xa9446146), UINT32_C(0xfd0030e), UINT32_C(0xecc8c73e), UINT32_C(0xa4751e41), UINT32_C(0xe238cd99),
    UINT32_C(0x3bea0e2f), UINT32_C(0x3280bba1), UINT32_C(0x183eb331), UINT32_C(0x4e548b38), UINT32_C(0x4f6db908),
    UINT32_C(0x6f420d03), UINT32_C(0xf60a04bf), UINT32_C(0x2cb81290), UINT32_C(0x24977c79), UINT32_C(0x5679b072),
    UINT32_C(0xbcaf89af), UINT32_C(0xde9a771f), UINT32_C(0xd9930810), UINT32_C(0xb38bae12), UINT32_C(0xdccf3f2e),
    UINT32_C(0x5512721f), UINT32_C(0x2e6b7124), UINT32_C(0x501adde6), UINT32_C(0x9f84cd87), UINT32_C(0x7a584718),
    UINT32_C(0x7408da17), UINT32_C(0xbc9f9abc), UINT32_C(0xe94b7d8c), UINT32_C(0xec7aec3a), UINT32_C(0xdb851dfa),
    UINT32_C(0x63094366), UINT32_C(0xc464c3d2), UINT32_C(0xef1c1847), UINT32_C(0x3215d908), UINT32_C(0xdd433b37),
    UINT32_C(0x24c2ba16), UINT32_C(0x12a14d43), UINT32_C(0x2a65c451), UINT32_C(0x50940002), UINT32_C(0x133ae4dd),
    UINT32_C(0x71dff89e), UINT32_C(0x10314e55), UINT32_C(0x81ac77d6), UINT32_C(0x5f11199b), UINT32_C(0x43556f1),
    UINT32_C(0xd7a3c76b), UINT32_C(0x3c11183b), UINT32_C(0x5924a509), UINT32_C(0xf28fe6ed), UINT32_C(0x97f1fbfa),
    UINT32_C(0x9ebabf2c), UINT32_C(0x1e153c6e), UINT32_C(0x86e34570), UINT32_C(0xeae96fb1), UINT32_C(0x860e5e0a),
    UINT32_C(0x5a3e2ab3), UINT32_C(0x771fe71c), UINT32_C(0x4e3d06fa), UINT32_C(0x2965dcb9), UINT32_C(0x99e71d0f),
    UINT32_C(0x803e89d6), UINT32_C(0x5266c825), UINT32_C(0x2e4cc978), UINT32_C(0x9c10b36a), UINT32_C(0xc6150eba),
    UINT32_C(0x94e2ea78), UINT32_C(0xa5fc3c53), UINT32_C(0x1e0a2df4), UINT32_C(0xf2f74ea7), UINT32_C(0x361d2b3d),
    UINT32_C(0x1939260f), UINT32_C(0x19c27960), UINT32_C(0x5223a708), UINT32_C(0xf71312b6), UINT32_C(0xebadfe6e),
    UINT32_C(0xeac31f66), UINT32_C(0xe3bc4595), UINT32_C(0xa67bc883), UINT32_C(0xb17f37d1), UINT32_C(0x18cff28),
    UINT32_C(0xc332ddef), UINT32_C(0xbe6c5aa5), UINT32_C(0x65582185), UINT32_C(0x68ab9802), UINT32_C(0xeecea50f),
    UINT32_C(0xdb2f953b), UINT32_C(0x2aef7dad), UINT32_C(0x5b6e2f84), UINT32_C(0x1521b628), UINT32_C(0x29076170),
    UINT32_C(0xecdd4775), UINT32_C(0x619f1510), UINT32_C(0x13cca830), UINT32_C(0xeb61bd96), UINT32_C(0x334fe1e),
    UINT32_C(0xaa0363cf), UINT32_C(0xb5735c90), UINT32_C(0x4c70a239), UINT32_C(0xd59e9e0b), UINT32_C(0xcbaade14),
    UINT32_C(0xeecc86bc), UINT32_C(0x60622ca7), UINT32_C(0x9cab5cab), UINT32_C(0xb2f3846e), UINT32_C(0x648b1eaf),
    UINT32_C(0x19bdf0ca), UINT32_C(0xa02369b9), UINT32_C(0x655abb50), UINT32_C(0x40685a32), UINT32_C(0x3c2ab4b3),
    UINT32_C(0x319ee9d5), UINT32_C(0xc021b8f7), UINT32_C(0x9b540b19), UINT32_C(0x875fa099), UINT32_C(0x95f7997e),
    UINT32_C(0x623d7da8), UINT32_C(0xf837889a), UINT32_C(0x97e32d77), UINT32_C(0x11ed935f), UINT32_C(0x16681281),
    UINT32_C(0xe358829), UINT32_C(0xc7e61fd6), UINT32_C(0x96dedfa1), UINT32_C(0x7858ba99), UINT32_C(0x57f584a5),
    UINT32_C(0x1b227263), UINT32_C(0x9b83c3ff), UINT32_C(0x1ac24696), UINT32_C(0xcdb30aeb), UINT32_C(0x532e3054),
    UINT32_C(0x8fd948e4), UINT32_C(0x6dbc3128), UINT32_C(0x58ebf2ef), UINT32_C(0x34c6ffea), UINT32_C(0xfe28ed61),
    UINT32_C(0xee7c3c73), UINT32_C(0x5d4a14d9), UINT32_C(0xe864b7e3), UINT32_C(0x42105d14), UINT32_C(0x203e13e0),
    UINT32_C(0x45eee2b6), UINT32_C(0xa3aaabea), UINT32_C(0xdb6c4f15), UINT32_C(0xfacb4fd0), UINT32_C(0xc742f442),
    UINT32_C(0xef6abbb5), UINT32_C(0x654f3b1d), UINT32_C(0x41cd2105), UINT32_C(0xd81e799e), UINT32_C(0x86854dc7),
    UINT32_C(0xe44b476a), UINT32_C(0x3d816250), UINT32_C(0xcf62a1f2), UINT32_C(0x5b8d2646), UINT32_C(0xfc8883a0),
    UINT32_C(0xc1c7b6a3), UINT32_C(0x7f1524c3), UINT32_C(0x69cb7492), UINT32_C(0x47848a0b), UINT32_C(0x5692b285),
    UINT32_C(0x95bbf00), UINT32_C(0xad19489d), UINT32_C(0x1462b174), UINT32_C(0x23820e00), UINT32_C(0x58428d2a),
    UINT32_C(0xc55f5ea), UINT32_C(0x1dadf43e), UINT32_C(0x233f7061), UINT32_C(0x3372f092), UINT32_C(0x8d937e41),
    UINT32_C(0xd65fecf1), UINT32_C(0x6c223bdb), UINT32_C(0x7cde3759), UINT32_C(0xcbee7460), UINT32_C(0x4085f2a7),
    UINT32_C(0xce77326e), UINT32_C(0xa6078084), UINT32_C(0x19f8509e), UINT32_C(0xe8efd855), UINT32_C(0x61d99735),
    UINT32_C(0xa969a7aa), UINT32_C(0xc50c06c2), UINT32_C(0x5a04abfc), UINT32_C(0x800bcadc), UINT32_C(0x9e447a2e),
    UINT32_C(0xc3453484), UINT32_C(0xfdd56705), UINT32_C(0xe1e9ec9), UINT32_C(0xdb73dbd3), UINT32_C(0x105588cd),
    UINT32_C(0x675fda79), UINT32_C(0xe3674340), UINT32_C(0xc5c43465), UINT32_C(0x713e38d8), UINT32_C(0x3d28f89e),
    UINT32_C(0xf16dff20), UINT32_C(0x153e21e7), UINT32_C(0x8fb03d4a), UINT32_C(0xe6e39f2b), UINT32_C(0xdb83adf7),
    UINT32_C(0xe93d5a68), UINT32_C(0x948140f7), UINT32_C(0xf64c261c), UINT32_C(0x94692934), UINT32_C(0x411520f7),
    UINT32_C(0x7602d4f7), UINT32_C(0xbcf46b2e), UINT32_C(0xd4a20068), UINT32_C(0xd4082471), UINT32_C(0x3320f46a),
    UINT32_C(0x43b7d4b7), UINT32_C(0x500061af), UINT32_C(0x1e39f62e), UINT32_C(0x97244546), UINT32_C(0x14214f74),
    UINT32_C(0xbf8b8840), UINT32_C(0x4d95fc1d), UINT32_C(0x96b591af), UINT32_C(0x70f4ddd3), UINT32_C(0x66a02f45),
    UINT32_C(0xbfbc09ec), UINT32_C(0x3bd9785), UINT32_C(0x7fac6dd0), UINT32_C(0x31cb8504), UINT32_C(0x96eb27b3),
    UINT32_C(0x55fd3941), UINT32_C(0xda2547e6), UINT32_C(0xabca0a9a), UINT32_C(0x28507825), UINT32_C(0x530429f4),
    UINT32_C(0xa2c86da), UINT32_C(0xe9b66dfb), UINT32_C(0x68dc1462), UINT32_C(0xd7486900), UINT32_C(0x680ec0a4),
    UINT32_C(0x27a18dee), UINT32_C(0x4f3ffea2), UINT32_C(0xe887ad8c), UINT32_C(0xb58ce006), UINT32_C(0x7af4d6b6),
    UINT32_C(0xaace1e7c), UINT32_C(0xd3375fec), UINT32_C(0xce78a399), UINT32_C(0x406b2a42), UINT32_C(0x20fe9e35),
    UINT32_C(0xd9f385b9), UINT32_C(0xee39d7ab), UINT32_C(0x3b124e8b), UINT32_C(0x1dc9faf7), UINT32_C(0x4b6d1856),
    UINT32_C(0x26a36631), UINT32_C(0xeae397b2), UINT32_C(0x3a6efa74), UINT32_C(0xdd5b4332), UINT32_C(0x6841e7f7),
    UINT32_C(0xca7820fb), UINT32_C(0xfb0af54e), UINT32_C(0xd8feb397), UINT32_C(0x454056ac), UINT32_C(0xba489527),
    UINT32_C(0x55533a3a), UINT32_C(0x20838d87), UINT32_C(0xfe6ba9b7), UINT32_C(0xd096954b), UINT32_C(0x55a867bc),
    UINT32_C(0xa1159a58), UINT32_C(0xcca92963), UINT32_C(0x99e1db33), UINT32_C(0xa62a4a56), UINT32_C(0x3f3125f9),
    UINT32_C(0x5ef47e1c), UINT32_C(0x9029317c), UINT32_C(0xfdf8e802), UINT32_C(0x4272f70), UINT32_C(0x80bb155c),
    UINT32_C(0x5282ce3), UINT32_C(0x95c11548), UINT32_C(0xe4c66d22), UINT32_C(0x48c1133f), UINT32_C(0xc70f86dc),
    UINT32_C(0x7f9c9ee), UINT32_C(0x41041f0f), UINT32_C(0x404779a4), UINT32_C(0x5d886e17), UINT32_C(0x325f51eb),
    UINT32_C(0xd59bc0d1), UINT32_C(0xf2bcc18f), UINT32_C(0x41113564), UINT32_C(0x257b7834), UINT32_C(0x602a9c60),
    UINT32_C(0xdff8e8a3), UINT32_C(0x1f636c1b), UINT32_C(0xe12b4c2), UINT32_C(0x2e1329e), UINT32_C(0xaf664fd1),
    UINT32_C(0xcad18115), UINT32_C(0x6b2395e0), UINT32_C(0x333e92e1), UINT32_C(0x3b240b62), UINT32_C(0xeebeb922),
    UINT32_C(0x85b2a20e), UINT32_C(0xe6ba0d99), UINT32_C(0xde720c8c), UINT32_C(0x2da2f728), UINT32_C(0xd0127845),
    UINT32_C(0x95b794fd), UINT32_C(0x647d0862), UINT32_C(0xe7ccf5f0), UINT32_C(0x5449a36f), UINT32_C(0x877d48fa),
    UINT32_C(0xc39dfd27), UINT32_C(0xf33e8d1e), UINT32_C(0xa476341), UINT32_C(0x992eff74), UINT32_C(0x3a6f6eab),
    UINT32_C(0xf4f8fd37), UINT32_C(0xa812dc60), UINT32_C(0xa1ebddf8), UINT32_C(0x991be14c), UINT32_C(0xdb6e6b0d),
    UINT32_C(0xc67b5510), UINT32_C(0x6d672c37), UINT32_C(0x2765d43b), UINT32_C(0xdcd0e804), UINT32_C(0xf1290dc7),
    UINT32_C(0xcc00ffa3), UINT32_C(0xb5390f92), UINT32_C(0x690fed0b), UINT32_C(0x667b9ffb), UINT32_C(0xcedb7d9c),
    UINT32_C(0xa091cf0b), UINT32_C(0xd9155ea3), UINT32_C(0xbb132f88), UINT32_C(0x515bad24), UINT32_C(0x7b9479bf),
    UINT32_C(0x763bd6eb), UINT32_C(0x37392eb3), UINT32_C(0xcc115979), UINT32_C(0x8026e297), UINT32_C(0xf42e312d),
    UINT32_C(0x6842ada7), UINT32_C(0xc66a2b3b), UINT32_C(0x12754ccc), UINT32_C(0x782ef11c), UINT32_C(0x6a124237),
    UINT32_C(0xb79251e7), UINT32_C(0x6a1bbe6), UINT32_C(0x4bfb6350), UINT32_C(0x1a6b1018), UINT32_C(0x11caedfa),
    UINT32_C(0x3d25bdd8), UINT32_C(0xe2e1c3c9), UINT32_C(0x44421659), UINT32_C(0xa121386), UINT32_C(0xd90cec6e),
    UINT32_C(0xd5abea2a), UINT32_C(0x64af674e), UINT32_C(0xda86a85f), UINT32_C(0xbebfe988), UINT32_C(0x64e4c3fe),
    UINT32_C(0x9dbc8057), UINT32_C(0xf0f7c086), UINT32_C(0x60787bf8), UINT32_C(0x6003604d), UINT32_C(0xd1fd8346),
    UINT32_C(0xf6381fb0), UINT32_C(0x7745ae04), UINT32_C(0xd736fccc), UINT32_C(0x83426b33), UINT32_C(0xf01eab71),
    UINT32_C(0xb0804187), UINT32_C(0x3c005e5f), UINT32_C(0x77a057be), UINT32_C(0xbde8ae24), UINT32_C(0x55464299),
    UINT32_C(0xbf582e61), UINT32_C(0x4e58f48f), UINT32_C(0xf2ddfda2), UINT32_C(0xf474ef38), UINT32_C(0x8789bdc2),
    UINT32_C(0x5366f9c3), UINT32_C(0xc8b38e74), UINT32_C(0xb475f255), UINT32_C(0x46fcd9b9), UINT32_C(0x7aeb2661),
    UINT32_C(0x8b1ddf84), UINT32_C(0x846a0e79), UINT32_C(0x915f95e2), UINT32_C(0x466e598e), UINT32_C(0x20b45770),
    UINT32_C(0x8cd55591), UINT32_C(0xc902de4c), UINT32_C(0xb90bace1), UINT32_C(0xbb8205d0), UINT32_C(0x11a86248),
    UINT32_C(0x7574a99e), UINT32_C(0xb77f19b6), UINT32_C(0xe0a9dc09), UINT32_C(0x662d09a1), UINT32_C(0xc4324633),
    UINT32_C(0xe85a1f02), UINT32_C(0x9f0be8c), UINT32_C(0x4a99a025), UINT32_C(0x1d6efe10), UINT32_C(0x1ab93d1d),
    UINT32_C(0xba5a4df), UINT32_C(0xa186f20f), UINT32_C(0x2868f169), UINT32_C(0xdcb7da83), UINT32_C(0x573906fe),
    UINT32_C(0xa1e2ce9b), UINT32_C(0x4fcd7f52), UINT32_C(0x50115e01), UINT32_C(0xa70683fa), UINT32_C(0xa002b5c4),
    UINT32_C(0xde6d027), UINT32_C(0x9af88c27), UINT32_C(0x773f8641), UINT32_C(0xc3604c06), UINT32_C(0x61a806b5),
    UINT32_C(0xf0177a28), UINT32_C(0xc0f586e0), UINT32_C(0x6058aa), UINT32_C(0x30dc7d62), UINT32_C(0x11e69ed7),
    UINT32_C(0x2338ea63), UINT32_C(0x53c2dd94), UINT32_C(0xc2c21634), UINT32_C(0xbbcbee56), UINT32_C(0x90bcb6de),
    UINT32_C(0xebfc7da1), UINT32_C(0xce591d76), UINT32_C(0x6f05e409), UINT32_C(0x4b7c0188), UINT32_C(0x39720a3d),
    UINT32_C(0x7c927c24), UINT32_C(0x86e3725f), UINT32_C(0x724d9db9), UINT32_C(0x1ac15bb4), UINT32_C(0xd39eb8fc),
    UINT32_C(0xed545578), UINT32_C(0x8fca5b5), UINT32_C(0xd83d7cd3), UINT32_C(0x4dad0fc4), UINT32_C(0x1e50ef5e),
    UINT32_C(0xb161e6f8), UINT32_C(0xa28514d9), UINT32_C(0x6c51133c), UINT32_C(0x6fd5c7e7), UINT32_C(0x56e14ec4),
    UINT32_C(0x362abfce), UINT32_C(0xddc6c837), UINT32_C(0xd79a3234), UINT32_C(0x92638212), UINT32_C(0x670efa8e),
    UINT32_C(0x406000e0), UINT32_C(0x3a39ce37), UINT32_C(0xd3faf5cf), UINT32_C(0xabc27737), UINT32_C(0x5ac52d1b),
    UINT32_C(0x5cb0679e), UINT32_C(0x4fa33742), UINT32_C(0xd3822740), UINT32_C(0x99bc9bbe), UINT32_C(0xd5118e9d),
    UINT32_C(0xbf0f7315), UINT32_C(0xd62d1c7e), UINT32_C(0xc700c47b), UINT32_C(0xb78c1b6b), UINT32_C(0x21a19045),
    UINT32_C(0xb26eb1be), UINT32_C(0x6a366eb4), UINT32_C(0x5748ab2f), UINT32_C(0xbc946e79), UINT32_C(0xc6a376d2),
    UINT32_C(0x6549c2c8), UINT32_C(0x530ff8ee), UINT32_C(0x468dde7d), UINT32_C(0xd5730a1d), UINT32_C(0x4cd04dc6),
    UINT32_C(0x2939bbdb), UINT32_C(0xa9ba4650), UINT32_C(0xac9526e8), UINT32_C(0xbe5ee304), UINT32_C(0xa1fad5f0),
    UINT32_C(0x6a2d519a), UINT32_C(0x63ef8ce2), UINT32_C(0x9a86ee22), UINT32_C(0xc089c2b8), UINT32_C(0x43242ef6),
    UINT32_C(0xa51e03aa), UINT32_C(0x9cf2d0a4), UINT32_C(0x83c061ba), UINT32_C(0x9be96a4d), UINT32_C(0x8fe51550),
    UINT32_C(0xba645bd6), UINT32_C(0x2826a2f9), UINT32_C(0xa73a3ae1), UINT32_C(0x4ba99586), UINT32_C(0xef5562e9),
    UINT32_C(0xc72fefd3), UINT32_C(0xf752f7da), UINT32_C(0x3f046f69), UINT32_C(0x77fa0a59), UINT32_C(0x80e4a915),
    UINT32_C(0x87b08601), UINT32_C(0x9b09e6ad), UINT32_C(0x3b3ee593), UINT32_C(0xe990fd5a), UINT32_C(0x9e34d797),
    UINT32_C(0x2cf0b7d9), UINT32_C(0x22b8b51), UINT32_C(0x96d5ac3a), UINT32_C(0x17da67d), UINT32_C(0xd1cf3ed6),
    UINT32_C(0x7c7d2d28), UINT32_C(0x1f9f25cf), UINT32_C(0xadf2b89b), UINT32_C(0x5ad6b472), UINT32_C(0x5a88f54c),
    UINT32_C(0xe029ac71), UINT32_C(0xe019a5e6), UINT32_C(0x47b0acfd), UINT32_C(0xed93fa9b), UINT32_C(0xe8d3c48d),
    UINT32_C(0x283b57cc), UINT32_C(0xf8d56629), UINT32_C(0x79132e28), UINT32_C(0x785f0191), UINT32_C(0xed756055),
    UINT32_C(0xf7960e44), UINT32_C(0xe3d35e8c), UINT32_C(0x15056dd4), UINT32_C(0x88f46dba), UINT32_C(0x3a16125),
    UINT32_C(0x564f0bd), UINT32_C(0xc3eb9e15), UINT32_C(0x3c9057a2), UINT32_C(0x97271aec), UINT32_C(0xa93a072a),
    UINT32_C(0x1b3f6d9b), UINT32_C(0x1e6321f5), UINT32_C(0xf59c66fb), UINT32_C(0x26dcf319), UINT32_C(0x7533d928),
    UINT32_C(0xb155fdf5), UINT32_C(0x3563482), UINT32_C(0x8aba3cbb), UINT32_C(0x28517711), UINT32_C(0xc20ad9f8),
    UINT32_C(0xabcc5167), UINT32_C(0xccad925f), UINT32_C(0x4de81751), UINT32_C(0x3830dc8e), UINT32_C(0x379d5862),
    UINT32_C(0x9320f991), UINT32_C(0xea7a90c2), UINT32_C(0xfb3e7bce), UINT32_C(0x5121ce64), UINT32_C(0x774fbe32),
    UINT32_C(0xa8b6e37e), UINT32_C(0xc3293d46), UINT32_C(0x48de5369), UINT32_C(0x6413e680), UINT32_C(0xa2ae0810),
    UINT32_C(0xdd6db224), UINT32_C(0x69852dfd), UINT32_C(0x9072166), UINT32_C(0xb39a460a), UINT32_C(0x6445c0dd),
    UINT32_C(0x586cdecf), UINT32_C(0x1c20c8ae), UINT32_C(0x5bbef7dd), UINT32_C(0x1b588d40), UINT32_C(0xccd2017f),
    UINT32_C(0x6bb4e3bb), UINT32_C(0xdda26a7e), UINT32_C(0x3a59ff45), UINT32_C(0x3e350a44), UINT32_C(0xbcb4cdd5),
    UINT32_C(0x72eacea8), UINT32_C(0xfa6484bb), UINT32_C(0x8d6612ae), UINT32_C(0xbf3c6f47), UINT32_C(0xd29be463),
    UINT32_C(0x542f5d9e), UINT32_C(0xaec2771b), UINT32_C(0xf64e6370), UINT32_C(0x740e0d8d), UINT32_C(0xe75b1357),
    UINT32_C(0xf8721671), UINT32_C(0xaf537d5d), UINT32_C(0x4040cb08), UINT32_C(0x4eb4e2cc), UINT32_C(0x34d2466a),
    UINT32_C(0x115af84), UINT32_C(0xe1b00428), UINT32_C(0x95983a1d), UINT32_C(0x6b89fb4), UINT32_C(0xce6ea048),
    UINT32_C(0x6f3f3b82), UINT32_C(0x3520ab82), UINT32_C(0x11a1d4b), UINT32_C(0x277227f8), UINT32_C(0x611560b1),
    UINT32_C(0xe7933fdc), UINT32_C(0xbb3a792b), UINT32_C(0x344525bd), UINT32_C(0xa08839e1), UINT32_C(0x51ce794b),
    UINT32_C(0x2f32c9b7), UINT32_C(0xa01fbac9), UINT32_C(0xe01cc87e), UINT32_C(0xbcc7d1f6), UINT32_C(0xcf0111c3),
    UINT32_C(0xa1e8aac7), UINT32_C(0x1a908749), UINT32_C(0xd44fbd9a), UINT32_C(0xd0dadecb), UINT32_C(0xd50ada38),
    UINT32_C(0x339c32a), UINT32_C(0xc6913667), UINT32_C(0x8df9317c), UINT32_C(0xe0b12b4f), UINT32_C(0xf79e59b7),
    UINT32_C(0x43f5bb3a), UINT32_C(0xf2d519ff), UINT32_C(0x27d9459c), UINT32_C(0xbf97222c), UINT32_C(0x15e6fc2a),
    UINT32_C(0xf91fc71), UINT32_C(0x9b941525), UINT32_C(0xfae59361), UINT32_C(0xceb69ceb), UINT32_C(0xc2a86459),
    UINT32_C(0x12baa8d1), UINT32_C(0xb6c1075e), UINT32_C(0xe3056a0c), UINT32_C(0x10d25065), UINT32_C(0xcb03a442),
    UINT32_C(0xe0ec6e0e), UINT32_C(0x1698db3b), UINT32_C(0x4c98a0be), UINT32_C(0x3278e964), UINT32_C(0x9f1f9532),
    UINT32_C(0xe0d392df), UINT32_C(0xd3a0342b), UINT32_C(0x8971f21e), UINT32_C(0x1b0a7441), UINT32_C(0x4ba3348c),
    UINT32_C(0xc5be7120), UINT32_C(0xc37632d8), UINT32_C(0xdf359f8d), UINT32_C(0x9b992f2e), UINT32_C(0xe60b6f47),
    UINT32_C(0xfe3f11d), UINT32_C(0xe54cda54), UINT32_C(0x1edad891), UINT32_C(0xce6279cf), UINT32_C(0xcd3e7e6f),
    UINT32_C(0x1618b166), UINT32_C(0xfd2c1d05), UINT32_C(0x848fd2c5), UINT32_C(0xf6fb2299), UINT32_C(0xf523f357),
    UINT32_C(0xa6327623), UINT32_C(0x93a83531), UINT32_C(0x56cccd02), UINT32_C(0xacf08162), UINT32_C(0x5a75ebb5),
    UINT32_C(0x6e163697), UINT32_C(0x88d273cc), UINT32_C(0xde966292), UINT32_C(0x81b949d0), UINT32_C(0x4c50901b),
    UINT32_C(0x71c65614), UINT32_C(0xe6c6c7bd), UINT32_C(0x327a140a), UINT32_C(0x45e1d006), UINT32_C(0xc3f27b9a),
    UINT32_C(0xc9aa53fd), UINT32_C(0x62a80f00), UINT32_C(0xbb25bfe2), UINT32_C(0x35bdd2f6), UINT32_C(0x71126905),
    UINT32_C(0xb2040222), UINT32_C(0xb6cbcf7c), UINT32_C(0xcd769c2b), UINT32_C(0x53113ec0), UINT32_C(0x1640e3d3),
    UINT32_C(0x38abbd60), UINT32_C(0x2547adf0), UINT32_C(0xba38209c), UINT32_C(0xf746ce76), UINT32_C(0x77afa1c5),
    UINT32_C(0x20756060), UINT32_C(0x85cbfe4e), UINT32_C(0x8ae88dd8), UINT32_C(0x7aaaf9b0), UINT32_C(0x4cf9aa7e),
    UINT32_C(0x1948c25c), UINT32_C(0x2fb8a8c), UINT32_C(0x1c36ae4), UINT32_C(0xd6ebe1f9), UINT32_C(0x90d4f869),
    UINT32_C(0xa65cdea0), UINT32_C(0x3f09252d), UINT32_C(0xc208e69f), UINT32_C(0xb74e6132), UINT32_C(0xce77e25b),
    UINT32_C(0x578fdfe3), UINT32_C(0x3ac372e6)
};

static LOOM_INNER void run_blowfish_set_key(const uint8_t *key, size_t key_bytes, uint32_t *schedule)
{
    /* the digits of pi */
    const uint32_t *pi = blowfish_set_key_pi;
    uint32_t *to = schedule;
    size_t left = 521;
    do {
        uint32_t t3 = pi[1];
        to[0] = pi[0];
        to[1] = t3;
        pi += 2;
        to += 2;
    } while (--left != 0);
    /* add the key, again and again */
    const uint8_t *at = key;
    uint32_t *to2 = schedule;
    const uint8_t *t4 = key + key_bytes;
    size_t left2 = 18;
    do {
        uint32_t t6 = to2[0];
        t6 ^= (uint32_t)at[0] << 24;
        at++;
        at = at == t4 ? key : at;
        t6 ^= (uint32_t)at[0] << 16;
        at++;
        at = at == t4 ? key : at;
        t6 ^= (uint32_t)at[0] << 8;
        at++;
        at = at == t4 ? key : at;
        t6 ^= (uint32_t)at[0];
        at++;
        at = at == t4 ? key : at;
        to2[0] = t6;
        to2++;
    } while (--left2 != 0);
    /* replace all words */
    const uint32_t *t18 = schedule + 18;
    const uint32_t *t19 = schedule + 274;
    const uint32_t *t20 = schedule + 530;
    const uint32_t *t21 = schedule + 786;
    uint32_t *to3 = schedule;
    uint32_t left3 = 0;
    uint32_t right = 0;
    size_t left4 = 521;
    do {
        const uint32_t *subkey = schedule;
        left3 ^= subkey[0];
        size_t left5 = 8;
        do {
            right ^= subkey[1];
            uint32_t t26 = left3 >> 24;
            uint32_t t29 = mask32(t26 & 1);
            uint32_t t32 = mask32((t26 >> 1) & 1);
            uint32_t t35 = mask32((t26 >> 2) & 1);
            uint32_t n = 0;
            const uint32_t *row = t18;
            uint32_t chosen = 0;
            size_t left6 = 16;
            uint32_t t38 = mask32((t26 >> 3) & 1);
            uint32_t t39 = t26 >> 4;
            do {
                uint32_t t41 = row[0];
                uint32_t t42 = row[1];
                t42 ^= t41;
                t42 &= t29;
                t41 ^= t42;
                uint32_t t43 = row[2];
                uint32_t t44 = row[3];
                t44 ^= t43;
                t44 &= t29;
                t43 ^= t44;
                t43 ^= t41;
                t43 &= t32;
                t41 ^= t43;
                uint32_t t45 = row[4];
                uint32_t t46 = row[5];
                t46 ^= t45;
                t46 &= t29;
                t45 ^= t46;
                uint32_t t47 = row[6];
                uint32_t t48 = row[7];
                t48 ^= t47;
                t48 &= t29;
                t47 ^= t48;
                t47 ^= t45;
                t47 &= t32;
                t45 ^= t47;
                t45 ^= t41;
                t45 &= t35;
                t41 ^= t45;
                uint32_t t49 = row[8];
                uint32_t t50 = row[9];
                t50 ^= t49;
                t50 &= t29;
                t49 ^= t50;
                uint32_t t51 = row[10];
                uint32_t t52 = row[11];
                t52 ^= t51;
                t52 &= t29;
                t51 ^= t52;
                t51 ^= t49;
                t51 &= t32;
                t49 ^= t51;
                uint32_t t53 = row[12];
                uint32_t t54 = row[13];
                t54 ^= t53;
                t54 &= t29;
                t53 ^= t54;
                uint32_t t55 = row[14];
                uint32_t t56 = row[15];
                t56 ^= t55;
                t56 &= t29;
                t55 ^= t56;
                t55 ^= t53;
                t55 &= t32;
                t53 ^= t55;
                t53 ^= t49;
                t53 &= t35;
                t49 ^= t53;
                t49 ^= t41;
                t49 &= t38;
                t41 ^= t49;
                uint32_t t57 = t39 ^ n;
                t41 &= sar32((t57 - 1) & ~t57, 31);
                chosen |= t41;
                n++;
                row += 16;
            } while (--left6 != 0);
            uint32_t t63 = (left3 >> 16) & 255;
            uint32_t t66 = mask32(t63 & 1);
            uint32_t t69 = mask32((t63 >> 1) & 1);
            uint32_t t72 = mask32((t63 >> 2) & 1);
            uint32_t n2 = 0;
            const uint32_t *row2 = t19;
            uint32_t chosen2 = 0;
            size_t left7 = 16;
            uint32_t t75 = mask32((t63 >> 3) & 1);
            uint32_t t76 = t63 >> 4;
            do {
                uint32_t t78 = row2[0];
                uint32_t t79 = row2[1];
                t79 ^= t78;
                t79 &= t66;
                t78 ^= t79;
                uint32_t t80 = row2[2];
                uint32_t t81 = row2[3];
                t81 ^= t80;
                t81 &= t66;
                t80 ^= t81;
                t80 ^= t78;
                t80 &= t69;
                t78 ^= t80;
                uint32_t t82 = row2[4];
                uint32_t t83 = row2[5];
                t83 ^= t82;
                t83 &= t66;
                t82 ^= t83;
                uint32_t t84 = row2[6];
                uint32_t t85 = row2[7];
                t85 ^= t84;
                t85 &= t66;
                t84 ^= t85;
                t84 ^= t82;
                t84 &= t69;
                t82 ^= t84;
                t82 ^= t78;
                t82 &= t72;
                t78 ^= t82;
                uint32_t t86 = row2[8];
                uint32_t t87 = row2[9];
                t87 ^= t86;
                t87 &= t66;
                t86 ^= t87;
                uint32_t t88 = row2[10];
                uint32_t t89 = row2[11];
                t89 ^= t88;
                t89 &= t66;
                t88 ^= t89;
                t88 ^= t86;
                t88 &= t69;
                t86 ^= t88;
                uint32_t t90 = row2[12];
                uint32_t t91 = row2[13];
                t91 ^= t90;
                t91 &= t66;
                t90 ^= t91;
                uint32_t t92 = row2[14];
                uint32_t t93 = row2[15];
                t93 ^= t92;
                t93 &= t66;
                t92 ^= t93;
                t92 ^= t90;
                t92 &= t69;
                t90 ^= t92;
                t90 ^= t86;
                t90 &= t72;
                t86 ^= t90;
                t86 ^= t78;
                t86 &= t75;
                t78 ^= t86;
                uint32_t t94 = t76 ^ n2;
                t78 &= sar32((t94 - 1) & ~t94, 31);
                chosen2 |= t78;
                n2++;
                row2 += 16;
            } while (--left7 != 0);
            chosen += chosen2;
            uint32_t t100 = (left3 >> 8) & 255;
            uint32_t t103 = mask32(t100 & 1);
            uint32_t t106 = mask32((t100 >> 1) & 1);
            uint32_t t109 = mask32((t100 >> 2) & 1);
            uint32_t n3 = 0;
            const uint32_t *row3 = t20;
            uint32_t chosen3 = 0;
            size_t left8 = 16;
            uint32_t t112 = mask32((t100 >> 3) & 1);
            uint32_t t113 = t100 >> 4;
            do {
                uint32_t t115 = row3[0];
                uint32_t t116 = row3[1];
                t116 ^= t115;
                t116 &= t103;
                t115 ^= t116;
                uint32_t t117 = row3[2];
                uint32_t t118 = row3[3];
                t118 ^= t117;
                t118 &= t103;
                t117 ^= t118;
                t117 ^= t115;
                t117 &= t106;
                t115 ^= t117;
                uint32_t t119 = row3[4];
                uint32_t t120 = row3[5];
                t120 ^= t119;
                t120 &= t103;
                t119 ^= t120;
                uint32_t t121 = row3[6];
                uint32_t t122 = row3[7];
                t122 ^= t121;
                t122 &= t103;
                t121 ^= t122;
                t121 ^= t119;
                t121 &= t106;
                t119 ^= t121;
                t119 ^= t115;
                t119 &= t109;
                t115 ^= t119;
                uint32_t t123 = row3[8];
                uint32_t t124 = row3[9];
                t124 ^= t123;
                t124 &= t103;
                t123 ^= t124;
                uint32_t t125 = row3[10];
                uint32_t t126 = row3[11];
                t126 ^= t125;
                t126 &= t103;
                t125 ^= t126;
                t125 ^= t123;
                t125 &= t106;
                t123 ^= t125;
                uint32_t t127 = row3[12];
                uint32_t t128 = row3[13];
                t128 ^= t127;
                t128 &= t103;
                t127 ^= t128;
                uint32_t t129 = row3[14];
                uint32_t t130 = row3[15];
                t130 ^= t129;
                t130 &= t103;
                t129 ^= t130;
                t129 ^= t127;
                t129 &= t106;
                t127 ^= t129;
                t127 ^= t123;
                t127 &= t109;
                t123 ^= t127;
                t123 ^= t115;
                t123 &= t112;
                t115 ^= t123;
                uint32_t t131 = t113 ^ n3;
                t115 &= sar32((t131 - 1) & ~t131, 31);
                chosen3 |= t115;
                n3++;
                row3 += 16;
            } while (--left8 != 0);
            chosen ^= chosen3;
            uint32_t t136 = left3 & 255;
            uint32_t t139 = mask32(t136 & 1);
            uint32_t t142 = mask32((t136 >> 1) & 1);
            uint32_t t145 = mask32((t136 >> 2) & 1);
            uint32_t n4 = 0;
            const uint32_t *row4 = t21;
            uint32_t chosen4 = 0;
            size_t left9 = 16;
            uint32_t t148 = mask32((t136 >> 3) & 1);
            uint32_t t149 = t136 >> 4;
            do {
                uint32_t t151 = row4[0];
                uint32_t t152 = row4[1];
                t152 ^= t151;
                t152 &= t139;
                t151 ^= t152;
                uint32_t t153 = row4[2];
                uint32_t t154 = row4[3];
                t154 ^= t153;
                t154 &= t139;
                t153 ^= t154;
                t153 ^= t151;
                t153 &= t142;
                t151 ^= t153;
                uint32_t t155 = row4[4];
                uint32_t t156 = row4[5];
                t156 ^= t155;
                t156 &= t139;
                t155 ^= t156;
                uint32_t t157 = row4[6];
                uint32_t t158 = row4[7];
                t158 ^= t157;
                t158 &= t139;
                t157 ^= t158;
                t157 ^= t155;
                t157 &= t142;
                t155 ^= t157;
                t155 ^= t151;
                t155 &= t145;
                t151 ^= t155;
                uint32_t t159 = row4[8];
                uint32_t t160 = row4[9];
                t160 ^= t159;
                t160 &= t139;
                t159 ^= t160;
                uint32_t t161 = row4[10];
                uint32_t t162 = row4[11];
                t162 ^= t161;
                t162 &= t139;
                t161 ^= t162;
                t161 ^= t159;
                t161 &= t142;
                t159 ^= t161;
                uint32_t t163 = row4[12];
                uint32_t t164 = row4[13];
                t164 ^= t163;
                t164 &= t139;
                t163 ^= t164;
                uint32_t t165 = row4[14];
                uint32_t t166 = row4[15];
                t166 ^= t165;
                t166 &= t139;
                t165 ^= t166;
                t165 ^= t163;
                t165 &= t142;
                t163 ^= t165;
                t163 ^= t159;
                t163 &= t145;
                t159 ^= t163;
                t159 ^= t151;
                t159 &= t148;
                t151 ^= t159;
                uint32_t t167 = t149 ^ n4;
                t151 &= sar32((t167 - 1) & ~t167, 31);
                chosen4 |= t151;
                n4++;
                row4 += 16;
            } while (--left9 != 0);
            chosen += chosen4;
            right ^= chosen;
            left3 ^= subkey[2];
            uint32_t t173 = right >> 24;
            uint32_t t176 = mask32(t173 & 1);
            uint32_t t179 = mask32((t173 >> 1) & 1);
            uint32_t t182 = mask32((t173 >> 2) & 1);
            uint32_t n5 = 0;
            const uint32_t *row5 = t18;
            uint32_t chosen5 = 0;
            size_t left10 = 16;
            uint32_t t185 = mask32((t173 >> 3) & 1);
            uint32_t t186 = t173 >> 4;
            do {
                uint32_t t188 = row5[0];
                uint32_t t189 = row5[1];
                t189 ^= t188;
                t189 &= t176;
                t188 ^= t189;
                uint32_t t190 = row5[2];
                uint32_t t191 = row5[3];
                t191 ^= t190;
                t191 &= t176;
                t190 ^= t191;
                t190 ^= t188;
                t190 &= t179;
                t188 ^= t190;
                uint32_t t192 = row5[4];
                uint32_t t193 = row5[5];
                t193 ^= t192;
                t193 &= t176;
                t192 ^= t193;
                uint32_t t194 = row5[6];
                uint32_t t195 = row5[7];
                t195 ^= t194;
                t195 &= t176;
                t194 ^= t195;
                t194 ^= t192;
                t194 &= t179;
                t192 ^= t194;
                t192 ^= t188;
                t192 &= t182;
                t188 ^= t192;
                uint32_t t196 = row5[8];
                uint32_t t197 = row5[9];
                t197 ^= t196;
                t197 &= t176;
                t196 ^= t197;
                uint32_t t198 = row5[10];
                uint32_t t199 = row5[11];
                t199 ^= t198;
                t199 &= t176;
                t198 ^= t199;
                t198 ^= t196;
                t198 &= t179;
                t196 ^= t198;
                uint32_t t200 = row5[12];
                uint32_t t201 = row5[13];
                t201 ^= t200;
                t201 &= t176;
                t200 ^= t201;
                uint32_t t202 = row5[14];
                uint32_t t203 = row5[15];
                t203 ^= t202;
                t203 &= t176;
                t202 ^= t203;
                t202 ^= t200;
                t202 &= t179;
                t200 ^= t202;
                t200 ^= t196;
                t200 &= t182;
                t196 ^= t200;
                t196 ^= t188;
                t196 &= t185;
                t188 ^= t196;
                uint32_t t204 = t186 ^ n5;
                t188 &= sar32((t204 - 1) & ~t204, 31);
                chosen5 |= t188;
                n5++;
                row5 += 16;
            } while (--left10 != 0);
            uint32_t t210 = (right >> 16) & 255;
            uint32_t t213 = mask32(t210 & 1);
            uint32_t t216 = mask32((t210 >> 1) & 1);
            uint32_t t219 = mask32((t210 >> 2) & 1);
            uint32_t n6 = 0;
            const uint32_t *row6 = t19;
            uint32_t chosen6 = 0;
            size_t left11 = 16;
            uint32_t t222 = mask32((t210 >> 3) & 1);
            uint32_t t223 = t210 >> 4;
            do {
                uint32_t t225 = row6[0];
                uint32_t t226 = row6[1];
                t226 ^= t225;
                t226 &= t213;
                t225 ^= t226;
                uint32_t t227 = row6[2];
                uint32_t t228 = row6[3];
                t228 ^= t227;
                t228 &= t213;
                t227 ^= t228;
                t227 ^= t225;
                t227 &= t216;
                t225 ^= t227;
                uint32_t t229 = row6[4];
                uint32_t t230 = row6[5];
                t230 ^= t229;
                t230 &= t213;
                t229 ^= t230;
                uint32_t t231 = row6[6];
                uint32_t t232 = row6[7];
                t232 ^= t231;
                t232 &= t213;
                t231 ^= t232;
                t231 ^= t229;
                t231 &= t216;
                t229 ^= t231;
                t229 ^= t225;
                t229 &= t219;
                t225 ^= t229;
                uint32_t t233 = row6[8];
                uint32_t t234 = row6[9];
                t234 ^= t233;
                t234 &= t213;
                t233 ^= t234;
                uint32_t t235 = row6[10];
                uint32_t t236 = row6[11];
                t236 ^= t235;
                t236 &= t213;
                t235 ^= t236;
                t235 ^= t233;
                t235 &= t216;
                t233 ^= t235;
                uint32_t t237 = row6[12];
                uint32_t t238 = row6[13];
                t238 ^= t237;
                t238 &= t213;
                t237 ^= t238;
                uint32_t t239 = row6[14];
                uint32_t t240 = row6[15];
                t240 ^= t239;
                t240 &= t213;
                t239 ^= t240;
                t239 ^= t237;
                t239 &= t216;
                t237 ^= t239;
                t237 ^= t233;
                t237 &= t219;
                t233 ^= t237;
                t233 ^= t225;
                t233 &= t222;
                t225 ^= t233;
                uint32_t t241 = t223 ^ n6;
                t225 &= sar32((t241 - 1) & ~t241, 31);
                chosen6 |= t225;
                n6++;
                row6 += 16;
            } while (--left11 != 0);
            chosen5 += chosen6;
            uint32_t t247 = (right >> 8) & 255;
            uint32_t t250 = mask32(t247 & 1);
            uint32_t t253 = mask32((t247 >> 1) & 1);
            uint32_t t256 = mask32((t247 >> 2) & 1);
            uint32_t n7 = 0;
            const uint32_t *row7 = t20;
            uint32_t chosen7 = 0;
            size_t left12 = 16;
            uint32_t t259 = mask32((t247 >> 3) & 1);
            uint32_t t260 = t247 >> 4;
            do {
                uint32_t t262 = row7[0];
                uint32_t t263 = row7[1];
                t263 ^= t262;
                t263 &= t250;
                t262 ^= t263;
                uint32_t t264 = row7[2];
                uint32_t t265 = row7[3];
                t265 ^= t264;
                t265 &= t250;
                t264 ^= t265;
                t264 ^= t262;
                t264 &= t253;
                t262 ^= t264;
                uint32_t t266 = row7[4];
                uint32_t t267 = row7[5];
                t267 ^= t266;
                t267 &= t250;
                t266 ^= t267;
                uint32_t t268 = row7[6];
                uint32_t t269 = row7[7];
                t269 ^= t268;
                t269 &= t250;
                t268 ^= t269;
                t268 ^= t266;
                t268 &= t253;
                t266 ^= t268;
                t266 ^= t262;
                t266 &= t256;
                t262 ^= t266;
                uint32_t t270 = row7[8];
                uint32_t t271 = row7[9];
                t271 ^= t270;
                t271 &= t250;
                t270 ^= t271;
                uint32_t t272 = row7[10];
                uint32_t t273 = row7[11];
                t273 ^= t272;
                t273 &= t250;
                t272 ^= t273;
                t272 ^= t270;
                t272 &= t253;
                t270 ^= t272;
                uint32_t t274 = row7[12];
                uint32_t t275 = row7[13];
                t275 ^= t274;
                t275 &= t250;
                t274 ^= t275;
                uint32_t t276 = row7[14];
                uint32_t t277 = row7[15];
                t277 ^= t276;
                t277 &= t250;
                t276 ^= t277;
                t276 ^= t274;
                t276 &= t253;
                t274 ^= t276;
                t274 ^= t270;
                t274 &= t256;
                t270 ^= t274;
                t270 ^= t262;
                t270 &= t259;
                t262 ^= t270;
                uint32_t t278 = t260 ^ n7;
                t262 &= sar32((t278 - 1) & ~t278, 31);
                chosen7 |= t262;
                n7++;
                row7 += 16;
            } while (--left12 != 0);
            chosen5 ^= chosen7;
            uint32_t t283 = right & 255;
            uint32_t t286 = mask32(t283 & 1);
            uint32_t t289 = mask32((t283 >> 1) & 1);
            uint32_t t292 = mask32((t283 >> 2) & 1);
            uint32_t n8 = 0;
            const uint32_t *row8 = t21;
            uint32_t chosen8 = 0;
            size_t left13 = 16;
            uint32_t t295 = mask32((t283 >> 3) & 1);
            uint32_t t296 = t283 >> 4;
            do {
                uint32_t t298 = row8[0];
                uint32_t t299 = row8[1];
                t299 ^= t298;
                t299 &= t286;
                t298 ^= t299;
                uint32_t t300 = row8[2];
                uint32_t t301 = row8[3];
                t301 ^= t300;
                t301 &= t286;
                t300 ^= t301;
                t300 ^= t298;
                t300 &= t289;
                t298 ^= t300;
                uint32_t t302 = row8[4];
                uint32_t t303 = row8[5];
                t303 ^= t302;
                t303 &= t286;
                t302 ^= t303;
                uint32_t t304 = row8[6];
                uint32_t t305 = row8[7];
                t305 ^= t304;
                t305 &= t286;
                t304 ^= t305;
                t304 ^= t302;
                t304 &= t289;
                t302 ^= t304;
                t302 ^= t298;
                t302 &= t292;
                t298 ^= t302;
                uint32_t t306 = row8[8];
                uint32_t t307 = row8[9];
                t307 ^= t306;
                t307 &= t286;
                t306 ^= t307;
                uint32_t t308 = row8[10];
                uint32_t t309 = row8[11];
                t309 ^= t308;
                t309 &= t286;
                t308 ^= t309;
                t308 ^= t306;
                t308 &= t289;
                t306 ^= t308;
                uint32_t t310 = row8[12];
                uint32_t t311 = row8[13];
                t311 ^= t310;
                t311 &= t286;
                t310 ^= t311;
                uint32_t t312 = row8[14];
                uint32_t t313 = row8[15];
                t313 ^= t312;
                t313 &= t286;
                t312 ^= t313;
                t312 ^= t310;
                t312 &= t289;
                t310 ^= t312;
                t310 ^= t306;
                t310 &= t292;
                t306 ^= t310;
                t306 ^= t298;
                t306 &= t295;
                t298 ^= t306;
                uint32_t t314 = t296 ^ n8;
                t298 &= sar32((t314 - 1) & ~t314, 31);
                chosen8 |= t298;
                n8++;
                row8 += 16;
            } while (--left13 != 0);
            chosen5 += chosen8;
            left3 ^= chosen5;
            subkey += 2;
        } while (--left5 != 0);
        right ^= subkey[1];
        uint32_t left14 = left3;
        left3 = right;
        right = left14;
        to3[0] = left3;
        to3[1] = right;
        to3 += 2;
    } while (--left4 != 0);
}

void LOOM_CDECL loom_blowfish_set_key_portable(const uint8_t *key, size_t key_bytes, uint32_t *schedule)
{
    run_blowfish_set_key(key, key_bytes, schedule);
    loom_clean();
}

#endif

#endif
