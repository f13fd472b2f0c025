#include "house/hands/asks.h"

#include "base/check.h"
#include "funds/award.h"
#include "funds/eligibility.h"
#include "house/hands/hands.h"
#include "house/hands/verdict.h"
#include "house/prizes/awarding.h"
#include "house/prizes/prizes.h"
#include "house/setup/offers.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

enum { MULTIPLE_MAX = 31 };

const char *const hand_fact_names[HAND_FACTS] = {
    [HAND_FACT_POT] = "pot",
    [HAND_FACT_WAGER] = "wager",
    [HAND_FACT_OUTCOME] = "outcome",
    [HAND_FACT_BEATEN_BY] = "beaten-by",
    [HAND_FACT_HOLDERS] = "holders",
    [HAND_FACT_FOLDED] = "folded",
    [HAND_FACT_NO_SHOWDOWN] = "no-showdown",
    [HAND_FACT_BETS_INCOMPLETE] = "bets-incomplete",
    [HAND_FACT_BEATEN_BY_INCOMPLETE] = "beaten-by-incomplete",
    [HAND_FACT_ALL_IN] = "all-in",
    [HAND_FACT_MISSED_ROUNDS] = "missed-rounds",
    [HAND_FACT_NO_WAGER] = "no-wager",
    [HAND_FACT_BONUS_BETS_ONLY] = "bonus-bets-only",
    [HAND_FACT_NO_COLLECTION] = "no-collection",
    [HAND_FACT_MULTIPLE] = "multiple",
};

/* ------------------------------------------------------------------------------------------ cards */

static bool is_set_in_parts(const struct hand_game *game)
{
    return game->family == HAND_FAMILY_PAI_GOW || game->family == HAND_FAMILY_THIRTEEN ||
           game->family == HAND_FAMILY_TILES;
}

/* What one condition of a row looks at. Against a player-dealer the hand that beats is the banker's. */
static void ask_by_atom(const struct hand_atom *atom, struct hand_asks *asks)
{
    bool other = atom->shape == HAND_SHAPE_BEATEN || atom->shape == HAND_SHAPE_WINS ||
                 atom->shape == HAND_SHAPE_HOME_RUN || atom->side == HAND_SIDE_WINNER;
    asks->winner |= other && asks->game->poker;
    asks->banker |= (other && !asks->game->poker) || atom->side == HAND_SIDE_BANKER ||
                    atom->shape == HAND_SHAPE_TIE || atom->place == HAND_PLACE_UP_CARD ||
                    atom->place == HAND_PLACE_TOGETHER;
    asks->set |=
        is_set_in_parts(asks->game) && (other || atom->place == HAND_PLACE_FRONT ||
                                        atom->place == HAND_PLACE_MIDDLE || atom->place == HAND_PLACE_BACK);
}

static void ask_by_row(const struct offering *offering, const struct rulebook_row *row,
                       const struct game_name *game, struct hand_asks *asks)
{
    struct hand_rule rule;
    struct award_shares shares;
    if (verdict_rule(offering->offer, row, game, &rule, NULL) == STATUS_OK)
        for (unsigned i = 0; i < rule.count; i++)
            ask_by_atom(&rule.atoms[i], asks);
    bool divided = offering_shares(offering, row, OUTCOME_UNKNOWN, &shares);
    for (unsigned outcome = OUTCOME_WON; outcome <= OUTCOME_LOST; outcome++) {
        asks->facts[HAND_FACT_OUTCOME] |=
            !divided && offering_shares(offering, row, (uint8_t)outcome, &shares);
        asks->facts[HAND_FACT_BEATEN_BY] |= has_part_of_winner(offering, row, (uint8_t)outcome);
    }
}

static void ask_for_cards(const struct offering *offering, const struct game_name *game,
                          struct hand_asks *asks)
{
    const struct offer *offer = offering->offer;
    asks->board = asks->game->family == HAND_FAMILY_FLOP;
    asks->banker = asks->game->family == HAND_FAMILY_BACCARAT || asks->game->family == HAND_FAMILY_WAR;
    asks->cards_only = offer_node(offer, PART_BOARD) != NULL;
    for (unsigned i = 0; i < offer->chart_count; i++)
        for (unsigned j = 0; j < offer->charts[i]->row_count; j++) {
            const struct rulebook_row *row = &offer->charts[i]->rows[j];
            if (rulebook_row_game(offer->charts[i], row, game) < row->games.count &&
                verdict_row_is_posted(offer, row))
                ask_by_row(offering, row, game, asks);
        }
}

/* ------------------------------------------------------------------------------------------ facts */

static bool says(const struct eligibility *eligibility, enum eligibility_key key, const char *words)
{
    return text_equal(eligibility->rules[key].value, text_of(words));
}

static bool needs_pot(const struct eligibility *eligibility)
{
    struct value value;
    struct text words = eligibility->rules[ELIGIBILITY_POT].value;
    return words.length > 0 && value_read(VALUE_MONEY_OR_NONE, words, &value, NULL) == STATUS_OK &&
           value.form == VALUE_IS_GIVEN && value.range.low > 0;
}

/* What was put down; of a free player nothing is asked. */
static void ask_for_stakes(const struct eligibility *rules, struct hand_asks *asks)
{
    asks->facts[HAND_FACT_POT] = needs_pot(rules);
    asks->facts[HAND_FACT_WAGER] = asks->game && !asks->game->poker;
    asks->facts[HAND_FACT_NO_WAGER] =
        asks->facts[HAND_FACT_WAGER] && says(rules, ELIGIBILITY_BASE_WAGER, "yes");
    asks->facts[HAND_FACT_BONUS_BETS_ONLY] = rules->rules[ELIGIBILITY_BONUS_BETS_ALONE].clause[0] &&
                                             says(rules, ELIGIBILITY_BONUS_BETS_ALONE, "no");
    asks->facts[HAND_FACT_NO_COLLECTION] = says(rules, ELIGIBILITY_COLLECTION, "regular");
}

/* How it was played. */
static void ask_for_play(const struct eligibility *rules, struct hand_asks *asks)
{
    bool all_bets = says(rules, ELIGIBILITY_BETS_COMPLETE, "yes");
    asks->facts[HAND_FACT_NO_SHOWDOWN] = says(rules, ELIGIBILITY_SHOWDOWN, "needed");
    asks->facts[HAND_FACT_FOLDED] = !says(rules, ELIGIBILITY_FOLDED, "keeps the right");
    asks->facts[HAND_FACT_BETS_INCOMPLETE] = asks->facts[HAND_FACT_ALL_IN] = all_bets;
    asks->facts[HAND_FACT_BEATEN_BY_INCOMPLETE] = all_bets && (asks->winner || asks->banker);
    asks->facts[HAND_FACT_MISSED_ROUNDS] = says(rules, ELIGIBILITY_ALL_ROUNDS, "yes");
    asks->facts[HAND_FACT_OUTCOME] |=
        says(rules, ELIGIBILITY_OUTCOME, "must lose") || says(rules, ELIGIBILITY_OUTCOME, "must win");
}

/* Multipliers that are announced; where hours are posted for one, these decide. */
static uint32_t multiples_of(const struct floor *floor, const struct floor_hand *hand)
{
    const struct offer *offer = floor->offerings[hand->offer].offer;
    struct local_time local;
    struct text clause;
    unsigned held;
    uint32_t multiples = 0;
    if (!award_multiple_holds_at(offer, floor->tables[hand->table].described, &clause) ||
        local_time_of(hand->decided, &floor->zone, &local) != STATUS_OK ||
        award_multiple_by_hours(offer, &local, &held, &clause))
        return 0;
    for (unsigned multiple = 2; multiple <= MULTIPLE_MAX; multiple++)
        if (award_multiple_is_posted(offer, multiple, &clause))
            multiples |= UINT32_C(1) << multiple;
    return multiples;
}

struct hand_asks hand_asks_of(const struct floor *floor, const struct floor_hand *hand)
{
    CHECK_OP(hand->table, <, floor->table_count);
    const struct table *table = &floor->tables[hand->table];
    const struct table_offer *at = table_offer_of(table, hand->offer);
    CHECK(at != NULL);
    struct hand_asks asks = {.game = table->described->game.game};
    if (asks.game)
        ask_for_cards(&floor->offerings[hand->offer], &table->described->game, &asks);
    ask_for_play(&at->eligibility, &asks);
    if (!table->described->free_play)
        ask_for_stakes(&at->eligibility, &asks);
    asks.facts[HAND_FACT_HOLDERS] = hand->shared;
    asks.cards_only |= terms_by_period(floor_offer_of_hand(floor, hand));
    asks.multiples = multiples_of(floor, hand);
    asks.facts[HAND_FACT_MULTIPLE] = asks.multiples != 0;
    return asks;
}
