# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The self-test fails if a public function is broken. Each case breaks one function on purpose, in portable C."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import rooms
from generator.rooms import INCLUDE
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run

pytestmark = pytest.mark.kernels()  # portable C alone

BROKEN = (  # file, text, replacement
    ("rc4.c", "return keyed - 1;", "return 0;"),
    ("rc4.c", "memset(out, 0, length);", ";"),
    ("hash_each.h", "return first != 0;", "return 1;"),
    ("hash_each.h", "last_bytes(buffer, used), bytes);", "last_bytes(buffer, used), bytes + 1);"),
    ("hash_each.h", "last_bytes(data, length), length);", "last_bytes(data, length), length + 1);"),
    ("aes_ctr.c", "ctx->left = 0;\n    return 0;\n}\n\n/* The kernel", "return 0;\n}\n\n/* The kernel"),
    ("aes_ctr.c", "length / 16 <= UINT32_MAX - load_be32(ctx->counter + 12)", "1"),
    ("hash.c", "memcpy(inner, loom_hmac_kept(hash, outer), hash->word * hash->words);", ";"),
    ("aes_ccm.c", "low << 1 ^ carry", "low << 1"),
    ("aes_ccm.c", "put_number(work.block + 16, length, bytes);", ";"),
    ("aes_gcm_siv.c", "it->tag[15] &= 0x7f;", ";"),
    ("aes_xts.c", "decrypts ? work.other : work.tweak", "work.tweak"),
    ("rc4_md5.c", "hash > lead ? hash : lead;", "hash;"),
    ("tls.c", "most - (pad & good)", "most"),
    ("tls.c", "good &= if_same(secret.expected, secret.got, mac_bytes);", ";"),
    ("tls.c", "keep_if(out, length, good);", ";"),
    ("tls.c", "good = if_same(mac, out + plaintext, hash->digest);", "good = ~(size_t)0;"),
    ("tls13.c", "^ ctx->sequence", ""),
    ("tls13.c", "end += mask & 8;", ";"),
    ("tls13.c", "records <= UINT64_MAX - ctx->sequence", "1"),
    ("tls_many.c", "jobs[i].length > TLS_PLAINTEXT", "0"),
    ("tls_mac.c", "(byte_at(from) & begun)", "0"),
    ("batch.c", "batch->last->next = first;", ";"),
    ("batch.c", "return number < HASHES ?", "return 1 ?"),
    ("batch.c", "row_of(batch) != row ||", ""),
    ("rsa.c", "rsa_verdict(~inside | right, LOOM_RSA_FAULT)", "0"),
    ("rsa_key.c", "rsa_mask(are_factors(parts, from) & ", "rsa_mask("),
    ("rsa_key.c", "& is_exponent(parts->dq, parts->q, half, from)", ""),
    ("rsa_limbs.c", "((above | (0 - above)) >> 63) | (loom_rsa_less(to, n, limbs) ^ 1)", "above & 1"),
    ("rsa_power.c", "bit == 0 ? base : room", "room"),
)


class Objects:
    """The library and its self-test, compiled once. A test compiles one broken file again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.words = [str(require("gcc")), "-std=c99", "-w", "-O1", "-DLOOM_NO_ASM", f"-I{INCLUDE}", *rooms.includes()]
        self.made = {path.name: self.compiled(path) for path in rooms.library(INCLUDE, "selftest")}

    def compiled(self, source: Path) -> str:
        out = str(self.folder / f"{source.stem}.{source.parent.name}.o")
        done = run([*self.words, "-c", str(source), "-o", out], timeout=HANG_SECONDS)
        assert done.returncode == 0, done.stderr.decode()
        return out

    def status(self, instead: dict[str, str]) -> int:
        """The exit status of the program with some objects replaced; negative for a signal."""
        program = str(self.folder / "selftest")
        objects = {**self.made, **instead}
        done = run([str(require("gcc")), *objects.values(), "-o", program], timeout=HANG_SECONDS)
        assert done.returncode == 0, done.stderr.decode()
        return run([program], timeout=HANG_SECONDS).returncode


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Objects:
    return Objects(tmp_path_factory.mktemp("selftest"))


def test_nothing_broken(objects: Objects) -> None:
    assert objects.status({}) == 0


@pytest.mark.parametrize(("name", "old", "new"), BROKEN)
@pytest.mark.whole(every=4)
def test_broken(name: str, old: str, new: str, objects: Objects, tmp_path: Path) -> None:
    text = rooms.path(name).read_text("utf-8")
    assert old in text, "runtime/ has changed: break something else"
    sources = {path.name: path.read_text("utf-8") for path in rooms.library(INCLUDE)}
    sources = {user: source for user, source in sources.items() if user == name or f'"{name}"' in source}
    for user, source in {**sources, name: text.replace(old, new, 1)}.items():
        (tmp_path / user).write_text(source, "utf-8")  # a broken header is found beside the file that includes it
    made = {user: objects.compiled(tmp_path / user) for user in sources}
    assert objects.status(made) != 0, f"{old!r} made {new!r} goes unnoticed"
