/* Requests of the office over HTTP: the form of an offer and its preview, the clauses of a document, the odds of an edited
 * chart. */
#include "server/service_test.h"

#include "base/json.h"
#include "books/backup.h"

static struct room room;

static int begin(void **state)
{
    (void)state;
    room_open(&room, "office_test");
    return 0;
}

static int end(void **state)
{
    (void)state;
    room_close(&room);
    return 0;
}

static json_t *ask(const char *who, const char *method, const char *path, const char *body, unsigned code)
{
    struct client client;
    client_enter(&client, &room, who);
    if (client_ask(&client, method, path, body) != code)
        fail_msg("%s %s %s: %u %s", method, path, body ? body : "", client.code, client.body);
    json_t *answer = client_json(&client);
    assert_non_null(answer);
    client_close(&client);
    return answer;
}

static const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* The item of a list that has this member; fails if there is none. */
static const json_t *item(const json_t *list, const char *key, const char *value)
{
    size_t index;
    const json_t *one;
    json_array_foreach(list, index, one)
    {
        if (strcmp(text_in(one, key), value) == 0)
            return one;
    }
    fail_msg("no %s is %s", key, value);
    return NULL;
}

static json_t *preview(const char *body)
{
    return ask("max", "POST", "/api/offer-preview", body, 200);
}

static uint64_t events(void)
{
    json_t *health = ask("max", "GET", "/healthz", NULL, 200);
    uint64_t sequence = (uint64_t)json_integer_value(json_object_get(health, "sequence"));
    json_decref(health);
    return sequence;
}

/* ------------------------------------------------------------------------------------------ offers */

static void the_form_has_the_ranges_of_the_document(void **state)
{
    (void)state;
    json_t *form = ask("theo", "GET", "/api/offer-form?offer=bonus-hand", NULL, 200);
    const json_t *fields = json_object_get(form, "fields"),
                 *seed = item(fields, "path", "pools/prize pool/seed"),
                 *tables = item(fields, "path", "tables");
    assert_string_equal(text_in(form, "document"), "bay101/bonus-hand-progressive-v1-1");
    assert_string_equal(text_in(seed, "kind"), "money");
    assert_string_equal(text_in(seed, "least"), "$1,000");
    assert_string_equal(text_in(seed, "most"), "$101,000");
    assert_string_equal(text_in(seed, "value"), "$5,000");
    assert_true(json_is_true(json_object_get(seed, "required")));
    assert_string_equal(text_in(seed, "clause"), "bay101/bonus-hand-progressive-v1-1#85");
    assert_true(json_string_length(json_object_get(seed, "words")) > 0);
    assert_true(json_array_size(json_object_get(tables, "value")) > 0);
    json_decref(form);
}

static void a_preview_finds_what_is_out_of_range_with_its_field_and_clause(void **state)
{
    (void)state;
    static const struct {
        const char *seed;
        bool whole;
    } seeds[] = {
        {"$999.99", false}, {"$1,000", true}, {"$101,000", true}, {"$101,000.01", false}, {"", false}};
    const uint64_t before = events();
    for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++) {
        char body[256];
        (void)snprintf(body, sizeof body,
                       "{\"offer\":\"bonus-hand\",\"values\":{\"pools/prize pool/seed\":\"%s\"}}",
                       seeds[i].seed);
        json_t *answer = preview(body);
        const json_t *findings = json_object_get(answer, "findings"),
                     *change = json_array_get(json_object_get(answer, "changes"), 0);
        assert_int_equal(json_is_true(json_object_get(answer, "whole")), seeds[i].whole);
        assert_int_equal(json_is_string(json_object_get(answer, "notice")), seeds[i].whole);
        assert_int_equal(json_array_size(findings) == 0, seeds[i].whole);
        assert_string_equal(text_in(change, "field"), "pools/prize pool/seed");
        assert_string_equal(text_in(change, "from"), "$5,000");
        if (!seeds[i].whole) {
            const json_t *finding = item(findings, "field", "pools/prize pool/seed");
            assert_string_equal(text_in(finding, "level"), "error");
            assert_string_equal(text_in(finding, "clause"), "bay101/bonus-hand-progressive-v1-1#85");
            assert_true(json_integer_value(json_object_get(finding, "line")) > 0);
        }
        json_decref(answer);
    }
    assert_int_equal(events(), before);
}

static void a_preview_of_a_text_is_that_of_its_values(void **state)
{
    (void)state;
    json_t *filled = preview("{\"offer\":\"bonus-hand\",\"values\":{\"administration/fee\":\"$12\"}}");
    json_t *body = json_pack("{s:s, s:O}", "offer", "bonus-hand", "text", json_object_get(filled, "text"));
    char *bytes = json_dumps(body, 0);
    json_t *written = preview(bytes);
    assert_true(json_equal(filled, written));
    free(bytes);
    json_decref(body);
    json_decref(filled);
    json_decref(written);
}

static void what_the_house_would_refuse_is_found_too(void **state)
{
    (void)state;
    /* Another offer of the same activity at the same tables and hours. */
    json_t *form = ask("max", "GET", "/api/offers/bonus-hand", NULL, 200);
    json_t *body = json_pack("{s:s, s:O}", "offer", "second-bonus", "text", json_object_get(form, "text"));
    char *bytes = json_dumps(body, 0);
    json_t *answer = preview(bytes);
    const json_t *finding = json_array_get(json_object_get(answer, "findings"), 0);
    assert_true(json_is_false(json_object_get(answer, "whole")));
    assert_non_null(strstr(text_in(finding, "words"), "at the same time"));
    assert_int_equal(json_integer_value(json_object_get(finding, "line")), 0);
    free(bytes);
    json_decref(body);
    json_decref(form);
    json_decref(answer);
}

static void a_text_that_is_no_offer_has_findings_and_no_notice(void **state)
{
    (void)state;
    static const char *const texts[] = {"[a",
                                        "a: b",
                                        "offer: bay101/horoscope",
                                        "- a",
                                        "offer: us-federal/currency-reports",
                                        "offer: bay101/aces-cracked",
                                        "offer: [bay101/aces-cracked]",
                                        "offer: massachusetts/crazy-4-poker"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char body[256];
        (void)snprintf(body, sizeof body, "{\"offer\":\"x\",\"text\":\"%s\"}", texts[i]);
        json_t *answer = preview(body);
        if (json_array_size(json_object_get(answer, "findings")) == 0)
            fail_msg("%s has no findings", texts[i]);
        assert_true(json_is_null(json_object_get(answer, "notice")));
        json_decref(answer);
    }
}

static void values_that_no_field_takes_are_refused(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "{\"offer\":\"bonus-hand\",\"values\":{\"horoscope\":\"x\"}}",
        "{\"offer\":\"bonus-hand\",\"values\":{\"tables\":\"C4-1\"}}",
        "{\"offer\":\"bonus-hand\",\"values\":{\"chart\":[\"A\"]}}",
        "{\"offer\":\"bonus-hand\",\"values\":{\"chart\":5}}",
        "{\"offer\":\"bonus-hand\",\"values\":{\"tables\":[5]}}",
        "{\"offer\":\"bonus-hand\",\"document\":\"bay101/blazing-7s\",\"values\":{}}",
        "{\"document\":\"us-federal/currency-reports\",\"values\":{}}",
        "[]",
        "{\"values\":{}}"};
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
        json_decref(ask("max", "POST", "/api/offer-preview", bodies[i], 400));
    json_decref(ask("max", "POST", "/api/offer-preview?form=pdf",
                    "{\"offer\":\"bonus-hand\",\"values\":{\"chart\":null}}", 409));
}

/* ------------------------------------------------------------------------------------------ the house */

static json_t *house_preview(const char *body)
{
    return ask("max", "POST", "/api/house-preview", body, 200);
}

static void assert_change(const json_t *preview, const char *path, const char *before, const char *after)
{
    size_t index;
    const json_t *row;
    json_array_foreach(json_object_get(preview, "changes"), index, row)
    {
        if (strcmp(json_string_value(json_array_get(row, 0)), path) != 0)
            continue;
        assert_string_equal(json_string_value(json_array_get(row, 1)), before);
        assert_string_equal(json_string_value(json_array_get(row, 2)), after);
        return;
    }
    fail_msg("%s does not change", path);
}

static void values_are_put_into_the_text_of_the_house(void **state)
{
    (void)state;
    uint64_t before = events();
    json_t *preview = house_preview("{\"values\":["
                                    "{\"at\":[\"tables\",\"C4-1\",\"limits\"],\"to\":\"$10 to $100\"},"
                                    "{\"at\":[\"tables\",\"C4-9\"],\"to\":{}},"
                                    "{\"at\":[\"tables\",\"C4-9\",\"game\"],\"to\":\"Pan 9 (GEGA-002449)\"},"
                                    "{\"at\":[\"tables\",\"C4-9\",\"limits\"],\"to\":\"$5 to $50\"},"
                                    "{\"at\":[\"tables\",\"C4-9\",\"seats\"],\"to\":\"8\"},"
                                    "{\"at\":[\"branding\",\"tagline\"],\"to\":\"Cards by the lantern\"},"
                                    "{\"at\":[\"roles\",\"host\"],\"to\":[\"read\",\"read patrons\"]},"
                                    "{\"at\":[\"address\"],\"to\":null}]}");
    assert_int_equal(json_array_size(json_object_get(preview, "findings")), 0);
    assert_change(preview, "tables/C4-1/limits", "$5 to $50", "$10 to $100");
    assert_change(preview, "tables/C4-9/seats", "", "8");
    assert_change(preview, "branding/tagline", "", "Cards by the lantern");
    assert_change(preview, "roles/host", "", "read, read patrons");
    assert_change(preview, "address", "1 Lantern Street", "");
    assert_int_equal(json_integer_value(json_object_get(preview, "number")), 1);
    assert_non_null(strstr(text_in(preview, "text"), "tagline: Cards by the lantern"));
    assert_true(json_array_size(json_object_get(preview, "signers")) > 0);
    json_decref(preview);
    assert_int_equal(events(), before);
}

static void a_wrong_value_has_its_place(void **state)
{
    (void)state;
    json_t *preview = house_preview("{\"values\":[{\"at\":[\"tables\",\"C4-1\",\"limits\"],\"to\":\"many\"},"
                                    "{\"at\":[\"branding\",\"colour\"],\"to\":\"#f2a7be\"}]}");
    const json_t *findings = json_object_get(preview, "findings"), *finding;
    unsigned limits = 0, colours = 0;
    size_t index;
    json_array_foreach(findings, index, finding)
    {
        const json_t *at = json_object_get(finding, "at");
        const char *last = json_string_value(json_array_get(at, json_array_size(at) - 1));
        limits += last && strcmp(last, "limits") == 0;
        colours += last && strcmp(last, "colour") == 0 && strstr(text_in(finding, "words"), "hard to read");
    }
    assert_int_equal(limits, 1);
    assert_int_equal(colours, 1);
    json_decref(preview);
}

/* An offer names C4-1; on a later day the house judges again, so it is told and not refused. */
static void what_stands_in_the_way_is_said_for_today_and_for_later(void **state)
{
    (void)state;
    json_t *now =
        house_preview("{\"values\":[{\"at\":[\"tables\",\"C4-1\",\"closed\"],\"to\":\"for good\"}]}");
    assert_true(json_is_object(json_object_get(now, "refused")));
    assert_true(json_is_null(json_object_get(now, "in-the-way")));
    json_t *later =
        house_preview("{\"from\":\"2031-01-01\",\"values\":[{\"at\":[\"tables\",\"C4-1\",\"closed\"],"
                      "\"to\":\"for good\"}]}");
    assert_true(json_is_null(json_object_get(later, "refused")));
    assert_string_equal(text_in(json_object_get(later, "in-the-way"), "words"),
                        text_in(json_object_get(now, "refused"), "words"));
    json_decref(now);
    json_decref(later);
}

static void places_that_are_none_are_refused(void **state)
{
    static const char *const bodies[] = {
        "{\"values\":[{\"at\":[],\"to\":\"x\"}]}",
        "{\"values\":[{\"at\":[\"a\",\"b\",\"c\",\"d\",\"e\"],\"to\":\"x\"}]}",
        "{\"values\":[{\"at\":\"name\",\"to\":\"x\"}]}",
        "{\"values\":[{\"at\":[5],\"to\":\"x\"}]}",
        "{\"values\":[{\"at\":[\"name\"],\"to\":5}]}",
        "{\"values\":[{\"at\":[\"name\"],\"to\":\"\"}]}",
        "{\"values\":[{\"at\":[\"name\"]}]}",
        "{\"values\":[{\"at\":[\"name\"],\"to\":{\"x\":1}}]}",
        "{\"values\":[{\"at\":[\"name\",\"first\"],\"to\":\"x\"}]}",
        "{\"values\":[5]}",
        "{\"values\":{}}"};
    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
        json_decref(ask("max", "POST", "/api/house-preview", bodies[i], 400));
    json_decref(ask("dana", "POST", "/api/house-preview", "{\"values\":[]}", 403));
}

static void the_house_lists_what_it_may_say(void **state)
{
    (void)state;
    json_t *house = ask("theo", "GET", "/api/house-file", NULL, 200);
    const json_t *setting = item(json_object_get(house, "settings"), "value", "America/Los_Angeles");
    assert_string_equal(json_string_value(json_array_get(json_object_get(setting, "at"), 0)), "time zone");
    assert_true(json_is_true(json_object_get(setting, "required")));
    assert_true(json_array_size(json_object_get(house, "permissions")) > 10);
    assert_string_equal(text_in(item(json_object_get(house, "equipment"), "equipment", "drum"), "where"),
                        "stage");
    json_decref(house);
    house = ask("theo", "GET", "/api/house", NULL, 200);
    assert_string_equal(text_in(json_object_get(house, "branding"), "short-name"),
                        "Lantern Street Card Room");
    json_decref(house);
}

/* ------------------------------------------------------------------------------------------ the log */

/* How many events the log shows for the query; each is passed to `look`. */
static size_t logged(const char *query, void (*look)(const char *kind, const json_t *event))
{
    char path[256];
    size_t index;
    const json_t *one;
    (void)snprintf(path, sizeof path, "/api/log?limit=500&%s", query);
    json_t *answer = ask("theo", "GET", path, NULL, 200);
    json_array_foreach(json_object_get(answer, "events"), index, one)
    {
        if (look)
            look(text_in(one, "kind"), json_object_get(one, "event"));
    }
    json_decref(answer);
    return index;
}

static void is_of_ann(const char *kind, const json_t *event)
{
    if (strcmp(text_in(event, "patron"), "1001") != 0)
        fail_msg("%s is not of patron 1001", kind);
}

static void is_of_the_offer(const char *kind, const json_t *event)
{
    if (strcmp(kind, "offer-posted") != 0 && strcmp(kind, "seeded") != 0 &&
        !json_object_get(event, "movements"))
        fail_msg("%s is not of the offer", kind);
}

static void the_log_is_filtered_by_patron_and_by_offer(void **state)
{
    (void)state;
    assert_true(logged("patron=1001", is_of_ann) > 0);
    assert_int_equal(logged("patron=4711", NULL), 0);
    assert_true(logged("offer=bonus-hand", is_of_the_offer) > 0);
    assert_int_equal(logged("offer=bonus-hand&kind=offer-posted", NULL), 1);
    assert_int_equal(logged("offer=bonus-hand&kind=appointed", NULL), 0);
}

static void names_no_offer(const char *kind, const json_t *event)
{
    if (json_object_get(event, "offer"))
        fail_msg("%s has the number of an offer, and 0 is not written", kind);
}

/* A claim moves no money, and the number of the offer, 0, is not in it. */
static void what_happens_to_the_first_offer_is_found_though_its_number_is_not_written(void **state)
{
    (void)state;
    static const char *const commands[] = {
        "{\"do\":\"start-round\",\"table\":\"C4-1\",\"fees\":[1]}",
        "{\"do\":\"claim-hand\",\"table\":\"C4-1\",\"seat\":1,\"offer\":\"bonus-hand\"}",
        "{\"do\":\"withdraw-hand\",\"hand\":1,\"reason\":\"the wrong seat\"}",
        "{\"do\":\"end-round\",\"table\":\"C4-1\"}",
    };
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        json_decref(ask("dana", "POST", "/api/commands", commands[i], 200));
    assert_int_equal(logged("offer=bonus-hand&kind=hand-claimed", names_no_offer), 1);
    assert_int_equal(logged("offer=bonus-hand&kind=hand-withdrawn", NULL), 0);
}

/* Everything here happened on 2 November at noon, which is 20:00 in Greenwich. */
static void the_log_is_filtered_by_days_of_the_house_and_by_moments(void **state)
{
    (void)state;
    const size_t all = logged("", NULL);
    assert_true(all > 0);
    assert_int_equal(logged("from=2026-11-02&to=2026-11-02", NULL), all);
    assert_int_equal(logged("to=2026-11-01", NULL), 0);
    assert_int_equal(logged("from=2026-11-03", NULL), 0);
    assert_int_equal(logged("from=2026-11-02T20:00:00Z", NULL), all);
    assert_int_equal(logged("from=2026-11-02T20:00:00.001Z", NULL), 0);
    assert_int_equal(logged("to=2026-11-02T20:00:00.001Z", NULL), all);
    assert_int_equal(logged("to=2026-11-02T20:00:00Z", NULL), 0);
    assert_int_equal(logged("from=2026-11-02&before=999999", NULL), all);
}

/* ------------------------------------------------------------------------------------------ documents */

static void a_document_shows_clauses_with_values_and_tests(void **state)
{
    (void)state;
    json_t *document = ask("dana", "GET", "/api/documents/bay101/bonus-hand-progressive-v1-1", NULL, 200);
    const json_t *clauses = json_object_get(document, "clauses"),
                 *clause = item(clauses, "clause", "bay101/bonus-hand-progressive-v1-1#85"),
                 *value = item(json_object_get(clause, "values"), "offer", "bonus-hand");
    assert_int_equal(json_integer_value(json_object_get(clause, "number")), 85);
    assert_string_equal(text_in(clause, "state"), "bound");
    assert_non_null(strstr(text_in(clause, "data"), "seed: $1,000 to $101,000"));
    assert_string_equal(text_in(value, "value"), "$5,000");
    assert_string_equal(text_in(value, "most"), "$101,000");
    assert_true(json_array_size(json_object_get(clause, "tests")) > 0);
    assert_true(json_is_true(json_object_get(document, "filed")));
    json_decref(document);
}

static void documents_are_listed_and_searched(void **state)
{
    (void)state;
    json_t *answer = ask("dana", "GET", "/api/documents?search=Texas+hold%27EM+attached", NULL, 200);
    const json_t *documents = json_object_get(answer, "documents"),
                 *found = item(json_object_get(answer, "found"), "clause", "bay101/aces-cracked#4"),
                 *game = item(documents, "document", "massachusetts/crazy-4-poker");
    assert_int_equal(json_integer_value(json_object_get(found, "number")), 4);
    assert_true(json_is_false(json_object_get(game, "filed")));
    assert_int_equal(json_integer_value(json_object_get(game, "open")), 0);
    assert_int_equal(json_integer_value(json_object_get(answer, "found-count")),
                     json_array_size(json_object_get(answer, "found")));
    json_decref(answer);
    answer = ask("dana", "GET", "/api/documents?search=the", NULL, 200);
    assert_int_equal(json_array_size(json_object_get(answer, "found")), 200);
    assert_true(json_integer_value(json_object_get(answer, "found-count")) > 200);
    json_decref(answer);
}

/* ------------------------------------------------------------------------------------------ odds */

static json_t *odds(const char *body)
{
    return ask("theo", "POST", "/api/odds", body, 200);
}

static void the_odds_of_approved_paytables_are_those_of_the_command(void **state)
{
    (void)state;
    json_t *answer = odds("{\"game\":\"massachusetts/crazy-4-poker\",\"bet\":\"queens-up/A\"}");
    assert_string_equal(text_in(json_object_get(answer, "edge"), "numerator"), "9943");
    assert_string_equal(text_in(json_object_get(answer, "edge"), "denominator"), "324870");
    json_decref(answer);
    answer = odds("{\"game\":\"south-dakota/four-card-poker\",\"bet\":\"base\"}");
    assert_string_equal(text_in(json_object_get(answer, "edge"), "numerator"), "8840827253");
    assert_string_equal(text_in(json_object_get(answer, "edge"), "denominator"), "317119576410");
    json_decref(answer);
}

/* 624 hands of five have four of a kind. */
static void an_edited_paytable_is_counted_and_its_clause_named(void **state)
{
    (void)state;
    json_t *answer =
        odds("{\"game\":\"crazy-4-poker\",\"bet\":\"queens-up/A\",\"rows\":[{\"hand\":\"four of a "
             "kind\",\"pays\":\"164 to 1\"}]}");
    const json_t *hit = json_object_get(answer, "hit");
    assert_string_equal(text_in(hit, "numerator"), "1");
    assert_string_equal(text_in(hit, "denominator"), "4165"); /* 2,598,960 / 624 */
    assert_string_equal(text_in(json_object_get(answer, "edge"), "decimal"), "0.960384153661");
    assert_string_equal(text_in(json_array_get(json_object_get(answer, "notes"), 0), "clause"),
                        "massachusetts/crazy-4-poker#204");
    json_decref(answer);
}

static void a_chart_is_priced_with_edited_prizes(void **state)
{
    (void)state;
    json_t *before = odds("{\"offer\":\"bonus-hand\",\"in\":\"crazy 4 poker\"}");
    json_t *after =
        odds("{\"offer\":\"bonus-hand\",\"in\":\"crazy 4 poker\",\"prizes\":{\"flush\":\"$5,000\"}}");
    const json_t *row = item(json_object_get(after, "rows"), "hand", "flush"),
                 *note = json_array_get(json_object_get(after, "notes"), 0);
    /* 5108 flushes that are no straight flush, at $5,000 each, of 2,598,960 hands. */
    assert_string_equal(text_in(row, "ways"), "5108");
    assert_string_equal(text_in(row, "of"), "2598960");
    assert_string_equal(text_in(row, "pays"), "$5,000");
    assert_string_equal(text_in(json_object_get(row, "share"), "decimal"), "982.700772616739");
    assert_string_equal(text_in(note, "clause"), "bay101/bonus-hand-progressive-v1-1#29");
    assert_string_equal(text_in(note, "row"), "flush");
    assert_int_equal(json_array_size(json_object_get(before, "notes")), 0);
    assert_true(json_equal(json_object_get(before, "cost-cents"),
                           json_object_get(json_object_get(after, "approved"), "cost-cents")));
    json_decref(before);
    json_decref(after);
}

static void a_question_that_cannot_be_counted_says_why(void **state)
{
    (void)state;
    static const struct {
        const char *body, *field;
        unsigned code;
    } wrong[] = {
        {"{\"game\":\"crazy-4-poker\",\"bet\":\"horoscope\"}", "bet", 404},
        {"{\"game\":\"crazy-4-poker\",\"bet\":\"base\",\"readings\":[\"x\"]}", "readings", 400},
        {"{\"game\":\"crazy-4-poker\",\"bet\":\"base\",\"players\":7}", "players", 400},
        {"{\"game\":\"crazy-4-poker\",\"bet\":\"base\",\"players\":\"x\"}", "players", 400},
        {"{\"game\":\"crazy-4-poker\",\"bet\":\"base\",\"rows\":[]}", "rows", 400},
        {"{\"game\":\"crazy-4-poker\",\"bet\":\"queens-up/A\",\"rows\":[{\"hand\":\"flush\",\"pays\":\"4 to "
         "1\"},{\"hand\":\"flash\",\"pays\":\"4 to 1\"}]}",
         "rows/1", 400},
        {"{\"game\":\"crazy-4-poker\",\"bet\":\"queens-up/A\",\"rows\":[1,2]}", "rows/0", 400},
        {"{\"document\":\"bay101/horoscope\",\"chart\":\"A\"}", "document", 404},
        {"{\"offer\":\"horoscope\",\"chart\":\"A\"}", "offer", 404},
        {"{\"offer\":\"bonus-hand\",\"chart\":\"Z\"}", "chart", 404},
        {"{\"offer\":\"bonus-hand\",\"prizes\":{\"flash\":\"$5\"}}", "prizes/flash", 400},
        {"{\"offer\":\"bonus-hand\",\"prizes\":{\"flush\":\"a song\"}}", "prizes/flush", 400},
        {"{\"offer\":\"bonus-hand\",\"prizes\":{\"flush\":\"$5 to $10\"}}", "prizes/flush", 400},
        {"{\"offer\":\"bonus-hand\",\"meter-cents\":-1}", "meter-cents", 400},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        json_t *problem = ask("theo", "POST", "/api/odds", wrong[i].body, wrong[i].code);
        assert_string_equal(text_in(problem, "field"), wrong[i].field);
        assert_true(json_string_length(json_object_get(problem, "detail")) > 0);
        json_decref(problem);
    }
}

static void everything_that_can_be_counted_is_listed(void **state)
{
    (void)state;
    json_t *answer = ask("dana", "GET", "/api/odds", NULL, 200);
    const json_t *game = item(json_object_get(answer, "games"), "game", "massachusetts/crazy-4-poker"),
                 *bet = item(json_object_get(game, "bets"), "bet", "queens-up/A"),
                 *chart = item(json_object_get(answer, "charts"), "document", "bay101/blazing-7s");
    assert_string_equal(text_in(bet, "wager"), "queens-up");
    assert_string_equal(text_in(bet, "unit"), "to");
    assert_int_equal(json_array_size(json_object_get(bet, "rows")), 7);
    assert_true(json_array_size(json_object_get(bet, "hands")) >= 7);
    assert_true(json_array_size(json_object_get(chart, "games")) > 0);
    assert_non_null(json_object_get(answer, "hi-lo"));
    json_decref(answer);
}

/* ------------------------------------------------------------------------------------------ forecasts */

static void forecasts_are_there_for_every_offer_with_a_pool(void **state)
{
    (void)state;
    json_t *all = ask("theo", "GET", "/api/forecasts", NULL, 200);
    const json_t *bonus = item(json_object_get(all, "forecasts"), "offer", "bonus-hand");
    assert_null(json_object_get(bonus, "rows"));
    json_t *one = ask("theo", "GET", "/api/forecasts/bonus-hand", NULL, 200);
    assert_string_equal(text_in(one, "pace"), text_in(bonus, "pace"));
    assert_true(json_array_size(json_object_get(one, "rows")) > 3);
    const json_t *pool = item(json_object_get(one, "pools"), "pool", "prize pool");
    assert_int_equal(json_array_size(json_object_get(pool, "curve")), 31);
    json_decref(one);
    json_decref(all);
    json_decref(ask("theo", "GET", "/api/forecasts/aces-cracked", NULL, 404));
}

/* ------------------------------------------------------------------------------------------ backups */

/* Another program makes the backup; here the test does, with a store of its own. */
static void the_office_sees_a_backup_that_another_program_made(void **state)
{
    (void)state;
    static struct backup backup;
    struct store_place to = place_make(false, "office_backup");
    struct fault fault = {0};
    json_t *answer = ask("ada", "GET", "/api/backup", NULL, 200);
    assert_true(json_is_null(json_object_get(answer, "last")));
    json_decref(answer);
    const struct backup_options options = {.store = text_of(room.place.address),
                                           .to = text_of(place_file(&to)),
                                           .now = {NOON_SECONDS * INT64_C(1000)}};
    if (backup_make(&options, &backup, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    assert_true(backup.made);
    answer = ask("ada", "GET", "/api/backup", NULL, 200);
    const json_t *last = json_object_get(answer, "last");
    assert_string_equal(text_in(last, "at"), "2026-11-02T20:00:00Z");
    assert_string_equal(text_in(last, "place"), backup.place);
    assert_int_equal(json_number(last, "bytes"), backup.bytes);
    const json_t *house = item(json_object_get(last, "heads"), "stream", "house");
    assert_string_equal(text_in(house, "hash"), backup.audit.head);
    json_decref(answer);
    assert_whole(&to);
    place_remove(&to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_form_has_the_ranges_of_the_document),
        cmocka_unit_test(a_preview_finds_what_is_out_of_range_with_its_field_and_clause),
        cmocka_unit_test(a_preview_of_a_text_is_that_of_its_values),
        cmocka_unit_test(what_the_house_would_refuse_is_found_too),
        cmocka_unit_test(a_text_that_is_no_offer_has_findings_and_no_notice),
        cmocka_unit_test(values_that_no_field_takes_are_refused),
        cmocka_unit_test(values_are_put_into_the_text_of_the_house),
        cmocka_unit_test(a_wrong_value_has_its_place),
        cmocka_unit_test(what_stands_in_the_way_is_said_for_today_and_for_later),
        cmocka_unit_test(places_that_are_none_are_refused),
        cmocka_unit_test(the_house_lists_what_it_may_say),
        cmocka_unit_test(the_log_is_filtered_by_patron_and_by_offer),
        cmocka_unit_test(what_happens_to_the_first_offer_is_found_though_its_number_is_not_written),
        cmocka_unit_test(the_log_is_filtered_by_days_of_the_house_and_by_moments),
        cmocka_unit_test(a_document_shows_clauses_with_values_and_tests),
        cmocka_unit_test(documents_are_listed_and_searched),
        cmocka_unit_test(the_odds_of_approved_paytables_are_those_of_the_command),
        cmocka_unit_test(an_edited_paytable_is_counted_and_its_clause_named),
        cmocka_unit_test(a_chart_is_priced_with_edited_prizes),
        cmocka_unit_test(a_question_that_cannot_be_counted_says_why),
        cmocka_unit_test(everything_that_can_be_counted_is_listed),
        cmocka_unit_test(forecasts_are_there_for_every_offer_with_a_pool),
        cmocka_unit_test(the_office_sees_a_backup_that_another_program_made),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
