/*
 * Hi Lo in the terminal: the drawings of the promotion's days, one game an hour, the seats in turn. Each drawing picks
 * another member, so that nobody wins twice a day; the front end plays for them.
 */
#include "base/check.h"
#include "cards/shoe.h"
#include "cli/command.h"
#include "cli/game_rules.h"
#include "cli/play.h"
#include "games/hi_lo_day.h"
#include "odds/hi_lo_odds.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { COMPUTER_EXTRAS = HI_LO_EXTRAS_MIN + 1 /* nobody waits long, and the choice is hardly ever close */ };
enum { NOTE_SIZE = 240, NOTE_ROW = TERMINAL_ROWS - 3, KEYS_ROW = TERMINAL_ROWS - 1 };

struct hi_lo_seat {
    uint64_t games, progressives;
    struct money free_play, cash;
};

struct hi_lo_play {
    const struct play_options *options;
    struct terminal terminal;
    struct random *random;
    struct hi_lo_promotion promotion;
    struct hi_lo_day day;
    unsigned date;       /* place in the promotion's */
    unsigned drawing;    /* of the day, from 1 */
    struct instant hour; /* at which it begins */
    uint32_t members;    /* drawn so far */
    struct shoe shoe;
    struct hi_lo_solver *solver;    /* NULL until a hint or best play is wanted */
    struct hi_lo_question question; /* that it answers */
    struct hi_lo_seat seats[PLAY_SEATS_MAX + 1];
    uint64_t games;
    bool has_quit;
    char note[NOTE_SIZE];
};

static void say(struct hi_lo_play *play, const char *format, ...) PRINTF_LIKE(2, 3);
static void say(struct hi_lo_play *play, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(play->note, sizeof play->note, format, arguments);
    va_end(arguments);
    if (!play->terminal.is_screen)
        printf("  %s\n", play->note);
}

static void must(struct ruling ruling)
{
    CHECK(ruling.allowed);
}

static const char *card_words(struct card card, bool symbols, char buffer[CARD_TEXT_SIZE])
{
    struct text_out out;
    text_out_init(&out, buffer, CARD_TEXT_SIZE);
    card_write(&out, card, symbols ? CARD_STYLE_SYMBOLS : CARD_STYLE_LETTERS);
    return buffer;
}

static const char *prize_words(struct hi_lo_prize prize, char buffer[64])
{
    struct text_out out;
    text_out_init(&out, buffer, 64);
    hi_lo_prize_write(&out, prize);
    return buffer;
}

static const struct play_player *player(const struct hi_lo_play *play, unsigned seat)
{
    return &play->options->seats[seat - 1];
}

/* ------------------------------------------------------------------------------------------- days */

static void open_day(struct hi_lo_play *play, const struct money *carried)
{
    struct date date = play->promotion.dates[play->date];
    struct local_time local = {.date = date, .hour = (uint8_t)play->promotion.first_hour};
    must(hi_lo_day_open(&play->day, &play->promotion, date, carried));
    enum status status = zone_instant(&play->promotion.zone, &local, CALENDAR_USUAL, &play->hour);
    CHECK_OP(status, ==, STATUS_OK);
    play->drawing = 1;
}

/* The next hour; after the last of a day the next date, and after the last date the promotion again. */
static void next_drawing(struct hi_lo_play *play)
{
    play->hour.ms += INT64_C(3600000);
    if (play->drawing++ < play->promotion.windows)
        return;
    must(hi_lo_day_close(&play->day, play->hour));
    struct money carried = hi_lo_day_carried(&play->day);
    play->date = (play->date + 1) % play->promotion.date_count;
    open_day(play, play->date > 0 ? &carried : NULL);
}

static void draw_member(struct hi_lo_play *play)
{
    struct hi_lo_person person = {.number = ++play->members, .is_member = true, .is_playing = true};
    person.born = (struct date){1970, 1, 1};
    must(hi_lo_day_draw(&play->day, play->hour, &person));
    must(hi_lo_day_report(&play->day, play->hour, person.number, true));
    must(hi_lo_shuffle(&play->day.game));
    shoe_init(&play->shoe, 1, 0);
    enum status status = shoe_shuffle(&play->shoe, play->random, NULL);
    CHECK_OP(status, ==, STATUS_OK);
    must(hi_lo_cut(&play->day.game));
    unsigned depth = SHOE_CUT_MIN + random_below(play->random, DECK_CARDS - 2 * SHOE_CUT_MIN + 1);
    status = shoe_cut(&play->shoe, depth, NULL);
    CHECK_OP(status, ==, STATUS_OK);
}

/* ----------------------------------------------------------------------------------------- advice */

/* A solver answers one question; it is made when it is first asked, and again when the meter has moved. */
static bool ask_solver(struct hi_lo_play *play, unsigned extras_max, struct hi_lo_advice *advice)
{
    struct money progressive = play->day.game.progressive;
    if (play->solver &&
        (play->question.progressive.cents != progressive.cents || play->question.extras_max < extras_max)) {
        hi_lo_solver_release(play->solver);
        play->solver = NULL;
    }
    if (!play->solver) {
        play->question = hi_lo_question_usual(&play->promotion.rules, progressive);
        play->question.extras_max = extras_max;
        if (hi_lo_solver_new(&play->question, &play->solver, NULL) != STATUS_OK)
            return false;
    }
    return hi_lo_advise(play->solver, &play->day.game, advice) == STATUS_OK;
}

static void hint(struct hi_lo_play *play)
{
    struct hi_lo_advice advice;
    if (!ask_solver(play, HI_LO_EXTRAS_USUAL, &advice)) {
        say(play, "out of memory for a hint");
        return;
    }
    unsigned next = advice.best == HI_LO_STOP ? HI_LO_GUESS_HIGHER : HI_LO_STOP;
    for (unsigned i = 0; i < HI_LO_ACTIONS; i++)
        if (i != advice.best && advice.values[i] > advice.values[next])
            next = i;
    say(play, "%s is worth $%.2f more than %s (stop $%.2f, higher $%.2f, lower $%.2f, each within $%.2f)",
        hi_lo_action_name(advice.best), advice.values[advice.best] - advice.values[next],
        hi_lo_action_name((enum hi_lo_action)next), advice.values[HI_LO_STOP],
        advice.values[HI_LO_GUESS_HIGHER], advice.values[HI_LO_GUESS_LOWER], advice.error + 0.005);
}

/* A rule of thumb, unless it plays best: the side with more ranks; a 7, 8 or 9 is a reason to stop once three are right. */
static enum hi_lo_action computer_action(struct hi_lo_play *play, unsigned seat)
{
    struct hi_lo_advice advice;
    if (player(play, seat)->who == PLAY_BEST && ask_solver(play, COMPUTER_EXTRAS, &advice))
        return advice.best;
    enum rank rank = card_rank(play->day.game.card);
    if (play->day.game.correct >= 3 && rank >= RANK_SEVEN && rank <= RANK_NINE)
        return HI_LO_STOP;
    return rank < RANK_EIGHT ? HI_LO_GUESS_HIGHER : HI_LO_GUESS_LOWER;
}

/* ----------------------------------------------------------------------------------------- screen */

static void draw_ladder(struct hi_lo_play *play)
{
    const struct hi_lo_game *game = &play->day.game;
    struct terminal *terminal = &play->terminal;
    char text[64];
    for (unsigned correct = 0; correct <= game->rules.levels; correct++) {
        unsigned row = 4 + game->rules.levels - correct;
        struct hi_lo_prize prize = game->rules.prizes[correct];
        if (correct == game->rules.levels)
            prize.amount = game->progressive;
        enum style style = correct == game->correct  ? STYLE_TITLE
                           : correct < game->correct ? STYLE_PLAIN
                                                     : STYLE_DIM;
        terminal_put(terminal, row, 50, style, "%s %u correct", correct == game->correct ? ">" : " ",
                     correct);
        terminal_put(terminal, row, 63, style, "%s", prize_words(prize, text));
    }
}

static void draw_totals(struct hi_lo_play *play)
{
    char text[MONEY_TEXT_SIZE];
    for (unsigned seat = 1; seat <= play->options->seat_count; seat++) {
        const struct hi_lo_seat *at = &play->seats[seat];
        struct text_out out;
        text_out_init(&out, text, sizeof text);
        money_write(&out, money_of_cents(at->free_play.cents + at->cash.cents));
        terminal_put(&play->terminal, 13 + seat, 52, STYLE_DIM, "%u %-12s %3llu  %s", seat,
                     player(play, seat)->name, (unsigned long long)at->games, text);
    }
    terminal_put(&play->terminal, 13, 52, STYLE_DIM, "seat         games  won");
}

static void draw_game(struct hi_lo_play *play, unsigned seat)
{
    const struct hi_lo_game *game = &play->day.game;
    struct terminal *terminal = &play->terminal;
    char text[MONEY_TEXT_SIZE], prize[64];
    struct text_out out;
    terminal_clear(terminal);
    unsigned column = terminal_put(terminal, 0, 1, STYLE_TITLE, "Hi Lo");
    terminal_put(terminal, 0, column, STYLE_DIM, "  day %u, drawing %u of %u: %s", play->date + 1,
                 play->drawing, play->promotion.windows, player(play, seat)->name);
    text_out_init(&out, text, sizeof text);
    money_write(&out, play->day.progressive);
    terminal_put(terminal, 0, TERMINAL_COLUMNS - 14 - (unsigned)out.length, STYLE_NOTE, "progressive %s",
                 text);
    /* Three rows of eight are more than anybody sees; the last shown are what matters. */
    unsigned first = game->shown_count > 24 ? game->shown_count - 24 : 0;
    for (unsigned i = first; i < game->shown_count; i++)
        terminal_cards(terminal, 3 + (i - first) / 8 * 4, 2 + (i - first) % 8 * TERMINAL_CARD_COLUMNS,
                       &game->shown[i], 1, 0, 1);
    draw_ladder(play);
    draw_totals(play);
    if (hi_lo_is_over(game))
        terminal_put(terminal, 16, 2, STYLE_BOLD, "%s: prize %s", player(play, seat)->name,
                     prize_words(game->prize, prize));
    else if (game->shown_count > 0)
        terminal_put(terminal, 16, 2, STYLE_BOLD, "%u correct, worth %s.%s", game->correct,
                     prize_words(hi_lo_winnings(game), prize),
                     hi_lo_forgives(game) ? " A miss is forgiven." : "");
    size_t cut = strlen(play->note);
    while (cut > TERMINAL_COLUMNS - 3)
        do
            cut--;
        while (cut > 0 && play->note[cut] != ' ');
    terminal_put(terminal, NOTE_ROW - 1, 2, STYLE_NOTE, "%.*s", (int)cut, play->note);
    if (play->note[cut] != '\0')
        terminal_put(terminal, NOTE_ROW, 2, STYLE_NOTE, "%s", play->note + cut + 1);
}

static int ask_key(struct hi_lo_play *play, unsigned seat, const char *keys)
{
    draw_game(play, seat);
    terminal_put(&play->terminal, KEYS_ROW, 2, STYLE_DIM, "%s", keys);
    terminal_show(&play->terminal);
    return terminal_key(&play->terminal);
}

/* ------------------------------------------------------------------------------------------ a game */

static void turn(struct hi_lo_play *play)
{
    struct hi_lo_game *game = &play->day.game;
    enum hi_lo_outcome outcome;
    char text[CARD_TEXT_SIZE], prize[64];
    do {
        struct card card;
        enum status status = shoe_deal(&play->shoe, &card, NULL);
        CHECK_OP(status, ==, STATUS_OK);
        must(hi_lo_turn(game, card, &outcome));
        say(play, "%s: %s, %u correct, %s", card_words(card, play->terminal.symbols, text),
            hi_lo_outcome_name(outcome), game->correct,
            prize_words(hi_lo_is_over(game) ? game->prize : hi_lo_winnings(game), prize));
    } while (game->state == HI_LO_REVEALING);
}

static bool take_action(struct hi_lo_play *play, enum hi_lo_action action)
{
    struct hi_lo_game *game = &play->day.game;
    struct ruling ruling = action == HI_LO_STOP
                               ? hi_lo_quit(game)
                               : hi_lo_guess(game, action == HI_LO_GUESS_HIGHER ? HI_LO_HIGHER : HI_LO_LOWER);
    if (!ruling.allowed) {
        say(play, "%s (%s)", ruling.words, ruling.clause);
        return false;
    }
    if (action != HI_LO_STOP)
        turn(play);
    return true;
}

static void key_acts(struct hi_lo_play *play, unsigned seat)
{
    int key = ask_key(play, seat, "h or up: higher   l or down: lower   s: stop   ?: hint   q: quit");
    if (key == 'h' || key == KEY_UP)
        take_action(play, HI_LO_GUESS_HIGHER);
    else if (key == 'l' || key == KEY_DOWN)
        take_action(play, HI_LO_GUESS_LOWER);
    else if (key == 's')
        take_action(play, HI_LO_STOP);
    else if (key == '?')
        hint(play);
    else if (key == 'q' || key == KEY_END)
        play->has_quit = true;
    else if (key != KEY_REDRAW)
        say(play, "That key does nothing here; the keys are below.");
}

static bool is_word(const char *word, const char *one, const char *other)
{
    return text_equal_ignoring_case(text_of(word), text_of(one)) ||
           text_equal_ignoring_case(text_of(word), text_of(other));
}

static void print_totals(const struct hi_lo_play *play)
{
    char free_play[MONEY_TEXT_SIZE], cash[MONEY_TEXT_SIZE];
    struct text_out out;
    for (unsigned seat = 1; seat <= play->options->seat_count; seat++) {
        const struct hi_lo_seat *at = &play->seats[seat];
        text_out_init(&out, free_play, sizeof free_play);
        money_write(&out, at->free_play);
        text_out_init(&out, cash, sizeof cash);
        money_write(&out, at->cash);
        printf("  %u %s: %llu games, %s free play, %s cash, %llu progressives\n", seat,
               player(play, seat)->name, (unsigned long long)at->games, free_play, cash,
               (unsigned long long)at->progressives);
    }
}

static void line_acts(struct hi_lo_play *play, unsigned seat)
{
    char line[TERMINAL_LINE_SIZE], text[CARD_TEXT_SIZE];
    char *words[4];
    printf("%s, higher or lower than %s?\n", player(play, seat)->name,
           card_words(play->day.game.card, false, text));
    if (!terminal_line(&play->terminal, line, sizeof line)) {
        play->has_quit = true;
        return;
    }
    const char *word = play_words(line, words, 4) > 0 ? words[0] : "";
    if (is_word(word, "higher", "h"))
        take_action(play, HI_LO_GUESS_HIGHER);
    else if (is_word(word, "lower", "l"))
        take_action(play, HI_LO_GUESS_LOWER);
    else if (is_word(word, "stop", "s"))
        take_action(play, HI_LO_STOP);
    else if (is_word(word, "?", "hint"))
        hint(play);
    else if (is_word(word, "totals", "t"))
        print_totals(play);
    else if (is_word(word, "quit", "q"))
        play->has_quit = true;
    else
        printf("  possible: higher | lower | stop | ? | totals | quit\n");
}

/* A player who quits in the middle of a game gets the prize of the count reached. */
static void play_game(struct hi_lo_play *play, unsigned seat)
{
    struct hi_lo_game *game = &play->day.game;
    turn(play);
    while (!hi_lo_is_over(game)) {
        if (play->has_quit)
            take_action(play, HI_LO_STOP);
        else if (player(play, seat)->who != PLAY_PERSON) {
            enum hi_lo_action action = computer_action(play, seat);
            say(play, "%s: %s", player(play, seat)->name, hi_lo_action_name(action));
            take_action(play, action);
        } else if (play->terminal.is_screen)
            key_acts(play, seat);
        else
            line_acts(play, seat);
    }
}

static void book_game(struct hi_lo_play *play, unsigned seat)
{
    struct hi_lo_seat *at = &play->seats[seat];
    struct hi_lo_prize prize = play->day.game.prize;
    at->games++;
    at->progressives += prize.kind == HI_LO_PROGRESSIVE;
    if (prize.kind == HI_LO_FREE_PLAY)
        at->free_play.cents += prize.amount.cents;
    else
        at->cash.cents += prize.amount.cents;
    play->games++;
}

static void show_end(struct hi_lo_play *play, unsigned seat)
{
    while (!play->has_quit) {
        int key = ask_key(play, seat, "Enter: next drawing   q: quit");
        if (key == KEY_ENTER || key == ' ')
            return;
        play->has_quit = key == 'q' || key == KEY_END;
    }
}

static void play_drawing(struct hi_lo_play *play)
{
    unsigned seat = (unsigned)(play->games % play->options->seat_count) + 1;
    char text[64], prize[64];
    struct text_out out;
    text_out_init(&out, text, sizeof text);
    money_write(&out, play->day.progressive);
    play->note[0] = '\0';
    if (!play->terminal.is_screen)
        printf("day %u, drawing %u: for %s; the progressive is %s\n", play->date + 1, play->drawing,
               player(play, seat)->name, text);
    draw_member(play);
    play_game(play, seat);
    must(hi_lo_day_finish(&play->day));
    book_game(play, seat);
    if (play->terminal.is_screen)
        show_end(play, seat);
    else
        printf("  %s: prize %s\n", player(play, seat)->name, prize_words(play->day.game.prize, prize));
    next_drawing(play);
}

int play_hi_lo(const struct play_options *options, struct random *random)
{
    struct hi_lo_play play = {.options = options, .random = random};
    if (options->table_count > 0 || options->without_count > 0 || options->ante.cents > 0)
        return command_usage("play", "Hi Lo has no wagers: --ante, --table and --without do not go with it");
    struct game_rules rules;
    int answer = game_rules_read("play", GAME_RULES_HI_LO, &rules);
    if (answer == EXIT_CODE_OK)
        play.promotion = rules.hi_lo;
    game_rules_release(&rules);
    if (answer != EXIT_CODE_OK)
        return answer;
    open_day(&play, NULL);
    terminal_open(&play.terminal, !options->no_colour);
    if (!play.terminal.is_screen)
        printf("Hi Lo (" HI_LO_DOCUMENT ")\n");
    while (!play.has_quit && (options->rounds == 0 || play.games < options->rounds))
        play_drawing(&play);
    terminal_close(&play.terminal);
    hi_lo_solver_release(play.solver);
    printf("Hi Lo, %llu game%s\n", (unsigned long long)play.games, play.games == 1 ? "" : "s");
    print_totals(&play);
    return command_finish("play");
}
