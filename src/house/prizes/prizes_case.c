/* The words of the prizes desk in cases of the floor: prizes as they were awarded and as they stand. */
#include "house/prizes/prizes_internal.h"

#include "house/cage/cage.h"
#include "house/kernel/case_words.h"
#include "house/people/people.h"

enum { PRIZE_WORDS_SIZE = 192 };

/* "$8,000.00 to 101, losing hand" */
static void write_prize(struct text_out *out, const struct floor *floor, const struct floor_prize *prize)
{
    struct text patron = floor_patron_name(floor, prize->patron);
    if (prize->thing.length > 0)
        text_out_add(out, "%u %.*s", prize->things, TEXT_ARGUMENTS(prize->thing));
    else
        money_write(out, money_of_cents(prize->claim.cents));
    if (patron.length > 0)
        text_out_add(out, " to %.*s", TEXT_ARGUMENTS(patron));
    else if (prize->seat > 0)
        text_out_add(out, " to seat %u", prize->seat);
    else
        text_out_add(out, " to the pot");
    text_out_add(out, ", %.*s", TEXT_ARGUMENTS(prize->share));
}

/* `8,000` or `2 tickets`. Of a thing in other words nothing more can be read. */
static enum status take_worth(struct case_cursor *cursor, const struct floor_prize *prize, bool *same,
                              struct case_fault *fault)
{
    struct money money;
    unsigned things = 0;
    if (prize->thing.length == 0) {
        enum status status = case_money(cursor, &money, fault);
        *same = status == STATUS_OK && money.cents == prize->claim.cents;
        return status;
    }
    *same = case_number(cursor, CASE_NUMBER_MAX, &things, NULL) == STATUS_OK &&
            case_take_text(cursor, prize->thing) && things == prize->things;
    if (!*same)
        cursor->at = cursor->line->text.length;
    return STATUS_OK;
}

/* `101`, `seat 3` of whom the club does not know, `the pot` */
static enum status take_winner(const struct floor *floor, struct case_cursor *cursor,
                               const struct floor_prize *prize, bool *same, struct case_fault *fault)
{
    struct text patron = floor_patron_name(floor, prize->patron);
    unsigned number;
    if (case_take_words(cursor, "the pot")) {
        *same = patron.length == 0 && prize->seat == 0;
        return STATUS_OK;
    }
    bool seat = case_take_words(cursor, "seat");
    *same = !seat && case_take_text(cursor, patron);
    if (*same)
        return STATUS_OK;
    enum status status = case_number(cursor, CASE_NUMBER_MAX, &number, fault);
    *same = status == STATUS_OK && seat && patron.length == 0 && number == prize->seat;
    return status;
}

/* `= 8,000 to 101, losing hand`; what follows the amount may be left out. */
static enum status compare_prize(const struct case_floor *on, struct case_cursor *cursor,
                                 const struct floor_prize *prize, struct case_fault *fault)
{
    bool worth = true, winner = true, share = true;
    enum status status = take_worth(cursor, prize, &worth, fault);
    if (status == STATUS_OK && case_take_words(cursor, "to"))
        status = take_winner(on->floor, cursor, prize, &winner, fault);
    if (status == STATUS_OK && case_take(cursor, ','))
        share = text_equal_ignoring_case(case_rest(cursor), prize->share);
    else if (status == STATUS_OK)
        status = case_end(cursor, fault);
    if (status != STATUS_OK || (worth && winner && share))
        return status;
    char found[PRIZE_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, found, sizeof found);
    write_prize(&out, on->floor, prize);
    return case_differs(on->result, cursor->line, fault, "the prize is %s", found);
}

/* Behind `prize 1`. */
static enum status compare_prize_line(const struct case_floor *on, struct case_cursor *cursor,
                                      unsigned number, struct case_fault *fault)
{
    static const char *const states[] = {"awarded", "held",      "payable",  "paid",
                                         "lapsed",  "forfeited", "reversed", NULL};
    const struct floor_prize *prize = floor_prize(on->floor, number);
    if (!prize)
        return case_differs(on->result, cursor->line, fault, "there are %u prizes", on->floor->last_prize);
    if (case_take(cursor, '='))
        return compare_prize(on, cursor, prize, fault);
    if (case_take_words(cursor, "left"))
        return case_compare_amount(on->result, cursor, "what is left of the voucher",
                                   prize->worth - floor_voucher_spent(prize), fault);
    if (!case_take_words(cursor, "is"))
        return case_expected(cursor, fault,
                             "= and an amount, \"is\" and how it stands, or \"left\" of a voucher");
    return case_compare_word(on->result, cursor, states, floor_prize_state_name(prize),
                             "awarded, held, payable, paid, lapsed, forfeited or reversed", fault);
}

/* `prizes = 7`: how many there are in all. */
static enum status compare_prize_count(const struct case_floor *on, struct case_cursor *cursor,
                                       unsigned number, struct case_fault *fault)
{
    (void)number;
    return case_compare_count(on->result, cursor, "prizes in all", on->floor->last_prize, fault);
}

const struct desk_expectation prizes_expectations[PRIZES_EXPECTATIONS] = {
    {"prize", true, compare_prize_line},
    {"prizes", false, compare_prize_count},
};
