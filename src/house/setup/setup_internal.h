/* Inside the setup desk: what its table (setup_desk.c) names, and what only its files call. */
#ifndef HOUSE_SETUP_SETUP_INTERNAL_H
#define HOUSE_SETUP_SETUP_INTERNAL_H

#include "house/kernel/desk.h"
#include "house/setup/setup.h"

decide_function decide_open_house, decide_file_document, decide_post_offer, decide_withdraw_offer,
    decide_raise;
apply_function apply_house_opened, apply_document_filed, apply_offer_posted, apply_offer_withdrawn,
    apply_pool_changed;

enum status setup_begin(struct floor *floor);
void setup_due(const struct floor *floor, struct instant until, struct due *due);
bool raise_again(const struct floor *floor, const struct event *event, struct command *command);

/* In snapshots (setup_snapshot.c). */
enum { SETUP_SECTIONS = 7 };
extern const struct desk_section setup_sections[SETUP_SECTIONS];
enum status check_setup_restored(struct restoring *restoring);

/* Shown to pages and programs (setup_views.c). */
enum { SETUP_VIEWS = 5 };
extern const struct desk_view setup_views[SETUP_VIEWS];

#endif
