# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The tests that an edit of this tree runs again. Edits are pretended: a file's digest is replaced."""

from __future__ import annotations

import copy

import pytest

from targets.toolchain.testing import ROOT
from tests.changed.depends import Depends

pytestmark = pytest.mark.kernels()  # edits are pretended

DEPENDS = Depends(ROOT)
DEPENDS.__dict__["made"] = True
TREE = DEPENDS.sources
TESTS = {
    "pass": "tests/passes/test_areas.py",  # loads scripts of its own, by the loader of all scripts
    "forms": "tests/isa/test_forms.py",
    "api": "tests/runtime/test_truth.py",
    "cell": "tests/kernels/test_execute.py",
    "command": "tests/cli/test_readers.py",
}
RC4, MD5 = "generator/kernels/cipher/rc4.py", "generator/kernels/hash/md5.py"
MADE = "generated/x86_64/gas/rc4_stream_branchfree.S"


def digest(
    path: str, edited: str = "", kernels: tuple[str, ...] | None = None, triple: str = "", made: bool = True,
    code: bool = False,
) -> str | None:  # fmt: skip
    """The digest of a test in ``path``, if the file ``edited`` had other bytes."""
    depends = Depends(ROOT)
    depends.sources = copy.copy(TREE)
    depends.sources._digests = dict(TREE._digests)
    known = {name: getattr(DEPENDS, name) for name in ("scripts", "surroundings", "_owners")}
    depends.__dict__.update(known, made=made)
    if edited:
        assert (ROOT / edited).is_file()
        depends.sources._digests[ROOT / edited] = "edited"
    params = [(triple, "gas")] if triple else []
    return depends.of(ROOT / path, None if kernels is None else list(kernels), params, code=code)


@pytest.mark.parametrize(
    ("edited", "again"),
    [
        ("generator/passes/allocate/allocate.py", {"pass", "command"}),
        (MD5, {"pass", "command"}),
        (MADE, {"api", "cell", "command"}),
        ("generated/include/asmloom.h", {"pass", "api", "cell", "command"}),
        ("generator/output.py", {"api", "cell", "command"}),
        ("targets/toolchain/process.py", {"pass", "forms", "api", "cell", "command"}),
        ("targets/toolchain/windows/include/string.h", {"api", "cell", "command"}),
        ("tests/conftest.py", {"pass", "forms", "api", "cell", "command"}),
        ("targets/trial/driver.c", {"api", "cell", "command"}),
        ("tests/kernels/conftest.py", {"cell", "command"}),
        ("README.md", {"command"}),
    ],
)
def test_an_edit(edited: str, again: set[str]) -> None:
    assert {name for name, path in TESTS.items() if digest(path) != digest(path, edited)} == again


@pytest.mark.parametrize(
    ("name", "edited", "kernels", "counts"),
    [
        ("command", RC4, ("md5_blocks",), False),
        ("command", MD5, ("md5_blocks",), True),
        ("command", MD5, ("rc4_md5_blocks",), True),
        ("command", MADE, ("md5_blocks",), False),
        ("command", "generated/manifest.json", ("md5_blocks",), False),
        ("command", "generated/include/asmloom_kernels.h", ("md5_blocks",), True),
        ("command", "generated/x86_64/gas/asmloom_gas.h", (), True),
        ("pass", RC4, ("md5_blocks",), False),
        ("pass", MD5, (), False),
        ("api", MADE, ("md5_blocks",), False),
        ("api", MADE, ("rc4_stream",), True),
    ],
)
def test_marked_kernels(name: str, edited: str, kernels: tuple[str, ...], counts: bool) -> None:
    """A mark leaves the other kernels out, and keeps the files that kernels share."""
    assert (digest(TESTS[name], kernels=kernels) != digest(TESTS[name], edited, kernels)) == counts


def test_names_in_marks() -> None:
    with pytest.raises(pytest.UsageError, match="no kernel md6"):
        digest(TESTS["api"], kernels=("md6",))


def test_a_cell_has_an_architecture() -> None:
    for triple, counts in (("x86_64-linux-gnu", True), ("aarch64-linux-gnu", False)):
        assert (digest(TESTS["cell"], triple=triple) != digest(TESTS["cell"], MADE, triple=triple)) == counts
    assert digest(TESTS["api"], triple="aarch64-linux-gnu") != digest(TESTS["api"], MADE, triple="aarch64-linux-gnu")


def test_marked_code() -> None:
    """The code of kernels counts in place of their scripts."""
    for name in ("command", "pass"):
        assert digest(TESTS[name], code=True) == digest(TESTS[name], MD5, code=True)
        assert digest(TESTS[name], code=True) != digest(TESTS[name], MADE, code=True)


def test_without_output_nothing_is_known_of_kernels() -> None:
    assert {name for name, path in TESTS.items() if digest(path, made=False) is not None} == {"forms"}


@pytest.mark.code
def test_the_marks_are_read(request: pytest.FixtureRequest) -> None:
    assert DEPENDS(request.node) == DEPENDS.of(request.path, [], code=True)
    parts = DEPENDS.parts(request.node, ["md5_blocks"])
    assert parts == {"md5_blocks": DEPENDS.of(request.path, ["md5_blocks"], code=True)}
    assert parts != {"md5_blocks": DEPENDS.of(request.path, ["md5_blocks"])}
