/*
 * The books of a case: accounts by their names, movements and rulings that are kept, and what is expected of them.
 */
#include "cases/house_case_internal.h"

enum status case_books_account(const struct case_books *books, struct case_cursor *cursor, account_id *id,
                               struct case_fault *fault)
{
    size_t longest = 0;
    struct case_cursor after = *cursor;
    for (unsigned i = 0; i < books->ledger->count; i++) {
        const struct account *account = &books->ledger->accounts[i];
        struct case_cursor ahead = *cursor;
        if (!case_take_text(&ahead, account->name))
            continue;
        bool own = text_equal(account->activity, books->activity);
        if (account->name.length > longest || (account->name.length == longest && own)) {
            longest = account->name.length;
            after = ahead;
            *id = (account_id)i;
        }
    }
    if (longest == 0)
        return case_expected(cursor, fault,
                             "the name of an account, such as prize pool, reserve, held or house");
    *cursor = after;
    return STATUS_OK;
}

enum status case_books_remember(struct case_books *books, const struct case_cursor *cursor,
                                const struct movement *movement, struct case_fault *fault)
{
    const struct account *accounts = books->ledger->accounts;
    struct house_case *played = books->played;
    struct arena *arena = books->result->arena;
    struct house_case_movement *kept = ARENA_NEW(arena, struct house_case_movement);
    if (!kept || arena_copy_text(arena, accounts[movement->from].name, &kept->from) != STATUS_OK ||
        arena_copy_text(arena, accounts[movement->to].name, &kept->to) != STATUS_OK ||
        arena_copy_text(arena, movement->clause, &kept->clause) != STATUS_OK)
        return case_fault_at(cursor, fault, STATUS_NO_MEMORY, "there is no memory for the movements");
    kept->reason = movement->reason;
    kept->amount = money_of_cents(movement->cents);
    *(played->last_movement ? &played->last_movement->next : &played->movements) = kept;
    played->last_movement = kept;
    played->movement_count++;
    if (!books->unseen)
        books->unseen = kept;
    return STATUS_OK;
}

enum status case_books_judged(struct case_books *books, const struct case_cursor *cursor, size_t asked,
                              bool allowed, struct text clause, struct text words, struct case_fault *fault)
{
    struct arena *arena = books->result->arena;
    struct house_case_judgement *kept = ARENA_NEW(arena, struct house_case_judgement);
    if (!kept || arena_copy_text(arena, clause, &kept->clause) != STATUS_OK ||
        arena_copy_text(arena, words, &kept->words) != STATUS_OK)
        return case_fault_at(cursor, fault, STATUS_NO_MEMORY, "there is no memory for the judgement");
    kept->line = cursor->line->number;
    kept->asked = text_trimmed(text_slice(cursor->line->text, 0, asked));
    kept->allowed = allowed;
    struct house_case *played = books->played;
    *(played->last_judgement ? &played->last_judgement->next : &played->judgements) = kept;
    played->last_judgement = kept;
    played->judgement_count++;
    return STATUS_OK;
}

/* What a line says of a movement. */
struct expected_movement {
    struct text from, to;
    struct money amount;
    bool cited;
    struct text clause;
};

static bool moves_so(const struct house_case_movement *movement, const struct expected_movement *expected)
{
    return text_equal(movement->from, expected->from) && text_equal(movement->to, expected->to) &&
           money_compare(movement->amount, expected->amount) == 0;
}

static bool cites_so(const struct house_case_movement *movement, const struct expected_movement *expected)
{
    return !expected->cited || text_equal(case_clause_number(movement->clause), expected->clause);
}

static enum status compare_movement(struct case_books *books, const struct case_line *line, bool some,
                                    const struct expected_movement *expected, struct case_fault *fault)
{
    const struct house_case_movement *movement = books->unseen, *next = movement;
    while (some && next && !(moves_so(next, expected) && cites_so(next, expected)))
        next = next->next;
    if (next)
        movement = next;
    if (!movement)
        return case_differs(books->result, line, fault, "no further movement of money");
    books->unseen = movement->next;
    char amount[MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, amount, sizeof amount);
    money_write(&out, movement->amount);
    if (!moves_so(movement, expected))
        return case_differs(books->result, line, fault, "the movement is %.*s -> %.*s %s",
                            TEXT_ARGUMENTS(movement->from), TEXT_ARGUMENTS(movement->to), amount);
    if (!cites_so(movement, expected))
        return case_differs(books->result, line, fault, "the movement cites %.*s",
                            TEXT_ARGUMENTS(movement->clause));
    return STATUS_OK;
}

enum status case_books_line(struct case_books *books, const struct funds *funds, struct case_cursor *cursor,
                            bool some, struct case_fault *fault)
{
    if (case_take_words(cursor, "advances"))
        return case_compare_amount(books->result, cursor, "what is advanced", funds_advances(funds), fault);
    if (case_take_words(cursor, "due"))
        return case_compare_amount(books->result, cursor, "what is due", funds->administration_due, fault);
    account_id from = ACCOUNT_NONE, to = ACCOUNT_NONE;
    enum status status = case_books_account(books, cursor, &from, fault);
    if (status != STATUS_OK)
        return status;
    const struct account *accounts = books->ledger->accounts;
    if (!case_take_arrow(cursor))
        return case_compare_amount(books->result, cursor, "the balance", accounts[from].balance, fault);
    struct expected_movement expected = {.from = accounts[from].name};
    status = case_books_account(books, cursor, &to, fault);
    if (status == STATUS_OK)
        status = case_money(cursor, &expected.amount, fault);
    if (status != STATUS_OK)
        return status;
    expected.to = accounts[to].name;
    expected.cited = case_take_clause(cursor, &expected.clause);
    status = case_end(cursor, fault);
    return status == STATUS_OK ? compare_movement(books, cursor->line, some, &expected, fault) : status;
}
