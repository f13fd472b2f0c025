#include "house/hands/sample_hands.h"

#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/hands/verdict.h"
#include "house/kernel/deciding.h"
#include "house/setup/offers.h"
#include "house/tables/tables.h"
#include "rulebook/hand_relation.h"
#include "rulebook/vocabulary_paths.h"

#include <string.h>

enum {
    LISTS_MAX = 512,
    RULES_MAX = 64,
    LIST_HANDS_MAX = (RULES_MAX + 2) * SAMPLES_OF_A_ROW,
    WRITTEN_SIZE = 256,
    SUITS = 4,
    SUIT_ORDERS = 24,
    TRYING_MEMORY_MAX = 16 << 20
};

/* ------------------------------------------------------------------------------------------ as text */

static void write_set(struct text_out *out, const struct hand *hand)
{
    if (hand->count == 0)
        return;
    if (out->length > 0)
        text_out_add(out, " / ");
    hand_write(out, hand, CARD_STYLE_LETTERS);
}

static void write_tiles(struct text_out *out, const struct tile_hand *tiles, bool set)
{
    for (unsigned i = 0; i < tiles->count; i++) {
        text_out_add(out, i == 0 ? "" : set && i == 2 ? " / " : " ");
        tile_write(out, tiles->tiles[i]);
    }
}

static void write_holding(struct text_out *out, const struct hand_game *game, const struct holding *holding)
{
    if (game->family == HAND_FAMILY_TILES)
        write_tiles(out, &holding->tiles, holding->set);
    else if (!holding->set)
        hand_write(out, &holding->cards, CARD_STYLE_LETTERS);
    else {
        write_set(out, &holding->front);
        write_set(out, &holding->middle);
        write_set(out, &holding->back);
    }
}

static enum status write_part(const struct showing *showing, enum showing_part part, struct arena *arena,
                              struct text *text)
{
    char written[WRITTEN_SIZE];
    struct text_out out;
    text_out_init(&out, written, sizeof written);
    *text = text_of("");
    if (!showing->has[part])
        return STATUS_OK;
    if (part == SHOWING_BOARD)
        hand_write(&out, &showing->board, CARD_STYLE_LETTERS);
    else
        write_holding(&out, showing->game,
                      part == SHOWING_CARDS    ? &showing->own
                      : part == SHOWING_BANKER ? &showing->banker
                                               : &showing->winner);
    return arena_copy_text(arena, text_out_text(&out), text);
}

static enum status write_sample(const struct showing *showing, struct arena *arena,
                                struct sample_hand *sample)
{
    struct text *const parts[SHOWING_PARTS] = {&sample->cards, &sample->board, &sample->banker,
                                               &sample->winner};
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < SHOWING_PARTS && status == STATUS_OK; i++)
        status = write_part(showing, (enum showing_part)i, arena, parts[i]);
    return status;
}

/* ------------------------------------------------------------------------------------------ one offer and game */

/* The rules of the rows of an offer in a game, from the best hand down. */
struct row_rules {
    unsigned count;
    const struct rulebook_row *rows[RULES_MAX];
    struct hand_rule rules[RULES_MAX];
    unsigned kept[RULES_MAX + 1]; /* samples of each row, and of none */
};

static void compile_rules(const struct offer *offer, const struct game_name *game, struct row_rules *rules)
{
    rules->count = 0;
    for (unsigned i = 0; i < offer->chart_count; i++) {
        const struct rulebook_chart *chart = offer->charts[i];
        for (unsigned j = 0; j < chart->row_count && rules->count < RULES_MAX; j++) {
            const struct rulebook_row *row = &chart->rows[j];
            if (rulebook_row_game(chart, row, game) == row->games.count ||
                verdict_rule(offer, row, game, &rules->rules[rules->count], NULL) != STATUS_OK)
                continue;
            rules->rows[rules->count++] = row;
        }
    }
    for (unsigned i = 0; i <= rules->count; i++)
        rules->kept[i] = 0;
}

/* The first row that the showing wins; their count if there is none. */
static unsigned row_won(const struct row_rules *rules, const struct showing *showing)
{
    bool holds = false;
    for (unsigned i = 0; i < rules->count; i++)
        if (hand_rule_holds(&rules->rules[i], showing, &holds, NULL) == STATUS_OK && holds)
            return i;
    return rules->count;
}

static enum status make_list(const struct offer *offer, const struct game_name *game,
                             const struct hand_witnesses *witnesses, struct arena *arena,
                             struct row_rules *rules, struct sample_list *list)
{
    struct sample_hand *hands = ARENA_ARRAY(arena, struct sample_hand, LIST_HANDS_MAX);
    if (!hands)
        return arena->refusal;
    compile_rules(offer, game, rules);
    *list = (struct sample_list){.offer = offer, .game = game->game, .hands = hands};
    for (unsigned i = 0; i < witnesses->count && list->count < LIST_HANDS_MAX; i++) {
        unsigned row = row_won(rules, &witnesses->showings[i]);
        unsigned most = rules->count == 0 ? LIST_HANDS_MAX : SAMPLES_OF_A_ROW;
        if (rules->kept[row] == most)
            continue;
        rules->kept[row]++;
        struct sample_hand *sample = &hands[list->count++];
        sample->row = row < rules->count ? rules->rows[row] : NULL;
        sample->row_id = sample->row ? sample->row->id : text_of("");
        enum status status = write_sample(&witnesses->showings[i], arena, sample);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ all of a house */

static struct text short_name(const struct offer *offer)
{
    return text_from(offer->identity, offer->house->identity.length + 1);
}

const struct sample_list *sample_hands_of(const struct sample_hands *hands, struct text offer,
                                          const struct hand_game *game)
{
    for (unsigned i = 0; i < hands->count; i++)
        if (hands->lists[i].game == game && text_equal(short_name(hands->lists[i].offer), offer))
            return &hands->lists[i];
    return NULL;
}

static enum status make_offer(const struct offer *offer, struct hand_relations *relations,
                              struct arena *arena, struct row_rules *rules, struct sample_hands *hands)
{
    enum status status = STATUS_OK;
    bool board = offer_node(offer, PART_BOARD) != NULL;
    for (unsigned i = 0; i < offer->table_count && status == STATUS_OK; i++) {
        const struct game_name *game = &offer->tables[i]->game;
        if (!game->game || game->game->family == HAND_FAMILY_NONE || hands->count == LISTS_MAX ||
            (offer->chart_count == 0 && !board) || sample_hands_of(hands, short_name(offer), game->game))
            continue;
        const struct hand_witnesses *witnesses = hand_witnesses_of(relations, game->game);
        if (!witnesses)
            return arena->refusal;
        status = make_list(offer, game, witnesses, arena, rules, &hands->lists[hands->count++]);
    }
    return status;
}

enum status sample_hands_make(const struct library_house *house, struct arena *arena,
                              struct sample_hands *hands, struct fault *fault)
{
    struct hand_relations *relations = ARENA_NEW(arena, struct hand_relations);
    struct row_rules *rules = ARENA_NEW(arena, struct row_rules);
    *hands = (struct sample_hands){.lists = ARENA_ARRAY(arena, struct sample_list, LISTS_MAX)};
    enum status status = relations && rules && hands->lists ? STATUS_OK : arena->refusal;
    if (status == STATUS_OK)
        hand_relations_init(relations, arena);
    for (unsigned i = 0; i < house->offer_count && status == STATUS_OK; i++)
        status = make_offer(&house->offers[i], relations, arena, rules, hands);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for hands");
}

/* ------------------------------------------------------------------------------------------ in place of a row */

/* The suits in one of their orders. */
static void order_suits(unsigned order, char suits[SUITS])
{
    char left[SUITS] = {'c', 'd', 'h', 's'};
    for (unsigned i = 0, ways = SUIT_ORDERS; i < SUITS; i++) {
        ways /= SUITS - i;
        const unsigned at = order / ways;
        order %= ways;
        suits[i] = left[at];
        for (unsigned k = at; k + 1 < SUITS - i; k++)
            left[k] = left[k + 1];
    }
}

/* The cards with other suits: "As Kd" as "Ah Kc". */
static enum status write_in_suits(struct text cards, const char suits[SUITS], struct arena *arena,
                                  struct text *text)
{
    static const char plain[] = "cdhs";
    char written[WRITTEN_SIZE];
    if (cards.length > sizeof written)
        return STATUS_NO_SPACE;
    for (size_t i = 0; i < cards.length; i++) {
        const bool last = i + 1 == cards.length || cards.bytes[i + 1] == ' ';
        const bool second = i > 0 && cards.bytes[i - 1] != ' ' && (i == 1 || cards.bytes[i - 2] == ' ');
        const char *suit = last && second ? strchr(plain, cards.bytes[i]) : NULL;
        written[i] = suit ? suits[suit - plain] : cards.bytes[i];
    }
    return arena_copy_text(arena, (struct text){written, cards.length}, text);
}

/* So many parts of it: the board, and the cards of the dealer and of the hand that beats it, only if they are looked at. */
static enum status enter_sample(const struct sample_hand *sample, bool tiles, unsigned order,
                                unsigned part_count, struct arena *arena, struct verify_hand *asked)
{
    const struct text parts[SHOWING_PARTS] = {sample->cards, sample->board, sample->banker, sample->winner};
    struct text *const entered[SHOWING_PARTS] = {&asked->cards, &asked->board, &asked->banker,
                                                 &asked->winner};
    char suits[SUITS];
    enum status status = STATUS_OK;
    order_suits(order, suits);
    for (unsigned i = 0; i < part_count && status == STATUS_OK; i++)
        status = tiles ? arena_copy_text(arena, parts[i], entered[i])
                       : write_in_suits(parts[i], suits, arena, entered[i]);
    asked->row = text_of("");
    return status;
}

static bool makes_row(const struct sample_hand *sample, struct text row)
{
    return sample->row &&
           (text_equal(sample->row->id, row) || text_equal_ignoring_case(sample->row->name, row));
}

/* Whether the house takes the cards for the row alone; `refused` if it does for another reason than the cards. */
static bool wins_row(const struct decision *decision, const struct sample_hand *sample, bool *refused)
{
    const struct ruling *ruling = &decision->ruling;
    *refused = !ruling->allowed && !text_equal(text_of(ruling->clause), text_of(rule_hand));
    return ruling->allowed && decision->event_count > 0 &&
           text_equal(EVENT_AS(&decision->events[0], hand_verified)->row, sample->row->id);
}

static enum status try_samples(const struct floor *floor, struct command *command, struct decision *decision,
                               const struct sample_list *list, struct arena *arena, struct fault *fault)
{
    const struct verify_hand asked = *COMMAND_AS(command, verify_hand);
    const bool tiles = list->game->family == HAND_FAMILY_TILES;
    struct verify_hand taken = asked;
    bool done = false, allowed = false;
    enum status status = STATUS_OK;
    static const unsigned part_counts[] = {SHOWING_BOARD, SHOWING_BANKER, SHOWING_PARTS};
    const unsigned entries = sizeof part_counts / sizeof part_counts[0],
                   ways = (tiles ? 1 : SUIT_ORDERS) * entries;
    for (unsigned i = 0; i < ways * list->count && !done && status == STATUS_OK; i++) {
        const struct sample_hand *sample = &list->hands[i / entries % list->count];
        struct verify_hand *now = COMMAND_AS(command, verify_hand);
        if (!makes_row(sample, asked.row))
            continue;
        *now = asked;
        status = enter_sample(sample, tiles, i / entries / list->count, part_counts[i % entries], arena, now);
        if (status == STATUS_OK)
            status = floor_decide(floor, command, decision, fault);
        bool refused = false;
        done = status == STATUS_OK && wins_row(decision, sample, &refused);
        if (done || refused || (decision->ruling.allowed && !allowed) || taken.cards.length == 0)
            taken = *now; /* cards that win more than the row, if none win the row alone */
        allowed |= decision->ruling.allowed;
        done |= refused;
    }
    *COMMAND_AS(command, verify_hand) = taken;
    return status;
}

/* The hand for which verify-hand names a row alone; NULL: the command is another one. */
static const struct floor_hand *hand_by_row_alone(const struct floor *floor, const struct command *command)
{
    if (command->kind != COMMAND_VERIFY_HAND)
        return NULL;
    const struct verify_hand *asked = COMMAND_AS(command, verify_hand);
    const struct floor_hand *hand = floor_hand(floor, asked->hand);
    const bool alone = asked->row.length > 0 && asked->cards.length == 0 && asked->board.length == 0 &&
                       asked->banker.length == 0 && asked->winner.length == 0 && asked->reason.length == 0;
    return hand && alone && hand_has_cards(floor, hand) ? hand : NULL;
}

enum status decide_by_sample(const struct floor *floor, struct command *command, struct decision *decision,
                             struct arena *arena, struct fault *fault)
{
    const struct floor_hand *hand = hand_by_row_alone(floor, command);
    if (!hand)
        return floor_decide(floor, command, decision, fault);
    struct arena trying;
    arena_init(&trying, TRYING_MEMORY_MAX);
    const struct game_name *game = &floor->tables[hand->table].described->game;
    struct hand_relations *relations = ARENA_NEW(&trying, struct hand_relations);
    struct row_rules *rules = ARENA_NEW(&trying, struct row_rules);
    const struct hand_witnesses *witnesses = NULL;
    struct sample_list list = {.game = game->game};
    enum status status = STATUS_NO_MEMORY;
    if (relations && rules) {
        hand_relations_init(relations, &trying);
        witnesses = hand_witnesses_of(relations, game->game);
    }
    if (witnesses)
        status = make_list(floor_offer_of_hand(floor, hand), game, witnesses, &trying, rules, &list);
    if (status == STATUS_OK)
        status = try_samples(floor, command, decision, &list, arena, fault);
    arena_release(&trying);
    return status == STATUS_OK ? floor_decide(floor, command, decision, fault)
                               : fault_set(fault, status, 0, "there is no memory for cards");
}
