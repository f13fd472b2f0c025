#include "rulebook/check_internal.h"

#include "rulebook/vocabulary.h"
#include "rulebook/vocabulary_paths.h"

enum { NAMES_SIZE = 384 };

/* ------------------------------------------------------------------------------------------ prizes by name */

/* What the prizes of a document say about the voucher with this name. */
struct named_prize {
    struct text name;
    bool found, open; /* open: one of them does not say what it is worth */
};

static void look_at_award(const struct value *award, struct named_prize *prize)
{
    for (unsigned i = 0; award->form == VALUE_IS_GIVEN && i < award->award.count; i++) {
        const struct award_part *part = &award->award.parts[i];
        if (part->kind != AWARD_ITEM || !text_equal(part->name, prize->name))
            continue;
        prize->found = true;
        prize->open |= part->range.low == 0 && part->range.high == RANGE_NO_END;
    }
}

static void look_in(const struct node *node, const struct vocabulary_type *type, struct named_prize *prize)
{
    struct value award;
    if (type->kind == VOCABULARY_EITHER)
        type = node->kind == NODE_SCALAR ? type->of : type->or_else;
    if (type->kind == VOCABULARY_AWARD && node->kind == NODE_SCALAR &&
        value_read(VALUE_AWARD, node->scalar, &award, NULL) == STATUS_OK)
        look_at_award(&award, prize);
    for (const struct node *child = node->first_child; child; child = child->next) {
        const struct vocabulary_type *child_type = vocabulary_member_type(type, child->key);
        if (child_type)
            look_in(child, child_type, prize);
    }
}

/* In the rows of the charts, and wherever else the document gives a prize. */
static struct named_prize find_prize(const struct rulebook *rulebook, struct text name)
{
    struct named_prize prize = {.name = name};
    for (unsigned i = 0; i < rulebook->chart_count; i++)
        for (unsigned j = 0; j < rulebook->charts[i].row_count; j++)
            if (rulebook->charts[i].rows[j].has_award)
                look_at_award(&rulebook->charts[i].rows[j].award, &prize);
    for (const struct node *part = rulebook->data->first_child; part; part = part->next) {
        const struct vocabulary_part *known = vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, part->key);
        if (!known || text_equal(part->key, text_of(PART_CHARTS)))
            continue;
        const struct vocabulary_type whole = {.kind = VOCABULARY_PART, .part = known};
        look_in(part, known->is_key ? known->keys[0].type : &whole, &prize);
    }
    return prize;
}

static void check_prize_of(const struct rulebook *rulebook, const struct node *voucher,
                           struct findings *findings)
{
    struct named_prize prize = find_prize(rulebook, voucher->key);
    struct text shown = text_clipped(voucher->key, NAMES_SIZE);
    if (!prize.found)
        findings_add(findings, FINDING_ERROR, voucher->key_origin,
                     "no prize is a \"%.*s\"" REMEDY "write the voucher by the name that a prize has for it",
                     TEXT_ARGUMENTS(shown));
    else if (prize.open)
        findings_add(findings, FINDING_ERROR, voucher->key_origin,
                     "no clause says what the \"%.*s\" is worth, and so what it pays at most" REMEDY
                     "write worth and an amount behind its name in the prize",
                     TEXT_ARGUMENTS(shown));
}

/* ------------------------------------------------------------------------------------------ costs */

/* The costs that the voucher pays, joined by commas; false if of one of them nobody can say whether it does. */
static bool write_covered(struct text_out *out, const struct node *costs)
{
    bool known = true;
    for (const struct node *cost = costs->first_child; cost; cost = cost->next) {
        bool covered = node_says(cost, "covered");
        known &= covered || node_says(cost, "the winner's");
        if (covered)
            text_out_add(out, "%s%.*s", out->length ? ", " : "", TEXT_ARGUMENTS(cost->key));
    }
    return known;
}

/* "at most 2", "365 days" */
static bool is_limit(const struct node *limit)
{
    struct value value;
    return limit->kind == NODE_SCALAR &&
           (value_read(VALUE_COUNT, limit->scalar, &value, NULL) == STATUS_OK ||
            value_read(VALUE_DURATION, limit->scalar, &value, NULL) == STATUS_OK) &&
           value.form == VALUE_IS_GIVEN;
}

/* A limit is said of costs that it pays. */
static void check_costs(const struct node *voucher, struct findings *findings)
{
    const struct node *costs = node_member(voucher, KEY_COSTS), *limits = node_member(voucher, KEY_LIMITS);
    char covered[NAMES_SIZE];
    struct text_out out;
    if (!costs || costs->kind != NODE_MAP)
        return;
    text_out_init(&out, covered, sizeof covered);
    if (!write_covered(&out, costs))
        return; /* told already */
    if (out.length == 0) {
        findings_add(findings, FINDING_ERROR, costs->origin,
                     "the voucher pays nothing" REMEDY "write covered for a cost that it pays");
        return;
    }
    for (const struct node *limit = limits && limits->kind == NODE_MAP ? limits->first_child : NULL; limit;
         limit = limit->next) {
        if (!is_limit(limit))
            findings_add(findings, FINDING_ERROR, limit->origin,
                         "this is neither a number nor a length of time" REMEDY
                         "write how many it pays, such as at most 2, or how long, such as 365 days");
        if (!node_says(node_member_called(costs, limit->key), "covered"))
            findings_add(findings, FINDING_ERROR, limit->key_origin,
                         "the voucher does not pay \"%.*s\"" REMEDY "write one of: %s",
                         TEXT_ARGUMENTS(text_clipped(limit->key, NAMES_SIZE)), covered);
    }
}

static void check_rest(const struct node *voucher, struct findings *findings)
{
    const struct node *rest = node_member(voucher, KEY_REST);
    for (const struct node *when = rest && rest->kind == NODE_MAP ? rest->first_child : NULL; when;
         when = when->next)
        if (!text_equal(when->key, text_of("unspent")) && !text_equal(when->key, text_of("cancelled")))
            findings_add(findings, FINDING_ERROR, when->key_origin,
                         "the rest of a voucher cannot be \"%.*s\"" REMEDY "write unspent or cancelled",
                         TEXT_ARGUMENTS(text_clipped(when->key, NAMES_SIZE)));
}

void check_vouchers(const struct rulebook *rulebook, struct findings *findings)
{
    const struct node *vouchers = node_member(rulebook->data, PART_VOUCHERS);
    for (const struct node *voucher = vouchers && vouchers->kind == NODE_MAP ? vouchers->first_child : NULL;
         voucher; voucher = voucher->next) {
        if (voucher->kind != NODE_MAP)
            continue; /* told already */
        check_prize_of(rulebook, voucher, findings);
        check_costs(voucher, findings);
        check_rest(voucher, findings);
    }
}
