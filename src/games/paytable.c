#include "games/paytable.h"

#include "base/check.h"
#include "cards/five.h"
#include "cards/four.h"

#include <string.h>

const struct pay_row *paytable_row(const struct paytable *table, struct score score)
{
    for (unsigned i = 0; i < table->row_count; i++)
        if (score.bits >= table->rows[i].score_min)
            return &table->rows[i];
    return NULL;
}

struct score paytable_score(const struct paytable *table, const struct card cards[5])
{
    if (table->order == PAYTABLE_FIVE)
        return five_value_score(five_rank5(cards));
    struct score four = four_value_score(four_rank5(cards));
    return table->order == PAYTABLE_COVER ? cover_of_four(four) : four;
}

enum status pay_handed(struct pay pay, struct money stake, struct money meter, struct money *handed)
{
    struct money won;
    if (pay.kind == PAY_NOTHING) {
        *handed = (struct money){0};
        return STATUS_OK;
    }
    enum status status =
        money_ratio(pay.kind == PAY_METER ? meter : stake, pay.amount, pay.per, MONEY_ROUND_DOWN, &won);
    if (status == STATUS_OK && pay.kind == PAY_TO_ONE)
        status = money_add(won, stake, &won);
    if (status == STATUS_OK)
        *handed = won;
    return status;
}

void pay_write(struct text_out *out, struct pay pay)
{
    switch (pay.kind) {
    case PAY_NOTHING:
        text_out_add(out, "nothing");
        return;
    case PAY_TO_ONE:
        text_out_add(out, "%u to %u", pay.amount, pay.per);
        return;
    case PAY_FOR_ONE:
        text_out_add(out, "%u for %u", pay.amount, pay.per);
        return;
    case PAY_METER:
        CHECK_OP(pay.per, ==, 100);
        text_out_add(out, "%u%% of meter", pay.amount);
        return;
    }
}

const char *pay_words(struct pay pay, char buffer[PAY_WORDS_SIZE])
{
    struct text_out out;
    text_out_init(&out, buffer, PAY_WORDS_SIZE);
    pay_write(&out, pay);
    return buffer;
}

const char *pay_row_words(const struct pay_row *row)
{
    static const char other[] = "other ";
    return strncmp(row->hand, other, sizeof other - 1) == 0 ? row->hand + sizeof other - 1 : row->hand;
}

unsigned paytable_row_number(const struct paytable *table, const struct pay_row *row)
{
    return row ? (unsigned)(row - table->rows) + 1 : 0;
}

struct money pay_row_envy(const struct pay_row *row, struct money wager)
{
    return money_of_cents(row ? row->envy.cents * (wager.cents / MONEY_DOLLAR) : 0);
}
