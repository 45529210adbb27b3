# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The unwind checks accept sound functions and see each planted error, in every format."""

from __future__ import annotations

from pathlib import Path

import pytest

import targets
from targets.toolchain.assemble import assemble
from targets.toolchain.link import image_library, shared_library, shared_name
from targets.trial.unwind_check import Library, check_library
from tests.harness.unwind_samples import SAMPLES
from tests.harness.unwind_texts import X86_64_TEXT


def _check(name: str, text: str, folder: Path) -> list[str]:
    triple, syntax, arch, convention, _, _ = SAMPLES[name]
    target = targets.load(triple)
    source = folder / "sample.S"
    source.write_text(text)
    built = assemble(target, syntax, source, folder / "sample.o")
    if target.object_format != "elf":
        library = image_library(target, [built], folder)
        text_section = Library(library).section(".text", "__text")
        assert text_section is not None
        address = text_section[0]
    else:
        library = shared_library(target, [built], folder / shared_name(target, "sample"))
        address = Library(library).symbols["sample"]
    return check_library(library, arch, convention, {"sample": address}, target.windows)


@pytest.mark.parametrize("name", list(SAMPLES))
def test_sound_functions_pass(name: str, tmp_path: Path) -> None:
    assert _check(name, SAMPLES[name][4], tmp_path) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [(name, *error) for name, row in SAMPLES.items() for error in row[5]],
)
def test_planted_errors_are_seen(name: str, old: str, new: str, message: str, tmp_path: Path) -> None:
    text = SAMPLES[name][4]
    assert old in text
    lines = _check(name, text.replace(old, new, 1), tmp_path)
    assert any(message in line for line in lines), lines


def test_missing_information_is_seen(tmp_path: Path) -> None:
    text = "".join(line for line in X86_64_TEXT.splitlines(True) if ".cfi" not in line or "sample:" in line)
    lines = _check("x86_64 dwarf", text.replace(".cfi_startproc", ""), tmp_path)
    assert len(lines) == 1 and "no unwind information begins at" in lines[0]
