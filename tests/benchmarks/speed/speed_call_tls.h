/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Shared by the speed tool's calls of TLS records and the same calls of libcrypto.
 */
#ifndef LOOM_SPEED_CALL_TLS_H
#define LOOM_SPEED_CALL_TLS_H

#include "speed_call.h"
#include "tls.h"

enum {
    TLS_RING = 64,          /* sealed RC4 records that are opened one after another, at most */
    TLS_RECORD_ROOM = 70000 /* bytes of sealed records */
};

/* The 13 bytes under the MAC before the plaintext, for TLS 1.0 (minor 1) or 1.2 (3). */
const uint8_t *speed_tls_header(int minor, size_t bytes);

size_t speed_tls_digest(int hash); /* bytes */

/* The records to open. An AES-CBC record has its IV in front. */
uint8_t *speed_tls_records(void);

/* Seals the input into the records, with keys of the input's bytes 0 and 64. Uses the state. Returns the length behind
 * the IV. */
size_t speed_tls_make_record(int hash, struct side *side, size_t bytes);

/* The same for RC4: speed_tls_ring() records, one after another. */
size_t speed_tls_ring(int hash, size_t bytes);
void speed_tls_make_ring(int hash, struct side *side, size_t bytes);

#if defined(LOOM_SPEED_LIBCRYPTO)
extern const struct peer speed_tls_sha1_init_peers[], speed_tls_sha1_seal_peers[], speed_tls_sha1_open_peers[];
extern const struct peer speed_tls_sha256_init_peers[], speed_tls_sha256_seal_peers[], speed_tls_sha256_open_peers[];
extern const struct peer speed_tls_sha384_init_peers[], speed_tls_sha384_seal_peers[], speed_tls_sha384_open_peers[];
extern const struct peer speed_tls_rc4_md5_init_peers[], speed_tls_rc4_md5_seal_peers[], speed_tls_rc4_md5_open_peers[];
extern const struct peer speed_tls_rc4_sha1_init_peers[], speed_tls_rc4_sha1_seal_peers[];
extern const struct peer speed_tls_rc4_sha1_open_peers[];
#endif

#endif
