# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The kept functions that an edit drops. The edited tree is a copy of the generator's files."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from generator import function_cache, library
from generator.function_cache import FunctionCache
from generator.model import Function

MD5 = {"md5_blocks", "md5_blocks_x4", "md5_blocks_x8", "md5_blocks_x16", "md5_blocks_x32", "rc4_md5_blocks"}
CONVENTION = "sysv64"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the kernel files, with one pass; the library loads the copy."""
    generator = tmp_path / "generator"
    shutil.copytree(library.IN_TREE, generator / "kernels", ignore=shutil.ignore_patterns("__pycache__"))
    (generator / "passes").mkdir()
    (generator / "passes" / "one.py").write_text("", "utf-8")
    monkeypatch.setattr(library, "ROOT", tmp_path)
    monkeypatch.setattr(library, "IN_TREE", generator / "kernels")
    monkeypatch.setattr(function_cache, "_HERE", generator)
    return generator


def edit(path: Path) -> None:
    path.write_text(path.read_text("utf-8") + "\n# edited\n", "utf-8")


def put(folder: Path) -> set[str]:
    """Keep a function of every kernel that has none. The result names those kernels."""
    cache = FunctionCache(folder)
    missing = [k for k in library.load().kernels.values() if not cache.has(k, k.variants[0], CONVENTION)]
    for kernel in missing:
        cache.put(kernel, kernel.variants[0], CONVENTION, Function(kernel.name, kernel.name, "", "", "", ()))
        assert cache.get(kernel, kernel.variants[0], CONVENTION) is not None
    return {kernel.name for kernel in missing}


@pytest.mark.kernels()  # of the scripts, which imports which
def test_an_edit_of_a_kernel_file(tree: Path, tmp_path: Path) -> None:
    """Functions of other kernels stay. The store keeps one function of a kernel, and not one for each edit."""
    folder = tmp_path / "functions"
    kernels = put(folder)
    assert kernels > MD5 | {"sha1_blocks"} and put(folder) == set()
    edit(tree / "kernels" / "hash" / "md5.py")
    assert put(folder) == MD5
    assert len(list(folder.glob("*/*"))) == len(kernels)
    edit(tree / "kernels" / "hash" / "fips180.py")
    assert {"sha1_blocks", "sha256_blocks", "sha512_blocks"} <= put(folder) <= kernels - MD5


@pytest.mark.kernels()
@pytest.mark.parametrize("path", ["passes/one.py", "kernels/__init__.py"])
def test_an_edit_of_the_generator(tree: Path, tmp_path: Path, path: str) -> None:
    kernels = put(tmp_path / "functions")
    edit(tree / path)
    assert put(tmp_path / "functions") == kernels


@pytest.mark.kernels()
def test_a_file_that_moves(tree: Path, tmp_path: Path) -> None:
    """A function holds places in its kernel's file."""
    put(tmp_path / "functions")
    (tree / "kernels" / "cipher" / "rc4.py").rename(tree / "kernels" / "cipher" / "arc4.py")
    (tree / "kernels" / "stitched" / "rc4_md5.py").unlink()  # imports rc4.py
    assert put(tmp_path / "functions") == {"rc4_stream", "rc4_set_key"}


@pytest.mark.kernels()
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


@pytest.mark.parametrize("path", sorted(p for p in library.IN_TREE.rglob("*.py") if p.name != "__init__.py"))
def test_the_key_covers_all_that_a_kernel_file_imports(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("generator.kernels.")]:
        monkeypatch.delitem(sys.modules, name)
    before = set(sys.modules)
    shown = path.relative_to(library.ROOT).as_posix()
    for kernel in library.load_file(path, shown, shown):
        files = [getattr(sys.modules[name], "__file__", None) for name in sys.modules.keys() - before]
        used = {Path(file) for file in files if file is not None and Path(file).is_relative_to(library.IN_TREE)}
        assert {library.ROOT / script for script in kernel.scripts} >= {path, *used}
