# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The features of the CPU under the tests, and of an emulator that replaces the CPU."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import generator.machines  # noqa: F401  (registers x86_64)
from generator.isa.features import closure, known
from targets import Target
from targets.toolchain import bochs, provision

# Linux's names that differ from ours by more than a dot or an underscore.
_LINUX = {"pni": "sse3", "pclmulqdq": "pclmul", "sha_ni": "sha", "abm": "lzcnt", "3dnowprefetch": "prefetchw"}


@cache
def present() -> frozenset[str]:
    """The x86 features of this CPU by our names. Empty on a CPU of another kind."""
    path = Path("/proc/cpuinfo")
    match = re.search(r"^flags\s*:(.*)$", path.read_text(), re.M) if path.is_file() else None
    return named(match.group(1).split() if match else [])


def named(flags: Iterable[str]) -> frozenset[str]:
    """The features that Linux calls so."""
    ours = {_plain(name): name for name in known("x86_64")}
    return frozenset(_LINUX.get(flag) or ours.get(_plain(flag), flag) for flag in flags)


def _plain(name: str) -> str:
    return name.replace("_", "").replace(".", "")


_ARM_LACKS = ("cssc",)
"""The features of Arm that no core of qemu 7 has."""


def lacking(target: Target, features: tuple[str, ...]) -> list[str]:
    """The features of a target's code that this CPU, or for Arm the emulator in use, lacks."""
    if target.arch == "aarch64":
        return [feature for feature in features if feature in _ARM_LACKS]
    return [feature for feature in features if feature not in present()]


# The features of `max` in qemu 10: no AVX-512, no VPCLMULQDQ. Its 256-bit VAES is right, unlike qemu 7's.
_QEMU = "avx2 aes pclmul vaes sha bmi1 bmi2 lzcnt movbe adx popcnt f16c fma rdrand cx16 lahf_lm sse4a".split()


def beyond_qemu(target: Target, features: tuple[str, ...]) -> list[str]:
    """The x86 features that qemu lacks. All features if qemu cannot replace the target's executor: Arm, where it is
    the executor, and 32-bit Windows, whose images have relocations."""
    if target.arch == "aarch64" or (target.arch == "x86" and target.windows):
        return list(features)
    known = closure(target.arch, tuple(_QEMU))
    return [feature for feature in features if feature not in known]


def emulated_by(target: Target, features: tuple[str, ...]) -> str:
    """The emulator that replaces this CPU for x86 features: ``qemu-x86``, one of Bochs's models, or none."""
    if not beyond_qemu(target, features):
        return "qemu-x86"
    if target.arch != "x86_64":
        return ""
    models = bochs.MODELS.items()
    return next((name for name, (_, has) in models if closure(target.arch, has).issuperset(features)), "")


def emulator(target: Target, by: str) -> list[str]:
    """The words before a static Linux program of an x86 architecture, for a CPU with all features that an emulator of
    :func:`emulated_by` knows."""
    if by in bochs.MODELS:
        return provision.bochs_command(by)
    name = "qemu-i386" if target.arch == "x86" else "qemu-x86_64"
    return [str(provision.ensure("qemu") / name), "-cpu", "max"]


def left_out(symbol: str, target: Target, missing: list[str]) -> str:
    """The summary's line for a function that this machine cannot execute."""
    return f"{symbol} for {target.triple}: neither this CPU nor an emulator here has {', '.join(missing)}"
