# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The unwind checks see each fault that is planted in functions of ``generated/``. tests/kernels shows that they accept
all functions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import targets
from generator.diff.view import view
from targets import Target
from targets.toolchain.assemble import assemble
from targets.toolchain.process import ToolFailed
from targets.toolchain.testing import ROOT
from targets.trial.assembled import Assembled, unwinding

pytestmark = [pytest.mark.code, pytest.mark.kernels("mont_pair_mul", "mont_gather", "sha256_blocks")]
OF_MACHINE = {
    "x86_64": "x86_64/gas/mont_pair_mul_ifma.S", "x86": "x86/gas/mont_gather_scalar.S",
    "aarch64": "aarch64/gas/sha256_blocks_scalar.S",
}  # fmt: skip
DIRECTIVE = re.compile(r"\t(\.cfi_(?!restore)|\.seh_(?!endpro)|loom_cfa_back)")
ROW = re.compile(r"\t(\.cfi_(?!restore)|\.seh_(?!start|end)|loom_cfa_back)")
WAY_OUT = re.compile(r"\t(pop|add|v?mov\w+)\t+(rsp|r\w\w|xmm\d+),? ?(\[rsp|\d|$)")


def faults(text: str, triple: str) -> Iterator[tuple[str, str]]:
    """The first line of each kind that unwinding depends on, and the text without the line: directives, the
    instructions that have one, and those of x64's way out."""
    lines, shown = text.split("\n"), view(text, triple).split("\n")
    own = [n for n, line in enumerate(shown) if line and not line.startswith("\t//")]
    out = next(n for n in own if shown[n] == "\tret")
    found: dict[str, int] = {}
    for n, following in zip(own, own[1:]):
        if DIRECTIVE.match(lines[n]) or ROW.match(lines[following]) or (out - 24 < n and WAY_OUT.match(lines[n])):
            found.setdefault(lines[n].split()[0], n)
    for n in found.values():
        yield lines[n].strip(), "\n".join([*lines[:n], *lines[n + 1 :]])


def wrong(target: Target, folder: Path, texts: dict[str, str], source: Path) -> dict[str, list[str]]:
    """Name → what the check says of the function with this text; an assembler's refusal says something, too."""
    header = source.with_name("asmloom_gas.h")
    (folder / header.name).write_bytes(header.read_bytes())
    syntax = next(one for one in target.syntaxes if one in ("gas", "clang-cl"))
    said, made = dict[str, list[str]](), dict[str, Path]()
    for name, text in texts.items():
        path = folder / f"{name}.S"
        path.write_text(text.replace(f"loom_{source.stem}", f"loom_{name}"))
        try:
            made[name] = assemble(target, syntax, path, folder / "as" / f"{name}.o")
        except ToolFailed as error:
            said[name] = [str(error)]
    lines = unwinding(Assembled(target, syntax, folder, {"as": made}), "as", made)
    return said | {name: [line for line in lines if re.search(rf"loom_{name}\b", line)] for name in made}


@pytest.mark.parametrize("triple", [one for one in targets.all_triples() if targets.load(one).unwind != "none"])
def test_planted_faults_are_seen(triple: str, tmp_path: Path) -> None:
    source = ROOT / "generated" / OF_MACHINE[targets.load(triple).arch]
    text = source.read_text("ascii")
    planted = {f"fault{n}": row for n, row in enumerate(faults(text, triple))}
    assert len(planted) > 5, planted
    texts = {"sound": text, **{name: row[1] for name, row in planted.items()}}
    said = wrong(targets.load(triple), tmp_path, texts, source)
    assert said.pop("sound") == []
    assert [planted[name][0] for name, lines in said.items() if not lines] == []


def test_missing_information_is_seen(tmp_path: Path) -> None:
    bare = '.globl loom_bare\nloom_bare: ret\n.section .note.GNU-stack, "", %progbits\n'
    said = wrong(targets.load("x86_64-linux-gnu"), tmp_path, {"bare": bare}, ROOT / "generated" / OF_MACHINE["x86_64"])
    assert len(said["bare"]) == 1 and "no unwind information begins at" in said["bare"][0]
