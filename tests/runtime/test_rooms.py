# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The rooms of runtime/: every file stands in the list, and a room includes only itself and lower rooms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

import generator.machines  # noqa: F401  # registers the machines
from generator import library, rooms
from generator.model import AsmloomError, KernelError
from generator.rooms import File

pytestmark = pytest.mark.kernels()  # no kernel is read

GENERATED = {"asmloom.h", "asmloom_kernels.h"}
INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')


def strays(folder: Path, files: Sequence[File]) -> list[str]:
    """Files of ``folder`` that no row names, and rows whose file is missing."""
    listed = {rooms.LISTING.name, *(f"{file.room}/{file.name}" for file in files)}
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    return [
        *(f"{name}: no row of {rooms.LISTING.name} names this file" for name in sorted(found - listed)),
        *(f"{name}: {rooms.LISTING.name} names a file that is missing" for name in sorted(listed - found)),
    ]


def upward(files: Sequence[File], folder: Path) -> list[str]:
    """Includes of files that are in a higher room, in a tool's own part, or in no room at all."""
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


def test_every_file_is_listed() -> None:
    assert strays(rooms.RUNTIME, rooms.files()) == []


def test_includes_point_down() -> None:
    assert upward(rooms.files(), rooms.RUNTIME) == []


def test_the_rooms() -> None:
    assert rooms.rooms() == ("detect", "core", "portable", "api", "batch", "tls", "rsa", "alias", "selftest")


def code_lines(room: str) -> int:
    """Lines of C in a room, without blank lines and comments: a comment that says why costs nothing here."""
    texts = [file.path.read_text("utf-8") for file in rooms.files() if file.room == room]
    bare = [re.sub(r"/\*.*?\*/", "", text, flags=re.S) for text in texts]
    return sum(bool(line.strip()) for text in bare for line in text.splitlines())


def test_the_runtime_is_thin() -> None:
    """Detection, dispatch and the C API: 2,420 lines of code at most."""
    lines = {room: code_lines(room) for room in ("detect", "core", "api")}
    assert min(lines.values()) > 100 and sum(lines.values()) <= 2420, lines


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    texts = {
        "core/a.h": '#include "asmloom.h"\n',
        "core/a.c": '#include "a.h"\n\n#include "b.h"\n',
        "api/b.h": '#include "a.h"\n',
        "api/b.c": '#include "c.h"\n#include "s.h"\n',
        "api/s.h": "",
        "api/new.c": "",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    listing = "core a.h library\ncore a.c library\napi b.h library\napi b.c library\napi s.h selftest\n"
    files = rooms.read(listing)
    (tmp_path / rooms.LISTING.name).write_text(listing)
    assert strays(tmp_path, files) == ["api/new.c: no row of files.txt names this file"]
    assert upward(files, tmp_path) == [
        'core/a.c:3: #include "b.h": room api is above room core',
        'api/b.c:1: #include "c.h": no such file in any room',
        'api/b.c:2: #include "s.h": the library includes a file of selftest',
    ]
    (tmp_path / "api" / "new.c").unlink()
    (tmp_path / "core" / "a.c").unlink()
    assert strays(tmp_path, files) == ["core/a.c: files.txt names a file that is missing"]


@pytest.mark.parametrize(
    ("listing", "message"),
    [
        (
            "core a.c\n",
            "files.txt:1: expected room, file and one of library, selftest, openssl, boringssl, found",
        ),
        ("# head\ncore a.c lib\n", "files.txt:2: expected room, file and one of .* found 'core a.c lib'"),
        ("core a.c library\napi a.c library\n", "files.txt:2: a.c is listed twice"),
        ("core a.c library\napi b.c library\ncore c.c library\n", "files.txt:3: the files of room core stand in two"),
    ],
)
def test_a_listing_that_is_refused(listing: str, message: str) -> None:
    with pytest.raises(AsmloomError, match=message):
        rooms.read(listing)


def test_the_only_list() -> None:
    """No other file of the generator or of the toolchain names a C file of the library."""
    names = {path.name for path in rooms.sources(*rooms.PARTS)}
    root = rooms.RUNTIME.parent
    for folder in ("generator", "targets/toolchain", "templates"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".py", ".j2"):
                for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                    found = [name for name in names if re.search(rf"[\"'/]{re.escape(name)}[\"']", line)]
                    assert not found, f"{path.relative_to(root)}:{number}: {line.strip()}"


def test_every_c_version_is_there() -> None:
    library.load().refuse_missing_c()


@pytest.mark.parametrize(
    ("listed", "text", "wanted"),
    [
        ([], "", "expected a file of room portable in runtime/files.txt that defines loom_md5_blocks_portable"),
        (["md5.c"], None, "defines loom_md5_blocks_portable; no file is at runtime/portable/md5.c"),
        (["md5.c"], "loom_md5_portable(", "that defines loom_md5_blocks_portable"),
        ([], "void loom_md5_blocks_portable(", "expected a row of runtime/files.txt for md5.c, in room portable"),
        (["md5.c"], "void loom_md5_blocks_portable(", ""),
    ],
)
def test_a_missing_c_version_is_refused(
    listed: list[str], text: str | None, wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal names the kernel's line, and comes before a linker's words."""
    (tmp_path / "portable").mkdir()
    if text is not None:
        (tmp_path / "portable" / "md5.c").write_text(text)
    rows = tuple(File("portable", name, "library") for name in listed)
    monkeypatch.setattr(rooms, "RUNTIME", tmp_path)
    monkeypatch.setattr(rooms, "files", lambda: rows)
    rooms._portable.cache_clear()
    chosen = library.Library({"md5_blocks": library.load().kernels["md5_blocks"]})
    try:
        if wanted == "":
            chosen.refuse_missing_c()
            return
        with pytest.raises(KernelError, match=r"md5\.py:\d+: md5_blocks: portable=True; ") as caught:
            chosen.refuse_missing_c()
        assert str(caught.value).endswith(wanted)
    finally:
        rooms._portable.cache_clear()
