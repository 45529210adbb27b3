# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py model``: what the variants of kernels take on families of cores, by :mod:`targets.trial.timing`; and how
the choices that follow compare with measurements. ``targets/estimates.dat`` keeps the numbers."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from generator import batches, cpus
from generator.headers import available
from generator.isa.features import closure
from generator.isa.machine import machine as isa
from generator.kernels.cipher.aes_words import SlicedAes
from generator.lang.contract import Kernel, Variant
from generator.library import Library
from generator.preferences import FILE, MODEL, preferences
from targets.toolchain import benches, speed_rows
from targets.toolchain.process import ToolFailed
from targets.trial import estimates
from targets.trial.executed import Machine
from targets.trial.timing import Code, Family, cycles, families

ARCHS = ("x86_64", "x86", "aarch64")
_BLOCK = 16
_LIMBS, _PARTS = 16, 5  # of 1024 bits
_LEVEL = 0.03
_X86 = ("intel-skylake", "intel-icelake", "intel-alderlake", "intel-sapphirerapids", "amd-zen3", "amd-zen4", "amd-zen5")
"""Families that count in 32-bit mode; the others resemble one of them."""
_HEAD = [
    ": ".join(("# SPDX-License-Identifier", "Apache-2.0 OR ISC OR MIT-0")),  # no licence of this file, for `reuse`
    "# `build.py model --rows` makes this file, from targets/estimates.dat, where the file of measured rows has none.",
]
_INSTEAD = {"mont_pair_mul": "mont_mul", "mont_pair_sqr": "mont_sqr", "mont_pair_gather": "mont_mul"}
"""Kernel for a pair → the kernel that C calls for each of the two without it. The gathering has no choice of its own:
it is called where the product is."""


def contested(library: Library, arch: str) -> Iterator[tuple[Kernel, list[Variant]]]:
    """The kernels between whose variants a CPU of the architecture may choose, and these variants. Portable C counts
    where it is as many calls of a kernel for one message, which is then here too. Bit slices of AES do not count:
    every other variant executes half as many instructions or fewer."""
    every = [kernel for kernel in library.kernels.values() if kernel.of_tree and kernel.name not in estimates.OUTSIDE]
    there = {one.name: [v for v in one.variants if available(v, arch) and v.engine is not SlicedAes] for one in every}
    instead = {one.single.name for one in every if one.single is not None and there[one.name]}
    for kernel in every:
        several = kernel.single is not None or kernel.name in _INSTEAD or kernel.name in instead
        if len(there[kernel.name]) + several > 1 and there[kernel.name]:
            yield kernel, there[kernel.name]


def _numbers(kernel: Kernel, units: int) -> dict[str, int]:
    values = {"rounds": 10, "index": 1, "times": 1, "pad": 1, kernel.size_arg: units}
    return {arg.name: values[arg.name] for arg in kernel.args if not arg.access}


def _stream(kernel: Kernel) -> bool:
    """Whether blocks are independent: a variant may take many at once."""
    return any(arg.name == "out" and arg.access for arg in kernel.args)


def _points(kernel: Kernel, arch: str) -> tuple[int, ...]:
    """Units of a call for which there is a row. 0: one unit of many."""
    if kernel.size_unit == _BLOCK and kernel.single is None and arch == "x86_64":
        return (1, 4, 16, 0)
    return (0,)


def traced(machine: Machine, kernel: Kernel, variant: str, units: int) -> tuple[Code, slice, int]:
    """The instructions, the part that counts, and the units that the part works on: the second of two equal calls, or
    what a longer call executes more often than a shorter one."""
    whole = {"limbs": _LIMBS, "parts": _PARTS}.get(kernel.size_arg, 0 if kernel.size_arg else 1)
    if units or whole:
        one = machine.call(kernel, variant, _numbers(kernel, units or whole))
        return Code([*one, *one]), slice(len(one), None), 1
    few = 64 if kernel.size_unit == _BLOCK else 1 if kernel.messages > 2 else 32 if _stream(kernel) else 2
    short, steps = (machine.call(kernel, variant, _numbers(kernel, amount)) for amount in (few, 2 * few))
    begin = next(at for at, (one, other) in enumerate(zip(short, steps)) if one != other)
    return Code(steps), slice(begin, begin + len(steps) - len(short)), few


def runs(arch: str, family: Family, features: Sequence[str]) -> bool:
    """Whether a core of the family has the features."""
    return set(features) <= closure(arch, tuple(sorted(family.has)))


def measured(library: Library, arch: str, names: Sequence[str] = ()) -> Iterator[estimates.Row]:
    """The rows of an architecture. ``names``: of these kernels alone."""
    machine = Machine(arch)
    columns = [
        one for one in families().values() if one.arch == isa(arch).family and (arch != "x86" or one.name in _X86)
    ]
    for kernel, variants in contested(library, arch):
        if names and kernel.name not in names:
            continue
        for one in variants:
            for units in _points(kernel, arch):
                code, part, work = traced(machine, kernel, one.name, units)
                count = len(code.rows[part])
                wide = any(bits == 512 for _, bits in code.kinds)
                taken = {
                    family.name: cycles(code, family, part) / work * (family.slow512 / 100 if wide else 1)
                    for family in columns
                    if runs(arch, family, one.features)
                }
                yield estimates.Row(arch, kernel.name, one.name, one.features, units, round(count / work), taken)


def write(library: Library, names: Sequence[str]) -> int:
    """Writes the estimates anew, and the rows that follow. ``names``: the estimates of these kernels alone."""
    kept = [row for row in estimates.rows() if names and row.kernel not in names] if estimates.FILE.is_file() else []
    found = [row for arch in ARCHS for row in _noted(measured(library, arch, names))]
    every = with_portable([row for row in [*kept, *found] if row.variant != estimates.PORTABLE])
    estimates.FILE.write_bytes(estimates.text(every).encode("ascii"))
    print(f"{estimates.FILE}: {len(found)} rows of {len(every)} made anew")
    return write_rows()


def write_rows() -> int:
    """Writes the rows that follow from the estimates and from what was measured."""
    for path, text in rows_files().items():
        path.write_bytes(text.encode("ascii"))
        print(path)
    return 0


def rows_files() -> dict[Path, str]:
    """The files of rows, by their paths."""
    measured = preferences(FILE)
    chosen = estimates.choices(measured, batches.rows(batches.FILE))
    many = estimates.batches(batches.rows(batches.FILE), [*measured, *chosen])
    lines = [
        f"{row['kernel']} {row['uarch']}@{row['arch']} {row['min_bytes']} {row['variant']} model"
        f"{' with:' + row['feature'] if row['feature'] else ''}"
        for row in chosen
    ]
    pairs = [" ".join(str(word) for word in row.values()) for row in many]
    return {MODEL: "\n".join([*_HEAD, *lines, ""]), batches.MODEL: "\n".join([*_HEAD, *pairs, ""])}


def with_portable(every: Sequence[estimates.Row]) -> list[estimates.Row]:
    """The rows in order, and before those of a kernel for several messages the cycles of one after the other."""
    out: list[estimates.Row] = []
    for row in sorted(every, key=lambda one: (ARCHS.index(one.arch), one.kernel)):
        name, *lanes = re.split(r"_x(?=\d+$)", row.kernel)
        name = _INSTEAD.get(row.kernel, name)
        if name != row.kernel and (not out or (out[-1].arch, out[-1].kernel) != (row.arch, row.kernel)):
            single = [one for one in every if (one.arch, one.kernel, one.units) == (row.arch, name, 0)]
            cycles = {family: min(one.cycles[family] for one in single if family in one.cycles)
                      for family in single[0].cycles}  # fmt: skip
            needs = tuple(dict.fromkeys(need for one in single for need in one.needs if need in estimates.SHA))
            times = int(lanes[0]) if lanes else 2
            taken = {family: times * one for family, one in cycles.items()}
            out.append(estimates.Row(row.arch, row.kernel, estimates.PORTABLE, needs, 0, 0, taken))
        out.append(row)
    return out


def _noted(rows: Iterator[estimates.Row]) -> Iterator[estimates.Row]:
    for row in rows:
        print(f"model: {row.arch} {row.kernel}_{row.variant} {row.units}", file=sys.stderr, flush=True)
        yield row


def _pick(table: estimates.Table, core: str, bytes_: int, pool: Sequence[str]) -> str:
    """What the estimates alone choose of some variants."""
    bands = estimates.BANDS if len(table.costs) > 1 else ((0, (0,)),)
    units = [units for least, units in bands if least <= bytes_][-1]
    return table.least(pool, [core], units)


def _tables(arch: str) -> dict[str, estimates.Table]:
    return {one.kernel: one for one in estimates.tables() if one.arch == arch}


def report(arch: str, names: Sequence[str] = ()) -> int:
    """Prints what the estimates choose on each core with a family, and what the measured rows say there. ``names``: of
    these kernels alone."""
    parents = cpus.lists()["uarches"]
    measured = preferences(FILE)
    same = other = 0
    known = {name: table for name, table in _tables(arch).items() if len(table.needs) > 1}
    for name in names or known:
        table = known.get(name)
        if table is None:
            print(f"{name}: {estimates.OUTSIDE.get(name, f'{arch} has nothing to choose')}")
            continue
        print(name)
        bands = [least for least, _ in estimates.BANDS] if len(table.costs) > 1 else [0]
        for core in dict.fromkeys(core for runs in table.costs[0].values() for core in runs):
            own = [row for row in measured if row["kernel"] == table.kernel and row["arch"] in ("", arch)]
            above = {one for one in estimates.above(core, parents) if not estimates.is_root(one)}
            own = [row for row in own if row["uarch"] in above and row["policy"] == "any"]
            for bytes_ in bands:
                pool = [one for one in table.needs if core in table.runs(one)]
                mine = _pick(table, core, bytes_, pool)
                theirs = estimates.walk(table, core, core, bytes_, own) if own else ""
                cost = table.costs[0]
                told = f"  measured: {theirs}" if theirs else ""
                same, other = same + (theirs == mine), other + (theirs not in ("", mine))
                near = [one for one in pool if cost[one][core] < 2 * cost[mine][core]]
                beside = ", ".join(f"{one} {cost[one][core]:.4g}" for one in near)
                print(f"  {core:<22}{bytes_:>4}  {mine:<15}{told}  ({beside})")
    print(f"of {same + other} measured choices of {arch} the estimates make {same}")
    return 0


def against(arch: str, core: str, file: Path) -> int:
    """Prints how much the estimates' choices lose by the rows that ``build.py speed --json`` printed on a core."""
    rows = speed_rows.check(json.loads(file.read_text("utf-8")), str(file))
    known, kernel_of = _tables(arch), benches.every()
    if not any(core in runs for table in known.values() for runs in table.costs[0].values()):
        raise ToolFailed(f"model --core {core}: expected a family of targets/ports.dat: {', '.join(families())}")
    speeds: dict[tuple[str, int], dict[str, float]] = {}
    for row in rows:
        if row["peer"] == estimates.PORTABLE and row["variant"] != "dispatched" and not row["few"]:
            speeds.setdefault((row["kernel"], row["bytes"]), {estimates.PORTABLE: 1.0})[row["variant"]] = row["ratio"]
    losses = []
    for (bench, size), each in speeds.items():
        table = known.get(kernel_of[bench] or "")
        pool = [one for one in table.needs if one in each and core in table.runs(one)] if table else []
        if table is None or len(pool) < 2:
            continue
        mine, best = _pick(table, core, size // table.lanes, pool), max(pool, key=each.__getitem__)
        losses.append((1 - each[mine] / each[best], bench, size, mine, best))
    for lost, bench, size, mine, best in sorted(losses, reverse=True):
        if mine != best:
            print(f"{bench:<24}{size:>6}  {mine:<15} loses {100 * lost:4.1f} % to {best}")
    right = sum(lost <= _LEVEL for lost, *_ in losses)
    print(f"{len(losses)} places on {core}: {right} right within 3 %, {max(losses)[0]:.1%} lost at most")
    return 0
