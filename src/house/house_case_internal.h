/*
 * Inside the cases of the house: the stage on which a case is played, and the steps that award prizes.
 */
#ifndef HOUSE_HOUSE_CASE_INTERNAL_H
#define HOUSE_HOUSE_CASE_INTERNAL_H

#include "house/house_case.h"

enum { OFFERS_MAX = 8, EACH_MAX = 32, NAME_SIZE = 96 };

/* What a person was awarded in the last step, by the row or the share. */
struct each {
    struct text name;
    int64_t cents;
};

struct stage {
    const struct case_file *file;
    struct library *library;
    struct house_case *played;
    struct case_result *result;
    struct ledger ledger;
    unsigned offer_count;
    const struct offer *offers[OFFERS_MAX];
    struct terms terms[OFFERS_MAX];
    struct funds funds[OFFERS_MAX];
    unsigned current;                        /* the offer that steps are about */
    const struct house_case_posting *unseen; /* the first posting that no `expect:` has looked at */
    unsigned each_count;
    struct each each[EACH_MAX];
};

/* `hit: A1 by 2, three 7s, envy 3` */
MUST_USE enum status house_case_hit(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                                    struct case_fault *fault);

/* `share: Royal Jackpot, losing hand 1, winning hand 1, table 6, multiple 4` */
MUST_USE enum status house_case_share(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                                      struct case_fault *fault);

#endif
