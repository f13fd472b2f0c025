#include "odds/report_document.h"

#include "base/check.h"

#include <sodium.h>
#include <stdlib.h>

json_t *report_count(uwide count)
{
    char digits[48];
    struct text_out out;
    text_out_init(&out, digits, sizeof digits);
    uwide_write(&out, count);
    return json_string(digits);
}

json_t *report_exact(struct fraction fraction)
{
    char numerator[48], denominator[48], decimal[80];
    struct text_out out;
    text_out_init(&out, numerator, sizeof numerator);
    wide_write(&out, fraction.numerator);
    text_out_init(&out, denominator, sizeof denominator);
    uwide_write(&out, fraction.denominator);
    text_out_init(&out, decimal, sizeof decimal);
    fraction_write_decimal(&out, fraction, REPORT_DECIMALS);
    return json_pack("{s:s, s:s, s:s}", "numerator", numerator, "denominator", denominator, "decimal",
                     decimal);
}

static json_t *real(struct fraction fraction)
{
    return json_real(fraction_double(fraction));
}

static double chance(const struct bet *bet, const struct bet_outcome *outcome)
{
    return (double)outcome->count / (double)bet->total;
}

/* ------------------------------------------------------------------------------------------ bets */

static json_t *outcome_document(const struct report_bet *bet, unsigned index)
{
    const struct bet_outcome *outcome = &bet->bet.outcomes[index];
    json_t *object = json_pack("{s:s}", "name", outcome->name);
    document_put(&object, "count", report_count(outcome->count));
    document_put(&object, "probability", json_real(chance(&bet->bet, outcome)));
    if (outcome->count > 0)
        document_put(&object, "one_in", json_real(1 / chance(&bet->bet, outcome)));
    if (bet->entry->table && index < bet->entry->table->row_count) {
        char pays[BET_NAME_SIZE];
        struct text_out out;
        text_out_init(&out, pays, sizeof pays);
        pay_write(&out, bet->entry->table->rows[index].pay);
        document_put(&object, "pays", json_string(pays));
    }
    document_put(&object, "net", json_real((double)outcome->net_halves / 2));
    if (outcome->meter_percent > 0)
        document_put(&object, "meter_percent", json_integer(outcome->meter_percent));
    if (outcome->envy.cents > 0)
        document_put(&object, "envy", document_money(outcome->envy));
    return object;
}

static json_t *outcomes_document(const struct report_bet *bet)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < bet->bet.outcome_count; i++)
        document_append(&list, outcome_document(bet, i));
    return list;
}

static json_t *envy_document(const struct report_bet *bet)
{
    json_t *list = json_array();
    for (unsigned others = 1; others <= REPORT_PLAYERS_MAX; others++) {
        json_t *object = json_pack("{s:i}", "other_players", (int)others);
        document_put(&object, "adds", report_exact(report_envy(bet, others)));
        document_append(&list, object);
    }
    return list;
}

/* The meter is money, but where a bet breaks even is not a whole cent: dollars as a fraction. */
static json_t *progressive_document(const struct report_bet *bet)
{
    json_t *object = json_object();
    document_put(&object, "wager", document_money(bet->wager));
    document_put(&object, "meter", document_money(bet->meter));
    document_put(&object, "fixed_return", report_exact(fraction_add((struct fraction){1, 1}, bet->expected)));
    document_put(&object, "meter_return", report_exact(bet->meter_return));
    document_put(&object, "value_of_1000_dollars", report_exact(report_value_of_thousand(bet)));
    if (bet->has_break_even)
        document_put(&object, "break_even_dollars",
                     report_exact(fraction_multiply(bet->break_even_cents, fraction_of(1, MONEY_DOLLAR))));
    document_put(&object, "envy", envy_document(bet));
    return object;
}

static json_t *whole_document(const struct report_whole *whole)
{
    json_t *object = json_object();
    document_put(&object, "magic_card_return", report_exact(whole->magic_return));
    document_put(&object, "lucky_bonus_return", report_exact(whole->lucky_return));
    document_put(&object, "magic_rate_break_even", report_exact(whole->magic_even));
    document_put(&object, "lucky_rate_break_even", report_exact(whole->lucky_even));
    document_put(&object, "magic_rate_break_even_alone", report_exact(whole->magic_even_alone));
    document_put(&object, "lucky_rate_break_even_alone", report_exact(whole->lucky_even_alone));
    return object;
}

static json_t *lucky_document(const struct report *report)
{
    json_t *list = json_array();
    for (unsigned players = 1; players <= REPORT_PLAYERS_MAX; players++) {
        json_t *object = json_pack("{s:i}", "players", (int)players);
        document_put(&object, "return", report_exact(report_lucky_return(report, players)));
        document_append(&list, object);
    }
    return list;
}

/* ------------------------------------------------------------------------------------------ the base game */

static json_t *actions_document(const struct report_base *base)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < base->action_count; i++) {
        const struct report_action *action = &base->actions[i];
        json_t *object =
            json_pack("{s:s, s:i}", "action", action->name, "play_units", (int)action->play_units);
        document_put(&object, "count", report_count(action->count));
        document_put(&object, "probability", real(fraction_of((wide)action->count, base->action_total)));
        document_append(&list, object);
    }
    return list;
}

static json_t *base_document(const struct report_base *base)
{
    json_t *object = json_object();
    json_t *strategy = json_array(), *simples = json_array(), *readings = json_array();
    document_put(&object, "actions", actions_document(base));
    document_put(&object, "weakest_hand_that_plays", json_string(base->weakest));
    document_put(&object, "weakest_hand_that_raises", json_string(base->weakest_raise));
    for (unsigned i = 0; i < base->line_count; i++) {
        json_t *line = json_object();
        for (unsigned k = 0; k < REPORT_HEADS_MAX && base->heads[k]; k++)
            document_put(&line, base->heads[k], json_string(base->lines[i].cells[k]));
        document_append(&strategy, line);
    }
    document_put(&object, "strategy", strategy);
    for (unsigned i = 0; i < base->simple_count; i++) {
        json_t *simple = json_pack("{s:s}", "name", base->simples[i].name);
        document_put(&simple, "expected_value", report_exact(base->simples[i].expected));
        document_put(&simple, "cost", report_exact(base->simples[i].cost));
        document_append(&simples, simple);
    }
    document_put(&object, "simple_strategies", simples);
    for (unsigned i = 0; i < base->reading_count; i++) {
        const struct report_reading *reading = &base->readings[i];
        json_t *one = json_pack("{s:s, s:s, s:s, s:b}", "option", reading->option, "clause", reading->clause,
                                "words", reading->words, "chosen", (int)reading->chosen);
        document_put(&one, "expected_value", report_exact(reading->with));
        document_put(&one, "expected_value_without", report_exact(reading->without));
        document_put(
            &one, "difference",
            report_exact(fraction_add(reading->with, (struct fraction){-reading->without.numerator,
                                                                       reading->without.denominator})));
        document_append(&readings, one);
    }
    document_put(&object, "readings", readings);
    return object;
}

/* ------------------------------------------------------------------------------------------ the whole */

static json_t *bet_document(const struct report *report, const struct report_bet *bet)
{
    enum report_kind kind = bet->entry->kind;
    json_t *object = json_pack("{s:s, s:s}", "bet", bet->entry->name, "clause", bet->bet.clause);
    document_put(&object, "total", report_count(bet->bet.total));
    document_put(&object, "expected_value", report_exact(bet->expected));
    document_put(&object, "house_edge", real(report_house_edge(bet)));
    document_put(&object, "house_edge_initial", real(report_house_edge_initial(bet)));
    document_put(&object, "initial_wager", json_integer(bet->bet.initial_units));
    document_put(&object, "average_wager", real(bet->bet.mean_units));
    document_put(&object, "element_of_risk", real(report_element_of_risk(bet)));
    document_put(&object, "standard_deviation", json_real(bet->deviation));
    document_put(&object, "return", report_exact(bet->returned));
    document_put(&object, "returns_more_than_it_takes", json_boolean(report_is_generous(bet)));
    document_put(&object, "outcomes", outcomes_document(bet));
    if (kind == REPORT_PROGRESSIVE || kind == REPORT_BONUS)
        document_put(&object, "progressive", progressive_document(bet));
    if (kind == REPORT_BONUS)
        document_put(&object, "with_bonuses", whole_document(&bet->whole));
    if (kind == REPORT_LUCKY)
        document_put(&object, "by_players", lucky_document(report));
    if (kind == REPORT_BASE)
        document_put(&object, "play", base_document(&report->base));
    return object;
}

json_t *report_document(const struct report *report)
{
    const struct report_settings *settings = &report->settings;
    json_t *object = json_pack("{s:s}", "target", report->target->name), *bets = json_array();
    json_t *chosen = json_pack("{s:i}", "players", (int)settings->players);
    document_put(&chosen, "magic_rate", report_exact(settings->magic_rate));
    document_put(&chosen, "lucky_rate", report_exact(settings->lucky_rate));
    document_put(&object, "settings", chosen);
    for (unsigned i = 0; i < report->bet_count; i++)
        document_append(&bets, bet_document(report, &report->bets[i]));
    document_put(&object, "bets", bets);
    return object;
}

/* ------------------------------------------------------------------------------------------ the digest */

static json_t *bet_results(const struct bet *bet)
{
    json_t *object = json_pack("{s:s, s:i}", "bet", bet->name, "initial", (int)bet->initial_units);
    json_t *outcomes = json_array();
    document_put(&object, "total", report_count(bet->total));
    document_put(&object, "mean", report_exact(bet->mean_units));
    document_put(&object, "expected", report_exact(bet_expected(bet)));
    for (unsigned i = 0; i < bet->outcome_count; i++) {
        const struct bet_outcome *outcome = &bet->outcomes[i];
        document_append(&outcomes,
                        json_pack("[s, o, I, I, I]", outcome->name, report_count(outcome->count),
                                  (json_int_t)outcome->net_halves, (json_int_t)outcome->meter_percent,
                                  (json_int_t)outcome->envy.cents));
    }
    document_put(&object, "outcomes", outcomes);
    return object;
}

static json_t *base_results(const struct report_base *base)
{
    json_t *object = json_object(), *actions = json_array(), *simples = json_array(),
           *readings = json_array();
    for (unsigned i = 0; i < base->action_count; i++)
        document_append(&actions, report_count(base->actions[i].count));
    document_put(&object, "actions", actions);
    for (unsigned i = 0; i < base->simple_count; i++)
        document_append(&simples, report_exact(base->simples[i].expected));
    document_put(&object, "simple_strategies", simples);
    for (unsigned i = 0; i < base->reading_count; i++)
        document_append(&readings, report_exact(base->readings[i].with));
    document_put(&object, "readings", readings);
    return object;
}

json_t *report_results(const struct report *report)
{
    json_t *object = json_pack("{s:s}", "target", report->target->name), *bets = json_array();
    for (unsigned i = 0; i < report->bet_count; i++)
        document_append(&bets, bet_results(&report->bets[i].bet));
    document_put(&object, "bets", bets);
    if (report->has_base)
        document_put(&object, "play", base_results(&report->base));
    return object;
}

enum status report_digest(const json_t *results, char digest[REPORT_DIGEST_TEXT_SIZE])
{
    CHECK(results);
    char *text = json_dumps(results, JSON_COMPACT);
    if (!text)
        return STATUS_NO_MEMORY;
    unsigned char bytes[REPORT_DIGEST_SIZE];
    struct text whole = text_of(text);
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)whole.bytes, whole.length, NULL, 0);
    sodium_bin2hex(digest, REPORT_DIGEST_TEXT_SIZE, bytes, sizeof bytes);
    free(text);
    return STATUS_OK;
}
