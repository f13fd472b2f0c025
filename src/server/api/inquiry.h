/*
 * An inquiry about documents, offers and odds: the copy of the replica's data that the clerk gets, and its answer.
 *
 * The loop copies what the house has filed and posted into the inquiry, so that the clerk needs nothing of the floor; the
 * clerk parses the copy. If the house has filed a document, that text counts, even if the folder of documents has another.
 */
#ifndef SERVER_API_INQUIRY_H
#define SERVER_API_INQUIRY_H

#include "reports/shelf.h"
#include "rulebook/offer_form.h"
#include "server/service_internal.h"

struct inquiry_document {
    struct text identity, text;
    const struct rulebook *rulebook; /* set when it was requested */
};

struct inquiry_offer {
    struct text name, activity, text;
};

struct inquiry {
    struct errand errand;
    void (*look)(struct inquiry *inquiry); /* the clerk's thread */
    /* In the loop, before the answer is sent; NULL: nothing to do there. */
    void (*finish)(struct service *service, struct inquiry *inquiry);
    struct access_session session;
    struct shelf *shelf; /* of the clerk that does it */

    /* Of the replica. */
    struct text identity, house_text;
    struct inquiry_document *documents; /* as filed, each identity once */
    unsigned document_count;
    struct inquiry_offer *offers; /* those that are posted */
    unsigned offer_count;

    /* What is asked. */
    struct text document, offer, words, file;
    json_t *body;        /* NULL: none */
    struct text before;  /* the text with which an offer is compared; empty: as it is posted */
    struct instant from; /* of an offer that is posted later; 0: at once */
    const char *form;

    /* The result: an answer, bytes, or a problem. */
    json_t *answer;
    struct text bytes; /* in place of the answer, if there is a type */
    const char *type;
    unsigned code; /* of a problem; 0: none */
    char field[128], clause[128];
    struct text text; /* of the offer that is checked */
};

/* NULL if memory ran out; the exchange has then been answered. */
MUST_USE struct inquiry *inquiry_new(const struct api_request *request,
                                     void (*look)(struct inquiry *inquiry));
void inquiry_send(const struct api_request *request, struct inquiry *inquiry);

/* Sends it to the clerk for odds, so that nobody else waits for it. */
void inquiry_count(struct inquiry *inquiry);

/* Reads the body as an object with no keys but these. False if the exchange has been answered; the inquiry is then freed. */
MUST_USE bool inquiry_read_body(const struct api_request *request, struct inquiry *inquiry,
                                const char *const *keys, size_t count);

/* ------------------------------------------------------------------------------------------ the clerk's */

/* The answer is a problem; `field` may be NULL. */
void inquiry_refuse(struct inquiry *inquiry, unsigned code, const char *field, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* The document that the house filed, or the one in the folder; NULL if there is neither. */
const struct rulebook *inquiry_rulebook(struct inquiry *inquiry, struct text identity);
bool inquiry_is_filed(const struct inquiry *inquiry, struct text identity);
struct text inquiry_filed_text(const struct inquiry *inquiry, struct text identity); /* empty: it is not */

/* NULL if the house has no such offer. */
const struct inquiry_offer *inquiry_offer_called(const struct inquiry *inquiry, struct text name);

/* The house as opened; NULL after inquiry_refuse(). */
const struct house *inquiry_house(struct inquiry *inquiry);

/* The text of an offer, parsed and checked against a document, with the findings; NULL if it cannot be used, and the findings
 * say why. */
struct offer *inquiry_read_offer(struct inquiry *inquiry, const struct rulebook *rulebook,
                                 const struct house *house, struct text name, struct text text,
                                 struct findings *findings, struct node **data);

/* document_put(), if there is a text. */
void inquiry_set_text(json_t **object, const char *key, struct text text);

/* A member that is a text; empty if there is none or it is something else. */
struct text inquiry_text(const json_t *object, const char *key);

#endif
