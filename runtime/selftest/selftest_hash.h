/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: every hash that the generated rows name, and HMAC over it. Vectors are text and hexadecimal.
 */

/* The hashes with columns in the tables of vectors below. */
static const char *const columns[] = {"sha1", "sha224", "sha256", "sha384", "sha512"};

enum { COLUMNS = 5 };

/* A hash's column, or COLUMNS. */
static size_t column_of(const char *name)
{
    size_t column = 0;
    while (column < COLUMNS && strcmp(columns[column], name) != 0) {
        column++;
    }
    return column;
}

/* The examples of FIPS 180-4's companions: "abc", nothing, 448 bits, 896 bits; and 1000 times 'a'. */
static const struct {
    const char *text;
    size_t times;
    const char *digest[COLUMNS];
} fips180[] = {
    {"abc",
     1,
     {"a9993e364706816aba3e25717850c26c9cd0d89d", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
      "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"}},
    {"",
     0,
     {"da39a3ee5e6b4b0d3255bfef95601890afd80709", "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f",
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b",
      "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
      "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"}},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     1,
     {"84983e441c3bd26ebaae4aa1f95129e5e54670f1", "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
      "3391fdddfc8dc7393707a65b1b4709397cf8b1d162af05abfe8f450de5f36bc6b0455a8520bc4e6f5fe95b1fe3c8452b",
      "204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c335"
      "96fd15c13b1b07f9aa1d3bea57789ca031ad85c7a71dd70354ec631238ca3445"}},
    {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
     1,
     {"a49b2446a02c645bf419f995b67091253a04a259", "c97ca9a559850ce97a04a96def6d99a9e0e0e2ab14e6b8df265fc0b3",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
      "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712fcc7c71a557e2db966c3e9fa91746039",
      "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
      "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"}},
    {"a",
     1000,
     {"291e9a6c66994949b57ba5e650361e98fc36b1ba", "4e8f0ce90b64661a2b5e84be6d93a7d9b76871062f1814433d04a03d",
      "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3",
      "f54480689c6b0b11d0303285d9a81b21a93bca6ba5a1b4472765dca4da45ee328082d469c650cd3b61b16d3266ab8ced",
      "67ba5535a46e3f86dbfbed8cbbaf0125c76ed549ff8b0b9e03e0c88cf90fa634"
      "fa7b12b47d77b694de488ace8d9a65967dc96df599727d3292a8d9d447709c97"}},
};

enum { LONGEST_MESSAGE = 1000 };

#define CONTEXT(name, kernel, type, words, block, bytes, ...) loom_##name##_ctx name;

union hash_ctx { /* the context of any hash; the state comes first */
    LOOM_HASHES(CONTEXT)
    uint8_t bytes[1];
};

static loom_any_fn hash_function; /* the variant under test */

#define HASH_FUNCTIONS(kernel, type)                                             \
    static void kernel##_tested(void *state, const uint8_t *data, size_t blocks) \
    {                                                                            \
        ((loom_##kernel##_fn *)hash_function)((type *)state, data, blocks);      \
    }                                                                            \
    static void kernel##_in_c(void *state, const uint8_t *data, size_t blocks)   \
    {                                                                            \
        loom_##kernel##_portable((type *)state, data, blocks);                   \
    }
LOOM_HASH_KERNELS(HASH_FUNCTIONS)

#define HASH_CASE(name, kernel, type, words, block, bytes, ...) \
    {#name, #kernel, &loom_hash_##name, kernel##_tested, kernel##_in_c, LOOM_ABC_##name},

static const struct hash_case {
    const char *name, *kernel;
    const struct loom_hash *hash;
    loom_hash_blocks_fn *tested, *in_c;
    const char *abc; /* the digest of "abc" */
} hash_cases[] = {LOOM_HASHES(HASH_CASE)};

enum { HASHES = sizeof hash_cases / sizeof hash_cases[0] };

static void hash_message(const struct loom_hash *hash, const uint8_t *data, size_t first, size_t length,
                         uint8_t *digest)
{
    union hash_ctx ctx;
    loom_hash_init(hash, &ctx);
    loom_hash_update(hash, &ctx, data, first);
    loom_hash_update(hash, &ctx, data + first, length - first);
    loom_hash_final(hash, &ctx, digest);
}

/* Compares a hash over the block function under test with the vectors, and with the hash over portable C: messages of
 * all lengths around each boundary, in two pieces. */
static void test_hash(struct run *run, const struct hash_case *tested)
{
    static uint8_t data[LONGEST_MESSAGE + 64];
    struct loom_hash hash = *tested->hash, reference = *tested->hash;
    uint8_t got[LOOM_LARGEST_DIGEST], want[LOOM_LARGEST_DIGEST];
    union hash_ctx ctx;
    size_t column = column_of(tested->name);
    hash.blocks = tested->tested;
    reference.blocks = tested->in_c;
    hash_message(&hash, (const uint8_t *)"abc", 0, 3, got);
    check(run, "message \"abc\"", 1, got, want, from_hex(want, tested->abc));
    for (size_t i = 0; column < COLUMNS && i < sizeof fips180 / sizeof fips180[0]; i++) {
        size_t length = strlen(fips180[i].text);
        for (size_t n = 0; n < fips180[i].times; n++) {
            memcpy(data + n * length, fips180[i].text, length);
        }
        hash_message(&hash, data, 0, length * fips180[i].times, got);
        check(run, "FIPS 180 example", (unsigned long)i + 1, got, want, from_hex(want, fips180[i].digest[column]));
    }
    fill(data, sizeof data, 4);
    for (size_t length = 0; length <= 520; length++) {
        const uint8_t *from = data + length % 64;
        hash_message(&reference, from, 0, length, want);
        hash_message(&hash, from, length % 7 * length / 7, length, got); /* zero bytes among the first pieces */
        check(run, "message in two pieces, of length", (unsigned long)length, got, want, hash.digest);
    }
    memset(&ctx, 0, sizeof ctx);
    if (loom_hash_update(&hash, &ctx, data, 1) != -1 || loom_hash_final(&hash, &ctx, got) != -1) {
        run->failures++;
        say(run, "FAIL %s: a wiped context is taken", tested->name);
    }
}

/* Tests every hash whose block function is the kernel. Returns the number of these hashes. */
static size_t test_hashes(struct run *run, const char *kernel, loom_any_fn function)
{
    size_t found = 0;
    hash_function = function;
    for (size_t i = 0; i < HASHES; i++) {
        if (strcmp(hash_cases[i].kernel, kernel) == 0) {
            test_hash(run, &hash_cases[i]);
            found++;
        }
    }
    return found;
}

#if defined(LOOM_HAVE_hmacs)

/* A key or message: a text, or one byte `times` times, or (RFC 4231, case 4) the bytes 1, 2, 3 and so on. */
struct hmac_input {
    const char *text; /* or NULL */
    uint8_t byte, step;
    size_t times;
};

/* From RFC 2202 (SHA-1) and RFC 4231 (the others). Case 5 tests truncation: RFC 4231 gives the first 16 bytes. */
static const struct {
    struct hmac_input key[2], data[2]; /* RFC 2202, RFC 4231 */
    const char *mac[COLUMNS];
} rfc4231[] = {
    {{{NULL, 0x0b, 0, 20}, {NULL, 0x0b, 0, 20}},
     {{"Hi There", 0, 0, 8}, {"Hi There", 0, 0, 8}},
     {"b617318655057264e28bc0b6fb378c8ef146be00", "896fb1128abbdf196832107cd49df33f47b4b1169912ba4f53684b22",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
      "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6",
      "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
      "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854"}},
    {{{"Jefe", 0, 0, 4}, {"Jefe", 0, 0, 4}},
     {{"what do ya want for nothing?", 0, 0, 28}, {"what do ya want for nothing?", 0, 0, 28}},
     {"effcdf6ae5eb2fa2d27416d5f184df9c259a7c79", "a30e01098bc6dbbf45690f3a7e9e6d0f8bbea2a39e6148008fd05e44",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649",
      "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
      "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"}},
    {{{NULL, 0xaa, 0, 20}, {NULL, 0xaa, 0, 20}},
     {{NULL, 0xdd, 0, 50}, {NULL, 0xdd, 0, 50}},
     {"125d7342b9ac11cd91a39af48aa17b4f63f175d3", "7fb3cb3588c6c1f6ffa9694d7d6ad2649365b0c1f65d69d1ec8333ea",
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
      "88062608d3e6ad8a0aa2ace014c8a86f0aa635d947ac9febe83ef4e55966144b2a5ab39dc13814b94e3ab6e101a34f27",
      "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39"
      "bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb"}},
    {{{NULL, 0x01, 1, 25}, {NULL, 0x01, 1, 25}},
     {{NULL, 0xcd, 0, 50}, {NULL, 0xcd, 0, 50}},
     {"4c9007f4026250c6bc8414f9bf50c86c2d7235da", "6c11506874013cac6a2abc1bb382627cec6a90d86efc012de7afec5a",
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
      "3e8a69b7783c25851933ab6290af6ca77a9981480850009cc5577c6e1f573b4e6801dd23c4a7d679ccf8a386c674cffb",
      "b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3db"
      "a91ca5c11aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd"}},
    {{{NULL, 0x0c, 0, 20}, {NULL, 0x0c, 0, 20}},
     {{"Test With Truncation", 0, 0, 20}, {"Test With Truncation", 0, 0, 20}},
     {"4c1a03424b55e07fe7f27be1d58bb9324a9a5a04", "0e2aea68a90c8d37c988bcdb9fca6fa8",
      "a3b6167473100ee06e0c796c2955552b", "3abf34c3503b2a23a46efc619baef897", "415fad6271580a531d4179bc891d87a6"}},
    {{{NULL, 0xaa, 0, 80}, {NULL, 0xaa, 0, 131}},
     {{"Test Using Larger Than Block-Size Key - Hash Key First", 0, 0, 54},
      {"Test Using Larger Than Block-Size Key - Hash Key First", 0, 0, 54}},
     {"aa4ae5e15272d00e95705637ce8a3b55ed402112", "95e9a0db962095adaebe9b2d6f0dbce2d499f112f2d2b7273fa6870e",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
      "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c60c2ef6ab4030fe8296248df163f44952",
      "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
      "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598"}},
    {{{NULL, 0xaa, 0, 80}, {NULL, 0xaa, 0, 131}},
     {{"Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data", 0, 0, 73},
      {"This is a test using a larger than block-size key and a larger than block-size data. The key needs to be "
       "hashed before being used by the HMAC algorithm.",
       0, 0, 152}},
     {"e8e99d0f45237d786d6bbaa7965c7808bbff1a91", "3a854166ac5d9f023f54d517d0b39dbd946770db9c2b95c9f6f565d1",
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
      "6617178e941f020d351e2f254e8fd32c602420feb0b8fb9adccebb82461e99c5a678cc31e799176d3860e6110c46523e",
      "e37b6a775dc87dbaa4dfa9f96e5e3ffddebd71f8867289865df5a32d20cdc944"
      "b6022cac3c4982b10d5eeb55c3e4de15134676fb6de0446065c97440fa8c6a58"}},
};

/* Writes the bytes of one input. Returns their number. */
static size_t hmac_bytes(uint8_t *out, const struct hmac_input *input)
{
    for (size_t i = 0; i < input->times; i++) {
        out[i] = input->text != NULL ? (uint8_t)input->text[i] : (uint8_t)(input->byte + input->step * i);
    }
    return input->times;
}

typedef void LOOM_CDECL hmac_fn(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length,
                                uint8_t *mac);

static void test_hmac(struct run *run, const char *name, hmac_fn *hmac, size_t column)
{
    uint8_t key[160], data[160], got[64], want[64];
    run->kernel = name;
    run->variant = "as dispatched";
    for (size_t i = 0; i < sizeof rfc4231 / sizeof rfc4231[0]; i++) {
        size_t key_length = hmac_bytes(key, &rfc4231[i].key[column > 0]);
        size_t length = hmac_bytes(data, &rfc4231[i].data[column > 0]);
        size_t mac_length = from_hex(want, rfc4231[i].mac[column]);
        hmac(key, key_length, data, length, got);
        check(run, "RFC case", (unsigned long)i + 1, got, want, mac_length);
        int same = loom_equal(got, want, mac_length);
        want[15] ^= 0x80; /* the shortest has 16 bytes */
        if (!same || loom_equal(got, want, mac_length)) {
            run->failures++;
            say(run, "FAIL %s: loom_equal, RFC case %lu", name, (unsigned long)i + 1);
        }
    }
}

/* The MAC through one context that takes three messages: half of the message, and twice all of it. */
#define HMAC_AGAIN(name, kernel, type, words, block, bytes, ...)                                            \
    static void LOOM_CDECL hmac_again_##name(const uint8_t *key, size_t key_length, const uint8_t *data,    \
                                             size_t length, uint8_t *mac)                                   \
    {                                                                                                       \
        loom_hmac_##name##_ctx ctx;                                                                         \
        uint8_t first[bytes];                                                                               \
        int bad = 0;                                                                                        \
        loom_hmac_##name##_init(&ctx, key, key_length);                                                     \
        bad |= loom_hmac_##name##_update(&ctx, data, length / 2) | loom_hmac_##name##_reset(&ctx);          \
        bad |= loom_hmac_##name##_update(&ctx, data, length) | loom_hmac_##name##_final_reset(&ctx, first); \
        bad |= loom_hmac_##name##_update(&ctx, data, length) | loom_hmac_##name##_final(&ctx, mac);         \
        if (bad != 0 || memcmp(first, mac, bytes) != 0 || loom_hmac_##name##_reset(&ctx) != -1 ||           \
            loom_hmac_##name##_final_reset(&ctx, first) != -1) {                                            \
            memset(mac, 0, bytes);                                                                          \
        }                                                                                                   \
        loom_hmac_##name##_wipe(&ctx);                                                                      \
    }
LOOM_HMACS(HMAC_AGAIN)

#define HMAC_CASE(name, kernel, type, words, block, bytes, ...)                      \
    if (column_of(#name) < COLUMNS) {                                                \
        test_hmac(run, "hmac_" #name, loom_hmac_##name, column_of(#name));           \
        test_hmac(run, "hmac_" #name " again", hmac_again_##name, column_of(#name)); \
    }

static void test_hmacs(struct run *run)
{
    LOOM_HMACS(HMAC_CASE)
}

#endif
