/* The multiplier of an offer: where it holds, and what it makes of the prizes. */
#include "base/money.h"
#include "rulebook/check_internal.h"
#include "rulebook/vocabulary_paths.h"

static struct origin with_clause(struct origin origin, struct text clause)
{
    origin.clause = clause;
    return origin;
}

static bool is_table_of(const struct offer *offer, struct text name)
{
    for (unsigned i = 0; i < offer->table_count; i++)
        if (text_equal(offer->tables[i]->name, name))
            return true;
    return false;
}

static bool are_limits(const struct offer *offer, struct text words)
{
    struct value value;
    (void)offer;
    return value_read(VALUE_LIMITS, words, &value, NULL) == STATUS_OK && value.form == VALUE_IS_GIVEN;
}

/* hawaiian-gardens G14 */
static void check_multiplied(const struct offer *offer, const struct node *value, int64_t multiple,
                             const struct rulebook_row *row, struct findings *findings)
{
    const struct node *posted = offer_prize(offer, row);
    struct value approved, prize;
    struct text clause;
    if (!posted || posted->kind != NODE_SCALAR || !offer_approved_prize(offer, row, &approved, &clause) ||
        value_read(VALUE_AWARD, posted->scalar, &prize, NULL) != STATUS_OK || prize.form != VALUE_IS_GIVEN ||
        approved.form != VALUE_IS_GIVEN)
        return;
    const struct award_part *part = &prize.award.parts[0], *most = &approved.award.parts[0];
    bool is_posted = part->range.low == part->range.high, is_range = most->range.low < most->range.high;
    if (!is_posted || !is_range || part->kind != AWARD_MONEY || most->kind != AWARD_MONEY ||
        part->range.high > RANGE_NO_END / multiple || part->range.high * multiple <= most->range.high)
        return;
    char words[64], limit[64];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    (void)money_write(&out, money_of_cents(part->range.high * multiple));
    text_out_init(&out, limit, sizeof limit);
    (void)money_write(&out, money_of_cents(most->range.high));
    const struct node *within = node_path(offer->rulebook->data, PATH_MULTIPLIER_PRIZES_WITHIN_THE_RANGE);
    findings_add(findings, FINDING_ERROR, with_clause(value->origin, within->origin.clause),
                 "\"%.*s\" multiplied is %s, more than the approved %s" REMEDY
                 "post a smaller multiple or a smaller prize",
                 TEXT_ARGUMENTS(row->name), words, limit);
}

static void check_multiplied_prizes(const struct offer *offer, struct findings *findings)
{
    const struct node *posted = offer_node(offer, PATH_MULTIPLIER_VALUE);
    struct value multiple;
    if (!text_equal(offer_text(offer, PATH_MULTIPLIER_PRIZES_WITHIN_THE_RANGE), text_of("yes")) ||
        offer_is_off(offer, PART_MULTIPLIER) || !posted || posted->kind != NODE_SCALAR ||
        value_read(VALUE_MULTIPLE, posted->scalar, &multiple, NULL) != STATUS_OK ||
        multiple.form != VALUE_IS_GIVEN || multiple.range.high <= 0)
        return;
    for (unsigned i = 0; i < offer->chart_count; i++)
        for (unsigned j = 0; j < offer->charts[i]->row_count; j++)
            check_multiplied(offer, posted, multiple.range.high, &offer->charts[i]->rows[j], findings);
}

/* Where a multiplier holds: tables of the offer, and limits. */
static void check_places(const struct offer *offer, struct findings *findings)
{
    static const struct {
        const char *path, *what;
        bool (*is_one)(const struct offer *offer, struct text words);
    } lists[] = {{PATH_MULTIPLIER_TABLES, "a table of the offer", is_table_of},
                 {PATH_MULTIPLIER_GAME_LIMITS, "the betting limit of a table", are_limits}};
    for (size_t list = 0; list < sizeof lists / sizeof lists[0]; list++) {
        const struct node *posted = node_path(offer->data, lists[list].path),
                          *approved = node_path(offer->rulebook->data, lists[list].path);
        struct text item;
        for (size_t at = 0; posted && approved && posted->kind == NODE_SCALAR &&
                            offer_next_item(posted->scalar, &at, &item);)
            if (!lists[list].is_one(offer, item))
                findings_add(findings, FINDING_ERROR, with_clause(posted->origin, approved->origin.clause),
                             "\"%.*s\" is not %s" REMEDY "name some, with \"; \" between them",
                             TEXT_ARGUMENTS(item), lists[list].what);
    }
}

void check_multiplier(const struct offer *offer, struct findings *findings)
{
    check_places(offer, findings);
    check_multiplied_prizes(offer, findings);
}
