/*
 * The fees of a round: who pays for which offer, and what the round keeps of it. Nothing outside of the desk needs it.
 */
#ifndef HOUSE_TABLES_FEES_H
#define HOUSE_TABLES_FEES_H

#include "house/kernel/desk.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"

struct draft;

/* Who has put down what before the deal, as the command or its event says. */
struct staked {
    uint32_t dealt, lit, dealer_fees, played_behind;
    const struct fee_payers *payers;
    uint32_t payer_count;
    const struct backline_bet *backline;
    uint32_t backline_count;
};

/* Whose fees of an offer are taken in a round: seats, and how many positions pay. */
struct fees_due {
    uint32_t seats; /* who has paid */
    unsigned players, player_dealers;
};

/* As the event says. */
struct staked staked_by(const struct round_started *started);

/* The seats that are said to have paid the fee of the offer. */
uint32_t payers_of_offer(const struct staked *staked, struct text offer);
unsigned backline_payers(const struct staked *staked);
unsigned dealer_payers(const struct staked *staked); /* fees on the player-dealer's hand */

/* Whether so many are dealt in that the fee is due; whose fees are taken; whether the offer takes part in the rounds of the table now. */
bool fee_is_due(const struct table *table, const struct table_offer *at, const struct staked *staked);
struct fees_due fees_due_of(const struct table *table, const struct table_offer *at,
                            const struct staked *staked, struct text offer);
bool takes_part(const struct floor *floor, const struct table_offer *at);

/* Whether another jackpot takes its fee at the table; and whether the offer asks for that and there is none, so that nobody can win by it
 * and no fee is taken for it. */
bool has_other_fee(const struct floor *floor, const struct table *table, uint32_t offer);
bool lacks_collection(const struct floor *floor, const struct table *table, const struct table_offer *at);

/* The seats that may be dealt in. */
uint32_t seats_to_deal(const struct table *table);

/* Drafts the fees of all offers that take part in a round. Free players and tournaments pay none. */
void take_all_fees(const struct floor *floor, const struct table *table, const struct staked *staked,
                   bool tournament, struct draft *draft);

/* Tells by which offers the round is dealt, who has paid their fees, and what their meters show. The money of the event is known, and
 * not moved yet. Without a table of that name it tells nothing. */
MUST_USE enum status tell_offers(const struct floor *floor, struct round_started *started,
                                 struct arena *arena);
MUST_USE enum status tell_periods(const struct floor *floor, struct round_started *started,
                                  struct arena *arena);

/* The round keeps what the event tells of its fees. STATUS_INVALID: it tells of an offer that the table does not have. */
MUST_USE enum status keep_fees(struct floor *floor, struct table *table, const struct round_started *started);

#endif
