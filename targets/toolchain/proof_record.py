# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``proof/proved.dat``: for each function that was tried a digest of its file, of its recording and of the prover."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from generator.lang.values import Condition, Op, Val

PROOF = Path(__file__).resolve().parents[2] / "proof"
PROVED = PROOF / "proved.dat"
OPEN = "open:"
"""Before the digest of a function that is not proved."""
HEAD = """# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# Functions that `build.py prove` has proved, or left open: target, function, digest of its file, its recording and the
# prover. Written by `build.py prove --update`. `build.py prove --changed` tries the others.
"""


def read(triple: str) -> dict[str, str]:
    """Function → digest, for a target."""
    if not PROVED.exists():
        return {}
    rows = (line.split() for line in PROVED.read_text("utf-8").splitlines() if line and line[0] != "#")
    return {row[1]: row[2] for row in rows if row[0] == triple}


def write(triple: str, digests: Mapping[str, str]) -> None:
    """Write the functions of a target anew."""
    lines = PROVED.read_text("utf-8").splitlines() if PROVED.exists() else []
    rows = [line for line in lines if line and line[0] != "#" and not line.startswith(f"{triple} ")]
    rows += [f"{triple} {symbol} {digest}" for symbol, digest in digests.items()]
    PROVED.write_text("\n".join([HEAD.rstrip(), *sorted(rows), ""]), "utf-8")


@cache
def _prover() -> bytes:
    hashed = hashlib.sha256()
    for path in sorted(PROOF.glob("*.py")):
        hashed.update(path.name.encode() + b"\0" + path.read_bytes())
    return hashed.digest()


def digest(files: Mapping[str, bytes], ops: Sequence[Op], params: Sequence[Val]) -> str:
    """A digest that stays when lines of a script move."""
    hashed = hashlib.sha256(_prover())
    for name in sorted(files):
        hashed.update(name.encode() + b"\0" + files[name])
    hashed.update(_shown([list(params), list(ops)]).encode())
    return hashed.hexdigest()[:20]


def _shown(item: Any) -> str:
    """A recording as text, without the lines of the script."""
    if isinstance(item, Val):
        return f"{item.type.name}.{item.id}"
    if isinstance(item, Op):
        return f"{item.name}{_shown([item.dst, item.args, sorted(item.attrs.items())])}"
    if isinstance(item, Condition):
        return f"{item.kind}{_shown([item.x, item.y])}"
    if isinstance(item, (list, tuple)):
        return f"[{' '.join(_shown(one) for one in item)}]"
    if isinstance(item, dict):
        return _shown(sorted(item.items()))
    return repr(item)
