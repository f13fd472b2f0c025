#include "rulebook/hand_judge_internal.h"

#include "base/check.h"
#include "cards/alike.h"
#include "cards/joker.h"

#include <stdarg.h>
#include <stdio.h>

bool judge_cannot(struct judge *judge, const struct hand_atom *atom, const char *format, ...)
{
    char words[FAULT_WORDS_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (judge->status == STATUS_OK)
        judge->status = fault_set(judge->fault, STATUS_INVALID, atom->position, "%s", words);
    return false;
}

void judge_add(struct judge *judge, const char *format, ...)
{
    if (judge->silent)
        return;
    char words[HAND_WHY_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    text_out_add(&judge->why, "%s", words);
}

void judge_add_hand(struct judge *judge, const struct hand *hand)
{
    if (!judge->silent)
        hand_write(&judge->why, hand, CARD_STYLE_LETTERS);
}

void judge_add_verdict(struct judge *judge, const struct hand_atom *atom, bool holds)
{
    if (judge->silent)
        return;
    struct hand_atom shown = *atom;
    shown.negated = false;
    judge_add(judge, holds ? " is " : " is not ");
    hand_atom_write(&judge->why, &shown);
}

struct hand judge_natural(const struct hand *hand)
{
    struct hand natural = {0};
    for (unsigned i = 0; i < hand->count; i++)
        if (!card_is_joker(hand->cards[i]))
            hand_add(&natural, hand->cards[i]);
    return natural;
}

/* ------------------------------------------------------------------------------------------ likeness */

static unsigned most_of(const unsigned *tally, unsigned count)
{
    unsigned most = 0;
    for (unsigned i = 0; i < count; i++)
        most = tally[i] > most ? tally[i] : most;
    return most;
}

bool judge_alike(const struct hand *hand, const struct hand_atom *atom, unsigned count, enum rank rank)
{
    unsigned suits[SUIT_COUNT] = {0}, colours[2] = {0}, all = 0;
    for (unsigned i = 0; i < hand->count; i++) {
        struct card card = hand->cards[i];
        if (rank != RANK_COUNT && card_rank(card) != rank)
            continue;
        all++;
        if (card_is_joker(card))
            continue;
        suits[card_suit(card)]++;
        colours[card_colour(card)]++;
    }
    switch ((enum hand_alike)atom->alike) {
    case HAND_ALIKE_ANY:
        return all >= count;
    case HAND_ALIKE_SUIT:
        return most_of(suits, SUIT_COUNT) >= count;
    case HAND_ALIKE_COLOUR:
        return most_of(colours, 2) >= count;
    case HAND_ALIKE_MIXED:
        return all >= count && most_of(suits, SUIT_COUNT) < all;
    case HAND_ALIKE_SUIT_NAMED:
        return suits[atom->suit] >= count;
    }
    CHECK_NEVER("a likeness");
}

bool judge_say(struct judge *judge, const char *what, const struct hand *hand, const struct hand_atom *atom,
               bool holds)
{
    judge_add(judge, "%s", what);
    judge_add_hand(judge, hand);
    judge_add_verdict(judge, atom, holds);
    return holds;
}

/* ------------------------------------------------------------------------------------------ conditions */

static bool judge_joker(struct judge *judge, const struct hand_atom *atom)
{
    if (judge->game->jokers == 0)
        return judge_cannot(judge, atom, "%s has no joker", judge->game->name);
    if (atom->place == HAND_PLACE_FRONT && judge->own.front.count == 0)
        return judge_cannot(judge, atom, "the front must be known: set the cards as \"front / back\"");
    const struct hand *hand = atom->place == HAND_PLACE_FRONT ? &judge->own.front : &judge->own.cards;
    bool there = alike_count(hand, RANK_JOKER) > 0;
    const char *where = atom->place == HAND_PLACE_FRONT ? " in front" : "";
    /* Without a place "no joker" means that the joker does not help, which the hand's own test sees to. */
    if (atom->negated && atom->place != HAND_PLACE_FRONT) {
        judge_add(judge, "no joker helps");
        return true;
    }
    judge_add(judge, there ? "there is a joker%s" : "there is no joker%s", where);
    return atom->negated ? !there : there;
}

static bool judge_count(struct judge *judge, const struct hand_atom *atom)
{
    unsigned count = judge->own.cards.count;
    bool round = judge->game->family == HAND_FAMILY_BACCARAT;
    if (round) {
        if (!judge->showing->has[SHOWING_BANKER])
            return judge_cannot(judge, atom, "the banker line must be known");
        count += judge->showing->banker.cards.count;
    }
    judge_add(judge, "the %s has %u cards", round ? "round" : "hand", count);
    return atom->bound == HAND_BOUND_BETTER ? count >= atom->count : count == atom->count;
}

int judge_compare(struct judge *judge, const struct hand_atom *atom)
{
    if (!judge->has_winner && judge->game->family != HAND_FAMILY_BACCARAT) {
        (void)judge_cannot(judge, atom, "the other hand must be known");
        return 0;
    }
    switch (judge->game->family) {
    case HAND_FAMILY_FLOP:
    case HAND_FAMILY_STUD:
    case HAND_FAMILY_DRAW:
    case HAND_FAMILY_PAI_GOW:
    case HAND_FAMILY_THIRTEEN:
        return judge_compare_poker(judge, atom);
    case HAND_FAMILY_TILES:
        return judge_compare_tiles(judge, atom);
    case HAND_FAMILY_BLACKJACK:
    case HAND_FAMILY_BACCARAT:
    case HAND_FAMILY_PAN:
    case HAND_FAMILY_WAR:
        return judge_compare_cards(judge, atom);
    case HAND_FAMILY_NONE:
        break;
    }
    CHECK_NEVER("a family of games");
}

static bool judge_outcome(struct judge *judge, const struct hand_atom *atom, bool wins)
{
    int outcome = judge_compare(judge, atom);
    if (judge->status != STATUS_OK)
        return false;
    judge_add(judge, outcome == 0  ? "the hands tie"
                     : outcome > 0 ? "the hand wins"
                                   : "a better hand beats it");
    return wins ? outcome > 0 : outcome < 0;
}

static bool judge_shape(struct judge *judge, const struct hand_atom *atom)
{
    switch ((enum hand_shape)atom->shape) {
    case HAND_SHAPE_CLASS:
    case HAND_SHAPE_RANKS:
        if (judge->game->family == HAND_FAMILY_TILES)
            return judge_tiles(judge, atom);
        return judge->game->order != HAND_ORDER_NONE ? judge_poker(judge, atom) : judge_cards(judge, atom);
    case HAND_SHAPE_TILES:
    case HAND_SHAPE_PLACE:
        return judge_tiles(judge, atom);
    case HAND_SHAPE_HOME_RUN:
        return judge_thirteen(judge, atom);
    case HAND_SHAPE_NAMED:
        if (atom->kind >= HAND_NAME_DRAGON)
            return judge_thirteen(judge, atom);
        return atom->kind >= HAND_NAME_PAIR_PAIR ? judge_tiles(judge, atom) : judge_cards(judge, atom);
    case HAND_SHAPE_FACES:
    case HAND_SHAPE_ALIKE:
    case HAND_SHAPE_FROM:
    case HAND_SHAPE_TOTAL:
    case HAND_SHAPE_NATURAL:
    case HAND_SHAPE_TIE:
        return judge_cards(judge, atom);
    case HAND_SHAPE_JOKER:
        return judge_joker(judge, atom);
    case HAND_SHAPE_COUNT_OF:
        return judge_count(judge, atom);
    case HAND_SHAPE_BEATEN:
    case HAND_SHAPE_WINS:
        return judge_outcome(judge, atom, atom->shape == HAND_SHAPE_WINS);
    case HAND_SHAPE_HOLES:
        if (judge->game->family != HAND_FAMILY_FLOP && judge->game->family != HAND_FAMILY_STUD)
            return judge_cannot(judge, atom, "%s has no hole cards", judge->game->name);
        return true; /* the hands are judged by it */
    case HAND_SHAPE_DEALT:
        return true;
    }
    CHECK_NEVER("a shape");
}

static bool judge_atom(struct judge *judge, const struct hand_atom *atom)
{
    if (atom->side == HAND_SIDE_WINNER) {
        if (judge_compare(judge, atom) >= 0 || judge->status != STATUS_OK) {
            judge_add(judge, "the hand is not beaten");
            return false;
        }
        judge_add(judge, "the winner: ");
    }
    bool holds = judge_shape(judge, atom);
    if (atom->negated && atom->shape != HAND_SHAPE_JOKER)
        holds = !holds;
    return judge->status == STATUS_OK && holds;
}

/* ------------------------------------------------------------------------------------------ ways */

/* The atoms of one way. */
struct way {
    const struct hand_atom *atoms;
    unsigned count;
};

static void take_conditions(struct judge *judge, struct way way)
{
    for (unsigned i = 0; i < way.count; i++) {
        const struct hand_atom *atom = &way.atoms[i];
        if (atom->shape == HAND_SHAPE_HOLES) {
            judge->holes_asked = true;
            judge->holes = (enum hand_holes)atom->kind;
            judge->both_hands = atom->both_hands;
        } else if (atom->shape == HAND_SHAPE_JOKER && atom->negated) {
            judge->no_joker |= atom->place != HAND_PLACE_FRONT;
        } else if (atom->shape == HAND_SHAPE_DEALT) {
            judge->dealt = true;
        }
    }
}

/* Forgets what was said. */
static void restart(struct judge *judge)
{
    if (!judge->silent)
        text_out_init(&judge->why, judge->why.bytes, judge->why.size);
}

/* One phrase: `said` tells of the atom that holds, or of all of them if none does. */
static bool judge_phrase(struct judge *judge, struct way phrase, struct text_out *said)
{
    struct text_out outer = judge->why;
    bool holds = false;
    for (unsigned i = 0; i < phrase.count && !holds && judge->status == STATUS_OK; i++) {
        if (judge->silent) {
            holds = judge_atom(judge, &phrase.atoms[i]);
            continue;
        }
        char words[HAND_WHY_SIZE];
        text_out_init(&judge->why, words, sizeof words);
        holds = judge_atom(judge, &phrase.atoms[i]);
        if (holds)
            text_out_init(said, said->bytes, said->size);
        if (said->length > 0 && judge->why.length > 0)
            text_out_add(said, "; ");
        text_out_add(said, "%s", words);
    }
    judge->why = outer;
    return holds && judge->status == STATUS_OK;
}

/* Every phrase: `why` tells of all if they hold, and otherwise of the first that does not. */
static bool judge_phrases(struct judge *judge, struct way way)
{
    for (unsigned i = 0; i < way.count;) {
        struct way phrase = {&way.atoms[i], 0};
        while (i < way.count && way.atoms[i].phrase == phrase.atoms->phrase)
            phrase.count++, i++;
        char words[HAND_WHY_SIZE];
        struct text_out said;
        text_out_init(&said, words, sizeof words);
        bool holds = judge_phrase(judge, phrase, &said);
        if (judge->status != STATUS_OK)
            return false;
        if (!holds)
            restart(judge);
        judge_add(judge, "%s%s", judge->why.length > 0 && said.length > 0 ? "; " : "", words);
        if (!holds)
            return false;
    }
    return true;
}

static bool way_asks_setting(struct way way)
{
    for (unsigned i = 0; i < way.count; i++)
        if (way.atoms[i].place >= HAND_PLACE_FRONT && way.atoms[i].place <= HAND_PLACE_BACK)
            return true;
    return false;
}

static bool way_asks_beaten(struct way way)
{
    for (unsigned i = 0; i < way.count; i++)
        if (way.atoms[i].side == HAND_SIDE_WINNER || way.atoms[i].shape == HAND_SHAPE_BEATEN ||
            way.atoms[i].shape == HAND_SHAPE_WINS)
            return true;
    return false;
}

/* Seven cards that are not set, or judged as dealt, may be set in any legal way. */
static bool judge_settings(struct judge *judge, struct way way)
{
    struct joker_rules rules = joker_rules_usual;
    rules.fully_wild = judge->game->wild;
    struct pai_gow_setting settings[PAI_GOW_SETTINGS];
    unsigned count = pai_gow_settings(judge->showing->own.cards.cards, rules, settings);
    for (unsigned i = 0; i < count; i++) {
        restart(judge);
        judge->own.front = (struct hand){.count = 2};
        judge->own.back = (struct hand){.count = 5};
        cards_choose(settings[i].front, 2, ~0U, judge->own.front.cards);
        cards_choose(settings[i].back, 5, ~0U, judge->own.back.cards);
        if (judge_phrases(judge, way))
            return true;
        if (judge->status != STATUS_OK)
            return false;
    }
    restart(judge);
    judge_add(judge, "no setting of ");
    judge_add_hand(judge, &judge->showing->own.cards);
    judge_add(judge, " has it");
    return false;
}

static bool judge_tile_settings(struct judge *judge, struct way way)
{
    struct tile_setting settings[TILE_SETTINGS];
    tile_settings(judge->showing->own.tiles.tiles, settings);
    for (unsigned i = 0; i < TILE_SETTINGS; i++) {
        restart(judge);
        const struct tile_setting *setting = &settings[i];
        judge->own.tiles =
            (struct tile_hand){4, {setting->low[0], setting->low[1], setting->high[0], setting->high[1]}};
        if (judge_phrases(judge, way))
            return true;
        if (judge->status != STATUS_OK)
            return false;
    }
    restart(judge);
    judge_add(judge, "no setting of ");
    if (!judge->silent)
        tile_hand_write(&judge->why, &judge->showing->own.tiles);
    judge_add(judge, " has it");
    return false;
}

/* In baccarat either line may be the hand that is beaten. */
static bool judge_lines(struct judge *judge, struct way way)
{
    for (judge->line = JUDGE_LINE_PLAYER; judge->line <= JUDGE_LINE_BANKER; judge->line++) {
        restart(judge);
        if (judge_phrases(judge, way))
            return true;
        if (judge->status != STATUS_OK)
            return false;
    }
    return false;
}

static bool judge_way(struct judge *judge, struct way way)
{
    enum hand_family family = judge->game->family;
    take_conditions(judge, way);
    bool free_to_set = !judge->showing->own.set || judge->dealt;
    if (way_asks_beaten(way))
        free_to_set = false; /* who wins depends on the setting */
    if (family == HAND_FAMILY_PAI_GOW && way_asks_setting(way) && free_to_set)
        return judge_settings(judge, way);
    if (family == HAND_FAMILY_TILES && free_to_set)
        return judge_tile_settings(judge, way);
    if (family == HAND_FAMILY_BACCARAT && way_asks_beaten(way))
        return judge_lines(judge, way);
    return judge_phrases(judge, way);
}

/* The atoms of the next way from `first` on. */
static struct way way_from(const struct hand_rule *rule, unsigned first)
{
    struct way way = {&rule->atoms[first], 0};
    while (first + way.count < rule->count && way.atoms[way.count].way == way.atoms->way)
        way.count++;
    return way;
}

static enum status judge_begin(const struct hand_rule *rule, const struct showing *showing,
                               struct judge *judge, struct fault *fault)
{
    CHECK(rule->count > 0);
    if (showing->game->family == HAND_FAMILY_NONE)
        return fault_set(fault, STATUS_INVALID, 0, "only the name of %s is known, not its hands",
                         showing->game->name);
    if (!showing->has[SHOWING_CARDS])
        return fault_set(fault, STATUS_INVALID, 0, "the player's cards must be known");
    *judge = (struct judge){.showing = showing, .game = showing->game, .own = showing->own, .fault = fault};
    judge->has_winner = showing->has[SHOWING_WINNER] || showing->has[SHOWING_BANKER];
    judge->winner = showing->has[SHOWING_WINNER] ? showing->winner : showing->banker;
    return STATUS_OK;
}

enum status hand_rule_judge(const struct hand_rule *rule, const struct showing *showing,
                            struct hand_answer *answer, struct fault *fault)
{
    struct hand_answer best = {0};
    struct judge start;
    enum status status = judge_begin(rule, showing, &start, fault);
    for (unsigned first = 0; status == STATUS_OK && first < rule->count && !best.qualifies;) {
        struct way way = way_from(rule, first);
        struct judge judge = start;
        char why[HAND_WHY_SIZE];
        text_out_init(&judge.why, why, sizeof why);
        bool holds = judge_way(&judge, way);
        struct text_out out;
        size_t length = text_of(best.why).length;
        text_out_init(&out, best.why + (holds ? 0 : length), sizeof best.why - (holds ? 0 : length));
        text_out_add(&out, "%s%s", !holds && length > 0 ? "; " : "", why);
        best.qualifies = holds;
        status = judge.status;
        first += way.count;
    }
    if (status == STATUS_OK)
        *answer = best;
    return status;
}

enum status hand_rule_holds(const struct hand_rule *rule, const struct showing *showing, bool *holds,
                            struct fault *fault)
{
    bool found = false;
    struct judge start;
    enum status status = judge_begin(rule, showing, &start, fault);
    start.silent = true;
    for (unsigned first = 0; status == STATUS_OK && first < rule->count && !found;) {
        struct way way = way_from(rule, first);
        struct judge judge = start;
        found = judge_way(&judge, way);
        status = judge.status;
        first += way.count;
    }
    if (status == STATUS_OK)
        *holds = found;
    return status;
}
