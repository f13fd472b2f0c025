/* Inside the setup desk: what its table (setup_desk.c) names, and what only its files call. */
#ifndef HOUSE_SETUP_SETUP_INTERNAL_H
#define HOUSE_SETUP_SETUP_INTERNAL_H

#include "house/kernel/desk.h"
#include "house/setup/setup.h"

decide_function decide_open_house, decide_file_approvals, decide_file_document, decide_post_offer,
    decide_withdraw_offer, decide_raise, decide_amend_house, decide_withdraw_change;
apply_function apply_house_opened, apply_approvals_filed, apply_document_filed, apply_offer_posted,
    apply_offer_withdrawn, apply_pool_changed, apply_house_amended, apply_amendment_filed,
    apply_change_withdrawn, apply_change_refused, apply_offer_filed;

enum status setup_begin(struct floor *floor);
void setup_due(const struct floor *floor, struct instant until, struct due *due);
bool raise_again(const struct floor *floor, const struct event *event, struct command *command);

/* Changes that were filed for a later time (amending.c). */
void changes_due(const struct floor *floor, struct due *due);
enum command_kind amendment_brought(const struct floor *floor, const struct event *event);
bool amend_again(const struct floor *floor, const struct event *event, struct command *command);
bool file_amendment_again(const struct floor *floor, const struct event *event, struct command *command);
enum command_kind posting_brought(const struct floor *floor, const struct event *event);
bool offer_posted_again(const struct floor *floor, const struct event *event, struct command *command);
enum status judge_offer_posted(const struct judging *judging);
enum status judge_offer_filed(const struct judging *judging);

/* Judges an offer that waited, and posts it by the house. What stands in the way is told instead (tell_refusal). */
enum status decide_posting_due(struct deciding *deciding, const struct waiting *waiting);
enum status tell_refusal(struct deciding *deciding, uint32_t number);

/* Logs of earlier numbers do not tell whose day an increase is, nor from which days on the pools of a posted offer grow. */
enum status complete_increased(const struct floor *floor, struct event *event, struct arena *arena);
enum status complete_offer_posted(const struct floor *floor, struct event *event, struct arena *arena);

/* The change waits no more; false if none of the number does. */
bool forget_waiting(struct floor *floor, uint32_t number);
bool withdraw_change_again(const struct floor *floor, const struct event *event, struct command *command);

/* Approvals (approvals.c). Reads a register into the floor, in place of the one of its issuer; the text is copied. */
MUST_USE enum status setup_take_approvals(struct floor *floor, struct text text, struct text signature,
                                          const struct minisign_key *key);

/* The document may be filed and offered; the entry that approves it. NULL after a refusal. Of logs before the third number: no entry
 * is needed, and `none` is returned. */
const struct approval *check_approved(struct deciding *deciding, const struct rulebook *rulebook);

/* No register of a posted offer would lose the trust of the house by its amendment. False after a refusal. */
bool check_trust(struct deciding *deciding, const struct house *house);

/* Whether the approval of the document stops an offer: it is under review, suspended or revoked, or the register lacks it. */
void find_stopped(const struct floor *floor, struct offering *offering);
void find_all_stopped(struct floor *floor);

/* Whether an event tells of a document that its time could not have filed or offered. */
bool is_unapproved(const struct floor *floor, const struct rulebook *rulebook);

/* Reading texts (documents.c, house.c). The first error among the findings is NULL if there is none. */
const struct finding *first_error(const struct findings *findings);
enum status refuse_finding(struct deciding *deciding, const struct finding *finding);

/* A text that could not be read because there was no memory is not wrong. */
enum status reading_failed(const struct arena *arena, enum status status);

/* What house.yaml said by a text that the floor keeps: the house as it is now, or one that is read again. */
MUST_USE enum status house_as_written(struct floor *floor, struct text text, const struct house **house);

/* Reads an offer into the arena, by the first `documents` that were filed. STATUS_INVALID if it cannot be used; the
 * findings say why. */
MUST_USE enum status read_offer(const struct floor *floor, const struct house *house, unsigned documents,
                                struct text name, struct text text, struct arena *arena,
                                struct findings *findings, struct offer *offer);

/* A law holds from now on; filed again it takes the place of its former text. */
MUST_USE enum status take_law(struct floor *floor, const struct rulebook *law);

/* Where a law that binds the house has tax held back, the house owes that to the tax office until it hands it in. */
MUST_USE enum status open_taxes(struct floor *floor);

/* The offer at its tables, as posted now. Where it was not offered when the round that runs was dealt, nobody wins by it. */
MUST_USE enum status put_at_tables(struct floor *floor, uint32_t number, bool was_posted);

/* In snapshots (setup_snapshot.c). */
enum { SETUP_SECTIONS = 9 };
extern const struct desk_section setup_sections[SETUP_SECTIONS];
enum status check_setup_restored(struct restoring *restoring);

/* Shown to pages and programs (setup_views.c). */
enum { SETUP_VIEWS = 6 };
extern const struct desk_view setup_views[SETUP_VIEWS];

#endif
