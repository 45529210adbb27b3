/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's PBKDF2: keys as long as a digest from sixteen passwords at once. A byte of a row stands for one
 * iteration of one password: a million bytes a second are a million iterations. The peers derive the keys one after
 * another: libcrypto, and `single`, this library's own function for one key.
 */
#include "speed_call.h"

enum { PASSWORDS = 16, PASSWORD = 12, SALT = 16 };

#define PBKDF2(name, wide)                                                                                      \
    static void run_##name(struct side *side, size_t bytes, size_t times)                                       \
    {                                                                                                           \
        static loom_pbkdf2_job jobs[PASSWORDS];                                                                 \
        int bad = 0;                                                                                            \
        for (size_t i = 0; i < PASSWORDS; i++) {                                                                \
            jobs[i].password = speed_input + i;                                                                 \
            jobs[i].password_length = PASSWORD;                                                                 \
            jobs[i].salt = speed_input;                                                                         \
            jobs[i].salt_length = SALT;                                                                         \
            jobs[i].iterations = bytes / PASSWORDS;                                                             \
            jobs[i].key = side->out + i * (wide);                                                               \
            jobs[i].key_length = wide;                                                                          \
        }                                                                                                       \
        for (; times > 0; times--) {                                                                            \
            bad |= loom_pbkdf2_hmac_##name##_many(jobs, PASSWORDS);                                             \
        }                                                                                                       \
        side->out[0] ^= (uint8_t)bad; /* a failure is a difference to the peers */                              \
    }                                                                                                           \
    static void single_##name(struct side *side, size_t bytes, size_t times)                                    \
    {                                                                                                           \
        int bad = 0;                                                                                            \
        for (; times > 0; times--) {                                                                            \
            for (size_t i = 0; i < PASSWORDS; i++) {                                                            \
                bad |= loom_pbkdf2_hmac_##name(speed_input + i, PASSWORD, speed_input, SALT, bytes / PASSWORDS, \
                                               side->out + i * (wide), wide);                                   \
            }                                                                                                   \
        }                                                                                                       \
        side->out[0] ^= (uint8_t)bad;                                                                           \
    }

#if defined(LOOM_SPEED_LIBCRYPTO)

int PKCS5_PBKDF2_HMAC(const char *password, int password_length, const unsigned char *salt, int salt_length,
                      int iterations, const void *kind, int key_length, unsigned char *key);

#define PBKDF2_PEERS(name, fetched, wide)                                                        \
    PBKDF2(name, wide)                                                                           \
    static void pkcs5_##name(struct side *side, size_t bytes, size_t times)                      \
    {                                                                                            \
        static const void *kind;                                                                 \
        kind = kind != NULL ? kind : FETCHED_DIGEST(EVP_##name, fetched);                        \
        for (; times > 0; times--) {                                                             \
            for (size_t i = 0; i < PASSWORDS; i++) {                                             \
                PKCS5_PBKDF2_HMAC((const char *)speed_input + i, PASSWORD, speed_input, SALT,    \
                                  (int)(bytes / PASSWORDS), kind, wide, side->out + i * (wide)); \
            }                                                                                    \
        }                                                                                        \
    }                                                                                            \
    static const struct peer name##_peers[] = {                                                  \
        WAY("PKCS5_PBKDF2_HMAC", pkcs5_##name, NULL), {"single", single_##name, NULL, NULL}, NO_PEER};

#else

#define PBKDF2_PEERS(name, fetched, wide) \
    PBKDF2(name, wide)                    \
    static const struct peer name##_peers[] = {{"single", single_##name, NULL, NULL}, NO_PEER};

#endif

#if defined(LOOM_HAVE_md5_blocks)
PBKDF2_PEERS(md5, "MD5", 16)
#endif
#if defined(LOOM_HAVE_sha1_blocks)
PBKDF2_PEERS(sha1, "SHA1", 20)
#endif
#if defined(LOOM_HAVE_sha256_blocks)
PBKDF2_PEERS(sha224, "SHA2-224", 28)
PBKDF2_PEERS(sha256, "SHA2-256", 32)
#endif
#if defined(LOOM_HAVE_sha512_blocks)
PBKDF2_PEERS(sha384, "SHA2-384", 48)
PBKDF2_PEERS(sha512, "SHA2-512", 64)
#endif

#define PBKDF2_ROW(name, digest)                                                                                      \
    CALL_ROW("call_pbkdf2_" #name, "loom_pbkdf2_hmac_" #name "_many", run_##name, name##_peers, 4 * PASSWORDS, 16384, \
             PASSWORDS * (digest), 0, PASSWORDS),

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_call_pbkdf2[] = {
#if defined(LOOM_HAVE_md5_blocks)
    PBKDF2_ROW(md5, 16)
#endif
#if defined(LOOM_HAVE_sha1_blocks)
    PBKDF2_ROW(sha1, 20)
#endif
#if defined(LOOM_HAVE_sha256_blocks)
    PBKDF2_ROW(sha224, 28) PBKDF2_ROW(sha256, 32)
#endif
#if defined(LOOM_HAVE_sha512_blocks)
    PBKDF2_ROW(sha384, 48) PBKDF2_ROW(sha512, 64)
#endif
    NO_ROW,
};
/* clang-format on */
