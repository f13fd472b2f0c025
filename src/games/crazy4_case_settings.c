/*
 * The settings of Crazy 4 Poker as a case writes them.
 */
#include "games/case_rounds.h"
#include "games/crazy4_case_internal.h"

enum status crazy4_case_dealing(struct case_cursor *cursor, enum poker_dealing *dealing,
                                struct case_fault *fault)
{
    static const char *const words[] = {"manual shoe", "hand", "automated shoe"};
    unsigned choice = 0;
    enum status status = case_choice(cursor, words, 3, &choice, fault);
    if (status == STATUS_OK)
        *dealing = (enum poker_dealing)choice;
    return status;
}

enum status crazy4_case_shuffling(struct case_cursor *cursor, enum poker_shuffling *shuffling,
                                  struct case_fault *fault)
{
    static const char *const words[] = {"by hand", "device", "counting device"};
    unsigned choice = 0;
    enum status status = case_choice(cursor, words, 3, &choice, fault);
    if (status == STATUS_OK)
        *shuffling = (enum poker_shuffling)choice;
    return status;
}

/* wager 1, seed 5,000, rate 20%, 1 to 5: in any order, each optional; `wager` and `limits` may be NULL. */
static enum status take_terms(struct case_cursor *cursor, struct money *wager, struct wager_limits *limits,
                              struct money *seed, struct meter_rate *rate, struct case_fault *fault)
{
    while (!case_ended(cursor)) {
        enum status status;
        case_take(cursor, ',');
        if (wager && case_take_words(cursor, "wager"))
            status = case_money(cursor, wager, fault);
        else if (seed && case_take_words(cursor, "seed"))
            status = case_money(cursor, seed, fault);
        else if (rate && case_take_words(cursor, "rate"))
            status = case_percent(cursor, &rate->numerator, &rate->denominator, fault);
        else if (limits)
            status = case_limits(cursor, &limits->least, &limits->most, fault);
        else
            status = case_expected(cursor, fault, "wager, seed or rate");
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

static enum status take_queens_up(struct case_cursor *cursor, struct crazy4_settings *settings,
                                  struct case_fault *fault)
{
    static const char *const tables[] = {"A", "B", "C", "D"};
    settings->queens_up = !case_take_words(cursor, "none");
    if (!settings->queens_up)
        return STATUS_OK;
    if (!case_take_words(cursor, "table"))
        return case_expected(cursor, fault, "\"table\" and its letter, or \"none\"");
    enum status status = case_choice(cursor, tables, 4, &settings->queens_up_table, fault);
    if (status == STATUS_OK)
        status = take_terms(cursor, NULL, &settings->queens_up_limits, NULL, NULL, fault);
    return status;
}

static enum status take_progressive(struct case_cursor *cursor, struct crazy4_settings *settings,
                                    struct case_fault *fault)
{
    static const char *const kinds[] = {"none", "four card table A", "four card table B", "five card"};
    static const int64_t seeds[] = {0, 5000, 1000, 10000};
    unsigned choice = 0;
    enum status status = case_choice(cursor, kinds, 4, &choice, fault);
    if (status != STATUS_OK)
        return status;
    settings->progressive = (enum crazy4_progressive)choice;
    settings->progressive_seed = money_of_cents(100 * seeds[choice]);
    return choice == 0 ? STATUS_OK
                       : take_terms(cursor, &settings->progressive_wager, NULL, &settings->progressive_seed,
                                    &settings->progressive_rate, fault);
}

static enum status take_hand_bonus(struct case_cursor *cursor, struct crazy4_settings *settings,
                                   struct case_fault *fault)
{
    enum status status = case_flag(cursor, "none", "offered", &settings->hand_bonus, fault);
    return status == STATUS_OK ? take_terms(cursor, NULL, &settings->hand_bonus_limits,
                                            &settings->hand_bonus_seed, &settings->hand_bonus_rate, fault)
                               : status;
}

static enum status take_cover_all(struct case_cursor *cursor, struct crazy4_settings *settings,
                                  struct case_fault *fault)
{
    enum status status = case_flag(cursor, "none", "offered", &settings->cover_all, fault);
    return status == STATUS_OK ? take_terms(cursor, NULL, &settings->cover_all_limits, NULL, NULL, fault)
                               : status;
}

static enum status take_bonus_on_fold(struct case_cursor *cursor, struct crazy4_settings *settings,
                                      struct case_fault *fault)
{
    static const char *const words[] = {"own lost", "all lost", "all live"};
    unsigned choice = 0;
    enum status status = case_choice(cursor, words, 3, &choice, fault);
    if (status == STATUS_OK)
        settings->fold = (enum crazy4_bonus_on_fold)choice;
    return status;
}

static enum status take_dealing(struct case_cursor *cursor, struct crazy4_settings *settings,
                                struct case_fault *fault)
{
    return crazy4_case_dealing(cursor, &settings->dealing, fault);
}

static enum status take_shuffling(struct case_cursor *cursor, struct crazy4_settings *settings,
                                  struct case_fault *fault)
{
    return crazy4_case_shuffling(cursor, &settings->shuffling, fault);
}

static enum status take_unit(struct case_cursor *cursor, struct crazy4_settings *settings,
                             struct case_fault *fault)
{
    return case_money(cursor, &settings->unit, fault);
}

static enum status take_ante(struct case_cursor *cursor, struct crazy4_settings *settings,
                             struct case_fault *fault)
{
    return case_limits(cursor, &settings->ante.least, &settings->ante.most, fault);
}

/* Keys with a number, with a flag, and with a reader of their own. */
static enum status take_number(struct case_cursor *cursor, struct crazy4_settings *settings, bool *known,
                               struct case_fault *fault)
{
    const struct {
        const char *key;
        unsigned *number;
    } numbers[] = {
        {"seats", &settings->seats},
        {"decks", &settings->decks},
        {"rounds between stub counts", &settings->stub_count_rounds},
        {"hours of a deck dealt by hand", &settings->hand_hours},
        {"hours of a deck dealt from a shoe", &settings->shoe_hours},
    };
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (case_take_name(cursor, numbers[i].key)) {
            *known = true;
            return case_number(cursor, 1000, numbers[i].number, fault);
        }
    }
    return STATUS_OK;
}

static enum status take_reading(struct case_cursor *cursor, struct crazy4_settings *settings, bool *known,
                                struct case_fault *fault)
{
    const struct {
        const char *key, *no, *yes;
        bool *flag;
    } readings[] = {
        {"magic card", "none", "offered", &settings->magic_card},
        {"lucky bonus", "none", "offered", &settings->lucky_bonus},
        {"super bonus below king", "not compared", "compared", &settings->below_king_compares},
        {"losing super bonus", "collected", "returned", &settings->losing_super_bonus_back},
        {"queens up on a fold", "lost", "live", &settings->fold_keeps_queens_up},
        {"cover all on a fold", "live", "lost", &settings->fold_loses_cover_all},
        {"royal flush of cover all", "A-K-Q-J", "A-K-Q-J-T", &settings->cover_all_royal_has_ten},
        {"envy", "any hand", "hands with a progressive wager", &settings->envy_needs_wager},
        {"face-up card in a stack", "replaced", "void", &settings->face_up_voids_stack},
        {"leaving player", "loses", "is settled", &settings->leaver_keeps_wagers},
    };
    for (unsigned i = 0; i < sizeof readings / sizeof readings[0]; i++) {
        if (case_take_name(cursor, readings[i].key)) {
            *known = true;
            return case_flag(cursor, readings[i].no, readings[i].yes, readings[i].flag, fault);
        }
    }
    return STATUS_OK;
}

enum status crazy4_case_setting(struct case_cursor *cursor, struct crazy4_settings *settings,
                                struct case_fault *fault)
{
    static const struct {
        const char *key;
        enum status (*take)(struct case_cursor *, struct crazy4_settings *, struct case_fault *);
    } readers[] = {
        {"unit", take_unit},
        {"ante", take_ante},
        {"queens up", take_queens_up},
        {"progressive", take_progressive},
        {"five card hand bonus", take_hand_bonus},
        {"cover all", take_cover_all},
        {"five card hand bonus on a fold", take_bonus_on_fold},
        {"dealing", take_dealing},
        {"shuffling", take_shuffling},
    };
    bool known = false;
    enum status status = take_number(cursor, settings, &known, fault);
    if (status == STATUS_OK && !known)
        status = take_reading(cursor, settings, &known, fault);
    for (unsigned i = 0; status == STATUS_OK && !known && i < sizeof readers / sizeof readers[0]; i++) {
        if (case_take_name(cursor, readers[i].key)) {
            known = true;
            status = readers[i].take(cursor, settings, fault);
        }
    }
    if (status == STATUS_OK && !known)
        status = case_expected(cursor, fault, "a setting of crazy-4-poker and a colon");
    return status;
}
