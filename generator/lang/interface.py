# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The C API of a kernel, declared with it by ``interface=``.

An interface adds what the contract does not know. ``section`` gives the rows of the public functions: asmloom.h, the
exported names, Rust and the tests take them from there. The kernel's file has the functions of :class:`Hash`,
:class:`CbcAndHash` and :class:`BlockCipher`: hash_each.h, hmac.h, cbc_hash.h and cipher.h of the runtime make them from
its rows. The functions of :class:`Functions` are C of the kernel's author.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.declarations import Alias, Callback, Constant, Function, Row, Section, Struct, api, caller, refuse_name
from generator.lang.contract import Kernel
from generator.lang.declared import listed, number, refuse_types
from generator.model import KernelError, Src

_WORDS = {"uint32_t": 32, "uint64_t": 64}
_CBC, _RC4 = "cbc", "rc4"
TLS = (("md5", 1, (_RC4,)), ("sha1", 2, (_CBC, _RC4)), ("sha256", 3, (_CBC,)), ("sha384", 4, (_CBC,)))
"""The hashes of TLS records (RFC 5246, A.5): name, number in the C API, the ciphers that go with the hash."""


@dataclass(frozen=True, slots=True)
class Hash:
    """A hash function made of a kernel that compresses blocks: one-shot and streaming functions called ``name``.

    ``title``: its name in comments. ``digest``: bytes. ``start``: the state's words before the first block. ``abc``:
    the digest of "abc" in hexadecimal, for the self-test. ``hmac``: the API has HMAC over it. ``little_endian``: the
    order of bytes in the digest's words and in the length that ends a message. ``length_bytes``: the bytes of this
    length, by default two words; more only where the bytes come from the highest on. ``unmeasured``: the reason, if the
    benchmark has no rows of the hash and of its kernel.
    """

    name: str
    title: str
    digest: int
    start: tuple[int, ...]
    abc: str
    hmac: bool = False
    little_endian: bool = False
    length_bytes: int = 0
    unmeasured: str = ""
    src: Src = field(default_factory=caller, init=False, repr=False, compare=False)

    def check(self, kernel: Kernel) -> None:
        """KernelError for a contract of another form than a block function's, or one that does not fit this hash."""
        said = f"{kernel.name}: interface {self.name}"
        refuse_types(
            self.src,
            said,
            [
                ("name", self.name, isinstance(self.name, str), "text"),
                ("title", self.title, isinstance(self.title, str), "text"),
                ("digest", self.digest, number(self.digest), "a number of bytes"),
                ("start", self.start, listed(self.start, int), "a tuple of the state's words as numbers"),
                ("abc", self.abc, isinstance(self.abc, str), "hexadecimal digits as text"),
            ],
        )
        amount, unit = kernel.size_arg, kernel.size_unit
        sizes = [(arg.access, arg.size) for arg in kernel.args]
        word = _WORDS.get(kernel.params[0].ctype.removesuffix(" *")) if kernel.params else None
        if (
            word is None
            or [access for access, _ in sizes] != ["rw", "r", ""]
            or not sizes[0][1].isdigit()
            or sizes[1][1].replace(" ", "") != f"{unit}*{amount}"
        ):
            raise KernelError(
                kernel.src,
                f"{said}: a hash needs the arguments uint32_t or uint64_t state[…] with rw= a number, "
                f"const uint8_t *data with r='{unit}*{amount or 'blocks'}', and size_t blocks, which size= names",
            )
        _refuse_without_c(kernel, said)
        words = int(sizes[0][1]) * 8 // word
        if not re.fullmatch("[a-z][a-z0-9_]*", self.name):
            raise KernelError(self.src, f"{said}: expected a name of small letters, digits and _")
        room = self._room(word)
        if room < word // 4 or room % 16 * (room > word // 4) or self.little_endian and room > word // 4:
            raise KernelError(
                self.src,
                f"{said}: length_bytes={self.length_bytes}; expected 0, which is {word // 4}, the bytes of two words, "
                "or a greater multiple of 16 without little_endian",
            )
        if unit & (unit - 1) or unit < room + 1:
            raise KernelError(
                kernel.src, f"{said}: blocks of {unit} bytes; expected a power of two with room for a length"
            )
        if len(self.start) != words:
            raise KernelError(
                self.src, f"{said}: start has {len(self.start)} words; the state has {words} of {word} bits"
            )
        if not all(0 <= value < 1 << word for value in self.start):
            raise KernelError(self.src, f"{said}: start has a word of more than {word} bits; expected {words} words")
        if self.digest * 8 % word or not 0 < self.digest * 8 <= words * word:
            raise KernelError(
                self.src,
                f"{said}: a digest of {self.digest} bytes; expected whole words of the state's {words * word // 8}",
            )
        if not re.fullmatch(f"[0-9a-f]{{{2 * self.digest}}}", self.abc):
            raise KernelError(self.src, f"{said}: abc={self.abc!r}; expected {2 * self.digest} hexadecimal digits")

    def section(self, kernel: Kernel) -> Section:
        """The functions that the runtime makes of the kernel, and their contexts."""
        name, ctx = f"loom_{self.name}", f"loom_{self.name}_ctx"
        first = next(one for one in kernel.interface if isinstance(one, Hash))
        word = kernel.params[0].ctype.removesuffix(" *")
        context: Struct | Alias = Alias(ctx, f"loom_{first.name}_ctx")
        if first is self:
            fields = [
                (f"{word} state[{len(self.start)}]", ""),
                ("uint64_t length", "bytes so far"),
                (f"uint8_t buffer[{kernel.size_unit}]", ""),
            ]
            context = Struct(ctx, fields)
        digest = f"uint8_t digest[{self.digest}]"
        public: dict[str, Any] = {
            "needs": kernel.name,
            "no_secret": "what is hashed is taken to be public; with a key there is HMAC",
        }
        part = f"measured as a part of {name}_update's row"
        rows: list[Row] = [
            context,
            Function(
                f"void {name}(const uint8_t *data, size_t length, {digest})",
                "Writes the digest of data[0..length-1].",
                measured=(f"call_{self.name}",),
                **public,
            ),
            Function(f"void {name}_init({ctx} *ctx)", "Begins a message.", unmeasured=part, **public),
            Function(
                f"int {name}_update({ctx} *ctx, const uint8_t *data, size_t length)",
                f"Returns 0. With a context that {name}_final has wiped, returns -1 and changes nothing.",
                measured=(f"call_{self.name}_update",),
                **public,
            ),
            Function(
                f"int {name}_final({ctx} *ctx, {digest})",
                f"""Writes the digest and wipes the context; {name}_init makes the context usable again. Returns 0.
                With a wiped context, returns -1 and writes a digest of zeros.""",
                unmeasured=part,
                **public,
            ),
        ]
        if self.hmac:
            rows += _hmac_rows(self, kernel.name)
        if self.unmeasured:
            why: dict[str, Any] = {"measured": (), "unmeasured": self.unmeasured}
            rows = [row.changed(**why) if isinstance(row, Function) else row for row in rows]
        also = ", and HMAC over it (RFC 2104)" if self.hmac else ""
        return api(f"{self.title} ({kernel.source.replace('*/', '* /')}){also}", *rows)

    def _room(self, word: int) -> int:
        """The bytes of the message's length behind a state's words of ``word`` bits."""
        return self.length_bytes or word // 4

    def row(self, kernel: Kernel) -> dict[str, Any]:
        """The facts of the hash for templates, including those of the contract."""
        word = _WORDS[kernel.params[0].ctype.removesuffix(" *")]
        return {
            "name": self.name,
            "title": self.title,
            "digest": self.digest,
            "start": [f"UINT{word}_C(0x{value:0{word // 4}x})" for value in self.start],
            "abc": self.abc,
            "hmac": self.hmac,
            "little_endian": self.little_endian,
            "length_bytes": self._room(_WORDS[kernel.params[0].ctype.removesuffix(" *")]),
            "begun": "0" if any(self.start[:1]) else "LOOM_BEGUN",
            "measured": not self.unmeasured,
            "kernel": kernel.name,
            "document": kernel.source.replace("*/", "* /"),
            "block": kernel.size_unit,
            "word": word,
            "words": len(self.start),
        }


def _hmac_rows(hash: Hash, kernel: str) -> list[Row]:
    name, ctx, mac = f"loom_hmac_{hash.name}", f"loom_hmac_{hash.name}_ctx", f"uint8_t mac[{hash.digest}]"
    part, same = f"measured as a part of {name}_update's row", "clears a context of fixed size"
    of: dict[str, Any] = {"needs": kernel}
    states = [(f"loom_{hash.name}_ctx inner, outer", "the states after the key: as secret as the key itself")]
    return [
        Struct(ctx, states),
        Function(
            f"void {name}(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length, {mac})",
            "Writes the MAC of data[0..length-1]. The key may have any length. Compare MACs with loom_equal.",
            measured=(f"call_hmac_{hash.name}",),
            **of,
        ),
        Function(
            f"void {name}_init({ctx} *ctx, const uint8_t *key, size_t key_length)",
            "Begins a message under a key.",
            unmeasured=part,
            **of,
        ),
        Function(
            f"int {name}_update({ctx} *ctx, const uint8_t *data, size_t length)",
            f"Returns 0. With a context that {name}_final has wiped, returns -1 and changes nothing.",
            measured=(f"call_hmac_{hash.name}_update",),
            **of,
        ),
        Function(
            f"int {name}_final({ctx} *ctx, {mac})",
            """Writes the MAC and wipes the context. Returns 0. With a wiped context, returns -1 and writes zeros.
            The zeros are no MAC: compare them with nothing.""",
            unmeasured=part,
            **of,
        ),
        Function(
            f"int {name}_final_reset({ctx} *ctx, {mac})",
            f"""Writes the MAC and keeps the key: the context is ready for another message. {name}_final ends the last
            message, or {name}_wipe the use of the key. Results are those of {name}_final.""",
            measured=(f"call_hmac_{hash.name}_final_reset",),
            **of,
        ),
        Function(
            f"int {name}_reset({ctx} *ctx)",
            """Begins another message with the same key; what the context has taken of the message before has no effect.
            Returns 0. With a wiped context, returns -1 and changes nothing.""",
            unmeasured=f"copies a state of fixed size, as {name}_final_reset does",
            **of,
        ),
        Function(f"void {name}_wipe({ctx} *ctx)", "Overwrites the context with zeros.", unmeasured=same, **of),
    ]


@dataclass(frozen=True, slots=True)
class CbcAndHash:
    """AES-CBC encryption and the hash called ``hash`` over the same plaintext, made of a kernel that does both."""

    hash: str

    def check(self, kernel: Kernel) -> None:
        """KernelError unless the kernel's parts hash, and the kernel is there on every CPU."""
        said = f"{kernel.name}: interface of {self.hash}"
        if f"{self.hash}_blocks" not in kernel.parts:
            raise KernelError(kernel.src, f"{said}; expected {self.hash}_blocks among the parts")
        _refuse_without_c(kernel, said)

    def section(self, kernel: Kernel) -> Section:
        """The function that the runtime makes of the kernel."""
        return api(
            f"AES-CBC encryption and {self.hash.upper().replace('SHA', 'SHA-')} in one pass",
            Function(
                f"int loom_aes_cbc_{self.hash}_encrypt(const loom_aes_ctx *aes, uint8_t iv[16], "
                f"loom_{self.hash}_ctx *hash, const uint8_t *in, uint8_t *out, size_t length)",
                f"""Takes the plaintext in[0..length-1] into the hash and encrypts the plaintext, as
                loom_{self.hash}_update and loom_aes_cbc_encrypt would one after the other. out may be in itself;
                otherwise the two must not overlap. Returns 0. With a length that is no multiple of 16, a context
                without a key for encryption, or a wiped hash, returns -1 and changes nothing.""",
                needs=" ".join((kernel.name, *kernel.parts)),
                measured=tuple(f"call_aes{bits}_cbc_{self.hash}_encrypt" for bits in (128, 256)),
                tried={"length": "some(shape) / 16 * 16"},
            ),
        )


MODES = ("cbc_encrypt", "cbc_decrypt", "ecb")
"""The kernels of a block cipher beside that of its keys, ``<cipher>_<mode>``. A library may lack some."""


@dataclass(frozen=True, slots=True)
class BlockCipher:
    """A block cipher, declared with its kernel ``<name>_set_key``: the functions of its keys and of the modes whose
    kernels are there (:data:`MODES`).

    ``title``: its name in comments. ``block``: bytes. ``rounds``: bytes of a key → rounds, for each size of keys.
    ``unit``: bytes; a schedule whose units of so many bytes are reversed decrypts. ``reversed``: bytes at the
    schedule's beginning that are, where not all are. ``benches``: what names of benchmarks begin with, for each size of
    keys, where that is not the name and its bits; empty for none. ``key``, ``plaintext``, ``ciphertext``: one block of
    a published vector in hexadecimal, for the self-test. ``unmeasured``: the reason, if the benchmark has no rows of
    the cipher.

    The kernels' parameters have these names: ``key``, ``key_bytes`` where there are several sizes, ``schedule``,
    ``rounds`` where there are several numbers of them, ``iv``, ``in``, ``out``, ``blocks``.
    """

    name: str
    title: str
    block: int
    rounds: Mapping[int, int]
    unit: int
    key: str
    plaintext: str
    ciphertext: str
    reversed: int = 0
    benches: tuple[str, ...] = ()
    unmeasured: str = ""
    src: Src = field(default_factory=caller, init=False, repr=False, compare=False)

    def check(self, kernel: Kernel) -> None:
        """KernelError for a kernel that is not that of a cipher's keys, or a record that does not fit."""
        said = f"{kernel.name}: interface {self.name}"
        names = [param.name for param in kernel.params]
        if kernel.name != f"{self.name}_set_key" or names not in (
            ["key", "schedule"],
            ["key", "key_bytes", "schedule"],
        ):
            raise KernelError(
                kernel.src,
                f"{said}: expected the kernel {self.name}_set_key with the arguments key, key_bytes and schedule, or "
                "key and schedule where keys have one size",
            )
        _refuse_without_c(kernel, said)
        if not re.fullmatch("[a-z][a-z0-9_]*", self.name):
            raise KernelError(self.src, f"{said}: expected a name of small letters, digits and _")
        for what, text, sizes in (
            ("key", self.key, self.rounds),
            ("plaintext", self.plaintext, [self.block]),
            ("ciphertext", self.ciphertext, [self.block]),
        ):
            if not re.fullmatch("([0-9a-f]{2})+", text) or len(text) // 2 not in sizes:
                raise KernelError(self.src, f"{said}: {what}={text!r}; expected hexadecimal digits of its bytes")
        if self.unit % 4 or any(size % self.unit for size in self._reversed(kernel).values()):
            raise KernelError(self.src, f"{said}: unit={self.unit}; expected whole units of words in every schedule")

    def _sizes(self, kernel: Kernel) -> dict[int, int]:
        """Bytes of a key → bytes of its schedule."""
        return {size: kernel.arg("schedule").bytes({"key_bytes": size}) for size in self.rounds}

    def _reversed(self, kernel: Kernel) -> dict[int, int]:
        return {size: self.reversed or whole for size, whole in self._sizes(kernel).items()}

    def section(self, kernel: Kernel) -> Section:
        """The functions of the cipher, and its context."""
        name, ctx, block, keys = f"loom_{self.name}", f"loom_{self.name}_ctx", self.block, self.rounds
        word = next(param.ctype for param in kernel.params if param.name == "schedule").removesuffix(" *")
        several = [f"{self.name}{8 * size}" for size in keys] if 1 < len(keys) <= 3 else [self.name]
        key_bytes = {"key_bytes": _one_of(list(keys))}
        through = "const uint8_t *in, uint8_t *out, size_t length"
        iv = f"uint8_t iv[{block}], "

        def measured(row: str) -> tuple[str, ...]:
            return tuple(f"call_{one}_{row}" for one in self.benches or several if one)

        def mode(which: str, way: str, extra: str, doc: str) -> Function:
            kernel = which if which == "ecb" else f"{which}_{way}"
            return Function(
                f"int {name}_{which}_{way}(const {ctx} *ctx, {extra}{through})",
                doc,
                f"{self.name}_set_key {self.name}_{kernel}",
                measured=measured(f"{which}_{way}"),
                tried={"length": f"some(shape) / {block} * {block}"},
            )

        same = f"""out may be in itself; otherwise the two must not overlap. Returns 0. With a length that is no
            multiple of {block}, or a context without a key for the direction, returns -1 and changes nothing."""
        rows: list[Row] = [
            Struct(
                ctx,
                [
                    (
                        f"{word} schedule[{max(self._sizes(kernel).values()) // (_WORDS.get(word, 8) // 8)}]",
                        "subkeys in order of use: as secret as the key itself",
                    ),
                    ("uint32_t rounds", f"{_listed(sorted(set(keys.values())))}"),
                    ("uint32_t direction", "a mark of the direction, with rounds"),
                ],
            ),
            *(
                Function(
                    f"int {name}_set_{way}_key({ctx} *ctx, const uint8_t *key, size_t key_bytes)",
                    f"""Sets a key of {_listed(list(keys))} bytes, for one direction. Returns 0. With any other length,
                    returns -1 and leaves the context untouched."""
                    if way == "encrypt"
                    else "",
                    measured=measured(f"set_{way}_key"),
                    tried=key_bytes,
                )
                for way in ("encrypt", "decrypt")
            ),
            Function(
                f"void {name}_wipe({ctx} *ctx)",
                "Overwrites the context with zeros.",
                unmeasured="clears a context of fixed size",
            ),
            mode(
                "ecb", "encrypt", "",
                f"Electronic codebook. Each block of {block} bytes stands alone: equal blocks stay equal. {same}",
            ),
            mode("ecb", "decrypt", "", ""),
            mode(
                "cbc", "encrypt", iv, "Cipher block chaining. On return iv holds the last block of ciphertext, for the "
                f"next call. {same}",
            ),
            mode("cbc", "decrypt", iv, ""),
        ]  # fmt: skip
        if block == 16:
            rows.append(
                Function(
                    f"int {name}_ctr(const {ctx} *ctx, uint8_t counter[16], {through})",
                    """Counter mode: out[n] = in[n] ^ byte n of the encrypted counters, the first of which is counter,
                    one number of 128 bits, most significant byte first; encrypts and decrypts. On return counter is
                    that of the next call, which begins a new block. No counter may ever serve twice under one key. out
                    may be in itself; otherwise the two must not overlap. Returns 0. With a context without a key for
                    encryption, returns -1 and changes nothing.""",
                    f"{self.name}_set_key {self.name}_ecb",
                    measured=measured("ctr"),
                )
            )
        if self.unmeasured:
            why: dict[str, Any] = {"measured": (), "unmeasured": self.unmeasured}
            rows = [row.changed(**why) if isinstance(row, Function) else row for row in rows]
        return api(f"{self.title} ({kernel.source.replace('*/', '* /')})", *rows)

    def row(self, kernel: Kernel) -> dict[str, Any]:
        """The facts of the cipher for templates."""
        return {
            "name": self.name,
            "title": self.title,
            "block": self.block,
            "rounds": _by_size(self.rounds),
            "reversed": _by_size(self._reversed(kernel)),
            "unit": self.unit,
            "key": self.key,
            "plaintext": self.plaintext,
            "ciphertext": self.ciphertext,
            "kernels": (kernel.name, *(f"{self.name}_{mode}" for mode in MODES)),
        }


def _listed(numbers: Sequence[int]) -> str:
    """Numbers in words: ``16, 24 or 32``, ``4 to 56``."""
    if len(numbers) > 3 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    *others, last = map(str, numbers)
    return f"{', '.join(others)} or {last}" if others else last


def _one_of(numbers: Sequence[int]) -> str:
    """C for one of some numbers at equal distances."""
    step = numbers[1] - numbers[0] if len(numbers) > 1 else 0
    return f"{numbers[0]} + {step} * (shape % {len(numbers)})" if step else str(numbers[0])


def _by_size(values: Mapping[int, int]) -> str:
    """C for a value that belongs to ``key_bytes``, and 0 for other sizes."""
    runs: list[tuple[int, int, int]] = []
    for size, value in sorted(values.items()):
        if runs and runs[-1][1:] == (size - 1, value):
            runs[-1] = (runs[-1][0], size, value)
        else:
            runs.append((size, size, value))
    tests = [
        f"key_bytes == {first}" if first == last else f"key_bytes >= {first} && key_bytes <= {last}"
        for first, last, _ in runs
    ]
    return " : ".join([*(f"{test} ? {value}" for test, (_, _, value) in zip(tests, runs)), "0"])


def block_ciphers(kernels: Iterable[Kernel]) -> list[dict[str, Any]]:
    """The rows of the block ciphers whose kernel of keys is there."""
    return [one.row(kernel) for kernel in kernels for one in kernel.interface if isinstance(one, BlockCipher)]


@dataclass(frozen=True, slots=True)
class Functions:
    """A C API of one's own: rows of the functions that C of the kernel's author defines, and of their types.

    The C is the file with the kernel's portable version. It includes ``"entry.h"``, calls ``loom_call_<kernel>``, and
    cleans up after secrets with the functions of ``"clean.h"``.
    """

    title: str
    rows: Sequence[Row]
    src: Src = field(default_factory=caller, init=False, repr=False, compare=False)

    def check(self, kernel: Kernel) -> None:
        """KernelError for rows without a function, for other things than rows, and for a kernel without C."""
        said = f"{kernel.name}: interface {self.title!r}"
        kinds = (Alias, Callback, Constant, Function, Struct, str)
        for row in self.rows:
            if not isinstance(row, kinds):
                raise KernelError(self.src, f"{said}: found {row!r}; expected Function(…), Struct(…) and their like")
            if isinstance(row, (Alias, Callback, Struct)):
                refuse_name(self.src, row.name)
        if not any(isinstance(row, Function) for row in self.rows):
            raise KernelError(self.src, f"{said}: expected a Function(…) for each function")
        _refuse_without_c(kernel, said)

    def section(self, kernel: Kernel) -> Section:
        """The rows: functions that say no other kernels need this one."""
        return api(self.title, *self.rows)


def _refuse_without_c(kernel: Kernel, said: str) -> None:
    if kernel.asks_c is False:
        raise KernelError(kernel.src, f"{said}: expected portable=True: a C API is there on every CPU")


def hashes(kernels: Iterable[Kernel]) -> list[dict[str, Any]]:
    """The rows of all hashes, those of one kernel next to each other. ``context`` names the first of these."""
    found = []
    for kernel in kernels:
        rows = [one.row(kernel) for one in kernel.interface if isinstance(one, Hash)]
        found += [{**row, "context": rows[0]["name"]} for row in rows]
    return found


def cbc_hashes(kernels: Iterable[Kernel]) -> list[dict[str, Any]]:
    """The rows of the hashes that a kernel computes with AES-CBC encryption. ``both`` names that kernel."""
    chosen = list(kernels)
    rows = {row["name"]: row for row in hashes(chosen)}
    return [
        {**rows[one.hash], "both": kernel.name}
        for kernel in chosen
        for one in kernel.interface
        if isinstance(one, CbcAndHash) and one.hash in rows
    ]


def tls_hashes(kernels: Iterable[Kernel]) -> list[dict[str, Any]]:
    """The rows of the hashes that TLS records use, with ``number`` and the ciphers ``cbc`` and ``rc4``."""
    rows = {row["name"]: row for row in hashes(kernels)}
    return [
        {**rows[name], "number": number, _CBC: _CBC in ciphers, _RC4: _RC4 in ciphers}
        for name, number, ciphers in TLS
        if name in rows
    ]


def interleaved(kernel: Kernel) -> bool:
    """Whether pieces of several messages are interleaved in some argument."""
    return any(arg.interleaved for arg in kernel.args)


def groups(kernels: Iterable[Kernel]) -> set[str]:
    """The groups of functions that these kernels give a library, as in LOOM_HAVE_<group>."""
    chosen = list(kernels)
    found = hashes(chosen)
    have = {
        "hashes": bool(found),
        "streams": any(kernel.single is not None and kernel.portable and interleaved(kernel) for kernel in chosen),
        "hmacs": any(row["hmac"] for row in found),
        "block_ciphers": bool(block_ciphers(chosen)),
        "aes_cbc_hashes": bool(cbc_hashes(chosen)),
        "tls_cbc_hashes": any(row[_CBC] for row in tls_hashes(chosen)),
        "tls_rc4_hashes": any(row[_RC4] for row in tls_hashes(chosen)),
    }
    return {name for name, there in have.items() if there}
