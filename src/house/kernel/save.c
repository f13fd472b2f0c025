#include "house/kernel/snapshot_internal.h"

#include "base/check.h"
#include "funds/claim.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/boards/boards.h"
#include "house/hands/hands.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/vocabulary_paths.h"

#include <string.h>

enum { CHUNK_SIZE = 256 << 10, SAVING_MEMORY_MAX = 1 << 30 };

/* The longest list of a line: who has paid at other tables. */
_Static_assert(FLOOR_TABLES_MAX *FLOOR_SEATS_MAX <= RECORD_ITEMS_MAX, "a record holds so many payers");

/* Lines are written to chunks, because nobody knows how long they become. */
struct chunk {
    struct chunk *next;
    struct text_out out;
};

struct saving {
    const struct floor *floor;
    struct arena arena; /* of the chunks */
    struct chunk *first, *last;
    size_t size; /* of all lines */
    struct snapshot_line counted;
    uint32_t lines;
    uint32_t *former_numbers; /* of each former posting of the floor in the snapshot; 0: it is not needed */
    enum status status;       /* of the first chunk that there was no room for */
};

/* ------------------------------------------------------------------------------------------ lines */

static bool add_chunk(struct saving *saving, size_t size)
{
    CHECK_OP(size, >, 0);
    struct chunk *chunk = ARENA_NEW(&saving->arena, struct chunk);
    char *bytes = ARENA_ARRAY(&saving->arena, char, size);
    if (!chunk || !bytes) {
        saving->status = saving->arena.refusal;
        return false;
    }
    text_out_init(&chunk->out, bytes, size);
    *(saving->last ? &saving->last->next : &saving->first) = chunk;
    saving->last = chunk;
    return true;
}

/* Whether the line fits into what is left; if not, nothing is written. */
static bool write_line(struct text_out *out, const struct record_shape *shape, const void *record)
{
    CHECK(!out->truncated);
    size_t before = out->length;
    text_out_add_text(out, (struct text){"{\"", 2});
    text_out_add_text(out, text_of(shape->name));
    text_out_add_text(out, (struct text){"\":", 2});
    record_write(out, shape, record);
    text_out_add_text(out, (struct text){"}\n", 2});
    CHECK_OP(out->length, >=, before);
    if (!out->truncated)
        return true;
    out->length = before;
    out->truncated = false;
    return false;
}

static void add_line(struct saving *saving, const struct record_shape *shape, const void *record)
{
    size_t before = saving->last ? saving->last->out.length : 0;
    for (size_t size = CHUNK_SIZE; saving->status == STATUS_OK; size *= 2) {
        if (saving->last && write_line(&saving->last->out, shape, record)) {
            saving->size += saving->last->out.length - before;
            saving->lines++;
            return;
        }
        before = 0;
        (void)add_chunk(saving, size);
    }
}

static void save_line(struct saving *saving, enum snapshot_section section, const void *record)
{
    CHECK_OP(saving->counted.counts[section], <, UINT32_MAX);
    add_line(saving, section_shape(section), record);
    saving->counted.counts[section]++;
}

/* ------------------------------------------------------------------------------------------ the house and its money */

static void save_house(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    if (floor->opened)
        save_line(saving, SECTION_HOUSE,
                  &(struct house_line){floor->identity, floor->house_text, floor->now, floor->day});
}

static void save_documents(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->rulebook_count; i++)
        save_line(saving, SECTION_DOCUMENT,
                  &(struct document_line){floor->rulebooks[i]->document.identity, floor->rulebook_texts[i]});
}

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
        save_line(
            saving, SECTION_ACCOUNT,
            &(struct account_line){(uint8_t)account->kind, account->activity, account->name, rows, count});
    }
}

static void save_people(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->person_count; i++)
        save_line(saving, SECTION_PERSON, &floor->people[i]);
}

static void save_patrons(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->patron_count; i++)
        save_line(saving, SECTION_PATRON, &floor->patrons[i]);
}

/* ------------------------------------------------------------------------------------------ offers */

static void save_offers(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        const struct offer_line line = {.offer = offering->name,
                                        .text = offering->text,
                                        .documents = offering->documents,
                                        .accounts = offering->accounts,
                                        .posted = offering->posted,
                                        .seeded = offering->seeded,
                                        .hit_since_posted = offering->hit_since_posted,
                                        .advanced = offering->advanced,
                                        .repaid = offering->repaid,
                                        .contributed = offering->funds.fund_contributed,
                                        .closed = offering->closed};
        save_line(saving, SECTION_OFFER, &line);
    }
}

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

static uint32_t former_saved(const struct saving *saving, uint32_t former)
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
                                         .accounts = former->accounts};
        if (saving->former_numbers[i])
            save_line(saving, SECTION_FORMER, &line);
    }
}

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
                save_line(saving, SECTION_POOL, &line);
        }
}

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
        save_line(saving, SECTION_ADVANCE,
                  &(struct advance_line){offer, oldest->award, oldest->cents, oldest->clause,
                                         first ? 0 : oldest->fund});
    }
}

/* ------------------------------------------------------------------------------------------ tables */

static void save_tables(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->table_count; i++) {
        const struct table *table = &floor->tables[i];
        CHECK(table->described && table->bank <= FLOOR_SEATS_MAX);
        const struct table_line line = {.table = table->described->name,
                                        .open = table->open,
                                        .opened = table->opened,
                                        .hours_charged = table->hours_charged,
                                        .bank = table->bank,
                                        .reader_fails = table->reader_fails,
                                        .keypad_fails = table->keypad_fails,
                                        .sign_fails = table->sign_fails,
                                        .called = table->call.at,
                                        .call = table_call_words(table)};
        save_line(saving, SECTION_TABLE, &line);
    }
}

static void save_owed(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (uint32_t i = 0; i < floor->offering_count; i++)
        for (unsigned k = 0; k < floor->offerings[i].owed_count; k++) {
            const struct owed_hours *owed = &floor->offerings[i].owed[k];
            CHECK_OP(owed->table, <, floor->table_count);
            const struct owed_line line = {.offer = i,
                                           .day = owed->day,
                                           .table = floor->tables[owed->table].described->name,
                                           .hours = owed->hours,
                                           .cents = owed->cents};
            save_line(saving, SECTION_OWED, &line);
        }
}

static void save_table_offers(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->table_count; i++)
        for (unsigned k = 0; k < floor->tables[i].offer_count; k++) {
            const struct table *table = &floor->tables[i];
            const struct table_offer *at = &table->offers[k];
            CHECK_OP(at->offer, <, floor->offering_count);
            uint32_t former = table->round.runs ? at->former : 0;
            const struct table_offer_line line = {.table = table->described->name,
                                                  .offer = at->offer,
                                                  .paid = table->round.paid[k],
                                                  .former = former_saved(saving, former),
                                                  .not_offered = former == FORMER_NONE,
                                                  .offered = table->round.offered >> k & 1,
                                                  .readings = table->round.readings[k],
                                                  .reading_count = table->round.reading_counts[k],
                                                  .since = at->since,
                                                  .day = at->collection.day,
                                                  .hour = at->collection.hour,
                                                  .rounds = at->collection.rounds,
                                                  .fees = at->collection.fees,
                                                  .returned = at->collection.returned};
            save_line(saving, SECTION_TABLE_OFFER, &line);
        }
}

static void save_seats(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->table_count; i++)
        for (uint32_t number = 1; number <= FLOOR_SEATS_MAX; number++) {
            const struct table *table = &floor->tables[i];
            struct seat_line line = {.table = table->described->name,
                                     .number = number,
                                     .seat = table->seats[number],
                                     .patron = floor_patron_name(floor, table->seats[number].patron)};
            if (!line.seat.taken)
                line.seat.since = (struct instant){0}; /* of who sat there before */
            if (line.seat.taken || line.seat.sensor_fails || line.patron.length > 0)
                save_line(saving, SECTION_SEAT, &line);
        }
}

static void save_rounds(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->table_count; i++) {
        const struct table *table = &floor->tables[i];
        struct prize_choice chosen[FLOOR_SEATS_MAX + 1];
        struct round_line line = {.table = table->described->name,
                                  .round = table->round,
                                  .backline = table->round.backline,
                                  .fees_posted = table->round.fees_posted,
                                  .duties = table->round.duties,
                                  .chosen = chosen};
        for (uint32_t seat = 0; seat <= FLOOR_SEATS_MAX; seat++)
            if (table->round.chosen[seat].length > 0)
                chosen[line.chosen_count++] = (struct prize_choice){seat, table->round.chosen[seat]};
        CHECK_OP(line.chosen_count, <=, FLOOR_SEATS_MAX + 1);
        CHECK_OP(table->round.backline_count, <=, FLOOR_BACKLINE_MAX);
        if (table->round.number > 0)
            save_line(saving, SECTION_ROUND, &line);
    }
}

/* ------------------------------------------------------------------------------------------ hands and prizes */

static bool is_open(const struct floor_hand *hand)
{
    return hand->state == HAND_VERIFIED || hand->state == HAND_POSTED || hand->state == HAND_BEATEN;
}

static bool is_among(const struct rulebook_row *row, const struct rulebook_chart *chart)
{
    return row >= chart->rows && row < chart->rows + chart->row_count;
}

/* The place of the row in the document; false if it is of another. */
static bool find_place(const struct rulebook *rulebook, const struct rulebook_row *row,
                       struct row_place *place)
{
    for (uint32_t i = 0; i < rulebook->chart_count; i++) {
        const struct rulebook_chart *chart = &rulebook->charts[i];
        const struct node *rows = node_member(chart->node, KEY_ROWS);
        uint32_t number = 1;
        for (const struct node *item = rows ? rows->first_child : NULL; item; item = item->next, number++)
            if (item == row->node) {
                place->chart = i + 1;
                place->row = number;
                place->posting = is_among(row, chart) ? ROW_OF_DOCUMENT : ROW_OF_POSTING;
                return true;
            }
    }
    return false;
}

/* Documents stay, so that every row is of one of them; most often of the last. */
static struct row_place place_of(const struct floor *floor, const struct rulebook_row *row)
{
    struct row_place place = {.document = floor->rulebook_count};
    while (place.document > 0 && !find_place(floor->rulebooks[place.document - 1], row, &place))
        place.document--;
    CHECK_OP(place.document, >, 0);
    return place;
}

static void save_hands(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->hand_count; i++) {
        const struct floor_hand *hand = &floor->hands[i];
        CHECK_OP(hand->table, <, floor->table_count);
        CHECK_OP(hand->row_count, <=, HAND_ROWS_MAX);
        struct patron_row patrons[FLOOR_SEATS_MAX + 1];
        struct row_place rows[HAND_ROWS_MAX];
        struct hand_line line = {.hand = *hand,
                                 .state = (uint8_t)hand->state,
                                 .table = floor->tables[hand->table].described->name,
                                 .patron = floor_patron_name(floor, hand->patron),
                                 .claimed_by = floor_person_name(floor, hand->claimed_by),
                                 .rows = rows,
                                 .patrons = patrons};
        line.hand.former = hand_may_wait(floor, hand) ? former_saved(saving, hand->former) : 0;
        for (unsigned k = 0; k < hand->row_count && is_open(hand); k++)
            rows[line.row_count++] = place_of(floor, hand->rows[k]);
        for (uint32_t seat = 0; seat <= FLOOR_SEATS_MAX; seat++)
            if (hand->patrons[seat] != NAMES_NONE)
                patrons[line.patron_count++] = (struct patron_row){seat, hand->patrons[seat]};
        save_line(saving, SECTION_HAND, &line);
    }
}

static void save_boards(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (uint32_t i = 0; i < floor->offering_count; i++) {
        const struct board *board = &floor->offerings[i].board;
        CHECK(board->count <= FLOOR_BOARD_MAX && board->beaten_count <= FLOOR_BOARD_MAX);
        struct board_row rows[FLOOR_BOARD_MAX], beaten[FLOOR_BOARD_MAX];
        for (uint32_t k = 0; k < board->count; k++)
            rows[k].hand = board->hands[k] + 1;
        for (uint32_t k = 0; k < board->beaten_count; k++)
            beaten[k].hand = board->beaten[k] + 1;
        if (board->runs)
            save_line(saving, SECTION_BOARD,
                      &(struct board_line){i, board->ends, rows, board->count, beaten, board->beaten_count,
                                           board->standings, board->standing_count});
    }
}

static void save_awards(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->award_count; i++) {
        CHECK_OP(floor->awards[i].offer, <, floor->offering_count);
        CHECK_OP(floor->awards[i].first_prize + floor->awards[i].prize_count, <=, floor->prize_count);
        save_line(saving, SECTION_AWARD, &floor->awards[i]);
    }
}

static void save_prizes(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->prize_count; i++) {
        const struct floor_prize *prize = &floor->prizes[i];
        CHECK(prize->award < floor->award_count && prize->offer < floor->offering_count);
        const struct claim *claim = &prize->claim;
        struct prize_line line = {.prize = *prize,
                                  .state = (uint8_t)claim->state,
                                  .alone = prize->reversed && !floor->awards[prize->award].reversed,
                                  .patron = floor_patron_name(floor, prize->patron)};
        if (prize->table < floor->table_count)
            line.table = floor->tables[prize->table].described->name;
        if (claim->can_be_late)
            line.identify_by = claim->identify_by;
        if (claim->can_lapse)
            line.lapses = claim->lapses;
        save_line(saving, SECTION_PRIZE, &line);
    }
}

/* ------------------------------------------------------------------------------------------ all of it */

typedef void save_function(struct saving *saving);

static save_function *const savers[SECTIONS] = {
    [SECTION_HOUSE] = save_house,      [SECTION_DOCUMENT] = save_documents,
    [SECTION_ACCOUNT] = save_accounts, [SECTION_PERSON] = save_people,
    [SECTION_PATRON] = save_patrons,   [SECTION_OFFER] = save_offers,
    [SECTION_POOL] = save_pools,       [SECTION_ADVANCE] = save_advances,
    [SECTION_FORMER] = save_formers,   [SECTION_TABLE] = save_tables,
    [SECTION_OWED] = save_owed,        [SECTION_TABLE_OFFER] = save_table_offers,
    [SECTION_SEAT] = save_seats,       [SECTION_ROUND] = save_rounds,
    [SECTION_HAND] = save_hands,       [SECTION_BOARD] = save_boards,
    [SECTION_AWARD] = save_awards,     [SECTION_PRIZE] = save_prizes,
};

/* The head, which is known last, and the chunks behind it. */
static enum status join(const struct saving *saving, struct text_out *head, struct arena *arena,
                        struct text *bytes)
{
    size_t length = head->length + saving->size, at = head->length;
    char *joined = ARENA_ARRAY(arena, char, length + 1);
    if (!joined)
        return arena->refusal;
    memcpy(joined, head->bytes, head->length);
    for (const struct chunk *chunk = saving->first; chunk; chunk = chunk->next) {
        memcpy(joined + at, chunk->out.bytes, chunk->out.length);
        at += chunk->out.length;
    }
    CHECK_OP(at, ==, length);
    *bytes = (struct text){joined, length};
    return STATUS_OK;
}

enum status floor_save(const struct floor *floor, struct arena *arena, struct text *bytes,
                       struct fault *fault)
{
    struct saving saving = {.floor = floor, .counted = {.format = SNAPSHOT_FORMAT}};
    char buffer[1024];
    struct text_out head;
    arena_init(&saving.arena, SAVING_MEMORY_MAX);
    for (unsigned i = 0; i < SECTIONS; i++)
        savers[i](&saving);
    uint32_t counted = 0;
    add_line(&saving, &end_shape, &(struct end_line){saving.lines + 2});
    for (unsigned i = 0; i < SECTIONS; i++)
        counted += saving.counted.counts[i];
    CHECK_IMPLIES(saving.status == STATUS_OK,
                  saving.lines == counted + 1); /* as many as the head says, and the end */
    text_out_init(&head, buffer, sizeof buffer);
    CHECK(write_line(&head, &snapshot_shape, &saving.counted));
    enum status status = saving.status == STATUS_OK ? join(&saving, &head, arena, bytes) : saving.status;
    arena_release(&saving.arena);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the snapshot");
}
