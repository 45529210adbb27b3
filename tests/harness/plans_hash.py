# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plans of hash functions."""

from __future__ import annotations

from functools import partial

from targets.trial.plan import Contents, Plan
from tests.reference import md5, sha

_BLOCKS = range(10)


def _md5(held: Contents) -> Contents:
    return {"state": md5.blocks(held["state"], held["data"])}


def _sha(name: str, held: Contents) -> Contents:
    return {"state": sha.blocks(name, held["state"], held["data"])}


PLANS: dict[str, Plan] = {
    "md5_blocks": Plan(_md5, aligned=_BLOCKS, long=(37,)),
    **{
        f"{name}_blocks": Plan(partial(_sha, name), aligned=_BLOCKS, long=(37,))
        for name in ("sha1", "sha256", "sha512")
    },
}
