#include "house/floor.h"

enum status floor_save(const struct floor *floor, struct arena *arena, struct text *bytes,
                       struct fault *fault)
{
    (void)floor;
    (void)arena;
    (void)bytes;
    return fault_set(fault, STATUS_INVALID, 0, "no snapshots");
}

enum status floor_restore(struct floor *floor, struct text bytes, struct fault *fault)
{
    (void)floor;
    (void)bytes;
    return fault_set(fault, STATUS_INVALID, 0, "no snapshots");
}
