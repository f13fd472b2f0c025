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
#include "rulebook/rulebook.h"

struct deciding;
struct dealt_player;
struct judging;
struct meter_reading;
struct prize_choice;
struct round;
struct table_offer;

/* A bet behind a seat in the round of a hand. */
struct hand_bettor {
    uint32_t seat, patron;
    int64_t wager;
    bool fee, dealer_fee;
};

/* A player at another table who had paid the fee when a hand was claimed. */
struct hand_payer {
    uint32_t table, seat, patron;
};

enum hand_state {
    HAND_CLAIMED,
    HAND_VERIFIED,
    HAND_REJECTED,
    HAND_ON_BOARD, /* on the list of a board, or until a period ends */
    HAND_AWARDED,
    HAND_WITHDRAWN,
    HAND_BEATEN /* a higher hand took its place on the list; that hand may still turn out to be void */
};
extern const char *const hand_state_words[]; /* "claimed" and so on, and NULL behind the last */

struct floor_hand {
    uint32_t number; /* from 1 */
    enum hand_state state;
    uint32_t patron;         /* NAMES_NONE: not known */
    uint32_t before;         /* the hand that was claimed before it at the table; 0: none */
    struct instant at;       /* when it was claimed */
    struct instant dealt_at; /* when its round was dealt */
    struct instant decided;  /* the moment that decides its period: of the deal, or of the claim */
    uint32_t table, round, seat, offer;
    uint32_t claimed_by; /* number of the person; NAMES_NONE: not known */
    uint32_t former;     /* the posting that applied at the deal, from 1; 0: the offer as posted now */
    bool backline, on_player_dealer;
    bool by_row; /* verified without the cards that its game has: with a reason, by two persons */
    bool shared; /* all players have it, as with the lines of baccarat */
    bool misdeal, wrong_deck, talk, tournament; /* in its round */
    bool fee;                                   /* paid on it */
    bool settled;                               /* it was, when the gaming day began (prizes/leaving.c) */
    bool round_is_open;                         /* both used while what is settled leaves */
    bool leaves;
    uint32_t winners;      /* seats that beat it */
    uint32_t holders;      /* seats that share a shared hand; none: all who were dealt in */
    bool brings_envy;      /* its holder wins nothing, but others win envy by it */
    bool no_part;          /* its holder may not win, and its share is not paid */
    bool faulty_equipment; /* in its round */
    uint8_t outcome;
    int64_t wager, score;
    uint32_t multiple;
    uint32_t points;      /* that it earned in the running period */
    uint32_t award;       /* the last that settled it, from 1; 0: none. It may be reversed */
    uint32_t dealt, paid; /* seats dealt in, and those who paid the fee of the offer, in its round */
    uint32_t bank;
    /* The round as it was dealt. Later rounds, and players who leave, do not change this. */
    uint32_t seated, active, dealer_fees, played_behind;
    uint32_t patrons[FLOOR_SEATS_MAX + 1];
    uint32_t bettor_count;
    const struct hand_bettor *bettors;
    uint32_t payer_count; /* used where all tables share a prize */
    const struct hand_payer *payers;
    uint32_t player_count; /* all of these whom the club knows, as they were at the deal */
    const struct dealt_player *players;
    uint32_t reading_count; /* pools whose amount at `decided`, or at the end of the period, pays the hand */
    const struct meter_reading *readings;
    uint32_t awards_before; /* how many awards there were at that moment */
    struct instant ends;    /* of its period, when the meters are read for it; none: they are not */
    uint32_t chosen_count;  /* at a free table: the rows that its players named before the deal, by seat */
    const struct prize_choice *chosen;
    struct text claimed_row; /* the row of the button that the dealer pressed; may be empty */
    unsigned row_count;      /* set when verified; 0 where a board has no chart */
    const struct rulebook_row *rows[HAND_ROWS_MAX];
    struct text cards, board, banker, winner; /* as entered; empty if a row was named instead */
    struct text verified_by, authorised_by;
};

/* The hand with this number; NULL: it is not in the state. A hand stays where it is until the next one comes. */
const struct floor_hand *floor_hand(const struct floor *floor, uint64_t number);
struct floor_hand *hand_numbered(struct floor *floor, uint64_t number); /* to change it */

/* Whether the game has cards to enter for the hand. */
bool hand_has_cards(const struct floor *floor, const struct floor_hand *hand);

bool hand_waits(const struct floor_hand *hand);  /* neither rejected, withdrawn nor awarded */
bool hand_stands(const struct floor_hand *hand); /* neither rejected nor withdrawn */

/* Whether the award that settled the hand was backed out, so that the hand is judged again; and whether the hand waits, or may
 * wait again because its award can be backed out. */
bool hand_is_put_right(const struct floor *floor, const struct floor_hand *hand);
bool hand_may_wait(const struct floor *floor, const struct floor_hand *hand);

/* The row that the free player at the seat named before the deal; empty: none. */
struct text floor_hand_chosen(const struct floor_hand *hand, unsigned seat);

/* Which hands an offer pays at a table. SHARED_NOT: the hand of one seat. SHARED_BY_GAME: hands that all players have, as the lines
 * of baccarat. SHARED_BY_RULE: first what the document pays to all players still in, then what a seat has beyond it. */
enum sharing { SHARED_NOT, SHARED_BY_GAME, SHARED_BY_RULE };
enum sharing floor_sharing_of(const struct offer *offer, const struct game_name *game);
enum sharing floor_sharing(const struct floor *floor, const struct table *table, uint32_t offer);

/* Whether the offer pays hands of the running round, by its hours and the moment that its document uses. Between rounds, whether it
 * would pay hands of a round that started now. */
bool floor_takes_hands(const struct floor *floor, const struct table *table, const struct table_offer *at);

/* The hands that were claimed in the round of the table, the newest first; NULL: no more. */
const struct floor_hand *newest_hand(const struct floor *floor, const struct table *table);
const struct floor_hand *hand_before(const struct floor *floor, const struct floor_hand *hand);

/* The hand with this number; NULL after a refusal, also if it is not in this state. */
const struct floor_hand *find_hand(struct deciding *deciding, uint32_t number, enum hand_state state);

/* Whether the free player at the seat named the row before the deal. */
enum chosen_prize choice_at(const struct floor_hand *hand, unsigned seat, const struct rulebook_row *row);

/* Whether an empty seat of a free table was dealt in; and whether the free players win by its hand. */
bool is_vacant(const struct floor_hand *hand, unsigned seat);
bool is_of_free_players(const struct offer *offer, const struct floor_hand *hand);

/* The terms that applied when the hand was dealt. */
const struct terms *terms_of_hand(const struct floor *floor, const struct floor_hand *hand);

/* The meters may have to be read at the end of that period, as an event tells; none: no moment. */
void await_reading(struct floor *floor, struct instant ends);
void await_all_readings(struct floor *floor); /* of a floor that was restored */

/* Call this before the clock moves to `then`. It keeps what the meters show for the hands of all periods that end by then, and for
 * rounds of these periods, because their hands may still be claimed. The events of the hands and rounds tell when these periods end. */
MUST_USE enum status read_ended_periods(struct floor *floor, struct instant then);

/* The amount of a pool when the period of the hand ended, computed from what the meter showed. It is reduced by the prizes of
 * earlier periods that were settled later, as if they had been settled in time. It is `spent` if a later period has won it. */
struct pool_taken taken_at_end(const struct floor *floor, const struct floor_hand *hand, account_id pool,
                               int64_t shown);

/* Whether it is offered for hands of the round: at the deal or now, whichever moment the document uses. */
bool is_offered_for_round(const struct floor *floor, const struct offering *offering,
                          const struct table *table, const struct table_offer *at);

/* Checks that the person who brought the event has the role that the document names at the path, "round/verified by" or
 * "round/authorised by". */
MUST_USE enum status judge_named(const struct judging *judging, const struct floor_hand *hand,
                                 const char *path);

#endif
