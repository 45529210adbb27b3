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


def _runtime(files: str, *groups: str, left: str = "", then: tuple[str, ...] = ()) -> Row:
    """Files of the runtime, and the groups of calls (``tests/runtime/space``) that execute them. ``left``: the part of
    the search for secrets that are left."""
    answers, sanitized = (
        tuple(f"tests/runtime/test_quick.py::{test}[{group}]" for group in groups)
        for test in ("test_answers", "test_sanitized")
    )
    residue = (f"tests/runtime/test_quick_residue.py::test_nothing_is_left[{left}]",) if left else ()
    return Row("runtime", (f"runtime/{files}",), answers, (*residue, *sanitized, *then))


def _kernels(files: str, *kernels: str, standards: Sequence[str] = ()) -> Row:
    """Kernel scripts, and the kernels whose recordings are executed and counted; then they are compared with standards.
    A contract is made when its file is imported: the tests of all contracts see its faults in a process of its own."""
    answers, shapes = (
        tuple(f"tests/kernels/test_{test}[{kernel}]" for kernel in kernels)
        for test in ("scripts.py::test_a_script_gives_the_right_answers", "shapes.py::test_a_recording_keeps_its_shape")
    )
    compared = [f"tests/proof/test_standard{name}" for name in standards]
    first = (_CONTRACTS, *(("tests/kernels/test_hashes.py",) if files.startswith("hash/") else ()), *shapes, *answers)
    return Row("kernels", (f"generator/kernels/{files}",), first, tuple(compared), imported=False)


def _lanes(kernel: str, *lanes: int) -> list[str]:
    return [f"{kernel}_x{count}" for count in lanes]


_CONTRACTS = "tests/kernels/test_contracts.py"
_INSIDE = "tests/runtime/test_quick_inside.py::test_inside"
_NARROW = "tests/runtime/test_quick.py::test_narrow"
_EDGES = "tests/runtime/test_edges.py::test_edges"
_NULLS = ("tests/runtime/test_quick_nulls.py", "tests/runtime/test_nulls.py::test_nothing_at_null[clang]")
_API = ("tests/runtime/test_quick_api.py", *_NULLS)
_CHOICES = (
    *(f"tests/runtime/test_quick_{name}.py" for name in ("choices", "dispatch", "tuning")),
    "tests/runtime/test_quick.py::test_answers[library]",
)
_WOVEN = tuple(f"aes_cbc_{name}_blocks" for name in ("sha1", "sha256", "sha512"))
_HASHES = (
    "sha1_blocks", "sha256_blocks", "sha512_blocks", *_lanes("sha1_blocks", 4, 8, 16), *_lanes("sha256_blocks", 4),
    *_lanes("sha512_blocks", 4, 8),
)  # fmt: skip
_CIPHERS = (
    "aes_set_encrypt_key", "aes_set_decrypt_key", "aes_ecb_encrypt", "aes_ctr32", "aes_cbc_decrypt", "aes_ecb_decrypt",
    "aes_cbc_encrypt", *_lanes("aes_cbc_encrypt", 4, 8, 16),
)  # fmt: skip
_STREAM = "test_the_key_stream_is_that_of_the_algorithm"
_NUMBERS = tuple(f"mont_{pair}{name}" for pair in ("", "pair_") for name in ("gather", "sqr", "mul"))
_FRAME = "tests/passes/test_verify_by_hand.py::test_every_frame_instruction_is_needed"
_SHARED = "tests/passes/test_entry.py::test_shared_bodies_cost_nothing"
_VERIFY = ("verify", "verify_rules", "verify_by_hand", f"--deselect={_FRAME}", "asm")
_SECRECY = ("secrecy_rules", "secrecy_scripts")
_VECTORS = ("wide", "lanes", "blocks")
_RULES = (
    *(f"tests/lower/test_{name}.py" for name in ("arguments", "pool", "pairs", "moves")), "tests/passes/test_asm.py",
    *(f"tests/lower/test_{name}.py::test_refused" for name in ("rules", "wide", "lanes", "blocks")),
    *(f"tests/lower/test_rules.py::test_{name}" for name in ("entry_and_exit", "an_index_inside_asm_is_not_narrow",
                                                            "exemptions_are_named_in_the_contract")),
    *("tests/lower/test_blocks.py::test_plans_are_short", "tests/lower/test_carries.py"),
    "tests/lang/test_arguments.py",
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
        (
            "tests/emit/test_texts.py",
            "tests/emit/test_edges.py",
            "tests/emit/test_lines.py",
            "tests/emit/test_stretches.py",
        ),
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
    _kernels("hash/md5.py", "md5_blocks", *_lanes("md5_blocks", 8)),
    _kernels("hash/*.py", *_HASHES, *_WOVEN, standards=(".py",)),
    _kernels("cipher/rc4.py", "rc4_set_key", "rc4_stream", "rc4_md5_blocks", standards=(f"_rc4.py::{_STREAM}",)),
    _kernels("cipher/*.py", *_CIPHERS, *_WOVEN, standards=("_aes.py",)),
    _kernels("bignum/*.py", *_NUMBERS),
    _kernels("stitched/*.py", "rc4_md5_blocks", *_WOVEN),
    Row(
        "proof",
        (
            "proof/accesses.py",
            "proof/clearing.py",
            "proof/extents.py",
            "proof/facts.py",
            "proof/inside.py",
            "proof/secrecy.py",
            "proof/walk.py",
            "proof/walked.py",
            "proof/whole.py",
        ),  # fmt: skip
        ("tests/proof/test_inside_rules.py", "tests/proof/test_secrecy_terms.py"),
        ("tests/proof/test_accesses.py", "tests/proof/test_mutants.py"),
    ),
    Row("proof", ("proof/alignment.py", "proof/uppers.py"), ("tests/proof/test_accesses.py",)),
    Row("proof", ("proof/fault/*.py",), ("tests/proof/test_trace.py",), ("tests/proof/test_counterexample.py",)),
    Row("proof", ("proof/rotations.py",), ("tests/proof/test_rotations.py",), ("tests/proof/test_standard.py",)),
    Row(
        "runtime",
        ("runtime/rsa/rsa_pair.c",),
        ("tests/rsa/test_quick_inside.py",),
        ("tests/rsa/test_quick.py", "tests/runtime/test_quick_residue.py::test_nothing_is_left[rsa]"),
    ),
    _runtime("rsa/*.c", "rsa", left="rsa", then=("tests/rsa/test_quick.py", f"{_EDGES}[rsa]")),
    _runtime(
        "portable/aes_portable.c",
        "aes",
        "streams",
        left="aes",
        then=(f"{_INSIDE}[aes-aes_portable.c]", f"{_NARROW}[aes]"),
    ),
    _runtime("portable/mont*.c", "rsa", left="rsa", then=(f"{_NARROW}[rsa]", "tests/rsa/test_quick.py")),
    _runtime("portable/rc4*.c", "rc4", left="rc4", then=(f"{_NARROW}[rc4]",)),
    _runtime("portable/stitched*.c", "rc4_md5", "aes_cbc_hashes", left="stitched"),
    _runtime("portable/equal.c", "library", left="rc4", then=(f"{_NARROW}[library]",)),
    _runtime("portable/*.c", "hashes", "batches", left="hashes"),
    _runtime("api/aes.c", "aes", left="aes", then=(f"{_EDGES}[aes_ctr]", "tests/runtime/test_quick_aes.py", *_NULLS)),
    _runtime("api/rc4.c", "rc4", left="rc4", then=_API),
    _runtime(
        "api/stitched.c",
        "rc4_md5",
        "aes_cbc_hashes",
        "tls",
        left="stitched",
        then=(f"{_INSIDE}[stitched-stitched.c]", f"{_EDGES}[rc4_md5]", *_API),
    ),
    _runtime("api/*.c", "hashes", left="hashes", then=(f"{_EDGES}[hmac]", *_API)),
    _runtime("batch/batch_cbc.c", "streams", "tls_many", left="batches", then=(f"{_INSIDE}[batch_cbc-batch_cbc.c]",)),
    Row(
        "runtime",
        ("runtime/batch/batch_plan.c",),
        ("tests/runtime/test_quick_batch_plan.py",),
        ("tests/runtime/test_quick.py::test_answers[batches]", f"{_EDGES}[batches]"),
    ),
    _runtime("batch/batch*.c", "batches", left="batches", then=(f"{_INSIDE}[batch-batch.c]", f"{_EDGES}[batches]")),
    _runtime("batch/merkle.c", "merkle"),
    _runtime("batch/pbkdf2.c", "pbkdf2", left="pbkdf2", then=(f"{_EDGES}[pbkdf2]",)),
    _runtime(
        "tls/tls_many.c",
        "tls_many",
        left="tls",
        then=(f"{_INSIDE}[tls_many-tls_many.c]", f"{_EDGES}[tls_many]", *_API),
    ),
    _runtime("tls/tls.c", "tls", left="tls", then=(f"{_EDGES}[tls]", "tests/runtime/test_quick_apart.py", *_API)),
    _runtime("tls/*.c", "tls", left="tls", then=(f"{_EDGES}[tls]", *_API)),
    Row(
        "runtime",
        ("runtime/core/tuning.c",),
        ("tests/runtime/test_quick_tuning.py::test_what_a_file_may_say",),
        ("tests/runtime/test_quick_tuning.py",),
    ),
    Row(
        "runtime",
        ("runtime/detect/cpu_arm.c",),
        ("tests/runtime/test_quick_systems.py",),
    ),
    Row(
        "runtime",
        ("runtime/detect/*.c",),
        ("tests/runtime/test_quick_detect.py",),
        ("tests/runtime/test_quick_dispatch.py",),
    ),
    Row(
        "runtime",
        ("runtime/core/clean.c", "runtime/core/wipe.c"),
        ("tests/runtime/test_quick_clean.py",),
        ("tests/runtime/test_quick_residue.py",),
    ),
    Row(
        "runtime",
        ("runtime/core/dispatch.c", "runtime/core/entry.c"),
        ("tests/runtime/test_quick_ways.py",),
        _CHOICES,
    ),
    Row("runtime", ("runtime/core/*.c",), ("tests/runtime/test_quick_overrides.py",), _CHOICES),
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
