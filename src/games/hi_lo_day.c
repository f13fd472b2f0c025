#include "games/hi_lo_day.h"

#include "base/check.h"

#define CLAUSE(number) HI_LO_DOCUMENT "#" number

/* ------------------------------------------------------------------------------------- promotion */

struct zone hi_lo_zone(void)
{
    struct zone zone;
    enum status status = zone_parse(text_of("America/New_York"), 0, &zone, NULL);
    CHECK(status == STATUS_OK);
    return zone;
}

enum status hi_lo_promotion_check(const struct hi_lo_promotion *promotion, struct fault *fault)
{
    enum status status = hi_lo_rules_check(&promotion->rules, fault);
    if (status != STATUS_OK)
        return status;
    if (promotion->date_count < 1 || promotion->date_count > HI_LO_DATES_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "a promotion has 1 to %d dates", HI_LO_DATES_MAX);
    for (unsigned i = 0; i < promotion->date_count; i++) {
        if (!date_is_valid(promotion->dates[i]))
            return fault_set(fault, STATUS_RANGE, 0, "date %u is none", i + 1);
        if (i > 0 && date_compare(promotion->dates[i - 1], promotion->dates[i]) >= 0)
            return fault_set(fault, STATUS_RANGE, 0, "the dates are not in order");
    }
    if (promotion->windows < 1 || promotion->windows > HI_LO_WINDOWS_MAX ||
        promotion->first_hour + promotion->windows > 24)
        return fault_set(fault, STATUS_RANGE, 0, "a day has 1 to %d hourly drawings before midnight",
                         HI_LO_WINDOWS_MAX);
    if (promotion->report_seconds > 86400 || promotion->claim_days > 3660)
        return fault_set(fault, STATUS_RANGE, 0, "the time to report or to claim is too long");
    const int64_t most = INT64_C(1000000000) * MONEY_DOLLAR;
    if (promotion->start.cents < 0 || promotion->start.cents > most || promotion->growth.cents < 0 ||
        promotion->growth.cents > most)
        return fault_set(fault, STATUS_RANGE, 0, "the progressive starts and grows by zero or more");
    return STATUS_OK;
}

/* ---------------------------------------------------------------------------------------- people */

unsigned hi_lo_age(struct date born, struct date today)
{
    int years = today.year - born.year;
    if (today.month < born.month || (today.month == born.month && today.day < born.day))
        years--;
    return years > 0 ? (unsigned)years : 0;
}

static struct ruling bar_ruling(const struct hi_lo_person *person)
{
    static const struct {
        const char *clause, *words;
    } bars[HI_LO_BARS] = {
        {CLAUSE("39"), "is currently banned or excluded"},
        {CLAUSE("43"), "is an employee of the casino"},
        {CLAUSE("44"), "holds a video lottery licence"},
        {CLAUSE("45"), "is licensed as an on-the-grounds employee"},
        {CLAUSE("46"), "is an employee of a machine vendor"},
        {CLAUSE("47"), "lives as family in the household of an ineligible person"},
    };
    for (unsigned i = 0; i < HI_LO_BARS; i++)
        if (person->bars >> i & 1)
            return ruling_no(bars[i].clause, "member %u %s; draw a new winner", person->number,
                             bars[i].words);
    return ruling_yes();
}

struct ruling hi_lo_day_may_win(const struct hi_lo_day *day, const struct hi_lo_person *person)
{
    if (!person->is_member)
        return ruling_no(CLAUSE("3"), "%u is no member of the club; draw a new winner", person->number);
    struct ruling ruling = bar_ruling(person);
    if (!ruling.allowed)
        return ruling;
    unsigned age = hi_lo_age(person->born, day->date);
    if (age < day->promotion.age_min)
        return ruling_no(CLAUSE("6"), "member %u is %u years old; winners are %u or older", person->number,
                         age, day->promotion.age_min);
    /* Playing one game is a win: reading HR9. */
    for (unsigned i = 0; i < day->award_count; i++)
        if (day->awards[i].winner == person->number)
            return ruling_no(CLAUSE("15"), "member %u has won today, in drawing %u; draw a new winner",
                             person->number, day->awards[i].window);
    return ruling_yes();
}

/* ------------------------------------------------------------------------------------------- day */

struct ruling hi_lo_day_may_open(const struct hi_lo_promotion *promotion, struct date date)
{
    for (unsigned i = 0; i < promotion->date_count; i++)
        if (date_compare(promotion->dates[i], date) == 0)
            return ruling_yes();
    return ruling_no(CLAUSE("1"), "%04d-%02u-%02u is no day of the promotion", date.year, date.month,
                     date.day);
}

struct ruling hi_lo_day_open(struct hi_lo_day *day, const struct hi_lo_promotion *promotion, struct date date,
                             const struct money *carried)
{
    CHECK(hi_lo_promotion_check(promotion, NULL) == STATUS_OK);
    struct ruling ruling = hi_lo_day_may_open(promotion, date);
    if (ruling.allowed)
        *day = (struct hi_lo_day){
            .promotion = *promotion, .date = date, .progressive = carried ? *carried : promotion->start};
    return ruling;
}

/* The window of an instant, from 1; 0 outside of all. */
static unsigned window_of(const struct hi_lo_day *day, struct instant now)
{
    struct local_time local;
    if (local_time_of(now, &day->promotion.zone, &local) != STATUS_OK ||
        date_compare(local.date, day->date) != 0 || local.hour < day->promotion.first_hour ||
        local.hour >= day->promotion.first_hour + day->promotion.windows)
        return 0;
    return local.hour - day->promotion.first_hour + 1;
}

static struct ruling no_time_to_draw(const struct hi_lo_day *day)
{
    return ruling_no(CLAUSE("2"), "drawings are from %u:00 to %u:00 on the day of the promotion",
                     day->promotion.first_hour, day->promotion.first_hour + day->promotion.windows);
}

struct ruling hi_lo_day_may_draw(const struct hi_lo_day *day, struct instant now,
                                 const struct hi_lo_person *person)
{
    if (day->state == HI_LO_DAY_CLOSED)
        return ruling_no(CLAUSE("38"), "the day is closed");
    if (day->is_cancelled)
        return ruling_no(CLAUSE("61"), "the casino has ended the promotion");
    if (day->state == HI_LO_DAY_DRAWN)
        return ruling_no(CLAUSE("10"), "member %u is drawn and has %u seconds to report", day->person.number,
                         day->promotion.report_seconds);
    if (day->state == HI_LO_DAY_PLAYING)
        return ruling_no(CLAUSE("2"), "the game of drawing %u is not finished", day->window);
    unsigned window = window_of(day, now);
    if (day->window == 0) {
        if (window == 0)
            return no_time_to_draw(day);
        if (day->played[window - 1])
            return ruling_no(CLAUSE("2"), "drawing %u has its winner; the next begins with the hour", window);
    }
    if (!person->is_playing)
        return ruling_no(CLAUSE("7"),
                         "member %u is not playing with the card in a machine; draw a new winner",
                         person->number);
    return hi_lo_day_may_win(day, person);
}

struct ruling hi_lo_day_draw(struct hi_lo_day *day, struct instant now, const struct hi_lo_person *person)
{
    struct ruling ruling = hi_lo_day_may_draw(day, now, person);
    if (!ruling.allowed)
        return ruling;
    /* A new pick after a forfeit is for the drawing that is open, even when its hour has passed: #12. */
    if (day->window == 0)
        day->window = window_of(day, now);
    day->person = *person;
    day->drawn = now;
    day->state = HI_LO_DAY_DRAWN;
    return ruling;
}

static bool is_late(const struct hi_lo_day *day, struct instant now)
{
    return now.ms - day->drawn.ms > (int64_t)day->promotion.report_seconds * 1000;
}

static struct ruling nobody_is_drawn(const struct hi_lo_day *day)
{
    if (day->state == HI_LO_DAY_PLAYING)
        return ruling_no(CLAUSE("10"), "member %u has reported", day->person.number);
    return ruling_no(CLAUSE("8"), "nobody is drawn");
}

struct ruling hi_lo_day_may_report(const struct hi_lo_day *day, struct instant now, uint32_t number)
{
    if (day->state != HI_LO_DAY_DRAWN)
        return nobody_is_drawn(day);
    if (number != day->person.number)
        return ruling_no(CLAUSE("9"), "member %u is drawn and must be present; nobody plays for another",
                         day->person.number);
    if (now.ms < day->drawn.ms)
        return ruling_no(CLAUSE("10"), "the time lies before the drawing");
    if (is_late(day, now))
        return ruling_no(CLAUSE("11"), "the %u seconds to report have passed; draw a new winner",
                         day->promotion.report_seconds);
    return ruling_yes();
}

struct ruling hi_lo_day_report(struct hi_lo_day *day, struct instant now, uint32_t number, bool has_id)
{
    struct ruling ruling = hi_lo_day_may_report(day, now, number);
    if (ruling.allowed) {
        day->has_id = has_id;
        day->state = HI_LO_DAY_PLAYING;
        hi_lo_init(&day->game, &day->promotion.rules, day->progressive);
    }
    return ruling;
}

struct ruling hi_lo_day_may_forfeit(const struct hi_lo_day *day, struct instant now)
{
    if (day->state != HI_LO_DAY_DRAWN)
        return nobody_is_drawn(day);
    if (!is_late(day, now))
        return ruling_no(CLAUSE("10"), "member %u has %u seconds to report; they have not passed",
                         day->person.number, day->promotion.report_seconds);
    return ruling_yes();
}

struct ruling hi_lo_day_forfeit(struct hi_lo_day *day, struct instant now)
{
    struct ruling ruling = hi_lo_day_may_forfeit(day, now);
    if (ruling.allowed)
        day->state = HI_LO_DAY_IDLE; /* no attempt was made: the progressive stays (reading HR7) */
    return ruling;
}

struct ruling hi_lo_day_may_void(const struct hi_lo_day *day)
{
    return day->state == HI_LO_DAY_DRAWN ? ruling_yes() : nobody_is_drawn(day);
}

struct ruling hi_lo_day_void(struct hi_lo_day *day)
{
    struct ruling ruling = hi_lo_day_may_void(day);
    if (ruling.allowed)
        day->state = HI_LO_DAY_IDLE;
    return ruling;
}

struct ruling hi_lo_day_may_finish(const struct hi_lo_day *day)
{
    if (day->state != HI_LO_DAY_PLAYING)
        return ruling_no(CLAUSE("8"), "nobody is playing");
    if (!hi_lo_is_over(&day->game))
        return ruling_no(CLAUSE("25"), "the game is not over");
    return ruling_yes();
}

static struct hi_lo_award award_of(const struct hi_lo_day *day)
{
    struct hi_lo_award award = {
        .window = day->window,
        .winner = day->person.number,
        .correct = day->game.correct,
        .prize = day->game.prize,
        .awarded = day->date,
        .papers_needed = HI_LO_PAPER_MEMBERSHIP | HI_LO_PAPER_ID | HI_LO_PAPER_RELEASE,
        .papers = day->has_id ? HI_LO_PAPER_ID : 0,
    };
    if (day->person.ban_has_expired)
        award.papers_needed |= HI_LO_PAPER_REINSTATEMENT | HI_LO_PAPER_APPROVAL;
    /* Both rules of 30 days end on the same day: reading HR11. */
    enum status status = date_add_days(day->date, day->promotion.claim_days, &award.last_day);
    CHECK(status == STATUS_OK);
    return award;
}

struct ruling hi_lo_day_finish(struct hi_lo_day *day)
{
    struct ruling ruling = hi_lo_day_may_finish(day);
    if (!ruling.allowed)
        return ruling;
    CHECK(!day->played[day->window - 1]); /* D1 */
    day->awards[day->award_count++] = award_of(day);
    day->played[day->window - 1] = true;
    if (day->game.state == HI_LO_WON)
        day->progressive = day->promotion.start; /* saratoga/hi-lo-progressive#37 */
    else
        day->progressive.cents += day->promotion.growth.cents; /* #36, quitting included: #HR7 */
    day->window = 0;
    day->state = HI_LO_DAY_IDLE;
    return ruling;
}

void hi_lo_day_cancel(struct hi_lo_day *day)
{
    day->is_cancelled = true;
}

struct ruling hi_lo_day_may_close(const struct hi_lo_day *day, struct instant now)
{
    if (day->state == HI_LO_DAY_CLOSED)
        return ruling_no(CLAUSE("38"), "the day is closed");
    if (day->state != HI_LO_DAY_IDLE)
        return ruling_no(CLAUSE("38"), "drawing %u is not finished", day->window);
    struct local_time local;
    if (local_time_of(now, &day->promotion.zone, &local) != STATUS_OK)
        return no_time_to_draw(day);
    int later = date_compare(local.date, day->date);
    if (!day->is_cancelled &&
        (later < 0 || (later == 0 && local.hour < day->promotion.first_hour + day->promotion.windows)))
        return ruling_no(CLAUSE("38"), "the last drawing ends at %u:00",
                         day->promotion.first_hour + day->promotion.windows);
    return ruling_yes();
}

static bool is_last_date(const struct hi_lo_day *day)
{
    return date_compare(day->date, day->promotion.dates[day->promotion.date_count - 1]) == 0;
}

struct ruling hi_lo_day_close(struct hi_lo_day *day, struct instant now)
{
    struct ruling ruling = hi_lo_day_may_close(day, now);
    if (!ruling.allowed)
        return ruling;
    if (day->promotion.reversion == HI_LO_REVERT_EVERY_DAY || is_last_date(day)) {
        day->reverted = day->progressive;
        day->progressive = day->promotion.start;
    }
    day->window = 0;
    day->state = HI_LO_DAY_CLOSED;
    return ruling;
}

struct money hi_lo_day_carried(const struct hi_lo_day *day)
{
    CHECK(day->state == HI_LO_DAY_CLOSED);
    return day->progressive;
}

/* ---------------------------------------------------------------------------------------- awards */

bool hi_lo_award_is_held(const struct hi_lo_award *award)
{
    return award->state == HI_LO_AWARD_OPEN && (award->papers_needed & ~award->papers) != 0;
}

static struct ruling award_is_settled(const struct hi_lo_award *award)
{
    if (award->state == HI_LO_AWARD_PAID)
        return ruling_no(CLAUSE("48"), "the prize has been paid");
    return ruling_no(CLAUSE("49"), "the prize was forfeited");
}

/* Without identification it is the rule on coming back that ends the claim, otherwise the general one. */
static struct ruling award_has_lapsed(const struct hi_lo_award *award)
{
    return ruling_no(award->papers & HI_LO_PAPER_ID ? CLAUSE("49") : CLAUSE("14"),
                     "the prize could be claimed until %04d-%02u-%02u", award->last_day.year,
                     award->last_day.month, award->last_day.day);
}

static struct ruling award_is_live(const struct hi_lo_award *award, struct date today)
{
    if (award->state != HI_LO_AWARD_OPEN)
        return award_is_settled(award);
    if (date_compare(today, award->last_day) > 0)
        return award_has_lapsed(award);
    return ruling_yes();
}

struct ruling hi_lo_award_may_complete(const struct hi_lo_award *award, enum hi_lo_paper paper,
                                       struct date today)
{
    struct ruling ruling = award_is_live(award, today);
    if (!ruling.allowed)
        return ruling;
    if ((award->papers_needed & paper) == 0)
        return ruling_no(CLAUSE("41"), "this winner needs no reinstatement");
    if (paper == HI_LO_PAPER_APPROVAL && (award->papers & HI_LO_PAPER_REINSTATEMENT) == 0)
        return ruling_no(CLAUSE("41"), "the reinstatement request form comes first");
    return ruling;
}

struct ruling hi_lo_award_complete(struct hi_lo_award *award, enum hi_lo_paper paper, struct date today)
{
    struct ruling ruling = hi_lo_award_may_complete(award, paper, today);
    if (ruling.allowed)
        award->papers |= paper;
    return ruling;
}

struct ruling hi_lo_award_may_pay(const struct hi_lo_award *award, uint32_t claimant, struct date today)
{
    static const struct {
        enum hi_lo_paper paper;
        const char *clause, *words;
    } papers[] = {
        {HI_LO_PAPER_MEMBERSHIP, CLAUSE("17"), "management verifies the club membership first"},
        {HI_LO_PAPER_ID, CLAUSE("16"), "the winner shows valid photo identification first"},
        {HI_LO_PAPER_REINSTATEMENT, CLAUSE("41"), "the winner completes a reinstatement request form first"},
        {HI_LO_PAPER_APPROVAL, CLAUSE("42"), "the reinstatement must be approved first"},
        {HI_LO_PAPER_RELEASE, CLAUSE("54"), "the winner signs the publicity release first"},
    };
    struct ruling ruling = award_is_live(award, today);
    if (!ruling.allowed)
        return ruling;
    if (claimant != award->winner)
        return ruling_no(CLAUSE("48"), "the prize belongs to member %u and cannot be transferred",
                         award->winner);
    for (unsigned i = 0; i < sizeof papers / sizeof papers[0]; i++)
        if (award->papers_needed & ~award->papers & papers[i].paper)
            return ruling_no(papers[i].clause, "%s", papers[i].words);
    return ruling_yes();
}

struct ruling hi_lo_award_pay(struct hi_lo_award *award, uint32_t claimant, struct date today)
{
    struct ruling ruling = hi_lo_award_may_pay(award, claimant, today);
    if (ruling.allowed)
        award->state = HI_LO_AWARD_PAID;
    return ruling;
}

struct ruling hi_lo_award_may_forfeit(const struct hi_lo_award *award, struct date today)
{
    if (award->state != HI_LO_AWARD_OPEN)
        return award_is_settled(award);
    if (date_compare(today, award->last_day) <= 0)
        return ruling_no(CLAUSE("49"), "the prize can be claimed until %04d-%02u-%02u", award->last_day.year,
                         award->last_day.month, award->last_day.day);
    return ruling_yes();
}

struct ruling hi_lo_award_forfeit(struct hi_lo_award *award, struct date today)
{
    struct ruling ruling = hi_lo_award_may_forfeit(award, today);
    if (ruling.allowed)
        award->state = HI_LO_AWARD_FORFEITED;
    return ruling;
}
