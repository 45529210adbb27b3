# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py test --kernel-path``, ``new`` and ``speed``: good kernels pass, and planted faults are told."""

from __future__ import annotations

import re
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

import targets
from generator import library, skeleton
from generator.output import Generator
from proof.prove import DIFFERS, OPEN, PROVED, Verdict
from targets.toolchain import product, prove
from targets.toolchain.process import ToolFailed
from targets.trial import triple as of_triple
from targets.trial.assembled import Assembled, assembled
from targets.trial.contract_plan import calls
from targets.trial.secrets import Looked, look
from tests.cli.runner import build, inside, one_line

pytestmark = pytest.mark.kernels()  # kernels of its own
LINUX = ("--target", "x86_64-linux-gnu")


def _new(folder: Path, name: str = "my_sum", **changes: str) -> Path:
    """The skeleton of a new kernel, with some texts changed."""
    skeleton.write(name, folder)
    path = folder / f"{name}.py"
    text = path.read_text()
    for old, new in changes.items():
        before, _, after = new.partition(" => ")
        assert before in text, old
        text = text.replace(before, after)
    path.write_text(text)
    return path


def test_a_new_kernel_passes(tmp_path: Path) -> None:
    """The commands that ``new`` prints are those that its author runs next."""
    made = inside("new", "my_sum", "--kernel-path", tmp_path)
    assert (made.returncode, made.stderr) == (0, "")
    assert f"build.py test --kernel-path {tmp_path} my_sum" in made.stdout
    done = inside("test", "--kernel-path", tmp_path, "my_sum", *LINUX, "--target", "aarch64-linux-gnu")
    assert done.returncode == 0, done.stdout + done.stderr
    row = r"^my_sum +scalar +x86_64-linux-gnu +gas nasm +\d{3,} +native +every instruction +valgrind +proved$"
    assert re.search(row, done.stdout, re.M), done.stdout
    assert re.search(r"^my_sum +scalar +aarch64-linux-gnu +gas +\d{3,} .* traced +proved$", done.stdout, re.M), (
        done.stdout
    )
    assert "left out: nothing\n" in done.stdout and done.stdout.endswith(" calls: good\n")
    assert re.search(r"my_sum: \d+ calls of each variant in each syntax; seed \d+", done.stderr)
    one_line(inside("new", "my_sum", "--kernel-path", tmp_path), "my_sum.py exists", "another name")


@pytest.mark.parametrize(("state", "failures", "left_out"), [
    (PROVED, [], []),
    (DIFFERS, ["FAILED my_sum_scalar, x86_64-linux-gnu: differs from the script: why\n  inputs"], []),
    (OPEN, [], ["my_sum_scalar, x86_64-linux-gnu: not proved: why"]),
])  # fmt: skip
def test_the_verdict_of_a_proof_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state: str, failures: list[str], left_out: list[str]
) -> None:
    """A difference is a failure, a function that is not proved is none."""
    _new(tmp_path)
    monkeypatch.setattr(prove.Prover, "verdict", lambda self, job: ("_".join(job), Verdict(state, "why\n  inputs")))
    found = library.load([tmp_path])
    functions = Generator(found, targets=[targets.load(LINUX[1])]).functions(targets.load(LINUX[1]), ["my_sum"])
    out, rows = of_triple.Outcome(LINUX[1]), {"my_sum_scalar": of_triple.Row("my_sum", "scalar")}
    of_triple._prove(found, [row for row in functions if row[0].name == "my_sum"], out, rows)
    assert (out.failures, out.left_out, rows["my_sum_scalar"].proof) == (failures, left_out, state)


def test_a_wrong_answer_is_told(tmp_path: Path) -> None:
    """The kernel, the variant, the triple, the case with every argument, and the first wrong byte."""
    _new(tmp_path, wrong="(total % 2**32) => ((total + (words == 9 and at == 8)) % 2**32)")
    done = inside("test", "--kernel-path", tmp_path, *LINUX, "--seed", "5")
    assert done.returncode == 1
    assert re.search(
        r"^FAILED my_sum, variant scalar, x86_64-linux-gnu gas, executed by native: \d+ of", done.stdout, re.M
    )
    assert re.search(r"^    case words=9 apart END align=None$", done.stdout, re.M)
    assert re.search(r"^        argument out differs first at byte 8 of 36: got ..?, expected ..$", done.stdout, re.M)
    assert re.search(r"^        a     = [0-9a-f]{72} \(36 bytes, before an inaccessible page\)$", done.stdout, re.M)
    assert "words = 0x9" in done.stdout and "words=8" not in done.stdout
    assert "seed 5\n" in done.stderr and done.stdout.endswith("FAILED\n")


def test_an_access_outside_is_told(tmp_path: Path) -> None:
    """A loop that the checks of extents cannot judge reads one word too many."""
    _new(
        tmp_path,
        loop="    with k.loop(words, step={a: 4, b: 4, out: 4}): => "
        "    k.set(words, words + words + 2)\n    with k.while_(lambda: words.ne(2)):\n        words -= 2",
        sum="        k.store32(out, k.load32(a) + k.load32(b)) => "
        "        k.store32(out, k.load32(a) + k.load32(b))\n"
        "        a += 4\n        b += 4\n        out += 4\n    k.load32(a)",
    )
    done = inside("test", "--kernel-path", tmp_path, *LINUX)
    assert done.returncode == 1
    assert re.search(r"memory fault at function\+0x\w+, touching argument [ab] at byte \d+", done.stdout), done.stdout


def test_a_refusal_leaves_the_rows_of_other_kernels(tmp_path: Path) -> None:
    """Whichever stage refuses: the recording, or the proof of extents."""
    _new(tmp_path)
    for name, line in (("early", "k.loop(8)"), ("outside", "k.load32(a, offset=-4)")):
        _new(tmp_path, name=name, body=f"    with k.loop(words, =>     {line}\n    with k.loop(words,")
    done = inside("test", "--kernel-path", tmp_path, *LINUX)
    assert (done.returncode, done.stdout.count("FAILED ")) == (1, 2), done.stdout
    assert "FAILED early, variant scalar, x86_64-linux-gnu: refused: " in done.stdout
    assert "FAILED outside, " in done.stdout and re.search("^my_sum +scalar +x86_64-linux-gnu +gas", done.stdout, re.M)


def test_a_refusal_and_the_variants_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _new(tmp_path, secret='Arg("words", public=True) => Arg("words")')
    done = inside("test", "--kernel-path", tmp_path, *LINUX)
    assert done.returncode == 1
    said = "FAILED my_sum, variant scalar, x86_64-linux-gnu: refused: "
    assert said in done.stdout and "depends on a secret" in done.stdout
    _new(
        tmp_path / "more",
        name="sums",
        variant="    source= =>     variants=[Variant('scalar'), "
        "Variant('odd', features=('avx2',), without=(('x86', 'so'),))],\n    source=",
        use="    with k.loop => "
        '    if k.variant.name == "odd":\n        with k.loop(words):\n            pass\n    with k.loop',
        get="Val, kernel => Val, Variant, kernel",
    )
    monkeypatch.setattr(of_triple, "lacking", lambda target, features: list(features))
    monkeypatch.setattr(of_triple, "emulated_by", lambda target, features: "")
    done = inside("test", "--kernel-path", tmp_path / "more", *LINUX, "--target", "i686-linux-gnu")
    assert done.returncode == 0, done.stdout
    assert "sums_odd for x86_64-linux-gnu: not executed: neither this CPU nor an emulator here has avx2" in done.stdout
    assert "sums_odd: not made for x86: so" in done.stdout
    assert re.search(r"^sums +odd +x86_64-linux-gnu +gas nasm +0 +nothing ", done.stdout, re.M)


def test_a_secret_is_noticed_when_it_runs(tmp_path: Path) -> None:
    """The generator refuses such a kernel. Here the contract exempts the branch, and the function does not say so."""
    _new(
        tmp_path,
        exempt='    source= =>     exempt={"sign": "a test"},\n    source=',
        branch="        k.store32(out, k.load32(a) + k.load32(b)) => "
        "        k.store32(out, k.load32(a) + k.load32(b))\n"
        '        with k.if_(k.load32(b).lt(1 << 31), exempt="sign"):\n            k.note("nothing")\n'
        "            k.store32(out, k.load32(b) + k.load32(a))",
        alias=', alias="a" => ',
    )
    found = library.load([tmp_path])
    kernel = found.kernels["my_sum"]
    made = calls({"my_sum": kernel}, 1)
    for name, how in (("x86_64-linux-gnu", "under valgrind"), ("aarch64-linux-gnu", "another way")):
        target = targets.load(name)
        generator = Generator(found, targets=[target])
        (variant,) = kernel.variants
        function = generator.function(kernel, variant, target.abi)
        folder = tmp_path / name
        folder.mkdir()
        objects = assembled(target, "gas", folder, generator.files(target, kernel, variant, ["gas"]))
        cell = Assembled(target, "gas", folder, objects)
        assert look(cell, [Looked(kernel, variant, function, True)], made).how == {"my_sum_scalar": "exempt: sign"}
        (folder / "secrets").rename(folder / "first")
        told = look(cell, [Looked(kernel, variant, replace(function, exempt=()), True)], made)
        assert told.failures and how in told.failures[0], told


def test_wrong_words(tmp_path: Path) -> None:
    path = _new(tmp_path)
    path.write_text(path.read_text().replace("    reference=my_sum_reference,\n", ""))
    words = ("test", "--kernel-path", tmp_path)
    one_line(inside(*words), "my_sum.py:", "my_sum has no reference", "my_sum_reference(a, b, words, out)")
    one_line(inside(*words, "my_smu"), "unknown kernel my_smu", "my_sum")
    one_line(inside(*words, "md5_blocks"), "md5_blocks is a kernel of the tree")
    one_line(inside(*words, "--target", "vax"), "vax", "x86_64-linux-gnu")
    one_line(inside("test", "--kernel-path", tmp_path / "none"), "no such folder")
    one_line(inside(*words, "--seeds", "1"), "--seeds")


def test_speed_beside_c(tmp_path: Path, shared_root: Path) -> None:
    """The C version is measured. A C version with another result is told."""
    _new(tmp_path, peer="    reference= =>     c_reference='sum.c', reference=")
    text = (
        "#include <stddef.h>\n#include <stdint.h>\n"
        "void my_sum(const uint8_t *a, const uint8_t *b, size_t words, uint8_t *out);\n"
        "void my_sum(const uint8_t *a, const uint8_t *b, size_t words, uint8_t *out)\n{\n"
        "    const uint32_t *x = (const void *)a, *y = (const void *)b;\n    uint32_t *z = (void *)out;\n"
        "    for (size_t n = 0; n < words; n++) {\n        z[n] = x[n] + y[n];\n    }\n}\n"
    )
    words = ("speed", "--kernel-path", tmp_path, "my_sum", "--rounds", "1")
    one_line(build(shared_root, *words), "my_sum.py:", "c_reference='sum.c'", "no file", "expected C that defines")
    (tmp_path / "sum.c").write_text(text)
    done = build(shared_root, *words)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    for amount in (16, 256, 4096):
        assert re.search(rf"^my_sum +words={amount} +scalar +[\d.]+ +[\d.]+ +[\d.]+$", done.stdout, re.M), done.stdout
        assert re.search(rf"^my_sum +words={amount} +C +[\d.]+ +[\d.]+ +1\.00$", done.stdout, re.M), done.stdout
    (tmp_path / "sum.c").write_text(text.replace("x[n] + y[n]", "x[n] + y[n] + (n == 77)"))
    done = build(shared_root, *words)
    assert done.returncode == 1
    assert "speed: my_sum: scalar and C give different results for an amount of 256" in done.stderr


def test_speed_of_two_kernels_in_one_c_file(tmp_path: Path, shared_root: Path) -> None:
    """Docstrings go beyond ASCII, instructions of short calls are counted, and options of the tree's own refused."""
    head = "from generator.lang import Arg, kernel\n"
    for name in ("one", "two"):
        head += (
            f"@kernel(c='void {name}(uint8_t *p, size_t n)', args=[Arg('p', rw='n'), Arg('n', public=True)],\n"
            f"        size='n', source='a café */', c_reference='both.c')\n"
            f'def {name}(k, p, n):\n    """Flips a bit \u2026 of a caf\u00e9. */"""\n'
            f"    with k.loop(n, step={{p: 1}}):\n        k.store8(p, k.load8(p) ^ 1)\n"
        )
    (tmp_path / "both.py").write_text(head, "utf-8")
    body = "(uint8_t *p, size_t n) { for (size_t i = 0; i < n; i++) p[i] ^= 1; }\n"
    (tmp_path / "both.c").write_text(f"#include <stddef.h>\n#include <stdint.h>\nvoid one{body}void two{body}")
    words = ("speed", "--kernel-path", tmp_path, "--rounds", "1", "--instructions")
    done = build(shared_root, *words)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    for name in ("one", "two"):
        assert re.search(rf"^{name} +n=1024 +C +[\d.]+ +[\d.]+ +1\.00 +\d+$", done.stdout, re.M), done.stdout
        assert re.search(rf"^{name} +n=16384 +C +[\d.]+ +[\d.]+ +1\.00$", done.stdout, re.M), done.stdout
    one_line(build(shared_root, *words, "--losers", "--html", "x"), "--losers --html: expected --instructions, --json")


def test_speed_of_two_kinds(tmp_path: Path) -> None:
    from targets.toolchain import author_speed

    _new(tmp_path)
    found = library.load([tmp_path])
    assert [one.name for one in author_speed.chosen(found, [])] == ["my_sum"]
    assert author_speed.chosen(found, ["md5_blocks"]) == []
    with pytest.raises(ToolFailed, match="my_sum is from --kernel-path, and md5_blocks is a benchmark of the tree"):
        author_speed.chosen(found, ["my_sum", "md5_blocks"])
    assert author_speed.chosen(found, ["sha1"]) == []
    with pytest.raises(ToolFailed, match="no kernel and no benchmark my_smu; the folders of --kernel-path have my_sum"):
        author_speed.chosen(found, ["my_smu"])


@pytest.mark.whole
def test_two_programs_at_once(tmp_path: Path) -> None:
    """Each command runs the program that it has built."""
    found = library.load([])
    empty = tmp_path / "main.c"
    with ExitStack() as stack:
        places = []
        for status in (3, 4):
            empty.write_text(f"int main(void)\n{{\n    return {status};\n}}\n")
            tool = stack.enter_context(product.host_program(found, "x86_64-linux-gnu", "two_at_once", [empty]))
            places.append(tool)
        assert [product.run_here(targets.load("x86_64-linux-gnu"), tool, []).returncode for tool in places] == [3, 4]
    (product.BUILD / places[0].name).unlink()


def test_names_of_the_tree_are_taken(tmp_path: Path) -> None:
    one_line(inside("new", "md5_blocks", "--kernel-path", tmp_path), "hash/md5.py:", "another name")


def test_commands_are_printed_as_one_types_them(tmp_path: Path) -> None:
    made = inside("new", "my_sum", "--kernel-path", tmp_path / "my own")
    assert made.stdout.count(f"--kernel-path '{tmp_path}/my own'") == 3


@pytest.mark.whole
def test_a_kernel_without_an_entry_is_named(tmp_path: Path) -> None:
    """No variant runs on every CPU: dispatch has no entry, and the header says so. ``speed`` times the variant."""
    _new(
        tmp_path,
        variants="    size= =>     variants=[Variant('fast', ('bmi2',))], size=",
        names="Val, kernel => Val, Variant, kernel",
    )
    note = "has no entry for dispatch on x86_64: each variant wants some of bmi2"
    tested = inside("test", "--kernel-path", tmp_path, *LINUX)
    assert tested.returncode == 0 and f"note: {tmp_path}/my_sum.py:" in tested.stdout and note in tested.stdout
    timed = inside("speed", "my_sum", "--kernel-path", tmp_path, "--rounds", "1")
    assert note in timed.stderr and re.search(r"^my_sum .* fast ", timed.stdout, re.M), timed
    folder = tmp_path / "out"
    words = ("--into", folder, "--kernel-path", tmp_path, "--kernels", "my_sum", "--targets", "x86_64-linux-gnu")
    assert note in inside("vendor", *words).stderr
    checked = inside("vendor", "--check", folder, "--kernel-path", tmp_path)
    assert (checked.returncode, checked.stderr) == (0, ""), "the set's kernels and targets alone are looked at"
    _new(
        tmp_path / "two",
        variants="    size= =>     variants=[Variant('fast', ('sse2',))], size=",
        names="Val, kernel => Val, Variant, kernel",
    )
    always = "expected a variant without features but cmov, which every CPU has, or calls"
    two = ("my_sum", "--kernel-path", tmp_path / "two", "--target")
    assert always in inside("explain", *two, "i686-linux-gnu").stderr
    assert inside("explain", *two, "x86_64-linux-gnu").stderr == "", "every CPU has sse2 there"
    header = (folder / "include" / "asmloom.h").read_text()
    assert re.search(r"#if .*\(0\) .*\nLOOM_API .* loom_k_my_sum\(.*\n#endif\n", header), header
