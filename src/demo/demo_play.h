/*
 * Simulated people: chooses the next command on the floor of a demonstration.
 *
 *      floor, moment ──> demo_play_next ──> command ──> keeper or service
 *                                                          │
 *      what a person at a page asked ──> demo_play_person_asked: that table and that hand are theirs for a while
 *
 * Every table has a dealer, who deals at the pace of the table; players come, sit, pay fees and leave; now and then a hand of
 * a chart is shown, whose cards are known from then on. Supervisors verify it and others authorise it, the cage pays, a
 * sensor fails and is repaired. The room opens different tables at different hours.
 *
 * Invariants
 *  P1  The house never refuses a command of the play: each is checked first (floor_decide) on the current floor.
 *  P2  A hand waits `hold_ms` for a person at a page before the demonstration handles it, and again after a person has acted
 *      on it. A hand that a person claimed is left to persons until one has verified it. A prize whose winner a person has
 *      identified is left for that person to pay.
 *  P3  A table at which a person acts is left alone for TABLE_LEFT_MS.
 *  P4  The same seed, floors and moments give the same commands.
 *
 * There are two clocks: the house's, for rounds and payments, and real time, for people at pages.
 *
 * Ownership: the play keeps its own floor, which its hands refer to; it does not keep the floors that are passed in. The data
 * of a command is valid until the next call. One thread at a time.
 */
#ifndef DEMO_DEMO_PLAY_H
#define DEMO_DEMO_PLAY_H

#include "house/kernel/floor.h"

/* The frequency of wins and of trouble, in real time. A demonstration may be luckier than a real room. */
struct demo_pace {
    int64_t hand_ms;    /* a qualifying hand comes about as often */
    int64_t big_ms;     /* one that wins thousands */
    int64_t trouble_ms; /* an irregularity, or a sensor that fails */
    int64_t hold_ms;    /* P2 */
    bool staff_rests;   /* what waits is left waiting */
};
extern const struct demo_pace demo_pace_live;    /* for those who watch */
extern const struct demo_pace demo_pace_history; /* of the hours before they came */
extern const struct demo_pace demo_pace_eve; /* of the last minutes before: something is left for everybody */

struct demo_moment {
    struct instant house, real;
};

struct demo_figures {
    uint64_t commands, rounds, hands, verified, rejected, awarded, paid, troubles;
    uint64_t in_vain; /* checked, and the house would refuse it */
};

struct demo_play;

/* The house must be open. Patrons are registered first if it knows none. */
MUST_USE enum status demo_play_open(const struct floor *floor, uint64_t seed, struct demo_play **play,
                                    struct fault *fault);
void demo_play_close(struct demo_play *play); /* NULL is fine */

void demo_play_set_pace(struct demo_play *play, const struct demo_pace *pace, struct demo_moment now);

/* The next command that is due; false if there is none now. The caller does it before the next call. */
bool demo_play_next(struct demo_play *play, const struct floor *floor, struct demo_moment now,
                    struct command *command);

/* A person who is signed in has given this command: P2, P3. */
void demo_play_person_asked(struct demo_play *play, const struct floor *floor, const struct command *command,
                            struct demo_moment now);

const struct demo_figures *demo_play_figures(const struct demo_play *play);

#endif
