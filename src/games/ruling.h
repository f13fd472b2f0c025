/*
 * A ruling: the answer of the rules to the question whether an act is allowed.
 *
 * "The rules say no" is not a failure. A refusal names the clause that refuses and says in words what the dealer
 * can do next; it changes nothing. A clause is written as it is cited everywhere: the document, a hash and the
 * number, massachusetts/crazy-4-poker#80; where the document is silent and a reading of it decides, the name of
 * the reading stands for the number, massachusetts/crazy-4-poker#MR22.
 *
 * Every action of a game is a pair: game_may_act() answers and changes nothing, game_act() asks the same question
 * and acts if the answer is yes. Both return the ruling.
 */
#ifndef GAMES_RULING_H
#define GAMES_RULING_H

#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>

enum { RULING_WORDS_SIZE = 224 };

struct ruling {
    bool allowed;
    const char *clause; /* a constant text; "" if allowed */
    char words[RULING_WORDS_SIZE];
};

struct ruling ruling_yes(void);

/* `clause` must outlive the ruling: clauses are constants of the code or belong to a rulebook. */
struct ruling ruling_no(const char *clause, const char *format, ...) PRINTF_LIKE(2, 3);

/* The part of a clause behind the hash: "80" or "MR22"; the whole if there is no hash. */
struct text clause_number(const char *clause);

/* "seat 2 is asked first (massachusetts/crazy-4-poker#142)". */
void ruling_write(struct text_out *out, const struct ruling *ruling);

#endif
