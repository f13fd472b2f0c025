/*
 * The vocabulary of rule documents, houses and offers: which parts and keys there are, and of which type each is.
 *
 * The words themselves are in docs/formats/rulebook.md; the build makes the table out of that file, so what is
 * described there and what the program knows cannot differ.
 *
 * Invariants
 *  W1  A part that is a key (`games`, `pools`) has that one key. Its type is the type of the whole.
 *  W2  Every key has an example, and the example is a text of its type.
 *
 * Everything here is constant; it may be read from any thread.
 */
#ifndef RULEBOOK_VOCABULARY_H
#define RULEBOOK_VOCABULARY_H

#include "base/text.h"

#include <stdbool.h>

enum vocabulary_kind {
    VOCABULARY_MONEY,
    VOCABULARY_COUNT,
    VOCABULARY_PERCENT,
    VOCABULARY_MULTIPLE,
    VOCABULARY_DURATION,
    VOCABULARY_TIME,
    VOCABULARY_DATE,
    VOCABULARY_PERIODS,
    VOCABULARY_MOMENTS,
    VOCABULARY_YES_OR_NO,
    VOCABULARY_WORDS,
    VOCABULARY_COLOUR,
    VOCABULARY_GAME,
    VOCABULARY_HAND,
    VOCABULARY_AWARD,
    VOCABULARY_FUND,
    VOCABULARY_ACTIVITY,
    VOCABULARY_LIMITS,
    VOCABULARY_LIST,   /* of `of` */
    VOCABULARY_MAP,    /* of `of`, under free names */
    VOCABULARY_PART,   /* the keys of `part` */
    VOCABULARY_ONE_OF, /* one of `words` */
    VOCABULARY_ANY_OF, /* any number of `words` */
    VOCABULARY_EITHER, /* `of` if it is a single value, `or_else` otherwise */
};

struct vocabulary_type {
    enum vocabulary_kind kind;
    bool condition; /* a test that must hold, not a choice of the house */
    const struct vocabulary_type *of, *or_else;
    const struct vocabulary_part *part;
    const char *const *words; /* up to the first NULL */
};

struct vocabulary_key {
    const char *name;
    const struct vocabulary_type *type;
    bool required;
    const char *fallback; /* what holds where nothing is said; NULL if nothing does */
    const char *meaning;
    const char *example;
};

/* In which kind of file a part stands at the top. */
enum vocabulary_root {
    VOCABULARY_NESTED,
    VOCABULARY_ROOT_RULEBOOK,
    VOCABULARY_ROOT_HOUSE,
    VOCABULARY_ROOT_OFFER
};

struct vocabulary_part {
    const char *name;
    const char *meaning;
    enum vocabulary_root root;
    bool is_key; /* W1 */
    const struct vocabulary_key *keys;
    unsigned key_count;
};

extern const struct vocabulary_part vocabulary_parts[];
extern const unsigned vocabulary_part_count;

/* NULL if there is none. */
const struct vocabulary_part *vocabulary_part_find(const char *name);
const struct vocabulary_part *vocabulary_root_find(enum vocabulary_root root, struct text name);
const struct vocabulary_key *vocabulary_key_find(const struct vocabulary_part *part, struct text name);

/* A text of the key's type, for "write it like ..."; the part and the key are there. */
const char *vocabulary_example(const char *part, const char *key);

/* The type of what stands under the name in a part, a list or a map; NULL if the part has no such key. */
const struct vocabulary_type *vocabulary_member_type(const struct vocabulary_type *type, struct text name);

/* "money", "list of game", "one of a / b": the type in the words of the description. */
void vocabulary_type_write(struct text_out *out, const struct vocabulary_type *type);

#endif
