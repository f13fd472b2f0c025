/*
 * The commands of the table games work by the rule documents: what a document says is what they play, settle and count.
 */
#include "cli/run_command_test.h"

#include <stdlib.h>
#include <sys/stat.h>

enum { PATH_SIZE = 512, DOCUMENT_MAX = 1 << 20, COMMAND_LINE_SIZE = 512 };

static const char *const documents[] = {"massachusetts/crazy-4-poker", "south-dakota/four-card-poker",
                                        "saratoga/hi-lo-progressive"};

/* A folder with copies of the three documents, which CARDROOM_HOME names. */
struct home {
    char path[PATH_SIZE];
};

static void path_of(const struct home *home, const char *identity, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%.200s/rulebooks/%.200s.md", home->path, identity);
}

static void read_whole(const char *path, char *bytes)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    bytes[fread(bytes, 1, DOCUMENT_MAX - 1, file)] = '\0';
    fclose(file);
}

/* Copies a document with the first `from` replaced. */
static void copy_document(const struct home *home, const char *identity, const char *from, const char *to)
{
    char source[PATH_SIZE], target[PATH_SIZE];
    char *bytes = malloc(DOCUMENT_MAX);
    assert_non_null(bytes);
    snprintf(source, sizeof source, "%.200s/%.200s.md", getenv("CARDROOM_RULEBOOKS"), identity);
    path_of(home, identity, target);
    read_whole(source, bytes);
    char *place = strstr(bytes, from);
    assert_non_null(place);
    FILE *file = fopen(target, "wb");
    assert_non_null(file);
    fprintf(file, "%.*s%s%s", (int)(place - bytes), bytes, to, place + strlen(from));
    assert_int_equal(fclose(file), 0);
    free(bytes);
}

static void make_folder(const struct home *home, const char *name)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%.200s/%.200s", home->path, name);
    assert_int_equal(mkdir(path, 0700), 0);
}

static void home_make(struct home *home)
{
    static const char *const folders[] = {"rulebooks", "rulebooks/massachusetts", "rulebooks/south-dakota",
                                          "rulebooks/saratoga"};
    snprintf(home->path, sizeof home->path, "/tmp/cardroom-rules-XXXXXX");
    assert_non_null(mkdtemp(home->path));
    for (size_t i = 0; i < 4; i++)
        make_folder(home, folders[i]);
    for (size_t i = 0; i < 3; i++)
        copy_document(home, documents[i], "", "");
    assert_int_equal(setenv("CARDROOM_HOME", home->path, 1), 0);
}

static void home_remove(const struct home *home)
{
    static const char *const folders[] = {"rulebooks/massachusetts", "rulebooks/south-dakota",
                                          "rulebooks/saratoga", "rulebooks", ""};
    char path[PATH_SIZE];
    for (size_t i = 0; i < 3; i++) {
        path_of(home, documents[i], path);
        (void)remove(path);
    }
    for (size_t i = 0; i < 5; i++) {
        snprintf(path, sizeof path, "%.200s/%.200s", home->path, folders[i]);
        assert_int_equal(rmdir(path), 0);
    }
}

static void shows(const struct subcommand *command, const char *line, const char *words)
{
    struct outcome outcome = run_command(command, line);
    if (outcome.code != EXIT_CODE_OK || !strstr(outcome.output, words))
        fail_msg("%s: \"%s\" is not in \"%s\" \"%s\"", line, words, outcome.output, outcome.errors);
}

static void refused(const struct subcommand *command, const char *line, const char *words)
{
    struct outcome outcome = run_command(command, line);
    assert_int_equal(outcome.size, 0);
    if (outcome.code != EXIT_CODE_BAD_INPUT || !strstr(outcome.errors, words))
        fail_msg("%s: %d, \"%s\" is not in \"%s\"", line, outcome.code, words, outcome.errors);
}

/* ------------------------------------------------------------------------------------------ tests */

static const char queens_up[] = "odds crazy-4-poker --bet queens-up/A";

static void a_number_of_the_document_is_the_number_of_the_odds(void **state)
{
    (void)state;
    struct home home;
    home_make(&home);
    shows(&command_odds, queens_up, "-0.030606089");
    copy_document(&home, documents[0], "three of a kind: 9 to 1", "three of a kind: 10 to 1");
    shows(&command_odds, queens_up, "-0.008037061");
    copy_document(&home, documents[1], "award: 300 for 1, envy: $10", "award: 400 for 1, envy: $10");
    shows(&command_odds, "odds four-card-poker --bet FCPP-1", "400");
    copy_document(&home, documents[2], "failure: $100", "failure: $90");
    shows(&command_odds, "odds hi-lo --extras 2", "$90.00 FP");
    home_remove(&home);
}

static void a_wrong_document_is_named_with_its_line(void **state)
{
    (void)state;
    struct home home;
    home_make(&home);
    copy_document(&home, documents[0], "three of a kind: 9 to 1", "three of a kind: 9 for 1");
    refused(&command_odds, queens_up, "massachusetts/crazy-4-poker.md:");
    refused(&command_odds, queens_up, "queens up cannot pay \"9 for 1\"");
    refused(&command_odds, "odds --signature", "the rules of massachusetts/crazy-4-poker cannot be used");
    refused(&command_simulate, "simulate rounds crazy-4-poker 100", "queens up cannot pay");
    refused(&command_play, "play crazy-4-poker --seats best --rounds 1", "queens up cannot pay");
    home_remove(&home);
}

static void a_game_needs_only_its_own_document(void **state)
{
    (void)state;
    struct home home;
    char path[PATH_SIZE];
    home_make(&home);
    path_of(&home, documents[0], path);
    assert_int_equal(remove(path), 0);
    refused(&command_play, "play crazy-4-poker --seats best --rounds 1",
            "no document has the rules of crazy-4-poker");
    shows(&command_play, "play hi-lo --seats simple --rounds 1 --seed 1", "Hi Lo, 1 game");
    home_remove(&home);
}

static void a_document_is_known_by_the_game_that_it_plays(void **state)
{
    (void)state;
    struct home home;
    char path[PATH_SIZE], other[PATH_SIZE];
    home_make(&home);
    path_of(&home, documents[2], path);
    path_of(&home, "south-dakota/higher-or-lower", other);
    assert_int_equal(rename(path, other), 0);
    shows(&command_play, "play hi-lo --seats simple --rounds 1 --seed 1", "Hi Lo, 1 game");
    assert_int_equal(remove(other), 0);
    home_remove(&home);
}

static void a_case_is_settled_by_the_document(void **state)
{
    (void)state;
    struct home home;
    char line[COMMAND_LINE_SIZE];
    snprintf(line, sizeof line, "settle %.300s/massachusetts/cases/crazy-4-poker/m05-four-aces.case",
             getenv("CARDROOM_RULEBOOKS"));
    home_make(&home);
    shows(&command_settle, line, "as expected");
    copy_document(&home, documents[0], "four aces: 200 to 1", "four aces: 201 to 1");
    struct outcome outcome = run_command(&command_settle, line);
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_non_null(strstr(outcome.output, "201 to 1"));
    home_remove(&home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_of_the_document_is_the_number_of_the_odds),
        cmocka_unit_test(a_wrong_document_is_named_with_its_line),
        cmocka_unit_test(a_game_needs_only_its_own_document),
        cmocka_unit_test(a_document_is_known_by_the_game_that_it_plays),
        cmocka_unit_test(a_case_is_settled_by_the_document),
    };
    return cmocka_run_group_tests_name("game_rules", tests, NULL, NULL);
}
