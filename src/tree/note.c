#include "tree/note.h"
#include "tree/note_internal.h"

#include "base/check.h"

#include <sodium.h>
#include <string.h>

/* U+2014 and a space. */
static const char dash[] = "\xe2\x80\x94 ";
enum { DASH_SIZE = sizeof dash - 1, TIME_SIZE = 8, BINARY_MAX = 8 << 10 };

/* ------------------------------------------------------------------------------------------ Base64 */

/* All of the text, into at most `room` bytes. */
static bool base64_read(struct text text, uint8_t *bytes, size_t room, size_t *size)
{
    const char *end = NULL;
    return text.length > 0 && text_is_ascii(text) &&
           sodium_base642bin(bytes, room, text.bytes, text.length, NULL, size, &end,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           end == text.bytes + text.length;
}

bool note_base64_read(struct text text, uint8_t *bytes, size_t size)
{
    size_t found = 0;
    return base64_read(text, bytes, size, &found) && found == size;
}

void note_base64_write(struct text_out *out, const uint8_t *bytes, size_t size)
{
    char text[NOTE_LINE_MAX];
    CHECK_OP(sodium_base64_ENCODED_LEN(size, sodium_base64_VARIANT_ORIGINAL), <=, sizeof text);
    (void)sodium_bin2base64(text, sizeof text, bytes, size, sodium_base64_VARIANT_ORIGINAL);
    text_out_add(out, "%s", text);
}

uint32_t note_number_read(const uint8_t bytes[4])
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

void tree_hash_write(struct text_out *out, const struct tree_hash *hash)
{
    note_base64_write(out, hash->bytes, sizeof hash->bytes);
}

enum status tree_hash_read(struct text text, struct tree_hash *hash, struct fault *fault)
{
    struct tree_hash read;
    if (!note_base64_read(text, read.bytes, sizeof read.bytes))
        return fault_set(fault, STATUS_INVALID, 0, "a hash is 32 bytes in Base64: 44 letters");
    *hash = read;
    return STATUS_OK;
}

/* ----------------------------------------------------------------------------------------- reading */

/* The line that the text begins with, without its line feed; false if it has none. */
static bool line_take(struct text *text, struct text *line)
{
    const char *end = text->length > 0 ? memchr(text->bytes, '\n', text->length) : NULL;
    if (!end)
        return false;
    *line = text_slice(*text, 0, (size_t)(end - text->bytes));
    *text = text_from(*text, line->length + 1);
    return true;
}

static enum status signature_read(struct text line, struct note_signature *signature, struct fault *fault)
{
    static const char wrong[] = "a signature line is a dash, a name and Base64, with one space between";
    uint8_t binary[BINARY_MAX];
    size_t size = 0;
    if (!text_starts_with(line, text_of(dash)))
        return fault_set(fault, STATUS_INVALID, 0, "%s", wrong);
    struct text rest = text_from(line, DASH_SIZE);
    const char *space = rest.length > 0 ? memchr(rest.bytes, ' ', rest.length) : NULL;
    if (!space)
        return fault_set(fault, STATUS_INVALID, 0, "%s", wrong);
    signature->name = text_slice(rest, 0, (size_t)(space - rest.bytes));
    signature->base64 = text_from(rest, signature->name.length + 1);
    enum status status = note_name_check(signature->name, fault);
    if (status != STATUS_OK)
        return status;
    if (!base64_read(signature->base64, binary, sizeof binary, &size) || size < 5)
        return fault_set(fault, STATUS_INVALID, 0, "%s", wrong);
    signature->number = note_number_read(binary);
    return STATUS_OK;
}

/* The signatures stand behind the last empty line. */
static bool split(struct text bytes, struct text *text, struct text *rest)
{
    for (size_t i = bytes.length; i-- > 1;)
        if (bytes.bytes[i] == '\n' && bytes.bytes[i - 1] == '\n') {
            *text = text_slice(bytes, 0, i);
            *rest = text_from(bytes, i + 1);
            return true;
        }
    return false;
}

enum status note_read(struct text bytes, struct note *note, struct fault *fault)
{
    struct text rest, line;
    if (bytes.length > NOTE_SIZE_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "a note has at most %d bytes, not %zu", NOTE_SIZE_MAX,
                         bytes.length);
    if (text_utf8_length(bytes) < bytes.length)
        return fault_set(fault, STATUS_INVALID, text_utf8_length(bytes) + 1, "a note is UTF-8");
    for (size_t i = 0; i < bytes.length; i++)
        if ((unsigned char)bytes.bytes[i] < ' ' && bytes.bytes[i] != '\n')
            return fault_set(fault, STATUS_INVALID, i + 1, "a note has no control characters but line feeds");
    *note = (struct note){.count = 0};
    if (!split(bytes, &note->text, &rest) || note->text.length > NOTE_TEXT_MAX)
        return fault_set(fault, STATUS_INVALID, 0,
                         "a signed note is a text of at most %d bytes, an empty line, and signatures",
                         NOTE_TEXT_MAX);
    enum status status = STATUS_OK;
    while (status == STATUS_OK && line_take(&rest, &line)) {
        if (note->count == NOTE_SIGNATURES_MAX)
            return fault_set(fault, STATUS_RANGE, 0, "a note has at most %d signatures", NOTE_SIGNATURES_MAX);
        note->signatures[note->count].line = (struct text){line.bytes, line.length + 1};
        status = signature_read(line, &note->signatures[note->count++], fault);
    }
    if (status == STATUS_OK && (rest.length > 0 || note->count == 0))
        status = fault_set(fault, STATUS_INVALID, 0,
                           "a signed note ends with at least one signature line and its line feed");
    return status;
}

/* --------------------------------------------------------------------------------------- verifying */

/* What a witness signs. */
static struct text cosigned(struct text_out *out, struct text text, uint64_t time)
{
    CHECK_OP(text.length, <=, NOTE_TEXT_MAX);
    text_out_add(out, "cosignature/v1\ntime %llu\n", (unsigned long long)time);
    text_out_add_text(out, text);
    CHECK(!out->truncated);
    return text_out_text(out);
}

enum { COSIGNED_SIZE = NOTE_TEXT_MAX + 64 };

static uint64_t time_read(const uint8_t bytes[TIME_SIZE])
{
    uint64_t time = 0;
    for (unsigned i = 0; i < TIME_SIZE; i++)
        time = time << 8 | bytes[i];
    return time;
}

static bool signature_is_good(const struct note_signature *signature, struct text text,
                              const struct note_key *key, uint64_t *time)
{
    uint8_t binary[4 + TIME_SIZE + NOTE_SIGNATURE_SIZE];
    char words[COSIGNED_SIZE];
    struct text_out out;
    size_t before = key->type == NOTE_WITNESS ? 4 + TIME_SIZE : 4;
    if (!note_base64_read(signature->base64, binary, before + NOTE_SIGNATURE_SIZE))
        return false;
    if (key->type == NOTE_WITNESS) {
        text_out_init(&out, words, sizeof words);
        *time = time_read(binary + 4);
        text = cosigned(&out, text, *time);
    }
    return crypto_sign_verify_detached(binary + before, (const uint8_t *)text.bytes, text.length,
                                       key->bytes) == 0;
}

enum note_verdict note_verify(const struct note *note, const struct note_key *key, uint64_t *time)
{
    enum note_verdict verdict = NOTE_ABSENT;
    uint64_t at = 0;
    for (unsigned i = 0; i < note->count; i++) {
        const struct note_signature *signature = &note->signatures[i];
        if (signature->number != key->number || !text_equal(signature->name, text_of(key->name)))
            continue;
        if (verdict != NOTE_ABSENT || !signature_is_good(signature, note->text, key, &at))
            return NOTE_FORGED;
        verdict = NOTE_GOOD;
    }
    if (verdict == NOTE_GOOD && time)
        *time = at;
    return verdict;
}

/* ----------------------------------------------------------------------------------------- signing */

static void line_write(struct text_out *out, const struct note_secret *secret, struct text signed_text,
                       const uint8_t *time)
{
    uint8_t public[NOTE_PUBLIC_SIZE], whole[crypto_sign_SECRETKEYBYTES];
    uint8_t binary[4 + TIME_SIZE + NOTE_SIGNATURE_SIZE];
    size_t size = 4;
    for (unsigned i = 0; i < 4; i++)
        binary[i] = (uint8_t)(secret->key.number >> (24 - 8 * i));
    if (time) {
        memcpy(binary + size, time, TIME_SIZE);
        size += TIME_SIZE;
    }
    CHECK(crypto_sign_seed_keypair(public, whole, secret->seed) == 0);
    CHECK(memcmp(public, secret->key.bytes, sizeof public) == 0);
    CHECK(crypto_sign_detached(binary + size, NULL, (const uint8_t *)signed_text.bytes, signed_text.length,
                               whole) == 0);
    sodium_memzero(whole, sizeof whole);
    text_out_add(out, "%s%s ", dash, secret->key.name);
    note_base64_write(out, binary, size + NOTE_SIGNATURE_SIZE);
    text_out_add(out, "\n");
}

void note_sign(struct text_out *out, struct text text, const struct note_secret *secret)
{
    CHECK(secret->key.type == NOTE_LOG && text.length > 0 && text.bytes[text.length - 1] == '\n');
    line_write(out, secret, text, NULL);
}

void note_cosign(struct text_out *out, struct text text, const struct note_secret *secret, uint64_t time)
{
    CHECK(secret->key.type == NOTE_WITNESS && text.length > 0 && text.bytes[text.length - 1] == '\n');
    char words[COSIGNED_SIZE];
    struct text_out signed_text;
    uint8_t bytes[TIME_SIZE];
    text_out_init(&signed_text, words, sizeof words);
    for (unsigned i = 0; i < TIME_SIZE; i++)
        bytes[i] = (uint8_t)(time >> (56 - 8 * i));
    line_write(out, secret, cosigned(&signed_text, text, time), bytes);
}

/* ------------------------------------------------------------------------------------- checkpoints */

static bool size_read(struct text text, uint64_t *size)
{
    *size = 0;
    if (text.length == 0 || text.bytes[0] == '0')
        return false;
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] < '0' || text.bytes[i] > '9')
            return false;
        *size = *size * 10 + (uint64_t)(text.bytes[i] - '0');
        if (*size > TREE_SIZE_MAX)
            return false;
    }
    return true;
}

enum status checkpoint_read(struct text text, struct checkpoint *checkpoint, struct fault *fault)
{
    struct checkpoint read;
    struct text origin, size, root, more;
    if (!line_take(&text, &origin) || !line_take(&text, &size) || !line_take(&text, &root))
        return fault_set(fault, STATUS_INVALID, 0,
                         "a checkpoint has three lines: the origin, the size and the root of the tree");
    enum status status = note_name_check(origin, fault);
    if (status == STATUS_OK && !size_read(size, &read.size))
        status = fault_set(fault, STATUS_INVALID, 0,
                           "the size of the tree is a number from 1 on, without leading zeros");
    if (status == STATUS_OK)
        status = tree_hash_read(root, &read.root, fault);
    while (status == STATUS_OK && text.length > 0)
        if (!line_take(&text, &more) || more.length == 0)
            status = fault_set(fault, STATUS_INVALID, 0,
                               "the lines of a checkpoint are not empty, and end with a line feed");
    read.origin = origin;
    if (status == STATUS_OK)
        *checkpoint = read;
    return status;
}

void checkpoint_write(struct text_out *out, const struct checkpoint *checkpoint)
{
    CHECK(checkpoint->size > 0 && checkpoint->size <= TREE_SIZE_MAX);
    text_out_add_text(out, checkpoint->origin);
    text_out_add(out, "\n%llu\n", (unsigned long long)checkpoint->size);
    tree_hash_write(out, &checkpoint->root);
    text_out_add(out, "\n");
}

enum status checkpoint_open(const struct note *note, const struct note_key *key,
                            struct checkpoint *checkpoint, struct fault *fault)
{
    struct checkpoint read;
    enum status status = checkpoint_read(note->text, &read, fault);
    if (status != STATUS_OK)
        return status;
    char origin[NOTE_NAME_MAX + 1];
    struct text_out out;
    text_out_init(&out, origin, sizeof origin);
    text_out_add_safely(&out, text_clipped(read.origin, 60));
    if (!text_equal(read.origin, text_of(key->name)))
        return fault_set(fault, STATUS_INVALID, 0, "this checkpoint is of %s, and not of %.60s", origin,
                         key->name);
    switch (note_verify(note, key, NULL)) {
    case NOTE_GOOD:
        *checkpoint = read;
        return STATUS_OK;
    case NOTE_ABSENT:
        return fault_set(fault, STATUS_INVALID, 0, "this checkpoint has no signature by the key %.60s+%08x",
                         key->name, (unsigned)key->number);
    case NOTE_FORGED:
        break;
    }
    return fault_set(fault, STATUS_INVALID, 0,
                     "the signature of this checkpoint is wrong: it was not made with the key %.60s+%08x",
                     key->name, (unsigned)key->number);
}

/* --------------------------------------------------------------------------- the file of checkpoints */

/* Steps over a line, if there is a whole one. */
static bool step(struct checkpoint_file *file, struct text *line)
{
    struct text rest = text_from(file->bytes, file->at);
    if (!line_take(&rest, line))
        return false;
    file->at += line->length + 1;
    file->line++;
    return true;
}

static bool signature_next(const struct checkpoint_file *file)
{
    return text_starts_with(text_from(file->bytes, file->at), text_of(dash));
}

/* A line that a crash has cut off is no whole Base64, or has fewer bytes than any signature. */
static bool is_cut(struct text line)
{
    uint8_t binary[BINARY_MAX];
    size_t size = 0, last = line.length;
    while (last > 0 && line.bytes[last - 1] != ' ')
        last--;
    return !base64_read(text_from(line, last), binary, sizeof binary, &size) ||
           size < 4 + NOTE_SIGNATURE_SIZE;
}

bool checkpoint_next(struct checkpoint_file *file, struct text *note, unsigned *line)
{
    struct text here;
    for (;;) {
        size_t begin = file->at;
        *line = file->line;
        if (!step(file, &here)) {
            file->cut += file->at < file->bytes.length;
            return false;
        }
        if (here.length == 0)
            continue;
        while (here.length > 0 && step(file, &here)) /* to the empty line behind the text */
            continue;
        unsigned signatures = 0;
        bool ended = here.length == 0, cut = false;
        while (ended && signature_next(file) && step(file, &here)) {
            signatures++;
            cut = is_cut(here);
        }
        if (signatures > 0 && !cut) {
            *note = text_slice(file->bytes, begin, file->at - begin);
            return true;
        }
        file->cut++;
    }
}
