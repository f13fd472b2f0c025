/* A first person looks at a hand: what it is, and whether its holder may win. */

#include "house/hands/hands_internal.h"

#include "base/check.h"
#include "cards/five.h"
#include "cards/holes.h"
#include "funds/award.h"
#include "funds/eligibility.h"
#include "funds/terms.h"
#include "house/boards/boards.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/hands/round_cards.h"
#include "house/hands/verdict.h"
#include "house/kernel/deciding.h"
#include "house/people/dealt.h"
#include "house/people/people.h"
#include "house/people/staff.h"
#include "house/prizes/awarding.h"
#include "house/prizes/prizes.h"
#include "house/setup/offers.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

static const char row_separator[] = " and ";

/* The row of a chart in force for the game, by its number or name; charts of other games have the same numbers. */
static const struct rulebook_row *row_called(const struct offer *offer, const struct game_name *game,
                                             struct text name)
{
    for (unsigned i = 0; i < offer->chart_count; i++)
        for (unsigned j = 0; j < offer->charts[i]->row_count; j++) {
            const struct rulebook_row *row = &offer->charts[i]->rows[j];
            if ((text_equal(row->id, name) || text_equal_ignoring_case(row->name, name)) &&
                rulebook_row_game(offer->charts[i], row, game) < row->games.count &&
                verdict_row_is_posted(offer, row))
                return row;
        }
    return NULL;
}

/* How hole cards must play by a rule. */
static struct holes_rule holes_of(const struct hand_rule *rule, const struct hand_game *game)
{
    struct holes_rule holes = hand_holes_rule_of(game);
    for (unsigned i = 0; i < rule->count; i++)
        if (rule->atoms[i].shape == HAND_SHAPE_HOLES)
            holes = hand_holes_rule(game, (enum hand_holes)rule->atoms[i].kind);
    return holes;
}

/* The best five of hole cards and others. In stud the first two and the last card are hole cards. */
static int64_t score_with_holes(const struct hand_rule *rule, const struct showing *showing)
{
    struct holes_deal deal = {0};
    const struct hand *cards = &showing->own.cards;
    bool stud = showing->game->family == HAND_FAMILY_STUD;
    for (unsigned i = 0; i < cards->count; i++) {
        bool hole = !stud || i < 2 || i + 1 == cards->count;
        if (hole && deal.hole_count < HOLES_MAX)
            deal.holes[deal.hole_count++] = cards->cards[i];
        else if (deal.board_count < BOARD_MAX)
            deal.board[deal.board_count++] = cards->cards[i];
    }
    for (unsigned i = 0; !stud && i < showing->board.count && deal.board_count < BOARD_MAX; i++)
        deal.board[deal.board_count++] = showing->board.cards[i];
    struct holes_rule holes = holes_of(rule, showing->game);
    if (deal.board_count < BOARD_MIN || !holes_rule_fits(&deal, holes))
        return 0;
    return (int64_t)holes_best_five(&deal, holes).score.bits;
}

/* Where the best five of the hand stand in the order of five cards, so that boards can compare those of all games. 0: not a hand
 * of five. */
static int64_t score_of(const struct hand_rule *rule, const struct showing *showing)
{
    const struct hand_game *game = showing->game;
    const struct hand *cards = &showing->own.cards;
    if (game->family == HAND_FAMILY_FLOP || game->family == HAND_FAMILY_STUD)
        return score_with_holes(rule, showing);
    if (game->family != HAND_FAMILY_DRAW || game->order != HAND_ORDER_FIVE || cards->count != 5)
        return 0;
    return (int64_t)five_value_score(five_rank(cards->cards, 5)).bits;
}

/* The rule for hands on a board without a chart: the posted minimum hand, by the ranking of the game. */
static enum status compile_minimum(const struct offer *offer, const struct game_name *game,
                                   struct hand_rule *rule, struct fault *fault)
{
    char words[PATH_ROOM * 2];
    struct text_out out;
    const struct node *judged = node_member(offer->rulebook->data, PART_JUDGED);
    text_out_init(&out, words, sizeof words);
    text_out_add_text(&out, offer_text(offer, PATH_BOARD_MINIMUM));
    for (const struct node *member = judged ? judged->first_child : NULL; member; member = member->next) {
        struct game_name name;
        if (game_name_read(member->key, &name, NULL) == STATUS_OK && name.game == game->game)
            text_out_add(&out, ", %.*s", TEXT_ARGUMENTS(member->scalar));
    }
    return hand_rule_compile(text_out_text(&out), 0, rule, fault);
}

/* A hand under verification. */
struct verifying {
    const struct floor_hand *hand;
    const struct offering *offering;
    const struct table *table;
    const struct table_offer *at; /* the offer, as it was there */
    unsigned row_count;           /* that it wins */
    const struct rulebook_row *rows[HAND_ROWS_MAX];
    int64_t score;
    uint32_t multiple;
    struct text why;
    bool brings_envy, no_part;
    struct showing showing; /* of a hand that is judged by its cards */
};

static enum status why_of(struct deciding *deciding, const struct hand_rule *rule,
                          const struct showing *showing, struct text *why)
{
    struct hand_answer answer;
    *why = text_of("");
    return hand_rule_judge(rule, showing, &answer, NULL) == STATUS_OK
               ? arena_copy_text(&deciding->decision->arena, text_of(answer.why), why)
               : STATUS_OK;
}

/* Judges by the least hand of the board. */
static enum status judge_board(struct deciding *deciding, struct verifying *verifying,
                               const struct showing *showing)
{
    struct hand_rule rule;
    struct fault fault;
    bool holds = false;
    const struct node *minimum = node_path(verifying->offering->offer->rulebook->data, PATH_BOARD_MINIMUM);
    if (compile_minimum(verifying->offering->offer, &verifying->table->described->game, &rule, &fault) !=
            STATUS_OK ||
        hand_rule_holds(&rule, showing, &holds, &fault) != STATUS_OK)
        return REFUSE(deciding, rule_hand, "%s", fault.words);
    if (!holds)
        return REFUSE(deciding, kept_clause(deciding, minimum ? minimum->origin.clause : text_of("")),
                      "the hand is below the posted minimum");
    verifying->score = score_of(&rule, showing);
    return why_of(deciding, &rule, showing, &verifying->why);
}

/* The clause of the chart that is for the game; of the first where none is. */
static struct text chart_clause(const struct offer *offer, const struct game_name *game)
{
    for (unsigned i = 0; i < offer->chart_count; i++)
        for (unsigned j = 0; j < offer->charts[i]->row_count; j++)
            if (rulebook_row_game(offer->charts[i], &offer->charts[i]->rows[j], game) <
                offer->charts[i]->rows[j].games.count)
                return offer->charts[i]->node->origin.clause;
    return offer->chart_count > 0 ? offer->charts[0]->node->origin.clause : text_of("");
}

/* Judges by the charts in force. */
static enum status judge_charts(struct deciding *deciding, struct verifying *verifying,
                                const struct showing *showing)
{
    const struct offer *offer = verifying->offering->offer;
    const struct game_name *game = &verifying->table->described->game;
    struct verdict verdict;
    struct hand_rule rule;
    struct fault fault;
    if (verdict_of(offer, game, showing, &verdict, &fault) != STATUS_OK)
        return REFUSE(deciding, rule_hand, "%s", fault.words);
    if (verdict.count == 0)
        return REFUSE(deciding, kept_clause(deciding, chart_clause(offer, game)),
                      "the hand wins nothing by the chart in force");
    if (verdict.count > HAND_ROWS_MAX)
        return REFUSE(deciding, kept_clause(deciding, chart_clause(offer, game)),
                      "the hand wins %u rows of the chart, and a hand wins at most %d; post the offer with "
                      "fewer rows inside one another",
                      verdict.count, HAND_ROWS_MAX);
    for (unsigned i = 0; i < verdict.count; i++)
        verifying->rows[verifying->row_count++] = verdict.rows[i];
    enum status status = verdict_rule(offer, verdict.rows[0], game, &rule, &fault);
    if (status == STATUS_OK) {
        verifying->score = score_of(&rule, showing);
        status = why_of(deciding, &rule, showing, &verifying->why);
    }
    return status;
}

/* What the row wins now, as far as its own prize says it: parts of pools as they stand. */
static int64_t worth_of_row(const struct floor *floor, const struct offering *offering,
                            const struct rulebook_row *row)
{
    struct prize prize;
    int64_t cents = 0;
    if (award_prize_of_row(offering->offer, row, &prize, NULL) != STATUS_OK)
        return 0;
    for (unsigned i = 0; i < prize.part_count; i++) {
        const struct prize_part *part = &prize.parts[i];
        const struct pool_terms *pool =
            part->kind == PRIZE_POOL ? terms_pool(&offering->terms, part->name) : NULL;
        cents += pool ? floor->ledger.accounts[pool->account].balance / PERCENT_WHOLE * part->percent
                 : part->kind == PRIZE_POOL ? 0
                                            : part->cents;
    }
    return cents;
}

/* A hand whose game has cards to enter is verified by its row only with a reason, by two persons, and for no more than the house
 * posts. False after a refusal. */
static bool check_by_row(struct deciding *deciding, const struct verifying *verifying)
{
    const struct verify_hand *command = COMMAND_AS(deciding->command, verify_hand);
    const struct floor *floor = deciding->floor;
    const struct money most = house_by_row(&floor->house);
    char amount[MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, amount, sizeof amount);
    money_write(&out, most);
    if (!hand_has_cards(floor, verifying->hand))
        return true;
    if (offer_node(verifying->offering->offer, PART_BOARD))
        (void)REFUSE(deciding, rule_hand,
                     "enter the cards; the hands of the period are compared by their cards");
    else if (terms_by_period(verifying->offering->offer) &&
             pays_money(verifying->offering->offer, verifying->rows, verifying->row_count))
        (void)REFUSE(deciding, rule_hand,
                     "enter the cards; what the hand wins is known only when its period ends");
    else if (command->reason.length == 0)
        (void)REFUSE(deciding, rule_hand,
                     "enter the cards of the hand; it is verified by its row only with a reason and a "
                     "second person, for a prize of at most %s",
                     amount);
    else if (worth_of_row(floor, verifying->offering, verifying->rows[0]) > most.cents)
        (void)REFUSE(deciding, rule_hand,
                     "enter the cards of the hand; by its row it may win at most %s here", amount);
    else
        return check_second(deciding, command->authorised_by);
    return false;
}

/* A row beside cards is what the first person takes them for; and what is for a row alone does not stand beside cards. False after a
 * refusal. */
static bool check_beside_cards(struct deciding *deciding, const struct verifying *verifying)
{
    const struct verify_hand *command = COMMAND_AS(deciding->command, verify_hand);
    const struct rulebook_row *named =
        row_called(verifying->offering->offer, &verifying->table->described->game, command->row);
    bool among = false;
    for (unsigned i = 0; i < verifying->row_count; i++)
        among |= verifying->rows[i] == named;
    if (command->row.length > 0 && !among)
        (void)REFUSE(deciding, rule_hand,
                     "these cards are not the row %.*s; check the cards, or leave the row out",
                     TEXT_ARGUMENTS(text_clipped(command->row, 60)));
    else if (command->reason.length > 0 || command->authorised_by.length > 0)
        (void)REFUSE(deciding, rule_hand,
                     "a reason and a second person are for a hand verified by its row; leave them out, as "
                     "the cards are entered");
    else
        return true;
    return false;
}

/* What the hand is: by its cards, or by the row that the first person names. */
static enum status judge_hand(struct deciding *deciding, struct verifying *verifying)
{
    const struct verify_hand *command = COMMAND_AS(deciding->command, verify_hand);
    const struct offer *offer = verifying->offering->offer;
    const struct game_name *game = &verifying->table->described->game;
    bool board = offer_node(offer, PART_BOARD) != NULL;
    struct showing showing;
    struct fault fault;
    if (command->cards.length == 0) {
        verifying->rows[0] = row_called(offer, game, command->row);
        if (board && offer->chart_count == 0)
            return REFUSE(deciding, rule_hand,
                          "enter the cards; the hands of the period are compared by their cards");
        if (command->board.length > 0 || command->banker.length > 0 || command->winner.length > 0)
            return REFUSE(deciding, rule_hand,
                          "enter the cards of the hand with the other cards, or leave out all cards");
        if (!verifying->rows[0])
            return REFUSE(deciding, rule_hand,
                          "enter the cards, or name a row of the chart in force by its number or name");
        verifying->row_count = 1;
        (void)check_by_row(deciding, verifying);
        return STATUS_OK;
    }
    if (!game->game || read_entered(command, game->game, &showing, &fault) != STATUS_OK)
        return REFUSE(deciding, rule_hand, "%s",
                      game->game ? fault.words : "the game of the table is not known");
    enum status status = offer->chart_count == 0 && board ? judge_board(deciding, verifying, &showing)
                                                          : judge_charts(deciding, verifying, &showing);
    verifying->showing = showing;
    if (status == STATUS_OK && deciding->decision->ruling.allowed)
        (void)check_beside_cards(deciding, verifying);
    return status;
}

/* The bettors on the hand, and where this one stands among them. */
static void count_bettors(const struct floor_hand *hand, struct person_facts *person)
{
    bool seated = !(hand->played_behind >> hand->seat & 1), first = true;
    person->bettors = seated || !hand->backline;
    person->seated_bettor = seated;
    person->base_wager &= seated || hand->backline;
    for (uint32_t i = 0; i < hand->bettor_count; i++) {
        const struct hand_bettor *bettor = &hand->bettors[i];
        if (bettor->seat != hand->seat)
            continue;
        person->bettors++;
        if (first && hand->backline)
            person->first_position = bettor->patron == hand->patron;
        first = false;
    }
}

/* Whether everybody has the hand: its row lies on the board, or the board alone is as good by it. */
static bool is_of_board(const struct verifying *verifying, const struct verify_hand *command)
{
    const struct rulebook_row *row = verifying->row_count ? verifying->rows[0] : NULL;
    const struct node *words = row ? node_member(row->node, KEY_HAND) : NULL;
    if (!words || words->kind != NODE_SCALAR)
        return false;
    if (text_contains(words->scalar, text_of("on the board")))
        return true;
    const struct hand *board = &verifying->showing.board;
    if (command->cards.length == 0 || board->count != 5 || verifying->score <= 0 ||
        text_contains(words->scalar, text_of("hole")))
        return false;
    struct five_value value = five_value_of_score((struct score){(unsigned)verifying->score});
    return five_value_class(five_rank(board->cards, 5)) == five_value_class(value);
}

/* Who the holder is, and what he did. */
static struct person_facts holder_facts(const struct floor *floor, const struct verifying *verifying,
                                        const struct verify_hand *command)
{
    const struct floor_hand *hand = verifying->hand;
    struct person_facts person = facts_of(floor, hand->offer, hand->patron);
    judge_as_dealt(hand->players, hand->player_count, hand->patron, &person);
    person.player_dealer = hand->on_player_dealer;
    person.backline = hand->backline;
    person.seated = !hand->backline;
    person.fee = hand->fee;
    person.hold_button = hand->seat > 0 && !(hand->active >> hand->seat & 1);
    person.base_wager = !command->no_wager;
    person.bonus_bets_only = command->bonus_bets_only;
    person.collection = !command->no_collection;
    person.folded = (enum folded)command->folded;
    if (text_equal(offer_text(verifying->offering->offer, PATH_ELIGIBILITY_FOLDED),
                   text_of(FOLDED_OR_OF_THE_BOARD)) &&
        is_of_board(verifying, command))
        person.folded = FOLDED_NOT; /* hawaiian-gardens S17 */
    person.bets_complete = !command->bets_incomplete;
    person.all_in = command->all_in;
    person.beaten_by_incomplete = command->beaten_by_incomplete;
    person.all_rounds = !command->missed_rounds;
    person.outcome = (enum hand_outcome)command->outcome;
    person.chosen = choice_at(hand, hand->seat, verifying->row_count ? verifying->rows[0] : NULL);
    count_bettors(hand, &person);
    if (!pays_money(verifying->offering->offer, verifying->rows, verifying->row_count))
        person.wins_today = 0; /* what is no money is no prize of the day */
    return person;
}

/* Of a hand that several persons win by, each of them is judged when it is awarded; here nobody is. */
static struct person_facts nobody(const struct person_facts *person)
{
    struct person_facts harmless = *person;
    harmless.age = age_on((struct date){0}, (struct date){0});
    harmless.employee = EMPLOYEE_NONE;
    harmless.on_exclusion_list = harmless.proposition_player = harmless.player_dealer = false;
    harmless.excluded_as = text_of("");
    harmless.wins = harmless.wins_today = 0;
    harmless.chosen = CHOSEN_THIS;
    return harmless;
}

/* Others win by the hand though its holder may not: they envy it, or the prize has parts of theirs. */
static bool wins_for_others(struct verifying *verifying, const struct table_offer *at,
                            const struct person_facts *person, const struct round_facts *round)
{
    uint8_t outcome = (uint8_t)person->outcome;
    const struct offer *offer = verifying->offering->offer;
    const struct rulebook_row *row = verifying->row_count ? verifying->rows[0] : NULL;
    struct person_facts other = *person;
    struct prize prize;
    bool vacant = is_vacant(verifying->hand, verifying->hand->seat);
    if (!row || verifying->hand->shared)
        return false;
    other.fee = true;
    other.folded =
        text_equal(offer_text(offer, PATH_ENVY_FOLDED_HANDS), text_of("yes")) ? FOLDED_NOT : person->folded;
    verifying->brings_envy = !vacant && award_prize_of_row(offer, row, &prize, NULL) == STATUS_OK &&
                             prize.envy_cents > 0 &&
                             eligibility_judge(&at->eligibility, &other, round).allowed;
    if (verifying->brings_envy)
        return true;
    other = nobody(person);
    verifying->no_part = (vacant || !eligibility_judge_person(&at->eligibility, person).allowed) &&
                         eligibility_judge(&at->eligibility, &other, round).allowed &&
                         has_parts_of_others(verifying->offering, row, outcome);
    return verifying->no_part;
}

/* What nobody holds: the hand of an empty seat at a free table, and where others have parts of its prize, the player-dealer's
 * own. */
static struct ruling judge_whose(struct deciding *deciding, const struct verifying *verifying)
{
    const struct offer *offer = verifying->offering->offer;
    const struct floor_hand *hand = verifying->hand;
    const struct node *free_play = node_path(offer->rulebook->data, PATH_FREE_PLAY_TABLES);
    const struct node *sharing = node_path(offer->rulebook->data, PATH_SHARING_TABLE);
    if (is_vacant(hand, hand->seat))
        return ruling_no(kept_clause(deciding, free_play ? free_play->origin.clause : text_of("")),
                         "seat %u is empty; the house dealer plays its hand", hand->seat);
    if (hand->on_player_dealer && sharing && text_equal(sharing->scalar, text_of("the player-dealer")))
        return ruling_no(
            kept_clause(deciding, sharing->origin.clause),
            "the player-dealer shares what the players win; the player-dealer's own hand wins nothing");
    return ruling_yes();
}

/* May the holder of the hand win by it? */
static struct ruling judge_holder(struct deciding *deciding, struct verifying *verifying)
{
    const struct floor *floor = deciding->floor;
    const struct verify_hand *command = COMMAND_AS(deciding->command, verify_hand);
    const struct floor_hand *hand = verifying->hand;
    const struct table_offer *at = verifying->at;
    struct person_facts person = holder_facts(floor, verifying, command);
    struct round_facts round = round_facts_of(floor, hand);
    CHECK(at != NULL);
    round.pot_cents = command->pot;
    round.showdown = !command->no_showdown;
    bool of_free_players = is_of_free_players(verifying->offering->offer, hand);
    if (hand->shared || is_of_fee_payers(floor, hand) || of_free_players) {
        person = nobody(&person);
        person.fee = person.seated = true;
        person.backline = false;
    }
    struct ruling ruling = of_free_players ? ruling_yes() : judge_whose(deciding, verifying);
    if (ruling.allowed)
        ruling = eligibility_judge(&at->eligibility, &person, &round);
    if (ruling.allowed || wins_for_others(verifying, at, &person, &round))
        return ruling_yes();
    return ruling;
}

/* "b and c" */
static void write_rows(struct text_out *out, const struct rulebook_row *const *rows, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        text_out_add_text(out, text_of(i > 0 ? row_separator : ""));
        text_out_add_text(out, rows[i]->id);
    }
}

static enum status copy_rows(struct deciding *deciding, const struct verifying *verifying, struct text *rows)
{
    char buffer[PATH_ROOM];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    write_rows(&out, verifying->rows, verifying->row_count);
    return arena_copy_text(&deciding->decision->arena, text_out_text(&out), rows);
}

static enum status hand_is_verified(struct deciding *deciding, const struct verifying *verifying)
{
    const struct verify_hand *command = COMMAND_AS(deciding->command, verify_hand);
    const struct node *minimum = node_path(verifying->offering->offer->rulebook->data, PATH_BOARD_MINIMUM);
    const bool by_row = command->cards.length == 0 && hand_has_cards(deciding->floor, verifying->hand);
    struct event *event = happens(deciding, EVENT_HAND_VERIFIED);
    EVENT_FILL(event, hand_verified, .hand = command->hand,
               .clause = verifying->row_count ? verifying->rows[0]->node->origin.clause
                         : minimum            ? minimum->origin.clause
                                              : text_of(""),
               .cards = command->cards, .board = command->board, .banker = command->banker,
               .winner = command->winner, .winners = command->winners, .holders = command->holders,
               .brings_envy = verifying->brings_envy, .no_part = verifying->no_part, .pot = command->pot,
               .wager = command->wager, .outcome = command->outcome, .folded = command->folded,
               .multiple = verifying->multiple, .score = verifying->score, .why = verifying->why);
    if (by_row) {
        EVENT_AS(event, hand_verified)->reason = command->reason;
        EVENT_AS(event, hand_verified)->authorised_by = command->authorised_by;
    }
    return copy_rows(deciding, verifying, &EVENT_AS(event, hand_verified)->row);
}

/* A multiplier is one that the house has posted, at the tables to which it limits it. Where it has posted hours for it, these
 * decide, by the time of the hand; else it is announced. False after a refusal. */
static bool find_multiple(struct deciding *deciding, struct verifying *verifying)
{
    const struct offer *offer = verifying->offering->offer;
    uint32_t asked = COMMAND_AS(deciding->command, verify_hand)->multiple;
    struct local_time local;
    struct text clause;
    unsigned held;
    verifying->multiple = asked;
    if (!award_multiple_holds_at(offer, deciding->floor->tables[verifying->hand->table].described, &clause)) {
        verifying->multiple = 0;
        if (asked > 1)
            (void)REFUSE(deciding, kept_clause(deciding, clause), "no multiplier applies at this table");
        return asked <= 1;
    }
    if (local_time_of(verifying->hand->decided, &deciding->floor->zone, &local) == STATUS_OK &&
        award_multiple_by_hours(offer, &local, &held, &clause)) {
        verifying->multiple = held > 1 ? held : 0;
        if (asked <= 1 || asked == held)
            return true;
        (void)REFUSE(deciding, kept_clause(deciding, clause),
                     "no multiplier of %u applied when the hand was dealt", asked);
        return false;
    }
    if (award_multiple_is_posted(offer, asked > 0 ? asked : 1, &clause))
        return true;
    (void)REFUSE(deciding, kept_clause(deciding, clause), "no multiplier of %u is posted", asked);
    return false;
}

/* Seats that are said to have part in the round were dealt in; 0 is a player-dealer beside the seats. */
static bool check_seats(struct deciding *deciding, const struct verifying *verifying)
{
    const struct verify_hand *command = COMMAND_AS(deciding->command, verify_hand);
    const struct floor_hand *hand = verifying->hand;
    uint32_t dealt = hand->dealt | has_outside_bank(verifying->table, hand->bank);
    if ((command->winners & ~dealt) || (command->holders & ~hand->dealt)) {
        (void)REFUSE(deciding, rule_round,
                     "a seat that beat the hand or shares it was not dealt in; correct the seats");
        return false;
    }
    if (!hand->shared && hand->seat > 0 && (command->winners >> hand->seat & 1)) {
        (void)REFUSE(deciding, rule_hand, "seat %u holds the hand and cannot beat it; correct the seats",
                     hand->seat);
        return false;
    }
    if (command->holders && !hand->shared) {
        (void)REFUSE(deciding, rule_hand, "the players do not share this hand; enter no seats that share it");
        return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------ deciding */

enum status decide_verify_hand(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct verify_hand *command = COMMAND_AS(deciding->command, verify_hand);
    const struct floor_hand *hand = find_hand(deciding, command->hand, HAND_CLAIMED);
    if (!hand)
        return STATUS_OK;
    struct verifying verifying = {.hand = hand,
                                  .offering = offering_of_hand(deciding, hand),
                                  .table = &floor->tables[hand->table],
                                  .at = table_offer_of_hand(floor, hand, hand->table),
                                  .why = text_of("")};
    if (!verifying.offering)
        return deciding->decision->arena.refusal;
    const struct offer *offer = verifying.offering->offer;
    struct text whom, clause;
    if (!is_person_for(floor, offer, PATH_ROUND_VERIFIED_BY, command->head.by, &whom, &clause))
        return REFUSE(deciding, kept_clause(deciding, clause), "a %.*s must verify this hand",
                      TEXT_ARGUMENTS(whom));
    if (!hand_is_put_right(floor, hand) && is_too_late_to_verify(floor, offer, hand->decided))
        return REFUSE(deciding, verified_clause(deciding, offer),
                      "the period of the hand is over; the hand can no longer be verified");
    if (!check_seats(deciding, &verifying) || !find_multiple(deciding, &verifying))
        return STATUS_OK;
    enum status status = judge_hand(deciding, &verifying);
    if (status != STATUS_OK || !deciding->decision->ruling.allowed)
        return status;
    struct ruling ruling = judge_holder(deciding, &verifying);
    if (!ruling.allowed)
        return refuse_by(deciding, ruling);
    if (command->winners == 0 && verifying.row_count > 0 &&
        has_part_of_winner(verifying.offering, verifying.rows[0], command->outcome))
        return REFUSE(deciding, rule_hand, "enter the seats that beat the hand; they share its prize");
    if (verifying.showing.game && !check_round_cards(deciding, hand, command->winners, &verifying.showing))
        return STATUS_OK;
    return hand_is_verified(deciding, &verifying);
}

/* The rows that the hand wins, as write_rows() wrote them; false if the offer has no such row. */
static bool read_rows(const struct floor *floor, struct text rows, struct floor_hand *hand)
{
    const struct offer *offer = floor_offer_of_hand(floor, hand);
    const struct game_name *game = &floor->tables[hand->table].described->game;
    const struct text separator = text_of(row_separator);
    hand->row_count = 0;
    while (rows.length > 0) {
        size_t end = 0;
        while (end < rows.length && !text_starts_with(text_from(rows, end), separator))
            end++;
        const struct rulebook_row *row = row_called(offer, game, text_slice(rows, 0, end));
        if (!row || hand->row_count == HAND_ROWS_MAX)
            return false;
        hand->rows[hand->row_count++] = row;
        rows = end < rows.length ? text_from(rows, end + separator.length) : text_of("");
    }
    return true;
}

enum status apply_hand_verified(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct hand_verified *verified = EVENT_AS(event, hand_verified);
    struct floor_hand *hand = hand_numbered(floor, verified->hand);
    if (!hand)
        return strange(fault, event, "there is no such hand");
    if (!read_rows(floor, verified->row, hand))
        return strange(fault, event, "there is no such row");
    hand->state = HAND_VERIFIED;
    hand->winners = verified->winners;
    hand->holders = verified->holders;
    hand->brings_envy = verified->brings_envy;
    hand->no_part = verified->no_part;
    hand->by_row = verified->reason.length > 0;
    hand->score = verified->score;
    hand->multiple = verified->multiple;
    hand->outcome = verified->outcome;
    if (verified->wager > 0)
        hand->wager = verified->wager;
    enum status status = arena_copy_text(&floor->arena, event->head.by, &hand->verified_by);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, verified->cards, &hand->cards);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, verified->board, &hand->board);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, verified->banker, &hand->banker);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, verified->winner, &hand->winner);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the hand");
}

/* ------------------------------------------------------------------------------------------ who signed an event */

/* Whom the document names to verify or authorise, by the offer as it was when the hand was dealt. */
enum status judge_named(const struct judging *judging, const struct floor_hand *hand, const char *path)
{
    struct text by = judging->event->head.by, whom, clause;
    char words[80];
    struct text_out out;
    if (is_person_for(judging->floor, floor_offer_of_hand(judging->floor, hand), path, by, &whom, &clause))
        return STATUS_OK;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "is no %.*s, as the document asks for", TEXT_ARGUMENTS(whom));
    return wrongly(judging, by, words, clause);
}

enum status judge_verified(const struct judging *judging)
{
    const struct floor_hand *hand = floor_hand(judging->floor, EVENT_AS(judging->event, hand_verified)->hand);
    const struct hand_verified *verified = EVENT_AS(judging->event, hand_verified);
    if ((verified->reason.length > 0 || verified->authorised_by.length > 0) &&
        !may_be_second(judging->floor, judging->event->head.by, verified->authorised_by))
        return wrongly(judging, verified->authorised_by, "cannot sign it as the second person",
                       text_of(rule_two_persons));
    return hand ? judge_named(judging, hand, PATH_ROUND_VERIFIED_BY) : STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ deciding again */

/* Where cards were entered they say the row. What could have spoken against the hand was not said of it. */
bool verify_again(const struct floor *floor, const struct event *event, struct command *command)
{
    const struct hand_verified *verified = EVENT_AS(event, hand_verified);
    (void)floor;
    COMMAND_FILL(command, verify_hand, .hand = verified->hand,
                 .row = verified->cards.length > 0 ? text_of("") : verified->row, .reason = verified->reason,
                 .authorised_by = verified->authorised_by, .cards = verified->cards, .board = verified->board,
                 .banker = verified->banker, .winner = verified->winner, .winners = verified->winners,
                 .holders = verified->holders, .pot = verified->pot, .wager = verified->wager,
                 .outcome = verified->outcome, .folded = verified->folded, .multiple = verified->multiple);
    return true;
}
