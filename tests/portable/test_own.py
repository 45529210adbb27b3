# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The tutorial's kernel on machines without assembly, with no C of its author."""

from __future__ import annotations

from hashlib import md5
from pathlib import Path

import pytest

from generator import library
from generator.vendoring.contents import contents
from generator.vendoring.options import Options
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from tests.cli.runner import ROOT, build
from tests.portable.machines import MACHINES
from tests.test_pages import tutorial

MAIN = """#include <mine_asmloom.h>
#include <stdio.h>
int main(void)
{
    uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    uint8_t data[64] = "abc\\x80";
    data[56] = 24;
    mine_k_my_md5(state, data, 1);
    for (int i = 0; i < 16; i++) {
        printf("%02x", (unsigned)(state[i / 4] >> 8 * (i % 4) & 255));
    }
    return 0;
}
"""


RUST = """mod memory;
mod portable_my_md5;
mod words;
fn main() {
    let (mut state, mut data) = ([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476], [0; 64]);
    data[..4].copy_from_slice(b"abc\\x80");
    data[56] = 24;
    portable_my_md5::my_md5(&mut state, &data, 1);
    state.iter().for_each(|word| print!("{:08x}", word.swap_bytes()));
}
"""


def test_the_tutorial_s_kernel_in_rust(tmp_path: Path) -> None:
    """What `generate` writes is a module, and compiles without a crate."""
    tutorial(tmp_path)
    words = ("--kernel", "my_md5", "--target", "x86_64-linux-gnu", "--into", tmp_path, "--kernel-path", tmp_path)
    assert build(ROOT, "generate", *words).returncode == 0
    (tmp_path / "rust" / "main.rs").write_text(RUST)
    made = run([str(require("rustc")), "--edition=2021", "-Dwarnings", "-Adead-code", "main.rs"], cwd=tmp_path / "rust")
    assert made.returncode == 0, made.stderr.decode()[:2000]
    assert run([str(tmp_path / "rust" / "main")]).stdout.decode() == md5(b"abc").hexdigest()


@pytest.mark.parametrize("name", ["s390x", "wasm32", "wasmtime"])
def test_the_tutorial_s_kernel_runs(name: str, tmp_path: Path) -> None:
    far, made = MACHINES[name], tmp_path / "set"
    tutorial(tmp_path)
    options = Options(prefix="mine_", targets=("x86_64-linux-gnu",), kernels=("my_md5",))
    for path, data in contents(options, library.load([tmp_path])).items():
        (made / path).parent.mkdir(parents=True, exist_ok=True)
        (made / path).write_bytes(data)
    (tmp_path / "main.c").write_text(MAIN)
    tool, *flags = far.compiler
    files = [*sorted(made.glob("runtime/*.c")), tmp_path / "main.c"]
    static = ["-static"] if far.runs is not list else []
    command = [str(require(tool)), *flags, "-std=c99", "-O2", f"-I{made / 'include'}", *static]
    linked = run([*command, *map(str, files), "-o", str(tmp_path / "main")], timeout=HANG_SECONDS)
    assert linked.returncode == 0, linked.stderr.decode()[:2000]
    said = run([*far.runs(), str(tmp_path / "main"), str(tmp_path / "in"), str(tmp_path / "out")], timeout=HANG_SECONDS)
    assert said.stdout.decode() == md5(b"abc").hexdigest(), said.stderr.decode()[:2000]
