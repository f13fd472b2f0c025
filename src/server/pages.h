/*
 * The pages of web/, embedded in the program when it was built (tools/embed).
 *
 * Rules for a server that sends them:
 *   1  A `lasting` file has the hash of its content in its name and never changes: it may be cached for a year. Any other
 *      file is revalidated each time with its etag; if it is unchanged the answer is 304.
 *   2  Pages hold no inline script or style, so page_security_policy can be sent with each of them.
 *   3  `packed` is for clients that accept gzip. Files that do not get smaller, such as fonts, have none.
 *
 * All memory is the program's own and constant.
 */
#ifndef SERVER_PAGES_H
#define SERVER_PAGES_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct page_file {
    struct text path;
    const char *type; /* for Content-Type */
    const char *etag; /* with its quotes */
    const unsigned char *bytes;
    size_t size;
    const unsigned char *packed; /* the same with gzip, or NULL */
    size_t packed_size;
    bool under;   /* serves path/ANYTHING as well: the page reads the rest */
    bool lasting; /* 1 */
};

extern const char page_security_policy[]; /* for Content-Security-Policy */

/* The file for the path of a request, without its query; NULL if there is none. One slash at the end is ignored. */
const struct page_file *page_find(struct text path);

/* All files in order of their paths, for iteration: NULL after the last one. */
const struct page_file *page_at(size_t index);

#endif
