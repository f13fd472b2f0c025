/*
 * Inside the awards of the floor: from hands that were verified to prizes and money.
 *
 *      hands ──┬── hits: each row once, with all who win by it ──────────────┐
 *              └── groups: one prize, divided among hands, table, room ──────┴──> prizes and movements ──> one event
 *
 *      floor_winners.c     who wins by a hand, and who may
 *      floor_hits.c        prizes that are won whole
 *      floor_shares.c      prizes that are divided
 *      floor_awards.c      the hands of a round; prizes without a hand
 *      floor_periods.c     the hands of a period
 *      floor_points.c      the points of a period, and its places
 *      floor_awarded.c     what an award changes
 */
#ifndef HOUSE_PRIZES_AWARDING_H
#define HOUSE_PRIZES_AWARDING_H

#include "funds/award.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/hands/hands.h"
#include "house/kernel/floor.h"
#include "house/prizes/prizes_shapes.h"

enum { WINNERS_MAX = FUNDS_WINNERS_MAX, PRIZES_MAX = 2048, PERCENT_WHOLE = 10000 };

/* Somebody who wins: for which hit or share. */
struct winner {
    uint32_t patron, table, seat;
    unsigned part;           /* of the hits or shares */
    uint32_t round, of_seat; /* whose hand it is, with which others may win; seat 0: everybody's */
    unsigned hand;           /* its number among those of the hit, where payers of one hand share its part */
    int64_t wager;           /* where bettors share by wagers */
    const struct floor_hand
        *paid_for; /* the hand on which the winner paid the fee; NULL: he paid none for it */
    bool dealer;   /* with a fee on the player-dealer's hand */
    bool envy;
    bool ineligible; /* what falls to this person stays where it is, or goes to others */
    bool vacant;     /* nobody sits there, and the part stays where it is */
};

/* An award under decision. */
struct awarding {
    struct deciding *deciding;
    const struct offering *offering;
    uint32_t offer;
    const struct table *table;                       /* NULL: of a period */
    const struct floor_hand *hands[FLOOR_BOARD_MAX]; /* that win, of one round or one period */
    unsigned hand_count;
    const struct pool_taken *
        taken; /* what each pool was when the hands were decided or their period ended; NULL: it is as it stands */
    unsigned winner_count; /* of the hits, or of the shares of one prize */
    struct winner winners[WINNERS_MAX];
    bool crowded;            /* there was no room for a winner: it cannot be settled */
    unsigned hand_won_count; /* of all hits, where payers of one hand share its part */
    struct hand_payers hands_won[WINNERS_MAX];
    const struct pool_terms *pool; /* the first that is won */
    uint32_t prize_count;
    struct prize_row prizes[PRIZES_MAX];
    uint32_t pool_share_count;
    struct pool_share pool_shares[PRIZES_MAX];
};

/* Where a pool that another table has won is worth what it holds, hands that win from one pool are settled in the order in which they
 * were dealt. False after a refusal. */
bool check_turn(const struct awarding *awarding);

/* ------------------------------------------------------------------------------------------ what is said */

bool offer_says(const struct offer *offer, const char *path, const char *words);

/* The shares by which the prize of the row is divided when the hand ended so; false if it is not. */
bool offering_shares(const struct offering *offering, const struct rulebook_row *row, uint8_t outcome,
                     struct award_shares *shares);

/* A share of those who hold or beat the hand, and not of others at the table. */
bool share_is_of_hand(struct text name);

/* ------------------------------------------------------------------------------------------ who wins */

/* How seats are added to those who win. */
struct adding {
    unsigned part;
    bool counted;    /* who may not win counts, and the part stays where it is */
    bool persons;    /* a patron at several seats has one part */
    bool dealer;     /* by a fee on the player-dealer's hand */
    uint32_t others; /* seats that share what another's hand won: a fee of theirs is not one for it */
};

bool winner_add(struct awarding *awarding, struct winner winner); /* false: there is no room */
bool check_crowd(const struct awarding *awarding);                /* false after a refusal: there was none */
unsigned winner_count_of(const struct awarding *awarding, unsigned part, bool dealer, bool envy);

/* Whether a patron whom the club knows is among the winners of the part. */
bool winner_has_part(const struct awarding *awarding, uint32_t patron, unsigned part);

/* Whether whoever sits there may win, with or without a fee; seat 0 is a player-dealer beside the seats. */
struct ruling winner_judge_seat(const struct awarding *awarding, const struct floor_hand *hand, unsigned seat,
                                bool fee);

/* Whether a bettor behind a seat may win. */
bool winner_bettor_may(const struct awarding *awarding, const struct floor_hand *hand,
                       const struct hand_bettor *bettor, bool fee);

/* Those at the seats who may win; seat 0 is a player-dealer beside them. */
void winner_add_seats(struct awarding *awarding, const struct floor_hand *hand, uint32_t seats,
                      struct adding adding);

/* Bettors behind any seat who may win; of a fee only those who placed it. */
void winner_add_behind(struct awarding *awarding, const struct floor_hand *hand, struct adding adding,
                       bool payers);

/* What the winner paid for the jackpot in the round of the hand; 0: it is a prize without a wager
 * (us-federal/information-returns#11). */
int64_t winner_fee(const struct floor *floor, const struct winner *winner);

struct winner winner_holding(const struct floor_hand *hand, unsigned part);

/* Who holds the hand. That of an empty seat is the free players', or nobody's, who has a part if it is counted. */
void winner_add_own(struct awarding *awarding, const struct floor_hand *hand, struct adding adding);

/* Who wins by the hand, as `goes to` says; and who envies it. */
void winner_add_holders(struct awarding *awarding, const struct floor_hand *hand, unsigned part);
void winner_add_envied(struct awarding *awarding, const struct floor_hand *hand, unsigned part);

/* Seats that have a hand of their own among those that win. */
uint32_t awarding_own_hands(const struct awarding *awarding);

/* How many bet on the hand: those behind its seat, and who sits there. */
unsigned hand_bettors(const struct floor_hand *hand);

/* ------------------------------------------------------------------------------------------ prizes */

/* The next prize of the award; NULL if there is no room. */
struct prize_row *awarding_next_prize(struct awarding *awarding, const struct winner *winner);

/* So much of the last prize was won of a pool; false if there is no room. */
bool awarding_of_pool(struct awarding *awarding, const struct pool_terms *pool, int64_t cents);

/* The event of the award, with its prizes and money. */
MUST_USE enum status awarding_event(struct awarding *awarding, struct text verified_by,
                                    struct text authorised_by, struct text clause);

int64_t prize_money(const struct prize *prize); /* without parts of pools */

/* The hits of the hands: those of one row are one. */
struct hit_list {
    unsigned count;
    struct award_hit hits[AWARD_HITS_MAX];
    const struct rulebook_row *rows[AWARD_HITS_MAX];
};

/* The hit of the row, or a new one; false after a refusal. */
bool hits_add(struct awarding *awarding, struct hit_list *list, const struct prize *prize,
              const struct rulebook_row *row, unsigned *part);

/* The hits of one hand, by all rows that it is paid by; false after a refusal. */
bool hits_add_hand(struct awarding *awarding, struct hit_list *list, const struct floor_hand *hand);

/* The further prize of others at the table, where the document has one; false after a refusal. */
bool hits_add_table_share(struct awarding *awarding, struct hit_list *list);

/* Drafts the hits and lists their prizes; false after a refusal. */
bool hits_settle(struct awarding *awarding, struct hit_list *list, unsigned multiple);

/* A prize that is divided among those who hold the hands of a group, those who beat them, and others. */
struct group {
    struct award_shares shares;
    unsigned hand_count;
    const struct floor_hand *hands[AWARD_HITS_MAX];
    unsigned
        of_hand[TERMS_PARTS_MAX]; /* which hand a share is for, where each has its own; hand_count: all */
};

/* Drafts the prize of a group and lists what each has of it; false after a refusal. */
bool group_settle(struct awarding *awarding, struct group *group);

#endif
