/*
 * Any bytes as a hand: either a fault with a column inside the text, or a rule whose normal text compiles to the same
 * rule. What compiles is judged in every game with example cards, which may end in a fault but never in a crash.
 */
#include "base/check.h"
#include "rulebook/hand_judge.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *example_of(const struct hand_game *game, enum showing_part part)
{
    static const char *const seven[] = {"As Ad Kc Kd Qs Jh 3c", "2s 3s 4s 5s 6s 7h 8h",
                                        "9s 9d 9c 4h 4d 5c 6c"};
    unsigned which = part == SHOWING_CARDS ? 0 : part == SHOWING_BANKER ? 1 : 2;
    static const char *const thirteen[] = {"2c 2d 3h / 4c 4d 4h 5s 6s / 9s Ts Js Qs Ks",
                                           "3c 3d 4s / 5c 5d 5h 6c 6d / 7s 8s 7c 8c 9c",
                                           "Ac Ad Ks / Kc Kd Kh Qc Qd / Tc Td Th 9d 9h"};
    static const char *const tiles[] = {"teen teen / gee joon", "gow-4-5 day / day yun",
                                        "bon mooy / foo foo"};
    static const char *const two[] = {"As Ad", "7s 7d", "Kc Kd"};
    static const char *const three[] = {"3s 3d 3c", "6s 6d 6c", "As 2d 3c"};
    switch (game->family) {
    case HAND_FAMILY_PAI_GOW:
    case HAND_FAMILY_STUD:
        return seven[which];
    case HAND_FAMILY_THIRTEEN:
        return thirteen[which];
    case HAND_FAMILY_TILES:
        return tiles[which];
    case HAND_FAMILY_FLOP:
        return game->cards_min == 4 ? "As Ad Kc Kh" : two[which];
    case HAND_FAMILY_BACCARAT:
    case HAND_FAMILY_PAN:
    case HAND_FAMILY_BLACKJACK:
        return three[which];
    case HAND_FAMILY_WAR:
        return "As";
    case HAND_FAMILY_NONE:
        return "";
    case HAND_FAMILY_DRAW:
        return game->cards_min == 3 ? three[which]
               : which == 0         ? "As Ks Qs Js Ts"
               : which == 1         ? "9s 9d 9c 4h 4d"
                                    : "2s 3d 4c 5h 7s";
    }
    CHECK_NEVER("a family");
}

static void judge_everywhere(const struct hand_rule *rule, struct text text)
{
    for (unsigned i = 0; i < hand_game_count; i++) {
        struct showing showing;
        showing_init(&showing, &hand_games[i]);
        const enum showing_part parts[] = {SHOWING_CARDS, SHOWING_BANKER, SHOWING_WINNER};
        for (unsigned j = 0; j < 3; j++)
            (void)!showing_read(&showing, parts[j], text_of(example_of(&hand_games[i], parts[j])), 0, NULL);
        if (hand_games[i].family == HAND_FAMILY_FLOP)
            (void)!showing_read(&showing, SHOWING_BOARD, text_of("Ac Ah 2s 3s 4s"), 0, NULL);
        CHECK(showing.has[SHOWING_CARDS] || hand_games[i].family == HAND_FAMILY_NONE);
        struct hand_answer answer;
        struct fault fault = {0};
        if (hand_rule_judge(rule, &showing, &answer, &fault) == STATUS_OK)
            continue;
        CHECK(strlen(fault.words) > 0);
        CHECK_OP(fault.position, <=, text.length + 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text text = {(const char *)data, size};
    struct hand_rule rule = {0}, again = {0};
    struct fault fault = {0};
    enum status status = hand_rule_compile(text, 0, &rule, &fault);
    if (status != STATUS_OK) {
        CHECK_OP(fault.status, ==, status);
        CHECK_OP(fault.position, >=, 1);
        CHECK_OP(fault.position, <=, size + 1);
        CHECK(strlen(fault.words) > 0);
        return 0;
    }
    char normal[HAND_RULE_TEXT_SIZE], normal_again[HAND_RULE_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, normal, sizeof normal);
    hand_rule_write(&out, &rule);
    CHECK(!out.truncated);
    CHECK_OP(hand_rule_compile(text_of(normal), 0, &again, &fault), ==, STATUS_OK);
    CHECK(hand_rule_equal(&rule, &again));
    text_out_init(&out, normal_again, sizeof normal_again);
    hand_rule_write(&out, &again);
    CHECK(strcmp(normal, normal_again) == 0);
    judge_everywhere(&rule, text);
    return 0;
}
