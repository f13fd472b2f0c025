/* The text of a house with other values put in. */
#include "rulebook/house_form.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { ARENA_MAX = 16 << 20, VALUES_MAX = 4 };

static struct arena arena;

static int make_arena(void **state)
{
    (void)state;
    arena_init(&arena, ARENA_MAX);
    return 0;
}

static int release_arena(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static const char text[] = "# The corner.\n"
                           "name: The Corner\n"
                           "time zone: America/Los_Angeles\n"
                           "tables:\n"
                           "  - {table: A, game: Omaha, limits: $1 to $2, seats: 6}\n"
                           "  - {table: B/2, game: Omaha, limits: $1 to $2, seats: 6, pace: 20}\n"
                           "funds:\n"
                           "  North/South: {identifier: X-1}\n"
                           "roles:\n"
                           "  dealer: [read, start rounds]\n";

/* "tables/A/limits" with '|' between keys. */
static struct house_answer answer(const char *place, enum house_answer_shape shape, const char *values)
{
    static struct text kept[16][VALUES_MAX];
    static unsigned next;
    struct house_answer made = {.shape = shape, .values = kept[next % 16]};
    for (const char *at = place; *at;) {
        size_t length = strcspn(at, "|");
        made.place.keys[made.place.count++] = (struct text){at, length};
        at += length + (at[length] == '|');
    }
    for (const char *at = values; *at;) {
        size_t length = strcspn(at, "|");
        kept[next % 16][made.count++] = (struct text){at, length};
        at += length + (at[length] == '|');
    }
    next++;
    return made;
}

static struct house filled(const struct house_answer *answers, unsigned count, struct text *out)
{
    struct findings findings;
    struct fault fault;
    struct house house;
    findings_init(&findings, &arena, 16);
    assert_int_equal(house_form_fill(text_of(text), answers, count, &arena, out, &fault), STATUS_OK);
    assert_int_equal(house_read(*out, "house.yaml", text_of("corner"), &arena, &findings, &house), STATUS_OK);
    return house;
}

static void assert_says(struct text whole, const char *line)
{
    assert_true(text_contains(whole, text_of(line)));
}

static void without_answers_the_house_is_the_same(void **state)
{
    struct text out;
    struct findings findings;
    struct house before, after = filled(NULL, 0, &out);
    struct house_changes changes;
    (void)state;
    findings_init(&findings, &arena, 16);
    assert_int_equal(house_read(text_of(text), "house.yaml", text_of("corner"), &arena, &findings, &before),
                     STATUS_OK);
    assert_int_equal(house_changes_find(&before, &after, &arena, &changes), STATUS_OK);
    assert_int_equal(changes.count, 0);
    assert_true(text_starts_with(out, text_of("# The corner.\nname: The Corner\n")));
}

static void a_value_of_a_table_is_changed_by_its_name(void **state)
{
    struct text out;
    const struct house_answer answers[] = {answer("tables|B/2|limits", HOUSE_VALUE, "$5 to $10"),
                                           answer("tables|A|pace", HOUSE_VALUE, "40"),
                                           answer("tables|B/2|pace", HOUSE_LEFT_OUT, "")};
    struct house house = filled(answers, 3, &out);
    (void)state;
    assert_int_equal(house.table_count, 2);
    assert_int_equal(house.tables[1].limits.range.high, 1000);
    assert_int_equal(house.tables[0].limits.range.high, 200);
    assert_int_equal(house.tables[0].pace, 40);
    assert_int_equal(house.tables[1].pace, 30);
}

static void a_new_table_gets_a_row(void **state)
{
    struct text out;
    const struct house_answer answers[] = {
        answer("tables|C", HOUSE_MAP, ""), answer("tables|C|game", HOUSE_VALUE, "Pan 9"),
        answer("tables|C|limits", HOUSE_VALUE, "$1 to $2"), answer("tables|C|seats", HOUSE_VALUE, "8")};
    struct house house = filled(answers, 4, &out);
    (void)state;
    assert_int_equal(house.table_count, 3);
    assert_true(text_equal(house.tables[2].name, text_of("C")));
    assert_int_equal(house.tables[2].seats, 8);
}

static void a_fund_may_say_nothing_and_the_last_one_goes_with_its_list(void **state)
{
    struct text out;
    const struct house_answer bare = answer("funds|North/South|identifier", HOUSE_LEFT_OUT, "");
    struct house house = filled(&bare, 1, &out);
    (void)state;
    assert_true(house_has_fund(&house, text_of("North/South")));
    const struct house_answer gone = answer("funds|North/South", HOUSE_LEFT_OUT, "");
    house = filled(&gone, 1, &out);
    assert_false(house_has_fund(&house, text_of("North/South")));
    assert_false(text_contains(out, text_of("funds")));
    const struct house_answer new_one = answer("funds|East", HOUSE_MAP, "");
    house = filled(&new_one, 1, &out);
    assert_true(house_has_fund(&house, text_of("East")) && house_has_fund(&house, text_of("North/South")));
}

static void a_part_is_made_and_goes_with_its_last_value(void **state)
{
    struct text out;
    const struct house_answer answers[] = {answer("branding|tagline", HOUSE_VALUE, "Cards: the \"best\""),
                                           answer("roles|dealer", HOUSE_LIST, "read|verify"),
                                           answer("roles|host", HOUSE_LIST, "read")};
    struct house house = filled(answers, 3, &out);
    (void)state;
    assert_false(house.has_errors);
    assert_says(out, "tagline: \"Cards: the \\\"best\\\"\"");
    assert_says(out, "dealer: [read, verify]");
    assert_says(out, "host: [read]");
    const struct house_answer both[] = {answers[0], answer("branding|tagline", HOUSE_LEFT_OUT, "")};
    (void)filled(both, 2, &out);
    assert_false(text_contains(out, text_of("branding")));
}

static void what_is_not_there_is_left_out_without_a_word(void **state)
{
    struct text out;
    const struct house_answer answers[] = {answer("tables|Z|pace", HOUSE_LEFT_OUT, ""),
                                           answer("branding|tagline", HOUSE_LEFT_OUT, ""),
                                           answer("address", HOUSE_LEFT_OUT, "")};
    (void)state;
    assert_int_equal(filled(answers, 3, &out).table_count, 2);
}

static void a_place_inside_of_a_value_is_refused(void **state)
{
    static const char *const wrong[] = {"name|first", "roles|dealer|x", "tables|A|game|x"};
    struct text out;
    struct fault fault;
    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const struct house_answer inside = answer(wrong[i], HOUSE_VALUE, "x");
        assert_int_equal(house_form_fill(text_of(text), &inside, 1, &arena, &out, &fault), STATUS_INVALID);
        assert_non_null(strstr(fault.words, "has no values below it"));
    }
    const struct house_answer row = answer("tables|A", HOUSE_VALUE, "x");
    assert_int_equal(house_form_fill(text_of(text), &row, 1, &arena, &out, &fault), STATUS_INVALID);
    const struct house_answer some = answer("name", HOUSE_VALUE, "x");
    assert_int_equal(house_form_fill(text_of("name: ["), &some, 1, &arena, &out, &fault), STATUS_INVALID);
}

static void every_single_value_of_the_vocabulary_is_a_setting(void **state)
{
    struct text out;
    struct house house = filled(NULL, 0, &out);
    struct house_setting setting;
    bool zone = false, tagline = false;
    unsigned count = 0;
    (void)state;
    for (; house_setting(&house, count, &setting); count++) {
        const struct text name = text_of(setting.key->name);
        assert_string_not_equal(house_setting_kind(&setting), "");
        assert_false(text_equal(name, text_of("tables")) || text_equal(name, text_of("roles")));
        if (!setting.part && text_equal(name, text_of("time zone"))) {
            zone = true;
            assert_true(text_equal(setting.value->scalar, text_of("America/Los_Angeles")));
            assert_true(setting.key->required);
        }
        if (setting.part && text_equal(name, text_of("tagline"))) {
            tagline = true;
            assert_string_equal(setting.part, "branding");
            assert_null(setting.value);
        }
        if (text_equal(name, text_of("colour")))
            assert_string_equal(house_setting_kind(&setting), "colour");
    }
    assert_true(zone && tagline && count > 10);
}

static void a_finding_has_the_place_of_its_value(void **state)
{
    struct findings findings;
    struct house house;
    struct house_place place;
    (void)state;
    findings_init(&findings, &arena, 16);
    const char wrong[] =
        "name: The Corner\ntime zone: Mars\ntables:\n  - {table: A, game: Omaha, limits: many, seats: 6}\n";
    assert_int_equal(house_read(text_of(wrong), "house.yaml", text_of("corner"), &arena, &findings, &house),
                     STATUS_OK);
    assert_int_equal(findings.count, 2);
    findings_sort(&findings);
    assert_true(house_place_of(&house, &findings.items[0].origin, &place));
    assert_int_equal(place.count, 1);
    assert_true(text_equal(place.keys[0], text_of("time zone")));
    assert_true(house_place_of(&house, &findings.items[1].origin, &place));
    assert_int_equal(place.count, 3);
    assert_true(text_equal(place.keys[1], text_of("A")));
    assert_true(text_equal(place.keys[2], text_of("limits")));
    const struct origin nowhere = {.line = 99, .column = 1};
    assert_false(house_place_of(&house, &nowhere, &place));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_answers_the_house_is_the_same),
        cmocka_unit_test(a_value_of_a_table_is_changed_by_its_name),
        cmocka_unit_test(a_new_table_gets_a_row),
        cmocka_unit_test(a_fund_may_say_nothing_and_the_last_one_goes_with_its_list),
        cmocka_unit_test(a_part_is_made_and_goes_with_its_last_value),
        cmocka_unit_test(what_is_not_there_is_left_out_without_a_word),
        cmocka_unit_test(a_place_inside_of_a_value_is_refused),
        cmocka_unit_test(every_single_value_of_the_vocabulary_is_a_setting),
        cmocka_unit_test(a_finding_has_the_place_of_its_value),
    };
    return cmocka_run_group_tests(tests, make_arena, release_arena);
}
