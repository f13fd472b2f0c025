/* The auditor follows a house that is amended, and finds amendments that cannot be. */
#include "auditor/story_test.h"

#include "house/setup/setup_shapes.h"

/* The event, shown to the auditor as if it had come next, is none of a house that keeps to its rules. */
static void is_found(const struct event *event, const char *words)
{
    struct fault fault = {0};
    agrees();
    if (auditor_see(auditor, text_of(""), event, &fault) == STATUS_OK)
        fail_msg("%s is agreed with", event_name(event->kind));
    if (!strstr(fault.words, words))
        fail_msg("%s", fault.words);
    objected = true; /* it is not to be asked again */
}

static struct text house_with(const char *old, const char *new)
{
    return text_with(&room, room.floor.house_text, old, new);
}

static void amends(const char *old, const char *new, struct date from)
{
    struct command command = {.kind = COMMAND_AMEND_HOUSE};
    *COMMAND_AS(&command, amend_house) = (struct amend_house){.head = {.by = text_of("max")},
                                                              .text = house_with(old, new),
                                                              .from = from,
                                                              .authorised_by = text_of("sue")};
    room_decide(&room, &command);
    if (!room.decision.ruling.allowed)
        fail_msg("%s", room.decision.ruling.words);
    agrees();
}

static void amended_is_found(const char *old, const char *new, const char *second, const char *words)
{
    struct event event = {.kind = EVENT_HOUSE_AMENDED};
    event.head = (struct event_head){.at = room.floor.now, .by = text_of("max")};
    EVENT_FILL(&event, house_amended, .number = room.floor.house_number + 1, .from = room.floor.day,
               .text = house_with(old, new), .authorised_by = text_of(second));
    is_found(&event, words);
}

static void the_auditor_follows_tables_offers_and_times(void **state)
{
    static const struct date at_once = {0}, wednesday = {2026, 11, 4};
    (void)state;
    offers(&room, "bonus-hand", NULL);
    offers(&room, "no-limit-bad-beat", NULL);
    seat_patrons(&room, "C4-1", 3);
    does(&room, "start-round C4-1 fees 1,2 by dana");
    amends("  - {table: C4-2",
           "  - {table: C4-0, game: Crazy 4 Poker, limits: $5 to $100, seats: 6}\n  - {table: C4-2", at_once);
    amends("\ntables:", "\nchip: $5\ntables:", at_once);
    post_text(&room, "bonus-hand",
              text_with(&room, offer_file(&room, "bonus-hand"), "[C4-1,", "[C4-1, C4-0,"));
    does(&room, "open-table C4-0 by fay");
    does(&room, "register 9 born 1980-01-01 identification seen by fay");
    does(&room, "sit C4-0 seat 1 patron 9 by dana");
    does(&room, "start-round C4-0 fees 1 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 row flush by sam");
    does(&room, "authorise 1 by sue");
    agrees();
    amends("business day: 06:00", "business day: 04:00", wednesday);
    does(&room, "clock 2026-11-06T12:00:00-08:00");
    agrees();
    assert_int_equal(room.floor.house_number, 4);
    amends("name: Bay 101", "name: Bay 102", (struct date){2026, 11, 8});
    does(&room, "withdraw-change 2 by max");
    does(&room, "end-round C4-0 by dana");
    does(&room, "close-table C4-0 by fay");
    does(&room, "clock 2026-11-09T12:00:00-08:00");
    agrees();
}

static void what_could_not_be_amended_is_told(void **state)
{
    (void)state;
    does(&room, "open-table C4-1 by fay");
    amends("{table: C4-1, game: \"Crazy 4 Poker (GEGA-004555, GEGR-000691)\", limits: $5 to $100",
           "{table: C4-1, game: Crazy 4 Poker, limits: $5 to $150", (struct date){2026, 11, 3});
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    assert_int_equal(room.floor.house_number, 1);
    agrees();
}

static void an_amendment_by_one_person_is_found(void **state)
{
    (void)state;
    amended_is_found("name: Bay 101", "name: Bay 102", "max", "one person alone has signed it");
}

static void an_amendment_of_an_open_table_is_found(void **state)
{
    (void)state;
    does(&room, "open-table LH-1 by fay");
    amended_is_found("limits: $3 to $6", "limits: $3 to $7", "sue", "table LH-1 changes while it is open");
}

static void an_amendment_without_a_table_is_found(void **state)
{
    (void)state;
    amended_is_found("{table: LH-1,", "{table: LH-9,", "sue", "table LH-1 goes");
}

static void an_amendment_of_a_table_whose_hand_waits_is_found(void **state)
{
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 3);
    does(&room, "start-round C4-1 fees 1,2 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "end-round C4-1 by dana");
    does(&room, "close-table C4-1 by fay");
    amended_is_found("{table: C4-1, game: \"Crazy 4 Poker (GEGA-004555, GEGR-000691)\", limits: $5 to $100",
                     "{table: C4-1, game: Crazy 4 Poker, limits: $5 to $150", "sue",
                     "table C4-1 changes while its hand 1 waits");
}

static void an_amendment_without_a_role_that_somebody_has_is_found(void **state)
{
    (void)state;
    amended_is_found("  dealer: [", "  croupier: [", "sue", "the role dealer goes, and dana has it");
}

static void an_amendment_of_the_gaming_day_while_one_runs_is_found(void **state)
{
    (void)state;
    amended_is_found("business day: 06:00", "business day: 05:00", "sue",
                     "the time zone or the gaming day changes while a gaming day runs");
}

/* The rows of an amendment of the name, as the event says them. */
static void said_is_found(const struct change_row *rows, uint32_t count, const char *words)
{
    struct event event = {.kind = EVENT_HOUSE_AMENDED};
    event.head = (struct event_head){.at = room.floor.now, .by = text_of("max")};
    EVENT_FILL(&event, house_amended, .number = 2, .from = room.floor.day,
               .text = house_with("name: Bay 101 Casino", "name: Bay 102"), .changes = rows,
               .change_count = count, .authorised_by = text_of("sue"));
    is_found(&event, words);
}

static void an_amendment_that_says_another_old_value_is_found(void **state)
{
    const struct change_row row = {text_of("name"), text_of("Bay 100 Casino"), text_of("Bay 102")};
    (void)state;
    said_is_found(&row, 1, "name was not \"Bay 100 Casino\"");
}

static void an_amendment_that_says_another_new_value_is_found(void **state)
{
    const struct change_row row = {text_of("name"), text_of("Bay 101 Casino"), text_of("Bay 103")};
    (void)state;
    said_is_found(&row, 1, "name is not \"Bay 103\" now");
}

static void an_amendment_that_hides_a_change_is_found(void **state)
{
    (void)state;
    said_is_found(NULL, 0, "1 places of the house differ, and 0 are said");
}

static void an_amendment_that_says_more_than_it_changes_is_found(void **state)
{
    const struct change_row rows[] = {{text_of("name"), text_of("Bay 101 Casino"), text_of("Bay 102")},
                                      {text_of("business day"), text_of("06:00"), text_of("06:00")}};
    (void)state;
    said_is_found(rows, 2, "1 places of the house differ, and 2 are said");
}

static void an_offer_that_one_person_posts_where_two_must_is_found(void **state)
{
    static const struct date at_once = {0};
    struct event event = {.kind = EVENT_OFFER_POSTED};
    (void)state;
    offers(&room, "bonus-hand", NULL);
    amends("\ntables:", "\noffers signed by: two persons\ntables:", at_once);
    event.head = (struct event_head){.at = room.floor.now, .by = text_of("max")};
    EVENT_FILL(&event, offer_posted, .offer = text_of("bonus-hand"), .text = offer_file(&room, "bonus-hand"),
               .authorised_by = text_of("max"));
    is_found(&event, "one person alone has signed it");
}

static void an_amendment_by_time_that_nobody_filed_is_found(void **state)
{
    (void)state;
    struct event event = {.kind = EVENT_HOUSE_AMENDED};
    event.head.at = room.floor.now;
    EVENT_FILL(&event, house_amended, .number = 2, .change = 1, .from = room.floor.day,
               .text = house_with("name: Bay 101", "name: Bay 102"));
    is_found(&event, "no change 1 waits");
}

static void an_amendment_before_its_day_is_found(void **state)
{
    (void)state;
    struct text text = house_with("name: Bay 101", "name: Bay 102");
    amends("name: Bay 101", "name: Bay 102", (struct date){2026, 11, 3});
    struct event event = {.kind = EVENT_HOUSE_AMENDED};
    event.head.at = room.floor.now;
    EVENT_FILL(&event, house_amended, .number = 2, .change = 1, .from = room.floor.day, .text = text);
    is_found(&event, "its first day has not come");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        AUDITED_BAY(the_auditor_follows_tables_offers_and_times),
        AUDITED_BAY(what_could_not_be_amended_is_told),
        AUDITED_BAY(an_amendment_by_one_person_is_found),
        AUDITED_BAY(an_amendment_of_an_open_table_is_found),
        AUDITED_BAY(an_amendment_without_a_table_is_found),
        AUDITED_BAY(an_amendment_of_a_table_whose_hand_waits_is_found),
        AUDITED_BAY(an_amendment_without_a_role_that_somebody_has_is_found),
        AUDITED_BAY(an_amendment_of_the_gaming_day_while_one_runs_is_found),
        AUDITED_BAY(an_amendment_that_says_another_old_value_is_found),
        AUDITED_BAY(an_amendment_that_says_another_new_value_is_found),
        AUDITED_BAY(an_amendment_that_hides_a_change_is_found),
        AUDITED_BAY(an_amendment_that_says_more_than_it_changes_is_found),
        AUDITED_BAY(an_offer_that_one_person_posts_where_two_must_is_found),
        AUDITED_BAY(an_amendment_by_time_that_nobody_filed_is_found),
        AUDITED_BAY(an_amendment_before_its_day_is_found),
    };
    return cmocka_run_group_tests_name("auditor: houses", tests, NULL, NULL);
}
