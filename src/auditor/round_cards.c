/* X29, the cards of hands that were verified: what one deck can deal, and one round. */
#include "auditor/model_internal.h"
#include "house/hands/hands_shapes.h"
#include "rulebook/hand_judge.h"

/* A hand that is claimed for a seat and stands, of a game with one deck of cards. Hands of several decks, of tiles, and of all players
 * are not compared: what they can have in common, the decks say. */
static bool is_compared(const struct auditor *auditor, const struct model_hand *hand)
{
    const struct hand_game *game = auditor->tables[hand->table].described->game.game;
    return hand->seat > 0 && hand->own.bits != 0 && hand->state != MODEL_CLAIMED &&
           hand->state != MODEL_REJECTED && game && game->decks == 1;
}

static bool is_of_one_round(const struct model_hand *one, const struct model_hand *other)
{
    return one->table == other->table && one->round == other->round;
}

/* A seat has its cards alone, and all seats have one board. */
static bool lie_on_one_table(const struct model_hand *one, const struct model_hand *other)
{
    const uint64_t boards = one->board.bits & other->board.bits;
    return (one->seat == other->seat || (one->own.bits & other->own.bits) == 0) &&
           (one->own.bits & other->board.bits) == 0 && (other->own.bits & one->board.bits) == 0 &&
           (boards == one->board.bits || boards == other->board.bits);
}

void see_cards(struct auditor *auditor, struct model_hand *hand, const struct hand_verified *verified)
{
    const struct text parts[SHOWING_PARTS] = {verified->cards, verified->board, verified->banker,
                                              verified->winner};
    const struct hand_game *game = auditor->tables[hand->table].described->game.game;
    struct showing showing;
    struct fault fault;
    hand->own = hand->board = (struct card_set){0};
    if (!auditor->by_deal || verified->cards.length == 0)
        return; /* logs of earlier decisions compared less */
    MUST(auditor, game, "cards of a game that nobody knows");
    if (auditor->failed)
        return;
    showing_init(&showing, game);
    for (unsigned i = 0; i < SHOWING_PARTS && !auditor->failed; i++)
        MUST(auditor,
             parts[i].length == 0 ||
                 showing_read(&showing, (enum showing_part)i, parts[i], 0, &fault) == STATUS_OK,
             "its cards cannot be dealt: %s", fault.words);
    if (auditor->failed || game->family == HAND_FAMILY_TILES)
        return;
    hand->own = card_set_of_hand(&showing.own.cards);
    hand->board = card_set_of_hand(&showing.board);
    for (unsigned i = 0; i < auditor->hand_count; i++) {
        const struct model_hand *other = &auditor->hands[i];
        MUST(auditor,
             other == hand || !is_of_one_round(hand, other) || !is_compared(auditor, other) ||
                 hand->seat == 0 || lie_on_one_table(hand, other),
             "its cards cannot lie on one table with those of hand %u", i + 1);
    }
}
