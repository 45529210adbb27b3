# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The machine code that gcc makes of generated C computes what the script records."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import library, rooms
from generator.portable.recorded import record
from proof.objects import read
from proof.prove import PROVED, Task, prove
from proof.x86_call import SYSV
from tests.portable.machines import compiled, function

PROVED_ONES = ("md5_blocks", "mont_pair_gather", "sha1_blocks")
"""Of nineteen kernels with C of their own, at -O1; at -O2 with -fno-tree-vectorize, too. The finder of relations needs
loops that count as the script's do. Other loops of compilers count by addresses. It knows no array on the stack."""
FLAGS = ("-O1", "-fno-ivopts", "-ffunction-sections", "-fno-stack-protector", "-fcf-protection=branch")


@pytest.mark.parametrize("name", PROVED_ONES)
def test_proved(name: str, tmp_path: Path) -> None:
    kernel = library.load().kernels[name]
    recorded = record(kernel, 64)
    (made,) = compiled(["gcc", "-std=c99", *FLAGS], [rooms.INCLUDE / rooms.PORTABLE.format(name)], tmp_path)
    found = prove(Task(kernel, recorded.ops, recorded.params, SYSV), read(made.read_bytes(), function(kernel)))
    assert (found.state, found.reason) == (PROVED, "")
