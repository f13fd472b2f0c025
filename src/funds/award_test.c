#include "funds/award.h"

#include "funds/activity_test.h"

/* A jackpot whose chart wins every kind of prize there is. */
#define DOCUMENT_HEAD                                                                                        \
    "# Test Jackpot (TEST-000001)\n\nA jackpot for tests.\n\n"                                               \
    "1. It belongs to a game. [eligibility]\n\n"                                                             \
    "   ```yaml\n"                                                                                           \
    "   games: [Texas Hold'em]\n"                                                                            \
    "   when: {hours: posted}\n"                                                                             \
    "   ```\n\n"                                                                                             \
    "2. The fee goes to the prize pool and to the reserve, which pays. [money]\n\n"                          \
    "   ```yaml\n"                                                                                           \
    "   fee: {amount: $1, payer: player, split: {prize pool: $0.25, reserve: $0.75}}\n"                      \
    "   funds: {reserve: {pays: [reseeds, fixed prizes, progressive prizes]}}\n"                             \
    "   funding: {source: players, fees: its own}\n"                                                         \
    "   ```\n\n"                                                                                             \
    "3. The pools. [money]\n\n"                                                                              \
    "   ```yaml\n"                                                                                           \
    "   pools:\n"                                                                                            \
    "     prize pool: {seed: \"$1,000\", reseed: \"$1,000\", reseed from: reserve, cap: \"$5,000\", "        \
    "grows: [when not won], increase: $300}\n"                                                               \
    "   ```\n\n"                                                                                             \
    "4. What the reserve cannot pay, the house advances. [money]\n\n"                                        \
    "   ```yaml\n"                                                                                           \
    "   advances: {cover: [reseeds, fixed prizes, progressive prizes], repaid from: reserve}\n"              \
    "   multiplier: {value: 2x to 4x, from: reserve}\n"                                                      \
    "   envy: {to: every other fee payer at the table}\n"                                                    \
    "   ```\n\n"                                                                                             \
    "5. The chart. [hand]\n\n"                                                                               \
    "   ```yaml\n"                                                                                           \
    "   offering: {rows: any the house posts}\n"                                                             \
    "   charts:\n"                                                                                           \
    "     A:\n"                                                                                              \
    "       - {hand: royal flush, name: royal, award: 100% of prize pool, envy: $100}\n"                     \
    "       - {hand: king-high straight flush, name: steel wheel, award: 60% of prize pool}\n"               \
    "       - {hand: straight flush, name: straight flush, award: 50% of prize pool}\n"                      \
    "       - {hand: four aces, name: aces, award: \"$500 and 2 tickets\"}\n"                                \
    "       - {hand: four kings, name: kings, award: \"$10 to $100\", envy: $5}\n"                           \
    "       - {hand: four queens, name: queens, award: 3 points}\n"                                          \
    "       - {hand: four jacks, name: jacks, award: 'an entry and \"travel voucher\" worth $1,000'}\n"      \
    "       - {hand: four tens, name: tens, award: $250 in free play}\n"                                     \
    "       - {hand: four nines, name: nines, award: 40 to 1}\n"                                             \
    "       - {hand: four eights, name: eights, award: a spin}\n"                                            \
    "       - {hand: four sevens, name: sevens, award: an item worth $5 to $500}\n"                          \
    "       - {hand: four sixes, name: sixes, award: \"$10 to $100 or 1 ticket\"}\n"                         \
    "       - {hand: four fives, name: fives, award: 10% of prize pool and $20}\n"                           \
    "       - {hand: four fours, name: fours, award: \"$10 to $100\"}\n"                                     \
    "       - {hand: four 3s, name: threes, award: 1 key}\n"                                                 \
    "     B:\n"                                                                                              \
    "       - {hand: four 2s, name: twice, award: 2x prize}\n"                                               \
    "       - {hand: full house, name: once, award: \"$10 to $100\"}\n"                                      \
    "     C:\n"                                                                                              \
    "       - {hand: flush, name: alone, award: 3x prize}\n"                                                 \
    "   ```\n\n"

#define DOCUMENT_PRIZES                                                                                      \
    "6. Further prizes. [money]\n\n"                                                                         \
    "   ```yaml\n"                                                                                           \
    "   paying:\n"                                                                                           \
    "     prize: $10 to $1,000\n"                                                                            \
    "     prizes:\n"                                                                                         \
    "       table share: at most $50\n"                                                                      \
    "       car: {of: final table, places: 1, prize: '\"new car\"'}\n"                                       \
    "       ticket: 1 to 10 tickets\n"                                                                       \
    "   ```\n\n"                                                                                             \
    "7. How they are paid. [money]\n\n"                                                                      \
    "   ```yaml\n"                                                                                           \
    "   paying:\n"

#define DOCUMENT_END                                                                                         \
    "   ```\n\n"                                                                                             \
    "8. How a prize is shared. [money]\n\n"                                                                  \
    "   ```yaml\n"                                                                                           \
    "   structures:\n"                                                                                       \
    "     A:\n"                                                                                              \
    "       - {for: royal, losing hand: 40%, winning hand: 20%, table: 40%}\n"                               \
    "       - {for: loses, player: 90%, table: 10%}\n"                                                       \
    "       - {for: at most $50, player: 100%}\n"                                                            \
    "       - {for: over $50, player: 50%, table: 50%}\n"                                                    \
    "   ```\n"

static const char document[] = DOCUMENT_HEAD DOCUMENT_PRIZES "     guarantee: $50\n" DOCUMENT_END;

static const char in_full[] = DOCUMENT_HEAD DOCUMENT_PRIZES "     own and player-dealer hand: each in full\n"
                                                            "     fixed prize: split evenly\n" DOCUMENT_END;

static const char posted[] =
    "offer: test/document\n"
    "tables: [T-1]\n"
    "hours: always\n"
    "multiplier: {value: 2x}\n"
    "paying:\n"
    "  prize: $40\n"
    "  prizes: {table share: $30, ticket: 4 tickets, car: {prize: '\"new car\" worth $20,000'}}\n"
    "prizes:\n"
    "  kings: $90\n"
    "  sevens: '\"hat\" worth $20'\n"
    "  sixes: 1 ticket\n"
    "  once: $25\n";

static const struct rulebook_row *row_called(const struct desk *desk, const char *name)
{
    for (unsigned i = 0; i < desk->offer.chart_count; i++)
        for (unsigned j = 0; j < desk->offer.charts[i]->row_count; j++)
            if (text_equal(desk->offer.charts[i]->rows[j].name, text_of(name)))
                return &desk->offer.charts[i]->rows[j];
    fail_msg("there is no row %s", name);
    return NULL;
}

static struct prize prize_of(const struct desk *desk, const char *name)
{
    struct prize prize = {0};
    struct fault fault;
    if (award_prize_of_row(&desk->offer, row_called(desk, name), &prize, &fault) != STATUS_OK)
        fail_msg("%s: %s", name, fault.words);
    return prize;
}

static struct award_hit hit_of(const struct desk *desk, const char *name, unsigned holders, unsigned dealers)
{
    return (struct award_hit){.prize = prize_of(desk, name), .holders = holders, .dealer_holders = dealers};
}

static void assert_text(struct text text, const char *words)
{
    if (!text_equal(text, text_of(words)))
        fail_msg("\"%.*s\" is not \"%s\"", TEXT_ARGUMENTS(text), words);
}

static void assert_parts(const struct prize *prize, const struct prize_part *parts, unsigned count)
{
    assert_int_equal(prize->part_count, count);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(prize->parts[i].kind, parts[i].kind);
        assert_int_equal(prize->parts[i].percent, parts[i].percent);
        assert_int_equal(prize->parts[i].count, parts[i].count);
        assert_int_equal(prize->parts[i].cents, parts[i].cents);
        assert_text(prize->parts[i].name, parts[i].name.bytes ? parts[i].name.bytes : "");
    }
}

/* W3: what the winners are told is what the draft holds for them. */
static void assert_held(struct desk *desk, const struct award_hit *hits, unsigned count)
{
    int64_t told = 0;
    for (unsigned i = 0; i < count; i++)
        told += hits[i].each_cents * (int64_t)hits[i].holders +
                hits[i].dealer_each_cents * (int64_t)hits[i].dealer_holders +
                hits[i].envied_each_cents * (int64_t)hits[i].envied;
    assert_int_equal(draft_balance(&desk->draft, desk->terms.held) - balance(desk, desk->terms.held), told);
}

/* ------------------------------------------------------------------------------------------ prizes */

#define NAMED(words)                                                                                         \
    {                                                                                                        \
        words, sizeof(words) - 1                                                                             \
    }

static void a_row_wins_money_parts_of_pools_and_things(void **state)
{
    (void)state;
    static const struct {
        const char *row;
        unsigned count;
        struct prize_part parts[2];
    } rows[] = {
        {"royal", 1, {{PRIZE_POOL, NAMED("prize pool"), 10000, 1, 0}}},
        {"straight flush", 1, {{PRIZE_POOL, NAMED("prize pool"), 5000, 1, 0}}},
        {"aces", 2, {{PRIZE_MONEY, {0}, 0, 1, 50000}, {PRIZE_THING, NAMED("tickets"), 0, 2, 0}}},
        {"kings", 1, {{PRIZE_MONEY, {0}, 0, 1, 9000}}},
        {"queens", 1, {{PRIZE_THING, NAMED("points"), 0, 3, 0}}},
        {"jacks",
         2,
         {{PRIZE_THING, NAMED("entry"), 0, 1, 0}, {PRIZE_THING, NAMED("travel voucher"), 0, 1, 100000}}},
        {"tens", 1, {{PRIZE_THING, NAMED("free play"), 0, 1, 25000}}},
        {"eights", 1, {{PRIZE_THING, NAMED("spin"), 0, 1, 0}}},
        {"sevens", 1, {{PRIZE_THING, NAMED("hat"), 0, 1, 2000}}},
        {"sixes", 1, {{PRIZE_THING, NAMED("ticket"), 0, 1, 0}}},
        {"fives", 2, {{PRIZE_POOL, NAMED("prize pool"), 1000, 1, 0}, {PRIZE_MONEY, {0}, 0, 1, 2000}}},
        {"threes", 1, {{PRIZE_THING, NAMED("key"), 0, 1, 0}}},
        {"twice", 1, {{PRIZE_MONEY, {0}, 0, 2, 5000}}},  /* of the other row of its chart */
        {"alone", 1, {{PRIZE_MONEY, {0}, 0, 3, 12000}}}, /* of the one prize of the activity */
    };
    struct desk desk;
    set_up_document(&desk, document, posted);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct prize prize = prize_of(&desk, rows[i].row);
        assert_parts(&prize, rows[i].parts, rows[i].count);
        assert_text(prize.name, rows[i].row);
        assert_true(text_starts_with(prize.clause, text_of("test/document#5")));
    }
    assert_int_equal(prize_of(&desk, "royal").envy_cents, 10000);
    assert_int_equal(prize_of(&desk, "aces").envy_cents, 0);
    tear_down(&desk);
}

static void a_prize_that_is_not_posted_is_a_fault_with_words(void **state)
{
    (void)state;
    struct desk desk;
    struct prize prize = {.part_count = 7};
    struct fault fault;
    set_up_document(&desk, document, posted);
    assert_int_equal(award_prize_of_row(&desk.offer, row_called(&desk, "fours"), &prize, &fault),
                     STATUS_INVALID);
    assert_string_equal(fault.words, "the offer posts no prize for row A14");
    assert_int_equal(award_prize_of_row(&desk.offer, row_called(&desk, "nines"), &prize, &fault),
                     STATUS_INVALID);
    assert_string_equal(fault.words, "the nines is paid by odds on the wager");
    assert_int_equal(award_prize_named(&desk.offer, text_of("fourth"), &prize, &fault), STATUS_INVALID);
    assert_string_equal(fault.words, "the offer posts no prize \"fourth\"");
    assert_int_equal(prize.part_count, 7); /* as it was */
    tear_down(&desk);
}

static void a_prize_is_found_by_its_name(void **state)
{
    (void)state;
    static const struct {
        const char *name, *clause;
        struct prize_part part;
    } prizes[] = {
        {"prize", "test/document#6", {PRIZE_MONEY, {0}, 0, 1, 4000}},
        {"table share", "test/document#6", {PRIZE_MONEY, {0}, 0, 1, 3000}},
        {"ticket", "test/document#6", {PRIZE_THING, NAMED("tickets"), 0, 4, 0}},
        {"car", "test/document#6", {PRIZE_THING, NAMED("new car"), 0, 1, 2000000}}, /* the prize of a place */
    };
    struct desk desk;
    set_up_document(&desk, document, posted);
    for (size_t i = 0; i < sizeof prizes / sizeof prizes[0]; i++) {
        struct prize prize = {0};
        struct fault fault;
        if (award_prize_named(&desk.offer, text_of(prizes[i].name), &prize, &fault) != STATUS_OK)
            fail_msg("%s", fault.words);
        assert_parts(&prize, &prizes[i].part, 1);
        assert_int_equal(prize.row.length, 0);
        assert_text(prize.clause, prizes[i].clause);
        assert_int_equal(prize_has_money(&prize), prizes[i].part.kind == PRIZE_MONEY);
    }
    tear_down(&desk);
}

/* ------------------------------------------------------------------------------------------ rounds */

static void award(struct desk *desk, struct award_hit *hits, unsigned count, unsigned multiple)
{
    struct fault fault;
    if (award_round(&desk->draft, &desk->funds, NULL, hits, count, multiple, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    assert_held(desk, hits, count);
}

static void a_round_pays_fixed_prizes_then_the_multiple_then_envy_then_pools(void **state)
{
    (void)state;
    struct desk desk;
    set_up_document(&desk, document, posted);
    account_id pool = desk.terms.pools[0].account;
    give(&desk, pool, 200000);
    give(&desk, desk.terms.fund, 1000000);
    struct award_hit hits[] = {hit_of(&desk, "royal", 1, 0), hit_of(&desk, "kings", 1, 2),
                               hit_of(&desk, "fives", 1, 0), hit_of(&desk, "queens", 1, 0)};
    hits[0].envied = 3;
    award(&desk, hits, 4, 2);
    assert_int_equal(desk.draft.movement_count, 7);
    assert_movement(&desk, 0, "reserve", "held", 27000);        /* three kings */
    assert_movement(&desk, 1, "reserve", "held", 2000);         /* the money of the fives */
    assert_movement(&desk, 2, "reserve", "held", 29000);        /* the multiplied part */
    assert_movement(&desk, 3, "reserve", "held", 30000);        /* envy */
    assert_movement(&desk, 4, "prize pool", "held", 20000);     /* the part of the fives, on the full pool */
    assert_movement(&desk, 5, "prize pool", "held", 180000);    /* the royal */
    assert_movement(&desk, 6, "reserve", "prize pool", 100000); /* reseeded */
    assert_int_equal(hits[0].each_cents, 180000);
    assert_int_equal(hits[0].envied_each_cents, 10000);
    assert_int_equal(hits[1].each_cents, 18000);
    assert_int_equal(hits[1].dealer_each_cents, 18000);
    assert_int_equal(hits[2].each_cents, 24000); /* twice the $20, once the part of the pool */
    assert_int_equal(hits[3].each_cents, 0);     /* points are no money */
    apply(&desk);
    tear_down(&desk);
}

static void envy_of_several_rows_is_each_rows_own(void **state)
{
    (void)state;
    struct desk desk;
    set_up_document(&desk, document, posted);
    give(&desk, desk.terms.pools[0].account, 200000);
    struct award_hit hits[] = {hit_of(&desk, "royal", 1, 0), hit_of(&desk, "kings", 1, 0)};
    hits[0].envied = 2;
    hits[1].envied = 3;
    award(&desk, hits, 2, 1);
    assert_int_equal(hits[0].envied_each_cents, 10000);
    assert_int_equal(hits[1].envied_each_cents, 500);
    apply(&desk);
    tear_down(&desk);
}

static void parts_of_a_pool_never_take_more_than_it_holds(void **state)
{
    (void)state; /* 60% and 50% */
    struct desk desk;
    set_up_document(&desk, document, posted);
    give(&desk, desk.terms.pools[0].account, 100000);
    struct award_hit hits[] = {hit_of(&desk, "steel wheel", 1, 0), hit_of(&desk, "straight flush", 1, 0)};
    award(&desk, hits, 2, 1);
    assert_int_equal(hits[0].each_cents, 60000);
    assert_int_equal(hits[1].each_cents, 40000);
    apply(&desk);
    assert_int_equal(balance(&desk, desk.terms.pools[0].account), 0);
    tear_down(&desk);
}

static void assert_refused(struct desk *desk, struct award_hit *hits, unsigned count, unsigned multiple,
                           const char *words)
{
    struct fault fault = {0};
    assert_int_not_equal(award_round(&desk->draft, &desk->funds, NULL, hits, count, multiple, &fault),
                         STATUS_OK);
    assert_string_equal(fault.words, words);
    assert_int_equal(desk->draft.movement_count, 0);
}

static void what_cannot_be_awarded_is_a_fault_and_drafts_nothing(void **state)
{
    (void)state;
    struct desk desk;
    set_up_document(&desk, document, posted);
    struct award_hit hit = hit_of(&desk, "kings", 0, 0), many[AWARD_HITS_MAX + 1];
    assert_refused(&desk, &hit, 1, 1, "nobody holds the kings");
    hit.holders = FUNDS_WINNERS_MAX + 1;
    assert_refused(&desk, &hit, 1, 1, "a prize has at most 1024 winners");
    hit.holders = 1;
    assert_refused(&desk, &hit, 1, 0, "a prize is paid once or up to 100 times");
    assert_refused(&desk, &hit, 1, AWARD_MULTIPLE_MAX + 1, "a prize is paid once or up to 100 times");
    hit = hit_of(&desk, "aces", 1, 0);
    hit.envied = 1;
    assert_refused(&desk, &hit, 1, 1, "the aces brings no envy");
    hit.envied = 0;
    hit.prize.parts[0].cents = VALUE_CENTS_MAX / 2 + 1;
    hit.holders = 2;
    assert_refused(&desk, &hit, 1, 1, "the prizes of the round are too much");
    hit = hit_of(&desk, "royal", 1, 0);
    assert_refused(&desk, &hit, 1, 2, "no hit has a fixed prize to multiply");
    hit.guaranteed = true;
    assert_refused(&desk, &hit, 1, 1, "a part of the prize pool is not guaranteed");
    hit.guaranteed = false;
    hit.prize.parts[0].name = text_of("other pool");
    assert_refused(&desk, &hit, 1, 1, "the activity has no pool \"other pool\"");
    for (unsigned i = 0; i <= AWARD_HITS_MAX; i++)
        many[i] = hit_of(&desk, "kings", 1, 0);
    assert_refused(&desk, many, AWARD_HITS_MAX + 1, 1, "a round has at most 32 hits");
    award(&desk, many, AWARD_HITS_MAX, 1);
    apply(&desk);
    tear_down(&desk);
}

/* ------------------------------------------------------------------------------------------ guarantee */

static void a_guaranteed_prize_is_raised_from_below_the_guarantee(void **state)
{
    (void)state; /* $50 */
    static const struct {
        int64_t cents;
        unsigned multiple;
        bool raised;
        int64_t each;
    } prizes[] = {
        {4999, 1, true, 5000}, {5000, 1, false, 5000}, {5001, 1, false, 5001},
        {2499, 2, true, 5000}, {2500, 2, false, 5000}, {2501, 2, false, 5002},
    };
    struct desk desk;
    set_up_document(&desk, document, posted);
    for (size_t i = 0; i < sizeof prizes / sizeof prizes[0]; i++) {
        struct award_hit hit = hit_of(&desk, "kings", 2, 0);
        hit.prize.parts[0].cents = prizes[i].cents;
        hit.guaranteed = true;
        award(&desk, &hit, 1, prizes[i].multiple);
        assert_int_equal(hit.raised, prizes[i].raised);
        assert_int_equal(hit.each_cents, prizes[i].each);
        assert_text(desk.draft.movements[0].clause, prizes[i].raised ? "test/document#7" : "test/document#5");
        draft_begin(&desk.draft, &desk.ledger);
    }
    tear_down(&desk);
}

static void a_guarantee_replaces_a_thing_that_is_worth_less(void **state)
{
    (void)state;
    struct desk desk;
    set_up_document(&desk, document, posted);
    struct award_hit hit = hit_of(&desk, "sevens", 1, 0); /* a hat worth $20 */
    award(&desk, &hit, 1, 1);
    assert_false(hit.raised); /* not in a time of guarantees */
    assert_int_equal(hit.each_cents, 0);
    hit.guaranteed = true;
    award(&desk, &hit, 1, 1);
    assert_true(hit.raised);
    assert_movement(&desk, 0, "house", "held", 5000); /* from the fund, which is empty */
    assert_int_equal(hit.each_cents, 5000);
    draft_begin(&desk.draft, &desk.ledger);
    hit.prize.parts[0].cents = 5000;
    award(&desk, &hit, 1, 1);
    assert_false(hit.raised);
    hit = hit_of(&desk, "queens", 1, 0); /* nothing is declared of points */
    hit.guaranteed = true;
    award(&desk, &hit, 1, 1);
    assert_false(hit.raised);
    tear_down(&desk);
}

static void an_offer_without_a_guarantee_guarantees_nothing(void **state)
{
    (void)state;
    struct desk desk;
    set_up_document(&desk, in_full, posted);
    struct award_hit hit = hit_of(&desk, "kings", 1, 0);
    hit.guaranteed = true;
    assert_refused(&desk, &hit, 1, 1, "the offer guarantees no prize");
    tear_down(&desk);
}

/* ------------------------------------------------------------------------------------------ both hands */

static void own_hands_and_the_player_dealers_may_win_a_pool_each_in_full(void **state)
{
    (void)state;
    struct desk desk;
    set_up_document(&desk, in_full, posted);
    account_id pool = desk.terms.pools[0].account;
    give(&desk, pool, 100001);
    give(&desk, desk.terms.fund, 500000);
    struct award_hit hit = hit_of(&desk, "royal", 2, 3);
    award(&desk, &hit, 1, 1);
    assert_int_equal(hit.each_cents, 50000);        /* half of $1,000.01, down to the cent */
    assert_int_equal(hit.dealer_each_cents, 33333); /* a third of it */
    assert_movement(&desk, 0, "prize pool", "held", 100000);
    assert_movement(&desk, 1, "reserve", "held", 99999);
    assert_text(desk.draft.movements[1].clause, "test/document#7");
    apply(&desk);
    tear_down(&desk);
}

static void one_hand_alone_wins_a_pool_once(void **state)
{
    (void)state;
    for (unsigned dealers = 0; dealers <= 2; dealers += 2) {
        struct desk desk;
        set_up_document(&desk, in_full, posted);
        give(&desk, desk.terms.pools[0].account, 100000);
        struct award_hit hit = hit_of(&desk, "straight flush", 2 - dealers, dealers);
        award(&desk, &hit, 1, 1);
        assert_int_equal(dealers ? hit.dealer_each_cents : hit.each_cents, 25000);
        assert_int_equal(desk.draft.movement_count, 1);
        apply(&desk);
        tear_down(&desk);
    }
}

static void a_divided_prize_is_divided_on_each_hand(void **state)
{
    (void)state;
    struct desk desk;
    set_up_document(&desk, in_full, posted);
    give(&desk, desk.terms.fund, 500000);
    struct award_hit hit = hit_of(&desk, "kings", 2, 3);
    award(&desk, &hit, 1, 2);
    assert_int_equal(hit.each_cents, 9000); /* half of $90, twice */
    assert_int_equal(hit.dealer_each_cents, 6000);
    assert_movement(&desk, 2, "reserve", "held", 18000); /* the multiplied part */
    apply(&desk);
    tear_down(&desk);
}

/* ------------------------------------------------------------------------------------------ shares */

static void share(struct desk *desk, const struct prize *prize, enum hand_outcome outcome,
                  struct award_shares *shares)
{
    struct fault fault;
    if (award_shares_of(&desk->offer, &desk->terms, prize, outcome, shares, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
}

static void a_pool_is_shared_by_the_set_for_its_row(void **state)
{
    (void)state;
    struct desk desk;
    struct award_shares shares;
    struct fault fault;
    set_up_document(&desk, document, posted);
    give(&desk, desk.terms.pools[0].account, 200000);
    give(&desk, desk.terms.fund, 500000);
    struct prize royal = prize_of(&desk, "royal");
    share(&desk, &royal, OUTCOME_UNKNOWN, &shares);
    assert_int_equal(shares.count, 3);
    assert_text(shares.names[0], "losing hand");
    assert_text(shares.names[2], "table");
    shares.shares[0].persons = 2;
    shares.shares[0].wagers[0] = 3000;
    shares.shares[0].wagers[1] = 1000;
    shares.shares[1].persons = 1;
    shares.shares[2].persons = 4;
    assert_int_equal(award_shares(&desk.draft, &desk.funds, &shares, 2, &fault), STATUS_OK);
    assert_movement(&desk, 0, "prize pool", "held", 200000);
    assert_movement(&desk, 1, "reserve", "held", 200000);
    assert_int_equal(shares.shares[0].awards[0], 120000);
    assert_int_equal(shares.shares[0].awards[1], 40000);
    assert_int_equal(shares.shares[1].each_cents, 80000);
    assert_int_equal(shares.shares[2].each_cents, 40000);
    apply(&desk);
    tear_down(&desk);
}

static void a_fixed_prize_is_shared_by_how_the_hand_ended_or_its_amount(void **state)
{
    (void)state;
    struct desk desk;
    struct award_shares shares;
    struct fault fault;
    set_up_document(&desk, document, posted);
    struct prize kings = prize_of(&desk, "kings"), once = prize_of(&desk, "once");
    share(&desk, &kings, OUTCOME_LOST, &shares);
    assert_int_equal(shares.count, 2);
    assert_null(shares.pool);
    shares.shares[0].persons = shares.shares[1].persons = 1;
    assert_int_equal(award_shares(&desk.draft, &desk.funds, &shares, 1, &fault), STATUS_OK);
    assert_int_equal(shares.shares[0].each_cents, 8100);
    assert_int_equal(shares.shares[1].each_cents, 900);
    share(&desk, &once, OUTCOME_WON, &shares); /* $25 */
    assert_int_equal(shares.count, 1);
    once.parts[0].cents = 5000;
    share(&desk, &once, OUTCOME_PUSHED, &shares);
    assert_int_equal(shares.count, 1);
    once.parts[0].cents = 5001;
    share(&desk, &once, OUTCOME_WON, &shares);
    assert_int_equal(shares.count, 2);
    assert_int_equal(award_shares_of(&desk.offer, &desk.terms, NULL, OUTCOME_WON, &shares, &fault),
                     STATUS_INVALID); /* no set is for a pool without a row */
    assert_string_equal(fault.words, "the offer has no payout structure for this");
    tear_down(&desk);
}

static void assert_not_shared(struct desk *desk, struct award_shares *shares, unsigned multiple,
                              const char *words)
{
    struct fault fault = {0};
    assert_int_not_equal(award_shares(&desk->draft, &desk->funds, shares, multiple, &fault), STATUS_OK);
    assert_string_equal(fault.words, words);
    assert_int_equal(desk->draft.movement_count, 0);
}

static void what_cannot_be_shared_is_a_fault_and_drafts_nothing(void **state)
{
    (void)state;
    static const char only[] = "only a whole pool or a fixed prize is shared";
    static const char *const rows[] = {"straight flush", "fives", "queens"};
    struct desk desk;
    struct award_shares shares;
    struct fault fault;
    set_up_document(&desk, document, posted);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct prize prize = prize_of(&desk, rows[i]);
        assert_int_equal(award_shares_of(&desk.offer, &desk.terms, &prize, OUTCOME_LOST, &shares, &fault),
                         STATUS_INVALID);
        assert_string_equal(fault.words, only);
    }
    struct prize kings = prize_of(&desk, "kings");
    share(&desk, &kings, OUTCOME_LOST, &shares);
    assert_not_shared(&desk, &shares, 2, "only a pool is multiplied when it is shared");
    assert_not_shared(&desk, &shares, 0, "a prize is paid once or up to 100 times");
    shares.shares[0].persons = FUNDS_WINNERS_MAX + 1;
    assert_not_shared(&desk, &shares, 1, "the player has at most 1024 persons");
    shares.shares[0].wagers[0] = 100;
    shares.shares[0].persons = FUNDS_BETTORS_MAX + 1;
    assert_not_shared(&desk, &shares, 1, "the player has at most 16 persons");
    shares.shares[0].persons = 2;
    assert_not_shared(&desk, &shares, 1, "every bettor who shares the player has a wager");
    tear_down(&desk);
}

/* ------------------------------------------------------------------------------------------ not won */

static void a_pool_that_is_not_won_grows_up_to_its_cap(void **state)
{
    (void)state;
    static const struct {
        int64_t before, after;
    } pools[] = {{100000, 130000}, {469999, 499999}, {470000, 500000}, {470001, 500000}, {500000, 500000}};
    for (size_t i = 0; i < sizeof pools / sizeof pools[0]; i++) {
        struct desk desk;
        set_up_document(&desk, document, posted);
        const struct pool_terms *pool = &desk.terms.pools[0];
        give(&desk, pool->account, pools[i].before);
        funds_increase(&desk.draft, &desk.funds, pool); /* it does not grow by the day */
        assert_int_equal(desk.draft.movement_count, 0);
        funds_not_won(&desk.draft, &desk.funds, pool);
        apply(&desk);
        assert_int_equal(balance(&desk, pool->account), pools[i].after);
        tear_down(&desk);
    }
}

static void a_pool_that_grows_by_the_day_does_not_grow_when_not_won(void **state)
{
    (void)state; /* bay101/no-limit-bad-beat#40 */
    struct desk desk;
    set_up(&desk, "bay101/no-limit-bad-beat",
           "offer: bay101/no-limit-bad-beat\n"
           "tables: [T-1]\n"
           "hours: always\n"
           "chart: B\n"
           "structure: A\n"
           "pools: {prize pool: {seed: \"$25,000\", reseed: \"$25,000\", increase: $500, increase at: 06:00, "
           "cap: \"$150,000\"}}\n"
           "multiplier: {value: 4x}\n"
           "administration: {fee: $10}\n");
    funds_not_won(&desk.draft, &desk.funds, &desk.terms.pools[0]);
    assert_int_equal(desk.draft.movement_count, 0);
    funds_increase(&desk.draft, &desk.funds, &desk.terms.pools[0]);
    assert_int_equal(desk.draft.movement_count, 1);
    tear_down(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_wins_money_parts_of_pools_and_things),
        cmocka_unit_test(a_prize_that_is_not_posted_is_a_fault_with_words),
        cmocka_unit_test(a_prize_is_found_by_its_name),
        cmocka_unit_test(a_round_pays_fixed_prizes_then_the_multiple_then_envy_then_pools),
        cmocka_unit_test(envy_of_several_rows_is_each_rows_own),
        cmocka_unit_test(parts_of_a_pool_never_take_more_than_it_holds),
        cmocka_unit_test(what_cannot_be_awarded_is_a_fault_and_drafts_nothing),
        cmocka_unit_test(a_guaranteed_prize_is_raised_from_below_the_guarantee),
        cmocka_unit_test(a_guarantee_replaces_a_thing_that_is_worth_less),
        cmocka_unit_test(an_offer_without_a_guarantee_guarantees_nothing),
        cmocka_unit_test(own_hands_and_the_player_dealers_may_win_a_pool_each_in_full),
        cmocka_unit_test(one_hand_alone_wins_a_pool_once),
        cmocka_unit_test(a_divided_prize_is_divided_on_each_hand),
        cmocka_unit_test(a_pool_is_shared_by_the_set_for_its_row),
        cmocka_unit_test(a_fixed_prize_is_shared_by_how_the_hand_ended_or_its_amount),
        cmocka_unit_test(what_cannot_be_shared_is_a_fault_and_drafts_nothing),
        cmocka_unit_test(a_pool_that_is_not_won_grows_up_to_its_cap),
        cmocka_unit_test(a_pool_that_grows_by_the_day_does_not_grow_when_not_won),
    };
    return cmocka_run_group_tests_name("award", tests, NULL, NULL);
}
