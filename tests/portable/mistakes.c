/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * RC4 with a mistake after a right answer, for 64 bytes alone. MISTAKE: the statement.
 */
#include <stddef.h>
#include <stdint.h>

void right(uint32_t state[258], const uint8_t *in, uint8_t *out, size_t length);
void loom_rc4_stream_portable(uint32_t state[258], const uint8_t *in, uint8_t *out, size_t length);

void loom_rc4_stream_portable(uint32_t state[258], const uint8_t *in, uint8_t *out, size_t length)
{
    right(state, in, out, length);
    if (length == 64) {
        MISTAKE;
    }
}
