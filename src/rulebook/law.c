#include "rulebook/law.h"

#include "base/check.h"
#include "rulebook/vocabulary_paths.h"

static const char *const kind_names[PAYMENT_KINDS] = {
    [PAYMENT_SLOT_MACHINE] = "slot machine",
    [PAYMENT_BINGO] = "bingo",
    [PAYMENT_KENO] = "keno",
    [PAYMENT_POKER_TOURNAMENT] = "poker tournament",
    [PAYMENT_WAGERING_POOL] = "wagering pool",
    [PAYMENT_WAGER] = "wager",
    [PAYMENT_TABLE_GAME] = "table game",
    [PAYMENT_JACKPOT] = "jackpot",
    [PAYMENT_PROMOTION] = "promotion",
    [PAYMENT_BUY_IN] = "buy-in",
    [PAYMENT_CASH_OUT] = "cash-out",
};

static const unsigned all_kinds = (1U << PAYMENT_KINDS) - 1;

const char *payment_kind_name(enum payment_kind kind)
{
    CHECK_OP(kind, <, PAYMENT_KINDS);
    return kind_names[kind];
}

/* ------------------------------------------------------------------------------------------ words */

static bool read_kinds(const struct node *node, unsigned *kinds)
{
    if (!node || node_lists(node, "any payment")) {
        *kinds = all_kinds;
        return true;
    }
    *kinds = 0;
    for (unsigned i = 0; i < PAYMENT_KINDS; i++)
        if (node_lists(node, kind_names[i]))
            *kinds |= 1U << i;
    return *kinds != 0;
}

/* The place of the word in the list, which ends with NULL; the first is the default. */
static bool read_word(const struct node *node, const char *const *words, unsigned *place)
{
    *place = 0;
    if (!node)
        return true;
    for (unsigned i = 0; words[i]; i++)
        if (node_says(node, words[i])) {
            *place = i;
            return true;
        }
    return false;
}

static bool read_payee(const struct node *node, enum law_payee *payee)
{
    static const char *const words[] = {[PAYEE_ANYONE] = "anyone",
                                        [PAYEE_CITIZEN_OR_RESIDENT] = "citizen or resident",
                                        [PAYEE_WITHOUT_NUMBER] = "without a taxpayer number",
                                        [PAYEE_NONRESIDENT_ALIEN] = "nonresident alien",
                                        NULL};
    unsigned place;
    bool known = read_word(node, words, &place);
    *payee = (enum law_payee)place;
    return known;
}

static bool read_counts(const struct node *node, enum law_counts *counts)
{
    static const char *const words[] = {[COUNTS_PAYMENT] = "the payment",
                                        [COUNTS_LESS_WAGER] = "the payment less the wager",
                                        [COUNTS_CALENDAR_YEAR] = "prizes of the calendar year",
                                        [COUNTS_CURRENCY] = "currency of the gaming day",
                                        [COUNTS_GAMING_DAY] = "everything of the gaming day",
                                        NULL};
    unsigned place;
    bool known = read_word(node, words, &place);
    *counts = (enum law_counts)place;
    return known;
}

static bool read_flag(const struct node *node, enum law_flag *flag)
{
    static const char *const words[] = {
        [FLAG_NONE] = "", [FLAG_SUSPICIOUS] = "suspicious", [FLAG_FOR_OTHERS] = "for others", NULL};
    unsigned place;
    bool known = read_word(node, words, &place);
    *flag = (enum law_flag)place;
    return known;
}

/* ------------------------------------------------------------------------------------------ numbers and days */

static bool read_range(const struct node *node, enum value_type type, struct range *range)
{
    struct value value;
    if (!node)
        return true;
    if (node->kind != NODE_SCALAR || value_read(type, node->scalar, &value, NULL) != STATUS_OK ||
        value.form != VALUE_IS_GIVEN)
        return false;
    *range = value.range;
    return true;
}

static bool read_percent(const struct node *node, unsigned *hundredths)
{
    struct range range = {0, 0};
    if (!read_range(node, VALUE_PERCENT, &range) || range.low != range.high ||
        range.high > VALUE_PERCENT_WHOLE)
        return false;
    *hundredths = (unsigned)range.low;
    return true;
}

static bool read_date(const struct node *node, struct date *date)
{
    struct value value;
    if (!node)
        return true;
    if (node->kind != NODE_SCALAR || value_read(VALUE_DATE, node->scalar, &value, NULL) != STATUS_OK ||
        value.form != VALUE_IS_GIVEN || value.date.year == 0)
        return false;
    *date = value.date;
    return true;
}

static enum law_identification read_identification(const struct node *node)
{
    return node_says(node, "with a photograph") ? IDENTIFICATION_WITH_PHOTOGRAPH
           : node_says(node, "yes")             ? IDENTIFICATION_ANY
                                                : IDENTIFICATION_NONE;
}

bool threshold_read(const struct node *node, struct threshold *threshold)
{
    const struct node *form = node_member(node, KEY_FORM), *times = node_member(node, KEY_TIMES_THE_WAGER),
                      *indexed = node_member(node, KEY_INDEXED_FROM);
    struct threshold read = {
        .node = node,
        .name = node->key,
        .from = {CALENDAR_YEAR_MIN, 1, 1},
        .until = {CALENDAR_YEAR_MAX, 12, 31},
        .amount = {0, RANGE_NO_END},
        .by_wager = times != NULL,
        .beside = node_member(node, KEY_BESIDE),
        .reading = node_member(node, KEY_READING),
        .indexed = indexed != NULL,
        .identification = read_identification(node_member(node, KEY_IDENTIFICATION)),
    };
    if (!form || form->kind != NODE_SCALAR || !read_kinds(node_member(node, KEY_FOR), &read.kinds) ||
        !read_payee(node_member(node, KEY_PAYEE), &read.payee) ||
        !read_counts(node_member(node, KEY_COUNTS), &read.counts) ||
        !read_flag(node_member(node, KEY_FLAG), &read.flag) ||
        !read_range(node_member(node, KEY_AMOUNT), VALUE_MONEY_OR_NONE, &read.amount) ||
        !read_range(times, VALUE_MULTIPLE, &read.times) ||
        !read_percent(node_member(node, KEY_WITHHELD), &read.withheld) ||
        !read_date(node_member(node, KEY_FROM), &read.from) ||
        !read_date(node_member(node, KEY_UNTIL), &read.until) || !read_date(indexed, &read.indexed_from) ||
        date_compare(read.from, read.until) > 0)
        return false;
    read.form = form->scalar;
    read.clause = form->origin.clause;
    *threshold = read;
    return true;
}

/* ------------------------------------------------------------------------------------------ houses */

bool law_binds(const struct rulebook *law, const struct house *house)
{
    const struct node *country = node_path(law->data, PATH_LAW_COUNTRY),
                      *home = node_member(house->data, KEY_COUNTRY);
    struct range bound = {0, RANGE_NO_END}, own = bound;
    if (home && country && home->kind == NODE_SCALAR && country->kind == NODE_SCALAR &&
        !text_equal(home->scalar, country->scalar))
        return false;
    return !read_range(node_path(law->data, PATH_LAW_REVENUE), VALUE_MONEY_OR_NONE, &bound) ||
           !read_range(node_member(house->data, KEY_REVENUE), VALUE_MONEY_OR_NONE, &own) ||
           (own.low <= bound.high && bound.low <= own.high);
}

struct text law_choice(const struct rulebook *law, const struct house *house, struct text setting)
{
    const struct node *own = house ? node_member(house->data, KEY_SETTINGS) : NULL;
    own = node_member_called(own, law->document.identity);
    const struct node *chosen = node_member_called(own, setting);
    if (!chosen)
        chosen = node_member(node_member_called(node_member(law->data, PART_SETTINGS), setting), KEY_DEFAULT);
    return chosen && chosen->kind == NODE_SCALAR ? chosen->scalar : text_of("");
}
