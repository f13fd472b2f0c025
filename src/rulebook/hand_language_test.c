#include "rulebook/hand_judge.h"
#include "rulebook/hand_rows_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { ROWS = sizeof hand_rows / sizeof hand_rows[0] };

static struct hand_rule compiled(const char *hand)
{
    struct hand_rule rule = {0};
    struct fault fault = {0};
    if (hand_rule_compile(text_of(hand), 0, &rule, &fault) != STATUS_OK)
        fail_msg("%s: column %zu: %s", hand, fault.position, fault.words);
    return rule;
}

static void read_part(struct showing *showing, enum showing_part part, const char *cards, const char *clause)
{
    struct fault fault = {0};
    if (cards && showing_read(showing, part, text_of(cards), 0, &fault) != STATUS_OK)
        fail_msg("%s: %s: column %zu: %s", clause, cards, fault.position, fault.words);
}

static struct hand_answer judged(const struct hand_row *row)
{
    struct hand_rule rule = compiled(row->hand);
    const struct hand_game *game = hand_game_find(text_of(row->game));
    if (!game)
        fail_msg("%s: no game %s", row->clause, row->game);
    struct showing showing;
    showing_init(&showing, game);
    for (unsigned part = 0; part < SHOWING_PARTS; part++)
        read_part(&showing, (enum showing_part)part, row->shown[part], row->clause);
    struct hand_answer answer = {0};
    struct fault fault = {0};
    if (hand_rule_judge(&rule, &showing, &answer, &fault) != STATUS_OK)
        fail_msg("%s: %s: column %zu: %s", row->clause, row->hand, fault.position, fault.words);
    bool holds = !answer.qualifies;
    assert_int_equal(hand_rule_holds(&rule, &showing, &holds, &fault), STATUS_OK);
    assert_int_equal(holds, answer.qualifies);
    return answer;
}

static void every_hand_of_the_charts_is_judged_at_its_threshold(void **state)
{
    (void)state;
    unsigned wrong = 0;
    for (unsigned i = 0; i < ROWS; i++) {
        struct hand_answer answer = judged(&hand_rows[i]);
        assert_true(strlen(answer.why) > 0);
        if (answer.qualifies == hand_rows[i].qualifies)
            continue;
        wrong++;
        print_error("%s: \"%s\" with %s should%s qualify: %s\n", hand_rows[i].clause, hand_rows[i].hand,
                    hand_rows[i].shown[0], hand_rows[i].qualifies ? "" : " not", answer.why);
    }
    assert_int_equal(wrong, 0);
    assert_true(ROWS >= 200);
}

static void the_normal_text_of_every_hand_is_the_same_hand(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ROWS; i++) {
        struct hand_rule rule = compiled(hand_rows[i].hand);
        char normal[HAND_RULE_TEXT_SIZE];
        struct text_out out;
        text_out_init(&out, normal, sizeof normal);
        hand_rule_write(&out, &rule);
        struct hand_rule again = compiled(normal);
        if (!hand_rule_equal(&rule, &again))
            fail_msg("\"%s\" is not \"%s\"", hand_rows[i].hand, normal);
    }
}

static void other_words_have_one_normal_text(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"QUADS or higher", "four of a kind or better"},
        {"aces full of kings", "full house, aces over kings"},
        {"full house, aces full or better; one hole card must", NULL},
        {"seven picture cards, no jokers", "seven face cards, no joker"},
        {"dealt pair-pair", "dealt, pair pair"},
        {"7-7 tie with four cards, suited", "player and banker tie at 7 of one suit, four cards"},
        {"any pair in front with trips or better behind", "pair in front, three of a kind or better in back"},
        {"A-2-3-4-5 no flush", "A-5-4-3-2 unsuited"},
        {"2-to-6 straight flush", "6-5-4-3-2 of one suit"},
        {"first three cards are suited 3s", "first three cards three 3s of one suit"},
        {"Jin Chan 7 or Rabbit 7", "dragon 7 or dragon 7"},
        {"double Fortune 7, exact match", "double fortune 7 exact match"},
        {"four of a kind, second best", "four of a kind, beaten"},
        {"8th or better ranked hand in front", "8th ranked hand or better in front"},
        {"war suited", "suited war"},
        {"pocket aces, beaten by a higher-ranking hand", "pair of aces in the hole, beaten"},
        {"pair of queens, kings or aces", "pair of queens, kings or aces"},
        {"straight; or flush", "straight; flush"},
    };
    for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct hand_rule rule;
        if (!pairs[i][1]) {
            assert_int_not_equal(hand_rule_compile(text_of(pairs[i][0]), 0, &rule, NULL), STATUS_OK);
            continue;
        }
        rule = compiled(pairs[i][0]);
        char normal[HAND_RULE_TEXT_SIZE];
        struct text_out out;
        text_out_init(&out, normal, sizeof normal);
        hand_rule_write(&out, &rule);
        assert_string_equal(normal, pairs[i][1]);
    }
}

/* ------------------------------------------------------------------------------------------ wrong texts */

static const struct {
    const char *hand;
    size_t position;
    const char *words;
} wrong_hands[] = {
    {"", 1, "a hand expected, found the end"},
    {"four of a knid", 11, "\"knid\" is not a word for hands; did you mean \"kind\"?"},
    {"fulll house", 1, "\"fulll\" is not a word for hands; did you mean \"full\"?"},
    {"strait or better", 1, "\"strait\" is not a word for hands; did you mean \"straight\"?"},
    {"quadz", 1, "\"quadz\" is not a word for hands; did you mean \"quads\"?"},
    {"pair of jaks or better", 9, "\"jaks\" is not a word for hands; did you mean \"jacks\"?"},
    {"three 7s of one collor", 17, "\"collor\" is not a word for hands; did you mean \"color\"?"},
    {"full house, aces ovr jacks", 18, "\"ovr\" is not a word for hands; did you mean \"or\"?"},
    {"both hole crads", 11, "\"crads\" is not a word for hands; did you mean \"cards\"?"},
    {"four of a kind, 8s or beter", 23, "\"beter\" is not a word for hands; did you mean \"better\"?"},
    {"full house, aces over", 22, "the rank of the pair, as in \"aces over jacks\", expected, found the end"},
    {"full house, aces over aces", 23, "the pair of a full house has another rank than the three"},
    {"full house, kings over jokers", 24,
     "the rank of the pair, as in \"aces over jacks\", expected, found \"jokers\""},
    {"royal flush or", 15, "a hand expected, found the end"},
    {"royal flush or better or", 25, "a hand expected, found the end"},
    {"royal flush,", 13, "a hand expected, found the end"},
    {"royal flush;", 13, "a hand expected, found the end"},
    {"; royal flush", 1, "a hand expected, found \";\""},
    {"or better", 1, "a hand expected, found \"or\""},
    {"pair or better or better", 19,
     "this follows a hand that has better and lower ones, with one rank, once"},
    {"three jokers or better", 17, "this follows a hand that has better and lower ones, with one rank, once"},
    {"three pair or better", 15, "this follows a hand that has better and lower ones, with one rank, once"},
    {"pair of queens, kings or aces or better", 34,
     "this follows a hand that has better and lower ones, with one rank, once"},
    {"queen-high full house", 17, "only a straight, a flush or a straight flush has a highest card"},
    {"queen-high pair", 12, "only a straight, a flush or a straight flush has a highest card"},
    {"five-card", 10, "a class of hands, as in \"five-card straight\", expected, found the end"},
    {"nine-card straight", 11,
     "there are classes of three, four and five cards, longer flushes, and straight flushes of six"},
    {"seven-card straight", 12,
     "there are classes of three, four and five cards, longer flushes, and straight flushes of six"},
    {"six-card pair", 10,
     "there are classes of three, four and five cards, longer flushes, and straight flushes of six"},
    {"zero cards", 1, "one to thirteen cards can be asked"},
    {"14 cards", 1, "one to thirteen cards can be asked"},
    {"twenty cards", 1, "\"twenty\" is not a word for hands; did you mean \"tens\"?"},
    {"seven cards unsuited", 13, "so many cards can be of one suit or colour, not unsuited"},
    {"eight cards or pair", 16, "\"more cards\" expected, found \"pair\""},
    {"pair or eight cards", 15, "a number of cards stands alone, as in \"21, seven cards\""},
    {"first cards", 7, "a number of cards expected, found \"cards\""},
    {"first ten cards 3s", 7, "the first one to nine cards can be asked"},
    {"first two aces", 11, "\"cards\" expected, found \"aces\""},
    {"first", 6, "a number of cards expected, found the end"},
    {"42", 1, "a total is 31 at most"},
    {"total", 6, "a total expected, found the end"},
    {"total 99", 7, "a total is 31 at most"},
    {"tie at", 7, "a total from 0 to 9 expected, found the end"},
    {"tie at 12", 8, "a tie is at 0 to 9"},
    {"J-J tie", 3, "a tie is at 0 to 9"},
    {"home run of", 12, "a number of points expected, found the end"},
    {"home run of 15", 15, "\"points or more\" expected, found the end"},
    {"home run of 15 points", 16, "\"points or more\" expected, found \"points\""},
    {"8th", 4, "\"ranked hand\" expected, found the end"},
    {"8th ranked hand", 16, "\"or better\" expected, found the end"},
    {"0th ranked hand or better", 1, "the best hand is the 1st"},
    {"12 points", 1, "two tiles have 0 to 9 points"},
    {"seven 2s", 1, "one to six cards of a rank can be asked"},
    {"one 7 or better", 1, "\"or better\" and \"or lower\" need a pair at least"},
    {"natural 21", 1, "\"natural\" does not describe this hand"},
    {"suited dragon 7", 1, "suits and colours do not describe this hand"},
    {"gong-gong suited", 1, "suits and colours do not describe this hand"},
    {"player line", 12, "a hand expected, found the end"},
    {"player", 7, "\"line\" or \"hand\" expected, found the end"},
    {"banker 7", 8, "\"line\" or \"hand\" expected, found \"7\""},
    {"beaten by", 10, "a hand expected, found the end"},
    {"beaten by player line 3s", 11, "\"beaten by\" names a hand, not a line"},
    {"beaten by both hole cards", 11, "a hand expected, found \"both\""},
    {"both hole cards or pair", 17, "a comma, a semicolon or the end expected, found \"or\""},
    {"pocket", 7, "a hand expected, found the end"},
    {"not", 4, "a hand expected, found the end"},
    {"in front", 1, "a hand expected, found \"in\""},
    {"2 to", 3, "a comma, a semicolon or the end expected, found \"to\""},
    {"6-to-2 straight", 1, "the lower rank stands first"},
    {"2 to 6", 7, "\"straight\" expected, found the end"},
    {"thirteen cards from", 20, "two ranks, as in \"2 to 8\", expected, found the end"},
    {"thirteen cards from 8 to 2", 21, "the lower rank stands first"},
    {"A-K-Q-J-10-9-8-7-6-5-4-3-2-A", 28, "at most thirteen ranks expected, found \"A\""},
    {"pair @ front", 6, "a word, a comma or a semicolon expected, found \"@\""},
    {"pair (any)", 6, "a word, a comma or a semicolon expected, found \"(any)\""},
    {"pair in", 6, "a comma, a semicolon or the end expected, found \"in\""},
    {"pair on the", 6, "a comma, a semicolon or the end expected, found \"on\""},
    {"straight flush straight", 16, "a comma, a semicolon or the end expected, found \"straight\""},
    {"dealt,", 7, "a hand expected, found the end"},
    {"suited", 7, "a hand expected, found the end"},
    {"royal flush, of one", 14, "a hand expected, found \"of\""},
    {"full house, aces or kings full", 18, "\"over\" or \"full\" expected, found \"or\""},
    {"7 high flush house", 14, "a comma, a semicolon or the end expected, found \"house\""},
    {"natural royal match", 1, "\"natural\" does not describe this hand"},
    {"four 7s of spads", 12, "\"spads\" is not a word for hands; did you mean \"spades\"?"},
    {"first two card and up", 16, "a hand expected, found \"and\""},
    {"player and banker win", 19, "\"win\" is not a word for hands; did you mean \"wins\"?"},
    {"wins wins", 6, "a comma, a semicolon or the end expected, found \"wins\""},
    {"pair; ", 7, "a hand expected, found the end"},
    {"pair of", 6, "a comma, a semicolon or the end expected, found \"of\""},
    {"unsuited cards", 10, "a hand expected, found \"cards\""},
};

static void a_wrong_text_is_refused_at_the_word(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof wrong_hands / sizeof wrong_hands[0]; i++) {
        struct hand_rule rule = {.count = 99};
        struct fault fault = {0};
        if (hand_rule_compile(text_of(wrong_hands[i].hand), 0, &rule, &fault) == STATUS_OK)
            fail_msg("\"%s\" should not compile", wrong_hands[i].hand);
        assert_string_equal(fault.words, wrong_hands[i].words);
        assert_int_equal(fault.position, wrong_hands[i].position);
        assert_int_equal(rule.count, 99);
        (void)!hand_rule_compile(text_of(wrong_hands[i].hand), 100, &rule, &fault);
        assert_int_equal(fault.position, 100 + wrong_hands[i].position);
    }
}

static void a_text_that_is_too_long_is_refused(void **state)
{
    (void)state;
    char long_text[8192];
    struct text_out out;
    struct hand_rule rule;
    struct fault fault;
    text_out_init(&out, long_text, sizeof long_text);
    for (unsigned i = 0; i < HAND_ATOMS_MAX; i++)
        text_out_add(&out, "%spair", i > 0 ? " or " : "");
    assert_int_equal(hand_rule_compile(text_out_text(&out), 0, &rule, &fault), STATUS_OK);
    text_out_add(&out, " or flush");
    assert_int_equal(hand_rule_compile(text_out_text(&out), 0, &rule, &fault), STATUS_NO_SPACE);
    assert_int_equal(fault.position, 24 * 8 + 1);
    text_out_init(&out, long_text, sizeof long_text);
    for (unsigned i = 0; i < 1300; i++)
        text_out_add(&out, "a ");
    assert_int_equal(hand_rule_compile(text_out_text(&out), 0, &rule, &fault), STATUS_NO_SPACE);
}

/* ------------------------------------------------------------------------------------------ what cannot be judged */

static const struct {
    const char *hand, *game;
    const char *shown[4];
    size_t position;
    const char *words;
} no_answers[] = {
    {"pair in front", "texas hold'em", {"As Ad", "2s 3s 4s"}, 1, "texas hold'em has no front and back"},
    {"full house", "texas hold'em", {"As Ad"}, 1, "the board must be known"},
    {"flush, beaten", "caribbean stud", {"As Ks 4s 5s 6s"}, 8, "the other hand must be known"},
    {"full house", "three card poker", {"As Ks 4s"}, 1, "three card poker has no such hand"},
    {"tie at 7", "pan 9", {"As Ks 4s"}, 1, "pan 9 has no player line and banker line"},
    {"natural tie", "baccarat", {"As Ks 4s"}, 1, "the banker's cards must be known"},
    {"both hole cards, pair", "draw poker", {"As Ks 4s 5s 6s"}, 1, "draw poker has no hole cards"},
    {"gong-gong", "draw poker", {"As Ks 4s 5s 6s"}, 1, "draw poker has no tiles"},
    {"dragon", "draw poker", {"As Ks 4s 5s 6s"}, 1, "draw poker does not deal thirteen cards"},
    {"pair, no joker", "draw poker", {"As Ad 4s 5s 6s"}, 7, "draw poker has no joker"},
    {"21", "draw poker", {"As Ks 4s 5s 6s"}, 1, "draw poker has no totals"},
    {"flush", "pai gow tiles", {"teen teen day day"}, 1, "tiles have no such hand"},
    {"21", "pai gow tiles", {"teen teen day day"}, 1, "pai gow tiles has no cards"},
    {"flush", "baccarat", {"As Ks"}, 1, "baccarat has no such hand"},
    {"three 7s or better",
     "blackjack",
     {"7s 7d 7h"},
     1,
     "\"or better\" and \"or lower\" mean nothing for this hand in blackjack"},
    {"straight in back",
     "13 card",
     {"As Ks Qs Js Ts 9d 8d 7d 6d 5d 4c 3c 2c"},
     1,
     "the setting must be known: \"front / middle / back\""},
    {"pair in the middle", "pai gow poker", {"As Ks Qs Js Ts 9d 8d"}, 1, "pai gow poker has no middle"},
    {"war", "baccarat", {"As Ks"}, 1, "baccarat has no war"},
    {"royal match", "baccarat", {"As Ks"}, 1, "baccarat has no royal match"},
    {"pair-pair, beaten",
     "tiles",
     {"teen teen day day", NULL, NULL, "foo foo / mooy mooy"},
     12,
     "both hands must be set as \"front / back\" to know who wins"},
    {"three pair",
     "draw poker",
     {"As Ks 4s 5s 6s"},
     1,
     "three pair is a hand of seven cards: of pai gow poker"},
    {"six-card straight flush",
     "three card poker",
     {"As Ks 4s"},
     1,
     "six cards must be known: the player's three and the dealer's three"},
    {"home run",
     "13 card",
     {"2s 2d 3c / 4c 4d 4h 9d Kd / 5s 6s 7s 8s 9s"},
     1,
     "the other hand must be known"},
};

static void a_question_without_an_answer_is_a_fault_at_the_word(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof no_answers / sizeof no_answers[0]; i++) {
        struct hand_rule rule = compiled(no_answers[i].hand);
        struct showing showing;
        showing_init(&showing, hand_game_find(text_of(no_answers[i].game)));
        for (unsigned part = 0; part < SHOWING_PARTS; part++)
            read_part(&showing, (enum showing_part)part, no_answers[i].shown[part], no_answers[i].hand);
        struct hand_answer answer = {0};
        struct fault fault = {0};
        if (hand_rule_judge(&rule, &showing, &answer, &fault) == STATUS_OK)
            fail_msg("%s in %s: %s", no_answers[i].hand, no_answers[i].game, answer.why);
        assert_string_equal(fault.words, no_answers[i].words);
        assert_int_equal(fault.position, no_answers[i].position);
        struct fault silent = {0};
        bool holds = true;
        assert_int_equal(hand_rule_holds(&rule, &showing, &holds, &silent), fault.status);
        assert_string_equal(silent.words, fault.words);
        assert_true(holds);
    }
}

/* ------------------------------------------------------------------------------------------ showings and games */

static const struct {
    const char *game;
    enum showing_part part;
    const char *text;
    size_t position;
    const char *words;
} wrong_cards[] = {
    {"texas hold'em", SHOWING_BOARD, "Ah 2c 3d", 1, "Ah is there 2 times, and texas hold'em has 1 deck"},
    {"pai gow poker", SHOWING_BOARD, "2c 3d 4d", 1, "pai gow poker has no board"},
    {"pai gow poker", SHOWING_WINNER, "2c 3d / 4d 5d 6d 7d 8d / 9d", 24, "a slash too many"},
    {"13 card", SHOWING_WINNER, "2c 3d 4d / 5d 6d 7d 8d 9d", 26, "a slash expected"},
    {"tiles", SHOWING_WINNER, "day day / bon mooy", 1,
     "the front is above the back: the higher hand goes behind"},
};

static const char *own_cards(const char *game)
{
    if (hand_game_find(text_of(game))->family == HAND_FAMILY_TILES)
        return "teen teen foo foo";
    unsigned count = hand_game_find(text_of(game))->cards_min;
    return count == 2   ? "Ah Ad"
           : count == 7 ? "Ah Ad Ac As Kc Kd Ks"
                        : "Ah Ad Ac As Kc Kd Ks Qs Qd Qc Js Jc Jd";
}

static void cards_that_cannot_be_shown_are_refused(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof wrong_cards / sizeof wrong_cards[0]; i++) {
        struct showing showing;
        showing_init(&showing, hand_game_find(text_of(wrong_cards[i].game)));
        read_part(&showing, SHOWING_CARDS, own_cards(wrong_cards[i].game), wrong_cards[i].game);
        struct fault fault = {0};
        assert_int_not_equal(
            showing_read(&showing, wrong_cards[i].part, text_of(wrong_cards[i].text), 0, &fault), STATUS_OK);
        assert_string_equal(fault.words, wrong_cards[i].words);
        assert_int_equal(fault.position, wrong_cards[i].position);
        assert_false(showing.has[wrong_cards[i].part]);
    }
}

static void games_are_found_by_every_name(void **state)
{
    (void)state;
    for (unsigned i = 0; i < hand_game_count; i++) {
        assert_ptr_equal(hand_game_find(text_of(hand_games[i].name)), &hand_games[i]);
        for (unsigned j = 0; j < HAND_GAME_ALIASES_MAX && hand_games[i].aliases[j]; j++)
            assert_ptr_equal(hand_game_find(text_of(hand_games[i].aliases[j])), &hand_games[i]);
    }
    assert_ptr_equal(hand_game_find(text_of("TEXAS HOLD 'EM")), &hand_games[0]);
    assert_null(hand_game_find(text_of("texas")));
    assert_string_equal(hand_game_nearest(text_of("bacarat")), "baccarat");
    assert_null(hand_game_nearest(text_of("chess")));
}

static void the_reason_names_the_hand_that_was_found(void **state)
{
    (void)state;
    static const struct {
        struct hand_row row;
        const char *why;
    } reasons[] = {
        {{"", "royal flush", HOLDEM, Y, {"As Ks", "Qs Js Ts 2s 3h"}}, "royal flush"},
        {{"", "four of a kind, pocket pair", HOLDEM, Y, {"7h 7d", "7s 7c Jd 2s 3h"}},
         "four of a kind, sevens, jack kicker, with a pocket pair"},
        {{"", "royal flush", HOLDEM, N, {"9s Ks", "Qs Js Ts 2s 3h"}},
         "straight flush, king high is not royal flush"},
        {{"",
          "full house, aces over jacks or better, both hole cards",
          HOLDEM,
          Y,
          {"Ah Ad", "As Jc Jd 2s 3h"}},
         "full house, aces over jacks, with both hole cards, is full house, aces over jacks or better"},
    };
    for (unsigned i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        assert_string_equal(judged(&reasons[i].row).why, reasons[i].why);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_hand_of_the_charts_is_judged_at_its_threshold),
        cmocka_unit_test(the_normal_text_of_every_hand_is_the_same_hand),
        cmocka_unit_test(other_words_have_one_normal_text),
        cmocka_unit_test(a_wrong_text_is_refused_at_the_word),
        cmocka_unit_test(a_text_that_is_too_long_is_refused),
        cmocka_unit_test(a_question_without_an_answer_is_a_fault_at_the_word),
        cmocka_unit_test(cards_that_cannot_be_shown_are_refused),
        cmocka_unit_test(games_are_found_by_every_name),
        cmocka_unit_test(the_reason_names_the_hand_that_was_found),
    };
    return cmocka_run_group_tests_name("hand_language", tests, NULL, NULL);
}
