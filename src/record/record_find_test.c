/* Fields that are found by their name. */
#include "record/record_sample_test.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const struct sample_hand hands[] = {{.seat = 3, .cards = {"AsAd", 4}},
                                           {.seat = 5, .cards = {"KsKd", 4}}};
static const struct sample_movement movements[] = {{.from = 7, .to = 9, .clause = {"#12", 3}}};

static struct sample sample_of(void)
{
    return (struct sample){.table = text_of("C4-1"),
                           .count = 40,
                           .hands = hands,
                           .hand_count = 2,
                           .movements = movements,
                           .movement_count = 1};
}

static void a_field_is_found_by_its_name_and_kind(void **state)
{
    const struct sample sample = sample_of();
    (void)state;
    assert_true(text_equal(record_text(&sample_shape, &sample, "table"), text_of("C4-1")));
    assert_int_equal(record_text(&sample_shape, &sample, "count").length, 0);
    assert_int_equal(record_text(&sample_shape, &sample, "cards").length, 0);
    assert_int_equal(record_count(&sample_shape, &sample, "count"), 40);
    assert_int_equal(record_count(&sample_shape, &sample, "seat"), 0);
    assert_int_equal(record_count(&sample_shape, &sample, "number"), 0);
}

static void a_count_is_found_in_lists_and_rows(void **state)
{
    const struct sample sample = sample_of();
    (void)state;
    assert_true(record_has_count(&sample_shape, &sample, "count", 40));
    assert_false(record_has_count(&sample_shape, &sample, "count", 41));
    assert_true(record_has_count(&sample_shape, &sample, "seat", 5));
    assert_false(record_has_count(&sample_shape, &sample, "seat", 4));
    assert_true(record_has_count(&sample_shape, &sample, "to", 9));
    assert_false(record_has_count(&sample_shape, &sample, "to", 7));
}

static void a_text_is_found_in_lists_and_not_in_rows(void **state)
{
    struct sample sample = sample_of();
    (void)state;
    assert_true(record_has_text(&sample_shape, &sample, "table", text_of("C4-1")));
    assert_false(record_has_text(&sample_shape, &sample, "table", text_of("C4")));
    assert_false(record_has_text(&sample_shape, &sample, "note", text_of("C4-1")));
    assert_true(record_has_text(&sample_shape, &sample, "cards", text_of("KsKd")));
    assert_false(record_has_text(&sample_shape, &sample, "cards", text_of("QsQd")));
    assert_false(record_has_text(&sample_shape, &sample, "clause", text_of("#12")));
    sample.hand_count = 1;
    assert_false(record_has_text(&sample_shape, &sample, "cards", text_of("KsKd")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_is_found_by_its_name_and_kind),
        cmocka_unit_test(a_count_is_found_in_lists_and_rows),
        cmocka_unit_test(a_text_is_found_in_lists_and_not_in_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
