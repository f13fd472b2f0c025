/*
 * An errand about documents, offers and odds: what the clerk is handed of the replica, and what it answers.
 *
 * The loop copies what the house has filed and posted into the errand, so that the clerk needs nothing of the floor; the clerk reads
 * it again there. A document that the house has filed is the one that counts, also where the shelf has another text of it.
 */
#ifndef SERVER_API_INQUIRY_H
#define SERVER_API_INQUIRY_H

#include "reports/shelf.h"
#include "rulebook/offer_form.h"
#include "server/service_internal.h"

struct desk_document {
    struct text identity, text;
    const struct rulebook *rulebook; /* once it was asked for */
};

struct desk_offer {
    struct text name, activity, text;
};

struct desk {
    struct errand errand;
    void (*look)(struct desk *desk); /* the clerk's thread */
    /* In the loop, before the answer goes out; NULL: nothing is to be done there. */
    void (*finish)(struct service *service, struct desk *desk);
    struct access_session session;
    struct shelf *shelf; /* of the clerk who does it */

    /* Of the replica. */
    struct text identity, house_text;
    struct desk_document *documents; /* as filed, each identity once */
    unsigned document_count;
    struct desk_offer *offers; /* those that are posted */
    unsigned offer_count;

    /* What is asked. */
    struct text document, offer, words, file;
    json_t *body; /* NULL: none */
    const char *form;

    /* What came of it: an answer, bytes, or a problem. */
    json_t *answer;
    struct text bytes; /* in place of the answer, if there is a type */
    const char *type;
    unsigned code; /* of a problem; 0: none */
    char field[128], clause[128];
    struct text text; /* of the offer that is tried */
};

/* NULL, and the exchange is answered, if there is no memory. */
MUST_USE struct desk *desk_new(const struct api_request *request, void (*look)(struct desk *desk));
void desk_send(const struct api_request *request, struct desk *desk);

/* It is for the clerk who counts odds, so that nobody else waits for it. */
void desk_count(struct desk *desk);

/* Reads the body as an object with no keys but these. False when the exchange has been answered; the desk is then gone. */
MUST_USE bool desk_read_body(const struct api_request *request, struct desk *desk, const char *const *keys,
                             size_t count);

/* ------------------------------------------------------------------------------------------ the clerk's */

/* The answer is a problem; `field` may be NULL. */
void desk_refuse(struct desk *desk, unsigned code, const char *field, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* The document that the house filed, or the one at hand; NULL if there is neither. */
const struct rulebook *desk_rulebook(struct desk *desk, struct text identity);
bool desk_is_filed(const struct desk *desk, struct text identity);
struct text desk_filed_text(const struct desk *desk, struct text identity); /* empty: it is not */

/* NULL if the house has no such offer. */
const struct desk_offer *desk_offer_called(const struct desk *desk, struct text name);

/* The house as opened; NULL after desk_refuse(). */
const struct house *desk_house(struct desk *desk);

/* The text of an offer read and checked against a document, with the findings; NULL if it cannot be used, of which the findings say why. */
struct offer *desk_read_offer(struct desk *desk, const struct rulebook *rulebook, const struct house *house,
                              struct text name, struct text text, struct findings *findings,
                              struct node **data);

/* document_put(), if there is a text. */
void desk_set_text(json_t **object, const char *key, struct text text);

/* A member that is a text; empty if there is none or it is something else. */
struct text desk_text(const json_t *object, const char *key);

#endif
