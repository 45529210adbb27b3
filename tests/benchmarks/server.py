# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What TLS costs an nginx with the provider and without: ``python -m tests.benchmarks.server [--rounds N] [NAME …]``.

Two nginx with one worker each share a core: one takes OpenSSL's default provider, the other asmloom. A client, libssl
alone on another core, fetches a file of 16 MB several times from one and then from the other, round after round. CPU
time is the worker's by Linux's own count, the kernel's work for it included: other programs on the machine hardly
change it. MB/s is by the clock, and suffers from them. A ratio is the median of the rounds' ratios. Nothing here passes
or fails.
"""

from __future__ import annotations

import argparse
import difflib
import os
import ssl
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from targets.toolchain import provider
from tests.benchmarks.conditions import conditions, put
from tests.provider.test_provider import workshop
from tests.system.server import SIZE, V12, V13, Nginx

FILES = 4  # of SIZE bytes, which one figure of a round takes
REQUEST = b"GET /file HTTP/1.1\r\nHost: localhost\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Suite:
    name: str
    version: ssl.TLSVersion = V12
    order: str = ""

    @property
    def title(self) -> str:
        return f"{self.name}, {self.order}" if self.order else self.name


WITH_MAC = ("AES128-SHA", "AES256-SHA", "AES128-SHA256", "ECDHE-RSA-AES128-SHA")
SUITES = (
    *(Suite(name, order=order) for name in WITH_MAC for order in ("MAC first", "encrypt-then-MAC")),
    Suite("ECDHE-RSA-AES128-GCM-SHA256"),
    Suite("TLS_AES_256_GCM_SHA384", V13),
)


class Worker(Nginx):
    """nginx with one worker, pinned to a core."""

    workers = 1

    def __init__(self, conf: Path | None, core: int) -> None:
        own = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {core})  # nginx inherits it
        super().__init__(conf)
        os.sched_setaffinity(0, own)
        self.fetch(V12, "AES128-SHA")
        [pid] = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        self.schedstat = Path(f"/proc/{pid}/schedstat")

    def cpu(self) -> float:
        """Seconds that the worker has been on a core."""
        return int(self.schedstat.read_text().split()[0]) / 1e9


@dataclass(frozen=True, slots=True)
class Figure:
    """Of one side in one round."""

    cpu: float  # seconds a GB
    speed: float  # MB a second


def transfer(client: ssl.SSLSocket, buffer: bytearray) -> None:
    """Fetch the file once."""
    client.sendall(REQUEST)
    got, whole = 0, None
    while whole is None or got < whole:
        taken = client.recv_into(buffer)
        assert taken > 0, "the server has closed the connection"
        if whole is None:
            head, _, _ = bytes(buffer[:taken]).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200"), head
            whole = len(head) + 4 + SIZE
        got += taken
    assert got == whole


def measure(server: Worker, suite: Suite) -> Figure:
    """After the handshake, which is not of interest here."""
    with server.connect(suite.version, suite.name, suite.order == "MAC first") as client:
        assert (client.cipher() or ("",))[0] == suite.name, client.cipher()
        buffer = bytearray(1 << 20)
        transfer(client, buffer)
        cpu, start = server.cpu(), time.perf_counter()
        for _ in range(FILES):
            transfer(client, buffer)
        took = time.perf_counter() - start
        cpu = server.cpu() - cpu
    size = FILES * SIZE
    return Figure(cpu * 1e9 / size, size / 1e6 / took)


def row(title: str, pairs: Sequence[tuple[Figure, Figure]]) -> str:
    """Of the table: each pair has the default provider's figure first."""
    cpu = statistics.median(theirs.cpu / ours.cpu for theirs, ours in pairs)
    speed = statistics.median(ours.speed / theirs.speed for theirs, ours in pairs)
    cells = [f"**{cpu:.2f}**"]
    cells += [f"{statistics.median(pair[side].cpu for pair in pairs):.2f}" for side in (0, 1)]
    cells += [f"**{speed:.2f}**"]
    cells += [f"{statistics.median(pair[side].speed for pair in pairs):.0f}" for side in (0, 1)]
    return f"| {title} | " + " | ".join(cells) + " |"


HEAD = """| suite | CPU time: ratio | s/GB, default | s/GB, asmloom | MB/s: ratio | default | asmloom |
|---|---|---|---|---|---|---|"""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.benchmarks.server", description=__doc__)
    parser.add_argument("--rounds", type=int, default=25, metavar="N")
    parser.add_argument("--cores", default="0,1", metavar="S,C", help="the server's core and the client's")
    parser.add_argument("--into", type=Path, metavar="FILE", help="put the table into a page, too")
    parser.add_argument("names", nargs="*", metavar="NAME", help="; ".join(suite.title for suite in SUITES))
    given = parser.parse_args(arguments)
    if given.rounds < 1:
        parser.error(f"--rounds {given.rounds}: expected 1 or more")
    known = {suite.title: suite for suite in SUITES}
    for name in given.names:
        if name not in known:
            parser.error(f"no suite {name}; expected {' or '.join(difflib.get_close_matches(name, known) or known)}")
    core, client = map(int, given.cores.split(","))
    warnings.filterwarnings("ignore", "ssl.TLSVersion", DeprecationWarning)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        module = provider.module(workshop(Path(folder)), provider.headers())
        conf = Path(folder) / provider.CONFIGURATION
        conf.write_text(provider.configuration(module))
        os.sched_setaffinity(0, {client})
        sides: list[Worker] = []
        try:
            sides.append(Worker(None, core))
            sides.append(Worker(conf, core))
            suites = [known[name] for name in given.names or known]
            pairs: dict[Suite, list[tuple[Figure, Figure]]] = {suite: [] for suite in suites}
            for turn in range(given.rounds):
                for suite in suites:
                    first, second = (measure(sides[side ^ turn & 1], suite) for side in (0, 1))
                    pairs[suite].append((second, first) if turn & 1 else (first, second))
        finally:
            for side in sides:
                side.close()
    rows = [row(suite.title, pairs[suite]) for suite in suites]
    table = "\n".join([f"{conditions()}, {given.rounds} rounds.", "", HEAD, *rows])
    print(table)
    if given.into is not None:
        put(given.into, "nginx", table)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
