# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py vendor``: the printed report and the exit status."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from generator.library import Library
from generator.model import AsmloomError
from generator.vendoring import record
from generator.vendoring.contents import contents
from generator.vendoring.options import Options, resolve, words
from generator.vendoring.update import Outcome, update
from generator.vendoring.verify import Report, verify

# The options that are lists. The value is the word that empties the list.
NOTHING = {"targets": "", "kernels": "", "syntax": "first", "build": "none"}


def run(library: Library, args: argparse.Namespace) -> int:
    """Run the command. Returns 0, or 1 if edited files were kept. The help of ``--check`` lists its statuses."""
    plain = ("prefix", "runtime", "provider", "freestanding", "module")
    given: dict[str, object] = {key: getattr(args, key) for key in plain}
    for key in ("alias", "cpu_from"):
        given[key] = "" if getattr(args, key) == "none" else getattr(args, key)
    given.update({key: words(getattr(args, key), no) for key, no in NOTHING.items()})

    def make(options: Options) -> dict[str, bytes]:
        return contents(options, library)

    if args.check is not None:
        said = [f"--{key}" for key, value in given.items() if value is not None] + ["--force"] * args.force
        if said:
            raise AsmloomError(f"--check takes what the folder was vendored with; leave out {', '.join(said)}")
        _refuse_lost(args.check, library)
        report = verify(args.check, make)
        print(_report_json(args.check, report) if args.json else _report(args.check, report))
        return report.status
    if args.kernels is None:
        _refuse_lost(args.into, library)
    options, outcome = update(args.into, given, make, force=args.force)
    print(_outcome_json(args.into, options, outcome) if args.json else _outcome(args.into, options, library, outcome))
    return 1 if outcome.kept else 0


def _refuse_lost(folder: Path, library: Library) -> None:
    """Refuse a set with kernels that this run does not know: those of a ``--kernel-path`` that is left out."""
    old = record.read(folder)
    lost = [name for name in old.kernels if name not in library.kernels] if old is not None else []
    if lost:
        raise AsmloomError(
            f"{folder} was vendored with {', '.join(lost)}, which this tree does not have; a kernel of your own needs "
            "--kernel-path DIR, the folder of its script"
        )


def _report(folder: Path, report: Report) -> str:
    lines = [f"{folder / name}: {what}" for name, what in sorted(report.edited.items())]
    lines += [f"{folder / name}: in no manifest" for name in report.others]
    lines += [f"{folder / name}: {what}" for name, what in sorted(report.differ.items())]
    return "\n".join([*lines, *report.headline]) or f"{report.files} files are what asmloom {report.version} wrote"


def _report_json(folder: Path, report: Report) -> str:
    data = {
        "folder": str(folder), "status": report.status, "vendored_by": report.version, "files": report.files,
        "edited": report.edited, "others": report.others, "differ": report.differ, "summary": report.headline,
    }  # fmt: skip
    return json.dumps(data, indent=1)


def _outcome(folder: Path, options: Options, library: Library, outcome: Outcome) -> str:
    choice = resolve(options, library)
    lines = [f"{folder / name}: {why}, kept as it is; --force writes over it" for name, why in outcome.kept.items()]
    count = f"{_counted(len(choice.kernels), 'kernel')} for {_counted(len(choice.targets), 'target')}"
    what = f"{count} in {folder}: {outcome.files} files"
    return "\n".join([*lines, f"{what}; {outcome.written} written, {outcome.removed} removed"])


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" + "s" * (number != 1)


def _outcome_json(folder: Path, options: Options, outcome: Outcome) -> str:
    data = {
        "folder": str(folder), "options": options.as_json(), "files": outcome.files,
        "written": outcome.written, "removed": outcome.removed, "kept": outcome.kept,
    }  # fmt: skip
    return json.dumps(data, indent=1)
