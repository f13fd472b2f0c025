/*
 * Witnesses of the poker games: hole cards and board, seven cards, and cards of one's own.
 */
#include "rulebook/hand_witness_internal.h"

#include "base/check.h"
#include "cards/five.h"
#include "cards/poker_rules.h"

#include <stdarg.h>
#include <stdio.h>

enum { TEXT_SIZE = 64 };

/* A text of one part of a showing, in a buffer of the caller's. */
static const char *text_with(char buffer[TEXT_SIZE], const char *format, ...) PRINTF_LIKE(2, 3);

static const char *text_with(char buffer[TEXT_SIZE], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer, TEXT_SIZE, format, arguments);
    va_end(arguments);
    return buffer;
}

/* ------------------------------------------------------------------------------------------ seven cards */

static bool is_worth(const struct hand *hand, const struct made *made)
{
    struct score all = five_value_score(five_rank(hand->cards, hand->count));
    struct score five = five_value_score(five_rank5(made->five));
    unsigned ranks = made->class_number == FIVE_CLASS_FULL_HOUSE ? 2 : 1;
    return all.bits >> (20 - 4 * ranks) == five.bits >> (20 - 4 * ranks);
}

/* Two more cards with which the hand is worth no more; false if there are none. */
static bool find_fillers(const struct made *made, struct card fillers[2])
{
    struct hand hand = {.count = 5};
    cards_choose(made->five, 5, ~0U, hand.cards);
    struct card_set used = card_set_of_hand(&hand);
    for (unsigned turn = 0; turn < DECK_CARDS - 8 && hand.count < 7;) {
        struct card card = witness_spare(&used, &turn);
        hand_add(&hand, card);
        if (is_worth(&hand, made))
            fillers[hand.count - 6] = card;
        else
            hand.count--;
    }
    return hand.count == 7;
}

/* ------------------------------------------------------------------------------------------ hole cards and board */

enum { FILLER = 5 };

/* For which made hands a way to hold them is tried. */
enum usage_for { FOR_CORNERS, FOR_KINDS /* and all of three and four of a kind */, FOR_ALL };

/* Which of the five cards are in the hole, and where the made hand is on the board. */
static const struct usage {
    unsigned hole[2];
    bool late; /* the board opens with a filler if it has one */
    enum usage_for made;
} usages[] = {
    {{0, 1}, false, FOR_ALL},             /* both, and made on the flop */
    {{0, 4}, true, FOR_CORNERS},          /* both, no pocket pair */
    {{0, FILLER}, true, FOR_CORNERS},     /* one */
    {{3, FILLER}, false, FOR_KINDS},      /* one, with the first three on the flop alone */
    {{FILLER, FILLER}, false, FOR_KINDS}, /* none: all on the board */
};

static bool is_used(const struct usage *usage, const struct made *made)
{
    bool kind =
        made->class_number == FIVE_CLASS_THREE_OF_A_KIND || made->class_number == FIVE_CLASS_FOUR_OF_A_KIND;
    return made->corner || usage->made == FOR_ALL || (usage->made == FOR_KINDS && kind);
}

/* Omaha has two more hole cards. */
static void add_spares(struct showing *showing, struct hand *hand, struct card_set *used, unsigned *turn)
{
    while (hand->count < showing->game->cards_min)
        hand_add(hand, witness_spare(used, turn));
}

static void deal_spares(struct showing *showing)
{
    struct card_set used = card_set_of_hand(&showing->own.cards);
    used.bits |= card_set_of_hand(&showing->board).bits;
    used.bits |= card_set_of_hand(&showing->winner.cards).bits;
    unsigned turn = 0;
    add_spares(showing, &showing->own.cards, &used, &turn);
    add_spares(showing, &showing->winner.cards, &used, &turn);
    showing->has[SHOWING_WINNER] = true;
    witness_finish(showing);
}

static void flop_made(struct witness_list *list, const struct made *made, const struct card fillers[2],
                      const struct usage *usage)
{
    struct showing *showing = witness_add(list);
    struct hand board = {0};
    unsigned filler = 0;
    for (unsigned i = 0; i < 2; i++)
        hand_add(&showing->own.cards,
                 usage->hole[i] == FILLER ? fillers[filler++] : made->five[usage->hole[i]]);
    if (usage->late)
        for (; filler < 2; filler++)
            hand_add(&board, fillers[filler]);
    for (unsigned i = 0; i < 5; i++)
        if (i != usage->hole[0] && i != usage->hole[1])
            hand_add(&board, made->five[i]);
    for (; filler < 2; filler++)
        hand_add(&board, fillers[filler]);
    CHECK_OP(board.count, ==, 5);
    showing->board = board;
    showing->has[SHOWING_BOARD] = true;
    deal_spares(showing);
}

static void flop_text(struct witness_list *list, const char *hole, const char *board, const char *winner)
{
    static const struct hand_form two = {2, 2, 0, 1}, five = {5, 5, 0, 1};
    struct showing showing;
    showing_init(&showing, list->game);
    if (hand_parse(text_of(hole), 0, &two, &showing.own.cards, NULL) != STATUS_OK ||
        hand_parse(text_of(board), 0, &five, &showing.board, NULL) != STATUS_OK ||
        hand_parse(text_of(winner), 0, &two, &showing.winner.cards, NULL) != STATUS_OK)
        return;
    struct card_set used = card_set_of_hand(&showing.own.cards);
    used.bits |= card_set_of_hand(&showing.board).bits | card_set_of_hand(&showing.winner.cards).bits;
    if (card_set_count(used) != 9)
        return;
    showing.has[SHOWING_CARDS] = showing.has[SHOWING_BOARD] = true;
    deal_spares(&showing);
    *witness_add(list) = showing;
}

/* Four of a kind against the next four, with both hole cards and with one; and against a straight flush. */
static void flop_beaten_quads(struct witness_list *list, unsigned rank)
{
    char own[TEXT_SIZE], board[TEXT_SIZE], winner[TEXT_SIZE];
    char r = rank_letter((enum rank)rank);
    if (rank < RANK_ACE) {
        char s = rank_letter((enum rank)(rank + 1));
        char x = rank == RANK_FIVE || rank == RANK_FOUR ? '9' : '5';
        text_with(winner, "%cs %ch", s, s);
        flop_text(list, text_with(own, "%cs %cd", r, r),
                  text_with(board, "%cc %ch %cd %cc %cc", r, r, s, s, x), winner);
        if (rank % 3 == 0)
            flop_text(list, text_with(own, "%cs %cd", r, x),
                      text_with(board, "%cc %ch %cd %cd %cc", r, r, r, s, s), winner);
    }
    /* The straight flush runs from here up to the rank, or from the 2 up to the 6. */
    unsigned low = rank < RANK_SIX ? 0 : rank - 4;
    char run[4];
    for (unsigned i = 0, at = 0; i < 5 && at < 4; i++)
        if (low + i != rank)
            run[at++] = rank_letter((enum rank)(low + i));
    flop_text(list, text_with(own, "%cs %cd", r, r),
              text_with(board, "%cc %ch %ch %ch %cs", r, r, run[0], run[1], rank == RANK_KING ? '2' : 'K'),
              text_with(winner, "%ch %ch", run[2], run[3]));
}

/* A full house against the four of a kind of its pair. */
static void flop_beaten_full_house(struct witness_list *list, unsigned rank, unsigned under)
{
    char own[TEXT_SIZE], board[TEXT_SIZE], winner[TEXT_SIZE];
    char r = rank_letter((enum rank)rank), u = rank_letter((enum rank)under);
    char x = '3', y = '9';
    if (r == x || u == x)
        x = '5';
    if (r == y || u == y)
        y = 'T';
    flop_text(list, text_with(own, "%cs %cd", r, r), text_with(board, "%cc %ch %cd %cs %cc", r, u, u, x, y),
              text_with(winner, "%cs %cc", u, u));
}

/* A pocket pair that stays a pair against three of a kind, and one that makes three against a straight. */
static void flop_beaten_pair(struct witness_list *list, unsigned rank)
{
    char own[TEXT_SIZE], board[TEXT_SIZE], winner[TEXT_SIZE];
    char r = rank_letter((enum rank)rank), q = rank == RANK_QUEEN ? 'J' : 'Q';
    text_with(own, "%cs %cd", r, r);
    flop_text(list, own, text_with(board, "%cc 9h 7s 4d 2c", q), text_with(winner, "%cs %cd", q, q));
    flop_text(list, own, text_with(board, "%cc 9h 8s 3d 2c", r), "Jh Td");
    flop_text(list, own, text_with(board, "%cc 9h 8s 3d 2c", r), "Qh Jd");
}

static const char *const flop_beaten[][3] = {
    {"As Ad", "Kc Kh Ts 2d 3c", "Ks Td"}, /* aces up beaten by a full house */
    {"As Ad", "Kc Kh 7s 2d 3c", "Ks Kd"}, /* by four of a kind */
    {"As Ad", "Kc Qc 7c 2d 3h", "Jc 4c"}, /* by a flush */
    {"As Ad", "Kc Qc Tc 2c 3c", "Jc 4d"}, /* neither ace plays */
    {"As Ad", "Kc Qh Js 2d 3c", "Td 9h"}, /* by a straight */
    {"As Ad", "Kc Qh 7s 2d 3c", "Kd Qd"}, /* by two pair */
    {"As Ad", "2c 2h 2s Ks Kh", "Ac Ah"}, /* tied */
    {"As Ad", "Ac Kh Kd 2d 3c", "Ks Qc"}, /* not beaten */
    {"5s 6s", "7s 8s 9s 2d 3c", "Ts Js"}, /* straight flushes */
    {"9s 8s", "Ts Js Qs 2d 3c", "As Ks"},
    {"5h 6h", "7h 8h 9h 2d 3c", "Th 2s"}, /* one hole card of the winner */
    {"As 2s", "3s 4s 5s 2d 3c", "6s 7s"},
    {"5s Kd", "6s 7s 8s 9s 2d", "Ts Js"}, /* one hole card of the loser */
    {"Ah 2d", "8h 9h Th 2h 3c", "Jh Qh"}, /* a flush by a straight flush */
    {"9s 7s", "Ks 4s 2s 3d 5c", "As 8s"}, /* a flush by a flush */
    {"5s 6d", "7c 8h 9s Kd 2c", "Td Jc"}, /* a straight by a straight */
    {"Ks Kd", "Kc 2h 2s 7d 9c", "2d 2c"}, /* full houses */
    {"Qs Qd", "Qc Kh Ks 7d 9c", "Kd 7c"},
    {"As Kd", "Ac Ah Kh 7d 7c", "7s 7h"}, /* one hole card of each rank */
    {"As 7h", "Ac Ah 2s 2d 9c", "2h 2c"}, /* one hole card plays */
    {"7h 6d", "As Ac Ah Ks Kh", "Kd Kc"}, /* none plays */
    {"4s 3d", "9c 9h 9d 9s Ac", "Kd Kc"}, /* four on the board, tied */
    {"Js 3d", "Kc 8h 6d 5s 2c", "Qd 7c"}, /* nothing against nothing */
};

void witness_flop(struct witness_list *list)
{
    struct made mades[MADE_MAX];
    unsigned count = made_fives(mades);
    for (unsigned i = 0; i < count; i++) {
        struct card fillers[2];
        if (!find_fillers(&mades[i], fillers))
            continue;
        for (unsigned usage = 0; usage < sizeof usages / sizeof usages[0]; usage++)
            if (is_used(&usages[usage], &mades[i]))
                flop_made(list, &mades[i], fillers, &usages[usage]);
    }
    for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
        flop_beaten_quads(list, rank);
        flop_beaten_pair(list, rank);
        if (rank != RANK_ACE)
            flop_beaten_full_house(list, RANK_ACE, rank);
        flop_beaten_full_house(list, rank, rank == RANK_KING ? RANK_TWO : RANK_KING);
    }
    for (unsigned i = 0; i < sizeof flop_beaten / sizeof flop_beaten[0]; i++)
        flop_text(list, flop_beaten[i][0], flop_beaten[i][1], flop_beaten[i][2]);
}

/* ------------------------------------------------------------------------------------------ other hands */

/* Hands that play against: from the best of five cards down. */
static const char *const others[] = {
    "Ah Kh Qh Jh Th", "Ad Kd Qd Jd Td", "As Ks Qs Js Ts", "9h 8h 7h 6h 5h",
    "9c 8c 7c 6c 5c", "Ks Kh Kd Kc 3h", "Ah Ac Ad 4h 4c", "Ah Jh 9h 4h 2h",
    "Ah Kd Qd Jd Tc", "Kh Kd Kc 9d 3h", "Qh Qd 6c 6d 2h", "Jh Jd 6c 4d 2h",
};
enum { OTHERS = sizeof others / sizeof others[0] };

/* The other hand `number`, filled up to as many cards as the game deals; false if a card of it is taken. */
static bool set_other(struct showing *showing, unsigned number)
{
    static const struct hand_form five = {5, 5, 0, 1};
    struct hand other = {0};
    CHECK(hand_parse(text_of(others[number]), 0, &five, &other, NULL) == STATUS_OK);
    struct card_set used = card_set_of_hand(&showing->own.cards);
    used.bits |= card_set_of_hand(&showing->board).bits;
    if ((used.bits & card_set_of_hand(&other).bits) != 0)
        return false;
    used.bits |= card_set_of_hand(&other).bits;
    unsigned turn = 0;
    while (other.count < showing->game->cards_min)
        hand_add(&other, witness_spare(&used, &turn));
    showing->winner.cards = other;
    showing->has[SHOWING_WINNER] = true;
    return true;
}

/* The same cards against better and worse hands. */
static void play_against(struct witness_list *list, const struct showing *showing, unsigned from,
                         unsigned step)
{
    for (unsigned number = from; number < OTHERS; number += step) {
        struct showing played = *showing;
        if (!set_other(&played, number))
            continue;
        witness_finish(&played);
        *witness_add(list) = played;
    }
}

/* ------------------------------------------------------------------------------------------ stud */

/* Seven cards of which the first two and the last are in the hole. */
static void stud_seven(struct witness_list *list, const struct made *made, const struct card fillers[2],
                       const unsigned places[7])
{
    struct showing showing;
    showing_init(&showing, list->game);
    showing.has[SHOWING_CARDS] = true;
    for (unsigned i = 0; i < 7; i++)
        hand_add(&showing.own.cards, places[i] < 5 ? made->five[places[i]] : fillers[places[i] - 5]);
    struct showing *played = witness_add(list);
    *played = showing;
    witness_finish(played);
    if (made->corner && places[1] == 1)
        play_against(list, &showing, 0, 3);
}

/* Four of a kind and a full house, all with a pocket pair, against the next four. */
static void stud_beaten(struct witness_list *list, unsigned rank)
{
    char own[TEXT_SIZE], winner[TEXT_SIZE];
    char r = rank_letter((enum rank)rank),
         s = rank_letter(rank == RANK_ACE ? RANK_KING : (enum rank)(rank + 1));
    char x = rank < RANK_SEVEN ? '9' : '5', y = rank < RANK_SEVEN ? 'T' : '3';
    text_with(winner, "%cs %cd %cc %ch %cs %cs 2d", s, s, s, s, x, y);
    (void)witness_read(list, text_with(own, "%cs %cd %cc %ch %cd %cd Qc", r, r, r, r, x, y), NULL, NULL,
                       winner);
    (void)witness_read(list, text_with(own, "%cs %cd %cc %ch %cd %cd Qc", r, r, r, x, x, y), NULL, NULL,
                       winner);
}

static void low_sevens(struct witness_list *list);

void witness_stud(struct witness_list *list)
{
    static const unsigned places[][7] = {
        {0, 1, 2, 3, 4, 5, 6}, /* the first two and the last play */
        {5, 0, 2, 3, 4, 6, 1}, /* two play */
        {0, 5, 1, 2, 3, 4, 6}, /* one plays */
        {5, 0, 1, 2, 3, 6, 4},
    };
    struct made mades[MADE_MAX];
    unsigned count = made_fives(mades);
    for (unsigned i = 0; i < count; i++) {
        struct card fillers[2];
        if (!find_fillers(&mades[i], fillers))
            continue;
        for (unsigned j = 0; j < sizeof places / sizeof places[0]; j++)
            if (j == 0 || mades[i].corner)
                stud_seven(list, &mades[i], fillers, places[j]);
    }
    if (list->game->order == HAND_ORDER_ACE_TO_FIVE)
        low_sevens(list);
    else
        for (unsigned rank = 0; rank < RANK_COUNT; rank++)
            stud_beaten(list, rank);
}

/* ------------------------------------------------------------------------------------------ low hands */

/* Five different ranks of A to 9, unless suited with cards of several suits. */
static unsigned low_five(struct hand *hand, unsigned chosen, bool suited)
{
    static const enum suit suits[] = {SUIT_SPADES, SUIT_DIAMONDS, SUIT_CLUBS, SUIT_HEARTS};
    *hand = (struct hand){0};
    for (unsigned i = 0; i < 9; i++)
        if ((chosen >> i & 1) != 0)
            hand_add(hand, card_of(i == 0 ? RANK_ACE : (enum rank)(i - 1),
                                   suited ? SUIT_SPADES : suits[hand->count % SUIT_COUNT]));
    return hand->count;
}

static void low_fives(struct witness_list *list)
{
    for (unsigned chosen = 0; chosen < 1U << 9; chosen++) {
        struct hand hand;
        if (low_five(&hand, chosen, false) != 5)
            continue;
        bool up_to_eight = chosen < 1U << 8;
        for (unsigned suited = 0; suited <= (up_to_eight ? 1U : 0U); suited++) {
            struct showing *showing = witness_add(list);
            (void)low_five(&showing->own.cards, chosen, suited != 0);
            witness_finish(showing);
        }
    }
}

/* The two further cards pair what is there, which helps no low hand. */
static void low_sevens(struct witness_list *list)
{
    for (unsigned chosen = 0; chosen < 1U << 9; chosen++) {
        struct hand hand;
        if (low_five(&hand, chosen, false) != 5)
            continue;
        for (unsigned i = 0; i < 2; i++)
            hand_add(&hand, card_of(card_rank(hand.cards[i]), SUIT_HEARTS));
        struct showing *showing = witness_add(list);
        showing->own.cards = hand;
        witness_finish(showing);
    }
}

/* ------------------------------------------------------------------------------------------ three and four cards */

static void draw_cards(struct witness_list *list, const struct hand *own, const struct hand *board)
{
    struct showing *showing = witness_add(list);
    showing->own.cards = *own;
    if (board) {
        showing->board = *board;
        showing->has[SHOWING_BOARD] = true;
    }
    witness_finish(showing);
}

/* Three of the five one's own, the other two as the board that completes a jackpot hand. */
static void draw_three_and_two(struct witness_list *list, const struct made *made)
{
    struct hand own = {.count = 3}, board = {.count = 2};
    cards_choose(made->five, 5, 7, own.cards);
    cards_choose(made->five, 5, 24, board.cards);
    draw_cards(list, &own, &board);
}

static const struct card board_of_nothing[] = {{SUIT_CLUBS << 4 | RANK_SIX},
                                               {SUIT_DIAMONDS << 4 | RANK_JACK}};

/* Cards by rank, with suits as the letters say; a board for games of one deck. */
static void draw_ranks(struct witness_list *list, const unsigned *ranks, const char *suits)
{
    static const char letters[] = "cdhs";
    struct hand own = {0}, board = {.count = 2};
    for (unsigned i = 0; suits[i] != '\0'; i++)
        for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
            if (letters[suit] == suits[i])
                hand_add(&own, card_of((enum rank)ranks[i], (enum suit)suit));
    struct card_set used = card_set_of_hand(&own);
    unsigned turn = 0;
    while (own.count < list->game->cards_min)
        hand_add(&own, witness_spare(&used, &turn));
    cards_choose(board_of_nothing, 2, 3, board.cards);
    bool clash = hand_has(&own, board.cards[0]) || hand_has(&own, board.cards[1]);
    if (list->game->order == HAND_ORDER_THREE && clash)
        for (unsigned i = 0; i < 2; i++)
            board.cards[i] = witness_spare(&used, &turn);
    draw_cards(list, &own, list->game->order == HAND_ORDER_THREE ? &board : NULL);
}

static void draw_threes(struct witness_list *list)
{
    for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
        unsigned x = rank == RANK_EIGHT ? RANK_TEN : RANK_EIGHT;
        const unsigned three[] = {rank, rank, rank}, pair[] = {rank, rank, x};
        draw_ranks(list, three, "shd");
        draw_ranks(list, pair, "shc");
        draw_ranks(list, pair, "scd");
        for (unsigned suit = 0; suit < SUIT_COUNT && list->game->decks > 1; suit++) {
            static const char *const suits[] = {"ccc", "ddd", "hhh", "sss"};
            draw_ranks(list, three, suits[suit]);
            draw_ranks(list, pair, suits[suit]);
        }
        if (list->game->decks > 1) {
            draw_ranks(list, three, "scs");
            draw_ranks(list, three, "hdd");
        }
        if (rank >= RANK_THREE) {
            const unsigned run[] = {rank, rank - 1, rank == RANK_THREE ? (unsigned)RANK_ACE : rank - 2};
            draw_ranks(list, run, "sss");
            draw_ranks(list, run, "hhh");
            draw_ranks(list, run, "shd");
        }
        if (rank >= RANK_FIVE) {
            const unsigned gap[] = {rank, rank == RANK_ACE ? (unsigned)RANK_FOUR : (unsigned)RANK_THREE,
                                    RANK_TWO};
            draw_ranks(list, gap, "sss");
            draw_ranks(list, gap, "shd");
        }
    }
}

static void draw_fours(struct witness_list *list)
{
    for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
        unsigned x = rank == RANK_EIGHT ? RANK_TEN : RANK_EIGHT;
        draw_ranks(list, (const unsigned[]){rank, rank, rank, rank}, "shdc");
        draw_ranks(list, (const unsigned[]){rank, rank, rank, x}, "shdc");
        draw_ranks(list, (const unsigned[]){rank, rank, x, x}, "shdc");
        draw_ranks(list, (const unsigned[]){rank, rank, x, RANK_QUEEN}, "shdd");
        if (rank >= RANK_FOUR) {
            const unsigned run[] = {rank, rank - 1, rank - 2,
                                    rank == RANK_FOUR ? (unsigned)RANK_ACE : rank - 3};
            draw_ranks(list, run, "ssss");
            draw_ranks(list, run, "shds");
        }
        if (rank >= RANK_SIX) {
            const unsigned gap[] = {rank, RANK_FOUR, RANK_THREE, RANK_TWO};
            draw_ranks(list, gap, "ssss");
        }
    }
}

static const struct witness_text three_cards[] = {
    {{"4s 6s 8s", "2c 3d", "5s 7s 9s", NULL}}, /* six cards in sequence */
    {{"As Ks Qs", "2c 3d", "Js Ts 9s", NULL}}, {{"4s 6s 8s", "2c 3d", "5s 7s 9h", NULL}},
    {{"As Ad Ac", "2c 3d", "Kh Kd Ks", NULL}}, {{"Ks Kd Kc", "2c 3d", "Ah Ad As", NULL}},
    {{"9s 9d 2c", "4c 3d", "Kh Kd Qs", NULL}},
};

static void draw_five(struct witness_list *list, const struct made *made)
{
    struct hand own = {.count = 5};
    cards_choose(made->five, 5, ~0U, own.cards);
    draw_cards(list, &own, NULL);
    struct showing showing = list->showings[list->count - 1];
    enum rank rank = card_rank(made->five[0]);
    if (made->corner && rank != RANK_TWO && rank != RANK_TEN && list->game->order == HAND_ORDER_FIVE)
        play_against(list, &showing, 0, 1);
}

void witness_draw(struct witness_list *list)
{
    struct made mades[MADE_MAX];
    unsigned count = made_fives(mades);
    enum hand_order order = list->game->order;
    for (unsigned i = 0; i < count; i++) {
        if (order != HAND_ORDER_THREE)
            draw_five(list, &mades[i]);
        else if (list->game->decks == 1)
            draw_three_and_two(list, &mades[i]);
    }
    if (order == HAND_ORDER_FOUR) {
        draw_fours(list);
    } else if (order == HAND_ORDER_THREE) {
        draw_threes(list);
        if (list->game->decks == 1)
            witness_read_all(list, three_cards, sizeof three_cards / sizeof three_cards[0]);
    } else if (order != HAND_ORDER_FIVE) {
        low_fives(list);
    }
}
