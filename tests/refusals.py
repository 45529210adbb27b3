# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``docs/refusals.md``: mistakes in scripts, what the generator says, and the mends. ``python3 -m tests.refusals``
writes the page anew."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from generator import library
from generator.abi import abi
from generator.model import KernelError
from generator.pipeline import build
from tests.cli.runner import ROOT

PAGE = ROOT / "docs" / "refusals.md"
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
    """A title, the lines of the kernel's body, and what is written instead. ``on``: the calling convention. ``swap``:
    text of the head that is replaced."""

    title: str
    body: str
    mend: str
    on: str = "sysv64"
    swap: tuple[str, str] = ("", "")


PARTS: dict[str, tuple[Mistake, ...]] = {
    "Python and recording": (
        Mistake("a misspelt word", "x = k.lod32(out)", "`x = k.load32(out)`"),
        Mistake(
            "a Python `if` on a value", "x = k.load32(out)\nif x:\n    k.store32(out, x)", "`with k.if_(x.ne(0)):`"
        ),
        Mistake(
            "a Python comparison",
            "x = k.load32(out)\nwith k.if_(x == 0):\n    k.store32(out, x)",
            "`x.eq(0)`; `==` would compare the names of two variables",
        ),
        Mistake("a number where a variable belongs", "k.store32(out, 0)", "`k.store32(out, k.const(k.u32, 0))`"),
        Mistake("a Python number as a loop's count", "with k.loop(8):\n    pass", "a Python `for`, or a variable"),
    ),
    "Types": (
        Mistake(
            "operands of two types",
            "x = k.load8(data) + k.load32(out)",
            "`k.zext(k.u32, k.load8(data)) + k.load32(out)`",
        ),
        Mistake("a constant that does not fit", "x = k.load32(out) + (1 << 32)", "a constant of the type's width"),
        Mistake("a shift by the width", "x = k.load32(out) << 32", "a count below the width"),
        Mistake(
            "a carry as a word",
            "_, carry = k.add_carry(k.load32(out), 1)\nx = carry + 1",
            "`k.zext(k.u32, carry) + 1`",
        ),
        Mistake(
            "a comparison that is no condition",
            "x = k.load32(out)\nk.select(x, x, 1)",
            "`k.select(x.ne(0), x, 1)`",
        ),
    ),
    "Extents": (
        Mistake("a store behind the end", "k.store32(out, k.load32(out), offset=64)", "an offset of 60 or less"),
        Mistake(
            "a store through a read-only pointer", "k.store8(data, k.load8(data))", "`Arg(\"data\", rw=\"length\")`"
        ),
        Mistake(
            "a load that goes one byte too far",
            "with k.loop(length, step={data: 1}):\n    k.load8(data, offset=1)",
            "`k.load8(data)`",
        ),
    ),
    "Secrets": (
        Mistake(
            "a branch on a secret",
            "with k.if_(k.load32(out).eq(0)):\n    k.store32(out, k.const(k.u32, 1))",
            "`k.select(…)`, or `Arg(\"out\", rw=64, public=True)` if the memory is no secret",
        ),
        Mistake(
            "a secret as an index",
            "x = k.load32(out)\nt = k.table(\"squares\", k.u32, [n * n for n in range(16)])\n"
            "k.store32(out, k.load32(t, index=k.zext(k.usize, (x & 15) << 2)))",
            "a loop that reads every entry and selects one, or a named exemption in `exempt=`",
        ),
    ),
    "Registers": (
        Mistake(
            "more values than registers",
            "words = k.load32(out, 16)\nfor n in range(16):\n    words[n] += words[n - 1]\nk.store32(out, words)",
            "`k.cold(words)` allows the frame for them",
            on="cdecl32",
        ),
    ),
    "Features and machines": (
        Mistake("an instruction of a feature that the variant lacks", "k.asm(\"rdseed\", k.load32(out))",
                "`Variant(\"plain\", features=(\"rdseed\",))`"),
        Mistake("an unknown feature", "pass", "the feature's name", swap=('Variant("plain")',
                'Variant("plain", features=("avx3",))')),
        Mistake("an instruction that does not exist", "k.asm(\"rolll\", k.load32(out), 5)", "`rol`, or `k.rotl(x, 5)`"),
    ),
    "The contract": (
        Mistake("an argument that the prototype lacks", "pass", "the names of the prototype, in its order",
                swap=('Arg("length", public=True)', 'Arg("size", public=True)')),
        Mistake("a script that returns nothing", "pass", "`k.ret(value)` at the end", swap=("", "")),
    ),
    "Streams": (
        Mistake(
            "two streams that change one variable",
            "x = k.load32(out)\nwith k.recording(\"left\") as left:\n    x += 1\n"
            "with k.recording(\"right\") as right:\n    x += 2\nk.emit(stitch(left, right))",
            "a variable of its own for each stream",
        ),
    ),
}  # fmt: skip

TEXT = """<!-- SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
     Written by python3 -m tests.refusals. A test compares this page with what the generator says. -->
# Refusals and their mends

The generator refuses a script with one line: the file and line of the script, the kernel, what was expected, and what
would be accepted. The lines below stand in the body of this kernel, which ends in `k.ret(k.const(k.u32, 0))`:

```python
{head}```
"""


def refusal(mistake: Mistake) -> str:
    """What the generator says. AssertionError if it accepts the script."""
    body = "".join(f"    {line}\n" for line in mistake.body.split("\n"))
    end = "" if "returns nothing" in mistake.title else END
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "example.py"
        path.write_text(HEAD.replace(*mistake.swap) + body + end, "utf-8")
        try:
            kernel = library.load([Path(folder)], ["example"]).kernels["example"]
            build(kernel, kernel.variants[0], abi(mistake.on))
        except KernelError as error:
            return str(error).replace(f"{folder}/", "")
    raise AssertionError(f"{mistake.title}: accepted")


def page() -> str:
    """The page's text."""
    out = [TEXT.format(head=HEAD)]
    for part, mistakes in PARTS.items():
        out.append(f"\n## {part}\n")
        for one in mistakes:
            code = f"`{one.swap[1]}`" if one.swap[1] else ""
            shown = f"\n\n```python\n{one.body}\n```\n" if one.body != "pass" else f" {code}\n" if code else "\n"
            title = one.title[0].upper() + one.title[1:]
            out.append(f"\n**{title}.**{shown}\n```text\n{refusal(one)}\n```\n\nInstead: {one.mend}.\n")
    return "".join(out)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
