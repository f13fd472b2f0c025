#include "cli/odds_hi_lo.h"

#include "cli/table.h"

#include <stdio.h>

static void ending_row(struct text_table *table, const char *how, unsigned correct, struct hi_lo_prize prize,
                       double probability)
{
    if (probability <= 0)
        return;
    table_row(table);
    table_add(table, "%s at %u correct", how, correct);
    hi_lo_prize_write(table_cell(table), prize);
    table_add(table, "%.6f", probability);
    table_add(table, "%.2f", 1 / probability);
}

static void print_endings(const struct hi_lo_report *report, bool colour)
{
    const struct hi_lo_rules *rules = &report->question.rules;
    struct text_table table;
    table_init(&table);
    table_column(&table, "ends", TABLE_LEFT);
    table_column(&table, "prize", TABLE_LEFT);
    table_column(&table, "probability", TABLE_RIGHT);
    table_column(&table, "1 in", TABLE_RIGHT);
    for (unsigned correct = 0; correct < rules->levels; correct++) {
        ending_row(&table, "stop", correct, rules->prizes[correct], report->odds.stopped[correct]);
        ending_row(&table, "miss", correct, hi_lo_prize_lost(rules, correct), report->odds.missed[correct]);
    }
    ending_row(&table, "progressive", rules->levels,
               (struct hi_lo_prize){HI_LO_PROGRESSIVE, report->question.progressive}, report->odds.won);
    table_print(&table, colour);
}

/* Fills a cell of a table by count and card. */
typedef void cell_writer(struct text_out *out, const struct hi_lo_report *report, unsigned correct,
                         unsigned rank);

static void write_action(struct text_out *out, const struct hi_lo_report *report, unsigned correct,
                         unsigned rank)
{
    static const char *const words[HI_LO_ACTIONS] = {"stop", "H", "L"};
    text_out_add(out, "%s", words[report->advice[correct][rank].best]);
}

/* Up to the next dollar, but for a cent that rounding may add; a dash where guessing on is right for nothing. */
static void write_from(struct text_out *out, const struct hi_lo_report *report, unsigned correct,
                       unsigned rank)
{
    int64_t cents = report->from[correct][rank].cents;
    if (cents == 0)
        text_out_add(out, "-");
    else
        text_out_add(out, "%lld", (long long)((cents + MONEY_DOLLAR - 2) / MONEY_DOLLAR));
}

static void print_by_card(const struct hi_lo_report *report, cell_writer *write, bool colour)
{
    static const char *const heads[RANK_COUNT] = {"2", "3", "4", "5", "6", "7", "8",
                                                  "9", "T", "J", "Q", "K", "A"};
    struct text_table table;
    table_init(&table);
    table_column(&table, "correct", TABLE_LEFT);
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        table_column(&table, heads[rank], TABLE_RIGHT);
    for (unsigned correct = 0; correct < report->question.rules.levels; correct++) {
        table_row(&table);
        table_add(&table, "%u", correct);
        for (unsigned rank = 0; rank < RANK_COUNT; rank++)
            write(table_cell(&table), report, correct, rank);
    }
    table_print(&table, colour);
}

void odds_print_hi_lo(const struct hi_lo_report *report, bool colour)
{
    char progressive[MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, progressive, sizeof progressive);
    money_write(&out, report->question.progressive);
    printf("%sHi Lo Progressive, Saratoga%s   %s\n\n", colour ? "\033[1m" : "", colour ? "\033[0m" : "",
           hi_lo_report_target);
    print_endings(report, colour);
    printf("\n  value of a game            $%.4f, within $%.4f, at a progressive of %s\n", report->odds.value,
           report->odds.error, progressive);
    printf("  a dollar of free play      counted as $%.2f\n", report->question.free_play_worth);
    printf("\n  Best play at this progressive, by correct guesses and the card shown (H higher, L lower), no "
           "other\n  card known to be gone and no miss forgiven:\n");
    print_by_card(report, write_action, colour);
    printf("\n  Guess on if the progressive is at least so many dollars, stop if it is less (-: always guess "
           "on):\n");
    print_by_card(report, write_from, colour);
}
