/*
 * The table that tools/embed writes: sorted by path, byte by byte.
 */
#ifndef SERVER_PAGES_INTERNAL_H
#define SERVER_PAGES_INTERNAL_H

#include "server/pages.h"

extern const struct page_file page_table[];
extern const size_t page_count;

#endif
