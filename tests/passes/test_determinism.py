# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The output is a function of kernels, targets, options and version: of nothing that a process brings along.

What surrounds a process (directory, locale, time zone, hash seed) is varied by ``tests/cli/test_generate.py``.
"""

from __future__ import annotations

from generator import processes
from generator.library import ROOT, load
from generator.output import DEFAULT_PREFIX, Generator, Job, Made, maker
from targets import all_triples


def test_one_process() -> None:
    """All in one process, function after function, no table changed by being used: the tree that is committed."""
    made = Generator(load()).tree()
    assert made == {path: (ROOT / "generated" / path).read_bytes() for path in made}


def test_several_processes() -> None:
    """It does not show who did what."""
    library = load(None, ["md5_blocks", "rc4_stream", "aes_ctr32"])

    def spread(jobs: list[Job]) -> list[list[Made]]:
        return processes.spread(maker, (library.paths, DEFAULT_PREFIX, all_triples()), jobs, 3)

    assert Generator(library).tree(spread) == Generator(library).tree()
