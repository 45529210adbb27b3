# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Words of assemblers as names of an author's own: of a kernel, a parameter, a variant, a table, a stream. What a
script may write, every assembler takes."""

from __future__ import annotations

from pathlib import Path

import pytest

import targets
from generator import library
from generator.output import Generator
from targets.trial.assembled import assembled

pytestmark = pytest.mark.kernels()  # a kernel of its own
TRIPLES = (
    "x86_64-linux-gnu", "x86_64-pc-windows-msvc", "i686-linux-gnu", "i686-pc-windows-msvc", "aarch64-linux-gnu",
    "aarch64-apple-darwin", "aarch64-pc-windows-msvc",
)  # fmt: skip
WORDS = """
    add addr adr align ax bits byte call cl code data db default dq dup dword eax else endif endm endp entry eq
    equ extrn fabs fma fmax fmin global gt high if include label len length local loop low lsl macro mask mod
    model mov name ne not offset org page proc ptr rax rel ret section seg segment shl size st start strict sub
    text times title type v0 w0 width wrt x0 xmm0
""".split()
"""Registers, mnemonics, operators and directives of at least one syntax each, that C allows as names."""
SCRIPT = '''# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
from generator.lang import Arg, Variant, kernel

WORDS = {words}


@kernel(
    c="void mov(uint32_t *rax, size_t offset)",
    args=[Arg("rax", rw=4), Arg("offset", public=True)],
    source="none: made for a test",
    variants=[Variant("byte")],
)
def mov(k, rax, offset):
    """Sums of tables."""
    k.cold(offset)
    for n, word in enumerate(WORDS):
        t = k.table(word, k.u32, [n, 1, 2, 3])
        (x,) = k.load32(rax, 1, names=[word])
        with k.recording(word) as stream:
            x += k.load32(t)
        k.emit(stream)
        k.store32(rax, x)
    with k.loop(offset):
        k.store32(rax, k.load32(rax) + 1)
'''


@pytest.mark.parametrize("triple", TRIPLES)
def test_words_of_assemblers(triple: str, tmp_path: Path) -> None:
    (tmp_path / "mov.py").write_text(SCRIPT.replace("{words}", repr(WORDS)))
    found, target = library.load([tmp_path]), targets.load(triple)
    kernel, generator = found.kernels["mov"], Generator(found, targets=[target])
    for syntax in target.syntaxes:
        folder = tmp_path / syntax
        folder.mkdir()
        files = generator.files(target, kernel, kernel.variants[0], [syntax])
        assert assembled(target, syntax, folder, files)
        text = b"".join(files.values()).decode()
        assert all(word in text for word in WORDS)
