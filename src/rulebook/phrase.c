#include "rulebook/phrase_internal.h"

#include "rulebook/value.h"

#include <string.h>

enum { SHOWN_MAX = 24 };

/* ------------------------------------------------------------------------------------------ words */

static bool is_mark(char byte)
{
    return byte == ',' || byte == ';';
}

static bool is_space(char byte)
{
    return text_is_separator(byte) && byte != ',';
}

static void skip_spaces(struct scan *scan)
{
    while (scan->at < scan->text.length && is_space(scan->text.bytes[scan->at]))
        scan->at++;
}

enum status phrase_begin(struct text text, size_t length_max, struct scan *scan, struct fault *fault)
{
    if (text.length > length_max)
        return fault_set(fault, STATUS_NO_SPACE, length_max + 1, "too long: at most %zu bytes expected",
                         length_max);
    *scan = (struct scan){.text = text};
    skip_spaces(scan);
    return STATUS_OK;
}

/* A comma goes on with a word only before a digit. */
static bool goes_on(struct text text, size_t at)
{
    char byte = text.bytes[at];
    if (byte == ',' && at + 1 < text.length)
        return text.bytes[at + 1] >= '0' && text.bytes[at + 1] <= '9';
    return !is_space(byte) && !is_mark(byte);
}

struct text phrase_word(const struct scan *scan)
{
    struct text rest = text_from(scan->text, scan->at);
    if (rest.length == 0)
        return rest;
    size_t length = 1;
    while (!is_mark(rest.bytes[0]) && length < rest.length && goes_on(rest, length))
        length++;
    return text_slice(rest, 0, length);
}

void phrase_skip(struct scan *scan)
{
    scan->at += phrase_word(scan).length;
    skip_spaces(scan);
}

/* Steps over `words` and says whether they were all there. */
static bool match(struct scan *scan, const char *words)
{
    struct text rest = text_of(words);
    while (rest.length > 0) {
        size_t length = 0;
        while (length < rest.length && rest.bytes[length] != ' ')
            length++;
        if (!text_equal_ignoring_case(phrase_word(scan), text_slice(rest, 0, length)))
            return false;
        phrase_skip(scan);
        rest = text_from(rest, length + 1);
    }
    return true;
}

bool phrase_next_is(const struct scan *scan, const char *words)
{
    struct scan ahead = *scan;
    return match(&ahead, words);
}

bool phrase_take(struct scan *scan, const char *words)
{
    struct scan ahead = *scan;
    if (!match(&ahead, words))
        return false;
    *scan = ahead;
    return true;
}

bool phrase_digit_next(const struct scan *scan, char last)
{
    struct text word = phrase_word(scan);
    return scan_digit_next(scan) && (last == 0 || word.bytes[word.length - 1] == last);
}

struct text phrase_between(const struct scan *scan, size_t from_at)
{
    return text_trimmed(text_slice(scan->text, from_at, scan->at - from_at));
}

/* ------------------------------------------------------------------------------------------ messages */

static struct text shown_word(const struct scan *scan)
{
    struct text word = phrase_word(scan);
    return word.length <= SHOWN_MAX ? word : text_first_word(word, SHOWN_MAX);
}

/* Of the known texts the one nearest to the next word, or to the next two if it has two itself. */
static const char *nearest_known(const struct scan *scan, const char *const *known)
{
    struct scan ahead = *scan;
    phrase_skip(&ahead);
    phrase_skip(&ahead);
    struct text_nearest one = text_nearest_to(phrase_word(scan));
    struct text_nearest two = text_nearest_to(phrase_between(&ahead, scan->at));
    for (; known && *known; known++) {
        text_nearest_offer(&one, *known);
        if (strchr(*known, ' '))
            text_nearest_offer(&two, *known);
    }
    return one.word ? one.word : two.word;
}

enum status phrase_unknown(const struct scan *scan, const struct phrase_sort *sort, struct fault *fault)
{
    struct text word = phrase_word(scan);
    size_t position = scan_position(scan);
    if (word.length == 0)
        return fault_set(fault, STATUS_INVALID, position, "%s %s expected, found the end; %s", sort->article,
                         sort->noun, sort->remedy);
    struct text shown = shown_word(scan);
    const char *nearest = nearest_known(scan, sort->known);
    if (nearest)
        return fault_set(fault, STATUS_INVALID, position, "\"%.*s\" is not %s %s; did you mean \"%s\"?",
                         TEXT_ARGUMENTS(shown), sort->article, sort->noun, nearest);
    return fault_set(fault, STATUS_INVALID, position, "\"%.*s\" is not %s %s; %s", TEXT_ARGUMENTS(shown),
                     sort->article, sort->noun, sort->remedy);
}

enum status phrase_expected(const struct scan *scan, const char *what, struct fault *fault)
{
    if (scan_peek(scan) == SCAN_END)
        return fault_set(fault, STATUS_INVALID, scan_position(scan), "%s expected, found the end", what);
    struct text shown = shown_word(scan);
    return fault_set(fault, STATUS_INVALID, scan_position(scan), "%s expected, found \"%.*s\"", what,
                     TEXT_ARGUMENTS(shown));
}

enum status phrase_end(const struct scan *scan, const char *after, struct fault *fault)
{
    if (scan_peek(scan) == SCAN_END)
        return STATUS_OK;
    struct text shown = shown_word(scan);
    return fault_set(fault, STATUS_INVALID, scan_position(scan),
                     "nothing more expected after %s, found \"%.*s\"", after, TEXT_ARGUMENTS(shown));
}

enum status phrase_quoted(struct scan *scan, struct text *name, struct fault *fault)
{
    struct text rest = text_from(scan->text, scan->at + 1);
    size_t length = 0;
    while (length < rest.length && rest.bytes[length] != '"')
        length++;
    struct text quoted = text_slice(rest, 0, length);
    if (length == rest.length)
        return fault_set(fault, STATUS_INVALID, scan_position(scan),
                         "the quotation mark is not closed; write a second one behind the name");
    if (text_trimmed(quoted).length == 0)
        return fault_set(fault, STATUS_INVALID, scan_position(scan),
                         "nothing stands between the quotation marks; write a name there");
    *name = quoted;
    scan->at += length + 2;
    skip_spaces(scan);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ numbers */

/* A scan of the next word alone, which knows its place in the whole text. */
static struct scan word_scan(const struct scan *scan)
{
    return (struct scan){.text = phrase_word(scan), .origin = scan->origin + scan->at};
}

/* "1000" or "1,000": the digits of an amount of whole dollars are those of a number. */
enum status phrase_count(struct scan *scan, const struct phrase_sort *sort, int64_t *count,
                         struct fault *fault)
{
    struct scan word = word_scan(scan);
    for (size_t i = 0; i < word.text.length; i++)
        if ((word.text.bytes[i] < '0' || word.text.bytes[i] > '9') && (i == 0 || word.text.bytes[i] != ','))
            return phrase_unknown(scan, sort, fault);
    struct money dollars = {0};
    if (word.text.length == 0)
        return phrase_unknown(scan, sort, fault);
    enum status status = money_parse(word.text, word.origin, &dollars, fault);
    if (status == STATUS_INVALID)
        return fault_set(fault, status, scan_position(scan),
                         "\"%.*s\" is not a number; write it without zeros in front, like 5, 1000 or 1,000",
                         TEXT_ARGUMENTS(shown_word(scan)));
    if (status != STATUS_OK || dollars.cents / MONEY_DOLLAR > VALUE_COUNT_MAX)
        return fault_set(fault, STATUS_RANGE, scan_position(scan),
                         "the number is too large; numbers go up to 999,999,999");
    *count = dollars.cents / MONEY_DOLLAR;
    phrase_skip(scan);
    return STATUS_OK;
}

enum status phrase_money(struct scan *scan, const struct phrase_sort *sort, int64_t *cents,
                         struct fault *fault)
{
    struct scan word = word_scan(scan);
    struct money money = {0};
    if (scan_digit_next(&word) && money_parse(word.text, word.origin, &money, NULL) == STATUS_OK)
        return fault_set(fault, STATUS_INVALID, scan_position(scan),
                         "an amount begins with a dollar sign; write $%.*s", TEXT_ARGUMENTS(word.text));
    if (scan_take(&word, '-') && (scan_peek(&word) == '$' || scan_digit_next(&word)))
        return fault_set(fault, STATUS_RANGE, scan_position(scan),
                         "an amount is not below zero; write it without the minus");
    if (scan_peek(&word) != '$')
        return phrase_unknown(scan, sort, fault);
    enum status status = money_parse(word.text, word.origin, &money, fault);
    if (status == STATUS_INVALID)
        return status;
    if (status == STATUS_RANGE || money.cents > VALUE_CENTS_MAX)
        return fault_set(fault, STATUS_RANGE, scan_position(scan),
                         "the amount is too large; amounts go up to $1,000,000,000,000");
    *cents = money.cents;
    phrase_skip(scan);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ clock and calendar */

enum status phrase_clock(struct scan *scan, bool as_end, uint16_t *minute, struct fault *fault)
{
    static const struct phrase_sort sort = {
        "a", "time of day", "write hours and minutes in two digits each, from 00:00 to 23:59", NULL};
    struct scan word = word_scan(scan);
    uint32_t hours = 0, minutes = 0;
    if (scan_number(&word, 2, 2, "", &hours, NULL) != STATUS_OK || !scan_take(&word, ':') ||
        scan_number(&word, 2, 2, "", &minutes, NULL) != STATUS_OK || scan_peek(&word) != SCAN_END ||
        minutes > 59 || hours > 24 || (hours == 24 && minutes > 0))
        return phrase_unknown(scan, &sort, fault);
    if (hours == 24 && !as_end)
        return fault_set(fault, STATUS_INVALID, scan_position(scan),
                         "24:00 is only the end of a period; write 00:00");
    *minute = (uint16_t)(hours * 60 + minutes);
    phrase_skip(scan);
    return STATUS_OK;
}

void clock_write(struct text_out *out, unsigned minute)
{
    text_out_add(out, "%02u:%02u", minute / 60, minute % 60);
}

static unsigned month_of(struct text word)
{
    for (unsigned month = 1; month <= 12; month++)
        if (text_equal_ignoring_case(word, text_of(month_name(month))))
            return month;
    return 0;
}

bool phrase_date_next(const struct scan *scan)
{
    struct text word = phrase_word(scan);
    bool iso = word.length > 4 && word.bytes[4] == '-' && scan_digit_next(scan);
    return iso || month_of(word) != 0;
}

static enum status take_iso_date(struct scan *scan, struct date *date, struct fault *fault)
{
    struct scan word = word_scan(scan);
    enum status status = date_parse(word.text, word.origin, date, fault);
    if (status == STATUS_OK)
        phrase_skip(scan);
    return status;
}

enum status phrase_date(struct scan *scan, struct date *date, struct fault *fault)
{
    static const char *const known[] = {"January",  "February", "March",  "April",     "May",
                                        "June",     "July",     "August", "September", "October",
                                        "November", "December", NULL};
    static const struct phrase_sort sort = {"a", "date", "write it like 2026-11-01 or March 1", known};
    static const struct phrase_sort day_sort = {"a", "day of the month", "write it like March 1", NULL};
    const int leap_year = 2000;
    if (!phrase_date_next(scan))
        return phrase_unknown(scan, &sort, fault);
    unsigned month = month_of(phrase_word(scan));
    if (month == 0)
        return take_iso_date(scan, date, fault);
    struct scan ahead = *scan;
    phrase_skip(&ahead);
    size_t position = scan_position(&ahead);
    int64_t day = 0;
    enum status status = phrase_count(&ahead, &day_sort, &day, fault);
    if (status != STATUS_OK)
        return status;
    if (day < 1 || day > month_days(leap_year, month))
        return fault_set(fault, STATUS_RANGE, position, "%s %lld does not exist; %s has %u days%s",
                         month_name(month), (long long)day, month_name(month), month_days(leap_year, month),
                         month == 2 ? " at most" : "");
    *date = (struct date){0, (uint8_t)month, (uint8_t)day};
    *scan = ahead;
    return STATUS_OK;
}

void day_write(struct text_out *out, struct date date)
{
    if (date.year != 0)
        date_write(out, date);
    else
        text_out_add(out, "%s %u", month_name(date.month), (unsigned)date.day);
}
