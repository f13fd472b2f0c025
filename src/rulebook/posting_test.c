#include "rulebook/posting.h"

#include "rulebook/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ARENA_MAX = 64 << 20 };

/* The rulebooks and houses of the tree, read once. */
static int read_tree(void **state)
{
    static struct library library;
    char path[1024];
    const char *root = getenv("CARDROOM_HOME");
    if (!root)
        return -1;
    library_init(&library);
    struct text_out out;
    struct text rulebooks;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, "%s/rulebooks", root);
    if (arena_copy_text(&library.arena, text_out_text(&out), &rulebooks) != STATUS_OK)
        return -1;
    library_add(&library, rulebooks.bytes, rulebooks.bytes);
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, "%s/houses", root);
    struct text houses;
    if (arena_copy_text(&library.arena, text_out_text(&out), &houses) != STATUS_OK)
        return -1;
    library_add(&library, houses.bytes, rulebooks.bytes);
    library_check(&library);
    *state = &library;
    return 0;
}

static int release_tree(void **state)
{
    library_release(*state);
    return 0;
}

/* The page of an offer, in `arena`. */
static const char *page_of(const struct offer *offer, struct arena *arena, bool shown[POSTING_ITEMS])
{
    struct notice notice;
    struct text html;
    struct fault fault;
    notice_init(&notice, arena);
    posting_notice(&notice, offer, shown);
    assert_int_equal(notice_html(&notice, arena, &html, &fault), STATUS_OK);
    return html.bytes;
}

static const struct offer *offer_of(const struct library *library, const char *identity)
{
    const struct offer *offer = library_offer(library, text_of(identity));
    assert_non_null(offer);
    return offer;
}

static void a_notice_has_the_posted_values_and_both_digests(void **state)
{
    struct arena arena;
    arena_init(&arena, ARENA_MAX);
    const char *page = page_of(offer_of(*state, "demo/bonus-hand"), &arena, NULL);
    static const char *const words[] = {"Bonus Hand Progressive Jackpot v1.1",
                                        "GEAR-001407",
                                        "NO PURCHASE NECESSARY",
                                        "100% of prize pool",
                                        "10% of prize pool",
                                        "$300",
                                        "daily 10:00 AM to 2:00 AM",
                                        "C4-1",
                                        "Crazy 4 Poker",
                                        "prize pool: $0.11, reserve: $0.89"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!strstr(page, words[i]))
            fail_msg("the notice lacks \"%s\"", words[i]);
    /* The chart's own range is not what players are promised (bay101/bonus-hand-progressive-v1-1#29). */
    assert_null(strstr(page, "$10 to $1,000"));
    arena_release(&arena);
}

/* Whether the page has a time of day of 24 hours, 10:00 or 02:00, with nothing behind it. */
static bool has_raw_clock(const char *page)
{
    for (const char *mark = strchr(page, ':'); mark; mark = strchr(mark + 1, ':'))
        if (mark > page + 1 && mark[-1] >= '0' && mark[-1] <= '9' && mark[1] >= '0' && mark[1] <= '9' &&
            mark[2] >= '0' && mark[2] <= '9' && strncmp(mark + 3, " AM", 3) != 0 &&
            strncmp(mark + 3, " PM", 3) != 0)
            return true;
    return false;
}

/* Keys, names of files and forms for programs are ours; players read words. */
static void no_notice_shows_what_is_for_programs(void **state)
{
    const struct library *library = *state;
    struct arena arena;
    arena_init(&arena, ARENA_MAX);
    for (unsigned i = 0; i < library->house_count; i++)
        for (unsigned j = 0; j < library->houses[i].offer_count; j++) {
            const struct offer *offer = &library->houses[i].offers[j];
            const char *page = strstr(page_of(offer, &arena, NULL), "</style>");
            assert_non_null(page);
            static const char *const ours[] = {"`", "bay101/", "hawaiian-gardens/", "Whether ", "2026-"};
            for (size_t k = 0; k < sizeof ours / sizeof ours[0]; k++)
                if (strstr(page, ours[k]))
                    fail_msg("the notice of %.*s shows \"%s\"", TEXT_ARGUMENTS(offer->identity), ours[k]);
            if (has_raw_clock(page))
                fail_msg("the notice of %.*s has a time of 24 hours", TEXT_ARGUMENTS(offer->identity));
            arena_clear(&arena);
        }
    arena_release(&arena);
}

static void an_activity_without_chance_shows_no_free_way_in(void **state)
{
    struct arena arena;
    arena_init(&arena, ARENA_MAX);
    /* bay101/match-play#79, bay101/dead-chip#48 */
    assert_null(strstr(page_of(offer_of(*state, "demo/match-play"), &arena, NULL), "NO PURCHASE NECESSARY"));
    assert_null(strstr(page_of(offer_of(*state, "demo/dead-chips"), &arena, NULL), "NO PURCHASE NECESSARY"));
    assert_non_null(
        strstr(page_of(offer_of(*state, "demo/aces-cracked"), &arena, NULL), "NO PURCHASE NECESSARY"));
    arena_release(&arena);
}

/* How many items that the clauses ask for are not shown. */
static unsigned count_missing(const struct offer *offer, const bool shown[POSTING_ITEMS])
{
    unsigned missing = 0;
    const struct node *list = node_path(offer->rulebook->data, "posting/shows");
    for (const struct node *item = list ? list->first_child : NULL; item; item = item->next) {
        bool found = false;
        for (unsigned i = 0; i < POSTING_ITEMS; i++)
            found |= text_equal(item->scalar, text_of(posting_item_name((enum posting_item)i))) && shown[i];
        if (!found)
            print_error("%.*s does not show its %.*s\n", TEXT_ARGUMENTS(offer->identity),
                        TEXT_ARGUMENTS(item->scalar));
        missing += !found;
    }
    return missing;
}

static void every_notice_shows_all_that_its_clauses_ask_for(void **state)
{
    const struct library *library = *state;
    struct arena arena;
    unsigned missing = 0;
    arena_init(&arena, ARENA_MAX);
    for (unsigned i = 0; i < library->house_count; i++)
        for (unsigned j = 0; j < library->houses[i].offer_count; j++) {
            bool shown[POSTING_ITEMS];
            (void)page_of(&library->houses[i].offers[j], &arena, shown);
            missing += count_missing(&library->houses[i].offers[j], shown);
            arena_clear(&arena);
        }
    assert_int_equal(missing, 0);
    arena_release(&arena);
}

static const char *rules_of(const struct rulebook *rulebook, const struct offer *offer, struct arena *arena)
{
    struct notice notice;
    struct text html;
    struct fault fault;
    notice_init(&notice, arena);
    posting_rules(&notice, rulebook, offer);
    assert_int_equal(notice_html(&notice, arena, &html, &fault), STATUS_OK);
    return html.bytes;
}

static void the_whole_rules_have_every_clause(void **state)
{
    const struct library *library = *state;
    struct arena arena;
    arena_init(&arena, ARENA_MAX);
    for (unsigned i = 0; i < library->rulebook_count; i++) {
        const struct rule_document *document = &library->rulebooks[i].document;
        const char *page = rules_of(&library->rulebooks[i], NULL, &arena);
        for (unsigned j = 0; j < document->clause_count; j++) {
            char number[32];
            struct text_out out;
            text_out_init(&out, number, sizeof number);
            text_out_add(&out, ">%u. ", document->clauses[j].number);
            if (!strstr(page, number))
                fail_msg("%.*s lacks clause %u", TEXT_ARGUMENTS(document->identity),
                         document->clauses[j].number);
        }
        arena_clear(&arena);
    }
    arena_release(&arena);
}

static void the_rules_are_woven_with_what_the_house_posted(void **state)
{
    struct arena arena;
    arena_init(&arena, ARENA_MAX);
    const struct offer *offer = offer_of(*state, "demo/bonus-hand");
    const char *approved = rules_of(offer->rulebook, NULL, &arena);
    const char *posted = rules_of(offer->rulebook, offer, &arena);
    assert_non_null(strstr(approved, "$1,000 to $101,000"));
    assert_null(strstr(posted, "$1,000 to $101,000</td>"));
    assert_non_null(strstr(posted, "$5,000</td>"));
    assert_non_null(strstr(posted, "Chart A, in force"));
    assert_non_null(strstr(posted, "Chart B, not in force"));
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_notice_has_the_posted_values_and_both_digests),
        cmocka_unit_test(no_notice_shows_what_is_for_programs),
        cmocka_unit_test(an_activity_without_chance_shows_no_free_way_in),
        cmocka_unit_test(every_notice_shows_all_that_its_clauses_ask_for),
        cmocka_unit_test(the_whole_rules_have_every_clause),
        cmocka_unit_test(the_rules_are_woven_with_what_the_house_posted),
    };
    return cmocka_run_group_tests_name("posting", tests, read_tree, release_tree);
}
