# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Loading some kernels gives what loading all of them gives of those."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import library
from generator.model import AsmloomError

COMPOSED = '''
from generator.lang import Arg, Variant, kernel

@kernel(c="void one_" + "two(uint8_t *p)", args=[Arg("p", rw=1)], source="none", variants=[Variant("scalar")])
def body(k, p):
    """Nothing."""
'''


def test_some() -> None:
    every = library.load()
    for name in every.kernels:
        some = library.load(None, [name])
        assert some.kernels.keys() <= every.kernels.keys()
        for kernel in some.chosen([name]):
            other = every.find(kernel.name)
            assert (kernel.sha256, kernel.path, kernel.scripts) == (other.sha256, other.path, other.scripts)
        assert [k.name for k in some.chosen([name])] == [k.name for k in every.chosen([name])]
    assert len(library.load(None, ["md5_blocks"]).kernels) < len(every.kernels)


def test_composed_and_wrong_names(tmp_path: Path) -> None:
    """A name that no file mentions: all are looked at."""
    (tmp_path / "composed.py").write_text(COMPOSED, "utf-8")
    assert library.load([tmp_path], ["one_two"]).find("one_two").path == "composed.py"
    for wrong in ("one_too", "md5"):
        with pytest.raises(AsmloomError, match=f"unknown kernel {wrong}; did you mean (one_two|.*md5_blocks)"):
            library.load([tmp_path], [wrong]).find(wrong)
