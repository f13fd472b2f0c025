/* The setup desk in snapshots: the house, its documents, its accounts and its offers. */
#include "house/setup/setup_internal.h"

#include "base/check.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/hands/hands.h"
#include "house/kernel/snapshot.h"
#include "house/setup/setup_snapshot.h"
#include "house/tables/tables.h"

/* ------------------------------------------------------------------------------------------ the house and its documents */

struct house_line {
    struct text house, text;
    struct instant now;
    struct date day;
    struct instant told, confirmed;
    struct text version;
    uint32_t decisions;
    uint32_t amendments, filed;
    uint32_t hands, awards, prizes;
    int64_t redeemed;
    const struct order_row *order;
    uint32_t order_count;
};

struct order_row {
    struct text table;
};

struct document_line {
    struct text activity, text;
};

static const struct field order_fields[] = {
    FIELD(struct order_row, table, FIELD_TEXT, "table", "the name of the table"),
};
static const struct record_shape order_shape =
    SHAPE("numbered-table", struct order_row, order_fields, "a table, by its number");

static const struct field house_fields[] = {
    FIELD_REQUIRED(struct house_line, house, FIELD_TEXT, "house", "the short name of the house"),
    FIELD_REQUIRED(struct house_line, text, FIELD_TEXT, "text", "the text of house.yaml"),
    FIELD_REQUIRED(struct house_line, now, FIELD_TIME, "now", "the time on the clock of the house"),
    FIELD_REQUIRED(struct house_line, day, FIELD_DATE, "day", "the gaming day"),
    FIELD(struct house_line, told, FIELD_TIME, "told",
          "the time of the last event; left out: time has not passed since"),
    FIELD(struct house_line, confirmed, FIELD_TIME, "confirmed",
          "the time that two persons have confirmed; left out: an event has come to it"),
    FIELD(struct house_line, version, FIELD_TEXT, "version",
          "the version of the program that decided last; left out: one before 0.2.0"),
    FIELD(struct house_line, decisions, FIELD_COUNT, "decisions",
          "the number of the decisions in force; left out: 1"),
    FIELD(struct house_line, amendments, FIELD_COUNT, "amendments", "how often it was amended"),
    FIELD(struct house_line, filed, FIELD_COUNT, "filed", "how many changes were filed for a later time"),
    FIELD(struct house_line, hands, FIELD_COUNT, "hands", "the number of the last hand"),
    FIELD(struct house_line, awards, FIELD_COUNT, "awards", "the number of the last award"),
    FIELD(struct house_line, prizes, FIELD_COUNT, "prizes", "the number of the last prize"),
    FIELD(struct house_line, redeemed, FIELD_CENTS, "redeemed",
          "the total that vouchers have paid that are settled and not here any more"),
    FIELD_ITEMS(struct house_line, order, order_count, FIELD_ROWS, &order_shape, "order",
                "[table] for each table, by its number; left out: as house.yaml has them"),
};

struct approvals_line {
    struct text key, text, signature;
};

static const struct field approvals_fields[] = {
    FIELD_REQUIRED(struct approvals_line, key, FIELD_TEXT, "key", "the key that has signed it"),
    FIELD_REQUIRED(struct approvals_line, text, FIELD_TEXT, "text", "the text of the register"),
    FIELD_REQUIRED(struct approvals_line, signature, FIELD_TEXT, "signature", "the text of its signature"),
};

static const struct field document_fields[] = {
    FIELD_REQUIRED(struct document_line, activity, FIELD_TEXT, "activity",
                   "the name of the document: issuer/activity"),
    FIELD_REQUIRED(struct document_line, text, FIELD_TEXT, "text", "the text of the document"),
};

/* Whether the tables have the order of the text. */
static bool is_as_written(const struct house *house)
{
    for (unsigned i = 1; i < house->table_count; i++) {
        const struct origin *before = &house->tables[i - 1].origin, *at = &house->tables[i].origin;
        if (at->line < before->line || (at->line == before->line && at->column < before->column))
            return false;
    }
    return true;
}

static void save_house(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    const struct decided_by *by = &floor->decided_by;
    const bool passed = instant_compare(floor->told, floor->now) < 0;
    if (!floor->opened)
        return;
    CHECK_OP(floor->house_number, >, 0);
    CHECK_OP(floor->house.table_count, ==, floor->table_count);
    struct house_line line = {.house = floor->identity,
                              .text = floor->house_text,
                              .now = floor->now,
                              .day = floor->day,
                              .told = passed ? floor->told : (struct instant){0},
                              .confirmed = floor->confirmed,
                              .version = text_of(by->version),
                              .decisions = by->version[0] ? by->decisions : 0,
                              .amendments = floor->house_number - 1,
                              .filed = floor->changes_filed,
                              .hands = floor->last_hand,
                              .awards = floor->last_award,
                              .prizes = floor->last_prize,
                              .redeemed = floor->redeemed_before};
    struct order_row order[FLOOR_TABLES_MAX];
    if (!is_as_written(&floor->house)) {
        for (unsigned i = 0; i < floor->table_count; i++)
            order[i].table = floor->house.tables[i].name;
        line.order = order;
        line.order_count = floor->table_count;
    }
    save_line(saving, &line);
}

static void save_approvals(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->register_count; i++) {
        const struct filed_register *filed = &floor->registers[i];
        char key[MINISIGN_KEY_TEXT_SIZE];
        struct text_out out;
        text_out_init(&out, key, sizeof key);
        minisign_key_write(&out, &filed->key);
        save_line(saving, &(struct approvals_line){text_out_text(&out), filed->text, filed->signature});
    }
}

static void save_documents(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->rulebook_count; i++)
        save_line(saving,
                  &(struct document_line){floor->rulebooks[i]->document.identity, floor->rulebook_texts[i]});
}

/* What reading a text came to. */
static enum status taken(struct restoring *restoring, enum status status, const char *what)
{
    const size_t *counted = restoring->floor->findings.counted;
    if (status == STATUS_NO_MEMORY || status == STATUS_NO_SPACE)
        return no_memory_for_line(restoring, status);
    return status != STATUS_OK || counted[FINDING_ERROR] + counted[FINDING_UNREADABLE] > 0
               ? wrong_line(restoring, what)
               : STATUS_OK;
}

static enum status restore_house(struct restoring *restoring, const void *line)
{
    struct floor *floor = restoring->floor;
    const struct house_line *house = line;
    if (floor->opened || house->day.year == 0)
        return wrong_line(restoring, "there is one house, and it has a day");
    if (house->told.ms != 0 && instant_compare(house->told, house->now) >= 0)
        return wrong_line(restoring, "its last event is not before its time");
    bool told = house->version.length > 0 || house->decisions > 0;
    char words[PROGRAM_WORDS_MAX];
    struct text_out why;
    text_out_init(&why, words, sizeof words);
    if (told && !take_program(floor, house->version, house->decisions, &why))
        return wrong_line(restoring, words);
    struct text order[FLOOR_TABLES_MAX];
    enum status status = setup_take_house(floor, house->house, house->text);
    if (status == STATUS_OK && house->order_count > 0) {
        if (house->order_count != floor->table_count)
            return wrong_line(restoring, "not every table has a number");
        for (uint32_t i = 0; i < house->order_count; i++)
            order[i] = house->order[i].table;
        status = setup_order_tables(floor, order, house->order_count);
        if (status == STATUS_INVALID || is_as_written(&floor->house))
            return wrong_line(restoring, "the order of the tables is not one that it can have");
    }
    floor->house_number = house->amendments + 1;
    floor->changes_filed = house->filed;
    if (!is_amount(restoring, house->redeemed))
        return wrong_line(restoring, "vouchers cannot have paid so much");
    floor->last_hand = house->hands;
    floor->last_award = house->awards;
    floor->last_prize = house->prizes;
    floor->redeemed_before = house->redeemed;
    floor->redeemed = house->redeemed > 0;
    floor->now = house->now;
    floor->told = house->told.ms != 0 ? house->told : house->now;
    floor->confirmed = house->confirmed;
    floor->day = house->day;
    floor->opened = true;
    return taken(restoring, status, "the house cannot be read");
}

static enum status restore_approvals(struct restoring *restoring, const void *line)
{
    const struct approvals_line *filed = line;
    struct minisign_key key;
    const unsigned count = restoring->floor->register_count;
    if (minisign_key_read(filed->key, &key, NULL) != STATUS_OK)
        return wrong_line(restoring, "its key cannot be read");
    enum status status = setup_take_approvals(restoring->floor, filed->text, filed->signature, &key);
    if (status == STATUS_OK && restoring->floor->register_count == count)
        return wrong_line(restoring, "an issuer has one register");
    return taken(restoring, status, "the register cannot be read");
}

static enum status restore_document(struct restoring *restoring, const void *line)
{
    const struct document_line *document = line;
    return taken(restoring, setup_take_document(restoring->floor, document->activity, document->text),
                 "the document cannot be read");
}

/* ------------------------------------------------------------------------------------------ accounts */

struct reason_row {
    uint8_t reason;
    int64_t in, out;
};

struct account_line {
    uint8_t kind;
    struct text activity, name;
    const struct reason_row *reasons;
    uint32_t reason_count;
};

static const struct field reason_fields[] = {
    FIELD_ONE_OF(struct reason_row, reason, movement_reason_words, "reason", "the reason of the movements"),
    FIELD(struct reason_row, in, FIELD_CENTS, "in", "the total paid in"),
    FIELD(struct reason_row, out, FIELD_CENTS, "out", "the total paid out"),
};
static const struct record_shape reason_shape =
    SHAPE("reason", struct reason_row, reason_fields, "the totals of an account for one reason");

static const struct field account_fields[] = {
    FIELD_ONE_OF(struct account_line, kind, account_kind_words, "kind",
                 "the kind of account; left out: patrons"),
    FIELD(struct account_line, activity, FIELD_TEXT, "activity",
          "the activity that it belongs to; left out: the house"),
    FIELD_REQUIRED(struct account_line, name, FIELD_TEXT, "name", "the name within the activity"),
    FIELD_ITEMS(struct account_line, reasons, reason_count, FIELD_ROWS, &reason_shape, "reasons",
                "[reason, in, out] for each reason: totals since the start"),
};

static void save_accounts(struct saving *saving)
{
    const struct ledger *ledger = &saving->floor->ledger;
    for (unsigned i = 0; i < ledger->count; i++) {
        const struct account *account = &ledger->accounts[i];
        struct reason_row rows[REASONS];
        uint32_t count = 0;
        int64_t history = 0;
        for (unsigned reason = 0; reason < REASONS; reason++)
            history += account->in[reason] - account->out[reason];
        CHECK_OP(history, ==, account->balance); /* G3: of the balance nothing else is saved */
        for (unsigned reason = 0; reason < REASONS; reason++)
            if (account->in[reason] || account->out[reason])
                rows[count++] =
                    (struct reason_row){(uint8_t)reason, account->in[reason], account->out[reason]};
        save_line(saving, &(struct account_line){(uint8_t)account->kind, account->activity, account->name,
                                                 rows, count});
    }
}

static enum status restore_account(struct restoring *restoring, const void *line)
{
    struct ledger *ledger = &restoring->floor->ledger;
    const struct account_line *account = line;
    enum account_kind kind = (enum account_kind)account->kind;
    account_id id;
    if (account->name.length == 0 ||
        ledger_find(ledger, kind, account->activity, account->name) != ACCOUNT_NONE)
        return wrong_line(restoring, "the account has no name, or stands here twice");
    enum status status = ledger_open(ledger, kind, account->activity, account->name, &id);
    if (status != STATUS_OK)
        return no_memory_for_line(restoring, status);
    CHECK_OP(id, ==, ledger->count - 1); /* accounts are known by their order */
    for (uint32_t i = 0; i < account->reason_count; i++) {
        const struct reason_row *row = &account->reasons[i];
        if (!is_amount(restoring, row->in) || !is_amount(restoring, row->out) || row->in + row->out == 0 ||
            (i > 0 && row->reason <= row[-1].reason))
            return wrong_line(restoring, "what moved on the account cannot have moved, or is not in order");
        ledger_carry(ledger, id, (enum movement_reason)row->reason, row->in, row->out);
    }
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ offers */

struct offer_line {
    struct text offer, text;
    uint32_t documents, accounts;
    bool posted, seeded, hit_since_posted;
    uint32_t awards_standing;
    int64_t advanced, repaid, contributed;
    const struct fund_row *funds;
    uint32_t fund_count;
    struct date closed;
    struct text house;
};

struct fund_row {
    int64_t contributed;
};

static const struct field fund_fields[] = {
    FIELD(struct fund_row, contributed, FIELD_CENTS, "contributed",
          "the total fees of the fund when the gaming day began"),
};
static const struct record_shape fund_shape =
    SHAPE("fund", struct fund_row, fund_fields, "a fund of an offer");

static const struct field offer_fields[] = {
    FIELD_REQUIRED(struct offer_line, offer, FIELD_TEXT, "offer", "the short name of the offer"),
    FIELD_REQUIRED(struct offer_line, text, FIELD_TEXT, "text", "the text of the offer"),
    FIELD(struct offer_line, documents, FIELD_COUNT, "documents",
          "the number of documents filed when it was posted; it is read by these"),
    FIELD(struct offer_line, accounts, FIELD_COUNT, "accounts",
          "the number of accounts open when it was posted"),
    FIELD(struct offer_line, posted, FIELD_FLAG, "posted", "the offer is posted, not withdrawn"),
    FIELD(struct offer_line, seeded, FIELD_FLAG, "seeded", "the first seeds were paid in"),
    FIELD(struct offer_line, hit_since_posted, FIELD_FLAG, "hit", "the offer was won since it was posted"),
    FIELD(struct offer_line, awards_standing, FIELD_COUNT, "awards", "the awards that were not reversed"),
    FIELD(struct offer_line, advanced, FIELD_CENTS, "advanced", "the total of all advances by the house"),
    FIELD(struct offer_line, repaid, FIELD_CENTS, "repaid", "the total of all repayments"),
    FIELD(struct offer_line, contributed, FIELD_CENTS, "contributed",
          "the total fees of its first fund when the gaming day began"),
    FIELD_ITEMS(struct offer_line, funds, fund_count, FIELD_ROWS, &fund_shape, "funds",
                "[contributed] for each further fund, in the order of the document"),
    FIELD_REQUIRED(struct offer_line, closed, FIELD_DATE, "closed",
                   "the last gaming day that was closed for it"),
    FIELD(struct offer_line, house, FIELD_TEXT, "house-text",
          "of one that was withdrawn: the text of house.yaml on its last day; left out: as now"),
};

/* The text of house.yaml that an offer is read by; empty: the house as it is now. */
static struct text house_saved(const struct floor *floor, struct text house)
{
    return text_equal(house, floor->house_text) ? text_of("") : house;
}

static enum status house_restored(struct floor *floor, struct text saved, struct text *house)
{
    *house = floor->house_text;
    return saved.length > 0 ? arena_copy_text(&floor->arena, saved, house) : STATUS_OK;
}

static void save_offers(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        struct fund_row further[TERMS_FUNDS_MAX];
        uint32_t count = offering->terms.fund_count > 1 ? offering->terms.fund_count - 1 : 0;
        for (uint32_t fund = 0; fund < count; fund++)
            further[fund].contributed = offering->funds.fund_contributed[fund + 1];
        const struct offer_line line = {.offer = offering->name,
                                        .text = offering->text,
                                        .documents = offering->documents,
                                        .accounts = offering->accounts,
                                        .posted = offering->posted,
                                        .seeded = offering->seeded,
                                        .hit_since_posted = offering->hit_since_posted,
                                        .awards_standing = offering->awards_standing,
                                        .advanced = offering->advanced,
                                        .repaid = offering->repaid,
                                        .contributed = offering->funds.fund_contributed[0],
                                        .funds = further,
                                        .fund_count = count,
                                        .closed = offering->closed,
                                        .house = house_saved(floor, offering->house)};
        save_line(saving, &line);
    }
}

/* The offer sees as much of the ledger as when it was posted; all its accounts are there. */
static enum status take_posted(struct restoring *restoring, const struct offer_line *line)
{
    struct floor *floor = restoring->floor;
    struct ledger seen = floor->ledger;
    CHECK_OP(line->accounts, <=, floor->ledger.count);
    struct fault fault = {.words = ""};
    seen.count = line->accounts;
    struct text house;
    enum status status = house_restored(floor, line->house, &house);
    if (status != STATUS_OK)
        return no_memory_for_line(restoring, status);
    status = setup_take_offer(floor, floor->offering_count, line->offer, line->text, house, line->documents,
                              &seen, &fault);
    if (status != STATUS_OK)
        return wrong_text(restoring, status, &fault);
    if (seen.count != line->accounts)
        return wrong_line(restoring, "an account of the offer is missing");
    return taken(restoring, status, "the offer has errors");
}

static enum status restore_offer(struct restoring *restoring, const void *line)
{
    struct floor *floor = restoring->floor;
    const struct offer_line *saved = line;
    if (saved->offer.length == 0 || floor_offering(floor, saved->offer) ||
        floor->offering_count == FLOOR_OFFERS_MAX)
        return wrong_line(restoring, "the offer has no name, stands here twice, or is one too many");
    if (saved->documents > floor->rulebook_count || saved->accounts > floor->ledger.count)
        return wrong_line(restoring, "the offer is read by documents or accounts that are not here");
    if (!is_amount(restoring, saved->advanced) || !is_amount(restoring, saved->repaid) ||
        !is_amount(restoring, saved->contributed) || saved->closed.year == 0)
        return wrong_line(restoring, "the offer has no day, or amounts that cannot be");
    enum status status = take_posted(restoring, saved);
    if (status != STATUS_OK)
        return status;
    CHECK(floor->offering_count > 0 && floor->offering_count <= FLOOR_OFFERS_MAX);
    struct offering *offering = &floor->offerings[floor->offering_count - 1];
    if (saved->posted && saved->house.length > 0)
        return wrong_line(restoring, "an offer that is posted is read by another house");
    offering->posted = saved->posted;
    offering->seeded = saved->seeded;
    offering->hit_since_posted = saved->hit_since_posted;
    offering->awards_standing = saved->awards_standing;
    offering->advanced = saved->advanced;
    offering->repaid = saved->repaid;
    offering->funds.fund_contributed[0] = saved->contributed;
    for (uint32_t i = 0; i < saved->fund_count; i++) {
        if (i + 1 >= offering->terms.fund_count || !is_amount(restoring, saved->funds[i].contributed))
            return wrong_line(restoring, "the offer has further funds that cannot be");
        offering->funds.fund_contributed[i + 1] = saved->funds[i].contributed;
    }
    offering->closed = saved->closed;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ pools */

struct pool_line {
    uint32_t offer, pool;
    struct date increased;
    int64_t contributed, carried, won;
    uint32_t hits;
    const struct pool_win *wins;
    uint32_t win_count;
};

static const struct field win_fields[] = {
    FIELD(struct pool_win, at, FIELD_TIME, "at", "the time"),
    FIELD(struct pool_win, cents, FIELD_CENTS, "cents", "the amount"),
    FIELD(struct pool_win, award, FIELD_COUNT, "award", "the number of the award"),
    FIELD(struct pool_win, table, FIELD_COUNT, "table",
          "the number of the table of its first prize, from 1; left out if at no table"),
};
static const struct record_shape win_shape = SHAPE("win", struct pool_win, win_fields, "a win of a pool");

static const struct field pool_fields[] = {
    FIELD(struct pool_line, offer, FIELD_COUNT, "offer", "the number of the offer, from 0"),
    FIELD(struct pool_line, pool, FIELD_COUNT, "pool", "the number of the pool in the document, from 0"),
    FIELD_REQUIRED(struct pool_line, increased, FIELD_DATE, "increased",
                   "the last gaming day with an increase"),
    FIELD(struct pool_line, contributed, FIELD_CENTS, "contributed",
          "the total fees of the pool when the gaming day began"),
    FIELD(struct pool_line, carried, FIELD_CENTS, "carried",
          "the balance when the offer was posted or an award was reversed"),
    FIELD(struct pool_line, hits, FIELD_COUNT, "hits", "how often it was won"),
    FIELD(struct pool_line, won, FIELD_CENTS, "won", "the total won"),
    FIELD_ITEMS(struct pool_line, wins, win_count, FIELD_LIST, &win_shape, "wins",
                "the last 25 wins, the newest last"),
};

/* Also those that an earlier posting had and this one has not: they come back with a later one. */
static void save_pools(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (uint32_t i = 0; i < floor->offering_count; i++)
        for (uint32_t pool = 0; pool < TERMS_POOLS_MAX; pool++) {
            const struct offering *offering = &floor->offerings[i];
            const struct pool_meter *meter = &offering->meters[pool];
            CHECK_OP(meter->kept, <=, FLOOR_HITS_KEPT);
            const struct pool_line line = {.offer = i,
                                           .pool = pool,
                                           .increased = offering->increased[pool],
                                           .contributed = offering->funds.contributed[pool],
                                           .carried = meter->carried,
                                           .won = meter->won,
                                           .hits = meter->hits,
                                           .wins = meter->wins,
                                           .win_count = meter->kept};
            if (line.increased.year != 0)
                save_line(saving, &line);
        }
}

static enum status restore_pool(struct restoring *restoring, const void *line)
{
    struct floor *floor = restoring->floor;
    const struct pool_line *saved = line;
    if (saved->offer >= floor->offering_count || saved->pool >= TERMS_POOLS_MAX ||
        !line_rises(restoring, saved->offer, saved->pool))
        return wrong_line(restoring, "there is no such pool, or it is not in order");
    if (saved->increased.year == 0 || saved->win_count > FLOOR_HITS_KEPT || saved->win_count > saved->hits ||
        !is_amount(restoring, saved->contributed) || !is_amount(restoring, saved->carried) ||
        !is_amount(restoring, saved->won))
        return wrong_line(restoring, "the pool has no day, or wins or amounts that cannot be");
    struct offering *offering = &floor->offerings[saved->offer];
    struct pool_meter *meter = &offering->meters[saved->pool];
    for (uint32_t i = 0; i < saved->win_count; i++) {
        if (saved->wins[i].award == 0 || saved->wins[i].award > floor->last_award)
            return wrong_line(restoring, "a win of an award that is not here");
        meter->wins[i] = saved->wins[i];
    }
    meter->kept = saved->win_count;
    meter->hits = saved->hits;
    meter->won = saved->won;
    meter->carried = saved->carried;
    offering->increased[saved->pool] = saved->increased;
    offering->funds.contributed[saved->pool] = saved->contributed;
    restoring->pools[saved->offer] |= (uint8_t)(1u << saved->pool);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ advances */

struct advance_line {
    uint32_t offer, award;
    int64_t cents;
    struct text clause;
    uint32_t fund; /* no fund is the first account of a house; 0: the first of the offer */
};

static const struct field advance_fields[] = {
    FIELD(struct advance_line, offer, FIELD_COUNT, "offer", "the number of the offer, from 0"),
    FIELD(struct advance_line, award, FIELD_COUNT, "award",
          "the number of the award that it was made for; left out if none"),
    FIELD(struct advance_line, cents, FIELD_CENTS, "cents", "the amount still owed"),
    FIELD(struct advance_line, clause, FIELD_TEXT, "clause", "the clause that orders it"),
    FIELD(struct advance_line, fund, FIELD_COUNT, "fund",
          "the account of the fund that repays it; left out: the first fund of the offer"),
};

/* The oldest of the house first, whichever offer's it is. */
static void save_advances(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    unsigned passed[FLOOR_OFFERS_MAX] = {0};
    uint64_t made = 0;
    for (;;) {
        const struct advance *oldest = NULL;
        uint32_t offer = 0;
        for (uint32_t i = 0; i < floor->offering_count; i++) {
            const struct funds *funds = &floor->offerings[i].funds;
            const struct advance *advance =
                passed[i] < funds->advance_count ? funds_advance(funds, passed[i]) : NULL;
            if (!advance || (oldest && oldest->made < advance->made))
                continue;
            oldest = advance;
            offer = i;
        }
        if (!oldest)
            return;
        passed[offer]++;
        CHECK_OP(oldest->made, >, made); /* restored in this order they are repaid in it */
        made = oldest->made;
        bool first = oldest->fund == floor->offerings[offer].terms.fund;
        save_line(saving, &(struct advance_line){offer, oldest->award, oldest->cents, oldest->clause,
                                                 first ? 0 : oldest->fund});
    }
}

static enum status restore_advance(struct restoring *restoring, const void *line)
{
    struct floor *floor = restoring->floor;
    const struct advance_line *saved = line;
    if (saved->offer >= floor->offering_count)
        return wrong_line(restoring, "there is no such offer");
    if (saved->cents == 0 || !is_amount(restoring, saved->cents) || saved->award > floor->last_award)
        return wrong_line(restoring, "an advance that cannot be");
    if (saved->fund >= floor->ledger.count)
        return wrong_line(restoring, "an advance that no fund repays");
    const struct advance advance = {saved->cents, ++floor->advances_made, saved->clause, saved->award,
                                    saved->fund ? saved->fund : floor->offerings[saved->offer].terms.fund};
    enum status status = funds_advanced(&floor->offerings[saved->offer].funds, &advance, &floor->arena);
    CHECK_IMPLIES(status == STATUS_OK, funds_advances(&floor->offerings[saved->offer].funds) >= saved->cents);
    return status == STATUS_OK ? status : no_memory_for_line(restoring, status);
}

/* ------------------------------------------------------------------------------------------ former postings */

/* A posting that a hand which waits, or a round that runs, was dealt by. */
struct former_line {
    uint32_t offer, documents, accounts;
    struct text text, house;
};

static const struct field former_fields[] = {
    FIELD(struct former_line, offer, FIELD_COUNT, "offer", "the number of the offer, from 0"),
    FIELD_REQUIRED(struct former_line, text, FIELD_TEXT, "text", "the text of the offer at that time"),
    FIELD(struct former_line, documents, FIELD_COUNT, "documents",
          "the number of documents filed when it was posted; it is read by these"),
    FIELD(struct former_line, accounts, FIELD_COUNT, "accounts",
          "the number of accounts open when it was posted"),
    FIELD(struct former_line, house, FIELD_TEXT, "house-text",
          "the text of house.yaml at that time; left out: as now"),
};

/* Which former postings are needed: those of hands that wait or may again, and of rounds that run. */
static void number_formers(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    uint32_t *numbers = ARENA_ARRAY(&saving->arena, uint32_t, floor->former_count), count = 0;
    saving->former_numbers = numbers;
    if (!numbers)
        saving->status = saving->arena.refusal;
    for (unsigned i = 0; i < floor->hand_count && numbers; i++) {
        CHECK_OP(floor->hands[i].former, <=, floor->former_count);
        if (floor->hands[i].former && hand_may_wait(floor, &floor->hands[i]))
            numbers[floor->hands[i].former - 1] = 1;
    }
    for (unsigned i = 0; i < floor->table_count && numbers; i++)
        for (unsigned k = 0; k < floor->tables[i].offer_count && floor->tables[i].round.runs; k++) {
            uint32_t former = floor->tables[i].offers[k].former;
            if (former && former != FORMER_NONE)
                numbers[former - 1] = 1;
        }
    for (unsigned i = 0; i < floor->former_count && numbers; i++)
        if (numbers[i])
            numbers[i] = ++count;
}

uint32_t former_saved(const struct saving *saving, uint32_t former)
{
    CHECK(former == FORMER_NONE || former <= saving->floor->former_count);
    return former == 0 || former == FORMER_NONE || !saving->former_numbers
               ? 0
               : saving->former_numbers[former - 1];
}

static void save_formers(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    number_formers(saving);
    for (unsigned i = 0; i < floor->former_count && saving->former_numbers; i++) {
        const struct former *former = floor->formers[i];
        CHECK_OP(former->offer, <, floor->offering_count);
        const struct former_line line = {.offer = former->offer,
                                         .text = former->text,
                                         .documents = former->documents,
                                         .accounts = former->accounts,
                                         .house = house_saved(floor, former->house)};
        if (saving->former_numbers[i])
            save_line(saving, &line);
    }
}

static enum status restore_former(struct restoring *restoring, const void *line)
{
    struct floor *floor = restoring->floor;
    const struct former_line *saved = line;
    struct ledger seen = floor->ledger;
    struct fault fault = {.words = ""};
    if (saved->offer >= floor->offering_count || saved->documents > floor->rulebook_count ||
        saved->accounts > floor->ledger.count)
        return wrong_line(restoring,
                          "there is no such offer, or it is read by documents or accounts that are not here");
    seen.count = saved->accounts;
    struct text house;
    enum status status = house_restored(floor, saved->house, &house);
    if (status != STATUS_OK)
        return no_memory_for_line(restoring, status);
    status = setup_take_former(floor, saved->offer, saved->text, house, saved->documents, &seen, &fault);
    if (status != STATUS_OK)
        return wrong_text(restoring, status, &fault);
    if (seen.count != saved->accounts)
        return wrong_line(restoring, "an account of the offer is missing");
    CHECK_OP(floor->former_count, >, 0);
    if (!text_equal(floor->formers[floor->former_count - 1]->terms.activity,
                    floor->offerings[saved->offer].terms.activity))
        return wrong_line(restoring, "the offer was of another activity");
    return taken(restoring, status, "the offer has errors");
}

bool is_former_of(const struct floor *floor, uint32_t former, uint32_t offer, uint32_t table)
{
    CHECK_OP(table, <, floor->table_count);
    return former <= floor->former_count &&
           (former == 0 || (floor->formers[former - 1]->offer == offer &&
                            table_offer_of_former(floor, offer, former, table)));
}

/* ------------------------------------------------------------------------------------------ changes that wait */

struct waiting_line {
    uint32_t number;
    struct text offer;
    struct date from;
    struct instant at;
    struct text text, by, authorised_by;
    struct instant filed;
};

static const struct field waiting_fields[] = {
    FIELD(struct waiting_line, number, FIELD_COUNT, "number",
          "the number of the change among all that were filed"),
    FIELD(struct waiting_line, offer, FIELD_TEXT, "offer",
          "the short name of the offer; left out: the house is amended"),
    FIELD(struct waiting_line, from, FIELD_DATE, "from", "the first gaming day of an amendment"),
    FIELD(struct waiting_line, at, FIELD_TIME, "from-time", "when the offer is posted"),
    FIELD_REQUIRED(struct waiting_line, text, FIELD_TEXT, "text", "the text of house.yaml, or of the offer"),
    FIELD_REQUIRED(struct waiting_line, by, FIELD_TEXT, "by", "who filed it"),
    FIELD(struct waiting_line, authorised_by, FIELD_TEXT, "authorised-by", "the second person who signed"),
    FIELD_REQUIRED(struct waiting_line, filed, FIELD_TIME, "filed", "when it was filed"),
};

static void save_waiting(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    CHECK_OP(floor->waiting_count, <=, FLOOR_WAITING_MAX);
    for (unsigned i = 0; i < floor->waiting_count; i++) {
        const struct waiting *waiting = &floor->waiting[i];
        save_line(saving, &(struct waiting_line){.number = waiting->number,
                                                 .offer = waiting->offer,
                                                 .from = waiting->from,
                                                 .at = waiting->at,
                                                 .text = waiting->text,
                                                 .by = waiting->by,
                                                 .authorised_by = waiting->authorised_by,
                                                 .filed = waiting->filed});
    }
}

static enum status restore_waiting(struct restoring *restoring, const void *line)
{
    struct floor *floor = restoring->floor;
    const struct waiting_line *saved = line;
    if (saved->number == 0 || saved->number > floor->changes_filed ||
        !line_rises(restoring, saved->number, 0) || floor->waiting_count == FLOOR_WAITING_MAX)
        return wrong_line(restoring, "a change that was never filed, or is not in order, or is one too many");
    const bool is_offer = saved->offer.length > 0;
    if ((saved->from.year == 0) != is_offer || (saved->at.ms != 0) != is_offer || saved->text.length == 0 ||
        saved->filed.ms == 0)
        return wrong_line(restoring, "the change has no time or no text");
    const struct waiting waiting = {.number = saved->number,
                                    .offer = saved->offer,
                                    .from = saved->from,
                                    .at = saved->at,
                                    .text = saved->text,
                                    .by = saved->by,
                                    .authorised_by = saved->authorised_by,
                                    .filed = saved->filed};
    enum status status = setup_take_waiting(floor, &waiting);
    return status == STATUS_OK ? status : no_memory_for_line(restoring, status);
}

/* ------------------------------------------------------------------------------------------ all of it */

/* A former posting is there for the hands that wait and the rounds that run. */
static bool formers_are_needed(struct restoring *restoring)
{
    const struct floor *floor = restoring->floor;
    bool *needed = ARENA_ARRAY(&restoring->arena, bool, floor->former_count), all = needed != NULL;
    for (unsigned i = 0; i < floor->hand_count && needed; i++) {
        CHECK_OP(floor->hands[i].former, <=, floor->former_count);
        if (floor->hands[i].former)
            needed[floor->hands[i].former - 1] = true;
    }
    for (unsigned i = 0; i < floor->table_count && needed; i++)
        for (unsigned k = 0; k < floor->tables[i].offer_count; k++) {
            uint32_t former = floor->tables[i].offers[k].former;
            all &= former == 0 || floor->tables[i].round.runs;
            if (former && former != FORMER_NONE)
                needed[former - 1] = true;
        }
    for (unsigned i = 0; i < floor->former_count && needed; i++)
        all &= needed[i];
    return all;
}

enum status check_setup_restored(struct restoring *restoring)
{
    const struct floor *floor = restoring->floor;
    if (!formers_are_needed(restoring))
        return wrong_line(restoring, "no hand that waits and no round that runs is of a former posting");
    for (unsigned i = 0; i < floor->offering_count; i++)
        for (unsigned pool = 0; pool < floor->offerings[i].terms.pool_count; pool++)
            if (!(restoring->pools[i] >> pool & 1))
                return wrong_line(restoring, "a pool of an offer is missing");
    for (unsigned i = 0; i < floor->offering_count; i++)
        for (unsigned pool = 0; pool < TERMS_POOLS_MAX; pool++)
            for (uint32_t win = 0; win < floor->offerings[i].meters[pool].kept; win++)
                if (floor->offerings[i].meters[pool].wins[win].table > floor->table_count)
                    return wrong_line(restoring, "a win at a table that is not here");
    return STATUS_OK;
}

const struct desk_section setup_sections[SETUP_SECTIONS] = {
    {SECTION_HOUSE,
     SHAPE("house", struct house_line, house_fields, "the house; left out before it is opened"),
     .save = save_house, .restore = restore_house},
    {SECTION_APPROVALS,
     SHAPE("approvals", struct approvals_line, approvals_fields, "the register of an issuer, as filed last"),
     .counted = offsetof(struct floor, register_count), .save = save_approvals, .restore = restore_approvals},
    {SECTION_DOCUMENT, SHAPE("document", struct document_line, document_fields, "a filed document"),
     .counted = offsetof(struct floor, rulebook_count), .save = save_documents, .restore = restore_document},
    {SECTION_ACCOUNT, SHAPE("account", struct account_line, account_fields, "an account of the ledger"),
     .save = save_accounts, .restore = restore_account},
    {SECTION_OFFER, SHAPE("offer", struct offer_line, offer_fields, "an offer as it was last posted"),
     .counted = offsetof(struct floor, offering_count), .save = save_offers, .restore = restore_offer},
    {SECTION_POOL, SHAPE("pool", struct pool_line, pool_fields, "a pool of an offer"), .save = save_pools,
     .restore = restore_pool},
    {SECTION_ADVANCE,
     SHAPE("advance", struct advance_line, advance_fields, "an advance that is still owed, the oldest first"),
     .save = save_advances, .restore = restore_advance},
    {SECTION_FORMER,
     SHAPE("former", struct former_line, former_fields,
           "an earlier posting of an offer that still applies to waiting hands"),
     .counted = offsetof(struct floor, former_count), .save = save_formers, .restore = restore_former},
    {SECTION_WAITING,
     SHAPE("waiting", struct waiting_line, waiting_fields, "a change that waits for its time"),
     .counted = offsetof(struct floor, waiting_count), .save = save_waiting, .restore = restore_waiting},
};
