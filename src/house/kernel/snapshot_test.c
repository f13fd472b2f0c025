/*
 * Stories of the demo house. After every step the state is saved and restored; what was restored is saved as the same bytes
 * and decides the next command as the house itself does. One house that was restored early goes on to the end.
 */
#include "funds/claim.h"
#include "funds/funds.h"
#include "funds/thresholds.h"
#include "house/boards/boards.h"
#include "house/hands/hands.h"
#include "house/kernel/snapshot_internal.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "house/stories/floor_test.h"
#include "house/tables/tables.h"

#include <stdlib.h>

static struct room room;
static struct floor early, fresh; /* restored; `early` once, `fresh` after every step */
static bool has_early, has_fresh;
static struct decision other;
static struct arena saved; /* the newest bytes */
static struct text bytes;

/* ------------------------------------------------------------------------------------------ houses side by side */

static struct text save(const struct floor *floor, struct arena *arena)
{
    struct fault fault;
    struct text text;
    if (floor_save(floor, arena, &text, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return text;
}

static void restore(struct floor *floor)
{
    struct fault fault;
    assert_int_equal(floor_init(floor, ROOM_MEMORY_MAX, &fault), STATUS_OK);
    if (floor_restore(floor, bytes, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
}

/* What is not in the bytes, because it follows from them. */
static void assert_same_derived(const struct floor *floor)
{
    assert_int_equal(floor->hour, room.floor.hour);
    assert_int_equal(floor->open_prizes_from, room.floor.open_prizes_from);
    assert_memory_equal(&floor->zone, &room.floor.zone, sizeof floor->zone);
    for (unsigned i = 0; i < floor->ledger.count; i++)
        assert_int_equal(floor->ledger.accounts[i].balance, room.floor.ledger.accounts[i].balance);
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offering *one = &floor->offerings[i], *two = &room.floor.offerings[i];
        assert_int_equal(one->in_force, two->in_force);
        assert_int_equal(one->terms.fund, two->terms.fund);
        assert_int_equal(one->terms.held, two->terms.held);
        assert_int_equal(one->terms.unclaimed, two->terms.unclaimed);
        assert_int_equal(one->terms.pool_count, two->terms.pool_count);
        assert_int_equal(funds_advances(&one->funds), funds_advances(&two->funds));
        for (unsigned pool = 0; pool < one->terms.pool_count; pool++) {
            assert_int_equal(one->terms.pools[pool].account, two->terms.pools[pool].account);
            assert_memory_equal(&one->meters[pool], &two->meters[pool], offsetof(struct pool_meter, hits));
        }
    }
    for (unsigned i = 0; i < floor->hand_count; i++)
        assert_int_equal(floor->hands[i].before, room.floor.hands[i].before);
    assert_int_equal(floor->law_count, room.floor.law_count);
    for (unsigned i = 0; i < floor->law_count; i++)
        assert_true(text_equal(floor->laws[i].law, room.floor.laws[i].law));
    for (unsigned i = 0; i < floor->table_count; i++) {
        assert_int_equal(floor->tables[i].newest_hand, room.floor.tables[i].newest_hand);
        for (unsigned k = 0; k < floor->tables[i].offer_count; k++) {
            const struct table_offer *one = &floor->tables[i].offers[k],
                                     *two = &room.floor.tables[i].offers[k];
            assert_int_equal(one->payer, two->payer);
            assert_int_equal(one->choice, two->choice);
            assert_int_equal(one->failures->reader.suspends, two->failures->reader.suspends);
            assert_true(text_equal(one->fee_clause, two->fee_clause));
            assert_int_equal(one->rate == NULL, two->rate == NULL);
            assert_int_equal(one->listed, two->listed);
            assert_int_equal(one->suspended == NULL, two->suspended == NULL);
        }
    }
}

static void assert_same_bytes(const struct floor *floor, const char *whose)
{
    struct arena arena;
    arena_init(&arena, ROOM_MEMORY_MAX);
    struct text text = save(floor, &arena);
    size_t at = 0;
    while (at < text.length && at < bytes.length && text.bytes[at] == bytes.bytes[at])
        at++;
    if (at < text.length || at < bytes.length)
        fail_msg("%s differs at byte %zu:\n%.*s\n%.*s", whose, at,
                 TEXT_ARGUMENTS(text_slice(bytes, at > 60 ? at - 60 : 0, 200)),
                 TEXT_ARGUMENTS(text_slice(text, at > 60 ? at - 60 : 0, 200)));
    arena_release(&arena);
    assert_same_derived(floor);
}

/* Decides as the room has decided, and applies what happened there. */
static void follow(struct floor *floor, const struct command *command)
{
    struct fault fault;
    assert_int_equal(floor_decide(floor, command, &other, &fault), STATUS_OK);
    assert_int_equal(other.ruling.allowed, room.decision.ruling.allowed);
    assert_int_equal(other.unfinished, room.decision.unfinished);
    assert_int_equal(other.event_count, room.decision.event_count);
    if (!other.ruling.allowed) {
        assert_string_equal(other.ruling.clause, room.decision.ruling.clause);
        assert_string_equal(other.ruling.words, room.decision.ruling.words);
    }
    for (unsigned i = 0; i < other.event_count; i++) {
        assert_int_equal(other.events[i].kind, room.last[i].kind);
        assert_true(
            record_equal(event_shape(other.events[i].kind), &other.events[i].head, &room.last[i].head));
    }
    for (unsigned i = 0; i < room.last_count; i++)
        if (floor_apply(floor, &room.last[i], &fault) != STATUS_OK)
            fail_msg("%s", fault.words);
}

static void forget_fresh(void)
{
    if (has_fresh)
        floor_release(&fresh);
    has_fresh = false;
}

static void look(void)
{
    arena_clear(&saved);
    bytes = save(&room.floor, &saved);
    if (has_early)
        assert_same_bytes(&early, "the house that was restored early");
    if (has_fresh)
        assert_same_bytes(&fresh, "the house that was restored before");
    forget_fresh();
    restore(&fresh);
    has_fresh = true;
    assert_same_bytes(&fresh, "the house that was restored");
}

static void do_command(const struct command *command)
{
    struct fault fault;
    do {
        if (floor_decide(&room.floor, command, &room.decision, &fault) != STATUS_OK)
            fail_msg("%s", fault.words);
        struct ruling ruling = room.decision.ruling;
        /* The events point into the floor, so that the others decide before it changes. */
        room.last_count = 0;
        room_apply(&room);
        room.decision.ruling = ruling;
        if (has_early)
            follow(&early, command);
        follow(&fresh, command);
        if (room.last_count > 0)
            look();
    } while (room.decision.unfinished);
}

/* From here on a second house goes along to the end. */
static void go_along(void)
{
    assert_false(has_early);
    restore(&early);
    has_early = true;
}

static void ask(const char *line)
{
    struct command command;
    struct fault fault;
    if (command_parse(text_of(line), &room.floor.zone, &room.lines, &command, &fault) != STATUS_OK)
        fail_msg("%s: %s at %zu", line, fault.words, fault.position);
    do_command(&command);
}

static void tell(const char *line)
{
    ask(line);
    if (!room.decision.ruling.allowed)
        fail_msg("%s: %s (%s)", line, room.decision.ruling.words, room.decision.ruling.clause);
}

static void tell_all(const char *const *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        tell(lines[i]);
}
#define TELL(...)                                                                                            \
    do {                                                                                                     \
        static const char *const lines_[] = {__VA_ARGS__};                                                   \
        tell_all(lines_, sizeof lines_ / sizeof lines_[0]);                                                  \
    } while (0)

static void refused(const char *line)
{
    ask(line);
    if (room.decision.ruling.allowed)
        fail_msg("%s: was done", line);
}

/* ------------------------------------------------------------------------------------------ the demo house */

static void file(const char *activity, struct text text)
{
    struct command command = {.kind = COMMAND_FILE_DOCUMENT};
    *COMMAND_AS(&command, file_document) =
        (struct file_document){.head = {.by = text_of("olga")}, .activity = text_of(activity), .text = text};
    do_command(&command);
    assert_true(room.decision.ruling.allowed);
}

static void post_words(const char *offer, struct text text)
{
    struct command command = {.kind = COMMAND_POST_OFFER};
    *COMMAND_AS(&command, post_offer) =
        (struct post_offer){.head = {.by = text_of("olga")}, .offer = text_of(offer), .text = text};
    do_command(&command);
    if (!room.decision.ruling.allowed)
        fail_msg("%s", room.decision.ruling.words);
}

static struct text text_of_document(const char *activity)
{
    char path[256];
    (void)snprintf(path, sizeof path, "rulebooks/%s.md", activity);
    return file_text(&room, path);
}

static struct text text_of_offer(const char *offer)
{
    char path[256];
    (void)snprintf(path, sizeof path, "houses/demo/offers/%s.yaml", offer);
    return file_text(&room, path);
}

static void offer(const char *activity, const char *name)
{
    file(activity, text_of_document(activity));
    post_words(name, text_of_offer(name));
}

static void open_demo(void)
{
    struct command opening = {.kind = COMMAND_OPEN_HOUSE};
    *COMMAND_AS(&opening, open_house) =
        (struct open_house){.head = {.by = text_of("olga")},
                            .house = text_of("demo"),
                            .at = {INT64_C(1793649600000)},
                            .text = file_text(&room, "houses/demo/house.yaml")};
    do_command(&opening);
    assert_true(room.decision.ruling.allowed);
    TELL("clock 2026-11-02T12:00:00-08:00", "appoint dana role dealer by olga",
         "appoint fay role floor by olga", "appoint sam role supervisor by olga",
         "appoint sue role supervisor by olga", "appoint cy role cage by olga",
         "appoint max role manager by olga");
}

static int begin(void **state)
{
    (void)state;
    room_init(&room);
    decision_init(&other);
    arena_init(&saved, ROOM_MEMORY_MAX);
    look(); /* before it was opened */
    open_demo();
    return 0;
}

static int end(void **state)
{
    (void)state;
    if (has_early)
        floor_release(&early);
    has_early = false;
    forget_fresh();
    arena_release(&saved);
    decision_release(&other);
    room_release(&room);
    return 0;
}

/* ------------------------------------------------------------------------------------------ stories */

static void seat_everybody(void)
{
    TELL("register 1001 name \"Ann Lee\" born 1980-05-06 by fay",
         "register 1002 name Bob born 1990-01-01 identification seen by fay",
         "register 1003 name Cleo born 2006-11-03 by fay",
         "register 1004 name \"Dé \\\"Dee\\\" Ray\" employee \"off duty\" by fay",
         "register 1005 name Eve proposition-player yes by fay");
}

static void a_jackpot_is_won_and_reversed(void **state)
{
    (void)state;
    offer("bay101/bonus-hand-progressive-v1-1", "bonus-hand");
    tell("clock 2026-11-02T12:00:01-08:00");
    seat_everybody();
    TELL("open-table C4-1 by fay", "sit C4-1 seat 1 patron 1001 by dana",
         "sit C4-1 seat 2 patron 1002 by dana", "sit C4-1 seat 3 by dana");
    go_along();
    TELL("start-round C4-1 fees 1,3 by dana", "end-round C4-1 by dana", "start-round C4-1 fees 1,2 by dana",
         "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    refused("verify-hand 1 cards \"As Ks Qs Js Ts\" by dana");
    tell("verify-hand 1 cards \"As Ks Qs Js Ts\" wager $5 by sam");
    refused("authorise 1 by sam");
    TELL("authorise 1 by sue", "claim-hand C4-1 seat 2 offer bonus-hand by dana",
         "verify-hand 2 row flush by sam", "authorise 2 by sue", "pay 2 in cash by cy",
         "reverse 1 reason mistake authorised-by sue by sam");
    refused("pay 1 by cy");
    refused("reverse 1 reason mistake authorised-by sue by sam");
    refused("start-round C4-1 fees 1,2 by dana"); /* the hand is to be put right */
    TELL("reject-hand 1 reason mistake by sam", "start-round C4-1 fees 1,2 by dana",
         "claim-hand C4-1 seat 1 offer bonus-hand row flush by dana",
         "verify-hand 3 row \"royal flush\" by sam", "authorise 3 by sue",
         "end-round C4-1 pot $12.50 by dana", "clock 2026-11-02T13:30:00-08:00", "pay 3 in check by cy",
         "close-table C4-1 by fay", "clock 2026-11-03T02:00:00-08:00", "clock 2026-11-04T12:00:00-08:00");
}

static void fees_are_returned_and_devices_fail(void **state)
{
    (void)state;
    offer("bay101/bonus-hand-progressive-v1-1", "bonus-hand");
    offer("bay101/blazing-7s", "blazing-7s");
    tell("clock 2026-11-02T12:00:01-08:00");
    seat_everybody();
    TELL("open-table C4-1 by fay", "open-table BJ-1 by fay", "sit C4-1 seat 1 patron 1001 by dana",
         "sit C4-1 seat 2 hold-button by dana", "sit BJ-1 seat 1 patron 1001 by dana",
         "sit BJ-1 seat 2 patron 1002 by dana", "bank BJ-1 seat 2 by dana",
         "equipment C4-1 device sensor seat 1 by dana", "start-round C4-1 marked 1 by dana");
    refused("start-round C4-1 fees 1 by dana");
    TELL("return-fees C4-1 reason \"misread\" by sam", "irregularity C4-1 what talk note loud by dana",
         "call-floor C4-1 note \"two players quarrel\" by dana", "call-floor BJ-1 by dana",
         "answer-call BJ-1 by fay", "equipment BJ-1 device reader by dana");
    go_along();
    ask("start-round BJ-1 fees 1 by dana");
    TELL("equipment BJ-1 device reader works by dana", "equipment BJ-1 device keypad by dana",
         "equipment BJ-1 device sign by dana", "equipment BJ-1 device sensor seat 8 by dana");
    ask("start-round BJ-1 dealt 1,2 fees 1 backline \"seat 1 patron 1002 wager $10 fee; seat 1 wager $5\" by "
        "dana");
    ask("claim-hand BJ-1 seat 1 offer blazing-7s by dana");
    ask("claim-hand BJ-1 seat 1 offer blazing-7s patron 1002 by dana");
    TELL("irregularity BJ-1 what misdeal by dana", "leave BJ-1 seat 2 by dana", "end-round BJ-1 by dana",
         "leave C4-1 seat 2 by dana", "clock 2026-11-02T12:59:00-08:00");
}

/* Two hands of an evening; the better one wins when it ends. */
static void play_the_evening(void)
{
    offer("bay101/poker-bonus-hand-progressive", "poker-bonus-hand");
    offer("bay101/poker-high-hand", "high-hand");
    tell("clock 2026-11-02T18:00:00-08:00");
    seat_everybody();
    TELL("open-table HE-1 by fay", "sit HE-1 seat 1 patron 1001 by dana",
         "sit HE-1 seat 2 patron 1002 by dana", "sit HE-1 seat 3 by dana", "sit HE-1 seat 4 by dana",
         "sit HE-1 seat 5 by dana", "sit HE-1 seat 6 by dana", "start-round HE-1 by dana",
         "claim-hand HE-1 seat 1 offer high-hand by dana",
         "verify-hand 1 cards \"As Ah\" board \"Ad 7c 7h 2s 3d\" pot $40 by sam", "authorise 1 by sue",
         "end-round HE-1 pot $40 by dana");
    go_along();
    TELL("start-round HE-1 by dana", "claim-hand HE-1 seat 2 offer high-hand by dana",
         "verify-hand 2 cards \"8s 8h\" board \"8d 8c 7h 2s 3d\" pot $20 by sam", "authorise 2 by sue",
         "claim-hand HE-1 seat 2 offer poker-bonus-hand by dana");
    ask("verify-hand 3 row \"four of a kind\" pot $20 by sam");
    ask("authorise 3 by sue");
    TELL("end-round HE-1 pot $20 by dana", "start-round HE-1 by dana");
    tell("claim-hand HE-1 seat 1 offer high-hand by dana");
    refused("verify-hand 4 cards \"9s 9h\" board \"9d Tc Th 2s 3d\" pot $19.99 by sam");
    tell("verify-hand 4 cards \"9s 9h\" board \"9d Tc Th 2s 3d\" pot $20 by sam");
    refused("authorise 4 by sue");
    refused("withdraw-offer high-hand by olga");
    TELL("reject-hand 4 reason lower by sam", "end-round HE-1 by dana");
}

static void the_best_hand_of_the_evening_is_paid(void **state)
{
    (void)state;
    play_the_evening();
    TELL("clock 2026-11-02T21:59:59-08:00", "clock 2026-11-02T22:00:00-08:00");
    assert_int_equal(room.floor.prize_count, 1);
    refused("pay 1 by cy");
    TELL("identify 1 document \"driver's licence\" by cy", "pay 1 in cash by cy",
         "withdraw-offer high-hand by olga", "clock 2026-11-03T18:00:00-08:00");
    assert_int_equal(room.floor.prize_count, 2); /* of the day that has ended */
    TELL("identify 2 document passport by cy", "pay 2 in \"live chips\" by cy");
    tell("start-round HE-1 by dana");
    refused("claim-hand HE-1 seat 1 offer high-hand by dana");
}

static void a_prize_is_held_and_lapses(void **state)
{
    (void)state;
    play_the_evening();
    TELL("close-table HE-1 by fay", "clock 2026-11-02T22:15:00-08:00", "clock 2026-11-02T22:15:01-08:00",
         "clock 2026-11-20T00:00:00-08:00", "clock 2026-12-02T23:59:59-08:00",
         "clock 2026-12-03T00:00:00-08:00");
    assert_int_equal(room.floor.prizes[0].claim.state, CLAIM_LAPSED);
    refused("identify 1 document passport by cy");
    refused("pay 1 by cy");
}

/* The high hand of the evening was advanced before the increases of the day, by the offer that stands behind the other. */
static void advances_of_two_offers_are_repaid_in_their_order(void **state)
{
    (void)state;
    play_the_evening();
    TELL("close-table HE-1 by fay", "clock 2026-11-03T06:00:00-08:00");
    assert_true(room.floor.offerings[0].funds.advance_count > 0);
    assert_true(room.floor.offerings[1].funds.advance_count > 0);
    TELL("adjust poker-bonus-hand from house to reserve amount $240 reason test authorised-by sue by sam",
         "clock 2026-11-04T06:00:00-08:00",
         "adjust poker-bonus-hand from house to reserve amount $100 reason test authorised-by sue by sam",
         "clock 2026-11-05T06:00:00-08:00",
         "adjust poker-bonus-hand from house to reserve amount $500 reason test authorised-by sue by sam",
         "clock 2026-11-06T06:00:00-08:00");
}

static void a_bad_beat_is_shared_by_the_table(void **state)
{
    (void)state;
    offer("bay101/no-limit-bad-beat", "no-limit-bad-beat");
    tell("clock 2026-11-02T12:00:01-08:00");
    seat_everybody();
    TELL("open-table NL-1 by fay", "open-table NL-2 by fay", "sit NL-1 seat 1 patron 1001 by dana",
         "sit NL-1 seat 2 patron 1002 by dana", "sit NL-1 seat 3 patron 1004 by dana",
         "sit NL-1 seat 4 by dana", "sit NL-1 seat 5 by dana", "sit NL-1 seat 6 patron 1005 by dana",
         "sit NL-2 seat 1 by dana", "sit NL-2 seat 2 by dana", "sit NL-2 seat 3 by dana",
         "sit NL-2 seat 4 by dana", "start-round NL-2 by dana", "start-round NL-1 by dana",
         "claim-hand NL-1 seat 1 offer no-limit-bad-beat by dana");
    go_along();
    tell("exclude 1005 reason \"asked for it\" by sam");
    refused("sit NL-2 seat 5 patron 1005 by dana");
    ask("verify-hand 1 cards \"Ts Th\" board \"Td Tc 9s 8s 2d\" winner \"Js Qs\" beaten-by 2 pot $100 by "
        "sam");
    ask("verify-hand 1 row A1 beaten-by 2 pot $100 by sam");
    ask("authorise 1 by sue");
    assert_int_equal(room.floor.award_count, 1);
    refused(
        "adjust no-limit-bad-beat from reserve to \"prize pool\" amount $0.01 reason test authorised-by sue "
        "by sam"); /* the new seed has taken all of it */
    tell("adjust no-limit-bad-beat from house to reserve amount $1 reason test authorised-by sue by sam");
    tell("adjust no-limit-bad-beat from reserve to \"prize pool\" amount $0.01 reason test authorised-by sue "
         "by sam");
    TELL("end-round NL-1 pot $100 by dana", "clock 2026-11-03T05:59:59-08:00",
         "clock 2026-11-03T06:00:00-08:00", "clock 2026-11-05T06:00:01-08:00");
    ask("raise no-limit-bad-beat pool \"prize pool\" amount $100 by max");
    for (unsigned prize = 1; prize <= room.floor.prize_count; prize++) {
        char line[64];
        (void)snprintf(line, sizeof line, "identify %u document passport by cy", prize);
        ask(line);
        (void)snprintf(line, sizeof line, "pay %u in cash by cy", prize);
        ask(line);
    }
    TELL("readmit 1005 by sam", "dismiss dana by olga");
    refused("start-round NL-1 by dana");
    refused("reverse 1 reason mistake authorised-by sue by sam");
}

static void two_hands_on_a_board_share_the_prize(void **state)
{
    (void)state;
    offer("hawaiian-gardens/high-hand-happy-hours", "happy-hours");
    seat_everybody();
    TELL("clock 2026-11-02T15:00:00-08:00", "open-table HE-1 by fay", "sit HE-1 seat 1 patron 1001 by dana",
         "sit HE-1 seat 2 patron 1002 by dana", "sit HE-1 seat 3 patron 1003 by dana",
         "sit HE-1 seat 4 patron 1004 by dana", "start-round HE-1 by dana",
         "claim-hand HE-1 seat 1 offer happy-hours by dana",
         "verify-hand 1 cards \"As 2h\" board \"Kd Qd Jc Th 3d\" pot $40 by sam", "authorise 1 by sue");
    go_along();
    TELL("claim-hand HE-1 seat 2 offer happy-hours by dana",
         "verify-hand 2 cards \"Ah 4h\" board \"Kd Qd Jc Th 3d\" pot $40 by sam", "authorise 2 by sue",
         "start-round HE-1 by dana", "claim-hand HE-1 seat 3 offer happy-hours by dana");
    refused("verify-hand 3 cards \"As 5h\" board \"2d 3d 4c Th 9d\" pot $40 by sam"); /* she is 19 */
    TELL("reject-hand 3 reason age by sam", "claim-hand HE-1 seat 4 offer happy-hours by dana",
         "verify-hand 4 cards \"As 5h\" board \"2d 3d 4c Th 9d\" pot $40 by sam", "authorise 4 by sue",
         "end-round HE-1 by dana", "clock 2026-11-02T18:00:00-08:00");
    assert_int_equal(room.floor.prize_count, 2);
    TELL("clock 2026-11-05T12:00:00-08:00", "identify 1 document passport by cy");
    ask("pay 1 in cash by cy");
}

/* The text with one of its parts put otherwise. */
static struct text changed(struct text text, const char *from, const char *to)
{
    static char buffer[EVENT_TEXT_SIZE];
    size_t at = 0;
    struct text_out out;
    struct text kept;
    while (at < text.length && !text_starts_with(text_from(text, at), text_of(from)))
        at++;
    assert_true(at < text.length);
    text_out_init(&out, buffer, sizeof buffer);
    text_out_add_text(&out, text_slice(text, 0, at));
    text_out_add(&out, "%s", to);
    text_out_add_text(&out, text_from(text, at + strlen(from)));
    assert_int_equal(arena_copy_text(&room.lines, text_out_text(&out), &kept), STATUS_OK);
    return kept;
}

static void offers_are_posted_anew_by_other_documents(void **state)
{
    static const char activity[] = "bay101/bonus-hand-progressive-v1-1";
    static const char everywhere[] = "tables: [C4-1, C4-2, UTH-1, NPN-1]";
    struct text document = text_of_document(activity), all = text_of_offer("bonus-hand"),
                posted = changed(all, everywhere, "tables: [C4-1, C4-2]"),
                lunch = changed(all, everywhere, "tables: [UTH-1]");
    (void)state;
    file(activity, document);
    post_words("bonus-hand", posted);
    tell("clock 2026-11-02T12:00:01-08:00");
    seat_everybody();
    TELL("open-table C4-1 by fay", "open-table C4-2 by fay", "sit C4-1 seat 1 patron 1001 by dana",
         "sit C4-2 seat 1 patron 1002 by dana", "sit C4-1 seat 2 by dana", "sit C4-2 seat 2 by dana",
         "start-round C4-1 fees 1 by dana", "start-round C4-2 fees 1 by dana",
         "claim-hand C4-1 seat 1 offer bonus-hand by dana", "claim-hand C4-2 seat 1 offer bonus-hand by dana",
         "verify-hand 1 row flush by sam");
    file(activity, changed(document, "v1.1", "v1.2")); /* the offer stays as it was read */
    go_along();
    file("bay101/poker-high-hand", text_of_document("bay101/poker-high-hand"));
    post_words("lunch", lunch); /* by the other document, with the same accounts */
    tell("clock 2026-11-02T12:00:02-08:00");
    TELL("verify-hand 2 row straight by sam", "withdraw-offer lunch by olga");
    post_words("bonus-hand", changed(all, everywhere, "tables: [C4-1]"));
    TELL("authorise 1 by sue", "authorise 2 by sue");
    refused("claim-hand C4-2 seat 1 offer bonus-hand by dana");
    refused("start-round C4-2 fees 1 by dana");
    tell("start-round C4-2 by dana");
    assert_int_equal(floor_table(&room.floor, text_of("C4-2"))->round.paid[0], 0);
    post_words("bonus-hand", posted);
    post_words("lunch", lunch);
    TELL("start-round C4-2 fees 1 by dana", "start-round C4-1 fees 1 by dana",
         "clock 2026-11-02T14:00:00-08:00", "withdraw-offer bonus-hand by olga");
    refused("start-round C4-1 fees 1 by dana");
    tell("start-round C4-1 by dana");
}

static void a_hand_is_paid_by_the_chart_that_it_was_verified_by(void **state)
{
    static const char activity[] = "bay101/bonus-hand-progressive-v1-1";
    struct text posted = text_of_offer("bonus-hand"), other_chart = changed(posted, "chart: A", "chart: B");
    (void)state;
    offer(activity, "bonus-hand");
    tell("clock 2026-11-02T12:00:01-08:00");
    seat_everybody();
    TELL("open-table C4-1 by fay", "sit C4-1 seat 1 patron 1001 by dana",
         "sit C4-1 seat 2 patron 1002 by dana", "sit C4-1 seat 3 by dana",
         "start-round C4-1 fees 1,2,3 by dana", "claim-hand C4-1 seat 1 offer bonus-hand by dana",
         "claim-hand C4-1 seat 2 offer bonus-hand by dana", "claim-hand C4-1 seat 3 offer bonus-hand by dana",
         "verify-hand 1 row \"royal flush\" by sam");
    post_words("bonus-hand", other_chart);
    go_along();
    tell("verify-hand 2 row \"royal flush\" by sam");
    file(activity, changed(text_of_document(activity), "v1.1", "v1.2"));
    post_words("bonus-hand", posted);
    TELL("verify-hand 3 row \"royal flush\" by sam", "authorise 1 by sue");
    assert_int_equal(room.floor.prize_count, 3);
}

/* The chart of an offer that posts its hands is not that of the document. */
static void a_hand_is_paid_by_the_hands_that_were_posted_then(void **state)
{
    static const char activity[] = "hawaiian-gardens/poker-style-jackpot-shares";
    struct text posted = changed(file_text(&room, "houses/hawaiian-gardens/offers/poker-jackpot.yaml"),
                                 "[NL-1, NL-2, NL-3]", "[NL-1, NL-2]");
    struct text higher = changed(posted, "8s or better", "9s or better");
    (void)state;
    file(activity, text_of_document(activity));
    post_words("jackpot", posted);
    tell("clock 2026-11-02T12:00:01-08:00");
    seat_everybody();
    tell(
        "adjust jackpot from house to \"poker jackpot collections\" amount $50,000 reason test authorised-by "
        "sue by sam");
    TELL("open-table NL-1 by fay", "sit NL-1 seat 1 patron 1001 by dana",
         "sit NL-1 seat 2 patron 1002 by dana", "sit NL-1 seat 3 patron 1004 by dana",
         "start-round NL-1 by dana", "claim-hand NL-1 seat 1 offer jackpot by dana",
         "claim-hand NL-1 seat 2 offer jackpot by dana", "claim-hand NL-1 seat 3 offer jackpot by dana");
    tell("verify-hand 1 cards \"9s 9h\" board \"9d 9c 8d 8c Qc\" winner \"Jc Tc\" beaten-by 3 outcome lost "
         "by sam");
    post_words("jackpot", higher);
    go_along();
    tell("verify-hand 2 cards \"8s 8h\" board \"9d 9c 8d 8c Qc\" winner \"Jc Tc\" beaten-by 3 outcome lost "
         "by sam");
    post_words("jackpot", posted);
    TELL("reject-hand 3 reason test by sam", "end-round NL-1 by dana", "start-round NL-1 by dana",
         "claim-hand NL-1 seat 2 offer jackpot by dana",
         "verify-hand 4 row A1 beaten-by 3 outcome lost by sam", "authorise 1 by sue");
    assert_int_equal(room.floor.award_count, 1);
    TELL("authorise 4 by sue", "claim-hand NL-1 seat 1 offer jackpot by dana",
         "verify-hand 5 row A1 beaten-by 3 outcome lost by sam");
    assert_int_equal(room.floor.award_count, 2);
    refused("authorise 5 by sue"); /* nothing was left to win */
}

/* A hand is owed what the meter showed when it was dealt, whatever happens until it is authorised. */
static void a_meter_is_remembered_as_it_was_at_the_deal(void **state)
{
    (void)state;
    offer("hawaiian-gardens/three-card-poker-progressive", "three-card-progressive");
    tell("clock 2026-11-02T12:00:01-08:00");
    seat_everybody();
    TELL("open-table TCP-1 by fay", "sit TCP-1 seat 1 patron 1001 by dana",
         "sit TCP-1 seat 2 patron 1002 by dana", "start-round TCP-1 fees 1,2 by dana");
    go_along();
    TELL("claim-hand TCP-1 seat 1 offer three-card-progressive by dana", "end-round TCP-1 by dana",
         "start-round TCP-1 fees 1,2 by dana", "claim-hand TCP-1 seat 2 offer three-card-progressive by dana",
         "verify-hand 1 row A1 by fay", "verify-hand 2 row A1 by fay", "authorise 2 by sue",
         "authorise 1 by sue");
    int64_t seed = room.floor.offerings[0].terms.pools[0].seed.cents;
    assert_int_equal(room.floor.prizes[0].claim.cents, seed + 4 * 31);
    assert_int_equal(room.floor.prizes[2].claim.cents, seed + 2 * 31);
}

static void a_device_fails_where_two_jackpots_are(void **state)
{
    static const char activity[] = "bay101/blazing-7s";
    struct text posted = changed(text_of_offer("blazing-7s"), "hours: always", "hours: daily 10:00 to 18:00"),
                later = changed(posted, "10:00 to 18:00", "18:00 to 22:00");
    (void)state;
    file(activity, changed(text_of_document(activity), "sensor fails: marked by button",
                           "sensor fails: no jackpot until repaired"));
    post_words("blazing-7s", posted);
    file(activity, text_of_document(activity));
    post_words("more", later);
    tell("clock 2026-11-02T12:00:01-08:00");
    TELL("open-table BJ-1 by fay", "sit BJ-1 seat 1 by dana", "sit BJ-1 seat 2 by dana",
         "equipment BJ-1 device sensor seat 2 by dana");
    assert_non_null(floor_table(&room.floor, text_of("BJ-1"))->offers[0].suspended);
    go_along();
    refused("start-round BJ-1 fees 1 by dana");
    TELL("equipment BJ-1 device sensor seat 2 works by dana", "start-round BJ-1 fees 1 by dana");
}

/* Some fees of a round went back, the others are remembered and can follow. */
static void a_round_with_fees_of_one_offer_is_remembered(void **state)
{
    (void)state;
    offer("bay101/limit-bad-beat", "limit-bad-beat");
    offer("bay101/poker-bonus-hand-progressive", "poker-bonus-hand");
    tell("clock 2026-11-02T12:00:01-08:00");
    TELL("open-table HE-1 by fay", "sit HE-1 seat 1 by dana", "sit HE-1 seat 2 by dana",
         "sit HE-1 seat 3 by dana", "sit HE-1 seat 4 by dana", "sit HE-1 seat 5 by dana",
         "start-round HE-1 by dana", "return-fees HE-1 offer limit-bad-beat reason test by sam");
    assert_true(floor_table(&room.floor, text_of("HE-1"))->round.fee_count > 0);
    go_along();
    refused("return-fees HE-1 offer limit-bad-beat reason test by sam");
    tell("return-fees HE-1 reason misdeal by sam");
    refused("return-fees HE-1 reason misdeal by sam");
}

/* Laws are documents as well; what is paid to a patron on one day and in one year counts. */
static void the_laws_are_remembered(void **state)
{
    (void)state;
    offer("hawaiian-gardens/high-hand-happy-hours", "happy-hours");
    file("us-federal/currency-reports", text_of_document("us-federal/currency-reports"));
    file("us-federal/information-returns", text_of_document("us-federal/information-returns"));
    seat_everybody();
    TELL("clock 2026-11-02T15:00:00-08:00", "open-table HE-1 by fay", "sit HE-1 seat 1 patron 1001 by dana",
         "sit HE-1 seat 2 patron 1002 by dana", "sit HE-1 seat 3 by dana", "start-round HE-1 by dana",
         "claim-hand HE-1 seat 1 offer happy-hours by dana",
         "verify-hand 1 cards \"As 2h\" board \"Kd Qd Jc Th 3d\" pot $40 by sam", "authorise 1 by sue",
         "end-round HE-1 by dana", "clock 2026-11-02T18:00:00-08:00", "identify 1 document passport by cy");
    go_along();
    tell("pay 1 in cash by cy");
    assert_true(floor_patron(&room.floor, text_of("1001"))->prizes_this_year > 0);
}

/* Which hands have earned the points of a period is known until it ends. */
static void points_are_taken_back_in_a_restored_house(void **state)
{
    (void)state;
    static const char everywhere[] = "tables: [HE-2, HE-3, ST-1, SH-1, CP-1, OM-1, MX-1, P9-2, PG-2, HB-1]";
    file("hawaiian-gardens/high-hand-promotion", text_of_document("hawaiian-gardens/high-hand-promotion"));
    post_words("high-hand-points",
               changed(file_text(&room, "houses/hawaiian-gardens/offers/high-hand-points.yaml"), everywhere,
                       "tables: [HE-1]"));
    seat_everybody();
    TELL("clock 2026-11-02T20:00:00-08:00", "open-table HE-1 by fay", "sit HE-1 seat 1 patron 1001 by dana",
         "sit HE-1 seat 2 patron 1002 by dana", "sit HE-1 seat 3 by dana", "sit HE-1 seat 4 by dana");
    for (unsigned hand = 1; hand <= 2; hand++) {
        char line[128];
        tell("start-round HE-1 by dana");
        tell("claim-hand HE-1 seat 1 offer high-hand-points by dana");
        (void)snprintf(line, sizeof line, "verify-hand %u cards \"As Ah\" board \"Ad Ac 7h 2s 3d\" by sam",
                       hand);
        tell(line);
        (void)snprintf(line, sizeof line, "authorise %u by sue", hand);
        tell(line);
    }
    go_along();
    const struct board *board = floor_board(&room.floor, text_of("high-hand-points"));
    tell("reject-hand 1 reason misread authorised-by sue by sam");
    assert_int_equal(board->standings[0].points, 3);
    tell("reject-hand 2 reason misread authorised-by sue by sam");
    assert_int_equal(board->standing_count, 0);
}

/* One hand waits for its second person when the gaming day ends, and one of a round that runs is claimed when it is over. */
static void what_a_pool_was_when_its_period_ended_is_remembered(void **state)
{
    (void)state;
    offer("bay101/poker-bonus-hand-progressive", "poker-bonus-hand");
    seat_everybody();
    TELL("clock 2026-11-03T05:50:00-08:00", "open-table HE-1 by fay", "sit HE-1 seat 1 patron 1001 by dana",
         "sit HE-1 seat 2 patron 1002 by dana", "sit HE-1 seat 3 by dana", "sit HE-1 seat 4 by dana",
         "sit HE-1 seat 5 by dana", "start-round HE-1 by dana",
         "claim-hand HE-1 seat 1 offer poker-bonus-hand by dana",
         "verify-hand 1 row \"four of a kind\" pot $20 by sam", "end-round HE-1 by dana",
         "start-round HE-1 by dana", "clock 2026-11-03T06:00:00-08:00");
    assert_int_equal(balance(&room, "poker-bonus-hand", "four of a kind pool"), 5500);
    go_along();
    TELL("claim-hand HE-1 seat 2 offer poker-bonus-hand by dana",
         "verify-hand 2 row \"four of a kind\" pot $20 by sam", "end-round HE-1 by dana",
         "authorise 1 by sue", "authorise 2 by sue");
    tell("clock 2026-11-03T06:00:01-08:00");
    assert_int_equal(room.floor.prizes[0].claim.cents, 2500);
    assert_int_equal(room.floor.prizes[1].claim.cents, 2500);
}

/* A hand that was beaten is not forgotten: it wins when the higher one does not. */
static void a_beaten_hand_wins_in_a_restored_house(void **state)
{
    (void)state;
    play_the_evening();
    TELL("exclude 1002 reason \"asked for it\" by sam", "clock 2026-11-02T22:00:00-08:00");
    assert_int_equal(room.floor.award_count, 1);
    assert_int_equal(room.floor.prizes[0].seat, 1);
}

/* An award that can be reversed keeps its hands as they were dealt: by a posting that holds no more. */
static void a_hand_is_put_right_in_a_restored_house(void **state)
{
    (void)state;
    play_the_evening();
    TELL("clock 2026-11-02T22:00:00-08:00", "withdraw-offer high-hand by olga",
         "clock 2026-11-02T22:00:01-08:00", "reverse 1 reason misread authorised-by sue by sam",
         "reject-hand 2 reason misread by sam",
         "verify-hand 1 cards \"As Ah\" board \"Ad 7c 7h 2s 3d\" pot $40 by sam", "authorise 1 by sue",
         "clock 2026-11-02T22:00:02-08:00");
    assert_int_equal(room.floor.award_count, 2);
    assert_int_equal(room.floor.prizes[1].seat, 1);
}

/* A hand that was dealt for a board stands on it and wins by it, though the offer as posted anew has none. */
static void a_hand_outlives_its_board(void **state)
{
    static const char activity[] = "sample/best-hand";
    static const char board[] =
        "# Best Hand (TEST-000012)\n\nThe best hand of an evening.\n\n"
        "1. It belongs to Texas Hold'em. [eligibility]\n\n"
        "   ```yaml\n   games: [Texas Hold'em]\n   when:\n     hours: posted\n   ```\n\n"
        "2. Hands of a straight or higher stand on a board. [hand]\n\n"
        "   ```yaml\n   board:\n     lower hands: kept\n     minimum: straight or better\n"
        "   paying:\n     prize: $1 to $100\n   funding:\n     source: house\n   ```\n";
    static const char chart[] =
        "# Best Hand (TEST-000012)\n\nA hand of a chart.\n\n"
        "1. It belongs to Texas Hold'em. [eligibility]\n\n"
        "   ```yaml\n   games: [Texas Hold'em]\n   when:\n     hours: posted\n   ```\n\n"
        "2. A straight wins. [hand]\n\n"
        "   ```yaml\n   charts:\n     A:\n       - straight or better: $20\n"
        "   funding:\n     source: house\n   ```\n";
    static const char offered[] = "offer: sample/best-hand\ntables: [HE-1]\nhours: daily 10:00 to 22:00\n";
    (void)state;
    file(activity, text_of(board));
    post_words("best", text_of("offer: sample/best-hand\ntables: [HE-1]\nhours: daily 10:00 to 22:00\n"
                               "paying: {prize: $25}\n"));
    tell("clock 2026-11-02T15:00:00-08:00");
    seat_everybody();
    TELL("open-table HE-1 by fay", "sit HE-1 seat 1 patron 1001 by dana",
         "sit HE-1 seat 2 patron 1002 by dana", "sit HE-1 seat 3 by dana", "start-round HE-1 by dana",
         "claim-hand HE-1 seat 1 offer best by dana", "claim-hand HE-1 seat 2 offer best by dana",
         "verify-hand 1 cards \"Ah 2d\" board \"Kd Qd Jc Th 3d\" pot $40 by sam");
    go_along();
    file(activity, text_of(chart));
    post_words("best", text_of(offered));
    tell("verify-hand 2 cards \"Ad 4d\" board \"Kd Qd Jc Th 3d\" pot $40 by sam");
    tell("authorise 1 by sue");
    TELL("reject-hand 2 reason \"not shown\" by sam", "start-round HE-1 by dana",
         "claim-hand HE-1 seat 3 offer best by dana",
         "verify-hand 3 cards \"As 2h\" board \"Kd Qd Jc Th 3d\" pot $40 by sam", "authorise 3 by sue");
    assert_int_equal(room.floor.prize_count, 1);
    tell("clock 2026-11-02T23:00:00-08:00");
    assert_int_equal(room.floor.prize_count, 2);
    assert_int_equal(room.floor.prizes[1].claim.cents, 2500);
}

/* ------------------------------------------------------------------------------------------ whatever happens */

/* A generator that gives the same numbers everywhere. */
static uint32_t chance(uint32_t below)
{
    static uint64_t state = 20261102;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % below);
}

static const struct {
    const char *activity, *offer;
} demo_offers[] = {
    {"bay101/bonus-hand-progressive-v1-1", "bonus-hand"},
    {"bay101/blazing-7s", "blazing-7s"},
    {"bay101/poker-bonus-hand-progressive", "poker-bonus-hand"},
    {"bay101/limit-bad-beat", "limit-bad-beat"},
    {"hawaiian-gardens/fortune-pai-gow-poker-progressive", "fortune-pai-gow"},
    {"hawaiian-gardens/three-card-poker-progressive", "three-card-progressive"},
    {"hawaiian-gardens/high-hand-happy-hours", "happy-hours"},
};
enum { OFFERS = sizeof demo_offers / sizeof demo_offers[0] };

static const char *const tables[] = {"C4-1", "BJ-1", "HE-1", "FPG-1", "TCP-1"};
enum { TABLES = sizeof tables / sizeof tables[0] };

/* The number of the newest hand in the state; 0 if there is none. */
static unsigned hand_in(enum hand_state state)
{
    for (unsigned i = room.floor.hand_count; i > 0; i--)
        if (room.floor.hands[i - 1].state == state)
            return i;
    return 0;
}

/* The number of a row in a chart of its offer; nothing if it has none. */
static struct text row_for(unsigned hand)
{
    const struct offer *posted = room.floor.offerings[room.floor.hands[hand - 1].offer].offer;
    if (posted->chart_count == 0)
        return text_of("");
    const struct rulebook_chart *chart = posted->charts[chance(posted->chart_count)];
    return chart->rows[chance(chart->row_count)].id;
}

/* Cards go forward: a round starts, a hand is claimed, verified or rejected, and authorised. */
static void play_on(struct text_out *line, const char *name)
{
    const struct table *table = floor_table(&room.floor, text_of(name));
    const struct table_offer *at = &table->offers[chance(table->offer_count)];
    unsigned claimed = hand_in(HAND_CLAIMED), verified = hand_in(HAND_VERIFIED);
    if (claimed && chance(3)) {
        struct text row = row_for(claimed);
        if (row.length == 0)
            text_out_add(line, "verify-hand %u cards \"As %uh\" board \"Kd Qd Jc Th 9d\" pot $40 by sam",
                         claimed, 2 + chance(7));
        else
            text_out_add(line, "verify-hand %u row %.*s beaten-by %u pot $50 wager $5 outcome lost by sam",
                         claimed, TEXT_ARGUMENTS(row), 1 + chance(4));
    } else if (claimed && chance(2))
        text_out_add(line,
                     chance(2) ? "reject-hand %u reason test by sam" : "withdraw-hand %u reason test by dana",
                     claimed);
    else if (verified)
        text_out_add(line, "authorise %u by sue", verified);
    else if (table->round.runs && chance(2))
        text_out_add(line, "claim-hand %s seat %u offer %.*s by dana", name, 1 + chance(4),
                     TEXT_ARGUMENTS(room.floor.offerings[at->offer].name));
    else
        text_out_add(line, "start-round %s fees 1,2,3,4 backline \"seat %u patron %u wager $%u fee\" by dana",
                     name, 1 + chance(4), 1001 + chance(6), 5 + chance(20));
}

/* Prizes and what is done by hand. */
static void settle_on(struct text_out *line)
{
    unsigned prize = room.floor.prize_count ? 1 + chance(room.floor.prize_count) : 1;
    unsigned award = room.floor.award_count ? 1 + chance(room.floor.award_count) : 1;
    switch (chance(7)) {
    case 0:
        text_out_add(line, "identify %u document passport by cy", prize);
        return;
    case 1:
        text_out_add(line, "pay %u in cash by cy", prize);
        return;
    case 2:
        text_out_add(line, "pay %u in \"live chips\" by cy", prize);
        return;
    case 3:
        text_out_add(line, "reverse %u reason test authorised-by sue by sam", award);
        return;
    case 4:
        text_out_add(line, "forfeit %u reason test authorised-by sue by sam", prize);
        return;
    case 5:
        text_out_add(line, "reverse %u prize %u reason test authorised-by sue by sam",
                     room.floor.prize_count ? room.floor.prizes[prize - 1].award + 1 : 1, prize);
        return;
    default:
        text_out_add(line, "adjust %s from house to reserve amount $%u reason test authorised-by sue by sam",
                     demo_offers[chance(OFFERS)].offer, 1 + chance(900));
    }
}

/* People, devices and time. */
static void go_on(struct text_out *line, const char *table, unsigned *minutes)
{
    unsigned seat = chance(8) ? 5 + chance(2) : 1 + chance(4), patron = 1001 + chance(6);
    switch (chance(9)) {
    case 0:
        text_out_add(line, "register %u born %u-01-02 by fay", patron, 1970 + chance(38));
        return;
    case 1:
        text_out_add(line, "sit %s seat %u patron %u by dana", table, seat, patron);
        return;
    case 2:
        text_out_add(line, "leave %s seat %u by dana", table, seat);
        return;
    case 3:
        text_out_add(line, "bank %s seat %u by dana", table, 5 + chance(2));
        return;
    case 4:
        text_out_add(line, "%s %u reason asked by sam", chance(2) ? "exclude" : "readmit", patron);
        return;
    case 5:
        text_out_add(line, "equipment %s device sensor seat %u %s by dana", table, seat,
                     chance(2) ? "works" : "");
        return;
    case 6:
        text_out_add(line, "return-fees %s reason test by sam", table);
        return;
    case 7:
        text_out_add(line, "irregularity %s what talk by dana", table);
        return;
    default:
        *minutes += chance(4) ? chance(90) : chance(3000);
        text_out_add(line, "clock 2026-11-%02uT%02u:%02u:00-08:00", 2 + *minutes / 1440, *minutes % 1440 / 60,
                     *minutes % 60);
    }
}

static void whatever_happens_a_restored_house_decides_the_same(void **state)
{
    unsigned steps = getenv("CARDROOM_EXHAUSTIVE") ? 4000 : 150, minutes = 15 * 60;
    char buffer[256];
    (void)state;
    for (size_t i = 0; i < OFFERS; i++)
        offer(demo_offers[i].activity, demo_offers[i].offer);
    seat_everybody();
    TELL("register 1006 by fay", "clock 2026-11-02T15:00:00-08:00");
    for (size_t i = 0; i < TABLES; i++)
        for (unsigned seat = 0; seat <= 4; seat++) {
            (void)snprintf(buffer, sizeof buffer, seat ? "sit %s seat %u by dana" : "open-table %s by fay",
                           tables[i], seat);
            tell(buffer);
        }
    go_along();
    for (unsigned i = 0; i < steps && minutes < 27 * 1440; i++) {
        const char *table = tables[chance(TABLES)];
        struct text_out line;
        text_out_init(&line, buffer, sizeof buffer);
        if (chance(4))
            play_on(&line, table);
        else if (chance(2))
            settle_on(&line);
        else
            go_on(&line, table, &minutes);
        ask(buffer);
    }
    assert_true(room.floor.award_count > 1);
}

/* ------------------------------------------------------------------------------------------ damage */

/* The snapshot of a small house in which everything occurs. */
static struct text everything;

static int begin_damage(void **state)
{
    (void)state;
    room_init(&room);
    everything = file_text(&room, "tests/corpus/house_snapshot/a-house-with-everything");
    return 0;
}

static int end_damage(void **state)
{
    (void)state;
    room_release(&room);
    return 0;
}

/* Whether the bytes are taken. If they are, they can be saved, and that is taken as well. */
static bool is_taken(struct text damaged, struct fault *fault)
{
    struct floor floor, again;
    struct arena arena;
    assert_int_equal(floor_init(&floor, ROOM_MEMORY_MAX, fault), STATUS_OK);
    bool good = floor_restore(&floor, damaged, fault) == STATUS_OK;
    if (good) {
        arena_init(&arena, ROOM_MEMORY_MAX);
        struct text text = save(&floor, &arena);
        assert_int_equal(floor_init(&again, ROOM_MEMORY_MAX, fault), STATUS_OK);
        assert_int_equal(floor_restore(&again, text, fault), STATUS_OK);
        assert_true(text_equal(save(&again, &arena), text));
        floor_release(&again);
        arena_release(&arena);
    } else {
        assert_true(fault->position > 0 && fault->position <= damaged.length + 1);
        assert_int_not_equal(fault->words[0], '\0');
    }
    floor_release(&floor);
    return good;
}

static void a_small_house_is_restored(void **state)
{
    struct fault fault;
    (void)state;
    assert_true(is_taken(everything, &fault));
}

/* Whether a line of the kind has the words. */
static bool a_line_has(const char *kind, const char *words)
{
    char start[64];
    (void)snprintf(start, sizeof start, "{\"%s\":{", kind);
    for (size_t at = 0; at < everything.length;) {
        struct text rest = text_from(everything, at);
        const char *end = memchr(rest.bytes, '\n', rest.length);
        assert_non_null(end);
        size_t length = (size_t)(end - rest.bytes);
        for (size_t i = 0; i < length && text_starts_with(rest, text_of(start)); i++)
            if (text_starts_with(text_slice(rest, i, length - i), text_of(words)))
                return true;
        at += length + 1;
    }
    return false;
}

static void assert_names_fields(const char *kind, const struct record_shape *shape)
{
    for (unsigned i = 0; i < shape->field_count; i++) {
        const struct field *field = &shape->fields[i];
        char words[64];
        (void)snprintf(words, sizeof words, "\"%s\":", field->name);
        if (!a_line_has(kind, words))
            fail_msg("no %s of the small house has %s", kind, words);
        if (field->kind == FIELD_LIST)
            assert_names_fields(kind, field->items);
    }
}

/* So that a field which is not restored is noticed. */
static void every_field_occurs_in_the_small_house(void **state)
{
    (void)state;
    record_shape_check(&snapshot_shape);
    record_shape_check(&end_shape);
    assert_names_fields("snapshot", &snapshot_shape);
    assert_names_fields("end", &end_shape);
    for (unsigned i = 0; i < SECTIONS; i++) {
        const struct record_shape *shape = &desk_section_of((enum snapshot_section)i)->shape;
        record_shape_check(shape);
        assert_names_fields(shape->name, shape);
    }
}

static void a_small_house_is_saved_as_it_was(void **state)
{
    struct floor floor;
    struct arena arena;
    (void)state;
    arena_init(&arena, ROOM_MEMORY_MAX);
    bytes = everything;
    restore(&floor);
    struct text text = save(&floor, &arena);
    size_t at = 0;
    while (at < text.length && at < everything.length && text.bytes[at] == everything.bytes[at])
        at++;
    if (at < text.length || at < everything.length)
        fail_msg("it differs at byte %zu:\n%.*s", at,
                 TEXT_ARGUMENTS(text_slice(text, at > 60 ? at - 60 : 0, 200)));
    floor_release(&floor);
    arena_release(&arena);
}

/* What stands in the snapshot, what comes to stand there, and what is then said; NULL: it is taken. */
static const struct {
    const char *from, *to, *words;
} damages[] = {
    {"{\"snapshot\"", "{\"snapshots\"", "a line {\"snapshot\":...} expected"},
    {"\"format\":3", "\"format\":2", "line 1 of the snapshot: a snapshot of another format"},
    {"\"house\":1,", "", "there is no house"},
    {"\"house\":1,", "\"house\":2,", "line 3 of the snapshot: a line {\"house\":...} expected"},
    {"\"lines\":70", "\"lines\":66", "another number of lines"},
    {"\"lines\":70}}\n", "\"lines\":70}}", "ends before its end"},
    {"\"lines\":70}}\n", "\"lines\":70}}\n\n", "another number of lines"},
    {"\"day\":\"2026-11-02\"}}\n{\"document", "\"day\":\"\"}}\n{\"document", "and it has a day"},
    {"Los_Angeles", "Los_Alamos", "the house cannot be read"},
    {"games: [Texas Hold'em]", "games: [Chess]", "the document cannot be read"},
    {"games: [Texas Hold'em]", "games: [Texas Hold'em", "the document cannot be read"},
    {"\"kind\":\"winners\",\"name\":\"winners\"", "\"kind\":\"house\",\"name\":\"house\"",
     "stands here twice"},
    {"\"name\":\"winners\"", "\"name\":\"\"", "the account has no name"},
    {"\"kind\":\"winners\"", "\"kind\":\"losers\"", "\"losers\" is no word for kind"},
    {"[\"seed\",0,10000],[\"reseed\",0,9700]", "[\"reseed\",0,9700],[\"seed\",0,10000]", "not in order"},
    {"[\"fee\",0,800]", "[\"fee\",0,801]", "debits and credits differ"},
    {"[\"fee\",0,800]", "[\"fee\",0,-800]", "cannot have moved"},
    {"[\"fee\",0,800]", "[\"fee\",0,9223372036854775807]", "cannot have moved"},
    {"[\"fee\",0,800]", "[\"fee\",0,9223372036854775808]", "a whole number from"},
    {"[\"fee\",0,800]", "[\"fee\",0,0],[\"seed\",0,800]", "cannot have moved"},
    {"\"person\":\"sue\"", "\"person\":\"sam\"", "stands here twice"},
    {"\"person\":\"sue\"", "\"person\":\"\"", "the person has no name"},
    {"{\"patron\":\"8\"", "{\"patron\":\"7\"", "stands here twice"},
    {"\"currency-today\":10100", "\"currency-today\":-1", "was paid cannot be"},
    {"\"prizes-this-year\":2000", "\"prizes-this-year\":-1", "was paid cannot be"},
    {"\"prizes-this-year\":2000", "\"prizes-this-year\":9223372036854775807", "was paid cannot be"},
    {"{\"offer\":\"jackpot\"", "{\"offer\":\"best\"", "stands here twice"},
    {"\"documents\":2,", "\"documents\":3,", "documents or accounts that are not here"},
    {"\"documents\":1,", "", "the offer best cannot be read"},
    {"\"accounts\":11,", "\"accounts\":12,", "documents or accounts that are not here"},
    {"\"accounts\":11,", "\"accounts\":10,", "an account of the offer is missing"},
    {"\"closed\":\"2026-11-02\"", "\"closed\":\"\"", "the offer has no day"},
    {"chart: A\\npools", "chart: Z\\npools", "the offer"},
    {"{\"pool\":{\"offer\":1", "{\"pool\":{\"offer\":3", "there is no such pool"},
    {"{\"pool\":{\"offer\":1,\"pool\":1", "{\"pool\":{\"offer\":1", "it is not in order"},
    {"{\"pool\":{\"offer\":1,\"incr", "{\"pool\":{\"pool\":1,\"incr", "a pool of an offer is missing"},
    {"\"increased\":\"2026-11-02\"", "\"increased\":\"\"", "the pool has no day"},
    {"\"award\":1}]", "\"award\":5}]", "a win of an award that is not here"},
    {"\"hits\":1,", "", "wins or amounts that cannot be"},
    {"{\"advance\":{\"offer\":1", "{\"advance\":{\"offer\":3", "there is no such offer"},
    {"\"cents\":9700", "\"cents\":-9700", "an advance that cannot be"},
    {"\"cents\":9700", "\"cents\":9699", "I4"},
    {"\"award\":1,\"cents\":9700", "\"award\":5,\"cents\":9700", "an advance that cannot be"},
    {"\"fund\":10", "\"fund\":99", "an advance that no fund repays"},
    {"\"award\":1,\"cents\":9700", "\"award\":2,\"cents\":9700",
     "an advance of an award that did not make it"},
    {"\"award\":2,\"cents\":850", "\"award\":3,\"cents\":850", "an advance of an award that did not make it"},
    {"\"award\":2,\"cents\":850", "\"award\":4,\"cents\":850", "an advance of an award that did not make it"},
    {"{\"table\":{\"table\":\"H-2\"", "{\"table\":{\"table\":\"H-9\"", "there is no such table"},
    {"{\"table\":{\"table\":\"H-2\"", "{\"table\":{\"table\":\"H-1\"", "it is not in order"},
    {"\"bank\":1,\"reader", "\"bank\":17,\"reader", "no such seat"},
    {"\"opened\":\"2026-11-02T20:00:00Z\",", "", "never opened"},
    {"{\"owed\":{\"offer\":1,\"day\":\"2026-11-01\"", "{\"owed\":{\"offer\":3,\"day\":\"2026-11-01\"",
     "there is no such table or offer"},
    {"{\"owed\":{\"offer\":1,\"day\":\"2026-11-02\"", "{\"owed\":{\"day\":\"2026-11-02\"",
     "it is not in order"},
    {"\"2026-11-01\",\"table\":\"H-2\"", "\"2026-11-01\",\"table\":\"H-9\"",
     "there is no such table or offer"},
    {"\"day\":\"2026-11-01\"", "\"day\":\"2026-11-03\"", "hours that nobody can owe for"},
    {"\"day\":\"2026-11-02\",\"table\":\"H-1\"", "\"day\":\"2026-11-01\",\"table\":\"H-1\"",
     "it is not in order"},
    {"\"table\":\"H-1\",\"hours\":7", "\"table\":\"H-2\",\"hours\":7", "it is not in order"},
    {"\"hours\":2,\"cents\":100", "\"cents\":100", "hours that nobody can owe for"},
    {"\"hours\":2,\"cents\":100", "\"hours\":2", "hours that nobody can owe for"},
    {"\"hours\":2,\"cents\":100", "\"hours\":2,\"cents\":-100", "hours that nobody can owe for"},
    {"{\"table-offer\":{\"table\":\"H-2\",\"offer\":1", "{\"table-offer\":{\"table\":\"H-2\",\"offer\":3",
     "there is no such table or offer"},
    {"{\"table-offer\":{\"table\":\"H-2\"", "{\"table-offer\":{\"table\":\"H-1\"", "it is not in order"},
    {"{\"table-offer\":{\"table\":\"H-3\",\"offer\":2", "{\"table-offer\":{\"table\":\"H-3\"",
     "an offer is missing at one of its tables"},
    {"\"hour\":19,\"rounds\":1", "\"hour\":24,\"rounds\":1", "an hour or fees that cannot be"},
    {"\"paid\":[1],\"day\"", "\"paid\":[1,17],\"day\"", "an hour or fees that cannot be"},
    {"\"offered\":true,\"readings\":[[10100]", "\"offered\":true,\"readings\":[[-1]",
     "meters that cannot have shown that"},
    {"\"at\":\"2026-11-03T02:50:00Z\",\"awards-before\":1", "\"awards-before\":1",
     "it was dealt at no moment"},
    {"02:50:00Z\",\"awards-before\":1", "02:50:00Z\",\"awards-before\":5", "after awards that are not here"},
    {"\"decided\":\"2026-11-03T02:51:00Z\",", "", "it was decided at no moment"},
    {"00Z\",\"readings\":[[10100],[0]],\"awards", "00Z\",\"readings\":[[10100],[-1]],\"awards",
     "meters cannot have shown that"},
    {"[0]],\"awards-before\":1", "[0]],\"awards-before\":5", "meters cannot have shown that"},
    {"\"seat\":3,\"sensor", "\"seat\":17,\"sensor", "there is no such seat"},
    {"\"seat\":3,\"sensor", "\"seat\":2,\"sensor", "it is not in order"},
    {"\"sensor-fails\":true", "\"hold-button\":true", "or did, or its sensor fails"},
    {"\"seat\":2,\"taken\":true,\"since\":\"2026-11-02T20:00:00Z\"", "\"seat\":2,\"taken\":true",
     "since a moment"},
    {"\"patron\":\"7\",\"since\"", "\"patron\":\"9\",\"since\"", "nobody knows the patron"},
    {"\"seat\":3,\"patron\":\"8\"", "\"seat\":3", "or did, or its sensor fails"},
    {"{\"round\":{\"table\":\"H-2\",", "{\"round\":{\"table\":\"H-9\",", "there is no such table or round"},
    {"{\"round\":{\"table\":\"H-2\",\"round\":1,", "{\"round\":{\"table\":\"H-2\",",
     "there is no such table or round"},
    {"[3,7,200,\"fee\",\"\"]", "[3,11,200,\"fee\",\"\"]", "bets or fees that cannot be"},
    {"[3,7,200,\"fee\",\"\"]", "[3,3,200,\"fee\",\"\"]", "bets or fees that cannot be"},
    {"[3,7,200,\"fee\",\"\"]", "[3,7,0,\"fee\",\"\"]", "bets or fees that cannot be"},
    {"[3,7,200,\"fee\",\"\"]", "[3,7,200,\"fee\",\"x\"]", "bets or fees that cannot be"},
    {"[{\"seat\":1,", "[{\"seat\":17,", "nobody knows the seat or patron of a bet"},
    {"[{\"seat\":1,\"patron\":\"7\"", "[{\"seat\":1,\"patron\":\"9\"",
     "nobody knows the seat or patron of a bet"},
    {"[1,\"royal flush\"]", "[17,\"royal flush\"]", "there is no such seat"},
    {"[1,\"royal flush\"]", "[1,\"\"]", "it names nothing"},
    {"[1,\"royal flush\"]", "[1,\"royal flush\"],[1,\"royal flush\"]", "it is not in order"},
    {"[[2,\"royal flush\"]]", "[[17,\"royal flush\"]]", "there is no such seat"},
    {"\"marked\":[1]", "\"marked\":[17]", "there is no such seat"},
    {"\"bank\":1,\"chosen\"", "\"bank\":17,\"chosen\"", "there is no such seat"},
    {"\"verified\",\"table\":\"H-1\"", "\"verified\",\"table\":\"H-9\"",
     "there is no such table, seat, person or offer"},
    {"\"verified\",\"table\":\"H-1\",\"round\":5,\"seat\":1",
     "\"verified\",\"table\":\"H-1\",\"round\":5,\"seat\":17",
     "there is no such table, seat, person or offer"},
    {"\"posted\",\"table\":\"H-1\"", "\"posted\",\"table\":\"H-2\"",
     "there is no such table, seat, person or offer"},
    {"\"patron\":\"7\",\"fee\":true,\"dealt\"", "\"patron\":\"9\",\"fee\":true,\"dealt\"",
     "there is no such table, seat, person or offer"},
    {"\"beaten-by\":[2]", "\"beaten-by\":[17]", "there is no such table, seat, person or offer"},
    {"\"patrons\":[[1,0]]", "\"patrons\":[[17,0]]", "there is no such table, seat, person or offer"},
    {"\"patrons\":[[1,0]]", "\"patrons\":[[1,2]]", "there is no such table, seat, person or offer"},
    {"\"patrons\":[[1,0]]", "\"patrons\":[[1,0],[1,0]]", "there is no such table, seat, person or offer"},
    {"[{\"seat\":1,\"patron\":1", "[{\"seat\":1,\"patron\":2",
     "there is no such table, seat, person or offer"},
    {"[{\"seat\":1,\"patron\":1", "[{\"seat\":17,\"patron\":1",
     "there is no such table, seat, person or offer"},
    {"[{\"table\":2,", "[{\"table\":3,", "there is no such table, seat, person or offer"},
    {"\"verified\",\"table\":\"H-1\",\"round\":5", "\"verified\",\"table\":\"H-1\",\"round\":6",
     "there is no such round"},
    {"\"verified\",\"table\":\"H-1\",\"round\":5", "\"verified\",\"table\":\"H-1\",\"round\":3",
     "it is not in order"},
    {"\"posted\",\"table\":\"H-1\",\"round\":1,", "\"posted\",\"table\":\"H-1\",", "there is no such round"},
    {"\"rows\":[[2,1,2,0]],\"verified-by\":\"sam\"", "\"rows\":[[2,1,2,0]]", "who has judged the hand"},
    {"\"rows\":[[2,1,2,0]],", "", "by which row, is missing"},
    {"{\"state\":\"verified\"", "{\"state\":\"rejected\"", "or the hand is settled"},
    {"\"state\":\"paid\",\"cents\":10100", "\"cents\":10100", "a tray has paid what was not paid"},
    {"\"claimed-by\":\"dana\"", "\"claimed-by\":\"dan\"", "nobody of that name has claimed it"},
    {"\"authorised-by\":\"sue\"}}", "\"authorised-by\":\"sam\"}}", "who has judged the hand"},
    {",\"authorised-by\":\"sue\"}}", "}}", "who has judged the hand"},
    {"[[2,1,2,0]]", "[[2,1,3,0]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[2,1,0,0]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[2,2,2,0]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[2,0,2,0]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[1,1,2,0]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[3,1,2,0]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[0,1,2,0]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[2,1,2,3]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[2,1,2,2],[2,1,1,2]]", "there is no such row"},
    {"[[2,1,2,0]]", "[[2,1,2,0],[2,1,2,0],[2,1,2,0],[2,1,2,0],[2,1,2,0]]", "not paid by so many rows"},
    {"\"former\":{\"offer\":1", "\"former\":{\"offer\":3", "there is no such offer"},
    {"\"former\":{\"offer\":1", "\"former\":{\"offer\":2", "the offer was of another activity"},
    {"chart: A\\npools:\\n  prize pool: {seed: $100, reseed: $100, increase: $1, increase at: "
     "06:00}\\nprizes: {four of a "
     "kind: $12}",
     "chart: Z", "line 30 of the snapshot: the offer has errors"},
    {"\"former\":1,\"offered\"", "\"former\":2,\"offered\"", "it was not posted so at the table"},
    {"\"former\":1,\"offered\"", "\"former\":1,\"not-offered\":true,\"offered\"",
     "it was not posted so at the table"},
    {"\"former\":1,\"patron\"", "\"former\":2,\"patron\"", "it was not posted so at the table"},
    {"\"state\":\"awarded\",\"table\":\"H-1\",\"round\":2,\"seat\":1,\"offer\":1",
     "\"state\":\"awarded\",\"table\":\"H-1\",\"round\":2,\"seat\":1,\"offer\":1,\"former\":1",
     "or the hand is settled"},
    {"{\"table-offer\":{\"table\":\"H-3\",\"offer\":2",
     "{\"table-offer\":{\"table\":\"H-3\",\"offer\":2,\"not-offered\":true",
     "no hand that waits and no round that runs"},
    {"[[1]]", "[[2]]", "a hand on the board that is not the offer's"},
    {"[[1]]", "[[8]]", "a hand on the board that is not the offer's"},
    {"[[1]]", "[[0]]", "a hand on the board that is not the offer's"},
    {"\"award\":2,\"dealt\"", "\"award\":5,\"dealt\"", "there is no such award"},
    {"\"award\":2,\"dealt\"", "\"award\":4,\"dealt\"", "a hand of another offer than its award"},
    {"\"beaten\":[[8]]", "\"beaten\":[[7]]", "or was not beaten there"},
    {"\"beaten\":[[8]]", "\"beaten\":[[9]]", "or was not beaten there"},
    {"\"hands\":[[7]],", "", "or was not beaten there"},
    {"{\"board\":{\"ends\"", "{\"board\":{\"offer\":3,\"ends\"", "its board cannot be"},
    {"[1,4,1,2,", "[0,4,1,2,", "somebody has them twice"},
    {"\"points\":10", "\"points\":1000001", "a hand cannot have such points"},
    {"\"patron\":\"7\",\"fee\":true,\"points\"", "\"fee\":true,\"points\"", "a hand cannot have such points"},
    {"[1,4,1,2,", "[2,4,1,2,", "nobody can have such points"},
    {"[1,4,1,2,", "[1,0,1,2,", "nobody can have such points"},
    {"[1,4,1,2,", "[1,1000001,1,2,", "nobody can have such points"},
    {"[1,4,1,2,", "[1,4,3,2,", "nobody can have such points"},
    {"[1,4,1,2,", "[1,4,0,2,", "nobody can have such points"},
    {"[1,4,1,2,", "[1,4,1,17,", "nobody can have such points"},
    {"[1,4,1,2,\"off duty\",\"sam\"", "[1,4,1,2,\"off duty\",\"sue\"", "nobody can have such points"},
    {"[1,4,1,2,\"off duty\",\"sam\"", "[1,4,1,2,\"off duty\",\"\"", "nobody can have such points"},
    {"{\"award\":{\"offer\":1,", "{\"award\":{\"offer\":3,", "there is no such offer"},
    {"\"prizes\":1", "\"prizes\":5", "not so many prizes"},
    {"\"prizes\":1,", "", "no award has this prize"},
    {"[10,8,10100,\"award\",\"\"]", "[10,10,10100,\"award\",\"\"]", "money that cannot have moved"},
    {"[[1,10200,\"\"]]", "[[3,10200,\"\"]]", "money that cannot have moved"},
    {"[[1,10,10100]]", "[[1,10,10099]]", "won more of pools than they are"},
    {"[[1,10,10100]]", "[[1,10,10101]]", "won more of pools than they are"},
    {"[[1,10,10100]]", "[[1,9,10100]]", "won more of pools than they are"},
    {"[[1,10,10100]]", "[[1,99,10100]]", "won more of pools than they are"},
    {"[[1,10,10100]]", "[[3,10,10100]]", "won more of pools than they are"},
    {"[[1,10,10100]]", "[[2,10,500],[1,10,10100]]", "won more of pools than they are"},
    {"[[1,10,10100]]", "[[1,10,10100],[2,10,0]]", "won more of pools than they are"},
    {"\"lent-back\":500", "\"lent-back\":10201", "more went back than was advanced"},
    {"\"lent-back\":500", "\"lent-back\":-1", "more went back than was advanced"},
    {"\"repaying\":[[10]]", "\"repaying\":[[10],[10]]", "money that cannot have moved"},
    {"\"repaying\":[[10]]", "\"repaying\":[[99]]", "money that cannot have moved"},
    {"{\"prize\":{\"reversed\":true,", "{\"prize\":{\"state\":\"lapsed\",\"reversed\":true,",
     "reversed alone, and was settled"},
    {"{\"prize\":{\"cents\":1000,\"identified\"",
     "{\"prize\":{\"reversed\":true,\"cents\":1000,\"identified\"", "an award of which nothing stands"},
    {"\"hand\":1,\"prizes\"", "\"hand\":99,\"prizes\"", "no such offer or hand"},
    {"\"authorised-by\":\"sue\",\"clause\"", "\"authorised-by\":\"sam\",\"clause\"", "I6"},
    {"\"seat\":2,\"identify-by\"", "\"seat\":17,\"identify-by\"", "there is no such table, seat or patron"},
    {"\"table\":\"H-1\",\"seat\":2,\"identify-by\"", "\"table\":\"H-9\",\"seat\":2,\"identify-by\"",
     "there is no such table, seat or patron"},
    {"\"cents\":1000,\"identified\"", "\"cents\":-1000,\"identified\"", "an amount that cannot be"},
    {"\"fee\":100,\"identify-by\"", "\"fee\":-100,\"identify-by\"", "an amount that cannot be"},
    {"\"duties\":[[0,\"off duty\"]]", "\"duties\":[[9,\"off duty\"]]", "nobody knows an employee who plays"},
    {"\"duties\":[[0,\"off duty\"]]", "\"duties\":[[0,\"\"]]", "nobody knows an employee who plays"},
    {"\"cents\":1000,\"identified\"", "\"cents\":1001,\"identified\"", "I5"},
    {"\"worth\":5000", "\"worth\":1200", NULL},
    {"\"worth\":5000", "\"worth\":1199", "I12"},
    {"\"worth\":5000", "\"worth\":-1", "a voucher has paid what it cannot"},
    {"[\"cleaning\",2,800]", "[\"cleaning\",2,799]", "I12"},
    {"[\"cleaning\",2,800]", "[\"cleaning\",800,800]", NULL},
    {"[\"cleaning\",2,800]", "[\"cleaning\",801,800]", "a voucher has paid what it cannot"},
    {"[\"cleaning\",2,800]", "[\"cleaning\",0,800]", "a voucher has paid what it cannot"},
    {"[\"cleaning\",2,800]", "[\"cleaning\",2,0]", "a voucher has paid what it cannot"},
    {"[\"cleaning\",2,800]", "[\"\",2,800]", "a voucher has paid what it cannot"},
    {"[\"cleaning\",2,800]", "[\"Buttons\",2,800]", "a voucher has paid what it cannot"},
    {"{\"state\":\"paid\",\"thing\"", "{\"state\":\"payable\",\"thing\"", "I12"},
};

static void what_is_wrong_is_said(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct fault fault = {.words = ""};
        bool good = is_taken(changed(everything, damages[i].from, damages[i].to), &fault);
        bool wanted = damages[i].words ? !good && strstr(fault.words, damages[i].words) : good;
        if (!wanted)
            fail_msg("%s -> %s: %s", damages[i].from, damages[i].to, good ? "was taken" : fault.words);
    }
}

/* The snapshot with so many bytes at a place not once but `again` times. */
static struct text without(size_t at, size_t length, size_t again)
{
    static char buffer[EVENT_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    text_out_add_text(&out, text_slice(everything, 0, at));
    for (size_t i = 0; i < again; i++)
        text_out_add_text(&out, text_slice(everything, at, length));
    text_out_add_text(&out, text_from(everything, at + length));
    return text_out_text(&out);
}

static void a_line_that_is_missing_or_there_twice_is_noticed(void **state)
{
    struct fault fault;
    (void)state;
    for (size_t at = 0; at < everything.length;) {
        const char *end = memchr(everything.bytes + at, '\n', everything.length - at);
        assert_non_null(end);
        size_t length = (size_t)(end - (everything.bytes + at)) + 1;
        assert_false(is_taken(without(at, length, 0), &fault));
        assert_false(is_taken(without(at, length, 2), &fault));
        assert_false(is_taken(text_slice(everything, 0, at), &fault));
        at += length;
    }
}

static void no_byte_that_changes_does_harm(void **state)
{
    static const char others[] = {'0', '9', '"', '\\', '}', ',', '-', 'x', '\n', '\xff'};
    char buffer[1 << 15];
    struct fault fault;
    (void)state;
    assert_true(everything.length <= sizeof buffer);
    memcpy(buffer, everything.bytes, everything.length);
    size_t step = getenv("CARDROOM_EXHAUSTIVE") ? 1 : 29;
    for (size_t at = 0; at < everything.length; at += step) {
        buffer[at] = others[at / step % sizeof others];
        (void)is_taken((struct text){buffer, everything.length}, &fault);
        buffer[at] = everything.bytes[at];
    }
}

static void a_house_that_has_too_little_memory_is_not_restored(void **state)
{
    enum { STEP = 64 << 10 };
    struct fault fault = {.words = ""};
    struct floor floor;
    unsigned times = 0;
    (void)state;
    for (size_t memory = STEP;; memory += STEP) {
        enum status status = floor_init(&floor, memory, &fault);
        if (status == STATUS_OK)
            status = floor_restore(&floor, everything, &fault);
        floor_release(&floor);
        if (status == STATUS_OK)
            break;
        if (status != STATUS_NO_SPACE && status != STATUS_NO_MEMORY)
            fail_msg("%d: %s", (int)status, fault.words);
        times++;
    }
    assert_true(times > 1);
}

static void a_snapshot_for_which_there_is_no_memory_is_not_saved(void **state)
{
    struct fault fault;
    struct floor floor;
    struct arena arena;
    struct text text;
    (void)state;
    assert_int_equal(floor_init(&floor, ROOM_MEMORY_MAX, &fault), STATUS_OK);
    assert_int_equal(floor_restore(&floor, everything, &fault), STATUS_OK);
    arena_init(&arena, everything.length);
    assert_int_equal(floor_save(&floor, &arena, &text, &fault), STATUS_NO_SPACE);
    assert_string_equal(fault.words, "there is no memory for the snapshot");
    floor_release(&floor);
    arena_release(&arena);
}

static void every_kind_of_line_is_counted_in_the_first(void **state)
{
    (void)state;
    assert_int_equal(snapshot_shape.field_count, SECTIONS + 1);
    for (unsigned i = 0; i < SECTIONS; i++) {
        const struct field *count = &snapshot_shape.fields[i + 1];
        assert_string_equal(count->name, desk_section_of((enum snapshot_section)i)->shape.name);
        assert_int_equal(count->offset, offsetof(struct snapshot_line, counts) + i * sizeof(uint32_t));
    }
}

/* Every section is found, and there are no more than these. */
static void every_section_is_of_one_desk(void **state)
{
    unsigned count = 0;
    (void)state;
    for (unsigned i = 0; i < DESKS; i++)
        count += desks[i]->section_count;
    assert_int_equal(count, SECTIONS);
    for (unsigned i = 0; i < SECTIONS; i++) {
        const struct desk_section *section = desk_section_of((enum snapshot_section)i);
        assert_int_equal(section->section, i);
        assert_true(section->save && section->restore);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_jackpot_is_won_and_reversed, begin, end),
        cmocka_unit_test_setup_teardown(fees_are_returned_and_devices_fail, begin, end),
        cmocka_unit_test_setup_teardown(the_best_hand_of_the_evening_is_paid, begin, end),
        cmocka_unit_test_setup_teardown(a_prize_is_held_and_lapses, begin, end),
        cmocka_unit_test_setup_teardown(offers_are_posted_anew_by_other_documents, begin, end),
        cmocka_unit_test_setup_teardown(a_hand_is_paid_by_the_chart_that_it_was_verified_by, begin, end),
        cmocka_unit_test_setup_teardown(a_hand_is_paid_by_the_hands_that_were_posted_then, begin, end),
        cmocka_unit_test_setup_teardown(a_meter_is_remembered_as_it_was_at_the_deal, begin, end),
        cmocka_unit_test_setup_teardown(a_device_fails_where_two_jackpots_are, begin, end),
        cmocka_unit_test_setup_teardown(a_round_with_fees_of_one_offer_is_remembered, begin, end),
        cmocka_unit_test_setup_teardown(the_laws_are_remembered, begin, end),
        cmocka_unit_test_setup_teardown(points_are_taken_back_in_a_restored_house, begin, end),
        cmocka_unit_test_setup_teardown(what_a_pool_was_when_its_period_ended_is_remembered, begin, end),
        cmocka_unit_test_setup_teardown(a_beaten_hand_wins_in_a_restored_house, begin, end),
        cmocka_unit_test_setup_teardown(a_hand_is_put_right_in_a_restored_house, begin, end),
        cmocka_unit_test_setup_teardown(a_hand_outlives_its_board, begin, end),
        cmocka_unit_test_setup_teardown(two_hands_on_a_board_share_the_prize, begin, end),
        cmocka_unit_test_setup_teardown(whatever_happens_a_restored_house_decides_the_same, begin, end),
        cmocka_unit_test_setup_teardown(advances_of_two_offers_are_repaid_in_their_order, begin, end),
        cmocka_unit_test_setup_teardown(a_bad_beat_is_shared_by_the_table, begin, end),
        cmocka_unit_test_setup_teardown(a_small_house_is_restored, begin_damage, end_damage),
        cmocka_unit_test_setup_teardown(every_field_occurs_in_the_small_house, begin_damage, end_damage),
        cmocka_unit_test_setup_teardown(a_small_house_is_saved_as_it_was, begin_damage, end_damage),
        cmocka_unit_test_setup_teardown(what_is_wrong_is_said, begin_damage, end_damage),
        cmocka_unit_test_setup_teardown(a_line_that_is_missing_or_there_twice_is_noticed, begin_damage,
                                        end_damage),
        cmocka_unit_test_setup_teardown(a_house_that_has_too_little_memory_is_not_restored, begin_damage,
                                        end_damage),
        cmocka_unit_test_setup_teardown(a_snapshot_for_which_there_is_no_memory_is_not_saved, begin_damage,
                                        end_damage),
        cmocka_unit_test(every_kind_of_line_is_counted_in_the_first),
        cmocka_unit_test(every_section_is_of_one_desk),
        cmocka_unit_test_setup_teardown(no_byte_that_changes_does_harm, begin_damage, end_damage),
    };
    return cmocka_run_group_tests_name("floor snapshot", tests, NULL, NULL);
}
