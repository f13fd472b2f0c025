/*
 * Bytes as a snapshot. Whatever is taken has right books, is saved as bytes that are taken as well and saved as the same
 * (N1), and goes on: time passes, hands are settled and prizes are paid or refused, and nothing that was decided cannot be
 * applied.
 */
#include "base/check.h"
#include "house/cage/cage_shapes.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/floor.h"
#include "house/people/staff.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"

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
            CHECK_OP(floor_replay(floor, &decision->events[i], &fault), ==, STATUS_OK);
        if (!decision->unfinished)
            return;
    }
}

/* Asks for a command of the kind, with the fields of its struct. */
#define ASK(kind_, type, ...)                                                                                \
    do {                                                                                                     \
        struct command command = {.kind = (kind_)};                                                          \
        *COMMAND_AS(&command, type) = (struct type){__VA_ARGS__};                                            \
        go_on(floor, decision, &command);                                                                    \
    } while (0)

/* Whoever opened the house asks for everything that has a number. */
static void ask_by_number(struct floor *floor, struct decision *decision, const struct command_head *head)
{
    struct text second = floor->people[floor->person_count - 1].person;
    for (uint32_t number = 1; number <= NUMBERS_MAX; number++) {
        ASK(COMMAND_VERIFY_HAND, verify_hand, .head = *head, .hand = number, .row = text_of("a"));
        ASK(COMMAND_AUTHORISE, about_hand, .head = *head, .hand = number);
        const struct floor_prize *prize = floor_prize(floor, number);
        ASK(COMMAND_REVERSE, reverse, .head = *head, .award = prize ? prize->award : 1, .prize = number,
            .reason = text_of("test"), .authorised_by = second);
        ASK(COMMAND_REVERSE, reverse, .head = *head, .award = number, .reason = text_of("test"),
            .authorised_by = second);
        ASK(COMMAND_FORFEIT, forfeit, .head = *head, .prize = number, .reason = text_of("test"),
            .authorised_by = second);
        ASK(COMMAND_IDENTIFY, identify, .head = *head, .prize = number);
        ASK(COMMAND_PAY, pay_prize, .head = *head, .prize = number, .form = 1);
        ASK(COMMAND_REDEEM, redeem, .head = *head, .prize = number, .cost = text_of("cleaning"), .count = 2,
            .each = 150);
    }
}

static void ask_at_tables(struct floor *floor, struct decision *decision, const struct command_head *head)
{
    for (unsigned i = 0; i < floor->table_count; i++) {
        struct text table = floor->tables[i].described->name;
        ASK(COMMAND_RETURN_FEES, return_fees, .head = *head, .table = table);
        ASK(COMMAND_START_ROUND, start_round, .head = *head, .table = table, .fees = 2);
        ASK(COMMAND_CLOSE_TABLE, at_table, .head = *head, .table = table);
    }
}

static void play_on(struct floor *floor)
{
    enum { DAY_MS = 86400000 };
    struct decision *decision = ARENA_NEW(&floor->arena, struct decision);
    if (!decision || floor->person_count == 0)
        return;
    const struct command_head head = {.by = floor->people[0].person};
    struct command clock = {.kind = COMMAND_CLOCK};
    *COMMAND_AS(&clock, clock_moves) = (struct clock_moves){.head = head};
    decision_init(decision);
    ask_by_number(floor, decision, &head);
    ask_at_tables(floor, decision, &head);
    if (instant_add_ms(floor->now, DAY_MS, &COMMAND_AS(&clock, clock_moves)->at) == STATUS_OK)
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
        CHECK(ledger_balances(&floor.ledger, &why));
    }
    floor_release(&floor);
    return 0;
}
