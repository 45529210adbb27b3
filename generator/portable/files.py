# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The C file of a kernel: a body for pointers of 64 bits, and one for others if that differs."""

from __future__ import annotations

from generator.declarations import folded
from generator.lang.contract import Kernel
from generator.model import KernelError
from generator.portable.c import C, prototype
from generator.portable.recorded import has_form, record
from generator.portable.spelling import RESULT


def generated(kernel: Kernel) -> bool:
    """Whether portable C of a kernel comes from its script: not of kernels for several messages and of kernels with
    parts, whose C calls that of others, and not of those whose variants all need features."""
    return kernel.portable and kernel.single is None and not kernel.parts and has_form(kernel)


def exempt_in_c(kernel: Kernel) -> bool:
    """Whether a secret decides an address or a branch of the kernel's portable C."""
    if not kernel.exempt or not generated(kernel):
        return bool(kernel.exempt)
    return any(op.attrs.get("exempt") for op in record(kernel, 64).ops)


def settle(kernel: Kernel) -> None:
    """Decide whether a kernel has portable C whose contract does not say: where the words of its script can be C.
    KernelError for a C API, which needs it."""
    if kernel.single is not None:
        kernel.portable = kernel.single.portable
    elif kernel.asks_c is None:
        try:
            c_of(kernel)
        except KernelError as error:
            if kernel.interface:
                raise
            kernel.no_c = str(error)
        kernel.portable = not kernel.no_c


def c_of(kernel: Kernel) -> str:
    """The definition of ``loom_<kernel>_portable``, behind its tables. KernelError for a script without such a form."""
    if "c" not in kernel.spelled:
        kernel.spelled["c"] = _both(kernel)
    return kernel.spelled["c"]


def _both(kernel: Kernel) -> str:
    wide, narrow = (body(kernel, bits) for bits in (64, 32))
    if wide == narrow:
        return wide
    return f"#if UINTPTR_MAX > 0xffffffffu\n\n{wide}\n#else\n\n{narrow}\n#endif\n"


def body(kernel: Kernel, bits: int) -> str:
    """The definition for machines with pointers of ``bits`` bits."""
    made = C(record(kernel, bits))
    params = ", ".join(p.text for p in kernel.params)
    tables = "".join(f"{table}\n\n" for table in made.tables.values())
    void = kernel.returns == "void"
    head = [] if void else [f"    {kernel.returns} {RESULT};"]
    lines = [*head, *(f"    {area};" for area in made.areas.values()), *made.lines]
    end = [] if void else [f"    return {RESULT};"]
    if not kernel.wipe:
        return "\n".join([f"{tables}{folded(prototype(kernel))}", "{", *lines, *end, "}", ""])
    wipes = [f"    loom_wipe({name}, sizeof {name});" for name in made.areas]
    inner = folded(f"static LOOM_INNER {kernel.returns} run_{kernel.name}({params})")
    call = f"run_{kernel.name}({', '.join(p.name for p in kernel.params)});"
    calls = [f"    {call}" if void else f"    {kernel.returns} {RESULT} = {call}", "    loom_clean();", *end, "}", ""]
    return "\n".join([f"{tables}{inner}", "{", *lines, *wipes, *end, "}", "", folded(prototype(kernel)), "{", *calls])
