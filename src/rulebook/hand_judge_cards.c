/*
 * Hands that are no poker: what cards have in common, totals, ties and the named outcomes of baccarat, blackjack,
 * pan 9 and war. Poker games ask the first of these too ("seven face cards").
 */
#include "rulebook/hand_judge_internal.h"

#include "base/check.h"
#include "cards/alike.h"
#include "cards/baccarat.h"
#include "cards/blackjack.h"
#include "cards/pan9.h"
#include "cards/war.h"

static const struct blackjack_settings *settings_of(const struct hand_game *game)
{
    return game->jokers > 0 ? &blackjack_settings_no_bust : &blackjack_settings_usual;
}

/* ------------------------------------------------------------------------------------------ which cards */

/* The hands that an atom may be about: in baccarat either line, elsewhere one. */
struct candidates {
    unsigned count;
    struct hand hands[2];
    bool whole; /* all cards of a candidate must be what is asked */
};

static bool needs_banker(struct judge *judge, const struct hand_atom *atom)
{
    return judge->showing->has[SHOWING_BANKER] ||
           judge_cannot(judge, atom, "the banker's cards must be known");
}

static const struct hand *line_of(const struct judge *judge, int line)
{
    return line == JUDGE_LINE_BANKER ? &judge->showing->banker.cards : &judge->showing->own.cards;
}

static void add_candidate(struct candidates *candidates, struct hand hand)
{
    candidates->hands[candidates->count++] = hand;
}

/* The lines of a round of baccarat that the atom is about. */
static bool lines_of(struct judge *judge, const struct hand_atom *atom, struct candidates *lines)
{
    if (!needs_banker(judge, atom))
        return false;
    int line = judge->line;
    if (atom->side == HAND_SIDE_WINNER)
        line = line == JUDGE_LINE_BANKER ? JUDGE_LINE_PLAYER : JUDGE_LINE_BANKER;
    bool player = atom->side != HAND_SIDE_BANKER && line != JUDGE_LINE_BANKER;
    bool banker = atom->side != HAND_SIDE_PLAYER && line != JUDGE_LINE_PLAYER;
    if (player)
        add_candidate(lines, *line_of(judge, JUDGE_LINE_PLAYER));
    if (banker)
        add_candidate(lines, *line_of(judge, JUDGE_LINE_BANKER));
    return lines->count > 0 || judge_cannot(judge, atom, "this line cannot be the losing one");
}

/* Up to three cards are looked for on one line, more in the whole round; the first four are two of each line. */
static bool baccarat_candidates(struct judge *judge, const struct hand_atom *atom, unsigned count,
                                struct candidates *candidates)
{
    if (!needs_banker(judge, atom))
        return false;
    const struct hand *player = line_of(judge, JUDGE_LINE_PLAYER),
                      *banker = line_of(judge, JUDGE_LINE_BANKER);
    bool sided = atom->side == HAND_SIDE_PLAYER || atom->side == HAND_SIDE_BANKER;
    if (atom->place == HAND_PLACE_FIRST && atom->first == 4 && !sided) {
        struct hand two = alike_first(player, 2), others = alike_first(banker, 2);
        add_candidate(candidates, alike_joined(&two, &others));
        return true;
    }
    if (!sided && count > 3) {
        add_candidate(candidates, alike_joined(player, banker));
        return true;
    }
    if (!lines_of(judge, atom, candidates))
        return false;
    unsigned first = atom->place == HAND_PLACE_FIRST ? atom->first : count == 2 ? 2 : 3;
    for (unsigned i = 0; i < candidates->count; i++)
        candidates->hands[i] = alike_first(&candidates->hands[i], first);
    candidates->whole = atom->place != HAND_PLACE_FIRST;
    return true;
}

/* The player's first two cards and the dealer's first (bay101/blazing-7s#17). */
static bool with_up_card(struct judge *judge, const struct hand_atom *atom, struct hand *hand)
{
    if (!needs_banker(judge, atom))
        return false;
    struct hand two = alike_first(&judge->own.cards, 2), up = alike_first(&judge->showing->banker.cards, 1);
    *hand = alike_joined(&two, &up);
    return true;
}

static bool candidates_of(struct judge *judge, const struct hand_atom *atom, unsigned count,
                          struct candidates *candidates)
{
    const struct hand_game *game = judge->game;
    *candidates = (struct candidates){0};
    if (game->family == HAND_FAMILY_BACCARAT)
        return baccarat_candidates(judge, atom, count, candidates);
    const struct holding *holding = atom->side == HAND_SIDE_WINNER ? &judge->winner : &judge->own;
    if (atom->side == HAND_SIDE_BANKER) {
        if (!needs_banker(judge, atom))
            return false;
        holding = &judge->showing->banker;
    }
    struct hand hand = holding->cards;
    bool blackjack = game->family == HAND_FAMILY_BLACKJACK, pan = game->family == HAND_FAMILY_PAN;
    switch ((enum hand_place)atom->place) {
    case HAND_PLACE_WHOLE:
        if (blackjack && count == 2)
            hand = alike_first(&hand, 2);
        else if (pan && count <= PAN9_CARDS_DEALT)
            hand = alike_first(&hand, PAN9_CARDS_DEALT);
        candidates->whole = (blackjack || pan) && count > 1;
        break;
    case HAND_PLACE_FIRST:
        hand = alike_first(&hand, atom->first);
        break;
    case HAND_PLACE_UP_CARD:
        if (!blackjack)
            return judge_cannot(judge, atom, "%s has no up card", game->name);
        if (!with_up_card(judge, atom, &hand))
            return false;
        break;
    case HAND_PLACE_TOGETHER:
        if (!needs_banker(judge, atom))
            return false;
        if (hand.count + judge->showing->banker.cards.count > HAND_CARDS_MAX)
            return judge_cannot(judge, atom, "%s does not put the dealer's cards to the player's",
                                game->name);
        hand = alike_joined(&hand, &judge->showing->banker.cards);
        break;
    default:
        return judge_cannot(judge, atom, "%s has no such part of a hand", game->name);
    }
    if (judge->no_joker || atom->natural)
        hand = judge_natural(&hand);
    add_candidate(candidates, hand);
    return true;
}

/* ------------------------------------------------------------------------------------------ in common */

static bool kind_holds(const struct hand *hand, const struct hand_atom *atom, bool whole)
{
    if (whole && hand->count != atom->count)
        return false;
    for (unsigned rank = 0; rank <= RANK_JOKER; rank++)
        if ((atom->ranks == 0 || (atom->ranks >> rank & 1) != 0) &&
            alike_count(hand, (enum rank)rank) >= atom->count &&
            judge_alike(hand, atom, atom->count, (enum rank)rank))
            return true;
    return false;
}

/* The cards are these and no others. */
static bool ranks_hold(const struct hand *hand, const struct hand_atom *atom)
{
    uint64_t list = 0;
    for (unsigned i = 0; i < hand->count && !card_is_joker(hand->cards[i]); i++)
        list += UINT64_C(1) << (4 * (unsigned)card_rank(hand->cards[i]));
    return hand->count == atom->count && list == atom->list &&
           judge_alike(hand, atom, hand->count, RANK_COUNT);
}

static struct hand of_ranks(const struct hand *hand, unsigned ranks)
{
    struct hand some = {0};
    for (unsigned i = 0; i < hand->count; i++)
        if ((ranks >> card_rank(hand->cards[i]) & 1) != 0)
            hand_add(&some, hand->cards[i]);
    return some;
}

static bool common_holds(const struct hand *hand, const struct hand_atom *atom, bool whole)
{
    static const unsigned faces = 1U << RANK_JACK | 1U << RANK_QUEEN | 1U << RANK_KING;
    struct hand some;
    switch ((enum hand_shape)atom->shape) {
    case HAND_SHAPE_CLASS:
        return kind_holds(hand, atom, whole);
    case HAND_SHAPE_RANKS:
        return ranks_hold(hand, atom);
    case HAND_SHAPE_FACES:
    case HAND_SHAPE_FROM:
        some = of_ranks(hand, atom->shape == HAND_SHAPE_FACES ? faces : atom->ranks);
        return judge_alike(&some, atom, atom->count, RANK_COUNT);
    default:
        some = judge_natural(hand);
        return judge_alike(&some, atom, atom->count, RANK_COUNT);
    }
}

static bool judge_common(struct judge *judge, const struct hand_atom *atom)
{
    if (atom->shape == HAND_SHAPE_CLASS && (atom->kind != HAND_CLASS_KIND || atom->size != 0))
        return judge_cannot(judge, atom, "%s has no such hand", judge->game->name);
    if (atom->bound != HAND_BOUND_EXACT)
        return judge_cannot(judge, atom, "\"or better\" and \"or lower\" mean nothing for this hand in %s",
                            judge->game->name);
    struct candidates candidates;
    if (!candidates_of(judge, atom, atom->count, &candidates))
        return false;
    unsigned shown = 0;
    bool holds = false;
    for (unsigned i = 0; i < candidates.count && !holds; i++) {
        bool counted = atom->shape == HAND_SHAPE_CLASS || atom->shape == HAND_SHAPE_RANKS;
        holds = common_holds(&candidates.hands[i], atom, candidates.whole && counted);
        shown = i;
    }
    return judge_say(judge, "", &candidates.hands[shown], atom, holds);
}

/* ------------------------------------------------------------------------------------------ totals */

static unsigned total_of(const struct judge *judge, const struct hand *hand)
{
    switch (judge->game->family) {
    case HAND_FAMILY_BACCARAT:
        return baccarat_total(hand);
    case HAND_FAMILY_PAN:
        return pan9_total(hand);
    default:
        return blackjack_total(hand, settings_of(judge->game)).total;
    }
}

static bool judge_total(struct judge *judge, const struct hand_atom *atom)
{
    enum hand_family family = judge->game->family;
    if (family != HAND_FAMILY_BACCARAT && family != HAND_FAMILY_PAN && family != HAND_FAMILY_BLACKJACK)
        return judge_cannot(judge, atom, "%s has no totals", judge->game->name);
    struct candidates candidates = {0};
    if (family == HAND_FAMILY_BACCARAT) {
        if (!lines_of(judge, atom, &candidates))
            return false;
    } else if (!candidates_of(judge, atom, HAND_CARDS_MAX, &candidates)) {
        return false;
    }
    /* A joker that makes the hand 21 is help, and without it the hand has fewer cards. */
    if ((judge->no_joker || atom->natural) && alike_count(&judge->own.cards, RANK_JOKER) > 0) {
        judge_add(judge, "there is a joker");
        return false;
    }
    bool holds = false;
    for (unsigned i = 0; i < candidates.count && !holds; i++) {
        struct hand hand = candidates.hands[i];
        if (family == HAND_FAMILY_BACCARAT && atom->place == HAND_PLACE_FIRST)
            hand = alike_first(&hand, atom->first);
        unsigned total = total_of(judge, &hand);
        bool reached = atom->bound == HAND_BOUND_BETTER  ? total >= atom->number
                       : atom->bound == HAND_BOUND_LOWER ? total <= atom->number
                                                         : total == atom->number;
        holds =
            reached && judge_alike(&hand, atom, atom->alike == HAND_ALIKE_ANY ? 0 : hand.count, RANK_COUNT);
        judge_add(judge, "%s", i > 0 ? " and " : "");
        judge_add_hand(judge, &hand);
        judge_add(judge, " totals %u", total);
    }
    return holds;
}

static bool natural_holds(const struct judge *judge, const struct hand *hand, const struct hand_atom *atom)
{
    struct hand two = alike_first(hand, 2);
    if (judge->game->family == HAND_FAMILY_BACCARAT)
        return baccarat_is_natural(hand) &&
               (atom->number == HAND_ANY_NUMBER || baccarat_total(hand) == atom->number) &&
               judge_alike(&two, atom, 2, RANK_COUNT);
    /* bay101/prize-wheel R7: a suited natural is an ace and a ten-value of one suit. */
    if (atom->alike == HAND_ALIKE_SUIT)
        return blackjack_is_suited_natural(hand);
    return blackjack_total(hand, settings_of(judge->game)).natural && judge_alike(&two, atom, 2, RANK_COUNT);
}

static bool judge_natural_hand(struct judge *judge, const struct hand_atom *atom)
{
    bool blackjack = judge->game->family == HAND_FAMILY_BLACKJACK;
    if ((!blackjack && judge->game->family != HAND_FAMILY_BACCARAT) ||
        (blackjack && atom->number != HAND_ANY_NUMBER) || atom->place != HAND_PLACE_WHOLE)
        return judge_cannot(judge, atom, "%s has no such natural", judge->game->name);
    struct candidates candidates = {0};
    if (blackjack ? !candidates_of(judge, atom, HAND_CARDS_MAX, &candidates)
                  : !lines_of(judge, atom, &candidates))
        return false;
    unsigned i = 0;
    while (i + 1 < candidates.count && !natural_holds(judge, &candidates.hands[i], atom))
        i++;
    return judge_say(judge, "", &candidates.hands[i], atom, natural_holds(judge, &candidates.hands[i], atom));
}

/* ------------------------------------------------------------------------------------------ rounds of two */

static bool baccarat_round_of(struct judge *judge, const struct hand_atom *atom, struct baccarat_round *round)
{
    if (judge->game->family != HAND_FAMILY_BACCARAT)
        return judge_cannot(judge, atom, "%s has no player line and banker line", judge->game->name);
    if (!needs_banker(judge, atom))
        return false;
    *round = (struct baccarat_round){judge->showing->own.cards, judge->showing->banker.cards};
    return round->banker.count >= 2 ||
           judge_cannot(judge, atom, "two or three cards of the banker must be known");
}

static bool judge_tie(struct judge *judge, const struct hand_atom *atom)
{
    struct baccarat_round round;
    if (!baccarat_round_of(judge, atom, &round))
        return false;
    unsigned player = baccarat_total(&round.player), banker = baccarat_total(&round.banker);
    struct hand all = alike_joined(&round.player, &round.banker);
    bool holds = player == banker && (atom->number == HAND_ANY_NUMBER || atom->number == player) &&
                 judge_alike(&all, atom, all.count, RANK_COUNT);
    judge_add(judge, "player has %u and banker %u", player, banker);
    if (atom->alike != HAND_ALIKE_ANY)
        (void)judge_say(judge, " with ", &all, atom, holds);
    return holds;
}

static bool judge_outcome_named(struct judge *judge, const struct hand_atom *atom)
{
    static const enum baccarat_outcome outcomes[] = {
        [HAND_NAME_DRAGON_7] = BACCARAT_DRAGON_7,
        [HAND_NAME_PANDA_8] = BACCARAT_PANDA_8,
        [HAND_NAME_FORTUNE_7] = BACCARAT_FORTUNE_7,
        [HAND_NAME_DRAGON_9] = BACCARAT_DRAGON_9,
        [HAND_NAME_DOUBLE_FORTUNE_7_EXACT] = BACCARAT_DOUBLE_FORTUNE_7_EXACT,
        [HAND_NAME_DOUBLE_FORTUNE_7_RANKS] = BACCARAT_DOUBLE_FORTUNE_7_RANKS,
        [HAND_NAME_DOUBLE_FORTUNE_7] = BACCARAT_DOUBLE_FORTUNE_7,
        [HAND_NAME_NATURAL_TIE] = BACCARAT_NATURAL_TIE,
        [HAND_NAME_THREE_CARD_9_OVER_0] = BACCARAT_THREE_CARD_9_OVER_0,
        [HAND_NAME_PAIR_ON_BOTH_LINES] = BACCARAT_PAIR_ON_BOTH_LINES,
    };
    struct baccarat_round round;
    if (!baccarat_round_of(judge, atom, &round))
        return false;
    bool holds = baccarat_has(baccarat_outcomes(&round, &baccarat_settings_usual), outcomes[atom->kind]);
    judge_add_hand(judge, &round.player);
    judge_add(judge, " against ");
    return judge_say(judge, "", &round.banker, atom, holds);
}

static bool judge_war(struct judge *judge, const struct hand_atom *atom)
{
    if (judge->game->family != HAND_FAMILY_WAR)
        return judge_cannot(judge, atom, "%s has no war", judge->game->name);
    if (!needs_banker(judge, atom))
        return false;
    const struct hand *player = &judge->showing->own.cards, *dealer = &judge->showing->banker.cards;
    struct war_round round = {.player = player->cards[0], .dealer = dealer->cards[0]};
    round.went_to_war = player->count == 2 && dealer->count == 2;
    if (round.went_to_war) {
        round.player_war = player->cards[1];
        round.dealer_war = dealer->cards[1];
    }
    bool holds = atom->kind == HAND_NAME_WAR          ? war_is_war(&round)
                 : atom->kind == HAND_NAME_SUITED_WAR ? war_is_suited_war(&round)
                                                      : war_is_double_war(&round);
    judge_add_hand(judge, player);
    judge_add(judge, " against ");
    return judge_say(judge, "", dealer, atom, holds);
}

static bool judge_royal_match(struct judge *judge, const struct hand_atom *atom)
{
    if (judge->game->family != HAND_FAMILY_BLACKJACK)
        return judge_cannot(judge, atom, "%s has no royal match", judge->game->name);
    return judge_say(judge, "", &judge->own.cards, atom, blackjack_is_royal_match(&judge->own.cards));
}

bool judge_cards(struct judge *judge, const struct hand_atom *atom)
{
    if (judge->game->family == HAND_FAMILY_TILES)
        return judge_cannot(judge, atom, "%s has no cards", judge->game->name);
    switch ((enum hand_shape)atom->shape) {
    case HAND_SHAPE_TOTAL:
        return judge_total(judge, atom);
    case HAND_SHAPE_NATURAL:
        return judge_natural_hand(judge, atom);
    case HAND_SHAPE_TIE:
        return judge_tie(judge, atom);
    case HAND_SHAPE_NAMED:
        if (atom->kind == HAND_NAME_ROYAL_MATCH)
            return judge_royal_match(judge, atom);
        return atom->kind >= HAND_NAME_WAR ? judge_war(judge, atom) : judge_outcome_named(judge, atom);
    default:
        return judge_common(judge, atom);
    }
}

static int order_of(int64_t left, int64_t right)
{
    return (left > right) - (left < right);
}

int judge_compare_cards(struct judge *judge, const struct hand_atom *atom)
{
    const struct blackjack_settings *settings = settings_of(judge->game);
    const struct hand *own = &judge->own.cards, *winner = &judge->winner.cards;
    switch (judge->game->family) {
    case HAND_FAMILY_BACCARAT:
        if (!needs_banker(judge, atom))
            return 0;
        own = line_of(judge, judge->line);
        winner = line_of(judge, judge->line == JUDGE_LINE_BANKER ? JUDGE_LINE_PLAYER : JUDGE_LINE_BANKER);
        return order_of(baccarat_total(own), baccarat_total(winner));
    case HAND_FAMILY_PAN:
        return order_of(pan9_total(own), pan9_total(winner));
    case HAND_FAMILY_WAR:
        return war_compare(own->cards[0], winner->cards[0]);
    default:
        return order_of(blackjack_value(blackjack_total(own, settings), settings),
                        blackjack_value(blackjack_total(winner, settings), settings));
    }
}
