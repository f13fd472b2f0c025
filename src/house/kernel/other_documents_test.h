/*
 * For tests: a floor whose documents say something else now. An event that tells everything changes it as it changes the house itself.
 */
#ifndef HOUSE_KERNEL_OTHER_DOCUMENTS_TEST_H
#define HOUSE_KERNEL_OTHER_DOCUMENTS_TEST_H

#include "house/kernel/floor.h"

/* What the documents of a floor say, put aside. */
struct documents_aside;

/* The documents say something else from here on, and what they said again. */
struct documents_aside *documents_change(struct floor *floor);
void documents_return(struct floor *floor, struct documents_aside *aside);

/* Whether applying an event of the kind needs what documents say. */
bool is_of_documents(enum event_kind kind);

#endif
