# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plans of hash functions."""

from __future__ import annotations

from functools import partial

from tests.harness.plans_common import Contents, Plan
from tests.reference import md5, sha, siphash

_BLOCKS = range(10)


def _md5(held: Contents) -> Contents:
    return {"state": md5.blocks(held["state"], held["data"])}


def _sha(name: str, held: Contents) -> Contents:
    return {"state": sha.blocks(name, held["state"], held["data"])}


def _siphash24(held: Contents) -> Contents:
    return {"out": siphash.siphash24(held["key"], held["data"])}


PLANS: dict[str, Plan] = {
    "md5_blocks": Plan(_md5, aligned=_BLOCKS, long=(37,)),
    **{
        f"{name}_blocks": Plan(partial(_sha, name), aligned=_BLOCKS, long=(37,))
        for name in ("sha1", "sha256", "sha512")
    },
    "siphash24": Plan(_siphash24, counts={"length": range(521)}, aligned=(1, 8, 15)),
}
