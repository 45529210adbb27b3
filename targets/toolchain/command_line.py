# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The words of ``build.py``. This module is imported before anything is installed."""

from __future__ import annotations

import argparse
import difflib
import gc
import importlib.util
import io
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NoReturn

from generator import __version__, store
from generator.store import BUILD_VARIABLE, CHECKOUT
from targets.toolchain.verbs import FAST, PROGRAM, VERBS, spoken

BUILD_DIR = "--build-dir"
CLOSED_PIPE = 128 + 13  # what a shell says of a program that SIGPIPE ended
CHANGED = "--changed"
ALL = "--all"
GENERATOR_ONLY = ("generate", "list", "explain", "show", "new", "vendor", "diff", "clean", "completion")


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line and exit status 2."""

    def error(self, message: str) -> None:  # type: ignore[override]
        trouble(f"{message}; see: python3 {self.prog} --help")

    def format_help(self) -> str:
        return spoken(super().format_help())

    def _print_message(self, message: str, file: Any = None) -> None:
        """Newer Pythons (3.11.7, not 3.11.2) ignore an output that fails here: a full disk, or a closed pipe."""
        (file or sys.stderr).write(message)


def trouble(message: object) -> NoReturn:
    print(f"{PROGRAM}: {spoken(str(message))}", file=sys.stderr)
    raise SystemExit(2)


def parser() -> Parser:
    from generator.vendoring import arguments as vendoring

    top = Parser(
        prog=PROGRAM,
        description="asmloom. Without a command: build the library for this machine, self-test it, show its speed.",
        epilog="build.py TRIPLE is short for build.py build TRIPLE.",
    )
    top.add_argument("--version", action="version", version=f"asmloom {__version__}")
    top.add_argument(
        BUILD_DIR, metavar="DIR",
        help=f"the folder of what commands make, anywhere in the line (default: {BUILD_VARIABLE}, or "
        f"{store.shown(store.build_dir())})",
    )  # fmt: skip
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    def command(name: str, help: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=help, description=help)

    def of_kernels(name: str, help: str) -> argparse.ArgumentParser:
        made = command(name, help)
        made.add_argument(
            "--kernel-path", action="append", type=vendoring.folder, default=[], metavar="DIR",
            help="a folder of more kernel files",
        )  # fmt: skip
        return made

    build = of_kernels(
        "build", "generate, assemble and link a library; for this machine also self-test it and show its speed"
    )
    build.add_argument("triple", nargs="?", metavar="TRIPLE", help="default: this machine")
    build.add_argument("--syntax", help="one of the triple's syntaxes (default: the first)")
    build.add_argument("--prefix", default="loom_", help="the beginning of all symbols (default: loom_)")
    install = of_kernels("install", "build a library, and install it with files for pkg-config and CMake")
    install.add_argument("triple", nargs="?", metavar="TRIPLE", help="default: this machine")
    install.add_argument("--syntax", help="one of the triple's syntaxes (default: the first)")
    install.add_argument(
        "--prefix", type=vendoring.folder, default="/usr/local", metavar="DIR",
        help="the folder of the others (default: /usr/local)",
    )  # fmt: skip
    install.add_argument("--destdir", metavar="DIR", help="write below DIR in place of / (default: DESTDIR)")
    for name, folder, what in (
        ("bin", "bin", "DLLs"), ("lib", "lib", "libraries"), ("include", "include", "the header")
    ):  # fmt: skip
        install.add_argument(
            f"--{name}dir", default=folder, metavar="DIR", help=f"of {what}; below the prefix (default: {folder})"
        )
    generate = of_kernels("generate", "refresh generated/, or write the sources of some targets or kernels elsewhere")
    generate.add_argument("--check", action="store_true", help="change nothing; exit with 1 if a file differs")
    generate.add_argument(
        "--accept", action="store_true", help="also write the pages of docs/ that are made from code (for developers)"
    )
    generate.add_argument("--fresh", action="store_true", help="make the functions of unchanged kernels anew, too")
    generate.add_argument("--into", type=vendoring.folder, metavar="DIR", help="write into DIR instead of generated/")
    generate.add_argument("--prefix", default="loom_", help="the beginning of all symbols (needs --into)")
    generate.add_argument("--target", action="append", metavar="TRIPLE", help="only this target (needs --into)")
    generate.add_argument("--kernel", action="append", metavar="KERNEL", help="only this kernel (needs --into)")
    listing = of_kernels("list", "list kernels, variants, targets and syntaxes")
    explain = of_kernels(
        "explain", "show a kernel's contract, facts about its code, and the choice of dispatch on this machine"
    )
    explain.add_argument("kernel", metavar="KERNEL")
    explain.add_argument("--target", metavar="TRIPLE", help="default: this machine")
    explain.add_argument("--variant", help="only this variant")
    show = of_kernels(
        "show", "print a kernel's code after a stage, with live registers, their number, and accesses to the frame"
    )
    show.add_argument("kernel", metavar="KERNEL")
    show.add_argument("--target", metavar="TRIPLE", help="default: this machine")
    show.add_argument("--variant", help="only this variant")
    show.add_argument(
        "--stage", default="frame", metavar="STAGE",
        help="record, lower, stitch, allocate, order, frame, or asm: the file (default: frame)",
    )  # fmt: skip
    show.add_argument("--syntax", help="with --stage asm: one of the target's syntaxes (default: the first)")
    show.add_argument("--mca", metavar="CPU", help="print llvm-mca's summary of the loops on a CPU such as znver4")
    new = command("new", "write the script of a new kernel, with a reference, which passes test --kernel-path at once")
    new.add_argument("name", metavar="NAME", help="the kernel's name: a C identifier")
    new.add_argument(
        "--kernel-path", type=vendoring.folder, default=Path(), metavar="DIR",
        help="the folder of the script (default: the current folder)",
    )  # fmt: skip
    vendoring.add_arguments(of_kernels("vendor", vendoring.HELP))
    provider = command(
        "provider", "build asmloom.so (.dll, .dylib), a provider that OpenSSL 3 and 4 load: see docs/provider.md"
    )
    provider.add_argument("--target", metavar="TRIPLE", help="default: this machine")
    provider.add_argument(
        "--headers", type=Path, metavar="DIR", help="the include folder of OpenSSL (default: the system's)"
    )
    speed = of_kernels(
        "speed", "measure the throughput of every variant and of portable C; with --kernel-path: kernels of your own"
    )
    speed.add_argument("kernels", nargs="*", metavar="KERNEL")
    speed.add_argument(
        "--against", choices=["libcrypto"], help="compare with the installed static libcrypto's own kernels"
    )
    speed.add_argument("--stitched", action="store_true", help="measure only the woven kernels and their parts")
    speed.add_argument("--libcrypto", type=Path, metavar="FILE", help="compare with this static libcrypto instead")
    speed.add_argument("--target", metavar="TRIPLE", help="a target that this machine runs without emulation")
    speed.add_argument(
        "--rounds", type=int, metavar="N", help="number of measurements of each side; the result is their median"
    )
    speed.add_argument(
        "--instructions", action="store_true",
        help="count the instructions of a call too, by single steps, up to 1350 bytes (slow; Linux)",
    )  # fmt: skip
    speed.add_argument(
        "--losers", action="store_true",
        help="print only where another variant, C, one message after the other or a peer is 3%% faster than what runs; "
        "exit status 1 if anywhere",
    )  # fmt: skip
    speed.add_argument(
        "--seeds", action="store_true",
        help="print the table of openssl speed, with its rows and sizes: this library, its portable C, and libcrypto, "
        "the installed one unless --libcrypto names another",
    )  # fmt: skip
    speed.add_argument("--html", type=Path, metavar="FILE", help="write one self-contained page of curves as well")
    tune = of_kernels("tune", "measure every variant, and write a preference file for ASMLOOM_TUNING on this CPU")
    tune.add_argument("kernels", nargs="*", metavar="KERNEL")
    tune.add_argument("--target", metavar="TRIPLE", help="a target that this machine runs without emulation")
    tune.add_argument("--seconds", type=int, default=5, metavar="N", help="about so long")
    tune.add_argument(
        "--into", type=Path, metavar="FILE", help="default: asmloom.tuning in the folder of what commands make"
    )
    diff = of_kernels("diff", "compare functions of two targets, syntaxes, revisions or folders, aligned by meaning")
    diff.add_argument("a", metavar="A", help="a triple, TRIPLE:SYNTAX, a git revision or a folder")
    diff.add_argument("b", metavar="B", nargs="?", help="the same; --stat REVISION alone compares with generated/")
    diff.add_argument("--kernel", action="append", metavar="KERNEL", help="only this kernel or function")
    diff.add_argument(
        "--only", action="append", metavar="CLASS",
        help="only this class: spelling, registers, frame, selection, constants, relocations, features",
    )  # fmt: skip
    diff.add_argument(
        "--stat", action="store_true", help="print one row for each function; without B, a short table in Markdown"
    )
    diff.add_argument("--html", type=Path, metavar="FILE", help="write one self-contained page")
    diff.add_argument("--fresh", action="store_true", help="build functions even if an earlier run kept them")
    for reader in (listing, explain, diff, speed):
        reader.add_argument("--json", action="store_true", help="print JSON for programs")
    model = command("model", "print what estimates choose for cores that nobody measured, beside what was measured")
    model.add_argument("kernels", nargs="*", metavar="KERNEL", help="default: every kernel with a choice")
    model.add_argument("--write", action="store_true", help="make the estimates anew, and the rows (for developers)")
    model.add_argument("--rows", action="store_true", help="make the rows of targets/*_model.dat anew")
    model.add_argument("--target", metavar="TRIPLE", help="default: this machine")
    model.add_argument("--core", metavar="CORE", help="with --against: the core, a family of targets/ports.dat")
    model.add_argument(
        "--against", type=Path, metavar="FILE", help="print what the choices lose by what speed --json printed there"
    )
    test = command("test", "set up the tools of the tests, and run the tests")
    test.add_argument(FAST, action="store_true", help="run the tests that take a minute and need no installation")
    test.add_argument(CHANGED, action="store_true", help="run the tests whose dependencies changed since they passed")
    test.add_argument(ALL, action="store_true", help="run every test: all cells, assemblers, CPU models and builds")
    kernel_tests(test)
    test.add_argument("pytest", nargs=argparse.REMAINDER, help="arguments for pytest; with --kernel-path: kernels")
    lint = command("lint", "run ruff, mypy --strict and clang-format on every file of the project")
    lint.add_argument("files", nargs="*", metavar="FILE", help="read these files alone")
    lint.add_argument("--fix", action="store_true", help="apply the fixes of ruff and clang-format first")
    fuzz = command("fuzz", "run random kernels on every kind of machine, and compare the results with Python")
    fuzz.add_argument(
        "--seconds",
        type=int,
        metavar="N",
        required=True,
        help="run for N seconds, then reduce failures for at most N more; every failure is shown",
    )
    fuzz.add_argument("--seed", type=int, default=300, metavar="S", help="the seed of the first program (default: 300)")
    prove = of_kernels("prove", "prove that the objects of kernels compute what their scripts record: see SOUNDNESS.md")
    prove.add_argument("kernels", nargs="*", metavar="KERNEL", help="default: every kernel")
    prove.add_argument(
        "--target", action="append", metavar="TRIPLE", help="default: x86_64-linux-gnu (may be repeated)"
    )  # fmt: skip
    prove.add_argument("--all", action="store_true", help="on one target of each calling convention")
    command("tools", "list installed and missing tools, and how to get the missing ones")
    release = command("release", "write the archives of this version, their sums and a list of materials into a folder")
    release.add_argument("--into", type=vendoring.folder, required=True, metavar="DIR", help="a new or an empty folder")
    release.add_argument("--prefix", action="append", help="of a vendored set's symbols (default: loom_; repeatable)")
    release.add_argument("--url", default="", help="the folder where the files will be, for the recipes of registries")
    site = of_kernels("site", "write the documentation, with a page for each kernel, as a static web site")
    site.add_argument("into", type=Path, metavar="DIR", help="a new or an empty folder")
    site.add_argument("kernels", nargs="*", default=[], metavar="KERNEL", help="pages for these alone")
    completion = command("completion", 'completion of asmloom\'s words in a shell: eval "$(asmloom completion bash)"')
    completion.add_argument("shell", choices=("bash", "zsh", "fish"))
    command("clean", "remove the results of earlier runs: functions, files, objects, passed tests")
    return top


def kernel_tests(to: argparse.ArgumentParser) -> None:
    """Add the options of ``test --kernel-path``."""
    from generator.vendoring import arguments as vendoring

    group = to.add_argument_group(
        "kernels of your own",
        "test --kernel-path DIR [KERNEL ...]: every variant of kernels with a reference, on every triple and in every "
        "syntax that this machine can execute: sizes, alignments, guard pages, aliasing, the calling convention, "
        "unwinding, secrecy. Nothing is set up that is there. Status 1: something fails",
    )
    group.add_argument(
        "--kernel-path", action="append", type=vendoring.folder, metavar="DIR", help="a folder of kernel files"
    )
    group.add_argument("--target", action="append", metavar="TRIPLE", help="only this target (may be repeated)")
    group.add_argument("--variant", help="only this variant")
    group.add_argument("--seed", type=int, metavar="S", help="the seed of the random arguments (default: a fixed one)")


def commands_of(known: Parser) -> Mapping[str, argparse.ArgumentParser]:
    """The parser of each command."""
    subparsers = next(action for action in known._actions if isinstance(action, argparse._SubParsersAction))
    return subparsers.choices


def arguments(argv: list[str]) -> argparse.Namespace:
    """Parse the command line. Options may stand before the command. A first word that is not a command is a triple."""
    from generator import commands

    known = parser()
    each = commands_of(known)
    if argv[:2] == ["completion", "--"]:  # what a shell's script asks
        return argparse.Namespace(command="completion", words=argv[2:], each=each)
    helped = argv[:1] in (["-h"], ["--help"], ["--version"])
    at = 0 if helped else commands.first_word(argv, each)
    word = argv[at] if at < len(argv) else ""
    if word in VERBS:
        argv = [word, *argv[:at], *argv[at + 1 :]]
    elif not helped:
        near = difflib.get_close_matches(word, VERBS, 1, 0.75)
        if near and "-" not in word:
            trouble(f"unknown command {word}; did you mean {near[0]}?")
        argv = ["build", *argv]
    if argv[:1] == ["test"] and argv[1:2] not in (["-h"], ["--help"]):
        if any(word.startswith("--ker") for word in argv):  # --kernel-path, or the beginning of its name
            own = Parser(prog=f"{PROGRAM} test")
            kernel_tests(own)
            own.add_argument("kernels", nargs="*")
            return own.parse_intermixed_args(argv[1:], argparse.Namespace(command="test", pytest=[]))
        # All words behind "test" go to pytest. argparse would interpret options itself.
        return argparse.Namespace(command="test", pytest=argv[1:])
    if helped or argv[0] == "test":  # its words are not read, so only --help comes here
        return known.parse_args(argv)
    # Options may also stand between names: a parser of commands takes all names of the first place.
    args, unknown = each[argv[0]].parse_known_intermixed_args(argv[1:], argparse.Namespace(command=argv[0]))
    if unknown:
        trouble(commands.refusal(args.command, unknown, each))
    return args


def guarded(action: Callable[[], int]) -> int:
    """Run an action. A refusal becomes one line and exit status 2."""
    from generator.model import AsmloomError
    from targets import TargetError
    from targets.toolchain.find import MissingTool
    from targets.toolchain.process import ToolFailed

    try:
        return action()
    except (AsmloomError, TargetError, MissingTool, ToolFailed) as error:
        trouble(error)
    except ModuleNotFoundError as error:
        if CHECKOUT or error.name in sys.stdlib_module_names:
            raise
        trouble(f"{error.name} is not installed, which this command needs; python3 -m pip install 'asmloom[tools]'")


def build_folder(argv: list[str]) -> list[str]:
    """The words without ``--build-dir DIR``, which sets ``ASMLOOM_BUILD`` for this process and its children."""
    for at, word in enumerate(argv):
        name, equals, value = word.partition("=")
        if name == BUILD_DIR:
            rest = argv[at + 1 :] if equals else argv[at + 2 :]
            found = value or "".join(argv[at + 1 : at + 2]) * (not equals)
            if not found:
                trouble(f"{BUILD_DIR}: expected the name of a folder")
            os.environ[BUILD_VARIABLE] = os.path.abspath(found)
            return [*argv[:at], *build_folder(rest)]
    return argv


def main(argv: list[str]) -> int:
    """The exit status of a command line. A reader that has closed the pipe ends the program as SIGPIPE would."""
    try:
        try:
            return _main(argv)
        finally:
            sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the last flush of Python fails no more
        if isinstance(error, BrokenPipeError):
            return CLOSED_PIPE
        trouble(f"the system: {error.strerror}")


def _main(argv: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may lack a character of a path or a comment
    gc.disable()  # a short run makes many objects and few cycles; the search for cycles would take a fifth of the time
    try:
        args = arguments(build_folder(argv))
        accept = args.command == "generate" and args.accept
        if args.command == "fuzz" and (args.seconds < 1 or args.seed < 0):
            trouble(f"--seconds {args.seconds} --seed {args.seed}: expected at least 1 second, and no negative seed")
        from targets.toolchain import venv

        fast = args.command == "test" and FAST in args.pytest
        if fast and CHANGED in args.pytest:
            trouble(f"{FAST} keeps no record of the tests that passed, which {CHANGED} reads; expected one of the two")
        if not (fast and importlib.util.find_spec("jinja2")):
            venv.enter(
                test=accept or (args.command in ("test", "lint", "fuzz", "prove", "release", "model") and not fast),
                bare=fast or (args.command in GENERATOR_ONLY and not accept),
            )
        from targets.toolchain import progress

        own = args.command == "fuzz" or (args.command == "test" and args.pytest)  # programs that write to the terminal
        with nullcontext() if own else progress.line(f"{PROGRAM}: {args.command}"):
            return guarded(lambda: VERBS[args.command](args))
    except KeyboardInterrupt:
        print(f"{PROGRAM}: interrupted; nothing half-written is left", file=sys.stderr)
        return 2
    except BrokenPipeError:
        raise
    except OSError as error:
        # A read-only checkout or a full disk: the user can repair both.
        named = str(error.filename or "the system")
        hint = ""
        if CHECKOUT and isinstance(error, PermissionError) and named.startswith(str(store.ROOT)):
            hint = f"; a checkout of another user's is used by: python3 -m pip install {store.ROOT}"
        elif not CHECKOUT and named.startswith(str(store.build_dir())):
            hint = f"; expected a folder that can be written: {BUILD_DIR} DIR, or {BUILD_VARIABLE}"
        trouble(f"{named}: {error.strerror or error}{hint}")
