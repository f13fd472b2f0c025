/*
 * Between the files that play cases of Crazy 4 Poker.
 */
#ifndef GAMES_CRAZY4_CASE_INTERNAL_H
#define GAMES_CRAZY4_CASE_INTERNAL_H

#include "games/case.h"
#include "games/crazy4.h"

/* One line of the section `settings:`. */
MUST_USE enum status crazy4_case_setting(struct case_cursor *cursor, struct crazy4_settings *settings,
                                         struct case_fault *fault);

/* "manual shoe", "by hand": as in the settings and in the step `method:`. */
MUST_USE enum status crazy4_case_dealing(struct case_cursor *cursor, enum poker_dealing *dealing,
                                         struct case_fault *fault);
MUST_USE enum status crazy4_case_shuffling(struct case_cursor *cursor, enum poker_shuffling *shuffling,
                                           struct case_fault *fault);

#endif
