/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Hashes and HMAC of Nettle and libgcrypt, for --alternatives: the libraries that this system has installed, loaded
 * while the tool runs. Their functions and numbers are public.
 */
#include "speed_call.h"

#include <stdio.h>
#include <string.h>

#if defined(HAS_OPTIONAL) && defined(__linux__)

OPTIONAL(void *dlopen(const char *name, int flags));
OPTIONAL(void *dlsym(void *library, const char *name));

enum { NOW = 2, KEY_BYTES = 32, HMAC_FLAG = 2, NO_SECURE_MEMORY = 37, INITIALIZED = 38 };

/* `shared`: the hash whose function to take bytes Nettle takes. `number`: libgcrypt's. */
static const struct hash {
    const char *name, *shared;
    int number;
    unsigned digest;
} hashes[] = {{"md5", "md5", 1, 16},       {"sha1", "sha1", 2, 20},     {"sha224", "sha256", 11, 28},
              {"sha256", "sha256", 8, 32}, {"sha384", "sha512", 9, 48}, {"sha512", "sha512", 10, 64}};
enum { HASHES = sizeof hashes / sizeof hashes[0] };

/* Of a hash, and of HMAC with it. */
static struct {
    void (*init)(void *ctx);
    void (*set_key)(void *ctx, size_t length, const uint8_t *key);
    void (*update)(void *ctx, size_t length, const uint8_t *data);
    void (*digest)(void *ctx, size_t length, uint8_t *digest);
} nettle[HASHES][2];

static struct {
    void (*hash_buffer)(int number, void *digest, const void *data, size_t length);
    const char *(*check_version)(const char *least);
    unsigned (*control)(int command, ...);
    unsigned (*open)(void **handle, int number, unsigned flags);
    unsigned (*setkey)(void *handle, const void *key, size_t length);
    void (*reset)(void *handle);
    void (*write)(void *handle, const void *data, size_t length);
    uint8_t *(*read)(void *handle, int number);
    void *handle[HASHES];
} gcrypt;

/* Stores the address of a function. Returns whether the library has it. */
static int take(void *library, void *function, const char *format, const char *name)
{
    char symbol[64];
    snprintf(symbol, sizeof symbol, format, name);
    void *found = dlsym(library, symbol);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

#define TAKE(function, format, name) take(library, (void *)&(function), format, name)

static int load_nettle(void)
{
    void *library = dlopen("libnettle.so.8", NOW);
    int all = library != NULL;
    for (size_t h = 0; all && h < HASHES; h++) {
        all = TAKE(nettle[h][0].init, "nettle_%s_init", hashes[h].name) &&
              TAKE(nettle[h][0].update, "nettle_%s_update", hashes[h].shared) &&
              TAKE(nettle[h][0].digest, "nettle_%s_digest", hashes[h].name) &&
              TAKE(nettle[h][1].set_key, "nettle_hmac_%s_set_key", hashes[h].name) &&
              TAKE(nettle[h][1].update, "nettle_hmac_%s_update", hashes[h].shared) &&
              TAKE(nettle[h][1].digest, "nettle_hmac_%s_digest", hashes[h].name);
    }
    return all;
}

static int load_gcrypt(void)
{
    void *library = dlopen("libgcrypt.so.20", NOW);
    int all = library != NULL && TAKE(gcrypt.hash_buffer, "gcry_%s", "md_hash_buffer") &&
              TAKE(gcrypt.check_version, "gcry_%s", "check_version") && TAKE(gcrypt.control, "gcry_%s", "control") &&
              TAKE(gcrypt.open, "gcry_%s", "md_open") && TAKE(gcrypt.setkey, "gcry_%s", "md_setkey") &&
              TAKE(gcrypt.reset, "gcry_%s", "md_reset") && TAKE(gcrypt.write, "gcry_%s", "md_write") &&
              TAKE(gcrypt.read, "gcry_%s", "md_read");
    all = all && gcrypt.check_version(NULL) != NULL && gcrypt.control(NO_SECURE_MEMORY, 0) == 0 &&
          gcrypt.control(INITIALIZED, 0) == 0;
    for (size_t h = 0; all && h < HASHES; h++) {
        all = gcrypt.open(&gcrypt.handle[h], hashes[h].number, HMAC_FLAG) == 0;
    }
    return all;
}

/* `rounds` of these sides is the number of the hash. */
#define HASH (&hashes[side->rounds])
#define PLAIN nettle[side->rounds][0]
#define MAC nettle[side->rounds][1]
#define HANDLE gcrypt.handle[side->rounds]
RUN(nettle, NOTHING, PLAIN.init(side->state); PLAIN.update(side->state, bytes, speed_input);
    PLAIN.digest(side->state, HASH->digest, side->out), NOTHING)
RUN(nettle_mac, MAC.set_key(side->state, KEY_BYTES, speed_input + 1), MAC.update(side->state, bytes, speed_input);
    MAC.digest(side->state, HASH->digest, side->out), NOTHING)
RUN(nettle_keyed, NOTHING, MAC.set_key(side->state, KEY_BYTES, speed_input + 1);
    MAC.update(side->state, bytes, speed_input); MAC.digest(side->state, HASH->digest, side->out), NOTHING)
RUN(gcrypt, NOTHING, gcrypt.hash_buffer(HASH->number, side->out, speed_input, bytes), NOTHING)
RUN(gcrypt_mac, gcrypt.setkey(HANDLE, speed_input + 1, KEY_BYTES), gcrypt.reset(HANDLE);
    gcrypt.write(HANDLE, speed_input, bytes); memcpy(side->out, gcrypt.read(HANDLE, 0), HASH->digest), NOTHING)
RUN(gcrypt_keyed, NOTHING, gcrypt.setkey(HANDLE, speed_input + 1, KEY_BYTES); gcrypt.write(HANDLE, speed_input, bytes);
    memcpy(side->out, gcrypt.read(HANDLE, 0), HASH->digest), NOTHING)

const struct peer *speed_installed(const char *row, size_t *number)
{
    static const struct peer all[][3] = {
        {{"nettle", run_nettle, NULL, NULL}, {"libgcrypt", run_gcrypt, NULL, NULL}, NO_PEER},
        {{"nettle", run_nettle_keyed, NULL, NULL}, {"libgcrypt", run_gcrypt_keyed, NULL, NULL}, NO_PEER},
        {{"nettle", run_nettle_mac, NULL, NULL}, {"libgcrypt", run_gcrypt_mac, NULL, NULL}, NO_PEER},
    };
    static const char *const formats[] = {"call_%s", "call_%s_update", "call_hmac_%s", "call_hmac_%s_update",
                                          "call_hmac_%s_final_reset"};
    static struct peer here[3] = {NO_PEER, NO_PEER, NO_PEER};
    static int loaded, has[2];
    char name[64];
    size_t count = 0;
    if (!loaded && dlopen != NULL && dlsym != NULL) {
        has[0] = load_nettle();
        has[1] = load_gcrypt();
    }
    loaded = 1;
    for (size_t at = 0; at < HASHES * sizeof formats / sizeof formats[0]; at++) {
        size_t format = at / HASHES;
        *number = at % HASHES;
        snprintf(name, sizeof name, formats[format], hashes[*number].name);
        if (strcmp(row, name) == 0) {
            for (size_t p = 0; p < 2; p++) {
                here[count] = all[format / 2][p];
                count += (size_t)has[p];
            }
            here[count].name = NULL;
            return here;
        }
    }
    return NULL;
}

#else

const struct peer *speed_installed(const char *row, size_t *number)
{
    (void)row;
    (void)number;
    return NULL;
}

#endif
