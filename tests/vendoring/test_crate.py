# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The crate of ``vendor --build crate``: the machine code of the C library's kernels, built and used as a new user
would."""

from __future__ import annotations

import hashlib
import hmac
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESCCM, AESGCM, AESGCMSIV, ChaCha20Poly1305

import targets
from generator import __version__, library
from generator.function_cache import FunctionCache
from generator.output import Generator
from generator.vendoring.contents import contents
from generator.vendoring.options import TOGETHER, Options
from targets.toolchain import provision
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS
from tests.cli.runner import ROOT, build
from tests.emit.objects import llvm
from tests.test_pages import tutorial
from tests.vectors.published import Sealed, wycheproof
from tests.vendoring.project import call

KERNELS = library.load()
MARK = __version__.replace(".", "_") + "_"  # of a version, in symbols
GENERATOR = Generator(KERNELS, f"loom_{MARK}", FunctionCache())
RUST = {
    "aarch64-linux-gnu": "aarch64-unknown-linux-gnu", "i686-linux-gnu": "i686-unknown-linux-gnu",
    "i686-w64-mingw32": "i686-pc-windows-gnu", "x86_64-linux-gnu": "x86_64-unknown-linux-gnu",
    "x86_64-w64-mingw32": "x86_64-pc-windows-gnu",
}  # fmt: skip
"""Rust's name of a target whose name is another."""
NEWER = {"aarch64-pc-windows-msvc": "1.70", "arm64ec-pc-windows-msvc": "1.84"}
"""The least version of Rust for a target, after that of the crate."""
# Enough of the crate core for global_asm!, for targets whose standard library is not here.
CORE = """#![feature(no_core, rustc_attrs, decl_macro)]
#![no_core]
#![allow(unknown_lints, internal_features)]
pub mod arch { #[rustc_builtin_macro] pub macro global_asm() {} }
"""
ALONE = """#![feature(no_core, rustc_attrs)]
#![no_core]
#![allow(unknown_lints, internal_features, unused_macros, unused_macro_rules, bad_asm_style)]
#[rustc_builtin_macro] macro_rules! concat { () => {} }
extern crate core;
mod asm;
"""


@pytest.fixture(scope="module")
def crate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole crate."""
    folder = tmp_path_factory.mktemp("crate")
    write(folder, Options(targets=("all",), kernels=("all",), build=("crate",)))
    return folder


def write(folder: Path, options: Options, kernels: library.Library = KERNELS) -> None:
    for name, data in contents(options, kernels).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def listing(*words: str | Path, head: str, cwd: Path) -> dict[str, list[str]]:
    """Function → the bytes of its instructions and its relocations, without filler and the sections of tables.
    ``head``: a pattern of the line before a function, with the name."""
    text = call(llvm("objdump"), "-d", "-r", "--no-leading-addr", *words, cwd=cwd).stdout
    out = {}
    _, *parts = re.split(f"^{head}", text, flags=re.M)
    for name, lines in zip(parts[::2], parts[1::2]):
        kept = re.findall(r"^ ([0-9a-f ]+\b)\s*\t(?!nop)|^\t\t(\S.*)$", lines, re.M)
        out[name] = [code or re.sub(r"(\.rodata)\.\w+", r"\1", relocation) for code, relocation in kept]
    return out


@pytest.mark.code
@pytest.mark.parametrize("triple", targets.all_triples())
def test_machine_code(triple: str, crate: Path, tmp_path: Path) -> None:
    """Each function has the bytes and the relocations that clang makes of the file in GNU syntax, and its tables and
    unwind data are there."""
    target, rust = targets.load(triple), RUST.get(triple, triple)
    words: list[str | Path] = [
        require("rustc"),
        "--edition=2021",
        "--target",
        rust,
        "--crate-type=rlib",
        "-Ccodegen-units=1",
    ]
    found = call(require("rustc"), "--version", cwd=tmp_path).stdout.split()[1]
    if [int(n) for n in found.split(".")[:2]] < [int(n) for n in NEWER.get(triple, "1.63").split(".")]:
        pytest.skip(f"rustc is {found}; {triple} needs Rust {NEWER[triple]}")
    (tmp_path / "core.rs").write_text(CORE)
    (crate / "src" / "alone.rs").write_text(ALONE)
    bootstrap = {"RUSTC_BOOTSTRAP": "1"}  # a test's right to no_core
    call(*words, "--crate-name=core", "-o", "libcore.rlib", "core.rs", cwd=tmp_path, env=bootstrap)
    alone = [
        *words,
        "-Ccodegen-units=1",
        "--emit=obj",
        "--extern=core=libcore.rlib",
        "-o",
        "alone.o",
        crate / "src" / "alone.rs",
    ]
    call(*alone, cwd=tmp_path, env=bootstrap)

    syntax = next(name for name in ("gas", "clang-cl") if name in target.syntaxes)
    files = []
    for path in sorted((crate / "src" / "asm" / target.arch).iterdir()):
        kernel = next(
            k for k in sorted(KERNELS.kernels.values(), key=lambda k: -len(k.name)) if path.stem.startswith(k.name)
        )
        variant = kernel.variant(path.stem[len(kernel.name) + 1 :])
        for name, data in GENERATOR.files(target, kernel, variant, [syntax]).items():
            (tmp_path / Path(name).name).write_bytes(data)
        files.append(f"{path.stem}.S")
    recipe = next(recipe for recipe in target.assemble[syntax] if recipe.by == "clang")
    clang = [
        str(require(recipe.argv[0])),
        *(word for word in recipe.argv[1:] if word not in ("-o", "{out}", "{source}")),
    ]
    call(*clang, *files, cwd=tmp_path)
    theirs = listing(*(Path(file).with_suffix(".o") for file in files), head=r"(\w+)\.o:\t.*\n", cwd=tmp_path)
    names = ",".join(target.decorate(f"loom_{MARK}{name}") for name in theirs)
    ours = listing(f"--disassemble-symbols={names}", "alone.o", head=rf"<[_#]*loom_{MARK}(\w+)>:\n", cwd=tmp_path)
    assert len(theirs) == len(files) > 20 and ours.keys() == theirs.keys()
    for name, lines in theirs.items():
        least = 5 if name.startswith("poly1305_tag") else 20  # a tag is one sum
        assert len(lines) > least and ours[name] == lines, f"{triple}: {name}"


TRAITS = """[package]
name = "app"
version = "0.1.0"
edition = "2021"
[dependencies]
asmloom = { path = "asmloom", features = [FEATURES] }
aead = { version = "0.5", features = ["alloc"] }
aes = "0.8"
cbc = "0.1"
ctr = "0.9"
hmac = "0.12"
"""
QEMU64 = ("qemu-x86_64", "-cpu", "qemu64")  # without SSSE3
RUNS = {
    "x86_64": ("x86_64", (), ""),
    "x86_64 without SSSE3": ("x86_64", QEMU64, ""),
    "x86_64 in Rust": ("x86_64", (), "portable"),
    "i686": ("i686", (), ""),
    "i686 in Rust": ("i686", (), "portable"),
    "aarch64": ("aarch64", ("qemu-aarch64", "-cpu", "max"), ""),
}
LINKERS = {"x86_64": ("gcc",), "i686": ("gcc", "-m32"), "aarch64": ("aarch64-gcc",)}
# Rust links by a C compiler, which must do nothing else.
ONLY_LINKS = """#!/bin/sh
for word; do case $word in -c | -S | -E | *.c | *.S | *.s | *.asm) echo "compiles $word" >&2; exit 1 ;; esac; done
exec {} "$@"
"""


def cargo(folder: Path, arch: str, *words: str) -> str:
    """Cargo with Debian's compiler and crates, without a network and without a C compiler."""
    there = provision.ensure("rust")
    registry = there / "usr" / "share" / "cargo" / "registry"
    (folder / ".cargo").mkdir(exist_ok=True)
    (folder / ".cargo" / "config.toml").write_text(
        f'[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "{registry}"\n'
    )
    env = {"RUSTC": "/usr/bin/rustc", "RUSTDOC": "/usr/bin/rustdoc", "CARGO_TARGET_DIR": str(folder.parent / "target")}
    for name, (program, *more) in LINKERS.items():
        linker = folder / f"link-{name}"
        linker.write_text(ONLY_LINKS.format(" ".join([str(require(program)), *more])))
        linker.chmod(0o755)
        env[f"CARGO_TARGET_{name.upper()}_UNKNOWN_LINUX_GNU_LINKER"] = str(linker)
    if arch != "x86_64":
        env[f"CARGO_TARGET_{arch.upper()}_UNKNOWN_LINUX_GNU_RUSTFLAGS"] = f"--sysroot={there / 'usr'}"
    env["RUSTDOCFLAGS"] = f"-Clinker={folder / 'link-x86_64'}"
    env.update(CC="/no/compiler", PATH=str(folder))
    with suppress(FileExistsError):
        (folder / "ld").symlink_to(str(shutil.which("ld")))  # which gcc looks for
    return call("/usr/bin/cargo", *words, "--offline", f"--target={arch}-unknown-linux-gnu", cwd=folder, env=env).stdout


def run(name: str, crate: Path, *args: str, data: bytes) -> list[str]:
    """The lines that crate_app.rs prints."""
    arch, emulator, features = RUNS[name]
    folder = crate.parent / f"app{features}"
    (folder / "src").mkdir(parents=True, exist_ok=True)
    shutil.copytree(crate, folder / "asmloom", dirs_exist_ok=True)
    shutil.copy(Path(__file__).with_name("crate_app.rs"), folder / "src" / "main.rs")
    wanted = ", ".join(f'"{feature}"' for feature in ("aead", "digest", "cipher", *features.split()))
    (folder / "Cargo.toml").write_text(TRAITS.replace("FEATURES", wanted))
    cargo(folder, arch, "build")
    words = [str(provision.ensure("qemu") / emulator[0]), *emulator[1:]] if emulator else []
    words += ["-L", "/usr/aarch64-linux-gnu"] if arch == "aarch64" else []
    program = folder.parent / "target" / f"{arch}-unknown-linux-gnu" / "debug" / "app"
    done = subprocess.run([*words, program, *args], input=data, capture_output=True, timeout=HANG_SECONDS)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode().splitlines()


@pytest.mark.parametrize("name", RUNS)
def test_runs(name: str, crate: Path) -> None:
    """Digests and tags are those of Python's hashlib, ciphers those of RustCrypto's crates, through traits too."""
    data = random.Random(33).randbytes(20000)
    *rows, last = run(name, crate, data=data)
    assert last == "AES: Ok(())" and len(rows) == 302 * 7
    for row in rows:
        hash, length, digest, tag = row.split()
        message, key = data[: int(length)], data[int(length) // 2 : int(length)]
        assert digest == hashlib.new(hash, message).hexdigest(), row
        assert tag == hmac.new(key, message, hash).hexdigest(), row


def messages() -> Iterator[tuple[str, Sealed]]:
    """Project Wycheproof's, with keys of 24 bytes and longer texts by another library, and tags that are too short."""
    for name in ("aes_gcm", "aes_ccm", "aes_gcm_siv", "chacha20_poly1305", "xchacha20_poly1305"):
        yield from ((name, one) for one in wycheproof(name))
    others = {"aes_gcm": AESGCM, "aes_ccm": AESCCM, "aes_gcm_siv": AESGCMSIV, "chacha20_poly1305": ChaCha20Poly1305}
    rng = random.Random(34)
    for name, other in others.items():
        for number, length in enumerate((*range(1, 100, 7), 511, 512, 527, 1000, 4095, 4096, 5003)):
            sizes = {"aes_gcm_siv": (16, 32), "chacha20_poly1305": (32,)}.get(name, (16, 24, 32))
            key, nonce, text = rng.randbytes(sizes[number % len(sizes)]), rng.randbytes(12), rng.randbytes(length)
            aad = rng.randbytes((0, 13, 32, 300, 0xFEFF, 0xFF00)[number % 6])
            made = other(key).encrypt(nonce, text, aad)
            yield name, Sealed(number, True, key, nonce, aad, text, made[:-16], made[-16:])
            if name == "aes_gcm":
                tag = made[-16:][: number % 16]
                yield name, Sealed(number, len(tag) >= 12, key, nonce, aad, text, made[:-16], tag)


@pytest.mark.parametrize("name", RUNS)
def test_seals(name: str, crate: Path) -> None:
    """AEADs seal as others do, open what these sealed, and refuse a tag with any wrong bit, through traits too."""
    given = [*messages()]
    lines = [
        f"{aead} " + " ".join(part.hex() for part in (one.key, one.nonce, one.aad, one.text, one.sealed, one.tag))
        for aead, one in given
    ]
    found = run(name, crate, "messages", data="\n".join(lines).encode())
    assert len(found) == len(given) > 700
    for (aead, one), line in zip(given, found):
        want = f"{(one.sealed + one.tag).hex()} {one.text.hex()}" if one.good else "refused"
        assert line == want, (aead, one.number)


def test_new_user(tmp_path: Path) -> None:
    """The page's command and files. What `cargo package` has packed builds and runs, its own tests pass,
    and its benchmark prints a table."""
    page = (ROOT / "docs" / "rust.md").read_text("utf-8")
    command, toml, rust = (
        re.findall(rf"^```{word}\n(.*?)^```$", page, re.M | re.S)[0] for word in ("sh", "toml", "rust")
    )
    _, program, *words = command.split()
    assert program == "build.py" and "../app/asmloom" in words
    app = tmp_path / "app"
    done = build(ROOT, *(str(app / "packed") if word == "../app/asmloom" else word for word in words))
    assert done.returncode == 0 and not done.stderr, done.stderr
    cargo(app / "packed", "x86_64", "package", "--allow-dirty")
    (app / "asmloom").symlink_to(tmp_path / "app" / "target" / "package" / f"asmloom-{__version__}")
    (app / "src").mkdir()
    (app / "src" / "main.rs").write_text(rust)
    (app / "Cargo.toml").write_text(f'[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n{toml}')
    cargo(app, "x86_64", "run")
    cargo(app / "packed", "x86_64", "test")
    table = cargo(app / "packed", "x86_64", "bench", "--bench", "speed")
    assert len(re.findall(r"^\S.* bytes +\d+ MB/s +\d+\.\d\d x$", table, re.M)) == 15, table


OWN = """fn main() {
    let (mut state, mut data) = ([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476], [0; 64]);
    data[..4].copy_from_slice(b"abc\\x80");
    data[56] = 24;
    let md5 = mine_asmloom::kernels::my_md5().unwrap();
    unsafe { md5(state.as_mut_ptr(), data.as_ptr(), 1) };
    state.iter().for_each(|word| print!("{:08x}", word.swap_bytes()));
}
"""


def test_the_tutorial_s_kernel(tmp_path: Path) -> None:
    """In assembly and in Rust, without a line of Rust by its author."""
    tutorial(tmp_path)
    app, options = tmp_path / "app", Options(
        prefix="mine_", targets=("x86_64-linux-gnu",), kernels=("my_md5",), build=("crate",)
    )  # fmt: skip
    write(app / "mine", options, library.load([tmp_path]))
    (app / "src").mkdir()
    (app / "src" / "main.rs").write_text(OWN)
    for features in ("", '"portable"'):
        dependency = f'mine_asmloom = {{ path = "mine", features = [{features}] }}\n'
        (app / "Cargo.toml").write_text(HEAD + dependency)
        assert cargo(app, "x86_64", "run", "--quiet") == hashlib.md5(b"abc").hexdigest(), features


SUMS = '''
from generator.lang import Arg, Builder, Val, kernel


@kernel(
    c="uint32_t move(const uint32_t *in, uint16_t check, uint64_t *ref, size_t run)",
    args=[Arg("in", r="4*check - 4"), Arg("check", public=True), Arg("ref", rw="8*run"), Arg("run", public=True)],
    source="a test, with names that are words of Rust",
)
def move(k: Builder, in_: Val, check: Val, ref: Val, run: Val) -> None:
    """The sum of `check` words without the last, which it adds to `run` words."""
    total, left = k.const(k.u32, 0), k.zext(k.usize, check)
    with k.while_(left.ne(1)):
        total += k.load32(in_)
        in_ += 4
        left -= 1
    with k.loop(run, step={ref: 8}):
        k.store64(ref, k.load64(ref) + k.zext(k.u64, total))
    k.ret(total)


@kernel(
    c="void pick(const uint32_t from[4], uint8_t *to, int32_t n)",
    args=[Arg("from", align=16), Arg("to", w="2*n + 4"), Arg("n", public=True)],
    source="a test",
)
def pick(k: Builder, from_: Val, to: Val, n: Val) -> None:
    """The first word, reversed."""
    k.store32(to, k.load32(from_), be=True)


@kernel(
    c="uint32_t follow(const uint32_t *from, size_t words)",
    args=[Arg("from", r="4*words + 4", public=True), Arg("words", public=True)],
    source="a test",
)
def follow(k: Builder, from_: Val, words: Val) -> None:
    """The word that the first one is the index of."""
    k.ret(k.load32(from_, index=k.zext(k.usize, k.load32(from_)), scale=4))
'''
SAFE = """#![forbid(unsafe_code)]
use asmloom::checked;

#[repr(align(16))]
struct Aligned([u32; 5]);
static FROM: Aligned = Aligned([0x01020304; 5]);

fn refused<T>(action: impl FnOnce() -> T + std::panic::UnwindSafe) -> String {
    *std::panic::catch_unwind(action).err().unwrap().downcast::<String>().unwrap()
}

fn main() {
    let (words, mut sums) = ([3, 4, u32::MAX], [5, 6]);
    assert_eq!(checked::r#move(&words, 3, &mut sums, 1), 7);
    assert_eq!(sums, [12, 6]);
    for count in [0, 5] {
        let said = refused(move || checked::r#move(&words, count, &mut [0; 2], 0));
        assert_eq!(said, "in has 12 bytes; expected 4*check - 4");
    }
    for run in [3, usize::MAX / 4, usize::MAX / 8 + 2] {
        assert_eq!(refused(move || checked::r#move(&words, 1, &mut [0; 2], run)), "ref has 16 bytes; expected 8*run");
    }
    let mut to = [0; 6];
    checked::pick(FROM.0[..4].try_into().unwrap(), &mut to, 1);
    assert_eq!(to, [1, 2, 3, 4, 0, 0]);
    for n in [2, -1, i32::MIN] {
        let said = refused(move || checked::pick(FROM.0[..4].try_into().unwrap(), &mut [0; 6], n));
        assert_eq!(said, "to has 6 bytes; expected 2*n + 4");
    }
    assert_eq!(
        refused(|| checked::pick(FROM.0[1..].try_into().unwrap(), &mut [0; 6], 1)),
        "from is at no multiple of 16 bytes"
    );
}
"""


@pytest.mark.parametrize("arch", ["x86_64", "i686"])
def test_safe_functions(arch: str, tmp_path: Path) -> None:
    """In assembly, and on a machine that the crate has none for. A function is safe if its accesses are proved."""
    (tmp_path / "sums.py").write_text(SUMS)
    app, options = tmp_path / "app", Options(
        targets=("x86_64-linux-gnu",), kernels=("move", "pick", "follow"), build=("crate",)
    )  # fmt: skip
    write(app / "asmloom", options, library.load([tmp_path]))
    (app / "src").mkdir()
    (app / "src" / "main.rs").write_text(SAFE)
    (app / "Cargo.toml").write_text(HEAD + 'asmloom = { path = "asmloom" }\n')
    cargo(app, arch, "run", "--quiet")
    assert "fn follow" not in (app / "asmloom" / "src" / "checked.rs").read_text()
    kernels = (app / "asmloom" / "src" / "kernels.rs").read_text()
    assert re.search(
        r"/// There is no safe form of it\..* slices: sums\.py:\d+: load of 4 bytes at from .*\.\npub fn follow",
        kernels,
    )


HEAD = '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\n'
TWO = """fn main() {
    let (key, mut a, mut b) = ([7; 16], [9; 64], [9; 64]);
    asmloom::Aes::new(&key).unwrap().encrypt(asmloom::blocks(&mut a).0);
    other_asmloom::Aes::new(&key).unwrap().encrypt(other_asmloom::blocks(&mut b).0);
    assert!(a == b && asmloom::Sha256::digest(&a) == other_asmloom::Sha256::digest(&b));
}
"""


def test_two_prefixes(tmp_path: Path) -> None:
    """Two crates in one program: no symbol clashes, and each takes its own."""
    app, dependencies = tmp_path / "app", ""
    for name, prefix in (("asmloom", "loom_"), ("other_asmloom", "other_")):
        kernels = ("sha256_blocks", *TOGETHER["aes"])
        write(app / name, Options(prefix=prefix, targets=("x86_64-linux-gnu",), kernels=kernels, build=("crate",)))
        dependencies += f'{name} = {{ path = "{name}" }}\n'
    (app / "src").mkdir()
    (app / "src" / "main.rs").write_text(TWO)
    (app / "Cargo.toml").write_text(HEAD + dependencies)
    cargo(app, "x86_64", "run")
    listed = call(require("nm"), tmp_path / "target" / "x86_64-unknown-linux-gnu" / "debug" / "app", cwd=app).stdout
    own, theirs = (set(re.findall(rf" [tT] {prefix}_{MARK}(\w+)$", listed, re.M)) for prefix in ("loom", "other"))
    assert own == theirs and len(own) > 20 and "sha256_blocks_scalar" in own
