/*
 * Which vector instructions rank many hands at once (cards/batch.h).
 *
 * The widest that the processor has are chosen when the program starts. Every path gives the same values.
 */
#ifndef CARDS_VECTOR_H
#define CARDS_VECTOR_H

#include <stdbool.h>

enum vector_path { VECTOR_NONE, VECTOR_AVX2, VECTOR_AVX512, VECTOR_PATHS };

enum vector_path vector_path(void);
bool vector_path_available(enum vector_path path);
const char *vector_path_name(enum vector_path path);

/* For tests and measurements, while no other thread ranks: take this path from now on. It must be available. */
void vector_path_take(enum vector_path path);

#endif
