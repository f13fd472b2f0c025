/* A running house is amended. After every step a house that is restored from a snapshot has the same bytes and decides the same. */
#include "house/kernel/snapshot_houses_test.h"

#include "house/hands/hands.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"

/* ------------------------------------------------------------------------------------------ asking */

static struct date day_of(const char *text)
{
    struct date date = {0};
    if (text[0])
        assert_int_equal(date_parse(text_of(text), 0, &date, NULL), STATUS_OK);
    return date;
}

/* Asks for the text from a day on; "" is the day that runs. */
static void ask_to_amend(struct text text, const char *from, const char *by, const char *second)
{
    struct command command = {.kind = COMMAND_AMEND_HOUSE};
    *COMMAND_AS(&command, amend_house) = (struct amend_house){
        .head = {.by = text_of(by)}, .text = text, .from = day_of(from), .authorised_by = text_of(second)};
    houses_decide(&command);
}

/* The house as it is, with one text in the place of another. */
static struct text house_with(const char *old, const char *new)
{
    return text_with(&room, room.floor.house_text, old, new);
}

static void amends(const char *old, const char *new)
{
    ask_to_amend(house_with(old, new), "", "max", "sue");
    if (!room.decision.ruling.allowed)
        fail_msg("%s: %s", new, room.decision.ruling.words);
}

static void refused_because(const char *clause, const char *words)
{
    assert_false(room.decision.ruling.allowed);
    assert_int_equal(room.last_count, 0);
    if (strcmp(room.decision.ruling.clause, clause) != 0 || !strstr(room.decision.ruling.words, words))
        fail_msg("%s (%s)", room.decision.ruling.words, room.decision.ruling.clause);
}

static void amends_not(const char *old, const char *new, const char *clause, const char *words)
{
    ask_to_amend(house_with(old, new), "", "max", "sue");
    refused_because(clause, words);
}

/* All changes of the last event, one a line. */
static void assert_told(const char *expected)
{
    static char told[16 * 1024];
    struct text_out out;
    const struct house_amended *amended = EVENT_AS(&room.last[room.last_count - 1], house_amended);
    text_out_init(&out, told, sizeof told);
    for (uint32_t i = 0; i < amended->change_count; i++)
        text_out_add(&out, "%.*s: %.*s > %.*s\n", TEXT_ARGUMENTS(amended->changes[i].path),
                     TEXT_ARGUMENTS(amended->changes[i].before), TEXT_ARGUMENTS(amended->changes[i].after));
    assert_string_equal(told, expected);
}

#define C4_1                                                                                                 \
    "{table: C4-1, game: \"Crazy 4 Poker (GEGA-004555, GEGR-000691)\", limits: $5 to $50, seats: 6, pace: "  \
    "35}"
#define C4_2                                                                                                 \
    "{table: C4-2, game: \"Crazy 4 Poker (GEGA-004555, GEGR-000691)\", limits: $10 to $100, seats: 6, "      \
    "pace: 35}"
#define CW_1 "{table: CW-1, game: Casino War (GEGA-004553), limits: $5 to $50, seats: 7, pace: 60}"

/* The bonus hand is posted, and its seed paid in. */
static void offer_bonus_hand(void)
{
    houses_offer("bay101/bonus-hand-progressive-v1-1", "bonus-hand");
    houses_do("clock 2026-11-02T12:00:01-08:00");
}

/* ------------------------------------------------------------------------------------------ the frame */

static void name_address_equipment_and_pace_change_at_once(void **state)
{
    (void)state;
    offer_bonus_hand();
    houses_go_along();
    amends("name: Lantern Street Card Room", "name: Lantern Hall");
    assert_told("name: Lantern Street Card Room > Lantern Hall\n");
    assert_int_equal(EVENT_AS(&room.last[0], house_amended)->number, 2);
    assert_true(text_equal(room.floor.house.name, text_of("Lantern Hall")));
    amends("address: 1 Lantern Street", "address: 2 Lantern Street");
    amends("drum: stage", "drum: stage, left");
    amends("limits: $5 to $50, seats: 6, pace: 35", "limits: $5 to $50, seats: 6, pace: 36");
    assert_told("tables/C4-1/pace: 35 > 36\n");
    assert_int_equal(floor_table(&room.floor, text_of("C4-1"))->described->pace, 36);
    assert_int_equal(room.floor.house_number, 5);
    amends("address: 2 Lantern Street", "address: 2 Lantern Street\nhours: daily 10:00 to 02:00\n"
                                        "branding: {tagline: By the lantern, colour: \"#7A1F3D\"}");
    assert_told("hours:  > daily 10:00 to 02:00\n"
                "branding/tagline:  > By the lantern\n"
                "branding/colour:  > #7A1F3D\n");
    amends("colour: \"#7A1F3D\"", "colour: \"#12664A\"");
    assert_told("branding/colour: #7A1F3D > #12664A\n");
    amends_not("#12664A", "#F2A7BE", "house#document", "its contrast is 1.7 to 1");
    assert_int_equal(room.floor.former_count, 0); /* the look of a house changes no offer */
}

static void two_persons_who_may_sign_an_amendment(void **state)
{
    (void)state;
    struct text text = house_with("name: Lantern Street", "name: Bridge Street");
    ask_to_amend(text, "", "max", "max");
    refused_because("house#two-persons", "");
    ask_to_amend(text, "", "max", "");
    refused_because("house#two-persons", "");
    ask_to_amend(text, "", "max", "dana");
    refused_because("house#two-persons", "");
    ask_to_amend(text, "", "sue", "max");
    refused_because("house#permission", "sue may not post offers here");
    ask_to_amend(text, "", "max", "sue");
    assert_true(room.decision.ruling.allowed);
}

static void a_text_that_says_nothing_new_or_nothing_readable_is_refused(void **state)
{
    (void)state;
    ask_to_amend(room.floor.house_text, "", "max", "sue");
    refused_because("house#document", "nothing would change");
    ask_to_amend(house_with("# A card room", "# Another remark: a card room"), "", "max", "sue");
    refused_because("house#document", "nothing would change");
    ask_to_amend(text_of("name: Half"), "", "max", "sue");
    refused_because("house#document", "line 1");
    ask_to_amend(text_of("["), "", "max", "sue");
    refused_because("house#document", "line");
    amends_not("America/Los_Angeles", "America/Los_Alamos", "house#document", "no time zone is called");
    amends_not("limits: $3 to $6", "limits: $6 to $3", "house#document", "line 13");
}

static void a_text_that_was_made_from_an_older_one_is_refused(void **state)
{
    struct command command = {.kind = COMMAND_AMEND_HOUSE};
    (void)state;
    for (uint32_t number = 1; number <= 3; number++) {
        *COMMAND_AS(&command, amend_house) = (struct amend_house){.head = {.by = text_of("max")},
                                                                  .text = house_with("name: ", "name: New "),
                                                                  .number = number,
                                                                  .authorised_by = text_of("sue")};
        houses_decide(&command);
        if (number == room.floor.house_number - room.decision.ruling.allowed)
            assert_true(room.decision.ruling.allowed);
        else
            refused_because("house#document", "has been amended since");
    }
    assert_int_equal(room.floor.house_number, 4);
    COMMAND_AS(&command, amend_house)->number = 3;
    houses_decide(&command);
    refused_because("house#document", "has been amended since");
}

/* ------------------------------------------------------------------------------------------ tables */

static void a_new_table_is_played_at_and_the_others_keep_their_numbers(void **state)
{
    (void)state;
    offer_bonus_hand();
    houses_register_everybody();
    HOUSES_DO("open-table C4-1 by fay", "sit C4-1 seat 1 patron 1001 by dana",
              "start-round C4-1 fees 1 by dana", "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    houses_go_along();
    const unsigned count = room.floor.table_count;
    const ptrdiff_t place = floor_table(&room.floor, text_of("CW-1")) - room.floor.tables;
    amends("  - " C4_2, "  - {table: C4-0, game: Crazy 4 Poker, limits: $5 to $50, seats: 6}\n  - " C4_2);
    assert_told("tables/C4-0/game:  > Crazy 4 Poker\ntables/C4-0/limits:  > $5 to $50\n"
                "tables/C4-0/seats:  > 6\n");
    assert_int_equal(room.floor.table_count, count + 1);
    assert_int_equal(floor_table(&room.floor, text_of("CW-1")) - room.floor.tables, place);
    assert_int_equal(floor_table(&room.floor, text_of("C4-0")) - room.floor.tables, count);
    houses_post("bonus-hand", text_with(&room, offer_file(&room, "bonus-hand"), "C4-2", "C4-2, C4-0"));
    HOUSES_DO("open-table C4-0 by fay", "sit C4-0 seat 2 patron 1002 by dana",
              "start-round C4-0 fees 2 by dana", "claim-hand C4-0 seat 2 offer bonus-hand by dana",
              "verify-hand 1 row flush by sam", "verify-hand 2 row flush by sam", "authorise 1 by sue",
              "authorise 2 by sue");
    assert_int_equal(room.floor.prize_count, 2);
}

static void tables_up_to_the_most_can_be_added(void **state)
{
    static char more[64 * 1024];
    struct text_out out;
    (void)state;
    for (unsigned beyond = 1; beyond < 2; beyond--) {
        text_out_init(&out, more, sizeof more);
        for (unsigned i = room.floor.table_count; i < FLOOR_TABLES_MAX + beyond; i++)
            text_out_add(&out, "  - {table: X-%u, game: Omaha, limits: $1 to $2, seats: 6}\n", i);
        text_out_add(&out, "  - " CW_1);
        if (beyond)
            amends_not("  - " CW_1, more, "house#document", "at most 256 tables");
        else
            amends("  - " CW_1, more);
    }
    assert_int_equal(room.floor.table_count, FLOOR_TABLES_MAX);
    houses_do("open-table X-255 by fay");
}

static void a_table_changes_while_it_is_closed_and_none_of_its_hands_waits(void **state)
{
    static const char from[] = "limits: $5 to $50, seats: 6, pace: 35",
                      to[] = "limits: $5 to $75, seats: 7, pace: 35";
    (void)state;
    offer_bonus_hand();
    houses_register_everybody();
    houses_do("open-table C4-1 by fay");
    amends_not(from, to, "house#table", "table C4-1 is open; close it");
    HOUSES_DO("sit C4-1 seat 1 patron 1001 by dana", "sit C4-1 seat 2 patron 1002 by dana",
              "start-round C4-1 fees 1,2 by dana", "claim-hand C4-1 seat 1 offer bonus-hand by dana",
              "end-round C4-1 by dana", "close-table C4-1 by fay");
    amends_not(from, to, "house#hand", "hand 1 of table C4-1 waits");
    houses_do("verify-hand 1 row flush by sam");
    amends_not(from, to, "house#hand", "hand 1 of table C4-1 waits");
    houses_do("authorise 1 by sue");
    amends_not(from, to, "house#hand", "no prize of hand 1 of table C4-1 is paid yet");
    houses_go_along();
    HOUSES_DO("identify 1 document passport by cy", "pay 1 in cash by cy");
    amends(from, to);
    assert_told("tables/C4-1/limits: $5 to $50 > $5 to $75\ntables/C4-1/seats: 6 > 7\n");
    HOUSES_DO("open-table C4-1 by fay", "sit C4-1 seat 7 patron 1001 by dana",
              "start-round C4-1 fees 7 by dana");
}

static void a_table_that_an_offer_names_is_not_closed_for_good(void **state)
{
    static const char closed[] =
        "{table: C4-2, game: \"Crazy 4 Poker (GEGA-004555, GEGR-000691)\", limits: $10 to "
        "$100, seats: 6, closed: for good}";
    (void)state;
    offer_bonus_hand();
    houses_register_everybody();
    houses_do("open-table C4-2 by fay");
    amends_not(C4_2, closed, "house#table", "table C4-2 is open");
    houses_do("close-table C4-2 by fay");
    amends_not(C4_2, closed, "house#document",
               "the offer bonus-hand stands in the way: table C4-2 is closed for good");
    houses_post("bonus-hand", text_with(&room, offer_file(&room, "bonus-hand"), "C4-2, ", ""));
    amends(C4_2, closed);
    assert_told("tables/C4-2/pace: 35 > \ntables/C4-2/closed:  > for good\n");
    houses_refuse("open-table C4-2 by fay");
    refused_because("house#table", "closed for good");
    amends(closed, C4_2);
    houses_do("open-table C4-2 by fay");
}

static void the_row_of_a_table_stays(void **state)
{
    (void)state;
    amends_not("  - " CW_1 "\n", "", "house#table", "table CW-1 is missing, and the books name it");
    amends_not("{table: CW-1,", "{table: CW-2,", "house#table", "table CW-1 is missing");
}

static void a_table_whose_new_game_an_offer_cannot_have_keeps_its_game(void **state)
{
    (void)state;
    offer_bonus_hand();
    amends_not(C4_2, "{table: C4-2, game: Pan 9, limits: $10 to $100, seats: 6}",
               "bay101/bonus-hand-progressive-v1-1#4", "the offer bonus-hand stands in the way");
}

/* ------------------------------------------------------------------------------------------ roles and funds */

static void a_role_that_somebody_has_stays(void **state)
{
    (void)state;
    amends_not("  cage: [pay, register patrons, read, read patrons]\n", "", "house#permission",
               "cy has the role cage; appoint cy to another role first");
    houses_do("appoint cy role floor by olga");
    amends("  cage: [pay, register patrons, read, read patrons]\n", "");
    assert_told("roles/cage: pay, register patrons, read, read patrons > \n");
    houses_refuse("appoint cy role cage by olga");
    amends("  dealer: [start rounds, claim hands, read]", "  dealer: [start rounds, claim hands, pay, read]");
    assert_told("roles/dealer: start rounds, claim hands, read > start rounds, claim hands, pay, read\n");
    houses_do("dismiss cy by olga");
}

static void permissions_hold_from_the_amendment_on(void **state)
{
    (void)state;
    houses_refuse("open-table CW-1 by dana");
    amends("  dealer: [start rounds, claim hands, read]",
           "  dealer: [start rounds, claim hands, open tables, read]\n  host: [open tables]");
    HOUSES_DO("open-table CW-1 by dana", "appoint hal role host by olga", "close-table CW-1 by hal");
    amends("claim hands, open tables, read]\n", "claim hands, read]\n");
    houses_refuse("open-table CW-1 by dana");
}

static void roles_change_if_one_of_the_two_may_appoint(void **state)
{
    (void)state;
    amends("  admin: [", "  clerk: [post offers, adjust]\n  admin: [");
    houses_do("appoint kim role clerk by olga");
    ask_to_amend(house_with("  admin: [", "  guest: [read]\n  admin: ["), "", "kim", "sue");
    refused_because("house#permission", "may appoint");
    ask_to_amend(house_with("name: Lantern", "name: Lamp"), "", "kim", "sue");
    assert_true(room.decision.ruling.allowed);
    ask_to_amend(house_with("  admin: [", "  guest: [read]\n  admin: ["), "", "kim", "max");
    assert_true(room.decision.ruling.allowed);
}

static void somebody_can_still_amend_and_appoint(void **state)
{
    static const char manager[] = "register patrons, post offers, appoint, read, read patrons,\n"
                                  "            read office, audit]";
    (void)state;
    houses_do("dismiss olga by max");
    amends_not(manager, "register patrons, appoint, read]", "house#two-persons",
               "no two employees could amend");
    amends_not(manager, "register patrons, post offers, read]", "house#permission",
               "no employee could appoint");
    amends(manager, "register patrons, post offers, appoint]");
    HOUSES_DO("dismiss sue by max", "dismiss fay by max");
    ask_to_amend(house_with("  supervisor: [start rounds, claim hands, verify, authorise, adjust,",
                            "  supervisor: [start rounds, claim hands, verify,"),
                 "", "max", "sam");
    refused_because("house#two-persons", "no two employees could amend");
}

static void funds_come_change_and_go(void **state)
{
    (void)state;
    amends("  poker jackpot collections: {identifier: GEGA-000626, minimum: \"$5,000\"}\n", "");
    assert_told("funds/poker jackpot collections/identifier: GEGA-000626 > \n"
                "funds/poker jackpot collections/minimum: $5,000 > \n");
    amends("  house jackpot fund: {minimum: \"$10,000\"}\n",
           "  house jackpot fund: {minimum: \"$10,000\"}\n  picnic: {minimum: $10}\n");
    assert_true(house_has_fund(&room.floor.house, text_of("picnic")));
    amends("minimum: $10}", "minimum: $11}");
    assert_told("funds/picnic/minimum: $10 > $11\n");
}

/* The words of the refusal when a fund of the house goes; "" if it may. */
static const char *refusal_of_fund_going(const char *row)
{
    struct command command = {.kind = COMMAND_AMEND_HOUSE};
    *COMMAND_AS(&command, amend_house) = (struct amend_house){
        .head = {.by = text_of("max")}, .text = house_with(row, ""), .authorised_by = text_of("sue")};
    room_decide(&room, &command);
    return room.decision.ruling.allowed ? "" : room.decision.ruling.words;
}

static void a_fund_that_holds_money_or_that_an_offer_names_stays(void **state)
{
    static const char row[] = "  poker jackpot collections: {identifier: GEGA-000626, minimum: \"$5,000\"}\n";
    (void)state;
    offers(&room, "poker-jackpot", NULL);
    assert_non_null(strstr(refusal_of_fund_going(row), "the offer poker-jackpot draws on the fund"));
    holds(&room, "poker-jackpot", "poker jackpot collections", 1);
    does(&room, "withdraw-offer poker-jackpot by max");
    assert_non_null(strstr(refusal_of_fund_going(row), "poker jackpot collections holds $0.01"));
    holds(&room, "poker-jackpot", "poker jackpot collections", 0);
    assert_string_equal(refusal_of_fund_going(row), "");
}

static int open_gardens(void **state)
{
    (void)state;
    room_open_house(&room, "hawaiian-gardens");
    return 0;
}

static int close_gardens(void **state)
{
    (void)state;
    room_release(&room);
    return 0;
}

/* ------------------------------------------------------------------------------------------ a later day */

static void an_amendment_waits_for_its_first_day(void **state)
{
    (void)state;
    offer_bonus_hand();
    houses_do("open-table C4-1 by fay");
    struct text text = house_with(C4_1, "{table: C4-1, game: Crazy 4 Poker, limits: $5 to $75, seats: 6}");
    ask_to_amend(text, "2026-11-01", "max", "sue");
    refused_because("house#time", "2026-11-02 runs");
    ask_to_amend(text, "2026-11-04", "max", "sue");
    assert_int_equal(room.last[0].kind, EVENT_AMENDMENT_FILED);
    assert_int_equal(room.floor.waiting_count, 1);
    houses_go_along();
    amends_not("name: Lantern", "name: Lamp", "house#document", "amendment 1 waits for its first day");
    houses_do("clock 2026-11-04T05:59:59-08:00");
    assert_int_equal(room.floor.house_number, 1);
    houses_do("close-table C4-1 by fay");
    houses_do("clock 2026-11-04T06:00:00-08:00");
    assert_int_equal(room.floor.house_number, 2);
    assert_int_equal(room.floor.waiting_count, 0);
    assert_int_equal(room.floor.day.day, 4);
    amends("name: Lantern", "name: Lamp");
}

static void what_stands_in_the_way_then_is_told_and_nothing_changes(void **state)
{
    (void)state;
    ask_to_amend(house_with(C4_1, "{table: C4-1, game: Crazy 4 Poker, limits: $5 to $75, seats: 6}"),
                 "2026-11-03", "max", "sue");
    houses_do("open-table C4-1 by fay");
    houses_do("clock 2026-11-03T05:59:59-08:00");
    houses_do("clock 2026-11-03T06:00:00-08:00");
    assert_int_equal(room.floor.house_number, 1);
    assert_int_equal(room.floor.waiting_count, 0);
    houses_do("clock 2026-11-03T06:00:01-08:00");
    amends("name: Lantern", "name: Lamp");
}

static void an_amendment_that_waits_is_withdrawn(void **state)
{
    (void)state;
    for (unsigned i = 1; i <= 2; i++) {
        ask_to_amend(house_with("name: Lantern", "name: Lamp"), "2026-11-03", "max", "sue");
        assert_int_equal(EVENT_AS(&room.last[0], amendment_filed)->number, i);
        houses_refuse(i == 1 ? "withdraw-change 2 by max" : "withdraw-change 1 by max");
        houses_refuse(i == 1 ? "withdraw-change 1 by sue" : "withdraw-change 2 by sue");
        houses_do(i == 1 ? "withdraw-change 1 by max" : "withdraw-change 2 by max");
    }
    houses_refuse("withdraw-change 2 by max");
    houses_do("clock 2026-11-03T07:00:00-08:00");
    assert_int_equal(room.floor.house_number, 1);
}

static void the_business_day_changes_when_a_day_has_begun(void **state)
{
    static const struct {
        const char *begins, *before, *after;
    } days[] = {
        {"business day: 04:00", "clock 2026-11-04T03:59:59-08:00", "clock 2026-11-04T04:00:00-08:00"},
        {"business day: 08:00", "clock 2026-11-06T07:59:59-08:00", "clock 2026-11-06T08:00:00-08:00"},
    };
    (void)state;
    offer_bonus_hand();
    houses_offer("bay101/no-limit-bad-beat", "no-limit-bad-beat");
    amends_not("business day: 06:00", "business day: 08:00", "house#time", "change with a gaming day");
    amends_not("America/Los_Angeles", "America/Denver", "house#time", "change with a gaming day");
    ask_to_amend(house_with("business day: 06:00", days[0].begins), "2026-11-03", "max", "sue");
    houses_go_along();
    houses_do("clock 2026-11-03T06:00:00-08:00");
    assert_int_equal(room.floor.day.day, 3);
    houses_do(days[0].before);
    assert_int_equal(room.floor.day.day, 3);
    houses_do(days[0].after);
    assert_int_equal(room.floor.day.day, 4);
    ask_to_amend(house_with("business day: 04:00", days[1].begins), "2026-11-05", "max", "sue");
    houses_do("clock 2026-11-05T04:00:00-08:00");
    assert_int_equal(room.floor.day.day, 5);
    houses_do(days[1].before);
    assert_int_equal(room.floor.day.day, 5);
    houses_do(days[1].after);
    assert_int_equal(room.floor.day.day, 6);
}

static void the_time_zone_does_not_change_under_a_hand_that_waits(void **state)
{
    (void)state;
    offer_bonus_hand();
    houses_register_everybody();
    HOUSES_DO("open-table C4-1 by fay", "sit C4-1 seat 1 patron 1001 by dana",
              "start-round C4-1 fees 1 by dana", "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    ask_to_amend(house_with("America/Los_Angeles", "America/Denver"), "2026-11-03", "max", "sue");
    houses_do("clock 2026-11-03T06:00:00-08:00");
    assert_true(text_equal(room.floor.house.zone, text_of("America/Los_Angeles")));
    HOUSES_DO("withdraw-hand 1 reason mistake by dana", "end-round C4-1 by dana");
    ask_to_amend(house_with("America/Los_Angeles", "America/Denver"), "2026-11-04", "max", "sue");
    houses_do("clock 2026-11-04T06:00:00-08:00");
    assert_true(text_equal(room.floor.house.zone, text_of("America/Denver")));
    houses_do("clock 2026-11-05T05:59:59-07:00");
    assert_int_equal(room.floor.day.day, 4);
    houses_do("clock 2026-11-05T06:00:00-07:00");
    assert_int_equal(room.floor.day.day, 5);
}

/* ------------------------------------------------------------------------------------------ offers for a later time */

static void ask_to_post(const char *old, const char *new, const char *from, const char *second)
{
    struct command command = {.kind = COMMAND_POST_OFFER};
    struct instant at = {0};
    if (from[0])
        assert_int_equal(instant_parse(text_of(from), 0, &at, NULL), STATUS_OK);
    *COMMAND_AS(&command, post_offer) =
        (struct post_offer){.head = {.by = text_of("max")},
                            .offer = text_of("bonus-hand"),
                            .text = text_with(&room, offer_file(&room, "bonus-hand"), old, new),
                            .from = at,
                            .authorised_by = text_of(second)};
    houses_decide(&command);
}

static void an_offer_waits_for_its_time_and_nothing_changes_under_a_hand(void **state)
{
    (void)state;
    offer_bonus_hand();
    houses_register_everybody();
    HOUSES_DO("open-table C4-1 by fay", "sit C4-1 seat 1 patron 1001 by dana",
              "sit C4-1 seat 2 patron 1002 by dana");
    ask_to_post("flush: $40", "flush: $60", "2026-11-02T12:00:01-08:00", "");
    refused_because("house#time", "has passed");
    ask_to_post("flush: $40", "flush: $9.99", "2026-11-02T14:00:00-08:00", "");
    refused_because("bay101/bonus-hand-progressive-v1-1#29", "is not approved");
    ask_to_post("flush: $40", "flush: $60", "2026-11-02T14:00:00-08:00", "");
    assert_int_equal(room.last[0].kind, EVENT_OFFER_FILED);
    houses_go_along();
    HOUSES_DO("clock 2026-11-02T13:59:59-08:00", "start-round C4-1 fees 1,2 by dana",
              "claim-hand C4-1 seat 1 offer bonus-hand by dana", "clock 2026-11-02T14:00:00-08:00");
    assert_int_equal(room.floor.waiting_count, 0);
    assert_int_equal(room.floor.former_count, 1);
    HOUSES_DO("verify-hand 1 row flush by sam", "authorise 1 by sue", "start-round C4-1 fees 1,2 by dana",
              "claim-hand C4-1 seat 2 offer bonus-hand by dana", "verify-hand 2 row flush by sam",
              "authorise 2 by sue");
    assert_int_equal(room.floor.prizes[0].claim.cents, 4000);
    assert_int_equal(room.floor.prizes[1].claim.cents, 6000);
}

/* The house is amended when the gaming day has begun, and then the offer is posted at the new table. */
static void an_offer_and_the_table_that_it_needs_come_together(void **state)
{
    (void)state;
    offer_bonus_hand();
    ask_to_post("[C4-1,", "[C4-0, C4-1,", "2026-11-03T06:00:00-08:00", "");
    refused_because("house#document", "the house has no table C4-0");
    ask_to_amend(house_with("  - " C4_2,
                            "  - {table: C4-0, game: Crazy 4 Poker, limits: $5 to $50, seats: 6}\n  - " C4_2),
                 "2026-11-03", "max", "sue");
    ask_to_post("[C4-1,", "[C4-0, C4-1,", "2026-11-03T06:00:00-08:00", "");
    assert_true(room.decision.ruling.allowed);
    houses_do("clock 2026-11-03T12:00:00-08:00");
    assert_int_equal(room.floor.waiting_count, 0);
    houses_do("open-table C4-0 by fay");
    assert_non_null(table_offer_of(floor_table(&room.floor, text_of("C4-0")), 0));
}

static void an_offer_that_cannot_be_posted_when_its_time_comes_stays_as_it_is(void **state)
{
    (void)state;
    offer_bonus_hand();
    ask_to_post("[C4-1,", "[CW-1, C4-1,", "2026-11-02T14:00:00-08:00", "");
    refused_because("bay101/bonus-hand-progressive-v1-1#4", "");
    ask_to_post("C4-2, ", "", "2026-11-02T14:00:00-08:00", "");
    amends(C4_1, "{table: C4-1, game: Crazy 4 Poker, limits: $5 to $60, seats: 6}");
    houses_post("bonus-hand", text_with(&room, offer_file(&room, "bonus-hand"), "C4-1, ", ""));
    amends("{table: C4-1, game: Crazy 4 Poker, limits: $5 to $60, seats: 6}",
           "{table: C4-1, game: Crazy 4 Poker, limits: $5 to $60, seats: 6, closed: for good}");
    houses_do("clock 2026-11-02T14:00:00-08:00");
    assert_int_equal(room.floor.waiting_count, 0);
    assert_int_equal(room.floor.offerings[0].offer->table_count, 3);
}

static void a_second_person_signs_an_offer_where_the_house_asks_for_one(void **state)
{
    (void)state;
    offer_bonus_hand();
    amends("\nroles:\n", "\noffers signed by: two persons\nroles:\n");
    ask_to_post("flush: $40", "flush: $60", "", "");
    refused_because("house#two-persons", "");
    ask_to_post("flush: $40", "flush: $60", "", "max");
    refused_because("house#two-persons", "");
    ask_to_post("flush: $40", "flush: $60", "", "dana");
    refused_because("house#two-persons", "");
    ask_to_post("flush: $40", "flush: $60", "2026-11-02T14:00:00-08:00", "");
    refused_because("house#two-persons", "");
    ask_to_post("flush: $40", "flush: $60", "", "sue");
    assert_true(room.decision.ruling.allowed);
    ask_to_post("flush: $40", "flush: $70", "2026-11-02T14:00:00-08:00", "sue");
    assert_true(room.decision.ruling.allowed);
    houses_do("clock 2026-11-02T14:00:00-08:00");
    assert_int_equal(room.floor.waiting_count, 0);
}

static void so_many_changes_wait_and_no_more(void **state)
{
    (void)state;
    offer_bonus_hand();
    for (unsigned i = 0; i < FLOOR_WAITING_MAX; i++)
        ask_to_post("flush: $40", "flush: $60", "2026-11-03T14:00:00-08:00", "");
    assert_int_equal(room.floor.waiting_count, FLOOR_WAITING_MAX);
    ask_to_post("flush: $40", "flush: $60", "2026-11-03T14:00:00-08:00", "");
    refused_because("house#document", "64 changes wait");
    ask_to_amend(house_with("name: Lantern", "name: Lamp"), "2026-11-03", "max", "sue");
    refused_because("house#document", "64 changes wait");
    houses_do("withdraw-change 17 by max");
    ask_to_amend(house_with("name: Lantern", "name: Lamp"), "2026-11-03", "max", "sue");
    assert_true(room.decision.ruling.allowed);
}

/* ------------------------------------------------------------------------------------------ hands that were dealt before */

static void a_hand_is_paid_in_the_house_that_it_was_dealt_in(void **state)
{
    (void)state;
    offer_bonus_hand();
    houses_register_everybody();
    HOUSES_DO("open-table C4-1 by fay", "sit C4-1 seat 1 patron 1001 by dana",
              "sit C4-1 seat 2 patron 1002 by dana", "start-round C4-1 fees 1,2 by dana",
              "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    houses_go_along();
    amends("\nroles:\n", "\nchip: $5\nroles:\n");
    assert_told("chip:  > $5\n");
    assert_int_equal(room.floor.former_count, 1);
    assert_int_equal(room.floor.hands[0].former, 1);
    assert_int_equal(room.floor.formers[0]->terms.chip_cents, 100);
    assert_int_equal(room.floor.offerings[0].terms.chip_cents, 500);
    HOUSES_DO("claim-hand C4-1 seat 2 offer bonus-hand by dana", "verify-hand 1 row flush by sam",
              "verify-hand 2 row flush by sam", "authorise 1 by sue", "start-round C4-1 fees 1 by dana",
              "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    assert_int_equal(room.floor.hands[1].former, 1);
    assert_int_equal(room.floor.hands[2].former, 0);
}

/* An offer that was withdrawn is restored as it was read last, whatever has become of its tables. */
static void an_offer_that_was_withdrawn_outlives_its_table(void **state)
{
    (void)state;
    offer_bonus_hand();
    houses_do("withdraw-offer bonus-hand by max");
    houses_go_along();
    amends(C4_2, "{table: C4-2, game: Pan 9, limits: $10 to $100, seats: 8}");
    amends(C4_1, "{table: C4-1, game: Crazy 4 Poker, limits: $5 to $50, seats: 6, closed: for good}");
    houses_do("clock 2026-11-03T12:00:00-08:00");
    houses_post("bonus-hand", text_with(&room, offer_file(&room, "bonus-hand"), "C4-1, C4-2, ", ""));
}

#define AMENDING(test) cmocka_unit_test_setup_teardown(test, houses_open, houses_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        AMENDING(name_address_equipment_and_pace_change_at_once),
        AMENDING(two_persons_who_may_sign_an_amendment),
        AMENDING(a_text_that_says_nothing_new_or_nothing_readable_is_refused),
        AMENDING(a_text_that_was_made_from_an_older_one_is_refused),
        AMENDING(a_new_table_is_played_at_and_the_others_keep_their_numbers),
        AMENDING(tables_up_to_the_most_can_be_added),
        AMENDING(a_table_changes_while_it_is_closed_and_none_of_its_hands_waits),
        AMENDING(a_table_that_an_offer_names_is_not_closed_for_good),
        AMENDING(the_row_of_a_table_stays),
        AMENDING(a_table_whose_new_game_an_offer_cannot_have_keeps_its_game),
        AMENDING(a_role_that_somebody_has_stays),
        AMENDING(permissions_hold_from_the_amendment_on),
        AMENDING(roles_change_if_one_of_the_two_may_appoint),
        AMENDING(somebody_can_still_amend_and_appoint),
        AMENDING(funds_come_change_and_go),
        cmocka_unit_test_setup_teardown(a_fund_that_holds_money_or_that_an_offer_names_stays, open_gardens,
                                        close_gardens),
        AMENDING(an_amendment_waits_for_its_first_day),
        AMENDING(what_stands_in_the_way_then_is_told_and_nothing_changes),
        AMENDING(an_amendment_that_waits_is_withdrawn),
        AMENDING(the_business_day_changes_when_a_day_has_begun),
        AMENDING(the_time_zone_does_not_change_under_a_hand_that_waits),
        AMENDING(an_offer_waits_for_its_time_and_nothing_changes_under_a_hand),
        AMENDING(an_offer_and_the_table_that_it_needs_come_together),
        AMENDING(an_offer_that_cannot_be_posted_when_its_time_comes_stays_as_it_is),
        AMENDING(a_second_person_signs_an_offer_where_the_house_asks_for_one),
        AMENDING(so_many_changes_wait_and_no_more),
        AMENDING(a_hand_is_paid_in_the_house_that_it_was_dealt_in),
        AMENDING(an_offer_that_was_withdrawn_outlives_its_table),
    };
    return cmocka_run_group_tests_name("amending", tests, NULL, NULL);
}
