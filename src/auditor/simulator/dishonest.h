/*
 * What dishonest staff try, and what the house must answer by its documents.
 *
 *      an attempt ──> commands that make the situation ──> the command that must be refused
 *
 * An attempt uses what is on the floor: a hand that waits, a prize that is open, a table at which a round runs. If the floor has
 * none, or the house refuses on the way there, nothing was tried. What the house must answer is written here from the documents; nothing
 * of this asks the house what it allows.
 */
#ifndef AUDITOR_SIMULATOR_DISHONEST_H
#define AUDITOR_SIMULATOR_DISHONEST_H

#include "auditor/simulator/choosing.h"

enum attempt_outcome {
    ATTEMPT_NOT_MADE, /* the situation did not come about */
    ATTEMPT_CAUGHT,   /* refused, or without effect */
    ATTEMPT_GOT_THROUGH
};

/* Who tries, and how the house is asked. */
struct insider {
    struct choosing *choosing;
    void *context;
    /* Gives a command to the house; whether it was done. After a failure of the simulation nothing is done any more. */
    bool (*does)(void *context, struct command *command);
};

struct attempt {
    const char *name; /* "signs second for himself" */
    const char *rule; /* what the documents say about it */
    enum attempt_outcome (*make)(struct insider *insider);
};

extern const struct attempt attempts[];
extern const unsigned attempt_count; /* at most SIMULATED_ATTEMPTS_MAX */

#endif
