#include "cards/joker.h"

#include "cards/every_hand_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DECK_53 = DECK_CARDS + 1 };

static const struct joker_rules all_rules[] = {
    {.wheel_second = true},
    {.wheel_second = false},
    {.fully_wild = true, .wheel_second = true},
    {.fully_wild = true, .wheel_second = false},
};

static struct hand cards(const char *text)
{
    struct hand hand;
    struct hand_form form = {1, 7, 1, 1};
    struct fault fault = {0};
    if (hand_parse(text_of(text), 0, &form, &hand, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.words);
    return hand;
}

static struct score best(const char *text, struct joker_rules rules)
{
    struct hand hand = cards(text);
    struct score score = joker_best_five(card_set_of_hand(&hand), rules);
    assert_int_equal(score.bits, plain_joker_best_five(hand.cards, hand.count, rules).bits);
    return score;
}

static void assert_best(const char *text, struct joker_rules rules, const char *name)
{
    char bytes[160];
    struct text_out out;
    text_out_init(&out, bytes, sizeof bytes);
    five_name_write(&out, best(text, rules));
    assert_string_equal(bytes, name);
}

static void the_joker_is_an_ace_or_completes_a_straight_or_flush(void **state)
{
    (void)state;
    struct joker_rules usual = joker_rules_usual;
    assert_best("As Ad Ah Ac joker", usual, "five aces");
    assert_best("As Ks Js Ts joker", usual, "royal flush");
    assert_best("Ts Js Qs Ks joker", usual, "royal flush");
    assert_best("9s 8s 6s 5s joker", usual, "straight flush, nine high");
    assert_best("As Ad Ah Kc joker", usual, "four of a kind, aces, king kicker");
    assert_best("Ks Kd Kh Kc joker", usual, "four of a kind, kings, ace kicker");
    assert_best("As Ad Kh Kc joker", usual, "full house, aces over kings");
    assert_best("Ks Kd Kh Ac joker", usual, "full house, kings over aces");
    assert_best("Ks Kd Kh 2c joker", usual, "three of a kind, kings, A-2 kickers");
    assert_best("As 9s 5s 2s joker", usual, "flush, A-K-9-5-2");
    assert_best("Ks 9s 5s 2s joker", usual, "flush, A-K-9-5-2");
    assert_best("9s 8d 6s 5s joker", usual, "straight, nine high");
    assert_best("Js Td 9s 8s joker", usual, "straight, queen high");
    assert_best("Ks Kd Qh Qc joker", usual, "two pair, kings and queens, ace kicker");
    assert_best("Ks Kd 9h 3c joker", usual, "pair of kings, A-9-3 kickers");
    assert_best("Ks Jd 9h 3c joker", usual, "high card, A-K-J-9-3");
}

static void a_fully_wild_joker_is_any_card(void **state)
{
    (void)state;
    /* hawaiian-gardens/fortune-pai-gow-poker-progressive R5: five of a kind besides aces only here. */
    struct joker_rules wild = {.fully_wild = true, .wheel_second = true};
    assert_best("9s 9d 9h 9c joker", wild, "five of a kind, nines");
    assert_best("As Ad Ah Ac joker", wild, "five aces");
    assert_best("Ks Kd Kh 2c joker", wild, "four of a kind, kings, deuce kicker");
    assert_best("Ks Kd Qh Qc joker", wild, "full house, kings over queens");
    assert_best("Ks Kd 9h 3c joker", wild, "three of a kind, kings, 9-3 kickers");
    assert_best("Ks Jd 9h 3c joker", wild, "pair of kings, J-9-3 kickers");
    assert_true(best("2s 2d 2h 2c joker", wild).bits > best("As Ks Qs Js Ts", wild).bits);
}

static void the_wheel_ranks_second_or_last_by_setting(void **state)
{
    (void)state;
    struct joker_rules second = {.wheel_second = true}, lowest = {.wheel_second = false};
    assert_best("Ac 2d 3c 4c 5c", second, "straight, A-2-3-4-5");
    assert_best("Ac 2d 3c 4c 5c", lowest, "straight, five high");
    assert_true(best("Ac Kd Qc Jc Tc", second).bits > best("Ac 2d 3c 4c 5c", second).bits);
    assert_true(best("Ac 2d 3c 4c 5c", second).bits > best("Kc Qd Jc Tc 9c", second).bits);
    assert_true(best("Ac 2d 3c 4c 5c", lowest).bits < best("6c 5d 4c 3c 2c", lowest).bits);
    /* The same in one suit. */
    assert_true(best("Ac 2c 3c 4c 5c", second).bits > best("Kc Qc Jc Tc 9c", second).bits);
    assert_true(best("Ac 2c 3c 4c 5c", second).bits < best("Ac Kc Qc Jc Tc", second).bits);
    /* The joker takes the end that is better: 2-3-4-5 becomes the wheel where that beats six high. */
    assert_best("2c 3d 4c 5c joker", second, "straight, A-2-3-4-5");
    assert_best("2c 3d 4c 5c joker", lowest, "straight, six high");
}

static void the_front_is_a_pair_or_two_cards(void **state)
{
    (void)state;
    struct joker_rules usual = joker_rules_usual, wild = {.fully_wild = true};
    struct hand pair = cards("Ah joker"), ace_four = cards("joker 4c"), aces_four = cards("Ac 4d");
    assert_int_equal(joker_front(pair.cards, usual).bits,
                     score_with_rank(score_of_class(FIVE_CLASS_PAIR), 0, RANK_ACE).bits);
    assert_int_equal(joker_front(ace_four.cards, usual).bits, joker_front(aces_four.cards, usual).bits);
    assert_int_equal(joker_front(ace_four.cards, wild).bits,
                     score_with_rank(score_of_class(FIVE_CLASS_PAIR), 0, RANK_FOUR).bits);
}

static bool legal(const char *front, const char *back, struct joker_rules rules)
{
    struct hand two = cards(front), five = cards(back);
    return pai_gow_legal(joker_front(two.cards, rules), joker_best_five(card_set_of_hand(&five), rules),
                         rules);
}

static void the_back_must_outrank_the_front(void **state)
{
    (void)state;
    struct joker_rules usual = joker_rules_usual, strict = usual;
    strict.equal_fouls = true;
    assert_true(legal("7c 7d", "8h 8s 2c 3c 4c", usual));
    assert_false(legal("7c 7d", "6h 6s 2c 3c 4c", usual));
    assert_false(legal("7c 7d", "Ah Ks Qc Jc 9c", usual));
    assert_true(legal("Ac Kd", "2h 2s 3c 4c 5c", usual));
    assert_false(legal("Ac Kd", "Kh Qs Jc 9c 8c", usual));
    assert_true(legal("Kc Qd", "Ah 5s 4c 3c 9c", usual));
    /* Equal as far as the front goes: legal unless the house asks for more. */
    assert_true(legal("7c 7d", "7h 7s 2c 3c 4c", usual));
    assert_false(legal("7c 7d", "7h 7s 2c 3c 4c", strict));
    assert_true(legal("7c 7d", "8h 8s 2c 3c 4c", strict));
    assert_false(legal("Ac 9d", "joker 9s 2c 3h 7c", strict));
    assert_true(legal("Ac 9d", "joker 9s 2c 3h 7c", usual));
    assert_true(legal("Ac 9d", "joker Ts 2c 3h 7c", strict));
    assert_false(legal("Ac Jd", "joker 9s 2c 3h 7c", usual));
}

static void settings_are_all_that_are_legal(void **state)
{
    (void)state;
    struct pai_gow_setting settings[PAI_GOW_SETTINGS];
    /* hawaiian-gardens/beat-the-dealer E5: ace-jack in front with a straight behind can be set. */
    struct hand hand = cards("As Jd 4c 5d 6h 7s 8c");
    unsigned count = pai_gow_settings(hand.cards, joker_rules_usual, settings);
    bool found = false;
    for (unsigned i = 0; i < count; i++)
        found |= card_rank(settings[i].front[0]) == RANK_ACE &&
                 card_rank(settings[i].front[1]) == RANK_JACK &&
                 score_class(settings[i].back_score) == FIVE_CLASS_STRAIGHT;
    assert_true(found);

    /* Four aces and nothing: any front is legal, two aces in front leave two behind. */
    hand = cards("As Ad Ah Ac 9d 7h 5c");
    assert_int_equal(pai_gow_settings(hand.cards, joker_rules_usual, settings), PAI_GOW_SETTINGS);
    /* Seven high cards: the ace stays behind, so only the 15 fronts without it are legal. */
    hand = cards("As Kd Jh 9c 7d 5h 3c");
    assert_int_equal(pai_gow_settings(hand.cards, joker_rules_usual, settings), 15);
    /* One pair: it stays behind; splitting it needs its rank to be highest behind. */
    hand = cards("2s 2d Jh 9c 7d 5h Kc");
    count = pai_gow_settings(hand.cards, joker_rules_usual, settings);
    for (unsigned i = 0; i < count; i++)
        assert_int_not_equal(score_class(settings[i].front_score), FIVE_CLASS_PAIR);
}

static void every_hand_of_a_sample_has_a_legal_setting(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (unsigned i = 0; i < 20000; i++) {
        struct card hand[PAI_GOW_CARDS];
        struct pai_gow_setting settings[PAI_GOW_SETTINGS];
        sample_cards(&seed, PAI_GOW_CARDS, DECK_53, hand);
        struct joker_rules rules = all_rules[i % 4];
        rules.equal_fouls = (i & 4) != 0;
        unsigned count = pai_gow_settings(hand, rules, settings);
        assert_true(count >= 1 && count <= PAI_GOW_SETTINGS);
        for (unsigned k = 0; k < count; k++)
            assert_true(settings[k].back_score.bits > settings[k].front_score.bits);
    }
}

static unsigned marks(const char *text)
{
    struct hand hand = cards(text);
    assert_int_equal(hand.count, PAI_GOW_CARDS);
    return pai_gow_marks(hand.cards);
}

static void natural_hands_owe_nothing_to_the_joker(void **state)
{
    (void)state;
    /* hawaiian-gardens/fast-cash-jackpots E5, #21, #22. */
    assert_int_equal(marks("As Ks Qs Js Ts 6s 3s"),
                     PAI_GOW_MARK_NATURAL_ROYAL_FLUSH | PAI_GOW_MARK_NATURAL_SEVEN_FLUSH);
    assert_int_equal(marks("As Ks joker Js Ts 6s 3s"), 0);
    assert_int_equal(marks("As Ks Qs Js Ts joker 3d"), PAI_GOW_MARK_NATURAL_ROYAL_FLUSH);
    assert_int_equal(marks("As Ks Qs Js 9s 6s 3d"), 0);
    assert_int_equal(marks("As Ad Ah Ac 9s 6s 3d"), PAI_GOW_MARK_NATURAL_FOUR_ACES);
    assert_int_equal(marks("As Ad Ah joker 9s 6s 3d"), 0);
    /* bay101/pai-gow-bonus-hand R3. */
    assert_int_equal(marks("As Ad Ah Ac joker 6s 3d"),
                     PAI_GOW_MARK_FIVE_ACES | PAI_GOW_MARK_NATURAL_FOUR_ACES);
    assert_int_equal(marks("Ks Kd Kh Qc Qs Jd Jh"), PAI_GOW_MARK_SEVEN_PICTURES);
    /* hawaiian-gardens/ca-asian-jackpot-1#26, R7. */
    assert_int_equal(marks("Ks Kd Kh Qc Qs Jd joker"), PAI_GOW_MARK_SIX_PICTURES_AND_JOKER);
    assert_int_equal(marks("Ks Kd Kh Qc Qs Jd Th"), 0);
    assert_int_equal(marks("Ks Kd Kh Qc Qs Ts joker"), 0);
}

static void nine_high_has_no_pair_no_straight_and_no_flush(void **state)
{
    (void)state;
    /* bay101/pai-gow-bonus-hand R2, E1: only two rank sets avoid a straight. */
    assert_int_equal(marks("2s 3d 4h 5c 7s 8d 9h"), PAI_GOW_MARK_NINE_HIGH);
    assert_int_equal(marks("2s 3d 4h 6c 7s 8d 9h"), PAI_GOW_MARK_NINE_HIGH);
    assert_int_equal(marks("2s 3d 5h 6c 7s 8d 9h"), 0);
    assert_int_equal(marks("2s 3s 4s 5s 7s 8d 9h"), 0);
    assert_int_equal(marks("2s 3d 4h 5c 7s 9d 9h"), 0);
    assert_int_equal(marks("2s 3d 4h 5c 7s 8d Th"), 0);
    assert_int_equal(marks("2s 3d 4h 7c joker 8d 9h"), 0);
    /* 2 sets * (4^7 - 4 * (C(7,5) * 9 + C(7,6) * 3 + 1)): all suits less those with five or more of one. */
    unsigned long found = 0;
    static const unsigned ranks[2][7] = {{0, 1, 2, 3, 5, 6, 7}, {0, 1, 2, 4, 5, 6, 7}};
    for (unsigned set = 0; set < 2; set++)
        for (unsigned suits = 0; suits < 1U << 14; suits++) {
            struct card hand[PAI_GOW_CARDS];
            for (unsigned i = 0; i < PAI_GOW_CARDS; i++)
                hand[i] = card_of((enum rank)ranks[set][i], (enum suit)(suits >> (2 * i) & 3));
            found += pai_gow_marks(hand) == PAI_GOW_MARK_NINE_HIGH;
        }
    assert_int_equal(found, 2 * (16384 - 4 * (21 * 9 + 7 * 3 + 1)));
}

/* ------------------------------------------------------------------------------------------ every hand */

/*
 * Five of the 53 cards. To the counts without joker come the hands of the joker and four cards. 41 sets of
 * four ranks lie within a straight (11 runs of four, 10 * 3 with a gap), 5 of them within A-K-Q-J-T, 8 hold
 * an ace.
 *                      without  with the joker as ace or filler          fully wild
 *  five of a kind            0  1                                        13
 *  royal flush               4  5 * 4                                    the same
 *  straight flush           36  36 * 4                                   the same
 *  four of a kind          624  AAAx 4 * 48, xxxx 12                     xxxy 13 * 4 * 48
 *  full house             3744  AAxx 6 * 12 * 6, xxxA 12 * 4 * 4         xxyy C(13,2) * 36
 *  flush                  5108  4 * (C(13,4) - 41)                       the same
 *  straight              10200  41 * (4^4 - 4)                           the same
 *  three of a kind       54912  AAxy 6 * C(12,2) * 16, xxxy 12 * 4 * 44  xxyz 13 * 6 * C(12,2) * 16
 *  two pair             123552  Axxy 4 * 12 * 6 * 44, xxyy C(12,2) * 36  none
 *  pair                1098240  xxyz 12 * 6 * C(11,2) * 16,              (C(13,4) - 41) * (4^4 - 4)
 *                               Axyz (C(12,3) - 8) * (4^4 - 4)
 *  high card           1302540  (C(12,4) - 33) * (4^4 - 4)               none
 */
static const unsigned long five_counts[2][FIVE_CLASS_COUNT] = {
    {1302540 + 462 * 252, 1098240 + 63360 + 212 * 252, 123552 + 12672 + 2376, 54912 + 6336 + 2112,
     10200 + 41 * 252, 5108 + 4 * 674, 3744 + 432 + 192, 624 + 192 + 12, 36 + 144, 4 + 20, 1},
    {1302540, 1098240 + 674 * 252, 123552, 54912 + 82368, 10200 + 41 * 252, 5108 + 4 * 674, 3744 + 2808,
     624 + 2496, 36 + 144, 4 + 20, 13},
};

static void every_five_of_53_cards_is_counted(void **state)
{
    (void)state;
    static const uint64_t digests[4] = {UINT64_C(0x24C438B9D183C1B0), UINT64_C(0xC41A01D485951E60),
                                        UINT64_C(0x7002B4EC74ECA0D8), UINT64_C(0xA07DB730AA4ABFE4)};
    for (unsigned r = 0; r < 4; r++) {
        unsigned long classes[FIVE_CLASS_COUNT] = {0};
        uint64_t digest = DIGEST_START;
        struct every_hand hand;
        for (every_hand_first(&hand, 5, DECK_53); hand.more; every_hand_next(&hand)) {
            struct card_set set = {0};
            for (unsigned i = 0; i < 5; i++)
                set = card_set_with(set, hand.cards[i]);
            struct score score = joker_best_five(set, all_rules[r]);
            classes[score_class(score)]++;
            digest = digest_add(digest, score.bits);
        }
        for (unsigned i = 0; i < FIVE_CLASS_COUNT; i++)
            assert_int_equal(classes[i], five_counts[all_rules[r].fully_wild][i]);
        assert_int_equal(digest, digests[r]);
    }
}

static void every_joker_and_four_cards_agree_with_the_rules(void **state)
{
    (void)state;
    struct every_hand hand;
    unsigned turn = 0;
    for (every_hand_first(&hand, 4, DECK_CARDS); hand.more; every_hand_next(&hand)) {
        hand.cards[4] = card_joker(0);
        struct card_set set = {0};
        for (unsigned i = 0; i < 5; i++)
            set = card_set_with(set, hand.cards[i]);
        struct joker_rules rules = all_rules[turn++ % 4];
        assert_int_equal(joker_best_five(set, rules).bits, plain_joker_five(hand.cards, rules, NULL).bits);
    }
}

static void sampled_six_and_seven_cards_agree_with_the_rules(void **state)
{
    (void)state;
    uint64_t seed = 53;
    for (unsigned i = 0; i < 24000; i++) {
        struct card hand[PAI_GOW_CARDS];
        unsigned count = 6 + i % 2;
        struct card_set set = {0};
        /* Every second pair of hands is forced to hold the joker. */
        sample_cards(&seed, count, DECK_53, hand);
        if (i & 2)
            hand[0] = hand[1].code == card_joker(0).code ? hand[0] : card_joker(0);
        for (unsigned k = 0; k < count; k++)
            set = card_set_with(set, hand[k]);
        if (card_set_count(set) != count)
            continue;
        struct joker_rules rules = all_rules[i / 4 % 4];
        assert_int_equal(joker_best_five(set, rules).bits, plain_joker_best_five(hand, count, rules).bits);
    }
}

struct seven_counts {
    unsigned long classes[FIVE_CLASS_COUNT];
    unsigned long straights_with_three; /* straights that also hold three of a kind */
    unsigned long
        straight_flushes_of_seven; /* straight flushes, not royal, that run through all seven cards */
};

static bool holds_three(struct card_set set)
{
    unsigned a = card_set_ranks(set, SUIT_CLUBS), b = card_set_ranks(set, SUIT_DIAMONDS);
    unsigned c = card_set_ranks(set, SUIT_HEARTS), d = card_set_ranks(set, SUIT_SPADES);
    unsigned two = (a & b) | (c & d) | ((a | b) & (c | d));
    unsigned three = (a & b & (c | d)) | (c & d & (a | b));
    return three != 0 || (card_set_has(set, card_joker(0)) && two >> RANK_ACE & 1);
}

static bool runs_through_seven(struct card_set set)
{
    int jokers = card_set_has(set, card_joker(0));
    for (unsigned suit = 0; suit < SUIT_COUNT; suit++) {
        unsigned ranks = card_set_ranks(set, (enum suit)suit), ace_low = ranks << 1 | ranks >> RANK_ACE;
        for (unsigned low = 0; low + 7 <= 14; low++)
            if (__builtin_popcount(ace_low >> low & 127) + jokers == 7)
                return true;
    }
    return false;
}

static void count_seven(struct card_set set, struct seven_counts *counts)
{
    enum five_class class_number = (enum five_class)score_class(joker_best_five(set, joker_rules_usual));
    counts->classes[class_number]++;
    if (class_number == FIVE_CLASS_STRAIGHT)
        counts->straights_with_three += holds_three(set);
    else if (class_number == FIVE_CLASS_STRAIGHT_FLUSH)
        counts->straight_flushes_of_seven += runs_through_seven(set);
}

/* Counts every seven cards that extend `set` by `left` cards from `from` on. */
static void count_sevens(struct card_set set, unsigned left, unsigned from, struct seven_counts *counts)
{
    for (unsigned number = from; number + left <= DECK_53; number++) {
        struct card_set more = card_set_with(set, card_of_number(number));
        if (left > 1)
            count_sevens(more, left - 1, number + 1, counts);
        else
            count_seven(more, counts);
    }
}

/*
 * C(53,7) = 154,143,080 hands. The published table counts for a bonus bet that pays three of a kind above a
 * straight, and it sets straight flushes of seven cards apart: it has 184,644 straight flushes, 11,034,204
 * straights and 7,672,500 threes of a kind. By the order of poker the 188 straight flushes of seven come back
 * (28 without joker; with it 49 sets of six ranks fit a run of seven, 9 of those hold a royal flush: 40 * 4),
 * and the 201,824 straights with three of a kind are straights.
 */
static void every_seven_of_53_cards_is_counted(void **state)
{
    (void)state;
    if (!getenv("CARDROOM_EXHAUSTIVE"))
        return; /* A quarter of a minute; the sample above stands in for it in an ordinary run. */
    static const unsigned long wanted[FIVE_CLASS_COUNT] = {
        24780420,     64221960, 35553816, 7672500 - 201824, 11034204 + 201824, 6172088, 4188528, 307472,
        184644 + 188, 26132,    1128,
    };
    struct seven_counts counts = {0};
    count_sevens((struct card_set){0}, PAI_GOW_CARDS, 0, &counts);
    for (unsigned i = 0; i < FIVE_CLASS_COUNT; i++)
        assert_int_equal(counts.classes[i], wanted[i]);
    assert_int_equal(counts.straights_with_three, 201824);
    assert_int_equal(counts.straight_flushes_of_seven, 188);
}

/* ------------------------------------------------------------------------------------------ text */

static void assert_ranked(const struct ranking *ranking, const char *text, const char *class_name,
                          const char *name, const char *detail)
{
    struct ranked_hand ranked;
    struct fault fault = {0};
    if (ranking->rank(text_of(text), 0, CARD_STYLE_LETTERS, &ranked, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.words);
    assert_string_equal(ranked.class_name, class_name);
    assert_string_equal(ranked.name, name);
    assert_string_equal(ranked.detail, detail);
}

static void the_text_door_takes_two_five_or_seven_cards(void **state)
{
    (void)state;
    assert_ranked(&ranking_pai_gow, "joker Ah", "pair", "pair of aces", "");
    assert_ranked(&ranking_pai_gow, "Kc 4d", "high card", "high card, K-4", "");
    assert_ranked(&ranking_pai_gow, "9s 8s joker 6s 5s", "straight flush", "straight flush, nine high",
                  "the joker is 7s");
    assert_ranked(&ranking_pai_gow, "As Ac Ad Ah joker", "five aces", "five aces",
                  "the joker is the fifth of a kind");
    assert_ranked(&ranking_pai_gow_wild, "9s 9d 9h 9c joker", "five of a kind", "five of a kind, nines",
                  "the joker is the fifth of a kind");
    assert_ranked(&ranking_pai_gow, ranking_pai_gow.example, "full house", "full house, aces over kings",
                  "plays As Ad Kh Kd joker; 18 of 21 settings are legal; highest front Kh Kd before "
                  "three of a kind, aces, 7-4 kickers");
}

static void the_text_door_says_what_is_wrong_and_where(void **state)
{
    (void)state;
    struct ranked_hand ranked;
    struct fault fault;
    assert_int_equal(ranking_pai_gow.rank(text_of("As Ks Qs"), 10, CARD_STYLE_LETTERS, &ranked, &fault),
                     STATUS_INVALID);
    assert_int_equal(fault.position, 19);
    assert_string_equal(fault.words,
                        "3 cards: 2 (the front), 5 (the back) or 7 (the whole hand) are expected");
    assert_int_equal(ranking_pai_gow.rank(text_of("As joker joker"), 0, CARD_STYLE_LETTERS, &ranked, &fault),
                     STATUS_INVALID);
    assert_int_equal(fault.position, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_joker_is_an_ace_or_completes_a_straight_or_flush),
        cmocka_unit_test(a_fully_wild_joker_is_any_card),
        cmocka_unit_test(the_wheel_ranks_second_or_last_by_setting),
        cmocka_unit_test(the_front_is_a_pair_or_two_cards),
        cmocka_unit_test(the_back_must_outrank_the_front),
        cmocka_unit_test(settings_are_all_that_are_legal),
        cmocka_unit_test(every_hand_of_a_sample_has_a_legal_setting),
        cmocka_unit_test(natural_hands_owe_nothing_to_the_joker),
        cmocka_unit_test(nine_high_has_no_pair_no_straight_and_no_flush),
        cmocka_unit_test(every_five_of_53_cards_is_counted),
        cmocka_unit_test(every_joker_and_four_cards_agree_with_the_rules),
        cmocka_unit_test(sampled_six_and_seven_cards_agree_with_the_rules),
        cmocka_unit_test(every_seven_of_53_cards_is_counted),
        cmocka_unit_test(the_text_door_takes_two_five_or_seven_cards),
        cmocka_unit_test(the_text_door_says_what_is_wrong_and_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
