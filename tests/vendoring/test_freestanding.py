# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Sets without a C library: the UEFI application of docs/freestanding.md prints a digest in a virtual machine, and
programs of all kernels link with the four functions of its page alone, and run. One digest is as small as the page
says.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from targets.toolchain import packages, provision
from targets.toolchain.find import MissingTool, require
from targets.toolchain.process import HANG_SECONDS, run
from tests.cli.runner import ROOT, build
from tests.vendoring.project import SHA256_OF_ABC, STRICT, call, quiet, vendor

PAGE = (ROOT / "docs" / "freestanding.md").read_text("utf-8")
VENDOR, APP, BUILD = re.findall(r"^```c?\n(.*?)^```$", PAGE, re.M | re.S)
MEMORY = APP[: APP.index("/* Of the tables")]
FIRMWARE = Path("/usr/share/OVMF/OVMF_CODE.fd")
EXIT = {
    "x86_64-linux-gnu": ("gcc", "-m64", '__asm__("syscall" :: "a"(60), "D"(status))'),
    "i686-linux-gnu": ("gcc", "-m32", '__asm__("int $128" :: "a"(1), "b"(status))'),
    "aarch64-linux-gnu": (
        "aarch64-gcc", "-mno-outline-atomics",
        'register long x8 __asm__("x8") = 93, x0 __asm__("x0") = status; __asm__("svc 0" :: "r"(x8), "r"(x0))',
    ),
}  # fmt: skip
START = """
void *memmove(void *to, const void *from, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        size_t at = (uintptr_t)to < (uintptr_t)from ? i : length - 1 - i;
        ((volatile char *)to)[at] = ((const char *)from)[at];
    }
    return to;
}

static int differs(void)
{
    uint8_t digest[32], whole[32] = {0};
    loom_sha256((const uint8_t *)"abc", 3, digest);
    %s;
    return digest[0] != 0xba || digest[31] != 0xad;
}

/* The stack of a program's first function is aligned as for a call that nobody made. */
#if defined(__x86_64__) || defined(__i386__)
__attribute__((force_align_arg_pointer))
#endif
void _start(void);
void _start(void)
{
    long status = differs();
    %s;
    for (;;) {
    }
}
"""
ALL = "if (loom_hmac_sha256(digest, 32, digest, 32, whole), loom_equal(digest, whole, 32)) return 1"
FEW = {
    "x86_64-linux-gnu": (["-DLOOM_WITHOUT_ssse3", "-DLOOM_WITHOUT_avx2_bmi1_bmi2"], 6144),
    "aarch64-linux-gnu": ([], 7168),
}
"""Flags that leave words and one variant more of SHA-256, and the most bytes of text."""


@pytest.mark.kernels()  # tests/kernels judges the code
def test_uefi(tmp_path: Path) -> None:
    words = shlex.split(VENDOR)
    assert words[:3] == ["python3", "build.py", "vendor"]
    done = build(ROOT, *(str(tmp_path / word) if word == "asmloom" else word for word in words[2:]))
    assert done.returncode == 0 and not done.stderr, done.stderr
    (tmp_path / "app.c").write_text(APP)
    text = re.sub(r"\b(clang|llvm-lib|lld-link)(?= )", lambda found: shlex.quote(str(require(found[1]))), BUILD)
    call("sh", "-ec", text, cwd=tmp_path)
    boot = tmp_path / "disk" / "EFI" / "BOOT"
    boot.mkdir(parents=True)
    shutil.move(tmp_path / "BOOTX64.EFI", boot)
    if not FIRMWARE.is_file():
        raise MissingTool(f"{FIRMWARE} not found (Debian: apt-get install ovmf)")
    machine = "-machine q35 -m 256 -display none -serial stdio -monitor none -no-reboot -net none".split()
    drives = [f"if=pflash,format=raw,readonly=on,file={FIRMWARE}", f"format=raw,file=fat:rw:{tmp_path / 'disk'}"]
    words = [str(require("qemu-system-x86_64")), *machine, "-drive", drives[0], "-drive", drives[1]]
    said = run(words, timeout=HANG_SECONDS)
    assert said.returncode == 0 and SHA256_OF_ABC.encode() in said.stdout, said.stdout[-2000:]


@pytest.mark.code
@pytest.mark.parametrize("triple", EXIT)
def test_alone(triple: str, tmp_path: Path) -> None:
    vendor(tmp_path / "set", "--kernels", "all", "--targets", triple, "--freestanding", prefix="loom_")
    tool, flag, leave = EXIT[triple]
    (tmp_path / "app.c").write_text(MEMORY.replace("asmloom/include", "set/include") + START % (ALL, leave))
    flags = [flag, "-std=gnu99", "-O2", "-ffreestanding", "-fno-stack-protector", *STRICT, "-Wno-missing-prototypes"]
    sources = [*(tmp_path / "set" / "runtime").glob("*.c"), *(tmp_path / "set" / "asm").rglob("*.S")]
    call(require(tool), *flags, "-nostdlib", "-static", "-Wl,--no-gc-sections,--fatal-warnings", "app.c", *sources,
         "-lgcc", "-o", "app", cwd=tmp_path)  # fmt: skip
    here = [] if "aarch64" not in triple else [str(provision.qemu("aarch64"))]
    call(*here, tmp_path / "app", cwd=tmp_path)
    assert " loom_md5\n" in call(require("nm"), "app", cwd=tmp_path).stdout


@pytest.mark.code
@pytest.mark.parametrize("triple", FEW)
def test_small(triple: str, tmp_path: Path) -> None:
    """Rows of cores, questions to emulators, or C that is never the choice would exceed the bounds."""
    vendor(tmp_path / "set", "--kernels", "sha256_blocks", "--targets", triple, "--freestanding", prefix="loom_")
    (tool, flag, leave), (without, most) = EXIT[triple], FEW[triple]
    (tmp_path / "app.c").write_text(MEMORY.replace("asmloom/include", "set/include") + START % ("(void)whole", leave))
    flags = [flag, "-std=gnu99", "-Os", "-ffreestanding", "-fno-stack-protector", "-ffunction-sections"]
    sources = [*(tmp_path / "set" / "runtime").glob("*.c"), *(tmp_path / "set" / "asm").rglob("*.S")]
    call(require(tool), *flags, "-fdata-sections", *without, "-nostdlib", "-static", "-Wl,--gc-sections", "app.c",
         *sources, "-lgcc", "-o", "app", cwd=tmp_path)  # fmt: skip
    call(*([] if "aarch64" not in triple else [str(provision.qemu("aarch64"))]), tmp_path / "app", cwd=tmp_path)
    rows = [line.split() for line in call(require("llvm-objdump"), "-h", "app", cwd=tmp_path).stdout.splitlines()]
    sizes = {row[1]: int(row[2], 16) for row in rows if row[1:] and row[1].startswith(".")}
    constants = sum(size for name, size in sizes.items() if name.startswith((".rodata", ".data.rel.ro")))
    assert 4096 < sizes[".text"] <= most and 512 < constants <= 1024, sizes
    assert not [name for name in sizes if name in (".data", ".ctors") or name.startswith(".init")], sizes


@pytest.mark.code
def test_objtool(tmp_path: Path) -> None:
    """The checker of Linux' own objects follows the stack and every branch of all functions: unwind rows, no indirect
    jump or call but by the kernel's thunks, no data among the code. That of Linux 6.1 does not know the instructions of
    SHA-512, and says so."""
    found = sorted(Path("/usr/lib").glob("linux-kbuild-*/tools/objtool/objtool"))
    if not found and packages.codename() != "bookworm":
        pytest.skip("objtool: tried with that of Debian 12")
    if not found:
        raise MissingTool("objtool not found (Debian: apt-get install linux-kbuild-6.1)")
    vendor(tmp_path / "set", "--kernels", "all", "--targets", "x86_64-linux-gnu", "--freestanding", prefix="loom_")
    flags = "-std=gnu99 -O2 -ffreestanding -mno-red-zone -mno-sse -mno-mmx -fno-stack-protector -fcf-protection=branch"
    flags += " -fno-jump-tables -mindirect-branch=thunk-extern -fno-asynchronous-unwind-tables"
    sources = [*(tmp_path / "set" / "runtime").glob("*.c"), *(tmp_path / "set" / "asm").rglob("*.S")]
    call(require("gcc"), *flags.split(), "-c", *sources, cwd=tmp_path)
    objects = sorted(tmp_path.glob("*.o"))
    assert len(objects) == len(sources) > 100
    for file in objects:
        said = call(found[-1], "--orc", "--retpoline", "--uaccess", file, cwd=tmp_path)
        text = said.stdout + said.stderr
        if file.stem.endswith("_sha512") and "6.1/" in str(found[-1]):
            text = re.sub(r".*: can't decode instruction at \.text:0x\w+\n", "", text, count=1)
        assert not text, f"{file.name}: {text[:500]}"


@pytest.mark.kernels()
@pytest.mark.parametrize("words", [("--freestanding",), ("--alias", "openssl")], ids=("freestanding", "alias"))
def test_cmake(words: tuple[str, ...], tmp_path: Path) -> None:
    """Sets without the program that measures: CMake takes no target without sources."""
    vendor(tmp_path / "set", "--kernels", "md5", "--targets", "x86_64-linux-gnu", "--build", "cmake", *words)
    ninja = f"-DCMAKE_MAKE_PROGRAM={require('ninja')}"
    quiet(call(require("cmake"), "-G", "Ninja", ninja, "-S", "set", "-B", "out", cwd=tmp_path))


@pytest.mark.kernels()
def test_refused(tmp_path: Path) -> None:
    """What needs a system is not declared, and cannot be asked for."""
    vendor(tmp_path / "set", "--kernels", "md5", "--targets", "x86_64-linux-gnu", "--freestanding")
    header = (tmp_path / "set" / "include" / "mylib_asmloom.h").read_text()
    assert "mylib_md5(" in header and "int mylib_selftest(" not in header and "int mylib_explain(" not in header
    for other in (("--no-runtime",), ("--provider",), ("--alias", "openssl"), ("--build", "crate"), ("--build", "go")):
        words = ["--freestanding", "--targets", "all", "--kernels", "all", *other]
        done = build(ROOT, "vendor", "--into", tmp_path / "other", *words)
        wanted = " ".join(other[: 2 if "--build" in other else 1])
        assert done.returncode == 2 and f"without a C library; leave out {wanted}\n" in done.stderr
