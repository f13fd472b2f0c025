#include "rulebook/hand_games.h"

#define FLOP_GAME .family = HAND_FAMILY_FLOP, .order = HAND_ORDER_FIVE, .decks = 1
#define DRAW_GAME .family = HAND_FAMILY_DRAW, .decks = 1
#define PAI_GOW                                                                                              \
    .family = HAND_FAMILY_PAI_GOW, .order = HAND_ORDER_JOKER, .cards_min = 7, .cards_max = 7, .decks = 1,    \
    .jokers = 1
#define BLACKJACK .family = HAND_FAMILY_BLACKJACK, .cards_min = 2, .cards_max = 12, .decks = 8
#define BACCARAT  .family = HAND_FAMILY_BACCARAT, .cards_min = 2, .cards_max = 3, .decks = 8
#define PAN       .family = HAND_FAMILY_PAN, .cards_min = 3, .cards_max = 4, .decks = 8

const struct hand_game hand_games[] = {
    {"texas hold'em",
     {"hold'em", "no limit hold'em", "limit hold'em", "texas hold'em high-low split",
      "limit buy in, no limit hold'em", "reverse hold'em"},
     FLOP_GAME,
     .cards_min = 2,
     .cards_max = 2,
     .poker = true},
    {"omaha",
     {"omaha high-low split", "omaha hi-lo", "5 card omaha", "5 card omaha high-low split",
      "omaha hi-low split 8 or better"},
     FLOP_GAME,
     .cards_min = 4,
     .cards_max = 5,
     .holes_play = 2,
     .poker = true},
    {"pineapple",
     {"crazy pineapple", "pineapple high-low split", "crazy pineapple high-low split"},
     FLOP_GAME,
     .cards_min = 2,
     .cards_max = 3,
     .poker = true},
    {"ultimate texas hold'em",
     {"ultimate texas hold'em bad beat bonus", "uth"},
     FLOP_GAME,
     .cards_min = 2,
     .cards_max = 2},
    {"seven card stud",
     {"7 card stud", "stud", "seven card stud high-low split", "seven card stud high-low",
      "7 card stud high-low"},
     .family = HAND_FAMILY_STUD,
     .order = HAND_ORDER_FIVE,
     .cards_min = 7,
     .cards_max = 7,
     .decks = 1,
     .poker = true},
    {"razz",
     {"seven card stud low", "seven card stud low (razz)"},
     .family = HAND_FAMILY_STUD,
     .order = HAND_ORDER_ACE_TO_FIVE,
     .cards_min = 7,
     .cards_max = 7,
     .decks = 1,
     .poker = true},
    {"lowball",
     {"california lowball"},
     DRAW_GAME,
     .order = HAND_ORDER_ACE_TO_FIVE,
     .cards_min = 5,
     .cards_max = 5,
     .poker = true},
    {"kansas city lowball",
     {"deuce to seven lowball"},
     DRAW_GAME,
     .order = HAND_ORDER_DEUCE_TO_SEVEN,
     .cards_min = 5,
     .cards_max = 5,
     .poker = true},
    {"draw poker",
     {"five card draw"},
     DRAW_GAME,
     .order = HAND_ORDER_FIVE,
     .cards_min = 5,
     .cards_max = 5,
     .poker = true},
    {"mexican poker",
     {"five card stud", "asian five-card stud"},
     DRAW_GAME,
     .order = HAND_ORDER_FIVE,
     .cards_min = 5,
     .cards_max = 5,
     .poker = true},
    {"caribbean stud",
     {"caribbean stud poker"},
     DRAW_GAME,
     .order = HAND_ORDER_FIVE,
     .cards_min = 5,
     .cards_max = 5},
    {"three card poker",
     {"three card poker 6 card bonus"},
     DRAW_GAME,
     .order = HAND_ORDER_THREE,
     .cards_min = 3,
     .cards_max = 3},
    {"crazy 4 poker", {"crazy 4"}, DRAW_GAME, .order = HAND_ORDER_FOUR, .cards_min = 5, .cards_max = 5},
    {"four card poker", {NULL}, DRAW_GAME, .order = HAND_ORDER_FOUR, .cards_min = 5, .cards_max = 6},
    /* Several decks: hawaiian-gardens/ca-asian-jackpot-1#43 asks for three aces of hearts. */
    {"pokara",
     {NULL},
     .family = HAND_FAMILY_DRAW,
     .order = HAND_ORDER_THREE,
     .cards_min = 3,
     .cards_max = 4,
     .decks = 8},
    {"pai gow poker",
     {"fortune pai gow poker", "fortune pai gow", "face up pai gow poker",
      "pai gow poker with the fortune pai gow bet", "pai gow poker with the fortune bonus bet"},
     PAI_GOW},
    {"joker's wild pai gow poker",
     {"joker's wild", "jokers wild", "pai gow poker jokers wild"},
     PAI_GOW,
     .wild = true},
    {"blackjack", {"california blackjack"}, BLACKJACK},
    {"no bust blackjack",
     {"no bust 21st century blackjack", "no bust 21st century blackjack 5.0", "blackjack poker",
      "hawaiian blackjack"},
     BLACKJACK,
     .jokers = 2,
     .wild = true},
    {"baccarat",
     {"ez baccarat", "ez baccarat panda 8", "21st century baccarat", "zoobac", "fortune 7 baccarat",
      "golden frog baccarat", "fortune 7"},
     BACCARAT},
    {"pan 9", {"super pan 9", "bonus pan 9", "super 9", "baccarat 9", "pan"}, PAN},
    {"pai gow tiles",
     {"pai gow tile", "tiles"},
     .family = HAND_FAMILY_TILES,
     .cards_min = 4,
     .cards_max = 4,
     .decks = 1},
    {"casino war", {"war"}, .family = HAND_FAMILY_WAR, .cards_min = 1, .cards_max = 2, .decks = 8},
    {"13-card chinese poker",
     {"13 card", "13-card poker", "chinese poker", "thirteen card poker", "13 card (chinese poker)",
      "13-card poker (chinese poker)", "13 card chinese poker"},
     .family = HAND_FAMILY_THIRTEEN,
     .order = HAND_ORDER_FIVE,
     .cards_min = 13,
     .cards_max = 13,
     .decks = 1},
    /* Documents attach activities to these, but none names a hand of them. */
    {"9 1/2", {NULL}, .family = HAND_FAMILY_NONE, .decks = 1},
    {"video gaming machine", {NULL}, .family = HAND_FAMILY_NONE, .decks = 1},
};
const unsigned hand_game_count = sizeof hand_games / sizeof hand_games[0];

enum { GAME_NAME_SIZE = 64 };

static bool is_name_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
}

/* Letters and digits only, so that "Hold 'Em", "Hold'em" and "holdem" are one game. */
static struct text plain_name(struct text name, char buffer[GAME_NAME_SIZE])
{
    struct text plain = {buffer, 0};
    for (size_t i = 0; i < name.length; i++)
        if (is_name_byte(name.bytes[i]) && plain.length < GAME_NAME_SIZE)
            buffer[plain.length++] = name.bytes[i];
    return plain;
}

bool hand_game_same_name(struct text one, struct text other)
{
    char plain_one[GAME_NAME_SIZE], plain_other[GAME_NAME_SIZE];
    return text_equal_ignoring_case(plain_name(one, plain_one), plain_name(other, plain_other));
}

const struct hand_game *hand_game_find(struct text name)
{
    for (unsigned i = 0; i < hand_game_count; i++) {
        const struct hand_game *game = &hand_games[i];
        if (hand_game_same_name(name, text_of(game->name)))
            return game;
        for (unsigned j = 0; j < HAND_GAME_ALIASES_MAX && game->aliases[j]; j++)
            if (hand_game_same_name(name, text_of(game->aliases[j])))
                return game;
    }
    return NULL;
}

const char *hand_game_nearest(struct text name)
{
    struct text_nearest nearest = text_nearest_to(name);
    for (unsigned i = 0; i < hand_game_count; i++) {
        text_nearest_offer(&nearest, hand_games[i].name);
        for (unsigned j = 0; j < HAND_GAME_ALIASES_MAX && hand_games[i].aliases[j]; j++)
            text_nearest_offer(&nearest, hand_games[i].aliases[j]);
    }
    return nearest.word;
}
