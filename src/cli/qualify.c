/*
 * cardroom qualify: does what a player shows fulfil a qualifying hand, and why?
 */
#include "cli/command.h"
#include "rulebook/hand_judge.h"

#include <stdio.h>

static const char qualify_help[] =
    "cardroom qualify HAND --game GAME --cards CARDS [--board CARDS] [--banker CARDS]\n"
    "                 [--beaten-by CARDS] [--json]\n"
    "cardroom qualify --list-games [--json]\n"
    "\n"
    "Tests whether cards are a qualifying hand, and says why. HAND is written in the words of\n"
    "the charts.\n"
    "\n"
    "HAND           \"full house, aces over jacks or better, both hole cards\";\n"
    "               docs/formats/hands.md describes the language\n"
    "--game         the game, by name or alias; --list-games shows all of them\n"
    "--cards        the player's cards in the order dealt. A set hand is \"front / back\" or\n"
    "               \"front / middle / back\"; tiles have names or pips; in baccarat these are\n"
    "               the cards of the player line\n"
    "--board        the board, the flop first\n"
    "--banker       the cards of the dealer or banker, the up card first; in baccarat the\n"
    "               banker line\n"
    "--beaten-by    the winner's cards, for hands that must be beaten; the banker's by default\n"
    "--json         print one object: hand, normal (the hand in normal form), game, qualifies,\n"
    "               why\n"
    "--list-games   list the games and their aliases\n"
    "\n"
    "Exit status: 0 the hand qualifies; 1 it does not; 2 invalid arguments, and the message\n"
    "shows the place; 3 the output cannot be written.\n"
    "\n"
    "  cardroom qualify \"full house, aces over jacks or better, both hole cards\" \\\n"
    "      --game \"texas hold'em\" --cards \"Ah Ad\" --board \"As Jc Jd 2s 3h\"\n"
    "  cardroom qualify \"tie at 7, four cards, suited\" --game baccarat --cards \"3h 4h\" \\\n"
    "      --banker \"5h 2h\"\n";

static const char *const part_options[SHOWING_PARTS] = {"--cards", "--board", "--banker", "--beaten-by"};

struct request {
    bool list, json;
    const char *hand, *game;
    const char *parts[SHOWING_PARTS];
};

/* ------------------------------------------------------------------------------------------ words */

/* Where the value of an option goes; NULL if the word is no option that has one. */
static const char **value_of(struct request *request, struct text word)
{
    if (text_equal(word, text_of("--game")))
        return &request->game;
    for (unsigned i = 0; i < SHOWING_PARTS; i++)
        if (text_equal(word, text_of(part_options[i])))
            return &request->parts[i];
    return NULL;
}

static int take_words(struct request *request, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct text word = text_of(argv[i]);
        const char **value = value_of(request, word);
        if (value && *value)
            return command_usage("qualify", "%s is given twice", argv[i]);
        if (value && i + 1 == argc)
            return command_usage("qualify", "%s needs a value", argv[i]);
        if (value)
            *value = argv[++i];
        else if (text_equal(word, text_of("--json")))
            request->json = true;
        else if (text_equal(word, text_of("--list-games")))
            request->list = true;
        else if (text_starts_with(word, text_of("--")))
            return command_usage("qualify", "unknown option %s", argv[i]);
        else if (request->hand)
            return command_usage("qualify", "give one HAND, in quotes; '%s' is a second one", argv[i]);
        else
            request->hand = argv[i];
    }
    if (request->list)
        return request->hand || request->game
                   ? command_usage("qualify", "--list-games cannot be combined with other arguments")
                   : EXIT_CODE_OK;
    if (!request->hand)
        return command_usage("qualify", "HAND is missing; give it in quotes");
    if (!request->game)
        return command_usage("qualify", "--game is missing; 'cardroom qualify --list-games' lists the games");
    if (!request->parts[SHOWING_CARDS])
        return command_usage("qualify", "--cards is missing");
    return EXIT_CODE_OK;
}

/* ------------------------------------------------------------------------------------------ answers */

static int print_answer(const struct request *request, const struct hand_rule *rule,
                        const struct hand_game *game, const struct hand_answer *answer)
{
    char normal[HAND_RULE_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, normal, sizeof normal);
    hand_rule_write(&out, rule);
    if (request->json)
        return command_print_json("qualify", json_pack("{s:s, s:s, s:s, s:b, s:s}", "hand", request->hand,
                                                       "normal", normal, "game", game->name, "qualifies",
                                                       answer->qualifies, "why", answer->why));
    printf("%s: %s\n", answer->qualifies ? "yes" : "no", answer->why);
    return EXIT_CODE_OK;
}

static int judge(const struct request *request)
{
    struct fault fault;
    struct hand_rule rule;
    if (hand_rule_compile(text_of(request->hand), 0, &rule, &fault) != STATUS_OK)
        return command_bad_input("qualify", request->hand, &fault);
    const struct hand_game *game = hand_game_find(text_of(request->game));
    if (!game)
        return command_no_such("qualify", "game", request->game, hand_game_nearest(text_of(request->game)),
                               "--list-games");
    struct showing showing;
    showing_init(&showing, game);
    for (unsigned i = 0; i < SHOWING_PARTS; i++)
        if (request->parts[i] &&
            showing_read(&showing, (enum showing_part)i, text_of(request->parts[i]), 0, &fault) != STATUS_OK)
            return command_bad_input("qualify", request->parts[i], &fault);
    struct hand_answer answer;
    if (hand_rule_judge(&rule, &showing, &answer, &fault) != STATUS_OK)
        return command_bad_input("qualify", request->hand, &fault);
    int code = print_answer(request, &rule, game, &answer);
    if (code == EXIT_CODE_OK)
        code = command_finish("qualify");
    return code != EXIT_CODE_OK ? code : answer.qualifies ? EXIT_CODE_OK : EXIT_CODE_FINDINGS;
}

static json_t *game_document(const struct hand_game *game)
{
    json_t *aliases = json_array();
    for (unsigned i = 0; aliases && i < HAND_GAME_ALIASES_MAX && game->aliases[i]; i++)
        if (json_array_append_new(aliases, json_string(game->aliases[i])) != 0) {
            json_decref(aliases);
            return NULL;
        }
    return json_pack("{s:s, s:o}", "name", game->name, "aliases", aliases);
}

static int list_games(bool json)
{
    if (json) {
        json_t *list = json_array();
        for (unsigned i = 0; i < hand_game_count && list; i++)
            if (json_array_append_new(list, game_document(&hand_games[i])) != 0) {
                json_decref(list);
                list = NULL;
            }
        return command_print_json("qualify", list);
    }
    for (unsigned i = 0; i < hand_game_count; i++) {
        const struct hand_game *game = &hand_games[i];
        printf("%s", game->name);
        for (unsigned j = 0; j < HAND_GAME_ALIASES_MAX && game->aliases[j]; j++)
            printf("%s%s", j == 0 ? "  (" : ", ", game->aliases[j]);
        printf("%s\n", game->aliases[0] ? ")" : "");
    }
    return command_finish("qualify");
}

static int run_qualify(int argc, char **argv)
{
    struct request request = {0};
    int code = take_words(&request, argc, argv);
    if (code != EXIT_CODE_OK)
        return code;
    return request.list ? list_games(request.json) : judge(&request);
}

const struct subcommand command_qualify = {
    .name = "qualify",
    .summary = "test whether cards are a qualifying hand",
    .help = qualify_help,
    .run = run_qualify,
};
