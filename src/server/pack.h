/*
 * Bytes made small, as gzip, for clients that say they take it. For answers that are sent again and again: it costs some
 * milliseconds for a hundred kilobytes, which then are a tenth of that.
 */
#ifndef SERVER_PACK_H
#define SERVER_PACK_H

#include "base/text.h"

/* NULL if there is no memory; otherwise to be freed, and `size` says how many bytes there are. */
char *pack_gzip(struct text bytes, size_t *size);

#endif
