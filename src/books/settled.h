/*
 * Reads hands, prizes and awards that have left the state of the house from the report tables. A house keeps in memory what is
 * open; what was settled before is here, for as long as there are books.
 *
 * The store is open with the report tables (report_store_options()). Everything that is read is in the arena.
 */
#ifndef BOOKS_SETTLED_H
#define BOOKS_SETTLED_H

#include "house/kernel/view.h"
#include "house/prizes/settled.h"
#include "store/store.h"

/* What is wanted, and nothing that is still open. STATUS_DAMAGED if a row is not one that the program wrote. */
MUST_USE enum status settled_read(struct store *store, const struct settled_wanted *wanted,
                                  struct arena *arena, struct settled *settled, struct fault *fault);

/* Opens the store at the address and reads; closes it again. */
MUST_USE enum status settled_read_at(struct text address, const struct settled_wanted *wanted,
                                     struct arena *arena, struct settled *settled, struct fault *fault);

#endif
