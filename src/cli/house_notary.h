/*
 * The checkpoints that a command makes which writes in the books of a house (books/notary.h): when it begins and ends, at the end of a gaming
 * day, after a payment above the posted amount, and from time to time. What goes wrong with them is said on standard error.
 */
#ifndef CLI_HOUSE_NOTARY_H
#define CLI_HOUSE_NOTARY_H

#include "books/notary.h"
#include "cli/house.h"

struct house_notary {
    const char *command, *store;
    struct notary_files files;
    struct notary *notary; /* NULL: nothing is known of a key, or the house is not open yet */
    bool has_files;
    struct date day;
    uint64_t signed_at; /* seconds since 1970 */
    bool refused;       /* the store does not contain its last checkpoint */
};

/* The key is --log-key or CARDROOM_LOG_KEY; NULL: beside the store. Before the house is opened for writing: if its key is missing, it is not. */
int house_notary_find(const char *command, const char *store, const char *key, struct house_notary *notary);

/* The house is open; a checkpoint is made if the log has grown. */
int house_notary_begin(struct house_notary *notary, const struct floor *floor);

/* Says on standard error that a saved state was not used, if that is so. */
void house_notary_tell(const struct house_notary *notary, const struct keeper *keeper);

/* After a command; `decision` has its events. */
void house_notary_after(struct house_notary *notary, const struct floor *floor,
                        const struct decision *decision);

/* Makes the last checkpoint, and frees all. EXIT_CODE_FINDINGS if the store does not contain what was promised. */
int house_notary_end(struct house_notary *notary, const struct floor *floor);

#endif
