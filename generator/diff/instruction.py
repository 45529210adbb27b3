# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The meaning of an instruction's text in any syntax: the operation, its registers, numbers, slots and symbols.

An instruction has the same :attr:`Meaning.canon` in every syntax. A meaning is made once for each text: unrolled code
repeats itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from generator.isa.machine import machine
from generator.isa.registers import Registers
from generator.isa.spelling import Reading
from generator.model import Phys, R

Register = tuple[str, int]
"""Class and number. Every machine's stack pointer is ``("sp", 0)``, the register that reads as 0 is ``("zero", 0)``."""
_TOKEN = re.compile(r"1to\d+|0x[0-9a-f]+|\d[0-9a-f]*h\b|\d+(?![\w.])|:lo12:|[@A-Za-z_.$][\w.$@]*(?:\[\d+\])?|\S", re.I)
_NUMBER = re.compile(r"0x[0-9a-f]+|\d[0-9a-f]*h|\d+", re.I)
_LABEL = re.compile(r"(?:\.L|L_|L)(?=[a-z])")


@dataclass(frozen=True, slots=True)
class Meaning:
    """``canon`` is the whole meaning. ``shape`` leaves out the names of registers and slots; ``loose`` leaves out
    numbers, symbols and labels too; ``mnem`` is the operation alone. ``kind``: ``code``, ``label``, ``align``.

    ``registers`` stand in the order of the text. ``numbers`` are immediates and displacements, ``slots`` displacements
    from the stack pointer, ``symbols`` tables (``@`` is the function's own name), ``labels`` branch targets.
    """

    kind: str
    mnem: str
    canon: str
    shape: str
    loose: str
    registers: tuple[Register, ...] = ()
    numbers: tuple[int, ...] = ()
    slots: tuple[int, ...] = ()
    symbols: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    address: tuple[int, int] = (0, 0)
    """The span in ``registers`` of the memory operand's address: first, and one past the last."""


class Draft:
    """A meaning under construction. Its words arrive in the order of the text."""

    def __init__(self, mnem: str) -> None:
        self.mnem = mnem
        self._canon, self._shape, self._loose = [mnem], [mnem], [mnem]
        self._registers: list[Register] = []
        self._numbers: list[int] = []
        self._slots: list[int] = []
        self._symbols: list[str] = []
        self._labels: list[str] = []
        self._inside = self._on_stack = False
        self._address = (0, 0)

    def _put(self, exact: str, shaped: str | None = None, loosened: str | None = None) -> None:
        self._canon.append(exact)
        self._shape.append(exact if shaped is None else shaped)
        self._loose.append(self._shape[-1] if loosened is None else loosened)

    def register(self, name: str, found: tuple[str, int, str]) -> None:
        """A register's name, and the register with its view."""
        self._registers.append(found[:2])
        self._on_stack = self._on_stack or (self._inside and found[0] == "sp")
        self._put(name, "sp" if found[0] == "sp" else f"{found[0]}:{found[2]}")

    def number(self, value: int, scale: bool = False) -> None:
        """An immediate, a displacement, or the scale of an index."""
        if self._inside and self._on_stack and not scale:
            self._slots.append(value)
            self._put(str(value), "slot", "slot")
        else:
            self._numbers.append(value)
            self._put(str(value), str(value), "number")

    def symbol(self, name: str) -> None:
        """A table."""
        self._symbols.append(name)
        self._put(name, name, "symbol")

    def label(self, name: str) -> None:
        """The target of a branch."""
        self._labels.append(name)
        self._put(name, "label")

    def word(self, word: str) -> None:
        """Any other word or sign. Brackets stand around addresses."""
        if word == "[":
            self._inside, self._on_stack = True, False
            self._address = (len(self._registers), len(self._registers))
        elif word == "]":
            if self._on_stack and self._shape[-1] == "sp":
                self._slots.append(0)
                self._put("0", "slot", "slot")
            self._inside = False
            self._address = (self._address[0], len(self._registers))
        self._put(word)

    def meaning(self) -> Meaning:
        return Meaning(
            "code", self.mnem, " ".join(self._canon), " ".join(self._shape), " ".join(self._loose),
            tuple(self._registers), tuple(self._numbers), tuple(self._slots), tuple(self._symbols),
            tuple(self._labels), self._address,
        )  # fmt: skip


@dataclass(slots=True)
class Reader:
    """Meanings of one machine's instructions; ``known`` carries over from file to file."""

    arch: str
    known: dict[str, Meaning] = field(default_factory=dict)
    named: dict[str, tuple[str, int, str] | None] = field(default_factory=dict)  # of :meth:`register`
    registers: Registers = field(init=False)
    rules: Reading = field(init=False)

    def __post_init__(self) -> None:
        self.registers, self.rules = machine(self.arch).registers, machine(self.arch).reading

    def read(self, text: str) -> Meaning:
        """The meaning of an instruction; ``@`` in ``text`` stands for the function's symbol."""
        found = self.known.get(text)
        if found is None:
            found = self.known[text] = self._read(text)
        return found

    def register(self, word: str) -> tuple[str, int, str] | None:
        """The register that ``word`` names: class, number, and width in bits or arrangement. None for other words."""
        if word not in self.named:
            found = self.registers.read(word)
            arrangement = "" if found is None else found.arrangement or ""
            self.named[word] = (
                None if found is None
                else (*self.plain(found), arrangement if len(arrangement) > 1 else str(found.width))
            )  # fmt: skip
        return self.named[word]

    def plain(self, operand: R) -> Register:
        """A register operand without its view."""
        if operand.reg == self.registers.stack_pointer:
            return "sp", 0
        if operand.reg == self.registers.zero:
            return "zero", 0
        assert isinstance(operand.reg, Phys)
        return operand.reg.cls, operand.reg.num

    def _read(self, text: str) -> Meaning:
        mnem, _, rest = text.partition(" ")
        mnem = mnem.lower()
        words = self._without_size(self._tidy(_TOKEN.findall(rest), mnem))
        draft = Draft(mnem)
        negative = False
        for at, word in enumerate(words):
            found = self.register(word.lower())
            if found is not None:
                draft.register(word.lower(), found)
            elif _NUMBER.fullmatch(word):
                draft.number(-_value(word) if negative else _value(word), words[at - 1] == "*")
                negative = False
            elif word in ("+", "-"):
                negative = word == "-"
            elif word in ("#", ":lo12:"):
                if word == ":lo12:":
                    draft.word("low")
            elif word.startswith("@") or (word[0].isalpha() and self._symbolic(word)):
                name, _, page = word.removeprefix("@").partition("@")
                if page:
                    draft.word("low" if page == "PAGEOFF" else "page")
                elif mnem in self.rules.pages:
                    draft.word("page")
                draft.symbol("@" + name if word[0] == "@" else name)
            elif _LABEL.match(word):
                draft.label(_LABEL.sub("", word, count=1))
            else:
                draft.word(word.lower())
        return draft.meaning()

    def _without_size(self, words: list[str]) -> list[str]:
        """The words without the size of a memory operand if the registers beside it have that size. Only some syntaxes
        write the size there."""
        size = next((word for word in words if word.startswith("m:")), "")
        if not size:
            return words
        widths = set()
        inside = False
        for word in words:
            inside = (inside or word in "[{") and word not in "]}"
            found = None if inside else self.register(word.lower())
            if found is not None and found[0] != "mask":
                widths.add(found[2])
        return [word for word in words if word != size] if widths == {size[2:]} else words

    def _symbolic(self, word: str) -> bool:
        kept = word.lower() in self.rules.modifiers or word.lower() in self.rules.conditions
        return not kept and not _LABEL.match(word) and not word.startswith("m:") and word != "z"

    def _tidy(self, words: list[str], mnem: str) -> list[str]:
        """One word for a size, one spelling of broadcasts, the symbol alone for a distance from a label."""
        out: list[str] = []
        rules = self.rules
        broadcast = any(word.startswith(("1to", "to_")) for word in words)
        skip = 0
        for at, word in enumerate(words):
            if skip:
                skip -= 1
                continue
            low = word.lower()
            if low in rules.sizes:
                if mnem not in rules.addresses and not broadcast:
                    out.append(f"m:{rules.sizes[low]}")
            elif low in rules.relative:
                skip = int(words[at + 1 : at + 2] == ["+"])
            elif low == "ptr" or low.startswith("bcst_"):
                continue
            elif low.startswith("to_"):
                out += ["{", "1to" + low[3:], "}"]
            elif word == "@" and words[at + 1 : at + 2] == ["+"]:
                skip = 1  # Mach-O NASM: a label is a distance from the function
            elif word == "-" and words[at + 1 : at + 2] and _LABEL.match(words[at + 1]):
                skip = 1  # a table's distance from the label pic
            else:
                out.append(word)
        return out


def label(name: str) -> Meaning:
    """The meaning of a label's definition. The label's number is not part of the shape."""
    return Meaning("label", "label", f"{name}:", f"{name.rstrip('0123456789')}:", "label:", labels=(name,))


def align(to: int) -> Meaning:
    """The meaning of an alignment, in bytes."""
    return Meaning("align", "align", f"align {to}", f"align {to}", "align", numbers=(to,))


def _value(word: str) -> int:
    if word[-1] in "hH" and not word.startswith(("0x", "0X")):
        return int(word[:-1], 16)
    return int(word, 0) if word[:2].lower() == "0x" else int(word)
