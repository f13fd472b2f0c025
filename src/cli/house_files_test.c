/* cardroom house diff and amend: a folder with the files of the demo house beside its books. */
#include "cli/house_day_test.h"

#include <stdlib.h>
#include <sys/stat.h>

enum { FILE_SIZE = 1 << 16 };

struct files {
    struct house_day day;
    char folder[160]; /* of the house */
};

static void read_file(const char *path, char *bytes)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s cannot be read", path);
    size_t size = fread(bytes, 1, FILE_SIZE - 1, file);
    bytes[size] = '\0';
    assert_int_equal(fclose(file), 0);
}

static void write_file(const char *path, const char *bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(bytes, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* A file of the demo house in the folder, with one text in the place of another; NULL: as it is. */
static void put(const struct files *files, const char *name, const char *old, const char *new)
{
    static char bytes[FILE_SIZE], changed[FILE_SIZE + 1024];
    char path[512];
    (void)snprintf(path, sizeof path, "%s/houses/demo/%s", getenv("CARDROOM_HOME"), name);
    read_file(path, bytes);
    const char *at = old ? strstr(bytes, old) : bytes;
    assert_non_null(at);
    (void)snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - bytes), bytes, old ? new : "",
                   at + (old ? strlen(old) : 0));
    (void)snprintf(path, sizeof path, "%s/%s", files->folder, name);
    write_file(path, changed);
}

/* Books of a house with two offers, and its files, where house.yaml has one text in the place of another. */
static void begin_with(struct files *files, const char *old, const char *new)
{
    char path[256], words[320];
    house_day_folder(&files->day);
    (void)snprintf(files->folder, sizeof files->folder, "%s/demo", files->day.folder);
    assert_int_equal(mkdir(files->folder, 0755), 0);
    (void)snprintf(path, sizeof path, "%s/offers", files->folder);
    assert_int_equal(mkdir(path, 0755), 0);
    put(files, "house.yaml", old, new);
    put(files, "offers/bonus-hand.yaml", NULL, NULL);
    put(files, "offers/blazing-7s.yaml", NULL, NULL);
    (void)snprintf(words, sizeof words, "--house %s --by olga --at 2026-11-02T09:00:00-08:00", files->folder);
    struct outcome outcome = house_day_run(&files->day, &command_house, "init", words);
    if (outcome.code != EXIT_CODE_OK)
        fail_msg("%s", outcome.errors);
    (void)snprintf(path, sizeof path, "%s/lines", files->day.folder);
    write_file(path, "appoint sue role supervisor by olga\nappoint max role manager by olga\n");
    assert_int_equal(house_day_run(&files->day, &command_house, "do", path).code, EXIT_CODE_OK);
    assert_int_equal(unlink(path), 0);
}

static void begin(struct files *files)
{
    begin_with(files, NULL, NULL);
}

static void end(struct files *files)
{
    static const char *const names[] = {"house.yaml", "offers/bonus-hand.yaml", "offers/blazing-7s.yaml",
                                        "offers/fast-cash.yaml"};
    char path[256];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", files->folder, names[i]);
        (void)unlink(path);
    }
    (void)snprintf(path, sizeof path, "%s/offers", files->folder);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(files->folder), 0);
    house_day_end(&files->day);
}

static struct outcome ask(const struct files *files, const char *part, const char *options)
{
    char words[320];
    (void)snprintf(words, sizeof words, "%s %s", files->folder, options);
    return house_day_run(&files->day, &command_house, part, words);
}

#define SIGNED "--by max --second sue --at 2026-11-02T10:00:00-08:00"

static void what_the_files_say_otherwise_is_printed_and_done(void **state)
{
    struct files files;
    (void)state;
    begin(&files);
    struct outcome outcome = ask(&files, "diff", "");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "no differences");
    put(&files, "house.yaml", "name: Lantern", "name: Lamp");
    put(&files, "offers/bonus-hand.yaml", "flush: $40", "flush: $45");
    put(&files, "offers/fast-cash.yaml", NULL, NULL);
    outcome = ask(&files, "diff", "");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, "name: Lantern Street Card Room -> Lamp Street Card Room\n");
    assert_has(outcome.output, "offer bonus-hand: prizes/flush: $40 -> $45\n");
    assert_has(outcome.output, "offer fast-cash: new\n");
    assert_has(outcome.output, "document hawaiian-gardens/fast-cash-jackpots: new\n");
    outcome = ask(&files, "diff", "--json");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, "{\"of\":\"house\",\"how\":\"changed\",\"path\":\"name\"");
    outcome = ask(&files, "amend", SIGNED);
    if (outcome.code != EXIT_CODE_OK)
        fail_msg("%s", outcome.errors);
    assert_has(outcome.output, "house.yaml amended");
    assert_has(outcome.output, "2 offers posted");
    assert_int_equal(ask(&files, "diff", "").code, EXIT_CODE_OK);
    assert_has(ask(&files, "amend", SIGNED).output,
               "house.yaml unchanged, 0 documents filed, 0 offers posted");
    assert_int_equal(house_day_run(&files.day, &command_audit, "", "").code, EXIT_CODE_OK);
    end(&files);
}

/* Who opens it is alone, and its offers are posted; from then on two sign. */
static void a_house_whose_offers_two_sign_is_opened(void **state)
{
    struct files files;
    (void)state;
    begin_with(&files, "name: Lantern", "offers signed by: two persons\nname: Lantern");
    put(&files, "offers/bonus-hand.yaml", "flush: $40", "flush: $45");
    struct outcome outcome = ask(&files, "amend", "--by max --second max --at 2026-11-02T10:00:00-08:00");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.errors, "house#two-persons");
    outcome = ask(&files, "amend", SIGNED);
    if (outcome.code != EXIT_CODE_OK)
        fail_msg("%s", outcome.errors);
    assert_int_equal(house_day_run(&files.day, &command_audit, "", "").code, EXIT_CODE_OK);
    end(&files);
}

/* An offer leaves the table that is closed, and comes to the one that is new: in one transaction. */
static void a_table_is_closed_and_another_comes(void **state)
{
    struct files files;
    (void)state;
    begin(&files);
    put(&files, "house.yaml", "limits: $10 to $100, seats: 6, pace: 35}",
        "limits: $10 to $100, seats: 6, closed: for good}\n"
        "  - {table: C4-3, game: Crazy 4 Poker, limits: $5 to $50, seats: 6}");
    struct outcome outcome = ask(&files, "diff", "");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT); /* the offer still names the table */
    assert_has(outcome.errors, "table C4-2 is closed for good");
    put(&files, "offers/bonus-hand.yaml", "C4-2, ", "");
    outcome = ask(&files, "amend", SIGNED);
    if (outcome.code != EXIT_CODE_OK)
        fail_msg("%s", outcome.errors);
    put(&files, "offers/bonus-hand.yaml", "C4-2, ", "C4-3, ");
    outcome = ask(&files, "amend", SIGNED);
    if (outcome.code != EXIT_CODE_OK)
        fail_msg("%s", outcome.errors);
    assert_has(outcome.output, "1 offers posted");
    assert_int_equal(ask(&files, "diff", "").code, EXIT_CODE_OK);
    end(&files);
}

static void take_out(const struct files *files, const char *name)
{
    char path[256];
    (void)snprintf(path, sizeof path, "%s/%s", files->folder, name);
    assert_int_equal(unlink(path), 0);
}

/* And another comes in its place: of one activity a table has one offer. */
static void an_offer_that_left_the_folder_is_withdrawn(void **state)
{
    struct files files;
    (void)state;
    begin(&files);
    take_out(&files, "offers/blazing-7s.yaml");
    struct outcome outcome = ask(&files, "diff", "");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output,
               "offer blazing-7s: is not in the folder; it is posted, and would be withdrawn\n");
    assert_has(ask(&files, "diff", "--json").output,
               "{\"of\":\"offer\",\"how\":\"gone\",\"name\":\"blazing-7s\"}");
    outcome = ask(&files, "amend", SIGNED " --from 2026-11-04");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.errors, "nothing was changed: the offer blazing-7s: it is not in the folder, and an "
                               "offer is withdrawn at once");
    outcome = ask(&files, "amend", SIGNED " --json");
    if (outcome.code != EXIT_CODE_OK)
        fail_msg("%s", outcome.errors);
    assert_has(outcome.output, "\"offers\":0,\"withdrawn\":1");
    assert_int_equal(ask(&files, "diff", "").code, EXIT_CODE_OK);
    put(&files, "offers/blazing-7s.yaml", NULL, NULL);
    assert_has(ask(&files, "amend", SIGNED).output, "1 offers posted, 0 withdrawn");
    assert_int_equal(ask(&files, "diff", "").code, EXIT_CODE_OK);
    assert_int_equal(house_day_run(&files.day, &command_audit, "", "").code, EXIT_CODE_OK);
    end(&files);
}

/* The lines of a script, which must be done. */
static void does(const struct files *files, const char *lines)
{
    char path[256];
    (void)snprintf(path, sizeof path, "%s/lines", files->day.folder);
    write_file(path, lines);
    struct outcome outcome = house_day_run(&files->day, &command_house, "do", path);
    if (outcome.code != EXIT_CODE_OK)
        fail_msg("%s", outcome.output);
    assert_int_equal(unlink(path), 0);
}

/* Nothing else is done either. */
static void an_offer_whose_hand_waits_is_not_withdrawn(void **state)
{
    struct files files;
    (void)state;
    begin(&files);
    does(&files, "appoint fay role floor by olga\nclock 2026-11-02T12:00:00-08:00\nopen-table C4-1 by olga\n"
                 "register 9 born 1980-01-01 by fay\nsit C4-1 seat 1 patron 9 by olga\n"
                 "start-round C4-1 fees 1 by olga\nclaim-hand C4-1 seat 1 offer bonus-hand by olga\n");
    take_out(&files, "offers/bonus-hand.yaml");
    put(&files, "house.yaml", "name: Lantern", "name: Lamp");
    struct outcome outcome = ask(&files, "amend", "--by max --second sue --at 2026-11-02T12:00:01-08:00");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.errors, "nothing was changed: the offer bonus-hand: settle hand 1 of the offer first");
    outcome = ask(&files, "diff", "");
    assert_has(outcome.output, "name: Lantern Street Card Room -> Lamp");
    assert_has(outcome.output, "offer bonus-hand: is not in the folder");
    end(&files);
}

static void what_is_refused_changes_nothing(void **state)
{
    struct files files;
    (void)state;
    begin(&files);
    put(&files, "house.yaml", "name: Lantern", "name: Lamp");
    put(&files, "offers/bonus-hand.yaml", "flush: $40", "flush: $45");
    struct outcome outcome = ask(&files, "amend", "--by max --second max --at 2026-11-02T10:00:00-08:00");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.errors, "nothing was changed");
    assert_has(outcome.errors, "house#two-persons");
    outcome = ask(&files, "diff", "");
    assert_has(outcome.output, "offer bonus-hand: prizes/flush: $40 -> $45\n");
    outcome = ask(&files, "amend", SIGNED " --from 2026-11-01");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.errors, "house#time");
    outcome = ask(&files, "amend", SIGNED " --from 2026-11-04");
    assert_has(outcome.output, "house.yaml filed");
    assert_int_equal(ask(&files, "diff", "").code, EXIT_CODE_FINDINGS);
    end(&files);
}

/* It listens nowhere, so that it ends by itself. */
static struct outcome serve(const struct files *files)
{
    char words[480];
    (void)snprintf(words, sizeof words, "serve --store sqlite:%s/house.db --house %s --listen 192.0.2.1:1",
                   files->day.folder, files->folder);
    return run_command(&command_serve, words);
}

static void a_server_says_that_the_folder_differs_from_the_books(void **state)
{
    struct files files;
    (void)state;
    begin(&files);
    struct outcome outcome = serve(&files);
    assert_null(strstr(outcome.errors, "books"));
    put(&files, "house.yaml", "name: Lantern", "name: Lamp");
    outcome = serve(&files);
    assert_has(outcome.errors, "differs from the books; the books are what runs");
    assert_has(outcome.errors, "  name: Lantern Street Card Room -> Lamp Street Card Room\n");
    put(&files, "house.yaml", "name: Lantern", "nam: Lamp");
    outcome = serve(&files);
    assert_has(outcome.errors, "is not compared with the books; the books are what runs");
    end(&files);
}

static void what_cannot_be_asked_is_said(void **state)
{
    struct files files;
    (void)state;
    begin(&files);
    struct outcome outcome = ask(&files, "amend", "--by max");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_has(outcome.errors, "two persons sign an amendment");
    outcome = ask(&files, "amend", SIGNED " --from tomorrow");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    outcome = ask(&files, "diff", "--by max");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    outcome = house_day_run(&files.day, &command_house, "diff", "");
    assert_has(outcome.errors, "FOLDER is missing");
    outcome =
        house_day_run(&files.day, &command_house, "diff", "bay101"); /* a folder of another name is read */
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_refused(&command_house, "house diff sqlite:/nowhere/x.db demo", "");
    end(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_files_say_otherwise_is_printed_and_done),
        cmocka_unit_test(a_house_whose_offers_two_sign_is_opened),
        cmocka_unit_test(a_table_is_closed_and_another_comes),
        cmocka_unit_test(an_offer_that_left_the_folder_is_withdrawn),
        cmocka_unit_test(an_offer_whose_hand_waits_is_not_withdrawn),
        cmocka_unit_test(what_is_refused_changes_nothing),
        cmocka_unit_test(a_server_says_that_the_folder_differs_from_the_books),
        cmocka_unit_test(what_cannot_be_asked_is_said),
    };
    return cmocka_run_group_tests_name("house files", tests, NULL, NULL);
}
