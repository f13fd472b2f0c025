#include "cli/odds_print.h"

#include "cli/odds_numbers.h"
#include "cli/table.h"

#include <stdio.h>

enum { WIDTH = 100, DIGITS_SIZE = 64, WORDS_SIZE = 160 };

/* ------------------------------------------------------------------------------------------ numbers */

static void write_percent(struct text_out *out, struct fraction part, unsigned decimals)
{
    fraction_write_decimal(out, fraction_multiply(part, fraction_of(100, 1)), decimals);
    text_out_add(out, "%%");
}

/* A fraction of huge numbers is in the JSON; here its decimal says enough. */
static void write_exact(struct text_out *out, struct fraction fraction)
{
    fraction_write_decimal(out, fraction, 9);
    char digits[2 * DIGITS_SIZE];
    struct text_out exact;
    text_out_init(&exact, digits, sizeof digits);
    wide_write(&exact, fraction.numerator);
    text_out_add(&exact, "/");
    uwide_write(&exact, fraction.denominator);
    if (exact.length <= 48)
        text_out_add(out, "  =  %s", digits);
}

static void write_dollars(struct text_out *out, struct fraction cents)
{
    struct fraction rounded = cents;
    wide whole = rounded.numerator / (wide)rounded.denominator;
    money_write(out, money_of_cents((int64_t)whole));
}

/* ------------------------------------------------------------------------------------------ lines */

/* "  house edge                3.061%" */
static void print_line(const char *label, const char *words)
{
    printf("  %-26s %s\n", label, words);
}

static void print_percent(const char *label, struct fraction part, const char *after)
{
    char words[WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    write_percent(&out, part, 4);
    text_out_add(&out, "%s", after);
    print_line(label, words);
}

static void print_title(const struct report_bet *bet, bool colour)
{
    printf("\n%s%s%s   %s%s%s\n", colour ? "\033[1m" : "", bet->entry->name, colour ? "\033[0m" : "",
           colour ? "\033[2m" : "", bet->bet.clause, colour ? "\033[0m" : "");
}

static void print_warning(const struct report_bet *bet, bool colour)
{
    if (!report_is_generous(bet))
        return;
    char words[WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    write_percent(&out, bet->returned, 1);
    printf("\n  %sWARNING: under these settings %s returns %s of the wager%s\n", colour ? "\033[1;31m" : "",
           bet->entry->name, words, colour ? "\033[0m" : "");
}

/* ------------------------------------------------------------------------------------------ outcomes */

static void outcome_row(struct text_table *table, const struct report_bet *bet, unsigned index, bool pays)
{
    const struct bet_outcome *outcome = &bet->bet.outcomes[index];
    const struct paytable *pay = bet->entry->table;
    table_row(table);
    table_add(table, "%s", outcome->name);
    if (pays) {
        struct text_out *cell = table_cell(table);
        if (pay && index < pay->row_count)
            pay_write(cell, pay->rows[index].pay);
    }
    odds_write_count(table_cell(table), outcome->count);
    table_add(table, "%.8f", (double)outcome->count / (double)bet->bet.total);
    odds_write_one_in(table_cell(table), outcome->count, bet->bet.total);
    if (outcome->meter_percent > 0)
        table_add(table, "%u%% meter %+.0f", outcome->meter_percent, (double)outcome->net_halves / 2);
    else if (outcome->net_halves == 0)
        table_add(table, "0");
    else
        table_add(table, outcome->net_halves % 2 == 0 ? "%+.0f" : "%+.1f", (double)outcome->net_halves / 2);
}

static void outcome_table(struct text_table *table, const struct report_bet *bet, bool pays)
{
    table_init(table);
    table_column(table, "outcome", TABLE_LEFT);
    if (pays)
        table_column(table, "pays", TABLE_LEFT);
    table_column(table, "count", TABLE_RIGHT);
    table_column(table, "probability", TABLE_RIGHT);
    table_column(table, "1 in", TABLE_RIGHT);
    table_column(table, "net", TABLE_RIGHT);
    for (unsigned i = 0; i < bet->bet.outcome_count; i++)
        outcome_row(table, bet, i, pays);
    table_row(table);
    table_add(table, "all");
    if (pays)
        table_add(table, "%s", "");
    odds_write_count(table_cell(table), bet->bet.total);
}

static void print_outcomes(const struct report_bet *bet, bool colour)
{
    struct text_table table;
    outcome_table(&table, bet, bet->entry->table != NULL);
    if (table_width(&table) > WIDTH)
        outcome_table(&table, bet, false);
    table_print(&table, colour);
    putchar('\n');
}

/* ------------------------------------------------------------------------------------------ kinds of bets */

static void print_figures(const struct report_bet *bet)
{
    char words[2 * WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    write_exact(&out, bet->expected);
    bool meter = bet->wager.cents > 0, base = bet->entry->kind == REPORT_BASE;
    print_line(meter ? "expected, without meter" : "expected value", words);
    print_percent(base ? "house edge per Ante" : "house edge", report_house_edge(bet),
                  meter ? " without the meter" : "");
    if (base) {
        print_percent("  per initial wager", report_house_edge_initial(bet),
                      bet->bet.initial_units == 2 ? " of Ante and Super Bonus" : " of the Ante");
        text_out_init(&out, words, sizeof words);
        fraction_write_decimal(&out, bet->bet.mean_units, 6);
        text_out_add(&out, " units");
        print_line("average wager", words);
        print_percent("element of risk", report_element_of_risk(bet), "");
    }
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%.6f", bet->deviation);
    print_line("standard deviation", words);
}

static void print_envy(const struct report_bet *bet)
{
    char words[WORDS_SIZE];
    struct text_out out;
    if (report_envy(bet, 1).numerator == 0)
        return;
    text_out_init(&out, words, sizeof words);
    for (unsigned others = 1; others <= REPORT_PLAYERS_MAX; others++) {
        text_out_add(&out, "%s%u: ", others > 1 ? "  " : "", others);
        write_percent(&out, report_envy(bet, others), 3);
    }
    print_line("envy, by other players", words);
}

static void print_progressive(const struct report_bet *bet, const struct report_settings *settings)
{
    char words[WORDS_SIZE];
    struct text_out out;
    const struct fraction one = {1, 1};
    print_percent("return of the fixed part", fraction_add(one, bet->expected), "");
    print_percent("each $1,000 of meter adds", report_value_of_thousand(bet), "");
    print_envy(bet);
    if (bet->has_break_even) {
        text_out_init(&out, words, sizeof words);
        write_dollars(&out, bet->break_even_cents);
        text_out_add(&out, " for a wager of ");
        money_write(&out, bet->wager);
        print_line("break-even meter", words);
    }
    if (bet->meter.cents == 0)
        return;
    text_out_init(&out, words, sizeof words);
    struct fraction alone = fraction_add(fraction_add(one, bet->expected), bet->meter_return);
    write_percent(&out, alone, 4);
    text_out_add(&out, " at a meter of ");
    money_write(&out, bet->meter);
    print_line("return", words);
    if (bet->envy_return.numerator == 0)
        return;
    text_out_init(&out, words, sizeof words);
    write_percent(&out, fraction_add(alone, bet->envy_return), 4);
    text_out_add(&out, " with %u players, envy included", settings->players);
    print_line("", words);
}

/* "31.6051% of the rounds, 1 in 3.16", or why there is no such rate. */
static void write_rate(struct text_out *out, struct fraction rate)
{
    if (rate.numerator <= 0) {
        text_out_add(out, "no rate: it gives away more than it takes without that");
        return;
    }
    if ((uwide)rate.numerator > rate.denominator) {
        text_out_add(out, "no rate: the house gains even if it is paid in every round");
        return;
    }
    write_percent(out, rate, 4);
    text_out_add(out, " of the rounds, 1 in ");
    fraction_write_decimal(out, fraction_of((wide)rate.denominator, (uwide)rate.numerator), 2);
}

static void print_rate(const char *label, struct fraction rate)
{
    char words[WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    write_rate(&out, rate);
    printf("    %-38s %s\n", label, words);
}

static void print_added(const char *label, struct fraction rate, struct fraction added)
{
    char words[WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    write_percent(&out, added, 4);
    text_out_add(&out, " if drawn in ");
    write_percent(&out, rate, 2);
    text_out_add(&out, " of the rounds");
    print_line(label, words);
}

static void print_whole(const struct report_bet *bet, const struct report_settings *settings)
{
    print_added("Magic Card adds", settings->magic_rate, bet->whole.magic_return);
    print_added("Lucky Bonus adds", settings->lucky_rate, bet->whole.lucky_return);
    print_percent("return of the whole", bet->returned, "");
    printf("  the whole is even at this meter with\n");
    print_rate("Magic Card alone in", bet->whole.magic_even_alone);
    print_rate("Lucky Bonus alone in", bet->whole.lucky_even_alone);
    print_rate("Magic Card in, Lucky Bonus as set", bet->whole.magic_even);
    print_rate("Lucky Bonus in, Magic Card as set", bet->whole.lucky_even);
    printf(
        "  The odds are the same on the own hand and on the dealer's; a meter prize on the dealer's hand is\n"
        "  shared by all who bet on it (" CRAZY4_DOCUMENT "#227).\n");
}

static void print_lucky(const struct report *report)
{
    char words[WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    for (unsigned players = 1; players <= REPORT_PLAYERS_MAX; players++) {
        text_out_add(&out, "%s%u: ", players > 1 ? "  " : "", players);
        write_percent(&out, report_lucky_return(report, players), 2);
    }
    print_line("return, by players", words);
}

/* ------------------------------------------------------------------------------------------ the base game */

static void print_actions(const struct report_base *base, bool colour)
{
    struct text_table table;
    table_init(&table);
    table_column(&table, "best play", TABLE_LEFT);
    table_column(&table, "situations", TABLE_RIGHT);
    table_column(&table, "frequency", TABLE_RIGHT);
    for (unsigned i = 0; i < base->action_count; i++) {
        table_row(&table);
        table_add(&table, "%s", base->actions[i].name);
        odds_write_count(table_cell(&table), base->actions[i].count);
        write_percent(table_cell(&table), fraction_of((wide)base->actions[i].count, base->action_total), 4);
    }
    putchar('\n');
    table_print(&table, colour);
    printf("  weakest hand that plays   %s\n  weakest hand for 3x       %s\n", base->weakest,
           base->weakest_raise);
}

static void print_strategy(const struct report_base *base, bool colour)
{
    struct text_table table;
    table_init(&table);
    for (unsigned i = 0; i < REPORT_HEADS_MAX && base->heads[i]; i++)
        table_column(&table, base->heads[i], TABLE_LEFT);
    for (unsigned i = 0; i < base->line_count; i++) {
        table_row(&table);
        for (unsigned k = 0; k < table.column_count; k++)
            table_add(&table, "%s", base->lines[i].cells[k]);
    }
    putchar('\n');
    table_print(&table, colour);
}

static void print_simples(const struct report_base *base, bool colour)
{
    struct text_table table;
    table_init(&table);
    table_column(&table, "simple strategy", TABLE_LEFT);
    table_column(&table, "expected", TABLE_RIGHT);
    table_column(&table, "costs", TABLE_RIGHT);
    for (unsigned i = 0; i < base->simple_count; i++) {
        table_row(&table);
        table_add(&table, "%s", base->simples[i].name);
        fraction_write_decimal(table_cell(&table), base->simples[i].expected, 6);
        write_percent(table_cell(&table), base->simples[i].cost, 4);
    }
    putchar('\n');
    table_print(&table, colour);
}

static void print_readings(const struct report_base *base, bool colour)
{
    struct text_table table;
    table_init(&table);
    table_column(&table, "reading", TABLE_LEFT);
    table_column(&table, "expected without", TABLE_RIGHT);
    table_column(&table, "with", TABLE_RIGHT);
    table_column(&table, "difference", TABLE_RIGHT);
    for (unsigned i = 0; i < base->reading_count; i++) {
        const struct report_reading *reading = &base->readings[i];
        struct fraction change = fraction_add(
            reading->with, (struct fraction){-reading->without.numerator, reading->without.denominator});
        table_row(&table);
        table_add(&table, "%s%s", reading->option, reading->chosen ? " (chosen)" : "");
        fraction_write_decimal(table_cell(&table), reading->without, 6);
        fraction_write_decimal(table_cell(&table), reading->with, 6);
        struct text_out *cell = table_cell(&table);
        text_out_add(cell, "%s", change.numerator > 0 ? "+" : "");
        write_percent(cell, change, 4);
    }
    putchar('\n');
    table_print(&table, colour);
    for (unsigned i = 0; i < base->reading_count; i++)
        printf("  %s: %s\n    (%s)\n", base->readings[i].option, base->readings[i].words,
               base->readings[i].clause);
}

static void print_base(const struct report_base *base, bool colour)
{
    print_actions(base, colour);
    if (base->line_count > 0)
        print_strategy(base, colour);
    if (base->simple_count > 0)
        print_simples(base, colour);
    if (base->reading_count > 0)
        print_readings(base, colour);
}

/* ------------------------------------------------------------------------------------------ the whole */

static void print_bet(const struct report *report, const struct report_bet *bet, bool colour)
{
    print_title(bet, colour);
    print_outcomes(bet, colour);
    print_figures(bet);
    switch (bet->entry->kind) {
    case REPORT_BASE:
        print_base(&report->base, colour);
        break;
    case REPORT_PROGRESSIVE:
        print_progressive(bet, &report->settings);
        break;
    case REPORT_BONUS:
        print_progressive(bet, &report->settings);
        print_whole(bet, &report->settings);
        break;
    case REPORT_LUCKY:
        print_lucky(report);
        break;
    case REPORT_SIDE:
    case REPORT_MAGIC_CARD:
    case REPORT_COVER_ALL:
        break;
    }
    print_warning(bet, colour);
}

/* How often the bet does not lose. */
static uwide hits(const struct bet *bet)
{
    uwide count = 0;
    for (unsigned i = 0; i < bet->outcome_count; i++)
        if (bet->outcomes[i].net_halves > 0 || bet->outcomes[i].meter_percent > 0)
            count += bet->outcomes[i].count;
    return count;
}

static void print_summary(const struct report *report, bool colour)
{
    struct text_table table;
    table_init(&table);
    table_column(&table, "bet", TABLE_LEFT);
    table_column(&table, "expected", TABLE_RIGHT);
    table_column(&table, "house edge", TABLE_RIGHT);
    table_column(&table, "deviation", TABLE_RIGHT);
    table_column(&table, "wins 1 in", TABLE_RIGHT);
    table_column(&table, "break-even meter", TABLE_RIGHT);
    for (unsigned i = 0; i < report->bet_count; i++) {
        const struct report_bet *bet = &report->bets[i];
        table_row(&table);
        table_add(&table, "%s", bet->entry->name);
        fraction_write_decimal(table_cell(&table), bet->expected, 6);
        write_percent(table_cell(&table), report_house_edge(bet), 4);
        table_add(&table, "%.4f", bet->deviation);
        odds_write_one_in(table_cell(&table), hits(&bet->bet), bet->bet.total);
        if (bet->has_break_even)
            write_dollars(table_cell(&table), bet->break_even_cents);
    }
    table_print(&table, colour);
}

void odds_print(const struct report *report, bool colour)
{
    printf("%s%s%s   %s\n", colour ? "\033[1m" : "", report->target->title, colour ? "\033[0m" : "",
           report->target->name);
    if (report->bet_count > 1) {
        putchar('\n');
        print_summary(report, colour);
        for (unsigned i = 0; i < report->bet_count; i++)
            print_warning(&report->bets[i], colour);
    }
    for (unsigned i = 0; i < report->bet_count; i++)
        print_bet(report, &report->bets[i], colour);
}
