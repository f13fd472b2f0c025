/* What a claim tells of its round: an audit finds what was altered, and an old log is as its version made it. */
#include "house/stories/story_test.h"

#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/prizes/prizes.h"
#include "house/tables/meter_shapes.h"
#include "house/tables/tables.h"

/* Two tables of an offer whose prize all who have paid its fee share: the claim of a hand as the house decides it, not applied. */
static struct event begin_claim(void)
{
    struct fault fault;
    offers(&room, "fortune-pai-gow", "structure: B", "structure: C", "reseed: $10,000", "reseed: $1,000",
           NULL);
    seat_patrons(&room, "FP-1", 4);
    does(&room, "register 1005 by fay");
    does(&room, "open-table FP-2 by fay");
    does(&room, "sit FP-2 seat 1 by dana");
    does(&room, "sit FP-2 seat 2 patron 1005 by dana");
    does(&room, "start-round FP-2 fees 1,2 by dana");
    does(&room, "start-round FP-1 fees 1,3 by dana");
    struct command command = command_of(&room, "claim-hand FP-1 seat 1 offer fortune-pai-gow by dana");
    assert_int_equal(floor_decide(&room.floor, &command, &room.decision, &fault), STATUS_OK);
    if (!room.decision.ruling.allowed)
        fail_msg("%s", room.decision.ruling.words);
    assert_int_equal(room.decision.event_count, 1);
    return room.decision.events[0];
}

static void a_claim_tells_who_has_paid(void **state)
{
    (void)state;
    struct event event = begin_claim();
    const struct hand_claimed *claimed = EVENT_AS(&event, hand_claimed);
    assert_true(claimed->fee);
    assert_int_equal(claimed->paid, 1u << 1 | 1u << 3);
    assert_int_equal(claimed->payer_count, 2);
    assert_true(text_equal(claimed->payers[0].table, text_of("FP-2")));
    assert_int_equal(claimed->payers[0].seat, 1);
    assert_int_equal(claimed->payers[0].patron.length, 0);
    assert_true(text_equal(claimed->payers[1].patron, text_of("1005")));
}

/* Each field alone. */
static void alter(struct hand_claimed *claimed, unsigned field)
{
    static const struct meter_reading reading = {77};
    switch (field) {
    case 0:
        claimed->shared = !claimed->shared;
        break;
    case 1:
        claimed->fee = !claimed->fee;
        break;
    case 2:
        claimed->paid ^= 1u << 2;
        break;
    case 3:
        claimed->decided.ms--;
        break;
    case 4:
        claimed->readings = &reading;
        claimed->reading_count = !claimed->reading_count;
        break;
    case 5:
        claimed->awards_before++;
        break;
    default:
        claimed->payer_count--;
    }
}

static void every_altered_field_is_found(void **state)
{
    static const char *const fields[] = {"shared",   "fee",           "paid",  "decided",
                                         "readings", "awards-before", "payers"};
    (void)state;
    for (unsigned i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        struct event event = begin_claim();
        struct fault fault = {.words = ""};
        char words[80];
        alter(EVENT_AS(&event, hand_claimed), i);
        (void)snprintf(words, sizeof words, "its \"%s\" is not what the house decides", fields[i]);
        const enum status status = floor_replay(&room.floor, &event, &fault);
        assert_int_equal(status, STATUS_INVALID);
        /* More awards than there were cannot be applied either. */
        if (!strstr(fault.words, i == 5 ? "what meters showed" : words))
            fail_msg("%s, and not %s", fault.words, words);
        close_room(state);
        (void)open_gardens(state);
    }
}

static void a_payer_at_no_table_cannot_be_applied(void **state)
{
    const struct claim_payer payers[] = {
        {.table = text_of("FP-77"), .seat = 1},
        {.table = text_of("FP-2"), .seat = FLOOR_SEATS_MAX + 1},
    };
    (void)state;
    struct event event = begin_claim();
    for (unsigned i = 0; i < 2; i++) {
        struct fault fault = {.words = ""};
        EVENT_AS(&event, hand_claimed)->payers = &payers[i];
        EVENT_AS(&event, hand_claimed)->payer_count = 1;
        assert_int_equal(floor_apply(&room.floor, &event, &fault), STATUS_INVALID);
        assert_non_null(strstr(fault.words, "who paid, or what meters showed"));
    }
}

static void a_claim_of_an_old_log_is_as_its_version_made_it(void **state)
{
    struct fault fault = {.words = ""};
    (void)state;
    struct event event = begin_claim();
    const struct hand_claimed told = *EVENT_AS(&event, hand_claimed);
    EVENT_FILL(&event, hand_claimed, .hand = told.hand, .table = told.table, .round = told.round,
               .seat = told.seat, .offer = told.offer);
    EVENT_AS(&event, hand_claimed)->patron = told.patron;
    room.floor.decided_by = (struct decided_by){.decisions = DECISIONS_TELL_ALL};
    if (floor_replay(&room.floor, &event, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    const struct floor_hand *hand = floor_hand(&room.floor, told.hand);
    assert_int_equal(hand->paid, told.paid);
    assert_int_equal(hand->fee, told.fee);
    assert_int_equal(hand->decided.ms, told.decided.ms);
    assert_int_equal(hand->payer_count, told.payer_count);
    assert_int_equal(hand->payers[1].seat, told.payers[1].seat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(a_claim_tells_who_has_paid, open_gardens),
        STORY(every_altered_field_is_found, open_gardens),
        STORY(a_payer_at_no_table_cannot_be_applied, open_gardens),
        STORY(a_claim_of_an_old_log_is_as_its_version_made_it, open_gardens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
