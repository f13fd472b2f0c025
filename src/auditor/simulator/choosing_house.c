/*
 * The house amended: by edits of the text that it has now, as a person would make them, right and wrong. Rows of house.yaml are lines:
 *
 *      tables:
 *        - {table: HE-1, game: Texas Hold'em, limits: $3 to $6, seats: 9}
 *      funds:
 *        house jackpot fund: {minimum: "$10,000"}
 *      roles:
 *        dealer: [start rounds, claim hands, read]
 */
#include "auditor/simulator/choosing_internal.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"

#include <string.h>

enum { LINES_MAX = 1024, LINE_SIZE = 2048, HOUSE_TEXT_SIZE = 1 << 17 };

/* The text as lines, to be edited one after the other. */
struct editing {
    struct choosing *choosing;
    struct text lines[LINES_MAX];
    unsigned count;
};

/* ------------------------------------------------------------------------------------------ lines */

static void take_apart(struct editing *editing, struct text text)
{
    editing->count = 0;
    for (size_t at = 0, end; at < text.length && editing->count < LINES_MAX; at = end + 1) {
        end = at;
        while (end < text.length && text.bytes[end] != '\n')
            end++;
        editing->lines[editing->count++] = text_slice(text, at, end - at);
    }
}

static struct text put_together(const struct editing *editing)
{
    struct text_out out;
    char *buffer = ARENA_ARRAY(editing->choosing->arena, char, HOUSE_TEXT_SIZE);
    if (!buffer)
        return text_of("");
    text_out_init(&out, buffer, HOUSE_TEXT_SIZE);
    for (unsigned i = 0; i < editing->count; i++)
        text_out_add(&out, "%.*s\n", TEXT_ARGUMENTS(editing->lines[i]));
    return text_out_text(&out);
}

static void insert(struct editing *editing, unsigned at, struct text line)
{
    if (editing->count == LINES_MAX)
        return;
    memmove(&editing->lines[at + 1], &editing->lines[at], (editing->count - at) * sizeof editing->lines[0]);
    editing->lines[at] = line;
    editing->count++;
}

static void take_out(struct editing *editing, unsigned at)
{
    editing->count--;
    memmove(&editing->lines[at], &editing->lines[at + 1], (editing->count - at) * sizeof editing->lines[0]);
}

/* The place of the line that begins so; `count` if there is none. */
static unsigned line_of(const struct editing *editing, const char *begins)
{
    unsigned at = 0;
    while (at < editing->count && !text_starts_with(editing->lines[at], text_of(begins)))
        at++;
    return at;
}

/* A line among those that begin so below the key; `count` if there is none. */
static unsigned any_below(const struct editing *editing, const char *key, const char *begins)
{
    unsigned from = line_of(editing, key) + 1, found[LINES_MAX], count = 0;
    for (unsigned i = from;
         i < editing->count && (editing->lines[i].length == 0 || editing->lines[i].bytes[0] == ' '); i++)
        if (text_starts_with(editing->lines[i], text_of(begins)) &&
            editing->lines[i].bytes[strlen(begins)] != '#')
            found[count++] = i;
    return count ? found[choose_below(editing->choosing, count)] : editing->count;
}

static unsigned any_table_row(const struct editing *editing)
{
    return any_below(editing, "tables:", "  - {table: ");
}

/* Where the word begins; the length of the line if it has none. */
static size_t place_of(struct text line, const char *word)
{
    size_t at = 0;
    while (at < line.length && !text_starts_with(text_from(line, at), text_of(word)))
        at++;
    return at;
}

/* The line with other words between the end of `after` and the beginning of `before`. False if it has not both. */
static bool replace(struct editing *editing, unsigned at, const char *after, const char *before,
                    const char *words)
{
    const struct text line = editing->lines[at];
    size_t from = place_of(line, after) + strlen(after);
    size_t until = from < line.length ? from + place_of(text_from(line, from), before) : line.length;
    char *buffer = ARENA_ARRAY(editing->choosing->arena, char, LINE_SIZE);
    struct text_out out;
    if (from > line.length || until >= line.length || !buffer)
        return false;
    text_out_init(&out, buffer, LINE_SIZE);
    text_out_add(&out, "%.*s%s%.*s", TEXT_ARGUMENTS(text_slice(line, 0, from)), words,
                 TEXT_ARGUMENTS(text_from(line, until)));
    editing->lines[at] = text_out_text(&out);
    return !out.truncated;
}

/* ------------------------------------------------------------------------------------------ tables */

static const char *const limits[] = {"$5 to $100", "$10 to $200", "$3 and higher", "$25 to $300"};
enum { LIMITS = sizeof limits / sizeof limits[0] };

typedef bool edit(struct editing *editing);

/* Like one that there is, under a name of its own. */
static bool add_table(struct editing *editing)
{
    unsigned at = any_table_row(editing);
    if (at == editing->count)
        return false;
    insert(editing, at, editing->lines[at]);
    char name[32];
    struct text_out out;
    text_out_init(&out, name, sizeof name);
    text_out_add(&out, "NEW-%u", choose_below(editing->choosing, 1000));
    return replace(editing, at, "{table: ", ",", name);
}

static bool change_limits(struct editing *editing)
{
    unsigned at = any_table_row(editing);
    return at < editing->count &&
           replace(editing, at, "limits: ", ", seats", limits[choose_below(editing->choosing, LIMITS)]);
}

static bool change_seats(struct editing *editing)
{
    static const char *const seats[] = {"0", "5", "6", "7", "8", "9", "16", "17"};
    unsigned at = any_table_row(editing);
    if (at == editing->count)
        return false;
    const bool more = place_of(editing->lines[at], "seats: ") + 9 < editing->lines[at].length;
    return replace(editing, at, "seats: ", more ? "," : "}", seats[choose_below(editing->choosing, 8)]);
}

static bool change_game(struct editing *editing)
{
    unsigned at = any_table_row(editing);
    return at < editing->count &&
           replace(editing, at, "game: ", ", limits",
                   choose_chance(editing->choosing, 70) ? "Crazy 4 Poker" : "No Such Game");
}

/* Or opens one again that was closed for good. */
static bool close_table(struct editing *editing)
{
    unsigned at = any_table_row(editing);
    if (at == editing->count)
        return false;
    const struct text line = editing->lines[at];
    if (place_of(line, ", closed") < line.length)
        return replace(editing, at, "seats: 9", "}", "") || replace(editing, at, "seats: 6", "}", "");
    char *buffer = ARENA_ARRAY(editing->choosing->arena, char, LINE_SIZE);
    struct text_out out;
    if (!buffer)
        return false;
    text_out_init(&out, buffer, LINE_SIZE);
    text_out_add(&out, "%.*s, closed: for good}", TEXT_ARGUMENTS(text_slice(line, 0, place_of(line, "}"))));
    editing->lines[at] = text_out_text(&out);
    return true;
}

static bool take_table_out(struct editing *editing)
{
    unsigned at = any_table_row(editing);
    if (at < editing->count)
        take_out(editing, at);
    return at < editing->count;
}

/* ------------------------------------------------------------------------------------------ the rest of the house */

static bool change_line(struct editing *editing, const char *key, const char *const *lines, uint32_t count)
{
    unsigned at = line_of(editing, key);
    const struct text line = text_of(lines[choose_below(editing->choosing, count)]);
    if (at < editing->count)
        editing->lines[at] = line;
    else
        insert(editing, 0, line);
    return true;
}

static bool change_name(struct editing *editing)
{
    static const char *const names[] = {"name: Lantern Street Card Room", "name: Harbour Card Room",
                                        "name: \"\""};
    return change_line(editing, "name:", names, 3);
}

static bool change_business_day(struct editing *editing)
{
    static const char *const days[] = {"business day: 05:00", "business day: 06:00", "business day: 09:30",
                                       "business day: noon"};
    return change_line(editing, "business day:", days, 4);
}

static bool change_zone(struct editing *editing)
{
    static const char *const zones[] = {"time zone: America/Los_Angeles", "time zone: America/Denver",
                                        "time zone: Nowhere/At-All"};
    return change_line(editing, "time zone:", zones, 3);
}

static bool change_signing(struct editing *editing)
{
    static const char *const signing[] = {"offers signed by: one person", "offers signed by: two persons"};
    return change_line(editing, "offers signed by:", signing, 2);
}

/* A new fund, or one less, which may hold money. */
static bool change_funds(struct editing *editing)
{
    unsigned at = any_below(editing, "funds:", "  ");
    if (at < editing->count && choose_chance(editing->choosing, 40)) {
        take_out(editing, at);
        return true;
    }
    at = line_of(editing, "funds:");
    if (at == editing->count)
        insert(editing, at, text_of("funds:"));
    insert(editing, at + 1,
           text_of(choose_below(editing->choosing, 2) ? "  holiday fund: {minimum: \"$500\"}"
                                                      : "  summer fund: {minimum: \"$1,000\"}"));
    return true;
}

/* A new role, one less, which somebody may have, or one with other permissions. */
static bool change_roles(struct editing *editing)
{
    static const char *const permissions[] = {"read", "read, verify", "read, post offers, authorise",
                                              "read, appoint", "fly"};
    uint32_t what = choose_below(editing->choosing, 3);
    unsigned at = what == 0 ? line_of(editing, "roles:") : any_below(editing, "roles:", "  ");
    if (at >= editing->count)
        return false;
    if (what == 0)
        insert(editing, at + 1, text_of("  host: [read, register patrons]"));
    else if (what == 1 && place_of(editing->lines[at], "]") < editing->lines[at].length)
        take_out(editing, at);
    else
        return replace(editing, at, "[", "]", permissions[choose_below(editing->choosing, 5)]);
    return true;
}

static bool break_text(struct editing *editing)
{
    static const char *const wrong[] = {"tables: [", "colour: green", "name: twice", "\t"};
    insert(editing, choose_below(editing->choosing, editing->count + 1),
           text_of(wrong[choose_below(editing->choosing, 4)]));
    return true;
}

/* ------------------------------------------------------------------------------------------ amending */

static edit *any_edit(struct choosing *choosing)
{
    static const struct {
        unsigned weight;
        edit *edit;
    } edits[] = {{6, add_table},   {6, change_limits},  {3, change_seats}, {2, change_game},
                 {3, close_table}, {1, take_table_out}, {2, change_name},  {3, change_business_day},
                 {1, change_zone}, {2, change_signing}, {4, change_funds}, {4, change_roles},
                 {1, break_text}};
    uint32_t all = 0;
    for (unsigned i = 0; i < sizeof edits / sizeof edits[0]; i++)
        all += edits[i].weight;
    uint32_t left = choose_below(choosing, all);
    unsigned number = 0;
    while (left >= edits[number].weight)
        left -= edits[number++].weight;
    return edits[number].edit;
}

/* Of the gaming day that runs, of one that comes, seldom of one that is over. */
static struct date first_day(struct choosing *choosing)
{
    struct date day = {0};
    if (choose_chance(choosing, 45) ||
        date_add_days(choosing->floor->day,
                      choose_chance(choosing, 4) ? -1 : (int32_t)choose_below(choosing, 3),
                      &day) != STATUS_OK)
        return (struct date){0};
    return day;
}

bool choose_amend_house(struct choosing *choosing, struct command *command)
{
    const struct floor *floor = choosing->floor;
    struct editing *editing = ARENA_NEW(choosing->arena, struct editing);
    if (!editing)
        return false;
    editing->choosing = choosing;
    take_apart(editing, floor->house_text);
    uint32_t count = 1 + (choose_chance(choosing, 20) ? choose_below(choosing, 3) : 0);
    for (uint32_t i = 0; i < count; i++)
        if (!any_edit(choosing)(editing))
            return false;
    command->kind = COMMAND_AMEND_HOUSE;
    struct amend_house *asked = COMMAND_AS(command, amend_house);
    asked->text = put_together(editing);
    asked->from = first_day(choosing);
    if (choose_chance(choosing, 30))
        asked->number = floor->house_number - choose_chance(choosing, 20);
    command->head.by = choose_person(choosing, "post offers");
    asked->authorised_by =
        choose_chance(choosing, 5)
            ? command->head.by
            : choose_person(choosing, choose_chance(choosing, 60) ? "authorise" : "adjust");
    return true;
}

bool choose_withdraw_change(struct choosing *choosing, struct command *command)
{
    const struct floor *floor = choosing->floor;
    if (floor->waiting_count == 0 && !choose_chance(choosing, 5))
        return false;
    command->kind = COMMAND_WITHDRAW_CHANGE;
    COMMAND_AS(command, withdraw_change)->number =
        floor->waiting_count > 0 && choose_chance(choosing, 90)
            ? floor->waiting[choose_below(choosing, floor->waiting_count)].number
            : choose_below(choosing, floor->changes_filed + 2);
    return true;
}
