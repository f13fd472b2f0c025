/*
 * Witnesses of the games in which the player sets a hand in parts: pai gow poker, thirteen cards and tiles.
 */
#include "rulebook/hand_witness_internal.h"

#include "base/check.h"
#include "cards/joker.h"
#include "cards/thirteen.h"

/* ------------------------------------------------------------------------------------------ pai gow poker */

static struct joker_rules rules_of(const struct hand_game *game)
{
    struct joker_rules rules = joker_rules_usual;
    rules.fully_wild = game->wild;
    return rules;
}

static void set_parts(struct holding *holding, const struct hand *front, const struct hand *back)
{
    *holding = (struct holding){.set = true, .front = *front, .back = *back, .cards = *front};
    for (unsigned i = 0; i < back->count; i++)
        hand_add(&holding->cards, back->cards[i]);
}

static const char *const pai_gow_others[][2] = {
    {"Ah Ad", "Kh Kd Kc Ks 3c"}, {"Kh Kd", "9h 9d 9c 9s Qc"}, {"Qs Qd", "Kc Kd Kh 5s 5c"},
    {"Qh Qc", "9c 9d 9h 5s 5c"}, {"Js Jd", "6c 6d 6h 4s 4d"}, {"Qs 9d", "Kc Jd Th 7s 3c"},
    {"Jh 8d", "Qc Td 9h 6s 3c"}, {"7h 3d", "8c 6d 5h 4s 2c"}, {"9c 3h", "Td 8c 6h 4d 2h"},
};
enum { PAI_GOW_OTHERS = sizeof pai_gow_others / sizeof pai_gow_others[0] };

static struct hand cards_of(const char *text)
{
    static const struct hand_form any = {1, 13, 1, 1};
    struct hand hand = {0};
    CHECK(hand_parse(text_of(text), 0, &any, &hand, NULL) == STATUS_OK);
    return hand;
}

/* Against the first other hand from `number` on, up or down the list, whose cards are free. */
static void pai_gow_other(struct showing *showing, unsigned number, bool down)
{
    struct card_set used = card_set_of_hand(&showing->own.cards);
    for (unsigned i = 0; i < PAI_GOW_OTHERS; i++) {
        unsigned at = (down ? number + PAI_GOW_OTHERS - i : number + i) % PAI_GOW_OTHERS;
        struct hand front = cards_of(pai_gow_others[at][0]), back = cards_of(pai_gow_others[at][1]);
        if (((card_set_of_hand(&front).bits | card_set_of_hand(&back).bits) & used.bits) != 0)
            continue;
        set_parts(&showing->winner, &front, &back);
        showing->has[SHOWING_WINNER] = true;
        break;
    }
    CHECK(showing->has[SHOWING_WINNER]);
    witness_finish(showing);
}

/* Appends the setting if it is legal, against a worse and if asked a better hand. */
static void pai_gow_set(struct witness_list *list, const struct hand *front, const struct hand *back,
                        bool against_better)
{
    struct joker_rules rules = rules_of(list->game);
    struct hand all = *front;
    for (unsigned i = 0; i < back->count; i++)
        hand_add(&all, back->cards[i]);
    if (card_set_count(card_set_of_hand(&all)) != PAI_GOW_CARDS ||
        !pai_gow_legal(joker_front(front->cards, rules), joker_best_five(card_set_of_hand(back), rules),
                       rules))
        return;
    for (unsigned better = 0; better <= (against_better ? 1U : 0U); better++) {
        struct showing *showing = witness_add(list);
        set_parts(&showing->own, front, back);
        pai_gow_other(showing, better ? 0 : PAI_GOW_OTHERS - 1, better == 0);
    }
}

static const char *const fronts[] = {"6h 4h", "2h 2c", "8h 8d", "Jc Jh", "Qc Qh",
                                     "Ac Ah", "Ac Kh", "Ah Jc", "Ah Tc", "Kc Qh"};

/* Behind the first two fronts always; behind every other one, and once with the joker, at the corners. */
static void pai_gow_made(struct witness_list *list, const struct made *made)
{
    struct hand back = {.count = 5};
    cards_choose(made->five, 5, ~0U, back.cards);
    bool several = made->corner && made->class_number != FIVE_CLASS_FULL_HOUSE;
    for (unsigned i = 0; i < sizeof fronts / sizeof fronts[0]; i++) {
        bool in_turn = several && (i + (unsigned)card_rank(made->five[0])) % 2 == 0;
        if (i > 1 && !in_turn)
            continue;
        struct hand front = cards_of(fronts[i]);
        pai_gow_set(list, &front, &back, i == 1 && made->corner);
    }
    if (!several)
        return;
    struct hand front = cards_of(fronts[0]);
    back.cards[4] = card_joker(0);
    pai_gow_set(list, &front, &back, false);
}

/* Every pair in front with someseveralg behind that it does not foul. */
static void pai_gow_fronts(struct witness_list *list)
{
    static const char *const backs[] = {"As Ks 7d 5d 3s", "Ts Td Tc 3s 2s", "As Js 9s 4s 3s",
                                        "Ts Td Tc 2s 2d", "7s 6d 5d 4s 3s", "As Ad Kd Ks 4s"};
    for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
        struct hand front = {2,
                             {card_of((enum rank)rank, SUIT_HEARTS), card_of((enum rank)rank, SUIT_CLUBS)}};
        struct hand joker = {2, {card_of((enum rank)rank, SUIT_HEARTS), card_joker(0)}};
        for (unsigned i = 0; i < sizeof backs / sizeof backs[0]; i++) {
            struct hand back = cards_of(backs[i]);
            pai_gow_set(list, &front, &back, i == 1);
            if (i % 3 == 2)
                pai_gow_set(list, &joker, &back, false);
        }
    }
}

static const struct witness_text pai_gow_texts[] = {
    {{"8s 7d / 9c 5d 4h 3s 2s", NULL, NULL, "Qs 9d / Kc Jd Th 7s 3c"}}, /* nine high */
    {{"8s 7d / 9c 5d 4h 3s 2s", NULL, NULL, "Qs Qd / Kc Kd Th 7s 3c"}},
    {{"8s 7d / 9c 5d 4h 3s 2s", NULL, NULL, "8h 7c / 9d 5h 4c 3d 2h"}},
    {{"8s 7d / 9c 5d 4h 3s 2s", NULL, NULL, "As 9d / Ac Jd Th 7s 3c"}},
    {{"6s 3d / 7c 5d 4h 2s joker", NULL, NULL, "Qs 9d / Kc Jd Th 7s 3c"}},
    {{"Qs Qd / Ks Kd Kc Js Jd", NULL, NULL, "Ts 9d / Ac Ad Th 7s 3c"}}, /* seven face cards */
    {{"Js Jd / Ks Kd Kc Kh Qs", NULL, NULL, "Ts 9d / Ac Ad Th 7s 3c"}},
    {{"Qs Js / Ks Kd Kc Qd joker", NULL, NULL, "Ts 9d / Ac Ad Th 7s 3c"}}, /* six and the joker */
    {{"Qs joker / Ks Kd Kc Qd Js", NULL, NULL, "Ts 9d / Ac Ad Th 7s 3c"}},
    {{"Qs Ts / Ks Kd Kc Qd Js", NULL, NULL, "9s 8d / Ac Ad Th 7s 3c"}}, /* six without */
    {{"2s 2d / 3c 3d 9h 9s Ks", NULL, NULL, "Ts 8d / Ac Qd Th 7s 4c"}}, /* three pair */
    {{"3c 3d / As joker 2s 2d Ks", NULL, NULL, "Ts 8d / Ac Qd Th 7s 4c"}},
    {{"Qs Qd / Kc Kd Ah As 2s", NULL, NULL, "Ts 8d / Ac Qh Th 7s 4c"}},
    {{"Js Td / As Ad Ac Ah joker", NULL, NULL, "Ts 8d / Kc Qd Th 7s 4c"}}, /* five aces */
    {{"Ks Kd / As Ad Ac Ah joker", NULL, NULL, "Ts 8d / Kc Qd Th 7s 4c"}},
    {{"As joker / Ad Ac Ah Js Td", NULL, NULL, "Ts 8d / Kc Qd Th 7s 4c"}},
    {{"As Ad / Ac Ah 4s 6s 3s", NULL, NULL, "Ts 8d / Kc Qd Th 7s 4c"}}, /* four aces, two of them in front */
    {{"Kd Qd / 2s 2d 2c 2h joker", NULL, NULL, "Ts 8d / Kc Qh Th 7s 4c"}},
    {{"Kd Qd / Js Jd Jc Jh joker", NULL, NULL, "Ts 8d / Kc Qh Th 7s 4c"}},
    {{"6s 3s / As Ks Qs Js Ts", NULL, NULL, "Th 8d / Kc Qd 9h 7s 4c"}}, /* seven of one suit */
    {{"6s 3s / Ks Js 9s 7s 2s", NULL, NULL, "Th 8d / Kc Qd 9h 7h 4c"}},
    {{"6s joker / Ks Js 9s 7s 2s", NULL, NULL, "Th 8d / Kc Qd 9h 7h 4c"}},
    {{"6h 3h / 8h 7h 5h 4h 2h", NULL, NULL, "Ts 8d / Kc Qd 9s 7s 4c"}},
    {{"6s joker / As Ks Qs Js Ts", NULL, NULL,
      "Th 8d / Kc Qd 9h 7s 4c"}}, /* a royal flush without the joker */
    {{"6s 3d / As Ks Qs joker Ts", NULL, NULL, "Th 8d / Kc Qd 9h 7s 4c"}}, /* and with it */
    {{"Kd Qd / 2s 3s joker 5s 6s", NULL, NULL, "Th 8d / Kc Qh 9h 7s 4c"}},
    {{"7s 6s / 5s 4s 3s 2s As", NULL, NULL, "Th 8d / Kc Qd 9h 7h 4c"}}, /* seven in sequence */
    {{"7s 6d / 5s 4d 3s 2s As", NULL, NULL, "Th 8d / Kc Qd 9h 7h 4c"}},
    {{"Js Jd / Tc Td Th 2s 3s", NULL, NULL, "Qs Qd / 4c 4d 4h 5s 5c"}},
    {{"2s 2d / 8c 8d 8h 3s 4s", NULL, NULL, "Qs Qd / 9c 9d 9h 5s 5c"}},
    {{"As Jd / 4c 5d 6h 7s 8c", NULL, NULL, "Qs Qd / 9c 9d 9h 5s 5c"}},
    {{"As Jd / 4c 5d joker 7s 8c", NULL, NULL, "Ts 9d / Ac Ad Th 7d 3c"}},
    {{"8c 7s / As Jd 4c 5d 6h", NULL, NULL,
      "Ts 9d / Ac Ad Th 7d 3c"}}, /* set otherwise than dealt it could be */
};

void witness_pai_gow(struct witness_list *list)
{
    struct made mades[MADE_MAX];
    unsigned count = made_fives(mades);
    witness_read_all(list, pai_gow_texts, sizeof pai_gow_texts / sizeof pai_gow_texts[0]);
    for (unsigned i = 0; i < count; i++)
        pai_gow_made(list, &mades[i]);
    pai_gow_fronts(list);
}

/* ------------------------------------------------------------------------------------------ thirteen cards */

static const struct witness_text thirteen_texts[] = {
    {{"2s 2d 3c / 4c 4d 4h 9d Kd / 5s 6s 7s 8s 9s", NULL, NULL,
      "As Ad 3d / 5c 5d 5h 3h Kc / 9c Tc Jc Qc 8c"}},
    {{"2s 2d 3c / 4c 4d 4h 9d Kd / As Ad Ac 8s 8d", NULL, NULL,
      "3s 3d Kc / 5c 5d 5h 5s 6c / 9c Tc Jc Qc 8c"}},
    {{"2s 2d 3c / 4c 4d Jh 9d Kd / 5s 6s 7s 8s 9s", NULL, NULL,
      "As Ad 3d / 5c 5d 5h 3h Kc / 9c Tc Jc Qc 8c"}},
    {{"2s 2d 3c / 4c 4d Jh 9d Kd / 6s 7s 8s 9s Ts", NULL, NULL,
      "3s 3d Kc / 5c 5d 5h 5s 6c / 9c Tc Jc Qc 8c"}},
    {{"As Ks Qs / Js Ts 9d 8d 7d / 6d 5d 4c 3c 2c", NULL, NULL,
      "3s 3d Kc / 5c 5h 7s 7c 6c / 9c Tc Jc Qc 8c"}},
    {{"4c 3c 2c / 9d 8d 7d 6d 5d / As Ks Qs Js Ts", NULL, NULL,
      "3s 3d Kc / 5c 5h 7s 7c 6c / 9c Tc Jc Qc 8c"}},
    {{"As Kd Qs / Jd Ts 9d 8s 7d / 6s 5d 4c 3c 2c", NULL, NULL,
      "3s 3d Kc / 5c 5h 7s 7c 6c / 9c Tc Jc Qc 8c"}},
    {{"2c 4c 6s / 3c 5c 7s 8c 9c / As Ks Qs Js Ts", NULL, NULL,
      "3s 3d Kc / 5d 5h 7d 7c 6c / 9d Tc Jc Qc 8d"}},
    {{"Ks Kd Kc / 9c 9d 9h 9s 2d / 5s 6s 7s 8s 4s", NULL, NULL,
      "2s 4d 6d / 3c 3d 5h Jc Tc / Jd Jh Td 8c Ac"}},
    {{"2s 4d 6d / 3c 3d 5h Jc Tc / Jd Jh Td 8c Ac", NULL, NULL,
      "Ks Kd Kc / 9c 9d 9h 9s 2d / 5s 6s 7s 8s 4s"}},
    {{"Ks Kd 2c / 9c 9d 9h 3s 4d / 5s 6s 7s 8s 9s", NULL, NULL,
      "2s 4h 6d / 3c 3d 5h Jc Tc / Jd Jh Td 8c Ac"}},
    {{"Ks Qd 2c / 9c 9d 4h 3s 4d / 5s 5d 7s 7d 9s", NULL, NULL,
      "2s Th 6d / 3c 3d 5h Jc Tc / Jd Jh Td 8c Ac"}},
    {{"2s 2d 3c / 3d 4h 4s 5c 5d / 6h 6s 7d 8d 8h", NULL, NULL,
      "As Kd 9s / Ac 9c Th Jc Tc / Jd Jh Td Qc Ad"}},
    {{"2s 2d 3c / 3d 4h 4s 5c 5d / 6h 6s 6d 8d 8h", NULL, NULL,
      "As Kd 9s / Ac 9c Th Jc Tc / Jd Jh Td Qc Ad"}},
    {{"As Ad Kc / 2s 2d 2c 3h 3d / 4s 4d 4c 4h 5s", NULL, NULL,
      "Ah Qd 9s / Ac 9c Th Jc Tc / Jd Jh Td Qc 8d"}},
    {{"As Ad Ac / Ks Kd Kc Kh 2s / 3s 4s 5s 6s 7s", NULL, NULL,
      "Ah Qd 9s / 8c 9c Th Jc Tc / Jd Jh Td Qc 8d"}},
    {{"2s 2d 2c / 3s 3d 3c 3h 4d / Ts Js Qs Ks As", NULL, NULL,
      "Ah Qd 9s / 8c 9c Th Jc Tc / Jd Jh Td Qc 8d"}},
    {{"2s 4d 6c / 8s 9d Th Jc Qd / 3h 5h 7h 9h Kh", NULL, NULL,
      "Ah Qh 9s / 8c 9c Td Js Tc / Jd Jh Ts Qc 8d"}},
    {{"Qs Qd Jc / As Ks 9s 8s 2s / Ad Ah Ac 4s 4d", NULL, NULL,
      "Kh Qh 7s / 8c 9c Td Js Tc / Jd Jh Ts Qc 8d"}},
    {{"Ts Td 3c / Ah Ad Kd Kh 2c / Qc Qd Qh 5s 5d", NULL, NULL,
      "Kc Qs 7s / 8c 9c 4d Js Tc / Jd Jh Th 6c 8d"}},
    {{"As Kd 3c / 6h 6d 7d 7h 2c / 9c Td Jh Qs Kh", NULL, NULL,
      "Kc Qd 7s / 8c 9s 4d Js Tc / Jd 3h Th 6c 8d"}},
};

static const char *const thirteen_fronts[] = {"2h 2c 3d", "Ah Ac 3d", "9h 6c 2d", "5h 5c 5d"};
static const char *const thirteen_middles[] = {"4h 4c 4d Jc Qd", "6h 6c Jc Td 3h", "8h 8c 8d 9c 9h",
                                               "Jh Th 9h 8h 7h", "Kh Qc Jc Td 9h", "Qh Th 8h 6h 3h"};
static const char *const thirteen_others[] = {
    "7c 5c 3c / Kc Jd 8c 6d 4s / Ac Ad Qc Td 9d", "Ac Ad Qh / 7c 7d 7h Tc 9d / Jc Jd Jh 8c 8d",
    "Kc Kd 9c / Tc Td Th 6c 6d / Qc Jc 9d 8c 7c", "Qc Qh 7d / Kc Kd Kh 9c 9d / 8c 7c 6c 5c 4c"};

static bool add_cards(struct hand *hand, const struct hand *more)
{
    struct card_set used = card_set_of_hand(hand);
    if ((used.bits & card_set_of_hand(more).bits) != 0)
        return false;
    for (unsigned i = 0; i < more->count; i++)
        hand_add(hand, more->cards[i]);
    return true;
}

static bool is_legal(const struct holding *holding)
{
    struct thirteen setting;
    cards_choose(holding->front.cards, 3, ~0U, setting.front);
    cards_choose(holding->middle.cards, 5, ~0U, setting.middle);
    cards_choose(holding->back.cards, 5, ~0U, setting.back);
    struct thirteen_scores scores = thirteen_score(&setting, &thirteen_rules_usual);
    return thirteen_legal(&scores);
}

/* The other player sets thirteen cards as they come. */
static void thirteen_spares(struct showing *showing)
{
    struct card_set used = card_set_of_hand(&showing->own.cards);
    struct holding *winner = &showing->winner;
    unsigned turn = 0;
    for (unsigned i = 0; i < THIRTEEN_CARDS; i++) {
        struct card card = witness_spare(&used, &turn);
        hand_add(&winner->cards, card);
        hand_add(i < 3 ? &winner->front : i < 8 ? &winner->middle : &winner->back, card);
    }
    winner->set = true;
    showing->has[SHOWING_WINNER] = true;
    witness_finish(showing);
}

/* The made hand behind, with the front and the middle given, against a hand of spares and a good one. */
static void thirteen_set(struct witness_list *list, const struct made *made, const char *front,
                         const char *middle)
{
    struct showing showing;
    showing_init(&showing, list->game);
    showing.has[SHOWING_CARDS] = true;
    struct holding *own = &showing.own;
    *own =
        (struct holding){.set = true, .front = cards_of(front), .middle = cards_of(middle), .back.count = 5};
    cards_choose(made->five, 5, ~0U, own->back.cards);
    own->cards = own->front;
    if (!add_cards(&own->cards, &own->middle) || !add_cards(&own->cards, &own->back) || !is_legal(own))
        return;
    struct showing *weaker = witness_add(list);
    *weaker = showing;
    thirteen_spares(weaker);
    for (unsigned i = 0; i < sizeof thirteen_others / sizeof thirteen_others[0]; i++)
        if (showing_read(&showing, SHOWING_WINNER, text_of(thirteen_others[i]), 0, NULL) == STATUS_OK) {
            witness_finish(&showing);
            *witness_add(list) = showing;
            return;
        }
}

void witness_thirteen(struct witness_list *list)
{
    struct made mades[MADE_MAX];
    unsigned count = made_fives(mades);
    witness_read_all(list, thirteen_texts, sizeof thirteen_texts / sizeof thirteen_texts[0]);
    for (unsigned i = 0; i < count; i++) {
        bool high = mades[i].class_number >= FIVE_CLASS_FULL_HOUSE;
        for (unsigned j = 0; j < sizeof thirteen_middles / sizeof thirteen_middles[0]; j++)
            if (mades[i].corner || (high && j == 1))
                thirteen_set(list, &mades[i], thirteen_fronts[(i + j) % 4], thirteen_middles[j]);
    }
}

/* ------------------------------------------------------------------------------------------ tiles */

/* Hands of two tiles from the best down. */
static const char *const tile_twos[] = {
    "gee joon", "teen teen", "day day",  "yun yun",   "gor gor",  "mooy mooy", "chong chong", "bon bon",
    "foo foo",  "ping ping", "tit tit",  "look look", "gow gow",  "bot bot",   "chit chit",   "ng ng",
    "teen 4-5", "day 3-6",   "teen 4-4", "day 3-5",   "teen 2-5", "1-3 1-4",   "4-4 4-6",     "3-3 1-1",
    "4-4 4-5",  "5-5 3-3",   "5-5 2-3",  "2-2 4-6",   "1-3 3-6",  "4-4 2-2",   "5-5 4-6",     "5-6 3-6",
};
enum { TILE_TWOS = sizeof tile_twos / sizeof tile_twos[0] };

static const char *const tile_others[] = {"day day / teen teen", "yun yun / gee joon", "gor gor / mooy mooy",
                                          "5-5 4-6 / 5-6 3-6",   "5-5 1-6 / 4-6 3-3",  "1-5 2-3 / 5-6 2-4",
                                          "4-6 1-6 / 5-6 3-4"};

static void tiles_set(struct witness_list *list, unsigned front, unsigned back)
{
    char own[64];
    struct text_out out;
    text_out_init(&out, own, sizeof own);
    text_out_add(&out, "%s / %s", tile_twos[front], tile_twos[back]);
    unsigned others = sizeof tile_others / sizeof tile_others[0];
    unsigned better = 0;
    while (better < others && !witness_read(list, own, NULL, NULL, tile_others[better]))
        better++;
    for (unsigned worse = others; worse-- > better + 1;)
        if (witness_read(list, own, NULL, NULL, tile_others[worse]))
            return;
}

void witness_tiles(struct witness_list *list)
{
    for (unsigned front = 0; front < TILE_TWOS; front++) {
        static const unsigned backs[] = {0, 1, 2, 5, 12, 16, 18, 19, 21, 25};
        for (unsigned i = 0; i < sizeof backs / sizeof backs[0]; i++)
            if (backs[i] < front)
                tiles_set(list, front, backs[i]);
        if (front > 0)
            tiles_set(list, front, front - 1);
    }
}
