#include "games/case_rounds.h"

#include "base/check.h"

#include <stdio.h>

/* ------------------------------------------------------------------------------------- sections */

enum status case_settings_heading(struct case_cursor *cursor, bool open, const char *example,
                                  struct text *clause, struct case_fault *fault)
{
    *clause = (struct text){0};
    if (case_take_words(cursor, "refused") && !case_take_clause(cursor, clause)) {
        char expected[64];
        snprintf(expected, sizeof expected, "the clause, such as %s", example);
        return case_expected(cursor, fault, expected);
    }
    if (!case_take(cursor, ':'))
        return case_expected(cursor, fault, "a colon");
    enum status status = case_end(cursor, fault);
    if (open)
        status = case_fault_at(cursor, fault, STATUS_INVALID, "settings stand before the first round");
    return status;
}

enum status case_expect_heading(struct case_cursor *cursor, struct case_fault *fault)
{
    case_take_words(cursor, "some");
    if (!case_take(cursor, ':'))
        return case_expected(cursor, fault, "a colon");
    return case_end(cursor, fault);
}

enum status case_check_indented(const struct case_file *file, size_t at, struct case_fault *fault)
{
    struct case_cursor here = case_start(&file->lines[at]);
    while (file->lines[at].indented) {
        CHECK_OP(at, >, 0);
        at--;
    }
    struct case_cursor heading = case_start(&file->lines[at]);
    bool in_body = at >= file->first;
    if (in_body && (case_take_words(&heading, "settings") || case_take_words(&heading, "expect")))
        return STATUS_OK;
    return case_fault_at(&here, fault, STATUS_INVALID,
                         "this line is indented, but the line above begins no section");
}

/* ------------------------------------------------------------------------------------- settings */

bool case_take_name(struct case_cursor *cursor, const char *name)
{
    struct case_cursor ahead = *cursor;
    if (!case_take_words(&ahead, name) || !case_take(&ahead, ':'))
        return false;
    *cursor = ahead;
    return true;
}

enum status case_choice(struct case_cursor *cursor, const char *const *words, unsigned count,
                        unsigned *choice, struct case_fault *fault)
{
    char expected[160];
    struct text_out out;
    text_out_init(&out, expected, sizeof expected);
    for (unsigned i = 0; i < count; i++) {
        if (case_take_words(cursor, words[i])) {
            *choice = i;
            return STATUS_OK;
        }
        text_out_add(&out, "%s\"%s\"", i == 0 ? "" : i + 1 < count ? ", " : " or ", words[i]);
    }
    return case_expected(cursor, fault, expected);
}

enum status case_flag(struct case_cursor *cursor, const char *no, const char *yes, bool *flag,
                      struct case_fault *fault)
{
    const char *const words[] = {no, yes};
    unsigned choice = 1;
    enum status status = STATUS_OK;
    if (!case_take_words(cursor, yes))
        status = case_choice(cursor, words, 2, &choice, fault);
    if (status == STATUS_OK)
        *flag = choice == 1;
    return status;
}

enum status case_limits(struct case_cursor *cursor, struct money *least, struct money *most,
                        struct case_fault *fault)
{
    enum status status = case_money(cursor, least, fault);
    if (status != STATUS_OK)
        return status;
    if (!case_take_words(cursor, "to"))
        return case_expected(cursor, fault, "\"to\"");
    return case_money(cursor, most, fault);
}

/* ---------------------------------------------------------------------------------------- seats */

enum status case_wager_amount(struct case_cursor *cursor, struct money *amount, struct case_fault *fault)
{
    enum status status = case_money(cursor, amount, fault);
    if (status == STATUS_OK && amount->cents <= 0)
        return case_fault_at(cursor, fault, STATUS_RANGE, "a wager is above zero");
    return status;
}

static enum status take_wagers(struct case_cursor *cursor, struct case_script *script,
                               struct case_fault *fault)
{
    while (!case_ended(cursor)) {
        enum wager wager;
        struct case_cursor mark = *cursor;
        if (case_take(&mark, ';'))
            return STATUS_OK;
        if (!case_take_wager(cursor, &wager))
            return case_expected(cursor, fault, "a card or the name of a wager");
        enum status status = case_wager_amount(cursor, &script->wagers[wager], fault);
        if (status != STATUS_OK)
            return status;
        case_take(cursor, ',');
    }
    return STATUS_OK;
}

static enum status take_decision(struct case_cursor *cursor, struct case_script *script,
                                 struct case_fault *fault)
{
    if (!case_take(cursor, ';'))
        return STATUS_OK;
    if (case_take_words(cursor, "folds") || case_take_words(cursor, "fold")) {
        script->decision = CASE_FOLDS;
        return STATUS_OK;
    }
    if (!case_take_words(cursor, "play") && !case_take_words(cursor, "plays"))
        return case_expected(cursor, fault, "\"play AMOUNT\" or \"folds\"");
    script->decision = CASE_PLAYS;
    return case_money(cursor, &script->play, fault);
}

enum status case_seat_line(struct case_cursor *cursor, unsigned cards_max, struct case_script *script,
                           struct case_fault *fault)
{
    *script = (struct case_script){.present = true};
    enum status status = case_cards(cursor, 0, cards_max, &script->hand, fault);
    if (status == STATUS_OK)
        status = take_wagers(cursor, script, fault);
    return status == STATUS_OK ? take_decision(cursor, script, fault) : status;
}

enum status case_ordinal(struct case_cursor *cursor, unsigned most, const char *things, unsigned *number,
                         struct case_fault *fault)
{
    enum status status = case_number(cursor, most, number, fault);
    if (status == STATUS_OK && *number == 0)
        return case_fault_at(cursor, fault, STATUS_RANGE, "%s are numbered from 1", things);
    return status;
}

enum status case_sitting(struct case_cursor *cursor, const char *verb, unsigned *player, unsigned *seat,
                         struct case_fault *fault)
{
    enum status status = case_number(cursor, 999, player, fault);
    if (status != STATUS_OK)
        return status;
    if (!case_take_words(cursor, verb)) {
        char expected[64];
        snprintf(expected, sizeof expected, "\"%s\" and its number", verb);
        return case_expected(cursor, fault, expected);
    }
    return case_number(cursor, 99, seat, fault);
}

enum status case_card_count(struct case_cursor *cursor, unsigned most, unsigned *count,
                            struct case_fault *fault)
{
    enum status status = case_number(cursor, most, count, fault);
    if (status == STATUS_OK && !case_take_words(cursor, "cards"))
        return case_expected(cursor, fault, "\"cards\"");
    return status;
}

bool case_take_row(struct case_cursor *cursor, const struct paytable *paytable, unsigned *number)
{
    for (unsigned i = 0; paytable && i < paytable->row_count; i++)
        if (case_take_words(cursor, paytable->rows[i].hand)) {
            *number = paytable_row_number(paytable, &paytable->rows[i]);
            return true;
        }
    return false;
}

/* ------------------------------------------------------------------------------------- outcomes */

enum status case_refusal(struct case_cursor *cursor, const char *example, struct text *clause,
                         struct case_fault *fault)
{
    if (!case_take_words(cursor, "refused") || !case_take_clause(cursor, clause)) {
        char expected[64];
        snprintf(expected, sizeof expected, "\"refused\" and the clause, such as %s", example);
        return case_expected(cursor, fault, expected);
    }
    return case_end(cursor, fault);
}

enum status case_compare_refusal(struct case_result *result, const struct case_cursor *cursor,
                                 struct text clause, const struct ruling *ruling, const char *allowed,
                                 struct case_fault *fault)
{
    result->expectation_count++;
    if (ruling->allowed)
        return case_differs(result, cursor->line, fault, "%s", allowed);
    if (text_equal(clause, clause_number(ruling->clause)))
        return STATUS_OK;
    return case_differs(result, cursor->line, fault, "refused, but by another clause: %s (%s)", ruling->words,
                        ruling->clause);
}

enum status case_compare_state(struct case_result *result, struct case_cursor *cursor, const char *found,
                               struct case_fault *fault)
{
    struct text expected = case_rest(cursor);
    result->expectation_count++;
    if (text_equal(expected, text_of(found)))
        return STATUS_OK;
    return case_differs(result, cursor->line, fault, "%.*s expected, the table is %s",
                        TEXT_ARGUMENTS(expected), found);
}

enum status case_add_ending(struct case_result *result, const struct case_line *line,
                            const struct case_ending *ending, struct case_round **round,
                            struct case_fault *fault)
{
    enum status status = case_add_round(result, line, round, fault);
    if (status != STATUS_OK)
        return status;
    struct text words;
    status = arena_copy_text(result->arena, text_of(ending->void_words), &words);
    if (status != STATUS_OK) {
        struct case_cursor cursor = case_start(line);
        return case_fault_at(&cursor, fault, status, "there is no memory for the case");
    }
    (*round)->seats = ending->seats;
    (*round)->is_void = ending->is_void;
    (*round)->void_clause = ending->void_clause;
    (*round)->void_words = words.bytes;
    (*round)->settlement = *ending->settlement;
    return STATUS_OK;
}
