/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * PBKDF2 (RFC 8018, 5.2) with HMAC-SHA-256, many keys side by side:
 *
 *   pbkdf2 ITERATIONS LENGTH SALT PASSWORD...
 *
 * prints a key of LENGTH bytes for each password. A key is made of parts as long as a digest. Each part is a chain of
 * MACs under the password, so the parts of all keys are messages of one batch.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asmloom.h"

enum { DIGEST = 32, SIDE_BY_SIDE = 16 };

/* One part of one key. */
struct part {
    loom_hmac_sha256_ctx key;
    loom_batch_job job;
    uint8_t mac[2][DIGEST]; /* this one and the one before it: a digest lies apart from its message */
    uint8_t sum[DIGEST];
};

/* The MAC of the salt and the part's number, and a batch job for the next MAC. */
static void begin(struct part *part, const char *password, const char *salt, uint32_t number)
{
    const uint8_t index[4] = {(uint8_t)(number >> 24), (uint8_t)(number >> 16), (uint8_t)(number >> 8),
                              (uint8_t)number};
    loom_hmac_sha256_init(&part->key, (const uint8_t *)password, strlen(password));
    loom_hmac_sha256_update(&part->key, (const uint8_t *)salt, strlen(salt));
    loom_hmac_sha256_update(&part->key, index, sizeof index);
    loom_hmac_sha256_final_reset(&part->key, part->mac[0]);
    memcpy(part->sum, part->mac[0], DIGEST);
    part->job.length = DIGEST;
}

/* Derives a part of several keys: all chains advance by one MAC at a time. */
static void derive(struct part *parts, size_t count, uint64_t iterations)
{
    loom_batch_ctx batch;
    loom_batch_sha256_init(&batch);
    for (uint64_t done = 1; done < iterations; done++) {
        for (size_t i = 0; i < count; i++) {
            parts[i].job.data = parts[i].mac[(done + 1) % 2];
            parts[i].job.digest = parts[i].mac[done % 2];
            loom_batch_hmac_sha256_submit(&batch, &parts[i].key, &parts[i].job);
        }
        loom_batch_flush(&batch);
        while (loom_batch_poll(&batch) != NULL) {
        }
        for (size_t i = 0; i < count; i++) {
            for (size_t at = 0; at < DIGEST; at++) {
                parts[i].sum[at] ^= parts[i].mac[done % 2][at];
            }
        }
    }
    loom_batch_wipe(&batch);
}

/* `keys` has room for `length` bytes of each of `count` keys, one after the other. */
static void pbkdf2(char **passwords, size_t count, const char *salt, uint64_t iterations, uint8_t *keys, size_t length)
{
    static struct part parts[SIDE_BY_SIDE];
    size_t of_key = (length + DIGEST - 1) / DIGEST, all = count * of_key;
    for (size_t first = 0; first < all; first += SIDE_BY_SIDE) {
        size_t used = all - first < SIDE_BY_SIDE ? all - first : SIDE_BY_SIDE;
        for (size_t i = 0; i < used; i++) {
            begin(&parts[i], passwords[(first + i) / of_key], salt, (uint32_t)((first + i) % of_key + 1));
        }
        derive(parts, used, iterations);
        for (size_t i = 0; i < used; i++) {
            size_t at = (first + i) % of_key * DIGEST;
            memcpy(keys + (first + i) / of_key * length + at, parts[i].sum,
                   length - at < DIGEST ? length - at : DIGEST);
        }
    }
    for (size_t i = 0; i < SIDE_BY_SIDE; i++) { /* a program that goes on would also clear mac[] and sum[] */
        loom_hmac_sha256_wipe(&parts[i].key);
    }
}

int main(int argc, char **argv)
{
    uint64_t iterations = argc > 4 ? strtoull(argv[1], NULL, 10) : 0;
    size_t length = argc > 4 ? strtoul(argv[2], NULL, 10) : 0, count = argc > 4 ? (size_t)argc - 4 : 0;
    uint8_t *keys = malloc(count * length + 1);
    if (iterations == 0 || length == 0 || length > 1024 || keys == NULL) {
        fprintf(stderr, "usage: pbkdf2 ITERATIONS LENGTH SALT PASSWORD...; LENGTH is 1 to 1024 bytes\n");
        free(keys);
        return 2;
    }
    pbkdf2(argv + 4, count, argv[3], iterations, keys, length);
    for (size_t i = 0; i < count * length; i++) {
        printf("%02x%s", keys[i], (i + 1) % length == 0 ? "\n" : "");
    }
    free(keys);
    return 0;
}
