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
from tests.proof.aes_forms import Bytes, Forms, added, blocks_of, bytes_of, cipher, expanded, mixed
from tests.proof.recordings import KERNELS, buffers, cases, recorded
from tests.proof.standard import ending, stores_beyond, with_a_deep_stack
from tests.reference import aes

PERMUTATIONS = ("vperm", "neon")
KEYS = ("aes_set_encrypt_key", "aes_set_decrypt_key")
MODES = ("aes_ecb_encrypt", "aes_ecb_decrypt", "aes_cbc_encrypt", "aes_cbc_decrypt", "aes_ctr32")
LARGE = {"vaes512": 35, "ce": 35}
CHAINS = ("iv", "counter")
CASES, SETS = ([one for one in cases(names) if one[2] != "scalar"] for names in (MODES, KEYS))
"""Bit slices mix the bits of bytes: test_sliced_box.py has their S-box."""


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
