/*
 * The normal text of a rule: what hand_rule_compile() reads back as the same rule.
 */
#include "rulebook/hand_language_internal.h"

#include "base/check.h"
#include "cards/tiles.h"

static void write_ranks(struct text_out *out, uint16_t ranks)
{
    for (unsigned rank = 0; rank <= RANK_JOKER; rank++) {
        if ((ranks >> rank & 1) == 0)
            continue;
        unsigned below = ranks & ((1U << rank) - 1), above = (unsigned)ranks >> (rank + 1);
        if (below != 0)
            text_out_add(out, above == 0 ? " or " : ", ");
        text_out_add(out, "%s", hand_ranks_text((enum rank)rank));
    }
}

static enum rank only_rank(uint16_t ranks)
{
    CHECK(ranks != 0);
    return (enum rank)__builtin_ctz(ranks);
}

static void write_kind(struct text_out *out, const struct hand_atom *atom)
{
    bool single = (atom->ranks & (atom->ranks - 1)) == 0 && atom->ranks >> RANK_JOKER == 0;
    if (atom->count == 1 && atom->ranks != 0 && single) {
        text_out_add(out, "one %s", hand_rank_text(only_rank(atom->ranks)));
        return;
    }
    if (atom->count == 2)
        text_out_add(out, atom->ranks != 0 ? "pair of " : "pair");
    else
        text_out_add(out, atom->ranks != 0 ? "%s " : "%s of a kind", hand_number_text(atom->count));
    write_ranks(out, atom->ranks);
}

static void write_full_house(struct text_out *out, const struct hand_atom *atom)
{
    text_out_add(out, "full house");
    if (atom->ranks == 0)
        return;
    text_out_add(out, ", %s ", hand_ranks_text(only_rank(atom->ranks)));
    if (atom->under != 0)
        text_out_add(out, "over %s", hand_ranks_text(only_rank(atom->under)));
    else
        text_out_add(out, "full");
}

static void write_class(struct text_out *out, const struct hand_atom *atom)
{
    static const char *const words[] = {"",      "", "two pair",       "three pair", "straight",
                                        "flush", "", "straight flush", "royal flush"};
    if (atom->size != 0)
        text_out_add(out, "%s-card ", hand_number_text(atom->size));
    switch ((enum hand_class)atom->kind) {
    case HAND_CLASS_HIGH_CARD:
        text_out_add(out, "%s high", hand_rank_text(only_rank(atom->ranks)));
        return;
    case HAND_CLASS_KIND:
        write_kind(out, atom);
        return;
    case HAND_CLASS_FULL_HOUSE:
        write_full_house(out, atom);
        return;
    case HAND_CLASS_TWO_PAIR:
    case HAND_CLASS_THREE_PAIR:
    case HAND_CLASS_STRAIGHT:
    case HAND_CLASS_FLUSH:
    case HAND_CLASS_STRAIGHT_FLUSH:
    case HAND_CLASS_ROYAL_FLUSH:
        if (atom->ranks != 0)
            text_out_add(out, "%s-high ", hand_rank_text(only_rank(atom->ranks)));
        text_out_add(out, "%s", words[atom->kind]);
        return;
    }
    CHECK_NEVER("a class of hands");
}

static void write_sequence(struct text_out *out, const struct hand_atom *atom)
{
    bool first = true;
    for (unsigned rank = RANK_COUNT; rank-- > 0;)
        for (unsigned i = 0; i < (atom->list >> (4 * rank) & 15); i++, first = false)
            text_out_add(out, "%s%c", first ? "" : "-", rank_letter((enum rank)rank));
}

/* An ace among the low ranks is low. */
static void write_from(struct text_out *out, const struct hand_atom *atom)
{
    uint16_t without_ace = (uint16_t)(atom->ranks & ~(1U << RANK_ACE));
    bool ace_low = (atom->ranks >> RANK_ACE & 1) != 0 && (atom->ranks & 1) != 0;
    enum rank low = ace_low ? RANK_ACE : only_rank(atom->ranks);
    uint16_t top_of = ace_low ? without_ace : atom->ranks;
    enum rank high = (enum rank)(31 - __builtin_clz(top_of));
    text_out_add(out, "%s cards from %s to %s", hand_number_text(atom->count), hand_rank_text(low),
                 hand_rank_text(high));
}

static void write_tiles(struct text_out *out, const struct hand_atom *atom)
{
    if (atom->kind == TILE_CLASS_POINTS)
        text_out_add(out, "%u points", atom->number);
    else
        text_out_add(out, atom->kind == TILE_CLASS_WONG ? "wong" : "gong");
}

static void write_holes(struct text_out *out, const struct hand_atom *atom)
{
    static const char *const words[] = {"both hole cards", "both hole cards in the best hand",
                                        "one hole card", "pocket pair", "any five cards"};
    text_out_add(out, "%s%s", words[atom->kind], atom->both_hands ? " in both hands" : "");
}

const char *hand_name_text(enum hand_name name)
{
    for (unsigned i = 0; i < hand_named_count; i++)
        if (hand_named[i].name == name)
            return hand_named[i].text;
    CHECK_NEVER("a named hand");
}

static const char *ordinal_ending(unsigned number)
{
    unsigned last = number % 10;
    if (number / 10 == 1 || last == 0 || last > 3)
        return "th";
    return last == 1 ? "st" : last == 2 ? "nd" : "rd";
}

static void write_condition(struct text_out *out, const struct hand_atom *atom)
{
    switch ((enum hand_shape)atom->shape) {
    case HAND_SHAPE_HOLES:
        write_holes(out, atom);
        return;
    case HAND_SHAPE_JOKER:
        text_out_add(out, atom->negated ? "no joker" : "a joker");
        return;
    case HAND_SHAPE_COUNT_OF:
        text_out_add(out, "%s%s cards", hand_number_text(atom->count),
                     atom->bound == HAND_BOUND_BETTER ? " or more" : "");
        return;
    case HAND_SHAPE_DEALT:
        text_out_add(out, "dealt");
        return;
    case HAND_SHAPE_BEATEN:
        text_out_add(out, "beaten");
        return;
    default:
        text_out_add(out, "wins");
    }
}

static void write_core(struct text_out *out, const struct hand_atom *atom)
{
    switch ((enum hand_shape)atom->shape) {
    case HAND_SHAPE_CLASS:
        write_class(out, atom);
        return;
    case HAND_SHAPE_RANKS:
        write_sequence(out, atom);
        return;
    case HAND_SHAPE_FACES:
        text_out_add(out, "%s face cards", hand_number_text(atom->count));
        return;
    case HAND_SHAPE_ALIKE:
        text_out_add(out, "%s cards", hand_number_text(atom->count));
        return;
    case HAND_SHAPE_FROM:
        write_from(out, atom);
        return;
    case HAND_SHAPE_TOTAL:
        text_out_add(out, "total %u", atom->number);
        return;
    case HAND_SHAPE_NATURAL:
        text_out_add(out, "natural");
        if (atom->number != HAND_ANY_NUMBER)
            text_out_add(out, " %u", atom->number);
        return;
    case HAND_SHAPE_TIE:
        text_out_add(out, "player and banker tie");
        if (atom->number != HAND_ANY_NUMBER)
            text_out_add(out, " at %u", atom->number);
        return;
    case HAND_SHAPE_NAMED:
        text_out_add(out, "%s", hand_name_text((enum hand_name)atom->kind));
        return;
    case HAND_SHAPE_TILES:
        write_tiles(out, atom);
        return;
    case HAND_SHAPE_PLACE:
        text_out_add(out, "%u%s ranked hand or better", atom->number, ordinal_ending(atom->number));
        return;
    case HAND_SHAPE_HOME_RUN:
        text_out_add(out, "home run");
        if (atom->number != 0)
            text_out_add(out, " of %u points or more", atom->number);
        return;
    case HAND_SHAPE_HOLES:
    case HAND_SHAPE_JOKER:
    case HAND_SHAPE_COUNT_OF:
    case HAND_SHAPE_DEALT:
    case HAND_SHAPE_BEATEN:
    case HAND_SHAPE_WINS:
        write_condition(out, atom);
        return;
    }
    CHECK_NEVER("a shape of hands");
}

static void write_prefixes(struct text_out *out, const struct hand_atom *atom)
{
    if (atom->negated && atom->shape != HAND_SHAPE_JOKER)
        text_out_add(out, "not ");
    if (atom->side == HAND_SIDE_PLAYER || atom->side == HAND_SIDE_BANKER)
        text_out_add(out, atom->side == HAND_SIDE_PLAYER ? "player line " : "banker line ");
    if (atom->place == HAND_PLACE_FIRST)
        text_out_add(out, "first %s card%s ", hand_number_text(atom->first), atom->first == 1 ? "" : "s");
    if (atom->natural)
        text_out_add(out, "natural ");
}

static void write_suffixes(struct text_out *out, const struct hand_atom *atom)
{
    static const char *const places[] = {"",
                                         " in front",
                                         " in the middle",
                                         " in back",
                                         " on the flop",
                                         " on the flop alone",
                                         " on the board",
                                         " in the hole",
                                         "",
                                         " in the first two cards and up card",
                                         " with the dealer's cards"};
    static const char *const alike[] = {"", " of one suit", " of one colour", " unsuited"};
    if (atom->shape != HAND_SHAPE_COUNT_OF && atom->bound != HAND_BOUND_EXACT)
        text_out_add(out, atom->bound == HAND_BOUND_BETTER ? " or better" : " or lower");
    if (atom->alike == HAND_ALIKE_SUIT_NAMED)
        text_out_add(out, " of %s", suit_word((enum suit)atom->suit));
    else
        text_out_add(out, "%s", alike[atom->alike]);
    text_out_add(out, "%s", places[atom->place]);
}

void hand_atom_write(struct text_out *out, const struct hand_atom *atom)
{
    write_prefixes(out, atom);
    write_core(out, atom);
    write_suffixes(out, atom);
}

void hand_rule_write(struct text_out *out, const struct hand_rule *rule)
{
    for (unsigned i = 0; i < rule->count; i++) {
        const struct hand_atom *atom = &rule->atoms[i];
        const struct hand_atom *before = i > 0 ? &rule->atoms[i - 1] : NULL;
        bool phrase = !before || before->phrase != atom->phrase;
        if (before)
            text_out_add(out, before->way != atom->way ? "; " : phrase ? ", " : " or ");
        if (phrase && atom->side == HAND_SIDE_WINNER)
            text_out_add(out, "beaten by ");
        hand_atom_write(out, atom);
    }
}

static bool atom_equal(const struct hand_atom *a, const struct hand_atom *b)
{
    return a->way == b->way && a->phrase == b->phrase && a->shape == b->shape && a->kind == b->kind &&
           a->side == b->side && a->place == b->place && a->first == b->first && a->bound == b->bound &&
           a->alike == b->alike && a->suit == b->suit && a->count == b->count && a->number == b->number &&
           a->size == b->size && a->negated == b->negated && a->natural == b->natural &&
           a->both_hands == b->both_hands && a->ranks == b->ranks && a->under == b->under &&
           a->list == b->list;
}

bool hand_rule_equal(const struct hand_rule *left, const struct hand_rule *right)
{
    for (unsigned i = 0; i < left->count && i < right->count; i++)
        if (!atom_equal(&left->atoms[i], &right->atoms[i]))
            return false;
    return left->count == right->count;
}
