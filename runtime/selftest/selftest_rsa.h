/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: RSA with a key of 512 bits made for this test.
 */

enum { RSA_TEST = 64 };

/* A key, a message, and the message's power by the private exponent, as Python computes it. */
static const char rsa_modulus_text[] =
    "a34f14c0e37d44208a7245c112d8bd33b73bfd1793c89a47c615c5c283fd951b1580c3c9c6539f487ae60c90fdb4b57dce14027f"
    "6961aea4a89c318914b8a591";
static const char *const rsa_part_texts[5] = {"d7d16b7512de880b6c38f359ce239a0f10730742adf383b54af58e6c0fb58715",
                                              "c1b6e8525f91b95b280a4b1a999a4e02848c0e3a8dd60fe015dfb2d1e288038d",
                                              "71924b3238d3d253f087a7c842aa899013dff49a2a6053973bf32d17c0cc8e61",
                                              "7d9fe5980dfc4e0d6cb10835aee95fafc84f9fa69f76f402a98cd1c5c537d9bd",
                                              "09547eab809da266282c29c24b6a42e1efb2d51683ab48b56147bdea97886496"};
static const char rsa_private_exponent_text[] =
    "40ec416de58279410e891b5e046611e1ab68b7d755b31c52885743856effb2f4acaa39ad533842ac7a0a23328e13cddac65ea152"
    "8a59bbf8392ac780b73685a1";
static const char rsa_message_text[] =
    "8a7ded4430bcd8189ddf731bc497fe74ff0d727994f544049eb85f41f91ba1b94891415e7b807f94d7603ad94ea1c7eff998a2b4"
    "e4c5d2487b50a2d5132c0a53";
static const char rsa_power_text[] =
    "1dd667fa1a3c1d1b572611f274f3d0ffc4524c5a3a40a9df738b92ce3b77bbe807e6099909944c920b8ef59de0d2505b51aca362"
    "b14b1b045dafc84da703ef63";

static void rsa_expect(struct run *run, int got, int wanted, const char *what)
{
    if (got != wanted) {
        run->failures++;
        say(run, "FAIL %s %s: %s: the result is %d, expected %d", run->kernel, run->variant, what, got, wanted);
    }
}

/* Checks a refusal: its number, and an output without a change. */
static void rsa_refused(struct run *run, int got, int wanted, const char *what, uint8_t *out)
{
    uint8_t marks[RSA_TEST + 1];
    memset(marks, 0x5a, sizeof marks);
    rsa_expect(run, got, wanted, what);
    check(run, "the output of a refusal", (unsigned long)-wanted, out, marks, sizeof marks);
}

struct rsa_test {
    uint8_t modulus[RSA_TEST], part[5][RSA_TEST / 2], d[RSA_TEST], message[RSA_TEST], power[RSA_TEST];
};

static loom_rsa_parts rsa_test_parts(const uint8_t part[5][RSA_TEST / 2])
{
    loom_rsa_parts parts;
    parts.p = part[0];
    parts.q = part[1];
    parts.dp = part[2];
    parts.dq = part[3];
    parts.inverse = part[4];
    return parts;
}

/* A private key with one wrong part, or for another modulus, is refused, and the key before stays. */
static void rsa_test_parts_refused(struct run *run, const struct rsa_test *t, const uint8_t e[4], loom_rsa_key *key,
                                   loom_rsa_work *work)
{
    uint8_t part[5][RSA_TEST / 2], modulus[RSA_TEST], out[RSA_TEST];
    loom_rsa_parts parts = rsa_test_parts((const uint8_t (*)[RSA_TEST / 2]) part);
    for (size_t i = 0; i < 5; i++) {
        memcpy(part, t->part, sizeof part);
        part[i][RSA_TEST / 2 - 1] ^= 2;
        rsa_expect(run, loom_rsa_key_init_private(key, t->modulus, RSA_TEST, e, 4, &parts), LOOM_RSA_KEY,
                   "a private key with a wrong part");
    }
    memcpy(part, t->part, sizeof part);
    memcpy(modulus, t->modulus, sizeof modulus);
    modulus[RSA_TEST - 1] ^= 2;
    rsa_expect(run, loom_rsa_key_init_private(key, modulus, RSA_TEST, e, 4, &parts), LOOM_RSA_KEY,
               "a private key of another modulus");
    rsa_expect(run, loom_rsa_private(key, work, t->message, out, RSA_TEST), 0, "the key before");
    check(run, "private operation after refusals, bytes", RSA_TEST, out, t->power, RSA_TEST);
}

static void rsa_test_key(struct run *run, const struct rsa_test *t, loom_rsa_key *key, loom_rsa_work *work)
{
    static const uint8_t e[4] = {0, 1, 0, 1};
    uint8_t out[RSA_TEST + 1];
    loom_rsa_parts parts = rsa_test_parts(t->part);
    rsa_expect(run, loom_rsa_key_init_private(key, t->modulus, RSA_TEST, e, sizeof e, &parts), 0,
               "setting a private key");
    rsa_expect(run, loom_rsa_private(key, work, t->message, out, RSA_TEST), 0, "the private operation");
    check(run, "private operation, bytes", RSA_TEST, out, t->power, RSA_TEST);
    rsa_expect(run, loom_rsa_public(key, work, out, out, RSA_TEST), 0, "the public operation in place");
    check(run, "public operation, bytes", RSA_TEST, out, t->message, RSA_TEST);
    for (unsigned n = 1; n <= 8; n++) {
        uint8_t text[RSA_TEST];
        fill(text, sizeof text, n);
        text[0] = 0;
        rsa_expect(run, loom_rsa_public(key, work, text, out, RSA_TEST), 0, "the public operation");
        rsa_expect(run, loom_rsa_private(key, work, out, out, RSA_TEST), 0, "the private operation in place");
        check(run, "there and back, text", n, out, text, RSA_TEST);
    }
    memset(out, 0x5a, sizeof out);
    rsa_refused(run, loom_rsa_private(key, work, t->modulus, out, RSA_TEST), LOOM_RSA_RANGE, "a message too large",
                out);
    rsa_refused(run, loom_rsa_public(key, work, t->modulus, out, RSA_TEST), LOOM_RSA_RANGE, "a message too large", out);
    rsa_refused(run, loom_rsa_private(key, work, t->message, out, RSA_TEST - 1), LOOM_RSA_LENGTH, "a length", out);
    rsa_refused(run, loom_rsa_public(key, work, t->message, out, RSA_TEST + 1), LOOM_RSA_LENGTH, "a length", out);
    rsa_test_parts_refused(run, t, e, key, work);
    key->half[0].exponent[0] ^= 2;
    rsa_refused(run, loom_rsa_private(key, work, t->message, out, RSA_TEST), LOOM_RSA_FAULT, "a wrong half", out);
    rsa_expect(run, loom_rsa_key_init_public(key, t->modulus, RSA_TEST, e, 3), LOOM_RSA_KEY, "an even exponent");
    rsa_expect(run, loom_rsa_key_init_public(key, t->modulus, RSA_TEST, e, 4), 0, "setting a public key");
    rsa_refused(run, loom_rsa_private(key, work, t->message, out, RSA_TEST), LOOM_RSA_KEY, "a public key", out);
    loom_rsa_key_wipe(key);
    rsa_refused(run, loom_rsa_public(key, work, t->message, out, RSA_TEST), LOOM_RSA_KEY, "a wiped key", out);
}

static LOOM_SELDOM void test_rsa(struct run *run)
{
    static loom_rsa_key key;
    static loom_rsa_work work;
    static struct rsa_test t;
    uint8_t out[RSA_TEST + 1], even[RSA_TEST];
    run->kernel = "rsa";
    run->variant = "as dispatched";
    from_hex(t.modulus, rsa_modulus_text);
    from_hex(t.d, rsa_private_exponent_text);
    from_hex(t.message, rsa_message_text);
    from_hex(t.power, rsa_power_text);
    for (size_t i = 0; i < 5; i++) {
        from_hex(t.part[i], rsa_part_texts[i]);
    }
    rsa_expect(run, loom_modexp(&work, t.message, t.d, RSA_TEST, t.modulus, out, RSA_TEST), 0, "a power");
    check(run, "power, bytes", RSA_TEST, out, t.power, RSA_TEST);
    memcpy(even, t.modulus, RSA_TEST);
    even[RSA_TEST - 1] ^= 1;
    memset(out, 0x5a, sizeof out);
    rsa_refused(run, loom_modexp(&work, t.message, t.d, RSA_TEST, even, out, RSA_TEST), LOOM_RSA_MODULUS,
                "an even modulus", out);
    rsa_refused(run, loom_modexp(&work, t.modulus, t.d, RSA_TEST, t.modulus, out, RSA_TEST), LOOM_RSA_RANGE,
                "a base too large", out);
    rsa_refused(run, loom_modexp(&work, t.message, t.d, RSA_TEST, t.modulus, out, RSA_TEST - 1), LOOM_RSA_LENGTH,
                "a length", out);
    rsa_test_key(run, &t, &key, &work);
}
