# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The calling conventions, against the documents that define them, by the names of the registers.

The order of the registers is a decision of this project. Its reasons stand beside each expected order.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

import generator.machines  # noqa: F401  # registers every machine
from generator import abi as found
from generator.abi import FRAME_LIMIT, abi, conventions, twin
from generator.isa.convention import Abi
from generator.isa.names import reg_name
from generator.model import Phys, RegClass

pytestmark = pytest.mark.kernels()

X86_WORDS = ("a", "c", "d", "b", "sp", "bp", "si", "di")  # in the order of the encoding


def _x86(bits: int, words: str) -> tuple[int, ...]:
    """The numbers of registers of x86, by their names."""
    prefix = "r" if bits == 64 else "e"
    names = [prefix + word + "x" * (len(word) == 1) for word in X86_WORDS] + [f"r{n}" for n in range(8, 16)]
    return tuple(names.index(word) for word in words.split())


def _run(first: int, last: int) -> tuple[int, ...]:
    return tuple(range(first, last + 1))


def _shape(of: Abi) -> dict[str, object]:
    """What the documents say, and the order of choice."""
    return {
        "arguments": of.args, "volatile": of.volatile, "saved": of.saved, "result": of.result, "high": of.result_high,
        "sp": of.sp, "stack": of.stack_args, "vector bytes": of.saved_bytes, "reserved": set(of.forbidden),
        "key": of.key, "packed": of.packed, "bits": of.bits, "arch": of.arch,
    }  # fmt: skip


def test_system_v() -> None:
    """psABI of AMD64, 3.2: rbx, rbp and r12 to r15 belong to the caller. No vector register does. Behind the return
    address the first argument on the stack follows. Volatile registers come in the order of their numbers: the first
    eight need no prefix. Mask register 0 means "no mask" in an encoding, so that none is chosen there."""
    assert _shape(abi("sysv64")) == {
        "arguments": _x86(64, "rdi rsi rdx rcx r8 r9"),
        "volatile": {
            "gp": _x86(64, "rax rcx rdx rsi rdi r8 r9 r10 r11"), "vec": _run(0, 31), "mask": _run(1, 7),
        },
        "saved": {"gp": _x86(64, "rbx rbp r12 r13 r14 r15")},
        "result": 0, "high": -1, "sp": 4, "stack": 8, "vector bytes": 0, "reserved": set(), "key": "", "packed": False,
        "bits": 64, "arch": "x86_64",
    }  # fmt: skip


def test_windows_x64() -> None:
    """Microsoft's convention: rdi, rsi and the vector registers 6 to 15 belong to the caller too, and 32 bytes of
    shadow space stand behind the return address. Registers that System V does not save come first among the saved
    ones: System V takes the bodies of Windows. Registers that only AVX-512 has come behind the six volatile ones."""
    assert _shape(abi("win64")) == {
        "arguments": _x86(64, "rcx rdx r8 r9"),
        "volatile": {
            "gp": _x86(64, "rax rcx rdx r8 r9 r10 r11"), "vec": (*_run(0, 5), *_run(16, 31)), "mask": _run(1, 7),
        },
        "saved": {"gp": _x86(64, "rsi rdi rbx rbp r12 r13 r14 r15"), "vec": _run(6, 15)},
        "result": 0, "high": -1, "sp": 4, "stack": 8 + 32, "vector bytes": 16, "reserved": set(), "key": "",
        "packed": False, "bits": 64, "arch": "x86_64",
    }  # fmt: skip
    assert abi("win64").shared and abi("win64").body_of is None
    assert abi("sysv64").body_of == abi("win64") and not abi("sysv64").shared


def test_cdecl() -> None:
    """psABI of i386: all arguments are on the stack; ebx, esi, edi and ebp belong to the caller; a result of two words
    is in edx:eax. ebx comes late among the saved ones, because it is one of the four with byte views."""
    assert _shape(abi("cdecl32")) == {
        "arguments": (),
        "volatile": {"gp": _x86(32, "eax ecx edx"), "vec": _run(0, 7), "mask": _run(1, 7)},
        "saved": {"gp": _x86(32, "esi edi ebp ebx")},
        "result": 0, "high": 2, "sp": 4, "stack": 4, "vector bytes": 0, "reserved": set(), "key": "", "packed": False,
        "bits": 32, "arch": "x86",
    }  # fmt: skip
    assert not abi("cdecl32").shared and abi("cdecl32").body_of is None


# Microsoft's ARM64EC: a context switch destroys these.
LACKING_GP, LACKING_VEC = (13, 14, 23, 24, 28), _run(16, 31)
LACKING = {*(Phys("gp", n) for n in LACKING_GP), *(Phys("vec", n) for n in LACKING_VEC)}
X18 = Phys("gp", 18)


@pytest.mark.parametrize(
    "name, key, packed", [("aapcs64", "a", False), ("aapcs64-darwin", "a", True), ("aapcs64-win", "b", False)]
)
def test_aapcs64(name: str, key: str, packed: bool) -> None:
    """AAPCS64: x0 to x17 are volatile, x19 to x28 and the lower halves of v8 to v15 belong to the caller. Platforms own
    x18. x29 and x30 are the frame's. Registers that arm64ec lacks come last of their kind. Apple packs arguments on the
    stack. Windows has one unwind code for signing, that of the B key."""
    assert _shape(abi(name)) == {
        "arguments": _run(0, 7),
        "volatile": {"gp": (*_run(0, 12), 15, 16, 17, 13, 14), "vec": (*_run(0, 7), *_run(16, 31))},
        "saved": {"gp": (*_run(19, 22), *_run(25, 27), 23, 24, 28), "vec": _run(8, 15)},
        "result": 0, "high": -1, "sp": 31, "stack": 0, "vector bytes": 8, "reserved": {X18}, "key": key,
        "packed": packed, "bits": 64, "arch": "aarch64",
    }  # fmt: skip
    assert abi(name).rare == LACKING and not abi(name).shared and abi(name).body_of is None


def test_arm64ec() -> None:
    """The order of AAPCS64 without the registers that are lacking. Nothing is rare: no machine lacks more."""
    other = abi("aapcs64")

    def without(order: dict[RegClass, tuple[int, ...]]) -> dict[RegClass, tuple[int, ...]]:
        return {cls: tuple(n for n in numbers if Phys(cls, n) not in LACKING) for cls, numbers in order.items()}

    expected = {"volatile": without(other.volatile), "saved": without(other.saved)}
    assert _shape(abi("arm64ec")) == _shape(other) | expected | {"reserved": {X18} | LACKING, "key": "b"}
    assert abi("arm64ec").rare == frozenset()
    assert not abi("arm64ec").shared and abi("arm64ec").body_of is None


def test_names() -> None:
    names = [row.name for row in conventions()]
    assert names == ["sysv64", "win64", "cdecl32", "aapcs64", "aapcs64-darwin", "aapcs64-win", "arm64ec"]
    assert [abi(name).name for name in names] == names
    with pytest.raises(ValueError, match=f"^unknown ABI riscv; there are: {', '.join(names)}$"):
        abi("riscv")


# -- questions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [row.name for row in conventions()])
def test_orders(name: str) -> None:
    """Volatile registers come first. A register of one kind is none of the other, and none that is reserved."""
    of = abi(name)
    classes: tuple[RegClass, ...] = ("gp", "vec", "mask")
    for cls in classes:
        volatile, saved = of.volatile.get(cls, ()), of.saved.get(cls, ())
        assert of.order(cls) == (*volatile, *saved)
        assert len(set(of.order(cls))) == len(of.order(cls))
        assert {n for n in range(40) if of.is_saved(Phys(cls, n))} == set(saved)
        assert not {Phys(cls, n) for n in of.order(cls)} & {*of.forbidden, Phys("gp", of.sp)}
    assert of.pointer_bytes == of.bits // 8 == {"x86": 4, "x86_64": 8, "aarch64": 8}[of.arch]
    assert set(of.args) <= set(of.volatile["gp"])
    assert FRAME_LIMIT == 4096  # a page


def test_results() -> None:
    one = abi("cdecl32")
    assert one.results() == one.results(1) == (Phys("gp", 0),)
    assert [reg_name("x86", reg) for reg in one.results(2)] == ["eax", "edx"]
    assert abi("aapcs64").results() == (Phys("gp", 0),)


def test_a_plain_convention() -> None:
    """What a row need not say."""
    plain = Abi("plain", "x86", 32, (), {}, {}, 4, 0, 0, 4)
    assert plain == Abi(
        "plain", "x86", 32, (), {}, {}, 4, 0, 0, 4, forbidden=(), key="", body_of=None, shared=False, rare=frozenset(),
        result_high=-1, packed=False,
    )  # fmt: skip
    assert plain.order("gp") == () and not plain.is_saved(Phys("gp", 3))


PLACES = {
    # Behind six registers: whole words from the return address on.
    ("sysv64", (64,) * 6): [],
    ("sysv64", (64,) * 6 + (8, 64, 32)): [(8, 8), (16, 8), (24, 8)],
    ("win64", (64,) * 4 + (32, 64)): [(40, 8), (48, 8)],
    # Two words of 32 bits make one argument of 64, which needs no alignment.
    ("cdecl32", (32, 64, 8, 32)): [(4, 4), (8, 8), (16, 4), (20, 4)],
    ("aapcs64", (64,) * 8 + (8, 8, 64)): [(0, 8), (8, 8), (16, 8)],
    # Apple: each argument at a multiple of its own size.
    ("aapcs64-darwin", (64,) * 8 + (8, 8, 32, 16, 64, 8)): [(0, 1), (1, 1), (4, 4), (8, 2), (16, 8), (24, 1)],
}


@pytest.mark.parametrize("name, widths", PLACES, ids=[f"{name}, {len(widths)}" for name, widths in PLACES])
def test_arguments_on_the_stack(name: str, widths: tuple[int, ...]) -> None:
    assert abi(name).stack_places(widths) == PLACES[name, widths]


def test_twins() -> None:
    """Conventions that differ in the signing key, or in the places of arguments that a function lacks, share
    functions. A convention without a twin is its own."""
    lone = ("sysv64", "win64", "cdecl32", "arm64ec")
    assert [twin(name) for name in lone] == list(lone)
    for name in ("aapcs64", "aapcs64-darwin", "aapcs64-win"):
        assert twin(name) == twin(name, (64,) * 8) == twin(name, (64,) * 9) == "aapcs64"
    assert twin("aapcs64-darwin", (64,) * 8 + (32, 32)) == "aapcs64-darwin"
    assert twin("aapcs64-win", (64,) * 8 + (32, 32)) == twin("aapcs64", (64,) * 8 + (32, 32)) == "aapcs64"


def test_a_twin_signs_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two keys make twins. A key and none do not: one function signs and the other does not."""
    plain, signed = replace(abi("aapcs64"), name="plain", key=""), replace(abi("aapcs64"), name="signed", key="b")
    monkeypatch.setattr(found, "conventions", lambda: (plain, *conventions(), signed))
    twin.cache_clear()
    try:
        assert (twin("plain"), twin("aapcs64"), twin("signed")) == ("plain", "aapcs64", "aapcs64")
    finally:
        twin.cache_clear()
