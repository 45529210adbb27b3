# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A hash with a C API takes a kernel with its interface and a block function in C: no file of generator/, templates/ or
runtime/ knows the hash of this test, and yet it has every public function, and a self-test that can fail."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path

import pytest

from generator import rooms
from generator.lang import Arg, Builder, Val, kernel
from generator.lang.contract import Kernel
from generator.lang.interface import Hash
from generator.library import Library
from generator.output import Generator
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run

BLOCK = 16
START = (0x01234567, 0x89ABCDEF, 0x5A5A5A5A)


def blocks(state: tuple[int, ...], data: bytes) -> tuple[int, ...]:
    a, b, c = state
    for word in struct.unpack(f">{len(data) // 4}I", data):
        a, b, c = b, c ^ word, (a * 5 + word) & 0xFFFFFFFF
    return a, b, c


def digest(message: bytes) -> bytes:
    padded = message + b"\x80" + bytes((BLOCK - 9 - len(message)) % BLOCK) + (8 * len(message)).to_bytes(8, "big")
    return struct.pack(">2I", *blocks(START, padded)[:2])


def mac(key: bytes, message: bytes) -> bytes:
    key = (digest(key) if len(key) > BLOCK else key).ljust(BLOCK, b"\0")
    inner = digest(bytes(byte ^ 0x36 for byte in key) + message)
    return digest(bytes(byte ^ 0x5C for byte in key) + inner)


IN_C = """#include "internal.h"
#include "bytes.h"
void LOOM_CDECL loom_toy_blocks_portable(uint32_t state[3], const uint8_t *data, size_t blocks)
{
    for (size_t i = 0; i < 4 * blocks; i++) {
        uint32_t a = state[0], word = load_be32(data + 4 * i);
        state[0] = state[1];
        state[1] = state[2] ^ word;
        state[2] = a * 5 + word;
    }
}
"""
MAIN = """#include <asmloom.h>
#include <stdio.h>
int main(void)
{
    uint8_t message[100], out[8];
    for (int i = 0; i < 100; i++) {
        message[i] = (uint8_t)i;
    }
    for (size_t n = 0; n < 100; n++) {
        loom_toy_ctx ctx;
        loom_toy_init(&ctx);
        loom_toy_update(&ctx, message, n / 3);
        loom_toy_update(&ctx, message + n / 3, n - n / 3);
        loom_toy_final(&ctx, out);
        fwrite(out, 1, 8, stdout);
        loom_hmac_toy(message, n / 2, message, n, out);
        fwrite(out, 1, 8, stdout);
    }
    return loom_selftest(NULL, NULL);
}
"""
TOY = Hash("toy", title="Toy", digest=8, start=START, abc=digest(b"abc").hex(), hmac=True)


def described(interface: Hash = TOY, *, state: int = 12, data: str = "16*blocks", portable: bool = True) -> Kernel:
    @kernel(
        c="void toy_blocks(uint32_t state[3], const uint8_t *data, size_t blocks)",
        args=[Arg("state", rw=state, align=4), Arg("data", r=data), Arg("blocks", public=True)],
        source="this test",
        size="blocks",
        size_unit=BLOCK,
        portable=portable,
        interface=[interface],
    )
    def toy_blocks(k: Builder, state: Val, data: Val, blocks: Val) -> None:
        """Compression of `blocks` 16-byte blocks."""

    return toy_blocks


def answers(folder: Path, interface: Hash, prefix: str = "loom_") -> tuple[int, bytes]:
    """The exit status and the output of MAIN, with a library of this hash alone."""
    for name, data in Generator(Library({"toy_blocks": described(interface)}), prefix).headers().items():
        (folder / name).write_bytes(data)
    (folder / "toy.c").write_text(IN_C)
    (folder / "main.c").write_text(MAIN.replace("loom_", prefix))
    out = folder / "main"
    words = [str(require("gcc")), "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-DLOOM_NO_ASM", f"-I{folder}"]
    files = [folder / "main.c", folder / "toy.c", *rooms.sources("library")]
    done = run([*words, *rooms.includes(), *map(str, files), "-o", str(out)], timeout=HANG_SECONDS)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
    done = run([str(out)], timeout=HANG_SECONDS)
    return done.returncode, done.stdout


@pytest.mark.parametrize("prefix", ["loom_", "mylib_"])
def test_every_function_and_a_self_test(prefix: str, tmp_path: Path) -> None:
    message = bytes(range(100))
    wanted = b"".join(digest(message[:n]) + mac(message[: n // 2], message[:n]) for n in range(100))
    assert answers(tmp_path, TOY, prefix) == (0, wanted)


def test_the_self_test_can_fail(tmp_path: Path) -> None:
    assert answers(tmp_path, replace(TOY, abc="00" * 8))[0] > 0


@pytest.mark.parametrize(
    ("changed", "contract", "said"),
    [
        ({}, {"state": 16}, r"interface toy: start has 3 words; the state has 4 of 32 bits"),
        ({}, {"data": "32*blocks"}, r"interface toy: a hash needs the arguments .* with r='16\*blocks'"),
        ({}, {"portable": False}, r"interface toy: expected portable=True"),
        ({"digest": 7}, {}, r"a digest of 7 bytes; expected whole words of the state's 12"),
        ({"digest": 16}, {}, r"a digest of 16 bytes; expected whole words of the state's 12"),
        ({"abc": "00"}, {}, r"abc='00'; expected 16 hexadecimal digits"),
        ({"name": "To y"}, {}, r"interface To y: expected a name of small letters, digits and _"),
        ({"start": (1, 2, 1 << 32)}, {}, r"start has a word of more than 32 bits"),
    ],
)
def test_what_does_not_fit_the_contract_is_refused(
    changed: dict[str, object], contract: dict[str, object], said: str
) -> None:
    with pytest.raises(Exception, match=rf"test_interface\.py:\d+: toy_blocks: .*{said}"):
        described(replace(TOY, **changed), **contract)  # type: ignore[arg-type]
