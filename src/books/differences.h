/*
 * What the files of a house say otherwise than its books, and making the books say it.
 *
 *      house.yaml ──> amend-house      documents ──> file-document      offers ──> withdraw-offer, post-offer
 *
 * The books are where a house lives; its files are how it began. So nothing here happens by itself: a person asks for it, and a second
 * one signs. An offer that the files do not have is withdrawn.
 *
 * Ownership: all is in the arena that is handed in; it points into the floor and the library, which outlive it.
 */
#ifndef BOOKS_DIFFERENCES_H
#define BOOKS_DIFFERENCES_H

#include "books/keeper.h"
#include "rulebook/library.h"

enum difference_of { DIFFERENCE_HOUSE, DIFFERENCE_DOCUMENT, DIFFERENCE_OFFER };
enum difference_how { DIFFERENCE_CHANGED, DIFFERENCE_NEW, DIFFERENCE_GONE };

struct difference {
    enum difference_of of;
    enum difference_how how;
    struct text name; /* of the document or offer; empty of the house */
    /* Of a value that changes: its place, what the books and what the files say; empty: nothing. */
    struct text path, before, after;
};

struct differences {
    struct difference *items;
    size_t count, room;
    bool of_house; /* house.yaml is one of them */
};

/* The house first, then documents, then offers. Comments and the order of lines are no difference. */
MUST_USE enum status differences_find(const struct floor *floor, const struct library *library,
                                      const struct library_house *house, struct arena *arena,
                                      struct differences *found, struct fault *fault);

/* "tables/C4-1/limits: $5 to $50 -> $10 to $100", "offer bonus-hand: new" */
void house_difference_write(struct text_out *out, const struct difference *difference);

/* Who asks and who signs, and the first gaming day; none: the one that runs, at once. */
struct amending_request {
    struct text by, second;
    struct date from;
};

struct amending_reply {
    struct ruling ruling;                  /* not allowed: nothing was done */
    const char *about;                     /* the file of what was refused or failed; NULL: all of it */
    unsigned documents, offers, withdrawn; /* offers: that are posted */
    bool house;
};

/*
 * Amends the house, files documents that are new or changed, withdraws offers that the files do not have, and posts offers that are new or
 * changed, or whose document is: all in one transaction, or nothing. With a later first day nothing can be withdrawn, and is refused. Offers whose tables the house has as it is are posted before it is amended, so that a table that they
 * leave can be closed, and the others behind. Texts are read into the arena of the library.
 */
MUST_USE enum status differences_amend(struct keeper *keeper, struct library *library,
                                       const struct library_house *house,
                                       const struct amending_request *request, struct amending_reply *reply,
                                       struct fault *fault);

#endif
