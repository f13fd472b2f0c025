/* The tables and views for reports: their names, columns and keys. */
#include "books/report_rows.h"

#define COLUMNS(list) .columns = (list), .column_count = sizeof(list) / sizeof((list)[0])

static const struct store_column account_columns[] = {
    {"account", STORE_INTEGER}, {"kind", STORE_TEXT},       {"activity", STORE_TEXT},    {"name", STORE_TEXT},
    {"balance", STORE_INTEGER}, {"came_in", STORE_INTEGER}, {"went_out", STORE_INTEGER},
};

static const struct store_column meter_columns[] = {
    {"offer", STORE_INTEGER},       {"pool", STORE_TEXT},
    {"offer_name", STORE_TEXT},     {"amount", STORE_INTEGER},
    {"base", STORE_INTEGER},        {"reset", STORE_INTEGER},
    {"most", STORE_INTEGER},        {"rate", STORE_INTEGER},
    {"hidden_rate", STORE_INTEGER}, {"largest_contribution", STORE_INTEGER},
    {"fees_in", STORE_INTEGER},     {"overflow", STORE_INTEGER},
    {"hits", STORE_INTEGER},        {"won", STORE_INTEGER},
    {"reserve", STORE_INTEGER},     {"advances", STORE_INTEGER},
};

static const struct store_column reading_columns[] = {
    {"day", STORE_TEXT},
    {"offer", STORE_INTEGER},
    {"pool", STORE_TEXT},
    {"amount", STORE_INTEGER},
};

static const struct store_column collection_columns[] = {
    {"day", STORE_TEXT},       {"hour", STORE_INTEGER}, {"game_table", STORE_TEXT},  {"offer", STORE_INTEGER},
    {"rounds", STORE_INTEGER}, {"fees", STORE_INTEGER}, {"returned", STORE_INTEGER},
};

static const struct store_column administration_columns[] = {
    {"at", STORE_TEXT},       {"day", STORE_TEXT},    {"game_table", STORE_TEXT}, {"offer", STORE_INTEGER},
    {"hours", STORE_INTEGER}, {"due", STORE_INTEGER}, {"taken", STORE_INTEGER},   {"remains", STORE_INTEGER},
};

static const struct store_column advance_columns[] = {
    {"offer", STORE_INTEGER},
    {"outstanding", STORE_INTEGER},
    {"advanced", STORE_INTEGER},
    {"repaid", STORE_INTEGER},
};

static const struct store_column offer_columns[] = {
    {"offer", STORE_INTEGER},  {"name", STORE_TEXT},    {"activity", STORE_TEXT},
    {"posted", STORE_INTEGER}, {"reports", STORE_TEXT},
};

static const struct store_column table_columns[] = {
    {"game_table", STORE_TEXT},
    {"open", STORE_INTEGER},
    {"since", STORE_TEXT},
};

static const struct store_column patron_columns[] = {
    {"patron", STORE_TEXT},         {"name", STORE_TEXT},           {"born", STORE_TEXT},
    {"employee", STORE_TEXT},       {"proposition", STORE_INTEGER}, {"excluded", STORE_INTEGER},
    {"identification", STORE_TEXT},
};

static const struct store_column hand_columns[] = {
    {"hand", STORE_INTEGER},    {"at", STORE_TEXT},          {"game_table", STORE_TEXT},
    {"round", STORE_INTEGER},   {"seat", STORE_INTEGER},     {"offer", STORE_INTEGER},
    {"patron", STORE_TEXT},     {"state", STORE_TEXT},       {"claimed_at", STORE_TEXT},
    {"claimed_by", STORE_TEXT}, {"claimed_row", STORE_TEXT}, {"chosen_row", STORE_TEXT},
    {"fee", STORE_INTEGER},     {"verified_by", STORE_TEXT}, {"authorised_by", STORE_TEXT},
};

static const struct store_column award_columns[] = {
    {"award", STORE_INTEGER},       {"at", STORE_TEXT},       {"offer", STORE_INTEGER},
    {"game_table", STORE_TEXT},     {"round", STORE_INTEGER}, {"verified_by", STORE_TEXT},
    {"authorised_by", STORE_TEXT},  {"clause", STORE_TEXT},   {"pool", STORE_TEXT},
    {"meter", STORE_INTEGER},       {"cents", STORE_INTEGER}, {"hand", STORE_INTEGER},
    {"meter_after", STORE_INTEGER},
};

static const struct store_column prize_columns[] = {
    {"prize", STORE_INTEGER},         {"award", STORE_INTEGER},    {"offer", STORE_INTEGER},
    {"patron", STORE_TEXT},           {"seat", STORE_INTEGER},     {"share", STORE_TEXT},
    {"cents", STORE_INTEGER},         {"thing", STORE_TEXT},       {"things", STORE_INTEGER},
    {"clause", STORE_TEXT},           {"state", STORE_TEXT},       {"awarded_at", STORE_TEXT},
    {"lapses_at", STORE_TEXT},        {"settled_at", STORE_TEXT},  {"settled_by", STORE_TEXT},
    {"paid_in", STORE_TEXT},          {"worth", STORE_INTEGER},    {"game_table", STORE_TEXT},
    {"must_identify", STORE_INTEGER}, {"identify_by", STORE_TEXT}, {"identified", STORE_TEXT},
    {"paid_from", STORE_TEXT},        {"verified_by", STORE_TEXT}, {"authorised_by", STORE_TEXT},
};

static const struct store_column redemption_columns[] = {
    {"at", STORE_TEXT},       {"by_person", STORE_TEXT},      {"prize", STORE_INTEGER},
    {"offer", STORE_INTEGER}, {"patron", STORE_TEXT},         {"thing", STORE_TEXT},
    {"cost", STORE_TEXT},     {"units", STORE_INTEGER},       {"unit_price", STORE_INTEGER},
    {"cents", STORE_INTEGER}, {"winner_pays", STORE_INTEGER}, {"remains", STORE_INTEGER},
    {"clause", STORE_TEXT},
};

static const struct store_column adjustment_columns[] = {
    {"at", STORE_TEXT},           {"by_person", STORE_TEXT},  {"authorised_by", STORE_TEXT},
    {"what", STORE_TEXT},         {"offer", STORE_INTEGER},   {"award", STORE_INTEGER},
    {"prize", STORE_INTEGER},     {"cents", STORE_INTEGER},   {"reason", STORE_TEXT},
    {"from_account", STORE_TEXT}, {"to_account", STORE_TEXT},
};

static const struct store_column incident_columns[] = {
    {"at", STORE_TEXT},   {"by_person", STORE_TEXT}, {"game_table", STORE_TEXT},
    {"what", STORE_TEXT}, {"clause", STORE_TEXT},    {"words", STORE_TEXT},
};

static const struct store_column house_columns[] = {
    {"number", STORE_INTEGER}, {"from_day", STORE_TEXT},      {"at", STORE_TEXT},
    {"by_person", STORE_TEXT}, {"authorised_by", STORE_TEXT}, {"name", STORE_TEXT},
    {"address", STORE_TEXT},   {"time_zone", STORE_TEXT},     {"business_day", STORE_TEXT},
    {"tagline", STORE_TEXT},   {"colour", STORE_TEXT},        {"colour_on_dark", STORE_TEXT},
};

const struct store_table report_tables[REPORT_TABLES] = {
    [REPORT_ACCOUNT] = {.name = "account", COLUMNS(account_columns), .key_count = 1},
    [REPORT_METER] = {.name = "meter", COLUMNS(meter_columns), .key_count = 2},
    [REPORT_METER_READING] = {.name = "meter_reading", COLUMNS(reading_columns), .key_count = 3},
    [REPORT_COLLECTION] = {.name = "collection", COLUMNS(collection_columns), .key_count = 4},
    [REPORT_ADMINISTRATION] = {.name = "administration", COLUMNS(administration_columns)},
    [REPORT_ADVANCE] = {.name = "advance", COLUMNS(advance_columns), .key_count = 1},
    [REPORT_OFFER] = {.name = "offer", COLUMNS(offer_columns), .key_count = 1},
    [REPORT_TABLE] = {.name = "game_table", COLUMNS(table_columns), .key_count = 1},
    [REPORT_PATRON] = {.name = "patron", COLUMNS(patron_columns), .key_count = 1},
    [REPORT_HAND] = {.name = "hand", COLUMNS(hand_columns), .key_count = 1},
    [REPORT_AWARD] = {.name = "award", COLUMNS(award_columns)},
    [REPORT_PRIZE] = {.name = "prize", COLUMNS(prize_columns), .key_count = 1},
    [REPORT_REDEMPTION] = {.name = "redemption", COLUMNS(redemption_columns)},
    [REPORT_ADJUSTMENT] = {.name = "adjustment", COLUMNS(adjustment_columns)},
    [REPORT_INCIDENT] = {.name = "incident", COLUMNS(incident_columns)},
    [REPORT_HOUSE] = {.name = "house", COLUMNS(house_columns), .key_count = 1},
};

const struct store_view report_views[] = {
    {.name = "movement",
     .sqlite =
         "SELECT event.stream AS stream, event.sequence AS sequence, event.kind AS kind, "
         "event.payload ->> '$.at' AS at, source.name AS from_account, target.name AS to_account, "
         "row.value ->> 2 AS cents, row.value ->> 3 AS reason, row.value ->> 4 AS clause "
         "FROM event, json_each(coalesce(event.payload -> '$.movements', event.payload -> '$.postings')) AS "
         "row "
         "LEFT JOIN account AS source ON source.stream = event.stream AND source.account = row.value ->> 0 "
         "LEFT JOIN account AS target ON target.stream = event.stream AND target.account = row.value ->> 1",
     .postgres =
         "SELECT event.stream AS stream, event.sequence AS sequence, event.kind AS kind, "
         "event.payload::jsonb ->> 'at' AS at, source.name AS from_account, target.name AS to_account, "
         "(moved.value ->> 2)::bigint AS cents, moved.value ->> 3 AS reason, "
         "moved.value ->> 4 AS clause FROM event CROSS JOIN LATERAL "
         "jsonb_array_elements(coalesce(event.payload::jsonb -> 'movements', event.payload::jsonb -> "
         "'postings')) "
         "AS moved(value) "
         "LEFT JOIN account AS source ON source.stream = event.stream "
         "AND source.account = (moved.value ->> 0)::bigint "
         "LEFT JOIN account AS target ON target.stream = event.stream "
         "AND target.account = (moved.value ->> 1)::bigint"},
};
const unsigned report_view_count = sizeof report_views / sizeof report_views[0];

struct store_options report_store_options(enum store_mode mode)
{
    return (struct store_options){.mode = mode,
                                  .tables = report_tables,
                                  .table_count = REPORT_TABLES,
                                  .views = report_views,
                                  .view_count = report_view_count,
                                  .tables_version = REPORT_VERSION};
}
