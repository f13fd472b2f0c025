/* Inside the people desk: what its table (people_desk.c) names, and what only its files call. */
#ifndef HOUSE_PEOPLE_PEOPLE_INTERNAL_H
#define HOUSE_PEOPLE_PEOPLE_INTERNAL_H

#include "house/kernel/desk.h"
#include "house/people/people.h"

decide_function decide_appoint, decide_dismiss, decide_register, decide_amend_patron, decide_exclude;
apply_function apply_appointed, apply_dismissed, apply_patron;

enum status judge_patron_recorded(const struct judging *judging);
enum command_kind patron_brought_by(const struct floor *floor, const struct event *event);
enum status people_begin(struct floor *floor);
bool appoint_again(const struct floor *floor, const struct event *event, struct command *command);
bool dismiss_again(const struct floor *floor, const struct event *event, struct command *command);

/* In snapshots (people_snapshot.c). */
enum { PEOPLE_SECTIONS = 2 };
extern const struct desk_section people_sections[PEOPLE_SECTIONS];

/* Shown to pages and programs (people_views.c). */
enum { PEOPLE_VIEWS = 3 };
extern const struct desk_view people_views[PEOPLE_VIEWS];

#endif
