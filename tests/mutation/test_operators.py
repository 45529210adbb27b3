# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The faults that ``build.py mutate`` makes of small sources: which there are, and which are left out."""

from __future__ import annotations

import pytest

from targets.toolchain.mutation import areas, c, python
from targets.toolchain.mutation.mutant import equivalents, shuffled, unknown
from tests.cli.runner import ROOT

pytestmark = pytest.mark.kernels()  # no kernel is read


def of_python(text: str) -> list[str]:
    """The changes of a source. Each makes a source that Python reads, and that is another one."""
    found = python.mutants("some.py", text.encode())
    for one in found:
        made = one.apply(text.encode())
        assert made != text.encode()
        compile(made, "some.py", "exec")
    return [one.change for one in found]


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("x = a < b", ["a < b ⟶ a <= b"]),
        ("x = a < b <= c", ["a < b <= c ⟶ a <= b <= c", "a < b <= c ⟶ a < b < c"]),
        ("x = a is not None", ["a is not None ⟶ a is None"]),
        ("x = 7", ["7 ⟶ 6", "7 ⟶ 8"]),
        ("x = True", ["True ⟶ False"]),
        ("x = a + b", ["a + b ⟶ a - b"]),
        ("x = (a | b) & c", ["(a | b) & c ⟶ a | b | c", "a | b ⟶ a & b"]),
        ("x = -a", ["-a ⟶ a"]),
        ("x = a and b", ["a and b ⟶ b", "a and b ⟶ a", "a and b ⟶ a or b"]),
        ("x = a if b else c", ["a if b else c ⟶ a if not b else c"]),
        ("x = any(a)", ["any(a) ⟶ all(a)"]),
        ("if a:\n    b = c", ["a ⟶ not a"]),
        ("if a == b:\n    c = d", ["a == b ⟶ a != b"]),  # the negation is the same
        ("if not a:\n    c = d", ["not a ⟶ a"]),
        ("x = [a for a in b if c]", ["[a for a in b if c] ⟶ [a for a in b if not c]",
                                     "[a for a in b if c] ⟶ [a for a in b]"]),
        ("f(a)", ["f(a) ⟶ pass"]),
        ("a[b] = c", ["a[b] = c ⟶ pass"]),
        ("a += b", ["a += b ⟶ a -= b", "a += b ⟶ pass"]),
        ("def f():\n    return a", ["return a ⟶ return None"]),
        ("def f():\n    if a:\n        raise E('some words', 3)", ["a ⟶ not a", "raise E('some words', 3) ⟶ pass"]),
        ("for a in b:\n    break", ["break ⟶ pass"]),
    ],
)  # fmt: skip
def test_python(text: str, changes: list[str]) -> None:
    assert sorted(of_python(text)) == sorted(changes)


@pytest.mark.parametrize(
    "text",
    [
        '"""Words."""',
        "import a",
        "assert a < 3",
        "x = f'{a + 1}'",
        "@d(frozen=True)\ndef f(a: X[3]) -> X[4]: ...",
        "x: X[3]",
        "if TYPE_CHECKING:\n    x = 3",
        "def f():\n    return None",
    ],
)
def test_what_python_has_none_of(text: str) -> None:
    assert not of_python(text)


def test_places_are_bytes() -> None:
    """A letter of several bytes before the place moves nothing."""
    assert of_python("x = ('é', a < b)") == ["a < b ⟶ a <= b"]


BODY = "static int f(int n) {\n    %s\n}\n"


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("return a < b;", ["< ⟶ <="]),
        ("return a + b;", ["+ ⟶ -"]),
        ("return -a;", []),
        ("return (x)&a;", []),
        ("return x & a;", ["& ⟶ |"]),
        ("return g(&a, *b);", []),
        ("return 0x10U;", ["0x10U ⟶ 0x11U", "0x10U ⟶ 0xfU"]),
        ("return 0;", ["0 ⟶ 1"]),
        ("return a->b;", []),
        ("if (a) { g(b); }", ["a ⟶ !(a)", "g(b) ⟶ nothing"]),
        ("for (;;) { break; }", ["break ⟶ nothing"]),
        ("for (a = b; a; a = c) {}", []),
        ("int a = b;", []),
        ("x *a = b;", []),
        ("*a = b;", ["*a = b ⟶ nothing"]),
        ("a[b] ^= c;", ["^= ⟶ |=", "a[b] ^= c ⟶ nothing"]),
        ("/* a < 3 */ return \"1 < 2\" [a]; // 4 < 5", []),
        ("\n#if X < 3\n    return a;\n#endif", []),
    ],
)  # fmt: skip
def test_c(text: str, changes: list[str]) -> None:
    source = (BODY % text).encode()
    found = c.mutants("some.c", source)
    assert sorted(one.change for one in found) == sorted(changes)
    assert all(one.apply(source) != source and one.scope == "f" for one in found)


def test_c_outside_functions() -> None:
    assert not c.mutants("some.c", b"static const int table[3] = {1, 2, 3};\nstruct s { int a : 3; };\n")


def test_equal_changes_have_names_of_their_own() -> None:
    found = python.mutants("some.py", b"x = 1, 1\n")
    assert len({one.name for one in found}) == len(found) == 4
    moved = python.mutants("some.py", b"\n\nx = 1, 1\n")
    assert [one.name for one in moved] == [one.name for one in found]


def test_the_order_hangs_on_the_seed() -> None:
    found = python.mutants("some.py", b"x = [1, 2, 3, 4, 5, 6, 7, 8]\n")
    first, second = shuffled(found, 1), shuffled(found, 2)
    assert first == shuffled(reversed(found), 1) and first != second
    assert sorted(one.name for one in first) == sorted(one.name for one in second)


def test_the_areas_are_of_this_tree() -> None:
    """Every pattern finds a file, and every test is there. None compares ``generated/`` with what is made."""
    for row in areas.ROWS:
        for pattern in row.files:
            assert list(ROOT.glob(pattern)), pattern
        for test in (*row.first, *row.then):
            path = test.removeprefix("--deselect=").partition("::")[0]
            assert (ROOT / path).exists(), test
            assert not path.startswith(("tests/cli", "tests/test_", "tests/changed", "tests/vendoring")), test
    assert set(areas.chosen(None)) == {row.area for row in areas.ROWS}
    sizes = {path: len(areas.mutants(ROOT, path)) for path, row in areas.files(ROOT).items() if row.area == "checks"}
    assert all(sizes.values()) and "generator/passes/replay.py" in sizes


def test_the_list_of_faults_without_effect() -> None:
    """Each entry is a change of the present sources, and says why it has no effect."""
    known = equivalents()
    found = [one for path in {name.partition("\n")[0] for name in known} for one in areas.mutants(ROOT, path)]
    assert not unknown(known, found)
    assert all(why.endswith(".") for why in known.values())
