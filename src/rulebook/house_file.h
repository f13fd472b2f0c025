/*
 * A house and what it offers: house.yaml and the offers beside it.
 *
 *      houses/demo/house.yaml             name, time zone, tables, funds, equipment, roles
 *      houses/demo/offers/bonus-hand.yaml an activity with the values that the house posts
 *
 * An offer has the shape of its rule document. What it posts is checked against what the document approves, value by
 * value; offer_node() then gives what holds.
 *
 * Invariants
 *  H1  A table has a name of its own in its house.
 *  H2  The tables of an offer are tables of its house that are not closed for good; `charts` are the charts of its document that are in force.
 *
 * Ownership: everything is in the arena that it was read into; an offer points to its rulebook and its house, which
 * outlive it.
 */
#ifndef RULEBOOK_HOUSE_FILE_H
#define RULEBOOK_HOUSE_FILE_H

#include "base/arena.h"
#include "rulebook/minisign.h"
#include "rulebook/rulebook.h"
#include "rulebook/schedule.h"

struct house_table {
    struct text name;
    const char *name_ended; /* the same with a zero byte behind it */
    struct game_name game;
    struct value limits;
    unsigned seats, pace; /* rounds an hour */
    bool no_limit, free_play;
    bool closed; /* for good; its row stays because books name it */
    struct origin origin;
};

enum { HOUSE_SEATS_MAX = 16 }; /* of a table */

struct house {
    const char *file;
    struct text identity; /* "demo" */
    struct text name, zone;
    struct node *data;
    struct house_table *tables;
    unsigned table_count;
    bool has_errors; /* a table or fund that offers miss may be one that could not be read */
};

/* STATUS_OK means that `house` can be used, though there may be findings. */
MUST_USE enum status house_read(struct text bytes, const char *file, struct text identity,
                                struct arena *arena, struct findings *findings, struct house *house);

const struct house_table *house_table_find(const struct house *house, struct text name);
bool house_has_fund(const struct house *house, struct text name);
uint16_t
house_business_minute(const struct house *house); /* at which the gaming day begins; 06:00 if not said */

/*
 * What another text of the same house says otherwise, place by place: "tables/C4-1/limits", "roles/dealer", "name". A list is one
 * value, "verify, authorise". What one of the two does not say is empty.
 */
struct house_change {
    struct text path, before, after;
};

struct house_changes {
    struct house_change *items;
    uint32_t count;
};

enum { HOUSE_CHANGES_MAX = 4096 };

/* STATUS_NO_SPACE if there are more changes, or as the arena says. */
MUST_USE enum status house_changes_find(const struct house *before, const struct house *after,
                                        struct arena *arena, struct house_changes *changes);

/* Whether the two say of a table the same as far as offers and hands can depend on it: not its pace, and not whether it is closed. */
bool house_tables_deal_alike(const struct house_table *one, const struct house_table *other);

/*
 * Puts the tables into the order of those of `before`, as far as it has them; new ones follow in their order. A table that only
 * `before` has is returned, and nothing is changed then; else NULL.
 */
const struct house_table *house_order_tables(struct house *house, const struct house *before);

/* When checkpoints of the log are made (docs/formats/checkpoints.md); where the house says nothing, as the vocabulary says. */
struct house_checkpoints {
    struct money payments_above;
    int64_t every_ms, cosigned_ms;
};
struct house_checkpoints house_checkpoints(const struct house *house);

struct money
house_by_row(const struct house *house); /* the most that a hand verified by its row wins; $500 if not said */

/* In `approvals`, in place of an issuer. */
#define HOUSE_EVERY_ISSUER "every issuer"

/* The next key of a line of keys; what is no key is left out. False at its end. */
bool house_next_key(struct text *rest, struct minisign_key *key);

/* Whether the house trusts the key to approve documents of the issuer. */
bool house_trusts(const struct house *house, struct text issuer, const struct minisign_key *key);
/* Whether it trusts any key for the issuer. */
bool house_trusts_any(const struct house *house, struct text issuer);

int64_t house_clock_jump_ms(const struct house *house); /* that the clock may jump; 2 minutes if not said */

/* How long whom somebody gave a role does not sign together with that person; 0: until the gaming day ends. */
int64_t house_appointees_wait_ms(const struct house *house);

/* ------------------------------------------------------------------------------------------ offers */

enum { OFFER_DIGEST_SIZE = 32 };

struct offer {
    const char *file;
    struct text identity; /* "demo/bonus-hand" */
    const struct house *house;
    const struct rulebook *rulebook;
    struct node *data;
    struct schedule hours;
    const struct house_table **tables;
    unsigned table_count;
    const struct rulebook_chart **charts; /* in force */
    unsigned chart_count;
    const struct node *tickets; /* in the version with tickets: what a row of points wins; else NULL */
    unsigned char digest[OFFER_DIGEST_SIZE]; /* BLAKE2b of the bytes */
};

/* The activity that the bytes of an offer name; empty if they name none. For finding the rulebook before reading. */
struct text offer_activity(const struct node *data);

/* `data` is the tree of the file, and its origin names the file. STATUS_OK means that `offer` can be used, though there may be findings. */
MUST_USE enum status offer_read(struct node *data, struct text bytes, struct text identity,
                                const struct house *house, const struct rulebook *rulebook,
                                struct arena *arena, struct findings *findings, struct offer *offer);

/* Rows whose hands the rules leave to the house get those that it posts; the charts in force are then the offer's own. */
MUST_USE enum status offer_take_hands(struct offer *offer, struct arena *arena, struct findings *findings);

/* What holds at a path of the document: the posted value, the reading that the house chose where a setting decides it, else
 * the approved value; NULL if none says anything. */
const struct node *offer_node(const struct offer *offer, const char *path);

/* The same as text; the default of the vocabulary where neither says anything, empty if there is none. */
struct text offer_text(const struct offer *offer, const char *path);

/* The clause of the document by which it holds: that of the setting if the house chose its reading, or if only a setting says
 * anything; empty if nothing does. */
struct text offer_clause(const struct offer *offer, const char *path);

/* What a row wins here: the posted prize, else the award of the document; where the house offers the version with tickets, so
 * many in place of points. NULL if it wins nothing by itself. */
/* The advertised name, or that of its document. */
struct text offer_title(const struct offer *offer);

const struct node *offer_prize(const struct offer *offer, const struct rulebook_row *row);

/* What is approved for the prize of a row, and the clause that says so. False if it wins nothing by itself. */
bool offer_approved_prize(const struct offer *offer, const struct rulebook_row *row, struct value *approved,
                          struct text *clause);

/* The posted prize alone, under the name of the row or of a chart with one prize for all rows; NULL if there is none. */
const struct node *offer_posted_prize(const struct offer *offer, const struct rulebook_row *row);

/* The payout structure in force: the one that is chosen, or the only one; NULL if there is none. */
const struct node *offer_structure(const struct offer *offer);

/* Whether an optional part (a multiplier) is switched off. */
bool offer_is_off(const struct offer *offer, const char *part);

/* The next of several that "; " joins, from `at` on, which passes it; false: there is none. */
bool offer_next_item(struct text items, size_t *at, struct text *item);

/* Do the two run on a table at the same time? `table` gets the first such table. */
bool offers_meet(const struct offer *one, const struct offer *other, const struct house_table **table);

#endif
