/* Hands that are shown, and the supervisors who verify and authorise them. */
#include "demo/demo_play_internal.h"

#include "base/check.h"
#include "funds/terms.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/setup/setup.h"

enum {
    CLAIM_TRIES = 24,
    BIG_CENTS = 1000 * 100, /* what a big hand is worth */
};

/* ------------------------------------------------------------------------------------------ hands */

const struct sample_list *playing_samples(const struct playing *playing, const struct table *table,
                                          const struct table_offer *at)
{
    const struct offering *offering = &playing->floor->offerings[at->offer];
    if (!at->listed || !is_in_force(playing->floor, offering) || !offering->seeded || at->suspended)
        return NULL;
    return sample_hands_of(&playing->play->samples, offering->name, table->described->game.game);
}

/* The approximate value of the hand now: before it is shared, and without prizes that are not money. */
static int64_t worth_cents(const struct playing *playing, const struct offering *offering,
                           const struct sample_list *list, const struct sample_hand *sample)
{
    const struct node *prize = sample->row ? offer_prize(list->offer, sample->row) : NULL;
    struct value value;
    int64_t cents = 0;
    if (!prize || prize->kind != NODE_SCALAR ||
        value_read(VALUE_AWARD, prize->scalar, &value, NULL) != STATUS_OK || value.form != VALUE_IS_GIVEN)
        return 0;
    for (unsigned i = 0; i < value.award.count; i++) {
        const struct award_part *part = &value.award.parts[i];
        const struct pool_terms *pool =
            part->kind == AWARD_SHARE ? terms_pool(&offering->terms, part->name) : NULL;
        if (pool) /* in whole per cent, which is near enough and cannot overflow */
            cents += playing->floor->ledger.accounts[pool->account].balance / 100 * (part->range.high / 100);
        else if (part->kind == AWARD_MONEY)
            cents += part->range.high;
    }
    return cents;
}

static const struct sample_hand *choose_sample(struct playing *playing, const struct offering *offering,
                                               const struct sample_list *list, bool big)
{
    for (unsigned i = 0; i < CLAIM_TRIES && list->count > 0; i++) {
        /* Of two the later: charts begin with the rare ones. */
        uint32_t one = choose_below(&playing->choosing, list->count),
                 other = choose_below(&playing->choosing, list->count);
        const struct sample_hand *sample = &list->hands[one > other ? one : other];
        bool board = list->offer->chart_count == 0;
        if (board ? !big : sample->row && (worth_cents(playing, offering, list, sample) >= BIG_CENTS) == big)
            return sample;
    }
    return NULL;
}

/* Who may have the hand: somebody who paid, if there is a fee, and who may win. */
static uint32_t claiming_seats(const struct playing *playing, const struct table *table, unsigned number)
{
    const struct round *round = &table->round;
    uint32_t seats = table->offers[number].payer == PAYER_PLAYER ? round->paid[number] : round->dealt;
    return seats & ~playing_proposition_seats(playing->floor, table) & ~(UINT32_C(1) << round->bank);
}

/* Whether the last hands were of the offer: hands of many jackpots are better to look at. If a hand has not come for long,
 * any will do. */
static bool is_recent(const struct playing *playing, uint32_t offer)
{
    const struct demo_play *play = playing->play;
    bool late = playing->now.real.ms >= play->hand_ms + play->pace.hand_ms;
    for (unsigned i = 0; i < RECENT_OFFERS && !late; i++)
        if (play->recent[i] == offer + 1)
            return true;
    return false;
}

/* The next claimed hand is handled from then on. */
static void look_after(struct playing *playing, uint32_t offer, const struct sample_hand *sample)
{
    struct demo_play *play = playing->play;
    int64_t more_ms = choose_chance(&playing->choosing, 25)
                          ? playing_between(playing, 2 * MINUTE_MS, 6 * MINUTE_MS)
                          : playing_between(playing, 0, MINUTE_MS);
    CHECK_OP(play->hand_count, <, HANDS_WAITING);
    play->recent[play->figures.hands % RECENT_OFFERS] = offer + 1;
    play->hands[play->hand_count++] =
        (struct demo_hand){.number = playing->floor->last_hand + 1,
                           .sample = sample,
                           .due_ms = playing->now.real.ms + play->pace.hold_ms + more_ms};
}

bool demo_choose_claim(struct playing *playing, const struct table *table, bool big, struct command *command)
{
    for (unsigned i = 0; i < CLAIM_TRIES && table->offer_count > 0; i++) {
        uint32_t number = choose_below(&playing->choosing, table->offer_count);
        const struct table_offer *at = &table->offers[number];
        const struct sample_list *list = playing_samples(playing, table, at);
        const struct offering *offering = &playing->floor->offerings[at->offer];
        const struct sample_hand *sample = list ? choose_sample(playing, offering, list, big) : NULL;
        uint32_t seats = claiming_seats(playing, table, number);
        if (!sample || seats == 0 || is_recent(playing, at->offer))
            continue;
        command->kind = COMMAND_CLAIM_HAND;
        struct claim_hand *asked = COMMAND_AS(command, claim_hand);
        asked->table = table->described->name;
        asked->offer = offering->name;
        asked->row = sample->row_id;
        asked->seat = choose_seat(&playing->choosing, seats);
        playing_sign(playing, command);
        bool good = playing_may(playing, command);
        if (!good) {
            asked->seat = 0; /* the hands of some games are everybody's */
            good = playing_may(playing, command);
        }
        if (!good)
            continue;
        look_after(playing, at->offer, sample);
        return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------ supervisors */

static bool choose_verify(struct playing *playing, const struct demo_hand *of, struct command *command)
{
    /* Most hands that are shown have won; a hand that pays only losers is then refused. */
    static const uint8_t outcomes[] = {OUTCOME_WON, OUTCOME_LOST, OUTCOME_UNKNOWN};
    const struct floor_hand *hand = floor_hand(playing->floor, of->number);
    uint32_t others = hand->dealt & ~(UINT32_C(1) << hand->seat);
    command->kind = COMMAND_VERIFY_HAND;
    struct verify_hand *asked = COMMAND_AS(command, verify_hand);
    asked->hand = of->number;
    asked->cards = of->sample->cards;
    asked->board = of->sample->board;
    asked->banker = of->sample->banker;
    asked->pot = 100 * playing_between(playing, 60, 300);
    asked->wager = 500 * playing_between(playing, 2, 10);
    for (unsigned i = 0; i < sizeof outcomes / sizeof outcomes[0]; i++) {
        asked->outcome = outcomes[i];
        asked->winner = outcomes[i] == OUTCOME_WON ? text_of("") : of->sample->winner;
        asked->winners = outcomes[i] == OUTCOME_LOST && others
                             ? UINT32_C(1) << choose_seat(&playing->choosing, others)
                             : 0;
        if (playing_find_worker(playing, command))
            return true;
    }
    return false;
}

/* The house says why the hand does not win; that is the reason for the rejection. */
static bool choose_reject(struct playing *playing, uint32_t number, struct command *command)
{
    struct text reason, words = text_of(playing->play->decision.ruling.words);
    if (arena_copy_text(&playing->play->texts, words, &reason) != STATUS_OK)
        reason = text_of("not a hand that wins");
    *command = (struct command){.kind = COMMAND_REJECT_HAND};
    COMMAND_AS(command, about_hand)->hand = number;
    COMMAND_AS(command, about_hand)->reason = reason;
    return playing_find_worker(playing, command);
}

static bool choose_authorise(struct playing *playing, uint32_t number, struct command *command)
{
    command->kind = COMMAND_AUTHORISE;
    COMMAND_AS(command, about_hand)->hand = number;
    return playing_find_another(playing, floor_hand(playing->floor, number)->verified_by, command);
}

/* Handles one hand that is due. False: there is nothing more to do with it. */
static bool choose_for_hand(struct playing *playing, struct demo_hand *of, struct command *command)
{
    struct demo_play *play = playing->play;
    const struct floor_hand *hand = floor_hand(playing->floor, of->number);
    if (!hand)
        return false;
    enum hand_state state = hand->state;
    if (state != HAND_VERIFIED && (state != HAND_CLAIMED || !of->sample))
        return false;
    if (state == HAND_CLAIMED ? choose_verify(playing, of, command)
                              : choose_authorise(playing, of->number, command)) {
        of->due_ms = playing_about(playing, playing->now.real.ms, 40 * SECOND_MS);
        return true;
    }
    play->figures.in_vain++;
    return choose_reject(playing, of->number, command);
}

bool demo_choose_supervisor(struct playing *playing, struct command *command)
{
    struct demo_play *play = playing->play;
    for (unsigned i = 0; i < play->hand_count && !play->pace.staff_rests; i++) {
        if (play->hands[i].due_ms > playing->now.real.ms)
            continue;
        *command = (struct command){.kind = COMMAND_KINDS};
        if (choose_for_hand(playing, &play->hands[i], command))
            return true;
        play->hands[i--] = play->hands[--play->hand_count];
    }
    return false;
}
