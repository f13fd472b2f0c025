#include "rulebook/approval.h"
#include "rulebook/demo_key.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#define DIGEST_A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define DIGEST_B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
#define ENTRY(activity, version, digest, more)                                                               \
    "  - activity: " activity "\n    version: " version "\n    digest: " digest                              \
    "\n    approved: 2026-11-02\n    by: the Bureau\n    reference: GEAR-001275\n" more
#define HEAD "issuer: bay101\nnumber: 3\napprovals:\n"

enum { ARENA_MAX = 1 << 20 };

struct read {
    struct arena arena;
    struct findings findings;
    struct approvals approvals;
    enum status status;
};

static void read_register(struct read *read, const char *text)
{
    arena_init(&read->arena, ARENA_MAX);
    findings_init(&read->findings, &read->arena, 4);
    read->status =
        approvals_read(text_of(text), "approvals", &read->arena, &read->findings, &read->approvals);
}

static void refused(const char *text, const char *words)
{
    struct read read;
    char line[FINDING_LINE_SIZE];
    struct text_out out;
    read_register(&read, text);
    assert_int_equal(read.status, STATUS_INVALID);
    assert_true(read.findings.count > 0);
    text_out_init(&out, line, sizeof line);
    finding_write(&out, &read.findings.items[0]);
    if (!strstr(line, words))
        fail_msg("\"%s\" is not in \"%s\"", words, line);
    arena_release(&read.arena);
}

static void answers(const struct approvals *approvals, const char *activity, const char *digest,
                    enum approval_answer expected)
{
    assert_int_equal(approval_answer(approvals, text_of(activity), text_of(digest), NULL), expected);
}

static void a_register_answers_for_each_document(void **state)
{
    (void)state;
    struct read read;
    const struct approval *found;
    read_register(&read, HEAD ENTRY("aces-cracked", "1", DIGEST_A, "")
                             ENTRY("aces-cracked", "2", DIGEST_B, "    confirmed: [16, 17]\n")
                                 ENTRY("blazing-7s", "1", DIGEST_A, "    status: suspended\n")
                                     ENTRY("dead-chip", "1", DIGEST_A, "    status: under review\n")
                                         ENTRY("match-play", "1", DIGEST_A, "    status: revoked\n"));
    assert_int_equal(read.status, STATUS_OK);
    assert_int_equal(read.approvals.number, 3);
    const struct approvals *approvals = &read.approvals;
    answers(approvals, "bay101/aces-cracked", DIGEST_B, ANSWER_APPROVED);
    answers(approvals, "bay101/aces-cracked", DIGEST_A, ANSWER_FORMER);
    answers(approvals, "bay101/blazing-7s", DIGEST_A, ANSWER_SUSPENDED);
    answers(approvals, "bay101/blazing-7s", DIGEST_B, ANSWER_CHANGED);
    answers(approvals, "bay101/dead-chip", DIGEST_A, ANSWER_UNDER_REVIEW);
    answers(approvals, "bay101/match-play", DIGEST_A, ANSWER_REVOKED);
    answers(approvals, "bay101/prize-wheel", DIGEST_A, ANSWER_NOT_APPROVED);
    answers(approvals, "bay102/aces-cracked", DIGEST_B, ANSWER_NOT_APPROVED);
    (void)approval_answer(approvals, text_of("bay101/aces-cracked"), text_of(DIGEST_B), &found);
    assert_int_equal(found->version, 2);
    assert_true(approval_confirms(found, text_of("16")));
    assert_false(approval_confirms(found, text_of("1")));
    arena_release(&read.arena);
}

static void what_is_written_reads_back_the_same(void **state)
{
    (void)state;
    struct read read;
    struct growing first, second;
    struct approvals again;
    read_register(&read, HEAD ENTRY("aces-cracked", "1", DIGEST_A, "    confirmed: [16, 17]\n")
                             ENTRY("blazing-7s", "12", DIGEST_B, "    status: under review\n"));
    first = second = (struct growing){.arena = &read.arena};
    approvals_write(&first, &read.approvals);
    assert_int_equal(approvals_read(growing_text(&first), "approvals", &read.arena, &read.findings, &again),
                     STATUS_OK);
    approvals_write(&second, &again);
    assert_true(text_equal(growing_text(&first), growing_text(&second)));
    assert_int_equal(again.count, 2);
    assert_int_equal(again.items[1].status, APPROVAL_UNDER_REVIEW);
    arena_release(&read.arena);
}

static void what_is_no_register_is_refused(void **state)
{
    (void)state;
    refused("", "");
    refused("issuer: bay101\nnumber: 3\n", "write the list approvals:");
    refused("issuer: Bay 101\nnumber: 3\napprovals: []\n", "the name of the file");
    refused("issuer: bay101\nnumber: 0\napprovals: []\n", "a number from 1");
    refused("issuer: bay101\nnumber: 03\napprovals: []\n", "a number from 1");
    refused("issuer: bay101\nnumber: 1000000000\napprovals: []\n", "a number from 1");
    refused("issuer: bay101\nnumber: 3\nseal: x\napprovals: []\n", "has no \"seal\"");
    refused(HEAD ENTRY("aces-cracked", "1", "aaaa", ""), "64 digits");
    refused(HEAD ENTRY("aces-cracked", "1", DIGEST_A, "    status: fine\n"), "under review");
    refused(HEAD ENTRY("aces-cracked", "1", DIGEST_A, "    confirmed: [x]\n"), "the numbers of clauses");
    refused(HEAD ENTRY("aces-cracked", "1", DIGEST_A, "    confirmed: [16, 16]\n"), "each once");
    refused(HEAD ENTRY("aces-cracked", "1", DIGEST_A, "") ENTRY("aces-cracked", "1", DIGEST_B, ""), "once");
    refused(HEAD ENTRY("aces-cracked", "1", DIGEST_A, "") ENTRY("aces-cracked", "2", DIGEST_A, ""), "once");
    refused(HEAD "  - activity: aces-cracked\n    version: 1\n    digest: " DIGEST_A
                 "\n    approved: 2026-02-30\n    by: x\n    reference: y\n",
            "a date such as");
}

static void the_demo_key_is_the_one_of_the_repository(void **state)
{
    (void)state;
    struct minisign_secret known, read;
    struct minisign_key key;
    static const char *const files[] = {CARDROOM_RULEBOOKS "/demo-only.key",
                                        CARDROOM_RULEBOOKS "/demo-only.pub"};
    char bytes[2][MINISIGN_FILE_SIZE] = {""};
    for (size_t i = 0; i < 2; i++) {
        FILE *file = fopen(files[i], "rb");
        assert_non_null(file);
        bytes[i][fread(bytes[i], 1, sizeof bytes[i] - 1, file)] = '\0';
        assert_int_equal(fclose(file), 0);
    }
    demo_secret(&known);
    assert_int_equal(minisign_secret_read(text_of(bytes[0]), text_of(""), &read, NULL), STATUS_OK);
    assert_memory_equal(&read, &known, sizeof read);
    assert_int_equal(minisign_key_read(text_of(bytes[1]), &key, NULL), STATUS_OK);
    assert_true(is_demo_key(&key));
    key.id[0] ^= 1;
    assert_false(is_demo_key(&key));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_register_answers_for_each_document),
        cmocka_unit_test(what_is_written_reads_back_the_same),
        cmocka_unit_test(what_is_no_register_is_refused),
        cmocka_unit_test(the_demo_key_is_the_one_of_the_repository),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
