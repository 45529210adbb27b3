# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Write ``docs/speed.md``: the speed of every public function, by the size of a call, divided by that of each peer.

    python3 build.py speed --json --libcrypto FILE >ROWS.json       # for each peer, once or several times
    python3 -m targets.toolchain.speed_table --date 2026-11-23 ROWS.json... >docs/speed.md

The first command belongs on a quiet core. Of several runs with one peer, each cell shows the median of the clean
runs. :func:`reasons` says why a function is slower than a peer's.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from statistics import median_low

from targets.toolchain import benches, speed_rows
from targets.toolchain.process import ToolFailed
from targets.toolchain.speed_rows import Row

UNKNOWN = "not known yet"
_PARITY = 1.0
_ODD, _LARGEST_BLOCK = 1350, 128

_HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0 -->
<!-- Written by targets/toolchain/speed_table.py. -->
# Speed of every function

The tables show the speed of a whole call of each public function, divided by the speed of the same work by a peer.
Above 1.00, asmloom is faster. The peer's time is that of its fastest public way at this size: one call, the functions
of an algorithm, or EVP with a context made beforehand. Columns are bytes a call. AES without a stream takes multiples
of 16: there 1350 stands for 1344, and among the block functions for the multiple of a block below.

* Core: {cpu}. Date: {date}. Rounds in which another program or the core's other thread disturbed do not
  count. Of several runs, each cell shows the median of the clean ones.
{peers}
* **0.95▼**: slower than the peer; the last column has the supposed reason, which nobody has profiled. `~` after a
  number: fewer than five rounds were clean, and all of them count. `–`: the peer has no such function, or the function
  takes no such size.
* While the core's other thread is busy, both sides share its units with it. These rounds have tables of their own, as
  far as there were five such rounds in a run. What the other thread did is not known.
* [speed-by-core.md](speed-by-core.md) has the other cores that were at hand, and what was reported of Zen 5.
* `ctr_fresh` sets a new counter for each message. An `open`ed TLS record has its IV in front, as in TLS 1.2.

{summary}
"""

_AGAIN = """## Measuring again

```sh
python3 build.py speed --json --libcrypto FILE >rows.json   # for each peer, once or several times, on a quiet core
python3 -m targets.toolchain.speed_table --date DATE rows.json >docs/speed.md
```

`targets/speed.dat` has the reasons. `python3 build.py speed --html FILE` draws every variant.
"""


def merged(runs: Sequence[Sequence[Row]]) -> list[list[Row]]:
    """One run for each peer: each row is the one of :func:`_typical`."""
    found: dict[str, dict[tuple[object, ...], list[Row]]] = {}
    for rows in runs:
        version = next((str(row["peer_version"]) for row in rows if row["peer_version"]), "")
        for row in rows:
            key = tuple(row[name] for name in ("kernel", "variant", "bytes", "peer"))
            found.setdefault(version, {}).setdefault(key, []).append(row)
    return [[{**_typical(rows), **_shared(rows)} for rows in of_peer.values()] for of_peer in found.values()]


def _shared(rows: Sequence[Row]) -> Row:
    """The median of the ratios beside a busy thread."""
    ratios = [row["shared_ratio"] for row in rows if row["shared_ratio"] is not None]
    return {"shared_ratio": median_low(ratios) if ratios else None}


def _typical(rows: Sequence[Row]) -> Row:
    """The row with the median ratio, among those with a quarter of the cleanest one's clean rounds. Rows with too
    few clean rounds do not count beside others."""
    enough = [row for row in rows if not row["few"]] or list(rows)
    least = max(row["clean"] for row in enough) / 4
    ranked = sorted((row for row in enough if row["clean"] >= least), key=lambda row: row["ratio"] or 0)
    return ranked[(len(ranked) - 1) // 2]


def reasons() -> list[tuple[str, str]]:
    """Patterns of benchmarks, and why these are slower than a peer's."""
    rows = (line.split(maxsplit=1) for line in speed_rows.known("slower"))
    return [(pattern, reason) for pattern, reason in rows]


def _reason(benchmark: str, known: Iterable[tuple[str, str]]) -> str:
    return next((reason for pattern, reason in known if fnmatchcase(benchmark, pattern)), UNKNOWN)


def _column(size: int) -> int:
    """The column of a number of bytes. The one odd column also stands for the whole blocks in it."""
    return _ODD if _ODD - _LARGEST_BLOCK < size < _ODD else size


def _cell(row: Row) -> str:
    """A ratio. A cell that rounds to 1.00 is not marked."""
    text = f"{row['ratio']:.2f}"
    mark = "~" if row["few"] else ""
    return f"**{text}▼{mark}**" if float(text) < _PARITY else text + mark


def _of_functions(rows: Sequence[Row]) -> dict[str, dict[int, Row]]:
    """The rows of the public functions, by benchmark and column: calls, and kernels through dispatch."""
    out: dict[str, dict[int, Row]] = {}
    for row in rows:
        if row["variant"] == "dispatched" and row["peer"] in (None, "libcrypto"):
            out.setdefault(row["kernel"], {})[_column(row["bytes"])] = row
    return out


_NUMBERS = "RSA without padding and blinding"
_LANES = "Several messages at once, compared with the same bytes of one message (columns: bytes of all messages)"
_LANES_END = re.compile(r"_x\d+$")


def _one_size(name: str) -> bool:
    return name.endswith(("_key", "_init"))


def _of_numbers(name: str) -> bool:
    return name.startswith("rsa")


def _of_lanes(name: str) -> bool:
    return _LANES_END.search(name) is not None


def table(title: str, found: Mapping[str, Mapping[int, Row]], known: Sequence[tuple[str, str]]) -> str:
    """One table. Benchmarks that set a key have the columns of their keys' lengths."""
    sizes = sorted({size for cells in found.values() for size in cells})
    lines = [f"## {title}", "", "| benchmark | function | " + " | ".join(map(str, sizes)) + " | where slower |"]
    lines.append("|---|---|" + "---:|" * len(sizes) + "---|")
    for name, cells in found.items():
        some = next(iter(cells.values()))
        shown = [_cell(cells[size]) if size in cells and cells[size]["ratio"] is not None else "–" for size in sizes]
        slow = any("▼" in text for text in shown)
        label = name.removeprefix("call_")
        lines.append(
            f"| {label} | `{some['function']}` | {' | '.join(shown)} | {_reason(name, known) if slow else ''} |"
        )
    return "\n".join(lines) + "\n"


def shared_table(title: str, found: Mapping[str, Mapping[int, Row]]) -> str:
    """The ratios while the core's other thread was busy, of the benchmarks that have such."""
    known = {
        name: {size: row["shared_ratio"] for size, row in cells.items() if row["shared_ratio"] is not None}
        for name, cells in found.items()
    }
    sizes = sorted({size for cells in known.values() for size in cells})
    lines = [f"## {title}", "", "| benchmark | " + " | ".join(map(str, sizes)) + " |", "|---|" + "---:|" * len(sizes)]
    for name, ratios in known.items():
        if ratios:
            shown = [f"{ratios[size]:.2f}" if size in ratios else "–" for size in sizes]
            lines.append(f"| {name.removeprefix('call_')} | {' | '.join(shown)} |")
    return "\n".join(lines) + "\n" if len(lines) > 4 else ""


def lanes_table(found: Mapping[str, Mapping[int, Row]]) -> str:
    """The speed of kernels of several messages, divided by that of the kernel of one message at the same number of
    bytes. Both go through dispatch."""
    single = {benches.every()[name]: cells for name, cells in found.items()}
    several = {name: cells for name, cells in found.items() if _of_lanes(name)}
    alone = {size for cells in single.values() for size in cells}
    sizes = sorted({size for cells in several.values() for size in cells if size in alone})
    lines = [f"## {_LANES}", "", "| benchmark | function | " + " | ".join(map(str, sizes)) + " |"]
    lines.append("|---|---|" + "---:|" * len(sizes))
    for name, cells in several.items():
        one = single[_LANES_END.sub("", str(benches.every()[name]))]
        shown = ["–"] * len(sizes)
        for size in cells.keys() & one.keys():
            ratio = cells[size]["bytes_per_second"] / one[size]["bytes_per_second"]
            shown[sizes.index(size)] = f"{ratio:.2f}" + ("~" if cells[size]["few"] or one[size]["few"] else "")
        lines.append(f"| {name} | `{next(iter(cells.values()))['function']}` | {' | '.join(shown)} |")
    return "\n".join(lines) + "\n"


def page(runs: Sequence[Sequence[Row]], date: str, known: Sequence[tuple[str, str]]) -> str:
    """The page of some runs, one for each peer. ToolFailed for a run without a peer, or without every function."""
    versions, parts, peers, summary, several = [], [], [], [], ""
    for rows in merged(runs):
        version = next((row["peer_version"] for row in rows if row["peer_version"]), None)
        if version is None:
            raise ToolFailed("speed_table: rows without a libcrypto; expected those of build.py speed --libcrypto FILE")
        found = _of_functions(rows)
        absent = [name for name in benches.every() if name not in found]
        if absent:
            raise ToolFailed(f"speed_table: {version}: no row of {', '.join(absent)}; expected a run of all benchmarks")
        versions.append(version)
        clean = sum(row["clean"] for row in rows) / len(rows)
        peers.append(f"* Peer: {version}, static. {100 * clean:.0f}% of the rounds were clean.")
        ratios = [row["ratio"] for cells in found.values() for row in cells.values() if row["ratio"] is not None]
        ahead = sum(float(f"{ratio:.2f}") >= _PARITY for ratio in ratios)
        summary.append(f"{ahead} of {len(ratios)} cells are at 1.00 or above compared with {version}.")
        several = several or lanes_table(found)
        found = {name: cells for name, cells in found.items() if not _of_lanes(name)}
        numbers = {name: cells for name, cells in found.items() if _of_numbers(name)}
        keys = {name: cells for name, cells in found.items() if _one_size(name)}
        others = {name: cells for name, cells in found.items() if name not in numbers and name not in keys}
        calls = {name: cells for name, cells in others.items() if name in benches.calls()}
        kernels = {name: cells for name, cells in others.items() if name not in calls}
        parts.append(table(f"Calls, compared with {version}", calls, known))
        parts.append(table(f"{_NUMBERS}, compared with {version} (columns: bytes of the modulus)", numbers, known))
        parts.append(table(f"Setting keys, compared with {version} (columns: bytes of key)", keys, known))
        parts.append(table(f"Block functions through dispatch, compared with the kernels of {version}", kernels, known))
        busy = f"While the core's other thread is busy, compared with {version}"
        parts.append(shared_table(busy, {**calls, **kernels}))
    cpu = runs[0][0]["cpu"]
    head = _HEAD.format(cpu=cpu, date=date, peers="\n".join(peers), summary="\n".join(summary))
    return "\n".join([head, *filter(None, parts), several, _AGAIN])


def main(argv: Sequence[str] | None = None) -> int:
    """Print the page of the runs that the named files hold."""
    parser = argparse.ArgumentParser(prog="python3 -m targets.toolchain.speed_table", description=__doc__)
    parser.add_argument("runs", nargs="+", type=Path, metavar="ROWS.json", help="what build.py speed --json printed")
    parser.add_argument("--date", required=True, help="the day of the measurement")
    options = parser.parse_args(argv)
    try:
        runs = [speed_rows.check(json.loads(path.read_text("utf-8")), str(path)) for path in options.runs]
        print(page(runs, options.date, reasons()), end="")
    except (OSError, ValueError, ToolFailed) as error:
        print(f"speed_table: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
