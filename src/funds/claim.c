#include "funds/claim.h"

#include "base/check.h"
#include "funds/clause.h"
#include "rulebook/vocabulary_paths.h"

enum { SECOND_MS = 1000, MINUTE_MS = 60 * SECOND_MS, HOUR_MS = 60 * MINUTE_MS };

/* ------------------------------------------------------------------------------------------ terms */

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
    return clause_copy(node_path(offer->rulebook->data, path), arena, &term->clause);
}

static bool is_yes(const struct offer *offer, const char *path)
{
    return text_equal(offer_text(offer, path), text_of("yes"));
}

static void read_schedule(const struct offer *offer, const char *path, const char *otherwise,
                          struct schedule *schedule)
{
    if (schedule_read(offer_text(offer, path), schedule, NULL) != STATUS_OK ||
        schedule->kind == SCHEDULE_POSTED)
        if (schedule_read(text_of(otherwise), schedule, NULL) != STATUS_OK)
            CHECK_NEVER("a schedule of our own");
}

/* Reads what happens to the prize of a winner who is absent or shows no ID. */
static void read_lateness(const struct offer *offer, struct claim_terms *read)
{
    const struct node *grace = offer_node(offer, PATH_CLAIM_GRACE);
    read->absent_forfeits = node_says(offer_node(offer, PATH_CLAIM_ABSENT), "forfeits");
    read->nothing_later = node_says(grace, "none");
    read_schedule(offer, PATH_WHEN_FINAL, "daily at 00:00", &read->final);
    read->until_final = node_says(grace, "until the final") && read->final.kind == SCHEDULE_MOMENTS;
    read_schedule(offer, PATH_CLAIM_WINDOW, "always", &read->window);
}

static enum status read_deadlines(const struct offer *offer, struct arena *arena, struct claim_terms *read)
{
    const struct node *identified = offer_node(offer, PATH_CLAIM_IDENTIFICATION_FOR);
    struct value value;
    if (identified && identified->kind == NODE_SCALAR &&
        value_read(VALUE_MONEY_OR_NONE, identified->scalar, &value, NULL) == STATUS_OK &&
        value.form == VALUE_IS_GIVEN)
        read->identified_from_cents = value.range.low;
    bool within = node_path(offer->rulebook->data, PATH_CLAIM_WITHIN);
    enum status status = read_term(offer, PATH_CLAIM_IDENTIFICATION_WITHIN, arena, &read->identification);
    if (status == STATUS_OK)
        status = read_term(offer, PATH_CLAIM_RETURN_WITHIN, arena, &read->come_back);
    if (status == STATUS_OK)
        status =
            read_term(offer, within ? PATH_CLAIM_WITHIN : PATH_DRAWING_CLAIMED_WITHIN, arena, &read->at_all);
    return status;
}

enum status claim_terms_compile(const struct offer *offer, struct arena *arena, struct claim_terms *terms)
{
    struct claim_terms read = {.identified_from_cents = RANGE_NO_END,
                               .present = is_yes(offer, PATH_CLAIM_PRESENT),
                               .stub = is_yes(offer, PATH_CLAIM_STUB),
                               .photo = is_yes(offer, PATH_CLAIM_PHOTO),
                               .name_agrees = is_yes(offer, PATH_CLAIM_NAME_AGREES),
                               .transferable = is_yes(offer, PATH_CLAIM_TRANSFERABLE),
                               .from_hand =
                                   node_says(offer_node(offer, PATH_CLAIM_TIME_RUNS), "from the hand")};
    const struct clause_wanted clauses[] = {{PATH_CLAIM_PRESENT, &read.present_clause},
                                            {PATH_CLAIM_STUB, &read.stub_clause},
                                            {PATH_CLAIM_PHOTO, &read.photo_clause},
                                            {PATH_CLAIM_NAME_AGREES, &read.name_clause},
                                            {PATH_CLAIM_TRANSFERABLE, &read.transferable_clause},
                                            {PATH_CLAIM_ABSENT, &read.absent_clause},
                                            {PATH_CLAIM_GRACE, &read.grace_clause},
                                            {PATH_CLAIM_WINDOW, &read.window_clause},
                                            {PATH_CLAIM_IDENTIFICATION_FOR, &read.identified_clause}};
    read_lateness(offer, &read);
    enum status status = zone_parse(offer->house->zone, 0, &read.zone, NULL);
    if (status == STATUS_OK)
        status = clauses_copy(offer, arena, clauses, sizeof clauses / sizeof clauses[0], &read.document);
    if (status == STATUS_OK)
        status = read_deadlines(offer, arena, &read);
    if (status == STATUS_OK)
        *terms = read;
    return status;
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

enum status claim_deadline(struct duration length, const struct zone *zone, struct instant from,
                           struct instant *last)
{
    CHECK_OP(length.count, >=, 0);
    int64_t days = unit_days(length.unit) * length.count;
    if (days == 0)
        return instant_add_ms(from, length.count * unit_ms(length.unit), last);
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

/* The last instant before the next final. */
static enum status before_final(const struct claim_terms *terms, struct instant awarded, struct instant *last)
{
    struct local_time local, next;
    struct instant final;
    enum status status = local_time_of(awarded, &terms->zone, &local);
    if (status == STATUS_OK && !schedule_next_moment(&terms->final, &local, &next))
        status = STATUS_RANGE;
    if (status == STATUS_OK)
        status = zone_instant(&terms->zone, &next, CALENDAR_USUAL, &final);
    return status == STATUS_OK ? instant_add_ms(final, -1, last) : status;
}

/* What the prize lapses by, once those who must be identified have had their time. */
static const struct claim_term *lapse_term(const struct claim_terms *terms, bool identified)
{
    return identified && is_set(&terms->come_back)        ? &terms->come_back
           : is_set(&terms->at_all)                       ? &terms->at_all
           : identified && is_set(&terms->identification) ? &terms->identification
                                                          : NULL;
}

static enum status set_deadlines(const struct claim_terms *terms, struct claim *claim)
{
    bool identified = claim->identified;
    const struct claim_term *lapse = lapse_term(terms, identified);
    enum status status = STATUS_OK;
    claim->can_be_late = identified && (is_set(&terms->identification) || terms->until_final);
    CHECK_IMPLIES(claim->can_be_late, claim->identified);
    if (claim->can_be_late)
        status = terms->until_final ? before_final(terms, claim->awarded, &claim->identify_by)
                                    : claim_deadline(terms->identification.length, &terms->zone,
                                                     claim->awarded, &claim->identify_by);
    if (status != STATUS_OK || (!lapse && !terms->until_final))
        return status;
    claim->can_lapse = lapse || claim->can_be_late;
    claim->lapses = claim->identify_by;
    if (lapse)
        status = claim_deadline(lapse->length, &terms->zone, claim->awarded, &claim->lapses);
    return status == STATUS_OK ? instant_add_ms(claim->lapses, 1, &claim->lapses) : status;
}

enum status claim_open(const struct claim_terms *terms, int64_t cents, int64_t posted_cents,
                       struct instant awarded, struct claim *claim)
{
    bool identified = posted_cents >= terms->identified_from_cents;
    struct claim open = {.state = identified ? CLAIM_AWARDED : CLAIM_PAYABLE,
                         .identified = identified,
                         .cents = cents,
                         .awarded = awarded,
                         .identify_by = awarded,
                         .lapses = awarded};
    CHECK_IMPLIES(open.identified, open.state == CLAIM_AWARDED);
    enum status status = set_deadlines(terms, &open);
    if (status == STATUS_OK)
        *claim = open;
    return status;
}

bool claim_is_open(const struct claim *claim)
{
    return claim->state < CLAIM_PAID;
}

bool claim_tick(struct claim *claim, struct instant now)
{
    CHECK_OP(claim->state, <=, CLAIM_FORFEITED);
    if (claim_is_open(claim) && claim->can_lapse && instant_compare(now, claim->lapses) >= 0) {
        claim->state = CLAIM_LAPSED;
        return true;
    }
    if (claim->state == CLAIM_AWARDED && claim->can_be_late && instant_compare(now, claim->identify_by) > 0) {
        claim->state = CLAIM_HELD;
        return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------ what people do */

static const char *clause_or(const struct claim_terms *terms, const char *clause)
{
    CHECK(clause && terms->document);
    return clause[0] ? clause : terms->document;
}

/* The winner came forward, and had no identification when the final began. */
static bool lapsed_at_final(const struct claim_terms *terms, const struct claim *claim)
{
    return terms->until_final && instant_compare(claim->lapses, claim->identify_by) > 0;
}

const char *claim_lapse_clause(const struct claim_terms *terms, const struct claim *claim)
{
    const struct claim_term *lapse = lapse_term(terms, claim->identified);
    CHECK_IMPLIES(lapse, is_set(lapse));
    return lapsed_at_final(terms, claim) ? terms->grace_clause : lapse ? lapse->clause : terms->document;
}

static struct ruling judge_open(const struct claim_terms *terms, const struct claim *claim)
{
    if (claim->state == CLAIM_PAID)
        return ruling_no(terms->document, "the prize is already paid");
    if (claim->state == CLAIM_LAPSED)
        return ruling_no(claim_lapse_clause(terms, claim),
                         "the prize was not claimed in time and has lapsed");
    if (claim->state == CLAIM_FORFEITED)
        return ruling_no(terms->document, "the prize was forfeited");
    return ruling_yes();
}

static struct ruling judge_identification(const struct claim_terms *terms, const struct identification *shown)
{
    if (terms->photo && !shown->photo)
        return ruling_no(clause_or(terms, terms->photo_clause),
                         "the ID has no photograph; ask for a photo ID");
    if (terms->name_agrees && !shown->name_agrees)
        return ruling_no(clause_or(terms, terms->name_clause),
                         "the name does not match the ID; ask for an ID in the winner's name");
    return ruling_yes();
}

struct ruling claim_come_forward(const struct claim_terms *terms, struct claim *claim, struct instant now)
{
    (void)claim_tick(claim, now);
    struct ruling ruling = judge_open(terms, claim);
    if (!ruling.allowed)
        return ruling;
    CHECK(claim_is_open(claim));
    bool waits = claim->state == CLAIM_AWARDED || claim->state == CLAIM_HELD;
    if (!waits || !claim->can_be_late)
        claim->can_lapse = false;
    else if (terms->until_final && instant_add_ms(claim->identify_by, 1, &claim->lapses) == STATUS_OK)
        claim->can_lapse = true;
    return ruling;
}

void claim_identified(struct claim *claim)
{
    CHECK(claim_is_open(claim));
    claim->state = CLAIM_PAYABLE;
    claim->can_lapse = false;
}

struct ruling claim_identify(const struct claim_terms *terms, struct claim *claim,
                             const struct identification *shown, struct instant now)
{
    (void)claim_tick(claim, now);
    struct ruling ruling = judge_open(terms, claim);
    if (!ruling.allowed)
        return ruling;
    ruling = judge_identification(terms, shown);
    if (ruling.allowed)
        claim_identified(claim); /* within the minutes, or coming back within the days */
    else if (terms->nothing_later)
        claim->state = CLAIM_LAPSED;
    CHECK(!ruling.allowed || (claim->state == CLAIM_PAYABLE && !claim->can_lapse));
    return ruling;
}

/* Whether the prize goes to this person now. */
static struct ruling judge_claimant(const struct claim_terms *terms, const struct claimant *claimant,
                                    struct instant now)
{
    struct local_time local;
    if (claimant->another && !terms->transferable)
        return ruling_no(clause_or(terms, terms->transferable_clause),
                         "the prize can be paid to the winner only");
    if (terms->present && !claimant->present)
        return ruling_no(clause_or(terms, terms->present_clause), "the winner must be present");
    if (terms->stub && !claimant->stub)
        return ruling_no(clause_or(terms, terms->stub_clause),
                         "the matching stub or card is missing; ask the winner for it");
    if (local_time_of(now, &terms->zone, &local) != STATUS_OK || !schedule_covers(&terms->window, &local))
        return ruling_no(clause_or(terms, terms->window_clause),
                         "prizes are not paid at this time of the day");
    return ruling_yes();
}

struct ruling claim_pay(const struct claim_terms *terms, struct claim *claim, const struct claimant *claimant,
                        struct instant now)
{
    (void)claim_tick(claim, now);
    struct ruling ruling = judge_open(terms, claim);
    if (!ruling.allowed)
        return ruling;
    ruling = judge_claimant(terms, claimant, now);
    bool forfeited = terms->absent_forfeits && terms->present && !claimant->present;
    if (ruling.allowed && claim->state != CLAIM_PAYABLE) {
        ruling = ruling_no(clause_or(terms, terms->identified_clause),
                           "the winner has not shown ID; enter the winner's ID first");
        forfeited = terms->nothing_later;
    }
    CHECK_IMPLIES(ruling.allowed, claim->state == CLAIM_PAYABLE); /* nothing is paid twice */
    CHECK(claim_is_open(claim));
    if (ruling.allowed)
        claim->state = CLAIM_PAID;
    else if (forfeited)
        claim->state = CLAIM_LAPSED;
    return ruling;
}

const char *const claim_state_words[] = {"awarded", "held", "payable", "paid", "lapsed", "forfeited", NULL};

const char *claim_state_name(enum claim_state state)
{
    CHECK_OP(state, <=, CLAIM_FORFEITED);
    return claim_state_words[state];
}
