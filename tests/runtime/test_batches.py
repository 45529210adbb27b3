# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Batches of messages: every variant for several messages forced, portable C under sanitizers, threads, and the file
that says from how many messages on. ``space/batch.c`` and ``space/streams.c`` have the cases; hashlib wrote the
digests, and the function for one message the ciphertexts.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from generator import batches, cpus, library
from generator.model import AsmloomError
from targets.toolchain.process import HANG_SECONDS, run
from tests.runtime import quick
from tests.runtime.answers import HASHES
from tests.runtime.test_space import GROUPS, called, require_all

pytestmark = pytest.mark.code
HERE = Path(__file__).parent
KERNELS = library.load().kernels
LANES = sorted(
    name
    for name, k in KERNELS.items()
    if k.single is not None and k.single.name in {r["kernel"] for r in HASHES.values()}
)
STREAMS = sorted(name for name, k in KERNELS.items() if k.single is not None and k.single.name == "aes_cbc_encrypt")
PORTABLE = ",".join(f"{name}=portable" for name in LANES)


@pytest.fixture(scope="module")
def truth() -> Path:
    return quick.truth()


@pytest.fixture(scope="module")
def assembly(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return quick.space(tmp_path_factory.mktemp("space"), ("-O2",))


def all_called(counts: dict[str, int]) -> None:
    names = [name for name in counts if re.match("loom_batch_(?!aes_)", name)]
    macs = [row for row in HASHES.values() if row["hmac"]]
    assert len(names) == len(HASHES) + len(macs) + 4 and all(counts[name] >= 50 for name in names), counts


def pins() -> list[dict[str, str]]:
    """Each variant for several messages alone, and all kernels by portable C. test_space.py has dispatch's choice."""
    alone = [
        {name: "portable" if name != forced else variant.name for name in LANES}
        for forced in LANES
        for variant in KERNELS[forced].variants
    ]
    return [dict.fromkeys(LANES, "portable"), *alone]


def test_every_variant(assembly: Path, truth: Path) -> None:
    """A variant that this machine cannot run leaves the choice to dispatch; the kernels beside it are portable C."""
    for pinned in pins():
        words = ",".join(f"{name}={variant}" for name, variant in pinned.items())
        all_called(called(assembly, truth, 12, "batches", ASMLOOM_PREFER=words))
    # all widths of a hash at once, and none, as on a CPU without the features
    widest = ",".join(f"{name}={KERNELS[name].variants[0].name}" for name in LANES)
    all_called(called(assembly, truth, 3, "batches", ASMLOOM_PREFER=widest))
    all_called(called(assembly, truth, 12, "batches", ASMLOOM_CPU="-avx2,-sha,-neon"))


def streams_called(counts: dict[str, int]) -> None:
    names = [name for name in counts if name.startswith("loom_batch_aes_cbc_")]
    assert len(names) == 5 and all(counts[name] >= 50 for name in names), counts


def test_every_variant_of_aes(assembly: Path, truth: Path) -> None:
    """The widest kernel that is pinned has all lanes. A variant that this machine cannot run leaves the choice to
    dispatch."""
    for name in STREAMS:
        for variant in ("portable", *(one.name for one in KERNELS[name].variants)):
            streams_called(called(assembly, truth, 2, "streams", ASMLOOM_PREFER=f"{name}={variant}"))
    streams_called(called(assembly, truth, 4, "streams", ASMLOOM_CPU="-aes"))


def records_called(counts: dict[str, int]) -> None:
    names = [name for name in counts if name == "loom_tls_cbc_seal_many" or name.startswith("loom_tls_batch_")]
    assert len(names) == 3 and all(counts[name] >= 50 for name in names), counts


def test_every_variant_of_records(assembly: Path, truth: Path) -> None:
    """TLS records by the kernels for several messages of hashes and ciphers, pinned, and by dispatch's choice."""
    macs = [name for name in LANES if "md5" not in name]
    for streams in STREAMS:
        for rank in (0, -1):
            pinned = {name: KERNELS[name].variants[rank].name for name in (*macs, streams)}
            words = ",".join(f"{name}={variant}" for name, variant in pinned.items())
            records_called(called(assembly, truth, 1, "tls_many", ASMLOOM_PREFER=words))
    for features in ("-sha", "-avx2,-sha,-neon", "-aes"):
        records_called(called(assembly, truth, 1, "tls_many", ASMLOOM_CPU=features))


@pytest.mark.kernels()
@pytest.mark.parametrize(
    ("width", "sanitizers", "one_in"), [("-m64", "address,undefined", 24), ("-m32", "undefined", 60)]
)
@pytest.mark.whole
def test_portable_c_sanitized(width: str, sanitizers: str, one_in: int, truth: Path, tmp_path: Path) -> None:
    """One program for all functions, and for batches by portable C where dispatch could take assembly."""
    words = (width, "-O1", "-g", f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all", "-DLOOM_NO_ASM")
    program = quick.space(tmp_path, words)
    require_all(called(program, truth, one_in, *GROUPS))
    all_called(called(program, truth, 12, "batches", ASMLOOM_PREFER=PORTABLE))
    for name in STREAMS:
        streams_called(called(program, truth, 12, "streams", ASMLOOM_PREFER=f"{name}=portable"))
        records_called(called(program, truth, 1, "tls_many", ASMLOOM_PREFER=f"{PORTABLE},{name}=portable"))


def test_threads(tmp_path: Path) -> None:
    out = quick.linked(tmp_path, [HERE / "batch_threads.c"], quick.PLAIN)
    for prefer in ("", PORTABLE):
        done = run([str(out)], timeout=HANG_SECONDS, env={**os.environ, "ASMLOOM_PREFER": prefer})
        found = re.fullmatch(r"(\d+) lanes, 0 wrong\n", done.stdout.decode())
        assert done.returncode == 0 and found, done.stdout.decode()
        assert not prefer or int(found[1]) == 16


def test_rows_name_what_is_there() -> None:
    known = cpus.lists()["uarches"]
    rows = batches.rows()
    assert rows
    for row in rows:
        kernel = KERNELS[row["kernel"]]
        assert kernel.single is not None and kernel.variant(row["many"]) and kernel.single.variant(row["one"])
        assert row["uarch"] in known and 2 <= row["least"] <= kernel.messages


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# head\na avx2 scalar generic 4\n", "targets/f:2: expected a kernel, .* found a avx2 scalar generic 4"),
        ("a avx2 scalar generic 1 0\n", "targets/f:1: expected .* 2 or more, .* found a avx2 scalar generic 1 0"),
        ("a avx2 scalar generic 4 x\n", "targets/f:1: expected "),
        ("a b c d 4 0\na b c d 5 0\n", "targets/f:2: a b c d has a row above"),
    ],
)
def test_a_file_that_is_refused(text: str, message: str) -> None:
    with pytest.raises(AsmloomError, match=message):
        batches.parsed(text, "f")
