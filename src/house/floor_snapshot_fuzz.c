/*
 * Bytes as a snapshot. Whatever is taken has right books, is saved as bytes that are taken as well and saved as the same
 * (N1), and goes on: time passes, hands are settled and prizes are paid or refused, and nothing that was decided cannot be
 * applied.
 */
#include "base/check.h"
#include "house/floor.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BYTES_MAX = 1 << 16, MEMORY_MAX = 64 << 20, STEPS_MAX = 64, NUMBERS_MAX = 8 };

static bool take(struct floor *floor, struct text bytes)
{
    struct fault fault = {.words = ""};
    CHECK_OP(floor_init(floor, MEMORY_MAX, &fault), ==, STATUS_OK);
    enum status status = floor_restore(floor, bytes, &fault);
    if (status != STATUS_OK) {
        CHECK_OP(fault.status, ==, status);
        CHECK(fault.position > 0 && fault.position <= bytes.length + 1);
        CHECK(fault.words[0] != '\0');
    }
    return status == STATUS_OK;
}

static struct text saved(const struct floor *floor, struct arena *arena)
{
    struct text bytes;
    struct fault fault;
    CHECK_OP(floor_save(floor, arena, &bytes, &fault), ==, STATUS_OK);
    return bytes;
}

static void save_and_take_again(const struct floor *floor)
{
    struct arena arena;
    struct floor again;
    arena_init(&arena, MEMORY_MAX);
    struct text bytes = saved(floor, &arena);
    CHECK(take(&again, bytes));
    CHECK(text_equal(saved(&again, &arena), bytes));
    floor_release(&again);
    arena_release(&arena);
}

static void go_on(struct floor *floor, struct decision *decision, const struct command *command)
{
    struct fault fault;
    for (unsigned step = 0; step < STEPS_MAX; step++) {
        if (floor_decide(floor, command, decision, &fault) != STATUS_OK)
            return;
        for (unsigned i = 0; i < decision->event_count; i++)
            CHECK_OP(floor_apply(floor, &decision->events[i], &fault), ==, STATUS_OK);
        if (!decision->unfinished)
            return;
    }
}

/* Whoever opened the house asks for everything. */
static void play_on(struct floor *floor)
{
    enum { DAY_MS = 86400000 };
    struct decision *decision = ARENA_NEW(&floor->arena, struct decision);
    const struct command_head head = {.by = floor->person_count ? floor->people[0].person : text_of("")};
    if (!decision)
        return;
    decision_init(decision);
    for (uint32_t i = 1; i <= NUMBERS_MAX; i++) {
        go_on(floor, decision,
              &(struct command){.kind = COMMAND_AUTHORISE, .about_hand = {.head = head, .hand = i}});
        go_on(floor, decision,
              &(struct command){.kind = COMMAND_IDENTIFY, .identify = {.head = head, .prize = i}});
        go_on(floor, decision,
              &(struct command){.kind = COMMAND_PAY, .pay = {.head = head, .prize = i, .form = 1}});
    }
    for (unsigned i = 0; i < floor->table_count; i++)
        go_on(floor, decision,
              &(struct command){
                  .kind = COMMAND_START_ROUND,
                  .start_round = {.head = head, .table = floor->tables[i].described->name, .fees = 2}});
    struct command clock = {.kind = COMMAND_CLOCK, .clock = {.head = head}};
    if (instant_add_ms(floor->now, DAY_MS, &clock.clock.at) == STATUS_OK)
        go_on(floor, decision, &clock);
    decision_release(decision);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct floor floor;
    char words[256];
    struct text_out why;
    if (size > BYTES_MAX)
        return 0;
    text_out_init(&why, words, sizeof words);
    if (take(&floor, (struct text){(const char *)data, size})) {
        CHECK(floor_audit(&floor, &why));
        save_and_take_again(&floor);
        if (floor.opened)
            play_on(&floor);
        CHECK(floor_audit(&floor, &why));
    }
    floor_release(&floor);
    return 0;
}
