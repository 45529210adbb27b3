# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""list, explain and speed: text for people, and ``--json`` for programs."""

from __future__ import annotations

import ctypes
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import targets
from generator import library
from generator.show import SHOWN
from targets.toolchain import benches, speed_rows
from tests.cli.runner import ROOT, build, inside

KERNELS = set(library.load().kernels)  # a new kernel is one file, and no edit here


def _json(root: Path, *words: str) -> Any:
    done = build(root, *words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


@pytest.mark.kernels()  # contracts alone are shown
def test_list() -> None:
    data = _json(ROOT, "list")
    assert data.keys() == {"kernels", "targets"}
    assert {row["kernel"] for row in data["kernels"]} == KERNELS
    for row in data["kernels"]:
        assert row.keys() == {"kernel", "variant", "features", "prototype", "source", "targets"}
    assert [row["triple"] for row in data["targets"]] == list(targets.all_triples())
    for row in data["targets"]:
        assert row.keys() == {"triple", "syntaxes", "abi", "executed_by", "serves"}
        assert row["syntaxes"] == list(targets.load(row["triple"]).syntaxes)
    text = build(ROOT, "list").stdout
    for word in (*KERNELS, *targets.all_triples(), "avx512vl"):
        assert word in text


@pytest.mark.kernels()  # a kernel of its own
@pytest.mark.parametrize("triple", targets.all_triples())
@pytest.mark.parametrize("stage", SHOWN)
@pytest.mark.whole(every=4)
def test_every_stage(stage: str, triple: str) -> None:
    outside = ROOT / "tests" / "external"
    done = inside("show", "siphash24", "--kernel-path", outside, "--stage", stage, "--target", triple)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    if stage == "asm":
        assert "loom_siphash24_scalar" in done.stdout and "siphash.py" in done.stdout
    else:
        assert f"after {stage}" in lines[0] and "siphash.py" in lines[0]
    assert len(lines) > 100, "ten rounds do not fit into less"


@pytest.mark.kernels("md5_blocks")
def test_explain_json() -> None:
    done = inside("explain", "md5_blocks", "--target", "x86_64-apple-darwin", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    data = json.loads(done.stdout)
    assert data.keys() == {"kernel", "target", "prototype", "source", "file", "exempt", "variants"}
    assert (data["kernel"], data["target"]) == ("md5_blocks", "x86_64-apple-darwin")
    assert data["variants"]
    for row in data["variants"]:
        assert row.keys() == {
            "variant", "features", "instructions", "frame_bytes", "saved", "constant_time", "exemptions",
        }  # fmt: skip


@pytest.mark.kernels()  # the choice is by contracts and preferences
def test_explain_here(shared_root: Path) -> None:
    """The library itself reports the choice of dispatch on this machine."""
    done = build(shared_root, "explain", "md5_blocks")
    assert (done.returncode, done.stderr) == (0, "")
    here = done.stdout.split("on this machine:")[1]
    assert "cpu:" in here and "md5_blocks" in here and "-> " in here
    assert "rc4" not in here and "ignored" not in here
    last = max(KERNELS)  # the lines of the self-test follow
    wrong = {"ASMLOOM_PREFER": f"{last}=portable,x", "ASMLOOM_CPU": "avx", "ASMLOOM_TUNING": "/nosuch"}
    pinned = build(shared_root, "explain", last, env=wrong).stdout.split("on this machine:\n")[1]
    heads = [re.split(r"(?<=:) ", line.strip())[0] for line in pinned.partition(f"    {last}\n")[0].splitlines()]
    assert heads == ["cpu:", "preferences:", "features:", "ASMLOOM_CPU:", "ASMLOOM_PREFER:", "ASMLOOM_TUNING:"]
    for said in ("ignored 'avx': features can", "ignored 'x': expected", "TUNING: ignored: the file cannot be read"):
        assert said in pinned
    assert pinned.endswith("      -> portable at every size: pinned by ASMLOOM_PREFER\n")


def _speed_rows(root: Path, *words: str) -> list[Any]:
    rows = speed_rows.check(_json(root, "speed", "--rounds", "1", *words), "speed")
    for row in rows:
        assert row["bytes"] > 0 and row["bytes_per_second"] > 0 and row["gigahertz"] > 0 and 0 <= row["clean"] <= 1
        if row["peer"] is not None:
            assert row["peer_bytes_per_second"] > 0
            assert row["ratio"] == pytest.approx(row["bytes_per_second"] / row["peer_bytes_per_second"], rel=0.5)
    return list(rows)


@pytest.mark.code
@pytest.mark.kernels("rc4_set_key")
def test_speed(shared_root: Path) -> None:
    rows = _speed_rows(shared_root, "rc4_set_key")
    assert {(row["kernel"], row["peer"]) for row in rows} == {("rc4_set_key", "portable")}
    rows = _speed_rows(shared_root, "--against", "libcrypto", "rc4_set_key")
    assert {row["peer"] for row in rows} == {"libcrypto"}
    assert {row["kernel"] for row in rows} == {"rc4_set_key"}
    assert {"scalar", "dispatched"} <= {row["variant"] for row in rows}
    for size in {row["bytes"] for row in rows}:
        chosen = [row["variant"] for row in rows if row["bytes"] == size and row["chosen"]]
        assert len(chosen) == 1 and chosen != ["dispatched"], size
    assert {row["peer_version"].split()[0] for row in rows} <= {"OpenSSL", "AWS-LC"}


@pytest.mark.kernels()  # the words about overrides
@pytest.mark.parametrize("words", [(), ("--json",)])
def test_speed_tells_what_it_ignores(words: tuple[str, ...], shared_root: Path) -> None:
    """A mistyped override is told beside the table, and the output for programs stays JSON."""
    env = {"ASMLOOM_CPU": "-nosuch", "ASMLOOM_PREFER": "md5_blocks=fastest"}
    done = build(shared_root, "speed", "--rounds", "1", "rc4_set_key", *words, env=env)
    assert done.returncode == 0 and (not words or json.loads(done.stdout))
    assert done.stderr.splitlines() == [
        "ASMLOOM_CPU: ignored '-nosuch': no such feature",
        "ASMLOOM_PREFER: ignored 'md5_blocks=fastest': this build has no such variant",
    ]


def _loads(name: str) -> bool:
    try:
        return bool(ctypes.CDLL(name))
    except OSError:
        return False


@pytest.mark.kernels()  # the names of rows
def test_speed_knows_its_rows(shared_root: Path) -> None:
    """The check before the build and the benchmark itself know the same rows."""
    _speed_rows(shared_root, "rc4_set_key")
    tool = str(shared_root / "build" / "speed")
    told = subprocess.run([tool, "zzz"], capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert set(told.stderr.split("there are:")[1].split()) == set(benches.every())
    more = subprocess.run([tool, "--alternatives", "zzz"], capture_output=True, text=True, check=False)
    assert more.stderr.split("there are:")[1].split() == [
        *told.stderr.split("there are:")[1].split(),
        *benches.MESSAGES,
    ]
    words = [tool, "--alternatives", "--json", "--rounds", "1", "call_sha384", "call_hmac_sha224_final_reset"]
    peers = {row["peer"] for row in json.loads(subprocess.run(words, capture_output=True, check=True).stdout)}
    libraries = {"nettle": "libnettle.so.8", "libgcrypt": "libgcrypt.so.20"} if sys.platform == "linux" else {}
    assert peers == {"portable", *(peer for peer, file in libraries.items() if _loads(file))}
    rounds = subprocess.run([tool, "--rounds", "0"], capture_output=True, text=True, check=False)
    assert rounds.stderr.strip().endswith(f"expected 1 to {benches.MOST_ROUNDS}")
    woven = subprocess.run([tool, "--json", "--stitched", "--rounds", "1"], capture_output=True, text=True, check=False)
    assert {row["kernel"] for row in json.loads(woven.stdout)} == set(benches.WOVEN)
    for word in ("aes128", "rc4", "rc4_stream", "aes_ctr32", "sha1_blocks", "aes1", "sha", "md5_b"):
        expected = {row for row in benches.every() if benches.selects(word, row)}
        done = subprocess.run([tool, "--json", "--rounds", "1", word], capture_output=True, text=True, check=False)
        found = {row["kernel"] for row in json.loads(done.stdout)} if done.returncode == 0 else set()
        assert found == expected, word


AES_ROWS = [
    f"aes{bits}_{mode}"
    for bits in (128, 192, 256)
    for mode in ("cbc_encrypt", "cbc_decrypt", "ctr", "ecb_encrypt", "ecb_decrypt")
]


@pytest.mark.kernels()  # rows and contenders come from contracts; tests/kernels judges the answers
@pytest.mark.whole
def test_speed_of_everything(shared_root: Path) -> None:
    """Each row's contenders agree. Rows of hashes and AES show every variant that this CPU can run, beside C and
    libcrypto."""
    rows = _speed_rows(shared_root, "--against", "libcrypto")
    assert {"md5_blocks", "rc4_stream", "sha1", "sha256", "sha512", *AES_ROWS} <= {row["kernel"] for row in rows}
    assert {row["kernel"]: row["function"] for row in rows if row["kernel"] in benches.calls()} == benches.calls()
    assert {row["kernel"] for row in rows} == set(benches.every())
    for name, kernel in (("aes128_ctr", "aes_ctr32"), ("sha1", "sha1_blocks")):
        can_run = {"dispatched"} | set(
            re.findall(r"^ +(\w+) +can run$", build(shared_root, "explain", kernel).stdout, re.M)
        )
        assert {row["variant"] for row in rows if row["kernel"] == name} == can_run, name
    assert {row["peer"] for row in rows if row["kernel"] == "aes128_ctr"} >= {"libcrypto"}
