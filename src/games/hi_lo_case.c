/*
 * Cases of Hi Lo: a day of the promotion, line by line (docs/formats/cases.md).
 *
 *   settings:                                  readings, before the day
 *     drop: to the letter
 *   person 7: born 1994-08-03, employee        what is not said of a person: a member of 1970, playing
 *   day 2012-08-02, progressive 1,500          what the day before left, if it is said
 *   draw 7 at 14:00:00 -> refused #43          any action may end so: it must be refused, by that clause
 *   report 7 at 14:05:00 without identification
 *   play 7c; higher Jd; lower Js 3s; quit      shuffles and cuts if nobody has; a match is one card more
 *   award 1 complete release on 2012-08-03
 *   check award 1 held until 2012-09-01
 */
#include "games/hi_lo_case.h"

#include "games/case_rounds.h"
#include "games/hi_lo_day.h"

enum { PERSONS_MAX = SETTLEMENT_SEATS_MAX };

struct stage {
    const struct case_file *file;
    struct case_result *result;
    struct case_fault *fault;
    struct hi_lo_promotion promotion;
    unsigned person_count;
    struct hi_lo_person persons[PERSONS_MAX];
    bool has_day;
    struct hi_lo_day day;
    struct case_round *round; /* of the last game that was finished; NULL before */
    bool stopped;             /* the case went another way than it says */
};

/* ------------------------------------------------------------------------------------- the lines */

/* Any action may end in "-> refused #11". */
static enum status end_action(struct stage *stage, struct case_cursor *cursor, const struct ruling *ruling)
{
    struct text clause = {0};
    bool refused = case_take_arrow(cursor);
    enum status status =
        refused ? case_refusal(cursor, "#11", &clause, stage->fault) : case_end(cursor, stage->fault);
    stage->result->expectation_count += refused;
    if (status != STATUS_OK || (ruling->allowed && !refused))
        return status;
    if (ruling->allowed)
        return case_differs(stage->result, cursor->line, stage->fault, "should be refused; it was allowed");
    struct text found = clause_number(ruling->clause);
    if (refused && text_equal(clause, found))
        return STATUS_OK;
    stage->stopped = !refused;
    return case_differs(stage->result, cursor->line, stage->fault, "refused: %s (#%.*s)", ruling->words,
                        TEXT_ARGUMENTS(found));
}

static enum status take_date(struct stage *stage, struct case_cursor *cursor, struct date *date)
{
    struct case_cursor start = *cursor;
    unsigned year, month, day;
    enum status status = case_number(cursor, CALENDAR_YEAR_MAX, &year, stage->fault);
    if (status == STATUS_OK && !case_take(cursor, '-'))
        return case_expected(cursor, stage->fault, "a date such as 2012-08-02");
    if (status == STATUS_OK)
        status = case_number(cursor, 12, &month, stage->fault);
    if (status == STATUS_OK && !case_take(cursor, '-'))
        return case_expected(cursor, stage->fault, "a date such as 2012-08-02");
    if (status == STATUS_OK)
        status = case_number(cursor, 31, &day, stage->fault);
    if (status != STATUS_OK)
        return status;
    *date = (struct date){(int16_t)year, (uint8_t)month, (uint8_t)day};
    if (!date_is_valid(*date))
        return case_fault_at(&start, stage->fault, STATUS_RANGE, "there is no such day");
    return STATUS_OK;
}

/* "at 14:00:00" of the day, or "at 2012-08-03 00:10:00". */
static enum status take_time(struct stage *stage, struct case_cursor *cursor, struct instant *instant)
{
    if (!case_take_words(cursor, "at"))
        return case_expected(cursor, stage->fault, "\"at\" and a time such as 14:00:00");
    struct date date = stage->day.date;
    struct case_cursor ahead = *cursor;
    unsigned parts[3] = {0};
    enum status status = case_number(&ahead, CALENDAR_YEAR_MAX, &parts[0], stage->fault);
    if (status == STATUS_OK && case_take(&ahead, '-'))
        status = take_date(stage, cursor, &date);
    for (unsigned i = 0; status == STATUS_OK && i < 3; i++) {
        if (i > 0 && !case_take(cursor, ':'))
            return case_expected(cursor, stage->fault, "a time such as 14:00:00");
        status = case_number(cursor, i == 0 ? 23 : 59, &parts[i], stage->fault);
    }
    if (status != STATUS_OK)
        return status;
    struct local_time local = {
        .date = date, .hour = (uint8_t)parts[0], .minute = (uint8_t)parts[1], .second = (uint8_t)parts[2]};
    if (zone_instant(&stage->promotion.zone, &local, CALENDAR_USUAL, instant) != STATUS_OK)
        return case_fault_at(cursor, stage->fault, STATUS_RANGE, "there is no such time");
    return STATUS_OK;
}

static enum status take_person_number(struct stage *stage, struct case_cursor *cursor, unsigned *number)
{
    return case_number(cursor, SETTLEMENT_SEATS_MAX, number,
                       stage->fault); /* the line of the prize is the person's */
}

static struct hi_lo_person person_of(const struct stage *stage, unsigned number)
{
    for (unsigned i = 0; i < stage->person_count; i++)
        if (stage->persons[i].number == number)
            return stage->persons[i];
    return (struct hi_lo_person){
        .number = number, .is_member = true, .is_playing = true, .born = {1970, 1, 1}};
}

/* --------------------------------------------------------------------------------- set and person */

static enum status take_drawings(struct stage *stage, struct case_cursor *cursor)
{
    unsigned windows = 0;
    enum status status = case_number(cursor, HI_LO_WINDOWS_MAX, &windows, stage->fault);
    if (status == STATUS_OK && windows == 0)
        return case_fault_at(cursor, stage->fault, STATUS_RANGE, "1 to %d drawings expected",
                             HI_LO_WINDOWS_MAX);
    if (status == STATUS_OK)
        stage->promotion.windows = windows;
    return status;
}

static enum status take_setting(struct stage *stage, struct case_cursor *cursor)
{
    static const char *const names[] = {"drop", "forgiveness", "reversion", "drawings"};
    struct hi_lo_promotion *promotion = &stage->promotion;
    unsigned name = 0;
    bool second = false;
    while (name < 4 && !case_take_words(cursor, names[name]))
        name++;
    if (name == 4 || !case_take(cursor, ':'))
        return case_expected(cursor, stage->fault, "drop, forgiveness, reversion or drawings, and a colon");
    enum status status;
    if (name == 0) {
        status = case_flag(cursor, "never raises", "to the letter", &second, stage->fault);
        promotion->rules.drop = (enum hi_lo_drop)second;
    } else if (name == 1) {
        status = case_flag(cursor, "once", "each level", &second, stage->fault);
        promotion->rules.forgiveness = (enum hi_lo_forgiveness)second;
    } else if (name == 2) {
        status = case_flag(cursor, "every day", "last day", &second, stage->fault);
        promotion->reversion = (enum hi_lo_reversion)second;
    } else {
        status = take_drawings(stage, cursor);
    }
    return status == STATUS_OK ? case_end(cursor, stage->fault) : status;
}

static enum status take_settings(struct stage *stage, size_t at, struct case_cursor *cursor)
{
    if (stage->has_day)
        return case_fault_at(cursor, stage->fault, STATUS_INVALID, "settings stand before the first day");
    enum status status = case_end(cursor, stage->fault);
    for (size_t i = at + 1; status == STATUS_OK && i < stage->file->count && stage->file->lines[i].indented;
         i++) {
        struct case_cursor line = case_start(&stage->file->lines[i]);
        status = take_setting(stage, &line);
    }
    return status;
}

static bool take_bar(struct case_cursor *cursor, struct hi_lo_person *person)
{
    static const char *const bars[HI_LO_BARS] = {"banned",          "employee", "lottery licensee",
                                                 "racing licensee", "vendor",   "household"};
    for (unsigned i = 0; i < HI_LO_BARS; i++)
        if (case_take_words(cursor, bars[i])) {
            person->bars |= 1u << i;
            return true;
        }
    return false;
}

static enum status take_person(struct stage *stage, struct case_cursor *cursor)
{
    unsigned number = 0;
    enum status status = take_person_number(stage, cursor, &number);
    if (status != STATUS_OK)
        return status;
    if (!case_take(cursor, ':'))
        return case_expected(cursor, stage->fault, "a colon");
    if (stage->person_count == PERSONS_MAX)
        return case_fault_at(cursor, stage->fault, STATUS_NO_SPACE, "at most %d persons expected",
                             PERSONS_MAX);
    struct hi_lo_person person = person_of(stage, number);
    do {
        if (case_take_words(cursor, "born"))
            status = take_date(stage, cursor, &person.born);
        else if (case_take_words(cursor, "not a member"))
            person.is_member = false;
        else if (case_take_words(cursor, "not playing"))
            person.is_playing = false;
        else if (case_take_words(cursor, "ban expired"))
            person.ban_has_expired = true;
        else if (!take_bar(cursor, &person))
            return case_expected(cursor, stage->fault,
                                 "born, not a member, not playing, banned, ban expired, employee, lottery "
                                 "licensee, racing licensee, vendor or household");
    } while (status == STATUS_OK && case_take(cursor, ','));
    stage->persons[stage->person_count++] = person;
    return status == STATUS_OK ? case_end(cursor, stage->fault) : status;
}

/* ---------------------------------------------------------------------------------------- the day */

static enum status take_day(struct stage *stage, struct case_cursor *cursor)
{
    struct date date = {0};
    struct money carried = {0};
    enum status status = take_date(stage, cursor, &date);
    if (status != STATUS_OK)
        return status;
    bool closed = stage->has_day && stage->day.state == HI_LO_DAY_CLOSED;
    if (stage->has_day && !closed)
        return case_fault_at(cursor, stage->fault, STATUS_INVALID, "the day before is not closed");
    bool has_carried = closed;
    if (closed)
        carried = hi_lo_day_carried(&stage->day);
    if (case_take(cursor, ',')) {
        if (!case_take_words(cursor, "progressive"))
            return case_expected(cursor, stage->fault, "\"progressive\" and an amount");
        status = case_money(cursor, &carried, stage->fault);
        if (status != STATUS_OK)
            return status;
        if (carried.cents < 0 || carried.cents > INT64_C(100000000000))
            return case_fault_at(cursor, stage->fault, STATUS_RANGE, "a progressive of 0 or more expected");
        has_carried = true;
    }
    struct ruling ruling =
        hi_lo_day_open(&stage->day, &stage->promotion, date, has_carried ? &carried : NULL);
    stage->has_day |= ruling.allowed;
    return end_action(stage, cursor, &ruling);
}

/* 7 at 14:00:00 */
static enum status take_person_and_time(struct stage *stage, struct case_cursor *cursor, unsigned *number,
                                        struct instant *now)
{
    enum status status = take_person_number(stage, cursor, number);
    return status == STATUS_OK ? take_time(stage, cursor, now) : status;
}

static enum status take_draw(struct stage *stage, struct case_cursor *cursor)
{
    unsigned number = 0;
    struct instant now = {0};
    enum status status = take_person_and_time(stage, cursor, &number, &now);
    if (status != STATUS_OK)
        return status;
    struct hi_lo_person person = person_of(stage, number);
    struct ruling ruling = hi_lo_day_draw(&stage->day, now, &person);
    return end_action(stage, cursor, &ruling);
}

static enum status take_report(struct stage *stage, struct case_cursor *cursor)
{
    unsigned number = 0;
    struct instant now = {0};
    enum status status = take_person_and_time(stage, cursor, &number, &now);
    if (status != STATUS_OK)
        return status;
    bool has_id = !case_take_words(cursor, "without identification");
    struct ruling ruling = hi_lo_day_report(&stage->day, now, number, has_id);
    return end_action(stage, cursor, &ruling);
}

static enum status take_timed(struct stage *stage, struct case_cursor *cursor,
                              struct ruling (*act)(struct hi_lo_day *day, struct instant now))
{
    struct instant now = {0};
    enum status status = take_time(stage, cursor, &now);
    if (status != STATUS_OK)
        return status;
    struct ruling ruling = act(&stage->day, now);
    return end_action(stage, cursor, &ruling);
}

/* --------------------------------------------------------------------------------------- the game */

static void settle(struct stage *stage, const struct hi_lo_award *award, struct money before)
{
    struct case_round *round = stage->round;
    bool is_meter = award->prize.kind == HI_LO_PROGRESSIVE;
    bool lost = stage->day.game.state == HI_LO_LOST;
    round->seats = SETTLEMENT_SEATS_MAX;
    struct settlement_line line = {
        .seat = award->winner,
        .wager = WAGER_PRIZE,
        .paid = award->prize.amount,
        .from = is_meter                               ? PAID_FROM_METER
                : award->prize.kind == HI_LO_FREE_PLAY ? PAID_TO_ACCOUNT
                                                       : PAID_FROM_TRAY,
        .clause = lost ? HI_LO_DOCUMENT "#28" : HI_LO_DOCUMENT "#34",
    };
    char prize[64];
    struct text_out out;
    text_out_init(&out, prize, sizeof prize);
    hi_lo_prize_write(&out, award->prize);
    settlement_say(settlement_add(&round->settlement, line), "%u correct, %s: %s", award->correct,
                   hi_lo_state_name(stage->day.game.state), prize);
    round->meter_count = 1;
    round->meters[0] = (struct case_meter){
        .name = "progressive", .before = before, .locked = before, .after = stage->day.progressive};
    settlement_check(&round->settlement, (struct money){0});
}

static enum status finish(struct stage *stage, const struct case_line *line, struct ruling *ruling)
{
    struct money before = stage->day.progressive;
    *ruling = hi_lo_day_finish(&stage->day);
    if (!ruling->allowed)
        return STATUS_OK;
    enum status status = case_add_round(stage->result, line, &stage->round, stage->fault);
    if (status == STATUS_OK)
        settle(stage, &stage->day.awards[stage->day.award_count - 1], before);
    return status;
}

static enum status take_finish(struct stage *stage, struct case_cursor *cursor)
{
    struct ruling ruling = ruling_yes();
    enum status status = finish(stage, cursor->line, &ruling);
    return status == STATUS_OK ? end_action(stage, cursor, &ruling) : status;
}

/* One step of a game: "7c", "higher 6c Jh", "quit". The first refusal ends it. */
static enum status take_step(struct stage *stage, struct case_cursor *cursor, struct ruling *ruling)
{
    struct hi_lo_game *game = &stage->day.game;
    bool guesses = true;
    if (case_take_words(cursor, "shuffle")) {
        *ruling = hi_lo_shuffle(game);
        return STATUS_OK;
    }
    if (case_take_words(cursor, "cut")) {
        *ruling = hi_lo_cut(game);
        return STATUS_OK;
    }
    if (case_take_words(cursor, "quit")) {
        *ruling = hi_lo_quit(game);
        return STATUS_OK;
    }
    if (case_take_words(cursor, "higher"))
        *ruling = hi_lo_guess(game, HI_LO_HIGHER);
    else if (case_take_words(cursor, "lower"))
        *ruling = hi_lo_guess(game, HI_LO_LOWER);
    else
        guesses = false;
    struct hand cards = {0};
    enum status status = case_cards(cursor, guesses ? 0 : 1, HAND_CARDS_MAX, &cards, stage->fault);
    for (unsigned i = 0; status == STATUS_OK && ruling->allowed && i < cards.count; i++) {
        enum hi_lo_outcome outcome;
        *ruling = hi_lo_turn(game, cards.cards[i], &outcome);
    }
    return status;
}

static enum status take_play(struct stage *stage, struct case_cursor *cursor)
{
    if (stage->day.state != HI_LO_DAY_PLAYING)
        return case_fault_at(cursor, stage->fault, STATUS_INVALID, "nobody has reported to play");
    struct hi_lo_game *game = &stage->day.game;
    struct case_cursor ahead = *cursor;
    bool by_hand = case_take_words(&ahead, "shuffle") || case_take_words(&ahead, "cut") ||
                   (game->state == HI_LO_NEW && case_take_words(&ahead, "by hand"));
    if (!by_hand && game->state == HI_LO_NEW) {
        hi_lo_shuffle(game);
        hi_lo_cut(game);
    }
    if (case_take_words(cursor, "by hand"))
        case_take(cursor, ';');
    struct ruling ruling = ruling_yes();
    enum status status;
    do
        status = take_step(stage, cursor, &ruling);
    while (status == STATUS_OK && ruling.allowed && case_take(cursor, ';'));
    if (status == STATUS_OK && ruling.allowed && hi_lo_is_over(game))
        status = finish(stage, cursor->line, &ruling);
    stage->stopped = status == STATUS_OK && !ruling.allowed && case_take(cursor, ';');
    if (stage->stopped)
        return case_differs(stage->result, cursor->line, stage->fault,
                            "refused before its last step: %s (%s)", ruling.words, ruling.clause);
    return status == STATUS_OK ? end_action(stage, cursor, &ruling) : status;
}

/* --------------------------------------------------------------------------------------- awards */

static enum status take_award_number(struct stage *stage, struct case_cursor *cursor,
                                     struct hi_lo_award **award)
{
    unsigned number = 0;
    struct case_cursor start = *cursor;
    enum status status = case_number(cursor, HI_LO_WINDOWS_MAX, &number, stage->fault);
    if (status != STATUS_OK)
        return status;
    if (number < 1 || number > stage->day.award_count)
        return case_fault_at(&start, stage->fault, STATUS_RANGE, "the day has %u awards",
                             stage->day.award_count);
    *award = &stage->day.awards[number - 1];
    return STATUS_OK;
}

static bool take_paper(struct case_cursor *cursor, enum hi_lo_paper *paper)
{
    static const char *const papers[] = {"membership", "identification", "release", "reinstatement form",
                                         "approval"};
    for (unsigned i = 0; i < sizeof papers / sizeof papers[0]; i++)
        if (case_take_words(cursor, papers[i])) {
            *paper = (enum hi_lo_paper)(1u << i);
            return true;
        }
    return false;
}

static enum status take_on(struct stage *stage, struct case_cursor *cursor, struct date *date)
{
    if (!case_take_words(cursor, "on"))
        return case_expected(cursor, stage->fault, "\"on\" and a date");
    return take_date(stage, cursor, date);
}

static enum status take_award(struct stage *stage, struct case_cursor *cursor)
{
    struct hi_lo_award *award = NULL;
    struct date today = {0};
    struct ruling ruling = ruling_yes();
    unsigned claimant = 0;
    enum hi_lo_paper paper = HI_LO_PAPER_ID;
    enum status status = take_award_number(stage, cursor, &award);
    if (status != STATUS_OK)
        return status;
    if (case_take_words(cursor, "complete")) {
        if (!take_paper(cursor, &paper))
            return case_expected(cursor, stage->fault,
                                 "membership, identification, release, reinstatement form or approval");
        status = take_on(stage, cursor, &today);
        if (status == STATUS_OK)
            ruling = hi_lo_award_complete(award, paper, today);
    } else if (case_take_words(cursor, "pay to")) {
        status = take_person_number(stage, cursor, &claimant);
        if (status == STATUS_OK)
            status = take_on(stage, cursor, &today);
        if (status == STATUS_OK)
            ruling = hi_lo_award_pay(award, claimant, today);
    } else if (case_take_words(cursor, "forfeit")) {
        status = take_on(stage, cursor, &today);
        if (status == STATUS_OK)
            ruling = hi_lo_award_forfeit(award, today);
    } else {
        return case_expected(cursor, stage->fault, "complete, pay to or forfeit");
    }
    return status == STATUS_OK ? end_action(stage, cursor, &ruling) : status;
}

/* ---------------------------------------------------------------------------------------- checks */

static enum status check_money(struct stage *stage, struct case_cursor *cursor, const char *what,
                               struct money found)
{
    struct money expected;
    enum status status = case_money(cursor, &expected, stage->fault);
    if (status == STATUS_OK)
        status = case_end(cursor, stage->fault);
    if (status != STATUS_OK || money_compare(expected, found) == 0)
        return status;
    char words[2 * MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    money_write(&out, found);
    return case_differs(stage->result, cursor->line, stage->fault, "%s came out as %s", what, words);
}

static enum status check_award(struct stage *stage, struct case_cursor *cursor)
{
    struct hi_lo_award *award = NULL;
    struct date last = {0};
    enum status status = take_award_number(stage, cursor, &award);
    if (status != STATUS_OK)
        return status;
    bool held = hi_lo_award_is_held(award), good;
    if (case_take_words(cursor, "held until")) {
        status = take_date(stage, cursor, &last);
        good = status == STATUS_OK && held && date_compare(last, award->last_day) == 0;
    } else if (case_take_words(cursor, "payable")) {
        good = award->state == HI_LO_AWARD_OPEN && !held;
    } else if (case_take_words(cursor, "paid")) {
        good = award->state == HI_LO_AWARD_PAID;
    } else if (case_take_words(cursor, "forfeited")) {
        good = award->state == HI_LO_AWARD_FORFEITED;
    } else {
        return case_expected(cursor, stage->fault, "held until, payable, paid or forfeited");
    }
    if (status == STATUS_OK)
        status = case_end(cursor, stage->fault);
    if (status != STATUS_OK || good)
        return status;
    static const char *const states[] = {"open", "paid", "forfeited"};
    return case_differs(stage->result, cursor->line, stage->fault,
                        "the award is %s, claimable until %04d-%02u-%02u",
                        held ? "held" : states[award->state], award->last_day.year, award->last_day.month,
                        award->last_day.day);
}

static enum status take_check(struct stage *stage, struct case_cursor *cursor)
{
    stage->result->expectation_count++;
    if (case_take_words(cursor, "progressive"))
        return check_money(stage, cursor, "the progressive", stage->day.progressive);
    if (case_take_words(cursor, "reverted"))
        return check_money(stage, cursor, "what reverted", stage->day.reverted);
    if (case_take_words(cursor, "award"))
        return check_award(stage, cursor);
    return case_expected(cursor, stage->fault, "progressive, reverted or award");
}

/* "prize $350 cash" and "correct 5" below expect: */
static enum status compare_other(void *context, struct case_cursor *cursor, bool *known,
                                 struct case_fault *fault)
{
    struct stage *stage = context;
    const struct hi_lo_game *game = &stage->day.game;
    *known = true;
    if (case_take_words(cursor, "correct")) {
        unsigned correct;
        enum status status = case_number(cursor, HI_LO_LEVELS_MAX, &correct, fault);
        if (status == STATUS_OK)
            status = case_end(cursor, fault);
        if (status != STATUS_OK || correct == game->correct)
            return status;
        return case_differs(stage->result, cursor->line, fault, "%u correct came out", game->correct);
    }
    if (!case_take_words(cursor, "prize")) {
        *known = false;
        return STATUS_OK;
    }
    struct money amount;
    enum status status = case_money(cursor, &amount, fault);
    if (status != STATUS_OK)
        return status;
    bool is_free = case_take_words(cursor, "FP");
    if (!is_free && !case_take_words(cursor, "cash"))
        return case_expected(cursor, fault, "FP or cash");
    status = case_end(cursor, fault);
    if (status != STATUS_OK ||
        (money_compare(amount, game->prize.amount) == 0 && is_free == (game->prize.kind == HI_LO_FREE_PLAY)))
        return status;
    char words[64];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    hi_lo_prize_write(&out, game->prize);
    return case_differs(stage->result, cursor->line, fault, "the prize came out as %s", words);
}

static enum status take_expect(struct stage *stage, size_t at)
{
    struct case_cursor cursor = case_start(&stage->file->lines[at]);
    if (!stage->round)
        return case_fault_at(&cursor, stage->fault, STATUS_INVALID, "no game has been finished");
    struct case_expectation expectation = {stage, compare_other};
    return case_compare(stage->file, at, stage->round, &expectation, stage->result, stage->fault);
}

/* ------------------------------------------------------------------------------------------ play */

static enum status take_day_line(struct stage *stage, struct case_cursor *cursor)
{
    if (case_take_words(cursor, "draw"))
        return take_draw(stage, cursor);
    if (case_take_words(cursor, "report"))
        return take_report(stage, cursor);
    if (case_take_words(cursor, "forfeit"))
        return take_timed(stage, cursor, hi_lo_day_forfeit);
    if (case_take_words(cursor, "close"))
        return take_timed(stage, cursor, hi_lo_day_close);
    if (case_take_words(cursor, "play"))
        return take_play(stage, cursor);
    if (case_take_words(cursor, "finish"))
        return take_finish(stage, cursor);
    if (case_take_words(cursor, "award"))
        return take_award(stage, cursor);
    if (case_take_words(cursor, "check"))
        return take_check(stage, cursor);
    struct ruling ruling = ruling_yes();
    if (case_take_words(cursor, "void entry"))
        ruling = hi_lo_day_void(&stage->day);
    else if (case_take_words(cursor, "cancel"))
        hi_lo_day_cancel(&stage->day);
    else
        return case_expected(
            cursor, stage->fault,
            "draw, report, forfeit, play, finish, award, check, void entry, cancel or close");
    return end_action(stage, cursor, &ruling);
}

static enum status take_line(struct stage *stage, size_t at)
{
    struct case_cursor cursor = case_start(&stage->file->lines[at]);
    if (case_take_words(&cursor, "expect")) {
        enum status status = case_expect_heading(&cursor, stage->fault);
        return status == STATUS_OK ? take_expect(stage, at) : status;
    }
    if (case_take_words(&cursor, "settings") && case_take(&cursor, ':'))
        return take_settings(stage, at, &cursor);
    cursor.at = 0;
    if (case_take_words(&cursor, "person"))
        return take_person(stage, &cursor);
    if (case_take_words(&cursor, "day"))
        return take_day(stage, &cursor);
    if (!stage->has_day)
        return case_expected(&cursor, stage->fault, "settings, person or day");
    return take_day_line(stage, &cursor);
}

static enum status play(const struct case_file *file, const struct case_rules *rules,
                        struct case_result *result, struct case_fault *fault)
{
    struct stage *stage = ARENA_NEW(result->arena, struct stage);
    if (!stage) {
        struct case_cursor cursor = case_start(&file->lines[0]);
        return case_fault_at(&cursor, fault, result->arena->refusal, "there is no memory for the case");
    }
    stage->file = file;
    stage->result = result;
    stage->fault = fault;
    stage->promotion = *rules->hi_lo;
    enum status status = STATUS_OK;
    for (size_t at = file->first; at < file->count && status == STATUS_OK && !stage->stopped; at++) {
        if (file->lines[at].indented)
            status = case_check_indented(file, at, fault);
        else
            status = take_line(stage, at);
    }
    return status;
}

const struct case_game case_hi_lo = {"hi-lo", play};
