/*
 * Whoever brought an event, or signed it, had the right to (I13).
 *
 * What a decision has asked of persons is asked again of its events, by the roles that they have at that moment: one who can hash may
 * write a log anew in which a dealer authorises a jackpot, but not one that can be read.
 */
#include "house/floor_internal.h"

#include "base/check.h"
#include "rulebook/vocabulary_paths.h"

/* The command by which events come about, which says what whoever brings them must be allowed to. The clock is everybody's, and
 * its events are nobody's. */
static const enum command_kind commands[EVENT_KINDS] = {
    [EVENT_HOUSE_OPENED] = COMMAND_OPEN_HOUSE,
    [EVENT_DOCUMENT_FILED] = COMMAND_FILE_DOCUMENT,
    [EVENT_OFFER_POSTED] = COMMAND_POST_OFFER,
    [EVENT_OFFER_WITHDRAWN] = COMMAND_WITHDRAW_OFFER,
    [EVENT_CLOCK] = COMMAND_CLOCK,
    [EVENT_DAY_BEGAN] = COMMAND_CLOCK,
    [EVENT_SEEDED] = COMMAND_CLOCK,
    [EVENT_INCREASED] = COMMAND_CLOCK,
    [EVENT_HOUR_COMPLETED] = COMMAND_CLOCK,
    [EVENT_ADMINISTRATION_TAKEN] = COMMAND_CLOCK,
    [EVENT_APPOINTED] = COMMAND_APPOINT,
    [EVENT_DISMISSED] = COMMAND_DISMISS,
    [EVENT_PATRON_RECORDED] = COMMAND_REGISTER,
    [EVENT_TABLE_OPENED] = COMMAND_OPEN_TABLE,
    [EVENT_TABLE_CLOSED] = COMMAND_CLOSE_TABLE,
    [EVENT_SEATED] = COMMAND_SIT,
    [EVENT_LEFT] = COMMAND_LEAVE,
    [EVENT_BANKED] = COMMAND_BANK,
    [EVENT_EQUIPMENT_REPORTED] = COMMAND_EQUIPMENT,
    [EVENT_ROUND_STARTED] = COMMAND_START_ROUND,
    [EVENT_IRREGULARITY_NOTED] = COMMAND_IRREGULARITY,
    [EVENT_FLOOR_CALLED] = COMMAND_CALL_FLOOR,
    [EVENT_CALL_ANSWERED] = COMMAND_ANSWER_CALL,
    [EVENT_FEES_RETURNED] = COMMAND_RETURN_FEES,
    [EVENT_ROUND_ENDED] = COMMAND_END_ROUND,
    [EVENT_HAND_CLAIMED] = COMMAND_CLAIM_HAND,
    [EVENT_HAND_VERIFIED] = COMMAND_VERIFY_HAND,
    [EVENT_HAND_REJECTED] = COMMAND_REJECT_HAND,
    [EVENT_HAND_WITHDRAWN] = COMMAND_WITHDRAW_HAND,
    [EVENT_HAND_POSTED] = COMMAND_AUTHORISE,
    [EVENT_AWARDED] = COMMAND_AUTHORISE,
    [EVENT_PERIOD_CLOSED] = COMMAND_CLOCK,
    [EVENT_PRIZE_IDENTIFIED] = COMMAND_IDENTIFY,
    [EVENT_PRIZE_HELD] = COMMAND_CLOCK,
    [EVENT_PRIZE_LAPSED] = COMMAND_PAY,
    [EVENT_PRIZE_FORFEITED] = COMMAND_FORFEIT,
    [EVENT_PRIZE_PAID] = COMMAND_PAY,
    [EVENT_TRAY_REIMBURSED] = COMMAND_REIMBURSE_TRAY,
    [EVENT_VOUCHER_REDEEMED] = COMMAND_REDEEM,
    [EVENT_AWARD_REVERSED] = COMMAND_REVERSE,
    [EVENT_ADJUSTED] = COMMAND_ADJUST,
    [EVENT_RAISED] = COMMAND_RAISE,
};

/* An event under judgement. */
struct judging {
    const struct floor *floor;
    const struct event *event;
    struct fault *fault;
};

/* The person did not have the right to do what the words say, by the clause. */
static enum status wrongly(const struct judging *judging, struct text person, const char *words,
                           struct text clause)
{
    return fault_set(judging->fault, STATUS_INVALID, 0,
                     "an event %s that cannot have happened here: %.*s %s (%.*s)",
                     event_name(judging->event->kind), TEXT_ARGUMENTS(text_clipped(person, 40)), words,
                     TEXT_ARGUMENTS(clause));
}

static const struct floor_hand *hand_numbered(const struct floor *floor, uint32_t number)
{
    return number > 0 && number <= floor->hand_count ? &floor->hands[number - 1] : NULL;
}

/* ------------------------------------------------------------------------------------------ who brought it */

/* Who records a patron anew writes him on the exclusion list, or off it, or registers him. */
static enum command_kind patron_command(const struct floor *floor, const struct patron_recorded *recorded)
{
    const struct patron *known = floor_patron(floor, recorded->patron);
    return recorded->excluded != (known && known->excluded) ? COMMAND_EXCLUDE : COMMAND_REGISTER;
}

enum command_kind command_kind_behind(const struct floor *floor, const struct event *event)
{
    const struct floor_hand *hand =
        event->kind == EVENT_HAND_POSTED ? hand_numbered(floor, event->hand_posted.hand) : NULL;
    if (event->kind == EVENT_PATRON_RECORDED)
        return patron_command(floor, &event->patron_recorded);
    /* It is on the list again because a higher one was taken off it. */
    return hand && hand->state == HAND_BEATEN ? COMMAND_REJECT_HAND : commands[event->kind];
}

/* Time settles periods, and prizes that nobody comes for. */
static bool time_can_bring(const struct floor *floor, const struct event *event)
{
    const struct floor_hand *hand;
    switch (event->kind) {
    case EVENT_PRIZE_LAPSED:
        return true;
    case EVENT_AWARDED:
        return event->awarded.round == 0;
    case EVENT_HAND_POSTED:
        hand = hand_numbered(floor, event->hand_posted.hand);
        return hand && hand->state == HAND_BEATEN;
    default:
        return commands[event->kind] == COMMAND_CLOCK;
    }
}

static struct text second_of(const struct event *event)
{
    return event->kind == EVENT_FEES_RETURNED   ? event->fees_returned.authorised_by
           : event->kind == EVENT_HAND_REJECTED ? event->hand_rejected.authorised_by
                                                : text_of("");
}

static enum status judge_bringer(const struct judging *judging)
{
    const struct floor *floor = judging->floor;
    const struct event *event = judging->event;
    struct text by = event->head.by, second = second_of(event);
    char words[80];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    if (by.length == 0)
        return time_can_bring(floor, event) ? STATUS_OK
                                            : wrongly(judging, text_of("nobody"),
                                                      "is said to have brought it", text_of(rule_permission));
    const enum command_kind command = command_kind_behind(floor, event);
    CHECK_OP(command, !=, COMMAND_OPEN_HOUSE); /* every kind of event stands in the list */
    if (command == COMMAND_CLOCK || (event->kind == EVENT_AWARDED && event->awarded.round == 0))
        return wrongly(judging, by, "cannot bring it, for time does", text_of(rule_time));
    switch (judge_signing(floor, command, by, second)) {
    case SIGNING_IS_RIGHT:
        return STATUS_OK;
    case SIGNING_NOT_BY_FIRST:
        text_out_add(&out, "may not %s here", floor_permission(command));
        return wrongly(judging, by, words, text_of(rule_permission));
    case SIGNING_NOT_BY_SECOND:
        break;
    }
    return wrongly(judging, second, "cannot countersign it", text_of(rule_two_persons));
}

/* ------------------------------------------------------------------------------------------ hands and awards */

/* Whom the document names to verify or authorise, by the offer as it was when the hand was dealt. */
static enum status judge_named(const struct judging *judging, const struct floor_hand *hand, const char *path)
{
    struct text by = judging->event->head.by, whom, clause;
    char words[80];
    struct text_out out;
    if (is_person_for(judging->floor, floor_offer_of_hand(judging->floor, hand), path, by, &whom, &clause))
        return STATUS_OK;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "is no %.*s, as the document asks for", TEXT_ARGUMENTS(whom));
    return wrongly(judging, by, words, clause);
}

static enum status judge_verified(const struct judging *judging)
{
    const struct floor_hand *hand = hand_numbered(judging->floor, judging->event->hand_verified.hand);
    return hand ? judge_named(judging, hand, PATH_ROUND_VERIFIED_BY) : STATUS_OK;
}

/* A hand is put on the board by a second person, once. */
static enum status judge_posted(const struct judging *judging)
{
    struct text by = judging->event->head.by;
    const struct floor_hand *hand = hand_numbered(judging->floor, judging->event->hand_posted.hand);
    if (!hand || hand->state == HAND_BEATEN)
        return STATUS_OK;
    if (text_equal(hand->verified_by, by))
        return wrongly(judging, by, "has verified the hand, and cannot authorise it",
                       text_of(rule_two_persons));
    return judge_named(judging, hand, PATH_ROUND_AUTHORISED_BY);
}

/* What a hand or its points have won is taken back by somebody who may verify, and a second person. */
static enum status judge_rejected(const struct judging *judging)
{
    const struct floor *floor = judging->floor;
    const struct hand_rejected *rejected = &judging->event->hand_rejected;
    const struct floor_hand *hand = hand_numbered(floor, rejected->hand);
    if (!hand || !(has_points(floor, hand) || is_on_board(hand)))
        return STATUS_OK;
    if (!floor_person_may(floor, rejected->head.by, floor_permission(COMMAND_REJECT_HAND)))
        return wrongly(judging, rejected->head.by, "may not verify here", text_of(rule_permission));
    return may_be_second(floor, rejected->head.by, rejected->authorised_by)
               ? STATUS_OK
               : wrongly(judging, rejected->authorised_by, "cannot sign it as the second person",
                         text_of(rule_two_persons));
}

static enum status judge_withdrawn(const struct judging *judging)
{
    const struct hand_rejected *withdrawn = &judging->event->hand_rejected;
    const struct floor_hand *hand = hand_numbered(judging->floor, withdrawn->hand);
    return !hand || text_equal(floor_person_name(judging->floor, hand->claimed_by), withdrawn->head.by)
               ? STATUS_OK
               : wrongly(judging, withdrawn->head.by, "has not claimed the hand", text_of(rule_hand));
}

/* The hands of a round: they were verified as the award says, none of them by whoever authorises it. */
static enum status judge_award_of_round(const struct judging *judging, const struct floor_hand *first)
{
    const struct floor *floor = judging->floor;
    const struct awarded *awarded = &judging->event->awarded;
    if (!text_equal(first->verified_by, awarded->verified_by))
        return wrongly(judging, awarded->verified_by, "has not verified the hand", text_of(rule_two_persons));
    for (uint32_t number = floor->tables[first->table].newest_hand; number > 0;
         number = floor->hands[number - 1].before) {
        const struct floor_hand *hand = &floor->hands[number - 1];
        if (hand->round < first->round)
            break;
        if (hand->round == first->round && hand->offer == awarded->offer && hand->state == HAND_VERIFIED &&
            text_equal(hand->verified_by, awarded->authorised_by))
            return wrongly(judging, awarded->authorised_by,
                           "has verified a hand of the round, and cannot authorise it",
                           text_of(rule_two_persons));
    }
    return judge_named(judging, first, PATH_ROUND_AUTHORISED_BY);
}

/* Time awards what two persons have put on the board: a hand, or the points of a player. */
static enum status judge_award_of_period(const struct judging *judging, const struct floor_hand *hand)
{
    const struct awarded *awarded = &judging->event->awarded;
    const struct board *board = &judging->floor->offerings[awarded->offer].board;
    bool are_those = hand && text_equal(hand->verified_by, awarded->verified_by) &&
                     text_equal(hand->authorised_by, awarded->authorised_by);
    for (unsigned i = 0; i < board->standing_count && !hand && !are_those; i++)
        are_those = text_equal(board->standings[i].verified_by, awarded->verified_by) &&
                    text_equal(board->standings[i].authorised_by, awarded->authorised_by);
    return are_those ? STATUS_OK
                     : wrongly(judging, awarded->authorised_by, "has not authorised what stands on the board",
                               text_of(rule_two_persons));
}

static enum status judge_awarded(const struct judging *judging)
{
    const struct awarded *awarded = &judging->event->awarded;
    const struct floor_hand *hand = hand_numbered(judging->floor, awarded->hand);
    if (awarded->clause.length == 0 || awarded->verified_by.length == 0 ||
        awarded->authorised_by.length == 0 || text_equal(awarded->verified_by, awarded->authorised_by))
        return strange(judging->fault, judging->event, "no clause, or not two persons"); /* I6 */
    if (awarded->offer >= judging->floor->offering_count || (awarded->hand > 0 && !hand))
        return strange(judging->fault, judging->event, "its number, offer or hand");
    if (awarded->round == 0)
        return judge_award_of_period(judging, hand);
    if (!text_equal(awarded->authorised_by, awarded->head.by))
        return wrongly(judging, awarded->authorised_by, "has authorised what another brought",
                       text_of(rule_two_persons));
    if (hand)
        return judge_award_of_round(judging, hand);
    return floor_person_may(judging->floor, awarded->verified_by, floor_permission(COMMAND_VERIFY_HAND))
               ? STATUS_OK
               : wrongly(judging, awarded->verified_by, "may not verify here", text_of(rule_two_persons));
}

/* ------------------------------------------------------------------------------------------ money */

/* Who hands the prize over: whoever the document names. */
static enum status judge_paid(const struct judging *judging)
{
    const struct floor *floor = judging->floor;
    const struct prize_paid *paid = &judging->event->prize_paid;
    struct text person = paid->handed_by.length > 0 ? paid->handed_by : paid->head.by;
    if (paid->prize == 0 || paid->prize > floor->prize_count)
        return STATUS_OK; /* which is found when it is applied */
    if (!floor_person_may(floor, person, NULL))
        return wrongly(judging, person, "does not work here", text_of(rule_permission));
    const struct payment_terms *terms = &floor->offerings[floor->prizes[paid->prize - 1].offer].payments;
    const struct payment_facts facts = {.by = paid_as(floor, terms, person)};
    const struct ruling ruling = payment_judge(terms, 0, &facts);
    char words[80];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "has paid it, but %s", ruling.words);
    return ruling.allowed ? STATUS_OK : wrongly(judging, person, words, text_of(ruling.clause));
}

/* Awards that are backed out, prizes that are forfeited, and money that is moved by hand. */
static enum status judge_by_hand(const struct judging *judging, struct text second)
{
    return may_be_second(judging->floor, judging->event->head.by, second)
               ? STATUS_OK
               : wrongly(judging, second, "cannot sign it as the second person", text_of(rule_two_persons));
}

enum status judge_signatures(const struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct judging judging = {floor, event, fault};
    if (event->kind == EVENT_HOUSE_OPENED)
        return STATUS_OK; /* whoever opens the house may do everything in it */
    enum status status = judge_bringer(&judging);
    if (status != STATUS_OK)
        return status;
    switch (event->kind) {
    case EVENT_HAND_VERIFIED:
        return judge_verified(&judging);
    case EVENT_HAND_POSTED:
        return judge_posted(&judging);
    case EVENT_HAND_REJECTED:
        return judge_rejected(&judging);
    case EVENT_HAND_WITHDRAWN:
        return judge_withdrawn(&judging);
    case EVENT_AWARDED:
        return judge_awarded(&judging);
    case EVENT_PRIZE_PAID:
        return judge_paid(&judging);
    case EVENT_PRIZE_FORFEITED:
        return judge_by_hand(&judging, event->prize_forfeited.authorised_by);
    case EVENT_AWARD_REVERSED:
        return judge_by_hand(&judging, event->award_reversed.authorised_by);
    case EVENT_ADJUSTED:
        return judge_by_hand(&judging, event->adjusted.authorised_by);
    default:
        return STATUS_OK;
    }
}
