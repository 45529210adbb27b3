# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-1 compression (FIPS 180-4, section 6.1.2).

Critical path of a round: rotate of the newest `a`, one addition. The message word, the constant and the boolean
function are added to `e` beforehand. Maj is the sum of two disjoint halves, of which one is ready early. The
schedule is
sixteen words, renewed as the rounds consume them; they are cold: where registers are short they live in the frame.

Measured, 16 KiB, in one process; OpenSSL 3.0.19 has a SHA-NI kernel there:

  core, date                scalar to portable C  bmi2  to OpenSSL
  AMD Zen 5, 2026-11-21     1.05                  1.05  0.54
"""

from generator.lang import Arg, Builder, Val, Variant, kernel, stream

CONSTANTS = [0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6]  # FIPS 180-4, 4.2.1: square roots of 2, 3, 5, 10

# Ch, Parity, Maj, Parity, as disjoint parts, early ones first. Arguments newest first.
PARITY = [lambda x, y, z: (y ^ z) ^ x]
FUNCTIONS = [
    [lambda x, y, z: ((y ^ z) & x) ^ z],
    PARITY,
    [lambda x, y, z: y & z, lambda x, y, z: (y ^ z) & x],
    PARITY,
]


@stream
def sha1_block(k: Builder, state: list[Val], data: Val) -> None:
    """The 80 rounds over one block of 64 bytes at `data`; `state` is a to e and is changed in place."""
    a, b, c, d, e = state
    w: list[Val] = []
    for t in range(80):
        if t < 16:
            w.append(k.load32(data, offset=4 * t, names=[f"w{t}"], count=1, be=True)[0])
            k.cold(w[t])
        else:
            for back in (14, 8, 3):
                w[t % 16] ^= w[(t - back) % 16]
            k.rotl(w[t % 16], 1, to=w[t % 16])
        k.add(e, w[t % 16], CONSTANTS[t // 20], to=e)
        k.add_ternary(e, FUNCTIONS[t // 20], b, c, d)
        e += k.rotl(a, 5)
        k.rotl(b, 30, to=b)
        a, b, c, d, e = e, a, b, c, d


@kernel(
    c="void sha1_blocks(uint32_t state[5], const uint8_t *data, size_t blocks)",
    args=[Arg("state", rw=20, align=4), Arg("data", r="64*blocks"), Arg("blocks", public=True)],
    variants=[Variant("scalar"), Variant("bmi2", features=("bmi1", "bmi2"))],
    source="FIPS 180-4",
    vectors="cavp",
    size="blocks",
    size_unit=64,
    portable=True,
)
def sha1_blocks(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """SHA-1 compression of `blocks` 64-byte blocks."""
    k.cold(state, data)
    words = k.load32(state, 5, names="abcde")
    with k.loop(blocks, step={data: 64}):
        saved = k.home(words)
        k.emit(sha1_block(k, words, data))
        k.add_each(words, saved)
    k.store32(state, words)
