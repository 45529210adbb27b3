# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES by instructions and by byte permutations computes what FIPS 197 and SP 800-38A say, for all keys and all data:
ECB, CBC, CTR and the key schedules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import pytest

from proof.graph import State
from proof.memory import Map, load, store
from proof.terms import add, concat, const, fresh, sym
from tests.proof.aes_forms import Bytes, Forms, added, blocks_of, bytes_of, cipher, expanded, instruction, mixed
from tests.proof.recordings import KERNELS, buffers, cases, recorded
from tests.proof.standard import ending, stores_beyond, with_a_deep_stack
from tests.reference import aes

PERMUTATIONS = ("vperm", "neon")
KEYS = ("aes_set_encrypt_key", "aes_set_decrypt_key")
MODES = ("aes_ecb_encrypt", "aes_ecb_decrypt", "aes_cbc_encrypt", "aes_cbc_decrypt", "aes_ctr32")
LARGE = {"vaes512": 35, "ce": 35}
CHAINS = ("iv", "counter")
CASES = cases(MODES)
SETS = cases(KEYS)
EXAMPLES = {
    "aes_enc": "a8311c2f9fdba3c58b104b58ded7e595",
    "aes_enc_last": "c7fb881e938c5964177ec42553fdc611",
    "aes_dec": "138ac342faea2787b58eb95eb730392a",
    "aes_dec_last": "c5a391ef6b317f95d410637b72a593d0",
}
"""Intel's white paper on AES-NI, 323641-001: what a round makes of STATE and KEY."""
STATE = "7b5b54657374566563746f725d53475d"
KEY = "48692853686179295b477565726f6e5d"


def expected(name: str, keys: list[Bytes], data: list[Bytes], chain: Bytes) -> tuple[list[Bytes], Bytes]:
    """The blocks of output, and what is left of the chain (SP 800-38A, 6.1, 6.2 and 6.5)."""
    if name == "aes_ctr32":
        number = concat(*chain[12:])
        chains = [[*chain[:12], *bytes_of(add(number, const(32, n)))[::-1]] for n in range(len(data) + 1)]
        return [added(cipher(one, keys), block) for one, block in zip(chains, data)], chains[-1]
    inverse, out = name.endswith("decrypt"), []
    for block in data:
        if not chain:
            out.append(cipher(block, keys, inverse))
        elif inverse:
            out.append(added(cipher(block, keys, inverse), chain))
            chain = block
        else:
            out.append(chain := cipher(added(block, chain), keys))
    return out, chain


class Run:
    """A recording, run on memory whose bytes are symbols. ``sizes``: an argument → its bytes that are read."""

    def __init__(
        self, triple: str, name: str, variant: str, numbers: Mapping[str, int], sizes: Mapping[str, int],
        one_buffer: bool = False,
    ) -> None:  # fmt: skip
        fresh()
        of = recorded(triple, name, variant)
        script = partial(Forms, word=of.word, keys_first=of.keys_first)
        self.before = {one: [sym(8, f"{one} {n}") for n in range(size)] for one, size in sizes.items()}

        def prepare(memory: Map, state: State) -> None:
            self.places = buffers(of, memory, state, one=one_buffer)
            for one, held in self.before.items():
                region, base = self.places[one]
                state["m", region] = store(state["m", region], base, concat(*reversed(held)))

        self.end = ending(of.kernel, of.ops, of.params, of.word, script, numbers, prepare)[1]

    def after(self, argument: str, count: int) -> Bytes:
        """Bytes of an argument at the end."""
        region, base = self.places[argument]
        places = (add(base, const(base.w, n)) for n in range(count))
        return [byte for at in places for byte in bytes_of(load(self.end["m", region], at, 1))]

    def beyond(self, argument: str, count: int) -> list[str]:
        region, base = self.places[argument]
        return [f"{argument}: {one}" for one in stores_beyond(self.end["m", region], base, count)]


def differences(triple: str, name: str, variant: str, rounds: int, blocks: int, *, one_buffer: bool) -> list[str]:
    kernel = KERNELS[name]
    chain = next((one.name for one in kernel.args if one.name in CHAINS), None)
    sizes = {"schedule": 16 * rounds + 16, "in": 16 * blocks} | ({chain: 16} if chain else {})
    run = Run(triple, name, variant, {"rounds": rounds, "blocks": blocks}, sizes, one_buffer)
    before = run.before
    wanted, last = expected(name, blocks_of(before["schedule"]), blocks_of(before["in"]), before.get(chain or "", []))
    pairs = [(f"block {n}", *both) for n, both in enumerate(zip(wanted, blocks_of(run.after("out", 16 * blocks))))]
    pairs.append(("the schedule", before["schedule"], run.after("schedule", sizes["schedule"])))
    if chain:
        pairs.append((chain, last, run.after(chain, 16)))
    if not one_buffer:
        pairs.append(("the input", before["in"], run.after("in", sizes["in"])))
    out = [what for what, x, y in pairs if any(one is not other for one, other in zip(x, y, strict=True))]
    return out + run.beyond("out", 16 * blocks)


def different_schedule(triple: str, name: str, variant: str, size: int) -> list[str]:
    rounds = aes.ROUNDS[size]
    run = Run(triple, name, variant, {"rounds": rounds}, {"key": size})
    wanted = blocks_of(expanded(run.before["key"]))
    if "decrypt" in name:
        inner = [mixed(one, inverse=True) for one in wanted[-2:0:-1]]
        wanted = [wanted[-1], *inner, wanted[0]]
    found = blocks_of(run.after("schedule", 16 * rounds + 16))
    out = [f"round key {n}" for n, (x, y) in enumerate(zip(wanted, found)) if any(a is not b for a, b in zip(x, y))]
    return out + run.beyond("schedule", 16 * rounds + 16)


@pytest.mark.parametrize(("triple", "name", "variant"), CASES)
@pytest.mark.whole(every=7)
def test_a_mode_is_that_of_the_standard(triple: str, name: str, variant: str) -> None:
    """Each number of rounds, with one buffer and with two: more blocks than the largest batch has, and parts of one."""
    many = 5 if variant in PERMUTATIONS else LARGE.get(variant, 17)
    for rounds, blocks, one_buffer in (
        (10, many, False), (10, 2, True), (12, 3, False), (12, 1, True), (14, 1, False), (14, many, True)
    ):  # fmt: skip
        run = partial(differences, triple, name, variant, rounds, blocks, one_buffer=one_buffer)
        assert not with_a_deep_stack(run), (rounds, blocks)


@pytest.mark.parametrize(("triple", "name", "variant"), SETS)
def test_a_key_schedule_is_that_of_the_standard(triple: str, name: str, variant: str) -> None:
    for size in aes.ROUNDS:
        assert not with_a_deep_stack(partial(different_schedule, triple, name, variant, size)), size


def test_another_standard_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cipher with another key at its end, and an S-box with one other entry."""
    right = cipher
    triple, name, variant = CASES[0]
    run = partial(differences, triple, name, variant, 10, 1, one_buffer=False)
    with monkeypatch.context() as patch:
        patch.setitem(
            globals(), "cipher", lambda block, keys, inverse=False: right(block, [*keys[:-1], keys[0]], inverse)
        )
        assert with_a_deep_stack(run) == ["block 0"]
    box = aes._box()
    monkeypatch.setattr(aes, "_box", lambda: bytes([*box[:7], box[7] ^ 1, *box[8:]]))
    triple, name, variant = next(one for one in CASES if one[2] in PERMUTATIONS)
    assert with_a_deep_stack(partial(differences, triple, name, variant, 10, 1, one_buffer=False)) == ["block 0"]
    triple, name, variant = SETS[0]
    different = with_a_deep_stack(partial(different_schedule, triple, name, variant, 16))
    assert different == [f"round key {n}" for n in range(1, 11)]


def _given(text: str) -> Bytes:
    """A block of the white paper, which writes the last byte first."""
    return [const(8, x) for x in bytes.fromhex(text)[::-1]]


def _hex(block: Bytes) -> str:
    return bytes(one.val for one in block)[::-1].hex()


@pytest.mark.parametrize("name", EXAMPLES)
def test_instructions_are_those_of_the_manual(name: str) -> None:
    assert _hex(instruction(name, _given(STATE), _given(KEY))) == EXAMPLES[name]


def test_the_inverse_of_mixed_columns() -> None:
    assert _hex(instruction("aes_inv_mix", _given(STATE))) == "627a6f6644b109c82b18330a81c3b3e5"


@pytest.mark.parametrize(("size", "wanted"), [
    (16, "69c4e0d86a7b0430d8cdb78070b4c55a"), (24, "dda97ca4864cdfe06eaf70a0ec0d7191"),
    (32, "8ea2b7ca516745bfeafc49904b496089"),
])  # fmt: skip
def test_the_cipher_is_that_of_the_standard(size: int, wanted: str) -> None:
    """FIPS 197, appendix C, both ways."""
    key, block = bytes(range(size)), [const(8, x) for x in bytes.fromhex("00112233445566778899aabbccddeeff")]
    both = [
        blocks_of([const(8, x) for x in schedule])
        for schedule in (aes.encrypt_schedule(key), aes.decrypt_schedule(key))
    ]
    made = cipher(block, both[0])
    assert bytes(one.val for one in made).hex() == wanted
    assert cipher(made, both[1], inverse=True) == block


@pytest.mark.parametrize(("size", "wanted"), [
    (16, "d014f9a8c9ee2589e13f0cc8b6630ca6"), (24, "e98ba06f448c773c8ecc720401002202"),
    (32, "fe4890d1e6188d0b046df344706c631e"),
])  # fmt: skip
def test_the_key_expansion_is_that_of_the_standard(size: int, wanted: str) -> None:
    """The last words of FIPS 197's examples, appendix A."""
    keys = {
        16: "2b7e151628aed2a6abf7158809cf4f3c",
        24: "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
        32: "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
    }
    made = expanded([const(8, x) for x in bytes.fromhex(keys[size])])
    assert bytes(one.val for one in made[-16:]).hex() == wanted
