/*
 * Where a store is: `sqlite:FILE`, or `postgresql://...` as libpq reads it.
 *
 *      sqlite:house.db
 *      postgresql://cardroom@db.example/club?options=-csearch_path%3Dbay101
 *
 * The second form is kept whole, for libpq to parse. An address may hold a password: faults never repeat it.
 */
#ifndef STORE_ADDRESS_H
#define STORE_ADDRESS_H

#include "base/status.h"
#include "base/text.h"

enum store_kind { STORE_KIND_SQLITE, STORE_KIND_POSTGRESQL };

enum { STORE_PLACE_SIZE = 2048 }; /* of the file's name or the whole URL, its zero included */

struct store_address {
    enum store_kind kind;
    char place[STORE_PLACE_SIZE]; /* the file, or the whole URL */
};

/* On failure `address` is unchanged. */
MUST_USE enum status store_address_parse(struct text text, struct store_address *address,
                                         struct fault *fault);

/* The address for logs and messages. It leaves out the password and the query string, which may hold a password too. */
void store_address_show(struct text_out *out, struct text address);

#endif
