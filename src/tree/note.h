/*
 * Signed notes, checkpoints, keys and cosignatures, in the forms that transparency logs use (docs/formats/checkpoints.md; C2SP
 * signed-note, tlog-checkpoint, tlog-cosignature).
 *
 *      bay-101/5f0c9a1e                                  ┐
 *      20852                                             │ the text: what is signed
 *      CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=      ┘
 *
 *      — bay-101/5f0c9a1e Az3grlgtzPICa5OS8npVmf1...       a signature: name of the key, its number and the signature in Base64
 *
 * Invariants
 *  N1  What is written here reads back the same, and what is read in two different forms is refused in one: Base64 is canonical,
 *      numbers have no leading zeros.
 *  N2  Notes and keys come from outside: everything is answered with a fault, and nothing beyond the stated limits is read.
 *
 * A note and a checkpoint are views of the text that they were read from. Functions that sign need sodium_init() before.
 */
#ifndef TREE_NOTE_H
#define TREE_NOTE_H

#include "tree/tree.h"

enum {
    NOTE_NAME_MAX = 128, /* bytes of the name of a key */
    NOTE_TEXT_MAX = 4 << 10,
    NOTE_SIZE_MAX = 64 << 10,
    NOTE_SIGNATURES_MAX = 32,
    NOTE_LINE_MAX = 1 << 10,                                 /* bytes of a signature line that we write */
    NOTE_KEY_TEXT_MAX = NOTE_NAME_MAX + 12 + 1 + 8 + 1 + 44, /* of a key in text, public or secret */
    NOTE_SEED_SIZE = 32,
    NOTE_PUBLIC_SIZE = 32,
    NOTE_SIGNATURE_SIZE = 64,
};

/* The byte that says what a key is for. */
enum note_type { NOTE_LOG = 1, NOTE_WITNESS = 4 };

/* -------------------------------------------------------------------------------------------- keys */

struct note_key {
    char name[NOTE_NAME_MAX + 1];
    enum note_type type;
    uint32_t number;
    uint8_t bytes[NOTE_PUBLIC_SIZE];
};

struct note_secret {
    struct note_key key;
    uint8_t seed[NOTE_SEED_SIZE];
};

/* 1 to NOTE_NAME_MAX bytes of UTF-8 without spaces, control characters and "+". */
MUST_USE enum status note_name_check(struct text name, struct fault *fault);

MUST_USE enum status note_secret_make(struct text name, enum note_type type,
                                      const uint8_t seed[NOTE_SEED_SIZE], struct note_secret *secret,
                                      struct fault *fault);

/* "bay-101/5f0c9a1e+033de0ae+AbB5...", and "PRIVATE+KEY+bay-101/5f0c9a1e+033de0ae+AQ..." without line feeds. */
MUST_USE enum status note_key_read(struct text text, struct note_key *key, struct fault *fault);
MUST_USE enum status note_secret_read(struct text text, struct note_secret *secret, struct fault *fault);
void note_key_write(struct text_out *out, const struct note_key *key);
void note_secret_write(struct text_out *out, const struct note_secret *secret);
bool note_key_equal(const struct note_key *left, const struct note_key *right);

/* ------------------------------------------------------------------------------------------- notes */

struct note_signature {
    struct text name;
    uint32_t number;
    struct text base64; /* of the number and the signature */
    struct text line;   /* the whole line, with its line feed */
};

struct note {
    struct text text; /* with its last line feed */
    unsigned count;
    struct note_signature signatures[NOTE_SIGNATURES_MAX];
};

/* Reads a note that has at least one signature. Verifies nothing. */
MUST_USE enum status note_read(struct text bytes, struct note *note, struct fault *fault);

enum note_verdict {
    NOTE_ABSENT, /* the note has no line of this key */
    NOTE_GOOD,
    NOTE_FORGED, /* a line has the name and number of the key, and the signature is not its own; or the line is there twice */
};

/* `time` is set for a good cosignature, and may be NULL: seconds since 1970. */
enum note_verdict note_verify(const struct note *note, const struct note_key *key, uint64_t *time);

/* Adds the signature line of the text. The key is of the log; of a witness, who says the time. */
void note_sign(struct text_out *out, struct text text, const struct note_secret *secret);
void note_cosign(struct text_out *out, struct text text, const struct note_secret *secret, uint64_t time);

/* ------------------------------------------------------------------------------------- checkpoints */

struct checkpoint {
    struct text origin;
    uint64_t size; /* at least 1 */
    struct tree_hash root;
};

/* Reads the text of a note. Lines after the third are allowed, and mean nothing here. */
MUST_USE enum status checkpoint_read(struct text text, struct checkpoint *checkpoint, struct fault *fault);
void checkpoint_write(struct text_out *out, const struct checkpoint *checkpoint);

/*
 * The checkpoint of a note that `key` has signed, exactly once, and whose origin is the key's name. The fault says which of this is not so.
 */
MUST_USE enum status checkpoint_open(const struct note *note, const struct note_key *key,
                                     struct checkpoint *checkpoint, struct fault *fault);

/* A file of checkpoints, read note by note: begins as {.bytes = ..., .line = 1}. */
struct checkpoint_file {
    struct text bytes;
    size_t at;
    unsigned line;
    uint64_t cut; /* notes that were cut off, by a crash: they count as absent */
};

/* The next note, and the line where it begins; false at the end. It has the form of a note, and nothing is verified: note_read()
 * may refuse it. */
bool checkpoint_next(struct checkpoint_file *file, struct text *note, unsigned *line);

/* ------------------------------------------------------------------------------------------ Base64 */

/* Of a hash: 44 bytes. */
void tree_hash_write(struct text_out *out, const struct tree_hash *hash);
MUST_USE enum status tree_hash_read(struct text text, struct tree_hash *hash, struct fault *fault);

#endif
