#include "rulebook/demo_key.h"

#include "base/check.h"

/* Not a secret. */
static const char known_seed[MINISIGN_SEED_SIZE + 1] = "cardroom demo key: known to all!",
                                                  known_id[MINISIGN_ID_SIZE + 1] = "YLNOOMED";

void demo_secret(struct minisign_secret *secret)
{
    uint8_t seed[MINISIGN_SEED_SIZE], id[MINISIGN_ID_SIZE];
    memcpy(seed, known_seed, sizeof seed);
    memcpy(id, known_id, sizeof id);
    minisign_secret_make(seed, id, secret);
}

bool is_demo_key(const struct minisign_key *key)
{
    struct minisign_secret secret;
    demo_secret(&secret);
    return minisign_key_equal(&secret.key, key);
}

enum status demo_sign(const struct approvals *approvals, struct arena *arena,
                      struct signed_approvals *signed_approvals)
{
    struct minisign_secret secret;
    struct growing text = {.arena = arena};
    struct text_out out;
    char *buffer = ARENA_ARRAY(arena, char, MINISIGN_FILE_SIZE);
    approvals_write(&text, approvals);
    if (!buffer || text.status != STATUS_OK)
        return buffer ? text.status : arena->refusal;
    demo_secret(&secret);
    text_out_init(&out, buffer, MINISIGN_FILE_SIZE);
    minisign_sign(&out, growing_text(&text), &secret, text_of(DEMO_KEY_OWNER), text_of(DEMO_KEY_OWNER));
    CHECK(!out.truncated);
    *signed_approvals = (struct signed_approvals){growing_text(&text), text_out_text(&out)};
    return STATUS_OK;
}
