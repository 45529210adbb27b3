# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A vendored set in a linker: only prefixed and hidden names, for every target; two sets in one program."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import targets
from generator import __version__
from generator.library import load as library_of_kernels
from generator.vendoring.contents import contents
from generator.vendoring.options import Options
from targets import Target
from targets.toolchain import windows
from targets.toolchain.execute import executor
from targets.toolchain.find import require
from targets.toolchain.link import program_name
from targets.trial.rows import Rows
from tests.vendoring.project import MD5_OF_ABC, SHA256_OF_ABC, STRICT, WARNINGS, call, quiet, vendor

FLAGS = " ".join(("-O1", *STRICT))
MAKEFILE = """include set/asmloom.mk
all: $(MYLIB_ASMLOOM_LIB)
"""
# A compiler that takes gcc's options for each target, clang where it can be.
COMPILERS: Rows[str] = Rows("COMPILERS of tests/vendoring/test_link.py", {
    "x86_64-linux-gnu": "{gcc}",
    "i686-linux-gnu": "{gcc} -m32",
    "aarch64-linux-gnu": "{aarch64-gcc}",
    "x86_64-w64-mingw32": "{mingw64-gcc}",
    "i686-w64-mingw32": "{mingw32-gcc}",
    "x86_64-pc-windows-msvc": "{clang} --target=x86_64-pc-windows-msvc",
    "i686-pc-windows-msvc": "{clang} --target=i686-pc-windows-msvc",
    "aarch64-pc-windows-msvc": "{clang} --target=aarch64-pc-windows-msvc",
    "arm64ec-pc-windows-msvc": "{clang} --target=arm64ec-pc-windows-msvc",
    "x86_64-apple-darwin": "{zig} cc -target x86_64-macos.11.0",
    "aarch64-apple-darwin": "{zig} cc -target aarch64-macos.11.0",
})  # fmt: skip
# Every set is made once a process: all kernels, all syntaxes, all targets.
KERNELS = list(library_of_kernels().kernels)
SYNTAXES = [(triple, syntax) for triple in targets.all_triples() for syntax in targets.load(triple).syntaxes]
# One syntax of each triple, which has C of its own, and one triple of each other syntax.
LINKED = [(t, s) for t, s in SYNTAXES if s == targets.load(t).syntaxes[0]]
LINKED += [(t, s) for t, s in SYNTAXES if t in ("x86_64-linux-gnu", "x86_64-pc-windows-msvc") and (t, s) not in LINKED]


# What compilers put into an object beside the program, one copy of which the linker keeps: feature flags, gcc's ways to
# the program counter on i686 and to data on MinGW, constants and arm64ec's thunks of clang for MSVC.
_COMPILERS_OWN = re.compile(
    r"@feat\.00|__x86\.get_pc_thunk\.\w+|\.refptr\.mylib_\w+"
    r"|\?\?_C@_\S+|__([xyz]mm|real)@\w+|\$i(entry|exit)_thunk\$\S+|\w+\$exit_thunk"
)


def compiler(triple: str) -> str:
    return re.sub(r"\{([\w-]+)\}", lambda match: str(require(match[1])), COMPILERS[triple])


def library(folder: Path, target: Target, syntax: str) -> Path:
    """``make`` with a compiler for the target, in the folder that has the set in ``set``; the library."""
    out = f"out-{target.triple}"
    tools = [f"NASM={require('nasm')}", f"AR={require('llvm-ar')}"]
    tools += [f"ML64={require('llvm-ml')} -m64", f"ML={require('llvm-ml')} -m32"]
    # What of the Windows SDK the runtime needs, in this project's own words.
    system = [f"CPPFLAGS={' '.join(windows.include_flags(target))}"] if target.triple.endswith("-msvc") else []
    words = [f"CC={compiler(target.triple)}", f"CFLAGS={FLAGS}", f"MYLIB_ASMLOOM_OUT={out}"]
    (folder / "Makefile").write_text(MAKEFILE)
    (folder / out / "libmylib_asmloom.a").unlink(missing_ok=True)
    quiet(call(require("make"), *words, *tools, *system, f"MYLIB_ASMLOOM_SYNTAX={syntax}", cwd=folder))
    return folder / out / "libmylib_asmloom.a"


def symbols(path: Path) -> Iterator[tuple[str, str]]:
    """(kind, name) of every global symbol of an object or library; ``U`` for undefined symbols."""
    text = call(require("llvm-nm"), "--extern-only", "--format=posix", path, cwd=path.parent).stdout
    for line in text.splitlines():
        words = line.split()
        if len(words) > 1 and len(words[1]) == 1:
            yield words[1], words[0]


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("all sets")
    vendor(folder / "set", "--targets", "all", "--kernels", "all", "--syntax", "gas", "nasm", "masm", "clang-cl",
           "--build", "make")  # fmt: skip
    return folder


@pytest.mark.kernels()  # names come from contracts; tests/kernels assembles each file in silence
@pytest.mark.parametrize(("triple", "syntax"), LINKED)
@pytest.mark.whole(every=9)
def test_symbols(triple: str, syntax: str, everything: Path) -> None:
    """Builds without a warning. Defined symbols have the prefix. The set or the C library has the undefined ones."""
    target = targets.load(triple)
    found = list(symbols(library(everything, target, syntax)))
    plain = [(kind, re.sub(r"^#|\$\$h", "", name)) for kind, name in found]
    if target.symbol_decoration == "_{name}":
        plain = [(kind, name.removeprefix("_")) for kind, name in plain]
    defined = {name for kind, name in plain if kind not in "Uw"}
    assert any(name.startswith("mylib_k_") for name in defined)
    others = {name for name in defined if not name.startswith("mylib_") and not _COMPILERS_OWN.fullmatch(name)}
    assert len(others) == 0, f"defined without the prefix: {sorted(others)[:9]}"
    wanted = {name for kind, name in plain if kind == "U"} - defined
    mine = {name for name in wanted if "mylib" in name or "loom" in name}
    assert not mine, f"wanted and not there: {sorted(mine)}"


@pytest.mark.kernels()  # guards surround the code, whichever it is
def test_files_guard_themselves(tmp_path: Path) -> None:
    """All C-preprocessed files compiled together: each compiler finds the functions of its target, and no others."""
    vendor(tmp_path / "set", "--targets", "all", "--kernels", "md5", "--syntax", "gas,clang-cl", "--no-runtime")
    sources = sorted((tmp_path / "set" / "asm").rglob("*_scalar.S"))
    assert len(sources) == len({targets.load(triple).arch for triple in targets.all_triples()})
    every = tmp_path / "every.S"
    every.write_text("".join(f'#include "{path.relative_to(tmp_path)}"\n' for path in sources))
    for triple in COMPILERS:
        out = tmp_path / f"{triple}.o"
        quiet(call(*compiler(triple).split(), "-c", every, "-o", out, cwd=tmp_path))
        found = {name for kind, name in symbols(out) if kind == "T"}
        assert found == {targets.load(triple).decorate("mylib_md5_blocks_scalar")}, triple


NASM_FORMATS = {
    "x86_64-linux-gnu": "elf64",
    "i686-linux-gnu": "elf32",
    "x86_64-apple-darwin": "macho64",
    "x86_64-pc-windows-msvc": "win64",
    "x86_64-w64-mingw32": "win64",
    "i686-pc-windows-msvc": "win32",
}


@pytest.mark.kernels()
def test_nasm_files_guard_themselves(tmp_path: Path) -> None:
    """A file has the function in the formats of its machine's targets, and is empty for any other format."""
    vendor(tmp_path / "set", "--targets", *(t for t, s in SYNTAXES if s == "nasm"), "--syntax", "nasm",
           "--kernels", "md5", "--no-runtime")  # fmt: skip
    for source in sorted((tmp_path / "set" / "asm").rglob("*_scalar.asm")):
        arch = source.parent.parent.name
        own = {form: targets.load(t) for t, form in NASM_FORMATS.items() if targets.load(t).arch == arch}
        for form in sorted({*NASM_FORMATS.values(), "elf"}):
            out = tmp_path / f"{arch}.{form}.o"
            quiet(call(require("nasm"), "-f", form, "-Wall", "-Werror", source, "-o", out, cwd=tmp_path))
            found = [name for kind, name in symbols(out) if kind == "T"]
            target = own.get("elf32" if form == "elf" else form)
            wanted = [target.decorate("mylib_md5_blocks_scalar")] if target else []
            assert found == wanted, (arch, form)


@pytest.mark.code
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.whole(every=6)
def test_each_kernel_alone(kernel: str, tmp_path: Path) -> None:
    """The set is closed: linked into one shared library, it leaves only symbols of the C library undefined."""
    options = Options(prefix="mylib_", targets=("x86_64-linux-gnu",), kernels=(kernel,))
    for name, data in contents(options, library_of_kernels()).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    sources = [*sorted(tmp_path.glob("runtime/*.c")), *sorted(tmp_path.glob("asm/*/*/*.S"))]
    words = ["-std=c99", "-O0", *STRICT, "-shared", "-fPIC", "-Wl,-z,defs", "-Wl,-z,text", "-o", "all.so"]
    quiet(call(require("gcc"), *words, *sources, cwd=tmp_path))
    dynamic = call(require("llvm-nm"), "-D", "--defined-only", "all.so", cwd=tmp_path).stdout
    assert not re.search("mylib|loom", dynamic)


# What a program does, and the kernels that it needs.
ONE = {
    'uint8_t d[32]; mylib_sha256((const uint8_t *)"abc", 3, d); return d[0] != 0xba;': {"sha256_blocks"},
    'uint8_t d[16]; mylib_hmac_md5(d, 0, d, 0, d); return d[0] != 0x74;': {"md5_blocks"},
    "uint8_t b[16] = {0}, iv[16] = {0}; mylib_aes_ctx aes; mylib_aes_set_encrypt_key(&aes, b, 16); "
    "mylib_aes_cbc_encrypt(&aes, iv, b, b, 16); return b[0] != 0x66;": {"aes_set_encrypt_key", "aes_cbc_encrypt"},
    'uint8_t b[1] = {0}; mylib_rc4_ctx rc4; mylib_rc4_set_key(&rc4, (const uint8_t *)"Key", 3); '
    "mylib_rc4(&rc4, b, b, 1); return b[0] != 0xeb;": {"rc4_set_key", "rc4_stream"},
}  # fmt: skip
# Linkers: those that drop what nothing leads to, and those that take whole objects. In COFF, tables of unwinding lead
# to every function of an object. lld-link is tried in place of link.exe.
_MSVC = "-fuse-ld=lld -nostdlib -Wno-msvc-not-found -Wl,-entry:main,-subsystem:console,-opt:ref,-debug:symtab"
DROPPING: Rows[str] = Rows("DROPPING of tests/vendoring/test_link.py", {
    "GNU ld": "x86_64-linux-gnu -Wl,--gc-sections",
    "GNU ld, whole objects": "x86_64-linux-gnu",
    "lld": "x86_64-linux-gnu -fuse-ld=lld -Wl,--gc-sections",
    "GNU ld for AArch64": "aarch64-linux-gnu -static -Wl,--gc-sections",
    "Apple's rules": "x86_64-apple-darwin -Wl,-dead_strip",
    "MinGW's ld": "x86_64-w64-mingw32",
    "lld-link": f"x86_64-pc-windows-msvc {_MSVC}",
    "lld-link for AArch64": f"aarch64-pc-windows-msvc {_MSVC}",
})  # fmt: skip


@pytest.mark.kernels()  # what leads to what is C
@pytest.mark.parametrize("linker", DROPPING)
def test_one_function_links_one_function(linker: str, tmp_path: Path) -> None:
    """A program has the kernels that it calls and no other, and neither the self-test nor the explanation."""
    triple, *words = DROPPING[linker].split()
    target = targets.load(triple)
    vendor(tmp_path / "set", "--targets", triple, "--kernels", "md5", "rc4", "sha2", "aes_cbc", "aes_set_encrypt_key",
           "--build", "make")  # fmt: skip
    built = library(tmp_path, target, target.syntaxes[0])
    gcc = str(require("clang")) + f" --target={triple}" if linker == "lld" else compiler(triple)
    rows = json.loads((tmp_path / "set" / "manifest.json").read_text())["functions"][triple]
    system = windows.start_files(target, tmp_path) if target.triple.endswith("-msvc") else []
    exe = tmp_path / program_name(target, "one")
    for body, kernels in ONE.items():
        (tmp_path / "one.c").write_text(f'#include "set/include/mylib_asmloom.h"\nint main(void) {{ {body} }}\n')
        quiet(call(*gcc.split(), *words, "one.c", built, *system, "-o", exe, cwd=tmp_path))
        found = call(require("llvm-nm"), "--format=posix", exe, cwd=tmp_path).stdout
        names = {line.split()[0] for line in found.splitlines()}
        assert {row["kernel"] for row in rows if row["symbol"] in names} == kernels
        assert set(re.findall(r"mylib_row_(\w+)", found)) == kernels
        assert not re.findall(r"mylib_(?:selftest|explain|kernel_rows)\w*", found)
        if not target.executor.startswith("mapped"):
            assert executor(target).run(exe).returncode == 0, body


TWO = """
#include "one/include/one_asmloom.h"
#include "two/include/two_asmloom.h"
#include <stdio.h>

int main(void)
{
    uint8_t sum[16], digest[32];
    one_md5((const uint8_t *)"abc", 3, sum);
    two_sha256((const uint8_t *)"abc", 3, digest);
    for (int i = 0; i < 16; i++) {
        printf("%02x", sum[i]);
    }
    printf(" ");
    for (int i = 0; i < 32; i++) {
        printf("%02x", digest[i]);
    }
    printf(" %s %s\\n", one_version(), TWO_VERSION);
    return one_selftest(NULL, NULL) + two_selftest(NULL, NULL);
}
"""
TWO_MAKEFILE = """include one/asmloom.mk
include two/asmloom.mk
LIBS = $(ONE_ASMLOOM_LIB) $(TWO_ASMLOOM_LIB)
app: main.c $(LIBS); $(CC) $(CFLAGS) -o $@ main.c -Wl,--whole-archive $(LIBS) -Wl,--no-whole-archive
"""
TWO_CMAKE = """cmake_minimum_required(VERSION 3.16)
project(app C)
add_subdirectory(one)
add_subdirectory(two)
add_executable(app main.c)
target_include_directories(app PRIVATE .)
target_link_libraries(app PRIVATE one_asmloom two_asmloom)
"""


@pytest.mark.kernels()  # symbols come from contracts; tests/kernels judges the answers
@pytest.mark.whole
def test_two_sets_in_one_program(tmp_path: Path) -> None:
    """Links two sets with all of their objects. One file includes both headers."""
    for name in ("one", "two"):
        vendor(tmp_path / name, "--targets", "x86_64-linux-gnu", "--kernels", "md5", "sha2", "rc4",
               "--build", "make", "cmake", prefix=f"{name}_")  # fmt: skip
    (tmp_path / "main.c").write_text(TWO)
    (tmp_path / "Makefile").write_text(TWO_MAKEFILE)
    (tmp_path / "CMakeLists.txt").write_text(TWO_CMAKE)
    wanted = f"{MD5_OF_ABC} {SHA256_OF_ABC} {__version__} {__version__}\n"
    quiet(call(require("make"), f"CC={require('gcc')}", f"CFLAGS={FLAGS}", cwd=tmp_path))
    assert call(tmp_path / "app", cwd=tmp_path).stdout == wanted
    quiet(call(require("cmake"), "-S", ".", "-B", "out", f"-DCMAKE_C_FLAGS={FLAGS}", cwd=tmp_path))
    quiet(call(require("cmake"), "--build", "out", cwd=tmp_path))
    assert call(tmp_path / "out" / "app", cwd=tmp_path).stdout == wanted


CPLUSPLUS = """
#include <mylib_asmloom.h>
#include <cstdio>
#include <string>

int main()
{
    const std::string text("abc");
    uint8_t digest[32];
    mylib_sha256(reinterpret_cast<const uint8_t *>(text.data()), text.size(), digest);
    for (uint8_t byte : digest) {
        std::printf("%02x", byte);
    }
    std::printf("\\n");
    return mylib_selftest(nullptr, nullptr);
}
"""


@pytest.mark.code
@pytest.mark.kernels("sha256_blocks", "sha512_blocks")
@pytest.mark.parametrize("standard", ["c++11", "c++20"])
def test_cplusplus(standard: str, tmp_path: Path) -> None:
    vendor(tmp_path / "set", "--targets", "x86_64-linux-gnu", "--kernels", "sha2", "--build", "make")
    lib = library(tmp_path, targets.load("x86_64-linux-gnu"), "gas")
    (tmp_path / "main.cc").write_text(CPLUSPLUS)
    words = [f"-std={standard}", *WARNINGS, "-Wold-style-cast", "-Wconversion", "-I", "set/include"]
    quiet(call(require("g++"), *words, "main.cc", lib, "-o", "app", cwd=tmp_path))
    assert call(tmp_path / "app", cwd=tmp_path).stdout == SHA256_OF_ABC + "\n"


SHARED = """
#include <mylib_asmloom.h>

void app_digest(const char *text, size_t length, uint8_t *digest);
void app_digest(const char *text, size_t length, uint8_t *digest)
{
    mylib_sha256((const uint8_t *)text, length, digest);
}
"""
SHARED_USER = """
#include <stdint.h>
#include <stdio.h>
#include <stddef.h>

void app_digest(const char *text, size_t length, uint8_t *digest);

int main(void)
{
    uint8_t digest[32];
    app_digest("abc", 3, digest);
    for (int i = 0; i < 32; i++) {
        printf("%02x", digest[i]);
    }
    printf("\\n");
    return 0;
}
"""


@pytest.mark.kernels()  # symbols come from contracts; tests/kernels looks for absolute addresses in each kernel
@pytest.mark.parametrize("triple", ["x86_64-linux-gnu", "i686-linux-gnu", "aarch64-linux-gnu"])
@pytest.mark.whole(every=3)
def test_inside_a_shared_library(triple: str, tmp_path: Path) -> None:
    """The shared library contains the whole set, exports none of it, and has no relocation in its text."""
    vendor(tmp_path / "set", "--targets", triple, "--kernels", "all", "--build", "make")
    lib = library(tmp_path, targets.load(triple), "gas")
    (tmp_path / "shared.c").write_text(SHARED)
    cc = compiler(triple).split()
    words = ["-shared", "-fPIC", "-Wl,-z,defs", "-Wl,-z,text", "-Wl,--fatal-warnings", "-I", "set/include", "shared.c"]
    words += ["-Wl,--whole-archive", str(lib), "-Wl,--no-whole-archive", "-o", "libapp.so"]
    quiet(call(*cc, *FLAGS.split(), *words, cwd=tmp_path))
    dynamic = call(require("llvm-nm"), "-D", "--defined-only", "libapp.so", cwd=tmp_path).stdout
    assert {line.split()[-1] for line in dynamic.splitlines()} - {"_init", "_fini"} == {"app_digest"}
    inside = call(require("llvm-nm"), "libapp.so", cwd=tmp_path).stdout
    assert len(re.findall(r" [tT] mylib_\w+_(?:scalar|portable)$", inside, re.M)) > 4
    if triple == "x86_64-linux-gnu":
        (tmp_path / "user.c").write_text(SHARED_USER)
        quiet(call(*cc, *FLAGS.split(), "user.c", "-L.", "-lapp", "-Wl,-rpath,$ORIGIN", "-o", "user", cwd=tmp_path))
        assert call(tmp_path / "user", cwd=tmp_path).stdout == SHA256_OF_ABC + "\n"
