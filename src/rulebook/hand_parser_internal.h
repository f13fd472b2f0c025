/*
 * Inside the compiler of hands: the parser's place in the words, and the step from a hand's name to its atom.
 */
#ifndef RULEBOOK_HAND_PARSER_INTERNAL_H
#define RULEBOOK_HAND_PARSER_INTERNAL_H

#include "rulebook/hand_language_internal.h"

struct parser {
    const struct hand_words *words;
    unsigned at; /* the next word */
    struct hand_rule rule;
    unsigned way, phrase;
    enum hand_side side;  /* HAND_SIDE_WINNER behind "beaten by" */
    unsigned hands_first; /* the atoms of the last phrase of this way that names hands */
    unsigned hands_end;
    struct fault *fault;
};

/* The word `ahead` words after the next one; behind the last word, the end. */
const struct hand_word *parser_word(const struct parser *parser, unsigned ahead);

/* Whether the next words are those of `phrase`; parser_take() also goes past them. */
bool parser_next_is(const struct parser *parser, const char *phrase);
bool parser_take(struct parser *parser, const char *phrase);

/* Goes past the first of `phrases` that is next; `index` says which. */
bool parser_take_any(struct parser *parser, const char *const *phrases, unsigned count, unsigned *index);
bool parser_take_mark(struct parser *parser, enum hand_mark mark);
bool parser_take_number(struct parser *parser, unsigned *number);

/* STATUS_INVALID with "WHAT expected, found ...". */
enum status parser_expected(const struct parser *parser, const char *what);

/* STATUS_INVALID for the word at `index`, which is known and yet wrong here; `words` says why. */
enum status parser_refused(const struct parser *parser, unsigned index, const char *words);

/* Whether the next words are a hand told by its ranks: "A-2-3", "ace high", "ace through five". */
bool parser_ranks_follow(const struct parser *parser);

/* Goes past what the cards have in common: "of the same suit", "all spades". */
bool parser_take_alike(struct parser *parser, struct hand_atom *atom);

/* The hand itself, without what stands around it ("both hole cards", "or better"). */
MUST_USE enum status parser_hand(struct parser *parser, struct hand_atom *atom);

#endif
