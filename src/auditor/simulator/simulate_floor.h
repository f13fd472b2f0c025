/*
 * A simulated floor: a house that is driven by chance, looked over by the auditor model at every event.
 *
 *      seed ──> ChaCha20 ──> command ──> keeper ──> store ──> events ──> auditor_model.h
 *                               │           └─ dropped and opened again ─┘
 *                               └─ asked again with the same id
 *
 * Everything that people on a floor do comes up, right and wrong: tables open and close, patrons sit and leave, devices fail, rounds
 * with fees, hands of all rows that the charts in force have, wrong second persons, prizes paid in time, late and never, awards
 * backed out, money moved by hand, offers posted anew and withdrawn, exclusions at any time, and nonsense. Time goes by seconds,
 * hours, days and a month, and is asked to run back.
 *
 * What must hold
 *  F1  Every event is what the documents say (auditor_model.h).
 *  F2  A command that is asked again with its id changes nothing and is answered as repeated, also after a crash.
 *  F3  After a crash the state is what it was.
 *  F4  A refused command changes nothing; no command makes the house fail.
 *  F5  The invariants of the house hold (floor.h), and its balances are those of the model.
 *  F6  A command is read as it was written, as JSON and in words.
 *  F7  At the end the audit of the store (audit.h) finds nothing.
 *
 * The same seed and options give the same commands and events on every machine.
 */
#ifndef AUDITOR_SIMULATOR_SIMULATE_FLOOR_H
#define AUDITOR_SIMULATOR_SIMULATE_FLOOR_H

#include "auditor/simulator/sample_hands.h"
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
    char folder[SIMULATED_PATH_SIZE]; /* of the books as they are opened; empty: there are none yet */
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
    struct text store; /* empty: a file of SQLite that is removed at the end */
};

enum { SIMULATION_COMMANDS = 400, SIMULATION_WORDS_SIZE = 1024 };

struct simulation_result {
    uint64_t commands, done, refused, repeated, crashes, snapshots;
    uint64_t events, rounds, hands, awards, prizes, paid, lapsed, forfeited, reversed, redeemed;
    int64_t fees_cents, awarded_cents, paid_cents;
    bool sound;        /* otherwise: */
    uint64_t sequence; /* the event, or the last before the command */
    char words[SIMULATION_WORDS_SIZE];
};

/*
 * Plays so many days from the seed, in a new store. What does not hold is in the result and ends the simulation; a failure is when
 * it could not be made.
 */
MUST_USE enum status simulate_floor(struct simulated_house *house, const struct simulation_options *options,
                                    struct simulation_result *result, struct fault *fault);

#endif
