# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The output is a function of kernels, targets, options and version, and of no state of the process.

``tests/cli/test_generate.py`` varies a process's surroundings: directory, locale, time zone, hash seed.
"""

from __future__ import annotations

from generator import processes
from generator.library import ROOT, load
from generator.output import DEFAULT_PREFIX, Generator, Job, Made, maker
from targets import all_triples


def test_one_process() -> None:
    """One process makes all functions and gives the committed tree: use changes no table."""
    made = Generator(load()).tree()
    assert made == {path: (ROOT / "generated" / path).read_bytes() for path in made}


def test_several_processes() -> None:
    """The work's division among processes has no effect."""
    library = load(None, ["md5_blocks", "rc4_stream", "aes_ctr32"])

    def spread(jobs: list[Job]) -> list[list[Made]]:
        return processes.spread(maker, (library.paths, DEFAULT_PREFIX, all_triples()), jobs, 3)

    assert Generator(library).tree(spread) == Generator(library).tree()
