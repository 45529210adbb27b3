# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A hash with a C API takes a kernel with its interface and a block function in C. No file of generator/, templates/ or
runtime/ knows the hash of this test. The hash still has every public function, and a self-test that can fail."""

from __future__ import annotations

import re
import struct
from dataclasses import replace
from pathlib import Path

import pytest

from generator import rooms
from generator.api import INTERNAL, functions
from generator.lang import Arg, Builder, Val, kernel
from generator.lang.contract import Kernel
from generator.lang.interface import Hash
from generator.library import Library, load, load_file
from generator.model import KernelError
from generator.output import Generator
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run

pytestmark = pytest.mark.kernels()  # a hash of its own

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
        c=f"void toy_blocks(uint32_t state[{state // 4}], const uint8_t *data, size_t blocks)",
        args=[Arg("state", rw=state, align=4), Arg("data", r=data), Arg("blocks", public=True)],
        source="this test",
        size="blocks",
        size_unit=BLOCK,
        portable=portable,
        interface=[interface],
    )
    def toy_blocks(k: Builder, state: Val, data: Val, blocks: Val) -> None:
        """Compression of `blocks` 16-byte blocks."""
        a, b, c = k.load32(state, 3)
        with k.loop(blocks << 2, step={data: 4}):
            word = k.load32(data, be=True)
            made = a * 5 + word
            k.set(a, b)
            k.xor(c, word, to=b)
            k.set(c, made)
        k.store32(state, [a, b, c])

    return toy_blocks


def answers(folder: Path, interface: Hash, prefix: str = "loom_") -> tuple[int, bytes]:
    """The exit status and the output of MAIN, with a library of this hash alone."""
    for name, data in Generator(Library({"toy_blocks": described(interface)}), prefix).headers({}).items():
        (folder / name).write_bytes(data)
    (folder / "main.c").write_text(MAIN.replace("loom_", prefix))
    out = folder / "main"
    words = [str(require("gcc")), "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-DLOOM_NO_ASM", f"-I{folder}"]
    files = [folder / "main.c", *rooms.library(folder)]
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
        ({"abc": 7}, {}, r"interface toy: abc=7; expected hexadecimal digits as text"),
        ({"digest": "8"}, {}, r"interface toy: digest='8'; expected a number of bytes"),
        ({"start": 7}, {}, r"interface toy: start=7; expected a tuple of the state's words as numbers"),
        ({"name": 7}, {}, r"name=7; expected text"),
        ({"name": "To y"}, {}, r"interface To y: expected a name of small letters, digits and _"),
        ({"start": (1, 2, 1 << 32)}, {}, r"start has a word of more than 32 bits"),
    ],
)
def test_what_does_not_fit_the_contract_is_refused(
    changed: dict[str, object], contract: dict[str, object], said: str
) -> None:
    with pytest.raises(Exception, match=rf"test_interface\.py:\d+: toy_blocks: .*{said}"):
        described(replace(TOY, **changed), **contract)  # type: ignore[arg-type]


TWO = """
from generator.lang import Arg, Builder, Val, Variant, kernel
from generator.lang.interface import CbcAndHash, Hash

def declared(name: str, *interface: Hash, variant: str = "scalar") -> None:
    @kernel(
        c=f"void {name}(uint32_t state[3], const uint8_t *data, size_t blocks)",
        args=[Arg("state", rw=12, align=4), Arg("data", r="16*blocks"), Arg("blocks", public=True)],
        source="this test", size="blocks", size_unit=16, portable=True, interface=interface,
        variants=[Variant(variant)], parts=[part for part in ["a_blocks"] if name == "both"],
    )
    def found(k: Builder, state: Val, data: Val, blocks: Val) -> None:
        k.store32(state, 0)

def toy(name: str, hmac: bool = False) -> Hash:
    return Hash(name, title="Toy", digest=8, start=(1, 2, 3), abc="00" * 8, hmac=hmac)

"""
COLLISIONS = {
    "one hash twice": ('declared("one", toy("toy"))', 'declared("two", toy("toy"))', "two: Hash gives loom_toy,"),
    "one of the tree's": ("", 'declared("two", toy("sha256"))', "two: Hash gives loom_sha256,"),
    "twice in a kernel": ("", 'declared("two", toy("toy"), toy("toy"))', "two: Hash gives loom_toy,"),
    "a hash and a function of another": (
        'declared("one", toy("toy"))', 'declared("two", toy("toy_init"))', "two: Hash gives loom_toy_init,",
    ),
    "a hash and the HMAC of another": (
        'declared("one", toy("toy", hmac=True))', 'declared("two", toy("hmac_toy"))', "two: Hash gives loom_hmac_toy,",
    ),
    "a hash and a kernel": ('declared("one")', 'declared("two", toy("k_one"))', "two: Hash gives loom_k_one,"),
    "a hash and a variant": (
        'declared("one")', 'declared("two", toy("one_scalar"))', "two: Hash gives loom_one_scalar,",
    ),
    "two variants": (
        'declared("one", variant="a_b")', 'declared("one_a", variant="b")', "one_a: variant b gives loom_one_a_b,",
    ),
    "a cipher and a hash": (
        'declared("a_blocks", toy("a"), toy("aes_cbc_a_encrypt"))', 'declared("both", CbcAndHash("a"))',
        "both: CbcAndHash gives loom_aes_cbc_a_encrypt,",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", COLLISIONS)
def test_one_name_of_c_twice(name: str, tmp_path: Path) -> None:
    """A header with one name declared twice does not compile."""
    first, second, said = COLLISIONS[name]
    path = tmp_path / "two.py"
    path.write_text(f"{TWO}{first}\n{second}\n")
    own = {kernel.name: kernel for kernel in load_file(path, str(path), path.name)}
    library = load([tmp_path]) if name == "one of the tree's" else Library(own)
    with pytest.raises(KernelError) as caught:
        library.chosen()
    line = TWO.splitlines().index("    @kernel(") + 1
    assert str(caught.value).startswith(f"{path}:{line}: {said} which is also declared at ")
    assert str(caught.value).endswith("; expected another name for one of them")
    place = re.search(r"declared at (.*):(\d+);", str(caught.value))
    assert place is not None and place[1] == (
        str(path) if first or name == "twice in a kernel" else "generator/kernels/hash/sha2.py"
    )


def test_a_fault_of_a_hash_has_its_own_line(tmp_path: Path) -> None:
    """The refusal names the line of ``Hash(…)``, which may be far from the line of the kernel."""
    path = tmp_path / "two.py"
    path.write_text(f"{TWO.replace('digest=8', 'digest=7')}declared('one', toy('toy'))\n")
    line = next(n for n, text in enumerate(path.read_text("utf-8").splitlines(), 1) if "digest=7" in text)
    with pytest.raises(KernelError, match=rf"two\.py:{line}: one: interface toy: a digest of 7 bytes"):
        load_file(path, str(path), path.name)


@pytest.mark.parametrize(("name", "taken", "by"), [
    ("rc4", "rc4", "asmloom.h"), ("equal", "equal", "asmloom.h"), ("version", "version", "asmloom.h"),
    ("aes_ctr", "aes_ctr_init", "asmloom.h"), ("tls_hash", "tls_hash", "asmloom.h"),
    ("selftest", "selftest", "asmloom.h"),
    ("clean", "clean", "the runtime"), ("hash", "hash", "the runtime"), ("cpu", "cpu", "the runtime"),
])  # fmt: skip
def test_names_of_the_api_are_taken(name: str, taken: str, by: str, tmp_path: Path) -> None:
    path = tmp_path / "two.py"
    path.write_text(f'{TWO}declared("one", toy("{name}"))\n')
    library = Library({kernel.name: kernel for kernel in load_file(path, str(path), path.name)})
    line = TWO.splitlines().index("    @kernel(") + 1
    with pytest.raises(KernelError, match=f":{line}: one: Hash gives loom_{taken}, which is also declared by {by}"):
        library.chosen()


def test_names_that_files_of_the_runtime_share() -> None:
    """The runtime uses each name, and no header for users declares the name."""
    text = "".join(file.path.read_text("utf-8") for file in rooms.files())
    assert [name for name in INTERNAL if not re.search(rf"\bloom_{name}\b", text)] == []
    public = {row.name for row in functions(load([]).kernels.values())}
    assert [name for name in INTERNAL if f"loom_{name}" in public] == []


def test_names_of_kernels_left_out_are_free(tmp_path: Path) -> None:
    path = tmp_path / "two.py"
    path.write_text(f'{TWO}declared("one", toy("toy"))\ndeclared("two", toy("toy"))\n')
    library = Library({kernel.name: kernel for kernel in load_file(path, str(path), path.name)})
    assert [kernel.name for kernel in library.chosen(["two"])] == ["two"]
