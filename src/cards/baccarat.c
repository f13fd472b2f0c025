#include "cards/baccarat.h"

#include "base/check.h"
#include "cards/alike.h"

unsigned baccarat_value(struct card card)
{
    CHECK(!card_is_joker(card));
    enum rank rank = card_rank(card);
    if (rank == RANK_ACE)
        return 1;
    return rank >= RANK_TEN ? 0 : (unsigned)rank + 2;
}

unsigned baccarat_total(const struct hand *hand)
{
    unsigned total = 0;
    for (unsigned i = 0; i < hand->count; i++)
        total += baccarat_value(hand->cards[i]);
    return total % 10;
}

void baccarat_sum_write(struct text_out *out, const struct hand *hand)
{
    for (unsigned i = 0; i < hand->count; i++)
        text_out_add(out, "%s%u", i == 0 ? "" : " + ", baccarat_value(hand->cards[i]));
    text_out_add(out, " counts %u", baccarat_total(hand));
}

bool baccarat_is_natural(const struct hand *hand)
{
    return hand->count == 2 && baccarat_total(hand) >= 8;
}

/* ------------------------------------------------------------------------------------------ third cards */

bool baccarat_player_draws(unsigned player_total)
{
    return player_total <= 5;
}

bool baccarat_banker_draws(unsigned banker_total, const struct card *player_third)
{
    static const uint8_t draws_up_to[10] = {3, 3, 4, 4, 5, 5, 6, 6, 2, 3};
    if (!player_third)
        return baccarat_player_draws(banker_total);
    return banker_total <= draws_up_to[baccarat_value(*player_third)];
}

bool baccarat_deal(const struct card *cards, unsigned count, struct baccarat_round *round)
{
    if (count < 4)
        return false;
    struct baccarat_round dealt = {0};
    for (unsigned i = 0; i < 4; i++)
        hand_add(i % 2 == 0 ? &dealt.player : &dealt.banker, cards[i]);
    if (!baccarat_is_natural(&dealt.player) && !baccarat_is_natural(&dealt.banker)) {
        unsigned next = 4;
        const struct card *player_third = NULL;
        if (baccarat_player_draws(baccarat_total(&dealt.player))) {
            if (next == count)
                return false;
            player_third = &cards[next];
            hand_add(&dealt.player, cards[next++]);
        }
        if (baccarat_banker_draws(baccarat_total(&dealt.banker), player_third)) {
            if (next == count)
                return false;
            hand_add(&dealt.banker, cards[next]);
        }
    }
    *round = dealt;
    return true;
}

static bool illegal(struct text_out *why, const char *line, bool must_draw, unsigned total,
                    const char *reason)
{
    if (why)
        text_out_add(why, "the %s line must %s on %u%s", line, must_draw ? "draw" : "stand", total, reason);
    return false;
}

static bool is_line(const struct hand *hand)
{
    return hand->count == 2 || hand->count == 3;
}

bool baccarat_is_legal(const struct baccarat_round *round, struct text_out *why)
{
    CHECK(is_line(&round->player) && is_line(&round->banker));
    struct hand player = alike_first(&round->player, 2);
    struct hand banker = alike_first(&round->banker, 2);
    unsigned player_total = baccarat_total(&player);
    unsigned banker_total = baccarat_total(&banker);
    bool player_drew = round->player.count == 3;
    bool banker_drew = round->banker.count == 3;
    if (baccarat_is_natural(&player) || baccarat_is_natural(&banker)) {
        if (player_drew)
            return illegal(why, "player", false, player_total, ", for there is a natural");
        if (banker_drew)
            return illegal(why, "banker", false, banker_total, ", for there is a natural");
        return true;
    }
    if (player_drew != baccarat_player_draws(player_total))
        return illegal(why, "player", !player_drew, player_total, "");
    const struct card *player_third = player_drew ? &round->player.cards[2] : NULL;
    if (banker_drew != baccarat_banker_draws(banker_total, player_third))
        return illegal(why, "banker", !banker_drew, banker_total,
                       player_drew ? " against that third card" : " when the player line stands");
    return true;
}

enum baccarat_result baccarat_result(const struct baccarat_round *round)
{
    unsigned player = baccarat_total(&round->player);
    unsigned banker = baccarat_total(&round->banker);
    if (player == banker)
        return BACCARAT_TIE;
    return player > banker ? BACCARAT_PLAYER_WINS : BACCARAT_BANKER_WINS;
}

/* ----------------------------------------------------------------------------------------- named outcomes */

const struct baccarat_settings baccarat_settings_usual = {
    .dragon_7 = {BACCARAT_BANKER, 7, 3},
    .panda_8 = {BACCARAT_PLAYER, 8, 3},
    .fortune_7 = {BACCARAT_BANKER, 7, 3},
    .dragon_9 = {BACCARAT_PLAYER, 9, 3},
    .four_of_a_kind_ranks = 1u << RANK_THREE | 1u << RANK_FOUR | 1u << RANK_EIGHT | 1u << RANK_NINE,
};

/* The values that the tests of outcomes use, computed once a round. */
struct view {
    const struct baccarat_round *round;
    const struct baccarat_settings *settings;
    enum baccarat_result result;
    unsigned player_total, banker_total;
    struct hand all;        /* player line, then banker line */
    struct hand first_four; /* two of each */
};

static struct view view_of(const struct baccarat_round *round, const struct baccarat_settings *settings)
{
    struct hand player_two = alike_first(&round->player, 2);
    struct hand banker_two = alike_first(&round->banker, 2);
    return (struct view){
        .round = round,
        .settings = settings,
        .result = baccarat_result(round),
        .player_total = baccarat_total(&round->player),
        .banker_total = baccarat_total(&round->banker),
        .all = alike_joined(&round->player, &round->banker),
        .first_four = alike_joined(&player_two, &banker_two),
    };
}

static const struct hand *winner_of(const struct view *view)
{
    if (view->result == BACCARAT_TIE)
        return NULL;
    return view->result == BACCARAT_PLAYER_WINS ? &view->round->player : &view->round->banker;
}

static const struct hand *loser_of(const struct view *view)
{
    if (view->result == BACCARAT_TIE)
        return NULL;
    return view->result == BACCARAT_PLAYER_WINS ? &view->round->banker : &view->round->player;
}

static bool wins_with(const struct view *view, struct baccarat_pattern pattern)
{
    const struct hand *winner = winner_of(view);
    if (!winner || winner->count != pattern.cards || baccarat_total(winner) != pattern.total)
        return false;
    enum baccarat_line line = winner == &view->round->player ? BACCARAT_PLAYER : BACCARAT_BANKER;
    return ((unsigned)pattern.line & (unsigned)line) != 0;
}

static bool is_dragon_7(const struct view *view)
{
    return wins_with(view, view->settings->dragon_7);
}

static bool is_panda_8(const struct view *view)
{
    return wins_with(view, view->settings->panda_8);
}

static bool is_fortune_7(const struct view *view)
{
    return wins_with(view, view->settings->fortune_7);
}

static bool is_dragon_9(const struct view *view)
{
    return wins_with(view, view->settings->dragon_9);
}

static bool is_double_fortune_7(const struct view *view)
{
    return view->all.count == 6 && view->player_total == 7 && view->banker_total == 7;
}

/* Are the player's three cards the banker's three in some order, by card or by rank alone? */
static bool lines_match(const struct view *view, bool by_rank_alone)
{
    bool used[HAND_CARDS_MAX] = {false};
    const struct hand *player = &view->round->player;
    const struct hand *banker = &view->round->banker;
    for (unsigned i = 0; i < player->count; i++) {
        bool found = false;
        for (unsigned j = 0; j < banker->count && !found; j++) {
            found = !used[j] && (by_rank_alone ? card_rank(player->cards[i]) == card_rank(banker->cards[j])
                                               : card_equal(player->cards[i], banker->cards[j]));
            used[j] = used[j] || found;
        }
        if (!found)
            return false;
    }
    return true;
}

static bool is_double_fortune_7_exact(const struct view *view)
{
    return is_double_fortune_7(view) && lines_match(view, false);
}

static bool is_double_fortune_7_ranks(const struct view *view)
{
    return is_double_fortune_7(view) && lines_match(view, true);
}

static bool is_natural_tie(const struct view *view)
{
    return view->result == BACCARAT_TIE && baccarat_is_natural(&view->round->player) &&
           baccarat_is_natural(&view->round->banker);
}

static bool is_three_card_9_over_0(const struct view *view)
{
    const struct hand *winner = winner_of(view);
    return winner && winner->count == 3 && baccarat_total(winner) == 9 && baccarat_total(loser_of(view)) == 0;
}

static bool is_tie_at(const struct view *view, unsigned total, unsigned cards)
{
    return view->result == BACCARAT_TIE && view->player_total == total && view->all.count == cards;
}

static bool is_tie_7_four(const struct view *view)
{
    return is_tie_at(view, 7, 4);
}

static bool is_tie_7_five(const struct view *view)
{
    return is_tie_at(view, 7, 5);
}

static bool is_tie_7_six(const struct view *view)
{
    return is_tie_at(view, 7, 6);
}

static bool is_tie_9_four(const struct view *view)
{
    return is_tie_at(view, 9, 4);
}

static bool is_tie_9_six(const struct view *view)
{
    return is_tie_at(view, 9, 6);
}

static bool is_suited_tie(const struct view *view, unsigned cards)
{
    return is_tie_at(view, view->player_total, cards) && alike_suit(&view->all);
}

static bool is_suited_tie_four(const struct view *view)
{
    return is_suited_tie(view, 4);
}

static bool is_suited_tie_five(const struct view *view)
{
    return is_suited_tie(view, 5);
}

static bool is_suited_tie_six(const struct view *view)
{
    return is_suited_tie(view, 6);
}

static bool is_four_of_a_kind(const struct view *view)
{
    return alike_rank(&view->first_four) &&
           (view->settings->four_of_a_kind_ranks & alike_bit(card_rank(view->first_four.cards[0]))) != 0;
}

static bool is_four_of_a_kind_suited(const struct view *view)
{
    return is_four_of_a_kind(view) && alike_suit(&view->first_four);
}

static bool is_six_of_a_kind(const struct view *view)
{
    return view->all.count == 6 && alike_rank(&view->all);
}

static bool is_six_of_a_kind_suited(const struct view *view)
{
    return is_six_of_a_kind(view) && alike_suit(&view->all);
}

static bool is_six_faces(const struct view *view)
{
    return view->all.count == 6 && alike_faces(&view->all);
}

static bool is_six_faces_one_colour(const struct view *view)
{
    return is_six_faces(view) && alike_colour(&view->all);
}

static bool is_ace_two_three_twice(const struct view *view)
{
    unsigned ranks = alike_bit(RANK_ACE) | alike_bit(RANK_TWO) | alike_bit(RANK_THREE);
    return alike_one_of_each(&view->round->player, ranks) && alike_one_of_each(&view->round->banker, ranks);
}

/* Are there four cards that `same` calls alike? */
static bool four_the_same(const struct hand *hand, bool (*same)(struct card, struct card))
{
    for (unsigned i = 0; i + 4 <= hand->count; i++) {
        unsigned count = 0;
        for (unsigned j = i; j < hand->count; j++)
            count += same(hand->cards[i], hand->cards[j]);
        if (count >= 4)
            return true;
    }
    return false;
}

static bool same_rank(struct card left, struct card right)
{
    return card_rank(left) == card_rank(right);
}

static bool same_suit(struct card left, struct card right)
{
    return card_suit(left) == card_suit(right);
}

static bool is_any_four_of_a_kind(const struct view *view)
{
    return four_the_same(&view->all, same_rank);
}

static bool is_any_four_of_a_kind_suited(const struct view *view)
{
    return four_the_same(&view->all, card_equal);
}

static bool is_four_of_one_suit(const struct view *view)
{
    return four_the_same(&view->all, same_suit);
}

static bool has_pair(const struct hand *hand)
{
    for (unsigned i = 0; i < hand->count; i++)
        if (alike_count(hand, card_rank(hand->cards[i])) >= 2)
            return true;
    return false;
}

static bool is_pair_on_both_lines(const struct view *view)
{
    return has_pair(&view->round->player) && has_pair(&view->round->banker);
}

static bool is_three_of(const struct hand *hand, enum rank rank)
{
    return hand->count == 3 && alike_of_rank(hand, rank);
}

static bool is_sixes_beaten(const struct view *view)
{
    const struct hand *winner = winner_of(view);
    return winner && is_three_of(winner, RANK_THREE) && is_three_of(loser_of(view), RANK_SIX);
}

static bool is_sixes_beaten_loser_one_colour(const struct view *view)
{
    return is_sixes_beaten(view) && alike_colour(loser_of(view));
}

static bool is_sixes_beaten_both_one_colour(const struct view *view)
{
    return is_sixes_beaten_loser_one_colour(view) && alike_colour(winner_of(view));
}

static bool is_three_threes(const struct view *view)
{
    return is_three_of(&view->round->player, RANK_THREE) || is_three_of(&view->round->banker, RANK_THREE);
}

static bool is_two_three_four(const struct view *view)
{
    unsigned ranks = alike_bit(RANK_TWO) | alike_bit(RANK_THREE) | alike_bit(RANK_FOUR);
    return alike_one_of_each(&view->round->player, ranks) || alike_one_of_each(&view->round->banker, ranks);
}

struct outcome_row {
    const char *name;
    bool (*holds)(const struct view *view);
    uint64_t implies; /* lower steps of the same ladder */
};

static const struct outcome_row rows[BACCARAT_OUTCOME_COUNT] = {
    [BACCARAT_DRAGON_7] = {"Dragon 7", is_dragon_7, 0},
    [BACCARAT_PANDA_8] = {"Panda 8", is_panda_8, 0},
    [BACCARAT_FORTUNE_7] = {"Fortune 7", is_fortune_7, 0},
    [BACCARAT_DRAGON_9] = {"Dragon 9", is_dragon_9, 0},
    [BACCARAT_DOUBLE_FORTUNE_7_EXACT] = {"double Fortune 7, exact match", is_double_fortune_7_exact,
                                         UINT64_C(1) << BACCARAT_DOUBLE_FORTUNE_7_RANKS |
                                             UINT64_C(1) << BACCARAT_DOUBLE_FORTUNE_7},
    [BACCARAT_DOUBLE_FORTUNE_7_RANKS] = {"double Fortune 7, same ranks", is_double_fortune_7_ranks,
                                         UINT64_C(1) << BACCARAT_DOUBLE_FORTUNE_7},
    [BACCARAT_DOUBLE_FORTUNE_7] = {"double Fortune 7", is_double_fortune_7, 0},
    [BACCARAT_NATURAL_TIE] = {"natural tie", is_natural_tie, 0},
    [BACCARAT_THREE_CARD_9_OVER_0] = {"three-card 9 over 0", is_three_card_9_over_0, 0},
    [BACCARAT_TIE_7_FOUR_CARDS] = {"7-7 tie, four cards", is_tie_7_four, 0},
    [BACCARAT_TIE_7_FIVE_CARDS] = {"7-7 tie, five cards", is_tie_7_five, 0},
    [BACCARAT_TIE_7_SIX_CARDS] = {"7-7 tie, six cards", is_tie_7_six, 0},
    [BACCARAT_TIE_9_FOUR_CARDS] = {"9-9 tie, four cards", is_tie_9_four, 0},
    [BACCARAT_TIE_9_SIX_CARDS] = {"9-9 tie, six cards", is_tie_9_six, 0},
    [BACCARAT_SUITED_TIE_FOUR_CARDS] = {"suited tie, four cards", is_suited_tie_four, 0},
    [BACCARAT_SUITED_TIE_FIVE_CARDS] = {"suited tie, five cards", is_suited_tie_five, 0},
    [BACCARAT_SUITED_TIE_SIX_CARDS] = {"suited tie, six cards", is_suited_tie_six, 0},
    [BACCARAT_FOUR_OF_A_KIND_SUITED] = {"four of a kind suited", is_four_of_a_kind_suited,
                                        UINT64_C(1) << BACCARAT_FOUR_OF_A_KIND},
    [BACCARAT_FOUR_OF_A_KIND] = {"four of a kind", is_four_of_a_kind, 0},
    [BACCARAT_SIX_OF_A_KIND_SUITED] = {"six of a kind suited", is_six_of_a_kind_suited,
                                       UINT64_C(1) << BACCARAT_SIX_OF_A_KIND},
    [BACCARAT_SIX_OF_A_KIND] = {"six of a kind", is_six_of_a_kind, 0},
    [BACCARAT_SIX_FACES_ONE_COLOUR] = {"six face cards of one colour", is_six_faces_one_colour,
                                       UINT64_C(1) << BACCARAT_SIX_FACES},
    [BACCARAT_SIX_FACES] = {"six face cards", is_six_faces, 0},
    [BACCARAT_ACE_TWO_THREE_TWICE] = {"A-2-3 on both lines", is_ace_two_three_twice, 0},
    [BACCARAT_ANY_FOUR_OF_A_KIND_SUITED] = {"any four cards of a kind, suited", is_any_four_of_a_kind_suited,
                                            UINT64_C(1) << BACCARAT_ANY_FOUR_OF_A_KIND},
    [BACCARAT_ANY_FOUR_OF_A_KIND] = {"any four cards of a kind", is_any_four_of_a_kind, 0},
    [BACCARAT_PAIR_ON_BOTH_LINES] = {"a pair on both lines", is_pair_on_both_lines, 0},
    [BACCARAT_FOUR_OF_ONE_SUIT] = {"any four cards of one suit", is_four_of_one_suit, 0},
    [BACCARAT_SIXES_BEATEN_BOTH_ONE_COLOUR] = {"three 6s of one colour beaten by three 3s of one colour",
                                               is_sixes_beaten_both_one_colour,
                                               UINT64_C(1) << BACCARAT_SIXES_BEATEN_LOSER_ONE_COLOUR |
                                                   UINT64_C(1) << BACCARAT_SIXES_BEATEN},
    [BACCARAT_SIXES_BEATEN_LOSER_ONE_COLOUR] = {"three 6s of one colour beaten by three 3s",
                                                is_sixes_beaten_loser_one_colour,
                                                UINT64_C(1) << BACCARAT_SIXES_BEATEN},
    [BACCARAT_SIXES_BEATEN] = {"three 6s beaten by three 3s", is_sixes_beaten, 0},
    [BACCARAT_THREE_THREES] = {"three 3s on a line", is_three_threes, 0},
    [BACCARAT_TWO_THREE_FOUR] = {"2-3-4 on a line", is_two_three_four, 0},
};

struct baccarat_outcomes baccarat_outcomes(const struct baccarat_round *round,
                                           const struct baccarat_settings *settings)
{
    CHECK(is_line(&round->player) && is_line(&round->banker));
    struct view view = view_of(round, settings);
    struct baccarat_outcomes outcomes = {0};
    for (unsigned i = 0; i < BACCARAT_OUTCOME_COUNT; i++)
        if (rows[i].holds(&view))
            outcomes.bits |= UINT64_C(1) << i;
    return outcomes;
}

struct baccarat_outcomes baccarat_outcomes_highest(struct baccarat_outcomes outcomes)
{
    uint64_t implied = 0;
    for (unsigned i = 0; i < BACCARAT_OUTCOME_COUNT; i++)
        if (baccarat_has(outcomes, (enum baccarat_outcome)i))
            implied |= rows[i].implies;
    return (struct baccarat_outcomes){outcomes.bits & ~implied};
}

const char *baccarat_outcome_name(enum baccarat_outcome outcome)
{
    CHECK_OP(outcome, <, BACCARAT_OUTCOME_COUNT);
    return rows[outcome].name;
}

/* ------------------------------------------------------------------------------------------ the ranking */

static enum status line_parse(struct text text, size_t origin, struct hand *hand, struct fault *fault)
{
    static const struct hand_form form = {.cards_min = 2, .cards_max = 3, .decks = BACCARAT_DECKS};
    return hand_parse(text, origin, &form, hand, fault);
}

static enum status rank_line(struct text cards, size_t origin, enum card_style style,
                             struct ranked_hand *ranked, struct fault *fault)
{
    struct hand hand;
    enum status status = line_parse(cards, origin, &hand, fault);
    if (status != STATUS_OK)
        return status;
    ranked_hand_init(ranked, &hand, style);
    struct text_out name, detail;
    text_out_init(&name, ranked->name, sizeof ranked->name);
    text_out_init(&detail, ranked->detail, sizeof ranked->detail);
    unsigned total = baccarat_total(&hand);
    ranked->value = total;
    if (baccarat_is_natural(&hand)) {
        ranked->class_name = "natural";
        text_out_add(&name, "natural %u", total);
    } else {
        ranked->class_name = hand.count == 2 ? "two-card total" : "three-card total";
        text_out_add(&name, "%s-card %u", hand.count == 2 ? "two" : "three", total);
    }
    baccarat_sum_write(&detail, &hand);
    return STATUS_OK;
}

static void outcomes_write(struct text_out *out, struct baccarat_outcomes outcomes)
{
    for (unsigned i = 0; i < BACCARAT_OUTCOME_COUNT; i++) {
        if (!baccarat_has(outcomes, (enum baccarat_outcome)i))
            continue;
        text_out_add(out, "; %s", rows[i].name);
        if (i == BACCARAT_DRAGON_7)
            text_out_add(out, " (Jin Chan 7, Rabbit 7)");
    }
}

static enum status line_versus(struct text first, size_t first_origin, struct text second,
                               size_t second_origin, struct text_out *meaning, int *outcome,
                               struct fault *fault)
{
    struct baccarat_round round;
    enum status status = line_parse(first, first_origin, &round.player, fault);
    if (status == STATUS_OK)
        status = line_parse(second, second_origin, &round.banker, fault);
    if (status != STATUS_OK)
        return status;
    static const char *const results[] = {"tie", "player wins", "banker wins"};
    static const int outcomes[] = {0, 1, -1};
    enum baccarat_result result = baccarat_result(&round);
    *outcome = outcomes[result];
    text_out_add(meaning, "%s, %u to %u", results[result], baccarat_total(&round.player),
                 baccarat_total(&round.banker));
    char why_bytes[96];
    struct text_out why;
    text_out_init(&why, why_bytes, sizeof why_bytes);
    if (baccarat_is_legal(&round, &why))
        outcomes_write(meaning,
                       baccarat_outcomes_highest(baccarat_outcomes(&round, &baccarat_settings_usual)));
    else
        text_out_add(meaning, "; but the third-card rules do not allow it: %s", why.bytes);
    return STATUS_OK;
}

const struct ranking ranking_baccarat = {
    .name = "baccarat",
    .summary = "baccarat: the total of two or three cards; player line against banker line",
    .example = "8s Kd",
    .rank = rank_line,
    .versus = line_versus,
};
