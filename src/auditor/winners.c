/* X8: who may win, by the patron records and the document, and who may play. */
#include "auditor/model_internal.h"
#include "house/tables/backline_shapes.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/vocabulary_paths.h"

static unsigned years_old(struct date born, struct date day)
{
    bool before = day.month < born.month || (day.month == born.month && day.day < born.day);
    return (unsigned)(day.year - born.year - before);
}

/* `employees` of the document. */
static bool employee_may(struct text said, uint8_t employee)
{
    enum { NONE, ON_DUTY, ON_STANDBY, IN_UNIFORM, OFF_DUTY };
    if (employee == NONE || text_equal(said, text_of("yes")))
        return true;
    if (employee == ON_DUTY || text_equal(said, text_of("no")))
        return false;
    if (employee == ON_STANDBY)
        return text_contains(said, text_of("or on standby"));
    return employee == OFF_DUTY || text_equal(said, text_of("off duty"));
}

const char *winner_why_not(const struct auditor *auditor, const struct model_offer *offer,
                           const struct model_patron *patron)
{
    struct range age = {0, 0};
    struct local_time local;
    if (local_time_of(auditor->now, &auditor->zone, &local) != STATUS_OK)
        return NULL;
    (void)model_count(offer->offer, PATH_ELIGIBILITY_AGE, &age);
    if (patron->excluded)
        return "is on the exclusion list";
    if (patron->born.year != 0 && years_old(patron->born, local.date) < age.low)
        return "is too young";
    if (patron->age_dealt != 0 && patron->age_dealt < age.low)
        return "was too young at the deal";
    if (!employee_may(offer_text(offer->offer, PATH_ELIGIBILITY_EMPLOYEES), patron->employee))
        return "is an employee who may not win";
    if (patron->proposition && model_says(offer->offer, PATH_ELIGIBILITY_PROPOSITION_PLAYERS, "no"))
        return "is a proposition player, who may not win";
    return NULL;
}

/* As recorded when the cards were dealt; the patron himself if nothing was recorded since. */
static const struct model_patron *record_then(const struct auditor *auditor,
                                              const struct model_patron *patron, struct model_deal deal)
{
    for (uint32_t i = deal.records; i < auditor->record_count; i++)
        if (text_equal(auditor->records[i].was.patron, patron->patron))
            return &auditor->records[i].was;
    return patron;
}

/* What spoke against him at the deal still does, and what was found out since does too. The shift of an employee is that of the
 * deal. */
struct model_patron winner_then(const struct auditor *auditor, const struct model_patron *patron,
                                struct model_deal deal)
{
    const struct model_patron *was = record_then(auditor, patron, deal);
    struct model_patron then = *patron;
    struct local_time local;
    then.age_dealt = 0;
    if (was->employee)
        then.employee = was->employee;
    if (!auditor->by_deal)
        return then;
    then.proposition |= was->proposition;
    then.excluded |= was->excluded;
    then.singled_out |= was->singled_out;
    if (deal.at.ms != 0 && was->born.year != 0 && local_time_of(deal.at, &auditor->zone, &local) == STATUS_OK)
        then.age_dealt = years_old(was->born, local.date);
    return then;
}

bool model_may_win(const struct auditor *auditor, const struct model_offer *offer, struct text name,
                   struct model_deal deal)
{
    const struct model_patron *patron = model_patron(auditor, name);
    const struct model_patron then = patron ? winner_then(auditor, patron, deal) : (struct model_patron){0};
    return patron && !winner_why_not(auditor, offer, &then);
}

void check_winner(struct auditor *auditor, const struct model_offer *offer, struct text name,
                  struct model_deal deal)
{
    const struct model_patron *patron = model_patron(auditor, name);
    if (name.length == 0)
        return;
    MUST(auditor, patron, "nobody knows the patron %.*s", TEXT_ARGUMENTS(name));
    const struct model_patron then = patron ? winner_then(auditor, patron, deal) : (struct model_patron){0};
    const char *why = patron ? winner_why_not(auditor, offer, &then) : NULL;
    MUST(auditor, !why, "%.*s %s", TEXT_ARGUMENTS(name), why ? why : "");
}

static void check_plays(struct auditor *auditor, struct text name)
{
    const struct model_patron *patron = name.length > 0 ? model_patron(auditor, name) : NULL;
    MUST(auditor, !patron || !patron->excluded, "%.*s is on the exclusion list and plays",
         TEXT_ARGUMENTS(name));
}

/* Whether the round tells of the player what is recorded. */
static void check_told(struct auditor *auditor, const struct round_player *told)
{
    const struct model_patron *patron = model_patron(auditor, told->patron);
    struct local_time local;
    MUST(auditor, patron && told->seat <= MODEL_SEATS_MAX, "nobody knows a player");
    if (!patron || auditor->failed || local_time_of(auditor->now, &auditor->zone, &local) != STATUS_OK)
        return;
    unsigned age = patron->born.year != 0 ? years_old(patron->born, local.date) : 0;
    MUST(auditor,
         told->employee == patron->employee && told->proposition == patron->proposition &&
             told->excluded == patron->excluded && (told->excluded_as.length > 0) == patron->singled_out &&
             told->age == age,
         "something else is recorded of %.*s", TEXT_ARGUMENTS(told->patron));
}

/* X16: the round tells who sits there. */
void see_players(struct auditor *auditor, struct model_table *table)
{
    const struct round_started *started = EVENT_AS(auditor->event, round_started);
    for (unsigned seat = 0; seat <= MODEL_SEATS_MAX; seat++)
        table->dealt[seat] = text_of("");
    table->behind_count = 0;
    for (uint32_t i = 0; i < started->player_count && auditor->by_deal && !auditor->failed; i++) {
        check_told(auditor, &started->players[i]);
        /* check_told() has found him. */
        if (!auditor->failed && started->players[i].behind && table->behind_count < MODEL_BEHIND_MAX)
            table->behind[table->behind_count++] = model_patron(auditor, started->players[i].patron)->patron;
        else if (!auditor->failed && !started->players[i].behind)
            table->dealt[started->players[i].seat] = model_keep(auditor, started->players[i].patron);
    }
    for (unsigned seat = 1; seat <= MODEL_SEATS_MAX && auditor->by_deal && !auditor->failed; seat++) {
        const struct model_seat *at = &table->seats[seat];
        struct text patron = at->taken ? at->patron : text_of("");
        MUST(auditor, text_equal(table->dealt[seat], patron), "somebody else sits at seat %u", seat);
    }
}

/* X17: nobody is at two tables at once. The round at `here` may be about to begin. */
void check_whereabouts(struct auditor *auditor, const struct model_table *here, struct text patron)
{
    for (unsigned i = 0; i < auditor->table_count && patron.length > 0 && auditor->by_deal; i++) {
        const struct model_table *table = &auditor->tables[i];
        if (table == here)
            continue;
        bool there = false;
        for (unsigned seat = 1; seat <= MODEL_SEATS_MAX; seat++)
            there |= table->seats[seat].taken && text_equal(table->seats[seat].patron, patron);
        for (unsigned k = 0; k < table->behind_count && table->runs; k++)
            there |= text_equal(table->behind[k], patron);
        MUST(auditor, !there, "%.*s plays at %s at the same time", TEXT_ARGUMENTS(patron),
             table->described->name_ended);
    }
}

const struct text *players_there(struct auditor *auditor, const struct model_table *table, unsigned *count)
{
    struct text *there = ARENA_ARRAY(&auditor->arena, struct text, MODEL_SEATS_MAX + 1 + table->behind_count);
    *count = 0;
    for (unsigned seat = 0; seat <= MODEL_SEATS_MAX && there; seat++)
        if (table->dealt[seat].length > 0)
            there[(*count)++] = table->dealt[seat];
    for (unsigned i = 0; i < table->behind_count && there; i++)
        there[(*count)++] = table->behind[i];
    MUST(auditor, there, "the auditor has no memory left");
    return there;
}

void check_players(struct auditor *auditor, const struct model_table *table)
{
    const struct round_started *started = EVENT_AS(auditor->event, round_started);
    for (unsigned seat = 1; seat <= MODEL_SEATS_MAX; seat++)
        if ((started->dealt >> seat & 1) && table->seats[seat].taken)
            check_plays(auditor, table->seats[seat].patron);
    for (uint32_t i = 0; i < started->backline_count; i++) {
        check_plays(auditor, started->backline[i].patron);
        check_whereabouts(auditor, table, started->backline[i].patron);
    }
}
