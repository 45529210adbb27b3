# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Rows as ``build.py speed --json`` prints them, of invented measurements."""

from __future__ import annotations

from typing import Any

from targets.toolchain import benches

SIZES = (16, 48, 64, 256, 1344, 4096, 16384)
CPU = "Some <brand> & Co, amd-zen3"


def row(name: str, variant: str, size: int, peer: str | None, ratio: float, **other: Any) -> dict[str, Any]:
    """One row. The speed rises with the size."""
    speed = 10_000_000 + 100_000 * size
    kernel = benches.every()[name]
    found: dict[str, Any] = {
        "kernel": name, "function": f"loom_k_{kernel}" if kernel else benches.calls()[name], "variant": variant,
        "chosen": False, "bytes": size, "bytes_per_second": speed, "instructions_per_byte": None, "peer": peer,
        "way": "EVP_Cipher" if peer and kernel is None else "" if peer else None,
        "peer_version": "OpenSSL 9.8.7 1 Jan 2030" if peer else None,
        "peer_bytes_per_second": round(speed / ratio) if peer else None, "ratio": ratio if peer else None,
        "shared_ratio": None, "clean": 0.75, "shared": 0.125, "few": False, "gigahertz": 3.25, "cpu": CPU,
    }  # fmt: skip
    return {**found, **other}


def of_benchmark(name: str, ratio: float = 1.25) -> list[dict[str, Any]]:
    """The rows of a benchmark: two variants and the call through dispatch for a kernel, the call alone otherwise."""
    variants = ("scalar", "vector", "dispatched") if benches.every()[name] else ("dispatched",)
    sizes = (16,) if name.endswith(("_key", "_init")) else SIZES
    return [
        row(name, variant, size, "libcrypto", ratio, chosen=variant == ("vector" if size > 64 else "scalar"))
        for variant in variants
        for size in sizes
    ]


def of_everything(ratio: float = 1.25) -> list[dict[str, Any]]:
    return [one for name in benches.every() for one in of_benchmark(name, ratio)]
