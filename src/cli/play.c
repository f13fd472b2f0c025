/*
 * cardroom play: the words of the command, who sits where, and the source of chance.
 */
#include "cli/play.h"

#include "base/check.h"
#include "cli/command.h"
#include "games/settlement.h"

#include <stdio.h>
#include <string.h>

static const char play_help[] =
    "cardroom play crazy-4-poker   [OPTION]...\n"
    "cardroom play four-card-poker [OPTION]...\n"
    "cardroom play hi-lo           [OPTION]...\n"
    "\n"
    "Plays a game by the approved rules. On a terminal of 80 x 24 you play with single keys,\n"
    "which are shown at the bottom; '?' gives a hint with exact values. Otherwise the program\n"
    "reads one line for each action:\n"
    "\n"
    "  bet 10 qu 5 prog   Ante 10 (and the Super Bonus with it), Queens Up 5, progressive; also\n"
    "                     own, dealer, cover (Five Card Hand Bonus, Cover All), and au for\n"
    "                     Aces Up\n"
    "  same, pass         the wagers of the last round; no wagers in this round\n"
    "  play, 2x, 3x       a Play Wager; play 15 is a Play Wager of $15\n"
    "  fold, ?, quit      also: totals, c (the clauses of the last round), buy; in Hi Lo:\n"
    "                     higher, lower, stop\n"
    "\n"
    "  --seats LIST       who sits at the table, up to six names: 'best' plays by the exact\n"
    "                     odds, 'simple' by a rule of thumb, any other name is a person;\n"
    "                     you,best,simple by default\n"
    "  --players N        the number of seats\n"
    "  --people M         the number of people among them, 1 by default; the other seats are\n"
    "                     best and simple in turn\n"
    "  --rounds N         stop after N rounds\n"
    "  --seed N           a repeatable game; by default the cards come from the system's secure\n"
    "                     generator\n"
    "  --ante AMOUNT      everybody's first Ante; the table minimum by default\n"
    "  --stack AMOUNT     everybody's chips at the start; $500 by default\n"
    "  --table NAME       a paytable, by its name in 'cardroom odds': queens-up/A to D,\n"
    "                     four-card-progressive/A, /B, five-card-progressive; aces-up/FCP-01 to\n"
    "                     FCP-07, progressive/FCPP-1, FCCP-2, FCCP-3, PMG-01, PMG-02\n"
    "  --without NAME     do not offer a side bet: queens-up, progressive,\n"
    "                     five-card-hand-bonus, magic-card, lucky-bonus, cover-all\n"
    "  --draw-every N     draw Magic Card and Lucky Bonus once in N rounds on average; 10 by\n"
    "                     default\n"
    "  --clauses          show the clause of every line of a settlement\n"
    "  --no-colour        no colour; NO_COLOR in the environment does the same\n"
    "\n"
    "No money is played for, and nothing is stored.\n"
    "\n"
    "Exit status: 0 the game ended; 2 invalid arguments; 3 system error.\n"
    "\n"
    "  cardroom play crazy-4-poker --seats ann,bob,best\n"
    "  printf 'bet 10 qu 5\\nplay\\n' | cardroom play crazy-4-poker --seed 7 --rounds 1\n";

enum { STACK_DOLLARS_MAX = 10000000 };

unsigned play_people(const struct play_options *options)
{
    unsigned count = 0;
    for (unsigned i = 0; i < options->seat_count; i++)
        count += options->seats[i].who == PLAY_PERSON;
    return count;
}

void play_totals_add(struct play_totals *totals, struct money staked, struct money handed)
{
    totals->rounds++;
    totals->staked.cents += staked.cents;
    totals->handed.cents += handed.cents;
}

const char *play_signed(struct money money, char buffer[MONEY_TEXT_SIZE + 1])
{
    buffer[0] = '+';
    settlement_amount(money, buffer + 1);
    if (money.cents <= 0)
        memmove(buffer, buffer + 1, strlen(buffer));
    return buffer;
}

unsigned play_words(char *line, char **words, unsigned max)
{
    unsigned count = 0;
    while (count < max) {
        while (*line != '\0' && text_is_separator(*line))
            line++;
        if (*line == '\0')
            break;
        words[count++] = line;
        while (*line != '\0' && !text_is_separator(*line))
            line++;
        if (*line != '\0')
            *line++ = '\0';
    }
    return count;
}

/* ----------------------------------------------------------------------------------------- seats */

static bool is_name(struct text name)
{
    if (name.length == 0 || name.length >= PLAY_NAME_SIZE)
        return false;
    for (size_t i = 0; i < name.length; i++) {
        char byte = name.bytes[i];
        if (!((byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
              byte == '-' || byte == '_'))
            return false;
    }
    return true;
}

static void seat_add(struct play_options *options, struct text name)
{
    struct play_player *player = &options->seats[options->seat_count++];
    player->who = text_equal(name, text_of("best"))     ? PLAY_BEST
                  : text_equal(name, text_of("simple")) ? PLAY_SIMPLE
                                                        : PLAY_PERSON;
    memset(player->name, 0, sizeof player->name);
    memcpy(player->name, name.bytes, name.length);
}

static int seats_read(struct play_options *options, const char *list)
{
    struct text rest = text_of(list);
    options->seat_count = 0;
    for (;;) {
        size_t length = 0;
        while (length < rest.length && rest.bytes[length] != ',')
            length++;
        struct text name = text_slice(rest, 0, length);
        if (!is_name(name))
            return command_usage("play", "--seats: '%.*s' is not a name of 1 to %d letters, digits, - and _",
                                 TEXT_ARGUMENTS(name), PLAY_NAME_SIZE - 1);
        if (options->seat_count == PLAY_SEATS_MAX)
            return command_usage("play", "--seats: a table has up to %d seats", PLAY_SEATS_MAX);
        seat_add(options, name);
        if (length == rest.length)
            return EXIT_CODE_OK;
        rest = text_from(rest, length + 1);
    }
}

static int seats_fill(struct play_options *options, uint64_t players, uint64_t people)
{
    char name[PLAY_NAME_SIZE];
    if (people > players)
        return command_usage("play", "--people must not be more than --players");
    options->seat_count = 0;
    for (unsigned i = 0; i < players; i++) {
        snprintf(name, sizeof name, people == 1 ? "you" : "player-%u", i + 1);
        seat_add(options, text_of(i < people ? name : (i - people) % 2 == 0 ? "best" : "simple"));
    }
    return EXIT_CODE_OK;
}

/* --------------------------------------------------------------------------------------- options */

struct request {
    struct play_options options;
    bool listed;              /* --seats was given */
    uint64_t players, people; /* 0 players: not given */
    bool people_given;
};

static bool take_flag(struct request *request, const char *word)
{
    bool *flag = strcmp(word, "--clauses") == 0 ? &request->options.clauses
                 : strcmp(word, "--no-colour") == 0 || strcmp(word, "--no-color") == 0
                     ? &request->options.no_colour
                     : NULL;
    if (flag)
        *flag = true;
    return flag != NULL;
}

static int take_number(struct request *request, const char *word, const char *value, bool *known)
{
    const struct {
        const char *word;
        uint64_t min, max;
        uint64_t *number;
    } all[] = {
        {"--players", 1, PLAY_SEATS_MAX, &request->players},
        {"--people", 0, PLAY_SEATS_MAX, &request->people},
        {"--rounds", 1, UINT64_C(1000000000), &request->options.rounds},
        {"--seed", 0, UINT64_MAX, &request->options.seed},
        {"--draw-every", 1, 1000000, &request->options.draw_every},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct fault fault;
        if (strcmp(word, all[i].word) != 0)
            continue;
        *known = true;
        if (value &&
            command_number(text_of(value), word, all[i].min, all[i].max, all[i].number, &fault) != STATUS_OK)
            return command_bad_input("play", value, &fault);
        request->options.seeded |= all[i].number == &request->options.seed;
        request->people_given |= all[i].number == &request->people;
        break;
    }
    return EXIT_CODE_OK;
}

static int take_amount(struct request *request, const char *word, const char *value, bool *known)
{
    struct money *amount = strcmp(word, "--ante") == 0    ? &request->options.ante
                           : strcmp(word, "--stack") == 0 ? &request->options.stack
                                                          : NULL;
    struct fault fault;
    if (!amount)
        return EXIT_CODE_OK;
    *known = true;
    if (value && money_parse(text_of(value), 0, amount, &fault) != STATUS_OK)
        return command_bad_input("play", value, &fault);
    if (value && (amount->cents <= 0 || amount->cents > INT64_C(100) * STACK_DOLLARS_MAX))
        return command_usage("play", "%s must be above zero and at most $%d", word, STACK_DOLLARS_MAX);
    return EXIT_CODE_OK;
}

static int take_name(struct request *request, const char *word, const char *value, bool *known)
{
    struct play_options *options = &request->options;
    bool table = strcmp(word, "--table") == 0;
    if (!table && strcmp(word, "--without") != 0)
        return EXIT_CODE_OK;
    *known = true;
    unsigned *count = table ? &options->table_count : &options->without_count;
    if (*count == PLAY_TABLES_MAX)
        return command_usage("play", "%s can be given at most %d times", word, PLAY_TABLES_MAX);
    (table ? options->tables : options->without)[(*count)++] = value;
    return EXIT_CODE_OK;
}

static int take_option(struct request *request, const char *word, const char *value)
{
    bool known = false;
    int answer = take_number(request, word, value, &known);
    if (answer == EXIT_CODE_OK)
        answer = take_amount(request, word, value, &known);
    if (answer == EXIT_CODE_OK)
        answer = take_name(request, word, value, &known);
    if (answer == EXIT_CODE_OK && strcmp(word, "--seats") == 0) {
        known = request->listed = true;
        answer = value ? seats_read(&request->options, value) : EXIT_CODE_OK;
    }
    if (answer == EXIT_CODE_OK && !known)
        return command_usage("play", "unknown option '%s'", word);
    if (answer == EXIT_CODE_OK && !value)
        return command_usage("play", "%s needs a value", word);
    return answer;
}

static int take_seats(struct request *request)
{
    struct play_options *options = &request->options;
    bool counted = request->players > 0 || request->people_given;
    if (counted && request->listed)
        return command_usage("play", "give either --seats or --players and --people");
    if (counted) {
        uint64_t people = request->people_given ? request->people : 1;
        return seats_fill(options, request->players > 0 ? request->players : people, people);
    }
    if (!request->listed)
        return seats_read(options, strcmp(options->game, "hi-lo") == 0 ? "you" : "you,best,simple");
    return EXIT_CODE_OK;
}

static int take_words(struct request *request, int argc, char **argv)
{
    static const char *const games[] = {"crazy-4-poker", "four-card-poker", "hi-lo"};
    if (argc < 2)
        return command_usage("play", "the game is missing; give crazy-4-poker, four-card-poker or hi-lo");
    for (unsigned i = 0; i < sizeof games / sizeof games[0]; i++)
        if (strcmp(argv[1], games[i]) == 0)
            request->options.game = games[i];
    if (!request->options.game)
        return command_usage("play", "unknown game '%s'; give crazy-4-poker, four-card-poker or hi-lo",
                             argv[1]);
    for (int i = 2; i < argc; i++) {
        if (take_flag(request, argv[i]))
            continue;
        int answer = take_option(request, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
        if (answer != EXIT_CODE_OK)
            return answer;
        i++;
    }
    int answer = take_seats(request);
    if (answer == EXIT_CODE_OK && request->options.seat_count == 0)
        return command_usage("play", "the table has no players");
    if (answer == EXIT_CODE_OK && play_people(&request->options) == 0 && request->options.rounds == 0)
        return command_usage("play", "no person sits at the table to end the game; give --rounds");
    return answer;
}

static int play_with(const struct play_options *options, struct random *random)
{
    CHECK(options->game);
    return strcmp(options->game, "hi-lo") == 0 ? play_hi_lo(options, random) : play_poker(options, random);
}

static int play_run(int argc, char **argv)
{
    struct request request = {.options = {.stack = {500 * MONEY_DOLLAR}, .draw_every = 10}};
    int answer = take_words(&request, argc, argv);
    if (answer != EXIT_CODE_OK)
        return answer;
    if (request.options.seeded) {
        struct random_insecure insecure;
        random_insecure_init(&insecure, request.options.seed);
        return play_with(&request.options, &insecure.random);
    }
    struct random_seed seed;
    struct fault fault;
    if (random_seed_draw(&seed, &random_system_sodium, &fault) != STATUS_OK) {
        fprintf(stderr, "cardroom play: %s\n", fault.words);
        return EXIT_CODE_WORLD;
    }
    struct random_secure secure;
    random_secure_init(&secure, &seed);
    answer = play_with(&request.options, &secure.random);
    random_secure_release(&secure);
    random_seed_release(&seed);
    return answer;
}

const struct subcommand command_play = {
    .name = "play",
    .summary = "play Crazy 4 Poker, Four-Card Poker or Hi Lo in the terminal",
    .help = play_help,
    .run = play_run,
};
