/*
 * cardroom hand: what a hand is worth under one order, or which of two is better.
 */
#include "cards/ranking.h"
#include "cli/command.h"

#include <stdio.h>

static const char hand_help[] =
    "cardroom hand RANKING CARDS [vs CARDS] [--json] [--symbols | --letters]\n"
    "cardroom hand --list [--json]\n"
    "\n"
    "Ranks a hand, or compares two hands, under one of the rankings that the rules use.\n"
    "\n"
    "RANKING    the order of hands; --list shows all of them\n"
    "CARDS      one argument or several: \"As Kd 10c\", As Kd Tc, AsKdTc. A card is a rank\n"
    "           (2-9, T or 10, J, Q, K, A) and a suit (c, d, h, s or the symbol), or joker.\n"
    "           A slash separates the parts of a hand: \"Ah Ad / As Jc Jd 2s 3h\" is hole\n"
    "           cards and board. Tiles are written by name or by pips: \"teen 6-3\"\n"
    "vs         separates two hands. Each hand is ranked by itself, so two players may share\n"
    "           the cards of a board\n"
    "--json     print one object: ranking, cards, class, name, value, detail; with vs also\n"
    "           versus, winner, meaning. A higher value is better, equal values tie\n"
    "--symbols  write suits as symbols; this is the default on a terminal\n"
    "--letters  write suits as letters; this is the default everywhere else\n"
    "--list     list the rankings, one a line, with what each ranks\n"
    "\n"
    "Exit status: 0 ranked; 2 invalid arguments, and the message shows the place; 3 the output\n"
    "cannot be written.\n"
    "\n"
    "  cardroom hand five-card \"As Ks Qs Js Ts\"\n"
    "  cardroom hand four-card \"9s 9d 9c 4h 2s\" vs \"As Qs 8s 3s 2d\"\n"
    "  cardroom hand baccarat \"2s 4d\" vs \"Kd 3c 4h\"\n";

enum { CARDS_TEXT_SIZE = 512 };

struct request {
    bool list, json, styled;
    enum card_style style;
    const char *ranking_name;
    struct text_out hands[2];
    char bytes[2][CARDS_TEXT_SIZE];
    unsigned hand_count;
};

/* ------------------------------------------------------------------------------------------ words */

static bool take_option(struct request *request, struct text word)
{
    if (text_equal(word, text_of("--list")))
        request->list = true;
    else if (text_equal(word, text_of("--json")))
        request->json = true;
    else if (text_equal(word, text_of("--symbols")) || text_equal(word, text_of("--letters"))) {
        request->styled = true;
        request->style = text_equal(word, text_of("--symbols")) ? CARD_STYLE_SYMBOLS : CARD_STYLE_LETTERS;
    } else
        return false;
    return true;
}

/* The words of a hand are joined by spaces, so that it need not be quoted. */
static void take_cards(struct request *request, struct text word)
{
    struct text_out *hand = &request->hands[request->hand_count - 1];
    if (hand->length > 0)
        text_out_add(hand, " ");
    text_out_add_text(hand, word);
}

static int take_words(struct request *request, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct text word = text_of(argv[i]);
        if (take_option(request, word))
            continue;
        if (text_starts_with(word, text_of("--")))
            return command_usage("hand", "unknown option %s", argv[i]);
        if (!request->ranking_name) {
            request->ranking_name = argv[i];
            request->hand_count = 1;
        } else if (!text_equal_ignoring_case(word, text_of("vs"))) {
            take_cards(request, word);
        } else if (request->hand_count == 2) {
            return command_usage("hand", "only two hands can be compared; there is a second 'vs'");
        } else {
            request->hand_count = 2;
        }
    }
    return EXIT_CODE_OK;
}

static int check_words(const struct request *request)
{
    if (request->list && request->ranking_name)
        return command_usage("hand", "--list cannot be combined with other arguments");
    if (request->list)
        return EXIT_CODE_OK;
    if (!request->ranking_name)
        return command_usage("hand",
                             "RANKING and CARDS are missing; 'cardroom hand --list' lists the rankings");
    for (unsigned i = 0; i < request->hand_count; i++)
        if (request->hands[i].truncated) {
            struct fault fault;
            (void)fault_set(&fault, STATUS_NO_SPACE, CARDS_TEXT_SIZE,
                            "too long: a hand of at most %d bytes expected", CARDS_TEXT_SIZE - 1);
            return command_bad_input("hand", request->bytes[i], &fault);
        }
    return EXIT_CODE_OK;
}

/* ------------------------------------------------------------------------------------------ answers */

static json_t *ranked_document(const struct ranked_hand *ranked)
{
    return json_pack("{s:s, s:s, s:s, s:I, s:s}", "cards", ranked->cards, "class", ranked->class_name, "name",
                     ranked->name, "value", (json_int_t)ranked->value, "detail", ranked->detail);
}

/* The comparison of two hands. */
struct comparison {
    int outcome; /* above, at or below zero as the first wins, ties or loses */
    char meaning[512];
};

static const char *winner_of(const struct comparison *comparison)
{
    return comparison->outcome == 0 ? "tie" : comparison->outcome > 0 ? "first" : "second";
}

static int print_json(const struct ranking *ranking, const struct ranked_hand *ranked, unsigned count,
                      const struct comparison *comparison)
{
    json_t *document = json_pack("{s:s}", "ranking", ranking->name);
    json_t *first = ranked_document(&ranked[0]);
    bool good = document && first && json_object_update(document, first) == 0;
    json_decref(first);
    if (good && count == 2)
        good = json_object_set_new(document, "versus", ranked_document(&ranked[1])) == 0 &&
               json_object_set_new(document, "winner", json_string(winner_of(comparison))) == 0 &&
               json_object_set_new(document, "meaning", json_string(comparison->meaning)) == 0;
    if (!good) {
        json_decref(document);
        document = NULL;
    }
    return command_print_json("hand", document);
}

static void print_ranked(const struct ranked_hand *ranked, bool colour)
{
    printf("%s\n  %s%s%s\n", ranked->cards, colour ? "\033[1m" : "", ranked->name, colour ? "\033[0m" : "");
    if (ranked->detail[0] != '\0')
        printf("  %s\n", ranked->detail);
}

static void print_people(const struct ranked_hand *ranked, unsigned count,
                         const struct comparison *comparison)
{
    bool colour = command_colour();
    for (unsigned i = 0; i < count; i++)
        print_ranked(&ranked[i], colour);
    if (count < 2)
        return;
    if (comparison->outcome == 0)
        printf("the hands tie\n");
    else
        printf("the %s hand wins\n", winner_of(comparison));
    if (comparison->meaning[0] != '\0')
        printf("%s\n", comparison->meaning);
}

static int compare(const struct request *request, const struct ranking *ranking,
                   const struct ranked_hand ranked[2], struct comparison *comparison)
{
    comparison->outcome = (ranked[0].value > ranked[1].value) - (ranked[0].value < ranked[1].value);
    struct text_out meaning;
    text_out_init(&meaning, comparison->meaning, sizeof comparison->meaning);
    struct fault fault;
    if (ranking->versus &&
        ranking->versus(text_out_text(&request->hands[0]), 0, text_out_text(&request->hands[1]), 0, &meaning,
                        &comparison->outcome, &fault) != STATUS_OK)
        return command_bad_input("hand", request->hands[1].bytes, &fault);
    return EXIT_CODE_OK;
}

static int rank_request(const struct request *request)
{
    const struct ranking *ranking = ranking_find(text_of(request->ranking_name));
    if (!ranking)
        return command_no_such("hand", "ranking", request->ranking_name,
                               ranking_nearest(text_of(request->ranking_name)), "--list");
    struct ranked_hand ranked[2] = {0};
    struct comparison comparison = {0};
    struct fault fault;
    for (unsigned i = 0; i < request->hand_count; i++)
        if (ranking->rank(text_out_text(&request->hands[i]), 0, request->style, &ranked[i], &fault) !=
            STATUS_OK)
            return command_bad_input("hand", request->hands[i].bytes, &fault);
    int code = request->hand_count == 2 ? compare(request, ranking, ranked, &comparison) : EXIT_CODE_OK;
    if (code != EXIT_CODE_OK)
        return code;
    if (request->json)
        return print_json(ranking, ranked, request->hand_count, &comparison);
    print_people(ranked, request->hand_count, &comparison);
    return EXIT_CODE_OK;
}

static int list_rankings(bool json)
{
    if (!json) {
        for (unsigned i = 0; i < ranking_count; i++)
            printf("%-18s %s\n", rankings[i]->name, rankings[i]->summary);
        return EXIT_CODE_OK;
    }
    json_t *list = json_array();
    for (unsigned i = 0; i < ranking_count && list; i++)
        if (json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "name", rankings[i]->name, "summary",
                                                  rankings[i]->summary, "example", rankings[i]->example)) !=
            0) {
            json_decref(list);
            list = NULL;
        }
    return command_print_json("hand", list);
}

static int run_hand(int argc, char **argv)
{
    struct request request = {.style = command_colour() ? CARD_STYLE_SYMBOLS : CARD_STYLE_LETTERS};
    for (unsigned i = 0; i < 2; i++)
        text_out_init(&request.hands[i], request.bytes[i], sizeof request.bytes[i]);
    int code = take_words(&request, argc, argv);
    if (code == EXIT_CODE_OK)
        code = check_words(&request);
    if (code != EXIT_CODE_OK)
        return code;
    if (request.json && !request.styled)
        request.style = CARD_STYLE_LETTERS;
    code = request.list ? list_rankings(request.json) : rank_request(&request);
    return code == EXIT_CODE_OK ? command_finish("hand") : code;
}

const struct subcommand command_hand = {
    .name = "hand",
    .summary = "rank a hand, or compare two hands",
    .help = hand_help,
    .run = run_hand,
};
