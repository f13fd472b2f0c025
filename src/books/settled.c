#include "books/settled.h"

#include "base/calendar.h"
#include "base/check.h"
#include "books/report_rows.h"
#include "funds/claim.h"
#include "house/cage/cage_shapes.h"
#include "house/kernel/deciding.h"
#include "house/people/people.h"

/* A reading under way. */
struct settled_reading {
    const struct settled_wanted *wanted;
    struct arena *arena;
    struct settled *settled;
};

/* A row that is read column by column. After the first value of another type than its column's it is damaged. */
struct settled_row {
    const struct store_table *table;
    const struct store_found_row *row;
    struct arena *arena;
    enum status status;
};

static const struct store_value *value_of(struct settled_row *row, const char *column)
{
    unsigned place = 0;
    while (place < row->table->column_count &&
           !text_equal(text_of(row->table->columns[place].name), text_of(column)))
        place++;
    CHECK_OP(place, <, row->table->column_count);
    return &row->row->values[place];
}

static void spoil(struct settled_row *row, enum status status)
{
    if (row->status == STATUS_OK)
        row->status = status;
}

static int64_t number_of(struct settled_row *row, const char *column)
{
    const struct store_value *value = value_of(row, column);
    if (value->type == STORE_INTEGER)
        return value->integer;
    if (value->type != STORE_NULL)
        spoil(row, STATUS_DAMAGED);
    return 0;
}

static uint32_t count_of(struct settled_row *row, const char *column)
{
    const int64_t number = number_of(row, column);
    if (number < 0 || number > UINT32_MAX)
        spoil(row, STATUS_DAMAGED);
    return number < 0 || number > UINT32_MAX ? 0 : (uint32_t)number;
}

/* A copy; empty for null. */
static struct text words_of(struct settled_row *row, const char *column)
{
    const struct store_value *value = value_of(row, column);
    struct text copy = text_of("");
    if (value->type == STORE_TEXT) {
        if (arena_copy_text(row->arena, value->text, &copy) != STATUS_OK)
            spoil(row, row->arena->refusal);
    } else if (value->type != STORE_NULL)
        spoil(row, STATUS_DAMAGED);
    return copy;
}

/* No time for null. */
static struct instant time_of(struct settled_row *row, const char *column)
{
    struct instant at = {0};
    const struct store_value *value = value_of(row, column);
    if (value->type == STORE_TEXT ? instant_parse(value->text, 0, &at, NULL) != STATUS_OK
                                  : value->type != STORE_NULL)
        spoil(row, STATUS_DAMAGED);
    return at;
}

/* The place of the text among the words; their count if it is none of them. */
static unsigned place_of_word(struct text text, const char *const *words)
{
    unsigned place = 0;
    while (words[place] && !text_equal(text, text_of(words[place])))
        place++;
    return place;
}

static enum status row_end(const struct settled_row *row, struct fault *fault)
{
    return row->status == STATUS_OK ? STATUS_OK
           : row->status == STATUS_DAMAGED
               ? fault_set(fault, STATUS_DAMAGED, 0,
                           "a row of the table %s that came from event %llu is not the one that was written; "
                           "audit the store",
                           row->table->name, (unsigned long long)row->row->sequence)
               : fault_set(fault, row->status, 0, "there is no memory for what was settled");
}

/* ------------------------------------------------------------------------------------------ prizes */

static struct settled_prize prize_of_row(struct settled_row *row)
{
    struct settled_prize settled = {.table = words_of(row, "game_table"), .patron = words_of(row, "patron")};
    struct floor_prize *prize = &settled.prize;
    struct claim *claim = &prize->claim;
    const struct text state = words_of(row, "state");
    const unsigned claim_state = place_of_word(state, claim_state_words);
    prize->number = count_of(row, "prize");
    prize->award = count_of(row, "award");
    prize->offer = count_of(row, "offer");
    prize->seat = count_of(row, "seat");
    prize->share = words_of(row, "share");
    prize->clause = words_of(row, "clause");
    prize->thing = words_of(row, "thing");
    prize->things = count_of(row, "things");
    prize->worth = number_of(row, "worth");
    prize->reversed = text_equal(state, text_of("reversed"));
    if (!prize->reversed && !claim_state_words[claim_state])
        spoil(row, STATUS_DAMAGED);
    claim->state = prize->reversed ? CLAIM_AWARDED : (enum claim_state)claim_state;
    claim->cents = number_of(row, "cents");
    claim->awarded = time_of(row, "awarded_at");
    claim->identified = number_of(row, "must_identify") != 0;
    claim->identify_by = time_of(row, "identify_by");
    claim->can_be_late = claim->identify_by.ms != 0;
    claim->lapses = time_of(row, "lapses_at");
    claim->can_lapse = claim->lapses.ms != 0;
    const unsigned shown = place_of_word(words_of(row, "identified"), identification_words);
    if (!identification_words[shown])
        spoil(row, STATUS_DAMAGED);
    prize->shown = (uint8_t)shown;
    prize->tray = text_equal(words_of(row, "paid_from"), text_of(payment_place_words[1])) ? TRAY_REIMBURSED
                                                                                          : TRAY_NOT_USED;
    settled.award = (struct floor_award){.number = prize->award,
                                         .offer = prize->offer,
                                         .verified_by = words_of(row, "verified_by"),
                                         .authorised_by = words_of(row, "authorised_by")};
    return settled;
}

/* STATUS_RANGE ends the reading, because there are enough. */
static enum status take_prize(void *context, const struct store_found_row *found, struct fault *fault)
{
    struct settled_reading *reading = context;
    struct settled *settled = reading->settled;
    const struct settled_wanted *wanted = reading->wanted;
    struct settled_row row = {&report_tables[REPORT_PRIZE], found, reading->arena, STATUS_OK};
    const struct store_value *state = value_of(&row, "state"), *patron = value_of(&row, "patron");
    if (wanted->kind == SETTLED_AWARD) {
        const uint32_t award = count_of(&row, "award");
        if (row.status == STATUS_OK && award != wanted->high)
            return award < wanted->high ? STATUS_RANGE : STATUS_OK;
    } else if (state->type == STORE_TEXT && patron->type == STORE_TEXT &&
               (!prize_word_can_leave(state->text) ||
                (wanted->state.length > 0 && !text_equal(state->text, wanted->state)) ||
                (wanted->filter.length > 0 && !text_equal(patron->text, wanted->filter))))
        return STATUS_OK;
    enum status status =
        MAKE_ROOM(reading->arena, settled->prizes, settled->prize_count, settled->prize_room);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for what was settled");
    settled->prizes[settled->prize_count++] = prize_of_row(&row);
    status = row_end(&row, fault);
    return status == STATUS_OK && settled->prize_count == wanted->limit ? STATUS_RANGE : status;
}

/* Adds what a voucher has paid for a kind of cost, if the voucher is one of those that were read. */
static enum status take_redemption(void *context, const struct store_found_row *found, struct fault *fault)
{
    struct settled_reading *reading = context;
    struct settled_row row = {&report_tables[REPORT_REDEMPTION], found, reading->arena, STATUS_OK};
    const struct settled_prize *of = settled_prize_numbered(reading->settled, count_of(&row, "prize"));
    if (!of)
        return row_end(&row, fault);
    struct floor_prize *prize = &reading->settled->prizes[of - reading->settled->prizes].prize;
    const struct text cost = words_of(&row, "cost");
    unsigned place = 0;
    while (place < prize->use_count && !text_equal_ignoring_case(prize->uses[place].cost, cost))
        place++;
    if (place == prize->use_count) {
        enum status status = MAKE_ROOM(reading->arena, prize->uses, prize->use_count, prize->use_room);
        if (status != STATUS_OK)
            return fault_set(fault, status, 0, "there is no memory for what was settled");
        prize->uses[prize->use_count++] = (struct voucher_use){.cost = cost};
    }
    prize->uses[place].count += number_of(&row, "units");
    prize->uses[place].cents += number_of(&row, "cents");
    return row_end(&row, fault);
}

static bool has_voucher(const struct settled *settled)
{
    bool has = false;
    for (unsigned i = 0; i < settled->prize_count; i++)
        has |= settled->prizes[i].prize.worth > 0;
    return has;
}

/* ------------------------------------------------------------------------------------------ awards */

static enum status take_award(void *context, const struct store_found_row *found, struct fault *fault)
{
    struct settled_reading *reading = context;
    struct settled_row row = {&report_tables[REPORT_AWARD], found, reading->arena, STATUS_OK};
    const uint32_t number = count_of(&row, "award");
    if (row.status != STATUS_OK || number != reading->wanted->high)
        return row_end(&row, fault);
    struct floor_award *award = ARENA_NEW(reading->arena, struct floor_award);
    if (!award)
        return fault_set(fault, reading->arena->refusal, 0, "there is no memory for what was settled");
    *award = (struct floor_award){.number = number,
                                  .offer = count_of(&row, "offer"),
                                  .at = time_of(&row, "at"),
                                  .hand = number_of(&row, "round") > 0 ? count_of(&row, "hand") : 0,
                                  .clause = words_of(&row, "clause"),
                                  .verified_by = words_of(&row, "verified_by"),
                                  .authorised_by = words_of(&row, "authorised_by")};
    reading->settled->award = award;
    enum status status = row_end(&row, fault);
    return status == STATUS_OK ? STATUS_RANGE : status;
}

/* ------------------------------------------------------------------------------------------ hands */

/* A hand whose period ended without it keeps its word of then in the table; it was rejected with the period. */
static enum hand_state state_left(struct text word)
{
    return text_equal(word, text_of(hand_state_words[HAND_AWARDED]))     ? HAND_AWARDED
           : text_equal(word, text_of(hand_state_words[HAND_WITHDRAWN])) ? HAND_WITHDRAWN
                                                                         : HAND_REJECTED;
}

static enum status take_hand(void *context, const struct store_found_row *found, struct fault *fault)
{
    struct settled_reading *reading = context;
    struct settled *settled = reading->settled;
    const struct settled_wanted *wanted = reading->wanted;
    struct settled_row row = {&report_tables[REPORT_HAND], found, reading->arena, STATUS_OK};
    const struct store_value *word = value_of(&row, "state"), *table = value_of(&row, "game_table");
    if (word->type == STORE_TEXT && table->type == STORE_TEXT &&
        ((wanted->state.length > 0 &&
          !text_equal(text_of(hand_state_words[state_left(word->text)]), wanted->state)) ||
         (wanted->filter.length > 0 && !text_equal(table->text, wanted->filter))))
        return STATUS_OK;
    enum status status = MAKE_ROOM(reading->arena, settled->hands, settled->hand_count, settled->hand_room);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for what was settled");
    struct settled_hand *hand = &settled->hands[settled->hand_count++];
    *hand = (struct settled_hand){.table = words_of(&row, "game_table"),
                                  .patron = words_of(&row, "patron"),
                                  .claimed_by = words_of(&row, "claimed_by"),
                                  .chosen_row = words_of(&row, "chosen_row"),
                                  .hand = {.number = count_of(&row, "hand"),
                                           .state = state_left(words_of(&row, "state")),
                                           .at = time_of(&row, "claimed_at"),
                                           .round = count_of(&row, "round"),
                                           .seat = count_of(&row, "seat"),
                                           .offer = count_of(&row, "offer"),
                                           .claimed_row = words_of(&row, "claimed_row"),
                                           .fee = number_of(&row, "fee") != 0,
                                           .verified_by = words_of(&row, "verified_by"),
                                           .authorised_by = words_of(&row, "authorised_by")}};
    status = row_end(&row, fault);
    return status == STATUS_OK && settled->hand_count == wanted->limit ? STATUS_RANGE : status;
}

/* ------------------------------------------------------------------------------------------ all of it */

enum status settled_read(struct store *store, const struct settled_wanted *wanted, struct arena *arena,
                         struct settled *settled, struct fault *fault)
{
    static const struct text house = {"house", 5};
    struct settled_reading reading = {wanted, arena, settled};
    const bool hands = wanted->kind == SETTLED_HANDS, award = wanted->kind == SETTLED_AWARD;
    enum status status = STATUS_OK;
    CHECK(wanted->kind != SETTLED_NONE && wanted->limit > 0);
    *settled = (struct settled){.prize_count = 0};
    if (award) {
        status =
            store_each_row(store, house, REPORT_AWARD, 0, STORE_SEQUENCE_MAX, take_award, &reading, fault);
        if (status != STATUS_RANGE)
            return status; /* there is no such award */
    }
    status = store_each_row_down(store, house, hands ? REPORT_HAND : REPORT_PRIZE, award ? 1 : wanted->low,
                                 award ? UINT32_MAX : wanted->high, hands ? take_hand : take_prize, &reading,
                                 fault);
    status = status == STATUS_RANGE ? STATUS_OK : status;
    if (status == STATUS_OK && has_voucher(settled))
        status = store_each_row(store, house, REPORT_REDEMPTION, 0, STORE_SEQUENCE_MAX, take_redemption,
                                &reading, fault);
    if (award)
        for (unsigned i = 0; i < settled->prize_count; i++)
            settled->award->reversed =
                settled->prizes[i].prize.reversed && (i == 0 || settled->award->reversed);
    return status;
}

enum status settled_read_at(struct text address, const struct settled_wanted *wanted, struct arena *arena,
                            struct settled *settled, struct fault *fault)
{
    const struct store_options options = report_store_options(STORE_READ_ONLY);
    struct store *store = NULL;
    enum status status = store_open(address, &options, &store, fault);
    if (status == STATUS_OK)
        status = settled_read(store, wanted, arena, settled, fault);
    store_close(store);
    return status;
}
