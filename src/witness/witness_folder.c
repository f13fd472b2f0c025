/* The folder of a witness: its key, what it saw, and its alarms. */
#include "witness/witness_internal.h"

#include "base/calendar.h"
#include "base/check.h"
#include "base/json.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_SIZE_MAX = 1 << 30, KEY_MODE = 0600, FILE_MODE = 0644, FOLDER_MODE = 0755, OTHERS = 077 };

/* ------------------------------------------------------------------------------------------ files */

static void path_of(const struct witness *witness, const char *name, char path[WITNESS_PATH_MAX])
{
    struct text_out out;
    text_out_init(&out, path, WITNESS_PATH_MAX);
    text_out_add(&out, "%s/%s", witness->folder, name);
}

static enum status file_fault(const struct witness *witness, const char *name, const char *what,
                              struct fault *fault)
{
    return fault_set(fault, STATUS_IO, 0, "%.120s/%s %s: %s", witness->folder, name, what, strerror(errno));
}

static bool bytes_write(int file, struct text bytes)
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

/* The whole of a file, to be freed. */
static enum status file_read(const struct witness *witness, int file, const char *name, char **bytes,
                             size_t *size, struct fault *fault)
{
    struct stat found;
    if (fstat(file, &found) != 0)
        return file_fault(witness, name, "cannot be read", fault);
    if (found.st_size > FILE_SIZE_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "%.120s/%s is too large", witness->folder, name);
    char *into = malloc((size_t)found.st_size + 1);
    if (!into)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for %s", name);
    *size = 0;
    while (*size < (size_t)found.st_size) {
        ssize_t got = pread(file, into + *size, (size_t)found.st_size - *size, (off_t)*size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            free(into);
            return file_fault(witness, name, "cannot be read", fault);
        }
        if (got == 0)
            break;
        *size += (size_t)got;
    }
    *bytes = into;
    return STATUS_OK;
}

static bool is_there(const struct witness *witness, const char *name)
{
    char path[WITNESS_PATH_MAX];
    path_of(witness, name, path);
    return access(path, F_OK) == 0;
}

static void folder_sync(const struct witness *witness)
{
    int folder = open(witness->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return;
    (void)fsync(folder);
    close(folder);
}

/* A new file of one line. */
static enum status line_write(const struct witness *witness, const char *name, mode_t mode, struct text line,
                              struct fault *fault)
{
    char path[WITNESS_PATH_MAX];
    path_of(witness, name, path);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file < 0)
        return file_fault(witness, name, "cannot be made", fault);
    bool written = bytes_write(file, line);
    close(file);
    if (!written) {
        (void)unlink(path);
        return file_fault(witness, name, "cannot be written", fault);
    }
    folder_sync(witness);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ keys */

static enum status key_make(struct witness *witness, const char *name, struct fault *fault)
{
    char made[NOTE_NAME_MAX + 1], words[NOTE_KEY_TEXT_MAX + 2];
    uint8_t seed[NOTE_SEED_SIZE];
    struct text_out out;
    text_out_init(&out, made, sizeof made);
    text_out_add(&out, "witness/%08x", (unsigned)randombytes_random());
    randombytes_buf(seed, sizeof seed);
    enum status status = note_secret_make(name ? text_of(name) : text_out_text(&out), NOTE_WITNESS, seed,
                                          &witness->secret, fault);
    sodium_memzero(seed, sizeof seed);
    if (status != STATUS_OK)
        return status;
    text_out_init(&out, words, sizeof words);
    note_secret_write(&out, &witness->secret);
    text_out_add(&out, "\n");
    status = line_write(witness, "key", KEY_MODE, text_out_text(&out), fault);
    sodium_memzero(words, sizeof words);
    return status;
}

static enum status key_read(struct witness *witness, int file, struct fault *fault)
{
    struct stat found;
    struct fault words;
    char *bytes;
    size_t size;
    if (fstat(file, &found) == 0 && (found.st_mode & OTHERS) != 0)
        return fault_set(fault, STATUS_INVALID, 0,
                         "others than its owner may use %.120s/key; make it the owner's alone: chmod 600",
                         witness->folder);
    enum status status = file_read(witness, file, "key", &bytes, &size, fault);
    if (status != STATUS_OK)
        return status;
    status = note_secret_read(text_trimmed((struct text){bytes, size}), &witness->secret, &words);
    if (status == STATUS_OK && witness->secret.key.type != NOTE_WITNESS)
        status = fault_set(&words, STATUS_INVALID, 0, "this is the key of a house, and not of a witness");
    sodium_memzero(bytes, size);
    free(bytes);
    return status == STATUS_OK
               ? status
               : fault_set(fault, status, 0, "%.80s/key: %.150s", witness->folder, words.words);
}

static enum status key_open(struct witness *witness, const char *name, struct fault *fault)
{
    char path[WITNESS_PATH_MAX];
    path_of(witness, "key", path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        enum status status = key_read(witness, file, fault);
        close(file);
        return status;
    }
    if (errno != ENOENT)
        return file_fault(witness, "key", "cannot be read", fault);
    if (is_there(witness, "seen"))
        return fault_set(
            fault, STATUS_INVALID, 0,
            "%.90s/key is missing, and there are checkpoints that it cosigned; put it back from its copy",
            witness->folder);
    return key_make(witness, name, fault);
}

/* The key of the log is that which was given first. */
static enum status log_key_open(struct witness *witness, const char *given, struct fault *fault)
{
    char path[WITNESS_PATH_MAX], words[NOTE_KEY_TEXT_MAX + 2], *bytes;
    struct note_key key = {.name = ""};
    struct text_out out;
    size_t size;
    enum status status = given ? note_key_read(text_of(given), &key, fault) : STATUS_OK;
    if (status == STATUS_OK && given && key.type != NOTE_LOG)
        status = fault_set(fault, STATUS_INVALID, 0, "this is the key of a witness, and not of a house");
    if (status != STATUS_OK)
        return status;
    path_of(witness, "log.vkey", path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 && errno == ENOENT && given && !is_there(witness, "seen")) {
        text_out_init(&out, words, sizeof words);
        note_key_write(&out, &key);
        text_out_add(&out, "\n");
        witness->log = key;
        return line_write(witness, "log.vkey", FILE_MODE, text_out_text(&out), fault);
    }
    if (file < 0 && errno == ENOENT)
        return fault_set(fault, STATUS_INVALID, 0,
                         given ? "%.120s/log.vkey is missing, and there are checkpoints of that log"
                               : "no log is known in %.120s; give the key of the house with --vkey",
                         witness->folder);
    if (file < 0)
        return file_fault(witness, "log.vkey", "cannot be read", fault);
    status = file_read(witness, file, "log.vkey", &bytes, &size, fault);
    close(file);
    if (status != STATUS_OK)
        return status;
    status = note_key_read(text_trimmed((struct text){bytes, size}), &witness->log, fault);
    free(bytes);
    if (status == STATUS_OK && given && !note_key_equal(&witness->log, &key))
        status = fault_set(fault, STATUS_INVALID, 0,
                           "this folder watches the log %.80s with another key; a house does not change its "
                           "key. Ask why, and begin a folder of its own for another log",
                           witness->log.name);
    return status;
}

/* ------------------------------------------------------------------------------------------ seen */

const struct sight *last_sight(const struct witness *witness)
{
    return witness->sight_count > 0 ? &witness->sights[witness->sight_count - 1] : NULL;
}

const struct sight *sight_of(const struct witness *witness, uint64_t size)
{
    for (size_t i = witness->sight_count; i > 0 && witness->sights[i - 1].size >= size; i--)
        if (witness->sights[i - 1].size == size)
            return &witness->sights[i - 1];
    return NULL;
}

static enum status sight_add(struct witness *witness, const struct checkpoint *checkpoint,
                             struct fault *fault)
{
    const struct sight *last = last_sight(witness);
    if (last && last->size == checkpoint->size)
        return STATUS_OK;
    if (witness->sight_count == witness->sight_room) {
        size_t room = witness->sight_room ? 2 * witness->sight_room : 256;
        struct sight *sights = realloc(witness->sights, room * sizeof *sights);
        if (!sights)
            return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the checkpoints");
        witness->sights = sights;
        witness->sight_room = room;
    }
    CHECK(witness->sights && witness->sight_count < witness->sight_room);
    witness->sights[witness->sight_count++] = (struct sight){checkpoint->size, checkpoint->root};
    return STATUS_OK;
}

static void last_set(struct witness *witness, struct text note)
{
    memcpy(witness->last, note.bytes, note.length);
    witness->last_size = note.length;
}

static enum status note_take(struct witness *witness, struct text bytes, unsigned line, struct fault *fault)
{
    struct note note;
    struct checkpoint checkpoint;
    struct fault words;
    uint64_t time = 0;
    enum status status = note_read(bytes, &note, &words);
    if (status == STATUS_OK)
        status = checkpoint_open(&note, &witness->log, &checkpoint, &words);
    if (status == STATUS_OK && note_verify(&note, &witness->secret.key, &time) != NOTE_GOOD)
        status = fault_set(&words, STATUS_INVALID, 0, "it has no cosignature of this witness");
    const struct sight *last = last_sight(witness);
    if (status == STATUS_OK && last &&
        (last->size > checkpoint.size ||
         (last->size == checkpoint.size && !tree_hash_equal(&last->root, &checkpoint.root))))
        status = fault_set(&words, STATUS_INVALID, 0, "it contradicts the one before it");
    if (status == STATUS_OK)
        status = sight_add(witness, &checkpoint, &words);
    if (status != STATUS_OK)
        return fault_set(fault, STATUS_INVALID, 0, "%.80s/seen, line %u: %.130s", witness->folder, line,
                         words.words);
    witness->cosigned_at = time;
    last_set(witness, bytes);
    return STATUS_OK;
}

static enum status seen_read(struct witness *witness, struct fault *fault)
{
    char *bytes;
    size_t size;
    struct text note;
    unsigned line;
    enum status status = file_read(witness, witness->seen, "seen", &bytes, &size, fault);
    if (status != STATUS_OK)
        return status;
    struct checkpoint_file file = {.bytes = {bytes, size}, .line = 1};
    while (status == STATUS_OK && checkpoint_next(&file, &note, &line))
        status = note_take(witness, note, line, fault);
    free(bytes);
    return status;
}

/* Behind an empty line, whatever a crash has left. */
enum status folder_keep(struct witness *witness, struct text note, const struct checkpoint *checkpoint,
                        uint64_t now, struct fault *fault)
{
    char bytes[NOTE_SIZE_MAX + 8], end[2] = "";
    struct text_out out;
    struct stat found;
    if (fstat(witness->seen, &found) != 0)
        return file_fault(witness, "seen", "cannot be read", fault);
    bool fresh =
        found.st_size == 0 || (found.st_size > 1 && pread(witness->seen, end, 2, found.st_size - 2) == 2 &&
                               end[0] == '\n' && end[1] == '\n');
    text_out_init(&out, bytes, sizeof bytes);
    text_out_add(&out, fresh ? "" : "\n\n");
    text_out_add_text(&out, note);
    text_out_add(&out, "\n");
    if (out.truncated)
        return fault_set(fault, STATUS_RANGE, 0, "the checkpoint is too long");
    if (!bytes_write(witness->seen, text_out_text(&out)))
        return file_fault(witness, "seen", "cannot be written", fault);
    witness->cosigned_at = now;
    last_set(witness, note);
    return sight_add(witness, checkpoint, fault);
}

/* ------------------------------------------------------------------------------------------ alarms */

/* Text stays text, so that people can read it; everything else is in Base64. */
static void bytes_set(json_t *object, const char *name, const char *name_base64, struct text bytes)
{
    if (bytes.length == 0)
        return;
    json_t *text = json_stringn(bytes.bytes, bytes.length);
    if (text) {
        (void)json_object_set_new(object, name, text);
        return;
    }
    size_t room = sodium_base64_encoded_len(bytes.length, sodium_base64_VARIANT_ORIGINAL);
    char *encoded = malloc(room);
    if (!encoded)
        return;
    (void)sodium_bin2base64(encoded, room, (const unsigned char *)bytes.bytes, bytes.length,
                            sodium_base64_VARIANT_ORIGINAL);
    (void)json_object_set_new(object, name_base64, json_string(encoded));
    free(encoded);
}

enum status folder_raise(struct witness *witness, const struct alarm *alarm, struct fault *fault)
{
    char at[64], root[64] = "";
    const struct sight *last = last_sight(witness);
    struct text_out out;
    text_out_init(&out, at, sizeof at);
    instant_write(&out, (struct instant){(int64_t)alarm->at * 1000});
    text_out_init(&out, root, sizeof root);
    if (last)
        tree_hash_write(&out, &last->root);
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:s, s:I, s:s}", "at", at, "kind", alarm->kind, "log", witness->log.name,
                  "words", alarm->words, "events", (json_int_t)(last ? last->size : 0), "root", root);
    if (object) {
        bytes_set(object, "answer", "answer-base64", alarm->answer);
        bytes_set(object, "proof", "proof-base64", alarm->proof);
    }
    char *line = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    if (!line)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for an alarm: %.200s", alarm->words);
    size_t length = strlen(line);
    line[length] = '\n'; /* in the place of the zero */
    bool written = bytes_write(witness->alarms, (struct text){line, length + 1});
    free(line);
    witness->alarm_count++;
    return written ? STATUS_OK : file_fault(witness, "alarms", "cannot be written", fault);
}

static enum status alarms_count(struct witness *witness, struct fault *fault)
{
    char *bytes;
    size_t size;
    enum status status = file_read(witness, witness->alarms, "alarms", &bytes, &size, fault);
    if (status != STATUS_OK)
        return status;
    witness->alarm_count = 0;
    for (size_t i = 0; i < size; i++)
        witness->alarm_count += bytes[i] == '\n';
    free(bytes);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ opening */

static enum status file_open(const struct witness *witness, const char *name, int *file, struct fault *fault)
{
    char path[WITNESS_PATH_MAX];
    path_of(witness, name, path);
    *file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, FILE_MODE);
    return *file >= 0 ? STATUS_OK : file_fault(witness, name, "cannot be opened", fault);
}

enum status folder_open(struct witness *witness, const struct witness_options *options, struct fault *fault)
{
    struct text_out out;
    text_out_init(&out, witness->folder, sizeof witness->folder - sizeof "/log.vkey");
    text_out_add(&out, "%s", options->folder);
    if (out.truncated)
        return fault_set(fault, STATUS_RANGE, 0, "the name of the folder is too long");
    if (options->log_key && mkdir(witness->folder, FOLDER_MODE) != 0 && errno != EEXIST)
        return fault_set(fault, STATUS_IO, 0, "the folder %.120s cannot be made: %s", witness->folder,
                         strerror(errno));
    enum status status = log_key_open(witness, options->log_key, fault);
    if (status == STATUS_OK)
        status = key_open(witness, options->name, fault);
    if (status == STATUS_OK)
        status = file_open(witness, "seen", &witness->seen, fault);
    if (status == STATUS_OK)
        status = file_open(witness, "alarms", &witness->alarms, fault);
    if (status != STATUS_OK)
        return status;
    folder_sync(witness);
    if (flock(witness->seen, LOCK_EX | LOCK_NB) != 0)
        return fault_set(fault, STATUS_IO, 0, "another witness is at work in %.120s", witness->folder);
    status = seen_read(witness, fault);
    return status == STATUS_OK ? alarms_count(witness, fault) : status;
}

void folder_close(struct witness *witness)
{
    if (witness->seen >= 0)
        close(witness->seen);
    if (witness->alarms >= 0)
        close(witness->alarms);
    free(witness->sights);
    sodium_memzero(&witness->secret, sizeof witness->secret);
}
