#include "cards/tiles.h"

#include "base/check.h"

#include <stdint.h>
#include <string.h>

struct kind {
    uint8_t small, large, rank, copies;
};

/* A tile's code is its place here. */
static const struct kind kinds[TILE_KINDS] = {
    {6, 6, TILE_RANK_TEEN, 2}, {1, 1, TILE_RANK_DAY, 2},      {4, 4, TILE_RANK_YUN, 2},
    {1, 3, TILE_RANK_GOR, 2},  {5, 5, TILE_RANK_MOOY, 2},     {3, 3, TILE_RANK_CHONG, 2},
    {2, 2, TILE_RANK_BON, 2},  {5, 6, TILE_RANK_FOO, 2},      {4, 6, TILE_RANK_PING, 2},
    {1, 6, TILE_RANK_TIT, 2},  {1, 5, TILE_RANK_LOOK, 2},     {4, 5, TILE_RANK_GOW, 1},
    {3, 6, TILE_RANK_GOW, 1},  {3, 5, TILE_RANK_BOT, 1},      {2, 6, TILE_RANK_BOT, 1},
    {3, 4, TILE_RANK_CHIT, 1}, {2, 5, TILE_RANK_CHIT, 1},     {2, 3, TILE_RANK_NG, 1},
    {1, 4, TILE_RANK_NG, 1},   {2, 4, TILE_RANK_GEE_JOON, 1}, {1, 2, TILE_RANK_GEE_JOON, 1},
};

static const struct kind *kind_of(struct tile tile)
{
    CHECK(tile_is_valid(tile));
    return &kinds[tile.code];
}

bool tile_is_valid(struct tile tile)
{
    return tile.code < TILE_KINDS;
}

struct tile tile_of_pips(unsigned one, unsigned other)
{
    unsigned small = one < other ? one : other;
    unsigned large = one < other ? other : one;
    unsigned code = 0;
    while (code < TILE_KINDS && (kinds[code].small != small || kinds[code].large != large))
        code++;
    CHECK_OP(code, <, TILE_KINDS);
    return (struct tile){(uint8_t)code};
}

unsigned tile_small_half(struct tile tile)
{
    return kind_of(tile)->small;
}

unsigned tile_large_half(struct tile tile)
{
    return kind_of(tile)->large;
}

unsigned tile_pips(struct tile tile)
{
    return tile_small_half(tile) + tile_large_half(tile);
}

enum tile_rank tile_rank(struct tile tile)
{
    return (enum tile_rank)kind_of(tile)->rank;
}

unsigned tile_copies(struct tile tile)
{
    return kind_of(tile)->copies;
}

struct tile tile_of_number(unsigned number)
{
    CHECK_OP(number, <, TILE_SET);
    unsigned code = 0;
    while (number >= kinds[code].copies)
        number -= kinds[code++].copies;
    return (struct tile){(uint8_t)code};
}

/* ------------------------------------------------------------------------------------------ two tiles */

/* As a pair gee joon stands above teen. */
enum { PAIR_OF_GEE_JOON = TILE_RANK_COUNT };

static struct tile_value value_make(enum tile_class class, unsigned points, unsigned decides)
{
    return (struct tile_value){(uint16_t)((unsigned)class << 10 | points << 5 | decides)};
}

static unsigned points_of(struct tile one, struct tile other)
{
    unsigned points = (tile_pips(one) + tile_pips(other)) % 10;
    const struct tile pair[2] = {one, other};
    for (unsigned i = 0; i < 2; i++) {
        if (tile_rank(pair[i]) != TILE_RANK_GEE_JOON)
            continue;
        /* Both gee joon tiles are a pair and never counted, so one swap of 3 for 6 is all there is. */
        unsigned rest = tile_pips(pair[1 - i]);
        unsigned as_three = (rest + 3) % 10;
        unsigned as_six = (rest + 6) % 10;
        points = as_three > as_six ? as_three : as_six;
    }
    return points;
}

struct tile_value tile_value_of(struct tile one, struct tile other)
{
    enum tile_rank higher = tile_rank(one) > tile_rank(other) ? tile_rank(one) : tile_rank(other);
    struct tile lower_tile = tile_rank(one) > tile_rank(other) ? other : one;
    if (tile_rank(one) == tile_rank(other))
        return value_make(TILE_CLASS_PAIR, 0,
                          higher == TILE_RANK_GEE_JOON ? (unsigned)PAIR_OF_GEE_JOON : (unsigned)higher);
    if (higher >= TILE_RANK_DAY && tile_pips(lower_tile) == 9)
        return value_make(TILE_CLASS_WONG, 0, higher);
    if (higher >= TILE_RANK_DAY && tile_pips(lower_tile) == 8)
        return value_make(TILE_CLASS_GONG, 0, higher);
    unsigned points = points_of(one, other);
    return value_make(TILE_CLASS_POINTS, points, points == 0 ? 0 : higher); /* T2: no points, no high tile */
}

enum tile_class tile_value_class(struct tile_value value)
{
    return (enum tile_class)(value.bits >> 10);
}

unsigned tile_value_points(struct tile_value value)
{
    return value.bits >> 5 & 31;
}

enum tile_rank tile_value_rank(struct tile_value value)
{
    unsigned decides = value.bits & 31;
    return decides == PAIR_OF_GEE_JOON ? TILE_RANK_GEE_JOON : (enum tile_rank)decides;
}

struct tile_value tile_value_least(enum tile_class class, unsigned points)
{
    CHECK_OP(points, <=, 9);
    return value_make(class, class == TILE_CLASS_POINTS ? points : 0, 0);
}

unsigned tile_value_place(struct tile_value value)
{
    bool seen[1 << 12] = {false};
    unsigned better = 0;
    for (unsigned i = 0; i < TILE_SET; i++) {
        for (unsigned j = i + 1; j < TILE_SET; j++) {
            struct tile_value other = tile_value_of(tile_of_number(i), tile_of_number(j));
            better += other.bits > value.bits && !seen[other.bits];
            seen[other.bits] = true;
        }
    }
    return better + 1;
}

void tile_value_write(struct text_out *out, struct tile_value value)
{
    const char *rank = tile_rank_name(tile_value_rank(value));
    unsigned points = tile_value_points(value);
    switch (tile_value_class(value)) {
    case TILE_CLASS_PAIR:
        if (tile_value_rank(value) == TILE_RANK_GEE_JOON)
            text_out_add(out, "gee joon, the supreme pair");
        else
            text_out_add(out, "pair of %s", rank);
        break;
    case TILE_CLASS_WONG:
        text_out_add(out, "wong with %s", rank);
        break;
    case TILE_CLASS_GONG:
        text_out_add(out, "gong with %s", rank);
        break;
    case TILE_CLASS_POINTS:
        if (points == 0)
            text_out_add(out, "no points");
        else
            text_out_add(out, "%u point%s, %s high", points, points == 1 ? "" : "s", rank);
        break;
    }
}

/* ------------------------------------------------------------------------------------------ four tiles */

struct tile_setting tile_setting_of(const struct tile one[2], const struct tile other[2])
{
    struct tile_value one_value = tile_value_of(one[0], one[1]);
    struct tile_value other_value = tile_value_of(other[0], other[1]);
    bool swapped = one_value.bits > other_value.bits;
    const struct tile *low = swapped ? other : one;
    const struct tile *high = swapped ? one : other;
    return (struct tile_setting){
        .low = {low[0], low[1]},
        .high = {high[0], high[1]},
        .low_value = swapped ? other_value : one_value,
        .high_value = swapped ? one_value : other_value,
    };
}

bool tile_setting_is_legal(const struct tile front[2], const struct tile back[2])
{
    return tile_value_of(front[0], front[1]).bits <= tile_value_of(back[0], back[1]).bits;
}

static uint32_t setting_worth(const struct tile_setting *setting)
{
    return (uint32_t)setting->low_value.bits << 16 | setting->high_value.bits;
}

void tile_settings(const struct tile four[TILE_HAND_MAX], struct tile_setting settings[TILE_SETTINGS])
{
    for (unsigned i = 0; i < TILE_SETTINGS; i++) {
        /* The first tile goes with each of the three others in turn. */
        struct tile with_first[2] = {four[0], four[i + 1]};
        struct tile rest[2] = {four[i == 0 ? 2 : 1], four[i == 2 ? 2 : 3]};
        struct tile_setting setting = tile_setting_of(with_first, rest);
        unsigned place = i;
        for (; place > 0 && setting_worth(&settings[place - 1]) < setting_worth(&setting); place--)
            settings[place] = settings[place - 1];
        settings[place] = setting;
    }
}

static bool reaches(const struct tile_setting *setting, struct tile_value low, struct tile_value high)
{
    return setting->low_value.bits >= low.bits && setting->high_value.bits >= high.bits;
}

bool tile_is_pair_pair(const struct tile_setting *setting)
{
    return reaches(setting, tile_value_least(TILE_CLASS_PAIR, 0), tile_value_least(TILE_CLASS_PAIR, 0));
}

bool tile_is_gong_pair_or_better(const struct tile_setting *setting)
{
    return reaches(setting, tile_value_least(TILE_CLASS_GONG, 0), tile_value_least(TILE_CLASS_PAIR, 0));
}

bool tile_is_gong_gong_or_better(const struct tile_setting *setting)
{
    return reaches(setting, tile_value_least(TILE_CLASS_GONG, 0), tile_value_least(TILE_CLASS_GONG, 0));
}

bool tile_is_nine_gong_or_better(const struct tile_setting *setting)
{
    return reaches(setting, tile_value_least(TILE_CLASS_POINTS, 9), tile_value_least(TILE_CLASS_GONG, 0));
}

bool tile_is_pair_before_gee_joon(const struct tile_setting *setting)
{
    return tile_is_pair_pair(setting) && tile_value_rank(setting->high_value) == TILE_RANK_GEE_JOON;
}

bool tile_is_low_at_place(const struct tile_setting *setting, unsigned place_max)
{
    return tile_value_place(setting->low_value) <= place_max;
}

bool tile_dealt(const struct tile four[TILE_HAND_MAX], bool (*holds)(const struct tile_setting *setting))
{
    struct tile_setting settings[TILE_SETTINGS];
    tile_settings(four, settings);
    for (unsigned i = 0; i < TILE_SETTINGS; i++)
        if (holds(&settings[i]))
            return true;
    return false;
}

/* ------------------------------------------------------------------------------------------ writing */

const char *tile_rank_name(enum tile_rank rank)
{
    static const char *const names[TILE_RANK_COUNT] = {"gee joon", "ng",   "chit", "bot", "gow",   "look",
                                                       "tit",      "ping", "foo",  "bon", "chong", "mooy",
                                                       "gor",      "yun",  "day",  "teen"};
    CHECK_OP(rank, <, TILE_RANK_COUNT);
    return names[rank];
}

void tile_write(struct text_out *out, struct tile tile)
{
    enum tile_rank rank = tile_rank(tile);
    if (rank == TILE_RANK_GEE_JOON)
        text_out_add(out, "gee-joon");
    else
        text_out_add(out, "%s", tile_rank_name(rank));
    if (tile_copies(tile) == 1)
        text_out_add(out, "-%u-%u", tile_small_half(tile), tile_large_half(tile));
}

void tile_hand_write(struct text_out *out, const struct tile_hand *hand)
{
    for (unsigned i = 0; i < hand->count; i++) {
        if (i > 0)
            text_out_add(out, " ");
        tile_write(out, hand->tiles[i]);
    }
}

/* ------------------------------------------------------------------------------------------ reading */

/* The meanings of a word: the pips of the tile, and of the other tile of that name if there is one. */
struct tile_word {
    const char *word;
    uint8_t pips, other_pips;
};

static const struct tile_word words[] = {
    {"teen", 66, 66},       {"tin", 66, 66},          {"heaven", 66, 66},       {"day", 11, 11},
    {"dei", 11, 11},        {"earth", 11, 11},        {"yun", 44, 44},          {"yun/ren", 44, 44},
    {"ren", 44, 44},        {"yan", 44, 44},          {"man", 44, 44},          {"gor", 13, 13},
    {"ngor", 13, 13},       {"goose", 13, 13},        {"mooy", 55, 55},         {"mui", 55, 55},
    {"plum", 55, 55},       {"chong", 33, 33},        {"cheung", 33, 33},       {"cheung sam", 33, 33},
    {"cheung-sam", 33, 33}, {"robe", 33, 33},         {"bon", 22, 22},          {"ban", 22, 22},
    {"board", 22, 22},      {"foo", 56, 56},          {"fu", 56, 56},           {"hatchet", 56, 56},
    {"ping", 46, 46},       {"partition", 46, 46},    {"tit", 16, 16},          {"look", 15, 15},
    {"luk", 15, 15},        {"gow", 45, 36},          {"gow-4-5", 45, 45},      {"gow-3-6", 36, 36},
    {"bot", 35, 26},        {"bot-3-5", 35, 35},      {"bot-2-6", 26, 26},      {"chit", 34, 25},
    {"chit-3-4", 34, 34},   {"chit-2-5", 25, 25},     {"ng", 23, 14},           {"ng-2-3", 23, 23},
    {"ng-1-4", 14, 14},     {"gee", 24, 24},          {"joon", 12, 12},         {"gee-joon", 24, 12},
    {"geejoon", 24, 12},    {"gee-joon-2-4", 24, 24}, {"gee-joon-1-2", 12, 12},
};

enum { WORD_COUNT = sizeof words / sizeof words[0] };

static struct tile tile_of_two_digits(unsigned pips)
{
    return tile_of_pips(pips / 10, pips % 10);
}

static bool ends_at(struct text text, size_t length)
{
    return length == text.length || (length < text.length && text_is_separator(text.bytes[length]));
}

/* The length of the longest tile word that opens `text`, 0 if none does. */
static size_t word_scan(struct text text, struct tile_word *found)
{
    size_t longest = 0;
    for (unsigned i = 0; i < WORD_COUNT; i++) {
        struct text word = text_of(words[i].word);
        if (word.length > longest && ends_at(text, word.length) &&
            text_equal_ignoring_case(text_slice(text, 0, word.length), word)) {
            longest = word.length;
            *found = words[i];
        }
    }
    return longest;
}

static bool is_pip(char byte)
{
    return byte >= '1' && byte <= '6';
}

static size_t pips_scan(struct text text, struct tile_word *found)
{
    if (text.length < 3 || !ends_at(text, 3) || text.bytes[1] != '-' || !is_pip(text.bytes[0]) ||
        !is_pip(text.bytes[2]))
        return 0;
    unsigned pips = (unsigned)(text.bytes[0] - '0') * 10 + (unsigned)(text.bytes[2] - '0');
    *found = (struct tile_word){"", (uint8_t)pips, (uint8_t)pips};
    return 3;
}

static unsigned copies_in(const struct tile_hand *hand, struct tile tile)
{
    unsigned copies = 0;
    for (unsigned i = 0; hand && i < hand->count; i++)
        copies += tile_equal(hand->tiles[i], tile);
    return copies;
}

static enum status not_a_tile(struct text rest, size_t position, struct fault *fault)
{
    enum { WORD_SHOWN = 24 };
    struct text word = text_first_word(rest, WORD_SHOWN);
    struct text_nearest nearest = text_nearest_to(word);
    for (unsigned i = 0; i < WORD_COUNT; i++)
        text_nearest_offer(&nearest, words[i].word);
    if (nearest.word)
        return fault_set(fault, STATUS_INVALID, position, "\"%.*s\" is not a tile; did you mean \"%s\"?",
                         TEXT_ARGUMENTS(word), nearest.word);
    return fault_set(
        fault, STATUS_INVALID, position,
        "\"%.*s\" is not a tile; a tile is its pips, 1-1 to 6-6, or its name: teen, day, yun, gor, "
        "mooy, chong, bon, foo, ping, tit, look, gow, bot, chit, ng, gee, joon",
        TEXT_ARGUMENTS(word));
}

/* The tile that a word means: the first of its two faces that the set still has. */
static bool tile_take(struct tile_word meant, const struct tile_hand *taken, const struct tile_hand *read,
                      struct tile *tile)
{
    const unsigned faces[2] = {meant.pips, meant.other_pips};
    for (unsigned i = 0; i < 2; i++) {
        *tile = tile_of_two_digits(faces[i]);
        if (copies_in(taken, *tile) + copies_in(read, *tile) < tile_copies(*tile))
            return true;
    }
    return false;
}

static enum status tile_is_gone(struct text word, struct tile_word meant, const struct tile_hand *taken,
                                size_t position, struct fault *fault)
{
    bool two = meant.pips != meant.other_pips || tile_copies(tile_of_two_digits(meant.pips)) == 2;
    return fault_set(fault, STATUS_INVALID, position,
                     "\"%.*s\" is given once too often: the set has only %s%s", TEXT_ARGUMENTS(word),
                     two ? "two" : "one", taken ? ", counting the other hand's tiles" : "");
}

static void count_words(struct text_out *out, unsigned count_min, unsigned count_max)
{
    if (count_min == count_max)
        text_out_add(out, "%u tile%s", count_min, count_min == 1 ? "" : "s");
    else
        text_out_add(out, "%u to %u tiles", count_min, count_max);
}

enum status tile_hand_parse(struct text text, size_t origin, unsigned count_min, unsigned count_max,
                            const struct tile_hand *taken, struct tile_hand *hand, struct fault *fault)
{
    CHECK_OP(count_max, <=, TILE_HAND_MAX);
    char wanted_bytes[32];
    struct text_out wanted;
    text_out_init(&wanted, wanted_bytes, sizeof wanted_bytes);
    count_words(&wanted, count_min, count_max);

    struct tile_hand read = {0};
    size_t at = 0;
    for (;;) {
        at += text_separators(text_from(text, at));
        if (at == text.length)
            break;
        struct text rest = text_from(text, at);
        size_t position = origin + at + 1;
        struct tile_word meant;
        struct tile tile;
        size_t length = pips_scan(rest, &meant);
        if (length == 0)
            length = word_scan(rest, &meant);
        if (length == 0)
            return not_a_tile(rest, position, fault);
        if (!tile_take(meant, taken, &read, &tile))
            return tile_is_gone(text_slice(rest, 0, length), meant, taken, position, fault);
        if (read.count >= count_max)
            return fault_set(fault, STATUS_INVALID, position, "too many tiles: %s expected", wanted.bytes);
        read.tiles[read.count++] = tile;
        at += length;
    }
    if (read.count < count_min)
        return fault_set(fault, STATUS_INVALID, origin + text.length + 1,
                         "too few tiles: %s expected, %u given", wanted.bytes, (unsigned)read.count);
    *hand = read;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ the ranking */

static enum status two_or_four(struct text text, size_t origin, const struct tile_hand *taken,
                               struct tile_hand *hand, struct fault *fault)
{
    struct tile_hand read = {0};
    enum status status = tile_hand_parse(text, origin, 2, TILE_HAND_MAX, taken, &read, fault);
    if (status != STATUS_OK)
        return status;
    if (read.count == 3)
        return fault_set(
            fault, STATUS_INVALID, origin + text.length + 1,
            "three tiles are no hand: 2 tiles (one hand) or 4 tiles (all that a player is dealt) "
            "expected");
    *hand = read;
    return STATUS_OK;
}

static const char *class_words(enum tile_class class)
{
    static const char *const names[] = {"points", "gong", "wong", "pair"};
    return names[class];
}

static const char *setting_words(const struct tile_setting *setting)
{
    /* By low hand, then high hand; the low hand is never above the high one (T4). */
    static const char *const names[4][4] = {
        {"points-points", "points-gong", "points-wong", "points-pair"},
        {NULL, "gong-gong", "gong-wong", "gong-pair"},
        {NULL, NULL, "wong-wong", "wong-pair"},
        {NULL, NULL, NULL, "pair-pair"},
    };
    const char *name = names[tile_value_class(setting->low_value)][tile_value_class(setting->high_value)];
    CHECK(name);
    return name;
}

static void setting_write(struct text_out *out, const struct tile_setting *setting)
{
    text_out_add(out, "low ");
    tile_value_write(out, setting->low_value);
    text_out_add(out, "; high ");
    tile_value_write(out, setting->high_value);
}

static void rank_two(const struct tile_hand *hand, struct ranked_hand *ranked)
{
    struct text_out name, detail;
    text_out_init(&name, ranked->name, sizeof ranked->name);
    text_out_init(&detail, ranked->detail, sizeof ranked->detail);
    struct tile_value value = tile_value_of(hand->tiles[0], hand->tiles[1]);
    ranked->value = value.bits;
    ranked->class_name = class_words(tile_value_class(value));
    tile_value_write(&name, value);
    text_out_add(&detail, "number %u of the %u different hands", tile_value_place(value), TILE_PLACES);
}

/* The settings come in order, so equal ones are neighbours. */
static bool same_values(const struct tile_setting *left, const struct tile_setting *right)
{
    return left->low_value.bits == right->low_value.bits && left->high_value.bits == right->high_value.bits;
}

static void rank_four(const struct tile_hand *hand, struct ranked_hand *ranked)
{
    struct text_out name, detail;
    text_out_init(&name, ranked->name, sizeof ranked->name);
    text_out_init(&detail, ranked->detail, sizeof ranked->detail);
    struct tile_setting settings[TILE_SETTINGS];
    tile_settings(hand->tiles, settings);
    ranked->value = setting_worth(&settings[0]);
    ranked->class_name = setting_words(&settings[0]);
    setting_write(&name, &settings[0]);
    for (unsigned i = 1; i < TILE_SETTINGS; i++) {
        if (same_values(&settings[i - 1], &settings[i]))
            continue;
        text_out_add(&detail, "%sor ", detail.length == 0 ? "" : ", ");
        setting_write(&detail, &settings[i]);
    }
}

static enum status rank_tiles(struct text cards, size_t origin, enum card_style style,
                              struct ranked_hand *ranked, struct fault *fault)
{
    (void)style; /* tiles have no second way to be written */
    struct tile_hand hand = {0};
    enum status status = two_or_four(cards, origin, NULL, &hand, fault);
    if (status != STATUS_OK)
        return status;
    *ranked = (struct ranked_hand){0};
    struct text_out out;
    text_out_init(&out, ranked->cards, sizeof ranked->cards);
    tile_hand_write(&out, &hand);
    if (hand.count == 2)
        rank_two(&hand, ranked);
    else
        rank_four(&hand, ranked);
    return STATUS_OK;
}

static int compare(struct tile_value left, struct tile_value right)
{
    return (left.bits > right.bits) - (left.bits < right.bits);
}

static void two_against_two(const struct tile_hand *first, const struct tile_hand *second,
                            struct text_out *meaning)
{
    struct tile_value left = tile_value_of(first->tiles[0], first->tiles[1]);
    struct tile_value right = tile_value_of(second->tiles[0], second->tiles[1]);
    if (compare(left, right) == 0)
        text_out_add(meaning, "a copy: the game gives it to the hand that banks");
}

/* A player who wins only one of the two hands wins nothing. A copy goes to the banker, and the input does not say who that
 * is. */
static void four_against_four(const struct tile_hand *first, const struct tile_hand *second,
                              struct text_out *meaning, int *outcome)
{
    static const char *const outcomes[3] = {"below", "a copy of", "above"};
    struct tile_setting left[TILE_SETTINGS], right[TILE_SETTINGS];
    tile_settings(first->tiles, left);
    tile_settings(second->tiles, right);
    int low = compare(left[0].low_value, right[0].low_value);
    int high = compare(left[0].high_value, right[0].high_value);
    text_out_add(meaning, "so set, the first low hand is %s the second, the first high hand %s the second",
                 outcomes[low + 1], outcomes[high + 1]);
    *outcome = low == high ? low : 0;
}

static enum status tiles_versus(struct text first, size_t first_origin, struct text second,
                                size_t second_origin, struct text_out *meaning, int *outcome,
                                struct fault *fault)
{
    struct tile_hand left = {0};
    struct tile_hand right = {0};
    enum status status = two_or_four(first, first_origin, NULL, &left, fault);
    if (status == STATUS_OK)
        status = two_or_four(second, second_origin, &left, &right, fault);
    if (status != STATUS_OK)
        return status;
    if (left.count != right.count)
        return fault_set(fault, STATUS_INVALID, second_origin + 1,
                         "two tiles do not compare with four: give both hands the same number");
    if (left.count == 2)
        two_against_two(&left, &right, meaning);
    else
        four_against_four(&left, &right, meaning, outcome);
    return STATUS_OK;
}

const struct ranking ranking_tiles = {
    .name = "tiles",
    .summary = "pai gow tiles: a hand of two tiles, or four tiles by their best setting",
    .example = "teen gow",
    .rank = rank_tiles,
    .versus = tiles_versus,
};
