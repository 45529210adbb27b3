# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Distil asmjit's instruction database into ``x86/forms.json`` and ``aarch64/forms.json`` beside this file.

    python -m generator.machines.distil SRC_DIR [--check]

``SRC_DIR`` holds asmjit's ``isa_x86.json`` and ``isa_aarch64.json``. ``--check`` writes nothing; the exit status is 1
if a committed file differs from the distilled one. The tables keep user-level integer, vector and cryptographic
instructions, with their operands, accesses, flags and features. Encodings are dropped. The corrections of each folder's
``overrides.py`` are already in the committed files. The output records the hash of each source file.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from generator.machines.aarch64.distil import distil_aarch64
from generator.machines.x86.distil import distil_x86

HERE = Path(__file__).resolve().parent
NOTICE = (
    "Altered source version: distilled from the instruction database of AsmJit by generator/machines/distil.py. "
    "Copyright (c) 2008-2025 The AsmJit Authors; Zlib licence, see LICENSE.asmjit.md."
)
SOURCES = {"x86": "isa_x86.json", "aarch64": "isa_aarch64.json"}


def render(arch: str, text: str) -> str:
    """The distilled file of ``arch`` (``x86`` or ``aarch64``), made from the text of the source file."""
    source: Any = json.loads(text)
    rows = distil_x86(source) if arch == "x86" else distil_aarch64(source)
    digest = hashlib.sha256(text.encode()).hexdigest()
    lines = [
        "{",
        f'"notice": {json.dumps(NOTICE)},',
        f'"source": "{SOURCES[arch]} sha256 {digest}",',
        '"rows": {',
    ]
    body = [f"{json.dumps(mnem)}: {json.dumps(chr(10).join(rows[mnem]))}" for mnem in sorted(rows)]
    return "\n".join(lines) + "\n" + ",\n".join(body) + "\n}}\n"


def main(arguments: list[str]) -> int:
    check = "--check" in arguments
    places = [a for a in arguments if not a.startswith("-")]
    if len(places) != 1 or any(a.startswith("-") and a != "--check" for a in arguments):
        print("usage: python -m generator.machines.distil SRC_DIR [--check]", file=sys.stderr)
        return 2
    status = 0
    for arch, name in SOURCES.items():
        path = Path(places[0]) / name
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            print(f"{path}: {error.strerror}; expected asmjit's {name}", file=sys.stderr)
            return 2
        made = render(arch, text)
        out = HERE / arch / "forms.json"
        if not check:
            out.write_text(made, encoding="utf-8", newline="\n")
        elif not out.is_file() or out.read_text(encoding="utf-8") != made:
            print(f"{out}: differs from what {path} distils to", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
