/*
 * For tests of the house: one activity of the rulebooks with posted values, its ledger and its funds.
 */
#ifndef FUNDS_ACTIVITY_TEST_H
#define FUNDS_ACTIVITY_TEST_H

#include "funds/funds.h"
#include "rulebook/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The build says where the tree is; without it tests run in its root. */
#ifndef CARDROOM_ROOT
#define CARDROOM_ROOT "."
#endif

/* One activity with posted values, its ledger and its funds. */
struct desk {
    struct library library;
    struct rulebook document; /* of a test that brings its own */
    struct house house;
    struct offer offer;
    struct ledger ledger;
    struct terms terms;
    struct funds funds;
    struct draft draft;
};

static const char house_text[] =
    "name: Test Room\n"
    "time zone: America/Los_Angeles\n"
    "tables:\n"
    "  - {table: T-1, game: Texas Hold'em, limits: $5 to $50, seats: 9, kind: no limit}\n"
    "  - {table: B-1, game: No Bust 21st Century Blackjack, limits: $5 to $50, seats: 6}\n"
    "  - {table: E-1, game: EZ Baccarat Panda 8, limits: $5 to $50, seats: 7}\n"
    "  - {table: C-1, game: Crazy 4 Poker (GEGA-004555), limits: $5 to $50, seats: 6}\n"
    "  - {table: C-2, game: Crazy 4 Poker (GEGR-000691), limits: $5 to $50, seats: 6}\n"
    "  - {table: PG-1, game: Pai Gow Poker (GEGA-001458), limits: $5 to $50, seats: 8}\n"
    "  - {table: P9-1, game: Pan 9 (GEGA-002449), limits: $50 to $300, seats: 8}\n"
    "  - {table: CS-1, game: Caribbean Stud Poker (GEGA-001469), limits: $50 to $300, seats: 7}\n"
    "  - {table: FP-1, game: Fortune Pai Gow Poker (GEGA-002814), limits: $10 to $100, seats: 8}\n"
    "funds:\n"
    "  Hawaiian Jackpot: {identifier: GEGA-001477}\n";

/* What is wrong with the document or the offer ends the test. */
static inline void assert_no_errors(const struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        char line[1024];
        struct text_out out;
        text_out_init(&out, line, sizeof line);
        finding_write(&out, &findings->items[i]);
        if (findings->items[i].grade != FINDING_WARNING)
            print_error("%s\n", line);
    }
    assert_int_equal(findings->counted[FINDING_ERROR], 0);
}

static inline void open_desk(struct desk *desk, const struct rulebook *rulebook, const char *offer_text)
{
    struct fault fault;
    struct arena *arena = &desk->library.arena;
    struct findings *findings = &desk->library.findings;
    assert_int_equal(
        house_read(text_of(house_text), "house.yaml", text_of("test"), arena, findings, &desk->house),
        STATUS_OK);
    struct node *data = node_read(
        text_of(offer_text), (struct origin){.file = "offer.yaml", .line = 1, .column = 1}, arena, findings);
    assert_non_null(data);
    assert_int_equal(offer_read(data, text_of(offer_text), text_of("test/offer"), &desk->house, rulebook,
                                arena, findings, &desk->offer),
                     STATUS_OK);
    assert_no_errors(findings);
    assert_int_equal(ledger_init(&desk->ledger, arena), STATUS_OK);
    assert_int_equal(terms_compile(&desk->offer, &desk->ledger, &desk->terms, &fault), STATUS_OK);
    funds_init(&desk->funds, &desk->terms, 0);
    draft_begin(&desk->draft, &desk->ledger);
}

/* An activity of the tree. */
static inline void set_up(struct desk *desk, const char *activity, const char *offer_text)
{
    char path[512];
    struct text_out out;
    struct text file;
    library_init(&desk->library);
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, "%s/rulebooks/%s.md", CARDROOM_ROOT, activity);
    assert_int_equal(arena_copy_text(&desk->library.arena, text_out_text(&out), &file), STATUS_OK);
    library_add(&desk->library, file.bytes, NULL);
    const struct rulebook *rulebook = library_rulebook(&desk->library, text_of(activity));
    assert_non_null(rulebook);
    open_desk(desk, rulebook, offer_text);
}

/* An activity of the test's own. */
static inline void set_up_document(struct desk *desk, const char *document, const char *offer_text)
{
    library_init(&desk->library);
    assert_int_equal(rulebook_read(text_of(document), "document.md", text_of("test/document"),
                                   &desk->library.arena, &desk->library.findings, &desk->document),
                     STATUS_OK);
    open_desk(desk, &desk->document, offer_text);
}

static inline void tear_down(struct desk *desk)
{
    char words[256];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    if (!ledger_balances(&desk->ledger, &out))
        fail_msg("%s", words);
    library_release(&desk->library);
}

/* Puts money on an account, as an earlier history would have. */
static inline void give(struct desk *desk, account_id account, int64_t cents)
{
    const struct movement movement = {desk->terms.patrons, account, REASON_ADJUSTMENT, cents, {"test", 4}};
    ledger_move(&desk->ledger, &movement);
}

static inline void apply(struct desk *desk)
{
    assert_int_equal(funds_apply(&desk->funds, &desk->draft, &desk->ledger), STATUS_OK);
    draft_begin(&desk->draft, &desk->ledger);
}

static inline int64_t balance(const struct desk *desk, account_id account)
{
    return desk->ledger.accounts[account].balance;
}

/* The next movement of the draft, by the names of its accounts. */
static inline void assert_movement(const struct desk *desk, unsigned index, const char *from, const char *to,
                                   int64_t cents)
{
    assert_true(index < desk->draft.movement_count);
    const struct movement *movement = &desk->draft.movements[index];
    assert_string_equal(desk->ledger.accounts[movement->from].name.bytes, from);
    assert_string_equal(desk->ledger.accounts[movement->to].name.bytes, to);
    assert_int_equal(movement->cents, cents);
    assert_true(movement->clause.length > 0);
}

#endif
