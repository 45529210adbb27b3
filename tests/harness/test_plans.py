# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plans reach small mistakes. tests/kernels shows that right functions pass, portable C among them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator import rooms
from targets.trial.batch import Batch
from targets.trial.machines import build_driver, run_batch
from tests.harness.plans import calls

TRIPLE = "x86_64-linux-gnu"
MISTAKES = {
    1: ("md5_blocks", " blocks=9 .*: argument 0 differs first at byte"),
    2: ("md5_blocks", " apart END align=None: memory fault .* touching argument 1"),
    3: ("rc4_set_key", " length=256 .*: argument 0 differs first at byte"),
    4: ("rc4_stream", " length=513 .*: argument 0 differs first at byte 1028 of 1032"),
    5: ("rc4_stream", ": (wrote outside argument 2|memory fault .* touching argument 2)"),
    6: ("aes_set_decrypt_key", " rounds=14 .*: argument 2 differs first at byte 208 of 240"),
    7: ("aes_ecb_encrypt", " blocks=7 apart END align=None: memory fault .*ing argument 2 at byte 112"),
    8: ("aes_ecb_decrypt", " blocks=32 .*: (wrote outside|memory fault)"),
    9: ("aes_cbc_encrypt", " blocks=0 .*: argument 2 differs first at byte 0 of 16"),
    10: ("aes_cbc_decrypt", r" in\+out .*: argument 2 differs first at byte 0 of 16"),
    11: ("aes_ctr32", " counter=.*: argument 2 differs first at byte 11 of 16"),
    12: ("aes_ctr32", " counter=.*ffffffe1: argument 2 differs first at byte 11 of 16"),
}


@pytest.mark.kernels()  # the functions are C; plans come from contracts
def test_mistakes_are_found(tmp_path: Path) -> None:
    portable = [
        path
        for path in rooms.portable(rooms.INCLUDE)
        if re.search("aes_(set_d|ecb|cbc_(de|en)crypt.c|ctr)|rc4_s|md5_b", path.name)
    ]
    sources = [Path(__file__).with_name("mistakes.c"), rooms.path("wipe.c"), *portable]
    flags = [f"-I{rooms.INCLUDE}", *rooms.includes(), "-DLOOM_NO_ASM"]
    driver = build_driver(TRIPLE, tmp_path, [f"mistake_{n}" for n in MISTAKES], [*flags, *sources])
    batch = Batch()
    for n, (kernel, _) in MISTAKES.items():
        for call in calls(kernel, f"mistake_{n}"):
            batch.add(call)
    lines = batch.failures(run_batch(TRIPLE, driver, batch, tmp_path), TRIPLE, limit=len(batch.calls))
    found = {n for n, (_, text) in MISTAKES.items() for line in lines if re.search(rf"mistake_{n} call .*{text}", line)}
    assert found == MISTAKES.keys(), lines[:5]
