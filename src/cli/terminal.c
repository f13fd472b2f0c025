#include "cli/terminal.h"

#include "base/check.h"
#include "cli/command.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* ---------------------------------------------------------------------- taking over and giving back */

/* Other screen, cursor off, no line wraps; and back. */
static const char screen_enter[] = "\033[?1049h\033[?25l\033[?7l\033[2J";
static const char screen_leave[] = "\033[?7h\033[?25h\033[0m\033[?1049l";

/* The data of the signal handlers, which get only the number of the signal. */
static struct termios terminal_before;
static volatile sig_atomic_t terminal_is_taken;

static void write_all(const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(STDOUT_FILENO, bytes, size);
        if (written < 0 && errno != EINTR)
            return;
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        }
    }
}

/* May be called by a signal handler: tcsetattr() and write() are safe there. */
static void give_back(void)
{
    if (!terminal_is_taken)
        return;
    terminal_is_taken = 0;
    write_all(screen_leave, sizeof screen_leave - 1);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &terminal_before);
}

static void take_over(void)
{
    struct termios raw = terminal_before;
    raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
    raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    terminal_is_taken = 1;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw); /* what was typed ahead counts */
    write_all(screen_enter, sizeof screen_enter - 1);
}

/* SA_RESETHAND has put the default back, so the second time the signal ends the program as it should. */
static void on_fatal(int number)
{
    int saved = errno;
    give_back();
    raise(number);
    errno = saved;
}

/* Its only work is to interrupt read(). */
static void on_resize(int number)
{
    (void)number;
}

static void watch_signals(void)
{
    static const int fatal[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGPIPE};
    struct sigaction action = {.sa_handler = on_fatal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < sizeof fatal / sizeof fatal[0]; i++)
        sigaction(fatal[i], &action, NULL);
    action.sa_handler = on_resize;
    action.sa_flags = 0;
    sigaction(SIGWINCH, &action, NULL);
}

/* The character set from the environment; setlocale() would change how numbers are read and written. */
static bool shows_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (!value || value[0] == '\0')
            continue;
        const char *dot = strchr(value, '.');
        return dot && (strncasecmp(dot, ".UTF-8", 6) == 0 || strncasecmp(dot, ".utf8", 5) == 0);
    }
    return false;
}

void terminal_open(struct terminal *terminal, bool may_colour)
{
    const char *kind = getenv("TERM");
    *terminal = (struct terminal){0};
    terminal->is_screen = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && kind && kind[0] != '\0' &&
                          strcmp(kind, "dumb") != 0 && tcgetattr(STDIN_FILENO, &terminal_before) == 0;
    terminal->colour = may_colour && command_colour();
    terminal->symbols = terminal->is_screen && shows_utf8();
    if (!terminal->is_screen)
        return;
    fflush(stdout);
    watch_signals();
    take_over();
}

void terminal_close(struct terminal *terminal)
{
    if (terminal->is_screen)
        give_back();
    terminal->is_screen = false;
}

/* ---------------------------------------------------------------------------------------- canvas */

void terminal_clear(struct terminal *terminal)
{
    for (unsigned row = 0; row < TERMINAL_ROWS; row++)
        for (unsigned column = 0; column < TERMINAL_COLUMNS; column++)
            terminal->cells[row][column] = (struct terminal_cell){' ', STYLE_PLAIN};
}

/* The letter that our own text opens with; it is well-formed UTF-8. */
static uint32_t next_letter(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    unsigned more = at[0] >= 0xF0 ? 3 : at[0] >= 0xE0 ? 2 : at[0] >= 0xC0 ? 1 : 0;
    uint32_t letter = more == 0 ? at[0] : at[0] & (0x3FU >> more);
    for (unsigned i = 1; i <= more; i++)
        letter = letter << 6 | (at[i] & 0x3F);
    *text += 1 + more;
    return letter;
}

static unsigned put_text(struct terminal *terminal, unsigned row, unsigned column, enum style style,
                         const char *text)
{
    while (*text != '\0' && row < TERMINAL_ROWS && column < TERMINAL_COLUMNS)
        terminal->cells[row][column++] = (struct terminal_cell){next_letter(&text), style};
    return column;
}

unsigned terminal_put(struct terminal *terminal, unsigned row, unsigned column, enum style style,
                      const char *format, ...)
{
    char text[4 * TERMINAL_COLUMNS + 1];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return put_text(terminal, row, column, style, text);
}

static void put_card(struct terminal *terminal, unsigned row, unsigned column, struct card card, bool face_up)
{
    char text[CARD_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, text, sizeof text);
    card_write(&out, card, terminal->symbols ? CARD_STYLE_SYMBOLS : CARD_STYLE_LETTERS);
    enum style style = !face_up ? STYLE_DIM : card_colour(card) == COLOUR_RED ? STYLE_RED : STYLE_BOLD;
    if (!terminal->symbols) {
        put_text(terminal, row + 1, column + 1, style, face_up ? text : "--");
        return;
    }
    put_text(terminal, row, column, STYLE_DIM, "╭──╮");
    put_text(terminal, row + 1, column, STYLE_DIM, "│");
    put_text(terminal, row + 1, column + 1, style, face_up ? text : "░░");
    put_text(terminal, row + 1, column + 3, STYLE_DIM, "│");
    put_text(terminal, row + 2, column, STYLE_DIM, "╰──╯");
}

void terminal_cards(struct terminal *terminal, unsigned row, unsigned column, const struct card *cards,
                    unsigned count, unsigned face_up_from, unsigned face_up_count)
{
    for (unsigned i = 0; i < count; i++)
        put_card(terminal, row, column + i * TERMINAL_CARD_COLUMNS, cards[i],
                 i >= face_up_from && i < face_up_from + face_up_count);
}

static void add_letter(struct text_out *out, uint32_t letter)
{
    char bytes[4];
    size_t length = 0;
    if (letter < 0x80)
        bytes[length++] = (char)letter;
    else if (letter < 0x800) {
        bytes[length++] = (char)(0xC0 | letter >> 6);
        bytes[length++] = (char)(0x80 | (letter & 0x3F));
    } else {
        bytes[length++] = (char)(0xE0 | letter >> 12);
        bytes[length++] = (char)(0x80 | (letter >> 6 & 0x3F));
        bytes[length++] = (char)(0x80 | (letter & 0x3F));
    }
    text_out_add_text(out, (struct text){bytes, length});
}

static void add_style(struct text_out *out, enum style style, bool colour)
{
    static const char *const with[STYLE_COUNT] = {"0",      "0;2",  "0;1",  "0;1;36",
                                                  "0;1;31", "0;32", "0;31", "0;33"};
    static const char *const without[STYLE_COUNT] = {"0", "0;2", "0;1", "0;7", "0;1", "0;1", "0", "0;1"};
    text_out_add(out, "\033[%sm", colour ? with[style] : without[style]);
}

static unsigned row_length(const struct terminal *terminal, unsigned row)
{
    unsigned length = TERMINAL_COLUMNS;
    while (length > 0 && terminal->cells[row][length - 1].letter == ' ')
        length--;
    return length;
}

static void add_row(struct text_out *out, const struct terminal *terminal, unsigned row, unsigned columns)
{
    enum style style = STYLE_PLAIN;
    unsigned length = row_length(terminal, row);
    text_out_add(out, "\033[%u;1H", row + 1);
    for (unsigned column = 0; column < length && column < columns; column++) {
        const struct terminal_cell *cell = &terminal->cells[row][column];
        if (cell->style != style)
            add_style(out, style = cell->style, terminal->colour);
        add_letter(out, cell->letter);
    }
    text_out_add(out, "\033[0m\033[K");
}

/* One write for a whole picture, so that nothing flickers. */
void terminal_show(struct terminal *terminal)
{
    char bytes[TERMINAL_ROWS * TERMINAL_COLUMNS * 12];
    struct text_out out;
    struct winsize size = {0};
    text_out_init(&out, bytes, sizeof bytes);
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0;
    unsigned rows = known && size.ws_row < TERMINAL_ROWS ? size.ws_row : TERMINAL_ROWS;
    unsigned columns = known && size.ws_col < TERMINAL_COLUMNS ? size.ws_col : TERMINAL_COLUMNS;
    for (unsigned row = 0; row < rows; row++)
        add_row(&out, terminal, row, columns);
    text_out_add(&out, "\033[J");
    CHECK(!out.truncated);
    write_all(out.bytes, out.length);
}

/* ----------------------------------------------------------------------------------------- input */

/* The byte that follows an escape at once, if one does: a key sends its whole sequence in one go. */
static int byte_behind_escape(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    unsigned char byte;
    if (poll(&input, 1, 30) != 1 || read(STDIN_FILENO, &byte, 1) != 1)
        return -1;
    return byte;
}

static int escape_sequence(void)
{
    int byte = byte_behind_escape();
    if (byte < 0)
        return KEY_ESCAPE;
    if (byte != '[' && byte != 'O')
        return KEY_OTHER;
    do
        byte = byte_behind_escape();
    while (byte >= '0' && byte <= ';');
    switch (byte) {
    case 'A':
        return KEY_UP;
    case 'B':
        return KEY_DOWN;
    case 'C':
        return KEY_RIGHT;
    case 'D':
        return KEY_LEFT;
    default:
        return KEY_OTHER;
    }
}

static int stop_until_continued(void)
{
    give_back();
    raise(SIGTSTP);
    take_over();
    return KEY_REDRAW;
}

int terminal_key(struct terminal *terminal)
{
    enum { CONTROL_C = 3, CONTROL_D = 4, CONTROL_L = 12, CONTROL_Z = 26, ESCAPE = 27, DELETE = 127 };
    unsigned char byte;
    if (terminal->has_ended)
        return KEY_END;
    ssize_t got = read(STDIN_FILENO, &byte, 1);
    if (got < 0 && errno == EINTR)
        return KEY_REDRAW;
    if (got != 1 || byte == CONTROL_C || byte == CONTROL_D) {
        terminal->has_ended = true;
        return KEY_END;
    }
    switch (byte) {
    case '\r':
    case '\n':
        return KEY_ENTER;
    case CONTROL_L:
        return KEY_REDRAW;
    case CONTROL_Z:
        return stop_until_continued();
    case ESCAPE:
        return escape_sequence();
    default:
        return byte < ' ' || byte >= DELETE ? KEY_OTHER : byte;
    }
}

bool terminal_line(struct terminal *terminal, char *buffer, size_t size)
{
    fflush(stdout);
    if (terminal->has_ended || !fgets(buffer, (int)size, stdin)) {
        terminal->has_ended = true;
        return false;
    }
    size_t length = strcspn(buffer, "\r\n");
    if (buffer[length] == '\0')
        for (int byte = getchar(); byte != '\n' && byte != EOF;)
            byte = getchar();
    buffer[length] = '\0';
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)buffer[i] < ' ' || buffer[i] == 127)
            buffer[i] = buffer[i] == '\t' ? ' ' : '?';
    return true;
}
