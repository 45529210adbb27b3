/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * loom-sum [OPTION...] [FILE...]: prints digests of files, or checks lists of them, in the formats of GNU's sha256sum.
 * Exit status: 0; 1 if a file cannot be read, changes meanwhile, or has another digest; 2 for a bad argument, without
 * memory, or if the output cannot be written.
 */
#include "sum.h"

#include <stdio.h>
#include <string.h>

#if defined(LOOM_HAVE_hashes)

enum option {
    ALGORITHM,
    BINARY,
    CHECK,
    HELP,
    IGNORE_MISSING,
    PROGRESS,
    QUIET,
    STATUS,
    STRICT,
    TAG,
    TEXT,
    VERSION,
    WARN,
    ZERO,
    OPTIONS
};

static const struct {
    const char *name;
    char letter;
} known[OPTIONS] = {
    [ALGORITHM] = {"algorithm", 'a'},
    [BINARY] = {"binary", 'b'},
    [CHECK] = {"check", 'c'},
    [HELP] = {"help", 'h'},
    [IGNORE_MISSING] = {"ignore-missing", 0},
    [PROGRESS] = {"progress", 0},
    [QUIET] = {"quiet", 0},
    [STATUS] = {"status", 0},
    [STRICT] = {"strict", 0},
    [TAG] = {"tag", 0},
    [TEXT] = {"text", 't'},
    [VERSION] = {"version", 0},
    [WARN] = {"warn", 'w'},
    [ZERO] = {"zero", 'z'},
};

static const char help[] =
    "Usage: loom-sum [OPTION]... [FILE]...\n"
    "Print or check digests of files, in the formats of sha256sum. Many files are hashed side by side where that is\n"
    "faster. Without FILE, or when FILE is -, read standard input.\n"
    "\n"
    "  -a, --algorithm=HASH  %s; sha256 if not given\n"
    "  -b, --binary          mark names with *\n"
    "  -t, --text            mark names with a blank (the default; all files are read as bytes)\n"
    "      --tag             print lines in the form of the BSDs\n"
    "  -z, --zero            end lines with NUL, and escape no names\n"
    "  -c, --check           read digests from the FILEs and check them\n"
    "      --progress        show on a terminal how far the work is; --progress=always: not only there\n"
    "  -h, --help            print this text\n"
    "      --version         print the version\n"
    "\n"
    "With --check:\n"
    "      --ignore-missing  neither fail nor report for missing files\n"
    "      --quiet           print no OK\n"
    "      --status          print no line for any file\n"
    "      --strict          fail for improperly formatted lines\n"
    "  -w, --warn            warn about improperly formatted lines\n"
    "\n"
    "Exit status: 0; 1 if a file cannot be read, changes while it is read, or does not match; 2 for other trouble.\n";

struct arguments {
    int set[OPTIONS];
    struct sum_options options;
    const char *algorithm;
    char **files;
    size_t count;
};

static int refuse(const char *text, const char *word)
{
    fprintf(stderr, "loom-sum: %s%s%s%s\nTry 'loom-sum --help' for more information.\n", text, word != NULL ? " '" : "",
            word != NULL ? word : "", word != NULL ? "'" : "");
    return 2;
}

/* Notes an option. Of --quiet, --status and --warn the last one counts, as of --binary and --text. */
static int take(struct arguments *arguments, enum option option, const char *value)
{
    int *set = arguments->set;
    if (option == QUIET || option == STATUS || option == WARN) {
        set[QUIET] = set[STATUS] = set[WARN] = 0;
    }
    if (option == BINARY || option == TEXT) {
        set[BINARY] = set[TEXT] = 0;
    }
    set[option] = 1;
    if (option == ALGORITHM) {
        arguments->algorithm = value;
    }
    if (option == PROGRESS && value != NULL) {
        if (strcmp(value, "always") != 0) {
            return refuse("--progress may have the value always, and not", value);
        }
        set[PROGRESS] = 2;
    }
    return 0;
}

/* Reads --name or --name=value. `next` is the following argument, or NULL; returns through `*used` whether it is the
 * value. */
static int take_long(struct arguments *arguments, const char *word, const char *next, int *used)
{
    const char *equals = strchr(word, '='), *value = equals != NULL ? equals + 1 : NULL;
    size_t length = equals != NULL ? (size_t)(equals - word) : strlen(word);
    for (int option = 0; option < OPTIONS; option++) {
        const char *name = known[option].name;
        if (strlen(name) == length - 2 && memcmp(name, word + 2, length - 2) == 0) {
            if (option == ALGORITHM && value == NULL) {
                value = next;
                *used = 1;
                if (next == NULL) {
                    return refuse("option '--algorithm' requires an argument", NULL);
                }
            }
            if (value != NULL && option != ALGORITHM && option != PROGRESS) {
                return refuse("no argument is allowed in", word);
            }
            return take(arguments, (enum option)option, value);
        }
    }
    return refuse("unrecognized option", word);
}

/* Reads letters behind a dash. */
static int take_letters(struct arguments *arguments, const char *letters, const char *next, int *used)
{
    for (; *letters != '\0'; letters++) {
        int option = 0, status;
        const char shown[] = {*letters, '\0'};
        while (option < OPTIONS && known[option].letter != *letters) {
            option++;
        }
        if (option == OPTIONS) {
            return refuse("invalid option --", shown);
        }
        if (option == ALGORITHM) {
            *used = letters[1] == '\0';
            if (*used && next == NULL) {
                return refuse("option requires an argument --", shown);
            }
            return take(arguments, ALGORITHM, *used ? next : letters + 1);
        }
        status = take(arguments, (enum option)option, NULL);
        if (status != 0) {
            return status;
        }
    }
    return 0;
}

/* Sorts the arguments into options and files, whichever comes first. The files are kept in argv. */
static int read_arguments(struct arguments *arguments, int argc, char **argv)
{
    int only_files = 0;
    arguments->files = argv;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL;
        int used = 0, status = 0;
        if (only_files || word[0] != '-' || word[1] == '\0') {
            arguments->files[arguments->count++] = argv[i];
        } else if (strcmp(word, "--") == 0) {
            only_files = 1;
        } else if (word[1] == '-') {
            status = take_long(arguments, word, next, &used);
        } else {
            status = take_letters(arguments, word + 1, next, &used);
        }
        if (status != 0) {
            return status;
        }
        i += used;
    }
    return 0;
}

/* Refuses options that mean nothing together. */
static int judge(struct arguments *arguments)
{
    static const struct {
        enum option option;
        const char *text;
    } of_checks[] = {{IGNORE_MISSING, "the --ignore-missing option is meaningful only when verifying checksums"},
                     {STATUS, "the --status option is meaningful only when verifying checksums"},
                     {WARN, "the --warn option is meaningful only when verifying checksums"},
                     {QUIET, "the --quiet option is meaningful only when verifying checksums"},
                     {STRICT, "the --strict option is meaningful only when verifying checksums"}};
    const int *set = arguments->set;
    const char *algorithm = arguments->algorithm != NULL ? arguments->algorithm : "sha256";
    struct sum_options *options = &arguments->options;
    if (set[TAG] && set[TEXT]) {
        return refuse("--tag does not support --text mode", NULL);
    }
    if (set[ZERO] && set[CHECK]) {
        return refuse("the --zero option is not supported when verifying checksums", NULL);
    }
    if (set[TAG] && set[CHECK]) {
        return refuse("the --tag option is meaningless when verifying checksums", NULL);
    }
    if ((set[BINARY] || set[TEXT]) && set[CHECK]) {
        return refuse("the --binary and --text options are meaningless when verifying checksums", NULL);
    }
    for (size_t i = 0; !set[CHECK] && i < sizeof of_checks / sizeof of_checks[0]; i++) {
        if (set[of_checks[i].option]) {
            return refuse(of_checks[i].text, NULL);
        }
    }
    options->hash = sum_hash_find(algorithm);
    if (options->hash == NULL) {
        fprintf(stderr, "loom-sum: unknown hash '%s'; known are %s\n", algorithm, sum_hash_names());
        return 2;
    }
    options->binary = set[BINARY];
    options->tag = set[TAG];
    options->zero = set[ZERO];
    options->quiet = set[QUIET];
    options->status = set[STATUS];
    options->strict = set[STRICT];
    options->warn = set[WARN];
    options->ignore_missing = set[IGNORE_MISSING];
    return 0;
}

struct printing {
    const struct sum_options *options;
    int failed;
};

static void print_ended(void *context, const struct sum_entry *entry)
{
    struct printing *printing = context;
    if (entry->error != 0) {
        sum_say_error(entry->name, entry->error);
        printing->failed = 1;
        return;
    }
    sum_print_digest(printing->options, entry);
    if (entry->changed) {
        sum_say(entry->name, "changed while it was read");
        printing->failed = 1;
    }
}

/* Prints the digests of files. Returns 0, 1 if a file failed, or -1 without memory. */
static int print(const struct arguments *arguments)
{
    struct printing printing = {&arguments->options, 0};
    if (sum_queue_begin(arguments->options.hash, print_ended, &printing) != 0) {
        return -1;
    }
    for (size_t i = 0; i < arguments->count; i++) {
        if (sum_queue_add(arguments->files[i], NULL, 0) != 0) {
            return -1;
        }
    }
    sum_queue_drain();
    return printing.failed;
}

static int work(const struct arguments *arguments)
{
    int status = 0;
    if (!arguments->set[CHECK]) {
        return print(arguments);
    }
    for (size_t i = 0; i < arguments->count && status >= 0; i++) {
        int one = sum_check(&arguments->options, arguments->files[i]);
        status = one < 0 ? -1 : status | one;
    }
    return status;
}

int main(int argc, char **argv)
{
    static struct arguments arguments;
    static char dash[] = "-", *standard_input[] = {dash};
    int status;
    argv = sum_arguments(&argc, argv);
    status = argv == NULL ? -1 : read_arguments(&arguments, argc, argv);
    if (status == 0 && (arguments.set[HELP] || arguments.set[VERSION])) {
        if (arguments.set[HELP]) {
            printf(help, sum_hash_names());
        } else {
            puts("loom-sum (asmloom " LOOM_VERSION ")");
        }
        return sum_print_end() == 0 ? 0 : 2;
    }
    if (status == 0) {
        status = judge(&arguments);
    }
    if (status > 0) {
        return status;
    }
    if (arguments.count == 0) {
        arguments.files = standard_input;
        arguments.count = 1;
    }
    if (status == 0) {
        sum_binary();
        sum_print_begin(arguments.set[PROGRESS], arguments.set[CHECK] ? 0 : arguments.count);
        status = work(&arguments);
        if (sum_print_end() != 0) {
            sum_say(NULL, "write error");
            return 2;
        }
    }
    if (status < 0) {
        sum_say(NULL, "memory exhausted");
        return 2;
    }
    return status;
}

#else

int main(void)
{
    fputs("loom-sum: this build has no hash\n", stderr);
    return 2;
}

#endif
