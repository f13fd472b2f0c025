/* What the first person is asked about a hand, by the documents of the demo house. */
#include "house/hands/asks.h"
#include "house/hands/hands.h"
#include "house/stories/story_test.h"

/* The facts of a hand, in the order of their list. */
static const char *facts_of_hand(const struct hand_asks *asks)
{
    static char words[256];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    for (unsigned i = 0; i < HAND_FACTS; i++)
        if (asks->facts[i])
            text_out_add(&out, "%s%s", out.length ? " " : "", hand_fact_names[i]);
    return words;
}

static struct hand_asks asked(const char *offer, const char *table, unsigned patrons, const char *start,
                              const char *claim)
{
    offers(&room, offer, NULL);
    seat_patrons(&room, table, patrons);
    does(&room, start);
    does(&room, claim);
    return hand_asks_of(&room.floor, floor_hand(&room.floor, room.floor.last_hand));
}

static void a_hand_of_crazy_4_is_its_cards_and_the_wager(void **state)
{
    (void)state;
    struct hand_asks asks = asked("bonus-hand", "C4-1", 3, "start-round C4-1 fees 1 by dana",
                                  "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    assert_string_equal(asks.game->name, "crazy 4 poker");
    assert_false(asks.board || asks.banker || asks.winner || asks.set || asks.cards_only);
    assert_string_equal(facts_of_hand(&asks), "wager");
}

static void a_bad_beat_asks_for_board_winner_and_who_beat_it(void **state)
{
    (void)state;
    struct hand_asks asks = asked("no-limit-bad-beat", "NL-1", 7, "start-round NL-1 by dana",
                                  "claim-hand NL-1 seat 1 offer no-limit-bad-beat by dana");
    assert_true(asks.board && asks.winner);
    assert_false(asks.banker || asks.set);
    assert_string_equal(
        facts_of_hand(&asks),
        "beaten-by folded no-showdown bets-incomplete beaten-by-incomplete all-in missed-rounds");
}

static void lines_of_baccarat_are_everybodys(void **state)
{
    (void)state;
    struct hand_asks asks = asked("baccarat-bonus", "EZ-1", 3, "start-round EZ-1 by dana",
                                  "claim-hand EZ-1 offer baccarat-bonus by dana");
    assert_true(asks.banker && asks.facts[HAND_FACT_HOLDERS]);
    assert_false(asks.board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(a_hand_of_crazy_4_is_its_cards_and_the_wager, open_demo),
        STORY(a_bad_beat_asks_for_board_winner_and_who_beat_it, open_demo),
        STORY(lines_of_baccarat_are_everybodys, open_demo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
