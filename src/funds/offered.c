#include "funds/offered.h"

#include "base/check.h"
#include "funds/clause.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ compiling */

static bool read_date(const struct offer *offer, const char *key, struct date *date)
{
    const struct node *node = node_member(offer->data, key);
    struct value value;
    if (!node || node->kind != NODE_SCALAR ||
        value_read(VALUE_DATE, node->scalar, &value, NULL) != STATUS_OK || value.form != VALUE_IS_GIVEN ||
        value.date.year == 0)
        return false;
    *date = value.date;
    return true;
}

enum status offered_compile(const struct offer *offer, struct arena *arena, struct offered *offered)
{
    struct offered read = {.offer = offer, .betting = offer_text(offer, PATH_ELIGIBILITY_BETTING)};
    const struct clause_wanted clauses[] = {{PART_GAMES, &read.games_clause},
                                            {PATH_ELIGIBILITY_BETTING, &read.betting_clause},
                                            {PATH_WHEN_HOURS, &read.hours_clause},
                                            {PATH_FREE_PLAY_HOURS, &read.free_hours_clause}};
    enum status status =
        clauses_copy(offer, arena, clauses, sizeof clauses / sizeof clauses[0], &read.document);
    if (status != STATUS_OK)
        return status;
    read.has_first = read_date(offer, "from", &read.first);
    read.has_last = read_date(offer, "until", &read.last);
    CHECK_IMPLIES(read.has_first, date_is_valid(read.first));
    CHECK_IMPLIES(read.has_last, date_is_valid(read.last));
    if (!read.free_hours_clause[0] ||
        schedule_read(offer_text(offer, PATH_FREE_PLAY_HOURS), &read.free_hours, NULL) != STATUS_OK ||
        read.free_hours.kind == SCHEDULE_POSTED)
        read.free_hours = offer->hours;
    *offered = read;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ judging */

static const char *clause_or(const struct offered *offered, const char *clause)
{
    CHECK(clause && offered->document);
    return clause[0] ? clause : offered->document;
}

struct ruling offered_in_game(const struct offered *offered, const struct game_name *game, bool no_limit)
{
    if (!game_list_includes(&offered->offer->rulebook->games, game))
        return ruling_no(clause_or(offered, offered->games_clause), "it is not offered at %.*s",
                         TEXT_ARGUMENTS(game->name));
    bool any = text_equal(offered->betting, text_of("any")) || !game->game->poker;
    if (!any && !text_equal(offered->betting, text_of(no_limit ? "no limit" : "limit")))
        return ruling_no(clause_or(offered, offered->betting_clause), "it is offered at %.*s tables only",
                         TEXT_ARGUMENTS(offered->betting));
    return ruling_yes();
}

struct ruling offered_at_table(const struct offered *offered, const struct house_table *table)
{
    struct ruling ruling = offered_in_game(offered, &table->game, table->no_limit);
    if (!ruling.allowed)
        return ruling;
    for (unsigned i = 0; i < offered->offer->table_count; i++)
        if (offered->offer->tables[i] == table)
            return ruling_yes();
    return ruling_no(clause_or(offered, offered->games_clause), "it is not offered at table %.*s",
                     TEXT_ARGUMENTS(table->name));
}

/* The day on which the period that goes on began: it may have been the day before. */
static struct date day_of_period(const struct schedule *hours, const struct local_time *local)
{
    struct local_time start, end;
    return schedule_period(hours, local, &start, &end) ? start.date : local->date;
}

struct ruling offered_at(const struct offered *offered, const struct local_time *local, bool free_play)
{
    const struct schedule *hours = free_play ? &offered->free_hours : &offered->offer->hours;
    const char *clause =
        free_play && offered->free_hours_clause[0] ? offered->free_hours_clause : offered->hours_clause;
    if (!schedule_covers(hours, local))
        return ruling_no(clause_or(offered, clause), "it is not offered at this time of the day or week");
    struct date day = day_of_period(hours, local);
    if (offered->has_first && date_compare(day, offered->first) < 0)
        return ruling_no(clause_or(offered, clause), "it has not begun");
    if (offered->has_last && date_compare(day, offered->last) > 0)
        return ruling_no(clause_or(offered, clause), "it is over");
    return ruling_yes();
}
