/*
 * cardroom odds: what every bet of a game is worth, exactly.
 */
#include "cli/command.h"
#include "cli/game_rules.h"
#include "cli/odds_chart.h"
#include "cli/odds_hi_lo.h"
#include "cli/odds_print.h"
#include "cli/plot.h"
#include "odds/report_document.h"

#include "base/scan.h"

#include <stdio.h>
#include <stdlib.h>

static const char odds_help[] =
    "cardroom odds TARGET [--bet NAME] [--json] [--plot FILE] [--meter $X] [--wager $X]\n"
    "              [--players N] [--magic-rate R] [--lucky-rate R] [--reading NAME]\n"
    "cardroom odds " HI_LO_DOCUMENT " [--json] [--meter $X] [--free-play R] [--extras N]\n"
    "              [--reading NAME]\n"
    "cardroom odds ACTIVITY|OFFER [--chart NAME] [--game GAME] [--players N] [--decks N]\n"
    "              [--pace N] [--rounds N] [--seed S] [--json]\n"
    "cardroom odds --list\n"
    "cardroom odds --signature\n"
    "\n"
    "Counts every deal and prints the exact odds of a bet: each outcome with its count, the\n"
    "expected value, house edge and deviation; for progressives the return of the fixed part,\n"
    "the value of the meter, the meter at which the bet is even, and envy.\n"
    "\n"
    "TARGET          a table game: " CRAZY4_DOCUMENT ", " FOUR_CARD_DOCUMENT ";\n"
    "                --list shows targets and bets. The issuer may be left out\n"
    "--bet NAME      one bet only: queens-up/A, or FCCP-2 where the last part is enough\n"
    "--json          print one object: target, settings, bets. Counts and fractions are strings\n"
    "                of digits\n"
    "--plot FILE     also draw the distribution of each bet's net and, for progressives, the\n"
    "                player's edge against the meter. FILE ends in .svg, .png or .pdf\n"
    "--signature     print one digest over the exact results of all targets\n"
    "\n"
    "Settings of the house\n"
    "--meter $X      the meters; by default the lowest amount that each may start from\n"
    "--wager $X      the wager on a progressive; by default that of its printed table. A meter\n"
    "                prize does not grow with the wager; the fixed prizes and envy do\n"
    "--players N     players in the round, 1 to 6; 6 by default. N - 1 others bring envy; the\n"
    "                Lucky Bonus goes to one of N + 1 positions, the dealer's included\n"
    "--magic-rate R  the share of rounds in which the system draws a Magic Card: 0.25, 25% or\n"
    "                1/4; 1 by default\n"
    "--lucky-rate R  the same for a lucky position\n"
    "--reading NAME  another reading of the rules than the recommended one, for the base game;\n"
    "                may be repeated: unqualified-takes-bonus, loss-returns-bonus (Crazy 4\n"
    "                Poker), bonus-needs-win (Four-Card Poker). The page of the base game shows\n"
    "                what each changes\n"
    "\n"
    "Hi Lo: the value of a game under best play, how it ends, and the progressive from which\n"
    "another guess is right\n"
    "--meter $X      the progressive; $1,000 by default\n"
    "--free-play R   the value of a dollar of free play: 0.5, 50% or 1/2; 1 by default\n"
    "--extras N      2 to 8, 4 by default: how many cards beyond the counted ones are followed\n"
    "                exactly. More is slower and closer; the value has a bound of its error\n"
    "--reading NAME  forgive-each-level, drop-to-the-letter\n"
    "\n"
    "Words\n"
    "  unit           one wager; in the base game one Ante\n"
    "  net            won or lost, in units. \"9 for 1\" nets 8, \"9 to 1\" nets 9\n"
    "  house edge     the mean share of a unit that the house keeps\n"
    "  element of risk  the same as a share of all wagers, raises included\n"
    "  return         the mean share of a unit that comes back, the stake included: 100% less\n"
    "                 the house edge, plus meter, envy and bonuses\n"
    "  magic-card     paid on top of the Five Card Hand Bonus: 20 for 1 if the drawn card of\n"
    "                 52 is one of the five of the hand. It returns R x 100/52 of the wager\n"
    "  lucky-bonus    likewise: 5 for 1 if the position is drawn. It returns R x 5/(N + 1)\n"
    "  even           the whole bet (fixed part + meter + Magic Card + Lucky Bonus) returns\n"
    "                 exactly the wager\n"
    "A bet that returns more than the wager under these settings gets a WARNING.\n"
    "\n"
    "Exit status: 0 counted; 2 invalid arguments; 3 out of memory, or the plot cannot be\n"
    "written.\n"
    "\n"
    "  cardroom odds massachusetts/crazy-4-poker\n"
    "  cardroom odds crazy-4-poker --bet five-card-hand-bonus --meter $25,000 --magic-rate 10%\n"
    "  cardroom odds four-card-poker --bet FCCP-2 --plot meter.svg\n";

/* The rule documents, and the targets made from them. */
struct rules {
    struct game_rules games;
    struct report_targets targets;
};

struct request {
    bool list, json, signature;
    const char *target_name, *bet_name, *plot;
    const char *readings[REPORT_READINGS_MAX];
    unsigned reading_count;
    const char *poker_option,
        *hi_lo_option; /* an option that only those rules know; NULL if none was given */
    struct report_settings settings;
    struct fraction free_play; /* what a dollar of it is worth */
    uint64_t extras;
};

/* ------------------------------------------------------------------------------------------ words */

enum { RATE_DIGITS_MAX = 9 };

/* The digits behind the point: 25 and 100 for ".25". */
static enum status decimals_scan(struct scan *scan, uint64_t *value, uint64_t *scale, struct fault *fault)
{
    if (!scan_take(scan, '.'))
        return STATUS_OK;
    uint32_t digits = 0;
    size_t count = scan_digits(scan);
    enum status status = scan_number(scan, 1, RATE_DIGITS_MAX, "1 to 9 decimals", &digits, fault);
    for (size_t i = 0; status == STATUS_OK && i < count; i++)
        *scale *= 10;
    *value = *value * *scale + digits;
    return status;
}

/* A part of the rounds: "0.25", "25%", "1/4", "1". */
static enum status rate_parse(struct text text, struct fraction *rate, struct fault *fault)
{
    static const char expected[] = "a rate such as 0.25, 25% or 1/4";
    struct scan scan = {.text = text};
    uint32_t whole = 0, below = 1;
    if (scan_number(&scan, 1, RATE_DIGITS_MAX, expected, &whole, fault) != STATUS_OK)
        return STATUS_INVALID;
    uint64_t value = whole, scale = 1;
    if (scan_take(&scan, '/')) {
        if (scan_number(&scan, 1, RATE_DIGITS_MAX, "a whole number", &below, fault) != STATUS_OK)
            return STATUS_INVALID;
        if (below == 0)
            return fault_set(fault, STATUS_RANGE, text.length, "a rate cannot be divided by zero");
        scale = below;
    } else {
        if (decimals_scan(&scan, &value, &scale, fault) != STATUS_OK)
            return STATUS_INVALID;
        if (scan_take(&scan, '%'))
            scale *= 100;
    }
    if (scan_peek(&scan) != SCAN_END)
        return scan_expected(&scan, fault, "the end of the rate");
    if (value > scale)
        return fault_set(fault, STATUS_RANGE, 1, "a rate must be from 0 to 1");
    *rate = fraction_of((wide)value, scale);
    return STATUS_OK;
}

/* An amount above zero. A trillion dollars is more than any meter shows, and leaves room for exact arithmetic. */
static enum status amount_parse(struct text text, const char *word, struct money *money, struct fault *fault)
{
    struct money read;
    const int64_t most = INT64_C(1000000000000) * MONEY_DOLLAR;
    enum status status = money_parse(text, 0, &read, fault);
    if (status != STATUS_OK)
        return status;
    if (read.cents <= 0 || read.cents > most)
        return fault_set(fault, STATUS_RANGE, 1, "%s must be above zero and at most $1,000,000,000,000",
                         word);
    *money = read;
    return STATUS_OK;
}

static bool take_flag(struct request *request, struct text word)
{
    if (text_equal(word, text_of("--json")))
        request->json = true;
    else if (text_equal(word, text_of("--list")))
        request->list = true;
    else if (text_equal(word, text_of("--signature")))
        request->signature = true;
    else
        return false;
    return true;
}

/* Reads the value of an option; false if there is no such option. */
static bool take_value(struct request *request, const char *option, const char *value, enum status *status,
                       struct fault *fault)
{
    struct text word = text_of(option), text = text_of(value ? value : "");
    struct report_settings *settings = &request->settings;
    uint64_t players = settings->players;
    *status = STATUS_OK;
    if (text_equal(word, text_of("--free-play")) || text_equal(word, text_of("--extras")))
        request->hi_lo_option = option;
    else if (!text_equal(word, text_of("--bet")) && !text_equal(word, text_of("--meter")) &&
             !text_equal(word, text_of("--reading")))
        request->poker_option = option;
    if (text_equal(word, text_of("--bet")))
        request->bet_name = value;
    else if (text_equal(word, text_of("--free-play")))
        *status = rate_parse(text, &request->free_play, fault);
    else if (text_equal(word, text_of("--extras")))
        *status = command_number(text, option, HI_LO_EXTRAS_MIN, HI_LO_EXTRAS_MAX, &request->extras, fault);
    else if (text_equal(word, text_of("--plot")))
        request->plot = value;
    else if (text_equal(word, text_of("--reading"))) {
        if (request->reading_count == REPORT_READINGS_MAX)
            *status = fault_set(fault, STATUS_NO_SPACE, 0, "too many --reading options");
        else
            request->readings[request->reading_count++] = value;
    } else if (text_equal(word, text_of("--meter")))
        *status = amount_parse(text, option, &settings->meter, fault);
    else if (text_equal(word, text_of("--wager")))
        *status = amount_parse(text, option, &settings->wager, fault);
    else if (text_equal(word, text_of("--players")))
        *status = command_number(text, option, 1, REPORT_PLAYERS_MAX, &players, fault);
    else if (text_equal(word, text_of("--magic-rate")))
        *status = rate_parse(text, &settings->magic_rate, fault);
    else if (text_equal(word, text_of("--lucky-rate")))
        *status = rate_parse(text, &settings->lucky_rate, fault);
    else
        return false;
    settings->players = (unsigned)players;
    return true;
}

static int take_words(struct request *request, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct text word = text_of(argv[i]);
        if (take_flag(request, word))
            continue;
        if (text_starts_with(word, text_of("--"))) {
            struct fault fault;
            enum status status;
            const char *value = i + 1 < argc ? argv[i + 1] : NULL;
            if (!take_value(request, argv[i], value, &status, &fault))
                return command_usage("odds", "unknown option %s", argv[i]);
            if (!value)
                return command_usage("odds", "%s needs a value", argv[i]);
            if (status != STATUS_OK)
                return command_bad_input("odds", value, &fault);
            i++;
        } else if (request->target_name) {
            return command_usage("odds", "give one TARGET; '%s' is a second one", argv[i]);
        } else {
            request->target_name = argv[i];
        }
    }
    if ((request->list || request->signature) &&
        (request->target_name || request->bet_name || request->plot || (request->list && request->signature)))
        return command_usage("odds", "%s cannot be combined with other arguments",
                             request->list ? "--list" : "--signature");
    if (!request->list && !request->signature && !request->target_name)
        return command_usage("odds", "TARGET is missing; 'cardroom odds --list' lists the targets");
    return EXIT_CODE_OK;
}

static int no_such_target(const struct report_targets *targets, const char *name)
{
    struct text_nearest nearest = text_nearest_to(text_of(name));
    for (unsigned i = 0; i < REPORT_TARGETS; i++)
        text_nearest_offer(&nearest, targets->all[i].name);
    text_nearest_offer(&nearest, hi_lo_report_target);
    return command_usage("odds", "unknown target '%s'%s%s; 'cardroom odds --list' lists them", name,
                         nearest.word ? "; did you mean " : "", nearest.word ? nearest.word : "");
}

static int no_such_bet(const struct report_target *target, const char *name)
{
    struct text_nearest nearest = text_nearest_to(text_of(name));
    for (unsigned i = 0; i < target->entry_count; i++)
        text_nearest_offer(&nearest, target->entries[i].name);
    return command_usage("odds", "%s has no bet '%s'%s%s; 'cardroom odds --list' lists them", target->name,
                         name, nearest.word ? "; did you mean " : "", nearest.word ? nearest.word : "");
}

static int no_such_reading(const char *target_name, const char *const *options, const char *name)
{
    struct text_nearest nearest = text_nearest_to(text_of(name));
    for (; *options; options++)
        text_nearest_offer(&nearest, *options);
    return command_usage("odds", "%s has no reading '%s'%s%s", target_name, name,
                         nearest.word ? "; did you mean " : "", nearest.word ? nearest.word : "");
}

/* ------------------------------------------------------------------------------------------ answers */

/* The memory limit of the solvers. */
static const size_t arena_max = 256 * 1024 * 1024;

static int world_failed(const char *words)
{
    fprintf(stderr, "cardroom odds: %s\n", words);
    return EXIT_CODE_WORLD;
}

static int answer(const struct request *request, const struct report *report)
{
    struct fault fault;
    if (request->plot && plot_write(report, text_of(request->plot), &fault) != STATUS_OK)
        return fault.status == STATUS_INVALID ? command_bad_input("odds", request->plot, &fault)
                                              : world_failed(fault.words);
    if (request->json)
        return command_print_json("odds", report_document(report));
    odds_print(report, command_colour());
    if (request->plot)
        printf("\ndrawn to %s\n", request->plot);
    return command_finish("odds");
}

/* Makes the report of a target; to be freed whatever the answer is. */
static int make_report(const struct report_target *target, const struct report_entry *only,
                       const struct report_settings *settings, struct report **report)
{
    struct arena arena;
    arena_init(&arena, arena_max);
    *report = malloc(sizeof **report);
    enum status status = *report ? report_make(*report, target, only, settings, &arena) : STATUS_NO_MEMORY;
    arena_release(&arena);
    return status == STATUS_OK ? EXIT_CODE_OK : world_failed("out of memory for the counting");
}

static int hi_lo_request(const struct request *request, const struct hi_lo_promotion *promotion)
{
    const struct report_settings *settings = &request->settings;
    struct hi_lo_question question = hi_lo_question_usual(
        &promotion->rules, settings->meter.cents > 0 ? settings->meter : promotion->start);
    if (request->poker_option)
        return command_usage("odds", "%s cannot be used with %s", request->poker_option, hi_lo_report_target);
    if (request->bet_name && !text_equal(text_of(request->bet_name), text_of("game")))
        return command_usage("odds", "%s has no bet '%s', only 'game'", hi_lo_report_target,
                             request->bet_name);
    for (unsigned i = 0; i < request->reading_count; i++)
        if (!hi_lo_report_choose_reading(&question.rules, text_of(request->readings[i])))
            return no_such_reading(hi_lo_report_target, hi_lo_report_readings, request->readings[i]);
    question.free_play_worth = fraction_double(request->free_play);
    question.extras_max = (unsigned)request->extras;
    struct hi_lo_report report;
    struct fault fault;
    enum status status = hi_lo_report_make(&report, &question, &fault);
    if (status == STATUS_RANGE)
        return command_bad_input("odds", NULL, &fault);
    if (status != STATUS_OK)
        return world_failed(fault.words);
    if (request->json)
        return command_print_json("odds", hi_lo_report_document(&report));
    odds_print_hi_lo(&report, command_colour());
    return command_finish("odds");
}

static int report_request(const struct request *request, const struct rules *rules)
{
    const struct report_target *target = report_target_find(&rules->targets, text_of(request->target_name));
    if (hi_lo_report_is_called(text_of(request->target_name)))
        return hi_lo_request(request, &rules->games.hi_lo);
    if (!target)
        return no_such_target(&rules->targets, request->target_name);
    if (request->hi_lo_option)
        return command_usage("odds", "%s can be used with %s only", request->hi_lo_option,
                             hi_lo_report_target);
    const struct report_entry *only = NULL;
    if (request->bet_name && !(only = report_entry_find(target, text_of(request->bet_name))))
        return no_such_bet(target, request->bet_name);
    struct fault fault;
    if (request->plot && plot_check(text_of(request->plot), &fault) != STATUS_OK)
        return command_bad_input("odds", request->plot, &fault);
    struct report_settings settings = request->settings;
    for (unsigned i = 0; i < request->reading_count; i++)
        if (!report_choose_reading(&settings, target, text_of(request->readings[i])))
            return no_such_reading(target->name, report_reading_options(target), request->readings[i]);
    struct report *report;
    int code = make_report(target, only, &settings, &report);
    if (code == EXIT_CODE_OK)
        code = answer(request, report);
    free(report);
    return code;
}

static const char hi_lo_title[] = "Hi Lo Progressive, Saratoga";

static int list_json(const struct report_targets *targets)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < REPORT_TARGETS; i++) {
        json_t *bets = json_array();
        for (unsigned k = 0; k < targets->all[i].entry_count; k++)
            json_array_append_new(bets, json_string(targets->all[i].entries[k].name));
        json_array_append_new(list, json_pack("{s:s, s:s, s:o}", "target", targets->all[i].name, "title",
                                              targets->all[i].title, "bets", bets));
    }
    json_array_append_new(list, json_pack("{s:s, s:s, s:[s]}", "target", hi_lo_report_target, "title",
                                          hi_lo_title, "bets", "game"));
    return command_print_json("odds", list);
}

static int list_targets(const struct report_targets *targets)
{
    for (unsigned i = 0; i < REPORT_TARGETS; i++) {
        printf("%s%s   %s\n", i > 0 ? "\n" : "", targets->all[i].name, targets->all[i].title);
        for (unsigned k = 0; k < targets->all[i].entry_count; k++)
            printf("  %s\n", targets->all[i].entries[k].name);
    }
    printf("\n%s   %s\n  game\n", hi_lo_report_target, hi_lo_title);
    return command_finish("odds");
}

/* Hi Lo at its lowest progressive, as closely as is quick. */
static json_t *hi_lo_results(const struct hi_lo_promotion *promotion)
{
    struct hi_lo_question question = hi_lo_question_usual(&promotion->rules, promotion->start);
    struct hi_lo_report report;
    question.extras_max = HI_LO_EXTRAS_MIN;
    return hi_lo_report_make(&report, &question, NULL) == STATUS_OK ? hi_lo_report_results(&report) : NULL;
}

static int print_signature(const struct rules *rules, bool json)
{
    struct report_settings settings = report_settings_usual();
    json_t *results = json_array();
    json_array_append_new(results, hi_lo_results(&rules->games.hi_lo));
    for (unsigned i = 0; i < REPORT_TARGETS; i++) {
        struct report *report;
        int code = make_report(&rules->targets.all[i], NULL, &settings, &report);
        if (code == EXIT_CODE_OK)
            json_array_append_new(results, report_results(report));
        free(report);
        if (code != EXIT_CODE_OK) {
            json_decref(results);
            return code;
        }
    }
    char digest[REPORT_DIGEST_TEXT_SIZE];
    bool good = json_array_size(results) == REPORT_TARGETS + 1 && report_digest(results, digest) == STATUS_OK;
    json_decref(results);
    if (!good)
        return world_failed("out of memory for the answer");
    if (json)
        return command_print_json("odds", json_pack("{s:s}", "signature", digest));
    printf("%s\n", digest);
    return command_finish("odds");
}

static int odds_of(const struct request *request, const struct rules *rules)
{
    if (request->list)
        return request->json ? list_json(&rules->targets) : list_targets(&rules->targets);
    return request->signature ? print_signature(rules, request->json) : report_request(request, rules);
}

static int odds_by_documents(const struct request *request)
{
    struct rules rules;
    int code = game_rules_read("odds", GAME_RULES_ALL, &rules.games);
    if (code == EXIT_CODE_OK) {
        report_targets_make(&rules.targets, &rules.games.crazy4, &rules.games.four_card);
        code = odds_of(request, &rules);
    }
    game_rules_release(&rules.games);
    return code;
}

/* Every option but these three has a value behind it. */
static bool stands_alone(struct text option)
{
    return text_equal(option, text_of("--json")) || text_equal(option, text_of("--list")) ||
           text_equal(option, text_of("--signature"));
}

/* The first word that is neither an option nor its value, if it names none of the table games: an activity or offer. */
static bool names_chart(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct text word = text_of(argv[i]);
        if (!text_starts_with(word, text_of("--")))
            return !report_target_is_known(word) && !hi_lo_report_is_called(word);
        if (!stands_alone(word))
            i++;
    }
    return false;
}

static int run_odds(int argc, char **argv)
{
    if (names_chart(argc, argv))
        return odds_chart_run(argc, argv);
    struct request request = {
        .settings = report_settings_usual(), .free_play = {1, 1}, .extras = HI_LO_EXTRAS_USUAL};
    int code = take_words(&request, argc, argv);
    return code == EXIT_CODE_OK ? odds_by_documents(&request) : code;
}

const struct subcommand command_odds = {
    .name = "odds",
    .summary = "count the exact odds of a bet, or of the hands of a chart",
    .help = odds_help,
    .run = run_odds,
    .more_help = odds_chart_help,
};
