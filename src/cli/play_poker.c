/*
 * The rounds of a poker table: bets, decisions and results. The state machine behind play/table.h says what is allowed; a
 * refusal is shown with its clause and the question is repeated.
 */
#include "cli/play_poker.h"

#include "base/check.h"
#include "cli/command.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_MAX = 24 };

void poker_say(struct poker *poker, enum style style, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(poker->note, sizeof poker->note, format, arguments);
    va_end(arguments);
    poker->note_style = style;
    if (!poker->terminal.is_screen)
        printf("  %s\n", poker->note);
}

static void say_refusal(struct poker *poker, const struct ruling *ruling)
{
    char words[POKER_NOTE_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    ruling_write(&out, ruling);
    poker_say(poker, STYLE_BAD, "%s", words);
}

/* Once a round is settled its wagers are in the stack, or gone. */
struct money poker_left(const struct poker *poker, unsigned seat)
{
    if (play_table_stage(&poker->table) == PLAY_OVER)
        return poker->seats[seat].stack;
    struct money staked = wagers_total(play_table_seat(&poker->table, seat)->wagers);
    return money_of_cents(poker->seats[seat].stack.cents - staked.cents);
}

/* ----------------------------------------------------------------------------------------- wagers */

/* All of the wagers or, if one is refused, those that were there before. */
static bool place(struct poker *poker, unsigned seat, const struct money bets[WAGER_COUNT])
{
    struct ruling ruling =
        play_table_bet(&poker->table, seat, bets, poker->seats[seat].stack, poker_player(poker, seat)->name);
    if (!ruling.allowed)
        say_refusal(poker, &ruling);
    return ruling.allowed;
}

static void say_wagers(struct poker *poker, unsigned seat)
{
    const struct play_game *game = poker->table.game;
    const struct poker_seat *view = play_table_seat(&poker->table, seat);
    char words[POKER_NOTE_SIZE], text[MONEY_TEXT_SIZE];
    struct text_out out;
    if (poker->terminal.is_screen)
        return;
    text_out_init(&out, words, sizeof words);
    for (unsigned i = 0; i < game->wager_count; i++) {
        struct money stake = view->wagers[game->wagers[i].wager];
        if (stake.cents > 0)
            text_out_add(&out, "%s%s %s", out.length > 0 ? ", " : "", game->wagers[i].label,
                         settlement_amount(stake, text));
    }
    poker_say(poker, STYLE_PLAIN, "seat %u %s: %s", seat, poker_player(poker, seat)->name,
              out.length > 0 ? words : "sits out");
}

static void buy_in(struct poker *poker, unsigned seat, struct money amount)
{
    char text[MONEY_TEXT_SIZE];
    poker->seats[seat].stack.cents += amount.cents;
    poker_say(poker, STYLE_NOTE, "seat %u %s buys in for $%s", seat, poker_player(poker, seat)->name,
              settlement_amount(amount, text));
}

static void computer_bets(struct poker *poker, unsigned seat)
{
    struct money *bets = poker->seats[seat].bets;
    if (play_table_needs(&poker->table, bets) > poker->seats[seat].stack.cents)
        buy_in(poker, seat, poker->options->stack);
    if (place(poker, seat, bets))
        say_wagers(poker, seat);
}

/* -------------------------------------------------------------------------------- betting in lines */

static const struct play_wager *wager_of_word(const struct play_game *game, const char *word)
{
    for (unsigned i = 0; i < game->wager_count; i++)
        if (!game->wagers[i].with_ante &&
            text_equal_ignoring_case(text_of(word), text_of(game->wagers[i].word)))
            return &game->wagers[i];
    return NULL;
}

/* "10 qu 5 prog": an amount is of the wager before it, of the Ante if none is; no amount is the least. */
static bool read_bets(struct poker *poker, char **words, unsigned count, struct money bets[WAGER_COUNT])
{
    const struct play_game *game = poker->table.game;
    const struct play_wager *of = &game->wagers[0];
    for (unsigned i = 0; i < count; i++) {
        struct fault fault;
        if ((words[i][0] >= '0' && words[i][0] <= '9') || words[i][0] == '$') {
            if (money_parse(text_of(words[i]), 0, &bets[of->wager], &fault) != STATUS_OK) {
                poker_say(poker, STYLE_BAD, "'%.20s': %s", words[i], fault.words);
                return false;
            }
            continue;
        }
        of = wager_of_word(game, words[i]);
        if (!of) {
            poker_say(poker, STYLE_BAD, "there is no wager '%.20s'; '?' lists them", words[i]);
            return false;
        }
        bets[of->wager] = play_table_limits(&poker->table, of->wager).least;
        if (bets[of->wager].cents == 0) { /* the state machine says why it is not offered */
            struct poker_action action = {.act = POKER_WAGER, .seat = 1, .wager = of->wager};
            struct ruling ruling = play_table_may(&poker->table, &action);
            say_refusal(poker, &ruling);
            return false;
        }
    }
    return true;
}

static void list_bet_words(const struct poker *poker)
{
    const struct play_game *game = poker->table.game;
    printf("  possible: bet AMOUNT");
    for (unsigned i = 1; i < game->wager_count; i++)
        if (!game->wagers[i].with_ante &&
            play_table_limits(&poker->table, game->wagers[i].wager).most.cents > 0)
            printf(" [%s AMOUNT]", game->wagers[i].word);
    printf(" | same | pass | buy AMOUNT | totals | c | ? | quit\n");
}

static bool is_word(const char *word, const char *one, const char *other)
{
    return text_equal_ignoring_case(text_of(word), text_of(one)) ||
           text_equal_ignoring_case(text_of(word), text_of(other));
}

/* Words that may be said at any time; true if it was one. */
static bool common_word(struct poker *poker, const char *word)
{
    if (is_word(word, "totals", "t"))
        poker_print_totals(poker);
    else if (is_word(word, "clauses", "c")) {
        if (poker->last.count == 0)
            printf("  no round has been settled yet\n");
        else
            poker_print_settlement(poker, true);
    } else if (is_word(word, "quit", "q"))
        poker->has_quit = true;
    else
        return false;
    return true;
}

static void line_buys(struct poker *poker, unsigned seat, const char *word)
{
    struct money amount = poker->options->stack;
    struct fault fault;
    if (word && (money_parse(text_of(word), 0, &amount, &fault) != STATUS_OK || amount.cents <= 0 ||
                 amount.cents > 100000 * MONEY_DOLLAR))
        poker_say(poker, STYLE_BAD, "a buy-in is an amount of up to $100,000");
    else
        buy_in(poker, seat, amount);
}

/* One line of a person who bets; true when the seat is done. */
static bool line_bets(struct poker *poker, unsigned seat, char **words, unsigned count)
{
    struct money bets[WAGER_COUNT] = {{0}};
    if (count == 0 || is_word(words[0], "same", "s"))
        return place(poker, seat, poker->seats[seat].bets);
    if (common_word(poker, words[0]))
        return poker->has_quit;
    if (is_word(words[0], "pass", "x")) {
        poker->seats[seat].sits_out = true;
        return true;
    }
    if (is_word(words[0], "buy", "b"))
        line_buys(poker, seat, count > 1 ? words[1] : NULL);
    else if (is_word(words[0], "?", "help")) {
        poker_print_paytables(poker);
        list_bet_words(poker);
    } else if (!is_word(words[0], "bet", "deal"))
        list_bet_words(poker);
    else if (count == 1)
        return place(poker, seat, poker->seats[seat].bets);
    else if (read_bets(poker, words + 1, count - 1, bets) && place(poker, seat, bets)) {
        memcpy(poker->seats[seat].bets, bets, sizeof bets);
        return true;
    }
    return false;
}

static void person_bets_in_lines(struct poker *poker, unsigned seat)
{
    char line[TERMINAL_LINE_SIZE], text[MONEY_TEXT_SIZE];
    char *words[WORDS_MAX];
    bool done = false;
    while (!done) {
        printf("seat %u %s, $%s: your wagers?\n", seat, poker_player(poker, seat)->name,
               settlement_amount(poker->seats[seat].stack, text));
        if (!terminal_line(&poker->terminal, line, sizeof line)) {
            poker->has_quit = true;
            return;
        }
        done = line_bets(poker, seat, words, play_words(line, words, WORDS_MAX));
    }
    if (!poker->has_quit)
        say_wagers(poker, seat);
}

/* ----------------------------------------------------------------------------- betting on a screen */

static unsigned wager_of_key(const struct poker *poker, int key)
{
    const struct play_game *game = poker->table.game;
    for (unsigned i = 0; i < game->wager_count; i++)
        if (game->wagers[i].key == key &&
            play_table_limits(&poker->table, game->wagers[i].wager).most.cents > 0)
            return i;
    return game->wager_count;
}

static unsigned next_wager(const struct poker *poker, unsigned selected, int by)
{
    const struct play_game *game = poker->table.game;
    do
        selected = (selected + game->wager_count + (unsigned)by) % game->wager_count;
    while (game->wagers[selected].with_ante ||
           play_table_limits(&poker->table, game->wagers[selected].wager).most.cents == 0);
    return selected;
}

/* One step more or less; below the least is none, and from none the least. */
static void change_wager(struct poker *poker, unsigned seat, unsigned selected, int steps)
{
    enum wager kind = poker->table.game->wagers[selected].wager;
    struct wager_limits limits = play_table_limits(&poker->table, kind);
    struct money bets[WAGER_COUNT];
    memcpy(bets, play_table_seat(&poker->table, seat)->wagers, sizeof bets);
    bets[kind].cents += steps * limits.least.cents;
    if (bets[kind].cents < limits.least.cents)
        bets[kind].cents = kind == WAGER_ANTE ? limits.least.cents : 0;
    if (bets[kind].cents > limits.most.cents)
        bets[kind] = limits.most;
    place(poker, seat, bets);
}

static void toggle_wager(struct poker *poker, unsigned seat, unsigned selected)
{
    enum wager kind = poker->table.game->wagers[selected].wager;
    struct money stake = play_table_seat(&poker->table, seat)->wagers[kind];
    int64_t least = play_table_limits(&poker->table, kind).least.cents;
    if (kind != WAGER_ANTE)
        change_wager(poker, seat, selected, stake.cents > 0 ? -(int)(stake.cents / least) - 1 : 1);
}

/* A key that works wherever a player is asked; true if it was one. */
static bool common_key(struct poker *poker, int key)
{
    if (key == 't')
        poker_show_totals(poker);
    else if (key == 'y')
        poker_show_paytables(poker);
    else if (key == 'q' || key == KEY_END)
        poker->has_quit = true;
    else
        return key == KEY_REDRAW;
    return true;
}

/* True when the seat is done. */
static bool key_bets(struct poker *poker, unsigned seat, int key, unsigned *selected)
{
    unsigned of_key = wager_of_key(poker, key);
    if (key == KEY_ENTER || key == ' ') {
        bool has_bet = play_table_in_round(&poker->table, seat);
        if (!has_bet)
            poker_say(poker, STYLE_BAD,
                      "Nothing is wagered: right arrow for an Ante, b to buy in, x to sit out.");
        return has_bet;
    }
    if (of_key < poker->table.game->wager_count) {
        *selected = of_key;
        toggle_wager(poker, seat, of_key);
    } else if (key == KEY_UP || key == KEY_DOWN)
        *selected = next_wager(poker, *selected, key == KEY_UP ? -1 : 1);
    else if (key == KEY_RIGHT || key == '+' || key == '=')
        change_wager(poker, seat, *selected, 1);
    else if (key == KEY_LEFT || key == '-')
        change_wager(poker, seat, *selected, -1);
    else if (key == 'b')
        buy_in(poker, seat, poker->options->stack);
    else if (key == 'x') {
        play_table_withdraw(&poker->table, seat);
        poker->seats[seat].sits_out = true;
        return true;
    } else if (key == '?')
        poker_show_paytables(poker);
    else if (!common_key(poker, key))
        poker_say(poker, STYLE_BAD, "That key does nothing here; the keys are below.");
    return poker->has_quit;
}

static void person_bets_on_screen(struct poker *poker, unsigned seat)
{
    unsigned selected = 0;
    bool done = false;
    place(poker, seat, poker->seats[seat].bets);
    while (!done) {
        poker_draw_table(poker, seat);
        poker_draw_wagers(poker, seat, selected);
        poker_draw_keys(
            poker,
            "[Enter] deal  [arrows] choose, change  [x] sit out  [b] buy  [?] pays  [t] totals  [q] quit");
        int key = terminal_key(&poker->terminal);
        poker->note[0] = '\0';
        done = key_bets(poker, seat, key, &selected);
    }
    if (!poker->has_quit && !poker->seats[seat].sits_out)
        memcpy(poker->seats[seat].bets, play_table_seat(&poker->table, seat)->wagers,
               sizeof poker->seats[seat].bets);
}

/* False when nobody can or wants to go on. */
static bool take_bets(struct poker *poker)
{
    for (unsigned seat = 1; seat <= poker->options->seat_count; seat++)
        play_table_withdraw(&poker->table, seat);
    for (unsigned seat = 1; seat <= poker->options->seat_count && !poker->has_quit; seat++) {
        poker->seats[seat].sits_out = false;
        if (poker_player(poker, seat)->who != PLAY_PERSON)
            computer_bets(poker, seat);
        else if (poker->terminal.is_screen)
            person_bets_on_screen(poker, seat);
        else
            person_bets_in_lines(poker, seat);
    }
    return !poker->has_quit;
}

/* --------------------------------------------------------------------------------------- deciding */

static bool decide(struct poker *poker, unsigned seat, struct poker_action action)
{
    char text[MONEY_TEXT_SIZE];
    if (action.amount.cents > poker_left(poker, seat).cents) {
        poker_say(poker, STYLE_BAD, "%s has only $%s left", poker_player(poker, seat)->name,
                  settlement_amount(poker_left(poker, seat), text));
        return false;
    }
    struct ruling ruling = play_table_act(&poker->table, &action);
    if (!ruling.allowed) {
        say_refusal(poker, &ruling);
        return false;
    }
    if (action.act == POKER_PLAY)
        poker_say(poker, STYLE_PLAIN, "seat %u %s plays $%s", seat, poker_player(poker, seat)->name,
                  settlement_amount(action.amount, text));
    else
        poker_say(poker, STYLE_PLAIN, "seat %u %s folds", seat, poker_player(poker, seat)->name);
    return true;
}

/* To play so many Antes, or to fold with none. */
static bool decide_antes(struct poker *poker, unsigned seat, unsigned antes)
{
    return decide(poker, seat, play_table_decision(&poker->table, seat, antes));
}

static void choice_words(struct text_out *out, unsigned count)
{
    if (count == 0)
        text_out_add(out, "folding");
    else
        text_out_add(out, "playing %ux", count);
}

/* The best choice against the next best: "playing 1x costs 0.123 units less than folding". */
static void advice_words(const struct play_advice *advice, struct text_out *out)
{
    unsigned best = advice->best, next = advice->next;
    double better = advice->choices[best].value - advice->choices[next].value;
    choice_words(out, advice->choices[best].antes);
    text_out_add(
        out, advice->choices[best].value < 0 ? " costs %.4f units less than " : " wins %.4f units more than ",
        better);
    choice_words(out, advice->choices[next].antes);
    text_out_add(out, " (");
    for (unsigned i = 0; i < advice->count; i++)
        if (advice->choices[i].antes == 0)
            text_out_add(out, "fold %+.4f", advice->choices[i].value);
        else
            text_out_add(out, ", %ux %+.4f", advice->choices[i].antes, advice->choices[i].value);
    text_out_add(out, "; a unit is the Ante)");
}

static void hint(struct poker *poker, unsigned seat)
{
    char words[POKER_NOTE_SIZE];
    struct text_out out;
    if (play_table_think(&poker->table) != STATUS_OK) {
        poker_say(poker, STYLE_BAD, "out of memory for the count that a hint needs");
        return;
    }
    struct play_advice advice = play_table_advise(&poker->table, seat);
    text_out_init(&out, words, sizeof words);
    advice_words(&advice, &out);
    poker_say(poker, STYLE_GOOD, "%s", words);
}

static bool may_play(const struct poker *poker, unsigned seat, unsigned count)
{
    struct poker_action action = play_table_decision(&poker->table, seat, count);
    return play_table_may(&poker->table, &action).allowed;
}

static void list_choices(const struct poker *poker, unsigned seat)
{
    printf("  possible: fold");
    for (unsigned count = 1; count <= 3; count++)
        if (may_play(poker, seat, count))
            printf(" | %ux", count);
    printf(" | play AMOUNT | ? | totals | c | quit\n");
}

/* True when the seat has decided. */
static bool line_decides(struct poker *poker, unsigned seat, char **words, unsigned count)
{
    struct money amount;
    const char *word = count > 0 ? words[0] : "";
    if (common_word(poker, word))
        return false;
    if (is_word(word, "fold", "f"))
        return decide_antes(poker, seat, 0);
    if (is_word(word, "?", "hint")) {
        hint(poker, seat);
        return false;
    }
    if (word[0] >= '1' && word[0] <= '3' && (word[1] == '\0' || is_word(word + 1, "x", "X")))
        return decide_antes(poker, seat, (unsigned)(word[0] - '0'));
    if (is_word(word, "play", "p")) {
        if (count == 1)
            return decide_antes(poker, seat, 1);
        if (money_parse(text_of(words[1]), 0, &amount, NULL) == STATUS_OK && amount.cents > 0)
            return decide(poker, seat,
                          (struct poker_action){.act = POKER_PLAY, .seat = seat, .amount = amount});
    }
    list_choices(poker, seat);
    return false;
}

static bool person_decides_in_lines(struct poker *poker, unsigned seat)
{
    char line[TERMINAL_LINE_SIZE], hand[HAND_TEXT_SIZE], name[PLAY_HAND_WORDS_SIZE];
    char *words[WORDS_MAX];
    struct text_out out;
    const struct poker_seat *view = play_table_seat(&poker->table, seat);
    text_out_init(&out, hand, sizeof hand);
    cards_write(&out, view->hand.cards, view->hand.count, CARD_STYLE_LETTERS);
    printf("seat %u %s: %s, %s: play or fold?\n", seat, poker_player(poker, seat)->name, hand,
           play_hand_words(&poker->table, seat, name));
    while (!poker->has_quit) {
        if (!terminal_line(&poker->terminal, line, sizeof line))
            poker->has_quit = true;
        else if (line_decides(poker, seat, words, play_words(line, words, WORDS_MAX)))
            return true;
    }
    return false;
}

static bool key_decides(struct poker *poker, unsigned seat, int key)
{
    if (key == 'f')
        return decide_antes(poker, seat, 0);
    if (key >= '1' && key <= '3')
        return decide_antes(poker, seat, (unsigned)(key - '0'));
    if (key == '?' || key == 'h')
        hint(poker, seat);
    else if (!common_key(poker, key))
        poker_say(poker, STYLE_BAD, "That key does nothing here; the keys are below.");
    return false;
}

static bool person_decides_on_screen(struct poker *poker, unsigned seat)
{
    char keys[2 * TERMINAL_COLUMNS], text[MONEY_TEXT_SIZE];
    while (!poker->has_quit) {
        struct text_out out;
        text_out_init(&out, keys, sizeof keys);
        text_out_add(&out, "[f] fold");
        for (unsigned count = 1; count <= 3; count++)
            if (may_play(poker, seat, count))
                text_out_add(&out, "  [%u] play $%s", count,
                             settlement_amount(play_table_decision(&poker->table, seat, count).amount, text));
        text_out_add(&out, "  [?] hint  [y] pays  [t] totals  [q] quit");
        poker_draw_table(poker, seat);
        terminal_put(&poker->terminal, poker_free_row(poker), 1, STYLE_BOLD, "%s, play or fold?",
                     poker_player(poker, seat)->name);
        poker_draw_keys(poker, keys);
        int key = terminal_key(&poker->terminal);
        poker->note[0] = '\0';
        if (key_decides(poker, seat, key))
            return true;
    }
    return false;
}

/* A player who leaves in the middle of a round folds first, so that every chip is accounted for. */
static void take_decisions(struct poker *poker)
{
    for (unsigned seat = play_table_turn(&poker->table); seat != 0; seat = play_table_turn(&poker->table)) {
        bool decided = false;
        if (poker_player(poker, seat)->who != PLAY_PERSON) {
            decided = decide(poker, seat,
                             play_table_computer(&poker->table, poker_player(poker, seat)->who, seat,
                                                 poker_left(poker, seat)));
            CHECK(decided);
        } else if (!poker->has_quit)
            decided = poker->terminal.is_screen ? person_decides_on_screen(poker, seat)
                                                : person_decides_in_lines(poker, seat);
        if (!decided) {
            decided = decide_antes(poker, seat, 0);
            CHECK(decided);
        }
    }
}

/* ----------------------------------------------------------------------------------------- rounds */

static void say_hand(struct poker *poker, unsigned seat, const char *who, const char *words)
{
    const struct poker_seat *view = play_table_seat(&poker->table, seat);
    char cards[HAND_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, cards, sizeof cards);
    cards_write(&out, view->hand.cards, view->hand.count, CARD_STYLE_LETTERS);
    printf("  %s: %s, %s\n", who, cards, words);
}

static void say_lock(struct poker *poker)
{
    char words[POKER_NOTE_SIZE], text[MONEY_TEXT_SIZE];
    struct text_out out;
    if (poker->terminal.is_screen)
        return;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "no more bets");
    for (unsigned i = 0; play_table_meter(&poker->table, i); i++)
        text_out_add(&out, "; %s $%s", play_table_meter(&poker->table, i)->name,
                     settlement_amount(play_table_meter(&poker->table, i)->value, text));
    poker_say(poker, STYLE_PLAIN, "%s", words);
    text_out_init(&out, words, sizeof words);
    play_table_say_draws(&poker->table, &out);
    if (out.length > 0)
        poker_say(poker, STYLE_PLAIN, "the system draws: %s", words);
}

static void say_deal(struct poker *poker)
{
    unsigned from, shown = play_table_dealer_shows(&poker->table, &from);
    const struct poker_seat *view = play_table_seat(&poker->table, 0);
    char cards[HAND_TEXT_SIZE];
    struct text_out out;
    if (poker->terminal.is_screen || shown == 0 || shown == view->hand.count)
        return;
    text_out_init(&out, cards, sizeof cards);
    cards_write(&out, view->hand.cards + from, shown, CARD_STYLE_LETTERS);
    printf("  the dealer shows %s\n", cards);
}

static void print_result(struct poker *poker)
{
    char who[64], words[2 * PLAY_HAND_WORDS_SIZE], hand[PLAY_HAND_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    play_table_say_dealer(&poker->table, &out);
    say_hand(poker, 0, "dealer", words);
    for (unsigned seat = 1; seat <= poker->options->seat_count; seat++)
        if (play_table_in_round(&poker->table, seat)) {
            snprintf(who, sizeof who, "seat %u %s", seat, poker_player(poker, seat)->name);
            say_hand(poker, seat, who, play_hand_words(&poker->table, seat, hand));
        }
    poker_print_settlement(poker, poker->clauses);
}

static void show_result(struct poker *poker)
{
    bool done = poker->has_quit;
    poker->note[0] = '\0';
    while (!done) {
        poker_draw_table(poker, 0);
        poker_draw_results(poker);
        poker_draw_keys(poker,
                        "[Enter] next round  [s] settlement  [c] clauses  [y] pays  [t] totals  [q] quit");
        int key = terminal_key(&poker->terminal);
        poker->note[0] = '\0';
        if (key == KEY_ENTER || key == ' ')
            done = true;
        else if (key == 's')
            poker_show_settlement(poker);
        else if (key == 'c')
            poker->clauses = !poker->clauses;
        else if (!common_key(poker, key))
            poker_say(poker, STYLE_BAD, "That key does nothing here; the keys are below.");
        done = done || poker->has_quit;
    }
}

static void book_round(struct poker *poker)
{
    const struct settlement *settlement = play_table_settlement(&poker->table);
    for (unsigned seat = 1; seat <= poker->options->seat_count; seat++) {
        struct money staked = settlement_seat_staked(settlement, seat);
        struct money handed = settlement_seat_handed(settlement, seat);
        if (staked.cents == 0)
            continue;
        play_totals_add(&poker->seats[seat].totals, staked, handed);
        poker->seats[seat].stack.cents += handed.cents - staked.cents;
    }
    poker->last = *settlement;
    poker->rounds++;
}

static void play_round(struct poker *poker)
{
    play_table_go_on(&poker->table);
    if (!poker->terminal.is_screen)
        printf("round %u\n", play_table_round(&poker->table)->number);
    if (!take_bets(poker))
        return;
    struct ruling ruling = play_table_act(&poker->table, &(struct poker_action){.act = POKER_LOCK});
    if (!ruling.allowed) {
        say_refusal(poker, &ruling);
        return;
    }
    say_lock(poker);
    play_table_go_on(&poker->table);
    say_deal(poker);
    take_decisions(poker);
    play_table_go_on(&poker->table);
    book_round(poker);
    if (poker->terminal.is_screen)
        show_result(poker);
    else
        print_result(poker);
    ruling = play_table_act(&poker->table, &(struct poker_action){.act = POKER_NEXT_ROUND});
    CHECK(ruling.allowed);
}

/* ---------------------------------------------------------------------------------------- opening */

/* A person who watches should not wait for a count; in a long game without people it does not matter. */
static bool think(struct poker *poker)
{
    enum { MANY_ROUNDS = 200 };
    bool long_game = play_people(poker->options) == 0 && poker->options->rounds >= MANY_ROUNDS;
    return (long_game ? play_table_think_ahead(&poker->table) : play_table_think(&poker->table)) == STATUS_OK;
}

static int seat_players(struct poker *poker)
{
    for (unsigned seat = 1; seat <= poker->options->seat_count; seat++) {
        struct ruling ruling =
            play_table_act(&poker->table, &(struct poker_action){.act = POKER_SIT, .seat = seat});
        CHECK(ruling.allowed);
        poker->seats[seat].stack = poker->options->stack;
        play_table_usual_bets(&poker->table, poker_player(poker, seat)->who, poker->seats[seat].bets);
        if (poker->options->ante.cents > 0)
            poker->seats[seat].bets[WAGER_ANTE] = poker->options->ante;
        if (play_table_needs(&poker->table, poker->seats[seat].bets) > poker->options->stack.cents)
            return command_usage("play", "--stack must cover the first wagers and a Play Wager");
        if (poker_player(poker, seat)->who == PLAY_BEST && !think(poker)) {
            fprintf(stderr, "cardroom play: out of memory for best play\n");
            return EXIT_CODE_WORLD;
        }
    }
    struct poker_action ante = {
        .act = POKER_WAGER, .seat = 1, .wager = WAGER_ANTE, .amount = poker->seats[1].bets[WAGER_ANTE]};
    struct ruling ruling = play_table_may(&poker->table, &ante);
    return ruling.allowed ? EXIT_CODE_OK : command_usage("play", "--ante: %s", ruling.words);
}

static int open_table(struct poker *poker)
{
    const struct play_options *options = poker->options;
    const struct play_game *game = poker->table.game;
    for (unsigned i = 0; i < options->table_count; i++)
        if (!play_table_choose(&poker->table, text_of(options->tables[i])))
            return command_usage("play", "%s has no table '%s'; 'cardroom odds %s' lists them", game->title,
                                 options->tables[i], game->document);
    for (unsigned i = 0; i < options->without_count; i++)
        if (!play_table_leave_out(&poker->table, text_of(options->without[i])))
            return command_usage("play", "%s cannot be played without '%s'", game->title,
                                 options->without[i]);
    struct ruling ruling = game->open(&poker->table, options->seat_count);
    if (!ruling.allowed)
        return command_usage("play", "%s (%s)", ruling.words, ruling.clause);
    return seat_players(poker);
}

static int play_on(struct poker *poker)
{
    const struct play_options *options = poker->options;
    terminal_open(&poker->terminal, !options->no_colour);
    if (!poker->terminal.is_screen)
        printf("%s (%s)\n", poker->table.game->title, poker->table.game->document);
    while (!poker->has_quit && (options->rounds == 0 || poker->rounds < options->rounds))
        play_round(poker);
    terminal_close(&poker->terminal);
    printf("%s, %llu round%s\n", poker->table.game->title, (unsigned long long)poker->rounds,
           poker->rounds == 1 ? "" : "s");
    poker_print_totals(poker);
    return command_finish("play");
}

int play_poker(const struct play_options *options, struct random *random)
{
    struct arena arena;
    arena_init(&arena, (size_t)4 << 20);
    struct poker *poker = ARENA_NEW(&arena, struct poker);
    if (!poker) {
        fprintf(stderr, "cardroom play: out of memory for a table\n");
        return EXIT_CODE_WORLD;
    }
    poker->options = options;
    poker->clauses = options->clauses;
    const struct play_game *game = play_game_find(text_of(options->game));
    int answer = game_rules_read("play", game == &play_game_crazy4 ? GAME_RULES_CRAZY4 : GAME_RULES_FOUR_CARD,
                                 &poker->rules);
    if (answer == EXIT_CODE_OK) {
        play_counts_init(&poker->counts);
        play_table_init(&poker->table, game,
                        (struct play_rules){&poker->rules.crazy4, &poker->rules.four_card}, &poker->counts,
                        random);
        poker->table.draw_every = options->draw_every;
        answer = open_table(poker);
        if (answer == EXIT_CODE_OK)
            answer = play_on(poker);
        play_counts_release(&poker->counts);
    }
    game_rules_release(&poker->rules);
    arena_release(&arena);
    return answer;
}
