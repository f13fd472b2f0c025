#include "rulebook/vocabulary.h"

#include "rulebook/schema.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { ARENA_MAX = 1 << 20, FINDINGS_MAX = 16 };

/* The example of a key is YAML of its type; rows of charts may be in short form, which only documents have. */
static void check_example(const struct vocabulary_part *part, const struct vocabulary_key *key)
{
    struct arena arena;
    struct findings findings;
    char words[512];
    struct text_out out;
    arena_init(&arena, ARENA_MAX);
    findings_init(&findings, &arena, FINDINGS_MAX);
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "example: %s\n", key->example);
    struct node *node = node_read(
        text_out_text(&out), (struct origin){.file = "example", .line = 1, .column = 1}, &arena, &findings);
    if (node)
        schema_check_value(node->first_child, key->type, SCHEMA_APPROVES, &findings);
    if (findings.count > 0) {
        text_out_init(&out, words, sizeof words);
        finding_write(&out, &findings.items[0]);
        print_error("%s/%s: %s\n", part->name, key->name, words);
    }
    assert_int_equal(findings.count, 0);
    arena_release(&arena);
}

static bool has_short_rows(const struct vocabulary_part *part, const struct vocabulary_key *key)
{
    return text_equal(text_of(part->name), text_of("charts")) ||
           text_equal(text_of(part->name), text_of("paytables")) ||
           (text_equal(text_of(part->name), text_of("chart")) &&
            text_equal(text_of(key->name), text_of("rows")));
}

static void every_example_is_a_text_of_its_type(void **state)
{
    (void)state;
    for (unsigned i = 0; i < vocabulary_part_count; i++)
        for (unsigned j = 0; j < vocabulary_parts[i].key_count; j++)
            if (!has_short_rows(&vocabulary_parts[i], &vocabulary_parts[i].keys[j]))
                check_example(&vocabulary_parts[i], &vocabulary_parts[i].keys[j]);
}

static void no_part_has_a_key_twice_and_no_part_is_there_twice(void **state)
{
    (void)state;
    for (unsigned i = 0; i < vocabulary_part_count; i++) {
        const struct vocabulary_part *part = &vocabulary_parts[i];
        assert_ptr_equal(vocabulary_part_find(part->name), part);
        for (unsigned j = 0; j < part->key_count; j++)
            assert_ptr_equal(vocabulary_key_find(part, text_of(part->keys[j].name)), &part->keys[j]);
    }
}

static void parts_are_found_in_the_files_where_they_stand(void **state)
{
    (void)state;
    assert_non_null(vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, text_of("fee")));
    assert_non_null(vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, text_of("eligibility")));
    assert_non_null(vocabulary_root_find(VOCABULARY_ROOT_HOUSE, text_of("house")));
    assert_null(vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, text_of("row")));
    assert_null(vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, text_of("house")));
    assert_true(vocabulary_part_find("pools")->is_key);
    assert_false(vocabulary_part_find("fee")->is_key);
}

static void a_type_is_written_in_the_words_of_the_description(void **state)
{
    (void)state;
    char words[256];
    struct text_out out;
    static const struct {
        const char *part, *key, *words;
    } types[] = {
        {"fee", "amount", "money"},
        {"fee", "players", "condition count"},
        {"games", "games", "list of game"},
        {"fee", "per", "one of hand / round / table and hand"},
        {"fee", "rates", "list of part rate or map of list of part rate"},
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        const struct vocabulary_part *part = vocabulary_part_find(types[i].part);
        text_out_init(&out, words, sizeof words);
        vocabulary_type_write(&out, vocabulary_key_find(part, text_of(types[i].key))->type);
        assert_string_equal(words, types[i].words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_example_is_a_text_of_its_type),
        cmocka_unit_test(no_part_has_a_key_twice_and_no_part_is_there_twice),
        cmocka_unit_test(parts_are_found_in_the_files_where_they_stand),
        cmocka_unit_test(a_type_is_written_in_the_words_of_the_description),
    };
    return cmocka_run_group_tests_name("vocabulary", tests, NULL, NULL);
}
