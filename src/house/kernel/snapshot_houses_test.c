#include "house/kernel/snapshot_houses_test.h"

#include "funds/funds.h"
#include "funds/thresholds.h"
#include "house/hands/hands.h"
#include "house/hands/sample_hands.h"
#include "house/kernel/other_documents_test.h"
#include "house/setup/demo_approval.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"

struct room room;

static struct floor early, fresh; /* restored; `early` once, `fresh` after every step */
static bool has_early, has_fresh;
static struct decision other;
static struct arena saved; /* the newest bytes */
static struct text bytes;

/* ------------------------------------------------------------------------------------------ houses side by side */

struct text floor_saved(const struct floor *floor, struct arena *arena)
{
    struct fault fault;
    struct text text;
    if (floor_save(floor, arena, &text, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return text;
}

void floor_restored(struct floor *floor, struct text snapshot)
{
    struct fault fault;
    assert_int_equal(floor_init(floor, ROOM_MEMORY_MAX, &fault), STATUS_OK);
    if (floor_restore(floor, snapshot, &fault) != STATUS_OK)
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
    struct text text = floor_saved(floor, &arena);
    size_t at = 0;
    while (at < text.length && at < bytes.length && text.bytes[at] == bytes.bytes[at])
        at++;
    if (at < text.length || at < bytes.length)
        fail_msg("%s differs at byte %zu:\n%.*s\n%.*s", whose, at,
                 TEXT_ARGUMENTS(text_slice(bytes, at > 60 ? at - 60 : 0, 200)),
                 TEXT_ARGUMENTS(text_slice(text, at > 60 ? at - 60 : 0, 200)));
    arena_release(&arena);
}

static void assert_same(const struct floor *floor, const char *whose)
{
    assert_same_bytes(floor, whose);
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
    bytes = floor_saved(&room.floor, &saved);
    if (has_early)
        assert_same(&early, "the house that was restored early");
    if (has_fresh)
        assert_same(&fresh, "the house that was restored before");
    forget_fresh();
    floor_restored(&fresh, bytes);
    has_fresh = true;
    assert_same(&fresh, "the house that was restored");
}

/* What happened changes a house whose documents say something else now in the same way: the events tell everything. */
static void assert_told(struct text before)
{
    struct floor otherwise;
    struct fault fault;
    struct arena arena;
    for (unsigned i = 0; i < room.last_count; i++)
        if (is_of_documents(room.last[i].kind))
            return;
    arena_init(&arena, ROOM_MEMORY_MAX);
    struct text kept;
    assert_int_equal(arena_copy_text(&arena, before, &kept), STATUS_OK);
    floor_restored(&otherwise, kept);
    struct documents_aside *aside = documents_change(&otherwise);
    for (unsigned i = 0; i < room.last_count; i++)
        if (floor_apply(&otherwise, &room.last[i], &fault) != STATUS_OK)
            fail_msg("where the documents say something else: %s", fault.words);
    documents_return(&otherwise, aside);
    arena_clear(&saved);
    bytes = floor_saved(&room.floor, &saved);
    assert_same_bytes(&otherwise, event_name(room.last[0].kind));
    floor_release(&otherwise);
    arena_release(&arena);
}

void houses_decide(const struct command *asked)
{
    struct command now = *asked;
    const struct command *command = &now;
    struct fault fault;
    do {
        if (decide_by_sample(&room.floor, &now, &room.decision, &room.lines, &fault) != STATUS_OK)
            fail_msg("%s", fault.words);
        struct ruling ruling = room.decision.ruling;
        /* The events point into the floor, so that the others decide before it changes. */
        room.last_count = 0;
        room_apply(&room);
        room.decision.ruling = ruling;
        if (has_early)
            follow(&early, command);
        follow(&fresh, command);
        if (room.last_count > 0 && bytes.length > 0)
            assert_told(bytes);
        if (room.last_count > 0)
            look();
    } while (room.decision.unfinished);
}

void houses_go_along(void)
{
    assert_false(has_early);
    floor_restored(&early, bytes);
    has_early = true;
}

void houses_ask(const char *line)
{
    struct command command;
    struct fault fault;
    if (command_parse(text_of(line), &room.floor.zone, &room.lines, &command, &fault) != STATUS_OK)
        fail_msg("%s: %s at %zu", line, fault.words, fault.position);
    houses_decide(&command);
}

void houses_do(const char *line)
{
    houses_ask(line);
    if (!room.decision.ruling.allowed)
        fail_msg("%s: %s (%s)", line, room.decision.ruling.words, room.decision.ruling.clause);
}

void houses_do_all(const char *const *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        houses_do(lines[i]);
}

void houses_refuse(const char *line)
{
    houses_ask(line);
    if (room.decision.ruling.allowed)
        fail_msg("%s: was done", line);
}

/* ------------------------------------------------------------------------------------------ the demo house */

void houses_file(const char *activity, struct text text)
{
    struct command command;
    bool needed;
    assert_int_equal(demo_approve(&room.floor, text_of(activity), text, NULL, &room.lines, &command, &needed),
                     STATUS_OK);
    command.head.by = text_of("olga");
    if (needed) {
        houses_decide(&command);
        assert_true(room.decision.ruling.allowed);
    }
    command = (struct command){.kind = COMMAND_FILE_DOCUMENT};
    *COMMAND_AS(&command, file_document) =
        (struct file_document){.head = {.by = text_of("olga")}, .activity = text_of(activity), .text = text};
    houses_decide(&command);
    assert_true(room.decision.ruling.allowed);
}

void houses_post(const char *offer, struct text text)
{
    struct command command = {.kind = COMMAND_POST_OFFER};
    *COMMAND_AS(&command, post_offer) =
        (struct post_offer){.head = {.by = text_of("olga")}, .offer = text_of(offer), .text = text};
    houses_decide(&command);
    if (!room.decision.ruling.allowed)
        fail_msg("%s", room.decision.ruling.words);
}

void houses_offer(const char *activity, const char *name)
{
    houses_file(activity, document_file(&room, text_of(activity)));
    houses_post(name, offer_file(&room, name));
}

static void open_demo(void)
{
    struct command opening = {.kind = COMMAND_OPEN_HOUSE};
    *COMMAND_AS(&opening, open_house) =
        (struct open_house){.head = {.by = text_of("olga")},
                            .house = text_of("demo"),
                            .at = {INT64_C(1793649600000)},
                            .text = file_text(&room, "houses/demo/house.yaml")};
    houses_decide(&opening);
    assert_true(room.decision.ruling.allowed);
    HOUSES_DO("clock 2026-11-02T12:00:00-08:00", "appoint dana role dealer by olga",
              "appoint fay role floor by olga", "appoint sam role supervisor by olga",
              "appoint sue role supervisor by olga", "appoint cy role cage by olga",
              "appoint max role manager by olga");
}

int houses_open(void **state)
{
    (void)state;
    room_init(&room);
    room.house = "demo";
    decision_init(&other);
    arena_init(&saved, ROOM_MEMORY_MAX);
    look(); /* before it was opened */
    open_demo();
    return 0;
}

int houses_close(void **state)
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

void houses_register_everybody(void)
{
    HOUSES_DO("register 1001 name \"Ann Lee\" born 1980-05-06 by fay",
              "register 1002 name Bob born 1990-01-01 identification seen by fay",
              "register 1003 name Cleo born 2006-11-03 by fay",
              "register 1004 name \"Dé \\\"Dee\\\" Ray\" employee \"off duty\" by fay",
              "register 1005 name Eve proposition-player yes by fay");
}
