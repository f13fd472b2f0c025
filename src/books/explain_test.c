/*
 * Explanations on both engines: X1 to X3, and what the house does not have. That every number of a long day adds up is tested
 * with the command, cli/explain_test.c.
 */
#include "books/books_test.h"
#include "books/explain.h"

enum { ROUNDS = 60 };

/* Many fees, then a royal flush that empties the pool. */
static struct store_place begin(void **state)
{
    const bool *postgres = *state;
    struct store_place place = place_make(*postgres, "explain_test");
    struct books books;
    books_open(&books, &place);
    books_begin(&books);
    for (unsigned i = 0; i < ROUNDS; i++)
        books_do(&books, "start-round C4-1 fees 1 by dana");
    books_do(&books, "end-round C4-1 by dana");
    books_royal_flush(&books);
    books_close(&books);
    return place;
}

static struct explanation *explain(const struct store_place *place, struct explain_request request)
{
    struct explanation *explanation;
    struct fault fault;
    if (explain_open(text_of(place->address), &request, &explanation, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return explanation;
}

static void assert_adds_up(const struct explanation *explanation)
{
    int64_t sum = 0;
    assert_true(explanation->found);
    assert_int_equal(explanation->sum, explanation->amount);
    for (uint32_t i = 0; i < explanation->clauses.count; i++)
        sum += explanation->sums[i].in - explanation->sums[i].out;
    assert_int_equal(sum, explanation->amount);
}

static void reasons_and_clauses_are_of_all_movements_whatever_is_shown(void **state)
{
    struct store_place place = begin(state);
    const struct explain_request request = {.what = EXPLAIN_METER, .name = text_of("bonus-hand")};
    for (unsigned fees = 0; fees < 2; fees++) {
        struct explain_request asked = request;
        asked.fees = fees;
        asked.shown_max = 3;
        struct explanation *explanation = explain(&place, asked);
        assert_adds_up(explanation);
        /* 11 cents of each fee: one in each round, two in that of the royal flush. */
        assert_int_equal(explanation->in[REASON_CONTRIBUTION], 11 * (ROUNDS + 2));
        explain_close(explanation);
    }
    place_remove(&place);
}

static void the_newest_movements_are_shown_when_there_is_no_room_for_all(void **state)
{
    struct store_place place = begin(state);
    struct explain_request request = {.what = EXPLAIN_METER, .name = text_of("bonus-hand"), .fees = true};
    struct explanation *all = explain(&place, request);
    size_t count = explain_count(all);
    assert_true(count > ROUNDS);
    assert_int_equal(explain_first(all), 0);
    const size_t rooms[] = {1, EXPLAIN_SHOWN_USUALLY, EXPLAIN_SHOWN_USUALLY + 1, count - 1, count, count + 1};
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
        request.shown_max = rooms[i];
        struct explanation *some = explain(&place, request);
        assert_int_equal(explain_count(some), count);
        assert_int_equal(explain_first(some), rooms[i] < count ? count - rooms[i] : 0);
        for (size_t number = explain_first(some); number < count; number++)
            assert_int_equal(explain_movement(some, number)->sequence,
                             explain_movement(all, number)->sequence);
        explain_close(some);
    }
    explain_close(all);
    place_remove(&place);
}

static void fees_are_shown_only_if_they_are_asked_for(void **state)
{
    struct store_place place = begin(state);
    struct explanation *explanation = explain(
        &place,
        (struct explain_request){.what = EXPLAIN_METER, .name = text_of("bonus-hand"), .shown_max = 99});
    assert_true(explain_count(explanation) > 0);
    for (size_t i = 0; i < explain_count(explanation); i++)
        assert_int_not_equal(explain_movement(explanation, i)->movement.reason, REASON_CONTRIBUTION);
    explain_close(explanation);
    place_remove(&place);
}

static void what_the_house_does_not_have_is_not_found(void **state)
{
    struct store_place place = begin(state);
    const struct explain_request requests[] = {
        {.what = EXPLAIN_METER, .name = text_of("nothing")},
        {.what = EXPLAIN_METER, .name = text_of("bonus-hand"), .second = text_of("nothing")},
        {.what = EXPLAIN_ACCOUNT, .name = text_of("nothing")},
        {.what = EXPLAIN_ADVANCES, .name = text_of("nothing")},
        {.what = EXPLAIN_PRIZE, .prize = 0},
        {.what = EXPLAIN_PRIZE, .prize = 2},
    };
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        struct explanation *explanation = explain(&place, requests[i]);
        assert_false(explanation->found);
        explain_close(explanation);
    }
    struct explanation *prize = explain(&place, (struct explain_request){.what = EXPLAIN_PRIZE, .prize = 1});
    assert_true(prize->found);
    json_t *document = explain_document(prize);
    assert_string_equal(json_string_value(json_object_get(document, "state")), "paid");
    json_decref(document);
    explain_close(prize);
    place_remove(&place);
}

static void a_store_that_is_not_there_explains_nothing(void **state)
{
    const bool *postgres = *state;
    struct store_place place = place_make(*postgres, "explain_test");
    const struct explain_request request = {.what = EXPLAIN_METER, .name = text_of("bonus-hand")};
    struct explanation *explanation;
    struct fault fault = {0};
    assert_true(explain_open(text_of(place.address), &request, &explanation, &fault) != STATUS_OK);
    assert_null(explanation);
    assert_true(fault.words[0] != '\0');
    place_remove(&place);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_and_clauses_are_of_all_movements_whatever_is_shown),
        cmocka_unit_test(the_newest_movements_are_shown_when_there_is_no_room_for_all),
        cmocka_unit_test(fees_are_shown_only_if_they_are_asked_for),
        cmocka_unit_test(what_the_house_does_not_have_is_not_found),
        cmocka_unit_test(a_store_that_is_not_there_explains_nothing),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
