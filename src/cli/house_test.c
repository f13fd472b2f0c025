#include "cli/house_day_test.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* Does the lines of a script, which are in a file beside the store. */
static struct outcome do_lines(const struct house_day *day, const char *lines, const char *options)
{
    char path[128], rest[192];
    (void)snprintf(path, sizeof path, "%s/lines", day->folder);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(lines, file) >= 0);
    assert_int_equal(fclose(file), 0);
    (void)snprintf(rest, sizeof rest, "%s %s", path, options);
    struct outcome outcome = house_day_run(day, &command_house, "do", rest);
    assert_int_equal(unlink(path), 0);
    return outcome;
}

static void the_day_runs_clean_and_can_be_run_again(void **state)
{
    (void)state;
    struct house_day day;
    house_day_folder(&day);
    house_day_init(&day);
    struct outcome outcome = house_day_script(&day, "--ids day");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_string_equal(outcome.errors, "");
    assert_has(outcome.output, "146 done, 11 refused, 0 done before\n");
    assert_has(outcome.output, "  refused: ");
    /* Interrupted, and run again: nothing is done twice. */
    outcome = house_day_script(&day, "--ids day");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "0 done, 11 refused, 146 done before\n");
    outcome = house_day_run(&day, &command_audit, "", "");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "no findings: ");
    house_day_end(&day);
}

static void a_house_begins_once(void **state)
{
    (void)state;
    struct outcome outcome = house_day_run(&the_day, &command_house, "init", "");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_string_equal(outcome.output, "");
    assert_has(outcome.errors, "already holds a house");
}

static void a_house_may_be_a_folder_of_its_own(void **state)
{
    (void)state;
    static const char *const endings[] = {"", "/", "/../bay101"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        struct house_day day;
        char words[512];
        house_day_folder(&day);
        (void)snprintf(words, sizeof words, "--house %s/houses/bay101%s", getenv("CARDROOM_HOME"),
                       endings[i]);
        struct outcome outcome = house_day_run(&day, &command_house, "init", words);
        if (outcome.code != EXIT_CODE_OK)
            fail_msg("%s", outcome.errors);
        assert_has(outcome.output, " is open: ");
        house_day_end(&day);
    }
    assert_refused(&command_house, "house init sqlite:/nowhere/x.db --house ./nowhere",
                   "there is no house './nowhere'");
    assert_refused(&command_house, "house init sqlite:/nowhere/x.db --house /tmp",
                   "no folder of that name with a house.yaml");
}

/* Runs a line in a process that the system kills when a file grows beyond so many bytes: how it ended. */
static int run_until_size(const char *line, rlim_t bytes)
{
    int sink = open("/dev/null", O_WRONLY), status = 0;
    assert_true(sink >= 0);
    fflush(stdout);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        const struct rlimit limit = {bytes, bytes}, no_core = {0, 0};
        if (setrlimit(RLIMIT_CORE, &no_core) != 0 || setrlimit(RLIMIT_FSIZE, &limit) != 0)
            _exit(EXIT_CODE_WORLD);
        child(&command_house, line, sink, sink);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    close(sink);
    return status;
}

/* If it is killed earlier or later, the store has no house, and the same command starts again. */
static void an_init_that_was_killed_is_begun_again(void **state)
{
    (void)state;
    static const char init[] = "house init %s --at 2026-11-02T09:00:00-08:00";
    unsigned killed = 0;
    for (rlim_t bytes = 4096; bytes <= (rlim_t)4 << 20; bytes *= 4) {
        struct house_day day;
        char line[256];
        house_day_folder(&day);
        (void)snprintf(line, sizeof line, init, day.store);
        int status = run_until_size(line, bytes);
        if (WIFSIGNALED(status)) {
            killed++;
            struct outcome outcome = house_day_run(&day, &command_house, "show", "");
            assert_null(strstr(outcome.output, "Lantern Street"));
            outcome = do_lines(&day, "open-table C4-1 by office\n", "");
            assert_int_not_equal(outcome.code, EXIT_CODE_OK);
            house_day_init(&day);
        } else
            assert_int_equal(WEXITSTATUS(status), EXIT_CODE_OK);
        struct outcome outcome = house_day_run(&day, &command_audit, "", "");
        assert_int_equal(outcome.code, EXIT_CODE_OK);
        assert_has(outcome.output, "99 events");
        house_day_end(&day);
    }
    assert_true(killed > 2);
}

/* The day on a disk that has room for half of it, and again with room. */
static void where_a_disk_failed_is_said(void **state)
{
    (void)state;
    struct house_day day;
    struct rlimit before;
    house_day_folder(&day);
    house_day_init(&day);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit limit = {600 << 10, before.rlim_max};
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    struct outcome outcome = house_day_script(&day, "--quiet --ids day");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_true(signal(SIGXFSZ, handler) == SIG_IGN);
    assert_int_equal(outcome.code, EXIT_CODE_WORLD);
    assert_has(outcome.errors, "making events durable: ");
    assert_has(outcome.errors, "/houses/demo/day.script:");
    assert_has(outcome.errors, "; all lines before this one are done\n");
    assert_int_equal(house_day_script(&day, "--quiet --ids day").code, EXIT_CODE_OK);
    assert_int_equal(house_day_run(&day, &command_audit, "", "").code, EXIT_CODE_OK);
    house_day_end(&day);
}

static void quiet_shows_refusals_that_were_not_expected(void **state)
{
    (void)state;
    struct outcome outcome = do_lines(&the_day,
                                      "# a comment, and an empty line\n"
                                      "\n"
                                      "register 2001 name Zoe born 1990-01-01 by fay\n"
                                      "refused: open-table HE-2 by dana\n"
                                      "open-table HE-2 by dana\n",
                                      "--quiet");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, "line 5: open-table HE-2 by dana\n  refused: ");
    assert_has(outcome.output, "(house#permission)\n1 done, 2 refused, 0 done before\n");
    assert_null(strstr(outcome.output, "line 4"));
}

static void what_had_to_be_refused_and_was_not_is_said(void **state)
{
    (void)state;
    struct outcome outcome =
        do_lines(&the_day, "refused: register 2002 name Yan born 1990-01-01 by fay\n", "");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, "line 1: this command had to be refused, but was done: register 2002 name Yan "
                               "born 1990-01-01 by fay\n");
}

static void bad_lines_are_shown_with_a_mark_and_nothing_is_done(void **state)
{
    (void)state;
    struct outcome outcome = do_lines(&the_day,
                                      "register 2003 name Xia born 1990-01-01 by fay\n"
                                      "open-table HE-2 bye fay\n"
                                      "register 2005 name Vic born 1990-01-01 by fay\n"
                                      "refused: dance\n",
                                      "");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_int_equal(outcome.size, 0);
    assert_has(outcome.errors, "/lines:2: ");
    assert_has(outcome.errors, "\n  open-table HE-2 bye fay\n                  ^\n");
    assert_has(outcome.errors, "/lines:4: there is no command \"dance\"\n  dance\n");
    assert_has(outcome.errors, "/lines was run\n");
    outcome = house_day_run(&the_day, &command_house, "show", "patrons");
    assert_null(strstr(outcome.output, "Xia"));
    assert_null(strstr(outcome.output, "Vic"));
    outcome = do_lines(&the_day, "dance C4-1 by fay\n", "");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_has(outcome.errors, "/lines:1: ");
    outcome = do_lines(&the_day, "register \xff\n", "");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_has(outcome.errors, "/lines:1: invalid UTF-8");
}

/* A hundred bad lines, and one without end: it is said, briefly. */
static void very_bad_scripts_are_answered_briefly(void **state)
{
    (void)state;
    static char lines[1 << 16];
    struct text_out out;
    text_out_init(&out, lines, sizeof lines);
    for (size_t i = 0; i < 100; i++)
        text_out_add(&out, "dance\n");
    struct outcome outcome = do_lines(&the_day, lines, "");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_has(outcome.errors, "/lines:20: ");
    assert_null(strstr(outcome.errors, "/lines:21: "));
    memset(lines, 'a', sizeof lines - 1);
    outcome = do_lines(&the_day, lines, "");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_true(strlen(outcome.errors) < 1024);
    outcome = do_lines(&the_day, "", "");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_string_equal(outcome.output, "0 done, 0 refused, 0 done before\n");
}

static void lines_can_be_json_and_come_on_standard_input(void **state)
{
    (void)state;
    char path[128];
    (void)snprintf(path, sizeof path, "%s/input", the_day.folder);
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600), before = dup(STDIN_FILENO);
    static const char line[] =
        "{\"do\":\"register\",\"id\":\"j1\",\"by\":\"fay\",\"patron\":\"2004\",\"name\":\"Wim\"}\n";
    assert_true(file >= 0 && before >= 0);
    assert_int_equal(write(file, line, sizeof line - 1), (ssize_t)(sizeof line - 1));
    dup2(file, STDIN_FILENO);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(lseek(STDIN_FILENO, 0, SEEK_SET), 0);
        struct outcome outcome = house_day_run(&the_day, &command_house, "do", i ? "- --json" : "--json");
        assert_int_equal(outcome.code, EXIT_CODE_OK);
        json_t *reply = outcome_document(&outcome);
        assert_string_equal(json_string_value(json_object_get(reply, "outcome")), i ? "repeated" : "done");
        assert_int_equal(json_array_size(json_object_get(reply, "events")), i ? 0 : 1);
        json_decref(reply);
    }
    static const char other[] =
        "{\"do\":\"register\",\"id\":\"j1\",\"by\":\"fay\",\"patron\":\"2005\",\"name\":\"Wim\"}\n";
    assert_int_equal(pwrite(file, other, sizeof other - 1, 0), (ssize_t)(sizeof other - 1));
    assert_int_equal(lseek(STDIN_FILENO, 0, SEEK_SET), 0);
    struct outcome conflict = house_day_run(&the_day, &command_house, "do", "-");
    assert_int_equal(conflict.code, EXIT_CODE_FINDINGS);
    assert_non_null(strstr(conflict.output, "refused: the id j1 was used before, for register by fay at "));
    assert_non_null(strstr(conflict.output, "(house#id)"));
    dup2(before, STDIN_FILENO);
    close(before);
    close(file);
    assert_int_equal(unlink(path), 0);
}

/* Runs `house PART STORE WORDS` with these lines on standard input. */
static struct outcome run_with_input(const char *part, const char *words, const char *lines)
{
    char path[128];
    (void)snprintf(path, sizeof path, "%s/input", the_day.folder);
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600), before = dup(STDIN_FILENO);
    assert_true(file >= 0 && before >= 0);
    assert_int_equal(write(file, lines, strlen(lines)), (ssize_t)strlen(lines));
    assert_int_equal(lseek(file, 0, SEEK_SET), 0);
    dup2(file, STDIN_FILENO);
    struct outcome outcome = house_day_run(&the_day, &command_house, part, words);
    dup2(before, STDIN_FILENO);
    close(before);
    close(file);
    assert_int_equal(unlink(path), 0);
    return outcome;
}

/* A program that waits for answers may write to standard input, so it is read line by line. */
static void standard_input_is_done_line_by_line(void **state)
{
    (void)state;
    struct outcome outcome =
        run_with_input("do", "", "register 2006 name Una born 1990-01-01 by fay\ndance\n");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_has(outcome.errors, "standard input:2: ");
    outcome = house_day_run(&the_day, &command_house, "show", "patrons");
    assert_has(outcome.output, "2006    Una");
}

/* Runs `house staff STORE WORDS` with a line on standard input. */
static struct outcome staff_with(const char *words, const char *line)
{
    return run_with_input("staff", words, line);
}

static void staff_get_passwords_and_badges(void **state)
{
    (void)state;
    struct outcome outcome = staff_with("set-password fay --by olga", "a long secret\n");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_string_equal(outcome.output, "fay can sign in by password, and changes it then\n");
    outcome = staff_with("set-pin fay --badge 201", "2010");
    assert_string_equal(outcome.output, "fay can sign in by badge and PIN\n");
    outcome = staff_with("", "");
    assert_has(outcome.output, "  fay     floor         given     201");
    /* A person who types their own secret need not change it. */
    outcome = staff_with("set-password fay", "a long secret\n");
    assert_string_equal(outcome.output, "fay can sign in by password\n");
    outcome = staff_with("", "");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "  fay     floor         set       201");
    outcome = staff_with("list --json", "");
    json_t *rows = outcome_document(&outcome);
    assert_int_equal(json_array_size(rows), 10);
    json_decref(rows);
    assert_string_equal(staff_with("unlock fay", "").output, "fay may try again\n");
    assert_string_equal(staff_with("remove fay", "").output, "fay can sign in no more\n");
    assert_null(strstr(staff_with("list", "").output, "201"));
}

static void patrons_get_pins(void **state)
{
    static const struct {
        const char *words, *line;
        int code;
        const char *says;
    } rows[] = {
        {"set-pin 1001", "2468\n", EXIT_CODE_OK, "1001 can sign in by club number and PIN\n"},
        {"", "", EXIT_CODE_OK, "  1001    "},
        {"list --json", "", EXIT_CODE_OK, "1001"},
        {"unlock 1001 --by fay", "", EXIT_CODE_OK, "1001 may try again\n"},
        {"remove 1001", "", EXIT_CODE_OK, "1001 can sign in no more\n"},
        {"set-pin 1001", "246\n", EXIT_CODE_BAD_INPUT, "4 to 12 digits"},
        {"set-pin 1001 --badge 7", "2468\n", EXIT_CODE_BAD_INPUT, "--badge cannot be used with patrons"},
        {"set-pin 9999", "2468\n", EXIT_CODE_BAD_INPUT, "there is no patron 9999"},
        {"set-pin", "", EXIT_CODE_BAD_INPUT, "needs the number of a patron"},
        {"set-password 1001", "", EXIT_CODE_BAD_INPUT, "unknown task 'set-password'"},
        {"dance 1001", "", EXIT_CODE_BAD_INPUT, "list, set-pin, unlock or remove"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct outcome outcome = run_with_input("patrons", rows[i].words, rows[i].line);
        if (outcome.code != rows[i].code)
            fail_msg("%s: code %d, %s", rows[i].words, outcome.code, outcome.errors);
        assert_has(outcome.code == EXIT_CODE_OK ? outcome.output : outcome.errors, rows[i].says);
    }
    assert_null(strstr(run_with_input("patrons", "list", "").output, "1001"));
}

static void what_happened_at_the_door_can_be_shown(void **state)
{
    (void)state;
    struct house_day day;
    house_day_folder(&day);
    house_day_init(&day);
    assert_has(house_day_run(&day, &command_house, "show", "access").output, "nobody has signed in");
    house_day_end(&day);
    assert_int_equal(staff_with("set-password sue --by olga", "a long secret\n").code, EXIT_CODE_OK);
    struct outcome outcome = house_day_run(&the_day, &command_house, "show", "access");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "  credential-set  who sue, credential password, by olga");
    assert_null(strstr(outcome.output, "argon2"));
    outcome = house_day_run(&the_day, &command_house, "show", "access --json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "\"kind\":\"credential-set\",\"event\":{\"at\":");
    assert_null(strstr(outcome.output, "argon2"));
    assert_int_equal(staff_with("remove sue", "").code, EXIT_CODE_OK);
}

static void what_is_wrong_about_staff_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *words, *line, *error;
    } rows[] = {
        {"set-password eve", "a long secret\n", "there is no employee eve"},
        {"set-password fay", "too short\n", "at least 10 characters"},
        {"set-password fay", "", "read from standard input"},
        {"set-password fay", "\n", "read from standard input"},
        {"set-password fay --badge 7", "a long secret\n", "--badge can be used with set-pin only"},
        {"set-pin fay", "1234\n", "set-pin needs --badge"},
        {"set-pin fay --badge 7", "12a4\n", "4 to 12 digits"},
        {"set-password", "", "set-password needs a person"},
        {"list fay", "", "list takes no person"},
        {"set-pasword fay", "", "did you mean set-password"},
        {"dance fay", "", "list, set-password, set-pin, unlock or remove"},
        {"unlock fay --by", "", "'--by' needs a value"},
        {"unlock fay --loud", "", "unknown argument '--loud'"},
        {"unlock fay dana", "", "unknown argument 'dana'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct outcome outcome = staff_with(rows[i].words, rows[i].line);
        if (outcome.code != EXIT_CODE_BAD_INPUT || outcome.output[0])
            fail_msg("%s: code %d, %s", rows[i].words, outcome.code, outcome.output);
        assert_has(outcome.errors, rows[i].error);
    }
}

static void a_refusal_as_json_has_its_clause(void **state)
{
    (void)state;
    struct outcome outcome = do_lines(&the_day, "open-table HE-2 by dana\n", "--json");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    json_t *reply = outcome_document(&outcome);
    assert_string_equal(json_string_value(json_object_get(reply, "outcome")), "refused");
    assert_string_equal(json_string_value(json_object_get(reply, "clause")), "house#permission");
    assert_true(json_string_length(json_object_get(reply, "words")) > 0);
    json_decref(reply);
}

/* house#time: the clock is the system's. */
static void a_time_that_the_computer_does_not_show_is_refused(void **state)
{
    static const char *const lines[] = {
        "clock 2999-01-01T00:00:00Z\n",
        "clock 2999-01-01T00:00:00Z far\n",
        "confirm-time 2999-01-01T00:00:00Z reason late authorised-by sue by ada\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct outcome outcome = do_lines(&the_day, lines[i], "");
        assert_has(outcome.output, "the clock of the house follows that of this computer");
        assert_has(outcome.output, "(house#time)");
    }
    struct outcome outcome =
        do_lines(&the_day, "clock 2026-11-20T00:00:00Z reason late authorised-by sue by dana\n", "");
    assert_has(outcome.output, "dana may not set the clock");
}

static void everything_can_be_shown(void **state)
{
    (void)state;
    static const char *const views[] = {"meters", "hits",   "funds",   "tables", "hands",
                                        "prizes", "boards", "patrons", "staff",  "offers"};
    struct outcome outcome = house_day_run(&the_day, &command_house, "show", "--json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    json_t *all = outcome_document(&outcome);
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        assert_true(json_is_array(json_object_get(all, views[i])));
        outcome = house_day_run(&the_day, &command_house, "show", views[i]);
        assert_int_equal(outcome.code, EXIT_CODE_OK);
        assert_has(outcome.output, "Lantern Street Card Room, 2026-11-03T06:00:00-08:00");
    }
    assert_int_equal(json_array_size(json_object_get(all, "prizes")), 14);
    json_decref(all);
    outcome = house_day_run(&the_day, &command_house, "show", "");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "$8,000.00         held");
}

/* The numbers of the hands that boards show, and of all hands with how they stand: "2; 1 beaten, 2 posted". */
static void how_hands_stand(const struct house_day *day, char *words, size_t size)
{
    struct outcome outcome = house_day_run(day, &command_house, "show", "--json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    json_t *all = outcome_document(&outcome);
    struct text_out out;
    sqlite3 *database;
    sqlite3_stmt *statement;
    char path[128];
    text_out_init(&out, words, size);
    const json_t *boards = json_object_get(all, "boards");
    for (size_t i = 0; i < json_array_size(boards); i++)
        text_out_add(&out, "%lld; ",
                     (long long)json_integer_value(json_object_get(json_array_get(boards, i), "hand")));
    (void)snprintf(path, sizeof path, "%s/house.db", day->folder);
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(database, "SELECT hand, state FROM hand ORDER BY hand", -1, &statement, NULL),
        SQLITE_OK);
    const json_t *hands = json_object_get(all, "hands");
    for (size_t i = 0; sqlite3_step(statement) == SQLITE_ROW; i++) {
        const char *state = (const char *)sqlite3_column_text(statement, 1);
        assert_string_equal(json_string_value(json_object_get(json_array_get(hands, i), "state")), state);
        text_out_add(&out, "%s%d %s", i > 0 ? ", " : "", sqlite3_column_int(statement, 0), state);
    }
    assert_int_equal(sqlite3_finalize(statement), SQLITE_OK);
    assert_int_equal(sqlite3_close(database), SQLITE_OK);
    json_decref(all);
}

/* A hand that cannot win is shown as standing by nobody: neither by the board nor by the table for reports. */
static void a_view_says_that_there_are_more_rows(void **state)
{
    enum { ROWS_MAX = 96 };
    char lines[8192];
    struct text_out out;
    struct house_day day;
    (void)state;
    house_day_folder(&day);
    house_day_init(&day);
    struct outcome outcome = house_day_run(&day, &command_house, "show", "patrons --json");
    json_t *shown = outcome_document(&outcome);
    const size_t known = json_array_size(json_object_get(shown, "patrons"));
    assert_null(json_object_get(shown, "more"));
    json_decref(shown);
    text_out_init(&out, lines, sizeof lines);
    for (size_t i = known; i < ROWS_MAX; i++)
        text_out_add(&out, "register %zu name P%zu born 1980-01-01 by office\n", 5000 + i, i);
    assert_int_equal(do_lines(&day, lines, "").code, EXIT_CODE_OK);
    outcome = house_day_run(&day, &command_house, "show", "patrons");
    assert_null(strstr(outcome.output, "there are more"));
    assert_int_equal(do_lines(&day, "register 6000 name Last born 1980-01-01 by office\n", "").code,
                     EXIT_CODE_OK);
    outcome = house_day_run(&day, &command_house, "show", "patrons");
    assert_has(outcome.output, "there are more; this shows 96");
    outcome = house_day_run(&day, &command_house, "show", "patrons --json");
    shown = outcome_document(&outcome);
    assert_string_equal(json_string_value(json_array_get(json_object_get(shown, "more"), 0)), "patrons");
    json_decref(shown);
    house_day_end(&day);
}

static void a_board_shows_the_best_of_those_that_may_win(void **state)
{
    static const char hands[] =
        "appoint dana role dealer by office\nappoint fay role floor by office\n"
        "appoint sam role supervisor by office\nappoint sue role supervisor by office\n"
        "clock 2026-11-02T18:00:00-08:00\n"
        "register 1001 name \"Ann Lee\" born 1980-05-06 identification seen by fay\n"
        "register 1002 name Bob born 1990-01-01 identification seen by fay\n"
        "open-table HE-1 by fay\nsit HE-1 seat 1 patron 1001 by dana\nsit HE-1 seat 2 patron 1002 by dana\n"
        "sit HE-1 seat 3 by dana\nsit HE-1 seat 4 by dana\nsit HE-1 seat 5 by dana\nsit HE-1 seat 6 by dana\n"
        "start-round HE-1 by dana\nclaim-hand HE-1 seat 1 offer high-hand by dana\n"
        "verify-hand 1 cards \"8s 8h\" board \"8d 7c 7h 2s 3d\" pot $40 by sam\n"
        "authorise 1 by sue\nend-round HE-1 by dana\nstart-round HE-1 by dana\n"
        "claim-hand HE-1 seat 2 offer high-hand by dana\n"
        "verify-hand 2 cards \"9s 9h\" board \"9d 7c 7h 2s 3d\" pot $40 by sam\n"
        "authorise 2 by sue\nend-round HE-1 by dana\n";
    static const char equal_hand[] =
        "leave HE-1 seat 2 by dana\nstart-round HE-1 by dana\nclaim-hand HE-1 seat 3 offer high-hand by "
        "dana\n"
        "verify-hand 3 cards \"9s 9h\" board \"9d 7c 7h 2s 3d\" pot $40 by sam\nauthorise 3 by sue\n";
    static const struct {
        const char *lines, *words;
    } steps[] = {
        {hands, "2; 1 beaten, 2 posted"},
        {"exclude 1002 reason \"asked for it\" authorised-by sue by sam\n", "1; 1 posted, 2 void"},
        {"readmit 1002 authorised-by sue by sam\n", "2; 1 beaten, 2 posted"},
        {equal_hand, "2; 3; 1 beaten, 2 posted, 3 posted"},
        {"irregularity HE-1 what misdeal by sam\n", "2; 1 beaten, 2 posted, 3 void"},
        {"exclude 1002 reason \"asked for it\" authorised-by sue by sam\n", "1; 1 posted, 2 void, 3 void"},
    };
    (void)state;
    struct house_day day;
    char words[256];
    house_day_folder(&day);
    house_day_init(&day);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        struct outcome outcome = do_lines(&day, steps[i].lines, "--quiet");
        if (outcome.code != EXIT_CODE_OK)
            fail_msg("%s%s", outcome.output, outcome.errors);
        how_hands_stand(&day, words, sizeof words);
        assert_string_equal(words, steps[i].words);
    }
    struct outcome outcome = house_day_run(&day, &command_audit, "", "");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    house_day_end(&day);
}

/* The figures that regulators require of a meter: money in cents, counts as numbers, and no limit as null. */
static void meters_are_shown_in_numbers(void **state)
{
    static const char *const numbers[] = {"meter",   "base",     "reset", "rate", "hidden rate", "largest",
                                          "fees in", "overflow", "hits",  "won",  "reserve",     "advances"};
    (void)state;
    struct outcome outcome = house_day_run(&the_day, &command_house, "show", "meters --json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    json_t *all = outcome_document(&outcome);
    const json_t *meters = json_object_get(all, "meters");
    for (size_t i = 0; i < json_array_size(meters); i++) {
        const json_t *meter = json_array_get(meters, i);
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
            assert_true(json_is_integer(json_object_get(meter, numbers[k])));
        assert_true(json_is_integer(json_object_get(meter, "most")) ||
                    json_is_null(json_object_get(meter, "most")));
        if (strcmp(json_string_value(json_object_get(meter, "offer")), "bonus-hand") == 0) {
            assert_int_equal(json_integer_value(json_object_get(meter, "rate")), 11);
            assert_int_equal(json_integer_value(json_object_get(meter, "hidden rate")), 89);
        }
    }
    json_decref(all);
}

/* As many as the meters count, the newest first. */
static void the_last_hits_are_shown(void **state)
{
    (void)state;
    struct outcome outcome = house_day_run(&the_day, &command_house, "show", "--json");
    json_t *all = outcome_document(&outcome);
    const json_t *hits = json_object_get(all, "hits"), *meters = json_object_get(all, "meters");
    json_int_t counted = 0, won = 0;
    for (size_t i = 0; i < json_array_size(meters); i++) {
        counted += json_integer_value(json_object_get(json_array_get(meters, i), "hits"));
        won += json_integer_value(json_object_get(json_array_get(meters, i), "won"));
    }
    assert_true(counted > 0);
    assert_int_equal(json_array_size(hits), counted);
    for (size_t i = 0; i < json_array_size(hits); i++) {
        const json_t *hit = json_array_get(hits, i);
        won -= json_integer_value(json_object_get(hit, "amount"));
        assert_true(json_string_length(json_object_get(hit, "pool")) > 0);
        if (i > 0)
            assert_true(strcmp(json_string_value(json_object_get(json_array_get(hits, i - 1), "hit")),
                               json_string_value(json_object_get(hit, "hit"))) >= 0);
    }
    assert_int_equal(won, 0);
    json_decref(all);
}

static void wrong_words_are_answered(void **state)
{
    (void)state;
    assert_refused(&command_house, "house", "give init, do, show, diff, amend, staff or patrons");
    assert_refused(&command_house, "house open", "give init, do, show, diff, amend, staff or patrons");
    assert_refused(&command_house, "house init", "STORE is missing");
    assert_refused(&command_house, "house init --at", "'--at' needs a value");
    assert_refused(&command_house, "house init sqlite:/nowhere/x.db --at monday",
                   "the year in 4 digits expected");
    assert_refused(&command_house, "house init sqlite:/nowhere/x.db --house nobody",
                   "there is no house 'nobody'");
    assert_refused(&command_house, "house do", "STORE is missing");
    assert_refused(&command_house, "house do sqlite:x.db a b", "unknown argument 'b'");
    assert_refused(&command_house,
                   "house do sqlite:x.db --ids 123456789.123456789.123456789.123456789.123456789."
                   "123456789.123456789.123456789.1",
                   "--ids needs a prefix");
    assert_refused(&command_house, "house do house.db", "sqlite:");
    assert_refused(&command_house, "house show", "STORE is missing");
    char line[256];
    (void)snprintf(line, sizeof line, "house show %s dreams", the_day.store);
    struct outcome outcome = run_command(&command_house, line);
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_has(outcome.errors, "cannot show 'dreams'");
    assert_string_equal(outcome.output, "");
}

/* The commands that want a store which is there, with an empty script for `do`. */
static void assert_all_refuse(const char *store, const char *words)
{
    static const struct {
        const struct subcommand *command;
        const char *line;
    } asks[] = {
        {&command_house, "house do %s /dev/null"},
        {&command_house, "house show %s"},
        {&command_explain, "explain %s meter bonus-hand"},
        {&command_replay, "replay %s"},
        {&command_audit, "audit %s"},
    };
    for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++) {
        char line[256];
        (void)snprintf(line, sizeof line, asks[i].line, store);
        assert_refused(asks[i].command, line, words);
        assert_refused(asks[i].command, line, store);
    }
}

static void a_store_that_is_not_there_is_said(void **state)
{
    (void)state;
    char store[128];
    assert_all_refuse("sqlite:/nowhere/x.db", "there is no such file");
    (void)snprintf(store, sizeof store, "sqlite:%s/none.db", the_day.folder);
    assert_all_refuse(store, "there is no such file");
    assert_int_equal(access(store + strlen("sqlite:"), F_OK), -1);
    (void)snprintf(store, sizeof store, "sqlite:%s", the_day.folder);
    assert_all_refuse(store, "this is a folder, and a store is a file");
    assert_refused(&command_house, "house init sqlite:/ --house demo", "this is a folder");
    struct outcome outcome = run_command(&command_house, "house init sqlite:/nowhere/x.db");
    assert_int_equal(outcome.code, EXIT_CODE_WORLD);
    assert_has(outcome.errors, "sqlite:/nowhere/x.db: the file cannot be opened: No such file");
}

static void a_file_that_is_no_store_is_left_alone(void **state)
{
    (void)state;
    char path[128], store[160], line[256], read[32] = "";
    (void)snprintf(path, sizeof path, "%s/letter", the_day.folder);
    (void)snprintf(store, sizeof store, "sqlite:%s", path);
    FILE *file = fopen(path, "w+b");
    assert_non_null(file);
    assert_true(fputs("Dear house,\n", file) >= 0);
    assert_int_equal(fflush(file), 0);
    assert_all_refuse(store, "the file is not a store");
    (void)snprintf(line, sizeof line, "house init %s", store);
    assert_refused(&command_house, line, "the file is not a store");
    rewind(file);
    assert_non_null(fgets(read, sizeof read, file));
    assert_string_equal(read, "Dear house,\n");
    assert_int_equal(fclose(file), 0);
    assert_int_equal(unlink(path), 0);
}

static void a_database_of_somebody_else_is_left_alone(void **state)
{
    (void)state;
    char path[128], line[256], mode[16] = "";
    sqlite3 *database;
    sqlite3_stmt *statement;
    (void)snprintf(path, sizeof path, "%s/other.db", the_day.folder);
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, "CREATE TABLE theirs (a)", NULL, NULL, NULL), SQLITE_OK);
    (void)snprintf(line, sizeof line, "house init sqlite:%s", path);
    assert_refused(&command_house, line, "this file does not hold a store");
    assert_int_equal(sqlite3_prepare_v2(database, "PRAGMA journal_mode", -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    (void)snprintf(mode, sizeof mode, "%s", (const char *)sqlite3_column_text(statement, 0));
    assert_string_equal(mode, "delete");
    assert_int_equal(sqlite3_finalize(statement), SQLITE_OK);
    assert_int_equal(sqlite3_close(database), SQLITE_OK);
    assert_int_equal(unlink(path), 0);
}

static void a_script_that_is_none_is_said(void **state)
{
    (void)state;
    char line[256];
    (void)snprintf(line, sizeof line, "house do %s %s", the_day.store, the_day.folder);
    assert_refused(&command_house, line, "is a folder; give a script file");
    (void)snprintf(line, sizeof line, "house do %s %s/nothing", the_day.store, the_day.folder);
    assert_refused(&command_house, line, "/nothing: No such file");
}

static void a_script_may_begin_with_the_mark_of_an_editor(void **state)
{
    (void)state;
    assert_int_equal(do_lines(&the_day, "\xef\xbb\xbf# by an editor\n", "").code, EXIT_CODE_OK);
}

/* Runs as somebody who may not read the file; the superuser, who may, becomes the user nobody. */
static struct outcome run_without_permission(const char *path, const char *line)
{
    enum { NOBODY = 65534 };
    bool privileged = geteuid() == 0;
    assert_int_equal(chmod(path, 0), 0);
    assert_int_equal(chmod(the_day.folder, 0755), 0);
    if (privileged)
        assert_int_equal(seteuid(NOBODY), 0);
    struct outcome outcome = run_command(&command_house, line);
    if (privileged)
        assert_int_equal(seteuid(0), 0);
    assert_int_equal(chmod(path, 0600), 0);
    assert_int_equal(chmod(the_day.folder, 0700), 0);
    return outcome;
}

static void what_may_not_be_read_is_said(void **state)
{
    (void)state;
    char path[128], line[384];
    (void)snprintf(path, sizeof path, "%s/secret", the_day.folder);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    (void)snprintf(line, sizeof line, "house do %s %s", the_day.store, path);
    struct outcome outcome = run_without_permission(path, line);
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_has(outcome.errors, "/secret: Permission denied");
    (void)snprintf(line, sizeof line, "house show sqlite:%s", path);
    outcome = run_without_permission(path, line);
    assert_int_equal(outcome.code, EXIT_CODE_WORLD);
    assert_has(outcome.errors, "the file cannot be opened: Permission denied");
    assert_int_equal(unlink(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_day_runs_clean_and_can_be_run_again),
        cmocka_unit_test(a_house_begins_once),
        cmocka_unit_test(a_house_may_be_a_folder_of_its_own),
        cmocka_unit_test(an_init_that_was_killed_is_begun_again),
        cmocka_unit_test(where_a_disk_failed_is_said),
        cmocka_unit_test(everything_can_be_shown),
        cmocka_unit_test(a_board_shows_the_best_of_those_that_may_win),
        cmocka_unit_test(meters_are_shown_in_numbers),
        cmocka_unit_test(the_last_hits_are_shown),
        cmocka_unit_test(quiet_shows_refusals_that_were_not_expected),
        cmocka_unit_test(what_had_to_be_refused_and_was_not_is_said),
        cmocka_unit_test(bad_lines_are_shown_with_a_mark_and_nothing_is_done),
        cmocka_unit_test(very_bad_scripts_are_answered_briefly),
        cmocka_unit_test(standard_input_is_done_line_by_line),
        cmocka_unit_test(lines_can_be_json_and_come_on_standard_input),
        cmocka_unit_test(staff_get_passwords_and_badges),
        cmocka_unit_test(patrons_get_pins),
        cmocka_unit_test(what_happened_at_the_door_can_be_shown),
        cmocka_unit_test(what_is_wrong_about_staff_is_said),
        cmocka_unit_test(a_refusal_as_json_has_its_clause),
        cmocka_unit_test(a_time_that_the_computer_does_not_show_is_refused),
        cmocka_unit_test(wrong_words_are_answered),
        cmocka_unit_test(a_store_that_is_not_there_is_said),
        cmocka_unit_test(a_file_that_is_no_store_is_left_alone),
        cmocka_unit_test(a_database_of_somebody_else_is_left_alone),
        cmocka_unit_test(a_script_that_is_none_is_said),
        cmocka_unit_test(a_script_may_begin_with_the_mark_of_an_editor),
        cmocka_unit_test(what_may_not_be_read_is_said),
        cmocka_unit_test(a_view_says_that_there_are_more_rows),
    };
    return cmocka_run_group_tests(tests, open_the_day, close_the_day);
}
