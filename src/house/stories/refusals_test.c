/* Refusals of the floor that no case can say: of documents that are wrong, at limits, with their words, and of a log that was
 * tampered with. The others are the cases of tests/cases/floor/refusals. */
#include "house/stories/story_test.h"

#include "house/cage/cage_shapes.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/clock_shapes.h"
#include "house/people/people.h"
#include "house/people/people_shapes.h"
#include "house/people/staff.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"

/* The demo house with the bonus hand at C4-1, six patrons there and a round that runs. */
static int open_room(void **state)
{
    (void)state;
    room_open_house(&room, "demo");
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 5);
    does(&room, "start-round C4-1 fees 1,2 by dana");
    return 0;
}

/* The words of the last refusal say this. */
static void in_words(const char *part)
{
    if (!strstr(room.decision.ruling.words, part))
        fail_msg("\"%s\" does not say \"%s\"", room.decision.ruling.words, part);
}

/* ------------------------------------------------------------------------------------------ houses and documents */

static void ask_to_open(const char *by, const char *text)
{
    struct command command = {.kind = COMMAND_OPEN_HOUSE};
    *COMMAND_AS(&command, open_house) = (struct open_house){.head = {.by = text_of(by)},
                                                            .house = text_of("demo"),
                                                            .at = {INT64_C(1793649600000)},
                                                            .text = text_of(text)};
    room_decide(&room, &command);
    assert_false(room.decision.ruling.allowed);
}

static void a_house_is_opened_first_and_once(void **state)
{
    static struct room other;
    (void)state;
    ask_to_open("olga", "name: Another\n");
    assert_string_equal(room.decision.ruling.clause, "house#document");
    room_init(&other);
    refuses(&other, "clock 2026-11-02T12:00:00Z", "house#document");
    refuses(&other, "appoint dana role dealer by olga", "house#document");
    room_release(&other);
}

static void a_house_that_cannot_be_read_is_not_opened(void **state)
{
    static char text[64 * 1024];
    struct text_out out;
    (void)state;
    room_release(&room);
    room_init(&room);
    ask_to_open("", "name: Nobody's\n");
    assert_string_equal(room.decision.ruling.clause, "house#permission");
    ask_to_open("olga", "");
    assert_string_equal(room.decision.ruling.clause, "house#document");
    ask_to_open(
        "olga",
        "name: House\ntime zone: Nowhere\ntables: [{table: A, game: Omaha, limits: $1 to $2, seats: 6}]\n");
    assert_string_equal(room.decision.ruling.clause, "house#document");
    for (unsigned tables = FLOOR_TABLES_MAX; tables <= FLOOR_TABLES_MAX + 1; tables++) {
        text_out_init(&out, text, sizeof text);
        text_out_add(&out, "name: House\ntime zone: America/Los_Angeles\ntables:\n");
        for (unsigned i = 0; i < tables; i++)
            text_out_add(&out, "  - {table: T-%u, game: Omaha, limits: $1 to $2, seats: 6}\n", i + 1);
        if (tables > FLOOR_TABLES_MAX) {
            ask_to_open("olga", text);
            in_words("at most 256 tables");
        }
    }
}

static void ask_to_file(const char *text)
{
    struct command command = {.kind = COMMAND_FILE_DOCUMENT};
    *COMMAND_AS(&command, file_document) = (struct file_document){
        .head = {.by = text_of("olga")}, .activity = text_of("demo/nothing"), .text = text_of(text)};
    room_decide(&room, &command);
}

static void a_document_that_is_wrong_is_not_filed(void **state)
{
    (void)state;
    ask_to_file("# Title\n\n1. A clause. [money]\n\n   ```yaml\n   fee:\n     amount: five\n   ```\n");
    assert_false(room.decision.ruling.allowed);
    assert_string_equal(room.decision.ruling.clause, "demo/nothing#1");
    in_words("line ");
    ask_to_file("");
    assert_false(room.decision.ruling.allowed);
    assert_string_equal(room.decision.ruling.clause, "house#document");
}

static void so_many_laws_bind_a_house(void **state)
{
    char name[32];
    struct text law = document_file(&room, text_of("us-federal/information-returns"));
    (void)state;
    for (unsigned i = 1; i <= FLOOR_LAWS_MAX; i++) {
        (void)snprintf(name, sizeof name, "us-federal/law-%u", i);
        file_text_as(&room, text_of(name), law);
    }
    assert_int_equal(room.floor.law_count, FLOOR_LAWS_MAX);
    struct command command = {.kind = COMMAND_FILE_DOCUMENT};
    *COMMAND_AS(&command, file_document) = (struct file_document){
        .head = {.by = text_of("olga")}, .activity = text_of("us-federal/one-more"), .text = law};
    room_decide(&room, &command);
    assert_false(room.decision.ruling.allowed);
    in_words("a house has at most 8 laws");
    file_text_as(&room, text_of(name), law); /* the text of one that is there */
    assert_int_equal(room.floor.law_count, FLOOR_LAWS_MAX);
}

static void an_offer_that_is_wrong_is_not_posted(void **state)
{
    (void)state;
    struct text text = offer_file(&room, "bonus-hand");
    post_text(&room, "bonus-hand", text_with(&room, text, "flush: $40", "flush: $9.99"));
    assert_string_equal(room.decision.ruling.clause, "bay101/bonus-hand-progressive-v1-1#29");
    post_text(&room, "bonus-hand", text_with(&room, text, "flush: $40", "flush: $10"));
    assert_true(room.decision.ruling.allowed);
    post_text(&room, "bonus-hand", text_of("offer: bay101/nothing\n"));
    assert_string_equal(room.decision.ruling.clause, "house#document");
    in_words("is not filed");
    post_text(&room, "bonus-hand", text_of("[1"));
    assert_false(room.decision.ruling.allowed);
    file_document(&room, text_of("bay101/aces-cracked"));
    post_text(&room, "bonus-hand", offer_file(&room, "aces-cracked"));
    assert_string_equal(room.decision.ruling.clause, "house#document");
    in_words("another activity has this name");
}

/* ------------------------------------------------------------------------------------------ time and people */

static void time_does_not_run_back(void **state)
{
    (void)state;
    does(&room, "clock 2026-11-02T12:00:00.001-08:00");
    refuses(&room, "clock 2026-11-02T12:00:00-08:00", "house#time");
    does(&room, "clock 2026-11-02T12:00:00.001-08:00");
    assert_int_equal(room.last_count, 0);
}

/* A case gives a command without a name to its usual person; here it is nobody's. */
static void a_command_names_who_gives_it(void **state)
{
    (void)state;
    refuses(&room, "register 1001", "house#permission");
    refuses(&room, "note hello table C4-1", "house#permission");
}

/* house#exclusion: also one who sat there before, and one who bets behind a seat. */
static void who_is_excluded_is_not_dealt_in(void **state)
{
    (void)state;
    does(&room, "leave C4-1 seat 1 by dana");
    does(&room, "open-table C4-2 by fay");
    does(&room, "sit C4-2 seat 1 patron 1001 by dana");
    does(&room, "sit C4-2 seat 2 by dana");
    does(&room, "exclude 1001 reason \"asked for it\" by sam");
    refuses(&room, "start-round C4-2 by dana", "house#exclusion");
    in_words("clear the seat, or deal the others in");
    refuses(&room, "start-round C4-2 tournament by dana", "house#exclusion");
    refuses(&room, "start-round C4-2 dealt 2 backline \"seat 2 patron 1001 wager $5\" by dana",
            "house#exclusion");
    in_words("return the bet behind seat 2");
    does(&room, "start-round C4-2 dealt 2 by dana");
    does(&room, "end-round C4-2 by dana");
    does(&room, "readmit 1001 authorised-by sue by sam");
    does(&room, "start-round C4-2 by dana");
}

/* ------------------------------------------------------------------------------------------ tables */

static void tables_open_and_close(void **state)
{
    (void)state;
    refuses(&room, "open-table C4-9 by fay", "house#table");
    in_words("did you mean C4-");
    refuses(&room, "open-table Washington by fay", "house#table");
    refuses(&room, "open-table C4-1 by fay", "house#table");
    refuses(&room, "close-table C4-9 by fay", "house#table");
    refuses(&room, "close-table C4-2 by fay", "house#table");
    refuses(&room, "close-table C4-1 by fay", "house#round");
    does(&room, "end-round C4-1 by dana");
    does(&room, "close-table C4-1 by fay");
    refuses(&room, "start-round C4-1 by dana", "house#table");
}

/* ------------------------------------------------------------------------------------------ rounds */

static void a_round_has_players_who_sit_there(void **state)
{
    (void)state;
    refuses(&room, "start-round C4-9 by dana", "house#table");
    does(&room, "open-table C4-2 by fay");
    refuses(&room, "start-round C4-2 by dana", "house#round"); /* nobody */
    does(&room, "sit C4-2 seat 1 hold-button by dana");
    refuses(&room, "start-round C4-2 by dana", "house#round"); /* who sits out */
    refuses(&room, "start-round C4-1 dealt 1,6 by dana", "house#round");
    refuses(&room, "start-round C4-1 dealt 1 fees 2 by dana", "house#round");
    refuses(&room, "start-round C4-1 fees 31 by dana", "house#round");
    refuses(&room, "start-round C4-1 dealt 1 played-behind 2 by dana", "house#round");
    refuses(&room, "start-round C4-1 fees 0 by dana", "house#round");
    does(&room, "end-round C4-1 by dana");
    does(&room, "bank C4-1 seat 1 by dana");
    refuses(&room, "start-round C4-1 fees 0 by dana", "house#round");
    in_words("there is none");
}

static void bets_lie_behind_seats_that_are_dealt_in(void **state)
{
    static char line[4096];
    struct text_out out;
    (void)state;
    refuses(&room, "start-round C4-1 dealt 1,2 backline \"seat 3 wager $5\" by dana", "house#round");
    refuses(&room, "start-round C4-1 backline \"seat 17 wager $5\" by dana", "house#round");
    refuses(&room, "start-round C4-1 backline \"seat 1 patron 2000 wager $5\" by dana", "house#patron");
    for (unsigned bets = FLOOR_BACKLINE_MAX; bets <= FLOOR_BACKLINE_MAX + 1; bets++) {
        text_out_init(&out, line, sizeof line);
        text_out_add(&out, "start-round C4-1 by dana backline \"");
        for (unsigned i = 0; i < bets; i++)
            text_out_add(&out, "seat 1 wager $5;");
        text_out_add(&out, "\"");
        if (bets > FLOOR_BACKLINE_MAX)
            refuses(&room, line, "house#round");
        else
            does(&room, line);
    }
}

static void a_call_stands_until_the_floor_answers_it(void **state)
{
    const struct table *table = floor_table(&room.floor, text_of("C4-1"));
    (void)state;
    refuses(&room, "answer-call C4-1 by fay", "house#table"); /* nobody called */
    does(&room, "call-floor C4-1 by dana");
    assert_true(table_calls(table));
    assert_int_equal(table_call_words(table).length, 0);
    does(&room, "end-round C4-1 by dana");
    does(&room, "call-floor C4-1 note \"a player does not pay\" by dana"); /* between rounds, and again */
    assert_true(text_equal(table_call_words(table), text_of("a player does not pay")));
    does(&room, "answer-call C4-1 note \"he paid\" by fay");
    assert_false(table_calls(table));
    refuses(&room, "answer-call C4-1 by fay", "house#table");
    refuses(&room, "call-floor C4-9 by dana", "house#table");
    does(&room, "start-round C4-1 by dana");
}

static void a_call_is_short(void **state)
{
    char line[FLOOR_CALL_MAX + 64], words[FLOOR_CALL_MAX + 2];
    (void)state;
    for (unsigned length = FLOOR_CALL_MAX - 1; length <= FLOOR_CALL_MAX + 1; length++) {
        for (unsigned i = 0; i < length; i++)
            words[i] = 'a';
        struct text_out out;
        text_out_init(&out, line, sizeof line);
        text_out_add(&out, "call-floor C4-1 note %.*s by dana", (int)length, words);
        if (length > FLOOR_CALL_MAX)
            refuses(&room, line, "house#table");
        else
            does(&room, line);
    }
    does(&room, "answer-call C4-1 by fay");
}

/* ------------------------------------------------------------------------------------------ hands */

static void a_claim_is_withdrawn_by_who_made_it_until_it_is_verified(void **state)
{
    (void)state;
    does(&room, "appoint dora role dealer by olga");
    refuses(&room, "withdraw-hand 1 reason x by dana", "house#hand");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand row \"royal flush\" by dana");
    assert_true(
        text_equal(floor_person_name(&room.floor, floor_hand(&room.floor, 1)->claimed_by), text_of("dana")));
    assert_true(text_equal(floor_hand(&room.floor, 1)->claimed_row, text_of("royal flush")));
    refuses(&room, "withdraw-hand 1 reason x by dora", "house#hand");
    refuses(&room, "start-round C4-1 by dana", "house#round");
    does(&room, "withdraw-hand 1 reason \"the wrong seat\" by dana");
    assert_int_equal(floor_hand(&room.floor, 1)->state, HAND_WITHDRAWN);
    refuses(&room, "withdraw-hand 1 reason x by dana", "house#hand");
    refuses(&room, "verify-hand 1 row flush by sam", "house#hand");
    refuses(&room, "reject-hand 1 reason x by sam", "house#hand");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 2 row flush by sam");
    refuses(&room, "withdraw-hand 2 reason x by dana", "house#hand");
    does(&room, "reject-hand 2 reason x by sam");
    does(&room, "start-round C4-1 by dana");
}

static void a_supervisor_countersigns_what_a_dealer_asks_for(void **state)
{
    (void)state;
    does(&room, "start-round C4-1 fees 1 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    refuses(&room, "reject-hand 1 reason x authorised-by dana by dana", "house#two-persons");
    refuses(&room, "reject-hand 1 reason x authorised-by cy by dana", "house#two-persons");
    refuses(&room, "reject-hand 1 reason x authorised-by sam by sam", "house#two-persons");
    does(&room, "reject-hand 1 reason \"misread\" authorised-by sam by dana");
    assert_true(text_equal(EVENT_AS(&room.decision.events[0], hand_rejected)->authorised_by, text_of("sam")));
    refuses(&room, "return-fees C4-1 authorised-by nobody by dana", "house#two-persons");
    does(&room, "return-fees C4-1 reason \"misdeal\" authorised-by sam by dana");
    assert_true(text_equal(EVENT_AS(&room.decision.events[0], fees_returned)->authorised_by, text_of("sam")));
    does(&room, "start-round C4-1 fees 1 by dana");
    does(&room, "return-fees C4-1 reason \"misdeal\" authorised-by sue by sam"); /* who needs nobody */
}

/* Bettors behind the seats, each with a hand of his own: as many as are settled at once, and one more. */
static void so_many_hands_of_a_round_are_settled_at_once(void **state)
{
    enum { BETTORS = 32 };
    static char line[4096];
    struct text_out out;
    (void)state;
    text_out_init(&out, line, sizeof line);
    text_out_add(&out, "start-round C4-1 fees 1 by dana backline \"");
    for (unsigned i = 1; i <= BETTORS; i++) {
        DOES(&room, "register %u born 1980-01-01 by fay", 2000 + i);
        text_out_add(&out, "seat 1 patron %u wager $5 fee;", 2000 + i);
    }
    text_out_add(&out, "\"");
    does(&room, line);
    for (unsigned i = 1; i <= BETTORS; i++) {
        DOES(&room, "claim-hand C4-1 seat 1 patron %u offer bonus-hand by dana", 2000 + i);
        DOES(&room, "verify-hand %u row flush by sam", i);
    }
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    DOES(&room, "verify-hand %u row flush by sam", BETTORS + 1);
    refuses(&room, "authorise 1 by sue", "house#hand");
    DOES(&room, "reject-hand %u reason \"one too many\" by sam", BETTORS + 1);
    does(&room, "authorise 1 by sue");
    assert_int_equal(award_of(&room)->prize_count, BETTORS);
}

/* ------------------------------------------------------------------------------------------ prizes and money */

/* Prize 1 of award 1: a flush of seat 3, whom the club does not know. */
static void win_a_flush(void)
{
    does(&room, "end-round C4-1 by dana");
    does(&room, "leave C4-1 seat 3 by dana");
    does(&room, "sit C4-1 seat 3 by dana");
    does(&room, "start-round C4-1 fees 3 by dana");
    does(&room, "claim-hand C4-1 seat 3 offer bonus-hand by dana");
    does(&room, "verify-hand 1 row flush by sam");
    does(&room, "authorise 1 by sue");
}

static void a_prize_is_its_winners(void **state)
{
    (void)state;
    refuses(&room, "identify 1 document passport by cy", "house#hand");
    refuses(&room, "pay 1 by cy", "house#hand");
    win_a_flush();
    refuses(&room, "identify 0 document passport by cy", "house#hand");
    refuses(&room, "identify 1 document passport patron 2000 by cy", "house#patron");
    refuses(&room, "identify 1 document passport born 2005-11-03 authorised-by max by cy",
            "bay101/bonus-hand-progressive-v1-1"); /* 20 */
    does(&room, "exclude 1004 authorised-by max by sam");
    refuses(&room, "identify 1 document passport patron 1004 authorised-by max by cy",
            "bay101/bonus-hand-progressive-v1-1");
    does(&room,
         "identify 1 document passport patron 1005 born 2005-11-02 authorised-by max by cy"); /* 21 today */
    refuses(&room, "identify 1 document passport patron 1002 by cy", "house#patron");
    does(&room, "exclude 1005 authorised-by max by sam");
    refuses(&room, "pay 1 by cy", "bay101/bonus-hand-progressive-v1-1");
    does(&room, "readmit 1005 authorised-by sue by sam");
    does(&room, "pay 1 by cy");
    assert_int_equal(room.floor.patrons[floor_prize(&room.floor, 1)->patron].wins, 1);
    refuses(&room, "pay 1 by cy", "bay101/bonus-hand-progressive-v1-1");
    refuses(&room, "identify 1 document passport by cy", "bay101/bonus-hand-progressive-v1-1");
}

static void an_award_is_reversed_once_and_as_far_as_it_can_be(void **state)
{
    (void)state;
    refuses(&room, "reverse 1 reason x authorised-by sue by sam", "house#money");
    refuses(&room, "reverse 0 reason x authorised-by sue by sam", "house#money");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 row \"royal flush\" by sam");
    does(&room, "authorise 1 by sue");
    refuses(&room, "reverse 1 reason x authorised-by sam by sam", "house#two-persons");
    refuses(&room, "reverse 1 reason x authorised-by dana by sam", "house#two-persons");
    holds(&room, "bonus-hand", "prize pool", 499999); /* of the $5,000 that it was reseeded with */
    refuses(&room, "reverse 1 reason x authorised-by sue by sam", "house#money");
    holds(&room, "bonus-hand", "prize pool", 500000);
    does(&room, "reverse 1 reason x authorised-by sue by sam");
    refuses(&room, "reverse 1 reason x authorised-by sue by sam", "house#money");
    refuses(&room, "pay 1 by cy", "house#money");
    refuses(&room, "identify 1 document passport by cy", "house#money");
}

/* The prize of a straight, of the patron at the seat. */
static void award_straight(unsigned seat, unsigned hand)
{
    DOES(&room, "claim-hand C4-1 seat %u offer bonus-hand by dana", seat);
    DOES(&room, "verify-hand %u row straight by sam", hand);
    DOES(&room, "authorise %u by sue", hand);
}

static void a_prize_is_forfeited_while_its_winner_may_not_have_it(void **state)
{
    static const char asked[] = "forfeit 1 reason x authorised-by sue by sam";
    (void)state;
    refuses(&room, asked, "house#hand");
    award_straight(1, 1);
    refuses(&room, asked, "house#money");
    in_words("1001 can still be paid prize 1; it is not forfeited");
    does(&room, "exclude 1001 authorised-by max by sam");
    refuses(&room, "forfeit 1 reason x authorised-by sam by sam", "house#two-persons");
    refuses(&room, "forfeit 1 reason x authorised-by dana by sam", "house#two-persons");
    refuses(&room, "forfeit 1 patron 1002 reason x authorised-by sue by sam", "house#patron");
    refuses(&room, "forfeit 1 patron 9999 reason x authorised-by sue by sam", "house#patron");
    does(&room, "readmit 1001 authorised-by sue by sam");
    refuses(&room, asked, "house#money");
    does(&room, "exclude 1001 authorised-by max by sam");
    does(&room, "forfeit 1 patron 1001 reason x authorised-by sue by sam");
    assert_string_equal(floor_prize_state_name(floor_prize(&room.floor, 1)), "forfeited");
    refuses(&room, asked, "house#money");
    in_words("prize 1 is forfeited");
    refuses(&room, "reverse 1 reason x authorised-by sue by sam", "house#money");
    does(&room, "readmit 1001 authorised-by sue by sam");
    refuses(&room, "pay 1 by cy", "bay101/bonus-hand-progressive-v1-1");
}

static void a_prize_that_is_paid_or_reversed_is_not_forfeited(void **state)
{
    (void)state;
    award_straight(1, 1);
    does(&room, "pay 1 by cy");
    award_straight(2, 2);
    does(&room, "reverse 2 reason x authorised-by sue by sam");
    does(&room, "exclude 1001 authorised-by max by sam");
    does(&room, "exclude 1002 authorised-by max by sam");
    refuses(&room, "forfeit 1 reason x authorised-by sue by sam", "house#money");
    in_words("prize 1 is paid");
    refuses(&room, "forfeit 2 reason x authorised-by sue by sam", "house#money");
    in_words("prize 2 was reversed");
}

/* Nobody of the club sat there. Who it turned out to be is said, and is judged. */
static void an_unknown_winner_is_named_when_his_prize_is_forfeited(void **state)
{
    (void)state;
    does(&room, "end-round C4-1 by dana");
    does(&room, "leave C4-1 seat 4 by dana");
    does(&room, "sit C4-1 seat 4 by dana");
    does(&room, "clock 2026-11-02T12:10:00-08:00");
    does(&room, "start-round C4-1 fees 1,4 by dana");
    award_straight(4, 1);
    refuses(&room, "forfeit 1 reason x authorised-by sue by sam", "house#patron");
    in_words("prize 1 has no name yet");
    does(&room, "register 2001 employee \"off duty\" by fay");
    refuses(&room, "forfeit 1 patron 2001 reason x authorised-by sue by sam", "house#patron");
    in_words("was not at the table when the cards were dealt");
    does(&room, "sit C4-1 seat 4 patron 2001 by dana"); /* the guest, who has sat there since */
    refuses(&room, "forfeit 1 patron 2001 reason x authorised-by sue by sam", "house#money");
    does(&room, "amend-patron 2001 employee \"on duty\" by fay");
    refuses(&room, "identify 1 document passport patron 2001 authorised-by max by cy",
            "bay101/bonus-hand-progressive-v1-1#46");
    does(&room, "forfeit 1 patron 2001 reason \"on duty\" authorised-by sue by sam");
    assert_true(text_equal(EVENT_AS(&room.decision.events[0], prize_forfeited)->clause,
                           text_of("bay101/bonus-hand-progressive-v1-1#46")));
}

static void a_club_number_that_is_taken_is_refused_with_the_next_free_one(void **state)
{
    (void)state;
    does(&room, "register 2001 name \"Ann Lee\" born 1980-05-06 by fay");
    does(&room, "register 2002 by fay");
    does(&room, "register K-9 by fay");
    refuses(&room, "register 2001 name Mallory by fay", "house#patron");
    in_words("club number 2001 is taken; the next free number is 2003");
    refuses(&room, "register K-9 by fay", "house#patron");
    in_words("club number K-9 is taken; use another number");
    assert_true(text_equal(floor_patron(&room.floor, text_of("2001"))->name, text_of("Ann Lee")));
    does(&room, "register 2003 by fay");
    refuses(&room, "amend-patron 2004 name Mallory by fay", "house#patron");
    refuses(&room, "amend-patron 2001 name Mallory by dana", "house#permission");
    refuses(&room, "amend-patron 2001 name \"Ann Lee\" by fay", "house#patron");
    in_words("nothing changes");
}

static void assert_change(const struct patron_recorded *recorded, unsigned index, const char *what,
                          const char *was, const char *now)
{
    assert_true(index < recorded->change_count);
    assert_true(text_equal(recorded->changes[index].what, text_of(what)));
    assert_true(text_equal(recorded->changes[index].was, text_of(was)));
    assert_true(text_equal(recorded->changes[index].now, text_of(now)));
}

static void an_amendment_tells_the_old_and_the_new_value(void **state)
{
    (void)state;
    does(&room, "register 2001 name \"Ann Lee\" by fay");
    const struct patron_recorded *recorded = EVENT_AS(&room.decision.events[0], patron_recorded);
    assert_int_equal(recorded->change_count, 0);
    does(&room,
         "amend-patron 2001 name Ann born 1980-05-06 employee \"on duty\" proposition-player yes by fay");
    assert_int_equal(recorded->change_count, 4);
    assert_change(recorded, 0, "name", "Ann Lee", "Ann");
    assert_change(recorded, 1, "born", "", "1980-05-06");
    assert_change(recorded, 2, "employee", "", "on duty");
    assert_change(recorded, 3, "proposition-player", "no", "yes");
    does(&room, "amend-patron 2001 employee no by fay");
    assert_change(recorded, 0, "employee", "on duty", "");
    does(&room, "exclude 2001 reason asked by sam");
    assert_int_equal(recorded->change_count, 2);
    assert_change(recorded, 0, "excluded", "no", "yes");
    assert_change(recorded, 1, "reason", "", "asked");
}

static void an_event_that_tells_another_old_value_is_refused(void **state)
{
    (void)state;
    struct fault fault;
    does(&room, "register 2001 name \"Ann Lee\" by fay");
    does(&room, "amend-patron 2001 name Ann by fay");
    const struct patron_change lie = {text_of("name"), text_of("Bob"), text_of("Cleo")};
    struct event event = room.decision.events[0];
    EVENT_AS(&event, patron_recorded)->name = text_of("Cleo");
    EVENT_AS(&event, patron_recorded)->changes = &lie;
    assert_int_equal(floor_apply(&room.floor, &event, &fault), STATUS_INVALID);
}

static void nobody_is_born_on_a_day_to_come(void **state)
{
    (void)state;
    does(&room, "register 2001 born 2026-11-01 by fay");
    does(&room, "amend-patron 2001 born 2026-11-02 by fay");
    refuses(&room, "amend-patron 2001 born 2026-11-03 by fay", "house#patron");
    in_words("the date of birth 2026-11-03 is in the future; correct it");
}

/* A document that knows no way back. */
static void where_the_rules_know_no_reversal_there_is_none(void **state)
{
    (void)state;
    struct text activity = text_of("bay101/blazing-7s");
    file_text_as(
        &room, activity,
        text_with(&room, document_file(&room, activity), "reversal: manual adjustment", "reversal: none"));
    post_text(&room, "blazing-7s", offer_file(&room, "blazing-7s"));
    does(&room, "clock 2026-11-02T12:00:01-08:00");
    seat_patrons(&room, "BJ-1", 2);
    does(&room, "start-round BJ-1 fees 1 by dana");
    does(&room, "claim-hand BJ-1 seat 1 offer blazing-7s by dana");
    does(&room, "verify-hand 1 row \"two sevens\" by sam");
    does(&room, "authorise 1 by sue");
    refuses(&room, "reverse 1 reason x authorised-by sue by sam", "bay101/blazing-7s#72");
}

static void money_is_moved_by_two_persons_between_accounts_that_hold_it(void **state)
{
    static const char line[] =
        "adjust bonus-hand from reserve to \"prize pool\" amount %s reason x authorised-by %s by sam";
    char asked[256];
    (void)state;
    refuses(&room, "adjust nothing from house to reserve amount $1 reason x authorised-by sue by sam",
            "house#document");
    (void)snprintf(asked, sizeof asked, line, "$1", "sam");
    refuses(&room, asked, "house#two-persons");
    (void)snprintf(asked, sizeof asked, line, "$1", "cy");
    refuses(&room, asked, "house#two-persons");
    (void)snprintf(asked, sizeof asked, line, "$1.79", "sue");
    refuses(&room, asked, "house#money");
    in_words("does not hold that much");
    (void)snprintf(asked, sizeof asked, line, "$0", "sue");
    refuses(&room, asked, "house#money");
    (void)snprintf(asked, sizeof asked, line, "-$1", "sue");
    refuses(&room, asked, "house#money");
    (void)snprintf(asked, sizeof asked, line, "$1.78", "sue");
    does(&room, asked);
    refuses(&room, "adjust bonus-hand from house to reserves amount $1 reason x authorised-by sue by sam",
            "house#money");
    refuses(&room, "adjust bonus-hand from reserves to house amount $1 reason x authorised-by sue by sam",
            "house#money");
    refuses(&room, "adjust bonus-hand from house to house amount $1 reason x authorised-by sue by sam",
            "house#money");
    refuses(&room, "adjust bonus-hand from held to house amount $1 reason x authorised-by sue by sam",
            "house#money");
    refuses(&room, "adjust bonus-hand from house to held amount $1 reason x authorised-by sue by sam",
            "house#money");
    refuses(&room, "adjust bonus-hand from winners to house amount $1 reason x authorised-by sue by sam",
            "house#money");
}

static void amounts_have_a_maximum_in_every_command_that_takes_money(void **state)
{
    static const char *const lines[] = {
        "adjust bonus-hand from house to reserve amount %s reason x authorised-by sue by sam",
        "raise bonus-hand pool \"prize pool\" amount %s authorised-by sue by sam",
        "start-round C4-1 backline \"seat 1 wager %s\" by dana",
        "end-round C4-1 pot %s by dana",
        "verify-hand 1 row flush pot %s by sam",
        "verify-hand 1 row flush wager %s by sam",
    };
    static const char *const amounts[] = {"$1,000,000,000,000.01", "$92233720368547758.07", "-$0.01"};
    char asked[256];
    (void)state;
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++)
        for (unsigned k = 0; k < sizeof amounts / sizeof amounts[0]; k++) {
            (void)snprintf(asked, sizeof asked, lines[i], amounts[k]);
            refuses(&room, asked, "house#money");
            in_words("is from $0 to $1,000,000,000,000");
        }
    does(&room, "end-round C4-1 pot $1,000,000,000,000 by dana");
}

static void a_prize_without_a_hand_is_one_of_the_offer(void **state)
{
    (void)state;
    refuses(&room, "award-prize bonus-hand table C4-9 verified-by sam by sue", "house#table");
    refuses(&room, "award-prize nothing table C4-1 verified-by sam by sue", "house#document");
    refuses(&room, "award-prize bonus-hand table C4-1 verified-by sam by sue", "house#document");
    in_words("posts no prize");
}

/* ------------------------------------------------------------------------------------------ a log that was tampered with */

/* In an audit of the house as it is, the event cannot be one of it. What is found only there has been applied, to a copy. */
static void is_strange(const char *kind, const char *payload)
{
    struct event event;
    struct fault fault = {0};
    struct floor copy;
    struct arena arena;
    struct text bytes;
    if (event_read(text_of(kind), text_of(payload), &room.lines, &event, &fault) != STATUS_OK)
        fail_msg("%s %s: %s", kind, payload, fault.words);
    arena_init(&arena, ROOM_MEMORY_MAX);
    assert_int_equal(floor_save(&room.floor, &arena, &bytes, &fault), STATUS_OK);
    assert_int_equal(floor_init(&copy, ROOM_MEMORY_MAX, &fault), STATUS_OK);
    assert_int_equal(floor_restore(&copy, bytes, &fault), STATUS_OK);
    if (floor_replay(&copy, &event, &fault) != STATUS_INVALID)
        fail_msg("%s %s is applied", kind, payload);
    floor_release(&copy);
    arena_release(&arena);
}

#define AT "{\"at\":\"2026-11-02T20:00:00Z\""

static void events_that_cannot_have_happened_are_found(void **state)
{
    (void)state;
    is_strange("clock", "{\"at\":\"2026-11-02T19:59:59Z\"}");
    is_strange("house-opened", AT ",\"house\":\"demo\",\"text\":\"\"}");
    is_strange("offer-posted", AT ",\"number\":7,\"offer\":\"x\",\"text\":\"\"}");
    is_strange("offer-posted", AT ",\"number\":1,\"offer\":\"x\",\"text\":\"\"}");
    is_strange("offer-withdrawn", AT ",\"offer\":1}");
    is_strange("seeded", AT ",\"offer\":1}");
    is_strange("hour-completed", AT ",\"table\":\"C4-9\"}");
    is_strange("hour-completed", AT ",\"table\":\"C4-1\",\"fees\":[[1,1000,1000]]}");
    is_strange("hour-completed", AT ",\"table\":\"C4-1\",\"fees\":[[0,-1000,-1000]]}");
    is_strange("hour-completed", AT ",\"table\":\"C4-1\",\"fees\":[[0,1000,999]]}");
    is_strange("hour-completed", AT ",\"table\":\"C4-1\",\"fees\":[[0,9223372036854775807,1]]}");
    is_strange("administration-taken", AT ",\"offer\":1,\"day\":\"2026-11-02\"}");
    is_strange("administration-taken", AT ",\"day\":\"2026-11-03\"}");
    is_strange("administration-taken", AT ",\"day\":\"2026-11-02\",\"tables\":[[\"C4-9\",1,1000,1000]]}");
    is_strange("administration-taken", AT ",\"day\":\"2026-11-02\",\"tables\":[[\"C4-1\",1,1000,1001]]}");
    is_strange("administration-taken", AT ",\"day\":\"2026-11-02\",\"tables\":[[\"C4-1\",1,1001,1000]]}");
    is_strange("dismissed", AT ",\"person\":\"x\"}");
    is_strange("table-opened", AT ",\"table\":\"C4-9\"}");
    is_strange("table-closed", AT ",\"table\":\"C4-9\"}");
    is_strange("seated", AT ",\"table\":\"C4-9\",\"seat\":1}");
    is_strange("seated", AT ",\"table\":\"C4-1\",\"seat\":17}");
    is_strange("seated", AT ",\"table\":\"C4-1\",\"seat\":1,\"patron\":\"2000\"}");
    is_strange("left", AT ",\"table\":\"C4-1\",\"seat\":17}");
    is_strange("banked", AT ",\"table\":\"C4-1\",\"seat\":17}");
    is_strange("equipment-reported", AT ",\"table\":\"C4-1\",\"device\":\"sensor\",\"seat\":17}");
    is_strange("round-started", AT ",\"table\":\"C4-9\",\"round\":1}");
    is_strange("irregularity-noted", AT ",\"table\":\"C4-9\"}");
    is_strange("floor-called", AT ",\"table\":\"C4-9\"}");
    is_strange("call-answered", AT ",\"table\":\"C4-1\"}");
    is_strange("fees-returned", AT ",\"table\":\"C4-9\"}");
    is_strange("round-ended", AT ",\"table\":\"C4-9\"}");
    is_strange("hand-claimed", AT ",\"hand\":2,\"table\":\"C4-1\",\"round\":1,\"seat\":1}");
    is_strange("hand-claimed", AT ",\"hand\":1,\"table\":\"HE-1\",\"round\":1,\"seat\":1}");
    is_strange("hand-verified", AT ",\"hand\":1}");
    is_strange("hand-rejected", AT ",\"hand\":1}");
    is_strange("hand-withdrawn", AT ",\"hand\":1,\"reason\":\"x\"}");
    is_strange("hand-on-board", AT ",\"hand\":1}");
    is_strange("period-closed", AT ",\"offer\":1}");
    is_strange("prize-identified", AT ",\"prize\":1}");
    is_strange("prize-held", AT ",\"prize\":1}");
    is_strange("prize-lapsed", AT "}");
    is_strange("prize-forfeited", AT ",\"by\":\"sam\",\"prize\":1,\"patron\":\"1001\",\"clause\":\"x#1\","
                                     "\"reason\":\"x\",\"authorised-by\":\"sue\"}");
    is_strange("prize-paid", AT ",\"prize\":1}");
    is_strange("tray-reimbursed", AT ",\"table\":\"C4-1\",\"prizes\":[[1,100]]}");
    is_strange("voucher-redeemed", AT ",\"prize\":1,\"for\":\"airfare\",\"count\":1,\"cost\":100}");
    is_strange("award-reversed", AT ",\"award\":1,\"reason\":\"x\",\"authorised-by\":\"sue\"}");
    is_strange("adjusted", AT ",\"offer\":1,\"reason\":\"x\",\"authorised-by\":\"sue\"}");
    is_strange("raised", AT ",\"offer\":1}");
}

static void awards_that_cannot_have_been_made_are_found(void **state)
{
    (void)state;
    is_strange("awarded",
               AT ",\"award\":2,\"verified-by\":\"sam\",\"authorised-by\":\"sue\",\"clause\":\"x#1\"}");
    is_strange(
        "awarded",
        AT ",\"award\":1,\"offer\":1,\"verified-by\":\"sam\",\"authorised-by\":\"sue\",\"clause\":\"x#1\"}");
    is_strange("awarded", AT ",\"award\":1,\"verified-by\":\"sam\",\"authorised-by\":\"sue\"}");
    is_strange("awarded",
               AT ",\"award\":1,\"verified-by\":\"sam\",\"authorised-by\":\"sam\",\"clause\":\"x#1\"}");
    does(&room, "exclude 1001 authorised-by max by sam");
    is_strange("awarded",
               AT ",\"award\":1,\"verified-by\":\"sam\",\"authorised-by\":\"sue\",\"clause\":\"x#1\","
                  "\"prizes\":[{\"prize\":1,\"patron\":\"1001\",\"table\":\"C4-1\"}]}");
    /* more of a pool than the prize is */
    is_strange("awarded",
               AT ",\"award\":1,\"verified-by\":\"sam\",\"authorised-by\":\"sue\",\"clause\":\"x#1\","
                  "\"prizes\":[{\"prize\":1,\"patron\":\"1002\",\"table\":\"C4-1\",\"seat\":2,\"cents\":5}],"
                  "\"pool-shares\":[[1,6,6]]}");
}

#define REVERSED(by, prizes, second)                                                                         \
    AT ",\"by\":\"" by "\",\"award\":1,\"prizes\":" prizes ",\"reason\":\"x\",\"authorised-by\":\"" second   \
       "\"}"

/* Two straights are one award: prizes 1 and 2, of $30 each. */
static void awards_that_cannot_have_been_reversed_are_found(void **state)
{
    (void)state;
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "claim-hand C4-1 seat 2 offer bonus-hand by dana");
    does(&room, "verify-hand 1 row straight by sam");
    does(&room, "verify-hand 2 row straight by sam");
    does(&room, "authorise 1 by sue");
    is_strange("award-reversed", REVERSED("sam", "[[1,3000],[2,3000]]", "sam"));
    is_strange("award-reversed", REVERSED("sam", "[[1,3000],[2,3000]]", "nobody"));
    is_strange("award-reversed", REVERSED("nobody", "[[1,3000],[2,3000]]", "sue"));
    is_strange("award-reversed", REVERSED("sam", "[[2,3000],[1,3000]]", "sue"));
    is_strange("award-reversed", REVERSED("sam", "[[1,3000],[1,3000]]", "sue"));
    is_strange("award-reversed", REVERSED("sam", "[[1,3001]]", "sue"));
    is_strange("award-reversed", REVERSED("sam", "[[3,3000]]", "sue"));
    is_strange("award-reversed",
               AT ",\"by\":\"sam\",\"award\":1,\"reason\":\"x\",\"authorised-by\":\"sue\"}");
    does(&room, "pay 1 by cy");
    is_strange("award-reversed", REVERSED("sam", "[[1,3000]]", "sue"));
    is_strange("award-reversed", REVERSED("sam", "[[1,3000],[2,3000]]", "sue"));
    does(&room, "reverse 1 prize 2 reason x authorised-by sue by sam");
    is_strange("award-reversed", REVERSED("sam", "[[2,3000]]", "sue"));
}

#define FORFEITED(by, patron, second)                                                                        \
    AT ",\"by\":\"" by "\",\"prize\":1,\"patron\":\"" patron                                                 \
       "\",\"clause\":\"x#1\",\"reason\":\"x\",\"authorised-by\":\"" second "\"}"

static void prizes_that_cannot_have_been_forfeited_are_found(void **state)
{
    (void)state;
    award_straight(1, 1);
    is_strange("prize-forfeited", FORFEITED("sam", "1001", "sue")); /* who may be paid */
    does(&room, "exclude 1001 authorised-by max by sam");
    does(&room, "exclude 1002 authorised-by max by sam");
    is_strange("prize-forfeited", FORFEITED("sam", "1001", "sam"));
    is_strange("prize-forfeited", FORFEITED("sam", "1001", "nobody"));
    is_strange("prize-forfeited", FORFEITED("nobody", "1001", "sue"));
    is_strange("prize-forfeited", FORFEITED("sam", "1002", "sue"));
    is_strange("prize-forfeited", FORFEITED("sam", "9999", "sue"));
    does(&room, "forfeit 1 reason x authorised-by sue by sam");
    is_strange("prize-forfeited", FORFEITED("sam", "1001", "sue"));
    is_strange("prize-lapsed", AT ",\"prize\":1}");
    is_strange("prize-held", AT ",\"prize\":1}");
}

static void money_that_is_not_there_does_not_move(void **state)
{
    (void)state;
    is_strange("adjusted",
               AT ",\"reason\":\"x\",\"authorised-by\":\"sue\",\"movements\":[[0,999,5,\"fee\",\"\"]]}");
    is_strange("adjusted",
               AT ",\"reason\":\"x\",\"authorised-by\":\"sue\",\"movements\":[[0,0,5,\"fee\",\"\"]]}");
    is_strange("adjusted",
               AT ",\"reason\":\"x\",\"authorised-by\":\"sue\",\"movements\":[[0,1,-5,\"fee\",\"\"]]}");
    is_strange(
        "adjusted",
        AT ",\"reason\":\"x\",\"authorised-by\":\"sue\",\"movements\":[[5,0,5,\"fee\",\"\"]]}"); /* held */
    is_strange("adjusted", AT ",\"reason\":\"x\",\"authorised-by\":\"sue\",\"advances\":[[1,5,\"\"]]}");
    is_strange("adjusted", AT ",\"reason\":\"x\",\"authorised-by\":\"sue\",\"advances\":[[0,-5,\"\"]]}");
}

/* One short of what all movements together may be, at it, and above. */
static void the_books_stop_before_their_sums_overflow(void **state)
{
    static const char most[] = "adjust bonus-hand from house to reserve amount $1,000,000,000,000 reason x "
                               "authorised-by sue by sam";
    char why[256];
    struct text_out out;
    (void)state;
    text_out_init(&out, why, sizeof why);
    does(&room, most); /* the first repays what the house has advanced */
    int64_t left = LEDGER_CENTS_MAX - room.floor.ledger.moved;
    for (; left >= VALUE_CENTS_MAX; left -= VALUE_CENTS_MAX)
        does(&room, most);
    refuses(&room, most, "house#money");
    in_words("the largest total they can count");
    DOES(&room,
         "adjust bonus-hand from house to reserve amount $%lld.%02lld reason x authorised-by sue by sam",
         (long long)((left - 1) / 100), (long long)((left - 1) % 100));
    refuses(&room, "adjust bonus-hand from house to reserve amount $0.02 reason x authorised-by sue by sam",
            "house#money");
    does(&room, "adjust bonus-hand from house to reserve amount $0.01 reason x authorised-by sue by sam");
    assert_int_equal(room.floor.ledger.moved, LEDGER_CENTS_MAX);
    is_strange("adjusted",
               AT ",\"reason\":\"x\",\"authorised-by\":\"sue\",\"movements\":[[0,1,1,\"adjustment\",\"\"]]}");
    assert_true(floor_audit(&room.floor, &out));
}

static void what_is_written_down_can_be_shown(void **state)
{
    static char line[5000];
    (void)state;
    refuses(&room, "open-table C4-2", "house#permission");
    in_words("say who asks");
    refuses(&room, "register 2003 name \"\\u001b[31mRed\" by sam", "house#words");
    refuses(&room, "register 2003 name \"\\u009b31m\" by sam", "house#words");
    for (unsigned length = COMMAND_TEXT_MAX; length <= COMMAND_TEXT_MAX + 1; length++) {
        int at = snprintf(line, sizeof line, "register 2003 name ");
        memset(line + at, 'x', length);
        (void)snprintf(line + at + length, sizeof line - (size_t)at - length, " by sam");
        if (length <= COMMAND_TEXT_MAX)
            does(&room, line);
        else
            refuses(&room, line, "house#words");
    }
}

static void the_clock_jumps_far_only_if_that_is_meant(void **state)
{
    (void)state;
    does(&room, "clock 2026-11-02T21:00:00Z");
    refuses(&room, "clock 9999-12-31T00:00:00Z", "house#time");
    refuses(&room, "clock 2026-12-03T21:00:00.001Z", "house#time");
    in_words("add far");
    does(&room, "clock 2026-12-03T21:00:00Z");
    does(&room, "clock 2027-02-01T00:00:00Z far");
    /* Ten years from then, one below, at and above what is believed. */
    for (int ms = -1; ms <= 1; ms++) {
        struct command command = command_of(&room, "clock 2037-02-08T00:00:00Z far");
        struct fault fault;
        COMMAND_AS(&command, clock_moves)->at.ms += ms;
        assert_int_equal(floor_decide(&room.floor, &command, &room.decision, &fault), STATUS_OK);
        assert_int_equal(room.decision.ruling.allowed, ms <= 0);
    }
    in_words("correct the clock it comes from");
}

#define REFUSES(test) STORY(test, open_room)

int main(void)
{
    const struct CMUnitTest tests[] = {
        REFUSES(a_house_is_opened_first_and_once),
        REFUSES(a_house_that_cannot_be_read_is_not_opened),
        REFUSES(a_document_that_is_wrong_is_not_filed),
        REFUSES(so_many_laws_bind_a_house),
        REFUSES(an_offer_that_is_wrong_is_not_posted),
        REFUSES(time_does_not_run_back),
        REFUSES(a_command_names_who_gives_it),
        REFUSES(who_is_excluded_is_not_dealt_in),
        REFUSES(tables_open_and_close),
        REFUSES(a_round_has_players_who_sit_there),
        REFUSES(bets_lie_behind_seats_that_are_dealt_in),
        REFUSES(a_call_stands_until_the_floor_answers_it),
        REFUSES(a_call_is_short),
        REFUSES(a_claim_is_withdrawn_by_who_made_it_until_it_is_verified),
        REFUSES(a_supervisor_countersigns_what_a_dealer_asks_for),
        REFUSES(so_many_hands_of_a_round_are_settled_at_once),
        REFUSES(a_prize_is_its_winners),
        REFUSES(an_award_is_reversed_once_and_as_far_as_it_can_be),
        REFUSES(a_prize_is_forfeited_while_its_winner_may_not_have_it),
        REFUSES(a_prize_that_is_paid_or_reversed_is_not_forfeited),
        REFUSES(an_unknown_winner_is_named_when_his_prize_is_forfeited),
        REFUSES(a_club_number_that_is_taken_is_refused_with_the_next_free_one),
        REFUSES(an_amendment_tells_the_old_and_the_new_value),
        REFUSES(an_event_that_tells_another_old_value_is_refused),
        REFUSES(nobody_is_born_on_a_day_to_come),
        REFUSES(where_the_rules_know_no_reversal_there_is_none),
        REFUSES(money_is_moved_by_two_persons_between_accounts_that_hold_it),
        REFUSES(amounts_have_a_maximum_in_every_command_that_takes_money),
        REFUSES(a_prize_without_a_hand_is_one_of_the_offer),
        REFUSES(events_that_cannot_have_happened_are_found),
        REFUSES(awards_that_cannot_have_been_made_are_found),
        REFUSES(awards_that_cannot_have_been_reversed_are_found),
        REFUSES(prizes_that_cannot_have_been_forfeited_are_found),
        REFUSES(money_that_is_not_there_does_not_move),
        REFUSES(the_books_stop_before_their_sums_overflow),
        REFUSES(what_is_written_down_can_be_shown),
        REFUSES(the_clock_jumps_far_only_if_that_is_meant),
    };
    return cmocka_run_group_tests_name("floor: refusals", tests, NULL, NULL);
}
