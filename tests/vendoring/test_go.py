# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A Go module: Go's tools take it, and its tests pass on both machines."""

from __future__ import annotations

import hmac
import re
import shutil
from pathlib import Path

import pytest

from targets.toolchain.find import require
from tests.cli.runner import ROOT, build
from tests.vendoring.project import SHA256_OF_ABC, call, vendor

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


@pytest.mark.kernels()  # tests/kernels judges the code
def test_a_new_user(tmp_path: Path) -> None:
    """The page's commands and its program, with Go's least version that the module names, in the form of gofmt."""
    page = (ROOT / "docs" / "go.md").read_text("utf-8")
    [commands], [main] = (re.findall(rf"^```{word}\n(.*?)^```$", page, re.M | re.S) for word in ("sh", "go"))
    vendoring, move, edit = commands.replace("\\\n", "").splitlines()
    app = tmp_path / "app"
    (app / "small").mkdir(parents=True)
    words = [str(app / "asmloom") if word == "../app/asmloom" else word for word in vendoring.split()[2:]]
    done = build(ROOT, *words)
    assert done.returncode == 0 and not done.stderr and move == "cd ../app", done.stderr
    vendor(app / "small", "--kernels", "md5", "--build", "go", "--targets", *PORTS.values())  # no feature on arm64
    assert call(Path(require("go")).resolve().parent / "gofmt", "-l", ".", cwd=app).stdout == ""
    shutil.rmtree(app / "small")
    (app / "main.go").write_text(main)
    (app / "go.mod").write_text("module app\n\ngo 1.19\n")
    go(app, *edit.split()[1:])
    digest, mac, block = go(app, "run", ".").splitlines()
    assert digest == SHA256_OF_ABC and mac == hmac.new(b"key", b"abc", "sha256").hexdigest()
    assert block.startswith("66e94bd4 by "), "AES of zeros under a key of zeros (FIPS 197)"


@pytest.mark.code
@pytest.mark.parametrize("words", [(), ("-tags", "purego"), ("-exec", "qemu-aarch64")], ids=("here", "purego", "arm64"))
def test_its_tests(module: Path, words: tuple[str, ...]) -> None:
    """Each variant that the CPU has, against the standard library."""
    env = {"GOARCH": "arm64"} if "-exec" in words else {}
    words = tuple(str(require("qemu-aarch64")) if word == "qemu-aarch64" else word for word in words)
    said = go(module, "test", "-count=1", "-v", *words, **env)
    assert {"TestHashes", "TestAES", "TestRC4", "FuzzHashes"} <= set(re.findall(r"^--- PASS: (\w+)", said, re.M))
    assert len(re.findall(r"^ +--- PASS: TestHashes/", said, re.M)) >= (1 if "purego" in words else 2)
