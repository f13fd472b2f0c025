/*
 * How two hands of the hand language relate in a game: is every showing that fits the one paid by the other already?
 *
 * The answer is by witnesses: some hundred showings of the game, always the same, which have the structures that charts
 * name (every class at many ranks, hole cards that play and do not, settings, suits and colours, hands beaten and
 * not). A hand's signature says which witnesses fit it; two signatures are compared bit by bit.
 *
 *      witnesses       0 1 2 3 4 5 ...
 *      straight flush  1 1 1 0 0 0          royal flush is INSIDE straight flush or better
 *      royal flush     1 0 0 0 0 0
 *
 * Invariants
 *  R1  HAND_OVERLAP, and that two hands are not DISJOINT, are proven: the witnesses are there. DISJOINT, SAME, INSIDE and
 *      CONTAINS hold for all witnesses, and so does HAND_IMPOSSIBLE.
 *  R2  Two hands that differ only in one class of five cards, its ranks or its bound ("full house, aces over jacks or
 *      better" and "four of a kind", both with both hole cards) are compared by the order of all such hands
 *      instead, which is exact.
 *  R3  The same questions always get the same answers: no chance, no clock.
 *
 * Ownership: witnesses and signatures are in the arena that hand_relations_init() was given. They are made when first
 * asked for. One thread at a time.
 */
#ifndef RULEBOOK_HAND_RELATION_H
#define RULEBOOK_HAND_RELATION_H

#include "base/arena.h"
#include "rulebook/hand_judge.h"

#include <stdint.h>

enum {
    HAND_WITNESSES_MAX = 576,
    HAND_SIGNATURE_WORDS = HAND_WITNESSES_MAX / 64,
    HAND_ORDER_WORDS = 4, /* R2: the 243 hands of five cards that words can tell apart */
    HAND_RELATION_GAMES_MAX = 48
};

enum hand_relation {
    HAND_DISJOINT,
    HAND_SAME,
    HAND_INSIDE,   /* every showing of the first fits the second, and some fit the second only */
    HAND_CONTAINS, /* the other way round */
    HAND_OVERLAP   /* some showings fit both, some only the first, some only the second */
};

enum hand_making {
    HAND_POSSIBLE,
    HAND_IMPOSSIBLE, /* the game has all that is asked, but never together */
    HAND_FOREIGN     /* the game does not have what is asked; `fault` says what */
};

struct hand_signature {
    const struct hand_game *game;
    struct hand_rule rule;
    enum hand_making making;
    struct fault fault;                  /* HAND_FOREIGN: of the judge, at the word of the rule asked first */
    uint64_t fits[HAND_SIGNATURE_WORDS]; /* bit per witness; none unless HAND_POSSIBLE */
    uint64_t of_order[HAND_ORDER_WORDS]; /* bit per hand of the order (R2), if `one_class` */
    bool one_class;                      /* one way, and one phrase of it asks a class of five cards */
    uint8_t class_atom;                  /* which one */
    const struct hand_signature *earlier; /* of the same game, in the list of those made */
};

struct hand_witnesses {
    struct showing *showings; /* NULL until they are asked for */
    unsigned count;
};

/* Private. */
struct hand_relations {
    struct arena *arena;
    struct hand_witnesses witnesses[HAND_RELATION_GAMES_MAX];         /* by the place in hand_games */
    const struct hand_signature *signatures[HAND_RELATION_GAMES_MAX]; /* the latest one */
};

void hand_relations_init(struct hand_relations *relations, struct arena *arena);

/* The signature of a rule in a game of hand_games. Equal rules share one. NULL, with arena->refusal, if there is no
 * memory. */
MUST_USE const struct hand_signature *hand_signature_of(struct hand_relations *relations,
                                                        const struct hand_rule *rule,
                                                        const struct hand_game *game);

/* Both of one game. A hand that is not possible is disjoint from every other. */
enum hand_relation hand_relation_of(const struct hand_signature *one, const struct hand_signature *other);

/* Of two hands of one game: do they differ in nothing but a class of five cards, its ranks and its bound (R2)? */
bool hand_signatures_differ_in_class(const struct hand_signature *one, const struct hand_signature *other);

/* Bit `1 << class` for each enum five_class of which some hand fits; `one_class` must be set. */
unsigned hand_signature_classes(const struct hand_signature *signature);

/* The witnesses of a game; NULL if there is no memory. */
MUST_USE const struct hand_witnesses *hand_witnesses_of(struct hand_relations *relations,
                                                        const struct hand_game *game);

#endif
