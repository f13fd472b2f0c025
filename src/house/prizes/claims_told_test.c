/* Until when a winner must come: the event tells it, and applying it reads no document. */
#include "house/stories/story_test.h"

#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"

enum { PRIZES = 4 };

/* Four of a kind of seat 1 that two persons have seen, and its award as the house decides it, not applied. */
static struct event begin_award(struct prize_row rows[PRIZES])
{
    struct fault fault;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 3);
    does(&room, "start-round C4-1 fees 1,3 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 cards \"9s 9h 9d 9c 2s\" wager $5 by sam");
    struct command command = command_of(&room, "authorise 1 by sue");
    assert_int_equal(floor_decide(&room.floor, &command, &room.decision, &fault), STATUS_OK);
    assert_true(room.decision.ruling.allowed);
    assert_int_equal(room.decision.event_count, 1);
    struct event event = room.decision.events[0];
    assert_in_range(EVENT_AS(&event, awarded)->prize_count, 1, PRIZES);
    for (uint32_t i = 0; i < EVENT_AS(&event, awarded)->prize_count; i++)
        rows[i] = EVENT_AS(&event, awarded)->prizes[i];
    EVENT_AS(&event, awarded)->prizes = rows;
    return event;
}

static void assert_claim_of_first(const struct prize_row *row)
{
    const struct claim *claim = &room.floor.prizes[0].claim;
    assert_int_equal(claim->identified, row->identified);
    assert_int_equal(claim->can_be_late ? claim->identify_by.ms : 0, row->identify_by.ms);
    assert_int_equal(claim->can_lapse ? claim->lapses.ms : 0, row->lapses.ms);
    assert_int_equal(claim->state, row->identified ? CLAIM_AWARDED : CLAIM_PAYABLE);
}

static void an_award_tells_until_when_its_winner_must_come(void **state)
{
    struct prize_row rows[PRIZES];
    struct fault fault;
    (void)state;
    struct event event = begin_award(rows);
    rows[0].identified = true;
    rows[0].identify_by = (struct instant){event.head.at.ms + 60000};
    rows[0].lapses = (struct instant){event.head.at.ms + 7200000};
    assert_int_equal(floor_apply(&room.floor, &event, &fault), STATUS_OK); /* which decides nothing */
    assert_claim_of_first(&rows[0]);
}

static void a_prize_that_cannot_lapse_tells_no_moment(void **state)
{
    struct prize_row rows[PRIZES];
    struct fault fault;
    (void)state;
    struct event event = begin_award(rows);
    rows[0].identified = false;
    rows[0].identify_by = rows[0].lapses = (struct instant){0};
    assert_int_equal(floor_apply(&room.floor, &event, &fault), STATUS_OK);
    assert_false(room.floor.prizes[0].claim.can_be_late || room.floor.prizes[0].claim.can_lapse);
    assert_claim_of_first(&rows[0]);
}

static void another_moment_than_the_document_says_is_forged(void **state)
{
    (void)state;
    for (unsigned altered = 0; altered < 3; altered++) {
        struct prize_row rows[PRIZES];
        struct fault fault = {.words = ""};
        struct event event = begin_award(rows);
        if (altered == 0)
            rows[0].identified = !rows[0].identified;
        else if (altered == 1)
            rows[0].identify_by.ms++;
        else
            rows[0].lapses.ms++;
        assert_int_equal(floor_replay(&room.floor, &event, &fault), STATUS_INVALID);
        assert_non_null(strstr(fault.words, "its winners have until another moment"));
        close_room(state);
        (void)open_demo(state);
    }
}

static void an_award_of_an_old_log_has_what_its_version_made_of_it(void **state)
{
    struct prize_row rows[PRIZES];
    struct fault fault = {.words = ""};
    (void)state;
    struct event event = begin_award(rows);
    const struct prize_row told = rows[0];
    rows[0].identified = false;
    rows[0].identify_by = rows[0].lapses = (struct instant){0};
    room.floor.decided_by = (struct decided_by){.decisions = DECISIONS_FIRST};
    if (floor_replay(&room.floor, &event, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    assert_claim_of_first(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(an_award_tells_until_when_its_winner_must_come, open_demo),
        STORY(a_prize_that_cannot_lapse_tells_no_moment, open_demo),
        STORY(another_moment_than_the_document_says_is_forged, open_demo),
        STORY(an_award_of_an_old_log_has_what_its_version_made_of_it, open_demo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
