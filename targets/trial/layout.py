# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Makes one call of a kernel from its contract: places the arguments, fills them, and computes the expected bytes.

Arguments of a call lie in areas. An area is one buffer and holds one argument, or several if the contract lets them
share a buffer. The contract gives every size, and the power of two that each address is a multiple of.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from generator.lang.contract import Arg, Kernel
from targets.trial.batch import Alias, Argument, Buffer, Call, Narrow, Placement, Word
from targets.trial.plan import Contents, Given, Numbers, Plan

ALIGNMENTS = 64  # bytes of a cache line: addresses count modulo this
_SAMPLES = 8  # contents for each set of numbers; calls take turns among them
_FACTORS = (1, 29, 13, 5, 43, 19, 37, 11)  # odd numbers: every area meets every alignment
_BITS = {f"{sign}int{bits}_t": bits for sign in ("u", "") for bits in (8, 16, 32, 64)}
"""Bits of a result, by its C type. The others are as wide as a register, or wider."""
Area = dict[str, int]
"""The arguments in one buffer, each with its distance from the buffer's start in bytes."""
Layout = Callable[[Numbers], "list[Area]"]
"""A call's numbers → its areas."""


@dataclass(slots=True)
class Layouts:
    """Makes calls of one kernel. ``function`` is the symbol to be called."""

    kernel: Kernel
    plan: Plan
    function: str
    pointers: list[Arg] = field(init=False)
    _results: dict[tuple[object, ...], tuple[Contents, int | None]] = field(default_factory=dict)
    _sizes: dict[tuple[str, tuple[int, ...]], int] = field(default_factory=dict)
    _made: dict[tuple[tuple[int, ...], int], dict[str, bytes]] = field(default_factory=dict)
    _places: int = 0

    def __post_init__(self) -> None:
        self.pointers = [arg for arg in self.kernel.args if arg.access]

    # -- contents --------------------------------------------------------------------------------------------------

    def contents(self, numbers: Numbers, turn: int, given: Given) -> dict[str, bytes]:
        """Bytes for every argument, including arguments that are only written."""
        key = (*numbers.values(),), turn % _SAMPLES
        if key not in self._made:
            rng = random.Random(f"{self.plan.seed} {self.kernel.name} {key}")
            makers = {arg.name: self.plan.contents.get(arg.name, random.Random.randbytes) for arg in self.pointers}
            self._made[key] = {name: make(rng, self.size(name, numbers)) for name, make in makers.items()}
        held = {**self._made[key], **{name: value for name, value in given.items() if isinstance(value, bytes)}}
        for name, made in held.items():
            size = self.size(name, numbers)
            if len(made) != size:
                raise ValueError(
                    f"{self.kernel.name}: the plan gives {name} {len(made)} bytes; the contract says "
                    f"{self.kernel.arg(name).size}, which are {size}"
                )
        return held

    def size(self, name: str, numbers: Numbers) -> int:
        """Bytes of an argument, by the contract."""
        key = name, (*numbers.values(),)
        if key not in self._sizes:
            self._sizes[key] = self.kernel.arg(name).bytes(numbers)
        return self._sizes[key]

    def reference(self, read: Contents, numbers: Numbers) -> tuple[Contents, int | None]:
        """The bytes that the kernel writes, and its result. Raises ValueError unless the sizes are the contract's."""
        key = (*numbers.values(), *sorted(read.items()))
        if key not in self._results:
            self._results[key] = results, _ = self.plan.answer(read, numbers)
            sizes = {name: len(result) for name, result in results.items()}
            wanted = {arg.name: self.size(arg.name, numbers) for arg in self.pointers if "w" in arg.access}
            if sizes != wanted:
                raise ValueError(f"{self.kernel.name}: the plan's reference gives {sizes} bytes; expected {wanted}")
        return self._results[key]

    # -- layouts ---------------------------------------------------------------------------------------------------

    def apart(self, _: Numbers) -> list[Area]:
        """Every argument in an area of its own."""
        return [{arg.name: 0} for arg in self.pointers]

    def in_place(self, _: Numbers) -> list[Area]:
        """One area for arguments that may be the same buffer: in turn for all of them, and for two alone."""
        areas: dict[str, Area] = {}
        for arg in self.pointers:
            areas.setdefault(self.kernel.class_of(arg.name), {})[arg.name] = 0
        pairs = [
            (arg.name, other)
            for arg in self.pointers
            for other in arg.aliases
            if len(areas[self.kernel.class_of(arg.name)]) > 2
        ]
        self._places += 1
        chosen = self._places % (len(pairs) + 1)
        if chosen:
            pair = pairs[chosen - 1]
            alone = [{arg.name: 0} for arg in self.pointers if arg.name not in pair]
            return [dict.fromkeys(sorted(pair, key=self._number), 0), *alone]
        return list(areas.values())

    def beside(self, numbers: Numbers, *, before: bool = False) -> list[Area]:
        """One of two arguments that may be the same buffer begins at the other's end."""
        areas = []
        for area in self.in_place(numbers):
            places, end = Area(), 0
            for name in sorted(area, key=self._number, reverse=before):
                places[name] = end = self._aligned(name, end)
                end += self.size(name, numbers)
            areas.append(places)
        return areas

    def near(self, numbers: Numbers, name: str, to: str, distance: int, in_place: bool) -> list[Area]:
        """``name`` begins ``distance`` bytes after ``to`` (before, if negative) in one area."""
        areas = self.in_place(numbers) if in_place else self.apart(numbers)
        joined = next(area for area in areas if to in area)
        areas = [area for area in areas if area is not joined and name not in area]
        return [*areas, {name: max(distance, 0), **{other: max(-distance, 0) for other in joined}}]

    def distance(self, name: str, to: str, least: int) -> int:
        """The smallest distance of ``least`` or more that both arguments' alignment allows."""
        align = max(self.kernel.arg(name).align, self.kernel.arg(to).align)
        return -(-least // align) * align

    def _aligned(self, name: str, at: int) -> int:
        align = self.kernel.arg(name).align
        return -(-at // align) * align

    def _number(self, name: str) -> int:
        return [arg.name for arg in self.kernel.args].index(name)

    # -- calls -----------------------------------------------------------------------------------------------------

    def call(
        self,
        layout: Layout,
        given: Given,
        placement: Placement,
        turn: int,
        align: int | Sequence[int] | None = None,
        note: str = "",
    ) -> Call:
        """One call. ``given`` has all numbers, and the contents of some arguments. ``align``: the alignments of the
        areas, in order. A single number stands for a different alignment of each area. Every address is rounded down to
        the contract's alignment."""
        numbers = {name: value for name, value in given.items() if isinstance(value, int)}
        areas = layout(numbers)
        contents = self.contents(numbers, turn, given)
        held = [self._fill(area, contents, numbers) for area in areas]
        after, value = self._after(areas, held, numbers)
        narrow = {one.name: int(one.type[1:]) for one in self.kernel.params if one.type in ("u8", "u16", "u32")}
        wide = {param.name for param in self.kernel.params if param.type == "u64"}
        arguments: dict[str, Argument] = {
            name: Narrow(value, narrow[name]) if name in narrow else Word(value, name in wide)
            for name, value in numbers.items()
        }
        expected = {}
        told = []
        for n, (area, before, result) in enumerate(zip(areas, held, after)):
            host = min((name for name in area if area[name] == 0), key=self._number)
            output = any("w" in self.kernel.arg(name).access for name in area)
            wanted = align[n] if isinstance(align, Sequence) else None if align is None else self._spread(align, n)
            at = self._start(area, wanted, len(before))
            arguments[host] = Buffer(before, output, placement, at)
            for name, offset in area.items():
                if name != host:
                    arguments[name] = Alias(self._number(host), offset)
            if output:
                expected[self._number(host)] = result
            told.append("+".join(f"{name}{f'@{area[name]}' if area[name] else ''}" for name in area if len(area) > 1))
        words = [f"{name}={numbers[name]}" for name in numbers]
        shared = " ".join(word for word in told if word) or "apart"
        text = " ".join((*words, shared, placement.name, f"align={_text(align)}"))
        ordered = tuple(arguments[arg.name] for arg in self.kernel.args)
        said = f"{text} {note}".rstrip()
        return Call(self.function, ordered, expected, said, value=value, value_bits=_BITS.get(self.kernel.returns, 0))

    def results(self, given: Given, turn: int) -> Contents:
        """The bytes that a call with these arguments writes, by argument name."""
        numbers = {name: value for name, value in given.items() if isinstance(value, int)}
        contents = self.contents(numbers, turn, given)
        read = {arg.name: contents[arg.name] for arg in self.pointers if "r" in arg.access}
        return self.reference(read, numbers)[0]

    def _fill(self, area: Area, contents: Contents, numbers: Numbers) -> bytes:
        """An area before the call. Where arguments overlap, the contents of read arguments win."""
        size = max(offset + self.size(name, numbers) for name, offset in area.items())
        out = bytearray(random.Random(f"{self.plan.seed} {size}").randbytes(size))
        for name in sorted(area, key=lambda name: "r" in self.kernel.arg(name).access):
            out[area[name] : area[name] + len(contents[name])] = contents[name]
        return bytes(out)

    def _after(self, areas: list[Area], held: list[bytes], numbers: Numbers) -> tuple[list[bytes], int | None]:
        """The areas after the call, and the call's result.

        Kernels go through memory upwards. A read argument that lies below a written one, at a distance, is read after
        the write.
        """
        read = {}
        for area, before in zip(areas, held):
            for name, offset in area.items():
                if "r" in self.kernel.arg(name).access:
                    read[name] = before[offset : offset + self.size(name, numbers)]
        results, value = self.reference(read, numbers)
        after = self._written(areas, held, results)
        late = {
            name: result[offset : offset + len(read[name])]
            for area, result in zip(areas, after)
            for name, offset in area.items()
            if self.kernel.arg(name).access == "r" and self._behind(name, area)
        }
        if late:
            results, value = self.reference({**read, **late}, numbers)
            after = self._written(areas, held, results)
        return after, value

    def _behind(self, name: str, area: Area) -> bool:
        return any(
            area[name] < offset
            and "w" in self.kernel.arg(other).access
            and self.kernel.distance(name, other) is not None
            for other, offset in area.items()
        )

    def _written(self, areas: list[Area], held: list[bytes], results: Contents) -> list[bytes]:
        out = []
        for area, before in zip(areas, held):
            after = bytearray(before)
            for name in area.keys() & results.keys():
                after[area[name] : area[name] + len(results[name])] = results[name]
            out.append(bytes(after))
        return out

    def _spread(self, align: int, area: int) -> int:
        return (align * _FACTORS[area % len(_FACTORS)] + 3 * area) % ALIGNMENTS

    def _start(self, area: Area, align: int | None, size: int) -> int | None:
        """An area's address modulo 64, by the alignment of every argument in the area. None leaves the address to the
        placement."""
        least = max(self.kernel.arg(name).align for name in area)
        if align is None:
            return None if size % least == 0 else -size % ALIGNMENTS // least * least
        return align // least * least


def _text(align: int | Sequence[int] | None) -> str:
    return ",".join(map(str, align)) if isinstance(align, Sequence) else str(align)
