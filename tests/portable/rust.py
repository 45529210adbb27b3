# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Kernels in Rust as a library for programs in C."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from generator.portable import rust
from generator.portable.recorded import Recorded
from targets.toolchain import provision
from targets.toolchain.process import run

LINUX = "x86_64-linux-gnu"
ROOT = """#![no_std]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    extern "C" {
        fn abort() -> !;
    }
    unsafe { abort() }
}
mod memory;
#[allow(dead_code)]
mod words;
"""


def text(recorded: Recorded) -> str:
    """A kernel, and ``loom_<kernel>_portable`` for programs in C."""
    made = rust.Rust(recorded)
    shim = rust.called_from_c(made, f"loom_{recorded.kernel.name}_portable")
    return "\n\n".join([*rust.items(made), f"#[no_mangle]\npub {shim}"])


def compiled(texts: Iterable[str], triple: str, level: str, folder: Path) -> list[str | Path]:
    """What a linker takes: a library of the texts. A warning of the compiler fails."""
    parts = {"programs": ROOT + rust.HEAD + "\n".join(texts), **rust.helpers()}
    for name, content in parts.items():
        (folder / f"{name}.rs").write_text(content, "ascii")
    sysroot = [] if triple == LINUX else [f"--sysroot={provision.ensure('rust') / 'usr'}"]
    words = ["--edition=2021", "--crate-type=staticlib", "-Cpanic=abort", *level.split(), *sysroot]
    words += [f"--target={triple.replace('-linux', '-unknown-linux')}", "-Dwarnings", "-Adead-code", "-Aunused"]
    done = run(["/usr/bin/rustc", *words, "programs.rs"], cwd=folder)  # the one of which the libraries are
    assert done.returncode == 0, done.stderr.decode()[:4000]
    return [folder / "libprograms.a", "-Wl,--defsym=rust_eh_personality=0"]  # nothing unwinds
