# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each script of AES by instructions computes what FIPS 197 and SP 800-38A say, for all keys and blocks.

ECB and CBC, both directions, one block and two, with schedules of 10, 12 and 14 rounds, for each variant with
instructions for AES. The variants by byte permutations compute S-boxes in another field: see
``test_standard_permutations.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import pytest

from proof.graph import State
from proof.memory import Map, contents, load
from proof.terms import Term, add, const, fresh
from tests.proof import aes_terms
from tests.proof.aes_terms import Blocks, added, block_of, bytes_of, cipher, instruction, inverse_cipher
from tests.proof.recordings import cases, recorded
from tests.proof.standard import ending, with_a_deep_stack
from tests.reference import aes

MODES = ("aes_ecb_encrypt", "aes_ecb_decrypt", "aes_cbc_encrypt", "aes_cbc_decrypt")
PERMUTATIONS = ("vperm", "neon")
CASES = [one for one in cases(MODES) if not one[2].startswith(PERMUTATIONS)]
EXAMPLES = {
    "aes_enc": "a8311c2f9fdba3c58b104b58ded7e595",
    "aes_enc_last": "c7fb881e938c5964177ec42553fdc611",
    "aes_dec": "138ac342faea2787b58eb95eb730392a",
    "aes_dec_last": "c5a391ef6b317f95d410637b72a593d0",
}
"""Intel's white paper on AES-NI, 323641-001: what a round makes of STATE and KEY."""
STATE = "7b5b54657374566563746f725d53475d"
KEY = "48692853686179295b477565726f6e5d"


def _blocks(state: State, memory: Map, name: str, count: int) -> list[Term]:
    """Blocks of the memory at an argument, with what the script left there."""
    region, base = next((region, base) for base, region in memory.regions.items() if str(base.val).endswith(f" {name}"))
    return [load(state["m", region], add(base, const(base.w, 16 * n)), 16) for n in range(count)]


def expected(name: str, keys: list[Term], data: list[Term], iv: Term | None) -> list[Term]:
    """The blocks of output (SP 800-38A, 6.1 and 6.2)."""
    decrypt = name.endswith("decrypt")
    rounds = partial(inverse_cipher if decrypt else cipher, keys=[bytes_of(key) for key in keys])
    given = [bytes_of(block) for block in data]
    if iv is None:
        return [block_of(rounds(block)) for block in given]
    chain = [bytes_of(iv)]
    if decrypt:
        return [block_of(added(rounds(block), before)) for before, block in pairwise([*chain, *given])]
    for block in given:
        chain.append(rounds(added(block, chain[-1])))
    return [block_of(block) for block in chain[1:]]


def differences(triple: str, name: str, variant: str, rounds: int, blocks: int) -> list[str]:
    fresh()
    of = recorded(triple, name, variant)
    script = partial(Blocks, word=of.word, keys_first=of.keys_first)
    memory, state = ending(of.kernel, of.ops, of.params, of.word, script, {"rounds": rounds, "blocks": blocks})
    start: State = {cell: contents(cell[1]) for cell in state if cell[0] == "m"}
    keys = _blocks(start, memory, "schedule", rounds + 1)
    data = _blocks(start, memory, "in", blocks)
    iv = _blocks(start, memory, "iv", 1)[0] if any(arg.name == "iv" for arg in of.kernel.args) else None
    wanted, found = expected(name, keys, data, iv), _blocks(state, memory, "out", blocks)
    out = [f"block {n}" for n, (x, y) in enumerate(zip(wanted, found)) if not _equal(x, y)]
    if iv is not None:
        after = wanted[-1] if name.endswith("encrypt") else data[-1]
        if not _equal(after, _blocks(state, memory, "iv", 1)[0]):
            out.append("the next block's iv")
    if _blocks(state, memory, "schedule", rounds + 1) != keys:
        out.append("the schedule is written to")
    return out


def _equal(x: Term, y: Term) -> bool:
    """By bytes, and without z3: the terms' normal form decides all of them."""
    return all(one is other for one, other in zip(bytes_of(x), bytes_of(y)))


@pytest.mark.parametrize(("triple", "name", "variant"), CASES)
def test_a_script_computes_the_standard(triple: str, name: str, variant: str) -> None:
    for rounds, blocks in ((10, 1), (12, 1), (14, 2)):
        assert not with_a_deep_stack(partial(differences, triple, name, variant, rounds, blocks)), (rounds, blocks)


@pytest.mark.parametrize("triple", ["x86_64-linux-gnu", "aarch64-linux-gnu"])
def test_another_standard_differs(triple: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cipher whose last round mixes columns."""

    right = cipher

    def wrong(block: Sequence[Term], keys: Sequence[Sequence[Term]]) -> list[Term]:
        return added(aes_terms.mixed(right(block, [*keys[:-1], [const(8, 0)] * 16])), keys[-1])

    monkeypatch.setitem(globals(), "cipher", wrong)
    variant = next(of for where, name, of in CASES if (where, name) == (triple, "aes_ecb_encrypt"))
    assert with_a_deep_stack(lambda: differences(triple, "aes_ecb_encrypt", variant, 10, 1)) == ["block 0"]


def _given(text: str) -> Term:
    return const(128, int(text, 16))


@pytest.mark.parametrize("name", EXAMPLES)
def test_instructions_are_those_of_the_manual(name: str) -> None:
    assert instruction(name, _given(STATE), _given(KEY)).val == int(EXAMPLES[name], 16)


def test_the_inverse_of_mixed_columns() -> None:
    assert instruction("aes_inv_mix", _given(STATE)).val == int("627a6f6644b109c82b18330a81c3b3e5", 16)


@pytest.mark.parametrize(("size", "wanted"), [
    (16, "69c4e0d86a7b0430d8cdb78070b4c55a"), (24, "dda97ca4864cdfe06eaf70a0ec0d7191"),
    (32, "8ea2b7ca516745bfeafc49904b496089"),
])  # fmt: skip
def test_the_cipher_is_that_of_the_standard(size: int, wanted: str) -> None:
    """FIPS 197, appendix C, both ways."""
    key, block = bytes(range(size)), bytes.fromhex("00112233445566778899aabbccddeeff")
    both = []
    for schedule in (aes.encrypt_schedule(key), aes.decrypt_schedule(key)):
        both.append([[const(8, x) for x in schedule[at : at + 16]] for at in range(0, len(schedule), 16)])
    made = cipher([const(8, x) for x in block], both[0])
    assert bytes(one.val for one in made).hex() == wanted
    assert bytes(one.val for one in inverse_cipher(made, both[1])) == block
