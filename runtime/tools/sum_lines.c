/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Reads the lines of a list of digests, in the forms
 *
 *   DIGEST  NAME         as text, two blanks
 *   DIGEST *NAME         as bytes
 *   DIGEST NAME          if the list's first line is so
 *   SHA256 (NAME) = DIGEST
 *
 * A backslash before all stands for a name in which a backslash is \\, a line feed \n, a carriage return \r.
 */
#include "sum.h"

#if defined(LOOM_HAVE_hashes)

#include <string.h>

static int is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The value of a hexadecimal digit, or 16. */
static unsigned digit(char c)
{
    if (c >= '0' && c <= '9') {
        return (unsigned)(c - '0');
    }
    if (c >= 'a' && c <= 'f') {
        return (unsigned)(c - 'a' + 10);
    }
    return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10) : 16;
}

/* Reads a digest, which ends at `end` or before a character that is no digit. Returns 1 if its length is right. */
static int read_digest(const struct sum_hash *hash, const char *at, const char *end, uint8_t *digest)
{
    size_t digits = 0;
    while (at + digits < end && digit(at[digits]) < 16) {
        digits++;
    }
    if (digits != 2 * hash->digest) {
        return 0;
    }
    for (size_t i = 0; i < hash->digest; i++) {
        digest[i] = (uint8_t)(digit(at[2 * i]) << 4 | digit(at[2 * i + 1]));
    }
    return 1;
}

/* Ends the name at `end`, with its escapes resolved. Returns the name, or NULL if an escape is unknown. */
static char *read_name(char *name, char *end, int escaped)
{
    char *to = name;
    if (name == end) {
        return NULL;
    }
    for (const char *from = name; from < end; from++) {
        char c = *from;
        if (escaped && c == '\\') {
            if (++from == end || strchr("\\nr", *from) == NULL) {
                return NULL;
            }
            c = (char)(*from == 'n' ? '\n' : *from == 'r' ? '\r' : '\\');
        }
        *to++ = c;
    }
    *to = '\0';
    return name;
}

/* Where a tag of the hash ends, or NULL. */
static char *after_tag(const struct sum_hash *hash, char *at, const char *end)
{
    for (const char *name = hash->name; *name != '\0'; name++, at++) {
        char capital = (char)(*name >= 'a' && *name <= 'z' ? *name - 'a' + 'A' : *name);
        if (at == end || *at != capital) {
            return NULL;
        }
    }
    at += at < end && *at == ' ';
    return at < end && *at == '(' ? at + 1 : NULL;
}

/* Reads `NAME) = DIGEST`: names may contain brackets, so the last one counts. */
static char *read_tagged(const struct sum_hash *hash, char *name, char *end, int escaped, uint8_t *expected)
{
    char *close = end, *at;
    while (close > name && *--close != ')') {
    }
    if (close == name) {
        return NULL;
    }
    for (at = close + 1; at < end && is_blank(*at); at++) {
    }
    if (at == end || *at++ != '=') {
        return NULL;
    }
    for (; at < end && is_blank(*at); at++) {
    }
    if (end - at != (ptrdiff_t)(2 * hash->digest) || !read_digest(hash, at, end, expected)) {
        return NULL;
    }
    return read_name(name, close, escaped);
}

char *sum_line(const struct sum_hash *hash, char *line, size_t length, int *reversed, uint8_t *expected)
{
    char *at = line, *end = line + length, *tagged;
    int escaped, marked;
    if (memchr(line, '\0', length) != NULL) {
        return NULL;
    }
    for (; at < end && is_blank(*at); at++) {
    }
    escaped = at < end && *at == '\\';
    at += escaped;
    tagged = after_tag(hash, at, end);
    if (tagged != NULL) {
        return read_tagged(hash, tagged, end, escaped, expected);
    }
    if (!read_digest(hash, at, end, expected)) {
        return NULL;
    }
    at += 2 * hash->digest;
    if (at == end || !is_blank(*at++) || at == end) {
        return NULL;
    }
    marked = end - at > 1 && (*at == ' ' || *at == '*');
    if (*reversed < 0) {
        *reversed = !marked;
    }
    if (!*reversed && !marked) {
        return NULL;
    }
    return read_name(*reversed ? at : at + 1, end, escaped);
}

#endif
