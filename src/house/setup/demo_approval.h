/*
 * For cases and tests: approves a document with the demo key, which everybody knows (rulebook/demo_key.h). A house that does not trust that
 * key refuses what is made here.
 */
#ifndef HOUSE_SETUP_DEMO_APPROVAL_H
#define HOUSE_SETUP_DEMO_APPROVAL_H

#include "house/kernel/command.h"
#include "house/kernel/floor.h"
#include "rulebook/approval.h"

/* How an entry is changed. */
struct demo_wish {
    enum approval_status status;
    bool missing; /* the register has no entry of the activity */
};

/*
 * The command that files the register of the issuer, as the floor has it, with the newest version of the document as wished. In the arena;
 * without the person who asks. `needed`: the register does not say so yet. NULL for the wish: it is approved.
 */
MUST_USE enum status demo_approve(const struct floor *floor, struct text activity, struct text document,
                                  const struct demo_wish *wish, struct arena *arena, struct command *command,
                                  bool *needed);

#endif
