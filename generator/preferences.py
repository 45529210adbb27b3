# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The rows of ``targets/preferences.dat`` and ``targets/preferences_model.dat``: which variant is faster where."""

from __future__ import annotations

from collections.abc import Container
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from generator import cpus
from generator.isa.features import known
from generator.model import AsmloomError

FILE = Path(__file__).resolve().parent.parent / "targets" / "preferences.dat"
MODEL = FILE.with_name("preferences_model.dat")
"""The rows that ``build.py model`` makes, for cores and kernels without rows in the other file."""
POLICIES = ("throughput", "latency")
WITH = "with:"


def preferences(*paths: Path) -> list[dict[str, Any]]:
    """The rows of files, of both without a name: kernel, microarchitecture, architecture (empty: any), least size in
    bytes, variant, whether a model's estimate, policy (``any``: no policy), the feature without which the row does not
    count (empty: none).

    Refuses a word after the variant that has no meaning, and an estimate for sizes that measurements decide.
    """
    rows: list[dict[str, Any]] = []
    lines = [
        (path, n, line)
        for path in paths or (FILE, MODEL)
        for n, line in enumerate(path.read_text("ascii").splitlines(), 1)
    ]
    for path, number, line in lines:
        words = line.split("#", 1)[0].split()
        if words:
            kernel, core, least, variant, *marks = words
            uarch, _, arch = core.partition("@")
            where = f"targets/{path.name}:{number}"
            model, policy, feature = _marks(marks, where)
            if feature:
                _refuse_feature(feature, arch, where)
            row = {"kernel": kernel, "uarch": uarch, "arch": arch, "min_bytes": int(least), "variant": variant}
            rows.append({**row, "model": model, "policy": policy, "feature": feature, "where": where})
    _refuse_estimates(rows)
    return [{name: value for name, value in row.items() if name != "where"} for row in rows]


def _refuse_estimates(rows: list[dict[str, Any]]) -> None:
    """AsmloomError for a model's row that begins where measured ones of its core count, and none begins."""
    for row in rows:
        of = ("kernel", "uarch", "arch", "policy")
        sizes = {one["min_bytes"] for one in rows if not one["model"] and all(one[name] == row[name] for name in of)}
        if row["model"] and sizes and row["min_bytes"] > min(sizes) and row["min_bytes"] not in sizes:
            raise AsmloomError(
                f"{row['where']}: a model's row for {row['kernel']} on {row['uarch']} from {row['min_bytes']} bytes "
                "on, where a measurement decides; expected measured rows, or estimates alone"
            )


def for_long_messages(kernel: str, arch: str, variants: Container[str]) -> list[dict[str, Any]]:
    """The rows without a policy for some variants of a kernel. Those of longer messages come later: of the rows of a
    core, the last one that the CPU can run wins."""
    mine = [
        row for row in preferences()
        if (row["kernel"], row["policy"]) == (kernel, "any")
        and row["arch"] in ("", arch) and row["variant"] in variants
    ]  # fmt: skip
    return sorted(mine, key=lambda row: int(row["min_bytes"]))


def _marks(marks: list[str], where: str) -> tuple[int, str, str]:
    """What the words after the variant say."""
    policies = [mark for mark in marks if mark in POLICIES]
    conditions = [mark for mark in marks if mark.startswith(WITH)]
    models = marks.count("model")
    if max(len(policies), len(conditions), models) > 1 or len(marks) > len(policies) + len(conditions) + models:
        raise AsmloomError(
            f"{where}: after the variant stands {' '.join(marks)}; expected `model`, one of {', '.join(POLICIES)}, and "
            f"{WITH}FEATURE, each once or not at all"
        )
    feature = conditions[0].removeprefix(WITH) if conditions else ""
    return models, policies[0] if policies else "any", feature


def _refuse_feature(feature: str, arch: str, where: str) -> None:
    """AsmloomError unless the runtime detects the feature on the row's architecture."""
    if not arch:
        raise AsmloomError(f"{where}: {WITH}{feature} without an architecture; expected CORE@ARCHITECTURE")
    here = {*cpus.lists()["features"].values()} & known(arch)
    if feature not in here:
        near = get_close_matches(feature, here) or sorted(here)
        raise AsmloomError(f"{where}: {arch} has no feature {feature}; expected {' or '.join(near)}")
