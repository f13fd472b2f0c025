/* Offers that are posted, and by which offer a round was dealt. */
#include "auditor/model_internal.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/vocabulary_paths.h"

static const struct rulebook *filed(const struct auditor *auditor, struct text activity)
{
    for (unsigned i = auditor->rulebook_count; i > 0; i--)
        if (text_equal(auditor->rulebooks[i - 1]->document.identity, activity))
            return auditor->rulebooks[i - 1];
    return NULL;
}

const struct offer *model_dealt_by(const struct auditor *auditor, const struct model_table *table,
                                   uint32_t offer, bool *changed)
{
    for (unsigned i = 0; i < auditor->dealt_count; i++) {
        const struct model_dealt *dealt = &auditor->dealt[i];
        *changed =
            &auditor->tables[dealt->table] == table && dealt->round == table->round && dealt->offer == offer;
        if (*changed)
            return dealt->by;
    }
    *changed = false;
    return auditor->offers[offer].standing;
}

void model_keep_dealt(struct auditor *auditor, uint32_t offer)
{
    const struct model_offer *known = offer < auditor->offer_count ? &auditor->offers[offer] : NULL;
    for (uint32_t i = 0; i < auditor->table_count; i++) {
        const struct model_table *table = &auditor->tables[i];
        bool kept = false;
        for (unsigned k = 0; k < auditor->dealt_count; k++)
            kept |= auditor->dealt[k].table == i && auditor->dealt[k].round == table->round &&
                    auditor->dealt[k].offer == offer;
        if (kept || !table->runs ||
            !MODEL_ROOM(auditor, auditor->dealt, auditor->dealt_count, auditor->dealt_room))
            continue;
        bool offered = known && known->posted && model_is_at(known, table);
        auditor->dealt[auditor->dealt_count++] =
            (struct model_dealt){i, table->round, offer, offered ? known->standing : NULL};
    }
}

/* S7: an hour in which the table did not have it all the while is not charged. */
static void set_since(struct auditor *auditor, struct model_offer *offer, const struct offer *before)
{
    if (!offer->since)
        offer->since = ARENA_ARRAY(&auditor->arena, struct instant, auditor->table_count);
    offer->since_count = auditor->table_count;
    for (unsigned i = 0; i < auditor->table_count && offer->since; i++) {
        bool had = false;
        for (unsigned k = 0; before && k < before->table_count; k++)
            had |= text_equal(before->tables[k]->name, auditor->tables[i].described->name);
        if (!had)
            offer->since[i] = auditor->now;
    }
}

/* Whether a fund may pay back earlier by the offer than by the one that stood before: it need keep less, or not hold all at once. */
static bool is_eased(const struct model_offer *known, const struct offer *offer)
{
    static const char when[] = PATH_ADVANCES_REPAID_WHEN, all[] = "the fund holds all advances";
    const struct node *funds = node_member(known->offer->rulebook->data, PART_FUNDS);
    bool less = false;
    for (const struct node *fund = funds && funds->kind == NODE_MAP ? funds->first_child : NULL; fund;
         fund = fund->next)
        less |= fund_minimum(offer, fund->key) < fund_minimum(known->offer, fund->key);
    return less || (model_says(known->offer, when, all) && !model_says(offer, when, all));
}

/* Reads the text of an offer by the house as it is now; NULL if it cannot be read. */
static const struct offer *read_posted(struct auditor *auditor, struct text name, struct text text,
                                       const struct rulebook *by)
{
    struct origin origin = {.file = "offer", .line = 1, .column = 1};
    struct offer *offer = ARENA_NEW(&auditor->arena, struct offer);
    struct node *data = node_read(text, origin, &auditor->arena, &auditor->findings);
    const struct rulebook *rulebook = by || !data ? by : filed(auditor, offer_activity(data));
    return offer && data && rulebook && !auditor->failed &&
                   offer_read(data, text, name, auditor->house, rulebook, &auditor->arena, &auditor->findings,
                              offer) == STATUS_OK
               ? offer
               : NULL;
}

void model_read_again(struct auditor *auditor)
{
    for (unsigned i = 0; i < auditor->offer_count; i++) {
        struct model_offer *known = &auditor->offers[i];
        struct instant *since = ARENA_ARRAY(&auditor->arena, struct instant, auditor->table_count);
        for (unsigned k = 0; known->since && since && k < known->since_count; k++)
            since[k] = known->since[k];
        known->since = since;
        known->since_count = since ? auditor->table_count : 0;
        if (!known->posted)
            continue;
        model_keep_dealt(auditor, i);
        const struct offer *offer = read_posted(auditor, known->name, known->text, known->standing->rulebook);
        if (offer)
            known->offer = known->standing = offer;
        else
            auditor_object(auditor, "the offer %.*s cannot stay in the house as it is now",
                           TEXT_ARGUMENTS(known->name));
    }
}

void see_posted(struct auditor *auditor)
{
    const struct offer_posted *posted = EVENT_AS(auditor->event, offer_posted);
    struct text text = model_keep(auditor, posted->text), name = model_keep(auditor, posted->offer);
    MUST(auditor, posted->number <= auditor->offer_count && posted->number < MODEL_OFFERS_MAX, "its number");
    check_posted_by_time(auditor);
    const struct offer *offer = read_posted(auditor, name, text, NULL);
    if (!offer) {
        auditor_object(auditor, "the offer cannot be read");
        return;
    }
    check_document_approved(auditor, offer->rulebook);
    struct model_offer *known = &auditor->offers[posted->number];
    bool anew = posted->number < auditor->offer_count, was_kept[MODEL_POOLS_MAX] = {false};
    bool eased = anew && is_eased(known, offer);
    model_keep_dealt(auditor, posted->number);
    set_since(auditor, known, anew && known->posted ? known->standing : NULL);
    known->name = name;
    known->text = text;
    known->offer = known->standing = offer;
    model_take_accounts(auditor, known);
    for (unsigned i = 0; i < known->pool_count; i++)
        was_kept[i] = pool_keeper(auditor, known->pool_accounts[i]) != NULL;
    known->posted = true;
    known->posted_at = auditor->now;
    auditor->offer_count += !anew;
    pool_begin_rises(auditor, known, was_kept);
    if (eased)
        plan_repay(auditor, known);
    if (!anew) /* the day that runs is the first */
        MUST(auditor, date_add_days(auditor->day, -1, &known->closed) == STATUS_OK, "its day");
}
