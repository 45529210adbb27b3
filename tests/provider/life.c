/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The provider's life: contexts of OpenSSL that come and go, threads, a fork in the middle of a text, a version that is
 * declined, and what is there when all are gone. Run by valgrind, which counts what is left.
 *
 *     life MODULE CONFIGURATION
 */
#define _GNU_SOURCE
#include "provider_test.h"

#include <dlfcn.h>
#include <openssl/core_dispatch.h>
#include <openssl/x509.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIVES = 8, THREADS = 4, TURNS = 6, TEXT = 3000, LONGEST = 5 * TEXT };

static uint8_t text[TEXT];
static uint8_t *der; /* a private key */

/* Everything a context of OpenSSL is asked for here, as one string of bytes. Returns its length. */
static size_t work(OSSL_LIB_CTX *lib, EVP_PKEY *key, uint8_t out[LONGEST])
{
    static const char *const digests[] = {"MD5", "SHA1", "SHA256", "SHA512", "SHA3-256"};
    static const char *const ciphers[] = {"AES-128-CBC", "AES-256-CTR", "AES-256-GCM", "ChaCha20-Poly1305"};
    size_t at = 0, n = 0;
    int good = 1, m = 0, rest = 0;
    for (size_t i = 0; i < 5; i++) {
        good &= EVP_Q_digest(lib, digests[i], NULL, text, TEXT, out + at, &n);
        at += n;
        good &= EVP_Q_mac(lib, "HMAC", NULL, digests[i], NULL, text, 20, text, TEXT, out + at, 64, &n) != NULL;
        at += n;
    }
    for (size_t i = 0; i < 4; i++) {
        EVP_CIPHER *cipher = EVP_CIPHER_fetch(lib, ciphers[i], NULL);
        EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
        good &= EVP_EncryptInit_ex2(ctx, cipher, text, text + 32, NULL) &&
                EVP_EncryptUpdate(ctx, out + at, &m, text, TEXT) && EVP_EncryptFinal_ex(ctx, out + at + m, &rest);
        at += (size_t)m + (size_t)rest;
        EVP_CIPHER_CTX_free(ctx);
        EVP_CIPHER_free(cipher);
    }
    for (size_t i = 2; i < 5 && key != NULL; i += 2) { /* asmloom's, and the next provider's */
        EVP_MD_CTX *ctx = EVP_MD_CTX_new();
        n = LONGEST - at;
        good &= EVP_DigestSignInit_ex(ctx, NULL, digests[i], lib, NULL, key, NULL) == 1 &&
                EVP_DigestSign(ctx, out + at, &n, text, TEXT) == 1;
        at += n;
        EVP_MD_CTX_free(ctx);
    }
    return good ? at : 0;
}

static int is_mapped(void)
{
    static char line[8192];
    FILE *maps = fopen("/proc/self/maps", "r");
    int found = 0;
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        found |= strstr(line, "asmloom.so") != NULL;
    }
    fclose(maps);
    return found;
}

static OSSL_LIB_CTX *begin(const char *conf)
{
    OSSL_LIB_CTX *lib = OSSL_LIB_CTX_new();
    expect(OSSL_LIB_CTX_load_config(lib, conf) == 1 && OSSL_PROVIDER_available(lib, "asmloom") == 1, "configuration");
    return lib;
}

/* ---- threads ---- */

struct job {
    OSSL_LIB_CTX *lib;
    EVP_PKEY *key;
    const uint8_t *wanted;
    size_t bytes;
    int good;
};

static void *run(void *argument)
{
    struct job *job = argument;
    uint8_t out[LONGEST];
    job->good = 1;
    for (int turn = 0; turn < TURNS; turn++) {
        job->good &= work(job->lib, job->key, out) == job->bytes && memcmp(out, job->wanted, job->bytes) == 0;
    }
    return NULL;
}

static void threads(OSSL_LIB_CTX *lib, EVP_PKEY *key, const uint8_t *wanted, size_t bytes)
{
    pthread_t thread[THREADS];
    struct job job[THREADS];
    name("threads");
    for (size_t i = 0; i < THREADS; i++) {
        job[i] = (struct job){lib, key, wanted, bytes, 0};
        expect(pthread_create(&thread[i], NULL, run, &job[i]) == 0, "begins");
    }
    for (size_t i = 0; i < THREADS; i++) {
        expect(pthread_join(thread[i], NULL) == 0 && job[i].good, "works");
    }
}

/* A text that is half hashed before the fork, and ends in both processes; and new work in the child, which leaves
 * nothing behind either. */
static void forks(OSSL_LIB_CTX *lib, EVP_PKEY *key, const uint8_t *wanted, size_t bytes)
{
    EVP_MD *md = EVP_MD_fetch(lib, "SHA256", NULL);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    uint8_t digest[32], whole[32], out[LONGEST];
    unsigned n = 0;
    int status = 0;
    pid_t child;
    name("fork");
    EVP_Q_digest(lib, "SHA256", NULL, text, TEXT, whole, NULL);
    expect(EVP_DigestInit_ex2(ctx, md, NULL) == 1 && EVP_DigestUpdate(ctx, text, 1000) == 1, "begins");
    fflush(stdout);
    child = fork();
    expect(child >= 0, "forks");
    if (child == 0) {
        int good = EVP_DigestUpdate(ctx, text + 1000, TEXT - 1000) == 1 && EVP_DigestFinal_ex(ctx, digest, &n) == 1 &&
                   memcmp(digest, whole, 32) == 0 && work(lib, key, out) == bytes && memcmp(out, wanted, bytes) == 0;
        EVP_MD_CTX_free(ctx);
        EVP_MD_free(md);
        EVP_PKEY_free(key);
        OSSL_LIB_CTX_free(lib);
        OPENSSL_free(der);
        exit(good && !is_mapped() ? 7 : 1);
    }
    expect(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7, "child");
    expect(EVP_DigestUpdate(ctx, text + 1000, TEXT - 1000) == 1 && EVP_DigestFinal_ex(ctx, digest, &n) == 1, "ends");
    same("parent", digest, whole, 32);
    EVP_MD_CTX_free(ctx);
    EVP_MD_free(md);
}

/* ---- a version that is declined ---- */

static OSSL_provider_init_fn *module_init;
static OSSL_FUNC_core_get_params_fn *true_params;

static int other_version(const OSSL_CORE_HANDLE *core, OSSL_PARAM params[])
{
    int good = true_params(core, params);
    for (; params->key != NULL; params++) {
        if (strcmp(params->key, "openssl-version") == 0) {
            *(const char **)params->data = "5.0.0";
        }
    }
    return good;
}

/* The module's own function, in an OpenSSL that calls itself 5. */
static int init_in_5(const OSSL_CORE_HANDLE *core, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out, void **provctx)
{
    OSSL_DISPATCH changed[200];
    size_t rows = 0;
    for (; in[rows].function_id != 0 && rows < 199; rows++) {
        changed[rows] = in[rows];
        if (in[rows].function_id == OSSL_FUNC_CORE_GET_PARAMS) {
            true_params = OSSL_FUNC_core_get_params(&in[rows]);
            changed[rows].function = (void (*)(void))other_version;
        }
    }
    changed[rows] = in[rows];
    return module_init(core, changed, out, provctx);
}

static void declines(const char *module)
{
    OSSL_LIB_CTX *lib = OSSL_LIB_CTX_new();
    void *opened = dlopen(module, RTLD_NOW | RTLD_LOCAL);
    const char *data = NULL;
    int told = 0, flags = 0;
    name("another version");
    expect(opened != NULL, "opens");
    *(void **)&module_init = dlsym(opened, "OSSL_provider_init");
    expect(OSSL_PROVIDER_add_builtin(lib, "five", init_in_5) == 1, "adds");
    ERR_clear_error();
    expect(OSSL_PROVIDER_load(lib, "five") == NULL, "declines");
    while (ERR_get_error_all(NULL, NULL, NULL, &data, &flags) != 0) {
        told |= (flags & ERR_TXT_STRING) != 0 && strstr(data, "asmloom serves OpenSSL 3 and 4") != NULL;
    }
    expect(told, "the error queue says why");
    OSSL_LIB_CTX_free(lib);
    dlclose(opened);
    expect(!is_mapped(), "leaves memory");
}

int main(int argc, char **argv)
{
    uint8_t wanted[LONGEST], out[LONGEST];
    size_t bytes = 0;
    EVP_PKEY *key = NULL;
    const uint8_t *from;
    int length;
    if (argc != 3) {
        return 2;
    }
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)any(256);
    }
    theirs = OSSL_LIB_CTX_new();
    key = EVP_PKEY_Q_keygen(theirs, NULL, "RSA", (size_t)1024);
    bytes = work(theirs, key, wanted);
    length = i2d_PrivateKey(key, &der);
    EVP_PKEY_free(key);
    OSSL_LIB_CTX_free(theirs);
    expect(bytes > 0 && length > 0 && !is_mapped(), "OpenSSL alone");
    for (int life = 0; life < LIVES; life++) {
        name("lives");
        ours = begin(argv[2]);
        from = der;
        key = d2i_AutoPrivateKey_ex(NULL, &from, length, ours, NULL);
        expect(work(ours, key, out) == bytes && is_mapped(), "works");
        same("work", out, wanted, bytes);
        if (life == 0) {
            threads(ours, key, wanted, bytes);
            forks(ours, key, wanted, bytes);
        }
        EVP_PKEY_free(key);
        OSSL_LIB_CTX_free(ours);
        expect(!is_mapped(), "leaves memory");
    }
    declines(argv[1]);
    OPENSSL_free(der);
    printf("%zu expectations met\n", expected);
    return 0;
}
