#include "rulebook/minisign.h"

#include "base/check.h"

#include <sodium.h>

/* How the bytes lie in the files of minisign. */
enum {
    ALGORITHM_SIZE = 2,
    KEY_SIZE = ALGORITHM_SIZE + MINISIGN_ID_SIZE + MINISIGN_PUBLIC_SIZE,
    SIGNATURE_SIZE = ALGORITHM_SIZE + MINISIGN_ID_SIZE + MINISIGN_SIGNED_SIZE,
    SALT_SIZE = 32,
    LIMIT_SIZE = 8,
    CHECKSUM_SIZE = 32,
    LOCKED_AT = 3 * ALGORITHM_SIZE + SALT_SIZE + 2 * LIMIT_SIZE, /* id, secret key and checksum follow */
    LOCKED_SIZE = MINISIGN_ID_SIZE + MINISIGN_SECRET_SIZE + CHECKSUM_SIZE,
    SECRET_SIZE = LOCKED_AT + LOCKED_SIZE,
    HASH_SIZE = 64,
    LINE_SIZE = 256, /* of Base64 */
    MEMORY_MAX = 1 << 30,
    OPERATIONS_MAX = 1 << 25, /* what minisign uses */
};

_Static_assert(MINISIGN_PUBLIC_SIZE == crypto_sign_PUBLICKEYBYTES &&
                   MINISIGN_SECRET_SIZE == crypto_sign_SECRETKEYBYTES &&
                   MINISIGN_SEED_SIZE == crypto_sign_SEEDBYTES && MINISIGN_SIGNED_SIZE == crypto_sign_BYTES,
               "signatures are Ed25519");

static const char untrusted_words[] = "untrusted comment: ", trusted_words[] = "trusted comment: ";

/* ------------------------------------------------------------------------------------------ lines and Base64 */

/* The next line without its end; false where there is none. */
static bool take_line(struct text *rest, struct text *line)
{
    size_t length = 0;
    if (rest->length == 0)
        return false;
    while (length < rest->length && rest->bytes[length] != '\n')
        length++;
    *line = text_slice(*rest, 0, length);
    *rest = text_from(*rest, length + 1);
    if (line->length > 0 && line->bytes[line->length - 1] == '\r')
        line->length--;
    return true;
}

static bool base64_read(struct text text, uint8_t *bytes, size_t size)
{
    char again[LINE_SIZE];
    size_t found;
    const char *end;
    CHECK_OP(sodium_base64_ENCODED_LEN(size, sodium_base64_VARIANT_ORIGINAL), <=, sizeof again);
    if (sodium_base642bin(bytes, size, text.bytes, text.length, NULL, &found, &end,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        end != text.bytes + text.length || found != size)
        return false;
    (void)sodium_bin2base64(again, sizeof again, bytes, size, sodium_base64_VARIANT_ORIGINAL);
    return text_equal(text_of(again), text);
}

static void base64_write(struct text_out *out, const uint8_t *bytes, size_t size)
{
    char text[LINE_SIZE];
    CHECK_OP(sodium_base64_ENCODED_LEN(size, sodium_base64_VARIANT_ORIGINAL), <=, sizeof text);
    text_out_add(out, "%s",
                 sodium_bin2base64(text, sizeof text, bytes, size, sodium_base64_VARIANT_ORIGINAL));
}

/* A line that begins with these words; the comment is what follows. */
static bool take_comment(struct text *rest, const char *words, struct text *comment)
{
    struct text line, wanted = text_of(words);
    if (!take_line(rest, &line) || !text_starts_with(line, wanted))
        return false;
    *comment = text_from(line, wanted.length);
    return comment->length <= MINISIGN_COMMENT_MAX;
}

/* The line below the comment, which may be missing above a public key. */
static bool take_bytes(struct text *rest, uint8_t *bytes, size_t size)
{
    struct text line;
    return take_line(rest, &line) && base64_read(line, bytes, size);
}

static bool only_blank(struct text rest)
{
    return text_trimmed(rest).length == 0;
}

/* ------------------------------------------------------------------------------------------ keys */

void minisign_id_write(struct text_out *out, const struct minisign_key *key)
{
    for (unsigned i = MINISIGN_ID_SIZE; i > 0; i--)
        text_out_add(out, "%02X", key->id[i - 1]);
}

bool minisign_key_equal(const struct minisign_key *left, const struct minisign_key *right)
{
    return memcmp(left->id, right->id, sizeof left->id) == 0 &&
           memcmp(left->bytes, right->bytes, sizeof left->bytes) == 0;
}

enum status minisign_key_read(struct text text, struct minisign_key *key, struct fault *fault)
{
    uint8_t bytes[KEY_SIZE];
    struct text rest = text_trimmed(text), comment;
    if (text_starts_with(rest, text_of(untrusted_words)) && !take_comment(&rest, untrusted_words, &comment))
        return fault_set(fault, STATUS_RANGE, 1, "the comment of the key is too long");
    if (!take_bytes(&rest, bytes, sizeof bytes) || !only_blank(rest) || memcmp(bytes, "Ed", 2) != 0)
        return fault_set(fault, STATUS_INVALID, 1,
                         "this is no public key of minisign; it is one line that begins with RW");
    memcpy(key->id, bytes + ALGORITHM_SIZE, sizeof key->id);
    memcpy(key->bytes, bytes + ALGORITHM_SIZE + MINISIGN_ID_SIZE, sizeof key->bytes);
    return STATUS_OK;
}

void minisign_key_write(struct text_out *out, const struct minisign_key *key)
{
    uint8_t bytes[KEY_SIZE] = {'E', 'd'};
    memcpy(bytes + ALGORITHM_SIZE, key->id, sizeof key->id);
    memcpy(bytes + ALGORITHM_SIZE + MINISIGN_ID_SIZE, key->bytes, sizeof key->bytes);
    base64_write(out, bytes, sizeof bytes);
}

void minisign_key_file_write(struct text_out *out, const struct minisign_key *key, struct text comment)
{
    text_out_add(out, "%s%.*s\n", untrusted_words, TEXT_ARGUMENTS(comment));
    minisign_key_write(out, key);
    text_out_add(out, "\n");
}

void minisign_secret_make(const uint8_t seed[MINISIGN_SEED_SIZE], const uint8_t id[MINISIGN_ID_SIZE],
                          struct minisign_secret *secret)
{
    memcpy(secret->key.id, id, MINISIGN_ID_SIZE);
    CHECK(crypto_sign_seed_keypair(secret->key.bytes, secret->bytes, seed) == 0);
}

/* BLAKE2b of the algorithm, the id and the secret key. */
static void checksum_of(const uint8_t *id, const uint8_t *secret, uint8_t checksum[CHECKSUM_SIZE])
{
    crypto_generichash_state state;
    CHECK(crypto_generichash_init(&state, NULL, 0, CHECKSUM_SIZE) == 0);
    CHECK(crypto_generichash_update(&state, (const uint8_t *)"Ed", ALGORITHM_SIZE) == 0);
    CHECK(crypto_generichash_update(&state, id, MINISIGN_ID_SIZE) == 0);
    CHECK(crypto_generichash_update(&state, secret, MINISIGN_SECRET_SIZE) == 0);
    CHECK(crypto_generichash_final(&state, checksum, CHECKSUM_SIZE) == 0);
}

static uint64_t limit_read(const uint8_t *bytes)
{
    uint64_t limit = 0;
    for (unsigned i = LIMIT_SIZE; i > 0; i--)
        limit = limit << 8 | bytes[i - 1];
    return limit;
}

/* The password takes away what it laid over the key. */
static enum status unlock(uint8_t bytes[SECRET_SIZE], struct text password, struct fault *fault)
{
    const uint8_t *salt = bytes + 3 * (size_t)ALGORITHM_SIZE;
    uint64_t operations = limit_read(salt + SALT_SIZE), memory = limit_read(salt + SALT_SIZE + LIMIT_SIZE);
    uint8_t stream[LOCKED_SIZE];
    if (password.length == 0)
        return fault_set(fault, STATUS_RANGE, 0, "the secret key has a password; give it");
    if (operations > OPERATIONS_MAX || memory > MEMORY_MAX)
        return fault_set(fault, STATUS_INVALID, 0, "the secret key asks for too much work or memory");
    if (crypto_pwhash_scryptsalsa208sha256(stream, sizeof stream, password.bytes, password.length, salt,
                                           operations, (size_t)memory) != 0)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory to open the secret key");
    for (unsigned i = 0; i < LOCKED_SIZE; i++)
        bytes[LOCKED_AT + i] ^= stream[i];
    sodium_memzero(stream, sizeof stream);
    return STATUS_OK;
}

enum status minisign_secret_read(struct text text, struct text password, struct minisign_secret *secret,
                                 struct fault *fault)
{
    uint8_t bytes[SECRET_SIZE], checksum[CHECKSUM_SIZE];
    struct text rest = text, comment;
    if (!take_comment(&rest, untrusted_words, &comment) || !take_bytes(&rest, bytes, sizeof bytes) ||
        !only_blank(rest) || memcmp(bytes, "Ed", 2) != 0 || memcmp(bytes + 4, "B2", 2) != 0)
        return fault_set(fault, STATUS_INVALID, 1, "this is no secret key of minisign");
    const bool locked = memcmp(bytes + 2, "Sc", 2) == 0;
    if (!locked && memcmp(bytes + 2, "\0\0", 2) != 0)
        return fault_set(fault, STATUS_INVALID, 1, "this is no secret key of minisign");
    enum status status = locked ? unlock(bytes, password, fault) : STATUS_OK;
    const uint8_t *id = bytes + LOCKED_AT, *key = id + MINISIGN_ID_SIZE;
    if (status == STATUS_OK && locked) {
        checksum_of(id, key, checksum); /* without a password minisign writes none */
        if (sodium_memcmp(checksum, key + MINISIGN_SECRET_SIZE, sizeof checksum) != 0)
            status = fault_set(fault, STATUS_RANGE, 0, "the password of the secret key is wrong");
    }
    if (status == STATUS_OK) {
        minisign_secret_make(key, id,
                             secret); /* a secret key begins with its seed, and ends with the public key */
        if (sodium_memcmp(secret->bytes, key, MINISIGN_SECRET_SIZE) != 0)
            status = fault_set(fault, STATUS_INVALID, 0, "the secret key is damaged");
    }
    sodium_memzero(bytes, sizeof bytes);
    return status;
}

void minisign_secret_file_write(struct text_out *out, const struct minisign_secret *secret,
                                struct text comment)
{
    uint8_t bytes[SECRET_SIZE] = {'E', 'd', 0, 0, 'B', '2'};
    uint8_t *id = bytes + LOCKED_AT, *key = id + MINISIGN_ID_SIZE;
    memcpy(id, secret->key.id, MINISIGN_ID_SIZE);
    memcpy(key, secret->bytes, MINISIGN_SECRET_SIZE);
    checksum_of(id, key, key + MINISIGN_SECRET_SIZE);
    text_out_add(out, "%s%.*s\n", untrusted_words, TEXT_ARGUMENTS(comment));
    base64_write(out, bytes, sizeof bytes);
    text_out_add(out, "\n");
    sodium_memzero(bytes, sizeof bytes);
}

/* ------------------------------------------------------------------------------------------ signatures */

enum status minisign_signature_read(struct text text, struct minisign_signature *signature,
                                    struct fault *fault)
{
    uint8_t bytes[SIGNATURE_SIZE];
    struct text rest = text, comment;
    if (!take_comment(&rest, untrusted_words, &comment) || !take_bytes(&rest, bytes, sizeof bytes) ||
        bytes[0] != 'E' || (bytes[1] != 'D' && bytes[1] != 'd'))
        return fault_set(fault, STATUS_INVALID, 1,
                         "this is no signature of minisign: a comment, and a line that begins with RU");
    if (!take_comment(&rest, trusted_words, &signature->trusted_comment) ||
        !take_bytes(&rest, signature->both, sizeof signature->both) || !only_blank(rest))
        return fault_set(fault, STATUS_INVALID, 1,
                         "the trusted comment of the signature, or its own signature, is missing");
    signature->hashed = bytes[1] == 'D';
    memcpy(signature->id, bytes + ALGORITHM_SIZE, sizeof signature->id);
    memcpy(signature->bytes, bytes + ALGORITHM_SIZE + MINISIGN_ID_SIZE, sizeof signature->bytes);
    return STATUS_OK;
}

static void hash_of(struct text bytes, uint8_t hash[HASH_SIZE])
{
    CHECK(crypto_generichash(hash, HASH_SIZE, (const uint8_t *)bytes.bytes, bytes.length, NULL, 0) == 0);
}

/* The signature with the trusted comment behind it. */
static size_t both_of(const uint8_t *signature, struct text comment,
                      uint8_t both[MINISIGN_SIGNED_SIZE + MINISIGN_COMMENT_MAX])
{
    CHECK_OP(comment.length, <=, MINISIGN_COMMENT_MAX);
    memcpy(both, signature, MINISIGN_SIGNED_SIZE);
    if (comment.length > 0)
        memcpy(both + MINISIGN_SIGNED_SIZE, comment.bytes, comment.length);
    return MINISIGN_SIGNED_SIZE + comment.length;
}

bool minisign_verify(const struct minisign_signature *signature, struct text bytes,
                     const struct minisign_key *key)
{
    uint8_t hash[HASH_SIZE], both[MINISIGN_SIGNED_SIZE + MINISIGN_COMMENT_MAX];
    if (memcmp(signature->id, key->id, sizeof key->id) != 0 || bytes.length > MINISIGN_SIGNED_MAX)
        return false;
    hash_of(bytes, hash);
    const uint8_t *signed_bytes = signature->hashed ? hash : (const uint8_t *)bytes.bytes;
    const size_t signed_size = signature->hashed ? sizeof hash : bytes.length;
    const size_t size = both_of(signature->bytes, signature->trusted_comment, both);
    return crypto_sign_verify_detached(signature->bytes, signed_bytes, signed_size, key->bytes) == 0 &&
           crypto_sign_verify_detached(signature->both, both, size, key->bytes) == 0;
}

void minisign_sign(struct text_out *out, struct text bytes, const struct minisign_secret *secret,
                   struct text untrusted_comment, struct text trusted_comment)
{
    uint8_t whole[SIGNATURE_SIZE] = {'E', 'D'}, hash[HASH_SIZE];
    uint8_t both[MINISIGN_SIGNED_SIZE + MINISIGN_COMMENT_MAX], global[MINISIGN_SIGNED_SIZE];
    uint8_t *signature = whole + ALGORITHM_SIZE + MINISIGN_ID_SIZE;
    CHECK_OP(bytes.length, <=, MINISIGN_SIGNED_MAX);
    hash_of(bytes, hash);
    memcpy(whole + ALGORITHM_SIZE, secret->key.id, MINISIGN_ID_SIZE);
    CHECK(crypto_sign_detached(signature, NULL, hash, sizeof hash, secret->bytes) == 0);
    const size_t size = both_of(signature, trusted_comment, both);
    CHECK(crypto_sign_detached(global, NULL, both, size, secret->bytes) == 0);
    text_out_add(out, "%s%.*s\n", untrusted_words, TEXT_ARGUMENTS(untrusted_comment));
    base64_write(out, whole, sizeof whole);
    text_out_add(out, "\n%s%.*s\n", trusted_words, TEXT_ARGUMENTS(trusted_comment));
    base64_write(out, global, sizeof global);
    text_out_add(out, "\n");
}
