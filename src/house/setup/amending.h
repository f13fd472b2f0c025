/*
 * Amendments: a running house is changed by the whole new text of house.yaml, which two persons sign.
 *
 *      amend-house ──> judged ──> house-amended                        its first day is the gaming day that runs
 *                         └─────> amendment-filed ──> waits ──> judged again when its first day begins:
 *                                                                  house-amended, or change-refused with the reason
 *
 * Invariants
 *  A1  Nothing is orphaned. A table that is open, or whose hands wait, keeps its game, limits and seats. The row of a table never
 *      goes; it is closed for good. A role that somebody has, a fund that holds money or that an offer names, and a table that an
 *      offer names stay. Somebody may still amend the house, with a second person, and appoint.
 *  A2  Tables keep their numbers, new ones follow.
 *  A3  Nothing changes under a hand that was dealt: it is judged by the offer as it was in the house as it was (former_offers.c).
 *  A4  At most one amendment waits. So none undoes another that its author has not seen.
 *  A5  The time zone and the beginning of the gaming day change when a gaming day has just begun, and no hand waits.
 */
#ifndef HOUSE_SETUP_AMENDING_H
#define HOUSE_SETUP_AMENDING_H

#include "house/kernel/floor.h"

/* Whether offers, their fees and their hands cannot tell the two texts of one house apart; tables that only `after` has do not count.
 * STATUS_NO_MEMORY or STATUS_NO_SPACE if there is no room to compare them. */
MUST_USE enum status houses_offer_alike(const struct house *before, const struct house *after, bool *alike);

/* Reads the house by the text from now on. STATUS_INVALID if it cannot be read or lacks a table; the floor must not be used after that. */
MUST_USE enum status setup_amend_house(struct floor *floor, struct text text, struct fault *fault);

#endif
