# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Reading the response files of NIST's CAVP (and RFC vectors in their form) that cryptography-vectors carries, and the
AEADs of Project Wycheproof, whose notice the file carries."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cryptography_vectors

PUBLISHED = Path(cryptography_vectors.__file__).parent
_WYCHEPROOF = Path(__file__).with_name("wycheproof.json")


@dataclass(frozen=True, slots=True)
class Record:
    """One record: the section it is in (``ENCRYPT``; ``L = 20``), the fields before it that hold for all, its own."""

    where: str
    section: str
    fields: dict[str, str]

    def hex(self, name: str) -> bytes:
        return bytes.fromhex(self.fields[name])

    def message(self) -> bytes:
        """``Msg`` cut to ``Len`` bits: an empty one is written as one zero byte."""
        bits = int(self.fields["Len"])
        assert bits % 8 == 0, f"{self.where}: {bits} bits; these vectors are of whole bytes"
        message = self.hex("Msg")
        assert len(message) == bits // 8 or (bits == 0 and message == b"\0"), f"{self.where}: length"
        return message[: bits // 8]


def records(name: str) -> Iterator[Record]:
    """The records of a file named from the package's root, in order. A blank line ends one."""
    section, fields, first = "", dict[str, str](), 0
    for number, line in enumerate((*(PUBLISHED / name).read_text("ascii").splitlines(), ""), 1):
        text = line.strip()
        if text.startswith("#"):
            continue
        if not text and fields:
            yield Record(f"{name}:{first}", section, fields)
            fields = {}
        elif text.startswith("["):
            section = text.strip("[]")
        elif text:
            field = re.fullmatch(r"(\w+)(?: = ?(\w*))?", text)  # FAIL stands alone
            assert field, f"{name}:{number}: not a line of a response file: {text!r}"
            assert field[1] not in fields, f"{name}:{number}: a second {field[1]} in one record"
            first = first if fields else number
            fields[field[1]] = field[2] or ""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A message under an AEAD, or what is none."""

    number: int
    good: bool
    key: bytes
    nonce: bytes
    aad: bytes
    text: bytes
    sealed: bytes
    tag: bytes


def wycheproof(name: str) -> list[Sealed]:
    """The messages of an AEAD that the file names, good ones and others."""
    rows = json.loads(_WYCHEPROOF.read_text("ascii"))[name]
    made = [Sealed(number, result == "valid", *map(bytes.fromhex, words)) for number, result, *words in rows]
    assert {one.good for one in made} == {True, False}, name
    return made
