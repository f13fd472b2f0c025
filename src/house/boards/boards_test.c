/* Boards: hands and points that are taken back, who is judged as he was dealt in, and as many hands as a board has room for.
 * tests/cases/floor/boards has the cases of boards. */
#include "funds/award.h"
#include "funds/claim.h"
#include "house/boards/boards.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"
#include "house/stories/story_test.h"

static unsigned board_count(const char *offer)
{
    return floor_board(&room.floor, text_of(offer))->count;
}

/* ------------------------------------------------------------------------------------------ bay101/poker-high-hand */

static void high_hand(void)
{
    offers(&room, "poker-bonus-hand", NULL);
    offers(&room, "high-hand", NULL);
    does(&room, "clock 2026-11-02T18:00:00-08:00");
    seat_patrons(&room, "LH-1", 6);
    holds(&room, "poker-bonus-hand", "reserve", 100000);
}

/* A hand of the table that is claimed, verified and authorised. */
static void show(unsigned hand, unsigned seat, const char *cards, const char *board)
{
    does(&room, "start-round LH-1 by dana");
    DOES(&room, "claim-hand LH-1 seat %u offer high-hand by dana", seat);
    DOES(&room, "verify-hand %u cards \"%s\" board \"%s\" pot $40 by sam", hand, cards, board);
    DOES(&room, "authorise %u by sue", hand);
}

static const char *state_of(unsigned hand)
{
    return hand_state_words[floor_hand(&room.floor, hand)->state];
}

/* As points are taken back: for a reason, by two persons, until the period is settled. */
static void a_hand_that_was_misread_is_taken_off_the_board(void **state)
{
    (void)state;
    high_hand();
    show(1, 1, "8s 8h", "8d 7c 7h 2s 3d");
    show(2, 2, "9s 9h", "9d 7c 7h 2s 3d");
    show(3, 3, "Ts Th", "Td 7c 7h 2s 3d");
    does(&room, "end-round LH-1 by dana");
    refuses(&room, "reject-hand 3 reason misread by sam", "house#two-persons");
    refuses(&room, "reject-hand 3 reason misread authorised-by sam by sam", "house#two-persons");
    refuses(&room, "reject-hand 3 reason misread authorised-by sue by dana", "house#permission");
    does(&room, "reject-hand 2 reason misread authorised-by sue by sam"); /* a beaten one */
    assert_int_equal(room.decision.event_count, 1);
    does(&room, "reject-hand 3 reason misread authorised-by sue by sam");
    assert_int_equal(room.decision.event_count, 2);
    assert_true(EVENT_AS(&room.decision.events[0], hand_rejected)->clause.length > 0);
    assert_string_equal(state_of(1), "posted");
    assert_string_equal(state_of(2), "rejected");
    does(&room, "clock 2026-11-02T22:00:00-08:00");
    prizes(&room, "seat 1 (1001): high hand 300");
    refuses(&room, "reject-hand 1 reason misread authorised-by sue by sam", "house#hand");
}

/* As many equal hands as there is room for come back with one of them. */
static void equal_hands_come_back_together(void **state)
{
    unsigned hand = 0;
    (void)state;
    high_hand();
    while (hand < FLOOR_BOARD_MAX)
        show(++hand, 1, "8s 8h", "8d 7c 7h 2s 3d");
    show(++hand, 2, "9s 9h", "9d 7c 7h 2s 3d");
    does(&room, "end-round LH-1 by dana");
    DOES(&room, "reject-hand %u reason misread authorised-by sue by sam", hand);
    assert_int_equal(board_count("high-hand"), FLOOR_BOARD_MAX - 1); /* so many fit into one decision */
    does(&room, "clock 2026-11-02T22:00:00-08:00");
    assert_int_equal(room.floor.prize_count, FLOOR_BOARD_MAX);
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/high-hand-happy-hours */

static void happy_hours(void)
{
    offers(&room, "happy-hours", "prize: $200", "prize: \"$1,000\"", NULL);
    holds(&room, "happy-hours", "Hawaiian Jackpot", 500000);
    does(&room, "clock 2026-11-02T14:00:00-08:00");
    seat_patrons(&room, "HE-1", 6);
}

static void straight(unsigned hand, unsigned seat)
{
    does(&room, "start-round HE-1 by dana");
    DOES(&room, "claim-hand HE-1 seat %u offer happy-hours by dana", seat);
    DOES(&room, "verify-hand %u cards \"9s 8h\" board \"7d 6c 5h 2s 2d\" by fay", hand);
    DOES(&room, "authorise %u by finn", hand);
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/high-hand-promotion */

static void points_of(const char *patron, unsigned wanted)
{
    const struct board *board = floor_board(&room.floor, text_of("high-hand-points"));
    unsigned points = 0;
    for (unsigned i = 0; i < board->standing_count; i++)
        if (text_equal(floor_patron_name(&room.floor, board->standings[i].patron), text_of(patron)))
            points = board->standings[i].points;
    assert_int_equal(points, wanted);
}

/* Four of a kind of the seat: three points. */
static void quads(unsigned hand, unsigned seat)
{
    does(&room, "start-round HE-2 by dana");
    DOES(&room, "claim-hand HE-2 seat %u offer high-hand-points by dana", seat);
    DOES(&room, "verify-hand %u cards \"As Ah\" board \"Ad Ac 7h 2s 3d\" by sam", hand);
    DOES(&room, "authorise %u by sue", hand);
}

static void points_evening(void)
{
    offers(&room, "high-hand-points", NULL);
    holds(&room, "high-hand-points", "house jackpot fund", 500000);
    does(&room, "clock 2026-11-02T20:00:00-08:00");
    seat_patrons(&room, "HE-2", 4);
}

/* What was given by mistake is taken back as an award is reversed: for a reason, by two persons, until the period ends. */
static void points_given_by_mistake_are_taken_back_until_the_period_ends(void **state)
{
    (void)state;
    points_evening();
    quads(1, 1);
    quads(2, 2);
    quads(3, 1);
    refuses(&room, "reject-hand 1 reason misread by sam", "house#two-persons");
    refuses(&room, "reject-hand 1 reason misread authorised-by sam by sam", "house#two-persons");
    refuses(&room, "reject-hand 1 reason misread authorised-by dana by sam", "house#two-persons");
    refuses(&room, "reject-hand 1 reason misread authorised-by sue by dana", "house#permission");
    does(&room, "reject-hand 1 reason misread authorised-by sue by sam");
    assert_true(text_equal(EVENT_AS(&room.decision.events[0], hand_rejected)->clause,
                           text_of("hawaiian-gardens/high-hand-promotion#15")));
    assert_int_equal(EVENT_AS(&room.decision.events[0], hand_rejected)->points, 3);
    points_of("1001", 3);
    refuses(&room, "reject-hand 1 reason misread authorised-by sue by sam", "house#hand");
    does(&room, "reject-hand 2 reason misread authorised-by sue by sam");
    points_of("1002", 0);
    does(&room, "clock 2026-11-03T02:00:00-08:00");
    prizes(&room, "seat 1 (1001): top twenty 100");
    refuses(&room, "reject-hand 3 reason misread authorised-by sue by sam", "house#hand");
}

/* The evening by a document that lets employees win when they are off duty. */
static void points_evening_of_employees(void)
{
    struct text activity = text_of("hawaiian-gardens/high-hand-promotion");
    file_text_as(&room, activity,
                 text_with(&room, document_file(&room, activity), "employees: no", "employees: off duty"));
    post_text(&room, "high-hand-points", offer_file(&room, "high-hand-points"));
    does(&room, "clock 2026-11-02T20:00:00-08:00");
    holds(&room, "high-hand-points", "house jackpot fund", 500000);
    seat_patrons(&room, "HE-2", 4);
}

static void who_was_off_duty_when_dealt_his_points_has_his_place(void **state)
{
    (void)state;
    points_evening_of_employees();
    does(&room, "amend-patron 1001 employee \"off duty\" authorised-by max by fay");
    quads(1, 1);
    does(&room, "amend-patron 1001 employee \"on duty\" by fay"); /* his shift begins */
    does(&room, "start-round HE-2 by dana");
    does(&room, "claim-hand HE-2 seat 1 offer high-hand-points by dana");
    does(&room, "amend-patron 1001 employee \"off duty\" authorised-by max by fay");
    refuses(&room, "verify-hand 2 cards \"As Ah\" board \"Ad Ac 7h 2s 3d\" by sam",
            "hawaiian-gardens/high-hand-promotion#31"); /* he was on duty when it was dealt */
    does(&room, "reject-hand 2 reason \"on duty\" by sam");
    does(&room, "end-round HE-2 by dana");
    points_of("1001", 3);
    does(&room, "clock 2026-11-03T01:59:59-08:00");
    does(&room, "amend-patron 1001 employee \"on duty\" by fay");
    does(&room, "clock 2026-11-03T02:00:00-08:00");
    prizes(&room, "seat 1 (1001): top twenty 100");
    does(&room, "identify 1 document passport by cy"); /* and he has it, though he is at work */
    does(&room, "pay 1 by cy");
}

/* Who was nobody of the house at the deal is judged as he is recorded when the places are decided. */
static void who_is_hired_after_his_points_is_judged_as_he_is_then(void **state)
{
    (void)state;
    points_evening_of_employees();
    quads(1, 1);
    quads(2, 2);
    quads(3, 3);
    does(&room, "clock 2026-11-03T01:59:59-08:00");
    does(&room, "amend-patron 1001 employee \"on duty\" by fay");
    does(&room, "amend-patron 1002 employee \"off duty\" by fay");
    does(&room, "clock 2026-11-03T02:00:00-08:00");
    prizes(&room, "seat 2 (1002): top twenty 100\nseat 3 (1003): top twenty 100");
}

/* Of several hands the last that earned points says how the player was dealt in. */
static void without_his_last_points_a_player_is_judged_by_those_before(void **state)
{
    (void)state;
    points_evening_of_employees();
    quads(1, 1);
    quads(2, 2);
    does(&room, "amend-patron 1001 employee \"off duty\" authorised-by max by fay");
    does(&room, "amend-patron 1002 employee \"off duty\" by fay");
    quads(3, 1);
    quads(4, 2);
    does(&room, "amend-patron 1001 employee \"on duty\" by fay");
    does(&room, "amend-patron 1002 employee \"on duty\" by fay");
    does(&room, "reject-hand 3 reason misread authorised-by sue by sam");
    does(&room, "clock 2026-11-03T02:00:00-08:00");
    prizes(&room, "seat 2 (1002): top twenty 100");
}

/* ------------------------------------------------------------------------------------------ the board itself */

/* So many hands that every place is taken: a higher one takes the place of the lowest. */
static void a_full_board_drops_its_lowest_hand(void **state)
{
    (void)state;
    happy_hours();
    unsigned hand = 0;
    while (hand < FLOOR_BOARD_MAX)
        straight(++hand, 1);
    assert_int_equal(board_count("happy-hours"), FLOOR_BOARD_MAX);
    does(&room, "start-round HE-1 by dana");
    does(&room, "claim-hand HE-1 seat 2 offer happy-hours by dana");
    DOES(&room, "verify-hand %u cards \"8s Kh\" board \"7d 6c 5h 4s 2d\" by fay", ++hand);
    char line[64];
    (void)snprintf(line, sizeof line, "authorise %u by finn", hand);
    refuses(&room, line, "house#hand");
    does(&room, "claim-hand HE-1 seat 3 offer happy-hours by dana");
    DOES(&room, "reject-hand %u reason lower by fay", hand);
    DOES(&room, "verify-hand %u cards \"As Kh\" board \"Qd Jc Th 2s 2d\" by fay", ++hand);
    DOES(&room, "authorise %u by finn", hand);
    assert_int_equal(board_count("happy-hours"), FLOOR_BOARD_MAX);
    does(&room, "clock 2026-11-02T18:00:00-08:00");
    prizes(&room, "seat 3 (1003): prize 1,000");
}

/* Rising hands, each of which beats the one before: of as many as there is room for beside the list, the lowest is not kept. */
static void no_more_beaten_hands_are_kept_than_there_is_room_for(void **state)
{
    static const char ranks[] = "23456789TJQK";
    unsigned hand = 0;
    (void)state;
    high_hand();
    for (unsigned k = 0; k < FLOOR_BOARD_MAX; k++)
        show(++hand, 1, "2s 2h", "2d 3c 3h 8s 9d"); /* equal: all are on the list */
    assert_int_equal(board_count("high-hand"), FLOOR_BOARD_MAX);
    show(++hand, 2, "4s 4h", "4d 3c 3h 8s 9d");
    assert_int_equal(board_count("high-hand"), 1);
    assert_string_equal(state_of(FLOOR_BOARD_MAX), "beaten");
    for (unsigned rank = 3; rank < sizeof ranks - 1; rank++) {
        char cards[8], board[32];
        (void)snprintf(cards, sizeof cards, "%cs %ch", ranks[rank], ranks[rank]);
        (void)snprintf(board, sizeof board, "%cd 3c 3h 2s Ad", ranks[rank]);
        show(++hand, 3, cards, board);
    }
    assert_int_equal(floor_board(&room.floor, text_of("high-hand"))->beaten_count, FLOOR_BOARD_MAX);
    assert_string_equal(state_of(1), "beaten"); /* of equals the newest goes first */
    assert_string_equal(state_of(FLOOR_BOARD_MAX), "rejected");
    assert_string_equal(state_of(FLOOR_BOARD_MAX + 1), "beaten");
}

static const unsigned tied[] = {64, 65, 200, FLOOR_BOARD_MAX};

/* What the prizes of the floor make together, each of which is one of two amounts; how many have the larger. */
static int64_t sum_of_prizes(unsigned count, int64_t larger, int64_t smaller, unsigned *larger_count)
{
    int64_t sum = 0;
    assert_int_equal(room.floor.prize_count, count);
    *larger_count = 0;
    for (unsigned i = 0; i < count; i++) {
        int64_t cents = room.floor.prizes[i].claim.cents;
        assert_true(cents == larger || cents == smaller);
        *larger_count += cents == larger;
        sum += cents;
    }
    return sum;
}

/* As many equal hands as a board has places for, of players whom nobody knows: each has the prize. */
static void however_many_tie_each_is_paid_in_full(void **state)
{
    (void)state;
    for (unsigned k = 0; k < sizeof tied / sizeof tied[0]; k++) {
        unsigned count;
        if (k > 0)
            assert_int_equal(open_bay(NULL), 0);
        high_hand();
        does(&room, "leave LH-1 seat 1 by dana");
        does(&room, "sit LH-1 seat 1 by dana");
        for (unsigned hand = 1; hand <= tied[k]; hand++)
            show(hand, 1, "8s 8h", "8d 7c 7h 2s 3d");
        does(&room, "end-round LH-1 by dana");
        does(&room, "clock 2026-11-02T22:00:00-08:00");
        assert_int_equal(sum_of_prizes(tied[k], 30000, 30000, &count), 30000 * (int64_t)tied[k]);
        if (k + 1 < sizeof tied / sizeof tied[0])
            (void)close_room(NULL);
    }
}

/* One prize of $1,000 in equal parts; what is left of a cent for each stays in the fund. */
static void however_many_tie_the_prize_is_split(void **state)
{
    (void)state;
    for (unsigned k = 0; k < sizeof tied / sizeof tied[0]; k++) {
        int64_t each = 100000 / (int64_t)tied[k];
        unsigned count;
        if (k > 0)
            assert_int_equal(open_gardens(NULL), 0);
        happy_hours();
        does(&room, "leave HE-1 seat 1 by dana");
        does(&room, "sit HE-1 seat 1 by dana");
        for (unsigned hand = 1; hand <= tied[k]; hand++)
            straight(hand, 1);
        does(&room, "end-round HE-1 by dana");
        does(&room, "clock 2026-11-02T18:00:00-08:00");
        assert_int_equal(sum_of_prizes(tied[k], each, each, &count), each * (int64_t)tied[k]);
        assert_int_equal(account_of(&room, "happy-hours", "Hawaiian Jackpot")->balance,
                         500000 - each * (int64_t)tied[k]);
        if (k + 1 < sizeof tied / sizeof tied[0])
            (void)close_room(NULL);
    }
}

/* A pool in equal parts, rounded up to the chip; the reserve bears the odd part. */
static void however_many_share_a_pool_each_has_whole_chips(void **state)
{
    (void)state;
    for (unsigned k = 0; k < sizeof tied / sizeof tied[0]; k++) {
        unsigned count;
        if (k > 0)
            assert_int_equal(open_demo(NULL), 0);
        offers(&room, "poker-bonus-hand", NULL);
        seat_patrons(&room, "HE-1", 5);
        for (unsigned hand = 1; hand <= tied[k]; hand++) {
            does(&room, "start-round HE-1 by dana");
            does(&room, "claim-hand HE-1 seat 1 offer poker-bonus-hand by dana");
            DOES(&room, "verify-hand %u row \"four of a kind\" pot $20 by sam", hand);
            DOES(&room, "authorise %u by sue", hand);
        }
        does(&room, "end-round HE-1 by dana");
        const struct offering *offering = floor_offering(&room.floor, text_of("poker-bonus-hand"));
        does(&room, "clock 2026-11-03T06:00:00-08:00");
        int64_t each = floor_prize(&room.floor, 1)->claim.cents,
                sum = sum_of_prizes(tied[k], each, each, &count);
        int64_t taken = 0, odd = 0;
        const struct floor_award *award = floor_award(&room.floor, 1);
        for (uint32_t i = 0; i < award->movement_count; i++) {
            taken += award->movements[i].reason == REASON_AWARD ? award->movements[i].cents : 0;
            odd += award->movements[i].reason == REASON_ODD_CHIPS ? award->movements[i].cents : 0;
        }
        assert_int_equal(taken + odd, sum);
        assert_int_equal(each % offering->terms.chip_cents, 0);
        assert_true(odd < offering->terms.chip_cents * (int64_t)tied[k]);
        assert_true(each >= offering->terms.chip_cents);
        if (k + 1 < sizeof tied / sizeof tied[0])
            (void)close_room(NULL);
    }
}

/* So many players with equal points share the prizes of the twenty places: $2,000. */
static void however_many_have_equal_points_the_places_are_shared(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 3; k++) {
        int64_t each = 200000 / (int64_t)tied[k];
        unsigned count;
        if (k > 0)
            assert_int_equal(open_gardens(NULL), 0);
        points_evening();
        for (unsigned hand = 1; hand <= tied[k]; hand++) {
            does(&room, "leave HE-2 seat 1 by dana");
            DOES(&room, "register 3%03u name \"Ann Lee\" born 1980-01-01 by sam", hand);
            DOES(&room, "sit HE-2 seat 1 patron 3%03u by dana", hand);
            quads(hand, 1);
            does(&room, "end-round HE-2 by dana");
        }
        does(&room, "clock 2026-11-03T02:00:00-08:00");
        assert_int_equal(sum_of_prizes(tied[k], each, each, &count), each * (int64_t)tied[k]);
        if (k < 2)
            (void)close_room(NULL);
    }
}

/* As many hands as a period has places for. */
/* A pool that every fee feeds, in periods that follow each other at once: fees before the end are won, those after it are not, whenever
 * the second person signs. */
static void a_pool_is_won_with_the_fees_until_its_period_ended(void **state)
{
    static const char document[] =
        "# Best Hours (TEST-000014)\n\nA pool for the straights of each period.\n\n"
        "1. It belongs to Texas Hold'em. [eligibility]\n\n"
        "   ```yaml\n   games: [Texas Hold'em]\n   when:\n     hours: posted\n   ```\n\n"
        "2. Whoever has a straight or better in a period shares the pool. [money]\n\n"
        "   ```yaml\n   charts:\n     A:\n       - straight or better: 100% of prize pool\n"
        "   paying:\n     over: the posted period\n   ```\n\n"
        "3. Half of the fee feeds the pool, and half the reserve, which refills it. [money]\n\n"
        "   ```yaml\n   pools:\n     prize pool: {seed: $10 to $200, reseed: $10 to $200, reseed from: "
        "reserve}\n"
        "   fee:\n     amount: $1\n     optional: yes\n     split: {prize pool: $0.50, reserve: $0.50}\n"
        "   funds:\n     reserve: {pays: [reseeds, progressive prizes]}\n"
        "   funding:\n     source: players\n     fees: its own\n   ```\n";
    static const char *const moments[] = {"12:59:59", "13:00:00", "13:00:01", "13:30:00"};
    (void)state;
    file_text_as(&room, text_of("sample/best-hours"), text_of(document));
    post_text(&room, "best",
              text_of("offer: sample/best-hours\ntables: [HE-1]\n"
                      "hours: daily 12:00 to 13:00; daily 13:00 to 14:00\n"
                      "pools: {prize pool: {seed: $100, reseed: $100}}\n"));
    assert_true(room.decision.ruling.allowed);
    does(&room, "clock 2026-11-02T12:00:00-08:00");
    seat_patrons(&room, "HE-1", 4);
    for (unsigned hand = 1; hand <= 4; hand++) { /* signed at one moment more every day */
        unsigned day = hand + 1;
        holds(&room, "best", "prize pool", 10000);
        holds(&room, "best", "reserve", 50000);
        DOES(&room, "clock 2026-11-%02uT12:30:00-08:00", day);
        does(&room, "start-round HE-1 fees 1,2 by dana");
        does(&room, "claim-hand HE-1 seat 1 offer best by dana");
        DOES(&room, "verify-hand %u row A1 pot $20 by sam", hand);
        does(&room, "end-round HE-1 by dana");
        for (unsigned i = 0; i < 4; i++) {
            DOES(&room, "clock 2026-11-%02uT%s-08:00", day, moments[i]);
            does(&room, "start-round HE-1 fees 1,2 by dana");
            does(&room, "end-round HE-1 by dana");
            if (hand == i + 1)
                DOES(&room, "authorise %u by sue", hand);
        }
        DOES(&room, "clock 2026-11-%02uT13:30:01-08:00", day);
        assert_int_equal(room.floor.prize_count, hand);
        assert_int_equal(floor_prize(&room.floor, hand)->claim.cents, 10200);
        assert_int_equal(balance(&room, "best", "prize pool"), 10300);
    }
}

static void no_more_hands_of_a_period_are_kept_than_can_be_settled(void **state)
{
    (void)state;
    offers(&room, "poker-bonus-hand", NULL);
    seat_patrons(&room, "HE-1", 5);
    for (unsigned hand = 1; hand <= FLOOR_BOARD_MAX; hand++) {
        does(&room, "start-round HE-1 by dana");
        does(&room, "claim-hand HE-1 seat 1 offer poker-bonus-hand by dana");
        DOES(&room, "verify-hand %u row \"four of a kind\" pot $20 by sam", hand);
        DOES(&room, "authorise %u by sue", hand);
    }
    does(&room, "start-round HE-1 by dana");
    does(&room, "claim-hand HE-1 seat 1 offer poker-bonus-hand by dana");
    DOES(&room, "verify-hand %u row \"straight flush\" pot $20 by sam", FLOOR_BOARD_MAX + 1);
    char line[64];
    (void)snprintf(line, sizeof line, "authorise %u by sue", FLOOR_BOARD_MAX + 1);
    refuses(&room, line, "house#hand");
    assert_string_equal(room.decision.ruling.words,
                        "the board is full; it can take no more hands of this period");
    does(&room, "end-round HE-1 by dana");
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    assert_int_equal(room.floor.prize_count, FLOOR_BOARD_MAX);
}

/* Hands of one period that were dealt by so many postings that one event cannot settle them: the last is refused when it comes, and
 * time goes on. */
static void no_hand_is_kept_with_which_the_period_could_not_be_settled(void **state)
{
    char words[64];
    (void)state;
    happy_hours();
    does(&room, "leave HE-1 seat 1 by dana");
    does(&room, "sit HE-1 seat 1 by dana");
    for (unsigned hand = 1; hand <= AWARD_HITS_MAX + 1; hand++) {
        does(&room, "start-round HE-1 by dana");
        does(&room, "claim-hand HE-1 seat 1 offer happy-hours by dana");
        does(&room, "end-round HE-1 by dana");
        (void)snprintf(words, sizeof words, "prize: $%u", 200 + hand);
        offers(&room, "happy-hours", "prize: $200", words, NULL);
    }
    for (unsigned hand = 1; hand <= AWARD_HITS_MAX + 1; hand++) {
        DOES(&room, "verify-hand %u cards \"9s 8h\" board \"7d 6c 5h 2s 2d\" by fay", hand);
        if (hand <= AWARD_HITS_MAX)
            DOES(&room, "authorise %u by finn", hand);
    }
    (void)snprintf(words, sizeof words, "authorise %u by finn", AWARD_HITS_MAX + 1);
    refuses(&room, words, "house#hand");
    assert_string_equal(room.decision.ruling.words, "at most 32 rows are settled at once");
    DOES(&room, "reject-hand %u reason \"no room\" by fay", AWARD_HITS_MAX + 1);
    does(&room, "clock 2026-11-02T18:00:00-08:00");
    assert_int_equal(room.floor.prize_count, AWARD_HITS_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(a_hand_that_was_misread_is_taken_off_the_board, open_bay),
        STORY(equal_hands_come_back_together, open_bay),
        STORY(no_more_beaten_hands_are_kept_than_there_is_room_for, open_bay),
        STORY(points_given_by_mistake_are_taken_back_until_the_period_ends, open_gardens),
        STORY(who_was_off_duty_when_dealt_his_points_has_his_place, open_gardens),
        STORY(who_is_hired_after_his_points_is_judged_as_he_is_then, open_gardens),
        STORY(without_his_last_points_a_player_is_judged_by_those_before, open_gardens),
        STORY(a_full_board_drops_its_lowest_hand, open_gardens),
        STORY(however_many_tie_each_is_paid_in_full, open_bay),
        STORY(however_many_tie_the_prize_is_split, open_gardens),
        STORY(however_many_share_a_pool_each_has_whole_chips, open_demo),
        STORY(however_many_have_equal_points_the_places_are_shared, open_gardens),
        STORY(a_pool_is_won_with_the_fees_until_its_period_ended, open_demo),
        STORY(no_more_hands_of_a_period_are_kept_than_can_be_settled, open_demo),
        STORY(no_hand_is_kept_with_which_the_period_could_not_be_settled, open_gardens),
    };
    return cmocka_run_group_tests_name("floor: boards", tests, NULL, NULL);
}
