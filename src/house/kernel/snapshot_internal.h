/* Inside the kernel: the lines of a snapshot that are of no desk. */
#ifndef HOUSE_KERNEL_SNAPSHOT_INTERNAL_H
#define HOUSE_KERNEL_SNAPSHOT_INTERNAL_H

#include "house/kernel/desk.h"
#include "house/kernel/snapshot.h"

enum { SNAPSHOT_FORMAT = 6 };

/* The last line. */
struct end_line {
    uint32_t lines;
};

extern const struct record_shape snapshot_shape, end_shape;

#endif
