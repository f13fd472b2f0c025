/*
 * The compiler of the hand language: what stands around the name of a hand, phrases and ways. One function for each rule of
 * the grammar in docs/formats/hands.md; hand_parse_hand.c has the names.
 */
#include "rulebook/hand_parser_internal.h"

/* ------------------------------------------------------------------------------------------ around the core */

static bool skip_article(struct parser *parser)
{
    bool article = parser_next_is(parser, "a") || parser_next_is(parser, "an") ||
                   parser_next_is(parser, "any") || parser_next_is(parser, "the") ||
                   parser_next_is(parser, "complete") || parser_next_is(parser, "are") ||
                   parser_next_is(parser, "is");
    if (!article || parser_ranks_follow(parser))
        return false;
    parser->at++;
    return true;
}

/* "first three cards", "banker's first three cards" */
static enum status parse_first(struct parser *parser, struct hand_atom *atom)
{
    unsigned number;
    if (!parser_take_number(parser, &number))
        return parser_expected(parser, "a number of cards");
    if (number < 1 || number > 9)
        return parser_refused(parser, parser->at - 1, "the first one to nine cards can be asked");
    if (!parser_take(parser, "cards") && !parser_take(parser, "card"))
        return parser_expected(parser, "\"cards\"");
    atom->first = (uint8_t)number;
    atom->place = HAND_PLACE_FIRST;
    if (number != 2 || !parser_take(parser, "and up card"))
        return STATUS_OK;
    atom->place = HAND_PLACE_UP_CARD;
    atom->first = 0;
    return STATUS_OK;
}

static bool take_side(struct parser *parser, struct hand_atom *atom)
{
    static const char *const lines[] = {"player line", "player hand", "player's"};
    static const char *const banks[] = {"banker line", "banker hand", "banker's"};
    unsigned index;
    if (parser_next_is(parser, "player and banker tie"))
        return false;
    if (parser_take_any(parser, lines, 3, &index))
        atom->side = HAND_SIDE_PLAYER;
    else if (parser_take_any(parser, banks, 3, &index))
        atom->side = HAND_SIDE_BANKER;
    else
        return false;
    return true;
}

static void add_atom(struct parser *parser, const struct hand_atom *atom)
{
    parser->rule.atoms[parser->rule.count] = *atom;
    parser->rule.atoms[parser->rule.count].way = (uint8_t)parser->way;
    parser->rule.atoms[parser->rule.count].phrase = (uint8_t)parser->phrase;
    parser->rule.count++;
}

static struct hand_atom atom_here(const struct parser *parser)
{
    size_t position = parser_word(parser, 0)->position;
    return (struct hand_atom){.side = (uint8_t)parser->side,
                              .position = (uint16_t)(position < UINT16_MAX ? position : UINT16_MAX)};
}

/* "natural" is a hand of its own, unless a hand follows that it describes. */
static bool natural_alone(const struct parser *parser)
{
    const struct hand_word *next = parser_word(parser, 1);
    static const char *const hands[] = {"royal", "straight", "flush", "full",  "pair",  "two",  "three",
                                        "four",  "five",     "six",   "seven", "trips", "quads"};
    for (unsigned i = 0; i < sizeof hands / sizeof hands[0]; i++)
        if (hand_word_is(next, hands[i]))
            return false;
    enum rank rank;
    unsigned number;
    struct parser ahead = *parser;
    ahead.at++;
    if (hand_word_ranks(next, &rank) || parser_ranks_follow(&ahead))
        return false;
    if (!hand_word_number(next, &number))
        return true;
    return (number == 8 || number == 9) && !hand_word_is(parser_word(parser, 2), "card") &&
           !hand_word_is(parser_word(parser, 2), "cards") && !hand_word_is(parser_word(parser, 2), "face") &&
           !hand_word_is(parser_word(parser, 2), "picture");
}

static enum status parse_prefixes(struct parser *parser, struct hand_atom *atom)
{
    for (;;) {
        enum status status = STATUS_OK;
        if (skip_article(parser))
            continue;
        if (!parser_next_is(parser, "suited war") && parser_take(parser, "suited"))
            atom->alike = HAND_ALIKE_SUIT;
        else if (parser_take(parser, "unsuited"))
            atom->alike = HAND_ALIKE_MIXED;
        else if (parser_next_is(parser, "natural") && !parser_next_is(parser, "natural tie") &&
                 !natural_alone(parser))
            atom->natural = parser_take(parser, "natural");
        else if (parser_take(parser, "first"))
            status = parse_first(parser, atom);
        else if (parser_take(parser, "pocket"))
            atom->place = HAND_PLACE_HOLE;
        else if (parser_next_is(parser, "player") || parser_next_is(parser, "player's") ||
                 parser_next_is(parser, "banker") || parser_next_is(parser, "banker's")) {
            if (parser->side == HAND_SIDE_WINNER)
                return parser_refused(parser, parser->at, "\"beaten by\" names a hand, not a line");
            if (parser_next_is(parser, "player and banker tie"))
                return STATUS_OK;
            if (!take_side(parser, atom))
                return parser->at++, parser_expected(parser, "\"line\" or \"hand\"");
        } else
            return STATUS_OK;
        if (status != STATUS_OK)
            return status;
    }
}

static bool take_place(struct parser *parser, struct hand_atom *atom)
{
    static const struct {
        const char *phrase;
        enum hand_place place;
    } places[] = {
        {"in front", HAND_PLACE_FRONT},
        {"in the front", HAND_PLACE_FRONT},
        {"in the middle", HAND_PLACE_MIDDLE},
        {"in middle", HAND_PLACE_MIDDLE},
        {"in back", HAND_PLACE_BACK},
        {"in the back", HAND_PLACE_BACK},
        {"behind", HAND_PLACE_BACK},
        {"on the flop alone", HAND_PLACE_FLOP_ALONE},
        {"on the flop", HAND_PLACE_FLOP},
        {"on the board", HAND_PLACE_BOARD},
        {"in the hole", HAND_PLACE_HOLE},
        {"with the dealer's cards", HAND_PLACE_TOGETHER},
        {"with the banker's cards", HAND_PLACE_TOGETHER},
        {"in the first two cards and up card", HAND_PLACE_UP_CARD},
    };
    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++)
        if (parser_take(parser, places[i].phrase)) {
            atom->place = (uint8_t)places[i].place;
            return true;
        }
    return false;
}

static bool bound_fits(const struct hand_atom *atom)
{
    bool single = (atom->ranks & (atom->ranks - 1)) == 0 && atom->ranks >> RANK_JOKER == 0;
    switch ((enum hand_shape)atom->shape) {
    case HAND_SHAPE_CLASS:
        return single && atom->kind != HAND_CLASS_THREE_PAIR;
    case HAND_SHAPE_RANKS:
    case HAND_SHAPE_TOTAL:
    case HAND_SHAPE_TILES:
        return true;
    case HAND_SHAPE_NAMED:
        return atom->kind >= HAND_NAME_PAIR_PAIR && atom->kind <= HAND_NAME_GEE_JOON;
    default:
        return false;
    }
}

static enum status parse_bound(struct parser *parser, struct hand_atom *atom, enum hand_bound bound)
{
    if (bound_fits(atom) && atom->bound == HAND_BOUND_EXACT) {
        atom->bound = (uint8_t)bound;
        return STATUS_OK;
    }
    return parser_refused(parser, parser->at - 1,
                          "this follows a hand that has better and lower ones, with one rank, once");
}

static enum status parse_suffixes(struct parser *parser, struct hand_atom *atom)
{
    static const char *const better[] = {"or better", "or higher", "or more"};
    static const char *const lower[] = {"or lower", "or less", "or worse"};
    unsigned index;
    for (;;) {
        enum status status = STATUS_OK;
        if (parser_take_any(parser, better, 3, &index))
            status = parse_bound(parser, atom, HAND_BOUND_BETTER);
        else if (parser_take_any(parser, lower, 3, &index))
            status = parse_bound(parser, atom, HAND_BOUND_LOWER);
        else if (parser_next_is(parser, "in the first") &&
                 !parser_next_is(parser, "in the first two cards and up card")) {
            parser->at += 3;
            status = parse_first(parser, atom);
        } else if (!parser_take_alike(parser, atom) && !take_place(parser, atom))
            return STATUS_OK;
        if (status != STATUS_OK)
            return status;
    }
}

static bool alike_fits(const struct hand_atom *atom, enum hand_alike alike)
{
    if (alike == HAND_ALIKE_ANY)
        return true;
    if (atom->shape == HAND_SHAPE_CLASS && atom->kind == HAND_CLASS_KIND && atom->count == 1)
        return alike == HAND_ALIKE_SUIT_NAMED;
    if (atom->shape == HAND_SHAPE_ALIKE)
        return alike != HAND_ALIKE_MIXED;
    return atom->shape <= HAND_SHAPE_TIE;
}

/* What one atom may not be at once; the words are there, but together they mean nothing. */
static enum status check_atom(const struct parser *parser, const struct hand_atom *atom, unsigned start)
{
    const char *wrong = NULL;
    if (atom->shape == HAND_SHAPE_CLASS && atom->kind == HAND_CLASS_KIND && atom->count == 1 &&
        atom->bound != HAND_BOUND_EXACT)
        wrong = "\"or better\" and \"or lower\" need a pair at least";
    else if (atom->shape == HAND_SHAPE_COUNT_OF &&
             (atom->place != HAND_PLACE_WHOLE || atom->negated || atom->natural ||
              atom->side == HAND_SIDE_WINNER || atom->alike != HAND_ALIKE_ANY))
        wrong = "a number of cards stands alone, as in \"21, seven cards\"";
    else if (!alike_fits(atom, (enum hand_alike)atom->alike))
        wrong = "suits and colours do not describe this hand";
    else if (atom->natural && atom->shape > HAND_SHAPE_FROM)
        wrong = "\"natural\" does not describe this hand";
    else if (atom->shape == HAND_SHAPE_PLACE && atom->number == 0)
        wrong = "the best hand is the 1st";
    if (!wrong)
        return STATUS_OK;
    return fault_set(parser->fault, STATUS_INVALID, parser->words->words[start].position, "%s", wrong);
}

/* Of two words for one thing the later holds; what the earlier left behind is cleared, and a suited war is one hand
 * however it is said. */
static void settle_atom(struct hand_atom *atom)
{
    if (atom->place != HAND_PLACE_FIRST)
        atom->first = 0;
    if (atom->alike != HAND_ALIKE_SUIT_NAMED)
        atom->suit = 0;
    if (atom->shape == HAND_SHAPE_NAMED && atom->kind == HAND_NAME_WAR && atom->alike == HAND_ALIKE_SUIT) {
        atom->kind = HAND_NAME_SUITED_WAR;
        atom->alike = HAND_ALIKE_ANY;
    }
}

static enum status parse_atom(struct parser *parser)
{
    if (parser->rule.count == HAND_ATOMS_MAX)
        return fault_set(parser->fault, STATUS_NO_SPACE, parser_word(parser, 0)->position,
                         "too long: at most %d hands and conditions expected", HAND_ATOMS_MAX);
    struct hand_atom atom = atom_here(parser);
    unsigned start = parser->at;
    atom.negated = parser_take(parser, "not") || parser_take(parser, "no");
    enum status status = parse_prefixes(parser, &atom);
    if (status == STATUS_OK)
        status = parser_hand(parser, &atom);
    if (status == STATUS_OK)
        status = parse_suffixes(parser, &atom);
    if (status == STATUS_OK)
        settle_atom(&atom);
    if (status == STATUS_OK)
        status = check_atom(parser, &atom, start);
    if (status == STATUS_OK)
        add_atom(parser, &atom);
    return status;
}

/* ------------------------------------------------------------------------------------------ phrases */

/* Conditions on how the hand was made. Each is a phrase of its own. */
static bool take_condition(struct parser *parser, struct hand_atom *atom)
{
    static const struct {
        const char *phrase;
        enum hand_shape shape;
        uint8_t kind;
        bool negated;
    } conditions[] = {
        {"both hole cards in the best hand", HAND_SHAPE_HOLES, HAND_HOLES_BOTH_BEST, false},
        {"both hole cards", HAND_SHAPE_HOLES, HAND_HOLES_BOTH, false},
        {"two hole cards", HAND_SHAPE_HOLES, HAND_HOLES_BOTH, false},
        {"one hole card", HAND_SHAPE_HOLES, HAND_HOLES_ONE, false},
        {"a hole card", HAND_SHAPE_HOLES, HAND_HOLES_ONE, false},
        {"pocket pair", HAND_SHAPE_HOLES, HAND_HOLES_PAIR, false},
        {"any five cards", HAND_SHAPE_HOLES, HAND_HOLES_ANY, false},
        {"no joker", HAND_SHAPE_JOKER, 0, true},
        {"no jokers", HAND_SHAPE_JOKER, 0, true},
        {"a joker", HAND_SHAPE_JOKER, 0, false},
        {"joker", HAND_SHAPE_JOKER, 0, false},
        {"dealt", HAND_SHAPE_DEALT, 0, false},
        {"however set", HAND_SHAPE_DEALT, 0, false},
        {"wins", HAND_SHAPE_WINS, 0, false},
        {"beaten by a better hand", HAND_SHAPE_BEATEN, 0, false},
        {"beaten by a higher hand", HAND_SHAPE_BEATEN, 0, false},
        {"beaten by a higher ranking hand", HAND_SHAPE_BEATEN, 0, false},
        {"beaten by any hand", HAND_SHAPE_BEATEN, 0, false},
        {"second best", HAND_SHAPE_BEATEN, 0, false},
        {"losing", HAND_SHAPE_BEATEN, 0, false},
    };
    *atom = atom_here(parser);
    for (unsigned i = 0; i < sizeof conditions / sizeof conditions[0]; i++)
        if (parser_take(parser, conditions[i].phrase)) {
            atom->shape = (uint8_t)conditions[i].shape;
            atom->kind = conditions[i].kind;
            atom->negated = conditions[i].negated;
            return true;
        }
    bool beaten = parser_next_is(parser, "beaten") && !parser_next_is(parser, "beaten by");
    atom->shape = HAND_SHAPE_BEATEN;
    return beaten && parser_take(parser, "beaten");
}

static enum status parse_condition(struct parser *parser, struct hand_atom *atom)
{
    if (atom->shape == HAND_SHAPE_HOLES)
        atom->both_hands = parser_take(parser, "in both hands");
    if (atom->shape == HAND_SHAPE_JOKER &&
        (parser_take(parser, "in front") || parser_take(parser, "in the front")))
        atom->place = HAND_PLACE_FRONT;
    if (parser->rule.count == HAND_ATOMS_MAX)
        return fault_set(parser->fault, STATUS_NO_SPACE, atom->position,
                         "too long: at most %d hands and conditions expected", HAND_ATOMS_MAX);
    add_atom(parser, atom);
    return STATUS_OK;
}

/* ", suited" describes the hands named last. */
static bool take_description(struct parser *parser)
{
    struct hand_atom described = {0};
    unsigned start = parser->at;
    if (!parser_take_alike(parser, &described))
        return false;
    bool good = parser->hands_end > parser->hands_first &&
                (parser_word(parser, 0)->mark != HAND_MARK_WORD || parser_next_is(parser, "and") ||
                 parser_next_is(parser, "with"));
    for (unsigned i = parser->hands_first; i < parser->hands_end; i++)
        good = good && alike_fits(&parser->rule.atoms[i], (enum hand_alike)described.alike);
    if (!good) {
        parser->at = start;
        return false;
    }
    for (unsigned i = parser->hands_first; i < parser->hands_end; i++) {
        parser->rule.atoms[i].alike = described.alike;
        parser->rule.atoms[i].suit = described.suit;
    }
    return true;
}

static enum status parse_hands(struct parser *parser)
{
    enum status status = parse_atom(parser);
    while (status == STATUS_OK && parser_next_is(parser, "or")) {
        parser->at++;
        if (parser->rule.atoms[parser->rule.count - 1].shape == HAND_SHAPE_COUNT_OF)
            return parser_expected(parser, "\"more cards\"");
        status = parse_atom(parser);
        if (status == STATUS_OK && parser->rule.atoms[parser->rule.count - 1].shape == HAND_SHAPE_COUNT_OF)
            return parser_refused(parser, parser->at - 1,
                                  "a number of cards stands alone, as in \"21, seven cards\"");
    }
    return status;
}

/* True if a hand follows "dealt" without a comma, as in "dealt pair-pair". */
static bool hand_follows(const struct parser *parser)
{
    return parser_word(parser, 0)->mark == HAND_MARK_WORD && !parser_next_is(parser, "and") &&
           !parser_next_is(parser, "with");
}

static enum status parse_phrase(struct parser *parser)
{
    struct hand_atom condition;
    if (take_condition(parser, &condition)) {
        enum status status = parse_condition(parser, &condition);
        parser->phrase++;
        if (status != STATUS_OK || condition.shape != HAND_SHAPE_DEALT || !hand_follows(parser))
            return status;
    }
    unsigned first = parser->rule.count;
    parser->side = parser_take(parser, "beaten by") ? HAND_SIDE_WINNER : HAND_SIDE_OWN;
    enum status status = parse_hands(parser);
    parser->side = HAND_SIDE_OWN;
    parser->phrase++;
    if (status == STATUS_OK && parser->rule.atoms[first].shape != HAND_SHAPE_COUNT_OF) {
        parser->hands_first = first;
        parser->hands_end = parser->rule.count;
    }
    return status;
}

static bool take_joint(struct parser *parser)
{
    bool comma = parser_take_mark(parser, HAND_MARK_COMMA);
    return parser_take(parser, "and") || parser_take(parser, "with") || comma;
}

static enum status parse_way(struct parser *parser)
{
    parser->hands_first = parser->hands_end = parser->rule.count;
    enum status status = parse_phrase(parser);
    while (status == STATUS_OK && take_joint(parser))
        if (!take_description(parser))
            status = parse_phrase(parser);
    return status;
}

enum status hand_rule_compile(struct text text, size_t origin, struct hand_rule *rule, struct fault *fault)
{
    struct hand_words words;
    enum status status = hand_words_read(text, origin, &words, fault);
    if (status != STATUS_OK)
        return status;
    struct parser parser = {.words = &words, .fault = fault};
    do {
        status = parse_way(&parser);
        parser.way++;
    } while (status == STATUS_OK && parser_take_mark(&parser, HAND_MARK_SEMICOLON) &&
             ((void)parser_take(&parser, "or"), true));
    if (status != STATUS_OK)
        return status;
    if (parser_word(&parser, 0)->mark != HAND_MARK_END)
        return parser_expected(&parser, "a comma, a semicolon or the end");
    *rule = parser.rule;
    return STATUS_OK;
}
