/*
 * The reader of cases: lines in their order, and the statements that both kinds of case have.
 */
#include "cases/house_case_internal.h"

const char house_case_game[] = "house";
const char floor_case_game[] = "floor";

static enum status take_expect(const struct case_player *player, const struct case_file *file, size_t *at,
                               bool some, struct case_fault *fault)
{
    struct case_books *books = player->books;
    const struct case_line *head = &file->lines[*at];
    const struct house_case_movement *before = books->unseen;
    for (; *at + 1 < file->count && file->lines[*at + 1].indented; (*at)++) {
        enum status status = player->compare(player->stage, &file->lines[*at + 1], some, fault);
        books->result->expectation_count++;
        if (status != STATUS_OK)
            return status;
    }
    if (!some && books->unseen && books->unseen != before)
        return case_differs(books->result, head, fault, "there is a further movement: %.*s -> %.*s",
                            TEXT_ARGUMENTS(books->unseen->from), TEXT_ARGUMENTS(books->unseen->to));
    books->unseen = NULL;
    return STATUS_OK;
}

/* `balance: prize pool 50,000, reserve 0` */
static enum status take_balances(const struct case_player *player, struct case_cursor *cursor,
                                 struct case_fault *fault)
{
    do {
        struct case_cursor start = *cursor;
        account_id account = ACCOUNT_NONE;
        struct money money;
        enum status status = case_books_account(player->books, cursor, &account, fault);
        if (status == STATUS_OK)
            status = case_money(cursor, &money, fault);
        if (status == STATUS_OK)
            status = player->bring(player->stage, &start, account, money.cents, fault);
        if (status != STATUS_OK)
            return status;
    } while (case_take(cursor, ','));
    return case_end(cursor, fault);
}

bool case_take_shared(const struct case_player *player, const struct case_file *file,
                      struct case_cursor *cursor, size_t *at, const char *lacking, enum status *status,
                      struct case_fault *fault)
{
    if (case_take_words(cursor, "balance:"))
        *status = lacking ? case_expected(cursor, fault, lacking) : take_balances(player, cursor, fault);
    else if (case_take_words(cursor, "expect some:"))
        *status = take_expect(player, file, at, true, fault);
    else if (case_take_words(cursor, "expect:"))
        *status = take_expect(player, file, at, false, fault);
    else
        return false;
    return true;
}

enum status case_play_lines(const struct case_player *player, const struct case_file *file,
                            struct case_fault *fault)
{
    enum status status = STATUS_OK;
    for (size_t at = file->first; at < file->count && status == STATUS_OK; at++) {
        struct case_cursor cursor = case_start(&file->lines[at]);
        status = player->statement(player, &cursor, &at, fault);
        if (status == STATUS_OK)
            player->done(player->stage);
    }
    return status;
}

bool house_case_is(const struct case_file *file)
{
    return text_equal(file->game, text_of(house_case_game)) ||
           text_equal(file->game, text_of(floor_case_game));
}

enum status house_case_play(const struct case_file *file, struct library *library,
                            const struct house_case_files *files, struct house_case *played,
                            struct case_result *result, struct case_fault *fault)
{
    struct case_books books = {.activity = text_of(""), .played = played, .result = result};
    *played = (struct house_case){0};
    return text_equal(file->game, text_of(floor_case_game))
               ? floor_case_play(file, library, files, &books, fault)
               : money_case_play(file, library, &books, fault);
}
