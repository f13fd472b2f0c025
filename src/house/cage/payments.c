#include "house/cage/cage_internal.h"

#include "base/check.h"
#include "funds/claim.h"
#include "funds/draft.h"
#include "funds/eligibility.h"
#include "funds/funds.h"
#include "funds/payment.h"
#include "funds/terms.h"
#include "funds/thresholds.h"
#include "house/cage/cage_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/kernel/program.h"
#include "house/people/changed.h"
#include "house/people/people.h"
#include "house/people/staff.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ identification */

const struct floor_prize *find_prize(struct deciding *deciding, uint32_t number)
{
    const struct floor *floor = deciding->floor;
    const struct floor_prize *prize = floor_prize(floor, number);
    if (!prize && number > 0 && number <= floor->last_prize)
        (void)REFUSE(deciding, rule_hand,
                     "prize %u was settled on an earlier day and is closed; look it up in the log or in the "
                     "reports of the office",
                     number);
    else if (!prize)
        (void)REFUSE(deciding, rule_hand, "there is no prize %u", number);
    else if (prize->reversed)
        (void)REFUSE(deciding, rule_money, "prize %u was reversed", number);
    return prize && !prize->reversed ? prize : NULL;
}

/* Judges the winner again at identification and at payment: age, exclusion, employment. The facts of the round, and whether the
 * winner was on duty, are those of the deal. */
static struct ruling judge_winner(const struct floor *floor, const struct floor_prize *prize, uint32_t patron,
                                  struct date born)
{
    const struct table *table = prize->table < floor->table_count ? &floor->tables[prize->table] : NULL;
    const struct table_offer *at = table ? table_offer_of(table, prize->offer) : NULL;
    struct person_facts person = identity_of(floor, patron);
    struct local_time local;
    if (patron == prize->patron)
        judge_by_deal(&prize->dealt, &person);
    if (born.year != 0 && local_time_of(floor->now, &floor->zone, &local) == STATUS_OK)
        person.age = age_on(born, local.date);
    return at ? eligibility_judge_person(&at->eligibility, &person) : ruling_yes();
}

/* What the ID said decides only where the club has no date of birth: one person alone sees the ID of a known winner, and two change
 * what is recorded. */
static struct ruling judge_on_record(const struct floor *floor, const struct floor_prize *prize,
                                     uint32_t patron)
{
    const bool recorded = patron < floor->patron_count && floor->patrons[patron].born.year != 0;
    return judge_winner(floor, prize, patron, recorded ? (struct date){0} : prize->born);
}

/* Whether the patron was at the table at the deal by which the prize was won: as the round tells, or as a guest of that seat who has sat
 * there since and was named later. */
static bool was_there(const struct floor *floor, const struct floor_prize *prize, uint32_t patron)
{
    const struct seat *seat = prize->table < floor->table_count && prize->seat <= FLOOR_SEATS_MAX
                                  ? &floor->tables[prize->table].seats[prize->seat]
                                  : NULL;
    return prize->dealt_at.ms == 0 || dealt_as(prize->present, prize->present_count, patron) ||
           (seat && seat->taken && seat->patron == patron &&
            instant_compare(seat->since, prize->dealt_at) < 0);
}

/* Who wins a prize of somebody unknown: only a person who was there. */
static struct ruling judge_unknown(const struct floor *floor, const struct floor_prize *prize,
                                   uint32_t patron)
{
    if (!tells_the_deal(floor) || prize->patron != NAMES_NONE || patron == NAMES_NONE ||
        was_there(floor, prize, patron))
        return ruling_yes();
    return ruling_no(
        rule_patron,
        "patron %.*s was not at the table when the cards were dealt; identify somebody who was, or, "
        "for a guest who still sits in the seat, enter the club number at the table first",
        TEXT_ARGUMENTS(text_clipped(floor_patron_name(floor, patron), 40)));
}

/* Two persons say who an unknown winner is; false after a refusal. */
static bool check_identified_by(struct deciding *deciding, const struct floor_prize *prize)
{
    const struct text second = COMMAND_AS(deciding->command, identify)->authorised_by;
    const bool needed = tells_the_deal(deciding->floor) && prize->patron == NAMES_NONE;
    if (needed && second.length == 0)
        (void)REFUSE(
            deciding, rule_two_persons,
            "nobody knows who won prize %u; a second person, who may authorise or adjust, must sign who "
            "it is",
            prize->number);
    else
        return second.length == 0 || check_second(deciding, second);
    return false;
}

enum status judge_identified(const struct judging *judging)
{
    const struct prize_identified *identified = EVENT_AS(judging->event, prize_identified);
    const struct floor_prize *prize = floor_prize(judging->floor, identified->prize);
    const bool needed = tells_the_deal(judging->floor) && prize && prize->patron == NAMES_NONE;
    return (!needed && identified->authorised_by.length == 0) ||
                   may_be_second(judging->floor, identified->head.by, identified->authorised_by)
               ? STATUS_OK
               : wrongly(judging, identified->authorised_by,
                         "cannot sign as the second person who an unknown winner is",
                         text_of(rule_two_persons));
}

enum status decide_identify(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct identify *command = COMMAND_AS(deciding->command, identify);
    const struct floor_prize *prize = find_prize(deciding, command->prize);
    uint32_t patron;
    if (!prize)
        return STATUS_OK;
    patron = prize->patron;
    if (command->patron.length > 0 && !find_patron(deciding, command->patron, &patron))
        return STATUS_OK;
    if (prize->patron != NAMES_NONE && patron != prize->patron)
        return REFUSE(deciding, rule_patron, "the prize belongs to %.*s",
                      TEXT_ARGUMENTS(floor_patron_name(floor, prize->patron)));
    if (!check_identified_by(deciding, prize))
        return STATUS_OK;
    struct ruling ruling = judge_unknown(floor, prize, patron);
    if (ruling.allowed)
        ruling = judge_winner(floor, prize, patron, command->born);
    if (!ruling.allowed)
        return refuse_by(deciding, ruling);
    struct claim claim = prize->claim;
    const struct identification shown = {.photo = !command->no_photo, .name_agrees = !command->other_name};
    ruling = claim_identify(&floor->offerings[prize->offer].claims, &claim, &shown, floor->now);
    if (!ruling.allowed)
        return refuse_by(deciding, ruling);
    struct event *event = happens(deciding, EVENT_PRIZE_IDENTIFIED);
    EVENT_AS(event, prize_identified)->prize = command->prize;
    EVENT_AS(event, prize_identified)->patron = floor_patron_name(floor, patron);
    EVENT_AS(event, prize_identified)->document = command->document;
    EVENT_AS(event, prize_identified)->name = command->name;
    EVENT_AS(event, prize_identified)->born = command->born;
    EVENT_AS(event, prize_identified)->no_photo = command->no_photo;
    EVENT_AS(event, prize_identified)->authorised_by = command->authorised_by;
    return STATUS_OK;
}

enum status apply_prize_identified(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct prize_identified *identified = EVENT_AS(event, prize_identified);
    struct floor_prize *prize = prize_numbered(floor, identified->prize);
    if (!prize)
        return strange(fault, event, "there is no such prize");
    uint32_t patron = names_find(&floor->patron_names, identified->patron);
    if (!floor_prize_is_open(prize))
        return strange(fault, event, "the prize was paid, lapsed, forfeited or reversed");
    if (prize->patron != NAMES_NONE && patron != prize->patron)
        return strange(fault, event, "the prize belongs to another patron");
    if (identified->patron.length > 0 && patron == NAMES_NONE) {
        const struct ruling unknown = ruling_no(rule_patron, "the patron is not registered");
        return strange_winner(fault, event, identified->prize, identified->patron, &unknown);
    }
    claim_identified(&prize->claim);
    if (identified->born.year != 0)
        prize->born = identified->born;
    if (!identified->no_photo)
        prize->shown = IDENTIFICATION_WITH_PHOTOGRAPH;
    else if (prize->shown == IDENTIFICATION_NONE)
        prize->shown = IDENTIFICATION_ANY;
    if (prize->patron == NAMES_NONE) {
        prize->patron = patron;
        if (count_win_of(floor, prize->offer, patron) != STATUS_OK)
            return fault_set(fault, floor->arena.refusal, 0, "there is no memory for the win");
    }
    return STATUS_OK;
}

enum status judge_winner_identified(const struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct prize_identified *identified = EVENT_AS(event, prize_identified);
    const struct floor_prize *prize = floor_prize(floor, identified->prize);
    if (!prize)
        return STATUS_OK; /* which is found when it is applied */
    uint32_t patron = names_find(&floor->patron_names, identified->patron);
    if (identified->patron.length > 0 && patron == NAMES_NONE)
        return STATUS_OK; /* so is this */
    struct ruling ruling = judge_winner(floor, prize, patron, identified->born);
    if (ruling.allowed)
        ruling = judge_unknown(floor, prize, patron);
    return ruling.allowed ? STATUS_OK
                          : strange_winner(fault, event, identified->prize, identified->patron, &ruling);
}

/* ------------------------------------------------------------------------------------------ time */

void pass_settled(struct floor *floor)
{
    while (floor->open_prizes_from < floor->prize_count) {
        const struct floor_prize *prize = &floor->prizes[floor->open_prizes_from];
        if (floor_prize_is_open(prize) || prize->tray == TRAY_OWED)
            return;
        floor->open_prizes_from++;
    }
}

enum status apply_prize_changed(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct floor_prize *prize = prize_numbered(floor, EVENT_AS(event, prize_changed)->prize);
    if (!prize)
        return strange(fault, event, "there is no such prize");
    if (!floor_prize_is_open(prize))
        return strange(fault, event, "the prize was paid, lapsed, forfeited or reversed");
    prize->claim.state = event->kind == EVENT_PRIZE_LAPSED ? CLAIM_LAPSED : CLAIM_HELD;
    pass_settled(floor);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ paying */

enum { IN_CASH = 1, FROM_TRAY = 1 }; /* of payment_words, of payment_place_words */

/* A jackpot for which the winner paid a fee, or a prize without a wager: us-federal/information-returns#11. */
static enum payment_kind kind_of_prize(const struct floor_prize *prize)
{
    return prize->fee > 0 ? PAYMENT_JACKPOT : PAYMENT_PROMOTION;
}

/* A thing counts with what it is worth: us-federal/information-returns#24. */
static int64_t value_of(const struct floor_prize *prize)
{
    return prize->claim.cents + prize->worth;
}

/* The calendar year in which it counts among the prizes of its winner, if it is one without a wager, or a law that binds the house counts
 * it as one by the readings of the house: us-federal/information-returns#10 #12. 0: in none. */
static uint32_t year_of(const struct floor *floor, const struct floor_prize *prize, struct instant at)
{
    const enum payment_kind kind = kind_of_prize(prize);
    struct local_time local;
    if (prize->patron >= floor->patron_count || local_time_of(at, &floor->zone, &local) != STATUS_OK)
        return 0;
    bool counts = kind == PAYMENT_PROMOTION;
    for (unsigned i = 0; i < floor->law_count && !counts; i++)
        counts = thresholds_count_in_year(&floor->laws[i], kind, local.date);
    return counts ? (uint32_t)local.date.year : 0;
}

/* What the laws ask for when this is paid. */
static struct forms_due forms_of(const struct deciding *deciding, const struct floor_prize *prize)
{
    const struct floor *floor = deciding->floor;
    const struct pay_prize *command = COMMAND_AS(deciding->command, pay_prize);
    const struct patron *patron = prize->patron < floor->patron_count ? &floor->patrons[prize->patron] : NULL;
    struct local_time local;
    struct forms_due due = {0};
    if (local_time_of(floor->now, &floor->zone, &local) != STATUS_OK)
        return due;
    const struct threshold_facts facts = {
        .kind = kind_of_prize(prize),
        .cents = value_of(prize),
        .wager_cents = prize->fee,
        .withheld_cents = command->withheld < prize->claim.cents ? command->withheld : prize->claim.cents,
        .date = local.date,
        .in_currency = command->form == IN_CASH,
        .currency_paid_cents =
            patron && is_same_day(patron->currency_day, floor->day) ? patron->currency_today : 0,
        .prizes_cents = patron && patron->prize_year == local.date.year ? patron->prizes_this_year : 0,
        .has_tax_number = !command->no_tax_number,
        .nonresident_alien = command->nonresident,
        .suspicious = command->suspicious,
        .for_others = command->for_others,
    };
    for (unsigned i = 0; i < floor->law_count; i++)
        thresholds_due(&floor->laws[i], &facts, &due);
    return due;
}

/* Nobody can fill in a form about somebody unknown, and some laws ask for identification before anything is handed over,
 * however well the winner is known. */
static struct ruling judge_payee(struct deciding *deciding, const struct floor_prize *prize,
                                 const struct forms_due *due)
{
    uint32_t number = COMMAND_AS(deciding->command, pay_prize)->prize;
    if (prize->patron == NAMES_NONE && due->count > 0)
        return ruling_no(kept_clause(deciding, due->items[0].clause),
                         "enter the winner's ID first; prize %u has no name yet", number);
    for (unsigned i = 0; i < due->count; i++)
        if (due->items[i].identification > (enum law_identification)prize->shown)
            return ruling_no(kept_clause(deciding, due->items[i].clause),
                             "still needed before payment: %.*s; enter the winner's ID for prize %u %s",
                             TEXT_ARGUMENTS(due->items[i].form), number,
                             prize->shown ? "with a photograph" : "first");
    return ruling_yes();
}

/* The form by which tax is to be held back; NULL: none is. One at most, for one law asks for it. */
static const struct form_due *tax_of(const struct forms_due *due)
{
    for (unsigned i = 0; i < due->count; i++)
        if (due->items[i].withheld_cents > 0)
            return &due->items[i];
    return NULL;
}

/* Tax is withheld only if the cage enters it, and then exactly what the law requires. For a nonresident alien it may be less, where
 * a treaty lowers it (us-federal/information-returns#F6). */
static struct ruling judge_withheld(struct deciding *deciding, const struct floor_prize *prize,
                                    const struct forms_due *due)
{
    const struct pay_prize *command = COMMAND_AS(deciding->command, pay_prize);
    const struct form_due *tax = tax_of(due);
    if (command->withheld == 0)
        return ruling_yes();
    if (prize->claim.cents == 0)
        return ruling_no(rule_money, "the prize is not money; enter no tax to withhold");
    if (!tax || floor_taxes(deciding->floor) == ACCOUNT_NONE)
        return ruling_no(rule_money,
                         "no law asks to withhold tax from this payment; enter no tax to withhold");
    if (command->from == FROM_TRAY)
        return ruling_no(kept_clause(deciding, tax->clause),
                         "a prize with tax withheld is paid by the cage, not from the tray");
    if (command->withheld == tax->withheld_cents ||
        (command->nonresident && command->withheld < tax->withheld_cents))
        return ruling_yes();
    char amount[48];
    struct text_out out;
    text_out_init(&out, amount, sizeof amount);
    money_write(&out, money_of_cents(tax->withheld_cents));
    return ruling_no(kept_clause(deciding, tax->clause), "withhold %s%s", amount,
                     command->nonresident ? " at most" : ", or nothing");
}

/* Moves the withheld tax to the account of taxes, by the clause of its law, and the rest of the prize to the winner. */
static void draft_payment(const struct floor *floor, struct draft *draft, const struct floor_prize *prize,
                          const struct prize_paid *paid, struct text tax)
{
    const struct offering *offering = &floor->offerings[prize->offer];
    const struct node *payment = node_member(offering->offer->rulebook->data, PART_PAYMENT);
    struct text clause = payment ? payment->origin.clause : prize->clause;
    int64_t cents = prize->claim.cents;
    draft_of_activity(draft, prize->offer);
    if (cents > 0 && paid->from == FROM_TRAY)
        funds_pay_from_tray(draft, &offering->funds, cents, clause);
    else if (cents > 0)
        funds_pay(draft, &offering->funds, cents - paid->withheld, clause);
    if (paid->withheld > 0)
        draft_move(draft, offering->terms.held, floor_taxes(floor), paid->withheld, REASON_WITHHOLDING, tax);
}

/* It is told, whether anything is held back or not. */
static enum status add_forms(struct deciding *deciding, const struct forms_due *due, struct event *event)
{
    struct form_row *rows = ARENA_ARRAY(&deciding->decision->arena, struct form_row, due->count);
    if (!rows)
        return deciding->decision->arena.refusal;
    for (unsigned i = 0; i < due->count; i++) {
        rows[i] = (struct form_row){.form = due->items[i].form,
                                    .clause = due->items[i].clause,
                                    .withhold = due->items[i].withheld_cents};
        enum status status =
            arena_copy_text(&deciding->decision->arena, text_of(due->items[i].words), &rows[i].words);
        if (status != STATUS_OK)
            return status;
    }
    EVENT_AS(event, prize_paid)->forms = rows;
    EVENT_AS(event, prize_paid)->form_count = due->count;
    return STATUS_OK;
}

/* Absence, or what cannot be brought later, forfeits the prize at once where the document says so. */
static enum status lapse_at_once(struct deciding *deciding, uint32_t number, const struct ruling *ruling)
{
    const struct floor_prize *prize = floor_prize(deciding->floor, number);
    const struct offering *offering = &deciding->floor->offerings[prize->offer];
    struct event *event = happens(deciding, EVENT_PRIZE_LAPSED);
    EVENT_AS(event, prize_changed)->prize = number;
    EVENT_AS(event, prize_changed)->clause = text_of(ruling->clause);
    funds_lapse(draft_for(deciding, prize->offer), &offering->funds, prize->claim.cents,
                text_of(ruling->clause));
    return take_money(deciding, &EVENT_AS(event, prize_changed)->money);
}

/* What was won of a pool is progressive. An award with one prize does not tell what its prize won of pools; its money does. */
static bool is_of_pool(const struct floor *floor, const struct floor_prize *prize)
{
    const struct floor_award *award = floor_award(floor, prize->award);
    bool of_pool = false;
    for (uint32_t i = 0; award && i < award->pool_share_count; i++)
        of_pool |= award->pool_shares[i].prize == prize->number;
    for (uint32_t i = 0; award && award->prize_count == 1 && i < award->movement_count; i++)
        of_pool |= award->movements[i].reason == REASON_AWARD &&
                   floor->ledger.accounts[award->movements[i].from].kind == ACCOUNT_POOL;
    return of_pool;
}

static const struct payment_terms *payment_terms_of(const struct floor *floor,
                                                    const struct floor_prize *prize)
{
    const struct payment_kinds *kinds = &floor->offerings[prize->offer].payments;
    return &kinds->of[is_of_pool(floor, prize) ? PAYMENT_OF_PROGRESSIVE : PAYMENT_OF_FIXED];
}

struct text paid_as(const struct floor *floor, const struct payment_terms *terms, struct text person)
{
    return terms->by.length == 0 || person_is(floor, person, terms->by) ? terms->by : person;
}

/* How the prize is handed over, and by whom: whoever asks, unless another is named. */
static struct payment_facts payment_facts_of(const struct floor *floor, const struct payment_terms *terms,
                                             const struct pay_prize *command)
{
    struct text person = command->handed_by.length > 0 ? command->handed_by : command->head.by;
    return (struct payment_facts){.form = text_of(payment_words[command->form]),
                                  .by = paid_as(floor, terms, person),
                                  .from = text_of(payment_place_words[command->from]),
                                  .lacking = text_of(payment_need_words[command->without])};
}

/* A missing date of birth is not an adult: it is asked for before a known winner is paid. */
static struct ruling judge_birth(const struct floor *floor, const struct floor_prize *prize)
{
    const bool known = prize->patron < floor->patron_count;
    if (!tells_the_deal(floor) || prize->born.year != 0 || (!known && prize->shown == IDENTIFICATION_NONE) ||
        (known && floor->patrons[prize->patron].born.year != 0))
        return ruling_yes();
    return ruling_no(
        rule_patron,
        "the date of birth of the winner is not recorded; enter it with the winner's ID for prize %u "
        "before it is paid",
        prize->number);
}

/* Neither who pays nor who hands it over has changed what is recorded of the winner. */
static struct ruling judge_payers(const struct floor *floor, const struct floor_prize *prize, struct text by,
                                  struct text handed_by)
{
    const struct ruling ruling = judge_hands_off(floor, prize->patron, by);
    return ruling.allowed ? judge_hands_off(floor, prize->patron, handed_by) : ruling;
}

enum status decide_pay(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct pay_prize *command = COMMAND_AS(deciding->command, pay_prize);
    const struct floor_prize *prize = find_prize(deciding, command->prize);
    if (!prize)
        return STATUS_OK;
    const struct offering *offering = &floor->offerings[prize->offer];
    if (command->handed_by.length > 0 && !floor_person_may(floor, command->handed_by, NULL))
        return REFUSE(deciding, rule_permission, "%.*s does not work here",
                      TEXT_ARGUMENTS(command->handed_by));
    const struct payment_terms *terms = payment_terms_of(floor, prize);
    struct payment_facts facts = payment_facts_of(floor, terms, command);
    const struct claimant claimant = {
        .present = !command->absent, .stub = !command->no_stub, .another = command->to_another};
    struct claim claim = prize->claim;
    struct ruling ruling = judge_on_record(floor, prize, prize->patron);
    if (ruling.allowed)
        ruling = judge_payers(floor, prize, command->head.by, command->handed_by);
    if (ruling.allowed)
        ruling = judge_birth(floor, prize);
    if (claim.cents == 0 && command->form == 0)
        facts.form = facts.from = text_of(""); /* a thing is handed over as what it is */
    if (ruling.allowed)
        ruling = payment_judge(terms, claim.cents, &facts);
    if (ruling.allowed)
        ruling = claim_pay(&offering->claims, &claim, &claimant, floor->now);
    if (!ruling.allowed && claim.state == CLAIM_LAPSED && prize->claim.state != CLAIM_LAPSED)
        return lapse_at_once(deciding, command->prize, &ruling);
    if (!ruling.allowed)
        return refuse_by(deciding, ruling);
    if (command->from == FROM_TRAY && prize->table >= floor->table_count)
        return REFUSE(deciding, rule_table, "prize %u was not won at a table; the cage pays it",
                      command->prize);
    const struct forms_due due = forms_of(deciding, prize);
    if (due.dropped > 0)
        return REFUSE(
            deciding, rule_document,
            "the laws that are filed ask for more than %d forms for this payment; file laws that ask "
            "for fewer",
            FORMS_DUE_MAX);
    ruling = judge_payee(deciding, prize, &due);
    if (ruling.allowed)
        ruling = judge_withheld(deciding, prize, &due);
    if (!ruling.allowed)
        return refuse_by(deciding, ruling);
    struct event *event = happens(deciding, EVENT_PRIZE_PAID);
    EVENT_AS(event, prize_paid)->prize = command->prize;
    EVENT_AS(event, prize_paid)->form = command->form;
    EVENT_AS(event, prize_paid)->from = command->from;
    EVENT_AS(event, prize_paid)->handed_by = command->handed_by;
    EVENT_AS(event, prize_paid)->withheld = command->withheld;
    EVENT_AS(event, prize_paid)->year = year_of(floor, prize, floor->now);
    draft_payment(floor, &deciding->decision->draft, prize, EVENT_AS(event, prize_paid),
                  command->withheld > 0 ? tax_of(&due)->clause : text_of(""));
    enum status status = add_forms(deciding, &due, event);
    return status == STATUS_OK ? take_money(deciding, &EVENT_AS(event, prize_paid)->money) : status;
}

/* The law by which tax was held back, as the event tells it; one that asks for so much at least. */
static const struct form_row *tax_told(const struct prize_paid *paid)
{
    for (uint32_t i = 0; i < paid->form_count; i++)
        if (paid->forms[i].withhold > 0)
            return paid->withheld <= paid->forms[i].withhold ? &paid->forms[i] : NULL;
    return NULL;
}

enum status judge_payment(const struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct prize_paid *paid = EVENT_AS(event, prize_paid);
    const struct floor_prize *prize = floor_prize(floor, paid->prize);
    if (!prize)
        return STATUS_OK; /* which is found when it is applied */
    const struct terms *terms = &floor->offerings[prize->offer].terms;
    const struct form_row *tax = tax_told(paid);
    struct draft draft;
    if (!floor_prize_is_open(prize))
        return STATUS_OK;
    bool from_tray = paid->from == FROM_TRAY && prize->claim.cents > 0;
    if (from_tray && (terms->trays == ACCOUNT_NONE || paid->withheld > 0))
        return strange(fault, event, "it cannot have been paid from a tray");
    if (paid->withheld != 0 && (paid->withheld < 0 || paid->withheld > prize->claim.cents || !tax ||
                                floor_taxes(floor) == ACCOUNT_NONE))
        return strange(fault, event, "so much cannot have been held back");
    draft_begin(&draft, &floor->ledger);
    draft_payment(floor, &draft, prize, paid, tax ? tax->clause : text_of(""));
    repay_from_funds(floor, &draft);
    return judge_money(floor, event, &draft, fault);
}

/* Whether the law asks for more than what was shown where the form is due. */
static bool form_asks_more(const struct floor *floor, const struct form_row *due,
                           enum law_identification shown)
{
    for (unsigned i = 0; i < floor->law_count; i++)
        for (unsigned k = 0; k < floor->laws[i].count; k++) {
            const struct threshold *threshold = &floor->laws[i].items[k];
            if (threshold->identification > shown && text_equal(threshold->form, due->form) &&
                text_equal(threshold->clause, due->clause))
                return true;
        }
    return false;
}

/* Logs of earlier numbers do not tell the year. */
enum status complete_prize_paid(const struct floor *floor, struct event *event, struct arena *arena)
{
    struct prize_paid *paid = EVENT_AS(event, prize_paid);
    const struct floor_prize *prize = floor_prize(floor, paid->prize);
    (void)arena;
    paid->year = prize ? year_of(floor, prize, paid->head.at) : 0;
    return STATUS_OK;
}

static void count_in_year(struct floor *floor, const struct floor_prize *prize, uint32_t year)
{
    if (prize->patron >= floor->patron_count || year == 0)
        return;
    struct patron *patron = &floor->patrons[prize->patron];
    if (patron->prize_year != year)
        patron->prizes_this_year = 0;
    patron->prize_year = year;
    int64_t room = LEDGER_CENTS_MAX - patron->prizes_this_year; /* what things are worth is in no books */
    patron->prizes_this_year += value_of(prize) < room ? value_of(prize) : room;
}

enum status judge_winner_paid(const struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct prize_paid *paid = EVENT_AS(event, prize_paid);
    const struct floor_prize *prize = floor_prize(floor, paid->prize);
    if (!prize || !floor_prize_is_open(prize))
        return STATUS_OK; /* which is found when it is applied */
    struct ruling ruling = judge_on_record(floor, prize, prize->patron);
    if (ruling.allowed)
        ruling = judge_birth(floor, prize);
    if (!ruling.allowed)
        return strange_winner(fault, event, paid->prize, floor_patron_name(floor, prize->patron), &ruling);
    for (uint32_t i = 0; i < paid->form_count; i++)
        if (form_asks_more(floor, &paid->forms[i], (enum law_identification)prize->shown))
            return strange(fault, event, "a law asks for identification, and it was not shown");
    return STATUS_OK;
}

enum status apply_prize_paid(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct prize_paid *paid = EVENT_AS(event, prize_paid);
    struct floor_prize *prize = prize_numbered(floor, paid->prize);
    if (!prize)
        return strange(fault, event, "there is no such prize");
    if (!floor_prize_is_open(prize))
        return strange(fault, event, "the prize was paid, lapsed, forfeited or reversed");
    if (prize->claim.state != CLAIM_PAYABLE)
        return strange(fault, event, "the winner has not shown identification");
    if (paid->withheld < 0 || paid->withheld > prize->claim.cents)
        return strange(fault, event, "so much cannot have been held back");
    if (paid->year > CALENDAR_YEAR_MAX)
        return strange(fault, event, "there is no such year");
    prize->claim.state = CLAIM_PAID;
    if (paid->from == FROM_TRAY && prize->claim.cents > 0)
        prize->tray = TRAY_OWED;
    if (paid->form == IN_CASH && prize->patron < floor->patron_count) {
        struct patron *patron = &floor->patrons[prize->patron];
        if (!is_same_day(patron->currency_day, floor->day))
            patron->currency_today = 0;
        patron->currency_day = floor->day;
        patron->currency_today += prize->claim.cents - paid->withheld;
    }
    count_in_year(floor, prize, paid->year);
    pass_settled(floor);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ forfeiting */

void draft_lapse(struct deciding *deciding, const struct floor_prize *prize, struct text clause)
{
    const struct offering *offering = &deciding->floor->offerings[prize->offer];
    const struct node *to = node_path(offering->offer->rulebook->data, PATH_CLAIM_UNCLAIMED_TO);
    funds_lapse(draft_for(deciding, prize->offer), &offering->funds, prize->claim.cents,
                to ? to->origin.clause : clause);
}

/* Whose prize it is: as is known, or as the command says where nobody knew. False after a refusal. */
static bool find_winner(struct deciding *deciding, const struct floor_prize *prize, uint32_t *patron)
{
    const struct forfeit *command = COMMAND_AS(deciding->command, forfeit);
    *patron = prize->patron;
    if (command->patron.length > 0 && !find_patron(deciding, command->patron, patron))
        return false;
    if (*patron == NAMES_NONE)
        (void)REFUSE(deciding, rule_patron, "enter the winner's club number; prize %u has no name yet",
                     command->prize);
    else if (prize->patron != NAMES_NONE && *patron != prize->patron)
        (void)REFUSE(deciding, rule_patron, "the prize belongs to %.*s",
                     TEXT_ARGUMENTS(floor_patron_name(deciding->floor, prize->patron)));
    else
        return true;
    return false;
}

/* A prize whose winner may not have it any more, or never could, waits for nobody. It goes where unclaimed prizes go: no document
 * has another place for it. */
enum status decide_forfeit(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct forfeit *command = COMMAND_AS(deciding->command, forfeit);
    const struct floor_prize *prize = find_prize(deciding, command->prize);
    uint32_t patron;
    if (!prize)
        return STATUS_OK;
    if (!claim_is_open(&prize->claim))
        return REFUSE(deciding, rule_money, "prize %u is %s", command->prize,
                      claim_state_name(prize->claim.state));
    if (!find_winner(deciding, prize, &patron))
        return STATUS_OK;
    const struct ruling there = judge_unknown(floor, prize, patron);
    if (!there.allowed)
        return refuse_by(deciding, there);
    struct ruling ruling = judge_on_record(floor, prize, patron);
    if (ruling.allowed)
        return REFUSE(deciding, rule_money, "%.*s can still be paid prize %u; it is not forfeited",
                      TEXT_ARGUMENTS(floor_patron_name(floor, patron)), command->prize);
    struct event *event = happens(deciding, EVENT_PRIZE_FORFEITED);
    EVENT_AS(event, prize_forfeited)->prize = command->prize;
    EVENT_AS(event, prize_forfeited)->patron = floor_patron_name(floor, patron);
    EVENT_AS(event, prize_forfeited)->clause = text_of(ruling.clause);
    EVENT_AS(event, prize_forfeited)->reason = command->reason;
    EVENT_AS(event, prize_forfeited)->authorised_by = command->authorised_by;
    draft_lapse(deciding, prize, EVENT_AS(event, prize_forfeited)->clause);
    return take_money(deciding, &EVENT_AS(event, prize_forfeited)->money);
}

enum status judge_forfeited(const struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct prize_forfeited *forfeited = EVENT_AS(event, prize_forfeited);
    const struct floor_prize *prize = floor_prize(floor, forfeited->prize);
    uint32_t patron = names_find(&floor->patron_names, forfeited->patron);
    if (prize && !judge_unknown(floor, prize, patron).allowed)
        return strange(fault, event, "its winner was not at the table when the cards were dealt");
    return prize && patron != NAMES_NONE && judge_on_record(floor, prize, patron).allowed
               ? strange(fault, event, "its winner may be paid")
               : STATUS_OK;
}

enum status apply_prize_forfeited(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct prize_forfeited *forfeited = EVENT_AS(event, prize_forfeited);
    struct floor_prize *prize = prize_numbered(floor, forfeited->prize);
    if (!prize)
        return strange(fault, event, "there is no such prize");
    uint32_t patron = names_find(&floor->patron_names, forfeited->patron);
    if (!floor_prize_is_open(prize))
        return strange(fault, event, "the prize was paid, lapsed, forfeited or reversed");
    if (patron == NAMES_NONE || (prize->patron != NAMES_NONE && patron != prize->patron))
        return strange(fault, event, "the prize belongs to another patron");
    prize->claim.state = CLAIM_FORFEITED;
    pass_settled(floor);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ trays */

/* What the tray of the table is owed, prize by prize, into `rows` if there are any; how many. `named`: of one prize alone. */
static uint32_t list_owed(const struct floor *floor, uint32_t table, uint32_t named, struct tray_row *rows)
{
    uint32_t count = 0;
    for (uint32_t i = floor->open_prizes_from; i < floor->prize_count && count < RECORD_ITEMS_MAX; i++) {
        const struct floor_prize *prize = &floor->prizes[i];
        if (prize->tray != TRAY_OWED || prize->table != table || (named > 0 && named != prize->number))
            continue;
        if (rows)
            rows[count] = (struct tray_row){prize->number, prize->claim.cents};
        count++;
    }
    return count;
}

/* The clause by which a tray has back what was paid from it. */
static struct text clause_of_trays(const struct offering *offering)
{
    const struct node *tray = node_path(offering->offer->rulebook->data, PATH_PAYMENT_TRAY);
    return tray ? tray->origin.clause : offering->terms.activity;
}

/* One movement for each offer. */
static void draft_reimbursement(struct deciding *deciding, const struct tray_row *rows, uint32_t count)
{
    const struct floor *floor = deciding->floor;
    for (unsigned offer = 0; offer < floor->offering_count; offer++) {
        int64_t cents = 0;
        for (uint32_t i = 0; i < count; i++)
            cents += floor_prize(floor, rows[i].prize)->offer == offer ? rows[i].cents : 0;
        if (cents > 0)
            funds_reimburse_tray(draft_for(deciding, offer), &floor->offerings[offer].funds, cents,
                                 clause_of_trays(&floor->offerings[offer]));
    }
}

enum status decide_reimburse_tray(struct deciding *deciding)
{
    const struct reimburse_tray *command = COMMAND_AS(deciding->command, reimburse_tray);
    uint32_t table;
    if (!find_table(deciding, command->table, &table))
        return STATUS_OK;
    uint32_t count = list_owed(deciding->floor, table, command->prize, NULL);
    if (count == 0 && command->prize > 0)
        return REFUSE(deciding, rule_money, "the tray of %.*s is owed nothing for prize %u",
                      TEXT_ARGUMENTS(command->table), command->prize);
    if (count == 0)
        return REFUSE(deciding, rule_money, "the tray of %.*s is owed nothing",
                      TEXT_ARGUMENTS(command->table));
    struct tray_row *rows = ARENA_ARRAY(&deciding->decision->arena, struct tray_row, count);
    if (!rows)
        return deciding->decision->arena.refusal;
    (void)list_owed(deciding->floor, table, command->prize, rows);
    draft_reimbursement(deciding, rows, count);
    struct event *event = happens(deciding, EVENT_TRAY_REIMBURSED);
    EVENT_AS(event, tray_reimbursed)->table = command->table;
    EVENT_AS(event, tray_reimbursed)->prizes = rows;
    EVENT_AS(event, tray_reimbursed)->prize_count = count;
    return take_money(deciding, &EVENT_AS(event, tray_reimbursed)->money);
}

enum status apply_tray_reimbursed(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct tray_reimbursed *reimbursed = EVENT_AS(event, tray_reimbursed);
    for (uint32_t i = 0; i < reimbursed->prize_count; i++) {
        struct floor_prize *prize = prize_numbered(floor, reimbursed->prizes[i].prize);
        if (!prize || prize->tray != TRAY_OWED)
            return strange(fault, event, "no tray is owed the prize");
        prize->tray = TRAY_REIMBURSED;
    }
    pass_settled(floor);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ by hand */

/* An account of the offer, or of the house, by its name. */
static account_id account_called(const struct floor *floor, const struct terms *terms, struct text name)
{
    account_id found = ACCOUNT_NONE;
    for (unsigned i = 0; i < floor->ledger.count; i++) {
        const struct account *account = &floor->ledger.accounts[i];
        if (!text_equal(account->name, name))
            continue;
        if (text_equal(account->activity, terms->activity))
            return (account_id)i;
        if (account->activity.length == 0)
            found = (account_id)i;
    }
    return found;
}

static enum account_kind kind_of(const struct floor *floor, account_id account)
{
    return floor->ledger.accounts[account].kind;
}

/* An adjustment cannot take money held for winners, paid out, owed to trays or outside. It can take withheld tax, when the house hands it
 * in. */
static bool can_give(const struct floor *floor, account_id account)
{
    const enum account_kind kind = kind_of(floor, account);
    return kind != ACCOUNT_HELD && kind != ACCOUNT_WINNERS && kind != ACCOUNT_TRAYS &&
           kind != ACCOUNT_PATRONS;
}

/* Nobody is paid by it: a winner has a prize, with a patron, forms and a state. */
static bool can_take(const struct floor *floor, account_id account)
{
    return can_give(floor, account) && kind_of(floor, account) != ACCOUNT_TAXES;
}

/* The clause that names both a pool and a fund; empty: none does. */
static struct text clause_of_pool(const struct pool_terms *pool, account_id fund, bool into_pool)
{
    if (into_pool)
        return pool->reseed_from == fund     ? pool->reseed.clause
               : pool->increase_from == fund ? pool->increase.clause
               : pool->growth_from == fund   ? pool->growth.clause
                                             : text_of("");
    return pool->overflow_to == fund ? pool->cap.clause : text_of("");
}

/* The clause by which a part of the fee comes into the account; empty: none does. */
static struct text clause_of_fee(const struct terms *terms, account_id account)
{
    for (unsigned i = 0; i < terms->fee.part_count; i++)
        if (terms->fee.parts[i].to == account)
            return terms->fee.parts[i].amount.clause;
    return text_of("");
}

/* The clause by which money goes from the one to the other, or between them: of a fund and its pool, or of two parts of the fee, or of the
 * box and a part. */
static struct text clause_between(const struct floor *floor, const struct terms *terms, account_id from,
                                  account_id to)
{
    struct text clause = text_of("");
    for (unsigned i = 0; i < terms->pool_count && clause.length == 0; i++)
        if (terms->pools[i].account == to || terms->pools[i].account == from)
            clause = clause_of_pool(&terms->pools[i], terms->pools[i].account == to ? from : to,
                                    terms->pools[i].account == to);
    const struct text given = clause_of_fee(terms, from), taken = clause_of_fee(terms, to);
    if (clause.length == 0 && taken.length > 0 && (given.length > 0 || kind_of(floor, from) == ACCOUNT_BOX))
        clause = taken;
    if (clause.length == 0 && given.length > 0 && kind_of(floor, to) == ACCOUNT_BOX)
        clause = given;
    return clause;
}

static bool is_promised(const struct terms *terms, account_id account)
{
    for (unsigned i = 0; i < terms->pool_count; i++)
        if (terms->pools[i].account == account)
            return terms->pools[i].promised;
    return false;
}

/* What an adjustment cites: the clause that names both accounts, or the rule of the house where it gives its own money, hands in tax, or
 * sets a meter that holds none. Empty: nothing lets the money go there. */
static struct text clause_of_adjustment(const struct floor *floor, const struct terms *terms, account_id from,
                                        account_id to)
{
    const enum account_kind gives = kind_of(floor, from), takes = kind_of(floor, to);
    const bool of_house = gives == ACCOUNT_HOUSE || gives == ACCOUNT_TAXES || gives == ACCOUNT_ADMINISTRATION;
    if (takes == ACCOUNT_HOUSE || takes == ACCOUNT_ADMINISTRATION || of_house)
        return text_of(of_house ? rule_money : "");
    if (gives == ACCOUNT_PROMISED || takes == ACCOUNT_PROMISED)
        return text_of(is_promised(terms, gives == ACCOUNT_PROMISED ? to : from) ? rule_money : "");
    return clause_between(floor, terms, from, to);
}

/* The clause that forbids an adjustment to take money out of the account; empty: none does. */
static struct text kept_by(const struct terms *terms, account_id account)
{
    for (unsigned i = 0; i < terms->pool_count; i++)
        if (terms->pools[i].account == account)
            return terms->pools[i].kept_clause;
    return text_of("");
}

bool floor_may_adjust(const struct floor *floor, const struct offering *offering, account_id account,
                      bool *gives, bool *takes)
{
    const struct terms *terms = &offering->terms;
    if (account_called(floor, terms, floor->ledger.accounts[account].name) != account)
        return false;
    *gives = can_give(floor, account) && kept_by(terms, account).length == 0;
    *takes = can_take(floor, account);
    return *gives || *takes;
}

/* An adjustment must not put a pool above its cap either; false after a refusal. */
static bool check_cap(struct deciding *deciding, const struct terms *terms, account_id to)
{
    const struct draft *draft = &deciding->decision->draft;
    for (unsigned i = 0; i < terms->pool_count; i++) {
        const struct pool_terms *pool = &terms->pools[i];
        if (pool->account != to || !term_is_set(&pool->cap) ||
            COMMAND_AS(deciding->command, adjust)->amount <= pool->cap.cents - draft_balance(draft, to))
            continue;
        (void)REFUSE(deciding, kept_clause(deciding, pool->cap.clause),
                     "the adjustment would put the %.*s above its cap; move less",
                     TEXT_ARGUMENTS(pool->name));
        return false;
    }
    return true;
}

enum status decide_adjust(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct adjust *command = COMMAND_AS(deciding->command, adjust);
    uint32_t offer;
    if (!find_offer(deciding, command->offer, &offer))
        return STATUS_OK;
    const struct terms *terms = &floor->offerings[offer].terms;
    account_id from = account_called(floor, terms, command->from),
               to = account_called(floor, terms, command->to);
    if (from == ACCOUNT_NONE || to == ACCOUNT_NONE || from == to)
        return REFUSE(deciding, rule_money, "name two different accounts of the offer, such as reserve");
    if (command->amount <= 0 || !can_give(floor, from) || !can_take(floor, to))
        return REFUSE(
            deciding, rule_money,
            "enter an amount above $0; money held for winners, paid out, owed to trays or of patrons "
            "cannot be moved, nor money to winners or taxes: a winner is paid by a prize");
    struct text kept = kept_by(terms, from);
    if (kept.length > 0)
        return REFUSE(deciding, kept_clause(deciding, kept), "only an award may lower a posted pool");
    const struct text clause = clause_of_adjustment(floor, terms, from, to);
    if (clause.length == 0)
        return REFUSE(
            deciding, rule_money,
            "no clause lets money go from %.*s to %.*s by hand; the house is paid back, and its costs are "
            "paid, by the clauses alone",
            TEXT_ARGUMENTS(text_clipped(command->from, 40)), TEXT_ARGUMENTS(text_clipped(command->to, 40)));
    struct draft *draft = draft_for(deciding, offer);
    if (account_is_guarded(floor->ledger.accounts[from].kind) && draft_balance(draft, from) < command->amount)
        return REFUSE(deciding, rule_money, "%.*s does not hold that much; move less",
                      TEXT_ARGUMENTS(command->from));
    if (!check_cap(deciding, terms, to))
        return STATUS_OK;
    draft_move(draft, from, to, command->amount, REASON_ADJUSTMENT, clause);
    struct event *event = happens(deciding, EVENT_ADJUSTED);
    EVENT_AS(event, adjusted)->offer = offer;
    EVENT_AS(event, adjusted)->reason = command->reason;
    EVENT_AS(event, adjusted)->authorised_by = command->authorised_by;
    return take_money(deciding, &EVENT_AS(event, adjusted)->money);
}

/* The first movement is what was asked; the others are repayments, which it brings about. */
enum status judge_adjusted(const struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct adjusted *adjusted = EVENT_AS(event, adjusted);
    if (adjusted->offer >= floor->offering_count || adjusted->money.movement_count == 0)
        return strange(fault, event, "it has no offer, or moves nothing");
    const struct movement *movement = &adjusted->money.movements[0];
    if (movement->from >= floor->ledger.count || movement->to >= floor->ledger.count)
        return strange(fault, event, "there is no such account");
    const struct text clause =
        clause_of_adjustment(floor, &floor->offerings[adjusted->offer].terms, movement->from, movement->to);
    return can_give(floor, movement->from) && can_take(floor, movement->to) && clause.length > 0 &&
                   text_equal(clause, movement->clause)
               ? STATUS_OK
               : strange(fault, event, "no clause lets money go there by hand");
}

enum status apply_adjusted(struct floor *floor, const struct event *event, struct fault *fault)
{
    return EVENT_AS(event, adjusted)->offer < floor->offering_count
               ? STATUS_OK
               : strange(fault, event, "there is no such offer");
}

/* ------------------------------------------------------------------------------------------ what the clock brings */

/* An identification that did not come in time, or a prize that nobody came for. */
static enum status decide_prize(struct deciding *deciding, const struct due *due)
{
    const struct floor *floor = deciding->floor;
    const struct floor_prize *prize = floor_prize(floor, due->prize);
    CHECK(prize && floor_prize_is_open(prize));
    const struct offering *offering = &floor->offerings[prize->offer];
    struct claim claim = prize->claim;
    bool changed = claim_tick(&claim, due->at);
    CHECK(changed);
    bool lapsed = claim.state == CLAIM_LAPSED;
    CHECK(lapsed || claim.state == CLAIM_HELD);
    struct event *event = happens(deciding, lapsed ? EVENT_PRIZE_LAPSED : EVENT_PRIZE_HELD);
    const char *clause = lapsed ? claim_lapse_clause(&offering->claims, &prize->claim)
                                : offering->claims.identification.clause;
    EVENT_AS(event, prize_changed)->prize = due->prize;
    EVENT_AS(event, prize_changed)->clause = text_of(clause);
    if (lapsed)
        draft_lapse(deciding, prize, text_of(clause));
    return take_money(deciding, &EVENT_AS(event, prize_changed)->money);
}

void cage_due(const struct floor *floor, struct instant until, struct due *due)
{
    (void)until;
    for (unsigned i = floor->open_prizes_from; i < floor->prize_count; i++) {
        const struct floor_prize *prize = &floor->prizes[i];
        const struct claim *claim = &prize->claim;
        struct due next = {
            .order = due_order(DUE_OF_PRIZE, prize->number), .decide = decide_prize, .prize = prize->number};
        if (!floor_prize_is_open(prize))
            continue;
        if (claim->state == CLAIM_AWARDED && claim->can_be_late) {
            next.at.ms = claim->identify_by.ms + 1;
            due_consider(due, &next);
        }
        if (claim->can_lapse) {
            next.at = claim->lapses;
            due_consider(due, &next);
        }
    }
}

/* A person may have come for it in vain; only what time brought is decided again. */
bool lapse_again(const struct floor *floor, const struct event *event, struct command *command)
{
    return event->head.by.length == 0 && clock_again(floor, event, command);
}

bool lapse_comes_by_time(const struct floor *floor, const struct event *event)
{
    (void)floor;
    (void)event;
    return true;
}

/* ------------------------------------------------------------------------------------------ who signed an event */

/* Who hands the prize over: whoever the document names. */
enum status judge_paid(const struct judging *judging)
{
    const struct floor *floor = judging->floor;
    const struct prize_paid *paid = EVENT_AS(judging->event, prize_paid);
    struct text person = paid->handed_by.length > 0 ? paid->handed_by : paid->head.by;
    const struct floor_prize *prize = floor_prize(floor, paid->prize);
    if (!prize)
        return STATUS_OK; /* which is found when it is applied */
    if (!floor_person_may(floor, person, NULL))
        return wrongly(judging, person, "does not work here", text_of(rule_permission));
    const struct ruling hands_off = judge_payers(floor, prize, paid->head.by, paid->handed_by);
    if (!hands_off.allowed)
        return strange(judging->fault, judging->event, hands_off.words);
    const struct payment_terms *terms = payment_terms_of(floor, prize);
    const struct payment_facts facts = {.by = paid_as(floor, terms, person)};
    const struct ruling ruling = payment_judge(terms, 0, &facts);
    char words[80];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "has paid it, but %s", ruling.words);
    return ruling.allowed ? STATUS_OK : wrongly(judging, person, words, text_of(ruling.clause));
}
