/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AArch64: the drop-in objects for AES, called as OpenSSL's C calls its assembly, beside that assembly. The assembly's
 * symbols have been renamed: each begins with peer_ here.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 40, ROOM = 16 * BLOCKS };

struct key {
    uint8_t schedule[240];
    uint32_t rounds, after; /* after: no part of the key */
};

typedef int set_key_fn(const uint8_t *, int, struct key *);
typedef void block_fn(const uint8_t *, uint8_t *, const struct key *);
typedef void ecb_fn(const uint8_t *, uint8_t *, size_t, const struct key *, int);
typedef void cbc_fn(const uint8_t *, uint8_t *, size_t, const struct key *, uint8_t *, int);
typedef void ctr_fn(const uint8_t *, uint8_t *, size_t, const struct key *, const uint8_t *);

extern set_key_fn aes_v8_set_encrypt_key, aes_v8_set_decrypt_key, vpaes_set_encrypt_key, vpaes_set_decrypt_key,
    peer_aes_v8_set_encrypt_key, peer_aes_v8_set_decrypt_key, peer_vpaes_set_encrypt_key, peer_vpaes_set_decrypt_key;
extern block_fn aes_v8_encrypt, aes_v8_decrypt, vpaes_encrypt, vpaes_decrypt, peer_aes_v8_encrypt, peer_aes_v8_decrypt,
    peer_vpaes_encrypt, peer_vpaes_decrypt;
extern ecb_fn aes_v8_ecb_encrypt, peer_aes_v8_ecb_encrypt;
extern cbc_fn aes_v8_cbc_encrypt, vpaes_cbc_encrypt, peer_aes_v8_cbc_encrypt, peer_vpaes_cbc_encrypt;
extern ctr_fn aes_v8_ctr32_encrypt_blocks, peer_aes_v8_ctr32_encrypt_blocks;

unsigned int OPENSSL_armcap_P; /* what OpenSSL's assembly may ask */

static unsigned met;

static void expect(int good, const char *what, int bits, size_t blocks)
{
    if (!good) {
        printf("%s: %d bits, %zu blocks\n", what, bits, blocks);
        exit(1);
    }
    met++;
}

static void fill(uint8_t *out, size_t bytes)
{
    static uint32_t state = 1;
    for (size_t i = 0; i < bytes; i++) {
        state = state * 1664525 + 1013904223;
        out[i] = (uint8_t)(state >> 24);
    }
}

/* Sets both sides' keys. Those of aes_v8_* are the same. */
static void keys(struct key *ours, struct key *theirs, int bits, int encrypts, int vpaes)
{
    uint8_t raw[32];
    fill(raw, sizeof raw);
    memset(ours, 0x5a, sizeof *ours);
    memset(theirs, 0x5a, sizeof *theirs);
    set_key_fn *mine = vpaes ? (encrypts ? vpaes_set_encrypt_key : vpaes_set_decrypt_key)
                             : (encrypts ? aes_v8_set_encrypt_key : aes_v8_set_decrypt_key);
    set_key_fn *peer = vpaes ? (encrypts ? peer_vpaes_set_encrypt_key : peer_vpaes_set_decrypt_key)
                             : (encrypts ? peer_aes_v8_set_encrypt_key : peer_aes_v8_set_decrypt_key);
    expect(mine(raw, bits, ours) == 0 && peer(raw, bits, theirs) == 0, "set key", bits, 0);
    expect(ours->after == 0x5a5a5a5a, "after the key", bits, 0);
    if (!vpaes) {
        size_t used = 16 * ((size_t)bits / 32 + 7);
        expect(ours->rounds == theirs->rounds, "rounds", bits, 0);
        expect(memcmp(ours->schedule, theirs->schedule, used) == 0, "schedule", bits, 0);
        expect(mine(NULL, bits, ours) == -1 && mine(raw, bits, NULL) == -1 && mine(raw, 160, ours) == -2, "refusal",
               bits, 0);
    }
}

static void blocks_and_chains(int bits, int encrypts, int vpaes)
{
    struct key ours, theirs;
    uint8_t in[ROOM], mine[ROOM], peer[ROOM], start[16], my_iv[16], peer_iv[16];
    block_fn *my_block =
        vpaes ? (encrypts ? vpaes_encrypt : vpaes_decrypt) : (encrypts ? aes_v8_encrypt : aes_v8_decrypt);
    block_fn *peer_block = vpaes ? (encrypts ? peer_vpaes_encrypt : peer_vpaes_decrypt)
                                 : (encrypts ? peer_aes_v8_encrypt : peer_aes_v8_decrypt);
    keys(&ours, &theirs, bits, encrypts, vpaes);
    for (size_t blocks = 1; blocks <= BLOCKS; blocks++) {
        size_t bytes = 16 * blocks;
        fill(in, sizeof in);
        fill(start, sizeof start);
        my_block(in, mine, &ours);
        peer_block(in, peer, &theirs);
        expect(memcmp(mine, peer, 16) == 0, "block", bits, blocks);

        memcpy(my_iv, start, 16);
        memcpy(peer_iv, start, 16);
        memcpy(mine, in, bytes); /* in place */
        (vpaes ? vpaes_cbc_encrypt : aes_v8_cbc_encrypt)(mine, mine, bytes, &ours, my_iv, encrypts);
        (vpaes ? peer_vpaes_cbc_encrypt : peer_aes_v8_cbc_encrypt)(in, peer, bytes, &theirs, peer_iv, encrypts);
        expect(memcmp(mine, peer, bytes) == 0 && memcmp(my_iv, peer_iv, 16) == 0, "CBC", bits, blocks);
        if (vpaes) {
            continue;
        }
        aes_v8_ecb_encrypt(in, mine, bytes, &ours, encrypts);
        peer_aes_v8_ecb_encrypt(in, peer, bytes, &theirs, encrypts);
        expect(memcmp(mine, peer, bytes) == 0, "ECB", bits, blocks);
        if (encrypts) {
            memset(start + 12, 0xff, 4); /* the 32 bits wrap */
            start[15] = (uint8_t)(0xff - blocks % 7);
            memcpy(my_iv, start, 16);
            aes_v8_ctr32_encrypt_blocks(in, mine, blocks, &ours, my_iv);
            peer_aes_v8_ctr32_encrypt_blocks(in, peer, blocks, &ours, start); /* with our key */
            expect(memcmp(mine, peer, bytes) == 0 && memcmp(my_iv, start, 16) == 0, "CTR", bits, blocks);
        }
    }
}

int main(void)
{
    for (int bits = 128; bits <= 256; bits += 64) {
        for (int kind = 0; kind < 4; kind++) {
            blocks_and_chains(bits, kind & 1, kind >> 1);
        }
    }
    printf("%u expectations met\n", met);
    return 0;
}
