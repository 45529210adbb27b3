# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The generator imports, refuses with the author's file and line, and makes what is committed for one triple."""

from __future__ import annotations

import importlib
import json
import tempfile
from pathlib import Path

import targets
from generator import headers, library
from generator.emit import dialect
from generator.function_cache import FunctionCache
from generator.model import AsmloomError
from generator.output import Generator

ROOT = library.ROOT
TRIPLE = "x86_64-linux-gnu"
KERNEL = '''from generator.lang import Arg, kernel

@kernel(c="void f(uint32_t state[4])", args=[{args}], source="none")
def f(k, state):
    """Nothing useful."""
    {body}
'''
STATE = 'Arg("state", rw=16)'
REFUSED = (  # arguments, the body's line, and what the refusal must say
    ('Arg("other", r=16)', "pass", "state"),
    (STATE, "k.frobnicate(state)", ":6: "),
    (STATE, "k.store32(state + 16, k.load32(state, 1))", ":6: "),
    (STATE, "raise KeyError('lost')", ":6: KeyError: 'lost'"),
)


def test_every_module_imports() -> None:
    for package in ("generator", "targets"):
        for path in sorted((ROOT / package).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            importlib.import_module(name)


def test_refusals_name_the_line() -> None:
    for args, body, wanted in REFUSED:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "refused.py")
            path.write_text(KERNEL.format(args=args, body=body), "utf-8")
            try:
                Generator(library.load([Path(folder)])).sources(targets.load(TRIPLE), None, ["f"])
            except AsmloomError as error:
                assert str(path) in str(error) and wanted in str(error), (str(error), wanted)
            else:
                raise AssertionError(f"not refused: {body}")


def test_generated_is_up_to_date() -> None:
    """For one triple, in all its syntaxes; the passes verify each function that they make."""
    generator = Generator(library.load(), cache=FunctionCache())
    folder, target = ROOT / "generated", targets.load(TRIPLE)
    made = set()
    for name, data in generator.sources(target).items():
        syntax, _, file = name.partition("/")
        path = folder / target.arch / dialect(target.arch, syntax) / file
        made.add(path)
        assert path.read_bytes() == data, f"{path}: run python3 build.py generate"
    assert made == {path for folder in {path.parent for path in made} for path in folder.iterdir()}
    functions = headers.made_of(json.loads((folder / "manifest.json").read_text("utf-8"))["targets"])
    for name, data in generator.headers(functions).items():
        assert (folder / "include" / name).read_bytes() == data, f"{name}: run python3 build.py generate"
