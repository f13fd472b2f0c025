/*
 * People who play house: which command comes next on the floor of a demonstration.
 *
 *      floor, moment ──> demo_play_next ──> command ──> keeper or service
 *                                                          │
 *      what a person at a page asked ──> demo_play_person_asked: that table and that hand are theirs for a while
 *
 * Every table has its dealer, who deals by the pace of the table; players come, sit, pay fees and leave; now and then a hand
 * of a chart is shown, whose cards are known from then on. Supervisors verify it and others authorise it, the cage pays,
 * a sensor fails and is mended. The room opens other tables at other hours.
 *
 * Invariants
 *  P1  Nothing is asked that the house refuses: the floor is asked first (floor_decide), as it is at that moment.
 *  P2  A hand waits for a person at a page for `hold_ms` before anybody of the demonstration takes it up, and again after a
 *      person has done something with it. Hands that a person claimed are left to persons until one has verified them.
 *      A prize whose winner a person has identified is that person's to pay.
 *  P3  A table at which a person does something is left alone for TABLE_LEFT_MS.
 *  P4  The same seed, floors and moments give the same commands.
 *
 * Two clocks: that of the house, by which rounds are dealt and prizes paid, and the real one, by which people at pages live.
 *
 * Ownership: the play keeps a floor of its own, of which its hands are; the floors that it is shown are looked at and not kept.
 * What a command points to lasts until the next call. One thread at a time.
 */
#ifndef DEMO_DEMO_PLAY_H
#define DEMO_DEMO_PLAY_H

#include "house/kernel/floor.h"

/* How lucky and how troubled the room is; real time. A demonstration may be luckier than life. */
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
    uint64_t in_vain; /* tried and found that the house would refuse it */
};

struct demo_play;

/* The house must be open. Patrons are registered first if it knows none. */
MUST_USE enum status demo_play_open(const struct floor *floor, uint64_t seed, struct demo_play **play,
                                    struct fault *fault);
void demo_play_close(struct demo_play *play); /* NULL is fine */

void demo_play_set_pace(struct demo_play *play, const struct demo_pace *pace, struct demo_moment now);

/* The next command that is due; false if there is none at this moment. It is taken to be done before the next call. */
bool demo_play_next(struct demo_play *play, const struct floor *floor, struct demo_moment now,
                    struct command *command);

/* A person who is signed in asks this: P2, P3. */
void demo_play_person_asked(struct demo_play *play, const struct floor *floor, const struct command *command,
                            struct demo_moment now);

const struct demo_figures *demo_play_figures(const struct demo_play *play);

#endif
