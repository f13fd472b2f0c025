/*
 * Inside the hand language: the words of a text, and the tables that the parser and the writer share.
 */
#ifndef RULEBOOK_HAND_LANGUAGE_INTERNAL_H
#define RULEBOOK_HAND_LANGUAGE_INTERNAL_H

#include "rulebook/hand_language.h"

enum { HAND_WORDS_MAX = 1280 };

enum hand_mark { HAND_MARK_WORD, HAND_MARK_COMMA, HAND_MARK_SEMICOLON, HAND_MARK_END };

struct hand_word {
    enum hand_mark mark;
    bool hyphen;      /* joined to the word before it by a hyphen */
    struct text text; /* into the text given */
    size_t position;  /* 1-based */
};

struct hand_words {
    unsigned count; /* the last is HAND_MARK_END */
    struct hand_word words[HAND_WORDS_MAX];
};

/* Cuts the text into words and checks that each is one the language knows. */
MUST_USE enum status hand_words_read(struct text text, size_t origin, struct hand_words *words,
                                     struct fault *fault);

bool hand_word_is(const struct hand_word *word, const char *known);

/* "seven" or "7": 0 to 99; false if it is no number. */
bool hand_word_number(const struct hand_word *word, unsigned *number);
bool hand_word_ordinal(const struct hand_word *word, unsigned *number); /* "8th" */

/* "ace", "A", "7", "seven"; and "aces", "7s", "sevens", "jokers". */
bool hand_word_rank(const struct hand_word *word, enum rank *rank);
bool hand_word_ranks(const struct hand_word *word, enum rank *rank);

const char *hand_number_text(unsigned number); /* "seven" up to thirteen; number must be below 14 */
const char *hand_rank_text(enum rank rank);    /* "ace", "10", "2" */
const char *hand_ranks_text(enum rank rank);   /* "aces", "10s", "2s" */

/* The names of `enum hand_name`: the first of each is the normal one. */
struct hand_named {
    const char *text;
    enum hand_name name;
};
extern const struct hand_named hand_named[];
extern const unsigned hand_named_count;

#endif
