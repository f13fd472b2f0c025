/*
 * For tests of the floor: the demo house, driven by readable commands. Every event goes through its JSON before it is
 * applied, and the invariants are checked after every one.
 */
#ifndef HOUSE_FLOOR_TEST_H
#define HOUSE_FLOOR_TEST_H

#include "house/floor.h"
#include "rulebook/files.h"
#include "rulebook/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#ifndef CARDROOM_ROOT
#define CARDROOM_ROOT "."
#endif

enum { ROOM_MEMORY_MAX = 512 << 20, EVENT_TEXT_SIZE = 1 << 20 };

struct room {
    struct floor floor;
    struct decision decision;
    struct arena lines; /* of the texts of commands and events */
    struct event last[DECISION_EVENTS_MAX];
    unsigned last_count;
};

static inline void room_apply(struct room *room)
{
    static char json[EVENT_TEXT_SIZE];
    struct text_out out;
    struct fault fault;
    room->last_count = 0;
    for (unsigned i = 0; i < room->decision.event_count; i++) {
        const struct event *event = &room->decision.events[i];
        struct event *read = &room->last[room->last_count++];
        struct text kept;
        text_out_init(&out, json, sizeof json);
        event_write(&out, event);
        assert_false(out.truncated);
        assert_int_equal(arena_copy_text(&room->lines, text_out_text(&out), &kept), STATUS_OK);
        if (event_read(text_of(event_name(event->kind)), kept, &room->lines, read, &fault) != STATUS_OK)
            fail_msg("%s: %s\n%s", event_name(event->kind), fault.words, json);
        assert_true(record_equal(event_shape(event->kind), &event->head, &read->head));
        if (floor_apply(&room->floor, read, &fault) != STATUS_OK)
            fail_msg("%s", fault.words);
        char why[256];
        text_out_init(&out, why, sizeof why);
        if (!floor_audit(&room->floor, &out))
            fail_msg("%s after %s", why, event_name(event->kind));
    }
}

static inline void room_decide(struct room *room, const struct command *command)
{
    struct fault fault;
    do {
        if (floor_decide(&room->floor, command, &room->decision, &fault) != STATUS_OK)
            fail_msg("%s", fault.words);
        room_apply(room);
    } while (room->decision.unfinished);
}

static inline void room_ask(struct room *room, const char *line)
{
    struct command command;
    struct fault fault;
    if (command_parse(text_of(line), &room->floor.zone, &room->lines, &command, &fault) != STATUS_OK)
        fail_msg("%s: %s at %zu", line, fault.words, fault.position);
    room_decide(room, &command);
}

/* The line is done. */
static inline void does(struct room *room, const char *line)
{
    room_ask(room, line);
    if (!room->decision.ruling.allowed)
        fail_msg("%s: %s (%s)", line, room->decision.ruling.words, room->decision.ruling.clause);
}

/* The line is refused by the clause. */
static inline void refuses(struct room *room, const char *line, const char *clause)
{
    room_ask(room, line);
    assert_false(room->decision.ruling.allowed);
    if (strcmp(room->decision.ruling.clause, clause) != 0)
        fail_msg("%s: refused by %s: %s", line, room->decision.ruling.clause, room->decision.ruling.words);
}

static inline struct text file_text(struct room *room, const char *path)
{
    char full[512];
    struct text bytes;
    struct findings findings;
    (void)snprintf(full, sizeof full, "%s/%s", CARDROOM_ROOT, path);
    findings_init(&findings, &room->lines, 8);
    assert_int_equal(files_read(full, EVENT_TEXT_SIZE, &room->lines, &findings, &bytes), STATUS_OK);
    return bytes;
}

static inline void room_init(struct room *room)
{
    struct fault fault;
    arena_init(&room->lines, ROOM_MEMORY_MAX);
    decision_init(&room->decision);
    assert_int_equal(floor_init(&room->floor, ROOM_MEMORY_MAX, &fault), STATUS_OK);
}

static inline void room_release(struct room *room)
{
    floor_release(&room->floor);
    decision_release(&room->decision);
    arena_release(&room->lines);
}

static inline void post(struct room *room, const char *activity, const char *offer)
{
    char path[256];
    struct command command = {.kind = COMMAND_FILE_DOCUMENT};
    (void)snprintf(path, sizeof path, "rulebooks/%s.md", activity);
    command.file_document = (struct file_document){
        .head = {.by = text_of("olga")}, .activity = text_of(activity), .text = file_text(room, path)};
    room_decide(room, &command);
    assert_true(room->decision.ruling.allowed);
    (void)snprintf(path, sizeof path, "houses/demo/offers/%s.yaml", offer);
    command = (struct command){.kind = COMMAND_POST_OFFER};
    command.post_offer = (struct post_offer){
        .head = {.by = text_of("olga")}, .offer = text_of(offer), .text = file_text(room, path)};
    room_decide(room, &command);
    if (!room->decision.ruling.allowed)
        fail_msg("%s", room->decision.ruling.words);
}

/* The demo house on a Monday at noon, with staff, and the clock running. */
static inline void room_open(struct room *room)
{
    static const char *const staff[] = {
        "appoint dana role dealer by olga",    "appoint fay role floor by olga",
        "appoint sam role supervisor by olga", "appoint sue role supervisor by olga",
        "appoint cy role cage by olga",        "appoint max role manager by olga"};
    struct command command = {.kind = COMMAND_OPEN_HOUSE};
    room_init(room);
    command.open_house = (struct open_house){.head = {.by = text_of("olga")},
                                             .house = text_of("demo"),
                                             .at = {INT64_C(1793649600000)},
                                             .text = file_text(room, "houses/demo/house.yaml")};
    room_decide(room, &command);
    assert_true(room->decision.ruling.allowed);
    does(room, "clock 2026-11-02T12:00:00-08:00");
    for (size_t i = 0; i < sizeof staff / sizeof staff[0]; i++)
        does(room, staff[i]);
}

static inline int64_t balance(const struct room *room, const char *offer, const char *name)
{
    const struct offering *offering = floor_offering(&room->floor, text_of(offer));
    assert_non_null(offering);
    for (unsigned i = 0; i < room->floor.ledger.count; i++) {
        const struct account *account = &room->floor.ledger.accounts[i];
        if (text_equal(account->name, text_of(name)) &&
            (text_equal(account->activity, offering->terms.activity) || account->activity.length == 0))
            return account->balance;
    }
    fail_msg("no account %s", name);
    return 0;
}

#endif
