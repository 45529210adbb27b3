# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py show --mca CPU``: llvm-mca's estimate of the inner loops of a kernel's functions.

The instructions are those of the assembled object. llvm-mca gets a loop's instructions as straight code, from the
loop's label to its branch: a branch inside the loop counts as not taken.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import targets
from generator.library import Library
from generator.output import Generator
from generator.show import variants
from targets import Target
from targets.toolchain.assemble import assemble, assemblers
from targets.toolchain.find import MissingTool, require
from targets.toolchain.process import HANG_SECONDS, ToolFailed, run

_TURNS = 100
_LINE = re.compile(r"^ *([0-9a-f]+):\s+(\S.*)$")
_GOAL = re.compile(r"^(?:j[a-z]+|b(?:\.[a-z]+)?|cbn?z|tbn?z)\b.*?(?:0x)?([0-9a-f]+)$")
_WANTED = ("Instructions", "Total Cycles", "Total uOps", "IPC", "Block RThroughput")
_MARCH = {"x86_64": "x86-64", "x86": "x86", "aarch64": "aarch64"}
_ATTRIBUTES = {"aarch64": ("-mattr=+aes,+sha2,+sha3",)}
Code = list[tuple[int, str]]
"""Instructions by their address."""


def summary(library: Library, name: str, *, triple: str, variant: str | None, cpu: str) -> Iterator[str]:
    """One line for each inner loop, or one for a function without loops: instructions and cycles of a turn.

    Raises MissingTool, and ToolFailed for a CPU that llvm-mca does not know.
    """
    kernel, target = library.find(name), targets.load(triple)
    syntax = next((one for one in target.syntaxes if assemblers(target, one)), None)
    if syntax is None:
        raise MissingTool(f"{triple}: no assembler is installed for {' or '.join(target.syntaxes)}")
    generator = Generator(library)
    for one in variants(kernel, variant, target.arch):
        with tempfile.TemporaryDirectory() as folder:
            for path, text in generator.files(target, kernel, one, [syntax]).items():
                source = Path(folder, Path(path).name)
                source.write_bytes(text)
            made = assemble(target, syntax, source, source.with_suffix(target.object_suffix))
            code = _code(made)
        yield f"{kernel.name}_{one.name}, {target.triple}, by llvm-mca for {cpu}:"
        loops = _inner(code) or [(0, len(code))]
        for first, end in loops:
            what = f"loop at +{code[first][0]:#x}" if loops != [(0, len(code))] else "no loop; the whole function"
            yield f"    {what}: {_estimate(target, cpu, [_named(text) for _, text in code[first:end]])}"


def _code(made: Path) -> Code:
    words = [str(require("llvm-objdump")), "-d", "--no-show-raw-insn", "-M", "intel", str(made)]
    if made.read_bytes()[:4] == b"\x7fELF" and made.read_bytes()[18:20] == b"\xb7\x00":
        words[3:5] = []
    done = run(words, timeout=HANG_SECONDS)
    if done.returncode:
        raise ToolFailed(f"llvm-objdump: {done.stderr.decode('utf-8', 'replace').strip()}")
    out = []
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        found = _LINE.match(line)
        if found is not None:
            text = re.sub(r"\s*(<.*>|# .*|// .*|;.*)$", "", found[2].replace("\t", " ")).strip()
            out.append((int(found[1], 16), text))
    return out


def _inner(code: Code) -> list[tuple[int, int]]:
    """The first instruction and the end of every loop that contains no other loop."""
    place = {address: n for n, (address, _) in enumerate(code)}
    found = []
    for n, (_, text) in enumerate(code):
        goal = _GOAL.match(text)
        first = place.get(int(goal[1], 16)) if goal is not None else None
        if first is not None and first <= n:
            found.append((first, n + 1))
    return [
        one for one in found if not any(other != one and one[0] <= other[0] and other[1] <= one[1] for other in found)
    ]


def _named(text: str) -> str:
    """An instruction for an assembler, which takes a label where the disassembly has an address."""
    goal = _GOAL.match(text)
    return text if goal is None else f"{text[: goal.start(1)].removesuffix('0x')}goal"


def _estimate(target: Target, cpu: str, code: Sequence[str]) -> str:
    words = [str(require("llvm-mca")), f"-march={_MARCH[target.arch]}", f"-mcpu={cpu}", f"-iterations={_TURNS}"]
    words += [*_ATTRIBUTES.get(target.arch, ()), "-all-views=0", "-summary-view"]
    intel = [] if target.arch == "aarch64" else [".intel_syntax noprefix"]
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder, "loop.s")
        given.write_text("\n".join([*intel, *code]) + "\n", "utf-8")
        done = run([*words, str(given)], timeout=HANG_SECONDS)
    said = done.stderr.decode("utf-8", "replace")
    if done.returncode or "is not a recognized processor" in said:
        lines = [line for line in said.splitlines() if "error" in line or "recognized" in line] or [said.strip()]
        raise ToolFailed(
            f"llvm-mca: {lines[0].strip()}; expected a CPU of: llvm-mca -march={_MARCH[target.arch]} -mcpu=help"
        )
    values = dict(re.findall(r"^([\w ]+?): +([\d.]+)$", done.stdout.decode("utf-8", "replace"), re.M))
    if not all(name in values for name in _WANTED):
        raise ToolFailed(f"llvm-mca gives no {', '.join(name for name in _WANTED if name not in values)}")
    turn = int(values["Total Cycles"]) / _TURNS
    return (
        f"{len(code)} instructions, {int(values['Total uOps']) / _TURNS:.0f} uops, {turn:.1f} cycles a turn, "
        f"IPC {values['IPC']}, at least {values['Block RThroughput']} cycles by throughput"
    )
