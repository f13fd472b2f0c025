/*
 * The notary of a store: makes checkpoints of the tree over all its events, and keeps them (docs/formats/checkpoints.md).
 *
 * Its key is not in the store. A checkpoint is appended to a file beside the key or the store; a witness adds its cosignature there.
 *
 * Invariants
 *  N1  Nothing is signed that does not contain the last checkpoint of the file. If the store does not contain it, notary_sign() fails with
 *      STATUS_DAMAGED and words for people, now and later.
 *  N2  A checkpoint that was made is on disk before anybody is given it. The file only grows.
 *  N3  Several programs may have a notary of one store: the file is locked while one signs, and read again if another has signed.
 *
 * It opens the store for itself. Any thread may call it.
 */
#ifndef BOOKS_NOTARY_H
#define BOOKS_NOTARY_H

#include "base/status.h"
#include "base/text.h"
#include "store/leaves.h"
#include "tree/note.h"

enum { NOTARY_PATH_MAX = 4096, NOTARY_WITNESSES_MAX = 16, NOTARY_WORDS_SIZE = 512, NOTARY_NOTE_SIZE = 1024 };

/* Where the key, the checkpoints and the witnesses are. */
struct notary_files {
    char key[NOTARY_PATH_MAX], checkpoints[NOTARY_PATH_MAX], witnesses[NOTARY_PATH_MAX];
};

/* `key` is the file that was said, or NULL. False: the store is no file, so a key has to be said. */
bool notary_files_of(struct text store, const char *key, struct notary_files *files);

struct notary;

struct notary_options {
    struct text store; /* address */
    struct notary_files files;
    struct text house; /* its name, for the origin of a new key */
};

/*
 * Reads the key, or makes one. Fails if there are checkpoints and no key, if the key can be read by others, or if a checkpoint of the
 * file was not signed with it. `made` is set if the key is new; print its public form then.
 */
MUST_USE enum status notary_open(const struct notary_options *options, struct notary **notary, bool *made,
                                 struct fault *fault);
void notary_close(struct notary *notary); /* NULL is fine */

const struct note_key *notary_key(const struct notary *notary);

/* Makes a checkpoint if the tree has grown since the last one (N1); `made` may be NULL. */
MUST_USE enum status notary_sign(struct notary *notary, bool *made, struct fault *fault);

/* The newest checkpoint with its cosignatures; false if there is none. `out` has room for NOTE_SIZE_MAX bytes. */
bool notary_newest(struct notary *notary, struct text_out *out);

/* The last whole note of the file of checkpoints, of whatever key, for who has no notary; false if there is none. */
bool notary_last_of_file(const struct notary_files *files, struct text_out *out);

/* Proofs within the newest checkpoint; STATUS_RANGE if the numbers are not. */
MUST_USE enum status notary_consistency(struct notary *notary, uint64_t from, uint64_t to,
                                        struct tree_proof *proof, struct fault *fault);
MUST_USE enum status notary_inclusion(struct notary *notary, uint64_t leaf, uint64_t size,
                                      struct tree_proof *proof, struct fault *fault);

enum notary_answer {
    NOTARY_KEPT,
    NOTARY_NO_NOTE, /* it is no checkpoint of this log with a cosignature */
    NOTARY_FORGED,  /* a signature is wrong, or of a witness that is not in the file of witnesses */
    NOTARY_UNKNOWN, /* this log did not make this checkpoint */
};

/* Keeps the cosignatures of a note. The fault says why not; STATUS_OK with another answer than NOTARY_KEPT: nothing was kept. */
MUST_USE enum status notary_cosigned(struct notary *notary, struct text note, enum notary_answer *answer,
                                     struct fault *fault);

struct notary_witness {
    struct note_key key;
    uint64_t size; /* of the largest checkpoint that it has cosigned; 0: none */
    uint64_t time; /* when: seconds since 1970 */
};

struct notary_state {
    uint64_t size;    /* of the newest checkpoint; 0: there is none */
    uint64_t made_at; /* seconds since 1970 */
    bool refused;     /* N1; `words` say why */
    char words[NOTARY_WORDS_SIZE];
    char note
        [NOTARY_NOTE_SIZE]; /* the newest checkpoint with the first of its cosignatures; "" if there is none */
    unsigned witness_count;
    struct notary_witness witnesses[NOTARY_WITNESSES_MAX];
};

/* Reads the file of the witnesses again. */
MUST_USE enum status notary_look(struct notary *notary, struct notary_state *state, struct fault *fault);

#endif
