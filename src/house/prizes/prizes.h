/*
 * Awards and prizes: what was won, and what has become of it.
 *
 * Ownership: all state is in the arena of the floor (house/kernel/floor.h).
 */
#ifndef HOUSE_PRIZES_PRIZES_H
#define HOUSE_PRIZES_PRIZES_H

#include "funds/claim.h"
#include "funds/eligibility.h"
#include "funds/ledger.h"
#include "house/kernel/floor.h"
#include "house/prizes/prizes_shapes.h"
#include "rulebook/law.h"

struct deciding;

struct floor_award {
    uint32_t offer;
    uint32_t hand; /* the first that it settles, from 1; 0: no hand of a round */
    uint32_t first_prize, prize_count;
    uint32_t posting_count, advance_count, repaying_count, pool_share_count;
    bool reversed;
    struct instant at;
    struct text verified_by, authorised_by, clause;
    const struct posting *postings; /* so that it can be backed out */
    const struct advance_row *advances;
    const struct repaying_row *repaying;  /* as in the event */
    const struct pool_share *pool_shares; /* so that one prize can be, where there are several */
    int64_t lent_back; /* of the advances, what went back with prizes, to the house or to the fund */
};

enum tray_state { TRAY_NOT_USED, TRAY_OWED, TRAY_REIMBURSED };
extern const char *const identification_words[]; /* of enum law_identification, and NULL behind the last */
extern const char *const tray_state_words[];     /* "", "owed", "reimbursed", and NULL behind the last */

/* What a voucher has paid for costs of one kind. */
struct voucher_use {
    struct text cost;
    int64_t count, cents; /* for how many, and how much in all */
};

struct floor_prize {
    struct claim claim;
    bool reversed; /* with its award, or alone */
    uint8_t shown; /* enum law_identification: of the winner, because the document or a law asks for it */
    uint8_t tray;  /* enum tray_state: whether it was paid from the tray of the table, and that has it back */
    uint8_t employee; /* enum employee_state: what the winner was when he was dealt in, if he worked here */
    uint32_t award, offer, table, seat;
    uint32_t patron;
    int64_t fee; /* that the winner paid for it; 0: it is a prize without a wager */
    struct text share, clause, thing;
    uint32_t things;
    int64_t worth; /* of the things; of a voucher what it pays at most */
    struct voucher_use *uses;
    unsigned use_count, use_room;
};

bool floor_prize_is_open(const struct floor_prize *prize); /* neither paid, lapsed, forfeited nor reversed */

const char *floor_prize_state_name(const struct floor_prize *prize); /* that of its claim, or "reversed" */

/* What `paying` says, for the game of a table where it differs. */
struct text paying_text(const struct offer *offer, const struct game_name *game, const char *key);

/* Whether a hand of these rows wins money, or a part of a pool; of no row it is the one prize of the activity. */
bool pays_money(const struct offer *offer, const struct rulebook_row *const *rows, unsigned count);

/* Whether the prize of the row is divided, and what a person who may not win would have stays in the fund, by a clause. */
bool has_parts_of_others(const struct offering *offering, const struct rulebook_row *row, uint8_t outcome);

/* Whether the hand that beat it has a part of the prize. */
bool has_part_of_winner(const struct offering *offering, const struct rulebook_row *row, uint8_t outcome);

/* Whether those with a fee on the player-dealer's hand win by it, and not who banks. */
bool is_of_fee_payers(const struct floor *floor, const struct floor_hand *hand);

/* The prize of an award that was paid, has lapsed or was forfeited, so that the award stands for good, from 1; 0: there is none. */
uint32_t settled_prize_of(const struct floor *floor, const struct floor_award *award);

/* Copies of what an award moved, without the clauses, and of what its prizes won of pools, so that it can be backed out. */
MUST_USE enum status keep_money(struct floor *floor, const struct money_rows *money,
                                struct floor_award *award);
MUST_USE enum status keep_pool_shares(struct floor *floor, const struct pool_share *shares, uint32_t count,
                                      struct floor_award *award);

/* Whether each prize of the award, which is kept, can be backed out by itself: it has no more of pools than it is, and all that
 * pools gave is of prizes. Of an award with one prize nothing is said. */
bool pool_shares_are_good(const struct floor *floor, const struct floor_award *award);

/* Whether nothing of an award, which is there, stands after the event. */
bool is_backed_out_by(const struct floor *floor, const struct award_reversed *reversed);

/* What the house has advanced for the award. */
int64_t advances_of_award(const struct floor_award *award);

/* I6 of all awards, for those that no event brought. */
bool audit_awards(const struct floor *floor, struct text_out *why);

#endif
