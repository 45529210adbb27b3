# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The C API of a kernel, declared beside it with ``interface=``.

An interface adds names and numbers that the contract does not know. Block size, words and their width come from the
contract. asmloom.h takes the declarations from both. asmloom_kernels.h takes rows, and the runtime makes functions of
each row: hashes.c of ``LOOM_HASHES``, hmac.c of ``LOOM_HMACS``, stitched.c of ``LOOM_AES_CBC_HASHES``. The self-test
and the tests of the C API walk the same rows. Vendoring takes the runtime's files that the rows need.
"""

from __future__ import annotations

import dataclasses
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from generator import templates
from generator.lang.contract import Kernel
from generator.lang.declared import listed, number, refuse_types
from generator.model import KernelError, Src

_ROOT = __file__.removesuffix("generator/lang/interface.py")
_WORDS = {"uint32_t": 32, "uint64_t": 64}
_HEADER = "asmloom.h.j2"
_CBC, _RC4 = "cbc", "rc4"
TLS = (("md5", 1, (_RC4,)), ("sha1", 2, (_CBC, _RC4)), ("sha256", 3, (_CBC,)), ("sha384", 4, (_CBC,)))
"""The hashes of TLS records (RFC 5246, A.5): name, number in the C API, the ciphers that stand beside the hash."""
_DECLARED = re.compile(r"(?:LOOM_CDECL|struct|union|\}) \{\{ p \}\}(\w+)(?:\(| \{|;)")
"""A function, a structure or a type of the template whose name is the same for all kernels."""
_ROWS = "asmloom_kernels.h.j2"
_INTERNAL = re.compile(r"public \+ \[(.*?)\]", re.S)
"""The template's list of names that the files of the runtime share and no public header declares."""


def _caller() -> Src:
    """The line of a script that calls an interface's ``__init__``, which calls this function."""
    frame = sys._getframe(2)
    while frame.f_code.co_filename == dataclasses.__file__ and frame.f_back is not None:  # dataclasses.replace
        frame = frame.f_back
    return Src(frame.f_code.co_filename.removeprefix(_ROOT), frame.f_lineno)


@dataclass(frozen=True, slots=True)
class Hash:
    """A hash function made of a kernel that compresses blocks: one-shot and streaming functions called ``name``.

    ``title``: its name in comments. ``digest``: bytes. ``start``: the state's words before the first block. ``abc``:
    the digest of "abc" in hexadecimal, for the self-test. ``hmac``: the API has HMAC over it. ``little_endian``: the
    order of bytes in the digest's words and in the length that ends a message.
    """

    name: str
    title: str
    digest: int
    start: tuple[int, ...]
    abc: str
    hmac: bool = False
    little_endian: bool = False
    src: Src = field(default_factory=_caller, init=False, repr=False, compare=False)

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
        if not kernel.portable:
            raise KernelError(kernel.src, f"{said}: expected portable=True: a C API is there on every CPU")
        words = int(sizes[0][1]) * 8 // word
        if not re.fullmatch("[a-z][a-z0-9_]*", self.name):
            raise KernelError(self.src, f"{said}: expected a name of small letters, digits and _")
        if unit & (unit - 1) or unit < word // 4 + 1:
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

    def names(self) -> list[str]:
        """The names that this API declares in C, the prefix left out."""
        ends = ("", "_ctx", "_init", "_update", "_final")
        keyed = (*ends, "_final_reset", "_reset", "_wipe") if self.hmac else ()
        return [
            *(self.name + end for end in ends),
            *(f"hmac_{self.name}{end}" for end in keyed),
            f"batch_{self.name}_init",
            *((f"batch_hmac_{self.name}_submit",) if self.hmac else ()),
        ]

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
            "kernel": kernel.name,
            "document": kernel.source.replace("*/", "* /"),
            "block": kernel.size_unit,
            "word": word,
            "words": len(self.start),
        }


@dataclass(frozen=True, slots=True)
class CbcAndHash:
    """AES-CBC encryption and the hash called ``hash`` over the same plaintext, made of a kernel that does both."""

    hash: str

    def check(self, kernel: Kernel) -> None:
        """KernelError unless the kernel's parts hash."""
        if f"{self.hash}_blocks" not in kernel.parts:
            raise KernelError(
                kernel.src, f"{kernel.name}: interface of {self.hash}; expected {self.hash}_blocks among the parts"
            )

    def names(self) -> list[str]:
        """The names that this API declares in C, the prefix left out."""
        return [f"aes_cbc_{self.hash}_encrypt"]


def internal() -> list[str]:
    """The names that the files of the runtime share and no public header declares, the prefix left out."""
    found = _INTERNAL.search(templates.source(_ROWS))
    assert found is not None
    return re.findall(r"\w+", found[1])


def refuse_collisions(kernels: Iterable[Kernel]) -> None:
    """KernelError if two declarations give a name of C twice, in one header or one library, or a name that the API or
    the runtime has for itself. The text names both. Kernels of this tree come before those of other folders."""
    owners = {name: "by the runtime" for name in internal()}
    owners.update(dict.fromkeys(_DECLARED.findall(templates.source(_HEADER)), f"by asmloom.h, in templates/{_HEADER}"))
    for kernel in sorted(kernels, key=lambda one: (not one.of_tree, one.src.file, one.src.line)):
        ends = ["portable", *(variant.name for variant in kernel.variants)]
        declared = [(f"k_{kernel.name}", "the kernel"), *((f"{kernel.name}_{end}", f"variant {end}") for end in ends)]
        declared += [(name, type(one).__name__) for one in kernel.interface for name in one.names()]
        for name, what in declared:
            if name in owners:
                raise KernelError(
                    kernel.src,
                    f"{kernel.name}: {what} gives loom_{name}, which is also declared {owners[name]}; "
                    "expected another name for one of them",
                )
            owners[name] = f"at {kernel.src}"


def hashes(kernels: Iterable[Kernel]) -> list[dict[str, Any]]:
    """The rows of all hashes, those of one kernel next to each other. ``context`` names the first of these."""
    found = []
    for kernel in kernels:
        rows = [one.row(kernel) for one in kernel.interface if isinstance(one, Hash)]
        found += [{**row, "context": rows[0]["name"]} for row in rows]
    return found


def cbc_hashes(kernels: Iterable[Kernel]) -> list[dict[str, Any]]:
    """The rows of the hashes that a kernel computes beside AES-CBC encryption. ``both`` names that kernel."""
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


def beside(kernel: Kernel) -> bool:
    """Whether pieces of several messages stand beside each other in some argument. Only AES has such kernels."""
    return any(arg.beside for arg in kernel.args)


def groups(kernels: Iterable[Kernel]) -> set[str]:
    """The groups of functions that these kernels give a library, as in LOOM_HAVE_<group>."""
    chosen = list(kernels)
    found = hashes(chosen)
    have = {
        "hashes": bool(found),
        "lanes": any(kernel.single is not None and kernel.portable and not beside(kernel) for kernel in chosen),
        "streams": any(kernel.single is not None and kernel.portable and beside(kernel) for kernel in chosen),
        "hmacs": any(row["hmac"] for row in found),
        "aes_cbc_hashes": bool(cbc_hashes(chosen)),
        "tls_cbc_hashes": any(row[_CBC] for row in tls_hashes(chosen)),
        "tls_rc4_hashes": any(row[_RC4] for row in tls_hashes(chosen)),
    }
    return {name for name, there in have.items() if there}
