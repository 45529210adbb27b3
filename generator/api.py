# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The public functions: one row for each, in the order of ``asmloom.h``.

A function that the runtime makes of a kernel's interface has its row in :mod:`generator.lang.interface`. A row here is
in a library that has the kernels of ``needs``. Names of types in a row bring their structures with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any

from generator.declarations import PREFIX, Alias, Callback, Constant, Function, Row, Section, Struct, api
from generator.lang.contract import Kernel
from generator.lang.interface import TLS, CbcAndHash, hashes, tls_hashes
from generator.model import KernelError

INTERNAL = """
    any_fn ask_fn band band_for batch_many batch_plan batch_row batch_rows batch_run_fn batch_runs batch_submit_behind
    believed choices choosable chosen clean clean_below clean_deep clean_registers clean_words core cpu cpu_detect
    cpu_detect_arm cpu_detect_x86 emulated explain_overrides feature feature_find feature_name feature_next features
    features_add features_close features_has features_remove hash hash_blocks_fn hash_final hash_gather hash_init
    hash_live hash_mac_fn hash_set_key hash_update hmac_kept hmac_restart is_name is_regular kernel kernel_rows
    make_plan names_features next_item overrides overrides_read plan plan_again policy policy_named preference publish
    rc4_md5_work rc4_work reason remove_named removed resolve rsa_add rsa_add_mod rsa_clean rsa_has_pairs
    rsa_highest_bit rsa_is_product rsa_less rsa_load rsa_power rsa_power_of_two rsa_power_pair rsa_prepare
    rsa_prepare_pair rsa_public_pair rsa_public_power rsa_same rsa_store rsa_sub_mod rsa_take_away rsa_window sheet
    tables_allowed tls_hidden_copy tls_hidden_mac tls_if_padded tls_positions tls_take tuning_bytes tuning_in_use
    tuning_named tuning_of tuning_read tuning_rows tuning_rows_of tuning_use tuning_words uarch uarch_common uarch_find
    uarch_name uarch_parent uarch_wide usable variant variant_runs way wipe
""".split()
"""The names that the files of the runtime share and no public header declares, the prefix left out."""

HOSTED = ("loom_explain", "loom_tuning_load", "loom_tuning_load_text", "loom_selftest")
"""The functions that need a C library."""
_CLEARS = "clears a context of fixed size"
_ONCE = "begins a batch once for all its messages"
_NO_SECRET = "is given none"
_RC4 = "rc4_set_key rc4_stream"
_KEYS = "aes_set_encrypt_key aes_set_decrypt_key"
_CBC = f"{_KEYS} aes_cbc_encrypt aes_cbc_decrypt"
_TLS_CBC = tuple(f"{_CBC} {hash}" for hash in ("sha1_blocks", "sha256_blocks", "sha512_blocks"))
_TLS_RC4 = tuple(f"{_RC4} {hash}" for hash in ("md5_blocks", "sha1_blocks"))
_RSA = "mont_mul mont_sqr mont_gather"
_CHACHA = "chacha20_ctr32 poly1305_blocks poly1305_tag chacha20_poly1305_encrypt chacha20_poly1305_decrypt"
_GCM = (
    "aes_set_encrypt_key aes_ctr32 ghash_powers ghash_blocks aes_gcm_encrypt aes_gcm_decrypt aes_gcm_seal_message "
    "aes_gcm_open_message"
)
_TLS_ROWS = {"sha1": (128, 256), "sha256": (128, 256), "sha384": (128, 256)}
"""The benchmark's rows of TLS with AES: the MAC's hash → bits of keys."""
_PARTS = {
    "aes_gcm_open_message": "measured as loom_aes_gcm_open",
    "aes_gcm_seal_message": "measured as loom_aes_gcm_seal",
    "aes_cbc_encrypt_x*": "measured as a part of loom_batch_aes_cbc_submit",
    "des_cbc_encrypt_x*": "measured as a part of loom_batch_des_cbc_submit",
    "ghash_powers": "measured as a part of loom_aes_gcm_set_key",
    "hchacha20": "is a block of chacha20_ctr32",
    "mont_*": "measured as a part of loom_rsa_private's rows",
    "poly1305_tag": "measured as a part of loom_poly1305",
}
"""Kernels without rows of the benchmark → the reason. targets/toolchain/benches.py has the rows of the others."""


class Facts:
    """What the kernels of a library give the sizes of structures."""

    def __init__(self, kernels: Iterable[Kernel]) -> None:
        self.kernels = {kernel.name: kernel for kernel in kernels}
        self.hashes = hashes(self.kernels.values())
        self.macs = [row for row in self.hashes if row["hmac"]]
        self.tls = tls_hashes(self.kernels.values())

    def extent(self, kernel: str, arg: str, **values: int) -> int:
        """The bytes of an argument; 0 without the kernel."""
        return self.kernels[kernel].arg(arg).bytes(values) if kernel in self.kernels else 0

    def lanes(self, single: str = "") -> int:
        """Messages side by side, at most; of the forms of one kernel for a message."""
        ones = [one for one in self.kernels.values() if one.single is not None and single in ("", one.single.name)]
        return max([1, *(one.messages for one in ones)])

    @cached_property
    def block(self) -> int:
        """Bytes of a hash's block, at most."""
        return max((int(row["block"]) for row in self.hashes), default=1)

    @cached_property
    def words(self) -> int:
        """Words of 32 bits of a hash's state, at most."""
        return max((row["words"] * row["word"] // 32 for row in self.hashes), default=1)


def sections(kernels: Iterable[Kernel]) -> list[Section]:
    """The declarations of a library of these kernels but for the kernels themselves, in the order of the header."""
    facts = Facts(kernels)
    own = [(one, _whole(kernel, one.section(kernel))) for kernel in facts.kernels.values() for one in kernel.interface]
    # Functions of two contexts come after both.
    early = [section for one, section in own if not isinstance(one, CbcAndHash)]
    late = [section for one, section in own if isinstance(one, CbcAndHash)]
    first, *others = _fixed(facts)
    found = [one.of(facts.kernels) for one in (first, *early, *others, *late)]
    return [section for section in (*found, _sizes_of(contexts(found))) if section.rows]


def contexts(found: Iterable[Section]) -> list[str]:
    """The types that callers allocate and the library fills, by their names."""
    types = [row.name for section in found for row in section.rows if isinstance(row, (Alias, Struct))]
    return [name for name in types if name.endswith(("_ctx", "_key", "_work"))]


def _sizes_of(types: Sequence[str]) -> Section:
    """A function for each type."""
    doc = """The bytes of a context in the library that is loaded, for programs that allocate contexts without the
        structures above, as those of other languages do. Contexts are aligned as malloc's memory is."""
    of: dict[str, Any] = {"unmeasured": "returns a constant", "no_secret": _NO_SECRET}
    rows = [Function(f"size_t {name}_size(void)", "" if at else doc, **of) for at, name in enumerate(types)]
    return api("sizes of contexts", *rows)


def _fixed(facts: Facts) -> list[Section]:
    """The sections that no interface of a kernel gives."""
    parts = (
        _batches,
        _rc4,
        _rc4_md5,
        _aes,
        _aes_batches,
        _des_batches,
        _ctr,
        _gcm,
        _chacha,
        _xts,
        _cmac,
        _ccm,
        _gcm_siv,
        _tls,
        _tls13,
        _rsa,
    )
    return [_library(), *(part(facts) for part in parts)]


def _whole(kernel: Kernel, section: Section) -> Section:
    """A section whose functions need their kernel, unless they name others."""
    rows = [
        row.changed(needs=kernel.name) if isinstance(row, Function) and not row.needs else row for row in section.rows
    ]
    return Section(section.title, rows)


def functions(kernels: Iterable[Kernel]) -> list[Function]:
    """The rows of all public functions of a library of these kernels, with the kernels themselves at the end."""
    chosen = list(kernels)
    found = [row for section in sections(chosen) for row in section.functions]
    return [*found, *(entry(kernel) for kernel in sorted(chosen, key=lambda one: one.name))]


def entry(kernel: Kernel, doc: str = "", when: str = "") -> Function:
    """The row of a kernel at block level. A kernel none of whose functions is measured is not measured either."""
    apis = (kernel.single or kernel).interface
    whole = [row for one in apis for row in one.section(kernel.single or kernel).functions]
    reasons = [why for name, why in _PARTS.items() if fnmatchcase(kernel.name, name)]
    reasons += [row.unmeasured for row in whole] if all(row.unmeasured for row in whole) else []
    params = ", ".join(param.text for param in kernel.params)
    return Function(
        f"{kernel.returns} {PREFIX}k_{kernel.name}({params})",
        doc,
        needs=kernel.name,
        no_secret="" if kernel.wipe else "its contract does not ask for it",
        unmeasured=next(iter(reasons), ""),
        when=when,
    )


def refuse_collisions(kernels: Iterable[Kernel]) -> None:
    """KernelError if two declarations give a name of C twice, in one header or one library, or a name that the API or
    the runtime has for itself. The text names both. Kernels of this tree come before those of other folders."""
    owners = {PREFIX + name: "by the runtime" for name in INTERNAL}
    chosen = sorted(kernels, key=lambda one: (not one.of_tree, one.src.file, one.src.line))
    fixed = {name for section in _fixed(Facts([])) for name in section.names}
    owners.update(dict.fromkeys(fixed, "by asmloom.h, in generator/api.py"))
    for kernel in chosen:
        ends = ["portable", *(variant.name for variant in kernel.variants)]
        declared = [(f"k_{kernel.name}", "the kernel"), *((f"{kernel.name}_{end}", f"variant {end}") for end in ends)]
        declared = [(PREFIX + name, what) for name, what in declared]
        declared += [(name, type(one).__name__) for one in kernel.interface for name in one.section(kernel).names]
        if hashes([kernel]):
            late = [name for section in _fixed(Facts([kernel])) for name in section.names]
            declared += [(name, "Hash") for name in late if name not in fixed]
        for name, what in declared:
            if name in owners:
                raise KernelError(
                    kernel.src,
                    f"{kernel.name}: {what} gives {name}, which is also declared {owners[name]}; "
                    "expected another name for one of them",
                )
            owners[name] = f"at {kernel.src}"


def _library() -> Section:
    of: dict[str, Any] = {"no_secret": _NO_SECRET}
    tuning = (
        ("UNREADABLE", "no such file"),
        ("UNKNOWN", "no preference file, or one of another version of the format"),
        ("CORRUPT", "damaged"),
        ("STALE", "of another build of the library"),
        ("FOREIGN", "of another CPU"),
        ("CANNOT_RUN", "names a variant that cannot run here, for features that are missing or removed"),
        ("TAKEN", "a file is in use already: one that was loaded, or that of ASMLOOM_TUNING"),
    )
    return api(
        "the library",
        Function("const char *loom_version(void)", "The version, as text.", unmeasured="returns a constant", **of),
        Function(
            "unsigned loom_version_number(void)",
            """The version of the library that is loaded, as a number: MAJOR * 10000 + MINOR * 100 + PATCH. A program
            runs with each library whose major version is that of its header, and whose number is that of its header or
            higher.""",
            unmeasured="returns a constant",
            **of,
        ),
        Function(
            "int loom_explain(char *buffer, size_t size)",
            """Writes the features that dispatch found, its choices and their reasons, as text of at most size - 1 bytes
            and a 0. Returns the length of the whole text, which may be more, like snprintf; size may be 0. All choices
            are made, and the environment variables are read, once: when the program or library is loaded, or, if the C
            files are compiled by MSVC itself or with LOOM_NO_CONSTRUCTOR, at the first call that needs a choice. Later
            ones are those of loom_tuning_load() and loom_allow_tables().
            Programs with more rights than their user (set-user-ID and the like) do not read the variables.""",
            unmeasured="writes a text",
            **of,
        ),
        "The results of reading a preference file. Choices stay as they were.",
        *(Constant(f"LOOM_TUNING_{name}", -1 - at, doc) for at, (name, doc) in enumerate(tuning)),
        Function(
            "int loom_tuning_load(const char *path)",
            """Reads a file that `asmloom-tune` wrote, from the path, or the text of such a file. The file's
            choices then replace those of dispatch, in all threads, but for variants that ASMLOOM_PREFER pins.
            Returns 0, or one of the above: a wrong file changes nothing. Call it at the start; one call alone can
            succeed.""",
            unmeasured="reads a file",
            tried={"path": "no_file()"},
            **of,
        ),
        Function("int loom_tuning_load_text(const char *text, size_t length)", unmeasured="reads a text", **of),
        Function(
            "void loom_allow_tables(int allowed)",
            """Speed over secrecy: with 1, dispatch may choose variants that look up secrets in tables, at addresses
            which other programs on the same machine can observe, wherever they are the fastest; loom_explain() names
            them. Without this call, and after a call with 0, it chooses such a variant only of a kernel that has no
            other: RC4's. Counts for the whole process, in all threads, from the next call of each function. A library
            leaves the decision to its program. A preference file says nothing of such kernels then. Of calls that
            meet in several threads the last one counts.""",
            unmeasured="decides for later calls",
            tried={"allowed": "0"},
            **of,
        ),
        Function(
            "int loom_equal(const uint8_t *a, const uint8_t *b, size_t length)",
            """Returns 1 if a[0..length-1] and b[0..length-1] hold the same bytes, otherwise 0. The time depends on
            length alone: the function is made for comparing a MAC with the expected MAC.""",
            must_use=True,
            measured=("call_equal",),
        ),
        Callback("void loom_report_fn(void *context, const char *line)"),
        Function(
            "int loom_selftest(loom_report_fn *report, void *context)",
            """Tests every variant that this CPU can run, and the streaming functions with the variants that
            dispatch chose. The vectors are those of RFC 1321, 2202, 4231, 4493, 6229, 8439 and 8452, of FIPS 180-4 and
            197, of SP 800-38A, C and D and of IEEE Std 1619. The results are compared with portable C at lengths,
            alignments and splits around every boundary. TLS records are compared with RFC 5246 written out, and RSA
            with numbers computed elsewhere. Reports a line of text for each variant, and a line with the first wrong
            byte for each difference; report may be NULL. Returns the number of differences: 0 is good. Two threads must
            not call this function at once.""",
            unmeasured="tests the library",
            tried={"report": "NULL", "context": "NULL", "shapes": "1"},
            **of,
        ),
    )


def _batches(facts: Facts) -> Section:
    lanes, every = facts.lanes(), tuple(dict.fromkeys(row["kernel"] for row in facts.hashes)) or ("md5_blocks",)
    batch = "loom_batch_ctx *batch"
    of: dict[str, Any] = {"needs": every, "also": "*_blocks_x*"}
    part = "measured as a part of loom_batch_submit's rows"
    ends = {"after": "(void)!loom_batch_flush(batch);"}
    taken = {"batch": "batched(shape % MACS, shape, 1)", **ends}
    return api(
        "batches: messages of any lengths, hashed side by side",
        Struct(
            "loom_batch_job",
            [
                ("const uint8_t *data", ""),
                ("size_t length", ""),
                ("uint8_t *digest", "room for the digest, apart from the data of all messages"),
                ("struct loom_batch_job *next", "the batch's own"),
            ],
            """A message. The caller fills in data, length and digest, and leaves the job and the data as they are until
            loom_batch_poll has returned the job. A structure of the caller's may contain the job.""",
        ),
        Struct(
            "loom_batch_before",
            [
                ("const void *outer", "of HMAC, until it begins"),
                ("const uint8_t *head", ""),
                ("size_t head_bytes", ""),
            ],
            "What is hashed before a message: a key, and fewer bytes than a block has.",
        ),
        Struct(
            "loom_batch_lane",
            [
                Struct(
                    "state",
                    [(f"uint32_t words32[{facts.words}]", ""), (f"uint64_t words64[{(facts.words + 1) // 2}]", "")],
                    kind="union",
                ),
                (f"uint8_t tail[{2 * facts.block}]", "the last blocks, padded"),
                ("loom_batch_job *job", ""),
                ("loom_batch_before before", ""),
                ("const uint8_t *data", ""),
                ("size_t left", "blocks in data; 0: not begun"),
                ("size_t taken", "bytes of the message in the first block, behind others"),
                (
                    "uint32_t ends, last",
                    "whether the message ends in data; or else blocks in tail that end it, 0: not yet padded",
                ),
            ],
            "A message under way.",
        ),
        Struct(
            "loom_batch_way",
            [
                ("uint32_t from", "blocks of a message, at least"),
                ("uint32_t shortest", "bytes of a message, at least"),
                ("uint8_t number, lanes, least", "the kernel's, from 1 on; messages, at most and at least"),
            ],
            "A kernel for several messages.",
        ),
        Struct(
            "loom_batch_ctx",
            [
                (f"loom_batch_lane lane[{lanes}]", ""),
                ("loom_batch_job *first, *last", "finished, and not yet polled"),
                ("loom_batch_way way[4]", "to hash several, from the fewest to the most"),
                ("uint32_t hash, lanes, used, keyed, shortest", ""),
                ("uint32_t spoilt", "lanes that may hold something of a message"),
                (f"uint8_t order[{(lanes + 7) // 8 * 8}]", "the lanes in use, then the others"),
            ],
            "A batch of one thread. Other threads have batches of their own.",
        ),
        *(
            Function(
                f"void loom_batch_{row['name']}_init({batch})",
                """Begins a batch of messages for one hash, and chooses how to hash them on this CPU: several side
                by side where that was measured to be faster, otherwise one after the other."""
                if row is facts.hashes[0]
                else "",
                unmeasured=_ONCE,
                no_secret=_NO_SECRET,
                **{**of, "needs": row["kernel"]},
            )
            for row in facts.hashes
        ),
        Function(
            f"int loom_batch_submit({batch}, loom_batch_job *job)",
            """Takes a message. The messages taken wait until there is one for each lane; the call then works until
            a lane is free, which ends at least one message. Returns 0. With a batch that loom_batch_wipe has
            wiped, returns -1 and changes nothing.""",
            measured=tuple(f"call_batch_{row['name']}" for row in facts.hashes if row["measured"]),
            tried={
                "batch": "batched(shape % MACS, shape, 0)",
                "job": "message(shape % MACS, some(shape) % 3000, 0)",
                **ends,
            },
            **of,
        ),
        *(
            Function(
                f"int loom_batch_hmac_{row['name']}_submit({batch}, const loom_hmac_{row['name']}_ctx *key, "
                "loom_batch_job *job)",
                """Takes a message under HMAC, as loom_batch_submit takes another: a batch may have both, and keys
                of any number. key has the key of loom_hmac_..._init, of the batch's hash; what it has taken of a
                message has no effect. The context is read until loom_batch_poll has returned the job. Until a
                flush, the batch is as secret as the keys. Returns 0. With a wiped key, or a batch that is wiped or
                of another hash, returns -1 and changes nothing."""
                if row is facts.macs[0]
                else "",
                unmeasured="measured in docs/batches.md: loom_batch_submit's work, and the outer hash",
                tried={
                    "batch": f"batched(OF_{row['name']}, shape, 0)",
                    "job": f"message(OF_{row['name']}, some(shape) % 3000, 1)",
                    **ends,
                },
                **{**of, "needs": row["kernel"]},
            )
            for row in facts.macs
        ),
        Function(
            f"int loom_batch_flush({batch})",
            "Ends all messages taken. Returns 0. With a wiped batch, returns -1.",
            unmeasured=part,
            tried=taken,
            **of,
        ),
        Function(
            f"loom_batch_job *loom_batch_poll({batch})",
            """Returns a job whose digest is written, each once, in the order in which they ended. Returns NULL if
            there is none at this time.""",
            no_secret=_NO_SECRET,
            unmeasured=part,
            tried=taken,
            **{**of, "also": ""},
        ),
        Function(
            f"void loom_batch_wipe({batch})",
            """Overwrites the batch with zeros. Messages that have not ended get no digest. After a flush the batch
            holds nothing of the messages but the list of ended jobs.""",
            unmeasured=_CLEARS,
            tried=taken,
            **{**of, "also": ""},
        ),
    )


def _rc4(facts: Facts) -> Section:
    of: dict[str, Any] = {"needs": _RC4}
    state = facts.extent("rc4_set_key", "state") // 4
    return api(
        "RC4",
        Struct(
            "loom_rc4_ctx", [(f"uint32_t state[{state}]", "the permutation, then i and j of the last byte handled")]
        ),
        Function(
            "int loom_rc4_set_key(loom_rc4_ctx *ctx, const uint8_t *key, size_t length)",
            """Sets the key, of 1 to 256 bytes. Returns 0. With any other length, returns -1 and leaves the context
            untouched.""",
            measured=("call_rc4_set_key",),
            tried={
                "length": "1 + some(shape) % 256",
                "used": "(void)!loom_rc4(ctx, part, rest, taken);",
            },
            **of,
        ),
        Function(
            "int loom_rc4(loom_rc4_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length)",
            """out[n] = in[n] ^ next keystream byte, for length bytes. Several calls give the same result as one.
            out may be in itself; otherwise the two must not overlap. Returns 0. With a wiped context, returns -1
            and fills out with zeros: no plaintext leaves a program that ignores the result.""",
            measured=("call_rc4",),
            **of,
        ),
        Function(
            "void loom_rc4_wipe(loom_rc4_ctx *ctx)", "Overwrites the context with zeros.", unmeasured=_CLEARS, **of
        ),
    )


def _rc4_md5(_: Facts) -> Section:
    of: dict[str, Any] = {"needs": f"rc4_md5_blocks md5_blocks {_RC4}"}
    params = "loom_rc4_ctx *rc4, loom_md5_ctx *md5, const uint8_t *in, uint8_t *out, size_t length"
    return api(
        "RC4 and MD5 in one pass",
        Function(
            f"int loom_rc4_md5_encrypt({params})",
            """Takes the plaintext in[0..length-1] into the hash and encrypts the plaintext, as loom_md5_update and
            loom_rc4 would one after the other. out may be in itself; otherwise the two must not overlap. Returns
            0. If either context is wiped, returns -1, fills out with zeros and leaves both contexts untouched.""",
            measured=("call_rc4_md5_encrypt",),
            **of,
        ),
        Function(
            f"int loom_rc4_md5_decrypt({params})",
            """Decrypts, and takes the plaintext out[0..length-1] into the hash. Results are those of
            loom_rc4_md5_encrypt.""",
            measured=("call_rc4_md5_decrypt",),
            **of,
        ),
    )


def _sizes(row: str) -> tuple[str, ...]:
    """The benchmark's rows of a function of AES, by the bits of the key."""
    return tuple(f"call_aes{bits}_{row}" for bits in (128, 192, 256))


def _aes(facts: Facts) -> Section:
    through = "const uint8_t *in, uint8_t *out, size_t length"
    extents = [facts.extent(f"aes_set_{way}_key", "schedule", rounds=14) for way in ("encrypt", "decrypt")]
    doc = """Sets a key of 16, 24 or 32 bytes, for one direction. Returns 0. With any other length, returns -1 and
        leaves the context untouched."""
    modes = (
        ("ecb", "", "Electronic codebook. Each block of 16 bytes stands alone: equal blocks stay equal."),
        (
            "cbc",
            "uint8_t iv[16], ",
            "Cipher block chaining. On return iv holds the last block of ciphertext, for the next call.",
        ),
    )
    return api(
        "AES (FIPS 197) in the modes of SP 800-38A",
        Struct(
            "loom_aes_ctx",
            [
                (
                    f"uint8_t schedule[{max(extents)}]",
                    "round keys in order of use, 16 bytes each: as secret as the key itself",
                ),
                ("uint32_t rounds", "10, 12 or 14"),
                ("uint32_t direction", "a mark of the direction, with rounds"),
            ],
        ),
        *(
            Function(
                f"int loom_aes_set_{way}_key(loom_aes_ctx *ctx, const uint8_t *key, size_t key_bytes)",
                doc if way == "encrypt" else "",
                f"aes_set_{way}_key",
                measured=_sizes(f"set_{way}_key"),
            )
            for way in ("encrypt", "decrypt")
        ),
        Function(
            "void loom_aes_wipe(loom_aes_ctx *ctx)",
            "Overwrites the context with zeros.",
            _KEYS.split(),
            unmeasured=_CLEARS,
        ),
        *(
            Function(
                f"int loom_aes_{mode}_{way}(const loom_aes_ctx *ctx, {iv}{through})",
                f"""{about} out may be in itself; otherwise the two must not overlap. Returns 0. With a length that
                is no multiple of 16, or a context without a key for the direction, returns -1 and changes nothing."""
                if way == "encrypt"
                else "",
                f"aes_set_{way}_key aes_{mode}_{way}",
                measured=_sizes(f"{mode}_{way}"),
                tried={"length": "some(shape) / 16 * 16"},
            )
            for mode, iv, about in modes
            for way in ("encrypt", "decrypt")
        ),
    )


def _aes_batches(facts: Facts) -> Section:
    return _cbc_batches(facts, "aes", "AES", 16, 14, "aes_set_encrypt_key")


def _des_batches(facts: Facts) -> Section:
    return _cbc_batches(facts, "des", "DES and triple DES", 8, 48, "des_set_key")


def _cbc_batches(facts: Facts, cipher: str, title: str, block: int, rounds: int, set_key: str) -> Section:
    """``block``: its bytes. ``rounds``: at most."""
    name, encrypt = f"loom_batch_{cipher}_cbc", f"{cipher}_cbc_encrypt"
    lanes, schedule = facts.lanes(encrypt), facts.extent(encrypt, "schedule", rounds=rounds)
    batch = f"{name}_ctx *batch"
    of: dict[str, Any] = {"needs": f"{set_key} {encrypt}"}
    peer = "measured beside ipsec-mb in docs/batches.md"
    ends = {"after": f"(void)!{name}_flush(batch);"}
    taken = {"batch": f"{cipher}_streamed(shape, 1)", **ends}
    return api(
        f"batches of {title} in CBC mode: messages of any lengths, encrypted side by side",
        Struct(
            f"{name}_job",
            [
                (f"const loom_{cipher}_ctx *key", "for encryption; jobs may share it"),
                ("uint8_t *iv", f"{block} bytes; at the end the last block of ciphertext, for the next job"),
                ("const uint8_t *in", ""),
                ("uint8_t *out", "may be in; otherwise apart from all other memory of all jobs"),
                ("size_t length", f"a multiple of {block}"),
                (f"struct {name}_job *next", "the batch's own"),
            ],
            f"""A message with its own key and initialization vector. The caller fills in all but the last field,
            and leaves the job and what it points to as they are until {name}_poll has returned the
            job. A structure of the caller's may contain the job.""",
        ),
        Struct(
            f"{name}_lane",
            [
                (f"{name}_job *job", ""),
                ("const uint8_t *in", ""),
                ("uint8_t *out", ""),
                ("size_t left", "blocks; 0: not begun"),
                ("uint64_t serial", "of the message whose round keys the lane has"),
            ],
            "A message under way.",
        ),
        Struct(
            f"{name}_ctx",
            [
                (
                    f"uint8_t room[{63 + (schedule + block) * lanes}]",
                    "aligned to 64: round keys and chaining values of all lanes: as secret as the keys",
                ),
                (f"{name}_lane lane[{lanes}]", ""),
                (f"{name}_job *first, *last", "finished, and not yet polled"),
                ("uint64_t serial", ""),
                ("size_t shortest, from", ""),
                ("uint32_t mark, kernel, lanes, least, used, rounds, spoilt", ""),
                (f"uint8_t order[{lanes}]", "the lanes in use, then the others"),
            ],
            "A batch of one thread, which stays where it was begun.",
        ),
        Function(
            f"void {name}_init({batch})",
            """Begins a batch, and chooses how to encrypt on this CPU: messages side by side where that was
            measured to be faster, otherwise one after the other.""",
            no_secret=_NO_SECRET,
            unmeasured=_ONCE,
            **of,
        ),
        Function(
            f"int {name}_submit({batch}, {name}_job *job)",
            f"""Takes a message. The messages taken wait until there is one for each lane; the call then works until
            a lane is free, which ends at least one message. Keys of one size are side by side: while messages
            wait, one with a key of another size is encrypted alone, at once. Returns 0. With a length that is no
            multiple of {block}, a key that does not encrypt, or a wiped batch, returns -1 and changes nothing.""",
            also=f"{encrypt}_x*",
            unmeasured=peer,
            tried={
                "batch": f"{cipher}_streamed(shape, 0)",
                "job": f"{cipher}_stream(shape, JOBS)",
                **ends,
            },
            **of,
        ),
        Function(
            f"int {name}_flush({batch})",
            """Ends all messages taken, and wipes the batch's copies of round keys. Returns 0. With a wiped batch,
            returns -1.""",
            also=f"{encrypt}_x*",
            unmeasured=peer,
            tried=taken,
            **of,
        ),
        Function(
            f"{name}_job *{name}_poll({batch})",
            """Returns a job whose message is encrypted, each once, in the order in which they ended. Returns NULL
            if there is none at this time.""",
            no_secret=_NO_SECRET,
            unmeasured=peer,
            tried=taken,
            **of,
        ),
        Function(
            f"void {name}_wipe({batch})",
            "Overwrites the batch with zeros. Messages that have not ended are left as they are, in part encrypted.",
            unmeasured=_CLEARS,
            tried=taken,
            **of,
        ),
    )


def _ctr(_: Facts) -> Section:
    of: dict[str, Any] = {"needs": "aes_set_encrypt_key aes_ctr32"}
    return api(
        "AES in counter mode: a stream of any length",
        Struct(
            "loom_aes_ctr_ctx",
            [
                ("uint8_t counter[16]", "of the next block; first, where it lies in one cache line"),
                ("uint8_t keystream[16]", "of the last block"),
                ("loom_aes_ctx key", ""),
                ("uint32_t left", "unused bytes at the end of keystream"),
            ],
            """The counter is one number of 128 bits, most significant byte first. Zero follows the highest value.
            A context at a multiple of 16 bytes, as from malloc, has its counter in one cache line. Calls of few blocks
            are slower with a counter in two, where some processors cannot forward a store.""",
        ),
        Function(
            "int loom_aes_ctr_init(loom_aes_ctr_ctx *ctx, const uint8_t *key, size_t key_bytes, "
            "const uint8_t counter[16])",
            """Sets a key of 16, 24 or 32 bytes and the first block's counter. No counter may ever serve twice
            under one key. Returns 0. With any other length, returns -1 and leaves the context untouched.""",
            measured=_sizes("ctr_init"),
            **of,
        ),
        Function(
            "int loom_aes_ctr_set_counter(loom_aes_ctr_ctx *ctx, const uint8_t counter[16])",
            """Begins another stream under the same key, with this counter for its first block. No counter may ever
            serve twice under one key. Returns 0. With a context that has no key, returns -1 and changes nothing.""",
            measured=_sizes("ctr_fresh"),
            **of,
        ),
        Function(
            "int loom_aes_ctr_update(loom_aes_ctr_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length)",
            """out[n] = in[n] ^ next keystream byte, for length bytes; encrypts and decrypts. Several calls give
            the same result as one. out may be in itself; otherwise the two must not overlap. Returns 0. With a
            context that has no key, returns -1 and changes nothing.""",
            measured=_sizes("ctr_update"),
            **of,
        ),
        Function(
            "void loom_aes_ctr_wipe(loom_aes_ctr_ctx *ctx)",
            "Overwrites the context with zeros.",
            unmeasured=_CLEARS,
            **of,
        ),
    )


def _gcm(facts: Facts) -> Section:
    of: dict[str, Any] = {"needs": _GCM}
    begins = "const loom_aes_gcm_key *key, const uint8_t *nonce, size_t nonce_length"
    whole = f"{begins}, const uint8_t *aad, size_t aad_length, const uint8_t *in, size_t length"
    parts = "measured as a part of loom_aes_gcm_seal and loom_aes_gcm_open"
    nonce = {"nonce_length": "shape % 4 ? 12 : 1 + some(shape)"}
    message = {**nonce, "aad_length": "some(shape / 2) % 150"}
    return api(
        "AES-GCM (SP 800-38D)",
        """A nonce may serve once under one key: a second message under it betrays the key of all tags. Nonces have 12
        bytes, or any other number but 0. Associated data is at most 2^61 - 1 bytes, and text at most 2^36 - 32. Tags
        have 12 to 16 bytes. GMAC is the tag of associated data alone.

        out may be in itself; if the two overlap otherwise, functions return -1 and change nothing. Pointers to no
        bytes may be NULL.""",
        Struct(
            "loom_aes_gcm_key",
            [
                (f"uint8_t powers[{facts.extent('ghash_powers', 'powers')}]", "of the hash's key"),
                ("loom_aes_ctx aes", ""),
            ],
            "A key. Any number of threads may use one key while no thread changes it. As secret as the key itself.",
        ),
        Function(
            "int loom_aes_gcm_set_key(loom_aes_gcm_key *key, const uint8_t *user_key, size_t key_bytes)",
            """Sets a key of 16, 24 or 32 bytes. Returns 0. With any other length, returns -1 and leaves the key
            untouched.""",
            measured=_sizes("gcm_set_key"),
            **of,
        ),
        Function(
            f"int loom_aes_gcm_seal({whole}, uint8_t *out, uint8_t *tag, size_t tag_length)",
            """Encrypts length bytes of in to out, and writes the tag of associated data and ciphertext, apart from
            out. Returns 0. With a key that is not set, or a length outside the limits, returns -1 and changes
            nothing.""",
            measured=_sizes("gcm_seal"),
            tried=message,
            **of,
        ),
        Function(
            f"int loom_aes_gcm_open({whole}, const uint8_t *tag, size_t tag_length, uint8_t *out)",
            """Decrypts length bytes of in to out, if the tag is right. Returns 0. With a wrong tag, a key that is not
            set, or a length of nonce, data or tag outside the limits, returns -1, and out is zeros. With more text than
            the limit returns -1 and changes nothing.""",
            must_use=True,
            measured=_sizes("gcm_open"),
            tried={
                **message,
                "tag": "(shape % 3 ? sealed_tag(key, nonce, nonce_length, aad, aad_length, in, length, tag_length) : "
                "published(tag_length))",
            },
            **of,
        ),
        Struct(
            "loom_aes_gcm_ctx",
            [
                ("uint8_t counter[16], xi[16], mask[16], keystream[16]", ""),
                ("const loom_aes_gcm_key *key", ""),
                ("uint64_t aad_length, length", ""),
                ("uint32_t phase", "what it takes"),
            ],
            """A message in parts: associated data first, then text, then the tag. The key stays as it is until the
            message has ended.""",
        ),
        Function(
            f"int loom_aes_gcm_init(loom_aes_gcm_ctx *ctx, {begins})",
            """Begins a message. Returns 0. With a key that is not set, or no nonce, returns -1 and leaves the context
            untouched.""",
            unmeasured=parts,
            tried={**nonce, "used": "gcm_parts(ctx, part, rest, taken);"},
            **of,
        ),
        Function(
            "int loom_aes_gcm_aad(loom_aes_gcm_ctx *ctx, const uint8_t *aad, size_t aad_length)",
            """Takes associated data: several calls give the same result as one. Returns 0. With more than the limit, a
            context that has taken text, or a wiped one, returns -1 and changes nothing.""",
            unmeasured=parts,
            **of,
        ),
        Function(
            "int loom_aes_gcm_encrypt(loom_aes_gcm_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length)",
            """Encrypts text: several calls give the same result as one. Returns 0. With more than the limit, a context
            that decrypts, or a wiped one, returns -1 and changes nothing.""",
            unmeasured=parts,
            **of,
        ),
        Function(
            "int loom_aes_gcm_decrypt(loom_aes_gcm_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length)",
            """Decrypts text. Nothing of the text may be used before loom_aes_gcm_verify has returned 0: the text may be
            anyone's. Results are those of loom_aes_gcm_encrypt, the other way round.""",
            unmeasured=parts,
            **of,
        ),
        Function(
            "int loom_aes_gcm_tag(loom_aes_gcm_ctx *ctx, uint8_t *tag, size_t tag_length)",
            """Ends a message: writes the tag, and wipes the context. Returns 0. With a length outside the limits, a
            context that decrypts, or a wiped one, returns -1 and changes nothing.""",
            unmeasured=parts,
            **of,
        ),
        Function(
            "int loom_aes_gcm_verify(loom_aes_gcm_ctx *ctx, const uint8_t *tag, size_t tag_length)",
            """Ends a message: compares the tag, and wipes the context. Returns 0 if the tag is right, otherwise -1.
            With a length outside the limits, a context that encrypts, or a wiped one, returns -1 and changes
            nothing.""",
            must_use=True,
            unmeasured=parts,
            **of,
        ),
        Function(
            "void loom_aes_gcm_wipe(loom_aes_gcm_ctx *ctx)",
            "Overwrites the context with zeros, for a message that is given up.",
            unmeasured=_CLEARS,
            **of,
        ),
        Function(
            "void loom_aes_gcm_wipe_key(loom_aes_gcm_key *key)",
            "Overwrites the key with zeros.",
            unmeasured=_CLEARS,
            **of,
        ),
    )


def _chacha(_: Facts) -> Section:
    key, nonce, through = "const uint8_t key[32]", "const uint8_t nonce[12]", "const uint8_t *in, uint8_t *out"
    aad, text = "const uint8_t *aad, size_t aad_length", "const uint8_t *in, size_t length"
    stream: dict[str, Any] = {"needs": "chacha20_ctr32"}
    mac: dict[str, Any] = {"needs": "poly1305_blocks poly1305_tag"}
    both: dict[str, Any] = {"needs": _CHACHA}
    more_aad = {"aad_length": "some(shape / 2)"}
    pieces = "the work of loom_chacha20_poly1305_seal, in pieces"
    rows: list[Row] = []
    for x, more, nonce_bytes in (("", {}, 12), ("x", {"needs": f"{_CHACHA} hchacha20"}, 24)):
        name, of = f"loom_{x}chacha20_poly1305", {**both, **more}
        if x:
            of["unmeasured"] = "is hchacha20, and the function with nonces of 12 bytes"
        rows += [
            Function(
                f"int {name}_seal({key}, const uint8_t nonce[{nonce_bytes}], {aad}, {text}, uint8_t *out, "
                "uint8_t tag[16])",
                "XChaCha20-Poly1305: the same with a longer nonce."
                if x
                else """Encrypts length bytes of in to out, and writes the tag of additional data and ciphertext, apart
                from out. Returns 0. With more than the limit, returns -1 and changes nothing.""",
                measured=() if x else ("call_chacha20_poly1305_seal",),
                tried=more_aad,
                **of,
            ),
            Function(
                f"int {name}_open({key}, const uint8_t nonce[{nonce_bytes}], {aad}, {text}, const uint8_t tag[16], "
                "uint8_t *out)",
                ""
                if x
                else """Decrypts length bytes, if the tag is right. Returns 0. With a wrong tag returns -1, and out is
                zeros. With more than the limit returns -1 and changes nothing.""",
                must_use=True,
                measured=() if x else ("call_chacha20_poly1305_open",),
                tried={**more_aad, "tag": f"chacha_tag({name}_seal, shape, key, nonce, aad, aad_length, in, length)"},
                **of,
            ),
        ]
    return api(
        "ChaCha20, Poly1305 and ChaCha20-Poly1305 (RFC 8439)",
        """A nonce may serve once under one key; those of XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha) are long enough
        to be random. Text is at most 2^38 - 64 bytes.

        out may be in itself; if the two overlap otherwise, functions return -1 and change nothing. Pointers to no
        bytes may be NULL.""",
        Function(
            f"int loom_chacha20({key}, uint32_t counter, {nonce}, {through}, size_t length)",
            """out[n] = in[n] ^ key stream from the block of that counter on, for length bytes; encrypts and decrypts.
            Returns 0. The counter does not wrap around: with a message that goes beyond the block 2^32 - 1, returns -1
            and changes nothing.""",
            measured=("call_chacha20",),
            tried={"counter": "0"},
            **stream,
        ),
        Struct(
            "loom_poly1305_ctx",
            [
                ("uint8_t key[32], hash[24]", ""),
                ("uint8_t block[16]", "the last one, of which `used` bytes are there"),
                ("uint32_t used, live", "a mark: the context is begun, and not wiped"),
            ],
        ),
        Function(
            f"void loom_poly1305({key}, const uint8_t *data, size_t length, uint8_t tag[16])",
            "Writes the tag of data[0..length-1]. A key serves for one message.",
            measured=("call_poly1305",),
            **mac,
        ),
        Function(
            f"void loom_poly1305_init(loom_poly1305_ctx *ctx, {key})",
            "Begins a message.",
            unmeasured="a part of loom_poly1305",
            **mac,
        ),
        Function(
            "int loom_poly1305_update(loom_poly1305_ctx *ctx, const uint8_t *data, size_t length)",
            "Returns 0. With a context that is wiped, returns -1 and changes nothing.",
            unmeasured="a part of loom_poly1305",
            **mac,
        ),
        Function(
            "int loom_poly1305_final(loom_poly1305_ctx *ctx, uint8_t tag[16])",
            """Writes the tag and wipes the context. Returns 0. With a context that is wiped, returns -1 and writes
            zeros.""",
            unmeasured="a part of loom_poly1305",
            **mac,
        ),
        Function(
            "void loom_poly1305_wipe(loom_poly1305_ctx *ctx)",
            "Overwrites the context with zeros.",
            unmeasured=_CLEARS,
            **mac,
        ),
        *rows,
        Struct(
            "loom_chacha20_poly1305_ctx",
            [
                ("uint8_t counter[16]", "of the next block; first, where it lies in one cache line"),
                ("uint8_t key[32], keystream[64]", ""),
                ("loom_poly1305_ctx mac", ""),
                ("uint64_t aad_length, length", ""),
                ("uint32_t does, unused", ""),
            ],
            "A message in pieces: additional data, then text.",
        ),
        Function(
            f"void loom_chacha20_poly1305_init(loom_chacha20_poly1305_ctx *ctx, {key}, {nonce})",
            "Begins a message.",
            unmeasured=pieces,
            tried={"used": "chacha_parts(ctx, part, rest, taken);"},
            **both,
        ),
        Function(
            f"int loom_chacha20_poly1305_aad(loom_chacha20_poly1305_ctx *ctx, {aad})",
            """Takes additional data, in any pieces, before the text. Returns 0. With a context that is wiped, or that
            has taken text, returns -1 and changes nothing.""",
            unmeasured=pieces,
            **both,
        ),
        *(
            Function(
                f"int loom_chacha20_poly1305_{way}(loom_chacha20_poly1305_ctx *ctx, {through}, size_t length)",
                """Encrypts the next length bytes. Returns 0. With more than the limit, a context that decrypts, or a
                wiped one, returns -1 and changes nothing."""
                if way == "encrypt"
                else """Decrypts likewise. Nothing of the text may be used before loom_chacha20_poly1305_verify has
                returned 0: the text may be anyone's.""",
                unmeasured=pieces,
                **both,
            )
            for way in ("encrypt", "decrypt")
        ),
        Function(
            "int loom_chacha20_poly1305_tag(loom_chacha20_poly1305_ctx *ctx, uint8_t tag[16])",
            """Ends a message: writes the tag, and wipes the context. Returns 0. With a context that decrypts, or a
            wiped one, returns -1 and changes nothing.""",
            unmeasured=pieces,
            **both,
        ),
        Function(
            "int loom_chacha20_poly1305_verify(loom_chacha20_poly1305_ctx *ctx, const uint8_t tag[16])",
            """Ends a message: compares the tag, and wipes the context. Returns 0 if the tag is right, otherwise -1.
            With a context that encrypts, or a wiped one, returns -1 and changes nothing.""",
            must_use=True,
            unmeasured=pieces,
            **both,
        ),
        Function(
            "void loom_chacha20_poly1305_wipe(loom_chacha20_poly1305_ctx *ctx)",
            "Overwrites the context with zeros.",
            unmeasured=_CLEARS,
            **both,
        ),
    )


def _xts(_: Facts) -> Section:
    of: dict[str, Any] = {"needs": f"{_KEYS} aes_ecb_encrypt aes_xts_encrypt aes_xts_decrypt"}
    through = "const uint8_t tweak[16], const uint8_t *in, uint8_t *out, size_t length"
    return api(
        "AES-XTS (IEEE Std 1619, SP 800-38E), for sectors of a disk",
        Struct("loom_aes_xts_ctx", [("loom_aes_ctx encrypts, decrypts, tweaks", "")]),
        Function(
            "int loom_aes_xts_set_key(loom_aes_xts_ctx *ctx, const uint8_t *key, size_t key_bytes)",
            """Sets a key of 32 bytes for AES-128, or 64 for AES-256. Returns 0. With any other length, or with equal
            halves, returns -1 and leaves the context untouched.""",
            unmeasured="is loom_aes_set_encrypt_key twice, and loom_aes_set_decrypt_key",
            tried={"key_bytes": "32 << shape % 2"},
            **of,
        ),
        *(
            Function(
                f"int loom_aes_xts_{way}(const loom_aes_xts_ctx *ctx, {through})",
                """The tweak is the number of the sector, in 16 bytes, the lowest first. out may be in itself. Returns
                0. If the two overlap otherwise, with less than 16 bytes, with more than 2^24, or with a context that
                has no key, returns -1 and changes nothing."""
                if way == "encrypt"
                else "",
                measured=tuple(f"call_aes{bits}_xts_{way}" for bits in (128, 256)),
                **of,
            )
            for way in ("encrypt", "decrypt")
        ),
        Function(
            "void loom_aes_xts_wipe(loom_aes_xts_ctx *ctx)",
            "Overwrites the context with zeros.",
            unmeasured=_CLEARS,
            **of,
        ),
    )


def _cmac(_: Facts) -> Section:
    of: dict[str, Any] = {
        "needs": "aes_set_encrypt_key aes_cbc_encrypt",
        "unmeasured": "is one chain of loom_aes_cbc_encrypt",
    }
    return api(
        "AES-CMAC (SP 800-38B)",
        Struct(
            "loom_aes_cmac_ctx",
            [("uint8_t mac[16], last[16]", ""), ("loom_aes_ctx key", ""), ("uint32_t used", "bytes of last")],
        ),
        Function(
            "int loom_aes_cmac_init(loom_aes_cmac_ctx *ctx, const uint8_t *key, size_t key_bytes)",
            """Sets a key of 16, 24 or 32 bytes. Returns 0. With any other length, returns -1 and leaves the context
            untouched.""",
            **of,
        ),
        Function(
            "int loom_aes_cmac_update(loom_aes_cmac_ctx *ctx, const uint8_t *data, size_t length)",
            """Takes data: several calls give the same result as one. Returns 0. With a context that has no key, returns
            -1 and changes nothing.""",
            **of,
        ),
        Function(
            "int loom_aes_cmac_final(loom_aes_cmac_ctx *ctx, uint8_t mac[16])",
            """Writes the MAC, and wipes the context. Returns 0. With a context that has no key, returns -1 and changes
            nothing. Compare MACs with loom_equal; a shorter MAC is the first bytes of this one.""",
            **of,
        ),
        Function(
            "void loom_aes_cmac_wipe(loom_aes_cmac_ctx *ctx)",
            "Overwrites the context with zeros.",
            **{**of, "unmeasured": _CLEARS},
        ),
    )


def _ccm(_: Facts) -> Section:
    of: dict[str, Any] = {
        "needs": "aes_set_encrypt_key aes_cbc_encrypt aes_ctr32",
        "unmeasured": "is loom_aes_cbc_encrypt and loom_aes_ctr_update",
    }
    tried = {
        "nonce_length": "7 + shape % 7",
        "aad_length": "some(shape / 2) % 150",
        "tag_length": "4 + 2 * (shape % 7)",
        "length": "some(shape) % 65536",
    }
    whole = (
        "const loom_aes_ctx *key, const uint8_t *nonce, size_t nonce_length, const uint8_t *aad, size_t aad_length, "
        "const uint8_t *in, size_t length"
    )
    return api(
        "AES-CCM (SP 800-38C)",
        """A nonce of n bytes, 7 to 13, may serve once under one key. The text is shorter than 256^(15 - n) bytes, and
        at most 2^36 - 32. Tags have 4, 6, 8, 10, 12, 14 or 16 bytes.

        out may be in itself; if the two overlap otherwise, functions return -1 and change nothing. Pointers to no
        bytes may be NULL.""",
        Function(
            f"int loom_aes_ccm_seal({whole}, uint8_t *out, uint8_t *tag, size_t tag_length)",
            """Encrypts length bytes of in to out, under a key for encryption, and writes the tag of associated data and
            text, apart from out. Returns 0. With a key that is not set, or a length outside the limits, returns -1 and
            changes nothing.""",
            tried=tried,
            **of,
        ),
        Function(
            f"int loom_aes_ccm_open({whole}, const uint8_t *tag, size_t tag_length, uint8_t *out)",
            """Decrypts length bytes of in to out, if the tag is right. Returns 0. With a wrong tag, a key that is not
            set, or a length of nonce, data or tag outside the limits, returns -1, and out is zeros. With more text than
            the limit returns -1 and changes nothing.""",
            must_use=True,
            tried=tried,
            **of,
        ),
    )


def _gcm_siv(_: Facts) -> Section:
    of: dict[str, Any] = {
        "needs": "aes_set_encrypt_key aes_ecb_encrypt ghash_powers ghash_blocks",
        "unmeasured": "has no kernel of its own",
        "tried": {"aad_length": "some(shape / 2) % 150"},
    }
    whole = (
        "const loom_aes_ctx *key, const uint8_t nonce[12], const uint8_t *aad, size_t aad_length, const uint8_t *in, "
        "size_t length"
    )
    return api(
        "AES-GCM-SIV (RFC 8452)",
        """A nonce that serves twice under one key betrays whether messages are equal, and nothing else. Keys have 16 or
        32 bytes. Text and associated data have 2^36 bytes at most.

        out may be in itself; if the two overlap otherwise, functions return -1 and change nothing. Pointers to no
        bytes may be NULL.""",
        Function(
            f"int loom_aes_gcm_siv_seal({whole}, uint8_t *out, uint8_t tag[16])",
            """Encrypts length bytes of in to out, under a key for encryption, and writes the tag of associated data and
            text, apart from out. Returns 0. With a key that is not set or has 24 bytes, or a length outside the limits,
            returns -1 and changes nothing.""",
            **of,
        ),
        Function(
            f"int loom_aes_gcm_siv_open({whole}, const uint8_t tag[16], uint8_t *out)",
            """Decrypts length bytes of in to out, if the tag is right. Returns 0. With a wrong tag, a key that is not
            set or has 24 bytes, or more data than the limit, returns -1, and out is zeros. With more text than the
            limit returns -1 and changes nothing.""",
            must_use=True,
            **of,
        ),
    )


def _tls_rows(action: str, *ciphers: str) -> tuple[str, ...]:
    """The benchmark's rows of records, with AES or with RC4."""
    if "rc4" in ciphers:
        return tuple(f"call_tls_rc4_{mac}_{action}" for mac in ("md5", "sha1"))
    return tuple(f"call_tls_aes{bits}_{mac}_{action}" for mac, sizes in _TLS_ROWS.items() for bits in sizes)


def _tls(facts: Facts) -> Section:
    have = set(facts.kernels)
    by_cbc = any(set(one.split()) <= have for one in _TLS_CBC)
    by_rc4 = any(set(one.split()) <= have for one in _TLS_RC4)
    contexts = list(dict.fromkeys(row["context"] for row in facts.tls))
    init = "const uint8_t *key, size_t key_bytes, const uint8_t *mac_key, size_t mac_key_bytes"
    record = "loom_tls_ctx *ctx, const uint8_t header[11]"
    any_: dict[str, Any] = {"needs": (*_TLS_CBC, *_TLS_RC4)}
    cbc: dict[str, Any] = {**any_, "needs": _TLS_CBC, "also": "aes_cbc_sha*"}
    rc4: dict[str, Any] = {**any_, "needs": _TLS_RC4, "also": "rc4_md5_blocks"}
    many: dict[str, Any] = {**cbc, "also": "aes_cbc_* sha*_blocks_x*"}
    of_cbc = {"first": "struct tls it = tls(0, shape);", "header": "it.header", "iv": "it.iv"}
    of_rc4 = {**of_cbc, "first": "struct tls it = tls(1, shape);"}
    keyed = {"hash": "2 + shape % 3", "ctx": "memset(object(sizeof *ctx), 0, sizeof *ctx)"}
    opens = {"ctx": "it.opens", "in": "it.record", "length": "it.sealed"}
    as_init, as_open = (f"measured as a part of loom_tls_{part}'s row" for part in ("cbc_init", "cbc_open"))
    return api(
        "TLS 1.0 to 1.2: records by MAC-then-encrypt (RFC 5246, 6.2.3.1 and 6.2.3.2)",
        *(Constant(f"LOOM_TLS_{name.upper()}", number) for name, number, _ in TLS),
        "The result of opening a record of more than 16,384 bytes of plaintext (RFC 5246, 7.2.2: record_overflow).",
        Constant("LOOM_TLS_TOO_LONG", -2),
        Struct(
            "loom_tls_hash",
            [(f"loom_{hash}_ctx {hash}", "") for hash in contexts],
            """The state of HMAC's hash after the key. The field hash of the context tells which member is in use.""",
            kind="union",
        ),
        Struct(
            "loom_tls_ctx",
            [
                Struct(
                    "cipher",
                    [("loom_aes_ctx aes", "")] * by_cbc + [("loom_rc4_ctx rc4", "")] * by_rc4,
                    kind="union",
                ),
                ("loom_tls_hash inner, outer", ""),
                ("uint32_t hash, kind", ""),
            ],
            "The keys of one direction of a connection.",
        ),
        Function(
            "void loom_tls_wipe(loom_tls_ctx *ctx)",
            "Overwrites the context with zeros.",
            unmeasured=_CLEARS,
            tried={"first": of_cbc["first"], "ctx": "it.seals"},
            **any_,
        ),
        """header is the data under the MAC before the plaintext, without the length: sequence number (8 bytes),
        type (1) and version (2). in and out are the same buffer or do not overlap. Opening returns 0 for a good
        record. Otherwise *opened is 0, and the result is:

          LOOM_TLS_TOO_LONG  more than 16,384 bytes of plaintext: either the length alone shows this, and out is
                             untouched; or the record is authentic, and all of out is zero. This error tells
                             nothing about a forgery.
          -1, out untouched  a context that does not open, or a length that no record has
          -1, out zero       any other reason
        """,
        """The three functions below set the two keys apart, for callers that learn them at different times, and
        take MAC keys of any length. Call loom_tls_wipe first. The context seals or opens when it has both keys,
        and a key may replace an earlier one. Return 0. With a key or a hash that loom_tls_cbc_init or
        loom_tls_rc4_init would refuse, return -1 and change nothing.""",
        Function(
            "int loom_tls_set_mac_key(loom_tls_ctx *ctx, int hash, const uint8_t *key, size_t key_bytes)",
            "Sets the key of the MAC.",
            unmeasured=as_init,
            tried={**keyed, "key_bytes": "some(shape) % 200"},
            **any_,
        ),
        Function(
            "int loom_tls_cbc_set_key(loom_tls_ctx *ctx, int seals, const uint8_t *key, size_t key_bytes)",
            "Sets a key of AES. seals: 1 for sealing, 0 for opening.",
            unmeasured=as_init,
            tried=keyed,
            **cbc,
        ),
        Function(
            "int loom_tls_rc4_set_key(loom_tls_ctx *ctx, const uint8_t *key, size_t key_bytes)",
            "Sets a key of RC4.",
            tried={**keyed, "key_bytes": "1 + some(shape) % 256"},
            unmeasured="measured as a part of loom_tls_rc4_init's row",
            **rc4,
        ),
        Function(
            f"int loom_tls_cbc_init(loom_tls_ctx *ctx, int seals, int hash, {init})",
            """AES-CBC with SHA-1, SHA-256 or SHA-384; keys of 16, 24 or 32 bytes, MAC keys as long as the digest.
            seals: 1 for sealing, 0 for opening. Returns 0, or -1.""",
            measured=_tls_rows("init"),
            tried={"hash": "2 + shape % 3", "mac_key_bytes": "digests[hash]"},
            **cbc,
        ),
        Function(
            "size_t loom_tls_cbc_length(const loom_tls_ctx *ctx, size_t length)",
            """Returns the size in bytes of a sealed record of length bytes of plaintext, without an explicit IV.
            Returns 0 for more than 16,384 bytes, which no record has, and for a context that loom_tls_cbc_init has
            not set.""",
            unmeasured="computes a number",
            tried={"first": of_cbc["first"], "ctx": "it.seals", "length": "it.length"},
            **cbc,
        ),
        Function(
            f"int loom_tls_cbc_seal({record}, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t length)",
            """Writes the record's loom_tls_cbc_length bytes. iv is the explicit IV of TLS 1.1 and 1.2, or the last
            block of the record before. On return iv holds the last block of this record. Returns 0, or -1 for a
            context that does not seal, or more than 16,384 bytes.""",
            measured=_tls_rows("seal"),
            tried={
                **of_cbc,
                "ctx": "it.seals",
                "length": "it.length",
                "in": "secret(shape / 9 % 2 ? it.sealed : length)",
                "out": "shape / 9 % 2 ? changed((void *)in) : fresh(it.sealed)",
            },
            **cbc,
        ),
        Struct(
            "loom_tls_record_job",
            [
                ("loom_tls_ctx *ctx", "as in loom_tls_cbc_seal, like the fields below; records may share it"),
                ("const uint8_t *header", "11 bytes"),
                ("uint8_t *iv", "16 bytes; at the end the last block of this record"),
                ("const uint8_t *in", ""),
                (
                    "uint8_t *out",
                    "may be in. Otherwise out is, and iv always is, apart from all other memory of all records",
                ),
                ("size_t length", "bytes of plaintext"),
            ],
            """Many records, sealed at once: MACs side by side, then ciphers side by side. The records of one call have
            contexts of one hash, of any connections.""",
        ),
        Struct(
            "loom_tls_batch_ctx",
            [
                ("loom_batch_ctx macs", ""),
                ("loom_batch_aes_cbc_ctx cipher", ""),
                ("loom_batch_job macs_of[32]", ""),
                ("loom_batch_aes_cbc_job ciphers_of[32]", ""),
                ("uint8_t header[32][13]", ""),
                ("size_t shortest", "bytes of a record that gains"),
                ("uint32_t hash, digest", "bytes"),
                ("uint32_t least", "records that gain; 0: none do"),
            ],
            """Memory for one call at a time, from the caller: a call of one thread. It stays where it was begun.""",
        ),
        Function(
            "int loom_tls_batch_init(loom_tls_batch_ctx *batch, int hash)",
            """Begins a batch for records of a hash, and chooses how to seal them on this CPU: at once where the
            hash and AES-CBC have kernels for several messages that were measured to be faster, otherwise one by
            one. It serves any number of calls. Returns 0. For a hash that loom_tls_cbc_init would refuse, returns
            -1: the batch then counts as wiped.""",
            no_secret=_NO_SECRET,
            unmeasured="begins a batch once for all its records",
            tried={"hash": "2 + shape % 3"},
            **many,
        ),
        Function(
            "int loom_tls_cbc_seal_many(loom_tls_batch_ctx *batch, const loom_tls_record_job *jobs, size_t count)",
            """Writes for each of count records what loom_tls_cbc_seal would. Until the call returns, out has
            plaintext. Afterwards the batch holds nothing of keys or records but their addresses, headers and
            lengths. Returns 0. With a wiped batch, a context that does not seal or is of another hash, or more
            than 16,384 bytes, returns -1 and changes nothing.""",
            unmeasured="measured beside loom_tls_cbc_seal in docs/batches.md",
            tried={
                "first": of_cbc["first"],
                "count": "shape / 9 % 2 ? 3 : JOBS",
                "batch": "records(it.hash)",
                "jobs": "record_jobs(&it, count)",
            },
            **many,
        ),
        Function(
            "void loom_tls_batch_wipe(loom_tls_batch_ctx *batch)",
            "Overwrites the batch with zeros.",
            no_secret="holds addresses, headers and lengths alone: tests/runtime/test_truth.py looks at its lanes",
            unmeasured=_CLEARS,
            tried={"batch": "records(2 + (int)(shape % 3))"},
            **many,
        ),
        Function(
            f"int loom_tls_cbc_open({record}, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t length, "
            "size_t *opened)",
            """Opens length bytes of record into out, which has room for as many. A record of TLS 1.1 and 1.2
            begins with an explicit IV: pass that IV as iv, and the bytes behind it as in. *opened is the number of
            bytes of plaintext. The instructions executed and the memory accessed depend on length alone.""",
            must_use=True,
            measured=_tls_rows("open"),
            tried={**of_cbc, **opens},
            **cbc,
        ),
        Function(
            "int loom_tls_cbc_unpad(const uint8_t *data, size_t length, const uint8_t *instead, uint8_t *mac, "
            "size_t mac_bytes, size_t *plaintext)",
            """For callers that compute the MAC themselves: finds the end of the plaintext in data[0..length-1], a
            decrypted record without its explicit IV, and writes the MAC behind the plaintext, mac_bytes (a
            multiple of 4, at most 48). With wrong padding mac is the mac_bytes of instead, which the peer must not
            be able to guess, and *plaintext counts one byte of padding. *plaintext is secret until the MAC has
            been compared; the instructions executed and the memory accessed depend on length and mac_bytes alone.
            Returns 0. For a length that is no multiple of 8, or that has no room for the MAC and a byte of
            padding, and for another mac_bytes, returns -1 with 0 in *plaintext.

            Where encryption comes before the MAC (RFC 7366), mac_bytes is 0 and mac and instead may be NULL. The
            MAC has been compared then: wrong padding gives -1, and 0 in *plaintext.""",
            must_use=True,
            unmeasured=as_open,
            tried={
                "length": "320",
                "mac_bytes": "digests[shape % 5]",
                "data": "padded(shape, mac_bytes, length)",
                "instead": "secret(mac_bytes)",
                "mac": "fresh(mac_bytes)",
            },
            **cbc,
        ),
        *(
            Function(
                f"int loom_hmac_{row['name']}_hidden(const loom_hmac_{row['name']}_ctx *ctx, const uint8_t header[13], "
                f"const uint8_t *data, size_t length, size_t longest, uint8_t mac[{row['digest']}])",
                """Writes the MAC of header and data[0..length-1], where length is secret. length is at most
                longest and at least longest - 256; data[0..longest-1] must be readable. The instructions executed
                and the memory accessed depend on longest alone. ctx has the key of loom_hmac_..._init; what it has
                taken of a message has no effect. Returns 0. With a wiped context, or longest over 2^28, returns -1
                and writes zeros."""
                if row is facts.macs[0]
                else "",
                must_use=True,
                unmeasured=as_open,
                tried={
                    "longest": "some(shape)",
                    "length": "longest - (longest < 256 ? 0 : *secret(1))",
                    "data": "secret(longest)",
                },
                **{**cbc, "needs": [f"{one} {row['kernel']}" for one in _TLS_CBC]},
            )
            for row in facts.macs
        ),
        Function(
            f"int loom_tls_rc4_init(loom_tls_ctx *ctx, int hash, {init})",
            """RC4 with MD5 or SHA-1; keys of 1 to 256 bytes, MAC keys as long as the digest. A context serves one
            direction: the key stream goes on from record to record. Returns 0, or -1.""",
            measured=_tls_rows("init", "rc4"),
            tried={
                "hash": "1 + shape % 2",
                "key_bytes": "1 + some(shape) % 256",
                "mac_key_bytes": "digests[hash]",
            },
            **rc4,
        ),
        Function(
            f"int loom_tls_rc4_seal({record}, const uint8_t *in, uint8_t *out, size_t length)",
            "Writes length bytes and the MAC. Returns 0, or -1 for more than 16,384 bytes.",
            measured=_tls_rows("seal", "rc4"),
            tried={
                **of_rc4,
                "ctx": "it.seals",
                "length": "it.length",
                "in": "secret(shape / 9 % 2 ? it.sealed : length)",
                "out": "shape / 9 % 2 ? changed((void *)in) : fresh(it.sealed)",
            },
            **rc4,
        ),
        Function(
            f"int loom_tls_rc4_open({record}, const uint8_t *in, uint8_t *out, size_t length, size_t *opened)",
            """Opens length bytes of record into out, which has room for as many. *opened is the number of bytes of
            plaintext. The key stream goes on behind a record that is refused for its MAC. The key stream does not
            move if out is untouched.""",
            must_use=True,
            measured=_tls_rows("open", "rc4"),
            tried={**of_rc4, **opens},
            **rc4,
        ),
    )


def _tls13(facts: Facts) -> Section:
    have = set(facts.kernels)
    of: dict[str, Any] = {"needs": (_GCM, _CHACHA)}
    keys = [("loom_aes_gcm_key aes_gcm", "")] * (set(_GCM.split()) <= have)
    keys += [("uint8_t chacha20_poly1305[32]", "")] * (set(_CHACHA.split()) <= have)
    begin = "loom_tls13_ctx *ctx, uint8_t type, const uint8_t *in, size_t length"
    suites = (("AES_128_GCM", "SHA256"), ("AES_256_GCM", "SHA384"), ("CHACHA20_POLY1305", "SHA256"))
    rows = [f"call_tls13_aes{bits}_gcm" for bits in (128, 256) if set(_GCM.split()) <= have]
    rows += ["call_tls13_chacha20_poly1305"] * (set(_CHACHA.split()) <= have)
    return api(
        "TLS 1.3: records (RFC 8446, 5.2 to 5.4)",
        *(Constant(f"LOOM_TLS13_{aead}", 0x1301 + at, f"TLS_{aead}_{hash}") for at, (aead, hash) in enumerate(suites)),
        "The results of opening a record for which RFC 8446 has other alerts: record_overflow and unexpected_message.",
        Constant("LOOM_TLS13_TOO_LONG", -2),
        Constant("LOOM_TLS13_NO_TYPE", -3),
        Struct(
            "loom_tls13_ctx",
            [
                Struct("key", keys, kind="union"),
                ("uint8_t iv[12]", ""),
                ("uint32_t cipher", ""),
                ("uint64_t sequence", "the number of the next record"),
            ],
            """The keys of one direction of a connection. Each record takes the next number: 2^64 - 1 records are the
            limit, and RFC 8446, 5.5, asks for new keys long before.""",
        ),
        Function(
            "int loom_tls13_init(loom_tls13_ctx *ctx, int cipher, const uint8_t *key, size_t key_bytes, "
            "const uint8_t iv[12])",
            """Sets the write key and IV of a traffic secret (RFC 8446, 7.3), for record 0. cipher is the number of the
            cipher suite. Returns 0. For any other cipher, or a key of another length than the cipher's, returns -1 and
            leaves the context untouched.""",
            unmeasured="is loom_aes_gcm_set_key, or a copy",
            tried={"cipher": "LOOM_TLS13_AES_128_GCM + shape % 3", "key_bytes": "shape % 3 == 0 ? 16 : 32"},
            **of,
        ),
        Function(
            f"int loom_tls13_seal({begin}, size_t padding, uint8_t *out)",
            """Writes a record of length + padding + 22 bytes: a header of 5, the content, its type, that many zeros of
            padding, and the tag of 16. Before it is encrypted, the content is in out, behind the header: in may be
            there already, or anywhere else. Returns 0. With type 0, with more than 16,384 bytes of content and padding,
            with a wiped context, or after the last record, returns -1 and changes nothing.""",
            unmeasured="is loom_tls13_seal_many for one record",
            tried={
                "padding": "some(shape / 3) % 300",
                "length": "some(shape) % 16000",
                "in": "secret(length)",
                "out": "fresh(length + padding + 22)",
            },
            **of,
        ),
        Function(
            f"size_t loom_tls13_seal_many({begin}, size_t fragment, uint8_t *out)",
            """Writes length bytes of content as records of fragment bytes each, from 1 to 16,384, the last one of what
            is left, without padding; without content one empty record. A record takes 22 bytes more than its content.
            out is apart from in. Returns the bytes written. With type 0, any other fragment, a wiped context, more
            bytes than a size_t counts, or too few numbers left for one record more than these, returns 0 and changes
            nothing.""",
            measured=tuple(f"{row}_seal" for row in rows),
            tried={
                "fragment": "40 + some(shape / 2) % 3000",
                "in": "secret(length)",
                "length": "some(shape) % 16000",
                "out": "fresh(length + 22 * (length / fragment + 1))",
            },
            **of,
        ),
        Function(
            "int loom_tls13_open(loom_tls13_ctx *ctx, const uint8_t *record, size_t record_bytes, uint8_t *out, "
            "size_t *length, uint8_t *type)",
            """Opens a record with its header, of record_bytes bytes. Writes record_bytes - 21 bytes to out, which may
            be record + 5, and is apart from the record otherwise. *length is the number of bytes of content, and *type
            their type. As many instructions are executed for any padding. Returns 0. Otherwise *length and *type are
            0, and the result is:

              LOOM_TLS13_TOO_LONG  more than 16,385 bytes of content, type and padding, by the length; out is untouched
              LOOM_TLS13_NO_TYPE   the record is authentic, and zeros alone
              -1, out untouched    no whole record, a header that no encrypted record has, a wiped context, or the last
                                   record has been
              -1, out zeros        the record is not authentic; the next record has the same number
            """,
            must_use=True,
            measured=tuple(f"{row}_open" for row in rows),
            tried={
                "first": "struct tls13 it = tls13(shape);",
                "ctx": "it.opens",
                "record_bytes": "it.bytes",
                "record": "it.record",
                "out": "shape % 2 ? (uint8_t *)changed(it.record) + 5 : fresh(record_bytes - 21)",
                "type": "fresh(1)",
            },
            **of,
        ),
        Function(
            "void loom_tls13_wipe(loom_tls13_ctx *ctx)",
            "Overwrites the context with zeros.",
            unmeasured=_CLEARS,
            **of,
        ),
    )


def _rsa(_: Facts) -> Section:
    of: dict[str, Any] = {"needs": _RSA, "also": "mont_pair_*", "must_use": True}
    once = "sets a key once for all its uses"
    sets = {
        "key": "zeros(sizeof *key)",
        "bytes": "modulus_bytes(shape)",
        "exponent_bytes": "1",
        "modulus": "odd(published(bytes), bytes)",
        "exponent": "odd(published(1), 1)",
        "shapes": "5",
    }
    memory = {"work": "zeros(sizeof *work)", "shapes": "5"}
    operates = {"length": "modulus_bytes(shape)", "key": "rsa_key(length)", "in": "below(length)", **memory}
    number = "const uint8_t *modulus, size_t bytes, const uint8_t *exponent, size_t exponent_bytes"
    power = "const loom_rsa_key *key, loom_rsa_work *work, const uint8_t *in, uint8_t *out, size_t length"
    errors = (
        ("LENGTH", "a length outside the limits, or another than the key's"),
        ("MODULUS", "an even modulus, zero, or one whose first octet is zero"),
        ("RANGE", "the message, or the base, is not less than the modulus"),
        (
            "KEY",
            "no key for the operation, a public exponent that is even, 1 or more than 256 bits, or parts of a private "
            "key that cannot work",
        ),
        (
            "FAULT",
            "the result does not give the input back: a computation went wrong, or a factor is no prime",
        ),
    )
    return api(
        "RSA: the primitives of RFC 8017 (5.1, 5.2), and powers modulo an odd number",
        """Numbers are big-endian octet strings, as in RFC 8017. A modulus has 64 to 512 octets (512 to 4096 bits)
        and is odd, and its first octet is not zero. There is no padding here, and no blinding: docs/rsa.md shows
        how a caller blinds. Without blinding, too, the instructions executed and the memory accessed depend on
        lengths and the public exponent alone: not on primes, private exponents, messages, or verdicts about them.

        With every error the output is untouched: a key keeps its value, too. A pointer to a number of no octets
        may be NULL.""",
        *(Constant(f"LOOM_RSA_{name}", -1 - at, doc) for at, (name, doc) in enumerate(errors)),
        Struct(
            "loom_rsa_half",
            [("uint64_t prime[32], square[32], exponent[32], prime_inverse", "")],
            "One prime's share of a private key.",
        ),
        Struct(
            "loom_rsa_key",
            [
                ("uint64_t modulus[64], square[64], modulus_inverse, exponent[4]", ""),
                ("loom_rsa_half half[2]", "as secret as the primes, like the next two"),
                ("uint64_t inverse[32], other_prime[64]", ""),
                ("uint64_t pair[128]", "constants of the modulus for kernels that multiply pairs of numbers"),
                ("uint32_t pairs, unused", "whether they are there"),
                ("uint32_t bytes, kind", "octets of the modulus; 1 public, 2 private"),
            ],
            "A key. Any number of threads may use one key, each with work of its own, while no thread changes the key.",
        ),
        Struct(
            "loom_rsa_work",
            [("uint64_t words[3456]", "")],
            """Memory for one operation, from the caller: on the stack, in a thread's own memory, or allocated. Needs no
            initialisation. The functions wipe the memory that held secrets.""",
        ),
        Function(
            f"int loom_rsa_key_init_public(loom_rsa_key *key, {number})",
            """Sets the key for loom_rsa_public. The exponent is odd, more than 1, and less than 2^256; zeros
            before it count for nothing. Returns 0, or an error.""",
            no_secret=_NO_SECRET,
            unmeasured=once,
            tried=sets,
            **of,
        ),
        Struct(
            "loom_rsa_parts",
            [
                (
                    "const uint8_t *p, *q, *dp, *dq, *inverse",
                    "primes, private exponents modulo p - 1 and q - 1, inverse of q modulo p",
                )
            ],
            """The parts of a private key: the second form of RFC 8017, 3.2, with two primes. Each part has (bytes
            + 1) / 2 octets, for a modulus of bytes octets. Either prime may be the greater one.""",
        ),
        Function(
            f"int loom_rsa_key_init_private(loom_rsa_key *key, {number}, const loom_rsa_parts *parts)",
            """Sets the key for loom_rsa_private and loom_rsa_public. Returns 0, or an error. The result is LOOM_RSA_KEY
            unless

              p * q = modulus, neither of them 1, and p is not q
              exponent * dp = 1 modulo p - 1, and dp < p - 1
              exponent * dq = 1 modulo q - 1, and dq < q - 1
              inverse * q = 1 modulo p, and inverse < p

            Whether p and q are primes is not tested.""",
            unmeasured=once,
            tried={**sets, "parts": "rsa_parts(bytes)"},
            **of,
        ),
        Function(
            "void loom_rsa_key_wipe(loom_rsa_key *key)",
            "Overwrites the key with zeros.",
            unmeasured="clears a key of fixed size",
            tried={"key": "rsa_key(64)", "shapes": "1"},
            **{**of, "must_use": False},
        ),
        Function(
            f"int loom_rsa_public({power})",
            """out = in to the power of the public exponent: RSAEP and RSAVP1. in and out have length octets, which
            is the key's number; they may be the same buffer. Returns 0, or an error.""",
            measured=tuple(f"rsa{bits}_public" for bits in (512, 1024, 2048, 3072, 4096)),
            tried=operates,
            **of,
        ),
        Function(
            f"int loom_rsa_private({power})",
            """out = in to the power of the private exponent, by the Chinese remainder theorem: RSADP and RSASP1.
            Before the result leaves, its power by the public exponent is compared with in: a fault in one half
            would betray a prime. The result LOOM_RSA_FAULT reports such a fault. Otherwise as loom_rsa_public.""",
            measured=tuple(f"rsa{bits}_private" for bits in (512, 1024, 2048, 3072, 4096)),
            tried=operates,
            **of,
        ),
        Function(
            "int loom_modexp(loom_rsa_work *work, const uint8_t *base, const uint8_t *exponent, size_t exponent_bytes, "
            "const uint8_t *modulus, uint8_t *out, size_t length)",
            """out = base to the power of exponent, modulo modulus. base, modulus and out have length octets,
            exponent has exponent_bytes, 0 to 512. base, exponent and modulus may be secret. out may be base,
            exponent or modulus. Returns 0, or an error.""",
            unmeasured="the powers of loom_rsa_private's rows, with one modulus in place of two",
            tried={
                "length": "modulus_bytes(shape)",
                "exponent_bytes": "16",
                "base": "below(length)",
                "modulus": "odd(secret(length), length)",
                **memory,
            },
            **of,
        ),
    )
