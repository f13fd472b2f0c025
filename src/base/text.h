/*
 * Text as pointer and length, and a bounded place to write it.
 *
 * `struct text` is a view: it owns nothing and need not end with a zero byte. `struct text_out` writes into a buffer of the
 * caller's. It never overruns: text that does not fit is dropped and `truncated` is set. The buffer always ends with a zero
 * byte.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct text {
    const char *bytes;
    size_t length;
};

/* For printf: "%.*s" with TEXT_ARGUMENTS(text). */
#define TEXT_ARGUMENTS(text) (int)(text).length, (text).bytes

struct text text_of(const char *zero_terminated);

/* Here because it is asked everywhere, and mostly the lengths tell. */
static inline bool text_equal(struct text left, struct text right)
{
    return left.length == right.length &&
           (left.length == 0 || memcmp(left.bytes, right.bytes, left.length) == 0);
}

bool text_equal_ignoring_case(struct text left, struct text right);
bool text_starts_with(struct text text, struct text prefix);
bool text_contains(struct text text, struct text part);
int text_compare(struct text left, struct text right);                 /* byte by byte, as strcmp() */
struct text text_from(struct text text, size_t start);                 /* all from byte `start` on */
struct text text_slice(struct text text, size_t start, size_t length); /* clipped to what is there */
struct text text_trimmed(struct text text);                            /* without ASCII white space around */

/* In a list that people type, words stand between separators: white space and commas. */
bool text_is_separator(char byte);
size_t text_separators(struct text text); /* how many of them the text opens with */

/* To be shown in a message: at most `longest` bytes of the text, or of the word that it opens with, and no letter of
 * UTF-8 is cut in two. */
struct text text_clipped(struct text text, size_t longest);
struct text text_first_word(struct text text, size_t longest);

/* How many bytes the text opens with that are well-formed UTF-8 without a zero byte; all of them if it is good. */
size_t text_utf8_length(struct text text);

/* No byte above 0x7F. libsodium takes some of those for characters of Base64. */
bool text_is_ascii(struct text text);

/*
 * How many letters must change to turn one text into the other (Levenshtein, ASCII case ignored). For
 * suggesting the nearest known word; both texts must be at most TEXT_DISTANCE_MAX long, or the answer is
 * SIZE_MAX.
 */
enum { TEXT_DISTANCE_MAX = 64 };
size_t text_distance(struct text left, struct text right);

/* For "did you mean": offer every known word, then read `word`. A word that would need more than a third of its
 * letters changed, and one more, is never suggested. */
struct text_nearest {
    struct text wanted;
    size_t distance;  /* of `word`; only nearer ones replace it */
    const char *word; /* NULL if none is near */
};

struct text_nearest text_nearest_to(struct text wanted);
void text_nearest_offer(struct text_nearest *nearest, const char *known);

struct text_out {
    char *bytes;
    size_t size; /* of the buffer, the closing zero included */
    size_t length;
    bool truncated;
};

void text_out_init(struct text_out *out, char *buffer, size_t size);
void text_out_add(struct text_out *out, const char *format, ...) PRINTF_LIKE(2, 3);
void text_out_add_text(struct text_out *out, struct text text);

/* For untrusted text on a terminal: a control byte, or a byte that is not valid UTF-8, is written \xNN. Text that was escaped
 * before is not changed. */
void text_out_add_safely(struct text_out *out, struct text text);
struct text text_out_text(const struct text_out *out);

#endif
