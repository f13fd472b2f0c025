/* What is accepted reads back the same; no note that was made up verifies. */
#include "base/check.h"
#include "tree/note.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_keys(struct text text)
{
    struct note_key key, key_again;
    struct note_secret secret, secret_again;
    char words[NOTE_KEY_TEXT_MAX + 1];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    if (note_key_read(text, &key, NULL) == STATUS_OK) {
        note_key_write(&out, &key);
        CHECK_TEXT(text_out_text(&out), text); /* N1 */
        CHECK(note_key_read(text_out_text(&out), &key_again, NULL) == STATUS_OK);
        CHECK(note_key_equal(&key, &key_again));
    }
    text_out_init(&out, words, sizeof words);
    if (note_secret_read(text, &secret, NULL) == STATUS_OK) {
        note_secret_write(&out, &secret);
        CHECK_TEXT(text_out_text(&out), text);
        CHECK(note_secret_read(text_out_text(&out), &secret_again, NULL) == STATUS_OK);
        CHECK(note_key_equal(&secret.key, &secret_again.key));
    }
}

static void try_checkpoint(struct text text)
{
    struct checkpoint checkpoint;
    char words[NOTE_SIZE_MAX + 1];
    struct text_out out;
    if (checkpoint_read(text, &checkpoint, NULL) != STATUS_OK)
        return;
    CHECK(checkpoint.size > 0 && checkpoint.size <= TREE_SIZE_MAX);
    text_out_init(&out, words, sizeof words);
    checkpoint_write(&out, &checkpoint);
    CHECK(!out.truncated && text_starts_with(text, text_out_text(&out))); /* lines may follow */
}

static void try_note(struct text text)
{
    static const uint8_t seed[NOTE_SEED_SIZE] = {7};
    struct note note;
    struct fault fault = {0};
    enum status status = note_read(text, &note, &fault);
    if (status != STATUS_OK) {
        CHECK(fault.words[0] != '\0');
        return;
    }
    CHECK(note.count > 0 && note.text.length < text.length);
    try_checkpoint(note.text);
    for (unsigned type = NOTE_LOG; type <= NOTE_WITNESS; type += NOTE_WITNESS - NOTE_LOG) {
        struct note_secret secret;
        char words[NOTE_SIZE_MAX + NOTE_LINE_MAX];
        struct text_out out;
        struct note again;
        if (note_secret_make(note.signatures[0].name, type, seed, &secret, NULL) != STATUS_OK)
            continue;
        CHECK(note_verify(&note, &secret.key, NULL) != NOTE_GOOD);
        text_out_init(&out, words, sizeof words);
        text_out_add_text(&out, note.text);
        text_out_add(&out, "\n");
        if (type == NOTE_LOG)
            note_sign(&out, note.text, &secret);
        else
            note_cosign(&out, note.text, &secret, 1792345678);
        CHECK(note_read(text_out_text(&out), &again, NULL) == STATUS_OK && again.count == 1);
        CHECK_TEXT(again.text, note.text);
        CHECK(note_verify(&again, &secret.key, NULL) == NOTE_GOOD);
    }
}

static void try_file(struct text text)
{
    struct checkpoint_file file = {.bytes = text, .line = 1};
    struct text note;
    unsigned line = 0, before = 0;
    while (checkpoint_next(&file, &note, &line)) {
        CHECK(line > before && note.length > 0 && file.at <= text.length);
        before = line;
        try_note(note);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text text = {(const char *)data, size};
    try_keys(text);
    try_checkpoint(text);
    try_note(text);
    try_file(text);
    return 0;
}
