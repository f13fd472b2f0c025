#include "rulebook/hand_relation.h"

#include "base/check.h"
#include "cards/poker_rules.h"
#include "rulebook/hand_witness_internal.h"

void hand_relations_init(struct hand_relations *relations, struct arena *arena)
{
    *relations = (struct hand_relations){.arena = arena};
    CHECK_OP(hand_game_count, <=, HAND_RELATION_GAMES_MAX);
}

static unsigned place_of(const struct hand_game *game)
{
    CHECK(game >= hand_games && game < hand_games + hand_game_count);
    return (unsigned)(game - hand_games);
}

/* ------------------------------------------------------------------------------------------ witnesses */

static void make_witnesses(struct witness_list *list)
{
    switch (list->game->family) {
    case HAND_FAMILY_FLOP:
        witness_flop(list);
        return;
    case HAND_FAMILY_STUD:
        witness_stud(list);
        return;
    case HAND_FAMILY_DRAW:
        witness_draw(list);
        return;
    case HAND_FAMILY_PAI_GOW:
        witness_pai_gow(list);
        return;
    case HAND_FAMILY_BLACKJACK:
        witness_blackjack(list);
        return;
    case HAND_FAMILY_BACCARAT:
        witness_baccarat(list);
        return;
    case HAND_FAMILY_PAN:
        witness_pan(list);
        return;
    case HAND_FAMILY_TILES:
        witness_tiles(list);
        return;
    case HAND_FAMILY_WAR:
        witness_war(list);
        return;
    case HAND_FAMILY_THIRTEEN:
        witness_thirteen(list);
        return;
    case HAND_FAMILY_NONE:
        (void)witness_add(list); /* for the judge to refuse */
        return;
    }
    CHECK_NEVER("a family of games");
}

const struct hand_witnesses *hand_witnesses_of(struct hand_relations *relations, const struct hand_game *game)
{
    struct hand_witnesses *witnesses = &relations->witnesses[place_of(game)];
    if (witnesses->showings)
        return witnesses;
    struct showing *showings = ARENA_ARRAY(relations->arena, struct showing, HAND_WITNESSES_MAX);
    if (!showings)
        return NULL;
    struct witness_list list = {game, showings, 0};
    make_witnesses(&list);
    CHECK(list.count > 0);
    *witnesses = (struct hand_witnesses){showings, list.count};
    return witnesses;
}

/* ------------------------------------------------------------------------------------------ the order of five cards */

/* The lowest first rank that hands of the class have; the highest is the ace, which makes a straight flush royal. */
static enum rank lowest_rank(unsigned class_number)
{
    switch (class_number) {
    case FIVE_CLASS_HIGH_CARD:
    case FIVE_CLASS_FLUSH:
        return RANK_SEVEN;
    case FIVE_CLASS_STRAIGHT:
    case FIVE_CLASS_STRAIGHT_FLUSH:
        return RANK_FIVE;
    case FIVE_CLASS_TWO_PAIR:
        return RANK_THREE;
    default:
        return RANK_TWO;
    }
}

/* R2: every class with every first rank, and full houses with both. Words tell no others apart. */
static unsigned order_scores(struct score scores[64 * HAND_ORDER_WORDS])
{
    unsigned count = 0;
    for (unsigned class_number = 0; class_number < FIVE_CLASS_ROYAL_FLUSH; class_number++) {
        unsigned end = class_number == FIVE_CLASS_STRAIGHT_FLUSH ? RANK_ACE : RANK_COUNT;
        for (unsigned rank = lowest_rank(class_number); rank < end; rank++) {
            struct score score = score_with_rank(score_of_class(class_number), 0, (enum rank)rank);
            if (class_number != FIVE_CLASS_FULL_HOUSE) {
                scores[count++] = score;
                continue;
            }
            for (unsigned under = 0; under < RANK_COUNT; under++)
                if (under != rank)
                    scores[count++] = score_with_rank(score, 1, (enum rank)under);
        }
    }
    scores[count++] = score_of_class(FIVE_CLASS_ROYAL_FLUSH);
    CHECK_OP(count, <=, 64 * HAND_ORDER_WORDS);
    return count;
}

static bool asks_class_of_five(const struct hand_atom *atom, const struct hand_game *game)
{
    return atom->shape == HAND_SHAPE_CLASS && game->order == HAND_ORDER_FIVE && !atom->negated &&
           atom->alike == HAND_ALIKE_ANY && (atom->size == 0 || atom->size == 5) &&
           (atom->place == HAND_PLACE_WHOLE || atom->place == HAND_PLACE_FLOP) &&
           atom->side == HAND_SIDE_OWN && atom->kind != HAND_CLASS_THREE_PAIR;
}

static bool is_alone_in_its_phrase(const struct hand_rule *rule, unsigned atom)
{
    return (atom == 0 || rule->atoms[atom - 1].phrase != rule->atoms[atom].phrase) &&
           (atom + 1U == rule->count || rule->atoms[atom + 1].phrase != rule->atoms[atom].phrase);
}

static void find_class(struct hand_signature *signature)
{
    const struct hand_rule *rule = &signature->rule;
    unsigned classes = 0;
    for (unsigned i = 0; i < rule->count; i++) {
        if (rule->atoms[i].way > 0)
            return;
        if (!asks_class_of_five(&rule->atoms[i], signature->game) || !is_alone_in_its_phrase(rule, i))
            continue;
        signature->class_atom = (uint8_t)i;
        classes++;
    }
    signature->one_class = classes == 1;
    if (!signature->one_class)
        return;
    struct score scores[64 * HAND_ORDER_WORDS];
    unsigned count = order_scores(scores);
    for (unsigned i = 0; i < count; i++)
        if (hand_class_holds(&rule->atoms[signature->class_atom], HAND_ORDER_FIVE, scores[i]))
            signature->of_order[i / 64] |= UINT64_C(1) << (i % 64);
}

bool hand_signatures_differ_in_class(const struct hand_signature *one, const struct hand_signature *other)
{
    if (!one->one_class || !other->one_class || one->class_atom != other->class_atom)
        return false;
    struct hand_rule same = other->rule;
    const struct hand_atom *from = &one->rule.atoms[one->class_atom];
    struct hand_atom *to = &same.atoms[one->class_atom];
    to->kind = from->kind;
    to->count = from->count;
    to->bound = from->bound;
    to->ranks = from->ranks;
    to->under = from->under;
    return hand_rule_equal(&one->rule, &same);
}

unsigned hand_signature_classes(const struct hand_signature *signature)
{
    CHECK(signature->one_class);
    struct score scores[64 * HAND_ORDER_WORDS];
    unsigned count = order_scores(scores), classes = 0;
    for (unsigned i = 0; i < count; i++)
        if ((signature->of_order[i / 64] >> (i % 64) & 1) != 0)
            classes |= 1U << score_class(scores[i]);
    return classes;
}

/* ------------------------------------------------------------------------------------------ signatures */

static void judge_witnesses(struct hand_signature *signature, const struct hand_witnesses *witnesses)
{
    signature->making = HAND_IMPOSSIBLE;
    for (unsigned i = 0; i < witnesses->count; i++) {
        bool holds = false;
        if (hand_rule_holds(&signature->rule, &witnesses->showings[i], &holds, &signature->fault) !=
            STATUS_OK) {
            signature->making = HAND_FOREIGN;
            for (unsigned word = 0; word < HAND_SIGNATURE_WORDS; word++)
                signature->fits[word] = 0;
            return;
        }
        if (holds) {
            signature->fits[i / 64] |= UINT64_C(1) << (i % 64);
            signature->making = HAND_POSSIBLE;
        }
    }
}

/* Eights over threes can be made as any full house can: not all of them are among the witnesses. */
static bool is_possible_by_class(const struct hand_signature *signature,
                                 const struct hand_witnesses *witnesses)
{
    struct hand_rule at_large = signature->rule;
    at_large.atoms[signature->class_atom].ranks = 0;
    at_large.atoms[signature->class_atom].under = 0;
    bool ordered = false, holds = false;
    for (unsigned word = 0; word < HAND_ORDER_WORDS; word++)
        ordered |= signature->of_order[word] != 0;
    for (unsigned i = 0; ordered && !holds && i < witnesses->count; i++)
        if (hand_rule_holds(&at_large, &witnesses->showings[i], &holds, NULL) != STATUS_OK)
            return false;
    return holds;
}

const struct hand_signature *hand_signature_of(struct hand_relations *relations, const struct hand_rule *rule,
                                               const struct hand_game *game)
{
    const struct hand_signature **latest = &relations->signatures[place_of(game)];
    for (const struct hand_signature *known = *latest; known; known = known->earlier)
        if (hand_rule_equal(&known->rule, rule))
            return known;
    const struct hand_witnesses *witnesses = hand_witnesses_of(relations, game);
    struct hand_signature *signature = witnesses ? ARENA_NEW(relations->arena, struct hand_signature) : NULL;
    if (!signature)
        return NULL;
    signature->game = game;
    signature->rule = *rule;
    signature->earlier = *latest;
    judge_witnesses(signature, witnesses);
    find_class(signature);
    if (signature->making == HAND_IMPOSSIBLE && signature->one_class &&
        is_possible_by_class(signature, witnesses))
        signature->making = HAND_POSSIBLE;
    *latest = signature;
    return signature;
}

static enum hand_relation compare(const uint64_t *one, const uint64_t *other, unsigned words)
{
    bool both = false, first = false, second = false;
    for (unsigned i = 0; i < words; i++) {
        both |= (one[i] & other[i]) != 0;
        first |= (one[i] & ~other[i]) != 0;
        second |= (~one[i] & other[i]) != 0;
    }
    if (!both)
        return HAND_DISJOINT;
    if (!first)
        return second ? HAND_INSIDE : HAND_SAME;
    return second ? HAND_OVERLAP : HAND_CONTAINS;
}

enum hand_relation hand_relation_of(const struct hand_signature *one, const struct hand_signature *other)
{
    CHECK(one->game == other->game);
    if (one->making != HAND_POSSIBLE || other->making != HAND_POSSIBLE)
        return HAND_DISJOINT;
    if (hand_signatures_differ_in_class(one, other))
        return compare(one->of_order, other->of_order, HAND_ORDER_WORDS);
    return compare(one->fits, other->fits, HAND_SIGNATURE_WORDS);
}
