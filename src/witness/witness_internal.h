/* What the files of the witness share. */
#ifndef WITNESS_WITNESS_INTERNAL_H
#define WITNESS_WITNESS_INTERNAL_H

#include "witness/witness.h"

/* A checkpoint that was seen. */
struct sight {
    uint64_t size;
    struct tree_hash root;
};

struct witness {
    char folder[WITNESS_PATH_MAX];
    struct note_secret secret;
    struct note_key log;
    int seen, alarms;     /* files, open to append */
    struct sight *sights; /* in the order of their sizes, each once */
    size_t sight_count, sight_room;
    uint64_t cosigned_at;
    uint64_t alarm_count;
    char last[NOTE_SIZE_MAX + 1]; /* the last note that was seen, with the cosignature */
    size_t last_size;
    struct witness_answer answer;
};

MUST_USE enum status folder_open(struct witness *witness, const struct witness_options *options,
                                 struct fault *fault);
void folder_close(struct witness *witness);

/* Appends a note to `seen`, and knows it. */
MUST_USE enum status folder_keep(struct witness *witness, struct text note,
                                 const struct checkpoint *checkpoint, uint64_t now, struct fault *fault);

struct alarm {
    const char *kind, *words;
    struct text answer; /* what was answered, and */
    struct text proof;  /* to what was asked because of it; may be empty */
    uint64_t at;
};
MUST_USE enum status folder_raise(struct witness *witness, const struct alarm *alarm, struct fault *fault);

/* The checkpoint of this size that was seen; NULL: none. */
const struct sight *sight_of(const struct witness *witness, uint64_t size);
const struct sight *last_sight(const struct witness *witness);

#endif
