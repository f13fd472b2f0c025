#include "funds/eligibility.h"

#include "funds/clause.h"
#include "rulebook/vocabulary_paths.h"

enum { MINUTES_IN_HOUR = 60 };

static const char *const paths[ELIGIBILITY_KEYS] = {
    PATH_ELIGIBILITY_PLAYERS,
    PATH_ELIGIBILITY_PLAYERS_ARE,
    PATH_ELIGIBILITY_POT,
    PATH_ELIGIBILITY_SEATED,
    PATH_ELIGIBILITY_BACKLINE,
    PATH_ELIGIBILITY_PLAYER_DEALER,
    PATH_ELIGIBILITY_EMPLOYEES,
    PATH_ELIGIBILITY_PROPOSITION_PLAYERS,
    PATH_ELIGIBILITY_EXCLUDED,
    PATH_ELIGIBILITY_TOURNAMENT,
    PATH_ELIGIBILITY_AGE,
    PATH_ELIGIBILITY_WINS,
    PATH_ELIGIBILITY_PRIZES_A_DAY,
    PATH_ELIGIBILITY_BASE_WAGER,
    PATH_ELIGIBILITY_BONUS_BETS_ALONE,
    PATH_ELIGIBILITY_FEE,
    PATH_ELIGIBILITY_COLLECTION,
    PATH_ELIGIBILITY_SHOWDOWN,
    PATH_ELIGIBILITY_BETS_COMPLETE,
    PATH_ELIGIBILITY_ALL_ROUNDS,
    PATH_ELIGIBILITY_FOLDED,
    PATH_ELIGIBILITY_OUTCOME,
    PATH_ELIGIBILITY_HOLD_BUTTON,
    PATH_ELIGIBILITY_MISDEAL,
    PATH_ELIGIBILITY_WRONG_DECK,
    PATH_ELIGIBILITY_EQUIPMENT,
    PATH_ELIGIBILITY_TALK,
    PATH_ELIGIBILITY_PLAYING_TIME,
    PATH_FEE_PAYER,
    PATH_FEE_OPTIONAL,
    PATH_FEE_PLAYERS,
    PATH_FEE_MOMENT,
    PATH_FREE_PLAY_HANDS_DEALT,
    PATH_FREE_PLAY_ONE_CHOSEN_PRIZE,
    PATH_CLUB_HOURS_NEEDED,
    PATH_CLUB_CARD_NEEDED,
};

/* ------------------------------------------------------------------------------------------ compiling */

/* What `by game` says otherwise for the game; NULL if nothing. */
static const struct node *override_of(const struct offer *offer, const struct game_name *game,
                                      const char *path)
{
    const struct text part = text_of(PART_ELIGIBILITY "/");
    if (!text_starts_with(text_of(path), part))
        return NULL;
    const struct node *by_game = node_path(offer->rulebook->data, PATH_ELIGIBILITY_BY_GAME);
    for (const struct node *member = by_game && game ? by_game->first_child : NULL; member;
         member = member->next) {
        struct game_name name;
        if (game_name_read(member->key, &name, NULL) == STATUS_OK &&
            (game_name_includes(&name, game) || (name.group == GAME_NAMED && name.game == game->game)))
            return node_member(member, path + part.length);
    }
    return NULL;
}

static enum status compile_rule(const struct offer *offer, const struct game_name *game, const char *path,
                                struct arena *arena, struct eligibility_rule *rule)
{
    const struct node *of_game = override_of(offer, game, path);
    const struct node *node = of_game ? of_game : offer_node(offer, path);
    bool scalar = node && node->kind == NODE_SCALAR;
    rule->value = scalar ? node->scalar : node ? text_of("yes") : offer_text(offer, path);
    struct text clause = of_game ? of_game->origin.clause : offer_clause(offer, path);
    enum status status = arena_copy_text(arena, clause, &clause);
    rule->clause = clause.bytes;
    return status;
}

enum status eligibility_compile(const struct offer *offer, const struct game_name *game, struct arena *arena,
                                struct eligibility *eligibility)
{
    struct eligibility compiled = {.excluded = node_path(offer->rulebook->data, paths[ELIGIBILITY_EXCLUDED])};
    enum status status = clauses_copy(offer, arena, NULL, 0, &compiled.document);
    for (unsigned i = 0; i < ELIGIBILITY_KEYS && status == STATUS_OK; i++)
        status = compile_rule(offer, game, paths[i], arena, &compiled.rules[i]);
    if (status == STATUS_OK)
        *eligibility = compiled;
    return status;
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

/* What voids the round for everybody. */
static struct ruling judge_deal(const struct hearing *hearing)
{
    const struct round_facts *round = hearing->round;
    if (round->misdeal && says(hearing, ELIGIBILITY_MISDEAL, "disqualifies"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_MISDEAL),
                         "the deal was a misdeal; no hand of it qualifies");
    if (round->wrong_deck && says(hearing, ELIGIBILITY_WRONG_DECK, "nullifies"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_WRONG_DECK),
                         "the deck was wrong; no hand of the deal qualifies");
    if (round->faulty_equipment && says(hearing, ELIGIBILITY_EQUIPMENT, "disqualifies"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_EQUIPMENT),
                         "the equipment did not work as it should; no hand of the deal qualifies");
    if (round->voided_for_talk && says(hearing, ELIGIBILITY_TALK, "may void"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_TALK),
                         "the hand was voided for talk about the activity");
    if (round->tournament && says(hearing, ELIGIBILITY_TOURNAMENT, "no"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_TOURNAMENT), "tournament hands do not qualify");
    return ruling_yes();
}

/* How many are in the game; at a free table hands count, also those of empty seats. */
static struct ruling judge_players(const struct hearing *hearing)
{
    const struct round_facts *round = hearing->round;
    struct value value;
    if (round->free_play && range_of(hearing, ELIGIBILITY_FREE_HANDS, VALUE_COUNT, &value))
        return (int64_t)round->dealt_in >= value.range.low
                   ? ruling_yes()
                   : ruling_no(clause_of(hearing, ELIGIBILITY_FREE_HANDS),
                               "%u hands were dealt; the rules require %.*s", round->dealt_in,
                               TEXT_ARGUMENTS(hearing->eligibility->rules[ELIGIBILITY_FREE_HANDS].value));
    unsigned players = says(hearing, ELIGIBILITY_PLAYERS_ARE, "seated and active") ? round->seated_and_active
                       : says(hearing, ELIGIBILITY_PLAYERS_ARE, "playing")         ? round->playing
                       : says(hearing, ELIGIBILITY_PLAYERS_ARE, "customers")       ? round->customers
                                                                                   : round->dealt_in;
    if (range_of(hearing, ELIGIBILITY_PLAYERS, VALUE_COUNT, &value) &&
        ((int64_t)players < value.range.low || (int64_t)players > value.range.high))
        return ruling_no(clause_of(hearing, ELIGIBILITY_PLAYERS),
                         "%u players are in the game; the rules require %.*s", players,
                         TEXT_ARGUMENTS(hearing->eligibility->rules[ELIGIBILITY_PLAYERS].value));
    return ruling_yes();
}

/* The fee of a round that the pot or one position pays for all: where it is due, and where it may be left out. */
static struct ruling judge_fee_of_round(const struct hearing *hearing)
{
    const struct eligibility_rule *payer = &hearing->eligibility->rules[ELIGIBILITY_FEE_PAYER];
    struct value value;
    if (!hearing->round->fee_missing || hearing->round->free_play || !payer->clause[0] ||
        says(hearing, ELIGIBILITY_FEE_PAYER, "player"))
        return ruling_yes();
    bool due = range_of(hearing, ELIGIBILITY_FEE_PLAYERS, VALUE_COUNT, &value) &&
               (int64_t)hearing->round->dealt_in >= value.range.low;
    enum eligibility_key key =
        due && hearing->eligibility->rules[ELIGIBILITY_FEE_PLAYERS].clause[0] ? ELIGIBILITY_FEE_PLAYERS
        : hearing->eligibility->rules[ELIGIBILITY_FEE_OPTIONAL].clause[0]     ? ELIGIBILITY_FEE_OPTIONAL
                                                                              : ELIGIBILITY_FEE_PAYER;
    return ruling_no(clause_of(hearing, key), "the fee of the round was not paid (%.*s)",
                     TEXT_ARGUMENTS(payer->value));
}

/* What the table lacks. */
static struct ruling judge_table(const struct hearing *hearing)
{
    const struct round_facts *round = hearing->round;
    struct value value;
    struct ruling ruling = judge_players(hearing);
    if (ruling.allowed)
        ruling = judge_fee_of_round(hearing);
    if (!ruling.allowed)
        return ruling;
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

static bool is_excluded(const struct hearing *hearing)
{
    const struct node *excluded = hearing->eligibility->excluded;
    struct text words = hearing->person->excluded_as;
    if (words.length == 0 || !excluded)
        return false;
    if (excluded->kind == NODE_SCALAR)
        return text_equal_ignoring_case(excluded->scalar, words);
    for (const struct node *item = excluded->first_child; item; item = item->next)
        if (item->kind == NODE_SCALAR && text_equal_ignoring_case(item->scalar, words))
            return true;
    return false;
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
    if (is_excluded(hearing))
        return ruling_no(clause_of(hearing, ELIGIBILITY_EXCLUDED), "excluded: %.*s",
                         TEXT_ARGUMENTS(person->excluded_as));
    if (person->proposition_player && !says(hearing, ELIGIBILITY_PROPOSITION_PLAYERS, "yes") &&
        !(says(hearing, ELIGIBILITY_PROPOSITION_PLAYERS, "not as player") && person->player_dealer))
        return ruling_no(clause_of(hearing, ELIGIBILITY_PROPOSITION_PLAYERS),
                         "proposition players may not win");
    if (!employee_may(hearing))
        return ruling_no(clause_of(hearing, ELIGIBILITY_EMPLOYEES), "employees may win: %.*s",
                         TEXT_ARGUMENTS(hearing->eligibility->rules[ELIGIBILITY_EMPLOYEES].value));
    if (person->player_dealer &&
        (says(hearing, ELIGIBILITY_PLAYER_DEALER, "no") ||
         (says(hearing, ELIGIBILITY_PLAYER_DEALER, "patron only") && person->proposition_player)))
        return ruling_no(clause_of(hearing, ELIGIBILITY_PLAYER_DEALER),
                         "the player-dealer position may not win");
    return ruling_yes();
}

/* Whether the hand is this bettor's. */
static bool owns_hand(const struct person_facts *person)
{
    if (!person->backline)
        return person->base_wager || person->bettors <= 1;
    return !person->seated_bettor && (person->bettors <= 1 || person->first_position);
}

/* Where the person stands. */
static struct ruling judge_place(const struct hearing *hearing)
{
    const struct person_facts *person = hearing->person;
    bool owned = says(hearing, ELIGIBILITY_BACKLINE, "by ownership");
    if (owned && !owns_hand(person))
        return ruling_no(clause_of(hearing, ELIGIBILITY_BACKLINE), "the hand belongs to another bettor");
    if (person->backline) {
        bool may = owned || says(hearing, ELIGIBILITY_BACKLINE, "yes") ||
                   (says(hearing, ELIGIBILITY_BACKLINE, "where the game allows") &&
                    hearing->round->backline_allowed);
        return may ? ruling_yes()
                   : ruling_no(clause_of(hearing, ELIGIBILITY_BACKLINE), "backline bettors may not win here");
    }
    if (!person->seated && says(hearing, ELIGIBILITY_SEATED, "yes"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_SEATED), "the person is not seated");
    if (person->hold_button && says(hearing, ELIGIBILITY_HOLD_BUTTON, "no"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_HOLD_BUTTON),
                         "the player has a hold or missed-blind button and cannot win");
    return ruling_yes();
}

/* A free player names a prize before the hand, where the document asks for it. */
static struct ruling judge_choice(const struct hearing *hearing)
{
    static const char *const words[] = {"", "another prize was chosen",
                                        "the prize was chosen after the start", "no prize was chosen"};
    enum chosen_prize chosen = hearing->person->chosen;
    if (chosen == CHOSEN_THIS || !says(hearing, ELIGIBILITY_FREE_CHOICE, "yes"))
        return ruling_yes();
    return ruling_no(clause_of(hearing, ELIGIBILITY_FREE_CHOICE), "%s", words[chosen]);
}

/* What the person put down. A free player needs nothing of it. */
static struct ruling judge_stakes(const struct hearing *hearing)
{
    const struct person_facts *person = hearing->person;
    if (hearing->round->free_play)
        return judge_choice(hearing);
    if (!person->base_wager && says(hearing, ELIGIBILITY_BASE_WAGER, "yes"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_BASE_WAGER), "there is no wager on the base game");
    if (person->bonus_bets_only && says(hearing, ELIGIBILITY_BONUS_BETS_ALONE, "no") &&
        hearing->eligibility->rules[ELIGIBILITY_BONUS_BETS_ALONE].clause[0])
        return ruling_no(clause_of(hearing, ELIGIBILITY_BONUS_BETS_ALONE), "bonus bets alone do not qualify");
    if (person->bonus_bets_only && says(hearing, ELIGIBILITY_BONUS_BETS_ALONE, "no") &&
        says(hearing, ELIGIBILITY_BASE_WAGER, "yes"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_BASE_WAGER),
                         "bonus bets do not count as a wager on the base game");
    if (!person->fee && says(hearing, ELIGIBILITY_FEE, "yes"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_FEE),
                         "the fee was not placed; the player can place it for the next round");
    if (person->fee_late && says(hearing, ELIGIBILITY_FEE, "yes"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_FEE_MOMENT),
                         "the fee was not placed %.*s; it counts for the next round",
                         TEXT_ARGUMENTS(hearing->eligibility->rules[ELIGIBILITY_FEE_MOMENT].value));
    /* A player-dealer who pays the fee of the round owes no other. */
    bool pays_fee = person->player_dealer && says(hearing, ELIGIBILITY_FEE_PAYER, "player-dealer");
    if (!person->collection && !pays_fee && says(hearing, ELIGIBILITY_COLLECTION, "regular"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_COLLECTION), "the collection was not paid");
    if (!hearing->round->jackpot_collection && says(hearing, ELIGIBILITY_COLLECTION, "jackpot"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_COLLECTION),
                         "the table takes no collection of another jackpot");
    return ruling_yes();
}

/* How the person played the hand. */
static struct ruling judge_play(const struct hearing *hearing)
{
    const struct person_facts *person = hearing->person;
    bool kept = says(hearing, ELIGIBILITY_FOLDED, "keeps the right") ||
                ((says(hearing, ELIGIBILITY_FOLDED, "only if the cards are kept aside") ||
                  says(hearing, ELIGIBILITY_FOLDED, FOLDED_OR_OF_THE_BOARD)) &&
                 person->folded == FOLDED_CARDS_KEPT);
    if (person->folded != FOLDED_NOT && !kept) {
        /* Who folds has not played all rounds: that clause says it where none does of folding. */
        bool silent = !hearing->eligibility->rules[ELIGIBILITY_FOLDED].clause[0];
        bool by_rounds = silent && says(hearing, ELIGIBILITY_ALL_ROUNDS, "yes");
        return ruling_no(clause_of(hearing, by_rounds ? ELIGIBILITY_ALL_ROUNDS : ELIGIBILITY_FOLDED),
                         "the hand was folded");
    }
    if (!person->bets_complete && !person->all_in && says(hearing, ELIGIBILITY_BETS_COMPLETE, "yes"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_BETS_COMPLETE), "not all bets were met");
    if (person->beaten_by_incomplete && says(hearing, ELIGIBILITY_BETS_COMPLETE, "yes"))
        return ruling_no(clause_of(hearing, ELIGIBILITY_BETS_COMPLETE),
                         "the player who beat the hand has not met all bets");
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

static struct ruling judge_card(const struct hearing *hearing)
{
    if (!hearing->person->card && says(hearing, ELIGIBILITY_CLUB_CARD, "yes") &&
        hearing->eligibility->rules[ELIGIBILITY_CLUB_CARD].clause[0])
        return ruling_no(clause_of(hearing, ELIGIBILITY_CLUB_CARD), "the player's card is needed");
    return ruling_yes();
}

/* Judges how long the person has played, at the table or by the club card. */
static struct ruling judge_time(const struct hearing *hearing)
{
    const struct person_facts *person = hearing->person;
    struct value value;
    if (range_of(hearing, ELIGIBILITY_PLAYING_TIME, VALUE_DURATION, &value) &&
        person->played_minutes < minutes_of(value.duration.low))
        return ruling_no(clause_of(hearing, ELIGIBILITY_PLAYING_TIME), "the person has not played %.*s",
                         TEXT_ARGUMENTS(hearing->eligibility->rules[ELIGIBILITY_PLAYING_TIME].value));
    struct ruling card = judge_card(hearing);
    if (!card.allowed)
        return card;
    if (range_of(hearing, ELIGIBILITY_CLUB_HOURS, VALUE_COUNT, &value) &&
        (int64_t)(person->played_minutes / MINUTES_IN_HOUR) < value.range.low)
        return ruling_no(clause_of(hearing, ELIGIBILITY_CLUB_HOURS),
                         "the player needs %.*s full hours of play",
                         TEXT_ARGUMENTS(hearing->eligibility->rules[ELIGIBILITY_CLUB_HOURS].value));
    return ruling_yes();
}

/* Judges how often the person has won. */
static struct ruling judge_wins(const struct hearing *hearing)
{
    const struct person_facts *person = hearing->person;
    struct value value;
    if (range_of(hearing, ELIGIBILITY_WINS, VALUE_COUNT, &value) && (int64_t)person->wins >= value.range.high)
        return ruling_no(clause_of(hearing, ELIGIBILITY_WINS), "the person has already won");
    if (range_of(hearing, ELIGIBILITY_PRIZES_A_DAY, VALUE_COUNT, &value) &&
        (int64_t)person->wins_today >= value.range.high)
        return ruling_no(clause_of(hearing, ELIGIBILITY_PRIZES_A_DAY),
                         "the person has already won on this day");
    return ruling_yes();
}

struct ruling eligibility_judge(const struct eligibility *eligibility, const struct person_facts *person,
                                const struct round_facts *round)
{
    static struct ruling (*const judges[])(const struct hearing *) = {
        judge_deal, judge_table, judge_person, judge_place, judge_stakes, judge_play, judge_time, judge_wins};
    const struct hearing hearing = {eligibility, person, round};
    for (size_t i = 0; i < sizeof judges / sizeof judges[0]; i++) {
        struct ruling ruling = judges[i](&hearing);
        if (!ruling.allowed)
            return ruling;
    }
    return ruling_yes();
}

struct ruling eligibility_judge_person(const struct eligibility *eligibility,
                                       const struct person_facts *person)
{
    static const struct round_facts no_round;
    const struct hearing hearing = {eligibility, person, &no_round};
    return judge_person(&hearing);
}

struct ruling eligibility_judge_place(const struct eligibility *eligibility,
                                      const struct person_facts *person)
{
    static const struct round_facts no_round;
    const struct hearing hearing = {eligibility, person, &no_round};
    struct ruling ruling = judge_person(&hearing);
    return ruling.allowed ? judge_wins(&hearing) : ruling;
}

struct ruling eligibility_judge_winner(const struct eligibility *eligibility,
                                       const struct person_facts *person)
{
    static const struct round_facts no_round;
    const struct hearing hearing = {eligibility, person, &no_round};
    struct ruling ruling = judge_person(&hearing);
    return ruling.allowed ? judge_card(&hearing) : ruling;
}

struct ruling eligibility_judge_deal(const struct eligibility *eligibility, const struct round_facts *round)
{
    const struct hearing hearing = {eligibility, NULL, round};
    return judge_deal(&hearing);
}
