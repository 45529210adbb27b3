# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Wiping as a policy: the cleared places, refusals of a missing clearing, and no secret left after a run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

import targets
from generator.abi import abi
from generator.emit import PREAMBLE, file, preamble
from generator.lang.contract import Kernel, Variant
from generator.machines.x86.frame import X86Frames
from generator.model import FrameOp, Function, Instr, KernelError, LabelDef, Mem, Note, Phys, R
from generator.passes.frame import Remains
from generator.passes.judges.secrecy import Secrecy, check_secrecy, refuse_remains
from generator.pipeline import build
from targets.trial.assembled import Assembled, answers_here, assembled, batch
from targets.trial.batch import Buffer, Call, Convention, Word
from targets.trial.cpu import lacking
from tests.passes.small import HEAD, SCALAR, function, written
from tests.passes.wiping import SECRET, secretive

pytestmark = pytest.mark.kernels()  # tests of the tree's kernels name them

NEAR = HEAD.replace('source="none', 'cases={"n": range(8)}, source="none')
WIPE = NEAR.replace('source="none', 'wipe=True, source="none')


@dataclass(frozen=True)
class Case:
    """A convention and variant whose kernel has ``vectors`` values of each of ``widths``, and how a call reaches it."""

    name: str
    convention: str
    variant: Variant = SCALAR
    widths: tuple[int, ...] = ()
    vectors: int = 0
    triple: str = "x86_64-linux-gnu"
    called: Convention = Convention.SYSV64

    def kernel(self, wipe: bool = True) -> Kernel:
        return secretive("secretive", self.widths, self.vectors, wipe=wipe)

    def build(self, wipe: bool = True) -> Function:
        return build(self.kernel(wipe), self.variant, abi(self.convention))


SSE, AVX2 = Variant("ssse3", ("ssse3",)), Variant("avx2", ("avx2",))
AVX512F = Variant("avx512f", ("avx512f",))
AVX512 = Variant("avx512", ("avx512f", "avx512bw", "avx512vl"))
I686, ARM = "i686-linux-gnu", "aarch64-linux-gnu"
CASES = (
    Case("sysv64", "sysv64"),
    Case("sysv64-sse", "sysv64", SSE, (128,), 20),
    Case("sysv64-avx2", "sysv64", AVX2, (128, 256), 10),
    Case("sysv64-avx512f", "sysv64", AVX512F, (512,), 36),
    Case("sysv64-avx512", "sysv64", AVX512, (128, 256, 512), 13),
    Case("sysv64-avx512-of-128", "sysv64", AVX512, (128,), 36),
    Case("win64-sse", "win64", SSE, (128,), 20, called=Convention.WIN64),
    Case("win64-avx512", "win64", AVX512, (512, 256), 18, called=Convention.WIN64),
    Case("cdecl32", "cdecl32", triple=I686, called=Convention.CDECL_SYSV),
    Case("cdecl32-sse", "cdecl32", SSE, (128,), 11, I686, Convention.CDECL_SYSV),
    Case("aapcs64", "aapcs64", SCALAR, (128,), 36, ARM, Convention.AAPCS64),
    Case("aapcs64-win", "aapcs64-win", SCALAR, (128,), 36, ARM, Convention.WINDOWS_ARM64),
    Case("arm64ec", "arm64ec", SCALAR, (128,), 20, ARM, Convention.ARM64EC),
)
by_name = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def clearing(function: Function) -> range:
    """The places of the clearing code in the body."""
    note = next(
        i for i, item in enumerate(function.body) if isinstance(item, Note) and item.text == "secrets are wiped"
    )
    end = next(i for i, item in enumerate(function.body) if isinstance(item, FrameOp) and item.kind == "begin_epilogue")
    return range(note + 1, end)


def secrecy_without(function: Function, kernel: Kernel, convention: str, *left_out: int) -> Secrecy:
    body = [item for i, item in enumerate(function.body) if i not in left_out]
    return check_secrecy(replace(function, body=body), kernel, abi(convention))


def check_each_is_needed(function: Function, kernel: Kernel, convention: str) -> Remains:
    """A function without any one of its clearing instructions is refused, except one that only makes the stored zero.
    Returns the places cleared."""
    places = clearing(function)
    remains = secrecy_without(function, kernel, convention, *places).remains
    for place in places:
        item = function.body[place]
        if isinstance(item, Instr):
            if isinstance(item.ops[0], R) and not any(isinstance(op, Mem) for op in item.ops):
                if item.ops[0].reg not in remains.regs:
                    continue
            found = secrecy_without(function, kernel, convention, place)
            with pytest.raises(KernelError, match="would hold a secret .* at the return; the contract says wipe=True"):
                refuse_remains(function, found, abi(convention))
    refuse_remains(function, secrecy_without(function, kernel, convention), abi(convention))
    return remains


@by_name
def test_each_clearing_instruction_is_needed(case: Case) -> None:
    remains = check_each_is_needed(case.build(), case.kernel(), case.convention)
    assert remains.frame and remains.regs
    assert {reg.cls for reg in remains.regs} == ({"gp", "vec"} if case.widths else {"gp"})


@by_name
def test_all_registers_are_cleared(case: Case) -> None:
    """Secrets fill the volatile vector registers, including AVX-512's own, and more than these."""
    function = case.build()
    code = [item for item in (function.body[i] for i in clearing(function)) if isinstance(item, Instr)]
    cleared = {item.ops[0].reg for item in code if isinstance(item.ops[0], R)}
    convention = abi(case.convention)
    vectors = {number for number in convention.volatile["vec"] if case.widths}
    if convention.arch == "x86_64" and "avx512f" not in case.variant.features:
        vectors &= set(range(16))
    assert {Phys("vec", number) for number in vectors} <= cleared
    assert any(not slot.area for slot in function.frame.slots) or not case.widths


@pytest.mark.parametrize(("convention", "clean"), [("sysv64", True), ("win64", True), ("sysv64", False)])
def test_a_short_path_clears_what_it_has_used(convention: str, clean: bool, tmp_path: Path) -> None:
    """The path of one word goes on at a label behind which one register is cleared, if code of many words clears its
    own. Every instruction that clears is needed, and so is the label's place."""
    several = "x = k.load32(p, 5)\nfor n_, y in enumerate(x):\n    k.store32(p, y ^ x[n_ - 1], offset=4 * n_)\n"
    many = several.replace("\n", "\n    ").rstrip(" ")
    body = f"with k.if_(n.ge(8), clean={clean}):\n    {many}with k.if_(n.lt(2)):\n    k.store32(p, k.load32(p) + 1)\n"
    kernel = written(tmp_path, f"{body}with k.else_():\n    {many}", WIPE)
    function = build(kernel, SCALAR, abi(convention))
    cleared = {i: item.ops[0] for i, item in enumerate(function.body) if isinstance(item, Instr) and item.idiom}
    labels = [i for i in clearing(function) if isinstance(function.body[i], LabelDef)]
    assert len(labels) == clean and len(cleared) > 5
    refuse_remains(function, secrecy_without(function, kernel, convention), abi(convention))
    for i, reg in cleared.items():
        if reg not in [later for at, later in cleared.items() if at > max(i, *labels, 0)]:
            with pytest.raises(KernelError, match="would hold a secret"):
                refuse_remains(function, secrecy_without(function, kernel, convention, i), abi(convention))
    for i in labels:
        assert sum(one > i for one in cleared) == 1
        late = [*function.body[:i], function.body[i + 1], function.body[i], *function.body[i + 2 :]]
        with pytest.raises(KernelError, match="would hold a secret"):
            found = check_secrecy(replace(function, body=late), kernel, abi(convention))
            refuse_remains(function, found, abi(convention))


@pytest.mark.parametrize("features", [("avx512f",), ("avx512f", "avx512dq", "avx512vl")])
def test_mask_registers_are_cleared(features: tuple[str, ...], tmp_path: Path) -> None:
    """A comparison of 512 bits leaves a bit of each secret lane in a mask register."""
    kernel = written(tmp_path, "x = k.vload(k.v512, p)\nk.vstore(p, k.vequal(x, k.vzero(k.v512), bits=32))", WIPE)
    function = build(kernel, Variant("masked", features), abi("sysv64"))
    remains = check_each_is_needed(function, kernel, "sysv64")
    assert {reg.cls for reg in remains.regs} == {"vec", "mask"}


def test_a_build_that_does_not_clear_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(X86Frames, "clear", lambda *_: None)
    case = CASES[1]
    case.build(wipe=False)
    with pytest.raises(KernelError) as caught:
        case.build()
    assert "(kernel secretive, variant ssse3, x86_64-" in str(caught.value) and "xmm0" in str(caught.value)
    assert "of the frame would hold a secret (the memory at p, loaded at line" in str(caught.value)


@pytest.mark.parametrize(
    ("regs", "frame", "names"),
    [
        ((), (), ""),
        ((0, 3), (), "rax, rbx"),
        ((), ((0, 8), (16, 20)), "bytes 0 to 7 of the frame, bytes 16 to 19 of the frame"),
        ((0,), ((0, 8),), "rax, bytes 0 to 7 of the frame"),
    ],
)
def test_the_refusal(regs: tuple[int, ...], frame: tuple[tuple[int, int], ...], names: str) -> None:
    remains = Remains(tuple(Phys("gp", n) for n in regs), frame)
    secrecy = Secrecy((), (), remains, "the memory at p", frozenset())
    said = ""
    try:
        refuse_remains(function([]), secrecy, abi("sysv64"))
    except KernelError as error:
        said = str(error)
    told = f"{names} would hold a secret (the memory at p) at the return; the contract says wipe=True"
    assert said == (told if names else "")


@pytest.mark.parametrize("convention", ["sysv64", "cdecl32", "aapcs64"])
def test_a_result_may_be_secret_but_nothing_else(convention: str, tmp_path: Path) -> None:
    head = WIPE.replace("void tiny", "uint32_t tiny")
    kernel = written(tmp_path, "x = k.load32(p)\ny = k.load32(p, offset=4)\nk.ret(x ^ y)", head)
    made = build(kernel, SCALAR, abi(convention))
    result = Phys("gp", abi(convention).result)
    assert secrecy_without(made, kernel, convention).remains == Remains()
    written_last = [item for i, item in enumerate(made.body) if i in clearing(made) and isinstance(item, Instr)]
    assert result not in {op.reg for item in written_last for op in item.ops if isinstance(op, R)}


@pytest.mark.parametrize(
    ("convention", "returns", "left"),
    [
        ("cdecl32", "uint64_t", ()), ("cdecl32", "uint32_t", (2,)), ("cdecl32", "void", (0, 2)),
        ("sysv64", "uint64_t", (2,)), ("sysv64", "void", (0, 2)),
    ],
)  # fmt: skip
def test_a_result_of_two_words_may_be_secret(
    convention: str, returns: str, left: tuple[int, ...], tmp_path: Path
) -> None:
    """32-bit mode returns a u64 in two registers, 64-bit mode in one. All other registers with secrets count."""
    body = "x = k.load64(p)\nk.store64(p, k.mul_high(x, x))\nk.ret(x)"
    kernel = written(tmp_path, body, HEAD.replace("void tiny", "uint64_t tiny"))
    made = build(kernel, SCALAR, abi(convention))
    remains = check_secrecy(made, replace(kernel, returns=returns), abi(convention)).remains
    assert {reg.num for reg in remains.regs if reg.cls == "gp"} & {0, 2} == {*left}


def test_a_secret_in_the_place_of_an_argument(tmp_path: Path) -> None:
    """A cold argument that the caller passed on the stack lives in the caller's place. The kernel wipes a value of its
    own there. An unchanged argument is the caller's own."""
    head = WIPE.replace("size_t n)", "size_t n, uint32_t a)").replace("public=True)]", 'public=True), Arg("a")]')
    head = head.replace("n: Val)", "n: Val, a: Val)").replace("rw=64", "rw=256")
    pressure = (
        "y = [k.load32(p, offset=4 * i) for i in range(6)]\nfor i in range(6):\n    k.store32(p, y[i], offset=4 * i)\n"
    )
    for change, words in (("a ^= k.load32(p)\n", 1), ("", 0)):
        kernel = written(
            tmp_path,
            f"k.cold(a, n)\n{change}{pressure}k.store32(p, a, offset=64)\nk.store32(p, k.trunc(k.u32, n))",
            head,
        )
        function = build(kernel, SCALAR, abi("cdecl32"))
        stores = [function.body[i] for i in clearing(function)]
        places = [op.disp for item in stores if isinstance(item, Instr) for op in item.ops if isinstance(op, Mem)]
        assert sum(place >= function.frame.bytes for place in places) == words


# -- executed ----------------------------------------------------------------------------------------------------------


def left_behind(case: Case, folder: Path, secret: bytes, wipe: bool) -> list[str]:
    """What the driver of the tests' calls says of a call. Kernels of the tree are called so in ``tests/kernels``."""
    (folder := folder / str(wipe)).mkdir()
    target, function = targets.load(case.triple), case.build(wipe)
    text = file([(function, target, "gas")], version="0", script="none").text
    sources = {f"{function.symbol}.S": text.encode("ascii"), PREAMBLE: preamble([target], "gas", "0").encode("ascii")}
    cell = Assembled(target, "gas", folder, assembled(target, "gas", folder, sources))
    call = Call(f"loom_{function.symbol}", (Buffer(secret, output=True), Word(3)))
    asked = batch([(case.kernel(), function.symbol)], case.called, lambda *_: [call])
    (result,) = answers_here(cell, asked)
    assert result.outputs[0] != secret
    return result.violations


@by_name
def test_nothing_is_left_behind(case: Case, tmp_path: Path, not_executed: list[str]) -> None:
    """After a call of a wiping kernel, no register and no byte below sp holds a piece of the loaded secrets. Without
    the policy some do."""
    if missing := lacking(targets.load(case.triple), case.variant.features):
        not_executed.append(f"wiping on {case.name}: the processor lacks {', '.join(missing)}")
        return
    secret = Random(case.name).randbytes(2 * SECRET)
    assert left_behind(case, tmp_path, secret, wipe=True) == []
    places = ["register"] if case.name == "cdecl32" else ["register", "stack"]  # of words no eight bytes are in a row
    assert [text.split()[-1] for text in left_behind(case, tmp_path, secret, wipe=False)] == places
