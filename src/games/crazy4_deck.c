/*
 * The dealer's acts with the cards of Crazy 4 Poker: decks, shuffle, cut, deal, stub; and errors with them.
 */
#include "base/check.h"
#include "games/crazy4_internal.h"

/* ---------------------------------------------------------------------------------------- decks */

struct ruling crazy4_deck_ready(const struct crazy4 *table)
{
    const struct crazy4_deck *deck = &table->decks[table->deck];
    if (!deck->on_table)
        return ruling_no(CLAUSE(137), "the deck was removed; bring another");
    if (!deck->shuffled)
        return ruling_no(CLAUSE(35), "the cards are shuffled before every round");
    if (!deck->by_device && !deck->cut)
        return ruling_no(CLAUSE(43), "cards shuffled by hand are cut before the deal");
    if (table->settings.dealing == POKER_FROM_HAND && !deck->by_device)
        return ruling_no(CLAUSE(114), "to deal from the hand the cards must be shuffled by the device");
    if (table->settings.dealing == POKER_AUTOMATED_SHOE && table->shoe_failed)
        return ruling_no(CLAUSE(285), "the automated shoe is out of order; cover it and change the method");
    return ruling_yes();
}

static struct ruling is_deck(const struct crazy4 *table, unsigned deck)
{
    if (deck < table->settings.decks)
        return ruling_yes();
    return ruling_no(CLAUSE(17), "the table has %u deck%s", table->settings.decks,
                     table->settings.decks == 1 ? "" : "s");
}

/* Whether the cards of the deck lie on the table and not in a stack. */
static bool is_dealt_from(const struct crazy4 *table, unsigned deck)
{
    bool between = table->round.state == POKER_BETTING || table->round.state == POKER_OVER ||
                   table->round.state == POKER_VOID;
    return deck == table->deck && !between && table->round.card_count + table->set_aside > 0;
}

struct ruling crazy4_may_bring_deck(const struct crazy4 *table, const struct poker_action *action)
{
    return is_deck(table, action->deck);
}

void crazy4_bring_deck(struct crazy4 *table, const struct poker_action *action)
{
    table->decks[action->deck] = (struct crazy4_deck){.on_table = true};
}

struct ruling crazy4_may_shuffle(const struct crazy4 *table, const struct poker_action *action)
{
    struct ruling ruling = is_deck(table, action->deck);
    if (!ruling.allowed)
        return ruling;
    bool device = table->settings.shuffling != POKER_SHUFFLE_BY_HAND;
    if (!table->decks[action->deck].on_table)
        return ruling_no(CLAUSE(137), "the deck was removed; bring another");
    if (is_dealt_from(table, action->deck))
        return ruling_no(CLAUSE(20), "the deck is in play; it is shuffled after the round");
    if (action->by_device && table->shuffler_failed)
        return ruling_no(CLAUSE(285), "the shuffling device is out of order");
    if (action->by_device != device)
        return ruling_no(CLAUSE(37), "this table shuffles %s", device ? "with the device" : "by hand");
    return ruling_yes();
}

void crazy4_shuffle(struct crazy4 *table, const struct poker_action *action)
{
    struct crazy4_deck *deck = &table->decks[action->deck];
    deck->shuffled = true;
    deck->by_device = action->by_device;
    deck->cut = false;
    if (table->settings.shuffling == POKER_SHUFFLE_COUNTING_DEVICE && action->count != DECK_CARDS)
        *deck = (struct crazy4_deck){.on_table = false}; /* #41 */
}

struct ruling crazy4_may_cut(const struct crazy4 *table, const struct poker_action *action)
{
    struct ruling ruling = is_deck(table, action->deck);
    if (!ruling.allowed)
        return ruling;
    const struct crazy4_deck *deck = &table->decks[action->deck];
    if (is_dealt_from(table, action->deck))
        return ruling_no(CLAUSE(47), "a recut may be ordered until the first card is dealt");
    if (!deck->shuffled)
        return ruling_no(CLAUSE(43), "the cards are shuffled before they are cut");
    if (deck->by_device)
        return ruling_no(CLAUSE(42), "cards shuffled by a device are dealt without a cut");
    if (action->count < 10 || action->count >= DECK_CARDS)
        return ruling_no(CLAUSE(44), "the cover card goes in at least ten cards from the top, and not below "
                                     "the last");
    return ruling_yes();
}

void crazy4_cut(struct crazy4 *table, const struct poker_action *action)
{
    table->decks[action->deck].cut = true;
}

struct ruling crazy4_may_take_deck(const struct crazy4 *table, const struct poker_action *action)
{
    struct ruling ruling = is_deck(table, action->deck);
    if (ruling.allowed && action->deck != table->deck)
        return ruling_no(CLAUSE(21), "it is the other deck's turn: each is used every other round");
    return ruling;
}

void crazy4_take_deck(struct crazy4 *table, const struct poker_action *action)
{
    CHECK_OP(action->deck, ==, table->deck);
}

/* -------------------------------------------------------------------------------------- devices */

struct ruling crazy4_may_jam_shuffler(const struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    if (table->settings.shuffling == POKER_SHUFFLE_BY_HAND)
        return ruling_no(CLAUSE(281), "this table has no shuffling device in use");
    if (table->settings.decks == 1 && is_dealt_from(table, table->deck))
        return ruling_no(CLAUSE(281), "the cards are on the table, not in the shuffling device");
    return ruling_yes();
}

/* With two decks the device holds the one that is not in play (#20). */
void crazy4_jam_shuffler(struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    unsigned deck = is_dealt_from(table, table->deck) ? 1 - table->deck : table->deck;
    table->decks[deck].shuffled = table->decks[deck].cut = false;
}

struct ruling crazy4_may_fail_device(const struct crazy4 *table, const struct poker_action *action)
{
    bool in_use = action->by_device ? table->settings.shuffling != POKER_SHUFFLE_BY_HAND
                                    : table->settings.dealing == POKER_AUTOMATED_SHOE;
    return in_use ? ruling_yes() : ruling_no(CLAUSE(285), "this table has no such device in use");
}

void crazy4_fail_device(struct crazy4 *table, const struct poker_action *action)
{
    *(action->by_device ? &table->shuffler_failed : &table->shoe_failed) = true;
    *(action->by_device ? &table->shuffler_covered : &table->shoe_covered) = false;
    if (action->by_device)
        table->decks[table->deck].shuffled = false;
}

struct ruling crazy4_may_cover_device(const struct crazy4 *table, const struct poker_action *action)
{
    bool failed = action->by_device ? table->shuffler_failed : table->shoe_failed;
    return failed ? ruling_yes() : ruling_no(CLAUSE(285), "the device is in order");
}

void crazy4_cover_device(struct crazy4 *table, const struct poker_action *action)
{
    *(action->by_device ? &table->shuffler_covered : &table->shoe_covered) = true;
}

/* A table that shuffles by hand has one deck: #17. */
static struct crazy4_settings changed(const struct crazy4 *table, const struct poker_action *action)
{
    struct crazy4_settings settings = table->settings;
    settings.dealing = action->dealing;
    settings.shuffling = action->shuffling;
    if (settings.shuffling == POKER_SHUFFLE_BY_HAND)
        settings.decks = 1;
    return settings;
}

struct ruling crazy4_may_change_method(const struct crazy4 *table, const struct poker_action *action)
{
    if (table->shuffler_failed && !table->shuffler_covered && action->shuffling == POKER_SHUFFLE_BY_HAND)
        return ruling_no(CLAUSE(285), "cover the shuffling device, or put up the out-of-order sign, first");
    if (table->shoe_failed && !table->shoe_covered && action->dealing != POKER_AUTOMATED_SHOE)
        return ruling_no(CLAUSE(285), "cover the automated shoe, or put up the out-of-order sign, first");
    struct crazy4_settings settings = changed(table, action);
    return crazy4_settings_check(&settings);
}

void crazy4_change_method(struct crazy4 *table, const struct poker_action *action)
{
    table->settings = changed(table, action);
    if (table->settings.decks == 1 && table->deck == 1) {
        struct crazy4_deck second = table->decks[1];
        table->decks[1] = table->decks[0];
        table->decks[0] = second;
        table->deck = 0;
    }
    if (table->round.state == POKER_BETTING && table->settings.shuffling == POKER_SHUFFLE_BY_HAND)
        table->decks[table->deck].shuffled = false;
}

/* -------------------------------------------------------------------------------------- dealing */

/* The first card waits for the chips; no card comes twice. */
static struct ruling may_take_card(const struct crazy4 *table, struct card card)
{
    char text[CARD_TEXT_SIZE];
    struct text_out out;
    if (table->round.state == POKER_LOCKED && !table->chips_agree)
        for (unsigned seat = 1; seat <= table->settings.seats; seat++)
            if (table->round.seats[seat].wagers[WAGER_PROGRESSIVE].cents > 0)
                return ruling_no(CLAUSE(103), "the progressive chips are counted before any card is dealt");
    if (table->round.state == POKER_LOCKED) {
        struct ruling ready = crazy4_deck_ready(table);
        if (!ready.allowed)
            return ready;
    }
    if (!card_is_valid(card) || card_is_joker(card))
        return ruling_no(CLAUSE(15), "the deck has 52 cards and no joker");
    text_out_init(&out, text, sizeof text);
    card_write(&out, card, CARD_STYLE_LETTERS);
    if (card_set_has(table->round.gone, card))
        return ruling_no(CLAUSE(15), "the %s has been dealt; a deck has one of each", text);
    return ruling_yes();
}

struct ruling crazy4_may_deal_card(const struct crazy4 *table, const struct poker_action *action)
{
    if (table->settings.dealing == POKER_AUTOMATED_SHOE)
        return ruling_no(CLAUSE(125), "the automated shoe delivers stacks of five");
    return may_take_card(table, action->card);
}

static void give_card(struct crazy4 *table, struct card card)
{
    struct poker_hand *hand = &table->round.seats[crazy4_deal_to(table)].hand;
    CHECK_OP(hand->count, <, POKER_HAND_CARDS);
    hand->cards[hand->count++] = card;
    table->round.card_count++;
    table->round.gone = card_set_with(table->round.gone, card);
    bool all = table->round.card_count == POKER_HAND_CARDS * (crazy4_players(table) + 1);
    table->round.state = all ? POKER_DEALT : POKER_DEALING;
}

void crazy4_deal_card(struct crazy4 *table, const struct poker_action *action)
{
    give_card(table, action->card);
}

struct ruling crazy4_may_deal_stack(const struct crazy4 *table, const struct poker_action *action)
{
    if (table->settings.dealing != POKER_AUTOMATED_SHOE)
        return ruling_no(table->settings.dealing == POKER_FROM_HAND ? CLAUSE(119) : CLAUSE(108),
                         "cards are dealt one at a time");
    struct card_set seen = {0};
    for (unsigned i = 0; i < POKER_HAND_CARDS; i++) {
        struct ruling ruling = may_take_card(table, action->cards[i]);
        if (!ruling.allowed)
            return ruling;
        if (card_set_has(seen, action->cards[i]))
            return ruling_no(CLAUSE(15), "a card is twice in the stack; a deck has one of each");
        seen = card_set_with(seen, action->cards[i]);
    }
    return ruling_yes();
}

void crazy4_deal_stack(struct crazy4 *table, const struct poker_action *action)
{
    for (unsigned i = 0; i < POKER_HAND_CARDS; i++)
        give_card(table, action->cards[i]);
}

struct ruling crazy4_may_face_up(const struct crazy4 *table, const struct poker_action *action)
{
    return may_take_card(table, action->card);
}

/* #269 to #273. A stack of the automated shoe is completed with the next card, unless the house reads otherwise:
 * #MR23. */
void crazy4_face_up(struct crazy4 *table, const struct poker_action *action)
{
    table->set_aside++;
    table->round.gone = card_set_with(table->round.gone, action->card);
    table->round.state = POKER_DEALING;
    if (table->set_aside > 1)
        crazy4_void(table, CRAZY4_DECK_RESHUFFLED, CLAUSE(271), CLAUSE(272),
                    "a second card was found face up");
    else if (table->settings.dealing == POKER_AUTOMATED_SHOE && table->settings.face_up_voids_stack)
        crazy4_void(table, CRAZY4_DECK_RESHUFFLED, CLAUSE(275), CLAUSE(276),
                    "a stack lost a face-up card and has four cards");
}

struct ruling crazy4_may_draw_in_error(const struct crazy4 *table, const struct poker_action *action)
{
    if (table->round.state == POKER_DEALT && action->exposed)
        return ruling_no(CLAUSE(269), "everybody has five cards; the card goes to the rack with the stub");
    if (table->settings.dealing == POKER_AUTOMATED_SHOE && !action->exposed)
        return ruling_no(CLAUSE(274), "the automated shoe delivers stacks; nobody draws a card from it");
    return may_take_card(table, action->card);
}

/* Unseen, it is the next card (#274), after the deal the top of the stub; exposed, a face-up card (#MR33). */
void crazy4_draw_in_error(struct crazy4 *table, const struct poker_action *action)
{
    if (action->exposed)
        crazy4_face_up(table, action);
    else if (table->round.state != POKER_DEALT)
        give_card(table, action->card);
}

/* ----------------------------------------------------------------------------------- stub count */

static void start_deciding(struct crazy4 *table)
{
    table->round.state = POKER_DECIDING;
    if (crazy4_turn(table) == 0) /* Everybody has left. */
        crazy4_collect_forfeits(table);
}

struct ruling crazy4_may_rack_stub(const struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    if (table->stub_wrong)
        return ruling_no(CLAUSE(132), "the count is wrong; count the cards of every hand");
    if (crazy4_stub_count_due(table))
        return ruling_no(CLAUSE(129), "the stub is counted in this round: at least once every %u",
                         table->settings.stub_count_rounds);
    return ruling_yes();
}

void crazy4_rack_stub(struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    start_deciding(table);
}

struct ruling crazy4_may_count_stub(const struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    if (table->stub_wrong)
        return ruling_no(CLAUSE(132), "the count is wrong; count the cards of every hand");
    return ruling_yes();
}

/* #131; a card set aside counts as present: #MR19. */
void crazy4_count_stub(struct crazy4 *table, const struct poker_action *action)
{
    table->stub_counted = true;
    table->stub = action->count;
    if (table->round.card_count + table->set_aside + action->count == DECK_CARDS)
        start_deciding(table);
    else
        table->stub_wrong = true;
}

struct ruling crazy4_may_count_hands(const struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    return table->stub_wrong ? ruling_yes()
                             : ruling_no(CLAUSE(132), "the hands are counted when the stub count is wrong");
}

void crazy4_count_hands(struct crazy4 *table, const struct poker_action *action)
{
    bool misdealt = action->counts[POKER_DEALER] != POKER_HAND_CARDS;
    uint64_t total = table->set_aside + (uint64_t)table->stub + action->counts[POKER_DEALER];
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        if (crazy4_in_round(table, seat)) {
            misdealt |= action->counts[seat] != POKER_HAND_CARDS;
            total += action->counts[seat];
        }
    if (!misdealt) /* #135 to #137 */
        crazy4_void(table, CRAZY4_DECK_REMOVED, CLAUSE(135), CLAUSE(136),
                    "the deck has %u cards and nothing was misdealt", (unsigned)total);
    else if (total == DECK_CARDS) /* #133, #134 */
        crazy4_void(table, CRAZY4_DECK_RESHUFFLED, CLAUSE(133), CLAUSE(134), "the cards were misdealt");
    else
        crazy4_void(table, CRAZY4_DECK_REMOVED, CLAUSE(MR19), CLAUSE(276),
                    "the cards were misdealt and the deck has %u cards", (unsigned)total);
}

/* ------------------------------------------------------------------------------- irregularities */

struct ruling crazy4_may_wrong_count(const struct crazy4 *table, const struct poker_action *action)
{
    if (action->seat != POKER_DEALER && !crazy4_in_round(table, action->seat))
        return ruling_no(CLAUSE(111), "seat %u has no cards in this round", action->seat);
    if (action->count == POKER_HAND_CARDS)
        return ruling_no(CLAUSE(275), "five cards are the right number");
    return ruling_yes();
}

void crazy4_wrong_count(struct crazy4 *table, const struct poker_action *action)
{
    char seat[16] = "the dealer";
    struct text_out out;
    if (action->seat != POKER_DEALER) {
        text_out_init(&out, seat, sizeof seat);
        text_out_add(&out, "seat %u", action->seat);
    }
    crazy4_void(table, CRAZY4_DECK_RESHUFFLED, CLAUSE(275), CLAUSE(276), "%s has %u cards", seat,
                action->count);
}

struct ruling crazy4_may_expose(const struct crazy4 *table, const struct poker_action *action)
{
    const struct poker_hand *hand = &table->round.seats[POKER_DEALER].hand;
    for (unsigned i = 0; i < hand->count; i++)
        if (card_equal(hand->cards[i], action->card))
            return ruling_yes();
    return ruling_no(CLAUSE(278), "that is no card of the dealer");
}

/* After the last decision nobody can use an exposed card, and the round counts. */
void crazy4_expose(struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    if (table->round.state != POKER_COLLECTED)
        crazy4_void(table, CRAZY4_DECK_RESHUFFLED, CLAUSE(278), CLAUSE(279),
                    "a card of the dealer was exposed before every player had decided");
}

struct ruling crazy4_may_jam_shoe(const struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    if (table->settings.dealing != POKER_AUTOMATED_SHOE)
        return ruling_no(CLAUSE(282), "this table does not deal from an automated shoe");
    return ruling_yes();
}

void crazy4_jam_shoe(struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    crazy4_void(table, CRAZY4_DECK_RESHUFFLED, CLAUSE(282), CLAUSE(283), "the automated shoe failed to deal");
}
