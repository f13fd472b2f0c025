/*
 * The terminal that a game is played on: a screen of 24 lines of 80 columns and single keys, or, where that cannot
 * be, lines in and lines out.
 *
 * A screen is used when both standard input and standard output are a terminal that can move its cursor. Then the
 * terminal is taken over: its own contents are kept aside, keys arrive at once and unechoed. It is given back by
 * terminal_close(), and by the signals that end a program, so that a shell is never left with a mute terminal.
 *
 *   canvas   24 x 80 cells, written in any order, then shown at once; what falls outside is cut
 *   style    how a cell is drawn; without colour only bold, dim and inverse remain
 *   symbols  whether the terminal shows UTF-8: suit symbols and boxes, otherwise letters
 *
 * One terminal is open at a time, because signals reach a program, not an object: what the handlers restore is the one
 * thing in this program that is kept outside of any struct.
 */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include "base/status.h"
#include "base/text.h"
#include "cards/card.h"

#include <stdbool.h>
#include <stdint.h>

enum { TERMINAL_ROWS = 24, TERMINAL_COLUMNS = 80, TERMINAL_LINE_SIZE = 256 };

enum style {
    STYLE_PLAIN,
    STYLE_DIM,
    STYLE_BOLD,
    STYLE_TITLE,
    STYLE_RED, /* of suits */
    STYLE_GOOD,
    STYLE_BAD,
    STYLE_NOTE,
    STYLE_COUNT
};

struct terminal_cell {
    uint32_t letter; /* Unicode */
    enum style style;
};

struct terminal {
    bool is_screen, colour, symbols;
    bool has_ended; /* the input is at its end */
    struct terminal_cell cells[TERMINAL_ROWS][TERMINAL_COLUMNS];
};

/* Takes the terminal over if it can be a screen. */
void terminal_open(struct terminal *terminal, bool may_colour);
void terminal_close(struct terminal *terminal);

/* ---------------------------------------------------------------------------------------- canvas */

void terminal_clear(struct terminal *terminal);

/* Writes from a cell on, counted from 0, to the end of the row at most; returns the column behind the text. */
unsigned terminal_put(struct terminal *terminal, unsigned row, unsigned column, enum style style,
                      const char *format, ...) PRINTF_LIKE(5, 6);

/* Cards side by side, three rows high, five columns each; a card that lies face down shows its back. Without symbols
 * they stand as letters in the middle row. */
enum { TERMINAL_CARD_ROWS = 3, TERMINAL_CARD_COLUMNS = 5 };
void terminal_cards(struct terminal *terminal, unsigned row, unsigned column, const struct card *cards,
                    unsigned count, unsigned face_up_from, unsigned face_up_count);

void terminal_show(struct terminal *terminal);

/* ----------------------------------------------------------------------------------------- input */

enum terminal_key {
    KEY_END = 256, /* of input; and Ctrl-C, Ctrl-D */
    KEY_REDRAW,    /* the window has changed, or the program was stopped and goes on */
    KEY_ENTER,
    KEY_UP,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_ESCAPE,
    KEY_OTHER
};

/* The next key of a screen: a letter as it is, or an enum terminal_key. After KEY_END there is no other. */
int terminal_key(struct terminal *terminal);

/*
 * The next line of input, without its end. False at the end of the input. A line that is longer than the buffer is
 * read to its end and cut. Control bytes become `?`, so that a word can be shown again.
 */
bool terminal_line(struct terminal *terminal, char *buffer, size_t size);

#endif
