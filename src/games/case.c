#include "games/case.h"

#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --------------------------------------------------------------------------------------- faults */

static enum status fault_in_line(struct case_fault *fault, size_t line, enum status status, size_t column,
                                 const char *format, va_list arguments)
{
    if (!fault)
        return status;
    fault->line = line;
    fault->fault.status = status;
    fault->fault.position = column;
    vsnprintf(fault->fault.words, sizeof fault->fault.words, format, arguments);
    return status;
}

static PRINTF_LIKE(5, 6) enum status line_fault(struct case_fault *fault, size_t line, enum status status,
                                                size_t column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fault_in_line(fault, line, status, column, format, arguments);
    va_end(arguments);
    return status;
}

enum status case_fault_at(const struct case_cursor *cursor, struct case_fault *fault, enum status status,
                          const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fault_in_line(fault, cursor->line->number, status, cursor->line->column + cursor->at, format, arguments);
    va_end(arguments);
    return status;
}

/* --------------------------------------------------------------------------------------- cursor */

static bool is_white(char byte)
{
    return byte == ' ' || byte == '\t';
}

static bool is_word(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
}

static char lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

static char byte_at(const struct case_cursor *cursor, size_t at)
{
    return at < cursor->line->text.length ? cursor->line->text.bytes[at] : '\0';
}

static void skip_white(struct case_cursor *cursor)
{
    while (is_white(byte_at(cursor, cursor->at)))
        cursor->at++;
}

struct case_cursor case_start(const struct case_line *line)
{
    return (struct case_cursor){line, 0};
}

bool case_ended(struct case_cursor *cursor)
{
    skip_white(cursor);
    return cursor->at >= cursor->line->text.length;
}

bool case_take(struct case_cursor *cursor, char byte)
{
    skip_white(cursor);
    if (case_ended(cursor) || byte_at(cursor, cursor->at) != byte)
        return false;
    cursor->at++;
    return true;
}

bool case_take_arrow(struct case_cursor *cursor)
{
    skip_white(cursor);
    if (byte_at(cursor, cursor->at) != '-' || byte_at(cursor, cursor->at + 1) != '>')
        return false;
    cursor->at += 2;
    return true;
}

bool case_take_words(struct case_cursor *cursor, const char *words)
{
    skip_white(cursor);
    size_t at = cursor->at;
    for (const char *want = words; *want != '\0'; want++) {
        char found = byte_at(cursor, at);
        if (*want == ' ' || *want == '-') {
            if (!is_white(found) && found != '-')
                return false;
            for (at++; is_white(found) && is_white(byte_at(cursor, at));)
                at++;
        } else if (lower(found) != lower(*want)) {
            return false;
        } else {
            at++;
        }
    }
    if (is_word(byte_at(cursor, at)))
        return false;
    cursor->at = at;
    return true;
}

bool case_take_wager(struct case_cursor *cursor, enum wager *wager)
{
    struct case_cursor best = *cursor;
    for (unsigned i = 0; i < WAGER_COUNT; i++) {
        struct case_cursor trial = *cursor;
        if (case_take_words(&trial, wager_id((enum wager)i)) && trial.at > best.at) {
            best = trial;
            *wager = (enum wager)i;
        }
    }
    bool taken = best.at > cursor->at;
    *cursor = best;
    return taken;
}

struct text case_rest(struct case_cursor *cursor)
{
    skip_white(cursor);
    struct text rest = text_trimmed(text_from(cursor->line->text, cursor->at));
    cursor->at = cursor->line->text.length;
    return rest;
}

/* The bytes up to white space, or one of the marks that end a value. */
static struct text value_ahead(struct case_cursor *cursor)
{
    skip_white(cursor);
    size_t end = cursor->at;
    for (;; end++) {
        char byte = byte_at(cursor, end);
        /* A comma inside a number belongs to it: 25,310. */
        bool inside = byte == ',' && is_word(byte_at(cursor, end + 1));
        if (end >= cursor->line->text.length || is_white(byte) || byte == ';' || byte == ':' ||
            (byte == ',' && !inside))
            break;
    }
    return text_slice(cursor->line->text, cursor->at, end - cursor->at);
}

enum status case_expected(const struct case_cursor *cursor, struct case_fault *fault, const char *expected)
{
    struct case_cursor here = *cursor;
    if (case_ended(&here))
        return case_fault_at(&here, fault, STATUS_INVALID, "%s expected, found the end of the line",
                             expected);
    struct text found = text_slice(text_from(here.line->text, here.at), 0, 24);
    return case_fault_at(&here, fault, STATUS_INVALID, "%s expected, found \"%.*s\"", expected,
                         TEXT_ARGUMENTS(found));
}

enum status case_end(struct case_cursor *cursor, struct case_fault *fault)
{
    return case_ended(cursor) ? STATUS_OK : case_expected(cursor, fault, "the end of the line");
}

/* A comma with a group of three digits behind it: 3,799. */
static bool at_thousands(const struct case_cursor *cursor)
{
    unsigned digits = 0;
    while (byte_at(cursor, cursor->at + 1 + digits) >= '0' && byte_at(cursor, cursor->at + 1 + digits) <= '9')
        digits++;
    return byte_at(cursor, cursor->at) == ',' && digits == 3;
}

enum status case_number(struct case_cursor *cursor, unsigned most, unsigned *number, struct case_fault *fault)
{
    CHECK_OP(most, <=, CASE_NUMBER_MAX);
    skip_white(cursor);
    struct case_cursor here = *cursor;
    unsigned value = 0;
    while (byte_at(&here, here.at) >= '0' && byte_at(&here, here.at) <= '9') {
        value = 10 * value + (unsigned)(byte_at(&here, here.at++) - '0');
        if (value > most)
            return case_fault_at(cursor, fault, STATUS_RANGE, "a number up to %u expected", most);
        here.at += value > 0 && at_thousands(&here);
    }
    if (here.at == cursor->at || is_word(byte_at(&here, here.at)))
        return case_expected(cursor, fault, "a number");
    *cursor = here;
    *number = value;
    return STATUS_OK;
}

static enum status lift_fault(const struct case_cursor *cursor, enum status status, struct fault inner,
                              struct case_fault *fault)
{
    if (fault) {
        fault->line = cursor->line->number;
        fault->fault = inner;
    }
    return status;
}

enum status case_money(struct case_cursor *cursor, struct money *money, struct case_fault *fault)
{
    struct text text = value_ahead(cursor);
    if (text.length == 0)
        return case_expected(cursor, fault, "an amount of money");
    struct fault inner;
    enum status status = money_parse(text, cursor->line->column - 1 + cursor->at, money, &inner);
    if (status != STATUS_OK)
        return lift_fault(cursor, status, inner, fault);
    cursor->at += text.length;
    return STATUS_OK;
}

enum status case_percent(struct case_cursor *cursor, unsigned *numerator, unsigned *denominator,
                         struct case_fault *fault)
{
    struct case_cursor here = *cursor;
    unsigned whole = 0, parts = 0, per = 1;
    enum status status = case_number(&here, 100, &whole, fault);
    if (status != STATUS_OK)
        return status;
    if (byte_at(&here, here.at) == '.') {
        here.at++;
        while (byte_at(&here, here.at) >= '0' && byte_at(&here, here.at) <= '9' && per < 1000) {
            parts = 10 * parts + (unsigned)(byte_at(&here, here.at++) - '0');
            per *= 10;
        }
    }
    if (byte_at(&here, here.at) != '%')
        return case_expected(&here, fault, "a per cent sign");
    here.at++;
    *numerator = whole * per + parts;
    *denominator = 100 * per;
    if (*numerator > *denominator)
        return case_fault_at(cursor, fault, STATUS_RANGE, "at most 100%% expected");
    *cursor = here;
    return STATUS_OK;
}

static bool is_card(struct text word, struct hand *card)
{
    static const struct hand_form one = {.cards_min = 1, .cards_max = 1, .decks = 1};
    return word.length >= 2 && hand_parse(word, 0, &one, card, NULL) == STATUS_OK;
}

enum status case_cards(struct case_cursor *cursor, unsigned least, unsigned most, struct hand *hand,
                       struct case_fault *fault)
{
    CHECK_OP(most, <=, HAND_CARDS_MAX);
    struct hand found = {0};
    struct case_cursor here = *cursor;
    for (;;) {
        struct text word = value_ahead(&here);
        struct hand card = {0};
        if (!is_card(word, &card))
            break;
        if (hand_has(&found, card.cards[0]))
            return case_fault_at(&here, fault, STATUS_INVALID, "the card %.*s stands here twice",
                                 TEXT_ARGUMENTS(word));
        if (found.count == most)
            return case_fault_at(&here, fault, STATUS_INVALID, "at most %u cards expected", most);
        hand_add(&found, card.cards[0]);
        here.at += word.length;
    }
    if (found.count < least)
        return case_expected(&here, fault, least == 1 ? "a card" : "a further card");
    *cursor = here;
    *hand = found;
    return STATUS_OK;
}

bool case_take_clause(struct case_cursor *cursor, struct text *number)
{
    struct case_cursor here = *cursor;
    if (!case_take(&here, '#'))
        return false;
    size_t start = here.at;
    while (is_word(byte_at(&here, here.at)))
        here.at++;
    if (here.at == start)
        return false;
    *number = text_slice(here.line->text, start, here.at - start);
    *cursor = here;
    return true;
}

/* ---------------------------------------------------------------------------------------- lines */

static struct text next_line(struct text *left)
{
    const char *feed = left->length > 0 ? memchr(left->bytes, '\n', left->length) : NULL;
    size_t length = feed ? (size_t)(feed - left->bytes) : left->length;
    struct text line = {left->bytes, length};
    *left = text_from(*left, feed ? length + 1 : length);
    return line;
}

static size_t count_lines(struct text text)
{
    size_t count = 1;
    for (size_t i = 0; i < text.length; i++)
        count += text.bytes[i] == '\n';
    return count;
}

static enum status check_bytes(struct text line, size_t number, struct case_fault *fault)
{
    for (size_t i = 0; i < line.length; i++) {
        unsigned char byte = (unsigned char)line.bytes[i];
        bool closing_return = byte == '\r' && i + 1 == line.length;
        if ((byte < ' ' && byte != '\t' && !closing_return) || byte == 127)
            return line_fault(fault, number, STATUS_INVALID, i + 1, "a byte that is no text: %u", byte);
    }
    return STATUS_OK;
}

static enum status split_lines(struct text text, struct case_file *file, struct case_fault *fault)
{
    for (size_t number = 1; text.length > 0; number++) {
        struct text whole = next_line(&text);
        enum status status = check_bytes(whole, number, fault);
        if (status != STATUS_OK)
            return status;
        struct text trimmed = text_trimmed(whole);
        if (trimmed.length == 0 || trimmed.bytes[0] == '#')
            continue;
        size_t indent = (size_t)(trimmed.bytes - whole.bytes);
        if (indent > 0 && file->count == 0)
            return line_fault(fault, number, STATUS_INVALID, 1, "the first line stands at the margin");
        file->lines[file->count++] = (struct case_line){
            .number = number, .indented = indent > 0, .column = indent + 1, .text = trimmed};
    }
    return STATUS_OK;
}

/* --------------------------------------------------------------------------------------- header */

static enum status take_title(struct case_file *file, struct case_fault *fault)
{
    struct case_cursor cursor = case_start(&file->lines[0]);
    if (!case_take_words(&cursor, "case"))
        return case_expected(&cursor, fault, "\"case NAME: title\"");
    file->name = value_ahead(&cursor);
    if (file->name.length == 0)
        return case_expected(&cursor, fault, "the name of the case");
    cursor.at += file->name.length;
    if (!case_take(&cursor, ':'))
        return case_expected(&cursor, fault, "a colon and the title");
    file->title = case_rest(&cursor);
    return file->title.length > 0 ? STATUS_OK : case_expected(&cursor, fault, "the title");
}

/* issuer/activity */
static bool take_document(struct case_cursor *cursor)
{
    bool slash = false;
    skip_white(cursor);
    for (char byte; byte = byte_at(cursor, cursor->at), is_word(byte) || byte == '-' || byte == '/';) {
        slash |= byte == '/';
        cursor->at++;
    }
    return slash;
}

/* massachusetts/crazy-4-poker#158 #159 #MR1, and a further document after its own name. */
static enum status take_cites(struct case_cursor *cursor, case_cite_visitor *visit, void *context,
                              struct case_fault *fault)
{
    struct case_cite cite = {0};
    enum status status = STATUS_OK;
    do {
        skip_white(cursor);
        struct case_cursor start = *cursor;
        if (cite.document.length == 0 || !case_take_clause(cursor, &cite.number)) {
            bool document = take_document(cursor);
            cite.document = text_slice(cursor->line->text, start.at, cursor->at - start.at);
            if (!document || byte_at(cursor, cursor->at) != '#' || !case_take_clause(cursor, &cite.number))
                return case_expected(cursor, fault, "a clause such as issuer/activity#158, or #159");
        }
        cite.cursor = &start;
        if (visit)
            status = visit(context, &cite, fault);
        case_take(cursor, ',');
    } while (status == STATUS_OK && !case_ended(cursor));
    return status;
}

enum status case_each_cite(const struct case_file *file, case_cite_visitor *visit, void *context,
                           struct case_fault *fault)
{
    enum status status = STATUS_OK;
    for (size_t i = 1; i < file->first && status == STATUS_OK; i++) {
        struct case_cursor cursor = case_start(&file->lines[i]);
        if (case_take_words(&cursor, "cites") && case_take(&cursor, ':'))
            status = take_cites(&cursor, visit, context, fault);
    }
    return status;
}

static enum status take_header(struct case_file *file, struct case_fault *fault)
{
    enum status status = take_title(file, fault);
    bool cited = false;
    for (file->first = 1; status == STATUS_OK; file->first++) {
        if (file->first == file->count)
            return line_fault(fault, file->lines[file->count - 1].number, STATUS_INVALID, 1,
                              "\"%s\" expected after this line", cited ? "game: NAME" : "cites: CLAUSES");
        struct case_cursor cursor = case_start(&file->lines[file->first]);
        if (case_take_words(&cursor, "cites") && case_take(&cursor, ':')) {
            cited = true;
            case_ended(&cursor);
            status = take_cites(&cursor, NULL, NULL, fault);
        } else if (case_take_words(&cursor, "game") && case_take(&cursor, ':') && cited) {
            file->game = case_rest(&cursor);
            file->first++;
            return file->game.length > 0 ? STATUS_OK : case_expected(&cursor, fault, "the name of a game");
        } else {
            cursor.at = 0;
            return case_expected(&cursor, fault, cited ? "\"game: NAME\"" : "\"cites: CLAUSES\"");
        }
    }
    return status;
}

enum status case_read(struct text text, struct arena *arena, struct case_file *file, struct case_fault *fault)
{
    if (text.length > CASE_SIZE_MAX)
        return line_fault(fault, 1, STATUS_NO_SPACE, 1, "the case has %zu bytes; at most %d are allowed",
                          text.length, CASE_SIZE_MAX);
    struct case_file read = {.lines = ARENA_ARRAY(arena, struct case_line, count_lines(text))};
    if (!read.lines)
        return line_fault(fault, 1, arena->refusal, 1, "there is no memory for the case");
    enum status status = split_lines(text, &read, fault);
    if (status == STATUS_OK && read.count == 0)
        status = line_fault(fault, 1, STATUS_INVALID, 1, "\"case NAME: title\" expected, the file is empty");
    if (status == STATUS_OK)
        status = take_header(&read, fault);
    if (status == STATUS_OK)
        *file = read;
    return status;
}

enum status case_check_expects(const struct case_file *file, const struct case_result *result,
                               struct case_fault *fault)
{
    if (result->expectation_count > 0 || result->difference_count > 0)
        return STATUS_OK;
    const struct case_line *last = &file->lines[file->count - 1];
    return line_fault(
        fault, last->number, STATUS_INVALID, last->column + last->text.length,
        "the case ends here and has not said what must come out: \"expect:\" and lines below it, or "
        "\"-> refused #N\" behind a step");
}

enum status case_play(const struct case_file *file, const struct case_rules *rules,
                      struct case_result *result, struct case_fault *fault)
{
    struct text_nearest nearest = text_nearest_to(file->game);
    for (const struct case_game *const *game = case_games; *game; game++) {
        if (text_equal(file->game, text_of((*game)->name)))
            return (*game)->play(file, rules, result, fault);
        text_nearest_offer(&nearest, (*game)->name);
    }
    const struct case_line *line = &file->lines[file->first - 1];
    size_t column = line->column + (size_t)(file->game.bytes - line->text.bytes);
    return line_fault(fault, line->number, STATUS_INVALID, column, "there is no game '%.*s'%s%s",
                      TEXT_ARGUMENTS(text_slice(file->game, 0, 40)), nearest.word ? "; did you mean " : "",
                      nearest.word ? nearest.word : "");
}
