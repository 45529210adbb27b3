# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Which sources ``build.py mutate`` plants faults in, and which tests see them.

No test of the table compares ``generated/`` with what the generator makes: a drift of it alone finds no fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from targets import TargetError
from targets.toolchain.mutation import c, python
from targets.toolchain.mutation.mutant import Mutant


@dataclass(frozen=True, slots=True)
class Row:
    """Files of an area. ``first``: cheap tests that see most faults of these files. ``then``: the tests for faults that
    live. ``imported``: functions of these files run while tests are collected, too."""

    area: str
    files: tuple[str, ...]
    first: tuple[str, ...]
    then: tuple[str, ...] = ()
    imported: bool = True


def _checks(name: str, *first: str) -> Row:
    """A check is tried against its own tests only: each of its rules needs one."""
    return Row("checks", (f"generator/passes/{name}.py",), tuple(_tests(first)), imported=False)


def _lowering(*files: str, words: Sequence[str] = (), vectors: Sequence[str] = ()) -> Row:
    """Rules are executed on each machine that has them: rules of words, of vectors, or of both. The proofs of all cases
    take minutes for a single fault."""
    kinds = [f"{name}_of_{arch}" for name, arches in (("words", words), ("vectors", vectors)) for arch in arches]
    others = [f"{name}_of_{arch}" for name in ("vectors", "words") for arch in words or vectors]
    first, then = ([f"tests/lower/test_values.py::test_{kind}" for kind in some] for some in (kinds, others))
    return Row("lowering", files, tuple(first), (*(one for one in then if one not in first), *_RULES), imported=False)


def _tests(names: Iterable[str]) -> list[str]:
    return [name if "/" in name else f"tests/passes/test_{name}.py" for name in names]


def _passes(names: Iterable[str], first: Iterable[str], then: Iterable[str] = ()) -> Row:
    files = tuple(f"generator/passes/{name}.py" for name in names)
    return Row("passes", files, tuple(_tests(first)), tuple(_tests(then)), imported=False)


_FRAME = "tests/passes/test_verify_by_hand.py::test_every_frame_instruction_is_needed"
_SHARED = "tests/passes/test_entry.py::test_shared_bodies_cost_nothing"
_VERIFY = ("verify", "verify_rules", "verify_by_hand", f"--deselect={_FRAME}", "asm")
_SECRECY = ("secrecy_rules", "secrecy_scripts")
_VECTORS = ("wide", "lanes", "blocks")
_RULES = (
    *("tests/lower/test_arguments.py", "tests/lower/test_pool.py", "tests/passes/test_asm.py"),
    *(f"tests/lower/test_{name}.py::test_refused" for name in ("rules", "wide", "lanes", "blocks")),
    *(f"tests/lower/test_rules.py::test_{name}" for name in ("entry_and_exit", "an_index_inside_asm_is_not_narrow",
                                                            "exemptions_are_named_in_the_contract")),
    *("tests/lower/test_blocks.py::test_plans_are_short", "tests/lower/test_carries.py"),
    *(f"tests/lower/test_wide.py::test_{name}" for name in ("a_load_is_not_folded_into_another_encoding",
                                                           "a_mask_leaves_lanes_out")),
)  # fmt: skip
_TEXT = (
    "tests/emit/test_text.py",
    *(f"--deselect=tests/emit/test_text.py::test_{name}" for name in ("bytes", "assemblers_know_the_feature_words",
                                                                     "tables_are_not_in_text", "header_columns")),
)  # fmt: skip
"""Texts without an assembler. The texts that assemblers read are those of ``test_texts.py``, too."""
_LINES = "--deselect=tests/passes/test_annotate.py::test_moved_lines"
_TREE = "--deselect=tests/passes/test_waste.py::test_the_tree"
ROWS = (
    _checks("check", "check_rules", "check_constants", "check_copies", "check"),
    _checks("verify", "verify_facts", *_VERIFY),
    _checks("verify_state", "verify_state", *_VERIFY),
    _checks("verify_stack", "verify_stack", *_VERIFY),
    _checks("secrecy", "remains", *_SECRECY),
    _checks("taint", "taint", *_SECRECY),
    _checks("replay", "replay", "replay_far"),
    _checks("hazards", "hazards", "stitch", "stitch_apart"),
    _checks("same", "same_terms", "same"),
    _passes(("distances",), ("distances",), ("stitch_apart",)),
    _passes(("annotate",), ("annotate_by_hand", "annotate", _LINES)),
    _passes(("dump",), ("parts",)),
    _passes(("stitch", "streams"), ("streams", "stitch_order", "stitch_replay", "stitch"), ("decisions",)),
    _passes(("waste", "waste_copies"), ("waste", _TREE, "shorten"), ("decisions",)),
    _passes(("entry",), ("entry", f"--deselect={_SHARED}"), ("decisions",)),
    _passes(
        ("owners", "stack", "memory", "provenance"),
        ("parts", "provenance_by_hand", "secrecy_rules", "stitch"),
        ("stitch_apart",),
    ),
    _passes(("frame", "flow", "fold", "contract"), ("decisions", "parts", "areas", "asm")),
    _passes(
        ("*",),
        (
            "decisions",
            "listings",
            "assign",
            "allocate_by_hand",
            "shorten",
            "spill",
            "order_by_hand",
            "evict_by_hand",
            "evict",
            "live_ranges",
        ),
    ),
    _lowering(*(f"generator/machines/x86/lower_{name}.py" for name in _VECTORS), vectors=("x86_64", "x86")),
    _lowering(*(f"generator/machines/aarch64/lower_{name}.py" for name in _VECTORS), vectors=("aarch64",)),
    _lowering("generator/machines/x86/lower*.py", "generator/machines/x86/moves.py", words=("x86_64", "x86")),
    _lowering("generator/machines/aarch64/lower*.py", "generator/machines/aarch64/moves.py", words=("aarch64",)),
    _lowering("generator/lower/wide.py", vectors=("aarch64", "x86", "x86_64")),
    _lowering("generator/lower/*.py", words=("x86", "aarch64", "x86_64")),
    Row(
        "emission",
        (
            "generator/emit/*.py",
            "generator/machines/*/gas.py",
            "generator/machines/*/nasm.py",
            "generator/machines/*/spelling.py",
        ),
        ("tests/emit/test_texts.py", "tests/emit/test_edges.py", "tests/emit/test_stretches.py"),
        (*_TEXT, "tests/emit/test_records.py"),
        imported=False,
    ),
    Row(
        "unwinding",
        ("generator/unwind/*.py", "generator/machines/*/unwind_windows.py", "generator/machines/*/frame.py"),
        ("tests/emit/test_unwind_rules.py", "tests/passes/test_frames.py", "tests/emit/test_texts.py"),
        _TEXT,
        imported=False,
    ),
    Row(
        "ABI",
        ("generator/abi.py", "generator/isa/convention.py", "generator/machines/*/conventions.py"),
        ("tests/isa/test_conventions.py",),
    ),
    Row(
        "kernels",
        ("generator/kernels/hash/*.py",),
        ("tests/proof/test_standard.py",),
        ("tests/lanes", "tests/fast"),
    ),
    Row(
        "kernels",
        tuple(f"generator/kernels/cipher/aes_{name}.py" for name in ("cbc", "ecb", "engine", "contract")),
        ("tests/proof/test_standard_aes.py",),
        ("tests/fast", "tests/vectors/test_aes.py"),
    ),
    Row(
        "kernels",
        ("generator/kernels/cipher/rc4.py",),
        ("tests/proof/test_standard_rc4.py::test_the_key_stream_is_that_of_the_algorithm",),
        ("tests/fast", "tests/kernels/test_execute.py"),
    ),
    Row(
        "kernels",
        ("generator/kernels/*/*.py",),
        ("tests/fast", "tests/vectors/test_aes.py"),
        ("tests/kernels/test_execute.py",),
    ),
    Row(
        "proof",
        ("proof/accesses.py", "proof/inside.py", "proof/secrecy.py"),
        ("tests/proof/test_accesses.py",),
        ("tests/proof/test_mutants.py",),
    ),
    Row("proof", ("proof/fault/*.py",), ("tests/proof/test_counterexample.py",)),
    Row("proof", ("proof/rotations.py",), ("tests/proof/test_rotations.py",), ("tests/proof/test_standard.py",)),
    Row(
        "runtime",
        ("runtime/rsa/*.c",),
        ("tests/rsa/test_vectors.py", "tests/rsa/test_cases.py"),
        ("tests/rsa/test_wycheproof.py", "tests/rsa/test_fault.py"),
    ),
    Row(
        "runtime",
        ("runtime/core/*.c", "runtime/detect/*.c"),
        ("tests/runtime/test_choices.py", "tests/runtime/test_tuning.py", "tests/runtime/test_entry.py"),
        ("tests/runtime/test_dispatch.py", "tests/runtime/test_cpus.py", "tests/runtime/test_residue.py"),
    ),
    Row(
        "runtime",
        ("runtime/portable/*.c",),
        ("tests/kernels/test_portable.py", "tests/vectors/test_hashes.py"),
        ("tests/vectors",),
    ),
    Row(
        "runtime",
        ("runtime/api/*.c", "runtime/batch/*.c", "runtime/tls/*.c"),
        ("tests/runtime/test_api.py", "tests/vectors/test_hashes.py", "tests/vectors/test_aes.py"),
        ("tests/runtime/test_tls.py", "tests/runtime/test_batches.py", "tests/vectors", "tests/runtime/test_aes.py"),
    ),
)
"""The first row that has a file counts."""
AREAS = tuple(dict.fromkeys(row.area for row in ROWS))


def chosen(area: str | None) -> tuple[str, ...]:
    """The areas asked for. TargetError for one that is none."""
    if area is not None and area not in AREAS:
        raise TargetError(f"mutate: {area}: no such area; expected one of {', '.join(AREAS)}")
    return AREAS if area is None else (area,)


def of_file(root: Path, file: str, area: str | None, rows: Sequence[Row] = ROWS) -> str:
    """The area of a file. TargetError for a file of no area, or of another one than asked for."""
    row = files(root, rows).get(file)
    if row is None or area not in (None, row.area):
        raise TargetError(f"mutate: {file}: no file of {'any area' if area is None else f'area {area}'}")
    return row.area


def files(root: Path, rows: Sequence[Row] = ROWS) -> dict[str, Row]:
    """Each source below a checkout, with its row."""
    out: dict[str, Row] = {}
    for row in rows:
        for pattern in row.files:
            for path in sorted(root.glob(pattern)):
                out.setdefault(path.relative_to(root).as_posix(), row)
    return out


def mutants(root: Path, path: str) -> list[Mutant]:
    """All faults of a file."""
    find = python.mutants if path.endswith(".py") else c.mutants
    return find(path, (root / path).read_bytes())
