#include "house/people/people_internal.h"

#include "base/check.h"
#include "funds/eligibility.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/people/changed.h"
#include "house/people/people.h"
#include "house/people/people_shapes.h"
#include "house/prizes/prizes.h"
#include "house/setup/offers.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

#include <inttypes.h>

/* ------------------------------------------------------------------------------------------ patrons */

static void record(struct event *event, const struct patron *known)
{
    struct patron_recorded *recorded = EVENT_AS(event, patron_recorded);
    recorded->patron = known->patron;
    recorded->name = known->name;
    recorded->born = known->born;
    recorded->identified = known->identified;
    recorded->employee = known->employee;
    recorded->proposition = known->proposition;
    recorded->excluded_as = known->excluded_as;
    recorded->excluded = known->excluded;
    recorded->reason = known->reason;
}

/* What an event changes of what is known. The texts are those of both, and of this. */
struct changes {
    struct patron_change items[8];
    uint32_t count;
    char born[2][16];
};

static void compare(struct changes *changes, const char *what, struct text was, struct text now)
{
    CHECK_OP(changes->count, <, sizeof changes->items / sizeof changes->items[0]);
    if (!text_equal(was, now))
        changes->items[changes->count++] = (struct patron_change){text_of(what), was, now};
}

static struct text day_in_words(struct date day, char *bytes, size_t size)
{
    struct text_out out;
    text_out_init(&out, bytes, size);
    if (day.year != 0)
        date_write(&out, day);
    return text_out_text(&out);
}

static struct text yes_or_no(bool yes)
{
    return text_of(yes_no_words[yes ? SAID_YES : SAID_NO]);
}

static void list_changes(const struct patron *known, const struct patron_recorded *recorded,
                         struct changes *changes)
{
    changes->count = 0;
    compare(changes, "name", known->name, recorded->name);
    compare(changes, "born", day_in_words(known->born, changes->born[0], sizeof changes->born[0]),
            day_in_words(recorded->born, changes->born[1], sizeof changes->born[1]));
    compare(changes, "identification", text_of(patron_identity_words[known->identified]),
            text_of(patron_identity_words[recorded->identified]));
    compare(changes, "employee", text_of(employee_words[known->employee]),
            text_of(employee_words[recorded->employee]));
    compare(changes, "proposition-player", yes_or_no(known->proposition), yes_or_no(recorded->proposition));
    compare(changes, "excluded-as", known->excluded_as, recorded->excluded_as);
    compare(changes, "excluded", yes_or_no(known->excluded), yes_or_no(recorded->excluded));
    compare(changes, "reason", known->reason, recorded->reason);
}

/* Writes into the event what it changes. */
static enum status tell_changes(struct deciding *deciding, const struct patron *known,
                                struct patron_recorded *recorded)
{
    struct arena *arena = &deciding->decision->arena;
    struct changes *changes = ARENA_NEW(arena, struct changes);
    if (!changes)
        return arena->refusal;
    list_changes(known, recorded, changes);
    recorded->changes = changes->items;
    recorded->change_count = changes->count;
    return STATUS_OK;
}

/* Whether the old and new values that the event tells are those of the house. Before there was amend-patron, events told none. */
static bool changes_are_right(const struct patron *known, const struct patron_recorded *recorded)
{
    struct changes changes;
    if (recorded->change_count == 0)
        return true;
    list_changes(known, recorded, &changes);
    bool right = changes.count == recorded->change_count;
    for (uint32_t i = 0; right && i < changes.count; i++)
        right = text_equal(changes.items[i].what, recorded->changes[i].what) &&
                text_equal(changes.items[i].was, recorded->changes[i].was) &&
                text_equal(changes.items[i].now, recorded->changes[i].now);
    return right;
}

/* Two persons change somebody who has a prize on its way, and whoever is named as the second may sign. False after a refusal. */
static bool check_change(struct deciding *deciding, const struct patron_recorded *recorded,
                         struct text second)
{
    const bool needed = change_needs_two(deciding->floor, recorded);
    if (needed && second.length == 0)
        (void)REFUSE(
            deciding, rule_two_persons,
            "patron %.*s has a prize on its way; a second person, who may authorise or adjust, must sign "
            "the change",
            TEXT_ARGUMENTS(text_clipped(recorded->patron, 40)));
    else
        return second.length == 0 || check_second(deciding, second);
    return false;
}

enum status judge_patron_recorded(const struct judging *judging)
{
    const struct patron_recorded *recorded = EVENT_AS(judging->event, patron_recorded);
    const bool signs = change_needs_two(judging->floor, recorded) || recorded->authorised_by.length > 0;
    return !signs || may_be_second(judging->floor, recorded->head.by, recorded->authorised_by)
               ? STATUS_OK
               : wrongly(
                     judging, recorded->authorised_by,
                     "cannot sign as the second person that a patron is changed who has a prize on its way",
                     text_of(rule_two_persons));
}

/* Asked by the calendar of the house. */
static bool is_to_come(const struct floor *floor, struct date day)
{
    struct local_time local;
    return local_time_of(floor->now, &floor->zone, &local) == STATUS_OK && date_compare(day, local.date) > 0;
}

_Static_assert(SAID_NO_EMPLOYEE == EMPLOYEE_OFF_DUTY + 1, "no is the word behind the states");

/* What the command says of the patron, over what is recorded already. */
static void record_said(const struct register_patron *said, struct patron_recorded *recorded)
{
    if (said->name.length > 0)
        recorded->name = said->name;
    if (said->born.year != 0)
        recorded->born = said->born;
    if (said->identified)
        recorded->identified = said->identified;
    if (said->employee)
        recorded->employee = said->employee == SAID_NO_EMPLOYEE ? EMPLOYEE_NONE : said->employee;
    if (said->proposition)
        recorded->proposition = said->proposition == SAID_YES;
    if (said->excluded_as.length > 0)
        recorded->excluded_as =
            text_equal(said->excluded_as, text_of("none")) ? text_of("") : said->excluded_as;
}

static bool check_birth(struct deciding *deciding, struct date born)
{
    bool good = born.year == 0 || !is_to_come(deciding->floor, born);
    if (!good)
        (void)REFUSE(deciding, rule_patron, "the date of birth %04d-%02d-%02d is in the future; correct it",
                     born.year, born.month, born.day);
    return good;
}

/* The first number after one that is taken which nobody has; empty: the taken one is not made of some digits. */
static struct text next_free_number(const struct floor *floor, struct text taken, char *bytes, size_t size)
{
    enum { DIGITS_MAX = 12 };
    uint64_t number = 0;
    struct text_out out;
    bool digits = taken.length <= DIGITS_MAX;
    for (size_t i = 0; i < taken.length && digits; i++) {
        digits = taken.bytes[i] >= '0' && taken.bytes[i] <= '9';
        number = number * 10 + (uint64_t)(taken.bytes[i] - '0');
    }
    if (!digits)
        return text_of("");
    do {
        text_out_init(&out, bytes, size);
        text_out_add(&out, "%" PRIu64, ++number);
    } while (names_find(&floor->patron_names, text_out_text(&out)) != NAMES_NONE);
    return text_out_text(&out);
}

enum status decide_register(struct deciding *deciding)
{
    const struct register_patron *command = COMMAND_AS(deciding->command, register_patron);
    const struct patron *known = floor_patron(deciding->floor, command->patron);
    char bytes[24];
    if (!check_birth(deciding, command->born))
        return STATUS_OK;
    if (known) {
        struct text next = next_free_number(deciding->floor, command->patron, bytes, sizeof bytes);
        struct text shown = text_clipped(command->patron, 40);
        return REFUSE(deciding, rule_patron,
                      "club number %.*s is taken; %s%.*s, or change that patron with amend-patron",
                      TEXT_ARGUMENTS(shown),
                      next.length > 0 ? "the next free number is " : "use another number",
                      TEXT_ARGUMENTS(next));
    }
    struct event *event = happens(deciding, EVENT_PATRON_RECORDED);
    EVENT_AS(event, patron_recorded)->patron = command->patron;
    record_said(command, EVENT_AS(event, patron_recorded));
    return STATUS_OK;
}

enum status decide_amend_patron(struct deciding *deciding)
{
    const struct register_patron *command = COMMAND_AS(deciding->command, register_patron);
    uint32_t patron;
    if (!find_patron(deciding, command->patron, &patron) || !check_birth(deciding, command->born))
        return STATUS_OK;
    const struct patron *known = &deciding->floor->patrons[patron];
    struct event *event = happens(deciding, EVENT_PATRON_RECORDED);
    struct patron_recorded *recorded = EVENT_AS(event, patron_recorded);
    record(event, known);
    record_said(command, recorded);
    recorded->authorised_by = command->authorised_by;
    enum status status = tell_changes(deciding, known, recorded);
    if (status == STATUS_OK && recorded->change_count == 0)
        return REFUSE(deciding, rule_patron, "this is recorded of patron %.*s already; nothing changes",
                      TEXT_ARGUMENTS(text_clipped(command->patron, 40)));
    if (status == STATUS_OK)
        (void)check_change(deciding, recorded, command->authorised_by);
    return status;
}

enum status decide_exclude(struct deciding *deciding)
{
    const struct exclude *command = COMMAND_AS(deciding->command, exclude);
    bool exclude = deciding->command->kind == COMMAND_EXCLUDE;
    uint32_t patron;
    if (!find_patron(deciding, command->patron, &patron))
        return STATUS_OK;
    const struct patron *known = &deciding->floor->patrons[patron];
    if (known->excluded == exclude)
        return REFUSE(deciding, rule_exclusion, "%.*s is %s the exclusion list",
                      TEXT_ARGUMENTS(command->patron), exclude ? "on" : "not on");
    struct event *event = happens(deciding, EVENT_PATRON_RECORDED);
    record(event, known);
    EVENT_AS(event, patron_recorded)->excluded = exclude;
    EVENT_AS(event, patron_recorded)->reason = exclude ? command->reason : text_of("");
    EVENT_AS(event, patron_recorded)->authorised_by = command->authorised_by;
    enum status status = tell_changes(deciding, known, EVENT_AS(event, patron_recorded));
    if (status == STATUS_OK)
        (void)check_change(deciding, EVENT_AS(event, patron_recorded), command->authorised_by);
    return status;
}

enum status apply_patron(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct patron_recorded *recorded = EVENT_AS(event, patron_recorded);
    const struct patron nobody = {0}, *known = floor_patron(floor, recorded->patron);
    struct text name, reason, excluded_as;
    uint32_t number;
    if (!changes_are_right(known ? known : &nobody, recorded))
        return strange(fault, event, "it tells other changes of the patron than it makes");
    enum status status = MAKE_ROOM(&floor->arena, floor->patrons, floor->patron_count, floor->patron_room);
    if (status == STATUS_OK)
        status = names_add(&floor->patron_names, recorded->patron, &number);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, recorded->name, &name);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, recorded->reason, &reason);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, recorded->excluded_as, &excluded_as);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the patron");
    if (number == floor->patron_count)
        floor->patrons[floor->patron_count++] =
            (struct patron){.patron = names_text(&floor->patron_names, number)};
    struct patron *patron = &floor->patrons[number];
    patron->name = name;
    patron->reason = reason;
    patron->born = recorded->born;
    patron->identified = recorded->identified;
    patron->employee = recorded->employee;
    patron->proposition = recorded->proposition;
    patron->excluded_as = excluded_as;
    patron->excluded = recorded->excluded;
    return keep_changes(floor, patron, recorded) == STATUS_OK
               ? STATUS_OK
               : fault_set(fault, floor->arena.refusal, 0, "there is no memory for the patron");
}

/* Full years on the day. Nobody knows the age of one who has not said it: staff sees to it at the door, and at the cage by
 * identification. */
unsigned age_on(struct date born, struct date day)
{
    enum { OF_AGE = 21 };
    if (born.year == 0)
        return OF_AGE;
    int years = day.year - born.year;
    bool before = day.month < born.month || (day.month == born.month && day.day < born.day);
    years -= before;
    return years > 0 ? (unsigned)years : 0;
}

/* The place of the offer among those whose prizes the patron has won; their count if there is none. */
static uint32_t place_of_wins(const struct patron *patron, uint32_t offer)
{
    uint32_t place = 0;
    while (place < patron->won_count && patron->won[place].offer != offer)
        place++;
    return place;
}

enum status count_win_of(struct floor *floor, uint32_t offer, uint32_t patron)
{
    if (patron >= floor->patron_count)
        return STATUS_OK;
    struct patron *winner = &floor->patrons[patron];
    const uint32_t place = place_of_wins(winner, offer);
    if (place == winner->won_count) {
        enum status status = MAKE_ROOM(&floor->arena, winner->won, winner->won_count, winner->won_room);
        if (status != STATUS_OK)
            return status;
        winner->won[winner->won_count++] = (struct patron_wins){.offer = offer};
    }
    winner->won[place].count++;
    winner->wins++;
    CHECK_OP(winner->won[place].count, <=, winner->wins);
    return STATUS_OK;
}

void uncount_win_of(struct floor *floor, uint32_t offer, uint32_t patron)
{
    if (patron >= floor->patron_count)
        return;
    struct patron *winner = &floor->patrons[patron];
    const uint32_t place = place_of_wins(winner, offer);
    CHECK(place < winner->won_count && winner->won[place].count > 0 && winner->wins > 0);
    winner->wins--;
    if (--winner->won[place].count > 0)
        return;
    winner->won_count--;
    for (uint32_t i = place; i < winner->won_count; i++)
        winner->won[i] = winner->won[i + 1];
}

void count_wins_until(const struct floor *floor, uint32_t offer, uint32_t patron, struct instant at,
                      struct person_facts *facts)
{
    enum { DAY_MS = 24 * 60 * 60 * 1000 };
    if (patron >= floor->patron_count || floor->patrons[patron].wins == 0)
        return;
    const struct patron *winner = &floor->patrons[patron];
    struct text activity = floor_terms(floor, offer)->activity;
    for (uint32_t i = 0; i < winner->won_count; i++)
        facts->wins += text_equal(floor_terms(floor, winner->won[i].offer)->activity, activity)
                           ? winner->won[i].count
                           : 0;
    for (unsigned i = floor->prize_count; i > 0; i--) {
        const struct floor_prize *prize = &floor->prizes[i - 1];
        if (at.ms - prize->claim.awarded.ms >= DAY_MS)
            break; /* those before were awarded earlier */
        facts->wins_today += prize->patron == patron && !prize->reversed && prize->claim.cents > 0 &&
                             text_equal(floor_terms(floor, prize->offer)->activity, activity);
    }
}

struct person_facts identity_of(const struct floor *floor, uint32_t patron)
{
    struct local_time local;
    struct person_facts facts = {.age = age_on((struct date){0}, floor->day),
                                 .seated = true,
                                 .base_wager = true,
                                 .fee = true,
                                 .collection = true,
                                 .bets_complete = true,
                                 .all_rounds = true};
    if (patron >= floor->patron_count)
        return facts;
    const struct patron *known = &floor->patrons[patron];
    facts.card = true; /* whoever is registered has a number of the club */
    if (local_time_of(floor->now, &floor->zone, &local) == STATUS_OK)
        facts.age = age_on(known->born, local.date);
    facts.employee = (enum employee_state)known->employee;
    facts.proposition_player = known->proposition;
    facts.excluded_as = known->excluded_as;
    facts.on_exclusion_list = known->excluded;
    return facts;
}

struct person_facts facts_of(const struct floor *floor, uint32_t offer, uint32_t patron)
{
    struct person_facts facts = identity_of(floor, patron);
    count_wins_until(floor, offer, patron, floor->now, &facts);
    return facts;
}

/* ------------------------------------------------------------------------------------------ looking */

bool find_patron(struct deciding *deciding, struct text name, uint32_t *patron)
{
    *patron = names_find(&deciding->floor->patron_names, name);
    if (*patron != NAMES_NONE)
        return true;
    (void)REFUSE(deciding, rule_patron, "patron %.*s is not registered; register the patron first",
                 TEXT_ARGUMENTS(text_clipped(name, 40)));
    return false;
}

const struct patron *floor_patron(const struct floor *floor, struct text name)
{
    uint32_t number = names_find(&floor->patron_names, name);
    return number == NAMES_NONE ? NULL : &floor->patrons[number];
}

struct text floor_patron_name(const struct floor *floor, uint32_t patron)
{
    return patron < floor->patron_count ? floor->patrons[patron].patron : text_of("");
}

struct text floor_patron_full_name(const struct floor *floor, uint32_t patron)
{
    return patron < floor->patron_count ? floor->patrons[patron].name : text_of("");
}

/* ------------------------------------------------------------------------------------------ who brought an event */

/* Who records a patron puts them on the exclusion list or takes them off it, or changes something else, or adds them. */
enum command_kind patron_brought_by(const struct floor *floor, const struct event *event)
{
    const struct patron_recorded *recorded = EVENT_AS(event, patron_recorded);
    const struct patron *known = floor_patron(floor, recorded->patron);
    if (recorded->excluded != (known && known->excluded))
        return recorded->excluded ? COMMAND_EXCLUDE : COMMAND_READMIT;
    return known ? COMMAND_AMEND_PATRON : COMMAND_REGISTER;
}

enum status people_begin(struct floor *floor)
{
    names_init(&floor->person_names, &floor->arena);
    names_init(&floor->patron_names, &floor->arena);
    return STATUS_OK;
}
