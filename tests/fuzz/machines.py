# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The machines of the fuzzer's programs: conventions, feature levels, small register files."""

from __future__ import annotations

from dataclasses import dataclass

from generator.abi import Abi, abi
from generator.isa.features import closure
from generator.lang import Variant
from targets.toolchain import bochs, provision
from targets.trial.batch import Convention
from targets.trial.cpu import present
from tests.fuzz.profiles import BY_NAME, Profile
from tests.passes.small import small_file

LINUX, I686, ARM = "x86_64-linux-gnu", "i686-linux-gnu", "aarch64-linux-gnu"


@dataclass(frozen=True)
class Machine:
    """``registers``: the number of registers in each class, 0 for all. ``widest``: bits of the machine's vectors.
    ``messages``: several messages at once, of words of ``bits`` bits, in ``sets`` vectors."""

    name: str
    triple: str
    convention: str
    called: Convention
    features: tuple[str, ...] = ()
    widest: int = 0
    registers: int = 0
    in_vectors: bool = False
    bits: int = 0
    messages: int = 0
    sets: int = 1

    @property
    def abi(self) -> Abi:
        whole = abi(self.convention)
        return small_file(whole, self.registers) if self.registers else whole

    @property
    def variant(self) -> Variant:
        return Variant(
            self.name.replace("-", "_"),
            self.features,
            "vec" if self.in_vectors else "gp",
            messages=self.messages,
            sets=self.sets,
        )

    @property
    def keys_first(self) -> bool:
        return self.triple == ARM

    def runs(self, profile: Profile) -> bool:
        """True if the machine has everything that programs of the profile need."""
        if profile.in_vectors or self.in_vectors:
            return profile.in_vectors and self.in_vectors
        if profile.message != self.bits:
            return False
        if profile.bits64 and self.triple == I686 or profile.x86 and self.triple == ARM:
            return False
        if profile.aes and "aes" not in self.features and "vaes" not in self.features:
            return False
        if profile.ifma != ("avx512ifma" in self.features):  # the one machine is for these programs alone
            return False
        if profile.message:
            return True
        widest = max((int(type[1:]) for type in profile.wide), default=0)
        return widest <= self.widest and (widest > 0) == (self.widest > 0)

    def lacking(self) -> list[str]:
        """Features that this processor lacks. Arm's emulator has all."""
        if self.triple == ARM:
            return []
        return [feature for feature in self.features if feature not in present()]

    def missing(self) -> list[str]:
        """Features that neither this processor nor an emulator of it has."""
        return [] if self.emulator() else self.lacking()

    def emulator(self) -> list[str]:
        """The words before a static program of an emulator, if this processor lacks a feature and the emulator none."""
        known = closure("x86_64", bochs.FEATURES)
        return (
            provision.bochs_command()
            if self.lacking() and self.triple == LINUX and known.issuperset(self.features)
            else []
        )


SYSV, WIN = ("sysv64", Convention.SYSV64), ("win64", Convention.WIN64)
CDECL, AAPCS, EC = ("cdecl32", Convention.CDECL_SYSV), ("aapcs64", Convention.AAPCS64), ("arm64ec", Convention.ARM64EC)
SSSE3, SSE41, AVX2 = ("ssse3",), ("sse4.1",), ("avx2",)
AVX512F, VL = ("avx512f",), ("avx512f", "avx512vl")
AVX512 = ("avx512f", "avx512bw", "avx512vl")
SIMD = ("aes", "pmull", "asimddp")
MACHINES = (
    Machine("sysv64", LINUX, *SYSV),
    Machine("sysv64-of-7", LINUX, *SYSV, registers=7),
    Machine("sysv64-bmi", LINUX, *SYSV, ("bmi1", "bmi2")),
    Machine("sysv64-bmi-of-9", LINUX, *SYSV, ("bmi1", "bmi2"), registers=9),
    Machine("win64", LINUX, *WIN),
    Machine("win64-of-8", LINUX, *WIN, registers=8),
    Machine("cdecl32", I686, *CDECL),
    Machine("sysv64-counts", LINUX, *SYSV, ("lzcnt", "bmi1", "sse4.2")),
    Machine("cdecl32-counts", I686, *CDECL, ("lzcnt", "bmi1", "sse4.2")),
    Machine("aapcs64-counts", ARM, *AAPCS, ("crc32",)),
    Machine("cdecl32-bmi", I686, *CDECL, ("bmi1", "bmi2")),
    Machine("aapcs64", ARM, *AAPCS),
    Machine("aapcs64-of-8", ARM, *AAPCS, registers=8),
    Machine("arm64ec", ARM, *EC),
    Machine("sysv64-lane", LINUX, *SYSV, VL, in_vectors=True),
    Machine("sysv64-lane-of-7", LINUX, *SYSV, VL, in_vectors=True, registers=7),
    Machine("win64-lane", LINUX, *WIN, VL, in_vectors=True),
    Machine("sysv64-ssse3", LINUX, *SYSV, SSSE3, 128),
    Machine("sysv64-ssse3-of-7", LINUX, *SYSV, SSSE3, 128, 7),
    Machine("sysv64-sse4", LINUX, *SYSV, SSE41, 128),
    Machine("sysv64-avx2", LINUX, *SYSV, AVX2, 256),
    Machine("sysv64-avx2-of-7", LINUX, *SYSV, AVX2, 256, 7),
    Machine("sysv64-avx512f", LINUX, *SYSV, AVX512F, 256),
    Machine("sysv64-avx512", LINUX, *SYSV, AVX512, 512),
    Machine("sysv64-avx512-of-7", LINUX, *SYSV, AVX512, 512, 7),
    Machine("sysv64-ifma", LINUX, *SYSV, (*AVX512, "avx512ifma", "avx512vnni"), 512),
    Machine("sysv64-aes", LINUX, *SYSV, ("ssse3", "aes", "pclmul"), 128),
    Machine("sysv64-aes-avx2", LINUX, *SYSV, ("avx2", "aes", "pclmul"), 256),
    Machine("win64-ssse3", LINUX, *WIN, SSSE3, 128),
    Machine("win64-aes", LINUX, *WIN, ("sse4.1", "aes", "pclmul"), 128),
    Machine("win64-avx2", LINUX, *WIN, AVX2, 256),
    Machine("win64-avx512", LINUX, *WIN, AVX512, 512),
    Machine("cdecl32-ssse3", I686, *CDECL, SSSE3, 128),
    Machine("cdecl32-aes", I686, *CDECL, ("sse4.1", "aes", "pclmul"), 128),
    Machine("cdecl32-avx2", I686, *CDECL, AVX2, 256),
    Machine("cdecl32-avx512", I686, *CDECL, AVX512, 256),
    Machine("aapcs64-simd", ARM, *AAPCS, SIMD, 128),
    Machine("aapcs64-i8mm", ARM, *AAPCS, (*SIMD, "i8mm"), 128),
    Machine("aapcs64-simd-of-8", ARM, *AAPCS, (*SIMD, "sha3"), 128, 8),
    Machine("arm64ec-simd", ARM, *EC, SIMD, 128),
    Machine("sysv64-ssse3-x4", LINUX, *SYSV, SSSE3, bits=32, messages=4),
    Machine("sysv64-avx2-x8", LINUX, *SYSV, AVX2, bits=32, messages=8),
    Machine("sysv64-avx2-x8-of-9", LINUX, *SYSV, AVX2, registers=9, bits=32, messages=8),
    Machine("sysv64-avx2-x16", LINUX, *SYSV, AVX2, bits=32, messages=16, sets=2),
    Machine("sysv64-avx512-x16", LINUX, *SYSV, AVX512, bits=32, messages=16),
    Machine("sysv64-avx512-x32", LINUX, *SYSV, AVX512, bits=32, messages=32, sets=2),
    Machine("win64-avx2-x8", LINUX, *WIN, AVX2, bits=32, messages=8),
    Machine("cdecl32-ssse3-x4", I686, *CDECL, SSSE3, bits=32, messages=4),
    Machine("aapcs64-simd-x4", ARM, *AAPCS, SIMD, bits=32, messages=4),
    Machine("aapcs64-simd-x8", ARM, *AAPCS, SIMD, bits=32, messages=8, sets=2),
    Machine("arm64ec-simd-x4", ARM, *EC, SIMD, bits=32, messages=4),
    Machine("sysv64-ssse3-x2", LINUX, *SYSV, SSSE3, bits=64, messages=2),
    Machine("sysv64-avx2-x4", LINUX, *SYSV, AVX2, bits=64, messages=4),
    Machine("win64-avx2-64-x8", LINUX, *WIN, AVX2, bits=64, messages=8, sets=2),
    Machine("sysv64-avx512-64-x8", LINUX, *SYSV, AVX512, bits=64, messages=8),
    Machine("sysv64-avx512-64-x16", LINUX, *SYSV, AVX512, bits=64, messages=16, sets=2),
    Machine("aapcs64-simd-x2", ARM, *AAPCS, SIMD, bits=64, messages=2),
)


def machines_for(profile: str) -> list[Machine]:
    return [machine for machine in MACHINES if machine.runs(BY_NAME[profile])]
