# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Runs a WebAssembly program with arguments by wasmtime. The program sees the folders of all files by their paths."""

from __future__ import annotations

import sys

from wasmtime import Engine, ExitTrap, Linker, Module, Store, WasiConfig


def main() -> int:
    engine, wasi = Engine(), WasiConfig()
    wasi.argv = sys.argv[1:]
    wasi.inherit_stdout()
    wasi.inherit_stderr()
    wasi.preopen_dir("/", "/")
    store, linker = Store(engine), Linker(engine)
    store.set_wasi(wasi)
    linker.define_wasi()
    start = linker.instantiate(store, Module.from_file(engine, sys.argv[1])).exports(store)["_start"]
    try:
        start(store)  # type: ignore[operator]  # a function, as WASI has it
    except ExitTrap as end:
        return end.code
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
