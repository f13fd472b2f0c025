/*
 * For tests of commands: a folder with one rule document, corner/jackpot, which is the current folder while it is open. The
 * commands look there first, so they see this document and no other.
 */
#ifndef CLI_DOCUMENT_HOME_TEST_H
#define CLI_DOCUMENT_HOME_TEST_H

#include "cli/run_command_test.h"

#include <stdlib.h>
#include <sys/stat.h>

struct document_home {
    char folder[32];
    char before[1024]; /* the current folder, to go back to */
};

static inline void document_home_open(struct document_home *home, const char *document)
{
    snprintf(home->folder, sizeof home->folder, "/tmp/cardroom-home-XXXXXX");
    assert_non_null(getcwd(home->before, sizeof home->before));
    assert_non_null(mkdtemp(home->folder));
    assert_int_equal(chdir(home->folder), 0);
    assert_int_equal(mkdir("rulebooks", 0700), 0);
    assert_int_equal(mkdir("rulebooks/corner", 0700), 0);
    FILE *file = fopen("rulebooks/corner/jackpot.md", "wb");
    assert_non_null(file);
    assert_true(fputs(document, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static inline void document_home_close(const struct document_home *home)
{
    assert_int_equal(unlink("rulebooks/corner/jackpot.md"), 0);
    assert_int_equal(rmdir("rulebooks/corner"), 0);
    assert_int_equal(rmdir("rulebooks"), 0);
    assert_int_equal(chdir(home->before), 0);
    assert_int_equal(rmdir(home->folder), 0);
}

#endif
