# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The README's picture: every stage has its box, and what a box says fits in, however many kernels there are."""

from __future__ import annotations

import pytest

from generator.library import load
from generator.picture import LETTER, layout
from generator.pipeline import STAGES

pytestmark = pytest.mark.kernels()  # names alone

KERNELS = {
    "of the tree": list(load().kernels),
    "one": ["md5_blocks"],
    "many": [f"kernel_{n}_blocks" for n in range(99)],
}


@pytest.mark.parametrize("kernels", KERNELS.values(), ids=KERNELS)
def test_picture(kernels: list[str]) -> None:
    made = layout(kernels, {"gas": 7, "clang-cl": 4, "masm": 2, "nasm": 6}, 11)
    boxes = made["boxes"]
    titles = [box["title"] for box in boxes]
    assert [title for title in titles if title in (*STAGES, "verify")] == [*STAGES, "verify"]
    script = boxes[titles.index("one Python script a kernel")]
    assert ", ".join(kernels) == " ".join(script["lines"])
    for box in boxes:
        assert box["x"] >= 0 and box["x"] + box["w"] <= made["width"] and box["y"] + box["h"] <= made["height"]
        assert max(map(len, box["lines"])) * LETTER <= box["w"] and 24 + 17 * len(box["lines"]) <= box["h"]
    for one in boxes:
        for other in boxes[boxes.index(one) + 1 :]:
            beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
            assert beside or one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"], (one, other)
