/*
 * Lines of a case about people: the table, the round, a person in it, and the hand that is shown.
 */
#include "cases/house_case_internal.h"
#include "funds/eligibility.h"
#include "funds/offered.h"
#include "games/case_rounds.h"
#include "house/hands/verdict.h"

#include <stddef.h>

enum {
    FULL_TABLE = 9,
    ADULT = 30,
    PLAYERS_MAX = 1000,
    AGE_MAX = 150,
    HOURS_MAX = 10000,
    MINUTES_IN_HOUR = 60,
    HARMLESS_POT_CENTS = 100000000
};

/* ------------------------------------------------------------------------------------------ facts */

/* A fact that is true or false, and the words that say it. Words that begin others stand behind them. */
struct flag {
    const char *words;
    size_t offset;
    bool value;
};

static bool take_flag(struct case_cursor *cursor, const struct flag *flags, size_t count, void *facts)
{
    for (size_t i = 0; i < count; i++)
        if (case_take_words(cursor, flags[i].words)) {
            *(bool *)((char *)facts + flags[i].offset) = flags[i].value;
            return true;
        }
    return false;
}

/* A number and the words behind it. */
struct counted {
    const char *words;
    size_t offset;
};

static bool take_counted(struct case_cursor *cursor, const struct counted *counted, size_t count, void *facts)
{
    struct case_cursor ahead = *cursor;
    unsigned number;
    if (case_number(&ahead, PLAYERS_MAX, &number, NULL) != STATUS_OK)
        return false;
    for (size_t i = 0; i < count; i++)
        if (case_take_words(&ahead, counted[i].words)) {
            *(unsigned *)((char *)facts + counted[i].offset) = number;
            *cursor = ahead;
            return true;
        }
    return false;
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Whether the list of facts is over: at the end of the line or at the arrow. */
static bool facts_end(const struct case_cursor *cursor)
{
    struct case_cursor ahead = *cursor;
    return case_ended(&ahead) || case_take_arrow(&ahead);
}

/* ------------------------------------------------------------------------------------------ table */

/* The line up to the arrow, without `, no limit` or `, limit` behind it. */
static struct text take_table_name(struct case_cursor *cursor, bool *no_limit)
{
    size_t start = cursor->at, end = start;
    struct text line = cursor->line->text;
    while (end < line.length && !text_equal(text_slice(line, end, 2), text_of("->")))
        end++;
    struct text name = text_trimmed(text_slice(line, start, end - start));
    static const char *const kinds[] = {", no limit", ", limit"};
    cursor->at = end;
    *no_limit = false;
    for (unsigned i = 0; i < COUNT(kinds); i++) {
        struct text kind = text_of(kinds[i]);
        if (name.length > kind.length &&
            text_equal_ignoring_case(text_from(name, name.length - kind.length), kind)) {
            *no_limit = i == 0;
            return text_trimmed(text_slice(name, 0, name.length - kind.length));
        }
    }
    return name;
}

/* `table: NL-1`, a table of the house; or `table: Texas Hold'em (GEGA-001983), no limit`, any table of a game. */
static enum status take_table(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    const struct offer *offer = stage->offers[stage->current];
    struct stage_table table = {.named = true, .offer = stage->current};
    struct expected_ruling expected;
    struct offered offered;
    (void)case_ended(cursor);
    struct case_cursor start = *cursor;
    bool no_limit;
    struct text name = take_table_name(cursor, &no_limit);
    enum status status = case_expectation(cursor, &expected, fault);
    if (status != STATUS_OK)
        return status;
    if (offered_compile(offer, stage->result->arena, &offered) != STATUS_OK)
        return case_fault_at(&start, fault, STATUS_NO_MEMORY, "there is no memory for the offer");
    const struct house_table *of_house = house_table_find(offer->house, name);
    struct fault words;
    if (!of_house && game_name_read(name, &table.game, &words) != STATUS_OK)
        return case_fault_at(&start, fault, STATUS_INVALID,
                             "the house has no table \"%.*s\", and %s; write table: NL-1 or table: Pan 9",
                             TEXT_ARGUMENTS(name), words.words);
    if (!of_house && table.game.group != GAME_NAMED)
        return case_expected(&start, fault, "one game or a table of the house");
    struct ruling ruling =
        of_house ? offered_at_table(&offered, of_house) : offered_in_game(&offered, &table.game, no_limit);
    if (of_house) {
        table.game = of_house->game;
        table.free_play = of_house->free_play;
    }
    if (ruling.allowed) {
        stage->table = table;
        stage->has_round = false;
    }
    return case_judged(&stage->books, cursor, &expected, &ruling, true, fault);
}

const struct stage_table *house_case_table(const struct stage *stage)
{
    static const struct stage_table any = {0};
    return stage->table.offer == stage->current ? &stage->table : &any;
}

/* The game that people are judged in; NULL if the case names none. */
static const struct game_name *game_of(const struct stage *stage)
{
    const struct stage_table *table = house_case_table(stage);
    return table->named ? &table->game : NULL;
}

/* ------------------------------------------------------------------------------------------ round and person */

static struct round_facts harmless_round(const struct stage *stage)
{
    return (struct round_facts){.seated_and_active = FULL_TABLE,
                                .dealt_in = FULL_TABLE,
                                .playing = FULL_TABLE,
                                .customers = FULL_TABLE,
                                .pot_cents = HARMLESS_POT_CENTS,
                                .free_play = house_case_table(stage)->free_play,
                                .showdown = true,
                                .backline_allowed = true,
                                .jackpot_collection = true};
}

/* The base game ends as the rules want it. */
static struct person_facts harmless_person(const struct eligibility *eligibility)
{
    bool must_lose = text_equal(eligibility->rules[ELIGIBILITY_OUTCOME].value, text_of("must lose"));
    return (struct person_facts){.age = ADULT,
                                 .excluded_as = text_of(""),
                                 .seated = true,
                                 .base_wager = true,
                                 .fee = true,
                                 .collection = true,
                                 .bets_complete = true,
                                 .all_rounds = true,
                                 .played_minutes = (uint64_t)HOURS_MAX * MINUTES_IN_HOUR,
                                 .card = true,
                                 .outcome = must_lose ? OUTCOME_LOST : OUTCOME_WON};
}

static enum status judge(struct stage *stage, const struct case_cursor *cursor,
                         const struct expected_ruling *expected, const struct eligibility *eligibility,
                         const struct person_facts *person, const struct round_facts *round,
                         struct case_fault *fault)
{
    struct ruling ruling = eligibility_judge(eligibility, person, round);
    return case_judged(&stage->books, cursor, expected, &ruling, true, fault);
}

static enum status compile(struct stage *stage, const struct case_cursor *cursor,
                           struct eligibility *eligibility, struct case_fault *fault)
{
    if (eligibility_compile(stage->offers[stage->current], game_of(stage), stage->result->arena,
                            eligibility) != STATUS_OK)
        return case_fault_at(cursor, fault, STATUS_NO_MEMORY, "there is no memory for the rules");
    return STATUS_OK;
}

static const struct flag round_flags[] = {
    {"free", offsetof(struct round_facts, free_play), true},
    {"tournament", offsetof(struct round_facts, tournament), true},
    {"showdown", offsetof(struct round_facts, showdown), true},
    {"no showdown", offsetof(struct round_facts, showdown), false},
    {"no backline betting", offsetof(struct round_facts, backline_allowed), false},
    {"no fee", offsetof(struct round_facts, fee_missing), true},
    {"no jackpot collection", offsetof(struct round_facts, jackpot_collection), false},
    {"misdeal", offsetof(struct round_facts, misdeal), true},
    {"wrong deck", offsetof(struct round_facts, wrong_deck), true},
    {"faulty equipment", offsetof(struct round_facts, faulty_equipment), true},
    {"talk", offsetof(struct round_facts, voided_for_talk), true},
};
static const struct counted round_counts[] = {
    {"seated and active", offsetof(struct round_facts, seated_and_active)},
    {"dealt in", offsetof(struct round_facts, dealt_in)},
    {"playing", offsetof(struct round_facts, playing)},
    {"customers", offsetof(struct round_facts, customers)},
    {"customer", offsetof(struct round_facts, customers)},
};

static enum status take_round_fact(struct case_cursor *cursor, struct round_facts *round,
                                   struct case_fault *fault)
{
    if (take_flag(cursor, round_flags, COUNT(round_flags), round) ||
        take_counted(cursor, round_counts, COUNT(round_counts), round))
        return STATUS_OK;
    if (!case_take_words(cursor, "pot"))
        return case_expected(cursor, fault,
                             "a fact of the round, such as 5 dealt in, pot 20, no showdown, misdeal or free");
    struct money pot;
    enum status status = case_money(cursor, &pot, fault);
    if (status == STATUS_OK)
        round->pot_cents = pot.cents;
    return status;
}

/* `round: 5 dealt in, pot 20`: holds for the persons below it, unless it is refused. A harmless person is judged in it. */
static enum status take_round(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    struct round_facts round = harmless_round(stage);
    struct expected_ruling expected;
    struct eligibility eligibility;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && !facts_end(cursor)) {
        status = take_round_fact(cursor, &round, fault);
        if (status == STATUS_OK && !facts_end(cursor) && !case_take(cursor, ','))
            status = case_expected(cursor, fault, "a comma");
    }
    if (status == STATUS_OK)
        status = case_expectation(cursor, &expected, fault);
    if (status == STATUS_OK)
        status = compile(stage, cursor, &eligibility, fault);
    if (status != STATUS_OK)
        return status;
    if (!expected.refused) {
        stage->round = round;
        stage->has_round = true;
        stage->round_offer = stage->current;
    }
    struct person_facts person = harmless_person(&eligibility);
    return judge(stage, cursor, &expected, &eligibility, &person, &round, fault);
}

static const struct flag person_flags[] = {
    {"on the exclusion list", offsetof(struct person_facts, on_exclusion_list), true},
    {"proposition player", offsetof(struct person_facts, proposition_player), true},
    {"player-dealer", offsetof(struct person_facts, player_dealer), true},
    {"seated", offsetof(struct person_facts, seated), true},
    {"not seated", offsetof(struct person_facts, seated), false},
    {"backline", offsetof(struct person_facts, backline), true},
    {"first betting position", offsetof(struct person_facts, first_position), true},
    {"behind a seated bettor", offsetof(struct person_facts, seated_bettor), true},
    {"hold button", offsetof(struct person_facts, hold_button), true},
    {"base wager", offsetof(struct person_facts, base_wager), true},
    {"no base wager", offsetof(struct person_facts, base_wager), false},
    {"bonus bets only", offsetof(struct person_facts, bonus_bets_only), true},
    {"collection", offsetof(struct person_facts, collection), true},
    {"no collection", offsetof(struct person_facts, collection), false},
    {"fee", offsetof(struct person_facts, fee), true},
    {"no fee", offsetof(struct person_facts, fee), false},
    {"late fee", offsetof(struct person_facts, fee_late), true},
    {"no card", offsetof(struct person_facts, card), false},
    {"bets complete", offsetof(struct person_facts, bets_complete), true},
    {"bets incomplete", offsetof(struct person_facts, bets_complete), false},
    {"beaten by bets incomplete", offsetof(struct person_facts, beaten_by_incomplete), true},
    {"all rounds", offsetof(struct person_facts, all_rounds), true},
    {"not all rounds", offsetof(struct person_facts, all_rounds), false},
};
static const struct counted person_counts[] = {
    {"bettors", offsetof(struct person_facts, bettors)},
    {"wins today", offsetof(struct person_facts, wins_today)},
    {"win today", offsetof(struct person_facts, wins_today)},
    {"wins", offsetof(struct person_facts, wins)},
    {"win", offsetof(struct person_facts, wins)},
};

/* Facts of which one of several holds. */
static bool take_state(struct case_cursor *cursor, struct person_facts *person)
{
    static const struct {
        const char *words;
        enum employee_state state;
    } employees[] = {{"employee on duty", EMPLOYEE_ON_DUTY},
                     {"employee on standby", EMPLOYEE_ON_STANDBY},
                     {"employee off duty in uniform", EMPLOYEE_OFF_DUTY_IN_UNIFORM},
                     {"employee off duty", EMPLOYEE_OFF_DUTY}};
    static const struct {
        const char *words;
        enum hand_outcome outcome;
    } outcomes[] = {{"won", OUTCOME_WON}, {"pushed", OUTCOME_PUSHED}, {"lost", OUTCOME_LOST}};
    static const struct {
        const char *words;
        enum chosen_prize chosen;
    } choices[] = {{"chose another prize", CHOSEN_ANOTHER},
                   {"chose too late", CHOSEN_LATE},
                   {"chose no prize", CHOSEN_NONE}};
    for (size_t i = 0; i < COUNT(employees); i++)
        if (case_take_words(cursor, employees[i].words)) {
            person->employee = employees[i].state;
            return true;
        }
    for (size_t i = 0; i < COUNT(outcomes); i++)
        if (case_take_words(cursor, outcomes[i].words)) {
            person->outcome = outcomes[i].outcome;
            return true;
        }
    for (size_t i = 0; i < COUNT(choices); i++)
        if (case_take_words(cursor, choices[i].words)) {
            person->chosen = choices[i].chosen;
            return true;
        }
    if (case_take_words(cursor, "all in")) {
        person->all_in = true;
        person->bets_complete = false;
        return true;
    }
    bool kept = case_take_words(cursor, "folded with the cards kept");
    if (!kept && !case_take_words(cursor, "folded"))
        return false;
    person->folded = kept ? FOLDED_CARDS_KEPT : FOLDED;
    return true;
}

/* `played 20 hours`, `played 30 minutes` */
static enum status take_played(struct case_cursor *cursor, struct person_facts *person,
                               struct case_fault *fault)
{
    unsigned number;
    enum status status = case_number(cursor, HOURS_MAX, &number, fault);
    if (status != STATUS_OK)
        return status;
    bool hours = case_take_words(cursor, "hours") || case_take_words(cursor, "hour");
    if (!hours && !case_take_words(cursor, "minutes") && !case_take_words(cursor, "minute"))
        return case_expected(cursor, fault, "\"hours\" or \"minutes\"");
    person->played_minutes = (uint64_t)number * (hours ? MINUTES_IN_HOUR : 1);
    return STATUS_OK;
}

/* `excluded as "employees of the supplier"`: one of the document's own words. */
static enum status take_excluded(struct case_cursor *cursor, struct person_facts *person,
                                 struct case_fault *fault)
{
    struct text line = cursor->line->text;
    if (!case_take(cursor, '"'))
        return case_expected(cursor, fault, "the words of the document between quotes");
    size_t end = cursor->at;
    while (end < line.length && line.bytes[end] != '"')
        end++;
    person->excluded_as = text_slice(line, cursor->at, end - cursor->at);
    cursor->at = end;
    return case_take(cursor, '"') && person->excluded_as.length > 0
               ? STATUS_OK
               : case_expected(cursor, fault, "words and a closing quote");
}

static enum status take_person_fact(struct case_cursor *cursor, struct person_facts *person,
                                    struct case_fault *fault)
{
    if (case_take_words(cursor, "age"))
        return case_number(cursor, AGE_MAX, &person->age, fault);
    if (case_take_words(cursor, "played"))
        return take_played(cursor, person, fault);
    if (case_take_words(cursor, "excluded as"))
        return take_excluded(cursor, person, fault);
    if (take_state(cursor, person) || take_flag(cursor, person_flags, COUNT(person_flags), person) ||
        take_counted(cursor, person_counts, COUNT(person_counts), person))
        return STATUS_OK;
    return case_expected(
        cursor, fault, "a fact of the person, such as age 20, employee on duty, no fee, backline or folded");
}

/* `person: age 20 -> refused #7` */
static enum status take_person(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    struct eligibility eligibility;
    struct expected_ruling expected;
    enum status status = compile(stage, cursor, &eligibility, fault);
    if (status != STATUS_OK)
        return status;
    struct person_facts person = harmless_person(&eligibility);
    bool in_round = stage->has_round && stage->round_offer == stage->current;
    struct round_facts round = in_round ? stage->round : harmless_round(stage);
    while (status == STATUS_OK && !facts_end(cursor)) {
        status = take_person_fact(cursor, &person, fault);
        if (status == STATUS_OK && !facts_end(cursor) && !case_take(cursor, ','))
            status = case_expected(cursor, fault, "a comma");
    }
    if (status == STATUS_OK)
        status = case_expectation(cursor, &expected, fault);
    return status == STATUS_OK ? judge(stage, cursor, &expected, &eligibility, &person, &round, fault)
                               : status;
}

/* ------------------------------------------------------------------------------------------ hands */

/* One part of a showing, up to a comma or the arrow. */
static enum status take_part(struct case_cursor *cursor, struct showing *showing, struct case_fault *fault)
{
    static const struct {
        const char *words;
        enum showing_part part;
    } parts[] = {{"board", SHOWING_BOARD},
                 {"banker", SHOWING_BANKER},
                 {"dealer", SHOWING_BANKER},
                 {"winner", SHOWING_WINNER}};
    enum showing_part part = SHOWING_CARDS;
    for (size_t i = 0; i < COUNT(parts); i++)
        if (case_take_words(cursor, parts[i].words)) {
            part = parts[i].part;
            break;
        }
    (void)case_ended(cursor);
    struct text line = cursor->line->text;
    size_t start = cursor->at, end = start;
    while (end < line.length && line.bytes[end] != ',' &&
           !text_equal(text_slice(line, end, 2), text_of("->")))
        end++;
    struct text cards = text_slice(line, start, end - start);
    if (text_trimmed(cards).length == 0)
        return case_expected(cursor, fault, "cards");
    cursor->at = end;
    enum status status = showing_read(showing, part, cards, cursor->line->column - 1 + start, &fault->fault);
    fault->line = status == STATUS_OK ? fault->line : cursor->line->number;
    return status;
}

/* The game of the table, or the only one of the activity. */
static const struct game_name *game_of_hand(const struct stage *stage)
{
    const struct game_list *games = &stage->offers[stage->current]->rulebook->games;
    if (game_of(stage))
        return game_of(stage);
    return games->count == 1 && games->games[0].group == GAME_NAMED ? &games->games[0] : NULL;
}

static void write_verdict(struct text_out *out, const struct verdict *verdict)
{
    for (unsigned i = 0; i < verdict->count; i++)
        text_out_add(out, "%s%.*s", i ? " and " : "", TEXT_ARGUMENTS(verdict->rows[i]->id));
    if (verdict->count == 0)
        text_out_add(out, "none");
}

/* `hand: Ah Ad, board 2c 7d 9h Jc 3s, winner Kc Kd -> A1`; or `-> none`, `-> A1 and A3`. */
static enum status take_hand(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    const struct offer *offer = stage->offers[stage->current];
    const struct game_name *game = game_of_hand(stage);
    (void)case_ended(cursor);
    struct case_cursor start = *cursor;
    struct showing showing;
    struct verdict verdict;
    struct fault words;
    if (!game)
        return case_fault_at(cursor, fault, STATUS_INVALID,
                             "the activity has several games; name one with table: before");
    showing_init(&showing, game->game);
    enum status status;
    do
        status = take_part(cursor, &showing, fault);
    while (status == STATUS_OK && case_take(cursor, ','));
    if (status != STATUS_OK)
        return status;
    size_t asked = cursor->at;
    if (!case_take_arrow(cursor))
        return case_expected(cursor, fault, "-> and a row of the chart in force, or none");
    struct case_cursor rows = *cursor;
    struct text expected = case_rest(&rows);
    if (expected.length == 0)
        return case_expected(cursor, fault, "a row of the chart in force, such as A1, or none");
    if (verdict_of(offer, game, &showing, &verdict, &words) != STATUS_OK)
        return case_fault_at(&start, fault, STATUS_INVALID, "the hand cannot be judged: %s", words.words);
    char found[NAME_SIZE];
    struct text_out out;
    text_out_init(&out, found, sizeof found);
    write_verdict(&out, &verdict);
    struct text clause = verdict.count > 0 ? verdict.rows[0]->node->origin.clause : text_of("");
    status = case_found(&stage->books, cursor, asked, clause, text_of(found), fault);
    if (status == STATUS_OK && !text_equal_ignoring_case(expected, text_of(found)))
        status = case_differs(stage->result, cursor->line, fault, "the hand wins %s", found);
    return status;
}

/* ------------------------------------------------------------------------------------------ lines */

bool house_case_person(struct stage *stage, struct case_cursor *cursor, enum status *status,
                       struct case_fault *fault)
{
    static const struct {
        const char *words;
        enum status (*take)(struct stage *, struct case_cursor *, struct case_fault *);
    } lines[] = {
        {"table:", take_table}, {"round:", take_round}, {"person:", take_person}, {"hand:", take_hand}};
    for (size_t i = 0; i < COUNT(lines); i++)
        if (case_take_words(cursor, lines[i].words)) {
            *status = stage->offer_count > 0 ? lines[i].take(stage, cursor, fault)
                                             : case_expected(cursor, fault, "an offer first");
            return true;
        }
    return false;
}
