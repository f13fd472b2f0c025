/* Inside the tables desk: what its table (tables_desk.c) names, and what only its files call. */
#ifndef HOUSE_TABLES_TABLES_INTERNAL_H
#define HOUSE_TABLES_TABLES_INTERNAL_H

#include "house/kernel/desk.h"
#include "house/tables/tables.h"

decide_function decide_start_round, decide_irregularity, decide_return_fees, decide_end_round,
    decide_open_table, decide_close_table, decide_sit, decide_leave, decide_bank, decide_equipment,
    decide_call_floor, decide_answer_call, decide_note;
apply_function apply_hour_completed, apply_administration_taken, apply_round_started, apply_irregularity,
    apply_fees_returned, apply_round_ended, apply_table_opened, apply_table_closed, apply_seated, apply_left,
    apply_banked, apply_equipment, apply_floor_called, apply_call_answered, apply_noted;

void tables_due(const struct floor *floor, struct instant until, struct due *due);
enum status complete_round_started(const struct floor *floor, struct event *event, struct arena *arena);
enum status complete_fees_returned(const struct floor *floor, struct event *event, struct arena *arena);
enum status judge_ended(const struct floor *floor, const struct event *event, struct fault *fault);
bool irregularity_again(const struct floor *floor, const struct event *event, struct command *command);
bool table_again(const struct floor *floor, const struct event *event, struct command *command);
bool sit_again(const struct floor *floor, const struct event *event, struct command *command);
bool seat_again(const struct floor *floor, const struct event *event, struct command *command);
bool note_again(const struct floor *floor, const struct event *event, struct command *command);

/* The table of a round that runs; NULL after a refusal (rounds.c). */
const struct table *running_table(struct deciding *deciding, struct text name);

/* Another table at which the patron sits, or bets behind a seat in its running round; NULL: none (tables.c). */
const struct table *table_elsewhere(const struct floor *floor, const struct table *here, uint32_t patron);

/* One person is at one table at a time; false after a refusal (tables.c). */
bool check_one_table(struct deciding *deciding, const struct table *here, uint32_t patron);

/* Counts what the movements of fees, or of their return, bring the box of the offer (rounds.c). */
void count_collection(const struct floor *floor, struct table_offer *at, const struct money_rows *money,
                      bool returned);

/* In snapshots (tables_snapshot.c). */
enum { TABLES_SECTIONS = 5 };
extern const struct desk_section tables_sections[TABLES_SECTIONS];
enum status check_tables_restored(struct restoring *restoring);
void tables_restored(struct floor *floor);

/* In cases (tables_case.c). */
enum { TABLES_STATEMENTS = 1 };
extern const struct desk_statement tables_statements[TABLES_STATEMENTS];

/* Shown to pages and programs (tables_views.c). */
enum { TABLES_VIEWS = 2 };
extern const struct desk_view tables_views[TABLES_VIEWS];

#endif
