# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Names that C takes: a kernel or a parameter of such a name would not compile, or would mean something else.

A kernel's plain name is a function in C: its ``c_reference`` defines the function. A parameter is a name of its
prototype alone, where a function of the C library does no harm, and a macro does.
"""

from __future__ import annotations

import keyword
from pathlib import Path

from generator.model import KernelError, Src

RESERVED = frozenset(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t class
    co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype default
    delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long
    mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
    reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch
    template this thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using virtual
    void volatile wchar_t while xor xor_eq
    """.split()
)
"""Words that C or C++ does not allow as a name."""

MACROS = frozenset(
    """
    assert complex EOF errno far I imaginary IN INFINITY interface linux main NAN near noreturn NULL OPTIONAL OUT small
    stderr stdin stdout unix
    """.split()
)
"""Names that a header or a compiler of some target replaces wherever they stand, and ``main``."""

TYPES = frozenset(
    """
    int8_t int16_t int32_t int64_t intmax_t intptr_t off_t ptrdiff_t size_t ssize_t time_t uint8_t uint16_t uint32_t
    uint64_t uintmax_t uintptr_t va_list wint_t
    """.split()
)
"""Types of the headers: a parameter that hides one changes the parameters behind it."""

_NUMBERS, _OTHERS = (
    frozenset(part.split("]")[1].split())
    for part in Path(__file__).with_name("cnames.txt").read_text("ascii").split("\n[")[1:]
)
FUNCTIONS = _OTHERS | _NUMBERS | {name + width for name in _NUMBERS for width in "fl"}
"""Functions of the C library, of POSIX, and those that compilers know without a header. They stand in a text, because
some are mnemonics of a machine, and no module here names these."""


def refuse_kernel_name(src: Src, name: str) -> None:
    """KernelError for a name that no function of a C program may have."""
    if not free(name):
        what = "a function of the C library" if name in FUNCTIONS else "a word of Python or C itself"
        raise KernelError(src, f"{name}: {what}; expected another name, such as {name.strip('_') or 'my'}_words")


def refuse_parameter_name(src: Src, name: str) -> None:
    """KernelError for a name that a C or C++ compiler would not take as a parameter's."""
    if name in RESERVED:
        raise KernelError(src, f"parameter {name}: a word of C or C++ itself; expected another name")
    if name in MACROS | TYPES or _of_compilers(name):
        raise KernelError(src, f"parameter {name}: a name that C headers or compilers take; expected another name")


def free(name: str) -> bool:
    """Whether a kernel may have a name."""
    taken = RESERVED | MACROS | TYPES | FUNCTIONS
    return name not in taken and not keyword.iskeyword(name) and not _of_compilers(name)


def _of_compilers(name: str) -> bool:
    """Whether a name belongs to compilers and libraries: two underscores, or one before a capital letter."""
    return name.startswith("__") or name[:1] == "_" and name[1:2].isupper()
