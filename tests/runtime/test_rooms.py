# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The rooms of runtime/: every file is in one, and includes only files of its own room and of lower ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

import generator.machines  # noqa: F401  # registers the machines
from generator import rooms
from generator.rooms import File

pytestmark = pytest.mark.kernels()  # no kernel is read

GENERATED = {"asmloom.h", "asmloom_kernels.h"}
INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')


def upward(files: Sequence[File], folder: Path) -> list[str]:
    """Includes of files that are in a higher room, in another part than the library, or in no room at all."""
    order = list(dict.fromkeys(file.room for file in files))
    by_name = {file.name: file for file in files}
    out = []
    for file in files:
        lines = (folder / file.room / file.name).read_text("utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            match = INCLUDE.match(line)
            if match is None or match[1] in GENERATED:
                continue
            where, other = f"{file.room}/{file.name}:{number}: {line.strip()}", by_name.get(match[1])
            if other is None:
                out.append(f"{where}: no such file in any room")
            elif order.index(other.room) > order.index(file.room):
                out.append(f"{where}: room {other.room} is above room {file.room}")
            elif file.part == "library" and other.part != "library":
                out.append(f"{where}: the library includes a file of {other.part}")
    return out


def test_every_file_is_in_a_room() -> None:
    found = [path.relative_to(rooms.RUNTIME).as_posix() for path in rooms.RUNTIME.rglob("*") if path.is_file()]
    assert sorted(found) == sorted(f"{file.room}/{file.name}" for file in rooms.files())
    names = [file.name for file in rooms.files()]
    assert not [name for name in names if names.count(name) > 1], "a vendored copy has all files in one folder"


def test_includes_point_down(tmp_path: Path) -> None:
    assert upward(rooms.files(), rooms.RUNTIME) == []
    texts = {
        "core/a.c": '#include "asmloom.h"\n\n#include "b.h"\n',
        "api/b.h": "",
        "api/b.c": '#include "c.h"\n#include "alias.h"\n',
        "alias/alias.h": "",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    files = [File("alias", "alias.h"), File("core", "a.c"), File("api", "b.h"), File("api", "b.c")]
    assert upward(files, tmp_path) == [
        'core/a.c:3: #include "b.h": room api is above room core',
        'api/b.c:1: #include "c.h": no such file in any room',
        'api/b.c:2: #include "alias.h": the library includes a file of openssl',
    ]


def code_lines(room: str) -> int:
    """Lines of C in a room, without blank lines and comments: a comment that says why costs nothing here."""
    texts = [file.path.read_text("utf-8") for file in rooms.files() if file.room == room]
    bare = [re.sub(r"/\*.*?\*/", "", text, flags=re.S) for text in texts]
    return sum(bool(line.strip()) for text in bare for line in text.splitlines())


def test_the_runtime_is_thin() -> None:
    """Detection, dispatch and the C API: 3,950 lines of code at most."""
    lines = {room: code_lines(room) for room in ("detect", "core", "api")}
    assert min(lines.values()) > 100 and sum(lines.values()) <= 3950, lines


def test_the_only_list() -> None:
    """No file of the generator or of the toolchain names a C file of the library."""
    names = {path.name for path in rooms.sources(*rooms.PARTS)}
    root = rooms.RUNTIME.parent
    for folder in ("generator", "targets/toolchain", "templates"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".py", ".j2") and path != Path(rooms.__file__):
                for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                    found = [name for name in names if re.search(rf"[\"'/]{re.escape(name)}[\"']", line)]
                    assert not found, f"{path.relative_to(root)}:{number}: {line.strip()}"


def test_no_kernel_is_written_in_c() -> None:
    """C comes from scripts. What the runtime defines itself calls the kernels that dispatch chose."""
    texts = {file.name: file.path.read_text("utf-8") for file in rooms.files()}
    found = {name: re.findall(r"\bloom_\w+_portable\b[^;{]*\{.*?\n *\}", text, re.S) for name, text in texts.items()}
    bodies = {name: body for name, defined in found.items() for body in defined}
    assert bodies.keys() >= {"rc4_md5_portable.c"}
    assert [name for name, body in bodies.items() if "loom_k_" not in body] == []
