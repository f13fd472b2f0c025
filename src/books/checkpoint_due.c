#include "books/checkpoint_due.h"

#include "house/cage/cage_shapes.h"

/* What goes to the winner and to the tax office. */
static int64_t paid_cents(const struct money_rows *money)
{
    int64_t cents = 0;
    for (uint32_t i = 0; i < money->movement_count; i++)
        cents += money->movements[i].cents;
    return cents;
}

bool checkpoint_is_due(const struct floor *floor, const struct event *event)
{
    if (event->kind == EVENT_DAY_BEGAN)
        return true;
    return event->kind == EVENT_PRIZE_PAID && paid_cents(&EVENT_AS(event, prize_paid)->money) >
                                                  house_checkpoints(&floor->house).payments_above.cents;
}
