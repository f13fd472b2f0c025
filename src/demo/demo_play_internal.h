/*
 * What the files of the play share.
 *
 *      demo_play.c     which command comes next; what people at pages ask; opening
 *      demo_patrons.c  patrons: their names, and who is free to sit down
 *      demo_tables.c   tables: when they open, who sits there, rounds, irregularities and failing sensors
 *      demo_hands.c    hands that are shown, and the supervisors who verify and authorise them
 *      demo_cage.c     prizes, and the cage that pays them
 */
#ifndef DEMO_DEMO_PLAY_INTERNAL_H
#define DEMO_DEMO_PLAY_INTERNAL_H

#include "demo/demo_play.h"

#include "auditor/simulator/choosing.h"
#include "house/hands/sample_hands.h"
#include "house/tables/tables.h"

enum {
    SECOND_MS = 1000,
    MINUTE_MS = 60 * SECOND_MS,
    HANDS_WAITING = 12,
    PRIZES_WAITING = 128,
    DEVICES_FAILING = 4,
    RECENT_OFFERS = 3,
};

/* The next action of a table's dealer. */
enum demo_step { STEP_PEOPLE, STEP_DEAL, STEP_SHOW, STEP_END };

struct demo_table {
    enum demo_step step;
    int64_t due_ms;  /* of the house's clock */
    int64_t left_ms; /* real time: until then the table is left to a person */
};

/* A hand on its way. */
struct demo_hand {
    uint32_t number;
    const struct sample_hand *sample; /* NULL: a person claimed and verified it */
    int64_t due_ms;                   /* real */
};

struct demo_prize {
    uint32_t number;
    int64_t due_ms; /* of the house's clock */
};

struct demo_device {
    uint32_t table, seat;
    int64_t mended_ms; /* of the house's clock */
};

struct demo_play {
    struct random_insecure random;
    struct arena memory, texts;
    struct floor first; /* as it was when the play began; the samples are for its offers */
    struct sample_hands samples;
    struct decision decision;
    struct demo_pace pace;
    int64_t hand_ms, big_ms, trouble_ms; /* real: when the next comes */
    unsigned registered, patrons;        /* of those who are new */
    unsigned excluded;                   /* of those who were registered here */
    unsigned trouble_count;
    struct demo_table tables[FLOOR_TABLES_MAX];
    unsigned hand_count, prize_count, device_count;
    struct demo_hand hands[HANDS_WAITING];
    struct demo_prize prizes[PRIZES_WAITING];
    struct demo_device devices[DEVICES_FAILING];
    uint32_t prizes_seen;
    uint32_t recent[RECENT_OFFERS]; /* numbers from 1, of the last hands */
    struct demo_figures figures;
};

/* One call of demo_play_next(). */
struct playing {
    struct choosing choosing; /* its house is not used */
    struct demo_play *play;
    const struct floor *floor;
    struct demo_moment now;
};

/* ------------------------------------------------------------------------------------------ asking the floor */

/* Whether the house would do it (P1); the second counts a refusal as in vain. */
bool playing_may(struct playing *playing, const struct command *command);
bool playing_may_or_is_in_vain(struct playing *playing, const struct command *command);

/* Any number of milliseconds from the least to the most. */
int64_t playing_between(struct playing *playing, int64_t least_ms, int64_t most_ms);

/* About this long from now: half to one and a half times of it. */
int64_t playing_about(struct playing *playing, int64_t from_ms, int64_t ms);

/* Sets the person who gives the command: one with the right. */
void playing_sign(struct playing *playing, struct command *command);

/* The nth employee from `from` on whose role has the permission; empty: there are not so many. */
struct text playing_worker(const struct playing *playing, const char *permission, uint32_t from,
                           unsigned nth);

/* Likewise, but only a person of whom the house takes this command; the second skips `not_this`. False: there is nobody. */
bool playing_find_worker(struct playing *playing, struct command *command);
bool playing_find_another(struct playing *playing, struct text not_this, struct command *command);

/* Whether the table is left to a person at a page (P3). */
bool playing_is_left_alone(const struct playing *playing, unsigned number);

/* A patron who may play and has no seat; NULL: a player without a club card. */
const struct patron *playing_free_patron(struct playing *playing);

/* The hands of the offer at the table; NULL if it is not played there now. */
const struct sample_list *playing_samples(const struct playing *playing, const struct table *table,
                                          const struct table_offer *at);

/* The seats of proposition players. */
uint32_t playing_proposition_seats(const struct floor *floor, const struct table *table);

/* ------------------------------------------------------------------------------------------ choosing */

/* Each fills in the command of its people that is due; false if none is. */
bool demo_choose_patron(struct playing *playing, struct command *command);
bool demo_choose_room(struct playing *playing, struct command *command);
bool demo_choose_supervisor(struct playing *playing, struct command *command);
bool demo_choose_cage(struct playing *playing, struct command *command);
bool demo_choose_mended(struct playing *playing, struct command *command);
bool demo_choose_dealer(struct playing *playing, struct command *command);

/* A hand of the round that runs, of any offer at the table. */
bool demo_choose_claim(struct playing *playing, const struct table *table, bool big, struct command *command);

#endif
