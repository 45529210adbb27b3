# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The table that ``openssl speed`` printed for many years, of this library: ``build.py speed --seeds``.

The rows and sizes are those of OpenSSL 1.0.0. Beside a public function stand the same over portable C, and libcrypto's
fastest public way to the same work. :data:`OF_2011` has such tables as they were published in 2011, and
a page shows both:

    python3 build.py speed --seeds --json --libcrypto FILE >ROWS.json   # on a quiet core
    python3 -m targets.toolchain.speed_seeds --date 2026-11-29 ROWS.json >docs/seeds.md
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from targets.toolchain import benches, speed_rows
from targets.toolchain.process import ToolFailed
from targets.toolchain.speed_rows import Row

SIZES = (16, 64, 256, 1024, 8192)
BULK: dict[str, str] = {
    "md5": "call_md5",
    "hmac(md5)": "call_hmac_md5_final_reset",
    "sha1": "call_sha1",
    "rmd160": "call_ripemd160",
    "rc4": "call_rc4",
    "des cbc": "call_des_cbc_encrypt",
    "des ede3": "call_des_ede3_cbc_encrypt",
    "seed cbc": "call_seed_cbc_encrypt",
    "blowfish cbc": "call_blowfish_cbc_encrypt",
    "cast cbc": "call_cast128_cbc_encrypt",
    **{f"aes-{bits} cbc": f"call_aes{bits}_cbc_encrypt" for bits in (128, 192, 256)},
    **{f"camellia-{bits} cbc": f"call_camellia{bits}_cbc_encrypt" for bits in (128, 192, 256)},
    "sha256": "call_sha256",
    "sha512": "call_sha512",
    "whirlpool": "call_whirlpool",
}
"""A row's name → the benchmark, which may not be there yet."""
BITS = (512, 1024, 2048, 4096)
OPERATIONS = {"sign/s": "private", "verify/s": "public"}
WITH_TABLES = " with tables"
SIDES = ("asmloom", "portable", "libcrypto")
"""What a cell has: speeds of the public function, of the same over portable C, and of the peer."""
SOURCE = ("OpenSSL: Outmoded Assembly, March 24, 2011", "http://zombe.es/post/4059999783/openssl-outmoded-asm")
OF_2011 = {
    "asm": """
md5: 25733.55 85951.91 234419.20 410698.07 522136.23
hmac(md5): 40607.96 126173.42 297999.27 451871.74 531436.89
sha1: 24997.02 77700.48 184074.50 283976.43 335233.02
rmd160: 20760.18 58180.05 124640.68 173745.83 196400.47
rc4: 283818.19 308370.67 261646.51 263007.91 262647.50
des cbc: 44095.51 45725.21 46270.38 46344.53 46388.57
des ede3: 17276.04 17488.11 17485.82 17500.50 17484.46
seed cbc: 45346.65 45829.25 45666.74 45812.39 45809.66
blowfish cbc: 89570.52 93845.12 95046.06 95244.63 94516.57
cast cbc: 77486.21 80917.33 81672.87 81765.03 81862.66
aes-128 cbc: 78122.06 83396.93 84696.03 84403.54 85325.14
aes-192 cbc: 66005.65 69767.59 70664.70 70910.29 71065.60
aes-256 cbc: 57154.74 60040.38 60761.86 60856.32 60959.40
camellia-128 cbc: 76557.16 106521.11 120180.99 124169.90 125476.86
camellia-192 cbc: 63078.86 83880.51 91553.11 93668.01 94090.97
camellia-256 cbc: 63201.99 83897.11 91556.78 93672.79 94401.88
sha256: 32503.04 69011.39 114596.78 136929.28 145926.83
sha512: 24876.78 99736.85 145548.37 200672.83 226355.88
whirlpool: 19835.40 41370.62 69102.45 80712.29 75937.11
rsa 512: 8804.9 105697.7
rsa 1024: 1749.3 34239.9
rsa 2048: 286.1 9882.1
rsa 4096: 40.7 2590.2
""",
    "C": """
md5: 18629.85 69272.04 192093.38 350936.41 459634.22
hmac(md5): 36383.35 113622.20 266558.29 401562.97 468322.99
sha1: 19238.83 61410.09 152286.46 242361.34 293481.13
rmd160: 17462.79 51741.31 116493.57 170108.25 196741.80
rc4: 324468.11 349412.22 357622.95 360358.19 366261.59
des cbc: 44055.78 46050.52 46879.49 46962.35 47125.85
des ede3: 17255.43 17489.71 17535.40 17550.34 17502.58
seed cbc: 45675.97 45870.89 45715.14 45889.54 45886.12
blowfish cbc: 89574.70 93861.93 95049.98 94363.13 94524.76
cast cbc: 78034.80 80866.50 81670.31 81606.31 81920.00
aes-128 cbc: 158038.23 165169.24 167165.95 167066.62 167766.70
aes-192 cbc: 137546.14 142435.09 143960.83 143626.92 144209.24
aes-256 cbc: 122027.35 125287.85 126534.74 126574.93 126872.23
camellia-128 cbc: 93205.31 95191.42 95708.93 95844.69 95690.75
camellia-192 cbc: 72242.07 73267.86 73551.62 73626.97 73385.08
camellia-256 cbc: 72224.74 73108.46 73555.54 73559.04 73594.20
sha256: 19389.61 45023.25 79790.42 98912.94 106834.60
sha512: 14506.04 57937.00 98487.38 144708.55 169426.94
whirlpool: 13411.79 27530.37 44540.43 52997.12 56243.54
rsa 512: 3688.9 48818.2
rsa 1024: 710.1 15543.2
rsa 2048: 117.7 4476.0
rsa 4096: 18.2 1269.7
""",
}
"""Thousands of bytes a second at :data:`SIZES`; of RSA, signatures and verifications a second. OpenSSL 1.0.0d on one
core of a Xeon of the 5600 series (Westmere), with its assembly and without, as :data:`SOURCE` printed them."""

Cell = Mapping[str, float]
"""Calls a second by :data:`SIDES`; a side without a figure is absent."""
Found = Mapping[tuple[str, int], Cell]
"""Benchmark and bytes of a call → the cell."""


def benchmarks() -> list[str]:
    """The benchmarks of the table that this tree has."""
    rsa = [f"rsa{bits}_{operation}" for bits in BITS for operation in OPERATIONS.values()]
    return [name for name in (*BULK.values(), *rsa) if name in benches.every()]


def cells(rows: Iterable[Row]) -> Found:
    """The cells of a run. Its other contenders do not count. A program that asks for tables (``loom_allow_tables``) has
    cells of its own, of the benchmark with :data:`WITH_TABLES` behind its name."""
    found: dict[tuple[str, int], dict[str, float]] = {}
    for row in rows:
        if row["variant"] not in ("dispatched", "portable", "tables"):
            continue
        name = row["kernel"] + (WITH_TABLES if row["variant"] == "tables" else "")
        cell = found.setdefault((name, row["bytes"]), {})
        cell["portable" if row["variant"] == "portable" else "asmloom"] = row["bytes_per_second"] / row["bytes"]
        if row["peer"] in SIDES:
            cell[row["peer"]] = row["peer_bytes_per_second"] / row["bytes"]
    for (name, size), cell in found.items():
        if name.endswith(WITH_TABLES):
            for side, speed in found.get((name.removesuffix(WITH_TABLES), size), {}).items():
                cell.setdefault(side, speed)
    return found


def lines_of(found: Found) -> Iterator[tuple[str, str, str]]:
    """The lines of bulk work: the name of the row, that of the line, and the benchmark."""
    for label, name in BULK.items():
        yield label, label, name
        if any((name + WITH_TABLES, size) in found for size in SIZES):
            yield label, f"{label}*", name + WITH_TABLES


def absent(found: Found) -> list[str]:
    """The names of rows without a function, or that were not measured."""
    have = {name for name, _ in found}
    return [label for label, name in BULK.items() if name not in have] + [
        f"rsa {bits} bits" for bits in BITS if not any(f"rsa{bits}_{one}" in have for one in OPERATIONS.values())
    ]


def ratio(cell: Cell) -> float | None:
    """The speed of the public function divided by that of the peer."""
    return cell["asmloom"] / cell["libcrypto"] if "asmloom" in cell and "libcrypto" in cell else None


def _number(cell: Cell, side: str, scale: float, unit: str) -> str:
    return f"{cell[side] * scale:.{2 if unit else 1}f}{unit}" if side in cell else "-"


def _times(cell: Cell) -> str:
    found = ratio(cell)
    return "-" if found is None else f"{found:.2f}"


_WIDE, _NARROW, _LABEL = 13, 9, 17


def _line(label: str, shown: Sequence[Cell], scales: Sequence[float], unit: str) -> str:
    sides = ["".join(f"{_number(c, side, s, unit):>{_WIDE}}" for c, s in zip(shown, scales)) for side in SIDES]
    return f"{label:<{_LABEL}}" + " |".join([*sides, "".join(f"{_times(cell):>{_NARROW}}" for cell in shown)])


def _heads(columns: Sequence[str], of: str) -> list[str]:
    width = _WIDE * len(columns)
    titles = ("asmloom (dispatch)", "asmloom, portable C", "libcrypto")
    above = " |".join(
        [*(f"{title:^{width}}" for title in titles), f"{'asmloom ÷ libcrypto':^{_NARROW * len(columns)}}"]
    )
    wide = "".join(f"{one:>{_WIDE}}" for one in columns)
    short = "".join(f"{one.removesuffix(' bytes'):>{_NARROW}}" for one in columns)
    return [f"{'':<{_LABEL}}{above}".rstrip(), f"{of:<{_LABEL}}" + " |".join([wide] * 3 + [short])]


def table(rows: Sequence[Row]) -> str:
    """The table as text: 1000s of bytes per second processed, and operations a second of RSA."""
    found = cells(rows)
    version = next((row["peer_version"] for row in rows if row["peer_version"]), "none; see --libcrypto")
    lines = [f"{rows[0]['cpu']}; libcrypto: {version}", "The 'numbers' are in 1000s of bytes per second processed."]
    lines += _heads([f"{size} bytes" for size in SIZES], "type")
    for _, label, name in lines_of(found):
        lines.append(_line(label, [found.get((name, size), {}) for size in SIZES], [s / 1000 for s in SIZES], "k"))
    lines += ["", *_heads(list(OPERATIONS), "")]
    for bits in BITS:
        shown = [found.get((f"rsa{bits}_{one}", bits // 8), {}) for one in OPERATIONS.values()]
        lines.append(_line(f"rsa {bits:4} bits", shown, [1, 1], ""))
    if any(name.endswith(WITH_TABLES) for name, _ in found):
        lines += ["", "* : speed over secrecy, for programs that call loom_allow_tables(1)"]
    if without := absent(found):
        lines += ["", f"- : no function here yet: {', '.join(without)}"]
    return "\n".join(lines) + "\n"


_HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0 -->
<!-- Written by targets/toolchain/speed_seeds.py. -->
# The table of `openssl speed`, 2011 and today

[{title}]({url})
found that OpenSSL's assembly was slower than its C for AES and RC4 on the processors of its day, and printed the tables
of `openssl speed` with assembly and without. The same rows and sizes follow, of this library, beside those figures.

* 2011: OpenSSL 1.0.0d, one core of a Xeon of the 5600 series (Westmere).
* Now: {cpu}, {date}; {version}.
* `asmloom` is the public function, `C` the same over portable C, both measured in one process with libcrypto, whose
  fastest public way counts. Rounds that another program disturbed do not count.
* Figures are thousands of bytes a second. `÷ 2011` compares different processors; `÷ libcrypto` and `÷ C` compare code.
* `hmac(md5)` has one key for all messages. RSA is without padding and without blinding on both sides of today;
  `openssl speed` of 2011 had both.
* Block ciphers of this library are constant time; those of 2011, and libcrypto's today without instructions for the
  cipher, look tables up at secret addresses. A line with `*` is of a program that asks for the same:
  `loom_allow_tables(1)`.
{missing}"""

_AGAIN = """
## Measuring again

```sh
python3 build.py speed --seeds --json --libcrypto FILE >rows.json   # on a quiet core; without --json: a table as text
python3 -m targets.toolchain.speed_seeds --date DATE rows.json >docs/seeds.md
```
"""


def _of_2011(kind: str) -> dict[str, list[float]]:
    lines = (line.split(": ") for line in OF_2011[kind].strip().splitlines())
    return {name: [float(word) for word in numbers.split()] for name, numbers in lines}


def _cells_of_page(cell: Cell, scale: float, past: Sequence[float], digits: int) -> str:
    shown = [f"{one:.{digits}f}" for one in past]
    shown += [f"{cell[side] * scale:.{digits}f}" if side in cell else "–" for side in SIDES]
    for other in (past[0], cell.get("portable", 0) * scale, cell.get("libcrypto", 0) * scale):
        shown.append(f"{cell['asmloom'] * scale / other:.2f}" if "asmloom" in cell and other else "–")
    return " | ".join(shown)


def _columns(first: str) -> list[str]:
    names = "2011, asm | 2011, C | asmloom | C | libcrypto | ÷ 2011, asm | ÷ C | ÷ libcrypto"
    return [f"| {first} | {names} |", "|---|" + "---:|" * 8]


def page(rows: Sequence[Row], date: str) -> str:
    """The page of a run. ToolFailed for a run without a libcrypto."""
    version = next((row["peer_version"] for row in rows if row["peer_version"]), None)
    if version is None:
        raise ToolFailed(
            "speed_seeds: rows without a libcrypto; expected those of build.py speed --seeds --libcrypto FILE"
        )
    found, past = cells(rows), [_of_2011("asm"), _of_2011("C")]
    without = absent(found)
    missing = f"* `–`: no function here yet, or not measured: {', '.join(without)}.\n" if without else ""
    title, url = SOURCE
    lines = [_HEAD.format(title=title, url=url, cpu=rows[0]["cpu"], date=date, version=version, missing=missing)]
    for n, size in enumerate(SIZES):
        lines += [f"## {size} bytes", "", *_columns("type")]
        for row, label, name in lines_of(found):
            before = [one[row][n] for one in past]
            cell, shown = found.get((name, size), {}), label.replace("*", r"\*")
            lines.append(f"| {shown} | {_cells_of_page(cell, size / 1000, before, 0)} |")
        lines.append("")
    for n, (title, operation) in enumerate(OPERATIONS.items()):
        lines += [f"## RSA, {title}", "", *_columns("bits")]
        for bits in BITS:
            cell = found.get((f"rsa{bits}_{operation}", bits // 8), {})
            lines.append(f"| {bits} | {_cells_of_page(cell, 1, [one[f'rsa {bits}'][n] for one in past], 1)} |")
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n" + _AGAIN


def main(argv: Sequence[str] | None = None) -> int:
    """Print the page of the run that the named file holds."""
    parser = argparse.ArgumentParser(prog="python3 -m targets.toolchain.speed_seeds", description=__doc__)
    parser.add_argument("run", type=Path, metavar="ROWS.json", help="what build.py speed --seeds --json printed")
    parser.add_argument("--date", required=True, help="the day of the measurement")
    options = parser.parse_args(argv)
    try:
        print(
            page(speed_rows.check(json.loads(options.run.read_text("utf-8")), str(options.run)), options.date), end=""
        )
    except (OSError, ValueError, ToolFailed) as error:
        print(f"speed_seeds: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
