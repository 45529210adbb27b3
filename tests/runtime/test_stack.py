# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The stack that the runtime cleans is that of the kernels."""

from __future__ import annotations

import json
import re

import pytest

import targets
from generator import library

# After a hash kernel, loom_clean_shallow overwrites 640 bytes. The C over the kernel has its frames there too.
LEAST, ALL = 320, 2048
_SHALLOW = {"aarch64": {"sha1", "sha256", "sha512"}, "x86": {"sha"}, "x86_64": {"sha"}}


@pytest.mark.code
def test_kernels_keep_to_the_stack_that_is_cleaned() -> None:
    """runtime/core/entry.c takes each variant with instructions for hashes for shallow; C takes any MD5 for shallow."""
    text = (library.ROOT / "generated" / "include" / "asmloom_kernels.h").read_text("utf-8")
    hashes = {name for name in library.load().kernels if re.search(rf"^#define LOOM_HASHES_{name}\(", text, re.M)}
    shallow = 0
    made = json.loads((library.ROOT / "generated" / "manifest.json").read_text("utf-8"))["targets"]
    for triple, rows in made.items():
        for row in rows:
            if row["kernel"] in hashes:
                few = row["kernel"] == "md5_blocks" or bool(_SHALLOW[targets.load(triple).arch] & set(row["features"]))
                shallow += few
                assert row["stack_bytes"] <= (LEAST if few else ALL), (triple, row["symbol"])
    assert shallow > len(hashes)
