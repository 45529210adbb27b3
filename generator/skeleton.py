# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py new``: a kernel's first script, which its author changes step by step."""

from __future__ import annotations

import re
from pathlib import Path

from generator import library, templates
from generator.lang.cnames import free
from generator.model import AsmloomError
from generator.tree import write_tree
from generator.wording import typed

_TEMPLATE = "kernel.py.j2"


def write(name: str, folder: Path) -> str:
    """Write ``folder/NAME.py``, and return the words for its author. AsmloomError for a name that Python or C refuses,
    and for a file that exists."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or not free(name):
        raise AsmloomError(
            f"new {name!r}: expected a name of small letters, digits and _ that is no word of Python or C, such as "
            "bytes_differ"
        )
    path = folder / f"{name}.py"
    if path.exists():
        raise AsmloomError(f"new {name}: {path} exists; expected another name, or another folder: --kernel-path DIR")
    if folder.exists() and not folder.is_dir():
        raise AsmloomError(f"--kernel-path {folder}: not a folder")
    tree = library.load().kernels.get(name)
    if tree is not None:
        raise AsmloomError(f"new {name}: {tree.src} has a kernel of this name; expected another name")
    text = templates.render(_TEMPLATE, {"name": name})
    write_tree(folder, {path.name: text.encode("ascii")})
    shown = f"--kernel-path {typed(folder)}"
    return "\n".join(
        [
            f"{path}: a kernel that adds two rows of words; change the contract, the reference and the code",
            f"python3 build.py test {shown} {name}     # on every triple that this machine executes",
            f"python3 build.py show {name} {shown}     # the code, with live registers",
            f"python3 build.py speed {name} {shown}    # the time of each variant",
        ]
    )
