# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Mistakes in scripts, what the generator says, and the mends, for ``docs/reference.md``."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from generator import library
from generator.abi import abi
from generator.model import KernelError
from generator.pipeline import build

HEAD = '''\
from generator.lang import Arg, Builder, Val, Variant, kernel, stitch


@kernel(
    c="uint32_t example(uint32_t *out, const uint8_t *data, size_t length)",
    args=[Arg("out", rw=64), Arg("data", r="length"), Arg("length", public=True)],
    source="none: an example",
    variants=[Variant("plain")],
)
def example(k: Builder, out: Val, data: Val, length: Val) -> None:
    """An example."""
'''
END = "    k.ret(k.const(k.u32, 0))\n"


@dataclass(frozen=True)
class Mistake:
    """A title, the lines of the kernel's body, and what is written instead. ``good``: the mended lines. ``on``: the
    calling convention. ``swap``: text of the head that is replaced; ``good_swap``: the same in the mended kernel."""

    title: str
    body: str
    mend: str
    good: str
    on: str = "sysv64"
    swap: tuple[str, str] = ("", "")
    good_swap: tuple[str, str] = ("", "")


PUBLIC = ('Arg("out", rw=64)', 'Arg("out", rw=64, public=True)')
PARTS: dict[str, tuple[Mistake, ...]] = {
    "Python and recording": (
        Mistake("a misspelt word", "x = k.lod32(out)", "the word that exists", "x = k.load32(out)"),
        Mistake(
            "a Python `if` on a value", "x = k.load32(out)\nif x:\n    k.store32(out, x)",
            "`k.if_`, on memory that the contract calls public",
            "x = k.load32(out)\nwith k.if_(x.ne(0)):\n    k.store32(out, x)", good_swap=PUBLIC,
        ),
        Mistake(
            "a Python comparison", "x = k.load32(out)\nwith k.if_(x == 0):\n    k.store32(out, x)",
            "`x.eq(0)`; `==` would compare the names of two variables",
            "x = k.load32(out)\nwith k.if_(x.eq(0)):\n    k.store32(out, x)", good_swap=PUBLIC,
        ),
        Mistake("a number where a variable belongs", "k.store32(out, 0)", "a constant of the language",
                "k.store32(out, k.const(k.u32, 0))"),
        Mistake("a Python number as a loop's count", "with k.loop(8):\n    k.note(\"a round\")",
                "a Python `for`, or a variable", "with k.loop(k.const(k.usize, 8)):\n    k.note(\"a round\")"),
    ),
    "Types": (
        Mistake("operands of two types", "x = k.load8(data) + k.load32(out)", "one type",
                "x = k.zext(k.u32, k.load8(data)) + k.load32(out)"),
        Mistake("a constant that does not fit", "x = k.load32(out) + (1 << 32)", "a constant of the type's width",
                "x = k.load32(out) + (1 << 31)"),
        Mistake("a shift by the width", "x = k.load32(out) << 32", "a count below the width",
                "x = k.load32(out) << 31"),
        Mistake("a carry as a word", "_, carry = k.add_carry(k.load32(out), 1)\nx = carry + 1", "the carry as a word",
                "_, carry = k.add_carry(k.load32(out), 1)\nx = k.zext(k.u32, carry) + 1"),
        Mistake("a comparison that is no condition", "x = k.load32(out)\nk.select(x, x, 1)", "a condition",
                "x = k.load32(out)\nk.select(x.ne(0), x, 1)"),
    ),
    "Extents": (
        Mistake("a store behind the end", "k.store32(out, k.load32(out), offset=64)", "an offset of 60 or less",
                "k.store32(out, k.load32(out), offset=60)"),
        Mistake("a store through a read-only pointer", "with k.loop(length, step={data: 1}):\n"
                "    k.store8(data, k.load8(data))", "`Arg(\"data\", rw=\"length\")` and `uint8_t *data`, with",
                "with k.loop(length, step={data: 1}):\n    k.store8(data, k.load8(data))",
                good_swap=('const uint8_t *data, size_t length)",\n    args=[Arg("out", rw=64), Arg("data", r=',
                           'uint8_t *data, size_t length)",\n    args=[Arg("out", rw=64), Arg("data", rw=')),
        Mistake("a load that goes one byte too far",
                "with k.loop(length, step={data: 1}):\n    k.load8(data, offset=1)",
                "the byte of this turn", "with k.loop(length, step={data: 1}):\n    k.load8(data)"),
    ),
    "Secrets": (
        Mistake(
            "a branch on a secret", "with k.if_(k.load32(out).eq(0)):\n    k.store32(out, k.const(k.u32, 1))",
            "`Arg(\"out\", rw=64, public=True)` if the memory is no secret, or a selection",
            "x = k.load32(out)\nk.store32(out, k.select(x.eq(0), 1, x))",
        ),
        Mistake(
            "a secret as an index",
            "x = k.load32(out)\nt = k.table(\"squares\", k.u32, [n * n for n in range(16)])\n"
            "k.store32(out, k.load32(t, index=k.zext(k.usize, (x & 15) << 2)))",
            "a named exemption in `exempt=`, or a loop that reads every entry and selects one",
            "x = k.load32(out)\nt = k.table(\"squares\", k.u32, [n * n for n in range(16)])\ny = k.const(k.u32, 0)\n"
            "for n in range(16):\n    k.select((x & 15).eq(n), k.load32(t, offset=4 * n), y, to=y)\nk.store32(out, y)",
        ),
    ),
    "Registers": (
        Mistake(
            "more values than registers",
            "words = k.load32(out, 16)\nfor n in range(16):\n    words[n] += words[n - 1]\nk.store32(out, words)",
            "values that may wait in the frame",
            "words = k.load32(out, 16)\nk.cold(words)\nfor n in range(16):\n    words[n] += words[n - 1]\n"
            "k.store32(out, words)", on="cdecl32",
        ),
    ),
    "Features and machines": (
        Mistake("an instruction of a feature that the variant lacks", "x = k.load32(out)\nk.asm(\"andn\", x, x, x)",
                "`Variant(\"plain\", features=(\"bmi1\",))`, with", "x = k.load32(out)\nk.asm(\"andn\", x, x, x)",
                good_swap=('Variant("plain")', 'Variant("plain", features=("bmi1",))')),
        Mistake("an unknown feature", "pass", "the feature's name, as in `features=(\"avx2\",)`", "pass",
                swap=('Variant("plain")', 'Variant("plain", features=("avx3",))'),
                good_swap=('Variant("plain")', 'Variant("plain", features=("avx2",))')),
        Mistake("an instruction that does not exist", "k.asm(\"rolll\", k.load32(out), 5)",
                "the instruction's name, or the operation", "x = k.rotl(k.load32(out), 5)"),
    ),
    "The contract": (
        Mistake("an argument that the prototype lacks", "pass",
                "the names of the prototype, in its order: `Arg(\"length\", public=True)`", "pass",
                swap=('Arg("length", public=True)', 'Arg("size", public=True)')),
        Mistake("a script that returns nothing", "pass", "a result at the end", "k.ret(k.const(k.u32, 0))"),
    ),
    "Streams": (
        Mistake(
            "two streams that change one variable",
            "x = k.load32(out)\nwith k.recording(\"left\") as left:\n    x += 1\n"
            "with k.recording(\"right\") as right:\n    x += 2\nk.emit(stitch(left, right))",
            "a variable of its own for each stream",
            "x, y = k.load32(out, 2)\nwith k.recording(\"left\") as left:\n    x += 1\n"
            "with k.recording(\"right\") as right:\n    y += 2\nk.emit(stitch(left, right))",
        ),
    ),
}  # fmt: skip

TEXT = """## Refusals and their mends

The generator refuses a script with one line: the file and line of the script, the kernel, what was expected, and what
would be accepted. The lines below stand in the body of this kernel, which ends in `k.ret(k.const(k.u32, 0))`:

```python
{head}```
"""


def _generate(mistake: Mistake, body: str, swap: tuple[str, str], folder: str) -> None:
    """Generate the example with these lines as its body. KernelError if the script is refused."""
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    end = "" if "returns nothing" in mistake.title else END
    path = Path(folder) / "example.py"
    path.write_text(HEAD.replace(*swap) + lines + end, "utf-8")
    kernel = library.load([Path(folder)], ["example"]).kernels["example"]
    build(kernel, kernel.variants[0], abi(mistake.on))


def refusal(mistake: Mistake) -> str:
    """What the generator says. AssertionError if it accepts the script."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            _generate(mistake, mistake.body, mistake.swap, folder)
        except KernelError as error:
            return str(error).replace(f"{folder}/", "")
    raise AssertionError(f"{mistake.title}: accepted")


def mended(mistake: Mistake) -> None:
    """Generate the mended lines on the target that refused. KernelError if the mend is refused too."""
    with tempfile.TemporaryDirectory() as folder:
        _generate(mistake, mistake.good, mistake.good_swap, folder)


def text() -> str:
    """The part of the page."""
    out = [TEXT.format(head=HEAD)]
    for part, mistakes in PARTS.items():
        out.append(f"\n### {part}\n")
        for one in mistakes:
            code = f"`{one.swap[1]}`" if one.swap[1] else ""
            shown = f"\n\n```python\n{one.body}\n```\n" if one.body != "pass" else f" {code}\n" if code else "\n"
            good = f":\n\n```python\n{one.good}\n```\n" if one.good != "pass" else ".\n"
            title = one.title[0].upper() + one.title[1:]
            out.append(f"\n**{title}.**{shown}\n```text\n{refusal(one)}\n```\n\nInstead: {one.mend}{good}")
    return "".join(out)
