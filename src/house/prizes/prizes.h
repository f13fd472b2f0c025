/*
 * Awards and prizes: what was won, and the state of each prize.
 *
 * Ownership: all state is in the arena of the floor (house/kernel/floor.h).
 */
#ifndef HOUSE_PRIZES_PRIZES_H
#define HOUSE_PRIZES_PRIZES_H

#include "funds/claim.h"
#include "funds/eligibility.h"
#include "funds/ledger.h"
#include "house/kernel/floor.h"
#include "house/people/dealt.h"
#include "rulebook/law.h"

struct award_reversed;
struct deciding;
struct pool_share;

struct floor_award {
    uint32_t number; /* from 1 */
    uint32_t offer;
    uint32_t hand;                     /* the first hand that it settles, from 1; 0: none */
    uint32_t first_prize, prize_count; /* its prizes have numbers that follow each other */
    uint32_t movement_count, advance_count, repaying_count, pool_share_count;
    bool reversed;
    bool drawn;   /* a prize of a table in a round, and of no hand */
    bool settled; /* all of it was, when the gaming day began (leaving.c) */
    bool leaves;  /* used while what is settled leaves */
    struct instant at;
    struct text verified_by, authorised_by, clause;
    const struct movement *movements; /* kept so that the award can be reversed */
    const struct advance_row *advances;
    const struct repaying_row *repaying;  /* as in the event */
    const struct pool_share *pool_shares; /* kept so that one of several prizes can be reversed */
    int64_t lent_back; /* the part of the advances that went back with prizes, to the house or to the fund */
};

enum tray_state { TRAY_NOT_USED, TRAY_OWED, TRAY_REIMBURSED };
extern const char *const identification_words[]; /* of enum law_identification, and NULL behind the last */
extern const char *const tray_state_words[];     /* "", "owed", "reimbursed", and NULL behind the last */

/* The amount that a voucher has paid for one kind of cost. */
struct voucher_use {
    struct text cost;
    int64_t count, cents; /* for how many, and how much in all */
};

struct floor_prize {
    uint32_t number; /* from 1 */
    uint32_t award, offer, table, seat;
    uint32_t patron;
    struct claim claim;
    bool reversed;             /* with its award, or alone */
    uint8_t shown;             /* enum law_identification: the ID that the winner has shown */
    struct date born;          /* by that ID; no year: it was not entered */
    uint8_t tray;              /* enum tray_state: whether the tray of the table paid it and was repaid */
    struct dealt_player dealt; /* the winner at the deal; dealt_nobody: not known, or of no deal */
    struct instant dealt_at;   /* none: it was won by no deal */
    const struct dealt_player *present; /* while nobody knows the winner: who was at the table at that deal */
    uint32_t present_count;
    uint32_t things;
    int64_t fee; /* that the winner paid; 0: it is a prize without a wager */
    struct text share, clause, thing;
    int64_t worth; /* of the things; for a voucher, the most it pays */
    struct voucher_use *uses;
    unsigned use_count, use_room;
};

/* The award and the prize with this number; NULL: it is not in the state. Each stays where it is until the next one comes. */
const struct floor_award *floor_award(const struct floor *floor, uint64_t number);
const struct floor_prize *floor_prize(const struct floor *floor, uint64_t number);
struct floor_award *award_numbered(struct floor *floor, uint64_t number); /* to change it */
struct floor_prize *prize_numbered(struct floor *floor, uint64_t number); /* to change it */

/* A prize of the award, by its place among them, from 0. */
const struct floor_prize *prize_of_award(const struct floor *floor, const struct floor_award *award,
                                         uint32_t place);

bool floor_prize_is_open(const struct floor_prize *prize); /* neither paid, lapsed, forfeited nor reversed */

const char *floor_prize_state_name(const struct floor_prize *prize); /* that of its claim, or "reversed" */

/* The text of a key of `paying`, for this game if the document says it by game. */
struct text paying_text(const struct offer *offer, const struct game_name *game, const char *key);

/* Whether these rows win money or a part of a pool. Without rows, whether the one prize of the activity does. */
bool pays_money(const struct offer *offer, const struct rulebook_row *const *rows, unsigned count);

/* Whether the prize of the row is divided, and a clause keeps the share of a person who may not win in the fund. */
bool has_parts_of_others(const struct offering *offering, const struct rulebook_row *row, uint8_t outcome);

/* Whether the hand that beat it gets a share of the prize. */
bool has_part_of_winner(const struct offering *offering, const struct rulebook_row *row, uint8_t outcome);

/* Whether the players with a fee on the player-dealer's hand win by it, instead of the player-dealer. */
bool is_of_fee_payers(const struct floor *floor, const struct floor_hand *hand);

/* A prize of the award that is paid, lapsed or forfeited, from 1; 0: there is none. With one, the award cannot be reversed whole. */
uint32_t settled_prize_of(const struct floor *floor, const struct floor_award *award);

/* Keep copies of the money that an award moved, without the clauses, and of what its prizes won from pools. They are needed to back
 * the award out. */
MUST_USE enum status keep_money(struct floor *floor, const struct money_rows *money,
                                struct floor_award *award);
MUST_USE enum status keep_pool_shares(struct floor *floor, const struct pool_share *shares, uint32_t count,
                                      struct floor_award *award);

/* Whether each prize of the award can be reversed alone: no prize has more from pools than its amount, and the prizes together
 * have all that the pools gave. The award must be kept already. An award with one prize needs no such shares. */
bool pool_shares_are_good(const struct floor *floor, const struct floor_award *award);

/* Whether the event reverses the last prizes of the award. The award must exist. */
bool is_reversed_by(const struct floor *floor, const struct award_reversed *reversed);

/* The amount that the house has advanced for the award. */
int64_t advances_of_award(const struct floor_award *award);

/* A gaming day begins: what was settled before the one that ended leaves the state. */
void leave_settled(struct floor *floor, struct instant now);

/* Checks I6 of all awards, for a floor that was restored and not built from events. */
bool audit_awards(const struct floor *floor, struct text_out *why);

#endif
