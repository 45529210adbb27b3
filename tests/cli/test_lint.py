# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py lint``: findings give status 1 and show the remedy. ``--fix`` applies the remedy. A refusal names a
missing linter. Wasteful instructions over their limit give status 1."""

from __future__ import annotations

from pathlib import Path

import pytest

from targets.toolchain import lint, waste
from targets.toolchain.find import MissingTool
from tests.cli.runner import ROOT

pytestmark = pytest.mark.kernels()  # no kernel is read


def _only(monkeypatch: pytest.MonkeyPatch, *look: str, fix: tuple[str, ...] = ()) -> None:
    monkeypatch.setattr(lint, "checks", lambda files: (lint.Check("the linter", look, fix, "the mend"),))
    monkeypatch.setattr(waste, "verdict", lambda: ("the numbers", []))


@pytest.mark.parametrize(
    "name, text, look, fix",
    [
        ("unused.py", "import os\n", ("ruff", "check"), ("ruff", "check", "--fix")),
        ("spaced.py", "x  =  1\n", ("ruff", "format", "--check"), ("ruff", "format")),
        ("style.c", "int f(void) { return 1; }\n", ("clang-format", "--dry-run", "--Werror"), ("clang-format", "-i")),
    ],
)
def test_findings(
    name: str, text: str, look: tuple[str, ...], fix: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    (tmp_path / ".clang-format").write_text((ROOT / ".clang-format").read_text("utf-8"), "utf-8")
    path = tmp_path / name
    path.write_text(text, "utf-8")
    _only(monkeypatch, *look, str(path), fix=(*fix, str(path)))
    assert lint.lint(fix=False) == 1
    out = capsys.readouterr().out
    assert name in out and "the linter      failed; mend: the mend" in out
    assert path.read_text("utf-8") == text
    assert lint.lint(fix=True) == 0
    assert capsys.readouterr().out == "the linter      good\ngenerated code  the numbers\n"
    assert path.read_text("utf-8") != text


def test_waste_over_its_limit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _only(monkeypatch, "ruff", "--version")
    monkeypatch.setattr(waste, "verdict", lambda: ("2 pairs", ["2 wasteful instructions"]))
    assert lint.lint(fix=False) == 1
    assert capsys.readouterr().out == "the linter      good\ngenerated code  2 pairs\n2 wasteful instructions\n"


def test_missing_linter(monkeypatch: pytest.MonkeyPatch) -> None:
    _only(monkeypatch, "no-such-linter")
    with pytest.raises(MissingTool, match=r"no-such-linter not found .* expected the version of requirements-test.txt"):
        lint.lint(fix=False)


def test_every_source_is_looked_at() -> None:
    files = lint.c_files()
    assert {"runtime/detect/cpu.h", "runtime/api/hash.c", "targets/trial/driver.c"} <= set(files)
    assert not any(name.startswith("generated/") for name in files)
    assert [check.look[0] for check in lint.checks()] == ["ruff", "ruff", "mypy", "clang-format"]


def test_files_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """As before a commit: each file has its linters, and a linter without files does not run."""
    assert lint.lint(fix=False, files=["tests/cli/test_lint.py"]) == 0
    assert [line.split("  ")[0] for line in capsys.readouterr().out.splitlines()] == [
        "ruff check", "ruff format", "mypy --strict",
    ]  # fmt: skip
    assert [check.look[-1] for check in lint.checks(["runtime/api/hash.c", "README.md"])] == ["runtime/api/hash.c"]
    assert lint.lint(fix=False, files=["README.md"]) == 0


@pytest.mark.parametrize("path", [".ci/run", ".pre-commit-config.yaml", "CONTRIBUTING.md"])
def test_it_is_run(path: str) -> None:
    assert "build.py lint" in (ROOT / path).read_text("utf-8")
