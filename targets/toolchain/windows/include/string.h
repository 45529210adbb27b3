/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0 */
/* The part of C99's <string.h> that runtime/ uses, for MSVC targets on machines without the Windows SDK. */
#pragma once
#include <stddef.h>

void *memchr(const void *where, int byte, size_t length);
int memcmp(const void *a, const void *b, size_t length);
void *memcpy(void *restrict to, const void *restrict from, size_t length);
void *memmove(void *to, const void *from, size_t length);
void *memset(void *to, int byte, size_t length);
char *strchr(const char *text, int c);
int strcmp(const char *a, const char *b);
size_t strcspn(const char *text, const char *reject);
size_t strlen(const char *text);
int strncmp(const char *a, const char *b, size_t length);
size_t strspn(const char *text, const char *accept);
char *strstr(const char *text, const char *part);
