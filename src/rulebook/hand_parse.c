/*
 * The compiler of the hand language: one function for each rule of the grammar in docs/formats/hands.md.
 */
#include "rulebook/hand_language_internal.h"

#include "cards/tiles.h"

struct parser {
    const struct hand_words *words;
    unsigned at; /* the next word */
    struct hand_rule rule;
    unsigned way, phrase;
    enum hand_side side;  /* HAND_SIDE_WINNER behind "beaten by" */
    unsigned hands_first; /* the atoms of the last phrase of this way that names hands */
    unsigned hands_end;
    struct fault *fault;
};

/* ------------------------------------------------------------------------------------------ words */

static const struct hand_word *word_at(const struct parser *parser, unsigned ahead)
{
    unsigned index = parser->at + ahead;
    return &parser->words->words[index < parser->words->count ? index : parser->words->count - 1];
}

/* How many words make up `phrase` from the next word on, 0 if they are others. */
static unsigned matches(const struct parser *parser, const char *phrase)
{
    struct text rest = text_of(phrase);
    unsigned ahead = 0;
    while (rest.length > 0) {
        size_t length = 0;
        while (length < rest.length && rest.bytes[length] != ' ')
            length++;
        const struct hand_word *word = word_at(parser, ahead);
        if (word->mark != HAND_MARK_WORD ||
            !text_equal_ignoring_case(word->text, text_slice(rest, 0, length)))
            return 0;
        ahead++;
        rest = text_from(rest, length < rest.length ? length + 1 : length);
    }
    return ahead;
}

static bool next_is(const struct parser *parser, const char *phrase)
{
    return matches(parser, phrase) > 0;
}

static bool take(struct parser *parser, const char *phrase)
{
    unsigned count = matches(parser, phrase);
    parser->at += count;
    return count > 0;
}

static bool take_any(struct parser *parser, const char *const *phrases, unsigned count, unsigned *index)
{
    for (*index = 0; *index < count; ++*index)
        if (take(parser, phrases[*index]))
            return true;
    return false;
}

static bool take_mark(struct parser *parser, enum hand_mark mark)
{
    if (word_at(parser, 0)->mark != mark)
        return false;
    parser->at++;
    return true;
}

static bool take_number(struct parser *parser, unsigned *number)
{
    if (!hand_word_number(word_at(parser, 0), number))
        return false;
    parser->at++;
    return true;
}

static enum status expected(const struct parser *parser, const char *what)
{
    const struct hand_word *word = word_at(parser, 0);
    if (word->mark == HAND_MARK_END)
        return fault_set(parser->fault, STATUS_INVALID, word->position, "%s expected, found the end", what);
    struct text shown = text_first_word(word->text, 24);
    return fault_set(parser->fault, STATUS_INVALID, word->position, "%s expected, found \"%.*s\"", what,
                     shown.length > 0 ? (int)shown.length : (int)word->text.length,
                     shown.length > 0 ? shown.bytes : word->text.bytes);
}

/* The word at `index` is known and yet wrong here: `words` is a sentence that says why. */
static enum status refused(const struct parser *parser, unsigned index, const char *words)
{
    return fault_set(parser->fault, STATUS_INVALID, parser->words->words[index].position, "%s", words);
}

/* ------------------------------------------------------------------------------------------ ranks */

static bool ranks_at(const struct parser *parser, unsigned ahead, enum rank *rank)
{
    return hand_word_ranks(word_at(parser, ahead), rank);
}

/* How many words the rest of a list takes: ", kings or aces" is 4 words; 0 if the list ends here. */
static unsigned list_rest(const struct parser *parser)
{
    enum rank rank;
    unsigned ahead = 0;
    while (word_at(parser, ahead)->mark == HAND_MARK_COMMA && ranks_at(parser, ahead + 1, &rank))
        ahead += 2;
    bool closed = hand_word_is(word_at(parser, ahead), "or") && ranks_at(parser, ahead + 1, &rank) &&
                  !hand_word_is(word_at(parser, ahead + 2), "full") &&
                  !hand_word_is(word_at(parser, ahead + 2), "over");
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
    while (hand_word_rank(word_at(parser, 0), &rank) && (total == 0 || word_at(parser, 0)->hyphen)) {
        if (total == 13)
            return expected(parser, "at most thirteen ranks");
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
    return hand_word_rank(word_at(parser, 0), &rank) && word_at(parser, 1)->hyphen &&
           hand_word_rank(word_at(parser, 1), &rank);
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
        if (take(parser, classes[i].phrase)) {
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
    bool under = take(parser, "over") || take(parser, "full of");
    if (!under)
        return take(parser, "full") ? STATUS_OK : expected(parser, "\"over\" or \"full\"");
    if (!ranks_at(parser, 0, &rank) || rank == RANK_JOKER)
        return expected(parser, "the rank of the pair, as in \"aces over jacks\",");
    parser->at++;
    atom->under = (uint16_t)(1U << rank);
    if ((atom->ranks & atom->under) != 0)
        return refused(parser, parser->at - 1, "the pair of a full house has another rank than the three");
    return STATUS_OK;
}

/* Behind a class: ", 8s or better", " of 8s", ", aces over jacks". */
static enum status parse_designation(struct parser *parser, struct hand_atom *atom)
{
    bool full = atom->kind == HAND_CLASS_FULL_HOUSE;
    if (atom->kind != HAND_CLASS_KIND && !full)
        return STATUS_OK;
    enum rank rank;
    unsigned skip = word_at(parser, 0)->mark == HAND_MARK_COMMA || next_is(parser, "of") ? 1 : 0;
    if (skip == 0 || !ranks_at(parser, 1, &rank))
        return STATUS_OK;
    parser->at += 1;
    if (!full) {
        (void)take_ranks(parser, &atom->ranks);
        return STATUS_OK;
    }
    if (rank == RANK_JOKER)
        return expected(parser, "the rank of the three");
    parser->at++;
    atom->ranks = (uint16_t)(1U << rank);
    return parse_full(parser, atom);
}

/* "queen-high straight", "9 high", "2 to 6 straight flush" */
static enum status parse_high(struct parser *parser, struct hand_atom *atom)
{
    enum rank rank;
    (void)hand_word_rank(word_at(parser, 0), &rank);
    parser->at += 2;
    if (!take_class(parser, atom)) {
        atom->shape = HAND_SHAPE_CLASS;
        atom->kind = HAND_CLASS_HIGH_CARD;
    } else if (atom->kind != HAND_CLASS_STRAIGHT && atom->kind != HAND_CLASS_FLUSH &&
               atom->kind != HAND_CLASS_STRAIGHT_FLUSH) {
        return refused(parser, parser->at - 1,
                       "only a straight, a flush or a straight flush has a highest card");
    }
    atom->ranks = (uint16_t)(1U << rank);
    return STATUS_OK;
}

static bool high_next(const struct parser *parser)
{
    enum rank rank;
    return hand_word_rank(word_at(parser, 0), &rank) && hand_word_is(word_at(parser, 1), "high");
}

static bool span_next(const struct parser *parser)
{
    enum rank rank;
    return hand_word_rank(word_at(parser, 0), &rank) && hand_word_is(word_at(parser, 1), "to") &&
           hand_word_rank(word_at(parser, 2), &rank);
}

/* From low to high; an ace at the low end is low. */
static enum status parse_span(struct parser *parser, uint16_t *ranks)
{
    enum rank low, high;
    if (!span_next(parser))
        return expected(parser, "two ranks, as in \"2 to 8\",");
    (void)hand_word_rank(word_at(parser, 0), &low);
    (void)hand_word_rank(word_at(parser, 2), &high);
    *ranks = low == RANK_ACE ? 1U << RANK_ACE : 0;
    unsigned first = low == RANK_ACE ? 0 : (unsigned)low;
    if (first > (unsigned)high)
        return refused(parser, parser->at, "the lower rank stands first");
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
    if (!next_is(parser, "straight"))
        return expected(parser, "\"straight\"");
    atom->shape = HAND_SHAPE_RANKS;
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        if ((atom->ranks >> rank & 1) != 0) {
            atom->list += UINT64_C(1) << (4 * rank);
            atom->count++;
        }
    atom->ranks = 0;
    if (atom->count < 2)
        return refused(parser, parser->at, "a straight has two ranks at least");
    if (take(parser, "straight flush"))
        atom->alike = HAND_ALIKE_SUIT;
    else
        (void)take(parser, "straight");
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ numbers */

static bool take_alike(struct parser *parser, struct hand_atom *atom)
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
        if (take(parser, words[i].phrase)) {
            atom->alike = (uint8_t)words[i].alike;
            return true;
        }
    static const char *const suits[] = {"of clubs", "of diamonds", "of hearts", "of spades"};
    unsigned suit;
    if (!take_any(parser, suits, SUIT_COUNT, &suit))
        return false;
    atom->alike = HAND_ALIKE_SUIT_NAMED;
    atom->suit = (uint8_t)suit;
    return true;
}

/* Behind "seven cards": of one suit, from 2 to 8, or nothing more, and then it is a number of cards. */
static enum status parse_cards(struct parser *parser, struct hand_atom *atom)
{
    if (take_alike(parser, atom)) {
        atom->shape = HAND_SHAPE_ALIKE;
        return atom->alike != HAND_ALIKE_MIXED
                   ? STATUS_OK
                   : refused(parser, parser->at - 1,
                             "so many cards can be of one suit or colour, not unsuited");
    }
    if (take(parser, "from")) {
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
        return expected(parser, "a class of hands, as in \"five-card straight\",");
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
        return refused(
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
    return refused(parser, parser->at - 2, "two tiles have 0 to 9 points");
}

static enum status parse_kind(struct parser *parser, struct hand_atom *atom, unsigned number)
{
    if (number < 1 || number > 6) {
        return refused(parser, parser->at - 1, "one to six cards of a rank can be asked");
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
    (void)take_number(parser, &number);
    atom->count = (uint8_t)number;
    bool many = number > 13 || number == 0;
    if (take(parser, "points"))
        return atom->count = 0, parse_points(parser, atom, number);
    if (number == 1 && hand_word_rank(word_at(parser, 0), &rank) && !word_at(parser, 0)->hyphen) {
        atom->shape = HAND_SHAPE_CLASS;
        atom->kind = HAND_CLASS_KIND;
        atom->ranks = (uint16_t)(1U << rank);
        parser->at++;
        return STATUS_OK;
    }
    if (ranks_at(parser, 0, &rank))
        return parse_kind(parser, atom, number);
    bool cards = next_is(parser, "cards") || next_is(parser, "card") || next_is(parser, "or more cards") ||
                 next_is(parser, "face") || next_is(parser, "picture");
    if (cards && many) {
        return refused(parser, start, "one to thirteen cards can be asked");
    }
    if (take(parser, "face cards") || take(parser, "picture cards") || take(parser, "face card")) {
        atom->shape = HAND_SHAPE_FACES;
        return STATUS_OK;
    }
    if (take(parser, "or more cards")) {
        atom->shape = HAND_SHAPE_COUNT_OF;
        atom->bound = HAND_BOUND_BETTER;
        return STATUS_OK;
    }
    if (take(parser, "cards"))
        return parse_cards(parser, atom);
    if (take(parser, "card"))
        return atom->count = 0, parse_sized(parser, atom, number);
    atom->count = 0;
    atom->shape = HAND_SHAPE_TOTAL;
    atom->number = (uint8_t)number;
    if (number <= 31)
        return STATUS_OK;
    return refused(parser, start, "a total is 31 at most");
}

/* ------------------------------------------------------------------------------------------ other cores */

static enum status parse_tie(struct parser *parser, struct hand_atom *atom)
{
    atom->shape = HAND_SHAPE_TIE;
    unsigned number = HAND_ANY_NUMBER;
    if (take(parser, "at")) {
        if (!take_number(parser, &number))
            return expected(parser, "a total from 0 to 9");
        if (number > 9)
            return refused(parser, parser->at - 1, "a tie is at 0 to 9");
    }
    atom->number = (uint8_t)number;
    return STATUS_OK;
}

static enum status parse_home_run(struct parser *parser, struct hand_atom *atom)
{
    atom->shape = HAND_SHAPE_HOME_RUN;
    atom->number = 0;
    unsigned number;
    if (!take(parser, "of"))
        return STATUS_OK;
    if (!take_number(parser, &number))
        return expected(parser, "a number of points");
    if (!take(parser, "points or more") && !take(parser, "or more points") &&
        !take(parser, "points or better"))
        return expected(parser, "\"points or more\"");
    atom->number = (uint8_t)number;
    return STATUS_OK;
}

static enum status parse_total(struct parser *parser, struct hand_atom *atom)
{
    (void)take(parser, "of");
    unsigned number;
    if (!take_number(parser, &number))
        return expected(parser, "a total");
    if (number > 31)
        return refused(parser, parser->at - 1, "a total is 31 at most");
    atom->shape = HAND_SHAPE_TOTAL;
    atom->number = (uint8_t)number;
    return STATUS_OK;
}

static enum status parse_ranked_place(struct parser *parser, struct hand_atom *atom)
{
    unsigned number = 0;
    (void)hand_word_ordinal(word_at(parser, 0), &number);
    parser->at++;
    atom->shape = HAND_SHAPE_PLACE;
    atom->number = (uint8_t)number;
    bool before = take(parser, "or better");
    if (!take(parser, "ranked hand"))
        return expected(parser, "\"ranked hand\"");
    if (!before && !take(parser, "or better"))
        return expected(parser, "\"or better\"");
    return STATUS_OK;
}

/* "two aces" without the number: of the first two cards, or a pair. */
static enum status parse_plural(struct parser *parser, struct hand_atom *atom)
{
    (void)take_ranks(parser, &atom->ranks);
    bool full = next_is(parser, "full") || next_is(parser, "over");
    bool single = (atom->ranks & (atom->ranks - 1)) == 0 && atom->ranks >> RANK_JOKER == 0;
    if (full)
        return single ? parse_full(parser, atom)
                      : refused(parser, parser->at, "a full house has one rank of three");
    atom->shape = HAND_SHAPE_CLASS;
    atom->kind = HAND_CLASS_KIND;
    atom->count = atom->place == HAND_PLACE_FIRST && atom->first <= 6 ? atom->first : 2;
    return STATUS_OK;
}

/* Behind "double Fortune 7": ", exact match" or ", same ranks". */
static void take_match(struct parser *parser, struct hand_atom *atom)
{
    unsigned start = parser->at;
    (void)take_mark(parser, HAND_MARK_COMMA);
    if (take(parser, "exact match"))
        atom->kind = HAND_NAME_DOUBLE_FORTUNE_7_EXACT;
    else if (take(parser, "same ranks"))
        atom->kind = HAND_NAME_DOUBLE_FORTUNE_7_RANKS;
    else
        parser->at = start;
}

static bool take_named(struct parser *parser, struct hand_atom *atom)
{
    for (unsigned i = 0; i < hand_named_count; i++)
        if (take(parser, hand_named[i].text)) {
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
    bool wong = take(parser, "wong");
    if (!wong && !take(parser, "gong"))
        return false;
    atom->shape = HAND_SHAPE_TILES;
    atom->kind = wong ? TILE_CLASS_WONG : TILE_CLASS_GONG;
    return true;
}

/* "natural" is a hand of its own, unless a hand follows that it describes. */
static bool natural_alone(const struct parser *parser)
{
    const struct hand_word *next = word_at(parser, 1);
    static const char *const hands[] = {"royal", "straight", "flush", "full",  "pair",  "two",  "three",
                                        "four",  "five",     "six",   "seven", "trips", "quads"};
    for (unsigned i = 0; i < sizeof hands / sizeof hands[0]; i++)
        if (hand_word_is(next, hands[i]))
            return false;
    enum rank rank;
    unsigned number;
    struct parser ahead = *parser;
    ahead.at++;
    if (hand_word_ranks(next, &rank) || high_next(&ahead) || sequence_next(&ahead) || span_next(&ahead))
        return false;
    if (!hand_word_number(next, &number))
        return true;
    return (number == 8 || number == 9) && !hand_word_is(word_at(parser, 2), "card") &&
           !hand_word_is(word_at(parser, 2), "cards") && !hand_word_is(word_at(parser, 2), "face") &&
           !hand_word_is(word_at(parser, 2), "picture");
}

static enum status parse_natural(struct parser *parser, struct hand_atom *atom)
{
    unsigned number = HAND_ANY_NUMBER;
    if (next_is(parser, "8") || next_is(parser, "9") || next_is(parser, "eight") || next_is(parser, "nine"))
        (void)take_number(parser, &number);
    atom->shape = HAND_SHAPE_NATURAL;
    atom->number = (uint8_t)number;
    return STATUS_OK;
}

static enum status parse_core(struct parser *parser, struct hand_atom *atom)
{
    enum rank rank;
    unsigned number;
    if (take_named(parser, atom) || take_tiles(parser, atom))
        return STATUS_OK;
    if (take(parser, "player and banker tie") || take(parser, "tie"))
        return parse_tie(parser, atom);
    if (take(parser, "home run"))
        return parse_home_run(parser, atom);
    if (take(parser, "total") || take(parser, "totals"))
        return parse_total(parser, atom);
    if (take(parser, "blackjack") || take(parser, "natural"))
        return parse_natural(parser, atom);
    if (hand_word_ordinal(word_at(parser, 0), &number))
        return parse_ranked_place(parser, atom);
    if (sequence_next(parser)) {
        enum status status = parse_sequence(parser, atom);
        bool twice = atom->count == 2 && (atom->list & (atom->list - 1)) == 0;
        if (status != STATUS_OK || !next_is(parser, "tie") || !twice)
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
            return refused(parser, parser->at - 1, "a tie is at 0 to 9");
        return parser->at++, STATUS_OK;
    }
    if (high_next(parser))
        return parse_high(parser, atom);
    if (span_next(parser))
        return parse_span_straight(parser, atom);
    if (take_class(parser, atom))
        return parse_designation(parser, atom);
    if (hand_word_ranks(word_at(parser, 0), &rank))
        return parse_plural(parser, atom);
    if (hand_word_number(word_at(parser, 0), &number))
        return parse_numbered(parser, atom);
    return expected(parser, "a hand");
}

/* ------------------------------------------------------------------------------------------ around the core */

static bool skip_article(struct parser *parser)
{
    bool article = next_is(parser, "a") || next_is(parser, "an") || next_is(parser, "any") ||
                   next_is(parser, "the") || next_is(parser, "complete") || next_is(parser, "are") ||
                   next_is(parser, "is");
    if (!article || sequence_next(parser) || high_next(parser) || span_next(parser))
        return false;
    parser->at++;
    return true;
}

/* "first three cards", "banker's first three cards" */
static enum status parse_first(struct parser *parser, struct hand_atom *atom)
{
    unsigned number;
    if (!take_number(parser, &number))
        return expected(parser, "a number of cards");
    if (number < 1 || number > 9)
        return refused(parser, parser->at - 1, "the first one to nine cards can be asked");
    if (!take(parser, "cards") && !take(parser, "card"))
        return expected(parser, "\"cards\"");
    atom->first = (uint8_t)number;
    atom->place = HAND_PLACE_FIRST;
    if (number != 2 || !take(parser, "and up card"))
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
    if (next_is(parser, "player and banker tie"))
        return false;
    if (take_any(parser, lines, 3, &index))
        atom->side = HAND_SIDE_PLAYER;
    else if (take_any(parser, banks, 3, &index))
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
    size_t position = word_at(parser, 0)->position;
    return (struct hand_atom){.side = (uint8_t)parser->side,
                              .position = (uint16_t)(position < UINT16_MAX ? position : UINT16_MAX)};
}

static enum status parse_prefixes(struct parser *parser, struct hand_atom *atom)
{
    for (;;) {
        enum status status = STATUS_OK;
        if (skip_article(parser))
            continue;
        if (!next_is(parser, "suited war") && take(parser, "suited"))
            atom->alike = HAND_ALIKE_SUIT;
        else if (take(parser, "unsuited"))
            atom->alike = HAND_ALIKE_MIXED;
        else if (next_is(parser, "natural") && !next_is(parser, "natural tie") && !natural_alone(parser))
            atom->natural = take(parser, "natural");
        else if (take(parser, "first"))
            status = parse_first(parser, atom);
        else if (take(parser, "pocket"))
            atom->place = HAND_PLACE_HOLE;
        else if (next_is(parser, "player") || next_is(parser, "player's") || next_is(parser, "banker") ||
                 next_is(parser, "banker's")) {
            if (parser->side == HAND_SIDE_WINNER)
                return refused(parser, parser->at, "\"beaten by\" names a hand, not a line");
            if (next_is(parser, "player and banker tie"))
                return STATUS_OK;
            if (!take_side(parser, atom))
                return parser->at++, expected(parser, "\"line\" or \"hand\"");
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
        if (take(parser, places[i].phrase)) {
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
    return refused(parser, parser->at - 1,
                   "this follows a hand that has better and lower ones, with one rank, once");
}

static enum status parse_suffixes(struct parser *parser, struct hand_atom *atom)
{
    static const char *const better[] = {"or better", "or higher", "or more"};
    static const char *const lower[] = {"or lower", "or less", "or worse"};
    unsigned index;
    for (;;) {
        enum status status = STATUS_OK;
        if (take_any(parser, better, 3, &index))
            status = parse_bound(parser, atom, HAND_BOUND_BETTER);
        else if (take_any(parser, lower, 3, &index))
            status = parse_bound(parser, atom, HAND_BOUND_LOWER);
        else if (next_is(parser, "in the first") && !next_is(parser, "in the first two cards and up card")) {
            parser->at += 3;
            status = parse_first(parser, atom);
        } else if (!take_alike(parser, atom) && !take_place(parser, atom))
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
        return fault_set(parser->fault, STATUS_NO_SPACE, word_at(parser, 0)->position,
                         "too long: at most %d hands and conditions expected", HAND_ATOMS_MAX);
    struct hand_atom atom = atom_here(parser);
    unsigned start = parser->at;
    atom.negated = take(parser, "not") || take(parser, "no");
    enum status status = parse_prefixes(parser, &atom);
    if (status == STATUS_OK)
        status = parse_core(parser, &atom);
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
        if (take(parser, conditions[i].phrase)) {
            atom->shape = (uint8_t)conditions[i].shape;
            atom->kind = conditions[i].kind;
            atom->negated = conditions[i].negated;
            return true;
        }
    bool beaten = next_is(parser, "beaten") && !next_is(parser, "beaten by");
    atom->shape = HAND_SHAPE_BEATEN;
    return beaten && take(parser, "beaten");
}

static enum status parse_condition(struct parser *parser, struct hand_atom *atom)
{
    if (atom->shape == HAND_SHAPE_HOLES)
        atom->both_hands = take(parser, "in both hands");
    if (atom->shape == HAND_SHAPE_JOKER && (take(parser, "in front") || take(parser, "in the front")))
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
    if (!take_alike(parser, &described))
        return false;
    bool good =
        parser->hands_end > parser->hands_first &&
        (word_at(parser, 0)->mark != HAND_MARK_WORD || next_is(parser, "and") || next_is(parser, "with"));
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
    while (status == STATUS_OK && next_is(parser, "or")) {
        parser->at++;
        if (parser->rule.atoms[parser->rule.count - 1].shape == HAND_SHAPE_COUNT_OF)
            return expected(parser, "\"more cards\"");
        status = parse_atom(parser);
        if (status == STATUS_OK && parser->rule.atoms[parser->rule.count - 1].shape == HAND_SHAPE_COUNT_OF)
            return refused(parser, parser->at - 1,
                           "a number of cards stands alone, as in \"21, seven cards\"");
    }
    return status;
}

/* True if a hand follows "dealt" without a comma, as in "dealt pair-pair". */
static bool hand_follows(const struct parser *parser)
{
    return word_at(parser, 0)->mark == HAND_MARK_WORD && !next_is(parser, "and") && !next_is(parser, "with");
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
    parser->side = take(parser, "beaten by") ? HAND_SIDE_WINNER : HAND_SIDE_OWN;
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
    bool comma = take_mark(parser, HAND_MARK_COMMA);
    return take(parser, "and") || take(parser, "with") || comma;
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
    } while (status == STATUS_OK && take_mark(&parser, HAND_MARK_SEMICOLON) &&
             ((void)take(&parser, "or"), true));
    if (status != STATUS_OK)
        return status;
    if (word_at(&parser, 0)->mark != HAND_MARK_END)
        return expected(&parser, "a comma, a semicolon or the end");
    *rule = parser.rule;
    return STATUS_OK;
}
