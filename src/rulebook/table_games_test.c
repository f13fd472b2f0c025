#include "rulebook/table_games.h"

#include "games/crazy4_tables_test.h"
#include "games/four_card_tables_test.h"
#include "games/hi_lo_promotion_test.h"
#include "rulebook/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ARENA_MAX = 64 << 20, FILE_MAX = 1 << 20, FINDINGS_MAX = 100, PATH_SIZE = 1024 };

static const char crazy4[] = "massachusetts/crazy-4-poker", four_card[] = "south-dakota/four-card-poker",
                  hi_lo[] = "saratoga/hi-lo-progressive";

/* ------------------------------------------------------------------------------------------ documents */

struct document {
    struct arena arena;
    struct findings findings;
    char *bytes;
    struct rulebook rulebook;
};

/* The document of the repository, with the first `from` replaced; "" replaces nothing. */
static void document_open(struct document *document, const char *identity, const char *from, const char *to)
{
    const char *home = getenv("CARDROOM_HOME");
    char path[PATH_SIZE];
    struct text_out out;
    struct text bytes;
    arena_init(&document->arena, ARENA_MAX);
    findings_init(&document->findings, &document->arena, FINDINGS_MAX);
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, "%s/rulebooks/%s.md", home ? home : ".", identity);
    assert_int_equal(files_read(path, FILE_MAX, &document->arena, &document->findings, &bytes), STATUS_OK);
    const char *place = strstr(bytes.bytes, from);
    if (!place)
        fail_msg("there is no \"%s\" in %s", from, identity);
    size_t size = bytes.length + strlen(to) + 1;
    document->bytes = arena_alloc(&document->arena, size, 1);
    assert_non_null(document->bytes);
    text_out_init(&out, document->bytes, size);
    text_out_add(&out, "%.*s%s%s", (int)(place - bytes.bytes), bytes.bytes, to, place + strlen(from));
    assert_int_equal(rulebook_read(text_out_text(&out), "document.md", text_of(identity), &document->arena,
                                   &document->findings, &document->rulebook),
                     STATUS_OK);
}

static unsigned line_of(const struct document *document, const char *words)
{
    const char *place = strstr(document->bytes, words);
    unsigned line = 1;
    if (!place)
        fail_msg("there is no \"%s\"", words);
    for (const char *at = document->bytes; at < place; at++)
        line += *at == '\n';
    return line;
}

static void document_close(struct document *document)
{
    arena_release(&document->arena);
}

/* ------------------------------------------------------------------------------------------ the same numbers */

static void assert_same_pay(struct pay read, struct pay approved)
{
    assert_int_equal(read.kind, approved.kind);
    assert_int_equal(read.amount, approved.amount);
    assert_int_equal(read.per, approved.per);
}

static void assert_same_table(const struct paytable *read, const struct paytable *approved)
{
    assert_string_equal(read->name, approved->name);
    assert_string_equal(read->clause, approved->clause);
    assert_int_equal(read->order, approved->order);
    assert_int_equal(read->row_count, approved->row_count);
    for (unsigned i = 0; i < read->row_count; i++) {
        assert_string_equal(read->rows[i].hand, approved->rows[i].hand);
        assert_int_equal(read->rows[i].score_min, approved->rows[i].score_min);
        assert_same_pay(read->rows[i].pay, approved->rows[i].pay);
        assert_int_equal(read->rows[i].envy.cents, approved->rows[i].envy.cents);
    }
}

static void assert_same_tables(const struct paytable *read, const struct paytable *approved, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        assert_same_table(&read[i], &approved[i]);
}

static void the_document_of_crazy_4_poker_has_the_approved_tables(void **state)
{
    (void)state;
    struct document document;
    struct crazy4_tables read;
    document_open(&document, crazy4, "", "");
    assert_int_equal(document.findings.count, 0);
    assert_int_equal(crazy4_tables_read(&document.rulebook, &document.arena, &document.findings, &read),
                     STATUS_OK);
    const struct crazy4_tables *approved = &approved_crazy4;
    assert_same_table(&read.super_bonus, &approved->super_bonus);
    assert_same_tables(read.queens_up, approved->queens_up, CRAZY4_QUEENS_UP_TABLES);
    assert_same_tables(read.four_card_progressive, approved->four_card_progressive, CRAZY4_FOUR_CARD_TABLES);
    assert_same_table(&read.five_card_progressive, &approved->five_card_progressive);
    assert_same_table(&read.five_card_hand_bonus, &approved->five_card_hand_bonus);
    assert_same_tables(read.cover_all, approved->cover_all, CRAZY4_COVER_ALL_PLAYERS);
    assert_same_pay(read.magic_card, approved->magic_card);
    assert_same_pay(read.lucky_bonus, approved->lucky_bonus);
    for (unsigned i = 0; i < CRAZY4_FOUR_CARD_TABLES; i++)
        assert_int_equal(read.four_card_seed_min[i].cents, approved->four_card_seed_min[i].cents);
    assert_int_equal(read.five_card_seed_min.cents, approved->five_card_seed_min.cents);
    assert_int_equal(read.hand_bonus_seed_min.cents, approved->hand_bonus_seed_min.cents);
    document_close(&document);
}

static void the_document_of_four_card_poker_has_the_approved_tables(void **state)
{
    (void)state;
    struct document document;
    struct four_card_tables read;
    document_open(&document, four_card, "", "");
    assert_int_equal(document.findings.count, 0);
    assert_int_equal(four_card_tables_read(&document.rulebook, &document.arena, &document.findings, &read),
                     STATUS_OK);
    const struct four_card_tables *approved = &approved_four_card;
    assert_same_table(&read.ante_bonus, &approved->ante_bonus);
    assert_same_tables(read.aces_up, approved->aces_up, FOUR_CARD_ACES_UP_TABLES);
    assert_same_tables(read.progressive, approved->progressive, FOUR_CARD_PROGRESSIVE_TABLES);
    for (unsigned i = 0; i < FOUR_CARD_PROGRESSIVE_TABLES; i++) {
        assert_int_equal(read.progressive_wager[i].cents, approved->progressive_wager[i].cents);
        assert_int_equal(read.progressive_reserve[i].numerator, approved->progressive_reserve[i].numerator);
        assert_int_equal(read.progressive_reserve[i].denominator,
                         approved->progressive_reserve[i].denominator);
    }
    document_close(&document);
}

static void assert_same_prize(struct hi_lo_prize read, struct hi_lo_prize approved)
{
    assert_int_equal(read.kind, approved.kind);
    assert_int_equal(read.amount.cents, approved.amount.cents);
}

static void the_document_of_hi_lo_has_the_published_promotion(void **state)
{
    (void)state;
    struct document document;
    struct hi_lo_promotion read, approved = approved_hi_lo();
    document_open(&document, hi_lo, "", "");
    assert_int_equal(document.findings.count, 0);
    assert_int_equal(hi_lo_promotion_read(&document.rulebook, &document.findings, &read), STATUS_OK);
    assert_int_equal(read.rules.levels, approved.rules.levels);
    for (unsigned i = 0; i <= read.rules.levels; i++)
        assert_same_prize(read.rules.prizes[i], approved.rules.prizes[i]);
    assert_same_prize(read.rules.dropped, approved.rules.dropped);
    assert_int_equal(read.rules.drop, approved.rules.drop);
    assert_int_equal(read.rules.forgiving_levels, approved.rules.forgiving_levels);
    assert_int_equal(read.rules.forgiveness, approved.rules.forgiveness);
    assert_int_equal(read.date_count, approved.date_count);
    for (unsigned i = 0; i < read.date_count; i++)
        assert_int_equal(date_compare(read.dates[i], approved.dates[i]), 0);
    assert_int_equal(read.first_hour, approved.first_hour);
    assert_int_equal(read.windows, approved.windows);
    assert_int_equal(read.report_seconds, approved.report_seconds);
    assert_int_equal(read.age_min, approved.age_min);
    assert_int_equal(read.claim_days, approved.claim_days);
    assert_int_equal(read.start.cents, approved.start.cents);
    assert_int_equal(read.growth.cents, approved.growth.cents);
    assert_int_equal(read.reversion, approved.reversion);
    document_close(&document);
}

/* ------------------------------------------------------------------------------------------ what is wrong */

/* `at` is where the finding stands, if not at what was replaced. */
struct wrong {
    const char *identity, *from, *to, *words, *at;
};

static const char title[] = "# ";

static bool is_found(const struct document *document, unsigned line, const char *words)
{
    char text[FINDING_LINE_SIZE];
    for (size_t i = 0; i < document->findings.count; i++) {
        struct text_out out;
        text_out_init(&out, text, sizeof text);
        finding_write(&out, &document->findings.items[i]);
        if (document->findings.items[i].origin.line == line && strstr(text, words))
            return true;
    }
    return false;
}

static void print_findings(const struct document *document)
{
    for (size_t i = 0; i < document->findings.count; i++) {
        char text[FINDING_LINE_SIZE];
        struct text_out out;
        text_out_init(&out, text, sizeof text);
        finding_write(&out, &document->findings.items[i]);
        print_message("%s\n", text);
    }
}

static enum status read_again(struct document *document, const char *identity)
{
    struct crazy4_tables first;
    struct four_card_tables second;
    struct hi_lo_promotion third;
    if (identity == crazy4)
        return crazy4_tables_read(&document->rulebook, &document->arena, &document->findings, &first);
    if (identity == four_card)
        return four_card_tables_read(&document->rulebook, &document->arena, &document->findings, &second);
    return hi_lo_promotion_read(&document->rulebook, &document->findings, &third);
}

static void expect_wrong(const struct wrong *wrongs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct wrong *wrong = &wrongs[i];
        struct document document;
        document_open(&document, wrong->identity, wrong->from, wrong->to);
        unsigned line = line_of(&document, wrong->at ? wrong->at : wrong->to);
        if (!is_found(&document, line, wrong->words)) {
            print_findings(&document);
            fail_msg("%s -> %s: line %u does not say \"%s\"", wrong->from, wrong->to, line, wrong->words);
        }
        assert_int_equal(read_again(&document, wrong->identity), STATUS_INVALID);
        document_close(&document);
    }
}

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void wagers_and_tables_that_the_game_does_not_have_are_refused(void **state)
{
    (void)state;
    const struct wrong wrongs[] = {
        {crazy4, "queens up:", "queens upp:",
         "the game has no wager \"queens upp\"; did you mean \"queens up\"?", NULL},
        {crazy4, "queens up:", "queens upp:", "there is no paytable \"A\" of queens up", title},
        {crazy4, "6 players:", "7 players:", "the game has no table \"7 players\"", NULL},
        {crazy4, "6 players:", "7 players:", "there is no paytable \"6 players\" of cover all", title},
        {four_card, "FCP-07:", "FCP-08:", "the game has no table \"FCP-08\"; did you mean", NULL},
        {crazy4, "magic card:", "magic cards:", "the game has no wager without a table \"magic cards\"",
         NULL},
        {crazy4, "magic card:", "magic cards:", "no clause says what magic card pays", title},
    };
    expect_wrong(wrongs, COUNT(wrongs));
}

static void hands_that_the_order_does_not_know_are_refused(void **state)
{
    (void)state;
    const struct wrong wrongs[] = {
        {crazy4, "- three of a kind: 2 to 1", "- full house: 2 to 1",
         "a table of four cards has no row for \"full house\"", NULL},
        {crazy4, "- three of a kind: 2 to 1", "- five-card straight: 2 to 1", "no row for", NULL},
        {crazy4, "- three of a kind: 2 to 1", "- not a flush: 2 to 1", "no row for", NULL},
        {crazy4, "- three of a kind: 2 to 1", "- three of a kind of hearts: 2 to 1", "no row for", NULL},
        {crazy4, "pair of queens, kings or aces", "pair of queens or aces", "ranks that follow each other",
         NULL},
        {crazy4, "- three of a kind: 2 to 1", "- three of a kin: 2 to 1", "did you mean \"kind\"?", NULL},
        {crazy4, "{hand: royal flush, award: 100%",
         "{hand: four of a kind, games: [Crazy 4 Poker], award: 100%",
         "a row of a table game has no \"games\"", NULL},
    };
    expect_wrong(wrongs, COUNT(wrongs));
}

static void rows_fall_from_the_best_hand_without_a_gap(void **state)
{
    (void)state;
    const struct wrong wrongs[] = {
        {crazy4, "- four aces: 200 to 1", "- four kings: 200 to 1",
         "hands better than \"four kings\" are in no row", NULL},
        {crazy4, "- three of a kind: 2 to 1", "- three aces: 2 to 1",
         "hands between \"flush\" and the row above it are in no row", "- flush: 3 to 2"},
        {crazy4, "- three of a kind: 2 to 1", "- two pair: 2 to 1",
         "hands between \"two pair\" and the row above it are in no row", NULL},
        {crazy4, "- straight: 1 to 1", "- flush or better: 1 to 1", "does not rank below the row above it",
         NULL},
        {crazy4, "- straight: 1 to 1", "- three of a kind or better: 1 to 1", "put the better hand first",
         NULL},
        {crazy4, "- straight: 1 to 1", "- {hand: straight, name: flush, award: 1 to 1}",
         "\"flush\" is the name of two rows", NULL},
    };
    expect_wrong(wrongs, COUNT(wrongs));
}

static void a_row_that_says_or_better_leaves_no_gap(void **state)
{
    (void)state;
    struct document document;
    struct crazy4_tables read;
    document_open(&document, crazy4, "- three of a kind: 2 to 1\n           - flush: 3 to 2",
                  "- flush or better: 2 to 1");
    assert_int_equal(crazy4_tables_read(&document.rulebook, &document.arena, &document.findings, &read),
                     STATUS_OK);
    assert_int_equal(read.super_bonus.row_count, 5);
    assert_int_equal(read.super_bonus.rows[3].score_min, SCORE_FROM_CLASS(FOUR_CLASS_FLUSH));
    document_close(&document);
}

static void odds_that_the_game_cannot_pay_are_refused(void **state)
{
    (void)state;
    const struct wrong wrongs[] = {
        {crazy4, "flush: 3 to 2", "flush: 3 for 2", "super bonus cannot pay \"3 for 2\"", NULL},
        {crazy4, "flush: 3 to 2", "flush: 4 to 3", "super bonus cannot pay \"4 to 3\"", NULL},
        {crazy4, "four aces: 200 to 1", "four aces: 10001 to 1", "at most 10000 to 1", NULL},
        {crazy4, "four aces: 200 to 1", "four aces: 100% of hand bonus meter", "super bonus cannot pay",
         NULL},
        {crazy4, "four aces: 200 to 1", "four aces: 100 points", "super bonus cannot pay", NULL},
        {crazy4, "four aces: 200 to 1", "four aces: posted", "leaves a choice", NULL},
        {crazy4, "four of a kind: 500 for 1", "four of a kind: 500 to 1", "cannot pay \"500 to 1\"", NULL},
        {crazy4, "10% of hand bonus meter", "10.5% of hand bonus meter", "cannot pay", NULL},
        {crazy4, "10% of hand bonus meter", "10% of house meter", "there is no pool \"house meter\"", NULL},
        {crazy4, "straight flush: 10% of hand bonus meter", "straight flush: 10% of five-card meter",
         "a table pays from one meter", NULL},
        {crazy4, "ante: 1 to 1", "ante: 2 to 1", "the game is settled 1 to 1", NULL},
        {crazy4, "magic card: 20 for 1", "magic card: 20 to 1", "write it like 20 for 1", NULL},
        {four_card, "three of a kind: 2 to 1", "three of a kind: 3 to 2", "automatic bonus cannot pay", NULL},
    };
    expect_wrong(wrongs, COUNT(wrongs));
}

static void odds_at_the_limit_are_paid(void **state)
{
    (void)state;
    struct document document;
    struct crazy4_tables read;
    document_open(&document, crazy4, "four aces: 200 to 1", "four aces: 10000 to 1");
    assert_int_equal(document.findings.count, 0);
    assert_int_equal(crazy4_tables_read(&document.rulebook, &document.arena, &document.findings, &read),
                     STATUS_OK);
    assert_same_pay(read.super_bonus.rows[0].pay, (struct pay){PAY_TO_ONE, PAY_ODDS_MAX, 1});
    document_close(&document);
}

static void envy_is_for_progressives_and_in_whole_cents_for_a_dollar(void **state)
{
    (void)state;
    const struct wrong wrongs[] = {
        {crazy4, "name: other four of a kind, award: 30 to 1",
         "name: other four of a kind, award: 30 to 1, envy: $5", "super bonus brings no envy", NULL},
        {four_card, "envy: \"$1,500\"", "envy: $0.01", "whole cents for each dollar", NULL},
        {four_card, "envy: \"$1,500\"", "envy: \"$5,000,005\"", "at most $1000000", NULL},
        {four_card, "wager: $5", "wager: $2.50", "cannot be printed for \"$2.50\"", NULL},
        {four_card, "wager: $5", "wager: $101", "cannot be printed for \"$101\"", NULL},
        {four_card, "wager: $5", "games: [Four Card Poker (X-1)]", "a table of a table game has no \"games\"",
         NULL},
    };
    expect_wrong(wrongs, COUNT(wrongs));
    struct document document;
    struct four_card_tables read;
    document_open(&document, four_card, "envy: \"$1,500\"", "envy: \"$5,000,000\"");
    assert_int_equal(four_card_tables_read(&document.rulebook, &document.arena, &document.findings, &read),
                     STATUS_OK);
    assert_int_equal(read.progressive[4].rows[1].envy.cents, 1000000 * MONEY_DOLLAR);
    document_close(&document);
}

static void meters_and_cover_all_have_what_the_game_needs(void **state)
{
    (void)state;
    const struct wrong wrongs[] = {
        {crazy4, "award: 100% of four-card meter A, envy", "award: 999 for 1, envy",
         "no row of four-card-progressive/A pays a share of a meter",
         "A:\n           wager: $1\n           rows:\n             - {hand: four aces, award: 999"},
        {crazy4, "seed: at least $5,000", "cap: $50,000", "no clause says the seed of \"four-card meter A\"",
         "four-card meter A:\n"},
        {crazy4, "- three of a kind: 4 to 1", "- flush or better: 4 to 1",
         "cover-all/6 does not have the rows of Cover All", "6 players:"},
    };
    expect_wrong(wrongs, COUNT(wrongs));
}

static void numbers_of_hi_lo_that_make_no_game_are_refused(void **state)
{
    (void)state;
    const struct wrong wrongs[] = {
        {hi_lo, "- $350\n", "- 2 tickets\n", "write it like $50 in free play", NULL},
        {hi_lo, "- $350\n", "- $350 in chips\n", "write it like $50 in free play", NULL},
        {hi_lo, "- $350\n", "- $350 to $400\n", "leaves a choice", NULL},
        {hi_lo, "- 100% of progressive", "- 100% of the meter", "let the last prize be 100%", NULL},
        {hi_lo, "- $500\n", "- 100% of progressive\n", "the progressive is the prize of the last level only",
         "game: hi-lo"},
        {hi_lo, "tries: [2, 2, 1]", "tries: [2, 2, 2, 2, 2, 2, 2, 2, 1]", "8 levels forgive a miss",
         "game: hi-lo"},
        {hi_lo, "tries: [2, 2, 1]", "tries: [2, 2]", "let the last be 1", NULL},
        {hi_lo, "tries: [2, 2, 1]", "tries: [1, 2, 1]", "write 2 for the first levels", NULL},
        {hi_lo, "tries: [2, 2, 1]", "tries: [3, 2, 1]", "write 2 for the first levels", NULL},
        {hi_lo, "failure: $100 in free play", "seat cards: 1", "no clause says stage/failure", title},
        {hi_lo, "claimed within: 5 minutes", "claimed within: 5 days", "write it in minutes", NULL},
        {hi_lo, "return within: 30 days", "return within: 29 days", "let it be the same as claim", NULL},
        {hi_lo, "return within: 30 days", "return within: 30 hours", "write it in days", NULL},
        {hi_lo, "age: at least 18", "age: at most 18", "write it like at least 18", NULL},
        {hi_lo, "on the hour 14:00 to 22:00", "on the hour 12:00 to 22:00",
         "a day has 1 to 10 hourly drawings", "game: hi-lo"},
        {hi_lo, "every hour on the hour 14:00", "every half hour 14:00", "every hour on the hour", NULL},
        {hi_lo, "2012-08-02 to 2012-08-30, Thursday", "Thursday 14:00 to 23:00", "write its days like", NULL},
        {hi_lo, "hours: 2012-08-02 to 2012-08-30, Thursday", "hours: 2012-08-02 to 2012-08-30", "fewer days",
         NULL},
        {hi_lo, "reseed: $1,000", "reseed: $999", "reseeded with what it started from", NULL},
        {hi_lo, "increase: $500", "increase at: 06:00", "no clause says increase of \"progressive\"",
         "progressive:\n        seed"},
    };
    expect_wrong(wrongs, COUNT(wrongs));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_document_of_crazy_4_poker_has_the_approved_tables),
        cmocka_unit_test(the_document_of_four_card_poker_has_the_approved_tables),
        cmocka_unit_test(the_document_of_hi_lo_has_the_published_promotion),
        cmocka_unit_test(wagers_and_tables_that_the_game_does_not_have_are_refused),
        cmocka_unit_test(hands_that_the_order_does_not_know_are_refused),
        cmocka_unit_test(rows_fall_from_the_best_hand_without_a_gap),
        cmocka_unit_test(a_row_that_says_or_better_leaves_no_gap),
        cmocka_unit_test(odds_that_the_game_cannot_pay_are_refused),
        cmocka_unit_test(odds_at_the_limit_are_paid),
        cmocka_unit_test(envy_is_for_progressives_and_in_whole_cents_for_a_dollar),
        cmocka_unit_test(meters_and_cover_all_have_what_the_game_needs),
        cmocka_unit_test(numbers_of_hi_lo_that_make_no_game_are_refused),
    };
    return cmocka_run_group_tests_name("table_games", tests, NULL, NULL);
}
