/*
 * I7: nobody has a prize who may not win it. What is decided is decided by who a patron is; here somebody makes another of him
 * before the event is applied, as one does who writes a log anew, and applying refuses what deciding would have refused.
 */
#include "house/stories/story_test.h"

#include "funds/eligibility.h"
#include "house/hands/hands.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"

/* ------------------------------------------------------------------------------------------ another hand */

typedef void alter_function(struct patron *patron);

static void on_duty(struct patron *patron)
{
    patron->employee = EMPLOYEE_ON_DUTY;
}

static void off_duty(struct patron *patron)
{
    patron->employee = EMPLOYEE_OFF_DUTY;
}

static void works_for_others(struct patron *patron)
{
    patron->proposition = true;
}

static void is_excluded(struct patron *patron)
{
    patron->excluded = true;
}

/* One day before the birthday on Monday, November 2, 2026, and on it. */
static void is_of_age_tomorrow(struct patron *patron)
{
    patron->born = (struct date){2005, 11, 3};
}

static void is_of_age_today(struct patron *patron)
{
    patron->born = (struct date){2005, 11, 2};
}

static struct patron *patron_called(const char *name)
{
    uint32_t number = names_find(&room.floor.patron_names, text_of(name));
    assert_true(number < room.floor.patron_count);
    return &room.floor.patrons[number];
}

/* Decides the line, and applies what happens by it; from the first event of the kind on the patron is another. Where applying
 * ends: STATUS_OK if it does not. */
static enum status alters(const char *line, const char *kind, const char *patron, alter_function *alter,
                          struct fault *fault)
{
    struct command command;
    enum status status = STATUS_OK;
    bool altered = false;
    struct text kept;
    assert_int_equal(arena_copy_text(&room.lines, text_of(line), &kept), STATUS_OK);
    assert_int_equal(command_parse(kept, &room.floor.zone, &room.lines, &command, fault), STATUS_OK);
    do {
        assert_int_equal(floor_decide(&room.floor, &command, &room.decision, fault), STATUS_OK);
        if (!room.decision.ruling.allowed)
            fail_msg("%s: %s", line, room.decision.ruling.words);
        for (unsigned i = 0; i < room.decision.event_count && status == STATUS_OK; i++) {
            const struct event *event = &room.decision.events[i];
            if (!altered && strcmp(event_name(event->kind), kind) == 0) {
                alter(patron_called(patron));
                altered = true;
            }
            status = floor_replay(&room.floor, event, fault);
        }
    } while (room.decision.unfinished && status == STATUS_OK);
    if (!altered)
        fail_msg("%s: nothing of the kind %s happens", line, kind);
    return status;
}

/* It is refused in these words. */
static void is_found(const char *line, const char *kind, const char *patron, alter_function *alter,
                     const char *words)
{
    struct fault fault = {0};
    if (alters(line, kind, patron, alter, &fault) != STATUS_INVALID)
        fail_msg("%s is applied", line);
    if (!strstr(fault.words, kind) || !strstr(fault.words, words))
        fail_msg("%s: %s", line, fault.words);
}

/* It is none of the document's business. */
static void is_none(const char *line, const char *kind, const char *patron, alter_function *alter)
{
    struct fault fault = {0};
    if (alters(line, kind, patron, alter, &fault) != STATUS_OK)
        fail_msg("%s: %s", line, fault.words);
}

/* An event that somebody has made up. */
static void is_strange(const char *kind, const char *payload, const char *words)
{
    struct event event;
    struct fault fault = {0};
    assert_int_equal(event_read(text_of(kind), text_of(payload), &room.lines, &event, &fault), STATUS_OK);
    if (floor_replay(&room.floor, &event, &fault) != STATUS_INVALID)
        fail_msg("%s %s is applied", kind, payload);
    if (!strstr(fault.words, words))
        fail_msg("%s: %s", payload, fault.words);
}

/* ------------------------------------------------------------------------------------------ hands of a round */

/* Four nines of seat 1, which only wait to be authorised: bay101/bonus-hand-progressive-v1-1. */
static void four_nines(void)
{
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 3);
    does(&room, "start-round C4-1 fees 1,2,3 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 cards \"9s 9h 9d 9c 2s\" wager $5 by sam");
}

static void an_employee_on_duty_has_no_award(void **state)
{
    (void)state;
    four_nines();
    is_found("authorise 1 by sue", "awarded", "1001", on_duty,
             "prize 1 of 1001: employees may win: off duty (bay101/bonus-hand-progressive-v1-1#46)");
}

static void an_employee_off_duty_has_it_where_the_document_lets_him(void **state)
{
    (void)state;
    four_nines();
    is_none("authorise 1 by sue", "awarded", "1001", off_duty);
}

static void a_proposition_player_has_no_award(void **state)
{
    (void)state;
    four_nines();
    is_found("authorise 1 by sue", "awarded", "1001", works_for_others,
             "prize 1 of 1001: proposition players may not win (bay101/bonus-hand-progressive-v1-1#48)");
}

static void who_is_of_age_tomorrow_has_no_award(void **state)
{
    (void)state;
    four_nines();
    is_found("authorise 1 by sue", "awarded", "1001", is_of_age_tomorrow,
             "prize 1 of 1001: the person is 20");
}

static void who_is_of_age_today_has_it(void **state)
{
    (void)state;
    four_nines();
    is_none("authorise 1 by sue", "awarded", "1001", is_of_age_today);
}

static void whoever_else_sits_there_does_not_matter(void **state)
{
    (void)state;
    four_nines();
    is_none("authorise 1 by sue", "awarded", "1002", is_excluded);
}

/* Who banks wins nothing by clause 49; a bet behind the seat is another's than the player-dealer's. */
static void the_player_dealer_has_no_award(void **state)
{
    struct fault fault = {0};
    (void)state;
    four_nines();
    hand_numbered(&room.floor, 1)->bank = 1;
    assert_int_equal(alters("authorise 1 by sue", "awarded", "1001", off_duty, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "the player-dealer position may not win "
                                        "(bay101/bonus-hand-progressive-v1-1#49)"));
}

static void who_bets_behind_the_player_dealer_is_another(void **state)
{
    static const struct hand_bettor bettor = {.seat = 1, .patron = 0};
    struct fault fault = {0};
    (void)state;
    four_nines();
    hand_numbered(&room.floor, 1)->bank = 1;
    hand_numbered(&room.floor, 1)->bettors = &bettor;
    hand_numbered(&room.floor, 1)->bettor_count = 1;
    assert_int_equal(alters("authorise 1 by sue", "awarded", "1001", off_duty, &fault), STATUS_OK);
}

/* ------------------------------------------------------------------------------------------ shares */

/* hawaiian-gardens/fortune-pai-gow-poker-progressive: five aces at FP-1, of which FP-2 has parts. */
static void five_aces(void)
{
    offers(&room, "fortune-pai-gow", "structure: B", "structure: C", NULL);
    seat_patrons(&room, "FP-1", 2);
    does(&room, "open-table FP-2 by fay");
    does(&room, "register 1009 born 1980-01-01 by fay");
    does(&room, "sit FP-2 seat 1 patron 1009 by dana");
    does(&room, "sit FP-2 seat 2 by dana");
    does(&room, "start-round FP-2 fees 1,2 by dana");
    does(&room, "start-round FP-1 fees 1,2 by dana");
    does(&room, "claim-hand FP-1 seat 1 offer fortune-pai-gow by dana");
    does(&room, "verify-hand 1 row \"five aces\" by sam");
}

static void one_at_the_table_who_may_not_win_has_no_share(void **state)
{
    (void)state;
    five_aces();
    is_found("authorise 1 by sue", "awarded", "1002", on_duty, " of 1002: employees may win: ");
}

static void one_at_another_table_who_may_not_win_has_no_share(void **state)
{
    (void)state;
    five_aces();
    is_found("authorise 1 by sue", "awarded", "1009", works_for_others,
             " of 1009: proposition players may not win (hawaiian-gardens/fortune-pai-gow-poker-progressive");
}

/* ------------------------------------------------------------------------------------------ periods */

/* bay101/poker-high-hand: full houses of seats 1 and 2 stand on the board until ten. */
static void two_full_houses(void)
{
    static const char *const cards[] = {"\"9s 9h\" board \"9d 7c 7h 2s 3d\"",
                                        "\"9c 7s\" board \"9d 9h 7c 2s 3d\""};
    offers(&room, "poker-bonus-hand", NULL);
    offers(&room, "high-hand", NULL);
    does(&room, "clock 2026-11-02T18:00:00-08:00");
    seat_patrons(&room, "LH-1", 6);
    for (unsigned seat = 1; seat <= 2; seat++) {
        does(&room, "start-round LH-1 by dana");
        DOES(&room, "claim-hand LH-1 seat %u offer high-hand by dana", seat);
        DOES(&room, "verify-hand %u cards %s pot $40 by sam", seat, cards[seat - 1]);
        DOES(&room, "authorise %u by sue", seat);
    }
}

static void a_board_has_no_prize_for_who_may_not_win_when_it_is_settled(void **state)
{
    (void)state;
    two_full_houses();
    is_found("clock 2026-11-02T22:00:00-08:00", "awarded", "1002", on_duty,
             "prize 2 of 1002: employees may win: ");
}

static void a_board_has_one_for_who_is_of_age_then(void **state)
{
    (void)state;
    two_full_houses();
    is_none("clock 2026-11-02T22:00:00-08:00", "awarded", "1002", is_of_age_today);
}

/* A table at which no hand of the board was dealt has no part of it. */
static void a_board_has_no_prize_at_another_table(void **state)
{
    (void)state;
    two_full_houses();
    is_strange("awarded",
               "{\"at\":\"2026-11-03T06:00:00Z\",\"award\":1,\"offer\":1,\"verified-by\":\"sam\","
               "\"authorised-by\":\"sue\",\"clause\":\"x#1\",\"hand\":1,"
               "\"prizes\":[{\"prize\":1,\"patron\":\"1001\",\"table\":\"LH-2\",\"seat\":1}]}",
               "prize 1 of 1001: no hand of the table is on the board");
}

/* hawaiian-gardens/high-hand-promotion: points of 1001 until two in the morning. */
static void three_points(void)
{
    offers(&room, "high-hand-points", NULL);
    does(&room, "clock 2026-11-02T20:00:00-08:00");
    seat_patrons(&room, "HE-2", 4);
    does(&room, "start-round HE-2 by dana");
    does(&room, "claim-hand HE-2 seat 1 offer high-hand-points by dana");
    does(&room, "verify-hand 1 cards \"As Ah\" board \"Ad Ac 7h 2s 3d\" by sam");
    does(&room, "authorise 1 by sue");
}

static void points_have_no_place_for_who_may_not_win_when_they_are_settled(void **state)
{
    (void)state;
    three_points();
    is_found("clock 2026-11-03T02:00:00-08:00", "awarded", "1001", is_excluded,
             "prize 1 of 1001: the person is on the exclusion list");
}

static void points_have_one_for_who_is_of_age_then(void **state)
{
    (void)state;
    three_points();
    is_none("clock 2026-11-03T02:00:00-08:00", "awarded", "1001", is_of_age_today);
}

/* ------------------------------------------------------------------------------------------ without a hand */

static void a_prize_without_a_hand_is_for_those_who_may_win(void **state)
{
    static const char award[] =
        "award-prize high-hand-points prize \"top twenty\" table HE-2 seats 1 verified-by sam by sue";
    (void)state;
    offers(&room, "high-hand-points", NULL);
    does(&room, "clock 2026-11-02T20:00:00-08:00");
    seat_patrons(&room, "HE-2", 4);
    does(&room, "start-round HE-2 by dana");
    is_found(award, "awarded", "1001", on_duty, "prize 1 of 1001: employees may win: ");
}

/* hawaiian-gardens/wheel-of-cards#24: whoever takes part has the card of the club. */
static void who_has_no_card_has_no_prize_where_one_is_needed(void **state)
{
    static const char money[] =
        "{\"at\":\"2026-11-08T00:00:00Z\",\"by\":\"sue\",\"award\":1,\"table\":\"HE-2\",\"round\":1,"
        "\"verified-by\":\"sam\",\"authorised-by\":\"sue\",\"clause\":\"x#1\","
        "\"prizes\":[{\"prize\":1,\"table\":\"HE-2\",\"seat\":5}]}";
    (void)state;
    offers(&room, "wheel-of-cards", NULL);
    does(&room, "clock 2026-11-07T16:00:00-08:00");
    seat_patrons(&room, "HE-2", 4);
    does(&room, "sit HE-2 seat 5 by dana");
    does(&room, "start-round HE-2 by dana");
    is_strange("awarded", money, "prize 1: the player's card is needed (hawaiian-gardens/wheel-of-cards#24)");
}

/* ------------------------------------------------------------------------------------------ movements */

/* hawaiian-gardens/blazing-sevens leaves proposition players to the house. */
static void dealt_by_the_movement_before(const char *before, const char *now)
{
    char posted[2][64];
    (void)snprintf(posted[0], sizeof posted[0], "hours: always\nsettings: {proposition players: %s}", before);
    (void)snprintf(posted[1], sizeof posted[1], "hours: always\nsettings: {proposition players: %s}", now);
    offers(&room, "blazing-sevens", "hours: always", posted[0], NULL);
    seat_patrons(&room, "BJ-1", 2);
    does(&room, "start-round BJ-1 fees 1,2 by dana");
    does(&room, "claim-hand BJ-1 seat 1 offer blazing-sevens by dana");
    does(&room, "verify-hand 1 cards \"7s 7c\" banker 7c by fay");
    offers(&room, "blazing-sevens", "hours: always", posted[1], NULL);
}

static void an_award_is_judged_by_what_was_posted_for_the_hand(void **state)
{
    (void)state;
    dealt_by_the_movement_before("yes", "no");
    is_none("authorise 1 by sue", "awarded", "1001", works_for_others);
}

static void and_not_by_what_is_posted_since(void **state)
{
    (void)state;
    dealt_by_the_movement_before("no", "yes");
    is_found("authorise 1 by sue", "awarded", "1001", works_for_others,
             "prize 1 of 1001: proposition players may not win");
}

static void a_prize_of_an_offer_that_is_withdrawn_is_still_judged(void **state)
{
    (void)state;
    four_nines();
    does(&room, "authorise 1 by sue");
    does(&room, "withdraw-offer bonus-hand by olga");
    is_found("pay 1 in check by cy", "prize-paid", "1001", on_duty,
             "prize 1 of 1001: employees may win: off duty");
}

/* ------------------------------------------------------------------------------------------ afterwards */

/* Four nines of a seat whose player nobody knows: prize 1. */
static void nobodys_nines(void)
{
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 2);
    does(&room, "sit C4-1 seat 3 by dana");
    does(&room, "start-round C4-1 fees 1,2,3 by dana");
    does(&room, "claim-hand C4-1 seat 3 offer bonus-hand by dana");
    does(&room, "verify-hand 1 cards \"9s 9h 9d 9c 2s\" wager $5 by sam");
    does(&room, "authorise 1 by sue");
}

static void who_turns_out_to_be_the_winner_may_win(void **state)
{
    (void)state;
    nobodys_nines();
    is_found("identify 1 patron 1002 document licence authorised-by max by cy", "prize-identified", "1002",
             on_duty, "prize 1 of 1002: employees may win: off duty");
}

static void who_turns_out_to_be_of_age_today_may_win(void **state)
{
    (void)state;
    nobodys_nines();
    is_none("identify 1 patron 1002 document licence authorised-by max by cy", "prize-identified", "1002",
            is_of_age_today);
}

/* What the document says that was shown, and not what the club has written down. */
static void the_date_that_was_shown_decides(void **state)
{
    (void)state;
    nobodys_nines();
    is_none("identify 1 patron 1002 document licence born 2005-11-02 authorised-by max by cy",
            "prize-identified", "1002", is_of_age_tomorrow);
    is_strange("prize-identified",
               "{\"at\":\"2026-11-02T20:00:00Z\",\"by\":\"cy\",\"prize\":1,\"patron\":\"1002\",\"born\":"
               "\"2005-11-03\"}",
               "prize 1 of 1002: the person is 20 years old");
}

static void a_winner_nobody_knows_is_of_age_too(void **state)
{
    (void)state;
    nobodys_nines();
    is_strange("prize-identified",
               "{\"at\":\"2026-11-02T20:00:00Z\",\"by\":\"cy\",\"prize\":1,\"born\":\"2005-11-03\"}",
               "prize 1: the person is 20 years old");
}

static void a_prize_stays_its_winners(void **state)
{
    (void)state;
    nobodys_nines();
    does(&room, "identify 1 patron 1002 document licence authorised-by max by cy");
    is_strange("prize-identified",
               "{\"at\":\"2026-11-02T20:00:00Z\",\"by\":\"cy\",\"prize\":1,\"patron\":\"1001\"}",
               "the prize belongs to another patron");
}

static void who_may_not_win_any_more_is_not_paid(void **state)
{
    (void)state;
    nobodys_nines();
    does(&room, "identify 1 patron 1002 document licence authorised-by max by cy");
    is_found("pay 1 in check by cy", "prize-paid", "1002", is_excluded,
             "prize 1 of 1002: the person is on the exclusion list");
}

static void an_employee_who_is_off_duty_is_paid(void **state)
{
    (void)state;
    nobodys_nines();
    does(&room, "identify 1 patron 1002 document licence authorised-by max by cy");
    is_none("pay 1 in check by cy", "prize-paid", "1002", off_duty);
    is_strange("prize-paid", "{\"at\":\"2026-11-02T20:00:00Z\",\"by\":\"cy\",\"prize\":1}",
               "the prize was paid");
    is_strange("prize-identified",
               "{\"at\":\"2026-11-02T20:00:00Z\",\"by\":\"cy\",\"prize\":1,\"patron\":\"1002\"}",
               "the prize was paid");
}

/* hawaiian-gardens/high-hand-promotion#25 */
static void who_has_not_shown_identification_is_not_paid(void **state)
{
    static const char paid[] = "{\"at\":\"2026-11-03T04:00:00Z\",\"by\":\"cy\",\"prize\":1}";
    (void)state;
    offers(&room, "high-hand-points", NULL);
    does(&room, "clock 2026-11-02T20:00:00-08:00");
    seat_patrons(&room, "HE-2", 4);
    does(&room, "start-round HE-2 by dana");
    does(&room,
         "award-prize high-hand-points prize \"top twenty\" table HE-2 seats 1 verified-by sam by sue");
    is_strange("prize-paid", paid, "the winner has not shown identification");
}

/* bay101/bonus-hand-progressive-v1-1#46: his shift begins between the decision and the event, and changes nothing. */
static void who_was_dealt_in_off_duty_has_his_prize_and_is_paid(void **state)
{
    struct fault fault = {0};
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 3);
    does(&room, "amend-patron 1001 employee \"off duty\" by fay");
    does(&room, "start-round C4-1 fees 1 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 row straight by sam");
    assert_int_equal(alters("authorise 1 by sue", "awarded", "1001", on_duty, &fault), STATUS_OK);
    assert_int_equal(floor_prize(&room.floor, 1)->dealt.employee, EMPLOYEE_OFF_DUTY);
    assert_int_equal(alters("pay 1 by cy", "prize-paid", "1001", on_duty, &fault), STATUS_OK);
}

/* ------------------------------------------------------------------------------------------ what the winner paid */

static void the_fee_of_the_hand_is_kept_with_its_prize_and_none_with_envy(void **state)
{
    (void)state;
    offers(&room, "three-card-progressive", NULL);
    seat_patrons(&room, "TC-2", 4);
    does(&room, "start-round TC-2 fees 1,2,3,4 by dana");
    does(&room, "claim-hand TC-2 seat 1 offer three-card-progressive by dana");
    does(&room, "verify-hand 1 cards \"As Ks Qs\" by fay");
    does(&room, "authorise 1 by finn");
    assert_int_equal(room.floor.prize_count, 4);
    assert_int_equal(floor_prize(&room.floor, 1)->fee, 100);
    for (unsigned i = 1; i < 4; i++) /* us-federal/information-returns#11: by another's hand */
        assert_int_equal(room.floor.prizes[i].fee, 0);
}

static void a_fee_by_rate_is_that_of_the_position(void **state)
{
    (void)state;
    offers(&room, "cash-in-a-flash", NULL);
    seat_patrons(&room, "P9-1", 4);
    does(&room, "start-round P9-1 dealt 1,2,3 by dana");
    holds(&room, "cash-in-a-flash", "jackpot fund", 100000);
    does(&room, "claim-hand P9-1 seat 1 offer cash-in-a-flash by dana");
    does(&room, "verify-hand 1 cards \"3h 3d 3h\" by sam");
    does(&room, "authorise 1 by sue");
    assert_int_equal(floor_prize(&room.floor, 1)->fee, 50); /* of a player at $5 to $50 */
}

/* Where the player-dealer alone pays for the round, nobody else paid anything. */
static void a_fee_of_the_player_dealer_is_no_players(void **state)
{
    (void)state;
    offers(&room, "baccarat-bonus", "structure: B", "structure: A", NULL);
    seat_patrons(&room, "EZ-1", 4);
    does(&room, "start-round EZ-1 dealt 1,2,3,4 fees 0 by dana");
    does(&room, "claim-hand EZ-1 offer baccarat-bonus by dana");
    does(&room, "verify-hand 1 row A3 by sam");
    does(&room, "authorise 1 by sue");
    assert_true(room.floor.prize_count > 0);
    assert_int_equal(floor_prize(&room.floor, 1)->fee, 0);
}

static void a_log_in_which_a_winner_paid_less_than_nothing_is_refused(void **state)
{
    (void)state;
    struct prize_row row = {.prize = 1, .table = text_of("C4-1"), .cents = 100, .fee = -1};
    struct event event = {.kind = EVENT_AWARDED};
    struct fault fault = {0};
    offers(&room, "bonus-hand", NULL);
    event.head = (struct event_head){.at = room.floor.now, .by = text_of("sue")};
    EVENT_FILL(&event, awarded, .award = 1, .round = 1, .verified_by = text_of("sam"),
               .authorised_by = text_of("sue"), .clause = text_of("x#1"), .prizes = &row, .prize_count = 1);
    assert_int_equal(floor_replay(&room.floor, &event, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "less than nothing"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(an_employee_on_duty_has_no_award, open_demo),
        STORY(an_employee_off_duty_has_it_where_the_document_lets_him, open_demo),
        STORY(a_proposition_player_has_no_award, open_demo),
        STORY(who_is_of_age_tomorrow_has_no_award, open_demo),
        STORY(who_is_of_age_today_has_it, open_demo),
        STORY(whoever_else_sits_there_does_not_matter, open_demo),
        STORY(the_player_dealer_has_no_award, open_demo),
        STORY(who_bets_behind_the_player_dealer_is_another, open_demo),
        STORY(one_at_the_table_who_may_not_win_has_no_share, open_gardens),
        STORY(one_at_another_table_who_may_not_win_has_no_share, open_gardens),
        STORY(a_board_has_no_prize_for_who_may_not_win_when_it_is_settled, open_bay),
        STORY(a_board_has_one_for_who_is_of_age_then, open_bay),
        STORY(a_board_has_no_prize_at_another_table, open_bay),
        STORY(points_have_no_place_for_who_may_not_win_when_they_are_settled, open_gardens),
        STORY(points_have_one_for_who_is_of_age_then, open_gardens),
        STORY(a_prize_without_a_hand_is_for_those_who_may_win, open_gardens),
        STORY(who_has_no_card_has_no_prize_where_one_is_needed, open_gardens),
        STORY(an_award_is_judged_by_what_was_posted_for_the_hand, open_gardens),
        STORY(and_not_by_what_is_posted_since, open_gardens),
        STORY(a_prize_of_an_offer_that_is_withdrawn_is_still_judged, open_demo),
        STORY(who_turns_out_to_be_the_winner_may_win, open_demo),
        STORY(who_turns_out_to_be_of_age_today_may_win, open_demo),
        STORY(the_date_that_was_shown_decides, open_demo),
        STORY(a_winner_nobody_knows_is_of_age_too, open_demo),
        STORY(a_prize_stays_its_winners, open_demo),
        STORY(who_may_not_win_any_more_is_not_paid, open_demo),
        STORY(an_employee_who_is_off_duty_is_paid, open_demo),
        STORY(who_has_not_shown_identification_is_not_paid, open_gardens),
        STORY(who_was_dealt_in_off_duty_has_his_prize_and_is_paid, open_bay),
        STORY(the_fee_of_the_hand_is_kept_with_its_prize_and_none_with_envy, open_gardens),
        STORY(a_fee_by_rate_is_that_of_the_position, open_gardens),
        STORY(a_fee_of_the_player_dealer_is_no_players, open_demo),
        STORY(a_log_in_which_a_winner_paid_less_than_nothing_is_refused, open_demo),
    };
    return cmocka_run_group_tests_name("floor: who may win", tests, NULL, NULL);
}
