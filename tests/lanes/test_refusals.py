# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Scripts that have no form for several messages are refused with their line, and accesses outside of one message's
memory are found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.abi import abi
from generator.lang.contract import Kernel
from generator.lang.extents import accesses
from generator.library import load
from generator.model import KernelError
from generator.pipeline import build, record

HEAD = """# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
from generator.lang import Arg, Variant, kernel

@kernel(
    c="void tiny(uint32_t state[2], const uint8_t *data, uint32_t key, size_t n)",
    args=[Arg("state", rw=8), Arg("data", r="16*n"), Arg("key"), Arg("n", public=True)],
    variants=[Variant("scalar"), Variant("avx2", features=("avx2",), messages=8)],
    source="this test",
)
def tiny(k, state, data, key, n):
    a, b = k.load32(state, 2)
    with k.loop(n, step={data: 16}):
        w = k.load32(data, 4)
"""
FOOT = "    k.store32(state, [a, b])\n"
GOOD = "        a += w[0]\n"


def _tiny(folder: Path, body: str, **changes: str) -> Kernel:
    text = HEAD + body + FOOT
    for change in changes.values():
        old, _, new = change.partition(" => ")
        assert old in text, old
        text = text.replace(old, new)
    (folder / "tiny.py").write_text(text)
    return load([folder]).find("tiny_x8")


def _built(kernel: Kernel) -> Any:
    return build(kernel, kernel.variants[0], abi("sysv64"))


def test_a_good_script_has_a_form(tmp_path: Path) -> None:
    kernel = _tiny(tmp_path, GOOD)
    assert kernel.prototype == (
        "void tiny_x8(uint32_t *const state[8], const uint8_t *const data[8], uint32_t key, size_t n)"
    )
    assert _built(kernel).symbol == "tiny_x8_avx2"
    found = accesses(*record(kernel, kernel.variants[0], abi("sysv64")), kernel, abi("sysv64"))
    assert {access.verdict for access in found} == {"inside"}
    assert {f"data[{n}]" for n in range(8)} < {access.place for access in found}, "each message has its own memory"


REFUSED = {
    "a branch": (
        "        with k.if_(a.eq(0)):  # HERE\n            b += 1\n",
        "branch for 8 messages at once: the message's words decide",
    ),
    "a choice": (
        "        k.select(w[0].lt(w[1]), a, b, to=a)  # HERE\n",
        "select for 8 messages at once: the message's",
    ),
    "a choice by a number": (
        "        k.select(n.eq(3), a, b, to=a)  # HERE\n",
        "select for 8 messages at once: a choice among words is not known; a branch by the same numbers is",
    ),
    "a byte": (
        "        a += k.zext(k.u32, k.load8(data))  # HERE\n",
        "a u8 of each message; expected sums, differences",
    ),
    "a count": ("        c = a << b  # HERE\n", "shl_by for 8 messages at once: there is no form of it"),
    "a product": ("        a *= b  # HERE\n", "mul for 8 messages at once: there is no form of it"),
    "a wider word": ("        c = k.zext(k.u64, a)  # HERE\n", "zext for 8 messages at once"),
    "an instruction": ("        k.asm('add', a, b)  # HERE\n", "asm for 8 messages at once"),
    "half a word": (
        "        area = k.frame(16)\n        k.store32(area, [a, b, a, b])\n"
        "        a += k.load32(area, index=k.and_(n, 7))  # HERE\n",
        "nothing says that the distance goes by whole words of 4 bytes; expected a multiple of 4: a distance",
    ),
    "a pointer to half a word": (
        "        area = k.frame(16)\n        k.store32(area, [a, b, a, b])\n        here = area + 2\n"
        "        a += k.load32(here, offset=4)  # HERE\n",
        "nothing says that the distance goes by whole words of 4 bytes",
    ),
    "words of two sizes": (
        "        area = k.frame(16)\n        k.store32(area, [a, b, a, b])\n        c = k.load64(area)  # HERE\n",
        "words of 8 bytes in an area that has words of 4 bytes",
    ),
    "two memories": (
        "        k.load32(k.select(n.eq(1), data, state))  # HERE\n",
        "may point into different memory, of which each message has its own",
    ),
}


GOES_BY_WORDS = {
    "a mask": "k.and_(n, 12)",
    "a shift": "k.shl(k.and_(n, 3), 2)",
    "a sum of such": "(k.and_(n, 1) << 2) + 8",
    "a product": "k.and_(n, 3) * 4",
}


@pytest.mark.parametrize("name", GOES_BY_WORDS)
def test_whole_words_of_an_area(name: str, tmp_path: Path) -> None:
    index = GOES_BY_WORDS[name]
    body = "        area = k.frame(16)\n        k.store32(area, [a, b, a, b])\n"
    _built(_tiny(tmp_path, body + f"        a += k.load32(area, index={index})\n" + GOOD))
    scaled = "        a += k.load32(area, index=k.and_(n, 3), scale=4)\n"
    moving = "        here = k.copy(area)\n        with k.loop(k.and_(n, 3), step={here: 4}):\n"
    moving += "            a += k.load32(here)\n"
    _built(_tiny(tmp_path, body + scaled + moving + GOOD))


def test_a_shift_by_nothing(tmp_path: Path) -> None:
    """A word of one message may be shifted by 0; so may the words of eight."""
    _built(_tiny(tmp_path, "        a += (b << 0) + k.rotl(w[1], 0)\n" + GOOD))


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    body, message = REFUSED[name]
    kernel = _tiny(tmp_path, body + GOOD)
    with pytest.raises(KernelError) as caught:
        _built(kernel)
    text = str(caught.value)
    line = next(n for n, one in enumerate((HEAD + body).splitlines(), 1) if "HERE" in one)
    assert message in text and f"tiny.py:{line}:" in text, text


OUTSIDE = {
    "past the end": ("        k.load32(data, 5)\n", "is outside of data[0], which is r='16*n' bytes"),
    "before": ("        k.load32(data, offset=-4)\n", "is outside of data[0]"),
    "read only": ("        k.store32(data, a)\n", "store of 4 bytes at data[0]"),
    "past the state": ("        k.store32(state, a, offset=8)\n", "is outside of state[0], which is rw=8 bytes"),
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_memory_of_one_message(name: str, tmp_path: Path) -> None:
    """The memory of a message ends at its own extent, whatever another message has behind it."""
    body, message = OUTSIDE[name]
    with pytest.raises(KernelError) as caught:
        _built(_tiny(tmp_path, body + GOOD))
    assert message in str(caught.value)


def test_secrets_of_messages(tmp_path: Path) -> None:
    """The pointers are public, the memory at them is not, and public memory takes no secret."""
    kernel = _tiny(tmp_path, GOOD, public='Arg("state", rw=8) => Arg("state", rw=8, public=True)')
    with pytest.raises(KernelError) as caught:
        _built(kernel)
    assert "stores a secret (the memory at data, loaded at line" in str(caught.value)
    branch = "        with k.if_(key.eq(0)):\n            b += 1\n"
    with pytest.raises(KernelError) as caught:
        _built(_tiny(tmp_path, branch + GOOD))
    assert "the branch depends on a secret (argument key)" in str(caught.value)


CONTRACTS = {
    "no single form": (
        'Variant("scalar"), => ',
        "variants has rows with messages= or of the name portable only; expected one for one message",
    ),
    "three lanes": ("messages=8 => messages=3", "variant avx2: messages=3; expected 2, 4, 8, 16 or 32 messages"),
    "sets for one message": (
        "messages=8 => sets=2",
        "variant avx2: sets=2; expected 1 vector, or 2 or 4 of them with messages=N",
    ),
    "lanes in a lane": (
        'messages=8 => messages=8, unit="vec"',
        "variant avx2 has unit='vec' and messages=8; expected one of them",
    ),
    "three sets": ("messages=8 => messages=8, sets=3", "variant avx2: sets=3; expected"),
    "streams that nothing records": (
        "messages=8 => messages=8, streams=True",
        "streams=True; expected messages=N with it, no sets",
    ),
    "too many sets": ("messages=8 => messages=8, sets=4", "vector(64): expected 128, 256 or 512 bits"),
}


@pytest.mark.parametrize("name", CONTRACTS)
def test_contracts(name: str, tmp_path: Path) -> None:
    change, message = CONTRACTS[name]
    with pytest.raises(KernelError) as caught:
        _built(_tiny(tmp_path, GOOD, change=change))
    assert message in str(caught.value)
