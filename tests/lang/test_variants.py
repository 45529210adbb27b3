# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A variant stands in one place, its row, and no two rows of a kernel are the same code."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import targets
from generator.abi import abi
from generator.library import IN_TREE, ROOT, Library, load_file
from generator.model import KernelError
from generator.output import Generator
from generator.pipeline import build
from targets.toolchain.process import HANG_SECONDS, run
from tests.passes.small import HEAD, written

LOOKED_UP = re.compile(r"\bvariant\.name\b")


def test_no_kernel_looks_a_variant_up_by_its_name() -> None:
    """What implements a variant is ``engine=`` of its row: a table beside the contract may forget a name."""
    assert LOOKED_UP.search("TABLE[k.variant.name](k)")
    scripts = sorted(IN_TREE.rglob("*.py"))
    assert len(scripts) > 10
    assert [path.name for path in scripts if LOOKED_UP.search(path.read_text("utf-8"))] == []


PARAMS = 'expected pairs of a name and a number: params=(("unroll", 4),)'
WITHOUT = 'expected pairs of an architecture and the reason: without=(("aarch64", "the reason"),)'
FORMS = {
    "params={'n': 1}": PARAMS,
    "stack='64'": "expected a number of bytes: stack=64",
    "stack=-8": "expected a number of bytes: stack=64",
    "params=('n', 1)": PARAMS,
    "params=(('n', '1'),)": PARAMS,
    "params=(('n', 1, 2),)": PARAMS,
    "without=('x86',)": WITHOUT,
    "without='x86'": WITHOUT,
    "without={'x86': 'a reason'}": WITHOUT,
    "without=('x86', 'a reason')": WITHOUT,
    "without=(('x86', 'a reason'), ('mips', 'another'))": "names architecture 'mips'; expected one of x86_64, x86, aar",
}


@pytest.mark.kernels()
@pytest.mark.parametrize("given", FORMS)
def test_forms_of_a_row(given: str, tmp_path: Path) -> None:
    with pytest.raises(KernelError) as caught:
        written(tmp_path, "pass", HEAD.replace("args=", f'variants=[Variant("a"), Variant("b", {given})], args=', 1))
    text = str(caught.value)
    line = HEAD.splitlines().index("@kernel(") + 1
    assert text.startswith(f"{tmp_path / 'tiny.py'}:{line}: tiny: variant b: {given.split('=', 1)[0]}")
    assert FORMS[given] in text and "\n" not in text


@pytest.mark.kernels()
@pytest.mark.parametrize("given", ["params=[('n', 1)]", "params=(('n', 1),)", "without=(('x86', 'a reason'),)"])
def test_pairs_are_accepted(given: str, tmp_path: Path) -> None:
    kernel = written(tmp_path, "pass", HEAD.replace("args=", f'variants=[Variant("b", {given})], args=', 1))
    (variant,) = kernel.variants
    assert (*variant.params, *variant.without) in [(("n", 1),), (("x86", "a reason"),)]


@pytest.mark.kernels()
def test_no_machine_is_registered(tmp_path: Path) -> None:
    """A script that a program runs by itself knows no architecture and no feature. The library registers them."""
    script = tmp_path / "tiny.py"
    script.write_text(HEAD + "    k.store32(p, 0)\n", "utf-8")
    code = f"import runpy; runpy.run_path({str(script)!r})"
    done = run([sys.executable, "-c", code], timeout=HANG_SECONDS, cwd=ROOT)
    said = (
        "no machine is registered, and no feature known; expected `import generator.machines` before kernels are loaded"
    )
    assert done.returncode == 1 and said in done.stderr.decode()
    load = f"from pathlib import Path; from generator.library import load; load([Path({str(tmp_path)!r})])"
    for right in (f"import generator.machines; {code}", load):
        done = run([sys.executable, "-c", right], timeout=HANG_SECONDS, cwd=ROOT)
        assert (done.returncode, done.stderr) == (0, b""), right


@pytest.mark.kernels()
def test_a_limit_of_the_stack(tmp_path: Path) -> None:
    body = 'area = k.frame(256, "area")\nk.store32(area, k.load32(p))\nk.store32(p, k.load32(area))'
    head = HEAD.replace("args=", 'variants=[Variant("wide"), Variant("narrow", stack=64)], args=', 1)
    kernel = written(tmp_path, body, head)
    function = build(kernel, kernel.variant("wide"), abi("sysv64"))
    with pytest.raises(KernelError) as caught:
        build(kernel, kernel.variant("narrow"), abi("sysv64"))
    said = f"the frame takes {function.frame.bytes} bytes; the contract allows stack=64"
    assert str(caught.value).startswith(f"{kernel.src}: ") and said in str(caught.value)


ENGINES = """
from generator.lang import Arg, Builder, Val, Variant, kernel

def once(k, p):
    k.store32(p, k.load32(p) + 1)

def shifted(k, p):
    k.store32(p, k.load32(p) << 3)

@kernel(
    c="void tiny(uint32_t *p, size_t n)",
    args=[Arg("p", rw=64), Arg("n", public=True)],
    variants=[ROWS],
    source="none: made for a test",
)
def tiny(k: Builder, p: Val, n: Val) -> None:
    with k.loop(n):
        k.variant.engine(k, p)
"""
TWICE = [
    ('Variant("a", engine=once), Variant("b", features=("bmi2",), engine=once)', ("x86_64", "x86")),
    ('Variant("a", engine=once), Variant("b", features=("bmi2",), engine=once, without=(("x86_64", "no"),))', ("x86",)),
    ('Variant("a", engine=once), Variant("b", engine=shifted)', ()),
    ('Variant("a", engine=once), Variant("b", engine=lambda k, p: k.store32(p, k.load32(p) + 2))', ()),
    ('Variant("a", engine=shifted), Variant("b", features=("bmi2",), engine=once)', ()),
]


@pytest.mark.kernels()
@pytest.mark.parametrize(("rows", "where"), TWICE, ids=[str(n) for n in range(len(TWICE))])
@pytest.mark.parametrize("triple", ["x86_64-linux-gnu", "i686-linux-gnu", "aarch64-linux-gnu"])
def test_variants_of_one_code(rows: str, where: tuple[str, ...], triple: str, tmp_path: Path) -> None:
    """Two variants that are the same instructions are a file and a row of dispatch for nothing."""
    path = tmp_path / "tiny.py"
    path.write_text(ENGINES.replace("ROWS", rows))
    target = targets.load(triple)
    (kernel,) = load_file(path, str(path), path.name)
    generator = Generator(Library({"tiny": kernel}), targets=[target])

    for action in (lambda: generator.sources(target), generator.results):
        if target.arch not in where:
            action()
            continue
        with pytest.raises(KernelError) as caught:
            action()
        wanted = f"{kernel.src}: tiny: variants a and b are the same instructions on {target.arch} ("
        assert str(caught.value).startswith(wanted)
        assert f'expected one of them: Variant("b", …, without=(("{target.arch}", "the reason"),))' in str(caught.value)


def test_former_names_of_arguments(tmp_path: Path) -> None:
    """They record what the present names do, and are refused beside these."""
    body = 'k.note("a note", INLINE=True)\nk.vstore(p, k.vadd(k.vload(k.v128, p), k.vload(k.v128, p), BITS=32))'
    row = 'variants=[Variant("vec", features=("sse2",), UNIT="vec"), Variant("two", features=("ssse3",))], args='
    made = []
    for names in (("inline", "bits", "unit"), ("beside", "lane", "lane")):
        texts = body, HEAD.replace("args=", row, 1)
        for word, name in zip(("INLINE", "BITS", "UNIT"), names):
            texts = texts[0].replace(word, name), texts[1].replace(word, name)
        kernel = written(tmp_path, *texts)
        made.append((kernel.variants, build(kernel, kernel.variants[0], abi("sysv64")).body))
    assert made[0] == made[1] and made[0][0][0].unit == "vec"
    with pytest.raises(KernelError, match=r"vadd: got an unexpected keyword argument 'lane'; expected vadd\("):
        build(written(tmp_path, body.replace("BITS=32", "bits=32, lane=32").replace("INLINE", "inline")),
              made[0][0][1], abi("sysv64"))  # fmt: skip
