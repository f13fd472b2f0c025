/*
 * For the fuzz targets of cases of the house and of the floor: what a case that was played must come to, whatever it says,
 * and the documents that it is played with.
 */
#ifndef CASES_HOUSE_CASE_CHECK_TEST_H
#define CASES_HOUSE_CASE_CHECK_TEST_H

#include "cases/case_room_test.h"
#include "games/case_check_test.h"

static inline void house_case_check(const struct house_case *played, const struct case_result *result,
                                    struct text text)
{
    unsigned movements = 0, judgements = 0;
    for (const struct house_case_movement *movement = played->movements; movement;
         movement = movement->next) {
        movements++;
        CHECK_OP(movement->amount.cents, >, 0);
    }
    CHECK_OP(movements, ==, played->movement_count);
    for (const struct house_case_judgement *judgement = played->judgements; judgement;
         judgement = judgement->next) {
        judgements++;
        CHECK(judgement->asked.length > 0);
        CHECK_OP(judgement->line, <=, case_check_lines(text));
        CHECK(judgement->allowed || (judgement->clause.length > 0 && judgement->words.length > 0));
    }
    CHECK_OP(judgements, ==, played->judgement_count);
    case_check_differences(result, text);
}

/* Reading the documents takes far longer than a case: they are read anew only when cases have left much in the library. */
static inline struct library *room_kept_open(void)
{
    enum { SIZE_MOST = 32 << 20, FINDINGS_MOST = 64 };
    static struct library library;
    static bool open;
    if (open && library.arena.size_taken < SIZE_MOST && library.findings.count < FINDINGS_MOST)
        return &library;
    if (open)
        library_release(&library);
    room_open(&library);
    open = true;
    return &library;
}

#endif
