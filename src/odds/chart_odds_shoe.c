/*
 * Charts of games dealt from several decks: blackjack, baccarat, pan 9, casino war.
 *
 * Deals are gone through by rank, card by card as the game draws them, for ranks decide who draws. A deal of ranks
 * stands for
 *
 *      product of (cards of that rank left) over the cards * orders of the first cards * what may follow unseen
 *
 * deals, all in terms of the longest deal, so that they add up. Ten, jack, queen and king are one rank of sixteen cards a
 * deck where no row tells them apart. Suits are looked at only where they matter: if a row that names suits would fit
 * the ranks, all suits of the cards are tried, (1, 2, ...) copies of a card in `decks` ways less those taken. What the suits
 * do depends on little: which cards are of one rank, which ranks the rows name, which other atoms hold. Deals of ranks that
 * agree in this, a *likeness*, share one trial.
 */
#include "base/check.h"
#include "cards/alike.h"
#include "cards/baccarat.h"
#include "cards/pan9.h"
#include "odds/chart_odds_internal.h"

#include <string.h>

enum {
    RANKS = RANK_COUNT + 1, /* the joker too */
    CARDS_MAX = CHART_BLACKJACK_CARDS_MAX,
    SUITED_MAX = 8,       /* cards whose suits are tried */
    LIKENESSES = 1 << 14, /* kept; a power of two */
    OUTCOMES_MAX = 16,    /* sets of rows that one likeness may fit to be kept */
    ATOMS_MAX = 64,       /* of a chart that looks at suits */
    TRIED_MAX = 4000000,  /* suits of hands, before it takes too long */
};

/* ------------------------------------------------------------------------------------------ what atoms look at */

static bool shoe_family(enum hand_family family)
{
    return family == HAND_FAMILY_BLACKJACK || family == HAND_FAMILY_BACCARAT || family == HAND_FAMILY_PAN ||
           family == HAND_FAMILY_WAR;
}

static bool looks_at_suits(const struct hand_atom *atom)
{
    bool named = atom->shape == HAND_SHAPE_NAMED &&
                 (atom->kind == HAND_NAME_ROYAL_MATCH || atom->kind == HAND_NAME_SUITED_WAR ||
                  atom->kind == HAND_NAME_DOUBLE_FORTUNE_7_EXACT);
    return named || chart_atom_looks_at_suits(atom);
}

/* An ace and a ten of one suit, whatever else the game calls a natural (bay101/prize-wheel R7). */
static bool is_suited_natural(const struct hand_game *game, const struct hand_atom *atom)
{
    return game->family == HAND_FAMILY_BLACKJACK && atom->shape == HAND_SHAPE_NATURAL && looks_at_suits(atom);
}

/* The ranks that an atom names. */
static unsigned ranks_named(const struct hand_game *game, const struct hand_atom *atom)
{
    unsigned ranks = atom->ranks;
    if (atom->shape == HAND_SHAPE_FACES ||
        (atom->shape == HAND_SHAPE_NAMED && atom->kind == HAND_NAME_ROYAL_MATCH))
        ranks |= 1U << RANK_JACK | 1U << RANK_QUEEN | 1U << RANK_KING;
    if (is_suited_natural(game, atom))
        ranks |= 1U << RANK_ACE | 1U << RANK_TEN | 1U << RANK_JACK | 1U << RANK_QUEEN | 1U << RANK_KING;
    if (atom->shape == HAND_SHAPE_RANKS)
        for (unsigned rank = 0; rank < RANK_COUNT; rank++)
            ranks |= (unsigned)((atom->list >> (4 * rank) & 15) != 0) << rank;
    return ranks;
}

/* No atom tells ten, jack, queen and king from each other. */
static bool tens_are_alike(const struct counting *counting)
{
    const unsigned tens = 1U << RANK_TEN | 1U << RANK_JACK | 1U << RANK_QUEEN | 1U << RANK_KING;
    struct atom_place place = {0};
    for (const struct hand_atom *atom; (atom = counting_next_atom(counting, &place));) {
        bool same = atom->shape == HAND_SHAPE_NAMED &&
                    (atom->kind == HAND_NAME_PAIR_ON_BOTH_LINES || atom->kind >= HAND_NAME_WAR ||
                     atom->kind == HAND_NAME_DOUBLE_FORTUNE_7_EXACT ||
                     atom->kind == HAND_NAME_DOUBLE_FORTUNE_7_RANKS);
        if (same || (ranks_named(counting->game, atom) & tens) != 0 ||
            (atom->shape == HAND_SHAPE_CLASS && atom->ranks == 0))
            return false;
    }
    return true;
}

/* The atom is decided by the first two cards, or those it names. */
static bool looks_at_first_cards(const struct hand_atom *atom)
{
    bool common = atom->shape == HAND_SHAPE_CLASS || atom->shape == HAND_SHAPE_RANKS;
    return atom->place == HAND_PLACE_FIRST || atom->place == HAND_PLACE_UP_CARD ||
           (common && atom->count == 2) || atom->shape == HAND_SHAPE_NATURAL ||
           atom->shape == HAND_SHAPE_NAMED || atom->shape == HAND_SHAPE_DEALT;
}

/* The parts of a round that must be dealt for the chart. */
struct shoe_plan {
    unsigned first;   /* cards of one's own that are dealt whatever they are */
    bool draws;       /* rows look at the whole hand */
    bool own, banker; /* rows look at that hand; of blackjack's dealer at the up card */
    bool suits, tens_alike, named_suits;
    bool totals; /* rows that look at suits may ask for totals too */
};

static bool suits_can_be_tried(const struct counting *counting, const struct hand_atom *atom, bool draws)
{
    bool whole = (atom->shape == HAND_SHAPE_CLASS || atom->shape == HAND_SHAPE_RANKS) && atom->count > 2 &&
                 atom->count <= SUITED_MAX && atom->place == HAND_PLACE_WHOLE;
    return counting->game->family != HAND_FAMILY_BLACKJACK || !looks_at_suits(atom) ||
           (draws ? whole && !atom->negated : atom->shape != HAND_SHAPE_TOTAL);
}

static bool plan_of(const struct counting *counting, struct shoe_plan *plan)
{
    bool blackjack = counting->game->family == HAND_FAMILY_BLACKJACK;
    *plan = (struct shoe_plan){.first = blackjack ? 2 : 3, .tens_alike = tens_are_alike(counting)};
    struct atom_place place = {0};
    unsigned atoms = 0;
    for (unsigned row = 0; row < counting->rows; row++)
        atoms += counting->rules[row].count;
    for (const struct hand_atom *atom; (atom = counting_next_atom(counting, &place));) {
        if (atom->place == HAND_PLACE_FIRST && atom->first > plan->first)
            plan->first = atom->first;
        bool banker = atom->side == HAND_SIDE_BANKER || atom->place == HAND_PLACE_UP_CARD ||
                      atom->place == HAND_PLACE_TOGETHER;
        plan->banker |= banker;
        plan->own |= atom->side != HAND_SIDE_BANKER;
        plan->draws |= !looks_at_first_cards(atom);
        plan->suits |= looks_at_suits(atom);
        plan->named_suits |= atom->alike == HAND_ALIKE_SUIT_NAMED;
        bool total =
            (atom->shape == HAND_SHAPE_TOTAL || atom->shape == HAND_SHAPE_NATURAL) && looks_at_suits(atom);
        plan->totals |= !blackjack && (total || atom->shape == HAND_SHAPE_BEATEN ||
                                       atom->shape == HAND_SHAPE_WINS || atom->side == HAND_SIDE_WINNER);
        if (blackjack && banker && atom->place != HAND_PLACE_UP_CARD)
            return false; /* how the bank draws is not known here */
    }
    place = (struct atom_place){0};
    for (const struct hand_atom *atom; (atom = counting_next_atom(counting, &place));)
        if (!suits_can_be_tried(counting, atom, plan->draws))
            return false;
    return plan->first <= SUITED_MAX - 1 && (!plan->suits || atoms <= ATOMS_MAX);
}

static bool can_count(const struct counting *counting)
{
    struct shoe_plan plan;
    return shoe_family(counting->game->family) && plan_of(counting, &plan);
}

/* ------------------------------------------------------------------------------------------ state */

/* Everything of a deal of ranks that decides what its suits do. */
struct likeness {
    uint64_t rows;    /* those that look at suits and would fit the ranks */
    uint64_t holding; /* bit per atom of these rows that the ranks allow */
    uint8_t own, banker, own_total, banker_total;
    uint8_t codes[CARDS_MAX]; /* of each card: a rank that is named, or which of the others it is */
};
_Static_assert(sizeof(struct likeness) == 32, "likenesses are compared byte by byte");

struct outcome {
    uint64_t fitting;
    uwide ways;
};

struct trial {
    bool known, too_many; /* all outcomes are there, or there are more than fit */
    struct likeness likeness;
    unsigned count;
    struct outcome outcomes[OUTCOMES_MAX];
};

struct shoe_count {
    struct counting *counting;
    struct shoe_plan plan;
    struct showing showing;
    unsigned initial[RANKS], left[RANKS], left_all;
    unsigned longest;   /* deal */
    uint64_t suit_rows; /* rows that look at suits */
    struct hand_rule
        relaxed[CHART_ODDS_ROWS_MAX];    /* the same whatever the suits: fits at least what the row fits */
    unsigned named[CHART_ODDS_ROWS_MAX]; /* ranks that the row names */
    struct trial *trials;
    uint64_t leaves, tried;
};

static void count_shoe(struct shoe_count *count)
{
    const struct counting *counting = count->counting;
    for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
        bool there = counting->game->family != HAND_FAMILY_PAN ||
                     pan9_in_deck(card_of((enum rank)rank, SUIT_CLUBS), &pan9_settings_usual);
        count->initial[rank] = there ? SUIT_COUNT * counting->settings.decks : 0;
    }
    count->initial[RANK_JOKER] = counting->game->jokers * counting->settings.decks;
    if (count->plan.tens_alike)
        for (unsigned rank = RANK_JACK; rank <= RANK_KING; rank++) {
            count->initial[RANK_TEN] += count->initial[rank];
            count->initial[rank] = 0;
        }
    for (unsigned rank = 0; rank < RANKS; rank++) {
        count->left[rank] = count->initial[rank];
        count->left_all += count->initial[rank];
    }
}

/* The row without its suits. What cannot be put so is left out, and the row is thought to fit. */
static struct hand_rule relaxed_rule(const struct hand_game *game, const struct hand_rule *rule)
{
    struct hand_rule relaxed = *rule;
    for (unsigned i = 0; i < relaxed.count; i++) {
        struct hand_atom *atom = &relaxed.atoms[i];
        if (!looks_at_suits(atom))
            continue;
        if (atom->shape == HAND_SHAPE_NAMED && atom->kind == HAND_NAME_DOUBLE_FORTUNE_7_EXACT)
            atom->kind = HAND_NAME_DOUBLE_FORTUNE_7_RANKS;
        else if (atom->shape == HAND_SHAPE_NAMED && atom->kind == HAND_NAME_SUITED_WAR)
            atom->kind = HAND_NAME_WAR;
        bool always = atom->negated || is_suited_natural(game, atom) ||
                      (atom->shape == HAND_SHAPE_NAMED && atom->kind == HAND_NAME_ROYAL_MATCH);
        atom->alike = HAND_ALIKE_ANY;
        if (always) {
            atom->shape = HAND_SHAPE_DEALT;
            atom->negated = false;
        }
    }
    return relaxed;
}

static void prepare(struct shoe_count *count)
{
    const struct counting *counting = count->counting;
    for (unsigned row = 0; row < counting->rows; row++) {
        count->relaxed[row] = relaxed_rule(counting->game, &counting->rules[row]);
        for (unsigned i = 0; i < counting->rules[row].count; i++)
            if (looks_at_suits(&counting->rules[row].atoms[i])) {
                count->suit_rows |= UINT64_C(1) << row;
                count->named[row] |= ranks_named(counting->game, &counting->rules[row].atoms[i]);
            }
    }
}

/* ------------------------------------------------------------------------------------------ suits */

/* The cards of a showing that have suits. */
struct suited_cards {
    unsigned count;
    struct card *cards[CARDS_MAX + 1];
};

/* The rows that suits decide, and of the others those that fit whatever the suits. */
struct suit_rows {
    uint64_t asked, others;
};

static struct suited_cards cards_with_suits(struct showing *showing)
{
    struct suited_cards suited = {0};
    struct hand *hands[] = {&showing->own.cards, &showing->banker.cards};
    for (unsigned h = 0; h < 2; h++)
        for (unsigned i = 0; i < hands[h]->count; i++)
            if (!card_is_joker(hands[h]->cards[i])) {
                CHECK_OP(suited.count, <=, CARDS_MAX);
                suited.cards[suited.count++] = &hands[h]->cards[i];
            }
    return suited;
}

static void outcome_add(struct trial *trial, uint64_t fitting, uwide ways)
{
    unsigned i = 0;
    while (i < trial->count && trial->outcomes[i].fitting != fitting)
        i++;
    trial->too_many |= i == OUTCOMES_MAX;
    if (trial->too_many)
        return;
    if (i == trial->count)
        trial->outcomes[trial->count++] = (struct outcome){.fitting = fitting};
    trial->outcomes[i].ways += ways;
}

/* Gives suits to the cards from `at` on, and counts the outcomes in the trial, or if there is none where they belong.
 * Without named suits the first card's does not matter. */
static void try_suits(struct shoe_count *count, const struct suited_cards *suited, unsigned at, uwide ways,
                      const struct suit_rows *rows, struct trial *trial)
{
    if (at == suited->count) {
        count->counting->given_up |= ++count->tried > TRIED_MAX;
        uint64_t fitting = counting_fitting(count->counting, &count->showing, rows->asked);
        if (trial)
            outcome_add(trial, fitting, ways);
        else
            counting_add(count->counting, fitting | rows->others, ways);
        return;
    }
    enum rank rank = card_rank(*suited->cards[at]);
    bool equal = at == 0 && !count->plan.named_suits;
    for (unsigned suit = 0; suit < (equal ? 1U : SUIT_COUNT); suit++) {
        struct card card = card_of(rank, (enum suit)suit);
        unsigned copies = count->initial[rank] / SUIT_COUNT;
        for (unsigned i = 0; i < at; i++)
            copies -= copies > 0 && card_equal(*suited->cards[i], card);
        if (copies == 0)
            continue;
        *suited->cards[at] = card;
        try_suits(count, suited, at + 1, ways * copies * (equal ? SUIT_COUNT : 1), rows, trial);
    }
}

static uint64_t atoms_allowed(const struct shoe_count *count, uint64_t rows)
{
    uint64_t holding = 0;
    unsigned number = 0;
    for (unsigned row = 0; row < count->counting->rows; row++)
        for (unsigned i = 0; (rows >> row & 1) != 0 && i < count->relaxed[row].count; i++, number++) {
            struct hand_rule rule = chart_atom_rule(&count->relaxed[row], i);
            bool holds = false;
            if (hand_rule_holds(&rule, &count->showing, &holds, NULL) == STATUS_OK && holds)
                holding |= UINT64_C(1) << number;
        }
    return holding;
}

static struct likeness likeness_of(const struct shoe_count *count, const struct suited_cards *suited,
                                   uint64_t rows)
{
    struct likeness likeness;
    memset(&likeness, 0, sizeof likeness);
    likeness.rows = rows;
    likeness.holding = atoms_allowed(count, rows);
    likeness.own = count->showing.own.cards.count;
    likeness.banker = count->showing.banker.cards.count;
    if (count->plan.totals) {
        likeness.own_total = (uint8_t)baccarat_total(&count->showing.own.cards);
        likeness.banker_total = (uint8_t)baccarat_total(&count->showing.banker.cards);
    }
    unsigned different = RANKS, named_ranks = count->plan.tens_alike ? 1U << RANK_TEN : 0;
    for (uint64_t left = rows; left != 0; left &= left - 1)
        named_ranks |= count->named[__builtin_ctzll(left)];
    for (unsigned i = 0; i < suited->count; i++) {
        enum rank rank = card_rank(*suited->cards[i]);
        bool named = (named_ranks >> rank & 1) != 0;
        unsigned k = 0;
        while (k < i && card_rank(*suited->cards[k]) != rank)
            k++;
        likeness.codes[i] = (uint8_t)(named ? rank : k < i ? likeness.codes[k] : different++);
    }
    return likeness;
}

static struct trial *find_trial(struct shoe_count *count, const struct likeness *likeness)
{
    uint64_t hash = 0xCBF29CE484222325;
    const uint8_t *bytes = (const uint8_t *)likeness;
    for (size_t i = 0; i < sizeof *likeness; i++)
        hash = (hash ^ bytes[i]) * 0x100000001B3;
    struct trial *trial = &count->trials[(hash >> 20) & (LIKENESSES - 1)];
    /* Two that meet take turns: nothing is lost but time. */
    if (!trial->known || memcmp(&trial->likeness, likeness, sizeof *likeness) != 0)
        *trial = (struct trial){.likeness = *likeness};
    return trial;
}

/* The ranks of the showing stand for `ways` times the suits that the cards can have. */
static void count_with_suits(struct shoe_count *count, uint64_t asked, uwide suit_ways, uwide ways)
{
    struct suited_cards suited = cards_with_suits(&count->showing);
    CHECK_OP(suited.count, <=, SUITED_MAX);
    struct suit_rows rows = {asked, counting_fitting(count->counting, &count->showing, ~asked)};
    struct likeness likeness = likeness_of(count, &suited, asked);
    struct trial *trial = find_trial(count, &likeness);
    struct showing kept = count->showing;
    if (!trial->known)
        try_suits(count, &suited, 0, 1, &rows, trial);
    trial->known = true;
    if (trial->too_many)
        try_suits(count, &suited, 0, ways, &rows, NULL);
    count->showing = kept;
    if (trial->too_many)
        return;
    uwide sum = 0;
    for (unsigned i = 0; i < trial->count; i++) {
        counting_add(count->counting, trial->outcomes[i].fitting | rows.others,
                     trial->outcomes[i].ways * ways);
        sum += trial->outcomes[i].ways;
    }
    CHECK(sum == suit_ways);
}

/* Rows that look at suits and would fit these ranks. */
static uint64_t rows_that_suits_decide(const struct shoe_count *count)
{
    uint64_t asked = 0;
    for (uint64_t left = count->suit_rows & ~count->counting->skipped; left != 0; left &= left - 1) {
        unsigned row = (unsigned)__builtin_ctzll(left);
        bool holds = false;
        if (hand_rule_holds(&count->relaxed[row], &count->showing, &holds, NULL) != STATUS_OK || holds)
            asked |= UINT64_C(1) << row;
    }
    return asked;
}

/* ------------------------------------------------------------------------------------------ deals */

/* The end of a deal: `ways` is the product of the cards that were left, `orders` what stands beside it. */
static void end_deal(struct shoe_count *count, uwide orders)
{
    if (count->counting->given_up)
        return;
    uwide ways = orders, suit_ways = 1;
    unsigned taken[RANKS] = {0};
    const struct hand *hands[] = {&count->showing.own.cards, &count->showing.banker.cards};
    for (unsigned h = 0; h < 2; h++)
        for (unsigned i = 0; i < hands[h]->count; i++) {
            enum rank rank = card_rank(hands[h]->cards[i]);
            uwide left = count->initial[rank] - taken[rank]++;
            if (rank == RANK_JOKER)
                ways *= left;
            else
                suit_ways *= left;
        }
    unsigned dealt = hands[0]->count + hands[1]->count;
    for (unsigned i = dealt, left = count->left_all; i < count->longest; i++)
        ways *= left--;
    uint64_t asked = rows_that_suits_decide(count);
    if (asked != 0)
        count_with_suits(count, asked, suit_ways, ways);
    else
        counting_add(count->counting, counting_fitting(count->counting, &count->showing, ~count->suit_rows),
                     ways * suit_ways);
    enum { LEAVES_IN_ALL = 1000000 };
    if ((++count->leaves & 0x7FFF) == 0)
        counting_progress(count->counting, (double)count->leaves / (double)(count->leaves + LEAVES_IN_ALL));
}

typedef void next_step(struct shoe_count *count, uwide orders);

/* Suits in turn: rows that look at them are tried with all. */
static void take(struct shoe_count *count, struct hand *hand, unsigned rank)
{
    hand_add(hand, rank == RANK_JOKER ? card_joker(0)
                                      : card_of((enum rank)rank, (enum suit)(hand->count % SUIT_COUNT)));
    count->left[rank]--;
    count->left_all--;
}

static void put_back(struct shoe_count *count, struct hand *hand, unsigned rank)
{
    hand->count--;
    count->left[rank]++;
    count->left_all++;
}

/* `cards` more to a hand whose order does not matter: ranks ascend, and orders are n! / (product of m!). */
static void deal_set(struct shoe_count *count, struct hand *hand, unsigned cards, unsigned lowest,
                     unsigned repeated, uwide orders, next_step *next)
{
    if (cards == 0) {
        next(count, orders);
        return;
    }
    for (unsigned rank = lowest; rank < RANKS; rank++) {
        if (count->left[rank] == 0)
            continue;
        unsigned same = rank == lowest ? repeated + 1 : 1;
        take(count, hand, rank);
        deal_set(count, hand, cards - 1, rank, same, orders * hand->count / same, next);
        put_back(count, hand, rank);
    }
}

static void deal_one(struct shoe_count *count, struct hand *hand, uwide orders, next_step *next)
{
    for (unsigned rank = 0; rank < RANKS; rank++) {
        if (count->left[rank] == 0)
            continue;
        take(count, hand, rank);
        next(count, orders);
        put_back(count, hand, rank);
    }
}

/* ------------------------------------------------------------------------------------------ games */

static void blackjack_draw(struct shoe_count *count, uwide orders)
{
    struct hand *own = &count->showing.own.cards;
    if (count->plan.draws && chart_blackjack_draws(count->counting, own))
        deal_one(count, own, orders, blackjack_draw);
    else
        end_deal(count, orders);
}

static void blackjack_up_card(struct shoe_count *count, uwide orders)
{
    if (count->plan.banker)
        deal_one(count, &count->showing.banker.cards, orders, blackjack_draw);
    else
        blackjack_draw(count, orders);
}

static void count_blackjack(struct shoe_count *count)
{
    count->longest = (count->plan.draws ? CARDS_MAX : count->plan.first) + count->plan.banker;
    deal_set(count, &count->showing.own.cards, count->plan.first, 0, 0, 1, blackjack_up_card);
}

static bool nobody_draws(const struct showing *showing)
{
    return baccarat_is_natural(&showing->own.cards) || baccarat_is_natural(&showing->banker.cards);
}

static void baccarat_banker(struct shoe_count *count, uwide orders)
{
    const struct hand *player = &count->showing.own.cards;
    struct hand *banker = &count->showing.banker.cards;
    const struct card *third = player->count == 3 ? &player->cards[2] : NULL;
    if (!nobody_draws(&count->showing) && baccarat_banker_draws(baccarat_total(banker), third))
        deal_one(count, banker, orders, end_deal);
    else
        end_deal(count, orders);
}

static void baccarat_player(struct shoe_count *count, uwide orders)
{
    struct hand *player = &count->showing.own.cards;
    if (!nobody_draws(&count->showing) && baccarat_player_draws(baccarat_total(player)))
        deal_one(count, player, orders, baccarat_banker);
    else
        baccarat_banker(count, orders);
}

static void baccarat_banker_pair(struct shoe_count *count, uwide orders)
{
    deal_set(count, &count->showing.banker.cards, 2, 0, 0, orders, baccarat_player);
}

static void count_baccarat(struct shoe_count *count)
{
    count->longest = BACCARAT_ROUND_CARDS_MAX;
    deal_set(count, &count->showing.own.cards, 2, 0, 0, 1, baccarat_banker_pair);
}

static void pan_banker_fourth(struct shoe_count *count, uwide orders)
{
    struct hand *banker = &count->showing.banker.cards;
    if (count->plan.banker && chart_pan_draws(banker))
        deal_one(count, banker, orders, end_deal);
    else
        end_deal(count, orders);
}

static void pan_banker(struct shoe_count *count, uwide orders)
{
    if (count->plan.banker)
        deal_set(count, &count->showing.banker.cards, PAN9_CARDS_DEALT, 0, 0, orders, pan_banker_fourth);
    else
        end_deal(count, orders);
}

static void pan_fourth(struct shoe_count *count, uwide orders)
{
    struct hand *own = &count->showing.own.cards;
    if (chart_pan_draws(own))
        deal_one(count, own, orders, pan_banker);
    else
        pan_banker(count, orders);
}

static void count_pan(struct shoe_count *count)
{
    count->longest = PAN9_CARDS_MAX * ((unsigned)count->plan.own + count->plan.banker);
    if (count->plan.own)
        deal_set(count, &count->showing.own.cards, PAN9_CARDS_DEALT, 0, 0, 1, pan_fourth);
    else
        pan_banker(count, 1);
}

static void war_dealer_again(struct shoe_count *count, uwide orders)
{
    deal_one(count, &count->showing.banker.cards, orders, end_deal);
}

static void war_tie(struct shoe_count *count, uwide orders)
{
    bool tie =
        card_rank(count->showing.own.cards.cards[0]) == card_rank(count->showing.banker.cards.cards[0]);
    if (tie)
        deal_one(count, &count->showing.own.cards, orders, war_dealer_again);
    else
        end_deal(count, orders);
}

static void war_dealer(struct shoe_count *count, uwide orders)
{
    deal_one(count, &count->showing.banker.cards, orders, war_tie);
}

static void count_war(struct shoe_count *count)
{
    count->longest = 4;
    deal_one(count, &count->showing.own.cards, 1, war_dealer);
}

static void count_all(struct counting *counting)
{
    struct shoe_count *count = ARENA_NEW(counting->arena, struct shoe_count);
    struct trial *trials = ARENA_ARRAY(counting->arena, struct trial, LIKENESSES);
    if (!count || !trials) {
        counting->status = counting->arena->refusal;
        return;
    }
    count->counting = counting;
    count->trials = trials;
    bool possible = plan_of(counting, &count->plan);
    CHECK(possible);
    count_shoe(count);
    prepare(count);
    showing_init(&count->showing, counting->game);
    count->showing.has[SHOWING_CARDS] = count->showing.has[SHOWING_BANKER] = true;
    if (counting->game->family == HAND_FAMILY_BLACKJACK)
        count_blackjack(count);
    else if (counting->game->family == HAND_FAMILY_BACCARAT)
        count_baccarat(count);
    else if (counting->game->family == HAND_FAMILY_PAN)
        count_pan(count);
    else
        count_war(count);
}

const struct counter counter_shoe = {can_count, count_all};
