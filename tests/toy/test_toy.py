# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A third instruction set goes through the whole pipeline, with no file of the generator knowing about it.

MD5 and a vector kernel are recorded, lowered, allocated, checked, ordered, framed and verified for the machine of this
folder; its interpreter carries out their text, and the results are the references'.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from generator.abi import abi
from generator.emit import file
from generator.lang import packed, words
from generator.lang.contract import Kernel
from generator.library import load, load_file
from generator.model import FrameOp, Function, Instr, Item, KernelError, Note
from generator.passes.judges.secrecy import check_secrecy, refuse_remains
from generator.passes.judges.verify import verify
from generator.pipeline import build
from targets import Hardening, Target
from targets import load as described
from tests.toy.interpreter import STACK, Fault, Interpreter
from tests.toy.vector_kernel import BITS, STIR

pytestmark = pytest.mark.kernels()  # tests of MD5 name it

CALL = "toycall"
ONES = 0xFFFFFFFF
SYSTEM: Target = replace(
    described("i686-linux-gnu"), triple="toy-linux-gnu", arch="toy", abi=CALL, guard="1",
    hardening=Hardening(landing_pad=False, gnu_stack=False, property_note=False, object_features=0),
)  # fmt: skip
KERNEL_FILE = Path(__file__).with_name("vector_kernel.py")


def made(kernel: Kernel) -> Function:
    return build(kernel, kernel.variant("scalar"), abi(CALL))


def changed(function: Function, body: list[Item]) -> Function:
    return replace(function, body=body, spelled={})


def text_of(function: Function) -> str:
    """The file that the generator's renderer makes of a function."""
    return file([(function, SYSTEM, "gas")], version="0", script="0").text


def stirring() -> Kernel:
    return load_file(KERNEL_FILE, "tests/toy/vector_kernel.py", KERNEL_FILE.name)[0]


def run(text: str, **buffers: bytes) -> dict[str, bytes]:
    """Call with a pointer to each buffer; a number of one byte's length is passed as it is. The buffers afterwards."""
    on = Interpreter(text)
    places = {name: 0x20000 + 0x1000 * n for n, name in enumerate(buffers)}
    for name, data in buffers.items():
        on.place(places[name], data)
    on.call(*(buffers[name][0] if len(buffers[name]) == 1 else places[name] for name in buffers))
    return {name: on.bytes(places[name], len(data)) for name, data in buffers.items()}


@pytest.mark.kernels("md5_blocks")
@pytest.mark.parametrize("length", [0, 1, 55, 56, 64, 119, 200])
def test_md5(length: int) -> None:
    message = Random(length).randbytes(length)
    padded = message + b"\x80" + bytes(-(length + 9) % 64) + (8 * length).to_bytes(8, "little")
    state = packed([0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476], 4)
    text = text_of(made(load().kernels["md5_blocks"]))
    after = run(text, state=state, data=padded, blocks=bytes([len(padded) // 64]))
    assert after["state"] == hashlib.md5(message).digest()
    assert after["data"] == padded


def stirred(state: bytes, key: bytes, rounds: int) -> bytes:
    a, b, add = words(state[:16], 4), words(state[16:], 4), words(key, 4)
    for _ in range(rounds):
        for bits in BITS:
            a = [x + (y ^ z) & ONES for x, y, z in zip(a, b, add)]
            b = [(x ^ y) << bits & ONES | (x ^ y) >> 32 - bits for x, y in zip(a, b)]
        a = [x + (y ^ z) & ONES for x, y, z in zip(a, STIR, add)]
    return packed(a + b, 4)


@pytest.mark.parametrize("rounds", [0, 1, 2, 10])
def test_vector_kernel(rounds: int) -> None:
    random = Random(rounds)
    state, key = random.randbytes(32), random.randbytes(16)
    after = run(text_of(made(stirring())), state=state, key=key, rounds=bytes([rounds]))
    assert after["state"] == stirred(state, key, rounds)
    assert after["key"] == key


def test_nothing_is_left_behind() -> None:
    """Registers and frame are zero where they would hold a secret when the function has run."""
    kernel = stirring()
    function = made(kernel)
    on = Interpreter(text_of(function))
    on.place(0x20000, bytes(range(32)))
    on.place(0x21000, bytes(range(16)))
    on.call(0x20000, 0x21000, 3)
    remains = check_secrecy(changed(function, unwiped(function)), kernel, abi(CALL)).remains
    assert {reg.cls for reg in remains.regs} == {"vec"} and remains.frame == ((0, 16),)
    assert all(on.vectors[f"v{reg.num}"] == [0] * 4 for reg in remains.regs)
    assert on.bytes(STACK - function.frame.bytes, 16) == bytes(16)


def unwiped(function: Function) -> list[Item]:
    """The body without the code that clears."""
    note = next(i for i, item in enumerate(function.body) if isinstance(item, Note) and "wiped" in item.text)
    end = next(i for i, item in enumerate(function.body) if isinstance(item, FrameOp) and item.kind == "begin_epilogue")
    return [*function.body[:note], *function.body[end:]]


@pytest.mark.kernels("md5_blocks")
def test_the_passes_judge_it() -> None:
    """The verifier and the secrecy pass see a fault in the toy's code, as in any."""
    kernel = stirring()
    function = made(kernel)
    with pytest.raises(KernelError, match="would hold a secret"):
        refuse_remains(function, check_secrecy(changed(function, unwiped(function)), kernel, abi(CALL)), abi(CALL))
    md5 = made(load().kernels["md5_blocks"])
    first = next(i for i, item in enumerate(md5.body) if isinstance(item, Instr) and item.mnem == "dif")
    with pytest.raises(KernelError, match="outside the frame|unbalanced stack"):
        verify(changed(md5, [*md5.body[:first], *md5.body[first + 1 :]]), abi(CALL), 3)
    restore = next(
        i for i, item in reversed(list(enumerate(md5.body))) if isinstance(item, Instr) and item.mnem == "get"
    )
    with pytest.raises(KernelError, match="callee-saved"):
        verify(changed(md5, [*md5.body[:restore], *md5.body[restore + 1 :]]), abi(CALL), 3)


SCRIPT = """\
from generator.lang import Arg, Builder, Val, Variant, kernel

@kernel(c="void f(uint32_t *p, size_t n)", args=[Arg("p", rw=64), Arg("n", public=True)], source="none: a test's")
def f(k: Builder, p: Val, n: Val) -> None:
    x = k.load32(p)
    {line}
    k.store32(p, x)
"""
REFUSED = {
    "with k.if_(x.eq(0)): x += 1": "the branch depends on a secret",
    "k.asm('over', x, x, x)": "the time depends on a secret (.*); .*the quotient comes bit by bit",
    "k.asm('sum', x, x, k.mem(p, width=32))": "sum g, g, m32: no such form; toy has sum g,g,g",
    "k.asm('sun', x, x, x)": "sun g, g, g: no such instruction on toy; near it are sum",
    "k.vadd(k.vload(k.v128, p), k.vload(k.v128, p), bits=64)": "lanes of 64 bits; expected 32",
    "x = k.bswap(x)": r"bswap\(x:u32\)|bswap\(u32\): toy has no lowering rule for it",
}


@pytest.mark.parametrize("line", list(REFUSED))
def test_refusals_name_the_line(line: str, tmp_path: Path) -> None:
    path = tmp_path / "f.py"
    path.write_text(SCRIPT.format(line=line))
    kernel = load_file(path, str(path), path.name)[0]
    with pytest.raises(KernelError, match=REFUSED[line]) as caught:
        build(kernel, kernel.variants[0], abi(CALL))
    assert str(caught.value).startswith(f"{path}:6: ")


@pytest.mark.kernels("md5_blocks")
def test_the_interpreter_can_fail() -> None:
    """A wrong text gives another result, or a fault."""
    text = text_of(made(load().kernels["md5_blocks"]))
    buffers = {"state": bytes(16), "data": bytes(64), "blocks": b"\x01"}
    right = run(text, **buffers)["state"]
    turns = list(re.finditer(r"\tturn\s+(r\d, r\d), (\d+)", text))
    assert len(turns) == 64
    for found in turns[::7]:
        wrong = f"\tturn {found[1]}, {int(found[2]) ^ 1}"
        assert run(text[: found.start()] + wrong + text[found.end() :], **buffers)["state"] != right
    for pattern, said in (
        (r"\tsum\s+sp, sp, \d+", "the caller's registers"),
        (r"\tget\s+r6, \[sp\+\d+\](?=\n\t\.cfi_restore)", "the caller's registers"),
        (r"\tback", "control runs past the last instruction"),
    ):
        without, count = re.subn(pattern, "", text)
        assert count == 1, pattern
        with pytest.raises(Fault, match=said):
            run(without, **buffers)
