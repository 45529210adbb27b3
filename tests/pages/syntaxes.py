# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``docs/syntaxes.md``: a function in four syntaxes."""

from __future__ import annotations

import tempfile
from pathlib import Path

import targets
from generator import library
from generator.emit.columns import TAB
from generator.output import Generator, every_target
from tests.cli.runner import ROOT

PAGE = ROOT / "docs" / "syntaxes.md"
SCRIPT = (ROOT / "docs" / "authoring.md").read_text("utf-8").split("```python\n")[1].split("```")[0]
KERNEL = "bytes_differ"
COLUMNS = (
    ("GNU as", "x86_64-w64-mingw32", "gas", "/*"),
    ("clang-cl", "x86_64-pc-windows-msvc", "clang-cl", "/*"),
    ("NASM", "x86_64-pc-windows-msvc", "nasm", ";"),
    ("MASM", "x86_64-pc-windows-msvc", "masm", ";"),
)

TEXT = """<!-- SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
     Written by python3 build.py generate --accept. A test compares this page with the generator's output. -->
# One function in four syntaxes

The kernel is `{kernel}`, the example of [authoring.md](authoring.md). The table shows the instructions and labels of
its function for x86_64 Windows. All four assemblers make the same machine code of them. Directives are left out.

```text
{table}
```

GNU as and clang-cl read the same spelling, and one file serves both. The file serves Linux, macOS and the BSDs, too:
`asmloom_gas.h` next to the file defines the macros `loom_…` and `L(…)` for each system. Lines that differ between
calling conventions are under `#if`. In the crate of [rust.md](rust.md) the same lines are strings of `global_asm!`. The
module of [go.md](go.md) has a function in the syntax and the convention of Go's assembler. The whole file is

```asm
{text}```
"""


def page() -> str:
    """The page's text."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / f"{KERNEL}.py").write_text(SCRIPT, "utf-8")
        generator = Generator(library.load([Path(folder)], [KERNEL]))
        columns = [(name, *_lines(generator, triple, syntax, sign)) for name, triple, syntax, sign in COLUMNS]
        x86_64 = [(target, target.syntaxes) for target in every_target() if target.arch == "x86_64"]
        files, _ = generator.collection(x86_64, [KERNEL])
    widths = [max(map(len, column)) for column in columns]
    rows = list(zip(*columns, strict=True))
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    text = next(data for path, data in files.items() if path.endswith(".S")).decode("ascii").replace(folder, "mine")
    return TEXT.format(kernel=KERNEL, table="\n".join(lines), text=text)


def _lines(generator: Generator, triple: str, syntax: str, sign: str) -> list[str]:
    """The lines of instructions and labels, without comments."""
    target, kernel = targets.load(triple), generator.library.find(KERNEL)
    (variant,) = kernel.variants
    written = generator.written(target, kernel, variant, syntax)
    text = written.text.split("\n")
    found = [text[number - 1].split(sign)[0].rstrip() for number in sorted(written.items)]
    return [line.replace("\t", " " * (TAB // 4), 1).expandtabs(TAB) for line in found]
