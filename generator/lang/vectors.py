# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Operations on whole vectors: 128, 256 or 512 bits, seen as blocks of 128 bits or as lanes of 8 to 64 bits.

Only :meth:`VectorOps.vfollow`, ``vblocks_even``, ``vblocks_odd``, ``vextract`` and ``vinsert`` move data across a
block's border. A kernel that is right for vectors of one block is therefore right for vectors of four. Logic uses the
scalar operations (``x ^ y``, ``k.ternary``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.lang.arguments import checked
from generator.lang.recording import Recording
from generator.lang.values import Op, Type, Val
from generator.wording import counted

BLOCK = 16  # bytes
LANES = (8, 16, 32, 64)


@checked
class VectorOps(Recording):
    """``k.v128 k.v256 k.v512`` are the types. ``k.vectors`` is the number of registers. ``k.keys_first`` is true if the
    AES instructions add the round key before the substitution, false if at the end."""

    def vector(self, bits: int) -> Type:
        """The vector type of 128, 256 or 512 bits."""
        for type in (self.v128, self.v256, self.v512):
            if type.bits == bits:
                return type
        raise self.fail(f"vector({bits}): expected 128, 256 or 512 bits")

    def _whole(self, op: str, *vals: Val) -> Type:
        """The one vector type of ``vals``."""
        for val in vals:
            if not isinstance(val, Val) or not val.type.whole:
                raise self.fail(f"{op}: {val!r} is no vector; expected v128, v256 or v512")
            if val.type is not vals[0].type and val.type != vals[0].type:
                raise self.fail(
                    f"{op}({', '.join(f'{v.name} {v.type}' for v in vals)}): the types differ; expected one type"
                )
        return vals[0].type

    def _lane(self, op: str, bits: int, allowed: Sequence[int] = LANES) -> None:
        if bits not in allowed:
            raise self.fail(f"{op}: lanes of {bits} bits; expected one of {', '.join(map(str, allowed))}")

    def _vector(self, op: str, args: tuple[Val, ...], to: Val | None, **attrs: Any) -> Val:
        dst = self._target(to, self._whole(op, *args))
        self.record(op, (dst,), args, **attrs)
        return dst

    def _lanes(
        self, op: str, args: tuple[Val, ...], bits: int, to: Val | None, allowed: Sequence[int] = LANES, **attrs: Any
    ) -> Val:
        self._lane(op, bits, allowed)
        return self._vector(op, args, to, lane=bits, **attrs)

    # -- memory and constants --------------------------------------------------------------------------------------

    def frame(self, size: int, name: str = "area") -> Val:
        """A pointer to ``size`` bytes of the function's own frame, aligned to 16 bytes if the convention aligns the
        stack. All areas together have fewer than 4096 bytes: Windows would need a stack probe for more."""
        if not 0 < size < 4096:
            raise self.fail(f"frame({size}): expected 1 to 4095 bytes")
        dst = self.value(self.ptr, name)
        same = sum(op.name == "frame" and op.dst[0].name == dst.name for op in self.recorded)
        own = f"{dst.name} {same + 1}" if same else dst.name  # no value's name has a space
        self.record("frame", (dst,), (), size=size, area=own)
        return dst

    def vload(
        self, type: Type, ptr: Val, *, offset: int = 0, index: Val | None = None, name: str = "", to: Val | None = None
    ) -> Val:
        """A vector from ptr + index + offset, in bytes, at any alignment."""
        self._address("vload", ptr, index, offset)
        dst = self._target(to, type, name)
        self._whole("vload", dst)
        self.record("vload", (dst,), (ptr, index), offset=offset)
        return dst

    def vblock(
        self, type: Type, ptr: Val, *, offset: int = 0, index: Val | None = None, name: str = "", to: Val | None = None
    ) -> Val:
        """One block of 16 bytes from ptr + index + offset, repeated in every block of the vector."""
        self._address("vblock", ptr, index, offset)
        dst = self._target(to, type, name)
        self._whole("vblock", dst)
        self.record("vload" if type.bits == 128 else "vblock", (dst,), (ptr, index), offset=offset)
        return dst

    def vstore(self, ptr: Val, vals: Val | Sequence[Val], *, offset: int = 0, index: Val | None = None) -> None:
        """A vector, or several one after the other, to ptr + index + offset, in bytes, at any alignment."""
        self._address("vstore", ptr, index, offset)
        if not isinstance(vals, Val) and not vals:
            raise self.fail("vstore: no values; expected one at least")
        for val in [vals] if isinstance(vals, Val) else vals:
            self._whole("vstore", val)
            self.record("vstore", (), (ptr, index, val), offset=offset)
            offset += val.type.bits // 8

    def vconst(self, type: Type, values: Sequence[int], *, bits: int = 32, name: str = "const") -> Val:
        """A constant from read-only data. ``values`` are lanes, lowest first, for all blocks, or for one block that
        every block repeats. A negative value is a lane in two's complement."""
        self._lane("vconst", bits)
        have = len(values) * bits
        if have not in (128, type.bits):
            counts = " or ".join(str(one // bits) for one in dict.fromkeys((128, type.bits)))
            fits = [one for one in (8, 16, 32, 64) if len(values) * one in (128, type.bits)]
            other = "".join(f", or bits={one}" for one in fits)
            raise self.fail(f"vconst: {counted(len(values), 'value')} of {bits} bits; expected {counts}{other}")
        wrong = next((v for v in values if not -(1 << bits - 1) <= v < 1 << bits), None)
        if wrong is not None:
            raise self.fail(f"vconst: {wrong} does not fit a lane of {bits} bits")
        data = b"".join((v % (1 << bits)).to_bytes(bits // 8, "little") for v in values)
        dst = self.value(type, name)
        self._whole("vconst", dst)
        self.record("vconst", (dst,), (), data=data)
        self.known[dst.id] = data
        return dst

    def vzero(self, type: Type, *, name: str = "zero", to: Val | None = None) -> Val:
        """All bits zero."""
        dst = self._target(to, type, name)
        self._whole("vzero", dst)
        self.record("vzero", (dst,), ())
        return dst

    # -- lanes -----------------------------------------------------------------------------------------------------

    def vadd(self, x: Val, y: Val, *, bits: int, to: Val | None = None) -> Val:
        """The sums of lanes."""
        return self._lanes("vadd", (x, y), bits, to)

    def vsub(self, x: Val, y: Val, *, bits: int, to: Val | None = None) -> Val:
        """The differences of lanes, those of the first operand less those of the second."""
        return self._lanes("vsub", (x, y), bits, to)

    def _vshift(self, op: str, x: Val, count: int, bits: int, to: Val | None) -> Val:
        self._lane(op, bits)
        if not 0 < count < bits:
            raise self.fail(f"{op}: {count} bits; expected 1 to {bits - 1}")
        return self._vector(op, (x,), to, bits=count, lane=bits)

    def vshl(self, x: Val, count: int, *, bits: int, to: Val | None = None) -> Val:
        """Each lane shifted left by a constant."""
        return self._vshift("vshl", x, count, bits, to)

    def vshr(self, x: Val, count: int, *, bits: int, to: Val | None = None) -> Val:
        """Each lane shifted right by a constant. Zeros come in."""
        return self._vshift("vshr", x, count, bits, to)

    def vrotl(self, x: Val, count: int, *, bits: int, to: Val | None = None) -> Val:
        """Each lane rotated left by a constant."""
        self._lane("vrotl", bits, LANES[1:])
        return self._vshift("vrotl", x, count, bits, to)

    def vrotr(self, x: Val, count: int, *, bits: int, to: Val | None = None) -> Val:
        """Each lane rotated right by a constant."""
        return self.vrotl(x, bits - count, bits=bits, to=to)

    def vrotations(
        self, x: Val, low: Sequence[int], high: Sequence[int], *, bits: int, to: Val | None = None
    ) -> Val:  # fmt: skip
        """In each block the exclusive-or of three rotations to the right of each lane. ``low``: the constants of the
        lower half's lanes. ``high``: the constants of the upper half's lanes. Both ascend."""
        self._lane("vrotations", bits, LANES[2:])
        for right in (low, high):
            if len(right) != 3 or list(right) != sorted(set(right)) or not all(0 < one < bits for one in right):
                raise self.fail(f"vrotations by {list(right)}: expected three ascending constants below {bits}")
        return self._vector("vrotations", (x,), to, halves=(tuple(low), tuple(high)), lane=bits)

    def vbswap(self, x: Val, *, bits: int, to: Val | None = None) -> Val:
        """The bytes of each lane of 16 to 128 bits in reverse order."""
        return self._lanes("vbswap", (x,), bits, to, (*LANES[1:], 128))

    # -- within blocks ---------------------------------------------------------------------------------------------

    def _vbytes(self, op: str, x: tuple[Val, ...], count: int, to: Val | None) -> Val:
        if not 0 < count < BLOCK:
            raise self.fail(f"{op}: {count} bytes; expected 1 to 15")
        return self._vector(op, x, to, count=count)

    def vshl_bytes(self, x: Val, count: int, *, to: Val | None = None) -> Val:
        """Each block moved ``count`` bytes up. Zeros come in."""
        return self._vbytes("vshl_bytes", (x,), count, to)

    def vshr_bytes(self, x: Val, count: int, *, to: Val | None = None) -> Val:
        """Each block moved ``count`` bytes down. Zeros come in."""
        return self._vbytes("vshr_bytes", (x,), count, to)

    def vext(self, high: Val, low: Val, count: int, *, to: Val | None = None) -> Val:
        """In each block, bytes ``count`` to ``count`` + 15 of the 32 bytes of ``low`` and, above, ``high``."""
        return self._vbytes("vext", (high, low), count, to)

    def vlookup(self, table: Val, index: Val, *, to: Val | None = None) -> Val:
        """In each block, byte i is byte ``index[i]`` of the table's block, or 0 if index[i] has bit 7 set. Bits 4 to 6
        of an index do not count. One instruction clears them where constants, masks and shifts do not show that they
        are 0: instruction sets differ on such an index. A constant with such an index is refused."""
        for n, byte in enumerate(self.known.get(index.id, b"")):
            if BLOCK <= byte < 128:
                raise self.fail(
                    f"vlookup: byte {n} of the index is {byte}; expected 0 to 15, or 128 and above for a zero"
                )
        return self._vector("vlookup", (table, index), to)

    def vshuffle(self, x: Val, order: Sequence[int], *, to: Val | None = None) -> Val:
        """In each block, 32-bit word i is word ``order[i]`` of ``x``. An order of eight numbers moves lanes of 16
        bits."""
        if len(order) not in (4, 8) or any(n not in range(len(order)) for n in order):
            raise self.fail(f"vshuffle: order {list(order)}; expected four numbers from 0 to 3, or eight from 0 to 7")
        return self._vector("vshuffle", (x,), to, order=tuple(order))

    def vunpack_low(self, x: Val, y: Val, *, bits: int, to: Val | None = None) -> Val:
        """In each block, the lower half's lanes of ``x`` and ``y`` in turn."""
        return self._lanes("vunpack_low", (x, y), bits, to)

    def vunpack_high(self, x: Val, y: Val, *, bits: int, to: Val | None = None) -> Val:
        """In each block, the upper half's lanes of ``x`` and ``y`` in turn."""
        return self._lanes("vunpack_high", (x, y), bits, to)

    # -- across blocks, and to and from words ----------------------------------------------------------------------

    def vfollow(self, before: Val, x: Val, *, blocks: int = 1, to: Val | None = None) -> Val:
        """``x`` moved up by ``blocks`` blocks. The last blocks of ``before`` come in. With one block, each block of the
        result is the block before that of ``x``."""
        most = max(1, self._whole("vfollow", before, x).bits // 128 - 1)
        if blocks not in range(1, most + 1):
            raise self.fail(f"vfollow: a {x.type} moved by {blocks} blocks; expected 1{f' to {most}' * (most > 1)}")
        if x.type.bits == 128 and to is None:
            return before
        return self._vector("vfollow", (before, x), to, blocks=blocks)

    def vblocks_even(self, x: Val, y: Val, *, to: Val | None = None) -> Val:
        """The even blocks of ``x``, from 0 on, and above them those of ``y``. Vectors of more than one block."""
        return self._every_second("vblocks_even", x, y, to)

    def vblocks_odd(self, x: Val, y: Val, *, to: Val | None = None) -> Val:
        """The odd blocks of ``x``, and above them those of ``y``. Vectors of more than one block."""
        return self._every_second("vblocks_odd", x, y, to)

    def _every_second(self, name: str, x: Val, y: Val, to: Val | None) -> Val:
        if self._whole(name, x, y).bits == 128:
            raise self.fail(f"{name}: a {x.type} is one block; expected a v256 or a v512")
        return self._vector(name, (x, y), to)

    def vextract(self, x: Val, block: int, *, to: Val | None = None) -> Val:
        """One block of a vector, as a v128."""
        blocks = self._whole("vextract", x).bits // 128
        if block not in range(blocks):
            raise self.fail(f"vextract: block {block}; expected 0 to {blocks - 1}")
        if blocks == 1 and to is None:
            return x
        dst = self._target(to, self.v128)
        self.record("vextract", (dst,), (x,), block=block)
        return dst

    def vinsert(self, x: Val, y: Val, block: int, *, to: Val | None = None) -> Val:
        """``x`` with one block replaced by the v128 ``y``."""
        blocks = self._whole("vinsert", x).bits // 128
        if block not in range(blocks) or blocks == 1 or y.type != self.v128:
            raise self.fail(f"vinsert: a {y.type} as block {block} of a {x.type}; expected a v128 and a block of it")
        dst = self._target(to, x.type)
        self.record("vinsert", (dst,), (x, y), block=block)
        return dst

    def vfrom(self, word: Val, *, to: Val | None = None, name: str = "") -> Val:
        """A v128 whose lowest lane is a u32 or u64. The other lanes are zero."""
        if word.type not in (self.u32, self.u64):
            raise self.fail(f"vfrom: {word.name} is a {word.type}; expected u32 or u64")
        dst = self._target(to, self.v128, name)
        self.record("vfrom", (dst,), (word,))
        return dst

    def vword(self, type: Type, x: Val, number: int = 0, *, to: Val | None = None, name: str = "") -> Val:
        """Lane ``number`` of a v128, as a u32 or u64."""
        if x.type != self.v128 or type not in (self.u32, self.u64) or number not in range(128 // type.bits):
            raise self.fail(f"vword: lane {number} of a {x.type} as a {type}; expected a lane of a v128, as u32 or u64")
        dst = self._target(to, type, name)
        self.record("vword", (dst,), (x,), lane=number)
        return dst

    # -- AES, FIPS 197 ---------------------------------------------------------------------------------------------

    def aes_enc(self, x: Val, key: Val, *, to: Val | None = None) -> Val:
        """A round of encryption: with ``keys_first`` MixColumns(ShiftRows(SubBytes(x ^ key))), otherwise
        MixColumns(ShiftRows(SubBytes(x))) ^ key."""
        return self._vector("aes_enc", (x, key), to)

    def aes_enc_last(self, x: Val, key: Val, *, to: Val | None = None) -> Val:
        """The same without MixColumns."""
        return self._vector("aes_enc_last", (x, key), to)

    def aes_dec(self, x: Val, key: Val, *, to: Val | None = None) -> Val:
        """A round of the equivalent inverse cipher: with ``keys_first`` InvMixColumns(InvShiftRows(InvSubBytes(x ^
        key))), otherwise InvMixColumns(InvShiftRows(InvSubBytes(x))) ^ key."""
        return self._vector("aes_dec", (x, key), to)

    def aes_dec_last(self, x: Val, key: Val, *, to: Val | None = None) -> Val:
        """The same without InvMixColumns."""
        return self._vector("aes_dec_last", (x, key), to)

    def aes_inv_mix(self, x: Val, *, to: Val | None = None) -> Val:
        """InvMixColumns."""
        return self._vector("aes_inv_mix", (x,), to)

    # -- the machine level -----------------------------------------------------------------------------------------

    def view(self, x: Val, arrangement: str | None = None) -> Op:
        """A vector as an operand of :meth:`asm` in one of AArch64's shapes: ``4s``, ``16b``, ``q``, ``s``, ``d[1]``.
        Without a shape: the lowest block of a wide vector, for x86."""
        self._whole("view", x)
        return Op("view", (), (x,), x.src, {"arrangement": arrangement})

    def only(self, x: Val, mask: Val) -> Op:
        """A vector as a destination of :meth:`asm` under an AVX-512 mask. Lanes outside the mask become zero."""
        self._whole("only", x)
        if mask.type != self.mask:
            raise self.fail(f"only: {mask.name} is a {mask.type}; expected a mask")
        return Op("only", (), (x, mask), x.src)
