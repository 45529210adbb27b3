/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The self-test: published vectors on every variant that can run. loom_kernel_rows lists the variants.
 */
#include "explain.h"
#include "hash.h"
#include "portable.h"
#include "tls.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct run {
    loom_report_fn *report;
    void *context;
    const char *kernel, *variant; /* under test */
    int failures;
};

static void LOOM_PRINTF_LIKE(2, 3) say(const struct run *run, const char *format, ...)
{
    char line[240];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (run->report != NULL) {
        run->report(run->context, line);
    }
}

#if defined(LOOM_HAVE_aes_set_encrypt_key) || defined(LOOM_HAVE_aes_set_decrypt_key) ||                               \
    defined(LOOM_HAVE_aes_ecb_encrypt) || defined(LOOM_HAVE_aes_ecb_decrypt) || defined(LOOM_HAVE_aes_cbc_encrypt) || \
    defined(LOOM_HAVE_aes_cbc_decrypt) || defined(LOOM_HAVE_aes_ctr32)
#define TESTS_AES 1
#endif

#if defined(TESTS_AES) || defined(LOOM_HAVE_hashes) || (defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream))

/* Counts a difference and reports its first byte. `what` names the input. */
static void check(struct run *run, const char *what, unsigned long number, const uint8_t *got, const uint8_t *want,
                  size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (got[i] != want[i]) {
            run->failures++;
            say(run, "FAIL %s %s: %s %lu: byte %lu is 0x%02x, expected 0x%02x", run->kernel, run->variant, what, number,
                (unsigned long)i, got[i], want[i]);
            return;
        }
    }
}

/* The bytes that `text` spells in hexadecimal. */
static size_t from_hex(uint8_t *out, const char *text)
{
    size_t n = 0;
    for (; text[2 * n] != 0; n++) {
        const char *p = text + 2 * n;
        out[n] =
            (uint8_t)((p[0] <= '9' ? p[0] - '0' : p[0] - 'a' + 10) << 4 | (p[1] <= '9' ? p[1] - '0' : p[1] - 'a' + 10));
    }
    return n;
}

/* Bytes without a pattern (xorshift32), the same in every run. */
static void fill(uint8_t *out, size_t length, uint32_t seed)
{
    for (size_t i = 0; i < length; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        out[i] = (uint8_t)(seed >> 24);
    }
}

#endif

#if defined(LOOM_HAVE_md5_blocks)

static const struct {
    const char *message, *digest;
} rfc1321[] = {
    {"", "d41d8cd98f00b204e9800998ecf8427e"},
    {"a", "0cc175b9c0f1b6a831c399e269772661"},
    {"abc", "900150983cd24fb0d6963f7d28e17f72"},
    {"message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
    {"abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"},
    {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"},
    {"12345678901234567890123456789012345678901234567890123456789012345678901234567890",
     "57edf4a22be3c955ac49da2e2107b67a"},
};

#define RFC1321_ROWS (sizeof rfc1321 / sizeof rfc1321[0])

/* The digest of 10,000 times 'a', many blocks in one call. An independent implementation computed the digest. */
static const char ten_thousand_a[] = "0d0c9c4db6953fee9e03f528cafd7d3e";

static void store_digest(uint8_t digest[16], const uint32_t state[4])
{
    for (int i = 0; i < 16; i++) {
        digest[i] = (uint8_t)(state[i / 4] >> (8 * (i % 4)));
    }
}

/* MD5 by the block function alone. The message has at most 10,000 bytes. */
static void md5_by_blocks(loom_md5_blocks_fn *blocks, const uint8_t *message, size_t length, uint8_t digest[16])
{
    uint8_t tail[128] = {0};
    uint32_t state[4] = {UINT32_C(0x67452301), UINT32_C(0xefcdab89), UINT32_C(0x98badcfe), UINT32_C(0x10325476)};
    size_t rest = length % 64, tail_blocks = rest < 56 ? 1 : 2;
    memcpy(tail, message + (length - rest), rest);
    tail[rest] = 0x80;
    for (size_t i = 0; i < 4; i++) {
        tail[64 * tail_blocks - 8 + i] = (uint8_t)((uint32_t)(length * 8) >> (8 * i));
    }
    blocks(state, message, length / 64);
    blocks(state, tail, tail_blocks);
    store_digest(digest, state);
}

static void test_md5_blocks(struct run *run, loom_any_fn function)
{
    static uint8_t data[10064];
    loom_md5_blocks_fn *blocks = (loom_md5_blocks_fn *)function;
    uint8_t got[16], want[16];
    for (size_t i = 0; i < RFC1321_ROWS; i++) {
        from_hex(want, rfc1321[i].digest);
        md5_by_blocks(blocks, (const uint8_t *)rfc1321[i].message, strlen(rfc1321[i].message), got);
        check(run, "RFC 1321 string", (unsigned long)i + 1, got, want, 16);
    }
    memset(data, 'a', sizeof data);
    from_hex(want, ten_thousand_a);
    md5_by_blocks(blocks, data, 10000, got);
    check(run, "times 'a':", 10000, got, want, 16);

    fill(data, sizeof data, 1);
    for (size_t offset = 0; offset < 64; offset++) { /* each alignment, with 0 to 7 blocks, in one call and in two */
        size_t count = offset % 8;
        uint32_t one[4] = {1, 2, 3, 4}, two[4] = {1, 2, 3, 4}, portable[4] = {1, 2, 3, 4};
        loom_md5_blocks_portable(portable, data + offset, count);
        blocks(one, data + offset, count);
        blocks(two, data + offset, count / 2);
        blocks(two, data + offset + count / 2 * 64, count - count / 2);
        store_digest(want, portable);
        store_digest(got, one);
        check(run, "data at alignment", (unsigned long)offset, got, want, 16);
        store_digest(got, two);
        check(run, "data in two calls at alignment", (unsigned long)offset, got, want, 16);
    }
}

static void test_md5_stream(struct run *run)
{
    static uint8_t data[600];
    uint8_t got[16], want[16];
    run->kernel = "md5";
    run->variant = "as dispatched";
    for (size_t i = 0; i < RFC1321_ROWS; i++) {
        from_hex(want, rfc1321[i].digest);
        loom_md5((const uint8_t *)rfc1321[i].message, strlen(rfc1321[i].message), got);
        check(run, "RFC 1321 string", (unsigned long)i + 1, got, want, 16);
    }
    fill(data, sizeof data, 2);
    for (size_t length = 0; length <= 520; length++) {
        loom_md5_ctx ctx;
        loom_md5_init(&ctx);
        for (size_t done = 0, piece = length % 7; done < length; done += piece, piece = (piece * 5 + 3) % 131) {
            piece = piece < length - done ? piece : length - done;
            loom_md5_update(&ctx, data + done, piece);
        }
        loom_md5_final(&ctx, got);
        md5_by_blocks(loom_md5_blocks_portable, data, length, want);
        check(run, "message in pieces, of length", (unsigned long)length, got, want, 16);
        for (size_t i = 0; i < sizeof ctx; i++) {
            if (((const uint8_t *)&ctx)[i] != 0) {
                run->failures++;
                say(run, "FAIL md5: byte %lu of the context is not wiped", (unsigned long)i);
                break;
            }
        }
        if (loom_md5_update(&ctx, data, length) != -1 || loom_md5_final(&ctx, got) != -1) {
            run->failures++;
            say(run, "FAIL md5: a wiped context is taken");
        }
    }
}

#endif

#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)

#include "selftest_rc4.h"

enum { RC4_LENGTH = 4112 }; /* the last offset of RFC 6229 and its 16 bytes */

static void test_rc4(struct run *run, loom_rc4_set_key_fn *set_key, loom_rc4_stream_fn *stream)
{
    static uint8_t text[RC4_LENGTH + 64], got[RC4_LENGTH + 64], want[RC4_LENGTH + 64];
    uint8_t key[256], state[258], expected_state[258];
    for (size_t k = 0; k < sizeof rfc6229 / sizeof rfc6229[0]; k++) {
        size_t key_length = from_hex(key, rfc6229[k].key);
        memset(text, 0, sizeof text);
        from_hex(want, rfc6229[k].keystream);
        set_key(state, key, key_length);
        stream(state, text, got, RC4_LENGTH);
        for (size_t i = 0; i < 18; i++) {
            check(run, "RFC 6229 at offset", rfc6229_offsets[i], got + rfc6229_offsets[i], want + 16 * i, 16);
        }
    }
    fill(text, sizeof text, 3);
    for (size_t length = 1; length <= 256;
         length++) { /* each key length, and a text of twice that, at each alignment */
        size_t offset = length % 64, half = length % 5 * length / 4;
        fill(key, length, (uint32_t)length);
        loom_rc4_set_key_portable(expected_state, key, length);
        set_key(state, key, length);
        check(run, "state after a key of length", (unsigned long)length, state, expected_state, 258);

        memset(got, 0x55, sizeof got);
        memset(want, 0x55, sizeof want);
        loom_rc4_stream_portable(expected_state, text, want + offset, 2 * length);
        stream(state, text, got + offset, half);
        stream(state, text + half, got + offset + half, 2 * length - half);
        check(run, "text in two calls, of length", 2 * (unsigned long)length, got, want, sizeof got);
        check(run, "state after a text of length", 2 * (unsigned long)length, state, expected_state, 258);

        memcpy(got, want, sizeof got);
        stream(state, got, got, length);
        loom_rc4_stream_portable(expected_state, want, want, length);
        check(run, "in place, length", (unsigned long)length, got, want, sizeof got);
    }
}

static void test_rc4_set_key(struct run *run, loom_any_fn function)
{
    test_rc4(run, (loom_rc4_set_key_fn *)function, loom_rc4_stream_portable);
}

static void test_rc4_stream(struct run *run, loom_any_fn function)
{
    test_rc4(run, loom_rc4_set_key_portable, (loom_rc4_stream_fn *)function);
}

static void test_rc4_interface(struct run *run)
{
    static const uint8_t zeros[16] = {0};
    uint8_t key[257] = {1, 2, 3, 4, 5}, got[16], want[16 * 18];
    loom_rc4_ctx ctx;
    run->kernel = "rc4";
    run->variant = "as dispatched";
    from_hex(want, rfc6229[0].keystream);
    if (loom_rc4_set_key(&ctx, key, 0) != -1 || loom_rc4_set_key(&ctx, key, 257) != -1 ||
        loom_rc4_set_key(&ctx, key, 256) != 0 || loom_rc4_set_key(&ctx, key, 5) != 0) {
        run->failures++;
        say(run, "FAIL rc4: loom_rc4_set_key must take 1 to 256 bytes and refuse the rest");
        return;
    }
    loom_rc4(&ctx, NULL, NULL, 0);
    for (size_t i = 0; i < 16; i++) {
        loom_rc4(&ctx, zeros + i, got + i, 1);
    }
    check(run, "RFC 6229 bytewise at offset", 0, got, want, 16);
    loom_rc4_wipe(&ctx);
    for (size_t i = 0; i < 16; i++) {
        check(run, "wiped context from byte", 16 * (unsigned long)i, ctx.state + 16 * i, zeros, 16);
    }
    memset(got, 1, 16);
    if (loom_rc4(&ctx, got, got, 16) != -1) {
        run->failures++;
        say(run, "FAIL rc4: a wiped context is taken");
    }
    check(run, "through a wiped context, from byte", 0, got, zeros, 16);
}

#endif

#include "selftest_stitched.h"

#if defined(LOOM_HAVE_hashes)
#include "selftest_hash.h"
#endif

#if defined(TESTS_AES)
#include "selftest_aes.h"
#endif

#include "selftest_tls.h"

/* The kernels with vectors here. A kernel from outside the tree brings its own tests. */
static const struct {
    const char *kernel;
    void (*test)(struct run *, loom_any_fn);
} tests[] = {
#if defined(LOOM_HAVE_aes_cbc_decrypt)
    {"aes_cbc_decrypt", test_aes_cbc_decrypt},
#endif
#if defined(LOOM_HAVE_aes_cbc_encrypt)
    {"aes_cbc_encrypt", test_aes_cbc_encrypt},
#endif
#if defined(LOOM_HAVE_aes_ctr32)
    {"aes_ctr32", test_aes_ctr32},
#endif
#if defined(LOOM_HAVE_aes_ecb_decrypt)
    {"aes_ecb_decrypt", test_aes_ecb_decrypt},
#endif
#if defined(LOOM_HAVE_aes_ecb_encrypt)
    {"aes_ecb_encrypt", test_aes_ecb_encrypt},
#endif
#if defined(LOOM_HAVE_aes_set_decrypt_key)
    {"aes_set_decrypt_key", test_aes_set_decrypt_key},
#endif
#if defined(LOOM_HAVE_aes_set_encrypt_key)
    {"aes_set_encrypt_key", test_aes_set_encrypt_key},
#endif
#if defined(LOOM_HAVE_md5_blocks)
    {"md5_blocks", test_md5_blocks},
#endif
#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)
    {"rc4_set_key", test_rc4_set_key},
    {"rc4_stream", test_rc4_stream},
#endif
#if defined(LOOM_HAVE_rc4_md5_blocks)
    {"rc4_md5_blocks", test_rc4_md5_blocks},
#endif
#define AES_CBC_HASH_TEST(name, both, word, words, block) {#both, test_##both},
    LOOM_AES_CBC_HASHES(AES_CBC_HASH_TEST){NULL, NULL},
};

/* Runs all tests of a kernel with one of its variants. Returns 0 if there are none. */
static int test_function(struct run *run, const char *kernel, loom_any_fn function)
{
    int found = 0;
    for (size_t t = 0; tests[t].kernel != NULL; t++) {
        if (strcmp(tests[t].kernel, kernel) == 0) {
            tests[t].test(run, function);
            found = 1;
        }
    }
#if defined(LOOM_HAVE_hashes)
    if (test_hashes(run, kernel, function) > 0) {
        found = 1;
    }
#endif
    return found;
}

static void test_kernel(struct run *run, const struct loom_kernel *kernel, const struct loom_features *features)
{
    for (size_t v = 0; v < kernel->variant_count; v++) {
        int before = run->failures;
        run->kernel = kernel->name;
        run->variant = kernel->variants[v].name;
        if (!loom_variant_runs(&kernel->variants[v], features)) {
            say(run, "%-21s %-14s not run: this CPU, or ASMLOOM_CPU, does without its features", run->kernel,
                run->variant);
        } else if (!test_function(run, kernel->name, kernel->variants[v].function)) {
            say(run, "%-21s %-14s not run: the self-test has no vectors for this kernel", run->kernel, run->variant);
        } else {
            say(run, "%-21s %-14s %s", run->kernel, run->variant, run->failures == before ? "ok" : "FAILED");
        }
    }
}

/* A function of its own, because the room for the choices is large and should not be on the stack while tests run. */
static LOOM_SELDOM struct loom_features features_here(void)
{
    struct loom_choices room;
    return loom_chosen(&room)->cpu.features;
}

int LOOM_CDECL loom_selftest(loom_report_fn *report, void *context)
{
    struct run run;
    const struct loom_features features = features_here();
    run.report = report;
    run.context = context;
    run.kernel = run.variant = "";
    run.failures = 0;
    for (size_t k = 0; k < LOOM_KERNEL_COUNT; k++) {
        test_kernel(&run, &loom_kernel_rows[k], &features);
    }
#if defined(LOOM_HAVE_md5_blocks)
    test_md5_stream(&run);
#endif
#if defined(LOOM_HAVE_hmacs)
    test_hmacs(&run);
#endif
#if defined(TESTS_AES)
    test_aes_interface(&run);
#endif
#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)
    test_rc4_interface(&run);
#endif
#if defined(LOOM_HAVE_rc4_md5_blocks)
    test_rc4_md5_interface(&run);
#endif
#define AES_CBC_HASH_INTERFACE(name, both, word, words, block) test_aes_cbc_##name##_interface(&run);
    LOOM_AES_CBC_HASHES(AES_CBC_HASH_INTERFACE)
#if defined(LOOM_TLS_CBC)
    test_tls_cbc(&run);
#endif
#if defined(LOOM_TLS_RC4)
    test_tls_rc4(&run);
#endif
    return run.failures;
}
