/*
 * For tests of snapshots: the demo house, and houses that were restored from its snapshots.
 *
 * After every command the house is saved and restored. What was restored must be saved as the same bytes and decide the next
 * command in the same way.
 */
#ifndef HOUSE_KERNEL_SNAPSHOT_HOUSES_TEST_H
#define HOUSE_KERNEL_SNAPSHOT_HOUSES_TEST_H

#include "house/stories/floor_test.h"

extern struct room room; /* the house itself */

/* For cmocka: the demo house opens, with its staff and without offers; it closes, and so do the restored ones. */
int houses_open(void **state);
int houses_close(void **state);

/* From here on a second house, restored now, goes along to the end. */
void houses_go_along(void);

/* ------------------------------------------------------------------------------------------ commands */

/* The command is decided, either way, by all houses alike. */
void houses_decide(const struct command *asked);

/* The same of a line. */
void houses_ask(const char *line);

/* The line is done. */
void houses_do(const char *line);
void houses_do_all(const char *const *lines, size_t count);

#define HOUSES_DO(...)                                                                                       \
    do {                                                                                                     \
        static const char *const lines_[] = {__VA_ARGS__};                                                   \
        houses_do_all(lines_, sizeof lines_ / sizeof lines_[0]);                                             \
    } while (0)

/* The line is refused. */
void houses_refuse(const char *line);

void houses_file(const char *activity, struct text text);
void houses_post(const char *offer, struct text text);

/* Files the document and posts the offer as their files have them. */
void houses_offer(const char *activity, const char *name);

/* Patrons 1001 to 1005, of whom one is a minor, one an employee and one a proposition player. */
void houses_register_everybody(void);

/* ------------------------------------------------------------------------------------------ bytes */

/* The snapshot of a floor, in the arena. */
struct text floor_saved(const struct floor *floor, struct arena *arena);

/* Opens the floor with what a snapshot says. */
void floor_restored(struct floor *floor, struct text snapshot);

#endif
