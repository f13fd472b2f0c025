/*
 * Generates the tables of cards/rank_tables.h: run by the build, writes a C file to standard output.
 *
 * Everything is derived from the plain evaluators; the only choices made here are the weights, and the
 * generator stops if their sums are not distinct. Each list of weights is the one in which every next weight is
 * the smallest that keeps all sums distinct.
 */
#include "base/check.h"
#include "cards/poker_rules.h"
#include "cards/rank_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETS_MAX = 49205, SUMS_MAX = 1 << 23, PACKED_MAX = 1 << 18, ROWS_MAX = 1 << 14 };

static const uint32_t weights_4[RANK_COUNT] = {0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603, 4967, 8194, 13663};
static const uint32_t weights_5[RANK_COUNT] = {0,    1,    5,     22,    94,    312,  992,
                                               2422, 5624, 12522, 19998, 43258, 79415};
static const uint32_t weights_6[RANK_COUNT] = {0,    1,     5,     22,    98,     422,   1734,
                                               5760, 14270, 37951, 90838, 206930, 436437};
static const uint32_t weights_7[RANK_COUNT] = {0,    1,     5,     22,     98,     453,    2031,
                                               8698, 22854, 83661, 262349, 636345, 1479181};

/* One set of ranks: at most four of each, lowest rank first. */
struct rank_set {
    uint32_t sum;   /* of the weights */
    uint32_t place; /* its number by places */
    struct card cards[7];
};

static struct rank_set sets[SETS_MAX];
static unsigned set_count;

static void out_begin(const char *type, const char *name, unsigned length)
{
    printf("const %s %s[%u] = {", type, name, length);
}

static void out_number(unsigned index, uint64_t number)
{
    printf("%s%llu,", index % 16 == 0 ? "\n" : "", (unsigned long long)number);
}

static void out_end(void)
{
    printf("\n};\n\n");
}

static uint64_t choose(unsigned n, unsigned k)
{
    uint64_t ways = 1;
    for (unsigned i = 1; i <= k; i++)
        ways = ways * (n - k + i) / i;
    return ways;
}

static uint32_t place_term(unsigned place, unsigned rank)
{
    return (uint32_t)choose(rank + place, place + 1);
}

static int by_sum(const void *left, const void *right)
{
    uint32_t a = ((const struct rank_set *)left)->sum, b = ((const struct rank_set *)right)->sum;
    return a < b ? -1 : a > b;
}

/* Suits go round by place, so equal ranks get different suits and none gets more than two of seven cards: a flush
 * in neither order. */
static void sets_add(unsigned count, const uint32_t *weights, struct rank_set set, unsigned place,
                     unsigned rank, unsigned of_rank)
{
    if (place == count) {
        CHECK_OP(set_count, <, SETS_MAX);
        sets[set_count++] = set;
        return;
    }
    for (unsigned next = rank; next < RANK_COUNT; next++) {
        unsigned copies = next == rank ? of_rank : 0;
        if (copies == SUIT_COUNT)
            continue;
        struct rank_set longer = set;
        longer.cards[place] = card_of((enum rank)next, (enum suit)(place % SUIT_COUNT));
        longer.sum += weights[next];
        longer.place += place_term(place, next);
        sets_add(count, weights, longer, place + 1, next, copies + 1);
    }
}

static void sets_make(unsigned count, const uint32_t *weights)
{
    set_count = 0;
    sets_add(count, weights, (struct rank_set){0}, 0, 0, 0);
    qsort(sets, set_count, sizeof sets[0], by_sum);
    for (unsigned i = 1; i < set_count; i++)
        CHECK_OP(sets[i - 1].sum, <, sets[i].sum);
}

/* ------------------------------------------------------------------------------------------ orders */

struct order {
    const char *name;
    unsigned flush_size, flush_cards_max; /* a flush has this many cards; the longest hand ranked */
    struct score (*best)(const struct card *cards, unsigned count);
    unsigned value_count;
    uint32_t scores[FIVE_VALUES + 1]; /* ascending; [0] is none */
    uint16_t flushes[RANK_MASKS];
};

static struct order five = {.name = "five", .flush_size = 5, .flush_cards_max = 7, .best = plain_best_five};
static struct order four = {.name = "four", .flush_size = 4, .flush_cards_max = 6, .best = plain_best_four};

static int by_number(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

static uint16_t order_value(const struct order *order, struct score score)
{
    const uint32_t *found =
        bsearch(&score.bits, order->scores + 1, order->value_count, sizeof order->scores[0], by_number);
    CHECK(found);
    return (uint16_t)(found - order->scores);
}

static struct score flush_score(const struct order *order, unsigned ranks)
{
    struct card cards[7];
    unsigned count = 0;
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        if (ranks >> rank & 1)
            cards[count++] = card_of((enum rank)rank, SUIT_SPADES);
    return order->best(cards, count);
}

static void scores_add(struct order *order, struct score score, unsigned limit)
{
    CHECK_OP(order->value_count, <, limit);
    order->scores[++order->value_count] = score.bits;
}

static void order_make(struct order *order, const uint32_t *weights, unsigned limit)
{
    sets_make(order->flush_size, weights);
    for (unsigned i = 0; i < set_count; i++)
        scores_add(order, order->best(sets[i].cards, order->flush_size), limit);
    for (unsigned ranks = 0; ranks < RANK_MASKS; ranks++)
        if ((unsigned)__builtin_popcount(ranks) == order->flush_size)
            scores_add(order, flush_score(order, ranks), limit);
    CHECK_OP(order->value_count, ==, limit);
    qsort(order->scores + 1, order->value_count, sizeof order->scores[0], by_number);
    for (unsigned i = 1; i <= order->value_count; i++)
        CHECK_OP(order->scores[i - 1], <, order->scores[i]);
    for (unsigned ranks = 0; ranks < RANK_MASKS; ranks++) {
        unsigned count = (unsigned)__builtin_popcount(ranks);
        if (count >= order->flush_size && count <= order->flush_cards_max)
            order->flushes[ranks] = order_value(order, flush_score(order, ranks));
    }
}

static void order_write(const struct order *order)
{
    char name[32];
    snprintf(name, sizeof name, "%s_scores", order->name);
    out_begin("uint32_t", name, order->value_count + 1);
    for (unsigned i = 0; i <= order->value_count; i++)
        out_number(i, order->scores[i]);
    out_end();
    snprintf(name, sizeof name, "%s_flushes", order->name);
    out_begin("uint16_t", name, RANK_MASKS);
    for (unsigned i = 0; i < RANK_MASKS; i++)
        out_number(i, order->flushes[i]);
    out_end();
}

/* ------------------------------------------------------------------------------------------ packing */

static uint32_t rows[ROWS_MAX];
static unsigned row_count, packed_size;

struct row {
    uint32_t number;
    unsigned first, count; /* of `sets`, which is sorted by sum and so by row */
};

static int by_falling_count(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

static bool row_fits(const struct row *row, uint32_t offset, uint32_t column_mask, const bool *used)
{
    for (unsigned i = row->first; i < row->first + row->count; i++)
        if (used[offset + (sets[i].sum & column_mask)])
            return false;
    return true;
}

/* First fit, the fullest rows first. */
static void rows_pack(unsigned column_bits)
{
    static struct row list[ROWS_MAX];
    static bool used[PACKED_MAX];
    memset(used, 0, sizeof used);
    memset(rows, 0, sizeof rows);
    uint32_t column_mask = (1U << column_bits) - 1;
    unsigned count = 0;
    for (unsigned i = 0; i < set_count; i++) {
        uint32_t number = sets[i].sum >> column_bits;
        CHECK_OP(number, <, ROWS_MAX);
        if (count == 0 || list[count - 1].number != number)
            list[count++] = (struct row){number, i, 0};
        list[count - 1].count++;
    }
    row_count = list[count - 1].number + 1;
    qsort(list, count, sizeof list[0], by_falling_count);
    packed_size = 0;
    for (unsigned r = 0; r < count; r++) {
        uint32_t offset = 0;
        while (!row_fits(&list[r], offset, column_mask, used))
            offset++;
        rows[list[r].number] = offset;
        for (unsigned i = list[r].first; i < list[r].first + list[r].count; i++)
            used[offset + (sets[i].sum & column_mask)] = true;
        unsigned end = offset + column_mask + 1;
        CHECK_OP(end, <=, PACKED_MAX);
        if (end > packed_size)
            packed_size = end;
    }
}

static void values_write(const struct order *order, unsigned count, unsigned column_bits)
{
    static uint16_t packed[PACKED_MAX], placed[PLACE_SETS_7 + RANK_MASKS + 1];
    memset(packed, 0, sizeof packed);
    memset(placed, 0, sizeof placed);
    for (unsigned i = 0; i < set_count; i++) {
        uint16_t value = order_value(order, order->best(sets[i].cards, count));
        packed[rows[sets[i].sum >> column_bits] + (sets[i].sum & ((1U << column_bits) - 1))] = value;
        placed[sets[i].place] = value;
    }
    unsigned set_places = (unsigned)choose(RANK_COUNT - 1 + count, count);
    memcpy(placed + set_places, order->flushes, sizeof order->flushes);
    char name[32];
    snprintf(name, sizeof name, "%s_by_key_%u", order->name, count);
    out_begin("uint16_t", name, packed_size);
    for (unsigned i = 0; i < packed_size; i++)
        out_number(i, packed[i]);
    out_end();
    snprintf(name, sizeof name, "%s_by_place_%u", order->name, count);
    out_begin("uint16_t", name, set_places + RANK_MASKS + 1);
    for (unsigned i = 0; i < set_places + RANK_MASKS + 1; i++)
        out_number(i, placed[i]);
    out_end();
}

static void keys_write(unsigned count, const uint32_t *weights)
{
    char name[32];
    snprintf(name, sizeof name, "key_weights_%u", count);
    out_begin("uint32_t", name, RANK_COUNT);
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        out_number(rank, weights[rank]);
    out_end();
    snprintf(name, sizeof name, "card_keys_%u", count);
    out_begin("uint64_t", name, CARD_CODES);
    for (unsigned code = 0; code < CARD_CODES; code++) {
        struct card card = {(uint8_t)code};
        bool counts = card_is_valid(card) && !card_is_joker(card);
        out_number(code, counts ? weights[card_rank(card)] | UINT64_C(1) << (48 + 4 * card_suit(card)) : 0);
    }
    out_end();
    snprintf(name, sizeof name, "key_rows_%u", count);
    out_begin("uint32_t", name, row_count);
    for (unsigned i = 0; i < row_count; i++)
        out_number(i, rows[i]);
    out_end();
}

static void hands_write(unsigned count, const uint32_t *weights, unsigned column_bits)
{
    sets_make(count, weights);
    CHECK_OP(sets[set_count - 1].sum, <, SUMS_MAX);
    rows_pack(column_bits);
    keys_write(count, weights);
    if (count <= four.flush_cards_max)
        values_write(&four, count, column_bits);
    if (count >= five.flush_size)
        values_write(&five, count, column_bits);
}

static void place_terms_write(void)
{
    printf("const uint16_t place_terms[PLACES_MAX][16] = {\n");
    for (unsigned place = 0; place < PLACES_MAX; place++) {
        printf("{");
        for (unsigned rank = 0; rank < RANK_COUNT; rank++)
            printf("%u,", place_term(place, rank));
        printf("},\n");
    }
    printf("};\n\n");
    printf("const uint8_t place_term_bytes[PLACES_MAX][2][16] = {\n");
    for (unsigned place = 0; place < PLACES_MAX; place++) {
        printf("{{");
        for (unsigned rank = 0; rank < RANK_COUNT; rank++)
            printf("%u,", place_term(place, rank) & 255);
        printf("}, {");
        for (unsigned rank = 0; rank < RANK_COUNT; rank++)
            printf("%u,", place_term(place, rank) >> 8);
        printf("}},\n");
    }
    printf("};\n\n");
}

int main(void)
{
    printf("/* Made by tools/rank_tables_gen.c. */\n#include \"cards/rank_tables.h\"\n\n");
    order_make(&five, weights_5, FIVE_VALUES);
    order_make(&four, weights_4, FOUR_VALUES);
    order_write(&five);
    order_write(&four);
    hands_write(4, weights_4, KEY_COLUMN_BITS_4);
    hands_write(5, weights_5, KEY_COLUMN_BITS_5);
    hands_write(6, weights_6, KEY_COLUMN_BITS_6);
    hands_write(7, weights_7, KEY_COLUMN_BITS_7);
    place_terms_write();
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
