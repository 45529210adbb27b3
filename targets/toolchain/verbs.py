# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The commands of ``build.py``: a function for each, which gets the words of the command line and returns the exit
status. Each imports what it needs: an answer without work is immediate."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.store import CHECKOUT, ROOT, build_dir
from targets.toolchain.process import ToolFailed

if TYPE_CHECKING:
    from generator.lang.contract import Kernel
    from generator.library import Library
    from generator.up_to_date import Inputs

FAST = "--fast"
PROGRAM = "build.py" if CHECKOUT else "asmloom"


def spoken(text: str) -> str:
    """A message with the name by which the reader started the program."""
    return text if CHECKOUT else re.sub(r"(?<![\w/])(?:python3 )?build\.py\b", PROGRAM, text)


def _only_in_a_checkout(what: str, instead: str) -> None:
    """ToolFailed in an installation, which has no tests, no generated/ and no history."""
    if not CHECKOUT:
        raise ToolFailed(f"{what}, which an installation does not have; expected {instead}")


def host() -> str:
    """The triple of this machine."""
    import asmloom

    return asmloom.host()


def _named(triple: str | None) -> str:
    """The triple that the command line names, or else this machine's. The empty name is unknown like any other."""
    return host() if triple is None else triple


def _loaded(paths: list[Path], only: list[str] | None = None) -> Library:
    """The kernels of this tree and of the folders ``paths``."""
    from generator import library

    return library.load(paths, only)


def _note(lines: Iterable[str]) -> None:
    for line in lines:
        print(f"{PROGRAM}: note: {line}", file=sys.stderr)


def _note_doubts(kernels: Library, paths: list[Path], names: Sequence[str] | None, triples: Sequence[str]) -> None:
    """Notes on what the contracts of kernels from outside leave open."""
    from generator import cli

    if paths:
        _note(cli.open_accesses(kernels, triples))
        some = [one for name, one in kernels.kernels.items() if name in (names or kernels.kernels)]
        _note([*cli.without_entries(some, triples), *cli.idle_exemptions(some, triples), *cli.without_c(some)])


def build(args: Namespace) -> int:
    from generator import output
    from targets.toolchain import product

    output.check_prefix(args.prefix)
    kernels, triple = _loaded(args.kernel_path), _named(args.triple)
    _note_doubts(kernels, args.kernel_path, None, [triple])
    return product.build_product(kernels, triple, args.syntax, prefix=args.prefix, here=triple == host())


def install(args: Namespace) -> int:
    from targets.toolchain import install as made

    paths = {key: Path(getattr(args, key)) for key in ("prefix", "bindir", "libdir", "includedir")}
    paths["prefix"] = Path(os.path.abspath(args.prefix))
    folders = made.Folders(**paths, destdir=os.environ.get("DESTDIR", "") if args.destdir is None else args.destdir)
    return made.install(_loaded(args.kernel_path), _named(args.triple), args.syntax, folders)


def _check_generate(args: Namespace, partial: bool) -> None:
    """ToolFailed for words that contradict each other. ``partial``: they name files outside generated/."""
    if args.accept and (args.check or partial or args.into):
        raise ToolFailed("--accept refreshes generated/ and docs/; leave out --check, --into and the choice of files")
    if args.check and (args.target or args.kernel):
        raise ToolFailed("--check compares a whole tree; leave out --target and --kernel")
    if partial and args.into is None:
        raise ToolFailed(
            "--target, --kernel, --prefix and --kernel-path make other files than those of generated/; "
            "expected --into DIR, the folder for these files"
        )


def generate(args: Namespace) -> int:
    from generator import up_to_date

    partial = bool(args.target or args.kernel or args.prefix != "loom_" or args.kernel_path)
    _check_generate(args, partial)
    if args.into is None:
        _only_in_a_checkout("generate refreshes generated/", "--into DIR, or a checkout")
    made_from = None if args.into or partial else up_to_date.inputs()
    found = made_from and up_to_date.up_to_date(made_from, ROOT / "generated", anew=args.check)
    if found and not args.fresh:
        print(up_to_date.checked(found[0]) if args.check else up_to_date.refreshed(*found, "generated"))
    else:
        status = _generate(args, made_from)
        if status:
            return status
    if args.accept:
        return 2 if subprocess.call([sys.executable, "-m", "tests.pages"], cwd=ROOT) else 0
    return 0


def _generate(args: Namespace, made_from: Inputs | None) -> int:
    import targets
    from generator import cli, output

    output.check_prefix(args.prefix)
    kernels = _loaded(args.kernel_path, args.kernel)
    _note_doubts(kernels, args.kernel_path, args.kernel, args.target or targets.all_triples())
    if args.target or args.kernel:
        return cli.generate_some(kernels, args.target, args.kernel, into=args.into, prefix=args.prefix)
    return cli.generate(
        kernels, check=args.check, into=args.into, prefix=args.prefix, made_from=made_from, fresh=args.fresh
    )


def list_all(args: Namespace) -> int:
    from generator import cli

    return cli.list_all(_loaded(args.kernel_path), args.json)


def explain(args: Namespace) -> int:
    import targets
    from generator import cli

    triple = targets.load(_named(args.target)).triple
    kernels = _loaded(args.kernel_path)
    status = cli.explain(kernels, args.kernel, triple=triple, variant=args.variant, as_json=args.json)
    _note(cli.without_entries([kernels.find(args.kernel)], [triple]))
    _note(cli.idle_exemptions([kernels.find(args.kernel)], targets.all_triples()))
    if status == 0 and not args.json and triple == host():
        from targets.toolchain import product

        print(product.explain_dispatch(kernels, triple, args.kernel))
    return status


def show(args: Namespace) -> int:
    import targets
    from generator import show as stages

    words = {"triple": targets.load(_named(args.target)).triple, "variant": args.variant}
    kernels = _loaded(args.kernel_path)
    if args.mca is not None:
        from targets.toolchain import mca

        lines = mca.summary(kernels, args.kernel, cpu=args.mca, **words)
    else:
        lines = stages.show(kernels, args.kernel, stage=args.stage, syntax=args.syntax, **words)
    for line in lines:
        print(line)
    return 0


def new(args: Namespace) -> int:
    from generator import skeleton

    print(spoken(skeleton.write(args.name, args.kernel_path)))
    return 0


def vendor(args: Namespace) -> int:
    import targets
    from generator.vendoring import command

    kernels = _loaded(args.kernel_path)
    if args.check is None:  # --check makes the kernels and targets of the set and no others
        _note_doubts(kernels, args.kernel_path, args.kernels, targets.all_triples())
    return command.run(kernels, args)


def provider(args: Namespace) -> int:
    from targets.toolchain import provider as made

    return made.build_provider(_loaded([]), _named(args.target), args.headers)


def diff(args: Namespace) -> int:
    from targets.toolchain import compare

    return compare.diff(_loaded(args.kernel_path), args)


def speed(args: Namespace) -> int:
    from generator import cli
    from targets.toolchain import author_speed, losers, product

    kernels, triple = _loaded(args.kernel_path), _named(args.target)
    own: list[Kernel] = author_speed.chosen(kernels, args.kernels) if args.kernel_path else []
    _note(cli.without_entries(own, [triple]))
    if own:
        author_speed.refuse_beside(name for name in author_speed.OF_THE_TREE if getattr(args, name))
        return author_speed.measure(
            kernels, triple, own, rounds=args.rounds, as_json=args.json, instructions=args.instructions
        )
    if args.losers:
        beside = ("stitched", "json", "instructions", "html", "seeds")
        losers.refuse_beside(name for name in beside if getattr(args, name))
        peer = args.against, args.libcrypto
        return losers.here(kernels, triple, args.kernels, args.rounds or 51, peer)
    others = [*args.kernels, *(f"--{name}" for name in ("stitched", "instructions", "html") if getattr(args, name))]
    if args.seeds and others:
        raise ToolFailed(
            f"speed --seeds {' '.join(others)}: expected --json, --rounds, --target or --libcrypto beside it"
        )
    return product.speed(
        kernels, triple, args.kernels, against=args.against, as_json=args.json, rounds=args.rounds,
        archive=args.libcrypto, stitched=args.stitched, instructions=args.instructions, page=args.html,
        seeds=args.seeds,
    )  # fmt: skip


def tune(args: Namespace) -> int:
    from targets.toolchain import tune as made

    kernels = _loaded(args.kernel_path)
    into = args.into or build_dir() / "asmloom.tuning"
    return made.tune(kernels, _named(args.target), args.kernels, seconds=args.seconds, into=into)


def model(args: Namespace) -> int:
    _only_in_a_checkout("model reads the generated files of asmloom's kernels", "a checkout")
    import targets
    from targets.trial import model as models

    if sum((args.write, args.rows, args.core is not None)) > 1 or (args.core is None) != (args.against is None):
        raise ToolFailed("model: expected --write, --rows, or --core with --against, or none of them")
    if args.kernels and (args.rows or args.core):
        raise ToolFailed("model: --rows and --core are for all kernels; leave out their names")
    kernels = _loaded([])
    for name in args.kernels:
        kernels.find(name)
    if args.write:
        return models.write(kernels, args.kernels)
    if args.rows:
        return models.write_rows()
    arch = targets.load(_named(args.target)).arch
    return models.against(arch, args.core, args.against) if args.core else models.report(arch, args.kernels)


def test(args: Namespace) -> int:
    if getattr(args, "kernel_path", None):
        _need_tools()
        from targets.trial import command

        return command.run(args.kernel_path, args.kernels, args.target, args.variant, args.seed)
    _only_in_a_checkout("test runs asmloom's own tests", "--kernel-path DIR, or a checkout")
    if FAST in args.pytest:
        from targets.toolchain import fast

        return fast.run_fast([word for word in args.pytest if word != FAST])
    from targets.toolchain import testing

    return testing.run_tests(args.pytest)


def lint(args: Namespace) -> int:
    _only_in_a_checkout("lint reads the tree of the project", "a checkout")
    from targets.toolchain import lint as linters

    return linters.lint(fix=args.fix, files=args.files)


def fuzz(args: Namespace) -> int:
    _only_in_a_checkout("fuzz is a part of the tests", "a checkout")
    words = [str(args.seconds), str(args.seed), str(build_dir() / "fuzz")]
    return subprocess.call([sys.executable, "-m", "tests.fuzz.command", *words], cwd=ROOT)


def _need_tools() -> None:
    """ModuleNotFoundError if a package of the judges is missing, before a verdict says so of each function."""
    for name in ("capstone", "elftools", "z3") if not CHECKOUT else ():
        if importlib.util.find_spec(name) is None:
            raise ModuleNotFoundError(name, name=name)


def prove(args: Namespace) -> int:
    _need_tools()
    from targets.toolchain import prove as proofs

    if args.all and args.target:
        raise ToolFailed("prove --all has every target with rules; leave out --target")
    triples = proofs.TARGETS if args.all else args.target or proofs.TARGETS[:1]
    return proofs.run(_loaded(args.kernel_path), args.kernels, triples)


def tools(args: Namespace) -> int:
    from targets.toolchain import find

    print(find.report())
    return 0


def release(args: Namespace) -> int:
    _only_in_a_checkout("release packs the tree of the project", "a checkout")
    from targets.toolchain import release as made

    return made.release(_loaded([]), args.into, args.prefix or ["loom_"], args.url)


def site(args: Namespace) -> int:
    from targets import site as made

    return made.site(_loaded(args.kernel_path), args.into, args.kernels)


def completion(args: Namespace) -> int:
    from targets.toolchain import completion as made

    if "words" in args:
        *before, last = args.words or [""]
        for word in made.words(before, last, args.each):
            print(word)
    else:
        print(made.SCRIPTS[args.shell], end="")
    return 0


def clean(args: Namespace) -> int:
    from generator import store

    store.clear()
    return 0


VERBS: dict[str, Callable[[Namespace], int]] = {
    "build": build, "install": install, "generate": generate, "list": list_all, "explain": explain, "show": show,
    "new": new, "vendor": vendor, "provider": provider, "diff": diff, "speed": speed, "tune": tune, "test": test,
    "lint": lint, "fuzz": fuzz, "prove": prove, "tools": tools, "clean": clean, "completion": completion,
    "release": release, "model": model, "site": site,
}  # fmt: skip
