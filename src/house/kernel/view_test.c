/* The views of the desks: what their tables say, and that each shows what is in a house that has played. */
#include "house/kernel/desk.h"
#include "house/kernel/view.h"
#include "house/setup/notices.h"
#include "house/stories/story_test.h"

static struct notices notices;

/* One thing of each kind, in the house of open_played(). */
static const struct {
    const char *kind, *name;
    uint64_t number;
} things[] = {
    {"{table}", "C4-1", 0},  {"{hand}", "1", 1},           {"{prize}", "1", 1},
    {"{patron}", "1001", 0}, {"{offer}", "bonus-hand", 0},
};

/* A royal flush was awarded at C4-1. */
static int open_played(void **state)
{
    (void)open_demo(state);
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 2);
    does(&room, "start-round C4-1 fees 1 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 row \"royal flush\" by sam");
    does(&room, "authorise 1 by sue");
    return 0;
}

static int close_played(void **state)
{
    notices_release(&notices);
    return close_room(state);
}

static const struct desk_view *view_at(const char *path)
{
    for (unsigned i = 0; i < DESKS; i++)
        for (unsigned k = 0; k < desks[i]->view_count; k++)
            if (strcmp(desks[i]->views[k].path, path) == 0)
                return &desks[i]->views[k];
    fail_msg("no desk has the view %s", path);
    return NULL;
}

/* As the server asks without parameters. */
static struct showing asks_for(const struct desk_view *view, const char *name, uint64_t number)
{
    return (struct showing){.floor = &room.floor,
                            .notices = &notices,
                            .sequence = 7,
                            .name = text_of(name),
                            .number = number,
                            .limit = view->limit};
}

static json_t *shown(const char *path, const char *name, uint64_t number)
{
    const struct desk_view *view = view_at(path);
    struct showing showing = asks_for(view, name, number);
    json_t *document = view->show(&showing);
    if (!document)
        fail_msg("%s %s is not shown", path, name);
    return document;
}

static void compare_view(const struct desk_view *view)
{
    bool one = strchr(view->path, '{') != NULL;
    if (strncmp(view->path, "/api/", 5) != 0)
        fail_msg("%s is not below /api/", view->path);
    if (!view->show)
        fail_msg("%s has no function", view->path);
    if (view->audience == VIEW_FOR_EVERYBODY && view->permission)
        fail_msg("%s is for everybody, and has a permission", view->path);
    if (view->audience == VIEW_FOR_PATRON && !strstr(view->path, "{patron}"))
        fail_msg("%s is for a patron, and its path names none", view->path);
    if (view->kept && (one || view->states || view->filter || view->limit))
        fail_msg("%s is kept, and has parameters", view->path);
    if (view_at(view->path) != view)
        fail_msg("%s is there twice", view->path);
}

static void the_tables_of_views_are_consistent(void **state)
{
    (void)state;
    for (unsigned i = 0; i < DESKS; i++)
        for (unsigned k = 0; k < desks[i]->view_count; k++)
            compare_view(&desks[i]->views[k]);
}

/* The thing that the view shows; NULL: it shows no single thing. */
static const char *thing_of(const struct desk_view *view, uint64_t *number)
{
    for (size_t i = 0; i < sizeof things / sizeof things[0]; i++)
        if (strstr(view->path, things[i].kind)) {
            *number = things[i].number;
            return things[i].name;
        }
    if (strchr(view->path, '{'))
        fail_msg("%s: this test has no thing of the kind", view->path);
    *number = 0;
    return NULL;
}

static void every_view_shows_a_house_that_has_played(void **state)
{
    (void)state;
    for (unsigned i = 0; i < DESKS; i++)
        for (unsigned k = 0; k < desks[i]->view_count; k++) {
            const struct desk_view *view = &desks[i]->views[k];
            uint64_t number;
            const char *name = thing_of(view, &number);
            json_t *document = shown(view->path, name ? name : "", number);
            assert_true(json_is_object(document));
            assert_true(json_object_size(document) > 0);
            json_decref(document);
        }
}

static void a_thing_that_is_not_there_is_said_to_be_missing(void **state)
{
    (void)state;
    for (unsigned i = 0; i < DESKS; i++)
        for (unsigned k = 0; k < desks[i]->view_count; k++) {
            const struct desk_view *view = &desks[i]->views[k];
            static const uint64_t nowhere[] = {0, 2, UINT64_C(1) << 32 | 1};
            uint64_t number;
            for (size_t j = 0; thing_of(view, &number) && j < sizeof nowhere / sizeof nowhere[0]; j++) {
                struct showing showing = asks_for(view, "horoscope", nowhere[j]);
                if (view->show(&showing) || !showing.missing)
                    fail_msg("%s shows %llu", view->path, (unsigned long long)nowhere[j]);
            }
        }
}

static const char *prize_in_chart(const json_t *offer, const char *row)
{
    size_t index;
    const json_t *line;
    json_array_foreach(json_object_get(offer, "chart"), index,
                       line) if (strcmp(json_string_value(json_object_get(line, "hand")), row) ==
                                 0) return json_string_value(json_object_get(line, "prize"));
    fail_msg("the chart has no %s", row);
    return NULL;
}

static void an_offer_that_is_posted_again_is_shown_as_it_is_posted_now(void **state)
{
    (void)state;
    json_t *before = shown("/api/offers/{offer}", "bonus-hand", 0);
    offers(&room, "bonus-hand", "flush: $40", "flush: $45", NULL);
    json_t *after = shown("/api/offers/{offer}", "bonus-hand", 0);
    assert_string_equal(prize_in_chart(before, "flush"), "$40");
    assert_string_equal(prize_in_chart(after, "flush"), "$45");
    json_decref(before);
    json_decref(after);
}

static void no_time_no_date_and_no_seat_are_empty(void **state)
{
    (void)state;
    json_t *all =
        json_pack("[o,o,o,o,o,o]", view_time((struct instant){0}),
                  view_time((struct instant){INT64_C(1793649600000)}), view_date((struct date){0}),
                  view_date((struct date){2026, 11, 2}), view_seats(0), view_seats(1U << 1 | 1U << 16));
    char *words = json_dumps(all, JSON_COMPACT);
    assert_string_equal(words, "[\"\",\"2026-11-02T20:00:00Z\",\"\",\"2026-11-02\",[],[1,16]]");
    free(words);
    json_decref(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tables_of_views_are_consistent),
        cmocka_unit_test_setup_teardown(every_view_shows_a_house_that_has_played, open_played, close_played),
        cmocka_unit_test_setup_teardown(a_thing_that_is_not_there_is_said_to_be_missing, open_played,
                                        close_played),
        cmocka_unit_test_setup_teardown(an_offer_that_is_posted_again_is_shown_as_it_is_posted_now,
                                        open_played, close_played),
        cmocka_unit_test(no_time_no_date_and_no_seat_are_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
