/* The files of a notary: where they are, and its key. */
#include "books/notary_internal.h"

#include "base/check.h"
#include "store/address.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_SIZE_MAX = 1 << 30, KEY_MODE = 0600, OTHERS = 077 };

static bool path_write(char path[NOTARY_PATH_MAX], const char *stem, const char *ending)
{
    struct text_out out;
    text_out_init(&out, path, NOTARY_PATH_MAX);
    text_out_add(&out, "%s%s", stem, ending);
    return !out.truncated;
}

bool notary_files_of(struct text store, const char *key, struct notary_files *files)
{
    struct store_address address;
    if (store_address_parse(store, &address, NULL) != STATUS_OK)
        return false;
    bool is_file = address.kind == STORE_KIND_SQLITE;
    if (!is_file && !key)
        return false;
    const char *stem = is_file ? address.place : key;
    return (key ? path_write(files->key, key, "") : path_write(files->key, stem, "-log.key")) &&
           path_write(files->checkpoints, stem, "-checkpoints") &&
           path_write(files->witnesses, stem, "-witnesses");
}

enum status notary_file_read(int file, const char *path, struct notary_bytes *bytes, struct fault *fault)
{
    struct stat found;
    if (fstat(file, &found) != 0)
        return fault_set(fault, STATUS_IO, 0, "%.150s: %s", path, strerror(errno));
    if (found.st_size > FILE_SIZE_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "%.150s is too large", path);
    size_t size = (size_t)found.st_size, have = 0;
    char *read_to = malloc(size + 1);
    if (!read_to)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for %.150s", path);
    while (have < size) {
        ssize_t got = pread(file, read_to + have, size - have, (off_t)have);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            free(read_to);
            return fault_set(fault, STATUS_IO, 0, "%.150s: %s", path, strerror(errno));
        }
        if (got == 0)
            break;
        have += (size_t)got;
    }
    *bytes = (struct notary_bytes){read_to, have};
    return STATUS_OK;
}

bool notary_file_write(int file, struct text bytes)
{
    while (bytes.length > 0) {
        ssize_t written = write(file, bytes.bytes, bytes.length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes = text_from(bytes, (size_t)written);
    }
    return fsync(file) == 0;
}

void notary_folder_sync(const char *path)
{
    char folder[NOTARY_PATH_MAX];
    (void)path_write(folder, path, "");
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    int file = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return;
    (void)fsync(file);
    close(file);
}

/* The name of the house in small letters, digits and -, then / and eight random digits. */
static void origin_write(struct text_out *out, struct text house)
{
    enum { NAME_USED = 60 };
    bool gap = false, any = false;
    for (size_t i = 0; i < house.length && out->length < NAME_USED; i++) {
        char byte = house.bytes[i];
        char low = byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
        bool plain = (low >= 'a' && low <= 'z') || (low >= '0' && low <= '9');
        if (plain)
            text_out_add(out, gap && any ? "-%c" : "%c", low);
        any = any || plain;
        gap = !plain;
    }
    text_out_add(out, "%s/%08x", any ? "" : "house", (unsigned)randombytes_random());
}

static enum status key_make(const char *path, struct text house, struct note_secret *secret,
                            struct fault *fault)
{
    char name[NOTE_NAME_MAX + 1], words[NOTE_KEY_TEXT_MAX + 2];
    uint8_t seed[NOTE_SEED_SIZE];
    struct text_out out;
    text_out_init(&out, name, sizeof name);
    origin_write(&out, house);
    randombytes_buf(seed, sizeof seed);
    enum status status = note_secret_make(text_out_text(&out), NOTE_LOG, seed, secret, fault);
    sodium_memzero(seed, sizeof seed);
    if (status != STATUS_OK)
        return status;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, KEY_MODE);
    if (file < 0)
        return fault_set(fault, STATUS_IO, 0, "the key %.150s cannot be made: %s", path, strerror(errno));
    text_out_init(&out, words, sizeof words);
    note_secret_write(&out, secret);
    text_out_add(&out, "\n");
    bool written = notary_file_write(file, text_out_text(&out));
    sodium_memzero(words, sizeof words);
    close(file);
    if (!written) {
        (void)unlink(path);
        return fault_set(fault, STATUS_IO, 0, "the key %.150s cannot be written: %s", path, strerror(errno));
    }
    notary_folder_sync(path);
    return STATUS_OK;
}

static enum status key_read(int file, const char *path, struct note_secret *secret, struct fault *fault)
{
    struct stat found;
    struct notary_bytes bytes;
    struct fault words;
    if (fstat(file, &found) == 0 && (found.st_mode & OTHERS) != 0)
        return fault_set(fault, STATUS_INVALID, 0,
                         "others than its owner may use the key %.120s; make it the owner's alone: chmod 600",
                         path);
    enum status status = notary_file_read(file, path, &bytes, fault);
    if (status != STATUS_OK)
        return status;
    status = note_secret_read(text_trimmed(notary_bytes_text(&bytes)), secret, &words);
    if (status == STATUS_OK && secret->key.type != NOTE_LOG)
        status = fault_set(&words, STATUS_INVALID, 0, "this is the key of a witness, and not of a house");
    sodium_memzero(bytes.at, bytes.length);
    free(bytes.at);
    return status == STATUS_OK ? status
                               : fault_set(fault, status, 0, "the key %.80s: %.150s", path, words.words);
}

bool notary_key_look(const struct notary_files *files, struct note_secret *secret)
{
    int file = open(files->key, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    enum status status = key_read(file, files->key, secret, NULL);
    close(file);
    return status == STATUS_OK;
}

enum status notary_key_open(const struct notary_files *files, struct text house, struct note_secret *secret,
                            bool *made, struct fault *fault)
{
    *made = false;
    int file = open(files->key, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        enum status status = key_read(file, files->key, secret, fault);
        close(file);
        return status;
    }
    if (errno != ENOENT)
        return fault_set(fault, STATUS_IO, 0, "the key %.150s cannot be read: %s", files->key,
                         strerror(errno));
    if (access(files->checkpoints, F_OK) == 0)
        return fault_set(
            fault, STATUS_INVALID, 0,
            "the key %.90s is missing, and there are checkpoints that it signed; put it back from its copy",
            files->key);
    enum status status = key_make(files->key, house, secret, fault);
    *made = status == STATUS_OK;
    return status;
}

bool notary_last_of_file(const struct notary_files *files, struct text_out *out)
{
    struct text note, last = text_of("");
    struct notary_bytes bytes;
    unsigned line;
    int file = open(files->checkpoints, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    enum status status = notary_file_read(file, files->checkpoints, &bytes, NULL);
    close(file);
    if (status != STATUS_OK)
        return false;
    struct checkpoint_file notes = {.bytes = notary_bytes_text(&bytes), .line = 1};
    while (checkpoint_next(&notes, &note, &line))
        last = note;
    text_out_add_text(out, last);
    const bool found = last.length > 0;
    free(bytes.at);
    return found;
}
