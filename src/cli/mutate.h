/*
 * One run of `cardroom mutate`: which mutants are tried, what became of each, and the lists that say what was expected.
 *
 * Ownership: everything is in the arena of the run, but for the library and the trials, which are its own.
 */
#ifndef CLI_MUTATE_H
#define CLI_MUTATE_H

#include "cli/mutate_progress.h"
#include "mutate/mutant.h"
#include "mutate/mutant_list.h"
#include "mutate/trial.h"

#include <stdint.h>

enum { MUTATE_NAMES_MAX = 512 };
#define MUTATE_AS_IT_IS UINT32_MAX

struct mutate_request {
    const char *names[MUTATE_NAMES_MAX]; /* activities, as they were written */
    unsigned name_count;
    uint64_t jobs, sample, seed;
    bool sampled, json, killed;
    const char *equivalent, *known, *record; /* files, or NULL */
};

/* A trial: a mutant of a document, or the document as it is (MUTATE_AS_IT_IS). */
struct mutate_trial {
    unsigned rulebook;
    uint32_t mutant;
};

enum mutate_outcome {
    MUTATE_KILLED,
    MUTATE_EQUIVALENT, /* survived, and the list says why */
    MUTATE_SURVIVED,
    MUTATE_OUTCOMES
};

struct mutate_run {
    const struct mutate_request *request;
    struct library library;
    struct trials trials;
    struct arena arena, text; /* `text`: of the mutant that is tried */
    struct mutants *mutants;  /* by rulebook; without items where the document is not looked at */
    struct mutate_trial *list;
    struct trial_verdict *verdicts;
    bool *broken;
    uint32_t count;
    struct mutant_list equivalent, known;
    struct mutate_progress progress;
    bool terminal; /* progress is shown on one; else it is lines of a log */
};

/* The text of a mutant; MUTANT_LINE_SIZE bytes. */
struct text mutate_line(const struct mutate_run *run, const struct mutate_trial *trial,
                        char buffer[MUTANT_LINE_SIZE]);
const struct mutant *mutate_mutant(const struct mutate_run *run, const struct mutate_trial *trial);
enum mutate_outcome mutate_outcome(struct mutate_run *run, uint32_t trial);

/* Prints what came out. EXIT_CODE_FINDINGS if something survived that is not known, or a list is wrong. */
int mutate_report(struct mutate_run *run);

/* The survivors, a line each, to a file. */
int mutate_record(struct mutate_run *run);

#endif
