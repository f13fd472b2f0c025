/*
 * Lines of a case about claims and times: a prize on its way to being paid, the clock of the house, when something is offered
 * or happens, and values that a document holds.
 */
#include "cases/house_case_internal.h"
#include "funds/claim.h"
#include "funds/draft.h"
#include "funds/funds.h"
#include "funds/offered.h"
#include "funds/payment.h"
#include "funds/terms.h"
#include "rulebook/vocabulary_paths.h"

enum {
    HOUR_MAX = 23,
    MINUTE_MAX = 59,
    MONTH_MAX = 12,
    DAY_MAX = 31,
    DAY_MS = 24 * 60 * 60 * 1000,
    PASSED_DAYS_MAX = 4000,
    VALUE_SIZE = 1024
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Where the next word stands, for a fault about it. */
static struct case_cursor word_ahead(struct case_cursor *cursor)
{
    (void)case_ended(cursor);
    return *cursor;
}

/* ------------------------------------------------------------------------------------------ times */

enum status house_case_date(struct case_cursor *cursor, struct date *date, struct case_fault *fault)
{
    struct case_cursor start = word_ahead(cursor);
    unsigned year, month, day;
    enum status status = case_number(cursor, CALENDAR_YEAR_MAX, &year, fault);
    if (status == STATUS_OK && !case_take(cursor, '-'))
        return case_expected(&start, fault, "a date such as 2026-11-01");
    if (status == STATUS_OK)
        status = case_number(cursor, MONTH_MAX, &month, fault);
    if (status == STATUS_OK && !case_take(cursor, '-'))
        return case_expected(&start, fault, "a date such as 2026-11-01");
    if (status == STATUS_OK)
        status = case_number(cursor, DAY_MAX, &day, fault);
    if (status != STATUS_OK)
        return status;
    *date = (struct date){(int16_t)year, (uint8_t)month, (uint8_t)day};
    return date_is_valid(*date) ? STATUS_OK
                                : case_fault_at(&start, fault, STATUS_RANGE, "there is no such day");
}

/* 12:15 or 12:15:01 */
static enum status take_time_of_day(struct case_cursor *cursor, struct local_time *local,
                                    struct case_fault *fault)
{
    unsigned hour, minute, second = 0;
    enum status status = case_number(cursor, HOUR_MAX, &hour, fault);
    if (status == STATUS_OK && !case_take(cursor, ':'))
        return case_expected(cursor, fault, "a time such as 12:15 or 12:15:01");
    if (status == STATUS_OK)
        status = case_number(cursor, MINUTE_MAX, &minute, fault);
    if (status == STATUS_OK && case_take(cursor, ':'))
        status = case_number(cursor, MINUTE_MAX, &second, fault);
    if (status != STATUS_OK)
        return status;
    local->hour = (uint8_t)hour;
    local->minute = (uint8_t)minute;
    local->second = (uint8_t)second;
    return STATUS_OK;
}

static bool date_ahead(const struct case_cursor *cursor)
{
    struct case_cursor ahead = *cursor;
    unsigned year;
    return case_number(&ahead, CALENDAR_YEAR_MAX, &year, NULL) == STATUS_OK && case_take(&ahead, '-');
}

enum status house_case_time(struct case_cursor *cursor, const struct zone *zone, struct local_time *before,
                            struct instant *instant, struct case_fault *fault)
{
    struct local_time read = {.date = before->date};
    struct case_cursor start = word_ahead(cursor);
    enum status status = STATUS_OK;
    if (date_ahead(cursor))
        status = house_case_date(cursor, &read.date, fault);
    else if (before->date.year == 0)
        return case_expected(cursor, fault, "a date and a time, such as 2026-11-01 12:00:00");
    if (status == STATUS_OK)
        status = take_time_of_day(cursor, &read, fault);
    if (status != STATUS_OK)
        return status;
    if (!zone || zone_instant(zone, &read, CALENDAR_USUAL, instant) != STATUS_OK)
        return case_fault_at(&start, fault, STATUS_RANGE, "the calendar has no such time");
    *before = read;
    return STATUS_OK;
}

static const struct zone *zone_of(const struct stage *stage, struct zone *zone)
{
    struct text name = stage->offers[stage->current]->house->zone;
    return zone_parse(name, 0, zone, NULL) == STATUS_OK ? zone : NULL;
}

static enum status take_time(struct stage *stage, struct case_cursor *cursor, struct local_time *local,
                             struct instant *instant, struct case_fault *fault)
{
    struct zone zone;
    enum status status = house_case_time(cursor, zone_of(stage, &zone), &stage->time, instant, fault);
    if (status == STATUS_OK)
        *local = stage->time;
    return status;
}

static enum status take_at_time(struct stage *stage, struct case_cursor *cursor, struct local_time *local,
                                struct instant *instant, struct case_fault *fault)
{
    if (!case_take_words(cursor, "at"))
        return case_expected(cursor, fault, "\"at\" and a time");
    return take_time(stage, cursor, local, instant, fault);
}

/* ------------------------------------------------------------------------------------------ claims */

/* What of the money that is held no claim is about. */
static int64_t unclaimed_cents(const struct stage *stage)
{
    int64_t held = stage->ledger.accounts[stage->terms[stage->current].held].balance;
    for (unsigned i = 0; i < stage->claim_count; i++)
        if (stage->claims[i].offer == stage->current && claim_is_open(&stage->claims[i].claim))
            held -= stage->claims[i].claim.cents;
    return held;
}

/* `award: 100 at 2026-11-02 12:00:00`, of money that is held; `award: 100 of 600 at ...`, `award: an item at ...`. */
static enum status take_award(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    struct stage_claim *claim = &stage->claims[stage->claim_count];
    struct case_cursor start = word_ahead(cursor);
    struct money money = {0}, posted = {0};
    struct local_time local = {0};
    struct instant awarded = {0};
    if (stage->claim_count == CLAIMS_MAX)
        return case_fault_at(cursor, fault, STATUS_NO_SPACE, "a case has at most %d claims", CLAIMS_MAX);
    bool item = case_take_words(cursor, "an item");
    enum status status = item ? STATUS_OK : case_money(cursor, &money, fault);
    posted = money;
    if (status == STATUS_OK && !item && case_take_words(cursor, "of"))
        status = case_money(cursor, &posted, fault);
    if (status == STATUS_OK)
        status = take_at_time(stage, cursor, &local, &awarded, fault);
    if (status == STATUS_OK)
        status = case_end(cursor, fault);
    if (status != STATUS_OK)
        return status;
    if (unclaimed_cents(stage) < money.cents)
        return case_fault_at(&start, fault, STATUS_RANGE,
                             "so much is not held; hit a row before, or write balance: held AMOUNT");
    if (claim_terms_compile(stage->offers[stage->current], stage->result->arena, &claim->terms) != STATUS_OK)
        return case_fault_at(&start, fault, STATUS_NO_MEMORY, "there is no memory for the claim");
    if (claim_open(&claim->terms, money.cents, posted.cents, awarded, &claim->claim) != STATUS_OK)
        return case_fault_at(&start, fault, STATUS_RANGE, "the deadlines lie beyond the calendar");
    claim->offer = stage->current;
    stage->claim_count++;
    return STATUS_OK;
}

/* What became of the claim moves its money: to the winner, or back to the fund that the document names. */
static enum status move_money(struct stage *stage, const struct stage_claim *claim, enum claim_state before,
                              const struct case_cursor *cursor, struct case_fault *fault)
{
    static struct draft draft;
    unsigned current = stage->current;
    const struct node *data = stage->offers[claim->offer]->rulebook->data;
    const struct node *payment = node_member(data, PART_PAYMENT),
                      *unclaimed = node_path(data, PATH_CLAIM_UNCLAIMED_TO);
    const struct funds *funds = &stage->funds[claim->offer];
    if (claim->claim.state == before || claim_is_open(&claim->claim))
        return STATUS_OK;
    bool paid = claim->claim.state == CLAIM_PAID;
    if ((paid || unclaimed) && stage->ledger.accounts[funds->terms->held].balance < claim->claim.cents)
        return case_fault_at(cursor, fault, STATUS_RANGE,
                             "the money of the claim is no longer held; leave \"pay:\" and \"lapse:\" out");
    draft_begin(&draft, &stage->ledger);
    if (paid)
        funds_pay(&draft, funds, claim->claim.cents, payment ? payment->origin.clause : text_of(""));
    else if (unclaimed)
        funds_lapse(&draft, funds, claim->claim.cents, unclaimed->origin.clause);
    stage->current = claim->offer;
    enum status status = house_case_finish_step(stage, cursor, &draft, fault);
    stage->current = current;
    return status;
}

/* `, without a photograph`, `, another name` */
static enum status take_identification(struct case_cursor *cursor, struct identification *shown,
                                       struct case_fault *fault)
{
    *shown = (struct identification){.photo = true, .name_agrees = true};
    while (case_take(cursor, ','))
        if (case_take_words(cursor, "without a photograph"))
            shown->photo = false;
        else if (case_take_words(cursor, "another name"))
            shown->name_agrees = false;
        else
            return case_expected(cursor, fault, "\"without a photograph\" or \"another name\"");
    return STATUS_OK;
}

static enum status take_identify(struct stage *stage, struct stage_claim *claim, struct case_cursor *cursor,
                                 struct case_fault *fault)
{
    struct identification shown;
    struct expected_ruling expected;
    struct local_time local = {0};
    struct instant now = {0};
    enum status status = take_at_time(stage, cursor, &local, &now, fault);
    if (status == STATUS_OK)
        status = take_identification(cursor, &shown, fault);
    if (status == STATUS_OK)
        status = case_expectation(cursor, &expected, fault);
    if (status != STATUS_OK)
        return status;
    enum claim_state before = claim->claim.state;
    struct ruling ruling = claim_identify(&claim->terms, &claim->claim, &shown, now);
    status = move_money(stage, claim, before, cursor, fault);
    return status == STATUS_OK ? case_judged(&stage->books, cursor, &expected, &ruling, true, fault) : status;
}

static enum status take_come_forward(struct stage *stage, struct stage_claim *claim,
                                     struct case_cursor *cursor, struct case_fault *fault)
{
    struct expected_ruling expected;
    struct local_time local = {0};
    struct instant now = {0};
    enum status status = take_at_time(stage, cursor, &local, &now, fault);
    if (status == STATUS_OK)
        status = case_expectation(cursor, &expected, fault);
    if (status != STATUS_OK)
        return status;
    enum claim_state before = claim->claim.state;
    struct ruling ruling = claim_come_forward(&claim->terms, &claim->claim, now);
    status = move_money(stage, claim, before, cursor, fault);
    return status == STATUS_OK ? case_judged(&stage->books, cursor, &expected, &ruling, true, fault) : status;
}

/* Behind `in`, `by`, `from the` or `before`: a word of the vocabulary. */
static enum status take_payment_word(struct case_cursor *cursor, enum payment_fact fact, struct text *word,
                                     struct case_fault *fault)
{
    char expected[160];
    struct text_out out;
    const char *known;
    text_out_init(&out, expected, sizeof expected);
    for (size_t i = 0; (known = payment_fact_word(fact, i)); i++) {
        if (case_take_words(cursor, known)) {
            *word = text_of(known);
            return STATUS_OK;
        }
        text_out_add(&out, "%s%s", i ? ", " : "", known);
    }
    return case_expected(cursor, fault, expected);
}

/* `, absent`, `, without the stub`, `, to another person`, `, in cash`, `, by floor person`, `, from the tray`,
 * `, before paperwork`, `, of the pool` */
static enum status take_payment(struct case_cursor *cursor, struct claimant *claimant,
                                struct payment_facts *facts, enum payment_of *of, struct case_fault *fault)
{
    static const char *const leads[PAYMENT_FACTS] = {"in", "by", "from the", "before"};
    struct text *const words[PAYMENT_FACTS] = {&facts->form, &facts->by, &facts->from, &facts->lacking};
    enum status status = STATUS_OK;
    *claimant = (struct claimant){.present = true, .stub = true};
    *of = PAYMENT_OF_FIXED;
    *facts = (struct payment_facts){text_of(""), text_of(""), text_of(""), text_of("")};
    while (status == STATUS_OK && case_take(cursor, ',')) {
        unsigned fact = 0;
        if (case_take_words(cursor, "absent")) {
            claimant->present = false;
            continue;
        }
        if (case_take_words(cursor, "without the stub")) {
            claimant->stub = false;
            continue;
        }
        if (case_take_words(cursor, "of the pool")) {
            *of = PAYMENT_OF_PROGRESSIVE;
            continue;
        }
        if (case_take_words(cursor, "to another person")) {
            claimant->another = true;
            continue;
        }
        while (fact < PAYMENT_FACTS && !case_take_words(cursor, leads[fact]))
            fact++;
        status = fact < PAYMENT_FACTS
                     ? take_payment_word(cursor, (enum payment_fact)fact, words[fact], fault)
                     : case_expected(cursor, fault,
                                     "absent, without the stub, to another person, in cash, by floor person, "
                                     "from the tray, before paperwork or of the pool");
    }
    return status;
}

static enum status take_pay(struct stage *stage, struct stage_claim *claim, struct case_cursor *cursor,
                            struct case_fault *fault)
{
    struct claimant claimant;
    struct payment_facts facts;
    struct payment_kinds payment;
    enum payment_of of;
    struct expected_ruling expected;
    struct local_time local = {0};
    struct instant now = {0};
    enum status status = take_at_time(stage, cursor, &local, &now, fault);
    if (status == STATUS_OK)
        status = take_payment(cursor, &claimant, &facts, &of, fault);
    if (status == STATUS_OK)
        status = case_expectation(cursor, &expected, fault);
    if (status == STATUS_OK &&
        payment_kinds_compile(stage->offers[claim->offer], stage->result->arena, &payment) != STATUS_OK)
        status = case_fault_at(cursor, fault, STATUS_NO_MEMORY, "there is no memory for the payment");
    if (status != STATUS_OK)
        return status;
    enum claim_state before = claim->claim.state;
    struct claim paid = claim->claim;
    struct ruling ruling = claim_pay(&claim->terms, &paid, &claimant, now);
    if (ruling.allowed)
        ruling = payment_judge(&payment.of[of], paid.cents, &facts);
    if (ruling.allowed || paid.state != CLAIM_PAID)
        claim->claim = paid;
    status = move_money(stage, claim, before, cursor, fault);
    return status == STATUS_OK ? case_judged(&stage->books, cursor, &expected, &ruling, true, fault) : status;
}

/* `claim 2`, or nothing: the last that was opened. NULL if there is none. */
static struct stage_claim *numbered_claim(struct stage *stage, unsigned number)
{
    return number > 0 && number <= stage->claim_count ? &stage->claims[number - 1] : NULL;
}

/* `identify at 12:15:00`, `claim 2 pay at 12:20:00, in cash` */
static enum status take_claim(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    struct case_cursor start = word_ahead(cursor);
    unsigned number = stage->claim_count;
    if (case_take_words(cursor, "claim")) {
        enum status status = case_number(cursor, CLAIMS_MAX, &number, fault);
        if (status != STATUS_OK)
            return status;
    }
    struct stage_claim *claim = numbered_claim(stage, number);
    if (!claim)
        return case_fault_at(&start, fault, STATUS_INVALID, "there is no such claim; award: opens one");
    if (case_take_words(cursor, "come forward"))
        return take_come_forward(stage, claim, cursor, fault);
    if (case_take_words(cursor, "identify"))
        return take_identify(stage, claim, cursor, fault);
    if (case_take_words(cursor, "pay"))
        return take_pay(stage, claim, cursor, fault);
    return case_expected(cursor, fault, "\"come forward at\", \"identify at\" or \"pay at\"");
}

enum status house_case_compare_claim(struct stage *stage, struct case_cursor *cursor,
                                     struct case_fault *fault)
{
    struct case_cursor start = word_ahead(cursor);
    unsigned number = stage->claim_count;
    if (!case_take_words(cursor, "is")) {
        enum status status = case_number(cursor, CLAIMS_MAX, &number, fault);
        if (status != STATUS_OK)
            return status;
        if (!case_take_words(cursor, "is"))
            return case_expected(cursor, fault, "\"is\" and awarded, held, payable, paid or lapsed");
    }
    const struct stage_claim *claim = numbered_claim(stage, number);
    if (!claim)
        return case_fault_at(&start, fault, STATUS_INVALID, "there is no such claim; award: opens one");
    for (unsigned state = CLAIM_AWARDED; state <= CLAIM_LAPSED; state++)
        if (case_take_words(cursor, claim_state_name((enum claim_state)state))) {
            enum status status = case_end(cursor, fault);
            if (status != STATUS_OK || claim->claim.state == (enum claim_state)state)
                return status;
            return case_differs(stage->result, cursor->line, fault, "the claim is %s",
                                claim_state_name(claim->claim.state));
        }
    return case_expected(cursor, fault, "awarded, held, payable, paid or lapsed");
}

/* ------------------------------------------------------------------------------------------ the clock */

/* The increases of the current offer that fell due, each a step of its own. */
static enum status increase(struct stage *stage, const struct case_cursor *cursor, struct instant until,
                            struct case_fault *fault)
{
    static struct draft draft;
    const struct terms *terms = &stage->terms[stage->current];
    struct zone zone;
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < terms->pool_count && zone_of(stage, &zone); i++)
        for (unsigned due = funds_increases_due(&terms->pools[i], &zone, stage->clock, until);
             due > 0 && status == STATUS_OK; due--) {
            draft_begin(&draft, &stage->ledger);
            funds_increase(&draft, &stage->funds[stage->current], &terms->pools[i]);
            status = house_case_finish_step(stage, cursor, &draft, fault);
        }
    return status;
}

/* What time alone does to the money of offers and to claims. */
static enum status pass_time(struct stage *stage, const struct case_cursor *cursor, struct instant now,
                             struct case_fault *fault)
{
    unsigned current = stage->current;
    enum status status = STATUS_OK;
    for (unsigned i = 0; stage->has_clock && i < stage->offer_count && status == STATUS_OK; i++) {
        stage->current = i;
        status = increase(stage, cursor, now, fault);
    }
    stage->current = current;
    for (unsigned i = 0; i < stage->claim_count && status == STATUS_OK; i++) {
        enum claim_state before = stage->claims[i].claim.state;
        (void)claim_tick(&stage->claims[i].claim, now);
        status = move_money(stage, &stage->claims[i], before, cursor, fault);
    }
    return status;
}

/* `clock 2026-12-02 00:00:00`: increases that fell due since the last one, and claims whose time is over. */
static enum status take_clock(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    struct case_cursor start = word_ahead(cursor);
    struct local_time local = {0};
    struct instant now = {0};
    enum status status = take_time(stage, cursor, &local, &now, fault);
    if (status == STATUS_OK)
        status = case_end(cursor, fault);
    if (status != STATUS_OK)
        return status;
    int64_t passed_days = (now.ms - stage->clock.ms) / DAY_MS;
    if (stage->has_clock && instant_compare(now, stage->clock) < 0)
        return case_fault_at(&start, fault, STATUS_RANGE, "the clock does not go back");
    if (stage->has_clock && passed_days > PASSED_DAYS_MAX)
        return case_fault_at(&start, fault, STATUS_RANGE, "the clock goes on by at most %d days at once",
                             PASSED_DAYS_MAX);
    status = pass_time(stage, cursor, now, fault);
    stage->clock = now;
    stage->has_clock = true;
    return status;
}

/* ------------------------------------------------------------------------------------------ when it is offered */

/* `offered at 2026-11-02 11:59:59 -> refused #8`, `offered at 2026-11-02 03:00, free` */
static enum status take_offered(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    struct expected_ruling expected;
    struct offered offered;
    struct local_time local = {0};
    struct instant instant = {0};
    bool free_play = house_case_table(stage)->free_play;
    enum status status = take_time(stage, cursor, &local, &instant, fault);
    if (status == STATUS_OK && case_take(cursor, ',')) {
        free_play = case_take_words(cursor, "free");
        if (!free_play)
            status = case_expected(cursor, fault, "\"free\"");
    }
    if (status == STATUS_OK)
        status = case_expectation(cursor, &expected, fault);
    if (status == STATUS_OK &&
        offered_compile(stage->offers[stage->current], stage->result->arena, &offered) != STATUS_OK)
        status = case_fault_at(cursor, fault, STATUS_NO_MEMORY, "there is no memory for the offer");
    if (status != STATUS_OK)
        return status;
    struct ruling ruling = offered_at(&offered, &local, free_play);
    return case_judged(&stage->books, cursor, &expected, &ruling, true, fault);
}

static void write_local(struct text_out *out, const struct local_time *local)
{
    date_write(out, local->date);
    text_out_add(out, " %02u:%02u", local->hour, local->minute);
}

/* Keeps what was found and compares it with the time that stands there, or with `none`. */
static enum status compare_time(struct stage *stage, struct case_cursor *cursor, size_t asked, bool found,
                                const struct local_time *times, unsigned count, struct text clause,
                                struct case_fault *fault)
{
    bool same = found;
    char words[2 * TIME_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    if (case_take_words(cursor, "none"))
        same = !found;
    else
        for (unsigned i = 0; i < count; i++) {
            struct local_time expected = {0};
            struct instant instant = {0};
            if (i > 0 && !case_take_words(cursor, "to"))
                return case_expected(cursor, fault, "\"to\" and the end of the period");
            enum status status = take_time(stage, cursor, &expected, &instant, fault);
            if (status != STATUS_OK)
                return status;
            same = same && date_compare(expected.date, times[i].date) == 0 &&
                   expected.hour == times[i].hour && expected.minute == times[i].minute &&
                   expected.second == 0;
        }
    struct text number;
    bool cited = case_take_clause(cursor, &number);
    enum status status = case_end(cursor, fault);
    for (unsigned i = 0; found && i < count; i++) {
        text_out_add(&out, "%s", i ? " to " : "");
        write_local(&out, &times[i]);
    }
    if (!found)
        text_out_add(&out, "none");
    if (status == STATUS_OK)
        status = case_found(&stage->books, cursor, asked, clause, text_of(words), fault);
    if (status != STATUS_OK)
        return status;
    if (!same)
        return case_differs(stage->result, cursor->line, fault, "it is %s", words);
    if (cited && !text_equal(number, clause_number(clause.length ? clause.bytes : "")))
        return case_differs(stage->result, cursor->line, fault, "the clause is %.*s", TEXT_ARGUMENTS(clause));
    return STATUS_OK;
}

/* `period at 2026-11-02 18:30 -> 18:00 to 22:00`: of the hours in which it is offered. */
static enum status take_period(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    const struct offer *offer = stage->offers[stage->current];
    const struct node *hours = node_path(offer->rulebook->data, PATH_WHEN_HOURS);
    struct local_time local = {0}, times[2] = {0};
    struct instant instant = {0};
    enum status status = take_time(stage, cursor, &local, &instant, fault);
    if (status != STATUS_OK)
        return status;
    size_t asked = cursor->at;
    if (!case_take_arrow(cursor))
        return case_expected(cursor, fault, "-> and the period, such as 18:00 to 22:00, or none");
    bool found = schedule_period(&offer->hours, &local, &times[0], &times[1]);
    return compare_time(stage, cursor, asked, found, times, 2, hours ? hours->origin.clause : text_of(""),
                        fault);
}

/* ------------------------------------------------------------------------------------------ values */

/* A value by its path; items of a list have numbers from 1. */
static const struct node *walk(const struct node *node, struct text path)
{
    while (node && path.length > 0) {
        size_t slash = 0;
        while (slash < path.length && path.bytes[slash] != '/')
            slash++;
        struct text key = text_slice(path, 0, slash);
        path = text_from(path, slash < path.length ? slash + 1 : slash);
        if (node->kind == NODE_LIST) {
            unsigned number = 0;
            for (size_t i = 0; i < key.length && number < NODE_CHILDREN_MAX; i++)
                number = key.bytes[i] >= '0' && key.bytes[i] <= '9'
                             ? 10 * number + (unsigned)(key.bytes[i] - '0')
                             : NODE_CHILDREN_MAX;
            const struct node *item = number > 0 ? node->first_child : NULL;
            while (item && --number > 0)
                item = item->next;
            node = item;
        } else {
            node = node_member_called(node, key);
        }
    }
    return node;
}

/* A path of the document up to a word or mark that ends it, and what holds there. */
struct value_place {
    struct text path;
    const struct node *holds;    /* what the house posted, else what the document says */
    const struct node *approved; /* the document's */
};

static enum status take_place(struct stage *stage, struct case_cursor *cursor, const char *until,
                              struct value_place *place, struct case_fault *fault)
{
    const struct offer *offer = stage->offers[stage->current];
    char path[PATH_SIZE], expected[64];
    struct text_out out;
    struct text line = cursor->line->text, mark = text_of(until);
    (void)case_ended(cursor);
    size_t end = cursor->at;
    while (end < line.length && !text_equal(text_slice(line, end, mark.length), mark))
        end++;
    text_out_init(&out, expected, sizeof expected);
    text_out_add(&out, "a path such as fee/amount, then \"%.*s\"", TEXT_ARGUMENTS(text_trimmed(mark)));
    place->path = text_trimmed(text_slice(line, cursor->at, end - cursor->at));
    if (end == line.length || place->path.length == 0 || place->path.length >= PATH_SIZE)
        return case_expected(cursor, fault, expected);
    text_out_init(&out, path, sizeof path);
    text_out_add_text(&out, place->path);
    place->approved = walk(offer->rulebook->data, place->path);
    place->holds = offer_node(offer, path);
    if (!place->holds)
        place->holds = walk(offer->data, place->path);
    if (!place->holds)
        place->holds = place->approved;
    if (!place->holds)
        return case_fault_at(cursor, fault, STATUS_INVALID, "neither document nor offer say anything at %.*s",
                             TEXT_ARGUMENTS(place->path));
    cursor->at = end + mark.length;
    return STATUS_OK;
}

static struct text clause_of(const struct value_place *place)
{
    return place->approved ? place->approved->origin.clause : text_of("");
}

static enum status read_schedule(const struct value_place *place, enum schedule_kind kind,
                                 const struct case_cursor *cursor, struct schedule *schedule,
                                 struct case_fault *fault)
{
    if (place->holds->kind == NODE_SCALAR &&
        schedule_read(place->holds->scalar, schedule, NULL) == STATUS_OK && schedule->kind == kind)
        return STATUS_OK;
    return case_fault_at(cursor, fault, STATUS_INVALID, "%.*s holds no %s; write %s",
                         TEXT_ARGUMENTS(place->path), kind == SCHEDULE_PERIODS ? "periods" : "moments",
                         kind == SCHEDULE_PERIODS ? "next: for moments" : "within: for periods");
}

/* `within: instruments/dead chip/used at 2026-11-02 10:00 -> refused #7` */
static enum status take_within(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    struct case_cursor start = word_ahead(cursor);
    struct expected_ruling expected;
    struct schedule schedule;
    struct local_time local = {0};
    struct instant instant = {0};
    struct value_place place;
    struct text clause;
    enum status status = take_place(stage, cursor, " at ", &place, fault);
    if (status == STATUS_OK)
        status = read_schedule(&place, SCHEDULE_PERIODS, &start, &schedule, fault);
    if (status == STATUS_OK)
        status = take_time(stage, cursor, &local, &instant, fault);
    if (status == STATUS_OK)
        status = case_expectation(cursor, &expected, fault);
    if (status == STATUS_OK && arena_copy_text(stage->result->arena, clause_of(&place), &clause) != STATUS_OK)
        status = case_fault_at(cursor, fault, STATUS_NO_MEMORY, "there is no memory for the clause");
    if (status != STATUS_OK)
        return status;
    struct ruling ruling =
        schedule_covers(&schedule, &local)
            ? ruling_yes()
            : ruling_no(clause.bytes, "not within %.*s", TEXT_ARGUMENTS(place.holds->scalar));
    return case_judged(&stage->books, cursor, &expected, &ruling, true, fault);
}

/* `next: drawing/at after 2026-11-30 11:59 -> 2026-11-30 12:00 #24` */
static enum status take_next(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    struct case_cursor start = word_ahead(cursor);
    struct schedule schedule;
    struct local_time local = {0}, next = {0};
    struct instant instant = {0};
    struct value_place place;
    enum status status = take_place(stage, cursor, " after ", &place, fault);
    if (status == STATUS_OK)
        status = read_schedule(&place, SCHEDULE_MOMENTS, &start, &schedule, fault);
    if (status == STATUS_OK)
        status = take_time(stage, cursor, &local, &instant, fault);
    if (status != STATUS_OK)
        return status;
    size_t asked = cursor->at;
    if (!case_take_arrow(cursor))
        return case_expected(cursor, fault, "-> and the next moment, or none");
    bool found = schedule_next_moment(&schedule, &local, &next);
    return compare_time(stage, cursor, asked, found, &next, 1, clause_of(&place), fault);
}

static enum status write_value(const struct value_place *place, const struct case_cursor *cursor,
                               struct text_out *out, struct case_fault *fault)
{
    const struct node *node = place->holds;
    if (node->kind == NODE_SCALAR)
        text_out_add_text(out, node->scalar);
    for (const struct node *item = node->kind == NODE_LIST ? node->first_child : NULL; item;
         item = item->next) {
        if (item->kind != NODE_SCALAR)
            return case_fault_at(cursor, fault, STATUS_INVALID,
                                 "%.*s is a list of more than words; go on with the number of an item",
                                 TEXT_ARGUMENTS(place->path));
        text_out_add(out, "%s%.*s", item == node->first_child ? "" : ", ", TEXT_ARGUMENTS(item->scalar));
    }
    if (node->kind == NODE_MAP)
        return case_fault_at(cursor, fault, STATUS_INVALID, "%.*s has parts; go on with the name of one",
                             TEXT_ARGUMENTS(place->path));
    return STATUS_OK;
}

/* `value: round/verified by = supervisor #40`: the last resort, where nothing else would notice. */
static enum status take_value(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    struct case_cursor start = word_ahead(cursor);
    struct value_place place;
    char found[VALUE_SIZE];
    struct text_out out;
    struct text number;
    enum status status = take_place(stage, cursor, "=", &place, fault);
    text_out_init(&out, found, sizeof found);
    if (status == STATUS_OK)
        status = write_value(&place, &start, &out, fault);
    if (status != STATUS_OK)
        return status;
    struct text line = cursor->line->text;
    size_t hash = line.length;
    while (hash > cursor->at && line.bytes[hash - 1] != '#')
        hash--;
    size_t end = hash > cursor->at ? hash - 1 : line.length;
    struct text expected = text_trimmed(text_slice(line, cursor->at, end - cursor->at));
    struct case_cursor clause = {cursor->line, end};
    if (expected.length == 0)
        return case_expected(cursor, fault, "the value");
    if (!case_take_clause(&clause, &number))
        return case_expected(&clause, fault, "the clause that sets it, such as #13");
    status = case_end(&clause, fault);
    if (status == STATUS_OK)
        status = case_found(&stage->books, cursor, cursor->at - 1, clause_of(&place), text_of(found), fault);
    if (status != STATUS_OK)
        return status;
    if (!text_equal_ignoring_case(expected, text_of(found)))
        return case_differs(stage->result, cursor->line, fault, "it is %s", found);
    if (!text_equal(number, clause_number(clause_of(&place).length ? clause_of(&place).bytes : "")))
        return case_differs(stage->result, cursor->line, fault, "the clause is %.*s",
                            TEXT_ARGUMENTS(clause_of(&place)));
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ lines */

bool house_case_claim(struct stage *stage, struct case_cursor *cursor, enum status *status,
                      struct case_fault *fault)
{
    static const struct {
        const char *words;
        enum status (*take)(struct stage *, struct case_cursor *, struct case_fault *);
        bool whole; /* the function reads the words itself */
    } lines[] = {{"award:", take_award, false},       {"claim", take_claim, true},
                 {"come forward", take_claim, true},  {"identify", take_claim, true},
                 {"pay at", take_claim, true},        {"clock", take_clock, false},
                 {"offered at", take_offered, false}, {"period at", take_period, false},
                 {"within:", take_within, false},     {"next:", take_next, false},
                 {"value:", take_value, false}};
    for (size_t i = 0; i < COUNT(lines); i++) {
        struct case_cursor ahead = *cursor;
        if (!case_take_words(&ahead, lines[i].words))
            continue;
        if (!lines[i].whole)
            *cursor = ahead;
        *status = stage->offer_count > 0 ? lines[i].take(stage, cursor, fault)
                                         : case_expected(cursor, fault, "an offer first");
        return true;
    }
    return false;
}
