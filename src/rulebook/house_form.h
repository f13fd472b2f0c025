/*
 * The form of a house: what its text can say, and its text with other values put in. The office changes a running house with it;
 * whoever prefers the text writes house.yaml.
 *
 *      {"roles", "dealer"}  [read, verify]     the role may do these
 *      {"tables", "C4-1", "limits"}  $10 to $100
 *      {"tables", "C4-9"}  a map                a new row, unless there is one; its values follow
 *      {"branding", "tagline"}  nothing         left out
 *
 * A place is a list of keys, because the name of a table, role or fund may have slashes of its own. A row of the tables has the name of
 * its table as its key.
 */
#ifndef RULEBOOK_HOUSE_FORM_H
#define RULEBOOK_HOUSE_FORM_H

#include "rulebook/house_file.h"
#include "rulebook/vocabulary.h"

enum { HOUSE_PLACE_MAX = 4 };

struct house_place {
    struct text keys[HOUSE_PLACE_MAX];
    unsigned count;
};

/* ------------------------------------------------------------------------------------------ what it can say */

/* A single value that a house may say, at its top or in a part of it; tables, funds, roles, equipment and the readings of laws are no
 * single values. */
struct house_setting {
    const char *part; /* NULL: at the top */
    const struct vocabulary_key *key;
    const struct node *value; /* NULL: the house does not say it */
};

/* The setting of that number, from 0; false if there is none. */
bool house_setting(const struct house *house, unsigned number, struct house_setting *setting);

/* The kind of field that a value is asked for with: "money", "time", "choice". */
const char *house_setting_kind(const struct house_setting *setting);

/* ------------------------------------------------------------------------------------------ putting in */

enum house_answer_shape {
    HOUSE_LEFT_OUT,
    HOUSE_VALUE, /* of one text */
    HOUSE_LIST,
    HOUSE_MAP, /* it is there; what is in it stays */
};

struct house_answer {
    struct house_place place;
    enum house_answer_shape shape;
    const struct text *values;
    unsigned count;
};

/*
 * The text with the answers put in, one after the other, with the comment that it opens with. STATUS_INVALID if the text is no data, or
 * a place is inside of a value that has no keys; the fault says which. What the values mean is for house_read().
 */
MUST_USE enum status house_form_fill(struct text text, const struct house_answer *answers, unsigned count,
                                     struct arena *arena, struct text *filled, struct fault *fault);

/* The place of the value or key that stands at the origin, for a finding; false if nothing does. */
bool house_place_of(const struct house *house, const struct origin *origin, struct house_place *place);

#endif
