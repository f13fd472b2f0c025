/*
 * Any bytes as a register, as a key, as a signature: either a fault, or something that reads back the same. No signature that was made up
 * verifies.
 */
#include "base/check.h"
#include "rulebook/demo_key.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARENA_MAX = 16 << 20, FINDINGS_MAX = 4 };

static void try_register(struct text text, struct arena *arena)
{
    struct findings findings;
    struct approvals approvals, again;
    struct growing out = {.arena = arena};
    findings_init(&findings, arena, FINDINGS_MAX);
    enum status status = approvals_read(text, "approvals", arena, &findings, &approvals);
    if (status != STATUS_OK) {
        CHECK(status != STATUS_INVALID || findings.count + findings.dropped > 0);
        return;
    }
    CHECK(approvals.number > 0 && approvals.issuer.length > 0 && approvals.count <= APPROVALS_MAX);
    for (unsigned i = 0; i < approvals.count; i++) {
        const struct approval *approval = &approvals.items[i];
        CHECK(approval_of(&approvals, approval->activity, approval->digest) == approval); /* P1 */
        CHECK(approval_newest(&approvals, approval->activity)->version >= approval->version);
    }
    approvals_write(&out, &approvals);
    CHECK(out.status == STATUS_OK);
    CHECK(approvals_read(growing_text(&out), "approvals", arena, &findings, &again) == STATUS_OK); /* P2 */
    CHECK(again.count == approvals.count && again.number == approvals.number);
}

static void try_signature(struct text text)
{
    struct minisign_secret secret;
    struct minisign_signature signature;
    demo_secret(&secret);
    if (minisign_signature_read(text, &signature, NULL) != STATUS_OK)
        return;
    CHECK(signature.trusted_comment.length <= MINISIGN_COMMENT_MAX);
    CHECK(!minisign_verify(&signature, text, &secret.key));
}

static void try_keys(struct text text)
{
    struct minisign_key key, again;
    struct minisign_secret secret;
    char line[MINISIGN_KEY_TEXT_SIZE];
    struct text_out out;
    if (minisign_secret_read(text, text_of(""), &secret, NULL) == STATUS_OK)
        CHECK(text.length > MINISIGN_SECRET_SIZE);
    if (minisign_key_read(text, &key, NULL) != STATUS_OK)
        return;
    text_out_init(&out, line, sizeof line);
    minisign_key_write(&out, &key);
    CHECK(minisign_key_read(text_out_text(&out), &again, NULL) == STATUS_OK);
    CHECK(minisign_key_equal(&key, &again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text text = {(const char *)data, size};
    struct arena arena;
    arena_init(&arena, ARENA_MAX);
    try_register(text, &arena);
    try_signature(text);
    try_keys(text);
    arena_release(&arena);
    return 0;
}
