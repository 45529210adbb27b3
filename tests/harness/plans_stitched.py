# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plans of stitched kernels."""

from __future__ import annotations

import random
from collections.abc import Iterator

from targets.trial.plan import Contents, Given, Plan
from tests.harness import plans_aes, plans_rc4
from tests.reference import aes, md5, rc4, sha


def _rc4_md5(held: Contents) -> Contents:
    state, out = rc4.stream(held["rc4_state"], held["in"])
    return {"rc4_state": state, "out": out, "md5_state": md5.blocks(held["md5_state"], held["hashed"])}


def _windows(rng: random.Random) -> Iterator[Given]:
    """RC4's windows of eight bytes begin at ``x``: every place in a window, and the end of the table."""
    for blocks in range(10):
        for x in (255, 0, 1, 2, 3, 4, 5, 6, 127, 247):
            yield {"rc4_state": plans_rc4.at(rng, x), "blocks": blocks}


def _aes_cbc(hash_: str) -> Plan:
    def reference(held: Contents) -> Contents:
        out, after = aes.cbc_encrypt(held["schedule"], held["iv"], held["in"])
        return {"iv": after, "out": out, "state": sha.blocks(hash_, held["state"], held["hashed"])}

    schedule = plans_aes.schedule(aes.encrypt_schedule)
    return Plan(reference, {"schedule": schedule}, {"rounds": plans_aes.ROUNDS}, aligned=(2,), long=(21,))


PLANS: dict[str, Plan] = {
    **{f"aes_cbc_{name}_blocks": _aes_cbc(name) for name in ("sha1", "sha256", "sha512")},
    "rc4_md5_blocks": Plan(_rc4_md5, {"rc4_state": plans_rc4.state}, aligned=(2, 3), long=(37,), special=_windows),
}
