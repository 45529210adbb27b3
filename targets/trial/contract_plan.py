# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plan of calls of a kernel that declares a reference.

The contract gives everything that a plan of the tree states by hand. The argument of ``size=`` takes all values up to a
few blocks, and values around powers of two up to more than 64 KiB. Other numbers take small values if the contract
calls them public or if an extent depends on them, because such a number may count turns of a loop; a few calls give
them the ends of a narrow type, negative numbers of a signed one, and lengths of buffers that are great. Secret numbers
take the ends of their range and random values. Buffers hold zeros, ones and random bytes in all combinations, words at
the ends of their range, and one of them a number at its end while the others are small (:mod:`targets.trial.edges`).
``cases=`` replaces the values of an argument.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product
from math import prod

from generator.lang.contract import Kernel
from generator.lang.references import can_hold
from generator.library import run
from generator.model import AsmloomError, KernelError
from targets.trial.batch import MOST_ARGUMENTS, Call
from targets.trial.cases import derive
from targets.trial.edges import ENDS, SMALL, Order, Place, Placed, edges, filled, placed
from targets.trial.lanes import derive_lanes
from targets.trial.limits import Late, limited
from targets.trial.plan import SEED, Contents, Given, Maker, Numbers, Plan

_BYTES = range(274)  # every length up to two blocks of 128 bytes, and some more
_AROUND = (511, 512, 513)
_BLOCKS = (*range(10), 15, 16, 17)
_LONG = (8191, 16385, 32767, 65536, 65537, 131073)  # bytes
_COUNTED = (37, 255, 256, 257)  # blocks: a counter of 8 bits passes its end
_FAR = (8, 10, 11, 13, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 200, 255, 256, 257)
_NARROW = 16  # bits of a number that is tried at the end of its type
_UNIT = 8  # an amount of work of more bytes than this counts blocks
_FEW = 3  # values of each number if there are many numbers
_EDGES = 64  # combinations of zeros, ones and random bytes
_COMBINATIONS = 81  # of numbers, without the one that tells the size
_WORDS = 150  # calls with words at the ends of their range
_RANDOM = 40  # calls with random contents, besides those of the sizes
_WIDTHS = {"u8": 8, "u16": 16, "u32": 32, "usize": 32, "u64": 64}  # size_t has 32 bits somewhere


def _unused(read: Contents) -> Contents:
    raise AssertionError("a plan of an author's kernel answers by the contract's reference")


@dataclass(frozen=True)
class AuthorPlan(Plan):
    """A plan whose answers come from the contract's reference."""

    reference: Callable[[Contents], Contents] = _unused
    kernel: Kernel = field(kw_only=True)

    def answer(self, read: Contents, numbers: Numbers) -> tuple[Contents, int | None]:
        return _answer(self.kernel, read, numbers)


def _answer(kernel: Kernel, read: Contents, numbers: Numbers) -> tuple[Contents, int | None]:
    """What the reference makes of the arguments. KernelError if the reference raises an exception, changes a size
    or gives another kind of result."""
    written = dict[str, bytearray]()
    given: list[int | bytes | bytearray] = []
    for arg in kernel.args:
        if not arg.access:
            given.append(_signed(kernel, arg.name, numbers[arg.name]))
        elif arg.access == "r":
            given.append(read[arg.name])
        else:
            size = arg.bytes(numbers)
            written[arg.name] = bytearray(read[arg.name] if arg.access == "rw" else bytes(size))
            given.append(written[arg.name])
    reference = kernel.reference
    assert reference is not None
    with limited(kernel, numbers):
        result = run(lambda: reference(*given), kernel.src.file)
    for name, held in written.items():
        size = kernel.arg(name).bytes(numbers)
        if len(held) != size:
            said = f"the reference gives {name} {len(held)} bytes; expected {size}: {kernel.arg(name).extent}"
            raise KernelError(kernel.src, f"{kernel.name}: {said}; write {name}[:] = …")
    if kernel.returns == "void" and result is not None:
        raise KernelError(kernel.src, f"{kernel.name}: the reference returns {result!r}; expected None, for void")
    if kernel.returns != "void" and (not isinstance(result, int)):
        raise KernelError(kernel.src, f"{kernel.name}: the reference returns {result!r}; expected a number")
    if result is not None and not can_hold(result, kernel.returns.replace("size_t", "uint64_t")):
        said = f"the reference returns {result}; expected a number that a {kernel.returns} holds"
        raise KernelError(kernel.src, f"{kernel.name}: {said}")
    return {name: bytes(held) for name, held in written.items()}, result


def plan(kernel: Kernel, seed: int) -> AuthorPlan:
    """The plan of a kernel with a reference. AsmloomError if the driver cannot call such a kernel."""
    if len(kernel.args) > MOST_ARGUMENTS:
        raise AsmloomError(
            f"{kernel.src}: {kernel.name} has {len(kernel.args)} arguments; the tests' driver passes at most "
            f"{MOST_ARGUMENTS}"
        )
    rng = random.Random(f"{seed} {kernel.name} numbers")
    amounts, aligned, long = _amounts(kernel)
    numbers = {arg.name: _values(kernel, arg.name, rng) for arg in kernel.args if not arg.access}
    few = {name: values for name, values in numbers.items() if name != kernel.size_arg}
    # Every combination of a few numbers is a call. Of many numbers, some have one value here, and all in `_special`.
    for most in (_FEW, 2, 1):
        if prod(map(len, few.values())) > _COMBINATIONS:
            few = {name: values[:most] if name not in kernel.cases else values for name, values in few.items()}
    if kernel.size_arg:
        few[kernel.size_arg] = amounts
        numbers[kernel.size_arg] = amounts
    return AuthorPlan(
        kernel=kernel, counts=few, contents=_makers(kernel), aligned=aligned, long=long, seed=seed,
        special=lambda rng: _special(kernel, numbers, rng), pieces=kernel.size_arg not in kernel.cases,
    )  # fmt: skip


def calls(kernels: Mapping[str, Kernel], seed: int) -> Callable[[str, str], Iterable[Call]]:
    """A maker of the calls of one kernel's function. The calls of all functions of one kernel are the same."""
    made: dict[str, list[Call]] = {}

    def get(name: str, function: str) -> Iterable[Call]:
        if name not in made:
            kernel = kernels[name]
            made[name] = (
                derive(kernel, plan(kernel, seed), "")
                if kernel.single is None
                else derive_lanes(kernel, plan(kernel.single, seed), "")
            )
        return [replace(call, function=function) for call in made[name]]

    return get


def untried(kernel: Kernel, made: Iterable[Call]) -> list[str]:
    """A line for each number without ``cases`` of which calls have no great values."""
    found = list(made)
    lines = []
    for n, arg in enumerate(kernel.args):
        if not arg.access and arg.name not in kernel.cases and arg.name not in _secret(kernel):
            most = max((call.arguments[n].value for call in found), default=0)  # type: ignore[union-attr]  # a number
            if most < _greatest(kernel, arg.name):
                lines.append(f"{kernel.src}: {kernel.name}: {arg.name} was tried up to {most}; no run judges more")
    return lines


def _amounts(kernel: Kernel) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    """The values of the argument of ``size=``, those that meet all alignments, and those that meet guard pages only."""
    name = kernel.size_arg
    if not name:
        return (), (), ()
    if name in kernel.cases:
        chosen = _numbers(kernel, name)
        return chosen, sorted(chosen)[1:4] or chosen, ()
    least = {arg.name: 0 for arg in kernel.args if not arg.access}
    unit = max((arg.bytes({**least, name: 1}) - arg.bytes(least) for arg in kernel.args if arg.access), default=0)
    if not any(name in arg.size for arg in kernel.args):
        unit = 1  # no buffer grows with it: a loop may count it
    if 0 < unit <= _UNIT:
        some = (*_BYTES[: -(-len(_BYTES) // unit)], *(n // unit for n in _AROUND))
        if _bits(kernel, name) <= _NARROW // 2:
            return some[: 1 << _bits(kernel, name) - 1], (1, -(-16 // unit), -(-31 // unit)), ()
        return some, (1, -(-16 // unit), -(-31 // unit)), (4097 // unit,)
    return _BLOCKS, (1, 2, 3), (37,)


def _signed(kernel: Kernel, name: str, value: int) -> int:
    """A number as its C type has it: negative if the type is signed and the highest bit is set."""
    param = next(param for param in kernel.params if param.name == name)
    half = 1 << _WIDTHS[param.type] - 1
    return (value + half) % (2 * half) - half if param.ctype[0] == "i" else value


def _numbers(kernel: Kernel, name: str) -> list[int]:
    return [one for one in kernel.cases[name] if isinstance(one, int)]  # type: ignore[union-attr]  # numbers' cases


def _values(kernel: Kernel, name: str, rng: random.Random) -> Sequence[int]:
    """The values of an argument that is a number."""
    if name in kernel.cases:
        return _numbers(kernel, name)
    counts = any(name in arg.size for arg in kernel.args)
    if counts or kernel.arg(name).public:
        return (1, 0, 2, 3, 7)
    bits = _bits(kernel, name)
    return (0, 2**bits - 1, rng.randrange(2**bits), 2 ** (bits - 1), 1, rng.randrange(2**bits))


def _makers(kernel: Kernel) -> dict[str, Callable[[random.Random, int], bytes]]:
    """The makers of contents that ``cases=`` names."""
    return {
        arg.name: _maker(kernel, arg.name) for arg in kernel.args if arg.access and arg.name in kernel.cases
    }  # fmt: skip


def _maker(kernel: Kernel, name: str) -> Callable[[random.Random, int], bytes]:
    given = kernel.cases[name]

    def make(rng: random.Random, size: int) -> bytes:
        found = run(lambda: given(rng, size), kernel.src.file) if callable(given) else rng.choice(given)
        if not isinstance(found, (bytes, bytearray)) or len(found) != size:
            said = f"{len(found)} bytes" if isinstance(found, (bytes, bytearray)) else repr(found)
            raise KernelError(kernel.src, f"{kernel.name}: cases gives {name} {said}; expected {size} bytes")
        return bytes(found)

    return make


def _special(kernel: Kernel, numbers: Mapping[str, Sequence[int]], rng: random.Random) -> Iterator[Given]:
    """Zeros, ones and random bytes in combinations; then words at the ends of their range; then random contents. The
    last two come with random secret numbers. Then one argument at its end, public numbers at theirs, and long
    buffers."""
    read = [arg for arg in kernel.args if "r" in arg.access]
    makers = _makers(kernel)
    fills = [
        (makers[arg.name],) if arg.name in makers else (_ones, _zeros, random.Random.randbytes) for arg in read
    ]  # fmt: skip
    amounts = [one for one in numbers.get(kernel.size_arg, ()) if one] or [0]
    widths = {name: _bits(kernel, name) for name in _secret(kernel)}
    chosen = [*islice(product(*fills), _EDGES)]
    every = (*(makers.get(arg.name, random.Random.randbytes) for arg in read),)
    own = [arg.name in makers for arg in read]
    for n, makes in enumerate([*chosen, *[every] * (_WORDS + _RANDOM)]):
        given: dict[str, int | bytes] = {name: rng.choice(values) for name, values in numbers.items()}
        if kernel.size_arg:
            given[kernel.size_arg] = rng.choice(amounts)
        if n >= len(chosen):
            given.update({name: rng.randrange(2**bits) for name, bits in widths.items()})
        sizes = {name: value for name, value in given.items() if isinstance(value, int)}
        lengths = [arg.bytes(sizes) for arg in read]
        contents = [make(rng, length) for make, length in zip(makes, lengths)]
        if len(chosen) <= n < len(chosen) + _WORDS:
            contents = [old if mine else new for old, mine, new in zip(contents, own, edges(rng, lengths))]
        yield {**given, **{arg.name: data for arg, data in zip(read, contents)}}
    ends = Ends(kernel, numbers, makers, rng)
    yield from ends.alone(sorted(amounts)[:_FEW])
    for arg in kernel.args:
        if not arg.access and arg.name not in kernel.cases and arg.name not in widths:
            yield from ends.number(arg.name, [] if arg.name == kernel.size_arg else _far(kernel, arg.name))
            yield from ends.number(arg.name, _lengths(kernel, arg.name), long=True)


def _secret(kernel: Kernel) -> list[str]:
    """The numbers that may have any value: they count no turns of a loop."""
    return [
        arg.name for arg in kernel.args
        if not arg.access and not arg.public and arg.name not in kernel.cases
        and not any(arg.name in other.size for other in kernel.args)
    ]  # fmt: skip


def _bits(kernel: Kernel, name: str) -> int:
    return _WIDTHS[next(param.type for param in kernel.params if param.name == name)]


def _greatest(kernel: Kernel, name: str) -> int:
    """The greatest value of a number's C type."""
    signed = next(param.ctype for param in kernel.params if param.name == name)[0] == "i"
    return (1 << _bits(kernel, name) - signed) - 1


def _far(kernel: Kernel, name: str) -> list[int]:
    """Values of a number that may count turns: some that loops of 16, 64 or 256 do not reach, the ends of a narrow
    type, and negative ones."""
    bits, most = _bits(kernel, name), _greatest(kernel, name)
    ends = [most, most // 2, most // 2 + 1] if bits <= _NARROW else []
    negative = [-1, -2, -most - 1] if most < (1 << bits) - 1 else []
    return [*(one for one in sorted({*_FAR, *ends}) if one <= most), *negative]


def _lengths(kernel: Kernel, name: str) -> list[int]:
    """Values of a number that make buffers long."""
    ones = {arg.name: 1 for arg in kernel.args if not arg.access}
    sizes = [arg.bytes(ones) - arg.bytes({**ones, name: 0}) for arg in kernel.args if arg.access]
    unit = max(sizes, default=0)
    if name == kernel.size_arg and not any(name in arg.size for arg in kernel.args):
        unit = 1
    if unit < 1:
        return []
    counts = {one // unit for one in _LONG} if unit <= _UNIT else {*_COUNTED, _LONG[3] // unit + 1}
    most = _greatest(kernel, name)
    return sorted(one for one in {*counts, most} if one <= most and one * unit <= 2 * _LONG[-1])


class Ends:
    """Calls with arguments at the ends of their range. ``numbers``: the usual values of numbers."""

    def __init__(
        self, kernel: Kernel, numbers: Mapping[str, Sequence[int]], makers: Mapping[str, Maker], rng: random.Random
    ) -> None:
        self.kernel, self.numbers, self.makers, self.rng = kernel, numbers, makers, rng
        self.read = [arg for arg in kernel.args if "r" in arg.access]
        self.secret = _secret(kernel)

    def content(self, name: str, size: int, place: Place, order: Order) -> bytes:
        make = self.makers.get(name)
        return filled(place, size, order) if make is None else make(Placed(place), size)

    def alone(self, amounts: Sequence[int]) -> Iterator[Given]:
        """One argument at an end of its range, while the others are small."""
        names = [*(arg.name for arg in self.read), *self.secret]
        zero, one, *_ = SMALL
        small = [[some] * len(names) for some in SMALL]
        small += [[(zero, one)[(n + turn) % 2] for n in range(len(names))] for turn in (0, 1)]
        for (n, name), end, others, amount in product(enumerate(names), ENDS, small[: len(names) ** 3], amounts):
            at = {**dict(zip(names, others)), name: (end, others[n][1])}
            yield self.given({self.kernel.size_arg: amount} if self.kernel.size_arg else {}, at)

    def given(self, some: Numbers, at: Mapping[str, tuple[Place, Order]]) -> Given:
        values = {name: self.rng.choice(values) for name, values in self.numbers.items()}
        values.update({one: placed(at[one][0], 1 << _bits(self.kernel, one)) for one in self.secret if one in at})
        values.update(some)
        made = {
            arg.name: self.content(arg.name, arg.bytes(values), *at[arg.name])
            if arg.name in at
            else self.makers.get(arg.name, random.Random.randbytes)(self.rng, arg.bytes(values))
            for arg in self.read
        }
        return {**values, **made}

    def number(self, name: str, values: Sequence[int], *, long: bool = False) -> Iterator[Given]:
        """Calls with values of one number, the others at small values, up to the first for which the reference has no
        answer. KernelError if a type of 8 or 16 bits has such a value. ``long``: with buffers full of ones, and at the
        greatest value with random ones and with the least others, too."""
        small = {one: next((value for value in some if value), 0) for one, some in self.numbers.items()}
        least = {one: min(some) for one, some in self.numbers.items()}
        ones: dict[str, tuple[Place, Order]] = {arg.name: (ENDS[0], "little") for arg in self.read}
        for n, value in enumerate(values):
            last: list[tuple[dict[str, tuple[Place, Order]], dict[str, int]]] = [({}, small), ({}, least)]
            last *= long and n == len(values) - 1
            for at, others in [(ones if long else {}, small), *last]:
                given = self.given({**others, name: value}, at)
                read = {one: data for one, data in given.items() if isinstance(data, bytes)}
                try:
                    _answer(self.kernel, read, {one: data for one, data in given.items() if isinstance(data, int)})
                except Late:
                    return
                except KernelError as error:
                    if long or _bits(self.kernel, name) > _NARROW:
                        return
                    said = f"with {name}={value}, which the contract allows, the reference has no answer ({error})"
                    mend = f"expected one, or the values that callers pass: cases={{{name!r}: …}}"
                    raise KernelError(self.kernel.src, f"{self.kernel.name}: {said}; {mend}") from None
                yield given


def _ones(_: random.Random, size: int) -> bytes:
    return b"\xff" * size


def _zeros(_: random.Random, size: int) -> bytes:
    return bytes(size)


DEFAULT_SEED = SEED
