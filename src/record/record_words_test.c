/*
 * Records as people type them.
 */
#include "record/record.h"

#include "record/record_bench_test.h"

static const char *written_words(struct bench *bench, const struct record_shape *shape, const void *record)
{
    struct text_out out;
    text_out_init(&out, bench->buffer, sizeof bench->buffer);
    record_write_words(&out, shape, record, &bench->zone);
    assert_false(out.truncated);
    return bench->buffer;
}

static void parses_words(struct bench *bench, const struct record_shape *shape, const char *words,
                         void *record)
{
    if (record_parse_words(shape, text_of(words), 0, &bench->zone, &bench->arena, record, &bench->fault) !=
        STATUS_OK)
        fail_msg("%s: byte %zu: %s", words, bench->fault.position, bench->fault.words);
}

static void the_readable_form_is_what_people_would_type(void **state)
{
    (void)state;
    struct bench bench;
    set_up(&bench);
    struct sample sample = full_sample(), again;
    static const char words[] =
        "C4-1 note \"two, \\\"three\\\";\\n\\u0001/\x7f caf\xc3\xa9 \\\\\" number -9223372036854775808"
        " change -$1,234.50 count 100 closed sure at 2026-11-16T10:30:00.250-08:00"
        " due 9999-12-31T15:59:59.999-08:00 day 2024-02-29 asked 1970-01-01 mood \"very busy\""
        " reason \"odd chips\" seats-taken 0,31"
        " hands \"seat 1 wager $5.00 cards \\\"9s 9d\\\" folded on 2026-11-16; ;"
        " seat 9 cards \\\"a \\\\\\\"b\\\\\\\"; c\\\\\\\\\\\" behind 2,3\""
        " movements \"from 3 to 9 amount $0.33 reason contribution clause bay101/x-y#12;"
        " from 9 amount -$0.01\"";
    assert_string_equal(written_words(&bench, &sample_shape, &sample), words);
    parses_words(&bench, &sample_shape, words, &again);
    assert_true(record_equal(&sample_shape, &sample, &again));
    tear_down(&bench);
}

static void words_may_come_in_any_order_with_any_spaces(void **state)
{
    (void)state;
    struct bench bench;
    struct sample_round round;
    set_up(&bench);
    parses_words(
        &bench, &sample_round_shape,
        "\t2026-11-16T10:30:00   fees 5,1,3  table \"C4-1\"\tmovements \" amount $5 to 2 ;\" round 17 ",
        &round);
    assert_string_equal(written(&bench, &sample_round_shape, &round),
                        "{\"at\":\"2026-11-16T18:30:00Z\",\"table\":\"C4-1\",\"round\":17,\"fees\":[1,3,5],"
                        "\"movements\":[[0,2,500,\"\",\"\"]]}");
    parses_words(&bench, &sample_round_shape, "2026-11-16T10:30:00Z table \\ round -1", &round);
    assert_int_equal(round.at.ms, at("2026-11-16T10:30:00Z").ms);
    assert_true(text_equal(round.table, text_of("\\")));
    tear_down(&bench);
}

static void an_empty_first_field_keeps_its_place(void **state)
{
    (void)state;
    struct bench bench;
    struct sample_round round = {.table = text_of("T"), .fees = 1u << 4}, again;
    set_up(&bench);
    assert_string_equal(written_words(&bench, &sample_round_shape, &round), "\"\" table T fees 4");
    parses_words(&bench, &sample_round_shape, bench.buffer, &again);
    assert_true(record_equal(&sample_round_shape, &round, &again));
    struct sample_hand hand = {.folded = true};
    assert_string_equal(written_words(&bench, &sample_hand_shape, &hand), "\"\" folded");
    parses_words(&bench, &sample_hand_shape, bench.buffer, &hand);
    assert_true(hand.folded);
    hand = (struct sample_hand){0};
    assert_string_equal(written_words(&bench, &sample_hand_shape, &hand), "");
    parses_words(&bench, &sample_hand_shape, " ", &hand);
    assert_true(is_cleared(&hand, sizeof hand));
    tear_down(&bench);
}

static void a_flag_has_its_name_even_if_it_is_first(void **state)
{
    (void)state;
    static const struct field fields[] = {
        FIELD(struct sample, closed, FIELD_FLAG, "closed", "whether it is closed"),
        FIELD(struct sample, note, FIELD_TEXT, "note", "a remark"),
    };
    static const struct record_shape shape = {"door", "a door", sizeof(struct sample), 2, fields};
    struct bench bench;
    struct sample sample = {.closed = true, .note = text_of("x")}, again;
    set_up(&bench);
    assert_string_equal(written_words(&bench, &shape, &sample), "closed note x");
    parses_words(&bench, &shape, "note x closed", &again);
    assert_true(record_equal(&shape, &sample, &again));
    sample.closed = false;
    assert_string_equal(written_words(&bench, &shape, &sample), "note x");
    tear_down(&bench);
}

static void a_required_word_must_say_something_from_outside(void **state)
{
    (void)state;
    static const struct field fields[] = {
        {.name = "reason",
         .kind = FIELD_WORD,
         .offset = offsetof(struct sample, reason),
         .required = true,
         .words = sample_reasons,
         .meaning = "why"},
        {.name = "mood",
         .kind = FIELD_WORD,
         .offset = offsetof(struct sample, mood),
         .required = true,
         .words = sample_moods,
         .meaning = "how it is"},
    };
    static const struct record_shape shape = {"words", "two words", sizeof(struct sample), 2, fields};
    struct bench bench;
    struct sample sample = {0};
    set_up(&bench);
    record_shape_check(&shape);
    assert_string_equal(written(&bench, &shape, &sample), "{\"reason\":\"\",\"mood\":\"calm\"}");
    reads(&bench, &shape, bench.buffer, &sample);
    static const struct wrong json = {"{\"reason\":\"\",\"mood\":\"calm\"}", 0,
                                      "reason: it must not be empty: why"};
    assert_refused(&bench, &json, parse(&bench, &shape, json.input, NULL, &sample));
    static const struct wrong words = {"\"\" mood calm", 2, "reason: it must not be empty: why"};
    assert_refused(&bench, &words,
                   record_parse_words(&shape, text_of(words.input), 0, &bench.zone, &bench.arena, &sample,
                                      &bench.fault));
    parses(&bench, &shape, "{\"mood\":\"calm\",\"reason\":\"fee\"}", &sample);
    assert_string_equal(written_words(&bench, &shape, &sample), "fee mood calm");
    parses_words(&bench, &shape, "fee mood calm", &sample);
    tear_down(&bench);
}

static void empty_items_are_counted(void **state)
{
    (void)state;
    static const struct field fields[] = {
        FIELD_ITEMS(struct sample, hands, hand_count, FIELD_LIST, &sample_hand_shape, "hands", "the hands")};
    static const struct record_shape shape = {"hands", "hands", sizeof(struct sample), 1, fields};
    static const struct sample_hand hands[3] = {0};
    static const char *const written_forms[] = {"", "\";\"", "\"; ;\"", "\"; ; ;\""};
    struct bench bench;
    set_up(&bench);
    for (uint32_t count = 0; count <= 3; count++) {
        struct sample sample = {.hands = hands, .hand_count = count}, again;
        assert_string_equal(written_words(&bench, &shape, &sample), written_forms[count]);
        parses_words(&bench, &shape, bench.buffer, &again);
        assert_int_equal(again.hand_count, count);
    }
    tear_down(&bench);
}

static void a_time_that_the_clocks_skip_or_show_twice_needs_its_offset(void **state)
{
    (void)state;
    struct bench bench;
    struct sample_round round;
    set_up(&bench);
    parses_words(&bench, &sample_round_shape, "2026-11-01T01:30:00-08:00 table T", &round);
    assert_int_equal(round.at.ms, at("2026-11-01T09:30:00Z").ms);
    static const struct wrong cases[] = {
        {"2026-11-01T01:30:00 table T", 1, "skip this time or show it twice"},
        {"2026-03-08T02:30:00 table T", 1, "skip this time or show it twice"},
    };
    for (size_t i = 0; i < 2; i++)
        assert_refused(&bench, &cases[i],
                       record_parse_words(&sample_round_shape, text_of(cases[i].input), 0, &bench.zone,
                                          &bench.arena, &round, &bench.fault));
    tear_down(&bench);
}

static void words_are_refused_at_their_byte(void **state)
{
    (void)state;
    static const struct wrong cases[] = {
        {"", 1, "\"table\" is missing: the table"},
        {"\"\"", 3, "\"table\" is missing: the table"},
        {"\"\" table", 9, "the value of \"table\" is missing: the table"},
        {"\"\" table \"\"", 11, "table: it must not be empty: the table"},
        {"\"\" table T, round 1", 11, "table: a text with a comma stands in double quotes"},
        {"\"\" table T tabel U", 12, "\"tabel\" is no field of round-started; did you mean table"},
        {"\"\" table T table U", 12, "\"table\" is there twice"},
        {"\"\" table T at 2026-11-16", 12, "\"at\" is there twice"},
        {"\"\" \"table\" T", 5, "\"table\" is no field"},
        {"\"\" table T; round 1", 11, "a ; stands only in a value in double quotes"},
        {"\"\" table T\"x\"", 11, "a \" stands only in a value"},
        {"\"\" table \"T\"x", 13, "a space expected behind the closing \""},
        {"\"\" table \"T", 12, "a closing \" or a letter expected"},
        {"\"\" table \"T\\x\"", 12, "none of JSON's"},
        {"\"\" table T\x01", 11, "a control character stands only"},
        {"\"\" table T\xff", 11, "not UTF-8"},
        {"\"\" table T round x", 18, "round: a digit expected, found \"x\""},
        {"\"\" table T round 12x", 20, "round: nothing more after the number expected, found \"x\""},
        {"\"\" table T round $5", 18, "round: a digit expected, found \"$\""},
        {"\"\" table T round 9223372036854775808", 18, "round: a whole number from"},
        {"\"\" table T fees 1;3", 18, "a ; stands only"},
        {"\"\" table T fees 1,x", 19, "fees: a digit expected"},
        {"\"\" table T fees 1,", 19, "fees: a digit expected, found the end"},
        {"\"\" table T fees 1-3", 18, "fees: a comma between seats expected"},
        {"\"\" table T fees 3,3", 19, "fees: seat 3 is there twice"},
        {"\"\" table T fees 32", 17, "fees: a whole number from 0 to 31 expected"},
        {"2026-11-16T10:30 table T", 17, "at: \":\" expected, found the end"},
        {"2026-11-16T10:30:00x table T", 20, "at: \"Z\" or an offset"},
        {"\"2026-11-16T10:3\\u0030:61\" table T", 24, "at: the second must be from 00 to 59"},
        {"1970-01-01T00:00:00Z table T", 1, "at: the first moment of 1970 stands for no time"},
        {"\"\" table T movements \"from 3; from x\"", 36, "from: a digit expected, found \"x\""},
        {"\"\" table T movements \"\\u0066rom 3; frm 4\"", 36,
         "\"frm\" is no field of movement; did you mean from"},
        {"\"\" table T movements \"reason \\\"odd chip\\\"\"", 32,
         "reason: \"odd chip\" is none of its words"},
        {"\"\" table T movements \"reason \\\"\\\\u0066ee\\\" to \\\"\\\\u0031x\\\"\"", 56,
         "to: nothing more after the number"},
        {"\"\" table T movements \"from\"", 27, "the value of \"from\" is missing"},
        {"\"\" table T movements \"from; to 1\"", 27, "the value of \"from\" is missing"},
        {"\"\" table T movements from", 26, "the value of \"from\" is missing"},
        {"\"\" table T movements \"clause \\\"x\"", 33, "a closing \" or a letter expected, found the end"},
    };
    struct bench bench;
    set_up(&bench);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sample_round round = {.round = 1};
        enum status status = record_parse_words(&sample_round_shape, text_of(cases[i].input), 0, &bench.zone,
                                                &bench.arena, &round, &bench.fault);
        assert_refused(&bench, &cases[i], status);
        assert_true(is_cleared(&round, sizeof round));
        size_t position = bench.fault.position;
        assert_int_equal(record_parse_words(&sample_round_shape, text_of(cases[i].input), 12, &bench.zone,
                                            &bench.arena, &round, &bench.fault),
                         status);
        assert_int_equal(bench.fault.position, position + 12);
    }
    tear_down(&bench);
}

static void amounts_in_words_keep_their_bounds(void **state)
{
    (void)state;
    struct bench bench;
    struct sample_hand hand;
    set_up(&bench);
    parses_words(&bench, &sample_hand_shape, "1 wager $1", &hand);
    parses_words(&bench, &sample_hand_shape, "9 wager $500", &hand);
    static const struct wrong cases[] = {
        {"0 wager $1", 1, "seat: a whole number from 1 to 9 expected"},
        {"10 wager $1", 1, "seat: a whole number from 1 to 9 expected"},
        {"1 wager $0.99", 9, "wager: an amount from $1.00 to $500.00 expected, found $0.99"},
        {"1 wager $500.01", 9, "wager: an amount from $1.00 to $500.00 expected, found $500.01"},
        {"1 wager 5.5", 12, "wager: two digits of cents expected"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_refused(&bench, &cases[i],
                       record_parse_words(&sample_hand_shape, text_of(cases[i].input), 0, &bench.zone,
                                          &bench.arena, &hand, &bench.fault));
    tear_down(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_readable_form_is_what_people_would_type),
        cmocka_unit_test(words_may_come_in_any_order_with_any_spaces),
        cmocka_unit_test(an_empty_first_field_keeps_its_place),
        cmocka_unit_test(a_flag_has_its_name_even_if_it_is_first),
        cmocka_unit_test(a_required_word_must_say_something_from_outside),
        cmocka_unit_test(empty_items_are_counted),
        cmocka_unit_test(a_time_that_the_clocks_skip_or_show_twice_needs_its_offset),
        cmocka_unit_test(words_are_refused_at_their_byte),
        cmocka_unit_test(amounts_in_words_keep_their_bounds),
    };
    return cmocka_run_group_tests_name("record words", tests, NULL, NULL);
}
