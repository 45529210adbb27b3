# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A refusal of a script, at the word level or in its contract, tells the line and the accepted form."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang import Builder, Variant
from generator.lang.arguments import OWN
from generator.lang.variants import NoEngine
from generator.library import load, load_file
from generator.model import KernelError
from generator.pipeline import build
from tests.passes.small import HEAD, line_of, refusal, written

pytestmark = pytest.mark.kernels()  # scripts of its own

BODIES = [
    ("x = k.load32(p)\nif x == 3:  # HERE\n    k.store32(p, x)", "t3 == 3 has no answer while recording; branch with"),
    ("x, y = k.load32(p, 2, names='ab')\nif x != y:  # HERE\n    k.store32(p, x)", "a == b has no answer"),
    ("k.lod32(p)  # HERE", "k.lod32: there is no such operation; did you mean load32"),
    ("k.knowns  # HERE", "k.knowns: there is no such operation; there are abi, add, add_carry, "),
    (
        "k.store32(p, [k.load32(p), 3])  # HERE",
        "store32: vals is a list, whose item 1 is 3; expected a value or a list of",
    ),
    (
        "with k.loop(n, step={p: 4, n: p}):  # HERE\n    pass",
        "loop: step is a dict, which has n, a usize: p, a ptr; expected a dictionary of values and whole numbers",
    ),
    (
        "k.add_carry(k.load32(p), 1, 0)  # HERE",
        "carry is 0; expected a value, or None, as k.add_carry and k.sub_borrow",
    ),
    ("k.table('t', k.u8, [1, 300])  # HERE", "table 't' has 300; expected numbers from 0 to 0xff, those of u8"),
    ("k.table('t', k.u8, [])  # HERE", "table 't' has no values; expected numbers from 0 to 0xff, those of u8"),
    ("k.frobnicate(p)  # HERE", "k.frobnicate: there is no such operation; there are abi, add, add_carry, "),
    ("x = k.u32(5)  # HERE", "k.u32(…): a type is no operation; expected k.const(k.u32, 5) for a number"),
    ("x = k.v128()  # HERE", "k.v128(…): a type is no operation"),
    ("x = k.mask(k.load32(p), bits=8)  # HERE", "k.mask(…): a type is no operation"),
    ("k.load32 = 5  # HERE", "k.load32 = …: k keeps nothing of a script's; expected a Python variable, or k.set(x, y)"),
    ("k.own = 5  # HERE", "k.own = …: k keeps nothing"),
    ("setattr(k, 'registers', 3)  # HERE", "k.registers = …: k keeps nothing"),
    ("del k.u32  # HERE", "del k.u32: the words of k stay"),
    ("k.vmull(p)  # HERE", "k.vmull: there is no such operation; did you mean vmul_low"),
    (
        "k.variant.engine(k)  # HERE",
        'variant scalar has no engine=; expected Variant("scalar", engine=…) in the contract',
    ),
    ("k.variant.engine.rounds  # HERE", "variant scalar has no engine="),
    ("k.param('unroll')  # HERE", "variant scalar has no parameter unroll; it has none"),
    (r"k.param('a\nb')  # HERE", r"variant scalar has no parameter 'a\nb'; it has none"),
    (
        "k.vload(k.v128, p) ^ k.load32(p)  # HERE",
        "expected one type, convert with k.vbroadcast, k.vfrom or k.vconst to",
    ),
    (
        "k.store32(p, k.vload(k.v128, p))  # HERE",
        "a v128; convert with k.vbroadcast, k.vfrom or k.vconst to a vector, "
        "or with k.vword to a word, or store it with k.vstore",
    ),
    ("k.vload(k.v128, p).eq(0)  # HERE", "is a v128; expected a word, see k.vword"),
    ("k.vadd(k.vload(k.v128, p), 1, bits=32)  # HERE", "vadd: y is 1; expected a value, see k.vconst or k.vzero"),
    ("k.vlookup(k.vload(k.v128, p), 3)  # HERE", "vlookup: index is 3; expected a value, see k.vconst or k.vzero"),
    ("k.vload(k.v128, p, index=3)  # HERE", "vload: index is 3; expected a value, or None, see k.const(k.u32, 3)"),
    ("k.vbroadcast(k.v128, 3)  # HERE", "vbroadcast: x is 3; expected a value, see k.const(k.u32, 3)"),
    ("k.load32(3)  # HERE", "load32: ptr is 3; expected a value, such as an argument that is a pointer"),
    ("k.vconst(k.v128, range(16))  # HERE", "vconst: 16 values of 32 bits; expected 4, or bits=8"),
    (
        "y = k.load32(p)\nk.copy(y, to=y)  # HERE",
        "expected copy(x, name), or k.set(dst, x), which writes into a variable",
    ),
]
VARIANTS = "variants=[{}],"
CONTRACTS = [
    ('Arg("p", rw=64)', 'Arg("p", rw="4*m")', "tiny: the extent rw='4*m' of p; expected bytes, as a number or an expr"),
    ('Arg("p", rw=64)', 'Arg("p", w="4*(n")', "tiny: the extent w='4*(n' of p; expected bytes"),
    ('Arg("p", rw=64)', 'Arg("p", r="n.bytes")', "expected bytes, as a number or an expression by + - * // over n"),
    ("args=", VARIANTS.format("") + " args=", "tiny: variants is empty"),
    ("args=", VARIANTS.format('Variant("a"), Variant("a")') + " args=", "two variants are called a; expected"),
    ("args=", VARIANTS.format('Variant("a", features=("avx9",))') + " args=", "names feature 'avx9'; did you mean avx"),
    ("args=", VARIANTS.format('Variant("a", features=("avx", "neon"))') + " args=", "avx, neon, which no architecture"),
    (
        "args=", VARIANTS.format('Variant("a"), Variant("b", engine=print)') + " args=",
        "tiny: variant b has an engine, a has none; expected engine=… in each row, or in none",
    ),
    (
        "args=", VARIANTS.format('Variant("a", engine=1), Variant("b")') + " args=",
        "tiny: variant a has an engine, b has none",
    ),
    ("void tiny", "void other", "other: the function is called tiny; expected the prototype's name: def other(…), or "),
    ("void tiny", "void other", 'or c="void tiny(…)"'),
    ("args=", VARIANTS.format('Variant("a", unit="xmm")') + " args=", "unit='xmm'; expected 'gp' or 'vec'"),
    ('Arg("p", rw=64)', 'Arg("p", rw=64, align=3)', "p: align=3; expected a power of two, in bytes"),
    ("args=", "variants=['scalar'], args=", "variants has 'scalar'; expected Variant(name"),
    ("args=", 'variants=[Variant("a b")], args=', "a variant is called 'a b'; expected letters, digits and _"),
    ("args=", 'variants=[Variant("portable")], args=', "or of the name portable only; expected one for one message"),
    ("args=", VARIANTS.format('Variant("a"), Variant("portable", unit="vec")') + " args=", "the form that C comes"),
    ("args=", 'variants=[Variant("a", features="avx")], args=', "features='avx'; expected a tuple of names"),
    ('exempt={"known": "a reason"}', "exempt=['a']", "exempt=['a']; expected a dictionary of names and reasons"),
    *(
        ('exempt={"known": "a reason"}', f"exempt={wrong}", "expected a dictionary of names and reasons, both texts")
        for wrong in ("{'zero': ''}", "{'': 'why'}", "{'zero': ' '}", "{'zero': None}", "{3: 'why'}")
    ),
    ('args=[Arg("p", rw=64)', 'args=["p"', "args has 'p'; expected Arg(name"),
    ("args=", 'variants=[Variant("a", features=(1,))], args=', 'expected a tuple of names: features=("adx",)'),
    ("args=", 'variants=[Variant("a", features=["avx2"])], args=', "features=['avx2']; expected a tuple of names"),
    ('args=[Arg("p", rw=64), Arg("n", public=True)]', "args='p'", "args='p'; expected [Arg(name, …), …]"),
    ('c="void tiny(uint32_t *p, size_t n)"', "c=7", "c=7; expected the C prototype: 'void name(type arg, …)'"),
    ("args=", "variants=7, args=", "variants=7; expected [Variant(name, …), …]"),
    ("args=", "size=7, args=", "size=7; expected the name of a number: n"),
    ("args=", "size='n', size_unit='4', args=", "size_unit='4'; expected a number of bytes, 1 or more"),
    ("args=", "parts='tiny', args=", "parts='tiny'; expected a list of kernels' names"),
    (
        "args=",
        "interface=['md5'], args=",
        "interface has 'md5'; expected Hash(…), BlockCipher(…), CbcAndHash(…) or Functions(…) of generator.lang.int",
    ),
    ("args=", "interface=[Variant], args=", "expected Hash(…), BlockCipher(…), CbcAndHash(…) or Functions(…)"),
    ("args=", "interface='md5', args=", "interface='md5'; expected a list of Hash(…), BlockCipher(…), CbcAndHash(…)"),
    ('"none: made for a test"', "None", "source=None; expected text that names the algorithm's document"),
    ('Arg("p", rw=64)', 'Arg("p", rw=64, apart=72)', "p: apart=72; expected a pair of a pointer's name and a distance"),
    ('Arg("p", rw=64)', 'Arg("p", rw=64, alias=["n", 1])', "p: alias=['n', 1]; expected the name of a pointer, or"),
    (
        "uint32_t *p",
        "uint32_t p[15]",
        "p: the prototype has uint32_t p[15], 60 bytes, and the extent is 64; expected [16",
    ),
    ("uint32_t *p", "const uint64_t p [9]", "72 bytes, and the extent is 64; expected [8] or an extent of 72"),
    (
        'Arg("p", rw=64)',
        'Arg("p")',
        "pointer p needs an extent; expected r=, w= or rw= in bytes, or an array such as uint32_t p[4]",
    ),
    ("uint32_t *p", "uint32_t *class", "parameter class: a word of C or C++ itself; expected another name"),
    ('Arg("p", rw=64)', 'Arg("p", rwx=64)', "unexpected keyword argument 'rwx'; expected Arg(name, r, w, rw, public, "),
    (
        "args=",
        "variants=[Variant(nam='a')], args=",
        "'nam'; expected Variant(name, features, unit, params, without, eng",
    ),
    ("exempt=", "exampt=", "'exampt'; expected kernel(c, args, source, variants, "),
    (
        "args=",
        "interface=[Hash(titel='A')], args=",
        "'titel'; expected Hash(name, title, digest, start, abc, hmac, lit",
    ),
    ("args=", "interface=[Hash('a')], args=", "'title', 'digest', 'start', and 'abc'; expected Hash(name, title, "),
]  # fmt: skip


@pytest.mark.parametrize(("body", "wanted"), BODIES, ids=[wanted[:20] for _, wanted in BODIES])
def test_body(body: str, wanted: str, tmp_path: Path) -> None:
    assert wanted in refusal(tmp_path, body)


@pytest.mark.parametrize(
    ("old", "new", "wanted"), CONTRACTS, ids=[f"{new[-40:]}-{said[:24]}" for _, new, said in CONTRACTS]
)
def test_contract(old: str, new: str, wanted: str, tmp_path: Path) -> None:
    """The refusal's line is one of the declaration's."""
    head = HEAD.replace("@kernel", "from generator.lang.interface import Hash\n\n@kernel")
    assert old in head
    with pytest.raises(KernelError) as caught:
        written(tmp_path, "k.store32(p, k.load32(p))", head.replace(old, new, 1))
    text, first = str(caught.value), head.splitlines().index("@kernel(") + 1
    place, line, _ = text.split(":", 2)
    assert wanted in text and "\n" not in text
    assert place == str(tmp_path / "tiny.py") and first <= int(line) < first + 6


def test_extents_of_numbers_and_arguments(tmp_path: Path) -> None:
    kernel = written(tmp_path, "k.store32(p, 0)  # HERE", HEAD.replace("rw=64", 'rw="4*n+64-(n//2)"'))
    assert kernel.arg("p").extent == "reads and writes 4*n+64-(n//2) bytes" and line_of(kernel) > 0


@pytest.mark.parametrize("words", ["yield", "await p"])
def test_functions_that_would_not_run(words: str, tmp_path: Path) -> None:
    head = HEAD.replace("def tiny", "async def tiny") if words != "yield" else HEAD
    with pytest.raises(
        KernelError, match="tiny: the function would not run when it is called; expected no yield and no"
    ):
        written(tmp_path, words, head)


def test_one_name_twice_in_a_file(tmp_path: Path) -> None:
    """Python would keep the later one and say nothing."""
    once = HEAD + "    k.store32(p, 0)\n"
    path = tmp_path / "tiny.py"
    path.write_text(once + "\n" + once[once.index("@kernel") :])
    lines = [n for n, line in enumerate(path.read_text("utf-8").splitlines(), 1) if line == "@kernel("]
    with pytest.raises(KernelError) as caught:
        load([tmp_path])
    assert str(caught.value) == (
        f"{path}:{lines[1]}: kernel tiny is declared here and at {path}:{lines[0]}; "
        "expected another name for one of them"
    )


def test_kernels_of_a_function(tmp_path: Path) -> None:
    """Kernels need no name in their file."""
    path = tmp_path / "tiny.py"
    body = (
        HEAD.replace("@kernel", "def declared():\n  @kernel").replace("def tiny", "  def tiny")
        + "      k.store32(p, 0)\n"
    )
    path.write_text(body + "declared()\n")
    assert [kernel.name for kernel in load_file(path, str(path), path.name)] == ["tiny"]


def test_bounds_that_are_no_promise(tmp_path: Path) -> None:
    """An array of the extent's bytes is accepted, and an array beside an extent that depends on an argument."""
    for param, extent in (("uint32_t p[16]", "64"), ("uint32_t p[]", "64"), ("uint8_t p[4]", "'4*n'")):
        head = HEAD.replace("uint32_t *p", param).replace("rw=64", f"rw={extent}")
        assert written(tmp_path, "pass", head).prototype.startswith(f"void tiny({param}")


def test_a_variant_without_an_engine_is_the_contracts() -> None:
    """The stand-in of a missing engine counts as none in every comparison."""

    def fail(message: str) -> KernelError:
        return KernelError(None, message)

    plain = Variant("a")
    assert replace(plain, engine=NoEngine("a", fail)) == plain and not NoEngine("a", fail)


def test_every_word_is_defined() -> None:
    """docs/authoring.md sends its readers to the docstrings."""
    words = [name for name in dir(Builder) if name[0] != "_" and name not in OWN and callable(getattr(Builder, name))]
    assert len(words) > 60
    assert [name for name in words if not getattr(Builder, name).__doc__] == []


METHODS = [  # what a script writes, and the mend that the refusal offers
    ("copy", "x.copy()", "k.copy(x)"), ("load32", "p.load32()", "k.load32(p)"), ("clz", "x.clz()", "k.clz(x)"),
    ("zext", "x.zext(k.u64)", "k.zext(type, x)"), ("rotl", "x.rotl(5)", "k.rotl(x, count)"),
    ("add", "x.add(x)", "k.add(x, …)"),
]  # fmt: skip


@pytest.mark.parametrize(("word", "wrong", "mend"), METHODS, ids=[word for word, _, _ in METHODS])
def test_words_taken_for_methods(word: str, wrong: str, mend: str, tmp_path: Path) -> None:
    """The mend that the refusal offers is accepted, with its names replaced by arguments."""
    start = "x = k.const(k.u32, 5, 'x')\n"
    text = refusal(tmp_path, f"{start}y = {wrong}  # HERE")
    assert text.endswith(f"values have no such method; expected {mend}")
    right = mend.replace("type", "k.u64").replace("count", "5").replace("…", "x")
    build(written(tmp_path, f"{start}y = {right}"), Variant("scalar"), abi("sysv64"))
