#include "books/notary_internal.h"

#include "base/check.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A checkpoint of the file. */
struct promise {
    uint64_t size;
    struct tree_hash root;
};

struct notary {
    pthread_mutex_t lock;
    struct notary_options options;
    char address[2048];
    struct note_secret secret;
    struct store *store;
    struct store_leaves *leaves;
    int file;                 /* of the checkpoints, or -1 before the first */
    off_t read_to;            /* its size when it was read */
    struct promise *promises; /* in the order of their sizes, each once */
    size_t promise_count, promise_room;
    uint64_t made_at;
    uint64_t agreed; /* the size of the checkpoint that the store is known to contain */
    char refused[NOTARY_WORDS_SIZE];
    unsigned witness_count;
    struct notary_witness witnesses[NOTARY_WITNESSES_MAX];
    char newest[NOTE_SIZE_MAX + 1]; /* the note of the last promise, with its cosignatures */
    size_t newest_size;
};

/* -------------------------------------------------------------------------------------------- witnesses */

static struct notary_witness *witness_find(struct notary *notary, struct text name, uint32_t number)
{
    for (unsigned i = 0; i < notary->witness_count; i++)
        if (notary->witnesses[i].key.number == number &&
            text_equal(name, text_of(notary->witnesses[i].key.name)))
            return &notary->witnesses[i];
    return NULL;
}

static enum status witness_line(struct notary *notary, struct text line, unsigned number, struct fault *fault)
{
    struct note_key key;
    struct fault words;
    line = text_trimmed(line);
    if (line.length == 0 || line.bytes[0] == '#')
        return STATUS_OK;
    enum status status = note_key_read(line, &key, &words);
    if (status == STATUS_OK && key.type != NOTE_WITNESS)
        status = fault_set(&words, STATUS_INVALID, 0, "this is the key of a log, and not of a witness");
    if (status == STATUS_OK && witness_find(notary, text_of(key.name), key.number))
        return STATUS_OK;
    if (status == STATUS_OK && notary->witness_count == NOTARY_WITNESSES_MAX)
        status = fault_set(&words, STATUS_RANGE, 0, "there are at most %d witnesses", NOTARY_WITNESSES_MAX);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "%.80s, line %u: %.130s", notary->options.files.witnesses, number,
                         words.words);
    notary->witnesses[notary->witness_count++] = (struct notary_witness){.key = key};
    return STATUS_OK;
}

/* Those that are known keep what they have cosigned; one that was taken out of the file is forgotten. */
static enum status witnesses_read(struct notary *notary, struct fault *fault)
{
    struct notary_witness before[NOTARY_WITNESSES_MAX];
    unsigned before_count = notary->witness_count, number = 0;
    struct notary_bytes bytes;
    memcpy(before, notary->witnesses, sizeof before);
    notary->witness_count = 0;
    int file = open(notary->options.files.witnesses, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return errno == ENOENT ? STATUS_OK
                               : fault_set(fault, STATUS_IO, 0, "%.150s: %s", notary->options.files.witnesses,
                                           strerror(errno));
    enum status status = notary_file_read(file, notary->options.files.witnesses, &bytes, fault);
    close(file);
    if (status != STATUS_OK)
        return status;
    for (struct text rest = notary_bytes_text(&bytes); rest.length > 0 && status == STATUS_OK;) {
        const char *end = memchr(rest.bytes, '\n', rest.length);
        size_t length = end ? (size_t)(end - rest.bytes) : rest.length;
        status = witness_line(notary, text_slice(rest, 0, length), ++number, fault);
        rest = text_from(rest, length + (end != NULL));
    }
    for (unsigned i = 0; i < before_count; i++) {
        struct notary_witness *same = witness_find(notary, text_of(before[i].key.name), before[i].key.number);
        if (same) {
            same->size = before[i].size;
            same->time = before[i].time;
        }
    }
    free(bytes.at);
    return status;
}

/* -------------------------------------------------------------------------------- the file of checkpoints */

static const struct promise *promise_of(const struct notary *notary, uint64_t size)
{
    size_t low = 0, high = notary->promise_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (notary->promises[middle].size < size)
            low = middle + 1;
        else
            high = middle;
    }
    return low < notary->promise_count && notary->promises[low].size == size ? &notary->promises[low] : NULL;
}

static const struct promise *last_promise(const struct notary *notary)
{
    return notary->promise_count > 0 ? &notary->promises[notary->promise_count - 1] : NULL;
}

static enum status promise_add(struct notary *notary, const struct checkpoint *checkpoint,
                               struct fault *fault)
{
    if (notary->promise_count == notary->promise_room) {
        size_t room = notary->promise_room ? 2 * notary->promise_room : 256;
        struct promise *promises = realloc(notary->promises, room * sizeof *promises);
        if (!promises)
            return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the checkpoints");
        notary->promises = promises;
        notary->promise_room = room;
    }
    CHECK(notary->promises);
    notary->promises[notary->promise_count++] = (struct promise){checkpoint->size, checkpoint->root};
    return STATUS_OK;
}

/* Adds the good cosignatures of a note to those that are known; how many were new. */
static unsigned cosignatures_take(struct notary *notary, const struct note *note, uint64_t size)
{
    unsigned taken = 0;
    bool newest = last_promise(notary) && last_promise(notary)->size == size;
    struct text whole = {notary->newest, notary->newest_size};
    for (unsigned i = 0; i < note->count; i++) {
        const struct note_signature *line = &note->signatures[i];
        struct notary_witness *witness = witness_find(notary, line->name, line->number);
        uint64_t time = 0;
        if (!witness || note_verify(note, &witness->key, &time) != NOTE_GOOD)
            continue;
        if (size > witness->size || (size == witness->size && time > witness->time)) {
            witness->size = size;
            witness->time = time;
            taken++;
        }
        struct note known;
        bool there = note_read(whole, &known, NULL) == STATUS_OK &&
                     note_verify(&known, &witness->key, NULL) != NOTE_ABSENT;
        if (newest && !there && notary->newest_size + line->line.length <= NOTE_SIZE_MAX) {
            memcpy(notary->newest + notary->newest_size, line->line.bytes, line->line.length);
            notary->newest_size += line->line.length;
            whole.length = notary->newest_size;
        }
    }
    return taken;
}

static void newest_set(struct notary *notary, const struct note *note)
{
    struct text_out out;
    text_out_init(&out, notary->newest, sizeof notary->newest);
    text_out_add_text(&out, note->text);
    text_out_add(&out, "\n");
    for (unsigned i = 0; i < note->count; i++)
        if (text_equal(note->signatures[i].name, text_of(notary->secret.key.name)))
            text_out_add_text(&out, note->signatures[i].line);
    notary->newest_size = out.length;
}

static enum status note_take(struct notary *notary, struct text bytes, unsigned line, struct fault *fault)
{
    struct note note;
    struct checkpoint checkpoint;
    struct fault words;
    enum status status = note_read(bytes, &note, &words);
    if (status == STATUS_OK)
        status = checkpoint_open(&note, &notary->secret.key, &checkpoint, &words);
    const struct promise *last = last_promise(notary), *same = NULL;
    if (status == STATUS_OK)
        same = promise_of(notary, checkpoint.size);
    if (status == STATUS_OK && ((same && !tree_hash_equal(&same->root, &checkpoint.root)) ||
                                (!same && last && last->size > checkpoint.size)))
        status = fault_set(&words, STATUS_INVALID, 0, "it contradicts a checkpoint before it");
    if (status == STATUS_OK && !same) {
        status = promise_add(notary, &checkpoint, &words);
        newest_set(notary, &note);
    }
    if (status != STATUS_OK)
        return fault_set(fault, STATUS_INVALID, 0, "%.80s, line %u: %.130s",
                         notary->options.files.checkpoints, line, words.words);
    (void)cosignatures_take(notary, &note, checkpoint.size);
    return STATUS_OK;
}

/* The file is open. Another program may have written to it, so it is read from its beginning. */
static enum status checkpoints_read(struct notary *notary, struct fault *fault)
{
    struct notary_bytes bytes;
    struct text note;
    struct stat found;
    unsigned line;
    enum status status = notary_file_read(notary->file, notary->options.files.checkpoints, &bytes, fault);
    if (status != STATUS_OK)
        return status;
    struct checkpoint_file file = {.bytes = notary_bytes_text(&bytes), .line = 1};
    notary->promise_count = 0;
    while (status == STATUS_OK && checkpoint_next(&file, &note, &line))
        status = note_take(notary, note, line, fault);
    notary->read_to = (off_t)bytes.length;
    if (fstat(notary->file, &found) == 0)
        notary->made_at = (uint64_t)found.st_mtim.tv_sec;
    free(bytes.at);
    return status;
}

/* Locks the file, and reads it if another program has written. */
static enum status file_lock(struct notary *notary, struct fault *fault)
{
    const char *path = notary->options.files.checkpoints;
    struct stat found;
    if (notary->file < 0) {
        notary->file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
        notary->read_to = -1;
        if (notary->file >= 0)
            notary_folder_sync(path);
    }
    int code;
    do
        code = notary->file < 0 ? -1 : flock(notary->file, LOCK_EX);
    while (code != 0 && errno == EINTR);
    if (code != 0 || fstat(notary->file, &found) != 0)
        return fault_set(fault, STATUS_IO, 0, "%.150s: %s", path, strerror(errno));
    return found.st_size == notary->read_to ? STATUS_OK : checkpoints_read(notary, fault);
}

static void file_unlock(struct notary *notary)
{
    if (notary->file >= 0)
        (void)flock(notary->file, LOCK_UN);
}

/* Behind an empty line, whatever a crash has left. */
static enum status file_append(struct notary *notary, struct text note, struct fault *fault)
{
    char bytes[NOTE_SIZE_MAX + 8], end[2] = "";
    struct text_out out;
    text_out_init(&out, bytes, sizeof bytes);
    bool fresh = notary->read_to == 0 ||
                 (pread(notary->file, end, 2, notary->read_to - 2) == 2 && end[0] == '\n' && end[1] == '\n');
    text_out_add(&out, fresh ? "" : "\n\n");
    text_out_add_text(&out, note);
    text_out_add(&out, "\n");
    CHECK(!out.truncated);
    if (!notary_file_write(notary->file, text_out_text(&out)))
        return fault_set(fault, STATUS_IO, 0, "%.150s cannot be written: %s",
                         notary->options.files.checkpoints, strerror(errno));
    notary->read_to += (off_t)out.length;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ opening */

static enum status open_all(struct notary *notary, bool *made, struct fault *fault)
{
    const struct store_options options = {.mode = STORE_EXISTING};
    enum status status =
        notary_key_open(&notary->options.files, notary->options.house, &notary->secret, made, fault);
    if (status == STATUS_OK)
        status = store_open(notary->options.store, &options, &notary->store, fault);
    if (status == STATUS_OK)
        status = store_leaves_open(notary->store, &notary->leaves, fault);
    if (status == STATUS_OK)
        status = witnesses_read(notary, fault);
    if (status == STATUS_OK && access(notary->options.files.checkpoints, F_OK) == 0) {
        status = file_lock(notary, fault);
        file_unlock(notary);
    }
    return status;
}

enum status notary_open(const struct notary_options *options, struct notary **opened, bool *made,
                        struct fault *fault)
{
    if (sodium_init() < 0)
        return fault_set(fault, STATUS_IO, 0, "the signatures of this machine cannot be used");
    struct notary *notary = calloc(1, sizeof *notary);
    if (!notary)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a notary");
    struct text_out out;
    (void)pthread_mutex_init(&notary->lock, NULL);
    notary->options = *options;
    notary->file = -1;
    text_out_init(&out, notary->address, sizeof notary->address);
    text_out_add_text(&out, options->store);
    notary->options.store = text_out_text(&out);
    enum status status = out.truncated
                             ? fault_set(fault, STATUS_RANGE, 0, "the address of the store is too long")
                             : open_all(notary, made, fault);
    if (status != STATUS_OK) {
        notary_close(notary);
        return status;
    }
    *opened = notary;
    return STATUS_OK;
}

void notary_close(struct notary *notary)
{
    if (!notary)
        return;
    store_leaves_close(notary->leaves);
    store_close(notary->store);
    if (notary->file >= 0)
        close(notary->file);
    free(notary->promises);
    sodium_memzero(&notary->secret, sizeof notary->secret);
    (void)pthread_mutex_destroy(&notary->lock);
    free(notary);
}

const struct note_key *notary_key(const struct notary *notary)
{
    return &notary->secret.key;
}

/* ------------------------------------------------------------------------------------------ signing */

/* N1 */
static enum status check_last(struct notary *notary, struct fault *fault)
{
    const struct promise *last = last_promise(notary);
    bool agrees = true;
    if (!last || notary->agreed == last->size)
        return STATUS_OK;
    enum status status = store_leaves_agree(notary->leaves, last->size, &last->root, &agrees, fault);
    if (status != STATUS_OK)
        return status;
    if (agrees) {
        notary->agreed = last->size;
        notary->refused[0] = '\0';
        return STATUS_OK;
    }
    struct text_out out;
    text_out_init(&out, notary->refused, sizeof notary->refused);
    text_out_add(&out,
                 "the store does not contain the %llu events that its last checkpoint promised: it was "
                 "changed, shortened "
                 "or replaced by an older copy. No checkpoint is made. Keep all files as they are, and run "
                 "'cardroom audit'",
                 (unsigned long long)last->size);
    return fault_set(fault, STATUS_DAMAGED, 0, "%s", notary->refused);
}

static enum status sign(struct notary *notary, uint64_t size, struct fault *fault)
{
    char bytes[NOTE_SIZE_MAX + 1], text[NOTE_TEXT_MAX];
    struct checkpoint checkpoint = {.origin = text_of(notary->secret.key.name), .size = size};
    struct text_out out, lines;
    enum status status = store_leaves_root(notary->leaves, size, &checkpoint.root, fault);
    if (status != STATUS_OK)
        return status;
    text_out_init(&lines, text, sizeof text);
    checkpoint_write(&lines, &checkpoint);
    text_out_init(&out, bytes, sizeof bytes);
    text_out_add(&out, "%s\n", text);
    note_sign(&out, text_out_text(&lines), &notary->secret);
    status = file_append(notary, text_out_text(&out), fault);
    if (status == STATUS_OK)
        status = promise_add(notary, &checkpoint, fault);
    if (status != STATUS_OK)
        return status;
    memcpy(notary->newest, out.bytes, out.length + 1);
    notary->newest_size = out.length;
    notary->made_at = (uint64_t)time(NULL);
    notary->agreed = size;
    return store_leaves_settle(notary->leaves, size, fault);
}

static enum status sign_if_grown(struct notary *notary, bool *made, struct fault *fault)
{
    uint64_t size = 0;
    const struct promise *last;
    enum status status = file_lock(notary, fault);
    if (status == STATUS_OK)
        status = check_last(notary, fault);
    if (status == STATUS_OK)
        status = store_leaves_size(notary->leaves, &size, fault);
    last = last_promise(notary);
    if (status == STATUS_OK && size > (last ? last->size : 0)) {
        status = sign(notary, size, fault);
        *made = status == STATUS_OK;
    }
    file_unlock(notary);
    return status;
}

enum status notary_sign(struct notary *notary, bool *made, struct fault *fault)
{
    bool ignored;
    if (!made)
        made = &ignored;
    *made = false;
    (void)pthread_mutex_lock(&notary->lock);
    enum status status = sign_if_grown(notary, made, fault);
    (void)pthread_mutex_unlock(&notary->lock);
    return status;
}

/* ------------------------------------------------------------------------------------------ asking */

bool notary_newest(struct notary *notary, struct text_out *out)
{
    (void)pthread_mutex_lock(&notary->lock);
    bool there = notary->promise_count > 0;
    if (there)
        text_out_add_text(out, (struct text){notary->newest, notary->newest_size});
    (void)pthread_mutex_unlock(&notary->lock);
    return there;
}

static enum status check_numbers(const struct notary *notary, uint64_t low, uint64_t high, bool may_be_equal,
                                 struct fault *fault)
{
    const struct promise *last = last_promise(notary);
    if (low < high || (may_be_equal && low == high))
        return !last || high > last->size
                   ? fault_set(fault, STATUS_RANGE, 0, "the newest checkpoint has %llu events",
                               (unsigned long long)(last ? last->size : 0))
                   : STATUS_OK;
    return fault_set(fault, STATUS_RANGE, 0, "the first number must be the smaller one");
}

enum status notary_consistency(struct notary *notary, uint64_t from, uint64_t to, struct tree_proof *proof,
                               struct fault *fault)
{
    (void)pthread_mutex_lock(&notary->lock);
    enum status status = check_numbers(notary, from, to, true, fault);
    if (status == STATUS_OK)
        status = store_leaves_consistency(notary->leaves, from, to, proof, fault);
    (void)pthread_mutex_unlock(&notary->lock);
    return status;
}

enum status notary_inclusion(struct notary *notary, uint64_t leaf, uint64_t size, struct tree_proof *proof,
                             struct fault *fault)
{
    (void)pthread_mutex_lock(&notary->lock);
    enum status status = check_numbers(notary, leaf, size, false, fault);
    if (status == STATUS_OK)
        status = store_leaves_inclusion(notary->leaves, leaf, size, proof, fault);
    (void)pthread_mutex_unlock(&notary->lock);
    return status;
}

/* ---------------------------------------------------------------------------------------- cosignatures */

/* The note as it goes into the file: what the house signed, and the lines of known witnesses. */
static enum notary_answer cosigned_note(struct notary *notary, const struct note *note, struct text_out *out,
                                        struct fault *fault)
{
    struct checkpoint checkpoint;
    char text[NOTE_TEXT_MAX];
    struct text_out lines;
    bool any = false;
    if (checkpoint_read(note->text, &checkpoint, fault) != STATUS_OK)
        return NOTARY_NO_NOTE;
    if (!text_equal(checkpoint.origin, text_of(notary->secret.key.name))) {
        (void)fault_set(fault, STATUS_INVALID, 0, "this checkpoint is of another log");
        return NOTARY_NO_NOTE;
    }
    const struct promise *same = promise_of(notary, checkpoint.size);
    text_out_init(&lines, text, sizeof text);
    checkpoint_write(&lines, &checkpoint);
    if (!same || !tree_hash_equal(&same->root, &checkpoint.root) ||
        !text_equal(text_out_text(&lines), note->text)) { /* a line more is not what was signed */
        (void)fault_set(fault, STATUS_INVALID, 0, "this log did not make this checkpoint");
        return NOTARY_UNKNOWN;
    }
    text_out_add_text(out, note->text);
    text_out_add(out, "\n");
    note_sign(out, note->text, &notary->secret); /* Ed25519 gives the same signature each time */
    for (unsigned i = 0; i < note->count; i++) {
        const struct note_signature *line = &note->signatures[i];
        const struct notary_witness *witness = witness_find(notary, line->name, line->number);
        if (text_equal(line->name, text_of(notary->secret.key.name)) &&
            line->number == notary->secret.key.number)
            continue;
        if (!witness || note_verify(note, &witness->key, NULL) != NOTE_GOOD) {
            (void)fault_set(fault, STATUS_INVALID, 0,
                            witness ? "a cosignature is wrong"
                                    : "a cosignature is of a witness that this house does not know");
            return NOTARY_FORGED;
        }
        text_out_add_text(out, line->line);
        any = true;
    }
    if (any && !out->truncated)
        return NOTARY_KEPT;
    (void)fault_set(fault, STATUS_INVALID, 0, "this note has no cosignature");
    return NOTARY_NO_NOTE;
}

static enum status keep_cosigned(struct notary *notary, struct text bytes, enum notary_answer *answer,
                                 struct fault *fault)
{
    char words[NOTE_SIZE_MAX + NOTE_LINE_MAX];
    struct text_out out;
    struct note note, made;
    struct checkpoint checkpoint;
    *answer = NOTARY_NO_NOTE;
    if (note_read(bytes, &note, fault) != STATUS_OK)
        return STATUS_OK;
    enum status status = witnesses_read(notary, fault);
    if (status == STATUS_OK)
        status = file_lock(notary, fault);
    if (status != STATUS_OK)
        return status;
    text_out_init(&out, words, sizeof words);
    *answer = cosigned_note(notary, &note, &out, fault);
    if (*answer == NOTARY_KEPT && out.length > NOTE_SIZE_MAX)
        *answer = NOTARY_NO_NOTE;
    if (*answer == NOTARY_KEPT) {
        CHECK(note_read(text_out_text(&out), &made, NULL) == STATUS_OK);
        CHECK(checkpoint_read(made.text, &checkpoint, NULL) == STATUS_OK);
        if (cosignatures_take(notary, &made, checkpoint.size) > 0)
            status = file_append(notary, text_out_text(&out), fault);
    }
    file_unlock(notary);
    return status;
}

enum status notary_cosigned(struct notary *notary, struct text note, enum notary_answer *answer,
                            struct fault *fault)
{
    (void)pthread_mutex_lock(&notary->lock);
    enum status status = keep_cosigned(notary, note, answer, fault);
    (void)pthread_mutex_unlock(&notary->lock);
    return status;
}

enum status notary_look(struct notary *notary, struct notary_state *state, struct fault *fault)
{
    (void)pthread_mutex_lock(&notary->lock);
    enum status status = witnesses_read(notary, fault);
    const struct promise *last = last_promise(notary);
    *state = (struct notary_state){.size = last ? last->size : 0,
                                   .made_at = notary->made_at,
                                   .refused = notary->refused[0] != '\0',
                                   .witness_count = notary->witness_count};
    memcpy(state->words, notary->refused, sizeof state->words);
    struct text_out out;
    text_out_init(&out, state->note, sizeof state->note);
    if (last)
        text_out_add_text(
            &out, text_clipped((struct text){notary->newest, notary->newest_size}, sizeof state->note - 1));
    memcpy(state->witnesses, notary->witnesses, sizeof state->witnesses);
    (void)pthread_mutex_unlock(&notary->lock);
    return status;
}
