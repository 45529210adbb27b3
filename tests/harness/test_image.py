# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Libraries of other systems: linked, mapped and called. The rights of their pages are enforced."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

import targets
from targets.toolchain.assemble import assemble
from targets.toolchain.link import image_library
from targets.trial.batch import Argument, Batch, Buffer, Word
from targets.trial.image import flatten
from targets.trial.machines import HOSTS, build_driver, run_batch

# loom_sum adds the first word of a read-only table to its second argument; `loom_stray` jumps into the table,
# `loom_scribble` writes to its own code.
_AARCH64 = """
        .text
        {global} {decorated_sum}
        .p2align 4
{decorated_sum}:
        {address} x9, table
        ldr x9, [x9]
        add x9, x9, x1
        mov w10, #7
        strb w10, [x0]
        mov x0, x9
        ret
        {global} {decorated_stray}
        .p2align 4
{decorated_stray}:
        {address} x9, table
        br x9
        {global} {decorated_scribble}
        .p2align 4
{decorated_scribble}:
        adr x9, {decorated_sum}
        strb wzr, [x9]
        ret
        {rodata}
        .p2align 6
table:  .quad 0x1122334455667788
"""


def _aarch64(darwin: bool) -> str:
    low = "add \\r, \\r, \\s@PAGEOFF" if darwin else "add \\r, \\r, :lo12:\\s"
    page = "@PAGE" if darwin else ""
    macro = f".macro table_address r, s\n adrp \\r, \\s{page}\n {low}\n.endm\n"
    names = {
        f"decorated_{name}": f"_loom_{name}" if darwin else f'"#loom_{name}"' for name in ("sum", "stray", "scribble")
    }
    rodata = ".section __TEXT,__const" if darwin else '.section .rdata,"dr"'
    text = _AARCH64.format(**names, address="table_address", rodata=rodata, **{"global": ".globl"})
    return macro + text


_SOURCES = {
    "aarch64-apple-darwin": ("gas", _aarch64(True)),
    "arm64ec-pc-windows-msvc": ("clang-cl", _aarch64(False)),
}


@pytest.mark.parametrize("triple", list(_SOURCES))
def test_image_is_mapped_and_called(triple: str, tmp_path: Path) -> None:
    syntax, text = _SOURCES[triple]
    target = targets.load(triple)
    source = tmp_path / "sample.S"
    source.write_text(text)
    built = assemble(target, syntax, source, tmp_path / "sample.o")
    library = image_library(target, [built], tmp_path)
    names = flatten(target, library, tmp_path / "sample.img")
    assert {"loom_sum", "loom_stray", "loom_scribble"} <= set(names)
    driver = build_driver(triple, tmp_path / "driver", [])
    batch = Batch()
    convention = HOSTS[triple].convention
    for function in ("loom_sum", "loom_stray", "loom_scribble"):
        arguments: list[Argument] = [Buffer(b"\0", output=True), Word(0x10)]
        batch.call(function, arguments, convention=convention)
    good, stray, scribble = run_batch(triple, driver, batch, tmp_path, image=tmp_path / "sample.img")
    assert good.ok and good.value == 0x1122334455667798 and good.outputs == {0: b"\7"}
    if target.object_format == "coff":  # Mach-O has constants in the same segment as code, on macOS too
        assert [text.split(" at ")[0] for text in stray.violations] == ["memory fault"], "tables are not executable"
    assert [text.split(" at ")[0] for text in scribble.violations] in (["memory fault"], ["bus or alignment fault"])


def test_broken_image_is_refused(tmp_path: Path) -> None:
    driver = build_driver("x86_64-apple-darwin", tmp_path / "driver", [])
    batch = Batch()
    batch.call("loom_sum", [])
    image = tmp_path / "broken.img"
    for content in (b"", b"LOOMIMG1" + struct.pack("<QIQQII", 4096, 1, 8192, 4096, 5, 0)):
        image.write_bytes(content)
        with pytest.raises(Exception, match="not an image file|does not fit"):
            run_batch("x86_64-apple-darwin", driver, batch, tmp_path, image=image)
