# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Loading some kernels gives the same kernels as loading all."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from generator import library
from generator.model import AsmloomError
from targets.toolchain.process import HANG_SECONDS, run
from tests.cli.runner import ROOT, inside

COMPOSED = '''
from generator.lang import Arg, Variant, kernel

def made():
    @kernel(c="void one_" + "two(uint8_t *p)", args=[Arg("p", rw=1)], source="none", variants=[Variant("scalar")])
    def body(k, p):
        """Nothing."""

made()
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


@pytest.mark.kernels()
def test_the_library_alone_loads_kernels(tmp_path: Path) -> None:
    """A command that needs nothing of machines, such as `new`, loads kernels, too."""
    words = ["new", "own", "--kernel-path", str(tmp_path)]
    done = run([sys.executable, str(ROOT / "build.py"), *words], timeout=HANG_SECONDS)
    assert done.returncode == 0, done.stderr.decode()
    assert (tmp_path / "own.py").is_file()


@pytest.mark.kernels()
def test_composed_and_wrong_names(tmp_path: Path) -> None:
    """A name that no file mentions: all files are read."""
    (tmp_path / "composed.py").write_text(COMPOSED, "utf-8")
    assert library.load([tmp_path], ["one_two"]).find("one_two").path == "composed.py"
    for wrong in ("one_too", "md5"):
        with pytest.raises(AsmloomError, match=f"unknown kernel {wrong}; did you mean (one_two|.*md5_blocks)"):
            library.load([tmp_path], [wrong]).find(wrong)


OPEN = '''from generator.lang import Arg, kernel


@kernel(c="void opened(uint8_t *p, size_t n)", args=[Arg("p", w="{extent}"), Arg("n", public=True)], source="none")
def opened(k, p, n):
    """Stores of which the contract and the recording do not tell everything."""
    {body}
'''


@pytest.mark.kernels()
def test_accesses_that_only_a_run_can_tell(tmp_path: Path) -> None:
    """A user's kernel has no tests here: its unproved accesses are listed, and an access outside is refused."""
    for name, extent, body in (
        ("open", "n", "i = k.const(k.usize, 0)\n    with k.while_(n.ge(i)):\n        k.store8(p, i)\n        i += 1"),
        ("outside", "8*n", "with k.if_(n.ne(0)):\n        k.store64(p, k.const(k.u64, 1), index=(n << 3) - 7)"),
        ("closed", "8*n", "with k.if_(n.ne(0)):\n        k.store64(p, k.const(k.u64, 1), index=(n << 3) - 8)"),
    ):
        folder = tmp_path / name
        folder.mkdir()
        body = body.replace("k.store8(p, i)", "k.store8(p, k.const(k.u8, 1))\n        p += 1")
        (folder / "open.py").write_text(OPEN.format(extent=extent, body=body))
        words = (
            "--kernel-path",
            folder,
            "--kernel",
            "opened",
            "--target",
            "x86_64-linux-gnu",
            "--into",
            folder / "out",
        )
        done = inside("generate", *words)
        if name == "open":
            assert done.returncode == 0 and "open.py:9: store of 1 byte at p + ?: only a run can tell" in done.stderr
        elif name == "outside":
            assert done.returncode == 2 and "p + 8*n - 7 is outside of p" in done.stderr
        else:
            assert (done.returncode, done.stderr) == (0, "")
