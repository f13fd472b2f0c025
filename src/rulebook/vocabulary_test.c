#include "rulebook/vocabulary.h"

#include "base/check.h"
#include "rulebook/library.h"
#include "rulebook/schema.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ARENA_MAX = 1 << 20, FINDINGS_MAX = 16, KEYS_MAX = 512 };

/* Whether a text is YAML of the type of the key; `fault` has the first finding if it is not. */
static bool is_text_of_type(const struct vocabulary_key *key, const char *text, char *fault, size_t size)
{
    struct arena arena;
    struct findings findings;
    char words[512];
    struct text_out out;
    arena_init(&arena, ARENA_MAX);
    findings_init(&findings, &arena, FINDINGS_MAX);
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "text: %s\n", text);
    struct node *node = node_read(text_out_text(&out),
                                  (struct origin){.file = "text", .line = 1, .column = 1}, &arena, &findings);
    if (node)
        schema_check_value(node->first_child, key->type, SCHEMA_APPROVES, &findings);
    text_out_init(&out, fault, size);
    if (findings.count > 0)
        finding_write(&out, &findings.items[0]);
    bool good = findings.count == 0;
    arena_release(&arena);
    return good;
}

static bool has_short_rows(const struct vocabulary_part *part, const struct vocabulary_key *key)
{
    return text_equal(text_of(part->name), text_of("charts")) ||
           text_equal(text_of(part->name), text_of("paytables")) ||
           (text_equal(text_of(part->name), text_of("chart")) &&
            text_equal(text_of(key->name), text_of("rows")));
}

/* Rows of charts may be in short form, which only documents have. */
static void every_example_is_a_text_of_its_type(void **state)
{
    (void)state;
    for (unsigned i = 0; i < vocabulary_part_count; i++)
        for (unsigned j = 0; j < vocabulary_parts[i].key_count; j++) {
            const struct vocabulary_key *key = &vocabulary_parts[i].keys[j];
            char fault[512];
            if (!has_short_rows(&vocabulary_parts[i], key) &&
                !is_text_of_type(key, key->example, fault, sizeof fault))
                fail_msg("%s/%s: %s", vocabulary_parts[i].name, key->name, fault);
        }
}

/* Several words and nothing else: "all games of the activity", which no reader takes for a value. */
static bool is_phrase(const char *text)
{
    bool words = strchr(text, ' ') != NULL;
    for (const char *byte = text; *byte; byte++)
        words &= (*byte >= 'a' && *byte <= 'z') || *byte == ' ' || *byte == '\'' || *byte == '-';
    return words;
}

static void every_default_is_a_text_of_its_type_or_a_phrase(void **state)
{
    (void)state;
    for (unsigned i = 0; i < vocabulary_part_count; i++)
        for (unsigned j = 0; j < vocabulary_parts[i].key_count; j++) {
            const struct vocabulary_key *key = &vocabulary_parts[i].keys[j];
            bool listed = key->type->words || key->type->kind == VOCABULARY_YES_OR_NO;
            char fault[512];
            if (key->fallback && !is_text_of_type(key, key->fallback, fault, sizeof fault) &&
                (listed || !is_phrase(key->fallback)))
                fail_msg("%s/%s: the default: %s", vocabulary_parts[i].name, key->name, fault);
        }
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

/* ------------------------------------------------------------------------------------------ use */

/* Which activities use a key: the first, and whether there is another. */
struct use {
    const struct vocabulary_key *key;
    struct text first;
    bool shared;
};

struct uses {
    struct use items[KEYS_MAX];
    unsigned count;
    struct text activity; /* whose document is looked at */
};

/* ca-asian-jackpot-1 to 5 are one activity with five fees. */
static struct text activity_of(const struct rulebook *rulebook)
{
    struct text identity = rulebook->document.identity;
    struct text family = text_of("hawaiian-gardens/ca-asian-jackpot-");
    return text_starts_with(identity, family) ? family : identity;
}

static void note_use(struct uses *uses, const struct vocabulary_key *key)
{
    unsigned i = 0;
    while (i < uses->count && uses->items[i].key != key)
        i++;
    if (i == uses->count) {
        assert_true(uses->count < KEYS_MAX);
        uses->items[uses->count++] = (struct use){.key = key, .first = uses->activity};
    } else if (!text_equal(uses->items[i].first, uses->activity)) {
        uses->items[i].shared = true;
    }
}

static void note_uses(struct uses *uses, const struct node *node, const struct vocabulary_type *type)
{
    type = schema_alternative(node, type);
    bool several = type->kind == VOCABULARY_LIST || type->kind == VOCABULARY_MAP;
    if (type->kind != VOCABULARY_PART && !several)
        return;
    for (const struct node *member = node->first_child; member; member = member->next) {
        const struct vocabulary_type *below = type->of;
        if (!several) {
            const struct vocabulary_key *key = vocabulary_key_find(type->part, member->key);
            CHECK(key);
            note_use(uses, key);
            below = key->type;
        }
        note_uses(uses, member, below);
    }
}

/* A threshold is to a law what an activity is to a house: a key that one threshold alone has is for that one alone. */
static void note_thresholds(struct uses *uses, const struct node *thresholds,
                            const struct vocabulary_type *type)
{
    for (const struct node *threshold = thresholds->first_child; threshold; threshold = threshold->next) {
        uses->activity = threshold->key;
        note_uses(uses, threshold, type);
    }
}

static void note_document(struct uses *uses, const struct rulebook *rulebook)
{
    uses->activity = activity_of(rulebook);
    for (const struct node *member = rulebook->data->first_child; member; member = member->next) {
        const struct vocabulary_part *part = vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, member->key);
        CHECK(part);
        struct vocabulary_type whole = {.kind = VOCABULARY_PART, .part = part};
        if (part->is_key)
            note_use(uses, &part->keys[0]);
        if (text_equal(member->key, text_of("thresholds"))) {
            note_thresholds(uses, member, part->keys[0].type->of);
            uses->activity = activity_of(rulebook);
            continue;
        }
        note_uses(uses, member, part->is_key ? part->keys[0].type : &whole);
    }
}

/* The part that a type is about, inside lists and maps; NULL if it is about none. */
static const struct vocabulary_part *part_named(const struct vocabulary_type *type)
{
    if (type->kind == VOCABULARY_EITHER && part_named(type->or_else))
        return part_named(type->or_else);
    return type->kind == VOCABULARY_PART ? type->part : type->of ? part_named(type->of) : NULL;
}

/* Whether a document can have the part: at its top, or below a part that it can have. */
static bool is_of_documents(const struct vocabulary_part *part)
{
    if (part->root != VOCABULARY_NESTED)
        return part->root == VOCABULARY_ROOT_RULEBOOK;
    for (unsigned i = 0; i < vocabulary_part_count; i++)
        for (unsigned j = 0; j < vocabulary_parts[i].key_count; j++)
            if (&vocabulary_parts[i] != part && part_named(vocabulary_parts[i].keys[j].type) == part)
                return is_of_documents(&vocabulary_parts[i]);
    return false;
}

static void every_key_is_used_by_at_least_two_activities_or_thresholds(void **state)
{
    (void)state;
    const char *root = getenv("CARDROOM_HOME");
    assert_non_null(root);
    char path[1024];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, "%s/rulebooks", root);
    struct library library;
    library_init(&library);
    library_add(&library, path, NULL);
    assert_true(library.rulebook_count > 0);
    static struct uses uses;
    for (unsigned i = 0; i < library.rulebook_count; i++)
        note_document(&uses, &library.rulebooks[i]);
    unsigned lonely = 0;
    for (unsigned i = 0; i < vocabulary_part_count; i++)
        for (unsigned j = 0; j < vocabulary_parts[i].key_count && is_of_documents(&vocabulary_parts[i]);
             j++) {
            const struct vocabulary_key *key = &vocabulary_parts[i].keys[j];
            struct use use = {0};
            for (unsigned k = 0; k < uses.count; k++)
                use = uses.items[k].key == key ? uses.items[k] : use;
            if (use.shared)
                continue;
            lonely++;
            print_error("%s/%s: used %s%.*s\n", vocabulary_parts[i].name, key->name,
                        use.key ? "only by " : "by nobody", TEXT_ARGUMENTS(use.first));
        }
    library_release(&library);
    assert_int_equal(lonely, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_example_is_a_text_of_its_type),
        cmocka_unit_test(every_default_is_a_text_of_its_type_or_a_phrase),
        cmocka_unit_test(every_key_is_used_by_at_least_two_activities_or_thresholds),
        cmocka_unit_test(no_part_has_a_key_twice_and_no_part_is_there_twice),
        cmocka_unit_test(parts_are_found_in_the_files_where_they_stand),
        cmocka_unit_test(a_type_is_written_in_the_words_of_the_description),
    };
    return cmocka_run_group_tests_name("vocabulary", tests, NULL, NULL);
}
