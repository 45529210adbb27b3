# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``vendor --alias``: drop-in objects under another library's names, called by its conventions beside libcrypto."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import pytest

import targets
from generator.library import load
from generator.model import AsmloomError
from generator.rooms import ALIASES
from generator.vendoring.contents import contents
from generator.vendoring.options import Options, resolve
from targets.toolchain import provision
from targets.toolchain.execute import executor
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from targets.toolchain.product import libcrypto
from tests.vendoring.project import WARNINGS, call, quiet, vendor
from tests.vendoring.test_link import library, symbols

TRIPLE = "x86_64-linux-gnu"
SOURCE = Path(__file__).parent / "alias_test.c"
ARM_TRIPLE = "aarch64-linux-gnu"
ARM_SOURCE = Path(__file__).parent / "alias_arm_test.c"
# OpenSSL's assembly for AArch64, and its functions that the objects replace. vpaes_ecb_* has no caller in OpenSSL's C.
ARM_ASSEMBLY = {
    "aesv8-armx": "aes_v8_set_encrypt_key aes_v8_set_decrypt_key aes_v8_encrypt aes_v8_decrypt aes_v8_ecb_encrypt "
    "aes_v8_cbc_encrypt aes_v8_ctr32_encrypt_blocks",
    "vpaes-armv8": "vpaes_set_encrypt_key vpaes_set_decrypt_key vpaes_encrypt vpaes_decrypt vpaes_cbc_encrypt",
}
# As the sources of OpenSSL 4.0 and of AWS-LC 5 name them.
NAMES = {
    "openssl": "ossl_md5_block_asm_data_order md5_block_asm_data_order sha1_block_data_order sha256_block_data_order "
    "sha512_block_data_order aesni_set_encrypt_key aesni_set_decrypt_key aesni_encrypt aesni_decrypt aesni_ecb_encrypt "
    "aesni_cbc_encrypt aesni_ctr32_encrypt_blocks aesni_cbc_sha1_enc aesni_cbc_sha256_enc RC4_set_key RC4 RC4_options "
    "rc4_md5_enc vpaes_set_encrypt_key vpaes_set_decrypt_key vpaes_encrypt vpaes_decrypt vpaes_cbc_encrypt "
    "ChaCha20_ctr32 poly1305_init poly1305_blocks poly1305_emit gcm_init_clmul gcm_gmult_clmul gcm_ghash_clmul "
    "gcm_init_avx gcm_gmult_avx gcm_ghash_avx gcm_gmult_4bit gcm_ghash_4bit aesni_gcm_encrypt aesni_gcm_decrypt",
    "boringssl": "md5_block_asm_data_order sha1_block_data_order_nohw sha1_block_data_order_ssse3 "
    "sha1_block_data_order_avx sha1_block_data_order_avx2 sha1_block_data_order_hw sha256_block_data_order_nohw "
    "sha256_block_data_order_ssse3 sha256_block_data_order_avx sha256_block_data_order_hw sha512_block_data_order_nohw "
    "sha512_block_data_order_avx sha512_block_data_order_hw aes_hw_set_encrypt_key aes_hw_set_decrypt_key "
    "aes_hw_encrypt aes_hw_decrypt aes_hw_ecb_encrypt aes_hw_cbc_encrypt aes_hw_ctr32_encrypt_blocks",
}


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="the names of AES are those of x86")
@pytest.mark.parametrize("alias", ALIASES)
@pytest.mark.whole(every=2)
def test_beside_libcrypto(alias: str, tmp_path: Path) -> None:
    """The set builds without a warning. Its foreign names are the known ones, and each does what libcrypto's does."""
    vendor(tmp_path / "set", "--targets", TRIPLE, "--kernels", "all", "--build", "make", "--alias", alias)
    made = library(tmp_path, targets.load(TRIPLE), "gas")
    foreign = {name for kind, name in symbols(made) if kind not in "Uw" and not name.startswith("mylib_")}
    assert foreign == set(NAMES[alias].split())
    renames = tmp_path / "renames"
    renames.write_text("".join(f"{name} mine_{name}\n" for name in sorted(foreign)))
    call(require("objcopy"), f"--redefine-syms={renames}", made, tmp_path / "mine.a", cwd=tmp_path)
    flags = [*WARNINGS, "-O1", *(["-DBORINGSSL"] if alias == "boringssl" else [])]
    peer = libcrypto(targets.load(TRIPLE))
    words: list[str | Path] = [
        require("gcc"),
        *flags,
        "-o",
        tmp_path / "test",
        SOURCE,
        tmp_path / "mine.a",
        peer,
        "-ldl",
    ]
    quiet(call(*words, cwd=tmp_path))
    done = run([str(tmp_path / "test")], timeout=HANG_SECONDS)
    if done.returncode == 77:
        pytest.skip("libcrypto's functions need a CPU with instructions for AES")
    assert done.returncode == 0 and b"expectations met" in done.stdout, done.stdout.decode()


def test_beside_assembly_of_aarch64(tmp_path: Path) -> None:
    """On AArch64 each function for AES does what OpenSSL's does, and gives the same keys."""
    vendor(tmp_path / "set", "--targets", ARM_TRIPLE, "--kernels", "cipher", "--build", "make", "--alias", "openssl")
    made = library(tmp_path, targets.load(ARM_TRIPLE), "gas")
    source = provision.ensure("openssl") / "crypto"
    words: list[str | Path] = [require("aarch64-gcc"), "-static", *WARNINGS, "-O1", f"-I{source}"]
    exe = tmp_path / "program"
    foreign = {name for kind, name in symbols(made) if kind not in "Uw" and not name.startswith("mylib_")}
    for name, functions in ARM_ASSEMBLY.items():
        call("perl", source / "aes" / "asm" / f"{name}.pl", "linux64", f"{name}.S", cwd=tmp_path)
        words += [f"-D{function}=peer_{function}" for function in functions.split()]
        assert {*functions.split()} <= foreign
        call(*words, "-c", f"{name}.S", cwd=tmp_path)
    assert not any(name.startswith("aesni_") for name in foreign)
    plain = [word for word in words if not str(word).startswith("-D")]
    call(*plain, "-o", exe, ARM_SOURCE, *(f"{name}.o" for name in ARM_ASSEMBLY), made, cwd=tmp_path)
    done = executor(targets.load(ARM_TRIPLE)).run(exe, cwd=tmp_path, timeout=HANG_SECONDS)
    assert done.returncode == 0 and b"expectations met" in done.stdout, done.stdout.decode()


@pytest.mark.kernels()
def test_names_of_files() -> None:
    """Beside another library's files, objects have the name of the set. OpenSSL's build file lists all sources."""
    made = contents(Options("x_", (TRIPLE,), ("md5", "sha256_blocks"), alias="openssl"), load())
    sources = [path for path in made if path.endswith((".c", ".S"))]
    assert all(Path(path).name.startswith("x_asmloom_") for path in sources if path.endswith(".c"))
    listed = re.findall(r"^SOURCE\[../../libcrypto\]=(\S+)$", made["build.info"].decode(), re.M)
    assert sorted(listed) == sorted(sources)
    assert not any("boringssl" in path for path in made)


@pytest.mark.kernels()
def test_without_alias() -> None:
    """No other set has the objects, or a word about them in its record: sets of earlier versions stay readable."""
    options = Options("x_", (TRIPLE,), ("md5",))
    assert "alias" not in options.as_json() and Options.from_json(options.as_json()) == options
    aliased = Options("x_", (TRIPLE,), ("md5",), alias="openssl")
    assert Options.from_json(aliased.as_json()) == aliased
    made = contents(options, load())
    assert "build.info" not in made and not any("alias" in path for path in made)


@pytest.mark.kernels()
def test_refused() -> None:
    with pytest.raises(AsmloomError, match="--alias openssl: the drop-in objects call the runtime; leave out"):
        resolve(Options("x_", (TRIPLE,), ("md5",), runtime=False, alias="openssl"), load())
    with pytest.raises(AsmloomError, match="--alias: unknown library 'opensll'; did you mean openssl"):
        resolve(Options("x_", (TRIPLE,), ("md5",), alias="opensll"), load())
