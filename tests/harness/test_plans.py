# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plans pass right functions, and reach small mistakes in wrong ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import targets
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from targets.trial.batch import Batch
from targets.trial.machines import HOSTS, build_driver, run_batch
from tests.harness import plans_aes
from tests.harness.plans import calls

pytestmark = pytest.mark.kernels()  # the functions are C; plans come from contracts

_FUNCTIONS = {
    **{name: f"sample_{name}" for name in plans_aes.PLANS},
    "md5_blocks": "loom_md5_blocks_sample",
    "rc4_set_key": "loom_rc4_set_key_sample",
    "rc4_stream": "loom_rc4_stream_sample",
    "ntt16": "ntt16",
    "poly1305": "poly1305",
    "siphash24": "siphash24",
}


# Of the calls, one in so many where a call is dear: in emulators and under wine. The calls do not depend on the triple.
_ONE_IN = 7


def _failures(triple: str, folder: Path, mistake: int = 0) -> list[str]:
    host = HOSTS[triple]
    flags = [flag for flag in host.flags if not flag.startswith("-no-pie")]
    if triple == "aarch64-linux-gnu":
        flags.append("-ffixed-x18")  # the compiler may use x18 there; kernels never do
    objects = []
    for stem in ("sample_kernels", "sample_aes"):
        objects.append(folder / f"{stem}.o")
        command = [str(require(host.tool)), *flags, "-std=c99", "-O2", f"-DSAMPLE_MISTAKE={mistake}", "-c"]
        done = run([*command, str(Path(__file__).with_name(f"{stem}.c")), "-o", str(objects[-1])], timeout=HANG_SECONDS)
        assert done.returncode == 0, done.stderr.decode()
    driver = build_driver(triple, folder, _FUNCTIONS.values(), objects)
    batch = Batch()
    for name, function in _FUNCTIONS.items():
        native = targets.load(triple).executor.startswith("native")
        for call in calls(name, function)[:: 1 if native else _ONE_IN]:
            batch.add(call)
    return batch.failures(run_batch(triple, driver, batch, folder), triple, limit=100000)


@pytest.mark.parametrize("triple", [triple for triple, host in HOSTS.items() if not host.image])
def test_right_functions_pass(triple: str, tmp_path: Path) -> None:
    assert _failures(triple, tmp_path) == []


@pytest.mark.parametrize(
    ("mistake", "found"),
    [
        (1, "loom_md5_blocks_sample call .* blocks=9 .*: argument 0 differs first at byte"),
        (2, "loom_md5_blocks_sample call .* apart END align=None: memory fault .* touching argument 1"),
        (3, "loom_rc4_set_key_sample call .* length=256 .*: argument 0 differs first at byte"),
        (4, "loom_rc4_stream_sample call .* length=513 .*: argument 0 differs first at byte 1028 of 1032"),
        (5, "loom_rc4_stream_sample call .*: (wrote outside argument 2|memory fault .* touching argument 2)"),
        (6, "sample_aes_set_decrypt_key call .* rounds=14 .*: argument 2 differs first at byte 208 of 240"),
        (7, "sample_aes_ecb_encrypt call .* blocks=7 apart END align=None: memory fault .*ing argument 2 at byte 112"),
        (8, "sample_aes_ecb_decrypt call .* blocks=32 .*: (wrote outside|memory fault)"),
        (9, "sample_aes_cbc_encrypt call .* blocks=0 .*: argument 2 differs first at byte 0 of 16"),
        (10, "sample_aes_cbc_decrypt call .* in\\+out .*: argument 2 differs first at byte 0 of 16"),
        (11, "sample_aes_ctr32 call .* counter=.*: argument 2 differs first at byte 11 of 16"),
        (12, "sample_aes_ctr32 call .* counter=.*ffffffe1: argument 2 differs first at byte 11 of 16"),
    ],
)
def test_mistakes_are_found(mistake: int, found: str, tmp_path: Path) -> None:
    lines = _failures("x86_64-linux-gnu", tmp_path, mistake)
    assert any(re.search(found, line) for line in lines), lines[:5]
    function = found.split()[0]
    assert all(function in line for line in lines), "nothing else is reported"
