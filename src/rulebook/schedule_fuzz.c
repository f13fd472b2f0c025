/*
 * Any bytes as a schedule: either a fault with a column inside the text, or a schedule whose normal text reads back to
 * the same (S3), which lies within itself, overlaps with itself, and covers the moment or start that comes next.
 */
#include "base/check.h"
#include "rulebook/schedule.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_written(const struct schedule *schedule)
{
    char normal[SCHEDULE_TEXT_SIZE];
    struct text_out out;
    struct schedule again;
    text_out_init(&out, normal, sizeof normal);
    schedule_write(&out, schedule);
    CHECK(!out.truncated);
    CHECK_OP(schedule_read(text_out_text(&out), &again, NULL), ==, STATUS_OK);
    CHECK(schedule_equal(schedule, &again));
}

static void check_next(const struct schedule *schedule)
{
    const struct local_time after = {.date = {2026, 11, 16}, .hour = 9, .minute = 59, .second = 59};
    struct local_time next;
    if (schedule_next_moment(schedule, &after, &next))
        CHECK(schedule_covers(schedule, &next));
    if (schedule_next_start(schedule, &after, &next))
        CHECK(schedule_covers(schedule, &next));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text text = {(const char *)data, size};
    struct schedule schedule;
    struct fault fault = {0};
    enum status status = schedule_read(text, &schedule, &fault);
    if (status != STATUS_OK) {
        CHECK_OP(fault.status, ==, status);
        CHECK(fault.position >= 1 && fault.position <= size + 1);
        CHECK(strlen(fault.words) > 0);
        return 0;
    }
    check_written(&schedule);
    check_next(&schedule);
    CHECK(schedule_overlap(&schedule, &schedule));
    CHECK(schedule_is_within(&schedule, &schedule));
    return 0;
}
