/*
 * What is recorded of a patron is changed while a prize is on its way: who must sign it, and what whoever did it signs no more.
 *
 *      on its way   an open prize of the patron, one of an unknown winner that may be his, a hand of his that waits, or one of his round
 *                   that nobody has settled
 *      changed by   who gave a fact the value that is recorded now, and who signed with him
 *
 * Ownership: all state is in the arena of the floor (house/kernel/floor.h).
 */
#ifndef HOUSE_PEOPLE_CHANGED_H
#define HOUSE_PEOPLE_CHANGED_H

#include "games/ruling.h"
#include "house/kernel/floor.h"

struct deciding;
struct patron;
struct patron_recorded;

/* A person who changed facts of a patron: bits, in the order of patron_fact_words. */
struct fact_change {
    uint32_t person, facts;
};

enum { PATRON_FACTS = 7 };
extern const char
    *const patron_fact_words[PATRON_FACTS + 1]; /* as patron-recorded names them; NULL behind the last */

bool prize_is_on_its_way(const struct floor *floor, uint32_t patron);

/* Whether the event needs a second person: it changes somebody who has a prize on its way. */
bool change_needs_two(const struct floor *floor, const struct patron_recorded *recorded);

/* Keeps who made the changes of the event. */
MUST_USE enum status keep_changes(struct floor *floor, struct patron *patron,
                                  const struct patron_recorded *recorded);

/* Whether the person may authorise or pay what the patron wins: not if he changed what is recorded of the patron. */
struct ruling judge_hands_off(const struct floor *floor, uint32_t patron, struct text person);

#endif
