/*
 * Poker hands of a showing: which cards make the hand, its score in the order of the game, and whether that is the
 * class, the ranks or the bound that an atom asks.
 */
#include "rulebook/hand_judge_internal.h"

#include "base/check.h"
#include "cards/alike.h"
#include "cards/five.h"
#include "cards/four.h"
#include "cards/holes.h"
#include "cards/joker.h"
#include "cards/lowball.h"
#include "cards/thirteen.h"
#include "cards/three.h"
#include "rulebook/hand_language_internal.h"

/* A hand that was found: its cards, its worth, and by which order. */
struct found {
    struct score score;
    enum hand_order order;
    struct hand cards; /* those among which it was found */
    const char *with;  /* how it was found: ", with both hole cards"; empty: it is the best hand */
};

static bool is_low(enum hand_order order)
{
    return order == HAND_ORDER_ACE_TO_FIVE || order == HAND_ORDER_DEUCE_TO_SEVEN;
}

static enum low_order low_order_of(enum hand_order order)
{
    return order == HAND_ORDER_ACE_TO_FIVE ? LOW_ORDER_ACE_TO_FIVE : LOW_ORDER_DEUCE_TO_SEVEN;
}

static struct joker_rules rules_of(const struct hand_game *game)
{
    struct joker_rules rules = joker_rules_usual;
    rules.fully_wild = game->wild;
    return rules;
}

static unsigned cards_needed(enum hand_order order)
{
    return order == HAND_ORDER_THREE ? 3 : order == HAND_ORDER_FOUR ? 4 : 5;
}

/* ------------------------------------------------------------------------------------------ scores */

static bool score_of_cards(const struct hand_game *game, enum hand_order order, const struct hand *hand,
                           struct score *score)
{
    unsigned most = order == HAND_ORDER_FOUR ? 6 : order == HAND_ORDER_THREE ? HAND_CARDS_MAX : 7;
    if (hand->count < cards_needed(order) || hand->count > most)
        return false;
    switch (order) {
    case HAND_ORDER_FIVE:
        *score = five_value_score(five_rank(hand->cards, hand->count));
        break;
    case HAND_ORDER_FOUR:
        *score = four_value_score(four_rank(hand->cards, hand->count));
        break;
    case HAND_ORDER_THREE:
        *score =
            three_score(hand->cards); /* a fourth card never counts: hawaiian-gardens/beat-the-dealer#62 */
        break;
    case HAND_ORDER_ACE_TO_FIVE:
    case HAND_ORDER_DEUCE_TO_SEVEN:
        *score = low_best_five(hand->cards, hand->count, low_order_of(order));
        break;
    case HAND_ORDER_JOKER:
        *score = joker_best_five(card_set_of_hand(hand), rules_of(game));
        break;
    case HAND_ORDER_NONE:
        return false;
    }
    return true;
}

/* Hole cards and the others: the board, or a stud hand's four cards face up. */
static struct holes_deal deal_of(const struct judge *judge, const struct holding *holding)
{
    struct holes_deal deal = {0};
    bool stud = judge->game->family == HAND_FAMILY_STUD;
    if (!stud && judge->game->family != HAND_FAMILY_FLOP)
        return deal;
    for (unsigned i = 0; i < holding->cards.count; i++)
        if (stud && i >= 2 && i < 6)
            deal.board[deal.board_count++] = holding->cards.cards[i];
        else
            deal.holes[deal.hole_count++] = holding->cards.cards[i];
    for (unsigned i = 0; !stud && i < judge->showing->board.count; i++)
        deal.board[deal.board_count++] = judge->showing->board.cards[i];
    return deal;
}

/* Where any five cards may play, all are ranked at once. */
static struct score best_by(const struct holes_deal *deal, struct holes_rule rule)
{
    struct card all[HOLES_MAX + BOARD_MAX];
    unsigned count = deal->hole_count + deal->board_count;
    if (rule.min > 0 || rule.max < deal->hole_count || count > 7)
        return holes_best_five(deal, rule).score;
    cards_choose(deal->holes, deal->hole_count, ~0U, all);
    cards_choose(deal->board, deal->board_count, ~0U, all + deal->hole_count);
    return five_value_score(five_rank(all, count));
}

static bool best_pair_in_the_hole(const struct holes_deal *deal, struct score *score)
{
    bool found = false;
    for (unsigned i = 0; i < deal->hole_count; i++)
        for (unsigned j = i + 1; j < deal->hole_count; j++) {
            if (card_rank(deal->holes[i]) != card_rank(deal->holes[j]))
                continue;
            struct holes_deal pair = *deal;
            pair.hole_count = 2;
            pair.holes[0] = deal->holes[i];
            pair.holes[1] = deal->holes[j];
            struct score one = holes_best_five(&pair, holes_rule_two).score;
            if (!found || one.bits > score->bits)
                *score = one;
            found = true;
        }
    return found;
}

struct holes_rule hand_holes_rule_of(const struct hand_game *game)
{
    return game->holes_play == 2 ? holes_rule_two : holes_rule_any;
}

struct holes_rule hand_holes_rule(const struct hand_game *game, enum hand_holes holes)
{
    switch (holes) {
    case HAND_HOLES_ANY:
        return holes_rule_any;
    case HAND_HOLES_ONE: /* who plays two plays one: hawaiian-gardens/high-hand-happy-hours#R2 */
        return game->holes_play == 2 ? holes_rule_two : holes_rule_one;
    case HAND_HOLES_BOTH:
    case HAND_HOLES_BOTH_BEST:
    case HAND_HOLES_PAIR:
        return holes_rule_two;
    }
    CHECK_NEVER("a rule for hole cards");
}

/* How the way asks hole cards to play, for the own hand or, if it says so, the winner's. */
static bool score_by_holes(struct judge *judge, const struct hand_atom *atom, const struct holding *holding,
                           bool ruled, struct found *found)
{
    struct holes_deal deal = deal_of(judge, holding);
    if (deal.board_count < BOARD_MIN)
        return judge_cannot(judge, atom, "the board must be known");
    enum hand_holes holes = ruled ? judge->holes : HAND_HOLES_ANY;
    struct holes_rule rule = ruled ? hand_holes_rule(judge->game, holes) : hand_holes_rule_of(judge->game);
    found->order = HAND_ORDER_FIVE;
    found->with = "";
    if (ruled && holes == HAND_HOLES_PAIR) {
        found->with = ", with a pocket pair";
        if (best_pair_in_the_hole(&deal, &found->score))
            return true;
        judge_add(judge, "the hole cards are no pair");
        return false;
    }
    if (!holes_rule_fits(&deal, rule))
        return judge_cannot(judge, atom, "more cards of the board must be known");
    if (ruled && holes == HAND_HOLES_BOTH_BEST && !holes_best_uses(&deal, 2)) {
        judge_add(judge, "the best hand, ");
        if (!judge->silent)
            five_name_write(&judge->why, holes_best_five(&deal, holes_rule_any).score);
        judge_add(judge, ", does not hold both hole cards");
        return false;
    }
    if (ruled && holes == HAND_HOLES_BOTH)
        found->with = ", with both hole cards";
    else if (ruled && holes == HAND_HOLES_ONE && rule.min == 1)
        found->with = ", with a hole card";
    found->score = best_by(&deal, rule);
    return true;
}

/* ------------------------------------------------------------------------------------------ which cards */

static bool front_of(struct judge *judge, const struct hand_atom *atom, const struct holding *holding,
                     struct found *found)
{
    found->cards = holding->front;
    found->with = ", in front";
    if (judge->game->family == HAND_FAMILY_THIRTEEN) {
        found->score = judge_thirteen_scores(holding).front;
        found->order = HAND_ORDER_FIVE;
        return true;
    }
    if ((judge->no_joker || atom->natural) && alike_count(&found->cards, RANK_JOKER) > 0) {
        judge_add(judge, "the joker is in front");
        return false;
    }
    found->score = joker_front(found->cards.cards, rules_of(judge->game));
    return true;
}

static bool set_part(struct judge *judge, const struct hand_atom *atom, const struct holding *holding,
                     struct found *found)
{
    bool thirteen = judge->game->family == HAND_FAMILY_THIRTEEN;
    if (!thirteen && judge->game->family != HAND_FAMILY_PAI_GOW)
        return judge_cannot(judge, atom, "%s has no front and back", judge->game->name);
    if (atom->place == HAND_PLACE_MIDDLE && !thirteen)
        return judge_cannot(judge, atom, "%s has no middle", judge->game->name);
    if (holding->back.count == 0)
        return judge_cannot(judge, atom, "the setting must be known: \"%s\"",
                            thirteen ? "front / middle / back" : "front / back");
    found->order = judge->game->order;
    if (atom->place == HAND_PLACE_FRONT)
        return front_of(judge, atom, holding, found);
    found->cards = atom->place == HAND_PLACE_MIDDLE ? holding->middle : holding->back;
    found->with = atom->place == HAND_PLACE_MIDDLE ? ", in the middle" : ", in back";
    if ((judge->no_joker || atom->natural) && alike_count(&found->cards, RANK_JOKER) > 0) {
        judge_add(judge, "the joker is in the back");
        return false;
    }
    return score_of_cards(judge->game, found->order, &found->cards, &found->score);
}

/* The cards alone, where they are too few for a hand: what they have in common is all that can be asked. */
static bool few_cards(struct judge *judge, const struct hand_atom *atom, const struct holding *holding,
                      struct hand *cards)
{
    struct holes_deal deal = deal_of(judge, holding);
    bool flop = judge->game->family == HAND_FAMILY_FLOP;
    *cards = (struct hand){0};
    switch ((enum hand_place)atom->place) {
    case HAND_PLACE_HOLE:
        if (!flop && judge->game->family != HAND_FAMILY_STUD)
            return judge_cannot(judge, atom, "%s has no hole cards", judge->game->name);
        for (unsigned i = 0; i < deal.hole_count; i++)
            hand_add(cards, deal.holes[i]);
        return true;
    case HAND_PLACE_FLOP_ALONE:
    case HAND_PLACE_BOARD:
        if (!flop)
            return judge_cannot(judge, atom, "%s has no board", judge->game->name);
        if (judge->showing->board.count < 3)
            return judge_cannot(judge, atom, "the board must be known");
        *cards = alike_first(&judge->showing->board, atom->place == HAND_PLACE_BOARD ? 5 : 3);
        return true;
    default:
        *cards = alike_first(&holding->cards, atom->first);
        if (cards->count < atom->first)
            return judge_cannot(judge, atom, "the first %u cards must be known", atom->first);
        return true;
    }
}

static enum hand_order sized_order(const struct hand_game *game, unsigned size)
{
    static const enum hand_order orders[] = {HAND_ORDER_THREE, HAND_ORDER_FOUR, HAND_ORDER_FIVE};
    if (size < 3 || size > 5 || (size == 5 && game->order == HAND_ORDER_JOKER))
        return game->order;
    return orders[size - 3];
}

static bool whole_hand(struct judge *judge, const struct hand_atom *atom, const struct holding *holding,
                       bool winner, struct found *found)
{
    bool holes = judge->game->family == HAND_FAMILY_FLOP || judge->game->family == HAND_FAMILY_STUD;
    bool ruled = judge->holes_asked && (!winner || judge->both_hands);
    found->order = sized_order(judge->game, atom->size);
    found->with = "";
    if (judge->game->family == HAND_FAMILY_THIRTEEN) {
        found->score = thirteen_best_five(holding->cards.cards);
        return true;
    }
    if (judge->game->family == HAND_FAMILY_FLOP || (holes && ruled && !is_low(found->order)))
        return score_by_holes(judge, atom, holding, ruled, found);
    bool natural = judge->no_joker || atom->natural;
    found->cards = natural ? judge_natural(&holding->cards) : holding->cards;
    if (!winner && judge->showing->board.count > 0 && atom->size == 5)
        found->cards = alike_joined(&found->cards, &judge->showing->board);
    if (natural)
        found->with = ", without a joker";
    if (score_of_cards(judge->game, found->order, &found->cards, &found->score))
        return true;
    return judge_cannot(judge, atom, "%u cards must be known for this hand; give the others as the board",
                        cards_needed(found->order));
}

static bool with_the_flop(struct judge *judge, const struct hand_atom *atom, const struct holding *holding,
                          struct found *found)
{
    struct holes_deal deal = deal_of(judge, holding);
    if (judge->game->family != HAND_FAMILY_FLOP)
        return judge_cannot(judge, atom, "%s has no flop", judge->game->name);
    if (deal.board_count < 3)
        return judge_cannot(judge, atom, "the flop must be known");
    deal.board_count = 3;
    found->order = HAND_ORDER_FIVE;
    found->with = ", with the flop";
    found->score = holes_best_five(&deal, holes_rule_two).score;
    return true;
}

/* ------------------------------------------------------------------------------------------ classes */

/* The number of a class in an order, or -1 if the order has none of it. */
static int class_in(enum hand_order order, const struct hand_atom *atom)
{
    static const int five_kinds[] = {-1,
                                     -1,
                                     FIVE_CLASS_PAIR,
                                     FIVE_CLASS_THREE_OF_A_KIND,
                                     FIVE_CLASS_FOUR_OF_A_KIND,
                                     FIVE_CLASS_FIVE_OF_A_KIND,
                                     -1};
    static const int five[] = {FIVE_CLASS_HIGH_CARD,  0,
                               FIVE_CLASS_TWO_PAIR,   -1,
                               FIVE_CLASS_STRAIGHT,   FIVE_CLASS_FLUSH,
                               FIVE_CLASS_FULL_HOUSE, FIVE_CLASS_STRAIGHT_FLUSH,
                               FIVE_CLASS_ROYAL_FLUSH};
    static const int four_kinds[] = {
        -1, -1, FOUR_CLASS_PAIR, FOUR_CLASS_THREE_OF_A_KIND, FOUR_CLASS_FOUR_OF_A_KIND, -1, -1};
    static const int four[] = {FOUR_CLASS_HIGH_CARD,
                               0,
                               FOUR_CLASS_TWO_PAIR,
                               -1,
                               FOUR_CLASS_STRAIGHT,
                               FOUR_CLASS_FLUSH,
                               -1,
                               FOUR_CLASS_STRAIGHT_FLUSH,
                               FOUR_CLASS_STRAIGHT_FLUSH};
    static const int three_kinds[] = {-1, -1, THREE_CLASS_PAIR, THREE_CLASS_THREE_OF_A_KIND, -1, -1, -1};
    static const int three[] = {THREE_CLASS_HIGH_CARD,
                                0,
                                -1,
                                -1,
                                THREE_CLASS_STRAIGHT,
                                THREE_CLASS_FLUSH,
                                -1,
                                THREE_CLASS_STRAIGHT_FLUSH,
                                THREE_CLASS_STRAIGHT_FLUSH};
    static const int low_kinds[] = {
        -1, -1, LOW_CLASS_PAIR, LOW_CLASS_THREE_OF_A_KIND, LOW_CLASS_FOUR_OF_A_KIND, -1, -1};
    static const int low[] = {LOW_CLASS_NO_PAIR,
                              0,
                              LOW_CLASS_TWO_PAIR,
                              -1,
                              LOW_CLASS_STRAIGHT,
                              LOW_CLASS_FLUSH,
                              LOW_CLASS_FULL_HOUSE,
                              LOW_CLASS_STRAIGHT_FLUSH,
                              -1};
    bool kind = atom->kind == HAND_CLASS_KIND;
    switch (order) {
    case HAND_ORDER_FIVE:
    case HAND_ORDER_JOKER:
        return kind ? five_kinds[atom->count] : five[atom->kind];
    case HAND_ORDER_FOUR:
        return kind ? four_kinds[atom->count] : four[atom->kind];
    case HAND_ORDER_THREE:
        return kind ? three_kinds[atom->count] : three[atom->kind];
    case HAND_ORDER_ACE_TO_FIVE:
    case HAND_ORDER_DEUCE_TO_SEVEN:
        return kind ? low_kinds[atom->count] : low[atom->kind];
    case HAND_ORDER_NONE:
        return -1;
    }
    CHECK_NEVER("an order");
}

static void found_name_write(struct text_out *out, const struct found *found)
{
    switch (found->order) {
    case HAND_ORDER_FOUR:
        four_name_write(out, found->score);
        return;
    case HAND_ORDER_THREE:
        three_name_write(out, found->score);
        return;
    case HAND_ORDER_ACE_TO_FIVE:
    case HAND_ORDER_DEUCE_TO_SEVEN:
        low_name_write(out, found->score, low_order_of(found->order));
        return;
    default:
        five_name_write(out, found->score);
    }
}

/* "royal flush" where the rule asks for this hand by its class. Otherwise the rule is compared with it: "full house, aces over
 * tens, with both hole cards, is not full house, aces over jacks or better". */
static bool say_found(struct judge *judge, const struct hand_atom *atom, const struct found *found,
                      bool holds)
{
    bool plain =
        atom->shape == HAND_SHAPE_CLASS && atom->bound == HAND_BOUND_EXACT && atom->alike == HAND_ALIKE_ANY;
    if (judge->silent)
        return holds;
    found_name_write(&judge->why, found);
    judge_add(judge, "%s", found->with);
    if (plain && holds)
        return holds;
    judge_add(judge, "%s", found->with[0] ? "," : "");
    judge_add_verdict(judge, atom, holds);
    return holds;
}

static enum rank found_rank(const struct found *found, unsigned place)
{
    if (is_low(found->order))
        return low_rank(found->score, place, low_order_of(found->order));
    /* joker.h J2: A-2-3-4-5 as the second highest straight lists {ace, five}. */
    if (place == 0 && found->order == HAND_ORDER_JOKER && score_has_rank(found->score, 1) &&
        score_rank(found->score, 1) == RANK_FIVE &&
        (score_class(found->score) == FIVE_CLASS_STRAIGHT ||
         score_class(found->score) == FIVE_CLASS_STRAIGHT_FLUSH))
        return RANK_FIVE;
    return score_rank(found->score, place);
}

static bool is_royal(const struct found *found)
{
    return found->order == HAND_ORDER_FIVE || found->order == HAND_ORDER_JOKER
               ? score_class(found->score) == FIVE_CLASS_ROYAL_FLUSH
               : score_has_rank(found->score, 0) && score_rank(found->score, 0) == RANK_ACE;
}

/* How a score of the order stores a rank: itself, or in a low order its distance from the worst (lowball.h L1). */
static enum rank stored_rank(enum hand_order order, uint16_t ranks)
{
    enum rank wanted = (enum rank)__builtin_ctz(ranks);
    if (!is_low(order))
        return wanted;
    for (unsigned stored = 0; stored < RANK_COUNT; stored++) {
        struct score one = score_with_rank(score_of_class(0), 0, (enum rank)stored);
        if (low_rank(one, 0, low_order_of(order)) == wanted)
            return (enum rank)stored;
    }
    CHECK_NEVER("a rank of a low order");
}

/* The least hand of the class with the ranks named. */
static struct score threshold_of(const struct found *found, const struct hand_atom *atom,
                                 unsigned class_number)
{
    struct score least = score_of_class(class_number);
    bool short_order = found->order == HAND_ORDER_FOUR || found->order == HAND_ORDER_THREE;
    if (atom->kind == HAND_CLASS_ROYAL_FLUSH && short_order)
        return score_with_rank(least, 0, RANK_ACE);
    if (atom->ranks != 0)
        least = score_with_rank(least, 0, stored_rank(found->order, atom->ranks));
    if (atom->under != 0)
        least = score_with_rank(least, 1, stored_rank(found->order, atom->under));
    return least;
}

static struct score ceiling_of(struct score least)
{
    for (unsigned place = 0; place < SCORE_RANKS_MAX; place++)
        if (!score_has_rank(least, place))
            least.bits |= 15U << (16 - 4 * place);
    return least;
}

static bool exact_ranks(const struct found *found, const struct hand_atom *atom)
{
    if (atom->ranks != 0 &&
        (!score_has_rank(found->score, 0) || (atom->ranks >> found_rank(found, 0) & 1) == 0))
        return false;
    return atom->under == 0 || (atom->under >> found_rank(found, 1) & 1) != 0;
}

static bool class_holds(const struct found *found, const struct hand_atom *atom, unsigned class_number)
{
    if (atom->bound == HAND_BOUND_BETTER)
        return found->score.bits >= threshold_of(found, atom, class_number).bits;
    if (atom->bound == HAND_BOUND_LOWER)
        return found->score.bits <= ceiling_of(threshold_of(found, atom, class_number)).bits;
    if (score_class(found->score) != class_number)
        return false;
    return atom->kind == HAND_CLASS_ROYAL_FLUSH ? is_royal(found) : exact_ranks(found, atom);
}

bool hand_class_holds(const struct hand_atom *atom, enum hand_order order, struct score score)
{
    CHECK_OP(atom->shape, ==, HAND_SHAPE_CLASS);
    struct found found = {.score = score, .order = order};
    int class_number = class_in(order, atom);
    return class_number >= 0 && class_holds(&found, atom, (unsigned)class_number);
}

/* Suits in a hand of poker: the cards of the rank that decides, or all cards where the hand is all of them. */
static bool class_alike(struct judge *judge, const struct found *found, const struct hand_atom *atom)
{
    if (atom->alike == HAND_ALIKE_ANY)
        return true;
    if (atom->kind == HAND_CLASS_KIND && found->cards.count > 0)
        return judge_alike(&found->cards, atom, atom->count, found_rank(found, 0));
    /* An unsuited straight or better shuts out nothing that is better: hawaiian-gardens/car-giveaway R4. */
    if (atom->alike == HAND_ALIKE_MIXED)
        return true;
    if (found->cards.count == cards_needed(found->order))
        return judge_alike(&found->cards, atom, found->cards.count, RANK_COUNT);
    return judge_cannot(
        judge, atom, "suits and colours are asked of pairs and the like, and of hands without spare cards");
}

/* Three pairs in seven cards, the joker an ace (bay101/prize-wheel#29/B7). */
static bool judge_three_pair(struct judge *judge, const struct hand_atom *atom, const struct hand *cards)
{
    if (judge->game->family != HAND_FAMILY_PAI_GOW || atom->place != HAND_PLACE_WHOLE)
        return judge_cannot(judge, atom, "three pair is a hand of seven cards: of pai gow poker");
    struct card seven[PAI_GOW_CARDS];
    for (unsigned i = 0; i < cards->count; i++)
        seven[i] = card_is_joker(cards->cards[i]) ? card_of(RANK_ACE, SUIT_SPADES) : cards->cards[i];
    struct rank_groups groups = rank_groups_of(seven, cards->count);
    bool holds = groups.count >= 3 && groups.sizes[0] == 2 && groups.sizes[2] == 2;
    return judge_say(judge, "", cards, atom, holds);
}

static bool judge_found(struct judge *judge, const struct hand_atom *atom, const struct found *found)
{
    int class_number = class_in(found->order, atom);
    if (class_number < 0)
        return judge_cannot(judge, atom, "%s has no such hand", judge->game->name);
    bool holds = class_holds(found, atom, (unsigned)class_number) && class_alike(judge, found, atom);
    if (judge->status != STATUS_OK)
        return false;
    return say_found(judge, atom, found, holds);
}

/* ------------------------------------------------------------------------------------------ ranks */

/* So many cards with these ranks are among `hand`, alike as asked. */
static bool has_ranks(const struct hand *hand, const struct hand_atom *atom)
{
    for (unsigned chosen = 0; chosen < 1U << hand->count; chosen++) {
        if ((unsigned)__builtin_popcount(chosen) != atom->count)
            continue;
        struct hand some = {.count = atom->count};
        cards_choose(hand->cards, hand->count, chosen, some.cards);
        uint64_t list = 0;
        for (unsigned i = 0; i < some.count; i++)
            list += card_is_joker(some.cards[i]) ? UINT64_C(1) << (4 * RANK_ACE)
                                                 : UINT64_C(1) << (4 * (unsigned)card_rank(some.cards[i]));
        if (list == atom->list && judge_alike(&some, atom, some.count, RANK_COUNT))
            return true;
    }
    return false;
}

/* The hand that the ranks name, of mixed suits: what "or better" is measured by. */
static bool named_score(const struct judge *judge, const struct hand_atom *atom, enum hand_order order,
                        bool front, struct score *score)
{
    struct hand named = {0};
    for (unsigned rank = RANK_COUNT; rank-- > 0;)
        for (unsigned i = 0; i < (atom->list >> (4 * rank) & 15); i++) {
            if (i == SUIT_COUNT)
                return false;
            enum suit suit = (enum suit)((named.count == 0 ? 1 : i) % SUIT_COUNT);
            if (named.count > 0 && card_rank(named.cards[named.count - 1]) == (enum rank)rank)
                suit = (enum suit)((card_suit(named.cards[named.count - 1]) + 1) % SUIT_COUNT);
            hand_add(&named, card_of((enum rank)rank, suit));
        }
    if (front && judge->game->family == HAND_FAMILY_PAI_GOW) {
        *score = joker_front(named.cards, rules_of(judge->game));
        return named.count == 2;
    }
    return named.count == cards_needed(order) && score_of_cards(judge->game, order, &named, score);
}

static bool judge_ranks(struct judge *judge, const struct hand_atom *atom, const struct found *found)
{
    bool front = atom->place == HAND_PLACE_FRONT;
    bool low = is_low(found->order);
    struct score named;
    bool holds;
    if (atom->bound != HAND_BOUND_EXACT || low) {
        if (!named_score(judge, atom, found->order, front, &named))
            return judge_cannot(judge, atom, "as many ranks as the hand has cards are needed here");
        holds = atom->bound == HAND_BOUND_BETTER  ? found->score.bits >= named.bits
                : atom->bound == HAND_BOUND_LOWER ? found->score.bits <= named.bits
                                                  : found->score.bits == named.bits;
        if (holds && atom->bound == HAND_BOUND_EXACT)
            holds = has_ranks(&found->cards, atom);
    } else {
        holds = has_ranks(&found->cards, atom);
    }
    return say_found(judge, atom, found, holds);
}

/* ------------------------------------------------------------------------------------------ the door */

static bool judge_few(struct judge *judge, const struct hand_atom *atom, const struct hand *cards)
{
    if (atom->shape == HAND_SHAPE_RANKS && atom->bound == HAND_BOUND_EXACT)
        return judge_say(judge, "", cards, atom, has_ranks(cards, atom));
    if (atom->shape != HAND_SHAPE_CLASS || atom->kind != HAND_CLASS_KIND || atom->bound != HAND_BOUND_EXACT)
        return judge_cannot(judge, atom, "of so few cards only pairs and the like can be asked");
    bool holds = false;
    for (unsigned rank = 0; rank <= RANK_JOKER && !holds; rank++)
        holds = (atom->ranks == 0 || (atom->ranks >> rank & 1) != 0) &&
                alike_count(cards, (enum rank)rank) >= atom->count &&
                judge_alike(cards, atom, atom->count, (enum rank)rank);
    return judge_say(judge, "", cards, atom, holds);
}

static bool six_cards(struct judge *judge, const struct hand_atom *atom)
{
    if (judge->own.cards.count != 3 || judge->showing->banker.cards.count != 3)
        return judge_cannot(judge, atom,
                            "six cards must be known: the player's three and the dealer's three");
    struct hand six = alike_joined(&judge->own.cards, &judge->showing->banker.cards);
    return judge_say(judge, "", &six, atom, six_card_bonus(six.cards).straight_flush_of_six);
}

/* Every poker game of one deck can be judged by five cards; other sizes only by the game whose order they are. */
static bool size_fits(const struct hand_game *game, unsigned size)
{
    bool own = size == cards_needed(game->order) && !is_low(game->order);
    return size == 0 || own || (size == 5 && game->decks == 1) ||
           (size == 6 && game->order == HAND_ORDER_THREE);
}

bool judge_poker(struct judge *judge, const struct hand_atom *atom)
{
    if (!size_fits(judge->game, atom->size))
        return judge_cannot(judge, atom, "%s has no hands of %u cards", judge->game->name, atom->size);
    bool winner = atom->side == HAND_SIDE_WINNER;
    const struct holding *holding = winner ? &judge->winner : &judge->own;
    if (atom->side == HAND_SIDE_PLAYER || atom->side == HAND_SIDE_BANKER)
        return judge_cannot(judge, atom, "%s has no player line and banker line", judge->game->name);
    if (atom->shape == HAND_SHAPE_CLASS && atom->kind == HAND_CLASS_THREE_PAIR) {
        struct hand cards =
            judge->no_joker || atom->natural ? judge_natural(&holding->cards) : holding->cards;
        return judge_three_pair(judge, atom, &cards);
    }
    if (atom->size == 6)
        return six_cards(judge, atom);
    struct found found = {0};
    struct hand few;
    bool there;
    switch ((enum hand_place)atom->place) {
    case HAND_PLACE_WHOLE:
        there = whole_hand(judge, atom, holding, winner, &found);
        break;
    case HAND_PLACE_FRONT:
    case HAND_PLACE_MIDDLE:
    case HAND_PLACE_BACK:
        there = set_part(judge, atom, holding, &found);
        break;
    case HAND_PLACE_FLOP:
        there = with_the_flop(judge, atom, holding, &found);
        break;
    case HAND_PLACE_UP_CARD:
    case HAND_PLACE_TOGETHER:
        return judge_cannot(judge, atom, "%s does not put the dealer's cards to the player's",
                            judge->game->name);
    default:
        if (!few_cards(judge, atom, holding, &few))
            return false;
        found.cards = few;
        found.order = sized_order(judge->game, atom->size);
        found.with = atom->place == HAND_PLACE_BOARD        ? ", on the board"
                     : atom->place == HAND_PLACE_FLOP_ALONE ? ", on the flop"
                     : atom->place == HAND_PLACE_HOLE       ? ", in the hole"
                                                            : ", in the first cards";
        there = score_of_cards(judge->game, found.order, &few, &found.score);
        if (!there)
            return judge_few(judge, atom, &few);
    }
    if (!there)
        return false;
    return atom->shape == HAND_SHAPE_RANKS ? judge_ranks(judge, atom, &found)
                                           : judge_found(judge, atom, &found);
}

/* ------------------------------------------------------------------------------------------ who wins */

struct thirteen_scores judge_thirteen_scores(const struct holding *holding)
{
    struct thirteen setting;
    cards_choose(holding->front.cards, 3, ~0U, setting.front);
    cards_choose(holding->middle.cards, 5, ~0U, setting.middle);
    cards_choose(holding->back.cards, 5, ~0U, setting.back);
    return thirteen_score(&setting, &thirteen_rules_usual);
}

static int order_of(uint32_t left, uint32_t right)
{
    return (left > right) - (left < right);
}

/* A round of pai gow poker is lost if both hands are (hawaiian-gardens/ca-asian-progressive-bad-beat R11). */
static int compare_settings(struct judge *judge, const struct hand_atom *atom)
{
    if (judge->own.back.count == 0 || judge->winner.back.count == 0) {
        (void)judge_cannot(judge, atom, "both hands must be set as \"front / back\" to know who wins");
        return 0;
    }
    struct joker_rules rules = rules_of(judge->game);
    struct score back = {0}, other = {0};
    (void)score_of_cards(judge->game, HAND_ORDER_JOKER, &judge->own.back, &back);
    (void)score_of_cards(judge->game, HAND_ORDER_JOKER, &judge->winner.back, &other);
    int front = order_of(joker_front(judge->own.front.cards, rules).bits,
                         joker_front(judge->winner.front.cards, rules).bits);
    int behind = order_of(back.bits, other.bits);
    return front == behind ? front : 0;
}

int judge_compare_poker(struct judge *judge, const struct hand_atom *atom)
{
    if (judge->game->family == HAND_FAMILY_PAI_GOW)
        return compare_settings(judge, atom);
    if (judge->game->family == HAND_FAMILY_THIRTEEN) {
        if (!judge->own.set || !judge->winner.set) {
            (void)judge_cannot(judge, atom,
                               "both hands must be set as \"front / middle / back\" to know who wins");
            return 0;
        }
        struct thirteen_scores mine = judge_thirteen_scores(&judge->own),
                               theirs = judge_thirteen_scores(&judge->winner);
        return thirteen_points(&mine, &theirs, &thirteen_rules_usual);
    }
    /* By the base game, except that a winner bound by the hole-card rule must win with such a hand. */
    struct judge base = *judge;
    base.silent = true;
    struct hand_atom whole = {.position = atom->position};
    struct found own = {0}, winner = {0};
    bool winner_fits = whole_hand(&base, &whole, &judge->winner, true, &winner);
    base.holes_asked = false;
    bool own_fits = whole_hand(&base, &whole, &judge->own, false, &own);
    if (base.status != STATUS_OK)
        judge->status = base.status;
    return winner_fits && own_fits ? order_of(own.score.bits, winner.score.bits) : 1;
}
