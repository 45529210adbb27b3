# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``targets/estimates.dat``: what a model says the variants of kernels take on families of cores, and the choices that
follow for cores without measured rows.

A core with a family gets the variant that takes the fewest cycles. A core above (``generic``, ``amd-generic``) stands
for CPUs that nobody knows: of the variants that a CPU can run, it gets the one that loses least on the family where it
loses most. AVX-512 is for several messages at once there, and must win by :data:`CAUTION` on every family, because an
unknown core may lower its clock.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

from generator import cpus
from generator.isa.features import closure

FILE = Path(__file__).resolve().parents[1] / "estimates.dat"
PORTABLE = "portable"
OUTSIDE = {
    "rc4_stream": "loads pass stores or wait for them: no model of ports tells which",
    "rc4_md5_blocks": "the same",
    **{
        f"aes_gcm_{way}_message": "a call's way hangs on its length; of the variants, the last is the fastest"
        for way in ("open", "seal")
    },
    **{
        f"{cipher}_{kernel}": "the model has no numbers for its calls; of the variants, the last is the fastest"
        for cipher in ("blowfish", "camellia", "cast128", "des", "seed")
        for kernel in ("set_key", "ecb", "cbc_encrypt", "cbc_decrypt")
    },
    "des_cbc_encrypt_x16": "the same",
}
"""Kernels that the model leaves out, and the reason. Cores without rows take those of measured families."""
CAUTION = 1.25
WORTH = 1.03  # a row that differs from what a core inherits
LANES = 1.2  # vectors of several messages, to one after the other: they were measured at 3 to 15 % more than estimated
STREAMS = 1.05  # likewise two streams of the same instructions
NAMED = ("intel-haswell", "intel-skylake-avx512", "intel-atom", "amd-zen1")
"""Families whose CPUs cores.dat names one and all: a CPU that nobody knows is none of these."""
LEVEL = 1.02
COARSE = 1.2  # level, for kernels whose calls are one by one: what is before and after a call counts, too
BANDS = ((0, (1,)), (32, (4, 16, 0)))
"""From so many bytes on, the estimates for so many units count. A third band would cost each call."""
SHA = ("sha", "sha1", "sha256", "sha512")
_HEAD = """\
# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# Estimates of what the variants of kernels take on families of cores: `build.py model --write` makes them, from the
# generated code and targets/ports.dat. Nothing here was measured. targets/trial/estimates.py makes the rows of
# preferences_model.dat and batches_model.dat from them, where preferences.dat and batches.dat have none.
#
# A row has the kernel, its variant, the features that it needs, the units of a call (0: one unit of many), the
# instructions, and the cycles on each family of the line `columns` above; - where the family's cores cannot run the
# variant. `portable` is one message after the other, by the fastest variant for one, or two numbers likewise.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """``cycles``: family → cycles of a call, or with ``units`` 0 of a unit. ``instructions``: executed, likewise."""

    arch: str
    kernel: str
    variant: str
    needs: tuple[str, ...]
    units: int
    instructions: int
    cycles: Mapping[str, float]


def rows(path: Path = FILE) -> list[Row]:
    """The rows of a file."""
    found = []
    arch, columns = "", list[str]()
    for line in path.read_text("ascii").splitlines():
        words = line.split("#", 1)[0].split()
        if words[:1] == ["columns"]:
            arch, columns = words[1], words[2:]
        elif words:
            kernel, variant, needs, units, instructions, *cells = words
            cycles = {name: float(cell) for name, cell in zip(columns, cells, strict=True) if cell != "-"}
            features = () if needs == "-" else tuple(needs.split(","))
            found.append(Row(arch, kernel, variant, features, int(units), int(instructions), cycles))
    return found


def text(every: Iterable[Row]) -> str:
    """A file of these rows, which are in the order of architectures."""
    lines, arch = [_HEAD.rstrip("\n")], ""
    listed = list(every)
    for row in listed:
        if row.arch != arch:
            arch = row.arch
            columns = list(dict.fromkeys(name for one in listed if one.arch == arch for name in one.cycles))
            lines += ["", f"columns {arch} {' '.join(columns)}"]
        cells = [f"{row.cycles[name]:.4g}" if name in row.cycles else "-" for name in columns]
        head = [row.kernel, row.variant, ",".join(row.needs) or "-", str(row.units), str(row.instructions)]
        lines.append(" ".join([*head, *cells]))
    return "\n".join(lines) + "\n"


@dataclass(slots=True)
class Table:
    """The estimates of a kernel on an architecture. ``costs``: units → variant → family → cycles."""

    arch: str
    kernel: str
    needs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    costs: dict[int, dict[str, Mapping[str, float]]] = field(default_factory=dict)
    instructions: dict[tuple[int, str], int] = field(default_factory=dict)

    @property
    def lanes(self) -> int:
        """The number of messages, 1 if not of several."""
        found = re.search(r"_x(\d+)$", self.kernel)
        return int(found[1]) if found else 1

    def runs(self, variant: str) -> Collection[str]:
        """The families that can run a variant."""
        return self.costs[0][variant].keys()

    def wide(self, variant: str) -> bool:
        return any("avx512" in feature for feature in self.needs[variant])

    def cost(self, variant: str, family: str, units: int) -> float:
        """Cycles, with what a choice must win by."""
        bar = 1.0 if variant == PORTABLE or self.lanes == 1 else STREAMS if self.lanes == 2 else LANES
        return self.costs[units][variant][family] * bar

    def cautious(self, variant: str, pool: Iterable[str], families: Iterable[str], units: Iterable[int]) -> bool:
        """Whether a variant needs no AVX-512, or is for several messages or numbers and wins by :data:`CAUTION` on
        every family."""
        calm = [one for one in pool if not self.wide(one)]
        return (
            not self.wide(variant)
            or (PORTABLE in self.needs)
            and all(
                CAUTION * self.cost(variant, family, one)
                <= min((self.cost(other, family, one) for other in calm if family in self.runs(other)), default=inf)
                for family in families
                if family in self.runs(variant)
                for one in units
            )
        )

    def regret(self, variant: str, pool: Collection[str], family: str, units: Iterable[int]) -> float:
        """The cycles of a variant divided by those of the best of the pool, for the units where that is most."""
        return max(
            self.cost(variant, family, one)
            / min(self.cost(other, family, one) for other in pool if family in self.runs(other))
            for one in units
        )

    def least(self, pool: Sequence[str], families: Collection[str], units: Iterable[int]) -> str:
        """The variant that loses least where it loses most. Of level ones the one of the fewest instructions, which
        leaves the most to the other thread of a core."""
        lost = {
            one: max(self.regret(one, pool, family, units) for family in families)
            for one in pool
            if set(families) <= set(self.runs(one))
        }
        margin = COARSE if self.kernel.startswith(("aes_set_", "mont_")) else LEVEL
        level = [one for one in lost if lost[one] <= min(lost.values()) * margin]
        return min(level, key=lambda one: sum(self.instructions[work, one] for work in units))


@cache
def tables(path: Path = FILE) -> tuple[Table, ...]:
    """The kernels of the file."""
    found: dict[tuple[str, str], Table] = {}
    for row in rows(path) if path.is_file() else ():
        table = found.setdefault((row.arch, row.kernel), Table(row.arch, row.kernel))
        table.needs[row.variant] = row.needs
        table.costs.setdefault(row.units, {})[row.variant] = row.cycles
        table.instructions[row.units, row.variant] = row.instructions
    return tuple(found.values())


def above(core: str, parents: Mapping[str, str]) -> Iterator[str]:
    """The core, and those above it."""
    while True:
        yield core
        if parents[core] == core:
            return
        core = parents[core]


def is_root(core: str) -> bool:
    """Whether the core stands for CPUs that nobody knows."""
    return core.endswith("generic")


def _sha(table: Table) -> str:
    """The feature by which one message has instructions for its hash; empty if none has, or there is one message."""
    return next((need for need in table.needs.get(PORTABLE, ()) if need in SHA), "")


def _row(table: Table, core: str, least: int, variant: str, feature: str = "") -> dict[str, Any]:
    """As generator/preferences.py gives rows."""
    row = {"kernel": table.kernel, "uarch": core, "arch": table.arch, "min_bytes": least, "variant": variant}
    return {**row, "model": 1, "policy": "any", "feature": feature}


def _of_root(
    table: Table, core: str, families: Sequence[str], bytes_: int, units: Sequence[int]
) -> list[dict[str, Any]]:
    """The rows of a core above, from the slowest variant to the fastest."""
    sha = _sha(table)
    modern = [one for one in families if one not in NAMED]
    quick = [one for one in modern if sha and _has(table, one, sha)]
    groups = {"": [one for one in modern if one not in quick], **({sha: quick} if quick else {})}
    calm = core in cpus.lists()["wide"]
    out: list[dict[str, Any]] = []
    order = list(table.needs)
    for at, variant in enumerate(order):
        taken: dict[str, bool] = {}
        for feature, group in groups.items():
            able = [one for one in group if one in table.runs(variant)]
            pool = [one for one in order[: at + 1] if calm or table.cautious(one, order[: at + 1], able, units)]
            if able:
                taken[feature] = table.least(pool, able, units) == variant
        told = sha in table.needs[variant] or table.wide(variant)
        most = taken.get("", taken.get(sha, not table.wide(variant)) if told else True)
        if most:
            out.append(_row(table, core, bytes_, variant))
        if taken.get(sha, most) != most:
            out.append(_row(table, core, bytes_, variant if taken[sha] else PORTABLE, sha))
    return _effective(table, out)


def _effective(table: Table, found: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leaves out rows of variants that run only where a later one of the rows does."""
    needs = {name: closure(table.arch, features) for name, features in table.needs.items() if name != PORTABLE}
    return [
        row
        for at, row in enumerate(found)
        if row["feature"]
        or row["variant"] == PORTABLE
        or not any(
            not other["feature"] and other["variant"] != PORTABLE and needs[other["variant"]] <= needs[row["variant"]]
            for other in found[at + 1 :]
        )
    ]


def _has(table: Table, family: str, feature: str) -> bool:
    single = table.kernel.rsplit("_x", 1)[0]
    other = next((one for one in tables() if (one.arch, one.kernel) == (table.arch, single)), None)
    return other is not None and any(
        feature in needs and family in other.runs(variant) for variant, needs in other.needs.items()
    )


def walk(table: Table, core: str, family: str, bytes_: int, every: Sequence[Mapping[str, Any]]) -> str:
    """What dispatch takes on a core of the family by these rows."""
    for name in above(core, cpus.lists()["uarches"]):
        fits = [
            row
            for row in every
            if (row["kernel"], row["uarch"], row["policy"]) == (table.kernel, name, "any")
            and row["arch"] in ("", table.arch)
            and row["min_bytes"] <= bytes_
            and row["variant"] in table.needs
            and family in table.runs(row["variant"])
            and (not row["feature"] or _has(table, family, row["feature"]))
        ]
        if fits:
            largest = max(row["min_bytes"] for row in fits)
            return str([row for row in fits if row["min_bytes"] == largest][-1]["variant"])
    able = [one for one in table.needs if family in table.runs(one)]
    return [one for one in able if not table.wide(one) or able == [one]][-1]


def choices(measured: Sequence[Mapping[str, Any]], counted: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rows of preferences that the estimates add to the measured ones. ``counted``: the measured rows of batches: a
    core that has one for a kernel is measured."""
    parents: Mapping[str, str] = cpus.lists()["uarches"]
    out: list[dict[str, Any]] = []
    for table in tables():
        if len(table.needs) < 2:
            continue
        own = [row for row in measured if row["kernel"] == table.kernel and row["arch"] in ("", table.arch)]
        known = dict.fromkeys(family for costs in table.costs[0].values() for family in costs)
        said = {row["uarch"] for row in own if row["policy"] == "any"} | {
            row["uarch"] for row in counted if row["kernel"] == table.kernel and not is_root(row["uarch"])
        }
        # Sizes that stand for all cores were measured: an estimate has nothing of what a call begins with.
        sized = any(row["uarch"] == "generic" and row["min_bytes"] for row in own)
        here: list[dict[str, Any]] = []
        general: list[dict[str, Any]] = []
        bands = BANDS if len(table.costs) > 1 else ((0, (0,)),)
        for core in parents:
            up = {one for one in above(core, parents) if one == core or not is_root(one)}
            below = [one for one in known if core in above(one, parents)]
            if said & (up | {"generic"} if is_root(core) or sized else up):
                continue
            if is_root(core) and below:
                new = [row for band, units in bands for row in _of_root(table, core, below, band, units)]
                general = new if core == "generic" else general
                if core == "generic" or new != [{**row, "uarch": core} for row in general]:
                    here += new
            elif core in known:
                for band, units in bands:
                    pool = [one for one in table.needs if core in table.runs(one)]
                    now, best = walk(table, core, core, band, [*own, *here]), table.least(pool, [core], units)
                    least = table.regret(best, pool, core, units)
                    if now not in pool or (now != best and table.regret(now, pool, core, units) > WORTH * least):
                        here.append(_row(table, core, band, best))
        out += _without_repeats(here)
    return out


def _without_repeats(found: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leaves out what changes nothing: a core's first row, which is for CPUs that can run nothing else, and the first
    rows of a band that the band before has too."""
    out: list[dict[str, Any]] = []
    for core in dict.fromkeys(row["uarch"] for row in found):
        before: list[tuple[str, str]] = []
        for bytes_ in dict.fromkeys(row["min_bytes"] for row in found if row["uarch"] == core):
            band = [row for row in found if (row["uarch"], row["min_bytes"]) == (core, bytes_)]
            names = [(row["variant"], row["feature"]) for row in band]
            if not before:
                band = band[1:] if is_root(core) and len(band) > 1 and not band[0]["feature"] else band
            while band and (band[0]["variant"], band[0]["feature"]) in before:
                band = band[1:]
            out += band
            before += names
    return out


# Cycles of a batch for a message and for a run of the kernel beside the kernel's own, and of a call for one message:
# those that give the measured rows of Zen 4 and Sapphire Rapids.
_MESSAGE, _RUN, _CALL = 120, 100, 30
_LENGTHS = (2, 3, 4, 8, 12, 16, 32, 64, 128)  # blocks
_GAIN = 1.05
_END = 1 << 30  # bytes: the longest band
_KEYS = ("kernel", "many", "one")


def _gain(messages: int, blocks: int, one: float, many: float) -> float:
    """One after the other, divided by all at once."""
    return messages * (blocks * one + _CALL) / (blocks * many + messages * _MESSAGE + _RUN)


def _from(lanes: int, one: float, many: float, quick: bool) -> tuple[int, int] | None:
    """From how many messages and blocks on a kernel wins; None if never. ``quick``: one message has instructions for
    its hash. Short messages then overlap, one after the other."""
    shortest = (3 if lanes >= 16 else 8 if lanes > 2 else 2) if quick else 2
    blocks = next((some for some in _LENGTHS if some >= shortest and _gain(lanes, some, one, many) >= _GAIN), 0)
    fewest = lanes // 2 + 1 if lanes > 4 else lanes
    least = next((some for some in range(fewest, lanes + 1) if _gain(some, blocks, one, many) >= _GAIN), 0)
    return (least, blocks if blocks > _LENGTHS[0] else 0) if blocks and least else None


def batches(measured: Sequence[Mapping[str, Any]], preferred: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rows of batches that the estimates add to the measured ones: where dispatch chooses two variants by
    ``preferred``, and no row of the core or of one above tells from how many messages on. A row of ``generic`` asks for
    what the family needs that needs most."""
    parents: Mapping[str, str] = cpus.lists()["uarches"]
    by = {(table.arch, table.kernel): table for table in tables()}
    out: list[dict[str, Any]] = []
    for table in by.values():
        single = by.get((table.arch, table.kernel.rsplit("_x", 1)[0])) if table.lanes > 1 else None
        if single is None:
            continue
        families = dict.fromkeys(family for variant in table.needs for family in table.runs(variant))
        chosen = {
            core: (walk(table, core, core, _END, preferred), walk(single, core, core, _END, preferred))
            for core in families
        }
        for many, one in dict.fromkeys(chosen.values()):
            key = dict(zip(_KEYS, (table.kernel, many, one)))
            cores = [core for core, pair in chosen.items() if pair == (many, one)]
            known = [row["uarch"] for row in [*measured, *out] if key.items() <= row.items()]
            quick = bool(set(single.needs[one]) & set(SHA))
            alone, together = single.costs[0][one], table.costs[0][many]
            pairs = {core: _from(table.lanes, alone[core], together[core], quick) for core in cores}
            told = [pair for pair in pairs.values() if pair is not None]
            if many == PORTABLE or not told:
                continue
            if len(told) == len(cores) and "generic" not in known:
                pairs = {"generic": (max(least for least, _ in told), max(blocks for _, blocks in told))}
            for core, pair in pairs.items():
                if pair is not None and not set(above(core, parents)) & set(known):
                    out.append({**key, "uarch": core, "least": pair[0], "blocks": pair[1]})
    return out
