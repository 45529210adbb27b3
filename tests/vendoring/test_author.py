# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A kernel from outside with a C API of its own: an AEAD over a sponge of 17 words, whose state may be all zeros. It
takes a script with a row for each function, and C. No file of generator/, templates/ or runtime/ knows it."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import pytest

import targets
from generator import library
from generator.declarations import Function, Struct
from generator.lang import Arg, Builder, Val, kernel
from generator.lang.interface import Functions
from generator.model import KernelError
from generator.vendoring.contents import contents
from generator.vendoring.options import Options
from targets.toolchain.find import require
from tests.vendoring.project import STRICT, call

pytestmark = pytest.mark.kernels()  # a kernel of its own

SCRIPT = '''
from generator.declarations import Function, Struct
from generator.lang import Arg, Builder, Val, Variant, kernel
from generator.lang.interface import Functions

TOY = {"unmeasured": "a toy", "no_secret": "a toy"}
THROUGH = "loom_toy_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length"


@kernel(
    c="void toy_duplex(uint64_t state[17], const uint8_t *in, uint8_t *out, size_t blocks)",
    args=[
        Arg("state", rw=136, align=8),
        Arg("in", r="136*blocks"),
        Arg("out", w="136*blocks", alias="in"),
        Arg("blocks", public=True),
    ],
    source="tests/vendoring/test_author.py",
    size="blocks",
    size_unit=136,
    portable=True,
    variants=[Variant("scalar")],
    interface=[
        Functions(
            "a toy AEAD",
            [
                Struct("loom_toy_ctx", [("uint64_t state[17]", "the key, and zeros")]),
                Function("void loom_toy_init(loom_toy_ctx *ctx, const uint8_t key[16])", "Sets the key.", **TOY),
                Function(
                    f"int loom_toy_seal({THROUGH}, uint8_t tag[8])",
                    "Encrypts whole blocks of 136 bytes. Returns 0, or -1 for another length.",
                    **TOY,
                ),
                Function(
                    f"int loom_toy_open({THROUGH}, const uint8_t tag[8])",
                    "Decrypts. Returns 0, or -1 for a wrong tag: out is zero then.",
                    must_use=True,
                    **TOY,
                ),
            ],
        )
    ],
)
def toy_duplex(k: Builder, state: Val, in_: Val, out: Val, blocks: Val) -> None:
    """Encrypt or decrypt `blocks` blocks of 136 bytes, and absorb both texts."""
    k.cold(state, in_, out, blocks)
    with k.while_(blocks.ne(0)):
        for at in range(0, 136, 8):
            old, text = k.load64(state, offset=at), k.load64(in_, offset=at)
            other = text ^ old
            k.store64(out, other, offset=at)
            k.store64(state, k.rotl(old, 7) + text + other, offset=at)
        in_ += 136
        out += 136
        blocks -= 1
'''
IN_C = """#include <string.h>
#include "bytes.h"
#include "clean.h"
#include "entry.h"

void LOOM_CDECL loom_toy_init(loom_toy_ctx *ctx, const uint8_t key[16])
{
    memset(ctx, 0, sizeof *ctx);
    memcpy(ctx->state, key, 16);
}

static LOOM_INNER void through(loom_toy_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length, uint8_t tag[8])
{
    uint8_t last[136] = {1};
    loom_call_toy_duplex(ctx->state, in, out, length / 136);
    loom_call_toy_duplex(ctx->state, last, last, 1);
    memcpy(tag, last, 8);
    loom_wipe(last, sizeof last);
}

int LOOM_CDECL loom_toy_seal(loom_toy_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length, uint8_t tag[8])
{
    if (length % 136 != 0) {
        return -1;
    }
    through(ctx, in, out, length, tag);
    loom_clean();
    return 0;
}

int LOOM_CDECL loom_toy_open(loom_toy_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length, const uint8_t tag[8])
{
    uint8_t expected[8];
    int good;
    if (length % 136 != 0) {
        return -1;
    }
    through(ctx, in, out, length, expected);
    good = loom_equal(expected, tag, 8);
    if (!good) {
        memset(out, 0, length);
    }
    loom_clean();
    return good - 1;
}
"""
MAIN = """#include <mylib_asmloom.h>
#include <stdio.h>
#include <string.h>
static void show(const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        printf("%02x", bytes[i]);
    }
}
int main(void)
{
    uint8_t key[16], message[408], sealed[408], opened[408], tag[8];
    for (int zero = 0; zero < 2; zero++) {
        for (int i = 0; i < 16; i++) {
            key[i] = (uint8_t)(zero ? 0 : 3 * i + 1);
        }
        for (int i = 0; i < 408; i++) {
            message[i] = (uint8_t)(zero ? 0 : 7 * i);
        }
        for (size_t n = 0; n <= 408; n += 136) {
            mylib_toy_ctx ctx;
            mylib_toy_init(&ctx, key);
            if (mylib_toy_seal(&ctx, message, sealed, n + 1, tag) != -1 ||
                mylib_toy_seal(&ctx, message, sealed, n, tag) != 0) {
                return 1;
            }
            show(sealed, n);
            show(tag, 8);
            mylib_toy_init(&ctx, key);
            if (mylib_toy_open(&ctx, sealed, opened, n, tag) != 0 || memcmp(opened, message, n) != 0) {
                return 2;
            }
            tag[7] ^= 1;
            mylib_toy_init(&ctx, key);
            if (mylib_toy_open(&ctx, sealed, opened, n, tag) != -1) {
                return 3;
            }
            for (size_t i = 0; i < n; i++) {
                if (opened[i] != 0) {
                    return 4;
                }
            }
        }
    }
    return mylib_selftest(NULL, NULL);
}
"""


def duplex(state: list[int], data: bytes) -> bytes:
    out = b""
    for at in range(0, len(data), 8):
        old, text = state[at // 8 % 17], int.from_bytes(data[at : at + 8], "little")
        out += (text ^ old).to_bytes(8, "little")
        state[at // 8 % 17] = ((old << 7 | old >> 57) + text + (text ^ old)) % 2**64
    return out


def sealed(key: bytes, message: bytes) -> bytes:
    state = [int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little"), *[0] * 15]
    text = duplex(state, message)
    return text + duplex(state, b"\1" + bytes(135))[:8]


def test_an_aead(tmp_path: Path) -> None:
    """The set is built, linked and called, by C alone and by the kernel; the crate declares the functions too."""
    mine, made = tmp_path / "mine", tmp_path / "set"
    mine.mkdir()
    (mine / "toy.py").write_text(SCRIPT)
    triple = targets.for_host(platform.system(), platform.machine()).triple
    options = Options(prefix="mylib_", targets=(triple,), kernels=("toy_duplex",), build=("cargo",))
    for name, data in contents(options, library.load([mine])).items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_bytes(data)
    [source] = made.glob("asm/*/gas/toy_duplex_scalar.S")
    assert re.findall(r"^ \* Target (.*)$", source.read_text(), re.M) == [triple]  # other targets may refuse the kernel
    (tmp_path / "toy.c").write_text(IN_C)
    (tmp_path / "main.c").write_text(MAIN)
    sources = [*tmp_path.glob("*.c"), *made.glob("runtime/*.c"), *made.glob("asm/*/gas/toy_duplex_*.S")]
    call(require("gcc"), "-std=c99", "-O1", *STRICT, f"-I{made / 'include'}", f"-I{made / 'runtime'}", *sources,
         "-o", "main", cwd=tmp_path)  # fmt: skip
    wanted = b""
    for key, message in (
        (bytes(3 * i + 1 for i in range(16)), bytes(7 * i % 256 for i in range(408))), (bytes(16), bytes(408)),
    ):  # fmt: skip
        wanted += b"".join(sealed(key, message[:n]) for n in range(0, 409, 136))
    for variant in ("portable", "scalar"):
        done = call("./main", cwd=tmp_path, env={"ASMLOOM_PREFER": f"toy_duplex={variant}"})
        assert done.stdout == wanted.hex(), variant
    rust = (made / "src" / "lib.rs").read_text()
    assert "#[must_use]\n    pub fn mylib_toy_open(ctx: *mut mylib_toy_ctx, r#in: *const u8," in rust


GOOD = Function("int loom_toy(void)")


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (lambda: [], r"interface 'a toy': expected a Function\(…\) for each function"),
        (lambda: [GOOD, 3], r"interface 'a toy': found 3; expected Function\(…\), Struct\(…\)"),
        (lambda: [Function("loom_toy")], r"cannot read the C prototype 'loom_toy'; expected 'int loom_name"),
        (lambda: [Function("int loom_toy(int)")], r"cannot read the C declaration 'int'; expected a type and a name"),
        (lambda: [Function("int toy(void)")], r"toy: expected a name of small letters, digits and _ that begins with"),
        (lambda: [Struct("loom_t", [("int f : 3", "")]), GOOD], r"cannot read the C declaration 'int f : 3'"),
        (lambda: [Struct("toy_t", [("int f", "")]), GOOD], r"toy_t: expected a name of small letters, digits and _"),
        (lambda: [GOOD], r"interface 'a toy': expected portable=True"),
    ],
)  # fmt: skip
def test_rows_that_are_refused(rows: object, said: str) -> None:
    portable = "portable" not in said

    def declared() -> None:
        @kernel(
            c="void toy_words(uint32_t state[4], size_t blocks)",
            args=[Arg("state", rw=16, align=4), Arg("blocks", public=True)],
            source="this test",
            portable=portable,
            interface=[Functions("a toy", rows())],  # type: ignore[operator]
        )
        def toy_words(k: Builder, state: Val, blocks: Val) -> None:
            """Nothing."""

    with pytest.raises(KernelError, match=rf"test_author\.py:\d+: .*{said}"):
        declared()
