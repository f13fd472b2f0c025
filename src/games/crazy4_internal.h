/*
 * Between the files of Crazy 4 Poker: an act is a rule of when it may be and a function that does it.
 */
#ifndef GAMES_CRAZY4_INTERNAL_H
#define GAMES_CRAZY4_INTERNAL_H

#include "games/crazy4.h"

/* CLAUSE(80) is massachusetts/crazy-4-poker#80, CLAUSE(MR22) the reading. */
#define CLAUSE(number) CRAZY4_DOCUMENT "#" #number

#define IN(state) (1U << POKER_##state)

struct crazy4_rule {
    unsigned states;    /* in which it may be at all */
    const char *clause; /* that says so */
    const char *words;  /* for the dealer, in other states */
    struct ruling (*may)(const struct crazy4 *table, const struct poker_action *action); /* or NULL */
    void (*act)(struct crazy4 *table, const struct poker_action *action);
};

/* crazy4_bets.c */
struct ruling crazy4_may_sit(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_stand(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_wager(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_lock(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_count_chips(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_draw(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_play(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_play_unseen(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_fold(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_leave(const struct crazy4 *table, const struct poker_action *action);
void crazy4_sit(struct crazy4 *table, const struct poker_action *action);
void crazy4_stand(struct crazy4 *table, const struct poker_action *action);
void crazy4_wager(struct crazy4 *table, const struct poker_action *action);
void crazy4_lock(struct crazy4 *table, const struct poker_action *action);
unsigned crazy4_progressives(const struct crazy4 *table); /* wagers of the progressive accepted */
void crazy4_count_chips(struct crazy4 *table, const struct poker_action *action);
void crazy4_draw(struct crazy4 *table, const struct poker_action *action);
void crazy4_play(struct crazy4 *table, const struct poker_action *action);
void crazy4_fold(struct crazy4 *table, const struct poker_action *action);
void crazy4_leave(struct crazy4 *table, const struct poker_action *action);

/* crazy4_deck.c */
struct ruling crazy4_deck_ready(const struct crazy4 *table);
struct ruling crazy4_may_bring_deck(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_shuffle(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_cut(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_take_deck(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_jam_shuffler(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_fail_device(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_cover_device(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_change_method(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_deal_card(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_deal_stack(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_face_up(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_draw_in_error(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_rack_stub(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_count_stub(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_count_hands(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_wrong_count(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_expose(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_jam_shoe(const struct crazy4 *table, const struct poker_action *action);
void crazy4_bring_deck(struct crazy4 *table, const struct poker_action *action);
void crazy4_shuffle(struct crazy4 *table, const struct poker_action *action);
void crazy4_cut(struct crazy4 *table, const struct poker_action *action);
void crazy4_take_deck(struct crazy4 *table, const struct poker_action *action);
void crazy4_jam_shuffler(struct crazy4 *table, const struct poker_action *action);
void crazy4_fail_device(struct crazy4 *table, const struct poker_action *action);
void crazy4_cover_device(struct crazy4 *table, const struct poker_action *action);
void crazy4_change_method(struct crazy4 *table, const struct poker_action *action);
void crazy4_deal_card(struct crazy4 *table, const struct poker_action *action);
void crazy4_deal_stack(struct crazy4 *table, const struct poker_action *action);
void crazy4_face_up(struct crazy4 *table, const struct poker_action *action);
void crazy4_draw_in_error(struct crazy4 *table, const struct poker_action *action);
void crazy4_rack_stub(struct crazy4 *table, const struct poker_action *action);
void crazy4_count_stub(struct crazy4 *table, const struct poker_action *action);
void crazy4_count_hands(struct crazy4 *table, const struct poker_action *action);
void crazy4_wrong_count(struct crazy4 *table, const struct poker_action *action);
void crazy4_expose(struct crazy4 *table, const struct poker_action *action);
void crazy4_jam_shoe(struct crazy4 *table, const struct poker_action *action);

/* crazy4_settle.c */
bool crazy4_bonus_lives(const struct crazy4 *table, unsigned seat, enum wager wager);
bool crazy4_needs_floor(const struct crazy4 *table, unsigned seat, const char **clause);
unsigned crazy4_key_due(const struct crazy4 *table, unsigned seat);
void crazy4_collect_forfeits(struct crazy4 *table);
struct ruling crazy4_may_key(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_verify(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_settle(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_may_end(const struct crazy4 *table, const struct poker_action *action);
void crazy4_reveal(struct crazy4 *table, const struct poker_action *action);
void crazy4_key(struct crazy4 *table, const struct poker_action *action);
void crazy4_verify(struct crazy4 *table, const struct poker_action *action);
void crazy4_settle(struct crazy4 *table, const struct poker_action *action);
void crazy4_pay_envy(struct crazy4 *table, const struct poker_action *action);
void crazy4_settle_cover_all(struct crazy4 *table, const struct poker_action *action);
void crazy4_game_over(struct crazy4 *table, const struct poker_action *action);

/* crazy4.c */
/* `clause` voids the hands, `back_clause` returns the wagers. */
void crazy4_void(struct crazy4 *table, enum crazy4_deck_fate fate, const char *clause,
                 const char *back_clause, const char *format, ...) PRINTF_LIKE(5, 6);
void crazy4_next_round(struct crazy4 *table, const struct poker_action *action);

#endif
