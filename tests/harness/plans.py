# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What is called with what: every length, alignment and placement that the kernels promise, from a fixed seed.

Lengths and alignments are not multiplied out: every length meets a rotating alignment, and a few telling lengths
meet all 64.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

from tests.harness import plans_aes, plans_hash, plans_rc4, plans_stitched
from tests.harness.batch import Call
from tests.harness.plans_common import Plan

PLANS: dict[str, Plan] = {
    **plans_aes.PLANS,
    "aes_cbc_sha1_blocks": partial(plans_stitched.aes_cbc_hash, "sha1"),
    "aes_cbc_sha256_blocks": partial(plans_stitched.aes_cbc_hash, "sha256"),
    "aes_cbc_sha512_blocks": partial(plans_stitched.aes_cbc_hash, "sha512"),
    "md5_blocks": plans_hash.md5_blocks,
    "rc4_md5_blocks": plans_stitched.rc4_md5_blocks,
    "rc4_set_key": plans_rc4.rc4_set_key,
    "rc4_stream": plans_rc4.rc4_stream,
    "sha1_blocks": plans_hash.sha1_blocks,
    "sha256_blocks": plans_hash.sha256_blocks,
    "sha512_blocks": plans_hash.sha512_blocks,
    "siphash24": plans_hash.siphash24,
}


@cache
def _made(kernel: str) -> list[Call]:
    return PLANS[kernel]("")


def calls(kernel: str, function: str) -> list[Call]:
    """The calls of one kernel's plan, made for the function of one variant. Expected bytes are computed once."""
    return [replace(call, function=function) for call in _made(kernel)]
