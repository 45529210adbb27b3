# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The output is a function of kernels, targets, options and version, and of no state of the process.

``tests/cli/test_generate.py`` varies a process's surroundings, directory, locale, time zone, hash seed, and has several
processes.
"""

from __future__ import annotations

import pytest

from generator.library import ROOT, load
from generator.output import Generator, available

SOME = ("aes_ecb_encrypt", "aes_set_encrypt_key", "rc4_set_key", "rc4_stream")


@pytest.mark.code
@pytest.mark.kernels(*SOME)
def test_one_process() -> None:
    """One process makes the functions of some kernels, last to first, and gives the committed files: use changes no
    table. ``tests/cli/test_generate.py`` makes the functions of all kernels."""
    generator = Generator(load(None, list(SOME)))
    for name in reversed(SOME):
        kernel = generator.library.find(name)
        for target in generator.targets:
            for variant in kernel.variants:
                if available(variant, target.arch):
                    generator.function(kernel, variant, target.abi)
    made = {path: data for path, data in generator.tree(generator.results()).items() if path.endswith((".S", ".asm"))}
    assert len(made) > 10 * len(SOME)
    assert made == {path: (ROOT / "generated" / path).read_bytes() for path in made}
