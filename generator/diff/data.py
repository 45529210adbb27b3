# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A comparison as JSON, for programs."""

from __future__ import annotations

from typing import Any

from generator.diff.model import CLASSES, Comparison, FunctionDiff, Line, Row
from generator.diff.plain import loops


def document(comparison: Comparison) -> dict[str, Any]:
    """Everything that differs. Equal lines are left out."""
    return {
        "a": comparison.a,
        "b": comparison.b,
        "notes": comparison.notes,
        "same": comparison.same,
        "classes": dict(CLASSES),
        "loop_bodies": loops([diff for diff in comparison.functions if not diff.missing]),
        "functions": [_function(diff) for diff in comparison.functions],
        "other_files": comparison.files,
    }


def _function(diff: FunctionDiff) -> dict[str, Any]:
    return {
        "kernel": diff.kernel,
        "variant": diff.variant,
        "cells": list(diff.cells),
        "same_in": [list(cells) for cells in diff.more],
        "paths": list(diff.paths),
        "only_in": {"a": "b", "b": "a"}.get(diff.missing),
        "instructions": list(diff.sizes),
        "counts": dict(sorted(diff.counts().items())),
        "facts": [{"what": f.what, "a": f.a, "b": f.b, "class": f.cls} for f in diff.facts],
        "loops": [{"label": loop.label, "same": loop.same, "classes": list(loop.classes)} for loop in diff.loops],
        "renamed": [{"a": a, "b": b, "times": n} for a, b, n in diff.renamed],
        "lines": [_row(row) for row in diff.rows if row.classes],
    }


def _row(row: Row) -> dict[str, Any]:
    out: dict[str, Any] = {"classes": list(row.classes), "a": _line(row.a), "b": _line(row.b)}
    if row.why:
        out["why"] = row.why
    return out


def _line(line: Line | None) -> dict[str, Any] | None:
    if line is None:
        return None
    return {"line": line.number, "text": line.text, "script_line": line.script, "zone": line.zone}
