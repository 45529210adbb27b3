/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: PBKDF2, by RFC 6070 and RFC 7914, and several keys at once compared with RFC 8018, 5.2, written
 * out.
 */

enum { PBKDF2_KEYS = 19, PBKDF2_LONGEST = 3 * LOOM_LARGEST_DIGEST };

typedef int LOOM_CDECL pbkdf2_many_fn(const loom_pbkdf2_job *jobs, size_t count);
typedef void LOOM_CDECL pbkdf2_hmac_fn(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length,
                                       uint8_t *mac);

static const struct {
    const char *name;
    pbkdf2_many_fn *many;
    pbkdf2_hmac_fn *hmac;
    size_t digest;
} pbkdf2_hashes[] = {
#define PBKDF2_ROW(name, kernel, word, words, block, digest, little) \
    {"pbkdf2_hmac_" #name, loom_pbkdf2_hmac_##name##_many, loom_hmac_##name, digest},
    LOOM_HMACS(PBKDF2_ROW)};

/* The key of a job by HMAC of whole messages. The salt has less than 60 bytes. */
static void pbkdf2_slowly(pbkdf2_hmac_fn *hmac, size_t digest, const loom_pbkdf2_job *job, uint8_t *key)
{
    uint8_t message[64], last[LOOM_LARGEST_DIGEST], sum[LOOM_LARGEST_DIGEST];
    for (size_t at = 0, part = 1; at < job->key_length; at += digest, part++) {
        memcpy(message, job->salt, job->salt_length);
        memset(message + job->salt_length, 0, 3);
        message[job->salt_length + 3] = (uint8_t)part;
        hmac(job->password, job->password_length, message, job->salt_length + 4, last);
        memcpy(sum, last, digest);
        for (uint64_t i = 1; i < job->iterations; i++) {
            hmac(job->password, job->password_length, last, digest, last);
            for (size_t b = 0; b < digest; b++) {
                sum[b] ^= last[b];
            }
        }
        memcpy(key + at, sum, job->key_length - at < digest ? job->key_length - at : digest);
    }
}

static LOOM_SELDOM void test_pbkdf2_many(struct run *run, size_t hash)
{
    static uint8_t data[200], got[PBKDF2_KEYS][PBKDF2_LONGEST], want[PBKDF2_LONGEST]; /* too large for a stack */
    static loom_pbkdf2_job jobs[PBKDF2_KEYS];
    size_t digest = pbkdf2_hashes[hash].digest;
    run->kernel = pbkdf2_hashes[hash].name;
    run->variant = "C";
    fill(data, sizeof data, 4);
    memset(got, 0, sizeof got);
    for (size_t i = 0; i < PBKDF2_KEYS; i++) {
        jobs[i].password = data + i;
        jobs[i].password_length = i * 10;
        jobs[i].salt = data + 2 * i;
        jobs[i].salt_length = i * 3;
        jobs[i].iterations = 1 + i % 4;
        jobs[i].key = got[i];
        jobs[i].key_length = 1 + i * 7 % PBKDF2_LONGEST;
    }
    run->failures += pbkdf2_hashes[hash].many(jobs, PBKDF2_KEYS) != 0;
    for (size_t i = 0; i < PBKDF2_KEYS; i++) {
        pbkdf2_slowly(pbkdf2_hashes[hash].hmac, digest, &jobs[i], want);
        check(run, "key", (unsigned long)i, got[i], want, jobs[i].key_length);
    }
    jobs[1].iterations = 0;
    memset(got, 0x55, sizeof got);
    if (pbkdf2_hashes[hash].many(jobs, PBKDF2_KEYS) != -1 || got[0][0] != 0x55) {
        run->failures++;
        say(run, "FAIL %s: no iterations", run->kernel);
    }
}

#define PBKDF2_VECTOR(name, password, salt, iterations, length, hex)                                                   \
    run->kernel = "pbkdf2_hmac_" #name;                                                                                \
    run->variant = "C";                                                                                                \
    run->failures += loom_pbkdf2_hmac_##name((const uint8_t *)(password), sizeof(password) - 1,                        \
                                             (const uint8_t *)(salt), sizeof(salt) - 1, iterations, got, length) != 0; \
    check(run, "vector of iterations", iterations, got, want, from_hex(want, hex));

static void test_pbkdf2(struct run *run)
{
#if defined(LOOM_HAVE_sha1_blocks) || defined(LOOM_HAVE_sha256_blocks)
    uint8_t got[64], want[64];
#endif
#if defined(LOOM_HAVE_sha1_blocks)
    PBKDF2_VECTOR(sha1, "password", "salt", 2, 20, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957")
    PBKDF2_VECTOR(sha1, "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096, 25,
                  "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038")
#endif
#if defined(LOOM_HAVE_sha256_blocks)
    PBKDF2_VECTOR(sha256, "passwd", "salt", 1, 64,
                  "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                  "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783")
#endif
    for (size_t hash = 0; hash < sizeof pbkdf2_hashes / sizeof pbkdf2_hashes[0]; hash++) {
        test_pbkdf2_many(run, hash);
    }
}
