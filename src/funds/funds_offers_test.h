/* For tests of the funds: offers with posted values that several of them use. */
#ifndef FUNDS_FUNDS_OFFERS_TEST_H
#define FUNDS_FUNDS_OFFERS_TEST_H

#include "funds/activity_test.h"

static const char blazing_7s[] = "offer: bay101/blazing-7s\n"
                                 "tables: [B-1]\n"
                                 "hours: always\n"
                                 "chart: A\n"
                                 "suit: diamonds\n"
                                 "pools: {prize pool: {seed: \"$50,000\", reseed: \"$20,000\"}}\n"
                                 "prizes:\n"
                                 "  three sevens of the same colour: $500\n"
                                 "  three sevens: $200\n"
                                 "  two sevens suited: $50\n"
                                 "  two sevens: $25\n"
                                 "  one seven: $2\n"
                                 "administration: {fee: $8}\n";

static const char no_limit[] = "offer: bay101/no-limit-bad-beat\n"
                               "tables: [T-1]\n"
                               "hours: always\n"
                               "chart: B\n"
                               "structure: A\n"
                               "pools:\n"
                               "  prize pool:\n"
                               "    seed: $25,000\n"
                               "    reseed: $25,000\n"
                               "    increase: $500\n"
                               "    increase at: 06:00\n"
                               "    cap: $150,000\n"
                               "multiplier: {value: 4x}\n"
                               "administration: {fee: $10}\n";

static const char bonus_hand[] = "offer: bay101/poker-bonus-hand-progressive\n"
                                 "tables: [T-1]\n"
                                 "hours: always\n"
                                 "pools:\n"
                                 "  royal flush pool: {seed: $200, reseed: $200, increase: $25}\n"
                                 "  straight flush pool: {seed: $150, reseed: $150, increase: $10}\n"
                                 "  four of a kind pool: {seed: $100, reseed: $100, increase: $10}\n"
                                 "administration: {fee: $8}\n";

static const char two_hands[] = "offer: bay101/bonus-hand-progressive\n"
                                "tables: [C-1]\n"
                                "hours: always\n"
                                "chart: B\n"
                                "pools: {prize pool: {seed: \"$1,000\", reseed: \"$1,000\"}}\n"
                                "prizes: {quads: $500, full house: $100, flush: $75, straight: $50}\n"
                                "administration: {fee: $20}\n";

static const char raised[] = "offer: bay101/bonus-hand-progressive-v1-1\n"
                             "tables: [C-2]\n"
                             "hours: always\n"
                             "chart: C\n"
                             "pools: {prize pool: {seed: \"$1,000\", reseed: \"$1,000\"}}\n"
                             "prizes: {four of a kind: $300, full house: $50, flush: $40, straight: $30}\n"
                             "administration: {fee: $10}\n";

static inline account_id pool_account(const struct desk *desk, const char *name)
{
    const struct pool_terms *pool = terms_pool(&desk->terms, text_of(name));
    assert_non_null(pool);
    return pool->account;
}

#endif
