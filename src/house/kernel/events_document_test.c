/* docs/formats/events.md says of every command, event and line of a snapshot what its shape says, and nothing else. */
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"
#include "house/kernel/snapshot_internal.h"
#include "house/stories/floor_test.h"

enum { CELLS_MAX = 4, CELL_SIZE = 512 };

static struct room room;
static struct text document;

static int open_document(void **state)
{
    (void)state;
    room_init(&room);
    document = file_text(&room, "docs/formats/events.md");
    return 0;
}

static int close_document(void **state)
{
    (void)state;
    room_release(&room);
    return 0;
}

/* ------------------------------------------------------------------------------------------ lines and tables */

static bool next_line(struct text *rest, struct text *line)
{
    size_t end = 0;
    if (rest->length == 0)
        return false;
    while (end < rest->length && rest->bytes[end] != '\n')
        end++;
    *line = text_slice(*rest, 0, end);
    *rest = text_from(*rest, end + 1 < rest->length ? end + 1 : rest->length);
    return true;
}

/* What stands between the heading `mark name` and the next heading of its rank or above. */
static bool find_section(struct text in, const char *mark, const char *name, struct text *section)
{
    char heading[128];
    struct text rest = in, line;
    (void)snprintf(heading, sizeof heading, "%s %s", mark, name);
    while (next_line(&rest, &line))
        if (text_equal(line, text_of(heading))) {
            struct text from = rest, before = rest;
            while (next_line(&rest, &line)) {
                bool heads = text_starts_with(line, text_of("## ")) ||
                             (strlen(mark) > 2 && text_starts_with(line, text_of("### ")));
                if (heads)
                    break;
                before = rest;
            }
            *section = text_slice(from, 0, (size_t)(before.bytes - from.bytes));
            return true;
        }
    return false;
}

static unsigned cells_of(struct text row, struct text cells[CELLS_MAX])
{
    unsigned count = 0;
    size_t start = 1;
    for (size_t i = 1; i < row.length && count < CELLS_MAX; i++)
        if (row.bytes[i] == '|') {
            cells[count++] = text_trimmed(text_slice(row, start, i - start));
            start = i + 1;
        }
    return count;
}

/* The next row of the table in the section, behind its head. */
static bool next_row(struct text *rest, struct text cells[CELLS_MAX])
{
    struct text line;
    while (next_line(rest, &line))
        if (text_starts_with(line, text_of("|")) && !text_starts_with(line, text_of("|---")) &&
            !text_starts_with(line, text_of("| field |")) && !text_starts_with(line, text_of("| rule |")) &&
            !text_starts_with(line, text_of("| command |")) &&
            !text_starts_with(line, text_of("| number | events |")))
            return cells_of(line, cells) > 0;
    return false;
}

/* ------------------------------------------------------------------------------------------ shapes */

static const char *kind_words(const struct field *field, char words[CELL_SIZE])
{
    static const char *const kinds[] = {
        [FIELD_TEXT] = "text",   [FIELD_NUMBER] = "number", [FIELD_COUNT] = "count",  [FIELD_CENTS] = "cents",
        [FIELD_FLAG] = "flag",   [FIELD_TIME] = "time",     [FIELD_DATE] = "date",    [FIELD_WORD] = "one of",
        [FIELD_SEATS] = "seats", [FIELD_LIST] = "list of",  [FIELD_ROWS] = "rows of",
    };
    struct text_out out;
    const char *separator = " ";
    text_out_init(&out, words, CELL_SIZE);
    text_out_add(&out, "%s", kinds[field->kind]);
    for (unsigned i = 0; field->kind == FIELD_WORD && field->words[i]; i++)
        if (field->words[i][0]) {
            text_out_add(&out, "%s%s", separator, field->words[i]);
            separator = " / ";
        }
    if (field->items)
        text_out_add(&out, " %s", field->items->name);
    return words;
}

static void compare_row(const struct record_shape *shape, const struct field *field,
                        const struct text cells[CELLS_MAX])
{
    char kind[CELL_SIZE];
    if (!text_equal(cells[0], text_of(field->name)))
        fail_msg("%s: \"%.*s\" stands where %s belongs", shape->name, TEXT_ARGUMENTS(cells[0]), field->name);
    if (!text_equal(cells[1], text_of(kind_words(field, kind))))
        fail_msg("%s %s: the kind is \"%s\"", shape->name, field->name, kind);
    if (!text_equal(cells[2], text_of(field->required ? "yes" : "")))
        fail_msg("%s %s: it is %srequired", shape->name, field->name, field->required ? "" : "not ");
    if (!text_starts_with(cells[3], text_of(field->meaning)))
        fail_msg("%s %s: it means \"%s\"", shape->name, field->name, field->meaning);
}

static void compare_shape(const char *chapter, const struct record_shape *shape)
{
    struct text within, section, cells[CELLS_MAX] = {{0}};
    assert_true(find_section(document, "##", chapter, &within));
    if (!find_section(within, "###", shape->name, &section))
        fail_msg("\"%s\" has no section %s", chapter, shape->name);
    for (unsigned i = 0; i < shape->field_count; i++) {
        if (!next_row(&section, cells))
            fail_msg("%s: the field %s is missing", shape->name, shape->fields[i].name);
        compare_row(shape, &shape->fields[i], cells);
    }
    if (next_row(&section, cells))
        fail_msg("%s has no field %.*s", shape->name, TEXT_ARGUMENTS(cells[0]));
}

/* The sections of a chapter are as many as the program knows records. */
static unsigned section_count(const char *chapter)
{
    struct text within, line;
    unsigned count = 0;
    assert_true(find_section(document, "##", chapter, &within));
    while (next_line(&within, &line))
        count += text_starts_with(line, text_of("### "));
    return count;
}

static void every_command_is_described_field_by_field(void **state)
{
    (void)state;
    for (unsigned i = 0; i < COMMAND_KINDS; i++)
        compare_shape("Commands", command_shape((enum command_kind)i));
    assert_int_equal(section_count("Commands"), COMMAND_KINDS);
}

static void every_event_is_described_field_by_field(void **state)
{
    (void)state;
    for (unsigned i = 0; i < EVENT_KINDS; i++)
        compare_shape("Events", event_shape((enum event_kind)i));
    assert_int_equal(section_count("Events"), EVENT_KINDS);
}

enum { ITEMS_MAX = 64 };

static void gather_items(const struct record_shape *shape, const struct record_shape *items[ITEMS_MAX],
                         unsigned *count)
{
    for (unsigned i = 0; i < shape->field_count; i++) {
        const struct record_shape *found = shape->fields[i].items;
        unsigned at = 0;
        while (at < *count && items[at] != found)
            at++;
        if (found && at == *count) {
            assert_int_not_equal(*count, ITEMS_MAX);
            items[(*count)++] = found;
        }
    }
}

static void every_item_of_a_list_is_described_field_by_field(void **state)
{
    const struct record_shape *items[ITEMS_MAX];
    unsigned count = 0;
    (void)state;
    for (unsigned i = 0; i < COMMAND_KINDS; i++)
        gather_items(command_shape((enum command_kind)i), items, &count);
    for (unsigned i = 0; i < EVENT_KINDS; i++)
        gather_items(event_shape((enum event_kind)i), items, &count);
    for (unsigned i = 0; i < count; i++)
        compare_shape("Items of lists", items[i]);
    assert_int_equal(section_count("Items of lists"), count);
}

/* Items that events have too are described with them. */
static void every_line_of_a_snapshot_is_described_field_by_field(void **state)
{
    const struct record_shape *items[ITEMS_MAX];
    unsigned above = 0, count;
    (void)state;
    for (unsigned i = 0; i < COMMAND_KINDS; i++)
        gather_items(command_shape((enum command_kind)i), items, &above);
    for (unsigned i = 0; i < EVENT_KINDS; i++)
        gather_items(event_shape((enum event_kind)i), items, &above);
    count = above;
    compare_shape("Snapshots", &snapshot_shape);
    compare_shape("Snapshots", &end_shape);
    for (unsigned i = 0; i < SECTIONS; i++) {
        compare_shape("Snapshots", &desk_section_of((enum snapshot_section)i)->shape);
        gather_items(&desk_section_of((enum snapshot_section)i)->shape, items, &count);
    }
    for (unsigned i = above; i < count; i++)
        compare_shape("Snapshots", items[i]);
    assert_int_equal(section_count("Snapshots"), 2 + SECTIONS + count - above);
}

/* ------------------------------------------------------------------------------------------ rules and permissions */

static void every_rule_of_the_house_is_explained(void **state)
{
    static const char *const rules[] = {rule_permission, rule_two_persons, rule_time,     rule_table,
                                        rule_round,      rule_patron,      rule_document, rule_hand,
                                        rule_money,      rule_exclusion,   rule_id,       rule_words,
                                        rule_approved};
    struct text section, cells[CELLS_MAX] = {{0}};
    (void)state;
    assert_true(find_section(document, "##", "Refusals", &section));
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        assert_true(next_row(&section, cells));
        assert_true(text_equal(cells[0], text_of(rules[i])));
        assert_true(cells[1].length > 0);
    }
    assert_false(next_row(&section, cells));
}

/* "`awarded`, `fees-returned`" */
static void kinds_of_change(const struct decision_change *change, char words[CELL_SIZE])
{
    struct text_out out;
    text_out_init(&out, words, CELL_SIZE);
    for (unsigned i = 0; i < change->kind_count; i++)
        text_out_add(&out, "%s`%s`", i > 0 ? ", " : "", event_name(change->kinds[i]));
}

static void every_change_of_decisions_is_described(void **state)
{
    struct text section, cells[CELLS_MAX] = {{0}};
    (void)state;
    assert_true(find_section(document, "##", "Versions of decisions", &section));
    for (unsigned i = 0; i < this_program.change_count; i++) {
        const struct decision_change *change = &this_program.changes[i];
        char number[16], kinds[CELL_SIZE];
        (void)snprintf(number, sizeof number, "%u", change->number);
        kinds_of_change(change, kinds);
        assert_true(next_row(&section, cells));
        assert_true(text_equal(cells[0], text_of(number)));
        if (!text_equal(cells[1], text_of(kinds)))
            fail_msg("%.*s, and not %s", TEXT_ARGUMENTS(cells[1]), kinds);
        if (!text_equal(cells[2], text_of(change->words)))
            fail_msg("%.*s, and not %s", TEXT_ARGUMENTS(cells[2]), change->words);
    }
    assert_false(next_row(&section, cells));
}

/* The row of the table whose first cell is the name. */
static bool find_row(struct text section, const char *name, struct text cells[CELLS_MAX])
{
    while (next_row(&section, cells))
        if (text_equal(cells[0], text_of(name)))
            return true;
    return false;
}

static void every_permission_is_the_one_that_is_asked_for(void **state)
{
    struct text section, cells[CELLS_MAX] = {{0}};
    unsigned rows = 0;
    (void)state;
    assert_true(find_section(document, "##", "Who may do what", &section));
    for (unsigned i = 0; i < COMMAND_KINDS; i++) {
        const char *name = command_shape((enum command_kind)i)->name,
                   *permission = floor_permission((enum command_kind)i),
                   *countersigned = floor_permission_countersigned((enum command_kind)i);
        if (!find_row(section, name, cells))
            fail_msg("%s is missing", name);
        if (permission && !text_equal(cells[1], text_of(permission)))
            fail_msg("%s needs \"%s\"", name, permission);
        if (!permission)
            assert_true(text_equal(cells[1], text_of("whoever works here")) ||
                        text_equal(cells[1], text_of("whoever opens it")) ||
                        text_equal(cells[1], text_of("anybody")));
        if (!text_equal(cells[2], text_of(countersigned ? countersigned : "")))
            fail_msg("%s: what is enough with a second person is \"%s\"", name,
                     countersigned ? countersigned : "");
    }
    while (next_row(&section, cells))
        rows++;
    assert_int_equal(rows, COMMAND_KINDS);
}

/* ------------------------------------------------------------------------------------------ former names */

enum { FORMER_MAX = 64 };

struct former {
    const char *now, *formerly;
};

static void note_former(struct former noted[FORMER_MAX], unsigned *count, const char *now,
                        const char *formerly)
{
    unsigned at = 0;
    while (formerly && at < *count && strcmp(noted[at].formerly, formerly) != 0)
        at++;
    if (!formerly || at < *count)
        return;
    assert_int_not_equal(*count, FORMER_MAX);
    noted[(*count)++] = (struct former){now, formerly};
}

static void every_former_name_is_listed(void **state)
{
    struct former noted[FORMER_MAX];
    unsigned count = 0, rows = 0;
    struct text section, cells[CELLS_MAX] = {{0}};
    (void)state;
    for (unsigned i = 0; i < EVENT_KINDS; i++) {
        const struct desk_event *event = desk_event_of((enum event_kind)i);
        note_former(noted, &count, event->shape.name, event->former);
        for (unsigned k = 0; k < event->shape.field_count; k++)
            note_former(noted, &count, event->shape.fields[k].name, event->shape.fields[k].former);
    }
    assert_true(count >= 2);
    assert_true(find_section(document, "##", "Earlier and later versions", &section));
    struct text rest = section;
    for (unsigned i = 0; i < count; i++) {
        section = rest;
        if (!find_row(section, noted[i].now, cells))
            fail_msg("%s, formerly %s, is missing", noted[i].now, noted[i].formerly);
        assert_true(text_equal(cells[1], text_of(noted[i].formerly)));
    }
    while (next_row(&rest, cells))
        rows++;
    assert_int_equal(rows, count);
}

/* A former name is the name of no other kind, now or formerly. */
static void a_former_name_of_a_kind_is_its_own(void **state)
{
    (void)state;
    for (unsigned i = 0; i < EVENT_KINDS; i++) {
        const char *former = desk_event_of((enum event_kind)i)->former;
        enum event_kind kind;
        for (unsigned k = 0; former && k < EVENT_KINDS; k++)
            assert_string_not_equal(former, event_name((enum event_kind)k));
        if (former) {
            assert_true(event_kind_named(text_of(former), &kind));
            assert_int_equal(kind, i);
        }
    }
}

static void an_event_of_an_earlier_version_is_read_and_gets_the_names_of_today(void **state)
{
    static const char payload[] =
        "{\"at\":\"2026-11-02T20:00:01Z\",\"offer\":2,"
        "\"postings\":[[3,4,200,\"seed\",\"bay101/bonus-hand-progressive-v1-1#4\"]]}";
    struct event event;
    struct fault fault;
    (void)state;
    assert_int_equal(event_read(text_of("seeded"), text_of(payload), &room.lines, &event, &fault), STATUS_OK);
    assert_int_equal(event_money(&event)->movement_count, 1);
    assert_int_equal(event_money(&event)->movements[0].cents, 200);
    struct text kind = text_of("seeded");
    json_t *json = json_loads(payload, 0, NULL);
    event_rename(&kind, json);
    assert_int_equal(json_array_size(json_object_get(json, "movements")), 1);
    assert_null(json_object_get(json, "postings"));
    json_decref(json);
    kind = text_of("hand-posted");
    event_rename(&kind, NULL);
    assert_true(text_equal(kind, text_of("hand-on-board")));
    kind = text_of("weather-changed");
    event_rename(&kind, NULL);
    assert_true(text_equal(kind, text_of("weather-changed")));
}

static void an_event_of_a_newer_version_is_refused_in_words(void **state)
{
    struct event event;
    struct fault fault;
    (void)state;
    assert_int_equal(event_read(text_of("weather-changed"), text_of("{}"), &room.lines, &event, &fault),
                     STATUS_INVALID);
    assert_string_equal(fault.words,
                        "this version does not know events of the kind \"weather-changed\": a newer "
                        "version of cardroom wrote it. Use that version");
    assert_int_equal(event_read(text_of("clock"), text_of("{\"at\":\"2026-11-02T20:00:01Z\",\"moon\":1}"),
                                &room.lines, &event, &fault),
                     STATUS_INVALID);
    assert_string_equal(fault.words,
                        "this is no field of \"clock\". If a newer version of cardroom wrote it, "
                        "use that version");
    assert_int_equal(event_read(text_of("wea\x1b[2Jther"), text_of("{}"), &room.lines, &event, &fault),
                     STATUS_INVALID);
    assert_null(strchr(fault.words, '\x1b'));
}

/* ------------------------------------------------------------------------------------------ examples */

/* What people type comes back the same, through both forms. */
static void check_command(struct text line)
{
    static const struct zone utc = {0};
    static char json[1 << 12];
    struct command command, again;
    struct fault fault;
    struct text_out out;
    if (command_parse(line, &utc, &room.lines, &command, &fault) != STATUS_OK)
        fail_msg("%.*s: %s", TEXT_ARGUMENTS(line), fault.words);
    text_out_init(&out, json, sizeof json);
    command_write(&out, &command);
    assert_false(out.truncated);
    assert_int_equal(command_parse(text_out_text(&out), &utc, &room.lines, &again, &fault), STATUS_OK);
    assert_true(record_equal(command_shape(command.kind), &command.head, &again.head));
}

/* Name and payload; the payload is what the program would write. */
static void check_event(struct text line)
{
    static char json[1 << 12];
    struct event event;
    struct fault fault;
    struct text_out out;
    size_t space = 0;
    while (space < line.length && line.bytes[space] != ' ')
        space++;
    struct text payload = text_from(line, space + 1);
    if (event_read(text_slice(line, 0, space), payload, &room.lines, &event, &fault) != STATUS_OK)
        fail_msg("%.*s: %s", TEXT_ARGUMENTS(line), fault.words);
    text_out_init(&out, json, sizeof json);
    event_write(&out, &event);
    assert_true(text_equal(text_out_text(&out), payload));
}

static unsigned check_examples(const char *fence, void (*check)(struct text line))
{
    struct text rest = document, line;
    unsigned count = 0;
    bool inside = false;
    while (next_line(&rest, &line)) {
        bool closes = text_equal(line, text_of("```"));
        if (inside && !closes) {
            check(line);
            count++;
        }
        inside = inside ? !closes : text_equal(line, text_of(fence));
    }
    return count;
}

static void every_example_of_a_command_can_be_read(void **state)
{
    (void)state;
    assert_true(check_examples("```command", check_command) > 20);
}

static void every_example_of_an_event_is_as_it_is_stored(void **state)
{
    (void)state;
    assert_true(check_examples("```event", check_event) > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_is_described_field_by_field),
        cmocka_unit_test(every_event_is_described_field_by_field),
        cmocka_unit_test(every_item_of_a_list_is_described_field_by_field),
        cmocka_unit_test(every_line_of_a_snapshot_is_described_field_by_field),
        cmocka_unit_test(every_rule_of_the_house_is_explained),
        cmocka_unit_test(every_change_of_decisions_is_described),
        cmocka_unit_test(every_permission_is_the_one_that_is_asked_for),
        cmocka_unit_test(every_former_name_is_listed),
        cmocka_unit_test(a_former_name_of_a_kind_is_its_own),
        cmocka_unit_test(an_event_of_an_earlier_version_is_read_and_gets_the_names_of_today),
        cmocka_unit_test(an_event_of_a_newer_version_is_refused_in_words),
        cmocka_unit_test(every_example_of_a_command_can_be_read),
        cmocka_unit_test(every_example_of_an_event_is_as_it_is_stored),
    };
    return cmocka_run_group_tests_name("events document", tests, open_document, close_document);
}
