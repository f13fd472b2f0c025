/* Keys in text: names, numbers and the forms of the transparency logs. */
#include "tree/note.h"
#include "tree/note_internal.h"

#include "base/check.h"

#include <sodium.h>
#include <string.h>

static const char private_words[] = "PRIVATE+KEY+";
enum { NUMBER_DIGITS = 8 };

_Static_assert(NOTE_SEED_SIZE == crypto_sign_SEEDBYTES && NOTE_PUBLIC_SIZE == crypto_sign_PUBLICKEYBYTES &&
                   NOTE_SIGNATURE_SIZE == crypto_sign_BYTES,
               "signatures are Ed25519");

/* How many bytes the text begins with that are a space of Unicode; 0 if none. ASCII is looked at by the caller. */
static size_t wide_space(struct text text)
{
    static const char *const spaces[] = {"\xc2\x85",     "\xc2\xa0",     "\xe1\x9a\x80", "\xe2\x80\xa8",
                                         "\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe3\x80\x80"};
    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++)
        if (text_starts_with(text, text_of(spaces[i])))
            return strlen(spaces[i]);
    /* U+2000 to U+200A, and the control characters U+0080 to U+009F. */
    const unsigned char *bytes = (const unsigned char *)text.bytes;
    if (text.length >= 3 && bytes[0] == 0xe2 && bytes[1] == 0x80 && bytes[2] >= 0x80 && bytes[2] <= 0x8a)
        return 3;
    return text.length >= 2 && bytes[0] == 0xc2 && bytes[1] >= 0x80 && bytes[1] <= 0x9f ? 2 : 0;
}

enum status note_name_check(struct text name, struct fault *fault)
{
    if (name.length == 0 || name.length > NOTE_NAME_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "the name of a key has 1 to %d bytes, not %zu",
                         NOTE_NAME_MAX, name.length);
    size_t good = text_utf8_length(name);
    for (size_t i = 0; i < good; i++) {
        unsigned char byte = (unsigned char)name.bytes[i];
        if (byte <= ' ' || byte == 0x7f || byte == '+' || wide_space(text_from(name, i)) > 0)
            good = i;
    }
    return good == name.length
               ? STATUS_OK
               : fault_set(fault, STATUS_INVALID, good + 1,
                           "the name of a key is UTF-8 without spaces, control characters and +");
}

/* The first four bytes of SHA-256(name, line feed, type, public key). */
static uint32_t number_of(const struct note_key *key)
{
    crypto_hash_sha256_state state;
    uint8_t hash[crypto_hash_sha256_BYTES], separator[2] = {'\n', (uint8_t)key->type};
    CHECK(crypto_hash_sha256_init(&state) == 0);
    CHECK(crypto_hash_sha256_update(&state, (const uint8_t *)key->name, strlen(key->name)) == 0);
    CHECK(crypto_hash_sha256_update(&state, separator, sizeof separator) == 0);
    CHECK(crypto_hash_sha256_update(&state, key->bytes, sizeof key->bytes) == 0);
    CHECK(crypto_hash_sha256_final(&state, hash) == 0);
    return note_number_read(hash);
}

static void name_set(struct note_key *key, struct text name)
{
    CHECK_OP(name.length, <=, NOTE_NAME_MAX);
    memcpy(key->name, name.bytes, name.length);
    key->name[name.length] = '\0';
}

enum status note_secret_make(struct text name, enum note_type type, const uint8_t seed[NOTE_SEED_SIZE],
                             struct note_secret *secret, struct fault *fault)
{
    uint8_t whole[crypto_sign_SECRETKEYBYTES];
    enum status status = note_name_check(name, fault);
    if (status != STATUS_OK)
        return status;
    *secret = (struct note_secret){.key = {.type = type}};
    name_set(&secret->key, name);
    memcpy(secret->seed, seed, NOTE_SEED_SIZE);
    CHECK(crypto_sign_seed_keypair(secret->key.bytes, whole, seed) == 0);
    sodium_memzero(whole, sizeof whole);
    secret->key.number = number_of(&secret->key);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------- reading */

struct key_parts {
    struct text name;
    uint32_t number;
    enum note_type type;
    uint8_t bytes[NOTE_PUBLIC_SIZE];
};
_Static_assert((int)NOTE_SEED_SIZE == (int)NOTE_PUBLIC_SIZE, "both have the same form");

static const char *find(struct text text, char byte)
{
    return text.length > 0 ? memchr(text.bytes, byte, text.length) : NULL;
}

static int digit_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* "name+number+Base64"; what is behind the second + may contain others. */
static enum status parts_read(struct text text, const char *what, struct key_parts *parts,
                              struct fault *fault)
{
    const char *first = find(text, '+');
    size_t name = first ? (size_t)(first - text.bytes) : 0, at = name + 1;
    if (!first || text.length < at + NUMBER_DIGITS + 1 || text.bytes[at + NUMBER_DIGITS] != '+')
        return fault_set(fault, STATUS_INVALID, 0,
                         "this is no %s: it has a name, a number of eight digits and the key, with + between",
                         what);
    parts->name = text_slice(text, 0, name);
    enum status status = note_name_check(parts->name, fault);
    parts->number = 0;
    for (size_t i = 0; i < NUMBER_DIGITS && status == STATUS_OK; i++) {
        int value = digit_value(text.bytes[at + i]);
        if (value < 0)
            status = fault_set(fault, STATUS_INVALID, at + i + 1,
                               "the number of a key has eight digits, 0 to 9 and a to f");
        parts->number = parts->number << 4 | (uint32_t)(value & 15);
    }
    uint8_t bytes[1 + NOTE_PUBLIC_SIZE];
    if (status == STATUS_OK &&
        !note_base64_read(text_from(text, at + NUMBER_DIGITS + 1), bytes, sizeof bytes))
        status = fault_set(fault, STATUS_INVALID, at + NUMBER_DIGITS + 2,
                           "this is no %s: its last part is the type and 32 bytes in Base64", what);
    if (status == STATUS_OK && bytes[0] != NOTE_LOG && bytes[0] != NOTE_WITNESS)
        status = fault_set(fault, STATUS_INVALID, at + NUMBER_DIGITS + 2,
                           "a key is of type 1 (a log) or 4 (a witness), not %u", bytes[0]);
    if (status == STATUS_OK) {
        parts->type = (enum note_type)bytes[0];
        memcpy(parts->bytes, bytes + 1, NOTE_PUBLIC_SIZE);
    }
    sodium_memzero(bytes, sizeof bytes);
    return status;
}

static enum status number_check(const struct note_key *key, uint32_t number, struct fault *fault)
{
    if (key->number == number)
        return STATUS_OK;
    return fault_set(fault, STATUS_INVALID, 0,
                     "the number of the key is %08x, and not %08x: it was not copied whole",
                     (unsigned)key->number, (unsigned)number);
}

enum status note_key_read(struct text text, struct note_key *key, struct fault *fault)
{
    struct key_parts parts;
    if (text_starts_with(text, text_of(private_words)))
        return fault_set(fault, STATUS_INVALID, 1, "this is a secret key; the public one is needed here");
    enum status status = parts_read(text, "public key", &parts, fault);
    if (status != STATUS_OK)
        return status;
    struct note_key read = {.type = parts.type};
    name_set(&read, parts.name);
    memcpy(read.bytes, parts.bytes, sizeof read.bytes);
    read.number = number_of(&read);
    status = number_check(&read, parts.number, fault);
    if (status == STATUS_OK)
        *key = read;
    return status;
}

enum status note_secret_read(struct text text, struct note_secret *secret, struct fault *fault)
{
    struct key_parts parts;
    if (!text_starts_with(text, text_of(private_words)))
        return fault_set(fault, STATUS_INVALID, 1, "this is no secret key: one begins with %s",
                         private_words);
    enum status status = parts_read(text_from(text, strlen(private_words)), "secret key", &parts, fault);
    struct note_secret read;
    if (status == STATUS_OK)
        status = note_secret_make(parts.name, parts.type, parts.bytes, &read, fault);
    if (status == STATUS_OK)
        status = number_check(&read.key, parts.number, fault);
    if (status == STATUS_OK)
        *secret = read;
    sodium_memzero(&parts, sizeof parts);
    return status;
}

/* ------------------------------------------------------------------------------------------- writing */

static void parts_write(struct text_out *out, const struct note_key *key,
                        const uint8_t bytes[NOTE_PUBLIC_SIZE])
{
    uint8_t typed[1 + NOTE_PUBLIC_SIZE] = {(uint8_t)key->type};
    memcpy(typed + 1, bytes, NOTE_PUBLIC_SIZE);
    text_out_add(out, "%s+%08x+", key->name, (unsigned)key->number);
    note_base64_write(out, typed, sizeof typed);
    sodium_memzero(typed, sizeof typed);
}

void note_key_write(struct text_out *out, const struct note_key *key)
{
    parts_write(out, key, key->bytes);
}

void note_secret_write(struct text_out *out, const struct note_secret *secret)
{
    text_out_add(out, "%s", private_words);
    parts_write(out, &secret->key, secret->seed);
}

bool note_key_equal(const struct note_key *left, const struct note_key *right)
{
    return left->type == right->type && strcmp(left->name, right->name) == 0 &&
           memcmp(left->bytes, right->bytes, sizeof left->bytes) == 0;
}
