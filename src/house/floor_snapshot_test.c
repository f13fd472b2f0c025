/*
 * Stories of the demo house. After every step the state is saved and restored; what was restored is saved as the same bytes
 * and decides the next command as the house itself does. One house that was restored early goes on to the end.
 */
#include "house/floor_snapshot_internal.h"
#include "house/floor_test.h"

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
        room_apply(&room);
        room.decision.ruling = ruling;
        if (has_early)
            follow(&early, command);
        follow(&fresh, command);
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
    const struct command command = {
        .kind = COMMAND_FILE_DOCUMENT,
        .file_document = {.head = {.by = text_of("olga")}, .activity = text_of(activity), .text = text}};
    do_command(&command);
    assert_true(room.decision.ruling.allowed);
}

static void post_text(const char *offer, struct text text)
{
    const struct command command = {
        .kind = COMMAND_POST_OFFER,
        .post_offer = {.head = {.by = text_of("olga")}, .offer = text_of(offer), .text = text}};
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
    post_text(name, text_of_offer(name));
}

static void open_demo(void)
{
    const struct command opening = {.kind = COMMAND_OPEN_HOUSE,
                                    .open_house = {.head = {.by = text_of("olga")},
                                                   .house = text_of("demo"),
                                                   .at = {INT64_C(1793649600000)},
                                                   .text = file_text(&room, "houses/demo/house.yaml")}};
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

static void a_jackpot_is_won_and_backed_out(void **state)
{
    (void)state;
    offer("bay101/bonus-hand-progressive-v1-1", "bonus-hand");
    TELL("clock 2026-11-02T12:00:01-08:00", "register 1001 name \"Ann Lee\" born 1980-05-06 by fay",
         "register 1002 name Bob born 1990-01-01 by fay", "register 1003 name Cleo born 2006-11-03 by fay",
         "open-table C4-1 by fay", "sit C4-1 seat 1 patron 1001 by dana",
         "sit C4-1 seat 2 patron 1002 by dana", "sit C4-1 seat 3 by dana");
    go_along();
    refused("start-round C4-2 by dana");
    TELL("start-round C4-1 fees 1,2 by dana", "claim-hand C4-1 seat 1 offer bonus-hand by dana",
         "verify-hand 1 cards \"As Ks Qs Js Ts\" wager $5 by sam", "authorise 1 by sue",
         "end-round C4-1 by dana", "reverse 1 reason mistake authorised-by sue by sam");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_jackpot_is_won_and_backed_out, begin, end),
    };
    return cmocka_run_group_tests_name("floor snapshot", tests, NULL, NULL);
}
