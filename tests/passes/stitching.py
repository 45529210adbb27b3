# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Small kernels with two streams, for the tests of stitching."""

from __future__ import annotations

from pathlib import Path

from generator.lang.contract import Kernel
from tests.passes.small import written

HEAD = """\
# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
from generator.lang import Arg, Builder, Val, Variant, kernel, stitch, stream

@stream
def first(k, a, p):
    for i in range(6):
        k.add(a, k.load32(p, offset=4 * i), 0x1234567, to=a)
        k.rotl(a, 7, to=a)

@stream
def second(k, b, q):
    for i in range(3):
        b ^= k.load32(q, offset=4 * i)
        k.select(b.lt(5), 1, b, to=b)

@kernel(
    c="void tiny(const uint32_t *p, uint32_t *q, const uint32_t *r, uint32_t *t, size_t n)",
    args=[Arg("p", r=64, public=True), Arg("q", rw=256, public=True), Arg("r", r=64, public=True),
          Arg("t", rw=256, public=True, EXTRA), Arg("n", public=True)],
    source="none: made for a test", cases={"n": (1,)},
    exempt={"known": "a reason"},
)
def tiny(k: Builder, p: Val, q: Val, r: Val, t: Val, n: Val) -> None:
    k.cold(p, q, r, t, n)
    a, b = k.const(k.u32, 1, "a"), k.const(k.u32, 2, "b")
"""
CONVENTIONS = ("sysv64", "cdecl32", "aapcs64")


def made(tmp_path: Path, body: str, extra: str = "align=4") -> Kernel:
    lines = [line for line in body.strip("\n").splitlines() if line.strip()]
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    return written(tmp_path, "\n".join(line[indent:] for line in lines), HEAD.replace("EXTRA", extra))
