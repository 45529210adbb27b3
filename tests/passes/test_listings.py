# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Small kernels, and all of their code: what eviction, allocation, order, stitching and entry choose, to be read.

A listing says which choice is right and why. ``tests/passes/test_decisions.py`` counts what larger programs become.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.abi import Abi, abi
from generator.lang.contract import Kernel
from generator.model import FrameOp, Instr, Item
from generator.passes.dump import item_text
from generator.pipeline import build
from tests.passes.programs import Body, declared
from tests.passes.small import SCALAR, small_file

pytestmark = pytest.mark.kernels()


def listing(name: str, body: Body, of: Abi, stage: str = "order") -> list[str]:
    """The code after a stage, one instruction a line, without the numbers of the lines."""
    seen: dict[str, Any] = {}
    seen["function"] = build(declared(name, body), SCALAR, of, seen.__setitem__).body
    items: list[Item] = seen[stage]
    shown = [item_text(item, of.arch) for item in items if not isinstance(item, FrameOp)]
    return [" ".join(text.split(None, 1)[-1].split()) for text in shown]
