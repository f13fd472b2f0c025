/*
 * The words of signs and notices of the offers, for views. They do not change while an offer is posted, so they are made once for each
 * posting.
 *
 * Ownership: a struct notices that is all zero is empty; notices_release() frees what it holds. One thread uses it.
 */
#ifndef HOUSE_SETUP_NOTICES_H
#define HOUSE_SETUP_NOTICES_H

#include "base/arena.h"
#include "base/json.h"
#include "house/kernel/floor.h"
#include "rulebook/house_file.h"

/* Of one posting; another posting of the same offer has another digest. */
struct offer_notice {
    const struct offer *offer; /* NULL: it is not made yet */
    unsigned char digest[OFFER_DIGEST_SIZE];
    struct arena arena;
    struct text title, banner;
    json_t *sections, *chart; /* a document that shows them calls json_incref() */
};

struct notices {
    struct offer_notice kept[FLOOR_OFFERS_MAX];
};

void notices_release(struct notices *notices);

/* The notice of an offer by its number, from 0. It is valid until the offer is posted again. */
const struct offer_notice *notices_find(struct notices *notices, const struct floor *floor, uint32_t offer);

/* A row of a chart with its hand, prize and clause. */
MUST_USE json_t *view_row(const struct offer *offer, const struct rulebook_row *row);

#endif
