#include "house/floor_internal.h"

#include "base/check.h"
#include "cards/holes.h"
#include "house/award.h"
#include "house/verdict.h"

/* ------------------------------------------------------------------------------------------ claims */

/* A bet of the patron behind the seat; NULL if there is none. */
static const struct backline_bet *bet_of(const struct round *round, uint32_t seat, struct text patron)
{
    for (uint32_t i = 0; i < round->backline_count; i++)
        if (round->backline[i].seat == seat && text_equal(round->backline[i].patron, patron))
            return &round->backline[i];
    return NULL;
}

/* Whether a hand of this seat, patron and offer was claimed in the round and not rejected. */
static bool is_claimed(const struct floor *floor, uint32_t table, uint32_t offer, uint32_t seat, uint32_t patron)
{
    for (unsigned i = floor->hand_count; i > 0; i--) {
        const struct floor_hand *hand = &floor->hands[i - 1];
        if (hand->table == table && hand->round == floor->tables[table].round.number && hand->offer == offer &&
            hand->seat == seat && hand->patron == patron && hand->state != HAND_REJECTED)
            return true;
    }
    return false;
}

/* Whether the offer runs at the table; false after a refusal. */
static bool check_offered(struct deciding *deciding, const struct table *table, uint32_t offer)
{
    const struct offering *offering = &deciding->floor->offerings[offer];
    const struct table_offer *at = table_offer_of(table, offer);
    if (!at || !at->listed)
        (void)REFUSE(deciding, rule_document, "%.*s is not offered at %.*s", TEXT_ARGUMENTS(offering->name),
                     TEXT_ARGUMENTS(table->described->name));
    else if (!offering->in_force)
        (void)REFUSE(deciding, rule_time, "%.*s is not offered at this hour", TEXT_ARGUMENTS(offering->name));
    else if (at->suspended)
        (void)REFUSE(deciding, kept_clause(deciding, at->failure_clause),
                     "a device fails, and the jackpot is not offered until it works");
    else
        return true;
    return false;
}

enum status decide_claim_hand(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct claim_hand *command = &deciding->command->claim_hand;
    uint32_t table, offer, patron = NAMES_NONE;
    if (!find_table(deciding, command->table, &table) || !find_offer(deciding, command->offer, &offer))
        return STATUS_OK;
    const struct table *found = &floor->tables[table];
    const struct round *round = &found->round;
    if (!round->runs)
        return REFUSE(deciding, rule_round, "no round runs at %.*s", TEXT_ARGUMENTS(command->table));
    if (!check_offered(deciding, found, offer))
        return STATUS_OK;
    bool outside = command->seat == 0;
    if (command->seat > FLOOR_SEATS_MAX || (!outside && !(round->dealt & (UINT32_C(1) << command->seat))))
        return REFUSE(deciding, rule_round, "seat %u is not dealt in", command->seat);
    if (outside && (found->bank != 0 || (found->described->game.game && found->described->game.game->poker)))
        return REFUSE(deciding, rule_round, "say whose hand: the player-dealer sits at a seat, or there is none");
    if (command->patron.length > 0) {
        if (!find_patron(deciding, command->patron, &patron))
            return STATUS_OK;
        if (!bet_of(round, command->seat, command->patron))
            return REFUSE(deciding, rule_round, "%.*s has no bet behind seat %u",
                          TEXT_ARGUMENTS(command->patron), command->seat);
    } else if (!outside)
        patron = found->seats[command->seat].patron;
    if (is_claimed(floor, table, offer, command->seat, patron))
        return REFUSE(deciding, rule_hand, "this hand is claimed");
    struct event *event = happens(deciding, EVENT_HAND_CLAIMED);
    struct hand_claimed *claimed = &event->hand_claimed;
    claimed->hand = (uint32_t)floor->hand_count + 1;
    claimed->table = command->table;
    claimed->round = round->number;
    claimed->seat = command->seat;
    claimed->offer = offer;
    claimed->row = command->row;
    claimed->patron = floor_patron_name(floor, patron);
    claimed->backline = command->patron.length > 0;
    return STATUS_OK;
}

enum status apply_hand_claimed(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct hand_claimed *claimed = &event->hand_claimed;
    struct table *table = table_called(floor, claimed->table);
    enum status status = MAKE_ROOM(&floor->arena, floor->hands, floor->hand_count, floor->hand_room);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the hand");
    if (!table || claimed->hand != floor->hand_count + 1 || claimed->offer >= floor->offering_count ||
        claimed->seat > FLOOR_SEATS_MAX)
        return strange(fault, event, "its number, table, seat or offer");
    const struct round *round = &table->round;
    struct floor_hand hand = {
        .state = HAND_CLAIMED,
        .table = (uint32_t)(table - floor->tables),
        .round = claimed->round,
        .seat = claimed->seat,
        .offer = claimed->offer,
        .patron = names_find(&floor->patron_names, claimed->patron),
        .backline = claimed->backline,
        .on_player_dealer = claimed->seat == table->bank,
        .misdeal = round->misdeal,
        .wrong_deck = round->wrong_deck,
        .talk = round->talk,
        .tournament = round->tournament,
        .dealt = round->dealt,
        .bank = table->bank,
    };
    for (unsigned i = 0; i < table->offer_count; i++)
        if (table->offers[i].offer == claimed->offer)
            hand.paid = round->paid[i];
    const struct backline_bet *bet =
        claimed->backline ? bet_of(round, claimed->seat, claimed->patron) : NULL;
    hand.fee = bet ? bet->fee : claimed->seat > 0 && (hand.paid >> claimed->seat & 1);
    hand.wager = bet ? bet->wager : 0;
    floor->hands[floor->hand_count++] = hand;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ verifying */

/* The hand of a number, in the state that is needed; NULL after a refusal. */
static const struct floor_hand *find_hand(struct deciding *deciding, uint32_t number, enum hand_state state)
{
    static const char *const states[] = {"not verified", "verified", "rejected", "on the board", "awarded"};
    const struct floor *floor = deciding->floor;
    const struct floor_hand *hand = number > 0 && number <= floor->hand_count ? &floor->hands[number - 1] : NULL;
    if (!hand)
        (void)REFUSE(deciding, rule_hand, "there is no hand %u", number);
    else if (hand->state != state)
        (void)REFUSE(deciding, rule_hand, "hand %u is %s", number, states[hand->state]);
    return hand && hand->state == state ? hand : NULL;
}

/* Reads what was entered of the cards. */
static enum status read_showing(const struct verify_hand *command, const struct hand_game *game,
                                struct showing *showing, struct fault *fault)
{
    const struct text parts[SHOWING_PARTS] = {command->cards, command->board, command->banker, command->winner};
    enum status status = STATUS_OK;
    showing_init(showing, game);
    for (unsigned i = 0; i < SHOWING_PARTS && status == STATUS_OK; i++)
        if (parts[i].length > 0)
            status = showing_read(showing, (enum showing_part)i, parts[i], 0, fault);
    return status;
}

/* The row of a chart in force, by its number or name. */
static const struct rulebook_row *row_called(const struct offer *offer, struct text name)
{
    for (unsigned i = 0; i < offer->chart_count; i++)
        for (unsigned j = 0; j < offer->charts[i]->row_count; j++) {
            const struct rulebook_row *row = &offer->charts[i]->rows[j];
            if (text_equal(row->id, name) || text_equal_ignoring_case(row->name, name))
                return row;
        }
    return NULL;
}

/* How hole cards must play by a rule. */
static struct holes_rule holes_of(const struct hand_rule *rule, const struct hand_game *game)
{
    struct holes_rule holes = game->holes_play ? holes_rule_two : holes_rule_any;
    for (unsigned i = 0; i < rule->count; i++)
        if (rule->atoms[i].shape == HAND_SHAPE_HOLES)
            holes = rule->atoms[i].kind == HAND_HOLES_ONE ? holes_rule_one : holes_rule_two;
    return holes;
}

/* Where the best five of the hand stand in the order of hands, so that boards can compare. In stud the first two and the last
 * card are hole cards. 0: not a hand of five. */
static int64_t score_of(const struct hand_rule *rule, const struct showing *showing)
{
    struct holes_deal deal = {0};
    const struct hand *cards = &showing->own.cards;
    bool flop = showing->game->family == HAND_FAMILY_FLOP, stud = showing->game->family == HAND_FAMILY_STUD;
    for (unsigned i = 0; i < cards->count; i++) {
        bool hole = !stud || i < 2 || i + 1 == cards->count;
        if (hole && deal.hole_count < HOLES_MAX)
            deal.holes[deal.hole_count++] = cards->cards[i];
        else if (deal.board_count < BOARD_MAX)
            deal.board[deal.board_count++] = cards->cards[i];
    }
    for (unsigned i = 0; flop && i < showing->board.count && deal.board_count < BOARD_MAX; i++)
        deal.board[deal.board_count++] = showing->board.cards[i];
    struct holes_rule holes = holes_of(rule, showing->game);
    if (deal.board_count < BOARD_MIN || !holes_rule_fits(&deal, holes))
        return 0;
    return (int64_t)holes_best_five(&deal, holes).score.bits;
}

/* What the hand must be to stand on a board that has no chart: the least hand, as the game judges. */
static enum status compile_minimum(const struct offer *offer, const struct game_name *game,
                                   struct hand_rule *rule, struct fault *fault)
{
    char words[PATH_ROOM * 2];
    struct text_out out;
    const struct node *judged = node_member(offer->rulebook->data, "judged");
    text_out_init(&out, words, sizeof words);
    text_out_add_text(&out, offer_text(offer, "board/minimum"));
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
    const struct rulebook_row *row; /* that it wins */
    int64_t score;
    struct text why;
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
    const struct node *minimum = node_path(verifying->offering->offer->rulebook->data, "board/minimum");
    if (compile_minimum(verifying->offering->offer, &verifying->table->described->game, &rule, &fault) !=
            STATUS_OK ||
        hand_rule_holds(&rule, showing, &holds, &fault) != STATUS_OK)
        return REFUSE(deciding, rule_hand, "%s", fault.words);
    if (!holds)
        return REFUSE(deciding, kept_clause(deciding, minimum ? minimum->origin.clause : text_of("")),
                      "the hand is below the least that is posted");
    verifying->score = score_of(&rule, showing);
    return why_of(deciding, &rule, showing, &verifying->why);
}

/* Judges by the charts in force. */
static enum status judge_charts(struct deciding *deciding, struct verifying *verifying,
                                const struct showing *showing)
{
    const struct offer *offer = verifying->offering->offer;
    const struct game_name *game = &verifying->table->described->game;
    struct verdict verdict;
    struct fault fault;
    if (verdict_of(offer, game, showing, &verdict, &fault) != STATUS_OK)
        return REFUSE(deciding, rule_hand, "%s", fault.words);
    if (verdict.count == 0)
        return REFUSE(deciding, kept_clause(deciding, offer->charts[0]->node->origin.clause),
                      "the hand wins nothing by the chart in force");
    verifying->row = verdict.rows[0];
    for (unsigned i = 0; i < verifying->row->games.count; i++)
        if (verifying->row->games.games[i].game == game->game || i + 1 == verifying->row->games.count) {
            verifying->score = score_of(&verifying->row->rules[i], showing);
            return why_of(deciding, &verifying->row->rules[i], showing, &verifying->why);
        }
    return STATUS_OK;
}

/* What the hand is: by its cards, or by the row that the first person names. */
static enum status judge_hand(struct deciding *deciding, struct verifying *verifying)
{
    const struct verify_hand *command = &deciding->command->verify_hand;
    const struct offer *offer = verifying->offering->offer;
    bool board = offer_node(offer, "board") != NULL;
    struct showing showing;
    struct fault fault;
    if (command->cards.length == 0) {
        verifying->row = row_called(offer, command->row);
        if (board && offer->chart_count == 0)
            return REFUSE(deciding, rule_hand, "the cards must be entered: hands of the period are compared");
        if (!verifying->row)
            return REFUSE(deciding, rule_hand,
                          "enter the cards, or name a row of the chart in force by its number or name");
        return STATUS_OK;
    }
    if (!verifying->table->described->game.game ||
        read_showing(command, verifying->table->described->game.game, &showing, &fault) != STATUS_OK)
        return REFUSE(deciding, rule_hand, "%s",
                      verifying->table->described->game.game ? fault.words : "the game of the table is not known");
    return offer->chart_count == 0 && board ? judge_board(deciding, verifying, &showing)
                                            : judge_charts(deciding, verifying, &showing);
}

/* May the holder of the hand win by it? */
static struct ruling judge_person(const struct floor *floor, const struct floor_hand *hand,
                                  const struct verify_hand *command)
{
    const struct table *table = &floor->tables[hand->table];
    const struct table_offer *at = table_offer_of(table, hand->offer);
    struct person_facts person = facts_of(floor, table, hand->patron);
    struct round_facts round = round_facts_of(floor, hand);
    CHECK(at != NULL);
    person.player_dealer = hand->on_player_dealer;
    person.backline = hand->backline;
    person.seated = !hand->backline;
    person.fee = hand->fee || (hand->on_player_dealer && hand->paid != 0);
    person.base_wager = !command->no_wager;
    person.bonus_bets_only = command->bonus_bets_only;
    person.collection = !command->no_collection;
    person.folded = (enum folded)command->folded;
    person.bets_complete = !command->bets_incomplete;
    person.all_rounds = !command->missed_rounds;
    person.outcome = (enum hand_outcome)command->outcome;
    round.pot_cents = command->pot;
    round.showdown = !command->no_showdown;
    return eligibility_judge(&at->eligibility, &person, &round);
}

enum status decide_verify_hand(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct verify_hand *command = &deciding->command->verify_hand;
    const struct floor_hand *hand = find_hand(deciding, command->hand, HAND_CLAIMED);
    if (!hand)
        return STATUS_OK;
    struct verifying verifying = {.hand = hand,
                                  .offering = &floor->offerings[hand->offer],
                                  .table = &floor->tables[hand->table],
                                  .why = text_of("")};
    const struct offer *offer = verifying.offering->offer;
    const struct node *whom = node_path(offer->rulebook->data, "round/verified by");
    if (!person_is(floor, command->head.by, offer_text(offer, "round/verified by")))
        return REFUSE(deciding, kept_clause(deciding, whom ? whom->origin.clause : text_of("")),
                      "this hand is verified by a %.*s", TEXT_ARGUMENTS(offer_text(offer, "round/verified by")));
    struct ruling ruling = judge_person(floor, hand, command);
    if (!ruling.allowed)
        return refuse_by(deciding, ruling);
    enum status status = judge_hand(deciding, &verifying);
    if (status != STATUS_OK || !deciding->decision->ruling.allowed)
        return status;
    const struct node *minimum = node_path(offer->rulebook->data, "board/minimum");
    struct event *event = happens(deciding, EVENT_HAND_VERIFIED);
    event->hand_verified = (struct hand_verified){
        .head = event->head,
        .hand = command->hand,
        .row = verifying.row ? verifying.row->id : text_of(""),
        .clause = verifying.row ? verifying.row->node->origin.clause
                  : minimum     ? minimum->origin.clause
                                : text_of(""),
        .cards = command->cards,
        .board = command->board,
        .banker = command->banker,
        .winner = command->winner,
        .winners = command->winners,
        .pot = command->pot,
        .wager = command->wager,
        .outcome = command->outcome,
        .folded = command->folded,
        .multiple = command->multiple,
        .score = verifying.score,
        .why = verifying.why,
    };
    return STATUS_OK;
}

enum status apply_hand_verified(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct hand_verified *verified = &event->hand_verified;
    if (verified->hand == 0 || verified->hand > floor->hand_count)
        return strange(fault, event, "there is no such hand");
    struct floor_hand *hand = &floor->hands[verified->hand - 1];
    const struct offer *offer = floor->offerings[hand->offer].offer;
    hand->row = verified->row.length > 0 ? row_called(offer, verified->row) : NULL;
    if (verified->row.length > 0 && !hand->row)
        return strange(fault, event, "there is no such row");
    hand->state = HAND_VERIFIED;
    hand->winners = verified->winners;
    hand->score = verified->score;
    hand->multiple = verified->multiple;
    hand->outcome = verified->outcome;
    if (verified->wager > 0)
        hand->wager = verified->wager;
    enum status status = arena_copy_text(&floor->arena, event->head.by, &hand->verified_by);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the hand");
}

/* ------------------------------------------------------------------------------------------ rejecting */

enum status decide_reject_hand(struct deciding *deciding)
{
    const struct about_hand *command = &deciding->command->about_hand;
    const struct floor *floor = deciding->floor;
    bool verified = command->hand > 0 && command->hand <= floor->hand_count &&
                    floor->hands[command->hand - 1].state == HAND_VERIFIED;
    if (!find_hand(deciding, command->hand, verified ? HAND_VERIFIED : HAND_CLAIMED))
        return STATUS_OK;
    if (command->reason.length == 0)
        return REFUSE(deciding, rule_hand, "say why the hand is rejected");
    struct event *event = happens(deciding, EVENT_HAND_REJECTED);
    event->hand_rejected.hand = command->hand;
    event->hand_rejected.reason = command->reason;
    return STATUS_OK;
}

enum status apply_hand_rejected(struct floor *floor, const struct event *event, struct fault *fault)
{
    uint32_t number = event->hand_rejected.hand;
    if (number == 0 || number > floor->hand_count)
        return strange(fault, event, "there is no such hand");
    floor->hands[number - 1].state = HAND_REJECTED;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ boards */

/* The best that stands there. */
static int64_t best_score(const struct floor *floor, const struct board *board)
{
    int64_t best = 0;
    for (uint32_t i = 0; i < board->count; i++)
        if (floor->hands[board->hands[i]].score > best)
            best = floor->hands[board->hands[i]].score;
    return best;
}

static bool lower_are_removed(const struct offering *offering)
{
    return text_equal(offer_text(offering->offer, "board/lower hands"), text_of("removed"));
}

enum status post_hand(struct deciding *deciding, uint32_t number)
{
    const struct floor *floor = deciding->floor;
    const struct floor_hand *hand = &floor->hands[number - 1];
    const struct offering *offering = &floor->offerings[hand->offer];
    const struct node *lower = node_path(offering->offer->rulebook->data, "board/lower hands");
    struct instant ends;
    if (offering->board.count == FLOOR_BOARD_MAX)
        return REFUSE(deciding, rule_hand, "the board is full");
    if (hand->score == 0)
        return REFUSE(deciding, rule_hand, "the cards must be entered: hands of the period are compared");
    if (lower_are_removed(offering) && hand->score < best_score(floor, &offering->board))
        return REFUSE(deciding, kept_clause(deciding, lower ? lower->origin.clause : text_of("")),
                      "a higher hand stands on the board");
    if (!offer_period_end(floor, offering, &ends))
        return REFUSE(deciding, rule_time, "the hours of the offer have no end, and a period needs one");
    struct event *event = happens(deciding, EVENT_HAND_POSTED);
    event->hand_posted.hand = number;
    event->hand_posted.offer = hand->offer;
    event->hand_posted.ends = offering->board.runs ? offering->board.ends : ends;
    return STATUS_OK;
}

enum status apply_hand_posted(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct hand_posted *posted = &event->hand_posted;
    if (posted->hand == 0 || posted->hand > floor->hand_count || posted->offer >= floor->offering_count)
        return strange(fault, event, "there is no such hand or offer");
    struct offering *offering = &floor->offerings[posted->offer];
    struct board *board = &offering->board;
    struct floor_hand *hand = &floor->hands[posted->hand - 1];
    if (lower_are_removed(offering) && hand->score > best_score(floor, board))
        board->count = 0;
    if (board->count == FLOOR_BOARD_MAX)
        return strange(fault, event, "the board is full");
    board->hands[board->count++] = posted->hand - 1;
    board->runs = true;
    board->ends = posted->ends;
    hand->state = HAND_POSTED;
    enum status status = arena_copy_text(&floor->arena, event->head.by, &hand->authorised_by);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the hand");
}

enum status apply_period_closed(struct floor *floor, const struct event *event, struct fault *fault)
{
    if (event->period_closed.offer >= floor->offering_count)
        return strange(fault, event, "there is no such offer");
    struct board *board = &floor->offerings[event->period_closed.offer].board;
    board->runs = false;
    board->count = 0;
    return STATUS_OK;
}
