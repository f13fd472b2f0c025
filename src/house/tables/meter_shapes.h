/* What a meter showed, in the events and the states of several desks. */
#ifndef HOUSE_TABLES_METER_SHAPES_H
#define HOUSE_TABLES_METER_SHAPES_H

#include "record/record.h"

#include <stdint.h>

struct meter_reading {
    int64_t cents;
};

/* Of struct meter_reading in lists. */
extern const struct record_shape reading_shape;

#endif
