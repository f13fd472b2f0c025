/*
 * How a poker table looks: on a screen of 80 x 24, and as lines.
 *
 *   row 0        the game, the round, the meters
 *   rows 1-4     the dealer
 *   rows 6-11    seats 1 to 3: name and stack, five cards, the hand, the wagers
 *   rows 13-18   seats 4 to 6, if there are any
 *   below        what the player can do, or what became of the wagers
 *   row 23       the keys
 */
#include "cli/play_poker.h"
#include "cli/table.h"

#include <stdio.h>
#include <string.h>

enum {
    DEALER_ROW = 1,
    SEATS_ROW = 6,
    SEAT_ROWS = 7,
    SEAT_COLUMNS = 27,
    SEATS_IN_A_ROW = 3,
    NOTE_ROW = TERMINAL_ROWS - 2,
    KEYS_ROW = TERMINAL_ROWS - 1
};

static const char *amount(struct money money, char buffer[MONEY_TEXT_SIZE])
{
    return settlement_amount(money, buffer);
}

unsigned poker_free_row(const struct poker *poker)
{
    return poker->options->seat_count > SEATS_IN_A_ROW ? SEATS_ROW + 2 * SEAT_ROWS - 1
                                                       : SEATS_ROW + SEAT_ROWS;
}

static void draw_title(struct poker *poker)
{
    struct terminal *terminal = &poker->terminal;
    const struct play_game *game = poker->table.game;
    char text[MONEY_TEXT_SIZE], meters[TERMINAL_COLUMNS];
    struct text_out out;
    unsigned column = terminal_put(terminal, 0, 1, STYLE_TITLE, "%s", game->title);
    terminal_put(terminal, 0, column, STYLE_DIM, "  round %u", play_table_round(&poker->table)->number);
    text_out_init(&out, meters, sizeof meters);
    for (unsigned i = 0; play_table_meter(&poker->table, i); i++) {
        const struct meter *meter = play_table_meter(&poker->table, i);
        text_out_add(&out, "%s%s $%s", i > 0 ? "  " : "", i > 0 ? "hand bonus" : "progressive",
                     amount(meter->value, text));
    }
    terminal_put(terminal, 0, TERMINAL_COLUMNS - 1 - (unsigned)out.length, STYLE_NOTE, "%s", meters);
}

static void draw_dealer(struct poker *poker)
{
    struct terminal *terminal = &poker->terminal;
    const struct poker_seat *view = play_table_seat(&poker->table, 0);
    unsigned from, shown = play_table_dealer_shows(&poker->table, &from);
    unsigned column = (TERMINAL_COLUMNS - view->hand.count * TERMINAL_CARD_COLUMNS) / 2;
    char words[2 * PLAY_HAND_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "Dealer");
    if (view->hand.count > 0 && shown == view->hand.count) {
        text_out_add(&out, ": ");
        play_table_say_dealer(&poker->table, &out);
    }
    terminal_put(terminal, DEALER_ROW, (TERMINAL_COLUMNS - (unsigned)out.length) / 2, STYLE_BOLD, "%s",
                 words);
    if (view->hand.count > 0)
        terminal_cards(terminal, DEALER_ROW + 1, column, view->hand.cards, view->hand.count, from, shown);
    text_out_init(&out, words, sizeof words);
    play_table_say_draws(&poker->table, &out);
    terminal_put(terminal, DEALER_ROW + 2, 1, STYLE_NOTE, "%.24s", words);
}

/* A player's cards are the player's until the round is over; with one person at the table nobody looks over a shoulder. */
static bool sees(const struct poker *poker, unsigned viewer, unsigned seat)
{
    if (play_table_stage(&poker->table) == PLAY_OVER || viewer == seat)
        return true;
    return poker_player(poker, seat)->who == PLAY_PERSON && play_people(poker->options) == 1;
}

static void draw_wager_line(struct poker *poker, unsigned row, unsigned column, const struct poker_seat *view)
{
    const struct play_game *game = poker->table.game;
    char line[TERMINAL_COLUMNS], text[MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, line, sizeof line);
    for (unsigned i = 0; i < game->wager_count; i++) {
        const struct play_wager *wager = &game->wagers[i];
        struct money stake = view->wagers[wager->wager];
        if (stake.cents > 0 && !wager->with_ante)
            text_out_add(&out, "%s%s%s", out.length > 0 ? " " : "", wager->brief, amount(stake, text));
        if (wager->wager == WAGER_ANTE && view->wagers[WAGER_PLAY].cents > 0)
            text_out_add(&out, " P%s", amount(view->wagers[WAGER_PLAY], text));
    }
    terminal_put(&poker->terminal, row, column, STYLE_NOTE, "%.*s", SEAT_COLUMNS - 2, line);
}

static void draw_hand(struct poker *poker, unsigned row, unsigned column, unsigned viewer, unsigned seat)
{
    const struct poker_seat *view = play_table_seat(&poker->table, seat);
    bool visible = sees(poker, viewer, seat), folded = view->decision == POKER_FOLDED;
    char words[PLAY_HAND_WORDS_SIZE];
    if (view->hand.count > 0)
        terminal_cards(&poker->terminal, row, column, view->hand.cards, view->hand.count, 0,
                       visible ? view->hand.count : 0);
    if (folded && play_table_stage(&poker->table) != PLAY_OVER)
        terminal_put(&poker->terminal, row + TERMINAL_CARD_ROWS, column, STYLE_DIM, "folded");
    else if (view->hand.count == POKER_HAND_CARDS && visible)
        terminal_put(&poker->terminal, row + TERMINAL_CARD_ROWS, column, folded ? STYLE_DIM : STYLE_PLAIN,
                     "%s%.*s", folded ? "folded " : "", SEAT_COLUMNS - 2 - (folded ? 7 : 0),
                     play_hand_words(&poker->table, seat, words));
}

static void draw_seat(struct poker *poker, unsigned viewer, unsigned seat)
{
    struct terminal *terminal = &poker->terminal;
    unsigned row = SEATS_ROW + (seat - 1) / SEATS_IN_A_ROW * SEAT_ROWS;
    unsigned column = 1 + (seat - 1) % SEATS_IN_A_ROW * SEAT_COLUMNS;
    char text[MONEY_TEXT_SIZE + 1];
    unsigned at = terminal_put(terminal, row, column, viewer == seat ? STYLE_TITLE : STYLE_BOLD, "%u %s",
                               seat, poker_player(poker, seat)->name);
    at = terminal_put(terminal, row, at, STYLE_DIM, " $%s", amount(poker_left(poker, seat), text));
    if (!play_table_in_round(&poker->table, seat)) {
        if (poker->seats[seat].sits_out)
            terminal_put(terminal, row + 2, column, STYLE_DIM, "sits out");
        return;
    }
    draw_hand(poker, row + 1, column, viewer, seat);
    draw_wager_line(poker, row + 2 + TERMINAL_CARD_ROWS, column, play_table_seat(&poker->table, seat));
    if (play_table_stage(&poker->table) != PLAY_OVER)
        return;
    struct money net = settlement_seat_net(play_table_settlement(&poker->table), seat);
    terminal_put(terminal, row, at + 1, net.cents < 0 ? STYLE_BAD : STYLE_GOOD, "%s", play_signed(net, text));
}

void poker_draw_table(struct poker *poker, unsigned seat)
{
    terminal_clear(&poker->terminal);
    draw_title(poker);
    draw_dealer(poker);
    for (unsigned each = 1; each <= poker->options->seat_count; each++)
        draw_seat(poker, seat, each);
}

/* Long notes take the row above too. */
static void draw_note(struct poker *poker)
{
    size_t length = strlen(poker->note), first = 0;
    enum { WIDTH = TERMINAL_COLUMNS - 2 };
    if (length > WIDTH) {
        first = WIDTH;
        while (first > 0 && poker->note[first] != ' ')
            first--;
        terminal_put(&poker->terminal, NOTE_ROW - 1, 1, poker->note_style, "%.*s", (int)first, poker->note);
        first++;
    }
    terminal_put(&poker->terminal, NOTE_ROW, 1, poker->note_style, "%s", poker->note + first);
}

/* In "[f] fold" the key is bright. */
void poker_draw_keys(struct poker *poker, const char *keys)
{
    unsigned column = 1;
    enum style style = STYLE_DIM;
    for (; *keys != '\0'; keys++) {
        if (*keys == '[' || *keys == ']')
            style = *keys == '[' ? STYLE_BOLD : STYLE_DIM;
        else
            column = terminal_put(&poker->terminal, KEYS_ROW, column, style, "%c", *keys);
    }
    draw_note(poker);
    terminal_show(&poker->terminal);
}

void poker_draw_wagers(struct poker *poker, unsigned seat, unsigned selected)
{
    const struct play_game *game = poker->table.game;
    struct terminal *terminal = &poker->terminal;
    const struct poker_seat *view = play_table_seat(&poker->table, seat);
    unsigned row = poker_free_row(poker), column = 1;
    char text[MONEY_TEXT_SIZE];
    terminal_put(terminal, row++, 1, STYLE_BOLD, "%s, place your wagers", poker_player(poker, seat)->name);
    for (unsigned i = 0; i < game->wager_count; i++) {
        const struct play_wager *wager = &game->wagers[i];
        if (wager->with_ante || play_table_limits(&poker->table, wager->wager).most.cents == 0)
            continue;
        struct money stake = view->wagers[wager->wager];
        if (column > TERMINAL_COLUMNS - 20) {
            column = 1;
            row++;
        }
        terminal_put(terminal, row, column, STYLE_BOLD, "%c", wager->key);
        terminal_put(terminal, row, column + 2, i == selected ? STYLE_TITLE : STYLE_PLAIN, "%s %s",
                     wager->label, stake.cents > 0 ? amount(stake, text) : "-");
        column += 20;
    }
}

/* ------------------------------------------------------------------------------------- settlement */

/* "Bonus, own hand" of "Five Card Hand Bonus, own hand". */
static const char *short_name(enum wager wager)
{
    static const char prefix[] = "Five Card Hand ";
    const char *name = wager_name(wager);
    return strncmp(name, prefix, sizeof prefix - 1) == 0 ? name + sizeof prefix - 1 : name;
}

static enum style net_style(struct money net)
{
    return net.cents > 0 ? STYLE_GOOD : net.cents < 0 ? STYLE_BAD : STYLE_PLAIN;
}

static void draw_line(struct poker *poker, unsigned row, const struct settlement_line *line)
{
    struct terminal *terminal = &poker->terminal;
    struct money net = settlement_line_net(line);
    char stake[MONEY_TEXT_SIZE], result[MONEY_TEXT_SIZE + 1];
    terminal_put(terminal, row, 1, STYLE_DIM, "%u %.7s", line->seat, poker_player(poker, line->seat)->name);
    terminal_put(terminal, row, 11, STYLE_PLAIN, "%.20s", short_name(line->wager));
    terminal_put(terminal, row, 31, STYLE_PLAIN, "%7s",
                 line->stake.cents > 0 ? amount(line->stake, stake) : "");
    terminal_put(terminal, row, 38, net_style(net), "%10s", play_signed(net, result));
    terminal_put(terminal, row, 49, STYLE_DIM, "%.30s", line->words);
}

/* Without the stake and the player, where a clause is to be shown. */
static void draw_line_with_clause(struct poker *poker, unsigned row, const struct settlement_line *line)
{
    struct terminal *terminal = &poker->terminal;
    struct money net = settlement_line_net(line);
    char result[MONEY_TEXT_SIZE + 1];
    terminal_put(terminal, row, 1, STYLE_DIM, "%u", line->seat);
    terminal_put(terminal, row, 3, STYLE_PLAIN, "%.20s", short_name(line->wager));
    terminal_put(terminal, row, 23, net_style(net), "%10s", play_signed(net, result));
    unsigned column = terminal_put(terminal, row, 34, STYLE_DIM, "%.38s ", line->words);
    terminal_put(terminal, row, column, STYLE_NOTE, "#%.*s", TEXT_ARGUMENTS(clause_number(line->clause)));
}

static void draw_either(struct poker *poker, unsigned row, const struct settlement_line *line)
{
    if (poker->clauses)
        draw_line_with_clause(poker, row, line);
    else
        draw_line(poker, row, line);
}

/* Two to a row, where rows are few. */
static void draw_half_line(struct poker *poker, unsigned row, unsigned column,
                           const struct settlement_line *line)
{
    struct terminal *terminal = &poker->terminal;
    struct money net = settlement_line_net(line);
    char result[MONEY_TEXT_SIZE + 1];
    terminal_put(terminal, row, column, STYLE_PLAIN, "%.15s", short_name(line->wager));
    terminal_put(terminal, row, column + 15, net_style(net), "%7s", play_signed(net, result));
    if (poker->clauses)
        terminal_put(terminal, row, column + 23, STYLE_NOTE, "#%.*s",
                     TEXT_ARGUMENTS(clause_number(line->clause)));
    else
        terminal_put(terminal, row, column + 23, STYLE_DIM, "%.15s", line->words);
}

static bool is_person(const struct poker *poker, const struct settlement_line *line)
{
    return poker_player(poker, line->seat)->who == PLAY_PERSON;
}

/* Everybody's lines if they fit, otherwise those of the people, if need be two to a row. */
void poker_draw_results(struct poker *poker)
{
    const struct settlement *settlement = play_table_settlement(&poker->table);
    unsigned top = poker_free_row(poker), rows = KEYS_ROW - top, people = 0, drawn = 0;
    for (unsigned i = 0; i < settlement->count; i++)
        people += is_person(poker, &settlement->lines[i]);
    for (unsigned i = 0; i < settlement->count; i++) {
        const struct settlement_line *line = &settlement->lines[i];
        if (settlement->count > rows && !is_person(poker, line))
            continue;
        if (settlement->count <= rows || people <= rows)
            draw_either(poker, top + drawn, line);
        else if (drawn / 2 < rows)
            draw_half_line(poker, top + drawn / 2, 1 + drawn % 2 * 40, line);
        drawn++;
    }
}

/* Pages of the whole settlement, in the order in which it was done. */
void poker_show_settlement(struct poker *poker)
{
    const struct settlement *settlement = play_table_settlement(&poker->table);
    enum { LINES = KEYS_ROW - 3 };
    unsigned first = 0;
    for (;;) {
        struct terminal *terminal = &poker->terminal;
        terminal_clear(terminal);
        draw_title(poker);
        terminal_put(terminal, 1, 1, STYLE_BOLD, "Settlement in order, %u to %u of %u  %s", first + 1,
                     first + LINES < settlement->count ? first + LINES : settlement->count, settlement->count,
                     poker->clauses ? poker->table.game->document : "");
        for (unsigned i = 0; i < LINES && first + i < settlement->count; i++)
            draw_either(poker, 3 + i, &settlement->lines[first + i]);
        poker->note[0] = '\0';
        poker_draw_keys(poker, "[Space] more  [c] clauses  [Enter] back");
        int key = terminal_key(terminal);
        if (key == 'c')
            poker->clauses = !poker->clauses;
        else if (key == ' ' && first + LINES < settlement->count)
            first += LINES;
        else if (key != KEY_REDRAW)
            return;
    }
}

static void settlement_table(const struct poker *poker, bool clauses, struct text_table *table)
{
    const struct settlement *settlement = &poker->last;
    char text[MONEY_TEXT_SIZE + 1];
    table_init(table);
    table_column(table, "seat", TABLE_LEFT);
    table_column(table, "wager", TABLE_LEFT);
    table_column(table, "stake", TABLE_RIGHT);
    table_column(table, "net", TABLE_RIGHT);
    table_column(table, "result", TABLE_LEFT);
    for (unsigned i = 0; i < settlement->count; i++) {
        const struct settlement_line *line = &settlement->lines[i];
        table_row(table);
        table_add(table, "%u %s", line->seat, poker_player(poker, line->seat)->name);
        table_add(table, "%s", wager_name(line->wager));
        table_add(table, "%s", line->stake.cents > 0 ? amount(line->stake, text) : "-");
        table_add(table, "%s", play_signed(settlement_line_net(line), text));
        if (clauses)
            table_add(table, "%s (#%.*s)", line->words, TEXT_ARGUMENTS(clause_number(line->clause)));
        else
            table_add(table, "%s", line->words);
    }
}

void poker_print_settlement(const struct poker *poker, bool clauses)
{
    struct text_table table;
    settlement_table(poker, clauses, &table);
    table_print(&table, poker->terminal.colour);
}

/* ----------------------------------------------------------------------------------------- totals */

void poker_print_totals(const struct poker *poker)
{
    struct text_table table;
    char text[MONEY_TEXT_SIZE + 1];
    table_init(&table);
    static const char *const heads[] = {"seat", "rounds", "stake", "won", "net", "stack"};
    for (unsigned i = 0; i < sizeof heads / sizeof heads[0]; i++)
        table_column(&table, heads[i], i == 0 ? TABLE_LEFT : TABLE_RIGHT);
    for (unsigned seat = 1; seat <= poker->options->seat_count; seat++) {
        const struct play_totals *totals = &poker->seats[seat].totals;
        struct money net = {totals->handed.cents - totals->staked.cents};
        table_row(&table);
        table_add(&table, "%u %s", seat, poker_player(poker, seat)->name);
        table_add(&table, "%llu", (unsigned long long)totals->rounds);
        table_add(&table, "%s", amount(totals->staked, text));
        table_add(&table, "%s", amount(totals->handed, text));
        table_add(&table, "%s", play_signed(net, text));
        table_add(&table, "%s", amount(poker->seats[seat].stack, text));
    }
    table_print(&table, poker->terminal.colour);
}

void poker_show_totals(struct poker *poker)
{
    struct terminal *terminal = &poker->terminal;
    static const char *const heads[] = {"rounds", "stake", "won", "net", "stack"};
    char text[MONEY_TEXT_SIZE + 1];
    do {
        terminal_clear(terminal);
        draw_title(poker);
        for (unsigned i = 0; i < sizeof heads / sizeof heads[0]; i++)
            terminal_put(terminal, 3, 14 + 12 * i, STYLE_DIM, "%12s", heads[i]);
        for (unsigned seat = 1; seat <= poker->options->seat_count; seat++) {
            const struct play_totals *totals = &poker->seats[seat].totals;
            struct money net = {totals->handed.cents - totals->staked.cents};
            unsigned row = 3 + seat;
            terminal_put(terminal, row, 1, STYLE_BOLD, "%u %s", seat, poker_player(poker, seat)->name);
            terminal_put(terminal, row, 14, STYLE_PLAIN, "%12llu", (unsigned long long)totals->rounds);
            terminal_put(terminal, row, 26, STYLE_PLAIN, "%12s", amount(totals->staked, text));
            terminal_put(terminal, row, 38, STYLE_PLAIN, "%12s", amount(totals->handed, text));
            terminal_put(terminal, row, 50, net.cents < 0 ? STYLE_BAD : STYLE_GOOD, "%12s",
                         play_signed(net, text));
            terminal_put(terminal, row, 62, STYLE_PLAIN, "%12s", amount(poker->seats[seat].stack, text));
        }
        poker->note[0] = '\0';
        poker_draw_keys(poker, "[Enter] back");
    } while (terminal_key(terminal) == KEY_REDRAW);
}

/* -------------------------------------------------------------------------------------- paytables */

static void row_words(const struct pay_row *row, char words[TERMINAL_COLUMNS])
{
    char text[MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, words, TERMINAL_COLUMNS);
    pay_write(&out, row->pay);
    if (row->envy.cents > 0)
        text_out_add(&out, ", envy $%s", amount(row->envy, text));
}

void poker_print_paytables(const struct poker *poker)
{
    const struct play_game *game = poker->table.game;
    char words[TERMINAL_COLUMNS], least[MONEY_TEXT_SIZE], most[MONEY_TEXT_SIZE];
    for (unsigned i = 0; i < game->wager_count; i++) {
        struct wager_limits limits = play_table_limits(&poker->table, game->wagers[i].wager);
        if (limits.most.cents > 0)
            printf("  %-6s %s, $%s to $%s%s\n", game->wagers[i].word, game->wagers[i].label,
                   amount(limits.least, least), amount(limits.most, most),
                   game->wagers[i].with_ante ? ", placed with the Ante" : "");
    }
    struct play_paytable offered[PLAY_PAYTABLES_MAX];
    unsigned count = game->paytables(&poker->table, offered);
    for (unsigned i = 0; i < count; i++) {
        const struct paytable *paytable = offered[i].paytable;
        printf("  %s (%s):", paytable->name, paytable->clause);
        for (unsigned row = 0; row < paytable->row_count; row++) {
            row_words(&paytable->rows[row], words);
            printf("%s %s %s", row > 0 ? ";" : "", paytable->rows[row].hand, words);
        }
        printf("\n");
    }
}

/* Returns the row below. */
static unsigned draw_paytable(struct terminal *terminal, const struct paytable *paytable, unsigned top)
{
    char words[TERMINAL_COLUMNS];
    unsigned column = terminal_put(terminal, top, 1, STYLE_BOLD, "%s", paytable->name);
    terminal_put(terminal, top, column + 2, STYLE_DIM, "%s", paytable->clause);
    for (unsigned row = 0; row < paytable->row_count; row++) {
        row_words(&paytable->rows[row], words);
        terminal_put(terminal, top + 1 + row, 3, STYLE_PLAIN, "%s", paytable->rows[row].hand);
        terminal_put(terminal, top + 1 + row, 38, STYLE_NOTE, "%s", words);
    }
    return top + 2 + paytable->row_count;
}

/* As many on a page as fit. */
void poker_show_paytables(struct poker *poker)
{
    struct terminal *terminal = &poker->terminal;
    struct play_paytable offered[PLAY_PAYTABLES_MAX];
    unsigned count = poker->table.game->paytables(&poker->table, offered), first = 0;
    for (;;) {
        unsigned row = 2, next = first;
        terminal_clear(terminal);
        draw_title(poker);
        while (next < count && row + 1 + offered[next].paytable->row_count < KEYS_ROW)
            row = draw_paytable(terminal, offered[next++].paytable, row);
        poker->note[0] = '\0';
        poker_draw_keys(poker, next < count ? "[Space] more  [Enter] back" : "[Enter] back");
        int key = terminal_key(terminal);
        if (key == ' ' && next < count)
            first = next;
        else if (key != KEY_REDRAW)
            return;
    }
}
