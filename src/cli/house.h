/*
 * What the commands about a house with its books in a store share.
 */
#ifndef CLI_HOUSE_H
#define CLI_HOUSE_H

#include "books/keeper.h"
#include "cli/command.h"
#include "cli/table.h"

#include <stdio.h>

/* A failure of store or house, on standard error: EXIT_CODE_BAD_INPUT for what is wrong with the words or the store,
 * EXIT_CODE_WORLD for what is wrong with the machine. */
int house_failure(const char *command, const char *what, enum status status, const struct fault *fault);

/* "12:00:05 round-started C4-1 ..." for people: an event in one line, times by the clock of the house. */
void house_write_event(struct text_out *out, const struct floor *floor, const struct event *event);

/* One movement in words: "patrons -> fee box $1.00  fee  bay101/x#12". */
void house_write_movement(struct text_out *out, const struct floor *floor, const struct movement *movement);

/* The payload of an event as a document that is the caller's (json_decref); empty or NULL if there is no memory. */
json_t *house_event_json(const struct event *event);

/* One line on standard output, compact; the document is given back. EXIT_CODE_WORLD if there is no memory for it. */
int house_print_json_line(json_t *document);

/* The rows as a list of objects, with the heads as keys; to be given back with json_decref(). */
json_t *house_table_json(const struct text_table *table);

/* How `serve` finds its books. */
struct house_books {
    const char *store, *house; /* the house as library_house_folder() takes it */
    bool make;                 /* begin the books if the store has none; otherwise that is an error */
    bool must_be_its;          /* it is an error if they are of another house */
    struct instant opened;     /* where they are begun */
    const char *key;           /* of the log; NULL: beside the store */
};

/* Checks that the store has books, or begins them; says what is wrong. */
int house_open_books(const char *command, const struct house_books *books);

/* The access log, as `house show STORE access` prints it. */
int house_show_door(const char *address, const struct floor *floor, bool json);

/* Which versions of the program decided, as `house show STORE program` prints it. */
int house_show_program(const char *address, const struct floor *floor, bool json);

/* What the files of a house say otherwise than its books (books/differences.h), as a line and as an object. */
struct difference;
void house_print_difference(FILE *file, const struct difference *difference);
json_t *house_difference_json(const struct difference *difference);

/* The parts of `cardroom house`. */
int house_init(int argc, char **argv);
int house_do(int argc, char **argv);
int house_show(int argc, char **argv);
int house_staff(int argc, char **argv);
int house_patrons(int argc, char **argv);
int house_diff(int argc, char **argv);
int house_amend(int argc, char **argv);

/* The machine's clock, in whole seconds. */
struct instant house_wall_clock(void);

/* Whether the machine's clock does not show the time yet, by more than the clock of the house may jump; and the refusal of it. The clock of
 * a house follows that of the machine, so that no deadline passes before its time. */
bool house_is_ahead(const struct floor *floor, struct instant at);
struct ruling house_ahead(void);

#endif
