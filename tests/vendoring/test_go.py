# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A Go module: Go's tools take it, its machine code is that of the GNU syntax, and its tests pass on both machines."""

from __future__ import annotations

import hmac
import re
import shutil
from pathlib import Path

import pytest

import targets
from generator.emit import PREAMBLE, file, preamble
from generator.emit.go import Go
from generator.function_cache import FunctionCache
from generator.isa.machine import machine
from generator.isa.words import words
from generator.library import load
from generator.model import FrameOp, Function, Instr
from generator.output import Generator
from targets.toolchain.find import require
from targets.trial.code import decoded, text_of
from tests.cli.runner import ROOT, build
from tests.vendoring.project import SHA256_OF_ABC, call, vendor

PORTS = {"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}
SYSTEMS = "linux/amd64 linux/arm64 darwin/arm64 windows/arm64".split()


def go(folder: Path, *words: str, **env: str) -> str:
    """A command of Go without a network."""
    alone = {"GOFLAGS": "-buildvcs=false", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
    alone |= {f"GO{name.upper()}": str(folder.parent.parent / f"go-{name}") for name in ("cache", "path")}
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
def test_two_prefixes(tmp_path: Path) -> None:
    """Two modules in one program."""
    app = tmp_path / "app"
    for name in ("asmloom", "other_asmloom"):
        words = ("--kernels", "sha256_blocks", "--build", "go", "--targets", *PORTS.values())
        vendor(app / name, *words, prefix=name.replace("asmloom", "") or "loom_")
    (app / "main.go").write_text(
        'package main\n\nimport (\n"asmloom"\n"fmt"\n"other_asmloom"\n)\n\nfunc main() {\n'
        'fmt.Printf("%x\\n%x\\n", asmloom.SumSHA256([]byte("abc")), other_asmloom.SumSHA256([]byte("abc")))\n}\n'
    )
    used = "".join(f"require {name} v0.1.0\nreplace {name} => ./{name}\n" for name in ("asmloom", "other_asmloom"))
    (app / "go.mod").write_text("module app\n\ngo 1.19\n" + used)
    assert go(app, "run", ".").split() == [SHA256_OF_ABC] * 2


WAYS = {
    "race": ("-race", "-bench=.", "-benchtime=1x"),
    "purego": ("-tags", "purego"),
    "arm64": ("-exec", "qemu-aarch64"),
}


@pytest.mark.code
@pytest.mark.parametrize("words", WAYS.values(), ids=WAYS)
def test_its_tests(module: Path, words: tuple[str, ...]) -> None:
    """Each variant that the CPU has, against the standard library; the table of `go test -bench`."""
    env = {"GOARCH": "arm64"} if "-exec" in words else {}
    words = tuple(str(require("qemu-aarch64")) if word == "qemu-aarch64" else word for word in words)
    said = go(module, "test", "-count=1", "-v", *words, **env)
    assert {"TestHashes", "TestAES", "TestRC4", "TestTogether", "FuzzHashes"} <= set(
        re.findall(r"^--- PASS: (\w+)", said, re.M)
    )
    assert len(re.findall(r"^ +--- PASS: TestHashes/", said, re.M)) >= (1 if "purego" in words else 2)
    rates = re.findall(r"^Benchmark/(\w+)\S*\s+1\s.* MB/s\s.* x-std", said, re.M)
    assert len(rates) == 30 * ("-race" in words), said


FRAME = words("sub add lea mov cmp jbe call push pop ret b.ls b bl str stp stur udf jmp ldr")
"""The instructions with which Go's assembler checks the stack, makes the frame and removes it."""
SWAPS = words("vpxor vpor vpand vpaddb vpaddd vpaddq vpcmpeqb vpmuludq")
"""The GNU assembler swaps the sources where that shortens the instruction."""


def listing(arch: str, code: bytes, slots_at: int, arguments_at: int) -> list[str]:
    """The instructions of a function. Those that may differ are alike: jumps by the number of instructions that they
    pass, places in the frame and arguments without the size of the frame, the addresses of tables, and the moves to
    them, which Go's alignment makes moves for any address. What a linker fills in is 0 here or left out."""
    items = [item for item in decoded(arch, code) if item.mnemonic not in ("adrp", "nop")]
    index = {item.address: n for n, item in enumerate(items)}

    def place(match: re.Match[str]) -> str:
        at = int(match[1] or "0", 0)
        return f"[argument {at - arguments_at}]" if at >= arguments_at else f"[frame {at - slots_at}]"

    def goal(at: int) -> int:
        """The number of the instruction to which a jump leads: Go's assembler leaves out jumps to jumps."""
        there = items[index[at]] if at in index else None
        return goal(there.operands[0].imm) if there and there.mnemonic in ("jmp", "b") else index.get(at, at)

    out = []
    for n, item in enumerate(items):
        text = f"{item.mnemonic} {item.op_str}"
        if {"jump", "branch_relative"} & {item.group_name(group) for group in item.groups}:
            text = f"{text.rpartition(' ')[0]} {goal(item.operands[-1].imm) - n:+d}"
        text = re.sub(r"\[rip[^\]]*\]", "[rip]", text)
        text = re.sub(r"\[r?sp(?:(?: \+|, #) ?(\d\w*))?\]", place, text)
        text = re.sub(r"mov (x\d+), sp", r"add \1, sp, #0", text)
        text = re.sub(r"add (x\d+), sp, #(\w+)", lambda m: f"add {m[1]}, frame {int(m[2], 0) - slots_at}", text)
        text = re.sub(r"^(cmp ([wx])\w+), #0$", r"\1, \2zr", text)  # as Go 1.19 writes it
        if item.mnemonic in SWAPS:
            text = re.sub(r"(\w+), (\w+)$", lambda m: ", ".join(sorted(m.groups())), text)
        if "[rip" in text or "[frame" in text:
            text = re.sub(r"mov(?:dq)?[au](?:ps|64|32)?\b", "move", text)
        out.append(text)
    return out


def parts(port: str, function: Function, path: Path, code: bytes) -> tuple[list[str], list[str]]:
    """The body of a function of the object in GNU syntax, and the whole function by Go's assembler."""
    target = targets.load(PORTS[port])
    kinds = [item.kind if isinstance(item, FrameOp) else "" for item in function.body]
    start, end = kinds.index("end_prologue"), kinds.index("begin_epilogue")
    before = sum(isinstance(item, Instr) for item in function.body[:start])
    after = sum(isinstance(item, Instr) for item in function.body[end:])
    kind = machine(target.arch).renderers["go"]
    assert issubclass(kind, Go)
    renderer = kind([(function, target)], prefix="", version="0", script="")
    frame = renderer.frame_bytes()
    above = {"amd64": frame + 8 * (frame > 0) + 8, "arm64": -(-(frame + 8) // 16 * 16 if frame else 0) + 8}[port]
    own = listing(target.arch, text_of(target, path), 0, renderer.entry)
    theirs = listing(target.arch, code, renderer.slots_at if frame else 0, above)
    pad = own[0].startswith(("endbr64", "bti", "hint"))
    return own[before + pad : len(own) - after], theirs


@pytest.mark.code
@pytest.mark.parametrize("port", PORTS)
def test_machine_code(module: Path, port: str, tmp_path: Path) -> None:
    """The body of each function is that of the same function in GNU syntax, instruction for instruction. Around it is
    Go's frame, and nothing else."""
    target, library = targets.load(PORTS[port]), load()
    include = Path(go(module, "env", "GOROOT").strip()) / "pkg" / "include"
    sources = sorted(path.name for path in module.glob(f"*_{port}.s") if not path.name.startswith("cpu_"))
    flags = ("-p", "asmloom", "-I", str(include), "-o", str(tmp_path / "all.o"))
    go(module, "tool", "asm", *flags, *sources, GOARCH=port)
    found = {}
    for block in go(module, "tool", "objdump", str(tmp_path / "all.o")).split("TEXT ")[1:]:
        code = re.findall(r"^\s+\S+\s+0x[0-9a-f]+\s+([0-9a-f]+)\s", block, re.M)
        each = [bytes.fromhex(word)[:: 1 if port == "amd64" else -1] for word in code]
        found[block.partition("(SB)")[0].rpartition(".")[2]] = b"".join(each)
    generator = Generator(library, cache=FunctionCache())
    made = [
        generator.function(kernel, variant, f"go-{port}")
        for kernel in library.kernels.values()
        for variant in generator.choosable(kernel, f"go-{port}", portable=False)
    ]
    (tmp_path / PREAMBLE).write_text(preamble([target], "gas", "0"))
    for function in made:
        text = file([(function, target, "gas")], version="0", script="").text
        (tmp_path / f"{function.symbol}.S").write_text(text)
    compiler = "gcc" if port == "amd64" else "aarch64-gcc"
    call(require(compiler), "-c", *sorted(tmp_path.glob("*.S")), cwd=tmp_path)
    assert len(made) == len(sources) > 30 and {function.symbol for function in made} == found.keys()
    for function in made:
        body, theirs = parts(port, function, tmp_path / f"{function.symbol}.o", found[function.symbol])
        at = next((k for k in range(16) if theirs[k : k + len(body)] == body), -1)
        wrong = max((sum(a == b for a, b in zip(body, theirs[k:])), k) for k in range(16))[1]
        assert at >= 0, (function.symbol, [pair for pair in zip(body, theirs[wrong:]) if pair[0] != pair[1]][:3])
        rest = [*theirs[:at], *theirs[at + len(body) :]]
        assert len(rest) < 25 and {line.split()[0] for line in rest} <= {*FRAME}, (function.symbol, rest)
