/* What has left the state is read from the report tables, and is shown as it was shown before; on both engines. */
#include "books/books_test.h"
#include "books/explain.h"
#include "books/settled.h"
#include "house/hands/hands_views.h"
#include "house/prizes/prizes_views.h"
#include "house/setup/notices.h"

enum { READ_MEMORY_MAX = 1 << 20 };

static struct settled read_one(const struct store_place *place, struct arena *arena, enum settled_kind kind,
                               uint64_t number)
{
    const struct settled_wanted wanted = {.kind = kind,
                                          .low = number,
                                          .high = number,
                                          .limit = 10,
                                          .state = text_of(""),
                                          .filter = text_of("")};
    struct settled settled;
    struct fault fault;
    if (settled_read_at(text_of(place->address), &wanted, arena, &settled, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return settled;
}

static void assert_same(json_t *one, json_t *other)
{
    char *here = json_dumps(one, JSON_INDENT(1)), *left = json_dumps(other, JSON_INDENT(1));
    assert_non_null(here);
    assert_string_equal(here, left);
    free(here);
    free(left);
    json_decref(one);
    json_decref(other);
}

static void what_has_left_is_shown_as_before(void **state)
{
    const bool *postgres = *state;
    struct store_place place = place_make(*postgres, "settled_test");
    struct books books;
    struct notices notices = {0};
    struct arena arena;
    arena_init(&arena, READ_MEMORY_MAX);
    books_open(&books, &place);
    books_begin(&books);
    books_royal_flush(&books);
    books_do(&books, "start-round C4-1 fees 1 by dana");
    books_do(&books, "end-round C4-1 by dana");
    const struct floor *floor = keeper_floor(books.keeper);
    const struct floor_prize *prize = floor_prize(floor, 1);
    assert_non_null(prize);
    assert_false(floor_prize_is_open(prize));
    struct settled settled = read_one(&place, &arena, SETTLED_PRIZES, 1);
    assert_int_equal(settled.prize_count, 1);
    json_t *before = view_prize(floor, &notices, prize);
    assert_same(json_incref(before), view_settled_prize(floor, &notices, &settled.prizes[0]));
    settled = read_one(&place, &arena, SETTLED_AWARD, 1);
    assert_non_null(settled.award);
    json_t *award = view_award(floor, &notices, floor_award(floor, 1));
    assert_same(json_incref(award), view_settled_award(floor, &notices, &settled));
    books_do(&books, "clock 2026-11-09T12:00:00-08:00");
    floor = keeper_floor(books.keeper);
    assert_null(floor_prize(floor, 1));
    struct showing showing = {
        .floor = floor, .notices = &notices, .limit = 100, .state = text_of(""), .filter = text_of("")};
    assert_null(view_prizes(&showing, text_of(""), text_of("")));
    assert_int_equal(showing.wanted.kind, SETTLED_PRIZES);
    struct fault fault;
    assert_int_equal(settled_read_at(text_of(place.address), &showing.wanted, &arena, &settled, &fault),
                     STATUS_OK);
    showing.settled = &settled;
    json_t *list = view_prizes(&showing, text_of(""), text_of(""));
    assert_int_equal(json_array_size(list), 1);
    assert_same(before, json_incref(json_array_get(list, 0)));
    settled = read_one(&place, &arena, SETTLED_AWARD, 1);
    assert_same(award, view_settled_award(floor, &notices, &settled));
    settled = read_one(&place, &arena, SETTLED_HANDS, 1);
    assert_int_equal(settled.hand_count, 1);
    assert_int_equal(settled.hands[0].hand.state, HAND_AWARDED);
    assert_int_equal(read_one(&place, &arena, SETTLED_PRIZES, 2).prize_count, 0);
    assert_null(read_one(&place, &arena, SETTLED_AWARD, 2).award);
    books_close(&books);
    struct explanation *explanation;
    const struct explain_request request = {.what = EXPLAIN_PRIZE, .prize = 1};
    assert_int_equal(explain_open(text_of(place.address), &request, &explanation, &fault), STATUS_OK);
    assert_true(explanation->found);
    assert_int_equal(explanation->prize.is.claim.state, CLAIM_PAID);
    explain_close(explanation);
    json_decref(list);
    notices_release(&notices);
    arena_release(&arena);
    place_remove(&place);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {cmocka_unit_test(what_has_left_is_shown_as_before)};
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
