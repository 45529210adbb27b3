/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Writes the bit-sliced S-box of the bytes 0 to 255, and then the inverse S-box: 512 bytes.
 */
#include <stdio.h>

#include "aes_sbox.h"

int main(void)
{
    uint8_t out[512] = {0};
    for (unsigned x = 0; x < 256; x++) {
        word forward[8], inverse[8];
        for (int n = 0; n < 8; n++) { /* equal bits in a word reveal a bit in the wrong place */
            forward[n] = (word)0 - (x >> n & 1);
            inverse[n] = (word)0 - ((x ^ 0x63) >> n & 1);
        }
        sub_bytes(forward);
        inverse_sub_bytes(inverse);
        for (int n = 0; n < 8; n++) {
            if ((forward[n] + 1) > 1 || (inverse[n] + 1) > 1) {
                fprintf(stderr, "bit %d of S(%u) is not the same in every place\n", n, x);
                return 1;
            }
            out[x] |= (uint8_t)((forward[n] & 1) << n);
            out[256 + x] |= (uint8_t)((inverse[n] & 1) << n);
        }
        out[x] ^= 0x63;
    }
    return fwrite(out, 1, sizeof out, stdout) == sizeof out ? 0 : 1;
}
