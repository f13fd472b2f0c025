/*
 * The result of an audit, as the commands that audit a store print it.
 */
#ifndef CLI_AUDIT_PRINT_H
#define CLI_AUDIT_PRINT_H

#include "books/audit.h"

/* The findings and the figures, and the hash of the last event. */
void audit_print(const struct audit *audit);

#endif
