/*
 * Witnesses of the games of totals: blackjack, baccarat, pan 9 and war.
 */
#include "rulebook/hand_witness_internal.h"

#include "base/check.h"
#include "cards/baccarat.h"

/* Suits of up to three cards of one rank: one suit each, one colour, and mixed. */
static const enum suit suit_patterns[][3] = {
    {SUIT_CLUBS, SUIT_CLUBS, SUIT_CLUBS},    {SUIT_DIAMONDS, SUIT_DIAMONDS, SUIT_DIAMONDS},
    {SUIT_HEARTS, SUIT_HEARTS, SUIT_HEARTS}, {SUIT_SPADES, SUIT_SPADES, SUIT_SPADES},
    {SUIT_SPADES, SUIT_CLUBS, SUIT_SPADES},  {SUIT_HEARTS, SUIT_DIAMONDS, SUIT_HEARTS},
    {SUIT_HEARTS, SUIT_SPADES, SUIT_CLUBS},
};
enum { SUIT_PATTERNS = sizeof suit_patterns / sizeof suit_patterns[0] };

static struct hand alike(unsigned rank, unsigned count, unsigned pattern)
{
    struct hand hand = {0};
    for (unsigned i = 0; i < count; i++)
        hand_add(&hand, card_of((enum rank)rank, suit_patterns[pattern][i]));
    return hand;
}

static void add_against(struct witness_list *list, const struct hand *own, const struct hand *banker)
{
    struct showing *showing = witness_add(list);
    showing->own.cards = *own;
    showing->banker.cards = *banker;
    showing->has[SHOWING_BANKER] = true;
    witness_finish(showing);
}

static struct hand two_cards(enum rank one, enum rank other)
{
    return (struct hand){2, {card_of(one, SUIT_CLUBS), card_of(other, SUIT_DIAMONDS)}};
}

/* ------------------------------------------------------------------------------------------ blackjack */

static const struct witness_text blackjack_texts[] = {
    {{"As Ks", NULL, "9d 8c", NULL}}, /* naturals, suited and not */
    {{"As Kd", NULL, "9d 8c", NULL}},
    {{"Ah Qh", NULL, "9d 8c", NULL}},
    {{"Jd Ad", NULL, "9d 8c", NULL}},
    {{"Ac Tc", NULL, "9d 8c", NULL}},
    {{"Ac Th", NULL, "9d 8c", NULL}},
    {{"Ac Jc", NULL, "Ad Kd", NULL}},
    {{"As 9s", NULL, "Td 8c", NULL}},
    {{"Ks Qs", NULL, "9d 8c", NULL}}, /* royal match, and its neighbours */
    {{"Qh Kh", NULL, "9d 8c", NULL}},
    {{"Ks Qd", NULL, "9d 8c", NULL}},
    {{"Ks Js", NULL, "9d 8c", NULL}},
    {{"Ks Qs", NULL, "Kd Qd", NULL}},
    {{"6s 7s 8s", NULL, "9d 8c", NULL}}, /* 21 with more and more cards */
    {{"6s 7d 8c", NULL, "9d 8c", NULL}},
    {{"7s 6h 5d 3c", NULL, "9d 8c", NULL}},
    {{"2s 3d 4c 5h 7s", NULL, "9d 8c", NULL}},
    {{"2s 3d 4c 5h 4s 3c", NULL, "9d 8c", NULL}},
    {{"As 2d 2c 3h 3s 4d 6c", NULL, "9d 8c", NULL}},
    {{"As 2d 2c 3h 3s 4d 2h 4c", NULL, "9d 8c", NULL}},
    {{"As 2d 2c 3h 3s 4d 2h 2c 2d", NULL, "9d 8c", NULL}},
    {{"As Ad 2c 2h 2s 2d 3h 3c 3d 2s", NULL, "9d 8c", NULL}},
    {{"5s 5d Kc", NULL, "9d 8c", NULL}}, /* other totals */
    {{"Ts 9d", NULL, "Td Tc", NULL}},
    {{"2s 3d 4c 5h 6s 8d", NULL, "9d 8c", NULL}},
    {{"2s 3d 4c 5h 6s Kd", NULL, "9d 8c", NULL}},
    {{"2s 3d 4c 5d 6h", NULL, "9d 8c", NULL}}, /* two to six, won and lost */
    {{"6s 2d 3c 5d 4h", NULL, "9d 8c", NULL}},
    {{"2s 3d 4c 5d 6h", NULL, NULL, "As Kd"}},
    {{"2s 3d 4c 5d 6h", NULL, NULL, "As Ad"}},
    {{"2s 3d 4c 5d 6h", NULL, NULL, "7s 7d 7h"}},
    {{"2s 3d 4c 5d 6h", NULL, NULL, "Ts 9d 2h"}},
    {{"2s 3s 4s 5s 6s", NULL, "9d 8c", NULL}},
    {{"2s 3s 4s 5s 6s", NULL, NULL, "As Ks"}},
    {{"2s 3s 4s 5s 6s", NULL, NULL, "As Ad"}},
    {{"2h 3h 4h 5h 6h", NULL, NULL, "7s 7d 7h"}},
    {{"2h 3h 4h 5h 6h", NULL, NULL, "Ts 9d 2h"}},
    {{"7h 7d 7s", NULL, NULL, "As Kd"}},
};

static const struct witness_text blackjack_jokers[] = {
    {{"joker joker2", NULL, "9d 8c", NULL}},
    {{"joker Ks", NULL, "9d 8c", NULL}},
    {{"joker As", NULL, "9d 8c", NULL}},
    {{"joker joker2 joker joker2 joker", NULL, "9d 8c", NULL}},
    {{"joker joker2 joker joker2", NULL, "9d 8c", NULL}},
    {{"joker joker2 joker", NULL, "9d 8c", NULL}},
    {{"2s 3d joker", NULL, "9d 8c", NULL}},
    {{"2s 3d joker", NULL, NULL, "As Ad"}},
    {{"2s 3d 2c 2d 2h 2c joker", NULL, "9d 8c", NULL}},
    {{"2s 3d 2c 2d 2h 2c 2s joker", NULL, "9d 8c", NULL}},
    {{"2s 3d 4c 5d 6h", NULL, NULL, "joker joker2"}},
};

/* Cards of one rank: two and a third that differs, three, two with an up card of the rank, and one alone. */
static void blackjack_alike(struct witness_list *list, unsigned rank, unsigned pattern)
{
    enum rank other = rank == RANK_FOUR ? RANK_THREE : RANK_FOUR;
    struct hand banker = two_cards(RANK_NINE, RANK_EIGHT), three = alike(rank, 3, pattern);
    struct hand two = alike(rank, 2, pattern), up = {2, {three.cards[2], card_of(other, SUIT_DIAMONDS)}};
    if (rank == RANK_NINE)
        banker = two_cards(RANK_TEN, RANK_EIGHT);
    add_against(list, &two, &banker);
    add_against(list, &three, &banker);
    add_against(list, &two, &up);
    struct hand one = {2, {three.cards[0], card_of(other, three.cards[1].code >> 4)}};
    if (pattern >= 2 && pattern <= 4)
        add_against(list, &one, &banker);
    hand_add(&two, card_of(other, SUIT_HEARTS));
    if (pattern % 2 == 0)
        add_against(list, &two, &banker);
}

void witness_blackjack(struct witness_list *list)
{
    witness_read_all(list, blackjack_texts, sizeof blackjack_texts / sizeof blackjack_texts[0]);
    if (list->game->jokers > 0)
        witness_read_all(list, blackjack_jokers, sizeof blackjack_jokers / sizeof blackjack_jokers[0]);
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        for (unsigned pattern = 0; pattern < SUIT_PATTERNS; pattern++)
            blackjack_alike(list, rank, pattern);
}

/* ------------------------------------------------------------------------------------------ baccarat */

/* Cards that count as the digits say; `pattern` 0: one suit, 1: one colour, 2: mixed. */
static struct hand counting(const unsigned *values, unsigned count, unsigned pattern)
{
    static const enum suit suits[3][3] = {{SUIT_HEARTS, SUIT_HEARTS, SUIT_HEARTS},
                                          {SUIT_HEARTS, SUIT_DIAMONDS, SUIT_HEARTS},
                                          {SUIT_HEARTS, SUIT_SPADES, SUIT_CLUBS}};
    struct hand hand = {0};
    for (unsigned i = 0; i < count; i++) {
        enum rank rank = values[i] == 0   ? (enum rank)(RANK_KING - i)
                         : values[i] == 1 ? RANK_ACE
                                          : (enum rank)(values[i] - 2);
        hand_add(&hand, card_of(rank, suits[pattern][i]));
    }
    return hand;
}

/* Appends the round in the three patterns if the third-card rules allow it. */
static bool baccarat_add(struct witness_list *list, const unsigned *player, unsigned player_count,
                         const unsigned *banker, unsigned banker_count)
{
    for (unsigned pattern = 0; pattern < 3; pattern++) {
        struct baccarat_round round = {counting(player, player_count, pattern),
                                       counting(banker, banker_count, pattern)};
        if (!baccarat_is_legal(&round, NULL))
            return false;
        add_against(list, &round.player, &round.banker);
    }
    return true;
}

/* A tie at `total` with four, five and six cards, the first way that the rules allow. */
static void baccarat_ties(struct witness_list *list, unsigned total)
{
    bool drawn = false, stood = false, both = false;
    (void)baccarat_add(list, (const unsigned[]){0, total}, 2, (const unsigned[]){0, total}, 2);
    for (unsigned one = 0; one < 10; one++) {
        const unsigned player[] = {0, one, (total + 10 - one) % 10};
        stood = stood || baccarat_add(list, (const unsigned[]){0, total}, 2, player, 3);
        drawn = drawn || baccarat_add(list, player, 3, (const unsigned[]){0, total}, 2);
        for (unsigned other = 0; other < 10 && !both; other++)
            both = baccarat_add(list, player, 3, (const unsigned[]){0, other, (total + 10 - other) % 10}, 3);
    }
}

/* Every pair of two-card totals, dealt on by the rules. */
static void baccarat_rounds(struct witness_list *list)
{
    for (unsigned i = 0; i < 100; i++) {
        unsigned player = i / 10, banker = i % 10;
        const unsigned thirds[] = {(player * 3 + banker + 1) % 10, (player + banker * 7 + 2) % 10};
        const unsigned values[] = {player, banker, thirds[0], thirds[1]};
        struct hand third = counting(values + 2, 2, 2),
                    own = counting((const unsigned[]){0, player}, 2, i % 3),
                    bank = counting((const unsigned[]){0, banker}, 2, i % 3);
        const struct card cards[] = {own.cards[0],  bank.cards[0],  own.cards[1],
                                     bank.cards[1], third.cards[0], third.cards[1]};
        struct baccarat_round round;
        CHECK(baccarat_deal(cards, 6, &round));
        add_against(list, &round.player, &round.banker);
    }
}

/* Four of a rank as the first four cards, and three of it on one line where the rules deal three. */
static void baccarat_alike(struct witness_list *list, unsigned rank, unsigned pattern)
{
    static const enum rank thirds[] = {RANK_ACE, RANK_TWO, RANK_FIVE, RANK_KING};
    struct hand two = alike(rank, 2, pattern), other = alike(rank, 2, (pattern * 2 + 2) % SUIT_PATTERNS);
    if (pattern < 4)
        other = two;
    const struct card first[] = {two.cards[0],
                                 other.cards[0],
                                 two.cards[1],
                                 other.cards[1],
                                 card_of(thirds[pattern % 4], SUIT_HEARTS),
                                 card_of(thirds[rank % 4], SUIT_SPADES)};
    struct baccarat_round round;
    CHECK(baccarat_deal(first, 6, &round));
    add_against(list, &round.player, &round.banker);
    struct hand three = alike(rank, 3, pattern);
    round = (struct baccarat_round){three, two_cards(RANK_KING, RANK_SEVEN)};
    if (baccarat_is_legal(&round, NULL))
        add_against(list, &round.player, &round.banker);
    round = (struct baccarat_round){two_cards(RANK_KING, RANK_SIX), three};
    if (baccarat_is_legal(&round, NULL))
        add_against(list, &round.player, &round.banker);
}

static const struct witness_text baccarat_texts[] = {
    {{"2s 4d", NULL, "Kd 3c 4h", NULL}},    /* Dragon 7 */
    {{"2s 3d 3h", NULL, "Kd 3c", NULL}},    /* Panda 8 */
    {{"2s 3d 4h", NULL, "Kd 3c", NULL}},    /* Dragon 9 */
    {{"2s 2d 3c", NULL, "2s 2d 3c", NULL}}, /* double Fortune 7 */
    {{"2s 2d 3c", NULL, "2s 2d 3h", NULL}}, {{"2s 2d 3c", NULL, "As Ad 5h", NULL}},
    {{"2s 2d 5c", NULL, "Kd Qc Ts", NULL}},                                   /* 9 over 0 */
    {{"Kd Qc Ts", NULL, "2s 2d 5c", NULL}}, {{"4s 4d", NULL, "Kd 8c", NULL}}, /* natural ties */
    {{"4s 4s", NULL, "4s 4s", NULL}},       {{"4s 5d", NULL, "Kd 9c", NULL}},
    {{"2h 2c 5s", NULL, "3h 3h 5d", NULL}}, /* a pair on both lines */
    {{"2h 2c 2s", NULL, "9h 2h 5d", NULL}}, /* four of a kind in all */
    {{"2h 2h 5h", NULL, "3h 4h 5d", NULL}}, /* five and four of one suit */
    {{"2h 3h 5s", NULL, "3h 4h 5d", NULL}}, {{"Kh Kc Kd", NULL, "Kh Kc Kd", NULL}}, /* six of a kind */
    {{"Kh Kh Kh", NULL, "Kh Kh Kh", NULL}}, {{"Js Js Js", NULL, "Js Js Js", NULL}},
    {{"Th Tc Td", NULL, "Th Tc Td", NULL}}, {{"Ks Qs Jc", NULL, "Kc Qs Js", NULL}}, /* six faces */
    {{"Kh Qd Jd", NULL, "Kh Qd Jh", NULL}}, {{"Ks Qs Jc", NULL, "Kc Qs Jd", NULL}},
    {{"Ks Qs Js", NULL, "Ks Qs Js", NULL}}, {{"Ks Qs Jc", NULL, "Kc Qs Td", NULL}},
    {{"As 2s 3c", NULL, "2c As 3s", NULL}}, /* A-2-3 twice and once */
    {{"As 2s 3s", NULL, "2s As 3s", NULL}}, {{"As 2s 3c", NULL, "2c As 4s", NULL}},
    {{"2s 3d 4h", NULL, "6s 3d", NULL}}, /* 2-3-4 */
    {{"2s 3s 4s", NULL, "6s 3d", NULL}},    {{"6s Kd", NULL, "2s 3d 4h", NULL}},
    {{"3h 3d 3h", NULL, "6s 6c 6s", NULL}}, /* sixes beaten by threes */
    {{"6h 6d 6s", NULL, "3s 3c 3h", NULL}}, {{"6h 6d 6h", NULL, "3s 3c 3h", NULL}},
    {{"6h 6h 6h", NULL, "3s 3s 3s", NULL}}, {{"3h 3h 3h", NULL, "6s 6s 6s", NULL}},
    {{"3h 3c 3h", NULL, "6s 6c 6s", NULL}}, {{"3h 3c 3h", NULL, "6s 6h 6s", NULL}},
    {{"9s 9d", NULL, "3s 3d 3h", NULL}},
};

void witness_baccarat(struct witness_list *list)
{
    witness_read_all(list, baccarat_texts, sizeof baccarat_texts / sizeof baccarat_texts[0]);
    for (unsigned total = 0; total < 10; total++)
        baccarat_ties(list, total);
    baccarat_rounds(list);
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        for (unsigned pattern = 2; pattern < SUIT_PATTERNS; pattern++)
            baccarat_alike(list, rank, pattern);
}

/* ------------------------------------------------------------------------------------------ pan 9 */

static const struct witness_text pan_texts[] = {
    {{"6s 6c 6s", NULL, NULL, "3h 3d 3h"}}, /* sixes beaten by threes */
    {{"6s 6c 6s", NULL, NULL, "3h 3c 3h"}},    {{"6s 6h 6s", NULL, NULL, "3h 3d 3h"}},
    {{"6s 6h 6s", NULL, NULL, "3h 3c 3h"}},    {{"6s 6s 6s", NULL, NULL, "3h 3h 3h"}},
    {{"6s 6h 6s", NULL, NULL, "4h 3c 2h"}},    {{"3h 3c 3h", NULL, NULL, "6s 6h 6s"}},
    {{"2s 3d 4c", NULL, "Ks 5d 2c", NULL}}, /* 2-3-4 */
    {{"4h 2d 3d", NULL, "Ks 5d 2c", NULL}},    {{"4h 2h 3h", NULL, "Ks 5d 2c", NULL}},
    {{"4h 2h 3h 6d", NULL, "Ks 5d 2c", NULL}}, {{"2s 3d 4c Kd", NULL, "4s 5d Kc", NULL}},
    {{"2s 3d 4c Kd", NULL, NULL, "4s 5d Kc"}}, {{"Js Jd Jc Jd", NULL, "Ks 5d 2c", NULL}}, /* four of a kind */
    {{"Qs Qd Qc Qd", NULL, "Ks 5d 2c", NULL}}, {{"Ks Kd Kc Kd", NULL, "Ks 5d 2c", NULL}},
    {{"Ks Ks Ks Ks", NULL, "Ks 5d 2c", NULL}}, {{"As Ad Ac Ad", NULL, "Ks 5d 2c", NULL}},
    {{"2s 2d 2c 2d", NULL, "Ks 5d 2c", NULL}}, {{"Js Qd Kc Jd", NULL, "Ks 5d 2c", NULL}},
    {{"5s 5d Kc", NULL, "4s 5d Kc", NULL}}, /* the banker's nine */
    {{"5s 4d Kc", NULL, "4s 5d Kc", NULL}},
};

void witness_pan(struct witness_list *list)
{
    witness_read_all(list, pan_texts, sizeof pan_texts / sizeof pan_texts[0]);
    struct hand banker = {
        3,
        {card_of(RANK_KING, SUIT_SPADES), card_of(RANK_FIVE, SUIT_DIAMONDS), card_of(RANK_TWO, SUIT_CLUBS)}};
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        for (unsigned pattern = 0; pattern < SUIT_PATTERNS; pattern++) {
            struct hand three = alike(rank, 3, pattern);
            add_against(list, &three, &banker);
            hand_add(&three, card_of(RANK_ACE, SUIT_DIAMONDS));
            add_against(list, &three, &banker);
        }
    for (unsigned total = 0; total < 10; total++)
        for (unsigned pattern = 0; pattern < 3; pattern++) {
            struct hand three = counting((const unsigned[]){0, total / 2, total - total / 2}, 3, pattern);
            add_against(list, &three, &banker);
            add_against(list, &banker, &three);
            hand_add(&three, card_of(RANK_TWO, SUIT_HEARTS));
            add_against(list, &three, &banker);
        }
}

/* ------------------------------------------------------------------------------------------ war */

void witness_war(struct witness_list *list)
{
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        for (unsigned pattern = 2; pattern < SUIT_PATTERNS; pattern++) {
            struct hand two = alike(rank, 2, pattern), own = {1, {two.cards[0]}},
                        dealer = {1, {two.cards[1]}};
            add_against(list, &own, &dealer);
            hand_add(&own, card_of(RANK_FOUR, SUIT_SPADES));
            hand_add(&dealer, card_of(pattern % 2 == 0 ? RANK_FOUR : RANK_FIVE, SUIT_DIAMONDS));
            add_against(list, &own, &dealer);
            dealer.cards[1] = card_of(RANK_TWO, SUIT_DIAMONDS);
            add_against(list, &own, &dealer);
            struct hand lower = {1, {card_of((enum rank)((rank + pattern) % RANK_COUNT), SUIT_HEARTS)}};
            struct hand one = {1, {two.cards[0]}};
            add_against(list, &one, &lower);
        }
}
