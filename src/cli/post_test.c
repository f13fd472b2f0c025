#include "cli/document_home_test.h"

static struct outcome post(const char *line)
{
    return run_command(&command_post, line);
}

static struct outcome posted(const char *line)
{
    struct outcome outcome = post(line);
    if (outcome.code != EXIT_CODE_OK)
        fail_msg("%s: code %d, \"%s\"", line, outcome.code, outcome.errors);
    assert_string_equal(outcome.errors, "");
    return outcome;
}

static void a_page_has_the_posted_values(void **state)
{
    (void)state;
    struct outcome outcome = posted("post demo/bonus-hand --html");
    assert_int_equal(strncmp(outcome.output, "<!DOCTYPE html>", 15), 0);
    assert_has(outcome.output, "Bonus Hand Progressive Jackpot v1.1");
    assert_has(outcome.output, "GEAR-001407");
    assert_has(outcome.output, "Lantern Street Card Room");
    assert_has(outcome.output, "daily 10:00 AM to 2:00 AM");
    assert_has(outcome.output, "$300");
    assert_null(strstr(outcome.output, "$10 to $1,000")); /* what may be posted is not what is */
}

static void a_pdf_begins_and_ends_like_one(void **state)
{
    (void)state;
    struct outcome outcome = posted("post demo/bonus-hand --pdf");
    assert_memory_equal(outcome.output, "%PDF-", 5);
    assert_true(outcome.size > 10000);
    assert_memory_equal(outcome.output + outcome.size - 6, "%%EOF\n", 6);
}

static void a_png_has_its_signature_and_the_size_of_the_sign(void **state)
{
    (void)state;
    static const unsigned char head[] = {0x89, 'P', 'N',       'G',        '\r', '\n', 0x1a,      '\n',
                                         0,    0,   0,         13,         'I',  'H',  'D',       'R',
                                         0,    0,   1920 >> 8, 1920 & 255, 0,    0,    1080 >> 8, 1080 & 255};
    struct outcome outcome = posted("post demo/bonus-hand --png --paper sign");
    assert_memory_equal(outcome.output, head, sizeof head);
}

static void an_svg_is_one_sheet(void **state)
{
    (void)state;
    struct outcome first = posted("post demo/dead-chips --svg"),
                   again = posted("post demo/dead-chips --svg --page 1");
    assert_has(first.output, "<svg ");
    assert_string_equal(first.output, again.output);
}

static void the_same_words_make_the_same_bytes(void **state)
{
    (void)state;
    struct outcome one = posted("post demo/fortune-7 --html"), other = posted("post demo/fortune-7 --html");
    assert_string_equal(one.output, other.output);
}

static void a_sheet_beyond_the_last_is_refused(void **state)
{
    (void)state;
    posted("post demo/bonus-hand --png --page 4");
    assert_refused(&command_post, "post demo/bonus-hand --png --page 5",
                   "there is no sheet 5: the notice has 4");
    assert_refused(&command_post, "post demo/bonus-hand --png --page 0", "--page must be at least 1");
    assert_refused(&command_post, "post demo/bonus-hand --png --page last", "column 1");
}

static void no_purchase_necessary_is_there_where_free_play_is_owed(void **state)
{
    (void)state;
    assert_has(posted("post demo/bonus-hand --html").output, "NO PURCHASE NECESSARY");
    assert_has(posted("post demo/prize-wheel --html").output, "NO PURCHASE NECESSARY");
    /* No element of chance, hence no free way in. */
    assert_null(strstr(posted("post demo/dead-chips --html").output, "NO PURCHASE NECESSARY"));
    assert_null(strstr(posted("post demo/match-play --html").output, "NO PURCHASE NECESSARY"));
}

static void the_rules_of_an_activity_have_all_its_clauses(void **state)
{
    (void)state;
    struct outcome outcome = posted("post --rules bay101/aces-cracked");
    assert_has(outcome.output, "held pocket aces and lost to a better hand");
    assert_has(outcome.output, "At least five players must be dealt in");
}

static void the_values_of_the_house_are_woven_into_the_rules(void **state)
{
    (void)state;
    assert_has(posted("post --rules aces-cracked --house demo").output, "$150");
    assert_null(strstr(posted("post --rules aces-cracked --approved").output, "$150"));
    assert_has(posted("post --rules demo/aces-cracked").output, "$150");
}

static void without_a_house_the_rules_are_those_of_the_first_that_offers_it(void **state)
{
    (void)state;
    assert_string_equal(posted("post --rules aces-cracked").output,
                        posted("post --rules aces-cracked --house bay101").output);
}

static void an_activity_is_no_offer(void **state)
{
    (void)state;
    assert_refused(&command_post, "post saratoga/hi-lo-progressive --html",
                   "saratoga/hi-lo-progressive is an activity; give one of its offers, or use --rules");
}

static void an_offer_is_found_by_its_name_alone_where_one_house_has_it(void **state)
{
    (void)state;
    assert_string_equal(posted("post bonus-hand-high-limit --html").output,
                        posted("post bay101/bonus-hand-high-limit --html").output);
    assert_refused(&command_post, "post bonus-hand --html",
                   "several houses have an offer 'bonus-hand'; give HOUSE/bonus-hand");
}

static void bad_words_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *line, *words;
    } wrong[] = {
        {"post", "OFFER is missing"},
        {"post demo/bonus-hand", "the format is missing"},
        {"post demo/bonus-hand --html --pdf", "one of --html, --pdf, --png and --svg"},
        {"post demo/bonus-hand demo/prize-wheel --html", "'demo/prize-wheel' is a second one"},
        {"post demo/bonus-hand --html --paper a3", "unknown paper 'a3'; give a4, letter or sign"},
        {"post demo/bonus-hand --html --paper", "--paper needs a value"},
        {"post demo/bonus-hand --gif", "unknown option --gif"},
        {"post demo/bonus-hand --html --house demo", "can be used with --rules only"},
        {"post --rules aces-cracked --house demo --approved", "either --house or --approved"},
        {"post --rules aces-cracked --house nowhere", "no house 'nowhere' offers aces-cracked"},
        {"post demo/bonus-hnd --html", "did you mean demo/bonus-hand"},
        {"post us-federal/currency-reports --html",
         "us-federal/currency-reports is a law, which no house offers"},
        {"post nothing-of-the-kind --html", "there is no activity and no offer 'nothing-of-the-kind'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_refused(&command_post, wrong[i].line, wrong[i].words);
}

static void what_is_wrong_is_not_posted(void **state)
{
    (void)state;
    struct document_home home;
    document_home_open(&home, "# Corner Jackpot\n"
                              "\n"
                              "1. It belongs to hold'em. [eligibility]\n"
                              "\n"
                              "   ```yaml\n"
                              "   games: [Texas Hold'em]\n"
                              "   paying:\n"
                              "     prize: $500 to $100\n"
                              "   ```\n");
    struct outcome outcome = post("post --rules corner/jackpot");
    document_home_close(&home);
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_int_equal(outcome.size, 0);
    assert_has(outcome.errors, "rulebooks/corner/jackpot.md:8:13: error: corner/jackpot#1: ");
    assert_has(outcome.errors, "cardroom post: correct these errors first\n");
}

static void a_file_is_written_and_one_that_cannot_be_is_said(void **state)
{
    (void)state;
    char folder[] = "/tmp/cardroom-post-XXXXXX", line[256], path[64], bytes[5];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/notice.pdf", folder);
    snprintf(line, sizeof line, "post demo/bonus-hand --pdf -o %s", path);
    assert_int_equal(posted(line).size, 0);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, sizeof bytes, file), sizeof bytes);
    assert_memory_equal(bytes, "%PDF-", sizeof bytes);
    fclose(file);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    struct outcome outcome = post(line); /* the folder is gone */
    assert_int_equal(outcome.code, EXIT_CODE_WORLD);
    assert_has(outcome.errors, "cannot write");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_has_the_posted_values),
        cmocka_unit_test(a_pdf_begins_and_ends_like_one),
        cmocka_unit_test(a_png_has_its_signature_and_the_size_of_the_sign),
        cmocka_unit_test(an_svg_is_one_sheet),
        cmocka_unit_test(the_same_words_make_the_same_bytes),
        cmocka_unit_test(a_sheet_beyond_the_last_is_refused),
        cmocka_unit_test(no_purchase_necessary_is_there_where_free_play_is_owed),
        cmocka_unit_test(the_rules_of_an_activity_have_all_its_clauses),
        cmocka_unit_test(the_values_of_the_house_are_woven_into_the_rules),
        cmocka_unit_test(without_a_house_the_rules_are_those_of_the_first_that_offers_it),
        cmocka_unit_test(an_activity_is_no_offer),
        cmocka_unit_test(an_offer_is_found_by_its_name_alone_where_one_house_has_it),
        cmocka_unit_test(bad_words_are_refused),
        cmocka_unit_test(what_is_wrong_is_not_posted),
        cmocka_unit_test(a_file_is_written_and_one_that_cannot_be_is_said),
    };
    return cmocka_run_group_tests_name("post", tests, NULL, NULL);
}
