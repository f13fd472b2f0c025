/*
 * All that a check or a command works on: the rule documents and the houses, read from their folders.
 *
 *      rulebooks/<issuer>/<activity>.md
 *      rulebooks/staff.yaml        the staff of the houses that cases open
 *      houses/<house>/house.yaml   houses/<house>/offers/<offer>.yaml
 *
 * Invariants
 *  Y1  Rulebooks are in the order in which they were found, folder by folder by name, each identity once; so are houses.
 *      The offers of a house are in the order of their identities once library_check() has run.
 *  Y2  Everything read is in the library's arena and lives until library_release().
 *
 * A file that cannot be read or has errors is reported as a finding. The other files are loaded and can be used.
 */
#ifndef RULEBOOK_LIBRARY_H
#define RULEBOOK_LIBRARY_H

#include "base/arena.h"
#include "rulebook/approval.h"
#include "rulebook/house_file.h"
#include "rulebook/rulebook.h"
#include "rulebook/staff_file.h"

enum { LIBRARY_RULEBOOKS_MAX = 512, LIBRARY_HOUSES_MAX = 64, LIBRARY_OFFERS_MAX = 256 /* of one house */ };

struct library_house {
    struct house house;
    struct offer *offers;
    unsigned offer_count;
    bool offers_unread; /* an offer of it could not be read, so that nobody knows what it offers */
};

struct library_register;

struct library {
    struct arena arena;
    struct findings findings;
    struct rulebook *rulebooks;
    unsigned rulebook_count;
    struct library_house *houses;
    unsigned house_count;
    struct staff staff; /* of the houses that cases open; nobody where rulebooks/ has no staff.yaml */
    struct library_register *registers; /* those that were asked for */
    unsigned register_count;
    struct text *unread; /* identities of documents and houses that could not be read; the findings say why */
    unsigned unread_count;
};

struct hand_relations; /* rulebook/hand_relation.h */

void library_init(struct library *library);
void library_release(struct library *library);

/*
 * Adds what is at a path: a document, an offer, house.yaml, the folder of a house, of an issuer, or one that holds such
 * folders. A file or folder that is none of these is a finding. An offer brings its house; its rule document, and the laws
 * that the house names, are looked for in what was added, then in `rulebooks` (a folder, or NULL).
 */
void library_add(struct library *library, const char *path, const char *rulebooks);

/* To be called when all is added: what documents and offers say about each other. Sorts the findings. */
void library_check(struct library *library);

/*
 * The errors of library_check() that one document can bring: its charts, the readings that houses chose of it if it is a law, and
 * what its offers do to the others of their houses. For a document that was read anew, with its offers. Hands that two offers pay
 * are a warning and not looked for. What is found out about hands is kept in `relations` from one call to the next.
 */
void library_check_document(struct library *library, const struct rulebook *rulebook,
                            struct hand_relations *relations);

const struct rulebook *library_rulebook(const struct library *library, struct text identity);

/* The document by whose clauses the program plays a table game, which is one of the words of `game/plays`; NULL if there is none. */
const struct rulebook *library_game(const struct library *library, const char *plays);

const struct offer *library_offer(const struct library *library, struct text identity);

/*
 * The register of the issuer of a document, which lies beside it, and its signature; read when it is asked for first. NULL if there is none
 * or there is no memory.
 */
struct library_register {
    struct text issuer;
    const char *path;
    struct text text, signature; /* the signature is empty if there is none */
    struct approvals approvals;
    const char *wrong; /* why it is no register; NULL: it is one */
};
const struct library_register *library_register(struct library *library, const struct rulebook *rulebook);

/* The identity most like `wanted`, for "did you mean"; NULL if none is near. */
const char *library_nearest(const struct library *library, struct text wanted);

#endif
