/* The checks of a law: its parts, each threshold, and what the thresholds of one form say together. */
#include "base/check.h"
#include "rulebook/check_internal.h"
#include "rulebook/law.h"
#include "rulebook/vocabulary_paths.h"

enum { WORDS_SIZE = 384 };

/* ------------------------------------------------------------------------------------------ parts */

static void check_law_parts(const struct rulebook *law, struct findings *findings)
{
    static const char *const parts[] = {PART_LAW, PART_THRESHOLDS, PART_SETTINGS};
    for (const struct node *part = law->data->first_child; part; part = part->next) {
        bool fits = false;
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
            fits |= text_equal(part->key, text_of(parts[i]));
        if (!fits)
            findings_add(findings, FINDING_ERROR, part->key_origin,
                         "a law binds the offers of houses and has no %.*s of its own" REMEDY
                         "leave it out, or leave out law: if this is an activity",
                         TEXT_ARGUMENTS(part->key));
    }
}

/* The house posts nothing for a law, so that nothing may be left to it but by a setting. */
static void check_no_choice(const struct node *part, struct findings *findings)
{
    static const char *const lists[] = {KEY_FOR, KEY_BESIDE};
    for (const struct node *value = part ? part->first_child : NULL; value; value = value->next) {
        bool list = false;
        for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
            list |= text_equal(value->key, text_of(lists[i]));
        if (node_says(value, "posted") || (value->kind == NODE_LIST && !list))
            findings_add(findings, FINDING_ERROR, value->origin,
                         "a law leaves no choice to the house" REMEDY
                         "write one value, or a setting with a threshold for each of its choices");
    }
}

/* ------------------------------------------------------------------------------------------ one threshold */

static void check_date(const struct node *date, struct findings *findings)
{
    struct value value;
    if (date && date->kind == NODE_SCALAR &&
        value_read(VALUE_DATE, date->scalar, &value, NULL) == STATUS_OK && value.form == VALUE_IS_GIVEN &&
        value.date.year == 0)
        findings_add(findings, FINDING_ERROR, date->origin,
                     "a law holds from one day of one year" REMEDY "write the year as well, like 2026-01-01");
}

static void check_order(const struct node *from, const struct node *until, struct findings *findings)
{
    struct value first, last;
    if (from && until && from->kind == NODE_SCALAR && until->kind == NODE_SCALAR &&
        value_read(VALUE_DATE, from->scalar, &first, NULL) == STATUS_OK &&
        value_read(VALUE_DATE, until->scalar, &last, NULL) == STATUS_OK && first.form == VALUE_IS_GIVEN &&
        last.form == VALUE_IS_GIVEN && first.date.year && last.date.year &&
        date_compare(first.date, last.date) > 0)
        findings_add(findings, FINDING_ERROR, until->origin,
                     "it ends before it begins" REMEDY "write a last day that is not before the first");
}

static void check_amounts(const struct node *node, struct findings *findings)
{
    const struct node *amount = node_member(node, KEY_AMOUNT), *withheld = node_member(node, KEY_WITHHELD);
    struct value value;
    if (node_says(amount, "none"))
        findings_add(findings, FINDING_ERROR, amount->origin,
                     "a form with no amount is never due" REMEDY "write any amount, or from which on it is");
    if (withheld && withheld->kind == NODE_SCALAR &&
        value_read(VALUE_PERCENT, withheld->scalar, &value, NULL) == STATUS_OK &&
        value.form == VALUE_IS_GIVEN && (!value_is_fixed(&value) || value.range.high > VALUE_PERCENT_WHOLE))
        findings_add(findings, FINDING_ERROR, withheld->origin,
                     "a tax is one part of the payment" REMEDY "write one percentage up to 100%%, like 24%%");
}

/* Whether a threshold that depends on no other has the form. */
static bool has_form(const struct node *thresholds, struct text form)
{
    for (const struct node *node = thresholds->first_child; node; node = node->next) {
        const struct node *own = node_member(node, KEY_FORM);
        if (own && own->kind == NODE_SCALAR && text_equal(own->scalar, form) &&
            !node_member(node, KEY_BESIDE))
            return true;
    }
    return false;
}

static void check_beside(const struct node *thresholds, const struct node *node, struct findings *findings)
{
    const struct node *beside = node_member(node, KEY_BESIDE);
    for (const struct node *form = beside && beside->kind == NODE_LIST ? beside->first_child : NULL; form;
         form = form->next)
        if (form->kind == NODE_SCALAR && !has_form(thresholds, form->scalar))
            findings_add(findings, FINDING_ERROR, form->origin,
                         "no threshold that stands alone has the form \"%.*s\"" REMEDY
                         "name a form of this law that does not itself depend on another",
                         TEXT_ARGUMENTS(form->scalar));
}

static void check_threshold(const struct rulebook *law, const struct node *thresholds,
                            const struct node *node, struct findings *findings)
{
    const struct node *reading = node_member(node, KEY_READING);
    check_no_choice(node, findings);
    check_date(node_member(node, KEY_FROM), findings);
    check_date(node_member(node, KEY_UNTIL), findings);
    check_date(node_member(node, KEY_INDEXED_FROM), findings);
    check_order(node_member(node, KEY_FROM), node_member(node, KEY_UNTIL), findings);
    check_amounts(node, findings);
    check_beside(thresholds, node, findings);
    for (const struct node *choice = reading && reading->kind == NODE_MAP ? reading->first_child : NULL;
         choice; choice = choice->next)
        check_setting(node_member(law->data, PART_SETTINGS), choice, findings);
}

/* ------------------------------------------------------------------------------------------ several thresholds */

/* A citizen or resident may or may not have given a number. */
static bool same_person(enum law_payee one, enum law_payee other)
{
    bool alien = one == PAYEE_NONRESIDENT_ALIEN, other_alien = other == PAYEE_NONRESIDENT_ALIEN;
    return one == PAYEE_ANYONE || other == PAYEE_ANYONE || alien == other_alien;
}

static bool exclude_each_other(const struct node *one, const struct node *other)
{
    for (const struct node *choice = one ? one->first_child : NULL; choice; choice = choice->next) {
        const struct node *twin = node_member_called(other, choice->key);
        if (twin && !text_equal(twin->scalar, choice->scalar))
            return true;
    }
    return false;
}

/* Whether both are about the same form and could be about the same payment, whatever its day and amount. One that depends
 * on another form only adds to those that do not. */
static bool are_rivals(const struct threshold *one, const struct threshold *other)
{
    return text_equal(one->form, other->form) && !one->beside == !other->beside &&
           (one->kinds & other->kinds) && one->flag == other->flag && same_person(one->payee, other->payee) &&
           !exclude_each_other(one->reading, other->reading);
}

static bool holds_on(const struct threshold *threshold, struct date day)
{
    return date_compare(threshold->from, day) <= 0 && date_compare(day, threshold->until) <= 0;
}

/* "W-2G for keno": the form and the first kind that both are about. */
static void write_common(struct text_out *out, const struct threshold *one, const struct threshold *other)
{
    unsigned kind = 0;
    while (kind + 1 < PAYMENT_KINDS && !(one->kinds & other->kinds & 1U << kind))
        kind++;
    text_out_add(out, "%.*s for %s", TEXT_ARGUMENTS(one->form), payment_kind_name((enum payment_kind)kind));
}

static void check_overlap(const struct threshold *one, const struct threshold *other,
                          struct findings *findings)
{
    struct date day = date_compare(one->from, other->from) > 0 ? one->from : other->from;
    if (!are_rivals(one, other) || !holds_on(one, day) || !holds_on(other, day) ||
        one->amount.low > other->amount.high || other->amount.low > one->amount.high)
        return;
    char words[WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    write_common(&out, one, other);
    text_out_add(&out, " has two thresholds");
    if (node_member(one->node, KEY_FROM) || node_member(other->node, KEY_FROM)) {
        text_out_add(&out, " on ");
        date_write(&out, day);
    }
    findings_add(findings, FINDING_ERROR, other->node->key_origin,
                 "%s, the other one in line %u" REMEDY
                 "let one end on the day before the other begins, or let their amounts exclude each other",
                 words, one->node->key_origin.line);
}

/* The rival that begins first after `day`, if none holds on it; otherwise NULL. */
static const struct threshold *next_after(const struct threshold *items, unsigned count,
                                          const struct threshold *one, struct date day)
{
    const struct threshold *next = NULL;
    for (unsigned i = 0; i < count; i++) {
        if (&items[i] == one || !are_rivals(one, &items[i]))
            continue;
        if (holds_on(&items[i], day))
            return NULL;
        if (date_compare(items[i].from, day) > 0 && (!next || date_compare(items[i].from, next->from) < 0))
            next = &items[i];
    }
    return next;
}

static void check_gap(const struct threshold *items, unsigned count, const struct threshold *one,
                      struct findings *findings)
{
    struct date day, last;
    if (!node_member(one->node, KEY_UNTIL) || date_add_days(one->until, 1, &day) != STATUS_OK)
        return;
    const struct threshold *next = next_after(items, count, one, day);
    if (!next || date_add_days(next->from, -1, &last) != STATUS_OK)
        return;
    char words[WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    write_common(&out, one, next);
    text_out_add(&out, " has no threshold from ");
    date_write(&out, day);
    text_out_add(&out, " to ");
    date_write(&out, last);
    findings_add(findings, FINDING_ERROR, node_member(one->node, KEY_UNTIL)->origin,
                 "%s" REMEDY "let the next one, in line %u, begin on the day after this one ends", words,
                 next->node->key_origin.line);
}

static void check_together(const struct node *thresholds, struct findings *findings)
{
    struct threshold *items = ARENA_ARRAY(findings->arena, struct threshold, thresholds->count);
    unsigned count = 0;
    for (const struct node *node = thresholds->first_child; node && items; node = node->next)
        count += threshold_read(node, &items[count]);
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < i; j++)
            check_overlap(&items[j], &items[i], findings);
    for (unsigned i = 0; i < count; i++)
        check_gap(items, count, &items[i], findings);
}

void check_law(const struct rulebook *rulebook, struct findings *findings)
{
    const struct node *thresholds = node_member(rulebook->data, PART_THRESHOLDS);
    if (!rulebook->is_law) {
        if (thresholds)
            findings_add(findings, FINDING_ERROR, thresholds->key_origin,
                         "only a law has thresholds" REMEDY
                         "add law: with its country, or leave the thresholds out");
        return;
    }
    check_law_parts(rulebook, findings);
    check_no_choice(node_member(rulebook->data, PART_LAW), findings);
    if (!thresholds || (thresholds->kind == NODE_MAP && thresholds->count == 0)) {
        findings_add(findings, FINDING_ERROR, node_member(rulebook->data, PART_LAW)->key_origin,
                     "no clause of the law has a threshold" REMEDY
                     "add thresholds: under the clause that sets one");
        return;
    }
    if (thresholds->kind != NODE_MAP)
        return; /* which the schema has said */
    size_t errors = findings->counted[FINDING_ERROR];
    for (const struct node *node = thresholds->first_child; node; node = node->next)
        check_threshold(rulebook, thresholds, node, findings);
    if (findings->counted[FINDING_ERROR] == errors) /* A threshold that is wrong would leave a gap. */
        check_together(thresholds, findings);
}
