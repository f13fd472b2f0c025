#include "house/kernel/case_words.h"

enum { WORDS_SIZE = 192 };

struct text case_usual_person(const struct staff *staff, enum command_kind kind)
{
    const struct desk_command *command = desk_command_of(kind);
    const struct staff_person *person =
        command->usual_role ? staff_with_role(staff, text_of(command->usual_role), command->usual_second)
                            : NULL;
    return person ? person->person : text_of("");
}

bool case_needs_second(const struct command *command)
{
    return desk_command_of(command->kind)->second_always && command_second(command).length == 0;
}

struct text case_usual_second(const struct staff *staff, struct text by)
{
    const struct text usual = case_usual_person(staff, COMMAND_AUTHORISE);
    const struct staff_person *first =
        staff_with_role(staff, text_of(desk_command_of(COMMAND_AUTHORISE)->usual_role), false);
    return text_equal(usual, by) && first ? first->person : usual;
}

bool case_take_text(struct case_cursor *cursor, struct text text)
{
    char words[WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add_text(&out, text);
    return text.length > 0 && !out.truncated && case_take_words(cursor, words);
}

struct text case_take_to_comma(struct case_cursor *cursor)
{
    struct case_cursor ahead = *cursor;
    struct text rest = case_rest(&ahead);
    size_t end = 0;
    while (end < rest.length && rest.bytes[end] != ',')
        end++;
    cursor->at = (size_t)(rest.bytes - cursor->line->text.bytes) + end;
    return text_trimmed(text_slice(rest, 0, end));
}

struct text case_clause_number(struct text clause)
{
    size_t hash = clause.length;
    while (hash > 0 && clause.bytes[hash - 1] != '#')
        hash--;
    return text_from(clause, hash);
}

enum status case_compare_count(struct case_result *result, struct case_cursor *cursor, const char *name,
                               unsigned found, struct case_fault *fault)
{
    unsigned expected;
    if (!case_take(cursor, '='))
        return case_expected(cursor, fault, "= and a number");
    enum status status = case_number(cursor, CASE_NUMBER_MAX, &expected, fault);
    if (status == STATUS_OK)
        status = case_end(cursor, fault);
    if (status != STATUS_OK || expected == found)
        return status;
    return case_differs(result, cursor->line, fault, "%s: %u", name, found);
}

enum status case_compare_amount(struct case_result *result, struct case_cursor *cursor, const char *name,
                                int64_t cents, struct case_fault *fault)
{
    struct money expected;
    if (!case_take(cursor, '='))
        return case_expected(cursor, fault, "= and an amount");
    enum status status = case_money(cursor, &expected, fault);
    if (status == STATUS_OK)
        status = case_end(cursor, fault);
    if (status != STATUS_OK || expected.cents == cents)
        return status;
    char amount[MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, amount, sizeof amount);
    money_write(&out, money_of_cents(cents));
    return case_differs(result, cursor->line, fault, "%s is %s", name, amount);
}

enum status case_compare_word(struct case_result *result, struct case_cursor *cursor,
                              const char *const *words, const char *found, const char *expected,
                              struct case_fault *fault)
{
    for (unsigned i = 0; words[i]; i++)
        if (case_take_words(cursor, words[i])) {
            enum status status = case_end(cursor, fault);
            if (status != STATUS_OK || text_equal(text_of(words[i]), text_of(found)))
                return status;
            return case_differs(result, cursor->line, fault, "it is %s", found);
        }
    return case_expected(cursor, fault, expected);
}
