# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The lists of CONTRIBUTING.md are true: each addition touches the listed files, and works with no other."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

import generator.machines  # noqa: F401  # kernels are loaded for the machines
from targets.toolchain.find import require
from tests.cli.runner import ROOT, build, few
from tests.vendoring.project import STRICT, call
from tests.vendoring.test_author import IN_C, SCRIPT

pytestmark = pytest.mark.kernels()  # kernels of its own
SPDX = "SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0"
TRIPLE = "x86_64-linux-gnu"

HASH = f'''# {SPDX}
"""A toy, which is no hash for use."""

from generator.lang import Arg, Builder, Val, Variant, kernel
from generator.lang.interface import Hash


@kernel(
    c="void toyhash_blocks(uint32_t state[4], const uint8_t *data, size_t blocks)",
    args=[Arg("state", align=4), Arg("data", r="64*blocks"), Arg("blocks", public=True)],
    variants=[Variant("scalar")],
    source="tests/test_contributing.py",
    size="blocks",
    size_unit=64,
    portable=True,
    interface=[
        Hash("toyhash", "Toy", 16, (1, 2, 3, 4), "68eebb3a6385e6838d5465fada525194", hmac=True, little_endian=True,
             unmeasured="a toy")
    ],
)
def toyhash_blocks(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """Toy compression of `blocks` 64-byte blocks."""
    words = k.load32(state, 4)
    with k.loop(blocks, step={{data: 64}}):
        for at in range(16):
            word = words[at % 4]
            k.set(word, k.rotl(word ^ k.load32(data, offset=4 * at), 7) + words[(at + 1) % 4])
    k.store32(state, words)
'''
HASH_IN_PYTHON = f'''# {SPDX}
"""A toy hash in plain Python."""

import struct


def blocks(state: bytes, data: bytes) -> bytes:
    words = list(struct.unpack("<4I", state))
    for at, word in enumerate(struct.unpack(f"<{{len(data) // 4}}I", data)):
        value = words[at % 4] ^ word
        words[at % 4] = ((value << 7 | value >> 25) + words[(at + 1) % 4]) & 0xFFFFFFFF
    return struct.pack("<4I", *words)


def digest(message: bytes) -> bytes:
    padded = message + b"\\x80" + bytes((55 - len(message)) % 64) + struct.pack("<Q", 8 * len(message))
    return blocks(struct.pack("<4I", 1, 2, 3, 4), padded)
'''
PLANS = "PLANS: dict[str, Plan] = {\n"
HASH_PLAN = 'lambda held: {"state": toyhash.blocks(held["state"], held["data"])}'
AEAD_PLAN = f"""
def _toy_duplex(held: Contents) -> Contents:
    state, out = [int.from_bytes(held["state"][i : i + 8], "little") for i in range(0, 136, 8)], b""
    for at in range(0, len(held["in"]), 8):
        old, text = state[at // 8 % 17], int.from_bytes(held["in"][at : at + 8], "little")
        out += (text ^ old).to_bytes(8, "little")
        state[at // 8 % 17] = ((old << 7 | old >> 57) + text + (text ^ old)) % 2**64
    return {{"state": b"".join(word.to_bytes(8, "little") for word in state), "out": out}}


{PLANS}    "toy_duplex": Plan(_toy_duplex),
"""
FUNCTION = "unsigned LOOM_CDECL loom_toy_twice(unsigned n)\n{\n    return 2 * n;\n}\n"
Edit = str | Sequence[tuple[str, str]]
"""The text of a new file, or texts of a file and what replaces each."""


def toy_machine() -> dict[str, Edit]:
    """The machine of tests/toy, as a folder of generator/machines."""
    names = ("machine", "forms", "frame", "lower", "text")
    files = {name: (ROOT / "tests" / "toy" / f"{name}.py").read_text("utf-8") for name in names}
    made: dict[str, Edit] = {
        f"generator/machines/toy/{name}.py": text.replace("tests.toy", "generator.machines.toy")
        for name, text in files.items()
    }
    triple = json.loads((ROOT / "targets" / "i686-linux-gnu.json").read_text("utf-8"))
    triple.update(triple="toy-linux-gnu", arch="toy", abi="toycall", guard="defined(__toy__)", serves=[], hosts=[])
    triple.update(syntaxes=["gas"], assemble={"gas": triple["assemble"]["gas"]})
    triple["hardening"].update(landing_pad=False, gnu_stack=False, property_note=False)
    return {
        **made,
        "generator/machines/toy/__init__.py": "from generator.machines.toy.machine import TOY\n\n__all__ = ['TOY']\n",
        "generator/machines/__init__.py": [
            ("import aarch64,", "import aarch64, toy,"),
            ("AARCH64)", "AARCH64, toy.TOY)"),
        ],
        "targets/toy-linux-gnu.json": json.dumps(triple),
    }


WITHOUT = '"scalar", without=(("toy", "no shift of two words"),)'
REFERENCE = "from tests.reference import toyhash\n\n"
OWN = "OWN: dict[str, tuple[int, Callable[[bytes], bytes]]] = {\n"
VERSION = "const char *LOOM_CDECL loom_version(void)\n"
REPORT = '        Callback("void loom_report_fn('
ROL = '            self.ins("rol", self.r(dst), Imm(8))\n'
ADDITIONS: dict[str, tuple[str, Mapping[str, Edit]]] = {
    "hash": ("A hash", {
        "generator/kernels/hash/toyhash.py": HASH,
        "tests/reference/toyhash.py": HASH_IN_PYTHON,
        "tests/reference/digests.py": [(OWN, f"{REFERENCE}{OWN}    'toyhash': (64, toyhash.digest),\n")],
        "tests/harness/plans_hash.py": [(PLANS, f"{REFERENCE}{PLANS}    'toyhash_blocks': Plan({HASH_PLAN}),\n")],
    }),
    "batch form": ("A batch form", {
        "generator/kernels/hash/toyhash.py": [
            ('Variant("scalar")', 'Variant("scalar"), Variant("sse2", features=("sse2",), messages=4)'),
        ],
        "targets/batches.dat": [("\nmd5_blocks_x4 ", "\ntoyhash_blocks_x4 sse2 scalar generic 3 0\nmd5_blocks_x4 ")],
    }),
    "AEAD over a sponge": ("An AEAD, a sponge, or any other C API", {
        "generator/kernels/cipher/toy_duplex.py": SCRIPT.replace('"scalar"', WITHOUT),
        "runtime/api/toy_duplex.c": IN_C,
        "tests/harness/plans_rc4.py": [(PLANS, AEAD_PLAN)],
    }),
    "public function": ("A public function", {
        "generator/api.py": [
            (REPORT, f"        Function('unsigned loom_toy_twice(unsigned n)', unmeasured='a toy', **of),\n{REPORT}"),
        ],
        "runtime/core/wipe.c": [(VERSION, f"{FUNCTION}\n{VERSION}")],
    }),
    "rule of lowering": ("A rule of lowering", {
        "generator/machines/x86/lower.py": [
            (ROL, ROL.replace("self", "for _ in range(2):\n                self", 1).replace("8", "4")),
        ],
    }),
    "name of a feature": ("A name of a feature", {"targets/features.dat": [("\npopcnt ", "\npopcount=popcnt ")]}),
    "instruction set": ("An instruction set", toy_machine()),
}  # fmt: skip


@pytest.mark.parametrize("kind", ADDITIONS)
def test_the_list_has_the_files(kind: str) -> None:
    """Each file is of a numbered line of the section, and each line has a file."""
    section, files = ADDITIONS[kind]
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    listed = page.split(f"\n### {section}\n\n")[1].split("\n\n")[0]
    lines = [re.sub(r"<\w+>|\*", "[^/]+", path) for path in re.findall(r"^\d+\. `([^`]+)`", listed, re.M)]
    assert {path for path in files if not any(re.fullmatch(line, path) for line in lines)} == set()
    assert [line for line in lines if not any(re.fullmatch(line, path) for path in files)] == []


def changed(path: Path, edit: Edit) -> str:
    if isinstance(edit, str):
        return edit
    text = path.read_text("utf-8")
    for old, new in edit:
        assert text.count(old) == 1, (path, old, text.count(old))
        text = text.replace(old, new)
    return text


CALLS = """from tests.runtime import cases
toys = [row for row in cases.rows() if "toy" in row.name and "batch" not in row.name]
assert not [row.name for row in toys if not row.unmeasured]
cases.rows = lambda: toys
print(cases.text().replace('#include "parts.h"', ""))
"""
"""Prints the calls that the tests make of the new functions: parts.h names functions of kernels that the copy lacks."""
MAIN = """#include <asmloom.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    static char words[100000];
    uint8_t text[136] = {0}, sealed[136], tag[8], digest[16];
    loom_toy_ctx ctx;
    loom_toy_init(&ctx, text);
    int bad = loom_toy_seal(&ctx, text, sealed, sizeof sealed, tag);
    loom_toy_init(&ctx, text);
    bad += loom_toy_open(&ctx, sealed, sealed, sizeof sealed, tag) != 0 || memcmp(sealed, text, sizeof text) != 0;
    loom_toyhash(text, 3, digest);
    loom_explain(words, sizeof words);
    puts(words);
    return bad + (loom_toy_twice(21) != 42) + loom_selftest(NULL, NULL);
}
"""


@pytest.mark.whole
def test_additions(tmp_path: Path) -> None:
    """A copy of the tree with all additions: the generator makes it, its checks pass, and a program calls it."""
    root = few(tmp_path / "asmloom", ["md5_blocks"])
    shutil.copytree(ROOT / "proof", root / "proof")
    for _, files in ADDITIONS.values():
        for name, edit in files.items():
            path = root / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(changed(path, edit), "utf-8")
    made = build(root, "generate")
    assert made.returncode == 0, made.stderr
    names = {path.name for path in (root / "generated" / "toy" / "gas").iterdir()}
    assert {"md5_blocks_scalar.S", "toyhash_blocks_scalar.S"} <= names
    checks = ("tests/kernels/test_execute.py::test_right_answers[x86_64-linux-gnu-gas]",
              "tests/lower/test_rules.py::test_proved[x86_64 words unary]")  # fmt: skip
    call(sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *checks, cwd=root)
    (calls := tmp_path / "calls.c").write_text(call(sys.executable, "-c", CALLS, cwd=root).stdout)
    assert all(f"try_loom_toy_{name}(" in calls.read_text() for name in ("init", "seal", "open", "twice"))
    folders = ("generated/include", "runtime/core", "runtime/detect", "targets/trial", "tests/runtime/tried")
    includes = [f"-I{folder}" for folder in folders]
    call(require("gcc"), "-std=gnu99", "-Wall", "-Werror", "-fsyntax-only", *includes, calls, cwd=root)
    words = ("--targets", TRIPLE, "--kernels", "all", "--prefix", "loom_")
    assert build(root, "vendor", "--into", tmp_path / "set", *words).returncode == 0
    (tmp_path / "main.c").write_text(MAIN)
    sources = [*tmp_path.glob("set/runtime/*.c"), *tmp_path.glob("set/asm/*/gas/*.S")]
    call(require("gcc"), "-std=c99", *STRICT, "-Iset/include", *sources, "main.c", "-o", "main", cwd=tmp_path)
    said = call("./main", cwd=tmp_path).stdout
    assert " popcount " in said and re.search(r"^toyhash_blocks_x4\n", said, re.M), said
