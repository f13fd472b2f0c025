#include "rulebook/table_games_internal.h"

#include "base/check.h"
#include "rulebook/schedule.h"
#include "rulebook/vocabulary_paths.h"

enum { DAYS_MAX = 366, WINDOW_MINUTES = 60, HOUR_SECONDS = 3600, HOUR_MINUTES = 60 };

/* Everything is read, so that all that is wrong is found; a value that is not there spoils the whole. */
struct reading {
    const struct rulebook *rulebook;
    struct findings *findings;
    bool spoilt;
};

static bool value_at(struct reading *reading, const char *path, enum value_type type, struct value *value)
{
    bool good = table_value(reading->rulebook, path, type, reading->findings, value);
    reading->spoilt |= !good;
    return good;
}

/* A finding at the value of a path that is there. */
static void refuse(struct reading *reading, const struct node *node, const char *remedy)
{
    findings_add(reading->findings, FINDING_ERROR, node->origin, "Hi Lo cannot be run so" REMEDY "%s",
                 remedy);
    reading->spoilt = true;
}

/* ------------------------------------------------------------------------------------------ prizes */

static bool prize_of(const struct award *award, struct hi_lo_prize *prize)
{
    const struct award_part *part = &award->parts[0];
    if (award->count != 1)
        return false;
    if (part->kind == AWARD_SHARE && part->range.low == 10000) {
        *prize = (struct hi_lo_prize){HI_LO_PROGRESSIVE, {0}};
        return true;
    }
    bool free_play = text_equal(part->name, text_of("free play"));
    *prize = (struct hi_lo_prize){free_play ? HI_LO_FREE_PLAY : HI_LO_CASH, range_low_money(part->range)};
    return part->kind == AWARD_MONEY && (free_play || part->name.length == 0);
}

static void read_prize(struct reading *reading, const struct node *node, struct hi_lo_prize *prize,
                       struct text *pool)
{
    static const char remedy[] = "write it like $50 in free play, $350, or 100% of progressive for the last";
    struct value value;
    if (!table_value_of(node, VALUE_AWARD, reading->findings, &value)) {
        reading->spoilt = true;
        return;
    }
    if (!prize_of(&value.award, prize))
        refuse(reading, node, remedy);
    else if (prize->kind == HI_LO_PROGRESSIVE)
        *pool = value.award.parts[0].name;
}

static void read_prize_at(struct reading *reading, const char *path, struct hi_lo_prize *prize,
                          struct text *pool)
{
    const struct node *node = node_path(reading->rulebook->data, path);
    struct value value;
    if (node)
        read_prize(reading, node, prize, pool);
    else
        (void)value_at(reading, path, VALUE_AWARD, &value);
}

/* The pool that the last prize names: what it starts with, and what it grows by. */
static void read_pool(struct reading *reading, const struct node *last, struct text name,
                      struct hi_lo_promotion *promotion)
{
    static const char *const keys[] = {KEY_SEED, KEY_RESEED, KEY_INCREASE};
    struct money amounts[3] = {{0}, {0}, {0}};
    const struct node *pool = name.length > 0 ? table_pool(reading->rulebook, name) : NULL;
    if (!pool) {
        refuse(reading, last, "let the last prize be 100% of a pool of the document");
        return;
    }
    for (unsigned i = 0; i < 3; i++) {
        const struct node *node = node_member(pool, keys[i]);
        struct value value;
        if (!node) {
            findings_add(reading->findings, FINDING_ERROR, pool->key_origin,
                         "no clause says %s of \"%.*s\"" REMEDY "add it under the clause that says it",
                         keys[i], TEXT_ARGUMENTS(pool->key));
            reading->spoilt = true;
        } else if (table_value_of(node, VALUE_MONEY, reading->findings, &value)) {
            amounts[i] = range_low_money(value.range);
        } else {
            reading->spoilt = true;
        }
    }
    const struct node *reseed = node_member(pool, keys[1]);
    if (reseed && !reading->spoilt && money_compare(amounts[0], amounts[1]) != 0)
        refuse(reading, reseed, "let it be reseeded with what it started from");
    promotion->start = amounts[0];
    promotion->growth = amounts[2];
}

/* Without a correct guess the prize is stage/prize; each guess is a step from there. */
static void read_prizes(struct reading *reading, struct hi_lo_promotion *promotion)
{
    const struct node *steps = node_path(reading->rulebook->data, PATH_STAGE_STEPS);
    struct hi_lo_rules *rules = &promotion->rules;
    struct text pool = {0};
    if (!steps || steps->kind != NODE_LIST || steps->count < 1 || steps->count > HI_LO_LEVELS_MAX) {
        struct origin whole = {.file = reading->rulebook->document.file, .line = 1, .column = 1};
        findings_add(reading->findings, FINDING_ERROR, steps ? steps->origin : whole,
                     "the game has 1 to %d prizes by the number of correct guesses" REMEDY
                     "list them under stage: steps:",
                     HI_LO_LEVELS_MAX);
        reading->spoilt = true;
        return;
    }
    read_prize_at(reading, PATH_STAGE_PRIZE, &rules->prizes[0], &pool);
    const struct node *last = steps;
    for (const struct node *item = steps->first_child; item; item = item->next) {
        read_prize(reading, item, &rules->prizes[++rules->levels], &pool);
        last = item;
    }
    read_pool(reading, last, pool, promotion);
}

/* The levels at which a miss is forgiven have two tries; those behind them one. */
static void read_tries(struct reading *reading, struct hi_lo_rules *rules)
{
    const struct node *tries = node_path(reading->rulebook->data, PATH_STAGE_TRIES);
    unsigned last = 2;
    for (const struct node *item = tries ? tries->first_child : NULL; item; item = item->next) {
        struct value value;
        if (!table_value_of(item, VALUE_COUNT, reading->findings, &value)) {
            reading->spoilt = true;
            return;
        }
        if (value.range.low < 1 || value.range.low > last) {
            refuse(reading, item, "write 2 for the first levels, then 1 for the others, like [2, 2, 1]");
            return;
        }
        last = (unsigned)value.range.low;
        rules->forgiving_levels += last - 1;
    }
    if (tries && last == 2)
        refuse(reading, tries, "let the last be 1, which holds for the levels behind it");
}

static void read_failure(struct reading *reading, struct hi_lo_rules *rules)
{
    struct text pool = {0};
    read_prize_at(reading, PATH_STAGE_FAILURE, &rules->dropped, &pool);
    read_tries(reading, rules);
}

/* ------------------------------------------------------------------------------------------ times */

static bool read_schedule(struct reading *reading, const char *path, const struct node **node,
                          struct schedule *schedule)
{
    struct fault fault;
    *node = node_path(reading->rulebook->data, path);
    if (*node && (*node)->kind == NODE_SCALAR &&
        schedule_read((*node)->scalar, schedule, &fault) == STATUS_OK)
        return true;
    struct origin whole = {.file = reading->rulebook->document.file, .line = 1, .column = 1};
    findings_add(reading->findings, FINDING_ERROR, *node ? (*node)->origin : whole,
                 "the game needs %s" REMEDY "write days and times", path);
    reading->spoilt = true;
    return false;
}

/* The days of a schedule with dates that has a drawing at the first hour. */
static void read_dates(struct reading *reading, struct hi_lo_promotion *promotion)
{
    const struct node *node;
    struct schedule schedule;
    if (!read_schedule(reading, PATH_WHEN_HOURS, &node, &schedule))
        return;
    bool dated = schedule.kind == SCHEDULE_PERIODS && schedule.count == 1 &&
                 schedule.entries[0].dates == SCHEDULE_DATES &&
                 date_days(schedule.entries[0].last) - date_days(schedule.entries[0].first) < DAYS_MAX;
    if (!dated) {
        refuse(reading, node, "write its days like 2012-08-02 to 2012-08-30, Thursday");
        return;
    }
    int32_t last = date_days(schedule.entries[0].last);
    for (int32_t day = date_days(schedule.entries[0].first); day <= last; day++) {
        struct local_time local = {.hour = (uint8_t)promotion->first_hour};
        enum status status = date_of_days(day, &local.date);
        CHECK_OP(status, ==, STATUS_OK);
        if (!schedule_covers(&schedule, &local))
            continue;
        if (promotion->date_count == HI_LO_DATES_MAX) {
            refuse(reading, node, "let the promotion have fewer days");
            return;
        }
        promotion->dates[promotion->date_count++] = local.date;
    }
}

/* A window is the hour that begins at a moment of the schedule. */
static void read_windows(struct reading *reading, struct hi_lo_promotion *promotion)
{
    const struct node *node;
    struct schedule schedule;
    if (!read_schedule(reading, PATH_DRAWING_AT, &node, &schedule))
        return;
    const struct schedule_entry *entry = &schedule.entries[0];
    bool hourly = schedule.kind == SCHEDULE_MOMENTS && schedule.count == 1 &&
                  entry->every == WINDOW_MINUTES && entry->start % HOUR_MINUTES == 0 &&
                  entry->end < DAY_MINUTES;
    if (!hourly) {
        refuse(reading, node, "write it like every hour on the hour 14:00 to 22:00");
        return;
    }
    promotion->first_hour = entry->start / HOUR_MINUTES;
    promotion->windows = (unsigned)(entry->end - entry->start) / WINDOW_MINUTES + 1;
}

/* In units of the first kind that fits; 0 after a finding. */
static unsigned read_length(struct reading *reading, const char *path, bool days)
{
    static const unsigned seconds[] = {
        [DURATION_SECONDS] = 1, [DURATION_MINUTES] = 60, [DURATION_HOURS] = HOUR_SECONDS};
    struct value value;
    if (!value_at(reading, path, VALUE_DURATION, &value))
        return 0;
    struct duration length = value.duration.low;
    const int64_t most = 100000; /* hi_lo_promotion_check() is stricter */
    bool good = length.count >= 0 && length.count <= most &&
                (days ? length.unit == DURATION_DAYS : length.unit <= DURATION_HOURS);
    if (!good) {
        refuse(reading, node_path(reading->rulebook->data, path),
               days ? "write it in days" : "write it in minutes");
        return 0;
    }
    return (unsigned)length.count * (days ? 1 : seconds[length.unit]);
}

/* One deadline for a prize with and without identification: saratoga/hi-lo-progressive#HR11. */
static void read_claim(struct reading *reading, struct hi_lo_promotion *promotion)
{
    promotion->report_seconds = read_length(reading, PATH_DRAWING_CLAIMED_WITHIN, false);
    promotion->claim_days = read_length(reading, PATH_CLAIM_WITHIN, true);
    unsigned returning = read_length(reading, PATH_CLAIM_RETURN_WITHIN, true);
    if (!reading->spoilt && returning != promotion->claim_days)
        refuse(reading, node_path(reading->rulebook->data, PATH_CLAIM_RETURN_WITHIN),
               "let it be the same as claim: within:");
}

/* "at least 18": a condition, so that the low end is the age. */
static void read_age(struct reading *reading, struct hi_lo_promotion *promotion)
{
    const struct node *node = node_path(reading->rulebook->data, PATH_ELIGIBILITY_AGE);
    struct value value;
    if (!node) {
        (void)value_at(reading, PATH_ELIGIBILITY_AGE, VALUE_COUNT, &value);
    } else if (node->kind != NODE_SCALAR ||
               value_read(VALUE_COUNT, node->scalar, &value, NULL) != STATUS_OK ||
               value.form != VALUE_IS_GIVEN || value.range.high != RANGE_NO_END || value.range.low > 150) {
        refuse(reading, node, "write it like at least 18");
    } else {
        promotion->age_min = (unsigned)value.range.low;
    }
}

enum status hi_lo_promotion_read(const struct rulebook *rulebook, struct findings *findings,
                                 struct hi_lo_promotion *promotion)
{
    struct reading reading = {.rulebook = rulebook, .findings = findings};
    struct hi_lo_promotion read = {.zone = hi_lo_zone()};
    struct fault fault;
    read_prizes(&reading, &read);
    read_failure(&reading, &read.rules);
    read_windows(&reading, &read);
    read_dates(&reading, &read);
    read_claim(&reading, &read);
    read_age(&reading, &read);
    if (!reading.spoilt && hi_lo_promotion_check(&read, &fault) != STATUS_OK) {
        const struct node *stage = node_member(rulebook->data, PART_STAGE);
        CHECK(stage);
        findings_add(findings, FINDING_ERROR, stage->origin, "%s" REMEDY "correct the numbers of the game",
                     fault.words);
        reading.spoilt = true;
    }
    if (reading.spoilt)
        return STATUS_INVALID;
    *promotion = read;
    return STATUS_OK;
}
