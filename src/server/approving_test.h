/*
 * For tests of the server: a client files the register of an issuer as it lies beside its documents, signed anew with the demo key, with one
 * more document in it.
 */
#ifndef SERVER_APPROVING_TEST_H
#define SERVER_APPROVING_TEST_H

#include "rulebook/demo_key.h"
#include "rulebook/files.h"
#include "server/service_test.h"

static inline void client_approves(struct client *client, const char *activity, struct text document)
{
    static uint32_t number = 1000; /* higher than those of the tree */
    char path[256], hex[DIGEST_SIZE];
    unsigned char digest[RULE_DOCUMENT_DIGEST_SIZE];
    struct arena arena;
    struct findings findings;
    struct text text;
    struct approvals approvals;
    struct signed_approvals made;
    arena_init(&arena, 4 << 20);
    findings_init(&findings, &arena, 1);
    (void)snprintf(path, sizeof path, CARDROOM_ROOT "/rulebooks/%.*s/approvals",
                   TEXT_ARGUMENTS(activity_issuer(text_of(activity))));
    assert_int_equal(files_read(path, 1 << 19, &arena, &findings, &text), STATUS_OK);
    assert_int_equal(approvals_read(text, path, &arena, &findings, &approvals), STATUS_OK);
    rule_document_digest(document, digest);
    digest_write(digest, hex);
    approvals.number = ++number;
    if (!approval_of(&approvals, activity_name(text_of(activity)), text_of(hex))) {
        struct approval *entry = &approvals.items[approvals.count]; /* there is room for one */
        *entry = approvals.items[0];
        entry->activity = activity_name(text_of(activity));
        entry->digest = text_of(hex);
        entry->version = number;
        approvals.count++;
    }
    assert_int_equal(demo_sign(&approvals, &arena, &made), STATUS_OK);
    json_t *asked = json_pack("{s:s,s:s%,s:s%}", "do", "file-approvals", "text", made.text.bytes,
                              made.text.length, "signature", made.signature.bytes, made.signature.length);
    char *line = json_dumps(asked, JSON_COMPACT);
    client_must(client, line);
    free(line);
    json_decref(asked);
    arena_release(&arena);
}

#endif
