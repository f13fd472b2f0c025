/*
 * What time it is: for the house, and for everything that concerns real people. If the clock of the computer jumps, both go on by
 * the server's own time (house_clock.h), and the loop tells everybody who works here.
 */
#include "server/service_internal.h"

#include "base/check.h"
#include "house/kernel/view.h"

#include <stdlib.h>

#define DAY_MS (INT64_C(24) * 60 * 60 * 1000)

struct instant service_wall(const struct service *service)
{
    return house_clock_read(service->clock, NULL, NULL);
}

struct instant service_computer_time(const struct service *service)
{
    struct instant computer;
    (void)house_clock_read(service->clock, &computer, NULL);
    return computer;
}

bool service_clock_has_come_to(const struct service *service, struct instant at)
{
    return service->clock_is_free ||
           at.ms - service_computer_time(service).ms <= house_clock_jump_ms(&service->floor.house);
}

/* Real time, or a clock of its own that started where the books ended. */
struct instant service_now(const struct service *service)
{
    const unsigned speed = service->options.speed > 1 ? service->options.speed : 1;
    if (!service->clock_is_free)
        return service_wall(service);
    return (struct instant){service->begun_at.ms + (int64_t)((machine_ms() - service->begun_ms) * speed)};
}

/* The clock of a demonstration is nobody's business: it goes on where the books end. */
void service_begin_time(struct service *service)
{
    const struct floor *floor = &service->floor;
    const struct instant books = floor_expected_time(floor), now = service_wall(service);
    const int64_t limit_ms = house_clock_jump_ms(&floor->house), closed_ms = now.ms - books.ms;
    const bool plausible = closed_ms >= -limit_ms && closed_ms <= CLOCK_DAYS_MAX * DAY_MS;
    service->clock_is_free = service->options.speed > 1 || (service->options.goes_on && !plausible);
    service->begun_ms = machine_ms();
    service->begun_at = plausible && closed_ms > 0 ? now : books;
    if (!service->clock_is_free)
        house_clock_begin(service->clock, books, CLOCK_DAYS_MAX * DAY_MS, limit_ms);
}

/* The house takes no step of more than a month at once. If the computer slept for so long, it is as if the house had been closed; and a
 * clock of its own catches up month by month. */
struct instant service_now_for(struct service *service, const struct floor *floor)
{
    const struct instant expected = floor_expected_time(floor), now = service_now(service);
    if (now.ms - expected.ms <= CLOCK_DAYS_MAX * DAY_MS)
        return now;
    if (service->clock_is_free)
        return (struct instant){expected.ms + CLOCK_DAYS_MAX * DAY_MS};
    house_clock_begin(service->clock, expected, CLOCK_DAYS_MAX * DAY_MS, house_clock_jump_ms(&floor->house));
    return service_now(service);
}

json_t *service_clock_alarm(const struct service *service)
{
    const struct clock_alarm *alarm = &service->alarm;
    if (!alarm->on)
        return NULL;
    return json_pack("{s:o,s:o,s:b,s:o}", "from", view_time(alarm->from), "to", view_time(alarm->to),
                     "at-start", alarm->at_start, "computer", view_time(service_computer_time(service)));
}

static void log_alarm(struct service *service, const struct clock_alarm *alarm)
{
    char from[32], to[32];
    struct text_out out;
    text_out_init(&out, from, sizeof from);
    instant_write(&out, alarm->from);
    text_out_init(&out, to, sizeof to);
    instant_write(&out, alarm->to);
    service_error(service,
                  alarm->at_start ? "the clock of the computer does not fit the books; two persons must "
                                    "confirm the time"
                                  : "the clock of the computer jumped; two persons must confirm the time",
                  "from", from, "to", to, NULL);
}

void service_watch_clock(struct service *service)
{
    struct clock_alarm alarm;
    if (service->clock_is_free)
        return;
    house_clock_limit(service->clock, house_clock_jump_ms(&service->floor.house));
    (void)house_clock_read(service->clock, NULL, &alarm);
    if (alarm.on == service->alarm.on)
        return;
    service->alarm = alarm;
    if (alarm.on)
        log_alarm(service, &alarm);
    else
        service_log(service, "the clock of the computer is right again", NULL);
    service_publish(service, FEED_EVENTS, "clock-alarm",
                    json_pack("{s:I,s:o*}", "sequence", (json_int_t)service->sequence, "alarm",
                              service_clock_alarm(service)));
}

void service_time_confirmed(struct service *service, struct instant to)
{
    if (!service->clock_is_free)
        house_clock_confirm(service->clock, to);
}
