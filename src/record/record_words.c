/* The readable form of records: `C4-1 fees 1,3,5 hands "seat 1 cards \"9s 9d\"; seat 3"`. */
#include "record/record.h"

#include "base/check.h"
#include "record/record_internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* ---------------------------------------------------------------------------------------- reading */

enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_QUOTED, TOKEN_SEMICOLON };

struct token {
    enum token_kind kind;
    struct text raw;  /* as typed, without the quotes */
    struct text text; /* without the escapes, too */
    size_t at;        /* of `raw` */
};

/* What is read: all the words, or, inside of them, the items of a list. */
struct words {
    struct scan scan;
    const struct words *outer; /* NULL for all the words */
    struct token within;       /* the value in `outer` that this is the text of */
    size_t origin;             /* of all the words */
    const struct zone *zone;
    struct arena *arena;
    struct fault *fault;
};

static size_t position_in(const struct words *words, const struct token *token, size_t index);

/* The column in what the user typed of a byte of the text that is read here. */
static size_t position_of(const struct words *words, size_t at)
{
    return words->outer ? position_in(words->outer, &words->within, at) : words->origin + at + 1;
}

static size_t position_in(const struct words *words, const struct token *token, size_t index)
{
    size_t offset = token->kind == TOKEN_QUOTED ? json_escaped_offset(token->raw, index) : index;
    return position_of(words, token->at + offset);
}

static enum status fault_token(const struct words *words, const struct token *token, const char *format, ...)
    PRINTF_LIKE(3, 4);

static enum status fault_token(const struct words *words, const struct token *token, const char *format, ...)
{
    char text[FAULT_WORDS_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return fault_set(words->fault, STATUS_INVALID, position_of(words, token->at), "%s", text);
}

static bool is_white(int byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

static enum status take_quoted(struct words *words, struct token *token)
{
    struct fault inner;
    struct scan *scan = &words->scan;
    token->kind = TOKEN_QUOTED;
    token->at = scan->at + 1;
    enum status status = json_take_text(scan, words->arena, &token->text, &inner);
    if (status != STATUS_OK)
        return fault_set(words->fault, status, position_of(words, inner.position - 1), "%s", inner.words);
    token->raw = text_slice(scan->text, token->at, scan->at - 1 - token->at);
    int next = scan_peek(scan);
    if (next != SCAN_END && next != ';' && !is_white(next))
        return fault_set(words->fault, STATUS_INVALID, position_of(words, scan->at),
                         "a space expected behind the closing \"");
    return STATUS_OK;
}

static enum status take_token(struct words *words, struct token *token)
{
    struct scan *scan = &words->scan;
    while (is_white(scan_peek(scan)))
        scan->at++;
    *token = (struct token){.kind = TOKEN_END, .at = scan->at};
    if (scan_peek(scan) == SCAN_END)
        return STATUS_OK;
    if (scan_peek(scan) == '"')
        return take_quoted(words, token);
    if (scan_take(scan, ';')) {
        token->kind = TOKEN_SEMICOLON;
        return STATUS_OK;
    }
    int byte;
    while ((byte = scan_peek(scan)) != SCAN_END && byte != ';' && !is_white(byte)) {
        if (byte == '"' || byte < ' ')
            return fault_set(words->fault, STATUS_INVALID, position_of(words, scan->at),
                             "%s stands only in a value that is in double quotes as a whole",
                             byte == '"' ? "a \"" : "a control character");
        scan->at++;
    }
    token->kind = TOKEN_WORD;
    token->raw = token->text = text_slice(scan->text, token->at, scan->at - token->at);
    return STATUS_OK;
}

/* ----------------------------------------------------------------------------------------- values */

/* These read the text of a value; positions in their faults are in it. */

static enum status text_value(const struct field *field, const struct token *token, void *record,
                              struct fault *fault)
{
    for (size_t i = 0; token->kind == TOKEN_WORD && i < token->text.length; i++)
        if (token->text.bytes[i] == ',')
            return fault_set(fault, STATUS_INVALID, i + 1,
                             "a text with a comma stands in double quotes; between words is only a space");
    if (token->text.length > RECORD_TEXT_MAX)
        return fault_set(fault, STATUS_NO_SPACE, 1, "a text has at most %d bytes", RECORD_TEXT_MAX);
    field_set(field, record, &token->text, sizeof token->text);
    return STATUS_OK;
}

static enum status integer_value(const struct field *field, const struct token *token, void *record,
                                 struct fault *fault)
{
    struct scan scan = {.text = token->text};
    int64_t value = 0;
    enum status status = json_take_integer(&scan, field_bounds(field), &value, fault);
    if (status != STATUS_OK)
        return status;
    if (scan_peek(&scan) != SCAN_END)
        return scan_expected(&scan, fault, "nothing more after the number");
    field_set_integer(field, record, value);
    return STATUS_OK;
}

static enum status cents_value(const struct field *field, const struct token *token, void *record,
                               struct fault *fault)
{
    struct field_bounds bounds = field_bounds(field);
    struct money money = {0};
    char words[FAULT_WORDS_SIZE];
    enum status status = money_parse(token->text, 0, &money, fault);
    if (status != STATUS_OK)
        return status;
    if (money.cents < bounds.least || money.cents > bounds.most)
        return fault_set(fault, STATUS_RANGE, 1, "%s", field_bounds_words(bounds, money, words));
    field_set_integer(field, record, money.cents);
    return STATUS_OK;
}

static enum status time_value(const struct field *field, const struct token *token, const struct zone *zone,
                              void *record, struct fault *fault)
{
    struct instant time = {0};
    enum status status = STATUS_OK;
    if (token->text.length > 0)
        status = field_time_parse(token->text, zone, &time, fault);
    if (status == STATUS_OK)
        field_set(field, record, &time, sizeof time);
    return status;
}

static enum status date_value(const struct field *field, const struct token *token, void *record,
                              struct fault *fault)
{
    struct date date = {0};
    enum status status = STATUS_OK;
    if (token->text.length > 0)
        status = date_parse(token->text, 0, &date, fault);
    if (status == STATUS_OK)
        field_set(field, record, &date, sizeof date);
    return status;
}

static enum status word_value(const struct field *field, const struct token *token, void *record,
                              struct fault *fault)
{
    int index = field_find_word(field, token->text);
    char words[FAULT_WORDS_SIZE];
    if (index < 0)
        return fault_set(fault, STATUS_INVALID, 1, "%s", field_no_such_word(field, token->text, words));
    field_set(field, record, &(uint8_t){(uint8_t)index}, sizeof(uint8_t));
    return STATUS_OK;
}

static enum status seats_value(const struct field *field, const struct token *token, void *record,
                               struct fault *fault)
{
    static const struct field_bounds bounds = {0, FIELD_SEAT_MOST};
    struct scan scan = {.text = token->text};
    uint32_t seats = 0;
    while (token->text.length > 0) {
        size_t position = scan_position(&scan);
        int64_t seat = 0;
        enum status status = json_take_integer(&scan, bounds, &seat, fault);
        if (status != STATUS_OK)
            return status;
        if (seats >> seat & 1)
            return fault_set(fault, STATUS_INVALID, position, "seat %" PRId64 " is there twice", seat);
        seats |= UINT32_C(1) << seat;
        if (scan_peek(&scan) == SCAN_END)
            break;
        if (!scan_take(&scan, ','))
            return scan_expected(&scan, fault, "a comma between seats");
    }
    field_set(field, record, &seats, sizeof seats);
    return STATUS_OK;
}

static enum status one_value(const struct words *words, const struct field *field, const struct token *token,
                             void *record, struct fault *fault)
{
    switch (field->kind) {
    case FIELD_TEXT:
        return text_value(field, token, record, fault);
    case FIELD_NUMBER:
    case FIELD_COUNT:
        return integer_value(field, token, record, fault);
    case FIELD_CENTS:
        return cents_value(field, token, record, fault);
    case FIELD_TIME:
        return time_value(field, token, words->zone, record, fault);
    case FIELD_DATE:
        return date_value(field, token, record, fault);
    case FIELD_WORD:
        return word_value(field, token, record, fault);
    case FIELD_SEATS:
        return seats_value(field, token, record, fault);
    case FIELD_FLAG:
    case FIELD_LIST:
    case FIELD_ROWS:
        break;
    }
    CHECK_NEVER("a field that has no simple value");
}

/* --------------------------------------------------------------------------------- names and lists */

static enum status parse_items(const struct words *words, const struct field *field,
                               const struct token *token, void *record);

static enum status parse_value(struct words *words, const struct field *field, void *record)
{
    struct token token;
    struct fault inner;
    enum status status = take_token(words, &token);
    if (status != STATUS_OK)
        return status;
    if (token.kind == TOKEN_END || token.kind == TOKEN_SEMICOLON)
        return fault_token(words, &token, "the value of \"%s\" is missing: %s", field->name, field->meaning);
    if (token.kind == TOKEN_QUOTED && token.text.length == 0 && !field->required)
        return STATUS_OK;
    if (field_is_list(field))
        return parse_items(words, field, &token, record);
    status = one_value(words, field, &token, record, &inner);
    if (status != STATUS_OK)
        return fault_set(words->fault, status, position_in(words, &token, inner.position - 1), "%s: %s",
                         field->name, inner.words);
    if (field_says_nothing(field, record))
        return fault_token(words, &token, "%s: it must not be empty: %s", field->name, field->meaning);
    return STATUS_OK;
}

static enum status find_name(const struct words *words, const struct record_shape *shape,
                             const struct token *token, unsigned *index)
{
    struct text_nearest nearest = text_nearest_to(token->text);
    for (*index = 0; *index < shape->field_count; ++*index) {
        const char *name = shape->fields[*index].name;
        if (token->kind == TOKEN_WORD && text_equal(token->text, text_of(name)))
            return STATUS_OK;
        text_nearest_offer(&nearest, name);
    }
    if (token->kind == TOKEN_SEMICOLON)
        return fault_token(words, token, "a ; stands only in a value in double quotes");
    struct text shown = text_clipped(token->text, FIELD_SHOWN_MAX);
    return fault_token(words, token, "\"%.*s\" is no field of %s%s%s", TEXT_ARGUMENTS(shown), shape->name,
                       nearest.word ? "; did you mean " : "", nearest.word ? nearest.word : "");
}

static enum status parse_named(struct words *words, const struct record_shape *shape,
                               const struct token *token, uint32_t *given, void *record)
{
    unsigned index = 0;
    enum status status = find_name(words, shape, token, &index);
    if (status != STATUS_OK)
        return status;
    const struct field *field = &shape->fields[index];
    if (*given >> index & 1)
        return fault_token(words, token, "\"%s\" is there twice", field->name);
    *given |= UINT32_C(1) << index;
    if (field->kind != FIELD_FLAG)
        return parse_value(words, field, record);
    field_set(field, record, &(bool){true}, sizeof(bool));
    return STATUS_OK;
}

/* Up to the end, or to the end of the item; `last` is the token there. */
static enum status parse_fields(struct words *words, const struct record_shape *shape, uint32_t given,
                                void *record, struct token *last)
{
    for (;;) {
        enum status status = take_token(words, last);
        if (status != STATUS_OK)
            return status;
        if (last->kind == TOKEN_END || (last->kind == TOKEN_SEMICOLON && words->outer))
            break;
        status = parse_named(words, shape, last, &given, record);
        if (status != STATUS_OK)
            return status;
    }
    for (unsigned i = 0; i < shape->field_count; i++) {
        const struct field *field = &shape->fields[i];
        if (field->required && field->kind != FIELD_FLAG && !(given >> i & 1))
            return fault_token(words, last, "\"%s\" is missing: %s", field->name, field->meaning);
    }
    return STATUS_OK;
}

/* Items stand between semicolons; behind the last semicolon there need not be one. */
static enum status parse_items(const struct words *words, const struct field *field,
                               const struct token *token, void *record)
{
    struct words inner = *words;
    inner.scan = (struct scan){.text = token->text};
    inner.outer = words;
    inner.within = *token;
    struct record_items items = {0};
    for (;;) {
        while (is_white(scan_peek(&inner.scan)))
            inner.scan.at++;
        if (scan_peek(&inner.scan) == SCAN_END)
            break;
        void *item;
        struct token last;
        enum status status = record_items_add(&items, field->items, inner.arena, &item,
                                              position_of(&inner, inner.scan.at), inner.fault);
        if (status == STATUS_OK)
            status = parse_fields(&inner, field->items, 0, item, &last);
        if (status != STATUS_OK)
            return status;
    }
    field_set_items(field, record, items.bytes, items.count);
    return STATUS_OK;
}

static enum status parse_record(struct words *words, const struct record_shape *shape, void *record)
{
    size_t good = text_utf8_length(words->scan.text);
    if (good < words->scan.text.length)
        return fault_set(words->fault, STATUS_INVALID, position_of(words, good), "this is not UTF-8");
    uint32_t given = 0;
    struct token last;
    while (is_white(scan_peek(&words->scan)))
        words->scan.at++;
    if (scan_peek(&words->scan) != SCAN_END && shape->field_count > 0 &&
        shape->fields[0].kind != FIELD_FLAG) {
        given = 1;
        enum status status = parse_value(words, &shape->fields[0], record);
        if (status != STATUS_OK)
            return status;
    }
    return parse_fields(words, shape, given, record, &last);
}

enum status record_parse_words(const struct record_shape *shape, struct text words, size_t origin,
                               const struct zone *zone, struct arena *arena, void *record,
                               struct fault *fault)
{
    struct words all = {
        .scan = {.text = words}, .origin = origin, .zone = zone, .arena = arena, .fault = fault};
    CHECK_OP(shape->field_count, <=, RECORD_FIELDS_MAX);
    memset(record, 0, shape->size);
    enum status status = parse_record(&all, shape, record);
    if (status != STATUS_OK)
        memset(record, 0, shape->size);
    return status;
}
