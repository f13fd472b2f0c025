#include "record/record.h"

#include "record/record_bench_test.h"

#include <stdlib.h>

static const char full_json[] =
    "{\"table\":\"C4-1\",\"note\":\"two, \\\"three\\\";\\n\\u0001/\x7f caf\xc3\xa9 \\\\\","
    "\"number\":-9223372036854775808,\"change\":-123450,\"count\":100,\"closed\":true,\"sure\":true,"
    "\"at\":\"2026-11-16T18:30:00.250Z\",\"due\":\"9999-12-31T23:59:59.999Z\",\"day\":\"2024-02-29\","
    "\"asked\":\"1970-01-01\",\"mood\":\"very busy\",\"reason\":\"odd chips\",\"seats-taken\":[0,31],"
    "\"hands\":[{\"seat\":1,\"wager\":500,\"cards\":\"9s 9d\",\"folded\":true,\"on\":\"2026-11-16\"},{},"
    "{\"seat\":9,\"cards\":\"a \\\"b\\\"; c\\\\\",\"behind\":[2,3]}],"
    "\"movements\":[[3,9,33,\"contribution\",\"bay101/x-y#12\"],[9,0,-1,\"\",\"\"]]}";

/* ------------------------------------------------------------------------------------------- JSON */

static void the_samples_are_sound(void **state)
{
    (void)state;
    record_shape_check(&sample_shape);
    record_shape_check(&sample_round_shape);
}

static void a_record_is_written_compactly_in_the_order_of_its_shape(void **state)
{
    (void)state;
    struct bench bench;
    set_up(&bench);
    struct sample sample = full_sample();
    assert_string_equal(written(&bench, &sample_shape, &sample), full_json);
    tear_down(&bench);
}

static void what_is_written_is_read_as_an_equal_record(void **state)
{
    (void)state;
    struct bench bench;
    set_up(&bench);
    struct sample sample = full_sample(), again;
    reads(&bench, &sample_shape, full_json, &again);
    assert_true(record_equal(&sample_shape, &sample, &again));
    assert_string_equal(written(&bench, &sample_shape, &again), full_json);
    tear_down(&bench);
}

static void empty_fields_are_left_out_unless_they_are_required(void **state)
{
    (void)state;
    struct bench bench;
    set_up(&bench);
    struct sample sample = {0}, again;
    static const char json[] =
        "{\"table\":\"\",\"sure\":false,\"due\":\"\",\"asked\":\"\",\"seats-taken\":[]}";
    assert_string_equal(written(&bench, &sample_shape, &sample), json);
    reads(&bench, &sample_shape, json, &again);
    assert_true(record_equal(&sample_shape, &sample, &again));
    struct sample_hand hand = {0};
    assert_string_equal(written(&bench, &sample_hand_shape, &hand), "{}");
    reads(&bench, &sample_hand_shape, "{}", &hand);
    tear_down(&bench);
}

static void numbers_are_written_and_read_to_their_limits(void **state)
{
    (void)state;
    static const struct {
        int64_t number;
        const char *json;
    } cases[] = {
        {1, "{\"number\":1}"},
        {-1, "{\"number\":-1}"},
        {9, "{\"number\":9}"},
        {10, "{\"number\":10}"},
        {99, "{\"number\":99}"},
        {100, "{\"number\":100}"},
        {INT64_MAX, "{\"number\":9223372036854775807}"},
        {INT64_MIN, "{\"number\":-9223372036854775808}"},
    };
    static const struct field fields[] = {
        FIELD(struct sample, number, FIELD_NUMBER, "number", "a number"),
        FIELD(struct sample, count, FIELD_COUNT, "count", "a count"),
    };
    static const struct record_shape shape = {"numbers", "two numbers", sizeof(struct sample), 2, fields};
    struct bench bench;
    struct sample sample = {0};
    set_up(&bench);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sample.number = cases[i].number;
        assert_string_equal(written(&bench, &shape, &sample), cases[i].json);
        reads(&bench, &shape, cases[i].json, &sample);
        assert_int_equal(sample.number, cases[i].number);
    }
    reads(&bench, &shape, "{\"count\":4294967295}", &sample);
    assert_int_equal(sample.count, UINT32_MAX);
    assert_string_equal(written(&bench, &shape, &sample), "{\"count\":4294967295}");
    tear_down(&bench);
}

static void times_are_written_and_read_as_the_calendar_does(void **state)
{
    (void)state;
    static const struct field fields[] = {FIELD(struct sample, at, FIELD_TIME, "at", "a time")};
    static const struct record_shape shape = {"time", "a time", sizeof(struct sample), 1, fields};
    struct bench bench;
    set_up(&bench);
    int64_t step = INT64_C(86400000) * 97 + 12345678; /* passes every month, and leap years */
    for (int64_t ms = 1; ms < INT64_C(253402300800000); ms += step) {
        struct sample sample = {.at = {ms}}, again;
        char expected[64];
        struct text_out out;
        text_out_init(&out, expected, sizeof expected);
        text_out_add(&out, "{\"at\":\"");
        instant_write(&out, sample.at);
        text_out_add(&out, "\"}");
        assert_string_equal(written(&bench, &shape, &sample), expected);
        reads(&bench, &shape, expected, &again);
        assert_int_equal(again.at.ms, ms);
    }
    tear_down(&bench);
}

static void texts_without_escapes_point_into_the_input(void **state)
{
    (void)state;
    struct bench bench;
    set_up(&bench);
    static const char json[] = "{\"table\":\"T-1\",\"round\":2}";
    struct sample_round round;
    reads(&bench, &sample_round_shape, json, &round);
    assert_ptr_equal(round.table.bytes, json + 10);
    assert_int_equal(bench.arena.size_taken, 0);
    tear_down(&bench);
}

static void all_escapes_of_json_are_read(void **state)
{
    (void)state;
    struct bench bench;
    set_up(&bench);
    struct sample_round round;
    reads(&bench, &sample_round_shape,
          "{\"table\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20AC\\ud83c\\udCCF.\"}", &round);
    assert_true(text_equal(round.table, text_of("\"\\/\b\f\n\r\tA\xc3\xa9\xe2\x82\xac\xf0\x9f\x83\x8f.")));
    assert_string_equal(written(&bench, &sample_round_shape, &round),
                        "{\"table\":\"\\\"\\\\/\\b\\f\\n\\r\\tA\xc3\xa9\xe2\x82\xac\xf0\x9f\x83\x8f.\"}");
    tear_down(&bench);
}

static void a_special_byte_is_seen_at_every_place_of_a_text(void **state)
{
    (void)state;
    struct bench bench;
    set_up(&bench);
    for (size_t length = 1; length <= 20; length++)
        for (size_t place = 0; place < length; place++)
            for (int byte = 1; byte < 0x80; byte++) {
                char text[20];
                memset(text, '~', sizeof text);
                text[place] = (char)byte;
                struct sample_round round = {.table = {text, length}}, again;
                const char *json = written(&bench, &sample_round_shape, &round);
                reads(&bench, &sample_round_shape, json, &again);
                assert_true(text_equal(again.table, round.table));
                bool plain = byte >= ' ' && byte != '"' && byte != '\\';
                assert_int_equal(strlen(json) == strlen("{\"table\":\"\"}") + length, plain);
                arena_clear(&bench.arena);
            }
    tear_down(&bench);
}

static void refuses_to_read(const struct wrong *cases, size_t count)
{
    struct bench bench;
    set_up(&bench);
    for (size_t i = 0; i < count; i++) {
        struct sample_round round = {.round = 1};
        struct text json = text_of(cases[i].input);
        enum status status = record_read(&sample_round_shape, json, &bench.arena, &round, &bench.fault);
        assert_refused(&bench, &cases[i], status);
        assert_true(is_cleared(&round, sizeof round));
        assert_int_equal(record_read(&sample_round_shape, json, &bench.arena, &round, NULL), status);
    }
    tear_down(&bench);
}

static void what_was_not_written_by_us_is_refused_at_its_byte(void **state)
{
    (void)state;
    static const struct wrong cases[] = {
        {"", 1, "\"{\" expected, found the end"},
        {"{", 2, "the field \"table\" is expected"},
        {"[]", 1, "\"{\" expected"},
        {"{}", 3, "the field \"table\" is expected"},
        {"{\"round\":1}", 2, "the field \"table\" is expected"},
        {"{\"table\":\"T\"", 13, "\",\" or \"}\" expected"},
        {"{\"table\":\"T\"}}", 14, "nothing more after the record"},
        {"{\"table\":\"T\"} ", 14, "nothing more after the record"},
        {"{\"table\": \"T\"}", 10, "a text in double quotes"},
        {"{\"table\":\"T\",}", 14, "no field of \"round-started\""},
        {"{\"table\":\"T\",\"tabel\":1}", 14, "no field of \"round-started\""},
        {"{\"table\":\"T\",\"roun", 14, "no field"},
        {"{\"table\":\"T\",\"round\"", 14, "no field"},
        {"{\"table\":\"T\",\"table\":\"T\"}", 14, "not in its order"},
        {"{\"table\":\"T\",\"fees\":[1],\"round\":1}", 25, "not in its order"},
    };
    refuses_to_read(cases, sizeof cases / sizeof cases[0]);
}

/* A field that earlier programs wrote under another name is read by that name, and written by its own. */
static void a_former_name_is_read_in_the_place_of_its_field(void **state)
{
    (void)state;
    static const struct field fields[] = {
        FIELD_REQUIRED(struct sample_round, table, FIELD_TEXT, "table", "the table"),
        FIELD_ITEMS_FORMERLY(struct sample_round, movements, movement_count, FIELD_ROWS,
                             &sample_movement_shape, "postings", "movements", "the money that moved"),
    };
    static const struct record_shape shape =
        SHAPE("round-started", struct sample_round, fields, "a round began");
    static const char former[] = "{\"table\":\"T\",\"postings\":[[1,2,300,\"fee\",\"\"]]}",
                      now[] = "{\"table\":\"T\",\"movements\":[[1,2,300,\"fee\",\"\"]]}",
                      both[] = "{\"table\":\"T\",\"postings\":[[1,2,300,\"fee\",\"\"]],\"movements\":[]}";
    struct bench bench;
    struct sample_round round, same;
    struct fault fault;
    char written[128];
    struct text_out out;
    set_up(&bench);
    record_shape_check(&shape);
    assert_int_equal(record_read(&shape, text_of(former), &bench.arena, &round, &fault), STATUS_OK);
    assert_int_equal(record_read(&shape, text_of(now), &bench.arena, &same, &fault), STATUS_OK);
    assert_true(record_equal(&shape, &round, &same));
    assert_int_equal(round.movements[0].cents, 300);
    text_out_init(&out, written, sizeof written);
    record_write(&out, &shape, &round);
    assert_string_equal(written, now);
    assert_int_equal(record_read(&shape, text_of(both), &bench.arena, &round, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "\"movements\" of \"round-started\" is not in its order"));
    tear_down(&bench);
}

static void numbers_and_lists_that_were_not_written_by_us_are_refused(void **state)
{
    (void)state;
    static const struct wrong cases[] = {
        {"{\"table\":\"T\",\"round\":0}", 22, "\"round\" is empty"},
        {"{\"table\":\"T\",\"round\":01}", 22, "begin with 0"},
        {"{\"table\":\"T\",\"round\":-0}", 22, "begin with 0"},
        {"{\"table\":\"T\",\"round\":-}", 23, "a digit expected"},
        {"{\"table\":\"T\",\"round\":1.5}", 23, "\",\" or \"}\" expected"},
        {"{\"table\":\"T\",\"round\":1e3}", 23, "\",\" or \"}\" expected"},
        {"{\"table\":\"T\",\"round\":9223372036854775808}", 22, "a whole number from"},
        {"{\"table\":\"T\",\"round\":-9223372036854775809}", 22, "a whole number from"},
        {"{\"table\":\"T\",\"round\":99999999999999999999999}", 22, "a whole number from"},
        {"{\"table\":\"T\",\"round\":36893488147419103233}", 22, "a whole number from"},
        {"{\"table\":\"T\",\"fees\":[]}", 21, "\"fees\" is empty"},
        {"{\"table\":\"T\",\"fees\":[3,1]}", 24, "from 4 to 31"},
        {"{\"table\":\"T\",\"fees\":[3,3]}", 24, "from 4 to 31"},
        {"{\"table\":\"T\",\"fees\":[32]}", 22, "from 0 to 31"},
        {"{\"table\":\"T\",\"fees\":[1,]}", 24, "a digit expected"},
        {"{\"table\":\"T\",\"fees\":[1}", 23, "\",\" or \"]\" expected"},
        {"{\"table\":\"T\",\"fees\":1}", 21, "a list of seats expected"},
        {"{\"table\":\"T\",\"movements\":[]}", 26, "\"movements\" is empty"},
        {"{\"table\":\"T\",\"movements\":{}}", 26, "a list expected"},
        {"{\"table\":\"T\",\"movements\":[{}]}", 27, "\"[\" of a row expected"},
        {"{\"table\":\"T\",\"movements\":[[1,2,3,\"\"]]}", 36, "the rest of the row"},
        {"{\"table\":\"T\",\"movements\":[[1,2,3,\"\",\"\",1]]}", 39, "\"]\" at the end of the row"},
        {"{\"table\":\"T\",\"movements\":[[1,2,3,\"\",\"\"]", 40, "\",\" or \"]\" expected"},
        {"{\"table\":\"T\",\"movements\":[[-1,2,3,\"\",\"\"]]}", 28, "from 0 to 4294967295"},
        {"{\"table\":\"T\",\"movements\":[[4294967296,2,3,\"\",\"\"]]}", 28, "from 0 to 4294967295"},
        {"{\"table\":\"T\",\"movements\":[[1,2,3,\"foe\",\"\"]]}", 34, "\"foe\" is no word for reason"},
        {"{\"table\":\"T\",\"movements\":[[1,2,3,\"fe\",\"\"]]}", 34, "\"fe\" is no word for reason"},
    };
    refuses_to_read(cases, sizeof cases / sizeof cases[0]);
}

static void texts_that_are_not_good_json_are_refused(void **state)
{
    (void)state;
    static const struct wrong cases[] = {
        {"{\"table\":\"T", 12, "a closing \" or a letter expected, found the end"},
        {"{\"table\":\"T\\", 13, "the rest of an escape"},
        {"{\"table\":\"a\nb\"}", 12, "a closing \" or a letter expected, found the byte 0x0a"},
        {"{\"table\":\"a\\x\"}", 12, "none of JSON's"},
        {"{\"table\":\"a\\u12\"}", 12, "none of JSON's"},
        {"{\"table\":\"a\\u0000\"}", 12, "none of JSON's"},
        {"{\"table\":\"\\ud800\"}", 11, "none of JSON's"},
        {"{\"table\":\"\\ud800\\u0041\"}", 11, "none of JSON's"},
        {"{\"table\":\"\\ud800\\n\"}", 11, "none of JSON's"},
        {"{\"table\":\"\\udc00\"}", 11, "none of JSON's"},
        {"{\"table\":\"abcdefgh\xff\"}", 19, "not UTF-8"},
        {"{\"table\":\"\\n\xc3\"}", 13, "not UTF-8"},
    };
    refuses_to_read(cases, sizeof cases / sizeof cases[0]);
}

static void times_that_were_not_written_by_us_are_refused(void **state)
{
    (void)state;
    static const struct wrong cases[] = {
        {"{\"at\":\"1970-01-01T00:00:00Z\",\"table\":\"T\"}", 7, "a time like"},
        {"{\"at\":\"\",\"table\":\"T\"}", 7, "\"at\" is empty"},
        {"{\"at\":\"2026-11-16T18:30:00.000Z\",\"table\":\"T\"}", 7, "a time like"},
        {"{\"at\":\"2026-11-16T18:30:00.25Z\",\"table\":\"T\"}", 7, "a time like"},
        {"{\"at\":\"2026-11-16T18:30:00,250Z\",\"table\":\"T\"}", 7, "a time like"},
        {"{\"at\":\"2026-11-16T18:30:00+00:00\",\"table\":\"T\"}", 7, "a time like"},
        {"{\"at\":\"2026-11-16T18:30:0xZ\",\"table\":\"T\"}", 7, "a time like"},
        {"{\"at\":\"2026-11-16T18:30:60Z\",\"table\":\"T\"}", 7, "a time like"},
        {"{\"at\":\"2026-11-16T18:60:00Z\",\"table\":\"T\"}", 7, "a time like"},
        {"{\"at\":\"2026-11-16T24:00:00Z\",\"table\":\"T\"}", 7, "a time like"},
        {"{\"at\":\"2026-02-29T18:30:00Z\",\"table\":\"T\"}", 7, "a time like"},
        {"{\"at\":\"2026/11/16T18:30:00Z\",\"table\":\"T\"}", 7, "a time like"},
        {"{\"at\":\"1969-12-31T18:30:00Z\",\"table\":\"T\"}", 7, "a time like"},
    };
    refuses_to_read(cases, sizeof cases / sizeof cases[0]);
}

static void flags_and_dates_that_were_not_written_by_us_are_refused(void **state)
{
    (void)state;
    static const struct wrong cases[] = {
        {"{\"folded\":false}", 11, "\"folded\" is empty"}, {"{\"folded\":tru}", 11, "true or false expected"},
        {"{\"folded\":1}", 11, "true or false expected"},  {"{\"on\":\"\"}", 7, "\"on\" is empty"},
        {"{\"on\":\"2026-11-31\"}", 7, "a date like"},     {"{\"on\":\"2026-13-01\"}", 7, "a date like"},
        {"{\"on\":\"2026-1-1\"}", 7, "a date like"},       {"{\"on\":\"2026-11-16T\"}", 7, "a date like"},
    };
    struct bench bench;
    set_up(&bench);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sample_hand hand;
        assert_refused(
            &bench, &cases[i],
            record_read(&sample_hand_shape, text_of(cases[i].input), &bench.arena, &hand, &bench.fault));
    }
    tear_down(&bench);
}

static void no_part_of_a_record_is_read_as_a_record(void **state)
{
    (void)state;
    struct bench bench;
    struct sample sample;
    set_up(&bench);
    for (size_t length = 0; length < sizeof full_json - 1; length++) {
        char *part = malloc(length + 1); /* of its own, so that the address sanitizer sees its end */
        assert_non_null(part);
        memcpy(part, full_json, length);
        assert_int_not_equal(
            record_read(&sample_shape, (struct text){part, length}, &bench.arena, &sample, &bench.fault),
            STATUS_OK);
        assert_in_range(bench.fault.position, 1, length + 1);
        free(part);
        arena_clear(&bench.arena);
    }
    tear_down(&bench);
}

static void what_does_not_fit_is_dropped_and_marked(void **state)
{
    (void)state;
    struct sample sample = full_sample();
    size_t whole = sizeof full_json - 1;
    for (size_t size = 1; size <= whole + 2; size++) {
        char *buffer = malloc(size);
        assert_non_null(buffer);
        struct text_out out;
        text_out_init(&out, buffer, size);
        record_write(&out, &sample_shape, &sample);
        assert_int_equal(out.truncated, size < whole + 1);
        assert_int_equal(out.length, size < whole + 1 ? size - 1 : whole);
        assert_memory_equal(buffer, full_json, out.length);
        assert_int_equal(buffer[out.length], '\0');
        free(buffer);
    }
}

static void a_record_is_added_to_what_was_written_before(void **state)
{
    (void)state;
    char buffer[64];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    text_out_add(&out, "17 ");
    record_write(&out, &sample_round_shape, &(struct sample_round){.table = text_of("T"), .round = 3});
    text_out_add(&out, "\n");
    assert_string_equal(buffer, "17 {\"table\":\"T\",\"round\":3}\n");
}

/* ------------------------------------------------------------------------------------------ limits */

/* A record with `count` items as JSON, to be freed. */
static char *json_of_hands(size_t count, const char *item)
{
    size_t size = count * (strlen(item) + 1) + 256;
    char *buffer = malloc(size);
    assert_non_null(buffer);
    struct text_out out;
    text_out_init(&out, buffer, size);
    text_out_add(&out,
                 "{\"table\":\"T\",\"sure\":true,\"due\":\"2026-11-16T18:30:00Z\",\"asked\":\"2026-11-16\","
                 "\"seats-taken\":[],\"hands\":[");
    for (size_t i = 0; i < count; i++)
        text_out_add(&out, "%s%s", i > 0 ? "," : "", item);
    text_out_add(&out, "]}");
    assert_false(out.truncated);
    return buffer;
}

static void a_list_has_as_many_items_as_the_limit_and_no_more(void **state)
{
    (void)state;
    struct bench bench;
    struct sample sample, parsed;
    set_up(&bench);
    char *most = json_of_hands(RECORD_ITEMS_MAX, "{\"seat\":2}");
    reads(&bench, &sample_shape, most, &sample);
    parses(&bench, &sample_shape, most, &parsed);
    assert_int_equal(sample.hand_count, RECORD_ITEMS_MAX);
    for (unsigned i = 0; i < sample.hand_count; i++)
        assert_int_equal(sample.hands[i].seat, 2);
    assert_true(record_equal(&sample_shape, &sample, &parsed));
    free(most);
    char *more = json_of_hands(RECORD_ITEMS_MAX + 1, "{}");
    assert_int_equal(record_read(&sample_shape, text_of(more), &bench.arena, &sample, &bench.fault),
                     STATUS_NO_SPACE);
    assert_int_equal(bench.fault.position, strlen(more) - 3);
    assert_int_equal(parse(&bench, &sample_shape, more, NULL, &sample), STATUS_NO_SPACE);
    free(more);
    tear_down(&bench);
}

static void a_text_is_as_long_as_the_limit_and_no_longer(void **state)
{
    (void)state;
    struct bench bench;
    set_up(&bench);
    static char json[RECORD_TEXT_MAX + 64], words[RECORD_TEXT_MAX + 2];
    for (size_t length = RECORD_TEXT_MAX - 1; length <= RECORD_TEXT_MAX + 1; length++) {
        enum status wanted = length <= RECORD_TEXT_MAX ? STATUS_OK : STATUS_NO_SPACE;
        struct sample_round round;
        memset(words, 'x', length);
        words[length] = '\0';
        struct text_out out;
        text_out_init(&out, json, sizeof json);
        text_out_add(&out, "{\"table\":\"%s\"}", words);
        assert_int_equal(
            record_read(&sample_round_shape, text_out_text(&out), &bench.arena, &round, &bench.fault),
            wanted);
        assert_int_equal(parse(&bench, &sample_round_shape, json, NULL, &round), wanted);
        text_out_init(&out, json, sizeof json);
        text_out_add(&out, "\"\" table %s", words);
        assert_int_equal(record_parse_words(&sample_round_shape, text_out_text(&out), 0, &bench.zone,
                                            &bench.arena, &round, &bench.fault),
                         wanted);
    }
    tear_down(&bench);
}

static void without_memory_the_readers_say_so(void **state)
{
    (void)state;
    struct bench bench;
    struct sample sample;
    set_up(&bench);
    struct sample full = full_sample();
    full.at.ms -= full.at.ms % 1000;
    char words[1024];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    record_write_words(&out, &sample_shape, &full, &bench.zone);
    tear_down(&bench);
    arena_init(&bench.arena, 16);
    assert_int_equal(record_read(&sample_shape, text_of(full_json), &bench.arena, &sample, &bench.fault),
                     STATUS_NO_SPACE);
    assert_true(text_contains(text_of(bench.fault.words), text_of("no memory")));
    assert_true(is_cleared(&sample, sizeof sample));
    assert_int_equal(parse(&bench, &sample_shape, full_json, NULL, &sample), STATUS_NO_SPACE);
    assert_true(text_contains(text_of(bench.fault.words), text_of("no memory")));
    assert_int_equal(record_parse_words(&sample_shape, text_out_text(&out), 0, &bench.zone, &bench.arena,
                                        &sample, &bench.fault),
                     STATUS_NO_SPACE);
    tear_down(&bench);
}

/* ------------------------------------------------------------------------------- JSON from outside */

static void json_from_outside_may_have_any_order_and_spaces(void **state)
{
    (void)state;
    struct bench bench;
    struct sample sample = full_sample(), parsed;
    set_up(&bench);
    parses(&bench, &sample_shape, full_json, &parsed);
    assert_true(record_equal(&sample_shape, &sample, &parsed));
    struct sample_round round;
    static const char *const others[] = {"id", "by", NULL};
    assert_int_equal(parse(&bench, &sample_round_shape,
                           " { \"fees\" : [ 3, 1 ], \"id\": {\"x\": [null]}, \"round\": 0, \"at\": \"\",\n"
                           "\"table\": \"T\\u00e9\", \"by\": 1, \"movements\": [] } ",
                           others, &round),
                     STATUS_OK);
    assert_string_equal(written(&bench, &sample_round_shape, &round),
                        "{\"table\":\"T\xc3\xa9\",\"fees\":[1,3]}");
    tear_down(&bench);
}

static void money_from_outside_is_cents_or_dollars(void **state)
{
    (void)state;
    struct bench bench;
    struct sample_hand hand;
    set_up(&bench);
    parses(&bench, &sample_hand_shape, "{\"wager\":100}", &hand);
    assert_int_equal(hand.wager, 100);
    parses(&bench, &sample_hand_shape, "{\"wager\":\"$500\"}", &hand);
    assert_int_equal(hand.wager, 50000);
    tear_down(&bench);
}

static void json_from_outside_is_refused_in_words(void **state)
{
    (void)state;
    static const struct wrong cases[] = {
        {"[]", 0, "the document: an object expected, found a list"},
        {"{}", 0, "table: text expected, found nothing"},
        {"{\"table\":\"\"}", 0, "table: it must not be empty: the table"},
        {"{\"table\":null}", 0, "table: text expected, found null"},
        {"{\"table\":\"T\",\"rond\":1}", 0, "there is no member \"rond\" here; did you mean round"},
        {"{\"table\":\"T\",\"round\":\"1\"}", 0, "round: a whole number expected, found text"},
        {"{\"table\":\"T\",\"round\":1.0}", 0,
         "round: a whole number expected, found a number with decimals"},
        {"{\"table\":\"T\",\"fees\":[1,\"2\"]}", 0, "fees[1]: a whole number expected, found text"},
        {"{\"table\":\"T\",\"fees\":[32]}", 0, "fees[0]: a whole number from 0 to 31 expected, found 32"},
        {"{\"table\":\"T\",\"fees\":[-1]}", 0, "fees[0]: a whole number from 0 to 31 expected, found -1"},
        {"{\"table\":\"T\",\"fees\":[7,3,7]}", 0, "fees[2]: seat 7 is there twice"},
        {"{\"table\":\"T\",\"at\":\"2026-11-16 18:30\"}", 11, "at: \"T\" between date and time expected"},
        {"{\"table\":\"T\",\"at\":\"2026-11-16T18:30:00\"}", 20, "at: \"Z\" or an offset"},
        {"{\"table\":\"T\",\"at\":\"1970-01-01T00:00:00Z\"}", 1, "stands for no time"},
        {"{\"table\":\"T\",\"at\":5}", 0, "at: text expected, found a whole number"},
        {"{\"table\":\"T\",\"movements\":[[1,2]]}", 0, "movements[0]: a row of 5 values expected, found 2"},
        {"{\"table\":\"T\",\"movements\":[[1,2,3,\"\",\"\"],{}]}", 0, "movements[1]: a list expected"},
        {"{\"table\":\"T\",\"movements\":[[1,2,3,\"contribuiton\",\"\"]]}", 0,
         "movements[0][3]: \"contribuiton\" is none of its words; did you mean contribution"},
        {"{\"table\":\"T\",\"movements\":[[1,2,3,\"zzzzzz\",\"\"]]}", 0,
         "it is one of fee, contribution, award, odd chips"},
        {"{\"table\":\"T\",\"movements\":[[1,-2,3,\"\",\"\"]]}", 0,
         "movements[0][1]: a whole number from 0 to 4294967295 expected, found -2"},
        {"{\"table\":\"T\",\"movements\":[[1,2,\"$1.5\",\"\",\"\"]]}", 5,
         "movements[0][2]: two digits of cents"},
        {"{\"table\":\"T\",\"movements\":[[1,2,true,\"\",\"\"]]}", 0,
         "movements[0][2]: a whole number of cents expected, found true"},
    };
    struct bench bench;
    set_up(&bench);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sample_round round = {.round = 1};
        enum status status = parse(&bench, &sample_round_shape, cases[i].input, NULL, &round);
        assert_refused(&bench, &cases[i], status);
        assert_true(is_cleared(&round, sizeof round));
    }
    tear_down(&bench);
}

static void items_from_outside_are_refused_with_their_place(void **state)
{
    (void)state;
    static const struct wrong cases[] = {
        {"{\"seat\":0}", 0, "hands[1].seat: a whole number from 1 to 9 expected, found 0"},
        {"{\"seat\":10}", 0, "hands[1].seat: a whole number from 1 to 9 expected, found 10"},
        {"{\"wager\":99}", 0, "hands[1].wager: an amount from $1.00 to $500.00 expected, found $0.99"},
        {"{\"wager\":\"$500.01\"}", 0,
         "hands[1].wager: an amount from $1.00 to $500.00 expected, found $500.01"},
        {"{\"folded\":0}", 0, "hands[1].folded: true or false expected, found a whole number"},
        {"{\"on\":\"2026-02-29\"}", 9, "hands[1].on: 2026-02 has only 28 days"},
        {"{\"card\":\"\"}", 0, "hands[1]: there is no member \"card\" here; did you mean cards"},
        {"7", 0, "hands[1]: an object expected, found a whole number"},
    };
    struct bench bench;
    set_up(&bench);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char json[512];
        struct text_out out;
        struct sample sample;
        text_out_init(&out, json, sizeof json);
        text_out_add(&out,
                     "{\"table\":\"T\",\"sure\":false,\"due\":\"2026-11-16T18:30:00-08:00\","
                     "\"asked\":\"2026-11-16\",\"seats-taken\":[],\"hands\":[{\"seat\":1,\"wager\":100},%s]}",
                     cases[i].input);
        assert_refused(&bench, &cases[i], parse(&bench, &sample_shape, json, NULL, &sample));
    }
    tear_down(&bench);
}

static void records_differ_if_any_field_does(void **state)
{
    (void)state;
    struct sample_hand hands[3];
    struct sample_movement movements[2];
    for (unsigned change = 0; change < 20; change++) {
        struct sample sample = full_sample(), other = sample;
        memcpy(hands, three_hands, sizeof hands);
        memcpy(movements, two_movements, sizeof movements);
        other.hands = hands;
        other.movements = movements;
        assert_true(record_equal(&sample_shape, &sample, &other));
        switch (change) {
        case 0:
            other.table = text_of("C4-2");
            break;
        case 1:
            other.note.length--;
            break;
        case 2:
            other.number++;
            break;
        case 3:
            other.change++;
            break;
        case 4:
            other.count++;
            break;
        case 5:
            other.seats ^= 2;
            break;
        case 6:
            other.closed = false;
            break;
        case 7:
            other.sure = false;
            break;
        case 8:
            other.mood = 1;
            break;
        case 9:
            other.reason = 0;
            break;
        case 10:
            other.at.ms++;
            break;
        case 11:
            other.due.ms = 0;
            break;
        case 12:
            other.day.year++;
            break;
        case 13:
            other.asked.month++;
            break;
        case 14:
            other.asked.day++;
            break;
        case 15:
            other.hand_count--;
            break;
        case 16:
            other.movement_count--;
            break;
        case 17:
            hands[1].folded = true;
            break;
        case 18:
            movements[1].cents++;
            break;
        case 19:
            other.day.year = 0;
            break;
        default:
            break;
        }
        assert_false(record_equal(&sample_shape, &sample, &other));
        assert_false(record_equal(&sample_shape, &other, &sample));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_samples_are_sound),
        cmocka_unit_test(a_record_is_written_compactly_in_the_order_of_its_shape),
        cmocka_unit_test(what_is_written_is_read_as_an_equal_record),
        cmocka_unit_test(empty_fields_are_left_out_unless_they_are_required),
        cmocka_unit_test(numbers_are_written_and_read_to_their_limits),
        cmocka_unit_test(times_are_written_and_read_as_the_calendar_does),
        cmocka_unit_test(texts_without_escapes_point_into_the_input),
        cmocka_unit_test(all_escapes_of_json_are_read),
        cmocka_unit_test(a_special_byte_is_seen_at_every_place_of_a_text),
        cmocka_unit_test(what_was_not_written_by_us_is_refused_at_its_byte),
        cmocka_unit_test(a_former_name_is_read_in_the_place_of_its_field),
        cmocka_unit_test(numbers_and_lists_that_were_not_written_by_us_are_refused),
        cmocka_unit_test(texts_that_are_not_good_json_are_refused),
        cmocka_unit_test(times_that_were_not_written_by_us_are_refused),
        cmocka_unit_test(flags_and_dates_that_were_not_written_by_us_are_refused),
        cmocka_unit_test(no_part_of_a_record_is_read_as_a_record),
        cmocka_unit_test(what_does_not_fit_is_dropped_and_marked),
        cmocka_unit_test(a_record_is_added_to_what_was_written_before),
        cmocka_unit_test(a_list_has_as_many_items_as_the_limit_and_no_more),
        cmocka_unit_test(a_text_is_as_long_as_the_limit_and_no_longer),
        cmocka_unit_test(without_memory_the_readers_say_so),
        cmocka_unit_test(json_from_outside_may_have_any_order_and_spaces),
        cmocka_unit_test(money_from_outside_is_cents_or_dollars),
        cmocka_unit_test(json_from_outside_is_refused_in_words),
        cmocka_unit_test(items_from_outside_are_refused_with_their_place),
        cmocka_unit_test(records_differ_if_any_field_does),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
