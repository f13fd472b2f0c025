#include "house/kernel/other_documents_test.h"

#include "base/check.h"
#include "funds/claim.h"
#include "funds/eligibility.h"
#include "funds/terms.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"

#include <stdlib.h>

struct offer_aside {
    const struct offer *offer;
    struct claim_terms claims;
    unsigned voucher_count;
    bool decided_at_deal, pools_when_decided, pools_at_period_end;
};

struct table_offer_aside {
    enum fee_payer payer;
    enum fee_choice choice;
    const struct device_failure *suspended;
    struct eligibility_rule age;
};

struct documents_aside {
    struct offer_aside offers[FLOOR_OFFERS_MAX];
    struct table_offer_aside at[FLOOR_TABLES_MAX][FLOOR_TABLE_OFFERS_MAX];
    struct offer_aside *formers;
    unsigned law_count;
};

/* An identification later or never, another way to pay, another moment that decides. */
static void change_claims(struct claim_terms *claims)
{
    claims->from_hand = !claims->from_hand;
    claims->identified_from_cents = claims->identified_from_cents > 0 ? 0 : INT64_MAX;
    claims->identification = claims->come_back = claims->at_all =
        (struct claim_term){.clause = claims->document};
}

static void change_offer(struct offering *offering, const struct offer *other, struct offer_aside *aside)
{
    struct terms *terms = &offering->terms;
    *aside =
        (struct offer_aside){offering->offer,        offering->claims,          offering->vouchers.count,
                             terms->decided_at_deal, terms->pools_when_decided, terms->pools_at_period_end};
    offering->offer = other;
    offering->vouchers.count = 0;
    terms->decided_at_deal = !terms->decided_at_deal;
    terms->pools_when_decided = !terms->pools_when_decided;
    terms->pools_at_period_end = !terms->pools_at_period_end;
    change_claims(&offering->claims);
}

struct documents_aside *documents_change(struct floor *floor)
{
    struct documents_aside *aside = calloc(1, sizeof *aside);
    CHECK(aside);
    aside->formers = calloc(floor->former_count + 1, sizeof *aside->formers);
    CHECK(aside->formers);
    const struct offer *first = floor->offering_count > 0 ? floor->offerings[0].offer : NULL;
    for (unsigned i = 0; i < floor->offering_count; i++)
        change_offer(&floor->offerings[i],
                     i + 1 < floor->offering_count ? floor->offerings[i + 1].offer : first,
                     &aside->offers[i]);
    for (unsigned i = 0; i < floor->former_count; i++) {
        aside->formers[i].claims = floor->formers[i]->claims;
        aside->formers[i].offer = floor->formers[i]->posted;
        change_claims(&floor->formers[i]->claims);
        floor->formers[i]->posted = first;
    }
    for (unsigned i = 0; i < floor->table_count; i++)
        for (unsigned k = 0; k < floor->tables[i].offer_count; k++) {
            struct table_offer *at = &floor->tables[i].offers[k];
            struct eligibility_rule *age = &at->eligibility.rules[ELIGIBILITY_AGE];
            aside->at[i][k] = (struct table_offer_aside){at->payer, at->choice, at->suspended, *age};
            age->value = text_of("200"); /* nobody may win */
            at->payer = at->payer == PAYER_NOBODY ? PAYER_PLAYER : PAYER_NOBODY;
            at->choice = at->choice == FEE_DUE ? FEE_OPTIONAL : FEE_DUE;
            at->suspended = at->suspended ? NULL : &at->failures->sensor;
        }
    aside->law_count = floor->law_count;
    floor->law_count = 0;
    return aside;
}

void documents_return(struct floor *floor, struct documents_aside *aside)
{
    for (unsigned i = 0; i < floor->offering_count; i++) {
        struct offering *offering = &floor->offerings[i];
        const struct offer_aside *was = &aside->offers[i];
        offering->offer = was->offer;
        offering->claims = was->claims;
        offering->vouchers.count = was->voucher_count;
        offering->terms.decided_at_deal = was->decided_at_deal;
        offering->terms.pools_when_decided = was->pools_when_decided;
        offering->terms.pools_at_period_end = was->pools_at_period_end;
    }
    for (unsigned i = 0; i < floor->former_count; i++) {
        floor->formers[i]->claims = aside->formers[i].claims;
        floor->formers[i]->posted = aside->formers[i].offer;
    }
    for (unsigned i = 0; i < floor->table_count; i++)
        for (unsigned k = 0; k < floor->tables[i].offer_count; k++) {
            struct table_offer *at = &floor->tables[i].offers[k];
            at->payer = aside->at[i][k].payer;
            at->choice = aside->at[i][k].choice;
            at->suspended = aside->at[i][k].suspended;
            at->eligibility.rules[ELIGIBILITY_AGE] = aside->at[i][k].age;
        }
    floor->law_count = aside->law_count;
    free(aside->formers);
    free(aside);
}

/* A verified hand names rows of a chart. */
bool is_of_documents(enum event_kind kind)
{
    static const enum event_kind kinds[] = {EVENT_HOUSE_OPENED, EVENT_HOUSE_AMENDED,   EVENT_DOCUMENT_FILED,
                                            EVENT_OFFER_POSTED, EVENT_OFFER_WITHDRAWN, EVENT_HAND_VERIFIED};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i] == kind)
            return true;
    return false;
}
