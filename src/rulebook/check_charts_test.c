#include "rulebook/check_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { ARENA_SIZE = 64 << 20, TEXT_SIZE = 4096 };

struct desk {
    struct arena arena, relations_arena;
    struct hand_relations relations;
    struct findings reading, findings;
};

static int open_desk(void **state)
{
    static struct desk desk;
    arena_init(&desk.arena, ARENA_SIZE);
    arena_init(&desk.relations_arena, ARENA_SIZE);
    hand_relations_init(&desk.relations, &desk.relations_arena);
    *state = &desk;
    return 0;
}

static int close_desk(void **state)
{
    struct desk *desk = *state;
    arena_release(&desk->arena);
    arena_release(&desk->relations_arena);
    return 0;
}

static void clear(struct desk *desk)
{
    arena_clear(&desk->arena);
    findings_init(&desk->reading, &desk->arena, 100);
    findings_init(&desk->findings, &desk->arena, 100);
}

static void nothing_wrong_in_reading(const struct desk *desk)
{
    char text[FINDING_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, text, sizeof text);
    if (desk->reading.count > 0)
        finding_write(&out, &desk->reading.items[0]);
    if (desk->reading.counted[FINDING_ERROR] + desk->reading.counted[FINDING_UNREADABLE] > 0)
        fail_msg("%s", text);
}

/* A document with one chart; `more` is further data, `rows` begin on line 17, each behind five blanks. */
static void read_document(struct desk *desk, const char *identity, const char *games, const char *more,
                          const char *rows, struct rulebook *rulebook)
{
    char bytes[TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, bytes, sizeof bytes);
    text_out_add(&out,
                 "# A Test\n\nWhat it is.\n\n1. The games. [option]\n\n   ```yaml\n   games: [%s]\n   %s\n"
                 "   ```\n\n2. The chart. [hand]\n\n   ```yaml\n   charts:\n     A:\n%s   ```\n",
                 games, more, rows);
    assert_false(out.truncated);
    struct text copy, name;
    assert_int_equal(arena_copy_text(&desk->arena, text_out_text(&out), &copy), STATUS_OK);
    assert_int_equal(arena_copy_text(&desk->arena, text_of(identity), &name), STATUS_OK);
    assert_int_equal(rulebook_read(copy, "a.md", name, &desk->arena, &desk->reading, rulebook), STATUS_OK);
    nothing_wrong_in_reading(desk);
}

static void expect(const struct desk *desk, const char *what, const char *const wanted[4])
{
    unsigned count = 0;
    while (count < 4 && wanted[count])
        count++;
    for (unsigned i = 0; i < desk->findings.count; i++) {
        char text[FINDING_TEXT_SIZE + 256];
        struct text_out out;
        text_out_init(&out, text, sizeof text);
        finding_write(&out, &desk->findings.items[i]);
        if (i >= count || strcmp(text, wanted[i]) != 0)
            fail_msg("%s\nfound:  %s\nwanted: %s", what, text, i < count ? wanted[i] : "nothing");
    }
    if (desk->findings.count != count)
        fail_msg("%s\nnot found: %s", what, wanted[desk->findings.count]);
}

#define CHART(line, column, grade, words) "a.md:" #line ":" #column ": " grade ": test/a#2: " words
#define FIRST                             "put the better hand first or leave the row out"
#define BETTER_PRIZE                      "give the better hand the higher prize"

static const struct chart_case {
    const char *games, *more, *rows;
    const char *wanted[4];
} charts[] = {
    /* -------- nothing to say */
    {"Texas Hold'em",
     "",
     "     - royal flush: $500\n     - straight flush: $100\n     - four of a kind: $50\n",
     {NULL}},
    {"Texas Hold'em", "", "     - royal flush: $500\n     - straight flush or better: $100\n", {NULL}},
    {"Pan 9, Texas Hold'em",
     "",
     "     - {hand: three 3s, games: [Pan 9], award: $5}\n"
     "     - {hand: three 3s or better, games: [Texas Hold'em], award: $50}\n",
     {NULL}},

    /* -------- hands of another game */
    {"Texas Hold'em",
     "",
     "     - pair in front: $500\n",
     {CHART(17, 8, "error",
            "row A1 is not a hand of Texas Hold'em: texas hold'em has no front and back; name a hand of the "
            "game, or leave the game out of the row")}},
    {"Three Card Poker, Texas Hold'em",
     "",
     "     - full house: $500\n",
     {CHART(17, 8, "error",
            "row A1 is not a hand of Three Card Poker: three card poker has no such hand; name a hand of the "
            "game, or leave the game out of the row")}},
    {"all poker games", "", "     - royal flush on the flop: $500\n", {NULL}},
    {"all poker games",
     "",
     "     - Dragon 7: $500\n",
     {CHART(17, 8, "error",
            "row A1 is not a hand of all poker games: seven card stud has no player line and banker line; "
            "name a "
            "hand of the game, or leave the game out of the row")}},

    /* -------- hands that cannot be made */
    {"Texas Hold'em",
     "",
     "     - five of a kind: $500\n",
     {CHART(17, 8, "warning", "row A1 can never be made in Texas Hold'em; name a hand that can be dealt")}},
    {"EZ Baccarat",
     "",
     "     - tie at 3, four cards: $500\n",
     {CHART(17, 8, "warning", "row A1 can never be made in EZ Baccarat; name a hand that can be dealt")}},
    {"Texas Hold'em", "", "     - 'full house, 8s over 3s': $500\n", {NULL}},

    /* -------- rows that are never paid */
    {"Texas Hold'em",
     "",
     "     - straight flush or better: $500\n     - royal flush: $100\n",
     {CHART(18, 8, "error", "row A2 is never paid: every such hand is paid as row A1 (line 17); " FIRST)}},
    {"Texas Hold'em",
     "",
     "     - quads or better: $500\n     - full house: $200\n     - four of a kind or higher: $100\n",
     {CHART(19, 8, "error", "row A3 is never paid: every such hand is paid as row A1 (line 17); " FIRST)}},
    {"Pan 9, EZ Baccarat",
     "",
     "     - {hand: three 3s, games: [Pan 9], award: $5}\n     - three 3s of one colour: $50\n",
     {CHART(18, 8, "error",
            "row A2 is never paid in Pan 9: every such hand is paid as row A1 (line 17); " FIRST)}},
    {"Texas Hold'em",
     "",
     "     - straight flush or better: $500\n     - royal flush: $500\n",
     {CHART(18, 8, "warning",
            "row A2 adds nothing: every such hand wins the same by row A1 (line 17); leave the row out")}},
    {"Texas Hold'em",
     "",
     "     - straight flush or better: $10 to $500\n     - royal flush: $10 to $500\n",
     {CHART(18, 8, "error", "row A2 is never paid: every such hand is paid as row A1 (line 17); " FIRST)}},
    {"Texas Hold'em",
     "paying: {rows: every row that fits}",
     "     - straight flush or better: $500\n     - royal flush: $100\n",
     {NULL}},
    {"Texas Hold'em",
     "paying: {rows: every row that fits}",
     "     - quads: $500\n     - four of a kind: $100\n",
     {CHART(18, 8, "error", "row A2 is the same hand as row A1 (line 17); leave one of them out")}},
    {"Texas Hold'em",
     "offering: {rows: any the house posts}",
     "     - full house or better: $500\n     - four of a kind: $100\n",
     {NULL}},

    /* -------- rows that overlap */
    {"Blackjack Poker",
     "",
     "     - three 7s of one colour in the first two cards and up card: $500\n"
     "     - first two cards suited 7s: $100\n",
     {CHART(18, 8, "warning",
            "some hands fit row A1 (line 17) and row A2, and row A1 pays them; write paying: {rows: best row "
            "only} if that is meant, or tell the rows apart")}},
    {"Blackjack Poker",
     "paying: {rows: best row only}",
     "     - three 7s of one colour in the first two cards and up card: $500\n"
     "     - first two cards suited 7s: $100\n",
     {NULL}},
    {"Blackjack Poker",
     "paying: {rows: every row that fits}",
     "     - three 7s of one colour in the first two cards and up card: $500\n"
     "     - first two cards suited 7s: $100\n",
     {NULL}},
    {"Blackjack Poker",
     "",
     "     - three 7s of one colour in the first two cards and up card: $500\n"
     "     - first two cards suited 7s: 1 ticket\n",
     {NULL}},

    /* -------- hands left out */
    {"Texas Hold'em",
     "",
     "     - royal flush: $500\n     - four of a kind: $50\n",
     {CHART(
         18, 8, "warning",
         "a straight flush wins nothing though it beats four of a kind, which row A2 pays; add a row for it, "
         "or write \"or better\"")}},
    {"Draw Poker",
     "",
     "     - full house: $500\n     - two pair: $50\n",
     {CHART(
          18, 8, "warning",
          "a flush wins nothing though it beats two pair, which row A2 pays; add a row for it, or write \"or "
          "better\""),
      CHART(18, 8, "warning",
            "a straight wins nothing though it beats two pair, which row A2 pays; add a row for it, or write "
            "\"or "
            "better\""),
      CHART(18, 8, "warning",
            "three of a kind wins nothing though it beats two pair, which row A2 pays; add a row for it, or "
            "write "
            "\"or better\"")}},
    {"Texas Hold'em",
     "",
     "     - 'royal flush, both hole cards': $500\n     - four of a kind: $50\n",
     {NULL}},

    /* -------- prizes the wrong way round */
    {"Texas Hold'em",
     "",
     "     - straight flush or better: $50 to $100\n     - four of a kind: $51 to $101\n",
     {CHART(18, 8, "warning",
            "row A2 wins $51 to $101, more than the better hand of row A1 (line 17), which wins $50 to "
            "$100; " BETTER_PRIZE)}},
    {"Texas Hold'em",
     "",
     "     - straight flush or better: $50 to $100\n     - four of a kind: $50 to $101\n",
     {NULL}},
    {"Texas Hold'em",
     "",
     "     - straight flush or better: $50 to $100\n     - four of a kind: $51 to $100\n",
     {NULL}},
    {"Blackjack Poker",
     "",
     "     - three 7s of one suit: $50\n     - three 7s: $60\n",
     {CHART(
         18, 8, "warning",
         "row A2 wins $60, more than the better hand of row A1 (line 17), which wins $50; " BETTER_PRIZE)}},
};

static void a_chart_gets_the_findings_of_the_table(void **state)
{
    struct desk *desk = *state;
    for (unsigned i = 0; i < sizeof charts / sizeof charts[0]; i++) {
        struct rulebook rulebook;
        clear(desk);
        read_document(desk, "test/a", charts[i].games, charts[i].more, charts[i].rows, &rulebook);
        check_charts(&rulebook, &desk->relations, &desk->findings);
        expect(desk, charts[i].rows, charts[i].wanted);
    }
}

/* ------------------------------------------------------------------------------------------ two offers */

static void read_offer(struct desk *desk, const char *identity, const char *tables, const char *hours,
                       const struct house *house, const struct rulebook *rulebook, struct offer *offer)
{
    char bytes[TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, bytes, sizeof bytes);
    text_out_add(&out, "offer: %.*s\ntables: [%s]\nhours: %s\n", TEXT_ARGUMENTS(rulebook->document.identity),
                 tables, hours);
    struct text copy;
    assert_int_equal(arena_copy_text(&desk->arena, text_out_text(&out), &copy), STATUS_OK);
    struct node *data = node_read(copy, (struct origin){.file = identity, .line = 1, .column = 1},
                                  &desk->arena, &desk->reading);
    assert_non_null(data);
    assert_int_equal(
        offer_read(data, copy, text_of(identity), house, rulebook, &desk->arena, &desk->reading, offer),
        STATUS_OK);
    nothing_wrong_in_reading(desk);
}

static const struct payment_case {
    const char *offering; /* of the second document: whether the house chooses the rows */
    const char *one, *one_tables, *other, *other_tables, *other_hours;
    const char *wanted[4];
} payments[] = {
    {"",
     "     - straight flush or better: $500\n",
     "T-1, T-2",
     "     - flush: $5\n     - royal flush: $100\n",
     "T-2",
     "daily 20:00 to 23:00",
     {"x/two:2:10: warning: a hand at table T-2 can be paid twice: as \"straight flush or better\" (row A1) "
      "by x/one "
      "and as \"royal flush\" (row A2) by x/two; offer the two at different tables or hours, or leave it so "
      "if both "
      "are to pay"}},
    {"",
     "     - straight flush or better: $500\n",
     "T-1",
     "     - royal flush: $100\n",
     "T-2",
     "always",
     {NULL}},
    {"",
     "     - straight flush or better: $500\n",
     "T-1",
     "     - royal flush: $100\n",
     "T-1",
     "daily 06:00 to 08:00",
     {NULL}},
    {"",
     "     - straight flush or better: $500\n",
     "T-1",
     "     - four of a kind: $100\n",
     "T-1",
     "always",
     {NULL}},
    {"",
     "     - straight flush or better: $500\n",
     "T-1",
     "     - royal flush: 1 ticket\n",
     "T-1",
     "always",
     {NULL}},
    {"offering: {rows: any the house posts}",
     "     - straight flush or better: $500\n",
     "T-1",
     "     - royal flush: $100\n",
     "T-1",
     "always",
     {NULL}},
    {"", "     - 1st ranked hand or better: $500\n", "T-3", "     - gee joon: $5\n", "T-3", "always", {NULL}},
};

static void a_hand_that_two_offers_pay_is_found(void **state)
{
    static const char house_bytes[] = "name: House\ntime zone: America/Los_Angeles\ntables:\n"
                                      "  - {table: T-1, game: Texas Hold'em, limits: $3 to $6, seats: 9}\n"
                                      "  - {table: T-2, game: Texas Hold'em, limits: $3 to $6, seats: 9}\n"
                                      "  - {table: T-3, game: 9 1/2, limits: $3 to $6, seats: 9}\n";
    struct desk *desk = *state;
    for (unsigned i = 0; i < sizeof payments / sizeof payments[0]; i++) {
        struct rulebook one, other;
        struct house house;
        struct offer offers[2];
        clear(desk);
        read_document(desk, "test/a", "Texas Hold'em, 9 1/2", "", payments[i].one, &one);
        read_document(desk, "test/b", "Texas Hold'em, 9 1/2", payments[i].offering, payments[i].other,
                      &other);
        assert_int_equal(house_read(text_of(house_bytes), "house.yaml", text_of("x"), &desk->arena,
                                    &desk->reading, &house),
                         STATUS_OK);
        read_offer(desk, "x/one", payments[i].one_tables, "daily 10:00 to 02:00", &house, &one, &offers[0]);
        read_offer(desk, "x/two", payments[i].other_tables, payments[i].other_hours, &house, &other,
                   &offers[1]);
        check_offers(offers, 2, true, &desk->relations, &desk->findings);
        expect(desk, payments[i].other, payments[i].wanted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chart_gets_the_findings_of_the_table),
        cmocka_unit_test(a_hand_that_two_offers_pay_is_found),
    };
    return cmocka_run_group_tests_name("check_charts", tests, open_desk, close_desk);
}
