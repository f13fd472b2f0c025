#include "house/kernel/snapshot_internal.h"

#include "base/scan.h"

/* A test compares the names with those of the sections. */
#define COUNT_OF(section, name)                                                                              \
    FIELD(struct snapshot_line, counts[section], FIELD_COUNT, name, "the number of lines of this kind")

static const struct field snapshot_fields[] = {
    FIELD_REQUIRED(struct snapshot_line, format, FIELD_COUNT, "format", "3"),
    COUNT_OF(SECTION_HOUSE, "house"),
    COUNT_OF(SECTION_APPROVALS, "approvals"),
    COUNT_OF(SECTION_DOCUMENT, "document"),
    COUNT_OF(SECTION_ACCOUNT, "account"),
    COUNT_OF(SECTION_PERSON, "person"),
    COUNT_OF(SECTION_PATRON, "patron"),
    COUNT_OF(SECTION_OFFER, "offer"),
    COUNT_OF(SECTION_POOL, "pool"),
    COUNT_OF(SECTION_ADVANCE, "advance"),
    COUNT_OF(SECTION_FORMER, "former"),
    COUNT_OF(SECTION_WAITING, "waiting"),
    COUNT_OF(SECTION_TABLE, "table"),
    COUNT_OF(SECTION_OWED, "owed"),
    COUNT_OF(SECTION_TABLE_OFFER, "table-offer"),
    COUNT_OF(SECTION_SEAT, "seat"),
    COUNT_OF(SECTION_ROUND, "round"),
    COUNT_OF(SECTION_HAND, "hand"),
    COUNT_OF(SECTION_BOARD, "board"),
    COUNT_OF(SECTION_AWARD, "award"),
    COUNT_OF(SECTION_PRIZE, "prize"),
};
const struct record_shape snapshot_shape =
    SHAPE("snapshot", struct snapshot_line, snapshot_fields, "the number of lines of each kind");

static const struct field end_fields[] = {
    FIELD_REQUIRED(struct end_line, lines, FIELD_COUNT, "lines",
                   "the number of lines of the snapshot, including this one"),
};
const struct record_shape end_shape = SHAPE("end", struct end_line, end_fields, "the last line");

enum snapshot_form snapshot_form_of(struct text bytes)
{
    static const char opening[] = "{\"snapshot\":{\"format\":";
    enum { DIGITS_MAX = 9 };
    if (!text_starts_with(bytes, text_of(opening)))
        return SNAPSHOT_UNREADABLE;
    struct scan scan = {.text = text_slice(bytes, 0, bytes.length < 64 ? bytes.length : 64),
                        .at = sizeof opening - 1};
    uint32_t format = 0;
    if (scan_number(&scan, 1, DIGITS_MAX, "a number", &format, NULL) != STATUS_OK)
        return SNAPSHOT_UNREADABLE;
    return format < SNAPSHOT_FORMAT   ? SNAPSHOT_EARLIER
           : format > SNAPSHOT_FORMAT ? SNAPSHOT_LATER
                                      : SNAPSHOT_OURS;
}
