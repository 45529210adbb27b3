/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: MD5, with the strings of RFC 1321.
 */

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
