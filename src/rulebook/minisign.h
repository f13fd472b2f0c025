/*
 * Keys and signatures in the format of minisign (https://jedisct1.github.io/minisign), so that who approves can sign and verify with a
 * tool that is not ours. docs/formats/approvals.md has the format.
 *
 *      untrusted comment: minisign public key 7BBFA5FB14F4B4C2      not signed
 *      RWTCtPQU+6W/eyfi...                                          "Ed", the id of the key, the key
 *
 *      untrusted comment: signed by cardroom                        not signed
 *      RUTCtPQU+6W/e1t3...                                          "ED", the id of the key, the signature of the file
 *      trusted comment: approvals of bay101, number 3
 *      dDQr2pI9bm5Fvbcp...                                          the signature of both
 *
 * Invariants
 *  M1  Keys and signatures come from outside: everything is answered with a fault, and nothing beyond the stated limits is read. Base64
 *      is canonical.
 *  M2  What is written here reads back the same, and minisign reads it.
 *
 * Functions that sign, verify and make keys need sodium_init() before. A signature is a view of the text that it was read from.
 */
#ifndef RULEBOOK_MINISIGN_H
#define RULEBOOK_MINISIGN_H

#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    MINISIGN_ID_SIZE = 8,
    MINISIGN_PUBLIC_SIZE = 32,
    MINISIGN_SECRET_SIZE = 64,
    MINISIGN_SEED_SIZE = 32,
    MINISIGN_SIGNED_SIZE = 64,
    MINISIGN_KEY_TEXT_SIZE = 56 + 1, /* of a public key on one line, and its closing zero */
    MINISIGN_ID_TEXT_SIZE = 16 + 1,
    MINISIGN_COMMENT_MAX = 512,    /* bytes of a comment */
    MINISIGN_FILE_SIZE = 4 << 10,  /* of a buffer for a key or a signature */
    MINISIGN_SIGNED_MAX = 1 << 20, /* bytes of a file that is signed */
};

struct minisign_key {
    uint8_t id[MINISIGN_ID_SIZE];
    uint8_t bytes[MINISIGN_PUBLIC_SIZE];
};

struct minisign_secret {
    struct minisign_key key;
    uint8_t bytes[MINISIGN_SECRET_SIZE];
};

/* The id as minisign shows it: "7BBFA5FB14F4B4C2". */
void minisign_id_write(struct text_out *out, const struct minisign_key *key);
bool minisign_key_equal(const struct minisign_key *left, const struct minisign_key *right);

/* A public key on one line, with or without the comment above it. */
MUST_USE enum status minisign_key_read(struct text text, struct minisign_key *key, struct fault *fault);
void minisign_key_write(struct text_out *out, const struct minisign_key *key);
/* The file with its comment. */
void minisign_key_file_write(struct text_out *out, const struct minisign_key *key, struct text comment);

/* A new key, from bytes that nobody can guess. */
void minisign_secret_make(const uint8_t seed[MINISIGN_SEED_SIZE], const uint8_t id[MINISIGN_ID_SIZE],
                          struct minisign_secret *secret);

/* The file of a secret key. Without a password (minisign -W) `password` is empty; with one, reading takes about a second. STATUS_RANGE if
 * the file needs a password and there is none, or it is wrong. */
MUST_USE enum status minisign_secret_read(struct text text, struct text password,
                                          struct minisign_secret *secret, struct fault *fault);
/* Without a password. */
void minisign_secret_file_write(struct text_out *out, const struct minisign_secret *secret,
                                struct text comment);

struct minisign_signature {
    bool hashed; /* "ED": the file is hashed first; "Ed", of older versions: it is not */
    uint8_t id[MINISIGN_ID_SIZE];
    uint8_t bytes[MINISIGN_SIGNED_SIZE];
    struct text trusted_comment;
    uint8_t both[MINISIGN_SIGNED_SIZE]; /* of the signature and the trusted comment */
};

MUST_USE enum status minisign_signature_read(struct text text, struct minisign_signature *signature,
                                             struct fault *fault);

/* Whether the key has signed these bytes, and the trusted comment. */
bool minisign_verify(const struct minisign_signature *signature, struct text bytes,
                     const struct minisign_key *key);

/* The comments are one line each. */
void minisign_sign(struct text_out *out, struct text bytes, const struct minisign_secret *secret,
                   struct text untrusted_comment, struct text trusted_comment);

#endif
