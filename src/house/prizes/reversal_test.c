/* Awards that are reversed prize by prize: what goes back with each, and that it all comes to the same as the whole at once. */
#include "house/stories/story_test.h"

#include "house/hands/hands.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"

enum { ORDERS = 3 };

/* ------------------------------------------------------------------------------------------ all ways */

static struct text saved(const struct floor *floor, struct arena *arena)
{
    struct text bytes;
    struct fault fault;
    if (floor_save(floor, arena, &bytes, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return bytes;
}

static void restore(struct floor *floor, struct text bytes)
{
    struct fault fault;
    assert_int_equal(floor_init(floor, ROOM_MEMORY_MAX, &fault), STATUS_OK);
    if (floor_restore(floor, bytes, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
}

/* `prize` 0: the whole award. */
static void back_out(struct floor *floor, uint32_t award, uint32_t prize)
{
    static struct decision decision;
    struct command command = {.kind = COMMAND_REVERSE};
    *COMMAND_AS(&command, reverse) = (struct reverse){.head.by = text_of("sam"),
                                                      .award = award,
                                                      .prize = prize,
                                                      .reason = text_of("misread"),
                                                      .authorised_by = text_of("sue")};
    char why[256];
    struct text_out out;
    struct fault fault;
    decision_init(&decision);
    assert_int_equal(floor_decide(floor, &command, &decision, &fault), STATUS_OK);
    if (!decision.ruling.allowed)
        fail_msg("prize %u: %s", prize, decision.ruling.words);
    for (unsigned i = 0; i < decision.event_count; i++)
        if (floor_apply(floor, &decision.events[i], &fault) != STATUS_OK)
            fail_msg("prize %u: %s", prize, fault.words);
    text_out_init(&out, why, sizeof why);
    if (!floor_audit(floor, &out))
        fail_msg("prize %u: %s", prize, why);
    decision_release(&decision);
}

/* The prize that is reversed as number `turn` of so many: in their order, the last first, or from both ends. */
static uint32_t in_turn(unsigned order, uint32_t turn, uint32_t count)
{
    return order == 0 ? turn : order == 1 ? count - 1 - turn : turn % 2 ? count - 1 - turn / 2 : turn / 2;
}

static void are_equal(struct text parts, struct text whole, unsigned order)
{
    size_t same = 0;
    while (same < parts.length && same < whole.length && parts.bytes[same] == whole.bytes[same])
        same++;
    size_t from = same > 200 ? same - 200 : 0;
    if (!text_equal(parts, whole))
        fail_msg("order %u: %.*s\nwhole: %.*s", order,
                 TEXT_ARGUMENTS(text_clipped(text_from(parts, from), 400)),
                 TEXT_ARGUMENTS(text_clipped(text_from(whole, from), 400)));
}

/* Every account with its balance, in place of what moved there for which reason. */
static struct text without_reasons(const struct floor *floor, struct text bytes, struct arena *arena)
{
    char *buffer = ARENA_ARRAY(arena, char, bytes.length + 1);
    struct text line, kept;
    struct text_out out;
    assert_non_null(buffer);
    text_out_init(&out, buffer, bytes.length + 1);
    for (unsigned account = 0; take_line(&bytes, &line);) {
        bool of_account = text_starts_with(line, text_of("{\"account\":"));
        kept = of_account ? floor->ledger.accounts[account].name : line;
        text_out_add(&out, "%.*s %lld\n", TEXT_ARGUMENTS(kept),
                     of_account ? (long long)floor->ledger.accounts[account].balance : 0);
        account += of_account;
    }
    return text_out_text(&out);
}

/* Reversed prize by prize, in whatever order, the award leaves what it leaves when it is reversed at once: to the byte, or, where
 * the fund repays what it can in between, to every balance. */
static void comes_to_the_same(uint32_t award, bool to_the_byte)
{
    static struct floor floor;
    struct arena arena;
    arena_init(&arena, ROOM_MEMORY_MAX);
    const uint32_t first = floor_award(&room.floor, award)->first_prize,
                   count = floor_award(&room.floor, award)->prize_count;
    struct text before = saved(&room.floor, &arena);
    restore(&floor, before);
    back_out(&floor, award, 0);
    struct text whole = saved(&floor, &arena);
    if (!to_the_byte)
        whole = without_reasons(&floor, whole, &arena);
    floor_release(&floor);
    for (unsigned order = 0; order < ORDERS; order++) {
        restore(&floor, before);
        for (uint32_t turn = 0; turn < count; turn++) {
            uint32_t prize = first + in_turn(order, turn, count);
            if (floor_prize(&floor, prize)->reversed)
                continue;
            back_out(&floor, award, prize);
            struct text between = saved(&floor, &arena);
            floor_release(&floor);
            restore(&floor, between);
        }
        struct text parts = saved(&floor, &arena);
        assert_true(floor_award(&floor, award)->reversed);
        are_equal(to_the_byte ? parts : without_reasons(&floor, parts, &arena), whole, order);
        floor_release(&floor);
    }
    arena_release(&arena);
}

static const struct pool_meter *meter_of(const char *offer)
{
    return &floor_offering(&room.floor, text_of(offer))->meters[0];
}

/* ------------------------------------------------------------------------------------------ bay101 */

/* Three share $20,000 and an odd dollar of the reserve. */
static void three_share_a_pool(void)
{
    offers(&room, "blazing-7s", "reseed: $10,000", "reseed: $20,000", NULL);
    seat_patrons(&room, "BJ-1", 3);
    holds(&room, "blazing-7s", "prize pool", 1999967);
    repaid(&room, "blazing-7s", "reserve", "start-round BJ-1 fees 1,2,3 by dana", 10000000);
    for (unsigned seat = 1; seat <= 3; seat++) {
        DOES(&room, "claim-hand BJ-1 seat %u offer blazing-7s by dana", seat);
        DOES(&room, "verify-hand %u row A1 by sam", seat);
    }
    does(&room, "authorise 1 by sue");
    posts(&room, "blazing-7s",
          "prize pool -> held 20,000\nreserve -> held 1 #36\nreserve -> prize pool 20,000");
}

/* The odd chips would not have been needed, and go back first; the hit stands, and the pool that was made anew. */
static void a_share_goes_back_to_the_pool_and_its_odd_chips_to_the_reserve(void **state)
{
    (void)state;
    three_share_a_pool();
    comes_to_the_same(1, true);
    does(&room, "identify 1 document passport by cy");
    does(&room, "pay 1 by cy");
    refuses(&room, "reverse 1 reason misread authorised-by sue by sam", "house#money");
    does(&room, "reverse 1 prize 2 reason misread authorised-by sue by sam");
    posts(&room, "blazing-7s", "held -> reserve 1\nheld -> prize pool 6,666");
    assert_int_equal(balance(&room, "blazing-7s", "prize pool"), 2000000 + 666600);
    assert_int_equal(meter_of("blazing-7s")->hits, 1);
    assert_int_equal(meter_of("blazing-7s")->won, 2000000 - 666600);
    assert_int_equal(meter_of("blazing-7s")->wins[0].cents, 2000000 - 666600);
    assert_int_equal(floor_patron(&room.floor, text_of("1002"))->wins, 0);
    assert_int_equal(floor_patron(&room.floor, text_of("1003"))->wins, 1);
    does(&room, "reverse 1 prize 3 reason misread authorised-by sue by sam");
    posts(&room, "blazing-7s", "held -> prize pool 6,667");
    assert_int_equal(meter_of("blazing-7s")->won, 666700);
    assert_int_equal(floor_hand(&room.floor, 2)->state,
                     HAND_AWARDED); /* what was paid stands, and the hands with it */
    refuses(&room, "pay 2 by cy", "house#money");
}

static void what_can_be_reversed_alone_waits_and_is_of_the_award(void **state)
{
    static const char second[] = "reverse 1 prize 2 reason misread authorised-by sue by sam";
    (void)state;
    three_share_a_pool();
    refuses(&room, "reverse 1 prize 4 reason misread authorised-by sue by sam", "house#money");
    refuses(&room, "reverse 1 prize 2 reason misread authorised-by sam by sam", "house#two-persons");
    refuses(&room, "reverse 1 prize 2 reason misread authorised-by sue by fay", "house#permission");
    does(&room, second);
    refuses(&room, second, "house#money");
    does(&room, "exclude 1003 authorised-by max by sam");
    does(&room, "forfeit 3 reason excluded authorised-by sue by sam");
    refuses(&room, "reverse 1 prize 3 reason misread authorised-by sue by sam", "house#money");
    refuses(&room, "reverse 1 reason misread authorised-by sue by sam", "house#money");
    does(&room, "reverse 1 prize 1 reason misread authorised-by sue by sam"); /* the last that waits */
    assert_false(floor_award(&room.floor, 1)->reversed);
}

/* The one that is left is the whole, and puts the hands right. */
static void the_last_prize_takes_the_award_with_it(void **state)
{
    (void)state;
    three_share_a_pool();
    does(&room, "reverse 1 prize 2 reason misread authorised-by sue by sam");
    does(&room, "reverse 1 prize 1 reason misread authorised-by sue by sam");
    assert_int_equal(floor_hand(&room.floor, 1)->state, HAND_AWARDED);
    does(&room, "reverse 1 prize 3 reason misread authorised-by sue by sam");
    posts(&room, "blazing-7s", "prize pool -> reserve 20,000\nheld -> prize pool 6,667");
    assert_int_equal(floor_hand(&room.floor, 1)->state, HAND_CLAIMED);
    assert_int_equal(meter_of("blazing-7s")->hits, 0);
    assert_int_equal(meter_of("blazing-7s")->won, 0);
    refuses(&room, "reverse 1 prize 3 reason misread authorised-by sue by sam", "house#money");
}

/* A royal flush wins the pool, a flush and a straight are the reserve's, which holds $50 of the $70. */
static void three_hands_of_a_round(void)
{
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 3);
    repaid(&room, "bonus-hand", "reserve", "start-round C4-1 fees 1,2,3 by dana", 5000);
    for (unsigned seat = 1; seat <= 3; seat++)
        DOES(&room, "claim-hand C4-1 seat %u offer bonus-hand by dana", seat);
    does(&room, "verify-hand 1 row \"royal flush\" by sam");
    does(&room, "verify-hand 2 row flush by sam");
    does(&room, "verify-hand 3 row straight by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "bonus-hand",
          "reserve -> held 40 #29\nreserve -> held 10 #29\nhouse -> held 20 #29\n"
          "prize pool -> held 25,000.33\nhouse -> prize pool 10,000 #87");
}

/* What the house lent for prizes goes back before what the reserve paid; what it lent for the new pool stays lent. */
static void a_fixed_prize_goes_back_to_house_and_reserve_and_its_advance_with_it(void **state)
{
    (void)state;
    three_hands_of_a_round();
    comes_to_the_same(1, true);
    assert_int_equal(advances(&room, "bonus-hand"), 1002000);
    does(&room, "identify 1 document passport by cy");
    does(&room, "pay 1 in check by cy");
    does(&room, "reverse 1 prize 2 reason misread authorised-by sue by sam");
    posts(&room, "bonus-hand", "held -> house 20\nheld -> reserve 10\nheld -> reserve 10");
    assert_int_equal(advances(&room, "bonus-hand"), 1000000);
    assert_int_equal(meter_of("bonus-hand")->won, 2500033); /* of the pool nothing came back */
    does(&room, "reverse 1 prize 3 reason misread authorised-by sue by sam");
    posts(&room, "bonus-hand", "held -> reserve 30");
    assert_int_equal(advances(&room, "bonus-hand"), 1000000);
    assert_int_equal(balance(&room, "bonus-hand", "reserve"), 5000);
}

/* What the reserve has paid back meanwhile is its own when it comes back. */
static void an_advance_that_was_repaid_comes_back_to_the_reserve(void **state)
{
    (void)state;
    three_hands_of_a_round();
    holds(&room, "bonus-hand", "reserve", 1002000 - 89);
    does(&room, "start-round C4-1 fees 1 by dana");
    assert_int_equal(advances(&room, "bonus-hand"), 0);
    does(&room, "reverse 1 prize 3 reason misread authorised-by sue by sam");
    posts(&room, "bonus-hand", "held -> reserve 20\nheld -> reserve 10");
    comes_to_the_same(1, true);
    does(&room, "reverse 1 reason misread authorised-by sue by sam");
    assert_int_equal(balance(&room, "bonus-hand", "reserve"), 5000 + 1002000);
}

/* Aces full of jacks lost to a royal flush at a table of six; the reserve holds $1,000 for the new pool. */
static void a_bad_beat_comes_to_the_same(void **state)
{
    (void)state;
    offers(&room, "limit-bad-beat", NULL);
    seat_patrons(&room, "LH-1", 6);
    repaid(&room, "limit-bad-beat", "reserve", "start-round LH-1 by dana", 100000);
    does(&room, "claim-hand LH-1 seat 3 offer limit-bad-beat by dana");
    does(&room,
         "verify-hand 1 cards \"As Jh\" board \"Ac Ad Kc Jc Jd\" winner \"Qc Tc\" beaten-by 2 outcome lost "
         "by sam");
    does(&room, "authorise 1 by sue");
    comes_to_the_same(1, true);
}

/* ------------------------------------------------------------------------------------------ Hawaiian Gardens */

/* Each of two has the whole meter: the other is the reserve's and the house's. */
static void of_two_whole_meters_that_of_the_reserve_goes_back_first(void **state)
{
    (void)state;
    offers(&room, "blazing-sevens", "reseed: $10,000", "reseed: $1,000", NULL);
    seat_patrons(&room, "BJ-1", 5);
    holds(&room, "blazing-sevens", "meter", 1233980);
    repaid(&room, "blazing-sevens", "reserve", "start-round BJ-1 dealt 1,2 fees 1,2 by dana", 800000);
    does(&room, "claim-hand BJ-1 seat 1 offer blazing-sevens by dana");
    does(&room, "claim-hand BJ-1 seat 2 offer blazing-sevens by dana");
    does(&room, "verify-hand 1 cards \"7s 7c\" banker 7c by fay");
    does(&room, "verify-hand 2 cards \"7s 7s\" banker 7c by sam");
    does(&room, "authorise 1 by finn");
    posts(&room, "blazing-sevens",
          "meter -> held 12,340.20\nreserve -> held 8,000 #40\nhouse -> held 4,340.20 #40\n"
          "house -> meter 1,000 #67");
    comes_to_the_same(1, false);
    does(&room, "reverse 1 prize 1 reason misread authorised-by sue by sam");
    posts(&room, "blazing-sevens",
          "held -> house 4,340.20\nheld -> reserve 8,000\nreserve -> house 1,000 #51");
    assert_int_equal(meter_of("blazing-sevens")->won, 1234020);
}

/* The fund pays what a meter without money shows, and the house gives what it lacks; all go back. What the house lent so that the
 * fund holds what the meter shows anew is repaid as soon as the fund can. */
static void a_promised_pool_shows_again_what_goes_back_to_its_fund(void **state)
{
    (void)state;
    offers(&room, "asian-bad-beat", "structure: 2", "structure: 1", "reseed: $10,000", "reseed: $2,000",
           NULL);
    seat_patrons(&room, "BJ-1", 6);
    does(&room, "bank BJ-1 seat 6 by dana");
    holds(&room, "asian-bad-beat", "prize pool", 1200000); /* #45: what is posted at the deal is paid */
    repaid(&room, "asian-bad-beat", "jackpot fund", "start-round BJ-1 by dana", 1000000);
    does(&room, "claim-hand BJ-1 seat 1 offer asian-bad-beat by dana");
    does(&room, "verify-hand 1 cards \"2h 3d 4s 5c 6h\" banker As winner \"As Kd\" beaten-by 6 by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "asian-bad-beat",
          "jackpot fund -> held 10,000\nhouse -> held 2,000\nprize pool -> promised 12,000\n"
          "house -> jackpot fund 2,000\npromised -> prize pool 2,000 #54");
    comes_to_the_same(1, false);
    does(&room, "identify 1 document passport by cy");
    does(&room, "pay 1 by cy");
    does(&room, "reverse 1 prize 2 reason misread authorised-by sue by sam");
    posts(&room, "asian-bad-beat",
          "promised -> prize pool 7,200\nheld -> house 2,000\nheld -> jackpot fund 5,200\n"
          "jackpot fund -> house 2,000");
    assert_int_equal(balance(&room, "asian-bad-beat", "prize pool"), 200000 + 720000);
    assert_int_equal(meter_of("asian-bad-beat")->hits, 1);
    assert_int_equal(meter_of("asian-bad-beat")->won, 1200000 - 720000);
}

static void what_was_put_into_the_fund_goes_back_through_it(void **state)
{
    (void)state;
    offers(&room, "trips-on-the-flop", "rank: 7s", "rank: 8s", "$500", "$200", NULL);
    holds(&room, "trips-on-the-flop", "Hawaiian Jackpot", 70000);
    does(&room, "clock 2026-11-07T08:00:00-08:00");
    seat_patrons(&room, "HE-1", 6);
    does(&room, "start-round HE-1 by dana");
    does(&room, "claim-hand HE-1 offer trips-on-the-flop by dana");
    does(&room, "claim-hand HE-1 seat 4 offer trips-on-the-flop by dana");
    does(&room, "verify-hand 1 cards \"2c 3c\" board \"8h 8d 8c\" holders 1,2,3,4 by sam");
    does(&room, "verify-hand 2 cards \"8s Kd\" board \"8h 8d 8c\" by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "trips-on-the-flop",
          "Hawaiian Jackpot -> held 600 #26\nhouse -> Hawaiian Jackpot 300 #42\n"
          "Hawaiian Jackpot -> held 400 #26");
    comes_to_the_same(1, true);
    does(&room, "pay 2 by cy");
    does(&room, "reverse 1 prize 1 reason misread authorised-by sue by sam");
    posts(&room, "trips-on-the-flop", "held -> Hawaiian Jackpot 200\nHawaiian Jackpot -> house 200");
}

/* That the house does not take an award reversed with such advances, whoever has written them into its log. */
static void refuses_advances(const struct advance_row *rows, uint32_t count, const char *words)
{
    static struct decision decision;
    static struct floor floor;
    struct command command = {.kind = COMMAND_REVERSE};
    *COMMAND_AS(&command, reverse) = (struct reverse){.head.by = text_of("sam"),
                                                      .award = 1,
                                                      .prize = 3,
                                                      .reason = text_of("misread"),
                                                      .authorised_by = text_of("sue")};
    struct arena arena;
    struct fault fault;
    arena_init(&arena, ROOM_MEMORY_MAX);
    restore(&floor, saved(&room.floor, &arena));
    decision_init(&decision);
    assert_int_equal(floor_decide(&floor, &command, &decision, &fault), STATUS_OK);
    struct event event = decision.events[0];
    EVENT_AS(&event, award_reversed)->money.advances = rows;
    EVENT_AS(&event, award_reversed)->money.advance_count = count;
    assert_int_equal(floor_apply(&floor, &event, &fault), STATUS_INVALID);
    if (!strstr(fault.words, words))
        fail_msg("%s", fault.words);
    decision_release(&decision);
    floor_release(&floor);
    arena_release(&arena);
}

static void advances_that_cannot_be_are_refused(void **state)
{
    (void)state;
    three_hands_of_a_round();
    holds(&room, "bonus-hand", "reserve", 1002000 - 89);
    does(&room, "start-round C4-1 fees 1 by dana"); /* nothing is owed any more */
    const struct text clause = text_of("test#1");
    const struct advance_row lent_back[] = {{0, 500, clause}, {0, -700, clause}},
                             much[] = {{0, INT64_MAX, clause}};
    refuses_advances(lent_back, 2, "a repayment of what was never advanced");
    refuses_advances(much, 1, "an advance of more than the books can count");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(a_share_goes_back_to_the_pool_and_its_odd_chips_to_the_reserve, open_bay),
        STORY(what_can_be_reversed_alone_waits_and_is_of_the_award, open_bay),
        STORY(the_last_prize_takes_the_award_with_it, open_bay),
        STORY(a_fixed_prize_goes_back_to_house_and_reserve_and_its_advance_with_it, open_bay),
        STORY(an_advance_that_was_repaid_comes_back_to_the_reserve, open_bay),
        STORY(a_bad_beat_comes_to_the_same, open_bay),
        STORY(of_two_whole_meters_that_of_the_reserve_goes_back_first, open_gardens),
        STORY(a_promised_pool_shows_again_what_goes_back_to_its_fund, open_gardens),
        STORY(what_was_put_into_the_fund_goes_back_through_it, open_gardens),
        STORY(advances_that_cannot_be_are_refused, open_bay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
