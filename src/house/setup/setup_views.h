/* What the setup desk shows of offers, for the views of other desks and for slips. */
#ifndef HOUSE_SETUP_SETUP_VIEWS_H
#define HOUSE_SETUP_SETUP_VIEWS_H

#include "base/json.h"
#include "base/text.h"

struct floor;
struct offering;

/* The meters of the offer as players see them. */
MUST_USE json_t *view_meters(const struct floor *floor, const struct offering *offering);

/* "Clause 29: ..." of an offered document, by its citation; "" if it is none. */
MUST_USE json_t *view_clause(const struct floor *floor, struct text citation);

/* {clause: true}: the clauses of the laws that require a form and of which the payee may be told. A clause about what staff
 * find suspicious is never among them, nor is a clause that no law of the house has. */
MUST_USE json_t *view_told(const struct floor *floor);

#endif
