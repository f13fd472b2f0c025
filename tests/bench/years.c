/*
 * What years of a floor take as state in memory, without a disk: the demo house with one jackpot, whose prizes are claimed, verified,
 * authorised and paid, day after day. A round takes no memory, so a prize has one round and there are no others.
 *
 * Every day the house puts money into the reserve, so that it owes no prize: an advance that nobody repays is open, and stays.
 *
 * Once a month the state is restored from its own snapshot, as at an opening, so that the figures are those of what a house still
 * has, and not of what it has had.
 */
#include "bench.h"

#include "base/check.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/floor.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/files.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    FLOOR_MEMORY_MAX = 1 << 30,
    LINE_MEMORY_MAX = 4 << 20,
    FILE_SIZE_MAX = 1 << 20,
    LINE_SIZE = 192,
    DAYS_A_YEAR = 365,
    DAYS_A_MONTH = 30,
    DAYS_SHOWN = 5 * DAYS_A_YEAR,
    SEATS = 6,
    DAY_MS = 24 * 60 * 60 * 1000,
};
static const int64_t first_noon_ms = INT64_C(1793649600000); /* 2026-11-02 at noon in the house */

struct years {
    struct floor floor;
    struct decision decision;
    struct arena lines, snapshot;
    uint64_t events, prizes;
    double restore_seconds;
    size_t snapshot_bytes;
    struct fault fault; /* why it went no further */
};

static double seconds_now(void)
{
    struct timespec now;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ------------------------------------------------------------------------------------------ commands */

/* All steps of it. A refusal is a failure here; its words are in the fault. */
static enum status do_command(struct years *years, const struct command *command)
{
    const struct decision *decision = &years->decision;
    enum status status;
    do {
        status = floor_decide(&years->floor, command, &years->decision, &years->fault);
        if (status == STATUS_OK && !decision->ruling.allowed)
            status = fault_set(&years->fault, STATUS_INVALID, 0, "%s", decision->ruling.words);
        for (unsigned i = 0; i < decision->event_count && status == STATUS_OK; i++)
            status = floor_apply(&years->floor, &decision->events[i], &years->fault);
        years->events += decision->event_count;
    } while (status == STATUS_OK && decision->unfinished && decision->event_count > 0);
    return status;
}

static enum status do_line(struct years *years, const char *line)
{
    struct command command;
    arena_clear(&years->lines);
    enum status status =
        command_parse(text_of(line), &years->floor.zone, &years->lines, &command, &years->fault);
    return status == STATUS_OK ? do_command(years, &command) : status;
}

static enum status do_numbered(struct years *years, const char *format, unsigned number)
{
    char line[LINE_SIZE];
    CHECK(snprintf(line, sizeof line, format, number) < LINE_SIZE);
    return do_line(years, line);
}

static struct text file_of(struct years *years, const char *name)
{
    char path[512];
    struct text bytes = text_of("");
    struct findings findings;
    CHECK(snprintf(path, sizeof path, "%s/%s", CARDROOM_DATA, name) < (int)sizeof path);
    arena_clear(&years->lines);
    findings_init(&findings, &years->lines, 8);
    CHECK(files_read(path, FILE_SIZE_MAX, &years->lines, &findings, &bytes) == STATUS_OK);
    return bytes;
}

static enum status open_house(struct years *years)
{
    static const char *const lines[] = {"clock 2026-11-02T12:00:00-08:00",
                                        "appoint sam role supervisor by office",
                                        "appoint sue role supervisor by office", "open-table C4-1 by office"};
    struct command command = {.kind = COMMAND_OPEN_HOUSE};
    *COMMAND_AS(&command, open_house) = (struct open_house){.head = {.by = text_of("office")},
                                                            .house = text_of("demo"),
                                                            .at = {first_noon_ms},
                                                            .text = file_of(years, "houses/demo/house.yaml")};
    enum status status = do_command(years, &command);
    char signature[1 << 12];
    struct text_out kept;
    text_out_init(&kept, signature, sizeof signature);
    text_out_add_text(&kept, file_of(years, "rulebooks/bay101/approvals.minisig"));
    command = (struct command){.kind = COMMAND_FILE_APPROVALS};
    *COMMAND_AS(&command, file_approvals) =
        (struct file_approvals){.head = {.by = text_of("office")},
                                .text = file_of(years, "rulebooks/bay101/approvals"),
                                .signature = text_out_text(&kept)};
    if (status == STATUS_OK)
        status = do_command(years, &command);
    command = (struct command){.kind = COMMAND_FILE_DOCUMENT};
    *COMMAND_AS(&command, file_document) =
        (struct file_document){.head = {.by = text_of("office")},
                               .activity = text_of("bay101/bonus-hand-progressive-v1-1"),
                               .text = file_of(years, "rulebooks/bay101/bonus-hand-progressive-v1-1.md")};
    if (status == STATUS_OK)
        status = do_command(years, &command);
    command = (struct command){.kind = COMMAND_POST_OFFER};
    *COMMAND_AS(&command, post_offer) =
        (struct post_offer){.head = {.by = text_of("office")},
                            .offer = text_of("bonus-hand"),
                            .text = file_of(years, "houses/demo/offers/bonus-hand.yaml")};
    if (status == STATUS_OK)
        status = do_command(years, &command);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0] && status == STATUS_OK; i++)
        status = do_line(years, lines[i]);
    for (unsigned seat = 1; seat <= SEATS && status == STATUS_OK; seat++) {
        char line[LINE_SIZE];
        (void)snprintf(line, sizeof line,
                       "register %u name Patron born 1980-05-06 identification seen by office", 1000 + seat);
        status = do_line(years, line);
        (void)snprintf(line, sizeof line, "sit C4-1 seat %u patron %u by office", seat, 1000 + seat);
        if (status == STATUS_OK)
            status = do_line(years, line);
    }
    return status;
}

/* ------------------------------------------------------------------------------------------ days */

/* A flush, from the round to the cage. */
static enum status win_prize(struct years *years)
{
    unsigned number = (unsigned)years->prizes + 1;
    unsigned seat = number % SEATS + 1;
    enum status status = do_line(years, "start-round C4-1 fees 1,2,3,4,5,6 by office");
    if (status == STATUS_OK)
        status = do_numbered(years, "claim-hand C4-1 seat %u offer bonus-hand by office", seat);
    if (status == STATUS_OK)
        status = do_numbered(years, "verify-hand %u cards \"Ah Th 8h 5h 2h\" wager $5 by sam", number);
    if (status == STATUS_OK)
        status = do_numbered(years, "authorise %u by sue", number);
    if (status == STATUS_OK)
        status = do_numbered(years, "pay %u in cash by office", number);
    if (status == STATUS_OK)
        status = do_line(years, "end-round C4-1 by office");
    years->prizes += status == STATUS_OK;
    return status;
}

/* The state as its snapshot makes it. */
static enum status restore(struct years *years)
{
    struct text bytes;
    arena_clear(&years->snapshot);
    enum status status = floor_save(&years->floor, &years->snapshot, &bytes, &years->fault);
    if (status != STATUS_OK)
        return status;
    floor_release(&years->floor);
    status = floor_init(&years->floor, FLOOR_MEMORY_MAX, &years->fault);
    double start = seconds_now();
    if (status == STATUS_OK)
        status = floor_restore(&years->floor, bytes, &years->fault);
    years->restore_seconds = seconds_now() - start;
    years->snapshot_bytes = bytes.length;
    return status;
}

static enum status live_days(struct years *years, unsigned first, unsigned count, unsigned prizes_a_day)
{
    enum status status = STATUS_OK;
    for (unsigned day = first; day < first + count && status == STATUS_OK; day++) {
        struct command command = {.kind = COMMAND_CLOCK};
        COMMAND_AS(&command, clock_moves)->at.ms = first_noon_ms + (int64_t)day * DAY_MS;
        status = do_command(years, &command);
        if (status == STATUS_OK)
            status = do_line(years, "adjust bonus-hand from house to reserve amount $2,000,000 reason float "
                                    "authorised-by sue by sam");
        for (unsigned i = 0; i < prizes_a_day && status == STATUS_OK; i++)
            status = win_prize(years);
        if (status == STATUS_OK && day % DAYS_A_MONTH == 0)
            status = restore(years);
        if (day % DAYS_A_MONTH == 0 && isatty(STDERR_FILENO))
            fprintf(stderr, "\rday %u of %u ", day, DAYS_SHOWN);
    }
    return status;
}

static json_t *print_years(const struct years *years, unsigned count, double seconds)
{
    double megabyte = 1 << 20, us = 1e6 * seconds / (double)years->events;
    printf("%-10u %12" PRIu64 " %12" PRIu64 " %11.1f %12.1f %12.0f %12.2f\n", count, years->events,
           years->prizes, (double)years->floor.arena.size_taken / megabyte,
           (double)years->snapshot_bytes / megabyte, 1e3 * years->restore_seconds, us);
    return json_pack(
        "{s:i,s:I,s:I,s:I,s:I,s:f,s:f}", "years", (int)count, "events", (json_int_t)years->events, "prizes",
        (json_int_t)years->prizes, "state_bytes", (json_int_t)years->floor.arena.size_taken, "snapshot_bytes",
        (json_int_t)years->snapshot_bytes, "open_ms", 1e3 * years->restore_seconds, "event_us", us);
}

json_t *years_notes(unsigned prizes_a_day)
{
    static const unsigned shown[] = {1, 5};
    struct years *years = calloc(1, sizeof *years);
    json_t *list = json_array();
    double seconds = 0;
    CHECK(years);
    arena_init(&years->lines, LINE_MEMORY_MAX);
    arena_init(&years->snapshot, FLOOR_MEMORY_MAX);
    decision_init(&years->decision);
    enum status status = floor_init(&years->floor, FLOOR_MEMORY_MAX, &years->fault);
    if (status == STATUS_OK)
        status = open_house(years);
    printf(
        "\nYears of a floor with %u prizes a day, as state in memory\n%-10s %12s %12s %11s %12s %12s %12s\n",
        prizes_a_day, "years", "events", "prizes", "state MiB", "snapshot MiB", "opening ms", "us an event");
    unsigned lived = 0;
    for (size_t i = 0; i < sizeof shown / sizeof shown[0] && status == STATUS_OK; i++) {
        double start = seconds_now();
        status = live_days(years, 1 + lived * DAYS_A_YEAR, (shown[i] - lived) * DAYS_A_YEAR, prizes_a_day);
        seconds += seconds_now() - start;
        if (status == STATUS_OK)
            status = restore(years);
        lived = shown[i];
        if (status == STATUS_OK)
            (void)json_array_append_new(list, print_years(years, lived, seconds));
    }
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%*s\r", 30, "");
    if (status != STATUS_OK)
        printf("after %" PRIu64 " prizes: %s\n", years->prizes, years->fault.words);
    decision_release(&years->decision);
    floor_release(&years->floor);
    arena_release(&years->snapshot);
    arena_release(&years->lines);
    free(years);
    return list;
}
