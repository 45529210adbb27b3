# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Speed over secrecy: a kernel with a variant that looks up secrets in a table, and one that does not."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import pytest

import targets
from generator import library
from generator.vendoring.contents import contents
from generator.vendoring.options import Options
from targets.toolchain.find import require
from tests.cli.runner import ROOT
from tests.runtime.tuning_file import Choice, cpu, render
from tests.vendoring.project import STRICT, call

pytestmark = pytest.mark.kernels()  # kernels of its own

SCRIPT = '''
from generator.lang import Arg, Builder, Val, Variant, kernel

ARGS = [Arg("data", rw="blocks"), Arg("blocks", public=True)]
WHY = {"toy_table": "a byte of the text indexes the table"}


def looked_up(k, data, blocks):
    table = k.table("sevenfold", k.u8, [7 * n % 256 for n in range(256)])
    with k.loop(blocks, step={data: 1}):
        k.store8(data, k.load8(table, index=k.load8(data), exempt="toy_table"))


@kernel(c="void toy_both(uint8_t *data, size_t blocks)", args=ARGS, source="none", size="blocks", portable=True,
        exempt=WHY,
        variants=[Variant("scalar", params=(("table", False),)), Variant("table", params=(("table", True),))])
def toy_both(k: Builder, data: Val, blocks: Val) -> None:
    """Multiply each byte by 7."""
    if k.param("table"):
        looked_up(k, data, blocks)
        return
    with k.loop(blocks, step={data: 1}):
        byte = k.zext(k.u32, k.load8(data))
        k.store8(data, k.trunc(k.u8, k.shl(byte, 3) - byte))


@kernel(c="void toy_only(uint8_t *data, size_t blocks)", args=ARGS, source="none", size="blocks", portable=True,
        exempt=WHY)
def toy_only(k: Builder, data: Val, blocks: Val) -> None:
    """The same, with no other way."""
    looked_up(k, data, blocks)
'''
MAIN = """#include <mylib_asmloom.h>
#include <stdio.h>
#include <string.h>
static void chosen(void)
{
    static char text[65536];
    uint8_t data[2] = {3, 200}, same[2] = {3, 200};
    mylib_explain(text, sizeof text);
    for (char *line = strtok(text, "\\n"); line != NULL; line = strtok(NULL, "\\n")) {
        if (strncmp(line, "toy_", 4) == 0 || strncmp(line, "  -> ", 5) == 0 || strstr(line, "PREFER") != NULL ||
            strstr(line, "secrets") != NULL) {
            puts(line);
        }
    }
    mylib_k_toy_both(data, 2);
    mylib_k_toy_only(same, 2);
    printf("%d %d %d\\n", data[0], data[1], memcmp(data, same, 2));
}
int main(int argc, char **argv)
{
    static char text[65536];
    (void)argv;
    if (argc > 1) { /* all that is explained */
        mylib_explain(text, sizeof text);
        puts(text);
        return 0;
    }
    chosen();
    mylib_allow_tables(1);
    chosen();
    mylib_allow_tables(0);
    chosen();
    return 0;
}
"""
SAID = "  table          can run; secrets decide addresses: see loom_allow_tables"
BEFORE = f"""toy_both
{SAID}
  -> scalar at every size: no preference given; the last in the list that can run
toy_only
  -> scalar at every size: no preference given; the last in the list that can run
21 120 0
"""


TOLD = '''

@kernel(c="void toy_told(uint8_t *data, size_t blocks)", args=ARGS, source="none", size="blocks", portable=True,
        exempt=WHY,
        variants=[Variant("scalar", params=(("table", False),)), Variant("table", params=(("table", True),))])
def toy_told(k: Builder, data: Val, blocks: Val) -> None:
    """Tell which variant runs."""
    if k.param("table"):
        looked_up(k, data, blocks)
        return
    with k.loop(blocks, step={data: 1}):
        k.store8(data, k.const(k.u8, 0))
'''
MEETING = """#include <mylib_asmloom.h>
#include <stdio.h>
#include "dispatch.h"
/* What other threads say before a plan is made and after it, or -1. */
static int before = -1, after = -1;
static void say(int *word)
{
    int allowed = *word;
    *word = -1;
    if (allowed >= 0) {
        mylib_allow_tables(allowed);
    }
}
static void planned(struct loom_plan *plan, const struct loom_kernel *kernel, const struct loom_choices *chosen)
{
    int later = after;
    after = -1;
    say(&before);
    loom_make_plan(plan, kernel, chosen);
    say(&later);
}
#undef loom_make_plan
#define loom_make_plan planned
#include "entry.c"
static int runs(void)
{
    uint8_t data[1] = {1};
    mylib_k_toy_told(data, 1);
    return data[0];
}
int main(void)
{
    int first;
    before = 1;
    after = 0;
    first = runs(); /* the kernel's first call makes its plan */
    printf("%d %d\\n", first, runs());
    after = 0;
    mylib_allow_tables(1);
    printf("%d\\n", runs());
    after = 1;
    mylib_allow_tables(0);
    printf("%d\\n", runs());
    return 0;
}
"""


@pytest.fixture(name="toys")
def described(tmp_path: Path) -> library.Library:
    """The library with both kernels."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/toy.py").write_text(SCRIPT + TOLD)
    return library.load([tmp_path / "mine"])


def place(options: Options, toys: library.Library, made: Path) -> None:
    """Write a vendored set."""
    for name, data in contents(options, toys).items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_bytes(data)


def test_only_who_asks_gets_tables(toys: library.Library, tmp_path: Path) -> None:
    """Dispatch takes the table for a program that says so, while it says so, and from then on. A pin does not say so.
    A kernel without another way has the table always."""
    made = tmp_path / "set"
    triple = targets.for_host(platform.system(), platform.machine()).triple
    options = Options(prefix="mylib_", targets=(triple,), kernels=("toy_both", "toy_only"))
    place(options, toys, made)
    (tmp_path / "main.c").write_text(MAIN)
    sources = [tmp_path / "main.c", *made.glob("runtime/*.c"), *made.glob("asm/*/gas/toy_*.S")]
    call(require("gcc"), "-std=c99", "-O1", *STRICT, f"-I{made / 'include'}", f"-I{made / 'runtime'}", *sources,
         "-o", "main", cwd=tmp_path)  # fmt: skip
    with_table = BEFORE.replace("-> scalar", "-> table", 1)
    assert call("./main", cwd=tmp_path).stdout == BEFORE + with_table + BEFORE
    pinned = call("./main", cwd=tmp_path, env={"ASMLOOM_PREFER": "toy_both=table"}).stdout
    refused = "ASMLOOM_PREFER: ignored 'toy_both=table': it reveals secrets by addresses; see loom_allow_tables\n"
    assert pinned == refused + BEFORE + with_table.replace("no preference given; the last in the list that can run",
        "pinned by ASMLOOM_PREFER", 1) + refused + BEFORE  # fmt: skip
    # A preference file comes from a program that measures no tables.
    build = re.search(r'define LOOM_TUNING_BUILD "(\w+)"', (made / "runtime/asmloom_kernels.h").read_text())
    assert build is not None
    file, on = tmp_path / "tuning", cpu(call("./main", "all", cwd=tmp_path).stdout)
    file.write_text(render(build[1], on, [Choice("toy_both", 0, "scalar")]))
    tuned = BEFORE.replace("no preference given; the last in the list that can run", "by the preference file", 1)
    said = call("./main", cwd=tmp_path, env={"ASMLOOM_TUNING": str(file)}).stdout
    assert said == tuned + with_table + tuned


def test_calls_that_meet(toys: library.Library, tmp_path: Path) -> None:
    """Where other threads call loom_allow_tables() while a plan is made, the last word counts: 0 is what the variant
    without a table gives, 7 what the table does."""
    made = tmp_path / "set"
    triple = targets.for_host(platform.system(), platform.machine()).triple
    place(Options(prefix="mylib_", targets=(triple,), kernels=("toy_told",)), toys, made)
    (tmp_path / "main.c").write_text(MEETING)
    parts = [path for path in made.glob("runtime/*.c") if path.name != "entry.c"]
    sources = [tmp_path / "main.c", *parts, *made.glob("asm/*/gas/toy_*.S")]
    call(require("gcc"), "-std=c99", "-O1", *STRICT, f"-I{made / 'include'}", f"-I{made / 'runtime'}", *sources,
         "-o", "main", cwd=tmp_path)  # fmt: skip
    assert call("./main", cwd=tmp_path).stdout == "0 0\n0\n7\n"


@pytest.mark.parametrize("build", ["crate", "go"])
def test_who_cannot_ask_has_none(toys: library.Library, build: str) -> None:
    """A crate and a Go module choose among the variants without an exemption. They have a table where that is the only
    way."""
    options = Options(targets=("x86_64-linux-gnu",), kernels=("toy_both", "toy_only"), build=(build,))
    made = {name.split("/")[-1] for name in contents(options, toys)}
    end = ".rs" if build == "crate" else "_amd64.s"
    assert {name for name in made if name.startswith("toy_")} == {f"toy_both_scalar{end}", f"toy_only_scalar{end}"}


def test_of_the_tree_they_are_those_of_ciphers() -> None:
    """RC4's variants all reveal something, so dispatch chooses among all of them."""
    rows = (ROOT / "generated/include" / "asmloom_kernels.h").read_text()
    listed = rows.partition("#define LOOM_TABLE_KERNELS(K)")[2].partition("\n\n")[0]
    assert {name.partition("_")[0] for name in re.findall(r"K\((\w+)", listed)} == {
        "blowfish",
        "camellia",
        "cast128",
        "des",
        "seed",
    }
