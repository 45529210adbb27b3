# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py prove`` proves functions as they are, and names each planted fault: none of the mutants is proved."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import targets
from generator import library
from generator.model import Function
from generator.output import Generator
from proof.prove import DIFFERS, OPEN, PROVED, Verdict
from targets.toolchain import prove
from targets.toolchain.assemble import assemble, assemblers

LINUX, WINDOWS = targets.load("x86_64-linux-gnu"), targets.load("x86_64-w64-mingw32")
I686, ARM = targets.load("i686-linux-gnu"), targets.load("aarch64-linux-gnu")
ARM_WINDOWS = targets.load("aarch64-pc-windows-msvc")
ARM_MACOS, ARM64EC = targets.load("aarch64-apple-darwin"), targets.load("arm64ec-pc-windows-msvc")
TARGETS = (LINUX, WINDOWS, I686, ARM, ARM_WINDOWS, ARM_MACOS, ARM64EC)
pytestmark = pytest.mark.skipif(
    not all(assemblers(target, prove.syntax(target)) for target in TARGETS), reason="an assembler is missing"
)
Change = Callable[[str], str]


@cache
def generator(target: targets.Target) -> Generator:
    """Its files have the code of one target: a planted fault is in this code."""
    return Generator(library.load([], None), targets=[target])


@cache
def source(symbol: str, target: targets.Target = LINUX) -> tuple[Function, str]:
    """A function and its file in GNU syntax, without comments after instructions."""
    every = generator(target).library.kernels.values()
    kernel, variant = next((one, own) for one in every for own in one.variants if f"{one.name}_{own.name}" == symbol)
    *_, text = generator(target).files(target, kernel, variant, [prove.syntax(target)]).values()
    text = re.sub(rb"\t+/\*.*\*/$", b"", text, flags=re.M)
    return generator(target).function(kernel, variant, target.abi), text.decode()


def verdict(symbol: str, text: str, folder: Path, target: targets.Target = LINUX, *, explain: bool = False) -> Verdict:
    function, _ = source(symbol, target)
    kernel = generator(target).library.find(function.kernel)
    variant = kernel.variant(function.variant)
    for path, data in generator(target).files(target, kernel, variant, [prove.syntax(target)]).items():
        (folder / Path(path).name).write_bytes(data)
    file = folder / f"{symbol}.S"
    file.write_text(text, "utf-8")
    made = assemble(target, prove.syntax(target), file, file.with_suffix(".o"))
    return prove.judge(kernel, variant, function, target, made, explain=explain)


def replaced(pattern: str, by: str, nth: int = 0) -> Change:
    """A change of one occurrence of a pattern, which must be there."""

    def change(text: str) -> str:
        found = list(re.finditer(pattern, text, re.M))
        assert len(found) > nth, pattern
        one = found[nth]
        made = text[: one.start()] + one.expand(by) + text[one.end() :]
        assert made != text
        return made

    return change


def both(*changes: Change) -> Change:
    def change(text: str) -> str:
        for one in changes:
            text = one(text)
        return text

    return change


MUTANTS: dict[str, tuple[str, Change]] = {
    "a wrong rotation": ("md5_blocks_scalar", replaced(r"^\trol\t(\w+), 7\b", r"\trol\t\1, 8")),
    "a callee-saved register is lost": (
        "md5_blocks_scalar",
        both(replaced(r"^\tpush\tr12$", r"\tpush\trax"), replaced(r"^\tpop\tr12$", r"\tpop\trax")),
    ),
    "a push is dropped": ("md5_blocks_scalar", replaced(r"^\tpush\tr12$", "")),
    "a slot is too narrow": (
        "sha1_blocks_scalar", replaced(r"^\tmov\t\[rsp\], rdi\b", r"\tmov\tdword ptr [rsp], edi"),
    ),
    "another slot": ("sha1_blocks_scalar", replaced(r"^\tmov\t\[rsp\+152\], eax", r"\tmov\t[rsp+156], eax")),
    "a load by an address that has moved": (
        "md5_blocks_scalar", replaced(r"^(\tadd\teax, \[rsi\])", r"\tadd\trsi, 4\n\1\n\tsub\trsi, 4"),
    ),
    "operands of sha256rnds2 exchanged": (
        "sha256_blocks_shani", replaced(r"^\tsha256rnds2\txmm1, xmm2, xmm0", r"\tsha256rnds2\txmm2, xmm1, xmm0"),
    ),
    "a wrong rotation in a schedule": ("sha512_blocks_scalar", replaced(r"^\trol\t+(\w+), 45\b", r"\trol\t\1, 46")),
    "an argument is not extended": ("mont_gather_scalar", replaced(r"^\tmov\t+eax, edx$", r"\tmov\trax, rdx")),
    "a bit of a table": ("sha256_blocks_shani", replaced(r"0x71374491428a2f98", "0x71374491428a2f99")),
    "an argument's upper half is kept": (
        "rc4_set_key_scalar", replaced(r"^\tmovzx\t(\w+), byte ptr", r"\tmov\t\1, dword ptr"),
    ),
    "a store beyond the extent": (
        "md5_blocks_scalar", replaced(r"^(\tmov\t\[rdi\+12\], r9d)", r"\1\n\tmov\t[rdi+16], r9d"),
    ),
    "a branch the other way": ("md5_blocks_scalar", replaced(r"^\tjne\t", r"\tje\t")),
    "a store above the frame": ("md5_blocks_scalar", replaced(r"^\tpush\tr12$", r"\tpush\tr12\n\tmov\t[rsp+24], rdx")),
    "a carry is lost": ("mont_mul_scalar", replaced(r"^\tadc\t(\w+), 0$", r"\tadd\t\1, 0", 2)),
    "the other chain of carries": ("mont_mul_adx", replaced(r"^\tadox\t", r"\tadcx\t", 3)),
    "an area is aligned to more than its room allows": (
        "sha1_blocks_x8_avx2", replaced(r"^\tand\t+(\w+), -32$", r"\tand\t\1, -64"),
    ),
    "another lane of a mask": ("sha1_blocks_shani_avx512vl", replaced(r"^\tmov\t+eax, 8\b", r"\tmov\teax, 4")),
    "an entry that is not masked": (
        "mont_pair_gather_ifma", replaced(r"^\tvpcmpeqq\tk1, zmm\d+, (zmm\d+)$", r"\tvpcmpeqq\tk1, \1, \1", 3),
    ),
    "squares of the wrong number": (
        "mont_pair_sqr_ifma", replaced(r"^\tmov\t+rsi, rdi(?=.*\n\tsub\t+r8, 1\b)", r"\tmov\trsi, rsi"),
    ),
}  # fmt: skip
WINDOWS_MUTANTS: dict[str, tuple[str, Change]] = {
    "a callee-saved vector is lost": ("sha256_blocks_shani", replaced(r"^\tmovaps\t+xmm6, \[rsp\]$", "")),
    "a vector that is saved nowhere": (
        "sha256_blocks_shani",
        replaced(r"^(\tmovdqa\t+xmm5, xmm1)$", r"\1\n\tpxor\txmm11, xmm11"),
    ),
    "the wrong argument": ("md5_blocks_scalar", replaced(r"^\tmov\t+rdx, r8$", r"\tmov\trdx, r9")),
}
"""Faults that only the convention of Windows makes."""
I686_MUTANTS: dict[str, tuple[str, Change]] = {
    "a wrong rotation": ("md5_blocks_scalar", replaced(r"^\trol\t(\w+), 7\b", r"\trol\t\1, 8")),
    "a push is dropped": ("md5_blocks_scalar", replaced(r"^\tpush\tebx$", "")),
    "an accumulator among the inputs": (
        "md5_blocks_scalar", replaced(r"^\tlea\t(\w+), \[\1\+\w+", r"\tlea\t\1, [\1+\1"),
    ),
    "the wrong argument": (
        "md5_blocks_scalar", replaced(r"^(\tmov\tecx, \[esp\+)\d+(\])", r"\g<1>24\2"),
    ),
    "another slot": ("sha1_blocks_scalar", replaced(r"^\tmov\t\[esp\+4\], esi\b", r"\tmov\t[esp+8], esi")),
    "operands of sha256rnds2 exchanged": (
        "sha256_blocks_shani", replaced(r"^\tsha256rnds2\txmm1, xmm2, xmm0", r"\tsha256rnds2\txmm2, xmm1, xmm0"),
    ),
    "a bit of a table": ("sha256_blocks_shani", replaced(r"0x71374491428a2f98", "0x71374491428a2f99")),
    "a wrong rotation of a pair": ("sha512_blocks_scalar", replaced(r"^\tshr\t+(\w+), 13\b", r"\tshr\t\1, 12")),
    "a byte's upper bits are kept": (
        "rc4_set_key_scalar", replaced(r"^\tmovzx\t(\w+), byte ptr", r"\tmov\t\1, dword ptr"),
    ),
}  # fmt: skip
ARM_MUTANTS: dict[str, tuple[str, Change]] = {
    "a wrong rotation": ("md5_blocks_scalar", replaced(r"^\tror\t(\w+), (\w+), #25\b", r"\tror\t\1, \2, #24")),
    "a saved register is not restored": ("sha1_blocks_scalar", replaced(r"^\tldr\tx27, \[sp, #80\]", "")),
    "another slot": ("sha1_blocks_scalar", replaced(r"^\tstr\tw4, \[sp, #8\]", r"\tstr\tw4, [sp, #12]")),
    "a slot is too narrow": ("sha1_blocks_scalar", replaced(r"^\tstr\tx0, \[sp\]", r"\tstr\tw0, [sp]")),
    "operands of sha256h exchanged": (
        "sha256_blocks_ce", replaced(r"^\tsha256h\t+q0, q1, ", r"\tsha256h\tq1, q0, "),
    ),
    "a carry is lost": ("mont_mul_scalar", replaced(r"^\tadcs\t", r"\tadds\t", 8)),
    "the wrong argument": ("md5_blocks_scalar", replaced(r"\[x1, #4\]", "[x1, #8]")),
}  # fmt: skip
ARM_WINDOWS_MUTANTS: dict[str, tuple[str, Change]] = {
    "a bit of a table": ("sha256_blocks_ce", replaced(r"0x71374491428a2f98", "0x71374491428a2f99")),
    "the system's register is changed": (
        "sha256_blocks_ce", replaced(r"^(\tldr\t+q2, \[x1\].*)$", r"\1\n\tmov\tx18, x0"),
    ),
    "the page of another address": (
        "sha256_blocks_ce", replaced(r"^\tadrp\t+(\w+), LOOM_PAGE\((\w+)\)", r"\tadrp\t\1, \2+4096"),
    ),
}  # fmt: skip
ARM_MACOS_MUTANTS: dict[str, tuple[str, Change]] = {
    "a bit of a table": ("sha256_blocks_ce", replaced(r"0x71374491428a2f98", "0x71374491428a2f99")),
    "the lowest bits of another address": (
        "sha256_blocks_ce", replaced(r"^(\tadd\t+\w+, \w+), LOOM_LOW\((\w+)\)", r"\1, \2@PAGEOFF+16"),
    ),
    "the lowest bits of no address": (
        "sha256_blocks_ce", replaced(r"^\tadd\t+(\w+), (\w+), LOOM_LOW\(\w+\)", r"\tadd\t\1, \2, #16"),
    ),
}  # fmt: skip
# The assembler refuses these registers by their names: mov v16.16b, v2.16b; mov x13, x0; ldr q2, [x13].
ARM64EC_MUTANTS: dict[str, tuple[str, Change]] = {
    "a bit of a table": ("sha256_blocks_ce", replaced(r"0x71374491428a2f98", "0x71374491428a2f99")),
    "a vector that a context switch destroys": (
        "sha256_blocks_ce", replaced(r"^(\tldr\t+q2, \[x1\].*)$", r"\1\n\t.inst\t0x4ea21c50"),
    ),
    "a register that a context switch destroys": (
        "sha256_blocks_ce", replaced(r"^(\tldr\t+q2, \[x1\].*)$", r"\1\n\t.inst\t0xaa0003ed"),
    ),
    "an address in a register that a context switch destroys": (
        "sha256_blocks_ce", replaced(r"^(\tldr\t+q2, \[x1\].*)$", r"\1\n\t.inst\t0x3dc001a2"),
    ),
}  # fmt: skip
EVERY = {
    LINUX: MUTANTS, WINDOWS: WINDOWS_MUTANTS, I686: I686_MUTANTS, ARM: ARM_MUTANTS, ARM_WINDOWS: ARM_WINDOWS_MUTANTS,
    ARM_MACOS: ARM_MACOS_MUTANTS, ARM64EC: ARM64EC_MUTANTS,
}  # fmt: skip


DEAR = ("mont_mul_adx", "mont_mul_scalar", "mont_pair_gather_ifma", "mont_pair_sqr_ifma", "sha1_blocks_x8_avx2")


def faults() -> Iterator[object]:
    """Targets and names. Faults of functions that are dear to prove, and those that an earlier target has, too, are for
    ``--all``."""
    seen: set[str] = set()
    for target, mutants in EVERY.items():
        for name, (symbol, _) in mutants.items():
            more = name in seen or (target is LINUX and symbol in DEAR)
            seen |= set() if more else {name}
            yield pytest.param(target, name, id=f"{target.triple}, {name}", marks=[pytest.mark.whole] if more else [])


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.triple)
def test_functions_are_proved_as_they_are(target: targets.Target, tmp_path: Path) -> None:
    """What is not proved below is not for want of a file or a rule."""
    symbol = "sha256_blocks_ce" if target.arch == "aarch64" else "sha256_blocks_shani"
    found = verdict(symbol, source(symbol, target)[1], tmp_path, target)
    assert found.state == PROVED, found.reason


@pytest.mark.parametrize(("target", "name"), [*faults()])
def test_mutants_are_named(target: targets.Target, name: str, tmp_path: Path) -> None:
    symbol, change = EVERY[target][name]
    found = verdict(symbol, change(source(symbol, target)[1]), tmp_path, target)
    assert found.state != PROVED and found.reason
    assert ("a register that may be lost" in found.reason) == ("context switch" in name)


def test_a_difference_shows_both_values(tmp_path: Path) -> None:
    """A counterexample, not only a missing proof."""
    symbol, change = MUTANTS["a wrong rotation"]
    found = verdict(symbol, change(source(symbol)[1]), tmp_path)
    assert found.state == DIFFERS and "by the script" in found.reason and "by the code" in found.reason


def test_an_unknown_relocation_is_the_reason(tmp_path: Path) -> None:
    """The address of a table by R_AARCH64_ADR_PREL_LO21, which has no rule."""
    symbol = "sha256_blocks_ce"
    change = replaced(r"^\tadrp\t+(\w+), LOOM_PAGE\((\w+)\)$", r"\tadr\t\1, \2")
    found = verdict(symbol, change(source(symbol, ARM)[1]), tmp_path, ARM)
    assert found.state == OPEN
    assert re.fullmatch(r"a relocation of kind 274 at code\+0x[0-9a-f]+", found.reason), found.reason
