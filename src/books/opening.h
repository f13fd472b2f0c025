/*
 * The opening of a house: from its files to the first events of its books.
 *
 *      house.yaml ──> open-house      documents ──> file-document      offers ──> post-offer      clock ──> seeds
 *
 * Every step is an ordinary command, so that the books need nothing but themselves to be read again; all of them are done
 * together or not at all.
 */
#ifndef BOOKS_OPENING_H
#define BOOKS_OPENING_H

#include "books/keeper.h"
#include "rulebook/library.h"

/* NULL if the library has no house of this name. */
const struct library_house *opening_house(const struct library *library, struct text name);

/* Whether the document is filed for the house. Laws hold whatever is offered, by whoever made them: those of the place of the house, and
 * those of which the house chooses a reading. Activities are filed for the offers that need them. */
bool opening_wants(const struct library_house *house, const struct rulebook *rulebook);

/*
 * Begins the books in an empty store: `by` opens the house at the time `at` and may do everything in it. All of it is one
 * transaction: whatever happens, the books are then open or as empty as before, and an opening that failed is begun again.
 * Texts are read into the arena of the library.
 *
 * STATUS_INVALID if a step is refused, or a file cannot be read: the fault says which and why.
 */
MUST_USE enum status opening_begin(struct keeper *keeper, struct library *library,
                                   const struct library_house *house, struct text by, struct instant at,
                                   struct fault *fault);

#endif
