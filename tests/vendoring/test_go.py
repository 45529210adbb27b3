# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A Go module: Go's tools take it, and its tests pass on both machines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from targets.toolchain.find import require
from tests.vendoring.project import call, vendor

PORTS = {"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}
SYSTEMS = "linux/amd64 linux/arm64 darwin/arm64 windows/arm64".split()


def go(folder: Path, *words: str, **env: str) -> str:
    """A command of Go without a network."""
    alone = {"GOFLAGS": "-buildvcs=false", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
    alone |= {"GOCACHE": str(folder.parent / "cache"), "GOPATH": str(folder.parent / "path")}
    return call(require("go"), *words, cwd=folder, env={**alone, **env}).stdout


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("go") / "asmloom"
    vendor(folder, "--kernels", "all", "--build", "go", "--targets", *PORTS.values(), prefix="loom_")
    return folder


@pytest.mark.code
def test_vet(module: Path) -> None:
    """asmdecl compares each assembly function with its declaration, for every system with features of its own."""
    assert call(Path(require("go")).resolve().parent / "gofmt", "-l", ".", cwd=module).stdout == ""
    for system in SYSTEMS:
        os, arch = system.split("/")
        go(module, "vet", "./...", GOOS=os, GOARCH=arch)
    spoilt = module.parent / "spoilt"
    spoilt.mkdir()
    for path in module.iterdir():
        if path.is_file():
            text = path.read_text("utf-8")
            (spoilt / path.name).write_text(text.replace("data+8(FP)", "data+16(FP)"), "utf-8")
    with pytest.raises(AssertionError, match=r"invalid offset data\+16\(FP\); expected data\+8\(FP\)"):
        go(spoilt, "vet", "./...")


@pytest.mark.code
@pytest.mark.parametrize("words", [(), ("-tags", "purego"), ("-exec", "qemu-aarch64")], ids=("here", "purego", "arm64"))
def test_its_tests(module: Path, words: tuple[str, ...]) -> None:
    """Each variant that the CPU has, against the standard library."""
    env = {"GOARCH": "arm64"} if "-exec" in words else {}
    words = tuple(str(require("qemu-aarch64")) if word == "qemu-aarch64" else word for word in words)
    said = go(module, "test", "-count=1", "-v", *words, **env)
    assert {"TestHashes", "TestAES", "TestRC4", "FuzzHashes"} <= set(re.findall(r"^--- PASS: (\w+)", said, re.M))
    assert len(re.findall(r"^ +--- PASS: TestHashes/", said, re.M)) >= (1 if "purego" in words else 2)
