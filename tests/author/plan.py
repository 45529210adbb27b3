# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The plan of calls of a kernel that declares a reference.

The contract gives everything that a plan of the tree states by hand. The argument of ``size=`` takes all values up to a
few blocks, and values around powers of two. Other numbers take small values if the contract calls them public or if an
extent depends on them, because such a number may count turns of a loop. Secret numbers take the ends of their range and
random values. Buffers hold zeros, ones and random bytes in all combinations, and words at the ends of their range (see
:mod:`tests.author.edges`). ``cases=`` replaces the values of an argument.
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
from tests.author.edges import edges
from tests.author.limits import limited
from tests.harness.batch import MOST_ARGUMENTS, Call
from tests.harness.plans_cases import derive
from tests.harness.plans_common import SEED, Contents, Given, Numbers, Plan
from tests.harness.plans_lanes import derive_lanes

_BYTES = range(274)  # every length up to two blocks of 128 bytes, and some more
_AROUND = (511, 512, 513)
_BLOCKS = (*range(10), 15, 16, 17)
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
        """What the reference makes of the arguments. KernelError if the reference raises an exception, changes a size
        or gives another kind of result."""
        kernel, written = self.kernel, dict[str, bytearray]()
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
    if 0 < unit <= _UNIT:
        some = (*_BYTES[: -(-len(_BYTES) // unit)], *(n // unit for n in _AROUND))
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
    bits = _WIDTHS[next(param.type for param in kernel.params if param.name == name)]
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
    last two come with random secret numbers."""
    read = [arg for arg in kernel.args if "r" in arg.access]
    makers = _makers(kernel)
    fills = [
        (makers[arg.name],) if arg.name in makers else (_ones, _zeros, random.Random.randbytes) for arg in read
    ]  # fmt: skip
    amounts = [one for one in numbers.get(kernel.size_arg, ()) if one] or [0]
    secret = [
        arg.name for arg in kernel.args
        if not arg.access and not arg.public and arg.name not in kernel.cases
        and not any(arg.name in other.size for other in kernel.args)
    ]  # fmt: skip
    widths = {param.name: _WIDTHS[param.type] for param in kernel.params if param.name in secret}
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


def _ones(_: random.Random, size: int) -> bytes:
    return b"\xff" * size


def _zeros(_: random.Random, size: int) -> bytes:
    return bytes(size)


DEFAULT_SEED = SEED
