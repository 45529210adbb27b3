/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The self-test: published vectors on every variant that can run. loom_kernel_rows lists the variants.
 */
#include "aes_key.h"
#include "batch.h"
#include "explain.h"
#include "hash.h"
#include "rsa.h"
#include "selftest_keys.h"
#include "selftest_run.h"
#include "tls.h"

#include <string.h>

#if defined(LOOM_HAVE_aes_ecb_encrypt) || defined(LOOM_HAVE_aes_ecb_decrypt) || defined(LOOM_HAVE_aes_cbc_encrypt) || \
    defined(LOOM_HAVE_aes_cbc_decrypt) || defined(LOOM_HAVE_aes_ctr32) || defined(LOOM_HAVE_aes_xts_encrypt) ||       \
    defined(LOOM_HAVE_aes_xts_decrypt)
#define TESTS_AES_MODES 1
#endif
#if defined(TESTS_AES_MODES) || defined(LOOM_HAVE_aes_set_encrypt_key) || defined(LOOM_HAVE_aes_set_decrypt_key)
#define TESTS_AES 1
#endif

#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)
#include "selftest_rc4.h"
#endif

#include "selftest_stitched.h"

#if defined(LOOM_HAVE_hashes)
#include "selftest_batch.h"
#include "selftest_hash.h"
#endif

#if defined(TESTS_AES)
#include "selftest_aes.h"
#endif

#if defined(LOOM_HAVE_block_ciphers)
#include "selftest_cipher.h"
#define CIPHER_ROW(kernel, ...) {#kernel, test_##kernel},
#define CIPHER_ROWS LOOM_CIPHER_MODES(CIPHER_ROW) LOOM_CIPHER_KEYS(CIPHER_ROW)
#else
#define CIPHER_ROWS
#endif

#if defined(LOOM_HAVE_ghash_blocks)
#include "selftest_gcm.h"
#endif

#if defined(LOOM_AES_CMAC) || defined(LOOM_AES_GCM_SIV) || defined(LOOM_AES_XTS)
#include "selftest_modes.h"
#define TESTS_MODES 1
#endif

#if defined(LOOM_HAVE_streams) || defined(LOOM_BATCH_AES_CBC) || defined(LOOM_BATCH_DES_CBC)
#include "selftest_streams.h"
#endif

#if defined(LOOM_HAVE_chacha20_ctr32) || defined(LOOM_HAVE_hchacha20) || defined(LOOM_HAVE_poly1305_blocks)
#include "selftest_chacha.h"
#endif

#if defined(LOOM_TLS_CBC) || defined(LOOM_TLS_RC4) || defined(LOOM_TLS13)
#include "selftest_tls.h"
#endif

#if defined(LOOM_RSA)
#include "selftest_rsa.h"
#endif

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
#if defined(LOOM_AES_GCM)
    {"aes_gcm_decrypt", test_aes_gcm_decrypt},
    {"aes_gcm_encrypt", test_aes_gcm_encrypt},
    {"aes_gcm_open_message", test_aes_gcm_open_message},
    {"aes_gcm_seal_message", test_aes_gcm_seal_message},
#endif
#if defined(LOOM_HAVE_aes_set_decrypt_key)
    {"aes_set_decrypt_key", test_aes_set_decrypt_key},
#endif
#if defined(LOOM_HAVE_aes_set_encrypt_key)
    {"aes_set_encrypt_key", test_aes_set_encrypt_key},
#endif
#if defined(LOOM_HAVE_aes_xts_decrypt)
    {"aes_xts_decrypt", test_aes_xts_decrypt},
#endif
#if defined(LOOM_HAVE_aes_xts_encrypt)
    {"aes_xts_encrypt", test_aes_xts_encrypt},
#endif
#if defined(LOOM_HAVE_chacha20_ctr32)
    {"chacha20_ctr32", test_chacha20_ctr32},
#endif
#if defined(TESTS_CHACHA20_POLY1305)
    {"chacha20_poly1305_decrypt", test_chacha20_poly1305_decrypt},
    {"chacha20_poly1305_encrypt", test_chacha20_poly1305_encrypt},
#endif
#if defined(LOOM_HAVE_hchacha20)
    {"hchacha20", test_hchacha20},
#endif
#if defined(LOOM_HAVE_poly1305_blocks) && defined(LOOM_HAVE_poly1305_tag)
    {"poly1305_blocks", test_poly1305_blocks},
    {"poly1305_tag", test_poly1305_tag},
#endif
#if defined(LOOM_HAVE_ghash_powers) && defined(LOOM_HAVE_ghash_blocks)
    {"ghash_blocks", test_ghash_blocks},
    {"ghash_powers", test_ghash_powers},
#endif
#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)
    {"rc4_set_key", test_rc4_set_key},
    {"rc4_stream", test_rc4_stream},
#endif
#if defined(LOOM_HAVE_rc4_md5_blocks)
    {"rc4_md5_blocks", test_rc4_md5_blocks},
#endif
    CIPHER_ROWS
#define LANES_ROW(kernel, single, lanes) {#kernel, test_##kernel},
        LOOM_HASH_LANES(LANES_ROW)
#define STREAMS_ROW(kernel, single, lanes) {#kernel, test_##kernel},
            LOOM_STREAMS(STREAMS_ROW)
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

static void test_kernel(struct run *run, const struct loom_kernel *kernel, const struct loom_cpu *cpu)
{
    uint64_t usable = loom_usable(kernel, cpu);
    for (size_t v = 0; v < kernel->variant_count; v++) {
        int before = run->failures;
        run->kernel = kernel->name;
        run->variant = kernel->variants[v].name;
        if (!(usable >> v & 1)) {
            say(run, "%-21s %-14s not run: this CPU, or ASMLOOM_CPU, does without its features", run->kernel,
                run->variant);
        } else if (!test_function(run, kernel->name, kernel->variants[v].function)) {
            say(run, "%-21s %-14s not run: the self-test has no vectors for this kernel", run->kernel, run->variant);
        } else {
            say(run, "%-21s %-14s %s", run->kernel, run->variant, run->failures == before ? "ok" : "FAILED");
        }
    }
}

/* The room for the choices is large. A function of its own keeps the room off the stack while tests run. */
static LOOM_SELDOM struct loom_cpu cpu_here(void)
{
    struct loom_choices room;
    return loom_chosen(&room)->cpu;
}

int LOOM_CDECL loom_selftest(loom_report_fn *report, void *context)
{
    struct run run;
    const struct loom_cpu cpu = cpu_here();
    run.report = report;
    run.context = context;
    run.kernel = run.variant = "";
    run.failures = 0;
    for (const struct loom_kernel *const *row = loom_kernel_rows; *row != NULL; row++) {
        test_kernel(&run, *row, &cpu);
    }
#if defined(LOOM_HAVE_hashes)
    test_batches(&run);
#endif
#if defined(LOOM_HAVE_hmacs)
    test_hmacs(&run);
#endif
#if defined(TESTS_AES)
    test_aes_interface(&run);
#endif
#if defined(LOOM_AES_GCM)
    test_aes_gcm_interface(&run);
#endif
#if defined(TESTS_MODES)
    test_modes(&run);
#endif
#if defined(LOOM_BATCH_AES_CBC)
    test_aes_batches(&run);
#endif
#if defined(LOOM_BATCH_DES_CBC)
    test_des_batches(&run);
#endif
#if defined(TESTS_CHACHA20_POLY1305)
    test_chacha_interface(&run);
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
#if defined(LOOM_TLS13)
    test_tls13(&run);
#endif
#if defined(LOOM_RSA)
    test_rsa(&run);
#endif
    return run.failures;
}
