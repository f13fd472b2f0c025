/*
 * Between the files of Four-Card Poker: an act is a rule of when it may be and a function that does it.
 */
#ifndef GAMES_FOUR_CARD_INTERNAL_H
#define GAMES_FOUR_CARD_INTERNAL_H

#include "games/four_card.h"

/* CLAUSE(25) is south-dakota/four-card-poker#25, CLAUSE(DR4) the reading. */
#define CLAUSE(number) FOUR_CARD_DOCUMENT "#" #number

#define IN(state) (1U << POKER_##state)

struct four_card_rule {
    unsigned states;    /* in which it may be at all */
    const char *clause; /* that says so */
    const char *words;  /* for the dealer, in other states */
    struct ruling (*may)(const struct four_card *table, const struct poker_action *action); /* or NULL */
    void (*act)(struct four_card *table, const struct poker_action *action);
};

/* four_card_bets.c */
struct ruling four_card_may_sit(const struct four_card *table, const struct poker_action *action);
struct ruling four_card_may_stand(const struct four_card *table, const struct poker_action *action);
struct ruling four_card_may_wager(const struct four_card *table, const struct poker_action *action);
struct ruling four_card_may_lock(const struct four_card *table, const struct poker_action *action);
struct ruling four_card_may_play(const struct four_card *table, const struct poker_action *action);
struct ruling four_card_may_fold(const struct four_card *table, const struct poker_action *action);
void four_card_sit(struct four_card *table, const struct poker_action *action);
void four_card_stand(struct four_card *table, const struct poker_action *action);
void four_card_wager(struct four_card *table, const struct poker_action *action);
void four_card_lock(struct four_card *table, const struct poker_action *action);
void four_card_play(struct four_card *table, const struct poker_action *action);
void four_card_fold(struct four_card *table, const struct poker_action *action);

/* four_card_settle.c */
void four_card_collect_forfeits(struct four_card *table);
unsigned four_card_key_due(const struct four_card *table, unsigned seat); /* 0 if nothing is won */
struct ruling four_card_may_key(const struct four_card *table, const struct poker_action *action);
struct ruling four_card_may_verify(const struct four_card *table, const struct poker_action *action);
struct ruling four_card_may_settle(const struct four_card *table, const struct poker_action *action);
struct ruling four_card_may_end(const struct four_card *table, const struct poker_action *action);
struct ruling four_card_may_adjust(const struct four_card *table, const struct poker_action *action);
void four_card_key(struct four_card *table, const struct poker_action *action);
void four_card_verify(struct four_card *table, const struct poker_action *action);
void four_card_settle(struct four_card *table, const struct poker_action *action);
void four_card_pay_envy(struct four_card *table, const struct poker_action *action);
void four_card_end(struct four_card *table, const struct poker_action *action);
void four_card_adjust(struct four_card *table, const struct poker_action *action);

#endif
