# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""asmloom as a Python library: kernels, and the assembly that they become.

    md5 = asmloom.load().kernel("md5_blocks")
    md5.source("aarch64-apple-darwin", "gas")
    [(one.variant, one.instructions) for one in md5.functions("x86_64-linux-gnu")]

A refusal is an :data:`AsmloomError` or a :data:`TargetError` of one line, which names the script's file and line. The
packages ``generator`` and ``targets`` are parts of asmloom; no other package of these names can be loaded beside them.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator import library
    from generator.lang.contract import Kernel as Contract
    from generator.lang.contract import Variant

ROOT = Path(__file__).resolve().parent / "_tree"
"""The folder of asmloom's packages and data: of an installation, or the checkout."""
ROOT = ROOT if ROOT.is_dir() else ROOT.parents[1]
sys.path.insert(0, str(ROOT))
try:
    import generator
    import targets
finally:
    sys.path.remove(str(ROOT))
for _package in (generator, targets):
    if Path(str(_package.__file__)).resolve().parents[1] != ROOT:
        raise ImportError(f"asmloom needs the name {_package.__name__} for a package of its own; found {_package}")

from generator.model import AsmloomError as AsmloomError  # noqa: E402
from targets import TargetError as TargetError  # noqa: E402

__version__ = generator.__version__


@dataclass(frozen=True, slots=True)
class Function:
    """Facts about the code of one variant on one target. ``features``: the CPU's, beyond those that every CPU of the
    target has. ``instructions``: in the file, not of a run. ``frame_bytes``: of stack. ``saved``: the number of
    registers that it saves. ``exemptions``: the named reasons for time that depends on a secret; without one,
    ``constant_time``."""

    variant: str
    features: tuple[str, ...]
    instructions: int
    frame_bytes: int
    saved: int
    constant_time: bool
    exemptions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A kernel's contract in words, and facts about its functions on a target. ``source``: of the algorithm, such as an
    RFC. ``exempt``: each exemption of the contract → its reason."""

    kernel: str
    target: str
    prototype: str
    source: str
    file: str
    exempt: Mapping[str, str]
    variants: tuple[Function, ...]


@dataclass(frozen=True)
class Kernel:
    """One kernel: what a script declares under ``@kernel``. A ``triple`` that is left out is this machine's.

    Methods raise :data:`TargetError` for an unknown triple or syntax, with those that there are, and
    :data:`AsmloomError` for a variant that the target lacks, for a prefix that C refuses, and for a script that has no
    code there, with its file and line.
    """

    name: str
    contract: Contract = field(repr=False)
    library: library.Library = field(repr=False)

    @property
    def prototype(self) -> str:
        """The declaration in C."""
        return self.contract.prototype

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of all variants; a target has those whose features its CPUs know."""
        return tuple(one.name for one in self.contract.variants)

    def functions(self, triple: str | None = None, variant: str | None = None) -> tuple[Function, ...]:
        """Facts about the code of each variant on a target, in the order of the contract, or of the one that is
        named."""
        from generator.abi import abi
        from generator.library import run
        from generator.model import Instr
        from generator.pipeline import build

        (target, chosen), out = self._chosen(triple, variant), []
        for one in chosen:
            made = run(partial(build, self.contract, one, abi(target.abi)), self.contract.src.file)
            count = sum(isinstance(item, Instr) for item in made.body)
            frame, exempt = made.frame, tuple(made.exempt)
            out.append(Function(one.name, one.features, count, frame.bytes, len(frame.saved), not exempt, exempt))
        return tuple(out)

    def explain(self, triple: str | None = None, variant: str | None = None) -> Explanation:
        """The contract and :meth:`functions`: what ``explain --json`` prints."""
        of, target = self.contract, targets.load(triple or host())
        functions = self.functions(target.triple, variant)
        return Explanation(of.name, target.triple, of.prototype, of.source, of.path, dict(of.exempt), functions)

    def files(
        self, triple: str | None = None, syntax: str | None = None, variant: str | None = None, prefix: str = "loom_"
    ) -> dict[str, str]:
        """The text of a file for each variant on a target by the file's name, or for the one that is named, after the
        header that they include, if the syntax has one. A ``syntax`` that is left out is the target's first.
        ``prefix``: the beginning of the functions' names. Texts are ASCII, and lines end in ``\\n``."""
        from generator.output import Generator, check_prefix

        target, chosen = self._chosen(triple, variant)
        spelling = target.syntaxes[0] if syntax is None else target.check_syntax(syntax)
        generator, made = Generator(self.library, check_prefix(prefix)), dict[str, bytes]()
        for one in chosen:
            made.update(generator.files(target, self.contract, one, [spelling]))
        return {Path(name).name: text.decode("ascii") for name, text in made.items()}

    def source(
        self, triple: str | None = None, syntax: str | None = None, variant: str | None = None, prefix: str = "loom_"
    ) -> str:
        """The text of one of :meth:`files`: of the variant that is named, or else of the target's first."""
        _, chosen = self._chosen(triple, variant)
        return [*self.files(triple, syntax, chosen[0].name, prefix).values()][-1]

    def _chosen(self, triple: str | None, variant: str | None) -> tuple[targets.Target, list[Variant]]:
        """A target, and the named variant or all that it has. AsmloomError if it has none."""
        from generator.show import variants

        target = targets.load(triple or host())
        found = variants(self.contract, variant, target.arch)
        if not found:
            raise AsmloomError(f"{self.name} has no variant for {target.triple}")
        return target, found


@dataclass(frozen=True)
class Library:
    """Kernels by their names: those of asmloom, and those of the folders that :func:`load` was given."""

    found: library.Library = field(repr=False)

    def kernel(self, name: str) -> Kernel:
        """The kernel of a name. :data:`AsmloomError`, with the nearest names, for an unknown one."""
        return Kernel(name, self.found.find(name), self.found)

    def __iter__(self) -> Iterator[Kernel]:
        return map(self.kernel, self.found.kernels)


def load(*folders: str | PathLike[str]) -> Library:
    """asmloom's kernels, with those of folders of your own, whose scripts run now. :data:`AsmloomError` for a folder
    without kernels, and for a script that fails, with its file and line."""
    from generator import library

    return Library(library.load([Path(folder) for folder in folders]))


def host() -> str:
    """The triple of this machine."""
    return targets.for_host(platform.system(), platform.machine()).triple
