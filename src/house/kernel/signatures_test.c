/*
 * I13: whoever brought an event, or signed it, had the right to. A line is decided, and in its event another person stands before it
 * is applied, as in a log that somebody writes anew.
 */
#include "house/stories/story_test.h"

#include "house/cage/cage_shapes.h"
#include "house/hands/sample_hands.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/floor.h"
#include "house/people/staff.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"

enum { PAYLOAD_SIZE = 1 << 16 };

/* The first event of the kind that happens by the line. */
static const struct event *event_of(const char *line, const char *kind)
{
    struct command command = command_of(&room, line);
    struct fault fault;
    assert_int_equal(decide_by_sample(&room.floor, &command, &room.decision, &room.lines, &fault), STATUS_OK);
    if (!room.decision.ruling.allowed)
        fail_msg("%s: %s", line, room.decision.ruling.words);
    for (unsigned i = 0; i < room.decision.event_count; i++)
        if (strcmp(event_name(room.decision.events[i].kind), kind) == 0)
            return &room.decision.events[i];
    fail_msg("%s: nothing of the kind %s happens", line, kind);
    return NULL;
}

/* The event of the line, in which one text stands in the place of another, is refused in these words. */
static void is_found(const char *line, const char *kind, const char *old, const char *new, const char *words)
{
    static char payload[PAYLOAD_SIZE], altered[PAYLOAD_SIZE];
    struct event event;
    struct fault fault = {0};
    struct text_out out;
    struct text kept;
    text_out_init(&out, payload, sizeof payload);
    event_write(&out, event_of(line, kind));
    const char *at = strstr(payload, old);
    if (!at)
        fail_msg("%s does not say %s", payload, old);
    (void)snprintf(altered, sizeof altered, "%.*s%s%s", (int)(at - payload), payload, new, at + strlen(old));
    assert_int_equal(arena_copy_text(&room.lines, text_of(altered), &kept), STATUS_OK);
    assert_int_equal(event_read(text_of(kind), kept, &room.lines, &event, &fault), STATUS_OK);
    if (floor_apply(&room.floor, &event, &fault) != STATUS_INVALID)
        fail_msg("%s is applied", altered);
    if (!strstr(fault.words, kind) || !strstr(fault.words, words))
        fail_msg("%s: %s", altered, fault.words);
}

/* The same of who brought it; and as it was decided, it is done. */
static void needs(const char *line, const char *kind, const char *by, const char *another, const char *words)
{
    char old[64], new[64];
    (void)snprintf(old, sizeof old, "\"by\":\"%s\"", by);
    (void)snprintf(new, sizeof new, "\"by\":\"%s\"", another);
    is_found(line, kind, old, new, words);
    (void)snprintf(old, sizeof old, ",\"by\":\"%s\"", by);
    is_found(line, kind, old, "", "nobody is said to have brought it (house#permission)");
    does(&room, line);
}

/* ------------------------------------------------------------------------------------------ hands of a round */

static void a_dealer_does_not_authorise_a_jackpot(void **state)
{
    static const char authorise[] = "authorise 1 by sue", not_dana[] = "dana may not authorise here ";
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 3);
    needs("start-round C4-1 fees 1,2,3 by dana", "round-started", "dana", "cy",
          "cy may not start rounds here (house#permission)");
    needs("claim-hand C4-1 seat 1 offer bonus-hand by dana", "hand-claimed", "dana", "cy",
          "cy may not claim hands here (house#permission)");
    needs("verify-hand 1 cards \"9s 9h 9d 9c 2s\" wager $5 by sam", "hand-verified", "sam", "dana",
          "dana may not verify here (house#permission)");
    is_found(authorise, "awarded", "\"by\":\"sue\"", "\"by\":\"dana\"", not_dana);
    is_found(authorise, "awarded", "\"authorised-by\":\"sue\"", "\"authorised-by\":\"dana\"",
             "dana has authorised what another brought (house#two-persons)");
    is_found(authorise, "awarded", "\"verified-by\":\"sam\"", "\"verified-by\":\"fay\"",
             "fay has not verified the hand (house#two-persons)");
    is_found(authorise, "awarded", "\"verified-by\":\"sam\"", "\"verified-by\":\"sue\"", "not two persons");
    is_found(authorise, "awarded", ",\"round\":1", "", "sue cannot bring it, for time does");
    needs(authorise, "awarded", "sue", "dana", not_dana);
    needs("pay 1 in check by cy", "prize-paid", "cy", "dana", "dana may not pay here (house#permission)");
}

static void who_was_dismissed_signs_nothing_more(void **state)
{
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 3);
    needs("dismiss finn by olga", "dismissed", "olga", "sam", "sam may not appoint here (house#permission)");
    needs("appoint dora role dealer by max", "appointed", "max", "dana",
          "dana may not appoint here (house#permission)");
    needs("start-round C4-1 fees 1,2,3 by dora", "round-started", "dora", "finn",
          "finn may not start rounds here (house#permission)");
}

/* Two hands of a round: one person has verified the one, and cannot authorise the other. */
static void who_has_verified_a_hand_of_the_round_does_not_authorise_it(void **state)
{
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 3);
    does(&room, "start-round C4-1 fees 1,2,3 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "claim-hand C4-1 seat 2 offer bonus-hand by dana");
    does(&room, "verify-hand 1 cards \"9s 9h 9d 9c 2s\" wager $5 by sam");
    does(&room, "verify-hand 2 cards \"8s 8h 8d 8c 3s\" wager $5 by fay");
    event_of("authorise 1 by sue", "awarded");
    room.decision.events[0].head.by = EVENT_AS(&room.decision.events[0], awarded)->authorised_by =
        text_of("fay");
    struct fault fault;
    assert_int_equal(floor_apply(&room.floor, &room.decision.events[0], &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "fay has verified a hand of the round, and cannot authorise it"));
    does(&room, "authorise 1 by sue");
}

/* hawaiian-gardens/fortune-pai-gow-poker-progressive has a supervisor verify and another authorise; the floor may do so in this house. */
static void the_person_whom_the_document_names_signs(void **state)
{
    (void)state;
    offers(&room, "fortune-pai-gow", NULL);
    seat_patrons(&room, "FP-1", 2);
    does(&room, "start-round FP-1 fees 1,2 by dana");
    does(&room, "claim-hand FP-1 seat 1 offer fortune-pai-gow by dana");
    needs("verify-hand 1 row \"five aces\" by sam", "hand-verified", "sam", "fay",
          "fay is no supervisor, as the document asks for "
          "(hawaiian-gardens/fortune-pai-gow-poker-progressive#");
    event_of("authorise 1 by sue", "awarded");
    room.decision.events[0].head.by = EVENT_AS(&room.decision.events[0], awarded)->authorised_by =
        text_of("fay");
    struct fault fault;
    assert_int_equal(floor_apply(&room.floor, &room.decision.events[0], &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "fay is no supervisor, as the document asks for "
                                        "(hawaiian-gardens/fortune-pai-gow-poker-progressive#"));
    does(&room, "authorise 1 by sue");
}

/* hawaiian-gardens/three-card-poker-progressive has a floor person hand the prize over, whom the cage names when it books that. */
static void the_person_whom_the_document_names_pays(void **state)
{
    static const char pay[] = "pay 1 handed-by fay by cy", fay[] = "\"handed-by\":\"fay\"";
    (void)state;
    offers(&room, "three-card-progressive", NULL);
    seat_patrons(&room, "TC-2", 2);
    does(&room, "start-round TC-2 fees 1,2 by dana");
    does(&room, "claim-hand TC-2 seat 1 offer three-card-progressive by dana");
    does(&room, "verify-hand 1 cards \"As Ks Qs\" by fay");
    does(&room, "authorise 1 by finn");
    is_found(pay, "prize-paid", fay, "\"handed-by\":\"dana\"",
             "dana has paid it, but it must be paid by: floor person "
             "(hawaiian-gardens/three-card-poker-progressive#70)");
    is_found(pay, "prize-paid", ",\"handed-by\":\"fay\"", "",
             "cy has paid it, but it must be paid by: floor person");
    is_found(pay, "prize-paid", fay, "\"handed-by\":\"mallory\"",
             "mallory does not work here (house#permission)");
    does(&room, pay);
}

static void a_hand_is_withdrawn_by_who_has_claimed_it_and_rejected_by_who_may(void **state)
{
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 3);
    does(&room, "start-round C4-1 fees 1,2,3 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    needs("withdraw-hand 1 reason mistake by dana", "hand-withdrawn", "dana", "fay",
          "fay has not claimed the hand (house#hand)");
    does(&room, "claim-hand C4-1 seat 2 offer bonus-hand by dana");
    is_found("reject-hand 2 reason mistake authorised-by sam by dana", "hand-rejected",
             "\"authorised-by\":\"sam\"", "\"authorised-by\":\"cy\"",
             "cy cannot countersign it (house#two-persons)");
    is_found("reject-hand 2 reason mistake authorised-by sam by dana", "hand-rejected",
             ",\"authorised-by\":\"sam\"", "", "dana may not verify here (house#permission)");
    does(&room, "reject-hand 2 reason mistake authorised-by sam by dana");
    is_found("return-fees C4-1 reason misdeal authorised-by sam by dana", "fees-returned",
             "\"authorised-by\":\"sam\"", "\"authorised-by\":\"dana\"",
             "dana cannot countersign it (house#two-persons)");
    is_found("return-fees C4-1 reason misdeal authorised-by sue by sam", "fees-returned",
             ",\"authorised-by\":\"sue\"", "", " cannot sign it as the second person (house#two-persons)");
    needs("return-fees C4-1 reason misdeal authorised-by sue by sam", "fees-returned", "sam", "cy",
          "cy may not authorise here (house#permission)");
}

/* ------------------------------------------------------------------------------------------ periods */

/* Whether the next that the clock brings is of the kind. */
static bool time_brings(const char *clock, enum event_kind kind)
{
    struct command command = command_of(&room, clock);
    struct fault fault;
    assert_int_equal(floor_decide(&room.floor, &command, &room.decision, &fault), STATUS_OK);
    assert_true(room.decision.unfinished);
    return room.decision.events[0].kind == kind;
}

/* bay101/poker-high-hand: time awards what two persons have put on the board. */
static void a_board_is_settled_by_those_who_put_hands_on_it(void **state)
{
    static const char ten[] = "clock 2026-11-02T22:00:00-08:00", *person = "\"authorised-by\":\"sue\"";
    (void)state;
    offers(&room, "poker-bonus-hand", NULL);
    offers(&room, "high-hand", NULL);
    does(&room, "clock 2026-11-02T18:00:00-08:00");
    seat_patrons(&room, "LH-1", 6);
    does(&room, "start-round LH-1 by dana");
    does(&room, "claim-hand LH-1 seat 1 offer high-hand by dana");
    does(&room, "verify-hand 1 cards \"9s 9h\" board \"9d 7c 7h 2s 3d\" pot $40 by sam");
    is_found("authorise 1 by sue", "hand-on-board", "\"by\":\"sue\"", "\"by\":\"sam\"",
             "sam has verified the hand, and cannot authorise it (house#two-persons)");
    needs("authorise 1 by sue", "hand-on-board", "sue", "dana",
          "dana may not authorise here (house#permission)");
    while (!time_brings(ten, EVENT_AWARDED))
        room_apply(&room);
    is_found(ten, "awarded", person, "\"authorised-by\":\"fay\"",
             "fay has not authorised what stands on the board (house#two-persons)");
    is_found(ten, "awarded", "Z\"", "Z\",\"by\":\"sue\"", "sue cannot bring it, for time does (house#time)");
    does(&room, ten);
}

/* ------------------------------------------------------------------------------------------ money and people */

static void money_is_moved_by_hand_by_two_who_may(void **state)
{
    static const char adjust[] =
        "adjust bonus-hand from house to reserve amount $10 reason test authorised-by sue by sam";
    (void)state;
    offers(&room, "bonus-hand", NULL);
    is_found(adjust, "adjusted", "\"authorised-by\":\"sue\"", "\"authorised-by\":\"sam\"",
             "sam cannot sign it as the second person (house#two-persons)");
    is_found(adjust, "adjusted", "\"authorised-by\":\"sue\"", "\"authorised-by\":\"cy\"",
             "cy cannot sign it as the second person (house#two-persons)");
    needs(adjust, "adjusted", "sam", "fay", "fay may not adjust here (house#permission)");
}

/* house#money: what players paid goes to nobody by hand, and where it goes a clause says. */
static void money_moved_by_hand_follows_the_document(void **state)
{
    static const struct {
        const char *from, *to;
        bool allowed;
    } rows[] = {
        {"reserve", "winners", false},        {"reserve", "patrons", false},
        {"patrons", "reserve", false},        {"house", "winners", false},
        {"taxes", "winners", false},          {"winners", "house", false},
        {"reserve", "house", false},          {"\"prize pool\"", "house", false},
        {"\"fee box\"", "house", false},      {"held", "house", false},
        {"reserve", "administration", false}, {"house", "held", false},
        {"reserve", "\"prize pool\"", true},  {"house", "reserve", true},
        {"\"fee box\"", "reserve", true},
    };
    (void)state;
    offers(&room, "bonus-hand", NULL);
    does(&room, "adjust bonus-hand from house to reserve amount $1000 reason test authorised-by sue by sam");
    does(&room,
         "adjust bonus-hand from house to \"fee box\" amount $10 reason test authorised-by sue by sam");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fault fault;
        char line[256];
        (void)snprintf(line, sizeof line,
                       "adjust bonus-hand from %s to %s amount $1 reason x authorised-by sue by sam",
                       rows[i].from, rows[i].to);
        const struct command command = command_of(&room, line);
        assert_int_equal(floor_decide(&room.floor, &command, &room.decision, &fault), STATUS_OK);
        if (room.decision.ruling.allowed != rows[i].allowed)
            fail_msg("%s: %s", line, room.decision.ruling.words);
    }
    /* An audit finds it in a log that somebody writes anew. */
    struct fault fault;
    const struct command command = command_of(
        &room,
        "adjust bonus-hand from reserve to \"prize pool\" amount $1 reason x authorised-by sue by sam");
    assert_int_equal(floor_decide(&room.floor, &command, &room.decision, &fault), STATUS_OK);
    struct event *adjusted = &room.decision.events[0];
    struct movement altered = EVENT_AS(adjusted, adjusted)->money.movements[0];
    assert_true(text_starts_with(altered.clause, text_of("bay101/bonus-hand-progressive-v1-1#")));
    altered.to = ledger_find(&room.floor.ledger, ACCOUNT_HOUSE, text_of(""), text_of("house"));
    EVENT_AS(adjusted, adjusted)->money = (struct money_rows){.movements = &altered, .movement_count = 1};
    assert_int_equal(floor_replay(&room.floor, adjusted, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "no clause lets money go there by hand"));
}

static void a_pool_is_raised_by_two_who_may(void **state)
{
    static const char raise[] = "raise bonus-hand pool \"prize pool\" amount $10 authorised-by sue by sam";
    (void)state;
    offers(&room, "bonus-hand", NULL);
    does(&room, "adjust bonus-hand from house to reserve amount $10 reason test authorised-by sue by sam");
    is_found(raise, "raised", ",\"authorised-by\":\"sue\"", "",
             " cannot sign it as the second person (house#two-persons)");
    is_found(raise, "raised", "\"authorised-by\":\"sue\"", "\"authorised-by\":\"cy\"",
             "cy cannot sign it as the second person (house#two-persons)");
    needs(raise, "raised", "sam", "fay", "fay may not adjust here (house#permission)");
}

static void a_prize_is_reversed_or_forfeited_by_two_who_may(void **state)
{
    static const char reverse[] = "reverse 1 prize 1 reason misread authorised-by sue by sam",
                      forfeit[] = "forfeit 2 reason excluded authorised-by sue by sam";
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 3);
    does(&room, "start-round C4-1 fees 1,2,3 by dana");
    for (unsigned seat = 1; seat <= 2; seat++) {
        DOES(&room, "claim-hand C4-1 seat %u offer bonus-hand by dana", seat);
        DOES(&room, "verify-hand %u row straight by sam", seat);
    }
    does(&room, "authorise 1 by sue");
    does(&room, "exclude 1002 authorised-by max by sam");
    is_found(forfeit, "prize-forfeited", "\"authorised-by\":\"sue\"", "\"authorised-by\":\"sam\"",
             "sam cannot sign it as the second person (house#two-persons)");
    is_found(forfeit, "prize-forfeited", "\"authorised-by\":\"sue\"", "\"authorised-by\":\"cy\"",
             "cy cannot sign it as the second person (house#two-persons)");
    needs(forfeit, "prize-forfeited", "sam", "fay", "fay may not adjust here (house#permission)");
    is_found(reverse, "award-reversed", "\"authorised-by\":\"sue\"", "\"authorised-by\":\"sam\"",
             "sam cannot sign it as the second person (house#two-persons)");
    needs(reverse, "award-reversed", "sam", "fay", "fay may not adjust here (house#permission)");
}

static void who_registers_patrons_does_not_take_them_off_the_exclusion_list(void **state)
{
    (void)state;
    needs("register 1001 name Ann by cy", "patron-recorded", "cy", "dana",
          "dana may not register patrons here (house#permission)");
    needs("exclude 1001 reason asked by sam", "patron-recorded", "sam", "cy",
          "cy may not verify here (house#permission)");
    is_found("readmit 1001 authorised-by sue by sam", "patron-recorded", ",\"authorised-by\":\"sue\"", "",
             " cannot sign it as the second person (house#two-persons)");
    is_found("readmit 1001 authorised-by sue by sam", "patron-recorded", "\"authorised-by\":\"sue\"",
             "\"authorised-by\":\"sam\"", "sam cannot sign it as the second person (house#two-persons)");
    needs("readmit 1001 authorised-by sue by sam", "patron-recorded", "sam", "cy",
          "cy may not verify here (house#permission)");
}

static void what_time_brings_nobody_brings(void **state)
{
    (void)state;
    is_found("clock 2026-11-02T12:30:00-08:00", "clock", "Z\"", "Z\",\"by\":\"sam\"",
             "sam cannot bring it, for time does (house#time)");
    does(&room, "clock 2026-11-02T12:30:00-08:00");
}

/* house#time: the clock is the system's, and who sets it by hand takes no prize from anybody. */
static void two_persons_set_the_clock_and_no_prize_lapses_by_that(void **state)
{
    static const char set[] = "clock 2026-11-02T13:00:00-08:00 reason test authorised-by sue by sam";
    (void)state;
    offers(&room, "poker-bonus-hand", NULL);
    offers(&room, "high-hand", NULL);
    refuses(&room, "clock 2026-11-02T13:00:00-08:00 reason test authorised-by sue by dana",
            "house#permission");
    refuses(&room, "clock 2026-11-02T13:00:00-08:00 authorised-by sue by sam", "house#time");
    refuses(&room, "clock 2026-11-02T13:00:00-08:00 reason test by sam", "house#two-persons");
    refuses(&room, "clock 2026-11-02T13:00:00-08:00 reason test authorised-by sam by sam",
            "house#two-persons");
    is_found(set, "time-confirmed", "\"authorised-by\":\"sue\"", "\"authorised-by\":\"sam\"",
             "sam cannot sign it as the second person (house#two-persons)");
    does(&room, set);
    assert_int_equal(room.floor.told.ms, room.floor.now.ms);

    does(&room, "clock 2026-11-02T18:00:00-08:00");
    seat_patrons(&room, "LH-1", 6);
    does(&room, "start-round LH-1 by dana");
    does(&room, "claim-hand LH-1 seat 1 offer high-hand by dana");
    does(&room, "verify-hand 1 cards \"9s 9h\" board \"9d 7c 7h 2s 3d\" pot $40 by sam");
    does(&room, "authorise 1 by sue");
    does(&room, "end-round LH-1 pot $40 by dana");
    does(&room, "clock 2026-11-02T22:00:00-08:00");
    const struct floor_prize *prize = floor_prize(&room.floor, 1);
    assert_true(prize->claim.can_be_late);
    const int64_t first = prize->claim.identify_by.ms + 1;
    struct command command = command_of(&room, set);
    COMMAND_AS(&command, clock_moves)->far = true;
    for (int64_t late = -1; late <= 1; late++) {
        struct fault fault;
        COMMAND_AS(&command, clock_moves)->at.ms = first + late;
        assert_int_equal(floor_decide(&room.floor, &command, &room.decision, &fault), STATUS_OK);
        assert_int_equal(room.decision.ruling.allowed, late < 0);
    }
    assert_non_null(strstr(room.decision.ruling.words, "its time has not come"));
}

/* house#two-persons: two signatures are two people. */
static void whom_somebody_appoints_does_not_sign_with_them_on_that_day(void **state)
{
    static const char adjust[] =
        "adjust bonus-hand from house to reserve amount $10 reason test authorised-by %s by %s";
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 3);
    does(&room, "appoint newt role supervisor by max");
    does(&room, "start-round C4-1 fees 1,2,3 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    char line[256], other[256];
    (void)snprintf(line, sizeof line, adjust, "newt", "max");
    (void)snprintf(other, sizeof other, adjust, "max", "newt");
    refuses(&room, line, "house#two-persons");
    refuses(&room, other, "house#two-persons");
    refuses(&room, "return-fees C4-1 authorised-by newt by max", "house#two-persons");
    does(&room, "verify-hand 1 row straight by newt");
    refuses(&room, "authorise 1 by max", "house#two-persons");
    assert_non_null(strstr(room.decision.ruling.words, "do not sign together"));
    event_of("authorise 1 by sue", "awarded");
    struct event *awarded = &room.decision.events[0];
    struct fault fault;
    awarded->head.by = EVENT_AS(awarded, awarded)->authorised_by = text_of("max");
    assert_int_equal(floor_apply(&room.floor, awarded, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "house#two-persons"));

    is_found("adjust bonus-hand from house to reserve amount $10 reason test authorised-by sue by max",
             "adjusted", "\"authorised-by\":\"sue\"", "\"authorised-by\":\"newt\"",
             "newt cannot sign it as the second person (house#two-persons)");
    does(&room, "authorise 1 by sue");
    (void)snprintf(line, sizeof line, adjust, "newt", "sue"); /* whom another has appointed */
    does(&room, line);
    /* To be dismissed and appointed by somebody else changes nothing. */
    does(&room, "dismiss newt by max");
    does(&room, "appoint newt role supervisor by olga");
    refuses(&room, other, "house#two-persons");
    does(&room, "end-round C4-1 by dana");
    does(&room, "clock 2026-11-03T05:59:59-08:00");
    refuses(&room, other, "house#two-persons");
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    does(&room, other);
}

static void a_role_of_ones_own_begins_with_the_next_gaming_day(void **state)
{
    (void)state;
    does(&room, "appoint max role supervisor by max");
    assert_true(floor_person_may(&room.floor, text_of("max"), "appoint"));
    does(&room, "appoint max name Maxine role supervisor by max");
    does(&room, "clock 2026-11-03T05:59:59-08:00");
    assert_true(floor_person_may(&room.floor, text_of("max"), "appoint"));
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    assert_false(floor_person_may(&room.floor, text_of("max"), "appoint"));
    assert_true(floor_person_may(&room.floor, text_of("max"), "verify"));
}

static void every_command_with_a_field_for_a_second_person_says_so(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < COMMAND_KINDS; kind++) {
        const struct record_shape *shape = command_shape((enum command_kind)kind);
        const struct field *second = command_second_field((enum command_kind)kind);
        for (unsigned i = 0; i < shape->field_count; i++) {
            struct text name = text_of(shape->fields[i].name);
            if ((text_equal(name, text_of("authorised-by")) || text_equal(name, text_of("verified-by"))) &&
                second != &shape->fields[i])
                fail_msg("the desk of %s does not say that %s signs second", shape->name,
                         shape->fields[i].name);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(a_dealer_does_not_authorise_a_jackpot, open_demo),
        STORY(who_was_dismissed_signs_nothing_more, open_demo),
        STORY(who_has_verified_a_hand_of_the_round_does_not_authorise_it, open_demo),
        STORY(the_person_whom_the_document_names_signs, open_gardens),
        STORY(the_person_whom_the_document_names_pays, open_gardens),
        STORY(a_hand_is_withdrawn_by_who_has_claimed_it_and_rejected_by_who_may, open_demo),
        STORY(a_board_is_settled_by_those_who_put_hands_on_it, open_bay),
        STORY(money_is_moved_by_hand_by_two_who_may, open_demo),
        STORY(money_moved_by_hand_follows_the_document, open_demo),
        STORY(a_pool_is_raised_by_two_who_may, open_demo),
        STORY(a_prize_is_reversed_or_forfeited_by_two_who_may, open_demo),
        STORY(who_registers_patrons_does_not_take_them_off_the_exclusion_list, open_demo),
        STORY(what_time_brings_nobody_brings, open_demo),
        STORY(two_persons_set_the_clock_and_no_prize_lapses_by_that, open_bay),
        STORY(whom_somebody_appoints_does_not_sign_with_them_on_that_day, open_demo),
        STORY(a_role_of_ones_own_begins_with_the_next_gaming_day, open_demo),
        STORY(every_command_with_a_field_for_a_second_person_says_so, open_demo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
