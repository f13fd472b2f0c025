/* Prizes after the award: when they are late or lapse, who is identified, and what paying them moves. */
#include "auditor/model_internal.h"
#include "house/cage/cage_shapes.h"
#include "house/prizes/prizes_shapes.h"
#include "rulebook/vocabulary_paths.h"

enum { SECOND_MS = 1000, MINUTE_MS = 60 * SECOND_MS };

/* ------------------------------------------------------------------------------------------ deadlines */

/* The moment from which the time to claim runs: that of the award, or of the hand. */
static struct instant claimed_from(const struct auditor *auditor, const struct offer *offer)
{
    uint32_t hand = EVENT_AS(auditor->event, awarded)->hand;
    bool of_hand = hand > 0 && model_says(offer, PATH_CLAIM_TIME_RUNS, "from the hand");
    return of_hand ? auditor->hands[hand - 1].claimed : auditor->now;
}

/* The last moment of a duration that starts there: to the second, or to the end of the last day. */
static bool deadline(const struct auditor *auditor, const struct offer *offer, const char *path,
                     struct instant *last)
{
    static const int64_t units[] = {SECOND_MS, MINUTE_MS, 60 * MINUTE_MS};
    const struct node *node = offer_node(offer, path);
    struct value value;
    struct local_time local;
    if (!node || node->kind != NODE_SCALAR || !node_path(offer->rulebook->data, path) ||
        value_read(VALUE_DURATION, node->scalar, &value, NULL) != STATUS_OK || value.form != VALUE_IS_GIVEN)
        return false;
    struct duration length = value.duration.high;
    struct instant from = claimed_from(auditor, offer);
    last->ms = from.ms;
    if (length.unit <= DURATION_HOURS) {
        last->ms += length.count * units[length.unit];
        return true;
    }
    int64_t days = length.count * (length.unit == DURATION_WEEKS   ? 7
                                   : length.unit == DURATION_YEARS ? 365
                                                                   : 1);
    if (local_time_of(from, &auditor->zone, &local) != STATUS_OK ||
        date_add_days(local.date, days + 1, &local.date) != STATUS_OK)
        return false;
    struct local_time end = {.date = local.date};
    if (zone_instant(&auditor->zone, &end, CALENDAR_USUAL, last) != STATUS_OK)
        return false;
    last->ms--;
    return true;
}

void prize_open(struct auditor *auditor, uint32_t number, const struct prize_row *row)
{
    const struct offer *offer = auditor->offers[number].offer;
    int64_t from = model_cents(offer, PATH_CLAIM_IDENTIFICATION_FOR, text_of(""));
    const struct node *who = offer_node(offer, PATH_CLAIM_IDENTIFICATION_FOR);
    struct instant late = {0}, last;
    struct value value;
    if (!MODEL_ROOM(auditor, auditor->prizes, auditor->prize_count, auditor->prize_room))
        return;
    if (from == MODEL_NOTHING && who && who->kind == NODE_SCALAR &&
        value_read(VALUE_MONEY_OR_NONE, who->scalar, &value, NULL) == STATUS_OK &&
        value.form == VALUE_IS_GIVEN)
        from = value.range.low; /* at least, or any amount */
    struct model_prize prize = {.offer = number,
                                .patron = model_keep(auditor, row->patron),
                                .awarded = auditor->now,
                                .cents = row->cents,
                                .fee = row->fee,
                                .thing = model_keep(auditor, row->thing),
                                .worth = row->worth,
                                .deal = MODEL_DEAL_NONE};
    int64_t posted = row->posted > row->cents ? row->posted : row->cents;
    prize.needs_identity = from != MODEL_NOTHING && posted >= from;
    prize.unknown = node_path(offer->rulebook->data, PATH_CLAIM_GRACE) != NULL;
    prize.can_be_late =
        prize.needs_identity && deadline(auditor, offer, PATH_CLAIM_IDENTIFICATION_WITHIN, &late);
    bool at_all = node_path(offer->rulebook->data, PATH_CLAIM_WITHIN) != NULL;
    bool has_end = (prize.needs_identity && deadline(auditor, offer, PATH_CLAIM_RETURN_WITHIN, &last)) ||
                   deadline(auditor, offer, at_all ? PATH_CLAIM_WITHIN : PATH_DRAWING_CLAIMED_WITHIN, &last);
    prize.can_lapse = has_end || prize.can_be_late;
    if (!has_end)
        last = late;
    prize.late.ms = late.ms + 1;
    /* If the time runs from the hand, an award may be too late and lapses at once. */
    if (prize.can_lapse)
        prize.lapses.ms = last.ms + 1 > auditor->now.ms ? last.ms + 1 : auditor->now.ms;
    auditor->prizes[auditor->prize_count++] = prize;
}

/* X9: events that are due by time come when they must. */
void check_time_of_prizes(struct auditor *auditor)
{
    while (auditor->open_from < auditor->prize_count &&
           auditor->prizes[auditor->open_from].state > MODEL_HELD)
        auditor->open_from++;
    for (unsigned i = auditor->open_from; i < auditor->prize_count; i++) {
        const struct model_prize *prize = &auditor->prizes[i];
        bool open = prize->state <= MODEL_HELD && !prize->identified && !prize->unknown;
        MUST(auditor, !open || !prize->can_lapse || prize->lapses.ms >= auditor->now.ms,
             "prize %u should have lapsed before", i + 1);
        MUST(auditor,
             !open || prize->state != MODEL_OPEN || !prize->can_be_late || prize->late.ms >= auditor->now.ms,
             "prize %u should be held by now", i + 1);
    }
}

/* ------------------------------------------------------------------------------------------ states */

/* A prize that is still open; NULL after an objection. */
static struct model_prize *prize_numbered(struct auditor *auditor, uint32_t number)
{
    MUST(auditor, number > 0 && number <= auditor->prize_count, "there is no such prize");
    struct model_prize *prize = auditor->failed ? NULL : &auditor->prizes[number - 1];
    MUST(auditor, prize && prize->state <= MODEL_HELD, "the prize was paid, lapsed or reversed before");
    return auditor->failed ? NULL : prize;
}

/* X18: two persons say who an unknown winner is, and it is somebody who was at the table at the deal: at a seat or behind one, or the
 * guest who has sat there since and was named later. */
static void check_unknown(struct auditor *auditor, const struct model_prize *prize, struct text patron,
                          struct text second)
{
    if (!auditor->by_deal || prize->patron.length > 0)
        return;
    MUST(auditor, second.length > 0 && !text_equal(second, auditor->event->head.by),
         "one person alone has said who an unknown winner is");
    bool there = patron.length == 0 || prize->dealt_at.ms == 0;
    for (unsigned i = 0; i < prize->there_count; i++)
        there |= text_equal(prize->there[i], patron);
    if (!there && prize->seat <= MODEL_SEATS_MAX) {
        const struct model_seat *seat = &auditor->tables[prize->table].seats[prize->seat];
        there = seat->taken && text_equal(seat->patron, patron) &&
                instant_compare(seat->since, prize->dealt_at) < 0;
    }
    MUST(auditor, there, "%.*s was not at the table at the deal", TEXT_ARGUMENTS(patron));
}

/* X8: the identification decides the age, and not the club's record. */
void see_prize_identified(struct auditor *auditor)
{
    const struct prize_identified *identified = EVENT_AS(auditor->event, prize_identified);
    struct model_prize *prize = prize_numbered(auditor, identified->prize);
    if (!prize)
        return;
    const struct model_offer *offer = &auditor->offers[prize->offer];
    const struct model_patron *known = model_patron(auditor, identified->patron);
    struct model_patron shown = known ? *known : (struct model_patron){0};
    MUST(auditor, prize->patron.length == 0 || text_equal(prize->patron, identified->patron),
         "the prize is another's");
    check_unknown(auditor, prize, identified->patron, identified->authorised_by);
    MUST(auditor, known || identified->patron.length == 0, "nobody knows the patron %.*s",
         TEXT_ARGUMENTS(identified->patron));
    if (known)
        shown = winner_then(auditor, known, prize->deal);
    if (identified->born.year != 0)
        shown.born = identified->born;
    const char *why = winner_why_not(auditor, offer, &shown);
    MUST(auditor, !why, "who shows who he is %s", why ? why : "");
    prize->patron = model_keep(auditor, identified->patron);
    prize->identified = true;
    if (identified->born.year != 0)
        prize->born = identified->born;
    prize->photo |= !identified->no_photo;
}

void see_prize_held(struct auditor *auditor)
{
    struct model_prize *prize = prize_numbered(auditor, EVENT_AS(auditor->event, prize_changed)->prize);
    if (!prize)
        return;
    MUST(auditor, prize->state == MODEL_OPEN && !prize->identified, "the winner was identified");
    MUST(auditor, prize->unknown || (prize->can_be_late && prize->late.ms == auditor->now.ms),
         "the time to be identified ends at another moment");
    prize->state = MODEL_HELD;
}

static void plan_unclaimed(struct auditor *auditor, const struct model_prize *prize)
{
    const struct model_offer *offer = &auditor->offers[prize->offer];
    if (prize->cents > 0)
        plan_move(auditor, offer->held, fund_of_unclaimed(auditor, offer), prize->cents);
    plan_repay_credited(auditor);
}

void see_prize_lapsed(struct auditor *auditor)
{
    struct model_prize *prize = prize_numbered(auditor, EVENT_AS(auditor->event, prize_changed)->prize);
    if (!prize)
        return;
    if (auditor->event->head.by.length == 0) {
        MUST(auditor, prize->unknown || (prize->can_lapse && prize->lapses.ms == auditor->now.ms),
             "the prize lapses at another moment");
        MUST(auditor, !prize->identified, "the winner has come forward: the prize waits until it is paid");
    }
    prize->state = MODEL_LAPSED;
    plan_unclaimed(auditor, prize);
}

/* X9: two persons forfeit a prize only if its winner may not have it by the current record. */
void see_prize_forfeited(struct auditor *auditor)
{
    const struct prize_forfeited *forfeited = EVENT_AS(auditor->event, prize_forfeited);
    struct model_prize *prize = prize_numbered(auditor, forfeited->prize);
    const struct model_patron *known = model_patron(auditor, forfeited->patron);
    MUST(auditor,
         forfeited->authorised_by.length > 0 &&
             !text_equal(forfeited->authorised_by, auditor->event->head.by),
         "a prize is forfeited by two persons");
    MUST(auditor, known, "nobody knows the patron %.*s", TEXT_ARGUMENTS(forfeited->patron));
    if (!prize || auditor->failed)
        return;
    MUST(auditor, prize->patron.length == 0 || text_equal(prize->patron, forfeited->patron),
         "the prize is another's");
    check_unknown(auditor, prize, forfeited->patron, forfeited->authorised_by);
    const struct model_patron today =
        prize->patron.length > 0 ? winner_then(auditor, known, prize->deal) : *known;
    /* The model does not check further exclusions of a document, nor where proposition players may not win. */
    MUST(auditor,
         winner_why_not(auditor, &auditor->offers[prize->offer], &today) || today.singled_out ||
             today.proposition,
         "its winner may be paid");
    prize->state = MODEL_FORFEITED;
    plan_unclaimed(auditor, prize);
}

static account_id trays_of(const struct auditor *auditor, const struct model_offer *offer)
{
    return model_account(auditor, ACCOUNT_TRAYS, offer->offer->rulebook->document.identity, text_of("trays"));
}

/* Whether the law requires identification when the form is due: any, or one with a photograph. */
static bool law_asks_who(const struct auditor *auditor, const struct form_row *due, const char *what)
{
    for (unsigned i = 0; i < auditor->rulebook_count; i++) {
        const struct node *thresholds = node_member(auditor->rulebooks[i]->data, PART_THRESHOLDS);
        for (const struct node *node = thresholds ? thresholds->first_child : NULL; node; node = node->next) {
            const struct node *form = node_member(node, KEY_FORM);
            if (form && text_equal(form->scalar, due->form) && text_equal(form->origin.clause, due->clause) &&
                node_says(node_member(node, KEY_IDENTIFICATION), what))
                return true;
        }
    }
    return false;
}

/* Whether a law has the form for prizes of this kind, by the clause. */
static bool law_has_form(const struct auditor *auditor, const struct form_row *due, const char *kind)
{
    for (unsigned i = 0; i < auditor->rulebook_count; i++) {
        const struct node *thresholds = node_member(auditor->rulebooks[i]->data, PART_THRESHOLDS);
        for (const struct node *node = thresholds ? thresholds->first_child : NULL; node; node = node->next) {
            const struct node *form = node_member(node, KEY_FORM), *of = node_member(node, KEY_FOR);
            if (form && text_equal(form->scalar, due->form) && text_equal(form->origin.clause, due->clause) &&
                (!of || node_lists(of, kind)))
                return true;
        }
    }
    return false;
}

/* Only the forms that are due withhold money, and that money is owed to the tax office. */
static void plan_withheld(struct auditor *auditor, const struct model_offer *offer)
{
    const struct prize_paid *paid = EVENT_AS(auditor->event, prize_paid);
    account_id taxes = model_account(auditor, ACCOUNT_TAXES, text_of(""), text_of("taxes"));
    int64_t most = 0;
    for (uint32_t i = 0; i < paid->form_count; i++)
        most += paid->forms[i].withhold;
    MUST(auditor, taxes != ACCOUNT_NONE, "no law has anything held back here");
    MUST(auditor, paid->withheld <= most, "%lld cents are held back, and the laws ask for %lld",
         (long long)paid->withheld, (long long)most);
    MUST(auditor, text_equal(text_of(payment_place_words[paid->from]), text_of("cage")),
         "what is taxed is paid by the cage");
    if (!auditor->failed)
        plan_move(auditor, offer->held, taxes, paid->withheld);
}

void see_prize_paid(struct auditor *auditor)
{
    struct model_prize *prize = prize_numbered(auditor, EVENT_AS(auditor->event, prize_paid)->prize);
    if (!prize)
        return;
    MUST(auditor, !prize->needs_identity || prize->identified, "the winner was not identified");
    const struct prize_paid *paid = EVENT_AS(auditor->event, prize_paid);
    for (uint32_t i = 0; i < paid->form_count; i++)
        MUST(auditor,
             (prize->identified || !law_asks_who(auditor, &paid->forms[i], "yes")) &&
                 (prize->photo || !law_asks_who(auditor, &paid->forms[i], "with a photograph")),
             "a law asks for identification before it is paid");
    for (uint32_t i = 0; i < paid->form_count; i++)
        MUST(auditor, law_has_form(auditor, &paid->forms[i], prize->fee > 0 ? "jackpot" : "promotion"),
             "no law has form %.*s for a prize that was won %s a fee", TEXT_ARGUMENTS(paid->forms[i].form),
             prize->fee > 0 ? "by" : "without");
    MUST(auditor,
         prize->unknown || prize->identified || !prize->can_lapse || auditor->now.ms < prize->lapses.ms,
         "the prize has lapsed");
    const struct model_offer *offer = &auditor->offers[prize->offer];
    check_winner(auditor, offer, prize->patron, prize->deal);
    check_hands_off(auditor, prize->patron, auditor->event->head.by);
    check_hands_off(auditor, prize->patron, paid->handed_by);
    const struct model_patron *payee = model_patron(auditor, prize->patron);
    MUST(auditor,
         !auditor->by_deal || prize->born.year != 0 || (payee ? payee->born.year != 0 : !prize->identified),
         "nobody has recorded when its winner was born");
    account_id winners = model_account(auditor, ACCOUNT_WINNERS, text_of(""), text_of("winners"));
    prize->owed_to_tray =
        prize->cents > 0 &&
        text_equal(text_of(payment_place_words[EVENT_AS(auditor->event, prize_paid)->from]), text_of("tray"));
    if (prize->owed_to_tray) {
        account_id trays = trays_of(auditor, offer);
        MUST(auditor, trays != ACCOUNT_NONE, "no tray pays for this offer");
        if (auditor->failed)
            return;
        plan_move(auditor, model_house(auditor), winners, prize->cents);
        plan_move(auditor, offer->held, trays, prize->cents);
    } else if (prize->cents > 0) {
        plan_move(auditor, offer->held, winners, prize->cents - paid->withheld);
    }
    if (paid->withheld > 0)
        plan_withheld(auditor, offer);
    prize->state = MODEL_PAID;
}

void see_tray_reimbursed(struct auditor *auditor)
{
    const struct tray_reimbursed *reimbursed = EVENT_AS(auditor->event, tray_reimbursed);
    MUST(auditor, reimbursed->prize_count > 0, "nothing is given back");
    for (uint32_t i = 0; i < reimbursed->prize_count && !auditor->failed; i++) {
        uint32_t number = reimbursed->prizes[i].prize;
        MUST(auditor, number > 0 && number <= auditor->prize_count, "there is no such prize");
        if (auditor->failed)
            return;
        struct model_prize *prize = &auditor->prizes[number - 1];
        MUST(auditor, prize->owed_to_tray && prize->cents == reimbursed->prizes[i].cents,
             "the tray is not owed prize %u, or another amount", number);
        if (auditor->failed)
            return;
        prize->owed_to_tray = false;
        plan_move(auditor, trays_of(auditor, &auditor->offers[prize->offer]), model_house(auditor),
                  prize->cents);
    }
}
