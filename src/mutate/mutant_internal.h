/*
 * What the files of mutant.h share.
 */
#ifndef MUTATE_MUTANT_INTERNAL_H
#define MUTATE_MUTANT_INTERNAL_H

#include "mutate/mutant.h"

/* Adds the mutants of all fences in their order; `items` has room for MUTANTS_MAX. STATUS_NO_SPACE or STATUS_NO_MEMORY if there is
 * no more room. */
MUST_USE enum status mutants_walk(struct mutants *mutants, struct arena *arena);

#endif
