# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""No module of the generator names an instruction set, a register or a mnemonic: the machines' folders do that.

Docstrings and comments may give examples. The words of a module are its identifiers, taken apart at ``_``, and the
words of its strings. Left out are ``generator/machines``, where the names belong, ``generator/kernels``, whose authors
write ``k.asm("…")`` and variants' features by name, ``generator/api.py``, which has names of kernels and of C, and
``generator/diff/view.py``, which reads the macros that the machines' files define.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import generator.machines  # noqa: F401  (registers the machines)
from generator.isa.features import known
from generator.isa.machine import machines
from generator.isa.names import reg_name
from generator.model import Phys, RegClass

pytestmark = pytest.mark.kernels()  # no kernel file is read
ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = ("generator/machines/", "generator/kernels/", "generator/api.py", "generator/diff/view.py")
SOURCES = [
    path.relative_to(ROOT).as_posix()
    for path in sorted((ROOT / "generator").rglob("*.py"))
    if not path.relative_to(ROOT).as_posix().startswith(LEFT_OUT)
]
SETS = frozenset(
    "vex evex x86 x86_64 x64 i386 i486 i686 ia32 amd64 aarch64 aarch32 arm arm64 arm64ec armv7 armv8 armv9".split()
)
SHARED = {
    "operations on words, as scripts record them": "add sub and andn or orn xor not neg mul ret",
    "operations on their bits": "shl shr sar ror bswap clz ctz",
    "conditions of words": "eq ne lt ge gt le",
    "frame operations and facts of forms": "push pop call adds",
    "the stack pointer of a convention": "sp",
    "the low and the high half of a pair": "lo hi",
    "Python's": "abs cls crc32 imul str yield b",
    "plain words": "bit dec div hint ins leave loop pause sets test",
    "the compiler driver clang-cl": "cl",
    "features that are algorithms too": "aes sha sha1 sha256",
}
"""Words that are mnemonics somewhere, and mean something else in the generator."""


@cache
def names() -> dict[str, str]:
    """Word → why it is of a machine."""
    registers: set[str] = set()
    classes: tuple[tuple[RegClass, int], ...] = (("gp", 33), ("vec", 32), ("mask", 8))
    for one in machines():
        for cls, count in classes:
            for number in range(count):
                for width in (8, 16, 32, 64, 128, 256, 512):
                    try:
                        registers.add(reg_name(one.arch, Phys(cls, number), width))
                    except LookupError:  # no such view
                        continue
    mnemonics = {part for one in machines() for mnem in one.mnemonics() for part in re.split(r"[ .]", mnem)}
    features = {part for one in machines() for name in known(one.arch) for part in (name, name.replace(".", ""))}
    found = {
        **dict.fromkeys(features, "a feature"),
        **dict.fromkeys(mnemonics, "a mnemonic"),
        **dict.fromkeys(registers, "a register"),
        **dict.fromkeys(SETS, "an instruction set"),
    }
    return {word: why for word, why in found.items() if word not in shared()}


@cache
def shared() -> frozenset[str]:
    return frozenset(word for words in SHARED.values() for word in words.split())


def texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """(line, text) of each identifier, and of each string that is no docstring."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        found: list[str | None] = []
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            found = [node.value]
        elif isinstance(node, ast.Name):
            found = [node.id]
        elif isinstance(node, ast.Attribute):
            found = [node.attr]
        elif isinstance(node, (ast.arg, ast.keyword)):
            found = [node.arg]
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found = [node.name]
        elif isinstance(node, ast.alias):
            found = [node.name, node.asname]
        for text in found:
            if text:
                yield getattr(node, "lineno", 0), text


def words(text: str) -> set[str]:
    """The words of an identifier or a string, in lower case: whole, and taken apart."""
    lower = re.sub(r"(?<=[a-z\d])(?=[A-Z])", "_", text).lower()
    parts = set(re.findall(r"[a-z0-9_.]+", lower)) | set(re.findall(r"[a-z0-9]+", lower))
    return parts | {word for word in SETS if len(word) > 3 and word in lower}


def faults(text: str) -> list[str]:
    """``line: word is a …`` for each name of a machine in a module."""
    out: list[str] = []
    for line, found in texts(ast.parse(text)):
        for word in sorted(words(found)):
            why = names().get(word)
            if why is not None:
                out.append(f"{line}: {word} is {why}")
    return list(dict.fromkeys(out))


@pytest.mark.parametrize("path", SOURCES)
def test_no_machine_is_named(path: str) -> None:
    found = [f"{path}:{fault}" for fault in faults((ROOT / path).read_text("utf-8"))]
    assert not found, "\n".join(found)


def test_names_are_found() -> None:
    for line in (
        "arch == 'x86_64'", "def _aarch64(): pass", "class X86Writer: pass", "from generator.machines import x86",
        "item.mnem in ('lea',)", "x = f'expected {n} in rax'", "movdqa = 1", "x = Phys('gp', 1), 'xmm3'", "k(avx2=1)",
        "x = 'vzeroupper'", "x = 'AArch64 only'", "lower_arm64 = 2", "raise E('x30 is not signed')", "x = 'rep movsb'",
    ):  # fmt: skip
        assert faults(line), line
    assert faults('"""x86 has lea and rax."""\nx = 1  # of aarch64\n') == []


def test_every_shared_word_is_one() -> None:
    """SHARED holds no word that is no machine's, and none that nobody uses."""
    mnemonics = {part for one in machines() for mnem in one.mnemonics() for part in re.split(r"[ .]", mnem)}
    features = {name for one in machines() for name in known(one.arch)}
    used = {
        word
        for path in SOURCES
        for _, text in texts(ast.parse((ROOT / path).read_text("utf-8")))
        for word in words(text)
    }
    conditions = {part for mnem in mnemonics for part in mnem.split(".")}
    assert shared() <= mnemonics | features | conditions | {"sp", "b", "cl"}
    assert shared() <= used
