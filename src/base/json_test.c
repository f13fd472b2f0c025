#include "base/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct document_limits ample = {.size_max = 1 << 16, .depth_max = 32};

static json_t *parsed(const char *text)
{
    json_t *document = NULL;
    struct fault fault;
    if (document_parse(text_of(text), &ample, &document, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.words);
    return document;
}

static void assert_refuses(const char *text, enum status status, size_t position, const char *words)
{
    json_t *untouched = NULL;
    struct fault fault = {0};
    assert_int_equal(document_parse(text_of(text), &ample, &untouched, &fault), status);
    assert_null(untouched);
    if (fault.position != position || !strstr(fault.words, words))
        fail_msg("%s: position %zu, expected %zu: %s", text, fault.position, position, fault.words);
    assert_int_equal(document_parse(text_of(text), &ample, &untouched, NULL), status);
}

static void what_is_not_json_is_refused_at_its_line_and_column(void **state)
{
    (void)state;
    assert_refuses("", STATUS_INVALID, 1, "line 1, column 1");
    assert_refuses("{", STATUS_INVALID, 2, "line 1, column 2");
    assert_refuses("12", STATUS_INVALID, 2, "'[' or '{' expected");
    assert_refuses("[1,]", STATUS_INVALID, 4, "line 1, column 4");
    assert_refuses("[1 2]", STATUS_INVALID, 4, "']' expected");
    assert_refuses("[01]", STATUS_INVALID, 2, "invalid token");
    assert_refuses("{a:1}", STATUS_INVALID, 2, "string or '}' expected");
    assert_refuses("{\"a\":1}x", STATUS_INVALID, 8, "end of file expected");
    assert_refuses("{\n  \"a\": 1,\n  \"b\": x\n}", STATUS_INVALID, 20, "line 3, column 8");
    assert_refuses("[\"a\xFF\"]", STATUS_INVALID, 4, "0xff");
    assert_refuses("[\"a\\u0000\"]", STATUS_INVALID, 10, "u0000");
    assert_refuses("[\"a", STATUS_INVALID, 4, "premature end");
    assert_refuses("// no\n{}", STATUS_INVALID, 1, "line 1");
}

static void a_key_given_twice_is_refused(void **state)
{
    (void)state;
    assert_refuses("{\"a\":1,\"a\":2}", STATUS_INVALID, 10, "duplicate");
    assert_refuses("{\"a\":{\"b\":1,\"\\u0062\":2}}", STATUS_INVALID, 20, "duplicate");
}

static void numbers_beyond_64_bits_are_out_of_range(void **state)
{
    (void)state;
    assert_refuses("[9223372036854775808]", STATUS_RANGE, 20, "too big");
    assert_refuses("[-9223372036854775809]", STATUS_RANGE, 21, "too big");
    json_t *document = parsed("[9223372036854775807, -9223372036854775808]");
    struct place list = place_top(document), first = place_item(&list, 0), second = place_item(&list, 1);
    int64_t value;
    assert_int_equal(place_integer(&first, NULL, INT64_MIN, INT64_MAX, &value, NULL), STATUS_OK);
    assert_true(value == INT64_MAX);
    assert_int_equal(place_integer(&second, NULL, INT64_MIN, INT64_MAX, &value, NULL), STATUS_OK);
    assert_true(value == INT64_MIN);
    json_decref(document);
}

static enum status parse_within(const char *text, size_t size_max, size_t depth_max, struct fault *fault)
{
    json_t *document = NULL;
    struct document_limits limits = {size_max, depth_max};
    enum status status = document_parse(text_of(text), &limits, &document, fault);
    json_decref(document);
    return status;
}

static void size_and_depth_have_a_maximum(void **state)
{
    (void)state;
    struct fault fault;
    assert_int_equal(parse_within("[1,2]", 5, 1, NULL), STATUS_OK);
    assert_int_equal(parse_within("[1,2]", 4, 1, NULL), STATUS_NO_SPACE);
    assert_int_equal(parse_within("[{},[]]", 100, 2, NULL), STATUS_OK);
    assert_int_equal(parse_within("[{},[]]", 100, 1, &fault), STATUS_NO_SPACE);
    assert_int_equal(fault.position, 2);
    assert_int_equal(parse_within("[]", 100, 0, NULL), STATUS_NO_SPACE);
    /* Brackets in text are text, also behind an escaped quotation mark. */
    assert_int_equal(parse_within("[\"[[[{\\\"[[\\\\\"]", 100, 1, NULL), STATUS_OK);
    char deep[2 * DOCUMENT_DEPTH_MOST + 3];
    memset(deep, '[', DOCUMENT_DEPTH_MOST + 1);
    memset(deep + DOCUMENT_DEPTH_MOST + 1, ']', DOCUMENT_DEPTH_MOST + 1);
    deep[2 * DOCUMENT_DEPTH_MOST + 2] = '\0';
    assert_int_equal(parse_within(deep, sizeof deep, DOCUMENT_DEPTH_MOST, &fault), STATUS_NO_SPACE);
    assert_int_equal(fault.position, DOCUMENT_DEPTH_MOST + 1);
    deep[2 * DOCUMENT_DEPTH_MOST + 1] = '\0';
    assert_int_equal(parse_within(deep + 1, sizeof deep, DOCUMENT_DEPTH_MOST, &fault), STATUS_OK);
}

static const char claim_text[] =
    "{\"claim\":{\"amount\":123450,\"typed\":\"$1,234.50\",\"winner\":\"Ann\","
    "\"verified\":true,\"seats\":[3,{\"card\":\"As\"}],\"rate\":1.5,\"note\":null}}";

static void typed_values_are_read_from_their_places(void **state)
{
    (void)state;
    json_t *document = parsed(claim_text);
    struct place top = place_top(document), claim, seats;
    assert_int_equal(place_object(&top, "claim", &claim, NULL), STATUS_OK);
    struct money money = {0};
    assert_int_equal(place_cents(&claim, "amount", &money, NULL), STATUS_OK);
    assert_int_equal(money.cents, 123450);
    money.cents = 0;
    assert_int_equal(place_money(&claim, "typed", &money, NULL), STATUS_OK);
    assert_int_equal(money.cents, 123450);
    struct text winner;
    assert_int_equal(place_text(&claim, "winner", &winner, NULL), STATUS_OK);
    assert_true(text_equal(winner, text_of("Ann")));
    bool verified = false;
    assert_int_equal(place_boolean(&claim, "verified", &verified, NULL), STATUS_OK);
    assert_true(verified);
    assert_int_equal(place_list(&claim, "seats", &seats, NULL), STATUS_OK);
    assert_int_equal(place_count(&seats), 2);
    struct place seat = place_item(&seats, 0);
    int64_t number = 0;
    assert_int_equal(place_integer(&seat, NULL, 1, 10, &number, NULL), STATUS_OK);
    assert_int_equal(number, 3);
    assert_true(place_has(&claim, "note"));
    assert_false(place_has(&claim, "absent"));
    assert_false(place_has(&seat, "amount"));
    json_decref(document);
}

#define ASSERT_WORDS(call, expected_status, expected_words)                                                  \
    do {                                                                                                     \
        struct fault fault = {0};                                                                            \
        assert_int_equal(call, expected_status);                                                             \
        assert_string_equal(fault.words, expected_words);                                                    \
    } while (0)

static void what_does_not_fit_is_named_with_its_place(void **state)
{
    (void)state;
    json_t *document = parsed(claim_text);
    struct place top = place_top(document), claim, seats, found;
    assert_int_equal(place_object(&top, "claim", &claim, NULL), STATUS_OK);
    assert_int_equal(place_list(&claim, "seats", &seats, NULL), STATUS_OK);
    struct place seat = place_item(&seats, 1);
    struct money money = {7};
    struct text text;
    int64_t number = 7;
    bool flag;
    ASSERT_WORDS(place_cents(&claim, "typed", &money, &fault), STATUS_INVALID,
                 "claim.typed: a whole number of cents expected, found text");
    ASSERT_WORDS(place_cents(&claim, "rate", &money, &fault), STATUS_INVALID,
                 "claim.rate: a whole number of cents expected, found a number with decimals");
    ASSERT_WORDS(place_cents(&claim, "absent", &money, &fault), STATUS_INVALID,
                 "claim.absent: a whole number of cents expected, found nothing");
    ASSERT_WORDS(place_money(&claim, "amount", &money, &fault), STATUS_INVALID,
                 "claim.amount: an amount like \"$1,234.50\" expected, found a whole number");
    ASSERT_WORDS(place_text(&claim, "note", &text, &fault), STATUS_INVALID,
                 "claim.note: text expected, found null");
    ASSERT_WORDS(place_text(&top, "claim", &text, &fault), STATUS_INVALID,
                 "claim: text expected, found an object");
    ASSERT_WORDS(place_boolean(&claim, "seats", &flag, &fault), STATUS_INVALID,
                 "claim.seats: true or false expected, found a list");
    ASSERT_WORDS(place_object(&claim, "verified", &found, &fault), STATUS_INVALID,
                 "claim.verified: an object expected, found true");
    ASSERT_WORDS(place_integer(&seat, "card", 0, 9, &number, &fault), STATUS_INVALID,
                 "claim.seats[1].card: a whole number expected, found text");
    ASSERT_WORDS(place_integer(&seat, NULL, 0, 9, &number, &fault), STATUS_INVALID,
                 "claim.seats[1]: a whole number expected, found an object");
    ASSERT_WORDS(place_integer(&seats, "card", 0, 9, &number, &fault), STATUS_INVALID,
                 "claim.seats: an object expected, found a list");
    ASSERT_WORDS(place_list(&top, NULL, &found, &fault), STATUS_INVALID,
                 "the document: a list expected, found an object");
    assert_true(money.cents == 7 && number == 7);
    json_decref(document);
}

static void integers_are_accepted_at_their_limits_and_not_beyond(void **state)
{
    (void)state;
    json_t *document = parsed("{\"seat\":4}");
    struct place top = place_top(document);
    int64_t number = 7;
    assert_int_equal(place_integer(&top, "seat", 4, 4, &number, NULL), STATUS_OK);
    assert_int_equal(number, 4);
    number = 7;
    ASSERT_WORDS(place_integer(&top, "seat", 5, 9, &number, &fault), STATUS_RANGE,
                 "seat: a whole number from 5 to 9 expected, found 4");
    ASSERT_WORDS(place_integer(&top, "seat", 1, 3, &number, &fault), STATUS_RANGE,
                 "seat: a whole number from 1 to 3 expected, found 4");
    assert_int_equal(number, 7);
    json_decref(document);
}

static void a_bad_amount_in_text_is_answered_with_place_and_position(void **state)
{
    (void)state;
    json_t *document = parsed("{\"fee\":\"$1,23\"}");
    struct place top = place_top(document);
    struct money money = {7};
    struct fault fault;
    assert_int_equal(place_money(&top, "fee", &money, &fault), STATUS_INVALID);
    assert_int_equal(fault.position, 6);
    assert_string_equal(fault.words, "fee: three digits after each comma expected, found the end");
    assert_int_equal(money.cents, 7);
    json_decref(document);
}

static void members_that_nobody_asked_for_are_refused(void **state)
{
    (void)state;
    static const char *const keys[] = {"amount", "winner"};
    json_t *document =
        parsed("{\"claim\":{\"winner\":\"Ann\",\"amout\":5},\"good\":{\"amount\":5},\"list\":[]}");
    struct place top = place_top(document), claim, good, list;
    assert_int_equal(place_object(&top, "claim", &claim, NULL), STATUS_OK);
    assert_int_equal(place_object(&top, "good", &good, NULL), STATUS_OK);
    assert_int_equal(place_list(&top, "list", &list, NULL), STATUS_OK);
    assert_int_equal(place_only(&good, keys, 2, NULL), STATUS_OK);
    ASSERT_WORDS(place_only(&claim, keys, 2, &fault), STATUS_INVALID,
                 "claim: there is no member \"amout\" here; did you mean amount");
    ASSERT_WORDS(place_only(&top, keys, 2, &fault), STATUS_INVALID,
                 "the document: there is no member \"claim\" here");
    ASSERT_WORDS(place_only(&list, keys, 2, &fault), STATUS_INVALID,
                 "list: an object expected, found a list");
    json_decref(document);
}

static json_t *example(void)
{
    return json_pack("{s:o, s:o, s:o, s:[i,i], s:{}}", "winner",
                     document_text(text_of("Ann \"A\" \xE2\x99\xA0")), "cents",
                     document_cents(money_of_cents(-500)), "amount", document_money(money_of_cents(123450)),
                     "seats", 3, 4, "empty");
}

static const char example_compact[] = "{\"winner\":\"Ann \\\"A\\\" \xE2\x99\xA0\",\"cents\":-500,"
                                      "\"amount\":\"$1,234.50\",\"seats\":[3,4],\"empty\":{}}";

static void documents_are_written_compact_in_the_order_of_their_keys(void **state)
{
    (void)state;
    json_t *document = example();
    char buffer[200];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    text_out_add(&out, "> ");
    assert_int_equal(document_write(&out, document, DOCUMENT_COMPACT), STATUS_OK);
    assert_string_equal(buffer + 2, example_compact);
    json_t *again = parsed(buffer + 2);
    assert_true(json_equal(document, again));
    json_decref(again);
    text_out_init(&out, buffer, sizeof buffer);
    json_t *list = parsed("{\"a\":[1]}");
    assert_int_equal(document_write(&out, list, DOCUMENT_INDENTED), STATUS_OK);
    assert_string_equal(buffer, "{\n  \"a\": [\n    1\n  ]\n}");
    json_decref(list);
    json_decref(document);
}

static void a_document_that_does_not_fit_leaves_the_output_as_it_was(void **state)
{
    (void)state;
    json_t *document = example();
    char buffer[sizeof example_compact + 2];
    for (size_t size = 3; size <= sizeof buffer; size++) {
        struct text_out out;
        text_out_init(&out, buffer, size);
        text_out_add(&out, "> ");
        enum status status = document_write(&out, document, DOCUMENT_COMPACT);
        assert_int_equal(status, size < sizeof buffer ? STATUS_NO_SPACE : STATUS_OK);
        if (status != STATUS_OK)
            assert_string_equal(buffer, "> ");
        assert_false(out.truncated);
    }
    json_decref(document);
}

static void text_that_json_cannot_hold_gives_no_document(void **state)
{
    (void)state;
    assert_null(document_text(text_of("\xFF")));
    assert_null(document_text((struct text){"a\0b", 3}));
    json_t *empty = document_text((struct text){NULL, 0});
    assert_string_equal(json_string_value(empty), "");
    json_decref(empty);
    char buffer[10];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    assert_int_equal(
        document_write(&out, json_pack("{s:o}", "name", document_text(text_of("\xFF"))), DOCUMENT_COMPACT),
        STATUS_INVALID);
}

/* ---------------------------------------------------------------------------- failing allocations */

/* jansson takes its allocator as two plain functions, so their state can only be here. */
static int allocations, fails_at, live;

static void *failing_allocate(size_t size)
{
    if (allocations++ == fails_at)
        return NULL;
    live++;
    return malloc(size);
}

static void counting_release(void *memory)
{
    live -= memory != NULL;
    free(memory);
}

static void any_allocation_may_fail_while_reading(void **state)
{
    (void)state;
    enum status status = STATUS_NO_MEMORY;
    int named = 0;
    json_set_alloc_funcs(failing_allocate, counting_release);
    for (fails_at = 0, live = 0; status != STATUS_OK; fails_at++) {
        json_t *document = NULL;
        struct fault fault = {0};
        allocations = 0;
        status = document_parse(text_of(claim_text), &ample, &document, &fault);
        /* jansson calls it bad syntax when memory runs out inside a text. */
        assert_true(status == STATUS_OK || status == STATUS_NO_MEMORY || status == STATUS_INVALID);
        assert_int_equal(status == STATUS_OK, document != NULL);
        named += status == STATUS_NO_MEMORY;
        json_decref(document);
        assert_int_equal(live, 0);
    }
    json_set_alloc_funcs(malloc, free);
    assert_true(fails_at > 20 && named > fails_at / 2);
}

static void any_allocation_may_fail_while_building_and_writing(void **state)
{
    (void)state;
    char buffer[200];
    enum status status = STATUS_INVALID;
    json_set_alloc_funcs(failing_allocate, counting_release);
    for (fails_at = 0, live = 0; status != STATUS_OK; fails_at++) {
        struct text_out out;
        text_out_init(&out, buffer, sizeof buffer);
        allocations = 0;
        json_t *document = example();
        status = document_write(&out, document, DOCUMENT_COMPACT);
        assert_true(status == STATUS_OK || status == (document ? STATUS_NO_MEMORY : STATUS_INVALID));
        assert_string_equal(buffer, status == STATUS_OK ? example_compact : "");
        json_decref(document);
        assert_int_equal(live, 0);
    }
    json_set_alloc_funcs(malloc, free);
    assert_true(fails_at > 10);
}

static void what_is_put_together_is_whole_or_nothing(void **state)
{
    (void)state;
    json_t *object = json_object(), *list = json_array();
    document_append(&list, json_integer(1));
    document_append(&list, json_integer(2));
    document_put(&object, "list", list);
    document_put(&object, "name", json_string("a"));
    char *words = json_dumps(object, JSON_COMPACT);
    assert_string_equal(words, "{\"list\":[1,2],\"name\":\"a\"}");
    free(words);
    document_put(&object, "nothing", NULL);
    assert_null(object);
    document_put(&object, "more", json_integer(1));
    assert_null(object);
    list = json_array();
    document_append(&list, NULL);
    document_append(&list, json_integer(1));
    assert_null(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_json_is_refused_at_its_line_and_column),
        cmocka_unit_test(a_key_given_twice_is_refused),
        cmocka_unit_test(numbers_beyond_64_bits_are_out_of_range),
        cmocka_unit_test(size_and_depth_have_a_maximum),
        cmocka_unit_test(typed_values_are_read_from_their_places),
        cmocka_unit_test(what_does_not_fit_is_named_with_its_place),
        cmocka_unit_test(integers_are_accepted_at_their_limits_and_not_beyond),
        cmocka_unit_test(a_bad_amount_in_text_is_answered_with_place_and_position),
        cmocka_unit_test(members_that_nobody_asked_for_are_refused),
        cmocka_unit_test(documents_are_written_compact_in_the_order_of_their_keys),
        cmocka_unit_test(a_document_that_does_not_fit_leaves_the_output_as_it_was),
        cmocka_unit_test(text_that_json_cannot_hold_gives_no_document),
        cmocka_unit_test(any_allocation_may_fail_while_reading),
        cmocka_unit_test(any_allocation_may_fail_while_building_and_writing),
        cmocka_unit_test(what_is_put_together_is_whole_or_nothing),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
