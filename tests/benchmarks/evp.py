# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""EVP with the provider and without: ``python -m tests.benchmarks.evp [--tool] [--rounds N] [NAME …]``.

The loops of ``openssl speed -evp`` (digests by EVP_Digest, HMAC by init, update and final, ciphers by updates in
place), records of TLS 1.2 sealed by composites, and those of TLS 1.3 sealed by AEADs, run for 2 ms with one provider
and then for 2 ms with the other, in one process. RC4 of OpenSSL's own is the legacy provider's. A cell is the median of
the rounds' ratios; above 1.00, asmloom is faster. ``--tool`` calls the program ``openssl speed`` instead, a second for
each figure: seven minutes a round for everything. Nothing here passes or fails.
"""

from __future__ import annotations

import argparse
import difflib
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from targets.toolchain import provider
from targets.toolchain.find import require
from targets.toolchain.process import run_silent
from tests.benchmarks.conditions import conditions, put
from tests.provider.test_provider import workshop

HERE = Path(__file__).parent
SIZES = (16, 64, 256, 1024, 1350, 8192, 16384)
HASHES = ("MD5", "SHA1", "SHA2-224", "SHA2-256", "SHA2-384", "SHA2-512")
AES = tuple(f"AES-{bits}-{mode}" for mode in ("ECB", "CBC", "CTR") for bits in (128, 192, 256))
ALGORITHMS = (
    *(f"{kind}:{name}" for kind in ("digest", "hmac") for name in HASHES),
    *(f"{kind}:{name}" for name in AES for kind in ("encrypt", "decrypt")),
    "encrypt:RC4",
    *(f"seal:AES-{bits}-CBC-HMAC-{name}" for name in ("SHA1", "SHA256") for bits in (128, 256)),
    "seal:RC4-HMAC-MD5",
    *(f"message:{name}" for name in ("AES-128-GCM", "AES-256-GCM", "ChaCha20-Poly1305")),
)
HEAD = f"| | {' | '.join(map(str, SIZES))} |\n|---|{'---|' * len(SIZES)}"


Rows = Iterator[tuple[str, list[float]]]  # an algorithm, and the ratio at each size


def loops(module: Path, rounds: int, algorithms: Sequence[str]) -> Rows:
    """By the program beside this file."""
    program = module.parent / "evp"
    words = [str(require("gcc")), "-O2", str(HERE / "evp.c"), "-o", str(program), "-lcrypto"]
    run_silent(words, what="compiling evp.c")
    for algorithm in algorithms:
        words = [str(program), str(module.parent), str(rounds), algorithm]
        text = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout
        yield algorithm, [float(line.split()[3]) for line in text.splitlines()]


def tool(module: Path, rounds: int, algorithms: Sequence[str]) -> Rows:
    """By ``openssl speed``, which counts the time of the process alone, in hundredths of a second."""
    conf = module.parent / provider.CONFIGURATION
    conf.write_text(provider.configuration(module))

    def once(ours: bool, algorithm: str, size: int) -> float:
        kind, name = algorithm.split(":")
        asked = ["-hmac", name] if kind == "hmac" else ["-evp", name, *(["-decrypt"] if kind == "decrypt" else [])]
        words = [str(require("openssl")), "speed", "-mr", "-seconds", "1", "-bytes", str(size), *asked]
        words += [] if ours else ["-provider", "legacy", "-provider", "default"]
        env = os.environ | ({"OPENSSL_CONF": str(conf)} if ours else {})
        text = subprocess.run(words, check=True, capture_output=True, text=True, env=env).stdout
        return float(next(line for line in text.splitlines() if line.startswith("+F:")).split(":")[-1])

    for algorithm in algorithms:
        cells = []
        for size in SIZES:
            whole = size if algorithm.startswith(("digest", "hmac")) else size // 16 * 16
            ratios = []
            for turn in range(rounds):
                speeds = {ours: once(ours, algorithm, whole) for ours in (turn % 2 == 0, turn % 2 == 1)}
                ratios.append(speeds[True] / speeds[False])
            cells.append(statistics.median(ratios))
        yield algorithm, cells


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.benchmarks.evp", description=__doc__)
    parser.add_argument("--tool", action="store_true", help="call openssl speed")
    parser.add_argument("--rounds", type=int, default=41, metavar="N")
    parser.add_argument("--core", type=int, default=0, metavar="CORE")
    parser.add_argument("--into", type=Path, metavar="FILE", help="put the table into a page, too")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(ALGORITHMS))
    given = parser.parse_args(arguments)
    if given.rounds < 1:
        parser.error(f"--rounds {given.rounds}: expected 1 or more")
    for name in given.names:
        if name not in ALGORITHMS:
            near = difflib.get_close_matches(name, ALGORITHMS) or ALGORITHMS
            parser.error(f"no algorithm {name}; expected {' or '.join(near)}")
    with tempfile.TemporaryDirectory() as folder:
        module = provider.module(workshop(Path(folder)), provider.headers())
        os.sched_setaffinity(0, {given.core})
        lines = [f"{conditions()}, {given.rounds} rounds.", "", HEAD]
        print("\n".join(lines), flush=True)
        names = given.names or [name for name in ALGORITHMS if not (given.tool and name.startswith("seal"))]
        for name, ratios in (tool if given.tool else loops)(module, given.rounds, names):
            lines.append(f"| {name.replace(':', ' ')} | {' | '.join(f'{ratio:.2f}' for ratio in ratios)} |")
            print(lines[-1], flush=True)
    if given.into is not None:
        put(given.into, "openssl speed" if given.tool else "evp", "\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
