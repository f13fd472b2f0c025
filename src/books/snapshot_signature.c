#include "books/snapshot_signature.h"

#include "base/json.h"
#include "books/notary_internal.h"

#include <sodium.h>
#include <string.h>
#include <unistd.h>

static const char line_begin[] = "{\"signed\":{\"line\":\"", line_end[] = "\"}}\n";

enum snapshot_key snapshot_key_read(struct text store, const char *file, struct note_secret *secret)
{
    struct notary_files files;
    if (sodium_init() < 0 || !notary_files_of(store, file, &files))
        return SNAPSHOT_NO_KEY;
    if (notary_key_look(&files, secret))
        return SNAPSHOT_KEY;
    return access(files.checkpoints, F_OK) == 0 ? SNAPSHOT_KEY_ELSEWHERE : SNAPSHOT_NO_KEY;
}

/* What is signed, with the line feed at its end. */
static void place_write(struct text_out *out, const struct snapshot_place *place, struct text body)
{
    struct tree_hash at, digest;
    (void)crypto_generichash(digest.bytes, sizeof digest.bytes, (const unsigned char *)body.bytes,
                             body.length, NULL, 0);
    memcpy(at.bytes, place->hash.bytes, sizeof at.bytes);
    text_out_add(out, "cardroom snapshot\n%.*s\n%llu\n", TEXT_ARGUMENTS(place->stream),
                 (unsigned long long)place->sequence);
    tree_hash_write(out, &at);
    text_out_add(out, "\n");
    tree_hash_write(out, &digest);
    text_out_add(out, "\n");
}

enum status snapshot_sign(const struct note_secret *secret, const struct snapshot_place *place,
                          struct text bytes, struct arena *arena, struct text *made, struct fault *fault)
{
    char signed_text[NOTE_TEXT_MAX], line[NOTE_LINE_MAX];
    struct text_out text, out;
    text_out_init(&text, signed_text, sizeof signed_text);
    place_write(&text, place, bytes);
    text_out_init(&out, line, sizeof line);
    note_sign(&out, text_out_text(&text), secret);
    const struct text signature = text_trimmed(text_out_text(&out));
    size_t room = bytes.length + signature.length + sizeof line_begin + sizeof line_end;
    char *all = arena_alloc(arena, room, 1);
    if (!all)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a snapshot");
    text_out_init(&out, all, room);
    text_out_add_text(&out, bytes);
    text_out_add(&out, "%s%.*s%s", line_begin, TEXT_ARGUMENTS(signature), line_end);
    *made = text_out_text(&out);
    return STATUS_OK;
}

/* Where the last line begins, if it is that of a signature; otherwise the end. */
static size_t signature_at(struct text bytes)
{
    const size_t begins = sizeof line_begin - 1;
    size_t at = bytes.length;
    if (at == 0 || bytes.bytes[at - 1] != '\n')
        return bytes.length;
    at--;
    while (at > 0 && bytes.bytes[at - 1] != '\n')
        at--;
    return bytes.length - at > begins && memcmp(bytes.bytes + at, line_begin, begins) == 0 ? at
                                                                                           : bytes.length;
}

struct text snapshot_body(struct text bytes)
{
    return text_slice(bytes, 0, signature_at(bytes));
}

bool snapshot_is_signed(const struct note_key *key, const struct snapshot_place *place, struct text bytes)
{
    char words[NOTE_TEXT_MAX + NOTE_LINE_MAX];
    struct text_out out;
    struct note note;
    const struct text body = snapshot_body(bytes), last = text_from(bytes, body.length),
                      end = text_of(line_end);
    const size_t begins = sizeof line_begin - 1;
    if (last.length < begins + end.length || last.length > NOTE_LINE_MAX ||
        !text_equal(text_from(last, last.length - end.length), end))
        return false;
    text_out_init(&out, words, sizeof words);
    place_write(&out, place, body);
    text_out_add(&out, "\n");
    text_out_add_text(&out, text_slice(last, begins, last.length - begins - end.length));
    text_out_add(&out, "\n");
    return !out.truncated && note_read(text_out_text(&out), &note, NULL) == STATUS_OK &&
           note_verify(&note, key, NULL) == NOTE_GOOD;
}
