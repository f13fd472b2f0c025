/*
 * A simulated floor: a house driven by random commands, with the auditor model checking every event.
 *
 *      seed ──> ChaCha20 ──> command ──> keeper ──> store ──> events ──> auditor_model.h
 *                               │           └─ dropped and opened again ─┘
 *                               └─ asked again with the same id
 *
 * The commands cover everything that people on a floor do, right and wrong: tables open and close, patrons sit and leave,
 * devices fail, rounds with fees, hands of all rows of the charts in force, wrong second persons, prizes paid in time, late
 * and never, awards reversed, money moved by hand, offers posted again at once or later and withdrawn, the house amended, exclusions at any time, and
 * nonsense. With `dishonest`, staff also try what an insider could gain by.
 * Time moves by seconds, hours, days and a month, by the command `clock` and, as on a server, without it: then only what is due
 * is written, and other commands carry their time. Commands to move it back must be refused.
 *
 * What is checked
 *  F1  Every event is what the documents say (auditor_model.h).
 *  F2  A command that is sent again with its id changes nothing and is answered as repeated, also after a crash. Another command with
 *      that id is refused.
 *  F3  After a crash the state is the same as before.
 *  F4  A refused command changes nothing, but what was due before it is done; no command makes the house fail.
 *  F5  The invariants of the house hold (floor.h), and its balances are those of the model.
 *  F6  A command parses back to itself, as JSON and as text.
 *  F7  The audit of the store (audit.h) finds nothing at the end.
 *  F8  What dishonest staff try is refused, or changes nothing (dishonest.h).
 *
 * The same seed and options give the same commands and events on every machine.
 */
#ifndef AUDITOR_SIMULATOR_SIMULATE_FLOOR_H
#define AUDITOR_SIMULATOR_SIMULATE_FLOOR_H

#include "house/hands/sample_hands.h"
#include "rulebook/library.h"

#include <stdbool.h>
#include <stdint.h>

enum { SIMULATED_OPENINGS = 8, SIMULATED_PATH_SIZE = 1024 };

/* What all simulations of a house share. */
struct simulated_house {
    struct library *library;
    const struct library_house *house;
    struct arena arena;
    struct sample_hands hands;
    struct text *offers;              /* the texts of its offers */
    char folder[SIMULATED_PATH_SIZE]; /* of the opened books; empty: none yet */
    bool opened[SIMULATED_OPENINGS];
};

/* The library must outlive it. */
MUST_USE enum status simulated_house_init(struct simulated_house *house, struct library *library,
                                          const struct library_house *of, struct fault *fault);
void simulated_house_release(struct simulated_house *house);

struct simulation_options {
    uint64_t seed;
    unsigned days;
    unsigned commands; /* of a day */
    bool dishonest;    /* staff try what documents forbid (dishonest.h) */
    struct text store; /* empty: a file of SQLite that is removed at the end */
};

enum { SIMULATION_COMMANDS = 400, SIMULATION_WORDS_SIZE = 1024, SIMULATED_ATTEMPTS_MAX = 64 };

struct simulation_result {
    uint64_t commands, done, refused, repeated, crashes, snapshots;
    uint64_t events, rounds, hands, awards, prizes, paid, lapsed, forfeited, reversed, redeemed;
    struct {
        uint64_t made, caught;
    } attempts[SIMULATED_ATTEMPTS_MAX]; /* of dishonest staff, in the order of dishonest.h */
    int64_t fees_cents, awarded_cents, paid_cents;
    bool sound;        /* otherwise: */
    uint64_t sequence; /* the event, or the last before the command */
    char words[SIMULATION_WORDS_SIZE];
};

/*
 * Plays this many days from the seed, in a new store. A failed check is in the result and ends the simulation; a status other
 * than OK means that the simulation could not run.
 */
MUST_USE enum status simulate_floor(struct simulated_house *house, const struct simulation_options *options,
                                    struct simulation_result *result, struct fault *fault);

#endif
