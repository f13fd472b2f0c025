#include "rulebook/hand_language_internal.h"

#include "base/check.h"

static const char *const numbers[] = {"zero",  "one",   "two",  "three", "four",   "five",   "six",
                                      "seven", "eight", "nine", "ten",   "eleven", "twelve", "thirteen"};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

static const char *const rank_texts[] = {"2", "3",  "4",    "5",     "6",    "7",   "8",
                                         "9", "10", "jack", "queen", "king", "ace", "joker"};
static const char *const ranks_texts[] = {"2s", "3s",  "4s",    "5s",     "6s",    "7s",   "8s",
                                          "9s", "10s", "jacks", "queens", "kings", "aces", "jokers"};

/* Longer names stand before those they begin with. */
const struct hand_named hand_named[] = {
    {"double fortune 7 exact match", HAND_NAME_DOUBLE_FORTUNE_7_EXACT},
    {"double fortune 7 same ranks", HAND_NAME_DOUBLE_FORTUNE_7_RANKS},
    {"double fortune 7", HAND_NAME_DOUBLE_FORTUNE_7},
    {"dragon 7", HAND_NAME_DRAGON_7},
    {"jin chan 7", HAND_NAME_DRAGON_7},
    {"rabbit 7", HAND_NAME_DRAGON_7},
    {"panda 8", HAND_NAME_PANDA_8},
    {"fortune 7", HAND_NAME_FORTUNE_7},
    {"dragon 9", HAND_NAME_DRAGON_9},
    {"natural tie", HAND_NAME_NATURAL_TIE},
    {"three card 9 over 0", HAND_NAME_THREE_CARD_9_OVER_0},
    {"pair on both lines", HAND_NAME_PAIR_ON_BOTH_LINES},
    {"royal match", HAND_NAME_ROYAL_MATCH},
    {"suited war", HAND_NAME_SUITED_WAR},
    {"double war", HAND_NAME_DOUBLE_WAR},
    {"war", HAND_NAME_WAR},
    {"pair pair", HAND_NAME_PAIR_PAIR},
    {"gong pair", HAND_NAME_GONG_PAIR},
    {"gong gong", HAND_NAME_GONG_GONG},
    {"9 gong", HAND_NAME_NINE_GONG},
    {"nine gong", HAND_NAME_NINE_GONG},
    {"gee joon", HAND_NAME_GEE_JOON},
    {"number one hand", HAND_NAME_GEE_JOON},
    {"dragon", HAND_NAME_DRAGON},
    {"two straight flushes", HAND_NAME_TWO_STRAIGHT_FLUSHES},
    {"clean sweep", HAND_NAME_CLEAN_SWEEP},
};
const unsigned hand_named_count = sizeof hand_named / sizeof hand_named[0];

/* Every other word that a text may hold, for the check and for "did you mean". */
static const char *const vocabulary[] = {
    "a",       "alone",    "an",       "and",      "any",     "are",    "as",     "at",        "back",
    "banker",  "banker's", "beaten",   "behind",   "best",    "better", "black",  "blackjack", "board",
    "both",    "by",       "card",     "cards",    "clubs",   "color",  "colour", "complete",  "dealer's",
    "dealt",   "deuce",    "deuces",   "diamonds", "double",  "exact",  "face",   "first",     "five",
    "flop",    "flush",    "flushes",  "fortune",  "from",    "front",  "full",   "gee",       "gong",
    "hand",    "hands",    "hearts",   "high",     "higher",  "hole",   "home",   "house",     "in",
    "is",      "jin",      "joon",     "joker",    "kind",    "less",   "line",   "lines",     "losing",
    "lower",   "match",    "middle",   "more",     "natural", "no",     "not",    "number",    "of",
    "on",      "one",      "or",       "over",     "pair",    "pairs",  "panda",  "picture",   "player",
    "pocket",  "points",   "quads",    "rabbit",   "ranked",  "ranks",  "royal",  "run",       "same",
    "second",  "spades",   "straight", "suit",     "suited",  "sweep",  "the",    "tie",       "to",
    "total",   "totals",   "trips",    "unsuited", "up",      "war",    "wins",   "with",      "wong",
    "worse",   "dragon",   "chan",     "clean",    "ranking", "sixes",  "t",      "threes",    "fours",
    "fives",   "sevens",   "eights",   "nines",    "tens",    "twos",   "j",      "q",         "k",
    "however", "set",
};
enum { VOCABULARY = sizeof vocabulary / sizeof vocabulary[0] };

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_word_byte(char byte)
{
    return is_letter(byte) || is_digit(byte) || byte == '\'';
}

static bool is_space(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

bool hand_word_is(const struct hand_word *word, const char *known)
{
    return word->mark == HAND_MARK_WORD && text_equal_ignoring_case(word->text, text_of(known));
}

static bool one_of(const struct hand_word *word, const char *const *list, unsigned count, unsigned *index)
{
    for (*index = 0; *index < count; ++*index)
        if (hand_word_is(word, list[*index]))
            return true;
    return false;
}

/* The digits that a word begins with, at most two. */
static size_t leading_digits(const struct hand_word *word, unsigned *number)
{
    size_t digits = 0;
    *number = 0;
    while (word->mark == HAND_MARK_WORD && digits < word->text.length && digits < 3 &&
           is_digit(word->text.bytes[digits]))
        *number = *number * 10 + (unsigned)(word->text.bytes[digits++] - '0');
    return digits <= 2 ? digits : 0;
}

bool hand_word_number(const struct hand_word *word, unsigned *number)
{
    size_t digits = leading_digits(word, number);
    if (digits > 0 && digits == word->text.length)
        return true;
    return one_of(word, numbers, NUMBERS, number);
}

bool hand_word_ordinal(const struct hand_word *word, unsigned *number)
{
    size_t digits = leading_digits(word, number);
    if (digits == 0)
        return false;
    struct text rest = text_from(word->text, digits);
    return (text_equal_ignoring_case(rest, text_of("st")) || text_equal_ignoring_case(rest, text_of("nd")) ||
            text_equal_ignoring_case(rest, text_of("rd")) || text_equal_ignoring_case(rest, text_of("th")));
}

bool hand_word_rank(const struct hand_word *word, enum rank *rank)
{
    static const char *const letters[] = {"two",  "three", "four", "five", "six", "seven", "eight",
                                          "nine", "t",     "j",    "q",    "k",   "a"};
    unsigned index;
    if (one_of(word, letters, RANK_COUNT, &index) || one_of(word, rank_texts, RANK_COUNT, &index)) {
        *rank = (enum rank)index;
        return true;
    }
    if (!hand_word_is(word, "deuce") && !hand_word_is(word, "ten"))
        return false;
    *rank = hand_word_is(word, "ten") ? RANK_TEN : RANK_TWO;
    return true;
}

bool hand_word_ranks(const struct hand_word *word, enum rank *rank)
{
    unsigned index;
    if (one_of(word, ranks_texts, RANK_COUNT + 1, &index)) {
        *rank = (enum rank)index;
        return true;
    }
    for (unsigned i = 0; i < RANK_COUNT; i++)
        if (hand_word_is(word, rank_plural((enum rank)i))) {
            *rank = (enum rank)i;
            return true;
        }
    *rank = RANK_TWO;
    return hand_word_is(word, "twos");
}

const char *hand_number_text(unsigned number)
{
    CHECK_OP(number, <, NUMBERS);
    return numbers[number];
}

const char *hand_rank_text(enum rank rank)
{
    CHECK_OP(rank, <=, RANK_JOKER);
    return rank_texts[rank];
}

const char *hand_ranks_text(enum rank rank)
{
    CHECK_OP(rank, <=, RANK_JOKER);
    return ranks_texts[rank];
}

/* ------------------------------------------------------------------------------------------ reading */

static bool is_known(const struct hand_word *word)
{
    unsigned number;
    enum rank rank;
    if (one_of(word, vocabulary, VOCABULARY, &number) || hand_word_number(word, &number) ||
        hand_word_ordinal(word, &number))
        return true;
    return hand_word_rank(word, &rank) || hand_word_ranks(word, &rank);
}

static void offer(struct text_nearest *nearest, const struct hand_word *word, const char *known,
                  bool same_letter)
{
    if (!same_letter ||
        text_equal_ignoring_case(text_slice(word->text, 0, 1), text_slice(text_of(known), 0, 1)))
        text_nearest_offer(nearest, known);
}

/* Those that begin with the same letter come first: people seldom get it wrong. */
static void offer_words(struct text_nearest *nearest, const struct hand_word *word, bool same_letter)
{
    for (unsigned i = 0; i < VOCABULARY; i++)
        offer(nearest, word, vocabulary[i], same_letter);
    for (unsigned i = 0; i < NUMBERS; i++)
        offer(nearest, word, numbers[i], same_letter);
    for (unsigned i = 0; i <= RANK_JOKER; i++) {
        offer(nearest, word, rank_texts[i], same_letter);
        offer(nearest, word, ranks_texts[i], same_letter);
    }
}

static enum status unknown_word(const struct hand_word *word, struct fault *fault)
{
    struct text_nearest nearest = text_nearest_to(word->text);
    offer_words(&nearest, word, true);
    offer_words(&nearest, word, false);
    struct text shown = text_first_word(word->text, 24);
    return fault_set(fault, STATUS_INVALID, word->position, "\"%.*s\" is not a word for hands%s%s%s",
                     TEXT_ARGUMENTS(shown), nearest.word ? "; did you mean \"" : "",
                     nearest.word ? nearest.word : "", nearest.word ? "\"?" : "");
}

static enum status unknown_byte(struct text rest, size_t position, struct fault *fault)
{
    struct text shown = text_first_word(rest, 8);
    return fault_set(fault, STATUS_INVALID, position,
                     "a word, a comma or a semicolon expected, found \"%.*s\"", TEXT_ARGUMENTS(shown));
}

static enum status read_one(struct text text, size_t origin, size_t *at, bool hyphen,
                            struct hand_words *words, struct fault *fault)
{
    if (words->count == HAND_WORDS_MAX - 1)
        return fault_set(fault, STATUS_NO_SPACE, origin + *at + 1,
                         "too long: at most %d words and commas expected", HAND_WORDS_MAX - 1);
    struct hand_word *word = &words->words[words->count];
    *word = (struct hand_word){.hyphen = hyphen, .position = origin + *at + 1};
    size_t start = *at;
    if (text.bytes[start] == ',' || text.bytes[start] == ';') {
        word->mark = text.bytes[start] == ',' ? HAND_MARK_COMMA : HAND_MARK_SEMICOLON;
        ++*at;
    } else {
        while (*at < text.length && is_word_byte(text.bytes[*at]))
            ++*at;
        if (*at == start)
            return unknown_byte(text_from(text, start), word->position, fault);
    }
    word->text = text_slice(text, start, *at - start);
    if (word->mark == HAND_MARK_WORD && !is_known(word))
        return unknown_word(word, fault);
    words->count++;
    return STATUS_OK;
}

/* A hyphen joins two words: "A-2-3", "pair-pair". */
static bool hyphen_here(struct text text, size_t at)
{
    return text.bytes[at] == '-' && at > 0 && is_word_byte(text.bytes[at - 1]) && at + 1 < text.length &&
           is_word_byte(text.bytes[at + 1]);
}

enum status hand_words_read(struct text text, size_t origin, struct hand_words *words, struct fault *fault)
{
    words->count = 0;
    bool hyphen = false;
    for (size_t at = 0; at < text.length;) {
        if (is_space(text.bytes[at])) {
            at++;
        } else if (hyphen_here(text, at)) {
            hyphen = true;
            at++;
        } else {
            enum status status = read_one(text, origin, &at, hyphen, words, fault);
            if (status != STATUS_OK)
                return status;
            hyphen = false;
        }
    }
    words->words[words->count++] = (struct hand_word){
        .mark = HAND_MARK_END, .text = {text.bytes, 0}, .position = origin + text.length + 1};
    return STATUS_OK;
}
