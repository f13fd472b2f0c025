#include "house/claim.h"

#include "base/check.h"

enum { SECOND_MS = 1000, MINUTE_MS = 60 * SECOND_MS, HOUR_MS = 60 * MINUTE_MS };

/* ------------------------------------------------------------------------------------------ terms */

static enum status copy_clause(const struct node *node, struct arena *arena, const char **clause)
{
    struct text copy = text_of("");
    enum status status = node ? arena_copy_text(arena, node->origin.clause, &copy) : STATUS_OK;
    *clause = copy.bytes;
    return status;
}

static enum status read_term(const struct offer *offer, const char *path, struct arena *arena,
                             struct claim_term *term)
{
    const struct node *node = offer_node(offer, path);
    struct value value;
    *term = (struct claim_term){.clause = ""};
    if (!node || node->kind != NODE_SCALAR ||
        value_read(VALUE_DURATION, node->scalar, &value, NULL) != STATUS_OK || value.form != VALUE_IS_GIVEN)
        return STATUS_OK;
    term->length = value.duration.high;
    return copy_clause(node_path(offer->rulebook->data, path), arena, &term->clause);
}

enum status claim_terms_compile(const struct offer *offer, struct arena *arena, struct claim_terms *terms)
{
    struct claim_terms read = {.identified_from_cents = RANGE_NO_END};
    const struct node *data = offer->rulebook->data,
                      *identified = offer_node(offer, "claim/identification for");
    struct text document;
    struct value value;
    read.present = text_equal(offer_text(offer, "claim/present"), text_of("yes"));
    if (identified && identified->kind == NODE_SCALAR &&
        value_read(VALUE_MONEY_OR_NONE, identified->scalar, &value, NULL) == STATUS_OK &&
        value.form == VALUE_IS_GIVEN)
        read.identified_from_cents = value.range.low;
    enum status status = arena_copy_text(arena, offer->rulebook->document.identity, &document);
    if (status == STATUS_OK)
        status = copy_clause(node_path(data, "claim/present"), arena, &read.present_clause);
    if (status == STATUS_OK)
        status = copy_clause(node_path(data, "claim/identification for"), arena, &read.identified_clause);
    if (status == STATUS_OK)
        status = read_term(offer, "claim/identification within", arena, &read.identification);
    if (status == STATUS_OK)
        status = read_term(offer, "claim/return within", arena, &read.come_back);
    if (status == STATUS_OK)
        status = read_term(offer, "claim/within", arena, &read.at_all);
    if (status != STATUS_OK)
        return status;
    read.document = document.bytes;
    *terms = read;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ deadlines */

static bool is_set(const struct claim_term *term)
{
    return term->clause[0] != '\0';
}

static int64_t unit_days(enum duration_unit unit)
{
    return unit == DURATION_DAYS ? 1 : unit == DURATION_WEEKS ? 7 : unit == DURATION_YEARS ? 365 : 0;
}

static int64_t unit_ms(enum duration_unit unit)
{
    return unit == DURATION_SECONDS ? SECOND_MS : unit == DURATION_MINUTES ? MINUTE_MS : HOUR_MS;
}

/* The last instant in time: seconds, minutes and hours to the second; days to the end of the last day. */
static enum status deadline(const struct claim_term *term, const struct zone *zone, struct instant from,
                            struct instant *last)
{
    int64_t days = unit_days(term->length.unit) * term->length.count;
    if (days == 0)
        return instant_add_ms(from, term->length.count * unit_ms(term->length.unit), last);
    struct local_time local;
    enum status status = local_time_of(from, zone, &local);
    if (status == STATUS_OK)
        status = date_add_days(local.date, days + 1, &local.date);
    local.hour = local.minute = local.second = 0;
    local.millisecond = 0;
    struct instant end;
    if (status == STATUS_OK)
        status = zone_instant(zone, &local, CALENDAR_USUAL, &end);
    return status == STATUS_OK ? instant_add_ms(end, -1, last) : status;
}

enum status claim_open(const struct claim_terms *terms, const struct zone *zone, int64_t cents,
                       struct instant awarded, struct claim *claim)
{
    struct claim open = {.cents = cents, .awarded = awarded, .identify_by = awarded, .lapses = awarded};
    bool identified = cents >= terms->identified_from_cents;
    const struct claim_term *lapse =
        is_set(&terms->come_back) && identified ? &terms->come_back : &terms->at_all;
    enum status status = STATUS_OK;
    open.state = identified ? CLAIM_AWARDED : CLAIM_PAYABLE;
    if (identified && is_set(&terms->identification))
        status = deadline(&terms->identification, zone, awarded, &open.identify_by);
    if (status == STATUS_OK && is_set(lapse)) {
        open.can_lapse = true;
        status = deadline(lapse, zone, awarded, &open.lapses);
        if (status == STATUS_OK)
            status = instant_add_ms(open.lapses, 1, &open.lapses);
    }
    if (status == STATUS_OK)
        *claim = open;
    return status;
}

bool claim_tick(struct claim *claim, struct instant now)
{
    bool open = claim->state != CLAIM_PAID && claim->state != CLAIM_LAPSED;
    if (open && claim->can_lapse && instant_compare(now, claim->lapses) >= 0) {
        claim->state = CLAIM_LAPSED;
        return true;
    }
    if (claim->state == CLAIM_AWARDED && instant_compare(now, claim->identify_by) > 0) {
        claim->state = CLAIM_HELD;
        return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------ what people do */

const char *claim_lapse_clause(const struct claim_terms *terms)
{
    return is_set(&terms->come_back) ? terms->come_back.clause
           : is_set(&terms->at_all)  ? terms->at_all.clause
                                     : terms->document;
}

static struct ruling judge_open(const struct claim_terms *terms, const struct claim *claim)
{
    if (claim->state == CLAIM_PAID)
        return ruling_no(terms->document, "the prize has been paid");
    if (claim->state == CLAIM_LAPSED)
        return ruling_no(claim_lapse_clause(terms), "the prize was not claimed in time and has lapsed");
    return ruling_yes();
}

struct ruling claim_identify(const struct claim_terms *terms, struct claim *claim, struct instant now)
{
    (void)claim_tick(claim, now);
    struct ruling ruling = judge_open(terms, claim);
    if (ruling.allowed)
        claim->state = CLAIM_PAYABLE; /* within the minutes, or coming back within the days */
    return ruling;
}

struct ruling claim_pay(const struct claim_terms *terms, struct claim *claim, bool winner_is_there,
                        struct instant now)
{
    (void)claim_tick(claim, now);
    struct ruling ruling = judge_open(terms, claim);
    if (!ruling.allowed)
        return ruling;
    if (claim->state != CLAIM_PAYABLE)
        return ruling_no(terms->identified_clause, "the winner has not shown identification");
    if (terms->present && !winner_is_there)
        return ruling_no(terms->present_clause, "the winner must be there");
    claim->state = CLAIM_PAID;
    return ruling_yes();
}
