#include "house/eligibility.h"

#include "base/check.h"

enum { PATH_SIZE = 128, MINUTES_IN_HOUR = 60 };

static const char *const key_names[ELIGIBILITY_KEYS] = {
    "players",
    "players are",
    "pot",
    "seated",
    "backline",
    "player-dealer",
    "employees",
    "proposition players",
    "excluded",
    "tournament",
    "age",
    "wins",
    "prizes a day",
    "base wager",
    "bonus bets alone",
    "fee",
    "collection",
    "showdown",
    "bets complete",
    "all rounds",
    "folded",
    "outcome",
    "hold button",
    "misdeal",
    "wrong deck",
    "talk",
    "playing time",
};

/* ------------------------------------------------------------------------------------------ compiling */

/* What `by game` says otherwise for the game; NULL if nothing. */
static const struct node *override_of(const struct offer *offer, const struct game_name *game,
                                      const char *key)
{
    const struct node *by_game = node_path(offer->rulebook->data, "eligibility/by game");
    for (const struct node *member = by_game && game ? by_game->first_child : NULL; member;
         member = member->next) {
        struct game_name name;
        if (game_name_read(member->key, &name, NULL) == STATUS_OK &&
            (game_name_includes(&name, game) || (name.group == GAME_NAMED && name.game == game->game)))
            return node_member(member, key);
    }
    return NULL;
}

static enum status compile_rule(const struct offer *offer, const struct game_name *game, const char *key,
                                struct arena *arena, struct eligibility_rule *rule)
{
    char path[PATH_SIZE];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, "eligibility/%s", key);
    const struct node *node = override_of(offer, game, key);
    if (!node)
        node = node_path(offer->rulebook->data, path);
    bool scalar = node && node->kind == NODE_SCALAR;
    struct text clause = text_of("");
    rule->value = scalar ? node->scalar : node ? text_of("yes") : offer_text(offer, path);
    enum status status = node ? arena_copy_text(arena, node->origin.clause, &clause) : STATUS_OK;
    rule->clause = clause.bytes;
    return status;
}

enum status eligibility_compile(const struct offer *offer, const struct game_name *game, struct arena *arena,
                                struct eligibility *eligibility)
{
    struct eligibility compiled;
    struct text document;
    enum status status = arena_copy_text(arena, offer->rulebook->document.identity, &document);
    for (unsigned i = 0; i < ELIGIBILITY_KEYS && status == STATUS_OK; i++)
        status = compile_rule(offer, game, key_names[i], arena, &compiled.rules[i]);
    if (status != STATUS_OK)
        return status;
    compiled.document = document.bytes;
    *eligibility = compiled;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ judging */

/* What is judged, and the answer once there is one. */
struct hearing {
    const struct eligibility *eligibility;
    const struct person_facts *person;
    const struct round_facts *round;
};

static const char *clause_of(const struct hearing *hearing, enum eligibility_key key)
{
    const char *clause = hearing->eligibility->rules[key].clause;
    return clause[0] ? clause : hearing->eligibility->document;
}

static bool says(const struct hearing *hearing, enum eligibility_key key, const char *words)
{
    return text_equal(hearing->eligibility->rules[key].value, text_of(words));
}

/* The range of a rule that is a count, money or a length; false if there is no such rule. */
static bool range_of(const struct hearing *hearing, enum eligibility_key key, enum value_type type,
                     struct value *value)
{
    struct text words = hearing->eligibility->rules[key].value;
    return words.length > 0 && value_read(type, words, value, NULL) == STATUS_OK &&
           value->form == VALUE_IS_GIVEN;
}

/* What voids the round, and what the table lacks. */
static struct ruling judge_round(const struct hearing *hearing)
{
    const struct round_facts *round = hearing->round;
    struct value value;
    if (round->misdeal && says(hearing, ELIGIBILITY_MISDEAL, "disqualifies"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_MISDEAL),
                         "a misdeal disqualifies every hand of the deal");
    if (round->wrong_deck && says(hearing, ELIGIBILITY_WRONG_DECK, "nullifies"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_WRONG_DECK), "the deck was not as it must be");
    if (round->voided_for_talk && says(hearing, ELIGIBILITY_TALK, "may void"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_TALK),
                         "the hand was voided for talk about the activity");
    if (round->tournament && says(hearing, ELIGIBILITY_TOURNAMENT, "no"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_TOURNAMENT), "hands of a tournament do not qualify");
    unsigned players = says(hearing, ELIGIBILITY_PLAYERS_ARE, "seated and active") ? round->seated_and_active
                       : says(hearing, ELIGIBILITY_PLAYERS_ARE, "playing")         ? round->playing
                       : says(hearing, ELIGIBILITY_PLAYERS_ARE, "customers")       ? round->customers
                                                                                   : round->dealt_in;
    if (range_of(hearing, ELIGIBILITY_PLAYERS, VALUE_COUNT, &value) &&
        ((int64_t)players < value.range.low || (int64_t)players > value.range.high))
        return ruling_no(clause_of(hearing, ELIGIBILITY_PLAYERS),
                         "%u players are in the game, and %.*s are needed", players,
                         TEXT_ARGUMENTS(hearing->eligibility->rules[ELIGIBILITY_PLAYERS].value));
    if (!round->free_play && range_of(hearing, ELIGIBILITY_POT, VALUE_MONEY_OR_NONE, &value) &&
        round->pot_cents < value.range.low)
        return ruling_no(clause_of(hearing, ELIGIBILITY_POT), "the pot must hold %.*s",
                         TEXT_ARGUMENTS(hearing->eligibility->rules[ELIGIBILITY_POT].value));
    if (!round->showdown && says(hearing, ELIGIBILITY_SHOWDOWN, "needed"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_SHOWDOWN), "the hand did not reach the showdown");
    return ruling_yes();
}

static bool employee_may(const struct hearing *hearing)
{
    enum employee_state state = hearing->person->employee;
    if (state == EMPLOYEE_NONE || says(hearing, ELIGIBILITY_EMPLOYEES, "yes"))
        return true;
    if (says(hearing, ELIGIBILITY_EMPLOYEES, "no") || state == EMPLOYEE_ON_DUTY)
        return false;
    if (state == EMPLOYEE_ON_STANDBY)
        return says(hearing, ELIGIBILITY_EMPLOYEES, "off duty and out of uniform, or on standby");
    return state == EMPLOYEE_OFF_DUTY || says(hearing, ELIGIBILITY_EMPLOYEES, "off duty");
}

/* Who the person is. */
static struct ruling judge_person(const struct hearing *hearing)
{
    const struct person_facts *person = hearing->person;
    struct value value;
    if (person->on_exclusion_list)
        return ruling_no(hearing->eligibility->document, "the person is on the exclusion list");
    if (range_of(hearing, ELIGIBILITY_AGE, VALUE_COUNT, &value) && (int64_t)person->age < value.range.low)
        return ruling_no(clause_of(hearing, ELIGIBILITY_AGE), "the person is %u years old, and must be %.*s",
                         person->age, TEXT_ARGUMENTS(hearing->eligibility->rules[ELIGIBILITY_AGE].value));
    if (person->otherwise_excluded && hearing->eligibility->rules[ELIGIBILITY_EXCLUDED].value.length > 0)
        return ruling_no(clause_of(hearing, ELIGIBILITY_EXCLUDED), "the person is excluded by the rules");
    if (person->proposition_player && !says(hearing, ELIGIBILITY_PROPOSITION_PLAYERS, "yes") &&
        !(says(hearing, ELIGIBILITY_PROPOSITION_PLAYERS, "not as player") && person->player_dealer))
        return ruling_no(clause_of(hearing, ELIGIBILITY_PROPOSITION_PLAYERS),
                         "proposition players may not win");
    if (!employee_may(hearing))
        return ruling_no(clause_of(hearing, ELIGIBILITY_EMPLOYEES), "employees: %.*s",
                         TEXT_ARGUMENTS(hearing->eligibility->rules[ELIGIBILITY_EMPLOYEES].value));
    if (person->player_dealer &&
        (says(hearing, ELIGIBILITY_PLAYER_DEALER, "no") ||
         (says(hearing, ELIGIBILITY_PLAYER_DEALER, "patron only") && person->proposition_player)))
        return ruling_no(clause_of(hearing, ELIGIBILITY_PLAYER_DEALER),
                         "the player-dealer position may not win");
    return ruling_yes();
}

/* Where the person stands. */
static struct ruling judge_place(const struct hearing *hearing)
{
    const struct person_facts *person = hearing->person;
    if (person->backline) {
        bool may = says(hearing, ELIGIBILITY_BACKLINE, "yes") ||
                   says(hearing, ELIGIBILITY_BACKLINE, "by ownership") ||
                   (says(hearing, ELIGIBILITY_BACKLINE, "where the game allows") &&
                    hearing->round->backline_allowed);
        return may ? ruling_yes()
                   : ruling_no(clause_of(hearing, ELIGIBILITY_BACKLINE), "backline bettors may not win here");
    }
    if (!person->seated && says(hearing, ELIGIBILITY_SEATED, "yes"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_SEATED), "the person is not seated");
    if (person->hold_button && says(hearing, ELIGIBILITY_HOLD_BUTTON, "no"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_HOLD_BUTTON),
                         "a player with a hold or missed-blind button has no part");
    return ruling_yes();
}

/* What the person put down. A free player needs nothing of it. */
static struct ruling judge_stakes(const struct hearing *hearing)
{
    const struct person_facts *person = hearing->person;
    if (hearing->round->free_play)
        return ruling_yes();
    if (!person->base_wager && says(hearing, ELIGIBILITY_BASE_WAGER, "yes"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_BASE_WAGER), "there is no wager on the base game");
    if (person->bonus_bets_only && says(hearing, ELIGIBILITY_BONUS_BETS_ALONE, "no") &&
        hearing->eligibility->rules[ELIGIBILITY_BONUS_BETS_ALONE].clause[0])
        return ruling_no(clause_of(hearing, ELIGIBILITY_BONUS_BETS_ALONE), "bonus bets alone do not qualify");
    if (!person->fee && says(hearing, ELIGIBILITY_FEE, "yes"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_FEE),
                         "the fee was not placed; it can be for the next round");
    if (!person->collection && says(hearing, ELIGIBILITY_COLLECTION, "regular"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_COLLECTION), "the collection was not paid");
    return ruling_yes();
}

/* How the person played the hand. */
static struct ruling judge_play(const struct hearing *hearing)
{
    const struct person_facts *person = hearing->person;
    bool kept = says(hearing, ELIGIBILITY_FOLDED, "keeps the right") ||
                (says(hearing, ELIGIBILITY_FOLDED, "only if the cards are kept aside") &&
                 person->folded == FOLDED_CARDS_KEPT);
    if (person->folded != FOLDED_NOT && !kept)
        return ruling_no(clause_of(hearing, ELIGIBILITY_FOLDED), "the hand was folded");
    if (!person->bets_complete && says(hearing, ELIGIBILITY_BETS_COMPLETE, "yes"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_BETS_COMPLETE), "not all bets were met");
    if (!person->all_rounds && says(hearing, ELIGIBILITY_ALL_ROUNDS, "yes"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_ALL_ROUNDS), "not all betting rounds were played");
    if (says(hearing, ELIGIBILITY_OUTCOME, "must lose") && person->outcome != OUTCOME_LOST)
        return ruling_no(clause_of(hearing, ELIGIBILITY_OUTCOME), "the hand did not lose");
    if (says(hearing, ELIGIBILITY_OUTCOME, "must win") && person->outcome != OUTCOME_WON)
        return ruling_no(clause_of(hearing, ELIGIBILITY_OUTCOME), "the hand did not win");
    return ruling_yes();
}

static uint64_t minutes_of(struct duration length)
{
    return length.unit == DURATION_HOURS     ? (uint64_t)length.count * MINUTES_IN_HOUR
           : length.unit == DURATION_MINUTES ? (uint64_t)length.count
                                             : 0;
}

/* What the person has won and played before. */
static struct ruling judge_history(const struct hearing *hearing)
{
    const struct person_facts *person = hearing->person;
    struct value value;
    if (range_of(hearing, ELIGIBILITY_WINS, VALUE_COUNT, &value) && (int64_t)person->wins >= value.range.high)
        return ruling_no(clause_of(hearing, ELIGIBILITY_WINS), "the person has won already");
    if (range_of(hearing, ELIGIBILITY_PRIZES_A_DAY, VALUE_COUNT, &value) &&
        (int64_t)person->wins_today >= value.range.high)
        return ruling_no(clause_of(hearing, ELIGIBILITY_PRIZES_A_DAY), "the person has won on this day");
    if (range_of(hearing, ELIGIBILITY_PLAYING_TIME, VALUE_DURATION, &value) &&
        person->played_minutes < minutes_of(value.duration.low))
        return ruling_no(clause_of(hearing, ELIGIBILITY_PLAYING_TIME), "the person has not played %.*s",
                         TEXT_ARGUMENTS(hearing->eligibility->rules[ELIGIBILITY_PLAYING_TIME].value));
    return ruling_yes();
}

struct ruling eligibility_judge(const struct eligibility *eligibility, const struct person_facts *person,
                                const struct round_facts *round)
{
    static struct ruling (*const judges[])(const struct hearing *) = {
        judge_round, judge_person, judge_place, judge_stakes, judge_play, judge_history};
    const struct hearing hearing = {eligibility, person, round};
    for (size_t i = 0; i < sizeof judges / sizeof judges[0]; i++) {
        struct ruling ruling = judges[i](&hearing);
        if (!ruling.allowed)
            return ruling;
    }
    return ruling_yes();
}
