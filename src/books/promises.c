#include "books/promises.h"

#include "books/notary_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *wrong_of(const struct promises *promises, const struct note *note,
                            const struct checkpoint *checkpoint)
{
    if (!promises->has_key)
        return NULL;
    if (!text_equal(checkpoint->origin, text_of(promises->key.name)))
        return "it is of another log than the key";
    switch (note_verify(note, &promises->key, NULL)) {
    case NOTE_GOOD:
        return NULL;
    case NOTE_ABSENT:
        return "it has no signature by the key";
    case NOTE_FORGED:
        break;
    }
    return "its signature is wrong: it was not made with the key";
}

static enum status promise_add(struct promises *promises, const char *file, unsigned line,
                               const struct note *note, struct fault *fault)
{
    struct checkpoint checkpoint;
    struct fault words;
    if (checkpoint_read(note->text, &checkpoint, &words) != STATUS_OK)
        return fault_set(fault, STATUS_INVALID, 0, "%.100s, line %u: %.130s", file, line, words.words);
    if (promises->count == promises->room) {
        size_t room = promises->room ? 2 * promises->room : 64;
        struct kept_promise *of = realloc(promises->of, room * sizeof *of);
        if (!of)
            return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the checkpoints");
        promises->of = of;
        promises->room = room;
    }
    struct kept_promise *added = &promises->of[promises->count++];
    *added = (struct kept_promise){.file = file,
                                   .line = line,
                                   .size = checkpoint.size,
                                   .root = checkpoint.root,
                                   .wrong = wrong_of(promises, note, &checkpoint)};
    memcpy(added->origin, checkpoint.origin.bytes, checkpoint.origin.length);
    return STATUS_OK;
}

static enum status notes_add(struct promises *promises, const char *name, struct text bytes,
                             struct fault *fault)
{
    struct checkpoint_file file = {.bytes = bytes, .line = 1};
    size_t before = promises->count;
    struct text found;
    struct note note;
    struct fault words;
    unsigned line;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && checkpoint_next(&file, &found, &line))
        status =
            note_read(found, &note, &words) == STATUS_OK
                ? promise_add(promises, name, line, &note, fault)
                : fault_set(fault, STATUS_INVALID, 0, "%.100s, line %u: %.130s", name, line, words.words);
    promises->cut += file.cut;
    if (status == STATUS_OK && promises->count == before)
        status = fault_set(fault, STATUS_INVALID, 0, "%.150s: there is no whole checkpoint in it", name);
    return status;
}

enum status promises_read(struct promises *promises, const char *name, struct fault *fault)
{
    struct notary_bytes bytes;
    if (sodium_init() < 0)
        return fault_set(fault, STATUS_IO, 0, "the signatures of this machine cannot be used");
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return fault_set(fault, STATUS_INVALID, 0, "%.150s: %s", name, strerror(errno));
    enum status status = notary_file_read(file, name, &bytes, fault);
    close(file);
    if (status != STATUS_OK)
        return status;
    status = notes_add(promises, name, notary_bytes_text(&bytes), fault);
    free(bytes.at);
    return status;
}

static int by_size(const void *left, const void *right)
{
    const struct kept_promise *a = left, *b = right;
    return a->size < b->size ? -1 : a->size > b->size;
}

void promises_sort(struct promises *promises)
{
    if (promises->count > 0)
        qsort(promises->of, promises->count, sizeof promises->of[0], by_size);
}

void promises_release(struct promises *promises)
{
    free(promises->of);
    *promises = (struct promises){.count = 0};
}
