/*
 * For the fuzz targets of cases: whatever the bytes are, a fault and the differences of a result point into them.
 */
#ifndef GAMES_CASE_CHECK_TEST_H
#define GAMES_CASE_CHECK_TEST_H

#include "base/check.h"
#include "games/case.h"

#include <string.h>

static inline size_t case_check_lines(struct text text)
{
    size_t count = 1;
    for (size_t i = 0; i < text.length; i++)
        count += text.bytes[i] == '\n';
    return count;
}

static inline void case_check_fault(const struct case_fault *fault, struct text text)
{
    CHECK_OP(fault->line, >=, 1);
    CHECK_OP(fault->line, <=, case_check_lines(text));
    CHECK_OP(fault->fault.position, >=, 1);
    CHECK_OP(fault->fault.position, <=, text.length + 1);
    CHECK(strlen(fault->fault.words) > 0);
}

static inline void case_check_differences(const struct case_result *result, struct text text)
{
    for (const struct case_difference *difference = result->differences; difference;
         difference = difference->next)
        CHECK_OP(difference->line, <=, case_check_lines(text));
}

#endif
