#include "rulebook/hand_relation.h"
#include "rulebook/hand_rows_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { ROWS = sizeof hand_rows / sizeof hand_rows[0], ARENA_SIZE = 64 << 20 };

struct desk {
    struct arena arena;
    struct hand_relations relations;
};

static int open_desk(void **state)
{
    static struct desk desk;
    arena_init(&desk.arena, ARENA_SIZE);
    hand_relations_init(&desk.relations, &desk.arena);
    *state = &desk;
    return 0;
}

static int close_desk(void **state)
{
    struct desk *desk = *state;
    arena_release(&desk->arena);
    return 0;
}

static const struct hand_signature *signature(struct desk *desk, const char *hand, const char *game)
{
    struct hand_rule rule = {0};
    struct fault fault = {0};
    if (hand_rule_compile(text_of(hand), 0, &rule, &fault) != STATUS_OK)
        fail_msg("%s: column %zu: %s", hand, fault.position, fault.words);
    const struct hand_game *found = hand_game_find(text_of(game));
    assert_non_null(found);
    const struct hand_signature *made = hand_signature_of(&desk->relations, &rule, found);
    assert_non_null(made);
    return made;
}

/* ------------------------------------------------------------------------------------------ witnesses */

static void write_holding(struct text_out *out, const struct holding *holding, const struct hand_game *game)
{
    if (game->family == HAND_FAMILY_TILES) {
        struct tile_hand front = {2, {holding->tiles.tiles[0], holding->tiles.tiles[1]}};
        struct tile_hand back = {2, {holding->tiles.tiles[2], holding->tiles.tiles[3]}};
        tile_hand_write(out, &front);
        text_out_add(out, " / ");
        tile_hand_write(out, &back);
        return;
    }
    if (!holding->set) {
        hand_write(out, &holding->cards, CARD_STYLE_LETTERS);
        return;
    }
    hand_write(out, &holding->front, CARD_STYLE_LETTERS);
    if (holding->middle.count > 0) {
        text_out_add(out, " / ");
        hand_write(out, &holding->middle, CARD_STYLE_LETTERS);
    }
    text_out_add(out, " / ");
    hand_write(out, &holding->back, CARD_STYLE_LETTERS);
}

static void read_again(struct showing *again, const struct showing *witness, enum showing_part part)
{
    char text[512];
    struct text_out out;
    text_out_init(&out, text, sizeof text);
    if (part == SHOWING_BOARD)
        hand_write(&out, &witness->board, CARD_STYLE_LETTERS);
    else
        write_holding(&out,
                      part == SHOWING_CARDS    ? &witness->own
                      : part == SHOWING_BANKER ? &witness->banker
                                               : &witness->winner,
                      witness->game);
    struct fault fault = {0};
    if (witness->has[part] && showing_read(again, part, text_of(text), 0, &fault) != STATUS_OK)
        fail_msg("%s: %s: column %zu: %s", witness->game->name, text, fault.position, fault.words);
}

static void every_witness_is_a_deal_of_its_game(void **state)
{
    struct desk *desk = *state;
    for (unsigned i = 0; i < hand_game_count; i++) {
        const struct hand_witnesses *witnesses = hand_witnesses_of(&desk->relations, &hand_games[i]);
        assert_non_null(witnesses);
        if (hand_games[i].family == HAND_FAMILY_NONE)
            continue;
        assert_in_range(witnesses->count, 100, HAND_WITNESSES_MAX);
        for (unsigned j = 0; j < witnesses->count; j++) {
            struct showing again;
            showing_init(&again, &hand_games[i]);
            for (unsigned part = 0; part < SHOWING_PARTS; part++)
                read_again(&again, &witnesses->showings[j], (enum showing_part)part);
        }
    }
}

static void every_hand_of_the_charts_has_a_witness(void **state)
{
    struct desk *desk = *state;
    unsigned wrong = 0;
    for (unsigned i = 0; i < ROWS; i++) {
        const struct hand_signature *made = signature(desk, hand_rows[i].hand, hand_rows[i].game);
        if (made->making == HAND_POSSIBLE)
            continue;
        wrong++;
        print_error("\"%s\" in %s: %s\n", hand_rows[i].hand, hand_rows[i].game,
                    made->making == HAND_FOREIGN ? made->fault.words : "no witness");
    }
    assert_int_equal(wrong, 0);
}

/* ------------------------------------------------------------------------------------------ relations */

#define BAC "baccarat"

static const struct {
    const char *game, *one, *other;
    enum hand_relation relation;
} pairs[] = {
    /* -------- by the order of five cards */
    {HOLDEM, "royal flush", "straight flush or better", HAND_INSIDE},
    {HOLDEM, "royal flush", "straight flush", HAND_DISJOINT},
    {HOLDEM, "royal flush", "royal flush or better", HAND_SAME},
    {HOLDEM, "straight flush", "straight flush or better", HAND_INSIDE},
    {HOLDEM, "full house, aces over jacks or better", "four of a kind", HAND_CONTAINS},
    {HOLDEM, "full house, aces over jacks or better", "full house, aces over 10s or better", HAND_INSIDE},
    {HOLDEM, "full house, aces over jacks or better", "full house, aces over queens or better",
     HAND_CONTAINS},
    {HOLDEM, "full house, kings over queens or better", "full house, kings over jacks or better",
     HAND_INSIDE},
    {HOLDEM, "full house, kings over queens or better", "full house, aces over 2s or better", HAND_CONTAINS},
    {HOLDEM, "full house, kings over aces or better", "full house, aces over 2s or better", HAND_CONTAINS},
    {HOLDEM, "full house, 8s over 3s", "full house, 8s over 4s", HAND_DISJOINT},
    {HOLDEM, "full house, 8s over 3s", "full house, 8s full", HAND_INSIDE},
    {HOLDEM, "aces full", "full house, aces full or better", HAND_INSIDE},
    {HOLDEM, "four of a kind", "four aces", HAND_CONTAINS},
    {HOLDEM, "four of a kind, 8s or better", "four of a kind, 7s or better", HAND_INSIDE},
    {HOLDEM, "four 2s or better", "four of a kind or better", HAND_SAME},
    {HOLDEM, "four of a kind, 8s or lower", "four of a kind, 8s or better", HAND_OVERLAP},
    {HOLDEM, "four of a kind, 7s or lower", "four of a kind, 8s or better", HAND_DISJOINT},
    {HOLDEM, "king-high straight flush", "straight flush", HAND_INSIDE},
    {HOLDEM, "king-high straight flush", "queen-high straight flush", HAND_DISJOINT},
    {HOLDEM, "straight or better, both hole cards", "flush, both hole cards", HAND_CONTAINS},
    {HOLDEM, "full house, aces over kings or better, both hole cards, beaten",
     "four of a kind, 2s or better, both hole cards, beaten", HAND_CONTAINS},
    {UTH, "straight flush on the flop", "four of a kind or better on the flop", HAND_INSIDE},
    {"omaha", "four of a kind, 8s or higher, beaten", "four of a kind, 5s or higher, beaten", HAND_INSIDE},
    {"draw poker", "ace high", "pair or better", HAND_DISJOINT},
    {"seven card stud", "four of a kind, kings or better", "straight flush", HAND_CONTAINS},

    /* -------- hole cards, flop and board, by witnesses */
    {HOLDEM, "royal flush, both hole cards", "royal flush", HAND_INSIDE},
    {HOLDEM, "royal flush, both hole cards", "royal flush, one hole card", HAND_INSIDE},
    {HOLDEM, "royal flush on the board", "royal flush, both hole cards", HAND_DISJOINT},
    {HOLDEM, "royal flush on the flop", "royal flush, both hole cards", HAND_INSIDE},
    {HOLDEM, "four of a kind, pocket pair", "four of a kind, both hole cards", HAND_INSIDE},
    {HOLDEM, "four of a kind, beaten", "four of a kind", HAND_INSIDE},
    {HOLDEM, "four of a kind, beaten by a straight flush", "four of a kind, beaten by four of a kind",
     HAND_DISJOINT},
    {HOLDEM, "four of a kind, beaten", "four of a kind, wins", HAND_DISJOINT},
    {HOLDEM, "pocket aces, beaten", "pocket kings, beaten", HAND_DISJOINT},
    {HOLDEM, "pocket aces, beaten", "pocket aces", HAND_INSIDE},
    {HOLDEM, "pocket aces", "four of a kind", HAND_OVERLAP},
    {HOLDEM, "straight flush, not royal flush", "straight flush", HAND_SAME},
    {HOLDEM, "straight or flush", "flush or straight", HAND_SAME},
    {HOLDEM, "three 7s on the flop alone", "three 7s on the flop alone, one 7 in the hole", HAND_CONTAINS},

    /* -------- three and four cards */
    {"three card poker", "suited A-K-Q", "straight flush", HAND_INSIDE},
    {"three card poker", "straight flush, not royal flush", "suited A-K-Q", HAND_DISJOINT},
    {"three card poker", "straight or better", "three of a kind", HAND_CONTAINS},
    {"three card poker", "five-card straight flush or better", "straight flush", HAND_INSIDE},
    {"three card poker", "straight", "three of a kind", HAND_DISJOINT},
    {"crazy 4 poker", "four aces", "four of a kind, not four aces", HAND_DISJOINT},
    {"crazy 4 poker", "pair of queens, kings or aces", "pair of aces", HAND_CONTAINS},
    {"crazy 4 poker", "royal flush", "straight flush or better", HAND_INSIDE},
    {"crazy 4 poker", "five-card flush", "flush", HAND_OVERLAP},
    {"pokara", "three aces of hearts", "three of a kind of one suit", HAND_INSIDE},
    {"lowball", "8 high or better", "A-2-3-4-5", HAND_CONTAINS},
    {"kansas city lowball", "8-6-4-3-2 or better", "7-5-4-3-2, no flush", HAND_CONTAINS},
    {"razz", "A-2-3-4-5", "A-2-3-4-6", HAND_DISJOINT},

    /* -------- sets */
    {PGP, "aces in front", "pair in front", HAND_INSIDE},
    {PGP, "pair in front, straight or better in back", "aces in front, straight or better in back",
     HAND_CONTAINS},
    {PGP, "pair in front, trips or better in back", "two pair or better in back", HAND_INSIDE},
    {PGP, "five aces", "four of a kind or better", HAND_INSIDE},
    {PGP, "natural royal flush", "royal flush", HAND_INSIDE},
    {PGP, "seven picture cards", "six face cards with a joker", HAND_DISJOINT},
    {PGP, "9 high", "pair or better", HAND_DISJOINT},
    {PGP, "9 high, beaten", "9 high", HAND_INSIDE},
    {PGP, "natural seven-card flush", "flush", HAND_OVERLAP},
    {"13 card", "straight flush in back", "10-high straight flush or better in back", HAND_OVERLAP},
    {"13 card", "dragon", "clean sweep", HAND_INSIDE},
    {"tiles", "gong-gong or better", "9 gong or better", HAND_INSIDE},
    {"tiles", "pair-pair", "gong pair or better", HAND_INSIDE},
    {"tiles", "gee joon in back", "pair in front", HAND_OVERLAP},

    /* -------- suits, colours and totals */
    {BJP, "three 7s of one suit", "three 7s of one colour", HAND_INSIDE},
    {BJP, "three 7s of one colour", "three 7s", HAND_INSIDE},
    {BJP, "three 7s of spades in the first two cards and up card",
     "three 7s of one suit in the first two cards and up card", HAND_INSIDE},
    {BJP, "first two cards 7s", "one 7 in the first two cards", HAND_INSIDE},
    {BJP, "first two cards suited 7s", "first two cards suited aces", HAND_DISJOINT},
    {BJP, "21 with seven cards", "21 with eight or more cards", HAND_DISJOINT},
    {BJP, "21 with seven cards", "21", HAND_INSIDE},
    {BJP, "first four cards are jokers", "two aces", HAND_DISJOINT},
    {BAC, "tie at 7, four cards, suited", "tie at 7, four cards", HAND_INSIDE},
    {BAC, "tie at 7, four cards", "tie at 7, five cards", HAND_DISJOINT},
    {BAC, "suited tie", "tie at 7", HAND_OVERLAP},
    {BAC, "Dragon 7", "Fortune 7", HAND_SAME},
    {BAC, "Dragon 7", "Panda 8", HAND_DISJOINT},
    {BAC, "double Fortune 7, exact match", "double Fortune 7", HAND_INSIDE},
    {BAC, "double Fortune 7, same ranks", "double Fortune 7", HAND_INSIDE},
    {BAC, "6 face cards of one colour", "6 face cards", HAND_INSIDE},
    {BAC, "natural tie", "tie at 8, four cards", HAND_CONTAINS},
    {BAC, "six of a kind", "four of a kind", HAND_INSIDE},
    {"pan 9", "first three cards are 3s", "first three cards total nine", HAND_INSIDE},
    {"pan 9", "2-3-4 of one suit", "2-3-4 of one colour", HAND_INSIDE},
    {"casino war", "suited war", "war", HAND_INSIDE},
    {"casino war", "double war", "suited war", HAND_OVERLAP},
};

static enum hand_relation turned(enum hand_relation relation)
{
    return relation == HAND_INSIDE ? HAND_CONTAINS : relation == HAND_CONTAINS ? HAND_INSIDE : relation;
}

static void two_hands_relate_as_the_table_says(void **state)
{
    static const char *const names[] = {"disjoint from", "the same as", "inside", "containing",
                                        "overlapping"};
    struct desk *desk = *state;
    unsigned wrong = 0;
    assert_true(sizeof pairs / sizeof pairs[0] >= 60);
    for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const struct hand_signature *one = signature(desk, pairs[i].one, pairs[i].game),
                                    *other = signature(desk, pairs[i].other, pairs[i].game);
        if (one->making != HAND_POSSIBLE || other->making != HAND_POSSIBLE)
            fail_msg("%s: \"%s\" %d, \"%s\" %d", pairs[i].game, pairs[i].one, (int)one->making,
                     pairs[i].other, (int)other->making);
        enum hand_relation relation = hand_relation_of(one, other);
        assert_int_equal(hand_relation_of(other, one), turned(relation));
        assert_int_equal(hand_relation_of(one, one), HAND_SAME);
        if (relation == pairs[i].relation)
            continue;
        wrong++;
        print_error("%s: \"%s\" is %s \"%s\", not %s\n", pairs[i].game, pairs[i].one, names[relation],
                    pairs[i].other, names[pairs[i].relation]);
    }
    assert_int_equal(wrong, 0);
}

/* ------------------------------------------------------------------------------------------ what cannot be made */

static const struct {
    const char *game, *hand;
    enum hand_making making;
    const char *words;
} makings[] = {
    {HOLDEM, "five of a kind", HAND_IMPOSSIBLE, ""},
    {HOLDEM, "royal flush, not straight flush or better", HAND_IMPOSSIBLE, ""},
    {BAC, "tie at 3, four cards", HAND_IMPOSSIBLE, ""},
    {HOLDEM, "pair in front", HAND_FOREIGN, "texas hold'em has no front and back"},
    {"three card poker", "full house", HAND_FOREIGN, "three card poker has no such hand"},
    {"caribbean stud", "flush, both hole cards", HAND_FOREIGN, "caribbean stud has no hole cards"},
    {"pan 9", "Dragon 7", HAND_FOREIGN, "pan 9 has no player line and banker line"},
    {BAC, "gong-gong", HAND_FOREIGN, "baccarat has no tiles"},
    {"blackjack", "first four cards are jokers", HAND_IMPOSSIBLE, ""},
    {"tiles", "gee joon in front", HAND_IMPOSSIBLE, ""},
    {"9 1/2", "pair", HAND_FOREIGN, "only the name of 9 1/2 is known, not its hands"},
};

static void a_hand_that_cannot_be_made_is_told_from_one_the_game_lacks(void **state)
{
    struct desk *desk = *state;
    for (unsigned i = 0; i < sizeof makings / sizeof makings[0]; i++) {
        const struct hand_signature *made = signature(desk, makings[i].hand, makings[i].game);
        if (made->making != makings[i].making)
            fail_msg("\"%s\" in %s: %d", makings[i].hand, makings[i].game, (int)made->making);
        assert_string_equal(made->fault.words, makings[i].words);
        assert_int_equal(hand_relation_of(made, made), HAND_DISJOINT);
    }
}

static void equal_hands_share_a_signature(void **state)
{
    struct desk *desk = *state;
    assert_ptr_equal(signature(desk, "quads or better", HOLDEM),
                     signature(desk, "four of a kind or higher", HOLDEM));
    assert_ptr_not_equal(signature(desk, "quads or better", HOLDEM), signature(desk, "quads or better", UTH));
}

static void without_memory_there_is_no_signature(void **state)
{
    (void)state;
    struct arena arena;
    struct hand_relations relations;
    struct hand_rule rule;
    assert_int_equal(hand_rule_compile(text_of("flush"), 0, &rule, NULL), STATUS_OK);
    arena_init(&arena, 4096);
    hand_relations_init(&relations, &arena);
    assert_null(hand_signature_of(&relations, &rule, &hand_games[0]));
    assert_int_equal(arena.refusal, STATUS_NO_SPACE);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_witness_is_a_deal_of_its_game),
        cmocka_unit_test(every_hand_of_the_charts_has_a_witness),
        cmocka_unit_test(two_hands_relate_as_the_table_says),
        cmocka_unit_test(a_hand_that_cannot_be_made_is_told_from_one_the_game_lacks),
        cmocka_unit_test(equal_hands_share_a_signature),
        cmocka_unit_test(without_memory_there_is_no_signature),
    };
    return cmocka_run_group_tests_name("hand_relation", tests, open_desk, close_desk);
}
