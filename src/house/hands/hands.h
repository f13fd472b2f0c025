/*
 * Hands: claimed, verified, waiting for a prize, settled.
 *
 * Ownership: all state is in the arena of the floor (house/kernel/floor.h).
 */
#ifndef HOUSE_HANDS_HANDS_H
#define HOUSE_HANDS_HANDS_H

#include "funds/award.h"
#include "funds/eligibility.h"
#include "funds/funds.h"
#include "funds/ledger.h"
#include "house/kernel/floor.h"
#include "house/tables/tables.h"
#include "rulebook/rulebook.h"

struct deciding;
struct offering;
struct round;
struct table_offer;
struct judging;

/* A bet behind a seat in the round of a hand. */
struct hand_bettor {
    uint32_t seat, patron;
    int64_t wager;
    bool fee, dealer_fee;
};

/* Who had paid the fee at another table when a hand was claimed. */
struct hand_payer {
    uint32_t table, seat, patron;
};

enum hand_state {
    HAND_CLAIMED,
    HAND_VERIFIED,
    HAND_REJECTED,
    HAND_POSTED, /* on the list of a board, or until a period ends */
    HAND_AWARDED,
    HAND_WITHDRAWN,
    HAND_BEATEN /* it was on the list until a higher one came, which may yet turn out to be void */
};
extern const char *const hand_state_words[]; /* "claimed" and so on, and NULL behind the last */

struct floor_hand {
    enum hand_state state;
    uint32_t before;        /* the hand that was claimed before it at the table; 0: none */
    struct instant at;      /* when it was claimed */
    struct instant decided; /* the moment by which its period is known: when it was dealt, or claimed */
    uint32_t table, round, seat, offer;
    uint32_t claimed_by; /* number of the person; NAMES_NONE: not known */
    uint32_t former;     /* the posting that it was dealt by, from 1; 0: the offer as posted now */
    uint32_t patron;     /* NAMES_NONE: not known */
    bool backline, on_player_dealer;
    bool shared;                                /* everybody's, as the lines of baccarat are */
    bool misdeal, wrong_deck, talk, tournament; /* in its round */
    bool fee;                                   /* paid on it */
    uint32_t winners;                           /* seats that beat it */
    uint32_t holders;                           /* of a shared hand; none: all who were dealt in */
    bool brings_envy;                           /* its holder wins nothing, but others do by it */
    bool no_part;                               /* its holder may not win, and its part stays where it is */
    int64_t wager, score;
    uint32_t multiple;
    uint8_t outcome;
    uint32_t points; /* that its player has by it in the period that runs */
    uint32_t
        award; /* the last that has settled it, from 1; 0: none. Once that was backed out, it is looked at anew */
    uint32_t dealt, paid; /* seats dealt in, and those who paid the fee of the offer, in its round */
    uint32_t bank;
    /* The round as it was dealt: later rounds, and people who leave, change nothing of it. */
    uint32_t seated, active, dealer_fees, played_behind;
    uint32_t patrons[FLOOR_SEATS_MAX + 1];
    uint32_t bettor_count;
    const struct hand_bettor *bettors;
    uint32_t payer_count; /* where a prize is shared by all tables */
    const struct hand_payer *payers;
    uint32_t duty_count; /* of all of these, as they were dealt in */
    const struct duty *duties;
    uint32_t
        reading_count; /* of the pools when it was decided, or its period ended, where it is paid by that */
    const struct meter_reading *readings;
    uint32_t awards_before; /* that moment */
    uint32_t chosen_count;  /* at a free table: the rows that its players named before the deal, by seat */
    const struct prize_choice *chosen;
    struct text claimed_row; /* of the button that was pressed; may be empty */
    unsigned row_count;      /* once verified; 0 where a board judges without a chart */
    const struct rulebook_row *rows[HAND_ROWS_MAX];
    struct text cards, board; /* as they were entered; empty where a row was named */
    struct text verified_by, authorised_by;
};

/* The row that the free player at the seat named before the deal; empty: none. */
struct text floor_hand_chosen(const struct floor_hand *hand, unsigned seat);

/* Whose hands an offer pays at a table: those of one seat; hands that nobody has alone, as the lines of baccarat; or what
 * the document gives to all who are still in, and then what a seat has beyond it. */
enum sharing { SHARED_NOT, SHARED_BY_GAME, SHARED_BY_RULE };
enum sharing floor_sharing(const struct floor *floor, const struct table *table, uint32_t offer);

/* Whether hands of the round that runs are of hours in which the offer is offered, as its document decides them; between rounds
 * those of one that would start now. */
bool floor_takes_hands(const struct floor *floor, const struct table *table, const struct table_offer *at);

/* The hands that were claimed in the round of the table, the newest first; NULL: no more. */
const struct floor_hand *newest_hand(const struct floor *floor, const struct table *table);
const struct floor_hand *hand_before(const struct floor *floor, const struct floor_hand *hand);

/* The hand of a number, in the state that is needed; NULL after a refusal. */
const struct floor_hand *find_hand(struct deciding *deciding, uint32_t number, enum hand_state state);

/* Whether the free player at the seat named the row before the deal. */
enum chosen_prize choice_at(const struct floor_hand *hand, unsigned seat, const struct rulebook_row *row);

/* A seat that was dealt in though nobody sits there, at a free table; and whether the free players win by its hand. */
bool is_vacant(const struct floor_hand *hand, unsigned seat);
bool is_of_free_players(const struct offer *offer, const struct floor_hand *hand);

/* The terms that the hand was dealt by. */
const struct terms *terms_of_hand(const struct floor *floor, const struct floor_hand *hand);

/* What the meters show now: for the hands of a round, by the place of the offer at its table; and for a hand that is claimed, by which
 * the moment is set that its period is known by. */
void keep_readings_of_round(const struct floor *floor, const struct terms *terms, struct round *round,
                            unsigned place);
MUST_USE enum status keep_readings(struct floor *floor, const struct table *table, struct floor_hand *hand);

/* Before it is `then`: what the meters show is kept for the hands of all periods that are over by then, and for rounds that were dealt
 * in them, of which hands may yet be claimed. */
MUST_USE enum status read_ended_periods(struct floor *floor, struct instant then);

/* What a pool was when the period of the hand ended, by what it showed. Periods that were over before, and are settled since, have had
 * theirs of it: it is as if they had been settled in time. What a later one has won is spent. */
struct pool_taken taken_at_end(const struct floor *floor, const struct floor_hand *hand, account_id pool,
                               int64_t shown);

/* Whether it is offered for hands of the round: when that was dealt, or now, as the document decides them. */
bool is_offered_for_round(const struct floor *floor, const struct offering *offering,
                          const struct table *table, const struct table_offer *at);

/* The hand of a number; NULL: there is none. */
const struct floor_hand *hand_numbered(const struct floor *floor, uint32_t number);

/* Whether the bringer of an event is the person whom the document names at the path, "round/verified by" or "round/authorised by". */
MUST_USE enum status judge_named(const struct judging *judging, const struct floor_hand *hand,
                                 const char *path);

#endif
