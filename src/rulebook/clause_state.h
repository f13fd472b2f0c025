/*
 * The states of the clauses of a document, and the cases that cite them.
 *
 *      bound    a fence under the clause holds the data that makes it run
 *      engine   it says how a part of the vocabulary always behaves
 *      duty     people do it; the system shows it, prints it, records it or makes it a step of a checklist
 *      open     none of these: the clause is not done
 *
 * A bound or engine clause that no case cites is untested. The cases of "rulebooks/bay101/aces-cracked.md" stand in
 * "rulebooks/bay101/cases/aces-cracked".
 */
#ifndef RULEBOOK_CLAUSE_STATE_H
#define RULEBOOK_CLAUSE_STATE_H

#include "rulebook/finding.h"
#include "rulebook/rule_document.h"

enum clause_state { CLAUSE_BOUND, CLAUSE_ENGINE, CLAUSE_DUTY, CLAUSE_OPEN, CLAUSE_STATES };

const char *clause_state_name(enum clause_state state);
enum clause_state clause_state_of(const struct clause *clause);

/* The part whose behaviour an engine clause is, or how the system reminds people of a duty; empty of the others. */
struct text clause_part(const struct clause *clause);

/* A case that cites a clause: its name, and the file in the folder of the document's cases. */
struct clause_test {
    struct text name;
    const char *file;
};

enum { CLAUSE_TESTS_MAX = 32 /* of one clause that are named */ };

struct clause_tests {
    unsigned count; /* all, named or not */
    struct clause_test tests[CLAUSE_TESTS_MAX];
};

/*
 * Reads the cases beside the file of the document: by clause, from the first. A folder that is not there has no cases; what
 * cannot be read is among the findings. NULL if the arena has no room.
 */
MUST_USE struct clause_tests *clause_tests_read(const struct rule_document *document, struct arena *arena,
                                                struct findings *findings);

/* The whole of one file of them, by its name in the folder. False if there is none, or if it cannot be read. */
MUST_USE bool clause_case_read(const struct rule_document *document, struct text file, struct arena *arena,
                               struct findings *findings, struct text *bytes);

unsigned clause_tests_named(const struct clause_tests *tests);
bool clause_is_untested(const struct clause *clause, const struct clause_tests *tests);

struct clause_totals {
    unsigned clauses, states[CLAUSE_STATES], untested;
};

/* Adds the clauses of a document; `tests` are by clause. */
void clause_totals_add(struct clause_totals *totals, const struct rule_document *document,
                       const struct clause_tests *tests);

#endif
