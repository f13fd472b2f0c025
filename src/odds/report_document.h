/*
 * A report as JSON, and the digest over all results.
 *
 * Exact numbers are texts of digits, because they need up to 118 bits; beside each stands its decimal.
 */
#ifndef ODDS_REPORT_DOCUMENT_H
#define ODDS_REPORT_DOCUMENT_H

#include "base/json.h"
#include "odds/report.h"

/* {"target": ..., "settings": ..., "bets": [...]}: a new reference, NULL if there is no memory. */
MUST_USE json_t *report_document(const struct report *report);

/*
 * What is exact in the report, and nothing that depends on how it is shown: names, counts, nets, shares, envy,
 * actions. In a fixed order and form, so that equal results are equal texts. NULL if there is no memory.
 */
MUST_USE json_t *report_results(const struct report *report);

enum { REPORT_DIGEST_SIZE = 32, REPORT_DIGEST_TEXT_SIZE = 2 * REPORT_DIGEST_SIZE + 1 };

/* BLAKE2b over the compact form of `results`, in hexadecimal digits. STATUS_NO_MEMORY if there is none. */
MUST_USE enum status report_digest(const json_t *results, char digest[REPORT_DIGEST_TEXT_SIZE]);

/* A count as a text of digits: a new reference, NULL if there is no memory. */
MUST_USE json_t *report_count(uwide count);

/* {"numerator": "1", "denominator": "8", "decimal": "0.125000000000"}: likewise. */
MUST_USE json_t *report_exact(struct fraction fraction);

/* "-0.034234" with twelve decimals and the like, for whoever prints. */
enum { REPORT_DECIMALS = 12 };

#endif
