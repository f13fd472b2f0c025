#include "odds/simulate.h"

#include "base/check.h"
#include "cards/random.h"

#include <math.h>
#include <string.h>

enum {
    SEATS = CRAZY4_COVER_ALL_PLAYERS,
    HANDS = SEATS + 1,
    HAND_CARDS = 5,
    DEALER_CARDS_SIX = 6,
    MIXED = 255
};

/*
 * What to play, by the value of the hand; where that does not decide, MIXED, and the whole hand is looked up. In
 * Four-Card Poker the rank of the up card is seen too, and `exact` has an answer for every class and up card.
 */
struct simulation_play {
    bool crazy4;
    struct crazy4_table table;
    struct class_list classes;
    uint8_t by_value[FOUR_VALUES + 1][RANK_COUNT];
    uint8_t (*exact)[CARD_CODES]; /* by place in `classes` and up card, suits named as by class_cards() */
    uint16_t bonus_halves[FOUR_VALUES + 1];
    uint16_t covers[FOUR_VALUES + 1];    /* the place in the order of Cover All */
    uint8_t cover_rows[FOUR_VALUES + 1]; /* by that place */
    unsigned visited;                    /* classes, while `exact` is filled */
    const struct class_record *last;
};

/* ------------------------------------------------------------------------------------------ what is paid */

/* massachusetts/crazy-4-poker#203, south-dakota/four-card-poker#52 */
static unsigned bonus_halves(const struct paytable *table, struct four_value value)
{
    const struct pay_row *row = paytable_row(table, four_value_score(value));
    return row ? 2 * row->pay.amount / row->pay.per : 0;
}

/* massachusetts/crazy-4-poker#143, #158 to #172 */
static int crazy4_net(struct four_value own, struct four_value dealer, unsigned play, unsigned bonus)
{
    int staked = 2 * (int)play, won = (int)bonus;
    if (play == 0)
        return -4;
    if (!crazy4_qualifies(dealer))
        return staked + won;
    if (own.order < dealer.order)
        return -2 - staked + (won > 0 ? won : -2);
    return own.order == dealer.order ? won : 2 + staked + won;
}

/* south-dakota/four-card-poker#26, #43 to #46, reading DR9 */
static int four_card_net(struct four_value own, struct four_value dealer, unsigned play, unsigned bonus)
{
    int staked = 2 + 2 * (int)play;
    if (play == 0)
        return -2;
    return (own.order >= dealer.order ? staked : -staked) + (int)bonus;
}

int simulation_crazy4_net(const struct crazy4_tables *tables, struct four_value own, struct four_value dealer,
                          unsigned play)
{
    return crazy4_net(own, dealer, play, bonus_halves(&tables->super_bonus, own));
}

int simulation_four_card_net(const struct four_card_tables *tables, struct four_value own,
                             struct four_value dealer, unsigned play)
{
    return four_card_net(own, dealer, play, bonus_halves(&tables->ante_bonus, own));
}

/* ------------------------------------------------------------------------------------------ best play */

static unsigned crazy4_best(const struct crazy4_table *table, const struct card cards[HAND_CARDS])
{
    struct crazy4_advice advice = crazy4_advise(table, cards);
    unsigned play = advice.may_raise && advice.raise > advice.play ? 3 : 1;
    return fmax(advice.play, play == 3 ? advice.raise : advice.play) < advice.fold ? 0 : play;
}

static enum status crazy4_prepare(struct simulation_play *play, const struct crazy4_tables *tables,
                                  struct arena *arena)
{
    enum status status = crazy4_table_make(&play->table, &tables->super_bonus, arena);
    if (status != STATUS_OK)
        return status;
    const struct class_list *classes = &play->table.classes;
    for (unsigned value = 1; value <= FOUR_VALUES; value++) {
        play->bonus_halves[value] =
            (uint16_t)bonus_halves(&tables->super_bonus, (struct four_value){(uint16_t)value});
        for (unsigned i = classes->starts[value]; i < classes->starts[value + 1]; i++) {
            struct card cards[HAND_CARDS];
            class_cards(&classes->records[i].suit_class, cards);
            uint8_t best = (uint8_t)crazy4_best(&play->table, cards);
            uint8_t *known = &play->by_value[value][0];
            *known = i == classes->starts[value] || *known == best ? best : MIXED;
        }
    }
    return STATUS_OK;
}

/* A situation of the sweep: what to do there, and whether its value and up card agree with those before. */
static void four_card_visit(void *context, const struct four_card_situation *situation)
{
    struct simulation_play *play = context;
    if (situation->player != play->last) {
        play->visited += play->last != NULL;
        play->last = situation->player;
    }
    struct four_value value = situation->player->value;
    int64_t margin = 2 * (int64_t)situation->beaten - FOUR_CARD_DEALER_HANDS;
    int64_t played = 2 * margin + play->bonus_halves[value.order] / 2 * (int64_t)FOUR_CARD_DEALER_HANDS;
    uint8_t best = margin > 0 ? 3 : played < -FOUR_CARD_DEALER_HANDS ? 0 : 1;
    play->exact[play->visited][situation->up.code] = best;
    uint8_t *known = &play->by_value[value.order][card_rank(situation->up)];
    *known = *known == MIXED - 1 || *known == best ? best : MIXED;
}

static enum status four_card_prepare(struct simulation_play *play, const struct four_card_tables *tables,
                                     struct arena *arena)
{
    enum status status = class_list_make(&play->classes, HAND_CARDS, arena);
    if (status != STATUS_OK)
        return status;
    play->exact = arena_alloc_array(arena, play->classes.count, sizeof play->exact[0], 1);
    if (!play->exact)
        return arena->refusal;
    memset(play->by_value, MIXED - 1, sizeof play->by_value);
    for (unsigned value = 1; value <= FOUR_VALUES; value++)
        play->bonus_halves[value] =
            (uint16_t)bonus_halves(&tables->ante_bonus, (struct four_value){(uint16_t)value});
    status = four_card_count(four_card_visit, play, arena);
    CHECK(status != STATUS_OK || play->visited + 1 == play->classes.count);
    return status;
}

/* The answer for one hand, its suits renamed as its class has them. */
static unsigned four_card_exact(const struct simulation_play *play, const struct card cards[HAND_CARDS],
                                struct four_value value, struct card up)
{
    struct hand hand = {.count = HAND_CARDS};
    memcpy(hand.cards, cards, HAND_CARDS * sizeof cards[0]);
    struct card_set set = card_set_of_hand(&hand);
    struct suit_class wanted = suit_class_of(set);
    unsigned place = play->classes.starts[value.order];
    while (memcmp(play->classes.records[place].suit_class.ranks, wanted.ranks, sizeof wanted.ranks) != 0)
        place++;
    CHECK_OP(place, <, play->classes.starts[value.order + 1]);
    /* Of suits with equal ranks the sweep looked at the first. */
    unsigned suit = 0;
    while (wanted.ranks[suit] != card_set_ranks(set, card_suit(up)))
        suit++;
    CHECK_OP(suit, <, SUIT_COUNT);
    return play->exact[place][card_of(card_rank(up), (enum suit)(SUIT_SPADES - suit)).code];
}

static void covers_prepare(struct simulation_play *play, const struct paytable *table)
{
    for (unsigned order = 1; order <= FOUR_VALUES; order++) {
        struct four_value value = {(uint16_t)order};
        unsigned place = cover_value_of_four(value).order;
        const struct pay_row *row = paytable_row(table, cover_of_four(four_value_score(value)));
        play->covers[order] = (uint16_t)place;
        play->cover_rows[place] = (uint8_t)(row ? row - table->rows : COVER_ALL_NOTHING);
    }
}

enum status simulation_init(struct simulation *simulation, const struct report *report, uint64_t rounds,
                            uint64_t seed, struct arena *arena)
{
    struct simulation_play *play = ARENA_NEW(arena, struct simulation_play);
    if (!play)
        return arena->refusal;
    const struct report_target *target = report->target;
    play->crazy4 = target->crazy4 != NULL;
    enum status status = play->crazy4 ? crazy4_prepare(play, target->crazy4, arena)
                                      : four_card_prepare(play, target->four_card, arena);
    if (status != STATUS_OK)
        return status;
    if (play->crazy4)
        covers_prepare(play, &target->crazy4->cover_all[0]);
    *simulation = (struct simulation){.report = report, .play = play, .rounds = rounds, .seed = seed};
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ rounds */

/* The first `count` cards of the deck are drawn from all of it; the order they were in does not matter. */
static void draw(struct random *random, struct card deck[DECK_CARDS], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned from = i + random_below(random, DECK_CARDS - i);
        struct card drawn = deck[from];
        deck[from] = deck[i];
        deck[i] = drawn;
    }
}

static void tally_base(struct simulation_tally *tally, int net)
{
    int place = net + SIMULATION_NET_OFFSET;
    CHECK(place >= 0 && place < SIMULATION_NETS);
    tally->base[place]++;
}

/* Hand 0 is the first player's, the dealer's is the last. */
static void crazy4_round(const struct simulation_play *play, struct random *random,
                         struct card deck[DECK_CARDS], struct simulation_tally *tally)
{
    struct four_value values[HANDS];
    draw(random, deck, HANDS * HAND_CARDS);
    for (unsigned i = 0; i < HANDS; i++)
        values[i] = four_rank5(deck + (size_t)HAND_CARDS * i);
    struct four_value own = values[0], dealer = values[HANDS - 1];
    unsigned units = play->by_value[own.order][0];
    if (units == MIXED)
        units = crazy4_best(&play->table, deck);
    tally_base(tally, crazy4_net(own, dealer, units, play->bonus_halves[own.order]));
    tally->four[own.order]++;
    tally->five[five_rank5(deck).order]++;
    unsigned best = play->covers[dealer.order];
    for (unsigned players = 0; players < SEATS; players++) {
        if (play->covers[values[players].order] > best)
            best = play->covers[values[players].order];
        tally->cover_all[players][play->cover_rows[best]]++;
    }
    struct card magic = card_of_number(random_below(random, DECK_CARDS));
    for (unsigned i = 0; i < HAND_CARDS; i++)
        tally->magic += card_equal(deck[i], magic);
    tally->lucky += random_below(random, HANDS) == 0;
}

static void four_card_round(const struct simulation_play *play, struct random *random,
                            struct card deck[DECK_CARDS], struct simulation_tally *tally)
{
    draw(random, deck, HAND_CARDS + DEALER_CARDS_SIX);
    struct four_value own = four_rank5(deck), dealer = four_rank6(deck + HAND_CARDS);
    struct card up = deck[HAND_CARDS];
    unsigned units = play->by_value[own.order][card_rank(up)];
    if (units == MIXED)
        units = four_card_exact(play, deck, own, up);
    tally_base(tally, four_card_net(own, dealer, units, play->bonus_halves[own.order]));
    tally->four[own.order]++;
    tally->five[five_rank5(deck).order]++;
}

/* The seeds of a simulation's chunks are neighbours, those of two simulations are not. */
static uint64_t chunk_seed(uint64_t seed, uint64_t chunk)
{
    struct random_insecure mixer;
    random_insecure_init(&mixer, seed);
    return random_u64(&mixer.random) + chunk;
}

bool simulation_step(struct simulation *simulation, struct simulation_tally *tally)
{
    uint64_t first = atomic_fetch_add(&simulation->next, SIMULATION_CHUNK_ROUNDS);
    if (first >= simulation->rounds)
        return false;
    uint64_t rounds = simulation->rounds - first;
    if (rounds > SIMULATION_CHUNK_ROUNDS)
        rounds = SIMULATION_CHUNK_ROUNDS;
    struct random_insecure insecure;
    random_insecure_init(&insecure, chunk_seed(simulation->seed, first / SIMULATION_CHUNK_ROUNDS));
    struct card deck[DECK_CARDS];
    for (unsigned i = 0; i < DECK_CARDS; i++)
        deck[i] = card_of_number(i);
    for (uint64_t i = 0; i < rounds; i++)
        if (simulation->play->crazy4)
            crazy4_round(simulation->play, &insecure.random, deck, tally);
        else
            four_card_round(simulation->play, &insecure.random, deck, tally);
    tally->rounds += rounds;
    return true;
}

uint64_t simulation_taken(const struct simulation *simulation)
{
    uint64_t next = atomic_load(&simulation->next);
    return next < simulation->rounds ? next : simulation->rounds;
}

/* ------------------------------------------------------------------------------------------ results */

static void add(uint64_t *sum, const uint64_t *part, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum[i] += part[i];
}

void simulation_tally_add(struct simulation_tally *sum, const struct simulation_tally *part)
{
    sum->rounds += part->rounds;
    add(sum->base, part->base, SIMULATION_NETS);
    add(sum->four, part->four, FOUR_VALUES + 1);
    add(sum->five, part->five, FIVE_VALUES + 1);
    for (unsigned i = 0; i < CRAZY4_COVER_ALL_PLAYERS; i++)
        add(sum->cover_all[i], part->cover_all[i], COVER_ALL_ROWS);
    sum->magic += part->magic;
    sum->lucky += part->lucky;
}

/* The net gain of a paytable on the hands of the tally. */
static wide table_halves(const struct report_bet *bet, const struct simulation_tally *tally)
{
    const struct paytable *table = bet->entry->table;
    bool five = table->order == PAYTABLE_FIVE;
    wide sum = 0;
    for (unsigned value = 1; value <= (five ? FIVE_VALUES : FOUR_VALUES); value++) {
        struct score score = five ? five_value_score((struct five_value){(uint16_t)value})
                                  : four_value_score((struct four_value){(uint16_t)value});
        const struct pay_row *row = paytable_row(table, score);
        int64_t net = row ? bet->bet.outcomes[row - table->rows].net_halves : -2;
        sum += (wide)(five ? tally->five[value] : tally->four[value]) * net;
    }
    return sum;
}

static wide cover_all_halves(const struct report_bet *bet, const struct crazy4_tables *tables,
                             const struct simulation_tally *tally)
{
    const uint64_t *rows = tally->cover_all[bet->entry->table - tables->cover_all];
    wide sum = -2 * (wide)rows[COVER_ALL_NOTHING];
    for (unsigned i = 0; i < COVER_ALL_NOTHING; i++)
        sum += (wide)rows[i] * 2 * bet->entry->table->rows[i].pay.amount;
    return sum;
}

static wide halves_of(const struct report_target *target, const struct report_bet *bet,
                      const struct simulation_tally *tally)
{
    wide sum = 0, rounds = (wide)tally->rounds;
    switch (bet->entry->kind) {
    case REPORT_BASE:
        for (int i = 0; i < SIMULATION_NETS; i++)
            sum += (wide)tally->base[i] * (i - SIMULATION_NET_OFFSET);
        return sum;
    case REPORT_MAGIC_CARD:
        return 2 * ((wide)tally->magic * target->crazy4->magic_card.amount - rounds);
    case REPORT_LUCKY:
        return 2 * ((wide)tally->lucky * target->crazy4->lucky_bonus.amount - rounds);
    case REPORT_COVER_ALL:
        return cover_all_halves(bet, target->crazy4, tally);
    case REPORT_SIDE:
    case REPORT_PROGRESSIVE:
    case REPORT_BONUS:
        break;
    }
    return table_halves(bet, tally);
}

struct simulation_result simulation_result(const struct simulation *simulation,
                                           const struct simulation_tally *tally, unsigned bet)
{
    const struct report_bet *exact = &simulation->report->bets[bet];
    double rounds = (double)tally->rounds;
    struct simulation_result result = {
        .mean = (double)halves_of(simulation->report->target, exact, tally) / 2 / rounds,
        .error = bet_deviation(&exact->bet) / sqrt(rounds),
        .exact = fraction_double(exact->expected),
    };
    result.distance = (result.mean - result.exact) / result.error;
    return result;
}

bool simulation_agrees(struct simulation_result result)
{
    return fabs(result.distance) <= SIMULATION_ERRORS_MAX;
}
