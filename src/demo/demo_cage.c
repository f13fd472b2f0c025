/* Prizes, and the cage that pays them. */
#include "demo/demo_play_internal.h"

#include "house/cage/cage_shapes.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"

/* Most prizes are claimed within minutes; some wait for a person at a page, or for their deadline. */
static void note_prizes(struct playing *playing)
{
    struct demo_play *play = playing->play;
    for (; play->prizes_seen < playing->floor->last_prize; play->prizes_seen++)
        if (play->prize_count < PRIZES_WAITING && !choose_chance(&playing->choosing, 20))
            play->prizes[play->prize_count++] =
                (struct demo_prize){.number = play->prizes_seen + 1,
                                    .due_ms = playing_about(playing, playing->now.house.ms, 5 * MINUTE_MS)};
}

static bool choose_identify(struct playing *playing, uint32_t number, struct command *command)
{
    const struct floor_prize *prize = floor_prize(playing->floor, number);
    command->kind = COMMAND_IDENTIFY;
    COMMAND_AS(command, identify)->prize = number;
    COMMAND_AS(command, identify)->document =
        text_of(choose_chance(&playing->choosing, 80) ? "driver's licence" : "passport");
    if (prize->patron ==
        NAMES_NONE) { /* a guest, or somebody at the table who had not shown the card; two persons say who */
        if (prize->present_count > 0)
            COMMAND_AS(command, identify)->patron = floor_patron_name(
                playing->floor,
                prize->present[choose_below(&playing->choosing, prize->present_count)].patron);
        COMMAND_AS(command, identify)->born =
            (struct date){(int16_t)(1945 + choose_below(&playing->choosing, 55)), 1, 2};
        COMMAND_AS(command, identify)->authorised_by = playing_worker(playing, "authorise", 0, 0);
    }
    return playing_find_worker(playing, command);
}

/* The withholding that the house reports; nothing can be withheld from a tray. */
static bool pay_withheld(struct playing *playing, struct command *command)
{
    const struct event *event = &playing->play->decision.events[0];
    for (uint32_t i = 0; event->kind == EVENT_PRIZE_PAID && i < EVENT_AS(event, prize_paid)->form_count; i++)
        COMMAND_AS(command, pay_prize)->withheld += EVENT_AS(event, prize_paid)->forms[i].withhold;
    if (COMMAND_AS(command, pay_prize)->withheld == 0 || playing_find_worker(playing, command))
        return true;
    COMMAND_AS(command, pay_prize)->withheld = 0;
    return playing_find_worker(playing, command);
}

static bool choose_pay(struct playing *playing, uint32_t number, struct command *command)
{
    uint8_t usual = (uint8_t)prize_usual_form(playing->floor, number);
    command->kind = COMMAND_PAY;
    COMMAND_AS(command, pay_prize)->prize = number;
    COMMAND_AS(command, pay_prize)->form = usual;
    if (playing_find_worker(playing, command))
        return pay_withheld(playing, command);
    for (uint8_t form = 0; payment_words[form]; form++)
        for (uint8_t from = 0; payment_place_words[from]; from++) {
            COMMAND_AS(command, pay_prize)->form = form;
            COMMAND_AS(command, pay_prize)->from = from;
            if (playing_find_worker(playing, command))
                return pay_withheld(playing, command);
        }
    return false;
}

/* The winner is identified, and is paid a while later. */
static bool choose_for_prize(struct playing *playing, struct demo_prize *of, struct command *command)
{
    const struct floor_prize *prize = floor_prize(playing->floor, of->number);
    if (!floor_prize_is_open(prize))
        return false;
    bool shows =
        (prize->claim.identified || prize->patron == NAMES_NONE) && prize->claim.state != CLAIM_PAYABLE;
    if (shows && choose_identify(playing, of->number, command)) {
        of->due_ms = playing_about(playing, playing->now.house.ms, MINUTE_MS);
        return true;
    }
    *command = (struct command){.kind = COMMAND_KINDS};
    of->due_ms = INT64_MAX;
    if (choose_pay(playing, of->number, command))
        return true;
    *command = (struct command){.kind = COMMAND_KINDS};
    bool asked = prize->shown == IDENTIFICATION_NONE &&
                 choose_identify(playing, of->number, command); /* a law requires identification */
    if (asked)
        of->due_ms = playing_about(playing, playing->now.house.ms, MINUTE_MS);
    playing->play->figures.in_vain += !asked;
    return asked;
}

bool demo_choose_cage(struct playing *playing, struct command *command)
{
    struct demo_play *play = playing->play;
    note_prizes(playing);
    for (unsigned i = 0; i < play->prize_count && !play->pace.staff_rests; i++) {
        if (play->prizes[i].due_ms > playing->now.house.ms && play->prizes[i].due_ms != INT64_MAX)
            continue;
        *command = (struct command){.kind = COMMAND_KINDS};
        if (play->prizes[i].due_ms != INT64_MAX && choose_for_prize(playing, &play->prizes[i], command))
            return true;
        play->prizes[i--] = play->prizes[--play->prize_count];
    }
    return false;
}
