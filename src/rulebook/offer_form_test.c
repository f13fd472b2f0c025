/* The forms of all offers of the tree, held against the check: what the one asks for the other misses. */
#include "rulebook/offer_form.h"

#include "rulebook/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ARENA_MAX = 64 << 20 };

static int read_tree(void **state)
{
    static struct library library;
    static char rulebooks[1024], houses[1024];
    const char *root = getenv("CARDROOM_HOME");
    if (!root)
        return -1;
    library_init(&library);
    (void)snprintf(rulebooks, sizeof rulebooks, "%s/rulebooks", root);
    (void)snprintf(houses, sizeof houses, "%s/houses", root);
    library_add(&library, rulebooks, rulebooks);
    library_add(&library, houses, rulebooks);
    library_check(&library);
    *state = &library;
    return 0;
}

static int release_tree(void **state)
{
    library_release(*state);
    return 0;
}

/* An offer with some answers, read and checked. */
struct tried {
    struct arena arena;
    struct text text;
    struct node *data;
    struct findings findings;
    struct offer offer;
    struct offer_form form;
};

/* The text of an offer without any answer is the offer itself, as node_write() writes it. */
static void try_answers(struct tried *tried, const struct offer *offer, const struct form_answer *answers,
                        unsigned count)
{
    struct growing before = {.arena = &tried->arena};
    struct fault fault = {.words = ""};
    const struct origin origin = {.file = "offer", .line = 1, .column = 1};
    arena_init(&tried->arena, ARENA_MAX);
    findings_init(&tried->findings, &tried->arena, 64);
    node_write(&before, offer->data);
    if (offer_form_fill(offer->rulebook, offer->house, growing_text(&before), answers, count, &tried->arena,
                        &tried->text, &fault) != STATUS_OK)
        fail_msg("%.*s: %s", TEXT_ARGUMENTS(offer->identity), fault.words);
    tried->data = node_read(tried->text, origin, &tried->arena, &tried->findings);
    if (!tried->data)
        fail_msg("%.*s", TEXT_ARGUMENTS(tried->text));
    assert_int_equal(offer_read(tried->data, tried->text, offer->identity, offer->house, offer->rulebook,
                                &tried->arena, &tried->findings, &tried->offer),
                     STATUS_OK);
    assert_int_equal(offer_form_make(offer->rulebook, offer->house, tried->data, &tried->arena, &tried->form),
                     STATUS_OK);
}

static void try_value(struct tried *tried, const struct offer *offer, struct text path, struct text value)
{
    const struct form_answer answer = {path, &value, value.length > 0, false};
    try_answers(tried, offer, &answer, 1);
}

/* The first error about the field; NULL if there is none. */
static const struct finding *error_of(const struct tried *tried, struct text path)
{
    for (size_t i = 0; i < tried->findings.count; i++) {
        const struct form_field *field = offer_form_field_of(&tried->form, &tried->findings.items[i]);
        if (tried->findings.items[i].grade != FINDING_WARNING && field && text_equal(field->path, path))
            return &tried->findings.items[i];
    }
    return NULL;
}

static bool is_in_force(const struct offer *offer, const struct form_field *field)
{
    for (unsigned i = 0; i < offer->chart_count && field->chart.length > 0; i++)
        if (text_equal(offer->charts[i]->name, field->chart))
            return true;
    return field->chart.length == 0;
}

/* Does something with every offer of the tree that has no errors. */
static void each_offer(const struct library *library,
                       void (*look)(const struct offer *offer, const struct tried *tried))
{
    unsigned count = 0;
    for (unsigned i = 0; i < library->house_count; i++)
        for (unsigned j = 0; j < library->houses[i].offer_count; j++, count++) {
            struct tried tried;
            try_answers(&tried, &library->houses[i].offers[j], NULL, 0);
            look(&library->houses[i].offers[j], &tried);
            arena_release(&tried.arena);
        }
    assert_true(count > 30);
}

/* ------------------------------------------------------------------------------------------ tests */

static void look_same(const struct offer *offer, const struct tried *tried)
{
    struct offer_changes changes;
    struct arena arena;
    arena_init(&arena, ARENA_MAX);
    assert_int_equal(offer_changes_find(offer->data, tried->data, &arena, &changes), STATUS_OK);
    if (changes.count > 0)
        fail_msg("%.*s: %.*s: %.*s -> %.*s", TEXT_ARGUMENTS(offer->identity),
                 TEXT_ARGUMENTS(changes.changes[0].path), TEXT_ARGUMENTS(changes.changes[0].from),
                 TEXT_ARGUMENTS(changes.changes[0].to));
    if (tried->findings.counted[FINDING_ERROR] > 0)
        fail_msg("%.*s: %.*s", TEXT_ARGUMENTS(offer->identity),
                 TEXT_ARGUMENTS(tried->findings.items[0].words));
    arena_release(&arena);
}

static void an_offer_that_is_filled_in_with_nothing_stays_as_it_is(void **state)
{
    each_offer(*state, look_same);
}

static void look_required(const struct offer *offer, const struct tried *tried)
{
    for (unsigned i = 0; i < tried->form.count; i++) {
        const struct form_field *field = &tried->form.fields[i];
        struct tried without;
        if (!field->required || !is_in_force(offer, field))
            continue;
        if (!field->value)
            fail_msg("%.*s is good, and has no %.*s", TEXT_ARGUMENTS(offer->identity),
                     TEXT_ARGUMENTS(field->path));
        try_value(&without, offer, field->path, text_of(""));
        if (!error_of(&without, field->path))
            fail_msg("%.*s without %.*s: %u errors, the first: %.*s", TEXT_ARGUMENTS(offer->identity),
                     TEXT_ARGUMENTS(field->path), (unsigned)without.findings.counted[FINDING_ERROR],
                     TEXT_ARGUMENTS(without.findings.count ? without.findings.items[0].words : text_of("")));
        arena_release(&without.arena);
    }
}

static void what_is_required_and_missing_is_an_error_of_its_field(void **state)
{
    each_offer(*state, look_required);
}

/* One cent, one thing, a hundredth of a percent more or less. */
static struct text beside(struct text end, enum value_type type, int64_t step, char buffer[VALUE_TEXT_SIZE])
{
    struct value value;
    struct text_out out;
    assert_int_equal(value_read(type, end, &value, NULL), STATUS_OK);
    text_out_init(&out, buffer, VALUE_TEXT_SIZE);
    value.range = (struct range){value.range.low + step, value.range.low + step};
    if (value.range.low >= 0)
        value_write(&out, &value);
    return text_out_text(&out);
}

static void assert_end(const struct offer *offer, const struct form_field *field, struct text end,
                       int64_t outside)
{
    static const enum value_type types[FORM_KINDS] = {
        [FORM_MONEY] = VALUE_MONEY, [FORM_COUNT] = VALUE_COUNT, [FORM_PERCENT] = VALUE_PERCENT};
    struct tried tried;
    const struct finding *finding;
    char buffer[VALUE_TEXT_SIZE];
    if (end.length == 0)
        return;
    try_value(&tried, offer, field->path, end);
    finding = error_of(&tried, field->path);
    if (finding && text_contains(finding->words, text_of("approved")))
        fail_msg("%.*s: %.*s", TEXT_ARGUMENTS(field->path), TEXT_ARGUMENTS(finding->words));
    arena_release(&tried.arena);
    struct text beyond = beside(end, types[field->kind], outside, buffer);
    if (beyond.length == 0)
        return;
    try_value(&tried, offer, field->path, beyond);
    finding = error_of(&tried, field->path);
    if (!finding)
        fail_msg("%.*s: %.*s is no error", TEXT_ARGUMENTS(field->path), TEXT_ARGUMENTS(beyond));
    if (finding->origin.clause.length > 0)
        assert_true(text_equal(finding->origin.clause, field->clause));
    arena_release(&tried.arena);
}

static void look_ends(const struct offer *offer, const struct tried *tried)
{
    for (unsigned i = 0; i < tried->form.count; i++) {
        const struct form_field *field = &tried->form.fields[i];
        bool counted = field->kind == FORM_MONEY || field->kind == FORM_COUNT || field->kind == FORM_PERCENT;
        if (!counted || !is_in_force(offer, field) || !field->value)
            continue;
        assert_end(offer, field, field->least, -1);
        assert_end(offer, field, field->most, 1);
    }
}

static void the_ends_of_every_range_may_be_posted_and_nothing_beyond(void **state)
{
    each_offer(*state, look_ends);
}

static void look_choices(const struct offer *offer, const struct tried *tried)
{
    for (unsigned i = 0; i < tried->form.count; i++) {
        const struct form_field *field = &tried->form.fields[i];
        struct tried other;
        if (field->kind != FORM_CHOICE || !is_in_force(offer, field))
            continue;
        for (unsigned choice = 0; choice < field->choice_count; choice++) {
            try_value(&other, offer, field->path, field->choices[choice]);
            const struct finding *finding = error_of(&other, field->path);
            if (finding)
                fail_msg("%.*s: %.*s: %.*s", TEXT_ARGUMENTS(offer->identity), TEXT_ARGUMENTS(field->path),
                         TEXT_ARGUMENTS(finding->words));
            arena_release(&other.arena);
        }
        try_value(&other, offer, field->path, text_of("a horoscope"));
        if (!error_of(&other, field->path))
            fail_msg("%.*s: %.*s may be a horoscope", TEXT_ARGUMENTS(offer->identity),
                     TEXT_ARGUMENTS(field->path));
        arena_release(&other.arena);
    }
}

static void every_choice_may_be_posted_and_no_other_word(void **state)
{
    each_offer(*state, look_choices);
}

static void a_known_form_has_its_fields(void **state)
{
    const struct offer *offer = library_offer(*state, text_of("demo/bonus-hand"));
    struct tried tried;
    try_answers(&tried, offer, NULL, 0);
    const struct form_field *seed = offer_form_field(&tried.form, text_of("pools/prize pool/seed"));
    assert_non_null(seed);
    assert_int_equal(seed->kind, FORM_MONEY);
    assert_true(seed->required);
    assert_true(text_equal(seed->label, text_of("prize pool: seed")));
    assert_true(text_equal(seed->least, text_of("$1,000")));
    assert_true(text_equal(seed->most, text_of("$101,000")));
    assert_true(text_equal(seed->value->scalar, text_of("$5,000")));
    assert_null(offer_form_field(&tried.form, text_of("pools/prize pool/cap"))); /* it is fixed */
    const struct form_field *tables = offer_form_field(&tried.form, text_of("tables"));
    assert_int_equal(tables->kind, FORM_LIST);
    assert_true(tables->choice_count > 3);
    arena_release(&tried.arena);
}

static void another_chart_leaves_the_prizes_of_the_former_out(void **state)
{
    const struct offer *offer = library_offer(*state, text_of("demo/blazing-7s"));
    struct tried tried;
    try_value(&tried, offer, text_of("chart"), text_of("A"));
    assert_true(node_says(node_member(tried.data, "chart"), "A"));
    for (unsigned i = 0; i < tried.findings.count; i++)
        assert_false(text_contains(tried.findings.items[i].words, text_of("no chart in force has a row")));
    arena_release(&tried.arena);
}

static void a_new_offer_is_made_of_answers_alone(void **state)
{
    const struct rulebook *rulebook = library_rulebook(*state, text_of("bay101/aces-cracked"));
    const struct library *library = *state;
    const struct house *house = &library_offer(library, text_of("demo/bonus-hand"))->house[0];
    const struct text tables[] = {text_of("HE-1"), text_of("HE-2")}, prize = text_of("$150"),
                      hours = text_of("daily 10:00 to 12:00");
    const struct form_answer answers[] = {{text_of("tables"), tables, 2, true},
                                          {text_of("hours"), &hours, 1, false},
                                          {text_of("prizes/aces cracked"), &prize, 1, false}};
    struct arena arena;
    struct text text;
    struct fault fault;
    arena_init(&arena, ARENA_MAX);
    assert_int_equal(offer_form_fill(rulebook, house, text_of(""), answers, 3, &arena, &text, &fault),
                     STATUS_OK);
    assert_string_equal(text.bytes, "offer: bay101/aces-cracked\n"
                                    "tables: [HE-1, HE-2]\n"
                                    "hours: daily 10:00 to 12:00\n"
                                    "prizes:\n"
                                    "  aces cracked: $150\n");
    arena_release(&arena);
}

static void an_answer_without_a_field_or_of_another_shape_is_refused(void **state)
{
    const struct offer *offer = library_offer(*state, text_of("demo/bonus-hand"));
    const struct text value = text_of("$5");
    const struct form_answer wrong[] = {{text_of("pools/prize pool/cap"), &value, 1, false},
                                        {text_of("tables"), &value, 1, false},
                                        {text_of("chart"), &value, 1, true}};
    struct arena arena;
    arena_init(&arena, ARENA_MAX);
    for (unsigned i = 0; i < 3; i++) {
        struct fault fault;
        struct text text;
        assert_int_equal(
            offer_form_fill(offer->rulebook, offer->house, text_of(""), &wrong[i], 1, &arena, &text, &fault),
            STATUS_INVALID);
        assert_true(text_contains(text_of(fault.words), wrong[i].path));
    }
    arena_release(&arena);
}

static void comments_before_an_offer_stay(void **state)
{
    const struct offer *offer = library_offer(*state, text_of("demo/bonus-hand"));
    struct arena arena;
    struct fault fault;
    struct text text;
    const struct text seed = text_of("$6,000");
    const struct form_answer answer = {text_of("pools/prize pool/seed"), &seed, 1, false};
    arena_init(&arena, ARENA_MAX);
    assert_int_equal(offer_form_fill(offer->rulebook, offer->house,
                                     text_of("# One.\n# Two.\noffer: bay101/bonus-hand-progressive-v1-1\n"),
                                     &answer, 1, &arena, &text, &fault),
                     STATUS_OK);
    assert_string_equal(text.bytes, "# One.\n# Two.\noffer: bay101/bonus-hand-progressive-v1-1\n"
                                    "pools:\n  prize pool:\n    seed: $6,000\n");
    arena_release(&arena);
}

static void any_text_is_written_so_that_it_is_read_again(void **state)
{
    static const char *const texts[] = {"",
                                        " a",
                                        "a ",
                                        "-",
                                        "- a",
                                        "a: b",
                                        "a:",
                                        "a # b",
                                        "#",
                                        "\"",
                                        "'a'",
                                        "[a]",
                                        "a, b",
                                        "{a}",
                                        "a\nb",
                                        "\tx",
                                        "50%",
                                        "%50",
                                        "~",
                                        "a\\b",
                                        "é – ü",
                                        "*x",
                                        "&x",
                                        "!x",
                                        "|",
                                        ">",
                                        "@x",
                                        "`x`",
                                        "? x",
                                        ": x",
                                        "10:00",
                                        "a\x7F",
                                        "\x01",
                                        "$1,000",
                                        "null",
                                        "yes",
                                        "\"\\",
                                        "x: y: ",
                                        "a #b: c",
                                        "---",
                                        "a\xC2\x85 b",
                                        "\xE2\x80\xA8",
                                        "\xE2\x80\xA9x",
                                        "\xEF\xBB\xBF",
                                        "...",
                                        "key"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct arena arena;
        struct findings findings;
        arena_init(&arena, 1 << 20);
        findings_init(&findings, &arena, 4);
        const struct origin origin = {.file = "x", .line = 1, .column = 1};
        struct node item = {.kind = NODE_SCALAR, .scalar = text_of(texts[i])};
        struct node list = {.kind = NODE_LIST, .key = text_of("list"), .first_child = &item, .count = 1};
        struct node value = {
            .kind = NODE_SCALAR, .scalar = text_of(texts[i]), .key = text_of(*texts[i] ? texts[i] : "k")};
        struct node map = {.kind = NODE_MAP, .first_child = &value, .count = 2};
        value.next = &list;
        struct growing out = {.arena = &arena};
        node_write(&out, &map);
        const struct node *read = node_read(growing_text(&out), origin, &arena, &findings);
        if (!read)
            fail_msg("'%s': %.*s", texts[i], TEXT_ARGUMENTS(findings.items[0].words));
        assert_true(text_equal(read->first_child->key, value.key));
        assert_true(text_equal(read->first_child->scalar, value.scalar));
        assert_true(text_equal(read->first_child->next->first_child->scalar, value.scalar));
        arena_release(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_offer_that_is_filled_in_with_nothing_stays_as_it_is),
        cmocka_unit_test(what_is_required_and_missing_is_an_error_of_its_field),
        cmocka_unit_test(the_ends_of_every_range_may_be_posted_and_nothing_beyond),
        cmocka_unit_test(every_choice_may_be_posted_and_no_other_word),
        cmocka_unit_test(a_known_form_has_its_fields),
        cmocka_unit_test(another_chart_leaves_the_prizes_of_the_former_out),
        cmocka_unit_test(a_new_offer_is_made_of_answers_alone),
        cmocka_unit_test(an_answer_without_a_field_or_of_another_shape_is_refused),
        cmocka_unit_test(comments_before_an_offer_stay),
        cmocka_unit_test(any_text_is_written_so_that_it_is_read_again),
    };
    return cmocka_run_group_tests(tests, read_tree, release_tree);
}
