# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Which arguments may be one buffer, or lie in one, by the contract."""

from __future__ import annotations

from itertools import permutations, product
from pathlib import Path

import pytest

from generator.lang.contract import Kernel
from generator.library import load
from generator.model import KernelError

pytestmark = pytest.mark.kernels()  # scripts of its own

FILE = """
from generator.lang import Arg, kernel


@kernel(c="void tiny(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)", args=[{args}], source="none")
def tiny(k, a, b, c, d):
    \"\"\"Nothing useful.\"\"\"
    k.store32(a, k.load32(b))
"""


def _kernel(folder: Path, **said: str) -> Kernel:
    args = ", ".join(f'Arg("{name}", rw=64{", " + said[name] if name in said else ""})' for name in "abcd")
    folder.mkdir()
    (folder / "tiny.py").write_text(FILE.format(args=args))
    return load([folder]).kernels["tiny"]


def test_alias_holds_of_both_its_ends(tmp_path: Path) -> None:
    """Whoever names whom, in a chain, a star or a ring."""
    chains = [dict(zip("abc", (f'alias="{y}"', f'alias="{z}"', ""))) for y, z in (("b", "c"), ("c", "a"))]
    rings = [{"a": 'alias="b"', "b": 'alias="a"', "c": 'alias="a"'}, {"b": 'alias="a"', "c": 'alias="a"'}]
    chains = [{name: text for name, text in chain.items() if text} for chain in chains]
    for n, said in enumerate([*chains, *rings]):
        kernel = _kernel(tmp_path / str(n), **said)
        assert [kernel.class_of(name) for name in "abcd"] == ["a", "a", "a", "d"], said


def test_apart_holds_of_whole_classes(tmp_path: Path) -> None:
    """The least distance counts, whichever of two arguments of one buffer names it."""
    said = {"a": 'alias="b"', "c": 'apart=("b", 64)', "d": 'apart=("a", 32)'}
    kernel = _kernel(tmp_path / "one", **said)
    for p, q in product("ab", "c"):
        assert kernel.distance(p, q) == kernel.distance(q, p) == 64
    for p, q in product("ab", "d"):
        assert kernel.distance(p, q) == kernel.distance(q, p) == 32
    assert all(kernel.distance(p, q) is None for p, q in permutations("cd"))


@pytest.mark.parametrize(
    "said",
    [
        {"a": 'alias="b", apart=("b", 64)'},
        {"a": 'apart=("c", 64)', "b": 'alias="a"', "c": 'alias="b"'},
        {"a": 'alias="b", apart=("c", 64)', "c": 'alias="b"'},
    ],
)
def test_the_same_buffer_is_not_apart(said: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(KernelError, match=r"tiny.py:\d+: tiny: a has apart=.*; expected apart= or alias="):
        _kernel(tmp_path / "one", **said)


def test_both_names_are_looked_up(tmp_path: Path) -> None:
    with pytest.raises(KernelError, match="a names q, which is no other pointer"):
        _kernel(tmp_path / "one", a='alias="q", apart=("c", 64)')
