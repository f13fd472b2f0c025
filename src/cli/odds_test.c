#include "cli/run_command_test.h"

#include <stdlib.h>

enum { GOLDEN_MAX = OUTPUT_MAX };

static struct outcome odds(const char *line)
{
    return run_command(&command_odds, line);
}

/* Bad input: exit code 2, nothing on standard output, and the words on standard error. */
static void refused(const char *line, const char *words)
{
    struct outcome outcome = odds(line);
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_int_equal(outcome.size, 0);
    if (!strstr(outcome.errors, words))
        fail_msg("%s: \"%s\" is not in \"%s\"", line, words, outcome.errors);
}

static void shows(const char *line, const char *words)
{
    struct outcome outcome = odds(line);
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    if (!strstr(outcome.output, words))
        fail_msg("%s: \"%s\" is not in \"%s\"", line, words, outcome.output);
}

static void lacks(const char *line, const char *words)
{
    struct outcome outcome = odds(line);
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_null(strstr(outcome.output, words));
}

/* ------------------------------------------------------------------------------------------ words */

static void bad_words_are_refused(void **state)
{
    (void)state;
    refused("odds", "TARGET is missing");
    refused("odds crazy-5-poker", "there is no activity and no offer 'crazy-5-poker'");
    refused("odds massachusetts/crazy-4-pokr", "did you mean massachusetts/crazy-4-poker");
    refused("odds crazy-4-poker four-card-poker", "give one TARGET");
    refused("odds crazy-4-poker --bet queens-up/E", "did you mean queens-up/A");
    refused("odds crazy-4-poker --bet A", "has no bet 'A'");
    refused("odds crazy-4-poker --bet", "--bet needs a value");
    refused("odds crazy-4-poker --frequency 2", "unknown option --frequency");
    refused("odds --list crazy-4-poker", "--list cannot be combined");
    refused("odds --signature --bet base", "--signature cannot be combined");
    refused("odds --signature --list", "cannot be combined");
}

static void bad_settings_are_refused_with_their_place(void **state)
{
    (void)state;
    refused("odds crazy-4-poker --players 0", "--players must be at least 1");
    refused("odds crazy-4-poker --players 7", "--players must be at most 6");
    refused("odds crazy-4-poker --players two", "column 1");
    refused("odds crazy-4-poker --meter $10,00", "column");
    refused("odds crazy-4-poker --meter $0", "above zero");
    refused("odds crazy-4-poker --meter -$5", "above zero");
    refused("odds crazy-4-poker --meter $1,000,000,000,000.01", "at most");
    refused("odds crazy-4-poker --wager x", "column 1");
    refused("odds crazy-4-poker --magic-rate 1.01", "from 0 to 1");
    refused("odds crazy-4-poker --magic-rate 101%", "from 0 to 1");
    refused("odds crazy-4-poker --magic-rate 3/2", "from 0 to 1");
    refused("odds crazy-4-poker --magic-rate 1/0", "column 3");
    refused("odds crazy-4-poker --magic-rate 1/", "column 3");
    refused("odds crazy-4-poker --magic-rate .5", "column 1");
    refused("odds crazy-4-poker --magic-rate 0.", "column 3");
    refused("odds crazy-4-poker --lucky-rate 5%%", "column 3");
    refused("odds crazy-4-poker --lucky-rate -1", "column 1");
    refused("odds crazy-4-poker --plot odds.gif", ".svg, .png or .pdf");
    refused("odds crazy-4-poker --plot svg", ".svg, .png or .pdf");
}

static void rates_are_read_in_three_forms(void **state)
{
    (void)state;
    const char *half = "\"decimal\": \"0.961538461538\"";
    shows("odds crazy-4-poker --bet magic-card --magic-rate 0.5 --json", half);
    shows("odds crazy-4-poker --bet magic-card --magic-rate 50% --json", half);
    shows("odds crazy-4-poker --bet magic-card --magic-rate 1/2 --json", half);
    shows("odds crazy-4-poker --bet magic-card --magic-rate 50.0% --json", half);
}

static void the_list_names_targets_and_bets(void **state)
{
    (void)state;
    shows("odds --list", "massachusetts/crazy-4-poker");
    shows("odds --list", "  progressive/PMG-02\n");
    shows("odds --list --json", "\"cover-all/6\"");
}

/* ------------------------------------------------------------------------------------------ answers */

static void a_bet_that_gives_more_than_it_takes_is_flagged(void **state)
{
    (void)state;
    shows("odds crazy-4-poker --bet magic-card",
          "WARNING: under these settings magic-card returns 192.3% of the wager");
    lacks("odds crazy-4-poker --bet magic-card --magic-rate 52%", "WARNING");
    shows("odds crazy-4-poker --bet magic-card --magic-rate 52.1%", "WARNING");
    lacks("odds crazy-4-poker --bet lucky-bonus --players 4", "WARNING");
    shows("odds crazy-4-poker --bet lucky-bonus --players 3", "returns 125.0% of the wager");
    shows("odds crazy-4-poker --bet five-card-hand-bonus", "WARNING");
    lacks("odds crazy-4-poker --bet five-card-hand-bonus --magic-rate 0 --lucky-rate 0", "WARNING");
    lacks("odds crazy-4-poker --bet queens-up/A", "WARNING");
}

static void a_progressive_says_where_it_is_even(void **state)
{
    (void)state;
    shows("odds crazy-4-poker --bet four-card-progressive/A", "break-even meter           $35,230.33");
    shows("odds crazy-4-poker --bet four-card-progressive/A --wager $5", "$176,151.66 for a wager of $5.00");
    shows("odds four-card-poker --bet FCCP-2 --meter $5,000", "at a meter of $5,000.00");
    shows("odds crazy-4-poker --bet five-card-progressive", "envy, by other players     1: 0.569%");
}

static void lines_are_at_most_a_hundred_columns_wide(void **state)
{
    (void)state;
    static const char *const lines[] = {"odds crazy-4-poker",
                                        "odds four-card-poker --meter $1,000,000,000,000"};
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct outcome outcome = odds(lines[i]);
        assert_int_equal(outcome.code, EXIT_CODE_OK);
        unsigned width = 0;
        for (const char *at = outcome.output; *at != '\0'; at++) {
            width = *at == '\n' ? 0 : width + (((unsigned char)*at & 0xC0) != 0x80);
            if (width > 100)
                fail_msg("%s: a line is too wide: %.120s", lines[i], at - 100);
        }
    }
}

/* ------------------------------------------------------------------------------------------ goldens */

static FILE *golden_open(const char *name, const char *mode)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", getenv("CARDROOM_GOLDENS"), name);
    return fopen(path, mode);
}

/* CARDROOM_REFRESH=1 in the environment rewrites the files; a person reads the difference. */
static void matches_golden(const char *line, const char *name)
{
    struct outcome outcome = odds(line);
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    if (!getenv("CARDROOM_GOLDENS"))
        skip();
    if (getenv("CARDROOM_REFRESH")) {
        FILE *file = golden_open(name, "w");
        assert_non_null(file);
        fputs(outcome.output, file);
        fclose(file);
    }
    FILE *file = golden_open(name, "r");
    assert_non_null(file);
    char wanted[GOLDEN_MAX];
    read_back(file, wanted, GOLDEN_MAX);
    assert_string_equal(outcome.output, wanted);
}

static void side_bets_are_as_they_were(void **state)
{
    (void)state;
    matches_golden("odds crazy-4-poker --bet queens-up/D --json", "queens-up-D.json");
    matches_golden("odds crazy-4-poker --bet four-card-progressive/A --json", "four-card-progressive-A.json");
    matches_golden("odds crazy-4-poker --bet five-card-hand-bonus --meter $25,000 --magic-rate 10% --json",
                   "five-card-hand-bonus.json");
    matches_golden("odds crazy-4-poker --bet lucky-bonus --players 3 --lucky-rate 1/4 --json",
                   "lucky-bonus.json");
    matches_golden("odds four-card-poker --bet aces-up/FCP-05 --json", "aces-up-FCP-05.json");
    matches_golden("odds four-card-poker --bet FCPP-3 --meter $10,000 --players 2", "FCCP-3.txt");
}

/* Over all exact results of all targets. A commit that changes it says which number changed, and why. */
static void the_signature_of_all_results_is_pinned(void **state)
{
    (void)state;
    struct outcome outcome = odds("odds --signature");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_string_equal(outcome.output, "5beca9d4e4157502555af680807b5eaaba15e1113c684d9cab847354323ec5c0\n");
}

/* One run, many words: the base games take their time with sanitizers. */
static void shows_all(const char *line, const char *const *words)
{
    struct outcome outcome = odds(line);
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    for (; *words; words++)
        if (!strstr(outcome.output, *words))
            fail_msg("%s: \"%s\" is not in \"%s\"", line, *words, outcome.output);
}

static void base_games_show_strategy_and_readings(void **state)
{
    (void)state;
    static const char *const words[] = {"all                                          3,986,646,103,440",
                                        "house edge per Ante        3.4189%",
                                        "element of risk            1.0901%",
                                        "weakest hand that plays   Ks Qs 7h 6d 4h",
                                        "play K-Q-8-4 or better",
                                        "loss-returns-bonus",
                                        NULL};
    shows_all("odds crazy-4-poker --bet base", words);
    static const char *const chosen[] = {"0.365275187", "loss-returns-bonus (chosen)",
                                         "WARNING: under these settings base returns", NULL};
    shows_all("odds crazy-4-poker --bet base --reading loss-returns-bonus", chosen);
    refused("odds crazy-4-poker --reading loss-returns-bonu", "did you mean loss-returns-bonus");
    refused("odds crazy-4-poker --reading bonus-needs-win", "has no reading");
}

static void hi_lo_shows_its_value_and_when_to_stop(void **state)
{
    (void)state;
    static const char *const words[] = {
        "value of a game            $222.8",
        "  6        500  537  580  634  700  786  900  786  700  634  580  537  500\n", NULL};
    shows_all("odds hi-lo --extras 2 --meter $700", words);
    static const char *const chosen[] = {"\"bet\": \"game\"", "\"free_play_worth\": 0.5",
                                         "\"forgive-each-level\": true", NULL};
    shows_all("odds saratoga/hi-lo-progressive --bet game --extras 2 --free-play 1/2 --reading "
              "forgive-each-level --json",
              chosen);
    refused("odds hi-lo --players 2", "--players cannot be used with");
    refused("odds hi-lo --plot x.svg", "--plot cannot be used with");
    refused("odds hi-lo --bet base", "only 'game'");
    refused("odds hi-lo --extras 1", "--extras must be at least 2");
    refused("odds hi-lo --extras 9", "--extras must be at most 8");
    refused("odds hi-lo --free-play 2", "from 0 to 1");
    refused("odds hi-lo --reading forgive", "has no reading 'forgive'");
    refused("odds crazy-4-poker --extras 2", "can be used with saratoga/hi-lo-progressive only");
}

/* ------------------------------------------------------------------------------------------ plots */

static char folder[] = "/tmp/cardroom-odds-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static void plots(const char *ending, const char *begins)
{
    char path[128], line[256], start[16] = {0};
    snprintf(path, sizeof path, "%s/plot.%s", folder, ending);
    snprintf(line, sizeof line, "odds crazy-4-poker --bet five-card-progressive --plot %s", path);
    struct outcome outcome = odds(line);
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_non_null(strstr(outcome.output, "drawn to"));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(start, 1, sizeof start - 1, file);
    assert_true(size > strlen(begins));
    assert_memory_equal(start, begins, strlen(begins));
    fclose(file);
    assert_int_equal(remove(path), 0);
}

static void a_plot_is_what_its_ending_says(void **state)
{
    (void)state;
    plots("svg", "<?xml");
    plots("png", "\x89PNG\r\n");
    plots("pdf", "%PDF-");
    plots("SVG", "<?xml");
}

static void a_plot_that_cannot_be_written_is_the_worlds_fault(void **state)
{
    (void)state;
    char line[256];
    snprintf(line, sizeof line, "odds crazy-4-poker --bet magic-card --plot %s/none/plot.svg", folder);
    struct outcome outcome = odds(line);
    assert_int_equal(outcome.code, EXIT_CODE_WORLD);
    assert_int_equal(outcome.size, 0);
    assert_non_null(strstr(outcome.errors, "cannot write"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_words_are_refused),
        cmocka_unit_test(bad_settings_are_refused_with_their_place),
        cmocka_unit_test(rates_are_read_in_three_forms),
        cmocka_unit_test(the_list_names_targets_and_bets),
        cmocka_unit_test(a_bet_that_gives_more_than_it_takes_is_flagged),
        cmocka_unit_test(a_progressive_says_where_it_is_even),
        cmocka_unit_test(lines_are_at_most_a_hundred_columns_wide),
        cmocka_unit_test(side_bets_are_as_they_were),
        cmocka_unit_test(the_signature_of_all_results_is_pinned),
        cmocka_unit_test(base_games_show_strategy_and_readings),
        cmocka_unit_test(hi_lo_shows_its_value_and_when_to_stop),
        cmocka_unit_test(a_plot_is_what_its_ending_says),
        cmocka_unit_test(a_plot_that_cannot_be_written_is_the_worlds_fault),
    };
    return cmocka_run_group_tests_name("odds", tests, make_folder, remove_folder);
}
