/*
 * Where the rule documents and houses are that a command works on.
 *
 * The folders `rulebooks` and `houses` are looked for in the current folder, then below the folder that the variable
 * CARDROOM_HOME names, then where the program was built from, then where it was installed to (/usr/local/share/cardroom). The
 * first that has `rulebooks` is taken.
 */
#ifndef CLI_LIBRARY_PLACE_H
#define CLI_LIBRARY_PLACE_H

#include "rulebook/library.h"

/* The path of `rulebooks` or `houses`, in the library's arena; NULL if there is none. */
const char *library_place(struct library *library, const char *folder);

/* Reads all rule documents, and with `houses` all houses. EXIT_CODE_OK, or a message and EXIT_CODE_BAD_INPUT. Errors in a
 * document are findings and do not stop it. */
int library_open(const char *command, struct library *library, bool houses);

/*
 * The folder of a house: `word` is the name of one below `houses`, or a folder that has a house.yaml, such as ./corner. In the
 * library's arena; the last part of it is the identity of the house. NULL, and a message, if there is none.
 */
const char *library_house_folder(const char *command, struct library *library, const char *word);
struct text library_house_identity(const char *folder);

/* Reads all rule documents and that house with its offers. EXIT_CODE_OK if there is no error in the house; otherwise it says
 * what is wrong. */
int library_open_house(const char *command, struct library *library, const char *word,
                       const struct library_house **house);

/* Reads all rule documents, right or wrong. EXIT_CODE_OK; or EXIT_CODE_BAD_INPUT if there are none here, and it says so. */
int library_read_rulebooks(const char *command, struct library *library);

/* The errors in a file, or in all files (NULL), in order, on standard error. Whether there are any. */
bool library_print_errors(struct library *library, const char *file);

/* A house may be called like an issuer, and its offer like the activity. */
enum library_wish { LIBRARY_ACTIVITY_FIRST, LIBRARY_OFFER_FIRST };

/*
 * The rule document or offer of that name, after library_open(): "bay101/aces-cracked", "demo/bonus-hand", or the name
 * alone where only one has it. Of an offer both are found. Says what is wrong and suggests a name if there is none.
 */
int library_find(const char *command, const struct library *library, const char *name, enum library_wish wish,
                 const struct rulebook **rulebook, const struct offer **offer);

#endif
