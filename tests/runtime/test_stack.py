# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The stack that the runtime cleans is that of the kernels: a contract promises no less than a function takes."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import replace

import pytest

from generator import library
from generator.abi import abi
from generator.lang.interface import hashes
from generator.model import KernelError
from generator.pipeline import build

_GENERATED = library.ROOT / "generated"
_LEAST = 8  # a promise for functions without a frame; 0 promises nothing


@pytest.mark.code
def test_promises_are_those_of_the_functions() -> None:
    """No promise is less than the deepest function of the variant takes, and none is more."""
    taken: dict[tuple[str, str], int] = defaultdict(int)
    for rows in json.loads((_GENERATED / "manifest.json").read_text("utf-8"))["targets"].values():
        for row in rows:
            key = row["kernel"], row["variant"]
            taken[key] = max(taken[key], _LEAST, row["stack_bytes"])
    promised = {
        (kernel.name, variant.name): variant.stack
        for kernel in library.load().kernels.values()
        for variant in kernel.variants
        if variant.stack
    }
    assert len(promised) > 20 and promised == {key: taken[key] for key in promised}


@pytest.mark.code
def test_every_block_function_promises() -> None:
    """HMAC over a block function without a promise overwrites 3.25 KiB after each call."""
    kernels = library.load().kernels
    names = {row["kernel"] for row in hashes(kernels.values())}
    assert len(names) > 3
    for name in names:
        for variant in kernels[name].variants:
            assert variant.stack > 0, (name, variant.name)


@pytest.mark.kernels("sha1_blocks")
def test_a_function_that_takes_more_is_refused() -> None:
    kernel = library.load().find("sha1_blocks")
    function = build(kernel, kernel.variant("scalar"), abi("sysv64"))
    too_little = replace(kernel.variant("scalar"), stack=function.frame.bytes - 1)
    with pytest.raises(KernelError) as caught:
        build(kernel, too_little, abi("sysv64"))
    expected = f"takes {function.frame.bytes} bytes; the contract promises stack={function.frame.bytes - 1}"
    assert expected in str(caught.value) and "variant scalar" in str(caught.value)
