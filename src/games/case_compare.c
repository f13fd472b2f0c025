/*
 * The result of a case, and its comparison with the expectations.
 */
#include "games/case.h"

#include "base/check.h"
#include "games/ruling.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void case_result_init(struct case_result *result, struct arena *arena)
{
    *result = (struct case_result){.arena = arena};
}

static enum status no_memory(struct case_result *result, const struct case_line *line,
                             struct case_fault *fault)
{
    struct case_cursor cursor = case_start(line);
    return case_fault_at(&cursor, fault, result->arena->refusal, "there is no memory for the case");
}

enum status case_add_round(struct case_result *result, const struct case_line *line,
                           struct case_round **round, struct case_fault *fault)
{
    struct case_cursor cursor = case_start(line);
    if (result->round_count == CASE_ROUNDS_MAX)
        return case_fault_at(&cursor, fault, STATUS_NO_SPACE, "at most %d rounds make a case",
                             CASE_ROUNDS_MAX);
    struct case_round *added = ARENA_NEW(result->arena, struct case_round);
    if (!added)
        return no_memory(result, line, fault);
    added->void_clause = added->void_words = "";
    added->number = ++result->round_count;
    *(result->last_round ? &result->last_round->next : &result->rounds) = added;
    result->last_round = added;
    *round = added;
    return STATUS_OK;
}

enum status case_differs(struct case_result *result, const struct case_line *line, struct case_fault *fault,
                         const char *format, ...)
{
    char words[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    struct case_difference *added = ARENA_NEW(result->arena, struct case_difference);
    if (!added || arena_copy_text(result->arena, text_of(words), &added->words) != STATUS_OK)
        return no_memory(result, line, fault);
    added->line = line->number;
    *(result->last_difference ? &result->last_difference->next : &result->differences) = added;
    result->last_difference = added;
    result->difference_count++;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------ comparing */

struct comparison {
    const struct case_round *round;
    struct case_result *result;
    struct case_fault *fault;
    unsigned lines_seen; /* of the settlement */
    bool some;           /* lines may be left out */
};

static const char *amount(struct money money, char buffer[MONEY_TEXT_SIZE])
{
    struct text_out out;
    text_out_init(&out, buffer, MONEY_TEXT_SIZE);
    money_write(&out, money);
    return buffer;
}

static enum status compare_money(struct comparison *comparison, const struct case_cursor *cursor,
                                 const char *what, struct money expected, struct money found)
{
    char left[MONEY_TEXT_SIZE], right[MONEY_TEXT_SIZE];
    if (money_compare(expected, found) == 0)
        return STATUS_OK;
    return case_differs(comparison->result, cursor->line, comparison->fault, "%s: %s expected, %s came out",
                        what, amount(expected, left), amount(found, right));
}

struct expected_line {
    unsigned seat;
    enum wager wager;
    struct money stake, handed;
    struct text words, clause; /* empty if not given */
    bool none;                 /* there must be no such line */
};

/* The words, and the clause at their end if there is one. */
static void take_words_and_clause(struct case_cursor *cursor, struct expected_line *line)
{
    struct text rest = case_rest(cursor);
    size_t at = rest.length;
    while (at > 0 && rest.bytes[at - 1] != '#' && rest.bytes[at - 1] != ' ')
        at--;
    if (at > 0 && rest.bytes[at - 1] == '#') {
        line->clause = text_from(rest, at);
        rest = text_trimmed(text_slice(rest, 0, at - 1));
    }
    line->words = rest;
}

static enum status take_line(struct case_cursor *cursor, struct expected_line *line, struct case_fault *fault)
{
    enum status status = case_number(cursor, SETTLEMENT_SEATS_MAX, &line->seat, fault);
    if (status != STATUS_OK)
        return status;
    if (!case_take_wager(cursor, &line->wager))
        return case_expected(cursor, fault, "the name of a wager");
    if (!case_take_arrow(cursor)) {
        status = case_money(cursor, &line->stake, fault);
        if (status != STATUS_OK)
            return status;
        if (!case_take_arrow(cursor))
            return case_expected(cursor, fault, "->");
    }
    line->none = case_take_words(cursor, "none");
    if (line->none)
        return case_end(cursor, fault);
    status = case_money(cursor, &line->handed, fault);
    if (status == STATUS_OK)
        take_words_and_clause(cursor, line);
    return status;
}

static enum status compare_texts(struct comparison *comparison, const struct case_cursor *cursor,
                                 const char *what, struct text expected, struct text found)
{
    if (expected.length == 0 || text_equal(expected, found))
        return STATUS_OK;
    return case_differs(comparison->result, cursor->line, comparison->fault,
                        "%s \"%.*s\" expected, \"%.*s\" came out", what, TEXT_ARGUMENTS(expected),
                        TEXT_ARGUMENTS(found));
}

static enum status compare_found(struct comparison *comparison, struct case_cursor *cursor,
                                 const struct expected_line *expected, const struct settlement_line *found)
{
    enum status status = compare_money(comparison, cursor, "stake", expected->stake, found->stake);
    if (status == STATUS_OK)
        status = compare_money(comparison, cursor, "handed", expected->handed, settlement_handed(found));
    if (status == STATUS_OK)
        status = compare_texts(comparison, cursor, "result", expected->words, text_of(found->words));
    return status == STATUS_OK
               ? compare_texts(comparison, cursor, "clause", expected->clause, clause_number(found->clause))
               : status;
}

/* The next line of the settlement, if all are given. */
static enum status compare_in_order(struct comparison *comparison, struct case_cursor *cursor,
                                    const struct expected_line *expected)
{
    const struct settlement *settlement = &comparison->round->settlement;
    unsigned number = comparison->lines_seen++;
    if (number >= settlement->count)
        return case_differs(comparison->result, cursor->line, comparison->fault,
                            "line %u of the settlement expected, it has %u", number + 1, settlement->count);
    const struct settlement_line *found = &settlement->lines[number];
    char handed[MONEY_TEXT_SIZE];
    if (found->seat != expected->seat || found->wager != expected->wager)
        return case_differs(comparison->result, cursor->line, comparison->fault,
                            "seat %u, %s expected as line %u of the settlement, seat %u, %s came out: %s, %s",
                            expected->seat, wager_name(expected->wager), number + 1, found->seat,
                            wager_name(found->wager), amount(settlement_handed(found), handed), found->words);
    return compare_found(comparison, cursor, expected, found);
}

static enum status compare_line(struct comparison *comparison, struct case_cursor *cursor)
{
    struct expected_line expected = {0};
    enum status status = take_line(cursor, &expected, comparison->fault);
    if (status != STATUS_OK)
        return status;
    const struct settlement_line *found =
        settlement_find(&comparison->round->settlement, expected.seat, expected.wager);
    if (expected.none)
        return found ? case_differs(comparison->result, cursor->line, comparison->fault,
                                    "no such line expected, it came out: %s", found->words)
                     : STATUS_OK;
    if (!comparison->some)
        return compare_in_order(comparison, cursor, &expected);
    return found ? compare_found(comparison, cursor, &expected, found)
                 : case_differs(comparison->result, cursor->line, comparison->fault,
                                "seat %u, %s expected, there is no such line", expected.seat,
                                wager_name(expected.wager));
}

/* seat 1 +30, seat 2 -5 */
static enum status compare_seats(struct comparison *comparison, struct case_cursor *cursor, const char *what,
                                 struct money (*of_seat)(const struct settlement *, unsigned))
{
    do {
        unsigned seat = 0;
        struct money expected;
        if (!case_take_words(cursor, "seat") && !case_take_words(cursor, "position"))
            return case_expected(cursor, comparison->fault, "\"seat\" and its number");
        enum status status = case_number(cursor, SETTLEMENT_SEATS_MAX, &seat, comparison->fault);
        if (status != STATUS_OK)
            return status;
        case_take(cursor, '+');
        status = case_money(cursor, &expected, comparison->fault);
        char words[32];
        snprintf(words, sizeof words, "%s of seat %u", what, seat);
        if (status == STATUS_OK)
            status = compare_money(comparison, cursor, words, expected,
                                   of_seat(&comparison->round->settlement, seat));
        if (status != STATUS_OK)
            return status;
    } while (case_take(cursor, ','));
    return case_end(cursor, comparison->fault);
}

static enum status compare_meter(struct comparison *comparison, struct case_cursor *cursor)
{
    const struct case_meter *meter = NULL;
    for (unsigned i = 0; i < comparison->round->meter_count && !meter; i++)
        if (case_take_words(cursor, comparison->round->meters[i].name))
            meter = &comparison->round->meters[i];
    if (!meter)
        return case_expected(cursor, comparison->fault, "the name of a meter that the table offers");
    if (!case_take(cursor, ':'))
        return case_expected(cursor, comparison->fault, "a colon");
    do {
        static const char *const names[] = {"starts", "locked", "ends", "reserve"};
        const struct money found[] = {meter->before, meter->locked, meter->after, meter->reserve_after};
        unsigned i = 0;
        while (i < 4 && !case_take_words(cursor, names[i]))
            i++;
        if (i == 4)
            return case_expected(cursor, comparison->fault, "starts, locked, ends or reserve");
        struct money expected;
        enum status status = case_money(cursor, &expected, comparison->fault);
        if (status == STATUS_OK)
            status = compare_money(comparison, cursor, names[i], expected, found[i]);
        if (status != STATUS_OK)
            return status;
    } while (case_take(cursor, ','));
    return case_end(cursor, comparison->fault);
}

static enum status compare_void(struct comparison *comparison, struct case_cursor *cursor)
{
    struct text clause = {0};
    case_take_clause(cursor, &clause);
    enum status status = case_end(cursor, comparison->fault);
    if (status != STATUS_OK)
        return status;
    if (!comparison->round->is_void)
        return case_differs(comparison->result, cursor->line, comparison->fault,
                            "the round should be void; it was settled");
    return compare_texts(comparison, cursor, "clause", clause, clause_number(comparison->round->void_clause));
}

static enum status compare_one(struct comparison *comparison, const struct case_line *line,
                               const struct case_expectation *expectation)
{
    struct case_cursor cursor = case_start(line);
    if (case_take_words(&cursor, "net") && case_take(&cursor, ':'))
        return compare_seats(comparison, &cursor, "net", settlement_seat_net);
    if (case_take_words(&cursor, "handed") && case_take(&cursor, ':'))
        return compare_seats(comparison, &cursor, "handed", settlement_seat_handed);
    if (case_take_words(&cursor, "meter"))
        return compare_meter(comparison, &cursor);
    if (case_take_words(&cursor, "void"))
        return compare_void(comparison, &cursor);
    cursor.at = 0;
    if (expectation && expectation->other) {
        bool known = false;
        enum status status = expectation->other(expectation->context, &cursor, &known, comparison->fault);
        if (status != STATUS_OK || known)
            return status;
    }
    cursor.at = 0;
    if (line->text.bytes[0] < '0' || line->text.bytes[0] > '9')
        return case_expected(&cursor, comparison->fault,
                             "a line of the settlement, net, handed, meter or void");
    return compare_line(comparison, &cursor);
}

enum status case_compare(const struct case_file *file, size_t at, const struct case_round *round,
                         const struct case_expectation *expectation, struct case_result *result,
                         struct case_fault *fault)
{
    CHECK_OP(at, <, file->count);
    struct case_cursor heading = case_start(&file->lines[at]);
    struct comparison comparison = {
        .round = round, .result = result, .fault = fault, .some = case_take_words(&heading, "expect some")};
    bool void_expected = false;
    for (size_t i = at + 1; i < file->count && file->lines[i].indented; i++) {
        enum status status = compare_one(&comparison, &file->lines[i], expectation);
        result->expectation_count++;
        if (status != STATUS_OK)
            return status;
        struct case_cursor cursor = case_start(&file->lines[i]);
        void_expected |= case_take_words(&cursor, "void");
    }
    if (round->is_void && !void_expected)
        return case_differs(result, &file->lines[at], fault, "the round is void: %s (%s)", round->void_words,
                            round->void_clause);
    if (comparison.lines_seen > 0 && comparison.lines_seen < round->settlement.count)
        return case_differs(result, &file->lines[at], fault,
                            "%u lines of the settlement expected, %u came out", comparison.lines_seen,
                            round->settlement.count);
    return STATUS_OK;
}
