#include "cli/document_home_test.h"

#include <stdlib.h>

#define DOCUMENT(first)                                                                                      \
    "# Corner Jackpot (GEAR-000001)\n\nA jackpot.\n\n1. " first                                              \
    " [posting]\n\n   ```yaml\n   games: [Texas Hold'em]\n   ```\n\n"                                        \
    "2. Another rule. [posting] [duty: display]\n"

static const char document[] = DOCUMENT("The rules are displayed.");

static struct document_home home;

static int open_home(void **state)
{
    (void)state;
    document_home_open(&home, document);
    return 0;
}

static int close_home(void **state)
{
    (void)state;
    static const char *const files[] = {"rulebooks/corner/approvals",
                                        "rulebooks/corner/approvals.minisig",
                                        "bureau.key",
                                        "bureau.pub",
                                        "other.key",
                                        "other.pub"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        (void)unlink(files[i]);
    document_home_close(&home);
    return 0;
}

static void file_is(const char *path, char *bytes, size_t size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    bytes[fread(bytes, 1, size - 1, file)] = '\0';
    assert_int_equal(fclose(file), 0);
}

static void write_document(const char *text)
{
    FILE *file = fopen("rulebooks/corner/jackpot.md", "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void done(const char *line, const char *words)
{
    struct outcome outcome = run_command(&command_approve, line);
    if (outcome.code != EXIT_CODE_OK)
        fail_msg("%s: %s", line, outcome.errors);
    assert_has(outcome.output, words);
}

/* Whoever does not trust this program asks the one whose format it is; where that is not installed, it says nothing. */
static void minisign_says(const char *key, bool good)
{
    enum { NOT_INSTALLED = 127 };
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        (void)freopen("/dev/null", "w", stderr);
        (void)execlp("minisign", "minisign", "-V", "-q", "-p", key, "-m", "rulebooks/corner/approvals",
                     (char *)NULL);
        _exit(NOT_INSTALLED);
    }
    const int code = finish(pid);
    assert_true(code == NOT_INSTALLED || (code == 0) == good);
}

static void verifies(const char *key, int code)
{
    char line[128];
    snprintf(line, sizeof line, "approve --verify rulebooks/corner/approvals --public %s", key);
    struct outcome outcome = run_command(&command_approve, line);
    assert_int_equal(outcome.code, code);
    minisign_says(key, code == EXIT_CODE_OK);
}

static void a_document_is_approved_and_changed(void **state)
{
    (void)state;
    static char text[1 << 12];
    done("approve --make-key bureau", "bureau.key is the secret key");
    done("approve --make-key other", "other.pub");
    assert_refused(&command_approve, "approve --make-key other", "is there already");
    done("approve corner/jackpot --key bureau.key --by Bureau --on 2026-11-02",
         "corner/jackpot: version 1 approved, GEAR-000001");
    file_is("rulebooks/corner/approvals", text, sizeof text);
    assert_has(text, "issuer: corner\nnumber: 1\n");
    assert_has(text, "approved: 2026-11-02\n");
    verifies("bureau.pub", EXIT_CODE_OK);
    verifies("other.pub", EXIT_CODE_FINDINGS);
    /* A changed document is another version; what was approved stays in the register. */
    write_document(DOCUMENT("Nothing is displayed."));
    done("approve rulebooks/corner/jackpot.md --key bureau.key", "version 2 approved");
    file_is("rulebooks/corner/approvals", text, sizeof text);
    assert_has(text, "version: 1\n");
    assert_has(text, "number: 2\n");
    write_document(document);
    assert_refused(&command_approve, "approve corner/jackpot --key bureau.key", "this is version 1");
    verifies("bureau.pub", EXIT_CODE_OK);
}

static void an_approval_is_suspended_and_confirmed(void **state)
{
    (void)state;
    static char text[1 << 12];
    done("approve --make-key bureau", "bureau.pub");
    assert_refused(&command_approve, "approve corner/jackpot --key bureau.key --status suspended",
                   "is not approved yet");
    done("approve corner/jackpot --key bureau.key --by Bureau --reference \"No. 7\"", "approved, No. 7");
    done("approve corner/jackpot --key bureau.key --status suspended", "version 1 suspended");
    done("approve corner/jackpot --key bureau.key --status \"under review\"", "under review");
    done("approve corner/jackpot --key bureau.key --status approved", "version 1 approved");
    done("approve corner/jackpot --key bureau.key --confirm corner/jackpot#2", "confirmed: 2");
    file_is("rulebooks/corner/approvals", text, sizeof text);
    assert_has(text, "number: 5\n");
    assert_has(text, "confirmed: [2]\n");
    assert_refused(&command_approve, "approve corner/jackpot --key bureau.key --confirm 3", "has no clause");
    assert_refused(&command_approve, "approve corner/jackpot --key bureau.key --status fine",
                   "unknown status 'fine'");
}

static void a_line_altered_by_hand_is_found(void **state)
{
    (void)state;
    static char text[1 << 12];
    done("approve --make-key bureau", "bureau.pub");
    done("approve corner/jackpot --key bureau.key --by Bureau", "approved");
    file_is("rulebooks/corner/approvals", text, sizeof text);
    char *by = strstr(text, "Bureau");
    assert_non_null(by);
    *by = 'b';
    FILE *file = fopen("rulebooks/corner/approvals", "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    verifies("bureau.pub", EXIT_CODE_FINDINGS);
}

static void wrong_words_are_refused(void **state)
{
    (void)state;
    assert_refused(&command_approve, "approve", "ACTIVITY is missing");
    assert_refused(&command_approve, "approve corner/jackpot", "--key is missing");
    assert_refused(&command_approve, "approve corner/jackpot --key", "--key needs a value");
    assert_refused(&command_approve, "approve corner/jackpot --seal x", "unknown option");
    assert_refused(&command_approve, "approve corner/jackpot --key rulebooks/corner/jackpot.md",
                   "no secret key of minisign");
    assert_refused(&command_approve, "approve corner/jackpot --key none.key", "cannot be read");
    assert_refused(&command_approve, "approve corner/jackpot --key x --status revoked --by me", "alone");
    assert_refused(&command_approve, "approve --verify x", "--public is missing");
    done("approve --make-key bureau", "bureau.pub");
    assert_refused(&command_approve, "approve corner/jackpot --key bureau.key", "--by is missing");
    assert_refused(&command_approve, "approve corner/jackpot --key bureau.key --by me --on 2026-02-30",
                   "day");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_document_is_approved_and_changed, open_home, close_home),
        cmocka_unit_test_setup_teardown(an_approval_is_suspended_and_confirmed, open_home, close_home),
        cmocka_unit_test_setup_teardown(a_line_altered_by_hand_is_found, open_home, close_home),
        cmocka_unit_test_setup_teardown(wrong_words_are_refused, open_home, close_home),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
