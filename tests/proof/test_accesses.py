# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What a function does beside its result: the prover names planted loads and stores out of place, and planted branches
and addresses that show a secret. None of these changes what the function computes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import proof.a64
import proof.x86
import targets
from generator import library, pipeline
from generator.lang.values import Op
from generator.pipeline import record
from proof import alignment
from proof.accesses import Account, Aligned, Log
from proof.memory import NoProof, Pointer, argument, contents
from proof.prove import OPEN, PROVED
from proof.secrecy import Taint
from proof.terms import add, band, bxor, concat, const, extract, ite, node, scaled, sym
from targets.toolchain import prove
from targets.toolchain.assemble import assemble, assemblers
from tests.proof.test_mutants import ARM, I686, LINUX, TARGETS, generator, replaced, source, verdict

pytestmark = pytest.mark.skipif(
    not all(assemblers(target, prove.syntax(target)) for target in TARGETS), reason="an assembler is missing"
)

LOADED = r"^(\tmov\tr9d, \[rdi\+12\])$"
"""The last word of MD5's state has been loaded. r12 and xmm0 hold nothing."""
LANDING = r"^\tloom_landing_pad$"
NO_LANDING, UNALIGNED = "no landing pad at the entry", "is not known to be a multiple of 16"
PLANTED: dict[str, tuple[targets.Target, str, str, str, str]] = {
    "a load beyond the extent": (
        LINUX, "md5_blocks_scalar", LOADED, r"\1\n\tmovups\txmm0, [rdi+4]",
        "a load of 16 bytes of state that the recording does not make",
    ),
    "a load that the recording makes if there is a block": (
        LINUX, "md5_blocks_scalar", LOADED, r"\1\n\tmov\tr12d, [rsi]",
        "a load of 4 bytes of data that the recording does not make",
    ),
    "a load of the next block": (
        LINUX, "md5_blocks_scalar", r"^(\tmov\tr10d, eax\b.*)$", r"\1\n\tmov\tr12d, [rsi+64]",
        "a load of 4 bytes of data that the recording does not make",
    ),
    "a load of the caller's frame": (
        LINUX, "md5_blocks_scalar", LOADED, r"\1\n\tmov\tr12d, [rsp+32]",
        "a load of 4 bytes outside the frame, at sp of the entry+8",
    ),
    "a store below the red zone": (
        LINUX, "md5_blocks_scalar", LOADED, r"\1\n\tmov\t[rsp-132], r8d",
        "a store of 4 bytes below sp, at sp of the entry-156",
    ),
    "a store below sp": (
        I686, "md5_blocks_scalar", r"^(\tpush\tesi)$", r"\1\n\tmov\t[esp-4], esi", "a store of 4 bytes below sp",
    ),
    "a store beyond the stack's guard": (
        LINUX, "md5_blocks_scalar", LOADED, r"\1\n\tsub\trsp, 8192\n\tmov\t[rsp], r8\n\tadd\trsp, 8192",
        "a store more than 4096 bytes below the return address",
    ),
    "a store inside an area in part, from below": (
        LINUX, "sha256_blocks_scalar", r"^(\tmov\t\[rsp\+256\], rdi.*)$", r"\1\n\tmovdqu\t[rsp-8], xmm0",
        "not inside area words",
    ),
    "a load inside an area in part, beyond its end": (
        LINUX, "sha256_blocks_scalar", r"^(\tmov\t\[rsp\+256\], rdi.*)$", r"\1\n\tmovdqu\txmm0, [rsp+248]",
        "not inside area words",
    ),
    "a store beyond an area, through another register": (
        LINUX, "sha256_blocks_scalar", r"^(\tlea\trax, \[rsp\]\s.*)$", r"\1\n\tmovdqu\t[rax-8], xmm0",
        "not inside area words",
    ),
    "AArch64: a store inside an area in part": (
        ARM, "aes_ctr32_ce", r"^(\tsub\t+sp, sp, #\d+)$", r"\1\n\tstur\tq0, [sp, #120]", "not inside area counters",
    ),
    "bytes below sp that a signal's handler may change": (
        I686, "md5_blocks_scalar", r"^(\tpush\tesi)$", r"\1\n\tlea\tesp, [esp+4]\n\tlea\tesp, [esp-4]", "",
    ),
    "a branch by a secret": (
        LINUX, "md5_blocks_scalar", LOADED, r"\1\n\ttest\teax, eax\n\tje\t9f\n\tnop\n9:",
        "the branch depends on a secret, the memory of state",
    ),
    "a branch by a secret of the last block": (
        LINUX, "md5_blocks_scalar", r"^(\tmov\tr10d, eax\b.*)$", r"\1\n\ttest\teax, eax\n\tje\t9f\n\tnop\n9:",
        "the branch depends on a secret, the memory of ",
    ),
    "a prefetch by a secret": (
        LINUX, "md5_blocks_scalar", LOADED, r"\1\n\tprefetcht0\t[rdi+rax]",
        "the address depends on a secret, the memory of state",
    ),
    "AArch64: a load beyond the extent": (
        ARM, "md5_blocks_scalar", r"^(\tcbz\t+x2, .*)$", r"\tldr\tw17, [x0, #16]\n\1",
        "a load of 4 bytes of state that the recording does not make",
    ),
    "AArch64: a branch by a secret": (
        ARM, "md5_blocks_scalar", r"^(\tcbz\t+x2, .*)$", r"\tldr\tw17, [x0]\n\tcbz\tw17, 9f\n\tnop\n9:\n\1",
        "the branch depends on a secret, the memory of state",
    ),
    "an argument that must be aligned for once": (
        LINUX, "sha256_blocks_shani", r"^\tmovdqu(\t+xmm\d+, \[rsi\])", r"\tmovdqa\1", UNALIGNED,
    ),
    "a slot of the frame that is not aligned": (
        LINUX, "md5_blocks_scalar", LOADED, r"\1\n\tmovaps\t[rsp-120], xmm0", UNALIGNED,
    ),
    "a table that is aligned to bytes": (
        LINUX, "sha256_blocks_shani", r"^(\tloom_table \w+), 6,", r"\1, 3,", UNALIGNED,
    ),
    "AArch64: sp is no multiple of 16": (
        ARM, "md5_blocks_scalar", r"^(\tcbz\t+x2, .*)$", r"\tsub\tsp, sp, #8\n\tadd\tsp, sp, #8\n\1",
        UNALIGNED,
    ),
    "no landing pad": (LINUX, "md5_blocks_scalar", LANDING, "", NO_LANDING),
    "32-bit x86: no landing pad": (I686, "md5_blocks_scalar", LANDING, r"\tendbr64", NO_LANDING),
    "AArch64: no landing pad": (ARM, "md5_blocks_scalar", LANDING, r"\tbti\tj", NO_LANDING),
    "upper halves that stay": (LINUX, "md5_blocks_x8_avx2", r"^\tvzeroupper$", "", "no vzeroupper since"),
    "a vector that held a secret": (
        LINUX, "aes_set_encrypt_key_aesni", r"^\tpxor\t+xmm3, xmm3$", "", "xmm3 may hold a secret, the memory of key",
    ),
    "a slot of an area that held a secret": (
        LINUX, "aes_ecb_encrypt_vperm", r"^\tmovdqu\t+\[rsp\+64\], xmm5\n(?=\tmovdqu\t+\[rsp\+80\])", "",
        "may hold a secret, the memory of schedule",
    ),
    "a slot that holds secrets of a loop's rounds": (
        LINUX, "aes_cbc_encrypt_aesni", r"^(\taesenclast\t+xmm4, xmm2)$", r"\tmovups\t[rsp-40], xmm4\n\1",
        "the byte at sp of the entry-40 may hold a secret, the memory of ",
    ),
    "AArch64: a vector that held a secret": (
        ARM, "aes_ctr32_ce", r"^\tmovi\t+v7.16b, #0$", "", "v7 may hold a secret, the memory of",
    ),
}  # fmt: skip


def planted() -> Iterator[object]:
    """Names. Of two instruction sets' same fault, the second is for ``--all``."""
    for name in PLANTED:
        more = name.partition(": ")[2] in PLANTED
        yield pytest.param(name, marks=[pytest.mark.whole] if more else [])


@pytest.mark.parametrize("name", [*planted()])
def test_an_access_or_branch_out_of_place_is_named(name: str, tmp_path: Path) -> None:
    target, symbol, where, by, reason = PLANTED[name]
    found = verdict(symbol, replaced(where, by)(source(symbol, target)[1]), tmp_path, target)
    assert reason in found.reason and found.state != PROVED


def test_the_red_zone_may_be_used(tmp_path: Path) -> None:
    text = replaced(LOADED, r"\1\n\tmov\t[rsp-128], r8d\n\tmov\tr12d, [rsp-128]")(source("md5_blocks_scalar")[1])
    found = verdict("md5_blocks_scalar", text, tmp_path)
    assert found.state == PROVED, found.reason


def test_what_the_contract_lets_be_shown_may_be_shown(tmp_path: Path) -> None:
    """A branch by the number of blocks, and one by a secret that its own exclusive-or has removed."""
    more = r"\1\n\ttest\trdx, rdx\n\tje\t9f\n\tnop\n9:\n\tmov\tr12d, eax\n\txor\tr12d, eax\n\tje\t9f\n\tnop\n9:"
    found = verdict("md5_blocks_scalar", replaced(LOADED, more)(source("md5_blocks_scalar")[1]), tmp_path)
    assert found.state == PROVED, found.reason


@pytest.mark.parametrize(
    ("symbol", "named", "only", "reason"),
    [
        ("rc4_stream_branchfree", "exempt", "", "the address depends on a secret, the memory of "),
        ("rc4_stream_lookahead", "exempt", "", "depends on a secret, the memory of "),
        ("rc4_stream_lookahead", "exempt", "branch", "the branch depends on a secret, the memory of "),
        ("rc4_stream_branchfree", "public", "", "depends on a secret, the memory of state"),
    ],
)
def test_each_exemption_is_needed(
    symbol: str, named: str, only: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RC4's table is indexed by secrets: without the recording's exemptions, the code is refused."""
    text = source(symbol)[1]

    def without(op: Op) -> Op:
        return replace(op, attrs={**op.attrs, named: None}) if op.attrs.get(named) and only in ("", op.name) else op

    def changed(*given: Any) -> tuple[Any, Sequence[Any]]:
        made, params = record(*given)
        return replace(made, ops=[without(op) for op in made.ops]), params

    monkeypatch.setattr(prove, "record", changed)
    assert reason in verdict(symbol, text, tmp_path).reason


def test_a_secret_argument(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A count that the contract does not call public decides a branch."""
    kernel = generator(LINUX).library.find("md5_blocks")
    text = source("md5_blocks_scalar")[1]
    monkeypatch.setattr(kernel, "args", tuple(replace(arg, public=False) for arg in kernel.args))
    found = verdict("md5_blocks_scalar", text, tmp_path)
    assert "the branch depends on a secret, argument blocks" in found.reason


def test_no_rule_changes_how_the_processor_works() -> None:
    """The direction of strings, rounding and exceptions of numbers, x87's stack, alignment checks, protection."""
    for name in (
        *("cld", "std", "popf", "popfd", "popfq", "ldmxcsr", "vldmxcsr", "fldcw", "fldenv", "finit", "fninit", "emms"),
        *("fxrstor", "fxrstor64", "xrstor", "xrstor64", "frstor", "stac", "clac", "wrpkru", "msr", "vzeroall"),
    ):
        assert name not in proof.x86.RULES and name not in proof.a64.RULES, name


def test_alignment_goes_round_a_loop() -> None:
    """A pointer that moves by 32 stays a multiple of 32, and a distance that grows by 8 one of 8."""
    one, two, base = sym(64, "@1.1.0"), sym(64, "@1.1.1"), sym(64, "ptr data data")
    account = Account(
        arrivals=[{one: base, two: const(64, 0)}, {one: add(one, const(64, 32)), two: add(two, const(64, 8))}]
    )
    for address, to, aligned in (
        (one, 32, True), (one, 64, False), (add(one, const(64, 16)), 16, True), (add(one, const(64, 8)), 16, False),
        (add(base, scaled(two, 2)), 16, True), (add(base, two), 16, False), (add(base, two), 8, True),
        (add(base, band(two, const(64, -64))), 64, True), (concat(extract(63, 4, two), const(4, 0)), 16, True),
        (ite(sym(1, "c"), add(one, const(64, 16)), base), 16, True), (ite(sym(1, "c"), two, base), 16, False),
    ):  # fmt: skip
        account.runs = [(Log(), Log(aligned=[Aligned(address, to, "code+0x0")]))]
        if aligned:
            alignment.check(account, {base: (64, 0)})
        else:
            with pytest.raises(NoProof, match=f"is not known to be a multiple of {to}"):
                alignment.check(account, {base: (64, 0)})


def test_secrets_go_round_a_loop() -> None:
    """A symbol that takes the value of a secret one in a later round is secret; the others stay public."""
    one, two, three = (sym(32, f"@1.1.{n}") for n in range(3))
    secret = node("load", 32, (contents(argument("key")), sym(64, Pointer("key"))))
    taint = Taint({argument("key"): True, "argument n": False}, set(), {one, two, three})
    first = {one: const(32, 0), two: sym(32, "argument n"), three: bxor(secret, secret)}
    taint.settle([first, {one: add(one, two), two: two, three: three}])
    assert not any(taint.why(t) for t in (one, two, three))
    taint.settle([first, {one: two, two: three, three: secret}])
    assert [taint.why(t) for t in (one, two, three)] == ["the memory of key"] * 3


KERNELS = """
from generator.lang import Arg, Builder, Val, kernel


@kernel(c="void twoareas(const uint64_t data[2], uint64_t out[1])", source="a test",
        args=[Arg("data", r=16, align=8), Arg("out", w=8, align=8)])
def twoareas(k: Builder, data: Val, out: Val) -> None:
    a, b = k.frame(16), k.frame(16)
    x, y = k.load64(data, 2)
    k.store64(a, x)
    k.store64(b, y)
    k.store64(out, k.load64(a))


@kernel(c="void names(const uint64_t rodata[1], uint64_t sp[1])", source="a test",
        args=[Arg("rodata", r=8, align=8), Arg("sp", w=8, align=8)])
def names(k: Builder, rodata: Val, sp: Val) -> None:
    table = k.table("numbers", k.u64, [0x1122334455667788, 0x99])
    k.store64(sp, k.load64(rodata) + k.load64(table))


@kernel(c="void copies(uint64_t total[1], uint64_t *out, const uint64_t *hashed)", source="a test",
        args=[Arg("total", rw=8), Arg("out", w=8), Arg("hashed", r=8, apart=("out", 7))])
def copies(k: Builder, total: Val, out: Val, hashed: Val) -> None:
    x = k.load64(total)
    k.store64(out, x)
    k.store64(total, k.load64(hashed))
"""
FAULTS = {
    "twoareas": (r"\[rsp\](?=.*\n\tmov\t+\[r)", "[rsp+16]"),
    "names": (r"^\tmov\t+(r\w+), \[rdi\].*$", r"\tmovabs\t\1, 0x1122334455667788"),
    "copies": (r"^(\tmov\t+\[\w+\], r\w+.*\n)(\tmov\t+r\w+, \[\w+\].*\n)", r"\2\1"),
}
"""Kernel → a fault: a load of the other area, a constant for the argument's word, and a load before the store."""


@pytest.mark.parametrize("name", FAULTS)
def test_memory_that_names_or_distances_tell_apart(name: str, tmp_path: Path) -> None:
    """Two areas of one name, arguments with names of the prover's own, and arguments that may overlap in part."""
    (tmp_path / "own.py").write_text(f"# SPDX-License-Identifier: MIT-0\n{KERNELS}", "utf-8")
    prover = prove.Prover(library.load([tmp_path], None), LINUX.triple)
    kernel, variant, function = prover._parts((name, "scalar"))
    files = {Path(path).name: data for path, data in prover.files((name, "scalar")).items()}
    states = []
    for change in (lambda text: text, replaced(*FAULTS[name])):
        for path, data in files.items():
            (tmp_path / path).write_bytes(data)
        (file,) = (tmp_path / path for path in files if function.symbol in path)
        file.write_text(change(file.read_text("utf-8")), "utf-8")
        made = assemble(LINUX, prove.syntax(LINUX), file, file.with_suffix(".o"))
        states.append(prove.judge(kernel, variant, function, LINUX, made).state)
    assert states[0] == PROVED != states[1]


def test_pointers_of_arrays_that_may_be_one_buffer(tmp_path: Path) -> None:
    """The results of the x8 form go where `out` points, wherever `in` points."""
    symbol = "aes_cbc_encrypt_x8_aesni"
    change = replaced(r"^(\tmov\t+r11, )\[r8\]", r"\1[rcx]")
    assert verdict(symbol, change(source(symbol)[1]), tmp_path).state != PROVED


@pytest.mark.parametrize(
    ("name", "arg", "size", "line"),
    [
        ("md5_blocks", "state", "15", "load of state"),
        ("md5_blocks", "data", "64*blocks-1", "load of data"),
        ("mont_gather", "out", "8*limbs-1", "store of out"),  # in loops that are walked
    ],
)
def test_a_contract_that_is_a_byte_short(
    name: str, arg: str, size: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code is right. Its accesses are not inside what this contract says, and the verdict names each of them."""
    monkeypatch.setattr(pipeline, "check_extents", lambda *_: None)  # that of the language refuses the contract
    kernels = dict(library.load().kernels)
    whole = kernels[name]
    short: dict[str, Any] = {whole.arg(arg).access: size}
    args = tuple(replace(one, **short) if one.name == arg else one for one in whole.args)
    kernels[name] = replace(whole, args=args)
    job = (LINUX.triple,), (name, "scalar")
    [(triple, function, found)] = prove.proving(replace(library.load(), kernels=kernels))(job)
    lines = found.reason.splitlines()
    assert (triple, function, found.state) == (LINUX.triple, f"{name}_scalar", OPEN)
    assert lines and all("an access is not proved to be inside its extent: " in one for one in lines)
    assert all(line.partition(" of ")[2] in one for one in lines) and any(one.endswith(line) for one in lines)


@pytest.mark.parametrize("variant", ["gathered", "lookahead"])
def test_windows_of_a_table_that_begin_anywhere(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight entries from any one on are not inside the table: RC4 without the steps until a window begins."""
    stream = replace(library.load().find("rc4_stream"), path="another.py")  # of no tree: no cache holds its functions
    monkeypatch.setattr(stream.body.__globals__["KeyStream"], "windowed", False)
    job = (LINUX.triple,), ("rc4_stream", variant)
    [(*_, found)] = prove.proving(library.Library({stream.name: stream}))(job)
    assert found.state == OPEN and "load: load of state" in found.reason and "store: store of state" in found.reason
