# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The store of results: a damaged entry is never used, a kill leaves no half of one, and the oldest go first. What is
an input of functions and of objects gives another entry."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import targets
from generator import library, store
from targets.toolchain import identity
from targets.toolchain.assemble import assemble
from targets.toolchain.compile import compile_c
from targets.toolchain.process import ToolFailed
from tests.cli.runner import inside

pytestmark = pytest.mark.kernels()  # files of its own
NAME, OTHER = store.digest(["one"]), store.digest(["two"])
TARGET = targets.load("x86_64-linux-gnu")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def entries() -> set[Path]:
    return {path for path in store.folder().rglob("*") if path.is_file()}


def test_a_damaged_entry_is_missing() -> None:
    assert store.get(NAME) is None and not store.has(NAME)
    store.put(NAME, b"result")
    (path,) = entries()
    whole = path.read_bytes()
    for damaged in (b"", whole[:9], whole[:-1], whole + b"s", whole[:-1] + b"T", bytes([whole[0] ^ 1]) + whole[1:]):
        path.write_bytes(damaged)
        assert store.get(NAME) is None
        store.put(NAME, b"result")
        assert store.get(NAME) == b"result"
    other = store.folder() / OTHER[:2] / OTHER
    other.parent.mkdir(exist_ok=True)
    path.rename(other)
    assert store.has(OTHER) and store.get(OTHER) is None, "the entry of another name"
    store.remove(OTHER)
    assert entries() == set()


def test_a_kill_leaves_no_half(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kill at the last moment leaves a file that no reader takes, and that a later writer removes with the oldest."""

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    store.put(NAME, b"before")
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            store.put(NAME, b"after")
        assert len(entries()) == 1
        patched.setattr(Path, "unlink", lambda *_, **__: None)
        with pytest.raises(KeyboardInterrupt):
            store.put(NAME, b"after")
    assert store.get(NAME) == b"before" and len(entries()) == 2
    monkeypatch.setattr(store, "MOST_BYTES", 50 * 256)
    for path in entries():
        os.utime(path, (1, 1))
    store.put(NAME, b"after")
    assert store.get(NAME) == b"after" and len(entries()) == 1


def test_the_oldest_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_BYTES", 256 * 3 * (32 + 10))
    names = [f"{NAME[:-1]}{number}" for number in range(4)]
    for number, name in enumerate(names[:3]):
        store.put(name, bytes(10))
        os.utime(store.folder() / name[:2] / name, (number, number))
    assert store.get(names[0]) is not None
    store.put(names[3], bytes(10))
    assert [store.has(name) for name in names] == [True, False, True, True]


def test_what_cannot_be_written_is_left_out(cache: Path) -> None:
    cache.write_text("a file")
    store.put(NAME, b"result")
    store.remove(NAME)
    assert store.get(NAME) is None


def test_clean_removes_the_store_alone(cache: Path) -> None:
    store.put(NAME, b"result")
    for left in ("qemu-1", ".store-1"):  # an environment, and what a killed run left
        (cache / left).mkdir()
    for _ in range(2):
        done = inside("clean")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert [path.name for path in cache.iterdir()] == ["qemu-1"]


SCRIPTS = sorted(p for p in library.IN_TREE.rglob("*.py") if p.name != "__init__.py")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_the_key_covers_all_that_a_kernel_file_imports(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("generator.kernels.")]:
        monkeypatch.delitem(sys.modules, name)
    before = set(sys.modules)
    shown = path.relative_to(library.ROOT).as_posix()
    for kernel in library.load_file(path, shown, shown):
        files = [getattr(sys.modules[name], "__file__", None) for name in sys.modules.keys() - before]
        used = {Path(file) for file in files if file is not None and Path(file).is_relative_to(library.IN_TREE)}
        assert {library.ROOT / script for script in kernel.scripts} >= {path, *used}


@pytest.mark.parametrize(
    "text",
    [
        "import generator.kernels.hash.md5\n",
        "import generator.kernels.hash.md5 as md5\n",
        "from generator.kernels.hash import md5\n",
        "from generator.kernels.hash.md5 import md5_block\n",
        "def f():\n    from generator.kernels.stitched import rc4_md5\n",
    ],
)
def test_ways_to_import(text: str) -> None:
    assert "generator/kernels/hash/md5.py" in library.imported(text)


@pytest.fixture
def code(tmp_path: Path) -> Iterator[Path]:
    """A folder of C, with one of headers beside it."""
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "value.h").write_text("#define VALUE 1\n")
    (tmp_path / "code").mkdir()
    yield tmp_path / "code"


def compiled(code: Path, *flags: str, text: str = "int value(void) { return VALUE; }") -> bytes:
    source = code / "main.c"
    source.write_text(f'#include "value.h"\nint value(void);\n{text}\n')
    words = [f"-I{code.parent / 'include'}", "-g0", *flags]
    return compile_c(TARGET, source, code.parent / "out" / "main.o", words).read_bytes()


def test_what_a_compiler_sees(code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compiled(code)
    assert compiled(code) == first and len(entries()) == 1
    header = code.parent / "include" / "value.h"
    header.write_text("#define VALUE 2\n")
    assert compiled(code) != first and len(entries()) == 2
    header.write_text("#define VALUE 1\n")
    assert compiled(code) == first and len(entries()) == 2
    compiled(code, "-DOTHER")
    (code / "value.h").write_text("#define VALUE 3\n")  # this header is found before the other one
    assert compiled(code) != first and len(entries()) == 4
    monkeypatch.setattr(identity, "of_tools", lambda: "other tools")
    compiled(code)
    assert len(entries()) == 5


def test_an_object_is_taken(code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiler does not run, unless the system has no record of its packages."""
    made = compiled(code)
    (path,) = entries()
    store.put(path.name, b"mark")
    assert compiled(code) == b"mark"
    monkeypatch.setattr(identity, "PACKAGES", code / "no such file")
    assert compiled(code) == made


def test_objects_that_are_not_kept(code: Path) -> None:
    """No object is kept of a file that names itself, of a refused file, and of a file whose header reads another
    header."""
    compiled(code, text="const char *name(void);\nconst char *name(void) { return __FILE__; }")
    (code / "other.S").write_text('#include "value.h"\n\t.section .note.GNU-stack,"",@progbits\n')
    (code / "value.h").write_text('#include "deeper.h"\n')
    (code / "deeper.h").write_text("\n")
    assemble(TARGET, "gas", code / "other.S", code / "other.o")
    (code / "wrong.S").write_text("\tno such instruction\n")
    for _ in range(2):
        with pytest.raises(ToolFailed):
            assemble(TARGET, "gas", code / "wrong.S", code / "wrong.o")
    assert entries() == set()


def test_a_header_beside_an_assembly_source(code: Path) -> None:
    source = code / "other.S"
    source.write_text('#include "value.h"\n\t.section .note.GNU-stack,"",@progbits\n')
    made = []
    for line in ("\t.byte 1\n", "\t.byte 1\n", "\t.byte 2\n"):
        (code / "value.h").write_text(line)
        made.append(assemble(TARGET, "gas", source, code / "other.o").read_bytes())
    assert made[0] == made[1] != made[2] and len(entries()) == 2
