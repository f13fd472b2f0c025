#include "funds/thresholds.h"

#include "base/check.h"
#include "rulebook/vocabulary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The build says where the tree is; without it tests run in its root. */
#ifndef CARDROOM_ROOT
#define CARDROOM_ROOT "."
#endif

static struct library library;

static int read_laws(void **state)
{
    (void)state;
    library_init(&library);
    library_add(&library, CARDROOM_ROOT "/rulebooks/us-federal", NULL);
    library_check(&library);
    return (int)library.findings.counted[FINDING_ERROR];
}

static int release_laws(void **state)
{
    (void)state;
    library_release(&library);
    return 0;
}

/* A house that says this and nothing else. */
static const struct house *house_of(const char *yaml)
{
    struct house *house = ARENA_NEW(&library.arena, struct house);
    assert_non_null(house);
    house->data = node_read(text_of(yaml), (struct origin){.file = "house.yaml", .line = 1, .column = 1},
                            &library.arena, &library.findings);
    assert_non_null(house->data);
    return house;
}

static struct laws laws_of(const struct house *house)
{
    struct laws laws;
    struct fault fault;
    if (laws_compile(&library, house, &library.arena, &laws, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return laws;
}

static struct date day(const char *text)
{
    struct date date;
    assert_int_equal(date_parse(text_of(text), 0, &date, NULL), STATUS_OK);
    return date;
}

/* "W-2G #9; regular gambling withholding #16 24% $1,439.76": what is due, in order. */
static void write_list(struct text_out *out, const struct forms_due *list)
{
    for (unsigned i = 0; i < list->count; i++) {
        const struct form_due *due = &list->items[i];
        size_t hash = 0;
        while (hash < due->clause.length && due->clause.bytes[hash] != '#')
            hash++;
        text_out_add(out, "%s%.*s %.*s", i ? "; " : "", TEXT_ARGUMENTS(due->form),
                     TEXT_ARGUMENTS(text_from(due->clause, hash)));
        if (due->withheld_hundredths) {
            text_out_add(out, " %u%% ", due->withheld_hundredths / 100);
            money_write(out, money_of_cents(due->withheld_cents));
        }
        assert_true(due->words[0] != '\0'); /* K1 */
    }
}

static void assert_due_by(const struct laws *laws, const struct threshold_facts *facts, const char *expected)
{
    char words[512];
    struct forms_due list = {0};
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    laws_due(laws, facts, &list);
    write_list(&out, &list);
    if (!text_equal(text_out_text(&out), text_of(expected)))
        fail_msg("%s of %lld cents on %d-%02d-%02d: \"%s\", expected \"%s\"", payment_kind_name(facts->kind),
                 (long long)facts->cents, facts->date.year, facts->date.month, facts->date.day, words,
                 expected);
}

static void assert_due(const struct threshold_facts *facts, const char *expected)
{
    struct laws laws = laws_of(NULL);
    assert_due_by(&laws, facts, expected);
}

/* One cent below it, at it and one above, on a day. */
static void assert_from(enum payment_kind kind, int64_t cents, int64_t wager, const char *date,
                        const char *expected)
{
    struct threshold_facts facts = {
        .kind = kind, .cents = cents - 1, .wager_cents = wager, .date = day(date)};
    facts.has_tax_number = true;
    assert_due(&facts, "");
    facts.cents = cents;
    assert_due(&facts, expected);
    facts.cents = cents + 1;
    assert_due(&facts, expected);
}

/* ------------------------------------------------------------------------------------------ forms of tax */

/* us-federal/information-returns#3 #7 */
static void slot_machines_and_bingo_are_reported_from_1200_and_since_2026_from_2000(void **state)
{
    (void)state;
    assert_from(PAYMENT_SLOT_MACHINE, 120000, 500, "2025-12-31", "W-2G #3");
    assert_from(PAYMENT_BINGO, 120000, 500, "2025-12-31", "W-2G #3");
    assert_from(PAYMENT_SLOT_MACHINE, 200000, 500, "2026-01-01", "W-2G #7");
    assert_from(PAYMENT_BINGO, 200000, 500, "2026-01-01", "W-2G #7");
}

/* us-federal/information-returns#4 #8 */
static void keno_is_reported_without_its_wager(void **state)
{
    (void)state;
    assert_from(PAYMENT_KENO, 150200, 200, "2025-12-31", "W-2G #4");
    assert_from(PAYMENT_KENO, 200200, 200, "2026-01-01", "W-2G #8");
}

/* us-federal/information-returns#5 #9 */
static void a_wager_is_reported_from_600_and_since_2026_from_2000(void **state)
{
    (void)state;
    assert_from(PAYMENT_WAGER, 60000, 100, "2025-12-31", "W-2G #5");
    assert_from(PAYMENT_TABLE_GAME, 60000, 100, "2025-12-31", "W-2G #5");
    assert_from(PAYMENT_WAGERING_POOL, 60000, 100, "2025-12-31", "W-2G #5");
    assert_from(PAYMENT_WAGER, 200000, 100, "2026-01-01", "W-2G #9");
    assert_from(PAYMENT_TABLE_GAME, 200000, 100, "2026-01-01", "W-2G #9");
    assert_from(PAYMENT_WAGERING_POOL, 200000, 100, "2026-01-01", "W-2G #9");
}

/* us-federal/information-returns#5 #9 */
static void a_wager_is_reported_from_300_times_its_amount(void **state)
{
    (void)state;
    assert_from(PAYMENT_WAGER, 300 * 500, 500, "2025-06-30", "W-2G #5");
    assert_from(PAYMENT_WAGER, 300 * 1000, 1000, "2026-06-30", "W-2G #9");
}

/* us-federal/information-returns#6 */
static void a_poker_tournament_is_reported_above_5000_without_the_buy_in(void **state)
{
    (void)state;
    assert_from(PAYMENT_POKER_TOURNAMENT, 510001, 10000, "2008-03-04", "W-2G #6");
    assert_from(PAYMENT_POKER_TOURNAMENT, 510001, 10000, "2025-12-31", "W-2G #6");
    assert_from(PAYMENT_POKER_TOURNAMENT, 510001, 10000, "2026-01-01", "W-2G #6");
    struct threshold_facts facts = {PAYMENT_POKER_TOURNAMENT, .cents = 510001, .wager_cents = 10000};
    facts.has_tax_number = true;
    facts.date = day("2008-03-03");
    assert_due(&facts, "");
}

static void a_house_may_report_tournaments_from_2000_since_2026(void **state)
{
    (void)state;
    struct laws laws = laws_of(
        house_of("settings: {us-federal/information-returns: {tournaments from 2026: \"from $2,000\"}}\n"));
    struct threshold_facts facts = {PAYMENT_POKER_TOURNAMENT, .wager_cents = 10000, .has_tax_number = true};
    facts.date = day("2026-01-01");
    facts.cents = 209999;
    assert_due_by(&laws, &facts, "");
    facts.cents = 210000;
    assert_due_by(&laws, &facts, "W-2G #6");
    facts.date = day("2025-12-31");
    assert_due_by(&laws, &facts, "");
}

/* us-federal/information-returns#10 */
static void a_jackpot_for_a_fee_is_a_wager(void **state)
{
    (void)state;
    assert_from(PAYMENT_JACKPOT, 60000, 100, "2025-12-31", "W-2G #10");
    assert_from(PAYMENT_JACKPOT, 200000, 100, "2026-01-01", "W-2G #10");
    assert_from(PAYMENT_JACKPOT, 300 * 1000, 1000, "2026-01-01", "W-2G #10");
}

static void a_house_may_read_a_jackpot_as_a_prize(void **state)
{
    (void)state;
    struct laws laws =
        laws_of(house_of("settings: {us-federal/information-returns: {fee jackpots: a prize}}\n"));
    struct threshold_facts facts = {PAYMENT_JACKPOT, .wager_cents = 1000, .has_tax_number = true};
    facts.date = day("2025-12-31");
    facts.cents = 59999;
    assert_due_by(&laws, &facts, "");
    facts.cents = 60000;
    assert_due_by(&laws, &facts, "1099-MISC #10");
    facts.date = day("2026-01-01");
    facts.cents = 199999;
    assert_due_by(&laws, &facts, "");
    facts.prizes_cents = 1;
    assert_due_by(&laws, &facts, "1099-MISC #10");
    facts.cents = 600000; /* no tax of a wager */
    assert_due_by(&laws, &facts, "1099-MISC #10");
}

/* us-federal/information-returns#11 */
static void a_jackpot_without_a_fee_is_a_prize(void **state)
{
    (void)state;
    assert_from(PAYMENT_JACKPOT, 60000, 0, "2025-12-31", "1099-MISC #12");
    assert_from(PAYMENT_JACKPOT, 200000, 0, "2026-01-01", "1099-MISC #13");
}

/* us-federal/information-returns#12 #13 */
static void prizes_are_added_up_over_the_calendar_year(void **state)
{
    (void)state;
    assert_from(PAYMENT_PROMOTION, 60000, 0, "2025-12-31", "1099-MISC #12");
    assert_from(PAYMENT_PROMOTION, 200000, 0, "2026-01-01", "1099-MISC #13");
    struct threshold_facts facts = {PAYMENT_PROMOTION, .cents = 50000, .has_tax_number = true};
    facts.date = day("2026-07-01");
    facts.prizes_cents = 149999;
    assert_due(&facts, "");
    facts.prizes_cents = 150000;
    assert_due(&facts, "1099-MISC #13");
    facts.prizes_cents = 900000; /* every further prize belongs to it */
    assert_due(&facts, "1099-MISC #13");
}

/* us-federal/information-returns#14 */
static void an_amount_that_rises_with_prices_must_be_looked_up_from_2027_on(void **state)
{
    (void)state;
    struct laws laws = laws_of(NULL);
    struct threshold_facts facts = {PAYMENT_PROMOTION, .cents = 200000, .has_tax_number = true};
    struct forms_due before = {0}, after = {0};
    facts.date = day("2026-12-31");
    laws_due(&laws, &facts, &before);
    facts.date = day("2027-01-01");
    laws_due(&laws, &facts, &after);
    assert_int_equal(before.count, 1);
    assert_int_equal(after.count, 1);
    assert_false(before.items[0].look_up);
    assert_true(after.items[0].look_up);
    assert_non_null(strstr(after.items[0].words, "look it up"));
}

/* ------------------------------------------------------------------------------------------ tax */

/* us-federal/information-returns#15 */
static void a_wagering_pool_is_taxed_above_5000_without_the_wager(void **state)
{
    (void)state;
    struct threshold_facts facts = {PAYMENT_WAGERING_POOL, .cents = 500100, .wager_cents = 100};
    facts.has_tax_number = true;
    facts.date = day("2026-02-03");
    assert_due(&facts, "W-2G #9");
    facts.cents = 500101;
    assert_due(&facts,
               "W-2G #9; regular gambling withholding #15 24% $1,200.00; two pieces of identification #23");
    facts.wager_cents = 50000; /* no multiple of the wager is asked for */
    facts.cents = 550001;
    assert_due(&facts,
               "regular gambling withholding #15 24% $1,200.00; W-2G #15; two pieces of identification #23");
    facts.for_others = true;
    assert_due(&facts, "regular gambling withholding #15 24% $1,200.00; W-2G #15; 5754 #22; "
                       "two pieces of identification #23");
    facts.for_others = false;
    facts.date = day("2017-12-31");
    assert_due(&facts, "");
}

/* us-federal/information-returns#16 */
static void a_wager_is_taxed_above_5000_and_from_300_times_without_the_wager(void **state)
{
    (void)state;
    struct threshold_facts facts = {PAYMENT_WAGER, .cents = 500100, .wager_cents = 100,
                                    .has_tax_number = true};
    facts.date = day("2026-02-03");
    assert_due(&facts, "W-2G #9");
    facts.cents = 600000;
    assert_due(&facts,
               "W-2G #9; regular gambling withholding #16 24% $1,439.76; two pieces of identification #23");
    facts.wager_cents = 2000;
    facts.cents = 301 * 2000 - 1; /* 300 times the wager less a cent is left */
    assert_due(&facts, "W-2G #9");
    facts.cents = 301 * 2000;
    assert_due(&facts,
               "W-2G #9; regular gambling withholding #16 24% $1,440.00; two pieces of identification #23");
    facts.kind = PAYMENT_JACKPOT;
    assert_due(&facts,
               "W-2G #10; regular gambling withholding #16 24% $1,440.00; two pieces of identification #23");
    facts.date = day("2017-12-31");
    assert_due(&facts, "W-2G #10");
    facts.date = day("2018-01-01");
    assert_due(&facts,
               "W-2G #10; regular gambling withholding #16 24% $1,440.00; two pieces of identification #23");
}

/* us-federal/information-returns#17 */
static void machines_keno_and_tournaments_are_not_taxed(void **state)
{
    (void)state;
    static const struct {
        enum payment_kind kind;
        const char *due;
    } rows[] = {{PAYMENT_SLOT_MACHINE, "W-2G #7"},
                {PAYMENT_BINGO, "W-2G #7"},
                {PAYMENT_KENO, "W-2G #8"},
                {PAYMENT_POKER_TOURNAMENT, "W-2G #6"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct threshold_facts facts = {rows[i].kind, .cents = 10000000, .wager_cents = 100};
        facts.has_tax_number = true;
        facts.date = day("2026-02-03");
        assert_due(&facts, rows[i].due);
    }
}

/* us-federal/information-returns#18 */
static void without_a_number_24_percent_is_held_back_of_what_is_reported(void **state)
{
    (void)state;
    struct threshold_facts facts = {PAYMENT_SLOT_MACHINE, .cents = 199999, .wager_cents = 500};
    facts.date = day("2026-02-03");
    assert_due(&facts, "");
    facts.cents = 200000;
    assert_due(&facts, "W-2G #7; backup withholding #18 24% $478.80");
    facts.kind = PAYMENT_PROMOTION;
    facts.wager_cents = 0;
    facts.cents = 50000;
    facts.prizes_cents = 150000; /* of this payment, not of those before */
    assert_due(&facts, "1099-MISC #13; backup withholding #18 24% $120.00");
    facts = (struct threshold_facts){PAYMENT_POKER_TOURNAMENT, .cents = 510001, .wager_cents = 10000};
    facts.date = day("2017-12-31");
    assert_due(&facts, "W-2G #6");
    facts.date = day("2018-01-01");
    assert_due(&facts, "W-2G #6; backup withholding #18 24% $1,200.00");
}

/* us-federal/information-returns#19 */
static void a_payment_is_taxed_once(void **state)
{
    (void)state;
    struct threshold_facts facts = {PAYMENT_WAGER, .cents = 600000, .wager_cents = 100};
    facts.date = day("2026-02-03");
    assert_due(&facts,
               "W-2G #9; regular gambling withholding #16 24% $1,439.76; two pieces of identification #23");
    facts.cents = 500100;
    assert_due(&facts, "W-2G #9; backup withholding #18 24% $1,200.00");
}

/* us-federal/information-returns#20 */
static void a_nonresident_alien_is_taxed_from_the_first_cent_but_at_five_games(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < PAYMENT_KINDS; kind++) {
        struct threshold_facts facts = {(enum payment_kind)kind, .cents = 200, .nonresident_alien = true};
        facts.date = day("2026-02-03");
        bool exempt = kind == PAYMENT_TABLE_GAME || kind == PAYMENT_BUY_IN || kind == PAYMENT_CASH_OUT;
        assert_due(&facts, exempt ? "" : "1042-S #20 30% $0.60");
        facts.has_tax_number = true;
        facts.cents = 10000000;
        facts.wager_cents = 100;
        assert_due(&facts, exempt ? "" : "1042-S #20 30% $30,000.00");
    }
}

/* us-federal/information-returns#21 */
static void the_payment_stays_what_it_was(void **state)
{
    (void)state;
    struct laws laws = laws_of(NULL);
    struct threshold_facts facts = {PAYMENT_WAGER, .cents = 600000, .wager_cents = 100};
    facts.date = day("2026-02-03");
    struct threshold_facts before = facts;
    struct forms_due list = {0};
    laws_due(&laws, &facts, &list);
    assert_memory_equal(&facts, &before, sizeof facts);
    assert_int_equal(list.items[1].withheld_hundredths, 2400);
    assert_string_equal(list.items[1].words, "$5,999 without the wager of $1 (wager): over $5,000, at least "
                                             "300x the wager of $1; withhold $1,439.76");
}

/* us-federal/information-returns#22 #23 */
static void papers_go_with_their_form(void **state)
{
    (void)state;
    struct threshold_facts facts = {PAYMENT_KENO, .cents = 199999, .has_tax_number = true,
                                    .for_others = true};
    facts.date = day("2026-02-03");
    assert_due(&facts, "");
    facts.cents = 200000;
    assert_due(&facts, "W-2G #8; 5754 #22");
}

/* ------------------------------------------------------------------------------------------ currency */

static void assert_currency(enum payment_kind kind, int64_t cents, int64_t paid, int64_t received,
                            const char *expected)
{
    struct threshold_facts facts = {kind, .cents = cents, .in_currency = true, .has_tax_number = true};
    facts.currency_paid_cents = paid;
    facts.currency_received_cents = received;
    facts.date = day("2026-02-03");
    assert_due(&facts, expected);
}

/* us-federal/currency-reports#3 #4 #8 */
static void currency_is_reported_above_10000(void **state)
{
    (void)state;
    static const enum payment_kind kinds[] = {PAYMENT_BUY_IN, PAYMENT_CASH_OUT};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const char *above = kinds[i] == PAYMENT_BUY_IN
                                ? "FinCEN 112 #3; verified identity #8; multiple transaction log #15"
                                : "FinCEN 112 #4; verified identity #8; multiple transaction log #15";
        assert_currency(kinds[i], 999999, 0, 0, "multiple transaction log #15");
        assert_currency(kinds[i], 1000000, 0, 0, "multiple transaction log #15");
        assert_currency(kinds[i], 1000001, 0, 0, above);
    }
}

/* us-federal/currency-reports#5 #6 */
static void currency_of_the_gaming_day_is_added_up_in_its_direction(void **state)
{
    (void)state;
    assert_currency(PAYMENT_BUY_IN, 1, 0, 1000000,
                    "FinCEN 112 #3; verified identity #8; multiple transaction log #15");
    assert_currency(PAYMENT_BUY_IN, 1, 1000000, 0, "");
    assert_currency(PAYMENT_BUY_IN, 600000, 600000, 400000, "multiple transaction log #15");
    assert_currency(PAYMENT_CASH_OUT, 1, 1000000, 0,
                    "FinCEN 112 #4; verified identity #8; multiple transaction log #15");
    assert_currency(PAYMENT_CASH_OUT, 1, 0, 1000000, "");
}

/* us-federal/currency-reports#4 */
static void a_prize_in_currency_counts_and_a_slot_jackpot_does_not(void **state)
{
    (void)state;
    assert_currency(PAYMENT_TABLE_GAME, 1000001, 0, 0,
                    "FinCEN 112 #4; verified identity #8; multiple transaction log #15; W-2G #9; "
                    "regular gambling withholding #16 24% $2,400.00; two pieces of identification #23");
    assert_currency(PAYMENT_SLOT_MACHINE, 1000001, 0, 0, "multiple transaction log #15; W-2G #7");
}

/* us-federal/currency-reports#7 */
static void chips_and_cheques_are_no_currency(void **state)
{
    (void)state;
    struct threshold_facts facts = {PAYMENT_CASH_OUT, .cents = 5000000, .currency_paid_cents = 5000000};
    facts.date = day("2026-02-03");
    assert_due(&facts, "");
}

/* us-federal/currency-reports#10 #11 */
static void what_staff_flag_is_reported_from_5000_and_may_be_below(void **state)
{
    (void)state;
    struct threshold_facts facts = {PAYMENT_CASH_OUT, .cents = 499999, .suspicious = true};
    facts.date = day("2026-02-03");
    assert_due(&facts, "FinCEN 111 by choice #11");
    facts.cents = 500000;
    assert_due(&facts, "FinCEN 111 #10");
    facts.cents = 100000;
    facts.currency_paid_cents = 200000;
    facts.currency_received_cents = 199999;
    assert_due(&facts, "FinCEN 111 by choice #11");
    facts.currency_received_cents = 200000;
    assert_due(&facts, "FinCEN 111 #10");
    facts.suspicious = false;
    assert_due(&facts, "");
}

/* us-federal/currency-reports#15 */
static void the_house_chooses_from_which_amount_it_logs(void **state)
{
    (void)state;
    static const struct {
        const char *choice;
        int64_t cents;
    } rows[] = {{"from $2,000", 200000}, {"from $2,500", 250000}, {"from $3,000", 300000}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char yaml[128];
        struct text_out out;
        text_out_init(&out, yaml, sizeof yaml);
        text_out_add(&out, "settings: {us-federal/currency-reports: {log entries: \"%s\"}}\n",
                     rows[i].choice);
        struct laws laws = laws_of(house_of(yaml));
        struct threshold_facts facts = {PAYMENT_BUY_IN, .cents = rows[i].cents - 1, .in_currency = true};
        facts.date = day("2026-02-03");
        assert_due_by(&laws, &facts, "");
        facts.cents++;
        assert_due_by(&laws, &facts, "multiple transaction log #15");
    }
    assert_currency(PAYMENT_BUY_IN, 249999, 0, 0, "");
    assert_currency(PAYMENT_BUY_IN, 250000, 0, 0, "multiple transaction log #15");
}

/* us-federal/currency-reports#1 */
static void a_house_is_bound_from_a_million_on_or_if_it_says_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *house;
        bool bound;
    } rows[] = {{"name: A", true},
                {"revenue: over $1,000,000", true},
                {"revenue: $1,000,000.01", true},
                {"revenue: $1,000,000", false},
                {"revenue: at most $1,000,000", false},
                {"country: United States", true},
                {"country: Utopia", false}};
    struct threshold_facts facts = {PAYMENT_BUY_IN, .cents = 250000, .in_currency = true};
    facts.date = day("2026-02-03");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct laws laws = laws_of(house_of(rows[i].house));
        assert_due_by(&laws, &facts, rows[i].bound ? "multiple transaction log #15" : "");
    }
}

/* ------------------------------------------------------------------------------------------ the rest */

static void every_kind_of_the_vocabulary_is_known_and_there_is_no_other(void **state)
{
    (void)state;
    const struct vocabulary_part *part = vocabulary_part_find("threshold");
    const struct vocabulary_key *key = vocabulary_key_find(part, text_of("for"));
    assert_string_equal(key->type->words[0], "any payment");
    for (unsigned i = 0; i < PAYMENT_KINDS; i++)
        assert_string_equal(key->type->words[i + 1], payment_kind_name((enum payment_kind)i));
    assert_null(key->type->words[PAYMENT_KINDS + 1]);
}

/* A word that the vocabulary has and the reader does not would make a threshold that never holds. */
static void every_word_of_the_vocabulary_can_be_read(void **state)
{
    (void)state;
    static const char *const keys[] = {"payee", "counts", "flag"};
    const struct vocabulary_part *part = vocabulary_part_find("threshold");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const struct vocabulary_key *key = vocabulary_key_find(part, text_of(keys[i]));
        for (unsigned j = 0; key->type->words[j]; j++) {
            char yaml[128];
            struct text_out out;
            struct threshold threshold;
            text_out_init(&out, yaml, sizeof yaml);
            text_out_add(&out, "{form: A, %s: %s}", keys[i], key->type->words[j]);
            assert_true(threshold_read(house_of(yaml)->data, &threshold));
        }
    }
}

static void an_activity_is_no_law(void **state)
{
    (void)state;
    struct library other;
    struct thresholds thresholds;
    struct fault fault;
    library_init(&other);
    library_add(&other, CARDROOM_ROOT "/rulebooks/bay101/aces-cracked.md", NULL);
    assert_int_equal(thresholds_compile(&other.rulebooks[0], NULL, &other.arena, &thresholds, &fault),
                     STATUS_INVALID);
    assert_non_null(strstr(fault.words, "bay101/aces-cracked is not a usable law"));
    struct laws laws;
    assert_int_equal(laws_compile(&other, NULL, &other.arena, &laws, &fault), STATUS_OK);
    assert_int_equal(laws.count, 0);
    library_release(&other);
}

static void amounts_at_the_edge_of_what_can_be_held_do_not_overflow(void **state)
{
    (void)state;
    struct laws laws = laws_of(NULL);
    for (unsigned kind = 0; kind < PAYMENT_KINDS; kind++) {
        struct threshold_facts facts = {(enum payment_kind)kind, .cents = INT64_MAX,
                                        .wager_cents = INT64_MAX};
        facts.in_currency = facts.suspicious = facts.for_others = true;
        facts.currency_paid_cents = facts.currency_received_cents = facts.prizes_cents = INT64_MAX;
        facts.date = day("2026-02-03");
        struct forms_due list = {0};
        laws_due(&laws, &facts, &list);
        assert_true(list.count > 0);
        assert_int_equal(list.dropped, 0);
    }
}

static void what_does_not_fit_into_the_list_is_counted(void **state)
{
    (void)state;
    struct laws laws = laws_of(NULL);
    struct threshold_facts facts = {PAYMENT_PROMOTION, .cents = 200000, .has_tax_number = true};
    facts.date = day("2026-02-03");
    struct forms_due list = {.count = FORMS_DUE_MAX - 1};
    laws_due(&laws, &facts, &list);
    assert_int_equal(list.count, FORMS_DUE_MAX);
    assert_int_equal(list.dropped, 0);
    laws_due(&laws, &facts, &list);
    assert_int_equal(list.count, FORMS_DUE_MAX);
    assert_int_equal(list.dropped, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slot_machines_and_bingo_are_reported_from_1200_and_since_2026_from_2000),
        cmocka_unit_test(keno_is_reported_without_its_wager),
        cmocka_unit_test(a_wager_is_reported_from_600_and_since_2026_from_2000),
        cmocka_unit_test(a_wager_is_reported_from_300_times_its_amount),
        cmocka_unit_test(a_poker_tournament_is_reported_above_5000_without_the_buy_in),
        cmocka_unit_test(a_house_may_report_tournaments_from_2000_since_2026),
        cmocka_unit_test(a_jackpot_for_a_fee_is_a_wager),
        cmocka_unit_test(a_house_may_read_a_jackpot_as_a_prize),
        cmocka_unit_test(a_jackpot_without_a_fee_is_a_prize),
        cmocka_unit_test(prizes_are_added_up_over_the_calendar_year),
        cmocka_unit_test(an_amount_that_rises_with_prices_must_be_looked_up_from_2027_on),
        cmocka_unit_test(a_wagering_pool_is_taxed_above_5000_without_the_wager),
        cmocka_unit_test(a_wager_is_taxed_above_5000_and_from_300_times_without_the_wager),
        cmocka_unit_test(machines_keno_and_tournaments_are_not_taxed),
        cmocka_unit_test(without_a_number_24_percent_is_held_back_of_what_is_reported),
        cmocka_unit_test(a_payment_is_taxed_once),
        cmocka_unit_test(a_nonresident_alien_is_taxed_from_the_first_cent_but_at_five_games),
        cmocka_unit_test(the_payment_stays_what_it_was),
        cmocka_unit_test(papers_go_with_their_form),
        cmocka_unit_test(currency_is_reported_above_10000),
        cmocka_unit_test(currency_of_the_gaming_day_is_added_up_in_its_direction),
        cmocka_unit_test(a_prize_in_currency_counts_and_a_slot_jackpot_does_not),
        cmocka_unit_test(chips_and_cheques_are_no_currency),
        cmocka_unit_test(what_staff_flag_is_reported_from_5000_and_may_be_below),
        cmocka_unit_test(the_house_chooses_from_which_amount_it_logs),
        cmocka_unit_test(a_house_is_bound_from_a_million_on_or_if_it_says_nothing),
        cmocka_unit_test(every_kind_of_the_vocabulary_is_known_and_there_is_no_other),
        cmocka_unit_test(every_word_of_the_vocabulary_can_be_read),
        cmocka_unit_test(an_activity_is_no_law),
        cmocka_unit_test(amounts_at_the_edge_of_what_can_be_held_do_not_overflow),
        cmocka_unit_test(what_does_not_fit_into_the_list_is_counted),
    };
    return cmocka_run_group_tests_name("thresholds", tests, read_laws, release_laws);
}
