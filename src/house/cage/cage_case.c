/* The words of the cage desk in cases of the floor: what a winner pays of a bill. */
#include "house/cage/cage_internal.h"

#include "house/cage/cage_shapes.h"
#include "house/kernel/case_words.h"

/* `winner pays 150 #39`: a part of the bill that was redeemed just now; 0: the voucher has paid the whole. */
static enum status compare_own_cost(const struct case_floor *on, struct case_cursor *cursor, unsigned number,
                                    struct case_fault *fault)
{
    (void)number;
    const struct event *event = on->decision->event_count ? &on->decision->events[0] : NULL;
    const struct voucher_redeemed *redeemed =
        event && event->kind == EVENT_VOUCHER_REDEEMED ? EVENT_AS(event, voucher_redeemed) : NULL;
    struct money money;
    struct text clause;
    enum status status = case_money(cursor, &money, fault);
    bool cited = status == STATUS_OK && case_take_clause(cursor, &clause);
    if (status == STATUS_OK)
        status = case_end(cursor, fault);
    if (status != STATUS_OK)
        return status;
    if (!redeemed)
        return case_differs(on->result, cursor->line, fault, "no voucher was redeemed just now");
    bool found = money.cents == 0 && redeemed->own_count == 0;
    for (uint32_t i = 0; i < redeemed->own_count; i++)
        found |= redeemed->own[i].cents == money.cents &&
                 (!cited || text_equal(case_clause_number(redeemed->own[i].clause), clause));
    return found ? STATUS_OK
                 : case_differs(on->result, cursor->line, fault, "the winner pays something else");
}

const struct desk_expectation cage_expectations[CAGE_EXPECTATIONS] = {
    {"winner pays", false, compare_own_cost},
};
