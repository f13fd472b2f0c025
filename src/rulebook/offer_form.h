/*
 * The form of an offer: one field for every place of its text that the rule document leaves open or bounds, and for what
 * every offer says. Nothing here knows an activity: fields follow from the document, the vocabulary and the tables of the
 * house.
 *
 *      document                                   field
 *      pools: {prize pool: {seed: $1,000 to       path "pools/prize pool/seed", money, from $1,000 to $101,000
 *        $101,000, cap: $250,000}}                (the cap is fixed, and has none)
 *      charts: {A: [flush: $10 to $100]}          path "prizes/flush", money, of chart A
 *      settings: {hits: {choices: [...]}}         path "settings/hits", a choice
 *
 * Invariants
 *  G1  A path names one place. Two fields have the same path only if they are the prize or the hand of rows that are called
 *      alike, in charts of which one is in force at a time.
 *  G2  A required field without a value is a finding of the check.
 *
 * Ownership: all is in the arena; fields point into the document, the house and the offer's data, which outlive them.
 */
#ifndef RULEBOOK_OFFER_FORM_H
#define RULEBOOK_OFFER_FORM_H

#include "rulebook/house_file.h"

enum form_kind {
    FORM_MONEY,
    FORM_COUNT,
    FORM_PERCENT,
    FORM_MULTIPLE,
    FORM_DURATION,
    FORM_TIME,
    FORM_DATE,
    FORM_HOURS,
    FORM_MOMENTS,
    FORM_FLAG,
    FORM_TEXT,
    FORM_HAND,
    FORM_AWARD,
    FORM_LIMITS,
    FORM_CHOICE,  /* one of the choices */
    FORM_CHOICES, /* any of them */
    FORM_LIST,    /* any number of values; of the choices if there are some */
    FORM_GAME,
    FORM_KINDS
};

const char *form_kind_name(enum form_kind kind);

enum { FORM_KEYS_MAX = 8, FORM_FIELDS_MAX = 512, FORM_CHOICES_MAX = 128 };

struct form_field {
    struct text
        keys[FORM_KEYS_MAX]; /* from map to map; where `in_list` has the bit, the number of an item from 1 */
    unsigned key_count, in_list;
    struct text path, label;
    enum form_kind kind;
    struct text approved;    /* as the document writes it; empty if it says nothing */
    struct text least, most; /* the ends of a range; empty if it has none */
    struct text *choices;
    unsigned choice_count;
    bool required;
    struct text chart;             /* only while this chart is in force; empty: always */
    struct text fallback;          /* what holds where nothing is posted; empty if nothing does */
    const char *meaning, *example; /* of the vocabulary; NULL if it has none */
    struct text clause;            /* empty if no clause says it */
    const struct node *value;      /* as posted; NULL if it is not */
    unsigned items;                /* of a list around it: how many the document has */
};

struct offer_form {
    const struct rulebook *rulebook;
    struct form_field *fields;
    unsigned count;
};

/* `posted` is the data of an offer, or NULL. STATUS_NO_SPACE or STATUS_NO_MEMORY as the arena says, or if there are too many
 * fields. */
MUST_USE enum status offer_form_make(const struct rulebook *rulebook, const struct house *house,
                                     const struct node *posted, struct arena *arena, struct offer_form *form);

/* NULL if no field has this path. */
const struct form_field *offer_form_field(const struct offer_form *form, struct text path);

/* The field that a finding is about; NULL if it is about none. The form is that of the data which was checked. */
const struct form_field *offer_form_field_of(const struct offer_form *form, const struct finding *finding);

/* ------------------------------------------------------------------------------------------ filling in */

struct form_answer {
    struct text path;
    const struct text *values; /* several only of a list */
    unsigned count;            /* 0: it is left out */
    bool is_list;
};

/*
 * The text of an offer with the answers put in: into a copy of `text` as far as it says something else, with the comment that it
 * opens with, or into a new one if `text` is empty. Prizes and hands of charts that the answers put out of force are left out.
 * STATUS_INVALID if an answer has no field or not its shape (the fault says which), or if `text` is no data.
 */
MUST_USE enum status offer_form_fill(const struct rulebook *rulebook, const struct house *house,
                                     struct text text, const struct form_answer *answers, unsigned count,
                                     struct arena *arena, struct text *filled, struct fault *fault);

/* ------------------------------------------------------------------------------------------ changes */

/* A place that two offers say differently; empty where one says nothing. */
struct offer_change {
    struct text path, from, to;
};

struct offer_changes {
    struct offer_change *changes;
    unsigned count;
};

/* In the order of `before`, then what is new in the order of `after`; either may be NULL. */
MUST_USE enum status offer_changes_find(const struct node *before, const struct node *after,
                                        struct arena *arena, struct offer_changes *changes);

/* A posted value as one text: the items of a list with commas between. */
MUST_USE enum status offer_value_text(const struct node *value, struct arena *arena, struct text *text);

#endif
