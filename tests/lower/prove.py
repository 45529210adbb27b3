# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""One proof: a recorded piece of word-level code against a lowering's instructions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import z3

from generator.abi import Abi, abi
from generator.isa.machine import machine
from generator.lang import Builder
from generator.lang import kernel as declare
from generator.lang.contract import Variant
from generator.lang.values import Op, Val
from generator.lower.base import Lowering
from generator.lower.carries import linked
from generator.lower.narrow import narrow_only
from generator.lower.rows import RowRules
from generator.lower.split64 import _Splitter
from generator.lower.wide import WideRules
from generator.machines.x86.fold import fold_loads
from generator.model import AnyReg, Instr, Item, KernelError, Table
from generator.passes.flow import accesses
from tests.lower.machine import Fault, Machine, same_memory
from tests.lower.machine_aarch64 import Aarch64Machine
from tests.lower.machine_x86 import I386Machine, X86Machine
from tests.lower.meaning import Meaning
from tests.lower.products import BOUNDS

MACHINES: dict[str, type[Machine]] = {"x86_64": X86Machine, "x86": I386Machine, "aarch64": Aarch64Machine}
Script = Callable[[Builder], None]


@dataclass(frozen=True)
class Config:
    """A lowering to prove: an instruction set, CPU features, and the place of u32 values."""

    name: str
    convention: str
    features: tuple[str, ...] = ()
    lane: str = "gp"

    @property
    def abi(self) -> Abi:
        return abi(self.convention)

    @property
    def variant(self) -> Variant:
        return Variant("proof", self.features, self.lane)


CONFIGS = (
    Config("x86", "cdecl32"),
    Config("x86_64", "sysv64"),
    Config("x86_64-bmi1", "sysv64", ("bmi1",)),
    Config("x86_64-bmi", "sysv64", ("bmi1", "bmi2")),
    Config("x86_64-adx", "sysv64", ("adx", "bmi2")),
    Config("x86-bmi2", "cdecl32", ("bmi2",)),
    Config("x86_64-lane", "sysv64", ("avx512f", "avx512vl"), "vec"),
    Config("aarch64", "aapcs64"),
    Config("x86-counts", "cdecl32", ("lzcnt", "bmi1", "sse4.2")),
    Config("x86_64-counts", "sysv64", ("lzcnt", "bmi1", "sse4.2")),
    Config("aarch64-counts", "aapcs64", ("cssc", "crc32")),
)
AVX512 = ("avx512f", "avx512bw", "avx512vl", "vaes")
WIDE = (
    Config("x86-ssse3", "cdecl32", ("ssse3", "aes")),
    Config("x86-avx2", "cdecl32", ("avx2", "aes")),
    Config("x86_64-ssse3", "sysv64", ("ssse3", "aes")),
    Config("x86_64-sse4.1", "sysv64", ("sse4.1", "aes")),
    Config("x86_64-avx", "sysv64", ("avx", "aes")),
    Config("x86_64-avx2", "sysv64", ("avx2", "vaes")),
    Config("x86_64-avx512f", "sysv64", ("avx512f", "aes")),
    Config("x86_64-avx512vl", "sysv64", ("avx512vl", "aes")),
    Config("x86_64-avx512", "sysv64", AVX512),
    Config("aarch64-aes", "aapcs64", ("aes",)),
)
"""For whole vectors."""


class NotProved(AssertionError):
    """The instructions do something else. The text shows such an input."""


@declare(c="void kernel(void)", args=[], source="none: code that no script declares")
def kernel(k: Builder) -> None:
    """The script that the lowering takes for its kernel."""


def builder(config: Config) -> Builder:
    return Builder(
        kernel, config.variant, pointer_bits=config.abi.bits, registers=16, vectors=16,
        keys_first=machine(config.abi.arch).keys_first,
    )  # fmt: skip


def lowering(config: Config) -> WideRules:
    made = machine(config.abi.arch).lowering(kernel, config.variant, config.abi)
    assert isinstance(made, WideRules)
    return made


def lowered(config: Config, ops: Sequence[Op], narrow: bool) -> tuple[WideRules, _Splitter]:
    """The ops after the steps of :func:`generator.lower.lower`, without entry and exit."""
    made = lowering(config)
    splitter = _Splitter()
    if config.abi.bits == 32:
        for op in ops:
            splitter.split(op)
        ops = splitter.out
    if narrow and machine(config.abi.arch).narrow:
        made.narrow = narrow_only(list(ops))
    for op in ops:
        made.op(op)
    assert isinstance(made, RowRules)
    made.flush()
    return made, splitter


@dataclass(frozen=True)
class Claims:
    """What must hold of a piece of code. ``given``: what is known of the inputs."""

    config: Config
    ops: Sequence[Op]
    made: WideRules
    claims: list[z3.BoolRef]
    given: list[z3.BoolRef]

    def demand(self) -> None:
        """NotProved unless all claims follow from what is given."""
        demand(self.claims, self.given, self)

    def __str__(self) -> str:
        return f"{self.config.name}: {'; '.join(map(str, self.ops))}\n{listing(self.made)}"


def prove(config: Config, script: Script, narrow: bool = False, fold: bool = False) -> None:
    """NotProved unless for every input the instructions give every value, memory and the branch their meaning.

    At both ends a u8 is zero-extended, and so is a u32 in a 64-bit register. ``narrow`` exempts the values that the
    lowering keeps narrow. ``fold`` exempts those whose load became an operand. KernelError for the lowering's own
    refusals. Fault for an instruction that the variant's features lack.
    """
    claimed(config, script, narrow, fold).demand()


def claimed(
    config: Config, script: Script, narrow: bool = False, fold: bool = False, of: type[Meaning] = Meaning
) -> Claims:
    """The claims of :func:`prove`. ``of``: what knows the meaning of operations, and the inputs."""
    k = builder(config)
    script(k)
    ops = k.finish().ops
    made, splitter = lowered(config, ops, narrow)
    body = linked(made.out, made.carries)
    if fold:
        body = fold_loads(body, config.abi.arch)
    gone = _registers(made.out) - _registers(body)
    for item in body:
        if isinstance(item, Instr) and not item.form.features <= made.have:
            raise Fault(f"{item.mnem} needs {sorted(item.form.features - made.have)}, which {config.name} has not")
    BOUNDS.clear()
    machine = MACHINES[config.abi.arch](pools(made))
    if made._pool_pointer is not None:
        machine.pointers[made._pool_pointer] = made.wide_pool_name
    meaning = of(machine.word, machine.memory, keys_first=k.keys_first)
    meaning.run(ops)

    for val in meaning.inputs:
        for part, bits in places(val, meaning.input(val), splitter, machine.word):
            machine.regs[made.vreg(part)] = filled(machine, part, bits)
    machine.run(body)

    claims: list[z3.BoolRef] = list(machine.owed)
    for val, value in meaning.results():
        for part, bits in places(val, value, splitter, machine.word):
            if part.id in made.areas or made.vreg(part) in gone:
                continue
            whole = machine.whole(made.vreg(part))
            if part.type.cls == "vec" or part.id in made.narrow:
                claims.append(z3.Extract(bits.size() - 1, 0, whole) == bits)
            else:
                claims.append(whole == z3.ZeroExt(machine.word - bits.size(), bits))
    claims += same_memory(machine.stores, meaning.stores, machine.memory == meaning.memory)
    if (machine.goes is None) != (meaning.goes is None):
        raise NotProved(f"{config.name}: a branch on one side only")
    if machine.goes is not None and meaning.goes is not None:
        if machine.goes[1] != meaning.goes[1]:
            raise NotProved(f"{config.name}: goes to {machine.goes[1]}, not {meaning.goes[1]}")
        claims.append(machine.goes[0] == meaning.goes[0])
    return Claims(config, ops, made, claims, [*meaning.given, *BOUNDS])


def prove_all(config: Config, scripts: Iterable[Script]) -> int:
    """Prove each script, and return the number of proofs. On x86_64 a script with narrow values has a second proof."""
    proofs = 0
    for script in scripts:
        prove(config, script)
        proofs += 1
        if config.name == "x86_64":
            k = builder(config)
            script(k)
            if narrow_only(k.finish().ops):
                prove(config, script, narrow=True)
                proofs += 1
    assert proofs, f"no script for {config.name}"
    return proofs


def pools(made: WideRules) -> tuple[Table, ...]:
    """The constants of an unfinished lowering: of lanes, and of whole vectors."""
    words = tuple(int.from_bytes(b[i : i + 8], "little") for b in made.blocks for i in (0, 8))
    return Table(made.pool_name, 4, tuple(made.pool)), Table(made.wide_pool_name, 8, words)


def _registers(items: Sequence[Item]) -> set[AnyReg]:
    return {reg for item in items if isinstance(item, Instr) for regs in accesses(item) for reg in regs}


def places(val: Val, value: z3.BitVecRef, splitter: _Splitter, word: int) -> list[tuple[Val, z3.BitVecRef]]:
    """The registers that hold a value: one, or a pair."""
    if val.type.bits <= word or val.type.whole:
        return [(val, value)]
    low, high = splitter.pair(val)
    return [(low, z3.Extract(31, 0, value)), (high, z3.Extract(63, 32, value))]


def filled(machine: Machine, val: Val, value: z3.BitVecRef) -> z3.BitVecRef:
    """A register that holds an input. The bits above are zero, or unknown above a vector's lane."""
    if val.type.cls == "vec":
        above = machine.vector_bits - value.size()
        return z3.Concat(machine.unknown(above), value) if above else value
    return z3.ZeroExt(machine.word - value.size(), value)


MOST_WORK = 150_000_000
"""z3's own count of its work on one question, half a minute at least. The dearest has 27 million. A busy machine counts
as a quiet one does, which it would not with a limit in seconds."""
_PROVED: dict[int, z3.BoolRef] = {}
"""Questions with the answer "never", by z3's number: z3 has one number for equal terms, as long as one is held. Four in
five questions are those of another machine or of another case."""


def demand(claims: Sequence[z3.BoolRef], given: Sequence[z3.BoolRef], what: object) -> None:
    """NotProved with a counterexample, and with the words of ``what``, unless all claims follow."""
    open_ = [c for c in (z3.simplify(c) for c in claims) if not z3.is_true(c)]
    if not open_:
        return
    question = z3.And(*given, z3.Not(z3.And(open_)))
    if question.get_id() in _PROVED:
        return
    solver = z3.Solver()
    solver.set("rlimit", MOST_WORK)
    solver.add(question)
    answer = solver.check()
    if answer == z3.unsat:
        _PROVED[question.get_id()] = question
        return
    if answer == z3.unknown:
        raise NotProved(f"undecided: {solver.reason_unknown()}\n{what}")
    raise NotProved(f"wrong for {solver.model()}\n{what}")


def listing(made: Lowering) -> str:
    from generator.passes.dump import dump

    return dump(made.out, made.abi.arch)


def refused(config: Config, script: Script) -> str:
    """The lowering's refusal of a script. AssertionError if the lowering accepts the script."""
    k = builder(config)
    try:
        script(k)
        lowered(config, k.finish().ops, False)
    except KernelError as error:
        return str(error)
    raise AssertionError(f"{config.name} lowers what it should refuse")
