/*
 * A hand by its name: "three aces", "full house, aces over jacks", "natural 9", "gee joon". One function for each rule of the
 * grammar in docs/formats/hands.md.
 */
#include "rulebook/hand_parser_internal.h"

#include "cards/tiles.h"

/* ------------------------------------------------------------------------------------------ ranks */

static bool ranks_at(const struct parser *parser, unsigned ahead, enum rank *rank)
{
    return hand_word_ranks(parser_word(parser, ahead), rank);
}

/* How many words the rest of a list takes: ", kings or aces" is 4 words; 0 if the list ends here. */
static unsigned list_rest(const struct parser *parser)
{
    enum rank rank;
    unsigned ahead = 0;
    while (parser_word(parser, ahead)->mark == HAND_MARK_COMMA && ranks_at(parser, ahead + 1, &rank))
        ahead += 2;
    bool closed = hand_word_is(parser_word(parser, ahead), "or") && ranks_at(parser, ahead + 1, &rank) &&
                  !hand_word_is(parser_word(parser, ahead + 2), "full") &&
                  !hand_word_is(parser_word(parser, ahead + 2), "over");
    return closed ? ahead + 2 : 0;
}

/* "7s", "queens, kings or aces" */
static bool take_ranks(struct parser *parser, uint16_t *ranks)
{
    enum rank rank;
    if (!ranks_at(parser, 0, &rank))
        return false;
    parser->at++;
    *ranks = (uint16_t)(1U << rank);
    for (unsigned rest = list_rest(parser); rest > 0; rest--, parser->at++)
        if (ranks_at(parser, 0, &rank))
            *ranks = (uint16_t)(*ranks | 1U << rank);
    return true;
}

/* "A-2-3-4-5": at least two ranks joined by hyphens. */
static enum status parse_sequence(struct parser *parser, struct hand_atom *atom)
{
    atom->shape = HAND_SHAPE_RANKS;
    unsigned total = 0;
    enum rank rank;
    while (hand_word_rank(parser_word(parser, 0), &rank) && (total == 0 || parser_word(parser, 0)->hyphen)) {
        if (total == 13)
            return parser_expected(parser, "at most thirteen ranks");
        atom->list += UINT64_C(1) << (4 * (unsigned)rank);
        parser->at++;
        total++;
    }
    atom->count = (uint8_t)total;
    return STATUS_OK;
}

static bool sequence_next(const struct parser *parser)
{
    enum rank rank;
    return hand_word_rank(parser_word(parser, 0), &rank) && parser_word(parser, 1)->hyphen &&
           hand_word_rank(parser_word(parser, 1), &rank);
}

/* ------------------------------------------------------------------------------------------ classes */

static bool take_class(struct parser *parser, struct hand_atom *atom)
{
    static const struct {
        const char *phrase;
        enum hand_class class;
        uint8_t count;
    } classes[] = {
        {"royal flush", HAND_CLASS_ROYAL_FLUSH, 0},
        {"royal", HAND_CLASS_ROYAL_FLUSH, 0},
        {"straight flush", HAND_CLASS_STRAIGHT_FLUSH, 0},
        {"straight", HAND_CLASS_STRAIGHT, 0},
        {"flush", HAND_CLASS_FLUSH, 0},
        {"full house", HAND_CLASS_FULL_HOUSE, 0},
        {"two pair", HAND_CLASS_TWO_PAIR, 0},
        {"two pairs", HAND_CLASS_TWO_PAIR, 0},
        {"three pair", HAND_CLASS_THREE_PAIR, 0},
        {"three pairs", HAND_CLASS_THREE_PAIR, 0},
        {"trips", HAND_CLASS_KIND, 3},
        {"quads", HAND_CLASS_KIND, 4},
        {"pair", HAND_CLASS_KIND, 2},
        {"three of a kind", HAND_CLASS_KIND, 3},
        {"four of a kind", HAND_CLASS_KIND, 4},
        {"five of a kind", HAND_CLASS_KIND, 5},
        {"six of a kind", HAND_CLASS_KIND, 6},
    };
    for (unsigned i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (parser_take(parser, classes[i].phrase)) {
            atom->shape = HAND_SHAPE_CLASS;
            atom->kind = (uint8_t)classes[i].class;
            atom->count = classes[i].count;
            return true;
        }
    return false;
}

/* Behind ranks: "aces full", "aces full of kings", "aces over jacks". */
static enum status parse_full(struct parser *parser, struct hand_atom *atom)
{
    atom->shape = HAND_SHAPE_CLASS;
    atom->kind = HAND_CLASS_FULL_HOUSE;
    atom->count = 0;
    enum rank rank;
    bool under = parser_take(parser, "over") || parser_take(parser, "full of");
    if (!under)
        return parser_take(parser, "full") ? STATUS_OK : parser_expected(parser, "\"over\" or \"full\"");
    if (!ranks_at(parser, 0, &rank) || rank == RANK_JOKER)
        return parser_expected(parser, "the rank of the pair, as in \"aces over jacks\",");
    parser->at++;
    atom->under = (uint16_t)(1U << rank);
    if ((atom->ranks & atom->under) != 0)
        return parser_refused(parser, parser->at - 1,
                              "the pair of a full house has another rank than the three");
    return STATUS_OK;
}

/* Behind a class: ", 8s or better", " of 8s", ", aces over jacks". */
static enum status parse_designation(struct parser *parser, struct hand_atom *atom)
{
    bool full = atom->kind == HAND_CLASS_FULL_HOUSE;
    if (atom->kind != HAND_CLASS_KIND && !full)
        return STATUS_OK;
    enum rank rank;
    unsigned skip = parser_word(parser, 0)->mark == HAND_MARK_COMMA || parser_next_is(parser, "of") ? 1 : 0;
    if (skip == 0 || !ranks_at(parser, 1, &rank))
        return STATUS_OK;
    parser->at += 1;
    if (!full) {
        (void)take_ranks(parser, &atom->ranks);
        return STATUS_OK;
    }
    if (rank == RANK_JOKER)
        return parser_expected(parser, "the rank of the three");
    parser->at++;
    atom->ranks = (uint16_t)(1U << rank);
    return parse_full(parser, atom);
}

/* "queen-high straight", "9 high", "2 to 6 straight flush" */
static enum status parse_high(struct parser *parser, struct hand_atom *atom)
{
    enum rank rank;
    (void)hand_word_rank(parser_word(parser, 0), &rank);
    parser->at += 2;
    if (!take_class(parser, atom)) {
        atom->shape = HAND_SHAPE_CLASS;
        atom->kind = HAND_CLASS_HIGH_CARD;
    } else if (atom->kind != HAND_CLASS_STRAIGHT && atom->kind != HAND_CLASS_FLUSH &&
               atom->kind != HAND_CLASS_STRAIGHT_FLUSH) {
        return parser_refused(parser, parser->at - 1,
                              "only a straight, a flush or a straight flush has a highest card");
    }
    atom->ranks = (uint16_t)(1U << rank);
    return STATUS_OK;
}

static bool high_next(const struct parser *parser)
{
    enum rank rank;
    return hand_word_rank(parser_word(parser, 0), &rank) && hand_word_is(parser_word(parser, 1), "high");
}

static bool span_next(const struct parser *parser)
{
    enum rank rank;
    return hand_word_rank(parser_word(parser, 0), &rank) && hand_word_is(parser_word(parser, 1), "to") &&
           hand_word_rank(parser_word(parser, 2), &rank);
}

/* From low to high; an ace at the low end is low. */
static enum status parse_span(struct parser *parser, uint16_t *ranks)
{
    enum rank low, high;
    if (!span_next(parser))
        return parser_expected(parser, "two ranks, as in \"2 to 8\",");
    (void)hand_word_rank(parser_word(parser, 0), &low);
    (void)hand_word_rank(parser_word(parser, 2), &high);
    *ranks = low == RANK_ACE ? 1U << RANK_ACE : 0;
    unsigned first = low == RANK_ACE ? 0 : (unsigned)low;
    if (first > (unsigned)high)
        return parser_refused(parser, parser->at, "the lower rank stands first");
    for (unsigned rank = first; rank <= (unsigned)high; rank++)
        *ranks = (uint16_t)(*ranks | 1U << rank);
    parser->at += 3;
    return STATUS_OK;
}

static enum status parse_span_straight(struct parser *parser, struct hand_atom *atom)
{
    enum status status = parse_span(parser, &atom->ranks);
    if (status != STATUS_OK)
        return status;
    if (!parser_next_is(parser, "straight"))
        return parser_expected(parser, "\"straight\"");
    atom->shape = HAND_SHAPE_RANKS;
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        if ((atom->ranks >> rank & 1) != 0) {
            atom->list += UINT64_C(1) << (4 * rank);
            atom->count++;
        }
    atom->ranks = 0;
    if (atom->count < 2)
        return parser_refused(parser, parser->at, "a straight has two ranks at least");
    if (parser_take(parser, "straight flush"))
        atom->alike = HAND_ALIKE_SUIT;
    else
        (void)parser_take(parser, "straight");
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ numbers */

bool parser_take_alike(struct parser *parser, struct hand_atom *atom)
{
    static const struct {
        const char *phrase;
        enum hand_alike alike;
    } words[] = {
        {"of one suit", HAND_ALIKE_SUIT},
        {"of the same suit", HAND_ALIKE_SUIT},
        {"same suit", HAND_ALIKE_SUIT},
        {"one suit", HAND_ALIKE_SUIT},
        {"suited", HAND_ALIKE_SUIT},
        {"of one colour", HAND_ALIKE_COLOUR},
        {"of one color", HAND_ALIKE_COLOUR},
        {"of the same colour", HAND_ALIKE_COLOUR},
        {"of the same color", HAND_ALIKE_COLOUR},
        {"same colour", HAND_ALIKE_COLOUR},
        {"same color", HAND_ALIKE_COLOUR},
        {"one colour", HAND_ALIKE_COLOUR},
        {"one color", HAND_ALIKE_COLOUR},
        {"unsuited", HAND_ALIKE_MIXED},
        {"no flush", HAND_ALIKE_MIXED},
    };
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (parser_take(parser, words[i].phrase)) {
            atom->alike = (uint8_t)words[i].alike;
            return true;
        }
    static const char *const suits[] = {"of clubs", "of diamonds", "of hearts", "of spades"};
    unsigned suit;
    if (!parser_take_any(parser, suits, SUIT_COUNT, &suit))
        return false;
    atom->alike = HAND_ALIKE_SUIT_NAMED;
    atom->suit = (uint8_t)suit;
    return true;
}

/* Behind "seven cards": of one suit, from 2 to 8, or nothing more, and then it is a number of cards. */
static enum status parse_cards(struct parser *parser, struct hand_atom *atom)
{
    if (parser_take_alike(parser, atom)) {
        atom->shape = HAND_SHAPE_ALIKE;
        return atom->alike != HAND_ALIKE_MIXED
                   ? STATUS_OK
                   : parser_refused(parser, parser->at - 1,
                                    "so many cards can be of one suit or colour, not unsuited");
    }
    if (parser_take(parser, "from")) {
        atom->shape = HAND_SHAPE_FROM;
        return parse_span(parser, &atom->ranks);
    }
    atom->shape = HAND_SHAPE_COUNT_OF;
    return STATUS_OK;
}

/* Behind "five-card" */
static enum status parse_sized(struct parser *parser, struct hand_atom *atom, unsigned number)
{
    enum status status = STATUS_OK;
    if (high_next(parser))
        status = parse_high(parser, atom);
    else if (!take_class(parser, atom))
        return parser_expected(parser, "a class of hands, as in \"five-card straight\",");
    if (status != STATUS_OK)
        return status;
    if (number > 5 && atom->kind == HAND_CLASS_FLUSH && atom->ranks == 0) {
        atom->shape = HAND_SHAPE_ALIKE;
        atom->kind = 0;
        atom->count = (uint8_t)number;
        atom->alike = HAND_ALIKE_SUIT;
        return STATUS_OK;
    }
    bool six = number == 6 && atom->kind == HAND_CLASS_STRAIGHT_FLUSH && atom->ranks == 0;
    if (!six && (number < 3 || number > 5)) {
        return parser_refused(
            parser, parser->at - 1,
            "there are classes of three, four and five cards, longer flushes, and straight flushes of six");
    }
    atom->size = (uint8_t)number;
    return parse_designation(parser, atom);
}

static enum status parse_points(struct parser *parser, struct hand_atom *atom, unsigned number)
{
    atom->shape = HAND_SHAPE_TILES;
    atom->kind = TILE_CLASS_POINTS;
    atom->number = (uint8_t)number;
    if (number <= 9)
        return STATUS_OK;
    return parser_refused(parser, parser->at - 2, "two tiles have 0 to 9 points");
}

static enum status parse_kind(struct parser *parser, struct hand_atom *atom, unsigned number)
{
    if (number < 1 || number > 6) {
        return parser_refused(parser, parser->at - 1, "one to six cards of a rank can be asked");
    }
    (void)take_ranks(parser, &atom->ranks);
    atom->shape = HAND_SHAPE_CLASS;
    atom->kind = HAND_CLASS_KIND;
    atom->count = (uint8_t)number;
    return STATUS_OK;
}

/* A number opens many things: "seven cards", "three 7s", "five-card straight", "21". */
static enum status parse_numbered(struct parser *parser, struct hand_atom *atom)
{
    unsigned number = 0;
    enum rank rank;
    unsigned start = parser->at;
    (void)parser_take_number(parser, &number);
    atom->count = (uint8_t)number;
    bool many = number > 13 || number == 0;
    if (parser_take(parser, "points"))
        return atom->count = 0, parse_points(parser, atom, number);
    if (number == 1 && hand_word_rank(parser_word(parser, 0), &rank) && !parser_word(parser, 0)->hyphen) {
        atom->shape = HAND_SHAPE_CLASS;
        atom->kind = HAND_CLASS_KIND;
        atom->ranks = (uint16_t)(1U << rank);
        parser->at++;
        return STATUS_OK;
    }
    if (ranks_at(parser, 0, &rank))
        return parse_kind(parser, atom, number);
    bool cards = parser_next_is(parser, "cards") || parser_next_is(parser, "card") ||
                 parser_next_is(parser, "or more cards") || parser_next_is(parser, "face") ||
                 parser_next_is(parser, "picture");
    if (cards && many) {
        return parser_refused(parser, start, "one to thirteen cards can be asked");
    }
    if (parser_take(parser, "face cards") || parser_take(parser, "picture cards") ||
        parser_take(parser, "face card")) {
        atom->shape = HAND_SHAPE_FACES;
        return STATUS_OK;
    }
    if (parser_take(parser, "or more cards")) {
        atom->shape = HAND_SHAPE_COUNT_OF;
        atom->bound = HAND_BOUND_BETTER;
        return STATUS_OK;
    }
    if (parser_take(parser, "cards"))
        return parse_cards(parser, atom);
    if (parser_take(parser, "card"))
        return atom->count = 0, parse_sized(parser, atom, number);
    atom->count = 0;
    atom->shape = HAND_SHAPE_TOTAL;
    atom->number = (uint8_t)number;
    if (number <= 31)
        return STATUS_OK;
    return parser_refused(parser, start, "a total is 31 at most");
}

/* ------------------------------------------------------------------------------------------ other cores */

static enum status parse_tie(struct parser *parser, struct hand_atom *atom)
{
    atom->shape = HAND_SHAPE_TIE;
    unsigned number = HAND_ANY_NUMBER;
    if (parser_take(parser, "at")) {
        if (!parser_take_number(parser, &number))
            return parser_expected(parser, "a total from 0 to 9");
        if (number > 9)
            return parser_refused(parser, parser->at - 1, "a tie is at 0 to 9");
    }
    atom->number = (uint8_t)number;
    return STATUS_OK;
}

static enum status parse_home_run(struct parser *parser, struct hand_atom *atom)
{
    atom->shape = HAND_SHAPE_HOME_RUN;
    atom->number = 0;
    unsigned number;
    if (!parser_take(parser, "of"))
        return STATUS_OK;
    if (!parser_take_number(parser, &number))
        return parser_expected(parser, "a number of points");
    if (!parser_take(parser, "points or more") && !parser_take(parser, "or more points") &&
        !parser_take(parser, "points or better"))
        return parser_expected(parser, "\"points or more\"");
    atom->number = (uint8_t)number;
    return STATUS_OK;
}

static enum status parse_total(struct parser *parser, struct hand_atom *atom)
{
    (void)parser_take(parser, "of");
    unsigned number;
    if (!parser_take_number(parser, &number))
        return parser_expected(parser, "a total");
    if (number > 31)
        return parser_refused(parser, parser->at - 1, "a total is 31 at most");
    atom->shape = HAND_SHAPE_TOTAL;
    atom->number = (uint8_t)number;
    return STATUS_OK;
}

static enum status parse_ranked_place(struct parser *parser, struct hand_atom *atom)
{
    unsigned number = 0;
    (void)hand_word_ordinal(parser_word(parser, 0), &number);
    parser->at++;
    atom->shape = HAND_SHAPE_PLACE;
    atom->number = (uint8_t)number;
    bool before = parser_take(parser, "or better");
    if (!parser_take(parser, "ranked hand"))
        return parser_expected(parser, "\"ranked hand\"");
    if (!before && !parser_take(parser, "or better"))
        return parser_expected(parser, "\"or better\"");
    return STATUS_OK;
}

/* "two aces" without the number: of the first two cards, or a pair. */
static enum status parse_plural(struct parser *parser, struct hand_atom *atom)
{
    (void)take_ranks(parser, &atom->ranks);
    bool full = parser_next_is(parser, "full") || parser_next_is(parser, "over");
    bool single = (atom->ranks & (atom->ranks - 1)) == 0 && atom->ranks >> RANK_JOKER == 0;
    if (full)
        return single ? parse_full(parser, atom)
                      : parser_refused(parser, parser->at, "a full house has one rank of three");
    atom->shape = HAND_SHAPE_CLASS;
    atom->kind = HAND_CLASS_KIND;
    atom->count = atom->place == HAND_PLACE_FIRST && atom->first <= 6 ? atom->first : 2;
    return STATUS_OK;
}

/* Behind "double Fortune 7": ", exact match" or ", same ranks". */
static void take_match(struct parser *parser, struct hand_atom *atom)
{
    unsigned start = parser->at;
    (void)parser_take_mark(parser, HAND_MARK_COMMA);
    if (parser_take(parser, "exact match"))
        atom->kind = HAND_NAME_DOUBLE_FORTUNE_7_EXACT;
    else if (parser_take(parser, "same ranks"))
        atom->kind = HAND_NAME_DOUBLE_FORTUNE_7_RANKS;
    else
        parser->at = start;
}

static bool take_named(struct parser *parser, struct hand_atom *atom)
{
    for (unsigned i = 0; i < hand_named_count; i++)
        if (parser_take(parser, hand_named[i].text)) {
            atom->shape = HAND_SHAPE_NAMED;
            atom->kind = (uint8_t)hand_named[i].name;
            if (atom->kind == HAND_NAME_DOUBLE_FORTUNE_7)
                take_match(parser, atom);
            return true;
        }
    return false;
}

static bool take_tiles(struct parser *parser, struct hand_atom *atom)
{
    bool wong = parser_take(parser, "wong");
    if (!wong && !parser_take(parser, "gong"))
        return false;
    atom->shape = HAND_SHAPE_TILES;
    atom->kind = wong ? TILE_CLASS_WONG : TILE_CLASS_GONG;
    return true;
}

bool parser_ranks_follow(const struct parser *parser)
{
    return sequence_next(parser) || high_next(parser) || span_next(parser);
}

static enum status parse_natural(struct parser *parser, struct hand_atom *atom)
{
    unsigned number = HAND_ANY_NUMBER;
    if (parser_next_is(parser, "8") || parser_next_is(parser, "9") || parser_next_is(parser, "eight") ||
        parser_next_is(parser, "nine"))
        (void)parser_take_number(parser, &number);
    atom->shape = HAND_SHAPE_NATURAL;
    atom->number = (uint8_t)number;
    return STATUS_OK;
}

enum status parser_hand(struct parser *parser, struct hand_atom *atom)
{
    enum rank rank;
    unsigned number;
    if (take_named(parser, atom) || take_tiles(parser, atom))
        return STATUS_OK;
    if (parser_take(parser, "player and banker tie") || parser_take(parser, "tie"))
        return parse_tie(parser, atom);
    if (parser_take(parser, "home run"))
        return parse_home_run(parser, atom);
    if (parser_take(parser, "total") || parser_take(parser, "totals"))
        return parse_total(parser, atom);
    if (parser_take(parser, "blackjack") || parser_take(parser, "natural"))
        return parse_natural(parser, atom);
    if (hand_word_ordinal(parser_word(parser, 0), &number))
        return parse_ranked_place(parser, atom);
    if (sequence_next(parser)) {
        enum status status = parse_sequence(parser, atom);
        bool twice = atom->count == 2 && (atom->list & (atom->list - 1)) == 0;
        if (status != STATUS_OK || !parser_next_is(parser, "tie") || !twice)
            return status;
        number = (unsigned)__builtin_ctzll(atom->list) / 4 + 2;
        *atom = (struct hand_atom){.way = atom->way,
                                   .phrase = atom->phrase,
                                   .side = atom->side,
                                   .natural = atom->natural,
                                   .negated = atom->negated,
                                   .alike = atom->alike,
                                   .position = atom->position,
                                   .shape = HAND_SHAPE_TIE,
                                   .number = (uint8_t)(number > 13 ? 1 : number)};
        if (number > 9 && number <= 13)
            return parser_refused(parser, parser->at - 1, "a tie is at 0 to 9");
        return parser->at++, STATUS_OK;
    }
    if (high_next(parser))
        return parse_high(parser, atom);
    if (span_next(parser))
        return parse_span_straight(parser, atom);
    if (take_class(parser, atom))
        return parse_designation(parser, atom);
    if (hand_word_ranks(parser_word(parser, 0), &rank))
        return parse_plural(parser, atom);
    if (hand_word_number(parser_word(parser, 0), &number))
        return parse_numbered(parser, atom);
    return parser_expected(parser, "a hand");
}
