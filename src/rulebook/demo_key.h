/*
 * The demo key: it signs the registers of this repository, of the demo, of cases and of tests. Everybody knows its secret: it is in this
 * file and in rulebooks/demo-only.key. So it proves nothing, and a house that pays real money must not trust it.
 */
#ifndef RULEBOOK_DEMO_KEY_H
#define RULEBOOK_DEMO_KEY_H

#include "rulebook/approval.h"
#include "rulebook/minisign.h"

/* Who approves with it. */
#define DEMO_KEY_OWNER "demo key, known to everybody"

void demo_secret(struct minisign_secret *secret);
bool is_demo_key(const struct minisign_key *key);

/* The text of a register and its signature by the demo key, in the arena. */
struct signed_approvals {
    struct text text, signature;
};
MUST_USE enum status demo_sign(const struct approvals *approvals, struct arena *arena,
                               struct signed_approvals *signed_approvals);

#endif
