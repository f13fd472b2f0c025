/* The slips of the cage on both engines: their numbers (S1 to S3), and the sheets. */
#include "books/books_test.h"
#include "house/kernel/floor.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_views.h"
#include "house/setup/notices.h"
#include "house/setup/setup_shapes.h"
#include "house/setup/setup_views.h"
#include "reports/slips.h"

#include <stdlib.h>

static const struct instant noon = {INT64_C(1793649600000)};

struct fixture {
    struct store_place place;
    struct books books;
    struct slips *slips;
    struct notices notices;
    struct fault fault;
};

static struct slips *open_slips(struct fixture *fixture)
{
    struct slips *slips = NULL;
    if (slips_open(text_of(fixture->place.address), &slips, &fixture->fault) != STATUS_OK)
        fail_msg("%s", fixture->fault.words);
    return slips;
}

static void begin(struct fixture *fixture, void **state)
{
    const bool *postgres = *state;
    *fixture = (struct fixture){0};
    fixture->place = place_make(*postgres, "slip_test");
    books_open(&fixture->books, &fixture->place);
    books_begin(&fixture->books);
    books_royal_flush(&fixture->books);
    fixture->slips = open_slips(fixture);
}

static void end(struct fixture *fixture)
{
    notices_release(&fixture->notices);
    slips_close(fixture->slips);
    books_close(&fixture->books);
    assert_whole(&fixture->place);
    place_remove(&fixture->place);
}

static struct slip print(struct slips *slips, enum slip_kind kind, uint32_t subject)
{
    struct slips_ticket ticket = {0};
    struct fault fault;
    assert_int_equal(slips_print(slips, kind, subject, text_of("cy"), noon, &ticket, &fault), STATUS_OK);
    if (slips_wait(slips, &ticket) != STATUS_OK)
        fail_msg("%s", ticket.fault.words);
    struct slip slip = ticket.slip;
    slips_ticket_release(&ticket);
    return slip;
}

/* ------------------------------------------------------------------------------------------ numbers */

static void numbers_run_without_a_gap_over_both_kinds(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    for (uint32_t i = 1; i <= 4; i++)
        assert_int_equal(print(fixture.slips, i % 2 ? SLIP_PRIZE : SLIP_WIN_PAGE, i).number, i);
    end(&fixture);
}

static void a_second_print_has_the_number_of_the_first(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct slip first = print(fixture.slips, SLIP_PRIZE, 1);
    assert_int_equal(first.copies, 1);
    assert_int_equal(print(fixture.slips, SLIP_WIN_PAGE, 1).number, 2); /* award 1 is not prize 1 */
    struct slip again = print(fixture.slips, SLIP_PRIZE, 1);
    assert_int_equal(again.number, first.number);
    assert_int_equal(again.copies, 2);
    assert_int_equal(print(fixture.slips, SLIP_PRIZE, 2).number, 3);
    assert_int_equal(print(fixture.slips, SLIP_TRAY, 1).number, 4); /* nor is what its tray has back */
    end(&fixture);
}

static void numbers_go_on_after_a_restart(void **state)
{
    struct fixture fixture;
    struct slip slip;
    begin(&fixture, state);
    assert_int_equal(print(fixture.slips, SLIP_PRIZE, 1).number, 1);
    slips_close(fixture.slips);
    fixture.slips = open_slips(&fixture);
    assert_true(slips_find(fixture.slips, 1, &slip));
    assert_string_equal(slip.by, "cy");
    assert_int_equal(slip.printed.ms, noon.ms);
    assert_false(slips_find(fixture.slips, 0, &slip));
    assert_false(slips_find(fixture.slips, 2, &slip));
    assert_int_equal(print(fixture.slips, SLIP_PRIZE, 1).copies, 2);
    assert_int_equal(print(fixture.slips, SLIP_PRIZE, 2).number, 2);
    end(&fixture);
}

static void two_programs_share_the_numbers(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct slips *other = open_slips(&fixture);
    assert_int_equal(print(fixture.slips, SLIP_PRIZE, 1).number, 1);
    assert_int_equal(print(other, SLIP_PRIZE, 2).number, 2);
    assert_int_equal(print(fixture.slips, SLIP_PRIZE, 3).number, 3);
    assert_int_equal(print(other, SLIP_PRIZE, 1).copies, 2);
    assert_int_equal(place_sql(&fixture.place, "SELECT count(*) FROM event WHERE kind = 'slip-printed'"), 4);
    slips_close(other);
    end(&fixture);
}

/* Events that another program writes into the stream. */
static void the_audit_finds_a_gap(void **state)
{
    static struct audit audit;
    struct fixture fixture;
    struct store *store = NULL;
    struct store_receipt receipt;
    begin(&fixture, state);
    assert_int_equal(print(fixture.slips, SLIP_PRIZE, 1).number, 1);
    slips_close(fixture.slips);
    const struct store_options options = {.mode = STORE_EXISTING};
    const struct store_event event = {
        .kind = text_of("slip-printed"),
        .command = text_of(""),
        .payload = text_of("{\"at\":\"2026-11-02T20:00:00Z\",\"by\":\"cy\",\"number\":3,\"kind\":\"prize-"
                           "slip\",\"prize\":2}")};
    const struct store_batch batch = {
        .stream = text_of(slip_stream), .expected = STORE_ANYWHERE, .events = &event, .event_count = 1};
    assert_int_equal(store_open(text_of(fixture.place.address), &options, &store, &fixture.fault), STATUS_OK);
    assert_int_equal(store_append(store, &batch, &receipt, &fixture.fault), STATUS_OK);
    store_close(store);
    books_audit(&fixture.place, &audit);
    assert_int_equal(audit.finding_count, 1);
    assert_non_null(strstr(audit.findings[0].words, "slips"));
    assert_int_equal(slips_open(text_of(fixture.place.address), &fixture.slips, &fixture.fault),
                     STATUS_INVALID);
    notices_release(&fixture.notices);
    books_close(&fixture.books);
    place_remove(&fixture.place);
}

/* ------------------------------------------------------------------------------------------ what was paid */

static void payments_are_listed_the_newest_first_from_a_time_on(void **state)
{
    struct fixture fixture;
    struct slips_ticket ticket = {0};
    begin(&fixture, state);
    const struct instant times[] = {noon, {noon.ms + 24 * 3600 * 1000}};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(slips_paid(fixture.slips, times[i], &ticket, &fixture.fault), STATUS_OK);
        assert_int_equal(slips_wait(fixture.slips, &ticket), STATUS_OK);
        assert_int_equal(json_array_size(ticket.paid), i == 0 ? 1 : 0);
        const json_t *paid = json_array_get(ticket.paid, 0);
        if (i == 0)
            assert_string_equal(json_string_value(json_object_get(paid, "in")), "check");
        slips_ticket_release(&ticket);
    }
    end(&fixture);
}

/* ------------------------------------------------------------------------------------------ sheets */

static unsigned pages_of(struct text pdf)
{
    unsigned count = 0;
    static const char page[] = "/Type /Page ";
    for (size_t i = 0; i + sizeof page - 1 <= pdf.length; i++)
        count += memcmp(pdf.bytes + i, page, sizeof page - 1) == 0;
    return count;
}

/* CARDROOM_SHEETS is a folder in which the sheets are kept for inspection. */
static void keep(struct text pdf, const char *name)
{
    const char *folder = getenv("CARDROOM_SHEETS");
    char path[512];
    if (!folder)
        return;
    (void)snprintf(path, sizeof path, "%s/%s.pdf", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(pdf.bytes, 1, pdf.length, file), pdf.length);
    assert_int_equal(fclose(file), 0);
}

static void assert_one_page(struct text pdf, const char *name)
{
    assert_true(text_starts_with(pdf, text_of("%PDF-")));
    keep(pdf, name);
    assert_int_equal(pages_of(pdf), 1);
}

static struct slip_sheet sheet_of(struct fixture *fixture, const struct slip *slip)
{
    const struct floor *floor = keeper_floor(fixture->books.keeper);
    struct slip_sheet sheet = {
        .slip = *slip,
        .reprint = slip->copies > 1,
        .zone = floor->zone,
        .house = json_pack("{s:s,s:s,s:s,s:s}", "name", "Lantern Street Card Room", "address",
                           "1 Lantern Street", "tagline", "Cards by the lantern", "colour", "#7a1f3d"),
        .people = json_pack("{s:s,s:s}", "cy", "Cy Young", "sam", "Sam Okafor"),
        .told = view_told(floor),
        .rule = view_clause(floor, text_of("bay101/bonus-hand-progressive-v1-1#29")),
        .subject = slip->kind != SLIP_WIN_PAGE
                       ? view_prize(floor, &fixture->notices, floor_prize(floor, slip->subject))
                       : view_award(floor, &fixture->notices, floor_award(floor, slip->subject))};
    assert_non_null(sheet.subject);
    return sheet;
}

static void show(struct fixture *fixture, const struct slip *slip, struct slips_ticket *ticket)
{
    struct slip_sheet sheet = sheet_of(fixture, slip);
    assert_int_equal(slips_show(fixture->slips, &sheet, ticket, &fixture->fault), STATUS_OK);
    if (slips_wait(fixture->slips, ticket) != STATUS_OK)
        fail_msg("%s", ticket->fault.words);
}

static void a_slip_and_a_win_page_are_one_page_each(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    static const char *const names[] = {"prize-slip", "win-page", "prize-slip-reprint", "win-page-reprint"};
    for (unsigned i = 0; i < 4; i++) {
        struct slips_ticket ticket = {0};
        struct slip slip = print(fixture.slips, i % 2 ? SLIP_WIN_PAGE : SLIP_PRIZE, 1);
        show(&fixture, &slip, &ticket);
        assert_one_page(ticket.pdf, names[i]);
        const struct slip_sheet *sheet = &ticket.own.sheet;
        if (slip.kind == SLIP_PRIZE)
            assert_string_equal(json_string_value(json_object_get(sheet->paid, "by")), "cy");
        else
            assert_string_equal(json_string_value(json_object_get(sheet->verified, "cards")),
                                "As Ks Qs Js Ts");
        slips_ticket_release(&ticket);
    }
    end(&fixture);
}

static void the_same_sheet_gives_the_same_bytes(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct slip slip = print(fixture.slips, SLIP_PRIZE, 1);
    struct slips_ticket first = {0}, second = {0};
    show(&fixture, &slip, &first);
    show(&fixture, &slip, &second);
    assert_true(text_equal(first.pdf, second.pdf));
    slips_ticket_release(&first);
    slips_ticket_release(&second);
    end(&fixture);
}

/* A prize slip with these forms. */
static struct text slip_with_forms(struct fixture *fixture, json_t *forms, struct arena *arena)
{
    const struct slip slip = {.number = 1, .subject = 1, .kind = SLIP_PRIZE, .copies = 1, .printed = noon};
    struct slip_sheet sheet = sheet_of(fixture, &slip);
    struct text pdf;
    struct fault fault;
    sheet.paid = json_pack("{s:s,s:s,s:s,s:o}", "at", "2026-11-02T20:00:00Z", "by", "cy", "in", "cash",
                           "forms", forms);
    assert_non_null(sheet.paid);
    assert_int_equal(slip_draw(&sheet, arena, &pdf, &fault), STATUS_OK);
    slip_sheet_release(&sheet);
    return pdf;
}

static void file_laws(struct fixture *fixture)
{
    static const char *const laws[] = {"us-federal/currency-reports", "us-federal/information-returns"};
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++) {
        char path[128];
        (void)snprintf(path, sizeof path, "rulebooks/%s.md", laws[i]);
        books_file_document(&fixture->books, laws[i], path);
    }
}

/* Whether a report of suspicious activity is due must not be visible, not even by a gap (us-federal/currency-reports#14). */
static void the_winner_does_not_see_that_something_is_suspicious(void **state)
{
    static const char clauses[] = "us-federal/currency-reports#";
    struct fixture fixture;
    struct arena arena;
    begin(&fixture, state);
    file_laws(&fixture);
    arena_init(&arena, 8 << 20);
    for (unsigned clause = 10; clause <= 11; clause++) {
        char secret[64];
        (void)snprintf(secret, sizeof secret, "%s%u", clauses, clause);
        json_t *tax = json_pack("{s:s,s:s,s:s}", "form", "W-2G", "words", "$5,000 (jackpot): at least $2,000",
                                "clause", "us-federal/information-returns#9");
        json_t *report =
            json_pack("{s:s,s:s,s:s}", "form", "FinCEN 111", "words", "$5,000 (jackpot)", "clause", secret);
        struct text none = slip_with_forms(&fixture, json_array(), &arena);
        struct text taxed = slip_with_forms(&fixture, json_pack("[O]", tax), &arena);
        assert_false(text_equal(none, taxed));
        assert_true(text_equal(slip_with_forms(&fixture, json_pack("[OO]", report, tax), &arena), taxed));
        assert_true(text_equal(slip_with_forms(&fixture, json_pack("[O]", report), &arena), none));
        json_decref(tax);
        json_decref(report);
    }
    arena_release(&arena);
    end(&fixture);
}

static void a_form_of_a_law_that_the_house_does_not_know_is_not_told(void **state)
{
    struct fixture fixture;
    struct arena arena;
    begin(&fixture, state);
    arena_init(&arena, 8 << 20);
    json_t *unknown = json_pack("[{s:s,s:s,s:s}]", "form", "X-1", "words", "why", "clause", "nowhere/law#1");
    struct text none = slip_with_forms(&fixture, json_array(), &arena);
    assert_true(text_equal(slip_with_forms(&fixture, unknown, &arena), none));
    arena_release(&arena);
    end(&fixture);
}

/* Forty winners, very long names, and every form there is. */
static void whatever_is_on_it_a_sheet_is_one_page(void **state)
{
    (void)state;
    static const char name[] = "Maximiliana Konstantinopolska-Featherstonehaugh of Upper and Lower Wherever";
    struct arena arena;
    struct text pdf;
    struct fault fault;
    json_t *prizes = json_array(), *forms = json_array();
    for (int i = 1; i <= 40; i++) {
        (void)json_array_append_new(prizes, json_pack("{s:i,s:s,s:s,s:s,s:I,s:s}", "prize", i, "patron",
                                                      "100200300", "name", name, "share", "table share",
                                                      "cents", (json_int_t)123456789, "state", "payable"));
        (void)json_array_append_new(forms,
                                    json_pack("{s:s,s:s,s:s,s:i}", "form", "W-2G", "words", name, "clause",
                                              "us-federal/information-returns#9", "withhold", 123456));
    }
    for (unsigned kind = 0; kind < SLIP_KINDS; kind++) {
        struct slip_sheet sheet = {
            .slip = {.number = 4294967295, .kind = (enum slip_kind)kind, .copies = 9, .printed = noon},
            .reprint = true,
            .house = json_pack("{s:s}", "name", name),
            .told = json_pack("{s:b}", "us-federal/information-returns#9", 1),
            .rule = json_string(name),
            .subject = json_pack("{s:s,s:s,s:s,s:I,s:O,s:b}", "title", name, "name", name, "share", name,
                                 "cents", (json_int_t)INT64_MAX, "prizes", prizes, "reversed", 1),
            .paid = json_pack("{s:s,s:I,s:O}", "by", name, "withheld", (json_int_t)123456, "forms", forms)};
        assert_int_equal(zone_parse(text_of("America/Los_Angeles"), 0, &sheet.zone, &fault), STATUS_OK);
        arena_init(&arena, 8 << 20);
        assert_int_equal(slip_draw(&sheet, &arena, &pdf, &fault), STATUS_OK);
        assert_one_page(pdf, kind == SLIP_PRIZE  ? "prize-slip-full"
                             : kind == SLIP_TRAY ? "tray-slip-full"
                                                 : "win-page-full");
        arena_release(&arena);
        slip_sheet_release(&sheet);
    }
    json_decref(prizes);
    json_decref(forms);
}

static void a_sheet_of_which_nothing_is_known_is_still_a_page(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < SLIP_KINDS; kind++) {
        const struct slip_sheet sheet = {.slip = {.number = 1, .kind = (enum slip_kind)kind}};
        struct arena arena;
        struct text pdf;
        struct fault fault;
        arena_init(&arena, 8 << 20);
        assert_int_equal(slip_draw(&sheet, &arena, &pdf, &fault), STATUS_OK);
        assert_int_equal(pages_of(pdf), 1);
        arena_clear(&arena);
        arena_release(&arena);
        arena_init(&arena, 64); /* no room for it */
        assert_int_equal(slip_draw(&sheet, &arena, &pdf, &fault), STATUS_NO_MEMORY);
        arena_release(&arena);
    }
}

static void amounts_are_written_in_words(void **state)
{
    (void)state;
    static const struct {
        int64_t cents;
        const char *words;
    } rows[] = {
        {0, "Zero dollars and 00 cents"},
        {1, "Zero dollars and 01 cents"},
        {100, "One dollar and 00 cents"},
        {1900, "Nineteen dollars and 00 cents"},
        {2000, "Twenty dollars and 00 cents"},
        {2100, "Twenty-one dollars and 00 cents"},
        {9999, "Ninety-nine dollars and 99 cents"},
        {10000, "One hundred dollars and 00 cents"},
        {10100, "One hundred one dollars and 00 cents"},
        {99999, "Nine hundred ninety-nine dollars and 99 cents"},
        {100000, "One thousand dollars and 00 cents"},
        {100100, "One thousand one dollars and 00 cents"},
        {1284317, "Twelve thousand eight hundred forty-three dollars and 17 cents"},
        {100000000, "One million dollars and 00 cents"},
        {INT64_MAX, "Ninety-two quadrillion two hundred thirty-three trillion seven hundred twenty billion "
                    "three hundred sixty-eight million five hundred forty-seven thousand seven hundred "
                    "fifty-eight dollars and 07 cents"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char words[SLIP_WORDS_SIZE];
        struct text_out out;
        text_out_init(&out, words, sizeof words);
        slip_write_amount(&out, rows[i].cents);
        assert_string_equal(words, rows[i].words);
    }
}

/* ------------------------------------------------------------------------------------------ the document */

static void docs_formats_slips_md_says_what_the_shape_says(void **state)
{
    (void)state;
    static const char *const kinds[] = {
        [FIELD_TEXT] = "text", [FIELD_COUNT] = "count", [FIELD_FLAG] = "flag", [FIELD_TIME] = "time"};
    static struct books books;
    arena_init(&books.lines, BOOKS_MEMORY_MAX);
    struct text document = books_file(&books, "docs/formats/slips.md");
    const struct record_shape *shape = &slip_printed_shape;
    record_shape_check(shape);
    for (unsigned i = 0; i < shape->field_count; i++) {
        const struct field *field = &shape->fields[i];
        char expected[512];
        struct text_out out;
        text_out_init(&out, expected, sizeof expected);
        text_out_add(&out, "| %s | %s | %s | %s |\n", field->name,
                     field->kind == FIELD_WORD ? "one of prize-slip / win-page / tray-slip"
                                               : kinds[field->kind],
                     field->required ? "yes" : "", field->meaning);
        if (!text_contains(document, text_out_text(&out)))
            fail_msg("docs/formats/slips.md has not:\n%s", expected);
    }
    arena_release(&books.lines);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_run_without_a_gap_over_both_kinds),
        cmocka_unit_test(a_second_print_has_the_number_of_the_first),
        cmocka_unit_test(numbers_go_on_after_a_restart),
        cmocka_unit_test(two_programs_share_the_numbers),
        cmocka_unit_test(the_audit_finds_a_gap),
        cmocka_unit_test(payments_are_listed_the_newest_first_from_a_time_on),
        cmocka_unit_test(a_slip_and_a_win_page_are_one_page_each),
        cmocka_unit_test(the_same_sheet_gives_the_same_bytes),
        cmocka_unit_test(the_winner_does_not_see_that_something_is_suspicious),
        cmocka_unit_test(a_form_of_a_law_that_the_house_does_not_know_is_not_told),
        cmocka_unit_test(whatever_is_on_it_a_sheet_is_one_page),
        cmocka_unit_test(a_sheet_of_which_nothing_is_known_is_still_a_page),
        cmocka_unit_test(amounts_are_written_in_words),
        cmocka_unit_test(docs_formats_slips_md_says_what_the_shape_says),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
