/*
 * What a line expects of the rules, and what they answered.
 */
#include "cases/house_case_internal.h"

#include "games/ruling.h"

size_t case_find_arrow(const struct case_cursor *cursor)
{
    struct text text = cursor->line->text;
    bool quoted = false;
    size_t at = cursor->at;
    for (; at < text.length; at++) {
        if (quoted && text.bytes[at] == '\\')
            at++;
        else if (text.bytes[at] == '"')
            quoted = !quoted;
        else if (!quoted && text_starts_with(text_from(text, at), text_of("->")))
            break;
    }
    return at < text.length ? at : text.length;
}

enum status case_expectation(struct case_cursor *cursor, struct expected_ruling *expected,
                             struct case_fault *fault)
{
    *expected = (struct expected_ruling){.asked = cursor->at, .clause = text_of("")};
    if (!case_take_arrow(cursor))
        return case_end(cursor, fault);
    if (!case_take_words(cursor, "refused"))
        return case_expected(cursor, fault, "\"refused\", and the clause such as #7 or house#two-persons");
    expected->refused = true;
    expected->clause = case_rest(cursor);
    return STATUS_OK;
}

static bool is_expected_clause(const struct case_books *books, struct text expected, struct text found)
{
    if (expected.length == 0)
        return !text_contains(found, text_of("#"));
    if (expected.bytes[0] != '#')
        return text_equal(expected, found);
    return text_starts_with(found, books->activity) &&
           text_equal(text_from(found, books->activity.length), expected);
}

enum status case_judged(struct case_books *books, const struct case_cursor *cursor,
                        const struct expected_ruling *expected, const struct ruling *ruling, bool asks,
                        struct case_fault *fault)
{
    struct case_result *result = books->result;
    struct text clause = text_of(ruling->allowed ? "" : ruling->clause);
    enum status status = case_books_judged(books, cursor, expected->asked, ruling->allowed, clause,
                                           text_of(ruling->allowed ? "" : ruling->words), fault);
    result->expectation_count += asks || expected->refused;
    if (status != STATUS_OK || (ruling->allowed && !expected->refused))
        return status;
    if (ruling->allowed)
        return case_differs(result, cursor->line, fault, "this is allowed");
    if (expected->refused && is_expected_clause(books, expected->clause, clause))
        return STATUS_OK;
    if (expected->refused && expected->clause.length == 0)
        return case_differs(result, cursor->line, fault, "refused by a clause, which belongs here: %s (%s)",
                            ruling->words, ruling->clause);
    return case_differs(result, cursor->line, fault, "refused%s: %s (%s)",
                        expected->refused ? ", but by another clause" : "", ruling->words, ruling->clause);
}

enum status case_found(struct case_books *books, const struct case_cursor *cursor, size_t asked,
                       struct text clause, struct text words, struct case_fault *fault)
{
    books->result->expectation_count++;
    return case_books_judged(books, cursor, asked, true, clause, words, fault);
}
