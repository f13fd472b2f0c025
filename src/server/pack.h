/*
 * Compresses bytes with gzip, for clients that accept it. Meant for answers that are sent many times: it takes some
 * milliseconds for 100 kilobytes and reduces them to a tenth.
 */
#ifndef SERVER_PACK_H
#define SERVER_PACK_H

#include "base/text.h"

/* NULL if there is no memory; otherwise to be freed, and `size` says how many bytes there are. */
char *pack_gzip(struct text bytes, size_t *size);

#endif
