/*
 * The hand language: a qualifying hand in the words of the charts, compiled to a predicate.
 *
 *      full house, aces over jacks or better, both hole cards
 *      pair of jacks or better in front, three 10s or better in back
 *      player and banker tie at 7 of one suit, four cards
 *
 * The grammar and the meaning of every word are in docs/formats/hands.md. A rule is the compiled text: ways to
 * qualify, each a list of phrases that must all hold, each phrase a list of atoms of which one must hold.
 *
 *      hand   = way ; way ...            one way must hold
 *      way    = phrase , phrase ...      every phrase must hold
 *      phrase = atom or atom ...         one atom must hold
 *
 * Invariants
 *  L1  A rule is plain data without pointers: it can be copied, compared and kept. It has 1 to HAND_ATOMS_MAX atoms;
 *      ways and phrases are numbered from 0 without gaps, in order.
 *  L2  hand_rule_write() gives the normal text of a rule, and compiling that gives an equal rule.
 *  L3  A rule knows no game. Whether its words mean anything in a game is found when it is judged there.
 *
 * Nothing here allocates or keeps state; everything may be called from any thread.
 */
#ifndef RULEBOOK_HAND_LANGUAGE_H
#define RULEBOOK_HAND_LANGUAGE_H

#include "base/status.h"
#include "base/text.h"
#include "cards/card.h"

#include <stdbool.h>
#include <stdint.h>

enum { HAND_ATOMS_MAX = 24, HAND_RULE_TEXT_SIZE = 4096, HAND_ANY_NUMBER = 255 };

enum hand_shape {
    HAND_SHAPE_CLASS,    /* pair, flush, full house ...: enum hand_class */
    HAND_SHAPE_RANKS,    /* A-2-3-4-5 */
    HAND_SHAPE_FACES,    /* `count` jacks, queens and kings */
    HAND_SHAPE_ALIKE,    /* `count` cards of one suit or colour */
    HAND_SHAPE_FROM,     /* `count` cards of `ranks` */
    HAND_SHAPE_TOTAL,    /* counts `number` */
    HAND_SHAPE_NATURAL,  /* two cards that win at once; `number` 8 or 9, or any */
    HAND_SHAPE_TIE,      /* player and banker tie, at `number` or at any total */
    HAND_SHAPE_NAMED,    /* enum hand_name */
    HAND_SHAPE_TILES,    /* two tiles: enum tile_class, with `number` points */
    HAND_SHAPE_PLACE,    /* place `number` in the list of tile hands, or better */
    HAND_SHAPE_HOME_RUN, /* thirteen cards: all three parts won; `number` points or more */
    HAND_SHAPE_HOLES,    /* how hole cards must play: enum hand_holes */
    HAND_SHAPE_JOKER,    /* a joker is there; negated: there is none */
    HAND_SHAPE_COUNT_OF, /* the hand, or the round, has `count` cards */
    HAND_SHAPE_DEALT,    /* judged as dealt, however it was set */
    HAND_SHAPE_BEATEN,   /* lost to a better hand */
    HAND_SHAPE_WINS,     /* beat the other hand */
};

enum hand_class {
    HAND_CLASS_HIGH_CARD, /* `ranks` is the highest card */
    HAND_CLASS_KIND,      /* `count` cards of one rank, of `ranks` */
    HAND_CLASS_TWO_PAIR,
    HAND_CLASS_THREE_PAIR,
    HAND_CLASS_STRAIGHT, /* `ranks` is the top card; so below */
    HAND_CLASS_FLUSH,
    HAND_CLASS_FULL_HOUSE, /* three of `ranks`, two of `under` */
    HAND_CLASS_STRAIGHT_FLUSH,
    HAND_CLASS_ROYAL_FLUSH,
};

enum hand_name {
    HAND_NAME_DRAGON_7,
    HAND_NAME_PANDA_8,
    HAND_NAME_FORTUNE_7,
    HAND_NAME_DRAGON_9,
    HAND_NAME_DOUBLE_FORTUNE_7_EXACT,
    HAND_NAME_DOUBLE_FORTUNE_7_RANKS,
    HAND_NAME_DOUBLE_FORTUNE_7,
    HAND_NAME_NATURAL_TIE,
    HAND_NAME_THREE_CARD_9_OVER_0,
    HAND_NAME_PAIR_ON_BOTH_LINES,
    HAND_NAME_ROYAL_MATCH,
    HAND_NAME_WAR,
    HAND_NAME_SUITED_WAR,
    HAND_NAME_DOUBLE_WAR,
    HAND_NAME_PAIR_PAIR,
    HAND_NAME_GONG_PAIR,
    HAND_NAME_GONG_GONG,
    HAND_NAME_NINE_GONG,
    HAND_NAME_GEE_JOON,
    HAND_NAME_DRAGON,
    HAND_NAME_TWO_STRAIGHT_FLUSHES,
    HAND_NAME_CLEAN_SWEEP,
    HAND_NAME_COUNT
};

enum hand_holes {
    HAND_HOLES_BOTH,      /* two hole cards and three others are the hand */
    HAND_HOLES_BOTH_BEST, /* the best hand of all holds two hole cards */
    HAND_HOLES_ONE,       /* at least one hole card */
    HAND_HOLES_PAIR,      /* two hole cards that are a pair, and three others */
    HAND_HOLES_ANY,       /* any five cards, whatever the game asks */
};

enum hand_side { HAND_SIDE_OWN, HAND_SIDE_PLAYER, HAND_SIDE_BANKER, HAND_SIDE_WINNER };

enum hand_place {
    HAND_PLACE_WHOLE, /* what the game plays */
    HAND_PLACE_FRONT,
    HAND_PLACE_MIDDLE,
    HAND_PLACE_BACK,
    HAND_PLACE_FLOP,       /* hole cards and flop */
    HAND_PLACE_FLOP_ALONE, /* the three cards of the flop */
    HAND_PLACE_BOARD,      /* the board alone */
    HAND_PLACE_HOLE,       /* the hole cards alone */
    HAND_PLACE_FIRST,      /* the first `first` cards */
    HAND_PLACE_UP_CARD,    /* the first two cards and the dealer's up card */
    HAND_PLACE_TOGETHER,   /* one's own cards and the dealer's */
};

enum hand_bound { HAND_BOUND_EXACT, HAND_BOUND_BETTER, HAND_BOUND_LOWER };

enum hand_alike {
    HAND_ALIKE_ANY,
    HAND_ALIKE_SUIT,
    HAND_ALIKE_COLOUR,
    HAND_ALIKE_MIXED,
    HAND_ALIKE_SUIT_NAMED
};

struct hand_atom {
    uint8_t way, phrase; /* phrases are numbered through all ways */
    uint8_t shape, kind; /* kind: enum hand_class, hand_name, hand_holes or tile_class, by the shape */
    uint8_t side, place, first;
    uint8_t bound, alike, suit;
    uint8_t count, number;
    uint8_t size;      /* "five-card straight": judged in the order of so many cards; 0: in the game's */
    bool negated;      /* "not a royal flush" */
    bool natural;      /* the joker does not help */
    bool both_hands;   /* of the hole cards: in the winner's hand too */
    uint16_t position; /* in the text, for faults; no part of the meaning */
    uint16_t ranks;    /* bit per rank, bit 13 the joker; 0: any */
    uint16_t under;    /* the pair of a full house */
    uint64_t list;     /* HAND_SHAPE_RANKS: four bits a rank, how often */
};

struct hand_rule {
    uint8_t count;
    struct hand_atom atoms[HAND_ATOMS_MAX];
};

/* `origin` is added to positions: the offset of `text` in what the user typed. On failure `rule` is unchanged and
 * the fault stands at the word that is wrong, with the nearest known one if there is one. */
MUST_USE enum status hand_rule_compile(struct text text, size_t origin, struct hand_rule *rule,
                                       struct fault *fault);

/* The normal text (L2). HAND_RULE_TEXT_SIZE bytes are enough for any rule. */
void hand_rule_write(struct text_out *out, const struct hand_rule *rule);
void hand_atom_write(struct text_out *out, const struct hand_atom *atom);

/* Equal in meaning, atom by atom; positions do not count. */
bool hand_rule_equal(const struct hand_rule *left, const struct hand_rule *right);

const char *hand_name_text(enum hand_name name);

#endif
