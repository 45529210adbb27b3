# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Calls under valgrind's memcheck with secrets marked as undefined: a branch or an address that depends on a secret is
an error. See secrecy.c."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from generator.isa.features import closure
from targets import Target
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from targets.trial.batch import (
    MOST_BUFFERS,
    Alias,
    Argument,
    Batch,
    Buffer,
    Call,
    DriverError,
    Machine,
    Narrow,
    Pointers,
    Word,
)
from targets.trial.machines import HERE, HOSTS, WARNINGS
from targets.trial.table import function_table

# The features that valgrind 3.19 translates. Later versions know more, and the tests ignore these.
_KNOWN = {
    "x86_64": ("avx2", "aes", "pclmul", "bmi1", "bmi2", "lzcnt", "movbe", "popcnt", "f16c", "rdrand", "cx16"),
    "x86": ("ssse3",),
}
TRIPLES = ("x86_64-linux-gnu", "i686-linux-gnu")
_MOST = 100


@dataclass(frozen=True, slots=True)
class Secret:
    """A call, and the numbers of the secret arguments (the value, or the pointer's buffer)."""

    call: Call
    arguments: frozenset[int]


def other_secret(argument: Argument, random: Random) -> Argument:
    """An argument of the same size with other contents or another value."""
    if isinstance(argument, Buffer):
        return replace(argument, data=random.randbytes(len(argument.data)))
    if isinstance(argument, (Word, Narrow)):
        wide = isinstance(argument, Word) and argument.wide
        return replace(argument, value=random.randrange(2**64 if wide else 2**32))
    return argument


def unknown(target: Target, features: tuple[str, ...]) -> list[str]:
    """The features of code that valgrind does not know."""
    if target.arch not in _KNOWN:
        return [f"valgrind for {target.arch}"]
    known = closure(target.arch, _KNOWN[target.arch])
    return [feature for feature in features if feature not in known]


def shapes(calls: Iterable[Call], most: int = _MOST) -> list[Call]:
    """One call of each shape, at most about ``most``, from beginning to end. A shape is all that a function may look
    at: its numbers, and the layout of its buffers."""
    found: dict[tuple[object, ...], Call] = {}
    for call in calls:
        kinds = (Alias, Pointers)
        shape = tuple(a.value if isinstance(a, Word) else a if isinstance(a, kinds) else "" for a in call.arguments)
        found.setdefault(shape, call)
    chosen = list(found.values())
    return chosen[:: 1 + len(chosen) // most]


def shorter(calls: Iterable[Call], most: int) -> list[Call]:
    """The calls whose buffers have fewer than ``most`` bytes. A buffer that has the same size in every call does not
    count: a kernel with a large state would have no calls left."""
    every = list(calls)
    sizes = [[len(a.data) if isinstance(a, Buffer) else 0 for a in call.arguments] for call in every]
    fixed = [len(set(column)) == 1 for column in zip(*sizes)]
    return [call for call, row in zip(every, sizes) if all(n < most or same for n, same in zip(row, fixed))]


def room(secrets: Iterable[Secret]) -> int:
    """Bytes of the largest buffer."""
    return max((len(a.data) for one in secrets for a in one.call.arguments if isinstance(a, Buffer)), default=0)


def build(
    triple: str,
    folder: Path,
    symbols: Iterable[str],
    inputs: Sequence[str | Path],
    source: str = "secrecy.c",
    room: int = 0,
) -> Path:
    """A static program with these functions, for which valgrind needs no debug symbols of the C library. ``room``: the
    bytes of the largest buffer."""
    host = HOSTS[triple]
    table = folder / "table.c"
    table.write_text(function_table(symbols))
    out = folder / Path(source).stem
    flags = [flag for flag in host.flags if flag != "-no-pie"]
    command = [str(require(host.tool)), *flags, "-static", "-std=c99", "-O1", "-g", *WARNINGS, "-Wno-pedantic"]
    command += [
        f"-DROOM={max(room, 1 << 16)}u",
        f"-I{HERE}",
        *(str(HERE / name) for name in (source, "plain.c", "reader.c")),
        str(table),
    ]
    done = run([*command, *map(str, inputs), "-o", str(out)], timeout=HANG_SECONDS)
    if done.returncode or done.stderr.strip():
        raise DriverError(f"{triple}: the program does not build:\n{done.stderr.decode(errors='replace')}")
    return out


def complaints(
    program: Path,
    secrets: Sequence[Secret],
    folder: Path,
    timeout: float = HANG_SECONDS,
    *,
    machine: Machine = "x86_64",
) -> dict[str, list[str]]:
    """Runs the calls. Function → one line for every call that memcheck complained of, then memcheck's first words.

    Raises DriverError if some call did not return, or if one gave a wrong answer: the run itself was then at fault.
    """
    batch = Batch()
    for secret in secrets:
        batch.add(secret.call)
    calls, marks, result, log = (folder / name for name in ("calls.bin", "marks.bin", "result.bin", "valgrind.txt"))
    batch.write(calls, machine)
    rows = [[n for n, _ in batch.passed(secret.call, machine)] for secret in secrets]
    marks.write_bytes(
        b"".join(
            sum(1 << at for at, n in enumerate(row) if n in one.arguments).to_bytes(MOST_BUFFERS // 8, "little")
            for row, one in zip(rows, secrets)
        )
    )
    words = [str(require("valgrind")), "--quiet", "--error-limit=no", f"--log-file={log}", str(program)]
    done = run([*words, str(calls), str(marks), str(result)], timeout=timeout)
    said = log.read_text(errors="replace") if log.exists() else ""
    if done.returncode:
        made = result.stat().st_size if result.exists() else 0
        text = done.stderr.decode(errors="replace") + said[-2000:]
        raise DriverError(f"{program}: exit status {done.returncode} with {made} bytes of results\n{text}")
    found: dict[str, list[str]] = {}
    data, at = result.read_bytes(), 0
    for number, secret in enumerate(secrets):
        call = secret.call
        (errors,) = struct.unpack_from("<I", data, at)
        at += 4
        for n, argument in enumerate(call.arguments):
            if isinstance(argument, Buffer) and argument.output:
                got = data[at : at + len(argument.data)]
                at += len(got)
                if got != call.expected.get(n, got):
                    raise DriverError(f"{call.function} call {number} {call.note}: wrong answer under valgrind")
        if errors:
            found.setdefault(call.function, []).append(f"{call.note}: {errors} errors")
    assert at == len(data), "the result has another length than the calls"
    # The log marks the beginning of each function. The C library's own complaints come before the first mark.
    parts = re.split(r"\*\*\d+\*\* function (\w+)\n", said)
    for name, text in zip(parts[1::2], parts[2::2]):
        if name in found:
            found[name].append("\n" + text[:1500])
    return found
