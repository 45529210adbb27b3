# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""C, Go and Rust choose the same variant for long messages: on every core that the package knows, for every set of
features that a variant or two need."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import targets
from generator import cpus, library
from generator.headers import available
from generator.isa.features import closure
from generator.preferences import preferences
from generator.vendoring.contents import contents
from generator.vendoring.options import Options
from targets.toolchain import provision
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS
from targets.toolchain.product import Workshop, default_syntax
from tests.cli.runner import ROOT
from tests.vendoring.project import call, vendor
from tests.vendoring.test_crate import MARK, RUST
from tests.vendoring.test_go import PORTS, go

pytestmark = pytest.mark.kernels()  # choices come from contracts and preferences

KERNELS = library.load()
SHOWN = cpus.lists()["features"]
ON_GO = """package asmloom
import ("bufio"; "fmt"; "os"; "strings"; "testing")
func TestChoose(t *testing.T) {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); fmt.Println() {
		var features uint64
		for _, name := range strings.Fields(in.Text()) { features |= map[string]uint64{NAMED}[name] }
		show := func(wide bool, names string) {
			cores := strings.Fields(names)
			for _, k := range kernels {
				*k.at = -1
				k.choose(features, wide, cores)
				fmt.Println(cores[0], k.name, 0, Variant(k.name))
			}
		}
		show(false, "generic")
		CORES
	}
}
"""
CORES = {"amd64": "for _, row := range cores { show(row.wide, row.names) }", "arm64": ""}
ON_RUST = """mod kernels; mod portable; mod words; mod memory;
mod cpu {
    pub(crate) static FOUND: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    pub(crate) fn features() -> u64 { FOUND.load(std::sync::atomic::Ordering::Relaxed) }
    CONSTANTS
}
fn main() {
    for line in std::io::stdin().lines().map(Result::unwrap) {
        let bit = |name| match name { NAMED _ => 0 };
        cpu::FOUND.store(line.split(' ').map(bit).fold(0, |all, one| all | one), std::sync::atomic::Ordering::Relaxed);
        CALLS
        println!();
    }
}
"""


def _sets(arch: str) -> list[str]:
    """The features of a CPU a line: those that a variant or a row needs, or two of them."""
    variants = [variant for kernel in KERNELS.kernels.values() for variant in kernel.variants]
    needs = {variant.features for variant in variants if available(variant, arch)}
    needs |= {(row["feature"],) for row in preferences() if row["feature"] and row["arch"] == arch}
    sets = [{*map(cpus.symbol, closure(arch, (*a, *b)))} & SHOWN.keys() for a in needs for b in needs]
    return sorted({" ".join(sorted(SHOWN[one] for one in some)) for some in sets})


def _c(target: targets.Target, folder: Path) -> Path:
    workshop = Workshop(KERNELS, target, default_syntax(target), "loom_")
    workshop.place = folder
    source = ROOT / "tests" / "runtime" / "choose.c"
    return workshop.program("choose", [source], workshop.static(), ["-static", "-pthread"])


def _go(target: targets.Target, folder: Path) -> Path:
    port = next(port for port, triple in PORTS.items() if triple == target.triple)
    vendor(folder, "--kernels", "all", "--build", "go", "--targets", target.triple, prefix="loom_")
    known = re.findall(r"^\tcpu(\w+)", (folder / f"kernels_{port}.go").read_text("utf-8"), re.M)
    named = ", ".join(f'"{SHOWN[name]}": cpu{name}' for name in known)
    (folder / "choose_test.go").write_text(ON_GO.replace("CORES", CORES[port]).replace("NAMED", named))
    go(folder, "test", "-c", "-o", "choose", GOARCH=port)
    return folder / "choose"


def _rust(target: targets.Target, folder: Path) -> Path:
    """The crate's choice of functions that return their numbers."""
    made = contents(Options(targets=(target.triple,), kernels=("all",), build=("crate",)), KERNELS)
    kernels, cpu = (made[f"src/{name}.rs"].decode() for name in ("kernels", "cpu"))
    assert kernels.count("!before.is_null()") == 1
    folder.mkdir()
    for name in ("portable", "words", "memory"):
        (folder / f"{name}.rs").write_bytes(made[f"src/{name}.rs"])
    (folder / "kernels.rs").write_text(kernels.replace("!before.is_null()", "false"))  # each call chooses anew
    constants = re.findall(r"^pub\(crate\) const (\w+): u64.*", cpu, re.M)
    symbols = [*dict.fromkeys(re.findall(rf"^        fn loom_{MARK}(\w+)(?<!_portable)\(", kernels, re.M))]
    text = ON_RUST.replace("CONSTANTS", "\n".join(re.findall(r"^pub\(crate\) const .*", cpu, re.M)))
    text = text.replace("NAMED", "".join(f'"{SHOWN[name]}" => cpu::{name}, ' for name in constants))
    calls = "".join(
        f"""let at = kernels::{name}().map(|f| unsafe {{ std::mem::transmute::<_, extern "C" fn() -> usize>(f)() }});
        println!("generic {name} 0 {{}}", at.map_or("", |at| &{symbols}[at][{len(name) + 1}..]));\n""".replace("'", '"')
        for name in re.findall(r"^pub\(crate\) fn (\w+)\(\)", kernels, re.M)
    )
    text = text.replace("CALLS", calls)
    for number, name in enumerate(symbols):
        text += f'#[no_mangle] extern "C" fn loom_{MARK}{name}() -> usize {{ {number} }}\n'
    (folder / "main.rs").write_text(text)
    words = ["--edition=2021", "-Awarnings", f"--target={RUST[target.triple]}", "main.rs"]
    if target.arch != "x86_64":
        words += [f"--sysroot={provision.ensure('rust') / 'usr'}", f"-Clinker={require('aarch64-gcc')}"]
    call("/usr/bin/rustc", *words, cwd=folder)
    return folder / "main"


@pytest.mark.parametrize("triple", PORTS.values())
def test_one_choice(triple: str, tmp_path: Path) -> None:
    target = targets.load(triple)
    sets, emulator = _sets(target.arch), list[str | Path]()
    if target.arch != "x86_64":
        emulator = [require("qemu-aarch64"), "-L", "/usr/aarch64-linux-gnu"]

    def chosen(program: Path) -> list[dict[tuple[str, str], str]]:
        """For each CPU: core and kernel → the variant."""
        words = [*emulator, program, "each"]
        said = subprocess.run(words, input="\n".join(sets) + "\n", text=True, capture_output=True, timeout=HANG_SECONDS)
        assert said.returncode == 0, said.stderr
        blocks = [[line.split() for line in block.splitlines()] for block in said.stdout.split("\n\n")[: len(sets)]]
        return [{(core, kernel): "".join(one) for core, kernel, _, *one in block} for block in blocks]

    ours = chosen(_c(target, tmp_path / "c"))
    for name, program in (("Go", _go(target, tmp_path / "asmloom")), ("Rust", _rust(target, tmp_path / "rust"))):
        theirs = chosen(program)
        assert len(theirs) == len(ours) == len(sets) > 7
        for features, c, other in zip(sets, ours, theirs):
            wrong = {key: (c[key], one) for key, one in other.items() if c[key] not in (one, "portable")}
            assert other and not wrong, f"{name}, {features}: core and kernel → C's choice, its choice: {wrong}"
