# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Small faults of C: the operators of ``build.py mutate`` over tokens.

Comments, strings and the preprocessor's lines are left alone. A change that is no C any more is no fault: the runner
asks a compiler.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from targets.toolchain.mutation.mutant import ARROW, Mutant, numbered, one_line

_TOKEN = re.compile(
    r"""(?P<skip>\s+|/\*.*?\*/|//[^\n]*|^[ \t]*\#(?:\\\n|[^\n])*)"""
    r"""|(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
    r"""|(?P<number>(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*)"""
    r"""|(?P<name>[A-Za-z_]\w*)"""
    r"""|(?P<sign><<=|>>=|\+\+|--|->|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.S | re.M,
)
_SIGNS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "<<": ">>", ">>": "<<",
    "|": "&", "^": "|", "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=", "^=": "|=", "<<=": ">>=", ">>=": "<<=",
    "/": "*", "%": "/",
}  # fmt: skip
_BINARY = {"+": "-", "-": "+", "&": "|", "*": "/"}
"""Signs that may stand before one operand, too, without a space behind them."""
_KEYWORDS = {
    "return", "case", "sizeof", "goto", "else", "do", "if", "while", "for", "switch", "typedef", "static", "const",
    "struct", "enum", "union", "extern", "default", "unsigned", "void", "int", "char",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


def tokens(text: str) -> list[_Token]:
    return [
        _Token(str(match.lastgroup), match.group(), match.start(), match.end())
        for match in _TOKEN.finditer(text)
        if match.lastgroup != "skip"
    ]


def mutants(path: str, source: bytes) -> list[Mutant]:
    """All small faults of a C source, by their places. Sources are ASCII."""
    text = source.decode("ascii")
    found = []
    for scope, inside in _functions(tokens(text)):
        for start, end, new in _changes(inside, text):
            line = text.rfind("\n", 0, start) + 1
            shown = text[line : text.find("\n", start)].strip()
            change = one_line(text[start:end]) + ARROW + one_line(new or "nothing")
            found.append(Mutant(path, scope, shown, change, start, end, new.encode(), text.count("\n", 0, start) + 1))
    return numbered(found)


def _functions(all_: list[_Token]) -> Iterator[tuple[str, list[_Token]]]:
    """The names of functions, each with the tokens of its body."""
    depth, name, start = 0, "", 0
    for n, token in enumerate(all_):
        if token.text == "{":
            if depth == 0:
                name, start = (_named(all_, n) if all_[n - 1].text == ")" else ""), n + 1
            depth += 1
        elif token.text == "}":
            depth -= 1
            if depth == 0 and name:
                yield name, all_[start - 1 : n + 1]


def _named(all_: list[_Token], brace: int) -> str:
    depth = 0
    for n in range(brace - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(all_[n].text, 0)
        if depth == 0:
            return all_[n - 1].text
    return ""


def _changes(inside: list[_Token], text: str) -> Iterator[tuple[int, int, str]]:
    depth = 0
    for n, token in enumerate(inside):
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        before = inside[n - 1] if n else token
        if token.kind == "sign":
            between = (
                before.text != "return" and text[token.start - 1] == text[token.end] == " "
            )  # as clang-format does
            new = _SIGNS.get(token.text) or (_BINARY.get(token.text) if between else None)
            if new is not None:
                yield token.start, token.end, new
        elif token.kind == "number":
            yield from _numbers(token)
        elif token.text in ("if", "while") and inside[n + 1].text == "(":
            end = _closing(inside, n + 1)
            yield inside[n + 1].end, inside[end].start, f"!({text[inside[n + 1].end : inside[end].start]})"
        if before.text in ("{", "}", ";") and n and depth == 0:
            yield from _deleted(inside, n)


def _numbers(token: _Token) -> Iterator[tuple[int, int, str]]:
    digits = token.text.rstrip("uUlL")
    value, suffix = int(digits, 0 if digits[:1] != "0" or digits[:2].lower() == "0x" else 8), token.text[len(digits) :]
    for other in (value + 1, value - 1):
        if other >= 0:
            yield token.start, token.end, (hex(other) if "x" in digits.lower() else str(other)) + suffix


def _closing(inside: list[_Token], at: int) -> int:
    depth = 0
    for n in range(at, len(inside)):
        depth += {"(": 1, ")": -1}.get(inside[n].text, 0)
        if depth == 0:
            return n
    raise ValueError("brackets that are not closed")


def _deleted(inside: list[_Token], n: int) -> Iterator[tuple[int, int, str]]:
    """A call, an assignment, a break or a continue without itself. Declarations stay."""
    first, second = inside[n], inside[n + 1] if n + 1 < len(inside) else inside[n]
    if first.text not in ("break", "continue"):
        if first.kind != "name" and first.text != "*" or first.text in _KEYWORDS:
            return
        if first.kind == "name" and (second.kind == "name" or second.text in "*:"):  # a declaration, or a label
            return
    depth = 0
    for end in range(n, len(inside)):
        depth += {"(": 1, ")": -1, "[": 1, "]": -1}.get(inside[end].text, 0)
        if inside[end].text in "{}":
            return
        if inside[end].text == ";" and depth == 0:
            yield first.start, inside[end].start, ""
            return
