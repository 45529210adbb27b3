# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A signed return address, unwound by another implementation: ``RtlVirtualUnwind`` of Wine for ARM64.

The emulated CPU has pointer authentication, and Wine authenticates by the unwind code for signing. Another key or
another stack pointer gives a poisoned program counter.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import targets
from targets.toolchain.assemble import assemble
from targets.toolchain.execute import executor
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from targets.trial.machines import WARNINGS
from targets.trial.simulate import KEPT, State, Value, disassemble, simulate
from tests.cli.runner import ROOT
from tests.emit.objects import section

TRIPLE = "aarch64-pc-windows-msvc"
FUNCTION = "aes_ecb_encrypt_neon"
REGISTERS = [*(f"x{n}" for n in range(31)), "sp", *(f"d{n}" for n in range(8, 16))]
CASES = """
#include <windows.h>
#include <stdio.h>
#include <string.h>

void loom_%(function)s(void);

/* A register or a slot before the instruction at `at`: the caller's register, an address, the caller's x30 signed with
 * an address, or garbage; `number` is the register or the distance from the CFA. */
enum kind { CALLERS, ADDRESS, SIGNED, GARBAGE };
struct value { int at, where; enum kind kind; long long number; };
static const struct value values[] = {
%(rows)s
};
static unsigned long long stack[512];

static unsigned long long worth(const struct value *v)
{
    const unsigned long long place = (unsigned long long)(stack + 400) + (unsigned long long)v->number;
    register unsigned long long value __asm__("x17") = 0x100000u + 30 * 16;
    register unsigned long long modifier __asm__("x16") = place;
    switch (v->kind) {
    case CALLERS:
        return 0x100000u + (unsigned long long)v->number * 16;
    case ADDRESS:
        return place;
    case SIGNED:
        __asm__("hint #10" : "+r"(value) : "r"(modifier)); /* pacib1716 */
        return value;
    default:
        return 0x5a5a5au;
    }
}

static int check(const char *what, int at, unsigned long long found, unsigned long long wanted)
{
    if (found != wanted) {
        printf("+%%#x: %%s is %%#llx, expected %%#llx\\n", (unsigned)at, what, found, wanted);
    }
    return found != wanted;
}

int main(void)
{
    int wrong = 0, done = 0;
    const unsigned long long code = (unsigned long long)(void *)loom_%(function)s;
    for (size_t i = 0; i < sizeof values / sizeof values[0];) {
        const int at = values[i].at;
        CONTEXT context;
        DWORD64 base = 0, frame = 0;
        void *data = NULL;
        memset(&context, 0, sizeof context);
        memset(stack, 0x77, sizeof stack);
        for (; i < sizeof values / sizeof values[0] && values[i].at == at; i++) {
            const int where = values[i].where;
            const unsigned long long worthy = worth(&values[i]);
            if (where < 0) {
                stack[400 + where] = worthy;
            } else if (where < 31) {
                context.X[where] = worthy;
            } else if (where == 31) {
                context.Sp = worthy;
            } else {
                context.V[where - 32 + 8].Low = worthy;
            }
        }
        context.Pc = code + (unsigned)at;
        PRUNTIME_FUNCTION entry = RtlLookupFunctionEntry(context.Pc, &base, NULL);
        if (entry == NULL) {
            printf("no unwind data\\n");
            return 1;
        }
        RtlVirtualUnwind(UNW_FLAG_NHANDLER, base, context.Pc, entry, &context, &data, &frame, NULL);
        wrong += check("sp", at, context.Sp, (unsigned long long)(stack + 400));
        wrong += check("pc", at, context.Pc, 0x100000u + 30 * 16);
        for (unsigned n = 19; n < 30; n++) {
            wrong += check("a register", at, context.X[n], 0x100000u + n * 16);
        }
        for (unsigned n = 8; n < 16; n++) {
            wrong += check("a vector", at, context.V[n].Low, 0x100000u + (24 + n) * 16);
        }
        done++;
    }
    printf("%%d places, %%d wrong\\n", done, wrong);
    return wrong != 0;
}
"""


def row(at: int, where: int, value: Value) -> str:
    """A line of the table."""
    if value is None:
        return f"    {{{at}, {where}, GARBAGE, 0}},"
    kind, what = value
    if kind == "orig":
        return f"    {{{at}, {where}, CALLERS, {REGISTERS.index(str(what))}}},"
    return f"    {{{at}, {where}, {'SIGNED' if kind == 'signed with b' else 'ADDRESS'}, {what}}},"


def rows(at: int, state: State) -> list[str]:
    out = [row(at, number, state.get(name)) for number, name in enumerate(REGISTERS)]
    return out + [row(at, place // 8, value) for place, (value, size) in state.slots.items() if size == 8]


@pytest.mark.code
@pytest.mark.kernels("aes_ecb_encrypt")
def test_wine_unwinds_signed_return_addresses(tmp_path: Path) -> None:
    target = targets.load(TRIPLE)
    source = ROOT / "generated" / target.arch / "gas" / f"{FUNCTION}.S"
    built = assemble(target, "clang-cl", source, tmp_path / "kernel.obj")
    code = section(built, ".text")[0]
    code = code[: code.index((0xD65F03C0).to_bytes(4, "little")) + 4]
    states = simulate("aarch64", code)
    instructions = disassemble("aarch64", code)
    assert [i.mnemonic for i in (instructions[0], instructions[-2])] == ["pacibsp", "autibsp"]
    places = [i.address for i in (*instructions[:12], *instructions[-12:])]
    table = "\n".join(line for at in places for line in rows(at, states[at]))
    (tmp_path / "main.c").write_text(CASES % {"function": FUNCTION, "rows": table})
    words = [str(require("zig")), "cc", "-target", "aarch64-windows-gnu", "-std=c99", "-O2", *WARNINGS]
    done = run([*words, "main.c", str(built), "-o", "main.exe"], timeout=HANG_SECONDS, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
    assert set(KEPT["aapcs64"]) < set(REGISTERS)
    done = executor(target).run(tmp_path / "main.exe", cwd=tmp_path, timeout=HANG_SECONDS)
    assert (done.returncode, done.stdout.split()) == (0, b"24 places, 0 wrong".split()), done
