# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What llvm-mca's models of Arm cores predict: ``python -m tests.benchmarks.models [--libcrypto FILE] [NAME …]``.

FILE is an AArch64 libcrypto.a; the comparison is with its function for the same work. qemu-aarch64 executes a function
on few and on many units, one instruction at a time. One turn of the function's loop is taken from the list of
addresses, inner loops and called functions included. llvm-mca gets these instructions as straight code. A figure is the
cycles of a unit, a block, once the loop has settled. A model knows nothing of memory and of wrong predictions: a figure
tells which of two loops is shorter. Nothing here passes or fails.
"""

from __future__ import annotations

import argparse
import difflib
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from targets.toolchain.find import require
from tests.cli.runner import ROOT

CORES = ("neoverse-n1", "neoverse-n2", "neoverse-v1", "neoverse-v2", "cortex-a53", "cortex-a55")
UNITS = 120  # a multiple of the units that any loop takes at once
TURNS = (100, 300)  # the difference is free of what the first turns cost
ROUNDS = {128: 10, 192: 12, 256: 14}
EVERY_FEATURE = 0x5D  # OPENSSL_armcap_P: AES, SHA-1, SHA-256 and SHA-512 instructions

DRIVER = """
unsigned char state[4096], in[65536], out[65536];
unsigned key[64] = {{[60] = {rounds}}};
unsigned OPENSSL_armcap_P = {features};
extern void {name}();
__attribute__((noreturn)) void _start(void)
{{
    for (long call = 0; call < {calls}; call++) {{
        {name}({arguments});
    }}
    register long number __asm__("x8") = 93;
    register long status __asm__("x0") = 0;
    for (;;) {{
        __asm__ volatile("svc 0" : : "r"(number), "r"(status));
    }}
}}
"""


@dataclass(frozen=True, slots=True)
class Call:
    """A function and the arguments of its call. ``{rounds}``, ``{units}`` and ``{bytes}`` (16 for each unit) stand for
    numbers. ``each``: a unit is a call."""

    name: str
    arguments: str
    each: bool = False


@dataclass(frozen=True, slots=True)
class Loop:
    """One turn of a loop: its instructions, and the number of units that the turn takes."""

    code: str
    units: float

    def cycles(self, core: str) -> float:
        """The cycles of a unit on a core."""
        total = [_cycles(self.code, core, turns) for turns in TURNS]
        return (total[1] - total[0]) / (TURNS[1] - TURNS[0]) / self.units

    def length(self) -> float:
        """The instructions of a unit."""
        return self.code.count("\n") / self.units


_CHAINED = "key, {rounds}L, state, in, out, {units}L"
_CBC = "in, out, {bytes}L, key, state, "
_ECB = "in, out, {bytes}L, key, "
_HASH = "state, in, {units}L"
_PRODUCT = "out, in, in + 512, key, state, 16L"
_SQUARE = "out, in, in, key, state, 16L"
_WOVEN = "key, {rounds}L, state, state + 64, in, out, in, {units}L"

PAIRS: dict[str, tuple[Call, Call | None]] = {
    name: (Call(f"loom_{name}", arguments, each=name.startswith("mont")), peer)
    for name, arguments, peer in (
        ("aes_cbc_encrypt_ce", _CHAINED, Call("aes_v8_cbc_encrypt", _CBC + "1")),
        ("aes_cbc_decrypt_ce", _CHAINED, Call("aes_v8_cbc_encrypt", _CBC + "0")),
        ("aes_ctr32_ce", _CHAINED, Call("aes_v8_ctr32_encrypt_blocks", "in, out, {units}L, key, state")),
        ("aes_ecb_encrypt_ce", _CHAINED.replace("state, ", ""), Call("aes_v8_ecb_encrypt", _ECB + "1")),
        ("aes_ecb_decrypt_ce", _CHAINED.replace("state, ", ""), Call("aes_v8_ecb_encrypt", _ECB + "0")),
        ("aes_cbc_encrypt_neon", _CHAINED, Call("vpaes_cbc_encrypt", _CBC + "1")),
        ("aes_cbc_decrypt_neon", _CHAINED, Call("vpaes_cbc_encrypt", _CBC + "0")),
        ("sha1_blocks_scalar", _HASH, Call("sha1_block_data_order", _HASH)),
        ("sha256_blocks_scalar", _HASH, Call("sha256_block_data_order", _HASH)),
        ("sha512_blocks_scalar", _HASH, Call("sha512_block_data_order", _HASH)),
        ("sha1_blocks_ce", _HASH, Call("sha1_block_data_order", _HASH)),
        ("sha256_blocks_ce", _HASH, Call("sha256_block_data_order", _HASH)),
        ("sha512_blocks_ce", _HASH, Call("sha512_block_data_order", _HASH)),
        ("mont_mul_scalar", _PRODUCT, Call("bn_mul_mont", _PRODUCT, each=True)),
        ("mont_sqr_scalar", "out, in, key, state, 16L, 1L", Call("bn_mul_mont", _SQUARE, each=True)),
        ("aes_cbc_sha1_blocks_ce", _WOVEN, None),
        ("aes_cbc_sha256_blocks_ce", _WOVEN, None),
        ("aes_cbc_sha512_blocks_ce", _WOVEN, None),
        ("aes_cbc_sha512_blocks_scalar", _WOVEN, None),
    )
}


def _run(tool: str, *words: str | Path, given: str = "") -> str:
    return subprocess.run(
        [require(tool), *words], input=given, check=True, stdout=subprocess.PIPE, encoding="utf-8"
    ).stdout


def _cycles(code: str, core: str, turns: int) -> int:
    words = ("-march=aarch64", "-mattr=+aes,+sha2,+sha3", f"-mcpu={core}", f"-iterations={turns}")
    report = _run("llvm-mca", *words, "-all-views=0", "-summary-view", given=code)
    found = re.search(r"Total Cycles: +(\d+)", report)
    if found is None:
        raise SystemExit(f"llvm-mca says no cycles: {report}")
    return int(found[1])


def _one_by_one() -> str:
    """qemu's option for one instruction at a time: its name changed with version 8.1."""
    known = _run("qemu-aarch64", "-h")
    return "-one-insn-per-tb" if "one-insn-per-tb" in known else "-singlestep"


def _executed(call: Call, source: Path, features: int, rounds: int, units: int, folder: Path) -> tuple[Path, list[int]]:
    """The program that makes a call, and the address of each instruction that the program executes."""
    arguments = call.arguments.format(rounds=rounds, units=units, bytes=16 * units)
    driver, program, log = folder / "driver.c", folder / "program", folder / "log"
    calls = units if call.each else 1
    text = DRIVER.format(name=call.name, arguments=arguments, features=features, rounds=rounds, calls=calls)
    driver.write_text(text, encoding="utf-8")
    words = (
        "-std=c99",
        "-O1",
        "-static",
        "-nostdlib",
        "-ffreestanding",
        "-Wl,-z,muldefs,--unresolved-symbols=ignore-all",
    )
    _run("aarch64-gcc", *words, "-o", program, driver, source)
    _run("qemu-aarch64", _one_by_one(), "-d", "exec,nochain", "-D", log, program)
    found = re.findall(r"^Trace \d+: \S+ \[[0-9a-f]+/([0-9a-f]+)/", log.read_text(encoding="utf-8"), re.M)
    return program, [int(address, 16) for address in found]


def _instructions(program: Path) -> dict[int, str]:
    """The instructions of a program by address. Branches have no targets: to the model all code is straight. Calls and
    returns are branches too: llvm-mca would charge 100 cycles for a call."""
    out = {}
    for line in _run("llvm-objdump", "-d", "--no-show-raw-insn", "--mattr=+all", program).splitlines():
        found = re.match(r"\s*([0-9a-f]+):\s+(\S[^/<]*)", line)
        if found:
            text = found[2].strip()
            if re.match(r"(b|b\.\w+|cbn?z|tbn?z|adr)\s", text):
                text = re.sub(r"0x[0-9a-f]+$", "0", text)
            elif re.match(r"(bl|ret)\b", text):
                text = "b 0"
            out[int(found[1], 16)] = text
    return out


def loop(call: Call, source: Path, features: int, rounds: int) -> Loop:
    """The loop that a function runs for many units."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _, few = _executed(call, source, features, rounds, UNITS, folder)
        program, many = _executed(call, source, features, rounds, 2 * UNITS, folder)
        text = _instructions(program)
    size = len(many) - len(few)
    start = len(many) // 3
    window = many[start : start + size]
    for turn in range(1, size + 1):
        if size % turn == 0 and window[turn:] == window[: size - turn]:
            body = window[:turn]
            head = max(range(turn), key=lambda n: body[n - 1] - body[n])  # behind the furthest jump back
            code = "".join(f"{text[address]}\n" for address in body[head:] + body[:head])
            return Loop(code, UNITS * turn / size)
    raise SystemExit(f"{call.name} has no loop")


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.benchmarks.models", description=__doc__)
    parser.add_argument("--libcrypto", type=Path, metavar="FILE", help="a libcrypto.a for AArch64")
    parser.add_argument("--tree", type=Path, metavar="DIR", default=ROOT / "generated", help="instead of generated/")
    parser.add_argument("--bits", type=int, choices=sorted(ROUNDS), default=128, help="of AES keys")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PAIRS))
    given = parser.parse_args(arguments)
    for name in given.names:
        if name not in PAIRS:
            near = difflib.get_close_matches(name, PAIRS) or list(PAIRS)
            parser.error(f"no figure {name}; expected {' or '.join(near)}")
    sources = {name: given.tree / "aarch64" / "gas" / f"{name}.S" for name in given.names or PAIRS}
    for file in (*sources.values(), *([given.libcrypto] if given.libcrypto else [])):
        if not file.is_file():
            parser.error(f"{file} is missing")
    print(f"{'cycles of a unit':<30}{'instructions':>13}", *(f"{core:>12}" for core in CORES))
    for name, source in sources.items():
        own, peer = PAIRS[name]
        features = EVERY_FEATURE if name.endswith("_ce") else 0
        rounds = ROUNDS[given.bits]
        found = loop(own, source, features, rounds)
        ours = [found.cycles(core) for core in CORES]
        print(f"{name:<30}{found.length():13.1f}", *(f"{x:12.1f}" for x in ours), flush=True)
        if peer is not None and given.libcrypto is not None:
            other = loop(peer, given.libcrypto, features, rounds)
            theirs = [other.cycles(core) for core in CORES]
            print(f"  {peer.name:<28}{other.length():13.1f}", *(f"{x:12.1f}" for x in theirs))
            print(f"  {'ours to theirs':<28}{found.length() / other.length():13.3f}", end=" ")
            print(*(f"{x / y:12.3f}" for x, y in zip(ours, theirs)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
