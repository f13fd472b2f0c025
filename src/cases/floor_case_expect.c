/*
 * What a case of the floor expects beyond the money: prizes, hands and the board.
 */
#include "cases/floor_case_internal.h"

#include "house/boards/boards.h"
#include "house/cage/cage.h"
#include "house/cage/cage_shapes.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"

enum { SHOWN_SIZE = 192 };

/* `= 3` */
static enum status compare_count(const struct floor_stage *stage, struct case_cursor *cursor,
                                 const char *what, unsigned found, struct case_fault *fault)
{
    unsigned expected;
    if (!case_take(cursor, '='))
        return case_expected(cursor, fault, "= and a number");
    enum status status = case_number(cursor, CASE_NUMBER_MAX, &expected, fault);
    if (status == STATUS_OK)
        status = case_end(cursor, fault);
    if (status != STATUS_OK || expected == found)
        return status;
    return case_differs(stage->books.result, cursor->line, fault, "%s: %u", what, found);
}

/* One of the words, behind the last of which is NULL, and then the end of the line. */
static enum status compare_state(const struct floor_stage *stage, struct case_cursor *cursor,
                                 const char *const *words, const char *found, const char *expected,
                                 struct case_fault *fault)
{
    for (unsigned i = 0; words[i]; i++)
        if (case_take_words(cursor, words[i])) {
            enum status status = case_end(cursor, fault);
            if (status != STATUS_OK || text_equal(text_of(words[i]), text_of(found)))
                return status;
            return case_differs(stage->books.result, cursor->line, fault, "it is %s", found);
        }
    return case_expected(cursor, fault, expected);
}

/* ------------------------------------------------------------------------------------------ prizes */

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

static bool take_text(struct case_cursor *cursor, struct text text)
{
    char words[SHOWN_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add_text(&out, text);
    return text.length > 0 && !out.truncated && case_take_words(cursor, words);
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
            take_text(cursor, prize->thing) && things == prize->things;
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
    *same = !seat && take_text(cursor, patron);
    if (*same)
        return STATUS_OK;
    enum status status = case_number(cursor, CASE_NUMBER_MAX, &number, fault);
    *same = status == STATUS_OK && seat && patron.length == 0 && number == prize->seat;
    return status;
}

/* `= 8,000 to 101, losing hand`; what follows the amount may be left out. */
static enum status compare_prize(const struct floor_stage *stage, struct case_cursor *cursor,
                                 const struct floor_prize *prize, struct case_fault *fault)
{
    bool worth = true, winner = true, share = true;
    enum status status = take_worth(cursor, prize, &worth, fault);
    if (status == STATUS_OK && case_take_words(cursor, "to"))
        status = take_winner(&stage->floor, cursor, prize, &winner, fault);
    if (status == STATUS_OK && case_take(cursor, ','))
        share = text_equal_ignoring_case(case_rest(cursor), prize->share);
    else if (status == STATUS_OK)
        status = case_end(cursor, fault);
    if (status != STATUS_OK || (worth && winner && share))
        return status;
    char found[SHOWN_SIZE];
    struct text_out out;
    text_out_init(&out, found, sizeof found);
    write_prize(&out, &stage->floor, prize);
    return case_differs(stage->books.result, cursor->line, fault, "the prize is %s", found);
}

/* Behind `prize 1`. */
static enum status compare_prize_line(const struct floor_stage *stage, struct case_cursor *cursor,
                                      unsigned number, struct case_fault *fault)
{
    static const char *const states[] = {"awarded", "held",      "payable",  "paid",
                                         "lapsed",  "forfeited", "reversed", NULL};
    if (number == 0 || number > stage->floor.prize_count)
        return case_differs(stage->books.result, cursor->line, fault, "there are %u prizes",
                            stage->floor.prize_count);
    const struct floor_prize *prize = &stage->floor.prizes[number - 1];
    if (case_take(cursor, '='))
        return compare_prize(stage, cursor, prize, fault);
    if (case_take_words(cursor, "left"))
        return case_books_amount(&stage->books, cursor, "what is left of the voucher",
                                 prize->worth - floor_voucher_spent(prize), fault);
    if (!case_take_words(cursor, "is"))
        return case_expected(cursor, fault,
                             "= and an amount, \"is\" and how it stands, or \"left\" of a voucher");
    return compare_state(stage, cursor, states, floor_prize_state_name(prize),
                         "awarded, held, payable, paid, lapsed, forfeited or reversed", fault);
}

/* `winner pays 150 #39`: a part of the bill that was redeemed just now; 0: the voucher has paid the whole. */
static enum status compare_own_cost(const struct floor_stage *stage, struct case_cursor *cursor,
                                    struct case_fault *fault)
{
    const struct event *event = stage->decision.event_count ? &stage->decision.events[0] : NULL;
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
        return case_differs(stage->books.result, cursor->line, fault, "no voucher was redeemed just now");
    bool found = money.cents == 0 && redeemed->own_count == 0;
    for (uint32_t i = 0; i < redeemed->own_count; i++)
        found |= redeemed->own[i].cents == money.cents &&
                 (!cited || text_equal(case_clause_number(redeemed->own[i].clause), clause));
    return found ? STATUS_OK
                 : case_differs(stage->books.result, cursor->line, fault, "the winner pays something else");
}

/* ------------------------------------------------------------------------------------------ hands */

/* Behind `hand 2`. */
static enum status compare_hand_line(const struct floor_stage *stage, struct case_cursor *cursor,
                                     unsigned number, struct case_fault *fault)
{
    if (number == 0 || number > stage->floor.hand_count)
        return case_differs(stage->books.result, cursor->line, fault, "there are %u hands",
                            stage->floor.hand_count);
    if (!case_take_words(cursor, "is"))
        return case_expected(cursor, fault, "\"is\" and how it stands");
    static const char *const words[] = {"claimed", "verified",  "rejected", "posted", "void",
                                        "awarded", "withdrawn", "beaten",   NULL};
    return compare_state(stage, cursor, words, floor_hand_word(&stage->floor, number),
                         "claimed, verified, rejected, posted, beaten, void or awarded", fault);
}

/* How many hands, and players with points, stand there. */
static unsigned count_on_board(const struct floor *floor, uint32_t offer)
{
    const struct board *board = &floor->offerings[offer].board;
    unsigned count = 0;
    for (unsigned i = 0; i < board->standing_count; i++)
        count += floor_player_stands(floor, offer, &board->standings[i]);
    for (uint32_t i = 0; i < board->count; i++)
        count += floor_hand_stands(floor, board->hands[i] + 1);
    for (uint32_t i = 0; i < board->beaten_count; i++)
        count += floor_hand_stands(floor, board->beaten[i] + 1);
    return count;
}

/* Behind `points of`: `101 = 10`. Who has none has 0. */
static enum status compare_points(const struct floor_stage *stage, struct case_cursor *cursor,
                                  const struct board *board, struct case_fault *fault)
{
    for (unsigned i = 0; i < board->standing_count; i++)
        if (take_text(cursor, floor_patron_name(&stage->floor, board->standings[i].patron)))
            return compare_count(stage, cursor, "points of the patron", board->standings[i].points, fault);
    unsigned patron;
    enum status status = case_number(cursor, CASE_NUMBER_MAX, &patron, fault);
    return status == STATUS_OK ? compare_count(stage, cursor, "points of the patron", 0, fault) : status;
}

/* ------------------------------------------------------------------------------------------ lines */

/* `prize 1` and not `prize pool`. */
static bool take_numbered(struct case_cursor *cursor, const char *word, unsigned *number)
{
    struct case_cursor ahead = *cursor;
    if (!case_take_words(&ahead, word) || case_number(&ahead, CASE_NUMBER_MAX, number, NULL) != STATUS_OK)
        return false;
    *cursor = ahead;
    return true;
}

enum status floor_case_compare(void *context, const struct case_line *line, bool some,
                               struct case_fault *fault)
{
    struct floor_stage *stage = context;
    struct case_cursor cursor = case_start(line);
    const struct offering *offering = &stage->floor.offerings[stage->offer];
    unsigned number;
    if (!stage->posted)
        return case_expected(&cursor, fault, "an offer first, by post:");
    if (take_numbered(&cursor, "prize", &number))
        return compare_prize_line(stage, &cursor, number, fault);
    if (take_numbered(&cursor, "hand", &number))
        return compare_hand_line(stage, &cursor, number, fault);
    if (case_take_words(&cursor, "winner pays"))
        return compare_own_cost(stage, &cursor, fault);
    if (case_take_words(&cursor, "prizes"))
        return compare_count(stage, &cursor, "prizes in all", stage->floor.prize_count, fault);
    if (case_take_words(&cursor, "board"))
        return compare_count(stage, &cursor, "hands or players on the board",
                             count_on_board(&stage->floor, stage->offer), fault);
    if (case_take_words(&cursor, "points of"))
        return compare_points(stage, &cursor, &offering->board, fault);
    if (case_take_words(&cursor, "advances"))
        return case_books_amount(&stage->books, &cursor, "what is advanced", funds_advances(&offering->funds),
                                 fault);
    if (case_take_words(&cursor, "due"))
        return case_books_amount(&stage->books, &cursor, "what is due", offering->funds.administration_due,
                                 fault);
    return case_books_line(&stage->books, &cursor, some, fault);
}
