#include "cases/house_case_internal.h"

#include "funds/award.h"
#include "funds/draft.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "games/case_rounds.h"
#include "rulebook/vocabulary_paths.h"

static const char dealer_hand[] = "on the player-dealer's hand";

static void note_each(struct stage *stage, struct text name, int64_t cents)
{
    if (stage->each_count < EACH_MAX)
        stage->each[stage->each_count++] = (struct each){name, cents};
}

/* One of several of the same name, by words behind it. */
static void note_each_of(struct stage *stage, struct text name, const char *behind, int64_t cents)
{
    char words[NAME_SIZE];
    struct text_out out;
    struct text kept;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%.*s %s", TEXT_ARGUMENTS(name), behind);
    if (arena_copy_text(stage->result->arena, text_out_text(&out), &kept) == STATUS_OK)
        note_each(stage, kept, cents);
}

/* ------------------------------------------------------------------------------------------ prizes */

/* A row of the charts in force, by its number or its name; the longest that fits. */
static const struct rulebook_row *take_row(const struct offer *offer, struct case_cursor *cursor)
{
    const struct rulebook_row *found = NULL;
    struct case_cursor after = *cursor;
    for (unsigned i = 0; i < offer->chart_count; i++)
        for (unsigned j = 0; j < offer->charts[i]->row_count; j++) {
            const struct rulebook_row *row = &offer->charts[i]->rows[j];
            const struct text names[] = {row->id, row->name};
            for (unsigned name = 0; name < 2; name++) {
                struct case_cursor ahead = *cursor;
                if (case_take_text(&ahead, names[name]) && ahead.at > after.at) {
                    found = row;
                    after = ahead;
                }
            }
        }
    *cursor = after;
    return found;
}

/* A prize that is not for a row, by its name: one of `paying/prizes`, or `prize`. */
static bool take_prize_name(const struct offer *offer, struct case_cursor *cursor, struct text *name)
{
    const struct node *prizes = node_path(offer->rulebook->data, PATH_PAYING_PRIZES);
    for (const struct node *prize = prizes ? prizes->first_child : NULL; prize; prize = prize->next)
        if (case_take_text(cursor, prize->key)) {
            *name = prize->key;
            return true;
        }
    *name = text_of("prize");
    return case_take_words(cursor, "prize");
}

/* What the house says in words, at this place of the case. */
static enum status place(const struct case_cursor *cursor, enum status status, const struct fault *words,
                         struct case_fault *fault)
{
    return status == STATUS_OK ? STATUS_OK : case_fault_at(cursor, fault, status, "%s", words->words);
}

static enum status read_row_prize(const struct offer *offer, const struct rulebook_row *row,
                                  const struct case_cursor *cursor, struct prize *prize,
                                  struct case_fault *fault)
{
    struct fault words;
    enum status status = award_prize_of_row(offer, row, prize, &words);
    return place(cursor, status, &words, fault);
}

/* ------------------------------------------------------------------------------------------ multiples */

/* Behind the hits or shares: `-> refused #41`, if prizes may not be paid so many times. `go_on` is whether they are. */
static enum status judge_multiple(struct stage *stage, struct case_cursor *cursor, unsigned *multiple,
                                  bool *go_on, struct case_fault *fault)
{
    struct ruling ruling = ruling_yes();
    struct text clause, expected;
    *multiple = *multiple > 0 ? *multiple : 1;
    if (!award_multiple_is_posted(stage->offers[stage->current], *multiple, &clause)) {
        struct text kept;
        if (arena_copy_text(stage->result->arena, clause, &kept) != STATUS_OK)
            return case_fault_at(cursor, fault, STATUS_NO_MEMORY, "there is no memory for the clause");
        ruling = ruling_no(kept.bytes, "prizes are not paid %u times", *multiple);
    }
    *go_on = ruling.allowed;
    if (!case_take_arrow(cursor))
        return ruling.allowed ? STATUS_OK
                              : case_differs(stage->result, cursor->line, fault, "refused: %s (%s)",
                                             ruling.words, ruling.clause);
    enum status status = case_refusal(cursor, "#41", &expected, fault);
    return status == STATUS_OK ? case_compare_refusal(stage->result, cursor, expected, &ruling,
                                                      "prizes may be paid so many times", fault)
                               : status;
}

/* ------------------------------------------------------------------------------------------ hits */

/* `by 2`, `by 3 on the player-dealer's hand`, `by 1 and 3 on the player-dealer's hand`; nothing is `by 1`. */
static enum status take_holders(struct case_cursor *cursor, struct award_hit *hit, struct case_fault *fault)
{
    unsigned number = 1;
    enum status status = STATUS_OK;
    if (case_take_words(cursor, "by"))
        status = case_number(cursor, FUNDS_WINNERS_MAX, &number, fault);
    bool more = status == STATUS_OK && case_take_words(cursor, "and");
    if (more) {
        hit->holders = number;
        status = case_number(cursor, FUNDS_WINNERS_MAX, &number, fault);
    }
    if (status == STATUS_OK && case_take_words(cursor, dealer_hand))
        hit->dealer_holders = number;
    else if (status == STATUS_OK && more)
        status = case_expected(cursor, fault, dealer_hand);
    else
        hit->holders = number;
    if (status == STATUS_OK && (number == 0 || (more && hit->holders == 0)))
        status = case_expected(cursor, fault, "at least one winner");
    return status;
}

/* One hit of the list: a row, or a prize that is for no row. */
static enum status take_hit(struct stage *stage, struct case_cursor *cursor, struct award_hit *hit,
                            struct case_fault *fault)
{
    const struct offer *offer = stage->offers[stage->current];
    const struct rulebook_row *row = take_row(offer, cursor);
    struct text name = text_of("");
    struct fault words;
    *hit = (struct award_hit){0};
    if (!row && !take_prize_name(offer, cursor, &name))
        return case_expected(cursor, fault, "a row of the chart in force, such as A1, or a prize");
    enum status status = take_holders(cursor, hit, fault);
    if (status != STATUS_OK)
        return status;
    status = row ? award_prize_of_row(offer, row, &hit->prize, &words)
                 : award_prize_named(offer, name, &hit->prize, &words);
    if (status == STATUS_OK && !prize_has_money(&hit->prize))
        return case_fault_at(cursor, fault, STATUS_INVALID, "%.*s wins no money",
                             TEXT_ARGUMENTS(hit->prize.name));
    return place(cursor, status, &words, fault);
}

/* A row can be asked for by its number and by its name. */
static void note_hit(struct stage *stage, const struct award_hit *hit)
{
    int64_t each = hit->holders > 0 ? hit->each_cents : hit->dealer_each_cents;
    if (hit->prize.row.length > 0)
        note_each(stage, hit->prize.row, each);
    note_each(stage, hit->prize.name, each);
    if (hit->dealer_holders > 0 && hit->prize.row.length > 0)
        note_each_of(stage, hit->prize.row, dealer_hand, hit->dealer_each_cents);
    if (hit->envied > 0)
        note_each(stage, text_of("envy"), hit->envied_each_cents);
}

/* The envied win by the last row that brings envy. */
static bool give_envy(struct award_hit *hits, unsigned count, unsigned envied)
{
    while (count > 0 && hits[count - 1].prize.envy_cents == 0)
        count--;
    if (count > 0)
        hits[count - 1].envied = envied;
    return count > 0;
}

enum status house_case_hit(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                           struct case_fault *fault)
{
    struct award_hit hits[AWARD_HITS_MAX];
    unsigned count = 0, envied = 0, multiple = 1;
    bool go_on = true;
    struct fault words;
    enum status status;
    stage->each_count = 0;
    do {
        if (case_take_words(cursor, "envy"))
            status = case_number(cursor, FUNDS_WINNERS_MAX, &envied, fault);
        else if (case_take_words(cursor, "multiple"))
            status = case_number(cursor, AWARD_MULTIPLE_MAX, &multiple, fault);
        else if (count == AWARD_HITS_MAX)
            status =
                case_fault_at(cursor, fault, STATUS_NO_SPACE, "a round has at most %d hits", AWARD_HITS_MAX);
        else
            status = take_hit(stage, cursor, &hits[count++], fault);
        if (status != STATUS_OK)
            return status;
    } while (case_take(cursor, ','));
    if (envied > 0 && !give_envy(hits, count, envied))
        return case_expected(cursor, fault, "a row with envy");
    status = judge_multiple(stage, cursor, &multiple, &go_on, fault);
    if (status != STATUS_OK || !go_on)
        return status;
    status = award_round(draft, &stage->funds[stage->current], NULL, hits, count, multiple, &words);
    for (unsigned i = 0; i < count && status == STATUS_OK; i++)
        note_hit(stage, &hits[i]);
    return place(cursor, status, &words, fault);
}

/* ------------------------------------------------------------------------------------------ structures */

/* `loses,` or nothing. */
static enum status take_outcome(struct case_cursor *cursor, enum hand_outcome *outcome,
                                struct case_fault *fault)
{
    *outcome = case_take_words(cursor, "wins or pushes") ? OUTCOME_WON
               : case_take_words(cursor, "loses")        ? OUTCOME_LOST
                                                         : OUTCOME_UNKNOWN;
    if (*outcome != OUTCOME_UNKNOWN && !case_take(cursor, ','))
        return case_expected(cursor, fault, "a comma");
    return STATUS_OK;
}

/* `Royal Jackpot,`, `flush, loses,` or nothing: then it is the first pool. */
static enum status take_shared_prize(struct stage *stage, struct case_cursor *cursor,
                                     struct award_shares *shares, struct case_fault *fault)
{
    const struct offer *offer = stage->offers[stage->current];
    const struct rulebook_row *row = take_row(offer, cursor);
    struct prize prize;
    enum hand_outcome outcome;
    struct fault words;
    enum status status = STATUS_OK;
    if (row) {
        status = read_row_prize(offer, row, cursor, &prize, fault);
        if (status == STATUS_OK && !case_take(cursor, ','))
            status = case_expected(cursor, fault, "a comma");
    }
    if (status == STATUS_OK)
        status = take_outcome(cursor, &outcome, fault);
    if (status != STATUS_OK)
        return status;
    status =
        award_shares_of(offer, &stage->terms[stage->current], row ? &prize : NULL, outcome, shares, &words);
    return place(cursor, status, &words, fault);
}

/* `and 1 ineligible`, `and 20 ineligible` of wagers; or nothing. */
static enum status take_ineligible(struct case_cursor *cursor, struct structure_share *share, bool by_wagers,
                                   struct case_fault *fault)
{
    struct money wagers = {0};
    enum status status;
    if (!case_take_words(cursor, "and"))
        return STATUS_OK;
    share->ineligible = 1;
    status = by_wagers ? case_money(cursor, &wagers, fault)
                       : case_number(cursor, FUNDS_WINNERS_MAX, &share->ineligible, fault);
    share->ineligible_wagers = wagers.cents;
    if (status == STATUS_OK && !case_take_words(cursor, "ineligible"))
        status = case_expected(cursor, fault, "\"ineligible\"");
    return status;
}

/* `of 3`: so many with the empty seats. */
static enum status take_seats(struct case_cursor *cursor, struct structure_share *share,
                              struct case_fault *fault)
{
    unsigned seats = share->persons;
    struct case_cursor start = *cursor;
    enum status status = STATUS_OK;
    if (case_take_words(cursor, "of"))
        status = case_number(cursor, FUNDS_WINNERS_MAX, &seats, fault);
    if (status == STATUS_OK && seats < share->persons)
        return case_fault_at(&start, fault, STATUS_RANGE, "there are more persons than seats");
    share->vacant = seats - share->persons;
    return status;
}

/* `6`, `1 of 3`, `3 and 1 ineligible`, `1 ineligible` */
static enum status take_number(struct case_cursor *cursor, struct structure_share *share,
                               struct case_fault *fault)
{
    enum status status = case_number(cursor, FUNDS_WINNERS_MAX, &share->persons, fault);
    if (status == STATUS_OK && case_take_words(cursor, "ineligible")) {
        share->ineligible = share->persons;
        share->persons = 0;
        return STATUS_OK;
    }
    if (status == STATUS_OK)
        status = take_seats(cursor, share, fault);
    return status == STATUS_OK ? take_ineligible(cursor, share, false, fault) : status;
}

/* `by wagers 30 20`, `by wagers 30 and 20 ineligible` */
static enum status take_wagers(struct case_cursor *cursor, struct structure_share *share,
                               struct case_fault *fault)
{
    share->persons = 0;
    while (share->persons < FUNDS_BETTORS_MAX) {
        struct case_cursor ahead = *cursor;
        struct money money;
        if (case_money(&ahead, &money, fault) != STATUS_OK || money.cents == 0)
            break;
        *cursor = ahead;
        share->wagers[share->persons++] = money.cents;
    }
    return share->persons > 0 ? take_ineligible(cursor, share, true, fault)
                              : case_expected(cursor, fault, "the wagers");
}

static enum status take_persons(struct case_cursor *cursor, struct award_shares *shares, unsigned *multiple,
                                struct case_fault *fault)
{
    do {
        unsigned index = 0;
        enum status status;
        if (case_take_words(cursor, "multiple")) {
            status = case_number(cursor, AWARD_MULTIPLE_MAX, multiple, fault);
        } else {
            while (index < shares->count && !case_take_text(cursor, shares->names[index]))
                index++;
            if (index == shares->count)
                return case_expected(cursor, fault, "a share of the payout structure, such as losing hand");
            struct structure_share *share = &shares->shares[index];
            status = case_take_words(cursor, "by wagers") ? take_wagers(cursor, share, fault)
                                                          : take_number(cursor, share, fault);
        }
        if (status != STATUS_OK)
            return status;
    } while (case_take(cursor, ','));
    return STATUS_OK;
}

/* Several who hold the player's share, and do not share it by wagers, have a hand each. */
static void split_between_players(const struct terms *terms, struct award_shares *shares)
{
    for (unsigned i = 0; i < shares->count && terms->shared_prize == SHARED_SPLIT_EVENLY; i++) {
        const struct structure_share *share = &shares->shares[i];
        if (text_equal(shares->names[i], text_of(KEY_PLAYER)) && share->wagers[0] == 0)
            award_split_between(shares, share->persons + share->ineligible + share->vacant);
    }
}

static void note_shares(struct stage *stage, const struct award_shares *shares)
{
    for (unsigned i = 0; i < shares->count; i++) {
        const struct structure_share *share = &shares->shares[i];
        note_each(stage, shares->names[i], share->each_cents);
        for (unsigned j = 0; share->wagers[0] > 0 && j < share->persons; j++) {
            char number[8];
            struct text_out out;
            text_out_init(&out, number, sizeof number);
            text_out_add(&out, "%u", j + 1);
            note_each_of(stage, shares->names[i], number, share->awards[j]);
        }
    }
}

enum status house_case_share(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                             struct case_fault *fault)
{
    struct award_shares shares;
    unsigned multiple = 1;
    bool go_on = true;
    struct fault words;
    stage->each_count = 0;
    enum status status = take_shared_prize(stage, cursor, &shares, fault);
    if (status == STATUS_OK)
        status = take_persons(cursor, &shares, &multiple, fault);
    if (status == STATUS_OK)
        status = judge_multiple(stage, cursor, &multiple, &go_on, fault);
    if (status != STATUS_OK || !go_on)
        return status;
    split_between_players(&stage->terms[stage->current], &shares);
    status = award_shares(draft, &stage->funds[stage->current], &shares, multiple, &words);
    if (status == STATUS_OK)
        note_shares(stage, &shares);
    return place(cursor, status, &words, fault);
}
