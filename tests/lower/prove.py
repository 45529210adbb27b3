# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""One proof: a recorded piece of word-level code against a lowering's instructions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.abi import Abi, abi
from generator.isa.machine import machine
from generator.lang import Builder
from generator.lang import kernel as declare
from generator.lang.contract import Variant
from generator.lang.values import Condition, Op, Val
from generator.lower.base import Lowering
from generator.lower.carries import linked
from generator.lower.narrow import narrow_only
from generator.lower.rows import RowRules
from generator.lower.split64 import _Splitter
from generator.lower.wide import WideRules
from generator.machines.x86.fold import fold_loads
from generator.model import AnyReg, Instr, Item, KernelError, Table
from generator.passes.flow import accesses
from proof.equal import Judge
from proof.graph import State
from proof.memory import DATA, Map, Pointer, area, argument, contents
from proof.script import Script as Recorded
from proof.script_pairs import Pairs
from proof.terms import Term, bor, concat, const, extract, fresh, sext, sym, zext
from tests.lower.instructions import A64, POOL_ALIGNMENT, X86, Fault

MACHINES: dict[str, type[A64 | X86]] = {"x86_64": X86, "x86": X86, "aarch64": A64}
Script = Callable[[Builder], None]


@dataclass(frozen=True)
class Config:
    """A lowering to prove: an instruction set, CPU features, and the place of u32 values."""

    name: str
    convention: str
    features: tuple[str, ...] = ()
    unit: str = "gp"

    @property
    def abi(self) -> Abi:
        return abi(self.convention)

    @property
    def variant(self) -> Variant:
        return Variant("proof", self.features, self.unit)


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
    Config("x86-ssse3", "cdecl32", ("ssse3", "aes", "sha")),
    Config("x86-avx2", "cdecl32", ("avx2", "aes")),
    Config("x86_64-ssse3", "sysv64", ("ssse3", "aes")),
    Config("x86_64-sse4.1", "sysv64", ("sse4.1", "aes", "sha")),
    Config("x86_64-avx", "sysv64", ("avx", "aes")),
    Config("x86_64-avx2", "sysv64", ("avx2", "vaes")),
    Config("x86_64-avx512f", "sysv64", ("avx512f", "aes")),
    Config("x86_64-avx512vl", "sysv64", ("avx512vl", "aes")),
    Config("x86_64-avx512", "sysv64", AVX512),
    Config("aarch64-aes", "aapcs64", ("aes", "sha256")),
)
"""For whole vectors."""


QUESTIONS = 1000
"""The most questions for z3: a vector of 512 bits has 64 lanes."""


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
    made.plan(ops)
    for op in ops:
        made.op(op)
    assert isinstance(made, RowRules)
    made.flush()
    return made, splitter


def prove(config: Config, script: Script, narrow: bool = False, fold: bool = False) -> None:
    """NotProved unless for every input the instructions give every value, memory and the branch the meaning of the
    recording's terms.

    At both ends a u8 is zero-extended, and so is a u32 in a 64-bit register. ``narrow`` exempts the values that the
    lowering keeps narrow, and ``fold`` those whose load became an operand. Products that are only added have no
    register. KernelError for the lowering's own refusals. Fault for an instruction that the variant's features lack.
    """
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
    last = ops[-1] if ops else None
    rounds = last.args[0].type.bits if last is not None and last.name == "loop_end" else 0
    for bit in range(rounds) if rounds else (None,):
        _compare(config, ops, made, splitter, body, gone, k.keys_first, bit)


def _compare(
    config: Config, ops: Sequence[Op], made: WideRules, splitter: _Splitter, body: Sequence[Item], gone: set[AnyReg],
    keys_first: bool, left: int | None,
) -> None:  # fmt: skip
    """``left``: the end of a loop is reached with rounds left, so that a bit of their number is set: this one."""
    fresh()
    run = MACHINES[config.abi.arch](*constants(config, made))
    memory = run.map
    if made._pool_pointer is not None:
        run.fill(made._pool_pointer, run.table(made.wide_pool_name))
    recording, given = recorded(config, ops, memory, keys_first, left)
    for region in memory.regions.values():
        run.state["m", region] = given["m", region]
    for val, term in _values(ops, given):
        for part, bits in parts(val, term, splitter, memory.word):
            run.fill(made.vreg(part), bits)
    goes = meant(recording, given)
    run.run(body)

    judge = Judge(QUESTIONS)

    def equal(what: object, expected: Term, found: Term) -> None:
        if not judge.equal(expected, found):
            wrong = judge.differ(expected, found) is not None
            raise NotProved(
                f"{config.name}: {what}: {'not' if wrong else 'not known to be'} equal: {expected} and {found}"
                f"\n{'; '.join(map(str, ops))}\n{listing(made)}"
            )

    for val, term in _values(ops, given):
        places = [made.vreg(part) for part, _ in parts(val, term, splitter, memory.word)]
        if val.id in made.areas or val.id in getattr(made, "added", ()) or not gone.isdisjoint(places):
            continue
        whole = concat(*(run.whole(place) for place in reversed(places)))
        if val.type.cls == "vec" or val.id in made.narrow:
            whole = extract(term.w - 1, 0, whole)
        equal(val, zext(whole.w, term), whole)
    for one, other in run.same:
        equal("a copy that may vanish", one, other)
    for region in memory.regions.values():
        equal(f"memory of {region}", given["m", region], run.state["m", region])
    if (run.goes is None) != (goes is None):
        raise NotProved(f"{config.name}: a branch on one side only")
    if run.goes is not None and goes is not None:
        if run.goes[1] != goes[1]:
            raise NotProved(f"{config.name}: goes to {run.goes[1]}, not {goes[1]}")
        equal("the branch", goes[0], run.goes[0])


def constants(config: Config, made: WideRules) -> tuple[Map, dict[str, int]]:
    """The read-only data: the script's tables, and the lowering's constants of lanes and of whole vectors."""
    data, places = b"", {}
    for table in (*made.tables.values(), *pools(made)):
        places[table.name] = len(data)
        held = b"".join(
            (value & (1 << 8 * table.element) - 1).to_bytes(table.element, "little") for value in table.values
        )
        data += held + bytes(-len(held) % POOL_ALIGNMENT)
    memory = Map(data=data, word=config.abi.bits)
    memory.regions[sym(memory.word, DATA)] = DATA
    return memory, places


def recorded(
    config: Config, ops: Sequence[Op], memory: Map, keys_first: bool, left: int | None = None
) -> tuple[Recorded, State]:
    """The recording, and its state at the begin: any values of its inputs. A pointer is the base of own memory."""
    labels = {op.args[0] for op in ops if op.name == "label"}
    goals = ["end", *(op.args[-1] for op in ops if op.name in ("branch", "loop_end", "jump"))]
    ends = [Op("label", (), (goal,), kernel.src, {}) for goal in goals if goal not in labels]
    state: State = {}
    known: set[int] = set()
    for op in ops:
        for val in read(op):
            if val.id not in known:
                known.add(val.id)
                if val.type.name == "ptr":
                    term = sym(memory.word, Pointer(f"{val.name}{val.id}"))
                    memory.regions[term] = argument(f"{val.name}{val.id}")
                elif val.type.name in ("carry", "borrow"):
                    term = zext(val.type.bits, sym(1, f"{val.name}{val.id}"))
                elif op.name == "loop_end" and left is not None:
                    term = bor(sym(val.type.bits, f"{val.name}{val.id}"), const(val.type.bits, 1 << left))
                elif op.name == "vblend" and val is op.args[0]:
                    term = mask(val)
                else:
                    term = sym(val.type.bits, f"{val.name}{val.id}")
                state["s", val.id] = term
        known |= {val.id for val in op.dst}
        if op.name == "frame":
            own = area(op.attrs["area"])
            memory.regions[sym(memory.word, own)] = own
    state.update({("m", region): contents(region) for region in memory.regions.values()})
    made = (Pairs if memory.word == 32 else Recorded)([*ops, *ends], memory, memory.word, keys_first)
    return made, state


def mask(val: Val) -> Term:
    """A vector whose bytes are all ones or zeros."""
    return concat(*(sext(8, sym(1, f"{val.name}{val.id} byte {n}")) for n in reversed(range(val.type.bits // 8))))


def read(of: object) -> Iterator[Val]:
    """The values of an operation's operands."""
    if isinstance(of, Val):
        yield of
    elif isinstance(of, Condition):
        yield from (val for val in (of.x, of.y) if isinstance(val, Val))
    elif isinstance(of, Op):
        for arg in of.args:
            yield from read(arg)


def meant(recording: Recorded, state: State) -> tuple[Term, str] | None:
    """Run the recording. The condition and the label of its branch."""
    for place, op in enumerate(recording.ops):
        goals = recording.step(place, state)
        if op.name in ("branch", "loop_end", "jump"):
            return goals[-1][0], op.args[-1]
    return None


def _values(ops: Sequence[Op], state: State) -> list[tuple[Val, Term]]:
    """Every value that a state has. A rule must make its result and keep all others."""
    every = {val.id: val for op in ops for val in (*op.dst, *read(op))}
    return [(every[cell[1]], term) for cell, term in state.items() if cell[0] == "s"]


def prove_all(config: Config, scripts: Iterable[Script]) -> None:
    """Prove each script, of which there is one. On x86_64 a script with narrow values has a second proof."""
    script = None
    for script in scripts:
        prove(config, script)
        if config.name == "x86_64":
            k = builder(config)
            script(k)
            if narrow_only(k.finish().ops):
                prove(config, script, narrow=True)
    assert script, f"no script for {config.name}"


def pools(made: WideRules) -> tuple[Table, ...]:
    """The constants of an unfinished lowering: of lanes, and of whole vectors."""
    words = tuple(int.from_bytes(b[i : i + 8], "little") for b in made.blocks for i in (0, 8))
    return Table(made.pool_name, 4, tuple(made.pool)), Table(made.wide_pool_name, 8, words)


def _registers(items: Sequence[Item]) -> set[AnyReg]:
    return {reg for item in items if isinstance(item, Instr) for regs in accesses(item) for reg in regs}


def parts(val: Val, value: Term, splitter: _Splitter, word: int) -> list[tuple[Val, Term]]:
    """The registers that hold a value: one, or a pair."""
    if val.type.bits <= word or val.type.whole:
        return [(val, value)]
    return list(zip(splitter.pair(val), (extract(31, 0, value), extract(63, 32, value))))


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
