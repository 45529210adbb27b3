/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Handshakes and transfers between libssl with the provider and libssl without, in both directions, in memory.
 *
 *     tls PLACE QUERY [SUITE ...]
 *
 * PLACE: the folder of asmloom.so, or a configuration file that asks for RSA, too; QUERY: the properties that its side
 * asks for. With suites: these alone, with more text, in TLS 1.0 to 1.2; the peer has the legacy provider, asmloom's
 * side has not.
 */
#include "provider_test.h"

#include <openssl/ssl.h>
#include <openssl/x509.h>

enum { LARGEST = 5000000 };

static uint8_t sent[LARGEST], got[LARGEST];
static size_t length = 300000;
static int composites;
static const char *query;
static EVP_PKEY *private_key;
static X509 *certificate;

static void make_certificate(void)
{
    X509_NAME *subject;
    private_key = EVP_PKEY_Q_keygen(theirs, NULL, "RSA", (size_t)2048);
    certificate = X509_new_ex(theirs, NULL);
    subject = X509_get_subject_name(certificate);
    expect(private_key != NULL && certificate != NULL, "key");
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, (const unsigned char *)"test", -1, -1, 0);
    X509_set_issuer_name(certificate, subject);
    X509_set_pubkey(certificate, private_key);
    expect(X509_sign(certificate, private_key, EVP_sha256()) > 0, "certificate");
}

static SSL *end(OSSL_LIB_CTX *lib, int serves, int version, const char *suite, int mac_first, BIO *bio)
{
    SSL_CTX *ctx = SSL_CTX_new_ex(lib, lib == ours ? query : NULL, TLS_method());
    SSL *ssl;
    expect(ctx != NULL, "context");
    SSL_CTX_set_security_level(ctx, 0);
    SSL_CTX_set_min_proto_version(ctx, version);
    SSL_CTX_set_max_proto_version(ctx, version);
    expect((version < TLS1_3_VERSION ? SSL_CTX_set_cipher_list : SSL_CTX_set_ciphersuites)(ctx, suite) == 1, "suite");
    SSL_CTX_set_options(ctx, SSL_OP_ALLOW_CLIENT_RENEGOTIATION | (mac_first ? SSL_OP_NO_ENCRYPT_THEN_MAC : 0));
    if (serves) {
        expect(SSL_CTX_use_certificate(ctx, certificate) == 1 && SSL_CTX_use_PrivateKey(ctx, private_key) == 1, "key");
    }
    ssl = SSL_new(ctx);
    SSL_CTX_free(ctx);
    SSL_set_bio(ssl, bio, bio);
    serves ? SSL_set_accept_state(ssl) : SSL_set_connect_state(ssl);
    return ssl;
}

static void handshake(SSL *a, SSL *b)
{
    int one = 0, two = 0;
    for (int turn = 0; turn < 20 && (one != 1 || two != 1); turn++) {
        one = SSL_do_handshake(a);
        two = SSL_do_handshake(b);
    }
    expect(one == 1 && two == 1, "handshake");
}

/* The client asks for new keys in the middle of a connection, by records under the old ones. */
static void renegotiation(SSL *client, SSL *server)
{
    long before = SSL_num_renegotiations(client);
    uint8_t none[1];
    size_t n;
    expect(SSL_renegotiate(client) == 1, "asks for a renegotiation");
    for (int turn = 0; turn < 20 && SSL_renegotiate_pending(client); turn++) {
        SSL_do_handshake(client);
        expect(SSL_read_ex(server, none, sizeof none, &n) == 0 && SSL_get_error(server, 0) == SSL_ERROR_WANT_READ,
               "the server's part of a renegotiation");
    }
    expect(SSL_num_renegotiations(client) == before + 1 && !SSL_renegotiate_pending(client) &&
               SSL_is_init_finished(server),
           "renegotiation");
}

/* New keys for both directions of TLS 1.3, which the client asks for. They come with the next transfers. */
static void key_update(SSL *client)
{
    expect(SSL_key_update(client, SSL_KEY_UPDATE_REQUESTED) == 1 && SSL_do_handshake(client) == 1, "key update");
    expect(SSL_get_key_update_type(client) == SSL_KEY_UPDATE_NONE, "sent");
}

/* Sends pieces of many lengths and takes them; `wrong`: at last a record that was changed on its way. */
static void transfer(SSL *a, SSL *b)
{
    size_t done = 0, back = 0, n;
    memset(got, 0, length);
    while (back < length) {
        size_t piece = 1 + any(20000);
        if (done < length && SSL_write_ex(a, sent + done, piece < length - done ? piece : length - done, &n)) {
            done += n;
        }
        while (back < length && SSL_read_ex(b, got + back, length - back, &n)) {
            back += n;
        }
        expect(SSL_get_error(b, 0) != SSL_ERROR_SSL, "reads");
    }
    same("transfer", got, sent, length);
}

/* The bytes on their way from a to b, with one of them changed. `b` must refuse the record, as libssl says it. The
 * errors of the queue come back: servers choose the level of their log by the first one. */
static void forged(SSL *a, SSL *b, BIO *from, size_t bytes, char errors[500])
{
    static uint8_t record[40000];
    char words[512] = "";
    size_t n;
    int taken;
    expect(SSL_write_ex(a, sent, bytes, &n) == 1, "one more record");
    taken = BIO_read(from, record, sizeof record);
    expect(taken > 5 + 16, "a record");
    record[5 + any((size_t)taken - 5)] ^= (uint8_t)(1 << any(8));
    /* Give the record to b through a BIO of its own. */
    SSL_set0_rbio(b, BIO_new_mem_buf(record, taken));
    expect(SSL_read_ex(b, got, sizeof got, &n) == 0, "a forged record");
    ERR_error_string_n(ERR_peek_last_error(), words, sizeof words);
    expect(strstr(words, "bad record mac") != NULL, words);
    take_errors(errors, 500);
}

/* The errors after a forged record where both ends are libssl alone. */
static void forged_alone(int version, const char *suite, int mac_first, int to_server, char errors[500])
{
    BIO *one, *two;
    SSL *server, *client;
    expect(BIO_new_bio_pair(&one, 1 << 16, &two, 1 << 16) == 1, "pipe");
    server = end(theirs, 1, version, suite, mac_first, one);
    client = end(theirs, 0, version, suite, mac_first, two);
    handshake(client, server);
    forged(to_server ? client : server, to_server ? server : client, to_server ? one : two, 1 + any(3000), errors);
    SSL_free(server);
    SSL_free(client);
}

static void connection(int version, const char *suite, int mac_first, int server_is_ours)
{
    static char what[200], errors[2][500];
    BIO *one, *two;
    SSL *server, *client;
    snprintf(what, sizeof what, "%s, version %x, MAC %s, asmloom %s", suite, (unsigned)version,
             mac_first ? "first" : "last", server_is_ours ? "serves" : "asks");
    name(what);
    expect(BIO_new_bio_pair(&one, 1 << 16, &two, 1 << 16) == 1, "pipe");
    server = end(server_is_ours ? ours : theirs, 1, version, suite, mac_first, one);
    client = end(server_is_ours ? theirs : ours, 0, version, suite, mac_first, two);
    handshake(client, server);
    expect(SSL_version(server) == version, "version");
    expect(strcmp(SSL_get_cipher_name(server), suite) == 0, "suite");
    transfer(server, client);
    transfer(client, server);
    if (version < TLS1_3_VERSION) {
        renegotiation(client, server);
        transfer(server, client);
    }
    for (int turn = 0; turn < 2 && version == TLS1_3_VERSION; turn++) {
        key_update(client);
        transfer(client, server);
        transfer(server, client);
    }
    forged(server_is_ours ? client : server, server_is_ours ? server : client, server_is_ours ? one : two,
           1 + any(3000), errors[0]);
    SSL_free(server);
    SSL_free(client);
    forged_alone(version, suite, mac_first, server_is_ours, errors[1]);
    /* The legacy provider's composite, if asmloom's is not taken, adds an error of its own. */
    expect((!composites && strcmp(suite, "RC4-MD5") == 0) || strcmp(errors[0], errors[1]) == 0, errors[0]);
}

/* Whether libssl, which fetches by the query, takes asmloom's cipher. */
static void taken(const char *algorithm, int wanted)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(ours, algorithm, query);
    int is_ours = cipher != NULL && strcmp(OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(cipher)), "asmloom") == 0;
    expect(is_ours == wanted, algorithm);
    ERR_clear_error();
    EVP_CIPHER_free(cipher);
}

/* Whether libssl takes asmloom's RSA, too. */
static void signatures(int wanted)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    EVP_PKEY_CTX *pctx = NULL;
    expect(EVP_DigestSignInit_ex(ctx, &pctx, "SHA256", ours, query, private_key, NULL) == 1, "signs");
    expect((strcmp(OSSL_PROVIDER_get0_name(EVP_PKEY_CTX_get0_provider(pctx)), "asmloom") == 0) == wanted, "RSA");
    EVP_MD_CTX_free(ctx);
}

static int end_of_test(void)
{
    EVP_PKEY_free(private_key);
    X509_free(certificate);
    return unload();
}

int main(int argc, char **argv)
{
    static const char *const suites[] = {"AES128-SHA",
                                         "AES256-SHA",
                                         "AES128-SHA256",
                                         "AES256-SHA256",
                                         "ECDHE-RSA-AES128-SHA",
                                         "ECDHE-RSA-AES128-SHA256",
                                         "ECDHE-RSA-AES256-SHA384",
                                         "ECDHE-RSA-AES128-GCM-SHA256",
                                         "ECDHE-RSA-AES256-GCM-SHA384",
                                         "ECDHE-RSA-CHACHA20-POLY1305"};
    static const char *const suites_13[] = {"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384",
                                            "TLS_CHACHA20_POLY1305_SHA256"};
    if (argc < 3) {
        return 2;
    }
    load(argv[1], argc > 3 ? "legacy" : NULL);
    query = argv[2];
    composites = strstr(query, "composite!=yes") == NULL; /* they serve records with the MAC first */
    taken("AES-128-CBC-HMAC-SHA1", composites);
    taken("RC4-HMAC-MD5", composites);
    taken("RC4", 1);
    taken("AES-128-GCM", 1);
    taken("AES-256-GCM", 1);
    taken("ChaCha20-Poly1305", 1);
    for (size_t i = 0; i < sizeof sent; i++) {
        sent[i] = (uint8_t)any(256);
    }
    make_certificate();
    signatures(strstr(argv[1], ".cnf") != NULL);
    if (argc > 3) {
        length = LARGEST;
        for (int i = 3; i < argc; i++) {
            for (int way = 0; way < 2; way++) {
                connection(TLS1_2_VERSION, argv[i], 0, way);
                connection(TLS1_1_VERSION, argv[i], 0, way);
                connection(TLS1_VERSION, argv[i], 0, way);
            }
        }
        return end_of_test();
    }
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++) {
        for (int way = 0; way < 4; way++) {
            connection(TLS1_2_VERSION, suites[i], way & 1, way >> 1);
        }
    }
    for (int way = 0; way < 4; way++) {
        connection(TLS1_1_VERSION, "ECDHE-RSA-AES128-SHA", way & 1, way >> 1);
        connection(TLS1_VERSION, "AES256-SHA", way & 1, way >> 1);
    }
    for (size_t i = 0; i < 6; i++) {
        connection(TLS1_3_VERSION, suites_13[i / 2], 0, i % 2);
    }
    return end_of_test();
}
