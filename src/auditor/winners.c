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
    if (!employee_may(offer_text(offer->offer, PATH_ELIGIBILITY_EMPLOYEES), patron->employee))
        return "is an employee who may not win";
    if (patron->proposition && model_says(offer->offer, PATH_ELIGIBILITY_PROPOSITION_PLAYERS, "no"))
        return "is a proposition player, who may not win";
    return NULL;
}

uint8_t winner_employee_then(const struct auditor *auditor, const struct model_patron *patron, uint32_t mark)
{
    for (uint32_t i = mark; i < auditor->duty_count; i++)
        if (text_equal(auditor->duties[i].patron, patron->patron))
            return auditor->duties[i].was ? auditor->duties[i].was : patron->employee;
    return patron->employee;
}

bool model_may_win(const struct auditor *auditor, const struct model_offer *offer, struct text name,
                   uint32_t duties_before)
{
    const struct model_patron *patron = model_patron(auditor, name);
    struct model_patron then = patron ? *patron : (struct model_patron){0};
    then.employee = patron ? winner_employee_then(auditor, patron, duties_before) : 0;
    return patron && !winner_why_not(auditor, offer, &then);
}

void check_winner(struct auditor *auditor, const struct model_offer *offer, struct text name,
                  uint32_t duties_before)
{
    const struct model_patron *patron = model_patron(auditor, name);
    if (name.length == 0)
        return;
    MUST(auditor, patron, "nobody knows the patron %.*s", TEXT_ARGUMENTS(name));
    struct model_patron then = patron ? *patron : (struct model_patron){0};
    then.employee = patron ? winner_employee_then(auditor, patron, duties_before) : 0;
    const char *why = patron ? winner_why_not(auditor, offer, &then) : NULL;
    MUST(auditor, !why, "%.*s %s", TEXT_ARGUMENTS(name), why ? why : "");
}

static void check_plays(struct auditor *auditor, struct text name)
{
    const struct model_patron *patron = name.length > 0 ? model_patron(auditor, name) : NULL;
    MUST(auditor, !patron || !patron->excluded, "%.*s is on the exclusion list and plays",
         TEXT_ARGUMENTS(name));
}

void check_players(struct auditor *auditor, const struct model_table *table)
{
    const struct round_started *started = EVENT_AS(auditor->event, round_started);
    for (unsigned seat = 1; seat <= MODEL_SEATS_MAX; seat++)
        if ((started->dealt >> seat & 1) && table->seats[seat].taken)
            check_plays(auditor, table->seats[seat].patron);
    for (uint32_t i = 0; i < started->backline_count; i++)
        check_plays(auditor, started->backline[i].patron);
}
