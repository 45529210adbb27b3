/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Arguments and names of files on Windows. The program has all names in UTF-8, in which they are in lists of digests
 * from other systems as well. The shells of Windows leave * and ? in the last part of a path to the program.
 */
#include "sum.h"

#if defined(LOOM_HAVE_hashes) && defined(_WIN32)

#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#if defined(_MSC_VER)
#pragma comment(lib, "shell32")
#endif

/* Functions of kernel32 and shell32, declared here to avoid <windows.h>. */
__declspec(dllimport) wchar_t *__stdcall GetCommandLineW(void);
__declspec(dllimport) wchar_t **__stdcall CommandLineToArgvW(const wchar_t *line, int *count);
__declspec(dllimport) int __stdcall MultiByteToWideChar(unsigned page, unsigned long flags, const char *from, int bytes,
                                                        wchar_t *to, int room);
__declspec(dllimport) int __stdcall WideCharToMultiByte(unsigned page, unsigned long flags, const wchar_t *from,
                                                        int words, char *to, int room, const char *unknown, int *used);

enum { UTF8 = 65001, STRICT_TO_WIDE = 8 };

struct list {
    char **text;
    size_t count, room;
};

wchar_t *sum_wide(const char *name)
{
    int words = MultiByteToWideChar(UTF8, STRICT_TO_WIDE, name, -1, NULL, 0);
    wchar_t *wide = words > 0 ? malloc((size_t)words * sizeof *wide) : NULL;
    if (wide != NULL) {
        MultiByteToWideChar(UTF8, STRICT_TO_WIDE, name, -1, wide, words);
    }
    return wide;
}

/* Appends the first `lead` words of `path` and `name`. Returns 0, or -1 without memory. */
static int append(struct list *list, const wchar_t *path, size_t lead, const wchar_t *name)
{
    int before = lead == 0 ? 0 : WideCharToMultiByte(UTF8, 0, path, (int)lead, NULL, 0, NULL, NULL);
    int rest = WideCharToMultiByte(UTF8, 0, name, -1, NULL, 0, NULL, NULL);
    char *text = malloc((size_t)before + (size_t)rest);
    if (list->count + 1 >= list->room) {
        size_t room = 2 * list->room + 64;
        char **longer = realloc(list->text, room * sizeof *longer);
        if (longer == NULL) {
            free(text);
            return -1;
        }
        list->text = longer;
        list->room = room;
    }
    if (text == NULL) {
        return -1;
    }
    if (lead > 0) {
        WideCharToMultiByte(UTF8, 0, path, (int)lead, text, before, NULL, NULL);
    }
    WideCharToMultiByte(UTF8, 0, name, -1, text + before, rest, NULL, NULL);
    list->text[list->count++] = text;
    list->text[list->count] = NULL;
    return 0;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Appends the files that a pattern names, sorted; without any, the pattern. Returns 0, or -1 without memory. */
static int expand(struct list *list, const wchar_t *pattern)
{
    struct _wfinddata64_t found;
    size_t lead = wcslen(pattern), first = list->count;
    intptr_t search;
    int status = 0;
    while (lead > 0 && wcschr(L"/\\:", pattern[lead - 1]) == NULL) {
        lead--;
    }
    search = _wfindfirst64(pattern, &found);
    if (search == -1) {
        return append(list, pattern, 0, pattern);
    }
    do {
        if (!(found.attrib & _A_SUBDIR)) {
            status = append(list, pattern, lead, found.name);
        }
    } while (status == 0 && _wfindnext64(search, &found) == 0);
    _findclose(search);
    if (status == 0 && list->count == first) {
        return append(list, pattern, 0, pattern);
    }
    if (status == 0) {
        qsort(list->text + first, list->count - first, sizeof *list->text, by_text);
    }
    return status;
}

char **sum_arguments(int *count, char **argv)
{
    struct list list = {NULL, 0, 0};
    int words = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &words);
    (void)argv;
    for (int i = 0; wide != NULL && i < words; i++) {
        int pattern = i > 0 && wide[i][0] != L'-' && wcspbrk(wide[i], L"*?") != NULL;
        if ((pattern ? expand(&list, wide[i]) : append(&list, wide[i], 0, wide[i])) != 0) {
            return NULL;
        }
    }
    *count = (int)list.count;
    return list.text;
}

#endif
