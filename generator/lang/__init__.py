# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The language of kernel scripts: contracts, the builder, streams."""

from generator.lang.builder import Builder, stream
from generator.lang.contract import Arg, Kernel, Variant, kernel
from generator.lang.plain import packed, words
from generator.lang.stitching import stitch
from generator.lang.values import Condition, Op, Stream, Val

__all__ = [
    "Arg", "Builder", "Condition", "Kernel", "Op", "Stream", "Val", "Variant", "kernel", "packed", "stitch", "stream",
    "words",
]  # fmt: skip
