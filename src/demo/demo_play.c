#include "demo/demo_play_internal.h"

#include "base/check.h"
#include "house/cage/cage_shapes.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/people/people.h"
#include "house/people/staff.h"
#include "house/setup/setup.h"

#include <stdlib.h>

enum {
    TABLE_LEFT_MS = 5 * MINUTE_MS,  /* after a person did something there (P3) */
    TABLE_KEPT_MS = 60 * MINUTE_MS, /* after a person opened or closed it */
    PLAY_MEMORY_MAX = 512 << 20,
    TEXTS_MAX = 1 << 16,
    PATRONS = 60,
};

const struct demo_pace demo_pace_live = {.hand_ms = 40 * SECOND_MS,
                                         .big_ms = 180 * SECOND_MS,
                                         .trouble_ms = 240 * SECOND_MS,
                                         .hold_ms = 60 * SECOND_MS};
const struct demo_pace demo_pace_history = {.hand_ms = 5 * MINUTE_MS,
                                            .big_ms = 75 * MINUTE_MS,
                                            .trouble_ms = 45 * MINUTE_MS,
                                            .hold_ms = 30 * SECOND_MS};
const struct demo_pace demo_pace_eve = {
    .hand_ms = 120 * SECOND_MS, .big_ms = 5 * MINUTE_MS, .trouble_ms = 90 * SECOND_MS, .staff_rests = true};

/* ------------------------------------------------------------------------------------------ asking the floor */

bool playing_may(struct playing *playing, const struct command *command)
{
    struct decision *decision = &playing->play->decision;
    return floor_decide(playing->floor, command, decision, NULL) == STATUS_OK && decision->ruling.allowed;
}

bool playing_may_or_is_in_vain(struct playing *playing, const struct command *command)
{
    bool good = playing_may(playing, command);
    playing->play->figures.in_vain += !good;
    return good;
}

int64_t playing_between(struct playing *playing, int64_t least_ms, int64_t most_ms)
{
    return least_ms + (int64_t)choose_below(&playing->choosing, (uint32_t)(most_ms - least_ms + 1));
}

int64_t playing_about(struct playing *playing, int64_t from_ms, int64_t ms)
{
    return from_ms + playing_between(playing, ms / 2, ms + ms / 2);
}

static bool is_dealer(const struct floor *floor, struct text person)
{
    return floor_person_may(floor, person, "start rounds") && !floor_person_may(floor, person, "verify");
}

/* A person with the right, the n-th from a random one on, and at the tables a dealer; empty if there is no n-th. */
struct text playing_worker(const struct playing *playing, const char *permission, uint32_t from, unsigned nth)
{
    const struct floor *floor = playing->floor;
    bool deals = permission && text_equal(text_of(permission), text_of("start rounds"));
    for (unsigned i = 0; i < floor->person_count; i++) {
        const struct person *person = &floor->people[(from + i) % floor->person_count];
        if (person->role.length > 0 && floor_person_may(floor, person->person, permission) &&
            (!deals || is_dealer(floor, person->person)) && nth-- == 0)
            return person->person;
    }
    return text_of("");
}

void playing_sign(struct playing *playing, struct command *command)
{
    uint32_t from = choose_below(&playing->choosing, playing->floor->person_count);
    const char *permission = floor_permission(command->kind);
    command->head.by = playing_worker(playing, permission ? permission : "start rounds", from, 0);
}

bool playing_find_another(struct playing *playing, struct text not_this, struct command *command)
{
    uint32_t from = choose_below(&playing->choosing, playing->floor->person_count);
    for (unsigned nth = 0;; nth++) {
        command->head.by = playing_worker(playing, floor_permission(command->kind), from, nth);
        if (command->head.by.length == 0)
            return false;
        if (!text_equal(command->head.by, not_this) && playing_may(playing, command))
            return true;
    }
}

bool playing_find_worker(struct playing *playing, struct command *command)
{
    return playing_find_another(playing, text_of(""), command);
}

bool playing_is_left_alone(const struct playing *playing, unsigned number)
{
    return playing->now.real.ms < playing->play->tables[number].left_ms;
}

/* ------------------------------------------------------------------------------------------ which one */

static void count_command(struct demo_figures *figures, enum command_kind kind)
{
    figures->commands++;
    figures->rounds += kind == COMMAND_START_ROUND;
    figures->hands += kind == COMMAND_CLAIM_HAND;
    figures->verified += kind == COMMAND_VERIFY_HAND;
    figures->rejected += kind == COMMAND_REJECT_HAND;
    figures->awarded += kind == COMMAND_AUTHORISE;
    figures->paid += kind == COMMAND_PAY;
    figures->troubles += kind == COMMAND_EQUIPMENT || kind == COMMAND_IRREGULARITY;
}

bool demo_play_next(struct demo_play *play, const struct floor *floor, struct demo_moment now,
                    struct command *command)
{
    static bool (*const choosers[])(struct playing * playing, struct command * command) = {
        demo_choose_patron, demo_choose_room,   demo_choose_supervisor,
        demo_choose_cage,   demo_choose_mended, demo_choose_dealer};
    struct playing playing = {
        .choosing = {.random = &play->random.random, .floor = floor, .arena = &play->texts},
        .play = play,
        .floor = floor,
        .now = now};
    arena_clear(&play->texts);
    CHECK_OP(floor->table_count, <=, FLOOR_TABLES_MAX);
    for (unsigned i = 0; i < sizeof choosers / sizeof choosers[0]; i++) {
        *command = (struct command){.kind = COMMAND_KINDS};
        if (choosers[i](&playing, command)) {
            CHECK_OP(command->kind, <, COMMAND_KINDS);
            count_command(&play->figures, command->kind);
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------------------------------ people at pages */

static void hold_hand(struct demo_play *play, const struct floor *floor, uint32_t number, int64_t until_ms)
{
    unsigned i = 0;
    if (!floor_hand(floor, number))
        return; /* the house refuses it */
    while (i < play->hand_count && play->hands[i].number != number)
        i++;
    if (i == HANDS_WAITING)
        return; /* it is left to persons altogether */
    if (i == play->hand_count)
        play->hands[play->hand_count++] = (struct demo_hand){.number = number};
    play->hands[i].due_ms = until_ms;
}

/* The prize is that person's to pay. */
static void leave_prize(struct demo_play *play, uint32_t number)
{
    for (unsigned i = 0; i < play->prize_count; i++)
        if (play->prizes[i].number == number)
            play->prizes[i--] = play->prizes[--play->prize_count];
}

void demo_play_person_asked(struct demo_play *play, const struct floor *floor, const struct command *command,
                            struct demo_moment now)
{
    if (command->kind == COMMAND_VERIFY_HAND)
        hold_hand(play, floor, COMMAND_AS(command, verify_hand)->hand, now.real.ms + play->pace.hold_ms);
    if (command->kind == COMMAND_IDENTIFY)
        leave_prize(play, COMMAND_AS(command, identify)->prize);
    if (command->kind < COMMAND_OPEN_TABLE || command->kind > COMMAND_CLAIM_HAND) /* not at a table */
        return;
    bool whole = command->kind == COMMAND_OPEN_TABLE || command->kind == COMMAND_CLOSE_TABLE;
    const struct table *table = floor_table(floor, command_table(command));
    if (table)
        play->tables[table - floor->tables].left_ms = now.real.ms + (whole ? TABLE_KEPT_MS : TABLE_LEFT_MS);
}

/* ------------------------------------------------------------------------------------------ opening, closing */

/* The play has its own floor: hands point to rows of its offers, whatever happens to the floor that is shown. */
static enum status demo_copy_floor(struct demo_play *play, const struct floor *floor, struct fault *fault)
{
    struct text bytes;
    enum status status = floor_save(floor, &play->memory, &bytes, fault);
    if (status == STATUS_OK)
        status = floor_init(&play->first, PLAY_MEMORY_MAX, fault);
    return status == STATUS_OK ? floor_restore(&play->first, bytes, fault) : status;
}

static enum status make_samples(struct demo_play *play, struct fault *fault)
{
    const struct floor *floor = &play->first;
    struct library_house house = {.house = floor->house};
    house.offers = ARENA_ARRAY(&play->memory, struct offer, floor->offering_count);
    if (!house.offers)
        return fault_set(fault, play->memory.refusal, 0, "there is no memory for a demonstration");
    for (unsigned i = 0; i < floor->offering_count; i++)
        if (floor->offerings[i].posted)
            house.offers[house.offer_count++] = *floor->offerings[i].offer;
    return sample_hands_make(&house, &play->memory, &play->samples, fault);
}

enum status demo_play_open(const struct floor *floor, uint64_t seed, struct demo_play **opened,
                           struct fault *fault)
{
    struct demo_play *play = calloc(1, sizeof *play);
    if (!play)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a demonstration");
    random_insecure_init(&play->random, seed);
    arena_init(&play->memory, PLAY_MEMORY_MAX);
    arena_init(&play->texts, TEXTS_MAX);
    decision_init(&play->decision);
    play->patrons = floor->patron_count == 0 ? PATRONS : 0;
    play->prizes_seen = floor->last_prize;
    enum status status = demo_copy_floor(play, floor, fault);
    if (status == STATUS_OK)
        status = make_samples(play, fault);
    if (status != STATUS_OK) {
        demo_play_close(play);
        return status;
    }
    *opened = play;
    return STATUS_OK;
}

void demo_play_close(struct demo_play *play)
{
    if (!play)
        return;
    decision_release(&play->decision);
    floor_release(&play->first);
    arena_release(&play->texts);
    arena_release(&play->memory);
    free(play);
}

void demo_play_set_pace(struct demo_play *play, const struct demo_pace *pace, struct demo_moment now)
{
    struct playing playing = {.choosing = {.random = &play->random.random}, .play = play, .now = now};
    play->pace = *pace;
    play->hand_ms = playing_about(&playing, now.real.ms, pace->hand_ms);
    play->big_ms = playing_about(&playing, now.real.ms, pace->big_ms);
    play->trouble_ms = playing_about(&playing, now.real.ms, pace->trouble_ms);
    for (unsigned i = 0; i < play->hand_count; i++) /* what waits is seen from now on */
        play->hands[i].due_ms = now.real.ms + pace->hold_ms + playing_between(&playing, 0, 4 * MINUTE_MS);
}

const struct demo_figures *demo_play_figures(const struct demo_play *play)
{
    return &play->figures;
}
