/* An offer that is posted again with a changed document, and as many hands as one prize has room for. The other tests of
 * postings are the cases of tests/cases/floor/postings. */
#include "house/stories/story_test.h"

/* As many as can share one prize are kept, whenever the offer was posted. */
static void hands_of_both_postings_are_counted_together(void **state)
{
    (void)state;
    offers(&room, "poker-bonus-hand", NULL);
    seat_patrons(&room, "LH-1", 5);
    for (unsigned hand = 1; hand <= FLOOR_BOARD_MAX; hand++) {
        does(&room, "start-round LH-1 by dana");
        does(&room, "claim-hand LH-1 seat 1 offer poker-bonus-hand by dana");
        DOES(&room, "verify-hand %u row \"four of a kind\" pot $20 by sam", hand);
        DOES(&room, "authorise %u by sue", hand);
    }
    offers(&room, "poker-bonus-hand", NULL);
    does(&room, "start-round LH-1 by dana");
    does(&room, "claim-hand LH-1 seat 1 offer poker-bonus-hand by dana");
    DOES(&room, "verify-hand %u row \"four of a kind\" pot $20 by sam", FLOOR_BOARD_MAX + 1);
    char line[64];
    (void)snprintf(line, sizeof line, "authorise %u by sue", FLOOR_BOARD_MAX + 1);
    refuses(&room, line, "house#hand");
}

/* The document comes back from the regulator with another minimum of the fund, and the offer is posted anew. */
static void approves_minimum(const char *minimum)
{
    const struct text activity = text_of("hawaiian-gardens/ca-asian-progressive-bad-beat");
    char line[64];
    (void)snprintf(line, sizeof line, "minimum: %s", minimum);
    file_text_as(&room, activity, text_with(&room, document_file(&room, activity), "minimum: $5,000", line));
    post_text(&room, "asian-bad-beat", offer_file(&room, "asian-bad-beat"));
    assert_true(room.decision.ruling.allowed);
}

/* hawaiian-gardens/ca-asian-progressive-bad-beat#56: the seed of $10,000 is repaid when the fund holds the minimum beside it. What it
 * holds is enough as soon as the minimum is lowered to it, and not when money next comes. */
static void a_lower_minimum_of_the_fund_repays_at_once(void **state)
{
    (void)state;
    offers(&room, "asian-bad-beat", NULL);
    assert_int_equal(advances(&room, "asian-bad-beat"), 1000000);
    holds(&room, "asian-bad-beat", "jackpot fund", 1400000);
    approves_minimum("$6,000");
    approves_minimum("$5,000");
    approves_minimum("$4,000.01");
    posts(&room, "asian-bad-beat", "");
    assert_int_equal(advances(&room, "asian-bad-beat"), 1000000);
    approves_minimum("$4,000");
    posts(&room, "asian-bad-beat", "jackpot fund -> house 10,000 #56");
    assert_int_equal(advances(&room, "asian-bad-beat"), 0);
    approves_minimum("$3,999.99");
    posts(&room, "asian-bad-beat", "");
    assert_int_equal(balance(&room, "asian-bad-beat", "jackpot fund"), 400000);
}

/* One cent beyond it is as good, and a higher minimum repays nothing. */
static void a_fund_that_holds_more_repays_and_one_that_must_hold_more_does_not(void **state)
{
    (void)state;
    offers(&room, "asian-bad-beat", NULL);
    holds(&room, "asian-bad-beat", "jackpot fund", 1499999);
    approves_minimum("$5,000");
    assert_int_equal(advances(&room, "asian-bad-beat"), 1000000);
    approves_minimum("$4,999.98");
    assert_int_equal(advances(&room, "asian-bad-beat"), 0);
}

/* bay101/limit-bad-beat#49: the lock is the pool's, whatever the offer is called. */
static void another_name_does_not_open_the_lock_of_a_structure(void **state)
{
    (void)state;
    offers(&room, "limit-bad-beat", NULL);
    const struct text same = offer_file(&room, "limit-bad-beat"),
                      other = text_with(&room, same, "structure: B", "structure: A");
    assert_false(text_equal(same, other));
    does(&room, "withdraw-offer limit-bad-beat by olga");
    post_text(&room, "another-name", other);
    assert_false(room.decision.ruling.allowed);
    assert_string_equal(room.decision.ruling.clause, "bay101/limit-bad-beat#49");
    post_text(&room, "another-name", same);
    assert_true(room.decision.ruling.allowed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(hands_of_both_postings_are_counted_together, open_bay),
        STORY(another_name_does_not_open_the_lock_of_a_structure, open_bay),
        STORY(a_lower_minimum_of_the_fund_repays_at_once, open_gardens),
        STORY(a_fund_that_holds_more_repays_and_one_that_must_hold_more_does_not, open_gardens),
    };
    return cmocka_run_group_tests_name("floor: postings", tests, NULL, NULL);
}
