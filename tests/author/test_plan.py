# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The calls that a contract and its reference give, and the refusals of wrong references."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import library
from generator.lang.contract import Kernel
from generator.model import AsmloomError, KernelError
from targets.trial.batch import Alias, Buffer, Call, Narrow, Placement, Word
from targets.trial.contract_plan import calls, plan, untried

pytestmark = pytest.mark.kernels()  # kernels of its own

SCRIPT = '''
from generator.lang import Arg, kernel
def toy_reference(data, length, more, out):
    {reference}
@kernel(
    c="{returns} toy(const uint8_t *data, size_t length, uint32_t more, uint8_t out[8])",
    args=[Arg("data", r="length"), Arg("length", public=True), Arg("more"), Arg("out", rw=8)],
    source="a test", size="{size}", {rest}
)
def toy(k, data, length, more, out):
    """A toy."""
'''
ADDS = "out[:] = (int.from_bytes(out, 'little') + sum(data) + more + length).to_bytes(16, 'little')[:8]"


def _toy(
    folder: Path, reference: str = ADDS, rest: str = "reference=toy_reference", returns: str = "void",
    size: str = "length",
) -> Kernel:  # fmt: skip
    return _loaded(folder, SCRIPT.format(reference=reference, rest=rest, returns=returns, size=size))


def _loaded(folder: Path, text: str) -> Kernel:
    path = folder / "toy.py"
    path.write_text(text)
    return library.load_file(path, str(path), path.name)[0]


def _made(kernel: Kernel, seed: int = 1) -> list[Call]:
    return list(calls({kernel.name: kernel}, seed)(kernel.name, "f"))


def test_calls_follow_the_contract(tmp_path: Path) -> None:
    found = _made(_toy(tmp_path))
    lengths, mores, fills, places, aligned = set(), set(), set(), set(), set()
    for call in found:
        data, length, more, out = call.arguments
        assert isinstance(data, Buffer) and isinstance(length, Word) and isinstance(more, Narrow)
        assert isinstance(out, Buffer) and len(data.data) == length.value
        total = int.from_bytes(out.data, "little") + sum(data.data) + more.value + length.value
        assert call.expected == {3: (total % 2**64).to_bytes(8, "little")} and call.value is None
        lengths.add(length.value)
        mores.add(more.value)
        fills.add((data.data.strip(b"\xff") == b"", data.data.strip(b"\0") == b"", out.data == b"\xff" * 8))
        places.add((length.value, data.placement))
        aligned.add((length.value, data.align))
    assert {*range(274), 511, 512, 513, 4097, 65536, 131073} <= lengths
    assert {0, 1, 2**31, 2**32 - 1} <= mores and len(mores) > 20
    assert {(True, False, True), (False, True, True), (True, False, False)} <= fills
    assert {(n, place) for n in range(274) for place in (Placement.START, Placement.END)} <= places
    assert {(16, n) for n in range(64)} <= aligned


def test_cases_replace_values(tmp_path: Path) -> None:
    rest = "reference=toy_reference, cases={'length': (3, 5), 'more': [9], 'data': lambda rng, size: bytes([7]) * size}"
    for call in _made(_toy(tmp_path, rest=rest)):
        data, length, more, _ = call.arguments
        assert isinstance(data, Buffer) and isinstance(length, Word) and isinstance(more, Narrow)
        assert length.value in (3, 5) and more.value == 9 and data.data == b"\7" * length.value


def test_results_and_shared_buffers(tmp_path: Path) -> None:
    text = (
        "from generator.lang import Arg, kernel\n"
        "def both_reference(a, out):\n    out[:] = a[::-1]\n    return a[0] << 24 | 5\n"
        "@kernel(c='uint32_t both(const uint8_t a[4], uint8_t out[4])',\n"
        "    args=[Arg('a', r=4), Arg('out', w=4, alias='a')], source='a test', reference=both_reference)\n"
        "def both(k, a, out):\n    pass\n"
    )
    found = _made(_loaded(tmp_path, text))
    assert {call.value_bits for call in found} == {32} and {(call.value or 0) % 2**24 for call in found} == {5}
    assert any(isinstance(argument, Alias) for call in found for argument in call.arguments)


@pytest.mark.parametrize(
    ("reference", "returns", "words"),
    [
        ("out[:] = b''", "void", ("out 0 bytes; expected 8", "out[:] =")),
        ("return 3", "void", ("returns 3; expected None",)),
        ("return 1 << 32", "uint32_t", ("returns 4294967296; expected a number that a uint32_t holds",)),
        ("return -(1 << 31) - 1", "int32_t", ("returns -2147483649; expected a number that a int32_t holds",)),
        ("pass", "uint32_t", ("returns None; expected a number",)),
        ("out[:] = data[9999]", "void", ("toy.py:4", "IndexError")),
    ],
)
def test_wrong_references(reference: str, returns: str, words: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(KernelError) as refused:
        _made(_toy(tmp_path, reference, returns=returns))
    for word in words:
        assert word in str(refused.value)


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("reference=3", ("reference=3", "def toy_reference(data, length, more, out)")),
        ("reference=lambda data: None", ("the reference takes ['data']", "def toy_reference(data, length, more, out)")),
        ("c_reference='/x.c'", ("c_reference='/x.c'", "defines toy")),
        ("c_reference='toy.h'", ("c_reference='toy.h'",)),
        ("cases={'size': [1]}", ("cases names 'size'; expected some of data, out, length, more",)),
        ("cases={'length': (1, -1)}", ("cases gives length -1; expected a size_t",)),
        ("cases={'length': (1, 2**32)}", ("cases gives length 4294967296; expected a size_t",)),
        ("cases={'length': []}", ("length=[]", "a list or a range of numbers")),
        ("cases={'data': [1]}", ("data=[1]", "contents")),
        ("cases=[]", ("cases=[]", "a dictionary")),
    ],
)
def test_wrong_declarations(rest: str, words: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(KernelError) as refused:
        _toy(tmp_path, rest=rest)
    for word in words:
        assert word in str(refused.value)


def test_the_amount_of_work_is_a_number(tmp_path: Path) -> None:
    with pytest.raises(KernelError, match="size='data'; expected the name of a number: length, more"):
        _toy(tmp_path, rest="reference=toy_reference", size="data")


def test_numbers_that_carry_through_every_word(tmp_path: Path) -> None:
    """Random bytes never do."""
    text = (
        "from generator.lang import Arg, kernel\n"
        "def add_reference(x, y, out):\n    out[:] = bytes(16)\n"
        "@kernel(c='void add(const uint8_t x[16], const uint8_t y[16], uint8_t out[16])',\n"
        "    args=[Arg('x', r=16), Arg('y', r=16), Arg('out', w=16)], source='a test', reference=add_reference)\n"
        "def add(k, x, y, out):\n    pass\n"
    )
    sums, distances = set(), set()
    for call in _made(_loaded(tmp_path, text)):
        x, y = (int.from_bytes(one.data, "little") for one in call.arguments[:2] if isinstance(one, Buffer))
        if x and y:
            sums.add(x + y - 2**128)
            distances.add(x - y)
    assert {-1, 0} <= sums and {-1, 0, 1} <= distances


FIELD = """
from generator.lang import Arg, kernel
def step_reference(h, r, data, blocks, turn, less):
    pass
@kernel(
    c="void step(uint8_t h[24], const uint8_t r[16], const uint8_t *data, size_t blocks, uint8_t turn, int32_t less)",
    args=[Arg("h", rw=24), Arg("r", r=16), Arg("data", r="16*blocks"), Arg("blocks", public=True),
        Arg("turn", public=True), Arg("less", public=True)],
    source="a test", size="blocks", reference=step_reference,
    cases={"h": lambda rng, size: rng.randrange(2**130 - 5).to_bytes(size, "little")},
)
def step(k, h, r, data, blocks, turn, less):
    pass
"""


def test_one_argument_at_its_end_and_the_others_small(tmp_path: Path) -> None:
    """What random contents never are: the last residue beside 1, long buffers, and the ends of a number's type."""
    kernel = _loaded(tmp_path, FIELD)
    made = _made(kernel)
    held, sizes, turns, less = set(), set(), set(), set()
    for call in made:
        h, r, data, blocks, turn, more = call.arguments
        assert isinstance(h, Buffer) and isinstance(r, Buffer) and isinstance(data, Buffer)
        assert isinstance(blocks, Word) and isinstance(turn, Narrow) and isinstance(more, Narrow)
        full = data.data == b"\xff" * len(data.data)
        sizes.add((len(data.data), full))
        turns.add(turn.value)
        less.add(more.value)
        numbers = [int.from_bytes(one.data, "little") for one in (h, r, data)]
        held.add((*(one if one < 4 or one == 2**130 - 6 else -1 for one in numbers[:2]), -2 if full else numbers[2]))
    assert {(2**130 - 6, 1, 1), (0, 1, -2), (3, 3, -2)} <= held
    assert (65552, True) in sizes and {256, 257} <= {size // 16 for size, _ in sizes}
    assert {127, 128, 255} <= turns and {-1, -(2**31)} <= less
    assert untried(kernel, made) == [
        f"{kernel.src}: step: blocks was tried up to 4097; no run judges more",
        f"{kernel.src}: step: less was tried up to 257; no run judges more",
    ]


def test_a_reference_without_an_answer_ends_the_lengths(tmp_path: Path) -> None:
    made = _made(_toy(tmp_path, "assert length < 9000\n    out[:] = bytes(8)"))
    assert max(call.arguments[1].value for call in made if isinstance(call.arguments[1], Word)) == 8191


def test_a_reference_without_an_answer_for_a_byte(tmp_path: Path) -> None:
    kernel = _loaded(tmp_path, FIELD.replace("    pass\n@", "    assert turn < 200\n@"))
    with pytest.raises(KernelError, match=r"with turn=200, which the contract allows, .*; expected one, or .*'turn'"):
        _made(kernel)


def test_wrong_contents(tmp_path: Path) -> None:
    kernel = _toy(tmp_path, rest="reference=toy_reference, cases={'out': lambda rng, size: b'no'}")
    with pytest.raises(KernelError, match="cases gives out 2 bytes; expected 8 bytes"):
        _made(kernel)


def test_too_many_arguments(tmp_path: Path) -> None:
    names = [f"a{n}" for n in range(13)]
    args = ", ".join(f"Arg({name!r})" for name in names)
    text = (
        "from generator.lang import Arg, kernel\n"
        f"@kernel(c='void many({', '.join(f'uint32_t {name}' for name in names)})', args=[{args}], source='a test',\n"
        f"    reference=lambda {', '.join(names)}: None)\n"
        f"def many(k, {', '.join(names)}):\n    pass\n"
    )
    with pytest.raises(AsmloomError, match="13 arguments; the tests' driver passes at most 12"):
        plan(_loaded(tmp_path, text), 1)


def test_a_result_that_may_lie_at_either_operand(tmp_path: Path) -> None:
    text = (
        "from generator.lang import Arg, kernel\n"
        "def reference(out, a, b):\n    out[:] = bytes(x & y for x, y in zip(a, b))\n"
        "@kernel(c='void both(uint8_t out[4], const uint8_t a[4], const uint8_t b[4])',\n"
        "    args=[Arg('out', w=4, alias=('a', 'b')), Arg('a', r=4), Arg('b', r=4)], source='a test',\n"
        "    reference=reference)\n"
        "def both(k, out, a, b):\n    pass\n"
    )
    found = _made(_loaded(tmp_path, text))
    joined = {tuple(isinstance(one, Alias) and not one.offset for one in call.arguments) for call in found}
    assert joined == {(False, False, False), (False, True, False), (False, False, True), (False, True, True)}
