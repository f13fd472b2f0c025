#include "rulebook/check_internal.h"
#include "rulebook/vocabulary_paths.h"

struct origin offer_table_origin(const struct offer *offer, const struct house_table *table,
                                 struct text clause)
{
    struct origin origin = offer_origin(offer, clause);
    const struct node *list = node_member(offer->data, KEY_TABLES);
    for (const struct node *item = list ? list->first_child : NULL; item; item = item->next)
        if (item->kind == NODE_SCALAR && text_equal(item->scalar, table->name)) {
            origin = item->origin;
            origin.clause = clause;
            break;
        }
    return origin;
}

static void check_same_activity(const struct offer *one, const struct offer *other,
                                const struct house_table *table, struct findings *findings)
{
    if (one->rulebook == other->rulebook)
        findings_add(findings, FINDING_ERROR, offer_table_origin(other, table, text_of("")),
                     "%.*s is offered at table %.*s by %s at the same time" REMEDY
                     "let a table and hour have one offer of an activity",
                     TEXT_ARGUMENTS(one->rulebook->document.identity), TEXT_ARGUMENTS(table->name),
                     one->file);
}

/* bay101 reads: a table carries at most one bad-beat jackpot, so that one pot never pays two such fees. */
static void check_one_a_table(const struct offer *one, const struct offer *other,
                              const struct house_table *table, struct findings *findings)
{
    const struct node *left = node_path(one->rulebook->data, PATH_ACTIVITY_ONE_A_TABLE);
    const struct node *right = node_path(other->rulebook->data, PATH_ACTIVITY_ONE_A_TABLE);
    if (one->rulebook == other->rulebook || !left || !right || left->kind != NODE_SCALAR ||
        right->kind != NODE_SCALAR || !text_equal(left->scalar, right->scalar))
        return;
    findings_add(findings, FINDING_ERROR, offer_table_origin(other, table, right->origin.clause),
                 "table %.*s already carries a %.*s, offered by %s" REMEDY
                 "offer the two at different tables or hours",
                 TEXT_ARGUMENTS(table->name), TEXT_ARGUMENTS(left->scalar), one->file);
}

/* "bay101/poker-bonus-hand-progressive reserve": the activity before the name of the fund. */
static struct text activity_of_fund(struct text fund)
{
    size_t end = 0;
    while (end < fund.length && fund.bytes[end] != ' ')
        end++;
    return text_slice(fund, 0, end);
}

static void check_source(const struct offer *offer, const struct offer *offers, unsigned count,
                         struct findings *findings)
{
    const struct node *source = node_path(offer->rulebook->data, PATH_FUNDING_SOURCE);
    const struct node *from = node_path(offer->rulebook->data, PATH_FUNDING_FROM);
    if (!source || source->kind != NODE_SCALAR || !text_equal(source->scalar, text_of("another activity")) ||
        !from || from->kind != NODE_SCALAR)
        return;
    struct text activity = activity_of_fund(from->scalar);
    for (unsigned i = 0; i < count; i++)
        if (text_equal(offers[i].rulebook->document.identity, activity))
            return;
    findings_add(findings, FINDING_ERROR, offer_origin(offer, from->origin.clause),
                 "%.*s pays this, and the house does not offer it" REMEDY "offer %.*s as well",
                 TEXT_ARGUMENTS(from->scalar), TEXT_ARGUMENTS(activity));
}

/* Some jackpots stand only where a jackpot collection is taken: by another offer, at the same table and time. */
static void check_collections(const struct offer *offer, const struct offer *offers, unsigned count,
                              struct findings *findings)
{
    const struct node *only = node_path(offer->rulebook->data, PATH_ELIGIBILITY_COLLECTION);
    if (!only || only->kind != NODE_SCALAR || !text_equal(only->scalar, text_of("jackpot")))
        return;
    for (unsigned i = 0; i < offer->table_count; i++) {
        bool taken = offer->tables[i]->free_play;
        for (unsigned j = 0; j < count && !taken; j++)
            for (unsigned k = 0; k < offers[j].table_count && &offers[j] != offer; k++)
                taken |= offers[j].tables[k] == offer->tables[i] &&
                         node_member(offers[j].rulebook->data, PART_FEE) &&
                         schedule_overlap(&offer->hours, &offers[j].hours);
        if (!taken)
            findings_add(findings, FINDING_ERROR,
                         offer_table_origin(offer, offer->tables[i], only->origin.clause),
                         "no other jackpot collection is taken at table %.*s" REMEDY
                         "offer it only where one is taken",
                         TEXT_ARGUMENTS(offer->tables[i]->name));
    }
}

static void check_alone(const struct offer *offer, const struct offer *offers, unsigned count, bool complete,
                        struct findings *findings)
{
    if (!complete)
        return;
    check_source(offer, offers, count, findings);
    check_collections(offer, offers, count, findings);
}

/* Whether they meet, and what is an error then. */
static bool check_pair(const struct offer *one, const struct offer *other, struct findings *findings)
{
    const struct house_table *table;
    if (!offers_meet(one, other, &table))
        return false;
    check_same_activity(one, other, table, findings);
    check_one_a_table(one, other, table, findings);
    return true;
}

void check_offers(const struct offer *offers, unsigned count, bool complete, struct hand_relations *relations,
                  struct findings *findings)
{
    for (unsigned i = 0; i < count; i++) {
        check_alone(&offers[i], offers, count, complete, findings);
        for (unsigned j = 0; j < i; j++)
            if (check_pair(&offers[j], &offers[i], findings))
                check_double_payment(&offers[j], &offers[i], relations, findings);
    }
}

void check_offers_of(const struct rulebook *rulebook, const struct offer *offers, unsigned count,
                     bool complete, struct findings *findings)
{
    for (unsigned i = 0; i < count; i++) {
        check_alone(&offers[i], offers, count, complete, findings);
        for (unsigned j = 0; j < i; j++)
            if (offers[i].rulebook == rulebook || offers[j].rulebook == rulebook)
                (void)check_pair(&offers[j], &offers[i], findings);
    }
}
