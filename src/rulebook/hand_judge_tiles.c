/*
 * Hands of tiles, and the hands of thirteen cards that are not poker.
 */
#include "rulebook/hand_judge_internal.h"

#include "base/check.h"
#include "cards/thirteen.h"

/* ------------------------------------------------------------------------------------------ tiles */

static struct tile_setting setting_of(const struct holding *holding)
{
    return tile_setting_of(holding->tiles.tiles, holding->tiles.tiles + 2);
}

static bool value_holds(struct tile_value value, const struct hand_atom *atom)
{
    if (atom->shape == HAND_SHAPE_PLACE) {
        /* The list begins with the pairs, one of each rank. */
        bool among_pairs = atom->number <= TILE_RANK_COUNT;
        return (!among_pairs || tile_value_class(value) == TILE_CLASS_PAIR) &&
               tile_value_place(value) <= atom->number;
    }
    if (atom->shape == HAND_SHAPE_NAMED)
        return tile_value_class(value) == TILE_CLASS_PAIR && tile_value_rank(value) == TILE_RANK_GEE_JOON;
    enum tile_class class = atom->shape == HAND_SHAPE_TILES ? (enum tile_class)atom->kind : TILE_CLASS_PAIR;
    if (atom->bound == HAND_BOUND_BETTER)
        return value.bits >= tile_value_least(class, atom->number).bits;
    bool exact = tile_value_class(value) == class &&
                 (class != TILE_CLASS_POINTS || tile_value_points(value) == atom->number);
    return exact ||
           (atom->bound == HAND_BOUND_LOWER && value.bits < tile_value_least(class, atom->number).bits);
}

static bool setting_holds(const struct tile_setting *setting, const struct hand_atom *atom)
{
    bool better = atom->bound == HAND_BOUND_BETTER;
    bool low_nine = tile_value_class(setting->low_value) == TILE_CLASS_POINTS &&
                    tile_value_points(setting->low_value) == 9;
    bool low_gong = tile_value_class(setting->low_value) == TILE_CLASS_GONG;
    bool high_gong = tile_value_class(setting->high_value) == TILE_CLASS_GONG;
    switch ((enum hand_name)atom->kind) {
    case HAND_NAME_PAIR_PAIR:
        return tile_is_pair_pair(setting);
    case HAND_NAME_GONG_PAIR:
        return tile_is_gong_pair_or_better(setting) && (better || low_gong);
    case HAND_NAME_GONG_GONG:
        return tile_is_gong_gong_or_better(setting) && (better || (low_gong && high_gong));
    default:
        return tile_is_nine_gong_or_better(setting) && (better || (low_nine && high_gong));
    }
}

static void setting_write(struct text_out *out, const struct tile_setting *setting)
{
    text_out_add(out, "front ");
    tile_value_write(out, setting->low_value);
    text_out_add(out, ", back ");
    tile_value_write(out, setting->high_value);
}

bool judge_tiles(struct judge *judge, const struct hand_atom *atom)
{
    if (judge->game->family != HAND_FAMILY_TILES)
        return judge_cannot(judge, atom, "%s has no tiles", judge->game->name);
    bool pair = atom->shape == HAND_SHAPE_CLASS && atom->kind == HAND_CLASS_KIND && atom->count == 2 &&
                atom->ranks == 0;
    if ((atom->shape == HAND_SHAPE_CLASS && !pair) || atom->shape == HAND_SHAPE_RANKS ||
        atom->alike != HAND_ALIKE_ANY)
        return judge_cannot(judge, atom, "tiles have no such hand");
    bool both = atom->shape == HAND_SHAPE_NAMED && atom->kind != HAND_NAME_GEE_JOON;
    if (atom->place > HAND_PLACE_BACK || atom->place == HAND_PLACE_MIDDLE ||
        (both && atom->place != HAND_PLACE_WHOLE))
        return judge_cannot(judge, atom, "tiles are set in front and in back");
    struct tile_setting setting = setting_of(atom->side == HAND_SIDE_WINNER ? &judge->winner : &judge->own);
    bool holds = both ? setting_holds(&setting, atom)
                      : (atom->place != HAND_PLACE_BACK && value_holds(setting.low_value, atom)) ||
                            (atom->place != HAND_PLACE_FRONT && value_holds(setting.high_value, atom));
    if (!judge->silent)
        setting_write(&judge->why, &setting);
    judge_add_verdict(judge, atom, holds);
    return holds;
}

/* A round is lost if both hands are; copies are decided by who banks, which is not known here. */
int judge_compare_tiles(struct judge *judge, const struct hand_atom *atom)
{
    if (!judge->own.set || !judge->winner.set) {
        (void)judge_cannot(judge, atom, "both hands must be set as \"front / back\" to know who wins");
        return 0;
    }
    struct tile_setting own = setting_of(&judge->own), winner = setting_of(&judge->winner);
    int low = (own.low_value.bits > winner.low_value.bits) - (own.low_value.bits < winner.low_value.bits);
    int high =
        (own.high_value.bits > winner.high_value.bits) - (own.high_value.bits < winner.high_value.bits);
    return low == high ? low : 0;
}

/* ------------------------------------------------------------------------------------------ thirteen cards */

static bool judge_home_run(struct judge *judge, const struct hand_atom *atom)
{
    if (!judge->has_winner)
        return judge_cannot(judge, atom, "the other hand must be known");
    if (!judge->own.set || !judge->winner.set)
        return judge_cannot(judge, atom, "both hands must be set as \"front / middle / back\"");
    struct thirteen_scores mine = judge_thirteen_scores(&judge->own),
                           theirs = judge_thirteen_scores(&judge->winner);
    int points = thirteen_points(&mine, &theirs, &thirteen_rules_usual);
    bool home = thirteen_home_run(&mine, &theirs);
    judge_add(judge, home ? "all three parts win, %d points" : "not all three parts win, %d points", points);
    return home && points >= (int)atom->number;
}

bool judge_thirteen(struct judge *judge, const struct hand_atom *atom)
{
    if (judge->game->family != HAND_FAMILY_THIRTEEN)
        return judge_cannot(judge, atom, "%s does not deal thirteen cards", judge->game->name);
    if (atom->place != HAND_PLACE_WHOLE)
        return judge_cannot(judge, atom, "all thirteen cards are looked at");
    if (atom->shape == HAND_SHAPE_HOME_RUN)
        return judge_home_run(judge, atom);
    const struct hand *cards = atom->side == HAND_SIDE_WINNER ? &judge->winner.cards : &judge->own.cards;
    unsigned marks = thirteen_marks(cards->cards);
    bool holds = atom->kind == HAND_NAME_CLEAN_SWEEP
                     ? thirteen_clean_sweep_points(marks, &thirteen_rules_usual) > 0
                 : atom->kind == HAND_NAME_DRAGON ? (marks >> THIRTEEN_MARK_DRAGON & 1) != 0
                                                  : (marks >> THIRTEEN_MARK_TWO_STRAIGHT_FLUSHES & 1) != 0;
    return judge_say(judge, "", cards, atom, holds);
}
