# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Comments of generated files: notes, operations, banners; bytes that stay when the lines of a script move."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import targets
from generator import library
from generator.abi import abi
from generator.lang.contract import Kernel
from generator.model import Instr, Note
from generator.output import Generator
from generator.pipeline import build
from tests.passes.small import SCALAR, written

NOTED = """
a = k.load32(p)
k.note("the sums")
for step in range(3):
    k.note(f"step {step}", inline=True)
    a += k.load32(p, offset=4 * step + 4)
    a ^= 5
with k.recording() as part:
    k.note("a part of its own")
    a += 7
k.emit(part)
a ^= 9
k.store32(
    p,

    # both
    [a, a],  # twice
)
"""


def commented(kernel: Kernel, convention: str = "sysv64") -> list[tuple[str, str]]:
    """Mnemonic and comment of each instruction of the body; ``note`` and text of each line of its own."""
    out = []
    for item in build(kernel, SCALAR, abi(convention)).body:
        if isinstance(item, Note):
            out.append(("note", item.text))
        elif isinstance(item, Instr):
            out.append((item.mnem, item.comment or ""))
    return out


def test_notes_and_steps(tmp_path: Path) -> None:
    """A note is above or in the first instruction of its phase, an operation in its own first instruction."""
    assert commented(written(tmp_path, NOTED)) == [
        ("mov", "t3 = p[0]"),
        ("note", "the sums"),
        ("add", "step 0: t3 = p[0] + p[4]"), ("xor", "t3 ^= 5"),
        ("add", "step 1: t3 += p[8]"), ("xor", "t3 ^= 5"),
        ("add", "step 2: t3 += p[12]"), ("xor", "t3 ^= 5"),
        ("note", "a part of its own"),
        ("add", "t3 += 7"),
        ("xor", "t3 ^= 9"),
        ("mov", "p[0] = t3"), ("mov", "p[4] = t3"),
        ("ret", ""),
    ]  # fmt: skip


def test_what_a_text_says(tmp_path: Path) -> None:
    """A value without a name is its expression up to a write of what it names, by k.asm too, and up to a label."""
    body = """
a = k.copy(k.load32(p), "a")
b = k.ternary(lambda x, y, z: x & y ^ ~z, a, a, a)
sum = k.rotr(a + 5, 7)
a ^= 3
k.store32(p, sum + b, offset=8)
c = a + 9
k.asm("xor", a, 5)
k.store32(p, c, offset=12)
left = k.const(k.u32, 0x12345, "left")
with k.loop(left):
    k.store32(p, sum)
"""
    assert [comment for _, comment in commented(written(tmp_path, body)) if comment] == [
        "p[0]", "t5 = (a & a) ^ ~a", "a + 5", "t7 = rotl(a + 5, 25)", "a ^= 3", "t7 + t5", "p[8] = t7 + t5",
        "t9 = a + 9", "xor a, 5", "p[12] = t9",
        "left = 0x12345", "if left_left == 0", "p[0] = t7", "left_left -= 1",
    ]  # fmt: skip


def moved(text: str) -> str:
    """A script whose statements are on other lines. Its strings stay as they are."""
    out, quoted = [], False
    for line in text.splitlines():
        if not quoted and line.strip() and not line.lstrip().startswith(("#", ")", "]", "}")):
            indent = line[: len(line) - len(line.lstrip())]
            out += ["", f"{indent}# moved"]
        quoted ^= line.count('"""') % 2 == 1
        out.append(line)
    return "\n".join(out) + "\n"


@pytest.mark.kernels("rc4_set_key", "rc4_stream")
def test_moved_lines(tmp_path: Path) -> None:
    """Blank lines and comments in a script change no byte of any file, on any target in any syntax."""
    name = "cipher/rc4.py"
    text, known = (library.IN_TREE / name).read_text("utf-8"), library.load().kernels
    cells = [(target, target.syntaxes) for target in map(targets.load, targets.all_triples())]
    path = tmp_path / "rc4.py"
    scripts = []
    for one in (text, moved(text)):
        path.write_text(one, "utf-8")
        scripts.append(library.load_file(path, str(path), f"generator/kernels/{name}"))  # counts as the tree's
    for kernel, other in zip(*scripts):
        assert kernel.src.line < other.src.line and kernel.sha256 != other.sha256
        made = []
        for which in (kernel, other):
            generator = Generator(library.Library({**known, which.name: replace(which, parts=())}))
            made.append((*generator.collection(cells, [which.name]), generator.headers({}, [which.name])))
        assert made[0] == made[1] and made[0][0] and made[0][2], kernel.name
