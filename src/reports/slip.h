/*
 * The sheets that a cage prints: the slip of a paid prize, the win page of an award, and the slip of a reimbursement to a
 * tray. One page each, as PDF.
 *
 * A sheet says who won what by which clause, who verified, authorised and paid it and when, and which forms the laws require,
 * and has lines for signatures. A reprint says REPRINT, with who printed it and when. The winner signs the slip of a prize
 * and may keep it: nothing on it shows that a report of suspicious activity is due (us-federal/currency-reports#14).
 *
 * The same sheet gives the same bytes. A text that is too long is cut, and a list that is too long ends with the number of
 * the rest: there is never a second page.
 */
#ifndef REPORTS_SLIP_H
#define REPORTS_SLIP_H

#include "base/arena.h"
#include "base/calendar.h"
#include "base/json.h"
#include "books/slip_event.h"

enum { SLIP_NAME_SIZE = 129, SLIP_WORDS_SIZE = 256, SLIP_CHECKPOINT_SIZE = 1024 };

/* A slip as it was last printed. */
struct slip {
    uint32_t number, subject; /* the prize or the award */
    enum slip_kind kind;
    uint32_t copies; /* printed so far, this one too */
    struct instant printed;
    char by[SLIP_NAME_SIZE];
};

/* The content. Documents may be NULL: then nothing is known. */
struct slip_sheet {
    struct slip slip;
    bool reprint; /* this is not the first copy */
    struct zone zone;
    json_t *house;    /* {"name", "address", "tagline", "colour"} */
    json_t *people;   /* {person: name} */
    json_t *told;     /* view_told(): a form by any other clause is not printed */
    json_t *rule;     /* view_clause() of the clause that it was won by */
    json_t *subject;  /* view_prize() or view_award() */
    json_t *paid;     /* the event prize-paid of the prize */
    json_t *awarded;  /* the event awarded */
    json_t *verified; /* the event hand-verified of the hand that won */
    char checkpoint
        [SLIP_CHECKPOINT_SIZE]; /* the newest checkpoint of the log, for a win page; "": there is none */
};
void slip_sheet_release(struct slip_sheet *sheet);

MUST_USE enum status slip_draw(const struct slip_sheet *sheet, struct arena *arena, struct text *pdf,
                               struct fault *fault);

/* "Twelve thousand eight hundred forty-three dollars and 17 cents", as a check has it. The amount is not below zero. */
void slip_write_amount(struct text_out *out, int64_t cents);

#endif
