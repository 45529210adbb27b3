# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py diff``: find both sides, compare them, and show the result on the terminal, as JSON or as a page."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator

from generator import processes
from generator.diff import data, page, plain, review
from generator.diff.compare import check_classes, compare
from generator.library import Library
from generator.model import AsmloomError
from generator.ready import GENERATED
from generator.tree import write_tree
from generator.wording import counted
from targets.toolchain import outfile, progress
from targets.toolchain.diff_sides import changes, sides

_PLAIN_WIDTH = 140  # columns if the output is no terminal


def diff(library: Library, args: Namespace) -> int:
    """Compare and show. Returns 0 if nothing differs, 1 otherwise. Raises AsmloomError, TargetError and ToolFailed."""
    only = [name for word in args.only or () for name in word.split(",") if name]
    kernels = args.kernel or []
    check_classes(only)
    if args.html is not None:
        outfile.check("--html", args.html)
    if args.b is None:
        _check_alone(args)
        before, after = changes(args.a, GENERATED)
        lines = review.table(before, after, args.a)
        print("\n".join(lines))
        return 1 if before != after else 0
    a, b = sides(library, args.a, args.b, kernels=kernels, fresh=args.fresh)
    result = compare(a, b, kernels=kernels, only=only, progress=processes.watch)
    if args.html is not None:
        listings = {one.stem for one in (args.html.absolute().parent / "listing").glob("*.html")}
        write_tree(args.html.absolute().parent, {args.html.name: page.render(result, listings).encode("utf-8")})
        print(f"{args.html}: {counted(len(result.functions), 'function')} with differences")
    elif args.json:
        print(json.dumps(data.document(result), indent=1))
    elif args.stat:
        _show(iter([*plain.summary(result), "", *plain.stat(result)] if result.functions else plain.summary(result)))
    else:
        _show(plain.full(result, _style(), only))
    return 1 if result.differs else 0


def _check_alone(args: Namespace) -> None:
    """Refuse a single side without --stat, and options that the table for one side does not read."""
    if not args.stat:
        raise AsmloomError(f"diff {args.a}: expected a second side B; --stat alone compares with generated/")
    given = [f"--{name}" for name in ("kernel", "only", "html", "json", "fresh") if getattr(args, name)]
    if given:
        raise AsmloomError(f"diff --stat {args.a}: expected a second side B for {', '.join(given)}, or --stat alone")


def _style() -> plain.Style:
    tty = sys.stdout.isatty()
    colour = tty and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    width = shutil.get_terminal_size((_PLAIN_WIDTH, 50)).columns
    bar = "\u2502" if (sys.stdout.encoding or "").lower().replace("-", "") == "utf8" and tty else "|"
    return plain.Style(max(width, 60), colour, bar)


def _show(lines: Iterator[str]) -> None:
    """Print lines. A terminal gets a pager, which receives each line as soon as the line is ready."""
    words = shlex.split(os.environ.get("PAGER", "less")) if sys.stdout.isatty() else []
    if not words or shutil.which(words[0]) is None:
        for line in lines:
            print(line)
        return
    progress.end()
    # less: pass colours, quit if the text fits one screen, keep the screen.
    environment = {"LESS": "FRX", **os.environ}
    child = subprocess.Popen(words, stdin=subprocess.PIPE, env=environment)
    assert child.stdin is not None
    try:
        for line in lines:
            child.stdin.write(line.encode("utf-8") + b"\n")
        child.stdin.close()
    except BrokenPipeError:
        pass  # the reader has closed the pager
    while True:
        try:
            child.wait()
            break
        except KeyboardInterrupt:
            continue  # the pager handles Ctrl-C
