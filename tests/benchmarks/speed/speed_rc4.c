/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's RC4.
 */
#include "speed.h"

#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)

static void run_rc4_set_key(struct side *side, size_t bytes, size_t times)
{
    loom_rc4_set_key_fn *set_key = (loom_rc4_set_key_fn *)side->function;
    for (; times > 0; times--) {
        set_key(side->state->rc4, speed_input, bytes);
    }
    loom_rc4_stream_portable(side->state->rc4, speed_input, side->out, 16);
}

static void run_rc4_stream(struct side *side, size_t bytes, size_t times)
{
    loom_rc4_stream_fn *stream = (loom_rc4_stream_fn *)side->function;
    if (times == 1) {
        loom_rc4_set_key_portable(side->state->rc4, speed_input, 16);
    }
    for (; times > 0; times--) {
        stream(side->state->rc4, speed_input, side->out, bytes);
    }
}

#if defined(LOOM_SPEED_LIBCRYPTO)

void RC4_set_key(void *key, int length, const unsigned char *data);
void RC4(void *key, size_t length, const unsigned char *in, unsigned char *out);

static void run_rc4_set_key_libcrypto(struct side *side, size_t bytes, size_t times)
{
    for (; times > 0; times--) {
        RC4_set_key(side->state->words, (int)bytes, speed_input);
    }
    RC4(side->state->words, 16, speed_input, side->out);
}

static void run_rc4_libcrypto(struct side *side, size_t bytes, size_t times)
{
    if (times == 1) {
        RC4_set_key(side->state->words, 16, speed_input);
    }
    for (; times > 0; times--) {
        RC4(side->state->words, bytes, speed_input, side->out);
    }
}

static const struct peer set_key_peers[] = {{"libcrypto", run_rc4_set_key_libcrypto, NULL, NULL}, NO_PEER};
static const struct peer stream_peers[] = {{"libcrypto", run_rc4_libcrypto, NULL, NULL}, NO_PEER};

#endif
#endif

const struct bench speed_rc4[] = {
#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)
    {"rc4_set_key", "rc4_set_key", run_rc4_set_key, NULL, NULL, PEERS(set_key_peers), 16, 256, 16, 0, 1,
     (loom_any_fn)loom_k_rc4_set_key, NULL},
    {"rc4_stream", "rc4_stream", run_rc4_stream, NULL, NULL, PEERS(stream_peers), 16, SPEED_MAX_BYTES, 0, 0, 1,
     (loom_any_fn)loom_k_rc4_stream, NULL},
#endif
    NO_ROW,
};
