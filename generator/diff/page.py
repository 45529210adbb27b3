# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A comparison as one self-contained page: summary, filters, functions side by side.

The summary is plain HTML. The code is data in the page. The page's script lays out the functions that a reader opens:
a comparison of two whole targets has some hundred thousand lines.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from markupsafe import Markup

from generator import __version__, templates
from generator.diff.model import CLASSES, LETTERS, QUIET, Comparison, FunctionDiff, Line
from generator.diff.plain import CONTEXT, loops


def render(comparison: Comparison, listings: Collection[str] = ()) -> str:
    """The text of the page, which loads nothing from a network. ``listings``: the functions that have a page in
    ``listing/`` beside this one, as in the folder of ``build.py site``."""
    functions = comparison.functions
    both = [diff for diff in functions if not diff.missing]
    present = Counter[str]()
    where = Counter[str]()
    for diff in functions:
        counts = diff.counts()
        present.update(counts)
        where.update(counts.keys())
    shown = [name for name in CLASSES if present[name]]
    quiet = sorted(QUIET) if set(present) - QUIET else []
    most = max(present.values(), default=1)
    values = {
        "a": comparison.a, "b": comparison.b, "notes": comparison.notes, "version": __version__,
        "same": comparison.same, "different": sum(1 + len(diff.more) for diff in both), "apart": len(both),
        "only_a": sum(1 + len(d.more) for d in functions if d.missing == "b"),
        "only_b": sum(1 + len(d.more) for d in functions if d.missing == "a"),
        "loops": loops(both), "loops_same": all(loop.same for diff in both for loop in diff.loops),
        "classes": [
            {"name": name, "letter": LETTERS[name], "about": about, "lines": present[name], "functions": where[name],
             "share": max(round(100 * present[name] / most), 1), "on": name not in quiet}
            for name, about in CLASSES.items() if present[name]
        ],
        "rows": [_row(n, diff, comparison, shown) for n, diff in enumerate(functions)],
        "files": comparison.files, "data": _embedded(_data(functions)), "names": list(CLASSES), "letters": LETTERS,
        "listings": listings,
    }  # fmt: skip
    return templates.render("diff/page.html.j2", values)


def _embedded(value: Any) -> Markup:
    """JSON that cannot end a script element."""
    text = json.dumps(value, separators=(",", ":")).replace("<", "\\u003c").replace("\u2028", "\\u2028")
    return Markup(text)


def _row(number: int, diff: FunctionDiff, comparison: Comparison, shown: list[str]) -> dict[str, Any]:
    counts = diff.counts()
    bad = [loop.label for loop in diff.loops if not loop.same]
    where = {"a": f"only in {comparison.b}", "b": f"only in {comparison.a}"}.get(diff.missing, "")
    return {
        "id": number, "name": diff.name, "kernel": diff.kernel, "variant": diff.variant, "sizes": diff.sizes,
        "where": where, "cells": [diff.cells, *diff.more] if diff.cells[0] == diff.cells[1] else [],
        "counts": [(name, counts[name]) for name in shown], "loops": len(diff.loops), "bad": bad,
        "classes": " ".join(diff.classes()),
    }  # fmt: skip


def _data(functions: list[FunctionDiff]) -> dict[str, Any]:
    """Functions whose lines are numbers: each text stands once, in ``texts``."""
    texts: dict[str, int] = {"": 0}

    def put(text: str) -> int:
        return texts.setdefault(text, len(texts))

    made = []
    for diff in functions:
        made.append(
            {
                "facts": [[f.what, f.a, f.b, list(CLASSES).index(f.cls)] for f in diff.facts],
                "renamed": [[a, b] for a, b, _ in diff.renamed],
                "loops": [[loop.label, loop.start, loop.end, int(loop.same)] for loop in diff.loops],
                "paths": list(diff.paths),
                "rows": list(_rows(diff, put)),
            }
        )
    return {
        "classes": [[name, LETTERS[name]] for name in CLASSES], "context": CONTEXT, "texts": list(texts),
        "functions": made,
    }  # fmt: skip


def _rows(diff: FunctionDiff, put: Any) -> Iterator[int]:
    """Six numbers a row: line and text of either side, classes as bits, the script's line at its first instruction."""
    bits = {name: 1 << n for n, name in enumerate(CLASSES)}
    last = ""
    for row in diff.rows:
        yield from (row.a.number, put(_text(row.a))) if row.a else (0, 0)
        yield from (row.b.number, put(_text(row.b))) if row.b else (0, 0)
        yield sum(bits[name] for name in row.classes)
        line = row.a or row.b
        assert line is not None
        anchor = f"{line.script}: {line.statement}" if line.script and line.zone == "body" else ""
        note = row.why
        yield put(f"{anchor if anchor != last else ''}\n{note}") if note or (anchor and anchor != last) else 0
        last = anchor or last


def _text(line: Line) -> str:
    if line.meaning.kind != "code":
        return line.text
    word, _, rest = line.text.partition(" ")
    return f"  {word:<9} {rest}".rstrip()
