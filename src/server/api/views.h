/*
 * The state of the house as JSON for pages and programs: docs/api/openapi.yaml describes every field.
 *
 * A view reads the floor and nothing else. Each returns a new document; NULL if memory ran out or, for a single thing, if it
 * does not exist (`found` is false then).
 */
#ifndef SERVER_API_VIEWS_H
#define SERVER_API_VIEWS_H

#include "house/kernel/floor.h"

/* The text of signs and notices of an offer does not change while it is posted, so it is made once. */
struct notices;
MUST_USE struct notices *notices_open(void);
void notices_close(struct notices *notices); /* NULL is fine */

MUST_USE json_t *view_meters(const struct floor *floor, uint64_t sequence);
MUST_USE json_t *view_signs(const struct floor *floor, struct notices *notices, uint64_t sequence);
MUST_USE json_t *view_floor(const struct floor *floor, uint64_t sequence);
MUST_USE json_t *view_table(const struct floor *floor, struct notices *notices, struct text table,
                            uint64_t sequence, bool *found);

/* Which hands or prizes: those of one state, all that need somebody to act ("open"), or all (""). */
MUST_USE json_t *view_hands(const struct floor *floor, struct notices *notices, struct text state,
                            struct text table, unsigned limit);
MUST_USE json_t *view_hand(const struct floor *floor, struct notices *notices, uint64_t number, bool *found);
MUST_USE json_t *view_prizes(const struct floor *floor, struct notices *notices, struct text state,
                             struct text patron, unsigned limit);
MUST_USE json_t *view_prize(const struct floor *floor, struct notices *notices, uint64_t number, bool *found);

/* An award with its prizes. */
MUST_USE json_t *view_award(const struct floor *floor, struct notices *notices, uint64_t number, bool *found);

/* "Clause 29: ..." of an offered document, by its citation; "" if it is none. */
MUST_USE json_t *view_clause(const struct floor *floor, struct text citation);

/* {clause: true}: the clauses of the laws that require a form and of which the payee may be told. A clause about what staff
 * find suspicious is never among them, nor is a clause that no law of the house has. */
MUST_USE json_t *view_told(const struct floor *floor);

MUST_USE json_t *view_patrons(const struct floor *floor, struct text search, unsigned limit);
MUST_USE json_t *view_patron(const struct floor *floor, struct notices *notices, struct text patron,
                             bool *found);
MUST_USE json_t *view_staff(const struct floor *floor);
MUST_USE json_t *view_offers(const struct floor *floor, struct notices *notices);
MUST_USE json_t *view_offer(const struct floor *floor, struct notices *notices, struct text offer,
                            bool *found);
MUST_USE json_t *view_offer_accounts(const struct floor *floor, struct text name,
                                     bool *found); /* for adjust */
MUST_USE json_t *view_funds(const struct floor *floor, uint64_t sequence);

/* Hands of an offer, or at a table, that were claimed and are not judged; NAMES_NONE: any. */
unsigned view_hands_waiting(const struct floor *floor, uint32_t offer, uint32_t table);

/* A time and a date in the format that is used everywhere; an empty text if there is none. */
MUST_USE json_t *view_time(struct instant at);
MUST_USE json_t *view_date(struct date date);

#endif
