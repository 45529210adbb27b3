# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py speed --kernel-path DIR KERNEL``: the time of kernels from outside the tree.

A program in C is made from the contracts: buffers, numbers, and a side for each variant that this CPU can run. Where
the contract names a C version, a C compiler makes one more side of it, with the flags of all C of a build (-O2). The
script's portable C is a side as well.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import targets
from generator import calls, cpus, templates
from generator.cli import table
from generator.headers import available
from generator.lang.contract import Kernel
from generator.library import Library, run
from generator.model import KernelError
from targets.toolchain import benches
from targets.toolchain.process import ToolFailed
from targets.toolchain.product import died, host_program, refuse_emulation, run_here

_ROUNDS = 51
_BYTES = (64, 1024, 16384)
_SEED = 0x6C6F6F6D
_A_LINE = 20
_SECONDS = 20  # a side's first call
_MARK = "speed-row"  # before the rows of the program, which may print other lines too
_PRINTED = 20
_COUNTED = 1350  # bytes of the longest call whose instructions are counted


OF_THE_TREE = ("against", "libcrypto", "stitched", "losers", "seeds", "html")
"""Options of ``speed`` that its own kernels alone have."""


def refuse_beside(options: Iterable[str]) -> None:
    """Refuse options that kernels from outside do not have."""
    if named := [f"--{name}" for name in options]:
        raise ToolFailed(
            f"speed --kernel-path {' '.join(named)}: expected --instructions, --json, --rounds or --target; a kernel "
            "of your own is compared with its portable C or its c_reference="
        )


def chosen(library: Library, names: Sequence[str]) -> list[Kernel]:
    """The kernels from outside the tree among ``names``, or all of them if ``names`` is empty. ToolFailed for names of
    both kinds."""
    outside = [kernel for kernel in library.kernels.values() if not kernel.of_tree]
    if not names:
        return [kernel for kernel in outside if kernel.single is None]
    many = next((kernel for kernel in outside if kernel.name in names and kernel.single is not None), None)
    if many is not None and many.single is not None:
        raise ToolFailed(
            f"speed: {many.name} is for {many.messages} messages at once, which this table does not measure; expected "
            f"{many.single.name}, or another kernel for one"
        )
    found = [kernel for kernel in outside if kernel.name in names]
    others = [name for name in names if name not in [kernel.name for kernel in found]]
    known = {name for name in others for row in benches.every() if benches.selects(name, row)}
    strange = [name for name in others if name not in library.kernels and name not in known]
    if outside and strange:
        there = ", ".join(kernel.name for kernel in outside)
        raise ToolFailed(f"speed: no kernel and no benchmark {strange[0]}; the folders of --kernel-path have {there}")
    if found and others:
        raise ToolFailed(
            f"speed: {found[0].name} is from --kernel-path, and {others[0]} is a benchmark of the tree; expected "
            "one run for each kind"
        )
    return found


def measure(
    library: Library, triple: str, kernels: Sequence[Kernel], *, rounds: int | None, as_json: bool, instructions: bool
) -> int:
    """Measure kernels and print a table. ``instructions``: count those of a call, too, of up to 1350 bytes. Returns 0,
    or 1 if two sides give different results."""
    benches.check([], rounds, library.kernels)
    target = targets.load(triple)
    refuse_emulation(target)
    described = [_described(kernel, target.arch) for kernel in kernels]
    peers = dict.fromkeys(peer(kernel) for kernel in kernels if kernel.c_reference)  # kernels may share a file
    clock = [path for path in benches.sources() if path.stem.endswith("measure") or path.stem.startswith("probe")]
    some = Library({one.name: one for one in library.chosen([kernel.name for kernel in kernels])}, library.paths)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "speed_author.c")
        source.write_text(
            templates.render(
                "speed_author.c.j2",
                {
                    "kernels": described,
                    "rounds": _ROUNDS,
                    "seconds": _SECONDS,
                    "mark": _MARK,
                    "counted": _COUNTED,
                    "symbol": cpus.symbol,
                },
            ),
            "ascii",
        )
        files, includes = [source, *clock, *peers], [f"-I{benches.FOLDER}"]
        with host_program(some, triple, "speed_author", files, includes) as tool:
            done = run_here(target, tool, [str(rounds or _ROUNDS), *(["instructions"] if instructions else [])])
    print(done.stderr.decode("utf-8", "replace"), end="", file=sys.stderr)
    if done.returncode:
        if not done.stderr:
            print(died("speed", done), file=sys.stderr)
        return 1
    lines = [line for line in done.stdout.decode("utf-8", "replace").splitlines() if line.strip()]
    rows = [line.removeprefix(_MARK).split() for line in lines if line.startswith(f"{_MARK} ")]
    for line in [line for line in lines if not line.startswith(f"{_MARK} ")][:_PRINTED]:
        print(f"speed: the program prints: {line}", file=sys.stderr)
    units = {kernel.name: _unit(kernel) for kernel in kernels}
    found = [
        {"kernel": name, "amount": int(amount), "bytes": int(amount) * units[name], "side": side,
         "seconds": float(seconds), "ratio": float(ratio), "instructions": int(steps) if int(steps) >= 0 else None}
        for name, amount, side, seconds, ratio, steps in rows
    ]  # fmt: skip
    print(json.dumps(found, indent=1) if as_json else _table(kernels, found, instructions))
    return 0


def _table(kernels: Sequence[Kernel], found: Sequence[dict[str, Any]], instructions: bool) -> str:
    rows = []
    for row in found:
        kernel = next(one for one in kernels if one.name == row["kernel"])
        sized = f"{kernel.size_arg}={row['amount']}" if kernel.size_arg else "a call"
        speed = f"{row['bytes'] / row['seconds'] / 1e6:.1f}" if row["bytes"] and kernel.size_arg else ""
        ratio = f"{row['ratio']:.2f}" if kernel.c_reference or kernel.portable else ""
        steps = ["" if row["instructions"] is None else str(row["instructions"])] * instructions
        rows.append((row["kernel"], sized, row["side"], f"{row['seconds'] * 1e9:.1f}", speed, ratio, *steps))
    return table(("kernel", "work", "side", "ns", "MB/s", "times C", *["instructions"] * instructions), rows)


def _unit(kernel: Kernel) -> int:
    """The bytes of one unit of the argument of ``size=``: the growth of the largest extent. 0 without the argument."""
    if not kernel.size_arg:
        return 0
    numbers = calls.numbers(kernel)
    sizes = [{**numbers, kernel.size_arg: amount} for amount in (0, 1)]
    return max((arg.bytes(sizes[1]) - arg.bytes(sizes[0]) for arg in kernel.args if arg.access), default=0)


def _described(kernel: Kernel, arch: str) -> dict[str, Any]:
    """The values of the program's template for one kernel."""
    rng, numbers, unit = random.Random(f"{_SEED} {kernel.name}"), calls.numbers(kernel), _unit(kernel)
    amounts = sorted({max(1, size // unit) for size in _BYTES}) if unit else [1]
    given = kernel.cases.get(kernel.size_arg)
    if given is not None and not callable(given):
        amounts = [max(1, *(one for one in given if isinstance(one, int)))]
    whole = {**numbers, kernel.size_arg: amounts[-1]}
    buffers, words = [], []
    for param, arg in zip(kernel.params, kernel.args):
        if not arg.access:
            words.append(
                f"({param.ctype})amount" if arg.name == kernel.size_arg else f"({param.ctype}){whole[arg.name]}u"
            )
            continue
        data = _contents(kernel, arg.name, rng, arg.bytes(whole)) or b"\0"
        lines = [", ".join(map(str, data[at : at + _A_LINE])) + "," for at in range(0, len(data), _A_LINE)]
        buffers.append({"name": arg.name, "size": len(data), "lines": lines, "written": "w" in arg.access})
        words.append(f"({param.ctype})(void *){kernel.name}_{arg.name}_room")
    return {
        "name": kernel.name, "returns": kernel.returns, "params": ", ".join(param.text for param in kernel.params),
        "peer": "C" if kernel.c_reference else "", "portable": kernel.portable,
        "buffers": buffers, "arguments": ", ".join(words),
        "amounts": ", ".join(map(str, amounts)), "unit": _unit(kernel),
        "variants": [one for one in kernel.variants if available(one, arch)],
    }  # fmt: skip


def _contents(kernel: Kernel, name: str, rng: random.Random, size: int) -> bytes:
    given = kernel.cases.get(name)
    if callable(given):
        return bytes(run(lambda: given(rng, size), kernel.src.file))
    if given is not None:
        first = given[0]
        assert isinstance(first, bytes)
        return first
    return rng.randbytes(size)


def peer(kernel: Kernel) -> Path:
    """The C version's file. KernelError if there is none."""
    path = Path(kernel.src.file).parent / kernel.c_reference
    if not path.is_file():
        raise KernelError(
            kernel.src, f"{kernel.name}: c_reference={kernel.c_reference!r}: no file {path}; expected C that defines "
            f"{kernel.prototype}",
        )  # fmt: skip
    return path.resolve()
