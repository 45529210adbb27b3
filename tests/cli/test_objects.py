# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Kept objects: equal bytes and an equal tool give one object. Any difference that the tool could see gives another."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import targets
from targets.toolchain import identity, objects
from targets.toolchain.assemble import assemble
from targets.toolchain.compile import compile_c
from targets.toolchain.process import ToolFailed

pytestmark = pytest.mark.kernels()  # files of its own

TARGET = targets.load("x86_64-linux-gnu")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """The number of kept objects, in a folder of the test's own. C files and headers may lie beside the objects."""
    folder = tmp_path / "kept"
    monkeypatch.setenv(objects.VARIABLE, str(folder))
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "value.h").write_text("#define VALUE 1\n")
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "main.c").write_text(
        '#include "value.h"\nint value(void);\nint value(void) { return VALUE; }\n'
    )
    return lambda: len(list(folder.glob("*/*")))


def compiled(folder: Path, *flags: str, name: str = "main") -> bytes:
    words = [f"-I{folder / 'include'}", "-g0", *flags]
    return compile_c(TARGET, folder / "code" / f"{name}.c", folder / "out" / "main.o", words).read_bytes()


def test_what_a_compiler_sees(tmp_path: Path, kept: Callable[[], int], monkeypatch: pytest.MonkeyPatch) -> None:
    first = compiled(tmp_path)
    assert compiled(tmp_path) == first and kept() == 1
    (tmp_path / "include" / "value.h").write_text("#define VALUE 2\n")
    assert compiled(tmp_path) != first and kept() == 2
    (tmp_path / "include" / "value.h").write_text("#define VALUE 1\n")
    assert compiled(tmp_path) == first and kept() == 2
    compiled(tmp_path, "-DOTHER")
    assert kept() == 3
    (tmp_path / "code" / "value.h").write_text("#define VALUE 3\n")  # this program is found before the other one
    assert compiled(tmp_path) != first and kept() == 4
    monkeypatch.setattr(identity, "of_tools", lambda: "other tools")
    compiled(tmp_path)
    assert kept() == 5


def test_an_object_is_taken(tmp_path: Path, kept: Callable[[], int]) -> None:
    """The tool does not run: the object comes from the folder, unless it is damaged there."""
    made = compiled(tmp_path)
    (path,) = (tmp_path / "kept").glob("*/*")
    whole = path.read_bytes()
    path.write_bytes(hashlib.sha256(b"mark").digest() + b"mark")
    assert compiled(tmp_path) == b"mark"
    for damaged in (b"", whole[:-1], whole[:40] + bytes([whole[40] ^ 1]) + whole[41:]):
        path.write_bytes(damaged)
        assert compiled(tmp_path) == made and path.read_bytes() == whole
    path.write_bytes(b"mark")
    os.environ[objects.VARIABLE] = ""
    assert compiled(tmp_path) == made


def test_what_is_not_kept(tmp_path: Path, kept: Callable[[], int]) -> None:
    """No object is kept of a file that names itself, of a refused file, and of a file whose header reads another
    header."""
    (tmp_path / "code" / "named.c").write_text("const char *name(void);\nconst char *name(void) { return __FILE__; }\n")
    compiled(tmp_path, name="named")
    (tmp_path / "code" / "other.S").write_text('#include "value.h"\n\t.section .note.GNU-stack,"",@progbits\n')
    (tmp_path / "code" / "value.h").write_text('#include "deeper.h"\n')
    (tmp_path / "code" / "deeper.h").write_text("\n")
    assemble(TARGET, "gas", tmp_path / "code" / "other.S", tmp_path / "out" / "other.o")
    (tmp_path / "code" / "wrong.S").write_text("\tno such instruction\n")
    for _ in range(2):
        with pytest.raises(ToolFailed):
            assemble(TARGET, "gas", tmp_path / "code" / "wrong.S", tmp_path / "out" / "wrong.o")
    assert kept() == 0


def test_a_header_beside_a_source(tmp_path: Path, kept: Callable[[], int]) -> None:
    """The object of an assembly source is kept with the contents of the header beside it."""
    source = tmp_path / "code" / "other.S"
    source.write_text('#include "value.h"\n\t.section .note.GNU-stack,"",@progbits\n')
    made = []
    for line in ("\t.byte 1\n", "\t.byte 1\n", "\t.byte 2\n"):
        (source.parent / "value.h").write_text(line)
        made.append(assemble(TARGET, "gas", source, tmp_path / "out" / "other.o").read_bytes())
    assert made[0] == made[1] != made[2] and kept() == 2


def test_prune(tmp_path: Path) -> None:
    """The oldest objects go first."""
    for number in range(4):
        path = tmp_path / "ab" / str(number)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(bytes(10))
        os.utime(path, (number, number))
    objects.prune(tmp_path, 25)
    assert sorted(path.name for path in tmp_path.glob("*/*")) == ["2", "3"]
