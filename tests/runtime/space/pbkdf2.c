/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * PBKDF2: each key alone, between guard pages, and any number of keys together. hashlib wrote the answers.
 */
#include "space.h"

#include <stdio.h>
#include <string.h>

enum { KEYS = 72, MANY = 40, MIXES = 120, GAP = 3, LARGEST = 6 * LOOM_LARGEST_DIGEST };

struct pbkdf2_hash {
    const char *name;
    size_t digest;
    int (*one)(const uint8_t *password, size_t password_length, const uint8_t *salt, size_t salt_length,
               uint64_t iterations, uint8_t *key, size_t key_length);
    int (*many)(const loom_pbkdf2_job *jobs, size_t count);
};

#define CALLED(name, kernel, type, words, block, bytes, little)                                                     \
    static int name##_one(const uint8_t *password, size_t password_length, const uint8_t *salt, size_t salt_length, \
                          uint64_t iterations, uint8_t *key, size_t key_length)                                     \
    {                                                                                                               \
        return CALL(loom_pbkdf2_hmac_##name)(password, password_length, salt, salt_length, iterations, key,         \
                                             key_length);                                                           \
    }                                                                                                               \
    static int name##_many(const loom_pbkdf2_job *jobs, size_t count)                                               \
    {                                                                                                               \
        return CALL(loom_pbkdf2_hmac_##name##_many)(jobs, count);                                                   \
    }
LOOM_HMACS(CALLED)

static const struct pbkdf2_hash pbkdf2_hashes[] = {
#define ROW(name, kernel, type, words, block, bytes, little) {"pbkdf2_hmac_" #name, bytes, name##_one, name##_many},
    LOOM_HMACS(ROW)};

/* A key of the answers. */
static struct known {
    uint32_t password, salt, iterations, length;
    const uint8_t *key;
} known[KEYS];

static const uint8_t *text_end;

static void read_known(const struct pbkdf2_hash *hash)
{
    size_t bytes, at_byte = 0;
    const uint8_t *from = answer(hash->name, &bytes);
    for (size_t i = 0; i < KEYS; i++) {
        memcpy(&known[i], from + at_byte, 16);
        known[i].key = from + at_byte + 16;
        at_byte += 16 + known[i].length;
        expect(known[i].length <= LARGEST, "a key that is too long");
    }
    expect(at_byte == bytes, "as many keys as the answers have");
}

static void alone(const struct pbkdf2_hash *hash, size_t i, size_t how)
{
    const struct known *want = &known[i];
    if (at(hash->name, "key, position", i, how, 0, 0)) {
        uint8_t *password = placed(IN, text, want->password, how), *key = place(OUT, want->length, how);
        uint8_t *salt = placed(FIRST, text_end - want->salt, want->salt, how);
        expect(hash->one(want->password == 0 && how % 2 ? NULL : password, want->password,
                         want->salt == 0 && how % 2 ? NULL : salt, want->salt, want->iterations, key,
                         want->length) == 0,
               "a key");
        same("key", key, want->key, want->length);
        same("password", password, text, want->password);
        same("salt", salt, text_end - want->salt, want->salt);
        untouched();
    }
}

/* Any keys, each behind a gap. Returns the bytes of all. */
static size_t choose(loom_pbkdf2_job *jobs, size_t *which, size_t count)
{
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        const struct known *want = &known[which[i] = any(KEYS - 1)];
        jobs[i].password = text;
        jobs[i].password_length = want->password;
        jobs[i].salt = text_end - want->salt;
        jobs[i].salt_length = want->salt;
        jobs[i].iterations = want->iterations;
        jobs[i].key_length = want->length;
        bytes += GAP + want->length;
    }
    return bytes;
}

static void put_keys(loom_pbkdf2_job *jobs, size_t count, uint8_t *room)
{
    for (size_t i = 0; i < count; i++) {
        jobs[i].key = room += GAP;
        room += jobs[i].key_length;
    }
}

static void many(const struct pbkdf2_hash *hash, size_t count, size_t how)
{
    static const uint8_t gap[GAP] = {0x55, 0x55, 0x55};
    loom_pbkdf2_job jobs[MANY];
    size_t which[MANY], bytes;
    if (at(hash->name, "keys, position", count, how, 0, 0)) {
        uint8_t *room;
        bytes = choose(jobs, which, count);
        room = place(OUT, bytes, how);
        memset(room, 0x55, bytes);
        put_keys(jobs, count, room);
        expect(hash->many(count == 0 ? NULL : jobs, count) == 0, "keys");
        for (size_t i = 0; i < count; i++) {
            same("key", jobs[i].key, known[which[i]].key, jobs[i].key_length);
            same("before a key", jobs[i].key - GAP, gap, GAP);
        }
        untouched();
    }
}

/* One job in the midst of good ones that no key can be derived for. */
static void refused(const struct pbkdf2_hash *hash, size_t count, size_t bad, size_t what)
{
    static uint8_t room[MANY * (GAP + LARGEST)];
    loom_pbkdf2_job jobs[MANY];
    size_t which[MANY], bytes = choose(jobs, which, count);
    always(hash->name, "refused: keys, which, what", count, bad, what, 0);
    memset(room, 0x55, sizeof room);
    put_keys(jobs, count, room);
    if (what == 0) {
        jobs[bad].iterations = 0;
    } else if (what == 1) {
        jobs[bad].key_length = 0;
    } else if (sizeof(size_t) > 4) {
        jobs[bad].key_length = (size_t)((uint64_t)UINT32_MAX * hash->digest + 1);
    } else {
        return; /* no key is too long */
    }
    expect(hash->many(jobs, count) == -1, "a refusal");
    expect(hash->one(jobs[bad].password, jobs[bad].password_length, jobs[bad].salt, jobs[bad].salt_length,
                     jobs[bad].iterations, jobs[bad].key, jobs[bad].key_length) == -1,
           "a refusal of one");
    for (size_t i = 0; i < bytes; i++) {
        expect(room[i] == 0x55, "nothing is written");
    }
}

void test_pbkdf2(void)
{
    size_t text_bytes;
    text_end = answer("text", &text_bytes) + text_bytes;
    for (size_t h = 0; h < sizeof pbkdf2_hashes / sizeof pbkdf2_hashes[0]; h++) {
        const struct pbkdf2_hash *hash = &pbkdf2_hashes[h];
        read_known(hash);
        for (size_t i = 0; i < KEYS; i++) {
            alone(hash, i, i);
            alone(hash, i, i + 1);
        }
        for (size_t count = 0; count <= MANY; count++) {
            many(hash, count, count);
        }
        for (size_t n = 0; n < MIXES; n++) {
            many(hash, any(MANY + 1), n);
        }
        for (size_t n = 0; n < 90; n++) {
            size_t count = 1 + any(MANY);
            refused(hash, count, any(count), n % 3);
        }
    }
}
